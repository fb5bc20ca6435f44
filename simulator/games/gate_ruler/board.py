"""The board of Gate Ruler: cards, what each player's ruler gives, the battle in progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from simulator.engine.position import Board

from .spots import spot
from .texts import Text

PLAYERS = ("p1", "p2")
IN_PLAY = frozenset({"attack", "defence", "ruler"})
ZONES = ("attack", "defence", "ruler", "hand", "deck", "damage", "graveyard", "soul")


def other(player: str) -> str:
    """The opponent.

    >>> other("p1")
    'p2'
    """
    return PLAYERS[1] if player == PLAYERS[0] else PLAYERS[0]


class Lasting(msgspec.Struct, frozen=True):
    """An effect that lasts on a card: a bonus to a value, or a keyword gained. `until`: "" = for good."""

    ages: ClassVar[tuple[str, ...]] = ("age",)

    gives: str
    amount: int = 0
    until: str = ""
    age: int = 0


class Card(msgspec.Struct, frozen=True):
    """A card. `damage`, `attacks` and `effects` belong to the object and are gone when it leaves play.

    `born`: since when it is this object. `hurt_by`: what dealt the last damage to it. `reset_by`: the keyword
    that made it ready after its attack. `under`: the unit whose soul it is.
    """

    ages: ClassVar[tuple[str, ...]] = ("born",)

    id: str
    name: dict[str, str]
    kind: str
    owner: str
    controller: str
    zone: str
    n: int = 0
    ready: bool = True
    level: int = 0
    atk: int = 0
    hp: int = 0
    stk: int = 0
    life: int = 0
    damage: int = 0
    attacks: int = 0
    hurt_by: str = ""
    reset_by: str = ""
    under: str = ""
    texts: tuple[Text, ...] = ()
    effects: tuple[Lasting, ...] = ()
    born: int = 0

    def text(self, name: str | None) -> Any:
        """The text of that name, or None."""
        return next((t for t in self.texts if getattr(t, "name", "") == name), None)

    @property
    def in_play(self) -> bool:
        """Whether it is in play (a soul under a unit is not)."""
        return self.zone in IN_PLAY

    @property
    def spot(self) -> str:
        """The name of the attack or defence zone it stands in, else of its zone."""
        return spot(self.controller, self.zone, self.n) if self.zone in ("attack", "defence") else self.zone


class Side(msgspec.Struct, frozen=True):
    """What a player's ruler gives, and the deck: known cards on top, then so many unknown ones."""

    attack_zones: int = 2
    defence_zones: int = 1
    known: tuple[str, ...] = ()
    unknown: int = 0


class Battle(msgspec.Struct, frozen=True):
    """The attack in progress. `first` and `in_defence`: the target named, and whether it was a unit in a
    defence zone then; `target`: the target now (a card, or the zone of a line without units).
    """

    ages: ClassVar[tuple[str, ...]] = ("attacker_born", "target_born")

    attacker: str
    attacker_born: int
    first: str
    in_defence: bool
    target: str
    target_born: int
    ruler_hurt: bool = False
    destroyed: bool = False


class Table(Board, frozen=True, kw_only=True):
    """A position of the game. `waiting`: abilities that triggered and enter the gate when things can be
    added to it. `sub_phases`: attack sub-phases of this attack phase so far.
    """

    turn: int = 1
    active: str = "p1"
    phase: str = "attack"
    cards: dict[str, Card] = {}
    sides: dict[str, Side] = {}
    battle: Battle | None = None
    waiting: tuple[Any, ...] = ()
    sub_phases: int = 0
    attacks_over: bool = False
    lost: tuple[str, ...] = ()

    def at(self, name: str) -> Card | None:
        """The unit in an attack or defence zone."""
        return next((c for c in self.cards.values() if c.spot == name), None)

    def ruler(self, player: str) -> Card:
        """A player's ruler."""
        return next(c for c in self.cards.values() if c.zone == "ruler" and c.controller == player)

    def spots(self, player: str, zone: str) -> tuple[str, ...]:
        """The names of a player's attack or defence zones."""
        side = self.sides[player]
        number = side.attack_zones if zone == "attack" else side.defence_zones
        return tuple(spot(player, zone, n + 1) for n in range(number))

    def souls(self, card: str) -> tuple[str, ...]:
        """The souls under a unit."""
        return tuple(c.id for c in self.cards.values() if c.zone == "soul" and c.under == card)

    def count(self, player: str, zone: str) -> int:
        """How many cards an owner's zone holds; of a deck the unknown ones too."""
        known = sum(c.zone == zone and c.owner == player for c in self.cards.values())
        return known + (self.sides[player].unknown if zone == "deck" else 0)

    def units(self, player: str) -> Iterator[Card]:
        """A player's units in play."""
        return (c for c in self.cards.values() if c.in_play and c.kind == "unit" and c.controller == player)

    def changed(self, card: str, **changes: object) -> Table:
        """A board on which a card differs."""
        new = msgspec.structs.replace(self.cards[card], **changes)
        result: Table = self.but(cards={**self.cards, card: new})
        return result

    @property
    def gate_is_empty(self) -> bool:
        """Whether no ability waits in the gate (procedures of the turn itself lie below it)."""
        return not any(getattr(f.action, "in_gate", False) for f in self.pile)
