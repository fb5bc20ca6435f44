"""What a rule sees: a read-only pair of a board and the rulebook that is running.

No rule reads a module-level rulebook, so a knock-out, an edition or an option really changes what runs.
Features and values are found in facts.py; here is what may be done, and why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .facts import Bound, Facts, Row
from .limits import Clock
from .memory import Memory
from .record import Action, Instance, Lifted, Record, Refusal, Target, as_tuple
from .rulebook import Rule, Rulebook

__all__ = ["Bound", "Look", "Offers", "Refused", "Row"]

Asked = tuple[Rule, Callable[..., Any], tuple[tuple[Instance, ...], ...] | None]
"""A rule, its function, and for whom it is asked (None: for the instance that is being used)."""

Refused = tuple[Action, tuple[Refusal, ...]]
"""An action that may not be done, and why."""


class Look(Facts):
    """A board seen through a rulebook. Cheap to make; caches what it computes about its one board.

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> look = Look(start(), BOOK)
    >>> look.legal(Pick(stone="flint", by="ann"))
    True
    >>> [(reason.clause, reason.facts) for reason in look.refusals(Pick(stone="tar", by="ann"))]
    [('tiny:sticky#stays', {'stone': 'tar'})]
    >>> [action.stone for action in look.candidates("act", "ann")[:3]]
    ['opal', 'flint', 'tar']
    >>> legal, refused = look.options("act", "ann")
    >>> len(legal), [action.stone for action, reasons in refused]
    (3, ['tar'])
    """

    __slots__ = ("_asked", "_offers", "_refusals", "clock")

    def __init__(
        self, board: Any, rules: Rulebook, clock: Clock | None = None, memory: Memory | None = None
    ) -> None:
        super().__init__(board, rules, memory)
        self.clock = clock
        """The clock of a run: listing what may be done can be long."""
        self._refusals: dict[tuple[Action, str, bool], tuple[Refusal, ...]] = {}
        self._offers: dict[tuple[Any, str], Offers] = {}
        self._asked: dict[tuple[type, str], tuple[Asked, ...]] = {}

    def forget(self) -> None:
        """As `Facts.forget`: what was judged and offered too."""
        super().forget()
        self._refusals.clear()
        self._offers.clear()
        self._asked.clear()

    # --- legality ----------------------------------------------------------------------------------------

    def refusals(
        self,
        action: Action,
        *,
        stage: str = "declare",
        lifts: list[Lifted] | None = None,
        duties: bool = True,
    ) -> tuple[Refusal, ...]:
        """Every reason why an action may not be done; empty = legal. `lifts` collects what was lifted.

        `stage`: "declare"; "declared" (asked again after what the declaration triggered: rules of either
        stage are left out); "perform" (when performance begins). Duties bind what a player declares, not what
        a rule makes happen: `duties=False` leaves them out.
        """
        key = (action, stage, duties)
        if lifts is None and (known := self._refusals.get(key)) is not None:
            return known
        self._enter("the legality", action)
        try:
            out = self._plain_refusals(action, stage, lifts)
            if duties and stage == "declare":
                out += self._duty_refusals(action, lifts)
        finally:
            self._asking.pop()
        found = self._refusals[key] = tuple(out)
        return found

    def legal(self, action: Action) -> bool:
        """Whether an action may be declared now: as `refusals`, but one reason is enough."""
        self._enter("the legality", action)
        try:
            return self._free(action) and not self._duty_refusals(action, None)
        finally:
            self._asking.pop()

    def _free(self, action: Action) -> bool:
        """Whether nothing but a duty stands against declaring an action."""
        for what in (action, *action.aims()):
            for _, _, gone in self._objections(what, "declare"):
                if gone is None:
                    return False
        return not self._missing_choices(action)

    def _plain_refusals(self, action: Action, stage: str, lifts: list[Lifted] | None) -> list[Refusal]:
        out: list[Refusal] = []
        for what in (action, *action.aims()):
            self._forbidden(what, stage, out, lifts)
        if not out and stage != "perform":
            out += self._missing_choices(action)
        return _each_once(out)

    def _missing_choices(self, action: Action) -> list[Refusal]:
        """Why a choice that the action must make cannot be made."""
        out: list[Refusal] = []
        for options in self.game.required_choices(self, action):
            found = [self.target_refusals(o) for o in options]
            if all(found):
                out += [r for reasons in found for r in reasons] or [self.game.no_option(action)]
        return out

    def _forbidden(self, what: Any, stage: str, out: list[Refusal], lifts: list[Lifted] | None) -> None:
        for rule, why, gone in self._objections(what, stage):
            if gone is None:
                out.append(Refusal((*rule.cites, *(why[2] if len(why) > 2 else ())), why[0], why[1]))
            elif lifts is not None:
                lifts.append(gone)

    def _objections(self, what: Any, stage: str) -> Iterator[tuple[Rule, Any, Lifted | None]]:
        """Every prohibition that speaks against something: the rule, what it says, what lifts it."""
        asking = self._asking[-1] if self._asking else None
        asked = self._asked.get((type(what), stage))
        for rule, fn, owns in self._prohibitions(type(what), stage) if asked is None else asked:
            if asking is not None:
                asking[2] = rule.cites
            for own in self.bound(rule, what) if owns is None else owns:
                why = fn(self, what, *own)
                if why is not None:
                    yield rule, why, self.lifted(rule, own, what)

    def _prohibitions(self, kind: type, stage: str) -> tuple[Asked, ...]:
        """The prohibitions about a class at a stage that have somebody to be asked for on this board."""
        rules = self.live(self.rules.prohibitions(kind, stage), ("forbids", kind, stage))
        asked = ((rule, rule.fn, None if rule.using is not None else self.bound(rule)) for rule in rules)
        found = self._asked[kind, stage] = tuple(row for row in asked if row[2] != ())
        return found

    def target_refusals(self, target: Target, lifts: list[Lifted] | None = None) -> tuple[Refusal, ...]:
        """Every reason why an object may not be chosen by an ability. `lifts` collects what was lifted.

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> Look(start(), BOOK).target_refusals(Target(Pick(stone="opal"), "opal"))
        ()
        """
        out: list[Refusal] = []
        self._forbidden(target, "declare", out, lifts)
        return tuple(_each_once(out))

    def _duty_refusals(self, action: Action, lifts: list[Lifted] | None) -> list[Refusal]:
        """Duties in force. Dutiful actions are asked without any duty, so two never wait for each other."""
        held: list[Refusal] = []
        dutiful: list[Action] = []
        for rule in self.rules.duties(type(action)):
            for own in self.bound(rule, action):
                self._because(rule.cites)
                why = rule.fn(self, action, *own)
                if why is None:
                    continue
                named = [a if a.by else a.but(by=action.by) for a in why[0]]
                due = [a for a in named if self._free(a)]
                if not due:
                    continue
                gone = self.lifted(rule, own, action)
                if gone is None:
                    dutiful += due
                    held.append(Refusal(rule.cites, why[1], why[2]))
                elif lifts is not None:
                    lifts.append(gone)
        return [] if action in dutiful else _each_once(held)

    # --- candidates --------------------------------------------------------------------------------------

    def candidates(self, window: Any, player: str) -> tuple[Action, ...]:
        """Everything `offers` proposes to a player in a window, legal or not, in a fixed order.

        Offers of the window, and offers of an action class: these are made in every window.
        """
        return tuple(self.offers(window, player).found)

    def offer_cites(self, window: Any, player: str, action: Action) -> tuple[str, ...]:
        """The clauses by which a window offers an action (empty when nothing offers it).

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> Look(start(), BOOK).offer_cites("act", "ann", Pick(stone="opal", by="ann"))
        ('tiny:pick#any-stone',)
        """
        return tuple(dict.fromkeys(self.offers(window, player).found.get(action, ())))

    def _offered(
        self, window: Any, player: str
    ) -> tuple[dict[Action, tuple[str, ...]], dict[Action, Lifted]]:
        """(offered actions with the clauses that offer them, actions whose every offer is lifted)."""
        found: dict[Action, tuple[str, ...]] = {}
        lifted: dict[Action, Lifted] = {}
        working = self.working()
        for rule in self.live(self.rules.offered(window), ("offers", window)):
            cites = rule.cites
            for own in self.bound(rule):
                question = ("offers", rule, player, own)
                ask = partial(self._made, rule, player, own)
                for action, gone in self.remembered(question, working, ask):
                    if gone is None:
                        known = found.get(action)
                        found[action] = cites if known is None else (*known, *cites)
                    else:
                        lifted.setdefault(action, gone)
        return found, {action: gone for action, gone in lifted.items() if action not in found}

    def _made(self, rule: Rule, player: str, own: tuple[Instance, ...]) -> list[tuple[Action, Lifted | None]]:
        """What a rule offers to a player, with what lifts it."""
        out: list[tuple[Action, Lifted | None]] = []
        made, may_be_lifted = rule.fn(self, player, *own), rule in self.rules.lifts
        for action in as_tuple(made) if made is None or isinstance(made, Record) else made:
            self.spend()
            if not action.by:
                action = action.but(by=player)
            out.append((action, self.lifted(rule, own, action) if may_be_lifted else None))
        return out

    def spend(self) -> None:
        """Something is being listed: look at the clock now and then.

        >>> from simulator.engine.limits import Clock, Limits
        >>> from simulator.engine.smallest import BOOK, start
        >>> look = Look(start(), BOOK, Clock(Limits()))
        >>> look.spend()
        >>> look.clock.ticks
        1
        """
        if self.clock is not None:
            self.clock.tick()

    def offers(self, window: Any, player: str) -> Offers:
        """What a window offers to a player; what of it is legal is found when it is asked."""
        known = self._offers.get((window, player))
        if known is None:
            known = self._offers[window, player] = Offers(self, *self._offered(window, player))
        return known

    def options(self, window: Any, player: str) -> tuple[tuple[Action, ...], tuple[Refused, ...]]:
        """(legal actions, refused actions with their reasons) of a window."""
        offers = self.offers(window, player)
        return tuple(offers.legal()), tuple(offers.refused())


class Offers:
    """The actions a window offers: `found` with the clauses that offer them, and those whose offer is lifted.

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> offers = Look(start(), BOOK).offers("act", "ann")
    >>> isinstance(offers, Offers), len(offers.found), any(offers.legal())
    (True, 4, True)
    >>> [action.stone for action, reasons in offers.refused()]
    ['tar']
    >>> Pick(stone="opal", by="ann") in offers, Pick(stone="tar", by="ann") in offers
    (True, False)
    """

    __slots__ = ("_legal", "_lifted", "_look", "found")

    def __init__(
        self, look: Look, found: dict[Action, tuple[str, ...]], lifted: dict[Action, Lifted]
    ) -> None:
        self._look = look
        self.found = found
        self._lifted = lifted
        self._legal: dict[Action, bool] = {}

    def __contains__(self, action: Any) -> bool:
        return action in self.found and self._is_legal(action)

    def _is_legal(self, action: Action) -> bool:
        known = self._legal.get(action)
        if known is None:
            self._look.spend()
            known = self._legal[action] = self._look.legal(action)
        return known

    def legal(self) -> Iterator[Action]:
        """The actions that may be declared."""
        return filter(self._is_legal, self.found)

    def refused(self) -> Iterator[Refused]:
        """The others, with every reason. What is offered and lifted is refused by the clause that lifts it."""
        for action in self.found:
            if not self._is_legal(action):
                self._look.spend()
                yield action, self._look.refusals(action)
        for action, gone in self._lifted.items():
            yield action, (self._look.game.not_offered(action, gone),)


def _each_once(reasons: list[Refusal]) -> list[Refusal]:
    if len(reasons) < 2:
        return reasons
    return [reason for place, reason in enumerate(reasons) if reason not in reasons[:place]]
