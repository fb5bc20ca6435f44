"""Example documents of Gate Ruler for the schema: a small one, and one with every member and kind of claim."""

from __future__ import annotations

from typing import Any

ABOUT = (
    "A scenario of Gate Ruler. Each player has attack zones (the side lines), defence zones (the centre line, in "
    "front of the ruler) and a ruler. In the attack phase the turn player is asked `attack` again and again, until a "
    "pass is taken; then the phase and the turn end. At each gate processing both players may use abilities "
    "(`response`, in the main phase `main`), which nobody must. Damage to a ruler turns up the top cards of the deck: "
    "the setup must say which they are (cards of the zone deck)."
)
UNANSWERED = {"response": "a pass", "main": "a pass", "vigilance": "false, the unit stays"}

SMALL: dict[str, Any] = {
    "v": 1,
    "game": "gate-ruler",
    "setup": {
        "cards": [
            {"id": "ram", "controller": "p1", "zone": "attack", "n": 1, "atk": 4, "hp": 5, "stk": 2},
            {"id": "wall", "controller": "p2", "zone": "defence", "n": 1, "atk": 1, "hp": 4, "stk": 1},
        ]
    },
    "lines": [
        {
            "name": "main",
            "answers": [
                {"at": {"kind": "attack"}, "take": {"type": "attack", "attacker": "ram", "target": "wall"}}
            ],
        }
    ],
    "claims": [
        {"kind": "place", "of": "wall", "place": "graveyard"},
        {"kind": "state", "of": "ram", "state": "exhausted"},
    ],
}

_RAM = {
    "id": "ram", "controller": "p1", "zone": "attack", "n": 1, "name": {"ru": "Таран", "zh": "攻城锤", "en": "Ram"},
    "level": 2, "atk": 4, "hp": 5, "stk": 2, "damage": 1, "attacks": 0, "ready": True,
    "texts": [{"text": "keyword", "keyword": "penetrate"}, {"text": "keyword", "keyword": "x-attacks", "x": 2}],
}  # fmt: skip
_CARDS: list[dict[str, Any]] = [
    _RAM,
    {"id": "mage", "controller": "p1", "zone": "attack", "n": 2, "owner": "p2", "hp": 3, "texts": [
        {"text": "activated", "name": "spark", "cost": "exhaust-this", "timing": "instant",
         "effects": [{"do": "damage", "on": {"what": "unit", "whose": "enemy"}, "amount": 1}]},
        {"text": "automatic", "name": "last-word", "when": "leaves-play", "effects": [{"do": "draw", "amount": 1}]},
    ]},
    {"id": "wall", "controller": "p2", "zone": "defence", "n": 1, "atk": 1, "hp": 5, "stk": 1, "texts": [
        {"text": "shield", "name": "plate", "against": "effect", "protects": "this-unit", "less": 1},
    ]},
    {"id": "spirit", "controller": "p2", "zone": "soul", "under": "wall"},
    {"id": "chief", "controller": "p1", "zone": "ruler", "type": "ruler", "atk": 3, "stk": 3, "life": 12},
    {"id": "first", "controller": "p2", "zone": "deck", "type": "event"},
    {"id": "second", "controller": "p2", "zone": "deck"},
]  # fmt: skip
_ATTACK = {"type": "attack", "attacker": "ram", "target": "wall"}
_SPARK = {"type": "use-ability", "card": "mage", "ability": "spark", "targets": ["wall"]}
_FIRST = {"clock": "turn 3", "kind": "attack", "player": "p1", "clause": "gate-ruler:attack#step-declaration"}

FULL: dict[str, Any] = {
    "v": 1,
    "game": "gate-ruler",
    "edition": "rules-2023",
    "options": {},
    "setup": {
        "cards": _CARDS, "turn": 3, "active": "p1", "phase": "attack",
        "p1": {"attack_zones": 2, "defence_zones": 1, "deck": 20}, "p2": {"defence_zones": 2},
    },
    "lines": [
        {
            "name": "main",
            "answers": [
                {"at": _FIRST, "take": _ATTACK},
                {"at": {"clock": "turn 3", "kind": "attack"}, "take": {"type": "pass"}},
            ],
            "comments": [{"at": "main.1.damaged.1", "text": "The wall still stands."}],
        },
        {
            "name": "first-a-spark",
            "from": ["main", {"clock": "turn 3", "kind": "response", "step": "start-gate", "nth": 1}],
            "answers": [
                {"at": {"kind": "response", "step": "start-gate", "nth": 1}, "take": _SPARK},
                {"at": {"kind": "attack"}, "take": _ATTACK},
            ],
        },
    ],
    "claims": [
        {"kind": "value", "of": "wall", "value": "damage", "equals": 4, "line": "main"},
        {"kind": "value", "of": "wall", "value": "damage", "equals": 4, "at": "main.1.damaged.1"},
        {"kind": "place", "of": "ram", "place": "p1-attack-1"},
        {"kind": "state", "of": "p2", "state": "lost", "present": False},
        {"kind": "offered", "action": {**_ATTACK, "by": "p2"}, "offered": False},
        {"kind": "refused", "action": {**_ATTACK, "by": "p2"}, "clause": "gate-ruler:attack#only-turn-player"},
        {"kind": "offered", "option": True, "offered": False},
        {"kind": "happened", "event": "readied", "where": {"card": "ram", "keyword": "x-attacks"}, "times": 1},
        {"kind": "order", "events": [{"event": "damaged", "where": {"card": "wall"}}, {"event": "readied"}]},
        {"kind": "hidden", "of": "first", "player": "p2", "hidden": True},
        {"kind": "probability", "equals": "1", "of": {"kind": "state", "of": "ram", "state": "ready"}},
    ],
}  # fmt: skip
