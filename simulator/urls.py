"""Paths of scenarios, on the site and in the API. They are final: links to them are shared."""

from __future__ import annotations

from django.urls import path, register_converter

from glossary import ids

from . import api, report_views, views
from .coverage import api as coverage_api
from .coverage import views as coverage_views


class CodeConverter:
    """Any short word: what is no code is a 404 of the view's, an upper-case code is forgiven there."""

    regex = "[A-Za-z0-9]{4,24}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class StepConverter(CodeConverter):
    regex = r"[\w.'-]+"


class SlugConverter(CodeConverter):
    regex = ids.SLUG


register_converter(CodeConverter, "scenario_code")
register_converter(StepConverter, "step_id")
register_converter(SlugConverter, "id_slug")

app_name = "simulator"
urlpatterns = [
    path("new/", views.new, name="new"),
    path("coverage/", coverage_views.coverage, name="coverage"),
    path("s/<scenario_code:code>/", views.scenario, name="scenario"),
    path("s/<scenario_code:code>/embed/", views.embed, name="embed"),
    path("s/<scenario_code:code>/report/", report_views.report, name="report"),
    path("s/<scenario_code:code>/<step_id:step>/", views.scenario, name="step"),
    path("examples/<id_slug:game>/<id_slug:slug>/", views.example, name="example"),
    path("examples/<id_slug:game>/<id_slug:slug>/<step_id:step>/", views.example, name="example-step"),
    path("api/v1/play/", api.PlayView.as_view(), name="api-play"),
    path("api/v1/outcomes/", api.OutcomesView.as_view(), name="api-outcomes"),
    path("api/v1/coverage/", coverage_api.CoverageView.as_view(), name="api-coverage"),
    path("api/v1/scenarios/", api.ScenariosView.as_view(), name="api-scenarios"),
    path("api/v1/scenarios/<scenario_code:code>/", api.ScenarioView.as_view(), name="api-scenario"),
    path("api/v1/scenario.schema.json", api.SchemaView.as_view(), name="api-scenario-schema"),
]
