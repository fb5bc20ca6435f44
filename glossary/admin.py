"""Editing in the admin: a clause changes only through `services`, with a reason and a source."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest

from glossary import services
from glossary.languages import LANGUAGES
from glossary.models import Clause, Entry, Example, Game, Link, Proposal, Redirect, Revision


class ReadOnly(admin.ModelAdmin):
    """What comes from packs is changed there."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ClauseForm(forms.ModelForm):
    """One field per language; the edit is tried before it is accepted, so that faults stand at their fields."""

    reason_of_edit = forms.CharField(label="Reason of this edit", widget=forms.Textarea(attrs={"rows": 2}))
    source_of_edit = forms.CharField(label="Source", max_length=400)

    class Meta:
        model = Clause
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for which in ("text", "note"):
            held = getattr(self.instance, which)
            for lang in LANGUAGES:
                widget = forms.Textarea(attrs={"rows": 4, "lang": lang})
                self.fields[f"{which}_{lang}"] = forms.CharField(
                    required=which == "text", initial=held.get(lang, ""), widget=widget
                )

    def texts(self, which: str) -> dict[str, str]:
        return {lang: self.cleaned_data.get(f"{which}_{lang}", "") for lang in LANGUAGES}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for fault in services.faults_of_edit(self.instance, self.texts("text"), self.texts("note")):
            self.add_error(fault.field if fault.field in self.fields else None, fault.message)
        return cleaned


class RevisionInline(admin.TabularInline):
    model = Revision
    extra = 0
    fields = readonly_fields = ("number", "date", "author", "reason", "source", "content")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Clause)
class ClauseAdmin(admin.ModelAdmin):
    form = ClauseForm
    list_display = ("id", "kind", "origin", "edited", "live")
    list_filter = ("entry__game", "edited", "live", "kind", "origin")
    search_fields = ("id", "plain")
    inlines = [RevisionInline]

    def get_fields(self, request: HttpRequest, obj: Clause | None = None) -> list[str]:
        texts = [f"{which}_{lang}" for which in ("text", "note") for lang in LANGUAGES]
        return [*texts, "reason_of_edit", "source_of_edit"]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # The form's own fields are made per clause: nothing for the factory to look up in the model.
        return ClauseForm

    def save_model(self, request: HttpRequest, obj: Clause, form: ClauseForm, change: bool) -> None:
        revision = services.edit_clause(
            obj.pk,
            text=form.texts("text"),
            note=form.texts("note"),
            author=request.user.get_username(),
            reason=form.cleaned_data["reason_of_edit"],
            source=form.cleaned_data["source_of_edit"],
        )
        if revision is None:
            self.message_user(
                request, "Nothing differs from what stood there; no revision was written.", messages.WARNING
            )

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        return [{"changed": {"fields": form.changed_data}}]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Revisions are written by the edit itself."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    list_display = ("id", "clause", "state", "source", "filed", "decided_by")
    list_filter = ("state", "clause__entry__game")
    actions = ["accept", "decline"]

    @admin.action(description="Accept: the pack's text takes the place of the site's", permissions=["decide"])
    def accept(self, request: HttpRequest, chosen: Any) -> None:
        self._each(request, chosen, services.accept_proposal)

    @admin.action(description="Decline: the site's text stays", permissions=["decide"])
    def decline(self, request: HttpRequest, chosen: Any) -> None:
        self._each(request, chosen, services.decline_proposal)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("glossary.change_proposal")

    def _each(self, request: HttpRequest, chosen: Any, decide: Any) -> None:
        for proposal in chosen:
            try:
                decide(proposal, request.user.get_username())
            except services.BadEdit as error:
                self.message_user(request, f"{proposal}: {error}", messages.ERROR)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("id", "kind", "live")
    list_filter = ("game", "kind", "live")
    search_fields = ("id", "title")


@admin.register(Revision)
class RevisionAdmin(ReadOnly):
    list_display = ("clause", "number", "date", "author", "source")
    list_filter = ("clause__entry__game", "author")


admin.site.register(Game, ReadOnly)
admin.site.register(Example, ReadOnly)
admin.site.register(Link, ReadOnly)
admin.site.register(Redirect, ReadOnly)
