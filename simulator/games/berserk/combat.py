"""The simple strike: declared at a card standing near, a defender perhaps, dice, exchange, wounds, payment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Target
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import AssignDefender, SimpleStrike
from .board import BATTLE_ZONES, Battle, Card
from .declaring import closing_promised, slow_declaration, text_of
from .dice import modified_by, one_die_strength, roll
from .events import Ability, Affects, Compared, FlyerStrikeSpent, Redirected, Wounded
from .exchange import outcome, weakened
from .relations import near
from .triggers import attacked
from .value import attack_value, value_cites

rules = Rules()
rules.procedure(
    SimpleStrike,
    "respond", "close", "aimed", "roll", "compare", "weaken", "wounds",
    cites=("berserk:simple-strike#declared-at-adjacent",),
    performs="aimed",
    pays="close",
    windows=("respond",),
)  # fmt: skip
rules.procedure(AssignDefender, "redirect", cites=("berserk:defender#who-may",), performs="redirect")


THRESHOLDS = "berserk:dice-roll#one-die-thresholds"
rules.flag(THRESHOLDS)
STRIKES_ANY = "berserk:flying#strikes-any"
WITH_FLYERS = "berserk:defender#with-flyers"
DEFENDER_CLOSES = "berserk:defender#closes-with-the-attack"
rules.flag(DEFENDER_CLOSES)


# --- who may strike whom --------------------------------------------------------------------------------


@rules.offers("act", "berserk:choice-subphase#active-player-declares")
def strikes_of_own_creatures(look: Look, player: str) -> Iterator[SimpleStrike]:
    board: Battle = look.board
    for card in board.cards.values():
        if card.controller != player or card.strike is None or card.zone not in BATTLE_ZONES:
            continue
        for other in board.cards.values():
            if other.zone not in BATTLE_ZONES or other.id == card.id:
                continue
            reaches = other.zone == "auxiliary" and card.reaches_flyers == board.turn
            if card.flying or reaches or near(board, card.id, other.id):
                yield SimpleStrike(card=card.id, target=other.id, by=player)


@rules.forbids(SimpleStrike, "berserk:card#owner-and-controller")
def only_own_creatures_strike(look: Look, action: SimpleStrike) -> Any:
    controller = look.board.cards[action.card].controller
    return (
        None
        if controller == action.by
        else ("not-your-card", {"card": action.card, "controller": controller})
    )


@rules.forbids(SimpleStrike, "berserk:choice-subphase#active-player-declares", stage="declare")
def strike_in_choice(look: Look, action: SimpleStrike) -> Any:
    return slow_declaration(look, action.by)


@rules.forbids(SimpleStrike, "berserk:payment#resources-promised-once", stage="declare")
def strike_promised_once(look: Look, action: SimpleStrike) -> Any:
    return closing_promised(look, action)


@rules.forbids(SimpleStrike, "berserk:simple-strike#declared-at-adjacent")
def needs_a_strike(look: Look, action: SimpleStrike) -> Any:
    card = look.board.cards[action.card]
    if card.strike is None or card.kind != "creature" or card.zone not in BATTLE_ZONES:
        return "has-no-strike", {"card": card.id}
    return None


@rules.forbids(Target, "berserk:legality#no-legal-target")
def strike_in_the_battle_zone(look: Look, target: Target) -> Any:
    """A strike goes at another card of the battle zone."""
    action = target.ability
    if not isinstance(action, SimpleStrike):
        return None
    if target.object == action.card:
        return "not-at-itself", {"card": action.card}
    if look.board.cards[target.object].zone not in BATTLE_ZONES:
        return "not-in-the-battle-zone", {"target": target.object}
    return None


@rules.forbids(Target, "berserk:simple-strike#declared-at-adjacent")
def strike_only_near(look: Look, target: Target) -> Any:
    """At a card standing near; flyers are out of reach for another reason."""
    action = target.ability
    board: Battle = look.board
    if not isinstance(action, SimpleStrike) or board.cards[target.object].zone != "battlefield":
        return None
    if not near(board, action.card, target.object):
        return "not-near", {"card": action.card, "target": target.object}
    return None


@rules.lifts("berserk:simple-strike#declared-at-adjacent", STRIKES_ANY)
def flyers_strike_any_card(look: Look, lifted: Any, ability: Any, event: Any) -> bool:
    """A flying creature strikes any card in the battle zone."""
    if not isinstance(event, Target) or not isinstance(ability, SimpleStrike):
        return False
    card: Card = look.board.cards[ability.card]
    return card.flying


@rules.forbids(Target, "berserk:attack#terrain-not-attacked")
def terrain_is_not_attacked(look: Look, target: Target) -> Any:
    text = text_of(look, target.ability)
    other = look.board.cards.get(target.object)
    if other is None or other.kind != "terrain":
        return None
    attacks = isinstance(target.ability, SimpleStrike) or (text is not None and text.is_attack)
    if attacks and target == target.ability.aims()[0]:
        return "terrain-cannot-be-attacked", {"target": other.id}
    return None


@rules.forbids(Target, "berserk:flying#struck-only-after-closing")
def ground_does_not_strike_flyers(look: Look, target: Target) -> Any:
    action = target.ability
    if not isinstance(action, SimpleStrike):
        return None
    board: Battle = look.board
    card = board.cards[action.card]
    if (
        board.cards[target.object].zone == "auxiliary"
        and not card.flying
        and card.reaches_flyers != board.turn
    ):
        return "flyer-out-of-reach", {"card": action.card, "target": target.object}
    return None


# --- the defender ---------------------------------------------------------------------------------------


def attack_under_answer(board: Battle) -> Any:
    """The frame of the simple strike that waits on top of the stack, if that is what lies there."""
    frame = board.pile[-1] if board.pile else None
    return frame if frame is not None and isinstance(frame.action, SimpleStrike) else None


@rules.offers("response", "berserk:defender#who-may", "berserk:sudden-action#declared-in-answer")
def defenders(look: Look, player: str) -> Iterator[AssignDefender]:
    yield from _defenders(look, player, flying=False)


@rules.offers("response", WITH_FLYERS, "berserk:sudden-action#declared-in-answer")
def defenders_against_a_flyer(look: Look, player: str) -> Iterator[AssignDefender]:
    yield from _defenders(look, player, flying=True)


def _defenders(look: Look, player: str, *, flying: bool) -> Iterator[AssignDefender]:
    """The creatures that stand as a defender must, against a ground or a flying attacker."""
    board: Battle = look.board
    frame = attack_under_answer(board)
    if frame is None or board.cards[frame.action.card].flying != flying:
        return
    for card in board.cards.values():
        if card.controller == player and card.kind == "creature" and _could_defend(look, card, frame.action):
            yield AssignDefender(card=card.id, by=player)


def _could_defend(look: Look, card: Card, strike: Any) -> bool:
    board: Battle = look.board
    if card.zone not in BATTLE_ZONES or card.id in (strike.card, strike.target):
        return False
    attacker, target = board.cards[strike.card], board.cards[strike.target]
    if target.zone == "auxiliary":
        return card.flying
    if attacker.flying:
        return card.flying or near(board, card.id, target.id)
    return near(board, card.id, target.id) and near(board, card.id, attacker.id)


@rules.forbids(AssignDefender, "berserk:defender#only-simple-strike", stage="declare")
def only_against_a_strike(look: Look, action: AssignDefender) -> Any:
    return (
        None if attack_under_answer(look.board) is not None else ("nothing-to-defend", {"card": action.card})
    )


@rules.forbids(AssignDefender, "berserk:defender#who-may", stage="declare")
def who_may_defend(look: Look, action: AssignDefender) -> Any:
    frame = attack_under_answer(look.board)
    if frame is None:
        return None
    board: Battle = look.board
    card, target = board.cards[action.card], board.cards[frame.action.target]
    if card.controller != action.by or target.controller != action.by or action.by == board.active:
        return "not-the-defending-side", {"card": card.id, "player": action.by}
    if card.kind != "creature" or not _could_defend(look, card, frame.action):
        return "not-near-both", {"card": card.id, "attacker": frame.action.card, "target": target.id}
    return None


@rules.forbids(AssignDefender, "berserk:defender#attack-redirected", stage="declare")
def redirected_once(look: Look, action: AssignDefender) -> Any:
    frame = attack_under_answer(look.board)
    if frame is not None and frame.data.get("defender"):
        return "redirected-already", {"card": action.card}
    return None


@rules.forbids(AssignDefender, "berserk:payment#resources-promised-once", stage="declare")
def defender_promised_once(look: Look, action: AssignDefender) -> Any:
    return closing_promised(look, action)


@rules.unfolds(AssignDefender, "berserk:defender#attack-redirected", step="redirect")
def redirect(run: Run, frame: Any) -> Asking:
    below = run.board.pile[-2]
    event = Redirected(below.id, below.action.target, frame.action.card)
    yield from run.emit(event, "berserk:defender#attack-redirected")


@rules.happens(Redirected, "berserk:action#assigning-defender")
def now_at_the_defender(look: Look, event: Redirected) -> Battle:
    """The strike goes at the defender, whose closing joins the payment of the strike."""
    board: Battle = look.board
    frame = board.frame(event.frame)
    if frame is None:
        return board
    strike = frame.action.but(target=event.card)
    result: Battle = board.with_frame(frame.but(action=strike, data={**frame.data, "defender": event.card}))
    return result


@rules.happens(FlyerStrikeSpent, "berserk:flying#struck-only-after-closing")
def spend_the_flyer_strike(look: Look, event: FlyerStrikeSpent) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, reaches_flyers=0)


# --- dice and wounds ------------------------------------------------------------------------------------


def target_of(frame: Any) -> str:
    """Whom a strike goes at now (a defender, once assigned, is the target)."""
    target: str = frame.action.target
    return target


def both_fight(board: Battle, frame: Any) -> bool:
    """Whether the struck card rolls too: an open creature of the other side."""
    other = board.cards[target_of(frame)]
    return (
        other.kind == "creature"
        and other.open
        and other.controller != board.cards[frame.action.card].controller
    )


@rules.unfolds(SimpleStrike, "berserk:attack#when-attacked", step="aimed")
def aimed(run: Run, frame: Any) -> Asking:
    """Whom it attacks is final now: the defender, if one was assigned."""
    yield from attacked(run, target_of(frame), frame.action.card, "simple-strike")


@rules.unfolds(SimpleStrike, "berserk:simple-strike#strength-by-dice", step="roll")
def roll_dice(run: Run, frame: Any) -> Asking:
    """One die each when both fight, the attacker's first; else the attacker's alone."""
    cite = "berserk:simple-strike#strength-by-dice"
    attacker, target = frame.action.card, target_of(frame)
    natural = yield from roll(run, "attack-die", attacker, cite)
    run.remember(attack=natural + run.look.value("die:attack", attacker))
    if both_fight(run.board, frame):
        natural = yield from roll(run, "defence-die", target, cite)
        run.remember(defence=natural + run.look.value("die:defence", target))


@rules.unfolds(SimpleStrike, "berserk:exchange#difference-table", step="compare")
def compare(run: Run, frame: Any) -> Asking:
    """The difference of two dice gives both strengths; one die alone gives the attacker's."""
    attack, defence = frame.data.get("attack"), frame.data.get("defence")
    if attack is None:
        return  # nothing was rolled: nothing is dealt
    if defence is None and not run.look.stands(THRESHOLDS):
        return
    if defence is None:
        run.remember(strength=one_die_strength(attack), answer="")
        more = modified_by(run.look, ("die:attack", frame.action.card))
        yield from run.emit(Compared(one_die_strength(attack), "none"), THRESHOLDS, *more)
        return
    row = outcome(run.look, attack, defence)
    strengths = (row.attack, row.answer) if row else ("", "")
    run.remember(strength=strengths[0], answer=strengths[1], row=row.clause if row else "")
    modified = modified_by(run.look, ("die:attack", frame.action.card), ("die:defence", target_of(frame)))
    cites = ("berserk:exchange#difference-table", *((row.clause,) if row else ()), *modified)
    yield from run.emit(Compared(strengths[0] or "none", strengths[1] or "none", attack - defence), *cites)


@rules.happens(Compared, "berserk:strength#weak-medium-strong")
def compared(look: Look, event: Compared) -> Battle:
    board: Battle = look.board
    return board


@rules.unfolds(SimpleStrike, "berserk:weakening#one-row-toward-zero", step="weaken")
def weaken(run: Run, frame: Any) -> Asking:
    """In a row with an exchange the side with the higher result may take the row nearer to zero."""
    row = weakened(run.look, frame.data.get("row", ""))
    if row is None:
        return
    attacker = run.board.cards[frame.action.card]
    higher = attacker if frame.data["attack"] > frame.data["defence"] else run.board.cards[target_of(frame)]
    cite = "berserk:weakening#one-row-toward-zero"
    if (yield from run.ask(higher.controller, "weaken", (False, True), cite, default=False, about=higher.id)):
        run.remember(strength=row.attack, answer=row.answer)
        yield from run.emit(Compared(row.attack or "none", row.answer or "none"), cite, row.clause)


@rules.unfolds(SimpleStrike, "berserk:answer-strike#dealt-by-table", step="wounds")
def deal(run: Run, frame: Any) -> Asking:
    """The strike and the answer strike are dealt at once."""
    attacker, target = frame.action.card, target_of(frame)
    events: list[Affects] = []
    cites: list[str] = ["berserk:strength#weak-medium-strong"]
    for part, source, aim in (("strength", attacker, target), ("answer", target, attacker)):
        strength = frame.data.get(part, "")
        strikes = run.board.cards[source].strike
        if strength and strikes:
            ability = Ability("simple-strike", source, (aim,), feature="answer" if source == target else "")
            events.append(
                Wounded(card=aim, amount=attack_value(run.look, ability, strikes, strength), ability=ability)
            )
            cites += value_cites(run.look, ability)
            if source == target:
                cites.append("berserk:answer-strike#dealt-by-table")
    reached = run.board.cards[target].zone == "auxiliary" and run.board.cards[attacker].reaches_flyers
    yield from run.emit_all(events, *dict.fromkeys(cites))
    if reached and not run.board.cards[attacker].flying:
        yield from run.emit(FlyerStrikeSpent(attacker), "berserk:flying#struck-only-after-closing")
