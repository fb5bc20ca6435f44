"""The turn: reset, main phase, attack sub-phases as often as wished, the ends of phases."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.engine.look import Look
from simulator.engine.record import Quiet
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import AttackSubPhase, PlayGame, TakeTurn
from .board import PLAYERS, Table, other
from .events import (
    AttacksEnded,
    EffectsEnded,
    Exhausted,
    Lost,
    PhaseBegan,
    PhaseEnds,
    Readied,
    SubPhaseBegan,
    TurnBegan,
)
from .gate import gate_processing

rules = Rules()
rules.procedure(PlayGame, "turn", cites=("gate-ruler:turn#four-phases",))
rules.procedure(
    TakeTurn,
    "begin", "reset", "main", "main-gate", "attack-phase", "attacks", "attacks-end", "end", "end-gate", "expire",
    cites=("gate-ruler:turn#four-phases",),
    windows=("main-gate", "end-gate"),
)  # fmt: skip

MAIN = "gate-ruler:turn#main-phase-is-one-gate-processing"
END = "gate-ruler:turn#end-phase"
ATTACKS = "gate-ruler:attack-phase#attacks-as-often-as-wished"
ONCE = "gate-ruler:attack-phase#first-turn-once"
rules.flag(ONCE)


@rules.unfolds(PlayGame, END, step="turn")
def next_turn(run: Run, frame: Any) -> Asking:
    """Turns follow one another; the board remembers whose was the last."""
    board: Table = run.board
    run.start(TakeTurn(by=other(board.active), turn=board.turn + 1))
    run.again()
    yield from ()


@rules.unfolds(TakeTurn, "gate-ruler:attack-count#starts-from-zero", step="begin")
def begin(run: Run, frame: Any) -> Asking:
    yield from run.emit(TurnBegan(frame.action.by, frame.action.turn), "gate-ruler:turn-player#whose-turn")


@rules.happens(TurnBegan, "gate-ruler:attack-count#starts-from-zero")
def new_turn(look: Look, event: TurnBegan) -> Table:
    board: Table = look.board
    cards = {k: msgspec.structs.replace(c, attacks=0, reset_by="") for k, c in board.cards.items()}
    result: Table = board.but(active=event.player, turn=event.turn, phase="start", cards=cards)
    return result


@rules.unfolds(TakeTurn, "gate-ruler:reset#at-own-reset-phase", step="reset")
def reset(run: Run, frame: Any) -> Asking:
    cards = run.board.cards.values()
    exhausted = [
        Readied(c.id)
        for c in cards
        if c.controller == frame.action.by and c.zone in ("attack", "ruler") and not c.ready
    ]
    yield from run.emit_all(exhausted, "gate-ruler:reset#at-own-reset-phase")


@rules.happens(Readied, "gate-ruler:reset#makes-ready")
def ready(look: Look, event: Readied) -> Table:
    board: Table = look.board
    return board.changed(event.card, ready=True, reset_by=event.keyword)


@rules.instead(Readied, "gate-ruler:reset#makes-ready")
def ready_stays_ready(look: Look, event: Readied) -> Readied | None:
    return None if look.board.cards[event.card].ready else event


@rules.happens(Exhausted, "gate-ruler:exhausted#ready-or-exhausted")
def exhaust(look: Look, event: Exhausted) -> Table:
    board: Table = look.board
    return board.changed(event.card, ready=False, reset_by="")


@rules.unfolds(TakeTurn, MAIN, step="main")
def main_phase(run: Run, frame: Any) -> Asking:
    yield from run.emit(PhaseBegan("main", frame.action.by), MAIN)


@rules.happens(PhaseBegan, "gate-ruler:turn#four-phases")
def new_phase(look: Look, event: PhaseBegan) -> Table:
    result: Table = look.board.but(phase=event.phase, sub_phases=0, attacks_over=False)
    return result


@rules.unfolds(TakeTurn, MAIN, step="main-gate")
def main_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame, "main")


@rules.unfolds(TakeTurn, ATTACKS, step="attack-phase")
def attack_phase(run: Run, frame: Any) -> Asking:
    yield from run.emit(PhaseBegan("attack", frame.action.by), "gate-ruler:turn#four-phases")


@rules.unfolds(TakeTurn, ATTACKS, step="attacks")
def attacks(run: Run, frame: Any) -> Asking:
    """Sub-phase after sub-phase until attacking ends; one only in the very first turn of the game."""
    board: Table = run.board
    if board.attacks_over:
        return
    run.again()
    if board.turn == 1 and board.sub_phases and run.look.stands(ONCE):
        yield from run.emit(AttacksEnded(frame.action.by), ONCE)
    else:
        run.start(AttackSubPhase(by=frame.action.by))


@rules.happens(SubPhaseBegan, ATTACKS)
def count_sub_phases(look: Look, event: SubPhaseBegan) -> Table:
    board: Table = look.board
    result: Table = board.but(sub_phases=board.sub_phases + 1)
    return result


@rules.happens(AttacksEnded, "gate-ruler:attack#ending-attacks")
def end_attacks(look: Look, event: AttacksEnded) -> Table:
    result: Table = look.board.but(attacks_over=True)
    return result


@rules.unfolds(TakeTurn, "gate-ruler:attack-phase#end-of-phase", step="attacks-end")
def end_of_attack_phase(run: Run, frame: Any) -> Asking:
    """A moment of its own: what works at the end of the attack phase works now."""
    yield from run.emit(PhaseEnds("attack", frame.action.by), "gate-ruler:attack-phase#end-of-phase")


@rules.unfolds(TakeTurn, END, step="end")
def end_phase(run: Run, frame: Any) -> Asking:
    yield from run.emit(PhaseBegan("end", frame.action.by), END)


@rules.unfolds(TakeTurn, END, step="end-gate")
def end_gate(run: Run, frame: Any) -> Asking:
    yield from gate_processing(run, frame)


@rules.unfolds(TakeTurn, END, step="expire")
def expire(run: Run, frame: Any) -> Asking:
    """Effects until the end of the turn cease."""
    ending = [
        EffectsEnded(c.id)
        for c in run.board.cards.values()
        if any(e.until == "end-of-turn" for e in c.effects)
    ]
    yield from run.emit_all(ending, END)


@rules.happens(EffectsEnded, END)
def effects_end(look: Look, event: EffectsEnded) -> Table:
    board: Table = look.board
    kept = tuple(e for e in board.cards[event.card].effects if e.until != "end-of-turn")
    return board.changed(event.card, effects=kept)


# --- losing ---------------------------------------------------------------------------------------------


@rules.after(Quiet, "gate-ruler:losing#damage-reaches-life")
def life_is_reached(before: Look, after: Look, event: Quiet) -> list[Lost]:
    board: Table = after.board
    return [
        Lost(p) for p in PLAYERS if p not in board.lost and board.count(p, "damage") >= board.ruler(p).life
    ]


@rules.after(Quiet, "gate-ruler:losing#empty-deck")
def deck_is_empty(before: Look, after: Look, event: Quiet) -> list[Lost]:
    board: Table = after.board
    return [Lost(p) for p in PLAYERS if p not in board.lost and not board.count(p, "deck")]


@rules.happens(Lost, "gate-ruler:system-processing#losses")
def lose(look: Look, event: Lost) -> Table:
    board: Table = look.board
    result: Table = board.but(lost=(*board.lost, event.player))
    return result
