"""How cards stand to one another: near, distant, fitting a text's filter."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from .board import Battle, Card
from .cells import is_cell, neighbouring, oblique, orthogonal, step
from .keywords.zones import in_battle_zone
from .text_effects import Filter

rules = Rules()


class Earlier(NamedTuple):
    """What the abilities of a composite feature before this one were aimed at."""

    targets: tuple[str, ...]
    last: str
    """The (first) target of the ability just before."""
    cell: str | None
    """Where that stood."""


NOTHING_EARLIER = Earlier((), "", None)

NEIGHBOURING_ONLY = "berserk:diagonal#neighbouring-only"
OBLIQUE_ONLY = "berserk:diagonal#oblique-only"
FROM_THE_NAMED = "berserk:diagonal#relative-to-named-cell-or-card"
for _clause in (NEIGHBOURING_ONLY, OBLIQUE_ONLY, FROM_THE_NAMED):
    rules.flag(_clause)


TOUCHING = "berserk:diagonal#touching-only-at-corners"
STRAIGHT = "berserk:diagonal#on-a-straight-line"


def touches_at_corners(cells: tuple[str, ...]) -> bool:
    """Whether each cell touches the next one only at a corner.

    >>> touches_at_corners(("B3", "C2", "B1")), touches_at_corners(("B3", "B2", "B1"))
    (True, False)
    """
    return all(b in oblique(a) for a, b in pairwise(cells))


def is_straight(cells: tuple[str, ...]) -> bool:
    """Whether cells follow one another in one direction.

    >>> is_straight(("B3", "C2", "B1")), is_straight(("B3", "B2", "B1"))
    (False, True)
    """
    return len({step(a, b) for a, b in pairwise(cells)}) <= 1


def near(board: Battle, one: str, other: str) -> bool:
    """Whether two cards stand near each other: one of eight neighbours. Nobody in the auxiliary zone does."""
    a, b = board.cards[one].cell, board.cards[other].cell
    return a is not None and b is not None and b in neighbouring(a)


def diagonally(look: Look, origin: str | None, cell: str | None) -> bool:
    """Whether a cell lies diagonally from another, by the clauses that stand."""
    if origin is None or cell is None:
        return False
    if cell in oblique(origin):
        return True
    if not look.stands(OBLIQUE_ONLY) and cell in orthogonal(origin):
        return True
    return not look.stands(NEIGHBOURING_ONLY) and _on_a_line(origin, cell)


def _on_a_line(origin: str, cell: str) -> bool:
    """Whether a cell lies on a diagonal line through another, however far."""
    dx, dy = step(origin, cell)
    return abs(dx) == abs(dy) and dx != 0


def fits(
    look: Look,
    card: Card,
    wanted: Filter,
    target: str,
    aim: str | None = None,
    earlier: Earlier = NOTHING_EARLIER,
) -> bool:
    """Whether an object is what a text asks for. `card` has the text, `aim` is the cell of its ability's
    target (where it stood, if it is gone); `earlier`: what came before in a composite feature."""
    if wanted.what == "cell":
        return is_cell(target)
    other: Card | None = look.board.cards.get(target)
    if other is None or not in_battle_zone(look, other):
        return False
    if not is_the_kind(card, wanted, other):
        return False
    origins = {"source": card.cell, "target": aim, "previous": earlier.cell}
    if wanted.near and not _near_cell(origins[wanted.near], other):
        return False
    if wanted.diagonal:
        named = wanted.diagonal if look.stands(FROM_THE_NAMED) else "source"
        if not diagonally(look, origins[named], other.cell):
            return False
    if wanted.chosen != "any" and (target in earlier.targets) != (wanted.chosen == "before"):
        return False
    return wanted.state == "any" or other.open == (wanted.state == "open")


def is_the_kind(card: Card, wanted: Filter, other: Card) -> bool:
    """Whether a card, wherever it is, is of the kind and of the player that a filter asks for."""
    if wanted.what == "creature" and other.kind != "creature":
        return False
    if not wanted.source and other.id == card.id:
        return False
    return wanted.whose == "any" or (other.controller == card.controller) == (wanted.whose == "own")


def _near_cell(origin: str | None, other: Card) -> bool:
    return origin is not None and other.cell is not None and other.cell in neighbouring(origin)


def filter_cites(wanted: Filter) -> tuple[str, ...]:
    """The clauses that a filter's words rest on."""
    if not wanted.diagonal:
        return ()
    cites = (NEIGHBOURING_ONLY, OBLIQUE_ONLY)
    return (*cites, FROM_THE_NAMED) if wanted.diagonal != "source" else cites
