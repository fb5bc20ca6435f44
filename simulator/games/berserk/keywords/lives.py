"""Lives of a card (Жизни карты): the icon in a text asks for the current lives of its target.

What is counted stands in `..lives`.
"""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Target
from simulator.engine.rulebook import Rules

from ..declaring import places_of, text_of
from ..lives import ICON, asked_lives, lives_cites
from ..text_effects import Filter

rules = Rules()


@rules.forbids(Target, "berserk:legality#no-legal-target")
def as_many_lives_as_asked(look: Look, target: Target) -> Any:
    """Asked when it is declared and again when it is performed: the lives of that moment count."""
    text = text_of(look, target.ability)
    if text is None or target.object not in look.board.cards:
        return None
    for _, wanted in places_of(text, target.ability, target.object):
        if wanted.asks_lives and (reason := _reason(look, wanted, target.object)):
            return reason
    return None


def _reason(look: Look, wanted: Filter, card: str) -> Any:
    lives = asked_lives(look, card)
    cites = (*((ICON,) if look.stands(ICON) else ()), *lives_cites(look, card))
    most, least = wanted.lives_at_most, wanted.lives_at_least
    if most is not None and lives > most:
        return "too-many-lives", {"target": card, "lives": lives, "limit": most}, cites
    if least is not None and lives < least:
        return "too-few-lives", {"target": card, "lives": lives, "limit": least}, cites
    return None
