"""The gate: abilities that triggered enter it, players answer in turn, the last to enter resolves first.

A step of a procedure at which there is a gate processing is one call of `gate_processing`; it repeats itself.
"""

from __future__ import annotations

from typing import Any, TypeVar

from simulator.engine.look import Look
from simulator.engine.parts.priority import ask_in_turn
from simulator.engine.position import Frame
from simulator.engine.record import Action, Prevented
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import AbilityInGate, CardAction, UseAbility
from .board import Table, other
from .events import EnteredGate, Waits

A = TypeVar("A", bound=CardAction)

rules = Rules()
rules.procedure(
    AbilityInGate,
    "respond", "resolve",
    cites=("gate-ruler:processing-class#waits-in-the-gate",),
    performs="resolve",
    windows=("respond",),
)  # fmt: skip

WAITING = "gate-ruler:system-processing#waiting-abilities"
RESOLVING = "gate-ruler:gate-processing#resolve-stage"
rules.flag(RESOLVING)
ADDING = ("pay", "respond")
"""The steps of what lies in the gate that belong to the adding stage."""


def gate_processing(run: Run, frame: Any, window: str = "response") -> Asking:
    """One round: a waiting ability enters, or the players are asked, the turn player first (after an ability that
    a player used, the other player).

    Over what lies in the gate and was answered no round follows: the answer has been resolved, so the gate is
    being resolved from the top, and nothing is added to it until all of it is done.
    """
    board: Table = run.board
    if _answered(frame) and run.look.stands(RESOLVING):
        return
    in_gate = getattr(frame.action, "in_gate", False)
    if board.waiting:
        ability = yield from _next_to_enter(run, board)
        yield from run.emit(EnteredGate(ability.card, ability), WAITING)
        if in_gate:
            run.remember(answered=True)
        run.start(AbilityInGate(by=ability.by, card=ability.card, ability=ability))
        run.again()
        return
    first = other(frame.action.by) if isinstance(frame.action, UseAbility) else board.active
    yield from ask_in_turn(
        run, frame, window, (first, other(first)),
        "gate-ruler:priority#both-pass", "gate-ruler:priority#passes-to-the-other", "gate-ruler:gate#last-in-first-out",
    )  # fmt: skip
    if in_gate and run.board.pile[-1].id != frame.id:
        run.remember(answered=True)


def _answered(frame: Frame) -> bool:
    """Whether this lies in the gate and something entered the gate above it."""
    return bool(frame.data.get("answered"))


def gate_resolves(board: Table) -> bool:
    """Whether the contents of the gate are being processed: from the first of them to the last."""
    inside = [f for f in board.pile if getattr(f.action, "in_gate", False)]
    return any(f.step not in ADDING for f in inside) or bool(inside and _answered(board.pile[-1]))


def _next_to_enter(run: Run, board: Table) -> Asking:
    """The turn player's first; each player orders their own."""
    own = [a for a in board.waiting if a.by == board.active] or list(board.waiting)
    labels = [a.card for a in own]
    picked = (
        yield from run.ask(
            own[0].by, "enter", dict.fromkeys(labels), "gate-ruler:system-processing#turn-player-first"
        )
        if len(set(labels)) > 1
        else _only(labels[0])
    )
    return next(a for a in own if a.card == picked)


def _only(label: str) -> Asking:
    yield from ()
    return label


@rules.happens(Waits, WAITING)
def wait(look: Look, event: Waits) -> Table:
    board: Table = look.board
    result: Table = board.but(waiting=(*board.waiting, event.ability))
    return result


@rules.happens(EnteredGate, WAITING)
def enter(look: Look, event: EnteredGate) -> Table:
    board: Table = look.board
    left = list(board.waiting)
    left.remove(event.ability)
    result: Table = board.but(waiting=tuple(left))
    return result


@rules.unfolds(AbilityInGate, "gate-ruler:gate-processing#add-stage", step="respond")
def respond(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(AbilityInGate, RESOLVING, step="resolve")
def resolve(run: Run, frame: Any) -> Asking:
    yield from do_or_say(run, frame.action.ability)


def do_or_say(run: Run, action: Action) -> Asking:
    """Carry out an action of the rules; what refuses it stands in the trace."""
    if reasons := run.look.refusals(action, duties=False):
        run.note(Prevented(action), [c for r in reasons for c in r.cites], run.board)
    else:
        yield from run.perform(action)


def by_class(look: Look, description_class: str, ability: A) -> A | Waits:
    """A description-class ability is done on the spot; were it not of that class, it would wait for the gate."""
    return ability if look.stands(description_class) else Waits(ability.card, ability)


def standing(look: Look, *clauses: str) -> tuple[str, ...]:
    """Of these clauses, those in force: what a step cites beside its own."""
    return tuple(c for c in clauses if c in look.rules.clauses)
