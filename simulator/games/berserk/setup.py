"""How a position is written down, and how a board is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from simulator.engine.parts.names import one_name
from simulator.engine.position import Frame
from simulator.engine.reading import blank
from simulator.engine.rulebook import Rulebook

from .actions import PlayBattle, TakeTurn
from .board import PLAYERS, ZONES, Battle, Card, CellEffect, other
from .cells import is_cell, normal
from .lives_setup import life_effect_problems
from .text_effects import Marker
from .text_problems import text_problems
from .texts import PlacedInAuxiliary, Protection, Text

Player = Annotated[Literal["p1", "p2"], Meta(description="p1 has rows 1-3, p2 rows 1'-3'.", examples=["p1"])]
Count = Annotated[int, Meta(ge=0, le=99)]
Cell = Annotated[str, Meta(max_length=8, extra_json_schema={"pattern": "^[A-E][123]'?$"})]
CardName = Annotated[str, Meta(min_length=1, max_length=80)]


class CardSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the position. What is left out is the ordinary case: open, its full supply, no wounds."""

    id: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=40,
            description="The card's name in this document: lower case Latin letters, digits, hyphens; nothing "
            "that is a cell or a player.",
            examples=["scout"],
            extra_json_schema={"not": {"pattern": "^([a-e][123]|p[12])$"}},
        ),
    ]
    controller: Annotated[
        Player,
        Meta(description="The player who controls it: p1 sits below (rows 1-3), p2 above (rows 1'-3')."),
    ]
    cell: Annotated[
        Cell | None,
        Meta(
            description="Its cell: column A-E from the left, row 1-3 of player 1 (below) or 1'-3' of player 2, 1 "
            "being next to the middle line. Left out for a card that is not on the battlefield.",
            examples=["C2", "B1'"],
        ),
    ] = None
    zone: Annotated[
        str,
        Meta(
            max_length=40,
            description="Its zone; battlefield and auxiliary are the two parts of the battle zone. Of a deck give "
            "the known cards on top, the first listed on top.",
            examples=["battlefield"],
            extra_json_schema={"enum": list(ZONES)},
        ),
    ] = "battlefield"
    name: Annotated[
        CardName
        | Annotated[
            dict[str, CardName],
            Meta(extra_json_schema={"minProperties": 1, "propertyNames": {"enum": ["ru", "zh", "en"]}}),
        ]
        | None,
        Meta(
            description="What it is called: one text, or a text per language (ru, zh, en).",
            examples=["Разведчик", {"ru": "Разведчик", "en": "Scout", "zh": "斥候"}],
        ),
    ] = None
    type: Annotated[
        Literal["creature", "artifact", "terrain"], Meta(description="Card type.", examples=["creature"])
    ] = "creature"
    owner: Annotated[
        Player | None, Meta(description="Its owner, when it is not the controller.", examples=["p2"])
    ] = None
    open: Annotated[bool, Meta(description="false: the card is closed (turned).", examples=[True])] = True
    movement: Annotated[Count, Meta(description="Printed movement supply.", examples=[2])] = 0
    supply: Annotated[
        Count | None, Meta(description="Movement supply left now; left out = all of it.", examples=[1])
    ] = None
    life: Annotated[int, Meta(ge=1, le=99, description="Printed lives.", examples=[5])] = 1
    wounds: Annotated[Count, Meta(description="Wounds on it.", examples=[0])] = 0
    additional_lives: Annotated[
        Count,
        Meta(description="Additional lives that an effect has given it, wounds apart.", examples=[2]),
    ] = 0
    additional_lives_this_turn: Annotated[
        Count, Meta(description="More of them, until the end of the turn.", examples=[1])
    ] = 0
    fewer_lives: Annotated[
        Count, Meta(description="So many lives fewer by an effect (not wounds).", examples=[1])
    ] = 0
    fewer_lives_this_turn: Annotated[
        Count, Meta(description="So many fewer until the end of the turn.", examples=[1])
    ] = 0
    chips: Annotated[Count, Meta(description="Chips on it.", examples=[1])] = 0
    strike: Annotated[
        tuple[Count, Count, Count] | None,
        Meta(description="Printed simple strike: wounds when weak, medium, strong.", examples=[[1, 2, 3]]),
    ] = None
    flying: Annotated[
        bool, Meta(description="A flying creature (it is in the auxiliary zone).", examples=[True])
    ] = False
    hidden: Annotated[
        bool, Meta(description="Lies face down: the opponent does not see it.", examples=[False])
    ] = False
    markers: Annotated[
        dict[Marker, Annotated[int, Meta(ge=1, le=9)]],
        Meta(description="Markers on it.", examples=[{"vulnerability": 1}]),
    ] = {}
    tokens: Annotated[Count, Meta(description="Incarnation tokens on it (graveyard only).", examples=[1])] = 0
    incarnated: Annotated[
        bool, Meta(description="Whether it has used incarnation in this battle.", examples=[True])
    ] = False
    acted: Annotated[
        bool, Meta(description="Whether it has used its action this turn.", examples=[False])
    ] = False
    classes: Annotated[
        tuple[str, ...], Meta(description="Classes of the card.", max_length=6, examples=[["gnome"]])
    ] = ()
    texts: Annotated[
        tuple[Text, ...],
        Meta(
            description="Its texts, as far as this engine models them.",
            max_length=12,
            examples=[[{"text": "on-movement", "name": "march", "chips": 1}]],
        ),
    ] = ()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of the battle."""

    cards: Annotated[
        tuple[CardSetup, ...],
        Meta(
            description="The cards.",
            examples=[[{"id": "scout", "controller": "p1", "cell": "C2", "movement": 2, "life": 4}]],
        ),
    ]
    turn: Annotated[int, Meta(ge=1, le=999, description="Number of the turn.", examples=[1])] = 1
    active: Annotated[Player, Meta(description="Whose turn it is.", examples=["p1"])] = "p1"
    phase: Annotated[
        Literal["before-turn", "choice"],
        Meta(
            description="Where the play begins: before-turn = the turn is about to begin; choice = the "
            "sub-phase of Choice of the active player.",
            examples=["choice"],
        ),
    ] = "choice"
    occupied: Annotated[
        tuple[Cell, ...],
        Meta(
            description="Cells that an effect makes occupied, with a card on them or without.",
            examples=[["C1"]],
            max_length=30,
        ),
    ] = ()


def problems(setup: Setup) -> Iterator[tuple[str, str]]:
    """(pointer, what is wrong) for everything that no position can be."""
    ids: dict[str, int] = {}
    cells: dict[str, int] = {}
    for n, card in enumerate(setup.cards):
        here = f"/cards/{n}"
        if card.id in ids:
            yield f"{here}/id", f"the id {card.id} is already that of card {ids[card.id] + 1}"
        ids.setdefault(card.id, n)
        if card.id in PLAYERS:
            yield f"{here}/id", f"{card.id} names a player"
        elif is_cell(normal(card.id)):
            yield f"{here}/id", f"{card.id} names a cell"
        if card.zone in ZONES:  # what rests on a zone that there is not need not be told
            yield from _place_problems(here, card, cells, n)
            yield from _zone_problems(here, card)
            yield from life_effect_problems(here, card, setup.phase)
        for t, text in enumerate(card.texts):
            yield from text_problems(f"{here}/texts/{t}", text)
        yield from marker_problems(here, card)
        names = [t.name for t in card.texts]
        for t, name in enumerate(names):
            if names.index(name) != t:
                yield f"{here}/texts/{t}/name", f"two texts of one card are called {name}"
        if isinstance(card.name, str) and blank(card.name):
            yield f"{here}/name", "nothing of the name can be seen"
        if card.name == {}:
            yield f"{here}/name", "the name is missing in every language; leave it out or give one"
        if isinstance(card.name, dict):
            for language in card.name.keys() - {"ru", "zh", "en"}:
                yield f"{here}/name/{language}", "languages are ru, zh and en"
            for language, name in card.name.items():
                if blank(name):
                    yield f"{here}/name/{language}", "nothing of the name can be seen"
    for n, cell in enumerate(setup.occupied):
        if not is_cell(normal(cell)):
            yield f"/occupied/{n}", f"{cell} is not a cell: columns A-E, rows 1-3 and 1'-3'"
        elif cell in setup.occupied[:n]:
            yield f"/occupied/{n}", f"{cell} is named twice"


def ordinary(setup: Setup) -> Setup:
    """The position without what only repeats the ordinary case."""
    cards = tuple(
        msgspec.structs.replace(
            card,
            owner=None if card.owner == card.controller else card.owner,
            supply=None if card.supply == card.movement else card.supply,
            name=one_name(card.name),
        )
        for card in setup.cards
    )
    return msgspec.structs.replace(setup, cards=cards)


def marker_problems(here: str, card: CardSetup) -> Iterator[tuple[str, str]]:
    """Markers that the texts of a card rule out."""
    guarded = {t.guard for t in card.texts if isinstance(t, Protection)}
    for marker in card.markers:
        if marker in guarded:
            yield (
                f"{here}/markers/{marker}",
                f"a card with protection from {marker} cannot have such a marker",
            )


def _zone_problems(here: str, card: CardSetup) -> Iterator[tuple[str, str]]:
    aloft = card.flying or card.type == "terrain" or any(isinstance(t, PlacedInAuxiliary) for t in card.texts)
    if card.zone == "battlefield" and aloft:
        yield (
            f"{here}/zone",
            "flying cards, terrain and cards placed there are in the auxiliary zone, not on a cell",
        )
    if card.zone == "auxiliary" and not aloft:
        yield f"{here}/zone", "only flying cards, terrain and cards placed there are in the auxiliary zone"
    if card.tokens and card.zone != "graveyard":
        yield f"{here}/tokens", "incarnation tokens lie only on cards in the graveyard"


def _place_problems(here: str, card: CardSetup, cells: dict[str, int], n: int) -> Iterator[tuple[str, str]]:
    if card.zone != "battlefield":
        if card.cell is not None:
            yield f"{here}/cell", f"a card in the zone {card.zone} stands on no cell"
        return
    if card.cell is None:
        yield f"{here}/cell", "a card on the battlefield needs a cell"
    elif not is_cell(normal(card.cell)):
        yield f"{here}/cell", f"{card.cell} is not a cell: columns A-E, rows 1-3 and 1'-3'"
    elif normal(card.cell) in cells:
        yield f"{here}/cell", f"{normal(card.cell)} already holds card {cells[normal(card.cell)] + 1}"
    else:
        cells[normal(card.cell)] = n


def named(card: CardSetup) -> dict[str, str]:
    """The card's name in every language it is given in (its id when it has none)."""
    if card.name is None:
        return {"en": card.id}
    return (
        {"en": card.name, "ru": card.name, "zh": card.name} if isinstance(card.name, str) else dict(card.name)
    )


def build(setup: Setup, rules: Rulebook) -> Battle:
    """The first board: the cards, the battle and its current turn on the pile."""
    cards = {
        c.id: Card(
            id=c.id, name=named(c), kind=c.type, owner=c.owner or c.controller, controller=c.controller,
            zone=c.zone, cell=normal(c.cell) if c.cell else None, open=c.open, movement=c.movement,
            supply=c.movement if c.supply is None else c.supply, life=c.life, wounds=c.wounds, chips=c.chips,
            additional=c.additional_lives, additional_for_turn=c.additional_lives_this_turn,
            fewer=c.fewer_lives, fewer_for_turn=c.fewer_lives_this_turn,
            acted=c.acted, strike=c.strike, flying=c.flying, hidden=c.hidden, tokens=c.tokens,
            markers={str(k): n for k, n in c.markers.items()}, incarnated=c.incarnated,
            classes=c.classes, texts=c.texts,
        )
        for c in setup.cards
    }  # fmt: skip
    started = setup.phase == "choice"
    pile: tuple[Frame, ...] = (Frame(1, PlayBattle(), "turn"),)
    if started:
        pile += (Frame(2, TakeTurn(by=setup.active, turn=setup.turn), "choice"),)
    return Battle(
        pile=pile,
        age=3,
        turn=setup.turn if started else setup.turn - 1,
        active=setup.active if started else other(setup.active),
        phase="choice" if started else "before-turn",
        cards=cards,
        cells={normal(c): CellEffect() for c in setup.occupied},
    )
