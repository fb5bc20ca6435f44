"""What `play_document` gives: the shape its docstring promises, plain JSON, the same every time."""

import copy
import json
import random
import re

import pytest

from simulator.engine.playback import play_document
from simulator.engine.trace import applied
from simulator.games.registry import games
from tests.engine.scenarios import EXAMPLES, PASS, battle, card, line, play, step
from tests.engine.test_scenario_identity import reordered

DOCUMENTS = {**EXAMPLES, **{f"schema-{n}": d for n, d in enumerate(games()["berserk"].examples)}}
LANGUAGES = {"ru", "zh", "en"}
TOP = {"game", "edition", "engine", "scenario", "picture", "texts", "lines", "claims", "notices", "asked"}
LINE = {"name", "from", "picture", "steps", "comments", "decision", "stop", "resolved", "digests", "end"}
STEP = {"id", "n", "kind", "event", "sentence", "cites", "lifted", "cause", "default"}
DECISION = {"moment", "by", "kind", "sentence", "default", "options", "weights", "refused", "count"}
STOP = {"kind", "place", "sentence", "action", "reasons", "moments", "add"}
REASON = {"clause", "cites", "key", "sentence", "remedy", "facts"}
CLAIM = {"claim", "holds", "state", "found", "sentence", "why", "reasons"}
KINDS = {"event", "choice", "chance", "declared", "cancelled", "blocked"}
REFUSED = battle(
    line(step("scout", "C1"), step("scout", "E3")), claims=[{"kind": "place", "of": "scout", "place": "C1"}]
)


@pytest.fixture(scope="module")
def told():
    return {name: play(document) for name, document in DOCUMENTS.items()}


@pytest.mark.parametrize("name", DOCUMENTS)
class TestEveryDocument:
    def test_it_has_the_shape_that_is_described(self, told, name):
        one = told[name]
        assert set(one) == TOP
        for row in one["lines"]:
            assert set(row) == LINE
            assert re.fullmatch("[0-9a-f]{16}", row["end"])
            assert len(row["digests"]) == len(row["steps"])
            assert [s["n"] for s in row["steps"]] == list(range(1, len(row["steps"]) + 1))
            for s in row["steps"]:
                assert set(s) == STEP | {"diff"}
                assert s["kind"] in KINDS
                assert s["cites"]
                assert set(s["sentence"]) == LANGUAGES
            if row["decision"]:
                assert set(row["decision"]) == DECISION
                for refused in row["decision"]["refused"]:
                    assert refused["reasons"]
                    for reason in refused["reasons"]:
                        assert set(reason) == REASON
        for row in one["claims"]:
            assert set(row) == CLAIM

    def test_it_is_plain_json(self, told, name):
        assert json.loads(json.dumps(told[name])) == told[name]

    def test_diffs_in_turn_give_the_whole_boards(self, told, name):
        full = play(DOCUMENTS[name], boards="full")
        for row, whole in zip(told[name]["lines"], full["lines"], strict=True):
            board = copy.deepcopy(row["picture"])
            assert board == whole["picture"]
            for one, two in zip(row["steps"], whole["steps"], strict=True):
                assert "picture" not in one
                assert "diff" not in two
                board = applied(board, one["diff"])
                assert board == two["picture"]

    def test_it_is_the_same_every_time_and_from_the_canonical_document(self, told, name):
        dice = random.Random(7)
        again = play(reordered(DOCUMENTS[name], dice))
        assert json.dumps(again, sort_keys=True) == json.dumps(told[name], sort_keys=True)
        assert play(told[name]["scenario"]) == told[name]


def test_the_docstring_names_every_member():
    text = play_document.__doc__
    for member in TOP | LINE | STEP | DECISION | STOP | REASON | CLAIM | {"diff", "picture"}:
        assert re.search(rf"\b{member}\b", text), member


def test_a_stop_and_its_reasons():
    stop = play(REFUSED)["lines"][0]["stop"]
    assert set(stop) == STOP
    for reason in stop["reasons"]:
        assert set(reason) == REASON
        assert set(reason["sentence"]) == set(reason["remedy"]) == LANGUAGES


class TestAsked:
    def test_of_the_end_of_the_last_line(self):
        ask = [step("scout", "D1", by="p1"), step("scout", "E3", by="p1")]
        rows = play(battle(line(step("scout", "C1"))), ask=ask)["asked"]
        assert [row["legal"] for row in rows] == [True, False]
        assert [row["action"] for row in rows] == ask
        assert rows[1]["reasons"][0]["clause"]

    def test_of_the_setup_when_there_is_no_line(self):
        rows = play(battle(), ask=[step("scout", "C1", by="p1")])["asked"]
        assert rows[0]["legal"] is True

    @pytest.mark.parametrize(
        ("asked", "place"),
        [
            (step("scout", "C1"), "/ask/0"),
            (step("nobody", "C1", by="p1"), "/ask/0/card"),
            (step("scout", "Z1", by="p1"), "/ask/0/to"),
            (step("scout", "C1", by="p3"), "/ask/0/by"),
            ("move", "/ask/0"),
        ],
    )
    def test_what_is_asked_is_read_like_the_document(self, asked, place):
        from simulator.engine.scenario import BadScenario

        with pytest.raises(BadScenario) as bad:
            play(battle(), ask=[asked])
        assert [p.pointer for p in bad.value.problems] == [place]


def test_a_line_without_answers_tells_the_open_question():
    row = play(battle(line()))["lines"][0]
    assert row["steps"] == []
    assert row["decision"]["moment"]["kind"] == "act"
    assert row["decision"]["default"] is False
    assert {"type": "pass", "by": "p1"} in [option["take"] for option in row["decision"]["options"]]
    assert row["picture"] == play(battle())["picture"]


def test_the_same_end_by_another_way_has_the_same_key():
    cards = [card("scout", movement=3), card("second", "A3", movement=1)]
    moves = step("scout", "C1"), step("second", "A2")
    one, two = (play(battle(line(*m), cards=cards))["lines"][0]["end"] for m in (moves, moves[::-1]))
    assert one == two
    other = play(battle(line(moves[0]), cards=cards))["lines"][0]["end"]
    assert other != one


def test_nothing_of_a_play_depends_on_the_one_before():
    one = play(REFUSED)
    play(battle(line(PASS)))
    assert play(REFUSED) == one
