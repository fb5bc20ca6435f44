"""The pile: priority, responses, last in first out, pass and pass; steps that repeat and end."""

import pytest

from simulator.engine.drivers import Play
from simulator.engine.errors import EngineError, Illegal, NotAnOption
from simulator.engine.position import Frame
from simulator.engine.record import Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Run
from tests.engine.toy import BOOK, Toy, book_of, drive, play, playroom
from tests.engine.toy.actions import Fetch, Hug, Poke, Spin, Wind
from tests.engine.toy.driving import names, told
from tests.engine.toy.events import Dented, Rang, Rested, RoundBegan, Tired

TWO = playroom(
    Toy("bear", "ann"),
    Toy("owl", "ann", tired=True),
    Toy("hen", "bob", tired=True),
    Toy("cat", "bob", tired=True),
)


def test_what_is_declared_last_is_done_first():
    done = play(BOOK, TWO, Poke(toy="bear", at="hen"), Hug(toy="owl"), Pass(), Hug(toy="hen"))
    while done.decision.kind == "respond":
        done.default()
    assert [e for e in told(done.trace) if not isinstance(e, Pass)] == [
        Rested("hen"), Rested("owl"), Dented("hen", 1, Poke(toy="bear", at="hen", by="ann")), Tired("bear"),
    ]  # fmt: skip
    assert names(done.trace)[:5] == ["declared", "declared", "pass", "declared", "pass"]


def test_both_must_pass_in_a_row():
    """After an answer was done, the first player is asked again before anything below it goes on."""
    done = play(BOOK, TWO, Poke(toy="bear", at="hen"), Pass(), Hug(toy="hen"), Pass(), Pass())
    assert [n for n in names(done.trace) if n != "pass"][-1] == "rested"
    assert (done.decision.kind, done.decision.by) == ("respond", "ann")
    assert len(done.board.pile) == 2
    done.answer(Pass())
    done.answer(Pass())
    assert done.decision.kind == "act"


def test_who_can_do_nothing_is_not_asked():
    rested = playroom(Toy("bear", "ann"), Toy("hen", "bob"))
    done = play(BOOK, rested, Poke(toy="bear", at="hen"))
    assert names(done.trace) == ["declared", "dented", "tired"]
    only_bob = playroom(Toy("bear", "ann"), Toy("hen", "bob", tired=True))
    asked = play(BOOK, only_bob, Poke(toy="bear", at="hen"))
    assert (asked.decision.kind, asked.decision.by) == ("respond", "bob")


def test_passing_is_the_default_of_an_answer_and_no_default_of_a_round():
    asked = play(BOOK, TWO, Poke(toy="bear", at="hen"))
    assert asked.decision.default == Pass(by="ann")
    asked.default()
    assert asked.decision.by == "bob"
    opening = Play(BOOK, TWO)
    assert not opening.decision.has_default
    with pytest.raises(NotAnOption, match="no default"):
        opening.default()


def test_a_forbidden_pass_is_no_option_and_no_default():
    rules = Rules()

    @rules.forbids(Pass, "toy:test#keep-going", of="restless")
    def keep_going(look, action, restless):
        return ("keep-going", {}) if look.board.toys[restless.bearer].owner == action.by else None

    book = BOOK.plus(rules)
    board = playroom(Toy("bear", "ann"), Toy("hen", "bob", tired=True, printed=("restless",)))
    opening = Play(book, board)
    assert Pass(by="ann") in opening.decision.options
    opening.answer(Poke(toy="bear", at="hen"))
    assert opening.decision.by == "bob"
    assert opening.decision.options == (Hug(toy="hen", by="bob"),)
    assert not opening.decision.has_default
    with pytest.raises(Illegal, match="keep-going"):
        opening.answer(Pass())


def test_a_window_that_leaves_nothing_is_an_error_of_the_rules():
    rules = Rules()

    @rules.forbids(Pass, "toy:test#no-pass")
    def no_pass(look, action):
        return "no-pass", {}

    with pytest.raises(EngineError, match="leaves ann nothing to do"):
        Play(book_of(rules), playroom(Toy("hen", "bob")))


def test_every_moment_of_priority_is_a_stable_board():
    asked = play(BOOK, TWO, Poke(toy="bear", at="hen"), Hug(toy="owl"), Pass())
    position = asked.position()
    assert position.answers == ()
    assert [type(frame.action).__name__ for frame in position.board.pile] == ["Rounds", "Poke", "Hug"]
    assert asked.board == position.board


def test_rounds_follow_one_another():
    done = play(BOOK, playroom(Toy("bear", "ann", tired=True), Toy("hen", "bob", tired=True)), Pass())
    assert done.board.active == "bob"
    assert (done.board.toys["bear"].tired, done.board.toys["hen"].tired) == (True, False)
    assert RoundBegan("bob") in told(done.trace)


# --- steps ----------------------------------------------------------------------------------------------


def stepping(*bodies, **options):
    """A book in which winding has these steps: "one", "two", …"""
    rules = Rules()
    steps = ("one", "two", "three")[: len(bodies)]
    rules.procedure(Wind, *steps, cites=("toy:wind#key",), **options)
    for name, body in zip(steps, bodies, strict=True):
        rules.unfolds(Wind, f"toy:test#{name}", step=name)(body)
    return BOOK.without("toy:wind#key").plus(rules)


BEAR = Toy("bear", "ann", printed=("key 1",))
WIND = Wind(key=BEAR.instances()[0], by="ann")


def ring(n):
    def body(run, frame):
        yield from run.emit(Rang("bear", n))

    body.__qualname__ = f"ring-{n}"
    return body


def perform(book, action=WIND, board=None):
    run = Run(book, board or playroom(BEAR))
    return drive(run, run.perform(action))


def rung(trace):
    return [step.event.n for step in trace if step.name == "rang"]


def test_steps_run_in_order_and_cite_their_own_clauses():
    end = perform(stepping(ring(1), ring(2), ring(3)))
    assert rung(end.trace) == [1, 2, 3]
    assert [s.cites for s in end.trace[1:]] == [("toy:test#one",), ("toy:test#two",), ("toy:test#three",)]
    assert end.returned is True
    assert len(end.board.pile) == 1


def test_a_step_repeats_itself_until_it_has_had_enough():
    def thrice(run, frame):
        n = frame.data.get("n", 0) + 1
        yield from run.emit(Rang("bear", n))
        run.remember(n=n)
        if n < 3:
            run.again()

    assert rung(perform(stepping(thrice, ring(9))).trace) == [1, 2, 3, 9]


def test_a_step_ends_the_procedure():
    def enough(run, frame):
        yield from run.emit(Rang("bear", 1))
        run.stop()

    assert rung(perform(stepping(enough, ring(2))).trace) == [1]


def test_what_a_step_remembers_later_steps_find_and_nobody_else():
    def one(run, frame):
        run.remember(found=4)
        yield from ()

    def two(run, frame):
        yield from run.emit(Rang("bear", frame.data["found"]))

    assert rung(perform(stepping(one, two)).trace) == [4]


@pytest.mark.parametrize("what", ["again", "stop", "remember"])
def test_what_belongs_inside_a_step_says_so(what):
    run = Run(BOOK, playroom(BEAR))
    with pytest.raises(EngineError, match=f"{what}\\(\\) belongs inside a step"):
        getattr(run, what)()


def test_a_step_that_is_no_generator_is_an_error():
    def forgot(run, frame):
        run.emit(Rang("bear", 1))

    with pytest.raises(EngineError, match=r"the step one \(toy:test#one\) is no generator"):
        perform(stepping(forgot))


def test_state_rules_are_asked_after_every_step():
    def dent(run, frame):
        yield from run.emit(Dented("bear", 3))

    end = perform(stepping(dent, ring(1)))
    assert names(end.trace) == ["declared", "dented", "lost", "rang"]


# --- an action inside another ---------------------------------------------------------------------------


def inner(action, then=None):
    def body(run, frame):
        done = yield from run.perform(action)
        yield from run.emit(Rang("bear", int(done)))

    return body


def test_an_action_inside_another_is_done_at_once_and_says_whether():
    board = playroom(BEAR, Toy("owl", "ann", place="box"))
    book = stepping(inner(Fetch(toy="owl", by="ann")), ring(7))
    lenient = book.without("toy:fetch#on-an-empty-pile")
    end = perform(lenient, board=board)
    assert names(end.trace) == ["declared", "declared", "fetched", "rang", "rang"]
    assert rung(end.trace) == [1, 7]
    refused = perform(book, board=board)  # something lies on the pile: its own frame
    assert rung(refused.trace) == [0, 7]
    assert refused.board.toys["owl"].place == "box"
    assert len(end.board.pile) == len(refused.board.pile) == 1


def test_an_action_with_a_window_can_only_be_pushed():
    board = playroom(BEAR, Toy("hen", "bob"))
    with pytest.raises(EngineError, match="Poke has a window; it can only be pushed"):
        perform(stepping(inner(Poke(toy="bear", at="hen", by="ann"))), board=board)


def test_a_pushed_action_comes_before_the_next_step():
    def push(run, frame):
        yield from run.push(Poke(toy="bear", at="hen", by="ann"))

    book = stepping(push, ring(1))
    board = playroom(BEAR, Toy("hen", "bob"))
    deep = board.but(pile=(*board.pile, Frame(7, WIND, "one")))
    assert names(Play(book, deep).trace) == ["declared", "dented", "tired", "rang"]


def test_duties_bind_what_players_declare_not_what_rules_make_happen():
    board = playroom(
        Toy("bear", "ann", printed=("key 1", "eager")), Toy("hen", "bob"), Toy("owl", "ann", place="box")
    )
    book = stepping(inner(Fetch(toy="owl", by="ann"))).without("toy:fetch#on-an-empty-pile")
    assert rung(perform(book, board=board).trace) == [1]


def test_a_question_inside_an_inner_action_keeps_both_frames():
    board = playroom(BEAR, Toy("owl", "ann"))
    book = stepping(inner(Spin(toy="owl", by="ann")), ring(7))
    deep = board.but(pile=(*board.pile, Frame(7, WIND, "one")))
    done = Play(book, deep)
    assert (done.decision.kind, done.decision.moment.step) == ("spin", "spin")
    done.answer("self")
    assert names(done.trace) == ["declared", "spin", "dented", "tired", "rang", "rang"]
    assert done.board.toys["owl"].dents == 1
    assert len(done.board.pile) == 1


def test_events_of_a_triggered_procedure_keep_the_cause_of_its_trigger():
    rules = Rules()

    @rules.after(Rang, "toy:test#hug-me")
    def hug_me(before, after, event):
        return Hug(toy="owl", by="ann")

    board = playroom(BEAR, Toy("owl", "ann", tired=True))
    done = play(BOOK.plus(rules), board.but(pile=(*board.pile, Frame(7, WIND, "wind"))))
    while done.decision.kind == "respond":
        done.default()
    by_name = {step.name: step for step in done.trace}
    rang = by_name["rang"].n
    assert by_name["declared"].cause == rang
    assert by_name["rested"].cause == rang
