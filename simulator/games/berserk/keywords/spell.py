"""Spell (Заклинание): a magic ability that is no attack; without effects it is not performed successfully."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from ..text_effects import ATTACKS
from ..texts import Playable

rules = Rules()

NO_ATTACK = "berserk:spell#not-an-attack"
NO_EFFECTS = "berserk:spell#no-effects-not-successful"
NO_WOUNDS = "berserk:spell#zero-wounds-count-as-no-effect"
NOTHING_ALONG = "berserk:spell#no-accompanying-features-if-unsuccessful"
NOTHING_DEPENDENT = "berserk:spell#no-dependent-abilities-if-unsuccessful"
for _clause in (NO_ATTACK, NO_EFFECTS, NO_WOUNDS, NOTHING_ALONG, NOTHING_DEPENDENT):
    rules.flag(_clause)

WOUNDING = ("wound", "wound-diagonal")


def counts_as_attack(look: Look, kind: str) -> bool:
    """Whether an ability of this kind is an attack."""
    return kind in ATTACKS or (kind == "spell" and not look.stands(NO_ATTACK))


def protects_from(look: Look, guarded: str, kind: str) -> bool:
    """Whether a protection from one kind of ability works against another one (a spell, were it an attack,
    would be stopped by the protections from attacks)."""
    return guarded == kind or (kind == "spell" and guarded in ATTACKS and counts_as_attack(look, kind))


def only_wounds(text: Playable) -> bool:
    """Whether wounds are all that a spell lays."""
    return all(effect.do in WOUNDING for effect in text.effects)


def failure(look: Look, text: Playable) -> tuple[str, ...]:
    """The clauses by which a spell that has laid nothing was not successful; empty when it was all the same."""
    if not look.stands(NO_EFFECTS):
        return ()
    if not only_wounds(text):
        return (NO_EFFECTS,)
    return (NO_EFFECTS, NO_WOUNDS) if look.stands(NO_WOUNDS) else ()
