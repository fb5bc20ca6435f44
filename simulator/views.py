"""The pages of scenarios: shown, embedded, made."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from config import jsontext
from config.language import current
from config.throttling import seconds_to_wait
from glossary.conditional import conditional
from glossary.queries import state

from . import pages, queries, reports, services
from .engine.scenario import BadScenario


class SeeOther(HttpResponseRedirect):
    status_code = 303


@require_safe
def scenario(request: HttpRequest, code: str, step: str = "") -> HttpResponseBase:
    if code != code.lower():
        return _lower(request, code)
    shown = queries.stored(code)
    if shown is None:
        raise Http404(code)
    return _page(request, shown, step)


@require_safe
def example(request: HttpRequest, game: str, slug: str, step: str = "") -> HttpResponseBase:
    def make() -> HttpResponse:
        shown = queries.example(game, slug, current())
        if shown is None:
            raise Http404(slug)
        return _played(request, shown, step, embed=False)

    return conditional(request, state(), make)


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, code: str) -> HttpResponseBase:
    if code != code.lower():
        return _lower(request, code)
    shown = queries.stored(code)
    if shown is None:
        raise Http404(code)
    return _page(request, shown, request.GET.get("step", ""), embed=True)


def _lower(request: HttpRequest, code: str) -> HttpResponseBase:
    """A code that was typed in capitals means the same one."""
    return HttpResponsePermanentRedirect(request.get_full_path().replace(code, code.lower(), 1))


def _page(request: HttpRequest, shown: queries.Shown, step: str, *, embed: bool = False) -> HttpResponseBase:
    if shown.hidden:
        return gone(request, shown)
    stored = (shown.text, shown.stored.engine, shown.stored.digest) if shown.stored else shown.text
    return conditional(
        request, state(), lambda: _played(request, shown, step, embed=embed), also=repr(stored)
    )


def gone(request: HttpRequest, shown: queries.Shown) -> HttpResponse:
    """The tombstone of a scenario that was taken down."""
    why = shown.stored.hidden_why if shown.stored else ""
    return render(request, "410.html", {"title": shown.title, "reason": reports.taken_down(why)}, status=410)


def _played(request: HttpRequest, shown: queries.Shown, step: str, *, embed: bool) -> HttpResponse:
    lang = current()
    try:
        at = pages.place(pages.play_stored(shown.text), step, request.GET.get("line", ""))
    except pages.NoSuchStep:
        there = {"title": shown.title, "scenario_url": shown.embed_url if embed else shown.url, "step": step}
        return render(request, "simulator/no_step.html", there, status=404)
    except BadScenario as bad:
        # Today's engine cannot play it at all: say why, and give the document to be mended.
        return _form(request, shown.pretty, _problems(bad, shown.pretty), source=shown.origin)
    if request.GET.get("fragment") == "board":
        return HttpResponse(pages.board_html(shown.text, at, lang))
    template = "simulator/embed.html" if embed else "simulator/scenario.html"
    return render(request, template, pages.context(shown, at, lang, embed=request.GET if embed else None))


# Exempt: storing a scenario is open to everybody and acts in nobody's name, so there is nothing to forge; and the
# form works for people who take no cookies.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _blank(request)
    try:
        text = request.POST.get("document", "")
    except RequestDataTooBig:
        return _form(request, "", [_whole(_("The document is too large."))], status=413)
    if wait := seconds_to_wait(request, "scenarios"):
        detail = _("Too many scenarios at once. Try again in %(seconds)d s.") % {"seconds": wait}
        return _form(request, text, [_whole(detail)], status=429)
    try:
        scenario, _created = services.store_document(jsontext.read(text))
    except jsontext.MalformedJson as bad:
        problem = {"pointer": "", "line": bad.line, "column": bad.column, "detail": bad.detail}
        return _form(request, text, [problem], status=400)
    except BadScenario as bad:
        return _form(request, text, _problems(bad, text), status=422)
    except services.TakenDown:
        return _form(
            request, text, [_whole(_("This scenario was taken down and has no page any more."))], status=410
        )
    return SeeOther(scenario.get_absolute_url())


def _blank(request: HttpRequest) -> HttpResponse:
    """The form, empty or with the document that `?from=` names."""
    source = request.GET.get("from", "")
    if not source:
        return _form(request, "", [])
    shown = queries.source(source, current())
    if shown is None:
        detail = _("There is no scenario or example “%(source)s”.") % {"source": source}
        return _form(request, "", [_whole(detail)], status=404)
    return _form(request, shown.pretty, [], source=source)


def _form(
    request: HttpRequest,
    document: str,
    problems: list[dict[str, Any]],
    *,
    source: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "document": document,
        "problems": problems,
        "source": source,
        "examples": queries.examples(current()),
        "action": reverse("simulator:new"),
    }
    return render(request, "simulator/new.html", context, status=status)


def _whole(detail: str) -> dict[str, Any]:
    """A problem of the document as a whole."""
    return {"pointer": "", "line": None, "column": None, "detail": detail}


def _problems(bad: BadScenario, text: str) -> list[dict[str, Any]]:
    """Every problem at its line and column of the text as it was pasted."""
    rows = []
    for problem in bad.problems:
        line, column = jsontext.place(text, problem.pointer)
        rows.append({"pointer": problem.pointer, "line": line, "column": column, "detail": problem.detail})
    return rows
