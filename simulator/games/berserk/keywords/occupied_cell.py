"""Occupied cell (Занятая клетка): a cell with a card, or one that an effect makes occupied."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Add
from simulator.engine.rulebook import Rules

from ..board import Battle, CellEffect
from ..events import CellFreed, CellOccupied

rules = Rules()


@rules.modifies("occupied", "berserk:occupied-cell#card-occupies")
def card_occupies(look: Look, cell: str) -> Add | None:
    return Add(1) if look.board.on(cell) is not None else None


@rules.modifies("occupied", "berserk:occupied-cell#effect-may-occupy", "berserk:cell-effect#occupies")
def effect_occupies(look: Look, cell: str) -> Add | None:
    return Add(1) if cell in look.board.cells else None


@rules.happens(CellOccupied, "berserk:occupied-cell#effect-may-occupy", "berserk:cell-effect#occupies")
def occupy(look: Look, event: CellOccupied) -> Battle:
    board: Battle = look.board
    source = event.ability.source if event.ability else ""
    result: Battle = board.but(cells={**board.cells, event.cell: CellEffect("end-of-turn", source)})
    return result


@rules.happens(CellFreed, "berserk:turn-effect#until-end-of-turn")
def free(look: Look, event: CellFreed) -> Battle:
    board: Battle = look.board
    result: Battle = board.but(cells={c: e for c, e in board.cells.items() if c != event.cell})
    return result
