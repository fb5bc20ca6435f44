"""Does a scenario that was stored by an older engine still play as it did?

`digest_of` is stored with a scenario, `compare` sets it beside today's play. Both know plays only as the data
that `play_document` gives; neither reads the database.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["holds", "clauses", "different", "stops"]


@dataclass(frozen=True)
class Standing:
    """`holds`, holds by other `clauses`, `different` from a step on, or `stops` at a step because of a clause.

    `n` counts the steps of `line` from 1 and is None where no step but what follows the last one differs
    (what may be done then, or a claim).
    """

    kind: Kind
    line: str = ""
    n: int | None = None
    clause: str | None = None


def digest_of(play: dict[str, Any]) -> dict[str, Any]:
    """What of a play is compared later: every step and what it cites, stops, open options, results of claims."""
    return {
        "lines": [_line_digest(line) for line in play["lines"]],
        "claims": [bool(claim["holds"]) for claim in play["claims"]],
    }


def resolved_answers(play: dict[str, Any]) -> list[dict[str, Any]]:
    """Every answer the play took, with its whole moment key, those taken by default too."""
    return [{"line": line["name"], **answer} for line in play["lines"] for answer in line["resolved"]]


def compare(stored: dict[str, Any], played: dict[str, Any]) -> Standing:
    """How today's digest stands to the stored one. The first difference that counts wins."""
    today = {line["name"]: line for line in played["lines"]}
    other_clauses: Standing | None = None
    for line in stored["lines"]:
        now = today.get(line["name"])
        if now is None:
            return Standing("different", line["name"], 1)
        found = _compare_line(line, now)
        if found.kind in ("different", "stops"):
            return found
        if found.kind == "clauses":
            other_clauses = other_clauses or found
    if stored["claims"] != played["claims"]:
        return Standing("different")
    return other_clauses or Standing("holds")


def _compare_line(then: dict[str, Any], now: dict[str, Any]) -> Standing:
    name = then["name"]
    by_other_clauses = None
    for n, (old, new) in enumerate(zip(then["steps"], now["steps"], strict=False), 1):
        if old[1] != new[1]:
            return Standing("different", name, n)
        if old[2] != new[2] and by_other_clauses is None:
            by_other_clauses = Standing("clauses", name, n)
    before, after = len(then["steps"]), len(now["steps"])
    stopped, stops = then["stop"], now["stop"]
    if stops and (stopped is None or before > after):
        return Standing("stops", name, after + 1, next(iter(stops["clauses"]), None))
    if before != after or (stopped is None) != (stops is None):
        return Standing("different", name, min(before, after) + 1)
    if stopped and stops:
        if stopped["kind"] != stops["kind"]:
            return Standing("different", name, after + 1)
        if stopped["clauses"] != stops["clauses"]:
            return by_other_clauses or Standing("clauses", name, after + 1)
    if then["options"] != now["options"]:
        return Standing("different", name)
    return by_other_clauses or Standing("holds", name)


def _line_digest(line: dict[str, Any]) -> dict[str, Any]:
    stop, decision = line["stop"], line["decision"]
    return {
        "name": line["name"],
        # the engine's digest of a step: what happened, a dot, which clauses brought it about
        "steps": [
            [step["id"], *digest.split(".")]
            for step, digest in zip(line["steps"], line["digests"], strict=True)
        ],
        "stop": stop and {"kind": stop["kind"], "clauses": [reason["clause"] for reason in stop["reasons"]]},
        "options": decision and _short(sorted(_text(option["take"]) for option in decision["options"])),
    }


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _short(data: Any) -> str:
    """48 bits: enough to notice a change; nobody gains by forging one."""
    return hashlib.sha256(_text(data).encode()).hexdigest()[:12]
