"""A run: the one thing that moves a board. Steps are generators on it; they ask by `yield`.

*Declared, instead, happens, after, settle.* Every event passes through `emit` (emission.py), what follows
from it through `settle` (settling.py); every procedure lies on the pile of the board and is advanced step by
step.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from .decision import Later
from .emission import Trigger
from .errors import EngineError
from .limits import Clock, Limits
from .position import Frame
from .record import Action, Blocked, Cancelled, Declared, Lifted, Pass, Refusal
from .rulebook import Rulebook
from .runstate import UNSET, Asking, Doing
from .settling import Settling

__all__ = ["UNSET", "Asking", "Run", "Trigger"]


class Run(Settling):
    """The state of one run: a board, the rulebook, the trace so far and what is waiting to resolve.

    A driver (`drivers.Play`) advances it and answers its questions:

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> run = Run(BOOK, start())
    >>> step = run.advance()
    >>> question = next(step)
    >>> question.kind, question.by, [option.stone for option in question.options[1:3]]
    ('act', 'ann', ['opal', 'flint'])

    Inside a step:

    >>> from simulator.engine.drivers import drained
    >>> from simulator.engine.rules import Rules
    >>> from simulator.engine.smallest import Rounds
    >>> rules = Rules()
    >>> @rules.unfolds(Rounds, "tiny:rounds#only-once", step="ann")
    ... def once(run, frame):
    ...     run.remember(times=frame.data.get("times", 0) + 1)
    ...     run.again() if "times" not in frame.data else run.stop()
    ...     yield from run.push(Pick(stone="opal", by="ann"))
    >>> run = Run(BOOK.without("tiny:rounds#ann-first").plus(rules), start())
    >>> drained(run.advance())
    >>> [(type(frame.action).__name__, frame.step, frame.data) for frame in run.board.pile]
    [('Rounds', 'ann', {'times': 1}), ('Pick', 'pick', {})]
    """

    def __init__(
        self,
        rules: Rulebook,
        board: Any,
        *,
        traced: bool = True,
        limits: Limits | None = None,
        clock: Clock | None = None,
        settled: bool = False,
    ) -> None:
        super().__init__(rules, board, traced=traced, limits=limits, clock=clock)
        self.pending = []
        self.quiet_mark = 0
        self._causes: dict[int, int | None] = {}
        self._undone: set[int] = set()
        self._offer: tuple[Action, tuple[str, ...]] | None = None
        self._held = []
        self._waiting = set()
        self._due_under_way = False
        if settled and self.game.quiet_now(board):
            due = self._due(self.look)
            self._held = [(gone, own, what) for _, own, what, gone in due if gone]
            self._waiting = {what for _, _, what, gone in due if isinstance(what, Action) and not gone}

    # --- windows -----------------------------------------------------------------------------------------

    def window(
        self, name: str, player: str, *cites: str, default: Any = UNSET, about: str | None = None
    ) -> Asking:
        """A moment in which a player has priority: pass, or one of the legal actions. Returns the action.

        A forbidden pass is no option and no default. The caller pushes the action that is taken.

        >>> from simulator.engine.smallest import BOOK, start
        >>> question = next(Run(BOOK, start()).window("act", "bob", "tiny:rounds#bob-second"))
        >>> question.options[0], len(question.options), [action.stone for action, _ in question.refused]
        (Pass(by='bob'), 4, ['tar'])
        """
        named = cites or self.step_cites()
        offers, pass_ = self.look.offers(name, player), Pass(by=player)
        lifts: list[Lifted] = []
        barred = self.look.refusals(pass_, lifts=lifts)
        passes = () if barred else (pass_,)
        if barred and not any(offers.legal()):
            raise EngineError(f"the window {name} leaves {player} nothing to do")
        options = Later(lambda: (*passes, *offers.legal()), lambda it: it in passes or it in offers)
        refused = Later(lambda: (*offers.refused(), (pass_, barred)) if barred else offers.refused())
        taken = yield from self.ask(
            player, name, options, *named, refused=refused, window=True, about=about,
            default=default if default in options else UNSET,
        )  # fmt: skip
        if isinstance(taken, Pass):
            self.note(taken, named, self.board, lifts)
        elif self.traced:
            self._offer = (taken, self.look.offer_cites(name, player, taken))
        return taken

    # --- declaring ---------------------------------------------------------------------------------------

    def declare(self, action: Action, cause: int | None = None) -> Asking:
        """Declare an action: its frame goes on the pile. Returns the frame's id, or None when what the
        declaration triggered makes it illegal: then it is cancelled.

        The caller of `push` (another name of this) ends its step there: what it pushed comes first.

        >>> from simulator.engine.drivers import drained
        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> run = Run(BOOK, start())
        >>> number = drained(run.declare(Pick(stone="opal", by="ann")))
        >>> run.board.frame(number).action, run.trace[0].cites
        (Pick(stone='opal', by='ann'), ('tiny:pick#leaves',))
        """
        before, outer = self.look, self.cause
        lifts: list[Lifted] = []
        if self.traced and self.rules.lifts:
            before.refusals(action, lifts=lifts)
        if cause is not None:
            self.cause = cause
        number = self.start(action)
        action = self.board.pile[-1].action
        cites = self.rules.procedure(type(action)).cites
        if self._offer is not None and self._offer[0] == action:
            cites = (*cites, *self._offer[1])
        self._offer = None
        self.note_triggers(Declared(action, number), cites, before, lifts)
        pushed = self.board
        yield from self.settle()
        self.cause = outer
        if self.board.frame(number) is None:
            return None
        reasons = self.look.refusals(action, stage="declared") if self.board is not pushed else ()
        if reasons:
            self.cancel(number, reasons)
            return None
        return number

    push = declare

    def start(self, action: Action) -> int:
        """Start a procedure that nobody declares (a turn): its frame goes on the pile, without a step.

        The action on the pile is an object of its own: rules tell a declaration from an equal one, which is
        only offered so far, by identity.
        """
        steps = self.rules.steps(type(action))
        number: int = self.board.age
        frame = Frame(number, action.but(), steps[0] if steps else "")
        self.board = self.board.but(pile=(*self.board.pile, frame), age=number + 1)
        self._causes[number] = self.cause
        return number

    def cancel(self, number: int, reasons: Iterable[Refusal]) -> None:
        """Take a frame off the pile: cancelled, not paid, as if it had not been used.

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> run = Run(BOOK, start())
        >>> run.cancel(run.start(Pick(stone="opal")), [Refusal(("tiny:sticky#stays",), "sticks")])
        >>> run.trace[0].name, run.trace[0].cites, len(run.board.pile)
        ('cancelled', ('tiny:sticky#stays',), 1)
        """
        frame, before = self.board.frame(number), self.look
        if frame is None:
            return
        self._undone.add(number)
        self.board = self.board.without_frame(number)
        self.note_triggers(Cancelled(frame.action, number), [c for r in reasons for c in r.cites], before)

    def block(self, number: int, *cites: str) -> None:
        """Stop an action: nothing more of it happens, but it is paid (if it is not yet).

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> run = Run(BOOK, start())
        >>> run.block(run.start(Pick(stone="opal")), "tiny:glue#holds")
        >>> run.board.pile[-1].status, run.trace[0].name
        ('blocked', 'blocked')
        """
        frame, before = self.board.frame(number), self.look
        if frame is None or frame.status == "blocked":
            return
        self._undone.add(number)
        pays = self.rules.procedure(type(frame.action)).pays
        steps = self.rules.steps(type(frame.action))
        left = steps[steps.index(frame.step) :] if frame.step in steps else ()
        self.board = self.board.with_frame(frame.but(status="blocked", step=pays if pays in left else ""))
        self.note_triggers(Blocked(frame.action, number), cites or self.step_cites(), before)

    def perform(self, action: Action) -> Asking:
        """Run an action inside another one, refusals asked (duties bind only what players declare). Returns
        whether it was done: False when it is refused, cancelled or blocked.
        """
        if self.look.refusals(action, duties=False):
            return False
        procedure = self.rules.procedure(type(action))
        if procedure.windows.intersection(self.rules.steps(type(action))):
            raise EngineError(f"{type(action).__name__} has a window; it can only be pushed")
        self._depth += 1
        self.clock.spend(depth=self._depth)
        try:
            number = yield from self.declare(action)
            while number is not None and (frame := self.board.frame(number)) is not None:
                yield from self._advance(frame)
        finally:
            self._depth -= 1
        return number is not None and number not in self._undone

    # --- inside a step -----------------------------------------------------------------------------------

    def _here(self, what: str) -> Doing:
        if not self._doing:
            raise EngineError(f"{what}() belongs inside a step")
        return self._doing[-1]

    def again(self) -> None:
        """Called in a step: run this step once more afterwards."""
        self._here("again").flow = "again"

    def stop(self) -> None:
        """Called in a step: the procedure ends with this step."""
        self._here("stop").flow = "stop"

    def remember(self, **data: Any) -> None:
        """Called in a step: keep what later steps of the procedure need (they find it in `frame.data`)."""
        frame = self.board.frame(self._here("remember").frame)
        if frame is not None:
            self.board = self.board.with_frame(frame.but(data={**frame.data, **data}))

    # --- advancing ---------------------------------------------------------------------------------------

    def advance(self) -> Asking:
        """Run one named step of the topmost procedure, and let everything settle."""
        yield from self._advance(self.board.pile[-1])

    def _advance(self, frame: Frame) -> Asking:
        kind = type(frame.action)
        steps = self.rules.steps(kind)
        if frame.step in steps and (yield from self._may_go_on(frame, steps.index(frame.step))):
            yield from self._do(self.board.frame(frame.id) or frame, steps)
        done = self.board.frame(frame.id)
        if done is not None and done.step not in steps:
            self.board = self.board.without_frame(frame.id)
            self.drop_lost_marks()
            yield from self.settle()

    def _may_go_on(self, frame: Frame, place: int) -> Asking:
        """Before performance begins, and before each step to be checked, the action is asked again."""
        kind = type(frame.action)
        procedure = self.rules.procedure(kind)
        begins = frame.status == "declared" and place >= self.rules.performs_at(kind)
        if begins:
            frame = frame.but(status="performing")
            self.board = self.board.with_frame(frame)
        asked = (begins and procedure.performs) or frame.step in procedure.checks
        reasons = (
            self.look.refusals(frame.action, stage="perform") if asked and frame.status != "blocked" else ()
        )
        if not reasons:
            return True
        if frame.happened:
            self.block(frame.id, *(c for r in reasons for c in r.cites))
        else:
            self.cancel(frame.id, reasons)
        yield from self.settle()
        return False

    def _do(self, frame: Frame, steps: tuple[str, ...]) -> Asking:
        """Run the step of a frame, move the frame on, settle."""
        kind = type(frame.action)
        rule = self.rules.step_rule(kind, frame.step)
        assert rule is not None, "steps() lists only steps that have a rule"
        cites = (*rule.cites, *self.rules.row_cites(kind, frame.step))
        doing = Doing(frame.id, frame.step, cites)
        made = rule.fn(self, frame)
        if not inspect.isgenerator(made):
            raise EngineError(f"the step {frame.step} ({rule.clause}) is no generator: it needs a `yield`")
        outer = self._step, self.cause
        self._step, self.cause = frame.step, self._causes.get(frame.id, self.cause)
        self._doing.append(doing)
        yield from made
        self._doing.pop()
        self.cause = outer[1]
        now = self.board.frame(frame.id)
        if now is not None and now.step == frame.step:
            if doing.flow == "stop" or now.status == "blocked":
                step = ""
            elif doing.flow == "again":
                step = frame.step
            else:
                step = next(iter(steps[steps.index(frame.step) + 1 :]), "")
            self.board = self.board.with_frame(now.but(step=step))
        yield from self.settle()
        self._step = outer[0]
