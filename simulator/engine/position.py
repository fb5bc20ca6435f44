"""Boards, the pile of procedures under way, and positions that can be saved and resumed.

A `Board` is what a game extends: the kernel owns only the pile, the marks on feature instances and a counter
of ages. A `Position` is a stable board plus the answers already given inside the current step.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, ClassVar

import msgspec

from .record import Instance, Mark


class Frame(msgspec.Struct, frozen=True):
    """A procedure under way, or a declared action that waits: the action, its next step, what it remembers.

    `step` is the name of the step to run next ("" = none left); `status` is "declared", "performing" or
    "blocked"; `happened` tells whether anything of it has happened yet (its payment counts).

    >>> Frame(3, "push", "aim").but(step="shove").step
    'shove'
    """

    ages: ClassVar[tuple[str, ...]] = ("id",)

    id: int
    action: Any
    step: str = ""
    data: dict[str, Any] = {}
    status: str = "declared"
    happened: bool = False

    def but(self, **changes: Any) -> Frame:
        """A copy with some fields changed."""
        return msgspec.structs.replace(self, **changes)


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The part of every board that the kernel owns. Games subclass it and add their own fields.

    `pile`: frames, topmost last. `marks`: (instance, name) -> Mark. `age`: the next unused age. A class of a
    game's board may name its own fields that hold ages in `ages`: canonical keys count them by their order.

    >>> class Shelf(Board):
    ...     things: dict[str, int] = {}
    >>> Shelf().but(things={"a": 1}).things
    {'a': 1}
    >>> board = Shelf(pile=(Frame(1, "tidy"), Frame(4, "dust")))
    >>> board.frame(4).action, board.frame(9), len(board.without_frame(4).pile)
    ('dust', None, 1)
    >>> board.with_frame(board.frame(4).but(step="wipe")).frame(4).step
    'wipe'
    """

    ages: ClassVar[tuple[str, ...]] = ("age",)

    pile: tuple[Frame, ...] = ()
    marks: dict[tuple[Instance, str], Mark] = {}
    age: int = 1

    def but(self, **changes: Any) -> Any:
        """A copy with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def frame(self, number: int) -> Frame | None:
        """The frame with this id, if it is still on the pile."""
        for frame in reversed(self.pile):
            if frame.id == number:
                return frame
        return None

    def with_frame(self, frame: Frame) -> Any:
        """A board on which the frame of the same id is replaced."""
        pile = self.pile
        if pile and pile[-1].id == frame.id:  # nearly always: the topmost frame is the one under way
            return self.but(pile=(*pile[:-1], frame))
        return self.but(pile=tuple(frame if f.id == frame.id else f for f in pile))

    def without_frame(self, number: int) -> Any:
        """A board without that frame."""
        return self.but(pile=tuple(f for f in self.pile if f.id != number))


class Position(msgspec.Struct, frozen=True):
    """A point at which a run can be stopped and taken up: data, in the middle of a stack too.

    `answers`: those already given inside the current step. `settled`: the board comes from a run, whose state
    rules were asked on it already; a board put together by hand is not (canonical keys pass over this).

    >>> Position(Board()).answers
    ()
    """

    apart: ClassVar[tuple[str, ...]] = ("settled",)

    board: Any
    answers: tuple[Any, ...] = ()
    settled: bool = False


def put(mapping: dict[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    """A copy of a mapping with one entry changed.

    >>> put({"a": 1}, "b", 2)
    {'a': 1, 'b': 2}
    """
    return {**mapping, key: value}


def drop(mapping: dict[Any, Any], key: Any) -> dict[Any, Any]:
    """A copy of a mapping without one entry.

    >>> drop({"a": 1, "b": 2}, "a")
    {'b': 2}
    """
    return {k: v for k, v in mapping.items() if k != key}


# --- identities ------------------------------------------------------------------------------------------


def object_id(thing: str, age: int) -> str:
    """The id of a thing as a new object: what returns under a new age is not what left.

    >>> object_id("bear", 12), thing_of("bear@12"), thing_of("bear")
    ('bear@12', 'bear', 'bear')
    """
    return f"{thing}@{age}"


def thing_of(obj: str) -> str:
    """The physical thing behind an object's id.

    >>> thing_of("bear@12")
    'bear'
    """
    return obj.partition("@")[0]


_AGED = re.compile(r"^(.*)@(\d+)$", re.DOTALL)


def _ages_of(value: Any, found: set[int]) -> None:
    if value is None or isinstance(value, int):
        return
    if isinstance(value, str):
        if "@" in value and (aged := _AGED.match(value)):
            found.add(int(aged[2]))
    elif isinstance(value, msgspec.Struct):
        ages = getattr(type(value), "ages", ())
        for name in value.__struct_fields__:
            item = getattr(value, name)
            if name in ages and isinstance(item, int):
                found.add(item)
            else:
                _ages_of(item, found)
    elif isinstance(value, dict):
        for key, item in value.items():
            _ages_of(key, found)
            _ages_of(item, found)
    elif isinstance(value, (tuple, list, frozenset, set)):
        for item in value:
            _ages_of(item, found)


def _plain(value: Any, rank: dict[int, int]) -> Any:
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        if "@" in value and (aged := _AGED.match(value)):
            return f"{aged[1]}@{rank[int(aged[2])]}"
        return value
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        ages, apart = getattr(kind, "ages", ()), getattr(kind, "apart", ())
        fields = []
        for name in value.__struct_fields__:
            item = getattr(value, name)
            if name not in apart:
                fields.append(rank.get(item, item) if name in ages else _plain(item, rank))
        return [kind.__name__, fields]
    if isinstance(value, dict):
        rows = [[_plain(k, rank), _plain(v, rank)] for k, v in value.items()]
        return {"map": sorted(rows, key=msgspec.json.encode)}
    if isinstance(value, (frozenset, set)):
        return {"set": sorted((_plain(v, rank) for v in value), key=msgspec.json.encode)}
    if isinstance(value, (tuple, list)):
        return [_plain(v, rank) for v in value]
    if isinstance(value, type):
        return value.__name__
    return value


def canonical_key(position: Any) -> str:
    """A short hexadecimal key that equal positions share, whatever path led to them.

    Ages, frame ids and aged object ids count only by their order: a board reached in ten steps equals the
    same board reached in two. Works for boards and for positions in mid-stack.

    >>> canonical_key(Board(age=3)) == canonical_key(Board(age=9))
    True
    >>> canonical_key({"bear@4": "bear@4"}) == canonical_key({"bear@7": "bear@7"})
    True
    >>> canonical_key(["bear@4", "hen@5"]) == canonical_key(["bear@4", "hen@3"])
    False
    """
    found: set[int] = set()
    _ages_of(position, found)
    rank = {age: n for n, age in enumerate(sorted(found))}
    return hashlib.sha256(msgspec.json.encode(_plain(position, rank))).hexdigest()[:16]
