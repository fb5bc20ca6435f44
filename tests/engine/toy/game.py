"""What the kernel asks of the playroom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.engine.game import Game
from simulator.engine.look import Look
from simulator.engine.record import Action, Instance, Refusal, Target
from simulator.engine.rulebook import Rulebook, Rules

from .actions import ACTIONS, Squeak
from .board import PLAYERS, Playroom
from .events import EVENTS
from .keywords import KEYWORDS
from .rules import rules


class PlayroomGame(Game):
    slug = "toy"
    players = PLAYERS
    in_play = frozenset({"shelf"})
    actions = ACTIONS
    events = EVENTS

    def objects(self, board: Playroom) -> Iterable[str]:
        return board.toys

    def natural(self, board: Playroom, obj: str) -> Iterable[Instance]:
        return board.toys[obj].instances()

    def zone(self, board: Playroom, obj: str) -> str:
        return board.toys[obj].place

    def controller(self, board: Playroom, obj: str) -> str:
        return board.toys[obj].owner

    def base_value(self, look: Look, name: str, subject: str) -> Any:
        return {"force": 1, "stuffing": 3, "rings": 1}[name]

    def clock(self, board: Playroom) -> str:
        return f"round {board.round}"

    def chooser(self, look: Look, event: Any) -> str:
        toy = look.board.toys.get(getattr(event, "toy", ""))
        return toy.owner if toy else look.board.active

    def required_choices(self, look: Look, action: Action) -> Iterable[tuple[Target, ...]]:
        if isinstance(action, Squeak):
            yield tuple(Target(action, t.id) for t in look.board.on_shelf() if t.id != action.toy)

    def no_option(self, action: Action) -> Refusal:
        return Refusal(("toy:squeak#needs-another",), "nobody-there", {})

    def over(self, board: Playroom) -> bool:
        return board.round > 40


GAME = PlayroomGame()


def book_of(*keywords: Rules, name: str = "first") -> Rulebook:
    """The basic rules with some keywords."""
    return Rulebook.of(name, rules, *keywords, game=GAME)


BOOK = book_of(*KEYWORDS)
