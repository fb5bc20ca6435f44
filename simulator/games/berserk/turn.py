"""The turn: it begins, closed cards open, supplies are restored, the sub-phase of Choice, its end."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.parts.priority import ask_in_turn
from simulator.engine.record import Event, Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import (
    AccumulateChip,
    CloseForFlyer,
    Move,
    PlayBattle,
    SimpleStrike,
    TakeTurn,
    UseFeature,
    UsePart,
)
from .board import BATTLE_ZONES, Battle, other
from .events import (
    CellFreed,
    GuardsEnded,
    Opened,
    PhaseBegan,
    StayedClosed,
    SupplyRestored,
    TurnBegan,
    TurnLivesEnded,
    TurnStarted,
)

rules = Rules()
rules.procedure(PlayBattle, "turn", cites=("berserk:turn#alternates",))
rules.procedure(
    TakeTurn,
    "begin", "open", "restore", "start", "main", "choice", "end",
    cites=("berserk:turn#alternates",),
    windows=("choice",),
)  # fmt: skip


@rules.unfolds(PlayBattle, "berserk:turn#alternates", step="turn")
def next_turn(run: Run, frame: Any) -> Asking:
    """Turns follow one another without end; the board remembers whose was the last."""
    board: Battle = run.board
    run.start(TakeTurn(by=other(board.active), turn=board.turn + 1))
    run.again()
    yield from ()


@rules.unfolds(TakeTurn, "berserk:turn#alternates", step="begin")
def begin(run: Run, frame: Any) -> Asking:
    yield from run.emit(TurnBegan(frame.action.by, frame.action.turn), "berserk:turn#alternates")


@rules.happens(TurnBegan, "berserk:active-player#turn-owner")
def new_active_player(look: Look, event: TurnBegan) -> Battle:
    board: Battle = look.board
    cards = {k: _fresh(c) for k, c in board.cards.items()}
    result: Battle = board.but(active=event.player, turn=event.turn, phase="start", cards=cards)
    return result


def _fresh(card: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(card, acted=False) if card.acted else card


@rules.unfolds(TakeTurn, "berserk:start-of-turn#opens-closed-cards", step="open")
def open_cards(run: Run, frame: Any) -> Asking:
    """Every closed card of the active player opens, but those that cannot or that the player keeps closed."""
    opening = []
    for card in run.board.cards.values():
        if card.controller == frame.action.by and card.zone in BATTLE_ZONES and not card.open:
            if run.look.has(card.id, "stays-closed"):
                kept_by = [i for i in run.look.instances("stays-closed") if i.bearer == card.id]
                texts = [f"card:berserk/{card.id}#{i.named}" for i in kept_by if i.named]
                yield from run.emit(StayedClosed(card.id), *texts, "berserk:start-of-turn#opens-closed-cards")
                continue
            kept = yield from run.ask(
                frame.action.by, "keep-closed", (False, True), "berserk:start-of-turn#opens-closed-cards",
                default=False, about=card.id,
            )  # fmt: skip
            if not kept:
                opening.append(Opened(card=card.id))
    yield from run.emit_all(opening, "berserk:start-of-turn#opens-closed-cards")


@rules.happens(StayedClosed, "berserk:start-of-turn#opens-closed-cards")
def stayed_closed(look: Look, event: StayedClosed) -> Battle:
    board: Battle = look.board
    return board


@rules.unfolds(
    TakeTurn,
    "berserk:move#restored-at-start-of-turn",
    "berserk:movement-supply#restored-at-turn-start",
    step="restore",
)
def restore_supplies(run: Run, frame: Any) -> Asking:
    """The supply of each card that the active player controls is set to its full number."""
    restored = []
    for card in run.board.cards.values():
        full = run.look.value("movement", card.id)
        if card.controller == frame.action.by and card.zone in BATTLE_ZONES and card.supply != full:
            restored.append(SupplyRestored(card.id, full, at_turn_start=True))
    yield from run.emit_all(
        restored, "berserk:move#restored-at-start-of-turn", "berserk:movement-supply#restored-at-turn-start"
    )


@rules.unfolds(TakeTurn, "berserk:turn#parts", step="start")
def start_of_turn(run: Run, frame: Any) -> Asking:
    """What triggers "at the start of the turn" comes after opening, if anything does."""
    event = TurnStarted(frame.action.by)
    if any(run.look.bindings("after", event)):
        yield from run.emit(event, "berserk:turn#parts")


@rules.happens(TurnStarted, "berserk:turn#parts")
def turn_started(look: Look, event: TurnStarted) -> Battle:
    board: Battle = look.board
    return board


@rules.unfolds(TakeTurn, "berserk:turn#parts", step="main")
def main_phase(run: Run, frame: Any) -> Asking:
    yield from run.emit(PhaseBegan("choice", frame.action.by), "berserk:turn#parts")


@rules.happens(PhaseBegan, "berserk:turn#parts")
def new_phase(look: Look, event: PhaseBegan) -> Battle:
    result: Battle = look.board.but(phase=event.phase)
    return result


@rules.unfolds(TakeTurn, "berserk:main-phase#any-order", step="choice")
def choice(run: Run, frame: Any) -> Asking:
    """The active player declares, in any order, until a pass ends it: the opponent's pass is taken as given,
    since nothing may be declared suddenly but in answer to something."""
    taken = yield from run.window("act", frame.action.by, "berserk:main-phase#any-order")
    if not isinstance(taken, Pass):
        run.again()
        yield from run.push(taken)


@rules.unfolds(TakeTurn, "berserk:turn-effect#until-end-of-turn", step="end")
def end_turn(run: Run, frame: Any) -> Asking:
    """The final phase: effects "until the end of the turn" end."""
    yield from run.emit(PhaseBegan("end", frame.action.by), "berserk:turn#parts")
    ending: list[Event] = [
        CellFreed(c) for c, effect in run.board.cells.items() if effect.until == "end-of-turn"
    ]
    if run.board.guards:
        ending.append(GuardsEnded())
    cards = run.board.cards.values()
    ending += [TurnLivesEnded(c.id) for c in cards if c.additional_for_turn or c.fewer_for_turn]
    yield from run.emit_all(ending, "berserk:turn-effect#until-end-of-turn")


# --- answers to what is declared -------------------------------------------------------------------------


@rules.unfolds(Move, "berserk:priority#who-may-declare", step="respond")
@rules.unfolds(UseFeature, "berserk:priority#who-may-declare", step="respond")
@rules.unfolds(UsePart, "berserk:priority#who-may-declare", step="respond")
@rules.unfolds(AccumulateChip, "berserk:priority#who-may-declare", step="respond")
@rules.unfolds(SimpleStrike, "berserk:priority#who-may-declare", step="respond")
@rules.unfolds(CloseForFlyer, "berserk:priority#who-may-declare", step="respond")
def respond(run: Run, frame: Any) -> Asking:
    """Before it is performed both players may answer, the active player first; two passes end it."""
    active = run.board.active
    yield from ask_in_turn(
        run, frame, "response", (active, other(active)),
        "berserk:priority#both-pass", "berserk:stack#last-in-first-out",
    )  # fmt: skip
