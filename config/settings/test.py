"""Settings of the tests: a database in memory, a data folder of their own, no rate limit by accident."""

from config.database import sqlite
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, REST_FRAMEWORK

SECRET_KEY = "only-for-tests-" * 4
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
VAR = BASE_DIR / "var" / "test"
INDEX_DIR = VAR / "index"
STATIC_ROOT = VAR / "static"
DATABASES = {"default": sqlite(":memory:")}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = REST_FRAMEWORK | {
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min")
}
