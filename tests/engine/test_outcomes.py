"""Chance is explicit: exact distributions, whole trees, random play that a seed decides."""

from fractions import Fraction

import pytest

from simulator.engine.drivers import Node, OpenChoice, Outcome, best, outcomes, random_play, tree
from simulator.engine.errors import LimitReached
from simulator.engine.limits import Limits
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, play, playroom
from tests.engine.toy.actions import Poke, Rounds, Spin

BEAR, HEN = Toy("bear", "ann"), Toy("hen", "bob")


def acts(play):
    return play.decision.kind == "act"


def dice(rules_of_spin=None, **weights):
    """A book in which spinning throws two dice with these weights and dents the spinner by their sum."""
    rules = Rules()

    @rules.unfolds(Spin, "toy:test#two-dice", step="spin")
    def two_dice(run, frame):
        rows = [(face, weights.get(f"w{face}", 1)) for face in (1, 2, 3)]
        one = yield from run.chance("die", rows)
        two = yield from run.chance("die", rows)
        run.remember(sum=one + two)

    @rules.unfolds(Spin, "toy:test#dents-by-the-sum", step="hit")
    def dents_by_the_sum(run, frame):
        from tests.engine.toy.events import Dented

        yield from run.emit(Dented(frame.action.toy, frame.data["sum"]))

    return BOOK.without("toy:spin#die", "toy:spin#dents", "toy:lost#dents-reach-stuffing").plus(rules)


def test_the_distribution_is_exact_and_sums_to_one():
    thrown = play(BOOK, playroom(BEAR, HEN), Spin(toy="bear")).position()
    found = {
        (o.board.toys["bear"].dents, o.board.toys["hen"].dents): o.chance
        for o in outcomes(BOOK, thrown, until=acts)
    }
    assert found == {(0, 0): Fraction(1, 4), (1, 0): Fraction(1, 2), (1, 1): Fraction(1, 4)}
    assert sum(found.values()) == 1


def test_equal_boards_are_joined_whatever_the_dice_that_led_there():
    book = dice()
    thrown = play(book, playroom(BEAR, HEN), Spin(toy="bear")).position()
    found = outcomes(book, thrown, until=acts)
    by_dents = {o.board.toys["bear"].dents: o.chance for o in found}
    assert by_dents == {n: Fraction(c, 9) for n, c in {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}.items()}
    assert len(found) == 5  # not 9
    assert [o.chance for o in found] == sorted((o.chance for o in found), reverse=True)


def test_weights_are_integers_and_count():
    book = dice(w1=3, w2=2, w3=1)
    thrown = play(book, playroom(BEAR, HEN), Spin(toy="bear")).position()
    by_dents = {o.board.toys["bear"].dents: o.chance for o in outcomes(book, thrown, until=acts)}
    assert by_dents == {
        2: Fraction(9, 36),
        3: Fraction(12, 36),
        4: Fraction(10, 36),
        5: Fraction(4, 36),
        6: Fraction(1, 36),
    }
    assert sum(by_dents.values()) == 1


def test_an_outcome_says_which_answers_lead_there():
    thrown = play(BOOK, playroom(BEAR, HEN), Spin(toy="bear")).position()
    answers = {o.board.toys["hen"].dents: o.answers for o in outcomes(BOOK, thrown, until=acts)}
    assert answers[1] == (("spin", "all"),)


def test_certain_is_one():
    board = playroom(BEAR, HEN)
    (only,) = outcomes(BOOK, play(BOOK, board, Poke(toy="bear", at="hen")).position(), until=acts)
    assert only.chance == 1


def test_defaults_are_taken_on_the_way():
    board = playroom(BEAR, Toy("hen", "bob", tired=True))
    asked = play(BOOK, board, Poke(toy="bear", at="hen"))
    assert asked.decision.kind == "respond"
    (only,) = outcomes(BOOK, asked.position(), until=acts)
    assert only.board.toys["hen"].dents == 1


def test_an_open_choice_without_default_is_an_error_that_names_it():
    board = playroom(BEAR, Toy("eel", "bob", printed=("slippery",)))
    asked = play(BOOK, board, Spin(toy="bear")).position()
    with pytest.raises(OpenChoice, match="the choice may of bob has no default") as error:
        outcomes(BOOK, asked, until=acts)
    assert error.value.decision.moment.object == "eel"


def test_the_whole_tree_keeps_chance_and_players_apart():
    board = playroom(BEAR, Toy("eel", "bob", printed=("slippery",)))
    root = tree(BOOK, play(BOOK, board, Spin(toy="bear")).position(), until=acts)
    assert (root.by, root.kind, [w for _, w, _ in root.branches]) == ("chance", "spin", [1, 2, 1])
    leaf, choice = root.branches[0][2], root.branches[2][2]
    assert isinstance(leaf, Outcome)
    assert leaf.chance == Fraction(1, 4)
    assert isinstance(choice, Node)
    assert (choice.by, choice.kind, [o for o, _, _ in choice.branches]) == ("bob", "may", [True, False])
    assert [child.board.toys["eel"].place for _, _, child in choice.branches] == ["box", "shelf"]
    assert [child.chance for _, _, child in choice.branches] == [Fraction(1, 4)] * 2


def test_best_and_worst_for_each_player():
    board = playroom(BEAR, Toy("eel", "bob", printed=("slippery",)))
    root = tree(BOOK, play(BOOK, board, Spin(toy="bear")).position(), until=acts)

    def unhurt(end):
        return int(end.board.toys["eel"].dents == 0)

    assert best(root, "bob", unhurt) == 1
    assert best(root, "bob", unhurt, low=True) == Fraction(3, 4)
    assert best(root, "ann", unhurt) == Fraction(3, 4)
    assert best(root, "ann", unhurt, low=True) == 1


def test_random_play_is_decided_by_its_seed():
    board = playroom(BEAR, Toy("owl", "ann"), HEN, Toy("eel", "bob", printed=("slippery",)))
    one, two, three = (random_play(BOOK, board, seed=s, decisions=50) for s in (4, 4, 5))
    assert one.trace == two.trace
    assert one.trace != three.trace
    assert one.decisions == 50


def test_random_play_watches_and_throws_dice_by_their_weights():
    board = playroom(Toy("bear", "ann"), HEN)
    faces = []

    def watch(game):
        if game.trace and game.trace[-1].name == "tired":
            faces.extend(s.event.option for s in game.trace if s.name == "spin")

    for seed in range(120):
        thrown = play(BOOK, board, Spin(toy="bear")).position()
        random_play(BOOK, thrown, seed=seed, decisions=1, watch=watch)
    assert len(faces) == 120
    assert 40 < faces.count("self") < 80  # 1/2 expected


def test_a_tree_that_grows_too_large_says_so():
    with pytest.raises(LimitReached, match="more than 50 nodes"):
        tree(BOOK, playroom(BEAR, HEN), limits=Limits(nodes=50))
    with pytest.raises(LimitReached, match="more than 3 nodes"):
        outcomes(
            dice(),
            play(dice(), playroom(BEAR, HEN), Spin(toy="bear")).position(),
            until=acts,
            limits=Limits(nodes=3),
        )


def only_pass():
    rules = Rules()

    @rules.unfolds(Rounds, "toy:test#for-ever", step="act")
    def for_ever(run, frame):
        yield from run.window("act", frame.action.by)
        run.again()

    return rules


def test_a_tree_that_grows_too_deep_says_so():
    with pytest.raises(LimitReached, match="decisions in a row"):
        tree(
            BOOK.without("toy:round#acts").plus(only_pass()),
            playroom(BEAR, HEN),
            limits=Limits(nodes=10**6, seconds=60),
        )


def test_the_end_of_the_game_is_an_end_of_the_tree():
    assert tree(BOOK, playroom(BEAR, round=41)).chance == 1
    assert isinstance(tree(BOOK, playroom(BEAR, HEN), until=lambda p: p.decision.by == "bob"), Node)
