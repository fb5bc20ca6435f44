"""A TOML text that knows the line of everything in it, and collects what is wrong instead of stopping."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from glossary import ids
from glossary.languages import LANGUAGES
from glossary.problems import Problem

T = TypeVar("T")
_TABLE = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_ITEM = re.compile(r"\s*\[\[([^\[\]]+)\]\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=""")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_NAMES = {str: "a text", int: "a whole number", list: "a list", dict: "a table", bool: "true or false"}


class TomlFile:
    def __init__(self, path: str, text: str, problems: list[Problem], first_line: int = 1):
        self.path, self.text, self.problems, self.first_line = path, text, problems, first_line
        self.data: dict[str, Any] = {}
        self.broken = False
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self.broken = True
            message = str(error)
            place = _PLACE.search(message)
            line = int(place.group(1)) if place else text.count("\n") + 1
            problems.append(
                Problem(path, first_line + line - 1, f"not valid TOML: {_PLACE.sub('', message).strip()}")
            )
        self._lines = self._index()

    def _index(self) -> dict[str, int]:
        lines: dict[str, int] = {}
        items: Counter[str] = Counter()  # how many of a list of tables were met
        table = ""
        for number, line in enumerate(self.text.split("\n"), self.first_line):
            if match := _TABLE.match(line):
                table = match.group(1).strip().replace('"', "")
                lines.setdefault(table, number)
            elif match := _ITEM.match(line):
                name = match.group(1).strip().replace('"', "")
                table = f"{name}.{items[name]}"
                items[name] += 1
                lines.setdefault(name, number)
                lines.setdefault(table, number)
            elif match := _KEY.match(line):
                key = match.group(1).strip("\"'")
                lines.setdefault(f"{table}.{key}" if table else key, number)
        return lines

    def line(self, *keys: str) -> int:
        """The line of a value, or of the nearest table around it."""
        for end in range(len(keys), 0, -1):
            if found := self._lines.get(".".join(keys[:end])):
                return found
        return self.first_line

    def line_at(self, pointer: str, *keys: str) -> int:
        """The line of what a JSON Pointer names inside a table, or of the nearest thing around it."""
        parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
        return self.line(*keys, *parts)

    def line_of_text(self, value: str, *keys: str) -> int:
        """The line of one element of a list that may stretch over several lines."""
        start = self.line(*keys)
        for number, line in enumerate(self.text.split("\n"), self.first_line):
            if number >= start and (f'"{value}"' in line or f"'{value}'" in line):
                return number
        return start

    def problem(self, line: int, message: str, suggestion: str = "") -> None:
        self.problems.append(Problem(self.path, line, message, suggestion))

    def value(
        self, table: dict[str, Any], keys: tuple[str, ...], kind: type[T], default: T | None = None
    ) -> T:
        """`table[keys[-1]]` of that type; a default of None means that it must be there."""
        key = keys[-1]
        if key not in table:
            if default is None and not self.broken:
                self.problem(self.line(*keys), f"“{'.'.join(keys)}” is missing")
            return kind() if default is None else default
        value = table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.problem(self.line(*keys), f"“{'.'.join(keys)}” must be {_NAMES.get(kind, kind.__name__)}")
            return kind() if default is None else default
        return value

    def texts(self, table: dict[str, Any], keys: tuple[str, ...], *, required: bool = True) -> dict[str, str]:
        """A table of one text per language."""
        given = self.value(table, keys, dict, None if required else {})
        self.only(given, LANGUAGES, keys)
        return {lang: self.value(given, (*keys, lang), str, "") for lang in LANGUAGES if lang in given}

    def strings(self, table: dict[str, Any], keys: tuple[str, ...]) -> tuple[str, ...]:
        found = []
        for item in self.value(table, keys, list, []):
            if isinstance(item, str):
                found.append(item)
            else:
                self.problem(self.line(*keys), f"“{'.'.join(keys)}” must hold texts only, not {item!r}")
        return tuple(found)

    def only(self, table: dict[str, Any], allowed: Iterable[str], keys: tuple[str, ...] = ()) -> None:
        names = list(allowed)
        for key in table:
            if key not in names:
                where = f" in “{'.'.join(keys)}”" if keys else ""
                self.problem(self.line(*keys, key), f"unknown key “{key}”{where}", ids.nearest(key, names))
