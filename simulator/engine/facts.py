"""What a board says under a rulebook: features, values, and which rules apply to what.

The base of `Look`. Derived values are computed here and never stored on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .errors import ValueCircle
from .features import Table, working_features
from .record import Add, Cap, Contribution, Instance, Lifted, Mark, Set, ability_of
from .rulebook import Rule, Rulebook

Bound = tuple[Rule, tuple[Instance, ...]]
"""A rule and the instance it is asked for (an empty tuple for a rule of no feature)."""

Row = tuple[Rule, Instance | None, Contribution]
"""A line of a ledger: by which rule, of which instance, how much."""


class Facts:
    """A board and the rulebook that is running; caches what it computes about its one board.

    >>> from simulator.engine.smallest import BOOK, start
    >>> facts = Facts(start(), BOOK)
    >>> facts.has("opal", "heavy"), facts.has("flint", "heavy"), [i.bearer for i in facts.instances("heavy")]
    (True, False, ['opal'])
    >>> facts.value("weight", "opal"), [(rule.clause, part) for rule, _, part in facts.ledger("weight", "opal")]
    (3, [('tiny:heavy#weighs-more', Add(amount=2))])
    """

    __slots__ = ("_asking", "_by_feature", "_features", "_values", "board", "game", "rules")

    def __init__(self, board: Any, rules: Rulebook) -> None:
        self.board = board
        self.rules = rules
        self.game = rules.game
        self._features: Table | None = None
        self._by_feature: Table | None = None
        self._values: dict[tuple[str, str], Any] = {}
        self._asking: list[list[Any]] = []  # questions under way: [what, of whom, clauses so far]

    # --- features ----------------------------------------------------------------------------------------

    def features(self, obj: str) -> tuple[Instance, ...]:
        """The working feature instances of an object (printed, granted, less what was taken).

        >>> from simulator.engine.smallest import BOOK, start
        >>> [instance.label for instance in Facts(start(), BOOK).features("opal")]
        ['opal/royal', 'opal/heavy']
        """
        return self._table().get(obj, ())

    def _table(self) -> Table:
        if self._features is None:
            # What is asked on the way is asked under supposed features: no circle with what is asked now.
            asking, self._asking = self._asking, []
            try:
                self._features = working_features(self)
            finally:
                self._asking = asking
        return self._features

    def has(self, obj: str, feature: str) -> bool:
        """Whether an object has a working copy of a feature."""
        return any(i.feature == feature for i in self.features(obj))

    def instances(self, feature: str) -> tuple[Instance, ...]:
        """Every working instance of a feature on this board, in a fixed order."""
        if self._by_feature is None:
            found: dict[str, list[Instance]] = {}
            for working in self._table().values():
                for instance in working:
                    found.setdefault(instance.feature, []).append(instance)
            self._by_feature = {name: tuple(working) for name, working in found.items()}
        return self._by_feature.get(feature, ())

    def suppose(self, table: Table | None) -> None:
        """Take these features as the working ones while the real ones are being found (None: forget them).

        >>> from simulator.engine.smallest import BOOK, start
        >>> look = Facts(start(), BOOK)
        >>> look.suppose({"opal": ()})
        >>> look.has("opal", "royal")
        False
        """
        self._features, self._by_feature = table, None
        self._values.clear()

    def mark(self, instance: Instance, name: str) -> Mark | None:
        """A mark on an instance (what of it was used up), or None.

        >>> from simulator.engine.smallest import BOOK, start
        >>> royal = Instance("opal", "royal")
        >>> look = Facts(start().but(marks={(royal, "used"): Mark(2)}), BOOK)
        >>> look.mark(royal, "used").amount, look.used(royal), look.used(Instance("tar", "sticky"))
        (2, 2, 0)
        """
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

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> look = Facts(start(), BOOK)
        >>> (rule,) = look.rules.matching("forbids", Pick)
        >>> [own.bearer for own, in look.bound(rule)]
        ['tar']
        >>> [(rule.clause, own.bearer) for rule, (own,) in look.bindings("forbids", Pick(stone="opal"))]
        [('tiny:sticky#stays', 'tar')]
        """
        if rule.using is not None:
            uses = getattr(ability_of(event), "uses", None)
            used = uses() if uses is not None else None
            if used is not None and used.feature == rule.using:
                yield (used,)
        elif rule.of is None:
            yield ()
        else:
            found = self.instances(rule.of)
            if found:
                zones = rule.at or self.game.in_play
                for instance in found:
                    if self.game.zone(self.board, instance.bearer) in zones:
                        yield (instance,)

    def bindings(self, verb: str, event: Any) -> Iterator[Bound]:
        """Every (rule, instance) of a verb about this event."""
        for rule in self.rules.matching(verb, type(event)):
            if rule.bearers:
                for own in self.bound(rule, event):
                    yield rule, own
            else:
                yield rule, ()

    def lifted(self, rule: Rule, own: tuple[Instance, ...], event: Any) -> Lifted | None:
        """The clause that takes this rule away here, if one does.

        >>> from simulator.engine.rules import Rules
        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> rules = Rules()
        >>> @rules.lifts("tiny:sticky#stays", "tiny:glove#picks-anything")
        ... def glove(look, lifted, ability, event):
        ...     return True
        >>> look = Facts(start(), BOOK.plus(rules))
        >>> ((rule, own),) = look.bindings("forbids", Pick(stone="tar"))
        >>> look.lifted(rule, own, Pick(stone="tar")).by
        'tiny:glove#picks-anything'
        """
        lifts = self.rules.lifts_of(rule)
        if not lifts:
            return None
        ability = ability_of(event)
        for lift in lifts:
            self._because((*rule.cites, *lift.cites))
            for mine in self.bound(lift, event):
                if lift.fn(self, own[0] if own else None, ability, event, *mine):
                    return Lifted(rule.clause, lift.clause)
        return None

    # --- values ------------------------------------------------------------------------------------------

    def value(self, name: str, subject: str, event: Any = None, *, lifts: list[Lifted] | None = None) -> Any:
        """A value of an object with everything that modifies it. Never stored on a board.

        `event`: what it is asked for (rules with `using`, and `lifts`, look at it); `lifts` collects what was
        lifted. A value that rests on itself raises ValueCircle.
        """
        plain = event is None and lifts is None
        if plain and (name, subject) in self._values:
            return self._values[name, subject]
        self._enter(name, subject)
        try:
            result = self.game.base_value(self, name, subject)
            for _, _, part in self._contributions(name, subject, event, lifts):
                result = _contribute(result, part)
        finally:
            self._asking.pop()
        if plain:
            self._values[name, subject] = result
        return result

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
        found: list[Row] = []
        for rule in self.rules.keyed("modifies", name):
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
        if len(found) > 1:
            found = list(self.game.ordered_contributions(self, name, subject, found))
        return tuple(found)

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


def _contribute(result: Any, part: Contribution) -> Any:
    match part:
        case Add(amount):
            return result + amount
        case Cap(amount):
            return min(result, amount)
        case Set(amount):
            return amount
    return result
