"""Questions: a player's choice and a die are the same kind of question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .record import Refusal

Key = Annotated[str, Meta(min_length=1, max_length=120)]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The key of a question: when, what kind, who is asked, in which step, about what, by which clause. An
    answer names a moment, or as much of it as is unambiguous in its line: it is taken at the next question
    that fits, and only there. `nth` picks one of several questions with the same full key. The whole key of
    every question that was asked is told with a play (`resolved`, `decision.moment`).

    >>> Moment(clock="turn 1", kind="act", player="p1").matched_by(Moment(kind="act"))
    True
    """

    clock: Annotated[Key | None, Meta(description="When: the game's clock.", examples=["turn 1"])] = None
    kind: Annotated[Key | None, Meta(description="What kind of question it is.", examples=["act"])] = None
    player: Annotated[
        Key | None, Meta(description="Who is asked; dice and draws are asked of chance.", examples=["p1"])
    ] = None
    step: Annotated[
        Key | None,
        Meta(
            description="In which step of a procedure it is asked, as a play tells it.", examples=["choice"]
        ),
    ] = None
    object: Annotated[
        Key | None,
        Meta(description="Which object it is about (an action: the card that acts).", examples=["scout"]),
    ] = None
    clause: Annotated[
        Key | None, Meta(description="By which clause it is asked.", examples=["game:entry#clause"])
    ] = None
    nth: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(
            description="The how-manieth of several questions with the same full key, from 1.", examples=[2]
        ),
    ] = None

    def matched_by(self, partial: Moment) -> bool:
        """Whether every field that a partial key gives is the same here (`nth` is counted elsewhere). An
        object "" means a question about nothing.

        >>> Moment(kind="act", player="p1").matched_by(Moment(kind="act", player="p2"))
        False
        """
        return all(
            getattr(partial, name) is None or getattr(partial, name) == (getattr(self, name) or "")
            for name in self.__struct_fields__
            if name != "nth"
        )


class Later(Sequence[Any]):
    """A tuple that is made when it is first looked at: most questions are answered without being listed.

    >>> made = []
    >>> rows = Later(lambda: made.append("now") or (1, 2))
    >>> len(made), rows == (1, 2), rows[-1], len(made)
    (0, True, 2, 1)
    >>> import pickle
    >>> pickle.loads(pickle.dumps(rows))
    (1, 2)
    """

    __slots__ = ("_has", "_made", "_make")

    def __init__(self, make: Callable[[], Iterable[Any]], has: Callable[[Any], bool] | None = None) -> None:
        self._make = make
        self._has = has  # a shorter way to find out whether something is in it
        self._made: tuple[Any, ...] | None = None

    def rows(self) -> tuple[Any, ...]:
        """The tuple itself."""
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def __contains__(self, item: object) -> bool:
        return item in self.rows() if self._made is not None or self._has is None else self._has(item)

    def __getitem__(self, place: Any) -> Any:
        return self.rows()[place]

    def __len__(self) -> int:
        return len(self.rows())

    def __eq__(self, other: object) -> bool:
        return self.rows() == (other.rows() if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.rows())

    def __repr__(self) -> str:
        return repr(self.rows())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.rows(),)


class Decision(msgspec.Struct, frozen=True):
    """A question that a run asks by `yield`.

    `options` are records or plain values; `weights` belong to dice and draws (asked of CHANCE); `refused`
    are options that may not be taken, with their reasons; a decision with `has_default` answers itself when
    nobody else does. `window`: the answer is an action (or a pass) and the board is stable; its options and
    what is refused are listed when they are looked at.

    >>> Decision(Moment(kind="roll", player="chance"), (1, 2), ("toy:die#even",), weights=(1, 1)).by
    'chance'
    """

    moment: Moment
    options: Sequence[Any]
    cites: tuple[str, ...]
    refused: Sequence[tuple[Any, tuple[Refusal, ...]]] = ()
    weights: tuple[int, ...] = ()
    default: Any = None
    has_default: bool = False
    window: bool = False

    @property
    def by(self) -> str:
        """Who is asked."""
        return self.moment.player or ""

    @property
    def kind(self) -> str:
        """What kind of question it is."""
        return self.moment.kind or ""

    def listed(self) -> int:
        """List what is listed when it is looked at; how many options and refusals there are.

        >>> Decision(Moment(kind="roll", player="chance"), (1, 2), ("toy:die#even",)).listed()
        2
        """
        return len(self.options) + len(self.refused)


class Answer(msgspec.Struct, frozen=True):
    """What a run gets back from `yield`: the option, and whether it was the default.

    >>> Answer(4).default
    False
    """

    option: Any
    default: bool = False
