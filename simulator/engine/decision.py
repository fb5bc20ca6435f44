"""Questions: a player's choice and a die are the same kind of question."""

from __future__ import annotations

from typing import Any

import msgspec

from .record import Refusal


class Moment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The key of a question: when (the game's clock), what kind, who, in which step, about what, by which
    clause. An answer names a moment, or as much of it as is unambiguous in its line; `nth` picks one of
    several questions with the same key.

    >>> Moment(clock="turn 1", kind="act", player="p1").matched_by(Moment(kind="act"))
    True
    """

    clock: str | None = None
    kind: str | None = None
    player: str | None = None
    step: str | None = None
    object: str | None = None
    clause: str | None = None
    nth: int | None = None

    def matched_by(self, partial: Moment) -> bool:
        """Whether every field that a partial key gives is the same here (`nth` is counted elsewhere).

        >>> Moment(kind="act", player="p1").matched_by(Moment(kind="act", player="p2"))
        False
        """
        return all(
            getattr(partial, name) is None or getattr(partial, name) == getattr(self, name)
            for name in self.__struct_fields__
            if name != "nth"
        )


class Decision(msgspec.Struct, frozen=True):
    """A question that a run asks by `yield`.

    `options` are records or plain values; `weights` belong to dice and draws (asked of CHANCE); `refused`
    are options that may not be taken, with their reasons; a decision with `has_default` answers itself when
    nobody else does. `window`: the answer is an action (or a pass) and the board is stable.

    >>> Decision(Moment(kind="roll", player="chance"), (1, 2), ("toy:die#even",), weights=(1, 1)).by
    'chance'
    """

    moment: Moment
    options: tuple[Any, ...]
    cites: tuple[str, ...]
    refused: tuple[tuple[Any, tuple[Refusal, ...]], ...] = ()
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


class Answer(msgspec.Struct, frozen=True):
    """What a run gets back from `yield`: the option, and whether it was the default.

    >>> Answer(4).default
    False
    """

    option: Any
    default: bool = False
