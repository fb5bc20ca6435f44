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

from .record import Action, Chosen, Event, Pass, kebab
from .trace import event_name

LANGUAGES = ("ru", "zh", "en")


class Catalogue:
    """The sentences of a game in every language, and how its objects are called in them."""

    def __init__(self, texts: dict[str, dict[str, str]], game: Any = None) -> None:
        self.texts = texts
        self.game = game
        self._below: dict[str, dict[str, str]] = {}
        self._plain: dict[str, dict[str, str]] = {}

    @classmethod
    def read(cls, package: str, game: Any = None) -> Catalogue:
        """Read `ru.toml`, `zh.toml` and `en.toml` of a package, and what else ends so there (`texts.en.toml`),
        over the engine's own."""
        texts: dict[str, dict[str, str]] = {}
        for language in LANGUAGES:
            merged: dict[str, str] = {}
            for source in ("simulator.engine.words", package):
                for file in sorted(resources.files(source).iterdir(), key=lambda file: file.name):
                    if file.name == f"{language}.toml" or file.name.endswith(f".{language}.toml"):
                        merged |= dict(_flat(tomllib.loads(file.read_text(encoding="utf-8"))))
            texts[language] = merged
        return cls(texts, game)

    def below(self, head: str) -> dict[str, str]:
        """The English sentences whose keys begin with a word, by the rest of the key.

        >>> Catalogue({"en": {"event.nudged": "nudged", "word.a": "a"}}).below("event")
        {'nudged': 'nudged'}
        """
        known = self._below.get(head)
        if known is None:
            rows = self.texts["en"].items()
            known = self._below[head] = {k[len(head) + 1 :]: t for k, t in rows if k.startswith(f"{head}.")}
        return known

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
        if not facts:  # nothing is put in: the same whatever the board
            known = self._plain.get(key)
            if known is None:
                known = self._plain[key] = {language: self.say(language, key, {}) for language in self.texts}
            return dict(known)
        return {
            language: self.say(language, key, self.named(facts, board, language)) for language in self.texts
        }

    def named(self, facts: dict[str, Any], board: Any, language: str) -> dict[str, Any]:
        """The facts with ids replaced by names."""
        return {k: self._name(v, board, language) for k, v in facts.items()}

    def _name(self, value: Any, board: Any, language: str) -> Any:
        texts = self.texts[language]
        if isinstance(value, str):
            if self.game is not None and board is not None:
                named = self.game.name(board, value, language)
                if named is not None:
                    return named
            return texts.get(f"word.{value}", value)
        if isinstance(value, bool):
            return texts["word.yes" if value else "word.no"]
        if isinstance(value, dict) and language in value:
            return value[language]
        if isinstance(value, (tuple, list)):
            return texts.get("list.comma", ", ").join(str(self._name(v, board, language)) for v in value)
        return value

    def plain(self, board: Any, value: Any) -> dict[str, str]:
        """A plain value of a document or an option in words: a name, a number, yes or no."""
        return {language: str(self._name(value, board, language)) for language in self.texts}

    def fields(self, record: Any) -> dict[str, Any]:
        """The plain fields of a record, as facts."""
        return {name: getattr(record, name) for name in record.__struct_fields__}

    # --- what is said of the parts of a run -----------------------------------------------------------------

    def event(self, board: Any, event: Any) -> dict[str, str]:
        """The sentence of a step."""
        if isinstance(event, Chosen):
            key = f"choice.{event.kind}"
            option = self.ordered(board, event.option) if event.kind == "order" else event.option
            return self.every(key, {"by": event.by, "option": option}, board)
        if isinstance(event, Pass):
            return self.every("action.pass", {"by": event.by}, board)
        name = event_name(event)
        if name in ("declared", "cancelled", "blocked"):
            return self._about(board, f"event.{name}", self.action(board, event.action))
        if name == "prevented":
            inner = self.action if isinstance(event.event, Action) else self.event
            return self._about(board, "event.prevented", inner(board, event.event))
        for base in type(event).__mro__:
            key = f"event.{kebab(base.__name__)}"
            if key in self.texts["en"] or base is Event:
                return self.every(key, self.fields(event), board)
        raise KeyError(name)

    def _about(self, board: Any, key: str, inner: dict[str, str]) -> dict[str, str]:
        return {language: self.say(language, key, {"what": inner[language]}) for language in self.texts}

    def happening(self, board: Any, pattern: Any) -> dict[str, str]:
        """What a claim calls an event, with the values it must have."""
        out = {}
        for language in self.texts:
            name = self.texts[language][f"happening.{pattern.event}"]
            values = self._name([to_value(v) for _, v in sorted(pattern.where.items())], board, language)
            out[language] = (
                self.say(language, "list.of", {"what": name, "values": values}) if values else name
            )
        return out

    def moment(self, board: Any, moment: Any, language: str) -> str:
        """A question's moment in words: when, who is asked what."""
        facts = self.named({"by": moment.player or "", "object": moment.object or ""}, board, language)
        asked = self.say(language, f"decision.{moment.kind}", facts)
        head, _, number = (moment.clock or "").partition(" ")
        key = f"clock.{head}"
        when = self.say(language, key, {"n": number}) if key in self.texts[language] else moment.clock
        return f"{when}, {asked}" if when else asked

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
        return self.ordered(board, option) if decision.kind == "order" else self.plain(board, option)

    def ordered(self, board: Any, option: Any) -> dict[str, str]:
        """What may apply first: a rule's label (`clause@bearer/feature`) by the name of whoever bears the feature
        and what the feature is; a rule that nobody bears by its clause.

        >>> Catalogue({"en": {"order.rule": "the rule {clause}"}}).ordered(None, "tiny:tar#sticks")
        {'en': 'the rule tiny:tar#sticks'}
        """
        clause, _, label = str(option).partition("@")
        if "#" not in clause:
            return self.plain(board, option)
        if not label:
            return self.every("order.rule", {"clause": clause})
        named = self.plain(board, label.partition("/")[0])
        feature = self.game.feature_words(board, label) if self.game is not None else None
        if feature is None:
            return named
        return {
            language: self.say(language, "list.of", {"what": named[language], "values": feature[language]})
            for language in self.texts
        }

    def refusal(self, board: Any, refusal: Any) -> tuple[dict[str, str], dict[str, str]]:
        """Why not, and what would make it legal."""
        return (
            self.every(f"refusal.{refusal.key}", refusal.facts, board),
            self.every(f"remedy.{refusal.key}", refusal.facts, board),
        )


def to_value(value: Any) -> Any:
    """What is said of a value that an event must have: of a whole record no more than that there is one."""
    return "…" if isinstance(value, dict) else value


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
