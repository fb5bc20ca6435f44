"""How a playable feature unfolds: answered, rolled for when it is an attack, performed, paid."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import UseFeature
from .board import Battle, Card
from .counting import COUNTED, counted, counting_cites, tally
from .dice import one_die_strength, roll
from .effects import effect_cites, events_of, wanted_targets
from .events import Ability, NotSuccessful, Wounded
from .texts import Effect, Playable
from .value import attack_value, value_cites

rules = Rules()
rules.procedure(
    UseFeature,
    "respond", "close", "pay-chips", "roll", "perform", "accompany",
    cites=("berserk:feature#text-of-a-card",),
    performs="roll",
    pays="pay-chips",
    windows=("respond",),
)  # fmt: skip

DIE_CLAUSE = {
    "shot": "berserk:shot#one-die",
    "throw": "berserk:throw#one-die",
    "discharge": "berserk:discharge#one-die",
    "strike-through-row": "berserk:strike-through-row#one-die",
    "special-strike": "berserk:melee-attack#special-and-magic-unanswered",
    "magic-strike": "berserk:melee-attack#special-and-magic-unanswered",
}


NO_SUCCESS = "berserk:influence#no-effect-is-no-success"
rules.flag(NO_SUCCESS)


@rules.happens(NotSuccessful, NO_SUCCESS)
def not_successful(look: Look, event: NotSuccessful) -> Battle:
    """It laid no effect, so it is not performed with success: what accompanies it does not happen."""
    board: Battle = look.board
    return board


for _clause in sorted(set(DIE_CLAUSE.values())):
    rules.flag(_clause)


def record_of(action: UseFeature) -> str:
    """The citation of a card's text."""
    return f"card:berserk/{action.card}#{action.feature}"


def ability_of_feature(
    text: Playable, action: UseFeature, *, accompanying: bool = False, cell: str = ""
) -> Ability:
    """What the effects of a feature come from."""
    main = 1 if text.is_attack else len(wanted_targets(text.effects))
    return Ability(text.kind, action.card, action.targets[:main], accompanying, text.name, cell)


@rules.unfolds(UseFeature, "berserk:dice-roll#one-die-thresholds", step="roll")
def roll_for_strength(run: Run, frame: Any) -> Asking:
    """An attack rolls one die: weak, medium or strong. Other kinds roll nothing."""
    action: UseFeature = frame.action
    text = run.board.cards[action.card].playable(action.feature)
    if text is None or not text.is_attack:
        return
    clause = DIE_CLAUSE[text.kind]
    if not run.look.stands(clause):
        return  # nothing says how its strength is found: nothing is dealt
    natural = yield from roll(run, "attack-die", action.card, clause, "berserk:dice-roll#one-die-thresholds")
    result = run.look.value("die", action.card, action) + natural
    run.remember(strength=one_die_strength(result))


@rules.unfolds(UseFeature, "berserk:feature#text-of-a-card", step="perform")
def perform(run: Run, frame: Any) -> Asking:
    """The attack's wounds, or each effect in order; cites the card's record and the clause of its kind."""
    action: UseFeature = frame.action
    source: Card = run.board.cards[action.card]
    text = source.playable(action.feature)
    if text is None:
        return
    ability = ability_of_feature(text, action)
    if text.is_attack and "strength" not in frame.data:
        return  # nothing was rolled: nothing is dealt
    if text.is_attack:
        amount = attack_value(run.look, ability, text.strength or (0, 0, 0), frame.data["strength"])
        wound = Wounded(card=action.targets[0], amount=amount, ability=ability)
        more = value_cites(run.look, ability)
        run.remember(cell=run.board.cards[action.targets[0]].cell or "", success=True)
        done = yield from run.emit(wound, "berserk:strength#weak-medium-strong", *more, record_of(action))
        run.remember(**tally(run.look, {}, done))
        return
    done, counts = yield from _effects(run, source, action, ability, text.effects, action.targets, {})
    run.remember(success=done, **counts)


@rules.unfolds(UseFeature, "berserk:accompanying-feature#with-its-ability", step="accompany")
def accompany(run: Run, frame: Any) -> Asking:
    """Accompanying features happen with the ability they accompany."""
    action: UseFeature = frame.action
    source: Card = run.board.cards[action.card]
    text = source.playable(action.feature)
    if text is None or not text.accompanying:
        return
    if not frame.data.get("success"):
        if run.look.stands(NO_SUCCESS):
            yield from run.emit(NotSuccessful(action.card), NO_SUCCESS)
            return
    ability = ability_of_feature(text, action, accompanying=True, cell=frame.data.get("cell", ""))
    left = action.targets[len(ability.targets) :]
    cite = "berserk:accompanying-feature#with-its-ability"
    counts = {name: frame.data[name] for name in COUNTED if name in frame.data}
    yield from _effects(run, source, action, ability, text.accompanying, left, counts, cite)


def _effects(
    run: Run,
    source: Card,
    action: UseFeature,
    ability: Ability,
    effects: tuple[Effect, ...],
    targets: tuple[str, ...],
    counts: dict[str, int],
    *cites: str,
) -> Asking:
    """Let effects happen in order. Returns whether any really did, and what of them is counted."""
    left, done = list(targets), False
    for effect in effects:
        needed = len(wanted_targets((effect,)))
        chosen, left = tuple(left[:needed]), left[needed:]
        meant = counted(run.look, source, effect, counts)
        events = tuple(events_of(run.look, source, ability, meant, chosen)) if meant else ()
        more = dict.fromkeys(c for e in events for c in effect_cites(run.look, source, meant or effect, e))
        more |= dict.fromkeys(counting_cites(run.look, source, effect))
        happened = yield from run.emit_all(events, *cites, *more, record_of(action))
        done = done or bool(happened)
        counts = tally(run.look, counts, happened)
    return done, counts
