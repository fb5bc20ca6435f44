"""`Quiet`: all events due go as one batch, then the actions due one by one, until nothing is done."""

import pytest

from simulator.engine.errors import Loop
from simulator.engine.position import Frame
from simulator.engine.record import Pass, Quiet
from simulator.engine.rulebook import Rules
from simulator.engine.run import Run
from tests.engine.toy import BOOK, Toy, book_of, drive, happen, play, playroom
from tests.engine.toy.actions import Fetch, Hug, Poke
from tests.engine.toy.driving import names, step_of, told
from tests.engine.toy.events import Dented, Fetched, Lost, PutAway, Rang, Rested, Tired
from tests.engine.toy.game import PlayroomGame


def homesick():
    """Whoever is homesick comes out of the box as soon as there is room."""
    rules = Rules()

    @rules.after(Quiet, "toy:homesick#comes-by-itself", of="homesick", at={"box"})
    def comes(before, after, event, homesick):
        return Fetch(toy=homesick.bearer, by=after.board.toys[homesick.bearer].owner)

    @rules.lifts("toy:fetch#on-an-empty-pile", "toy:homesick#at-any-time", of="homesick", at={"box"})
    def at_any_time(look, lifted, ability, event, homesick):
        return ability.toy == homesick.bearer

    return BOOK.plus(rules)


SICK = [Toy(name, "ann", place="box", printed=("homesick",)) for name in ("elk", "fox")]


def test_everything_due_goes_as_one_batch():
    seen = []
    rules = Rules()

    @rules.after(Lost, "toy:test#watches")
    def watches(before, after, event):
        seen.append((len(before.board.on_shelf()), len(after.board.on_shelf())))

    board = playroom(Toy("bear", "ann", dents=2), Toy("hen", "bob", dents=2), Toy("owl", "bob"))
    happen(BOOK.plus(rules), board, Dented("bear", 1), Dented("hen", 1))
    assert seen == [(3, 1), (3, 1)]


def test_what_is_due_for_two_reasons_happens_once_and_cites_both():
    board = playroom(
        Toy("bear", "ann", place="lost"), Toy("hen", "bob", dents=2, tied_to="bear", printed=("loud",))
    )
    end = happen(BOOK.without("toy:ribbon#goes-with-its-host"), board, Dented("hen", 1))
    assert names(end.trace) == ["dented", "lost", "rang"]
    both = happen(BOOK, board, Dented("hen", 1))
    assert names(both.trace) == ["dented", "lost", "rang"]
    assert set(step_of(both.trace, "lost").cites) >= {
        "toy:lost#dents-reach-stuffing",
        "toy:ribbon#goes-with-its-host",
    }


def test_one_batch_makes_the_next_due_and_each_knows_its_cause():
    board = playroom(
        Toy("bear", "ann", dents=2), Toy("hen", "bob", tied_to="bear"), Toy("owl", "bob", tied_to="hen")
    )
    end = happen(BOOK, board, Dented("bear", 1))
    assert told(end.trace) == [Dented("bear", 1), Lost("bear"), Lost("hen"), Lost("owl")]
    assert [step.cause for step in end.trace] == [None, 0, 1, 2]


def test_the_cause_is_the_earliest_step_since_the_last_quiet_whose_board_met_the_condition():
    rules = Rules()
    rules.procedure(Hug, "hug", cites=("toy:hug#is-declared",))

    @rules.unfolds(Hug, "toy:test#three-dents", step="hug")
    def three_dents(run, frame):
        for toy, amount in (("hen", 1), ("bear", 3), ("hen", 1)):
            yield from run.emit(Dented(toy, amount))

    book = BOOK.without("toy:hug#rests", "toy:hug#only-tired", "toy:answer#both-pass").plus(rules)
    run = Run(book, playroom(Toy("bear", "ann"), Toy("hen", "bob")))
    end = drive(run, run.perform(Hug(toy="bear", by="ann")))
    assert names(end.trace) == ["declared", "dented", "dented", "dented", "lost"]
    assert step_of(end.trace, "lost").cause == 2


def test_an_earlier_quiet_is_not_looked_behind():
    """The dents of the first poke were there at the last Quiet; what brought the toy down came after it."""
    board = playroom(Toy("bear", "ann"), Toy("owl", "ann", printed=("heavy",)), Toy("hen", "bob"))
    done = play(BOOK, board, Poke(toy="bear", at="hen"), Poke(toy="owl", at="hen"), Pass())
    cause = step_of(done.trace, "lost").cause
    assert done.trace[cause].event.amount == 3


def test_what_is_due_again_has_a_new_cause():
    run = Run(BOOK, playroom(Toy("bear", "ann")))

    def lost_and_found():
        yield from run.emit(Dented("bear", 3), "toy:test#happens")
        yield from run.settle()
        yield from run.emit(Fetched("bear"), "toy:test#happens")
        yield from run.settle()

    end = drive(run, lost_and_found())
    assert names(end.trace) == ["dented", "lost", "fetched", "lost"]
    assert [step.cause for step in end.trace] == [None, 0, None, 2]


def test_state_rules_work_on_a_board_put_together_by_hand():
    done = play(BOOK, playroom(Toy("bear", "ann", dents=5), Toy("hen", "bob"), step="begin"))
    assert done.board.toys["bear"].place == "lost"


def test_refused_actions_stay_due_and_are_done_once_legal():
    book = homesick()
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob"), *SICK, room=2)
    first = happen(book, board, Tired("bear"))
    assert told(first.trace) == [Tired("bear")]  # no room, so nothing is done and nothing is lost
    second = happen(book, first.board, Lost("hen"))
    assert names(second.trace) == ["lost", "declared", "fetched"]
    assert second.board.toys["elk"].place == "shelf"
    assert second.board.toys["fox"].place == "box"
    assert step_of(second.trace, "declared").cause == 0


def test_actions_come_one_by_one_each_asked_whether_it_may_be_done():
    book = homesick()
    one = happen(book, playroom(Toy("bear", "ann"), *SICK, room=2), Tired("bear"))
    assert [t.id for t in one.board.on_shelf()] == ["bear", "elk"]
    two = happen(book, playroom(Toy("bear", "ann"), *SICK, room=3), Tired("bear"))
    assert [t.id for t in two.board.on_shelf()] == ["bear", "elk", "fox"]
    assert names(two.trace) == ["tired", "declared", "fetched", "declared", "fetched"]


def test_the_cause_of_an_action_is_the_step_that_made_it_legal():
    rules = Rules()
    rules.procedure(Hug, "hug", cites=("toy:hug#is-declared",))

    @rules.unfolds(Hug, "toy:test#two-events", step="hug")
    def two_events(run, frame):
        yield from run.emit(Rang("bear"))
        yield from run.emit(PutAway("hen"))

    book = homesick().without("toy:hug#rests", "toy:hug#only-tired", "toy:answer#both-pass").plus(rules)
    run = Run(book, playroom(Toy("bear", "ann"), Toy("hen", "bob"), SICK[0], room=2))
    end = drive(run, run.perform(Hug(toy="bear", by="ann")))
    assert names(end.trace) == ["declared", "rang", "put-away", "declared", "fetched"]
    assert end.trace[3].cause == 2


def test_events_due_go_before_actions_due():
    book = homesick()
    board = playroom(Toy("bear", "ann", dents=2), SICK[0], room=1)
    end = happen(book, board, Dented("bear", 1))
    assert names(end.trace) == ["dented", "lost", "declared", "fetched"]


def test_triggers_resolve_before_state_rules_are_asked():
    rules = Rules()

    @rules.after(Dented, "toy:test#mends")
    def mends(before, after, event):
        return Dented(event.toy, -1) if event.amount > 0 else None

    end = happen(BOOK.plus(rules), playroom(Toy("bear", "ann", dents=2)), Dented("bear", 1))
    assert names(end.trace) == ["dented", "dented"]
    assert end.board.toys["bear"].place == "shelf"


def test_a_state_event_that_is_prevented_is_not_tried_without_end():
    rules = Rules()

    @rules.instead(Lost, "toy:test#immortal", of="immortal")
    def immortal(look, event, immortal):
        return None if event.toy == immortal.bearer else event

    board = playroom(Toy("bear", "ann", dents=2, printed=("immortal",)), *SICK, room=2)
    end = happen(homesick().plus(rules), board, Dented("bear", 1))
    assert end.board.toys["bear"].place == "shelf"
    assert names(end.trace)[:2] == ["dented", "prevented"]
    assert end.board.toys["elk"].place == "shelf"  # and what else is due is done


def test_a_due_action_others_may_answer_is_declared_once():
    rules = Rules()

    @rules.after(Quiet, "toy:test#must-be-hugged", of="sad")
    def must_be_hugged(before, after, event, sad):
        return Hug(toy=sad.bearer, by="ann") if after.board.toys[sad.bearer].tired else None

    board = playroom(
        Toy("bear", "ann", tired=True, printed=("sad",)),
        Toy("hen", "bob", tired=True),
        step="begin",
        active="bob",
    )
    done = play(BOOK.plus(rules), board)
    assert names(done.trace).count("declared") == 1
    assert done.trace[-1].event.action == Hug(toy="bear", by="ann")


def test_the_game_says_when_it_is_quiet():
    class SeldomQuiet(PlayroomGame):
        def quiet_now(self, board):
            return len(board.pile) <= 1

    board = playroom(Toy("bear", "ann", dents=2, tired=True), Toy("hen", "bob", tired=True))
    rules = Rules()

    @rules.after(Rested, "toy:test#hard-hug")
    def hard_hug(before, after, event):
        return Dented(event.toy, 1)

    def hugged(game):
        book = BOOK.plus(rules)
        book.game = game
        hugs = Frame(7, Hug(toy="hen", by="bob"), "hug"), Frame(8, Hug(toy="bear", by="ann"), "hug")
        return names(play(book, board.but(pile=(*board.pile, *hugs))).trace)

    assert hugged(PlayroomGame()) == ["rested", "dented", "lost", "rested", "dented"]
    # The strict game waits until nothing is left of what lay on the pile, and not a step longer.
    assert hugged(SeldomQuiet()) == ["rested", "dented", "rested", "dented", "lost"]


# --- what a game may want of its state rules -------------------------------------------------------------


class Particular(PlayroomGame):
    tells_waiting = True
    asks_order_of_due = True

    def about(self, action):
        return getattr(action, "toy", None)


def particular():
    book = homesick()
    book.game = Particular()
    return book


def test_what_waits_stands_in_the_trace_once_when_the_game_wants_it():
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob"), SICK[0], room=2)
    run = Run(particular(), board)

    def twice():
        for toy in ("bear", "hen"):
            yield from run.emit(Tired(toy), "toy:test#happens")
            yield from run.settle()

    end = drive(run, twice())
    assert names(end.trace) == ["tired", "prevented", "tired"]
    assert step_of(end.trace, "prevented").cites == ("toy:fetch#needs-room",)
    assert names(happen(homesick(), board, Tired("bear")).trace) == ["tired"]


def test_the_player_orders_what_is_due_at_once_when_the_game_wants_it():
    board = playroom(Toy("bear", "ann"), *SICK, room=2)
    end = happen(particular(), board, Tired("bear"), answers=("fox",))
    (decision,) = end.asked
    assert (decision.by, decision.kind, decision.options) == ("ann", "order", ("elk", "fox"))
    assert [t.id for t in end.board.on_shelf()] == ["bear", "fox"]
    only_one = happen(particular(), playroom(Toy("bear", "ann"), SICK[0]), Tired("bear"))
    assert only_one.asked == []


def test_a_replacement_cites_the_grant_by_which_its_bearer_has_it():
    toys = Toy("bear", "ann"), Toy("hen", "ann", printed=("guardian",))
    end = happen(BOOK, playroom(*toys), Dented("bear", 2))
    assert "toy:guardian#pads-the-others" in step_of(end.trace, "dented").cites
    printed = happen(BOOK, playroom(Toy("bear", "ann", printed=("padded 1",))), Dented("bear", 2))
    assert step_of(printed.trace, "dented").cites == (
        "toy:test#happens",
        "toy:padded#first-dents",
        "toy:dent#stays",
    )


# --- loops ----------------------------------------------------------------------------------------------


def seesaw(optional=False):
    rules = Rules()

    @rules.after(Tired, "toy:seesaw#up", optional=optional)
    def up(before, after, event):
        return Rested(event.toy)

    @rules.after(Rested, "toy:seesaw#down")
    def down(before, after, event):
        return Tired(event.toy)

    return book_of(rules)


def test_a_loop_is_cut_at_the_first_repeated_position_with_the_clauses_of_its_cycle():
    run = Run(seesaw(), playroom(Toy("bear", "ann")))

    def both():
        yield from run.emit(Dented("bear", 1), "toy:test#happens")
        yield from run.emit(Tired("bear"), "toy:test#happens")
        yield from run.settle()

    with pytest.raises(Loop) as error:
        drive(run, both())
    assert set(error.value.clauses) == {
        "toy:seesaw#up", "toy:seesaw#down", "toy:rested#stands-up", "toy:tired#lies-down",
    }  # fmt: skip
    assert len(error.value.steps) == 2
    assert names(run.trace) == ["dented", "tired", "rested", "tired", "rested"]
    assert error.value.steps == (3, 4)
    assert run.n == len(run.trace)


def test_a_long_chain_that_ends_is_no_loop():
    rules = Rules()

    @rules.after(Dented, "toy:test#and-again")
    def and_again(before, after, event):
        return Dented(event.toy, event.amount + 1) if event.amount < 60 else None

    book = book_of(rules).without("toy:lost#dents-reach-stuffing")
    assert len(happen(book, playroom(Toy("bear", "ann")), Dented("bear", 1)).trace) == 60


def test_a_circle_somebody_can_leave_is_no_loop():
    answers = (True,) * 60 + (False,)
    end = happen(seesaw(optional=True), playroom(Toy("bear", "ann")), Tired("bear"), answers=answers)
    assert names(end.trace).count("tired") == 61


def test_state_rules_that_undo_each_other_are_a_loop():
    rules = Rules()

    @rules.after(Quiet, "toy:test#out")
    def out(before, after, event):
        return [Fetched(t.id) for t in after.board.toys.values() if t.place == "box"]

    @rules.after(Quiet, "toy:test#in")
    def back_in(before, after, event):
        return [PutAway(t.id) for t in after.board.on_shelf() if t.id == "owl"]

    with pytest.raises(Loop) as error:
        happen(book_of(rules), playroom(Toy("owl", "ann")), Rang("owl"))
    assert {"toy:test#out", "toy:test#in"} <= set(error.value.clauses)
