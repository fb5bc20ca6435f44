"""What a document proves, in short: how each line ends and how its claims fare. Told when it is stored."""

from __future__ import annotations

from collections import Counter
from typing import Any

STATES = ("holds", "fails", "not-worked-out", "not-reached")


def summary_of(play: dict[str, Any]) -> dict[str, Any]:
    """Lines with why they stop, claims counted by state and those that do not hold, notices; from a play."""
    states = Counter(claim["state"] for claim in play["claims"])
    return {
        "lines": [{"name": line["name"], "stop": _stop(line["stop"])} for line in play["lines"]],
        "claims": {state: states[state] for state in STATES},
        "unproved": [
            {
                "pointer": f"/claims/{n}",
                "state": claim["state"],
                "sentence": claim["sentence"],
                "why": claim["why"],
            }
            for n, claim in enumerate(play["claims"])
            if not claim["holds"]
        ],
        "notices": play["notices"],
    }


def _stop(stop: dict[str, Any] | None) -> dict[str, Any] | None:
    return stop and {"kind": stop["kind"], "place": stop["place"], "sentence": stop["sentence"]}
