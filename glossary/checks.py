"""What the packs say, judged: one small function per check, each gives every problem it finds.

`EXAMPLE_CHECKS` is filled by whoever can play an example; the glossary itself knows no rules engine.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from glossary import ids, markup
from glossary.entry_file import CLAUSE_KINDS, PackClause, PackEntry, Texts
from glossary.languages import LANGUAGES
from glossary.packs import Pack, PackExample
from glossary.problems import Problem

EXAMPLE_CHECKS: list[Callable[[PackExample], list[Problem]]] = []


@dataclass(frozen=True)
class Published:
    """Ids that readers may hold: those of the packs, and those of games loaded from elsewhere."""

    entries: frozenset[str]
    clauses: frozenset[str]
    examples: frozenset[str]
    rulings: frozenset[str] = frozenset()

    def __contains__(self, target: object) -> bool:
        return any(target in held for held in (self.entries, self.clauses, self.examples, self.rulings))

    def near(self, wanted: str) -> str:
        """The id that was probably meant; only clauses and entries unless an example or a ruling was."""
        for prefix, held in (("example:", self.examples), ("ruling:", self.rulings)):
            if wanted.startswith(prefix):
                return ids.nearest(wanted, sorted(held))
        return ids.nearest(wanted, sorted(self.clauses if "#" in wanted else self.entries)) or ids.nearest(
            wanted, sorted(self.entries)
        )


def published(packs: Iterable[Pack], elsewhere: Iterable[str] = ()) -> Published:
    elsewhere = set(elsewhere)
    entries, clauses, examples = set(), set(), set()
    rulings = {other for other in elsewhere if other.startswith("ruling:")}
    for pack in packs:
        for entry in pack.entries:
            entries.add(entry.id)
            clauses.update(entry.clause_id(clause) for clause in entry.clauses)
        examples.update(example.id for example in pack.examples)
    for other in elsewhere - rulings:
        (examples if other.startswith("example:") else clauses if "#" in other else entries).add(other)
    return Published(frozenset(entries), frozenset(clauses), frozenset(examples), frozenset(rulings))


def check(packs: list[Pack], elsewhere: Iterable[str] = ()) -> list[Problem]:
    """Every problem of what the packs say, in the order of files and lines."""
    known = published(packs, elsewhere)
    problems: list[Problem] = []
    for pack in packs:
        for one in (game_slug, pack_texts, unknown_kinds, redirects, entry_ids, ambiguous_names):
            problems += one(pack, known)
        for entry in pack.entries:
            for two in (entry_texts, clause_headings, clause_texts, link_targets, markup_faults, see_also):
                problems += two(pack, entry, known)
        for example in pack.examples:
            problems += example_shape(example)
            problems += example_cites(example, known)
    return sorted(set(problems))


def played(packs: Iterable[Pack]) -> list[Problem]:
    """The problems that playing the examples shows; only sensible once their shape is right."""
    return sorted(
        {
            problem
            for pack in packs
            for example in pack.examples
            for play in EXAMPLE_CHECKS
            for problem in play(example)
        }
    )


# --- games -------------------------------------------------------------------------------------------------


def game_slug(pack: Pack, known: Published) -> Iterator[Problem]:
    line = pack.lines["slug"]
    if not ids.is_slug(pack.slug):
        yield Problem(
            pack.path, line, f"“{pack.slug}” is no slug: small Latin letters, digits, single hyphens"
        )
    if pack.slug in ids.RESERVED:
        yield Problem(
            pack.path,
            line,
            f"“{pack.slug}” is the first part of another path of the site; name the game otherwise",
        )


def pack_texts(pack: Pack, known: Published) -> Iterator[Problem]:
    named = {"title": pack.title, "about": pack.about, "edition.title": pack.edition_title}
    named |= {f"origins.{key}": label for key, label in pack.origins.items()}
    named |= {f"kinds.{key}": label for key, label in pack.kinds.items()}
    for name, texts in named.items():
        for lang in LANGUAGES:
            if not texts.get(lang):
                yield Problem(pack.path, pack.lines[name], f"“{name}” has no text in {lang}")


# --- entries -----------------------------------------------------------------------------------------------


def entry_ids(pack: Pack, known: Published) -> Iterator[Problem]:
    """Bad and doubled slugs of entries and of clauses in one entry."""
    first: dict[str, PackEntry] = {}
    for entry in pack.entries:
        if not ids.is_slug(entry.slug):
            yield Problem(
                entry.path,
                entry.line,
                f"“{entry.slug}” is no slug: small Latin letters, digits, single hyphens",
            )
        if entry.id in first:
            other = first[entry.id]
            yield Problem(entry.path, entry.line, f"{entry.id} stands already in {other.path}:{other.line}")
        first.setdefault(entry.id, entry)
        yield from _clause_slugs(entry)


def _clause_slugs(entry: PackEntry) -> Iterator[Problem]:
    first: dict[str, PackClause] = {}
    for clause in entry.clauses:
        if clause.slug and not ids.is_slug(clause.slug):
            yield Problem(
                entry.path,
                clause.line,
                f"“{clause.slug}” is no slug: small Latin letters, digits, single hyphens",
            )
        if clause.slug in first:
            line = first[clause.slug].line
            yield Problem(
                entry.path, clause.line, f"the clause “{clause.slug}” stands already at line {line}"
            )
        first.setdefault(clause.slug, clause)


def unknown_kinds(pack: Pack, known: Published) -> Iterator[Problem]:
    for entry in pack.entries:
        if entry.kind and entry.kind not in pack.kinds:
            near = ids.nearest(entry.kind, pack.kinds)
            yield Problem(
                entry.path,
                entry.kind_line,
                f"unknown kind of entry “{entry.kind}”: [kinds] of {pack.path} has {', '.join(pack.kinds)}",
                near,
            )


def entry_texts(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    yield from _missing(entry.path, entry.line, "title", entry.title)
    yield from _missing(entry.path, entry.line, "short", entry.short)
    if not entry.clauses:
        yield Problem(entry.path, entry.line, f"{entry.id} has no clause")


def _missing(path: str, line: int, name: str, texts: Texts) -> Iterator[Problem]:
    for lang in LANGUAGES:
        if lang not in texts:
            yield Problem(path, line, f"{name} has no text in {lang}")
        elif not texts[lang].text:
            yield Problem(path, texts[lang].line, f"{name} in {lang} is empty")


def clause_headings(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    for clause in entry.clauses:
        if clause.kind and clause.kind not in CLAUSE_KINDS:
            near = ids.nearest(clause.kind, CLAUSE_KINDS)
            yield Problem(
                entry.path,
                clause.line,
                f"unknown kind of clause “{clause.kind}”: {', '.join(CLAUSE_KINDS)}",
                near,
            )
        if clause.origin and clause.origin not in pack.origins:
            near = ids.nearest(clause.origin, pack.origins)
            yield Problem(
                entry.path,
                clause.line,
                f"unknown origin “{clause.origin}”: [origins] of {pack.path} has {', '.join(pack.origins)}",
                near,
            )


def clause_texts(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    for clause in entry.clauses:
        yield from _missing(entry.path, clause.line, f"the clause “{clause.slug}”", clause.text)
        for name, texts in (("note", clause.note), ("reason", clause.reason)):
            if texts:
                yield from _missing(entry.path, clause.line, f"the {name} of “{clause.slug}”", texts)


def _all_texts(entry: PackEntry) -> Iterator[tuple[str, int]]:
    groups = [entry.short]
    for clause in entry.clauses:
        groups += [clause.text, clause.note, clause.reason]
    for texts in groups:
        for passage in texts.values():
            yield passage.text, passage.line


def link_targets(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    for text, line in _all_texts(entry):
        for target in markup.links(text):
            if target not in known and is_id(target):  # what is no id is a fault of the markup
                yield unknown(entry.path, line + markup.line_of(text, target), target, known)


def is_id(target: str) -> bool:
    try:
        ids.parse(target)
    except ids.BadId:
        return False
    return True


def unknown(path: str, line: int, target: str, known: Published) -> Problem:
    return Problem(path, line, f"there is no {target}", known.near(target))


def markup_faults(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    for text, line in _all_texts(entry):
        for fault in markup.faults(text):
            yield Problem(entry.path, line + fault.line, fault.message)


def see_also(pack: Pack, entry: PackEntry, known: Published) -> Iterator[Problem]:
    for target in entry.see:
        if target == entry.id:
            yield Problem(entry.path, entry.see_lines[target], "“see” names the entry itself")
        elif target not in known.entries:
            yield unknown(entry.path, entry.see_lines[target], target, known)


def ambiguous_names(pack: Pack, known: Published) -> Iterator[Problem]:
    """Two entries that answer to one title, alias or symbol: allowed, but worth a look."""
    bearers: dict[tuple[str, str], list[tuple[PackEntry, int]]] = defaultdict(list)
    for entry in pack.entries:
        for lang in LANGUAGES:
            names = [(alias, entry.alias_lines[lang]) for alias in entry.aliases[lang]]
            if lang in entry.title:
                names.append((entry.title[lang].text, entry.title[lang].line))
            for name, line in {name.casefold(): line for name, line in names if name}.items():
                bearers[lang, name].append((entry, line))
        if entry.symbol:
            bearers["symbol", entry.symbol].append((entry, entry.line))
    for (what, name), found in bearers.items():
        for entry, line in found[1:]:
            other = found[0][0].id
            what_shown = "symbol" if what == "symbol" else f"name in {what}"
            yield Problem(
                entry.path, line, f"the {what_shown} “{name}” is also one of {other}", level="warning"
            )


# --- examples ----------------------------------------------------------------------------------------------


def example_shape(example: PackExample) -> Iterator[Problem]:
    if not ids.is_slug(example.slug):
        yield Problem(
            example.path, 1, f"“{example.slug}” is no slug: small Latin letters, digits, single hyphens"
        )
    for name, texts in (("title", example.title), ("text", example.text)):
        for lang in LANGUAGES:
            if not texts.get(lang):
                yield Problem(example.path, example.line, f"{name} has no text in {lang}")
    if not example.cites:
        yield Problem(example.path, example.line, "“cites” names no clause")
    lines = [str(line.get("name")) for line in example.scenario.get("lines", []) if isinstance(line, dict)]
    for name in lines if len(lines) > 1 else []:
        if name not in example.line_titles:
            yield Problem(
                example.path,
                _line_of_name(example, name),
                f"the line “{name}” has no title for readers; give it one in [lines]",
            )
    for name, titles in example.line_titles.items():
        if name not in lines:
            yield Problem(example.path, example.line, f"“lines.{name}” names no line of the scenario")
        for lang in LANGUAGES:
            if not titles.get(lang):
                yield Problem(example.path, example.line, f"lines.{name} has no text in {lang}")
    try:
        json.dumps(example.scenario, allow_nan=False)
    except (TypeError, ValueError) as error:
        yield Problem(example.path, example.scenario_line, f"the scenario cannot be written as JSON: {error}")


def _line_of_name(example: PackExample, name: str) -> int:
    """Where the scenario names one of its lines."""
    wanted = re.compile(rf"""\bname\s*=\s*["']{re.escape(name)}["']""")
    for number, text in enumerate(example.source.splitlines(), 1):
        if number > example.scenario_line and wanted.search(text):
            return number
    return example.scenario_line


def example_cites(example: PackExample, known: Published) -> Iterator[Problem]:
    for cite in example.cites:
        if cite not in known.clauses:
            yield unknown(example.path, example.cite_lines[cite], cite, known)


# --- redirects ---------------------------------------------------------------------------------------------


def redirects(pack: Pack, known: Published) -> Iterator[Problem]:
    targets = {redirect.source: redirect.target for redirect in pack.redirects}
    for redirect in pack.redirects:
        path, line = redirect.path, redirect.line
        for name in filter(None, (redirect.source, redirect.target)):
            if not is_id(name):
                yield Problem(path, line, f"“{name}” is no id")
        if redirect.source in known:
            yield Problem(path, line, f"{redirect.source} is still there; a redirect would hide it")
        elif is_id(redirect.source) and ids.parse(redirect.source).game not in (pack.slug, ""):
            yield Problem(path, line, f"{redirect.source} is of another game; its redirect belongs there")
        if redirect.target in targets:
            yield Problem(
                path,
                line,
                f"{redirect.target} is itself redirected; name the id it has now",
                targets[redirect.target],
            )
        elif redirect.target and redirect.target not in known and is_id(redirect.target):
            yield unknown(path, line, redirect.target, known)
        if not redirect.target:
            for lang in LANGUAGES:
                if not redirect.words.get(lang):
                    yield Problem(path, line, f"{redirect.source} is gone, but nothing says why in {lang}")


def vanished(packs: Iterable[Pack], held: Iterable[str]) -> list[Problem]:
    """Published ids (`held` by the database) that the packs neither have nor redirect."""
    packs = list(packs)
    known = published(packs)
    by_game = {pack.slug: pack for pack in packs}
    problems = []
    for name in sorted(held):
        pack = by_game.get(ids.parse(name).game)
        if pack is None or name in known or _carried(name, pack, known):
            continue
        message = f"{name} was published and is gone: bring it back, or say in redirects.toml where it went"
        problems.append(Problem(f"{pack.folder}/redirects.toml", 1, message, known.near(name)))
    return problems


def redirected(name: str, packs: Iterable[Pack]) -> bool:
    """Whether a pack says where this very id went, or why it is gone."""
    return any(redirect.source == name for pack in packs for redirect in pack.redirects)


def _carried(name: str, pack: Pack, known: Published) -> bool:
    """A redirected entry carries along its clauses that have the same name at the target, or all when it is gone."""
    targets = {redirect.source: redirect.target for redirect in pack.redirects}
    entry, mark, clause = name.partition("#")
    if name in targets:
        return True
    return (
        bool(mark)
        and entry in targets
        and (not targets[entry] or f"{targets[entry]}#{clause}" in known.clauses)
    )
