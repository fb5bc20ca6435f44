"""How a position is written down, and how a board is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from simulator.engine.parts.names import one_name
from simulator.engine.position import Frame
from simulator.engine.reading import blank

from .actions import PlayGame, TakeTurn
from .board import PLAYERS, Card, Side, Table, other
from .texts import Activated, Automatic, Effect, Keyword, Text

Player = Annotated[Literal["p1", "p2"], Meta(description="A player.", examples=["p1"])]
Count = Annotated[int, Meta(ge=0, le=99)]
CardName = Annotated[str, Meta(min_length=1, max_length=80)]


class CardSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the position. What is left out is the ordinary case: a ready unit without damage."""

    id: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=40,
            description="The card's name in this document: lower case Latin letters, digits, hyphens.",
            examples=["ram"],
        ),
    ]
    controller: Player
    zone: Annotated[
        Literal["attack", "defence", "ruler", "hand", "deck", "damage", "graveyard", "soul"],
        Meta(
            description="Its zone. Cards of a deck lie on top of the unknown ones, in the order given here.",
            examples=["attack"],
        ),
    ]
    n: Annotated[
        Annotated[int, Meta(ge=1, le=2)] | None,
        Meta(description="Which attack or defence zone of the player, 1 or 2.", examples=[1]),
    ] = None
    under: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="Of a soul: the unit it lies under.", examples=["paladin"]),
    ] = None
    name: Annotated[
        CardName
        | Annotated[
            dict[str, CardName], Meta(extra_json_schema={"propertyNames": {"enum": ["ru", "zh", "en"]}})
        ]
        | None,
        Meta(
            description="What it is called: one text, or a text per language (ru, zh, en).",
            examples=["Ram", {"ru": "Таран", "en": "Ram", "zh": "攻城锤"}],
        ),
    ] = None
    type: Annotated[
        Literal["unit", "event", "field", "ruler"], Meta(description="Card type.", examples=["unit"])
    ] = "unit"
    owner: Annotated[
        Player | None, Meta(description="Its owner, when it is not the controller.", examples=["p2"])
    ] = None
    ready: Annotated[bool, Meta(description="false: the card is exhausted.", examples=[True])] = True
    level: Annotated[Count, Meta(description="Printed level.", examples=[2])] = 0
    atk: Annotated[Count, Meta(description="Printed ATK.", examples=[4])] = 0
    hp: Annotated[Count, Meta(description="Printed HP of a unit.", examples=[5])] = 1
    stk: Annotated[Count, Meta(description="Printed STK.", examples=[2])] = 0
    life: Annotated[int, Meta(ge=1, le=99, description="Life of a ruler.", examples=[10])] = 10
    damage: Annotated[Count, Meta(description="Damage on a unit.", examples=[0])] = 0
    attacks: Annotated[
        Count, Meta(description="How many attacks it has declared this turn.", examples=[0])
    ] = 0
    texts: Annotated[
        tuple[Text, ...],
        Meta(
            description="Its texts, as far as this engine models them.",
            max_length=6,
            examples=[[{"text": "keyword", "keyword": "penetrate"}]],
        ),
    ] = ()


class PlayerSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player's ruler gives, and how many unknown cards the deck holds. The ruler itself is a card of
    zone "ruler"; left out, it is a plain one (id p1-ruler or p2-ruler, life 10, ATK 3, STK 3).
    """

    attack_zones: Annotated[
        int, Meta(ge=0, le=2, description="Attack zones: the side lines.", examples=[2])
    ] = 2
    defence_zones: Annotated[
        int, Meta(ge=0, le=2, description="Defence zones, in front of the ruler.", examples=[1])
    ] = 1
    deck: Annotated[Count, Meta(description="Unknown cards below the known ones.", examples=[20])] = 20


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of the game."""

    cards: Annotated[
        tuple[CardSetup, ...],
        Meta(
            description="The cards.",
            examples=[[{"id": "ram", "controller": "p1", "zone": "attack", "n": 1, "atk": 4, "hp": 5}]],
        ),
    ]
    p1: Annotated[PlayerSetup, Meta(description="Player 1.", examples=[{"deck": 20}])] = PlayerSetup()
    p2: Annotated[PlayerSetup, Meta(description="Player 2.", examples=[{"defence_zones": 2}])] = PlayerSetup()
    turn: Annotated[
        int, Meta(ge=1, le=999, description="Number of the turn; 1 is the very first.", examples=[3])
    ] = 3
    active: Annotated[Player, Meta(description="Whose turn it is.", examples=["p1"])] = "p1"
    phase: Annotated[
        Literal["before-turn", "main", "attack"],
        Meta(
            description="Where the play begins: before the turn, in the main phase, or at the first attack "
            "sub-phase of the attack phase.",
            examples=["attack"],
        ),
    ] = "attack"


def problems(setup: Setup) -> Iterator[tuple[str, str]]:
    """(pointer, what is wrong) for everything that no position can be."""
    ids: dict[str, int] = {}
    taken: dict[tuple[str, str, int], int] = {}
    units = {c.id: c for c in setup.cards if c.zone in ("attack", "defence")}
    for n, card in enumerate(setup.cards):
        here = f"/cards/{n}"
        if card.id in ids:
            yield f"{here}/id", f"the id {card.id} is already that of card {ids[card.id] + 1}"
        ids.setdefault(card.id, n)
        if card.id in PLAYERS or (card.zone != "ruler" and card.id in ("p1-ruler", "p2-ruler")):
            yield f"{here}/id", f"{card.id} names a player or a ruler"
        yield from _place_problems(here, card, setup, taken, n)
        yield from _soul_problems(here, card, units)
        yield from _text_problems(here, card)
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


def ordinary(setup: Setup) -> Setup:
    """The position without what only repeats the ordinary case."""
    cards = tuple(
        msgspec.structs.replace(
            card, owner=None if card.owner == card.controller else card.owner, name=one_name(card.name)
        )
        for card in setup.cards
    )
    return msgspec.structs.replace(setup, cards=cards)


def _place_problems(
    here: str, card: CardSetup, setup: Setup, taken: dict[tuple[str, str, int], int], n: int
) -> Iterator[tuple[str, str]]:
    if (card.type == "ruler") != (card.zone == "ruler"):
        yield f"{here}/zone", "a ruler stands in its ruler zone, and nothing else does"
    if card.zone not in ("attack", "defence", "ruler"):
        if card.n is not None:
            yield f"{here}/n", f"the zone {card.zone} has no numbers"
        return
    if card.zone != "ruler" and card.type != "unit":
        yield f"{here}/zone", "only units stand in attack and defence zones"
    number = card.n or 1
    side: PlayerSetup = getattr(setup, card.controller)
    allowed = {"attack": side.attack_zones, "defence": side.defence_zones, "ruler": 1}[card.zone]
    if number > allowed:
        yield (
            f"{here}/n",
            f"{card.controller} has {allowed} zones of this kind, so there is no number {number}",
        )
    place = (card.controller, card.zone, number)
    if place in taken:
        yield f"{here}/n", f"card {taken[place] + 1} stands there already"
    taken.setdefault(place, n)


def _soul_problems(here: str, card: CardSetup, units: dict[str, CardSetup]) -> Iterator[tuple[str, str]]:
    if card.zone != "soul":
        if card.under is not None:
            yield f"{here}/under", "only a card of the zone soul lies under a unit"
    elif card.under not in units:
        yield f"{here}/under", "a soul lies under a unit in play: name that unit"


def _text_problems(here: str, card: CardSetup) -> Iterator[tuple[str, str]]:
    names = [getattr(t, "name", "") for t in card.texts]
    for n, text in enumerate(card.texts):
        if isinstance(text, Keyword):
            if (text.x is None) == (text.keyword == "x-attacks"):
                yield f"{here}/texts/{n}/x", "X attacks needs its number, the other keywords have none"
        elif names.index(text.name) != n:
            yield f"{here}/texts/{n}/name", f"two texts of one card are called {text.name}"
        if isinstance(text, (Activated, Automatic)):
            for e, effect in enumerate(text.effects):
                yield from _effect_problems(f"{here}/texts/{n}/effects/{e}", card, effect)
        if isinstance(text, Automatic) and any(e.targets for e in text.effects):
            yield f"{here}/texts/{n}/effects", "an automatic ability that chooses targets is not modelled"


def _effect_problems(here: str, card: CardSetup, effect: Effect) -> Iterator[tuple[str, str]]:
    on_ruler = card.type == "ruler" if effect.itself else effect.on.what == "ruler"
    if on_ruler and effect.do in ("destroy", "return", "move"):
        yield f"{here}/do", "a ruler that leaves its zone is not modelled"
    if effect.do == "prevent" and effect.amount < 1:
        yield f"{here}/amount", "what is prevented is at least 1"
    if effect.do == "move" and effect.each:
        yield f"{here}/each", "moving each card that fits is not modelled"


def _named(card: CardSetup) -> dict[str, str]:
    if card.name is None:
        return {"en": card.id}
    return dict(card.name) if isinstance(card.name, dict) else dict.fromkeys(("ru", "zh", "en"), card.name)


def _plain_ruler(player: str) -> Card:
    number = player[1]
    name = {"ru": f"Правитель {number}", "zh": f"门将{number}", "en": f"Ruler {number}"}
    return Card(
        id=f"{player}-ruler", name=name, kind="ruler", owner=player, controller=player, zone="ruler", n=1,
        atk=3, stk=3, life=10,
    )  # fmt: skip


def build(setup: Setup) -> Table:
    """The first board: the cards, the game and its current turn on the pile."""
    cards = {
        c.id: Card(
            id=c.id, name=_named(c), kind=c.type, owner=c.owner or c.controller, controller=c.controller,
            zone=c.zone, n=(c.n or 1) if c.zone in ("attack", "defence", "ruler") else 0, ready=c.ready,
            level=c.level, atk=c.atk, hp=c.hp, stk=c.stk, life=c.life if c.type == "ruler" else 0,
            damage=c.damage, attacks=c.attacks, under=c.under or "", texts=c.texts,
        )
        for c in setup.cards
    }  # fmt: skip
    sides: dict[str, Side] = {}
    for player in PLAYERS:
        side: PlayerSetup = getattr(setup, player)
        known = tuple(c.id for c in setup.cards if c.zone == "deck" and (c.owner or c.controller) == player)
        sides[player] = Side(side.attack_zones, side.defence_zones, known, side.deck)
        if not any(c.zone == "ruler" and c.controller == player for c in cards.values()):
            ruler = _plain_ruler(player)
            cards[ruler.id] = ruler
    started = setup.phase != "before-turn"
    pile: tuple[Frame, ...] = (Frame(1, PlayGame(), "turn"),)
    if started:
        step = "main-gate" if setup.phase == "main" else "attacks"
        pile += (Frame(2, TakeTurn(by=setup.active, turn=setup.turn), step),)
    return Table(
        pile=pile,
        age=3,
        turn=setup.turn if started else setup.turn - 1,
        active=setup.active if started else other(setup.active),
        phase=setup.phase if started else "end",
        cards=cards,
        sides=sides,
    )
