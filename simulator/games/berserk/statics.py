"""Permanent texts without a keyword of their own."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules

from .events import Wounded

rules = Rules()


@rules.instead(
    Wounded,
    "berserk:text-beats-rules#special-over-general",
    of="no-wounds-from-influences",
    kind="prevention",
)
def no_wounds_from_influences(look: Look, event: Wounded, own: Instance) -> Wounded | None:
    """A text "this card gets no wounds from influences"."""
    by = event.ability
    return None if event.card == own.bearer and by is not None and by.kind == "influence" else event


@rules.instead(
    Wounded, "berserk:text-beats-rules#special-over-general", of="no-wounds-from-spells", kind="prevention"
)
def no_wounds_from_spells(look: Look, event: Wounded, own: Instance) -> Wounded | None:
    """A text "this card gets no wounds from spells"."""
    by = event.ability
    return None if event.card == own.bearer and by is not None and by.kind == "spell" else event


@rules.modifies("die", "berserk:marker#named-condition")
@rules.modifies("die:attack", "berserk:marker#named-condition")
@rules.modifies("die:defence", "berserk:marker#named-condition")
def curse(look: Look, subject: str) -> Add | None:
    """A curse marker: −1 to every die of the card."""
    return Add(-1) if look.board.cards[subject].markers.get("curse") else None


@rules.modifies("die:attack", "berserk:experience#dice-modifier", of="experience-in-attack")
@rules.modifies("die:defence", "berserk:experience#dice-modifier", of="experience-in-defence")
def experience(look: Look, subject: str, own: Instance) -> Add | None:
    """Added to the bearer's own die when it strikes, or when it fights struck."""
    return Add(own.x or 0) if own.bearer == subject else None


LARGEST = "berserk:experience#largest-of-several"


@rules.modifies("die:attack", LARGEST, of="experience-in-attack")
@rules.modifies("die:defence", LARGEST, of="experience-in-defence")
def smaller_experience(look: Look, subject: str, own: Instance) -> Add | None:
    """Of several of one name only the largest counts: what a smaller (or an equal, later) one adds is taken off."""
    if own.bearer != subject:
        return None
    named = [i for i in look.features(subject) if i.feature == own.feature]
    largest = max(named, key=lambda i: i.x or 0)
    return None if own == largest else Add(-(own.x or 0))
