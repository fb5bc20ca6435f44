"""Settling: what has triggered resolves, then state rules are asked, until nothing is done."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .emission import Trigger
from .errors import Loop
from .look import Look
from .position import canonical_key
from .record import Action, Instance, Quiet, as_tuple

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .trace import Step

Gen = Generator[Any, Any, Any]

PATIENCE = 24
"""Rounds of settling before positions are compared to find a loop (comparing costs; short chains are common)."""


class Settling:
    """The part of a run that resolves triggers and state rules."""

    if TYPE_CHECKING:
        rules: Rulebook
        game: Any
        board: Any
        pending: list[Trigger]
        cause: int | None
        trace: list[Step]
        traced: bool
        n: int
        quiet_mark: int
        _quiet_due: bool

        @property
        def look(self) -> Look: ...
        def ask(self, by: str, kind: str, options: Any, *cites: str, **more: Any) -> Gen: ...
        def emit(self, event: Any, *cites: str) -> Gen: ...
        def _emit_batch(self, batch: list[Any]) -> Gen: ...
        def perform(self, action: Action) -> Gen: ...
        def declare(self, action: Action, cause: int | None = None) -> Gen: ...

    def settle(self) -> Gen:
        """Ends every named step: triggers in the game's order, then `Quiet`, until nothing more happens."""
        rounds = 0
        seen: dict[str, int] = {}
        while True:
            while self.pending:
                waiting, self.pending = self.pending, []
                yield from self.game.triggered(self, waiting)
                rounds += 1
                self._watch(rounds, seen)
            if not self._quiet_due or not self.game.quiet_now(self.board):
                return
            self._quiet_due = False
            if not (yield from self._quiet()):
                self.quiet_mark = len(self.trace)
                if not self.pending:
                    return
            rounds += 1
            self._watch(rounds, seen)

    def _watch(self, rounds: int, seen: dict[str, int]) -> None:
        """Cut a loop at the first repeated position."""
        if rounds < PATIENCE:
            return
        key = canonical_key((self.board, tuple((t.what, t.own) for t in self.pending)))
        if key in seen:
            first = seen[key]
            cites = dict.fromkeys(c for s in self.trace[first:] for c in s.cites)
            raise Loop(tuple(range(first, self.n)), tuple(cites))
        seen[key] = self.n

    def resolve(self, trigger: Trigger) -> Gen:
        """Let one trigger resolve: an event is emitted, an action performed or declared. Asks when optional."""
        outer, self.cause = self.cause, trigger.cause
        rule = trigger.rule
        try:
            if rule.optional:
                bearer = trigger.own.bearer if trigger.own else None
                asked = self.game.controller(self.board, bearer) if bearer else self.game.players[0]
                if not (yield from self.ask(asked, "may", (True, False), *rule.cites, about=bearer)):
                    return
            if isinstance(trigger.what, Action):
                yield from self.begin(trigger.what)
            else:
                yield from self.emit(trigger.what, *rule.cites)
        finally:
            self.cause = outer

    def begin(self, action: Action) -> Gen:
        """Start an action that was triggered: on the pile when others may answer it, at once otherwise.

        Returns whether it began; a refused one does not.
        """
        procedure = self.rules.procedure(type(action))
        if not procedure.windows.intersection(self.rules.steps(type(action))):
            return (yield from self.perform(action))
        if self.look.refusals(action):
            return False
        return (yield from self.declare(action)) is not None

    # --- state rules -------------------------------------------------------------------------------------

    def _quiet(self) -> Gen:
        """Ask `after(Quiet)`: all events due at once, then the actions due one by one. True if any was done."""
        look = self.look
        event = Quiet()
        events: list[Any] = []
        actions: list[tuple[Action, int | None]] = []
        for rule, own in look.bindings("after", event):
            for what in as_tuple(rule.fn(look, look, event, *own)):
                if look.lifted(rule, own, what) is not None:
                    continue
                cause = self._first_cause(rule, own, what)
                if isinstance(what, Action):
                    actions.append((what, cause))
                else:
                    events.append((what, rule.cites, cause))
        if events:
            yield from self._emit_batch(events)
            return True
        for action, cause in actions:
            outer, self.cause = self.cause, cause
            try:
                if not self.look.refusals(action) and (yield from self.begin(action)):
                    return True
            finally:
                self.cause = outer
        return False

    def _first_cause(self, rule: Any, own: tuple[Instance, ...], what: Any) -> int | None:
        """The earliest step since the last Quiet whose board already met the condition."""
        for step in self.trace[self.quiet_mark :]:
            look = Look(step.after, self.rules)
            if own and own[0] not in look.features(own[0].bearer):
                continue
            if what in as_tuple(rule.fn(look, look, Quiet(), *own)):
                return step.n
        return self.trace[-1].n if self.trace else None
