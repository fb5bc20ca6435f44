"""The value of an attack: its printed wounds, then what strengthens or weakens it."""

from __future__ import annotations

from typing import get_args

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules

from .dice import Strength, wounds_of
from .events import Ability
from .lives import kept_cites
from .text_effects import ATTACKS, Dealing
from .texts import Modifier

rules = Rules()

KINDS = "berserk:ranged-attack#kinds"
RANGED = ("shot", "throw", "discharge", "strike-through-row")


def attack_value(look: Look, ability: Ability, strengths: tuple[int, int, int], strength: Strength) -> int:
    """The wounds an attack deals: the printed number of its strength and every modifier, never below 0."""
    base = wounds_of(strengths, strength)
    target = ability.targets[0]
    return max(0, base + sum(int(look.value(name, of)) for name, of in _modified(ability, target)))


def value_cites(look: Look, ability: Ability) -> tuple[str, ...]:
    """The clauses of everything that changed the value of an attack, or of what its wounds leave alone."""
    target = ability.targets[0]
    return tuple(dict.fromkeys((*wound_cites(look, ability, target), *kept_cites(look, target))))


def wounds_dealt(look: Look, ability: Ability, card: str, amount: int) -> int:
    """The wounds that a spell or an influence deals to a card: its number and every modifier, never below 0.
    What accompanies an ability is not that ability, and is not modified."""
    if ability.accompanying or ability.kind in ATTACKS:
        return amount
    return max(0, amount + sum(int(look.value(name, of)) for name, of in _modified(ability, card)))


def wound_cites(look: Look, ability: Ability, card: str) -> tuple[str, ...]:
    """The clauses of everything that changed the wounds of an ability on a card."""
    if ability.accompanying:
        return ()
    rows = [row for name, of in _modified(ability, card) for row in look.ledger(name, of)]
    return tuple(dict.fromkeys(c for rule, _, _ in rows for c in rule.cites))


def _modified(ability: Ability, card: str) -> tuple[tuple[str, str], ...]:
    """The values that change what an ability deals to a card: those of its source first."""
    return ((f"attack-by:{ability.kind}", ability.source), (f"attack-on:{ability.kind}", card))


def _weaker(look: Look, subject: str, own: Instance) -> Add | None:
    """A text "ranged attacks on this card get -1"."""
    return Add(-1) if own.bearer == subject else None


for _kind in RANGED:
    rules.modifies(f"attack-on:{_kind}", KINDS, of="ranged-attacks-weaker")(_weaker)


def _vulnerable(look: Look, subject: str) -> Add | None:
    """Each attack on a card with a vulnerability marker gets +1."""
    return Add(1) if look.board.cards[subject].markers.get("vulnerability") else None


for _kind in ATTACKS:
    rules.modifies(f"attack-on:{_kind}", "berserk:marker#named-condition")(_vulnerable)


def _more_or_fewer(look: Look, subject: str, own: Instance) -> Add | None:
    """A text "these abilities deal N more (fewer) wounds"."""
    return Add(own.x or 0) if own.bearer == subject else None


for _kind in get_args(Dealing):
    for _side in ("by", "on"):
        rules.modifies(
            f"attack-{_side}:{_kind}", "berserk:permanent-feature#always-on", of=f"modifier-{_side}-{_kind}"
        )(_more_or_fewer)


def modifier_features(text: Modifier) -> tuple[str, ...]:
    """The features of a modifier, one a kind of ability."""
    return tuple(f"modifier-{'by' if text.by else 'on'}-{kind}" for kind in text.of)
