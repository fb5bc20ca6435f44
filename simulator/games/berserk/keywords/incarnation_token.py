"""Incarnation token (Жетон инкарнации): lies on cards in the graveyard, nowhere else."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from ..board import Battle
from ..events import Exiled, Incarnated, Returned, TokenGained, TokensLost

rules = Rules()
ONLY_THERE = "berserk:incarnation-token#only-in-the-graveyard"


@rules.happens(TokenGained, "berserk:incarnation-token#gained-in-the-graveyard")
def gain(look: Look, event: TokenGained) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, tokens=board.cards[event.card].tokens + 1)


@rules.instead(TokenGained, ONLY_THERE)
def nowhere_else(look: Look, event: TokenGained) -> TokenGained | None:
    return event if look.board.cards[event.card].zone == "graveyard" else None


@rules.after(Incarnated, ONLY_THERE)
@rules.after(Returned, ONLY_THERE)
@rules.after(Exiled, ONLY_THERE)
def lost_on_leaving(before: Look, after: Look, event: Incarnated | Returned | Exiled) -> TokensLost | None:
    card = after.board.cards[event.card]
    return TokensLost(event.card) if card.tokens and card.zone != "graveyard" else None


@rules.happens(TokensLost, ONLY_THERE)
def lose(look: Look, event: TokensLost) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, tokens=0)
