"""Random positions of Berserk: any cards in any zones, with any texts that the vocabulary can say."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random

from simulator.engine.record import Action
from simulator.games.berserk.actions import (
    AccumulateChip,
    AssignDefender,
    CloseForFlyer,
    Move,
    SimpleStrike,
    UseFeature,
    UsePart,
)
from simulator.games.berserk.board import BATTLE_ZONES, ZONES, Battle, other
from simulator.games.berserk.cells import CELLS
from simulator.games.berserk.declaring import wants
from simulator.games.berserk.game import GAME
from simulator.games.berserk.setup import CardSetup, Setup
from simulator.games.berserk.text_problems import text_problems
from simulator.games.berserk.texts import PlacedInAuxiliary, Playable, Protection, Text, parts_of

from .anything import Maker

MOST_TARGETS = 150
"""Texts that could be declared in more ways than this are made anew: each way is asked at every question."""


def random_setup(rng: Random) -> Setup:
    """A position that has no problem: one in which a card would have no lives left is made anew."""
    while True:
        cells = rng.sample(CELLS, len(CELLS))
        cards = tuple(_card(rng, n, cells) for n in range(rng.randint(1, 12)))
        given = {"cards": cards, "occupied": tuple(cells[: rng.randint(0, 2)])}
        made = Maker(rng, {name: lambda rng, value=value: value for name, value in given.items()}).make(Setup)
        if not any(GAME.setup_problems(made)):
            return made


def _card(rng: Random, n: int, cells: list[str]) -> CardSetup:
    names = iter(("first", "second", "third", "fourth"))
    kind = rng.choice(("creature", "creature", "creature", "creature", "artifact", "terrain"))
    zone = "battlefield" if rng.random() < 0.8 else rng.choice(ZONES)
    if kind == "terrain" and zone == "battlefield":
        zone = "auxiliary"
    if kind == "artifact" and zone == "auxiliary":
        zone = "hand"
    given = {
        "id": lambda rng: f"card-{n}",
        "zone": lambda rng: zone,
        "cell": lambda rng: cells.pop() if zone == "battlefield" else None,
        "name": lambda rng: rng.choice((None, f"Карта {n}", {"ru": f"Карта {n}", "en": f"Card {n}"})),
        "type": lambda rng: kind,
        # Most plays should go on for longer than a strike or two.
        "life": lambda rng: rng.randint(4, 20),
        "wounds": lambda rng: rng.choice((0, 0, 0, 1, 3)),
        "additional_lives": lambda rng: rng.choice((0, 0, 2)) if zone in BATTLE_ZONES else 0,
        "additional_lives_this_turn": lambda rng: 0,
        "fewer_lives": lambda rng: rng.choice((0, 0, 0, 1)) if zone in BATTLE_ZONES else 0,
        "fewer_lives_this_turn": lambda rng: 0,
        "classes": lambda rng: rng.choice(((), ("gnome",), ("demon", "gnome"))),
        "flying": lambda rng: zone == "auxiliary" and kind == "creature",
        "tokens": lambda rng: rng.choice((0, 1)) if zone == "graveyard" else 0,
        "markers": lambda rng: rng.choice(({}, {"vulnerability": 1}, {"curse": 2})),
        "texts": lambda rng: tuple(_text(rng, next(names)) for _ in range(rng.choice((0, 1, 1, 2, 3)))),
    }
    while True:
        made = Maker(rng, given).make(CardSetup)
        if not any(isinstance(t, Protection) and t.guard in made.markers for t in made.texts):
            return made
        names = iter(("first", "second", "third", "fourth"))


def _text(rng: Random, name: str) -> Text:
    while True:
        text = Maker(rng, {"name": lambda rng: name}).make(Text)
        if isinstance(text, PlacedInAuxiliary) or any(text_problems("", text)):
            continue
        if not isinstance(text, Playable) or _ways(text) <= MOST_TARGETS:
            return text


def _ways(text: Playable) -> int:
    return max(
        prod(len(CELLS) if wanted.what == "cell" else 12 for _, wanted in wants(part))
        for part in parts_of(text)
    )


def random_action(rng: Random, board: Battle, player: str) -> Action:
    """Anything a player could say, most of it not allowed."""
    card = rng.choice(list(board.cards.values()))
    by = player if rng.random() < 0.9 else other(player)
    playable = [text for text in card.texts if isinstance(text, Playable)]
    kind = rng.choice(
        (Move, SimpleStrike, AssignDefender, CloseForFlyer, AccumulateChip, UseFeature, UseFeature, UsePart)
    )
    if kind is SimpleStrike:
        return SimpleStrike(card=card.id, target=rng.choice(list(board.cards)), by=by)
    if kind in (AssignDefender, CloseForFlyer):
        return kind(card=card.id, by=by)
    if kind is Move:
        return Move(card=card.id, to=rng.choice(CELLS), by=by)
    if kind is AccumulateChip or not playable:
        return AccumulateChip(card=card.id, by=by)
    text = rng.choice(playable)
    if kind is UsePart and text.then:
        number = rng.randint(2, 1 + len(text.then))
        aims = tuple(_targets(rng, board, parts_of(text)[number - 1]))
        return UsePart(card=card.id, feature=text.name, part=number, targets=aims, by=by)
    return UseFeature(card=card.id, feature=text.name, targets=tuple(_targets(rng, board, text)), by=by)


def _targets(rng: Random, board: Battle, text: Playable) -> Iterator[str]:
    for _, wanted in wants(text):
        if rng.random() < 0.05:
            return
        yield (
            rng.choice(CELLS)
            if (wanted.what == "cell") != (rng.random() < 0.1)
            else rng.choice(list(board.cards))
        )
