"""What a stranger met who wrote documents with nothing but the schema at hand."""

import pytest

from simulator.engine.drivers import Play
from tests.engine.scenarios import PASS, SPARK, battle, card, line, play, problems

STRIKER = card("ann", "C1", life=9, strike=[1, 2, 3])
FOE = card("foe", "C1'", "p2", life=9, strike=[1, 2, 3])
STRIKE = ({"kind": "act"}, {"type": "simple-strike", "card": "ann", "target": "foe"})


def pointers(document):
    return [(p.pointer, p.detail) for p in problems(document)]


def wounds(n, equals):
    inner = {"kind": "value", "of": "foe", "value": "wounds", "equals": n}
    return {"kind": "probability", "equals": equals, "of": inner}


class TestClaims:
    def test_a_hundred_probabilities_of_one_strike_are_told_exactly(self):
        claims = [wounds(n % 4, ("5/18", "4/9", "7/36", "1/12")[n % 4]) for n in range(100)]
        told = play(battle(line(STRIKE), cards=[STRIKER, FOE], claims=claims))["claims"]
        assert {row["state"] for row in told} == {"holds"}

    def test_the_states_of_what_can_be_worked_out(self):
        here = {"kind": "place", "of": "ann"}
        claims = [
            {**here, "place": "C1"},
            {**here, "place": "C2"},
            {**here, "place": "C1", "at": "main.7.moved.1"},
        ]
        told = play(battle(line(), cards=[STRIKER, FOE], claims=claims))["claims"]
        assert [row["state"] for row in told] == ["holds", "fails", "not-reached"]
        assert [row["holds"] for row in told] == [True, False, False]


class TestWordsThatNameNothing:
    def test_a_clause_of_a_refusal(self):
        action = {"type": "move", "card": "ann", "to": "E3", "by": "p1"}
        claim = {"kind": "refused", "action": action, "clause": "berserk:move#only-opn"}
        ((pointer, detail),) = pointers(battle(line(), cards=[STRIKER], claims=[claim]))
        assert pointer == "/claims/0/clause"
        assert "did you mean berserk:move#only-open?" in detail

    def test_a_clause_of_a_moment(self):
        document = battle(line(({"clause": "berserk:main-phase#any-ordr"}, {"type": "pass"})))
        ((pointer, detail),) = pointers(document)
        assert pointer == "/lines/0/answers/0/at/clause"
        assert "berserk:main-phase#any-order" in detail

    def test_a_clause_by_which_a_question_is_asked_is_known(self):
        at = {"clock": "turn 1", "clause": "berserk:main-phase#any-order"}
        document = battle(line((at, {"type": "pass"})))
        assert pointers(document) == []
        assert play(document)["lines"][0]["stop"] is None

    def test_a_comment_at_a_step_that_never_happens(self):
        document = battle(line(PASS))
        document["lines"][0]["comments"] = [{"at": "main.4.moved.1", "text": "Here."}]
        (notice,) = play(document)["notices"]
        assert notice["pointer"] == "/lines/0/comments/0/at"
        assert "main.4.moved.1" in notice["sentence"]["en"]


class TestStops:
    def test_an_answer_for_another_moment(self):
        stop = play(battle(line(({"clock": "turn 7"}, {"type": "pass"}))))["lines"][0]["stop"]
        assert stop["kind"] == "missing-answer"
        assert '"clock": "turn 7"' in stop["sentence"]["en"]
        assert "declare something" in stop["sentence"]["en"]

    def test_what_tells_moments_apart_can_be_pasted(self):
        twice = line(
            ({"kind": "act", "player": "p1"}, {"type": "pass"}), ({"clock": "turn 3"}, {"type": "pass"})
        )
        twice["answers"].insert(1, {"at": {"clock": "turn 2"}, "take": {"type": "pass"}})
        stop = play(battle(twice))["lines"][0]["stop"]
        assert stop["kind"] == "ambiguous-answer"
        assert stop["add"] == [{"clock": "turn 1"}, {"clock": "turn 3"}]
        assert '"clock": "turn 3"' in stop["sentence"]["ru"]


class TestEveryProblemAtOnce:
    def test_an_id_and_a_cell(self):
        found = pointers(battle(cards=[{"id": "A", "controller": "p1", "cell": "Z9"}]))
        assert [p for p, _ in found] == ["/setup/cards/0/id", "/setup/cards/0/cell"]

    def test_a_type_error_hides_nothing_of_another_card(self):
        cards = [card("ann", "C1", life="x"), card("ann", "C1")]
        found = pointers(battle(cards=cards))
        assert [p for p, _ in found] == ["/setup/cards/0/life", "/setup/cards/1/id", "/setup/cards/1/cell"]

    def test_what_may_rest_on_what_was_not_read_is_not_told(self):
        cards = [{"id": "ann", "controller": "p1", "zone": "grave", "tokens": 1}]
        assert [p for p, _ in pointers(battle(cards=cards))] == ["/setup/cards/0/zone"]

    @pytest.mark.parametrize("cards", [5, [5], [5, {}], [{"id": 5}], [{"texts": [{"text": "x"}]}], {}])
    def test_whatever_is_written_it_is_told(self, cards):
        assert pointers({**battle(), "setup": {"cards": cards}})

    def test_an_unknown_marker_names_the_known(self):
        ((pointer, detail),) = pointers(battle(cards=[card("ann", markers={"bad": 1})]))
        assert pointer == "/setup/cards/0/markers/bad"
        assert "curse, vulnerability" in detail


class TestPositions:
    def test_no_lives_left(self):
        ((pointer, _),) = pointers(battle(cards=[card("ann", life=2, wounds=2)]))
        assert pointer == "/setup/cards/0/wounds"
        dead = {"id": "ann", "controller": "p1", "zone": "graveyard", "life": 2, "wounds": 2}
        assert pointers(battle(cards=[dead])) == []

    def test_what_is_due_does_not_wait_for_the_first_question(self):
        text = {"text": "incarnation", "name": "back", "x": 2}
        ghost = {"id": "ghost", "controller": "p1", "zone": "graveyard", "tokens": 2, "texts": [text]}
        told = play(battle(line(), cards=[ghost]))["lines"][0]
        assert told["decision"]["kind"] == "incarnation-cell"
        line_ = line(({"kind": "incarnation-cell"}, "A3"))
        told = play(battle(line_, cards=[ghost], claims=[{"kind": "place", "of": "ghost", "place": "A3"}]))
        assert told["claims"][0]["holds"]
        assert told["lines"][0]["decision"]["kind"] == "act"

    def test_a_position_in_the_middle_of_settling_can_be_taken_up(self):
        from simulator.games.playing import parse

        text = {"text": "incarnation", "name": "back", "x": 2}
        ghost = {"id": "ghost", "controller": "p1", "zone": "graveyard", "tokens": 2, "texts": [text]}
        scenario = parse(battle(cards=[ghost]))
        rules = scenario.game.rulebook(scenario.edition)
        one = Play(rules, scenario.board)
        one.answer("B3")
        other = Play(rules, one.position())
        assert other.decision == one.decision
        assert other.board.cards["ghost"].cell == "B3"


class TestAttacksAtItself:
    @pytest.mark.parametrize("kind", ["shot", "throw", "discharge"])
    def test_a_shot(self, kind):
        text = {"text": "playable", "name": "a", "cost": {"close": True}, "kind": kind, "strength": [1, 2, 3]}
        cards = [card("ann", texts=[text]), FOE]
        use = {"type": "use-feature", "card": "ann", "feature": "a", "targets": ["ann"], "by": "p1"}
        (row,) = play(battle(cards=cards), ask=[use])["asked"]
        assert not row["legal"]
        assert "not-at-itself" in [reason["key"] for reason in row["reasons"]]

    def test_a_strike(self):
        use = {"type": "simple-strike", "card": "ann", "target": "ann", "by": "p1"}
        (row,) = play(battle(cards=[STRIKER, FOE]), ask=[use])["asked"]
        assert "not-at-itself" in [reason["key"] for reason in row["reasons"]]


def test_a_card_that_stays_closed_says_so():
    cards = [card("ann", open=False, texts=[{"text": "stays-closed", "name": "slumber"}])]
    told = play(battle(line(), cards=cards, phase="before-turn"))
    (step_,) = [s for s in told["lines"][0]["steps"] if s["event"]["type"] == "stayed-closed"]
    assert step_["cites"] == ["card:berserk/ann#slumber", "berserk:start-of-turn#opens-closed-cards"]
    assert told["picture"]["clock"] == {"turn": 1, "active": "p1", "phase": "before-turn"}


@pytest.mark.parametrize(
    "name", [" ", "\u3000", "\u200b", "a\u202eb", "\u2066a", {"en": " "}, {"ru": "a\u2069"}]
)
def test_a_name_that_nobody_can_read(name):
    ((pointer, _),) = pointers(battle(cards=[card("ann", name=name)]))
    assert pointer.startswith("/setup/cards/0/name")


def test_a_comment_that_turns_the_direction_of_writing():
    document = battle(line(PASS))
    document["lines"][0]["comments"] = [{"at": "main.1.pass.1", "text": "a\u202eb"}]
    ((pointer, detail),) = pointers(document)
    assert pointer == "/lines/0/comments/0/text"
    assert "U+202E" in detail


def test_what_applies_first_is_said_in_words():
    from simulator.games.playing import parse
    from simulator.games.registry import games

    words = games()["berserk"].catalogue
    board = parse(battle(cards=[card("ann", name="Ann", texts=[SPARK])])).board
    label = f"berserk:action#x@{next(iter(games()['berserk'].natural(board, 'ann'))).label}"
    said = words.ordered(board, label)
    assert said["en"].startswith("“Ann” (")
    assert "chip" in said["en"]
    assert words.ordered(board, "berserk:open-card#open-cannot-open")["ru"].startswith("правило ")
