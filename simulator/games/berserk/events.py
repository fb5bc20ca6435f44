"""What can happen in Berserk. Every effect event carries the ability behind it (`ability`)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from simulator.engine.record import Event


class TurnBegan(Event, frozen=True):
    """A turn begins: its player becomes the active player."""

    player: str
    turn: int


class TurnStarted(Event, frozen=True):
    """The moment "at the start of the turn", after closed cards have opened."""

    player: str


class StayedClosed(Event, frozen=True):
    """A card stays closed at the start of the turn by its own text."""

    card: str


class FlyerStrikeReady(Event, frozen=True):
    """A ground creature may strike at a flyer in that turn."""

    card: str
    turn: int


class FlyerStrikeSpent(Event, frozen=True):
    """The one strike at a flyer, for which a ground creature had closed, is used."""

    card: str


class PhaseBegan(Event, frozen=True):
    """A part of the turn begins: "start", "choice" or "end"."""

    phase: str
    player: str


class Ability(msgspec.Struct, frozen=True):
    """What an effect comes from: the kind of ability, its source and targets, the main or an accompanying
    part of it. Protections, preventions and ignoring ask for it."""

    kind: str
    source: str
    targets: tuple[str, ...] = ()
    accompanying: bool = False
    feature: str = ""
    cell: str = ""
    """Where its target stood when it was performed."""


class Affects(Event, frozen=True, kw_only=True):
    """An effect on a card."""

    card: str
    ability: Ability | None = None


class ChangedCell(Affects, frozen=True, kw_only=True):
    """A card comes to another cell of the battlefield, by whatever way."""

    origin: str
    to: str


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


class Opened(Affects, frozen=True, kw_only=True):
    """A card turns to the vertical position."""


class Closed(Affects, frozen=True, kw_only=True):
    """A card turns to the horizontal position; `payment` when it pays for the card's own action."""

    payment: bool = False


class StayedOpen(Event, frozen=True):
    """A card acted by a text that says "without closing"."""

    card: str


class Acted(Event, frozen=True):
    """A card has used its action."""

    card: str


class ChipsGained(Affects, frozen=True, kw_only=True):
    """A card gets chips."""

    amount: int = 1


class ChipsLost(Affects, frozen=True, kw_only=True):
    """A card loses chips (as payment, or by a feature)."""

    amount: int = 1
    payment: bool = False


class Wounded(Affects, frozen=True, kw_only=True):
    """A card gets wounds."""

    amount: int


class Healed(Affects, frozen=True, kw_only=True):
    """Wounds are removed from a card: `amount` of them by a healing for `x`."""

    amount: int
    x: int


class AdditionalLivesGained(Affects, frozen=True, kw_only=True):
    """A card gets additional lives, for as long as it is in the battle zone or until the end of the turn."""

    amount: int
    for_turn: bool = False


class FewerLivesLaid(Affects, frozen=True, kw_only=True):
    """An effect: the card has so many lives fewer. No wounds."""

    amount: int
    for_turn: bool = False


class TurnLivesEnded(Event, frozen=True):
    """What changed the lives of a card until the end of the turn ends."""

    card: str


class CellOccupied(Event, frozen=True, kw_only=True):
    """An effect makes a cell occupied, until the end of the turn."""

    cell: str
    ability: Ability | None = None


class CellFreed(Event, frozen=True):
    """An effect that made a cell occupied ends."""

    cell: str


class PutAway(Affects, frozen=True, kw_only=True):
    """A card goes to the graveyard or into exile. `out_of`: the zone where it must be for that."""

    looks_back: ClassVar[bool] = True

    out_of: str = "battle-zone"


class ToGraveyard(PutAway, frozen=True, kw_only=True):
    """A card goes to the graveyard of its owner, by whatever way."""


class Destroyed(ToGraveyard, frozen=True, kw_only=True):
    """A card is destroyed: from the battle zone to the graveyard of its owner."""


class PutIntoGraveyard(ToGraveyard, frozen=True, kw_only=True):
    """A card is put into the graveyard of its owner by a text that does not speak of destroying."""


class Exiled(PutAway, frozen=True, kw_only=True):
    """A card goes into exile; `dying`: instead of the graveyard, as it dies."""

    dying: bool = False


class PutElsewhere(PutAway, frozen=True, kw_only=True):
    """A card goes to a zone that the game does not have (never, while the list of zones is complete)."""

    into: str


class Died(Event, frozen=True):
    """A card has died: it has gone from the battle zone to the graveyard. `zone`: where it was before."""

    card: str
    zone: str


class TriggeredTogether(Event, frozen=True):
    """Features of both players triggered at one moment; `player` is the active one."""

    player: str


class Attacked(Event, frozen=True):
    """A card is attacked: it is the final target of an attack of this kind by that card."""

    card: str
    by: str
    kind: str


class MarkerLaid(Affects, frozen=True, kw_only=True):
    """A marker is laid on a card."""

    marker: str


class MarkersRemoved(Affects, frozen=True, kw_only=True):
    """Every marker of a kind is gone from a card."""

    marker: str


class GuardGained(Affects, frozen=True, kw_only=True):
    """A card gains a protection until the end of the turn."""

    kind: str


class GuardLost(Affects, frozen=True, kw_only=True):
    """A card loses a protection until the end of the turn."""

    kind: str


class GuardsEnded(Event, frozen=True):
    """Protections gained or lost until the end of the turn end."""


class Redirected(Event, frozen=True):
    """A simple strike now goes at the defender."""

    frame: int
    origin: str
    card: str


class NotSuccessful(Event, frozen=True):
    """An influence or spell laid no effect: it does not count as performed with success."""

    card: str
    kind: str = "influence"


class NotTriggered(Event, frozen=True):
    """What accompanies an ability does not trigger, since that was not successful."""

    card: str
    feature: str


class PartNotDeclared(Event, frozen=True):
    """An ability of a composite feature is not declared (`part`: its number, from 2)."""

    card: str
    feature: str
    part: int


class Compared(Event, frozen=True):
    """The results of the dice were compared: which strength each side deals, or "none"."""

    attack: str
    answer: str
    difference: int | None = None


class TokenGained(Affects, frozen=True, kw_only=True):
    """A card in the graveyard gets an incarnation token."""


class TokensLost(Event, frozen=True):
    """A card loses its incarnation tokens."""

    card: str


class Incarnated(Event, frozen=True, kw_only=True):
    """A card comes back from the graveyard by incarnation (cell "" = the auxiliary zone)."""

    card: str
    cell: str


class Returned(Affects, frozen=True, kw_only=True):
    """A card is put from the graveyard into the battle zone by a feature."""

    to: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, TurnStarted, StayedClosed, FlyerStrikeReady, FlyerStrikeSpent, PhaseBegan, Moved, Relocated, SupplySpent,
    SupplyLost, SupplyRestored, Opened, Closed, StayedOpen, Acted, ChipsGained, ChipsLost, Wounded, Healed,
    AdditionalLivesGained, FewerLivesLaid, TurnLivesEnded, CellOccupied, CellFreed, Destroyed, PutIntoGraveyard,
    Exiled, PutElsewhere, Died, TriggeredTogether, Attacked, MarkerLaid, MarkersRemoved, GuardGained, GuardLost,
    GuardsEnded, Redirected, NotSuccessful, NotTriggered, PartNotDeclared, Compared, TokenGained,
    TokensLost, Incarnated, Returned,
)  # fmt: skip
