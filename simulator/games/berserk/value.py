"""The value of an attack: its printed wounds, then what strengthens or weakens it."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules

from .dice import Strength, wounds_of
from .events import Ability
from .lives import kept_cites
from .texts import ATTACKS

rules = Rules()

KINDS = "berserk:ranged-attack#kinds"
RANGED = ("shot", "throw", "discharge", "strike-through-row")


def attack_value(look: Look, ability: Ability, strengths: tuple[int, int, int], strength: Strength) -> int:
    """The wounds an attack deals: the printed number of its strength and every modifier, never below 0."""
    base = wounds_of(strengths, strength)
    target = ability.targets[0]
    return max(0, base + int(look.value(f"attack-on:{ability.kind}", target)))


def value_cites(look: Look, ability: Ability) -> tuple[str, ...]:
    """The clauses of everything that changed the value of an attack, or of what its wounds leave alone."""
    rows = look.ledger(f"attack-on:{ability.kind}", ability.targets[0])
    cites = (*(c for rule, _, _ in rows for c in rule.cites), *kept_cites(look, ability.targets[0]))
    return tuple(dict.fromkeys(cites))


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
