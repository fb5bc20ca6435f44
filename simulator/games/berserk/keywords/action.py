"""Action of a card (Действие): what counts as one. How an action is paid stands in `close.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..acting import CLAUSES
from ..actions import CloseForFlyer
from ..board import BATTLE_ZONES, Battle, other
from ..declaring import closing_promised, slow_declaration
from ..events import FlyerStrikeReady

rules = Rules()
for _clause in CLAUSES.values():
    rules.flag(_clause)

# --- closing for a strike at a flyer --------------------------------------------------------------------

FLYERS = "berserk:flying#struck-only-after-closing"
rules.procedure(
    CloseForFlyer,
    "respond", "close", "perform",
    cites=(FLYERS,),
    performs="perform",
    pays="close",
    windows=("respond",),
)  # fmt: skip


@rules.offers("act", "berserk:choice-subphase#active-player-declares")
def ground_creatures(look: Look, player: str) -> Iterator[CloseForFlyer]:
    board: Battle = look.board
    if not _only_flyers(board, other(player)):
        return
    for card in board.cards.values():
        if card.controller == player and card.kind == "creature" and card.cell and card.strike:
            yield CloseForFlyer(card=card.id, by=player)


def _only_flyers(board: Battle, player: str) -> bool:
    squad = [c for c in board.cards.values() if c.controller == player and c.zone in BATTLE_ZONES]
    creatures = [c for c in squad if c.kind == "creature"]
    return bool(creatures) and all(c.flying for c in creatures)


@rules.forbids(CloseForFlyer, "berserk:choice-subphase#active-player-declares", stage="declare")
def in_choice(look: Look, action: CloseForFlyer) -> Any:
    return slow_declaration(look, action.by)


@rules.forbids(CloseForFlyer, "berserk:payment#resources-promised-once", stage="declare")
def promised_once(look: Look, action: CloseForFlyer) -> Any:
    return closing_promised(look, action)


@rules.forbids(CloseForFlyer, FLYERS)
def only_against_flyers_alone(look: Look, action: CloseForFlyer) -> Any:
    card = look.board.cards[action.card]
    if card.controller != action.by:
        return "not-your-card", {"card": card.id, "controller": card.controller}
    if card.kind != "creature" or not card.cell or card.strike is None:
        return "has-no-strike", {"card": card.id}
    if not _only_flyers(look.board, other(action.by)):
        return "ground-creatures-left", {"player": other(action.by)}
    return None


@rules.unfolds(CloseForFlyer, FLYERS, step="perform")
def get_ready(run: Run, frame: Any) -> Asking:
    yield from run.emit(FlyerStrikeReady(frame.action.card, run.board.turn + 2), FLYERS)


@rules.happens(FlyerStrikeReady, FLYERS)
def ready(look: Look, event: FlyerStrikeReady) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, reaches_flyers=event.turn)
