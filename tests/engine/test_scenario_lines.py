"""Lines: an answer is taken at the moment it names and nowhere else; lines depart from one another."""

import msgspec
import pytest

from simulator.engine.knockout import without_clause
from simulator.engine.line import pinned
from simulator.engine.playback import Playback
from tests.engine.scenarios import (
    EXAMPLES,
    PASS,
    SPARK,
    SPIN,
    battle,
    card,
    line,
    parse,
    play,
    played,
    step,
    toys,
    use,
)

ACT = {"kind": "act"}
STACK = [
    card("scout", movement=3),
    card("mage", "E3", chips=2, texts=[SPARK]),
    card("foe", "C2'", "p2", texts=[SPARK]),
]
"""The mage may spark in answer to what is declared."""


def only(document, **more):
    """The one line of a document, played."""
    return play(document, **more)["lines"][0]


def told(row):
    return [s["event"]["type"] if s["kind"] != "chance" else s["event"]["kind"] for s in row["steps"]]


def cells(row):
    return [s["event"]["to"] for s in row["steps"] if s["event"]["type"] == "moved"]


class TestWhereAnAnswerIsTaken:
    def test_the_next_question_that_fits(self):
        row = only(battle(line(step("scout", "C1"), step("scout", "D1"))))
        assert row["stop"] is None
        assert cells(row) == ["C1", "D1"]

    def test_questions_on_the_way_with_a_default_answer_themselves(self):
        row = only(battle(line(step("scout", "C1")), cards=STACK))
        assert [(r["at"]["kind"], r["default"]) for r in row["resolved"]] == [
            ("act", False),
            ("response", True),
        ]
        assert [s["default"] for s in row["steps"] if s["event"]["type"] == "pass"] == [True]

    def test_a_pass_that_was_written_is_no_default(self):
        row = only(battle(line(step("scout", "C1"), ({"kind": "response"}, PASS)), cards=STACK))
        assert [s["default"] for s in row["steps"] if s["event"]["type"] == "pass"] == [False]

    def test_a_question_without_default_stops_an_answer_for_another(self):
        row = only(battle(line(({"clock": "turn 2", "kind": "act"}, PASS))))
        stop = row["stop"]
        assert (stop["kind"], stop["place"]) == ("missing-answer", "/lines/0/answers/0")
        assert stop["moments"] == [row["decision"]["moment"]]
        assert stop["moments"][0]["clock"] == "turn 1"
        assert "Player 1" in stop["sentence"]["en"]
        assert row["steps"] == []

    def test_answers_out_of_order_stop_at_the_first_that_is_late(self):
        late = battle(line(PASS, ({"clock": "turn 1"}, PASS), ({"clock": "turn 2"}, PASS)))
        stop = only(late)["stop"]
        assert (stop["kind"], stop["place"]) == ("missing-answer", "/lines/0/answers/1")

    def test_an_answer_after_the_end_of_the_game_is_never_reached(self):
        players = [(n, ("ann", "bob")[(n + 1) % 2]) for n in range(1, 61)]
        answers = [({"clock": f"round {n}", "kind": "act", "player": player}, PASS) for n, player in players]
        row = only(toys(line(*answers)))
        assert (row["stop"]["kind"], row["stop"]["place"]) == ("unused-answer", "/lines/0/answers/40")
        assert row["decision"] is None

    def test_nth_counts_questions_with_the_same_whole_key(self):
        at = {"clock": "turn 1", "kind": "act", "nth": 2}
        row = only(battle(line(step("scout", "C1"), (at, step("scout", "D1")))))
        assert row["stop"] is None
        early = only(battle(line((at, step("scout", "C1")))))
        assert early["stop"]["kind"] == "missing-answer"

    def test_an_nth_tells_two_moments_with_different_keys_apart(self):
        """Of the two turns only the first asks twice: the key with nth=2 is no ambiguous one."""
        at = {"kind": "act", "nth": 2}
        row = only(
            battle(line(({"clock": "turn 1"}, step("scout", "C1")), (at, PASS), ({"clock": "turn 2"}, PASS)))
        )
        assert row["stop"] is None

    def test_a_partial_key_of_several_moments_is_refused_and_names_them(self):
        stop = only(battle(line(PASS, PASS)))["stop"]
        assert (stop["kind"], stop["place"]) == ("ambiguous-answer", "/lines/0/answers/0/at")
        assert [m["clock"] for m in stop["moments"]] == ["turn 1", "turn 2", "turn 3"]
        assert "ход 1" in stop["sentence"]["ru"]
        assert "=" not in stop["sentence"]["en"]

    def test_a_whole_key_is_never_ambiguous(self):
        """A key without object is the whole key of a question about nothing, though others are about something."""
        row = only(battle(line(step("scout", "C1")), cards=STACK))
        whole = {**row["decision"]["moment"]}
        assert "object" not in whole
        again = only(battle(line((whole, step("scout", "C1"))), cards=STACK))
        assert again["stop"] is None


class TestWhatIsTaken:
    def test_a_refused_action_stops_the_line_with_its_reasons(self):
        row = only(battle(line(step("scout", "C1"), step("scout", "E3"), step("scout", "D1"))))
        stop = row["stop"]
        assert (stop["kind"], stop["place"]) == ("refused", "/lines/0/answers/1")
        assert [r["clause"] for r in stop["reasons"]] == ["berserk:move#forward-back-left-right"]
        assert stop["action"]["by"] == "p1"
        assert cells(row) == ["C1"]
        assert row["decision"]["moment"]["kind"] == "act"

    def test_an_action_that_this_question_does_not_offer(self):
        row = only(
            battle(line(step("scout", "C1"), ({"kind": "response"}, step("scout", "D1"))), cards=STACK)
        )
        assert row["stop"]["kind"] == "refused"
        assert row["stop"]["place"] == "/lines/0/answers/1"

    @pytest.mark.parametrize("take", ["x", 5, True, ["a"]])
    def test_what_is_no_option_at_all(self, take):
        stop = only(battle(line((ACT, take))))["stop"]
        assert (stop["kind"], stop["place"]) == ("not-an-option", "/lines/0/answers/0")
        assert "True" not in stop["sentence"]["en"]
        assert "[" not in stop["sentence"]["en"]

    @pytest.mark.parametrize(
        ("take", "stops"), [(True, False), (False, False), (1, True), (0, True), ("true", True)]
    )
    def test_true_is_not_one(self, take, stops):
        document = battle(
            line(({"kind": "keep-closed"}, take)), cards=[card("scout", open=False)], phase="before-turn"
        )
        assert bool(only(document)["stop"]) == stops

    def test_another_players_action_is_refused(self):
        stop = only(battle(line((ACT, step("scout", "C1", by="p2")))))["stop"]
        assert stop["kind"] == "refused"
        assert stop["reasons"]

    def test_a_die_is_answered_by_chance(self):
        row = only(toys(line(SPIN, ({"player": "chance"}, "all"))))
        assert row["stop"] is None
        assert told(row) == ["declared", "spin", "dented", "dented", "tired"]


class TestRulesThatChange:
    """Under other rules an answer is taken at the very question it was taken at, or not at all."""

    def test_an_answer_does_not_drift_to_another_question_of_its_kind(self):
        """As under rules by which the scout is not asked about, and the other card is."""

        def sleepers(scout, other):
            cards = [card("scout", open=scout), card("other", "C3", open=other)]
            return battle(line(({"kind": "keep-closed"}, True)), cards=cards, phase="before-turn")

        one = played(sleepers(scout=False, other=True))
        assert one.lines["main"].stop is None
        other = parse(sleepers(scout=True, other=False))
        assert Playback(other).lines["main"].stop is None, "the partial key fits the other question"
        fixed = msgspec.structs.replace(other, lines=pinned(one.scenario, one.lines).lines)
        row = Playback(fixed).lines["main"]
        assert (row.stop.kind, row.stop.place) == ("missing-answer", "/lines/0/answers/0")
        assert row.stop.decision.kind == "act"

    def test_a_question_knocked_out_leaves_its_answer_untaken(self):
        document = battle(
            line(
                ({"kind": "keep-closed", "object": "scout"}, True), ({"clock": "turn 1", "kind": "act"}, PASS)
            ),
            cards=[card("scout", open=False), card("foe", "C2'", "p2", open=False)],
            phase="before-turn",
        )
        before = played(document)
        assert before.lines["main"].stop is None
        after = without_clause(before, "berserk:start-of-turn#opens-closed-cards").lines["main"]
        assert (after.stop.kind, after.stop.place) == ("missing-answer", "/lines/0/answers/0")
        assert "keep-closed" not in [s.name for s in after.steps]

    def test_pinned_answers_play_as_before(self):
        at = {"clock": "turn 1", "kind": "act"}
        document = battle(
            line((at, step("scout", "C1")), (at, PASS)),
            line(step("scout", "D2"), name="two", **{"from": ["main", {**at, "nth": 1}]}),
        )
        one = played(document)
        scenario = pinned(one.scenario, one.lines)
        two = Playback(scenario)
        for name, row in one.lines.items():
            assert [s.event for s in row.steps] == [s.event for s in two.lines[name].steps]
            assert two.lines[name].stop is row.stop is None
        for each in scenario.lines:
            for answer in each.answers:
                assert None not in msgspec.structs.astuple(answer.at)


class TestDepartures:
    def main(self):
        document = battle(
            line(
                step("scout", "C1"),
                (
                    {"kind": "response", "player": "p1", "object": "scout", "nth": 1},
                    use("mage", "spark", "foe"),
                ),
                ({"clock": "turn 1", "kind": "act", "nth": 2}, step("scout", "D1")),
            ),
            cards=STACK,
        )
        document["lines"][0]["answers"][0]["at"] = {"kind": "act", "nth": 1}
        return document

    def test_from_every_moment_the_same_answers_give_the_same(self):
        """In the middle of a stack too: what is left of the parent's answers leads to the same end."""
        document = self.main()
        parent = only(document)
        assert parent["stop"] is None
        assert len(parent["resolved"]) > 4
        own = 0
        for row in parent["resolved"]:
            rest = document["lines"][0]["answers"][own:]
            own += not row["default"]
            branch = {
                "name": "again",
                "from": ["main", {"nth": 1, **row["at"]}],
                "answers": self.renumbered(parent, row, rest),
            }
            both = play({**document, "lines": [*document["lines"], branch]})["lines"]
            assert both[1]["stop"] is None, both[1]["stop"]
            assert both[1]["end"] == parent["end"]
            steps = both[1]["steps"]
            assert both[1]["digests"] == parent["digests"][len(parent["steps"]) - len(steps) :]
            for one, two in zip(steps, parent["steps"][len(parent["steps"]) - len(steps) :], strict=True):
                assert (one["sentence"], one["cites"]) == (two["sentence"], two["cites"])

    def renumbered(self, parent, row, rest):
        """Answers with whole keys, counted from the departure on."""
        later = parent["resolved"][parent["resolved"].index(row) :]
        seen, out = {}, []
        for each in later:
            key = tuple(sorted((k, v) for k, v in each["at"].items() if k != "nth"))
            seen[key] = seen.get(key, 0) + 1
            out.append({"at": {**dict(key), "nth": seen[key]}, "take": each["take"]})
        return out

    def test_a_branch_tells_only_its_own_steps_and_its_own_first_board(self):
        document = toys(
            line(SPIN, ({"player": "chance"}, "all")),
            line(({"player": "chance"}, "miss"), name="miss", **{"from": ["main", {"player": "chance"}]}),
        )
        one, two = play(document)["lines"]
        assert told(two) == ["spin", "tired"]
        assert two["steps"][0]["id"] == "miss.1.spin.1"
        assert two["picture"]["toys"]["owl"]["dents"] == 0
        assert told(one)[1] == "spin"

    def test_a_moment_that_never_comes(self):
        row = play(battle(line(), line(name="two", **{"from": ["main", {"clock": "turn 9"}]})))["lines"][1]
        assert (row["stop"]["kind"], row["stop"]["place"]) == ("wrong-moment", "/lines/1/from")
        assert "main" in row["stop"]["sentence"]["en"]
        assert row["steps"] == []

    def test_a_moment_of_several(self):
        document = battle(line(step("scout", "C1")), line(name="two", **{"from": ["main", ACT]}))
        stop = play(document)["lines"][1]["stop"]
        assert (stop["kind"], stop["place"]) == ("ambiguous-answer", "/lines/1/from")
        assert len(stop["moments"]) == 2

    def test_from_a_line_that_departs_itself(self):
        document = battle(
            line(step("scout", "C1")),
            line(
                ({"clock": "turn 1"}, step("scout", "D1")),
                name="two",
                **{"from": ["main", {"kind": "act", "nth": 2}]},
            ),
            line(
                ({"clock": "turn 1"}, step("scout", "D2")),
                name="three",
                **{"from": ["two", {"kind": "act", "nth": 2}]},
            ),
        )
        rows = play(document)["lines"]
        assert [cells(row) for row in rows] == [["C1"], ["D1"], ["D2"]]
        assert rows[2]["picture"]["cards"]["scout"]["cell"] == "D1"

    def test_from_a_line_that_was_stopped(self):
        document = battle(
            line(step("scout", "E3")), line(step("scout", "C1"), name="two", **{"from": ["main", ACT]})
        )
        rows = play(document)["lines"]
        assert rows[0]["stop"]["kind"] == "refused"
        assert cells(rows[1]) == ["C1"]


class TestNamesOfSteps:
    def test_they_do_not_change_when_an_earlier_answer_brings_more_steps(self):
        """What happens in the segment of another answer is counted there."""
        answers = step("scout", "C1"), step("scout", "D1")
        plain = only(battle(line(*answers)))
        texts = [{"text": "on-movement", "name": "march", "chips": 1}]
        more = only(battle(line(*answers), cards=[card("scout", movement=3, texts=texts)]))
        assert len(more["steps"]) > len(plain["steps"])
        assert {s["id"] for s in plain["steps"]} < {s["id"] for s in more["steps"]}

    def test_they_are_unique_and_name_answers_used(self):
        row = only(battle(line(step("scout", "C1"), step("scout", "D1"), ({"clock": "turn 1"}, PASS))))
        ids = [s["id"] for s in row["steps"]]
        assert len(set(ids)) == len(ids)
        assert ids[:2] == ["main.1.declared.1", "main.1.moved.1"]
        assert "main.2.moved.1" in ids
        assert "main.3.turn-began.1" in ids

    def test_in_a_branch_from_the_middle_of_a_step_counting_begins_anew(self):
        document = toys(
            line(SPIN),
            line(({"player": "chance"}, "all"), name="b", **{"from": ["main", {"player": "chance"}]}),
        )
        ids = [s["id"] for s in play(document)["lines"][1]["steps"]]
        assert ids == ["b.1.spin.1", "b.1.dented.1", "b.1.dented.2", "b.1.tired.1"]

    def test_causes_are_steps_of_the_same_line(self):
        for document in EXAMPLES.values():
            for row in play(document)["lines"]:
                ids = [s["id"] for s in row["steps"]]
                for n, s in enumerate(row["steps"]):
                    assert s["cause"] is None or ids.index(s["cause"]) < n


@pytest.mark.parametrize("name", EXAMPLES)
def test_resolved_answers_play_to_the_same_end_by_the_same_steps(name):
    document = EXAMPLES[name]
    first = play(document)
    whole = {
        **first["scenario"],
        "lines": [
            {"name": row["name"], "answers": [{"at": r["at"], "take": r["take"]} for r in row["resolved"]]}
            | ({"from": row["from"]} if row["from"] else {})
            for row in first["lines"]
        ],
        "claims": [],
    }
    again = play(whole)
    for one, two in zip(first["lines"], again["lines"], strict=True):
        assert two["stop"] is None
        assert two["end"] == one["end"]
        assert two["digests"] == one["digests"]
        assert [{**r, "default": False} for r in one["resolved"]] == two["resolved"]
    assert parse(whole)
