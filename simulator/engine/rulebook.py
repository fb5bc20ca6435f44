"""The rulebook: rules that run, as a value.

`Rules` (rules.py) collects the rules of one file; a `Rulebook` joins collections and can be copied without a
rule, a clause or with more rules (knock-outs, editions). Order of registration never matters: rules are
sorted by their citations.

>>> from simulator.engine.record import Action
>>> rules = Rules()
>>> @rules.forbids(Action, "toy:frozen#may-not-act")
... def frozen(look, action):
...     return None
>>> book = Rulebook.of("basic", rules)
>>> [rule.cites for rule in book.matching("forbids", Action)]
[('toy:frozen#may-not-act',)]
>>> book.without("toy:frozen#may-not-act").matching("forbids", Action)
()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from .errors import EngineError
from .memory import Memory
from .rules import LIFTABLE, ROWS, VERBS, Procedure, Rule, Rules

__all__ = ["LIFTABLE", "ROWS", "VERBS", "Procedure", "Rule", "Rulebook", "Rules"]


class Rulebook:
    """Rules that run. A value: `without`, `plus` and `edition` give new rulebooks and change nothing.

    >>> rules = Rules()
    >>> rules.flag("toy:push#no-die")
    >>> first = Rulebook.of("first", rules)
    >>> second = first.without("toy:push#no-die").edition("second")
    >>> first.stands("toy:push#no-die"), second.stands("toy:push#no-die"), second.name
    (True, False, 'second')
    >>> more = Rules()
    >>> more.flag("toy:push#one-die")
    >>> sorted(first.plus(more).clauses)
    ['toy:push#no-die', 'toy:push#one-die']

    What the kernel asks of it:

    >>> from simulator.engine.smallest import BOOK, Pick, Rounds
    >>> BOOK.steps(Rounds), BOOK.performs_at(Pick), BOOK.procedure(Pick).performs
    (('ann', 'bob', 'next'), 0, 'pick')
    >>> BOOK.step_rule(Rounds, "bob").clause, BOOK.step_rule(Rounds, "nobody")
    ('tiny:rounds#bob-second', None)
    >>> [rule.clause for rule in BOOK.prohibitions(Pick, "declare")]
    ['tiny:sticky#stays']
    >>> BOOK.lifts, [rule.clause for rule in BOOK.keyed("modifies", "weight")]
    ({}, ['tiny:heavy#weighs-more'])
    >>> BOOK.duties(Pick), BOOK.row_cites(Pick, "pick"), [rule.clause for rule in BOOK.offered("act")]
    ((), (), ['tiny:pick#any-stone'])
    """

    def __init__(
        self, name: str, rules: Iterable[Rule], procedures: dict[type, Procedure], game: Any
    ) -> None:
        self.name = name
        self.rules = tuple(sorted(rules, key=lambda r: r.order))
        self.procedures = dict(procedures)
        self.game = game
        table: dict[tuple[str, Any], list[Rule]] = {}
        for rule in self.rules:
            table.setdefault((rule.verb, rule.key), []).append(rule)
        self._table = {key: tuple(found) for key, found in table.items()}
        self._check()
        self._matching: dict[tuple[str, Any], tuple[Rule, ...]] = {}
        self._steps: dict[type, tuple[str, ...]] = {}
        self._prohibitions: dict[tuple[type, str], tuple[Rule, ...]] = {}
        self._duties: dict[type, tuple[Rule, ...]] = {}
        self._flags = frozenset(r.clause for r in self.rules if r.verb == "flag")
        self.clauses = frozenset(c for r in self.rules for c in r.cites)
        """Every clause that some rule of this rulebook carries."""
        offers = (r for r in self.rules if r.verb == "offers")
        self._everywhere = tuple(r for r in offers if isinstance(r.key, type))
        self._offered: dict[Any, tuple[Rule, ...]] = {}
        self.memory = Memory()
        """What the rules answered on boards so far."""
        self.lifts = self._lifts()
        """For each rule that can be taken away, what takes it away."""
        self.grants = ("modifies", "features") in self._table

    def _check(self) -> None:
        """Rules must be told apart by more than the order they came in, and a step has one rule."""
        for one, two in pairwise(self.rules):
            if one is two:
                raise EngineError(f"the rule {one.clause} ({one.fn.__qualname__}) is in {self.name} twice")
            if one.order == two.order and one.verb not in ROWS:
                raise EngineError(
                    f"two rules of {one.clause} cannot be told apart: name their functions differently"
                    f" ({one.fn.__qualname__})"
                )
        steps: dict[tuple[Any, str], Rule] = {}
        for rule in self.rules:
            if rule.verb == "unfolds":
                other = steps.setdefault((rule.key, rule.step), rule)
                if other is not rule:
                    step = f"the step {rule.step} of {rule.key.__name__}"
                    raise EngineError(f"{step} has two rules: {other.clause} and {rule.clause}")

    @classmethod
    def of(cls, name: str, *collections: Rules, game: Any = None) -> Rulebook:
        """Join the collections of several files under a name.

        >>> Rulebook.of("empty").rules
        ()
        """
        rules: list[Rule] = []
        procedures: dict[type, Procedure] = {}
        for collection in collections:
            rules += collection.rules
            clash = procedures.keys() & collection.procedures.keys()
            if clash:
                raise EngineError(f"two procedures for {sorted(c.__name__ for c in clash)}")
            procedures |= collection.procedures
        return cls(name, rules, procedures, game)

    def without(self, *what: str | Callable[..., Any]) -> Rulebook:
        """The same rulebook with some rules knocked out: functions, or every rule that carries a clause."""
        gone = set(what)
        known = {r.fn for r in self.rules} | self.clauses
        if unknown := gone - known:
            names = ", ".join(sorted(getattr(w, "__qualname__", str(w)) for w in unknown))
            raise EngineError(f"no rule of {self.name} matches {names}")
        kept = [r for r in self.rules if r.fn not in gone and not gone.intersection(r.cites)]
        return Rulebook(self.name, kept, self.procedures, self.game)

    def plus(self, *collections: Rules) -> Rulebook:
        """The same rulebook with more rules; a procedure given again replaces the one before."""
        joined = Rulebook.of(self.name, *collections)
        return Rulebook(self.name, self.rules + joined.rules, self.procedures | joined.procedures, self.game)

    def edition(self, name: str) -> Rulebook:
        """The same rules under the name of an edition."""
        return Rulebook(name, self.rules, self.procedures, self.game)

    # --- what the kernel asks ----------------------------------------------------------------------------

    def matching(self, verb: str, cls: type) -> tuple[Rule, ...]:
        """The rules of a verb about a class or any of its bases, sorted."""
        found = self._matching.get((verb, cls))
        if found is None:
            rows = [r for base in cls.__mro__ for r in self._table.get((verb, base), ())]
            found = tuple(sorted(rows, key=lambda r: r.order))
            self._matching[verb, cls] = found
        return found

    def _lifts(self) -> dict[Rule, tuple[Rule, ...]]:
        """The lifts that name a clause of a rule, or its kind (none for what nothing may lift)."""
        found: dict[Rule, tuple[Rule, ...]] = {}
        if any(r.verb == "lifts" for r in self.rules):
            for rule in self.rules:
                keys = (*rule.cites, rule.kind) if rule.verb in LIFTABLE and not rule.absolute else ()
                if lifts := tuple(lift for key in keys for lift in self.keyed("lifts", key)):
                    found[rule] = lifts
        return found

    def prohibitions(self, cls: type, stage: str) -> tuple[Rule, ...]:
        """The `forbids` about a class that are asked at a stage, duties apart, sorted."""
        found = self._prohibitions.get((cls, stage))
        if found is None:
            rules = (r for r in self.matching("forbids", cls) if not r.duty and r.stage in ("", stage))
            found = self._prohibitions[cls, stage] = tuple(rules)
        return found

    def duties(self, cls: type) -> tuple[Rule, ...]:
        """The duties about an action class, sorted."""
        found = self._duties.get(cls)
        if found is None:
            found = self._duties[cls] = tuple(r for r in self.matching("forbids", cls) if r.duty)
        return found

    def offered(self, window: Any) -> tuple[Rule, ...]:
        """The offers of a window, then those made in every window (under an action class)."""
        found = self._offered.get(window)
        if found is None:
            found = self._offered[window] = (*self.keyed("offers", window), *self._everywhere)
        return found

    def keyed(self, verb: str, key: Any) -> tuple[Rule, ...]:
        """The rules of a verb under exactly this key (a value's or a window's name, a lifted clause)."""
        return self._table.get((verb, key), ())

    def stands(self, clause: str) -> bool:
        """Whether a clause carried by a flag is in force."""
        return clause in self._flags

    def procedure(self, action: type) -> Procedure:
        """The procedure of an action class (inherited from its nearest base that has one)."""
        for base in action.__mro__:
            if base in self.procedures:
                return self.procedures[base]
        raise EngineError(f"{action.__name__} has no procedure")

    def steps(self, action: type) -> tuple[str, ...]:
        """The step names of an action in force: listed, with a rule, ordered by the `precedes` rows."""
        found = self._steps.get(action)
        if found is None:
            self._check_steps(action)
            names = [s for s in self.procedure(action).steps if self.step_rule(action, s)]
            found = self._steps[action] = self._ordered(action, names)
        return found

    def _check_steps(self, action: type) -> None:
        procedure = self.procedure(action)
        for base in action.__mro__:
            for rule in self._table.get(("unfolds", base), ()):
                if rule.step not in procedure.steps and self.procedure(base) is procedure:
                    raise EngineError(f"{rule.clause}: {base.__name__} has no step {rule.step}")

    def _ordered(self, action: type, names: list[str]) -> tuple[str, ...]:
        """Move each step behind those that precede it, until every row holds."""
        rows: list[tuple[Rule, str, str]] = []
        for row in self.matching("precedes", action):
            first, _, then = row.step.partition("|")
            rows.append((row, first, then))
        for _ in range(len(rows) + 1):
            broken = [
                (row, first, then)
                for row, first, then in rows
                if first in names and then in names and names.index(then) < names.index(first)
            ]
            if not broken:
                return tuple(names)
            for _, first, then in broken:
                names.remove(then)
                names.insert(names.index(first) + 1, then)
        clauses = ", ".join(row.clause for row, _, _ in rows)
        raise EngineError(f"the steps of {action.__name__} cannot be ordered: {clauses}")

    def performs_at(self, action: type) -> int:
        """The place among `steps` at which performance begins (when that step is knocked out, the next)."""
        procedure, steps = self.procedure(action), self.steps(action)
        if procedure.performs in steps or not procedure.performs:
            return steps.index(procedure.performs) if procedure.performs else 0
        later = procedure.steps[procedure.steps.index(procedure.performs) :]
        return next((n for n, step in enumerate(steps) if step in later), len(steps))

    def step_rule(self, action: type, step: str) -> Rule | None:
        """The rule that carries out a step (the nearest class that defines it)."""
        for base in action.__mro__:
            for rule in self._table.get(("unfolds", base), ()):
                if rule.step == step:
                    return rule
        return None

    def row_cites(self, action: type, step: str) -> tuple[str, ...]:
        """Clauses of the rows that put this step after another one."""
        rows = (row for row in self.matching("precedes", action) if row.step.split("|")[1] == step)
        return tuple(c for row in rows for c in row.cites)
