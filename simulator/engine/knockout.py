"""Knock-outs: take a clause away and see whether its example notices.

A clause is load-bearing in an example when without it the board, the order of events, the options or the
legality of something claimed come out otherwise. A citation that is merely lost is no change.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .claims import OfferedClaim, RefusedClaim
from .errors import EngineError
from .line import pinned
from .playback import Playback
from .position import canonical_key
from .record import to_json


class Change(msgspec.Struct, frozen=True):
    """The first thing that comes out otherwise: what ("events", "board", "options", "legality", "stop") and
    where (a line, or the number of a claim)."""

    what: str
    where: str


def without_clause(playback: Playback, clause: str) -> Playback:
    """The same scenario with every rule that carries the clause taken away. Its answers are taken at the very
    moments at which they were taken with the clause, or not at all.

    Raises EngineError when no rule carries it.
    """
    scenario = pinned(playback.scenario, playback.lines)
    return Playback(scenario, playback.rules.without(clause), playback.limits)


def first_change(one: Playback, other: Playback) -> Change | None:
    """What comes out otherwise in the other playback, or None when nothing does."""
    for name, line in one.lines.items():
        there = other.lines[name]
        if (line.stop and line.stop.kind) != (there.stop and there.stop.kind):
            return Change("stop", name)
        if [_told(s.event) for s in line.steps] != [_told(s.event) for s in there.steps]:
            return Change("events", name)
        if _end(line) != _end(there):
            return Change("board", name)
        if _options(line) != _options(there):
            return Change("options", name)
    for n, (claim, found, then) in enumerate(
        zip(one.scenario.claims, one.findings, other.findings, strict=True)
    ):
        if isinstance(claim, (RefusedClaim, OfferedClaim)):
            if bool(found.reasons) != bool(then.reasons):
                return Change("legality", str(n))
        elif found.found != then.found:
            return Change("board", str(n))
    return None


def is_load_bearing(playback: Playback, clause: str) -> bool:
    """Whether an example notices that a clause is taken away."""
    try:
        return first_change(playback, without_clause(playback, clause)) is not None
    except EngineError:
        return False


def _told(event: Any) -> Any:
    return type(event).__name__, to_json(event)


def _end(line: Any) -> str:
    return canonical_key(line.play.position()) if line.play is not None else canonical_key(line.board)


def _options(line: Any) -> Any:
    decision = line.decision
    return None if decision is None else [to_json(o) for o in decision.options]
