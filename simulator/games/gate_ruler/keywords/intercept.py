"""Intercept (迎击): attacked by an enemy unit, it deals that unit its ATK as the intercept step begins."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import UseIntercept
from ..attack import attacker_of, target_of
from ..damage import deal
from ..events import StepBegan, Waits
from ..gate import by_class, standing
from ..kinds import RULER_IS_NO_UNIT, is_unit

DESCRIPTION = "gate-ruler:intercept#description-class"
ATTACKED = "gate-ruler:intercept#attacked-by-enemy-unit"
AT_START = "gate-ruler:intercept#at-start-of-intercept-step"
DAMAGES = "gate-ruler:intercept#damages-the-attacker"
AMOUNT = "gate-ruler:intercept#amount-is-own-atk"
BATTLE = "gate-ruler:intercept#is-battle-damage"

rules = Rules()
rules.procedure(UseIntercept, "deal", cites=(AT_START, DESCRIPTION))
rules.flag(DESCRIPTION)
rules.flag(BATTLE)


@rules.after(StepBegan, AT_START, of="intercept")
def as_the_intercept_step_begins(
    before: Look, after: Look, event: StepBegan, own: Instance
) -> UseIntercept | Waits | None:
    target = target_of(after.board)
    if event.step != "intercept" or target is None or target.id != own.bearer:
        return None
    return by_class(after, DESCRIPTION, UseIntercept(card=own.bearer, by=target.controller))


@rules.forbids(UseIntercept, ATTACKED)
def attacked_by_an_enemy_unit(look: Look, action: UseIntercept) -> Any:
    """A ruler is not a unit."""
    attacker = attacker_of(look.board)
    if attacker is None or not is_unit(look, attacker) or attacker.controller == action.by:
        ruler = attacker is not None and attacker.kind == "ruler"
        cites = standing(look, RULER_IS_NO_UNIT) if ruler else ()
        return "not-attacked-by-a-unit", {"card": action.card}, cites
    return None


@rules.unfolds(UseIntercept, DAMAGES, step="deal")
def strike_the_attacker(run: Run, frame: Any) -> Asking:
    card, look = frame.action.card, run.look
    kind = "battle" if look.stands(BATTLE) else "effect"
    amount = look.value("intercept-damage", card)
    cites = standing(look, AMOUNT, BATTLE, ATTACKED)
    yield from deal(run, card, run.board.battle.attacker, amount, kind, DAMAGES, *cites)


@rules.modifies("intercept-damage", AMOUNT, of="intercept", own_only=True)
def its_own_atk(look: Look, card: str, own: Instance) -> Add:
    return Add(look.value("atk", card))
