"""The pages of rulings."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.language import current
from glossary import ids
from glossary import queries as glossary
from glossary.conditional import conditional
from glossary.languages import text

from . import pages, queries


@require_safe
def rulings(request: HttpRequest) -> HttpResponseBase:
    game = request.GET.get("game", "").strip()
    if game and glossary.game(game) is None:
        raise Http404(game)
    return conditional(
        request,
        glossary.state(),
        lambda: render(request, "rulings/list.html", pages.list_page(game, current())),
    )


@require_safe
def ruling(request: HttpRequest, slug: str, step: str = "") -> HttpResponseBase:
    def make() -> HttpResponseBase:
        found = queries.ruling(slug)
        if found is None:
            return _moved(request, slug)
        return _page(request, found, step)

    hidden = queries.hidden_boards()
    return conditional(request, glossary.state(), make, also=hidden)


def _page(request: HttpRequest, found: queries.Ruling, step: str) -> HttpResponse:
    from simulator import pages as boards  # late: with it comes the engine
    from simulator.engine.scenario import BadScenario

    lang = current()
    shown = queries.shown(found, lang)
    context = pages.ruling_page(found, lang)
    if shown is None:
        if step:
            raise Http404(step)
        return render(request, "rulings/ruling.html", context)
    try:
        at = boards.place(boards.play_stored(shown.text), step, request.GET.get("line", ""))
    except boards.NoSuchStep:
        there = {"title": shown.title, "scenario_url": shown.url, "step": step}
        return render(request, "simulator/no_step.html", there, status=404)
    except BadScenario:
        return render(request, "rulings/ruling.html", context)  # its badge says so
    if request.GET.get("fragment") == "board":
        return HttpResponse(boards.board_html(shown.text, at, lang))
    return render(
        request, "rulings/ruling.html", {**boards.context(shown, at, lang), **context, "board": True}
    )


def _moved(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Where a ruling went, or in words why it is gone."""
    name = ids.ruling_id(slug)
    became = glossary.now(name)
    withdrawn = queries.withdrawn(slug)
    if became and became.target:
        return HttpResponsePermanentRedirect(ids.parse(became.target).url)
    if became:
        reason = text(became.words, current(), "en")
    elif withdrawn:
        reason = text(withdrawn.gone, current(), withdrawn.language)
    else:
        raise Http404(name)
    return render(request, "410.html", {"id": name, "reason": reason}, status=410)
