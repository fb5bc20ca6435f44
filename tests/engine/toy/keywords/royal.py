"""Royal: heavy and loud, each by a clause of its own."""

from __future__ import annotations

from simulator.engine.record import Grant
from simulator.engine.rulebook import Rules

rules = Rules()
rules.bundle("royal", Grant("heavy"), "toy:royal#heavy")
rules.bundle("royal", Grant("loud"), "toy:royal#loud")
