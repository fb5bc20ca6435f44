"""Range X (Дальность): how far from its source a text may be declared."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance, Target
from simulator.engine.rulebook import Rules

from ..actions import UseText
from ..board import Battle, Card
from ..cells import COLUMNS, ROWS, distance
from ..declaring import text_of, wants
from ..effects import wanted_targets
from ..text_effects import RANGED
from ..texts import Playable

rules = Rules()

ORTHOGONAL = "berserk:range#counts-orthogonal-steps"
FROM_SOURCE = "berserk:range#measured-from-the-source"
for _clause in (ORTHOGONAL, FROM_SOURCE):
    rules.flag(_clause)

AT_AUXILIARY = ("shot", "discharge", "throw", "spell", "influence")
LIMIT = "range limit"


def steps_between(look: Look, one: str, other: str) -> int:
    """The distance that range counts: along rows and columns."""
    if look.stands(ORTHOGONAL):
        return distance(one, other)
    dx = abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0]))
    dy = abs(ROWS.index(one[1:]) - ROWS.index(other[1:]))
    return max(dx, dy)


@rules.forbids(Target, "berserk:range#limits-declaration", stage="declare", kind=LIMIT)
def within_range(look: Look, target: Target) -> Any:
    """Asked when targets are declared. What has no range stated, or no distance, is freed by the lifts below."""
    text = text_of(look, target.ability)
    if text is None or target.object not in main_targets(text, target.ability):
        return None
    if text.range is None and text.kind not in RANGED:
        return None  # nothing of it speaks of a distance
    board: Battle = look.board
    source = board.cards[target.ability.card]
    cell = board.cards[target.object].cell if target.object in board.cards else target.object
    facts = {"card": source.id, "target": target.object, "limit": text.range or 0}
    origin = source.cell
    if not look.stands(FROM_SOURCE):
        origin = _nearest_own(board, source.controller, cell)
    if origin is None or cell is None:
        return "no-distance", facts
    steps = steps_between(look, origin, cell)
    if steps > (text.range or 0):
        return "out-of-range", {**facts, "steps": steps}, (ORTHOGONAL, FROM_SOURCE)
    return None


def main_targets(text: Playable, action: UseText) -> tuple[str, ...]:
    """The targets of the text itself; what accompanies it has no range of its own."""
    main = len(wants(text)) - len(wanted_targets(text.accompanying))
    return action.targets[:main]


def _nearest_own(board: Battle, player: str, cell: str | None) -> str | None:
    """Where range would be measured from if not from the source (a knock-out only)."""
    cells = [c.cell for c in board.cards.values() if c.controller == player and c.cell]
    return min(cells, key=lambda c: distance(c, cell), default=None) if cell else None


@rules.lifts(LIMIT, "berserk:range#unstated-means-unlimited")
def none_is_stated(look: Look, lifted: Any, ability: Any, event: Any) -> bool:
    text = text_of(look, ability)
    return text is not None and text.range is None


@rules.lifts(LIMIT, "berserk:range#auxiliary-target-at-any-range")
def at_a_card_in_the_auxiliary_zone(look: Look, lifted: Any, ability: Any, event: Any) -> bool:
    """Only the five kinds named; others with a range stay refused, since no distance can be counted."""
    text = text_of(look, ability)
    other = look.board.cards.get(event.object)
    return text is not None and other is not None and other.zone == "auxiliary" and text.kind in AT_AUXILIARY


@rules.lifts(LIMIT, "berserk:range#auxiliary-source-at-any-range")
def from_the_auxiliary_zone(look: Look, lifted: Any, ability: Any, event: Any) -> bool:
    """At any card in the battle zone; a cell is no card."""
    if text_of(look, ability) is None or event.object not in look.board.cards:
        return False
    source: Card = look.board.cards[ability.card]
    return source.zone == "auxiliary"


@rules.lifts(LIMIT, "berserk:text-beats-rules#special-over-general", of="no-range-limits")
def limits_do_not_count(look: Look, lifted: Any, ability: Any, event: Any, own: Instance) -> bool:
    """A text "range limits do not count for this card"; nearness is no range."""
    return isinstance(ability, UseText) and ability.card == own.bearer
