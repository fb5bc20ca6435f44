"""The interface's language: `?lang=`, then the cookie, then the browser's wish; Russian when nothing is wished.

Who wishes only languages that the site does not have gets English.

The site's own codes are ru, zh, en: they stand in links, cookies and content. Django calls Chinese zh-hans.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

COOKIE = "lang"
YEAR = 365 * 24 * 3600
DEFAULT = "ru"
NAMES = {"ru": "Русский", "zh": "中文", "en": "English"}
DJANGO_CODES = {"ru": "ru", "zh": "zh-hans", "en": "en"}


def current() -> str:
    """The site's code of the language that is active now."""
    active = (translation.get_language() or DEFAULT).partition("-")[0]
    return active if active in NAMES else DEFAULT


def wanted(request: HttpRequest) -> str:
    """The language this request asks for. Only `?lang=` counts for the API: its answers are the same for all."""
    if request.path.startswith("/api/"):
        asked = request.GET.get("lang")
        return asked if asked in NAMES else "en"
    for asked in (request.GET.get("lang"), request.COOKIES.get(COOKIE)):
        if asked in NAMES:
            return str(asked)
    wishes = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    codes = [accepted.partition("-")[0] for accepted, _quality in wishes]
    known = next((code for code in codes if code in NAMES), None)
    return known or ("en" if any(code != "*" for code in codes) else DEFAULT)


class LanguageMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        lang = wanted(request)
        with translation.override(DJANGO_CODES[lang]):
            request.LANGUAGE_CODE = DJANGO_CODES[lang]
            response = self.get_response(request)
        if request.path.startswith("/api/"):
            return response  # it answers in all languages at once
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", DJANGO_CODES[lang])
        if getattr(response, "xframe_options_exempt", False):
            return response  # a page inside somebody else's page leaves no cookie
        if request.GET.get("lang") == lang and request.COOKIES.get(COOKIE) != lang:
            response.set_cookie(
                COOKIE,
                lang,
                max_age=YEAR,
                samesite="Lax",
                secure=getattr(settings, "LANGUAGE_COOKIE_SECURE", False),
            )
        return response
