"""The zones of the game (Зоны): the battle zone with its two parts, and that there are no others.

The battlefield and the auxiliary zone are kept apart on the board; what is said of the battle zone is asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.reading import near, shown
from simulator.engine.rulebook import Rulebook, Rules

from ..actions import UseText, UseTriggered
from ..board import ZONES, Card
from ..text_effects import Effect
from ..texts import Accompanying, Part, Playable, Triggered

rules = Rules()

PARTS_OF_THE_BATTLE_ZONE = {
    "battlefield": "berserk:zones#battlefield-in-battle-zone",
    "auxiliary": "berserk:zones#auxiliary-zone-in-battle-zone",
}
NO_OTHERS = "berserk:zones#no-other-zones"
FORMER_ZONES = ("deal", "recruitment")
"""Zones of older editions that texts of old cards name."""
for _clause in (*PARTS_OF_THE_BATTLE_ZONE.values(), NO_OTHERS):
    rules.flag(_clause)


def in_battle_zone(look: Look, card: Card) -> bool:
    """Whether a card is in the battle zone, by the clauses that say what belongs to it."""
    clause = PARTS_OF_THE_BATTLE_ZONE.get(card.zone)
    return clause is not None and look.stands(clause)


def _effects(text: Any) -> tuple[Effect, ...]:
    if isinstance(text, Playable):
        parts: tuple[Playable | Part, ...] = (text, *text.then)
        return tuple(e for part in parts for e in (*part.effects, *part.accompanying))
    return text.effects if isinstance(text, (Triggered, Accompanying)) else ()


@rules.forbids(UseText, NO_OTHERS)
@rules.forbids(UseTriggered, NO_OTHERS)
def names_a_zone_of_the_game(look: Look, action: Any) -> Any:
    """A text that speaks of a zone the game does not have cannot be used."""
    for text in look.board.cards[action.card].texts:
        if text.name != action.feature and not isinstance(text, Accompanying):
            continue
        for effect in _effects(text):
            if effect.into in FORMER_ZONES:
                return "no-such-zone", {"card": action.card, "zone": effect.into}
    return None


def zone_problems(rules: Rulebook, cards: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Cards of a setup in what is no zone of the game, with a remedy."""
    for n, card in enumerate(cards):
        if card.zone in ZONES:
            continue
        here = f"/cards/{n}/zone"
        if card.zone == "stack":
            yield here, "only what is declared lies on the stack: declare it in a line"
        elif card.zone == "battle-zone":
            yield here, "say which part of the battle zone: battlefield or auxiliary"
        elif rules.stands(NO_OTHERS):
            yield (
                here,
                f"the game has no zone {shown(card.zone)} ({NO_OTHERS}): a card is in the battle zone (battlefield "
                "or auxiliary), in the deck, the graveyard, exile or the hand; put it into one of these"
                f"{near(card.zone, ZONES)}",
            )
