"""Content packs: folders `content/<game>/` read into plain data, with file and line of everything.

Reading collects every problem of form; what a pack *says* is judged in `checks`.
"""

import datetime
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glossary import ids
from glossary.entry_file import PackClause, PackEntry, Texts, read_entry
from glossary.languages import LANGUAGES
from glossary.problems import Problem
from glossary.toml_file import TomlFile

__all__ = [
    "Pack",
    "PackClause",
    "PackEntry",
    "PackExample",
    "PackRedirect",
    "Texts",
    "digest",
    "read_packs",
    "read_text",
]

# The files of a pack, by folder; other apps add those that they own (hooks.PACK_PARTS).
_PATTERNS = ("*/*.toml", "*/entries/*.md", "*/examples/*.toml")
_GAME_KEYS = ("slug", "language", "accent", "order", "title", "about", "edition", "origins", "kinds")


@dataclass(frozen=True)
class PackExample:
    game: str
    slug: str
    title: dict[str, str]
    text: dict[str, str]
    cites: tuple[str, ...]  # `situations` included
    cite_lines: dict[str, int]
    scenario: dict[str, Any]  # the whole document, `game` included
    path: str
    line: int
    scenario_line: int
    source: str  # the file's text: to find the line of a place in the scenario
    situations: tuple[str, ...] = ()  # example clauses whose very situation this is: no step cites them
    line_titles: dict[str, dict[str, str]] = field(default_factory=dict)  # the lines, named for readers

    @property
    def id(self) -> str:
        return ids.example_id(self.game, self.slug)


@dataclass(frozen=True)
class PackRedirect:
    """An old id and where it went; one that is gone for good has no target but words that say why."""

    source: str
    target: str
    words: dict[str, str]
    path: str
    line: int


@dataclass(frozen=True)
class Pack:
    slug: str
    language: str
    accent: str
    order: int
    title: dict[str, str]
    about: dict[str, str]
    edition_name: str
    edition_title: dict[str, str]
    edition_date: datetime.date | None
    origins: dict[str, dict[str, str]]
    kinds: dict[str, dict[str, str]]  # in the order of the groups on the game's page
    entries: tuple[PackEntry, ...]
    examples: tuple[PackExample, ...]
    redirects: tuple[PackRedirect, ...]
    folder: str
    path: str
    lines: dict[str, int]


def read_packs(content: Path) -> tuple[list[Pack], list[Problem]]:
    """Every pack of the folder, and every problem of form in them."""
    problems: list[Problem] = []
    if not content.is_dir():
        return [], [Problem(str(content), 1, "there is no such folder of packs")]
    packs = []
    for folder in sorted(
        path for path in content.iterdir() if path.is_dir() and not path.name.startswith(".")
    ):
        pack = _read_pack(content, folder, problems)
        if pack:
            packs.append(pack)
    if not packs and not problems:
        problems.append(Problem(str(content), 1, "the folder holds no pack (a folder with a game.toml)"))
    return packs, problems


def digest(content: Path, more: Iterable[str] = ()) -> str:
    """Changes whenever a file of the packs does, or one of the patterns in `more`."""
    found = hashlib.sha256()
    for path in _files(content, more):
        found.update(f"{path.relative_to(content).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _files(content: Path, more: Iterable[str]) -> Iterator[Path]:
    for pattern in (*_PATTERNS, *more):
        yield from sorted(content.glob(pattern))


def read_text(content: Path, path: Path, problems: list[Problem]) -> tuple[str, str] | None:
    """The name to show and the text."""
    shown = path.relative_to(content.parent).as_posix()
    try:
        return shown, path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        problems.append(Problem(shown, 1, f"not UTF-8: byte {error.start} cannot be read"))
    except OSError as error:
        problems.append(Problem(shown, 1, f"cannot be read: {error.strerror}"))
    return None


def _read_pack(content: Path, folder: Path, problems: list[Problem]) -> Pack | None:
    shown = folder.relative_to(content.parent).as_posix()
    if not (folder / "game.toml").is_file():
        problems.append(Problem(f"{shown}/game.toml", 1, "the pack has no game.toml"))
        return None
    read = read_text(content, folder / "game.toml", problems)
    if read is None:
        return None
    toml = TomlFile(*read, problems)
    data = toml.data
    toml.only(data, _GAME_KEYS)
    slug = toml.value(data, ("slug",), str)
    if slug and slug != folder.name:
        toml.problem(
            toml.line("slug"), f"the slug “{slug}” is not the folder's name “{folder.name}”", folder.name
        )
    slug = folder.name
    language = toml.value(data, ("language",), str)
    if language and language not in LANGUAGES:
        toml.problem(toml.line("language"), f"unknown language “{language}”: one of {', '.join(LANGUAGES)}")
        language = ""
    edition = toml.value(data, ("edition",), dict)
    toml.only(edition, ("name", "title", "date"), ("edition",))
    return Pack(
        slug=slug,
        language=language or LANGUAGES[0],
        accent=toml.value(data, ("accent",), str),
        order=toml.value(data, ("order",), int, 0),
        title=toml.texts(data, ("title",)),
        about=toml.texts(data, ("about",)),
        edition_name=toml.value(edition, ("edition", "name"), str),
        edition_title=toml.texts(edition, ("edition", "title")),
        edition_date=_date(toml, edition),
        origins=_labels(toml, "origins"),
        kinds=_labels(toml, "kinds"),
        entries=tuple(_entries(content, folder, slug, problems)),
        examples=tuple(_examples(content, folder, slug, problems)),
        redirects=tuple(_redirects(content, folder, problems)),
        folder=shown,
        path=toml.path,
        lines={key: toml.line(*key.split(".")) for key in _named(data)},
    )


def _named(data: dict[str, Any]) -> list[str]:
    """Everything in game.toml that a check may speak about."""
    return [
        *_GAME_KEYS,
        "edition.title",
        *(f"{table}.{name}" for table in ("origins", "kinds") for name in data.get(table, {})),
    ]


def _date(toml: TomlFile, edition: dict[str, Any]) -> datetime.date | None:
    given = edition.get("date")
    if given is None or (isinstance(given, datetime.date) and not isinstance(given, datetime.datetime)):
        return given
    try:
        return datetime.date.fromisoformat(given)
    except (TypeError, ValueError):
        toml.problem(toml.line("edition", "date"), f"“edition.date” must be YYYY-MM-DD, not {given!r}")
        return None


def _labels(toml: TomlFile, key: str) -> dict[str, dict[str, str]]:
    table = toml.value(toml.data, (key,), dict)
    return {name: toml.texts(table, (key, name)) for name in table}


def _entries(content: Path, folder: Path, game: str, problems: list[Problem]) -> Iterator[PackEntry]:
    for path in sorted((folder / "entries").glob("*.md")):
        read = read_text(content, path, problems)
        entry = read and read_entry(read[0], game, path.stem, read[1], problems)
        if entry:
            yield entry


def _examples(content: Path, folder: Path, game: str, problems: list[Problem]) -> Iterator[PackExample]:
    for path in sorted((folder / "examples").glob("*.toml")):
        read = read_text(content, path, problems)
        if read is None:
            continue
        toml = TomlFile(*read, problems)
        if toml.broken:
            continue
        toml.only(toml.data, ("title", "text", "cites", "situations", "lines", "scenario"))
        scenario = toml.value(toml.data, ("scenario",), dict)
        if "game" in scenario:
            toml.problem(toml.line("scenario", "game"), "“scenario.game” is the pack's folder; leave it out")
        situations = toml.strings(toml.data, ("situations",)) if "situations" in toml.data else ()
        cites = (*toml.strings(toml.data, ("cites",)), *situations)
        named = toml.value(toml.data, ("lines",), dict) if "lines" in toml.data else {}
        yield PackExample(
            game=game,
            slug=path.stem,
            title=toml.texts(toml.data, ("title",)),
            text=toml.texts(toml.data, ("text",)),
            cites=cites,
            cite_lines={
                cite: toml.line_of_text(cite, "situations" if cite in situations else "cites")
                for cite in cites
            },
            situations=situations,
            line_titles={name: toml.texts(named, ("lines", name)) for name in named},
            scenario={**scenario, "game": game},
            path=toml.path,
            line=toml.line("title"),
            scenario_line=toml.line("scenario"),
            source=toml.text,
        )


def _redirects(content: Path, folder: Path, problems: list[Problem]) -> Iterator[PackRedirect]:
    path = folder / "redirects.toml"
    read = read_text(content, path, problems) if path.is_file() else None
    if read is None:
        return
    toml = TomlFile(*read, problems)
    for source, target in toml.data.items():
        line = toml.line(source)
        if isinstance(target, str):
            yield PackRedirect(source, target, {}, toml.path, line)
        elif isinstance(target, dict):
            yield PackRedirect(source, "", toml.texts(toml.data, (source,)), toml.path, line)
        else:
            toml.problem(line, f"“{source}” must name an id, or say in {{ru, zh, en}} why it is gone")
