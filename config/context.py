"""What every template gets: the interface's language, how to change it, and the games."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from config.language import NAMES, current


def _games(request: HttpRequest, lang: str) -> list[dict[str, Any]]:
    from glossary import queries  # late: the error pages must work before any model is loaded

    state = getattr(request, "content_state", None) or queries.state()
    return list(queries.games_at(state, lang))


def site(request: HttpRequest) -> dict[str, Any]:
    lang = current()
    languages = []
    for code, name in NAMES.items():
        query = request.GET.copy()
        query["lang"] = code
        languages.append({"code": code, "name": name, "url": f"{request.path}?{query.urlencode()}"})
    return {"lang": lang, "languages": languages, "games": SimpleLazyObject(lambda: _games(request, lang))}
