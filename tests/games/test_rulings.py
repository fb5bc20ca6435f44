"""Every ruling of the packs that has a board: it holds, shows what it cites, and a knock-out turns it red."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.knockout import without_clause
from simulator.engine.playback import Playback
from simulator.games.playing import parse

CONTENT = Path(__file__).resolve().parents[2] / "content"
RULINGS = sorted(CONTENT.glob("*/rulings/*.md"))


@cache
def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8").split("\n+++\n")[0].removeprefix("+++\n"))


PLAYED = [path for path in RULINGS if "scenario" in read(path)]


@cache
def played(path: Path) -> Playback:
    return Playback(parse({"game": path.parts[-3], **read(path)["scenario"]}))


def name_of(path: Path) -> str:
    return f"{path.parts[-3]}/{path.stem}"


def test_both_games_have_rulings_that_are_played():
    games = [path.parts[-3] for path in PLAYED]
    assert len(games) >= 10
    assert set(games) == {"berserk", "gate-ruler"}


@pytest.mark.parametrize("path", PLAYED, ids=name_of)
class TestEveryRuling:
    def test_every_line_reaches_its_end_and_every_claim_holds(self, path: Path):
        playback = played(path)
        assert playback.scenario.claims
        assert {name: line.stop for name, line in playback.lines.items() if line.stop} == {}
        assert [n for n, found in enumerate(playback.findings) if not found.holds] == []

    def test_every_cited_clause_that_a_rule_carries_is_shown(self, path: Path):
        playback = played(path)
        carried = [clause for clause in read(path)["cites"] if clause in playback.rules.clauses]
        assert set(carried) <= playback.cited()

    def test_some_claim_turns_red_without_a_clause_that_it_rests_on(self, path: Path):
        playback = played(path)
        carried = [clause for clause in read(path)["cites"] if clause in playback.rules.clauses]
        red = [clause for clause in carried if not without_clause(playback, clause).holds]
        assert red, f"none of {carried} can be missed: the board proves nothing"

    def test_every_line_is_needed_by_a_claim(self, path: Path):
        playback = played(path)
        assert set(playback.lines) <= {claim.line for claim in playback.scenario.claims}
