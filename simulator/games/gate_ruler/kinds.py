"""What counts as a unit: a ruler does not."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from .board import Card

rules = Rules()

RULER_IS_NO_UNIT = "gate-ruler:unit#ruler-is-not-a-unit"
rules.flag(RULER_IS_NO_UNIT)


def is_unit(look: Look, card: Card) -> bool:
    """Whether what is said of units holds for a card."""
    return card.kind == "unit" or (card.kind == "ruler" and not look.stands(RULER_IS_NO_UNIT))
