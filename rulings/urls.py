"""Paths of rulings, on the site and in the API. They are final: links to them are shared."""

from __future__ import annotations

from django.urls import path

from . import api, views

app_name = "rulings"
urlpatterns = [
    path("rulings/", views.rulings, name="rulings"),
    path("rulings/<id_slug:slug>/", views.ruling, name="ruling"),
    path("rulings/<id_slug:slug>/<step_id:step>/", views.ruling, name="step"),
    path("api/v1/rulings/", api.RulingsView.as_view(), name="api-rulings"),
    path("api/v1/rulings/<id_slug:slug>/", api.RulingView.as_view(), name="api-ruling"),
]
