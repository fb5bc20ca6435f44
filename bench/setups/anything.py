"""A random value of any msgspec type, within its constraints: what a game's vocabulary gains is soaked at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import inspect

Given = Mapping[str, Callable[[Random], Any]]
"""How to make a field that its type does not say enough about: by "Struct.field" or by "field"."""


class Maker:
    """Makes random values; the same random generator gives the same values.

    >>> import msgspec
    >>> class Card(msgspec.Struct):
    ...     name: str
    ...     open: bool = True
    >>> Maker(Random(1), {"name": lambda rng: "bear"}).make(Card).name
    'bear'
    """

    def __init__(self, rng: Random, given: Given, *, usual: float = 0.6, longest: int = 3) -> None:
        self.rng = rng
        self.given = given
        self.usual = usual
        """How often a field that may be left out is left out."""
        self.longest = longest
        """The longest sequence that is made."""

    def make(self, kind: Any) -> Any:
        """A random value of a type."""
        return self._value(inspect.type_info(kind), "")

    def _value(self, info: Any, where: str) -> Any:
        match info:
            case inspect.Metadata():
                return self._value(info.type, where)
            case inspect.StructType():
                return self._struct(info)
            case inspect.UnionType():
                return self._value(self.rng.choice(info.types), where)
            case inspect.LiteralType():
                return self.rng.choice(sorted(info.values, key=repr))
            case inspect.BoolType():
                return self.rng.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.IntType():
                low = info.ge if info.ge is not None else 0
                high = info.le if info.le is not None else low + 99
                return self.rng.randint(low, min(high, low + 3))
            case inspect.VarTupleType() | inspect.ListType():
                least, most = info.min_length or 0, min(info.max_length or self.longest, self.longest)
                items = [
                    self._value(info.item_type, where)
                    for _ in range(self.rng.randint(least, max(least, most)))
                ]
                return tuple(items) if isinstance(info, inspect.VarTupleType) else items
            case inspect.TupleType():
                return tuple(self._value(item, where) for item in info.item_types)
        raise TypeError(f"{where or 'this type'} needs a maker of its own: {info!r}")

    def _struct(self, info: inspect.StructType) -> Any:
        made = {}
        for field in info.fields:
            where = f"{info.cls.__name__}.{field.name}"
            own = self.given.get(where) or self.given.get(field.name)
            if own is not None:
                made[field.name] = own(self.rng)
            elif field.required or self.rng.random() >= self.usual:
                made[field.name] = self._value(field.type, where)
        return info.cls(**made)
