"""Example documents of Berserk for the schema: a small one, and one with every member and kind of claim."""

from __future__ import annotations

from typing import Any

ABOUT = (
    "A scenario of Berserk. Player p1 sits below: rows 1, 2, 3 are p1's, 1 next to the middle; 1', 2', 3' are p2's. "
    "In the sub-phase of Choice the active player is asked `act` again and again, until a pass is taken; then the "
    "turn ends. After each declaration both players may answer (`response`), which nobody must. The further "
    "abilities of a composite feature (`then`) are asked one by one (`part`, answered by a `use-part`), each when "
    "those before it are done; triggered texts ask for their targets (`triggered-target`) when they resolve. Of the "
    "values, "
    "`lives` are current lives (printed and additional ones, less wounds and fewer-lives); `maximum-lives` are "
    "the same without the wounds."
)
UNANSWERED = {"response": "a pass", "keep-closed": "false, the card opens"}

SMALL: dict[str, Any] = {
    "v": 1,
    "game": "berserk",
    "setup": {"cards": [{"id": "scout", "controller": "p1", "cell": "C2", "movement": 2, "life": 4}]},
    "lines": [
        {
            "name": "main",
            "answers": [{"at": {"kind": "act"}, "take": {"type": "move", "card": "scout", "to": "C1"}}],
        }
    ],
    "claims": [
        {"kind": "value", "of": "scout", "value": "supply", "equals": 1},
        {"kind": "place", "of": "scout", "place": "C1"},
    ],
}

_CARDS: list[dict[str, Any]] = [
    {
        "id": "scout",
        "controller": "p1",
        "cell": "C2",
        "name": {"ru": "Разведчик", "zh": "斥候", "en": "Scout"},
        "movement": 2,
        "supply": 1,
        "life": 4,
        "wounds": 1,
        "additional_lives": 1,
        "classes": ["gnome"],
        "texts": [{"text": "on-movement", "name": "march", "chips": 1}],
    },
    {
        "id": "mage",
        "controller": "p1",
        "cell": "D3",
        "name": "Mage",
        "life": 4,
        "chips": 1,
        "texts": [
            {
                "text": "playable",
                "name": "bind",
                "cost": {"close": True},
                "effects": [{"do": "close", "on": {"what": "creature", "whose": "enemy", "state": "open"}}],
            },
            {
                "text": "playable",
                "name": "spark",
                "cost": {"chips": 1},
                "effects": [{"do": "wound", "amount": 1}],
                "sudden": True,
            },
            {
                "text": "playable",
                "name": "mend",
                "cost": {"close": True},
                "effects": [
                    {"do": "heal", "amount": 3},
                    {"do": "additional-lives", "amount": 1, "itself": True, "until_end_of_turn": True},
                ],
                "accompanying": [{"do": "gain-chips", "itself": True, "for_each": "healed"}],
            },
            {
                "text": "playable",
                "name": "end",
                "cost": {"chips": 1},
                "effects": [{"do": "destroy", "on": {"whose": "enemy", "lives_at_most": 2}}],
            },
        ],
    },
    {"id": "foe", "controller": "p2", "cell": "B1'", "owner": "p1", "open": False, "life": 5, "acted": True},
    {
        "id": "sleeper",
        "controller": "p2",
        "cell": "D2'",
        "open": False,
        "life": 4,
        "fewer_lives": 1,
        "texts": [
            {"text": "stays-closed", "name": "slumber"},
            {
                "text": "lives",
                "name": "banner",
                "what": "additional",
                "amount": 2,
                "on": {"whose": "own", "near": "source", "source": False},
            },
        ],
    },
    {"id": "idol", "controller": "p1", "zone": "graveyard", "type": "artifact"},
]

_STEP = {"type": "move", "card": "scout", "to": "C1"}
_SPARK = {"type": "use-feature", "card": "mage", "feature": "spark", "targets": ["foe"]}
_BIND = {"type": "use-feature", "card": "mage", "feature": "bind", "targets": ["foe"]}
_FIRST = {"clock": "turn 2", "kind": "act", "player": "p1", "clause": "berserk:main-phase#any-order"}

FULL: dict[str, Any] = {
    "v": 1,
    "game": "berserk",
    "edition": "base-5",
    "options": {},
    "setup": {"cards": _CARDS, "turn": 2, "active": "p1", "phase": "choice", "occupied": ["E1"]},
    "lines": [
        {
            "name": "main",
            "answers": [
                {"at": _FIRST, "take": _STEP},
                {"at": {"clock": "turn 2", "kind": "act"}, "take": {"type": "pass"}},
                {"at": {"kind": "keep-closed", "object": "foe"}, "take": True},
            ],
            "comments": [{"at": "main.1.moved.1", "text": "It walks by its own supply."}],
        },
        {
            "name": "instead",
            "from": ["main", {"clock": "turn 2", "kind": "act", "nth": 2}],
            "answers": [
                {"at": {"kind": "act"}, "take": {"type": "accumulate-chip", "card": "mage"}},
                {"at": {"kind": "response", "player": "p1", "object": "mage"}, "take": _SPARK},
            ],
        },
    ],
    "claims": [
        {"kind": "value", "of": "scout", "value": "supply", "equals": 0, "line": "main"},
        {"kind": "value", "of": "scout", "value": "chips", "equals": 0, "at": "main.1.moved.1"},
        {"kind": "place", "of": "scout", "place": "C1"},
        {"kind": "place", "of": "idol", "place": "graveyard"},
        {"kind": "state", "of": "foe", "state": "closed"},
        {"kind": "state", "of": "B1", "state": "occupied", "present": False},
        {"kind": "offered", "action": {**_BIND, "by": "p1"}, "offered": False},
        {"kind": "refused", "line": "instead", "action": {**_STEP, "to": "D1", "by": "p1"},
         "clause": "berserk:move#needs-positive-supply"},
        {"kind": "offered", "option": "ready", "offered": False},
        {"kind": "happened", "event": "moved", "where": {"card": "scout", "to": "C1"}, "times": 1},
        {"kind": "order", "line": "instead", "events": [
            {"event": "wounded", "where": {"card": "foe"}}, {"event": "closed", "where": {"card": "mage"}}]},
        {"kind": "hidden", "of": "scout", "player": "p2", "hidden": False},
        {"kind": "probability", "line": "instead", "equals": "1",
         "of": {"kind": "value", "of": "foe", "value": "wounds", "equals": 1}},
    ],
}  # fmt: skip
