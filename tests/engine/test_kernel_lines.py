"""Which part of the kernel each game's examples exercise (`python -m tests.engine.kernel_lines` has the lines)."""

import pytest

from simulator.games.registry import games
from tests.engine.kernel_lines import every_function, lines_run, play_examples, reached

NO_EXAMPLE_YET = {
    # Driven otherwise than by a line of answers: outcomes, trees, random play, saved positions.
    "drivers.OpenChoice.__init__",
    "drivers._ended",
    "drivers._leaves",
    "drivers._outcome",
    "drivers.advance",
    "drivers.best",
    "drivers.drained",
    "drivers.outcomes",
    "drivers.random_play",
    "drivers.tree",
    "position._ages_of",
    "position._plain",
    "position.canonical_key",
    "position.drop",
    "position.object_id",
    "position.put",
    # Asked by tests and the matrix, not by a play.
    "look.Look.candidates",
    "look.Look.options",
    # Waiting for keywords to come: used-up amounts, blocking, loops, an event due for two reasons.
    "facts.Facts.mark",
    "facts.Facts.used",
    "features._restless",
    "run.Run.block",
    "runstate.RunState.step_cites",
    "settling.Settling._cut_loop",
    "settling._joined",
}
"""Kernel functions that only the toy game and the tests of drivers run: none may join them unseen."""


@pytest.fixture(scope="module")
def by_game():
    return {game: reached(lines_run(lambda game=game: play_examples(game))) for game in games()}


def test_each_game_runs_most_of_the_kernel(by_game):
    for game, functions in by_game.items():
        assert len(functions) > 85, game


def test_what_no_game_runs_is_known(by_game):
    # A rulebook is built, checked and indexed once in a process, by whoever needs it first.
    built_once = {name for name in every_function() if name.startswith("rulebook.")}
    nobody = every_function() - set().union(*by_game.values()) - built_once
    assert nobody <= NO_EXAMPLE_YET
