"""What events do to cards and cells that no keyword of their own tells: opening, wounds, destruction, markers."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Quiet
from simulator.engine.rulebook import Rules

from .board import BATTLE_ZONES, Battle, Card, Guard
from .events import (
    Affects,
    ChangedCell,
    Closed,
    Destroyed,
    Exiled,
    GuardGained,
    GuardLost,
    GuardsEnded,
    MarkerLaid,
    MarkersRemoved,
    Opened,
    PutAway,
    PutElsewhere,
    PutIntoGraveyard,
    Returned,
    TokenGained,
    Wounded,
)
from .lives import eaten, surely_alive

rules = Rules()


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


@rules.instead(Affects, "berserk:destroy#to-the-graveyard")
def nothing_reaches_other_zones(look: Look, event: Affects) -> Affects | None:
    """Effects work in the battle zone; only what speaks of another zone reaches a card there."""
    if isinstance(event, (TokenGained, Returned)):
        return event
    zone = look.board.cards[event.card].zone
    wanted = event.out_of if isinstance(event, PutAway) else "battle-zone"
    return event if zone == wanted or (wanted == "battle-zone" and zone in BATTLE_ZONES) else None


@rules.instead(Wounded, "berserk:wound#reduces-lives")
def no_wounds_are_none(look: Look, event: Wounded) -> Wounded | None:
    return event if event.amount > 0 else None


@rules.instead(ChangedCell, "berserk:relocation#to-a-free-cell")
def the_cell_must_be_free(look: Look, event: ChangedCell) -> ChangedCell | None:
    """Asked when it happens: something may have come there since; nobody in the auxiliary zone has a cell."""
    free = look.value("occupied", event.to) == 0
    return event if free and look.board.cards[event.card].zone == "battlefield" else None


@rules.instead(Returned, "berserk:relocation#to-a-free-cell")
def returns_to_a_free_cell(look: Look, event: Returned) -> Returned | None:
    card = look.board.cards[event.card]
    free = to_the_auxiliary_zone(look, card) or look.value("occupied", event.to) == 0
    return event if free and card.zone == "graveyard" else None


def to_the_auxiliary_zone(look: Look, card: Card) -> bool:
    """Whether a card comes to the auxiliary zone instead of a cell."""
    return card.flying or card.kind == "terrain" or look.has(card.id, "placed-in-auxiliary")


@rules.happens(Wounded, "berserk:wound#reduces-lives")
def wound(look: Look, event: Wounded) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, **eaten(look, board.cards[event.card], event.amount))


@rules.after(Quiet, "berserk:destroy#without-lives")
def no_lives_left(before: Look, after: Look, event: Quiet) -> tuple[Destroyed, ...]:
    """A card without lives is destroyed, all of them at once, as an effect of the rules."""
    return tuple(
        Destroyed(card=card.id)
        for card in after.board.cards.values()
        if card.kind != "terrain" and card.zone in BATTLE_ZONES
        if not surely_alive(after, card) and after.value("lives", card.id) <= 0
    )


@rules.happens(Destroyed, "berserk:destroy#to-the-graveyard", "berserk:graveyard#destroyed-cards-lie-there")
def destroy(look: Look, event: Destroyed) -> Battle:
    return put_away(look.board, event, "graveyard")


@rules.happens(PutIntoGraveyard, "berserk:graveyard#destroyed-cards-lie-there")
def put_into_graveyard(look: Look, event: PutIntoGraveyard) -> Battle:
    return put_away(look.board, event, "graveyard")


@rules.happens(Exiled, "berserk:zones#exile")
def exile(look: Look, event: Exiled) -> Battle:
    return put_away(look.board, event, "exile")


@rules.happens(PutElsewhere, "berserk:feature#text-of-a-card")
def put_elsewhere(look: Look, event: PutElsewhere) -> Battle:
    """No text that says so can be used, while the game has no such zone."""
    return put_away(look.board, event, event.into)


def put_away(board: Battle, event: Affects, zone: str) -> Battle:
    """A card in another zone of its owner: as printed again."""
    left = board.but(guards=tuple(g for g in board.guards if g.card != event.card)).changed(
        event.card,
        zone=zone,
        cell=None,
        wounds=0,
        additional=0,
        additional_for_turn=0,
        fewer=0,
        fewer_for_turn=0,
        chips=0,
        markers={},
        open=True,
        acted=False,
        supply=board.cards[event.card].movement,
        reaches_flyers=0,
        born=board.age,
    )
    result: Battle = left.but(age=board.age + 1)
    return result


@rules.happens(Returned, "berserk:relocation#to-a-free-cell")
def put_back(look: Look, event: Returned) -> Battle:
    board: Battle = look.board
    card = board.cards[event.card]
    aloft = to_the_auxiliary_zone(look, card)
    zone, cell = ("auxiliary", None) if aloft else ("battlefield", event.to)
    return board.changed(event.card, zone=zone, cell=cell, controller=card.owner)


# --- markers and protections for a turn ------------------------------------------------------------------


@rules.happens(MarkerLaid, "berserk:marker#named-condition")
def lay_marker(look: Look, event: MarkerLaid) -> Battle:
    board: Battle = look.board
    markers = board.cards[event.card].markers
    return board.changed(event.card, markers={**markers, event.marker: markers.get(event.marker, 0) + 1})


@rules.happens(MarkersRemoved, "berserk:marker#named-condition")
def remove_markers(look: Look, event: MarkersRemoved) -> Battle:
    board: Battle = look.board
    left = {k: v for k, v in board.cards[event.card].markers.items() if k != event.marker}
    return board.changed(event.card, markers=left)


@rules.happens(GuardGained, "berserk:turn-effect#until-end-of-turn")
def gain_guard(look: Look, event: GuardGained) -> Battle:
    board: Battle = look.board
    result: Battle = board.but(guards=(*board.guards, Guard(event.card, event.kind)))
    return result


@rules.happens(GuardLost, "berserk:turn-effect#until-end-of-turn")
def lose_guard(look: Look, event: GuardLost) -> Battle:
    board: Battle = look.board
    result: Battle = board.but(guards=(*board.guards, Guard(event.card, event.kind, lost=True)))
    return result


@rules.happens(GuardsEnded, "berserk:turn-effect#until-end-of-turn")
def end_guards(look: Look, event: GuardsEnded) -> Battle:
    result: Battle = look.board.but(guards=())
    return result
