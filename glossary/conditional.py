"""Answers 304 when the reader's copy is still right. What an answer depends on: the content, the code, the
language, and the address asked for."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
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


def conditional(
    request: HttpRequest, state: State, make: Callable[[], HttpResponseBase], *, also: str = ""
) -> HttpResponseBase:
    """The answer that `make` gives, or 304. `also` is whatever else it depends on."""
    if settings.DEBUG or request.method not in ("GET", "HEAD"):
        return make()
    code, newest = build()
    parts = (state.version, state.changed, code, current(), request.get_full_path(), also)
    etag = f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'
    changed = max(newest, state.changed.timestamp() if state.changed else 0.0)
    modified = int(datetime.fromtimestamp(changed, UTC).timestamp())
    response = get_conditional_response(request, etag=etag, last_modified=modified)
    if response is None:
        response = make()
        if response.status_code != 200:
            return response
    response.headers["ETag"] = etag
    response.headers["Last-Modified"] = http_date(modified)
    patch_cache_control(response, no_cache=True)  # keep a copy, but ask each time
    return response
