"""Every error of the API is a problem document (RFC 9457) that says where the fault is."""

import json
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from config.problems import Problem, flattened, problem_response


class Row(serializers.Serializer):
    amount = serializers.IntegerField(min_value=1)


class Body(serializers.Serializer):
    name = serializers.CharField()
    rows = Row(many=True)


class Take(APIView):
    def post(self, request: Request) -> Response:
        body = Body(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(body.validated_data)


class Refuse(APIView):
    def get(self, request: Request) -> Response:
        raise Problem(
            422, "Not playable", "The scenario stops.", [{"pointer": "/lines/0", "detail": "no cell"}]
        )


class Limited(APIView):
    throttle_scope = "play"

    def get(self, request: Request) -> Response:
        return Response({})


class Broken(APIView):
    def get(self, request: Request) -> Response:
        raise RuntimeError("secret insides")


def plain(request: HttpRequest) -> HttpResponse:
    return problem_response(Problem(410, detail="Gone for good."))


urlpatterns = [
    path("api/take/", Take.as_view()),
    path("api/refuse/", Refuse.as_view()),
    path("api/limited/", Limited.as_view()),
    path("api/broken/", Broken.as_view()),
    path("api/plain/", plain),
]
handler400 = "config.errors.bad_request"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

pytestmark = pytest.mark.urls(__name__)
Post = Callable[..., HttpResponse]


@pytest.fixture
def post(client: Client) -> Post:
    def send(body: str | bytes, content_type: str = "application/json") -> HttpResponse:
        return client.post("/api/take/", body, content_type=content_type)

    return send


def problem(response: HttpResponse, status: int) -> dict:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    document = json.loads(response.content)
    assert document["status"] == status
    assert document["type"]
    assert document["title"]
    return document


def test_a_good_body(post: Post) -> None:
    response = post('{"name": "a", "rows": [{"amount": 1}]}')
    assert response.status_code == 200
    assert json.loads(response.content) == {"name": "a", "rows": [{"amount": 1}]}


def test_broken_json_has_its_line_and_column(post: Post) -> None:
    document = problem(post('{\n  "name": "a",\n  "rows": [1 2]\n}'), 400)
    assert document["detail"].startswith("Line 3, column 14")
    assert document["errors"][0] | {"detail": ""} == {"pointer": "", "line": 3, "column": 14, "detail": ""}


@pytest.mark.parametrize(
    "body", [" \n", b"\xff\xfe", '{"a": NaN}', '{"a": 1, "a": 2}', "[" * 100000, "1e999"]
)
def test_bodies_that_cannot_be_read(post: Post, body: str | bytes) -> None:
    document = problem(post(body), 400)
    assert document["errors"][0]["line"] >= 1
    assert document["errors"][0]["detail"]


def test_no_body_at_all(post: Post) -> None:
    assert [row["pointer"] for row in problem(post(""), 400)["errors"]] == ["/name", "/rows"]


def test_invalid_fields_have_pointers(post: Post) -> None:
    document = problem(post('{"rows": [{"amount": 1}, {"amount": 0}, {}]}'), 400)
    assert [row["pointer"] for row in document["errors"]] == ["/name", "/rows/1/amount", "/rows/2/amount"]
    assert all(row["detail"] for row in document["errors"])


def test_a_body_that_is_too_large(post: Post) -> None:
    document = problem(post('"' + "x" * (1024 * 1024) + '"'), 413)
    assert document["detail"] == "The request is larger than 1048576 bytes."


def test_a_body_of_another_kind(post: Post) -> None:
    problem(post("name=a", "application/x-www-form-urlencoded"), 415)


def test_a_method_that_is_not_there(client: Client) -> None:
    response = client.delete("/api/take/")
    problem(response, 405)
    assert "POST" in response.headers["Allow"]


def test_a_path_that_is_not_there(client: Client) -> None:
    assert problem(client.get("/api/nothing/"), 404)["detail"] == "There is nothing at /api/nothing/"


def test_a_problem_that_a_view_raised(client: Client) -> None:
    assert problem(client.get("/api/refuse/"), 422) == {
        "type": "about:blank",
        "title": "Not playable",
        "status": 422,
        "detail": "The scenario stops.",
        "errors": [{"pointer": "/lines/0", "detail": "no cell"}],
    }


def test_a_problem_of_a_plain_view(client: Client) -> None:
    assert problem(client.get("/api/plain/"), 410)["title"] == "Gone"


def test_too_many_requests(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"play": "2/min"})
    assert [client.get("/api/limited/").status_code for _ in range(2)] == [200, 200]
    response = client.get("/api/limited/")
    problem(response, 429)
    assert 1 <= int(response.headers["Retry-After"]) <= 60


def test_a_fault_of_the_server_shows_nothing_of_it(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/api/broken/")
    problem(response, 500)
    assert b"secret" not in response.content


def test_messages_of_nested_input() -> None:
    detail = {"non_field_errors": ["whole"], "a/b": {"c": ["one", "two"]}, "list": [{}, {"d": ["three"]}]}
    assert flattened(detail) == [
        {"pointer": "", "detail": "whole"},
        {"pointer": "/a~1b/c", "detail": "one"},
        {"pointer": "/a~1b/c", "detail": "two"},
        {"pointer": "/list/1/d", "detail": "three"},
    ]


def test_real_rates_are_sensible() -> None:
    from config.settings import base

    rates = base.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    assert set(rates) == set(api_settings.DEFAULT_THROTTLE_RATES)
    assert all(ScopedRateThrottle.parse_rate(None, rate)[0] >= 30 for rate in rates.values())
