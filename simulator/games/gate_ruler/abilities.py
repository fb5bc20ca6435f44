"""Activated and automatic abilities of card texts: declared or triggered, answered in the gate, resolved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import AbilityInGate, Attack, RulerDamage, UseAbility, UseAutomatic
from .board import Table
from .effects import carry_out, moves, own_zone, target_fits, usable_cites, usable_units, wanted_targets
from .events import Exhausted
from .gate import RESOLVING, gate_processing, gate_resolves
from .kinds import RULER_IS_NO_UNIT
from .texts import Activated

rules = Rules()
rules.procedure(
    UseAbility,
    "pay", "respond", "resolve",
    cites=("gate-ruler:activated-ability#written-with-timing", "gate-ruler:processing-class#waits-in-the-gate"),
    performs="resolve",
    pays="pay",
    windows=("respond",),
)  # fmt: skip
rules.procedure(UseAutomatic, "resolve", cites=("gate-ruler:automatic-ability#works-when-condition-is-met",))

WRITTEN = "gate-ruler:activated-ability#written-with-timing"
STANDARD = "gate-ruler:activated-ability#standard-timing"
ONE_ACTION = "gate-ruler:priority#one-action-or-pass"


def _text(board: Table, action: UseAbility) -> Activated | None:
    text = board.cards[action.card].text(action.ability)
    return text if isinstance(text, Activated) else None


def _declarations(look: Look, player: str, *timings: str) -> Iterator[UseAbility]:
    board: Table = look.board
    for card in board.cards.values():
        if card.controller != player or not card.in_play:
            continue
        for text in card.texts:
            if not isinstance(text, Activated) or text.timing not in timings:
                continue
            names = (
                *board.cards,
                *(s for p in board.sides for z in ("attack", "defence") for s in board.spots(p, z)),
            )
            choices = [
                [t for t in names if target_fits(look, card, effect, zone, t)]
                for effect, zone in wanted_targets(text.effects)
            ]
            payers = [c.id for c in board.units(player)] if text.cost == "exhaust-unit" else [""]
            for chosen in product(*choices):
                for payer in payers:
                    yield UseAbility(
                        card=card.id, ability=text.name, targets=tuple(chosen), payer=payer, by=player
                    )


@rules.offers("response", ONE_ACTION)
@rules.offers("main", ONE_ACTION)
def instant_abilities(look: Look, player: str) -> Iterator[UseAbility]:
    yield from _declarations(look, player, "instant", "before-damage")


@rules.offers("main", STANDARD)
def standard_abilities(look: Look, player: str) -> Iterator[UseAbility]:
    yield from _declarations(look, player, "standard")


@rules.forbids(UseAbility, STANDARD, stage="declare")
def only_at_standard_timing(look: Look, action: UseAbility) -> Any:
    board: Table = look.board
    text = _text(board, action)
    if text is None or text.timing != "standard":
        return None
    if action.by != board.active or board.phase != "main" or not board.gate_is_empty:
        return "not-the-standard-timing", {"card": action.card, "active": board.active, "phase": board.phase}
    return None


@rules.forbids(UseAbility, WRITTEN, stage="declare")
def only_before_damage(look: Look, action: UseAbility) -> Any:
    """From the declaration of an attack to just before its battle damage, or while an ability that deals
    damage waits in the gate; the damage concerns a card of the player.
    """
    text = _text(look.board, action)
    if text is None or text.timing != "before-damage" or damage_is_coming(look.board, action.by):
        return None
    return "no-damage-coming", {"card": action.card, "player": action.by}


def damage_is_coming(board: Table, player: str) -> bool:
    """Whether an attack or an ability in the gate is about to deal damage to a card of a player."""
    return any(_aims_at(board, frame, player) for frame in board.pile)


def _aims_at(board: Table, frame: Any, player: str) -> bool:
    action = frame.action
    if isinstance(action, Attack):
        return action.by != player and frame.step in ("declared-gate", "intercept-gate")
    if isinstance(action, AbilityInGate):
        action = action.ability
    if not isinstance(action, (UseAbility, UseAutomatic)):
        return False
    source = board.cards[action.card]
    text = source.text(action.ability if isinstance(action, UseAbility) else action.name)
    left = list(getattr(action, "targets", ()))
    for effect in text.effects:
        needed = len(wanted_targets((effect,)))
        own, left = left[:needed], left[needed:]
        if effect.do != "damage":
            continue
        if effect.each and (effect.on.whose == "any" or (action.by == player) == (effect.on.whose == "own")):
            return True
        if any(board.cards[card].controller == player for card in ([source.id] if effect.itself else own)):
            return True
    return False


@rules.forbids(UseAbility, RULER_IS_NO_UNIT, stage="declare")
def a_ruler_is_no_unit(look: Look, action: UseAbility) -> Any:
    text = _text(look.board, action)
    for (effect, zone), target in zip(
        wanted_targets(text.effects if text else ()), action.targets, strict=False
    ):
        card = look.board.cards.get(target)
        if not zone and effect.on.what == "unit" and card is not None and card.kind == "ruler":
            return "ruler-is-no-unit", {"card": action.card, "target": target}
    return None


@rules.forbids(UseAbility, RESOLVING, stage="declare")
def nothing_while_the_gate_resolves(look: Look, action: UseAbility) -> Any:
    return ("gate-resolves", {"card": action.card}) if gate_resolves(look.board) else None


@rules.forbids(UseAbility, "gate-ruler:ruler-damage#no-additions-in-the-middle", stage="declare")
def nothing_between_points(look: Look, action: UseAbility) -> Any:
    if isinstance(look.board.pile[-1].action, RulerDamage):
        return "damage-under-way", {"card": action.card}
    return None


@rules.forbids(UseAbility, ONE_ACTION, stage="declare")
def only_with_priority(look: Look, action: UseAbility) -> Any:
    """Abilities are used at a gate processing: not while attacks are declared or damage is taken."""
    top = look.board.pile[-1]
    windows = look.rules.procedure(type(top.action)).windows
    if top.step not in windows or top.step == "declare":
        return "no-priority", {"card": action.card}
    return None


@rules.forbids(UseAbility, WRITTEN, stage="declare")
def must_be_able_to(look: Look, action: UseAbility) -> Any:
    board: Table = look.board
    card = board.cards[action.card]
    text = _text(board, action)
    if text is None or not card.in_play or card.controller != action.by:
        return "no-such-ability", {"card": card.id, "player": action.by}
    if text.cost == "exhaust-this" and not card.ready:
        return "cannot-pay", {"card": card.id}
    if text.cost == "exhaust-unit" and action.payer not in usable_units(look, action.by):
        return "cannot-pay", {"card": action.payer or card.id}
    if text.cost != "exhaust-unit" and action.payer:
        return "nothing-to-pay-with-it", {"card": card.id, "payer": action.payer}
    wanted = wanted_targets(text.effects)
    if len(action.targets) != len(wanted):
        return "wrong-number-of-targets", {
            "card": card.id,
            "needed": len(wanted),
            "given": len(action.targets),
        }
    for (effect, zone), target in zip(wanted, action.targets, strict=True):
        if not target_fits(look, card, effect, zone, target):
            return "target-does-not-fit", {"card": card.id, "target": target}
    for moved, place in moves(card.id, text.effects, action.targets):
        if not own_zone(board, moved, place):
            return "target-does-not-fit", {"card": card.id, "target": place}
    return None


@rules.unfolds(UseAbility, WRITTEN, step="pay")
def pay(run: Run, frame: Any) -> Asking:
    """The cost is paid as the ability is declared."""
    action: UseAbility = frame.action
    text = _text(run.board, action)
    assert text is not None, "an ability without a text cannot be declared"
    if text.cost == "exhaust-this":
        yield from run.emit(Exhausted(action.card, payment=True), WRITTEN)
    elif text.cost == "exhaust-unit":
        cites = usable_cites(run.look, action.payer)
        yield from run.emit(Exhausted(action.payer, payment=True), WRITTEN, *cites)


@rules.unfolds(UseAbility, "gate-ruler:gate-processing#add-stage", step="respond")
def respond(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(UseAbility, RESOLVING, step="resolve")
def resolve(run: Run, frame: Any) -> Asking:
    action: UseAbility = frame.action
    text = _text(run.board, action)
    assert text is not None, "texts stay on their card"
    yield from carry_out(
        run, action.card, action.by, text.effects, action.targets,
        "gate-ruler:card-text#as-much-as-possible", f"card:gate-ruler/{action.card}#{text.name}",
    )  # fmt: skip


@rules.unfolds(UseAutomatic, RESOLVING, step="resolve")
def resolve_automatic(run: Run, frame: Any) -> Asking:
    action: UseAutomatic = frame.action
    text = run.board.cards[action.card].text(action.name)
    yield from carry_out(
        run, action.card, action.by, text.effects, (),
        "gate-ruler:automatic-ability#works-when-condition-is-met", f"card:gate-ruler/{action.card}#{text.name}",
    )  # fmt: skip
