"""Random positions of Berserk: any cards in any zones, with any texts that the vocabulary can say."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random

from simulator.engine.record import Action
from simulator.games.berserk.actions import AccumulateChip, Move, UseFeature
from simulator.games.berserk.board import BATTLE_ZONES, ZONES, Battle, other
from simulator.games.berserk.cells import CELLS
from simulator.games.berserk.playable import wanted_targets
from simulator.games.berserk.setup import CardSetup, Setup
from simulator.games.berserk.texts import Playable, Text

from .anything import Maker

MOST_TARGETS = 150
"""Texts that could be declared in more ways than this are made anew: each way is asked at every question."""


def random_setup(rng: Random) -> Setup:
    """A position that has no problem."""
    cells = rng.sample(CELLS, len(CELLS))
    cards = tuple(_card(rng, n, cells) for n in range(rng.randint(1, 12)))
    made = Maker(rng, {"cards": lambda rng: cards, "occupied": lambda rng: tuple(cells[: rng.randint(0, 2)])})
    return made.make(Setup)


def _card(rng: Random, n: int, cells: list[str]) -> CardSetup:
    names = iter(("first", "second", "third", "fourth"))
    zone = "battlefield" if rng.random() < 0.8 else rng.choice(ZONES)
    given = {
        "id": lambda rng: f"card-{n}",
        "zone": lambda rng: zone,
        "cell": lambda rng: cells.pop() if zone == "battlefield" else None,
        "name": lambda rng: rng.choice((None, f"Карта {n}", {"ru": f"Карта {n}", "en": f"Card {n}"})),
        "type": lambda rng: rng.choice(("creature", "creature", "creature", "artifact", "terrain")),
        # What follows the last life may be unknown to the engine: most plays should go on for longer.
        "life": lambda rng: rng.randint(4, 20),
        "wounds": lambda rng: rng.choice((0, 0, 0, 1, 3)),
        "classes": lambda rng: rng.choice(((), ("gnome",), ("demon", "gnome"))),
        "texts": lambda rng: tuple(_text(rng, next(names)) for _ in range(rng.choice((0, 1, 1, 2, 3)))),
    }
    return Maker(rng, given).make(CardSetup)


def _text(rng: Random, name: str) -> Text:
    while True:
        text = Maker(rng, {"name": lambda rng: name}).make(Text)
        if not isinstance(text, Playable) or (_ways(text) <= MOST_TARGETS and not _crashes(text)):
            return text


def _ways(text: Playable) -> int:
    return prod(len(CELLS) if wanted.what == "cell" else 12 for _, wanted in wanted_targets(text.effects))


def random_action(rng: Random, board: Battle, player: str) -> Action:
    """Anything a player could say, most of it not allowed."""
    while True:
        action = _random_action(rng, board, player)
        if not _not_refused(board, action):
            return action


def _random_action(rng: Random, board: Battle, player: str) -> Action:
    card = rng.choice(list(board.cards.values()))
    by = player if rng.random() < 0.9 else other(player)
    playable = [text for text in card.texts if isinstance(text, Playable)]
    kind = rng.choice((Move, Move, AccumulateChip, UseFeature))
    if kind is Move:
        return Move(card=card.id, to=rng.choice(CELLS), by=by)
    if kind is AccumulateChip or not playable:
        return AccumulateChip(card=card.id, by=by)
    text = rng.choice(playable)
    return UseFeature(card=card.id, feature=text.name, targets=tuple(_targets(rng, board, text)), by=by)


def _targets(rng: Random, board: Battle, text: Playable) -> Iterator[str]:
    for _, wanted in wanted_targets(text.effects):
        if rng.random() < 0.05:
            return
        yield (
            rng.choice(CELLS)
            if (wanted.what == "cell") != (rng.random() < 0.1)
            else rng.choice(list(board.cards))
        )


# --- TEMPORARY: what the game does not get right yet, kept out so that the rest is soaked -----------------


def _crashes(text: Playable) -> bool:
    """Taken for texts, but a KeyError when performed: "wound a cell", "relocate each"."""
    return any(
        (effect.on.what == "cell" and effect.do != "occupy") or (effect.each and effect.do == "relocate")
        for effect in text.effects
    )


def _not_refused(board: Battle, action: Action) -> bool:
    """Offered to nobody, yet no rule refuses it: chips for a card out of play, occupying an occupied cell."""
    card = board.cards[action.card]
    if isinstance(action, AccumulateChip):
        return card.zone not in BATTLE_ZONES
    if not isinstance(action, UseFeature):
        return False
    text = card.playable(action.feature)
    aims = zip(wanted_targets(text.effects) if text else (), action.targets, strict=False)
    return any(
        effect.do == "occupy" and (board.on(target) is not None or target in board.cells)
        for (effect, _), target in aims
    )
