"""Old documents keep working: one upgrade function a version, kept for ever.

>>> upgrade({"v": 1, "game": "toy"})
{'v': 1, 'game': 'toy'}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CURRENT = 1
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From a version to the next one."""


class UnknownVersion(Exception):
    """A document of a version that this engine does not know."""


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """The document in the current version. Raises UnknownVersion."""
    version = document.get("v")
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= CURRENT:
        known = "1" if CURRENT == 1 else f"1 to {CURRENT}"
        raise UnknownVersion(f"`v` must be {known}, not {version!r}")
    while version < CURRENT:
        document = UPGRADES[version](document)
        version += 1
    return document
