"""The JSON Schema of scenario documents: with it alone anyone can write any scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .claims import AnyClaim
from .game import Game
from .scenario import Answer, Comment, Line

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFS = "#/$defs/{name}"


def scenario_schema(games: Iterable[Game]) -> dict[str, Any]:
    """One schema for the documents of all games; each game has its own setup and actions."""
    defs: dict[str, Any] = {}
    variants = []
    for game in games:
        variants.append(_game_schema(game, defs))
    return {
        "$schema": DIALECT,
        "title": "Judgeboard scenario",
        "description": "A position of a card game, lines of labelled answers, and claims about them. "
        "The engine plays the answers by the rules; a scenario never sets a result.",
        "examples": [v["examples"][0] for v in variants],
        "oneOf": variants,
        "$defs": dict(sorted(defs.items())),
    }


def _game_schema(game: Game, defs: dict[str, Any]) -> dict[str, Any]:
    (setup, action, *_), parts = msgspec.json.schema_components(
        [game.setup_type, game.action_type(), Answer, Line, Comment, AnyClaim], ref_template=REFS
    )
    prefix = game.slug
    own = {name for name in parts if name not in _shared_names()}
    text = msgspec.json.encode([setup, action, parts])
    for name in sorted(own, key=len, reverse=True):
        text = text.replace(f'"#/$defs/{name}"'.encode(), f'"#/$defs/{prefix}.{name}"'.encode())
    setup, action, parts = msgspec.json.decode(text)
    for name, part in parts.items():
        defs[f"{prefix}.{name}" if name in own else name] = _described(name, part)
    answer = _answer(prefix, action, defs)
    line = f"{prefix}.Line"
    defs[line] = {**defs.pop("Line")}
    defs[line]["properties"] = {
        **defs[line]["properties"],
        "answers": {**defs[line]["properties"]["answers"], "items": {"$ref": f"#/$defs/{answer}"}},
    }
    claims = {"$ref": f"#/$defs/{_claims(prefix, action, defs)}"}
    return {
        "title": f"Scenario of {game.slug}",
        "description": f"A scenario of {game.slug}.",
        "type": "object",
        "additionalProperties": False,
        "required": ["v", "game", "setup"],
        "properties": {
            "v": {"const": 1, "description": "Version of the document.", "examples": [1]},
            "game": {"const": game.slug, "description": "The game.", "examples": [game.slug]},
            "edition": {
                "enum": sorted(game.editions),
                "default": game.default_edition,
                "description": "Edition of the rules.",
                "examples": [game.default_edition],
            },
            "options": {
                "type": "object",
                "additionalProperties": False,
                "properties": {k: _option(k, v) for k, v in game.options.items()},
                "default": {},
                "description": "Named choices where the sources are silent or differ.",
                "examples": [{}],
            },
            "setup": {**setup, "description": "The position.", "examples": [game.example["setup"]]},
            "lines": {
                "type": "array",
                "items": {"$ref": f"#/$defs/{line}"},
                "default": [],
                "description": "Lines of play, the main one first.",
                "examples": [game.example["lines"]],
            },
            "claims": {
                "type": "array",
                "items": claims,
                "default": [],
                "description": "What should be true of the lines.",
                "examples": [game.example["claims"]],
            },
        },
        "examples": [game.example],
    }


def _option(name: str, allowed: tuple[Any, ...]) -> dict[str, Any]:
    return {"enum": list(allowed), "default": allowed[0], "description": name, "examples": [allowed[0]]}


def _shared_names() -> frozenset[str]:
    _, parts = msgspec.json.schema_components([Answer, Line, Comment, AnyClaim], ref_template=REFS)
    return frozenset(parts)


def _described(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """Every member described and with an example: the tag of a record names itself."""
    for key, member in part.get("properties", {}).items():
        if len(member.get("enum", ())) == 1:
            member.setdefault("description", f"Says what this object is: {member['enum'][0]}.")
            member.setdefault("examples", [member["enum"][0]])
        elif "description" not in member:
            text = DESCRIPTIONS.get(key)
            if text is not None:
                member["description"], member["examples"] = text
        if "examples" not in member and key in DESCRIPTIONS:
            member["examples"] = DESCRIPTIONS[key][1]
        if "description" in member and "examples" not in member and "default" in member:
            member["examples"] = [member["default"]]
    return part


DESCRIPTIONS: dict[str, tuple[str, list[Any]]] = {
    "clock": ("When: the game's clock.", ["turn 1"]),
    "kind": ("What kind of question.", ["act", "response"]),
    "player": ("Who is asked; dice are asked of chance.", ["p1", "chance"]),
    "step": ("In which step of a procedure.", ["choice"]),
    "object": ("About which object.", ["scout"]),
    "clause": ("By which clause.", ["berserk:main-phase#any-order"]),
    "nth": ("Which of several questions with the same key, from 1.", [2]),
    "by": ("The player; in an answer it may be left out (the player asked).", ["p1"]),
    "answers": ("The answers, in order.", [[{"at": {"kind": "act"}, "take": {"type": "pass"}}]]),
    "comments": ("Remarks at steps.", [[{"at": "main.1.moved.1", "text": "Paid here."}]]),
    "where": ("Fields that the event must have (others are free).", [{"card": "scout"}]),
    "controller": ("The player who controls the card.", ["p1"]),
}


def _answer(prefix: str, action: dict[str, Any], defs: dict[str, Any]) -> str:
    name = f"{prefix}.Answer"
    part = msgspec.json.decode(msgspec.json.encode(defs.pop("Answer")))
    take = part["properties"]["take"]
    take["anyOf"] = [action, {"type": ["string", "integer", "boolean"]}]
    defs[name] = part
    return name


def _claims(prefix: str, action: dict[str, Any], defs: dict[str, Any]) -> str:
    """The claims, with this game's actions where a claim holds one."""
    refs = []
    for name in sorted(n for n in defs if n.endswith("Claim") and "." not in n):
        part = msgspec.json.decode(msgspec.json.encode(defs[name]))
        if "action" in part.get("properties", {}):
            part["properties"]["action"] = {**part["properties"]["action"], **action}
            defs[f"{prefix}.{name}"] = part
            refs.append({"$ref": f"#/$defs/{prefix}.{name}"})
        else:
            refs.append({"$ref": f"#/$defs/{name}"})
    defs[f"{prefix}.Claim"] = {"oneOf": refs, "description": "A claim of any kind."}
    return f"{prefix}.Claim"
