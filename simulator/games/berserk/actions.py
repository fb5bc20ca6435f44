"""What players may declare, and the turn itself as a procedure."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from simulator.engine.record import Action, Instance, Pass, Target

CardId = Annotated[str, Meta(description="Id of a card of the setup.", examples=["scout"], max_length=40)]
CellId = Annotated[
    str,
    Meta(
        pattern="^[A-E][123]'?$",
        description="A cell: column A–E, rows 1-3 of player 1, 1'-3' of player 2.",
        examples=["C2", "B1'"],
    ),
]


class Move(Action, frozen=True, kw_only=True):
    """A creature steps to a neighbouring cell by its movement supply."""

    card: CardId
    to: CellId


class UseText(Action, frozen=True, kw_only=True):
    """An ability that a text describes is used. `targets`: for each effect that chooses, in order."""

    card: CardId
    feature: Annotated[str, Meta(description="Name of the playable feature.", examples=["order"])]
    targets: Annotated[
        tuple[str, ...],
        Meta(
            max_length=8,
            description="Chosen cards and cells, in the order in which the effects need them.",
            examples=[["scout"], ["scout", "C1"]],
        ),
    ] = ()

    def aims(self) -> tuple[Target, ...]:
        """Each chosen object is a target of this feature."""
        return tuple(Target(self, t) for t in self.targets)

    def uses(self) -> Instance | None:
        """The playable feature being used."""
        return Instance(self.card, "playable", named=self.feature)


class UseFeature(UseText, frozen=True, kw_only=True):
    """A playable feature of a card is used; of a composite one, its first ability."""


class UsePart(UseText, frozen=True, kw_only=True):
    """A further ability of a composite feature that is being used is declared (asked: `part`)."""

    part: Annotated[int, Meta(ge=2, le=8, description="Its number: 2 is the first of `then`.", examples=[2])]


class UseTriggered(Action, frozen=True, kw_only=True):
    """A triggered feature is performed. Declared by the rules when its event has happened.

    `other`: the card that made it happen (the attacker); `cell`: where the bearer stood then.
    """

    card: CardId
    feature: str
    other: str = ""
    cell: str = ""


class SimpleStrike(Action, frozen=True, kw_only=True):
    """A creature attacks a card with its simple strike."""

    card: CardId
    target: Annotated[str, Meta(description="Id of the card struck at.", examples=["foe"], max_length=40)]

    def aims(self) -> tuple[Target, ...]:
        """The card struck at."""
        return (Target(self, self.target),)


class AssignDefender(Action, frozen=True, kw_only=True):
    """A creature is assigned defender: the simple strike under way goes at it."""

    card: CardId


class CloseForFlyer(Action, frozen=True, kw_only=True):
    """A ground creature closes so that it may strike at a flyer in its player's next turn."""

    card: CardId


class Incarnate(Action, frozen=True, kw_only=True):
    """A card comes back by incarnation. Declared by the rules when it is due."""

    card: CardId


class AccumulateChip(Action, frozen=True, kw_only=True):
    """A card accumulates a chip by closing."""

    card: CardId


class TakeTurn(Action, frozen=True, kw_only=True):
    """The turn of a player: start, sub-phase of Choice, end. Declared by the rules, never by a player."""

    turn: int


class PlayBattle(Action, frozen=True, kw_only=True):
    """The battle: turn after turn. Lies under everything on the pile."""


ACTIONS: tuple[type[Action], ...] = (
    Move,
    UseFeature,
    UsePart,
    SimpleStrike,
    AssignDefender,
    CloseForFlyer,
    AccumulateChip,
    Pass,
)
