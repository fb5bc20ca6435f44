"""Additional lives (Дополнительные жизни): an effect that raises the maximum and the current number.

What they add to the two numbers stands in `lives.py`, and that wounds leave them alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.engine.look import Look
from simulator.engine.record import Add, Event, Instance
from simulator.engine.rulebook import Rules

from ..board import Battle, Card
from ..effects import KEYWORD_EFFECTS, KeywordEffect
from ..events import Ability, AdditionalLivesGained, FewerLivesLaid
from ..lives import OTHER, given_by_feature
from ..text_effects import Effect

rules = Rules()

RAISE = "berserk:additional-lives#raise-current-lives"
WOUNDS_KEPT = "berserk:additional-lives#wounds-kept-when-gained"
rules.flag(WOUNDS_KEPT)


def give(look: Look, effect: Effect, card: Card, ability: Ability) -> Iterator[Event]:
    yield AdditionalLivesGained(
        card=card.id, amount=effect.amount, for_turn=effect.until_end_of_turn, ability=ability
    )


def give_cites(look: Look, effect: Effect, card: str) -> tuple[str, ...]:
    kept = (WOUNDS_KEPT,) if look.board.cards[card].wounds else ()
    return (RAISE, "berserk:additional-lives#raise-maximum", *kept)


def lessen(look: Look, effect: Effect, card: Card, ability: Ability) -> Iterator[Event]:
    yield FewerLivesLaid(
        card=card.id, amount=effect.amount, for_turn=effect.until_end_of_turn, ability=ability
    )


KEYWORD_EFFECTS["additional-lives"] = KeywordEffect(give, give_cites)
KEYWORD_EFFECTS["fewer-lives"] = KeywordEffect(lessen, lambda look, effect, card: (OTHER,))


@rules.happens(AdditionalLivesGained, RAISE)
def gain(look: Look, event: AdditionalLivesGained) -> Battle:
    """The effect lies on the card; its wounds stay as they are."""
    board: Battle = look.board
    card = board.cards[event.card]
    healed = 0 if look.stands(WOUNDS_KEPT) else min(event.amount, card.wounds)
    name = "additional_for_turn" if event.for_turn else "additional"
    return board.changed(card.id, **{name: getattr(card, name) + event.amount}, wounds=card.wounds - healed)


@rules.modifies("additional-lives", RAISE, of="additional-lives")
def given(look: Look, subject: str, own: Instance) -> Add | None:
    """A permanent feature: they last as long as it works."""
    return given_by_feature(look, subject, own)
