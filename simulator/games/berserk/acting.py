"""Which declarations are an action of a card, and how they are paid."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look

from .actions import AccumulateChip, UseFeature
from .board import Battle, Card


def acting_card(board: Battle, action: Any) -> Card | None:
    """The card whose action this is, or None when it is no action of a card (paid with chips alone)."""
    if isinstance(action, AccumulateChip):
        return board.cards.get(action.card)
    if isinstance(action, UseFeature):
        card = board.cards.get(action.card)
        text = card.playable(action.feature) if card else None
        return card if text is not None and text.cost.close else None
    return None


WITHOUT_CLOSING = "berserk:text-beats-rules#without-closing"


def closes_as_payment(look: Look, action: Any) -> bool:
    """Whether paying for it closes the card (a text may say "without closing")."""
    if stays_open(look, action):
        return False
    return acting_card(look.board, action) is not None


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
