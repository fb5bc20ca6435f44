"""Where judges work: questions are answered or declined, rulings made here are changed, boards are played again.

Rulings of packs are changed in their files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join, linebreaks
from django.utils.safestring import SafeString, mark_safe

from glossary.admin import ReadOnly

from .admin_forms import DraftForm, QuestionForm, RulingForm, per_language
from .models import Check, PastCheck, Question, Ruling, RulingRevision

NONE = "—"


class Judged(admin.ModelAdmin):
    """What all of these share: nothing is deleted, and the service's own words say what a change did."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        return [{"added": {}} if add else {"changed": {"fields": form.changed_data}}]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing is related that the service does not write itself."""

    def tell(self, request: HttpRequest, ruling: Ruling) -> None:
        from . import answering  # late, as everywhere here: with it comes the engine

        for remark in answering.remarks(ruling):
            self.message_user(request, remark, messages.WARNING)


def play_again(owner: admin.ModelAdmin, request: HttpRequest, names: Iterable[str]) -> None:
    from . import services

    for name in names:
        row = services.verify_one(name)
        told = services.told(row) if row else "has no board"
        bad = row is None or row.result in ("different", "stops")
        owner.message_user(request, f"{name}: {told}", messages.WARNING if bad else messages.SUCCESS)


def accept_play(owner: admin.ModelAdmin, request: HttpRequest, names: Iterable[str]) -> None:
    from . import services

    for name in names:
        try:
            services.accept(name)
            owner.message_user(request, f"{name}: today's play is accepted")
        except services.NotAccepted as why:
            owner.message_user(request, str(why), messages.ERROR)


@admin.register(Question)
class QuestionAdmin(Judged):
    list_display = ("id", "state", "game", "asked", "start", "has_board", "language", "ruling")
    list_display_links = ("id", "start")
    list_filter = ("state", "game", "language")
    search_fields = ("text", "name", "stored__code", "ruling__slug")
    list_select_related = ("game", "stored", "ruling")
    date_hierarchy = "asked"
    change_form_template = "admin/rulings/question.html"
    readonly_fields = (
        "asked",
        "words",
        "name",
        "language",
        "board_link",
        "private_page",
        "stands",
        "outcome",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="question")
    def start(self, question: Question) -> str:
        return question.text[:90]

    @admin.display(description="board", boolean=True)
    def has_board(self, question: Question) -> bool:
        return question.stored is not None

    @admin.display(description="question")
    def words(self, question: Question) -> SafeString:
        return mark_safe(linebreaks(question.text, autoescape=True))  # noqa: S308  (escaped by it)

    @admin.display(description="board")
    def board_link(self, question: Question) -> str:
        stored = question.stored
        if stored is None:
            return NONE
        path = stored.get_absolute_url() + (f"{question.step}/" if question.step else "")
        return format_html('<a href="{}">{}</a>{}', path, path, " (taken down)" if stored.hidden else "")

    @admin.display(description="the asker's page")
    def private_page(self, question: Question) -> str:
        return format_html('<a href="{}" rel="noreferrer">open</a>', question.get_absolute_url())

    @admin.display(description="state of the question")
    def stands(self, question: Question) -> str:  # “state” is a field of the answer
        return question.get_state_display()

    @admin.display(description="became")
    def outcome(self, question: Question) -> str:
        if question.ruling:
            path = reverse("admin:rulings_ruling_change", args=[question.ruling_id])
            return format_html('<a href="{}">{}</a>, {}', path, question.ruling_id, question.decided_by)
        if question.state == Question.DECLINED:
            reasons = format_html_join("; ", "{}: {}", question.declined.items())
            return format_html("declined by {}: {}", question.decided_by, reasons)
        return NONE

    def _open(self, request: HttpRequest, question: Question | None) -> bool:
        """Whether the form is there. What is sent too late comes back in it, so that nothing typed is lost."""
        if question is None or not self.has_change_permission(request, question):
            return False
        return question.state != Question.ANSWERED or request.method == "POST"

    def get_fieldsets(self, request: HttpRequest, obj: Question | None = None) -> Any:
        asked = ("The question", {"fields": self.readonly_fields})
        if not self._open(request, obj):
            return [asked]
        return [
            asked,
            *DraftForm.fieldsets("superseded_by")[:-1],
            ("… or a ruling that is there answers it", {"fields": ["existing"]}),
            ("… or it is declined", {"fields": per_language("declined")}),
        ]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # The fields are made per question: nothing for the factory to look up in the model.
        return QuestionForm if self._open(request, obj) else super().get_form(request, obj, fields=[])

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        question = self.get_object(request, object_id or "")
        context = {**(extra_context or {}), "open_question": self._open(request, question)}
        return super().changeform_view(request, object_id, form_url, context)

    def save_model(self, request: HttpRequest, obj: Question, form: Any, change: bool) -> None:
        from . import answering, questions
        from .faults import BadAnswer

        author = request.user.get_username()
        if not isinstance(form, QuestionForm):
            return
        try:
            if form.wanted == "decline":
                questions.decline(obj.pk, form.texts("declined"), author)
            elif form.wanted == "existing":
                questions.answer_by(obj.pk, form.cleaned_data["existing"], author)
            else:
                self.tell(request, answering.answer_question(obj.pk, form.draft(obj.game_id), author))
        except BadAnswer as bad:  # decided by somebody else meanwhile, or a fault that only the service sees
            for fault in bad.faults:
                self.message_user(request, f"{fault.field} {fault.message}".strip(), messages.ERROR)
            request.refused = True  # type: ignore[attr-defined]

    def response_change(self, request: HttpRequest, obj: Question) -> HttpResponse:
        if getattr(request, "refused", False):
            return HttpResponseRedirect(request.path)
        return super().response_change(request, obj)


class RevisionInline(admin.TabularInline):
    model = RulingRevision
    extra = 0
    fields = readonly_fields = ("number", "date", "author", "reason", "content")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ruling)
class RulingAdmin(Judged):
    list_display = ("id", "game", "answer", "state", "made", "date", "board_result", "live", "superseded_by")
    list_filter = ("game", "made", "state", "answer", "live")
    search_fields = ("id", "title", "cites")
    list_select_related = ("game",)
    actions = ("accept", "play")
    inlines = (RevisionInline,)
    change_form_template = "admin/rulings/ruling.html"
    readonly_fields = ("page", "board_result", "questions_answered", "written")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ruling]:
        result = Check.objects.filter(subject=OuterRef("pk")).values("result")[:1]
        return super().get_queryset(request).annotate(result=Subquery(result))

    def has_change_permission(self, request: HttpRequest, obj: Ruling | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.made == Ruling.SITE)

    @admin.display(description="board, last played", ordering="result")
    def board_result(self, ruling: Ruling) -> str:
        return getattr(ruling, "result", None) or NONE

    @admin.display(description="page")
    def page(self, ruling: Ruling) -> str:
        return format_html('<a href="{}">{}</a>', ruling.get_absolute_url(), ruling.get_absolute_url())

    @admin.display(description="answers")
    def questions_answered(self, ruling: Ruling) -> str:
        rows = [
            (reverse("admin:rulings_question_change", args=[each.pk]), each)
            for each in ruling.questions.all()
        ]
        return format_html_join(", ", '<a href="{}">{}</a>', rows) or NONE

    @admin.display(description="what it says")
    def written(self, ruling: Ruling) -> SafeString:
        from . import answering

        said = ((name, _laid_out(value)) for name, value in answering.content_of(ruling).items())
        return format_html("<dl>{}</dl>", format_html_join("", "<dt>{}</dt><dd>{}</dd>", said))

    def get_fieldsets(self, request: HttpRequest, obj: Ruling | None = None) -> Any:
        if obj is None:
            return [(None, {"fields": ["game"]}), *DraftForm.fieldsets(), (None, {"fields": ["reason"]})]
        if not self.has_change_permission(request, obj):
            return [(None, {"fields": self.readonly_fields})]
        about = ("Here", {"fields": ["page", "board_result", "questions_answered"]})
        gone = ("Withdrawn", {"fields": ["withdrawn", *per_language("gone")]})
        return [about, *DraftForm.fieldsets("slug"), gone, ("This change", {"fields": ["reason"]})]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        may = obj is None or self.has_change_permission(request, obj)
        return RulingForm if may else super().get_form(request, obj, fields=[])

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        context = {**(extra_context or {}), "user_may_play": self.has_change_permission(request)}
        return super().changeform_view(request, object_id, form_url, context)

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj is not None and obj.made == Ruling.SITE else ()

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        """The service writes; the object that the admin goes on with is read again in save_model."""
        return form.instance

    def save_model(self, request: HttpRequest, obj: Ruling, form: Any, change: bool) -> None:
        from . import answering

        author, reason = request.user.get_username(), form.cleaned_data["reason"]
        if not change:
            made = answering.make_ruling(form.made(), author, reason)
            obj.pk, obj.slug = made.pk, made.slug
            self.tell(request, made)
        elif answering.edit_ruling(obj.pk, form.made(), author, reason, gone=form.gone()) is None:
            self.message_user(request, "Nothing differs from what stood there.", messages.WARNING)
        else:
            self.tell(request, Ruling.objects.get(pk=obj.pk))

    @admin.action(description="Accept today's play of the selected rulings", permissions=["change"])
    def accept(self, request: HttpRequest, chosen: QuerySet[Ruling]) -> HttpResponse | None:
        return self._each(request, chosen, accept_play)

    @admin.action(description="Play the selected rulings again", permissions=["change"])
    def play(self, request: HttpRequest, chosen: QuerySet[Ruling]) -> HttpResponse | None:
        return self._each(request, chosen, play_again)

    def _each(
        self,
        request: HttpRequest,
        chosen: QuerySet[Ruling],
        do: Callable[[admin.ModelAdmin, HttpRequest, Iterable[str]], None],
    ) -> HttpResponse | None:
        names = list(chosen.values_list("pk", flat=True))
        do(self, request, names)
        if "_back" in request.POST and names:  # from the button on a ruling's own page
            return HttpResponseRedirect(reverse("admin:rulings_ruling_change", args=names[:1]))
        return None


def _laid_out(value: Any) -> Any:
    if isinstance(value, dict):
        return format_html_join(
            mark_safe("<br>"), "{}: {}", ((key, _laid_out(each)) for key, each in value.items())
        )
    return (
        format_html_join(mark_safe("<br>"), "{}", ([each] for each in value))
        if isinstance(value, list)
        else value
    )


@admin.register(Check)
class CheckAdmin(ReadOnly):
    list_display = ("subject", "game", "result", "line", "step", "clause", "at", "since", "engine")
    list_filter = ("result", "game")
    search_fields = ("subject", "clause")
    actions = ("accept", "play")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("rulings.change_ruling"))

    @admin.action(description="Accept today's play", permissions=["decide"])
    def accept(self, request: HttpRequest, chosen: QuerySet[Check]) -> None:
        accept_play(self, request, chosen.values_list("pk", flat=True))

    @admin.action(description="Play again", permissions=["decide"])
    def play(self, request: HttpRequest, chosen: QuerySet[Check]) -> None:
        play_again(self, request, list(chosen.values_list("pk", flat=True)))


@admin.register(PastCheck)
class PastCheckAdmin(ReadOnly):
    list_display = ("subject", "result", "line", "step", "clause", "since", "until", "engine")
    list_filter = ("result",)
    search_fields = ("subject",)
