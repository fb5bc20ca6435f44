"""Headers that keep the site out of foreign frames and foreign scripts out of the site."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.clickjacking import xframe_options_exempt


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("page")


@xframe_options_exempt
def embed(request: HttpRequest) -> HttpResponse:
    return HttpResponse("embed")


urlpatterns = [path("page/", page), path("embed/", embed)]
pytestmark = pytest.mark.urls(__name__)


def policy(response: HttpResponse) -> dict[str, str]:
    rows = response.headers["Content-Security-Policy"].split("; ")
    return dict(row.split(" ", 1) for row in rows)


def test_a_page_is_in_no_frame(client: Client) -> None:
    response = client.get("/page/")
    assert response.headers["X-Frame-Options"] == "DENY"
    assert policy(response)["frame-ancestors"] == "'none'"
    assert policy(response)["default-src"] == "'self'"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_an_embed_may_be_in_any_frame(client: Client) -> None:
    response = client.get("/embed/")
    assert "X-Frame-Options" not in response.headers
    assert policy(response)["frame-ancestors"] == "*"
    assert policy(response)["default-src"] == "'self'"
