"""Settling: what has triggered resolves, then state rules are asked, until nothing is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .emission import Due, Emission, Trigger
from .errors import Loop
from .look import Look
from .position import canonical_key
from .record import Action, Instance, Lifted, Prevented, Quiet, as_tuple
from .rulebook import Rule
from .runstate import Asking

PATIENCE = 24
"""Rounds of settling before their boards are compared to find a loop (short chains are common)."""

QUIET = Quiet()


class Settling(Emission):
    """The part of a run that resolves triggers and state rules.

    >>> from simulator.engine.drivers import drained
    >>> from simulator.engine.run import Run
    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> run = Run(BOOK, start())
    >>> isinstance(run, Settling)
    True
    >>> drained(run.settle()), drained(run.begin(Pick(stone="tar"))), drained(run.begin(Pick(stone="opal")))
    (None, False, True)
    """

    quiet_mark: int
    """The length of the trace at the last `Quiet`."""
    _held: list[Any]
    _waiting: set[Any]
    _due_under_way: bool

    if TYPE_CHECKING:

        def declare(self, action: Action, cause: int | None = None) -> Asking: ...

    def settle(self) -> Asking:
        """Ends every named step: triggers in the game's order, then `Quiet`, until nothing more happens.

        A position that repeats itself here raises Loop; the trace then ends where it first repeats.
        """
        outer, self._doing = self._doing, []
        self._depth += 1
        self.clock.spend(depth=self._depth)
        try:
            yield from self._settle()
        finally:
            self._depth -= 1
            self._doing = outer

    def _settle(self) -> Asking:
        rounds: list[tuple[int, int, Any, Any]] = []
        asked = self.asked
        while True:
            if self.pending:
                waiting, self.pending = self.pending, []
                yield from self.game.triggered(self, waiting)
            elif self._quiet_due and self.game.quiet_now(self.board):
                self._quiet_due = False
                if not (yield from self._quiet()) and not self.pending:
                    return
            else:
                return
            if self.asked != asked:  # whoever is asked can end it: no loop so far
                rounds, asked = [], self.asked
            rounds.append((self.n, len(self.trace), self.board, tuple((t.what, t.own) for t in self.pending)))
            if len(rounds) % PATIENCE == 0:
                self._cut_loop(rounds)

    def _cut_loop(self, rounds: list[tuple[int, int, Any, Any]]) -> None:
        """Go back to the first repeated position of these rounds, if one repeats, and say so."""
        seen: dict[str, tuple[int, int]] = {}
        for n, length, board, waiting in rounds:
            key = canonical_key((board, waiting))
            if key in seen:
                first, start = seen[key]
                clauses = dict.fromkeys(c for step in self.trace[start:length] for c in step.cites)
                del self.trace[length:]
                self.n, self.board, self.pending = n, board, []
                raise Loop(tuple(range(first, n)), tuple(clauses))
            seen[key] = n, length

    def resolve(self, trigger: Trigger) -> Asking:
        """Let one trigger resolve: events are emitted, actions begun (or noted as prevented, with the clauses
        that refuse them). Asks first when the rule is optional.

        >>> from simulator.engine.drivers import drained
        >>> from simulator.engine.run import Run
        >>> from simulator.engine.smallest import BOOK, Pick, Picked, start
        >>> run = Run(BOOK, start())
        >>> rule = Rule("after", Picked, print, ("tiny:chain#and-the-next",))
        >>> drained(run.resolve(Trigger(None, (Picked("opal"), Pick(stone="tar")), rule)))
        >>> [(step.name, step.cites[0]) for step in run.trace]
        [('picked', 'tiny:chain#and-the-next'), ('prevented', 'tiny:sticky#stays')]
        """
        outer, self.cause = self.cause, trigger.cause
        try:
            if trigger.rule.optional and not (yield from self._may(trigger.by, trigger.rule, trigger.own)):
                return
            for what in trigger.what:
                if not isinstance(what, Action):
                    yield from self.emit(what, *trigger.rule.cites)
                elif reasons := self.look.refusals(what, duties=False):
                    self.note(Prevented(what), (c for r in reasons for c in r.cites), self.board)
                else:
                    yield from self.begin(what)
        finally:
            self.cause = outer

    def begin(self, action: Action) -> Asking:
        """Start an action that nobody declared: on the pile when others may answer it, at once otherwise.

        Returns whether it began (at once: whether it was done); a refused one does not.
        """
        procedure = self.rules.procedure(type(action))
        if not procedure.windows.intersection(self.rules.steps(type(action))):
            return (yield from self.perform(action))
        if self.look.refusals(action, duties=False):
            return False
        return (yield from self.declare(action)) is not None

    # --- state rules -------------------------------------------------------------------------------------

    def _due(self, look: Look) -> list[tuple[Rule, tuple[Instance, ...], Any, Lifted | None]]:
        """Whatever `after(Quiet)` rules ask for on a board, with what lifts it."""
        if not look.rules.matching("after", Quiet):
            return []

        def ask() -> Any:
            return [
                (rule, own, what, look.lifted(rule, own, what))
                for rule, own in look.bindings("after", QUIET)
                for what in as_tuple(rule.fn(look, look, QUIET, *own))
            ]

        found: list[Any] = look.remembered("due", look.working(), ask)
        return found

    def _quiet(self) -> Asking:
        """Ask `after(Quiet)`: all events due at once, then the actions one by one. True if any was done."""
        due = self._due(self.look)
        if not (due or self._held or self._waiting):  # nothing is due, and nothing was waiting to be
            self.quiet_mark = len(self.trace)
            return False
        events: list[Due] = []
        actions: list[tuple[Action, int | None]] = []
        held: list[Any] = []
        for rule, own, what, gone in due:
            if gone is not None:
                held.append((gone, own, what))
            elif isinstance(what, Action):
                if what not in [a for a, _ in actions] and all(f.action != what for f in self.board.pile):
                    actions.append((what, self._first_cause(rule, own, what)))
            else:
                cause = self._first_cause(rule, own, what)
                known = next((place for place, due in enumerate(events) if due.event == what), None)
                if known is None:
                    events.append(Due(what, rule.cites, cause))
                else:  # due for two reasons, it still happens once
                    events[known] = _joined(events[known], rule.cites, cause)
        self._note_held(held)
        if self.game.tells_waiting:
            self._note_waiting([action for action, _ in actions])
        self.quiet_mark = len(self.trace)
        if events:
            done, acted = yield from self._emit_batch(events)
            if done or acted:
                return True
        if self._due_under_way:  # one by one: the next waits until the one that is being done is over
            self._quiet_due = bool(actions)
            return False
        legal = [row for row in actions if not self.look.refusals(row[0], duties=False)]
        if len(legal) > 1 and self.game.asks_order_of_due:
            legal = yield from self._in_order(legal)
        for action, cause in legal:
            outer, self.cause = self.cause, cause
            self._due_under_way = True
            try:
                if (yield from self.begin(action)):
                    return True
            finally:
                self._due_under_way = False
                self.cause = outer
        return False

    def _in_order(self, legal: list[tuple[Action, int | None]]) -> Asking:
        """Of several actions due at once the player concerned says which comes first; default: as they are."""
        by = self.game.chooser(self.look, legal[0][0])
        mine = [row for row in legal if self.game.chooser(self.look, row[0]) == by]
        names: list[str] = []
        for place, (action, _) in enumerate(mine):
            name = self.game.about(action) or str(place)
            names.append(f"{name}-{place}" if name in names else name)
        cites = dict.fromkeys(c for action, _ in mine for c in self.rules.procedure(type(action)).cites)
        first = yield from self.ask(by, "order", names, *cites, default=names[0])
        chosen = mine[names.index(first)]
        return [chosen, *(row for row in legal if row is not chosen)]

    def _note_waiting(self, due: list[Action]) -> None:
        """An action that is due but refused stands in the trace once, when it begins to wait."""
        waiting = {}
        for action in due:
            reasons = self.look.refusals(action, duties=False)
            if reasons:
                waiting[action] = reasons
        for action, reasons in waiting.items():
            if action not in self._waiting:
                self.note(Prevented(action), (c for r in reasons for c in r.cites), self.board)
        self._waiting = set(waiting)

    def _note_held(self, held: list[Any]) -> None:
        """What is due but lifted stands in the trace once, when it begins to be."""
        for row in held:
            if row not in self._held:
                gone, _, what = row
                self.note(Prevented(what), (gone.clause, gone.by), self.board, (gone,))
        self._held = held

    def _first_cause(self, rule: Rule, own: tuple[Instance, ...], what: Any) -> int | None:
        """The earliest step since the last Quiet whose board already met the condition (and, for an action,
        refused it no longer).
        """
        for step in self.trace[self.quiet_mark :]:
            look = Look(step.after, self.rules)
            if own not in look.bound(rule) or what not in as_tuple(rule.fn(look, look, QUIET, *own)):
                continue
            if not isinstance(what, Action) or not look.refusals(what, duties=False):
                return step.n
        return self.trace[-1].n if self.trace else None


def _joined(due: Due, cites: tuple[str, ...], cause: int | None) -> Due:
    causes = [c for c in (due.cause, cause) if c is not None]
    named = tuple(dict.fromkeys((*due.cites, *cites)))
    return Due(due.event, named, min(causes, default=None), due.lifted)
