"""Heal X (Излечить на X): removes X wounds from a creature, or all of them when it has fewer.

Lives that are not lost to wounds cannot be healed: additional lives are neither given nor touched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Event, Target
from simulator.engine.rulebook import Rules

from ..board import Battle, Card
from ..counting import COUNTS
from ..declaring import places_of, text_of
from ..effects import KEYWORD_EFFECTS, KeywordEffect
from ..events import Ability, Healed
from ..text_effects import Effect

rules = Rules()

REMOVES = "berserk:heal#removes-wounds"
ALL = "berserk:heal#all-wounds-when-fewer"
rules.flag(ALL)


def removable(look: Look, card: Card, x: int) -> int:
    """How many wounds a healing for X removes: never more than there are, never above the maximum."""
    lost = int(look.value("maximum-lives", card.id) - look.value("lives", card.id))
    most = max(0, min(card.wounds, lost))
    return min(x, most) if look.stands(ALL) or x <= most else 0


def heal(look: Look, effect: Effect, card: Card, ability: Ability) -> Iterator[Event]:
    x = effect.amount
    yield Healed(card=card.id, amount=removable(look, card, x), x=x, ability=ability)


def heal_cites(look: Look, effect: Effect, card: str) -> tuple[str, ...]:
    return (ALL,) if 0 < look.board.cards[card].wounds < effect.amount else ()


KEYWORD_EFFECTS["heal"] = KeywordEffect(heal, heal_cites)


@rules.happens(Healed, REMOVES)
def remove_wounds(look: Look, event: Healed) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, wounds=max(0, board.cards[event.card].wounds - event.amount))


@rules.forbids(Target, REMOVES)
def only_creatures(look: Look, target: Target) -> Any:
    text = text_of(look, target.ability)
    if text is None or target.object not in look.board.cards:
        return None
    for effect, _ in places_of(text, target.ability, target.object):
        if effect is not None and effect.do == "heal" and look.board.cards[target.object].kind != "creature":
            return "not-a-creature", {"target": target.object}
    return None


@rules.instead(Healed, REMOVES)
def no_other_card_is_healed(look: Look, event: Healed) -> Healed | None:
    """What reaches several cards, or the card itself, heals only the creatures among them."""
    return event if look.board.cards[event.card].kind == "creature" else None


@rules.instead(Healed, COUNTS)
def none_removed_is_no_healing(look: Look, event: Healed) -> Healed | None:
    """Counted by the wounds removed, none of them is no effect."""
    return event if event.amount > 0 else None
