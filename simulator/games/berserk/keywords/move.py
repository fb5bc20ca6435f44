"""To move (Двигаться): use the movement supply (Запас движения), one unit a cell.

The two entries say some sentences twice; such a rule stands once here and cites both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import Move
from ..board import Battle
from ..cells import is_cell, orthogonal
from ..events import Acted, ChangedCell, Moved, Opened, SupplyLost, SupplyRestored, SupplySpent

rules = Rules()
rules.procedure(
    Move,
    "respond", "move", "pay",
    cites=("berserk:move#uses-movement-supply",),
    performs="move",
    pays="pay",
    windows=("respond",),
)  # fmt: skip


# --- what a step is -------------------------------------------------------------------------------------


@rules.unfolds(Move, "berserk:move#uses-movement-supply", step="move")
def move(run: Run, frame: Any) -> Asking:
    """Moving is this and nothing else: being put elsewhere by a feature is another event (`Relocated`)."""
    card = run.board.cards[frame.action.card]
    yield from run.emit(
        Moved(card=card.id, origin=card.cell or "", to=frame.action.to),
        "berserk:move#uses-movement-supply",
    )


@rules.unfolds(Move, "berserk:move#cell-costs-a-unit", step="pay")
def pay(run: Run, frame: Any) -> Asking:
    """One cell, one unit. Paid even when the movement was blocked, never when it was cancelled."""
    if frame.action.card in run.board.cards:
        yield from run.emit(SupplySpent(frame.action.card), "berserk:move#cell-costs-a-unit")


@rules.happens(ChangedCell, "berserk:battlefield#rows-and-cells")
def change_cell(look: Look, event: ChangedCell) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, cell=event.to)


@rules.happens(SupplySpent, "berserk:movement-supply#uses-in-own-turn")
def spend(look: Look, event: SupplySpent) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, supply=max(0, board.cards[event.card].supply - event.amount))


@rules.happens(SupplyLost, "berserk:move#lost-by-acting")
def lose(look: Look, event: SupplyLost) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, supply=0)


# --- who, when and where --------------------------------------------------------------------------------


@rules.offers("act", "berserk:choice-subphase#active-player-declares")
def steps_of_own_creatures(look: Look, player: str) -> Iterator[Move]:
    """Every neighbouring cell of every own card that has a movement supply at all."""
    for card in look.board.cards.values():
        if card.controller == player and card.cell and (card.movement or card.supply):
            for cell in orthogonal(card.cell):
                yield Move(card=card.id, to=cell, by=player)


@rules.forbids(Move, "berserk:move#forward-back-left-right", "berserk:cell#orthogonal")
def only_side_by_side(look: Look, action: Move) -> Any:
    cell = look.board.cards[action.card].cell
    if cell is None:
        return "not-on-the-battlefield", {"card": action.card}
    if action.to not in orthogonal(cell):
        return "not-side-by-side", {"card": action.card, "origin": cell, "to": action.to}
    return None


@rules.forbids(Move, "berserk:move#only-open", "berserk:close#closed-cannot-move")
def only_open(look: Look, action: Move) -> Any:
    if not look.board.cards[action.card].open:
        return "closed-cannot-move", {"card": action.card}
    return None


@rules.forbids(Move, "berserk:move#only-creatures")
def only_creatures(look: Look, action: Move) -> Any:
    if look.board.cards[action.card].kind != "creature":
        return "only-creatures-move", {"card": action.card}
    return None


@rules.forbids(Move, "berserk:move#only-own")
def only_own(look: Look, action: Move) -> Any:
    controller = look.board.cards[action.card].controller
    if controller != action.by:
        return "not-your-creature", {"card": action.card, "controller": controller}
    return None


@rules.forbids(Move, "berserk:move#needs-positive-supply")
def needs_supply(look: Look, action: Move) -> Any:
    if look.value("supply", action.card) <= 0:
        return "no-movement-left", {"card": action.card}
    return None


@rules.forbids(Move, "berserk:move#only-to-unoccupied-cell")
def only_to_unoccupied(look: Look, action: Move) -> Any:
    if is_cell(action.to) and look.value("occupied", action.to) > 0:
        because = tuple(c for rule, _, _ in look.ledger("occupied", action.to) for c in rule.cites)
        there = look.board.on(action.to)
        if there is None:
            return "cell-made-occupied", {"to": action.to}, because
        return "cell-occupied", {"to": action.to, "other": there.id}, because
    return None


@rules.forbids(
    Move, "berserk:move#only-active-player", "berserk:movement-supply#uses-in-own-turn", stage="declare"
)
def only_in_own_turn(look: Look, action: Move) -> Any:
    if action.by != look.board.active:
        return "not-your-turn", {"player": action.by, "active": look.board.active}
    return None


@rules.forbids(Move, "berserk:move#only-in-choice-subphase", stage="declare")
def only_in_choice(look: Look, action: Move) -> Any:
    if look.board.phase != "choice":
        return "not-in-choice", {"phase": look.board.phase}
    if not look.board.stack_is_empty:
        return "something-is-declared", {}
    return None


# --- how the supply comes back and goes -----------------------------------------------------------------


@rules.happens(SupplyRestored, "berserk:movement-supply#base-property")
def restore(look: Look, event: SupplyRestored) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, supply=event.to)


@rules.instead(SupplyRestored, "berserk:move#restored-only-if-open-or-opening")
def only_if_open(look: Look, event: SupplyRestored) -> SupplyRestored | None:
    """At the start of the turn a card that stays closed gets nothing (movement-supply omits the condition)."""
    return None if event.at_turn_start and not look.board.cards[event.card].open else event


@rules.after(Opened, "berserk:move#restored-when-opened", "berserk:movement-supply#restored-when-opened")
def restored_when_opened(before: Look, after: Look, event: Opened) -> SupplyRestored | None:
    """Needs a real opening: an open card that is told to open gains nothing."""
    full = after.value("movement", event.card)
    if before.board.cards[event.card].open or after.board.cards[event.card].supply == full:
        return None
    return SupplyRestored(event.card, full)


@rules.after(Acted, "berserk:move#lost-by-acting")
def lost_by_acting(before: Look, after: Look, event: Acted) -> SupplyLost | None:
    return SupplyLost(event.card) if after.board.cards[event.card].supply else None
