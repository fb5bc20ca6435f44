import pytest


@pytest.fixture
def get(loaded, client):
    def fetch(path, status=200):
        response = client.get(f"/api/v1/{path}")
        assert response.status_code == status, response.content
        return response.json()

    return fetch


def test_entries_are_listed_in_their_order(get):
    document = get("entries/?game=harbour")
    assert document["count"] == 3
    assert [row["id"] for row in document["results"]] == ["harbour:ship", "harbour:berth", "harbour:moor"]
    assert document["results"][0]["title"] == {"ru": "Корабль", "zh": "船", "en": "Ship"}
    assert document == get("entries/")


def test_an_entry_has_every_language_and_link(get):
    document = get("entries/harbour:moor/")
    assert document["aliases"]["ru"] == ["швартовка", "ПРИШ"]
    assert document["see"] == ["harbour:berth"]
    assert document["examples"] == ["example:harbour/full-harbour"]
    first, second, _ = document["clauses"]
    assert (first["id"], first["number"], first["mechanical"]) == (
        "harbour:moor#only-at-a-free-berth",
        1,
        True,
    )
    assert set(first["text"]) == set(first["html"]) == {"ru", "zh", "en"}
    assert first["links"] == ["harbour:berth#is-free", "harbour:berth", "harbour:ship#has-a-captain"]
    assert first["examples"] == ["example:harbour/full-harbour"]
    assert second["links"] == second["backlinks"] == []


def test_backlinks_name_source_and_target(get):
    document = get("entries/harbour:berth/")
    assert {"source": "harbour:moor", "kind": "see", "target": "harbour:berth"} in document["backlinks"]
    clause = document["clauses"][0]
    assert {
        "source": "harbour:moor#only-at-a-free-berth",
        "kind": "clause",
        "target": clause["id"],
    } in clause["backlinks"]


def test_search_says_kind_and_entry_of_each_result(get):
    document = get("search/?q=%D0%BF%D1%80%D0%B8%D1%87%D0%B0%D0%BB%D1%8B&game=harbour")  # причалы
    first = document["results"][0]
    assert (first["kind"], first["id"], first["entry"]) == ("entry", "harbour:berth", "harbour:berth")
    kinds = [row["kind"] for row in document["results"]]
    assert kinds == sorted(kinds, key=["entry", "clause", "example"].index)
    assert all(
        row["entry"].startswith("harbour:") and row["url"].startswith("/") for row in document["results"]
    )


@pytest.mark.parametrize(
    "path", ["search/", "search/?q=", "search/?q=%20", "search/?q=...", "search/?q=zzzzqqqq"]
)
def test_no_question_no_answer(get, path):
    assert get(path)["results"] == []


def test_examples_come_with_their_scenarios(get):
    (example,) = get("examples/?game=harbour")["results"]
    assert example["scenario"] == {
        "v": 1,
        "edition": "first",
        "setup": {"ships": 3, "berths": 2},
        "game": "harbour",
    }
    assert example["url"] == "/examples/harbour/full-harbour/"
    assert get("examples/harbour/full-harbour/") == example


@pytest.mark.parametrize("path", ["entries/?game=harbor", "search/?q=x&game=harbor", "examples/?game=harbor"])
def test_an_unknown_game_is_a_problem_that_names_the_known(get, path):
    document = get(path, 404)
    assert document["status"] == 404
    assert document["detail"] == "There is no game “harbor”; did you mean “harbour”? Known games: harbour."
    far = get("entries/?game=zzz", 404)
    assert far["detail"] == "There is no game “zzz”. Known games: harbour."


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("entries/harbour:moore/", 404, "There is no entry harbour:moore; did you mean harbour:moor"),
        ("entries/moor/", 404, "“moor” is no id"),
        ("entries/harbour:anchor/", 410, "The game has no anchors any more."),
        ("examples/harbour/full-harbur/", 404, "did you mean example:harbour/full-harbour?"),
    ],
)
def test_what_is_not_there_is_a_problem_that_helps(get, path, status, words):
    assert words in get(path, status)["detail"]


def test_problems_have_their_media_type(loaded, client):
    response = client.get("/api/v1/entries/harbour:moore/")
    assert response.headers["Content-Type"].startswith("application/problem+json")


def test_the_schema_of_the_glossary_is_complete_and_silent(capsys):
    from drf_spectacular.drainage import GENERATOR_STATS
    from drf_spectacular.generators import SchemaGenerator

    from glossary import urls

    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        schema = SchemaGenerator(patterns=urls.urlpatterns).get_schema(request=None, public=True)
        assert not GENERATOR_STATS
    assert set(schema["paths"]) == {
        "/api/v1/entries/", "/api/v1/entries/{entry}/", "/api/v1/search/", "/api/v1/examples/",
        "/api/v1/examples/{game}/{slug}/",
    }  # fmt: skip
    clause = schema["components"]["schemas"]["ClauseDocument"]["properties"]
    assert {"id", "number", "mechanical", "text", "links", "backlinks", "examples"} <= set(clause)
