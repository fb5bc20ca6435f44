"""What a rule sees: a read-only pair of a board and the rulebook that is running.

No rule reads a module-level rulebook, so a knock-out, an edition or an option really changes what runs.
Derived values (features, values, legality) are computed here and never stored on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .errors import ValueCircle
from .features import Table, working_features
from .record import (
    Action,
    Add,
    Cap,
    Contribution,
    Instance,
    Lifted,
    Mark,
    Refusal,
    Set,
    Target,
    ability_of,
    as_tuple,
)
from .rulebook import LIFTABLE, Rule, Rulebook

Bound = tuple[Rule, tuple[Instance, ...]]
"""A rule and the instance it is asked for (an empty tuple for a rule of no feature)."""

Row = tuple[Rule, Instance | None, Contribution]
"""A line of a ledger: by which rule, of which instance, how much."""

Refused = tuple[Action, tuple[Refusal, ...]]
"""An action that may not be done, and why."""


class Look:
    """A board seen through a rulebook. Cheap to make; caches what it computes about its one board.

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> look = Look(start(), BOOK)
    >>> look.has("opal", "heavy"), look.has("flint", "heavy"), [i.bearer for i in look.instances("heavy")]
    (True, False, ['opal'])
    >>> look.value("weight", "opal"), [(rule.clause, part) for rule, _, part in look.ledger("weight", "opal")]
    (3, [('tiny:heavy#weighs-more', Add(amount=2))])
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

    __slots__ = ("_asking", "_by_feature", "_features", "_objects", "_options", "board", "game", "rules")

    def __init__(self, board: Any, rules: Rulebook) -> None:
        self.board = board
        self.rules = rules
        self.game = rules.game
        self._objects: frozenset[str] | None = None
        self._features: Table | None = None
        self._by_feature: Table | None = None
        self._options: dict[tuple[Any, str], tuple[tuple[Action, ...], tuple[Refused, ...]]] = {}
        self._asking: list[list[Any]] = []  # questions under way: [what, of whom, clauses so far]

    # --- features ----------------------------------------------------------------------------------------

    def features(self, obj: str) -> tuple[Instance, ...]:
        """The working feature instances of an object (printed, granted, less what was taken)."""
        table = self._features
        if table is None:
            table = self._features = working_features(self) if self.rules.grants else {}
        found = table.get(obj)
        if found is None:
            if self._objects is None:
                self._objects = frozenset(self.game.objects(self.board))
            known = obj in self._objects and not self.rules.grants
            found = tuple(self.game.distinct(self, self.game.natural(self.board, obj))) if known else ()
            table[obj] = found
        return found

    def has(self, obj: str, feature: str) -> bool:
        """Whether an object has a working copy of a feature."""
        return any(i.feature == feature for i in self.features(obj))

    def instances(self, feature: str) -> tuple[Instance, ...]:
        """Every working instance of a feature on this board, in a fixed order."""
        if self._by_feature is None:
            table: dict[str, list[Instance]] = {}
            for obj in self.game.objects(self.board):
                for instance in self.features(obj):
                    table.setdefault(instance.feature, []).append(instance)
            self._by_feature = {k: tuple(v) for k, v in table.items()}
        return self._by_feature.get(feature, ())

    def suppose(self, table: Table | None) -> None:
        """Take these features as the working ones while the real ones are being found (None: forget them)."""
        self._features, self._by_feature = table, None

    def mark(self, instance: Instance, name: str) -> Mark | None:
        """A mark on an instance (what of it was used up), or None."""
        found: Mark | None = self.board.marks.get((instance, name))
        return found

    def used(self, instance: Instance, name: str = "used") -> int:
        """How much of an instance is used up (0 when nothing is)."""
        mark = self.mark(instance, name)
        return mark.amount if mark else 0

    def stands(self, clause: str) -> bool:
        """Whether a clause carried by a flag is in force (knocked out, it is not)."""
        return self.rules.stands(clause)

    # --- which rules apply -------------------------------------------------------------------------------

    def bound(self, rule: Rule, event: Any = None) -> Iterator[tuple[Instance, ...]]:
        """The instances a rule is asked for: one empty tuple for a rule of no feature.

        A rule with `using` is asked for the instance that the event's ability (or the action itself) uses.
        """
        if rule.using is not None:
            uses = getattr(ability_of(event), "uses", None)
            used = uses() if uses is not None else None
            if used is not None and used.feature == rule.using:
                yield (used,)
        elif rule.of is None:
            yield ()
        else:
            zones = rule.at or self.game.in_play
            for instance in self.instances(rule.of):
                if self.game.zone(self.board, instance.bearer) in zones:
                    yield (instance,)

    def bindings(self, verb: str, event: Any) -> Iterator[Bound]:
        """Every (rule, instance) of a verb about this event."""
        for rule in self.rules.matching(verb, type(event)):
            if rule.of is None and rule.using is None:
                yield rule, ()
            else:
                for own in self.bound(rule, event):
                    yield rule, own

    def lifted(self, rule: Rule, own: tuple[Instance, ...], event: Any) -> Lifted | None:
        """The clause that takes this rule away here, if one does."""
        if not self.rules.has_lifts or rule.absolute or rule.verb not in LIFTABLE:
            return None
        ability = ability_of(event)
        keys = (*rule.cites, rule.kind) if rule.kind else rule.cites
        for key in keys:
            for lift in self.rules.keyed("lifts", key):
                for mine in self.bound(lift, event):
                    self._because((*rule.cites, *lift.cites))
                    if lift.fn(self, own[0] if own else None, ability, event, *mine):
                        return Lifted(rule.clause, lift.clause)
        return None

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
        self._enter("the legality", action)
        try:
            out = self._plain_refusals(action, stage, lifts)
            if duties and stage == "declare":
                out += self._duty_refusals(action, lifts)
            return tuple(out)
        finally:
            self._asking.pop()

    def legal(self, action: Action) -> bool:
        """Whether an action may be declared now."""
        return not self.refusals(action)

    def _plain_refusals(self, action: Action, stage: str, lifts: list[Lifted] | None) -> list[Refusal]:
        out: list[Refusal] = []
        self._forbidden(action, stage, out, lifts)
        for target in action.aims():
            self._forbidden(target, stage, out, lifts)
        if not out and stage != "perform":
            for options in self.game.required_choices(self, action):
                found = [self.target_refusals(o) for o in options]
                if all(found):
                    out += [r for reasons in found for r in reasons] or [self.game.no_option(action)]
        return list(out) if len(out) < 2 else _each_once(out)

    def _forbidden(self, what: Any, stage: str, out: list[Refusal], lifts: list[Lifted] | None) -> None:
        for rule, own in self.bindings("forbids", what):
            if rule.duty or (rule.stage and rule.stage != stage):
                continue
            self._because(rule.cites)
            why = rule.fn(self, what, *own)
            if why is None:
                continue
            gone = self.lifted(rule, own, what)
            if gone is None:
                out.append(Refusal((*rule.cites, *(why[2] if len(why) > 2 else ())), why[0], why[1]))
            elif lifts is not None:
                lifts.append(gone)

    def target_refusals(self, target: Target, lifts: list[Lifted] | None = None) -> tuple[Refusal, ...]:
        """Every reason why an object may not be chosen by an ability. `lifts` collects what was lifted."""
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
                due = [a for a in named if not self._plain_refusals(a, "declare", None)]
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
        return tuple(self._offered(window, player)[0])

    def offer_cites(self, window: Any, player: str, action: Action) -> tuple[str, ...]:
        """The clauses by which a window offers an action (empty when nothing offers it)."""
        return tuple(dict.fromkeys(self._offered(window, player)[0].get(action, ())))

    def _offered(self, window: Any, player: str) -> tuple[dict[Action, list[str]], dict[Action, Lifted]]:
        """(offered actions with the clauses that offer them, actions whose every offer is lifted)."""
        found: dict[Action, list[str]] = {}
        lifted: dict[Action, Lifted] = {}
        for rule in (*self.rules.keyed("offers", window), *self.rules.offers_everywhere):
            for own in self.bound(rule):
                for action in as_tuple(rule.fn(self, player, *own)):
                    action = action if action.by else action.but(by=player)
                    gone = self.lifted(rule, own, action)
                    if gone is None:
                        found.setdefault(action, []).extend(rule.cites)
                    else:
                        lifted.setdefault(action, gone)
        return found, {action: gone for action, gone in lifted.items() if action not in found}

    def options(self, window: Any, player: str) -> tuple[tuple[Action, ...], tuple[Refused, ...]]:
        """(legal actions, refused actions with their reasons) of a window. An action whose offer is lifted
        is refused by the clause that lifts it.
        """
        known = self._options.get((window, player))
        if known is None:
            legal: list[Action] = []
            refused: list[Refused] = []
            found, lifted = self._offered(window, player)
            for action in found:
                reasons = self.refusals(action)
                if reasons:
                    refused.append((action, reasons))
                else:
                    legal.append(action)
            refused += [(action, (self.game.not_offered(action, gone),)) for action, gone in lifted.items()]
            known = self._options[window, player] = tuple(legal), tuple(refused)
        return known

    # --- values ------------------------------------------------------------------------------------------

    def value(self, name: str, subject: str, event: Any = None, *, lifts: list[Lifted] | None = None) -> Any:
        """A value of an object with everything that modifies it. Never stored, computed anew.

        `event`: what it is asked for (rules with `using`, and `lifts`, look at it); `lifts` collects what was
        lifted. A value that rests on itself raises ValueCircle.
        """
        self._enter(name, subject)
        try:
            result = self.game.base_value(self, name, subject)
            for _, _, part in self._contributions(name, subject, event, lifts):
                result = _contribute(result, part)
            return result
        finally:
            self._asking.pop()

    def ledger(
        self, name: str, subject: str, event: Any = None, *, lifts: list[Lifted] | None = None
    ) -> tuple[Row, ...]:
        """Who contributes what to a value, in the order of the game's `ordering`."""
        self._enter(name, subject)
        try:
            return tuple(self._contributions(name, subject, event, lifts))
        finally:
            self._asking.pop()

    def _contributions(
        self, name: str, subject: str, event: Any, lifts: list[Lifted] | None
    ) -> tuple[Row, ...]:
        rules = self.rules.keyed("modifies", name)
        found: list[Row] = []
        for rule in rules:
            for own in self.bound(rule, event):
                if rule.own_only and own[0].bearer != subject:
                    continue
                self._because(rule.cites)
                given = rule.fn(self, subject, *own)
                if given is None:
                    continue
                gone = self.lifted(rule, own, event)
                if gone is None:
                    parts = given if isinstance(given, tuple) else (given,)
                    found += [(rule, own[0] if own else None, part) for part in parts]
                elif lifts is not None:
                    lifts.append(gone)
        return tuple(self.game.ordered_contributions(self, name, subject, found)) if found else ()

    # --- questions that come back to themselves ----------------------------------------------------------

    def _enter(self, what: str, subject: Any) -> None:
        asking = self._asking
        for place, question in enumerate(asking):
            if question[1] == subject and question[0] == what:
                shown = subject if isinstance(subject, str) else type(subject).__name__
                raise ValueCircle(f"{what} of {shown}", [c for q in asking[place:] for c in q[2]])
        asking.append([what, subject, ()])

    def _because(self, clauses: tuple[str, ...]) -> None:
        """The rule now asked, named if its question comes back to itself."""
        if self._asking:
            self._asking[-1][2] = clauses


def _each_once(reasons: list[Refusal]) -> list[Refusal]:
    return [reason for place, reason in enumerate(reasons) if reason not in reasons[:place]]


def _contribute(result: Any, part: Contribution) -> Any:
    match part:
        case Add(amount):
            return result + amount
        case Cap(amount):
            return min(result, amount)
        case Set(amount):
            return amount
    return result
