"""A public site. Everything comes from the environment (README), and an unsafe value stops the start."""

import os

from django.core.exceptions import ImproperlyConfigured

from config.settings.base import *  # noqa: F403
from config.settings.base import REST_FRAMEWORK

EXAMPLES = ("insecure", "changeme", "change-me", "only-for-tests", "secret-key")


def _flag(name: str, default: str) -> bool:
    value = os.environ.get(name, default).strip().lower()
    if value not in {"0", "1", "true", "false", "yes", "no", "on", "off", ""}:
        raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0.")
    return value in {"1", "true", "yes", "on"}


def _number(name: str, default: int) -> int:
    value = os.environ.get(name, "").strip() or str(default)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number, 0 or more.")
    return int(value)


def _words(name: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def _secret() -> str:
    value = os.environ.get("JUDGEBOARD_SECRET", "").strip()
    how = "make one with: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
    if not value:
        raise ImproperlyConfigured(f"JUDGEBOARD_SECRET is not set; {how}")
    if len(value) < 50 or len(set(value)) < 12:
        raise ImproperlyConfigured(f"JUDGEBOARD_SECRET is too short or too regular (50 characters); {how}")
    if any(word in value.lower() for word in EXAMPLES):
        raise ImproperlyConfigured(f"JUDGEBOARD_SECRET is an example value, not a secret; {how}")
    return value


if _flag("DEBUG", "0"):
    raise ImproperlyConfigured("DEBUG is on; a public site never shows its insides. Unset DEBUG.")
DEBUG = False
SECRET_KEY = _secret()
SECRET_KEY_FALLBACKS = _words("JUDGEBOARD_OLD_SECRETS")

ALLOWED_HOSTS = _words("JUDGEBOARD_HOSTS")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "JUDGEBOARD_HOSTS is empty; name the hosts of the site, like judge.example.org"
    )
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("JUDGEBOARD_HOSTS has *; name the hosts, any other Host header is refused.")
CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS]

SECURE_SSL_REDIRECT = _flag("JUDGEBOARD_HTTPS_REDIRECT", "1")
SECURE_HSTS_SECONDS = _number("JUDGEBOARD_HSTS_SECONDS", 365 * 24 * 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True

# Only behind a proxy that always sets the header itself: else anyone could pretend to come by HTTPS.
if _flag("JUDGEBOARD_BEHIND_PROXY", "0"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    REST_FRAMEWORK = REST_FRAMEWORK | {"NUM_PROXIES": _number("JUDGEBOARD_PROXIES", 1)}
