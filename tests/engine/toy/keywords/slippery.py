"""Slippery: instead of being dented it may be put away into the box."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..events import Dented, PutAway

rules = Rules()


@rules.instead(Dented, "toy:slippery#into-the-box", of="slippery", optional=True, kind="replacement")
def into_the_box(look: Look, event: Dented, slippery: Instance) -> Any:
    return PutAway(slippery.bearer) if event.toy == slippery.bearer else event
