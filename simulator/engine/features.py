"""Which features every object has: printed ones, what grants add, less what is taken away.

Grants are found from the printed features upward, so a grant never holds itself up; grants that chase each
other without end are an error that names their clauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ValueCircle
from .record import Grant, Instance, Take

if TYPE_CHECKING:
    from .look import Look

Table = dict[str, tuple[Instance, ...]]


def working_features(look: Look) -> Table:
    """The working feature instances of every object of the board."""
    game, board = look.game, look.board
    objects = tuple(game.objects(board))
    natural: Table = {obj: tuple(game.natural(board, obj)) for obj in objects}
    table = _distinct(look, natural)
    seen: list[Table] = []
    clauses: list[str] = []
    for _ in range(len(objects) + 12):
        look._features, look._by_feature = table, None
        grown, clauses = _one_round(look, natural, objects)
        if grown == table:
            look._by_feature = None
            return table
        if grown in seen:
            break
        seen.append(table)
        table = grown
    look._features, look._by_feature = None, None
    raise ValueCircle("a granted feature", clauses)


def _distinct(look: Look, table: Table) -> Table:
    return {obj: tuple(look.game.distinct(look, found)) for obj, found in table.items()}


def _one_round(look: Look, natural: Table, objects: tuple[str, ...]) -> tuple[Table, list[str]]:
    grants: dict[str, list[Instance]] = {obj: list(found) for obj, found in natural.items()}
    takes: dict[str, set[str]] = {}
    clauses: list[str] = []
    for rule in look.rules.keyed("modifies", "features"):
        for own in look.bound(rule):
            for obj in objects:
                given = rule.fn(look, obj, *own)
                if given is None:
                    continue
                for part in given if isinstance(given, tuple) else (given,):
                    if look.lifted(rule, own, None) is not None:
                        continue
                    clauses += rule.cites
                    if isinstance(part, Take):
                        takes.setdefault(obj, set()).add(part.feature)
                    elif isinstance(part, Grant):
                        giver = own[0] if own else None
                        if giver and giver.bearer == obj and giver.feature == part.feature:
                            raise ValueCircle(f"the feature {part.feature} of {obj}", rule.cites)
                        grants[obj].append(_granted(obj, part, giver, rule.clause, grants[obj]))
    table = {
        obj: tuple(i for i in found if i.feature not in takes.get(obj, ())) for obj, found in grants.items()
    }
    return _distinct(look, table), clauses


def _granted(obj: str, part: Grant, giver: Instance | None, clause: str, held: list[Instance]) -> Instance:
    since = giver.since if giver else 0
    made = Instance(obj, part.feature, part.x, part.named, since, clause)
    while made in held:
        made = Instance(obj, part.feature, part.x, part.named, since, clause, made.n + 1)
    return made
