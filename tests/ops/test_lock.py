"""requirements.lock: every package pinned with hashes, and nothing of the machine that made it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==(\S+)(?: ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


def requirements(text: str) -> dict[str, int]:
    """Pinned packages with their number of hashes. Any line of another kind fails."""
    found: dict[str, int] = {}
    last = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if pin := PIN.match(line):
            last = pin[1]
            found[last] = 0
        elif HASH.match(line) and last:
            found[last] += 1
        else:
            raise AssertionError(f"requirements.lock:{number}: {line!r}")
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_line_is_a_pin_or_a_hash() -> None:
    pinned = requirements(LOCK)
    assert pinned
    assert [name for name, hashes in pinned.items() if not hashes] == []


def test_it_holds_all_that_is_asked_for() -> None:
    lines = (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    asked = {
        normal(re.split(r"[\[=<>~! ;]", line, maxsplit=1)[0]) for line in lines if line and line[0] != "#"
    }
    assert asked - {normal(name) for name in requirements(LOCK)} == set()


def test_no_index_and_no_path_even_in_comments() -> None:
    for word in (
        "index-url",
        "find-links",
        "trusted-host",
        "file:",
        "://",
        "@ ",
        " /",
        "/home",
        "/root",
        "/tmp",
    ):
        assert word not in LOCK, word
