"""What can happen in Berserk. Every effect event carries the ability behind it (`ability`)."""

from __future__ import annotations

from typing import Any

from simulator.engine.record import Event


class TurnBegan(Event, frozen=True):
    """A turn begins: its player becomes the active player."""

    player: str
    turn: int


class PhaseBegan(Event, frozen=True):
    """A part of the turn begins: "start", "choice" or "end"."""

    phase: str
    player: str


class ChangedCell(Event, frozen=True, kw_only=True):
    """A card comes to another cell, by whatever way."""

    card: str
    origin: str
    to: str
    ability: Any = None


class Moved(ChangedCell, frozen=True, kw_only=True):
    """A creature moved: it used its own movement supply."""


class Relocated(ChangedCell, frozen=True, kw_only=True):
    """A card was put on another cell by a feature: no movement of its own."""


class SupplySpent(Event, frozen=True):
    """Units of movement were paid."""

    card: str
    amount: int = 1


class SupplyLost(Event, frozen=True):
    """The whole movement supply is lost."""

    card: str


class SupplyRestored(Event, frozen=True):
    """The movement supply is full again (set to its full number, never added up)."""

    card: str
    to: int
    at_turn_start: bool = False


class Opened(Event, frozen=True):
    """A card turns to the vertical position."""

    card: str
    ability: Any = None


class Closed(Event, frozen=True):
    """A card turns to the horizontal position; `payment` when it pays for the card's own action."""

    card: str
    payment: bool = False
    ability: Any = None


class StayedOpen(Event, frozen=True):
    """A card acted by a text that says "without closing"."""

    card: str


class Acted(Event, frozen=True):
    """A card has used its action."""

    card: str


class ChipsGained(Event, frozen=True):
    """A card gets chips."""

    card: str
    amount: int = 1
    ability: Any = None


class ChipsLost(Event, frozen=True):
    """A card loses chips (as payment, or by a feature)."""

    card: str
    amount: int = 1
    payment: bool = False
    ability: Any = None


class Wounded(Event, frozen=True):
    """A card gets wounds."""

    card: str
    amount: int
    ability: Any = None


class CellOccupied(Event, frozen=True):
    """An effect makes a cell occupied, until the end of the turn."""

    cell: str
    ability: Any = None


class CellFreed(Event, frozen=True):
    """An effect that made a cell occupied ends."""

    cell: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, PhaseBegan, Moved, Relocated, SupplySpent, SupplyLost, SupplyRestored, Opened, Closed, StayedOpen, Acted,
    ChipsGained, ChipsLost, Wounded, CellOccupied, CellFreed,
)  # fmt: skip
