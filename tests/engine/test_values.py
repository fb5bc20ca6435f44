"""Values: contributions in the game's order, their ledger, and circles."""

import pytest

from simulator.engine.errors import EngineError, ValueCircle
from simulator.engine.look import Look
from simulator.engine.record import Add, Cap, Set
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, GAME, Toy, book_of, playroom
from tests.engine.toy.game import PlayroomGame

BEAR = playroom(Toy("bear", "ann"))


def force(*parts, game=GAME):
    """A book in which these contributions are made to the force of every toy, in alphabetical clauses."""
    rules = Rules()
    for n, part in enumerate(parts):

        def given(look, toy, part=part):
            return part

        given.__qualname__ = f"given-{n}"
        rules.modifies("force", f"toy:test#{n}")(given)
    book = book_of(rules)
    book.game = game
    return book


@pytest.mark.parametrize(
    ("parts", "total"),
    [
        ((), 1),
        ((Add(2),), 3),
        ((Add(2), Add(-1)), 2),
        ((Cap(2), Add(5)), 2),
        ((Cap(9), Add(5)), 6),
        ((Set(4), Add(5), Cap(3)), 4),
        (((Add(1), Add(1)),), 3),
    ],
)
def test_what_adds_then_caps_then_setters(parts, total):
    assert Look(BEAR, force(*parts)).value("force", "bear") == total


def test_the_game_orders_contributions():
    class SettersFirst(PlayroomGame):
        def ordered_contributions(self, look, name, subject, found):
            return sorted(found, key=lambda row: not isinstance(row[2], Set))

    assert Look(BEAR, force(Set(4), Add(5))).value("force", "bear") == 4
    assert Look(BEAR, force(Set(4), Add(5), game=SettersFirst())).value("force", "bear") == 9


def test_the_ledger_says_who_added_what_in_order():
    board = playroom(Toy("bear", "ann", printed=("heavy", "heavy")), Toy("owl", "ann", printed=("heavy",)))
    rules = Rules()

    @rules.modifies("force", "toy:test#at-most")
    def at_most(look, toy):
        return Cap(4)

    look = Look(board, BOOK.plus(rules))
    rows = [(rule.clause, own and own.label, part) for rule, own, part in look.ledger("force", "bear")]
    assert rows == [
        ("toy:heavy#two-more", "bear/heavy", Add(2)),
        ("toy:heavy#two-more", "bear/heavy-2", Add(2)),
        ("toy:test#at-most", None, Cap(4)),
    ]
    assert look.value("force", "bear") == 4
    assert look.value("force", "owl") == 3
    assert look.ledger("stuffing", "bear") == ()


def test_values_that_rest_on_one_another_in_a_circle_name_the_clauses_of_the_circle_only():
    rules = Rules()

    @rules.modifies("force", "toy:test#as-stuffed")
    def as_stuffed(look, toy):
        return Add(look.value("stuffing", toy))

    @rules.modifies("stuffing", "toy:test#as-forceful")
    def as_forceful(look, toy):
        return Add(look.value("force", toy))

    @rules.modifies("rings", "toy:test#rings-by-force")
    def rings_by_force(look, toy):
        return Add(look.value("force", toy))

    look = Look(BEAR, book_of(rules))
    with pytest.raises(ValueCircle) as error:
        look.value("rings", "bear")
    assert set(error.value.clauses) == {"toy:test#as-stuffed", "toy:test#as-forceful"}
    one_way = Look(BEAR, book_of(rules).without("toy:test#as-forceful"))
    assert one_way.value("rings", "bear") == 1 + (1 + 3)


def test_the_same_value_of_another_toy_is_no_circle():
    rules = Rules()

    @rules.modifies("force", "toy:test#leans-on-owl")
    def leans(look, toy):
        return Add(look.value("force", "owl")) if toy == "bear" else None

    assert Look(playroom(Toy("bear", "ann"), Toy("owl", "ann")), book_of(rules)).value("force", "bear") == 2


def test_a_base_value_that_asks_for_itself_is_a_circle_too():
    class Silly(PlayroomGame):
        def base_value(self, look, name, subject):
            return look.value(name, subject)

    with pytest.raises(ValueCircle):
        Look(BEAR, force(game=Silly())).value("force", "bear")


def test_values_work_again_after_an_error():
    look = Look(BEAR, BOOK)
    with pytest.raises(KeyError):
        look.value("unheard-of", "bear")
    assert look.value("force", "bear") == 1


def test_a_rule_for_its_bearer_alone_needs_a_feature():
    with pytest.raises(EngineError, match="own_only"):
        Rules().modifies("force", "toy:test#x", own_only=True)
