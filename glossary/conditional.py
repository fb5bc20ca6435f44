"""Answers 304 when the reader's copy is still right, and makes a page once for all its readers. What an answer
depends on: the content, the code, the language, and the address asked for."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date

from config.language import current
from glossary.queries import State

# Files that pages are made from: a deployment that changes one makes every copy old.
_PARTS = (
    ("templates", "*.html"),
    ("locale", "*.mo"),
    ("static", "*"),
    ("glossary", "*.py"),
    ("simulator", "*.py"),
    ("rulings", "*.py"),
    ("config", "*.py"),
)


@lru_cache(maxsize=1)
def build() -> tuple[str, float]:
    """The code's own version, read once per process: a digest and the time of the newest file."""
    found, newest = hashlib.sha256(), 0.0
    for folder, pattern in _PARTS:
        for path in sorted((Path(settings.BASE_DIR) / folder).rglob(pattern)):
            if path.is_file():
                about = path.stat()
                found.update(f"{path}\0{about.st_mtime_ns}\0{about.st_size}\n".encode())
                newest = max(newest, about.st_mtime)
    return found.hexdigest()[:16], newest


class _Pages:
    """The last pages made, as bytes, by their ETags: whatever makes a page old gives it another ETag."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.held: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self.lock = Lock()

    def get(self, etag: str) -> HttpResponse | None:
        with self.lock:
            if etag not in self.held:
                return None
            self.held.move_to_end(etag)
            content, kind = self.held[etag]
        return HttpResponse(content, content_type=kind)

    def keep(self, etag: str, response: HttpResponse) -> None:
        content = response.content
        with self.lock:
            if etag in self.held or len(content) > self.most:
                return
            self.held[etag] = content, response.headers["Content-Type"]
            self.size += len(content)
            while self.size > self.most:
                self.size -= len(self.held.popitem(last=False)[1][0])

    def clear(self) -> None:
        with self.lock:
            self.held.clear()
            self.size = 0


PAGES = _Pages(16 * 1024 * 1024)


def conditional(
    request: HttpRequest, state: State, make: Callable[[], HttpResponseBase], *, also: str = ""
) -> HttpResponseBase:
    """The answer that `make` gives, or 304. `also` is whatever else it depends on. Made once for everybody: it
    may not depend on who asks.
    """
    request.content_state = state  # type: ignore[attr-defined]  # for the list of games around the page
    if settings.DEBUG or request.method not in ("GET", "HEAD"):
        return make()
    code, newest = build()
    parts = (state.version, state.changed, code, current(), request.get_full_path(), also)
    etag = f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'
    modified = int(max(newest, state.changed.timestamp() if state.changed else 0.0))
    # Whoever knows the ETag has the page; anybody else may be asking for something that is not there.
    answer: HttpResponseBase | None
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponseNotModified()
    else:
        answer = PAGES.get(etag)
        if answer is None:
            answer = make()
            if answer.status_code != 200:
                return answer
            if type(answer) is HttpResponse and not answer.cookies and not _personal(request):
                PAGES.keep(etag, answer)
        answer = get_conditional_response(request, etag=etag, last_modified=modified, response=answer)
        assert answer is not None  # it is the page itself unless a precondition says otherwise
    answer.headers["ETag"] = etag
    answer.headers["Last-Modified"] = _date(modified)
    patch_cache_control(answer, no_cache=True)  # keep a copy, but ask each time
    return answer


_date = lru_cache(maxsize=8)(http_date)


def _personal(request: HttpRequest) -> bool:
    """Whether a form on the page holds its reader's token."""
    return bool(request.META.get("CSRF_COOKIE_NEEDS_UPDATE"))
