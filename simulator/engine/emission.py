"""How one event, or a batch, becomes real: `instead`, then `happens`, then `after`."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import EngineError
from .look import Bound, Look
from .record import Action, Event, Instance, Lifted, Prevented, as_tuple

if TYPE_CHECKING:
    from .rulebook import Rule, Rulebook

Gen = Generator[Any, Any, Any]


class Trigger(msgspec.Struct, frozen=True):
    """Something that triggered and waits: what, by which rule and instance, caused by which step."""

    cause: int | None
    what: Any
    rule: Any
    own: Instance | None = None
    lifted: tuple[Lifted, ...] = ()


class _Ready(msgspec.Struct):
    """An event that passed `instead`, with what it cites."""

    event: Any
    cites: tuple[str, ...]
    lifted: list[Lifted]


class Emission:
    """The part of a run that makes events happen."""

    if TYPE_CHECKING:
        rules: Rulebook
        game: Any
        board: Any
        pending: list[Trigger]
        cause: int | None
        _frame: int | None
        _quiet_due: bool

        @property
        def look(self) -> Look: ...
        def note(
            self, event: Any, cites: Iterable[str], before: Any, lifted: Iterable[Lifted] = ()
        ) -> int: ...
        def ask(self, by: str, kind: str, options: Iterable[Any], *cites: str, **more: Any) -> Gen: ...
        def perform(self, action: Action) -> Gen: ...

    def emit(self, event: Event, *cites: str) -> Gen:
        """Let an event happen. Returns the events that really happened (replaced ones included)."""
        return (yield from self.emit_all((event,), *cites))

    def emit_all(self, events: Iterable[Event], *cites: str) -> Gen:
        """Let several events happen at once: every `instead` is asked on the board before them all, then all
        happen, then `after` is asked with the boards before and after. Returns what really happened.
        """
        return (yield from self._emit_batch([(e, cites, self.cause) for e in events]))

    def _emit_batch(self, batch: list[tuple[Event, tuple[str, ...], int | None]]) -> Gen:
        before = self.look
        ready: list[tuple[_Ready, int | None]] = []
        actions: list[Action] = []
        for event, cites, cause in batch:
            for made in (yield from self._replaced(before, event, cites)):
                if isinstance(made, Action):
                    actions.append(made)
                else:
                    ready.append((made, cause))
        done: list[tuple[int, _Ready]] = []
        outer = self.cause
        for item, cause in ready:
            self.cause = cause
            done.append((self._apply(item), item))
        self.cause = outer
        for n, item in done:
            self._trigger(before, self.look, item.event, n)
        for action in actions:
            yield from self.perform(action)
        return tuple(item.event for _, item in done)

    def note_triggers(
        self, event: Event, cites: Iterable[str], before: Any, lifted: Iterable[Lifted]
    ) -> None:
        """Note an event of the kernel whose board is already made, and what it triggers."""
        n = self.note(event, cites, before, lifted)
        self._quiet_due = True
        self._trigger(Look(before, self.rules), self.look, event, n)

    # --- instead -----------------------------------------------------------------------------------------

    def _replaced(self, look: Look, event: Any, cites: tuple[str, ...]) -> Gen:
        """Pass an event through `instead`, each (rule, instance) at most once; gives what is left of it."""
        rest: list[Any] = []
        lifted: list[Lifted] = []
        used: set[Bound] = set()
        origin = cites
        while True:
            live = self._live(look, event, used, lifted)
            if not live:
                break
            rule, own, result = yield from self._pick(look, event, live)
            used.add((rule, own))
            if rule.optional:
                asked = self.game.controller(look.board, own[0].bearer) if own else self.game.players[0]
                about = own[0].bearer if own else None
                if not (yield from self.ask(asked, "may", (True, False), *rule.cites, about=about)):
                    continue
            cites = (*cites, *rule.cites)
            if isinstance(result, Action):
                self.note(Prevented(event), (*rule.cites, *origin), self.board, lifted)
                return [*rest, result]
            follow = as_tuple(result)
            rest += [_Ready(e, cites, []) if not isinstance(e, Action) else e for e in follow[1:]]
            if not follow:
                self.note(Prevented(event), (*rule.cites, *origin), self.board, lifted)
                return rest
            if isinstance(follow[0], Action):
                raise EngineError(f"{rule.clause} gives an action among several events")
            event = follow[0]
        return [_Ready(event, cites, lifted), *rest]

    def _live(
        self, look: Look, event: Any, used: set[Bound], lifted: list[Lifted]
    ) -> list[tuple[Rule, tuple[Instance, ...], Any]]:
        live = []
        for rule, own in look.bindings("instead", event):
            if (rule, own) in used:
                continue
            result = rule.fn(look, event, *own)
            if result is event:
                continue
            gone = look.lifted(rule, own, event)
            if gone is not None:
                if gone not in lifted:
                    lifted.append(gone)
                continue
            live.append((rule, own, result))
        return live

    def _pick(self, look: Look, event: Any, live: list[Any]) -> Gen:
        if len(live) == 1:
            return live[0]
        labels = [f"{r.clause}@{own[0].label}" if own else r.clause for r, own, _ in live]
        cites = tuple(dict.fromkeys(c for r, _, _ in live for c in r.cites))
        picked = yield from self.ask(self.game.chooser(look, event), "order", labels, *cites)
        return live[labels.index(picked)]

    # --- happens -----------------------------------------------------------------------------------------

    def _apply(self, item: _Ready) -> int:
        before = self.board
        rules = self.rules.matching("happens", type(item.event))
        for rule in rules:
            self.board = rule.fn(self.look, item.event)
        if self.board.marks:
            self._drop_lost_marks()
        self._quiet_due = True
        self._mark_happened()
        own = tuple(c for rule in rules for c in rule.cites)
        return self.note(item.event, (*item.cites, *own), before, item.lifted)

    def _drop_lost_marks(self) -> None:
        """What was used up belongs to one instance: when it is gone, so is the memory of it."""
        look = self.look
        lost = [k for k in self.board.marks if k[0] not in look.features(k[0].bearer)]
        if lost:
            self.board = self.board.but(marks={k: v for k, v in self.board.marks.items() if k not in lost})

    def _mark_happened(self) -> None:
        if self._frame is None:
            return
        frame = self.board.frame(self._frame)
        if frame is not None and frame.status == "performing" and not frame.happened:
            self.board = self.board.with_frame(msgspec.structs.replace(frame, happened=True))

    # --- after -------------------------------------------------------------------------------------------

    def _trigger(self, before: Look, after: Look, event: Event, n: int) -> None:
        look = before if event.looks_back else after
        for rule, own in look.bindings("after", event):
            given = as_tuple(rule.fn(before, after, event, *own))
            if not given:
                continue
            gone = look.lifted(rule, own, event)
            if gone is not None:
                self.note(Prevented(given[0]), (gone.clause, gone.by), self.board, (gone,))
                continue
            for what in given:
                self.pending.append(Trigger(n, what, rule, own[0] if own else None))
