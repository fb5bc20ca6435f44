"""`instead`: replaced, reduced, prevented; optional, or an action; ordered by the chooser."""

import pytest

from simulator.engine.errors import EngineError
from simulator.engine.record import Prevented
from simulator.engine.rulebook import Rules
from tests.engine.toy import BOOK, Toy, book_of, happen, playroom
from tests.engine.toy.actions import Fetch, Poke
from tests.engine.toy.driving import names, step_of, told
from tests.engine.toy.events import Dented, Rang, Tired, Used

BEAR = Toy("bear", "ann")


def replaced(**options):
    """A decorator for the one `instead` of a book."""
    rules = Rules()

    def take(fn):
        rules.instead(Dented, "toy:test#instead", **options)(fn)
        return book_of(rules)

    return take


def test_an_event_is_reduced_and_cites_both_clauses():
    @replaced()
    def book(look, event):
        return event.but(amount=event.amount - 1) if event.amount else event

    end = happen(book, playroom(BEAR), Dented("bear", 3))
    assert told(end.trace) == [Dented("bear", 2)]  # once per event, though it would apply again
    assert end.trace[0].cites == ("toy:test#happens", "toy:test#instead", "toy:dent#stays")


def test_an_event_handed_back_is_not_replaced():
    @replaced()
    def book(look, event):
        return event

    assert happen(book, playroom(BEAR), Dented("bear", 1)).trace[0].cites == (
        "toy:test#happens",
        "toy:dent#stays",
    )


def test_a_prevented_event_is_noted_and_does_nothing():
    @replaced()
    def book(look, event):
        return None

    end = happen(book, playroom(BEAR), Dented("bear", 3))
    assert told(end.trace) == [Prevented(Dented("bear", 3))]
    assert end.trace[0].cites == ("toy:test#instead", "toy:test#happens")
    assert end.board.toys["bear"].dents == 0
    assert end.returned == ()


def test_prevention_can_trigger():
    rules = Rules()

    @rules.instead(Dented, "toy:test#instead")
    def nothing(look, event):
        return None

    @rules.after(Prevented, "toy:test#shame")
    def shame(before, after, event):
        return Rang("bear")

    assert names(happen(book_of(rules), playroom(BEAR), Dented("bear", 1)).trace) == ["prevented", "rang"]


def test_another_kind_of_event_takes_its_place_and_is_asked_again():
    rules = Rules()

    @rules.instead(Dented, "toy:test#tires-instead")
    def tires(look, event):
        return Tired(event.toy)

    @rules.instead(Tired, "toy:test#rings-instead")
    def rings(look, event):
        return Rang(event.toy)

    end = happen(book_of(rules), playroom(BEAR), Dented("bear", 1))
    assert told(end.trace) == [Rang("bear")]
    assert end.trace[0].cites == ("toy:test#happens", "toy:test#tires-instead", "toy:test#rings-instead")
    assert end.returned == (Rang("bear"),)


def test_the_first_of_several_goes_on_and_the_rest_follow_it():
    end = happen(BOOK, playroom(Toy("bear", "ann", printed=("padded 1",))), Dented("bear", 2))
    assert [type(event) for event in told(end.trace)] == [Dented, Used]
    assert [type(event) for event in end.returned] == [Dented, Used]


def test_what_follows_passes_through_instead_too_but_not_through_the_rule_that_made_it():
    rules = Rules()

    @rules.instead(Dented, "toy:test#shares-with-hen", of="kind")
    def shares(look, event, kind):
        if event.toy != kind.bearer:
            return event
        return event.but(amount=1), event.but(toy="hen", amount=event.amount - 1)

    book = BOOK.plus(rules)
    toys = Toy("bear", "ann", printed=("kind",)), Toy("hen", "ann", printed=("padded 1", "kind"))
    end = happen(book, playroom(*toys), Dented("bear", 3), answers=("toy:padded#first-dents@hen/padded-1",))
    # hen's own kindness and padding both apply to the share; bear's kindness not a second time.
    assert [(e.toy, e.amount) for e in told(end.trace) if isinstance(e, Dented)] == [
        ("bear", 1),
        ("hen", 1),
        ("hen", 0),
    ]


def test_the_same_rule_of_two_bearers_applies_once_each():
    rules = Rules()

    @rules.instead(Dented, "toy:test#passes-on", of="sly")
    def passes_on(look, event, sly):
        other = "hen" if sly.bearer == "bear" else "bear"
        return event.but(toy=other) if event.toy == sly.bearer else event

    toys = Toy("bear", "ann", printed=("sly",)), Toy("hen", "ann", printed=("sly",))
    end = happen(book_of(rules), playroom(*toys), Dented("bear", 1))
    assert told(end.trace) == [Dented("bear", 1)]  # bear to hen, hen to bear, and there it stays


# --- several at once ------------------------------------------------------------------------------------


def two_rules():
    rules = Rules()

    @rules.instead(Dented, "toy:test#doubled", of="soft")
    def doubled(look, event, soft):
        return event.but(amount=event.amount * 2) if event.toy == soft.bearer else event

    @rules.instead(Dented, "toy:test#one-less", of="soft")
    def one_less(look, event, soft):
        return event.but(amount=event.amount - 1) if event.toy == soft.bearer else event

    return book_of(rules)


@pytest.mark.parametrize(
    ("first", "dents"), [("toy:test#doubled@bear/soft", 3), ("toy:test#one-less@bear/soft", 2)]
)
def test_the_chooser_orders_several_and_the_order_matters(first, dents):
    end = happen(
        two_rules(), playroom(Toy("bear", "bob", printed=("soft",))), Dented("bear", 2), answers=(first,)
    )
    (decision,) = end.asked
    assert (decision.by, decision.kind) == ("bob", "order")
    assert set(decision.options) == {"toy:test#doubled@bear/soft", "toy:test#one-less@bear/soft"}
    assert decision.cites == ("toy:test#doubled", "toy:test#one-less")
    assert end.board.toys["bear"].dents == dents
    assert names(end.trace)[0] == "order"


def test_a_single_one_is_not_asked_about():
    end = happen(
        two_rules().without("toy:test#doubled"),
        playroom(Toy("bear", "bob", printed=("soft",))),
        Dented("bear", 2),
    )
    assert end.asked == []


# --- optional -------------------------------------------------------------------------------------------

SLIPPERY = playroom(Toy("eel", "bob", printed=("slippery",)), BEAR)


@pytest.mark.parametrize(("yes", "place", "dents"), [(True, "box", 0), (False, "shelf", 1)])
def test_an_optional_replacement_asks_the_controller_of_its_bearer(yes, place, dents):
    end = happen(BOOK, SLIPPERY, Dented("eel", 1), answers=(yes,))
    (decision,) = end.asked
    assert (decision.by, decision.kind, decision.moment.object) == ("bob", "may", "eel")
    assert (end.board.toys["eel"].place, end.board.toys["eel"].dents) == (place, dents)
    assert step_of(end.trace, "may").cites == ("toy:slippery#into-the-box",)


def test_a_refused_option_leaves_no_citation_on_the_event():
    assert (
        "toy:slippery#into-the-box"
        not in step_of(happen(BOOK, SLIPPERY, Dented("eel", 1), answers=(False,)).trace, "dented").cites
    )


def test_an_optional_rule_of_no_feature_asks_the_chooser():
    @replaced(optional=True)
    def book(look, event):
        return None

    end = happen(book, playroom(Toy("bear", "bob")), Dented("bear", 1), answers=(True,))
    assert end.asked[0].by == "bob"


# --- an action in place of the event --------------------------------------------------------------------


def fetches():
    @replaced()
    def book(look, event):
        return Fetch(toy="owl", by="ann")

    return book


def test_an_action_unfolds_in_place_of_the_event():
    end = happen(fetches(), playroom(BEAR, Toy("owl", "ann", place="box")).but(pile=()), Dented("bear", 1))
    assert names(end.trace) == ["prevented", "declared", "fetched"]
    assert end.board.toys["bear"].dents == 0
    assert end.board.toys["owl"].place == "shelf"
    assert end.returned == ()
    assert end.board.pile == ()


def test_an_illegal_action_in_place_of_the_event_is_not_done_and_neither_is_the_event():
    end = happen(
        fetches(), playroom(BEAR, Toy("owl", "ann", place="box"), room=1).but(pile=()), Dented("bear", 1)
    )
    assert names(end.trace) == ["prevented"]
    assert end.board.toys["owl"].place == "box"


def test_an_action_others_may_answer_cannot_stand_in_place_of_an_event():
    @replaced()
    def book(look, event):
        return Poke(toy="bear", at="hen", by="ann")

    with pytest.raises(EngineError, match="Poke has a window"):
        happen(book, playroom(BEAR, Toy("hen", "bob")), Dented("bear", 1))


def test_only_events_are_emitted():
    with pytest.raises(EngineError, match="is no event"):
        happen(BOOK, playroom(BEAR), Fetch(toy="bear"))
