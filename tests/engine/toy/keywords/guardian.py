"""Guardian: the other toys of its owner are padded 1 while it stands on the shelf."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Grant, Instance
from simulator.engine.rulebook import Rules

rules = Rules()


@rules.modifies("features", "toy:guardian#pads-the-others", of="guardian")
def pads(look: Look, toy: str, guardian: Instance) -> Any:
    toys = look.board.toys
    if toy == guardian.bearer or toys[toy].owner != toys[guardian.bearer].owner:
        return None
    return Grant("padded", x=1)
