"""What every template gets: the interface's language, how to change it, and the games."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from config.language import NAMES, current


def _games(lang: str) -> list[dict[str, Any]]:
    from glossary.queries import games  # late: the error pages must work before any model is loaded

    return list(games(lang))


def site(request: HttpRequest) -> dict[str, Any]:
    lang = current()
    languages = []
    for code, name in NAMES.items():
        query = request.GET.copy()
        query["lang"] = code
        languages.append({"code": code, "name": name, "url": f"{request.path}?{query.urlencode()}"})
    return {"lang": lang, "languages": languages, "games": SimpleLazyObject(lambda: _games(lang))}
