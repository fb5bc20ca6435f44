"""Things worked out once of a frozen record: its parsed texts, what it asks for, how it is called."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Made = TypeVar("Made")

MOST = 4000
"""Results that are kept; then all are forgotten."""


class once(Generic[Thing, Made]):
    """Remember what a function makes of one thing that never changes, as long as it is the very same object.

    Equal objects are not looked for: comparing or hashing a deep record costs more than most of what is made
    of it. What is made is shared, so nobody may change it.

    >>> made = []
    >>> @once
    ... def size(words):
    ...     made.append(words)
    ...     return len(words)
    >>> two = ("a", "b")
    >>> size(two), size(two), len(made)
    (2, 2, 1)
    """

    def __init__(self, make: Callable[[Thing], Made]) -> None:
        self._make = make
        self._known: dict[int, tuple[Thing, Made]] = {}
        update_wrapper(self, make)

    def __call__(self, thing: Thing) -> Made:
        found = self._known.get(id(thing))
        if found is not None and found[0] is thing:  # the thing is kept, so its id stays its own
            return found[1]
        if len(self._known) >= MOST:
            self._known.clear()
        made = self._make(thing)
        self._known[id(thing)] = thing, made
        return made
