"""What can happen in Gate Ruler."""

from __future__ import annotations

from typing import Any, ClassVar

from simulator.engine.record import Event


class TurnBegan(Event, frozen=True):
    """A turn begins: its player becomes the turn player."""

    player: str
    turn: int


class PhaseBegan(Event, frozen=True):
    """A phase begins: "main", "attack" or "end"."""

    phase: str
    player: str


class PhaseEnds(Event, frozen=True):
    """A phase is about to be over: the moment of what works at its end."""

    phase: str
    player: str


class StepBegan(Event, frozen=True):
    """A step of an attack begins."""

    step: str
    player: str


class SubPhaseBegan(StepBegan, frozen=True):
    """An attack sub-phase begins with its first step."""


class StepEnds(Event, frozen=True):
    """A step of an attack is about to be over: the moment of what works at its end."""

    step: str
    player: str


class AttackDeclared(Event, frozen=True):
    """Attacker and target are named (`target`: a card, or the zone of a line without units)."""

    attacker: str
    target: str
    player: str


class AttacksEnded(Event, frozen=True):
    """There are no more attacks in this attack phase."""

    player: str


class BattleEnded(Event, frozen=True):
    """The battle is over."""

    attacker: str


class Redirected(Event, frozen=True):
    """Another card becomes the target of the attack."""

    card: str
    ability: Any = None


class Exhausted(Event, frozen=True):
    """A card is turned to the exhausted position."""

    card: str
    payment: bool = False
    ability: Any = None


class Readied(Event, frozen=True):
    """A card is reset: ready again. `keyword`: which keyword did it, if one did."""

    card: str
    keyword: str = ""
    ability: Any = None


class Dealt(Event, frozen=True, kw_only=True):
    """Damage is dealt. `kind`: "battle" or "effect"; `source`: the card that deals it."""

    card: str
    amount: int
    kind: str
    source: str
    ability: Any = None


class Damaged(Dealt, frozen=True, kw_only=True):
    """A unit is dealt damage."""


class RulerDamaged(Dealt, frozen=True, kw_only=True):
    """A ruler is dealt damage: so many points are about to be taken."""


class PointTaken(Event, frozen=True):
    """One point of damage to a ruler: the top card of the deck goes to the damage zone."""

    player: str
    card: str


class LeftPlay(Event, frozen=True, kw_only=True):
    """A card leaves play, by whatever way. `by`: the card that made it leave, if one did."""

    looks_back: ClassVar[bool] = True

    card: str
    to: str
    by: str = ""


class Destroyed(LeftPlay, frozen=True, kw_only=True):
    """A unit is destroyed."""


class Returned(LeftPlay, frozen=True, kw_only=True):
    """A unit is returned to its owner's hand."""


class SoulSpent(Event, frozen=True):
    """A soul of a unit is put into the graveyard (`soul`: which one, "" until it is settled)."""

    card: str
    soul: str = ""


class Stayed(Event, frozen=True):
    """A unit that was about to leave stays in play."""

    card: str


class Moved(Event, frozen=True):
    """A unit goes from one zone in play to another."""

    card: str
    origin: str
    to: str
    ability: Any = None


class Gained(Event, frozen=True, kw_only=True):
    """A card gets a bonus to a value, or a keyword (with its number)."""

    card: str
    gives: str
    amount: int
    until: str = ""
    ability: Any = None


class EffectsEnded(Event, frozen=True):
    """Effects until the end of the turn cease on a card."""

    card: str


class BonusSpent(Event, frozen=True):
    """What a card had until it dealt battle damage to a ruler ceases."""

    card: str


class PreventionSpent(Event, frozen=True):
    """Everything that waited for the next damage to a card is used up (`amount`: how much it takes off)."""

    card: str
    amount: int


class Drew(Event, frozen=True):
    """A player draws a card."""

    player: str
    card: str


class Waits(Event, frozen=True):
    """An ability has triggered and waits to enter the gate."""

    card: str
    ability: Any


class EnteredGate(Event, frozen=True):
    """An ability enters the gate."""

    card: str
    ability: Any


class Lost(Event, frozen=True):
    """A player has lost."""

    player: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, PhaseBegan, PhaseEnds, StepBegan, SubPhaseBegan, StepEnds, AttackDeclared, AttacksEnded,
    BattleEnded, Redirected, Exhausted, Readied, Damaged, RulerDamaged, PointTaken, Destroyed, Returned, SoulSpent,
    Stayed, Moved, Gained, EffectsEnded, BonusSpent, PreventionSpent, Drew, Waits, EnteredGate, Lost,
)  # fmt: skip
