"""What is too much is refused with the place and the limit, and nothing of it is kept."""

import json

import pytest

from simulator import play
from simulator.engine.limits import Limits
from simulator.models import StoredScenario
from tests.simulator.documents import walk

pytestmark = pytest.mark.django_db


def refusals(client, document):
    """The problems of storing a document, as the API names them; both ways of storing must agree."""
    response = client.post("/api/v1/scenarios/", json.dumps(document), content_type="application/json")
    assert response.status_code == 422
    problems = response.json()["errors"]
    form = client.post("/new/", {"document": json.dumps(document)}, headers={"accept-language": "en"})
    assert form.status_code == 422
    assert [row["pointer"] for row in form.context["problems"]] == [row["pointer"] for row in problems]
    assert not StoredScenario.objects.exists()
    return problems


def test_too_many_units(client):
    document = walk()
    document["setup"]["cards"] += [
        {"id": f"crow-{n}", "controller": "p1", "zone": "graveyard"} for n in range(60)
    ]
    problems = refusals(client, document)
    assert any(row["pointer"].startswith("/setup") and "60" in row["detail"] for row in problems)


def test_a_document_that_is_too_large(client):
    document = walk(name="Г" * 100)
    document["lines"][0]["comments"] = [{"at": "main.1.moved.1", "text": "x" * 1900}] * 40
    problems = refusals(client, document)
    assert any("bytes" in row["detail"] for row in problems)


def test_too_many_decisions(client):
    document = walk()
    document["lines"][0]["answers"] = [{"at": {"kind": "act"}, "take": {"type": "pass"}}] * 450
    problems = refusals(client, document)
    assert any(row["pointer"].startswith("/lines/0") and "400" in row["detail"] for row in problems)


def test_too_many_lines(client):
    document = walk()
    document["lines"] = [{**document["lines"][0], "name": f"line{n}"} for n in range(41)]
    problems = refusals(client, document)
    assert any(row["pointer"].startswith("/lines") and "40" in row["detail"] for row in problems)


def test_a_line_that_does_not_end_within_the_limits(client, monkeypatch):
    """It plays until the limit, so the API's play shows how far; but it gets no link."""
    monkeypatch.setattr(play, "LIMITS", Limits(steps=2))
    problems = refusals(client, walk(then=("D2",)))
    (row,) = problems
    assert row["pointer"].startswith("/lines/0/answers/")
    assert row["code"] == "limit"
    response = client.post("/api/v1/play/", json.dumps(walk()), content_type="application/json")
    assert response.status_code == 200
