"""The attack: a sub-phase up to its declaration, then the battle. Every step is named and cites its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from simulator.engine.look import Look
from simulator.engine.record import Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import Attack, AttackSubPhase, DealBattleDamage
from .board import Battle, Card, Table, other
from .events import (
    AttackDeclared,
    AttacksEnded,
    BattleEnded,
    Exhausted,
    Redirected,
    StepBegan,
    StepEnds,
    SubPhaseBegan,
)
from .gate import do_or_say, gate_processing
from .spots import parts

rules = Rules()
rules.procedure(
    AttackSubPhase,
    "start", "start-gate", "declaration", "declaration-gate", "declare",
    cites=("gate-ruler:attack#five-steps",),
    windows=("start-gate", "declaration-gate", "declare"),
)  # fmt: skip
rules.procedure(
    Attack,
    "declared", "exhaust", "declared-gate", "intercept", "intercept-gate", "damage", "damage-ends",
    "end", "end-gate", "over",
    cites=("gate-ruler:attack#five-steps",),
    windows=("declared-gate", "intercept-gate", "end-gate"),
)  # fmt: skip

DECLARATION = "gate-ruler:attack#step-declaration"


def attacker_of(board: Table) -> Card | None:
    """The attacking card, if it is still the same object in play."""
    battle = board.battle
    card = board.cards.get(battle.attacker) if battle else None
    return card if battle and card and card.in_play and card.born == battle.attacker_born else None


def target_of(board: Table) -> Card | None:
    """The card under attack, if it is still the same object in play (None: it is gone, or a line without units)."""
    battle = board.battle
    card = board.cards.get(battle.target) if battle else None
    return card if battle and card and card.in_play and card.born == battle.target_born else None


# --- the sub-phase up to the declaration ------------------------------------------------------------------


@rules.unfolds(AttackSubPhase, "gate-ruler:attack#step-start", step="start")
def start(run: Run, frame: Any) -> Asking:
    yield from run.emit(SubPhaseBegan("attack-start", frame.action.by), "gate-ruler:attack#step-start")


@rules.unfolds(AttackSubPhase, "gate-ruler:attack#step-start", step="start-gate")
def start_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(AttackSubPhase, DECLARATION, step="declaration")
def declaration(run: Run, frame: Any) -> Asking:
    yield from run.emit(StepBegan("attack-declaration", frame.action.by), DECLARATION)


@rules.unfolds(AttackSubPhase, DECLARATION, step="declaration-gate")
def declaration_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(AttackSubPhase, DECLARATION, step="declare")
def declare(run: Run, frame: Any) -> Asking:
    """The turn player names attacker and target, or ends attacking (a pass)."""
    taken = yield from run.window("attack", frame.action.by, DECLARATION)
    if isinstance(taken, Pass):
        yield from run.emit(AttacksEnded(frame.action.by), "gate-ruler:attack#ending-attacks")
    else:
        yield from run.push(taken)


# --- who may attack what ----------------------------------------------------------------------------------


def attacks_of(look: Look, card: Card) -> Iterator[Attack]:
    """Every attack of a card that can be named: opposing units and ruler, attack zones without a unit."""
    board: Table = look.board
    enemy = other(card.controller)
    for foe in board.cards.values():
        if foe.controller == enemy and foe.in_play:
            yield Attack(attacker=card.id, target=foe.id, by=card.controller)
    for name in board.spots(enemy, "attack"):
        if board.at(name) is None:
            yield Attack(attacker=card.id, target=name, by=card.controller)


@rules.offers("attack", DECLARATION)
def attacks_of_own_cards(look: Look, player: str) -> Iterator[Attack]:
    """Cards reset by a keyword are left to its own entry, which says whether they may attack again."""
    for card in look.board.cards.values():
        if card.controller == player and card.in_play and not card.reset_by:
            yield from attacks_of(look, card)


@rules.forbids(Attack, DECLARATION, stage="declare")
def only_in_the_declaration_step(look: Look, action: Attack) -> Any:
    top = look.board.pile[-1]
    if not isinstance(top.action, AttackSubPhase) or top.step != "declare":
        return "not-the-declaration-step", {"phase": look.board.phase}
    return None


@rules.forbids(Attack, "gate-ruler:attack#only-turn-player")
def only_the_turn_player(look: Look, action: Attack) -> Any:
    board: Table = look.board
    controller = board.cards[action.attacker].controller
    if action.by != board.active or controller != action.by:
        return "not-the-turn-player", {"card": action.attacker, "player": action.by, "active": board.active}
    return None


@rules.forbids(Attack, "gate-ruler:attack#attacker-stands-in-attack-zone")
def only_from_an_attack_zone(look: Look, action: Attack) -> Any:
    card = look.board.cards[action.attacker]
    if card.zone not in ("attack", "defence", "ruler"):
        return "not-in-an-attack-zone", {"card": card.id, "place": card.zone}
    return None


@rules.forbids(Attack, "gate-ruler:defence-zone#cannot-attack-from-here")
def not_from_a_defence_zone(look: Look, action: Attack) -> Any:
    card = look.board.cards[action.attacker]
    return ("in-a-defence-zone", {"card": card.id}) if card.zone == "defence" else None


@rules.forbids(
    Attack, "gate-ruler:attack#attacker-is-ready", "gate-ruler:exhausted#cannot-attack", stage="declare"
)
def only_when_ready(look: Look, action: Attack) -> Any:
    if not look.board.cards[action.attacker].ready:
        return "exhausted", {"card": action.attacker}
    return None


@rules.forbids(Attack, "gate-ruler:attack#target-is-opposing")
def only_the_opponent(look: Look, action: Attack) -> Any:
    card = look.board.cards.get(action.target)
    if card is not None and (card.controller == action.by or not card.in_play):
        return "not-an-opposing-card", {"target": action.target}
    return None


@rules.forbids(Attack, "gate-ruler:attack#empty-line-as-target")
def only_an_empty_line(look: Look, action: Attack) -> Any:
    """A zone can be named only as a side line of the opponent without units."""
    named = parts(action.target)
    if named is None:
        return None
    known = action.target in look.board.spots(other(action.by), "attack")
    if not known or look.board.at(action.target) is not None:
        return "no-empty-line", {"target": action.target}
    return None


@rules.forbids(Attack, "gate-ruler:attack#only-frontmost")
def only_the_frontmost(look: Look, action: Attack) -> Any:
    board: Table = look.board
    card = board.cards.get(action.target)
    if card is None or card.zone != "ruler":
        return None
    for name in board.spots(card.controller, "defence"):
        shield = board.at(name)
        if shield is not None:
            return "not-the-frontmost", {"target": card.id, "other": shield.id}
    return None


# --- the battle -------------------------------------------------------------------------------------------


@rules.unfolds(Attack, "gate-ruler:attack#declared-moment", step="declared")
def declared(run: Run, frame: Any) -> Asking:
    action: Attack = frame.action
    yield from run.emit(
        AttackDeclared(action.attacker, action.target, action.by),
        DECLARATION, "gate-ruler:battle#from-declaration-to-end",
    )  # fmt: skip


@rules.happens(AttackDeclared, "gate-ruler:attacked-state#target-of-the-attack")
def battle_begins(look: Look, event: AttackDeclared) -> Table:
    board: Table = look.board
    target = board.cards.get(event.target)
    attacker = board.cards[event.attacker]
    battle = Battle(
        attacker.id, attacker.born, event.target,
        target is not None and target.zone == "defence" and target.kind == "unit",
        event.target, target.born if target else 0,
    )  # fmt: skip
    result: Table = board.but(battle=battle)
    return result


@rules.happens(AttackDeclared, "gate-ruler:attack-count#declared-this-turn")
def count_the_attack(look: Look, event: AttackDeclared) -> Table:
    board: Table = look.board
    return board.changed(event.attacker, attacks=board.cards[event.attacker].attacks + 1)


@rules.unfolds(Attack, "gate-ruler:attack#exhausts-the-attacker", step="exhaust")
def exhausts(run: Run, frame: Any) -> Asking:
    yield from run.emit(Exhausted(frame.action.attacker), "gate-ruler:attack#exhausts-the-attacker")


@rules.unfolds(Attack, "gate-ruler:attack#declared-moment", step="declared-gate")
def declared_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.happens(Redirected, "gate-ruler:attacked-state#ends-when-no-longer-target")
def another_target(look: Look, event: Redirected) -> Table:
    board: Table = look.board
    if board.battle is None:
        return board
    battle = msgspec.structs.replace(
        board.battle, target=event.card, target_born=board.cards[event.card].born
    )
    result: Table = board.but(battle=battle)
    return result


@rules.unfolds(Attack, "gate-ruler:attack#step-intercept", step="intercept")
def intercept_step(run: Run, frame: Any) -> Asking:
    yield from run.emit(StepBegan("intercept", frame.action.by), "gate-ruler:attack#step-intercept")


@rules.unfolds(Attack, "gate-ruler:attack#intercept-step-gate", step="intercept-gate")
def intercept_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(Attack, "gate-ruler:attack#step-damage", step="damage")
def damage_step(run: Run, frame: Any) -> Asking:
    """Battle damage first, at once; units with enough damage are destroyed before the step goes on."""
    action: Attack = frame.action
    yield from run.emit(StepBegan("damage", action.by), "gate-ruler:attack#step-damage")
    yield from do_or_say(run, DealBattleDamage(card=action.attacker, by=action.by))


@rules.unfolds(Attack, "gate-ruler:attack#damage-step-checks", step="damage-ends")
def damage_step_ends(run: Run, frame: Any) -> Asking:
    yield from run.emit(StepEnds("damage", frame.action.by), "gate-ruler:attack#damage-step-checks")


@rules.unfolds(Attack, "gate-ruler:attack#step-end", step="end")
def end_step(run: Run, frame: Any) -> Asking:
    yield from run.emit(StepBegan("attack-end", frame.action.by), "gate-ruler:attack#step-end")


@rules.unfolds(Attack, "gate-ruler:attack#attack-end-gate", step="end-gate")
def end_step_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(Attack, "gate-ruler:attack#step-end", step="over")
def over(run: Run, frame: Any) -> Asking:
    yield from run.emit(
        BattleEnded(frame.action.attacker),
        "gate-ruler:attack#step-end", "gate-ruler:battle#from-declaration-to-end",
    )  # fmt: skip


@rules.happens(BattleEnded, "gate-ruler:attack#step-end")
def battle_ends(look: Look, event: BattleEnded) -> Table:
    result: Table = look.board.but(battle=None)
    return result
