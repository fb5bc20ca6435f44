"""How a playable feature is declared, answered and performed; generic over the records of card texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance, Target
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .acting import acting_card
from .actions import UseFeature
from .board import BATTLE_ZONES, Battle, Card
from .cells import CELLS
from .effects import effect_cites, events_of, fits
from .texts import Effect, Filter, Playable

rules = Rules()
rules.procedure(
    UseFeature,
    "respond", "close", "pay-chips", "perform",
    cites=("berserk:feature#text-of-a-card",),
    performs="perform",
    pays="pay-chips",
    windows=("respond",),
)  # fmt: skip


def wanted_targets(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, Filter], ...]:
    """For each target of a declaration, in order: the effect it belongs to and what it must be."""
    out: list[tuple[Effect, Filter]] = []
    for effect in effects:
        if effect.do == "occupy":
            out.append((effect, Filter(what="cell")))
        elif effect.do == "relocate":
            if not (effect.each or effect.itself):
                out.append((effect, effect.on))
            out.append((effect, Filter(what="cell")))
        elif effect.targets:
            out.append((effect, effect.on))
    return tuple(out)


# --- declaring ------------------------------------------------------------------------------------------


def _own_features(look: Look, player: str, *, sudden: bool) -> Iterator[tuple[Card, Playable]]:
    for instance in look.instances("playable"):
        card = look.board.cards[instance.bearer]
        text = card.playable(instance.named or "")
        if text is not None and card.controller == player and card.zone in BATTLE_ZONES:
            if text.sudden or not sudden:
                yield card, text


def _declarations(look: Look, player: str, *, sudden: bool) -> Iterator[UseFeature]:
    board: Battle = look.board
    for card, text in _own_features(look, player, sudden=sudden):
        choices = [
            [t for t in (*CELLS, *board.cards) if _choosable(board, card, effect, wanted, t)]
            for effect, wanted in wanted_targets(text.effects)
        ]
        for chosen in product(*choices):
            yield UseFeature(card=card.id, feature=text.name, targets=tuple(chosen), by=player)


def _choosable(board: Battle, card: Card, effect: Effect, wanted: Filter, target: str) -> bool:
    if not fits(board, card, wanted, target):
        return False
    return not (wanted.what == "cell" and (board.on(target) is not None or target in board.cells))


@rules.offers("act", "berserk:choice-subphase#active-player-declares")
def own_features(look: Look, player: str) -> Iterator[UseFeature]:
    yield from _declarations(look, player, sudden=False)


@rules.offers("response", "berserk:sudden-action#declared-in-answer")
def sudden_features(look: Look, player: str) -> Iterator[UseFeature]:
    yield from _declarations(look, player, sudden=True)


def _text(look: Look, action: UseFeature) -> Playable | None:
    card: Card = look.board.cards[action.card]
    return card.playable(action.feature)


@rules.forbids(UseFeature, "berserk:legality#condition-unmet-refused")
def must_have_the_feature(look: Look, action: UseFeature) -> Any:
    card = look.board.cards[action.card]
    if _text(look, action) is None or card.zone not in BATTLE_ZONES:
        return "no-such-feature", {"card": card.id, "feature": action.feature}
    return None


@rules.forbids(UseFeature, "berserk:card#owner-and-controller")
def only_own_features(look: Look, action: UseFeature) -> Any:
    controller = look.board.cards[action.card].controller
    if controller != action.by:
        return "not-your-card", {"card": action.card, "controller": controller}
    return None


@rules.forbids(UseFeature, "berserk:choice-subphase#active-player-declares", stage="declare")
def slow_features_in_choice(look: Look, action: UseFeature) -> Any:
    board: Battle = look.board
    text = _text(look, action)
    if text is None or text.sudden:
        return None
    if action.by != board.active:
        return "not-your-turn", {"player": action.by, "active": board.active}
    if board.phase != "choice":
        return "not-in-choice", {"phase": board.phase}
    if not board.stack_is_empty:
        return "something-is-declared", {}
    return None


@rules.forbids(UseFeature, "berserk:payment#resources-promised-once", stage="declare")
def promised_once(look: Look, action: UseFeature) -> Any:
    """A card that still owes its closing to something declared cannot promise it again."""
    card = acting_card(look.board, action)
    if card is None:
        return None
    for frame in look.board.pile:
        if frame.status != "blocked" and frame.action is not action:
            owes = acting_card(look.board, frame.action)
            if owes is not None and owes.id == card.id and owes.open:
                return "closing-already-promised", {"card": card.id}
    return None


@rules.forbids(Target, "berserk:legality#no-legal-target")
def target_must_fit(look: Look, target: Target) -> Any:
    action = target.ability
    if not isinstance(action, UseFeature) or (text := _text(look, action)) is None:
        return None
    card = look.board.cards[action.card]
    for place, (_, wanted) in enumerate(wanted_targets(text.effects)):
        if place < len(action.targets) and action.targets[place] == target.object:
            if not fits(look.board, card, wanted, target.object):
                return "target-does-not-fit", {"card": card.id, "target": target.object}
    return None


@rules.forbids(Target, "berserk:relocation#to-a-free-cell")
def relocation_needs_a_free_cell(look: Look, target: Target) -> Any:
    action = target.ability
    if not isinstance(action, UseFeature) or (text := _text(look, action)) is None:
        return None
    for place, (effect, wanted) in enumerate(wanted_targets(text.effects)):
        if (
            effect.do == "relocate"
            and wanted.what == "cell"
            and action.targets[place : place + 1] == (target.object,)
        ):
            if look.value("occupied", target.object) > 0:
                return "no-free-cell", {"to": target.object}
    return None


@rules.forbids(UseFeature, "berserk:legality#condition-unmet-refused")
def needs_its_targets(look: Look, action: UseFeature) -> Any:
    text = _text(look, action)
    if text is None:
        return None
    needed = len(wanted_targets(text.effects))
    if len(action.targets) != needed:
        return "wrong-number-of-targets", {
            "card": action.card,
            "needed": needed,
            "given": len(action.targets),
        }
    return None


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


# --- performing -----------------------------------------------------------------------------------------


@rules.unfolds(UseFeature, "berserk:feature#text-of-a-card", step="perform")
def perform(run: Run, frame: Any) -> Asking:
    """Each effect in order; the steps cite the card's record and the clause of the record's kind."""
    action: UseFeature = frame.action
    text = run.board.cards[action.card].playable(action.feature)
    record = f"card:berserk/{action.card}#{action.feature}"
    left = list(action.targets)
    for effect in text.effects:
        needed = len(wanted_targets((effect,)))
        chosen, left = tuple(left[:needed]), left[needed:]
        events = tuple(events_of(run.look, action, effect, chosen))
        for event in events:
            more = effect_cites(run.look, action, event)
            if len(events) == 1:
                yield from run.emit(event, *more, record)
        if len(events) > 1:
            cites = dict.fromkeys(c for e in events for c in effect_cites(run.look, action, e))
            yield from run.emit_all(events, *cites, record)
