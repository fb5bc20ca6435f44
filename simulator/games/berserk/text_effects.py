"""The words of card texts: kinds of ability, which objects are meant, what is done to them, what is paid.

`texts.py` makes texts of them. What they cannot say is refused.
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
Amount = Annotated[int, Meta(ge=1, le=99, description="How many.", examples=[1])]


Kind = Literal[
    "influence", "spell", "special-strike", "magic-strike", "shot", "throw", "discharge", "strike-through-row"
]
ATTACKS = (
    "simple-strike", "special-strike", "magic-strike", "shot", "throw", "discharge", "strike-through-row"
)  # fmt: skip
THROWN = ("shot", "throw", "discharge")
RANGED = ("shot", "throw", "discharge", "strike-through-row")
Guarded = Literal[
    "simple-strike", "special-strike", "magic-strike", "shot", "throw", "discharge", "strike-through-row",
    "spell", "influence", "vulnerability", "curse",
]  # fmt: skip
Marker = Literal["vulnerability", "curse"]
Dealing = Literal[
    "simple-strike", "special-strike", "magic-strike", "shot", "throw", "discharge", "strike-through-row",
    "spell", "influence",
]  # fmt: skip


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
    near: Annotated[
        Literal["", "source", "target", "previous"],
        Meta(
            description="Standing near (one of eight neighbours) the source, the target of the same ability, or "
            "(in a part of a composite feature) the target of the part before it.",
            examples=["target"],
        ),
    ] = ""
    diagonal: Annotated[
        Literal["", "source", "target", "previous"],
        Meta(
            description="Diagonally from the source, the target or the previous target.", examples=["source"]
        ),
    ] = ""
    chosen: Annotated[
        Literal["any", "before", "not-before"],
        Meta(
            description="In a part of a composite feature: before = only a target of an earlier part, "
            "not-before = no target of an earlier part.",
            examples=["not-before"],
        ),
    ] = "any"
    lives_at_most: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="The lives icon with a number: so many current lives or fewer.", examples=[3]),
    ] = None
    lives_at_least: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="So many current lives or more.", examples=[4]),
    ] = None

    @property
    def asks_lives(self) -> bool:
        """Whether it asks for the current lives of the object."""
        return self.lives_at_most is not None or self.lives_at_least is not None


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a text does, to a chosen target or to each object that fits.

    relocate, return: the chosen card goes to the chosen free cell (two targets: card, cell; return takes it
    out of the graveyard). occupy: the chosen cell counts as occupied until the end of the turn. finish:
    finishing, `amount` is its X. wound-diagonal: three cells of a diagonal, in order; every card there.
    guard, unguard: the card gains or loses a protection until the end of the turn. heal: `amount` wounds are
    removed from a creature (all of them, when it has fewer). additional-lives: the card gets so many
    additional lives; fewer-lives: it has so many lives fewer; both as long as it is in the battle zone, or
    until the end of the turn. destroy: the card dies. put: the chosen card goes out of the zone `out_of` into
    the zone `into`; out of a deck it is the top `amount` cards of the deck that `on.whose` (own, enemy) names,
    without a target.
    """

    do: Annotated[
        Literal[
            "open", "close", "wound", "gain-chips", "lose-chips", "relocate", "occupy", "finish", "mark",
            "guard", "unguard", "return", "incarnation-token", "wound-diagonal", "heal", "additional-lives",
            "fewer-lives", "destroy", "put",
        ],
        Meta(description="What happens to the object.", examples=["close"]),
    ]  # fmt: skip
    on: Annotated[Filter, Meta(description="Which object.", examples=[{"what": "creature"}])] = Filter()
    each: Annotated[
        bool,
        Meta(description="true: every object that fits; false: one chosen target.", examples=[False]),
    ] = False
    itself: Annotated[
        bool, Meta(description="true: the card with the text, without a target.", examples=[True])
    ] = False
    target: Annotated[
        bool,
        Meta(
            description="true: in accompanying effects the target of the ability itself; in the effects of a part "
            'of a composite feature the target of the part before it; in a triggered feature "when attacked" the '
            "attacking card.",
            examples=[True],
        ),
    ] = False
    amount: Amount = 1
    for_each: Annotated[
        Literal["", "healed", "wounded", "lives"],
        Meta(
            description="`amount` once for each: life that this text has healed, wound that it has dealt so far "
            "(what really happened is counted, not what was asked for); current life of the card with the text "
            "(the lives icon).",
            examples=["healed"],
        ),
    ] = ""
    until_end_of_turn: Annotated[
        bool,
        Meta(
            description="additional-lives, fewer-lives: the effect ends with the turn (wounds stay).",
            examples=[True],
        ),
    ] = False
    marker: Annotated[
        Marker | None, Meta(description="The marker of a `mark` effect.", examples=["curse"])
    ] = None
    guard: Annotated[
        Guarded | None, Meta(description="The protection of `guard` and `unguard`.", examples=["shot"])
    ] = None
    out_of: Annotated[
        Literal["battle-zone", "hand", "deck", "graveyard"],
        Meta(
            description="put: the zone that the card leaves. The cards of a deck are those of the setup with the "
            "zone deck, the first listed on top.",
            examples=["hand"],
        ),
    ] = "battle-zone"
    into: Annotated[
        Literal["graveyard", "exile", "deal", "recruitment"] | None,
        Meta(
            description="put: the zone to which it goes. deal and recruitment stand in texts of older editions; "
            "the game has no such zones, so a text that names one cannot be declared.",
            examples=["graveyard"],
        ),
    ] = None

    @property
    def targets(self) -> int:
        """How many targets this effect takes from the declaration."""
        if self.do == "wound-diagonal":
            return 3
        if self.from_a_deck:
            return 0
        if self.each or self.itself or self.target:
            return 1 if self.do in TO_A_CELL else 0
        return 2 if self.do in TO_A_CELL else 1

    @property
    def from_a_deck(self) -> bool:
        """Whether it takes cards from the top of a deck (nobody chooses them)."""
        return self.do == "put" and self.out_of == "deck"


TO_A_CELL = ("relocate", "return")


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands before the colon of a playable feature."""

    close: Annotated[
        bool, Meta(description="The card closes (this makes it an action).", examples=[True])
    ] = False
    chips: Annotated[int, Meta(ge=0, le=20, description="Chips paid.", examples=[1])] = 0
