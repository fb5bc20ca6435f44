"""How one event, or a batch, becomes real: `instead`, then `happens`, then `after`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import EngineError
from .look import Bound, Look
from .record import Action, Event, Instance, Lifted, Prevented, as_tuple
from .rulebook import Rule
from .runstate import Asking, RunState


class Trigger(msgspec.Struct, frozen=True):
    """Something that triggered and waits: what one rule gave, of which instance, caused by which step.

    `what`: events and actions, in their order. `by`: who answers whether it is used, when it is optional.

    >>> Trigger(3, ("rings",), None).cause
    3
    """

    cause: int | None
    what: tuple[Any, ...]
    rule: Any
    own: Instance | None = None
    by: str = ""


class Due(msgspec.Struct, frozen=True):
    """An event that is about to happen: by which clauses, because of which step, and what was lifted.

    >>> Due("rings", ("toy:loud#rings",)).cites
    ('toy:loud#rings',)
    """

    event: Any
    cites: tuple[str, ...]
    cause: int | None = None
    lifted: tuple[Lifted, ...] = ()


class Emission(RunState):
    """The part of a run that makes events happen.

    >>> from simulator.engine.drivers import drained
    >>> from simulator.engine.run import Run
    >>> from simulator.engine.smallest import BOOK, Picked, start
    >>> run = Run(BOOK, start())
    >>> isinstance(run, Emission)
    True
    >>> drained(run.emit(Picked("opal"), "tiny:pick#leaves")), run.board.heap
    ((Picked(stone='opal'),), ('flint', 'tar'))
    >>> drained(run.emit_all([Picked("flint"), Picked("tar")], "tiny:pick#leaves")), run.board.heap
    ((Picked(stone='flint'), Picked(stone='tar')), ())
    """

    pending: list[Trigger]

    if TYPE_CHECKING:

        def perform(self, action: Action) -> Asking: ...

    def emit(self, event: Event, *cites: str, lifted: Iterable[Lifted] = ()) -> Asking:
        """Let an event happen. Returns the events that really happened (replaced ones included).

        Without `cites` it happens by the clauses of the step under way. `lifted`: what was lifted on the way
        here (by `look.value(…, lifts=…)`, say); it stands in the trace with the event.
        """
        return (yield from self.emit_all((event,), *cites, lifted=lifted))

    def emit_all(self, events: Iterable[Event], *cites: str, lifted: Iterable[Lifted] = ()) -> Asking:
        """Let several events happen at once: every `instead` is asked on the board before them all, then all
        happen, then `after` is asked with the boards before and after. Returns what really happened.
        """
        named, pairs = cites or self.step_cites(), tuple(lifted)
        done, _ = yield from self._emit_batch([Due(e, named, self.cause, pairs) for e in events])
        return done

    def _emit_batch(self, batch: list[Due]) -> Asking:
        """Returns (the events that really happened, whether an action was done in place of one)."""
        before = self.look
        ready: list[Due] = []
        actions: list[tuple[Action, int | None]] = []
        outer = self.cause
        for due in batch:
            self.cause = due.cause
            for made in (yield from self._replaced(before, due, frozenset())):
                if isinstance(made, Action):
                    actions.append((made, due.cause))
                else:
                    ready.append(made)
        done: list[tuple[int, Event]] = []
        for due in ready:
            self.cause = due.cause
            done.append((self._apply(due), due.event))
        self.cause = outer
        after = self.look
        for n, event in done:
            self._trigger(before, after, event, n)
        acted = False
        for action, cause in actions:
            self.cause = cause
            acted = (yield from self.perform(action)) or acted
        self.cause = outer
        return tuple(event for _, event in done), acted

    def note_triggers(
        self, event: Event, cites: Iterable[str], before: Look, lifted: Iterable[Lifted] = ()
    ) -> None:
        """Note an event whose board is already made (of the kernel itself), and what it triggers.

        >>> from simulator.engine.record import Cancelled, Pass
        >>> from simulator.engine.run import Run
        >>> from simulator.engine.smallest import BOOK, start
        >>> run = Run(BOOK, start())
        >>> run.note_triggers(Cancelled(Pass(), 1), ("tiny:sticky#stays",), run.look)
        >>> run.trace[0].name, run.pending
        ('cancelled', [])
        """
        n = self.note(event, cites, before.board, lifted)
        self._trigger(before, self.look, event, n)

    # --- instead -----------------------------------------------------------------------------------------

    def _replaced(self, look: Look, due: Due, used: frozenset[Bound]) -> Asking:
        """Pass an event through `instead`, each (rule, instance) at most once; gives what is left of it.

        When a rule gives several, the first goes on in place of the event and the others follow it; they are
        still the same event, so a rule that was used on it is not used on them.
        """
        event, cites, lifted = due.event, due.cites, list(due.lifted)
        if not isinstance(event, Event):
            raise EngineError(f"{event!r} is no event: events are emitted, actions performed or pushed")
        made: list[Any] = []
        follow: list[Due] = []
        while live := self._live(look, event, used, lifted):
            rule, own, result = yield from self._pick(look, event, live)
            used |= {(rule, own)}
            if rule.optional and not (yield from self._wanted(look, rule, own, event)):
                continue
            borne = look.game.bearing_cites(look, own[0]) if own else ()
            cites = tuple(dict.fromkeys((*cites, *rule.cites, *borne)))
            parts = as_tuple(result)
            follow += [Due(part, cites, due.cause) for part in parts[1:]]
            if parts and not isinstance(parts[0], Action):
                event = parts[0]
                continue
            self.note_triggers(Prevented(event), (*rule.cites, *cites), self.look, lifted)
            made += parts[:1]
            break
        else:
            made.append(Due(event, cites, due.cause, tuple(lifted)))
        for part in follow:
            if isinstance(part.event, Action):
                made.append(part.event)
            else:
                made += yield from self._replaced(look, part, used)
        return made

    def _live(
        self, look: Look, event: Any, used: frozenset[Bound], lifted: list[Lifted]
    ) -> list[tuple[Rule, tuple[Instance, ...], Any]]:
        """The rules that would change the event, with what each gives instead."""
        live = []
        for rule, own in look.bindings("instead", event):
            if (rule, own) in used:
                continue
            result = rule.fn(look, event, *own)
            if result is event:
                continue
            gone = look.lifted(rule, own, event)
            if gone is None:
                live.append((rule, own, result))
            else:
                lifted.append(gone)
        return live

    def _pick(self, look: Look, event: Any, live: list[Any]) -> Asking:
        """Which applies first: the game's chooser decides when there are several."""
        if len(live) == 1 or all(result == live[0][2] for _, _, result in live):
            return live[0]  # in whatever order: the same comes of it
        labels = [f"{r.clause}@{own[0].label}" if own else r.clause for r, own, _ in live]
        cites = tuple(dict.fromkeys(c for r, _, _ in live for c in r.cites))
        picked = yield from self.ask(self.game.chooser(look, event), "order", labels, *cites)
        return live[labels.index(picked)]

    def _wanted(self, look: Look, rule: Rule, own: tuple[Instance, ...], event: Any) -> Asking:
        by = self.game.decider(look, own[0] if own else None, event)
        return (yield from self._may(by, rule, own[0] if own else None))

    def _may(self, by: str, rule: Rule, own: Instance | None) -> Asking:
        about = own.bearer if own else None
        return (yield from self.ask(by, "may", (True, False), *rule.cites, about=about))

    # --- happens -----------------------------------------------------------------------------------------

    def _apply(self, due: Due) -> int:
        before = self.board
        rules = self.rules.matching("happens", type(due.event))
        for rule in rules:
            self.board = rule.fn(self.look, due.event)
        self.drop_lost_marks()
        self._mark_happened()
        own = tuple(c for rule in rules for c in rule.cites)
        return self.note(due.event, (*due.cites, *own), before, due.lifted)

    def drop_lost_marks(self) -> None:
        """What was used up belongs to one instance: when it is gone, so is the memory of it.

        >>> from simulator.engine.record import Instance, Mark
        >>> from simulator.engine.run import Run
        >>> from simulator.engine.smallest import BOOK, start
        >>> here, gone = Instance("opal", "royal"), Instance("ruby", "royal")
        >>> run = Run(BOOK, start().but(marks={(here, "used"): Mark(), (gone, "used"): Mark()}))
        >>> run.drop_lost_marks()
        >>> [instance.bearer for instance, _ in run.board.marks]
        ['opal']
        """
        marks = self.board.marks
        if marks:
            look = self.look
            kept = {k: v for k, v in marks.items() if k[0] in look.features(k[0].bearer)}
            if len(kept) < len(marks):
                self.board = self.board.but(marks=kept)

    def _mark_happened(self) -> None:
        """Something of every procedure under way has happened (payment counts, preparations do not)."""
        for doing in self._doing:
            frame = self.board.frame(doing.frame)
            if frame is None or frame.happened:
                continue
            if frame.status == "performing" or doing.step == self.rules.procedure(type(frame.action)).pays:
                self.board = self.board.with_frame(frame.but(happened=True))

    # --- after -------------------------------------------------------------------------------------------

    def _trigger(self, before: Look, after: Look, event: Event, n: int) -> None:
        look = before if event.looks_back else after
        for rule, own in look.bindings("after", event):
            given = as_tuple(rule.fn(before, after, event, *own))
            if not given:
                continue
            gone = look.lifted(rule, own, event)
            if gone is not None:
                outer, self.cause = self.cause, n
                for what in given:
                    self.note(Prevented(what), (gone.clause, gone.by), self.board, (gone,))
                self.cause = outer
                continue
            bearer = own[0] if own else None
            by = self.game.decider(look, bearer, event) if rule.optional else ""
            self.pending.append(Trigger(n, given, rule, bearer, by))
