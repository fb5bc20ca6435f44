"""X attacks (X次攻击): after a battle in which it attacked, it is reset while its attacks are fewer than X."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance, Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import Attack, AttackSubPhase, UseXAttacks
from ..attack import attacker_of, attacks_of
from ..effects import READY_VALUE
from ..events import Readied, StepBegan, Waits
from ..gate import by_class, standing

DESCRIPTION = "gate-ruler:x-attacks#description-class"
AT_THE_END = "gate-ruler:x-attacks#at-end-of-own-attack"
COUNTS = "gate-ruler:x-attacks#counts-attacks-this-turn"
RESETS = "gate-ruler:x-attacks#resets-while-below-x"
AGAIN = "gate-ruler:x-attacks#may-attack-again"
NO_DUTY = "gate-ruler:x-attacks#need-not-attack-again"
OPEN = "gate-ruler:x-attacks#open-to-other-effects"

rules = Rules()
rules.procedure(UseXAttacks, "reset", cites=(AT_THE_END, DESCRIPTION))
rules.flag(DESCRIPTION)


@rules.after(StepBegan, AT_THE_END, of="x-attacks")
def at_the_end_of_its_own_attack(
    before: Look, after: Look, event: StepBegan, own: Instance
) -> UseXAttacks | Waits | None:
    attacker = attacker_of(after.board)
    if event.step != "attack-end" or attacker is None or attacker.id != own.bearer:
        return None
    return by_class(after, DESCRIPTION, UseXAttacks(card=own.bearer, x=own.x or 0, by=attacker.controller))


@rules.modifies("attacks", COUNTS, of="x-attacks", own_only=True)
def attacks_this_turn(look: Look, card: str, own: Instance) -> Add:
    return Add(look.board.cards[card].attacks)


@rules.forbids(UseXAttacks, RESETS)
def only_below_x(look: Look, action: UseXAttacks) -> Any:
    made = look.value("attacks", action.card)
    if made >= action.x:
        return "not-below-x", {"card": action.card, "attacks": made, "x": action.x}, standing(look, COUNTS)
    return None


@rules.unfolds(UseXAttacks, RESETS, step="reset")
def reset(run: Run, frame: Any) -> Asking:
    yield from run.emit(Readied(frame.action.card, "x-attacks"), RESETS, *standing(run.look, COUNTS))


# --- what a unit that was reset may do --------------------------------------------------------------------


@rules.offers("attack", AGAIN, of="x-attacks")
def may_attack_again(look: Look, player: str, own: Instance) -> Iterator[Attack]:
    card = look.board.cards[own.bearer]
    if card.controller == player and card.reset_by == "x-attacks":
        yield from attacks_of(look, card)


@rules.duty(Pass, AGAIN, of="x-attacks", kind="duty to attack again")
def as_if_the_right_were_a_duty(look: Look, action: Pass, own: Instance) -> Any:
    """A unit made ready for another attack would have to make it; the next rule takes this away."""
    card = look.board.cards[own.bearer]
    declaring = isinstance(look.board.pile[-1].action, AttackSubPhase)
    if not declaring or card.controller != action.by or card.reset_by != "x-attacks":
        return None
    return tuple(attacks_of(look, card)), "must-attack-again", {"card": card.id}


@rules.lifts("duty to attack again", NO_DUTY, of="x-attacks")
def need_not(look: Look, lifted: Instance | None, ability: Any, event: Any, own: Instance) -> bool:
    return lifted is not None and lifted.bearer == own.bearer


@rules.modifies(READY_VALUE, OPEN, of="x-attacks", own_only=True)
def open_to_other_effects(look: Look, card: str, own: Instance) -> Add | None:
    """Ready by this ability, it is ready for whatever counts or uses ready units too."""
    unit = look.board.cards[card]
    return Add(1) if unit.ready and unit.reset_by == "x-attacks" else None
