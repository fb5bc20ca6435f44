"""Random positions of Gate Ruler: any cards in any zones, with any texts that the vocabulary can say."""

from __future__ import annotations

from random import Random

from simulator.engine.record import Action
from simulator.games.gate_ruler.actions import Attack, UseAbility
from simulator.games.gate_ruler.board import Table, other
from simulator.games.gate_ruler.effects import wanted_targets
from simulator.games.gate_ruler.setup import CardSetup, PlayerSetup, Setup
from simulator.games.gate_ruler.spots import SPOTS
from simulator.games.gate_ruler.texts import KEYWORDS, Activated, Automatic, Effect, Keyword, Text

from .anything import Maker


def random_setup(rng: Random) -> Setup:
    """A position that has no problem."""
    sides = {p: Maker(rng, {}).make(PlayerSetup) for p in ("p1", "p2")}
    cards: list[CardSetup] = []
    for player, side in sides.items():
        for zone, number in (("attack", side.attack_zones), ("defence", side.defence_zones)):
            for n in range(number):
                if rng.random() < 0.7:
                    cards.append(_card(rng, len(cards), player, zone, n + 1))
        units = [c.id for c in cards if c.controller == player]
        for zone in ("deck",) * 12 + ("hand", "graveyard", "soul", "soul"):
            if zone != "soul" or units:
                under = rng.choice(units) if zone == "soul" else None
                cards.append(CardSetup(id=f"card-{len(cards)}", controller=player, zone=zone, under=under))
    made = Maker(
        rng, {"cards": lambda rng: tuple(cards), "p1": lambda rng: sides["p1"], "p2": lambda rng: sides["p2"]}
    )
    return made.make(Setup)


def _card(rng: Random, n: int, player: str, zone: str, number: int) -> CardSetup:
    names = iter(("first", "second", "third"))
    given = {
        "id": lambda rng: f"card-{n}",
        "controller": lambda rng: player,
        "zone": lambda rng: zone,
        "n": lambda rng: number,
        "under": lambda rng: None,
        "type": lambda rng: "unit",
        "name": lambda rng: rng.choice((None, f"Карта {n}", {"zh": f"牌{n}", "en": f"Card {n}"})),
        "atk": lambda rng: rng.randint(0, 4),
        "hp": lambda rng: rng.randint(1, 6),
        "stk": lambda rng: rng.randint(0, 3),
        "life": lambda rng: 10,
        "damage": lambda rng: rng.choice((0, 0, 0, 1, 3)),
        "texts": lambda rng: tuple(_text(rng, next(names)) for _ in range(rng.choice((0, 1, 1, 2, 3)))),
    }
    return Maker(rng, given).make(CardSetup)


def _text(rng: Random, name: str) -> Text:
    if rng.random() < 0.6:
        keyword = rng.choice(KEYWORDS)
        return Keyword(keyword, rng.randint(1, 3) if keyword == "x-attacks" else None)
    maker = Maker(rng, {"name": lambda rng: name, "effects": _effects})
    while True:
        text = maker.make(Text)
        if not isinstance(text, (Keyword, Automatic)) or (
            isinstance(text, Automatic) and not any(e.targets for e in text.effects)
        ):
            return text


def _effects(rng: Random) -> tuple[Effect, ...]:
    made: list[Effect] = []
    while len(made) < rng.choice((1, 1, 2)):
        effect = Maker(rng, {}).make(Effect)
        leaves = (
            effect.do in ("destroy", "return", "move") and effect.on.what == "ruler" and not effect.itself
        )
        if not leaves and not (effect.do == "move" and effect.each):
            made.append(effect)
    return tuple(made)


def random_action(rng: Random, board: Table, player: str) -> Action:
    """Anything a player could say, most of it not allowed."""
    card = rng.choice(list(board.cards.values()))
    by = player if rng.random() < 0.9 else other(player)
    abilities = [text for text in card.texts if isinstance(text, Activated)]
    things = [*board.cards, *SPOTS]
    if not abilities or rng.random() < 0.5:
        return Attack(attacker=card.id, target=rng.choice(things), by=by)
    text = rng.choice(abilities)
    targets = tuple(
        rng.choice(SPOTS if zone else list(board.cards)) for _, zone in wanted_targets(text.effects)
    )
    payer = rng.choice(["", *board.cards])
    return UseAbility(card=card.id, ability=text.name, targets=targets, payer=payer, by=by)
