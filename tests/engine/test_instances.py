"""Rules apply per instance; what was used up belongs to the instance and goes with it."""

from simulator.engine.look import Look
from simulator.engine.record import Event, Instance
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, happen, playroom
from tests.engine.toy.driving import names, step_of
from tests.engine.toy.events import Dented, Fetched, PutAway


def test_two_toys_with_the_same_prevention_both_count():
    board = playroom(Toy("bear", "ann", printed=("padded 1",)), Toy("hen", "bob", printed=("padded 1",)))
    end = happen(BOOK, board, Dented("bear", 2), Dented("hen", 2)).board
    assert (end.toys["bear"].dents, end.toys["hen"].dents) == (1, 1)


def test_two_copies_on_one_toy_both_count_and_an_unpadded_toy_takes_all():
    twice = happen(
        BOOK, playroom(Toy("bear", "ann", printed=("padded 1", "padded 1"))), Dented("bear", 3),
        answers=("toy:padded#first-dents@bear/padded-1-2",),
    )  # fmt: skip
    assert twice.board.toys["bear"].dents == 1
    assert names(twice.trace).count("used") == 2
    assert len({step.event.instance for step in twice.trace if step.name == "used"}) == 2
    once = happen(BOOK, playroom(Toy("bear", "ann", printed=("padded 1",))), Dented("bear", 2))
    assert once.board.toys["bear"].dents == 1
    none = happen(BOOK, playroom(Toy("bear", "ann")), Dented("bear", 2))
    assert none.board.toys["bear"].dents == 2


def test_what_is_used_up_stays_used_up():
    board = playroom(Toy("bear", "ann", printed=("padded 2",)))
    first = happen(BOOK, board, Dented("bear", 1)).board
    assert first.toys["bear"].dents == 0
    second = happen(BOOK, first, Dented("bear", 2)).board
    assert second.toys["bear"].dents == 1
    assert Look(second, BOOK).used(Instance("bear", "padded", 2)) == 2


def test_an_aura_that_was_lost_and_regained_is_new():
    board = playroom(Toy("bear", "ann"), Toy("hen", "ann", printed=("guardian",)), Toy("owl", "bob"))
    used_up = happen(BOOK, board, Dented("bear", 1)).board
    assert used_up.toys["bear"].dents == 0
    assert len(used_up.marks) == 1
    away = happen(BOOK, used_up, PutAway("hen")).board
    assert away.marks == {}
    back = happen(BOOK, away, Fetched("hen")).board
    assert happen(BOOK, back, Dented("bear", 1)).board.toys["bear"].dents == 0
    # The contrary: the aura never went, and what it gave is used up.
    other = happen(BOOK, used_up, PutAway("owl")).board
    assert len(other.marks) == 1
    assert happen(BOOK, other, Dented("bear", 1)).board.toys["bear"].dents == 1


def test_two_auras_are_told_apart_by_who_gives_them():
    board = playroom(
        Toy("bear", "ann"),
        Toy("hen", "ann", printed=("guardian",)), Toy("owl", "ann", printed=("guardian",)),
    )  # fmt: skip
    padded = [i for i in Look(board, BOOK).features("bear") if i.feature == "padded"]
    assert [i.giver for i in padded] == ["hen", "owl"]
    label = "toy:padded#first-dents@bear/padded-1-from-owl"
    used_up = happen(BOOK, board, Dented("bear", 1), answers=(label,)).board
    (mark,) = used_up.marks
    assert mark[0].giver == "owl"
    # When the other aura goes, the used-up one does not come back to life in its place.
    left = happen(BOOK, used_up, PutAway("hen")).board
    assert happen(BOOK, left, Dented("bear", 1)).board.toys["bear"].dents == 1
    fresh = happen(BOOK, used_up, PutAway("owl")).board
    assert happen(BOOK, fresh, Dented("bear", 1)).board.toys["bear"].dents == 0


def test_marks_are_dropped_by_any_event_after_which_the_instance_is_absent():
    rules = Rules()

    class Undressed(Event, frozen=True):
        toy: str

    @rules.happens(Undressed, "toy:test#undresses")
    def undressed(look, event):
        return look.board.changed(event.toy, printed=())

    book = BOOK.plus(rules)
    board = happen(book, playroom(Toy("bear", "ann", printed=("padded 2",))), Dented("bear", 1)).board
    assert board.marks
    end = happen(book, board, Undressed("bear"))
    assert end.board.marks == {}
    assert step_of(end.trace, "undressed").after.marks == {}  # with the event itself, not later


def test_rules_with_using_are_asked_for_the_used_instance_alone():
    from simulator.engine.record import Add
    from tests.engine.toy.actions import Wind

    rules = Rules()

    @rules.modifies("rings", "toy:test#louder-with-x", using="key")
    def louder(look, toy, key):
        return Add(key.x)

    @rules.forbids(Wind, "toy:test#rusty", using="key")
    def rusty(look, action, key):
        return ("rusty", {}) if key.x == 9 else None

    book = BOOK.plus(rules)
    bear = Toy("bear", "ann", printed=("key 2", "key 5", "key 9"))
    look = Look(playroom(bear), book)
    two, five, nine = bear.instances()
    assert look.value("rings", "bear", Wind(key=two, by="ann")) == 3
    assert look.value("rings", "bear", Wind(key=five, by="ann")) == 6
    assert look.value("rings", "bear") == 1
    assert look.legal(Wind(key=five, by="ann"))
    assert [r.key for r in look.refusals(Wind(key=nine, by="ann"))] == ["rusty"]
