"""What is said of a scenario that plays differently under a newer engine."""

import copy

import pytest

from simulator.standing import Standing, compare, digest_of, resolved_answers


def step(n: int, what: str = "moved", by: str = "one-cell") -> tuple[str, str]:
    """A step's name and the engine's digest of it: what happened, a dot, which clauses brought it about."""
    return f"main.{n}.moved.1", f"{what}{n}.{by}"


def stop(clause: str, kind: str = "refused") -> dict:
    return {"kind": kind, "place": "/lines/0/answers/1", "reasons": [{"clause": clause}]}


def play(*steps: tuple[str, str], **line: object) -> dict:
    steps = steps or (step(1), step(2))
    main = {
        "name": "main",
        "steps": [{"id": name} for name, _ in steps],
        "digests": [digest for _, digest in steps],
        "stop": None,
        "decision": None,
        "resolved": [],
    }
    return {"lines": [main | line], "claims": [{"holds": True}]}


def standing(before: dict, after: dict) -> Standing:
    return compare(digest_of(before), digest_of(after))


def test_the_same_play_holds():
    assert standing(play(), copy.deepcopy(play())) == Standing("holds")


def test_texts_and_boards_are_not_compared():
    after = play()
    after["lines"][0]["steps"][0]["sentence"] = {"en": "said better"}
    after["lines"][0]["steps"][0]["diff"] = [{"path": ["cards"], "value": {}}]
    assert standing(play(), after).kind == "holds"


def test_other_clauses_for_the_same_steps():
    after = play(step(1), step(2, by="other"))
    assert standing(play(), after) == Standing("clauses", "main", 2)


def test_another_event_is_a_difference_at_its_step():
    assert standing(play(), play(step(1), step(2, "relocated"))) == Standing("different", "main", 2)


def test_a_difference_counts_more_than_other_clauses_before_it():
    after = play(step(1, by="other"), step(2, "relocated"))
    assert standing(play(), after) == Standing("different", "main", 2)


@pytest.mark.parametrize(("before", "after"), [([1, 2], [1]), ([1], [1, 2])])
def test_a_step_too_few_or_too_many(before, after):
    found = standing(play(*map(step, before)), play(*map(step, after)))
    assert found == Standing("different", "main", 2)


def test_it_stops_because_of_a_clause():
    after = play(step(1), stop=stop("berserk:move#only-open"))
    assert standing(play(), after) == Standing("stops", "main", 2, "berserk:move#only-open")


def test_it_stops_without_a_clause():
    after = play(step(1), stop={**stop("x", "missing-answer"), "reasons": []})
    assert standing(play(), after) == Standing("stops", "main", 2, None)


def test_it_stopped_before_and_stops_earlier_now():
    before = play(stop=stop("berserk:move#only-open"))
    after = play(step(1), stop=stop("berserk:close#cannot"))
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
    before["lines"].append(copy.deepcopy(before["lines"][0]) | {"name": "other"})
    after = copy.deepcopy(before)
    after["lines"][1]["digests"][0] = "relocated.one-cell"
    assert standing(before, after) == Standing("different", "other", 1)


def test_resolved_answers_name_their_line():
    answer = {"at": {"kind": "act"}, "take": {"type": "pass"}, "default": True}
    assert resolved_answers(play(resolved=[answer])) == [{"line": "main", **answer}]
