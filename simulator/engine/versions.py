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
    """A document of a version that this engine does not know; `newer`: by an engine yet to come."""

    def __init__(self, detail: str, newer: bool = False) -> None:
        self.newer = newer
        super().__init__(detail)


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """The document in the current version. Raises UnknownVersion."""
    known = "1" if CURRENT == 1 else f"1 to {CURRENT}"
    if "v" not in document:
        raise UnknownVersion(f'the member "v" is missing: the version of the document, {known}')
    version = document["v"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise UnknownVersion(f"the version of a document is {known}")
    if version > CURRENT:
        raise UnknownVersion(f"version {version} is newer than this engine, which knows {known}", newer=True)
    while version < CURRENT:
        document = UPGRADES[version](document)
        version += 1
    return document
