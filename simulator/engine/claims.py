"""What a scenario claims about a line of play, and how a claim is tested.

Kinds of claim, fixed with document version 1: value · place · state · offered · refused · happened · order ·
hidden · probability. A claim speaks of the end of its line, or of the step named by `at`. A line that was
stopped by a refused action ends there; of a line stopped by anything else nothing is claimed at its end.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .look import Look
from .reading import same
from .record import Action, to_json
from .trace import Step

Of = Annotated[
    str,
    Meta(
        description="Id of a card of the setup (for some states: a cell).", examples=["scout"], max_length=60
    ),
]
ActionJson = Annotated[
    Any,
    Meta(
        description="The action, as in an answer; `by` is the player who would declare it and cannot be left out.",
        examples=[{"type": "move", "card": "scout", "to": "C1", "by": "p1"}],
    ),
]
Where = Annotated[
    dict[str, Any],
    Meta(
        description="Fields that the event must have, as a play tells them (others are free).",
        examples=[{"card": "scout"}],
        max_length=10,
    ),
]
EventName = Annotated[
    str, Meta(description="Name of an event, as steps tell it.", examples=["moved"], max_length=60)
]


class Claim(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """Common to every claim: of which line it speaks."""

    line: Annotated[str, Meta(description="The line it speaks of.", examples=["main"], max_length=40)] = (
        "main"
    )


class StepClaim(Claim, frozen=True, kw_only=True):
    """A claim that may also speak of a moment within its line: right after a step."""

    at: Annotated[
        Annotated[str, Meta(max_length=200)] | None,
        Meta(
            description="Right after which step: its permanent name (line, own answers used so far, event, how "
            "many of these since that answer). Left out = at the end of the line.",
            examples=["main.1.moved.1"],
        ),
    ] = None


class ValueClaim(StepClaim, frozen=True, kw_only=True, tag="value"):
    """A value of a card equals a number."""

    of: Of
    value: Annotated[str, Meta(description="Name of the value.", examples=["supply"])]
    equals: Annotated[int, Meta(description="What it equals.", examples=[1])]


class PlaceClaim(StepClaim, frozen=True, kw_only=True, tag="place"):
    """A card is on a cell or in a zone."""

    of: Of
    place: Annotated[str, Meta(description="Cell, or name of a zone.", examples=["C1", "graveyard"])]


class StateClaim(StepClaim, frozen=True, kw_only=True, tag="state"):
    """A card or cell is in a state, or has a mark; or not."""

    of: Of
    state: Annotated[str, Meta(description="Name of the state or mark.", examples=["closed"])]
    present: Annotated[bool, Meta(description="false: it is not.", examples=[True])] = True


class OfferedClaim(StepClaim, frozen=True, kw_only=True, tag="offered"):
    """An action may be declared at that moment, or an option of the question open at the end of the line be
    taken; or not. Name the action or the option."""

    action: ActionJson = None
    option: Annotated[
        Any, Meta(description="An option of a question that is not an action.", examples=[True])
    ] = None
    offered: Annotated[bool, Meta(description="false: it is not.", examples=[True])] = True


class RefusedClaim(StepClaim, frozen=True, kw_only=True, tag="refused"):
    """An action is refused, by this clause among others."""

    action: ActionJson
    clause: Annotated[
        str, Meta(description="Id of a refusing clause.", examples=["berserk:move#only-open"], max_length=120)
    ]


class HappenedClaim(StepClaim, frozen=True, kw_only=True, tag="happened"):
    """An event happened exactly so many times in the line, up to that moment. A line that departs from another
    counts from there."""

    event: EventName
    where: Where = {}
    times: Annotated[int, Meta(ge=0, le=100_000, description="How many times.", examples=[1])] = 1


class EventPattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event by name and fields."""

    event: EventName
    where: Where = {}


class OrderClaim(StepClaim, frozen=True, kw_only=True, tag="order"):
    """These events happened in this order (others may stand between them)."""

    events: Annotated[
        tuple[EventPattern, ...],
        Meta(
            min_length=2,
            max_length=20,
            description="The events, first to last.",
            examples=[[{"event": "moved"}, {"event": "closed"}]],
        ),
    ]


class HiddenClaim(StepClaim, frozen=True, kw_only=True, tag="hidden"):
    """A player cannot see a card (or can)."""

    of: Of
    player: Annotated[str, Meta(description="The player who looks.", examples=["p2"])]
    hidden: Annotated[bool, Meta(description="false: the player sees it.", examples=[True])] = True


class ProbabilityClaim(Claim, frozen=True, kw_only=True, tag="probability"):
    """The line ends before dice are thrown: with every further choice by default, up to the next moment at
    which somebody may act, another claim comes true with exactly this probability."""

    equals: Annotated[
        str,
        Meta(
            pattern="^[0-9]+(/[0-9]+)?$",
            max_length=60,
            description="A fraction from 0 to 1.",
            examples=["5/36", "1"],
        ),
    ]
    of: Annotated[
        Any,
        Meta(
            description="The other claim: of kind value, place or state, without `line` and `at`.",
            examples=[{"kind": "value", "of": "scout", "value": "wounds", "equals": 1}],
        ),
    ]


AnyClaim = (
    ValueClaim | PlaceClaim | StateClaim | OfferedClaim | RefusedClaim | HappenedClaim | OrderClaim | HiddenClaim
    | ProbabilityClaim
)  # fmt: skip
BoardClaim = ValueClaim | PlaceClaim | StateClaim


class Scene(msgspec.Struct, frozen=True):
    """What a claim is tested on: the board, the steps up to it, the open question (at a line's end)."""

    look: Any
    steps: tuple[Step, ...]
    decision: Any = None
    outcomes: Any = None
    """A function: nested board claim -> exact probability."""


NOT_REACHED = frozenset({"stopped", "no-such-step"})


class Finding(msgspec.Struct, frozen=True):
    """The result of a claim: whether it holds, what was found, refusals met on the way; `why` is the key of a
    sentence when there was nothing to find, `error` what stood in the way.

    >>> Finding(False, why="limit", error="too much").state, Finding(False, why="stopped").state
    ('not-worked-out', 'not-reached')
    """

    holds: bool
    found: Any = None
    reasons: tuple[Any, ...] = ()
    why: str = ""
    error: Any = None

    @property
    def state(self) -> str:
        """holds · fails · not-worked-out (nobody knows) · not-reached (the line never comes to it)."""
        if self.holds:
            return "holds"
        if self.error is not None:
            return "not-worked-out"
        return "not-reached" if self.why in NOT_REACHED else "fails"


def matches(pattern: EventPattern | HappenedClaim, step: Step) -> bool:
    """Whether a step is what a pattern describes."""
    if step.name != pattern.event:
        return False
    shown = to_json(step.event)
    return all(k in shown and same(shown[k], v) for k, v in pattern.where.items())


def test_claim(claim: Any, scene: Scene) -> Finding:
    """Test one claim (its actions already read)."""
    look: Look = scene.look
    of = getattr(claim, "of", None)
    if isinstance(of, str) and not look.game.exists(look.board, of, _asked(claim)):
        return Finding(False, why="gone")
    match claim:
        case ValueClaim():
            found = look.value(claim.value, claim.of)
            return Finding(same(found, claim.equals), found)
        case PlaceClaim():
            place = look.game.place(look.board, claim.of)
            return Finding(place == claim.place, place)
        case StateClaim():
            state = look.game.state(look, claim.of, claim.state)
            return Finding(state == claim.present, state)
        case OfferedClaim():
            return _offered(claim, scene)
        case RefusedClaim():
            reasons = look.refusals(claim.action)
            clauses = tuple(dict.fromkeys(c for r in reasons for c in r.cites))
            return Finding(claim.clause in clauses, list(clauses), reasons)
        case HappenedClaim():
            times = sum(matches(claim, s) for s in scene.steps)
            return Finding(times == claim.times, times)
        case OrderClaim():
            return _order(claim, scene.steps)
        case HiddenClaim():
            hidden = look.game.hidden(look.board, claim.of, claim.player)
            return Finding(hidden == claim.hidden, hidden)
        case ProbabilityClaim():
            chance = scene.outcomes(claim.of)
            return Finding(chance == Fraction(claim.equals), str(chance))
    raise TypeError(claim)


def _asked(claim: Any) -> str:
    return getattr(claim, "value", None) or getattr(claim, "state", None) or ""


def _offered(claim: OfferedClaim, scene: Scene) -> Finding:
    if claim.action is None:
        options = [to_json(o) for o in scene.decision.options] if scene.decision else []
        return Finding(any(same(claim.option, o) for o in options) == claim.offered, options)
    action: Action = claim.action
    reasons = scene.look.refusals(action)
    decision = scene.decision
    if decision is not None and decision.window and not reasons:
        offered = action in decision.options
    else:
        offered = not reasons
    return Finding(offered == claim.offered, offered, reasons)


def _order(claim: OrderClaim, steps: tuple[Step, ...]) -> Finding:
    left = list(claim.events)
    for step in steps:
        if left and matches(left[0], step):
            left.pop(0)
    return Finding(not left, [s.name for s in steps])
