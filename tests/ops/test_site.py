"""What all parts of the site together promise: final paths, a described API, settings that hold."""

import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import resolve

API = {
    "/api/v1/entries/": {"get"},
    "/api/v1/entries/{entry}/": {"get"},
    "/api/v1/search/": {"get"},
    "/api/v1/play/": {"post"},
    "/api/v1/outcomes/": {"post"},
    "/api/v1/coverage/": {"get"},
    "/api/v1/scenarios/": {"post"},
    "/api/v1/scenarios/{code}/": {"get"},
    "/api/v1/examples/": {"get"},
    "/api/v1/scenario.schema.json": {"get"},
}
PAGES = {
    "/": "glossary:home",
    "/search/": "glossary:search",
    "/berserk/": "glossary:game",
    "/berserk/move/": "glossary:entry",
    "/new/": "simulator:new",
    "/coverage/": "simulator:coverage",
    "/s/abcd2345/": "simulator:scenario",
    "/s/abcd2345/main.2.moved.1/": "simulator:step",
    "/s/abcd2345/embed/": "simulator:embed",
    "/s/abcd2345/report/": "simulator:report",
    "/examples/berserk/open-moves/": "simulator:example",
    "/examples/berserk/open-moves/main.1.moved.1/": "simulator:example-step",
    "/rulings/": "rulings:rulings",
    "/rulings/open-moves/": "rulings:ruling",
    "/rulings/open-moves/main.1.moved.1/": "rulings:step",
    "/ask/": "rulings:ask",
    "/ask/abcdefghijklmnopqrstuvwxyz_-ABCDEFGHIJKLMNO/": "rulings:asked",
    "/parts/": "parts",
}


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
@pytest.mark.parametrize("path", ["/", "/coverage/", "/parts/", "/search/"])
@pytest.mark.django_db
def test_a_page_is_only_for_reading(path: str, method: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = getattr(client, method)(path, headers={"accept-language": "zh"})
    assert response.status_code == 405
    assert set(response["Allow"].split(", ")) == {"GET", "HEAD"}
    assert "此页面仅供阅读" in response.content.decode()
    assert not response.cookies


@pytest.mark.django_db
def test_a_form_of_the_admin_without_its_token() -> None:
    response = Client(enforce_csrf_checks=True).post("/admin/login/", headers={"accept-language": "ru"})
    assert response.status_code == 403
    assert "Форма устарела" in response.content.decode()


def test_what_every_site_is_asked_for(client: Client) -> None:
    robots = client.get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    assert "Disallow: /admin/" in robots.content.decode().splitlines()
    favicon = client.get("/favicon.ico")
    assert favicon.status_code == 302
    assert favicon["Location"].endswith(".svg")


@pytest.mark.parametrize(("path", "view"), PAGES.items())
def test_final_paths_of_pages(path: str, view: str) -> None:
    assert resolve(path).view_name == view


def test_openapi_describes_every_path(client: Client) -> None:
    response = client.get("/api/v1/schema/?format=json")
    assert response.status_code == 200
    document = json.loads(response.content)
    assert document["openapi"].startswith("3.")
    described = {path: set(methods) for path, methods in document["paths"].items()}
    for path, methods in API.items():
        assert methods <= described.get(path, set()), path


def test_openapi_is_valid_and_complete() -> None:
    from io import StringIO

    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("path", ["/nothing/at/all/", "/%00/", "/berserk/../x"])
@pytest.mark.django_db
def test_a_missing_page_is_a_page(client: Client, path: str) -> None:
    response = client.get(path, headers={"accept-language": "en"})
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_missing_path_of_the_api_is_a_problem(client: Client) -> None:
    response = client.get("/api/v1/nothing/")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
