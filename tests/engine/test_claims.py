"""Every kind of claim: true and false, at a step and at the end, after a stop, with dice."""

import pytest

from simulator.engine.claims import AnyClaim
from simulator.engine.limits import Limits
from tests.engine.scenarios import PASS, SPARK, SPIN, battle, card, line, play, step, toys, use

CARDS = [card("scout", movement=2), card("mage", "E3", chips=1, texts=[SPARK]), card("foe", "C2'", "p2")]
WALK = line(step("scout", "C1"), use("mage", "spark", "foe"))
FIRST, LAST = "main.1.moved.1", "main.2.wounded.1"
SCOUT = {"of": "scout"}
MOVE = step("scout", "D1", by="p1")


def finding(claim, *lines, document=None, **more):
    told = play(document or battle(*(lines or [WALK]), cards=CARDS, claims=[claim], **more))
    return told["claims"][0]


TRUE_AND_FALSE = [
    # (claim, what makes it false, what is found then)
    ({"kind": "value", **SCOUT, "value": "supply", "equals": 1}, {"equals": 2}, 1),
    ({"kind": "value", "of": "foe", "value": "lives", "equals": 3}, {"equals": 4}, 3),
    ({"kind": "value", "of": "foe", "value": "wounds", "equals": 0, "at": FIRST}, {"equals": 1}, 0),
    ({"kind": "value", "of": "foe", "value": "wounds", "equals": 1, "at": LAST}, {"equals": 0}, 1),
    ({"kind": "place", **SCOUT, "place": "C1"}, {"place": "C2"}, "C1"),
    ({"kind": "place", **SCOUT, "place": "C2", "at": "main.1.declared.1"}, {"place": "C1"}, "C2"),
    ({"kind": "state", **SCOUT, "state": "open"}, {"state": "closed"}, False),
    ({"kind": "state", **SCOUT, "state": "closed", "present": False}, {"present": True}, False),
    ({"kind": "state", "of": "C1", "state": "occupied"}, {"present": False}, True),
    ({"kind": "state", "of": "C2", "state": "occupied", "at": "main.1.declared.1"}, {"at": FIRST}, False),
    ({"kind": "offered", "action": MOVE}, {"offered": False}, True),
    ({"kind": "offered", "action": step("scout", "E3", by="p1"), "offered": False}, {"offered": True}, False),
    ({"kind": "offered", "action": MOVE, "at": FIRST, "offered": False}, {"offered": True}, False),
    (
        {"kind": "refused", "action": step("scout", "C1", by="p1"), "clause": "berserk:move#only-to-unoccupied-cell"},
        {"clause": "berserk:move#only-creatures"}, None,
    ),
    ({"kind": "refused", "action": MOVE, "clause": "berserk:move#only-in-choice-subphase", "at": "main.1.declared.1"},
     {"at": LAST, "clause": "berserk:move#only-own"}, None),
    ({"kind": "happened", "event": "moved"}, {"times": 2}, 1),
    ({"kind": "happened", "event": "wounded", "times": 0, "at": FIRST}, {"at": LAST}, 1),
    ({"kind": "happened", "event": "moved", "where": {"card": "scout", "to": "C1"}}, {"where": {"to": "C2"}}, 0),
    ({"kind": "happened", "event": "declared", "times": 2}, {"times": 1}, 2),
    ({"kind": "order", "events": [{"event": "moved"}, {"event": "wounded"}]},
     {"events": [{"event": "wounded"}, {"event": "moved"}]}, None),
    ({"kind": "order", "events": [{"event": "declared"}, {"event": "moved", "where": {"card": "scout"}}], "at": FIRST},
     {"events": [{"event": "moved"}, {"event": "wounded"}]}, None),
    ({"kind": "hidden", **SCOUT, "player": "p2", "hidden": False}, {"hidden": True}, False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "wrong", "found"), TRUE_AND_FALSE, ids=lambda c: c.get("kind") if isinstance(c, dict) else ""
)
def test_a_claim_is_true_or_false_and_tells_what_was_found(claim, wrong, found):
    assert finding(claim)["holds"] is True
    other = finding({**claim, **wrong})
    assert other["holds"] is False
    assert other["why"] is None
    if found is not None:
        assert other["found"] == found


def test_every_kind_is_tried_here():
    kinds = {each.__struct_config__.tag for each in AnyClaim.__args__}
    assert kinds - {"probability"} == {claim["kind"] for claim, _, _ in TRUE_AND_FALSE}
    assert len(kinds) == 9


def test_true_is_not_one_in_the_fields_of_an_event():
    walk = line(({"kind": "keep-closed"}, False))
    cards = [card("scout", open=False)]
    for value, times in ((False, 1), (0, 0)):
        claim = {"kind": "happened", "event": "keep-closed", "where": {"option": value}, "times": times}
        told = play(battle(walk, cards=cards, claims=[claim], phase="before-turn"))
        assert told["claims"][0]["holds"]


class TestRefused:
    def test_its_reasons_are_told(self):
        claim = {"kind": "refused", "action": step("scout", "C1", by="p1"), "clause": "berserk:move#only-own"}
        row = finding(claim)
        assert not row["holds"]
        assert row["found"] == list(dict.fromkeys(c for r in row["reasons"] for c in r["cites"]))
        assert row["reasons"][0]["sentence"]["ru"]

    def test_a_legal_action_is_refused_by_nothing(self):
        row = finding({"kind": "refused", "action": MOVE, "clause": "berserk:move#only-own"})
        assert (row["holds"], row["found"], row["reasons"]) == (False, [], [])


class TestOptions:
    THREE = [{"id": "bear", "owner": "ann"}, {"id": "owl", "owner": "bob"}, {"id": "hen", "owner": "bob"}]

    @pytest.mark.parametrize(
        ("option", "offered"), [("owl", True), ("hen", True), ("bear", False), (True, False)]
    )
    def test_of_the_question_open_at_the_end(self, option, offered):
        squeak = line({"type": "squeak", "toy": "bear"})
        for claimed in (True, False):
            claim = {"kind": "offered", "option": option, "offered": claimed}
            row = finding(None, document=toys(squeak, toys=self.THREE, claims=[claim]))
            assert row["holds"] is (claimed == offered)

    def test_where_nothing_is_open_nothing_is_offered(self):
        claim = {"kind": "offered", "option": True}
        assert finding(claim)["holds"] is False


class TestHidden:
    @pytest.mark.parametrize(("player", "hidden"), [("ann", False), ("bob", True)])
    def test_what_lies_in_a_box_is_seen_by_its_owner(self, player, hidden):
        given = [{"id": "bear", "owner": "ann", "place": "box"}, {"id": "owl", "owner": "bob"}]
        for claimed in (True, False):
            claim = {"kind": "hidden", "of": "bear", "player": player, "hidden": claimed}
            row = finding(None, document=toys(line(), toys=given, claims=[claim]))
            assert row["holds"] is (claimed == hidden)
            assert row["found"] is hidden


class TestAtAStep:
    @pytest.mark.parametrize("at", ["main.1.moved.2", "main.9.moved.1", "main.0.moved.1", "main.1.closed.1"])
    def test_a_step_that_never_comes_is_told(self, at):
        row = finding({"kind": "place", **SCOUT, "place": "C1", "at": at})
        assert row["holds"] is False
        assert at in row["why"]["en"]
        assert set(row["why"]) == {"ru", "zh", "en"}

    def test_a_remark_at_a_step_that_never_comes_is_told(self):
        remarks = [{"at": FIRST, "text": "x"}, {"at": "main.7.moved.1", "text": "y"}]
        row = play(battle({**WALK, "comments": remarks}, cards=CARDS))["lines"][0]
        assert [(c["text"], c["found"]) for c in row["comments"]] == [("x", True), ("y", False)]

    def test_a_false_claim_is_not_made_true_by_a_step_that_never_comes(self):
        for kind in (
            {"kind": "happened", "event": "wounded", "times": 0},
            {"kind": "state", **SCOUT, "state": "closed", "present": False},
        ):
            assert finding({**kind, "at": "main.7.moved.1"})["holds"] is False


class TestAfterAStop:
    SUPPLY = {"kind": "value", **SCOUT, "value": "supply", "equals": 1}

    def test_a_refused_action_is_the_end_of_the_line(self):
        row = finding(self.SUPPLY, line(step("scout", "C1"), step("scout", "E3"), step("scout", "D1")))
        assert row["holds"] is True

    @pytest.mark.parametrize(
        "answers",
        [
            (step("scout", "C1"), ({"clock": "turn 5"}, PASS)),
            (step("scout", "C1"), ({"kind": "act"}, True)),
        ],
    )
    def test_of_a_line_that_stops_otherwise_nothing_holds_at_its_end(self, answers):
        row = finding(self.SUPPLY, line(*answers))
        assert row["holds"] is False
        assert row["found"] is None
        assert "main" in row["why"]["en"]

    def test_at_a_step_before_the_stop_it_is_tested(self):
        row = finding(
            {**self.SUPPLY, "at": "main.1.supply-spent.1"},
            line(step("scout", "C1"), ({"clock": "turn 5"}, PASS)),
        )
        assert row["holds"] is True


class TestProbability:
    """The bear spins: of four cases one misses, two dent the bear, one dents everybody."""

    def chance(self, equals, of, *answers, name="bear", **more):
        claim = {
            "kind": "probability",
            "equals": equals,
            "of": {"kind": "value", "of": name, "value": "dents", **of},
        }
        return finding(None, document=toys(line(*(answers or [SPIN])), claims=[claim], **more))

    @pytest.mark.parametrize(
        ("name", "dents", "chance"),
        [("bear", 1, "3/4"), ("bear", 0, "1/4"), ("owl", 1, "1/4"), ("owl", 2, "0")],
    )
    def test_it_is_exact(self, name, dents, chance):
        assert self.chance(chance, {"equals": dents}, name=name)["holds"] is True
        other = self.chance("1/3", {"equals": dents}, name=name)
        assert (other["holds"], other["found"]) == (False, chance)

    def test_a_fraction_need_not_be_in_lowest_terms(self):
        assert self.chance("6/8", {"equals": 1})["holds"] is True

    def test_after_the_die_it_is_certain(self):
        row = self.chance("1", {"equals": 1}, SPIN, ({"player": "chance"}, "all"))
        assert row["holds"] is True

    def test_a_choice_that_somebody_must_make_is_told(self):
        three = [{"id": "bear", "owner": "ann"}, {"id": "owl", "owner": "bob"}, {"id": "hen", "owner": "bob"}]
        row = self.chance("1", {"equals": 0}, {"type": "squeak", "toy": "bear"}, toys=three)
        assert row["holds"] is False
        assert "squeak-at" in row["why"]["en"]

    def test_a_tree_that_is_too_large_is_told(self):
        claim = {
            "kind": "probability",
            "equals": "3/4",
            "of": {"kind": "value", "of": "bear", "value": "dents", "equals": 1},
        }
        told = play(toys(line(SPIN), claims=[claim]), limits=Limits(nodes=2))
        assert told["claims"][0]["holds"] is False
        assert "2" in told["claims"][0]["why"]["ru"]

    def test_a_place_and_a_state_inside(self):
        for of in (
            {"kind": "place", "of": "bear", "place": "shelf"},
            {"kind": "state", "of": "bear", "state": "tired"},
        ):
            document = toys(line(SPIN), claims=[{"kind": "probability", "equals": "1", "of": of}])
            assert finding(None, document=document)["holds"] is True


def test_claims_of_several_lines():
    document = battle(
        line(step("scout", "C1")), line(step("scout", "D2"), name="other"), cards=CARDS,
        claims=[{"kind": "place", **SCOUT, "place": "C1"}, {"kind": "place", **SCOUT, "place": "D2", "line": "other"}],
    )  # fmt: skip
    assert [row["holds"] for row in play(document)["claims"]] == [True, True]


def test_a_claim_is_told_in_every_language_without_keys():
    for claim, _, _ in TRUE_AND_FALSE:
        row = finding(claim)
        assert set(row["sentence"]) == {"ru", "zh", "en"}
        for sentence in row["sentence"].values():
            assert "{" not in sentence
            assert "True" not in sentence
