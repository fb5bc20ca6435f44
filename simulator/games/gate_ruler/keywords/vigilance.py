"""Vigilance (警戒): at the end of your attack phase it may go from your attack zone to a free defence zone."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance, Target
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import UseVigilance
from ..board import Table
from ..events import Moved, PhaseEnds, Waits
from ..gate import by_class, standing

DESCRIPTION = "gate-ruler:vigilance#description-class"
AT_THE_END = "gate-ruler:vigilance#end-of-own-attack-phase"
FROM = "gate-ruler:vigilance#in-own-attack-zone"
MAY = "gate-ruler:vigilance#may-decline"
TO = "gate-ruler:vigilance#moves-to-own-defence-zone"
FREE = "gate-ruler:vigilance#only-a-free-zone"

rules = Rules()
rules.procedure(UseVigilance, "decide", "move", cites=(AT_THE_END, DESCRIPTION))
rules.flag(DESCRIPTION)


@rules.after(PhaseEnds, AT_THE_END, of="vigilance")
def at_the_end_of_the_attack_phase(
    before: Look, after: Look, event: PhaseEnds, own: Instance
) -> UseVigilance | Waits | None:
    """Of the player's own attack phase; whether it attacked or is exhausted does not matter."""
    controller = after.board.cards[own.bearer].controller
    if event.phase != "attack" or event.player != controller:
        return None
    return by_class(after, DESCRIPTION, UseVigilance(card=own.bearer, by=controller))


@rules.forbids(UseVigilance, FROM)
def stands_in_an_attack_zone(look: Look, action: UseVigilance) -> Any:
    card = look.board.cards[action.card]
    return None if card.zone == "attack" else ("not-in-own-attack-zone", {"card": card.id})


@rules.forbids(Target, FREE)
def only_a_free_zone(look: Look, target: Target) -> Any:
    if not isinstance(target.ability, UseVigilance):
        return None
    there = look.board.at(target.object)
    return ("zone-not-free", {"place": target.object, "other": there.id}) if there else None


@rules.unfolds(UseVigilance, MAY, step="decide")
def decide(run: Run, frame: Any) -> Asking:
    action = frame.action
    wanted = yield from run.ask(action.by, "vigilance", (True, False), MAY, default=False, about=action.card)
    if not wanted:
        run.stop()


@rules.unfolds(UseVigilance, TO, step="move")
def move_to_a_defence_zone(run: Run, frame: Any) -> Asking:
    action = frame.action
    board: Table = run.board
    zones = board.spots(action.by, "defence")
    chosen = yield from run.choose_target(action.by, "zone", action, zones, TO, *standing(run.look, FREE))
    if chosen is not None:
        card = board.cards[action.card]
        yield from run.emit(Moved(card.id, card.spot, chosen), TO, *standing(run.look, FROM, FREE))
