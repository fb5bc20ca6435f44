"""A rule receives a look: the read-only pair of a board and the rulebook that is running."""

import pytest

from simulator.engine.look import Look
from simulator.engine.record import Add, Grant, Instance
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, book_of, playroom
from tests.engine.toy.actions import Poke


def test_a_look_answers_from_its_own_rulebook_not_from_another():
    board = playroom(Toy("bear", "ann", printed=("heavy",)), Toy("hen", "bob"))
    assert Look(board, BOOK).value("force", "bear") == 3
    assert Look(board, BOOK.without("toy:heavy#two-more")).value("force", "bear") == 1
    assert Look(board, BOOK).value("force", "bear") == 3


def test_rules_are_handed_the_rulebook_that_runs():
    seen = []
    rules = Rules()

    @rules.modifies("force", "toy:test#spy")
    def spy(look, toy):
        seen.append(look.rules)
        return Add(0)

    book = book_of(rules)
    copy = book.edition("copy")
    board = playroom(Toy("bear", "ann"))
    Look(board, copy).value("force", "bear")
    assert seen == [copy]
    assert copy is not book


def test_refusals_name_clause_key_and_facts_and_are_empty_for_what_is_legal():
    board = playroom(Toy("bear", "ann", tired=True), Toy("owl", "ann"), Toy("hen", "bob"))
    look = Look(board, BOOK)
    (reason,) = look.refusals(Poke(toy="bear", at="hen", by="ann"))
    assert (reason.cites, reason.key, reason.facts) == (
        ("toy:tired#does-not-poke",),
        "tired",
        {"toy": "bear"},
    )
    assert look.refusals(Poke(toy="owl", at="hen", by="ann")) == ()
    assert look.legal(Poke(toy="owl", at="hen", by="ann"))


def test_every_reason_is_given_not_the_first_only():
    board = playroom(Toy("bear", "ann", tired=True, place="box"), Toy("hen", "bob", place="lost"))
    reasons = Look(board, BOOK).refusals(Poke(toy="bear", at="hen", by="ann"))
    assert {r.clause for r in reasons} == {
        "toy:tired#does-not-poke", "toy:poke#from-the-shelf", "toy:poke#at-the-shelf",
    }  # fmt: skip


def test_boards_are_never_changed_by_looking():
    board = playroom(
        Toy("bear", "ann", printed=("royal", "padded 2")), Toy("hen", "ann", printed=("guardian",))
    )
    before = board.but()
    look = Look(board, BOOK)
    look.options("act", "ann")
    look.value("force", "bear")
    assert board == before
    with pytest.raises(AttributeError):
        board.round = 2


@pytest.mark.parametrize("grants", [True, False])
def test_an_unknown_object_has_no_features(grants):
    book = BOOK if grants else book_of()
    look = Look(playroom(Toy("bear", "ann", printed=("padded 1",))), book)
    assert look.features("ghost") == ()
    assert look.features("bear") == (Instance("bear", "padded", 1),)


def test_rules_of_a_feature_work_only_in_their_zones():
    rules = Rules()

    @rules.modifies("force", "toy:test#anywhere", of="odd", at={"box", "shelf"})
    def anywhere(look, toy, odd):
        return Add(10) if toy == odd.bearer else None

    @rules.modifies("force", "toy:test#in-play", of="odd")
    def in_play(look, toy, odd):
        return Add(1) if toy == odd.bearer else None

    book = book_of(rules)
    for place, force in (("shelf", 12), ("box", 11), ("lost", 1)):
        look = Look(playroom(Toy("bear", "ann", place=place, printed=("odd",))), book)
        assert look.value("force", "bear") == force


def test_nothing_is_kept_of_what_was_asked_while_features_were_being_found():
    """What is asked before it is known that the bear is heavy is asked anew afterwards."""
    poke = Poke(toy="bear", at="hen", by="ann")
    early = []
    rules = Rules()

    @rules.modifies("features", "toy:test#grows-heavy")
    def grows_heavy(look, toy):
        if toy == "bear" and not look.has("bear", "heavy"):
            early.append((look.value("force", "bear"), look.legal(poke)))
        return Grant("heavy") if toy == "bear" else None

    @rules.forbids(Poke, "toy:test#too-heavy")
    def too_heavy(look, action):
        return ("too-heavy", {}) if look.has(action.toy, "heavy") else None

    look = Look(playroom(Toy("bear", "ann"), Toy("hen", "bob")), BOOK.plus(rules))
    assert look.has("bear", "heavy")
    assert early == [(1, True)]
    assert look.value("force", "bear") == 3
    assert not look.legal(poke)


def test_a_question_that_features_ask_again_while_they_are_found_is_no_circle():
    rules = Rules()

    @rules.modifies("features", "toy:test#heavy-if-weak")
    def heavy_if_weak(look, toy):
        return Grant("heavy") if toy == "bear" and look.value("force", "hen") < 9 else None

    look = Look(playroom(Toy("bear", "ann"), Toy("hen", "bob")), BOOK.plus(rules))
    assert look.value("force", "hen") == 1
    assert look.value("force", "bear") == 3
