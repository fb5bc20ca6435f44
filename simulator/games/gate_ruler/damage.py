"""Damage: what the attack deals, damage that adds up on units, damage to rulers point by point, prevention."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.engine.errors import NotModelled
from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import DealBattleDamage, RulerDamage, UseAutomatic
from .attack import attacker_of, target_of
from .board import Lasting, Table, other
from .events import (
    BonusSpent,
    Damaged,
    Dealt,
    Gained,
    PointTaken,
    PreventionSpent,
    RulerDamaged,
    Waits,
)

rules = Rules()
rules.procedure(DealBattleDamage, "deal", cites=("gate-ruler:battle-damage#without-the-gate",))
rules.procedure(
    RulerDamage, "point", cites=("gate-ruler:ruler-damage#top-card-for-each-point",), performs="point"
)

ATTACK_DEALS = "gate-ruler:battle-damage#attack-deals-it"
EACH_POINT = "gate-ruler:ruler-damage#top-card-for-each-point"
LEADS_TO_RULER = "gate-ruler:line#empty-line-leads-to-ruler"
rules.flag(LEADS_TO_RULER)
ONLY_ITS_KIND = "gate-ruler:prevention#only-its-kind"
rules.flag(ONLY_ITS_KIND, "gate-ruler:battle-damage#not-effect-damage")
HITS_RULER = "hits-ruler"
NEXT_DAMAGE = "next-damage"


def deal(
    run: Run, source: str, target: str, amount: int, kind: str, *cites: str, ability: Any = None
) -> Asking:
    """Deal damage to a unit or ruler; what a ruler really takes is then taken point by point."""
    card = run.board.cards[target]
    event = (RulerDamaged if card.kind == "ruler" else Damaged)(
        card=target, amount=amount, kind=kind, source=source, ability=ability
    )
    done = yield from run.emit(event, *cites)
    for real in done:
        if isinstance(real, RulerDamaged):
            player = run.board.cards[real.card].controller
            run.start(RulerDamage(by=player, player=player, amount=real.amount, source=source))


# --- the damage of the attack -----------------------------------------------------------------------------


@rules.forbids(DealBattleDamage, "gate-ruler:attack#attacker-gone")
def attacker_must_be_there(look: Look, action: DealBattleDamage) -> Any:
    return ("attacker-gone", {"card": action.card}) if attacker_of(look.board) is None else None


@rules.forbids(DealBattleDamage, "gate-ruler:attack#target-gone")
def target_must_be_there(look: Look, action: DealBattleDamage) -> Any:
    """Damage for a card that is gone does not pass to the ruler."""
    battle = look.board.battle
    if battle and battle.target in look.board.cards and target_of(look.board) is None:
        return "target-gone", {"card": battle.target}
    return None


@rules.unfolds(DealBattleDamage, ATTACK_DEALS, step="deal")
def deal_battle_damage(run: Run, frame: Any) -> Asking:
    board: Table = run.board
    assert board.battle is not None, "battle damage is dealt in a battle"
    target = board.battle.target
    line = target not in board.cards
    if line and not run.look.stands(LEADS_TO_RULER):
        return
    if line:
        target = board.ruler(other(frame.action.by)).id
    card = frame.action.card
    ledger = run.look.ledger("battle-damage", card)
    cites = dict.fromkeys(c for rule, _, _ in ledger for c in rule.cites)
    if line:
        cites[LEADS_TO_RULER] = None
    yield from deal(run, card, target, run.look.value("battle-damage", card), "battle", ATTACK_DEALS, *cites)


@rules.modifies("battle-damage", "gate-ruler:battle-damage#atk-to-a-unit")
def atk_to_a_unit(look: Look, card: str) -> Add | None:
    target = target_of(look.board)
    return Add(look.value("atk", card)) if target is not None and target.kind == "unit" else None


@rules.modifies("battle-damage", "gate-ruler:battle-damage#stk-to-the-ruler")
def stk_to_the_ruler(look: Look, card: str) -> Add | None:
    target = target_of(look.board)
    return Add(look.value("stk", card)) if target is None or target.kind == "ruler" else None


# --- damage dealt -----------------------------------------------------------------------------------------


@rules.instead(Dealt, "gate-ruler:atk#zero-deals-nothing")
def zero_is_no_damage(look: Look, event: Dealt) -> Dealt | None:
    return event if event.amount > 0 else None


@rules.happens(Damaged, "gate-ruler:damage#adds-up-on-a-unit")
def adds_up(look: Look, event: Damaged) -> Table:
    board: Table = look.board
    card = board.cards[event.card]
    return board.changed(event.card, damage=card.damage + event.amount, hurt_by=event.source)


@rules.happens(RulerDamaged, "gate-ruler:battle#from-declaration-to-end")
def battle_remembers(look: Look, event: RulerDamaged) -> Table:
    """Whether this battle has dealt battle damage to the opposing ruler."""
    board: Table = look.board
    attacker = attacker_of(board)
    if board.battle is None or event.kind != "battle":
        return board
    if attacker is not None and board.cards[event.card].controller == attacker.controller:
        return board
    result: Table = board.but(battle=msgspec.structs.replace(board.battle, ruler_hurt=True))
    return result


@rules.unfolds(RulerDamage, EACH_POINT, step="point")
def point(run: Run, frame: Any) -> Asking:
    """One point: the top card of the deck. The step repeats itself until every point is taken."""
    board: Table = run.board
    player = frame.action.player
    side = board.sides[player]
    if not board.count(player, "deck"):
        return
    if not side.known:
        raise NotModelled("unknown-card", {"player": player}, (EACH_POINT,))
    yield from run.emit(PointTaken(player, side.known[0]), EACH_POINT)
    taken = frame.data.get("taken", 0) + 1
    run.remember(taken=taken)
    if taken < frame.action.amount:
        run.again()


@rules.happens(PointTaken, EACH_POINT)
def take_point(look: Look, event: PointTaken) -> Table:
    return put_top_card(look.board, event.player, event.card, "damage")


def put_top_card(board: Table, player: str, card: str, zone: str) -> Table:
    """The top card of a deck goes to another zone of its owner."""
    side = board.sides[player]
    left = msgspec.structs.replace(side, known=tuple(c for c in side.known if c != card))
    board = board.changed(card, zone=zone, born=board.age)
    result: Table = board.but(sides={**board.sides, player: left}, age=board.age + 1)
    return result


@rules.after(Dealt, "gate-ruler:automatic-ability#works-when-condition-is-met", of="automatic")
def when_it_deals_battle_damage(before: Look, after: Look, event: Dealt, own: Instance) -> Waits | None:
    """Whatever rule or keyword the damage comes from, if it counts as battle damage."""
    card = after.board.cards[own.bearer]
    if event.source != card.id or event.kind != "battle":
        return None
    if card.text(own.named).when != "deals-battle-damage":
        return None
    return Waits(card.id, UseAutomatic(card=card.id, name=own.named or "", by=card.controller))


# --- bonuses ----------------------------------------------------------------------------------------------


@rules.happens(Gained, "gate-ruler:atk#current-value")
def gain(look: Look, event: Gained) -> Table:
    board: Table = look.board
    effects = board.cards[event.card].effects
    board = board.changed(
        event.card, effects=(*effects, Lasting(event.gives, event.amount, event.until, board.age))
    )
    result: Table = board.but(age=board.age + 1)
    return result


@rules.after(RulerDamaged, "gate-ruler:atk#current-value")
def ruler_is_hit(before: Look, after: Look, event: RulerDamaged) -> BonusSpent | None:
    """What lasts until its bearer deals battle damage to a ruler: damage to a unit does not end it."""
    source = after.board.cards.get(event.source)
    if source is None or event.kind != "battle" or all(e.until != HITS_RULER for e in source.effects):
        return None
    return BonusSpent(source.id)


@rules.happens(BonusSpent, "gate-ruler:atk#current-value")
def bonus_ends(look: Look, event: BonusSpent) -> Table:
    board: Table = look.board
    kept = tuple(e for e in board.cards[event.card].effects if e.until != HITS_RULER)
    return board.changed(event.card, effects=kept)


def _bonus(value: str) -> Any:
    def bonus(look: Look, card: str) -> Add | None:
        found = look.board.cards.get(card)
        total = sum(e.amount for e in found.effects if e.gives == value) if found else 0
        return Add(total) if total else None

    bonus.__qualname__ = f"bonus:{value}"
    return bonus


for _value in ("atk", "hp", "stk"):
    rules.modifies(_value, "gate-ruler:atk#current-value")(_bonus(_value))


# --- prevention -------------------------------------------------------------------------------------------


@rules.instead(Dealt, "gate-ruler:prevention#changes-the-amount", of="shield", kind="prevention")
def shielded(look: Look, event: Dealt, own: Instance) -> Dealt:
    """Damage of the kind named to this unit, or to its player's ruler, is lessened or becomes 0."""
    card = look.board.cards[own.bearer]
    text = card.text(own.named)
    protected = card.id if text.protects == "this-unit" else look.board.ruler(card.controller).id
    if event.card != protected:
        return event
    if text.against not in ("any", event.kind) and look.stands(ONLY_ITS_KIND):
        return event
    left = 0 if text.less is None else max(0, event.amount - text.less)
    changed: Dealt = event if left == event.amount else event.but(amount=left)
    return changed


@rules.instead(Dealt, "gate-ruler:prevention#changes-the-amount", kind="prevention")
def next_damage(look: Look, event: Dealt) -> Any:
    """Whatever waits for the next damage to a card is spent on it, all of it, even when less would do."""
    card = look.board.cards[event.card]
    total = sum(e.amount for e in card.effects if e.gives == NEXT_DAMAGE)
    if not total or event.amount <= 0:
        return event
    return event.but(amount=max(0, event.amount - total)), PreventionSpent(card.id, total)


@rules.happens(PreventionSpent, "gate-ruler:prevention#changes-the-amount")
def spend(look: Look, event: PreventionSpent) -> Table:
    board: Table = look.board
    kept = tuple(e for e in board.cards[event.card].effects if e.gives != NEXT_DAMAGE)
    return board.changed(event.card, effects=kept)
