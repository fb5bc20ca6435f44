"""The page of the clause matrix."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.language import current
from glossary import queries as glossary
from glossary.conditional import conditional

from . import queries


@require_safe
def coverage(request: HttpRequest) -> HttpResponseBase:
    """How far every game has come; `?game=` chooses whose clauses are listed, `?show=` which of them."""
    slug = request.GET.get("game", "").strip() or next(iter(glossary.game_slugs()), "")
    game = glossary.game(slug)
    if game is None and slug:
        raise Http404(slug)
    chosen = request.GET.get("show", "")
    show = chosen if chosen in queries.FILTERS else queries.FILTERS[0]
    return conditional(
        request,
        glossary.state(),
        lambda: render(request, "simulator/coverage.html", queries.page(game, show, current())),
    )
