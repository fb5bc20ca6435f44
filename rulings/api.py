"""Rulings for programs. Every text comes in all its languages; errors are problem documents."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.language import DJANGO_CODES
from config.problems import Problem
from glossary import ids
from glossary import queries as glossary
from glossary.api import ProblemDocument, Texts, chosen_game
from glossary.conditional import conditional
from glossary.languages import LANGUAGES, text

from . import queries, words
from .models import Check, Ruling
from .pages import check_document
from .ruling_file import ANSWERS, STATES
from .verifying import RESULTS


class SourceDocument(serializers.Serializer):
    kind = serializers.CharField(help_text="An origin of the game: official-answer, seed, players, …")
    title = Texts()
    url = serializers.CharField(allow_blank=True)
    date = serializers.CharField(allow_blank=True, help_text="YYYY-MM-DD, where the source tells one.")


class CheckDocument(serializers.Serializer):
    result = serializers.ChoiceField(list(RESULTS))
    line = serializers.CharField(allow_blank=True, help_text="The line that departs; empty when it holds.")
    step = serializers.IntegerField(allow_null=True, help_text="Its first step that differs or that fails.")
    clause = serializers.CharField(allow_null=True, help_text="The clause because of which it stops.")
    at = serializers.DateTimeField(help_text="When it was last played.")
    since = serializers.DateTimeField(help_text="Since when it stands so.")
    engine = serializers.CharField()


class RulingDocument(serializers.Serializer):
    id = serializers.CharField()
    game = serializers.CharField()
    slug = serializers.CharField()
    title = Texts(help_text="The question in short.")
    question = Texts(help_text="Markdown whose links lead to ids, like all texts here.")
    answer = serializers.ChoiceField(list(ANSWERS), help_text="other: the verdict's sentence is the answer.")
    verdict = Texts(help_text="The answer's word and one sentence.")
    why = Texts()
    cites = serializers.ListField(child=serializers.CharField(), help_text="Ids of clauses.")
    source = SourceDocument()
    state = serializers.ChoiceField(list(STATES))
    date = serializers.DateField(help_text="Of the ruling as it stands here.")
    superseded_by = serializers.CharField(allow_null=True)
    check = CheckDocument(
        allow_null=True, help_text="How its board came out when last played; null without one."
    )
    scenario = serializers.JSONField(allow_null=True, help_text="A document as /api/v1/play/ takes it.")
    scenario_url = serializers.CharField(allow_null=True, help_text="The permanent link of its board.")
    not_played = Texts(help_text="Why there is no board; empty when there is one.")
    url = serializers.CharField()


class RulingsDocument(serializers.Serializer):
    count = serializers.IntegerField()
    results = RulingDocument(many=True)


_NOT_FOUND = {404: ProblemDocument}


def ruling_document(row: Ruling, check: Check | None) -> dict[str, Any]:
    board = row.stored is not None and not row.stored.hidden
    return {
        "id": row.pk,
        "game": row.game_id,
        "slug": row.slug,
        "title": row.title,
        "question": row.question,
        "answer": row.answer,
        "verdict": _verdict(row),
        "why": row.why,
        "cites": row.cites,
        "source": row.source,
        "state": row.state,
        "date": row.date,
        "superseded_by": row.superseded_by or None,
        "check": check and check_document(check),
        "scenario": row.scenario if board else None,
        "scenario_url": reverse("simulator:scenario", args=[row.stored.code])
        if board and row.stored
        else None,
        "not_played": row.not_played,
        "url": row.get_absolute_url(),
    }


def _verdict(row: Ruling) -> dict[str, str]:
    """The answer's word, then the sentence: as the page says it."""
    said = {}
    for lang in LANGUAGES:
        sentence = row.verdict.get(lang, "")
        with translation.override(DJANGO_CODES[lang]):
            lead = words.answer(row.answer)
        if sentence:
            stop = "。" if lang == "zh" else ". "
            said[lang] = f"{lead}{stop}{sentence}" if lead else sentence
    return said


class RulingsView(APIView):
    @extend_schema(
        operation_id="rulings",
        parameters=[
            OpenApiParameter("game", str, description="Only of this game (its slug)."),
            OpenApiParameter(
                "cites", str, description="Only those that cite this clause, or a clause of this entry."
            ),
            OpenApiParameter("result", str, enum=list(RESULTS), description="Only those that stand so."),
        ],
        responses={200: RulingsDocument, **_NOT_FOUND},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All rulings, the newest first, each with how its board came out when it was last played."""
        game, cites = chosen_game(request._request), request.GET.get("cites", "").strip()
        result = request.GET.get("result", "").strip()
        if result and result not in RESULTS:
            detail = f"“{result}” is none of {', '.join(RESULTS)}."
            raise Problem(400, detail=f"result: {detail}", errors=[{"parameter": "result", "detail": detail}])

        def make() -> Response:
            rows = [row for row in queries.rulings(game) if not cites or _cites(row, cites)]
            checks = queries.checks(row.pk for row in rows)
            found = [ruling_document(row, checks.get(row.pk)) for row in rows]
            if result:
                found = [each for each in found if each["check"] and each["check"]["result"] == result]
            return Response({"count": len(found), "results": found})

        return _cached(request._request, make)


class RulingView(APIView):
    @extend_schema(
        operation_id="ruling",
        responses={200: RulingDocument, 301: None, 410: ProblemDocument, **_NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """One ruling."""
        found = queries.ruling(slug)
        if found is not None:
            check = queries.checks([found.pk]).get(found.pk)
            return _cached(request._request, lambda: Response(ruling_document(found, check)))
        name = ids.ruling_id(slug)
        became = glossary.now(name)
        if became is None and (withdrawn := queries.withdrawn(slug)):
            why = text(withdrawn.gone, "en", withdrawn.language)
            raise Problem(410, detail=f"{name} was withdrawn: {why}" if why else f"{name} was withdrawn.")
        if became is None:
            near = ids.nearest(name, list(queries.rulings().values_list("pk", flat=True)))
            hint = f"; did you mean {near}?" if near else "."
            raise Problem(404, detail=f"There is no {name}{hint}")
        if not became.target:
            raise Problem(410, detail=became.words.get("en", f"{name} is gone."))
        return Response(status=301, headers={"Location": f"/api/v1/rulings/{ids.parse(became.target).slug}/"})


def _cites(row: Ruling, wanted: str) -> bool:
    return any(cite == wanted or cite.partition("#")[0] == wanted for cite in row.cites)


def _cached(request: HttpRequest, make: Any) -> HttpResponseBase:
    return conditional(request, glossary.state(), make, also=queries.hidden_boards())
