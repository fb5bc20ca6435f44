"""The games this simulator plays, by slug."""

from __future__ import annotations

from functools import cache
from typing import Any

from simulator.engine.game import Game


@cache
def games() -> dict[str, Game]:
    """Every game, by its slug."""
    from .berserk.game import GAME as berserk
    from .gate_ruler.game import GAME as gate_ruler

    return {game.slug: game for game in (berserk, gate_ruler)}


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of scenario documents of every game."""
    from simulator.engine.schema import scenario_schema

    return scenario_schema(games().values())
