"""The table of two fighting creatures: one data row a difference of results, each citing its own clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

rules = Rules()


class Row(NamedTuple):
    """Which strength the attacker and the answering side deal ("" = none) at a difference of results."""

    clause: str
    fits: Callable[[int, int], bool]
    attack: str
    answer: str
    weakened: str = ""
    """The clause of the row nearer to zero that the higher side may take instead."""


def _clause(name: str) -> str:
    return f"berserk:exchange#{name}"


ROWS = (
    Row(_clause("plus-5-or-more"), lambda a, d: a - d >= 5, "strong", ""),
    Row(_clause("plus-4"), lambda a, d: a - d == 4, "strong", "weak", _clause("plus-3")),
    Row(_clause("plus-3"), lambda a, d: a - d == 3, "medium", ""),
    Row(_clause("plus-2"), lambda a, d: a - d == 2, "medium", "weak", _clause("plus-1")),
    Row(_clause("plus-1"), lambda a, d: a - d == 1, "weak", ""),
    Row(_clause("zero-low"), lambda a, d: a == d and a <= 4, "weak", ""),
    Row(_clause("zero-high"), lambda a, d: a == d and a >= 5, "", "weak"),
    Row(_clause("minus-1"), lambda a, d: a - d == -1, "weak", ""),
    Row(_clause("minus-2"), lambda a, d: a - d == -2, "", ""),
    Row(_clause("minus-3"), lambda a, d: a - d == -3, "", "weak"),
    Row(_clause("minus-4"), lambda a, d: a - d == -4, "weak", "medium", _clause("minus-3")),
    Row(_clause("minus-5-or-less"), lambda a, d: a - d <= -5, "", "medium"),
)
for _row in ROWS:
    rules.flag(_row.clause)


def outcome(look: Look, attack: int, defence: int) -> Row | None:
    """The row of two results (they are not cut to 1..6). Were a row not in force, the next one nearer to zero
    would do.

    >>> [next(r for r in ROWS if r.fits(a, d)).clause.split("#")[1] for a, d in ((6, 1), (4, 4), (5, 5), (1, 6))]
    ['plus-5-or-more', 'zero-low', 'zero-high', 'minus-5-or-less']
    """
    while True:
        for row in ROWS:
            if row.fits(attack, defence) and look.stands(row.clause):
                return row
        if attack == defence:
            return None
        attack += 1 if attack < defence else -1


def weakened(look: Look, clause: str) -> Row | None:
    """The row that may be taken instead of an exchange, if there is one."""
    taken = next((r for r in ROWS if r.clause == clause), None)
    if taken is None or not taken.weakened:
        return None
    return next((r for r in ROWS if r.clause == taken.weakened), None)
