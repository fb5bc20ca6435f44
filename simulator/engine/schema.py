"""The JSON Schema of scenario documents: with it alone anyone can write any scenario.

Each game has its own definitions: its setup, its actions, and the words that it knows (kinds of questions,
events, values, places). The examples at the members are those of the game's example documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from .claims import AnyClaim
from .game import Game
from .record import CHANCE
from .scenario import Answer, Comment, Line
from .schema_examples import Harvest
from .versions import CURRENT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ABOUT = (
    "A position of a card game, lines of play, and claims about them. The engine plays the lines by the rules; "
    "a scenario never sets a result. Begin with `v`, `game` and `setup`, and one line called main without "
    "answers; play it, and the answer tells the question that is open, its options and its whole key "
    "(`decision`), and each step with its name (`id`). Then write the next answer. Whatever is left out is the "
    "ordinary case. A word that names nothing is an error at its place."
)
PLAIN_OPTION = [
    {"type": "string", "maxLength": 120},
    {"type": "integer"},
    {"type": "boolean"},
    {"type": "array", "items": {"type": ["string", "integer", "boolean"]}, "maxItems": 20},
]


def scenario_schema(games: Iterable[Game]) -> dict[str, Any]:
    """One schema for the documents of all games."""
    games = sorted(games, key=lambda game: game.slug)
    defs: dict[str, Any] = {}
    for game in games:
        defs |= _Writer(game).written()
    return {
        "$schema": DIALECT,
        "title": "Judgeboard scenario",
        "description": ABOUT,
        "type": "object",
        "required": ["v", "game", "setup"],
        "oneOf": [{"$ref": f"#/$defs/{game.slug}.Scenario"} for game in games],
        "examples": [example for game in games for example in game.examples],
        "$defs": defs,
    }


class _Writer:
    """Writes the definitions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        wanted = [game.setup_type, game.action_type(), Answer, Line, Comment, AnyClaim]
        (self.setup, self.action, *_), self.defs = msgspec.json.schema_components(
            wanted, ref_template="#/$defs/{name}"
        )
        for node in [self.action, *self.defs.values()]:
            _tidy(node)

    def written(self) -> dict[str, Any]:
        """Every definition under the game's name."""
        self.words()
        self.actions()
        self.claims()
        self.defs["Scenario"] = self.scenario()
        for part in self.defs.values():
            _describe_tags(part)
        harvest = Harvest(self.defs)
        for example in self.game.examples:
            harvest.walk({"$ref": "#/$defs/Scenario"}, example)
        harvest.put()
        text = msgspec.json.encode(self.defs).decode()
        text = text.replace('"#/$defs/', f'"#/$defs/{self.game.slug}.')
        own: dict[str, Any] = msgspec.json.decode(text)
        return {f"{self.game.slug}.{name}": part for name, part in sorted(own.items())}

    def member(self, name: str, member: str) -> dict[str, Any]:
        found: dict[str, Any] = self.defs[name]["properties"][member]
        return found

    def words(self) -> None:
        """What only this game knows: kinds of questions, players, events, values, states, places."""
        game = self.game
        asks = game.questions()
        told = [
            f"{kind}: {ask} Unanswered: {game.unanswered.get(kind, 'none')}." for kind, ask in asks.items()
        ]
        self.only("Moment", "kind", asks, " ".join(["What kind of question it is.", *told]))
        self.only("Moment", "player", (*game.players, CHANCE))
        events = game.event_fields()
        self.only("EventPattern", "event", events, _events(events))
        self.only("HappenedClaim", "event", events, _events(events))
        self.only("ValueClaim", "value", game.values)
        self.only("StateClaim", "state", game.states)
        self.only("PlaceClaim", "place", game.places)
        self.only("HiddenClaim", "player", game.players)

    def only(self, name: str, member: str, words: Iterable[str], description: str = "") -> None:
        node = self.member(name, member)
        said = description or node["description"]
        null = any(part.get("type") == "null" for part in node.get("anyOf", ()))
        for key in ("type", "anyOf", "maxLength", "minLength", "pattern", "examples"):
            node.pop(key, None)
        node["enum"] = [*words, *([None] if null else [])]
        node["description"], node["examples"] = said, [node["enum"][0]]

    def actions(self) -> None:
        """An answer takes an action or a plain option; a claim's action names its player."""
        for part in self.defs.values():
            by = part.get("properties", {}).get("by")
            if by is not None and "type" in part["properties"]:
                by.pop("default", None)
                by["enum"], by["examples"] = list(self.game.players), [self.game.players[0]]
                by["description"] = (
                    "The player who declares it. An answer may leave it out: it is the player who is asked."
                )
        self.defs["Action"] = {"description": "Something a player declares.", **self.action}
        action = {"$ref": "#/$defs/Action"}
        self.member("Answer", "take")["anyOf"] = [action, *PLAIN_OPTION]
        for name in ("OfferedClaim", "RefusedClaim"):
            node = self.member(name, "action")
            node.pop("default", None)
            node["allOf"] = [action, {"required": ["by"]}]

    def claims(self) -> None:
        """The claims, one definition a kind; inside a probability stands a claim of the board alone."""
        kinds = [name for name in self.defs if name.endswith("Claim")]
        inner = []
        for name in ("ValueClaim", "PlaceClaim", "StateClaim"):
            part = msgspec.json.decode(msgspec.json.encode(self.defs[name]))
            for member in ("line", "at"):
                del part["properties"][member]
            part["title"] = f"{name} inside a probability"
            self.defs[f"{name}Inside"] = part
            inner.append({"$ref": f"#/$defs/{name}Inside"})
        self.member("ProbabilityClaim", "of")["oneOf"] = inner
        option = self.member("OfferedClaim", "option")
        option.pop("default", None)
        option["anyOf"] = PLAIN_OPTION
        self.defs["OfferedClaim"]["oneOf"] = [{"required": ["action"]}, {"required": ["option"]}]
        self.defs["Claim"] = {
            "description": "A claim of any kind.",
            "oneOf": [{"$ref": f"#/$defs/{name}"} for name in sorted(kinds)],
        }

    def scenario(self) -> dict[str, Any]:
        """A whole document."""
        game = self.game
        return {
            "title": f"Scenario of {game.slug}",
            "description": game.about_documents or f"A scenario of {game.slug}.",
            "type": "object",
            "additionalProperties": False,
            "required": ["v", "game", "setup"],
            "properties": {
                "v": {"const": CURRENT, "description": "Version of the document.", "examples": [CURRENT]},
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
                    "properties": {name: _option(name, allowed) for name, allowed in game.options.items()},
                    "default": {},
                    "description": "Named choices where the sources are silent or differ.",
                    "examples": [{}],
                },
                "setup": {**self.setup, "description": "The position."},
                "lines": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/Line"},
                    "default": [],
                    "description": "Lines of play. Each begins with the setup or departs from an earlier line.",
                },
                "claims": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/Claim"},
                    "default": [],
                    "description": "What should be true of the lines; a play tells which claims hold.",
                },
            },
            "examples": list(game.examples),
        }


def _events(events: dict[str, frozenset[str]]) -> str:
    rows = (f"{name} ({', '.join(sorted(fields))})" for name, fields in sorted(events.items()))
    return (
        f"Name of an event, as steps tell it. Each with the fields that `where` may hold: {'; '.join(rows)}."
    )


def _option(name: str, allowed: tuple[Any, ...]) -> dict[str, Any]:
    return {"enum": list(allowed), "default": allowed[0], "description": name, "examples": [allowed[0]]}


def _tidy(node: Any) -> None:
    """Descriptions without the code of docstrings; no keyword that JSON Schema does not know."""
    if isinstance(node, dict):
        node.pop("discriminator", None)
        if isinstance(text := node.get("description"), str):
            node["description"] = " ".join(re.split(r"\n\s*>>>", text)[0].split())
        for part in node.values():
            _tidy(part)
    elif isinstance(node, list):
        for part in node:
            _tidy(part)


def _describe_tags(part: dict[str, Any]) -> None:
    for member in part.get("properties", {}).values():
        if len(member.get("enum", ())) == 1 and "description" not in member:
            word = member["enum"][0]
            member["description"], member["examples"] = f"Says what this object is: {word}.", [word]
