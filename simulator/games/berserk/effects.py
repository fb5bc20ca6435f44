"""What the effects of card texts do: the events they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from simulator.engine.look import Look
from simulator.engine.once import once
from simulator.engine.record import Event
from simulator.engine.rulebook import Rules

from .board import Battle, Card
from .events import (
    Ability,
    Affects,
    CellOccupied,
    ChipsGained,
    ChipsLost,
    Closed,
    Destroyed,
    Exiled,
    GuardGained,
    GuardLost,
    MarkerLaid,
    Moved,
    Opened,
    PutElsewhere,
    PutIntoGraveyard,
    Relocated,
    Returned,
    TokenGained,
    Wounded,
)
from .keywords import spell
from .keywords.protection import feature_of
from .lives import ICON, kept_cites, lives_cites, within
from .relations import NOTHING_EARLIER, STRAIGHT, TOUCHING, Earlier, filter_cites, fits
from .text_effects import ATTACKS, TO_A_CELL, Effect, Filter
from .value import wound_cites, wounds_dealt

rules = Rules()

MOVED_BY_ANOTHER = "berserk:relocation#moved-by-another"
NOT_ACTING = "berserk:close#closed-by-another-is-not-acting"
rules.flag(MOVED_BY_ANOTHER)


class KeywordEffect(NamedTuple):
    """An effect that a keyword defines: the events it makes of a card, and the clauses it rests on (for a
    card, by its id)."""

    events: Callable[[Look, Effect, Card, Ability], Iterator[Event]]
    cites: Callable[[Look, Effect, str], tuple[str, ...]]


KEYWORD_EFFECTS: dict[str, KeywordEffect] = {}
"""By the verb of the text; each keyword file puts its own here."""


@once
def wanted_targets(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, Filter], ...]:
    """For each target that effects take from a declaration, in order: the effect, and what it must be."""
    out: list[tuple[Effect, Filter]] = []
    for effect in effects:
        if effect.do in ("occupy", "wound-diagonal"):
            out += [(effect, Filter(what="cell"))] * effect.targets
            continue
        if not (effect.each or effect.itself or effect.target or effect.from_a_deck):
            out.append((effect, effect.on))
        if effect.do in TO_A_CELL:
            out.append((effect, Filter(what="cell")))
    return tuple(out)


def top_of_deck(board: Battle, source: Card, effect: Effect) -> tuple[Card, ...]:
    """The cards that an effect takes from the top of a deck: none when fewer are known."""
    own = effect.on.whose == "own"
    deck = [c for c in board.cards.values() if c.zone == "deck" and (c.owner == source.controller) == own]
    return tuple(deck[: effect.amount]) if len(deck) >= effect.amount else ()


def events_of(
    look: Look,
    source: Card,
    ability: Ability,
    effect: Effect,
    chosen: tuple[str, ...],
    earlier: Earlier = NOTHING_EARLIER,
) -> Iterator[Event]:
    """The events of one effect on its chosen targets, on the ability's target, or on each that fits."""
    board: Battle = look.board
    aim = earlier.last or (ability.targets[0] if ability.targets else "")
    if effect.do == "occupy":
        yield CellOccupied(cell=chosen[0], ability=ability)
        return
    if effect.do == "wound-diagonal":
        there = [card for cell in chosen if (card := board.on(cell)) is not None]
        for card in there:
            amount = wounds_dealt(look, ability, card.id, effect.amount)
            yield Wounded(card=card.id, amount=amount, ability=ability)
        return
    if effect.itself:
        objects = [source]
    elif effect.target:
        objects = [board.cards[aim]] if aim in board.cards else []
    elif effect.from_a_deck:
        objects = list(top_of_deck(board, source, effect))
    elif effect.each:
        objects = [
            c
            for c in board.cards.values()
            if fits(look, source, effect.on, c.id, ability.cell or None, earlier)
            and within(look, effect.on, c.id)
        ]
    else:
        objects = [board.cards[chosen[0]]]
    for card in objects:
        yield from _one(look, effect, card, ability, chosen)


def _one(
    look: Look, effect: Effect, card: Card, ability: Ability, chosen: tuple[str, ...]
) -> Iterator[Event]:
    who: dict[str, Any] = {"card": card.id, "ability": ability}
    match effect.do:
        case "open":
            yield Opened(**who)
        case "close":
            yield Closed(**who)
        case "wound":
            yield Wounded(**who, amount=wounds_dealt(look, ability, card.id, effect.amount))
        case "gain-chips":
            yield ChipsGained(**who, amount=effect.amount)
        case "lose-chips":
            if card.chips:
                yield ChipsLost(**who, amount=min(effect.amount, card.chips))
        case "relocate":
            kind = Relocated if look.stands(MOVED_BY_ANOTHER) else Moved
            yield kind(**who, origin=card.cell or "", to=chosen[-1])
        case "return":
            yield Returned(**who, to=chosen[-1])
        case "mark":
            yield MarkerLaid(**who, marker=effect.marker or "")
        case "guard":
            yield GuardGained(**who, kind=effect.guard or "")
        case "unguard":
            yield GuardLost(**who, kind=effect.guard or "")
        case "incarnation-token":
            yield TokenGained(**who)
        case "destroy":
            yield Destroyed(**who)
        case "put":
            yield _put(effect, who)
        case _ if effect.do in KEYWORD_EFFECTS:
            yield from KEYWORD_EFFECTS[effect.do].events(look, effect, card, ability)


def _put(effect: Effect, who: dict[str, Any]) -> Event:
    match effect.into:
        case "graveyard":
            return PutIntoGraveyard(**who, out_of=effect.out_of)
        case "exile":
            return Exiled(**who, out_of=effect.out_of)
    return PutElsewhere(**who, out_of=effect.out_of, into=effect.into or "")


def effect_cites(look: Look, source: Card, effect: Effect, event: Event) -> tuple[str, ...]:
    """The glossary clauses of an effect, beyond those of its event."""
    cites: tuple[str, ...] = (*filter_cites(effect.on), *((ICON,) if effect.on.asks_lives else ()))
    if isinstance(event, Relocated):
        cites = (*cites, MOVED_BY_ANOTHER)
    elif isinstance(event, Closed) and event.card != source.id:
        cites = (*cites, NOT_ACTING)
    elif effect.do == "wound-diagonal":
        cites = (*cites, TOUCHING, STRAIGHT)
    elif effect.do in KEYWORD_EFFECTS and isinstance(event, Affects):
        cites = (*cites, *KEYWORD_EFFECTS[effect.do].cites(look, effect, event.card))
    if isinstance(event, Affects) and (effect.do == "finish" or effect.on.asks_lives):
        cites = (*cites, *lives_cites(look, event.card))
    if isinstance(event, Wounded):
        cites = (*cites, *kept_cites(look, event.card))
        cites = (*cites, *(wound_cites(look, event.ability, event.card) if event.ability else ()))
    if isinstance(event, Affects) and event.ability is not None and event.ability.kind == "spell":
        cites = (*cites, *(spell.NO_ATTACK for kind in ATTACKS if look.has(event.card, feature_of(kind))))
    return tuple(c for c in cites if c in look.rules.clauses)
