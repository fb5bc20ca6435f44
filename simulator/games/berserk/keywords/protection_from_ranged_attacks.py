"""Protection from ranged attacks (ЗОДА): a short name of exactly four protections, each on its own."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Grant, Instance
from simulator.engine.rulebook import Rules

from ..board import Battle
from .protection import feature_of

rules = Rules()

FEATURE = "protection-from-ranged-attacks"
SHORTHAND = "berserk:protection-from-ranged-attacks#shorthand"
INDEPENDENT = "berserk:protection-from-ranged-attacks#members-are-independent"
rules.flag(SHORTHAND)
rules.flag(INDEPENDENT)
MEMBERS = {
    "shot": "berserk:protection-from-ranged-attacks#includes-shots",
    "throw": "berserk:protection-from-ranged-attacks#includes-throws",
    "discharge": "berserk:protection-from-ranged-attacks#includes-discharges",
    "strike-through-row": "berserk:protection-from-ranged-attacks#includes-strikes-through-a-row",
}


def _member(kind: str, clause: str) -> None:
    def granted(look: Look, subject: str, own: Instance) -> Grant | None:
        if own.bearer != subject or not look.stands(SHORTHAND):
            return None
        board: Battle = look.board
        lost = any(g.card == subject and g.lost and g.kind in MEMBERS for g in board.guards)
        return None if lost and not look.stands(INDEPENDENT) else Grant(feature_of(kind))

    granted.__qualname__ = f"includes:{kind}"
    rules.modifies("features", clause, of=FEATURE)(granted)


def borne_by_the_bundle(look: Look, instance: Instance) -> tuple[str, ...]:
    """The clauses by which a card bears one of the four: its own, that of the short name, and that of their
    independence once one of them is lost."""
    if instance.clause not in MEMBERS.values():
        return ()
    board: Battle = look.board
    lost = any(g.card == instance.bearer and g.lost and g.kind in MEMBERS for g in board.guards)
    return (instance.clause, SHORTHAND, INDEPENDENT) if lost else (instance.clause, SHORTHAND)


for _kind, _clause in MEMBERS.items():
    _member(_kind, _clause)
