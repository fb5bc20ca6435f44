"""Which features something has is a value too: bundles, grants, takes, and grants that rest on themselves."""

import pytest

from simulator.engine.errors import ValueCircle
from simulator.engine.look import Look
from simulator.engine.record import Grant, Instance, Take
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, GAME, Toy, book_of, playroom
from tests.engine.toy.game import PlayroomGame


def features(book, *toys, of="bear"):
    return sorted(i.feature for i in Look(playroom(*toys), book).features(of))


ROYAL = Toy("bear", "ann", printed=("royal",))


def test_a_bundle_grants_each_member():
    assert features(BOOK, ROYAL) == ["heavy", "loud", "royal"]
    assert features(BOOK, Toy("bear", "ann")) == []
    assert Look(playroom(ROYAL), BOOK).value("force", "bear") == 3


def test_each_member_is_lost_alone():
    assert features(BOOK.without("toy:royal#heavy"), ROYAL) == ["loud", "royal"]
    assert features(BOOK.without("toy:royal#loud"), ROYAL) == ["heavy", "royal"]
    rules = Rules()

    @rules.modifies("features", "toy:test#hushed")
    def hushed(look, toy):
        return Take("loud")

    assert features(BOOK.plus(rules), ROYAL) == ["heavy", "royal"]


def test_each_member_is_ignored_alone():
    rules = Rules()

    @rules.lifts("toy:heavy#two-more", "toy:test#light")
    def light(look, heavy, ability, event):
        return True

    look = Look(playroom(ROYAL), BOOK.plus(rules))
    assert look.value("force", "bear") == 1
    assert look.has("bear", "heavy")
    assert look.has("bear", "loud")


def test_a_member_row_itself_can_be_lifted():
    rules = Rules()

    @rules.lifts("toy:royal#loud", "toy:test#quiet-king")
    def quiet_king(look, royal, ability, event):
        return royal.bearer == "bear"

    book = BOOK.plus(rules)
    assert features(book, ROYAL) == ["heavy", "royal"]
    assert features(book, Toy("king", "ann", printed=("royal",)), of="king") == ["heavy", "loud", "royal"]


def test_a_take_removes_printed_and_granted_copies():
    rules = Rules()

    @rules.modifies("features", "toy:test#bare")
    def bare(look, toy):
        return Take("padded")

    toys = Toy("bear", "ann", printed=("padded 2",)), Toy("hen", "ann", printed=("guardian",))
    assert features(BOOK, *toys) == ["padded", "padded"]
    assert features(BOOK.plus(rules), *toys) == []


def test_what_a_granted_feature_grants_goes_with_it():
    rules = Rules()

    @rules.modifies("features", "toy:test#crowned", of="crown")
    def crowned(look, toy, crown):
        return Grant("royal") if toy != crown.bearer else None

    book = BOOK.plus(rules)
    hen = Toy("hen", "bob", printed=("crown",))
    assert features(book, Toy("bear", "ann"), hen) == ["heavy", "loud", "royal"]
    assert features(book, Toy("bear", "ann"), Toy("hen", "bob", place="box", printed=("crown",))) == []


def test_granted_instances_know_clause_giver_and_age():
    toys = Toy("bear", "ann"), Toy("hen", "ann", printed=("guardian",))
    (padded,) = Look(playroom(*toys), BOOK).features("bear")
    assert padded == Instance("bear", "padded", 1, clause="toy:guardian#pads-the-others", giver="hen")


def test_a_grant_resting_on_itself_is_an_error_that_names_the_clause():
    rules = Rules()

    @rules.modifies("features", "toy:test#breeds", of="odd")
    def breeds(look, toy, odd):
        return Grant("odd")

    look = Look(playroom(Toy("bear", "ann", printed=("odd",))), book_of(rules))
    with pytest.raises(
        ValueCircle, match="the feature odd of bear rests on itself: toy:test#breeds"
    ) as error:
        look.features("bear")
    assert error.value.clauses == ("toy:test#breeds",)
    with pytest.raises(ValueCircle):  # and not a half-made answer the second time
        look.features("bear")


def test_a_circle_of_grants_names_its_clauses_and_no_others():
    rules = Rules()
    rules.bundle("odd", Grant("even"), "toy:test#odd-is-even")
    rules.bundle("even", Grant("odd"), "toy:test#even-is-odd")
    book = BOOK.plus(rules)
    circle = Look(playroom(Toy("bear", "ann", printed=("odd", "royal"))), book)
    with pytest.raises(ValueCircle) as error:
        circle.features("bear")
    assert set(error.value.clauses) == {"toy:test#odd-is-even", "toy:test#even-is-odd"}
    assert features(book, ROYAL) == ["heavy", "loud", "royal"]  # a circle nobody is in hurts nobody


def test_a_circle_through_another_toy():
    rules = Rules()

    @rules.modifies("features", "toy:test#shares", of="odd")
    def shares(look, toy, odd):
        return Grant("odd") if toy != odd.bearer else None

    look = Look(playroom(Toy("bear", "ann", printed=("odd",)), Toy("hen", "ann")), book_of(rules))
    with pytest.raises(ValueCircle, match="toy:test#shares"):
        look.has("hen", "odd")


def test_grants_that_never_come_to_rest_name_the_restless_clauses():
    rules = Rules()

    @rules.modifies("features", "toy:test#unless-loud")
    def unless_loud(look, toy):
        return None if look.has(toy, "loud") else Grant("loud")

    @rules.modifies("features", "toy:test#steady")
    def steady(look, toy):
        return Grant("heavy")

    look = Look(playroom(Toy("bear", "ann")), book_of(rules))
    with pytest.raises(ValueCircle) as error:
        look.features("bear")
    assert error.value.clauses == ("toy:test#unless-loud",)


def test_a_condition_on_a_feature_does_not_hold_itself_up():
    rules = Rules()

    @rules.modifies("features", "toy:test#if-loud-then-loud")
    def if_loud(look, toy):
        return Grant("loud") if look.has(toy, "loud") else None

    book = book_of(rules)
    assert features(book, Toy("bear", "ann")) == []
    assert features(book, Toy("bear", "ann", printed=("loud",))) == ["loud", "loud"]


def test_the_game_says_which_of_several_equal_ones_works():
    class OnlyTheBest(PlayroomGame):
        def distinct(self, look, found):
            best = {}
            for instance in found:
                if instance.feature not in best or (instance.x or 0) > (best[instance.feature].x or 0):
                    best[instance.feature] = instance
            return best.values()

    toy = Toy("bear", "ann", printed=("padded 1", "padded 3", "loud"))
    strict = BOOK.edition("strict")
    strict.game = OnlyTheBest()
    assert [(i.feature, i.x) for i in Look(playroom(toy), strict).features("bear")] == [
        ("padded", 3),
        ("loud", None),
    ]
    assert len(Look(playroom(toy), BOOK).features("bear")) == 3
    assert BOOK.game is GAME


def test_equal_grants_of_one_giver_are_several_instances():
    toys = Toy("bear", "ann"), Toy("hen", "ann", printed=("guardian", "guardian"))
    padded = Look(playroom(*toys), BOOK).features("bear")
    assert [i.label for i in padded] == ["bear/padded-1-from-hen", "bear/padded-1-from-hen-2"]
    assert len(set(padded)) == 2


def test_a_printed_copy_and_one_from_a_bundle_have_different_labels():
    heavy = Look(playroom(Toy("bear", "ann", printed=("heavy", "royal"))), BOOK).features("bear")
    assert [i.label for i in heavy] == ["bear/heavy", "bear/royal", "bear/heavy-2", "bear/loud"]
    assert Look(playroom(Toy("bear", "ann", printed=("heavy", "royal"))), BOOK).value("force", "bear") == 5
