"""Protection from [text] (Защита от …): permanent; what comes from [text] does not reach the card.

Serves every protection without an entry of its own; entries with their own words have their own files.
"""

from __future__ import annotations

from typing import Any, get_args

from simulator.engine.look import Look
from simulator.engine.record import Grant, Instance, Quiet, Take
from simulator.engine.rulebook import Rules

from ..board import Battle
from ..events import Affects, MarkerLaid, MarkersRemoved, Wounded
from ..text_effects import Guarded
from .spell import protects_from

rules = Rules()

SPARES = "berserk:protection#accompanying-features-spare-the-target"

NAMED = {"shot": "protection-from-shots", "throw": "protection-from-throws"}
"""Protections with an entry of their own, by what they protect from."""


def feature_of(kind: str) -> str:
    """The feature that protects from a kind of ability or marker."""
    return NAMED.get(kind, f"protection-from-{kind}")


GENERIC = tuple(k for k in get_args(Guarded) if k not in NAMED)


def guarded_against(own: Instance) -> str:
    """What a generic protection protects from."""
    return own.feature.removeprefix("protection-from-")


def no_effects(look: Look, event: Affects, own: Instance) -> Affects | None:
    """No effects at all, whether the card was a target or not (wounds have their own sentence)."""
    return None if _main(look, event, own) and not isinstance(event, Wounded) else event


def no_wounds(look: Look, event: Wounded, own: Instance) -> Wounded | None:
    return None if _main(look, event, own) else event


def _main(look: Look, event: Affects, own: Instance) -> bool:
    by = event.ability
    return (
        event.card == own.bearer
        and by is not None
        and not by.accompanying
        and protects_from(look, guarded_against(own), by.kind)
    )


def spares_the_target(look: Look, event: Affects, own: Instance) -> Affects | None:
    """Accompanying features do not work on the protected card (if it was the target: see the lift)."""
    by = event.ability
    if event.card != own.bearer or by is None or not by.accompanying or by.kind != guarded_against(own):
        return event
    return None


@rules.lifts(SPARES, "berserk:protection#accompanying-features-reach-others")
def reaches_others(look: Look, lifted: Any, ability: Any, event: Any) -> bool:
    """A protected card that was not the target is reached. Discharges are the exception: what the source says
    of protection from them has no such condition."""
    return event.card not in ability.targets and ability.kind != "discharge"


def no_markers(look: Look, event: MarkerLaid, own: Instance) -> MarkerLaid | None:
    return None if event.card == own.bearer and event.marker == guarded_against(own) else event


def no_markers_kept(before: Look, after: Look, event: Quiet, own: Instance) -> MarkersRemoved | None:
    """Removed at once, as an effect of the rules; they do not come back with the protection's end."""
    marker = guarded_against(own)
    if after.board.cards[own.bearer].markers.get(marker):
        return MarkersRemoved(card=own.bearer, marker=marker)
    return None


for _kind in GENERIC:
    _of: dict[str, Any] = {"of": feature_of(_kind), "kind": "protection"}
    rules.instead(Affects, "berserk:protection#no-effects-received", **_of)(no_effects)
    rules.instead(Wounded, "berserk:protection#no-wounds-received", **_of)(no_wounds)
    rules.instead(Affects, SPARES, **_of)(spares_the_target)
    rules.instead(MarkerLaid, "berserk:protection#no-markers-received", **_of)(no_markers)
    rules.after(Quiet, "berserk:protection#no-markers-kept", of=feature_of(_kind))(no_markers_kept)


def own_words(rules: Rules, kind: str, main: str, accompanying: str) -> None:
    """A protection with an entry of its own: nothing of the ability, nor of what accompanies it, works on the
    card if it was the target."""

    def from_the_ability(look: Look, event: Affects, own: Instance) -> Affects | None:
        return None if _aimed(look, event, own, kind, accompanying=False) else event

    def from_what_accompanies(look: Look, event: Affects, own: Instance) -> Affects | None:
        return None if _aimed(look, event, own, kind, accompanying=True) else event

    rules.instead(Affects, main, of=NAMED[kind], kind="protection")(from_the_ability)
    rules.instead(Affects, accompanying, of=NAMED[kind], kind="protection")(from_what_accompanies)


def _aimed(look: Look, event: Affects, own: Instance, kind: str, *, accompanying: bool) -> bool:
    by = event.ability
    if event.card != own.bearer or by is None or by.accompanying != accompanying:
        return False
    if not protects_from(look, kind, by.kind):
        return False
    return event.card in by.targets


# --- gained and lost until the end of the turn -----------------------------------------------------------


@rules.modifies("features", "berserk:turn-effect#until-end-of-turn")
def for_a_turn(look: Look, subject: str) -> tuple[Grant | Take, ...] | None:
    board: Battle = look.board
    if not board.guards:
        return None
    latest = {g.kind: g.lost for g in board.guards if g.card == subject}
    found = [Take(feature_of(kind)) if lost else Grant(feature_of(kind)) for kind, lost in latest.items()]
    return tuple(found) or None
