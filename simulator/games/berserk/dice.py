"""Dice: a roll is a decision by chance; what modifies it; which strength a result means."""

from __future__ import annotations

from typing import Literal

from simulator.engine.look import Look
from simulator.engine.run import Asking, Run

Strength = Literal["weak", "medium", "strong"]
ORDER: tuple[Strength, ...] = ("weak", "medium", "strong")
FACES = tuple((face, 1) for face in range(1, 7))


def roll(run: Run, kind: str, card: str, *cites: str) -> Asking:
    """Roll a die for a card: its natural number, 1 to 6."""
    return (yield from run.chance(kind, FACES, *cites, about=card))


def modified_by(look: Look, *dice: tuple[str, str]) -> tuple[str, ...]:
    """The clauses of everything that changes the results of dice, each given as (its value's name, its card)."""
    rows = [row for name, card in dice for row in look.ledger(name, card)]
    return tuple(dict.fromkeys(c for rule, _, _ in rows for c in rule.cites))


def one_die_strength(result: int) -> Strength:
    """The strength of an attack that one die decides; the result counts from 1 to 6.

    >>> [one_die_strength(n) for n in (-1, 3, 4, 5, 6, 8)]
    ['weak', 'weak', 'medium', 'medium', 'strong', 'strong']
    """
    if result >= 6:
        return "strong"
    return "medium" if result >= 4 else "weak"


def wounds_of(strengths: tuple[int, int, int], strength: Strength) -> int:
    """The printed wounds of a strength.

    >>> wounds_of((1, 2, 3), "strong")
    3
    """
    return strengths[ORDER.index(strength)]
