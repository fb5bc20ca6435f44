"""The database of JUDGEBOARD_DATABASE: an SQLite file (the default) or a PostgreSQL URL."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# WAL lets readers and a writer work at once, IMMEDIATE removes "database is locked" for transactions that
# read first, NORMAL is durable enough under WAL. The pragmas cost at every opening, so connections stay open.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;PRAGMA cache_size=-65536; PRAGMA mmap_size=134217728;"
)


def sqlite(path: Path | str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_PRAGMAS},
    }


def postgresql(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"JUDGEBOARD_DATABASE: not a valid URL ({error}).") from None
    name = unquote(parts.path.lstrip("/"))
    if not name or "/" in name:
        raise ImproperlyConfigured(
            "JUDGEBOARD_DATABASE: the URL names no database; write postgresql://user:password@host:5432/name."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def database(value: str, *, default: Path) -> dict[str, Any]:
    """Settings of one database from `value`: "", a file path, sqlite:///path or postgresql://…"""
    value = value.strip()
    if not value:
        return sqlite(default)
    scheme, found, rest = value.partition("://")
    if not found:
        return sqlite(value)
    if scheme == "sqlite":
        if not rest.startswith("/") or rest == "/":
            raise ImproperlyConfigured(
                "JUDGEBOARD_DATABASE: write sqlite:///relative/path or sqlite:////absolute/path."
            )
        return sqlite(unquote(rest[1:]))
    if scheme in {"postgres", "postgresql"}:
        return postgresql(value)
    raise ImproperlyConfigured(
        f"JUDGEBOARD_DATABASE: {scheme}:// is not supported; use a file path, sqlite:///… or postgresql://…"
    )
