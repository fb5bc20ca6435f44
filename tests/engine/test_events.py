"""`emit` returns what happened; batches happen at once and are looked back on; `after` may be optional."""

import pytest

from simulator.engine.errors import EngineError
from simulator.engine.record import Event
from simulator.engine.rulebook import Rules
from simulator.engine.run import Run
from tests.engine.toy import BOOK, Toy, book_of, drive, happen, play, playroom
from tests.engine.toy.actions import Poke
from tests.engine.toy.driving import names, step_of, told
from tests.engine.toy.events import Dented, Left, Lost, PutAway, Rang, Tired, Used


def test_emit_returns_what_happened_never_the_request():
    padded = happen(BOOK, playroom(Toy("bear", "ann", printed=("padded 2",))), Dented("bear", 3))
    assert padded.returned[0] == Dented("bear", 1)
    assert isinstance(padded.returned[1], Used)
    plain = happen(BOOK, playroom(Toy("bear", "ann")), Dented("bear", 3))
    assert plain.returned == (Dented("bear", 3),)


def test_a_procedure_that_counts_what_happened_counts_that():
    dealt = {}
    for printed in ((), ("padded 1",)):
        board = playroom(Toy("bear", "ann", printed=("heavy",)), Toy("hen", "bob", printed=printed))
        rules = Rules()

        @rules.after(Tired, "toy:test#remembers")
        def remembers(before, after, event):
            return Rang(event.toy, after.board.pile[-1].data["dealt"])

        done = play(BOOK.plus(rules), board, Poke(toy="bear", at="hen"))
        dealt[printed] = step_of(done.trace, "rang").event.n
    assert dealt == {(): 3, ("padded 1",): 2}


# --- batches --------------------------------------------------------------------------------------------


def test_every_instead_is_asked_on_the_board_before_the_batch():
    rules = Rules()

    @rules.instead(Lost, "toy:test#not-while-bear-stands")
    def not_while_bear_stands(look, event):
        return None if event.toy == "hen" and look.board.toys["bear"].place == "shelf" else event

    book = book_of(rules)
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob"))
    together = happen(book, board, Lost("bear"), Lost("hen"))
    assert together.board.toys["hen"].place == "shelf"
    after_bear = happen(book, happen(book, board, Lost("bear")).board, Lost("hen"))
    assert after_bear.board.toys["hen"].place == "lost"


def test_after_sees_the_boards_before_and_after_the_whole_batch():
    seen = []
    rules = Rules()

    @rules.after(Left, "toy:test#watches")
    def watches(before, after, event):
        seen.append((len(before.board.on_shelf()), len(after.board.on_shelf())))

    happen(
        book_of(rules),
        playroom(Toy("bear", "ann"), Toy("hen", "bob"), Toy("owl", "bob")),
        Lost("bear"),
        PutAway("hen"),
    )
    assert seen == [(3, 1), (3, 1)]


def test_leaving_sees_itself_and_those_that_leave_with_it():
    rules = Rules()

    @rules.after(Left, "toy:test#rings-for-others", of="bell")
    def rings_for_others(before, after, event, bell):
        return Rang(bell.bearer) if event.toy != bell.bearer else None

    book = BOOK.plus(rules)
    board = playroom(Toy("bear", "ann", printed=("loud",)), Toy("hen", "bob", printed=("bell",)))
    together = happen(book, board, Lost("bear"), Lost("hen"))
    assert told(together.trace)[2:] == [Rang("bear"), Rang("hen")]
    hen_first = happen(book, happen(book, board, Lost("hen")).board, Lost("bear"))
    assert told(hen_first.trace)[1:] == [Rang("bear")]


def test_an_event_that_does_not_look_back_finds_its_bearers_afterwards():
    class Slid(Event, frozen=True):
        toy: str

    rules = Rules()

    @rules.happens(Slid, "toy:test#slides")
    def slides(look, event):
        return look.board.changed(event.toy, place="box")

    @rules.after(Slid, "toy:test#rings", of="loud")
    def rings(before, after, event, loud):
        return Rang(loud.bearer)

    end = happen(book_of(rules), playroom(Toy("bear", "ann", printed=("loud",))), Slid("bear"))
    assert names(end.trace) == ["slid"]


def test_a_base_class_covers_every_way_out():
    board = playroom(Toy("bear", "ann", printed=("loud",)))
    assert names(happen(BOOK, board, Lost("bear")).trace) == ["lost", "rang"]
    assert names(happen(BOOK, board, PutAway("bear")).trace) == ["put-away", "rang"]


# --- after ----------------------------------------------------------------------------------------------


def after(**options):
    rules = Rules()

    @rules.after(Left, "toy:test#may-ring", of="bell", **options)
    def may_ring(before, after, event, bell):
        return (Rang(bell.bearer, 1), Rang(bell.bearer, 2)) if event.toy == bell.bearer else None

    return book_of(rules)


def test_triggers_resolve_after_the_event_and_know_their_cause():
    end = happen(after(), playroom(Toy("bear", "bob", printed=("bell",))), Lost("bear"))
    assert told(end.trace) == [Lost("bear"), Rang("bear", 1), Rang("bear", 2)]
    assert [step.cause for step in end.trace] == [None, 0, 0]
    assert end.trace[1].cites == ("toy:test#may-ring",)


@pytest.mark.parametrize(("yes", "rung"), [(True, 2), (False, 0)])
def test_an_optional_trigger_is_asked_once_of_the_controller_even_when_the_bearer_has_left(yes, rung):
    end = happen(
        after(optional=True), playroom(Toy("bear", "bob", printed=("bell",))), Lost("bear"), answers=(yes,)
    )
    (decision,) = end.asked
    assert (decision.by, decision.kind, decision.moment.object) == ("bob", "may", "bear")
    assert names(end.trace).count("rang") == rung


def test_the_controller_when_it_triggered_is_asked():
    """Whoever had the toy when it left answers, though it has a new owner by then."""

    class Given(Event, frozen=True):
        looks_back = True
        toy: str

    rules = Rules()

    @rules.happens(Given, "toy:test#given-away")
    def given(look, event):
        return look.board.changed(event.toy, owner="ann")

    @rules.after(Given, "toy:test#sulks", of="bell", optional=True)
    def sulks(before, after, event, bell):
        return Rang(bell.bearer)

    end = happen(
        book_of(rules), playroom(Toy("bear", "bob", printed=("bell",))), Given("bear"), answers=(True,)
    )
    assert end.asked[0].by == "bob"


def test_what_a_trigger_makes_happen_triggers_again():
    rules = Rules()

    @rules.after(Dented, "toy:test#passes-the-dent")
    def passes_the_dent(before, after, event):
        return Dented(event.toy, event.amount - 1) if event.amount > 1 else None

    end = happen(book_of(rules), playroom(Toy("bear", "ann", printed=())), Dented("bear", 2))
    assert told(end.trace)[:2] == [Dented("bear", 2), Dented("bear", 1)]
    assert [step.cause for step in end.trace[:2]] == [None, 0]


def test_a_triggered_action_that_is_refused_is_noted_with_the_clauses_that_refuse_it():
    from simulator.engine.record import Prevented
    from tests.engine.toy.actions import Fetch

    rules = Rules()

    @rules.after(Lost, "toy:test#somebody-comes")
    def somebody_comes(before, after, event):
        return Fetch(toy="owl", by="ann")

    book = book_of(rules)
    toys = Toy("bear", "ann"), Toy("hen", "bob"), Toy("owl", "ann", place="box")
    comes = happen(book, playroom(*toys, room=2).but(pile=()), Lost("bear"))
    assert comes.board.toys["owl"].place == "shelf"
    full = happen(book, playroom(*toys, room=1).but(pile=()), Lost("bear"))
    assert told(full.trace)[1:] == [Prevented(Fetch(toy="owl", by="ann"))]
    assert full.trace[1].cites == ("toy:fetch#needs-room",)
    assert full.trace[1].cause == 0


def test_every_step_cites_a_clause_and_a_step_without_one_is_an_error():
    class Bare(Event, frozen=True):
        pass

    run = Run(BOOK, playroom(Toy("bear", "ann")), traced=False)
    with pytest.raises(EngineError, match="without a clause"):
        drive(run, run.emit(Bare()))


def test_events_of_a_step_cite_the_step_when_nothing_else_is_said():
    done = play(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")), Poke(toy="bear", at="hen"))
    assert step_of(done.trace, "dented").cites == ("toy:poke#dents", "toy:dent#stays")
    assert step_of(done.trace, "tired").cites == ("toy:poke#tires", "toy:tired#lies-down")
