"""Declaring a playable feature: who may, when, at whom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from simulator.engine.errors import LimitReached
from simulator.engine.look import Look
from simulator.engine.once import once
from simulator.engine.record import Instance, Target
from simulator.engine.rulebook import Rules

from .acting import acting_card
from .actions import UseFeature, UsePart, UseText
from .board import BATTLE_ZONES, Battle, Card
from .cells import CELLS, diagonals
from .effects import top_of_deck, wanted_targets
from .relations import NOTHING_EARLIER, Earlier, filter_cites, fits, is_the_kind
from .text_effects import THROWN, Effect, Filter
from .texts import Playable, parts_of

rules = Rules()

MOST_WAYS = 3000
"""Ways to declare one text that are listed at a question; more is refused, since each is asked."""

Want = tuple[Effect | None, Filter]
"""What a target is chosen for: an effect (None = the attack itself), and what it must be."""


@once
def wants(text: Playable) -> tuple[Want, ...]:
    """What each target of a declaration is for, in order."""
    attack: tuple[Want, ...] = ((None, text.on),) if text.is_attack else ()
    return (*attack, *wanted_targets(text.effects), *wanted_targets(text.accompanying))


def own_features(look: Look, player: str, *, sudden: bool) -> Iterator[tuple[Card, Playable]]:
    """The playable features of a player's cards in the battle zone (only sudden ones in an answer)."""
    for instance in look.instances("playable"):
        card = look.board.cards[instance.bearer]
        text = card.playable(instance.named or "")
        if text is not None and card.controller == player and (text.sudden or not sudden):
            yield card, text


def declarations(look: Look, player: str, *, sudden: bool, thrown: bool = False) -> Iterator[UseFeature]:
    """Every way to declare the features of a player's cards (shots, throws and discharges apart)."""
    for card, text in own_features(look, player, sudden=sudden):
        if (text.kind in THROWN) == thrown:
            for targets in ways(look, card, text):
                yield UseFeature(card=card.id, feature=text.name, targets=targets, by=player)


def ways(
    look: Look, card: Card, text: Playable, earlier: Earlier = NOTHING_EARLIER
) -> Iterator[tuple[str, ...]]:
    """Every choice of targets for one ability."""
    if any(e.do == "wound-diagonal" for e in text.effects):
        yield from diagonals(3)
        return
    wanted = wants(text)
    if not wanted:
        yield ()
        return
    everything = (*CELLS, *look.board.cards)
    first = [t for t in everything if choosable(look, card, wanted[0], t, None, earlier)]
    for head in first:
        aim = _cell_of(look, head) if text.is_attack else None
        rest = [
            [t for t in everything if choosable(look, card, want, t, aim, earlier)] for want in wanted[1:]
        ]
        if prod(map(len, rest)) * len(first) > MOST_WAYS:
            raise LimitReached("ways to declare one text", MOST_WAYS)
        for chosen in product(*rest):
            yield (head, *chosen)


def _cell_of(look: Look, card: str) -> str | None:
    there = look.board.cards.get(card)
    return there.cell if there is not None else None


def choosable(
    look: Look,
    card: Card,
    want: Want,
    target: str,
    aim: str | None,
    earlier: Earlier = NOTHING_EARLIER,
) -> bool:
    """Whether an object may be proposed for what a target is chosen for."""
    effect, wanted = want
    if effect is not None and effect.do == "return":
        return _returnable(look, card, wanted, target)
    if effect is not None and effect.do == "put" and effect.out_of != "battle-zone":
        return _lies_there(look, card, effect, target)
    if not fits(look, card, wanted, target, aim, earlier) or _has_no_cell(look, effect, target):
        return False
    return wanted.what != "cell" or look.value("occupied", target) == 0


def _lies_there(look: Look, card: Card, effect: Effect, target: str) -> bool:
    """Whether a card lies in the zone outside the battle zone that a text names."""
    other = look.board.cards.get(target)
    return other is not None and other.zone == effect.out_of and is_the_kind(card, effect.on, other)


def _returnable(look: Look, card: Card, wanted: Filter, target: str) -> bool:
    if wanted.what == "cell":
        return target in CELLS and look.value("occupied", target) == 0
    other = look.board.cards.get(target)
    if other is None or other.zone != "graveyard" or other.owner != card.controller:
        return False
    return wanted.what == "card" or other.kind == "creature"


def _has_no_cell(look: Look, effect: Effect | None, target: str) -> bool:
    """Whether a card is to be relocated that stands on no cell."""
    there = look.board.cards.get(target)
    return effect is not None and effect.do == "relocate" and there is not None and there.cell is None


@rules.offers("act", "berserk:choice-subphase#active-player-declares")
def features_of_own_cards(look: Look, player: str) -> Iterator[UseFeature]:
    yield from declarations(look, player, sudden=False)


@rules.offers("response", "berserk:sudden-action#declared-in-answer")
def sudden_features(look: Look, player: str) -> Iterator[UseFeature]:
    yield from declarations(look, player, sudden=True)


def text_of(look: Look, action: Any) -> Playable | None:
    """The text that is used, when there is one."""
    if not isinstance(action, UseText):
        return None
    return part_text(look.board.cards[action.card], action)


def part_text(card: Card, action: UseText) -> Playable | None:
    """The ability of a card's feature that is declared, as if it stood alone, when there is one."""
    text = card.playable(action.feature)
    if text is None or not isinstance(action, UsePart):
        return text
    parts = parts_of(text)
    return parts[action.part - 1] if action.part <= len(parts) else None


def earlier_of(look: Look, action: Any) -> Earlier:
    """What the abilities before this one were aimed at (nothing, unless it is a part of a composite feature)."""
    frame = composite_under_way(look.board, action) if isinstance(action, UsePart) else None
    return NOTHING_EARLIER if frame is None else Earlier(*frame.data.get("earlier", NOTHING_EARLIER))


def counts_so_far(board: Battle, action: UseText) -> dict[str, int]:
    """What the abilities before this one have done, as far as it is counted."""
    frame = composite_under_way(board, action) if isinstance(action, UsePart) else None
    return {} if frame is None else frame.data.get("counts", {})


def composite_under_way(board: Battle, action: UsePart) -> Any:
    """The frame of the composite feature to which a part belongs, when it is being used."""
    for frame in reversed(board.pile):
        if isinstance(frame.action, UseFeature):
            same = (frame.action.card, frame.action.feature) == (action.card, action.feature)
            return frame if same else None
    return None


@rules.forbids(UseText, "berserk:legality#condition-unmet-refused")
def must_have_the_feature(look: Look, action: UseText) -> Any:
    card = look.board.cards[action.card]
    if text_of(look, action) is None or card.zone not in BATTLE_ZONES:
        return "no-such-feature", {"card": card.id, "feature": action.feature}
    return None


@rules.forbids(UseText, "berserk:card#owner-and-controller")
def only_own_features(look: Look, action: UseText) -> Any:
    controller = look.board.cards[action.card].controller
    if controller != action.by:
        return "not-your-card", {"card": action.card, "controller": controller}
    return None


@rules.forbids(UseFeature, "berserk:choice-subphase#active-player-declares", stage="declare")
def slow_features_in_choice(look: Look, action: UseFeature) -> Any:
    text = text_of(look, action)
    return None if text is None or text.sudden else slow_declaration(look, action.by)


def slow_declaration(look: Look, player: str) -> Any:
    """Why a player may not declare anything slow now, if so."""
    board: Battle = look.board
    if player != board.active:
        return "not-your-turn", {"player": player, "active": board.active}
    if board.phase != "choice":
        return "not-in-choice", {"phase": board.phase}
    if not board.stack_is_empty:
        return "something-is-declared", {}
    return None


@rules.forbids(UseFeature, "berserk:payment#resources-promised-once", stage="declare")
def promised_once(look: Look, action: UseFeature) -> Any:
    return closing_promised(look, action)


def closing_promised(look: Look, action: Any) -> Any:
    """A card that still owes its closing to something declared cannot promise it again."""
    card = acting_card(look, action)
    if card is None:
        return None
    for frame in look.board.pile:
        if frame.action is not action:
            owes = {frame.data.get("defender")} | {getattr(acting_card(look, frame.action), "id", None)}
            if card.id in owes and card.open:
                return "closing-already-promised", {"card": card.id}
    return None


def places_of(text: Playable, action: UseText, target: str) -> Iterator[Want]:
    """What a target was chosen for."""
    for place, want in enumerate(wants(text)):
        if place < len(action.targets) and action.targets[place] == target:
            yield want


@rules.forbids(Target, "berserk:legality#no-legal-target")
def target_must_fit(look: Look, target: Target) -> Any:
    action = target.ability
    text = text_of(look, action)
    if text is None:
        return None
    card = look.board.cards[action.card]
    aim = _cell_of(look, action.targets[0]) if text.is_attack and action.targets else None
    earlier = earlier_of(look, action)
    facts = {"card": card.id, "target": target.object}
    for effect, wanted in places_of(text, action, target.object):
        if effect is not None and effect.do == "return":
            if not _returnable(look, card, wanted, target.object):
                return "target-does-not-fit", facts
        elif effect is not None and effect.do == "put" and effect.out_of != "battle-zone":
            if not _lies_there(look, card, effect, target.object):
                return "target-does-not-fit", facts
        elif _has_no_cell(look, effect, target.object):
            return "stands-on-no-cell", {"target": target.object}
        elif not fits(look, card, wanted, target.object, aim, earlier):
            return "target-does-not-fit", facts, filter_cites(wanted)
    return None


@rules.forbids(Target, "berserk:relocation#to-a-free-cell")
def needs_a_free_cell(look: Look, target: Target) -> Any:
    text = text_of(look, target.ability)
    if text is None:
        return None
    for effect, wanted in places_of(text, target.ability, target.object):
        if effect is not None and effect.do in ("relocate", "return", "occupy") and wanted.what == "cell":
            if look.value("occupied", target.object) > 0:
                return "no-free-cell", {"to": target.object}
    return None


@rules.forbids(UseText, "berserk:legality#condition-unmet-refused")
def needs_its_targets(look: Look, action: UseText) -> Any:
    text = text_of(look, action)
    if text is None:
        return None
    needed = len(wants(text))
    if len(action.targets) != needed:
        return "wrong-number-of-targets", {
            "card": action.card,
            "needed": needed,
            "given": len(action.targets),
        }
    for effect in (*text.effects, *text.accompanying):
        if effect.from_a_deck and not top_of_deck(look.board, card_of(look, action), effect):
            return "deck-not-known", {"card": action.card}
    return None


def card_of(look: Look, action: UseText) -> Card:
    """The card with the text."""
    card: Card = look.board.cards[action.card]
    return card


@rules.lifts(
    "berserk:close#closed-cannot-declare-actions",
    "berserk:text-beats-rules#special-over-general",
    using="playable",
)
@rules.lifts(
    "berserk:close#closed-cannot-perform-actions",
    "berserk:text-beats-rules#special-over-general",
    using="playable",
)
def text_allows_it_when_closed(look: Look, lifted: Any, ability: Any, event: Any, own: Instance) -> bool:
    """A text that lets its card declare although closed; paying by closing stays impossible."""
    text = look.board.cards[own.bearer].playable(own.named or "")
    return text is not None and text.when_closed
