"""The smallest game, for the examples in these pages and for a first reading: stones on a heap.

In turn a player picks a stone, throws a die for the first one, or passes. A sticky stone may not be picked; a
royal one counts as heavy; heavy ones weigh more.

>>> from simulator.engine.drivers import Play
>>> play = Play(BOOK, start())
>>> play.answer(Throw())
>>> play.decision.options, play.decision.weights
(('odd', 'even'), (1, 2))
>>> play.answer("even")
>>> [step.name for step in play.trace], play.trace[2].cites
(['declared', 'die', 'picked'], ('tiny:throw#die', 'tiny:pick#leaves'))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .game import Game
from .look import Look
from .position import Board, Frame
from .record import Action, Add, Event, Grant, Instance, Pass
from .rulebook import Rulebook, Rules
from .run import Asking, Run

rules = Rules()


class Heap(Board, frozen=True):
    """The stones still on the heap, and what is printed on each."""

    heap: tuple[str, ...]
    printed: dict[str, tuple[str, ...]]


class Rounds(Action, frozen=True):
    """The course of the game."""


class Pick(Action, frozen=True):
    """To take a stone off the heap."""

    stone: str


class Throw(Action, frozen=True):
    """To throw a die for the first stone."""


class Picked(Event, frozen=True):
    """A stone has left the heap."""

    stone: str


class Smallest(Game):
    """Two players; stones bear features."""

    slug = "tiny"
    players = ("ann", "bob")
    actions = (Pick, Throw, Pass)
    events = (Picked,)

    def objects(self, board: Heap) -> Iterable[str]:
        """The stones on the heap."""
        return board.heap

    def natural(self, board: Heap, obj: str) -> Iterable[Instance]:
        """What is printed on a stone."""
        return (Instance(obj, feature) for feature in board.printed[obj])

    def base_value(self, look: Look, name: str, subject: str) -> Any:
        """Every stone weighs 1."""
        return {"weight": 1}[name]

    def over(self, board: Heap) -> bool:
        """An empty heap ends it."""
        return not board.heap


rules.procedure(Rounds, "ann", "bob", "next", cites=("tiny:rounds#in-turn",))
rules.procedure(Pick, "pick", cites=("tiny:pick#leaves",), performs="pick")
rules.procedure(Throw, "throw", cites=("tiny:throw#die",), performs="throw")
rules.bundle("royal", Grant("heavy"), "tiny:royal#heavy")


@rules.unfolds(Rounds, "tiny:rounds#ann-first", step="ann")
@rules.unfolds(Rounds, "tiny:rounds#bob-second", step="bob")
def act(run: Run, frame: Frame) -> Asking:
    """One player acts or passes."""
    taken = yield from run.window("act", frame.step)
    if not isinstance(taken, Pass):
        yield from run.push(taken)


@rules.unfolds(Rounds, "tiny:rounds#in-turn", step="next")
def begin_again(run: Run, frame: Frame) -> Asking:
    """The next round follows."""
    run.start(Rounds())
    yield from ()


@rules.offers("act", "tiny:pick#any-stone")
def picks(look: Look, player: str) -> list[Action]:
    """Any stone of the heap, or a throw."""
    return [*(Pick(stone=stone) for stone in look.board.heap), Throw()]


@rules.forbids(Pick, "tiny:sticky#stays", of="sticky")
def stays(look: Look, action: Pick, sticky: Instance) -> Any:
    """A sticky stone may not be picked."""
    return ("sticks", {"stone": action.stone}) if action.stone == sticky.bearer else None


@rules.unfolds(Pick, "tiny:pick#leaves", step="pick")
def pick(run: Run, frame: Frame) -> Asking:
    """The stone leaves the heap."""
    yield from run.emit(Picked(frame.action.stone))


@rules.unfolds(Throw, "tiny:throw#die", step="throw")
def throw(run: Run, frame: Frame) -> Asking:
    """Odd brings nothing, even (twice as likely) the first stone."""
    if (yield from run.chance("die", [("odd", 1), ("even", 2)])) == "even":
        yield from run.emit(Picked(run.board.heap[0]))


@rules.happens(Picked, "tiny:pick#leaves")
def picked(look: Look, event: Picked) -> Heap:
    """The stone is there no more."""
    board: Heap = look.board.but(heap=tuple(s for s in look.board.heap if s != event.stone))
    return board


@rules.modifies("weight", "tiny:heavy#weighs-more", of="heavy", own_only=True)
def heavier(look: Look, stone: str, heavy: Instance) -> Add:
    """A heavy stone weighs 2 more."""
    return Add(2)


BOOK = Rulebook.of("first", rules, game=Smallest())


def start() -> Heap:
    """The first board: a royal opal, a plain flint, sticky tar.

    >>> start().heap
    ('opal', 'flint', 'tar')
    """
    printed = {"opal": ("royal",), "flint": (), "tar": ("sticky",)}
    return Heap(heap=tuple(printed), printed=printed, pile=(Frame(0, Rounds(), "ann"),))
