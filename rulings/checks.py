"""What the ruling files of the packs say, judged: one small function per check, each gives every problem it finds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from glossary import ids, markup
from glossary.checks import Published, is_id, unknown
from glossary.languages import LANGUAGES
from glossary.packs import Pack
from glossary.problems import Problem
from glossary.toml_file import TomlFile

from .ruling_file import SECTIONS, PackRuling

LONGEST_TITLE = 110


def check(rulings: Iterable[PackRuling], packs: Iterable[Pack], known: Published) -> list[Problem]:
    by_slug = {pack.slug: pack for pack in packs}
    problems: list[Problem] = []
    first: dict[str, PackRuling] = {}
    for ruling in rulings:
        other = first.setdefault(ruling.slug, ruling)
        if other is not ruling:  # the name is one for all games: rulings are cited without their game
            problems.append(
                Problem(ruling.path, ruling.lines["slug"], f"{ruling.id} stands already in {other.path}")
            )
        for one in (names, texts, played_or_not, cites, links, source):
            problems += one(ruling, by_slug[ruling.game], known)
    return sorted(set(problems))


def names(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    if not ids.is_slug(ruling.slug):
        line = ruling.lines["slug"]
        yield Problem(
            ruling.path, line, f"“{ruling.slug}” is no slug: small Latin letters, digits, single hyphens"
        )
    target, line = ruling.superseded_by, ruling.lines["superseded-by"]
    if target == ruling.id:
        yield Problem(ruling.path, line, "“superseded-by” names the ruling itself")
    elif target and target not in known.rulings:
        yield unknown(ruling.path, line, target, known)


def texts(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    for lang in LANGUAGES:
        title = ruling.title.get(lang, "")
        if not title.strip():
            yield Problem(ruling.path, ruling.lines["title"], f"title has no text in {lang}")
        elif len(title) > LONGEST_TITLE:
            yield Problem(
                ruling.path,
                ruling.lines["title"],
                f"the title in {lang} has {len(title)} characters; at most {LONGEST_TITLE}",
            )
        for section in SECTIONS:
            passage = ruling.sections.get(section, {}).get(lang)
            if passage is None:
                yield Problem(ruling.path, ruling.lines["slug"], f"“## {section}” has no text in {lang}")
            elif not passage.text:
                yield Problem(ruling.path, passage.line, f"“## {section}” in {lang} is empty")


def played_or_not(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    """A board, or why there is none."""
    if ruling.scenario is None:
        if not ruling.not_played:
            yield Problem(
                ruling.path,
                ruling.lines["slug"],
                "the ruling has neither a [scenario] nor a [not_played] that says why it has none",
            )
            return
        for lang in LANGUAGES:
            if not ruling.not_played.get(lang, "").strip():
                yield Problem(ruling.path, ruling.lines["not_played"], f"not_played has no text in {lang}")
        return
    line = ruling.lines["scenario"]
    if ruling.not_played:
        yield Problem(ruling.path, line, "the ruling has a [scenario]; [not_played] does not go with it")
    if not ruling.scenario.get("claims"):
        yield Problem(ruling.path, line, "the scenario claims nothing: nobody could tell whether it holds")
    try:
        json.dumps(ruling.scenario, allow_nan=False)
    except (TypeError, ValueError) as error:
        yield Problem(ruling.path, line, f"the scenario cannot be written as JSON: {error}")
    yield from _lines(ruling)


def _lines(ruling: PackRuling) -> Iterator[Problem]:
    assert ruling.scenario is not None
    given = ruling.scenario.get("lines", [])
    lines = [str(line.get("name")) for line in given if isinstance(line, dict)]
    for name in lines if len(lines) > 1 else []:
        if name not in ruling.line_titles:
            yield Problem(
                ruling.path,
                ruling.lines["scenario"],
                f"the line “{name}” has no title for readers; give it one in [lines]",
            )
    for name, titles in ruling.line_titles.items():
        line = ruling.lines[f"lines.{name}"]
        if name not in lines:
            yield Problem(ruling.path, line, f"“lines.{name}” names no line of the scenario")
        for lang in LANGUAGES:
            if not titles.get(lang):
                yield Problem(ruling.path, line, f"lines.{name} has no text in {lang}")


def cites(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    if not ruling.cites:
        yield Problem(ruling.path, ruling.lines["cites"], "“cites” names no clause")
    for cite in ruling.cites:
        if cite not in known.clauses:
            yield unknown(ruling.path, ruling.cite_lines[cite], cite, known)


def links(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    for section in SECTIONS:
        for passage in ruling.sections.get(section, {}).values():
            for target in markup.links(passage.text):
                if target not in known and is_id(target):
                    line = passage.line + markup.line_of(passage.text, target)
                    yield unknown(ruling.path, line, target, known)
            for fault in markup.faults(passage.text):
                yield Problem(ruling.path, passage.line + fault.line, fault.message)


def source(ruling: PackRuling, pack: Pack, known: Published) -> Iterator[Problem]:
    kind = ruling.source_kind
    if kind and kind not in pack.origins:
        yield Problem(
            ruling.path,
            ruling.lines.get("source.kind", ruling.lines["source"]),
            f"unknown kind of source “{kind}”: [origins] of {pack.path} has {', '.join(pack.origins)}",
            ids.nearest(kind, pack.origins),
        )
    for lang in LANGUAGES:
        if not ruling.source_title.get(lang):
            yield Problem(ruling.path, ruling.lines["source"], f"source.title has no text in {lang}")
    if ruling.source_url and not is_web_address(ruling.source_url):
        line = ruling.lines["source.url"]
        yield Problem(ruling.path, line, f"“source.url” must be a web address, not “{ruling.source_url}”")


def is_web_address(given: str) -> bool:
    """Whether it can be a link to another site: a scheme of the web, a host, nothing that no address holds."""
    try:
        parts = urlsplit(given)
    except ValueError:
        return False
    return parts.scheme in {"https", "http"} and bool(parts.hostname) and not re.search(r'[\s\0<>"\\]', given)


# --- played ------------------------------------------------------------------------------------------------


def played(ruling: PackRuling, mechanical: frozenset[str]) -> list[Problem]:
    """What playing shows. A document that cannot be read is an error of the file; a ruling that does not hold
    is a warning: it is loaded, and its badge says so."""
    from simulator.engine.scenario import BadScenario  # late: with it comes the engine

    from .verifying import prove

    if ruling.scenario is None:
        return []
    toml = TomlFile(ruling.path, ruling.source, [], first_line=ruling.first_line)

    def problem(pointer: str, message: str, level: str) -> Problem:
        line = toml.line_at(pointer, "scenario")
        return Problem(ruling.path, line, f"scenario{pointer}{message}", level=level)

    try:
        proof = prove(ruling.scenario)
    except BadScenario as bad:
        return [problem(each.pointer, f": {each.detail}", "error") for each in bad.problems]
    found = [
        problem(
            each.pointer,
            f" stops line “{each.line}”: {each.words['en']}"
            if each.result == "stops"
            else f" does not hold: {each.words['en']}",
            "warning",
        )
        for each in proof.failures
    ]
    for cite in ruling.cites:
        if cite in mechanical and cite not in proof.cited and cite not in ruling.situations:
            line = ruling.cite_lines[cite]
            message = f"{cite} is cited, but no step or refusal shows it"
            found.append(Problem(ruling.path, line, message, level="warning"))
    return found
