"""What was prepared already: a digest of all that the database, index, catalogues and static files come from.

The stamp lies in the data folder and a part of it in the database itself (SQLite's `user_version`), so that a
removed or replaced database is noticed.
"""

import hashlib
import os
import sqlite3

from start.places import LOCK, ROOT, VAR

SOURCES = ("config", "content", "glossary", "simulator", "rulings", "locale", "static", "scripts")
STAMP = VAR / "prepared"
DATABASE = VAR / "db.sqlite3"


def digest() -> str:
    found = hashlib.sha256(LOCK.read_bytes())
    for name in SOURCES:
        for path in sorted((ROOT / name).rglob("*")):
            if path.suffix in {".pyc", ".mo"} or not path.is_file():
                continue
            found.update(str(path.relative_to(ROOT)).encode() + b"\0")
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def number(stamp: str) -> int:
    """The part of a digest that fits SQLite's signed 32 bits, never 0 (a fresh file's)."""
    return int(stamp[:7], 16) + 1


def database_number() -> int:
    if not DATABASE.is_file():
        return 0
    try:
        connection = sqlite3.connect(f"{DATABASE.as_uri()}?mode=ro", uri=True, timeout=5)
    except sqlite3.Error:
        return 0
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        connection.close()


def is_current(stamp: str) -> bool:
    if os.environ.get("JUDGEBOARD_DATABASE"):
        return False  # a database of one's own: looked at on every start
    try:
        written = STAMP.read_text(encoding="ascii").strip()
    except OSError:
        return False
    made = (VAR / "index", VAR / "static")
    return written == stamp and database_number() == number(stamp) and all(path.is_dir() for path in made)


def write(stamp: str) -> None:
    STAMP.write_text(stamp + "\n", encoding="ascii")
