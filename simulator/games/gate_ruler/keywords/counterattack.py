"""Counterattack (反击): still attacked at the end of the damage step, it deals the attacking unit its ATK."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import UseCounterattack
from ..attack import attacker_of, target_of
from ..board import ZONES, Table
from ..damage import deal
from ..events import StepEnds, Waits
from ..gate import by_class, standing
from ..kinds import RULER_IS_NO_UNIT, is_unit

DESCRIPTION = "gate-ruler:counterattack#description-class"
ATTACKED = "gate-ruler:counterattack#attacked-by-enemy-unit"
AT_THE_END = "gate-ruler:counterattack#at-end-of-damage-step"
STILL = "gate-ruler:counterattack#still-under-attack"
IN_PLAY = "gate-ruler:counterattack#attacker-in-play"
DAMAGES = "gate-ruler:counterattack#damages-that-attacker"
AMOUNT = "gate-ruler:counterattack#amount-is-own-atk"
BATTLE = "gate-ruler:counterattack#is-battle-damage"

rules = Rules()
rules.procedure(UseCounterattack, "deal", cites=(AT_THE_END, DESCRIPTION))
rules.flag(DESCRIPTION)
rules.flag(BATTLE)


@rules.after(StepEnds, AT_THE_END, of="counterattack", at=ZONES)
def at_the_end_of_the_damage_step(
    before: Look, after: Look, event: StepEnds, own: Instance
) -> UseCounterattack | Waits | None:
    """Asked of whatever was attacked in this battle, wherever it is now."""
    battle = after.board.battle
    if event.step != "damage" or battle is None or own.bearer not in (battle.first, battle.target):
        return None
    controller = after.board.cards[own.bearer].controller
    return by_class(after, DESCRIPTION, UseCounterattack(card=own.bearer, by=controller))


@rules.forbids(UseCounterattack, ATTACKED)
def attacked_by_an_enemy_unit(look: Look, action: UseCounterattack) -> Any:
    """A ruler is not a unit."""
    board: Table = look.board
    attacker = board.cards.get(board.battle.attacker) if board.battle else None
    if attacker is None or not is_unit(look, attacker):
        ruler = attacker is not None and attacker.kind == "ruler"
        cites = standing(look, RULER_IS_NO_UNIT) if ruler else ()
        return "not-attacked-by-a-unit", {"card": action.card}, cites
    return None


@rules.forbids(UseCounterattack, STILL)
def still_under_attack(look: Look, action: UseCounterattack) -> Any:
    """In play and the target of the attack in progress; no damage need have been taken."""
    target = target_of(look.board)
    return (
        None
        if target is not None and target.id == action.card
        else ("no-longer-attacked", {"card": action.card})
    )


@rules.forbids(UseCounterattack, IN_PLAY)
def the_attacker_is_in_play(look: Look, action: UseCounterattack) -> Any:
    return ("attacker-not-in-play", {"card": action.card}) if attacker_of(look.board) is None else None


@rules.unfolds(UseCounterattack, DAMAGES, step="deal")
def strike_that_attacker(run: Run, frame: Any) -> Asking:
    card, look = frame.action.card, run.look
    kind = "battle" if look.stands(BATTLE) else "effect"
    amount = look.value("counterattack-damage", card)
    cites = standing(look, AMOUNT, BATTLE, ATTACKED, STILL, IN_PLAY)
    yield from deal(run, card, run.board.battle.attacker, amount, kind, DAMAGES, *cites)


@rules.modifies("counterattack-damage", AMOUNT, of="counterattack", own_only=True, at=ZONES)
def its_own_atk(look: Look, card: str, own: Instance) -> Add:
    return Add(look.value("atk", card))
