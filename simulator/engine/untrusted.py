"""What may be JSON at all: the first look at a document that anybody may have written.

>>> value, problems = checked({"life": 4.0, "name": "Sc\\x00out", "x": float("nan")}, 1000)
>>> value["life"], [(p.pointer, p.code) for p in problems]
(4, [('/name', 'text'), ('/x', 'number')])
"""

from __future__ import annotations

import re
from typing import Any

from .reading import Problem, escaped, shown

DEPTH = 24
TEXT = 4000
"""Characters of one text."""
LARGEST = 2**53 - 1
"""Beyond it a whole number is not the same in every program that reads JSON."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LINES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
PROSE = frozenset({"text"})
"""Members whose texts may have line breaks."""


def _readable(text: str) -> bool:
    """Whether nothing of these kinds is in a text; none of them can be printed, and most texts can."""
    return text.isprintable() or not any(kind.search(text) for kind in (_SURROGATE, _CONTROL, _TURNING))


class TooLarge(Exception):
    """The document has more in it than its size may be."""


def checked(value: Any, most: int) -> tuple[Any, list[Problem]]:
    """The document as plain JSON (whole numbers written as 4.0 are 4) and everything in it that is not JSON
    or that no reader could show. Raises TooLarge beyond `most` characters; what is wrong becomes null.
    """
    reader = _Reader(most)
    return reader.read(value, "", 0, ""), reader.problems


class _Reader:
    def __init__(self, most: int) -> None:
        self.left = most
        self.problems: list[Problem] = []

    def wrong(self, pointer: str, detail: str, code: str) -> Any:
        """Say it; what is wrong is read as null."""
        self.problems.append(Problem(pointer, detail, code))
        return None

    def read(self, value: Any, pointer: str, depth: int, member: str) -> Any:
        self.spend(1)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self.text(value, pointer, member)
        if isinstance(value, (int, float)):
            return self.number(value, pointer)
        if isinstance(value, (dict, list, tuple)):
            if depth >= DEPTH:
                return self.wrong(pointer, f"nested deeper than {DEPTH}", "limit")
            if isinstance(value, dict):
                return self.members(value, pointer, depth)
            return [self.read(item, f"{pointer}/{n}", depth + 1, member) for n, item in enumerate(value)]
        return self.wrong(pointer, f"a {type(value).__name__} is not JSON", "type")

    def members(self, value: dict[Any, Any], pointer: str, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, item in value.items():
            if not isinstance(key, str):
                self.wrong(pointer, f"the member name {shown(key)} is not a text", "type")
                continue
            here = f"{pointer}/{escaped(key)}"
            self.spend(len(key))
            if len(key) > 100 or not _readable(key):
                self.wrong(pointer, f"the member name {shown(key)} is not a readable text", "text")
                continue
            out[key] = self.read(item, here, depth + 1, key)
        return out

    def text(self, value: str, pointer: str, member: str) -> Any:
        self.spend(len(value))
        if len(value) > TEXT:
            return self.wrong(pointer, f"a text of {len(value)} characters; at most {TEXT}", "limit")
        if value.isprintable():
            return value
        if _SURROGATE.search(value):
            return self.wrong(pointer, "half a character (a lone surrogate) is no text", "text")
        if found := (_LINES if member in PROSE else _CONTROL).search(value):
            return self.wrong(pointer, f"a control character, U+{ord(found[0]):04X}, is no text", "text")
        if found := _TURNING.search(value):
            detail = (
                f"U+{ord(found[0]):04X} is an invisible sign that turns the direction of writing; take it out"
            )
            return self.wrong(pointer, detail, "text")
        return value

    def number(self, value: float, pointer: str) -> Any:
        if value != value or value in (float("inf"), float("-inf")):
            return self.wrong(pointer, f"{value} is not a number", "number")
        if abs(value) > LARGEST:
            return self.wrong(pointer, f"a number beyond {LARGEST} is not exact in JSON", "number")
        return int(value) if value == int(value) else value

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise TooLarge
