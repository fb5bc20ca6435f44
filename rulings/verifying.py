"""Does a scenario still show what it is kept for? Knows documents and plays as data, nothing of the database.

`prove` plays a document; `judge` sets today's play beside the one that was accepted once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from simulator import standing
from simulator.engine.playback import Playback, tell
from simulator.engine.scenario import BadScenario
from simulator.games.playing import parse
from simulator.play import LIMITS

log = logging.getLogger(__name__)

Result = Literal["holds", "other-clauses", "different", "stops"]
RESULTS: tuple[Result, ...] = ("holds", "other-clauses", "different", "stops")
_RESULT_OF: dict[str, Result] = {
    "holds": "holds", "clauses": "other-clauses", "different": "different", "stops": "stops",
}  # fmt: skip


@dataclass(frozen=True)
class Failure:
    """One thing that keeps a play from showing what it should."""

    result: Result  # different | stops
    line: str
    step: int | None  # after which step of the line, or which one did not come about; None: it has no step
    clause: str
    pointer: str  # of the place in the document
    words: dict[str, str]


@dataclass(frozen=True)
class Proof:
    play: dict[str, Any]
    cited: frozenset[str]  # every clause that a step or a refusal shows
    failures: tuple[Failure, ...]

    @property
    def digest(self) -> dict[str, Any]:
        """What is compared later. What *else* may be done at the end of a line is no part of what it shows: an
        engine that learns more offers more."""
        digest = standing.digest_of(self.play)
        return digest | {"lines": [{**line, "options": None} for line in digest["lines"]]}


@dataclass(frozen=True)
class Judged:
    """How a play stands: the result, and where and by which clause it departs ("" and None: nowhere)."""

    result: Result
    line: str = ""
    step: int | None = None
    clause: str = ""


def prove(scenario: dict[str, Any]) -> Proof:
    """Play a document. Raises BadScenario with every problem when it cannot be read."""
    playback = Playback(parse(scenario, limits=LIMITS), limits=LIMITS)
    play = tell(playback)
    return Proof(play, playback.cited(), tuple(failures(play)))


def judge(scenario: dict[str, Any], accepted: dict[str, Any] | None) -> tuple[Judged, Proof | None]:
    """How today's play stands to the accepted one, or to the document's own claims when none was accepted yet.
    There is no proof of a document that today's engine cannot read: it stops before its first step."""
    try:
        proof = prove(scenario)
    except BadScenario:
        return Judged("stops", step=0), None
    except Exception:  # one board that breaks the engine must not leave all others unchecked
        log.exception("a scenario of %s cannot be played", scenario.get("game"))
        return Judged("stops", step=0), None
    first = proof.failures[0] if proof.failures else None
    if accepted is None:
        return (
            Judged(first.result, first.line, first.step, first.clause) if first else Judged("holds")
        ), proof
    found = standing.compare(accepted, proof.digest)
    if found.kind in ("holds", "clauses") and first:  # it never held
        return Judged(first.result, first.line, first.step, first.clause), proof
    step = found.n
    line = found.line
    if found.kind != "holds" and step is None and first:  # no step differs: a claim does
        line, step = first.line, first.step
    return Judged(_RESULT_OF[found.kind], line, step, found.clause or ""), proof


def failures(play: dict[str, Any]) -> Iterator[Failure]:
    """What keeps a play from showing what its claims say; a refusal that a claim speaks of is meant."""
    refusals = {
        (claim["claim"].get("line", "main"), claim["claim"]["clause"])
        for claim in play["claims"]
        if claim["claim"]["kind"] == "refused" and claim["holds"] and "at" not in claim["claim"]
    }
    steps = {line["name"]: line["steps"] for line in play["lines"]}
    for line in play["lines"]:
        stop = line["stop"]
        if stop is None:
            continue
        clauses = [reason["clause"] for reason in stop["reasons"] if reason["clause"]]
        if stop["kind"] == "refused" and any((line["name"], clause) in refusals for clause in clauses):
            continue  # it shows this very refusal
        clause = clauses[0] if clauses else ""
        yield Failure("stops", line["name"], len(line["steps"]) + 1, clause, stop["place"], stop["sentence"])
    for n, claim in enumerate(play["claims"]):
        if not claim["holds"]:
            given = claim["claim"]
            name = given.get("line", "main")
            ids = [step["id"] for step in steps.get(name, [])]
            at = given.get("at")
            step = ids.index(at) + 1 if at in ids else len(ids)
            yield Failure("different", name, step or None, "", f"/claims/{n}", claim["sentence"])
