"""The board: toys, whose round it is, and what lies on the pile."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.engine.position import Board, Frame
from simulator.engine.record import Instance

from .actions import Rounds

PLAYERS = ("ann", "bob")


class Toy(msgspec.Struct, frozen=True):
    """A toy; `place` is "shelf", "box" or "lost". `printed`: its keywords, as "padded 2" or "loud"."""

    id: str
    owner: str
    place: str = "shelf"
    dents: int = 0
    tired: bool = False
    printed: tuple[str, ...] = ()
    tied_to: str | None = None

    def instances(self) -> list[Instance]:
        """The printed keywords; equal ones are numbered."""
        found: list[Instance] = []
        for word in self.printed:
            name, _, x = word.partition(" ")
            made = Instance(self.id, name, int(x) if x else None)
            found.append(made if made not in found else msgspec.structs.replace(made, n=found.count(made)))
        return found


class Playroom(Board, frozen=True, kw_only=True):
    """Every toy by its id; `room`: how many toys the shelf holds."""

    toys: dict[str, Toy]
    active: str = "ann"
    round: int = 1
    room: int = 9

    def changed(self, toy: str, **changes: Any) -> Playroom:
        """The board with one toy changed."""
        return self.but(toys={**self.toys, toy: msgspec.structs.replace(self.toys[toy], **changes)})

    def on_shelf(self) -> list[Toy]:
        """The toys on the shelf."""
        return [toy for toy in self.toys.values() if toy.place == "shelf"]


def playroom(*toys: Toy, step: str = "act", **more: Any) -> Playroom:
    """A board in the middle of a round of the active player."""
    pile = (Frame(0, Rounds(by=more.get("active", "ann")), step, status="performing"),)
    return Playroom(toys={toy.id: toy for toy in toys}, pile=pile, **more)
