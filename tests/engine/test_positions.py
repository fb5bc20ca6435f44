"""A position is data, in the middle of a step and of a stack too; equal positions share a key."""

import pickle

import pytest

from simulator.engine.decision import Answer
from simulator.engine.drivers import Play, advance
from simulator.engine.errors import NotAnOption
from simulator.engine.position import Board, Frame, Position, canonical_key, object_id, thing_of
from simulator.engine.record import Instance, Mark, Pass
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, play, playroom
from tests.engine.toy.actions import Hug, Poke, Spin, Squeak
from tests.engine.toy.driving import names

TOYS = (
    Toy("bear", "ann", printed=("padded 1",)), Toy("owl", "ann", tired=True),
    Toy("hen", "bob", tired=True), Toy("eel", "bob", printed=("slippery",)),
)  # fmt: skip
PLAIN = (Toy("bear", "ann"), Toy("hen", "bob"), Toy("cat", "bob"))
STACK = (Poke(toy="bear", at="eel"), Hug(toy="owl"), Pass())  # bob may answer the hug
SLIPS = (*STACK, *[Pass()] * 2)  # both let the poke go on: may the eel slip away?


def finish(game):
    """Answer everything by the first option until the round is over; what happened since."""
    start = len(game.trace)
    round_ = game.board.round
    while game.decision is not None and game.board.round == round_:
        game.answer(game.decision.default if game.decision.has_default else game.decision.options[0])
    return [(s.event, s.cites, s.lifted, s.after) for s in game.trace[start:]]


def saved(position):
    return pickle.loads(pickle.dumps(position))


@pytest.mark.parametrize(
    "answers",
    [
        (),
        STACK,
        SLIPS,
        (Spin(toy="bear"),),
        (Squeak(toy="bear"),),
    ],
    ids=["start", "stack", "may", "die", "target"],
)
def test_a_saved_position_goes_on_exactly_as_the_play_would_have(answers):
    one = play(BOOK, playroom(*TOYS), *answers)
    two = Play(BOOK, saved(one.position()))
    assert two.decision == one.decision
    assert two.board == one.board
    assert finish(two) == finish(one)
    assert two.position() == one.position()


def test_a_position_in_the_middle_of_a_step_holds_the_answers_of_that_step_only():
    done = play(BOOK, playroom(*TOYS), *SLIPS)
    assert (done.decision.kind, done.decision.by) == ("may", "bob")
    assert done.position().answers == ()
    rules = Rules()

    @rules.unfolds(Spin, "toy:test#two-dice", step="spin")
    def two_dice(run, frame):
        one = yield from run.chance("first", [(1, 1), (2, 1)])
        two = yield from run.chance("second", [(1, 1), (2, 1)])
        run.remember(rolled=f"{one}{two}")

    game = play(BOOK.without("toy:spin#die").plus(rules), playroom(*TOYS), Spin(toy="bear"), 2)
    assert game.decision.kind == "second"
    assert game.position().answers == (Answer(2),)
    again = Play(game.run.rules, saved(game.position()))
    assert again.decision == game.decision
    again.answer(1)
    game.answer(1)
    assert again.board == game.board


def test_branching_leaves_the_branch_point_as_it_was():
    one = play(BOOK, playroom(*PLAIN), Spin(toy="bear"))
    point = one.position()
    ends = {}
    for face in one.decision.options:
        after, _, steps = advance(BOOK, point, face)
        ends[face] = after.board.toys["hen"].dents
        assert steps[0].event.option == face
    assert ends == {"miss": 0, "self": 0, "all": 1}
    assert one.position() == point


def test_an_answer_that_is_no_option_is_refused_when_a_position_is_taken_up():
    point = play(BOOK, playroom(*TOYS), Spin(toy="bear")).position()
    with pytest.raises(NotAnOption):
        Play(BOOK, Position(point.board, (Answer("everybody"),)))
    with pytest.raises(NotAnOption, match="nothing is asked"):
        Play(BOOK, Position(playroom().but(pile=()), (Answer("all"),)))


def test_an_error_on_the_way_leaves_no_question_open():
    rules = Rules()

    @rules.unfolds(Spin, "toy:test#breaks", step="spin")
    def breaks(run, frame):
        yield from run.chance("spin", [("miss", 1), ("all", 1)])
        raise RuntimeError

    game = play(BOOK.without("toy:spin#die").plus(rules), playroom(*TOYS), Spin(toy="bear"))
    with pytest.raises(RuntimeError):
        game.answer("miss")
    assert game.decision is None


def test_a_resumed_run_does_not_note_again_what_is_held_back():
    rules = Rules()

    @rules.lifts("toy:lost#dents-reach-stuffing", "toy:test#tough")
    def tough(look, instance, ability, event):
        return True

    book = BOOK.plus(rules)
    board = playroom(Toy("bear", "ann", dents=3), Toy("hen", "bob", tired=True))
    one = play(book, board, Poke(toy="bear", at="hen"))
    assert one.decision.kind == "respond"
    assert names(one.trace).count("prevented") == 1
    two = Play(book, saved(one.position()))
    assert finish(two) == finish(one)
    assert "prevented" not in names(two.trace)


# --- canonical keys -------------------------------------------------------------------------------------


def test_equal_positions_share_a_key_whatever_path_led_to_them():
    pokes = Poke(toy="bear", at="hen"), Poke(toy="owl", at="cat")
    board = playroom(*PLAIN, Toy("owl", "ann"))
    answers = {
        "one way": pokes,
        "the other way": pokes[::-1],
        "after squeaking": (Squeak(toy="bear"), "hen", *pokes[1:]),
    }
    ends = {name: play(BOOK.without("toy:hug#in-answer"), board, *given) for name, given in answers.items()}
    keys = {name: canonical_key(end.position()) for name, end in ends.items()}
    assert keys["one way"] == keys["the other way"]
    assert keys["one way"] != keys["after squeaking"]


def test_equal_in_the_middle_of_a_stack():
    """The same stack after hugs that came and went: other frame ids, another age, the same key."""
    rested = playroom(Toy("bear", "ann"), Toy("owl", "ann"), Toy("hen", "bob", tired=True))
    tired = playroom(Toy("bear", "ann"), Toy("owl", "ann", tired=True), Toy("hen", "bob", tired=True))
    short = play(BOOK, rested, Poke(toy="bear", at="hen"))
    long = play(BOOK, tired, Poke(toy="bear", at="hen"), Hug(toy="owl"), Pass(), Pass())
    while long.decision.by != "bob":
        long.default()
    while short.decision.by != "bob":
        short.default()
    assert [type(f.action).__name__ for f in long.board.pile] == ["Rounds", "Poke"]
    assert long.board.age != short.board.age
    one, two = short.board, long.board
    assert canonical_key(one) == canonical_key(
        two.but(pile=(two.pile[0], two.pile[1].but(data=one.pile[1].data)))
    )
    deeper = play(BOOK, tired, Poke(toy="bear", at="hen"), Hug(toy="owl"))
    assert canonical_key(deeper.position()) != canonical_key(short.position())


def test_the_order_of_ages_counts_and_their_size_does_not():
    def board(first, second):
        marks = {(Instance("bear", "padded", since=first), "used"): Mark(age=second)}
        return Board(marks=marks, age=second + 5)

    assert canonical_key(board(1, 2)) == canonical_key(board(10, 20))
    assert canonical_key(board(2, 1)) != canonical_key(board(1, 2))


def test_object_ids_count_by_their_order_too():
    def pile(*ids):
        return Board(pile=tuple(Frame(n, "x", data={"toy": i}) for n, i in enumerate(ids)), age=99)

    assert canonical_key(pile(object_id("bear", 4), object_id("bear", 7))) == canonical_key(
        pile(object_id("bear", 40), object_id("bear", 41))
    )
    assert canonical_key(pile("bear@7", "bear@4")) != canonical_key(pile("bear@4", "bear@7"))
    assert thing_of(object_id("bear", 4)) == "bear"


def test_whether_a_position_was_settled_does_not_count():
    board = playroom(*TOYS)
    assert canonical_key(Position(board)) == canonical_key(Position(board, settled=True))


def test_answers_inside_a_step_count():
    point = play(BOOK, playroom(*TOYS), Spin(toy="bear")).position()
    assert canonical_key(point) != canonical_key(Position(point.board, (Answer("all"),)))


def test_the_order_of_a_mapping_does_not_count_and_its_content_does():
    one, two = playroom(*TOYS), playroom(*reversed(TOYS))
    assert list(one.toys) != list(two.toys)
    assert canonical_key(one) == canonical_key(two)
    assert canonical_key(one) != canonical_key(one.changed("bear", dents=1))
