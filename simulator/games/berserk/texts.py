"""Card texts as typed records: what this engine's vocabulary can say. What it cannot say is refused.

A record's `name` is the permanent name of the text on its card; steps that it causes cite
`card:berserk/{card}#{name}` and the glossary clause of the record's kind.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Name = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=40,
        description="Permanent name of this text on its card (lower case Latin, hyphens).",
        examples=["order"],
    ),
]
Amount = Annotated[int, Meta(ge=1, le=20, description="How many.", examples=[1])]


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which objects an effect may touch."""

    what: Annotated[
        Literal["creature", "card", "cell"],
        Meta(description="A creature, any card, or a cell of the battlefield.", examples=["creature"]),
    ] = "creature"
    whose: Annotated[
        Literal["any", "own", "enemy"],
        Meta(description="Whose card, seen from the controller of the text.", examples=["enemy"]),
    ] = "any"
    state: Annotated[
        Literal["any", "open", "closed"], Meta(description="In which state it must be.", examples=["closed"])
    ] = "any"
    source: Annotated[
        bool, Meta(description="Whether the card with the text may itself be meant.", examples=[False])
    ] = True


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a text does, to a chosen target or to each object that fits.

    relocate: the chosen card goes to the chosen free cell (two targets: card, cell). occupy: the chosen cell
    counts as occupied until the end of the turn.
    """

    do: Annotated[
        Literal["open", "close", "wound", "gain-chips", "lose-chips", "relocate", "occupy"],
        Meta(description="What happens to the object.", examples=["close"]),
    ]
    on: Annotated[Filter, Meta(description="Which object.", examples=[{"what": "creature"}])] = Filter()
    each: Annotated[
        bool,
        Meta(description="true: every object that fits; false: one chosen target.", examples=[False]),
    ] = False
    itself: Annotated[
        bool, Meta(description="true: the card with the text, without a target.", examples=[True])
    ] = False
    amount: Amount = 1

    @property
    def targets(self) -> int:
        """How many targets this effect takes from the declaration."""
        if self.each or self.itself:
            return 1 if self.do == "relocate" else 0
        return 2 if self.do == "relocate" else 1


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands before the colon of a playable feature."""

    close: Annotated[
        bool, Meta(description="The card closes (this makes it an action).", examples=[True])
    ] = False
    chips: Annotated[int, Meta(ge=0, le=20, description="Chips paid.", examples=[1])] = 0


class Playable(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="playable",
):
    """A playable feature: its cost, then what it does."""

    name: Name
    cost: Annotated[Cost, Meta(description="What is paid.", examples=[{"close": True}])]
    effects: Annotated[
        tuple[Effect, ...],
        Meta(min_length=1, max_length=4, description="What it does, in order.", examples=[[{"do": "close"}]]),
    ]
    sudden: Annotated[
        bool, Meta(description="May be declared in answer, in either player's turn.", examples=[True])
    ] = False
    without_closing: Annotated[
        bool,
        Meta(
            description='The text says "without closing": the action does not close its card.',
            examples=[True],
        ),
    ] = False
    when_closed: Annotated[
        bool,
        Meta(description="The text allows declaring it although the card is closed.", examples=[True]),
    ] = False


class OnMovement(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="on-movement",
):
    """A triggered feature: each time this card moves (by its own supply), it gets chips."""

    name: Name
    chips: Amount = 1


class StaysClosed(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="stays-closed",
):
    """A permanent feature: this card does not open at the start of its player's turn."""

    name: Name


Text = Playable | OnMovement | StaysClosed
