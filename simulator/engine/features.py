"""Which features every object has: printed ones, what grants add, less what is taken away.

Grants are found from the printed features upward, so a grant never holds itself up; a grant that rests on
itself, or grants that chase each other without end, are an error that names their clauses.

What was found on one board serves the next as far as it must be the same there: see `working_features`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import ValueCircle
from .game import Game
from .record import Contribution, Grant, Instance, Take
from .rules import Rule

if TYPE_CHECKING:
    from .facts import Facts

Table = dict[str, tuple[Instance, ...]]
"""Object -> its working instances."""

Given = dict[tuple[str, Contribution, Instance | None], tuple[str, ...]]
"""(object, contribution, giving instance) -> the clauses by which it is given."""

Origins = dict[Instance, tuple[Instance | None, tuple[str, ...]]]
"""Granted instance -> the instance that grants it, and by which clauses."""


class Working:
    """Working features, by object and by name, and which rules they give somebody to be asked for.

    >>> from simulator.engine.smallest import BOOK, Pick
    >>> working = Working({"opal": (Instance("opal", "royal"), Instance("opal", "heavy"))})
    >>> [i.bearer for i in working.named("heavy")], working.named("sticky")
    (['opal'], ())
    >>> [rule.of for rule in BOOK.matching("forbids", Pick)], working.live(BOOK.matching("forbids", Pick), "pick")
    (['sticky'], ())
    """

    __slots__ = ("_live", "by_name", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        by_name: dict[str, list[Instance]] = {}
        for found in table.values():
            for instance in found:
                by_name.setdefault(instance.feature, []).append(instance)
        self.by_name: Table = {name: tuple(found) for name, found in by_name.items()}
        self._live: dict[Any, tuple[Rule, ...]] = {}

    def named(self, feature: str) -> tuple[Instance, ...]:
        """Every instance of a feature, in a fixed order."""
        return self.by_name.get(feature, ())

    def live(self, rules: tuple[Rule, ...], key: Any) -> tuple[Rule, ...]:
        """Those of some rules that may be asked: of no feature, or of one that somebody has. The same rules
        must always come with the same key."""
        found = self._live.get(key)
        if found is None:
            has = self.by_name
            found = tuple(r for r in rules if r.of is None or r.using is not None or r.of in has)
            self._live[key] = found
        return found


class Found(NamedTuple):
    """The features of one board: those that work, those printed, and from what each object's were read."""

    working: Working
    printed: Working
    sources: Mapping[str, Any] | None


def working_features(look: Facts, known: Found | None = None) -> Found:
    """The working feature instances of every object of the board.

    `known`: those of another board under the same rules. What is printed on an object is read from its source
    and from nothing else (`Game.sources`): with the very same source it is the same. What is granted and taken
    is remembered with what it was read from (memory.py). When the outcome is equal the known one is given
    back, and what was worked out from it alone serves on.

    Raises ValueCircle for a grant that rests on itself, and for grants that never come to rest.

    >>> from simulator.engine.look import Look
    >>> from simulator.engine.smallest import BOOK, start
    >>> found = working_features(Look(start(), BOOK))
    >>> isinstance(found, Found)
    True
    >>> [i.feature for i in found.working.table["opal"]]
    ['royal', 'heavy']
    >>> working_features(Look(start().but(age=9), BOOK), found).working is found.working
    True
    """
    printed, sources = _printed(look, known)
    working = printed
    if look.rules.grants or not _all_work(look):
        working = look.remembered("features", printed, lambda: _at_rest(look, printed))
    if known is not None and _same(working.table, known.working.table):
        working = known.working
    return Found(working, printed, sources)


def _printed(look: Facts, known: Found | None) -> tuple[Working, Mapping[str, Any] | None]:
    """What is printed on every object, and from what it was read."""
    board, game = look.board, look.game
    sources = game.sources(board)
    if known is None or sources is None or known.sources is None:
        table = {obj: tuple(game.natural(board, obj)) for obj in game.objects(board)}
        same = known is not None and _same(table, known.printed.table)
        return known.printed if known is not None and same else Working(table), sources
    table, before = known.printed.table, known.sources
    if sources is before:
        return known.printed, sources
    fresh = {
        obj: tuple(game.natural(board, obj))
        for obj, source in sources.items()
        if before.get(obj) is not source
    }
    if list(before) == list(sources) and all(table[obj] == found for obj, found in fresh.items()):
        return known.printed, sources
    return Working({obj: fresh[obj] if obj in fresh else table[obj] for obj in sources}), sources


def _same(one: Table, other: Table) -> bool:
    """Whether two tables are equal, in their order too."""
    return one is other or (one == other and list(one) == list(other))


def _at_rest(look: Facts, printed: Working) -> Working:
    """What works when everything is granted and taken."""
    natural, working = printed.table, printed
    if not _all_work(look):
        look.suppose(printed)
        try:
            working = Working(_distinct(look, natural))
        finally:
            look.suppose(None)
    if not look.rules.grants:
        return working
    tables: list[Table] = [working.table]
    rounds: list[Given] = [{}]
    origins: Origins = {}
    while True:
        look.suppose(working)
        try:
            grown, given = _one_round(look, natural, origins)
        finally:
            look.suppose(None)
        if grown == working.table:
            return working
        if grown in tables:
            raise ValueCircle("a granted feature", _restless([*rounds[tables.index(grown) + 1 :], given]))
        tables.append(grown)
        rounds.append(given)
        working = Working(grown)


def _all_work(look: Facts) -> bool:
    """Whether the game lets all of several equal features work."""
    return type(look.game).distinct is Game.distinct


def _distinct(look: Facts, table: Table) -> Table:
    if _all_work(look):
        return table
    return {obj: tuple(look.game.distinct(look, found)) for obj, found in table.items()}


def _one_round(look: Facts, natural: Table, origins: Origins) -> tuple[Table, Given]:
    """What everything has when the features supposed by the look are those that work."""
    has: dict[str, list[Instance]] = {}
    takes: dict[str, set[str]] = {}
    given: Given = {}
    for rule in look.live(look.rules.keyed("modifies", "features"), ("modifies", "features")):
        for own in look.bound(rule):
            giver = own[0] if own else None
            for obj in (own[0].bearer,) if rule.own_only else natural:
                parts = rule.fn(look, obj, *own)
                if parts is None or obj not in natural or look.lifted(rule, own, None) is not None:
                    continue
                has = has or {o: list(found) for o, found in natural.items()}
                for part in parts if isinstance(parts, tuple) else (parts,):
                    given[obj, part, giver] = rule.cites
                    if isinstance(part, Take):
                        takes.setdefault(obj, set()).add(part.feature)
                    elif isinstance(part, Grant):
                        _no_circle(obj, part, giver, rule.cites, origins)
                        made = _granted(obj, part, giver, rule.clause, has[obj])
                        origins[made] = giver, rule.cites
                        has[obj].append(made)
    if not has:
        return _distinct(look, natural), given
    for obj, taken in takes.items():
        has[obj] = [i for i in has[obj] if i.feature not in taken]
    table = {obj: tuple(found) for obj, found in has.items()}
    return _distinct(look, table), given


def _granted(obj: str, part: Grant, giver: Instance | None, clause: str, held: list[Instance]) -> Instance:
    since, source = (giver.since, giver.bearer) if giver else (0, "")
    own = ("", obj)  # what a thing grants itself is told from what is printed by its number only
    alike = [
        i.n
        for i in held
        if i.feature == part.feature and i.x == part.x and i.named == part.named
        if i.giver == source or (i.giver in own and source in own)
    ]
    n = max(alike) + 1 if alike else 0
    return Instance(obj, part.feature, part.x, part.named, since, clause, n, source)


def _no_circle(
    obj: str, part: Grant, giver: Instance | None, cites: tuple[str, ...], origins: Origins
) -> None:
    """A grant may not rest, through whatever grants, on the same feature of the same bearer."""
    clauses = list(cites)
    while giver is not None:
        if giver.bearer == obj and giver.feature == part.feature:
            raise ValueCircle(f"the feature {part.feature} of {obj}", clauses)
        giver, by = origins.get(giver, (None, ()))
        clauses += by


def _restless(rounds: list[Given]) -> list[str]:
    """The clauses of what is given in some rounds of a cycle and not in others."""
    steady = set(rounds[0]).intersection(*rounds)
    return [c for given in rounds for key, cites in given.items() if key not in steady for c in cites]
