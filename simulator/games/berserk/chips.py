"""Chips (фишки): gained by texts or accumulated by closing, paid exactly as printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .acting import chips_of
from .actions import AccumulateChip, UseFeature
from .board import BATTLE_ZONES, Battle
from .events import ChipsGained, ChipsLost, Moved

rules = Rules()
rules.procedure(
    AccumulateChip,
    "respond", "close", "perform",
    cites=("berserk:chip#accumulate-by-closing",),
    performs="perform",
    pays="close",
    windows=("respond",),
)  # fmt: skip

for _last in ("accompany", "parts"):
    rules.precedes(UseFeature, _last, "pay-chips", "berserk:payment#after-performance-stage")


@rules.unfolds(UseFeature, "berserk:chip#gained-and-paid", step="pay-chips")
def pay_chips(run: Run, frame: Any) -> Asking:
    """Exactly the printed number."""
    amount = chips_of(run.board, frame.action)
    if amount:
        cites = run.rules.row_cites(UseFeature, "pay-chips")
        yield from run.emit(
            ChipsLost(card=frame.action.card, amount=amount, payment=True),
            "berserk:chip#gained-and-paid",
            *cites,
        )


@rules.unfolds(AccumulateChip, "berserk:chip#accumulate-by-closing", step="perform")
def accumulate(run: Run, frame: Any) -> Asking:
    yield from run.emit(ChipsGained(card=frame.action.card, amount=1), "berserk:chip#accumulate-by-closing")


@rules.happens(ChipsGained, "berserk:chip#gained-and-paid")
def gain(look: Look, event: ChipsGained) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, chips=board.cards[event.card].chips + event.amount)


@rules.happens(ChipsLost, "berserk:chip#gained-and-paid")
def lose(look: Look, event: ChipsLost) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, chips=max(0, board.cards[event.card].chips - event.amount))


@rules.forbids(UseFeature, "berserk:chip#gained-and-paid")
def must_have_the_chips(look: Look, action: UseFeature) -> Any:
    """Chips already promised to something declared count as gone."""
    board: Battle = look.board
    needed = chips_of(board, action)
    if not needed:
        return None
    promised = sum(
        chips_of(board, f.action)
        for f in board.pile
        if isinstance(f.action, UseFeature) and f.action.card == action.card and f.action is not action
    )
    if board.cards[action.card].chips - promised < needed:
        return "not-enough-chips", {
            "card": action.card,
            "needed": needed,
            "chips": board.cards[action.card].chips,
        }
    return None


# --- accumulating ---------------------------------------------------------------------------------------


@rules.offers("act", "berserk:chip#accumulate-by-closing")
def who_may_accumulate(look: Look, player: str) -> Iterator[AccumulateChip]:
    for card in look.board.cards.values():
        if card.controller == player and card.zone in BATTLE_ZONES and _has_chip_cost(card):
            yield AccumulateChip(card=card.id, by=player)


def _has_chip_cost(card: Any) -> bool:
    return any(getattr(t, "cost", None) and t.cost.chips for t in card.texts)


@rules.forbids(AccumulateChip, "berserk:chip#accumulate-by-closing")
def only_cards_with_a_chip_cost(look: Look, action: AccumulateChip) -> Any:
    card = look.board.cards[action.card]
    if not _has_chip_cost(card) or card.zone not in BATTLE_ZONES:
        return "no-chip-cost", {"card": action.card}
    return None


@rules.forbids(AccumulateChip, "berserk:card#owner-and-controller")
def only_own_cards(look: Look, action: AccumulateChip) -> Any:
    controller = look.board.cards[action.card].controller
    if controller != action.by:
        return "not-your-card", {"card": action.card, "controller": controller}
    return None


@rules.forbids(AccumulateChip, "berserk:choice-subphase#active-player-declares", stage="declare")
def only_in_choice(look: Look, action: AccumulateChip) -> Any:
    board: Battle = look.board
    if action.by != board.active:
        return "not-your-turn", {"player": action.by, "active": board.active}
    if board.phase != "choice":
        return "not-in-choice", {"phase": board.phase}
    if not board.stack_is_empty:
        return "something-is-declared", {}
    return None


# --- chips for moving -----------------------------------------------------------------------------------


@rules.after(Moved, "berserk:triggered-feature#resolves-after-event", of="on-movement")
def chips_on_movement(before: Look, after: Look, event: Moved, own: Instance) -> ChipsGained | None:
    """Triggers on the card's own movement only; relocation is another event."""
    return ChipsGained(card=own.bearer, amount=own.x or 1) if own.bearer == event.card else None
