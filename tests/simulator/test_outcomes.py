"""What may come of a line: exact chances, the tree of choices, and what stands in the way of either."""

import json
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from simulator import outcomes
from simulator.engine.errors import NotModelled
from simulator.outcomes import NoOutcomes, tell_outcomes
from tests.simulator.documents import walk

URL = "/api/v1/outcomes/"
WOUNDS = {"kind": "value", "of": "foe", "value": "wounds", "equals": 1}


def creature(name, player, cell, **fields):
    card = {"id": name, "controller": player, "cell": cell, "movement": 1, "life": 9, "strike": [1, 2, 3]}
    return card | fields


def strike(*cards, answers=(), lines=1):
    """Two open creatures, one strikes at the other; nobody has thrown a die yet."""
    cards = cards or (creature("own", "p1", "C1"), creature("foe", "p2", "C1'"))
    take = {"type": "simple-strike", "card": "own", "target": "foe"}
    first = {"at": {"kind": "act"}, "take": take}
    return {
        "v": 1,
        "game": "berserk",
        "setup": {"cards": list(cards)},
        "lines": [{"name": "main", "answers": [first, *answers]}],
    }


def gate_ruler(slug):
    path = Path(__file__).resolve().parents[2] / "content" / "gate-ruler" / "examples" / f"{slug}.toml"
    return {**tomllib.loads(path.read_text(encoding="utf-8"))["scenario"], "game": "gate-ruler"}


def wounds(outcome):
    cards = outcome["picture"]["cards"]
    return cards["foe"]["wounds"], cards["own"]["wounds"]


class TestDefaults:
    def test_the_table_of_two_open_creatures(self):
        """(what the attacker deals, what it is answered): how many of the 36 throws. +5 to −5 come 1, 2, 3, 4,
        5, 6, 5, 4, 3, 2 and 1 times; nobody weakens a strike by default."""
        table = Counter()
        for outcome in tell_outcomes(strike())["outcomes"]:
            table[wounds(outcome)] += Fraction(outcome["chance"]) * 36
        assert table == {
            (3, 0): 1,  # +5
            (3, 1): 2,  # +4
            (2, 0): 3,  # +3
            (2, 1): 4,  # +2
            (1, 0): 5 + 4 + 5,  # +1, a low 0, −1
            (0, 1): 2 + 3,  # a high 0, −3
            (0, 0): 4,  # −2
            (1, 2): 2,  # −4
            (0, 2): 1,  # −5
        }

    def test_weak_medium_and_strong(self):
        dealt, answered = Counter(), Counter()
        for outcome in tell_outcomes(strike())["outcomes"]:
            to_foe, to_own = wounds(outcome)
            dealt[to_foe] += Fraction(outcome["chance"]) * 36
            answered[to_own] += Fraction(outcome["chance"]) * 36
        assert dealt == {0: 10, 1: 16, 2: 7, 3: 3}
        assert answered == {0: 22, 1: 11, 2: 3}

    def test_chances_are_exact_and_each_end_stands_once(self):
        told = tell_outcomes(strike())["outcomes"]
        assert sum(Fraction(each["chance"]) for each in told) == 1
        assert all(each["chance"].count("/") == 1 for each in told)
        assert len({each["end"] for each in told}) == len(told)
        assert [each["certain"] for each in told] == [False] * len(told)

    def test_the_answers_of_an_outcome_lead_to_its_board(self):
        from simulator.play import play_shared

        for outcome in tell_outcomes(strike())["outcomes"]:
            play = play_shared(strike(answers=outcome["line"]))
            (line,) = play["lines"]
            assert line["stop"] is None
            again = tell_outcomes(strike(answers=outcome["line"]), choices="all")
            assert again["picture"] == outcome["picture"]
            assert line["decision"]["moment"] == outcome["decision"]

    def test_how_likely_a_claim_comes_true(self):
        told = tell_outcomes(strike(), worth=WOUNDS)
        assert told["worth"]["chance"] == "4/9"
        assert told["worth"]["certain"] is False
        assert set(told["worth"]["sentence"]) == {"ru", "zh", "en"}
        assert all(each["holds"] == (wounds(each)[0] == 1) for each in told["outcomes"])

    def test_certain_is_only_what_always_happens(self):
        told = tell_outcomes(strike(), worth={"kind": "state", "of": "own", "state": "closed"})
        assert (told["worth"]["chance"], told["worth"]["certain"]) == ("1/1", True)
        told = tell_outcomes(strike(), worth={"kind": "value", "of": "foe", "value": "wounds", "equals": 9})
        assert (told["worth"]["chance"], told["worth"]["certain"]) == ("0/1", False)

    def test_one_die_against_a_closed_creature(self):
        document = strike(creature("own", "p1", "C1"), creature("foe", "p2", "C1'", open=False))
        chances = {wounds(each): each["chance"] for each in tell_outcomes(document)["outcomes"]}
        assert chances == {(1, 0): "1/2", (2, 0): "1/3", (3, 0): "1/6"}

    def test_an_open_choice_is_named(self):
        with pytest.raises(NoOutcomes) as caught:
            tell_outcomes(walk())
        (error,) = caught.value.errors
        assert (error["code"], error["pointer"]) == ("open-choice", "/choices")
        assert error["moment"]["kind"] == "act"
        assert "kind: act" in error["detail"]
        assert {"type": "pass", "by": "p1"} in error["options"]


class TestTree:
    def test_dice_and_choices(self):
        told = tell_outcomes(strike(), choices="all")
        attack = told["tree"]
        assert (attack["by"], attack["kind"], len(attack["options"])) == ("chance", "attack-die", 6)
        assert attack["moment"]["kind"] == "attack-die"
        defence = attack["options"][4]["then"]
        assert [option["take"] for option in defence["options"]] == [1, 2, 3, 4, 5, 6]
        weaken = defence["options"][0][
            "then"
        ]  # 5 against 1 is +4: weakening is a choice of the higher result
        assert (weaken["kind"], weaken["by"]) == ("weaken", "p1")
        assert [option["take"] for option in weaken["options"]] == [False, True]
        strong, medium = (told["ends"][option["then"]["end"]] for option in weaken["options"])
        assert wounds(strong) == (3, 1)
        assert wounds(medium)[0] == 2

    def test_best_and_worst_of_each_player(self):
        told = tell_outcomes(strike(), choices="all", worth=WOUNDS | {"equals": 3})
        players = told["worth"]["players"]
        # Weakening +4 is the attacker's choice alone: nobody can take a strong strike from it.
        assert players == {"p1": {"best": "1/12", "worst": "1/36"}, "p2": {"best": "1/36", "worst": "1/12"}}
        by_default = tell_outcomes(strike(), worth=WOUNDS | {"equals": 3})
        assert by_default["worth"]["chance"] == "1/12"

    def test_it_begins_with_the_choice_that_is_open(self):
        told = tell_outcomes(walk(), choices="all")
        tree = told["tree"]
        assert (tree["by"], tree["kind"]) == ("p1", "act")
        moves = [option for option in tree["options"] if option["take"]["type"] == "move"]
        cells = {told["ends"][each["then"]["end"]]["picture"]["cards"]["scout"]["cell"] for each in moves}
        assert cells == {each["take"]["to"] for each in moves} != set()
        assert all(each["then"]["certain"] for each in moves)  # no die is thrown
        # a question with the same key was asked before: this is the second
        assert tree["moment"]["nth"] == 2

    def test_a_position_without_lines(self):
        document = {key: value for key, value in walk().items() if key != "lines"}
        told = tell_outcomes(document, choices="all")
        assert told["line"] is None
        assert told["tree"]["kind"] == "act"

    def test_a_tree_too_large_is_a_clear_error(self, monkeypatch):
        monkeypatch.setattr(outcomes, "TREE_LIMITS", outcomes.Limits(nodes=10))
        with pytest.raises(NoOutcomes, match="more than 10 nodes") as caught:
            tell_outcomes(strike(), choices="all")
        assert caught.value.errors[0]["code"] == "limit"

    def test_what_is_not_modelled_is_said_with_its_clauses(self, monkeypatch):
        def unknown(*args, **options):
            raise NotModelled("unknown-card", {"player": "p1"}, ("gate-ruler:deck#order-is-secret",))

        monkeypatch.setattr(outcomes, "tree", unknown)
        with pytest.raises(NoOutcomes, match="is not modelled: ") as caught:
            tell_outcomes(gate_ruler("attacks-before-the-keyword"), choices="all")
        (error,) = caught.value.errors
        assert (error["code"], error["cites"]) == ("not-modelled", ["gate-ruler:deck#order-is-secret"])
        assert "unknown-card" not in error["detail"]


class TestLines:
    def test_a_line_is_chosen_by_its_name(self):
        document = strike()
        document["lines"].append({"name": "waits"})
        assert tell_outcomes(document, line="main")["line"] == "main"
        with pytest.raises(NoOutcomes, match="kind: act"):
            tell_outcomes(document)  # the last line
        with pytest.raises(NoOutcomes, match="did you mean main") as caught:
            tell_outcomes(document, line="mian")
        assert caught.value.errors[0]["pointer"] == "/line"

    def test_a_line_that_stops_has_no_end(self):
        with pytest.raises(NoOutcomes, match="The line main does not reach its end") as caught:
            tell_outcomes(walk(closed=True), prefix="/scenario")
        assert caught.value.errors[0]["pointer"] == "/scenario/lines/0/answers/0"

    @pytest.mark.parametrize(
        ("worth", "pointer"),
        [
            (WOUNDS | {"of": "nobody"}, "/worth/of"),
            (WOUNDS | {"value": "wits"}, "/worth/value"),
            (WOUNDS | {"line": "main"}, "/worth/line"),
            (WOUNDS | {"at": "main.1.moved.1"}, "/worth/at"),
            ({"kind": "happened", "event": "moved"}, "/worth/kind"),
            ("a word", "/worth"),
        ],
    )
    def test_what_it_is_worth_must_name_something(self, worth, pointer):
        with pytest.raises(NoOutcomes) as caught:
            tell_outcomes(strike(), worth=worth)
        assert pointer in [error["pointer"] for error in caught.value.errors]


class TestApi:
    def post(self, client, body):
        return client.post(URL, json.dumps(body), content_type="application/json")

    def test_a_distribution(self, client):
        told = self.post(client, {"scenario": strike(), "worth": WOUNDS}).json()
        assert told["choices"] == "defaults"
        assert told["outcomes"][0]["chance"] == "7/18"
        assert told["outcomes"][0]["line"][0]["at"]["kind"] == "attack-die"
        assert told == self.post(client, {"scenario": strike(), "worth": WOUNDS}).json()

    def test_a_bare_document_will_do(self, client):
        assert self.post(client, strike()).json()["line"] == "main"

    def test_a_tree(self, client):
        assert self.post(client, {"scenario": strike(), "choices": "all"}).json()["tree"]["options"]

    @pytest.mark.parametrize(
        ("more", "pointer"),
        [
            ({"choices": "some"}, "/choices"),
            ({"choices": ["all"]}, "/choices"),
            ({"line": 1}, "/line"),
            ({"line": "nowhere"}, "/line"),
            ({"ask": []}, "/ask"),
            ({"worth": {"kind": "value"}}, "/worth"),
        ],
    )
    def test_every_fault_has_its_place(self, client, more, pointer):
        response = self.post(client, {"scenario": strike()} | more)
        assert response.status_code == 422
        assert response.headers["Content-Type"] == "application/problem+json"
        assert pointer in [error["pointer"] for error in response.json()["errors"]]

    def test_a_document_with_faults(self, client):
        response = self.post(client, {"scenario": strike() | {"game": "chess"}})
        assert response.status_code == 422
        assert response.json()["errors"][0]["pointer"] == "/scenario/game"

    def test_an_open_choice_is_named(self, client):
        response = self.post(client, {"scenario": walk()})
        (error,) = response.json()["errors"]
        assert response.status_code == 422
        assert error["moment"]["player"] == "p1"
        assert "no default" not in response.json()["detail"]
        assert "without default" in response.json()["detail"]
