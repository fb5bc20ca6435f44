"""The reference for programs. Every text comes in all its languages; errors are problem documents."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.language import current
from config.problems import Problem
from glossary import hooks, ids, pages, queries, search
from glossary.conditional import conditional
from glossary.models import Clause, Entry, Example, Link

_GAME = OpenApiParameter("game", str, description="Only of this game (its slug).")


class Texts(serializers.Serializer):
    """One text per language."""

    ru = serializers.CharField(required=False)
    zh = serializers.CharField(required=False)
    en = serializers.CharField(required=False)


class Names(serializers.Serializer):
    """Other names per language."""

    ru = serializers.ListField(child=serializers.CharField(), required=False)
    zh = serializers.ListField(child=serializers.CharField(), required=False)
    en = serializers.ListField(child=serializers.CharField(), required=False)


class EntryRow(serializers.Serializer):
    id = serializers.CharField()
    game = serializers.CharField()
    slug = serializers.CharField()
    kind = serializers.CharField()
    title = Texts()
    short = Texts(help_text="The one-line definition, Markdown whose links lead to ids.")
    url = serializers.CharField(help_text="The path of its page.")


class Backlink(serializers.Serializer):
    source = serializers.CharField(help_text="The id that names this one.")
    kind = serializers.ChoiceField(["clause", "note", "short", "see", "example", "ruling"])
    target = serializers.CharField(help_text="The entry or clause that is named.")


class ClauseDocument(serializers.Serializer):
    id = serializers.CharField()
    number = serializers.IntegerField(help_text="Its place in the entry: for display only, it may change.")
    kind = serializers.ChoiceField(list(pages.CLAUSE_KINDS))
    mechanical = serializers.BooleanField()
    origin = serializers.CharField()
    text = Texts(help_text="Markdown whose links lead to ids.")
    html = Texts()
    note = Texts()
    reason = Texts(help_text="Why a clause that could act is not carried out; mostly empty.")
    edited = serializers.BooleanField(help_text="Edited on the site: its pack says it otherwise.")
    links = serializers.ListField(child=serializers.CharField(), help_text="Ids that its text or note names.")
    backlinks = Backlink(many=True)
    examples = serializers.ListField(child=serializers.CharField(), help_text="Ids of examples that cite it.")
    rulings = serializers.ListField(child=serializers.CharField(), help_text="Ids of rulings that cite it.")
    url = serializers.CharField()


class EntryDocument(EntryRow):
    symbol = serializers.CharField(allow_blank=True)
    aliases = Names()
    language = serializers.CharField(help_text="The language of the authoritative text.")
    edition = serializers.CharField(allow_blank=True)
    see = serializers.ListField(child=serializers.CharField())
    clauses = ClauseDocument(many=True)
    links = serializers.ListField(child=serializers.CharField())
    backlinks = Backlink(many=True)
    examples = serializers.ListField(child=serializers.CharField())
    rulings = serializers.ListField(child=serializers.CharField())


class Result(serializers.Serializer):
    kind = serializers.ChoiceField(["entry", "clause", "ruling", "example"])
    id = serializers.CharField()
    entry = serializers.CharField(help_text="The entry it belongs to.")
    game = serializers.CharField()
    title = serializers.CharField()
    original = serializers.CharField(
        allow_blank=True, help_text="The title in the game's language if another is shown."
    )
    url = serializers.CharField()
    snippet = serializers.CharField(help_text="HTML; what was found stands in <mark>.")
    snippet_lang = serializers.CharField()


class Results(serializers.Serializer):
    q = serializers.CharField(allow_blank=True)
    game = serializers.CharField(allow_blank=True)
    results = Result(
        many=True, help_text="The best first: entries, then clauses, then rulings, then examples."
    )


class ExampleDocument(serializers.Serializer):
    id = serializers.CharField()
    game = serializers.CharField()
    slug = serializers.CharField()
    title = Texts()
    text = Texts()
    cites = serializers.ListField(child=serializers.CharField())
    url = serializers.CharField()
    scenario = serializers.JSONField(help_text="A document as /api/v1/play/ takes it.")
    check = serializers.JSONField(
        allow_null=True,
        help_text="How it came out when it was last played: {result, line, step, clause, at, since, engine}.",
    )


class EntriesDocument(serializers.Serializer):
    count = serializers.IntegerField()
    results = EntryRow(many=True)


class ExamplesDocument(serializers.Serializer):
    count = serializers.IntegerField()
    results = ExampleDocument(many=True)


class ProblemDocument(serializers.Serializer):
    """RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(required=False)
    errors = serializers.ListField(child=serializers.DictField(), required=False)


_NOT_FOUND = {404: ProblemDocument}
_MOVED = {301: None, 410: ProblemDocument}


def chosen_game(request: HttpRequest) -> str:
    slug = request.GET.get("game", "").strip()
    if slug and queries.game(slug) is None:
        known = queries.game_slugs()
        near = ids.nearest(slug, known)
        hint = f"; did you mean “{near}”?" if near else "."
        detail = f"There is no game “{slug}”{hint} Known games: {', '.join(known) or 'none'}."
        raise Problem(404, detail=detail, errors=[{"parameter": "game", "detail": f"unknown game “{slug}”"}])
    return slug


def _cached(
    request: Request, make: Callable[[], Response], *, also: str = "", state: queries.State | None = None
) -> HttpResponseBase:
    return conditional(request._request, state or queries.state(), make, also=also)


def _listed(rows: Iterable[dict[str, Any]]) -> Response:
    results = list(rows)
    return Response({"count": len(results), "results": results})


def entry_row(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "game": entry.game_id,
        "slug": entry.slug,
        "kind": entry.kind,
        "title": entry.title,
        "short": entry.short,
        "url": ids.parse(entry.pk).url,
    }


def example_document(example: Example, check: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "id": example.pk,
        "game": example.game_id,
        "slug": example.slug,
        "title": example.title,
        "text": example.text,
        "cites": example.cites,
        "url": ids.parse(example.pk).url,
        "scenario": example.scenario,
        "check": check,
    }


def entry_document(entry: Entry) -> dict[str, Any]:
    outgoing: dict[str, list[str]] = defaultdict(list)
    for source, target in (
        Link.objects.filter(entry=entry).exclude(source_kind="see").values_list("source_id", "target_id")
    ):
        if target not in outgoing[source]:
            outgoing[source].append(target)
    incoming: dict[str, list[dict[str, str]]] = defaultdict(list)
    for link in queries.links_to(entry.pk):
        if (link.entry or link.example) and (link.entry or link.example).live:
            incoming[link.target_id].append(
                {"source": link.source_id, "kind": link.source_kind, "target": link.target_id}
            )
    for row in hooks.cited_in(entry.pk, current()):
        for clause in row["cites"]:
            incoming[clause].append({"source": row["id"], "kind": row["kind"], "target": clause})
    edition = entry.game.edition
    return {
        **entry_row(entry),
        "symbol": entry.symbol,
        "aliases": entry.aliases,
        "language": entry.game.language,
        "edition": edition.name if edition else "",
        "see": entry.see,
        "clauses": [_clause(clause, outgoing, incoming) for clause in queries.clauses_of(entry.pk)],
        "links": list(dict.fromkeys(target for targets in outgoing.values() for target in targets)),
        "backlinks": [link for links in incoming.values() for link in links],
        "examples": _sources(incoming, "example"),
        "rulings": _sources(incoming, "ruling"),
    }


def _sources(incoming: dict[str, list[dict[str, str]]], kind: str) -> list[str]:
    found = (row["source"] for rows in incoming.values() for row in rows if row["kind"] == kind)
    return list(dict.fromkeys(found))


def _clause(
    clause: Clause, outgoing: dict[str, list[str]], incoming: dict[str, list[dict[str, str]]]
) -> dict[str, Any]:
    backlinks = incoming.get(clause.pk, [])
    return {
        "id": clause.pk,
        "number": clause.number,
        "kind": clause.kind,
        "mechanical": clause.kind == "mechanical",
        "origin": clause.origin,
        "text": clause.text,
        "html": clause.html,
        "note": clause.note,
        "reason": clause.reason,
        "edited": clause.edited,
        "links": outgoing.get(clause.pk, []),
        "backlinks": backlinks,
        "examples": [row["source"] for row in backlinks if row["kind"] == "example"],
        "rulings": [row["source"] for row in backlinks if row["kind"] == "ruling"],
        "url": ids.parse(clause.pk).url,
    }


class EntriesView(APIView):
    @extend_schema(operation_id="entries", parameters=[_GAME], responses={200: EntriesDocument, **_NOT_FOUND})
    def get(self, request: Request) -> HttpResponseBase:
        """All entries in the order of their games' alphabets."""
        game = chosen_game(request)
        return _cached(request, lambda: _listed(entry_row(row) for row in queries.entries(game)))


class EntryView(APIView):
    @extend_schema(
        operation_id="entry",
        parameters=[OpenApiParameter("entry", str, "path", description="Its id, such as berserk:move.")],
        responses={200: EntryDocument, **_MOVED, **_NOT_FOUND},
    )
    def get(self, request: Request, entry: str) -> HttpResponseBase:
        """One entry with its clauses, links, backlinks and examples."""
        try:
            name = ids.parse(entry)
        except ids.BadId as error:
            raise Problem(404, detail=str(error)) from None
        found = queries.entry(str(name)) if name.kind == "entry" else None
        if found is None:
            return _moved_entry(name)
        return _cached(request, lambda: Response(entry_document(found)), state=queries.state_of(found.game))


def _moved_entry(name: ids.Id) -> HttpResponseBase:
    became = queries.now(str(name))
    if became is None:
        near = [row["id"] for row in queries.suggestions(str(name), current())]
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise Problem(404, detail=f"There is no entry {name}{hint}")
    if not became.target:
        raise Problem(410, detail=became.words.get("en", f"{name} is gone."))
    target = ids.parse(became.target).entry or became.target
    return Response(status=301, headers={"Location": f"/api/v1/entries/{target}/"})


class SearchView(APIView):
    throttle_scope = "search"

    @extend_schema(
        operation_id="search",
        parameters=[OpenApiParameter("q", str, description="The question, in any of the languages."), _GAME],
        responses={200: Results, **_NOT_FOUND},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Answers to a question: titles and snippets in the language of `lang` (ru, zh; en without it)."""
        game = chosen_game(request)
        q = request.GET.get("q", "").strip()

        def make() -> Response:
            rows = pages.results(search.search(q, game=game), current())
            return Response({"q": q, "game": game, "results": [_result(row) for row in rows]})

        return _cached(request, make, also=search.generation())


def _result(row: dict[str, Any]) -> dict[str, Any]:
    names = ("kind", "id", "entry", "game", "title", "original", "url", "snippet_lang")
    return {**{name: row[name] for name in names}, "snippet": row["snippet_html"]}


def _documents(examples: Iterable[Example]) -> list[dict[str, Any]]:
    rows = list(examples)
    checks = hooks.board_checks(row.pk for row in rows)
    return [example_document(row, checks.get(row.pk, {}).get("document")) for row in rows]


class ExamplesView(APIView):
    @extend_schema(
        operation_id="examples", parameters=[_GAME], responses={200: ExamplesDocument, **_NOT_FOUND}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All examples with their scenarios."""
        game = chosen_game(request)
        return _cached(request, lambda: _listed(_documents(queries.examples(game))))


class ExampleView(APIView):
    @extend_schema(
        operation_id="example",
        responses={200: ExampleDocument, 301: None, 410: ProblemDocument, **_NOT_FOUND},
    )
    def get(self, request: Request, game: str, slug: str) -> HttpResponseBase:
        """One example with its scenario."""
        name = ids.example_id(game, slug)
        found = queries.examples(game).filter(pk=name).first()
        if found is not None:
            return _cached(request, lambda: Response(_documents([found])[0]))
        became = queries.now(name)
        if became is None:
            known = queries.examples().values_list("pk", flat=True)
            near = ids.nearest(name, list(known))
            hint = f"; did you mean {near}?" if near else "."
            raise Problem(404, detail=f"There is no {name}{hint}")
        if not became.target:
            raise Problem(410, detail=became.words.get("en", f"{name} is gone."))
        moved = ids.parse(became.target)
        return Response(status=301, headers={"Location": f"/api/v1/examples/{moved.game}/{moved.slug}/"})
