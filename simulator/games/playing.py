"""Reading and playing documents of any game that is registered here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.engine import playback, scenario
from simulator.engine.limits import Limits
from simulator.engine.scenario import Scenario

from .registry import games


def parse(document: Any, limits: Limits | None = None) -> Scenario:
    """Read a document. Raises BadScenario with every problem."""
    return scenario.parse(document, games(), limits)


def canonical(document: Any) -> bytes:
    """The canonical bytes of a document: its identity. Raises BadScenario."""
    return scenario.canonical(document, games())


def play_document(
    document: Any, *, boards: str = "diff", ask: Iterable[Any] = (), limits: Limits | None = None
) -> dict[str, Any]:
    """Play a document (see `simulator.engine.playback.play_document`).

    >>> from .registry import games
    >>> told = play_document(games()["berserk"].examples[0])
    >>> [step["id"] for step in told["lines"][0]["steps"]]
    ['main.1.declared.1', 'main.1.moved.1', 'main.1.supply-spent.1']
    """
    return playback.play_document(document, games(), boards=boards, ask=ask, limits=limits)
