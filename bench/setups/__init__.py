"""Random set-ups and random actions, a module for each game, named as the game's slug.

Such a module has `random_setup(rng)`, an instance of the game's own setup type, and
`random_action(rng, board, player)`, any action, sensible or not, whose words name something on the board.
"""

from __future__ import annotations

import importlib
from typing import Any


def module_of(slug: str) -> Any:
    """The module of a game. Raises ModuleNotFoundError: a game without one cannot be soaked."""
    return importlib.import_module(f"{__name__}.{slug.replace('-', '_')}")
