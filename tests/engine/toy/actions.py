"""What may be done."""

from __future__ import annotations

from simulator.engine.record import Action, Instance, Pass, Target


class Rounds(Action, frozen=True, kw_only=True):
    """The course of the game: one player's round after the other's."""


class Poke(Action, frozen=True, kw_only=True):
    """A toy pokes another; both players may answer first; afterwards it is tired."""

    toy: str
    at: str

    def aims(self) -> tuple[Target, ...]:
        return (Target(self, self.at),)


class Fetch(Action, frozen=True, kw_only=True):
    """A toy comes from the box to the shelf, at once."""

    toy: str


class Hug(Action, frozen=True, kw_only=True):
    """A tired toy is rested; may be done in answer, and be answered."""

    toy: str


class Squeak(Action, frozen=True, kw_only=True):
    """A toy squeaks at another toy, chosen when it squeaks."""

    toy: str


class Spin(Action, frozen=True, kw_only=True):
    """A toy spins: a die of three faces says whom it dents."""

    toy: str


class Wind(Action, frozen=True, kw_only=True):
    """To wind one of the keys of a toy."""

    key: Instance

    def uses(self) -> Instance:
        return self.key


ACTIONS = (Poke, Fetch, Hug, Squeak, Spin, Wind, Pass)
