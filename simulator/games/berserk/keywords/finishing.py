"""Finishing X (Добивание): an influence that destroys a creature standing near with X or fewer lives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Event, Target
from simulator.engine.rulebook import Rules

from ..board import Card
from ..declaring import places_of, text_of
from ..effects import KEYWORD_EFFECTS, KeywordEffect
from ..events import Ability, Destroyed, Wounded
from ..lives import lives_cites
from ..relations import near
from ..text_effects import Effect

rules = Rules()

NO_WOUNDS = "berserk:finishing#deals-no-wounds"
AS_INFLUENCE = "berserk:finishing#is-an-influence"
DESTROYS = "berserk:finishing#destroys-the-target"
for _clause in (NO_WOUNDS, AS_INFLUENCE, DESTROYS):
    rules.flag(_clause)


def finish(look: Look, effect: Effect, card: Card, ability: Ability) -> Iterator[Event]:
    """Finishing destroys and deals no wounds."""
    if not look.stands(AS_INFLUENCE):
        ability = Ability("", ability.source, ability.targets, ability.accompanying, ability.feature)
    if not look.stands(NO_WOUNDS):
        yield Wounded(card=card.id, amount=max(0, look.value("lives", card.id)), ability=ability)
    elif look.stands(DESTROYS):
        yield Destroyed(card=card.id, ability=ability)


KEYWORD_EFFECTS["finish"] = KeywordEffect(
    finish, lambda look, effect, card: (DESTROYS, AS_INFLUENCE, NO_WOUNDS)
)


def _finishing(look: Look, target: Target) -> Iterator[Effect]:
    text = text_of(look, target.ability)
    if text is None or target.object not in look.board.cards:
        return
    for effect, _ in places_of(text, target.ability, target.object):
        if effect is not None and effect.do == "finish":
            yield effect


@rules.forbids(Target, "berserk:finishing#adjacent-only")
def only_near(look: Look, target: Target) -> Any:
    for _ in _finishing(look, target):
        if not near(look.board, target.ability.card, target.object):
            return "not-near", {"card": target.ability.card, "target": target.object}
    return None


@rules.forbids(Target, "berserk:finishing#creature-only")
def only_creatures(look: Look, target: Target) -> Any:
    for _ in _finishing(look, target):
        if look.board.cards[target.object].kind != "creature":
            return "not-a-creature", {"target": target.object}
    return None


@rules.forbids(Target, "berserk:finishing#lives-threshold")
def few_lives(look: Look, target: Target) -> Any:
    """A condition of the target, asked when it is declared and again when it is performed."""
    for effect in _finishing(look, target):
        lives = look.value("lives", target.object)
        if lives > effect.amount:
            facts = {"target": target.object, "lives": lives, "limit": effect.amount}
            return "too-many-lives", facts, lives_cites(look, target.object)
    return None
