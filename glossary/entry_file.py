"""Reads one entry of a pack: TOML between +++ lines, then clauses under their headings.

## only-open · mechanical · seed
::ru
text
::note ru
text
"""

import re
from dataclasses import dataclass

from glossary.languages import LANGUAGES
from glossary.problems import Problem
from glossary.toml_file import TomlFile

CLAUSE_KINDS = ("mechanical", "definition", "reference", "example")
_HEADING = re.compile(r"##\s+(.*\S)\s*")
_BLOCK = re.compile(r"::(?:(note|reason)\s+)?(\S+)\s*")
_FENCE = "+++"
_KEYS = ("slug", "kind", "symbol", "title", "aliases", "short", "see")


@dataclass(frozen=True)
class Passage:
    """A text and the line on which it starts."""

    text: str
    line: int


Texts = dict[str, Passage]  # by language


@dataclass(frozen=True)
class PackClause:
    slug: str
    kind: str
    origin: str
    path: str
    line: int
    text: Texts
    note: Texts
    reason: Texts


@dataclass(frozen=True)
class PackEntry:
    game: str
    slug: str
    kind: str
    symbol: str
    title: Texts
    aliases: dict[str, tuple[str, ...]]
    alias_lines: dict[str, int]
    short: Texts
    see: tuple[str, ...]
    see_lines: dict[str, int]
    clauses: tuple[PackClause, ...]
    path: str
    line: int
    kind_line: int

    @property
    def id(self) -> str:
        return f"{self.game}:{self.slug}"

    def clause_id(self, clause: PackClause) -> str:
        return f"{self.id}#{clause.slug}"


def read_entry(path: str, game: str, name: str, source: str, problems: list[Problem]) -> PackEntry | None:
    """`name` is the file's name without its ending: the slug must be the same. None without front matter."""
    lines = source.split("\n")
    if lines[0].strip() != _FENCE:
        problems.append(Problem(path, 1, "an entry starts with a line +++ and its TOML"))
        return None
    end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == _FENCE), None)
    if end is None:
        problems.append(Problem(path, 1, "the line +++ that ends the TOML is missing"))
        return None
    toml = TomlFile(path, "\n".join(lines[1:end]), problems, first_line=2)
    clauses = _clauses(path, lines, end + 1, problems)
    data = toml.data
    toml.only(data, _KEYS)
    slug = toml.value(data, ("slug",), str)
    if slug and slug != name:
        toml.problem(toml.line("slug"), f"the slug “{slug}” is not the file's name “{name}”", name)
    aliases_table = toml.value(data, ("aliases",), dict, {})
    toml.only(aliases_table, LANGUAGES, ("aliases",))
    aliases = {lang: toml.strings(aliases_table, ("aliases", lang)) for lang in LANGUAGES}
    see = toml.strings(data, ("see",))
    return PackEntry(
        game=game,
        slug=slug or name,
        kind=toml.value(data, ("kind",), str),
        symbol=toml.value(data, ("symbol",), str, ""),
        title=_passages(toml, "title"),
        aliases=aliases,
        alias_lines={lang: toml.line("aliases", lang) for lang in LANGUAGES},
        short=_passages(toml, "short"),
        see=see,
        see_lines={target: toml.line_of_text(target, "see") for target in see},
        clauses=tuple(clauses),
        path=path,
        line=toml.line("slug"),
        kind_line=toml.line("kind"),
    )


def _passages(toml: TomlFile, key: str) -> Texts:
    texts = toml.texts(toml.data, (key,))
    return {lang: Passage(text.strip(), toml.line(key, lang)) for lang, text in texts.items()}


class _Open:
    """The clause being read."""

    def __init__(self, slug: str, kind: str, origin: str, line: int):
        self.slug, self.kind, self.origin, self.line = slug, kind, origin, line
        self.blocks: dict[str, Texts] = {"text": {}, "note": {}, "reason": {}}


def _clauses(path: str, lines: list[str], start: int, problems: list[Problem]) -> list[PackClause]:
    found: list[_Open] = []
    block: tuple[str, str, int] | None = None  # which, language, line of its first text line
    gathered: list[str] = []

    def close() -> None:
        nonlocal block
        if block is None or not found:
            return
        which, lang, line = block
        blank = next((n for n, text in enumerate(gathered) if text.strip()), 0)
        found[-1].blocks.get(which, {})[lang] = Passage("\n".join(gathered).strip(), line + blank)
        block = None

    for number, line in enumerate(lines[start:], start + 1):
        if line.startswith("##"):
            close()
            gathered = []
            found.append(_heading(path, number, line, problems))
        elif line.startswith("::"):
            close()
            gathered = []
            block = _block(path, number, line, found, problems)
        elif block is not None:
            gathered.append(line.rstrip())
        elif line.strip():
            where = "before the first clause" if not found else "outside a language block"
            problems.append(Problem(path, number, f"text {where}; it needs a line such as ::ru above it"))
    close()
    return [PackClause(o.slug, o.kind, o.origin, path, o.line, **o.blocks) for o in found]


def _heading(path: str, number: int, line: str, problems: list[Problem]) -> _Open:
    match = _HEADING.fullmatch(line)
    parts = [part.strip() for part in match.group(1).split("·")] if match else []
    if len(parts) != 3 or not all(parts):
        problems.append(Problem(path, number, "a clause's heading reads “## id · kind · origin”"))
        parts = (parts + ["", "", ""])[:3]
    return _Open(parts[0], parts[1], parts[2], number)


def _block(
    path: str, number: int, line: str, found: list[_Open], problems: list[Problem]
) -> tuple[str, str, int] | None:
    match = _BLOCK.fullmatch(line)
    which, lang = (match.group(1) or "text", match.group(2)) if match else ("", "")
    if lang not in LANGUAGES:
        expected = "::ru, ::zh, ::en, ::note ru or ::reason ru (each language)"
        problems.append(Problem(path, number, f"unknown block “{line.strip()}”: {expected}"))
        lang = ""
    if not found:
        problems.append(Problem(path, number, f"“{line.strip()}” stands before the first clause"))
        return None
    if lang in found[-1].blocks.get(which, {}):
        problems.append(
            Problem(path, number, f"“{line.strip()}” stands twice in the clause “{found[-1].slug}”")
        )
    # An unknown block is kept apart, so that its text is not reported line by line.
    return (which if lang else "unknown", lang, number + 1)
