"""Which features every object has: printed ones, what grants add, less what is taken away.

Grants are found from the printed features upward, so a grant never holds itself up; a grant that rests on
itself, or grants that chase each other without end, are an error that names their clauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ValueCircle
from .record import Contribution, Grant, Instance, Take

if TYPE_CHECKING:
    from .facts import Facts

Table = dict[str, tuple[Instance, ...]]
"""Object -> its working instances."""

Given = dict[tuple[str, Contribution, Instance | None], tuple[str, ...]]
"""(object, contribution, giving instance) -> the clauses by which it is given."""

Origins = dict[Instance, tuple[Instance | None, tuple[str, ...]]]
"""Granted instance -> the instance that grants it, and by which clauses."""


def working_features(look: Facts) -> Table:
    """The working feature instances of every object of the board.

    Raises ValueCircle for a grant that rests on itself, and for grants that never come to rest.

    >>> from simulator.engine.look import Look
    >>> from simulator.engine.smallest import BOOK, start
    >>> [i.feature for i in working_features(Look(start(), BOOK))["opal"]]
    ['royal', 'heavy']
    """
    natural: Table = {o: tuple(look.game.natural(look.board, o)) for o in look.game.objects(look.board)}
    look.suppose(natural)
    try:
        table = _distinct(look, natural)
    finally:
        look.suppose(None)
    if not look.rules.grants:
        return table
    tables: list[Table] = [table]
    rounds: list[Given] = [{}]
    origins: Origins = {}
    while True:
        look.suppose(table)
        try:
            grown, given = _one_round(look, natural, origins)
        finally:
            look.suppose(None)
        if grown == table:
            return table
        if grown in tables:
            raise ValueCircle("a granted feature", _restless([*rounds[tables.index(grown) + 1 :], given]))
        tables.append(grown)
        rounds.append(given)
        table = grown


def _distinct(look: Facts, table: Table) -> Table:
    return {obj: tuple(look.game.distinct(look, found)) for obj, found in table.items()}


def _one_round(look: Facts, natural: Table, origins: Origins) -> tuple[Table, Given]:
    """What everything has when the features supposed by the look are those that work."""
    has: dict[str, list[Instance]] = {obj: list(found) for obj, found in natural.items()}
    takes: dict[str, set[str]] = {}
    given: Given = {}
    for rule in look.rules.keyed("modifies", "features"):
        for own in look.bound(rule):
            giver = own[0] if own else None
            for obj in (own[0].bearer,) if rule.own_only else natural:
                parts = rule.fn(look, obj, *own)
                if parts is None or obj not in has or look.lifted(rule, own, None) is not None:
                    continue
                for part in parts if isinstance(parts, tuple) else (parts,):
                    given[obj, part, giver] = rule.cites
                    if isinstance(part, Take):
                        takes.setdefault(obj, set()).add(part.feature)
                    elif isinstance(part, Grant):
                        _no_circle(obj, part, giver, rule.cites, origins)
                        made = _granted(obj, part, giver, rule.clause, has[obj])
                        origins[made] = giver, rule.cites
                        has[obj].append(made)
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
