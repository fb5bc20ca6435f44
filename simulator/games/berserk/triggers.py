"""Triggered features of card texts: when their event has happened, they are performed, their targets chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from simulator.engine.emission import Trigger
from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import UseTriggered
from .board import Battle, Card
from .cells import CELLS
from .counting import counted, counting_cites, tally
from .declaring import choosable
from .effects import effect_cites, events_of, wanted_targets
from .events import Ability, Attacked, TriggeredTogether
from .lives import within
from .relations import fits
from .text_effects import Effect
from .texts import Triggered

rules = Rules()

CLAUSE = "berserk:triggered-feature#resolves-after-event"
WHEN_ATTACKED = "berserk:attack#when-attacked"
ON_DEATH = "berserk:death#features-on-death"
WHEN = {"attacked": WHEN_ATTACKED, "death": ON_DEATH}
"""The clause of what a triggered text waits for."""
TOGETHER = "berserk:triggered-feature#of-both-players"
rules.flag(TOGETHER)


class Feature(NamedTuple):
    """A feature of triggered texts: those that must be performed, and those that may."""

    name: str
    may: bool


TRIGGERED = {
    when: (Feature(f"on-{when}", False), Feature(f"may-on-{when}", True)) for when in ("death", "attacked")
}


def triggered_feature(text: Triggered) -> str:
    """The feature that a triggered text is."""
    return TRIGGERED[text.when][text.may].name


def text_of_instance(look: Look, own: Instance) -> Triggered:
    """The text behind a triggered feature."""
    card: Card = look.board.cards[own.bearer]
    text = card.text(own.named or "")
    assert isinstance(text, Triggered)
    return text


def happens_to(look: Look, own: Instance, card: str) -> bool:
    """Whether what happened to a card is what a triggered text speaks of (seen on the board before it)."""
    text = text_of_instance(look, own)
    if text.to is None:
        return card == own.bearer
    return fits(look, look.board.cards[own.bearer], text.to, card) and within(look, text.to, card)


def performed(look: Look, own: Instance, other: str = "") -> UseTriggered:
    """The performance of a triggered text, by the player who controls its card."""
    card: Card = look.board.cards[own.bearer]
    return UseTriggered(
        card=card.id, feature=own.named or "", other=other, cell=card.cell or "", by=card.controller
    )


rules.procedure(UseTriggered, "perform", cites=(CLAUSE,), performs="perform")


def _bearer(board: Battle, action: UseTriggered) -> Card:
    """The card with the text, standing where it stood when the event happened."""
    card = board.cards[action.card]
    return card if card.cell else msgspec.structs.replace(card, cell=action.cell or None)


@rules.unfolds(UseTriggered, CLAUSE, step="perform")
def perform(run: Run, frame: Any) -> Asking:
    """First its targets are chosen, then its effects happen in order; it is an influence."""
    action: UseTriggered = frame.action
    text = run.board.cards[action.card].text(action.feature)
    assert isinstance(text, Triggered)
    chosen = []
    for effect in text.effects:
        chosen.append((yield from _targets(run, action, effect)))
    targets = tuple(t for one in chosen for t in one or ())
    others = (action.other,) if action.other else ()
    ability = Ability("influence", action.card, targets or others, feature=text.name)
    counts: dict[str, int] = {}
    for effect, aims in zip(text.effects, chosen, strict=True):
        if aims is None:
            continue  # nothing that it could be done to
        look, source = run.look, _bearer(run.board, action)
        by = ability if not effect.target else Ability("influence", action.card, others, feature=text.name)
        meant = counted(look, source, effect, counts)
        events = tuple(events_of(look, source, by, meant, aims)) if meant else ()
        more = dict.fromkeys(c for e in events for c in effect_cites(look, source, meant or effect, e))
        more |= dict.fromkeys(counting_cites(look, source, effect))
        record = f"card:berserk/{action.card}#{action.feature}"
        done = yield from run.emit_all(events, WHEN[text.when], CLAUSE, *more, record)
        counts = tally(look, counts, done)


def _targets(run: Run, action: UseTriggered, effect: Effect) -> Asking:
    """What one effect is done to, chosen by the player; None when there is nothing to choose from."""
    taken: list[str] = []
    for want in wanted_targets((effect,)):
        options = tuple(_options(run.look, _bearer(run.board, action), want))
        if not options:
            return None
        chosen = yield from run.ask(action.by, "triggered-target", options, CLAUSE, about=action.card)
        taken.append(chosen)
    return tuple(taken)


def _options(look: Look, source: Card, want: Any) -> Iterator[str]:
    everything = (*look.board.cards, *CELLS)
    yield from (t for t in everything if choosable(look, source, want, t, None) and _meets(look, want, t))


def _meets(look: Look, want: Any, target: str) -> bool:
    """What is asked of the target of a declared ability by rules of its own: as many lives as the text says,
    and of what is healed, that it is a creature."""
    effect, wanted = want
    card: Card | None = look.board.cards.get(target)
    if card is None:
        return True
    return within(look, wanted, target) and (effect.do != "heal" or card.kind == "creature")


# --- of both players at one moment -----------------------------------------------------------------------


def resolve(run: Run, waiting: list[Trigger]) -> Asking:
    """What triggered at one moment. The active player's features are declared first, so those of the other
    player, declared later, are performed before them; effects of the rules wait for nobody."""
    board: Battle = run.board
    own: list[Trigger] = []
    others: list[Trigger] = []
    rest: list[Trigger] = []
    for trigger in waiting:
        if trigger.own is None:
            rest.append(trigger)
        else:
            of_active = board.cards[trigger.own.bearer].controller == board.active
            (own if of_active else others).append(trigger)
    if own and others and run.look.stands(TOGETHER):
        waiting = [*rest, *others, *own]
        yield from run.emit(TriggeredTogether(board.active), TOGETHER, "berserk:stack#last-in-first-out")
    for trigger in waiting:
        yield from run.resolve(trigger)


@rules.happens(TriggeredTogether, TOGETHER)
def declared_in_turn(look: Look, event: TriggeredTogether) -> Battle:
    """Nothing on the board changes: it says in which order they are performed."""
    board: Battle = look.board
    return board


# --- "when attacked" ------------------------------------------------------------------------------------


def attacked(run: Run, card: str, by: str, kind: str) -> Asking:
    """The target of an attack is final: what triggers "when attacked" does, if there is anything."""
    event = Attacked(card, by, kind)
    if any(run.look.bindings("after", event)):
        yield from run.emit(event, WHEN_ATTACKED)


@rules.happens(Attacked, WHEN_ATTACKED)
def is_attacked(look: Look, event: Attacked) -> Battle:
    board: Battle = look.board
    return board


def when_attacked(before: Look, after: Look, event: Attacked, own: Instance) -> UseTriggered | None:
    return performed(before, own, event.by) if happens_to(before, own, event.card) else None


for _feature in TRIGGERED["attacked"]:
    rules.after(Attacked, WHEN_ATTACKED, CLAUSE, of=_feature.name, optional=_feature.may)(when_attacked)
