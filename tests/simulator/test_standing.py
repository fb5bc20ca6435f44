"""What is said of a scenario that plays differently under a newer engine."""

import copy

import pytest

from simulator.standing import Standing, compare, digest_of, resolved_answers


def step(n: int, cites: tuple[str, ...] = ("berserk:move#one-cell",), **event: object) -> dict:
    return {
        "id": f"main.{n}.moved.1",
        "kind": "event",
        "event": {"type": "moved", "card": "scout", "to": f"C{n}", **event},
        "cites": list(cites),
        "lifted": [],
        "default": False,
    }


def stop(clause: str, kind: str = "refused") -> dict:
    return {"kind": kind, "place": "/lines/0/answers/1", "reasons": [{"clause": clause}]}


def play(**line: object) -> dict:
    main = {"name": "main", "steps": [step(1), step(2)], "stop": None, "decision": None, **line}
    return {"lines": [main], "claims": [{"holds": True}]}


def standing(before: dict, after: dict) -> Standing:
    return compare(digest_of(before), digest_of(after))


def test_the_same_play_holds():
    assert standing(play(), copy.deepcopy(play())) == Standing("holds")


def test_texts_and_boards_are_not_compared():
    after = play()
    after["lines"][0]["steps"][0]["sentence"] = {"en": "said better"}
    after["lines"][0]["steps"][0]["diff"] = [{"path": ["cards"], "value": {}}]
    assert standing(play(), after).kind == "holds"


def test_the_order_of_clauses_does_not_count():
    before = play(steps=[step(1, ("a:b#c", "a:b#d"))])
    assert standing(before, play(steps=[step(1, ("a:b#d", "a:b#c"))])).kind == "holds"


def test_other_clauses_for_the_same_steps():
    after = play(steps=[step(1), step(2, ("berserk:move#other",))])
    assert standing(play(), after) == Standing("clauses", "main", 2)


def test_a_clause_that_no_longer_lifts_another():
    before = play()
    before["lines"][0]["steps"][0]["lifted"] = [{"clause": "a:b#c", "by": "a:d#e"}]
    assert standing(before, play()) == Standing("clauses", "main", 1)


def test_another_event_is_a_difference_at_its_step():
    assert standing(play(), play(steps=[step(1), step(2, to="D1")])) == Standing("different", "main", 2)


def test_a_difference_counts_more_than_other_clauses_before_it():
    after = play(steps=[step(1, ("berserk:move#other",)), step(2, to="D1")])
    assert standing(play(), after) == Standing("different", "main", 2)


@pytest.mark.parametrize(("before", "after"), [([1, 2], [1]), ([1], [1, 2])])
def test_a_step_too_few_or_too_many(before, after):
    found = standing(play(steps=[*map(step, before)]), play(steps=[*map(step, after)]))
    assert found == Standing("different", "main", 2)


def test_it_stops_because_of_a_clause():
    after = play(steps=[step(1)], stop=stop("berserk:move#only-open"))
    assert standing(play(), after) == Standing("stops", "main", 2, "berserk:move#only-open")


def test_it_stops_without_a_clause():
    after = play(steps=[step(1)], stop={**stop("x", "missing-answer"), "reasons": []})
    assert standing(play(), after) == Standing("stops", "main", 2, None)


def test_it_stopped_before_and_stops_earlier_now():
    before = play(stop=stop("berserk:move#only-open"))
    after = play(steps=[step(1)], stop=stop("berserk:close#cannot"))
    assert standing(before, after) == Standing("stops", "main", 2, "berserk:close#cannot")


def test_it_no_longer_stops():
    assert standing(play(stop=stop("a:b#c")), play()) == Standing("different", "main", 3)


def test_the_same_stop_for_another_reason():
    assert standing(play(stop=stop("a:b#c")), play(stop=stop("a:b#d"))) == Standing("clauses", "main", 3)


def test_a_stop_of_another_kind():
    after = play(stop=stop("a:b#c", "missing-answer"))
    assert standing(play(stop=stop("a:b#c")), after) == Standing("different", "main", 3)


def test_what_may_be_done_at_the_end_counts():
    def offering(*takes: str) -> dict:
        return play(decision={"options": [{"take": {"do": take}} for take in takes]})

    assert standing(offering("move", "pass"), offering("pass", "move")).kind == "holds"
    assert standing(offering("move", "pass"), offering("pass")) == Standing("different", "main", None)


def test_a_claim_that_fails_now():
    after = play()
    after["claims"][0]["holds"] = False
    assert standing(play(), after) == Standing("different")


def test_a_difference_in_a_later_line():
    before = play()
    before["lines"].append({**before["lines"][0], "name": "other", "steps": [step(1)]})
    after = copy.deepcopy(before)
    after["lines"][1]["steps"] = [step(1, to="E3")]
    assert standing(before, after) == Standing("different", "other", 1)


def test_resolved_answers_are_the_choices_and_the_dice():
    steps = [step(1), {**step(2), "kind": "choice", "default": True}, {**step(3), "kind": "chance"}]
    found = resolved_answers(play(steps=steps))
    assert [answer["step"] for answer in found] == ["main.2.moved.1", "main.3.moved.1"]
    assert [answer["default"] for answer in found] == [True, False]
