"""/new/: a pasted scenario gets its link, or every error at its place."""

import json

import pytest

from simulator import services
from simulator.models import StoredScenario
from tests.simulator.documents import walk

pytestmark = pytest.mark.django_db


def post(client, text):
    return client.post("/new/", {"document": text}, headers={"accept-language": "en"})


def test_a_good_scenario_leads_to_its_permanent_link(client):
    response = post(client, json.dumps(walk()))
    assert response.status_code == 303
    scenario = StoredScenario.objects.get()
    assert response["Location"] == scenario.get_absolute_url()
    assert client.get(response["Location"]).status_code == 200
    again = post(client, json.dumps(walk(), indent=4))
    assert again["Location"] == response["Location"]


def test_it_needs_no_cookie(client):
    client.handler.enforce_csrf_checks = True
    assert post(client, json.dumps(walk())).status_code == 303


def test_broken_json_is_shown_at_line_and_column(client):
    text = '{\n  "v": 1\n  "game": "berserk"\n}'
    response = post(client, text)
    assert response.status_code == 400
    (problem,) = response.context["problems"]
    assert (problem["line"], problem["column"]) == (3, 3)
    html = response.content.decode()
    assert "line 3, column 3" in html
    assert "&quot;game&quot;: &quot;berserk&quot;" in html  # what was pasted is kept
    assert not StoredScenario.objects.exists()


def test_every_problem_at_its_place_in_the_pasted_text(client):
    document = walk()
    document["setup"]["cards"][0]["cell"] = "Z9"
    document["setup"]["cards"].append({"id": "scout", "controller": "p1", "cell": "A1"})
    text = json.dumps(document, indent=2)
    response = post(client, text)
    assert response.status_code == 422
    problems = {problem["pointer"]: problem for problem in response.context["problems"]}
    assert {"/setup/cards/0/cell", "/setup/cards/1/id"} <= set(problems)
    row = problems["/setup/cards/0/cell"]
    assert text.split("\n")[row["line"] - 1][row["column"] - 1 :].startswith('"Z9"')
    assert response.context["document"] == text
    assert not StoredScenario.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "[]", "null", '"berserk"', "{}"])
def test_what_is_no_scenario(client, text):
    response = post(client, text)
    assert response.status_code in (400, 422)
    assert response.context["problems"]


def test_change_this(client):
    scenario, _ = services.store_document(walk())
    response = client.get(f"/new/?from={scenario.code}")
    assert response.status_code == 200
    assert json.loads(response.context["document"]) == scenario.scenario
    assert post(client, response.context["document"])["Location"] == scenario.get_absolute_url()


def test_a_document_to_change_reads_in_the_order_of_the_schema(client):
    document = walk() | {"claims": [{"place": "C2", "of": "scout", "kind": "place"}], "edition": "base-5"}
    scenario, _ = services.store_document(document)
    shown = json.loads(client.get(f"/new/?from={scenario.code}").context["document"])
    order = ["v", "game", "edition", "options", "setup", "lines", "claims"]
    assert list(shown) == [name for name in order if name in shown]
    assert list(shown["setup"]["cards"][0])[:3] == ["id", "controller", "cell"]
    assert next(iter(shown["lines"][0])) == "name"
    assert list(shown["lines"][0]["answers"][0]) == ["at", "take"]
    assert list(shown["lines"][0]["answers"][0]["take"]) == ["type", "card", "to"]


def test_the_form_asks_for_no_token(client):
    response = client.get("/new/")
    assert "csrfmiddlewaretoken" not in response.content.decode()
    assert not response.cookies


@pytest.mark.parametrize("source", ["example:berserk/no-such", "zzzzzzzz", "berserk:move", "<script>"])
def test_change_what_is_not_there(client, source):
    response = client.get("/new/", {"from": source}, headers={"accept-language": "en"})
    assert response.status_code == 404
    assert source in response.context["problems"][0]["detail"]
    assert "<script>alert" not in response.content.decode()


def test_what_was_taken_down_is_no_source(client):
    scenario, _ = services.store_document(walk())
    services.set_hidden(StoredScenario.objects.all(), True)
    response = client.get(f"/new/?from={scenario.code}")
    assert response.status_code == 404
    assert response.context["document"] == ""
    assert post(client, json.dumps(walk())).status_code == 410


def test_change_an_example(client):
    from glossary.models import Example, Game

    game = Game.objects.create(slug="berserk", language="ru")
    Example.objects.create(
        id="example:berserk/walk", game=game, slug="walk", title={"en": "A walk"}, scenario=walk(), cites=[]
    )
    response = client.get("/new/?from=example:berserk/walk", headers={"accept-language": "en"})
    assert json.loads(response.context["document"]) == walk()
    assert [row["title"] for row in response.context["examples"]] == ["A walk"]
    page = client.get("/examples/berserk/walk/", headers={"accept-language": "en"})
    assert page.context["title"] == "A walk"
    assert page.context["change_url"] == "/new/?from=example%3Aberserk%2Fwalk"
    assert client.get(page.context["change_url"]).context["source"] == "example:berserk/walk"
    step = page.context["steps"][0]
    assert step["url"] == f"/examples/berserk/walk/{step['id']}/"
    assert client.get(step["url"]).context["step"] == 1
    assert client.get("/examples/berserk/walk/main.9.x.1/").status_code == 404
    assert client.get("/examples/berserk/none/").status_code == 404


def test_a_form_that_is_too_large(client):
    response = post(client, "x" * (1024 * 1024 + 1))
    assert response.status_code == 413
    assert response.context["problems"]


def test_too_many_at_once(client, monkeypatch):
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"scenarios": "1/min"})
    assert post(client, json.dumps(walk())).status_code == 303
    refused = post(client, json.dumps(walk(to="B1")))
    assert refused.status_code == 429
    assert refused.context["document"] == json.dumps(walk(to="B1"))
    assert StoredScenario.objects.count() == 1
