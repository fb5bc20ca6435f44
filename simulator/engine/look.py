"""What a rule sees: a read-only pair of a board and the rulebook that is running.

No rule reads a module-level rulebook, so a knock-out, an edition or an option really changes what runs.
Derived values (features, values, legality) are computed here and never stored on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .errors import ValueCircle
from .features import working_features
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


class Look:
    """A board seen through a rulebook. Cheap to make; caches what it computes about its one board."""

    __slots__ = ("_asking", "_by_feature", "_features", "board", "rules")

    def __init__(self, board: Any, rules: Rulebook) -> None:
        self.board = board
        self.rules = rules
        self._features: dict[str, tuple[Instance, ...]] | None = None
        self._by_feature: dict[str, tuple[Instance, ...]] | None = None
        self._asking: list[tuple[str, str, tuple[str, ...]]] = []

    @property
    def game(self) -> Any:
        """The game whose rules run."""
        return self.rules.game

    # --- features ----------------------------------------------------------------------------------------

    def features(self, obj: str) -> tuple[Instance, ...]:
        """The working feature instances of an object (printed, granted, less what was taken)."""
        if self._features is None:
            if not self.rules.grants:
                return tuple(self.game.distinct(self, self.game.natural(self.board, obj)))
            self._features = working_features(self)
        return self._features.get(obj, ())

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

    def mark(self, instance: Instance, name: str) -> Mark | None:
        """A mark on an instance (what of it was used up), or None."""
        return self.board.marks.get((instance, name))

    def used(self, instance: Instance, name: str = "used") -> int:
        """How much of an instance is used up (0 when nothing is)."""
        mark = self.mark(instance, name)
        return mark.amount if mark else 0

    def stands(self, clause: str) -> bool:
        """Whether a clause carried by a flag is in force (knocked out, it is not)."""
        return self.rules.stands(clause)

    # --- which rules apply -------------------------------------------------------------------------------

    def bound(self, rule: Rule, event: Any = None) -> Iterator[tuple[Instance, ...]]:
        """The instances a rule is asked for: one empty tuple for a rule of no feature."""
        if rule.using is not None:
            used = event.uses() if isinstance(event, Action) else None
            if used is None and (ability := ability_of(event)) is not None and isinstance(ability, Action):
                used = ability.uses()
            if used is not None and used.feature == rule.using:
                yield (used,)
            return
        if rule.of is None:
            yield ()
            return
        zones = rule.at or self.game.in_play
        for instance in self.instances(rule.of):
            if self.game.zone(self.board, instance.bearer) in zones:
                yield (instance,)

    def bindings(self, verb: str, event: Any) -> Iterator[Bound]:
        """Every (rule, instance) of a verb about this event."""
        for rule in self.rules.matching(verb, type(event)):
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
                    if lift.fn(self, own[0] if own else None, ability, event, *mine):
                        return Lifted(rule.clause, lift.clause)
        return None

    # --- legality ----------------------------------------------------------------------------------------

    def refusals(
        self, action: Action, *, stage: str = "declare", lifts: list[Lifted] | None = None
    ) -> tuple[Refusal, ...]:
        """Every reason why an action may not be done; empty = legal. `lifts` collects what was lifted.

        `stage` is "declare" or "perform" (asked again when performance begins).
        """
        out = self._plain_refusals(action, stage, lifts)
        out += self._duty_refusals(action, stage, lifts)
        return tuple(out)

    def legal(self, action: Action) -> bool:
        """Whether an action may be declared now."""
        return not self.refusals(action)

    def _plain_refusals(self, action: Action, stage: str, lifts: list[Lifted] | None) -> list[Refusal]:
        out: list[Refusal] = []
        self._forbidden(action, stage, out, lifts)
        for target in action.aims():
            self._forbidden(target, stage, out, lifts)
        if not out and stage == "declare":
            for options in self.game.required_choices(self, action):
                found = [self.target_refusals(o) for o in options]
                if all(found):
                    out += [r for reasons in found for r in reasons] or [self.game.no_option(action)]
        return out

    def _forbidden(self, what: Any, stage: str, out: list[Refusal], lifts: list[Lifted] | None) -> None:
        for rule, own in self.bindings("forbids", what):
            if rule.duty or (rule.stage and rule.stage != stage):
                continue
            why = rule.fn(self, what, *own)
            if why is None:
                continue
            gone = self.lifted(rule, own, what)
            if gone is not None:
                if lifts is not None:
                    lifts.append(gone)
                continue
            refusal = Refusal((*rule.cites, *(why[2] if len(why) > 2 else ())), why[0], why[1])
            if refusal not in out:
                out.append(refusal)

    def target_refusals(self, target: Target) -> tuple[Refusal, ...]:
        """Every reason why an object may not be chosen by an ability."""
        out: list[Refusal] = []
        self._forbidden(target, "declare", out, None)
        return tuple(out)

    def _duty_refusals(self, action: Action, stage: str, lifts: list[Lifted] | None) -> list[Refusal]:
        """Duties in force. Dutiful actions are asked without any duty, so two never wait for each other."""
        if stage != "declare":
            return []
        rules = [r for r in self.rules.matching("forbids", type(action)) if r.duty]
        if not rules:
            return []
        held: list[Refusal] = []
        dutiful: list[Any] = []
        for rule in rules:
            for own in self.bound(rule, action):
                why = rule.fn(self, action, *own)
                if why is None:
                    continue
                due = [a for a in why[0] if not self._plain_refusals(a, "declare", None)]
                if not due:
                    continue
                gone = self.lifted(rule, own, action)
                if gone is not None:
                    if lifts is not None:
                        lifts.append(gone)
                    continue
                dutiful += due
                held.append(Refusal(rule.cites, why[1], why[2]))
        return [] if action in dutiful else held

    # --- candidates --------------------------------------------------------------------------------------

    def candidates(self, window: Any, player: str) -> tuple[Action, ...]:
        """Everything `offers` proposes to a player in a window, legal or not, in a fixed order."""
        found: dict[Action, None] = {}
        for rule in self.rules.keyed("offers", window):
            for own in self.bound(rule):
                if self.rules.has_lifts and self.lifted(rule, own, None) is not None:
                    continue
                for action in as_tuple(rule.fn(self, player, *own)):
                    found.setdefault(action if action.by else action.but(by=player))
        return tuple(found)

    def options(
        self, window: Any, player: str
    ) -> tuple[tuple[Action, ...], tuple[tuple[Action, tuple[Refusal, ...]], ...]]:
        """(legal actions, refused actions with their reasons) of a window."""
        legal: list[Action] = []
        refused: list[tuple[Action, tuple[Refusal, ...]]] = []
        for action in self.candidates(window, player):
            reasons = self.refusals(action)
            if reasons:
                refused.append((action, reasons))
            else:
                legal.append(action)
        return tuple(legal), tuple(refused)

    # --- values ------------------------------------------------------------------------------------------

    def value(self, name: str, subject: str, event: Any = None) -> Any:
        """A value of an object with everything that modifies it. Never stored, computed anew."""
        result = self.game.base_value(self, name, subject)
        for _, _, part in self.ledger(name, subject, event):
            result = _contribute(result, part)
        return result

    def ledger(
        self, name: str, subject: str, event: Any = None
    ) -> tuple[tuple[Rule, Instance | None, Contribution], ...]:
        """Who contributes what to a value, in the order of the game's `ordering`."""
        rules = self.rules.keyed("modifies", name)
        if not rules:
            return ()
        if any(q[0] == name and q[1] == subject for q in self._asking):
            clauses = [c for q in self._asking for c in q[2]]
            raise ValueCircle(f"the value {name} of {subject}", clauses)
        found: list[tuple[Rule, Instance | None, Contribution]] = []
        for rule in rules:
            self._asking.append((name, subject, rule.cites))
            try:
                for own in self.bound(rule):
                    for part in _parts(rule.fn(self, subject, *own)):
                        if self.lifted(rule, own, event) is None:
                            found.append((rule, own[0] if own else None, part))
            finally:
                self._asking.pop()
        return tuple(self.game.ordered_contributions(self, name, subject, found))


def _parts(given: Any) -> tuple[Contribution, ...]:
    if given is None:
        return ()
    return given if isinstance(given, tuple) else (given,)


def _contribute(result: Any, part: Contribution) -> Any:
    match part:
        case Add(amount):
            return result + amount
        case Cap(amount):
            return min(result, amount)
        case Set(amount):
            return amount
    return result
