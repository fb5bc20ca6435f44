"""Limits: each a clear error with its place, in time."""

import time
from contextlib import suppress

import pytest

from simulator.engine.limits import Limits
from simulator.engine.playback import Playback, tell
from simulator.engine.record import Event, Quiet
from simulator.engine.rulebook import Rulebook, Rules
from simulator.engine.scenario import BadScenario
from tests.engine.scenarios import (
    PASS,
    PlayroomOnPaper,
    battle,
    card,
    line,
    parse,
    play,
    play_of,
    problems,
    step,
    the_problem,
    toys,
)
from tests.engine.toy.events import Tired
from tests.engine.toy.keywords import KEYWORDS
from tests.engine.toy.rules import rules as basics


def places(document, **more):
    return [p.pointer for p in problems(document, **more)]


TURNS = [({"clock": f"turn {n}", "kind": "act"}, PASS) for n in range(1, 40)]


class TestOfTheDocument:
    def test_bytes(self):
        told = the_problem(battle(line(comments=[{"at": "main.1.moved.1", "text": "x" * 1900}] * 40)), "")
        assert str(Limits().bytes) in told
        assert places(battle(line()), limits=Limits(bytes=40)) == [""]

    def test_bytes_are_counted_as_they_are_sent(self):
        document = battle(line(comments=[{"at": "main.1.moved.1", "text": "щ" * 2000}] * 15))
        assert problems(document) == []
        assert problems(document, limits=Limits(bytes=40_000))

    def test_cards(self):
        cards = [card(f"card-{n}", zone="hand", cell=None) for n in range(61)]
        assert "61" in the_problem(battle(cards=cards), "/setup")

    def test_lines(self):
        document = battle(*(line(name=f"l-{n}") for n in range(41)))
        assert "41" in the_problem(document, "/lines")

    def test_claims(self):
        claim = {"kind": "happened", "event": "moved", "times": 0}
        assert "201" in the_problem(battle(line(), claims=[claim] * 201), "/claims")

    def test_answers(self):
        assert "401" in the_problem(battle(line(*[PASS] * 401)), "/lines/0/answers")

    def test_a_huge_document_is_refused_at_once(self):
        started = time.process_time()
        document = battle(line())
        document["claims"] = [{"x": "y" * 50}] * 2_000_000
        assert places(document) == [""]
        assert time.process_time() - started < 1


class TestOfALine:
    @pytest.mark.parametrize("limits", [Limits(steps=5), Limits(decisions=3), Limits(seconds=0.0)])
    def test_it_stops_where_the_limit_is_reached(self, limits):
        row = told_of(battle(line(*TURNS)), limits)["lines"][0]
        stop = row["stop"]
        assert stop["kind"] == "limit"
        assert stop["place"].startswith("/lines/0")
        assert row["decision"] is None
        assert (
            "шагов" in stop["sentence"]["ru"]
            or "решений" in stop["sentence"]["ru"]
            or "времени счёта" in stop["sentence"]["ru"]
        )
        for sentence in stop["sentence"].values():
            assert "more than" not in sentence or sentence == stop["sentence"]["en"]

    def test_its_place_is_the_answer_that_led_there(self):
        row = told_of(battle(line(*TURNS)), Limits(decisions=3))["lines"][0]
        assert row["stop"]["place"] == "/lines/0/answers/3"
        assert row["steps"][-1]["id"].startswith("main.3.")

    def test_the_next_line_is_played_all_the_same(self):
        document = battle(line(*TURNS), line(step("scout", "C1"), name="short"))
        told = told_of(document, Limits(decisions=5))
        assert [row["stop"] and row["stop"]["kind"] for row in told["lines"]] == ["limit", None]

    def test_claims_about_it_say_so(self):
        claim = {"kind": "place", "of": "scout", "place": "C2"}
        told = told_of(battle(line(*TURNS), claims=[claim]), Limits(decisions=5))
        assert told["claims"][0]["holds"] is False
        assert told["claims"][0]["why"]["en"]


def told_of(document, limits):
    """Read and told without limits, played within them."""
    playback = Playback(parse(document), limits=limits)
    playback.limits = Limits()
    return tell(playback)


class Ticked(Event, frozen=True):
    """Nothing but a step."""

    n: int


def endless(book: Rules) -> dict:
    """The playroom with more rules, as a game to send documents to."""
    game = PlayroomOnPaper()
    game.editions = {"first": Rulebook.of("first", basics, *KEYWORDS, book, game=game)}
    for key in ("event", "happening"):
        game.catalogue.texts["en"][f"{key}.ticked"] = "tick"
    return {"toy": game}


class TestEndless:
    SPUN = toys(line({"type": "spin", "toy": "bear"}, ({"player": "chance"}, "miss")))

    def test_a_position_that_comes_again_is_a_loop(self):
        rules = Rules()

        @rules.happens(Ticked, "toy:tick#tock")
        def tick(look, event):
            return look.board.changed("bear", tired=not look.board.toys["bear"].tired)

        @rules.after(Quiet, "toy:tick#for-ever")
        def again(before, after, event):
            return Ticked(0)

        self.ends("loop", rules)

    def test_what_grows_for_ever_is_cut(self):
        rules = Rules()

        @rules.happens(Ticked, "toy:tick#tock")
        def tick(look, event):
            return look.board.changed("bear", dents=look.board.toys["bear"].dents + 1)

        @rules.after(Ticked, "toy:tick#for-ever")
        @rules.after(Tired, "toy:tick#for-ever")
        def again(before, after, event):
            return Ticked(getattr(event, "n", 0) + 1)

        self.ends("limit", rules)

    def ends(self, kind, rules):
        started = time.process_time()
        limits = Limits(steps=500)
        stop = play_of(self.SPUN, endless(rules), limits=limits)["lines"][0]["stop"]
        assert stop["kind"] == kind
        assert stop["place"].startswith("/lines/0")
        assert time.process_time() - started < limits.seconds + 1


class TestSeconds:
    """The worst that fits into a document: full boards, every card with effects, hundreds of turns."""

    def worst(self, effects):
        cells = [column + row for row in ("3", "2", "1", "1'", "2'", "3'") for column in "ABCDE"]
        texts = [
            {
                "text": "playable",
                "name": f"t{n}",
                "cost": {"chips": n},
                "effects": [{"do": "wound"}] * effects,
            }
            for n in range(2)
        ]
        cards = [
            card(f"card-{n}", cell, "p1" if n < 15 else "p2", movement=2, chips=9, texts=texts)
            for n, cell in enumerate(cells)
        ]
        lines = [line(*([PASS] * 380), name=f"l-{n}") for n in range(3)]
        return battle(*lines, cards=cards)

    @pytest.mark.parametrize("effects", [1, 2, 4])
    def test_playing_and_telling_end_in_time(self, effects):
        seconds = 0.3
        document = self.worst(effects)
        assert problems(document) == []
        started = time.process_time()
        with suppress(BadScenario):  # when even telling it takes too long
            play(document, limits=Limits(seconds=seconds))
        assert time.process_time() - started < 2 * seconds + 1

    def test_of_thousands_of_options_some_are_told_and_all_are_counted(self):
        document = self.worst(1)
        document["lines"] = [line()]
        decision = play(document, limits=Limits(told=50))["lines"][0]["decision"]
        assert len(decision["options"]) == 50
        assert decision["refused"] == []
        assert decision["count"]["options"] > 500

    def test_two_hundred_probabilities_share_the_time(self):
        claim = {
            "kind": "probability",
            "equals": "1/2",
            "of": {"kind": "value", "of": "bear", "value": "dents", "equals": 1},
        }
        started = time.process_time()
        document = toys(line({"type": "spin", "toy": "bear"}), claims=[claim] * 200)
        playback = Playback(parse(document))
        assert time.process_time() - started < 1.1
        assert {found.found for found in playback.findings} == {"3/4"}
        assert playback.looked_through < 10  # the dice are thrown once for all of them

    def test_of_probabilities_the_nodes_are_limited_and_not_the_time(self):
        inner = {"kind": "value", "of": "bear", "value": "dents", "equals": 1}
        claim = {"kind": "probability", "equals": "3/4", "of": inner}
        document = toys(line({"type": "spin", "toy": "bear"}), claims=[claim])
        told = play(document, limits=Limits(chances=2))["claims"][0]
        assert (told["state"], told["holds"], told["found"]) == ("not-worked-out", False, None)
        assert told["why"]["en"] == "Too much to work out: more than 2 possible courses of play"
