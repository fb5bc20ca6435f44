"""What happens. `ability`: the action by which."""

from __future__ import annotations

from typing import Any

from simulator.engine.record import Event, Instance


class Dented(Event, frozen=True):
    toy: str
    amount: int = 1
    ability: Any = None


class Left(Event, frozen=True):
    """Every way off the shelf; whoever leaves still sees it."""

    looks_back = True
    toy: str


class Lost(Left, frozen=True):
    """Broken, and under the bed."""


class PutAway(Left, frozen=True):
    """Back into the box."""


class Fetched(Event, frozen=True):
    toy: str


class Tired(Event, frozen=True):
    toy: str


class Rested(Event, frozen=True):
    toy: str


class Squeaked(Event, frozen=True):
    toy: str
    at: str


class Rang(Event, frozen=True):
    toy: str
    n: int = 0


class Used(Event, frozen=True):
    """So much of a keyword is used up until the round ends."""

    instance: Instance
    amount: int


class RoundBegan(Event, frozen=True):
    player: str


EVENTS = (Dented, Lost, PutAway, Fetched, Tired, Rested, Squeaked, Rang, Used, RoundBegan)
