"""Padded X: the first X dents of each round do not count."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..events import Dented, Used

rules = Rules()


@rules.instead(Dented, "toy:padded#first-dents", of="padded", kind="prevention")
def soak(look: Look, event: Dented, padded: Instance) -> Any:
    left = (padded.x or 0) - look.used(padded)
    if event.toy != padded.bearer or left <= 0 or not event.amount:
        return event
    stopped = min(left, event.amount)
    return event.but(amount=event.amount - stopped), Used(padded, stopped)
