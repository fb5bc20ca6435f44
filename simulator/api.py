"""The API of scenarios: play one, store one, fetch one, and the schema of them all.

What POSTs answer and how errors read is described in the OpenAPI document (openapi.py holds those parts).
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from config.problems import Problem, as_problem, problem_response

from . import openapi, outcomes, queries, services
from .engine.limits import Limits
from .engine.scenario import BadScenario
from .games import registry
from .games.playing import play_document
from .play import FULL_BOARDS
from .summary import summary_of

MOST_ASKED = 200


class PlayView(APIView):
    throttle_scope = "play"

    @extend_schema(operation_id="play", **openapi.PLAY)
    def post(self, request: Request) -> HttpResponse:
        """Play a scenario: its first board, every step with its clauses, and what may be done at the end."""
        boards = request.query_params.get("boards", "diff")
        if boards not in ("diff", "full"):
            detail = f"“{boards}” is neither diff nor full."
            raise Problem(400, detail=f"boards: {detail}", errors=[{"parameter": "boards", "detail": detail}])
        given = _input(request, ("scenario", "ask"))
        try:
            play = play_document(
                given.document,
                boards=boards,
                ask=given.rest.get("ask", []),
                limits=FULL_BOARDS if boards == "full" else Limits(),
            )
        except BadScenario as bad:
            raise _unplayable(bad, given.prefix) from None
        return _json(play)


class OutcomesView(APIView):
    throttle_scope = "play"

    @extend_schema(operation_id="outcomes", **openapi.OUTCOMES)
    def post(self, request: Request) -> HttpResponse:
        """What may come of a line, with exact chances: by defaults one distribution, or the tree of all choices."""
        given = _input(request, ("scenario", "line", "choices", "worth"))
        line, choices = given.rest.get("line"), given.rest.get("choices", outcomes.CHOICES[0])
        errors = []
        if not (line is None or isinstance(line, str)):
            errors.append({"pointer": "/line", "detail": "Must be the name of a line."})
        if choices not in outcomes.CHOICES:
            errors.append({"pointer": "/choices", "detail": "Must be defaults or all."})
        if errors:
            raise Problem(422, detail="The request has members that cannot be used.", errors=errors)
        try:
            told = outcomes.tell_outcomes(
                given.document,
                line=line,
                choices=choices,
                worth=given.rest.get("worth"),
                prefix=given.prefix,
            )
        except BadScenario as bad:
            raise _unplayable(bad, given.prefix) from None
        except outcomes.NoOutcomes as none:
            raise Problem(422, detail=none.errors[0]["detail"], errors=none.errors) from None
        return _json(told)


class ScenariosView(APIView):
    throttle_scope = "scenarios"

    @extend_schema(operation_id="store_scenario", **openapi.STORE)
    def post(self, request: Request) -> HttpResponse:
        """Store a scenario under its permanent link. The same document always gets the same link."""
        given = _input(request, ("scenario",))
        try:
            scenario, created, play = services.store_and_play(given.document)
        except BadScenario as bad:
            raise _unplayable(bad, given.prefix) from None
        except services.TakenDown as gone:
            raise _gone(gone.scenario.code) from None
        url = request.build_absolute_uri(scenario.get_absolute_url())
        response = _json(
            {"url": url, "code": scenario.code, **summary_of(play)}, status=201 if created else 200
        )
        response["Location"] = url
        return response


class PlainView(APIView):
    """A view of the API's description that is answered without the framework's machinery: twice as fast."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            return problem_response(Problem(405, headers={"Allow": "GET, HEAD, OPTIONS"}))
        if request.method == "OPTIONS":
            return HttpResponse(headers={"Allow": "GET, HEAD, OPTIONS"})
        try:
            return self.get(request, *args, **kwargs)  # type: ignore[attr-defined, no-any-return]
        except Exception as error:
            problem = as_problem(error)
            if problem is None:
                raise
            return problem_response(problem)


class ScenarioView(PlainView):
    @extend_schema(operation_id="scenario", **openapi.FETCH)
    def get(self, request: HttpRequest, code: str) -> HttpResponseBase:
        """A stored scenario, by the code of its link."""
        scenario = queries.stored_scenario(code.lower())
        if scenario is None:
            raise Problem(404, detail=f"There is no scenario {code}.")
        if scenario.hidden:
            raise _gone(code)
        answer = {
            "code": scenario.code,
            "url": request.build_absolute_uri(scenario.get_absolute_url()),
            "created": scenario.created,
            "game": scenario.game,
            "engine": scenario.engine,
            "scenario": msgspec.Raw(scenario.document.encode()),
        }
        # The document never changes; an hour, not for ever, because it may be taken down.
        return _cached(request, msgspec.json.encode(answer), "application/json", max_age=3600)


class SchemaView(PlainView):
    @extend_schema(operation_id="scenario_schema", **openapi.SCHEMA)
    def get(self, request: HttpRequest) -> HttpResponseBase:
        """The JSON Schema of scenarios: every field and every kind of claim, described and with an example."""
        return _cached(request, _schema(), "application/schema+json", max_age=300)


class _Given(NamedTuple):
    document: Any
    prefix: str  # of every pointer into the document, as seen from the body
    rest: dict[str, Any]  # what stands beside it


def _input(request: Request, members: tuple[str, ...]) -> _Given:
    """The scenario of a request's body: the body itself, or its member `scenario`."""
    if request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        raise Problem(400, detail="The body is empty; send a scenario as JSON.")
    data = request.data
    if not isinstance(data, dict) or "scenario" not in data:
        return _Given(data, "", {})
    errors = [
        {
            "pointer": f"/{name}",
            "detail": f"Unknown; beside scenario there may be: {', '.join(members[1:]) or 'nothing'}.",
        }
        for name in data
        if name not in members
    ]
    ask = data.get("ask", [])
    if not isinstance(ask, list) or len(ask) > MOST_ASKED:
        errors.append({"pointer": "/ask", "detail": f"Must be a list of at most {MOST_ASKED} actions."})
    if errors:
        raise Problem(422, detail="The request has members that cannot be used.", errors=errors)
    return _Given(data["scenario"], "/scenario", {name: data[name] for name in members[1:] if name in data})


def _unplayable(bad: BadScenario, prefix: str) -> Problem:
    errors = [
        {
            "pointer": problem.pointer if problem.pointer.startswith("/ask") else prefix + problem.pointer,
            "detail": problem.detail,
            "code": problem.code,
        }
        for problem in bad.problems
    ]
    count = len(errors)
    detail = "The scenario has a problem." if count == 1 else f"The scenario has {count} problems."
    return Problem(422, detail=detail, errors=errors)


def _gone(code: str) -> Problem:
    return Problem(410, detail=f"The scenario {code} was taken down.")


def _json(data: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(data), content_type="application/json", status=status)


def _cached(request: HttpRequest, content: bytes, content_type: str, *, max_age: int) -> HttpResponseBase:
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type=content_type, headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=max_age)
    answer = get_conditional_response(request, etag=etag, response=response)
    return answer or response


@cache
def _schema() -> bytes:
    return msgspec.json.encode(registry.schema())
