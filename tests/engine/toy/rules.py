"""The basic rules: what events do, how actions unfold, when they may not be done."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.parts.priority import ask_in_turn
from simulator.engine.position import Frame
from simulator.engine.record import Mark, Pass, Quiet, Target
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import Fetch, Hug, Poke, Rounds, Spin, Squeak, Wind
from .events import Dented, Fetched, Left, Lost, PutAway, Rang, Rested, RoundBegan, Squeaked, Tired, Used

rules = Rules()
rules.procedure(Rounds, "begin", "act", "end", cites=("toy:round#course",), windows=("act",))
rules.procedure(
    Poke, "respond", "poke", "tire",
    cites=("toy:poke#is-declared",), performs="poke", pays="tire", windows=("respond",),
)  # fmt: skip
rules.procedure(Hug, "respond", "hug", cites=("toy:hug#is-declared",), performs="hug", windows=("respond",))
rules.procedure(Fetch, "fetch", cites=("toy:fetch#comes",), performs="fetch")
rules.procedure(Squeak, "squeak", "tire", cites=("toy:squeak#chooses",), performs="squeak", pays="tire")
rules.procedure(Spin, "spin", "hit", "tire", cites=("toy:spin#die",), performs="spin", pays="tire")
rules.procedure(Wind, "wind", cites=("toy:wind#key",), performs="wind")


# --- rounds ---------------------------------------------------------------------------------------------


@rules.unfolds(Rounds, "toy:round#in-turn", step="begin")
def begin(run: Run, frame: Frame) -> Asking:
    yield from run.emit(RoundBegan(frame.action.by))


@rules.happens(RoundBegan, "toy:round#rests-and-forgets")
def new_round(look: Look, event: RoundBegan) -> Any:
    board = look.board
    for toy in board.toys.values():
        if toy.owner == event.player and toy.tired:
            board = board.changed(toy.id, tired=False)
    kept = {k: m for k, m in board.marks.items() if m.until != "round"}
    return board.but(active=event.player, round=board.round + 1, marks=kept)


@rules.unfolds(Rounds, "toy:round#acts", step="act")
def act(run: Run, frame: Frame) -> Asking:
    taken = yield from run.window("act", frame.action.by)
    if not isinstance(taken, Pass):
        run.again()
        yield from run.push(taken)


@rules.unfolds(Rounds, "toy:round#in-turn", step="end")
def end(run: Run, frame: Frame) -> Asking:
    run.start(Rounds(by="bob" if frame.action.by == "ann" else "ann"))
    yield from ()


@rules.unfolds(Poke, "toy:answer#both-pass", step="respond")
@rules.unfolds(Hug, "toy:answer#both-pass", step="respond")
def respond(run: Run, frame: Frame) -> Asking:
    active = run.board.active
    yield from ask_in_turn(run, frame, "respond", (active, "bob" if active == "ann" else "ann"))


# --- poking and the like --------------------------------------------------------------------------------


@rules.unfolds(Poke, "toy:poke#dents", step="poke")
def poke(run: Run, frame: Frame) -> Asking:
    action = frame.action
    force = run.look.value("force", action.toy, action)
    done = yield from run.emit(Dented(action.at, force, action))
    run.remember(dealt=sum(e.amount for e in done if isinstance(e, Dented)))


@rules.unfolds(Poke, "toy:poke#tires", step="tire")
@rules.unfolds(Squeak, "toy:squeak#tires", step="tire")
@rules.unfolds(Spin, "toy:spin#tires", step="tire")
def tire(run: Run, frame: Frame) -> Asking:
    yield from run.emit(Tired(frame.action.toy))


@rules.unfolds(Hug, "toy:hug#rests", step="hug")
def hug(run: Run, frame: Frame) -> Asking:
    yield from run.emit(Rested(frame.action.toy))


@rules.unfolds(Fetch, "toy:fetch#comes", step="fetch")
def fetch(run: Run, frame: Frame) -> Asking:
    yield from run.emit(Fetched(frame.action.toy))


@rules.unfolds(Squeak, "toy:squeak#chooses", step="squeak")
def squeak(run: Run, frame: Frame) -> Asking:
    action = frame.action
    others = [t.id for t in run.board.on_shelf() if t.id != action.toy]
    chosen = yield from run.choose_target(action.by, "squeak-at", action, others)
    if chosen is not None:
        yield from run.emit(Squeaked(action.toy, chosen))


@rules.unfolds(Spin, "toy:spin#die", step="spin")
def spin(run: Run, frame: Frame) -> Asking:
    rolled = yield from run.chance("spin", [("miss", 1), ("self", 2), ("all", 1)])
    run.remember(rolled=rolled)


@rules.unfolds(Spin, "toy:spin#dents", step="hit")
def hit(run: Run, frame: Frame) -> Asking:
    action, rolled = frame.action, frame.data["rolled"]
    if rolled == "self":
        yield from run.emit(Dented(action.toy, 1, action))
    elif rolled == "all":
        yield from run.emit_all(Dented(t.id, 1, action) for t in run.board.on_shelf())


@rules.unfolds(Wind, "toy:wind#key", step="wind")
def wind(run: Run, frame: Frame) -> Asking:
    yield from run.emit(
        Rang(frame.action.key.bearer, run.look.value("rings", frame.action.key.bearer, frame.action))
    )


# --- what events do -------------------------------------------------------------------------------------


@rules.happens(Dented, "toy:dent#stays")
def dented(look: Look, event: Dented) -> Any:
    return look.board.changed(event.toy, dents=look.board.toys[event.toy].dents + event.amount)


@rules.happens(Lost, "toy:lost#under-the-bed")
def lost(look: Look, event: Lost) -> Any:
    return look.board.changed(event.toy, place="lost")


@rules.happens(PutAway, "toy:box#holds")
def put_away(look: Look, event: PutAway) -> Any:
    return look.board.changed(event.toy, place="box", dents=0)


@rules.happens(Fetched, "toy:fetch#comes")
def fetched(look: Look, event: Fetched) -> Any:
    return look.board.changed(event.toy, place="shelf")


@rules.happens(Tired, "toy:tired#lies-down")
def tired(look: Look, event: Tired) -> Any:
    return look.board.changed(event.toy, tired=True)


@rules.happens(Rested, "toy:rested#stands-up")
def rested(look: Look, event: Rested) -> Any:
    return look.board.changed(event.toy, tired=False)


@rules.happens(Used, "toy:used#until-the-round-ends")
def used(look: Look, event: Used) -> Any:
    key = (event.instance, "used")
    amount = look.used(event.instance) + event.amount
    return look.board.but(marks={**look.board.marks, key: Mark(amount, "round")})


# --- state rules ----------------------------------------------------------------------------------------


@rules.after(Quiet, "toy:lost#dents-reach-stuffing")
def worn_out(before: Look, after: Look, event: Quiet) -> list[Lost]:
    return [Lost(t.id) for t in after.board.on_shelf() if t.dents >= after.value("stuffing", t.id)]


@rules.after(Quiet, "toy:ribbon#goes-with-its-host")
def lost_host(before: Look, after: Look, event: Quiet) -> list[Lost]:
    toys = after.board.toys
    return [Lost(t.id) for t in after.board.on_shelf() if t.tied_to and toys[t.tied_to].place != "shelf"]


# --- when it may not be done ----------------------------------------------------------------------------


@rules.offers("act", "toy:round#acts")
def proposals(look: Look, player: str) -> list[Any]:
    own = [t for t in look.board.toys.values() if t.owner == player]
    shelf = look.board.on_shelf()
    found: list[Any] = [Poke(toy=t.id, at=o.id) for t in own for o in shelf if t.place == "shelf" and o != t]
    found += [Fetch(toy=t.id) for t in own if t.place == "box"]
    found += [kind(toy=t.id) for kind in (Squeak, Spin) for t in own if t.place == "shelf"]
    return found


@rules.offers("respond", "toy:hug#in-answer")
def hugs(look: Look, player: str) -> list[Hug]:
    return [Hug(toy=t.id) for t in look.board.on_shelf() if t.owner == player]


@rules.forbids(Hug, "toy:hug#only-tired")
def only_tired(look: Look, action: Hug) -> Any:
    return None if look.board.toys[action.toy].tired else ("not-tired", {"toy": action.toy})


@rules.forbids(Poke, "toy:tired#does-not-poke")
@rules.forbids(Squeak, "toy:tired#does-not-squeak")
@rules.forbids(Spin, "toy:tired#does-not-spin")
def not_when_tired(look: Look, action: Any) -> Any:
    return ("tired", {"toy": action.toy}) if look.board.toys[action.toy].tired else None


@rules.forbids(Poke, "toy:poke#from-the-shelf")
def from_the_shelf(look: Look, action: Poke) -> Any:
    return None if look.board.toys[action.toy].place == "shelf" else ("not-on-shelf", {"toy": action.toy})


@rules.forbids(Target, "toy:poke#at-the-shelf")
def at_the_shelf(look: Look, target: Target) -> Any:
    return (
        None if look.board.toys[target.object].place == "shelf" else ("not-on-shelf", {"toy": target.object})
    )


@rules.forbids(Fetch, "toy:fetch#needs-room")
def needs_room(look: Look, action: Fetch) -> Any:
    return ("shelf-full", {}) if len(look.board.on_shelf()) >= look.board.room else None


@rules.forbids(Fetch, "toy:fetch#on-an-empty-pile", stage="declare")
def on_an_empty_pile(look: Look, action: Fetch) -> Any:
    return ("pile", {}) if len(look.board.pile) > 1 else None


@rules.forbids(Left, "toy:never")
def never(look: Look, event: Left) -> Any:
    raise AssertionError("forbids is never asked about events")
