"""Moment keys: an answer names its question, and no other."""

import pytest

from simulator.engine.decision import Moment
from simulator.engine.drivers import Play
from simulator.engine.errors import EngineError
from simulator.engine.record import Pass
from simulator.engine.run import Run
from tests.engine.toy import BOOK, Toy, drive, happen, play, playroom
from tests.engine.toy.actions import Hug, Poke, Spin, Squeak
from tests.engine.toy.driving import step_of
from tests.engine.toy.events import Dented

FULL = Moment(
    clock="round 1", kind="may", player="bob", step="poke", object="eel", clause="toy:slippery#into-the-box"
)


@pytest.mark.parametrize("field", ["clock", "kind", "player", "step", "object", "clause"])
def test_a_partial_key_matches_until_one_word_differs(field):
    alone = Moment(**{field: getattr(FULL, field)})
    assert FULL.matched_by(alone)
    assert not FULL.matched_by(Moment(**{field: "something else"}))
    assert not Moment().matched_by(alone)  # a question without that word is another question


def test_the_empty_key_matches_everything_and_nth_is_counted_elsewhere():
    assert FULL.matched_by(Moment())
    assert FULL.matched_by(Moment(kind="may", nth=3))


def test_questions_carry_clock_kind_player_step_object_and_clause():
    opening = Play(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")))
    assert opening.decision.moment == Moment(
        clock="round 1", kind="act", player="ann", step="act", clause="toy:round#acts"
    )
    board = playroom(Toy("bear", "ann"), Toy("eel", "bob", printed=("slippery",)))
    assert play(BOOK, board, Poke(toy="bear", at="eel")).decision.moment == FULL
    die = play(BOOK, board, Spin(toy="bear")).decision
    assert die.moment == Moment(
        clock="round 1", kind="spin", player="chance", step="spin", clause="toy:spin#die"
    )


def test_the_clock_tells_the_same_question_of_two_rounds_apart():
    first = Play(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")))
    later = play(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")), Pass(), Pass())
    assert first.decision.moment != later.decision.moment
    assert later.decision.moment.clock == "round 3"


def test_answers_and_defaults_stand_in_the_trace():
    asked = play(
        BOOK, playroom(Toy("bear", "ann"), Toy("owl", "ann"), Toy("hen", "bob")), Squeak(toy="bear"), "owl"
    )
    assert (
        step_of(asked.trace, "squeak-at").event.option,
        step_of(asked.trace, "squeak-at").event.default,
    ) == ("owl", False)

    def ask(run):
        return (yield from run.ask("ann", "colour", ("red", "blue"), "toy:test#colour", default="blue"))

    from simulator.engine.decision import Answer

    run = Run(BOOK, playroom())
    gen = ask(run)
    decision = next(gen)
    assert decision.has_default
    with pytest.raises(StopIteration):
        gen.send(Answer(decision.default, True))
    assert run.trace[0].event.default is True


def test_a_single_option_is_taken_without_asking_and_noted():
    end = play(
        BOOK,
        playroom(Toy("bear", "ann"), Toy("owl", "ann"), Toy("hen", "bob", printed=("shy",))),
        Squeak(toy="bear"),
    )
    assert step_of(end.trace, "squeak-at").event.option == "owl"
    assert end.decision.kind == "act"


@pytest.mark.parametrize(
    ("options", "more", "message"),
    [
        ((), {}, "has no option"),
        (("a", "b"), {"default": "c"}, "default 'c' .* is not among"),
        (("a", "b"), {"weights": (1,)}, "one positive weight for each"),
        (("a", "b"), {"weights": (1, 0)}, "one positive weight for each"),
    ],
)
def test_a_question_that_makes_no_sense_is_an_error(options, more, message):
    run = Run(BOOK, playroom())
    with pytest.raises(EngineError, match=message):
        drive(run, run.ask("ann", "colour", options, "toy:test#colour", **more))


def test_true_is_not_one():
    board = playroom(Toy("eel", "bob", printed=("slippery",)), Toy("bear", "ann"))
    asked = play(BOOK, board, Poke(toy="bear", at="eel"))
    from simulator.engine.errors import NotAnOption

    with pytest.raises(NotAnOption):
        asked.answer(1)
    asked.answer(True)
    assert asked.board.toys["eel"].place == "box"


def test_an_answer_may_leave_out_the_player_but_not_name_another():
    from simulator.engine.errors import Illegal, NotAnOption

    board = playroom(Toy("bear", "ann"), Toy("hen", "bob"))
    with pytest.raises((NotAnOption, Illegal)):
        play(BOOK, board, Poke(toy="bear", at="hen", by="bob"))
    assert play(BOOK, board, Poke(toy="bear", at="hen")).board.toys["hen"].dents == 1


def test_step_addresses_count_answers_and_events_of_a_kind():
    end = happen(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")), Dented("bear", 1), Dented("hen", 1))
    assert [s.address("main") for s in end.trace] == ["main.0.dented.1", "main.0.dented.2"]
    run = Run(BOOK, playroom(Toy("bear", "ann")))
    run.answers = 2
    drive(run, run.emit(Dented("bear", 1), "toy:test#happens"))
    run.answers = 3
    drive(run, run.emit(Dented("bear", 1), "toy:test#happens"))
    assert [s.address("main") for s in run.trace] == ["main.2.dented.1", "main.3.dented.1"]


def test_answering_when_nothing_is_asked_is_an_error():
    from simulator.engine.errors import NotAnOption

    over = Play(BOOK, playroom(Toy("bear", "ann")).but(pile=()))
    assert over.decision is None
    for answer in (over.default, lambda: over.answer(Hug(toy="bear"))):
        with pytest.raises(NotAnOption):
            answer()
