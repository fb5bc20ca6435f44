"""Positions that a judge found wrong once, each with what the rules make of it."""

import json
from pathlib import Path

import pytest

from simulator.engine.scenario import BadScenario
from simulator.games.playing import play_document

FOLDER = Path(__file__).resolve().parents[1] / "data" / "judged"
CASES = sorted(FOLDER.glob("*.json"))


def outcome(document):
    try:
        line = play_document(document)["lines"][0]
    except BadScenario as bad:
        return {"problems": [[problem.pointer, problem.detail] for problem in bad.problems]}
    found = {"steps": [step_name(step) for step in line["steps"]]}
    if line["stop"]:
        found["stop"] = line["stop"]["kind"]
        found["clauses"] = [reason["clause"] for reason in line["stop"]["reasons"]]
    return found


def step_name(step):
    card = step["event"].get("card")
    return step["id"].split(".", 1)[1] + (f":{card}" if isinstance(card, str) else "")


def test_there_are_cases():
    assert len(CASES) >= 28


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_it_comes_out_as_the_rules_say(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    assert outcome(case["document"]) == case["expect"], case["says"]
