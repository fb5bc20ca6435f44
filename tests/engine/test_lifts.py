"""`lifts` takes away any rule for one (bearer, ability, event); what was lifted stands in the trace."""

import pytest

from simulator.engine.look import Look
from simulator.engine.record import Add, Lifted, Pass, Quiet, Target
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, book_of, happen, play, playroom
from tests.engine.toy.actions import Fetch, Hug, Poke, Squeak, Wind
from tests.engine.toy.driving import clauses, lifted, names, step_of
from tests.engine.toy.events import Dented, Lost, PutAway, Rang


def lift(what, clause="toy:test#lifts", only=True, **options):
    """Rules that lift a clause or kind (when `only`, a value or a function of the lift's arguments, says so)."""
    rules = Rules()

    @rules.lifts(what, clause, **options)
    def lifts(look, instance, ability, event, *mine):
        return only(look, instance, ability, event, *mine) if callable(only) else only

    return rules


# --- forbids --------------------------------------------------------------------------------------------

TIRED = playroom(Toy("bear", "ann", tired=True), Toy("owl", "ann", tired=True), Toy("hen", "bob"))


def test_a_prohibition_is_lifted_for_one_ability_and_not_for_another():
    book = BOOK.plus(
        lift("toy:tired#does-not-poke", only=lambda look, i, ability, event: ability.toy == "bear")
    )
    look = Look(TIRED, book)
    assert look.legal(Poke(toy="bear", at="hen", by="ann"))
    assert clauses(look.refusals(Poke(toy="owl", at="hen", by="ann"))) == ["toy:tired#does-not-poke"]


def test_lifted_prohibitions_stand_in_the_step_of_the_declaration():
    book = BOOK.plus(lift("toy:tired#does-not-poke"))
    done = play(book, TIRED, Poke(toy="bear", at="hen"))
    assert step_of(done.trace, "declared").lifted == (Lifted("toy:tired#does-not-poke", "toy:test#lifts"),)
    plain = play(book, playroom(Toy("bear", "ann"), Toy("hen", "bob")), Poke(toy="bear", at="hen"))
    assert step_of(plain.trace, "declared").lifted == ()


def test_refusals_collect_what_was_lifted():
    found = []
    look = Look(TIRED, BOOK.plus(lift("toy:tired#does-not-poke")))
    assert look.refusals(Poke(toy="bear", at="hen", by="ann"), lifts=found) == ()
    assert found == [Lifted("toy:tired#does-not-poke", "toy:test#lifts")]


def test_nothing_lifts_an_absolute_prohibition():
    rules = Rules()

    @rules.forbids(Poke, "toy:test#never", absolute=True)
    def never(look, action):
        return "never", {}

    @rules.forbids(Poke, "toy:test#hardly")
    def hardly(look, action):
        return "hardly", {}

    look = Look(TIRED, BOOK.plus(rules, lift("toy:test#never"), lift("toy:test#hardly", "toy:test#other")))
    assert "toy:test#never" in clauses(look.refusals(Poke(toy="bear", at="hen", by="ann")))
    assert "toy:test#hardly" not in clauses(look.refusals(Poke(toy="bear", at="hen", by="ann")))


def test_a_protected_target_is_lifted_by_kind():
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob", printed=("shy",)), Toy("owl", "bob"))
    action = Poke(toy="bear", at="hen", by="ann")
    assert clauses(Look(board, BOOK).refusals(action)) == ["toy:shy#not-chosen"]
    book = BOOK.plus(lift("protection"))
    assert Look(board, book).legal(action)
    assert lifted(play(book, board, action).trace) == [Lifted("toy:shy#not-chosen", "toy:test#lifts")]


def test_a_lift_stands_in_the_choice_of_a_target():
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob", printed=("shy",)), Toy("owl", "bob"))
    book = BOOK.plus(lift("protection"))
    done = play(book, board, Squeak(toy="bear"), "hen")
    assert step_of(done.trace, "squeak-at").lifted == (Lifted("toy:shy#not-chosen", "toy:test#lifts"),)
    other = play(book, board, Squeak(toy="bear"), "owl")
    assert step_of(other.trace, "squeak-at").lifted == ()


def test_a_duty_is_lifted():
    board = playroom(Toy("bear", "ann", printed=("eager",)), Toy("owl", "ann"), Toy("hen", "bob"))
    action = Poke(toy="owl", at="hen", by="ann")
    assert clauses(Look(board, BOOK).refusals(action)) == ["toy:eager#must-poke"]
    found = []
    assert Look(board, BOOK.plus(lift("obliging"))).refusals(action, lifts=found) == ()
    assert found == [Lifted("toy:eager#must-poke", "toy:test#lifts")]


# --- instead --------------------------------------------------------------------------------------------

SHARP = playroom(
    Toy("pin", "ann", printed=("sharp",)), Toy("owl", "ann"),
    Toy("hen", "bob", printed=("padded 1",)), Toy("cat", "bob"),
)  # fmt: skip


def test_a_replacement_is_lifted_for_the_acting_toy():
    sharp = happen(BOOK, SHARP, Dented("hen", 1, Poke(toy="pin", at="hen", by="ann")))
    assert sharp.board.toys["hen"].dents == 1
    pair = Lifted("toy:padded#first-dents", "toy:sharp#goes-through")
    assert step_of(sharp.trace, "dented").lifted == (pair,)
    blunt = happen(BOOK, SHARP, Dented("hen", 1, Poke(toy="owl", at="hen", by="ann")))
    assert blunt.board.toys["hen"].dents == 0
    assert lifted(blunt.trace) == []


# --- after ----------------------------------------------------------------------------------------------


def test_a_trigger_is_lifted_and_says_what_does_not_happen():
    board = playroom(Toy("bear", "ann", printed=("loud",)))
    assert names(happen(BOOK, board, PutAway("bear")).trace) == ["put-away", "rang"]
    quiet = happen(BOOK.plus(lift("triggered")), board, PutAway("bear"))
    assert names(quiet.trace) == ["put-away", "prevented"]
    step = quiet.trace[1]
    assert step.event.event == Rang("bear")
    assert step.lifted == (Lifted("toy:loud#rings", "toy:test#lifts"),)
    assert step.cites == ("toy:loud#rings", "toy:test#lifts")
    assert step.cause == 0


@pytest.mark.parametrize(("looks_back", "rings"), [(True, False), (False, True)])
def test_a_lift_looks_back_with_the_event_it_is_about(looks_back, rings):
    """The librarian hushes whoever leaves; when they leave together, it still does."""
    book = BOOK.plus(lift("toy:loud#rings", of="librarian"))
    board = playroom(
        Toy("bear", "ann", printed=("loud",)),
        Toy("owl", "bob", printed=("librarian",), place="shelf" if looks_back else "box"),
    )  # fmt: skip
    together = happen(book, board, PutAway("bear"), PutAway("owl"))
    assert ("rang" in names(together.trace)) is rings


def test_a_state_rule_is_lifted_and_noted_once():
    book = BOOK.plus(
        lift("toy:lost#dents-reach-stuffing", only=lambda look, i, ability, event: event.toy == "bear")
    )
    board = playroom(Toy("bear", "ann", dents=2), Toy("hen", "bob", dents=2))
    end = happen(book, board, Dented("bear", 1), Dented("hen", 1))
    assert (end.board.toys["bear"].place, end.board.toys["hen"].place) == ("shelf", "lost")
    held = [s for s in end.trace if s.name == "prevented"]
    assert [(s.event.event, s.lifted) for s in held] == [
        (Lost("bear"), (Lifted("toy:lost#dents-reach-stuffing", "toy:test#lifts"),))
    ]
    assert [s.name for s in happen(book, end.board, Rang("hen")).trace].count("prevented") == 1


def test_a_lifted_state_rule_is_noted_once_in_a_run():
    book = BOOK.plus(lift("toy:lost#dents-reach-stuffing"))
    board = playroom(Toy("bear", "ann", dents=3), Toy("owl", "ann", place="box"), Toy("hen", "bob"))
    done = play(book, board, Fetch(toy="owl"), Pass(), Pass())
    assert names(done.trace).count("prevented") == 1


# --- modifies -------------------------------------------------------------------------------------------


def test_a_contribution_is_lifted_and_the_ledger_loses_its_line():
    board = playroom(Toy("bear", "ann", printed=("heavy",)), Toy("owl", "ann", printed=("heavy",)))
    only_bear = lift("toy:heavy#two-more", only=lambda look, heavy, ability, event: heavy.bearer == "bear")
    look = Look(board, BOOK.plus(only_bear))
    found = []
    assert look.value("force", "bear", lifts=found) == 1
    assert found == [Lifted("toy:heavy#two-more", "toy:test#lifts")]
    assert look.ledger("force", "bear") == ()
    assert look.value("force", "owl") == 3


def test_what_was_lifted_from_a_value_can_stand_in_the_step_that_used_it():
    rules = Rules()

    @rules.unfolds(Wind, "toy:test#winds-softly", step="wind")
    def wind(run, frame):
        bearer, lifts = frame.action.key.bearer, []
        n = run.look.value("force", bearer, frame.action, lifts=lifts)
        yield from run.emit(Rang(bearer, n), lifted=lifts)

    book = BOOK.without("toy:wind#key").plus(rules, lift("toy:heavy#two-more"))
    bear = Toy("bear", "ann", printed=("heavy",))
    from simulator.engine.run import Run
    from tests.engine.toy import drive

    run = Run(book, playroom(bear))
    end = drive(run, run.perform(Wind(key=bear.instances()[0], by="ann")))
    step = step_of(end.trace, "rang")
    assert step.event.n == 1
    assert step.lifted == (Lifted("toy:heavy#two-more", "toy:test#lifts"),)


# --- offers ---------------------------------------------------------------------------------------------


def test_an_offer_is_lifted_and_its_action_is_refused_by_the_clause():
    board = playroom(Toy("bear", "ann", tired=True), Toy("owl", "ann"), Toy("hen", "bob"))
    look = Look(
        board, BOOK.plus(lift("toy:hug#in-answer", only=lambda look, i, a, event: event.toy == "bear"))
    )
    assert Hug(toy="bear", by="ann") not in look.candidates("respond", "ann")
    legal, refused = look.options("respond", "ann")
    assert legal == ()
    assert [r.cites for r in dict(refused)[Hug(toy="bear", by="ann")]] == [
        ("toy:test#lifts", "toy:hug#in-answer")
    ]
    assert Look(board, BOOK).options("respond", "ann")[0] == (Hug(toy="bear", by="ann"),)


# --- what cannot be lifted ------------------------------------------------------------------------------


def test_what_happens_and_how_it_unfolds_cannot_be_lifted():
    book = BOOK.plus(lift("toy:dent#stays"), lift("toy:poke#dents", "toy:test#b"))
    done = happen(book, playroom(Toy("bear", "ann")), Dented("bear", 1))
    assert done.board.toys["bear"].dents == 1
    assert lifted(done.trace) == []


def test_lifts_are_bound_to_their_bearers():
    book = book_of(lift("toy:tired#does-not-poke", of="tireless"))
    action = Poke(toy="bear", at="hen", by="ann")
    awake = Toy("bear", "ann", tired=True, printed=("tireless",))
    assert Look(playroom(awake, Toy("hen", "bob")), book).legal(action)
    assert not Look(playroom(Toy("bear", "ann", tired=True), Toy("hen", "bob")), book).legal(action)


def test_a_lift_that_asks_for_what_it_lifts_names_both_clauses():
    from simulator.engine.errors import ValueCircle

    rules = Rules()

    @rules.modifies("force", "toy:test#stronger")
    def stronger(look, toy):
        return Add(1)

    book = BOOK.plus(
        rules, lift("toy:test#stronger", only=lambda look, i, a, e: look.value("force", "bear") > 1)
    )
    with pytest.raises(ValueCircle) as error:
        Look(playroom(Toy("bear", "ann")), book).value("force", "bear")
    assert set(error.value.clauses) == {"toy:test#stronger", "toy:test#lifts"}


def test_quiet_is_no_step():
    end = happen(BOOK, playroom(Toy("bear", "ann")), Dented("bear", 1))
    assert not any(isinstance(step.event, (Quiet, Target)) for step in end.trace)
