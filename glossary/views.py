"""Home, a game, an entry, search, previews. What is shown is gathered in `pages`."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from config.language import current
from glossary import ids, pages, queries, search
from glossary.conditional import conditional
from glossary.languages import text

LONGEST_QUERY = 300


@require_safe
def home(request: HttpRequest) -> HttpResponseBase:
    return conditional(
        request, queries.state(), lambda: render(request, "home.html", pages.home_page(current()))
    )


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponseBase:
    def make() -> HttpResponse:
        found = queries.game(game)
        if found is None:
            return _missing(request, game)
        return render(request, "glossary/game.html", pages.game_page(found, current()))

    return conditional(request, queries.state(), make)


@require_safe
def entry(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    name = ids.entry_id(game, slug)

    def make() -> HttpResponseBase:
        found = queries.entry(name)
        if found is None:
            # The browser carries the fragment along: the new page knows the old names of its clauses.
            return _moved(request, name, lambda target: ids.parse(target).url)
        return render(request, "glossary/entry.html", pages.entry_page(found, current()))

    return conditional(request, queries.state(), make)


@require_safe
def search_page(request: HttpRequest) -> HttpResponseBase:
    q = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    chosen = request.GET.get("game", "").strip()
    if chosen and queries.game(chosen) is None:
        return _missing(request, chosen)
    partial_page = bool(request.headers.get("HX-Request")) and not request.headers.get(
        "HX-History-Restore-Request"
    )

    def make() -> HttpResponse:
        lang = current()
        found = search.search(q, game=chosen)
        context = {"q": q, "results": pages.results_page(found, lang), "note": None, "game": chosen}
        return render(request, "glossary/_results.html" if partial_page else "glossary/search.html", context)

    also = f"{search.generation()} {partial_page}"
    response = conditional(request, queries.state(), make, also=also)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def preview(request: HttpRequest) -> HttpResponseBase:
    wanted = request.GET.get("id", "")
    try:
        name = ids.parse(wanted)
    except ids.BadId:
        return _missing(request, wanted)

    def make() -> HttpResponseBase:
        shown = pages.preview(name, current())
        if shown is None:
            return _moved(request, wanted, lambda target: f"{request.path}?{urlencode({'id': target})}")
        return render(request, "glossary/preview.html", shown)

    return conditional(request, queries.state(), make)


def _moved(request: HttpRequest, name: str, address: Any) -> HttpResponseBase:
    """Where an id went, in words why it is gone, or what is like it."""
    became = queries.now(name)
    if became is None:
        return _missing(request, name)
    if became.target:
        query = request.GET.urlencode() if "?" not in address(became.target) else ""
        path, mark, fragment = address(became.target).partition("#")
        return HttpResponsePermanentRedirect(f"{path}{'?' if query else ''}{query}{mark}{fragment}")
    context = {"id": name, "reason": text(became.words, current(), "en")}
    return render(request, "410.html", context, status=410)


def _missing(request: HttpRequest, wanted: str) -> HttpResponse:
    context = {"path": request.path, "wanted": wanted, "suggestions": queries.suggestions(wanted, current())}
    return render(request, "404.html", context, status=404)
