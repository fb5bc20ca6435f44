"""What is made from texts when they change: HTML, plain words, and the rows of the backlinks table."""

from collections.abc import Iterable, Mapping
from typing import Any

from glossary import hooks, ids, markup
from glossary.languages import LANGUAGES
from glossary.models import Clause, Entry, Game, Link
from glossary.packs import Pack

CONTEXT_LENGTH = 240
Content = dict[str, Any]  # what a revision of a clause holds: kind, origin, text, note, reason


def content_of(clause: Clause) -> Content:
    return {
        "kind": clause.kind,
        "origin": clause.origin,
        "text": clause.text,
        "note": clause.note,
        "reason": clause.reason,
    }


def derived(content: Content, resolve: markup.Resolve) -> dict[str, Any]:
    return {
        "html": markup.render_all(content["text"], resolve),
        "plain": markup.plain_all(content["text"], resolve),
        "note_html": markup.render_all(content["note"], resolve),
        "reason_html": markup.render_all(content["reason"], resolve),
    }


def links_of_texts(
    kind: str, source: str, entry: str, texts: Mapping[str, str], plain: Mapping[str, str]
) -> list[Link]:
    """One row per target, with the words around it in every language that names it."""
    contexts: dict[str, dict[str, str]] = {}
    for lang in LANGUAGES:
        for target in markup.links(texts.get(lang, "")):
            contexts.setdefault(target, {})[lang] = _shortened(plain.get(lang, ""))
    return [_link(kind, source, target, context, entry=entry) for target, context in contexts.items()]


def links_of_clause(clause: str, entry: str, content: Content, resolve: markup.Resolve) -> list[Link]:
    found = []
    for kind, texts in (("clause", content["text"]), ("note", content["note"])):
        found += links_of_texts(kind, clause, entry, texts, markup.plain_all(texts, resolve))
    return found


def links_of_see(entry: str, see: Iterable[str]) -> list[Link]:
    return [_link("see", entry, target, {}, entry=entry) for target in dict.fromkeys(see)]


def links_of_example(example: str, cites: Iterable[str]) -> list[Link]:
    return [_link("example", example, cite, {}, example=example) for cite in dict.fromkeys(cites)]


def _link(
    kind: str,
    source: str,
    target: str,
    context: dict[str, str],
    *,
    entry: str | None = None,
    example: str | None = None,
) -> Link:
    return Link(
        source_kind=kind,
        source_id=source,
        target_id=target,
        target_entry=ids.parse(target).entry or target,
        entry_id=entry,
        example_id=example,
        context=context,
    )


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= CONTEXT_LENGTH:
        return text
    return text[:CONTEXT_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


# --- what links lead to ------------------------------------------------------------------------------------


def targets_of_packs(packs: Iterable[Pack]) -> dict[str, markup.Target]:
    found = {}
    for pack in packs:
        for entry in pack.entries:
            title = {lang: passage.text for lang, passage in entry.title.items()}
            found[entry.id] = markup.Target(ids.parse(entry.id).url, title, pack.language)
            for number, clause in enumerate(entry.clauses, 1):
                name = entry.clause_id(clause)
                found[name] = markup.Target(ids.parse(name).url, title, pack.language, number)
        for example in pack.examples:
            found[example.id] = markup.Target(ids.parse(example.id).url, example.title, pack.language)
    return found


def targets_of_site(games: Iterable[str] | None = None) -> dict[str, markup.Target]:
    """Everything that is live in the database, or of some games of it."""
    chosen = Game.objects.all() if games is None else Game.objects.filter(pk__in=games)
    found = {}
    for game in chosen:
        titles = {}
        for entry in Entry.objects.filter(game=game, live=True).only("id", "title"):
            titles[entry.id] = entry.title
            found[entry.id] = markup.Target(ids.parse(entry.id).url, entry.title, game.language)
        clauses = Clause.objects.filter(entry__game=game, live=True).values_list("id", "entry_id", "number")
        for name, entry_id, number in clauses:
            if entry_id in titles:
                found[name] = markup.Target(ids.parse(name).url, titles[entry_id], game.language, number)
        for example, title in game.examples.filter(live=True).values_list("id", "title"):
            found[example] = markup.Target(ids.parse(example).url, title, game.language)
    for part in hooks.PACK_PARTS:
        found |= part.held(games)
    return found
