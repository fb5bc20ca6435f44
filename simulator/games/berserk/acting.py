"""Which declarations are an action of a card, and how they are paid."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Action

from .actions import AccumulateChip, AssignDefender, CloseForFlyer, SimpleStrike, UseFeature
from .board import Battle, Card

CLAUSES: dict[type[Action], str] = {
    UseFeature: "berserk:action#feature-with-close-cost",
    SimpleStrike: "berserk:action#simple-strike-attack",
    CloseForFlyer: "berserk:action#closing-to-strike-flyer",
    AccumulateChip: "berserk:action#accumulating-chip",
    AssignDefender: "berserk:action#assigning-defender",
}
"""What counts as an action of a card, each by its clause."""


def acting_card(look: Look, action: Any) -> Card | None:
    """The card whose action this is, or None when it is no action of a card (paid with chips alone)."""
    clause = CLAUSES.get(type(action))
    board: Battle = look.board
    if clause is None or not look.stands(clause):
        return None
    card = board.cards.get(action.card)
    if isinstance(action, UseFeature):
        text = card.playable(action.feature) if card else None
        return card if text is not None and text.cost.close else None
    return card


WITHOUT_CLOSING = "berserk:text-beats-rules#without-closing"


def closes_as_payment(look: Look, action: Any) -> bool:
    """Whether paying for it closes the card (a text may say "without closing")."""
    if stays_open(look, action):
        return False
    return acting_card(look, action) is not None


def stays_open(look: Look, action: Any) -> bool:
    """Whether the text says that the card acts without closing, and that clause stands."""
    if not isinstance(action, UseFeature) or not look.stands(WITHOUT_CLOSING):
        return False
    text = look.board.cards[action.card].playable(action.feature)
    return text is not None and text.cost.close and text.without_closing


def chips_of(board: Battle, action: Any) -> int:
    """Chips that its payment takes."""
    if isinstance(action, UseFeature):
        text = board.cards[action.card].playable(action.feature)
        return text.cost.chips if text is not None else 0
    return 0
