"""Permanent texts without a keyword of their own."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from .events import Wounded

rules = Rules()


@rules.instead(
    Wounded,
    "berserk:text-beats-rules#special-over-general",
    of="no-wounds-from-influences",
    kind="prevention",
)
def no_wounds_from_influences(look: Look, event: Wounded, own: Instance) -> Wounded | None:
    """A text "this card gets no wounds from influences"."""
    by = event.ability
    return None if event.card == own.bearer and by is not None and by.kind == "influence" else event
