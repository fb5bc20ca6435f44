"""What `make bench` stands on: its lock, its bars, its small game. How fast anything is, no test asks."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from bench.battle import ruling
from bench.client import request
from simulator.games.playing import play_document

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "bench" / "requirements.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["bars", "kuhn", "measure", "setups.anything"])
def test_its_examples_are_true(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"bench.{name}"))
    assert found.attempted
    assert not found.failed


def test_its_lock_pins_everything_with_hashes_and_names_no_place() -> None:
    lines = [line for line in LOCK.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    pin = r"[A-Za-z0-9][\w.-]*==\S+(?: ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?"
    assert [line for line in lines if not re.fullmatch(pin, line)] == []
    assert not re.search(r"index-url|find-links|://|@ | /", LOCK)


def test_the_engine_is_measured_with_the_msgspec_it_runs_on() -> None:
    pinned = re.search(r"^msgspec==\S+", LOCK, re.M)
    assert pinned
    assert pinned[0] in (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_the_ruling_that_is_timed_is_played_to_its_end() -> None:
    line = play_document(ruling())["lines"][0]
    assert line["stop"] is None
    assert [answer["take"]["type"] for answer in line["resolved"] if not answer["default"]] == [
        "move", "move", "use-feature", "pass", "move",
    ]  # fmt: skip


def test_a_request_says_how_long_its_body_is() -> None:
    assert b"Content-Length: 2\r\n" in request("/", method="POST", body=b"{}")
