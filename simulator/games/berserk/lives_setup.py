"""What a position and its texts cannot say about lives and about amounts that are counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .board import BATTLE_ZONES
from .text_effects import ATTACKS, Effect, Filter
from .texts import Accompanying, Lives, Part, Playable, Text, Triggered

LIFE_EFFECTS = ("additional_lives", "additional_lives_this_turn", "fewer_lives", "fewer_lives_this_turn")
"""Members of a card of the setup."""
WHAT_TAKES_LIVES = ("wounds", "fewer_lives", "fewer_lives_this_turn")
CHANGE_LIVES = ("additional-lives", "fewer-lives")
HAVE_AMOUNTS = (*CHANGE_LIVES, "wound", "wound-diagonal", "heal", "gain-chips", "lose-chips")


def life_effect_problems(here: str, card: Any, phase: str) -> Iterator[tuple[str, str]]:
    """Effects on the lives of a card of the setup that no position can have."""
    for name in LIFE_EFFECTS:
        if getattr(card, name) and card.zone not in BATTLE_ZONES:
            yield f"{here}/{name}", "effects on its lives end when a card leaves the battle zone"
        elif getattr(card, name) and phase == "before-turn" and name.endswith("_this_turn"):
            yield f"{here}/{name}", "before the turn nothing lasts until its end yet"


def in_doubt(cards: Iterable[Any]) -> bool:
    """Whether it must be counted if every card of a setup has lives left."""
    return any(
        sum(getattr(card, name) for name in WHAT_TAKES_LIVES) >= card.life
        or any(isinstance(text, Lives) and text.what == "fewer" for text in card.texts)
        for card in cards
    )


def lives_problems(here: str, text: Text) -> Iterator[tuple[str, str]]:
    """What a text at `here` cannot say."""
    if isinstance(text, Lives):
        yield from _feature_problems(here, text)
    elif isinstance(text, Playable):
        before: set[str] = set()
        yield from _ability_problems(here, text, before)
        for n, part in enumerate(text.then):
            yield from _ability_problems(f"{here}/then/{n}", part, before)
    elif isinstance(text, Accompanying):
        yield from _effects_problems(f"{here}/effects", text.effects, {"healed", "wounded"})
    elif isinstance(text, Triggered):
        yield from _bounds_problems(f"{here}/to", text.to or Filter())
        yield from _effects_problems(f"{here}/effects", text.effects, set())


def _ability_problems(here: str, text: Playable | Part, before: set[str]) -> Iterator[tuple[str, str]]:
    """`before`: what was done before it in this text, to which its own is added."""
    yield from _bounds_problems(f"{here}/on", text.on)
    before |= {"wounded"} if text.kind in ATTACKS else set()
    for name in ("effects", "accompanying"):
        yield from _effects_problems(f"{here}/{name}", getattr(text, name), before)


def _effects_problems(here: str, effects: tuple[Effect, ...], before: set[str]) -> Iterator[tuple[str, str]]:
    for n, effect in enumerate(effects):
        yield from _effect_problems(f"{here}/{n}", effect, before)
        before |= {"healed"} if effect.do == "heal" else set()
        before |= {"wounded"} if effect.do in ("wound", "wound-diagonal") else set()


def _feature_problems(here: str, text: Lives) -> Iterator[tuple[str, str]]:
    if text.on.asks_lives:
        yield f"{here}/on", "what changes lives cannot ask for current lives: the number would rest on itself"
    if text.on.what == "cell":
        yield f"{here}/on/what", "cards have lives, cells have none"
    for name in ("near", "diagonal"):
        if getattr(text.on, name) == "target":
            yield f"{here}/on/{name}", "a permanent feature has no target; use source"


def _effect_problems(here: str, effect: Effect, before: set[str]) -> Iterator[tuple[str, str]]:
    yield from _bounds_problems(f"{here}/on", effect.on)
    if effect.on.asks_lives and (effect.itself or effect.target):
        yield f"{here}/on", "a condition on lives is for a chosen target or for each card that fits"
    if effect.until_end_of_turn and effect.do not in CHANGE_LIVES:
        yield (
            f"{here}/until_end_of_turn",
            f"{effect.do} takes no such member; {' and '.join(CHANGE_LIVES)} do",
        )
    if effect.for_each and effect.do not in HAVE_AMOUNTS:
        yield f"{here}/for_each", f"{effect.do} has no amount that could be counted"
    elif effect.for_each in ("healed", "wounded") and effect.for_each not in before:
        verb = "heals" if effect.for_each == "healed" else "wounds"
        yield f"{here}/for_each", f"nothing before it in this text {verb}"


def _bounds_problems(here: str, wanted: Filter) -> Iterator[tuple[str, str]]:
    most, least = wanted.lives_at_most, wanted.lives_at_least
    if most is not None and least is not None and least > most:
        yield f"{here}/lives_at_least", f"no card has {least} or more lives and {most} or fewer"
