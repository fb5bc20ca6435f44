"""Limits for untrusted scenarios: each a clear error, never a hang."""

import time

import pytest

from simulator.engine.drivers import Play
from simulator.engine.errors import LimitReached
from simulator.engine.limits import Clock, Limits
from simulator.engine.record import Declared, Pass
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, playroom
from tests.engine.toy.actions import Fetch, Poke, Rounds, Spin
from tests.engine.toy.driving import names

BOARD = playroom(Toy("bear", "ann"), Toy("hen", "bob"))


def game(limits, board=BOARD, book=BOOK, answers=()):
    done = Play(book, board, limits=limits)
    for answer in answers:
        done.answer(answer)
    return done


def test_steps():
    assert len(game(Limits(steps=3), answers=[Poke(toy="bear", at="hen")]).trace) == 3
    with pytest.raises(LimitReached, match="more than 2 steps") as error:
        game(Limits(steps=2), answers=[Poke(toy="bear", at="hen")])
    assert (error.value.what, error.value.allowed) == ("steps", 2)


def test_decisions():
    game(Limits(decisions=2), answers=[Pass(), Pass()])
    with pytest.raises(LimitReached, match="more than 1 decisions"):
        game(Limits(decisions=1), answers=[Pass(), Pass()])


def test_seconds(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "process_time", lambda: now[0])
    monkeypatch.setattr(time, "monotonic", lambda: 2 * now[0])
    clock = Clock(Limits(seconds=2))
    for _ in range(64):
        clock.spend()
    now[0] = 1.5  # three seconds passed, half of them with other work
    for _ in range(64):
        clock.spend()
    now[0] = 2.5

    def a_while():
        for _ in range(64):
            clock.spend()

    with pytest.raises(LimitReached, match="more than 2 seconds"):
        a_while()


def test_a_procedure_without_end_runs_into_the_seconds():
    rules = Rules()

    @rules.unfolds(Rounds, "toy:test#round-and-round", step="act")
    def round_and_round(run, frame):
        run.again()
        yield from ()

    with pytest.raises(LimitReached, match="seconds"):
        game(Limits(seconds=0.05), book=BOOK.without("toy:round#acts").plus(rules))


def test_actions_inside_one_another():
    rules = Rules()

    @rules.unfolds(Fetch, "toy:test#fetches-again", step="fetch")
    def fetches_again(run, frame):
        yield from run.perform(frame.action)

    book = BOOK.without("toy:fetch#comes", "toy:fetch#on-an-empty-pile").plus(rules)
    with pytest.raises(LimitReached, match="more than 40 actions inside one another"):
        game(
            Limits(), board=playroom(Toy("bear", "ann", place="box")), book=book, answers=[Fetch(toy="bear")]
        )


def test_declarations_that_declare_one_another():
    rules = Rules()

    @rules.after(Declared, "toy:test#me-too")
    def me_too(before, after, event):
        return Fetch(toy="bear", by="ann")

    book = BOOK.without("toy:fetch#on-an-empty-pile").plus(rules)
    with pytest.raises(LimitReached, match="actions inside one another"):
        game(Limits(), book=book, answers=[Spin(toy="bear")])


def test_one_clock_serves_a_whole_document():
    clock = Clock(Limits(steps=100))
    one, two = Play(BOOK, BOARD, clock=clock), Play(BOOK, BOARD, clock=clock)
    assert one.run.clock is two.run.clock is clock
    assert clock.ticks > 0


def test_reaching_a_limit_leaves_what_was_played():
    done = Play(BOOK, BOARD, limits=Limits(steps=2))
    with pytest.raises(LimitReached):
        done.answer(Poke(toy="bear", at="hen"))
    assert names(done.trace) == ["declared", "dented"]
    assert done.decision is None
