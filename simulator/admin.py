"""Stored scenarios and reports of them are read here and decided here; nobody edits one."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from .models import Report, StoredScenario


@admin.register(StoredScenario)
class StoredScenarioAdmin(admin.ModelAdmin):
    list_display = ("code", "game", "created", "engine", "hidden", "open_reports", "link")
    list_filter = ("game", "hidden", "hidden_why", "engine")
    search_fields = ("code", "document")
    date_hierarchy = "created"
    actions = ("take_down", "put_back")

    def get_queryset(self, request: HttpRequest) -> QuerySet[StoredScenario]:
        count = Count("reports", filter=Q(reports__state=Report.OPEN))
        return super().get_queryset(request).annotate(open_reports=count)

    @admin.display(description="open reports")
    def open_reports(self, scenario: StoredScenario) -> int:
        return scenario.open_reports  # type: ignore[attr-defined, no-any-return]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: StoredScenario | None = None) -> bool:
        # The list (and so its actions) needs the permission; a single scenario is only looked at.
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: StoredScenario | None = None) -> bool:
        # A deleted row would free its code for another document; a code is never reused.
        return False

    @admin.display(description="page")
    def link(self, scenario: StoredScenario) -> SafeString:
        return format_html('<a href="{}">{}</a>', scenario.get_absolute_url(), scenario.get_absolute_url())

    @admin.action(description="Take the selected scenarios down", permissions=["change"])
    def take_down(self, request: HttpRequest, scenarios: QuerySet[StoredScenario]) -> None:
        from . import services  # late: with it comes the engine, which no start of the site should wait for

        changed = services.set_hidden(scenarios, True, by=request.user.get_username())
        self.message_user(request, f"Taken down: {changed}")

    @admin.action(description="Put the selected scenarios back", permissions=["change"])
    def put_back(self, request: HttpRequest, scenarios: QuerySet[StoredScenario]) -> None:
        from . import services

        self.message_user(request, f"Put back: {services.set_hidden(scenarios, False)}")


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    list_display = ("created", "link", "why", "words", "times", "of_this_scenario", "state", "decided_by")
    list_filter = ("state", "why", "scenario__game")
    search_fields = ("words", "scenario__code")
    list_select_related = ("scenario",)
    date_hierarchy = "created"
    actions = ("take_down", "dismiss")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).annotate(of_this_scenario=Count("scenario__reports"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    @admin.display(description="scenario", ordering="scenario")
    def link(self, report: Report) -> SafeString:
        scenario = report.scenario
        state = " (taken down)" if scenario.hidden else ""
        return format_html('<a href="{}">{}</a>{}', scenario.get_absolute_url(), scenario.code, state)

    @admin.display(description="reports of it", ordering="of_this_scenario")
    def of_this_scenario(self, report: Report) -> int:
        return report.of_this_scenario  # type: ignore[attr-defined, no-any-return]

    @admin.action(description="Take the reported scenarios down; their page says why", permissions=["change"])
    def take_down(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        from . import services  # late: with it comes the engine

        changed = services.uphold(reports, request.user.get_username())
        self.message_user(request, f"Scenarios taken down: {changed}")

    @admin.action(description="Dismiss the selected reports", permissions=["change"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        from . import services

        self.message_user(request, f"Dismissed: {services.dismiss(reports, request.user.get_username())}")
