"""Sharp: what a sharp toy does is not prevented."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

rules = Rules()


@rules.lifts("prevention", "toy:sharp#goes-through", of="sharp")
def goes_through(look: Look, lifted: Any, ability: Any, event: Any, sharp: Instance) -> bool:
    return getattr(ability, "toy", None) == sharp.bearer
