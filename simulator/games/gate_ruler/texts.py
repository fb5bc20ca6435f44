"""Card texts as typed records: what this engine's vocabulary can say. What it cannot say is refused.

A record's `name` is the permanent name of the text on its card; steps that it causes cite
`card:gate-ruler/{card}#{name}`.
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
Word = Literal["penetrate", "intercept", "counterattack", "x-attacks", "soulguard", "vigilance"]
KEYWORDS: tuple[str, ...] = Word.__args__  # type: ignore[attr-defined]


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards in play an effect may touch."""

    what: Annotated[
        Literal["unit", "ruler"], Meta(description="A unit in play, or a ruler.", examples=["unit"])
    ] = "unit"
    whose: Annotated[
        Literal["any", "own", "enemy"],
        Meta(description="Whose card, seen from the controller of the text.", examples=["enemy"]),
    ] = "any"


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a text does, to a chosen target, to each card that fits, or to the card with the text.

    gain: a bonus to `gives` (atk, hp, stk), or the keyword `gives`. prevent: the next damage of this turn to
    that card is less by `amount`. move: the chosen unit goes to the chosen free zone (two targets: card,
    zone). redirect: the chosen unit becomes the target of the attack in progress. draw: the controller draws
    `amount` cards.
    """

    do: Annotated[
        Literal[
            "damage", "destroy", "return", "ready", "exhaust", "gain", "prevent", "move", "redirect", "draw"
        ],
        Meta(description="What happens.", examples=["damage"]),
    ]
    on: Annotated[Filter, Meta(description="To which card.", examples=[{"whose": "enemy"}])] = Filter()
    each: Annotated[
        bool, Meta(description="true: every card that fits; false: one chosen target.", examples=[False])
    ] = False
    itself: Annotated[
        bool, Meta(description="true: the card with the text, without a target.", examples=[True])
    ] = False
    amount: Annotated[int, Meta(ge=-20, le=20, description="How much.", examples=[1])] = 1
    times: Annotated[
        Literal["once", "ready-own-units"],
        Meta(
            description="ready-own-units: the amount counts once for each ready unit of the controller.",
            examples=["once"],
        ),
    ] = "once"
    kind: Annotated[
        Literal["effect", "battle"],
        Meta(
            description="What the damage counts as; battle only when the text says so.", examples=["effect"]
        ),
    ] = "effect"
    gives: Annotated[
        Literal["atk", "hp", "stk"] | Word, Meta(description="What is gained.", examples=["stk"])
    ] = "atk"
    until: Annotated[
        Literal["end-of-turn", "for-good", "hits-ruler"],
        Meta(
            description="How long what is gained lasts; hits-ruler: until that card deals battle damage to a ruler.",
            examples=["end-of-turn"],
        ),
    ] = "end-of-turn"

    @property
    def targets(self) -> int:
        """How many targets this effect takes from the declaration."""
        if self.do == "draw" or self.each or self.itself:
            return 1 if self.do == "move" and self.itself else 0
        return 2 if self.do == "move" else 1


class Keyword(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="keyword",
):
    """A keyword. `x`: its number (of X attacks)."""

    keyword: Annotated[Word, Meta(description="Which keyword.", examples=["penetrate"])]
    x: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(description="The number in the keyword: X attacks only.", examples=[2]),
    ] = None


class Activated(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="activated",
):
    """An activated ability: timing, cost, effects. It goes through the gate."""

    name: Name
    effects: Annotated[
        tuple[Effect, ...],
        Meta(min_length=1, max_length=4, description="What it does, in order.", examples=[[{"do": "draw"}]]),
    ]
    timing: Annotated[
        Literal["instant", "standard", "before-damage"],
        Meta(
            description="standard: own main phase, empty gate; instant: whenever the player has priority; "
            "before-damage: when damage is about to be dealt to the player's cards.",
            examples=["instant"],
        ),
    ] = "instant"
    cost: Annotated[
        Literal["nothing", "exhaust-this", "exhaust-unit"],
        Meta(
            description="exhaust-this: this card; exhaust-unit: one ready unit of the player.",
            examples=["exhaust-this"],
        ),
    ] = "nothing"


class Automatic(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="automatic",
):
    """An automatic ability of the processing class: when …, it goes through the gate. It chooses nothing."""

    name: Name
    effects: Annotated[
        tuple[Effect, ...],
        Meta(min_length=1, max_length=4, description="What it does, in order.", examples=[[{"do": "draw"}]]),
    ]
    when: Annotated[
        Literal["leaves-play", "deals-battle-damage"],
        Meta(
            description="leaves-play: when this card leaves play; deals-battle-damage: when it deals battle damage.",
            examples=["leaves-play"],
        ),
    ] = "leaves-play"


class Shield(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="text",
    tag="shield",
):
    """A static ability: damage of a kind to this unit, or to its player's ruler, is lessened or becomes 0."""

    name: Name
    against: Annotated[
        Literal["any", "battle", "effect"], Meta(description="Which damage.", examples=["battle"])
    ] = "any"
    protects: Annotated[
        Literal["this-unit", "own-ruler"], Meta(description="Who is protected.", examples=["own-ruler"])
    ] = "this-unit"
    less: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(description="By how much less; null: it becomes 0.", examples=[1]),
    ] = None


Text = Keyword | Activated | Automatic | Shield
