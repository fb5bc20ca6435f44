"""An example that does not show what it says is a problem of its pack, at its file and line."""

import json
import re

import pytest

from glossary.checks import EXAMPLE_CHECKS
from glossary.packs import PackExample
from simulator.example_check import check_example
from simulator.play import play_shared
from tests.simulator.documents import walk

SOURCE = """cites = [
  "berserk:move#only-open",
]
title = {}

[scenario]
v = 1
claims = []

[scenario.setup]
cards = []
"""


def example(scenario, *cites):
    return PackExample(
        game="berserk",
        slug="walk",
        title={},
        text={},
        cites=cites,
        cite_lines=dict.fromkeys(cites, 2),
        scenario=scenario,
        path="content/berserk/examples/walk.toml",
        line=4,
        scenario_line=6,
        source=SOURCE,
    )


def one_shown():
    return play_shared(walk())["lines"][0]["steps"][0]["cites"][0]


def test_the_check_is_registered():
    problems = [
        problem for check in EXAMPLE_CHECKS for problem in check(example({"game": "berserk"}, "a:b#c"))
    ]
    assert problems


def test_an_example_that_shows_what_it_says():
    assert check_example(example(walk(), one_shown())) == []


def test_a_clause_that_nothing_shows():
    (problem,) = check_example(example(walk(), one_shown(), "berserk:close#not-here"))
    assert "berserk:close#not-here" in problem.message
    assert problem.line == 2


def test_a_scenario_that_cannot_be_played():
    document = walk()
    document["setup"]["cards"][0]["cell"] = "Z9"
    (problem,) = check_example(example(document, one_shown()))
    assert "scenario/setup/cards/0/cell" in problem.message
    assert "Z9" in problem.message
    assert problem.line == 11


def test_a_line_that_stops():
    problems = check_example(example(walk(closed=True), "berserk:move#only-open"))
    (problem,) = problems  # the clause is shown by the refusal; only the stop is a fault
    assert "stops" in problem.message


def test_a_claim_that_fails():
    document = walk()
    claim = {"kind": "value", "value": "supply", "of": "scout", "equals": 2}
    document["claims"] = [claim]
    (problem,) = check_example(example(document, one_shown()))
    assert re.search(r"scenario/claims/0 does not hold", problem.message)
    assert problem.line == 8
    document["claims"] = [{**claim, "equals": 1}]
    assert check_example(example(document, one_shown())) == []


def test_a_document_is_not_changed_by_being_checked():
    document = walk()
    before = json.dumps(document)
    check_example(example(document, one_shown()))
    assert json.dumps(document) == before


@pytest.mark.django_db
def test_content_check_plays_every_example():
    from pathlib import Path

    from glossary import checks, packs

    content = Path(__file__).resolve().parents[2] / "content"
    read, problems = packs.read_packs(content)
    assert not problems
    assert [str(problem) for problem in checks.played(read)] == []
    assert sum(len(pack.examples) for pack in read) > 0
