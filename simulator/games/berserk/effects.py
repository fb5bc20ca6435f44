"""What the effects of card texts do: the events they make, and the rules of those events."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.engine.errors import NotModelled
from simulator.engine.look import Look
from simulator.engine.record import Event, Quiet
from simulator.engine.rulebook import Rules

from .actions import UseFeature
from .board import BATTLE_ZONES, Battle, Card
from .cells import is_cell
from .events import CellOccupied, ChipsGained, ChipsLost, Closed, Moved, Opened, Relocated, Wounded
from .texts import Effect, Filter

rules = Rules()


MOVED_BY_ANOTHER = "berserk:relocation#moved-by-another"
rules.flag(MOVED_BY_ANOTHER)


def fits(board: Battle, card: Card, wanted: Filter, target: str) -> bool:
    """Whether an object is what a text asks for (`card` is the one with the text)."""
    if wanted.what == "cell":
        return is_cell(target)
    other = board.cards.get(target)
    if other is None or other.zone not in BATTLE_ZONES:
        return False
    if wanted.what == "creature" and other.kind != "creature":
        return False
    if not wanted.source and other.id == card.id:
        return False
    if wanted.whose != "any" and (other.controller == card.controller) != (wanted.whose == "own"):
        return False
    return wanted.state == "any" or other.open == (wanted.state == "open")


def events_of(look: Look, action: UseFeature, effect: Effect, chosen: tuple[str, ...]) -> Iterator[Event]:
    """The events of one effect on its chosen targets, or on each object that fits."""
    board: Battle = look.board
    source = board.cards[action.card]
    if effect.do == "occupy":
        yield CellOccupied(chosen[0], ability=action)
        return
    if effect.do == "relocate":
        card = source if effect.itself else board.cards[chosen[0]]
        kind = Relocated if look.stands(MOVED_BY_ANOTHER) else Moved
        yield kind(card=card.id, origin=card.cell or "", to=chosen[-1], ability=action)
        return
    if effect.itself:
        objects = [source]
    elif effect.each:
        objects = [c for c in board.cards.values() if fits(board, source, effect.on, c.id)]
    else:
        objects = [board.cards[chosen[0]]]
    for card in objects:
        yield from _one(effect, card, action)


def _one(effect: Effect, card: Card, action: UseFeature) -> Iterator[Event]:
    match effect.do:
        case "open":
            yield Opened(card.id, ability=action)
        case "close":
            yield Closed(card.id, ability=action)
        case "wound":
            yield Wounded(card.id, effect.amount, ability=action)
        case "gain-chips":
            yield ChipsGained(card.id, effect.amount, ability=action)
        case "lose-chips":
            yield ChipsLost(card.id, min(effect.amount, card.chips), ability=action)


def effect_cites(look: Look, action: UseFeature, event: Event) -> tuple[str, ...]:
    """The glossary clauses of an effect, beyond those of its event."""
    if isinstance(event, Relocated):
        return (MOVED_BY_ANOTHER,)
    if isinstance(event, Closed) and event.card != action.card:
        clause = "berserk:close#closed-by-another-is-not-acting"
        return (clause,) if look.stands(clause) else ()
    return ()


@rules.happens(Opened, "berserk:open-card#turns-to-vertical")
def turn_vertical(look: Look, event: Opened) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, open=True)


@rules.instead(Opened, "berserk:open-card#open-cannot-open")
def open_cannot_open(look: Look, event: Opened) -> Opened | None:
    return None if look.board.cards[event.card].open else event


@rules.instead(Closed, "berserk:open-card#open-cannot-open")
def closed_cannot_close(look: Look, event: Closed) -> Closed | None:
    return event if look.board.cards[event.card].open else None


@rules.happens(Wounded, "berserk:wound#reduces-lives")
def wound(look: Look, event: Wounded) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, wounds=board.cards[event.card].wounds + event.amount)


@rules.after(Quiet, "berserk:wound#reduces-lives")
def last_life_is_lost(before: Look, after: Look, event: Quiet) -> None:
    """What follows the last life is not modelled yet: stop there rather than guess."""
    for card in after.board.cards.values():
        if card.kind == "creature" and card.zone in BATTLE_ZONES and card.life - card.wounds <= 0:
            raise NotModelled("last-life-lost", {"card": card.id}, ("berserk:wound#reduces-lives",))
