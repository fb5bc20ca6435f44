"""What a run holds (the board, the look, the trace) and how it asks: the base of `Run`."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from .decision import Answer, Decision, Later, Moment
from .errors import EngineError
from .limits import Clock, Limits
from .look import Look
from .record import CHANCE, Chosen, Lifted, Refusal, Target
from .rulebook import Rulebook
from .trace import Step, event_name

Asking = Generator[Decision, Answer, Any]
"""What a step is: it yields decisions, gets answers, and returns what it likes."""

UNSET: Any = object()
"""No default: somebody must answer."""


class Doing:
    """A step under way: of which frame, its clauses, and what comes after it ("next", "again", "stop").

    >>> Doing(3, "push", ("toy:push#pushes",)).flow
    'next'
    """

    __slots__ = ("cites", "flow", "frame", "step")

    def __init__(self, frame: int, step: str, cites: tuple[str, ...]) -> None:
        self.frame = frame
        self.step = step
        self.cites = cites
        self.flow = "next"


class RunState:
    """The state of a run, its trace and its questions.

    >>> from simulator.engine.smallest import BOOK, start
    >>> run = RunState(BOOK, start())
    >>> question = next(run.ask("ann", "colour", ("red", "blue"), "tiny:heap#colours", default="red"))
    >>> question.options, question.default, question.moment.player
    (('red', 'blue'), 'red', 'ann')
    >>> run.note(Chosen("colour", "ann", "red"), ["tiny:heap#colours"], run.board), run.step_cites()
    (0, ())
    >>> next(run.chance("die", [("even", 1), ("odd", 1)], "tiny:throw#die")).weights
    (1, 1)
    >>> next(run.choose_target("ann", "stone", "any", ("opal", "flint"), "tiny:heap#stones")).options
    ('opal', 'flint')
    """

    def __init__(
        self,
        rules: Rulebook,
        board: Any,
        *,
        traced: bool = True,
        limits: Limits | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.trace: list[Step] = []
        self.traced = traced
        self.clock = clock or Clock(limits or Limits())
        self.n = 0
        """The place of the next step."""
        self.answers = 0
        """How many own answers of the line were used so far (a driver counts them)."""
        self.asked = 0
        """How many questions were really asked."""
        self.cause: int | None = None
        """The place of the step that made happen what happens now."""
        self._doing: list[Doing] = []
        self._step = ""
        self._depth = 0
        self._quiet_due = True
        self._counts: dict[tuple[int, str], int] = {}
        self._board = board
        self._look: Look | None = None

    @property
    def board(self) -> Any:
        """The board now."""
        return self._board

    @board.setter
    def board(self, board: Any) -> None:
        self._board = board
        self._look = None
        self._quiet_due = True

    @property
    def look(self) -> Look:
        """A look at the board now."""
        if self._look is None:
            self._look = Look(self._board, self.rules, self.clock, self.rules.memory)
        return self._look

    def step_cites(self) -> tuple[str, ...]:
        """The clauses of the step under way: what it does and asks cites them when nothing else is said."""
        return self._doing[-1].cites if self._doing else ()

    def note(self, event: Any, cites: Iterable[str], before: Any, lifted: Iterable[Lifted] = ()) -> int:
        """Write a step into the trace; returns its place. A step without a clause is an EngineError."""
        n = self.n
        self.n = n + 1
        self.clock.spend(steps=self.n)
        named = tuple(dict.fromkeys(cites))
        if not named:
            raise EngineError(f"a step without a clause: {event!r}")
        if self.traced:
            key = (self.answers, event_name(event))
            count = self._counts[key] = self._counts.get(key, 0) + 1
            pairs = tuple(dict.fromkeys(lifted))
            self.trace.append(
                Step(n, event, self.cause, named, before, self.board, pairs, self.answers, count)
            )
        return n

    # --- questions ---------------------------------------------------------------------------------------

    def ask(
        self,
        by: str,
        kind: str,
        options: Iterable[Any],
        *cites: str,
        default: Any = UNSET,
        about: str | None = None,
        weights: Iterable[int] = (),
        refused: Iterable[tuple[Any, tuple[Refusal, ...]]] = (),
        window: bool = False,
        lifted: Mapping[Any, Iterable[Lifted]] | None = None,
    ) -> Asking:
        """Ask a player (or CHANCE) and return the option taken. A single option is taken without asking.

        `lifted`: for an option, what was lifted so that it may be taken; it stands in the step of the choice.
        """
        choices = options if isinstance(options, Later) else tuple(options)
        odds, cites = tuple(weights), cites or self.step_cites()
        if not window and not choices:
            raise EngineError(f"the decision {kind} has no option")
        if odds and (len(odds) != len(choices) or min(odds) <= 0):
            raise EngineError(f"the decision {kind} needs one positive weight for each option")
        if default is not UNSET and default not in choices:
            raise EngineError(f"the default {default!r} of the decision {kind} is not among its options")
        if not window and len(choices) == 1:
            answer = Answer(choices[0])
        else:
            moment = Moment(
                clock=self.game.clock(self.board), kind=kind, player=by, step=self._step or None,
                object=about, clause=cites[0] if cites else None,
            )  # fmt: skip
            answer = yield Decision(
                moment, choices, cites, refused if isinstance(refused, Later) else tuple(refused), odds,
                None if default is UNSET else default, default is not UNSET, window,
            )  # fmt: skip
            self.asked += 1
        if not window:
            pairs = lifted.get(answer.option, ()) if lifted else ()
            self.note(Chosen(kind, by, answer.option, answer.default), cites, self.board, pairs)
        return answer.option

    def chance(
        self, kind: str, weighted: Iterable[tuple[Any, int]], *cites: str, about: str | None = None
    ) -> Asking:
        """A die or a draw: a decision by CHANCE among (option, positive integer weight)."""
        rows = tuple(weighted)
        return (
            yield from self.ask(
                CHANCE, kind, (o for o, _ in rows), *cites, about=about, weights=(w for _, w in rows)
            )
        )

    def choose_target(
        self, by: str, kind: str, ability: Any, objects: Iterable[str], *cites: str, default: Any = UNSET
    ) -> Asking:
        """Ask for an object; every option passes through `forbids(Target)`. None when no option is legal.

        Refused objects stand in the decision with their clauses. A default that is refused is no default.
        """
        legal: list[str] = []
        refused: list[tuple[Any, tuple[Refusal, ...]]] = []
        lifted: dict[str, list[Lifted]] = {}
        for obj in objects:
            lifts: list[Lifted] = []
            reasons = self.look.target_refusals(Target(ability, obj), lifts)
            if reasons:
                refused.append((obj, reasons))
            else:
                legal.append(obj)
                lifted[obj] = lifts
        if not legal:
            return None
        default = default if default in legal else UNSET
        return (yield from self.ask(by, kind, legal, *cites, default=default, refused=refused, lifted=lifted))
