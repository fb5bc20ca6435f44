"""How a playable feature unfolds: answered, rolled for when it is an attack, performed, paid."""

from __future__ import annotations

from typing import Any

from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import UseFeature, UsePart, UseText
from .board import Card
from .counting import COUNTED, counted, counting_cites, tally
from .declaring import counts_so_far, earlier_of, text_of
from .dice import modified_by, one_die_strength, roll
from .effects import effect_cites, events_of, wanted_targets
from .events import Ability, NotSuccessful, NotTriggered, Wounded
from .keywords.spell import counts_as_attack
from .relations import Earlier
from .success import consequences
from .text_effects import Effect
from .texts import Accompanying, Playable
from .triggers import attacked
from .value import attack_value, value_cites

rules = Rules()
rules.procedure(
    UseFeature,
    "respond", "close", "pay-chips", "aimed", "roll", "perform", "accompany", "parts",
    cites=("berserk:feature#text-of-a-card",),
    performs="aimed",
    pays="pay-chips",
    windows=("respond",),
)  # fmt: skip

ACCOMPANIES = "berserk:accompanying-feature#with-its-ability"

DIE_CLAUSE = {
    "shot": "berserk:shot#one-die",
    "throw": "berserk:throw#one-die",
    "discharge": "berserk:discharge#one-die",
    "strike-through-row": "berserk:strike-through-row#one-die",
    "special-strike": "berserk:melee-attack#special-and-magic-unanswered",
    "magic-strike": "berserk:melee-attack#special-and-magic-unanswered",
}


for _clause in sorted(set(DIE_CLAUSE.values())):
    rules.flag(_clause)


def record_of(action: UseText) -> str:
    """The citation of a card's text."""
    return f"card:berserk/{action.card}#{action.feature}"


def ability_of_feature(
    text: Playable, action: UseText, *, accompanying: bool = False, cell: str = ""
) -> Ability:
    """What the effects of a feature come from."""
    main = 1 if text.is_attack else len(wanted_targets(text.effects))
    return Ability(text.kind, action.card, action.targets[:main], accompanying, text.name, cell)


@rules.unfolds(UseFeature, "berserk:attack#when-attacked", step="aimed")
@rules.unfolds(UsePart, "berserk:attack#when-attacked", step="aimed")
def aimed(run: Run, frame: Any) -> Asking:
    """Whom it attacks is final now, if it is an attack."""
    action: UseText = frame.action
    text = text_of(run.look, action)
    if text is not None and action.targets and counts_as_attack(run.look, text.kind):
        yield from attacked(run, action.targets[0], action.card, text.kind)


@rules.unfolds(UseFeature, "berserk:dice-roll#one-die-thresholds", step="roll")
@rules.unfolds(UsePart, "berserk:dice-roll#one-die-thresholds", step="roll")
def roll_for_strength(run: Run, frame: Any) -> Asking:
    """An attack rolls one die: weak, medium or strong. Other kinds roll nothing."""
    action: UseText = frame.action
    text = text_of(run.look, action)
    if text is None or not text.is_attack:
        return
    clause = DIE_CLAUSE[text.kind]
    if not run.look.stands(clause):
        return  # nothing says how its strength is found: nothing is dealt
    natural = yield from roll(run, "attack-die", action.card, clause, "berserk:dice-roll#one-die-thresholds")
    result = run.look.value("die", action.card, action) + natural
    run.remember(strength=one_die_strength(result))


@rules.unfolds(UseFeature, "berserk:feature#text-of-a-card", step="perform")
@rules.unfolds(UsePart, "berserk:feature#text-of-a-card", step="perform")
def perform(run: Run, frame: Any) -> Asking:
    """The attack's wounds, or each effect in order; cites the card's record and the clause of its kind."""
    action: UseText = frame.action
    source: Card = run.board.cards[action.card]
    text = text_of(run.look, action)
    if text is None:
        return
    ability = ability_of_feature(text, action)
    counts = counts_so_far(run.board, action)
    if text.is_attack and "strength" not in frame.data:
        return  # nothing was rolled: nothing is dealt
    if text.is_attack:
        amount = attack_value(run.look, ability, text.strength or (0, 0, 0), frame.data["strength"])
        wound = Wounded(card=action.targets[0], amount=amount, ability=ability)
        more = (*modified_by(run.look, ("die", action.card)), *value_cites(run.look, ability))
        run.remember(cell=run.board.cards[action.targets[0]].cell or "", success=True)
        done = yield from run.emit(wound, "berserk:strength#weak-medium-strong", *more, record_of(action))
        run.remember(**tally(run.look, counts, done))
        return
    there = run.board.cards.get(action.targets[0]) if action.targets else None
    run.remember(cell=there.cell or "" if there is not None else "")
    done, counts = yield from _effects(
        run, source, action, ability, text.effects, action.targets, earlier_of(run.look, action), counts
    )
    failed = () if done else consequences(run.look, text).failed
    run.remember(success=not failed, **counts)
    if failed:
        yield from run.emit(NotSuccessful(action.card, text.kind), *failed, record_of(action))


@rules.unfolds(UseFeature, ACCOMPANIES, step="accompany")
@rules.unfolds(UsePart, ACCOMPANIES, step="accompany")
def accompany(run: Run, frame: Any) -> Asking:
    """Accompanying features happen with the ability they accompany."""
    action: UseText = frame.action
    source: Card = run.board.cards[action.card]
    text = text_of(run.look, action)
    if text is None:
        return
    riders = [(text.accompanying, record_of(action))] if text.accompanying else []
    riders += [
        (own.effects, f"card:berserk/{source.id}#{own.name}")
        for own in source.texts
        if isinstance(own, Accompanying) and text.kind in own.of
    ]
    if not riders:
        return
    if not frame.data.get("success") and (idle := consequences(run.look, text).nothing_along):
        yield from run.emit(NotTriggered(action.card, action.feature), *idle, ACCOMPANIES)
        return
    ability = ability_of_feature(text, action, accompanying=True, cell=frame.data.get("cell", ""))
    left = action.targets[len(ability.targets) :]
    before = earlier_of(run.look, action)._replace(last="")
    counts = {name: frame.data[name] for name in COUNTED if name in frame.data}
    for effects, record in riders:
        _, counts = yield from _effects(
            run, source, action, ability, effects, left, before, counts, ACCOMPANIES, record=record
        )


def _effects(
    run: Run,
    source: Card,
    action: UseText,
    ability: Ability,
    effects: tuple[Effect, ...],
    targets: tuple[str, ...],
    earlier: Earlier,
    counts: dict[str, int],
    *cites: str,
    record: str = "",
) -> Asking:
    """Let effects happen in order. Returns whether any really did, and what of them is counted."""
    left, done = list(targets), False
    for effect in effects:
        needed = len(wanted_targets((effect,)))
        chosen, left = tuple(left[:needed]), left[needed:]
        meant = counted(run.look, source, effect, counts)
        events = tuple(events_of(run.look, source, ability, meant, chosen, earlier)) if meant else ()
        more = dict.fromkeys(c for e in events for c in effect_cites(run.look, source, meant or effect, e))
        more |= dict.fromkeys(counting_cites(run.look, source, effect))
        happened = yield from run.emit_all(events, *cites, *more, record or record_of(action))
        done = done or bool(happened)
        counts = tally(run.look, counts, happened)
    return done, counts
