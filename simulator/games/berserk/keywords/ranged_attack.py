"""Ranged attack (Дальняя атака): shot, throw, discharge, strike through a row; whom they may be declared at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Target
from simulator.engine.rulebook import Rules

from ..actions import UseFeature
from ..board import Battle
from ..cells import behind_one
from ..declaring import declarations, text_of
from ..relations import near
from ..text_effects import THROWN

rules = Rules()

NO_RANGE_LIMIT = "berserk:ranged-attack#exclusion-is-no-range-limit"
ANY_CARD = "berserk:ranged-attack#any-card-may-be-target"
rules.flag(NO_RANGE_LIMIT)


def _thrown(look: Look, player: str, *, sudden: bool, zone: str) -> Iterator[UseFeature]:
    for action in declarations(look, player, sudden=sudden, thrown=True):
        if look.board.cards[action.targets[0]].zone == zone:
            yield action


@rules.offers("act", "berserk:ranged-attack#any-card-may-be-target")
def at_any_card(look: Look, player: str) -> Iterator[UseFeature]:
    """At any card of the battle zone, own ones too."""
    yield from _thrown(look, player, sudden=False, zone="battlefield")


@rules.offers(
    "response", "berserk:ranged-attack#any-card-may-be-target", "berserk:sudden-action#declared-in-answer"
)
def suddenly_at_any_card(look: Look, player: str) -> Iterator[UseFeature]:
    yield from _thrown(look, player, sudden=True, zone="battlefield")


@rules.offers("act", "berserk:ranged-attack#auxiliary-zone-included")
def at_the_auxiliary_zone(look: Look, player: str) -> Iterator[UseFeature]:
    yield from _thrown(look, player, sudden=False, zone="auxiliary")


@rules.offers(
    "response", "berserk:ranged-attack#auxiliary-zone-included", "berserk:sudden-action#declared-in-answer"
)
def suddenly_at_the_auxiliary_zone(look: Look, player: str) -> Iterator[UseFeature]:
    yield from _thrown(look, player, sudden=True, zone="auxiliary")


@rules.forbids(Target, "berserk:ranged-attack#adjacent-card-excluded")
def not_at_a_card_near(look: Look, target: Target) -> Any:
    """No range: nothing that removes or ignores a range limit makes a card standing near a legal target."""
    text = text_of(look, target.ability)
    board: Battle = look.board
    if text is None or text.kind not in THROWN or target.object != target.ability.targets[0]:
        return None
    if target.object == target.ability.card:  # the source itself is no card that the rule speaks of
        return "not-at-itself", {"card": target.object}, (ANY_CARD,)
    if target.object in board.cards and near(board, target.ability.card, target.object):
        if not look.stands(NO_RANGE_LIMIT) and (
            text.range is None or look.has(target.ability.card, "no-range-limits")
        ):
            return None
        return "standing-near", {"card": target.ability.card, "target": target.object}, (NO_RANGE_LIMIT,)
    return None


@rules.forbids(Target, "berserk:strike-through-row#target-two-cells-away")
def strike_through_a_row(look: Look, target: Target) -> Any:
    """Exactly two cells away in a row or column, over a cell that is empty or holds an own card."""
    text = text_of(look, target.ability)
    board: Battle = look.board
    if text is None or text.kind != "strike-through-row" or target.object != target.ability.targets[0]:
        return None
    source = board.cards[target.ability.card]
    cell = board.cards[target.object].cell if target.object in board.cards else None
    facts = {"card": source.id, "target": target.object}
    if source.cell is None or cell is None or cell not in behind_one(source.cell):
        return "not-two-cells-away", facts
    between = board.on(behind_one(source.cell)[cell])
    if between is not None and between.controller != source.controller:
        return "enemy-between", {**facts, "other": between.id}
    return None


@rules.forbids(Target, "berserk:melee-attack#adjacent")
def melee_only_near(look: Look, target: Target) -> Any:
    """Special and magic strikes are melee attacks: at a card standing near."""
    text = text_of(look, target.ability)
    board: Battle = look.board
    if text is None or text.kind not in ("special-strike", "magic-strike"):
        return None
    if text.range is not None or target.object != target.ability.targets[0]:
        return None
    if target.object in board.cards and not near(board, target.ability.card, target.object):
        return "not-near", {"card": target.ability.card, "target": target.object}
    return None
