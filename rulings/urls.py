"""Paths of rulings, on the site and in the API. They are final: links to them are shared."""

from __future__ import annotations

from django.urls import path, register_converter

from . import api, ask_views, views


class TokenConverter:
    """What a question's private link ends with."""

    regex = "[A-Za-z0-9_-]{20,50}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TokenConverter, "question_token")

app_name = "rulings"
urlpatterns = [
    path("ask/", ask_views.ask, name="ask"),
    path("ask/<question_token:token>/", ask_views.asked, name="asked"),
    path("ask/<question_token:token>/<step_id:step>/", ask_views.asked, name="asked-step"),
    path("rulings/", views.rulings, name="rulings"),
    path("rulings/<id_slug:slug>/", views.ruling, name="ruling"),
    path("rulings/<id_slug:slug>/<step_id:step>/", views.ruling, name="step"),
    path("api/v1/rulings/", api.RulingsView.as_view(), name="api-rulings"),
    path("api/v1/rulings/<id_slug:slug>/", api.RulingView.as_view(), name="api-ruling"),
]
