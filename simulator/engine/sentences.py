"""Sentences: every event, refusal, decision and claim has one per language, in a catalogue beside its game.

A catalogue file is TOML with dotted keys; placeholders are `{name}`. Names of cards and cells are put in by
the game, so a sentence never needs to decline them.

>>> catalogue = Catalogue({"en": {"event.nudged": "{piece}: nudged {n}"}})
>>> catalogue.say("en", "event.nudged", {"piece": "A", "n": 2})
'A: nudged 2'
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

from .record import Chosen, Event, Pass, kebab
from .trace import event_name

LANGUAGES = ("ru", "zh", "en")


class Catalogue:
    """The sentences of a game in every language, and how its objects are called in them."""

    def __init__(self, texts: dict[str, dict[str, str]], game: Any = None) -> None:
        self.texts = texts
        self.game = game

    @classmethod
    def read(cls, package: str, game: Any = None) -> Catalogue:
        """Read `ru.toml`, `zh.toml` and `en.toml` of a package, over the engine's own."""
        texts: dict[str, dict[str, str]] = {}
        for language in LANGUAGES:
            merged: dict[str, str] = {}
            for source in ("simulator.engine.words", package):
                body = resources.files(source).joinpath(f"{language}.toml").read_text(encoding="utf-8")
                merged |= dict(_flat(tomllib.loads(body)))
            texts[language] = merged
        return cls(texts, game)

    def has(self, key: str) -> bool:
        """Whether every language has this sentence."""
        return all(key in texts for texts in self.texts.values())

    def say(self, language: str, key: str, facts: dict[str, Any]) -> str:
        """One sentence. A missing key is an error: nothing is ever shown as "undefined"."""
        template = self.texts[language].get(key)
        if template is None:
            raise KeyError(f"no sentence {key} in {language}")
        return template.format_map(_Facts(facts))

    def every(self, key: str, facts: dict[str, Any], board: Any = None) -> dict[str, str]:
        """The sentence in every language, names put in."""
        return {
            language: self.say(language, key, self.named(facts, board, language)) for language in self.texts
        }

    def named(self, facts: dict[str, Any], board: Any, language: str) -> dict[str, Any]:
        """The facts with ids replaced by names."""
        return {k: self._name(v, board, language) for k, v in facts.items()}

    def _name(self, value: Any, board: Any, language: str) -> Any:
        if isinstance(value, bool):
            return self.texts[language].get(f"word.{'yes' if value else 'no'}", str(value))
        if isinstance(value, dict) and language in value:
            return value[language]
        if isinstance(value, (tuple, list)):
            return ", ".join(str(self._name(v, board, language)) for v in value)
        if isinstance(value, str) and self.game is not None and board is not None:
            named = self.game.name(board, value, language)
            if named is not None:
                return named
        if isinstance(value, str) and f"word.{value}" in self.texts[language]:
            return self.texts[language][f"word.{value}"]
        return value

    def fields(self, record: Any) -> dict[str, Any]:
        """The plain fields of a record, as facts."""
        return {name: getattr(record, name) for name in record.__struct_fields__}

    # --- what is said of the parts of a run -----------------------------------------------------------------

    def event(self, board: Any, event: Any) -> dict[str, str]:
        """The sentence of a step."""
        if isinstance(event, Chosen):
            key = f"choice.{event.kind}"
            return self.every(
                key, {"by": event.by, "option": self._shown(event.option), "kind": event.kind}, board
            )
        if isinstance(event, Pass):
            return self.every("action.pass", {"by": event.by}, board)
        name = event_name(event)
        if name in ("declared", "cancelled", "blocked"):
            return self._about(board, f"event.{name}", self.action(board, event.action))
        if name == "prevented":
            return self._about(board, "event.prevented", self.event(board, event.event))
        for base in type(event).__mro__:
            key = f"event.{kebab(base.__name__)}"
            if key in self.texts["en"] or base is Event:
                return self.every(key, self.fields(event), board)
        raise KeyError(name)

    def _about(self, board: Any, key: str, inner: dict[str, str]) -> dict[str, str]:
        return {language: self.say(language, key, {"what": inner[language]}) for language in self.texts}

    def _shown(self, option: Any) -> Any:
        return option if isinstance(option, (str, int, bool)) else str(option)

    def action(self, board: Any, action: Any) -> dict[str, str]:
        """What is declared, in words."""
        facts = self.fields(action)
        key = f"action.{kebab(type(action).__name__)}"
        if self.game is not None:
            facts |= self.game.action_facts(board, action)
            key += self.game.action_variant(action)
        return self.every(key, facts, board)

    def decision(self, board: Any, decision: Any) -> dict[str, str]:
        """What is asked."""
        facts = {"by": decision.by, "object": decision.moment.object or ""}
        return self.every(f"decision.{decision.kind}", facts, board)

    def option(self, board: Any, decision: Any, option: Any) -> dict[str, str]:
        """One option of a question."""
        if hasattr(option, "__struct_fields__"):
            return self.action(board, option)
        key = f"option.{decision.kind}.{str(option).lower()}"
        if self.has(key):
            return self.every(key, {}, board)
        return {language: str(self._name(option, board, language)) for language in self.texts}

    def refusal(self, board: Any, refusal: Any) -> tuple[dict[str, str], dict[str, str]]:
        """Why not, and what would make it legal."""
        return (
            self.every(f"refusal.{refusal.key}", refusal.facts, board),
            self.every(f"remedy.{refusal.key}", refusal.facts, board),
        )


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        raise KeyError(f"the sentence needs the fact {key!r}")


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def placeholders(template: str) -> frozenset[str]:
    """The names a sentence needs.

    >>> sorted(placeholders("{card}: {origin} → {to}"))
    ['card', 'origin', 'to']
    """
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)
