"""The site's paths, a view that does nothing, and some that forget what is kept before they show a page."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from glossary.conditional import PAGES
from glossary.views import entry
from simulator import pages, play, views
from simulator.templatetags.judgeboard import _part

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def forgetful(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    for remembered in (play.play_stored, play.digest_stored, play.pictures, pages._board_html, _part):
        remembered.cache_clear()
    PAGES.clear()
    return views.example(request, game, slug)


def entry_anew(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    PAGES.clear()
    return entry(request, game, slug)


def example_anew(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    PAGES.clear()
    return views.example(request, game, slug)


urlpatterns = [
    path("bench/bare/", bare),
    path("bench/anew/examples/<slug:game>/<slug:slug>/", example_anew),
    path("bench/anew/<slug:game>/<slug:slug>/", entry_anew),
    path("bench/forgetful/<slug:game>/<slug:slug>/", forgetful),
    *urlpatterns,
]
