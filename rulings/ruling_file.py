"""Reads one ruling of a pack: TOML between +++ lines, then the question, the verdict and why, per language.

## verdict
::ru
text
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from typing import Any

from glossary import ids
from glossary.entry_file import Passage, Texts
from glossary.languages import LANGUAGES
from glossary.problems import Problem
from glossary.toml_file import TomlFile

ANSWERS = ("yes", "no", "depends", "other")
STATES = ("official", "judge", "inferred", "unclear")
SECTIONS = ("question", "verdict", "why")

_KEYS = (
    "slug", "answer", "state", "date", "cites", "situations", "superseded-by", "source", "title", "not_played",
    "lines", "scenario",
)  # fmt: skip
_SOURCE_KEYS = ("kind", "title", "url", "date")
_HEADING = re.compile(r"##\s+(\S+)\s*")
_BLOCK = re.compile(r"::(\S+)\s*")
_FENCE = "+++"


@dataclass(frozen=True)
class PackRuling:
    game: str
    slug: str
    answer: str
    state: str
    date: datetime.date | None
    source_kind: str
    source_title: dict[str, str]
    source_url: str
    source_date: datetime.date | None
    title: dict[str, str]
    sections: dict[str, Texts]  # question, verdict, why
    cites: tuple[str, ...]  # `situations` included
    cite_lines: dict[str, int]
    situations: tuple[str, ...]
    superseded_by: str
    not_played: dict[str, str]
    line_titles: dict[str, dict[str, str]]
    scenario: dict[str, Any] | None  # the whole document, `game` included
    path: str
    source: str  # the TOML's text, and the line on which it starts: to find places in the scenario
    lines: dict[str, int] = field(default_factory=dict)
    first_line: int = 2

    @property
    def id(self) -> str:
        return ids.ruling_id(self.slug)

    def texts(self, section: str) -> dict[str, str]:
        return {lang: passage.text for lang, passage in self.sections.get(section, {}).items()}


def read_ruling(path: str, game: str, name: str, source: str, problems: list[Problem]) -> PackRuling | None:
    """`name` is the file's name without its ending: the slug must be the same. None without front matter."""
    lines = source.split("\n")
    if lines[0].strip() != _FENCE:
        problems.append(Problem(path, 1, "a ruling starts with a line +++ and its TOML"))
        return None
    end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == _FENCE), None)
    if end is None:
        problems.append(Problem(path, 1, "the line +++ that ends the TOML is missing"))
        return None
    toml = TomlFile(path, "\n".join(lines[1:end]), problems, first_line=2)
    sections = _sections(path, lines, end + 1, problems)
    if toml.broken:
        return None
    data = toml.data
    toml.only(data, _KEYS)
    slug = toml.value(data, ("slug",), str)
    if slug and slug != name:
        toml.problem(toml.line("slug"), f"the slug “{slug}” is not the file's name “{name}”", name)
    origin = toml.value(data, ("source",), dict)
    toml.only(origin, _SOURCE_KEYS, ("source",))
    situations = toml.strings(data, ("situations",))
    cites = (*toml.strings(data, ("cites",)), *situations)
    named = toml.value(data, ("lines",), dict, {})
    scenario = toml.value(data, ("scenario",), dict) if "scenario" in data else None
    if scenario and "game" in scenario:
        toml.problem(toml.line("scenario", "game"), "“scenario.game” is the pack's folder; leave it out")
    return PackRuling(
        game=game,
        slug=slug or name,
        answer=_one_of(toml, data, "answer", ANSWERS),
        state=_one_of(toml, data, "state", STATES),
        date=_date(toml, data, ("date",), required=True),
        source_kind=toml.value(origin, ("source", "kind"), str),
        source_title=toml.texts(origin, ("source", "title")),
        source_url=toml.value(origin, ("source", "url"), str, ""),
        source_date=_date(toml, origin, ("source", "date"), required=False),
        title=toml.texts(data, ("title",)),
        sections=sections,
        cites=cites,
        cite_lines={
            cite: toml.line_of_text(cite, "situations" if cite in situations else "cites") for cite in cites
        },
        situations=situations,
        superseded_by=toml.value(data, ("superseded-by",), str, ""),
        not_played=toml.texts(data, ("not_played",), required=False),
        line_titles={name: toml.texts(named, ("lines", name)) for name in named},
        scenario=None if scenario is None else {**scenario, "game": game},
        path=path,
        source=toml.text,
        lines={key: toml.line(*key.split(".")) for key in _keys(data)},
    )


def _keys(data: dict[str, Any]) -> list[str]:
    """Everything in the TOML that a check may speak about."""
    inner = [f"{table}.{name}" for table in ("source", "lines") for name in data.get(table) or ()]
    return [*_KEYS, *inner]


def _one_of(toml: TomlFile, data: dict[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = toml.value(data, (key,), str)
    if value and value not in allowed:
        near = ids.nearest(value, allowed)
        toml.problem(toml.line(key), f"unknown {key} “{value}”: one of {', '.join(allowed)}", near)
    return value


def _date(
    toml: TomlFile, table: dict[str, Any], keys: tuple[str, ...], *, required: bool
) -> datetime.date | None:
    given = table.get(keys[-1])
    if given is None and not required:
        return None
    if isinstance(given, datetime.date) and not isinstance(given, datetime.datetime):
        return given
    try:
        return datetime.date.fromisoformat(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        what = "is missing" if given is None else f"must be YYYY-MM-DD, not {given!r}"
        toml.problem(toml.line(*keys), f"“{'.'.join(keys)}” {what}")
    return None


def _sections(path: str, lines: list[str], start: int, problems: list[Problem]) -> dict[str, Texts]:
    """The parts under the headings, each a text per language with the line on which it starts."""
    found: dict[str, Texts] = {}
    section = lang = ""
    gathered: list[str] = []
    first = start

    def close() -> None:
        nonlocal lang
        if section and lang:
            blank = next((n for n, text in enumerate(gathered) if text.strip()), 0)
            found.setdefault(section, {})[lang] = Passage("\n".join(gathered).strip(), first + blank)
        lang = ""

    for number, line in enumerate(lines[start:], start + 1):
        if line.startswith("##"):
            close()
            match = _HEADING.fullmatch(line)
            section = match.group(1) if match else line
            if section not in SECTIONS:
                near = ids.nearest(section, SECTIONS)
                headings = ", ".join(f"## {name}" for name in SECTIONS)
                problems.append(Problem(path, number, f"unknown heading “{line.strip()}”: {headings}", near))
            elif section in found:
                problems.append(Problem(path, number, f"“{line.strip()}” stands twice"))
        elif line.startswith("::"):
            close()
            match = _BLOCK.fullmatch(line)
            lang = match.group(1) if match else line
            gathered, first = [], number + 1
            if lang not in LANGUAGES:
                problems.append(Problem(path, number, f"unknown block “{line.strip()}”: ::ru, ::zh, ::en"))
            elif not section:
                problems.append(Problem(path, number, f"“{line.strip()}” stands before the first heading"))
            elif lang in found.get(section, {}):
                problems.append(Problem(path, number, f"“{line.strip()}” stands twice in “{section}”"))
        elif lang:
            gathered.append(line.rstrip())
        elif line.strip():
            problems.append(
                Problem(path, number, "text without a language; it needs a line such as ::ru above it")
            )
    close()
    return found
