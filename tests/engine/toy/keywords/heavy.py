"""Heavy: it pokes with 2 more."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules

rules = Rules()


@rules.modifies("force", "toy:heavy#two-more", of="heavy", own_only=True)
def two_more(look: Look, toy: str, heavy: Instance) -> Add:
    return Add(2)
