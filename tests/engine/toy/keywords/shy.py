"""Shy: the other player's toys may not choose it."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance, Target
from simulator.engine.rulebook import Rules

rules = Rules()


@rules.forbids(Target, "toy:shy#not-chosen", of="shy", kind="protection")
def not_chosen(look: Look, target: Target, shy: Instance) -> Any:
    if target.object != shy.bearer or target.ability.by == look.board.toys[shy.bearer].owner:
        return None
    return "shy", {"toy": shy.bearer}
