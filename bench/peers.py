"""The same work by the peers, each at what it is best at."""

from __future__ import annotations

import random

import chess
import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401  (registers python_kuhn_poker)

from .measure import Work

DECISIONS = 80
# A middle game, White to move, and five half-moves from it.
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
LINE = ("cxd5", "Nxd5", "Re1", "Nf6", "Bg5")


def random_moves() -> Work:
    """Moves of random games: list the legal ones, choose, push, ask whether the game is over."""
    dice = random.Random(1)

    def work() -> int:
        board = chess.Board()
        for n in range(DECISIONS):
            if board.is_game_over():
                return n
            board.push(dice.choice(list(board.legal_moves)))
        return DECISIONS

    return work


def push_pop() -> Work:
    """One quiet move made and taken back."""
    board = chess.Board(MIDDLE)
    move = board.parse_san("Re1")

    def work() -> int:
        for _ in range(100):
            board.push(move)
            board.pop()
        return 100

    return work


def copy_and_list() -> Work:
    """A board copied, and its legal moves listed."""
    board = chess.Board(MIDDLE)

    def work() -> int:
        list(board.copy(stack=False).legal_moves)
        return 1

    return work


def copy_only() -> Work:
    """A board copied."""
    board = chess.Board(MIDDLE)

    def work() -> int:
        for _ in range(100):
            board.copy(stack=False)
        return 100

    return work


def kuhn_tree() -> Work:
    """Histories of Kuhn poker written in Python on open_spiel's core, with their chances."""
    game = pyspiel.load_game("python_kuhn_poker")

    def histories(state: pyspiel.State, chance: float) -> int:
        if state.is_terminal():
            return 1
        if state.is_chance_node():
            return 1 + sum(histories(state.child(a), chance * p) for a, p in state.chance_outcomes())
        return 1 + sum(histories(state.child(action), chance) for action in state.legal_actions())

    def work() -> int:
        return histories(game.new_initial_state(), 1.0)

    assert work() == 58
    return work


def ruling_cycle() -> Work:
    """A position read from FEN, five moves read from SAN and checked, the position written."""

    def work() -> int:
        board = chess.Board(MIDDLE)
        for san in LINE:
            board.push_san(san)
        board.fen()
        return 1

    return work
