"""Every example of the packs: it plays, its claims hold, its trace shows what it cites, and a knock-out of
any cited clause changes something that it shows."""

import copy
from pathlib import Path

import pytest

from simulator.engine.knockout import first_change, is_load_bearing, without_clause
from simulator.engine.playback import Playback
from simulator.games.playing import parse
from tests.games.examples import EXAMPLES, document, name_of, played, read
from tests.games.slices import CARRIED, SEED_MECHANICAL


def test_there_are_examples():
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
class TestEveryExample:
    def test_every_line_reaches_its_end(self, path: Path):
        stops = {name: line.stop for name, line in played(path).lines.items() if line.stop}
        assert not stops

    def test_every_claim_holds(self, path: Path):
        playback = played(path)
        wrong = [
            (claim, finding.found)
            for claim, finding in zip(playback.scenario.claims, playback.findings, strict=True)
            if not finding.holds
        ]
        assert playback.scenario.claims
        assert not wrong

    def test_every_cited_clause_is_shown_by_a_step_or_a_refusal(self, path: Path):
        assert set(read(path)["cites"]) <= played(path).cited()

    def test_every_step_cites_a_clause(self, path: Path):
        for line in played(path).lines.values():
            for step in line.steps:
                assert [c for c in step.cites if not c.startswith("card:")], step.address(line.line.name)

    def test_without_a_cited_clause_something_comes_out_otherwise(self, path: Path):
        playback = played(path)
        carried = [c for c in read(path)["cites"] if c in playback.rules.clauses]
        assert carried
        idle = [c for c in carried if not is_load_bearing(playback, c)]
        assert not idle

    def test_every_line_is_needed_by_a_claim(self, path: Path):
        playback = played(path)
        assert set(playback.lines) <= {claim.line for claim in playback.scenario.claims}

    def test_some_claim_turns_red_without_each_cited_clause(self, path: Path):
        playback = played(path)
        for clause in read(path)["cites"]:
            if clause in playback.rules.clauses:
                other = without_clause(playback, clause)
                assert not other.holds, f"{clause} can be taken away and the example stays green"

    def test_playing_it_again_gives_the_same(self, path: Path):
        again = Playback(parse(copy.deepcopy(document(path))))
        assert first_change(played(path), again) is None


def test_every_mechanical_clause_of_the_finished_entries_has_a_rule_and_an_example():
    shown = {c for path in EXAMPLES for c in read(path)["cites"] if c in played(path).rules.clauses}
    assert SEED_MECHANICAL <= CARRIED
    assert SEED_MECHANICAL <= shown


def test_the_finished_entries_are_not_empty():
    assert len(SEED_MECHANICAL) >= 27
