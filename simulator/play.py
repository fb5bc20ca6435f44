"""Plays as the site uses them: bounded, remembered for a while, boards rebuilt from diffs. No Django here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .engine.limits import Limits
from .engine.playback import play_document
from .engine.scenario import BadScenario, Problem
from .engine.trace import applied

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
        if line["stop"] and line["stop"]["kind"] in ("limit", "loop-limit")
    ]
    if endless:
        raise BadScenario(endless)
    return play


@lru_cache(maxsize=128)
def play_stored(text: str) -> dict[str, Any]:
    """The play of a stored document or an example, given as JSON text. Callers only read it.

    The text itself is the key, and the memory ends with the process: no other engine's play can be found here.
    """
    return play_document(json.loads(text), limits=LIMITS)


def boards(play: dict[str, Any], line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The board at the start of a line and after each of its steps."""
    board = play["picture"]
    yield board
    for step in line["steps"]:
        board = applied(board, step["diff"])
        yield board
