"""Stored scenarios are read here and taken down here; nobody edits one."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from .models import StoredScenario


@admin.register(StoredScenario)
class StoredScenarioAdmin(admin.ModelAdmin):
    list_display = ("code", "game", "created", "engine", "hidden", "link")
    list_filter = ("game", "hidden", "engine")
    search_fields = ("code", "document")
    date_hierarchy = "created"
    actions = ("take_down", "put_back")

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

        self.message_user(request, f"Taken down: {services.set_hidden(scenarios, True)}")

    @admin.action(description="Put the selected scenarios back", permissions=["change"])
    def put_back(self, request: HttpRequest, scenarios: QuerySet[StoredScenario]) -> None:
        from . import services

        self.message_user(request, f"Put back: {services.set_hidden(scenarios, False)}")
