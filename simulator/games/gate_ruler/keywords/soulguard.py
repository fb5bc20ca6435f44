"""Soulguard (魂守): about to leave play, it may put one of its souls into the graveyard and stay."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..board import Table
from ..events import LeftPlay, SoulSpent, Stayed

REPLACES = "gate-ruler:soulguard#replacement-effect"
DESCRIPTION = "gate-ruler:soulguard#description-class"
ABOUT_TO_LEAVE = "gate-ruler:soulguard#when-about-to-leave"
MAY = "gate-ruler:soulguard#may-decline"
SOUL = "gate-ruler:soulguard#soul-to-graveyard"
STAYS = "gate-ruler:soulguard#stays-in-play"
HEALED = "gate-ruler:soulguard#damage-becomes-zero"
LIMITED = "gate-ruler:soulguard#limited-effects-end"

rules = Rules()
rules.flag(MAY)
rules.flag(STAYS)


@rules.instead(LeftPlay, REPLACES, ABOUT_TO_LEAVE, DESCRIPTION, MAY, of="soulguard", optional=True)
def may_stay(look: Look, event: LeftPlay, own: Instance) -> Any:
    """On the spot: were it of the other class, it would wait in the gate and come too late."""
    return _instead(look, event, own) if look.stands(MAY) else event


@rules.instead(LeftPlay, REPLACES, ABOUT_TO_LEAVE, DESCRIPTION, of="soulguard")
def must_stay(look: Look, event: LeftPlay, own: Instance) -> Any:
    """Without the clause that leaves it to the player, the replacement would be compulsory."""
    return event if look.stands(MAY) else _instead(look, event, own)


def _instead(look: Look, event: LeftPlay, own: Instance) -> Any:
    """One soul for each leaving; without a soul it cannot be used."""
    board: Table = look.board
    if event.card != own.bearer or not board.souls(own.bearer):
        return event
    return SoulSpent(event.card), Stayed(event.card) if look.stands(STAYS) else event


@rules.instead(SoulSpent, SOUL, of="soul", at=("soul",))
def this_soul(look: Look, event: SoulSpent, own: Instance) -> SoulSpent:
    """Each soul of the unit could be the one: of several the controller takes one first."""
    under = look.board.cards[own.bearer].under
    return event if event.soul or under != event.card else SoulSpent(event.card, own.bearer)


@rules.happens(SoulSpent, SOUL)
def spend_the_soul(look: Look, event: SoulSpent) -> Table:
    board: Table = look.board
    board = board.changed(event.soul, zone="graveyard", under="", born=board.age)
    result: Table = board.but(age=board.age + 1)
    return result


@rules.happens(Stayed, STAYS)
def stays_in_play(look: Look, event: Stayed) -> Table:
    """Where it stood and as the same object: it has not left."""
    board: Table = look.board
    return board


@rules.happens(Stayed, HEALED)
def damage_becomes_zero(look: Look, event: Stayed) -> Table:
    board: Table = look.board
    return board.changed(event.card, damage=0, hurt_by="")


@rules.happens(Stayed, LIMITED)
def limited_effects_end(look: Look, event: Stayed) -> Table:
    board: Table = look.board
    kept = tuple(e for e in board.cards[event.card].effects if not e.until)
    return board.changed(event.card, effects=kept)
