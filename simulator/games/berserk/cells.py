"""The battlefield's geometry: 5 columns A–E and 6 rows, 3-2-1 of player 1 below 1'-2'-3' of player 2.

>>> opposite("C1", "p1"), opposite("C1'", "p2")
("C1'", 'C1')
>>> orthogonal("A3")
('A2', 'B3')
"""

from __future__ import annotations

import unicodedata
from functools import cache

COLUMNS = "ABCDE"
ROWS = ("3", "2", "1", "1'", "2'", "3'")
"""From the back row of player 1 to the back row of player 2."""
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
_AT = {cell: (COLUMNS.index(cell[0]), ROWS.index(cell[1:])) for cell in CELLS}
_CELL = {at: cell for cell, at in _AT.items()}


_SPELLINGS = str.maketrans("АВСЕ′’‘ʹ´`", "ABCE''''''")


def normal(cell: str) -> str:
    """A cell's one spelling: capital Latin column, straight prime.

    >>> normal("c2′"), normal("С1"), normal("Ｅ３＇"), normal("Е1")
    ("C2'", 'C1', "E3'", 'E1')
    """
    return unicodedata.normalize("NFKC", cell.strip()).upper().translate(_SPELLINGS)


def is_cell(text: str) -> bool:
    """Whether a text names a cell of the battlefield.

    >>> is_cell("C2'"), is_cell("F1")
    (True, False)
    """
    return text in _AT


@cache
def orthogonal(cell: str) -> tuple[str, ...]:
    """The cells sharing a side with this one, in a fixed order."""
    x, y = _AT[cell]
    around = ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y))
    return tuple(sorted(_CELL[a] for a in around if a in _CELL))


@cache
def neighbouring(cell: str) -> tuple[str, ...]:
    """The up to 8 cells that touch this one by a side or a corner.

    >>> len(neighbouring("A3")), len(neighbouring("A1")), len(neighbouring("C2"))
    (3, 5, 8)
    """
    x, y = _AT[cell]
    around = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return tuple(sorted(_CELL[a] for a in around if a in _CELL))


def opposite(cell: str, player: str) -> str | None:
    """The next cell of the column toward the enemy half, or None at the far edge."""
    x, y = _AT[cell]
    return _CELL.get((x, y + (1 if player == "p1" else -1)))


@cache
def distance(one: str, other: str) -> int:
    """Steps between two cells, along rows and columns in any mixture, never diagonally.

    >>> distance("C2", "C2'"), distance("C2", "E1'"), distance("C2", "D1")
    (3, 4, 2)
    """
    (x, y), (u, v) = _AT[one], _AT[other]
    return abs(x - u) + abs(y - v)


@cache
def oblique(cell: str) -> tuple[str, ...]:
    """The neighbouring cells that touch this one only at a corner.

    >>> oblique("C2")
    ('B1', 'B3', 'D1', 'D3')
    """
    return tuple(c for c in neighbouring(cell) if c not in orthogonal(cell))


def step(one: str, other: str) -> tuple[int, int]:
    """How far another cell is: columns to the right, rows toward the half of player 2.

    >>> step("C2", "D1"), step("C2", "C2'")
    ((1, 1), (0, 3))
    """
    (x, y), (u, v) = _AT[one], _AT[other]
    return u - x, v - y


def diagonals(length: int) -> tuple[tuple[str, ...], ...]:
    """Every diagonal of so many cells.

    >>> len(diagonals(3)), diagonals(3)[0]
    (48, ('A3', 'B2', 'C1'))
    """
    lines = []
    for (x, y), cell in _CELL.items():
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            line = [(x + dx * n, y + dy * n) for n in range(length)]
            if all(at in _CELL for at in line):
                lines.append((cell, *(_CELL[at] for at in line[1:])))
    return tuple(lines)


def row(cell: str) -> str:
    """The row of a cell.

    >>> row("C2'")
    "2'"
    """
    return cell[1:]


def third_row(player: str) -> tuple[str, ...]:
    """The row of a player farthest from the enemy.

    >>> third_row("p2")[0]
    "A3'"
    """
    return tuple(column + ("3" if player == "p1" else "3'") for column in COLUMNS)


@cache
def behind_one(cell: str) -> dict[str, str]:
    """Cells exactly two away in the same row or column, each with the cell between.

    >>> behind_one("C1")["C2'"]
    "C1'"
    """
    x, y = _AT[cell]
    out = {}
    for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2)):
        if (x + dx, y + dy) in _CELL:
            out[_CELL[x + dx, y + dy]] = _CELL[x + dx // 2, y + dy // 2]
    return out
