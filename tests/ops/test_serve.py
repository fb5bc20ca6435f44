"""A start from an empty data folder serves the site; a second start is quick and changes nothing."""

import hashlib
import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Generous for a loaded machine; on a quiet one a second start takes about one second.
SECONDS_OF_A_SECOND_START = 10


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Site:
    def __init__(self, var: Path, port: int, **env: str) -> None:
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "scripts" / "run.py"), "serve"],
            env=os.environ | {"JUDGEBOARD_VAR": str(var), "HOST": "127.0.0.1", "PORT": str(port)} | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                break

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise


@contextmanager
def site(var: Path, **env: str) -> Iterator[Site]:
    running = Site(var, free_port(), **env)
    try:
        yield running
    finally:
        code = running.stop()
    assert code == 0


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder that a first start made."""
    folder = tmp_path_factory.mktemp("site") / "var"
    with site(folder) as first:
        assert first.said[-2] == f"Judgeboard is running: http://127.0.0.1:{first.port}/"
    return folder


def contents(var: Path) -> dict[str, str]:
    return {
        str(path.relative_to(var)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(var.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def test_a_second_start_is_quick_and_changes_nothing(var: Path) -> None:
    before = contents(var)
    assert {"db.sqlite3", "secret"} <= set(before)
    began = time.monotonic()
    with site(var) as second:
        took = time.monotonic() - began
        assert second.said == [f"Judgeboard is running: http://127.0.0.1:{second.port}/", "Ctrl-C stops it."]
        assert second.get("/")[0] == 200
    assert contents(var) == before
    assert took < SECONDS_OF_A_SECOND_START


def test_pages_and_their_static_files(var: Path) -> None:
    with site(var) as running:
        status, headers, body = running.get("/berserk/")
        assert status == 200
        assert headers["X-Frame-Options"] == "DENY"
        style = body.decode().partition('rel="stylesheet" href="')[2].partition('"')[0]
        status, headers, _body = running.get(style)
        assert status == 200
        assert headers["Content-Encoding"] == "gzip"
        assert "immutable" in headers["Cache-Control"]
        assert running.get("/api/v1/entries/")[0] == 200
        assert running.get("/no-such-game/")[0] == 404


def test_the_database_is_in_wal_mode(var: Path) -> None:
    connection = sqlite3.connect(var / "db.sqlite3")
    try:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("SELECT count(*) FROM glossary_entry").fetchone()[0] > 0
    finally:
        connection.close()


def test_a_foreign_host_name_is_refused(var: Path) -> None:
    with site(var) as running:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
        connection.request("GET", "/", headers={"Host": "evil.example.org"})
        assert connection.getresponse().status == 400
        connection.close()


def test_broken_content_stops_the_start(var: Path, tmp_path: Path) -> None:
    game = tmp_path / "content" / "bad"
    game.mkdir(parents=True)
    (game / "game.toml").write_text("slug = 1\n", encoding="ascii")
    failed = Site(var, free_port(), JUDGEBOARD_CONTENT=str(tmp_path / "content"))
    assert failed.process.wait(30) == 1
    text = "\n".join(failed.said)
    assert "content/bad/game.toml" in text
    assert failed.said[-1].startswith("judgeboard: the site could not be prepared")
