"""What is indexed: one document per entry, clause, example and thing of another app, in all languages at once.

Scripts do not share terms, so the languages of a text do not disturb each other in one field.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from glossary import hooks
from glossary.languages import LANGUAGES
from glossary.models import Clause, Entry, Example
from glossary.search import analysis
from glossary.search.backend import Document

VERSION = 2  # change it when the documents of the same content change


def all_documents() -> Iterator[Document]:
    yield from _of_entries(Entry.objects.filter(live=True))
    yield from _of_examples(Example.objects.filter(live=True))
    yield from _of_others(None)


def documents_of(owners: Iterable[str]) -> Iterator[Document]:
    owners = list(owners)
    yield from _of_entries(Entry.objects.filter(live=True, pk__in=owners))
    yield from _of_examples(Example.objects.filter(live=True, pk__in=owners))
    yield from _of_others(owners)


def _of_entries(entries: Iterable[Entry]) -> Iterator[Document]:
    entries = list(entries)
    clauses: dict[str, list[Clause]] = {entry.pk: [] for entry in entries}
    for clause in Clause.objects.filter(live=True, entry__in=clauses).order_by("number"):
        clauses[clause.entry_id].append(clause)
    for entry in entries:
        yield _entry(entry, clauses[entry.pk])
        for clause in clauses[entry.pk]:
            yield Document(
                id=clause.pk,
                owner=entry.pk,
                kind="clause",
                game=entry.game_id,
                fields={"clause": _terms(_values(clause.plain))},
            )


def _entry(entry: Entry, clauses: list[Clause]) -> Document:
    titles = list(_values(entry.title))
    aliases = list(chain.from_iterable(entry.aliases.get(lang, []) for lang in LANGUAGES))
    names = list(chain.from_iterable(analysis.names(title) for title in titles)) + aliases
    if entry.symbol:
        names.append(entry.symbol)
    bodies = [*_values(entry.short_plain), *chain.from_iterable(_values(clause.plain) for clause in clauses)]
    return Document(
        id=entry.pk,
        owner=entry.pk,
        kind="entry",
        game=entry.game_id,
        fields={
            "title": _terms(titles),
            "alias": list(dict.fromkeys(_terms(aliases))),  # a word in five aliases counts once
            "body": _terms(bodies),
            "acronym": analysis.acronyms([*titles, *aliases]),
            "key": _keys(analysis.key, names),
            "skey": _keys(analysis.stem_key, names),
            "tword": _surfaces([*titles, *aliases]),
            "bword": _surfaces(bodies),
        },
    )


def _of_examples(examples: Iterable[Example]) -> Iterator[Document]:
    for example in examples:
        titles = list(_values(example.title))
        yield Document(
            id=example.pk,
            owner=example.pk,
            kind="example",
            game=example.game_id,
            fields={"title": _terms(titles), "clause": _terms(_values(example.text_plain))},
        )


def _of_others(owners: list[str] | None) -> Iterator[Document]:
    for searched in hooks.SEARCHED:
        for found in searched.texts(owners):
            bodies = chain.from_iterable(_values(body) for body in found.body)
            yield Document(
                id=found.id,
                owner=found.id,
                kind=searched.kind,
                game=found.game,
                fields={"title": _terms(_values(found.title)), "clause": _terms(bodies)},
            )


def _values(texts: dict[str, str]) -> Iterator[str]:
    return (texts[lang] for lang in LANGUAGES if texts.get(lang))


def _terms(texts: Iterable[str]) -> list[str]:
    return [term for text in texts for term in analysis.terms(text)]


def _surfaces(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in analysis.surfaces(text)]


def _keys(make: Callable[[str], str], names: Iterable[str]) -> list[str]:
    return sorted({made for name in names if (made := make(name))})
