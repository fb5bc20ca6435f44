"""What an answer was read from, so that it serves every board on which it must be the same.

A rule is a pure function of what it reads through its look, and of working features. `Watched` is a board that
writes down what is read of it: which fields, which entries of its tables, which fields of an entry. An answer
that was found through it holds on every board on which nothing of that differs, under the same features; there
`Memory` gives it again without asking. What a step does to boards (`happens`, `unfolds`) is never remembered.

>>> from simulator.engine.smallest import start
>>> reads = set()
>>> Watched(start(), reads).heap, reads
(('opal', 'flint', 'tar'), {'heap'})
>>> reads.isdisjoint(changes(start(), start().but(age=7))), changes(start(), start().but(heap=()))
(True, {'heap'})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FunctionType, MethodType
from typing import Any

import msgspec

Read = Any
"""A field of the board: its name. Of a table (a dict) of the board: (field,) its keys and their order;
(field, key) an entry as a whole; (field, key, "") whether there is one; (field, key, name) a field of it."""

WORTH = 4
"""What an answer is worth at first, and at most."""

MOST = 4000
"""Answers that one rulebook remembers; then all are forgotten."""


class Entry:
    """An answer: the last board on which it was found to hold, under what else, what it was read from (None:
    that is not known, so it holds on this very board alone).

    `worth`: falls whenever the answer does not hold, rises when it does. Watching costs more than asking: a
    question whose answers never serve again is watched no more.
    """

    __slots__ = ("answer", "board", "reads", "under", "worth")

    def __init__(
        self, board: Any, under: Any, answer: Any, reads: set[Read] | None = None, worth: int = WORTH
    ) -> None:
        self.board = board
        self.under = under
        self.answer = answer
        self.reads = reads
        self.worth = worth


class Memory:
    """The answers that a rulebook has given, by question. Shared by all runs under it: an entry says itself
    where it holds, and is only ever replaced as a whole.

    >>> memory = Memory()
    >>> memory.keep("question", Entry(None, None, "answer"))
    >>> memory.entries["question"].answer
    'answer'
    """

    __slots__ = ("entries", "found")

    def __init__(self) -> None:
        self.entries: dict[Any, Entry] = {}
        self.found: Any = None
        """The features that were found last, from which those of the next board are found sooner."""

    def keep(self, question: Any, entry: Entry) -> None:
        """Remember an answer."""
        if len(self.entries) >= MOST:
            self.entries.clear()
        self.entries[question] = entry


# --- reading ---------------------------------------------------------------------------------------------


class Watched:
    """A board that writes down what is read of it. Its methods and properties run on it, so they are watched too.

    It is no record of msgspec: what wants one (`structs.replace`, an encoder) refuses it loudly.
    """

    __slots__ = ("__dict__", "_board", "_reads")  # what was read once is kept in __dict__, and read at once

    def __init__(self, board: Any, reads: set[Read]) -> None:
        self._board = board
        self._reads = reads

    def __getattr__(self, name: str) -> Any:
        if name not in _fields(type(self._board)):
            return _of_class(self, type(self._board), name)
        value = getattr(self._board, name)
        if type(value) is dict:
            value = Table(name, value, self._reads)
        else:
            self._reads.add(name)
        self.__dict__[name] = value
        return value

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._board)


class Table(Mapping[Any, Any]):
    """A dict of a watched board.

    >>> from simulator.engine.position import Frame
    >>> reads = set()
    >>> frames = Table("frames", {"a": Frame(1, "tidy"), "b": Frame(2, "dust")}, reads)
    >>> frames["a"].action, sorted(reads)
    ('tidy', [('frames', 'a', ''), ('frames', 'a', 'action')])
    >>> [frame.id for frame in frames.values()], ("frames",) in reads
    ([1, 2], True)
    >>> [key for key, _ in frames.items()], frames.get("c"), len(frames)
    (['a', 'b'], None, 2)
    """

    __slots__ = ("_field", "_given", "_raw", "_reads")

    def __init__(self, field: str, raw: dict[Any, Any], reads: set[Read]) -> None:
        self._field = field
        self._raw = raw
        self._reads = reads
        self._given: dict[Any, Any] = {}

    def __getitem__(self, key: Any) -> Any:
        given = self._given.get(key)
        if given is None:
            self._reads.add((self._field, key, ""))
            value = self._raw[key]
            if not isinstance(value, msgspec.Struct):
                self._reads.add((self._field, key))
                return value
            given = self._given[key] = Row(self._field, key, value, self._reads)
        return given

    def get(self, key: Any, default: Any = None) -> Any:
        if key in self:
            return self[key]
        return default

    def __contains__(self, key: Any) -> bool:
        self._reads.add((self._field, key, ""))
        return key in self._raw

    def __iter__(self) -> Iterator[Any]:
        self._reads.add((self._field,))
        return iter(self._raw)

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]

    def __len__(self) -> int:
        self._reads.add((self._field,))
        return len(self._raw)


class Row:
    """A record in a dict of a watched board.

    >>> from simulator.engine.position import Frame
    >>> reads = set()
    >>> row = Row("frames", "a", Frame(1, "tidy"), reads)
    >>> isinstance(row, Frame), row == Frame(1, "tidy"), reads
    (True, True, {('frames', 'a')})
    """

    __slots__ = ("__dict__", "_field", "_key", "_raw", "_reads")

    def __init__(self, field: str, key: Any, raw: Any, reads: set[Read]) -> None:
        self._field = field
        self._key = key
        self._raw = raw
        self._reads = reads

    def __getattr__(self, name: str) -> Any:
        raw = self._raw
        if name not in _fields(type(raw)):
            return _of_class(self, type(raw), name)
        self._reads.add((self._field, self._key, name))
        value = self.__dict__[name] = getattr(raw, name)
        return value

    def __eq__(self, other: object) -> bool:
        self._reads.add((self._field, self._key))
        if type(other) is Row:
            other._reads.add((other._field, other._key))
            other = other._raw
        return bool(self._raw == other)

    def __hash__(self) -> int:
        self._reads.add((self._field, self._key))
        return hash(self._raw)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._raw)


_FIELDS: dict[Any, frozenset[str]] = {}


def _fields(kind: Any) -> frozenset[str]:
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = frozenset(kind.__struct_fields__)
    return found


def _of_class(watched: Any, kind: type, name: str) -> Any:
    """A method, property or constant of a class, for something watched that stands for one of its instances."""
    found = getattr(kind, name)
    if isinstance(found, FunctionType):
        return MethodType(found, watched)
    if isinstance(found, property) and found.fget is not None:
        return found.fget(watched)
    return found


# --- what differs ----------------------------------------------------------------------------------------


def changes(one: Any, other: Any) -> set[Read]:
    """Everything that reads otherwise on two boards of one class."""
    found: set[Read] = set()
    for field in one.__struct_fields__:
        before, after = getattr(one, field), getattr(other, field)
        if before is after:
            continue
        if type(before) is dict and type(after) is dict:
            _in_table(field, before, after, found)
        elif _differ(before, after):
            found.add(field)
    return found


def _in_table(field: str, before: dict[Any, Any], after: dict[Any, Any], found: set[Read]) -> None:
    if len(before) != len(after) or list(before) != list(after):
        found.add((field,))
        for key in before.keys() ^ after.keys():
            _all_of(field, key, before.get(key, after.get(key)), found)
    for key, old in before.items():
        new = after.get(key, old)
        if new is old:
            continue
        if type(new) is not type(old) or not isinstance(old, msgspec.Struct):
            if _differ(old, new):
                _all_of(field, key, old, found)
                _all_of(field, key, new, found)
            continue
        names = [name for name in old.__struct_fields__ if _differ(getattr(old, name), getattr(new, name))]
        if names:
            found.add((field, key))
            found.update((field, key, name) for name in names)


def _differ(one: Any, other: Any) -> bool:
    return one is not other and (type(one) is not type(other) or bool(one != other))


def _all_of(field: str, key: Any, value: Any, found: set[Read]) -> None:
    """An entry that came, went or became something else."""
    found.update(((field, key), (field, key, "")))
    found.update((field, key, name) for name in getattr(value, "__struct_fields__", ()))
