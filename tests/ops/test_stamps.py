"""When the site need not be prepared again, and when it must."""

import importlib
import sqlite3
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def stamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.delenv("JUDGEBOARD_DATABASE", raising=False)
    module = importlib.import_module("start.stamps")
    var = tmp_path / "var"
    for name, value in {
        "ROOT": tmp_path,
        "VAR": var,
        "LOCK": tmp_path / "requirements.lock",
        "STAMP": var / "prepared",
        "DATABASE": var / "db.sqlite3",
    }.items():
        monkeypatch.setattr(module, name, value)
    (tmp_path / "requirements.lock").write_text("", encoding="ascii")
    (tmp_path / "content" / "game").mkdir(parents=True)
    (tmp_path / "content" / "game" / "entry.md").write_text("one", encoding="ascii")
    for name in ("index", "static"):
        (var / name).mkdir(parents=True)
    return module


def prepared(stamps) -> str:
    stamp = stamps.digest()
    connection = sqlite3.connect(stamps.VAR / "db.sqlite3")
    connection.execute(f"PRAGMA user_version = {stamps.number(stamp)}")
    connection.close()
    stamps.write(stamp)
    return stamp


def current(stamps) -> bool:
    return stamps.is_current(stamps.digest())


@pytest.fixture
def done(stamps):
    prepared(stamps)
    assert current(stamps)
    return stamps


def test_a_changed_text(done) -> None:
    (done.ROOT / "content" / "game" / "entry.md").write_text("two", encoding="ascii")
    assert not current(done)


def test_a_new_and_a_renamed_file(done) -> None:
    entry = done.ROOT / "content" / "game" / "entry.md"
    entry.rename(entry.with_name("other.md"))
    assert not current(done)


def test_a_removed_database(done) -> None:
    done.DATABASE.unlink()
    assert not current(done)


def test_a_replaced_database(done) -> None:
    done.DATABASE.unlink()
    sqlite3.connect(done.DATABASE).close()
    assert not current(done)


def test_a_removed_index(done) -> None:
    (done.VAR / "index").rmdir()
    assert not current(done)


def test_bytecode_does_not_count(done) -> None:
    cache = done.ROOT / "content" / "__pycache__"
    cache.mkdir()
    (cache / "x.cpython-311.pyc").write_bytes(b"1")
    assert current(done)


def test_a_database_of_ones_own_is_always_looked_at(done, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEBOARD_DATABASE", "postgresql:///judgeboard")
    assert not current(done)
