"""A rulebook is a value: knock-outs, editions, options; the order of registration never matters."""

import random

import pytest

from simulator.engine.drivers import Play, random_play
from simulator.engine.errors import EngineError
from simulator.engine.look import Look
from simulator.engine.position import Frame
from simulator.engine.record import Add, Grant
from simulator.engine.rulebook import Rulebook, Rules
from tests.engine.toy import BOOK, GAME, KEYWORDS, Toy, book_of, happen, play, playroom
from tests.engine.toy.actions import Poke, Squeak
from tests.engine.toy.driving import names, step_of
from tests.engine.toy.events import Dented, RoundBegan
from tests.engine.toy.keywords import heavy, padded
from tests.engine.toy.rules import rules as basic

BEAR, HEN = Toy("bear", "ann"), Toy("hen", "bob")
POKE = Poke(toy="bear", at="hen")

FULL = playroom(
    Toy("bear", "ann", printed=("royal", "padded 2")), Toy("owl", "ann", place="box", printed=("jumpy",)),
    Toy("pin", "ann", printed=("sharp", "eager")),
    Toy("hen", "bob", printed=("guardian", "loud")), Toy("cat", "bob", printed=("shy", "slippery")),
    Toy("eel", "bob", tied_to="hen", printed=("padded 1", "padded 1")), room=5,
)  # fmt: skip


# --- knock-outs -----------------------------------------------------------------------------------------


def test_a_clause_knocked_out_changes_the_board():
    padded_hen = playroom(BEAR, Toy("hen", "bob", printed=("padded 1",)))
    assert play(BOOK, padded_hen, POKE).board.toys["hen"].dents == 0
    assert play(BOOK.without("toy:padded#first-dents"), padded_hen, POKE).board.toys["hen"].dents == 1


def test_a_rule_is_knocked_out_by_its_function_too():
    padded_hen = playroom(BEAR, Toy("hen", "bob", printed=("padded 1",)))
    assert play(BOOK.without(padded.soak), padded_hen, POKE).board.toys["hen"].dents == 1
    # One function under several clauses goes with all of them; one clause goes alone.
    from tests.engine.toy.rules import not_when_tired

    tired = Look(playroom(Toy("bear", "ann", tired=True), HEN), BOOK.without(not_when_tired))
    assert tired.legal(Poke(toy="bear", at="hen", by="ann"))
    assert tired.legal(Squeak(toy="bear", by="ann"))
    alone = Look(tired.board, BOOK.without("toy:tired#does-not-poke"))
    assert alone.legal(Poke(toy="bear", at="hen", by="ann"))
    assert not alone.legal(Squeak(toy="bear", by="ann"))


def test_what_an_event_does_can_be_knocked_out():
    end = happen(BOOK.without("toy:dent#stays"), playroom(BEAR), Dented("bear", 1))
    assert end.board.toys["bear"].dents == 0
    assert end.trace[0].cites == ("toy:test#happens",)


@pytest.mark.parametrize("what", ["toy:nobody#wrote-this", print])
def test_knocking_out_what_is_not_there_is_an_error(what):
    with pytest.raises(EngineError, match="no rule of first matches"):
        BOOK.without(what)
    with pytest.raises(EngineError, match="no rule of first matches"):
        BOOK.without("toy:dent#stays", what)


@pytest.mark.parametrize("seed", range(3))
def test_the_toys_own_plays_run_the_same_under_a_copied_rulebook(seed):
    copy = Rulebook("copy", BOOK.rules, BOOK.procedures, GAME)
    one, two = (random_play(book, FULL, seed=seed, decisions=60) for book in (BOOK, copy))
    assert [s.event for s in one.trace] == [s.event for s in two.trace]
    assert one.board == two.board


@pytest.mark.parametrize("seed", range(3))
def test_no_rule_reads_another_rulebook_than_the_one_that_runs(seed):
    """Played under a copy while the original is emptied, everything still goes on."""
    private = Rulebook.of("private", basic, *KEYWORDS, game=GAME)
    copy = Rulebook("copy", private.rules, private.procedures, GAME)
    private._table.clear()
    private._matching.clear()
    one = random_play(copy, FULL, seed=seed, decisions=60)
    two = random_play(BOOK, FULL, seed=seed, decisions=60)
    assert [s.event for s in one.trace] == [s.event for s in two.trace]


# --- steps and rows -------------------------------------------------------------------------------------


def test_steps_are_removed_one_by_one():
    assert names(play(BOOK, playroom(BEAR, HEN), POKE).trace) == ["declared", "dented", "tired"]
    assert names(play(BOOK.without("toy:poke#tires"), playroom(BEAR, HEN), POKE).trace) == [
        "declared",
        "dented",
    ]
    assert names(play(BOOK.without("toy:poke#dents"), playroom(BEAR, HEN), POKE).trace) == [
        "declared",
        "tired",
    ]
    no_answers = BOOK.without("toy:answer#both-pass")
    tired_hen = playroom(BEAR, Toy("hen", "bob", tired=True))
    assert play(BOOK, tired_hen, POKE).decision.kind == "respond"
    assert play(no_answers, tired_hen, POKE).decision.kind == "act"


def test_performance_begins_at_the_next_step_when_its_own_is_knocked_out():
    assert BOOK.performs_at(Poke) == 1
    assert BOOK.without("toy:answer#both-pass").performs_at(Poke) == 0
    assert BOOK.without("toy:poke#dents").performs_at(Poke) == 1
    assert BOOK.without("toy:poke#dents", "toy:poke#tires").performs_at(Poke) == 1
    tired = playroom(Toy("bear", "ann", tired=True), HEN)
    waiting = tired.but(pile=(*tired.pile, Frame(9, Poke(toy="bear", at="hen", by="ann"), "tire")))
    done = Play(BOOK.without("toy:poke#dents"), waiting)
    assert names(done.trace) == ["cancelled"]


def test_a_row_puts_a_step_behind_another_and_is_cited():
    rows = Rules()
    rows.precedes(Poke, "tire", "poke", "toy:test#tires-first")
    book = BOOK.plus(rows)
    assert BOOK.steps(Poke) == ("respond", "poke", "tire")
    assert book.steps(Poke) == ("respond", "tire", "poke")
    assert book.without("toy:test#tires-first").steps(Poke) == ("respond", "poke", "tire")
    assert book.row_cites(Poke, "poke") == ("toy:test#tires-first",)
    done = play(book.without("toy:tired#does-not-poke"), playroom(BEAR, HEN), POKE)
    assert names(done.trace) == ["declared", "tired", "dented"]
    assert step_of(done.trace, "dented").cites == ("toy:poke#dents", "toy:test#tires-first", "toy:dent#stays")


def test_several_rows_hold_together_whatever_their_order():
    rows = Rules()
    rows.precedes(Poke, "tire", "respond", "toy:test#a")
    rows.precedes(Poke, "respond", "poke", "toy:test#b")
    assert BOOK.plus(rows).steps(Poke) == ("tire", "respond", "poke")


def test_rows_that_contradict_each_other_are_an_error():
    rows = Rules()
    rows.precedes(Poke, "tire", "poke", "toy:test#a")
    rows.precedes(Poke, "poke", "tire", "toy:test#b")
    with pytest.raises(EngineError, match="the steps of Poke cannot be ordered"):
        BOOK.plus(rows).steps(Poke)


def test_a_subclass_inherits_the_procedure_and_may_replace_a_step():
    class GentlePoke(Poke, frozen=True, kw_only=True):
        pass

    rules = Rules()

    @rules.unfolds(GentlePoke, "toy:test#gently", step="poke")
    def gently(run, frame):
        yield from run.emit(Dented(frame.action.at, 0))

    book = BOOK.plus(rules)
    assert book.steps(GentlePoke) == ("respond", "poke", "tire")
    board = playroom(BEAR, HEN)
    board = board.but(pile=(*board.pile, Frame(9, GentlePoke(toy="bear", at="hen", by="ann"), "poke")))
    assert step_of(Play(book, board).trace, "dented").event.amount == 0
    # Rules about the base class cover it.
    assert not Look(playroom(Toy("bear", "ann", tired=True), HEN), book).legal(
        GentlePoke(toy="bear", at="hen", by="ann")
    )


# --- flags, editions ------------------------------------------------------------------------------------


def test_a_flag_stands_until_it_is_knocked_out():
    rules = Rules()
    rules.flag("toy:test#no-more")

    @rules.modifies("force", "toy:test#more")
    def more(look, toy):
        return None if look.stands("toy:test#no-more") else Add(1)

    book = book_of(rules)
    assert Look(playroom(BEAR), book).value("force", "bear") == 1
    assert Look(playroom(BEAR), book.without("toy:test#no-more")).value("force", "bear") == 2


def test_an_edition_is_without_and_plus_and_the_first_is_unchanged():
    later = Rules()

    @later.modifies("force", "toy:heavy#three-more", of="heavy")
    def three_more(look, toy, own):
        return Add(3) if toy == own.bearer else None

    clauses_before, rules_before = BOOK.clauses, BOOK.rules
    second = BOOK.without("toy:heavy#two-more").plus(later).edition("second")
    board = playroom(Toy("bear", "ann", printed=("heavy",)))
    assert (second.name, BOOK.name) == ("second", "first")
    assert Look(board, second).value("force", "bear") == 4
    assert Look(board, BOOK).value("force", "bear") == 3
    assert (BOOK.clauses, BOOK.rules) == (clauses_before, rules_before)
    assert second.clauses - BOOK.clauses == {"toy:heavy#three-more"}


def test_an_edition_may_give_a_procedure_anew():
    later = Rules()
    later.procedure(Poke, "tire", "poke", cites=("toy:poke#is-declared",))
    assert BOOK.plus(later).without("toy:answer#both-pass").steps(Poke) == ("tire", "poke")
    assert BOOK.steps(Poke) == ("respond", "poke", "tire")


# --- registration ---------------------------------------------------------------------------------------


def shuffled(seed):
    dice = random.Random(seed)
    files = [basic, *KEYWORDS]
    dice.shuffle(files)
    mixed = []
    for file in files:
        rules = Rules(list(file.rules), dict(file.procedures))
        dice.shuffle(rules.rules)
        mixed.append(rules)
    return Rulebook.of("first", *mixed, game=GAME)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_registration_never_matters(seed):
    one, two = (random_play(book, FULL, seed=seed, decisions=80) for book in (BOOK, shuffled(seed)))
    assert one.trace == two.trace
    assert len(one.trace) > 60


def test_rules_that_could_only_be_told_apart_by_their_order_are_an_error():
    rules = Rules()
    for n in (1, 2):

        @rules.modifies("force", "toy:test#same")
        def same(look, toy, n=n):
            return Add(n)

    with pytest.raises(EngineError, match="two rules of toy:test#same cannot be told apart"):
        book_of(rules)


def test_a_file_given_twice_is_an_error():
    with pytest.raises(EngineError, match="is in first twice"):
        BOOK.plus(heavy.rules)


def test_a_step_has_one_rule_and_a_procedure_one_listing():
    rules = Rules()

    @rules.unfolds(Poke, "toy:test#other", step="poke")
    def other(run, frame):
        yield from ()

    with pytest.raises(EngineError, match="the step poke of Poke has two rules"):
        BOOK.plus(rules)
    twice = Rules()
    twice.procedure(Poke, "poke", cites=("toy:poke#is-declared",))
    with pytest.raises(EngineError, match="two procedures for"):
        Rulebook.of("first", basic, twice)
    with pytest.raises(EngineError, match="two procedures for Poke"):
        twice.procedure(Poke, "poke", cites=("toy:poke#is-declared",))


def test_a_rule_for_a_step_that_is_not_listed_is_an_error():
    rules = Rules()

    @rules.unfolds(Poke, "toy:test#typo", step="pokee")
    def typo(run, frame):
        yield from ()

    with pytest.raises(EngineError, match="toy:test#typo: Poke has no step pokee"):
        BOOK.plus(rules).steps(Poke)
    with pytest.raises(EngineError, match="Poke has no step nowhere"):
        Rules().procedure(Poke, "poke", performs="nowhere", cites=("toy:poke#is-declared",))


def test_a_rule_without_a_clause_and_an_action_without_a_procedure_are_errors():
    with pytest.raises(EngineError, match="happens\\(RoundBegan\\) cites no clause"):
        Rules().happens(RoundBegan)
    with pytest.raises(EngineError, match="int has no procedure"):
        BOOK.procedure(int)


def test_every_clause_is_named():
    assert {"toy:padded#first-dents", "toy:royal#heavy", "toy:poke#tires"} <= BOOK.clauses
    rules = Rules()
    rules.bundle("odd", Grant("even"), "toy:test#row")
    assert "toy:test#row" in book_of(rules).clauses
