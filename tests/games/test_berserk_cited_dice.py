"""What changes the result of a die is cited where the result is used, also when one die alone decides."""

import pytest

from simulator.games.playing import play_document

CURSE = "berserk:marker#named-condition"
SHOT = {"text": "playable", "name": "shot", "kind": "shot", "cost": {"close": True}, "strength": [1, 2, 3]}


def steps(action, cell, markers):
    told = play_document(
        {
            "v": 1,
            "game": "berserk",
            "setup": {
                "cards": [
                    {
                        "id": "archer",
                        "controller": "p1",
                        "cell": "C1",
                        "life": 4,
                        "strike": [1, 2, 3],
                        "texts": [SHOT],
                        "markers": markers,
                    },
                    {"id": "foe", "controller": "p2", "cell": cell, "life": 9, "open": False},
                ]
            },
            "lines": [
                {
                    "name": "main",
                    "answers": [
                        {"at": {"kind": "act"}, "take": {**action, "card": "archer"}},
                        {"at": {"kind": "attack-die"}, "take": 6},
                    ],
                }
            ],
            "claims": [{"kind": "value", "of": "foe", "value": "wounds", "equals": 2 if markers else 3}],
        }
    )
    assert told["claims"][0]["holds"]
    return {step["event"]["type"]: step["cites"] for step in told["lines"][0]["steps"]}


@pytest.mark.parametrize(
    ("action", "cell", "event"),
    [
        ({"type": "use-feature", "feature": "shot", "targets": ["foe"]}, "C3'", "wounded"),
        ({"type": "simple-strike", "target": "foe"}, "C1'", "compared"),
    ],
)
def test_a_curse_is_cited_with_the_result_of_one_die(action, cell, event):
    assert CURSE in steps(action, cell, {"curse": 1})[event]
    assert CURSE not in steps(action, cell, {})[event]
