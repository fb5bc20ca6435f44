"""Soulguard (魂守): about to leave play, it may put one of its souls into the graveyard and stay."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import UseSoulguard
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
rules.procedure(UseSoulguard, "soul", "stay", cites=(ABOUT_TO_LEAVE, DESCRIPTION))
for _clause in (DESCRIPTION, MAY, STAYS):
    rules.flag(_clause)


@rules.instead(LeftPlay, REPLACES, ABOUT_TO_LEAVE, MAY, of="soulguard", optional=True)
def may_stay(look: Look, event: LeftPlay, own: Instance) -> Any:
    return _instead(look, event, own) if look.stands(MAY) else event


@rules.instead(LeftPlay, REPLACES, ABOUT_TO_LEAVE, of="soulguard")
def must_stay(look: Look, event: LeftPlay, own: Instance) -> Any:
    """Without the clause that leaves it to the player, the replacement would be compulsory."""
    return event if look.stands(MAY) else _instead(look, event, own)


def _instead(look: Look, event: LeftPlay, own: Instance) -> Any:
    """In the gate, where an ability of the other class would wait, it would come too late."""
    board: Table = look.board
    if event.card != own.bearer or not board.souls(own.bearer) or not look.stands(DESCRIPTION):
        return event
    use = UseSoulguard(card=own.bearer, by=board.cards[own.bearer].controller)
    return use if look.stands(STAYS) else (use, event)


@rules.unfolds(UseSoulguard, SOUL, step="soul")
def spend_a_soul(run: Run, frame: Any) -> Asking:
    """Exactly one; of several the controller chooses."""
    card = frame.action.card
    souls = run.board.souls(card)
    soul = souls[0]
    if len(souls) > 1:
        soul = yield from run.ask(frame.action.by, "soul", souls, SOUL, about=card)
    yield from run.emit(SoulSpent(card, soul), SOUL)


@rules.unfolds(UseSoulguard, STAYS, step="stay")
def stays_in_play(run: Run, frame: Any) -> Asking:
    yield from run.emit(Stayed(frame.action.card), STAYS)


@rules.happens(Stayed, HEALED)
def damage_becomes_zero(look: Look, event: Stayed) -> Table:
    board: Table = look.board
    return board.changed(event.card, damage=0, hurt_by="")


@rules.happens(Stayed, LIMITED)
def limited_effects_end(look: Look, event: Stayed) -> Table:
    board: Table = look.board
    kept = tuple(e for e in board.cards[event.card].effects if not e.until)
    return board.changed(event.card, effects=kept)
