"""/ask/: a form for anybody, and the private page of each question."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from config.language import current
from config.throttling import seconds_to_wait
from simulator import pages as boards
from simulator.engine.scenario import BadScenario
from simulator.views import SeeOther

from . import ask_pages, board_link, queries, questions
from .ask_forms import AskForm


# Exempt as /new/ is: asking is open to everybody and acts in nobody's name, and the form works without cookies.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def ask(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, ask_pages.prefilled(request.GET.dict()))
    try:
        form = AskForm(request.POST)
    except RequestDataTooBig:
        form = AskForm({})
        form.full_clean()
        form.errors.clear()
        form.add_error(None, _("That is too much text."))
        return _form(request, form, status=413)
    if not form.is_valid():
        return _form(request, form, status=422)
    if wait := seconds_to_wait(request, "questions"):
        form.add_error(None, _("Too many questions at once. Try again in %(seconds)d s.") % {"seconds": wait})
        response = _form(request, form, status=429)
        response.headers["Retry-After"] = str(wait)
        return response
    given = form.cleaned_data
    try:
        question, _created = questions.ask(
            form.chosen_game(),
            given["question"],
            language=current(),
            name=given["name"],
            board=form.board,
            sending=given["sending"],
        )
    except board_link.BadLink as bad:
        form.add_error("scenario", str(bad))
        return _form(request, form, status=422)
    return SeeOther(question.get_absolute_url())


# Exempt, so that the log of refused posts does not keep private links: every post is answered by 405 here.
@csrf_exempt
@require_safe
def asked(request: HttpRequest, token: str, step: str = "") -> HttpResponseBase:
    """The page that only the asker (and the judges) know. Nothing keeps a copy of it, and its links tell no other
    site where they stood."""
    response = _asked(request, token, step)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _asked(request: HttpRequest, token: str, step: str) -> HttpResponse:
    question = queries.question(token)
    if question is None:
        raise Http404(token)
    lang = current()
    context = ask_pages.question_page(question, lang)
    board = ask_pages.shown(question, lang)
    if board is None:
        if step:
            raise Http404(step)
        return render(request, "rulings/asked.html", context)
    try:
        at = boards.place(boards.play_stored(board.text), step, request.GET.get("line", ""))
    except boards.NoSuchStep:
        there = {"title": board.title, "scenario_url": board.url, "step": step}
        return render(request, "simulator/no_step.html", there, status=404)
    except BadScenario:
        return render(request, "rulings/asked.html", context | {"unplayable": True})
    if request.GET.get("fragment") == "board":
        return HttpResponse(boards.board_html(board.text, at, lang))
    context |= {"engine": ask_pages.engine_says(board.text, lang), "board": True}
    return render(request, "rulings/asked.html", boards.context(board, at, lang) | context)


def _form(request: HttpRequest, form: AskForm, *, status: int = 200) -> HttpResponse:
    return render(request, "rulings/ask.html", ask_pages.form_page(form), status=status)
