"""Answers that are given again: only where nothing they were read from is different."""

from random import Random

import msgspec
import pytest

from bench.setups import module_of
from simulator.engine.drivers import random_play
from simulator.engine.errors import LimitReached, Loop, NotModelled
from simulator.engine.facts import Facts
from simulator.engine.features import Working
from simulator.engine.look import Look
from simulator.engine.memory import WORTH, Memory, Row, Table, Watched, changes
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules
from simulator.games.registry import games
from tests.engine.toy import BOOK, Playroom, Toy, book_of, playroom
from tests.engine.toy.actions import Poke

BEAR, HEN = Toy("bear", "ann"), Toy("hen", "bob", printed=("heavy",))
ROOM = playroom(BEAR, HEN)


# --- every answer of random games is the one that would be found anew ---------------------------------------


class Checked:
    """Stands in for `Facts.remembered`: whatever it gives is held against a fresh answer on the plain board."""

    def __init__(self):
        self.plain = Facts.remembered
        self.given = 0
        self.fresh = 0

    def __call__(self, look, question, under, ask):
        def counted():
            self.fresh += 1
            return ask()

        answer = self.plain(look, question, under, counted)
        if look.memory is not None and not look._watching:
            self.given += 1
            memory, look.memory = look.memory, None
            look.forget()
            try:
                anew = ask()
            finally:
                look.memory = memory
                look.forget()
            assert plain(answer) == plain(anew), question
            assert not list(watched_in(answer)), question
        return answer


def plain(answer):
    return list(answer.table.items()) if isinstance(answer, Working) else answer


def watched_in(value):
    if type(value) in (Watched, Table, Row):
        yield value
    elif isinstance(value, dict):
        for item in (*value, *value.values()):
            yield from watched_in(item)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from watched_in(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from watched_in(getattr(value, name))


@pytest.fixture
def checked(monkeypatch):
    checked = Checked()

    def remembered(look, question, under, ask):
        return checked(look, question, under, ask)

    monkeypatch.setattr(Facts, "remembered", remembered)
    return checked


@pytest.mark.parametrize("slug", sorted(games()))
def test_in_random_games_whatever_is_remembered_is_true(slug, checked):
    game = games()[slug]
    for seed in range(8):
        setup = module_of(slug).random_setup(Random(seed))
        try:
            random_play(game.rulebook(game.default_edition), game.build(setup, {}), seed=seed, decisions=25)
        except (LimitReached, Loop, NotModelled):
            continue
    assert checked.given > 500
    assert checked.fresh < checked.given / 2  # it does serve


def test_in_a_random_playroom_whatever_is_remembered_is_true(checked):
    words = ("heavy", "loud", "padded 1", "royal", "guardian", "eager", "shy", "echo")
    for seed in range(12):
        dice = Random(seed)
        toys = [
            Toy(name, dice.choice(("ann", "bob")), printed=tuple(dice.sample(words, 2)))
            for name in ("bear", "hen", "owl", "cat")
        ]
        random_play(BOOK, playroom(*toys), seed=seed, decisions=25)
    assert checked.given > 500
    assert checked.fresh < checked.given


def test_plays_are_the_same_with_and_without_a_memory(monkeypatch):
    def told():
        game = games()["berserk"]
        board = game.build(module_of("berserk").random_setup(Random(5)), {})
        play = random_play(game.rulebook(game.default_edition), board, seed=5, decisions=25)
        return play.board, [(s.event, s.cites, s.lifted, s.cause) for s in play.trace]

    remembered = told()
    monkeypatch.setattr(Facts, "remembered", lambda look, question, under, ask: ask())
    assert told() == remembered


# --- what counts as read, and as different ------------------------------------------------------------------


def asked(read, first, *boards):
    """How often it is asked when the same question comes at these boards one after another.

    It is first asked elsewhere: only what comes again is watched.
    """
    memory, times = Memory(), []
    Facts(first.but(age=99), BOOK, memory).remembered("question", None, lambda: None)
    for board in (first, *boards):
        look = Facts(board, BOOK, memory)
        answer = look.remembered("question", None, lambda look=look: times.append(1) or read(look.board))
        assert answer == read(board)
    return len(times)


@pytest.mark.parametrize(
    ("read", "changed"),
    [
        (lambda board: board.round, ROOM.but(round=2)),
        (lambda board: board.toys["bear"].tired, ROOM.changed("bear", tired=True)),
        (lambda board: [t.id for t in board.on_shelf()], ROOM.changed("hen", place="box")),
        (lambda board: len(board.toys), ROOM.but(toys={"hen": HEN})),
        (lambda board: list(board.toys), ROOM.but(toys={"hen": HEN, "bear": BEAR})),
        (lambda board: "owl" in board.toys, ROOM.but(toys={**ROOM.toys, "owl": Toy("owl", "ann")})),
        (lambda board: board.toys.get("owl") is None, ROOM.but(toys={**ROOM.toys, "owl": Toy("owl", "ann")})),
        (lambda board: "bear" in board.toys and board.toys["bear"].dents, ROOM.but(toys={"hen": HEN})),
        (lambda board: board.toys["bear"] == BEAR, ROOM.changed("bear", dents=1)),
        (lambda board: hash(board.toys["bear"]), ROOM.changed("bear", dents=1)),
        (lambda board: [i.feature for i in board.toys["hen"].instances()], ROOM.changed("hen", printed=())),
        (lambda board: board.frame(0).step, ROOM.with_frame(ROOM.frame(0).but(step="tidy"))),
    ],
)
def test_what_was_read_and_differs_is_asked_again(read, changed):
    assert asked(read, ROOM, changed) == 2
    assert asked(read, ROOM, changed, ROOM) == 3
    assert asked(read, ROOM, ROOM.but(age=9)) == 1


def test_what_was_not_read_may_differ():
    assert asked(lambda board: board.toys["bear"].tired, ROOM, ROOM.changed("bear", dents=1)) == 1
    assert asked(lambda board: board.toys["bear"].tired, ROOM, ROOM.changed("hen", tired=True)) == 1
    assert (
        asked(lambda board: [t.tired for t in board.toys.values()], ROOM, ROOM.changed("hen", dents=1)) == 1
    )


def test_an_equal_value_is_no_difference():
    again = ROOM.changed("bear", dents=1).changed("bear", dents=0)
    assert again.toys["bear"] is not ROOM.toys["bear"]
    assert changes(ROOM, again) == set()


def test_marks_are_entries_without_fields():
    instance = Instance("bear", "padded")
    marked = ROOM.but(marks={(instance, "used"): 2})
    assert asked(lambda board: board.marks.get((instance, "used")), ROOM, marked) == 2


def test_what_comes_but_once_is_not_watched():
    memory = Memory()
    look = Facts(ROOM, BOOK, memory)
    assert look.remembered("question", None, lambda: type(look.board)) is Playroom
    assert memory.entries["question"].reads is None


def test_an_answer_rests_on_the_features_it_was_found_under():
    memory, times = Memory(), []
    for under in (one := Working({}), one, Working({})):
        Facts(ROOM, BOOK, memory).remembered("question", under, lambda: times.append(1))
    assert len(times) == 2


def test_a_question_whose_answers_never_serve_is_watched_no_more():
    memory = Memory()
    for round in range(WORTH + 4):
        look = Facts(ROOM.but(round=round), BOOK, memory)
        assert look.remembered("question", None, lambda look=look: look.board.round) == round
    assert memory.entries["question"].worth == 0
    look = Facts(ROOM.but(round=0), BOOK, memory)
    assert look.remembered("question", None, lambda: type(look.board)) is type(ROOM)


def test_an_error_leaves_the_look_as_it_was():
    look = Facts(ROOM, BOOK, Memory())
    with pytest.raises(ZeroDivisionError):
        look.remembered("question", None, lambda: 1 // 0)
    assert look.board is ROOM
    assert look.memory.entries == {}


def test_other_rules_have_a_memory_of_their_own():
    assert BOOK.edition("other").memory is not BOOK.memory
    assert Look(ROOM, BOOK).memory is None


# --- an action that is offered again is not the one that lies on the pile -------------------------------------


def test_a_declaration_is_an_object_of_its_own():
    rules = Rules()
    own = []

    @rules.forbids(Poke, "toy:test#one-at-a-time")
    def one_at_a_time(look, action):
        own.append([frame.action is action for frame in look.board.pile if frame.action == action])

    poke = Poke(toy="bear", at="hen", by="ann")
    play = random_play(book_of(rules), ROOM, seed=1, decisions=0)
    play.answer(poke)
    assert [True] in own  # asked again when it is performed: of the declaration itself
    assert all(frame.action is not poke for frame in play.board.pile)
