"""Plays as the site uses them: bounded, remembered for a while, boards rebuilt from diffs. No Django here."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import accumulate
from typing import Any

from .engine.limits import Limits
from .engine.scenario import BadScenario, Problem
from .engine.trace import applied
from .games.playing import play_document
from .standing import digest_of

# A page lists every step, so a shared scenario is held to fewer of them than the engine would play.
LIMITS = Limits(steps=600)
# A full board for each step is the one answer whose size is (steps × cards).
FULL_BOARDS = Limits(steps=300, lines=10)


def play_shared(document: Any) -> dict[str, Any]:
    """The play of a document that is to have a link. One that runs into a limit is a BadScenario too."""
    play = play_document(document, limits=LIMITS)
    endless = [
        Problem(pointer=line["stop"]["place"], detail=line["stop"]["sentence"]["en"], code="limit")
        for line in play["lines"]
        if line["stop"] and line["stop"]["kind"] == "limit"
    ]
    if endless:
        raise BadScenario(endless)
    return play


@lru_cache(maxsize=128)
def play_stored(text: str) -> dict[str, Any]:
    """The play of a stored document or an example, given as JSON text. Callers only read it.

    The text itself is the key, and the memory ends with the process: no other engine's play can be found here.
    """
    play = play_document(json.loads(text), limits=LIMITS)
    if not play["lines"]:
        play["lines"].append(_position(play["picture"]))
    return play


@lru_cache(maxsize=128)
def digest_stored(text: str) -> dict[str, Any]:
    """What `play_stored` gives, as it is compared with an older play."""
    return digest_of(play_stored(text))


@lru_cache(maxsize=128)
def pictures(text: str, line_name: str) -> tuple[dict[str, Any], ...]:
    """The board at the start of a line and after each of its steps. They share what a step leaves alone."""
    line = next(line for line in play_stored(text)["lines"] if line["name"] == line_name)
    return tuple(accumulate((step["diff"] for step in line["steps"]), applied, initial=line["picture"]))


def _position(picture: dict[str, Any]) -> dict[str, Any]:
    """The one line of a document that is a position only: nothing happens in it."""
    nothing: dict[str, Any] = {"from": None, "decision": None, "stop": None}
    return nothing | {
        "name": "",
        "picture": picture,
        "steps": [],
        "comments": [],
        "resolved": [],
        "digests": [],
    }
