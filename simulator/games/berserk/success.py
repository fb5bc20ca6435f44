"""Whether an ability was performed successfully, and what follows when it was not."""

from __future__ import annotations

from typing import NamedTuple

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from .keywords import spell
from .texts import Playable

rules = Rules()

INFLUENCE = "berserk:influence#no-effect-is-no-success"
DEPENDENCE = "berserk:composite-feature#dependent-parts-wait-for-success"
rules.flag(INFLUENCE)


class Consequences(NamedTuple):
    """Of an ability without success: the clauses by which it had none, by which what accompanies it does not
    trigger, and by which what depends on it is not declared (empty = it is not in force)."""

    failed: tuple[str, ...]
    nothing_along: tuple[str, ...]
    nothing_dependent: tuple[str, ...]


def consequences(look: Look, text: Playable) -> Consequences:
    """What is said of the kind of an ability that laid no effect."""
    if text.kind == "spell":
        return Consequences(
            spell.failure(look, text),
            standing(look, spell.NOTHING_ALONG),
            standing(look, spell.NOTHING_DEPENDENT),
        )
    if text.kind == "influence":
        clause = standing(look, INFLUENCE)
        return Consequences(clause, clause, clause)
    return Consequences((), (), ())


def standing(look: Look, clause: str) -> tuple[str, ...]:
    """The clause, when it is in force."""
    return (clause,) if look.stands(clause) else ()
