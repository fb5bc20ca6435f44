"""The board of Berserk: cards with what happened to them, cells made occupied, whose turn it is."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from simulator.engine.position import Board

from .texts import Playable, Text

PLAYERS = ("p1", "p2")
BATTLE_ZONES = frozenset({"battlefield", "auxiliary"})
ZONES = ("battlefield", "auxiliary", "deck", "graveyard", "exile", "hand")


def other(player: str) -> str:
    """The opponent.

    >>> other("p1")
    'p2'
    """
    return PLAYERS[1] if player == PLAYERS[0] else PLAYERS[0]


class Card(msgspec.Struct, frozen=True):
    """A card of the battle. `life` and `movement` are the printed numbers; `supply` is what is left now.

    `strike`: wounds of a weak, medium and strong simple strike. `tokens`: incarnation tokens. `incarnated`:
    whether it has used incarnation in this battle; `arrived`: the turn in which it did (-1 = not here).
    `reaches_flyers`: the turn in which it may strike at a flyer. `additional`, `fewer`: effects on its number of
    lives, those `…_for_turn` until the end of the turn.
    """

    ages: ClassVar[tuple[str, ...]] = ("born",)

    id: str
    name: dict[str, str]
    kind: str
    owner: str
    controller: str
    zone: str
    cell: str | None = None
    open: bool = True
    movement: int = 0
    supply: int = 0
    life: int = 1
    wounds: int = 0
    additional: int = 0
    additional_for_turn: int = 0
    fewer: int = 0
    fewer_for_turn: int = 0
    chips: int = 0
    acted: bool = False
    strike: tuple[int, int, int] | None = None
    flying: bool = False
    hidden: bool = False
    markers: dict[str, int] = {}
    tokens: int = 0
    incarnated: bool = False
    arrived: int = -1
    reaches_flyers: int = 0
    classes: tuple[str, ...] = ()
    texts: tuple[Text, ...] = ()
    born: int = 0

    def playable(self, name: str) -> Playable | None:
        """The playable feature of that name, if the card has one."""
        for text in self.texts:
            if isinstance(text, Playable) and text.name == name:
                return text
        return None

    def text(self, name: str) -> Text:
        """The text of that name. Raises KeyError when the card has none."""
        for text in self.texts:
            if text.name == name:
                return text
        raise KeyError(name)


class Guard(msgspec.Struct, frozen=True):
    """A protection gained or lost until the end of the turn."""

    card: str
    kind: str
    lost: bool = False


class CellEffect(msgspec.Struct, frozen=True):
    """Something on a cell that makes it occupied: until when, from which text (empty: the position's own)."""

    until: str = ""
    source: str = ""


class Battle(Board, frozen=True, kw_only=True):
    """A position of the battle."""

    turn: int = 1
    active: str = "p1"
    first: str = "p1"
    phase: str = "choice"
    cards: dict[str, Card] = {}
    cells: dict[str, CellEffect] = {}
    guards: tuple[Guard, ...] = ()

    def on(self, cell: str) -> Card | None:
        """The card on a cell of the battlefield."""
        for card in self.cards.values():
            if card.cell == cell and card.zone == "battlefield":
                return card
        return None

    def changed(self, card: str, **changes: object) -> Battle:
        """A board on which a card differs."""
        new = msgspec.structs.replace(self.cards[card], **changes)
        result: Battle = self.but(cards={**self.cards, card: new})
        return result

    @property
    def stack_is_empty(self) -> bool:
        """Whether nothing declared waits above the turn itself (the battle and the turn lie below all)."""
        return len(self.pile) <= 2
