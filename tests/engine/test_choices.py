"""Legality of choices: required ones, targets, duties, and candidates that only `offers` proposes."""

import pytest

from simulator.engine.drivers import Play
from simulator.engine.errors import Illegal, NotAnOption
from simulator.engine.look import Look
from simulator.engine.record import Action, Pass
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, book_of, play, playroom
from tests.engine.toy.actions import Fetch, Hug, Poke, Spin, Squeak
from tests.engine.toy.driving import clauses, names
from tests.engine.toy.events import Squeaked

BEAR, HEN = Toy("bear", "ann"), Toy("hen", "bob")
SHY = Toy("hen", "bob", printed=("shy",))


# --- required choices -----------------------------------------------------------------------------------


def test_an_action_whose_choice_has_no_legal_option_is_refused_by_what_refuses_the_options():
    look = Look(playroom(BEAR, SHY), BOOK)
    (reason,) = look.refusals(Squeak(toy="bear", by="ann"))
    assert (reason.clause, reason.facts) == ("toy:shy#not-chosen", {"toy": "hen"})


def test_with_nothing_to_choose_from_the_game_says_so():
    assert clauses(Look(playroom(BEAR), BOOK).refusals(Squeak(toy="bear", by="ann"))) == [
        "toy:squeak#needs-another"
    ]


def test_one_legal_option_is_enough():
    look = Look(playroom(BEAR, SHY, Toy("cat", "bob")), BOOK)
    assert look.legal(Squeak(toy="bear", by="ann"))


def test_an_option_that_goes_when_it_is_declared_cancels_it():
    from simulator.engine.record import Declared
    from tests.engine.toy.events import PutAway

    rules = Rules()

    @rules.after(Declared, "toy:test#flees", of="timid")
    def flees(before, after, event, timid):
        return PutAway(timid.bearer) if after.board.toys[timid.bearer].place == "shelf" else None

    done = play(BOOK.plus(rules), playroom(BEAR, Toy("hen", "bob", printed=("timid",))), Squeak(toy="bear"))
    assert names(done.trace) == ["declared", "put-away", "cancelled"]


def test_refused_targets_keep_their_clause_in_the_decision():
    done = play(BOOK, playroom(BEAR, SHY, Toy("cat", "bob"), Toy("owl", "ann")), Squeak(toy="bear"))
    decision = done.decision
    assert decision.options == ("cat", "owl")
    ((option, reasons),) = decision.refused
    assert (option, clauses(reasons)) == ("hen", ["toy:shy#not-chosen"])
    with pytest.raises(Illegal, match="toy:shy#not-chosen"):
        done.answer("hen")
    done.answer("cat")
    assert Squeaked("bear", "cat") in [step.event for step in done.trace]


def test_a_named_target_passes_through_the_same_rules():
    board = playroom(BEAR, SHY, Toy("owl", "bob"))
    assert clauses(Look(board, BOOK).refusals(Poke(toy="bear", at="hen", by="ann"))) == ["toy:shy#not-chosen"]
    assert Look(board, BOOK).legal(Poke(toy="owl", at="hen", by="bob"))  # its own side may
    assert Look(board, BOOK).legal(Poke(toy="bear", at="owl", by="ann"))


def test_refused_actions_keep_their_clauses_in_the_window():
    opening = Play(BOOK, playroom(Toy("bear", "ann", tired=True), Toy("owl", "ann"), HEN))
    refused = dict(opening.decision.refused)
    assert clauses(refused[Poke(toy="bear", at="hen", by="ann")]) == ["toy:tired#does-not-poke"]
    before = opening.position()
    with pytest.raises(Illegal) as error:
        opening.answer(Poke(toy="bear", at="hen"))
    assert error.value.reasons == refused[Poke(toy="bear", at="hen", by="ann")]
    assert opening.position() == before
    assert opening.decision.kind == "act"


# --- duties ---------------------------------------------------------------------------------------------

EAGER = Toy("bear", "ann", printed=("eager",))
OWL = Toy("owl", "ann")


def test_a_duty_forbids_everything_else_even_passing():
    look = Look(playroom(EAGER, OWL, HEN), BOOK)
    assert look.legal(Poke(toy="bear", at="hen", by="ann"))
    for other in (Poke(toy="owl", at="hen", by="ann"), Spin(toy="bear", by="ann"), Pass(by="ann")):
        assert clauses(look.refusals(other)) == ["toy:eager#must-poke"]


def test_a_duty_holds_only_while_its_action_is_legal():
    look = Look(playroom(Toy("bear", "ann", tired=True, printed=("eager",)), OWL, HEN), BOOK)
    assert look.legal(Pass(by="ann"))
    assert look.legal(Poke(toy="owl", at="hen", by="ann"))


def test_a_duty_binds_nobody_else():
    assert Look(playroom(EAGER, OWL, HEN), BOOK).legal(Pass(by="bob"))


def test_two_duties_never_wait_for_each_other():
    two = playroom(EAGER, Toy("owl", "ann", printed=("eager",)), Toy("cat", "ann"), HEN)
    look = Look(two, BOOK)
    assert look.legal(Poke(toy="bear", at="hen", by="ann"))
    assert look.legal(Poke(toy="owl", at="hen", by="ann"))
    assert clauses(look.refusals(Pass(by="ann"))) == ["toy:eager#must-poke", "toy:eager#must-poke"]
    assert look.refusals(Poke(toy="cat", at="hen", by="ann"))
    after = play(BOOK, two, Poke(toy="bear", at="hen"))
    assert [o.toy for o in after.decision.options] == ["owl"] * 3
    after.answer(Poke(toy="owl", at="hen"))
    assert Pass(by="ann") in after.decision.options


def test_dutiful_actions_may_leave_out_the_player():
    rules = Rules()

    @rules.duty(Action, "toy:test#must-spin")
    def must_spin(look, action):
        return [Spin(toy="bear")], "must-spin", {}

    look = Look(playroom(BEAR, HEN), book_of(rules))
    assert look.legal(Spin(toy="bear", by="ann"))
    assert clauses(look.refusals(Pass(by="ann"))) == ["toy:test#must-spin"]


def test_refusals_may_name_further_clauses():
    rules = Rules()

    @rules.forbids(Spin, "toy:test#no-spinning")
    def no_spinning(look, action):
        return "no-spinning", {}, ("toy:test#because",)

    (reason,) = Look(playroom(BEAR), book_of(rules)).refusals(Spin(toy="bear", by="ann"))
    assert reason.cites == ("toy:test#no-spinning", "toy:test#because")


def test_a_legality_that_asks_for_itself_is_an_error_that_names_the_clauses():
    from simulator.engine.errors import ValueCircle

    rules = Rules()

    @rules.forbids(Spin, "toy:test#if-hug-is")
    def if_hug_is(look, action):
        return None if look.legal(Hug(toy="bear", by="ann")) else ("no", {})

    @rules.forbids(Hug, "toy:test#if-spin-is")
    def if_spin_is(look, action):
        return None if look.legal(Spin(toy="bear", by="ann")) else ("no", {})

    look = Look(playroom(Toy("bear", "ann", tired=True)), book_of(rules))
    with pytest.raises(ValueCircle, match="the legality of Hug") as error:
        look.refusals(Hug(toy="bear", by="ann"))
    assert set(error.value.clauses) == {"toy:test#if-hug-is", "toy:test#if-spin-is"}


# --- candidates -----------------------------------------------------------------------------------------


def test_nothing_is_proposed_that_no_rule_offers():
    board = playroom(BEAR, HEN)
    silent = BOOK.without("toy:round#acts")
    assert Look(board, silent).candidates("act", "ann") == ()
    assert Look(board, BOOK).candidates("act", "ann") != ()
    assert Look(board, BOOK).candidates("elsewhere", "ann") == ()


def test_what_is_legal_but_not_offered_is_no_option():
    opening = Play(BOOK, playroom(BEAR, HEN, Toy("cat", "ann", tired=True)))
    assert Look(opening.board, BOOK).legal(Hug(toy="cat", by="ann"))
    with pytest.raises(NotAnOption):
        opening.answer(Hug(toy="cat"))


def test_a_keyword_opens_a_new_time_for_its_own():
    toys = BEAR, HEN, Toy("cat", "bob", place="box")
    asked = play(
        BOOK,
        playroom(BEAR, HEN, Toy("cat", "bob", place="box", printed=("jumpy",))),
        Poke(toy="bear", at="hen"),
    )
    assert asked.decision.options == (Pass(by="bob"), Fetch(toy="cat", by="bob"))
    asked.answer(Fetch(toy="cat"))
    assert asked.board.toys["cat"].place == "shelf"
    # Without the keyword nobody can answer, and the poke is done at once.
    assert names(play(BOOK, playroom(*toys), Poke(toy="bear", at="hen")).trace) == [
        "declared",
        "dented",
        "tired",
    ]


def test_a_keyword_works_only_in_the_place_it_names():
    asked = play(
        BOOK,
        playroom(BEAR, HEN, Toy("cat", "bob", place="lost", printed=("jumpy",))),
        Poke(toy="bear", at="hen"),
    )
    assert asked.decision.kind == "act"


def test_offers_of_an_action_class_are_made_in_every_window():
    rules = Rules()

    @rules.offers(Spin, "toy:test#spin-at-any-time")
    def at_any_time(look, player):
        return [Spin(toy=t.id) for t in look.board.on_shelf() if t.owner == player]

    look = Look(playroom(BEAR, HEN), book_of(rules))
    assert look.candidates("anything", "bob") == (Spin(toy="hen", by="bob"),)
    assert look.candidates("act", "bob").count(Spin(toy="hen", by="bob")) == 1


def test_two_offers_of_one_action_make_one_option_and_both_are_cited():
    rules = Rules()

    @rules.offers("act", "toy:test#also-spins")
    def also_spins(look, player):
        return Spin(toy="bear")

    done = play(BOOK.plus(rules), playroom(BEAR, HEN), Spin(toy="bear"))
    assert set(done.trace[0].cites) == {"toy:spin#die", "toy:round#acts", "toy:test#also-spins"}
    opening = Play(BOOK.plus(rules), playroom(BEAR, HEN))
    assert opening.decision.options.count(Spin(toy="bear", by="ann")) == 1
