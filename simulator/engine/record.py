"""The plain frozen records that rules speak about: events, actions, targets, feature instances.

Everything here is data. A game declares its own events and actions as subclasses; the JSON name of a class
is its name in kebab case:

>>> class Nudged(Event):
...     piece: str
>>> to_json(Nudged("a"))
{'type': 'nudged', 'piece': 'a'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

import msgspec

CHANCE = "chance"
"""The player that answers dice and draws: a die is a Decision like any other, with weights."""


@cache
def kebab(name: str) -> str:
    """The JSON name of a class.

    >>> kebab("MovementSpent")
    'movement-spent'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Record(msgspec.Struct, frozen=True, tag_field="type", tag=kebab, forbid_unknown_fields=True):
    """A frozen record with a JSON name; `but` gives a changed copy.

    >>> class Push(Record):
    ...     piece: str
    ...     by: int = 1
    >>> Push("a").but(by=2)
    Push(piece='a', by=2)
    """

    def but(self, **changes: Any) -> Any:
        """A copy with some fields changed; an unknown field is a TypeError."""
        return msgspec.structs.replace(self, **changes)


class Event(Record, frozen=True):
    """Something that happens. Only `happens` rules turn an event into a new board.

    `looks_back`: rules about this event look for their bearers on the board *before* it (what leaves play
    still sees itself leave).

    >>> class Gone(Event):
    ...     looks_back = True
    ...     piece: str
    >>> to_json(Gone("a"))
    {'type': 'gone', 'piece': 'a'}
    """

    looks_back: ClassVar[bool] = False


class Target(Record, frozen=True):
    """An object about to be chosen by an ability: `forbids(Target)` rules see every such choice.

    `ability` is the action or other record that chooses, `object` the id of what is chosen.

    >>> Target(Pass(by="p1"), "a").object
    'a'
    """

    ability: Any
    object: str


class Action(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Something a player may declare. `by` is the player; an answer may leave it out (the asked player's).

    >>> class Push(Action):
    ...     piece: str
    ...     def aims(self):
    ...         return (Target(self, self.piece),)
    >>> [target.object for target in Push(piece="a").aims()], Push(piece="a").uses()
    (['a'], None)
    """

    by: str = ""

    def aims(self) -> tuple[Target, ...]:
        """The targets this action already names; each passes through `forbids(Target)`."""
        return ()

    def uses(self) -> Instance | None:
        """The feature instance being used, if any: rules with `using=` are asked for it alone."""
        return None


class Pass(Action, frozen=True, kw_only=True):
    """To do nothing in a window. It can be forbidden like any action.

    >>> to_json(Pass(by="p1"))
    {'type': 'pass', 'by': 'p1'}
    """


# --- events of the kernel itself -------------------------------------------------------------------------


class Declared(Event, frozen=True):
    """An action was declared: its frame (`frame`: its id) now lies on the pile.

    >>> Declared(Pass(by="p1"), 3).frame
    3
    """

    action: Any
    frame: int


class Cancelled(Event, frozen=True):
    """A declared action may not be done after all: unpaid, as if never used.

    >>> Cancelled(Pass(by="p1"), 3).action
    Pass(by='p1')
    """

    action: Any
    frame: int


class Blocked(Event, frozen=True):
    """An action is stopped after it began, or by a blocking effect: nothing more of it happens, it is paid.

    >>> Blocked(Pass(by="p1"), 3).action
    Pass(by='p1')
    """

    action: Any
    frame: int


class Prevented(Event, frozen=True):
    """An event that was about to happen and did not: replaced by nothing or by an action, or its rule lifted.

    >>> Prevented(Chosen("roll", "chance", 4)).event.option
    4
    """

    event: Any


class Chosen(Event, frozen=True):
    """An answer to a decision: a player's choice, or a die. `default`: nobody gave it, it is the default.

    >>> Chosen("roll", CHANCE, 4).default
    False
    """

    kind: str
    by: str
    option: Any
    default: bool = False


class Quiet(Record, frozen=True):
    """Nothing is waiting to resolve: the moment of state rules (`after(Quiet)`). Never a step of a trace.

    >>> Quiet() == Quiet()
    True
    """


class Instance(msgspec.Struct, frozen=True):
    """One working copy of a feature: who bears it, its parameters, since when, by which clause, from whom.

    Two features with the same name on one bearer are two instances (`giver` and `n` tell equal ones apart),
    so "once per event", order and used-up amounts are kept for each. `since` is an age; `clause` and `giver`
    (the bearer of the granting feature) are empty for a printed one.

    >>> Instance("bear", "padded", x=2).label, Instance("bear", "padded", x=2, giver="hen").label
    ('bear/padded-2', 'bear/padded-2-from-hen')
    """

    ages: ClassVar[tuple[str, ...]] = ("since",)

    bearer: str
    feature: str
    x: int | None = None
    named: str | None = None
    since: int = 0
    clause: str = ""
    n: int = 0
    giver: str = ""

    @property
    def label(self) -> str:
        """A short stable name, used where a player orders several instances; no two on a board are equal."""
        x = "" if self.x is None else f"-{self.x}"
        named = "" if self.named is None else f"-{self.named}"
        giver = f"-from-{self.giver}" if self.giver and self.giver != self.bearer else ""
        n = "" if not self.n else f"-{self.n + 1}"
        return f"{self.bearer}/{self.feature}{x}{named}{giver}{n}"


class Mark(msgspec.Struct, frozen=True):
    """A fact remembered about an instance: what (`amount`), until when, by which clause, since which age.

    >>> Mark(2, until="end-of-round").amount
    2
    """

    ages: ClassVar[tuple[str, ...]] = ("age",)

    amount: int = 1
    until: str = ""
    clause: str = ""
    age: int = 0


class Refusal(msgspec.Struct, frozen=True):
    """One reason why an action may not be done: the clauses, a sentence key, the facts on the board.

    >>> Refusal(("toy:frozen#stays",), "frozen", {"piece": "a"}).clause
    'toy:frozen#stays'
    """

    cites: tuple[str, ...]
    key: str
    facts: dict[str, Any] = {}

    @property
    def clause(self) -> str:
        """The clause that refuses."""
        return self.cites[0]


class Lifted(msgspec.Struct, frozen=True):
    """A rule that would have applied and was taken away, with the clause that took it away.

    >>> Lifted("toy:frozen#stays", by="toy:warm#thaws").by
    'toy:warm#thaws'
    """

    clause: str
    by: str


class Add(msgspec.Struct, frozen=True):
    """A contribution to a value: so much more (or less).

    >>> Add(-1).amount
    -1
    """

    amount: int


class Set(msgspec.Struct, frozen=True):
    """A contribution to a value: exactly this.

    >>> Set(0).amount
    0
    """

    amount: int


class Cap(msgspec.Struct, frozen=True):
    """A contribution to a value: at most this.

    >>> Cap(3).amount
    3
    """

    amount: int


class Grant(msgspec.Struct, frozen=True):
    """A contribution to "features": the subject has this feature too.

    >>> Grant("padded", x=2).x
    2
    """

    feature: str
    x: int | None = None
    named: str | None = None


class Take(msgspec.Struct, frozen=True):
    """A contribution to "features": the subject loses every copy of this feature.

    >>> Take("padded").feature
    'padded'
    """

    feature: str


Contribution = Add | Set | Cap | Grant | Take


def union_of(classes: Iterable[type]) -> Any:
    """The typing union of record classes, for decoding JSON (None when there are none).

    >>> msgspec.convert({"type": "pass", "by": "p1"}, type=union_of([Pass]))
    Pass(by='p1')
    """
    result: Any = None
    for cls in sorted(classes, key=lambda c: c.__name__):
        result = cls if result is None else result | cls
    return result


def to_json(value: Any) -> Any:
    """Plain JSON values of a record (tuples become lists, records become tagged objects).

    >>> to_json(Declared(Pass(by="p1"), 3))
    {'type': 'declared', 'action': {'type': 'pass', 'by': 'p1'}, 'frame': 3}
    """
    return msgspec.json.decode(msgspec.json.encode(value))


def as_tuple(value: Any) -> tuple[Any, ...]:
    """What a rule gave back, as a tuple: nothing, one record, or several (any iterable of them).

    >>> as_tuple(None), as_tuple(Quiet()), as_tuple([Quiet()])
    ((), (Quiet(),), (Quiet(),))
    """
    if value is None:
        return ()
    if isinstance(value, Record):
        return (value,)
    return tuple(value)


def ability_of(record: Any) -> Any:
    """The ability behind an event or target (its `ability` field, None without one), or the action itself.

    >>> ability_of(Target(Pass(by="p1"), "a"))
    Pass(by='p1')
    """
    if isinstance(record, Action):
        return record
    return getattr(record, "ability", None)
