"""Amounts that a text counts: "for each life healed". What really happened is counted, not what was asked for."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from simulator.engine.look import Look
from simulator.engine.record import Event
from simulator.engine.rulebook import Rules

from .board import Card
from .events import Healed, Wounded
from .lives import ICON, asked_lives, lives_cites
from .text_effects import Effect

rules = Rules()

COUNTS = "berserk:heal#counts-as-wounds-removed"
rules.flag(COUNTS)
COUNTED = ("healed", "wounded")


def tally(look: Look, counts: dict[str, int], events: Iterable[Event]) -> dict[str, int]:
    """The counts of a text, and what more has happened (healings by the wounds they removed)."""
    found = dict(counts)
    for event in events:
        if isinstance(event, Healed):
            healed = event.amount if look.stands(COUNTS) else event.x
            found["healed"] = found.get("healed", 0) + healed
        elif isinstance(event, Wounded):
            found["wounded"] = found.get("wounded", 0) + event.amount
    return found


def counted(look: Look, source: Card, effect: Effect, counts: dict[str, int]) -> Effect | None:
    """The effect with its whole amount, or None when there is nothing to count."""
    if not effect.for_each:
        return effect
    times = asked_lives(look, source.id) if effect.for_each == "lives" else counts.get(effect.for_each, 0)
    return msgspec.structs.replace(effect, amount=effect.amount * times) if times > 0 else None


def counting_cites(look: Look, source: Card, effect: Effect) -> tuple[str, ...]:
    """The clauses by which an amount is counted."""
    if effect.for_each == "healed":
        return (COUNTS,) if look.stands(COUNTS) else ()
    if effect.for_each == "lives":
        return (*((ICON,) if look.stands(ICON) else ()), *lives_cites(look, source.id))
    return ()
