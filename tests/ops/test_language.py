"""The interface's language: asked for, remembered, wished by the browser; else Russian, or English for the others."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import RequestContext, Template
from django.test import Client
from django.urls import path

from config.language import current


def show(request: HttpRequest) -> HttpResponse:
    template = Template(
        "{{ lang }}{% for language in languages %} {{ language.code }}={{ language.url }}{% endfor %}"
    )
    return HttpResponse(template.render(RequestContext(request)))


def api(request: HttpRequest) -> HttpResponse:
    return HttpResponse(current())


urlpatterns = [path("page/", show), path("api/x/", api)]
pytestmark = pytest.mark.urls(__name__)


def lang(response: HttpResponse) -> str:
    return response.content.decode().split()[0]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("", "ru"),
        ("fr", "en"),
        ("de-DE,de;q=0.9", "en"),
        ("*", "ru"),
        ("zh-TW,zh;q=0.9", "zh"),
        ("zh-Hans-CN", "zh"),
        ("fr;q=0.9, en-GB;q=0.8, ru;q=0.1", "en"),
        ("ru-RU, en", "ru"),
        (",,;q=", "ru"),
    ],
)
def test_the_browsers_wish(client: Client, accepted: str, expected: str) -> None:
    response = client.get("/page/", headers={"accept-language": accepted})
    assert lang(response) == expected
    assert {"Accept-Language", "Cookie"} <= set(response.headers["Vary"].split(", "))
    assert not response.cookies


def test_a_language_asked_for_is_remembered(client: Client) -> None:
    response = client.get("/page/?lang=zh")
    assert lang(response) == "zh"
    assert response.headers["Content-Language"] == "zh-hans"
    assert response.cookies["lang"].value == "zh"
    assert response.cookies["lang"]["samesite"] == "Lax"
    again = client.get("/page/", headers={"accept-language": "en"})
    assert lang(again) == "zh"
    assert not again.cookies


@pytest.mark.parametrize("asked", ["de", "", "zh-hans", "../ru", "EN"])
def test_a_language_we_do_not_have(client: Client, asked: str) -> None:
    response = client.get("/page/", {"lang": asked}, headers={"accept-language": "en"})
    assert lang(response) == "en"
    assert not response.cookies


def test_a_spoilt_cookie(client: Client) -> None:
    client.cookies["lang"] = "xx"
    assert lang(client.get("/page/")) == "ru"


def test_links_to_the_other_languages_keep_the_question(client: Client) -> None:
    text = client.get("/page/?q=a%26b&lang=en").content.decode()
    assert text == (
        "en ru=/page/?q=a%26b&amp;lang=ru zh=/page/?q=a%26b&amp;lang=zh en=/page/?q=a%26b&amp;lang=en"
    )


def test_the_api_is_the_same_for_all(client: Client) -> None:
    response = client.get("/api/x/?lang=en")
    assert "Vary" not in response.headers
    assert not response.cookies
