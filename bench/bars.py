"""The bars: how fast it must be (floor) and should be (goal), as ratios inside one run. Never a test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A measured ratio with its floor and goal (for `low` ones, less is better)."""

    key: str
    what: str
    peer: str
    floor: float
    goal: float
    low: bool = False

    def verdict(self, ratio: float) -> str:
        """How a ratio stands to the bar.

        >>> Bar("X", "steps", "chess", 0.25, 0.67).verdict(0.3)
        'above the floor'
        """
        sign = -1 if self.low else 1
        if sign * ratio >= sign * self.goal:
            return "goal reached"
        if sign * ratio >= sign * self.floor:
            return "within the floor" if self.low else "above the floor"
        return "BELOW THE FLOOR"


# Floors and goals that were set beside other peers are turned into ratios to the ones measured here, both taken
# on one quiet core: E3's 3,500 and 10,000 copies a second stand beside 15,700 of chess (copied and listed), E6's
# 0.5 s and 0.15 s beside 60 ms of `import chess`.
BARS = (
    Bar(
        "E1",
        "a random player's decision: list, choose, apply, record",
        "chess random playout, move",
        1 / 4,
        2 / 3,
    ),
    Bar("E2", "apply a declared step to a kept position, unrecorded", "chess push + pop", 1 / 10, 1 / 5),
    Bar("E3", "branch a position and stand at its question again", "chess copy + legal moves", 0.22, 0.64),
    Bar("E4", "exact tree of Kuhn poker, nodes", "open_spiel python_kuhn", 1 / 6, 1 / 3),
    Bar(
        "E5",
        "ruling: JSON in, 5 answers, told in 3 languages, JSON out",
        "chess FEN, 5 SAN, FEN",
        1 / 7,
        1 / 3.5,
    ),
    Bar(
        "E6",
        "import of engine and games, beyond the bare interpreter",
        "import chess",
        500 / 60,
        150 / 60,
        low=True,
    ),
    Bar("E6m", "memory of the process, MiB", "", 80, 45, low=True),
    Bar(
        "E7",
        "an example of the packs verified: all lines, all claims",
        "chess FEN, 5 SAN, FEN",
        1 / 7,
        1 / 3.5,
    ),
    Bar("W1", "page of an entry, as readers get it", "bare view", 0.30, 0.36),
    Bar("W1n", "the same, made anew: the first reader after a change", "bare view", 0.30, 0.36),
    Bar("W2", "page of a played scenario, as readers get it", "bare view", 0.18, 0.22),
    Bar("W2n", "the same, made anew from the remembered play", "bare view", 0.18, 0.22),
    Bar("W2e", "the same, with everything forgotten: played in the request", "bare view", 0.10, 0.14),
    Bar("W3", "the same page, asked again with its ETag", "bare view", 0.70, 0.85),
    Bar("W4", "API: a stored scenario's document", "bare view", 0.35, 0.42),
    Bar("W4d", "API: an entry by the REST framework", "bare view", 0.20, 0.25),
)
BY_KEY = {bar.key: bar for bar in BARS}
