"""Declared, then asked again: cancelled and unpaid, or blocked and paid."""

import pytest

from simulator.engine.drivers import Play
from simulator.engine.position import Frame
from simulator.engine.record import Blocked, Cancelled, Declared, Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Run
from tests.engine.toy import BOOK, Toy, drive, play, playroom
from tests.engine.toy.actions import Fetch, Hug, Poke, Spin, Wind
from tests.engine.toy.driving import names, step_of
from tests.engine.toy.events import Dented, PutAway, Rang, Tired

BEAR, HEN = Toy("bear", "ann"), Toy("hen", "bob")
POKE = Poke(toy="bear", at="hen")


def tires_on_declaring():
    """Whoever declares is tired by it."""
    rules = Rules()

    @rules.after(Declared, "toy:test#stage-fright", of="nervous")
    def stage_fright(before, after, event, nervous):
        return Tired(nervous.bearer) if getattr(event.action, "toy", "") == nervous.bearer else None

    return BOOK.plus(rules)


def test_made_illegal_by_what_its_declaration_triggered_it_is_cancelled_and_unpaid():
    # The hen could answer the poke, but is not even asked.
    board = playroom(Toy("bear", "ann", printed=("nervous",)), Toy("hen", "bob", tired=True))
    done = play(tires_on_declaring(), board, POKE)
    assert names(done.trace) == ["declared", "tired", "cancelled"]
    assert step_of(done.trace, "cancelled").cites == ("toy:tired#does-not-poke",)
    assert done.board.toys["hen"].dents == 0
    assert (done.decision.kind, len(done.board.pile)) == ("act", 1)


def test_what_was_declared_legally_and_stays_so_is_done():
    done = play(tires_on_declaring(), playroom(BEAR, HEN), POKE)
    assert names(done.trace) == ["declared", "dented", "tired"]


def test_rules_about_declaring_are_not_asked_of_what_is_declared():
    """Nothing else may lie on the pile when it is declared; its own frame does not count against it."""
    rules = Rules()

    @rules.after(Declared, "toy:test#fanfare")
    def fanfare(before, after, event):
        return Dented("bear", 1)

    done = play(BOOK.plus(rules), playroom(BEAR, Toy("owl", "ann", place="box")), Fetch(toy="owl"))
    assert names(done.trace) == ["declared", "dented", "fetched"]


def test_illegal_when_performance_begins_it_is_cancelled_and_unpaid():
    board = playroom(BEAR, HEN, Toy("cat", "bob", tired=True))
    rules = Rules()

    @rules.unfolds(Hug, "toy:test#hides-hen", step="hug")
    def hides_hen(run, frame):
        yield from run.emit(PutAway("hen"))

    book = BOOK.without("toy:hug#rests").plus(rules)
    done = play(book, board, POKE, Hug(toy="cat"), Pass(), Pass())
    assert names(done.trace) == ["declared", "declared", "pass", "put-away", "pass", "cancelled"]
    cancelled = step_of(done.trace, "cancelled")
    assert cancelled.event.action == Poke(toy="bear", at="hen", by="ann")
    assert cancelled.cites == ("toy:poke#at-the-shelf",)  # targets are asked again too
    assert not done.board.toys["bear"].tired
    untouched = play(book, board, POKE, Pass())
    assert names(untouched.trace) == ["declared", "pass", "dented", "tired"]


def test_cancelled_can_trigger():
    rules = Rules()

    @rules.after(Cancelled, "toy:test#sighs")
    def sighs(before, after, event):
        return Rang(event.action.toy)

    board = playroom(Toy("bear", "ann", printed=("nervous",)), HEN)
    assert names(play(tires_on_declaring().plus(rules), board, POKE).trace) == [
        "declared",
        "tired",
        "cancelled",
        "rang",
    ]


# --- blocked --------------------------------------------------------------------------------------------


def winding(*bodies, performs="one", pays="", checks=()):
    rules = Rules()
    steps = ("one", "two", "three", "four")[: len(bodies)]
    rules.procedure(Wind, *steps, cites=("toy:wind#key",), performs=performs, pays=pays, checks=checks)
    for name, body in zip(steps, bodies, strict=True):
        rules.unfolds(Wind, f"toy:test#{name}", step=name)(body)

    @rules.forbids(Wind, "toy:test#not-when-dented")
    def not_when_dented(look, action):
        return ("dented", {}) if look.board.toys["bear"].dents else None

    return BOOK.without("toy:wind#key").plus(rules)


WINDER = Toy("bear", "ann", printed=("key 1",))
WIND = Wind(key=WINDER.instances()[0], by="ann")


def ring(n):
    def body(run, frame):
        yield from run.emit(Rang("bear", n))

    body.__qualname__ = f"ring-{n}"
    return body


def dent(run, frame):
    yield from run.emit(Dented("bear", 1))


def stopped(run, frame):
    """Blocks its own procedure."""
    run.block(frame.id, "toy:test#stopped")
    yield from ()


def pay(run, frame):
    yield from run.emit(Tired("bear"))


def perform(book, board=None):
    run = Run(book, board or playroom(WINDER))
    return drive(run, run.perform(WIND))


def test_blocked_nothing_more_of_it_happens_but_it_is_paid():
    end = perform(winding(ring(1), stopped, ring(3), pay, pays="four"))
    assert names(end.trace) == ["declared", "rang", "blocked", "tired"]
    assert step_of(end.trace, "blocked").cites == ("toy:test#stopped",)
    assert end.returned is False
    assert len(end.board.pile) == 1


def test_blocked_it_is_paid_and_then_nothing_more():
    end = perform(winding(stopped, ring(2), pay, ring(4), pays="three"))
    assert names(end.trace) == ["declared", "blocked", "tired"]


def test_blocked_after_payment_it_is_not_paid_twice():
    end = perform(winding(ring(1), pay, stopped, ring(4), pays="two"))
    assert names(end.trace) == ["declared", "rang", "tired", "blocked"]


def test_blocked_while_paying():
    def pays_and_is_blocked(run, frame):
        yield from run.emit(Tired("bear"))
        run.block(frame.id, "toy:test#stopped")

    end = perform(winding(ring(1), pays_and_is_blocked, ring(3), pays="two"))
    assert names(end.trace) == ["declared", "rang", "tired", "blocked"]


def test_blocked_before_it_ever_began_it_is_paid_all_the_same():
    """A blocking effect reaches a procedure that still waits below."""
    board = playroom(BEAR, HEN, Toy("cat", "bob", tired=True))
    rules = Rules()

    @rules.unfolds(Hug, "toy:test#blocks-the-poke", step="hug")
    def blocks_the_poke(run, frame):
        run.block(run.board.pile[1].id, "toy:test#blocks-the-poke")
        yield from ()

    done = play(BOOK.without("toy:hug#rests").plus(rules), board, POKE, Hug(toy="cat"), Pass())
    assert names(done.trace) == ["declared", "declared", "pass", "blocked", "tired"]
    assert done.board.toys["bear"].tired
    assert done.board.toys["hen"].dents == 0
    assert len(done.board.pile) == 1


def test_illegal_after_something_happened_it_is_blocked_and_paid():
    end = perform(winding(dent, ring(2), pay, pays="three", checks=("two",)))
    assert names(end.trace) == ["declared", "dented", "blocked", "tired"]
    assert step_of(end.trace, "blocked").cites == ("toy:test#not-when-dented",)


def test_without_that_check_it_goes_on():
    end = perform(winding(dent, ring(2), pay, pays="three"))
    assert names(end.trace) == ["declared", "dented", "rang", "tired"]


def test_what_happens_in_preparation_does_not_count_as_begun_but_payment_does():
    prepared = perform(winding(dent, ring(2), pay, performs="two", pays="three"))
    assert names(prepared.trace) == ["declared", "dented", "cancelled"]

    def pay_with_a_dent(run, frame):
        yield from run.emit(Dented("bear", 1))

    paid = perform(winding(pay_with_a_dent, ring(2), performs="two", pays="one"))
    assert names(paid.trace) == ["declared", "dented", "blocked"]


def test_what_an_inner_action_did_counts_as_something_of_the_outer_one():
    def spins(run, frame):
        yield from run.perform(Spin(toy="bear", by="ann"))

    book = winding(spins, ring(2), pay, pays="three", checks=("two",))
    run = Run(book, playroom(WINDER))
    end = drive(run, run.perform(WIND), "self")
    assert names(end.trace) == ["declared", "declared", "spin", "dented", "tired", "blocked", "tired"]


def test_what_a_declaration_triggered_is_not_something_of_the_procedure_around_it():
    rules = Rules()

    @rules.after(Declared, "toy:test#dents-on-spin")
    def dents_on_spin(before, after, event):
        return Dented("bear", 1) if isinstance(event.action, Spin) else None

    def spins(run, frame):
        yield from run.perform(Spin(toy="owl", by="ann"))

    @rules.forbids(Spin, "toy:test#owls-do-not-spin-now")
    def owls_do_not(look, action):
        return ("no", {}) if look.board.toys["bear"].dents else None

    book = winding(spins, ring(2), checks=("two",)).plus(rules)
    end = perform(book, playroom(WINDER, Toy("owl", "ann")))
    # The spin is cancelled by what its declaration triggered; nothing of the winding has happened yet.
    assert names(end.trace) == ["declared", "declared", "dented", "cancelled", "cancelled"]


def test_blocked_can_trigger_and_the_same_action_is_not_blocked_twice():
    rules = Rules()

    @rules.after(Blocked, "toy:test#sighs")
    def sighs(before, after, event):
        return Rang("bear")

    def twice(run, frame):
        run.block(frame.id, "toy:test#stopped")
        run.block(frame.id, "toy:test#stopped")
        yield from ()

    end = perform(winding(twice, pays="").plus(rules))
    assert names(end.trace) == ["declared", "blocked", "rang"]


@pytest.mark.parametrize("frame", [99, 0])
def test_cancelling_or_blocking_what_is_not_there_does_nothing(frame):
    run = Run(BOOK, playroom(BEAR).but(pile=()))
    run.cancel(frame, ())
    run.block(frame, "toy:test#stopped")
    assert run.trace == []


def test_a_frame_built_by_hand_takes_its_course():
    board = playroom(BEAR, HEN)
    done = Play(
        BOOK,
        board.but(
            pile=(*board.pile, Frame(5, Poke(toy="bear", at="hen", by="ann"), "tire", status="performing"))
        ),
    )
    assert names(done.trace) == ["tired"]
