"""Finding the keyword files of a game: each is named nowhere else."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def keyword_modules(package: ModuleType) -> tuple[ModuleType, ...]:
    """Every file of a game's `keywords/`, in the order of their names.

    >>> from simulator.games.berserk import keywords
    >>> [module.__name__.rpartition(".")[2] for module in keyword_modules(keywords)][:2]
    ['action', 'additional_lives']
    """
    found = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in found)
