"""Penetrate (贯通): the defender is destroyed and the ruler is unhurt, so the attacker deals it its STK."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import UsePenetrate
from ..attack import attacker_of
from ..board import Table, other
from ..damage import deal
from ..events import StepBegan, StepEnds, Waits
from ..gate import by_class, standing

DESCRIPTION = "gate-ruler:penetrate#description-class"
AT_THE_END = "gate-ruler:penetrate#checked-at-end-of-damage-step"
DEFENDER = "gate-ruler:penetrate#attacks-unit-in-defence-zone"
DESTROYED = "gate-ruler:penetrate#target-destroyed"
RULER_UNHURT = "gate-ruler:penetrate#no-battle-damage-to-ruler-yet"
HITS = "gate-ruler:penetrate#hits-opposing-ruler"
AT_ONCE = "gate-ruler:penetrate#immediately"
AMOUNT = "gate-ruler:penetrate#amount-is-stk"
BATTLE = "gate-ruler:penetrate#is-battle-damage"
RULER_TOO = "gate-ruler:penetrate#ruler-may-have-it"

rules = Rules()
rules.procedure(UsePenetrate, "deal", cites=(AT_THE_END, DESCRIPTION))
for _clause in (DESCRIPTION, AT_ONCE, BATTLE, RULER_TOO):
    rules.flag(_clause)


# --- when it works ----------------------------------------------------------------------------------------


@rules.after(StepEnds, AT_THE_END, of="penetrate")
def at_the_end_of_the_damage_step(before: Look, after: Look, event: StepEnds, own: Instance) -> Any:
    return _use(after, own) if event.step == "damage" and after.stands(AT_ONCE) else None


@rules.after(StepBegan, AT_THE_END, of="penetrate")
def later_if_not_at_once(before: Look, after: Look, event: StepBegan, own: Instance) -> Any:
    """Were the damage not immediate, it would come with the next moment of the battle."""
    return _use(after, own) if event.step == "attack-end" and not after.stands(AT_ONCE) else None


def _use(look: Look, own: Instance) -> UsePenetrate | Waits | None:
    attacker = attacker_of(look.board)
    if attacker is None or attacker.id != own.bearer:
        return None
    if attacker.kind == "ruler" and not look.stands(RULER_TOO):
        return None
    return by_class(look, DESCRIPTION, UsePenetrate(card=own.bearer, by=attacker.controller))


# --- its conditions ---------------------------------------------------------------------------------------


@rules.forbids(UsePenetrate, DEFENDER)
def attacks_a_unit_in_the_defence_zone(look: Look, action: UsePenetrate) -> Any:
    """Looked at when the attack is declared."""
    board: Table = look.board
    if board.battle is None or not board.battle.in_defence:
        return "target-not-in-defence", {"card": action.card}
    return None


@rules.forbids(UsePenetrate, DESTROYED)
def has_destroyed_its_target(look: Look, action: UsePenetrate) -> Any:
    board: Table = look.board
    if board.battle is None or not board.battle.destroyed:
        return "target-not-destroyed", {"card": action.card}
    return None


@rules.forbids(UsePenetrate, RULER_UNHURT)
def ruler_has_taken_no_battle_damage(look: Look, action: UsePenetrate) -> Any:
    board: Table = look.board
    if board.battle is not None and board.battle.ruler_hurt:
        return "ruler-already-hurt", {"card": action.card}
    return None


# --- what it does -----------------------------------------------------------------------------------------


@rules.unfolds(UsePenetrate, HITS, step="deal")
def hit_the_ruler(run: Run, frame: Any) -> Asking:
    card, look = frame.action.card, run.look
    ruler = run.board.ruler(other(frame.action.by)).id
    kind = "battle" if look.stands(BATTLE) else "effect"
    amount = look.value("penetrate-damage", card)
    more = (RULER_TOO,) if run.board.cards[card].kind == "ruler" else ()
    cites = standing(look, AMOUNT, BATTLE, AT_ONCE, DEFENDER, DESTROYED, RULER_UNHURT, *more)
    yield from deal(run, card, ruler, amount, kind, HITS, *cites)


@rules.modifies("penetrate-damage", AMOUNT, of="penetrate", own_only=True)
def its_stk(look: Look, card: str, own: Instance) -> Add:
    return Add(look.value("stk", card))
