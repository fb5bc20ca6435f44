"""What an example shows, and which clauses it cannot do without: played once as it is, once without each."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from simulator.engine.knockout import is_load_bearing
from simulator.engine.limits import Limits
from simulator.engine.playback import Playback
from simulator.engine.scenario import BadScenario
from simulator.games.playing import parse
from simulator.play import LIMITS

log = logging.getLogger(__name__)

# Without a rule that ends something a play may go on and on: it is cut soon, which is a change all the same.
SHORT = Limits(steps=200, decisions=60)


class Shown(NamedTuple):
    """The clauses that steps and refusals of an example cite, and those of them that carry load in it."""

    shown: list[str]
    load_bearing: list[str]


def judge(scenario: dict[str, Any], cites: list[str], *, name: str = "") -> Shown:
    """Play an example, then without each clause that it cites or shows. One that cannot be played shows nothing."""
    try:
        playback = _played(scenario)
    except BadScenario as bad:
        log.warning("%s shows nothing: %s", name, bad)
        return Shown([], [])
    shown = sorted(clause for clause in playback.cited() if not clause.startswith("card:"))
    asked = sorted({*shown, *cites} & playback.rules.clauses)
    return Shown(shown, [clause for clause in asked if _bears(playback, clause, name)])


def _played(scenario: dict[str, Any]) -> Playback:
    """The play under short limits, unless the example itself is longer than they are."""
    playback = Playback(parse(scenario, limits=LIMITS), limits=SHORT)
    if any(line.stop and line.stop.kind == "limit" for line in playback.lines.values()):
        playback = Playback(parse(scenario, limits=LIMITS), limits=LIMITS)
    return playback


def _bears(playback: Playback, clause: str, name: str) -> bool:
    try:
        return is_load_bearing(playback, clause)
    except Exception:  # a rulebook without one rule may fail in any way: no reason to serve no content
        log.exception("%s cannot be played without %s", name, clause)
        return False
