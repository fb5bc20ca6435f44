"""The API of scenarios. Every error names the place in what was sent."""

import json

import jsonschema
import pytest

from simulator import services
from simulator.models import StoredScenario
from tests.simulator.documents import walk

pytestmark = pytest.mark.django_db

PLAY, STORE = "/api/v1/play/", "/api/v1/scenarios/"


def post(client, url, data):
    body = data if isinstance(data, str | bytes) else json.dumps(data)
    return client.post(url, body, content_type="application/json")


def errors(response):
    assert response["Content-Type"] == "application/problem+json"
    document = response.json()
    assert document["status"] == response.status_code
    assert document["title"]
    return document.get("errors", [])


def test_a_play_with_diffs(client):
    response = post(client, PLAY, walk())
    assert response.status_code == 200
    play = response.json()
    assert play["picture"]["cards"]["scout"]["cell"] == "C1"
    (line,) = play["lines"]
    moved = next(step for step in line["steps"] if step["event"]["type"] == "moved")
    assert moved["cites"]
    assert set(moved["sentence"]) == {"ru", "zh", "en"}
    assert {"path": ["cards", "scout", "cell"], "value": "C2"} in moved["diff"]
    assert "picture" not in moved
    assert line["decision"]["options"]
    assert line["end"]


def test_a_play_with_whole_boards(client):
    play = post(client, f"{PLAY}?boards=full", walk()).json()
    steps = play["lines"][0]["steps"]
    moved = next(step for step in steps if step["event"]["type"] == "moved")
    assert moved["picture"]["cards"]["scout"]["cell"] == "C2"
    assert "diff" not in moved


def test_asking_what_is_legal(client):
    legal = {"type": "move", "by": "p1", "card": "scout", "to": "D2"}
    far = {"type": "move", "by": "p1", "card": "scout", "to": "E3"}
    response = post(client, PLAY, {"scenario": walk(), "ask": [legal, far]})
    asked = response.json()["asked"]
    assert [each["legal"] for each in asked] == [True, False]
    assert asked[1]["reasons"][0]["clause"].startswith("berserk:")
    assert set(asked[1]["reasons"][0]["sentence"]) == {"ru", "zh", "en"}


def test_a_refused_action_is_an_answer_with_its_clause(client):
    response = post(client, PLAY, walk(closed=True))
    assert response.status_code == 200
    stop = response.json()["lines"][0]["stop"]
    assert stop["kind"] == "refused"
    assert stop["place"] == "/lines/0/answers/0"
    assert "berserk:move#only-open" in [reason["clause"] for reason in stop["reasons"]]


def test_all_problems_at_once_with_pointers(client):
    document = walk()
    document["setup"]["cards"][0]["cell"] = "Z9"
    document["setup"]["cards"].append({"id": "scout", "controller": "p1", "cell": "A1"})
    for url in (PLAY, STORE):
        for body, prefix in ((document, ""), ({"scenario": document}, "/scenario")):
            response = post(client, url, body)
            assert response.status_code == 422
            pointers = [error["pointer"] for error in errors(response)]
            assert f"{prefix}/setup/cards/0/cell" in pointers
            assert f"{prefix}/setup/cards/1/id" in pointers
    assert not StoredScenario.objects.exists()


@pytest.mark.parametrize("url", [PLAY, STORE])
class TestBadRequests:
    def test_malformed_json(self, client, url):
        response = post(client, url, '{\n "v": 1,\n "game" "berserk"}')
        assert response.status_code == 400
        assert (errors(response)[0]["line"], errors(response)[0]["column"]) == (3, 9)

    def test_an_empty_body(self, client, url):
        response = post(client, url, "")
        assert response.status_code == 400
        assert errors(response) == []

    def test_too_large(self, client, url):
        response = post(client, url, " " * (1024 * 1024) + "{}")
        assert response.status_code == 413
        errors(response)

    def test_another_media_type(self, client, url):
        response = client.post(url, "v: 1", content_type="application/yaml")
        assert response.status_code == 415
        errors(response)

    def test_another_method(self, client, url):
        response = client.put(url, "{}", content_type="application/json")
        assert response.status_code == 405
        errors(response)

    @pytest.mark.parametrize("body", [[], None, '"berserk"', 7, {}, {"scenario": []}, {"scenario": None}])
    def test_what_is_no_scenario(self, client, url, body):
        response = post(client, url, body)
        assert response.status_code == 422
        assert errors(response)

    def test_unknown_members_beside_the_scenario(self, client, url):
        response = post(client, url, {"scenario": walk(), "aks": []})
        assert response.status_code == 422
        assert [error["pointer"] for error in errors(response)] == ["/aks"]


def test_ask_must_be_a_list_of_actions(client):
    response = post(client, PLAY, {"scenario": walk(), "ask": "move"})
    assert [error["pointer"] for error in errors(response)] == ["/ask"]
    response = post(client, PLAY, {"scenario": walk(), "ask": [{"type": "fly"}]})
    assert response.status_code == 422
    assert errors(response)[0]["pointer"].startswith("/ask/0")


def test_boards_must_be_known(client):
    response = post(client, f"{PLAY}?boards=some", walk())
    assert response.status_code == 400
    assert errors(response)[0]["parameter"] == "boards"


def test_storing_and_fetching(client):
    response = post(client, STORE, walk())
    assert response.status_code == 201
    body = response.json()
    assert body["url"] == f"http://testserver/s/{body['code']}/"
    assert response["Location"] == body["url"]
    again = post(client, STORE, {"scenario": walk()})
    assert (again.status_code, again.json()) == (200, body)
    fetched = client.get(f"{STORE}{body['code']}/")
    assert fetched.status_code == 200
    kept = fetched.json()
    assert kept["url"] == body["url"]
    assert kept["scenario"]["setup"] == walk()["setup"]
    assert post(client, STORE, kept["scenario"]).json() == body
    page = client.get(body["url"])
    assert page.status_code == 200


def test_a_fetched_scenario_is_kept_by_its_etag(client):
    scenario, _ = services.store_document(walk())
    url = f"{STORE}{scenario.code}/"
    response = client.get(url)
    assert "max-age" in response["Cache-Control"]
    again = client.get(url, headers={"if-none-match": response["ETag"]})
    assert again.status_code == 304
    assert client.head(url).status_code == 200


def test_there_is_no_list(client):
    assert client.get(STORE).status_code == 405


def test_an_unknown_code(client):
    response = client.get(f"{STORE}zzzzzzzz/")
    assert response.status_code == 404
    errors(response)


def test_what_was_taken_down(client):
    scenario, _ = services.store_document(walk())
    services.set_hidden(StoredScenario.objects.all(), True)
    for response in (client.get(f"{STORE}{scenario.code}/"), post(client, STORE, walk())):
        assert response.status_code == 410
        errors(response)


def test_fetching_is_all_that_can_be_done_to_a_scenario(client):
    scenario, _ = services.store_document(walk())
    for method in (client.delete, client.put, client.patch, client.post):
        response = method(f"{STORE}{scenario.code}/")
        assert response.status_code == 405
        errors(response)


def test_posts_are_counted(client, monkeypatch):
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"play": "1/min", "scenarios": "1/min"})
    for url in (PLAY, STORE):
        assert post(client, url, walk()).status_code in (200, 201)
        refused = post(client, url, walk())
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) > 0
        errors(refused)


def test_the_schema_admits_what_plays(client):
    response = client.get("/api/v1/scenario.schema.json")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/schema+json"
    schema = response.json()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(walk(), schema)
    wrong = walk()
    wrong["setup"]["cards"][0]["life"] = "many"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)
    assert (
        client.get("/api/v1/scenario.schema.json", headers={"if-none-match": response["ETag"]}).status_code
        == 304
    )


def test_the_openapi_document_names_every_path(client):
    response = client.get("/api/v1/schema/?format=json")
    paths = response.json()["paths"]
    assert {"post"} == set(paths[PLAY])
    assert {"post"} == set(paths[STORE])
    assert {"get"} == set(paths[f"{STORE}{{code}}/"])
    assert "/api/v1/scenario.schema.json" in paths
    answers = paths[PLAY]["post"]["responses"]
    assert {"200", "400", "413", "415", "422", "429"} <= set(answers)
    assert "application/problem+json" in answers["422"]["content"]


def test_storing_tells_what_the_document_proves(client):
    document = walk(then=("D2",))
    here = {"kind": "place", "of": "scout"}
    document["claims"] = [{**here, "place": "D2"}, {**here, "place": "C1"}]
    document["lines"][0]["comments"] = [{"at": "main.9.moved.1", "text": "Never."}]
    document["lines"].append({**walk("E3")["lines"][0], "name": "far"})
    answer = post(client, STORE, document).json()
    first, second = answer["lines"]
    assert first == {"name": "main", "stop": None}
    assert second["stop"]["kind"] == "refused"
    assert set(second["stop"]["sentence"]) == {"ru", "zh", "en"}
    assert answer["claims"] == {"holds": 1, "fails": 1, "not-worked-out": 0, "not-reached": 0}
    (failing,) = answer["unproved"]
    assert failing["pointer"] == "/claims/1"
    assert failing["state"] == "fails"
    assert set(failing["sentence"]) == {"ru", "zh", "en"}
    assert [notice["pointer"] for notice in answer["notices"]] == ["/lines/0/comments/0/at"]
    page = client.get(answer["url"] + "?lang=en").content.decode()
    assert "there is no step main.9.moved.1" in page
