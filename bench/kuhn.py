"""Kuhn poker on the unchanged kernel: the smallest known game of chance, cards and bets, to enumerate exactly.

Each of two players puts in a coin and gets one of three cards; then they bet another coin, or pass, in turn.

>>> from simulator.engine.drivers import tree
>>> root = tree(BOOK, start())
>>> nodes(root), sum(leaf.chance for leaf in leaves(root) if leaf.board.said == "pbb")
(58, Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.engine.drivers import Node, Outcome
from simulator.engine.game import Game
from simulator.engine.look import Look
from simulator.engine.position import Board, Frame
from simulator.engine.record import Action, Event
from simulator.engine.rulebook import Rulebook, Rules
from simulator.engine.run import Asking, Run

PLAYERS = ("one", "two")
ENDED = frozenset({"pp", "bb", "bp", "pbp", "pbb"})
rules = Rules()


class Table(Board, frozen=True, kw_only=True):
    """The cards dealt so far, and what was said, a letter each (p, b)."""

    dealt: tuple[int, ...] = ()
    said: str = ""


class Deal(Action, frozen=True, kw_only=True):
    """One deal, from the first card to the last bet."""


class Dealt(Event, frozen=True):
    """A card was dealt."""

    card: int


class Said(Event, frozen=True):
    """A player has bet or passed."""

    word: str


class Kuhn(Game):
    """The game. One instance, without state."""

    slug = "kuhn"
    players = PLAYERS
    events = (Dealt, Said)

    def over(self, board: Table) -> bool:
        """Whether the last word is said."""
        return board.said in ENDED


rules.procedure(Deal, "first", "second", "bets", cites=("kuhn:deal#cards-then-bets",))


@rules.unfolds(Deal, "kuhn:deal#one-card-each", step="first")
@rules.unfolds(Deal, "kuhn:deal#another-card-each", step="second")
def deal(run: Run, frame: Frame) -> Asking:
    """A card that is not dealt yet, each as likely as the other."""
    left = [(card, 1) for card in (0, 1, 2) if card not in run.board.dealt]
    card = yield from run.chance("card", left)
    yield from run.emit(Dealt(card))


@rules.unfolds(Deal, "kuhn:bet#in-turn", step="bets")
def bets(run: Run, frame: Frame) -> Asking:
    """Bet or pass, until the pot is settled."""
    word = yield from run.ask(PLAYERS[len(run.board.said) % 2], "bet", ("p", "b"))
    yield from run.emit(Said(word))
    if not run.game.over(run.board):
        run.again()


@rules.happens(Dealt, "kuhn:deal#one-card-each")
def dealt(look: Look, event: Dealt) -> Any:
    return look.board.but(dealt=(*look.board.dealt, event.card))


@rules.happens(Said, "kuhn:bet#in-turn")
def said(look: Look, event: Said) -> Any:
    return look.board.but(said=look.board.said + event.word)


BOOK = Rulebook.of("kuhn", rules, game=Kuhn())


def start() -> Table:
    """The table before the deal."""
    return Table(pile=(Frame(0, Deal(), "first"),), age=1)


def nodes(node: Node | Outcome) -> int:
    """How many histories a tree holds, ends included."""
    return 1 if isinstance(node, Outcome) else 1 + sum(nodes(child) for _, _, child in node.branches)


def leaves(node: Node | Outcome) -> Iterator[Outcome]:
    """Every end of a tree, with its exact chance."""
    if isinstance(node, Outcome):
        yield node
    else:
        for _, _, child in node.branches:
            yield from leaves(child)
