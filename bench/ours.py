"""What is measured of the engine: each makes a piece of work that says how many units it did."""

from __future__ import annotations

import json
import tomllib
from itertools import count
from pathlib import Path

import msgspec

from simulator.engine.drivers import Play, random_play, tree
from simulator.engine.playback import Playback
from simulator.engine.run import Run
from simulator.games.berserk.actions import Move
from simulator.games.playing import parse, play_document
from simulator.games.registry import games

from . import kuhn
from .battle import battle, ruling
from .measure import Work

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "content").glob("*/examples/*.toml"))
DECISIONS = 80
BOOK = games()["berserk"].rulebook(games()["berserk"].default_edition)


def random_decisions() -> Work:
    """Decisions of random plays, recorded: every question lists what is legal."""
    board, seeds = parse(battle()).board, count()
    return lambda: random_play(BOOK, board, seed=next(seeds), decisions=DECISIONS).decisions


def applied_step() -> Work:
    """A creature's step on a board that is kept: declared, performed, paid, settled. Nothing is listed."""
    board = Play(BOOK, parse(battle(sudden=False)).board, traced=False).board
    step = Move(card="p1-1", to="B1", by="p1")

    def work() -> int:
        run = Run(BOOK, board, traced=False, settled=True)
        number = run.start(step)
        while run.board.frame(number) is not None:
            for question in run.advance():
                raise AssertionError(question)
        return 1

    return work


def branch() -> Work:
    """The position reached, taken up by another play that stands at the same question, its options listed."""
    play = Play(BOOK, parse(battle()).board, traced=False)

    def work() -> int:
        decision = Play(BOOK, play.position(), traced=False).decision
        assert decision is not None
        assert len(decision.options) > 1
        return 1

    return work


def position_only() -> Work:
    """The position reached as data: boards are shared, never copied."""
    play = Play(BOOK, parse(battle()).board, traced=False)

    def work() -> int:
        for _ in range(100):
            play.position()
        return 100

    return work


def kuhn_tree() -> Work:
    """Histories of Kuhn poker, every one with its exact chance."""
    assert sum(leaf.chance for leaf in kuhn.leaves(tree(kuhn.BOOK, kuhn.start()))) == 5
    return lambda: kuhn.nodes(tree(kuhn.BOOK, kuhn.start()))


def ruling_cycle() -> Work:
    """A document as text: read, checked, five answers played, told in three languages, JSON again."""
    text = json.dumps(ruling(), ensure_ascii=False)
    line = play_document(json.loads(text))["lines"][0]
    assert line["stop"] is None, line["stop"]

    def work() -> int:
        msgspec.json.encode(play_document(json.loads(text)))
        return 1

    return work


def verified_examples() -> Work:
    """Every example of the packs: read, all lines played, all claims tested."""
    documents = [
        {"game": path.parts[-3], **tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]}
        for path in EXAMPLES
    ]

    def work() -> int:
        for document in documents:
            assert Playback(parse(document)).holds
        return len(documents)

    return work
