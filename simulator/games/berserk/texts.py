"""Card texts as typed records: what this engine's vocabulary can say. What it cannot say is refused.

A record's `name` is the permanent name of the text on its card; steps that it causes cite
`card:berserk/{card}#{name}` and the glossary clause of the record's kind.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .text_effects import ATTACKS, Amount, Cost, Dealing, Effect, Filter, Guarded, Kind, Name


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


AbilityKind = Annotated[
    Kind, Meta(description="What it is; a text that names no kind is an influence.", examples=["shot"])
]
Strength = Annotated[
    tuple[int, int, int] | None,
    Meta(description="Attacks: wounds when weak, medium, strong.", examples=[[2, 2, 2]]),
]
Aim = Annotated[Filter, Meta(description="Attacks: whom it may be declared at.", examples=[{"what": "card"}])]
Range = Annotated[
    Annotated[int, Meta(ge=1, le=9)] | None,
    Meta(description="Range X; left out = no range is stated.", examples=[3]),
]
Effects = Annotated[
    tuple[Effect, ...],
    Meta(max_length=4, description="What it does, in order.", examples=[[{"do": "close"}]]),
]
Riders = Annotated[
    tuple[Effect, ...],
    Meta(
        max_length=4,
        description="Accompanying features: what happens besides, when the ability is performed.",
        examples=[[{"do": "wound", "each": True, "on": {"near": "target"}}]],
    ),
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A further ability of a composite feature: declared (action `use-part`) when those before it have been
    performed, at targets of its own that are chosen then. It belongs to the same payment.
    """

    kind: AbilityKind = "influence"
    strength: Strength = None
    on: Aim = Filter(what="card")
    range: Range = None
    effects: Effects = ()
    accompanying: Riders = ()
    depends_on: Annotated[
        Annotated[int, Meta(ge=1, le=8)] | None,
        Meta(
            description='The text says "if so": it is declared only when that part was performed successfully. '
            "1 is the ability of the feature itself, 2 the first of `then`. Left out = it depends on nothing.",
            examples=[1],
        ),
    ] = None
    may: Annotated[
        bool, Meta(description='The text says "may": its player can pass it over.', examples=[True])
    ] = False


class Playable(TextRecord, frozen=True, kw_only=True, tag="playable"):
    """A playable feature: its cost, then what it does.

    Of an attack (every kind but influence and spell) `strength` gives the wounds of a weak, medium and
    strong result of the die; `on` says whom it may be declared at. Other kinds do their `effects`.
    A composite feature goes on with the abilities in `then`.
    """

    cost: Annotated[Cost, Meta(description="What is paid.", examples=[{"close": True}])]
    kind: AbilityKind = "influence"
    strength: Strength = None
    on: Aim = Filter(what="card")
    range: Range = None
    effects: Effects = ()
    accompanying: Riders = ()
    then: Annotated[
        tuple[Part, ...],
        Meta(
            max_length=7,
            description="Composite feature: its further abilities, in order.",
            examples=[[{"kind": "shot", "strength": [2, 2, 2], "depends_on": 1}]],
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


@cache
def parts_of(text: Playable) -> tuple[Playable, ...]:
    """The abilities of a feature one by one, each as if it stood alone: more than one when it is composite."""
    return (
        text,
        *(
            msgspec.structs.replace(
                text, kind=p.kind, strength=p.strength, on=p.on, range=p.range, effects=p.effects,
                accompanying=p.accompanying, then=(),
            )
            for p in text.then
        ),
    )  # fmt: skip


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
    for this card. no-wounds-from-influences, no-wounds-from-spells: this card gets no wounds from them.
    """

    what: Annotated[
        Literal[
            "ranged-attacks-weaker", "no-range-limits", "no-wounds-from-influences", "no-wounds-from-spells"
        ],
        Meta(description="Which one.", examples=["no-range-limits"]),
    ]


class Modifier(TextRecord, frozen=True, kw_only=True, tag="modifier"):
    """A permanent feature: abilities of some kinds deal more or fewer wounds, never below 0.

    Modifiers without a name of their own add up. What accompanies an ability is not modified.
    """

    of: Annotated[
        tuple[Dealing, ...],
        Meta(min_length=1, max_length=9, description="Which kinds of ability.", examples=[["spell"]]),
    ]
    amount: Annotated[
        int, Meta(ge=-9, le=9, description="How many wounds more (fewer: below 0).", examples=[-1])
    ]
    by: Annotated[
        bool,
        Meta(
            description="true: what this card itself deals; false: what is dealt to this card.",
            examples=[False],
        ),
    ] = False


class Accompanying(TextRecord, frozen=True, kw_only=True, tag="accompanying"):
    """An accompanying feature for every ability of some kinds that this card uses ("on spell: …").

    Its effects take no chosen target: each, itself or the target of the ability.
    """

    of: Annotated[
        tuple[Kind, ...],
        Meta(
            min_length=1, max_length=8, description="On which abilities of this card.", examples=[["spell"]]
        ),
    ]
    effects: Annotated[
        tuple[Effect, ...],
        Meta(
            min_length=1,
            max_length=4,
            description="What happens.",
            examples=[[{"do": "gain-chips", "itself": True}]],
        ),
    ]


class Triggered(TextRecord, frozen=True, kw_only=True, tag="triggered"):
    """A triggered feature: whenever something happens to a card, it does its effects.

    death: a card dies, that is goes from the battle zone to the graveyard; a card that dies itself is seen
    too. attacked: a card becomes the final target of an attack (not of a spell or an influence).
    """

    when: Annotated[Literal["death", "attacked"], Meta(description="What must happen.", examples=["death"])]
    to: Annotated[
        Filter | None,
        Meta(
            description="To which card it must happen; left out = to the card with this text.",
            examples=[{"what": "creature", "whose": "own"}],
        ),
    ] = None
    effects: Annotated[
        tuple[Effect, ...],
        Meta(
            min_length=1,
            max_length=4,
            description="What it does, in order; targets are chosen when it resolves.",
            examples=[[{"do": "wound", "amount": 2}]],
        ),
    ]
    may: Annotated[
        bool, Meta(description='The text says "may": its player is asked first.', examples=[True])
    ] = False


Text = (
    Playable | OnMovement | StaysClosed | Protection | RangedProtection | Incarnation | PlacedInAuxiliary
    | Experience | Lives | Static | Modifier | Accompanying | Triggered
)  # fmt: skip
