"""Destruction, leaving play, moving within it, souls."""

from __future__ import annotations

import msgspec

from simulator.engine.look import Look
from simulator.engine.record import Instance, Quiet
from simulator.engine.rulebook import Rules

from .actions import UseAutomatic
from .board import Card, Table
from .events import Destroyed, LeftPlay, Moved, Waits
from .spots import parts

rules = Rules()


@rules.after(Quiet, "gate-ruler:destroy#damage-reaches-hp")
def damage_reaches_hp(before: Look, after: Look, event: Quiet) -> list[Destroyed]:
    return [_destroyed(c) for c in _units(after) if c.damage and c.damage >= after.value("hp", c.id)]


@rules.after(Quiet, "gate-ruler:destroy#hp-zero-or-less")
def no_hp_left(before: Look, after: Look, event: Quiet) -> list[Destroyed]:
    return [_destroyed(c) for c in _units(after) if after.value("hp", c.id) <= 0]


def _units(look: Look) -> list[Card]:
    return [c for c in look.board.cards.values() if c.in_play and c.kind == "unit"]


def _destroyed(card: Card) -> Destroyed:
    return Destroyed(card=card.id, to="graveyard", by=card.hurt_by if card.damage else "")


@rules.happens(Destroyed, "gate-ruler:battle#from-declaration-to-end")
def the_battle_remembers(look: Look, event: Destroyed) -> Table:
    """Whether the attacker itself has had the target of its attack destroyed in this battle."""
    board: Table = look.board
    battle = board.battle
    if battle is None or event.card != battle.target or event.by != battle.attacker:
        return board
    result: Table = board.but(battle=msgspec.structs.replace(battle, destroyed=True))
    return result


@rules.happens(LeftPlay, "gate-ruler:change-of-zone#new-object-elsewhere")
def leave(look: Look, event: LeftPlay) -> Table:
    """What belonged to the object in play is gone: the card in the other zone is a new object."""
    board: Table = look.board
    owner = board.cards[event.card].owner
    board = board.changed(
        event.card, zone=event.to, n=0, controller=owner, ready=True, damage=0, attacks=0, hurt_by="",
        reset_by="", effects=(), born=board.age,
    )  # fmt: skip
    result: Table = board.but(age=board.age + 1)
    return result


@rules.happens(LeftPlay, "gate-ruler:soul#follow-when-it-leaves")
def souls_follow(look: Look, event: LeftPlay) -> Table:
    board: Table = look.board
    for soul in board.souls(event.card):
        board = board.changed(soul, zone="graveyard", under="", born=board.age)
        board = board.but(age=board.age + 1)
    return board


@rules.happens(Moved, "gate-ruler:change-of-zone#same-object-within-play")
def move(look: Look, event: Moved) -> Table:
    board: Table = look.board
    named = parts(event.to)
    assert named is not None, "a move within play ends in an attack or defence zone"
    return board.changed(event.card, zone=named[1], n=named[2])


@rules.after(LeftPlay, "gate-ruler:leave-play#triggers-look-back", of="automatic")
def when_it_leaves(before: Look, after: Look, event: LeftPlay, own: Instance) -> Waits | None:
    """Its ability looks at where it was; it enters the gate when things can be added to it."""
    if own.bearer != event.card or before.board.cards[own.bearer].text(own.named).when != "leaves-play":
        return None
    controller = before.board.cards[own.bearer].controller
    return Waits(own.bearer, UseAutomatic(card=own.bearer, name=own.named or "", by=controller))
