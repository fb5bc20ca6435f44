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
