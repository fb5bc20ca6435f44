"""What a board says under a rulebook: features, values, and which rules apply to what.

The base of `Look`. Derived values are computed here and never stored on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .errors import ValueCircle
from .features import Working, working_features
from .memory import WORTH, Entry, Memory, Watched, changes
from .record import Add, Cap, Contribution, Instance, Lifted, Mark, Set, ability_of
from .rulebook import Rule, Rulebook

Bound = tuple[Rule, tuple[Instance, ...]]
"""A rule and the instance it is asked for (an empty tuple for a rule of no feature)."""

NOBODY: tuple[tuple[Instance, ...], ...] = ((),)
"""For whom a rule of no feature is asked: once, for no instance."""

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

    __slots__ = (
        "_asking", "_bound", "_changes", "_values", "_watching", "_working", "board", "game", "memory", "rules",
    )  # fmt: skip

    def __init__(self, board: Any, rules: Rulebook, memory: Memory | None = None) -> None:
        self.board = board
        self.rules = rules
        self.game = rules.game
        self.memory = memory
        """Answers given on other boards under the same rules (None: everything is found out anew)."""
        self._watching = False
        self._changes: dict[int, tuple[Any, set[Any]]] = {}
        self._working: Working | None = None
        self._bound: dict[Rule, tuple[tuple[Instance, ...], ...]] = {}
        self._values: dict[tuple[str, str], Any] = {}
        self._asking: list[list[Any]] = []  # questions under way: [what, of whom, clauses so far]

    # --- features ----------------------------------------------------------------------------------------

    def features(self, obj: str) -> tuple[Instance, ...]:
        """The working feature instances of an object (printed, granted, less what was taken).

        >>> from simulator.engine.smallest import BOOK, start
        >>> [instance.label for instance in Facts(start(), BOOK).features("opal")]
        ['opal/royal', 'opal/heavy']
        """
        return self.working().table.get(obj, ())

    def working(self) -> Working:
        """All working features.

        >>> from simulator.engine.smallest import BOOK, start
        >>> list(Facts(start(), BOOK).working().by_name)
        ['royal', 'heavy', 'sticky']
        """
        if self._working is None:
            # What is asked on the way is asked under supposed features: no circle with what is asked now.
            asking, self._asking = self._asking, []
            memory = self.memory
            try:
                found = working_features(self, memory.found if memory is not None else None)
            finally:
                self._asking = asking
            self._working = found.working
            if memory is not None:
                memory.found = found
        return self._working

    def has(self, obj: str, feature: str) -> bool:
        """Whether an object has a working copy of a feature."""
        return any(i.bearer == obj for i in self.working().named(feature))

    def instances(self, feature: str) -> tuple[Instance, ...]:
        """Every working instance of a feature on this board, in a fixed order."""
        return self.working().named(feature)

    def suppose(self, working: Working | None) -> None:
        """Take these features as the working ones while the real ones are being found (None: forget them).

        >>> from simulator.engine.smallest import BOOK, start
        >>> look = Facts(start(), BOOK)
        >>> look.suppose(Working({"opal": ()}))
        >>> look.has("opal", "royal")
        False
        """
        self._working = working
        self.forget()

    def forget(self) -> None:
        """Forget what was worked out on this board (not what works on it).

        >>> from simulator.engine.smallest import BOOK, start
        >>> look = Facts(start(), BOOK)
        >>> look.forget()
        >>> look.value("weight", "opal")
        3
        """
        self._values.clear()
        self._bound.clear()

    # --- what was answered before ------------------------------------------------------------------------

    def remembered(self, question: Any, under: Any, ask: Callable[[], Any]) -> Any:
        """What `ask` answers, or the answer it gave on a board on which nothing it read was different.

        `ask` reads nothing but this look. `under`: what else the answer rests on (the very same thing). Only
        when a question comes a second time, it is watched what it reads: many come but once.

        >>> from simulator.engine.smallest import BOOK, start
        >>> memory, asked = Memory(), []
        >>> for board in (start(), start().but(age=2), start().but(age=3), start().but(heap=())):
        ...     look = Facts(board, BOOK, memory)
        ...     look.remembered("left", None, lambda: asked.append(look.board) or len(look.board.heap))
        3
        3
        3
        0
        >>> len(asked)
        3
        """
        memory = self.memory
        if memory is None or self._watching:
            return ask()
        known = memory.entries.get(question)
        if known is None or known.under is not under:
            answer = ask()
            memory.keep(question, Entry(self.board, under, answer))
            return answer
        if known.worth == 0:
            return ask()
        if self._holds(known):
            known.board, known.worth = self.board, WORTH
            return known.answer
        return self._watched(question, under, ask, WORTH if known.reads is None else known.worth - 1)

    def _watched(self, question: Any, under: Any, ask: Callable[[], Any], worth: int) -> Any:
        """What `ask` answers, remembered with what it read."""
        raw, reads = self.board, set[Any]()
        self.forget()  # what was worked out unwatched would be read without a trace
        self.board, self._watching = Watched(raw, reads), True
        try:
            answer = ask()
        finally:
            self.board, self._watching = raw, False
        if self.memory is not None:
            self.memory.keep(question, Entry(raw, under, answer, reads, worth))
        return answer

    def _holds(self, entry: Entry) -> bool:
        """Whether nothing that the answer was read from is different on this board."""
        other = entry.board
        if other is self.board:
            return True
        if entry.reads is None or type(other) is not type(self.board):
            return False
        known = self._changes.get(id(other))
        if known is None:  # the other board is kept, so that its id stays its own
            known = self._changes[id(other)] = other, changes(other, self.board)
        return known[1].isdisjoint(entry.reads)

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

    def live(self, rules: tuple[Rule, ...], key: Any) -> tuple[Rule, ...]:
        """Those of some rules that have somebody to be asked for (`Working.live`)."""
        if not rules or (self._working is None and all(rule.of is None for rule in rules)):
            return rules  # features are found when somebody needs them
        return self.working().live(rules, key)

    def bound(self, rule: Rule, event: Any = None) -> tuple[tuple[Instance, ...], ...]:
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
            return ((used,),) if used is not None and used.feature == rule.using else ()
        if rule.of is None:
            return NOBODY
        found = self._bound.get(rule)
        if found is None:
            game, zones = self.game, rule.at or self.game.in_play
            found = tuple(
                (instance,)
                for instance in self.instances(rule.of)
                if game.zone(self.board, instance.bearer) in zones
            )
            self._bound[rule] = found
        return found

    def bindings(self, verb: str, event: Any) -> Iterator[Bound]:
        """Every (rule, instance) of a verb about this event."""
        kind = type(event)
        for rule in self.live(self.rules.matching(verb, kind), (verb, kind)):
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
        lifts = self.rules.lifts.get(rule)
        if lifts is None:
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
            if rules := self.live(self.rules.keyed("modifies", name), ("modifies", name)):
                for _, _, part in self._contributions(rules, name, subject, event, lifts):
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
            rules = self.live(self.rules.keyed("modifies", name), ("modifies", name))
            return self._contributions(rules, name, subject, event, lifts)
        finally:
            self._asking.pop()

    def _contributions(
        self, rules: tuple[Rule, ...], name: str, subject: str, event: Any, lifts: list[Lifted] | None
    ) -> tuple[Row, ...]:
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
