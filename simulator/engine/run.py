"""A run: the one thing that moves a board. Steps are generators on it; they ask by `yield`.

*Declared, instead, happens, after, settle.* Every event passes through `emit`; every procedure lies on the
pile of the board and is advanced step by step (`advance`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from .decision import Answer, Decision, Moment
from .emission import Emission, Trigger
from .errors import EngineError
from .limits import Clock, Limits
from .look import Look
from .position import Frame
from .record import CHANCE, Action, Blocked, Cancelled, Chosen, Declared, Lifted, Pass, Refusal, Target
from .rulebook import Rulebook
from .settling import Settling
from .trace import Step, event_name

Asking = Generator[Decision, Answer, Any]
UNSET: Any = object()

__all__ = ["Asking", "Run", "Trigger"]


class Run(Emission, Settling):
    """The state of one run: a board, the rulebook, the trace so far and what is waiting to resolve."""

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
        self.answers = 0
        self.cause: int | None = None
        self.pending: list[Trigger] = []
        self.quiet_mark = 0
        self._counts: dict[tuple[int, str], int] = {}
        self._board = board
        self._look: Look | None = None
        self._frame: int | None = None
        self._step = ""
        self._flow = ""
        self._quiet_due = True

    @property
    def board(self) -> Any:
        """The board now."""
        return self._board

    @board.setter
    def board(self, board: Any) -> None:
        self._board = board
        self._look = None

    @property
    def look(self) -> Look:
        """A look at the board now."""
        if self._look is None:
            self._look = Look(self._board, self.rules)
        return self._look

    # --- the trace ---------------------------------------------------------------------------------------

    def note(self, event: Any, cites: Iterable[str], before: Any, lifted: Iterable[Lifted] = ()) -> int:
        """Write a step into the trace; returns its place."""
        n = self.n
        self.n = n + 1
        self.clock.spend(steps=self.n)
        if self.traced:
            named = tuple(dict.fromkeys(cites))
            if not named:
                raise EngineError(f"a step without a clause: {event!r}")
            key = (self.answers, event_name(event))
            count = self._counts[key] = self._counts.get(key, 0) + 1
            step = Step(
                n, event, self.cause, named, before, self.board,
                tuple(dict.fromkeys(lifted)), self.answers, count,
            )  # fmt: skip
            self.trace.append(step)
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
    ) -> Asking:
        """Ask a player (or CHANCE) and return the option taken. A single option is taken without asking."""
        choices = tuple(options)
        if not choices:
            raise EngineError(f"the decision {kind} has no option")
        if len(choices) == 1 and not window:
            answer = Answer(choices[0])
        else:
            moment = Moment(
                clock=self.game.clock(self.board), kind=kind, player=by, step=self._step or None,
                object=about, clause=cites[0] if cites else None,
            )  # fmt: skip
            answer = yield Decision(
                moment, choices, cites, tuple(refused), tuple(weights),
                None if default is UNSET else default, default is not UNSET, window,
            )  # fmt: skip
        if not window:
            self.note(Chosen(kind, by, answer.option, answer.default), cites, self.board)
        return answer.option

    def chance(
        self, kind: str, weighted: Iterable[tuple[Any, int]], *cites: str, about: str | None = None
    ) -> Asking:
        """A die or a draw: a decision by CHANCE with integer weights."""
        rows = tuple(weighted)
        return (
            yield from self.ask(
                CHANCE, kind, (o for o, _ in rows), *cites, about=about, weights=(w for _, w in rows)
            )
        )

    def choose_target(
        self, by: str, kind: str, ability: Any, objects: Iterable[str], *cites: str, default: Any = UNSET
    ) -> Asking:
        """Ask for an object; every option passes through `forbids(Target)`. None when no option is legal."""
        legal: list[str] = []
        refused: list[tuple[Any, tuple[Refusal, ...]]] = []
        for obj in objects:
            reasons = self.look.target_refusals(Target(ability, obj))
            if reasons:
                refused.append((obj, reasons))
            else:
                legal.append(obj)
        if not legal:
            return None
        return (yield from self.ask(by, kind, legal, *cites, default=default, refused=refused))

    def window(
        self, name: str, player: str, *cites: str, default: Any = UNSET, about: str | None = None
    ) -> Asking:
        """A moment in which a player has priority: pass, or one of the legal actions. Returns the action."""
        legal, refused = self.look.options(name, player)
        pass_ = Pass(by=player)
        barred = self.look.refusals(pass_)
        options = legal if barred else (pass_, *legal)
        if barred:
            refused = (*refused, (pass_, barred))
        if not options:
            raise EngineError(f"the window {name} leaves {player} nothing to do")
        taken = yield from self.ask(
            player, name, options, *cites, default=default, refused=refused, window=True, about=about
        )
        if isinstance(taken, Pass):
            self.note(taken, cites, self.board)
        return taken

    # --- procedures --------------------------------------------------------------------------------------

    def declare(self, action: Action, cause: int | None = None) -> Asking:
        """Declare an action: its frame goes on the pile. Cancelled (None) when what that triggered bars it."""
        procedure = self.rules.procedure(type(action))
        before = self.board
        number = self.start(action)
        lifts: list[Lifted] = []
        Look(before, self.rules).refusals(action, lifts=lifts)
        self.note_triggers(Declared(action, number), procedure.cites, before, lifts)
        yield from self.settle()
        if self.board.frame(number) is None:
            return None
        reasons = self.look.refusals(action, stage="perform")
        if reasons:
            self.cancel(number, reasons)
            return None
        return number

    push = declare

    def start(self, action: Action) -> int:
        """Start a procedure that nobody declares (a turn): its frame goes on the pile, without a step."""
        steps = self.rules.steps(type(action))
        number: int = self.board.age
        frame = Frame(number, action, steps[0] if steps else "")
        self.board = self.board.but(pile=(*self.board.pile, frame), age=number + 1)
        return number

    def cancel(self, number: int, reasons: Iterable[Refusal]) -> None:
        """Take a frame off the pile: cancelled, not paid, as if it had not been used."""
        frame = self.board.frame(number)
        if frame is None:
            return
        before = self.board
        self.board = before.without_frame(number)
        self.note_triggers(
            Cancelled(frame.action, number), [c for r in reasons for c in r.cites], before, ()
        )

    def block(self, number: int, *cites: str) -> None:
        """Stop an action: nothing more of it happens, but it is paid."""
        frame = self.board.frame(number)
        if frame is None or frame.status == "blocked":
            return
        pays = self.rules.procedure(type(frame.action)).pays
        steps = self.rules.steps(type(frame.action))
        left = steps[steps.index(frame.step) :] if frame.step in steps else ()
        before = self.board
        self.board = before.with_frame(_but(frame, status="blocked", step=pays if pays in left else ""))
        self.note_triggers(Blocked(frame.action, number), cites, before, ())

    def perform(self, action: Action) -> Asking:
        """Run an action inside another one, refusals asked. Returns whether it was done."""
        reasons = self.look.refusals(action)
        if reasons:
            return False
        procedure = self.rules.procedure(type(action))
        if procedure.windows.intersection(self.rules.steps(type(action))):
            raise EngineError(f"{type(action).__name__} has a window; it can only be pushed")
        number = yield from self.declare(action)
        if number is None:
            return False
        outer = self._frame, self._step, self._flow
        while (frame := self.board.frame(number)) is not None:
            yield from self._advance(frame)
        self._frame, self._step, self._flow = outer
        return True

    def again(self) -> None:
        """Called in a step: run this step once more afterwards."""
        self._flow = "again"

    def stop(self) -> None:
        """Called in a step: the procedure ends with this step."""
        self._flow = "stop"

    def remember(self, **data: Any) -> None:
        """Called in a step: keep what later steps of the same procedure need."""
        frame = self.board.frame(self._frame) if self._frame is not None else None
        if frame is not None:
            self.board = self.board.with_frame(_but(frame, data={**frame.data, **data}))

    def advance(self) -> Asking:
        """Run one named step of the topmost procedure, and let everything settle."""
        yield from self._advance(self.board.pile[-1])

    def _advance(self, frame: Frame) -> Asking:
        kind = type(frame.action)
        procedure = self.rules.procedure(kind)
        steps = self.rules.steps(kind)
        if frame.step not in steps:
            self.board = self.board.without_frame(frame.id)
            return
        checked = frame.step in procedure.checks and frame.status != "blocked"
        if checked and (reasons := self.look.refusals(frame.action, stage="perform")):
            if frame.happened:
                self.block(frame.id, *(c for r in reasons for c in r.cites))
            else:
                self.cancel(frame.id, reasons)
            yield from self.settle()
            return
        if procedure.performs and steps.index(frame.step) >= _at(steps, procedure.performs):
            if frame.status == "declared":
                frame = _but(frame, status="performing")
                self.board = self.board.with_frame(frame)
        rule = self.rules.step_rule(kind, frame.step)
        assert rule is not None
        self._frame, self._step, self._flow = frame.id, frame.step, "next"
        step = frame.step
        yield from rule.fn(self, frame)
        flow = self._flow
        now = self.board.frame(frame.id)
        if now is not None and now.step == step:
            following = steps[steps.index(step) + 1 :]
            if flow == "next":
                self.board = self.board.with_frame(_but(now, step=following[0] if following else ""))
            elif flow == "stop":
                self.board = self.board.with_frame(_but(now, step=""))
        self._frame = None
        yield from self.settle()
        done = self.board.frame(frame.id)
        if done is not None and not done.step:
            self.board = self.board.without_frame(frame.id)
        self._step = ""


def _at(steps: tuple[str, ...], name: str) -> int:
    return steps.index(name) if name in steps else len(steps)


def _but(frame: Frame, **changes: Any) -> Frame:
    import msgspec

    return msgspec.structs.replace(frame, **changes)
