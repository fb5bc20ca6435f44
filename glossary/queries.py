"""Reads of the glossary: games, entries, clauses, examples, and what an id means today."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet

from glossary import ids
from glossary.languages import text
from glossary.models import Clause, Entry, Example, Game, Link, Redirect


@dataclass(frozen=True)
class State:
    """The number and time of the last change of any content."""

    version: int
    changed: datetime.datetime | None


@dataclass(frozen=True)
class Now:
    """What an id that is not live has become: another id, or nothing, with words that say why."""

    target: str = ""
    words: dict[str, str] = field(default_factory=dict)


def state() -> State:
    """Asked by every request, so in plain SQL: the ORM would cost more than a kept page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(version), MAX(changed) FROM glossary_game")
        return _state(cursor.fetchone())


@lru_cache(maxsize=8)
def _state(_row: tuple[Any, ...]) -> State:
    """The state that a row means, as the ORM reads it (a database's own driver may give the time as text)."""
    found = Game.objects.aggregate(version=Max("version"), changed=Max("changed"))
    return State(found["version"] or 0, found["changed"])


def state_of(game: Game) -> State:
    """The same without a query: every game bears the number of the last change of any content."""
    return State(game.version, game.changed)


# --- games -------------------------------------------------------------------------------------------------


def games(lang: str) -> list[dict[str, Any]]:
    """Every game in its order, as pages list them."""
    return [game_context(game, lang) for game in Game.objects.select_related("edition")]


@lru_cache(maxsize=8)
def games_at(state: State, lang: str) -> list[dict[str, Any]]:
    """The same, read once for a state of the content. Callers only read it."""
    return games(lang)


def game_context(game: Game, lang: str) -> dict[str, Any]:
    title = text(game.title, lang, game.language)
    own = game.title.get(game.language, "")
    edition = game.edition
    return {
        "slug": game.slug,
        "title": title,
        "original": own if own != title else "",
        "about": text(game.about, lang, game.language),
        "accent": game.accent,
        "language": game.language,
        "count": game.count,
        "url": f"/{game.slug}/",
        "edition": text(edition.title, lang, game.language) if edition else "",
    }


def game(slug: str) -> Game | None:
    return Game.objects.select_related("edition").filter(pk=slug).first()


def game_slugs() -> list[str]:
    return list(Game.objects.values_list("pk", flat=True))


# --- entries and clauses -----------------------------------------------------------------------------------


def entries(game_slug: str = "") -> QuerySet[Entry]:
    found = Entry.objects.filter(live=True).select_related("game__edition")
    if game_slug:
        found = found.filter(game=game_slug)
    return found.order_by("game__order", "game", "place")


def entry(entry_id: str) -> Entry | None:
    return Entry.objects.filter(pk=entry_id, live=True).select_related("game__edition").first()


def clauses_of(entry_id: str) -> list[Clause]:
    return list(Clause.objects.filter(entry=entry_id, live=True).order_by("number"))


def clauses(wanted: Iterable[str], lang: str) -> dict[str, dict[str, Any]]:
    """For every clause that is live: its label, page and text, as chips and previews show them."""
    rows = Clause.objects.filter(pk__in=list(wanted), live=True).select_related("entry__game")
    found = {}
    for clause in rows:
        language = clause.entry.game.language
        title = text(clause.entry.title, lang, language)
        found[clause.pk] = {
            "id": clause.pk,
            "label": f"{title} § {clause.number}",
            "title": title,
            "number": clause.number,
            "url": ids.parse(clause.pk).url,
            "html": text(clause.html, lang, language),
            "text": text(clause.plain, lang, language),
        }
    return found


def links_to(entry_id: str) -> QuerySet[Link]:
    """Everything that names an entry or one of its clauses, examples included; itself not."""
    found = Link.objects.filter(target_entry=entry_id).exclude(entry=entry_id)
    return found.select_related("entry", "example").order_by("source_kind", "source_id", "target_id")


def boards(game_slug: str = "") -> set[str]:
    """Ids of the entries that an example shows."""
    found = Link.objects.filter(source_kind="example", example__live=True)
    if game_slug:
        found = found.filter(example__game=game_slug)
    return set(found.values_list("target_entry", flat=True))


def suggestions(wanted: str, lang: str, count: int = 3) -> list[dict[str, str]]:
    """Entries that an unknown id or path was probably meant to be."""
    rows = {row.pk: row for row in Entry.objects.filter(live=True).select_related("game")}
    near = ids.nearest_all(wanted, rows, count)
    return [
        {
            "id": name,
            "title": text(rows[name].title, lang, rows[name].game.language),
            "url": ids.parse(name).url,
        }
        for name in near
    ]


def now(old: str) -> Now | None:
    """What a published id has become; None for one that never was, or still is, itself."""
    found = Redirect.objects.filter(pk=old).first()
    if found:
        return Now(found.target, found.words)
    entry_part, mark, clause = old.partition("#")
    whole = Redirect.objects.filter(pk=entry_part).first() if mark else None
    if whole is None:
        return None
    if not whole.target:
        return Now("", whole.words)
    same = f"{whole.target}#{clause}"
    return Now(same if Clause.objects.filter(pk=same, live=True).exists() else whole.target)


# --- examples ----------------------------------------------------------------------------------------------


def examples(game_slug: str = "") -> QuerySet[Example]:
    found = Example.objects.filter(live=True).select_related("game")
    if game_slug:
        found = found.filter(game=game_slug)
    return found.order_by("game__order", "game", "slug")


def example(example_id: str, lang: str) -> dict[str, Any] | None:
    """One example with its whole scenario document, in one language."""
    row = Example.objects.filter(pk=example_id, live=True).select_related("game").first()
    if row is None:
        return None
    return {**example_context(row, lang), "scenario": row.scenario}


def example_context(row: Example, lang: str) -> dict[str, Any]:
    language = row.game.language
    return {
        "id": row.pk,
        "game": row.game_id,
        "slug": row.slug,
        "title": text(row.title, lang, language),
        "text": text(row.text_plain, lang, language),
        "url": ids.parse(row.pk).url,
        "cites": row.cites,
        "line_titles": {name: text(titles, lang, language) for name, titles in row.line_titles.items()},
    }
