"""Death (Гибель): the transfer of a card from the battle zone to the graveyard, whatever caused it."""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..actions import UseTriggered
from ..board import Battle
from ..events import Died, Exiled, PutAway
from ..triggers import CLAUSE, ON_DEATH, TRIGGERED, happens_to, performed
from .zones import PARTS_OF_THE_BATTLE_ZONE, in_battle_zone

rules = Rules()

DEATH = "berserk:death#battle-zone-to-graveyard"


def dies(before: Look, after: Look, event: PutAway) -> bool:
    """Whether a card that leaves its zone has died: it was in the battle zone and is in the graveyard (or went
    into exile instead, as it died)."""
    was, now = before.board.cards[event.card], after.board.cards[event.card]
    arrived = now.zone == "graveyard" or (isinstance(event, Exiled) and event.dying)
    return in_battle_zone(before, was) and arrived


def _death_in(zone: str, clause: str) -> None:
    def death(before: Look, after: Look, event: PutAway) -> Died | None:
        there = before.board.cards[event.card].zone == zone
        return Died(event.card, zone) if there and dies(before, after, event) else None

    death.__qualname__ = f"death:{zone}"
    rules.after(PutAway, DEATH, clause)(death)


for _zone, _clause in PARTS_OF_THE_BATTLE_ZONE.items():
    _death_in(_zone, _clause)


def on_death(before: Look, after: Look, event: PutAway, own: Instance) -> UseTriggered | None:
    """A card that dies itself sees its own death, and those of cards that die with it."""
    if not dies(before, after, event) or not happens_to(before, own, event.card):
        return None
    return performed(before, own, event.card)


for _feature in TRIGGERED["death"]:
    rules.after(PutAway, ON_DEATH, DEATH, CLAUSE, of=_feature.name, optional=_feature.may)(on_death)


@rules.happens(Died, DEATH)
def died(look: Look, event: Died) -> Battle:
    """The transfer has taken place already; this says what it was."""
    board: Battle = look.board
    return board
