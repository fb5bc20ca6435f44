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
        Literal["", "source", "target"],
        Meta(
            description="Standing near (one of eight neighbours) the source or the target.",
            examples=["target"],
        ),
    ] = ""
    diagonal: Annotated[
        Literal["", "source", "target"],
        Meta(description="Diagonally from the source or from the target.", examples=["source"]),
    ] = ""
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
    until the end of the turn. destroy: the card dies.
    """

    do: Annotated[
        Literal[
            "open", "close", "wound", "gain-chips", "lose-chips", "relocate", "occupy", "finish", "mark",
            "guard", "unguard", "return", "incarnation-token", "wound-diagonal", "heal", "additional-lives",
            "fewer-lives", "destroy",
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
        Meta(description="true (accompanying effects): the target of the ability itself.", examples=[True]),
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

    @property
    def targets(self) -> int:
        """How many targets this effect takes from the declaration."""
        if self.do == "wound-diagonal":
            return 3
        if self.each or self.itself or self.target:
            return 1 if self.do in TO_A_CELL else 0
        return 2 if self.do in TO_A_CELL else 1


TO_A_CELL = ("relocate", "return")


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands before the colon of a playable feature."""

    close: Annotated[
        bool, Meta(description="The card closes (this makes it an action).", examples=[True])
    ] = False
    chips: Annotated[int, Meta(ge=0, le=20, description="Chips paid.", examples=[1])] = 0


class TextRecord(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="text",
):
    """Common to every text of a card: its permanent name."""

    name: Name


class Playable(TextRecord, frozen=True, kw_only=True, tag="playable"):
    """A playable feature: its cost, then what it does.

    Of an attack (every kind but influence and spell) `strength` gives the wounds of a weak, medium and
    strong result of the die; `on` says whom it may be declared at. Other kinds do their `effects`.
    """

    cost: Annotated[Cost, Meta(description="What is paid.", examples=[{"close": True}])]
    kind: Annotated[
        Kind, Meta(description="What it is; a text that names no kind is an influence.", examples=["shot"])
    ] = "influence"
    strength: Annotated[
        tuple[int, int, int] | None,
        Meta(description="Attacks: wounds when weak, medium, strong.", examples=[[2, 2, 2]]),
    ] = None
    on: Annotated[
        Filter, Meta(description="Attacks: whom it may be declared at.", examples=[{"what": "card"}])
    ] = Filter(what="card")
    range: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | None,
        Meta(description="Range X; left out = no range is stated.", examples=[3]),
    ] = None
    effects: Annotated[
        tuple[Effect, ...],
        Meta(max_length=4, description="What it does, in order.", examples=[[{"do": "close"}]]),
    ] = ()
    accompanying: Annotated[
        tuple[Effect, ...],
        Meta(
            max_length=4,
            description="Accompanying features: what happens besides, when the ability is performed.",
            examples=[[{"do": "wound", "each": True, "on": {"near": "target"}}]],
        ),
    ] = ()
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

    @property
    def is_attack(self) -> bool:
        """Whether it is an attack (rolls a die for its strength)."""
        return self.kind in ATTACKS


class OnMovement(TextRecord, frozen=True, kw_only=True, tag="on-movement"):
    """A triggered feature: each time this card moves (by its own supply), it gets chips."""

    chips: Amount = 1


class StaysClosed(TextRecord, frozen=True, kw_only=True, tag="stays-closed"):
    """A permanent feature: this card does not open at the start of its player's turn."""


class Protection(TextRecord, frozen=True, kw_only=True, tag="protection"):
    """A permanent feature: protection from one kind of ability, or from one kind of marker."""

    guard: Annotated[Guarded, Meta(description="What it protects from.", examples=["shot", "curse"])]


class RangedProtection(TextRecord, frozen=True, kw_only=True, tag="protection-from-ranged-attacks"):
    """A permanent feature: protection from ranged attacks."""


class Incarnation(TextRecord, frozen=True, kw_only=True, tag="incarnation"):
    """A triggered feature: Incarnation X."""

    x: Annotated[
        int, Meta(ge=1, le=9, description="How many incarnation tokens it returns with.", examples=[2])
    ]
    open: Annotated[bool, Meta(description="The text says that it incarnates open.", examples=[True])] = False


class PlacedInAuxiliary(TextRecord, frozen=True, kw_only=True, tag="placed-in-auxiliary"):
    """The card is placed in the auxiliary zone."""


class Experience(TextRecord, frozen=True, kw_only=True, tag="experience"):
    """A permanent feature: experience in attack (its simple strikes) or in defence (struck, it fights)."""

    part: Annotated[Literal["attack", "defence"], Meta(description="In what.", examples=["attack"])]
    x: Annotated[int, Meta(ge=1, le=6, description="X, added to its die.", examples=[1])] = 1


class Lives(TextRecord, frozen=True, kw_only=True, tag="lives"):
    """A permanent feature: cards have additional lives, or fewer lives, while it works."""

    what: Annotated[
        Literal["additional", "fewer"],
        Meta(description="Additional lives, or so many lives fewer.", examples=["additional"]),
    ]
    amount: Amount = 1
    on: Annotated[
        Filter,
        Meta(
            description="Each object that fits has them (current lives cannot be asked for here).",
            examples=[{"what": "creature", "whose": "own", "near": "source"}],
        ),
    ] = Filter()
    itself: Annotated[
        bool, Meta(description="true: only the card with the text, whatever `on` says.", examples=[True])
    ] = False


class Static(TextRecord, frozen=True, kw_only=True, tag="static"):
    """A permanent feature without parameters, by its kind.

    ranged-attacks-weaker: ranged attacks on this card get -1. no-range-limits: range limits do not count
    for this card. no-wounds-from-influences: this card gets no wounds from influences.
    """

    what: Annotated[
        Literal["ranged-attacks-weaker", "no-range-limits", "no-wounds-from-influences"],
        Meta(description="Which one.", examples=["no-range-limits"]),
    ]


Text = (
    Playable | OnMovement | StaysClosed | Protection | RangedProtection | Incarnation | PlacedInAuxiliary
    | Experience | Lives | Static
)  # fmt: skip
