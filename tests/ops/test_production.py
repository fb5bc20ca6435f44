"""Production settings: an unsafe or missing value stops the start with a sentence that says what to do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.database import database

ROOT = Path(__file__).resolve().parents[2]
SECRET = "k3Jd9-Qm2_vX8rTz7LwYb5NcHs4PfGa6EuRi1OoKpZtWqVxMyBn"
GOOD = {"JUDGEBOARD_SECRET": SECRET, "JUDGEBOARD_HOSTS": "judge.example.org, .example.net"}
SHOW = """
import json
from config.settings import production as settings
names = [name for name in dir(settings) if name.isupper()]
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def load(tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    names = {
        name: value for name, value in os.environ.items() if not name.startswith(("JUDGEBOARD_", "DEBUG"))
    }
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env=names | {"JUDGEBOARD_VAR": str(tmp_path)} | env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"JUDGEBOARD_SECRET": ""}, "JUDGEBOARD_SECRET is not set"),
        ({"JUDGEBOARD_SECRET": "short"}, "JUDGEBOARD_SECRET is too short"),
        ({"JUDGEBOARD_SECRET": "ab" * 40}, "JUDGEBOARD_SECRET is too short or too regular"),
        ({"JUDGEBOARD_SECRET": "django-insecure-" + SECRET}, "JUDGEBOARD_SECRET is an example value"),
        (
            {"JUDGEBOARD_SECRET": "only-for-tests-" * 4 + "0123456789"},
            "JUDGEBOARD_SECRET is an example value",
        ),
        ({"JUDGEBOARD_HOSTS": ""}, "JUDGEBOARD_HOSTS is empty"),
        ({"JUDGEBOARD_HOSTS": " , "}, "JUDGEBOARD_HOSTS is empty"),
        ({"JUDGEBOARD_HOSTS": "*"}, "JUDGEBOARD_HOSTS has *"),
        ({"DEBUG": "1"}, "DEBUG is on"),
        ({"DEBUG": "True"}, "DEBUG is on"),
        ({"JUDGEBOARD_BEHIND_PROXY": "maybe"}, "JUDGEBOARD_BEHIND_PROXY is 'maybe'; write 1 or 0"),
        ({"JUDGEBOARD_HSTS_SECONDS": "a year"}, "JUDGEBOARD_HSTS_SECONDS is 'a year'"),
        ({"JUDGEBOARD_DATABASE": "mysql://host/name"}, "mysql:// is not supported"),
    ],
)
def test_it_refuses_to_start(tmp_path: Path, env: dict[str, str], message: str) -> None:
    done = load(tmp_path, **(GOOD | env))
    assert done.returncode != 0
    assert message in done.stderr.splitlines()[-1]


def test_nothing_set_at_all(tmp_path: Path) -> None:
    done = load(tmp_path)
    assert done.returncode != 0
    assert "JUDGEBOARD_SECRET is not set" in done.stderr


def test_a_good_environment(tmp_path: Path) -> None:
    done = load(tmp_path, **GOOD)
    assert done.returncode == 0, done.stderr
    settings = json.loads(done.stdout)
    assert settings["DEBUG"] is False
    assert settings["SECRET_KEY"] == SECRET
    assert settings["ALLOWED_HOSTS"] == ["judge.example.org", ".example.net"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://judge.example.org", "https://*.example.net"]
    assert settings["SECURE_HSTS_SECONDS"] >= 31536000
    for name in (
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "LANGUAGE_COOKIE_SECURE",
    ):
        assert settings[name] is True, name
    assert settings["X_FRAME_OPTIONS"] == "DENY"
    assert "SECURE_PROXY_SSL_HEADER" not in settings
    assert settings["REST_FRAMEWORK"]["NUM_PROXIES"] == 0


def test_behind_a_proxy(tmp_path: Path) -> None:
    settings = json.loads(load(tmp_path, **GOOD, JUDGEBOARD_BEHIND_PROXY="1", JUDGEBOARD_PROXIES="2").stdout)
    assert settings["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert settings["REST_FRAMEWORK"]["NUM_PROXIES"] == 2


def test_databases(tmp_path: Path) -> None:
    default = tmp_path / "db.sqlite3"
    assert database("", default=default)["NAME"] == str(default)
    assert database("/srv/judge.db", default=default)["NAME"] == "/srv/judge.db"
    assert database("sqlite:////srv/judge.db", default=default)["NAME"] == "/srv/judge.db"
    assert database("sqlite:///judge.db", default=default)["NAME"] == "judge.db"
    found = database("postgresql://me:p%40ss@db.example.org:5433/judge?sslmode=require", default=default)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("me", "p@ss", "db.example.org")
    assert (found["PORT"], found["NAME"], found["OPTIONS"]) == ("5433", "judge", {"sslmode": "require"})


def test_sqlite_is_opened_as_measured() -> None:
    found = database("", default=Path("x"))
    assert found["CONN_MAX_AGE"] is None
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-65536", "mmap_size=134217728"):
        assert pragma in found["OPTIONS"]["init_command"]
