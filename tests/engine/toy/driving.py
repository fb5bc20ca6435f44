"""Short ways for tests to make things happen and to read what did."""

from __future__ import annotations

from typing import Any

from simulator.engine.decision import Answer, Decision
from simulator.engine.drivers import Play
from simulator.engine.errors import NotAnOption
from simulator.engine.record import Event, Lifted
from simulator.engine.rulebook import Rulebook, Rules
from simulator.engine.run import Run
from simulator.engine.trace import Step

from .game import book_of


class Driven:
    """A run driven to the end of one generator: what it returned and every question that was asked."""

    def __init__(self, run: Run, returned: Any, asked: list[Decision]) -> None:
        self.run, self.returned, self.asked = run, returned, asked

    @property
    def board(self) -> Any:
        return self.run.board

    @property
    def trace(self) -> list[Step]:
        return self.run.trace


def drive(run: Run, asking: Any, *answers: Any) -> Driven:
    """Drive a generator of a run; every answer must be an option of its question, and none may be left."""
    asked: list[Decision] = []
    left = list(answers)
    try:
        decision = next(asking)
        while True:
            asked.append(decision)
            assert left, f"nobody answers {decision.kind} of {decision.by}: {decision.options}"
            answer = left.pop(0)
            if answer not in decision.options:
                raise NotAnOption(f"{answer!r} not in {decision.options!r}")
            decision = asking.send(Answer(answer))
    except StopIteration as end:
        assert not left, f"never asked for: {left}"
        return Driven(run, end.value, asked)


def happen(book: Rulebook | Rules, board: Any, *events: Event, answers: tuple[Any, ...] = ()) -> Driven:
    """Let events happen at once on a board, and everything settle."""
    run = Run(book if isinstance(book, Rulebook) else book_of(book), board)

    def both() -> Any:
        done = yield from run.emit_all(events, "toy:test#happens")
        yield from run.settle()
        return done

    return drive(run, both(), *answers)


def play(book: Rulebook, board: Any, *answers: Any) -> Play:
    """A play with these answers given."""
    game = Play(book, board)
    for answer in answers:
        game.answer(answer)
    return game


def told(trace: list[Step]) -> list[Any]:
    """What happened, without the frame ids."""
    return [step.event for step in trace if step.name not in ("declared", "cancelled", "blocked")]


def names(trace: list[Step]) -> list[str]:
    return [step.name for step in trace]


def step_of(trace: list[Step], name: str, nth: int = 0) -> Step:
    """The nth step with this event name."""
    return [step for step in trace if step.name == name][nth]


def lifted(trace: list[Step]) -> list[Lifted]:
    """Every lifted pair of a trace."""
    return [pair for step in trace for pair in step.lifted]


def clauses(reasons: Any) -> list[str]:
    return [reason.clause for reason in reasons]
