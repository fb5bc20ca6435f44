"""Composite features: several abilities, declared one after another, some only if an earlier one succeeded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Pass
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .actions import UseFeature, UsePart
from .board import Battle
from .counting import COUNTED
from .declaring import composite_under_way, earlier_of, text_of, wants, ways
from .effects import wanted_targets
from .events import PartNotDeclared
from .playable import record_of
from .relations import Earlier
from .success import DEPENDENCE, consequences, standing
from .texts import Part, Playable, parts_of

rules = Rules()

IN_ORDER = "berserk:composite-feature#parts-one-after-another"
TARGETS = "berserk:composite-feature#targets-of-each-part"
rules.flag(DEPENDENCE)
rules.procedure(
    UsePart,
    "respond", "aimed", "roll", "perform", "accompany", "done",
    cites=(IN_ORDER, TARGETS),
    performs="aimed",
    windows=("respond",),
)  # fmt: skip


def next_of(look: Look, frame: Any) -> int:
    """The number of the ability that is to be declared next."""
    number: int = frame.data.get("next", 2)
    return number


def waiting_part(board: Battle) -> Any:
    """The frame of a composite feature whose next ability is to be declared now, if there is one."""
    frame = board.pile[-1] if board.pile else None
    return frame if frame is not None and frame.step == "parts" and _composite(board, frame) else None


def _composite(board: Battle, frame: Any) -> Playable | None:
    action = frame.action
    return board.cards[action.card].playable(action.feature) if isinstance(action, UseFeature) else None


@rules.unfolds(UseFeature, IN_ORDER, step="parts")
def next_part(run: Run, frame: Any) -> Asking:
    """The next ability is declared, at targets chosen now; then the one after it, until none is left."""
    action: UseFeature = frame.action
    text = text_of(run.look, action)
    number = next_of(run.look, frame)
    if text is None or number > 1 + len(text.then):
        return
    if number == 2:
        _keep(run, frame.id, 1, frame, action)
    run.again()
    part = text.then[number - 2]
    idle = not_declared(run.look, run.board.frame(frame.id), text, part)
    if idle:
        run.remember(next=number + 1)
        yield from run.emit(PartNotDeclared(action.card, action.feature, number), *idle, record_of(action))
        return
    if not any(run.look.offers("part", action.by).legal()):
        run.remember(next=number + 1)
        cites = ("berserk:legality#no-legal-target", IN_ORDER, record_of(action))
        yield from run.emit(PartNotDeclared(action.card, action.feature, number), *cites)
        return
    if not wants(parts_of(text)[number - 1]) and not part.may:
        taken = UsePart(card=action.card, feature=action.feature, part=number, by=action.by)
    else:
        taken = yield from run.window("part", action.by, IN_ORDER, about=action.card)
    run.remember(next=number + 1)
    if not isinstance(taken, Pass):
        yield from run.push(taken)


def not_declared(look: Look, frame: Any, text: Playable, part: Part) -> tuple[str, ...]:
    """The clauses by which a part is not declared, because what it depends on had no success."""
    if part.depends_on is None:
        return ()
    done = frame.data.get("done", {})
    if part.depends_on not in done:  # not declared itself, or cancelled, or blocked
        return standing(look, DEPENDENCE)
    if done[part.depends_on]:
        return ()
    earlier = parts_of(text)[part.depends_on - 1]
    return standing(look, DEPENDENCE) if earlier.is_attack else consequences(look, earlier).nothing_dependent


def _keep(run: Run, composite: int, number: int, frame: Any, action: Any) -> None:
    """Remember, with the composite feature, how one of its abilities went and what it was aimed at."""
    whole = run.board.frame(composite)
    text = text_of(run.look, action)
    if whole is None or text is None or "success" not in frame.data:
        return
    main = 1 if text.is_attack else len(wanted_targets(text.effects))
    targets = action.targets[:main]
    before = Earlier(*whole.data.get("earlier", ((), "", None)))
    earlier = Earlier(
        (*before.targets, *targets), targets[0] if targets else "", frame.data.get("cell") or None
    )
    done = {**whole.data.get("done", {}), number: frame.data["success"]}
    counts = {name: frame.data[name] for name in COUNTED if name in frame.data}
    data = {**whole.data, "done": done, "earlier": tuple(earlier), "counts": counts}
    run.board = run.board.with_frame(whole.but(data=data))


@rules.unfolds(UsePart, IN_ORDER, step="done")
def part_done(run: Run, frame: Any) -> Asking:
    whole = composite_under_way(run.board, frame.action)
    if whole is not None:
        _keep(run, whole.id, frame.action.part, frame, frame.action)
    yield from ()


# --- what may be declared as the next part --------------------------------------------------------------


@rules.offers("part", IN_ORDER, TARGETS)
def ways_to_declare_it(look: Look, player: str) -> Iterator[UsePart]:
    frame = waiting_part(look.board)
    if frame is None:
        return
    action, number = frame.action, next_of(look, frame)
    part = UsePart(card=action.card, feature=action.feature, part=number, by=player)
    text = text_of(look, part)
    if text is not None:
        for targets in ways(look, look.board.cards[action.card], text, earlier_of(look, part)):
            yield part.but(targets=targets)


@rules.forbids(UsePart, IN_ORDER, stage="declare")
def only_the_next_part(look: Look, action: UsePart) -> Any:
    """Each ability in its turn, none by itself."""
    frame = waiting_part(look.board)
    if frame is None or composite_under_way(look.board, action) is not frame:
        return "no-composite-under-way", {"card": action.card}
    if next_of(look, frame) != action.part:
        return "not-the-next-part", {"card": action.card, "part": action.part}
    return None


@rules.forbids(Pass, IN_ORDER, stage="declare")
def parts_are_not_passed_over(look: Look, action: Pass) -> Any:
    """Unless the text says that the player may."""
    frame = waiting_part(look.board)
    text = _composite(look.board, frame) if frame is not None else None
    if text is None:
        return None
    number = next_of(look, frame)
    if number > 1 + len(text.then) or text.then[number - 2].may:
        return None
    return "part-must-be-declared", {"card": frame.action.card}
