"""Documents of every version are kept for ever: what they were, what they are read as, where they end.

A golden file's document and canonical form are never changed. Its ends, steps and holds are those of today's
rules and board records: when these change with a reason, `python -m tests.engine.golden` writes them anew.
"""

import json

import pytest

from simulator.engine import versions
from simulator.engine.versions import CURRENT, UnknownVersion, upgrade
from tests.engine.golden import GOLDEN, outcome
from tests.engine.scenarios import canonical, the_problem


def test_every_version_has_a_golden_file():
    assert {path.name.partition("-")[0] for path in GOLDEN} == {f"v{n}" for n in range(1, CURRENT + 1)}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
class TestGolden:
    def test_its_document_has_the_same_canonical_form(self, path):
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert json.loads(canonical(kept["document"])) == kept["canonical"]
        assert canonical(kept["canonical"]).decode() == kept["text"]

    def test_it_plays_to_the_same_ends(self, path):
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert {key: kept[key] for key in ("ends", "steps", "holds")} == outcome(kept["document"])


@pytest.mark.parametrize("version", [0, -1, "1", True, None, 1.5, [], {}])
def test_what_is_no_version(version):
    document = {"v": version, "game": "berserk", "setup": {"cards": []}}
    with pytest.raises(UnknownVersion):
        upgrade(document)
    assert "1" in the_problem(document, "/v")


def test_a_missing_version():
    assert '"v" is missing' in the_problem({"game": "berserk", "setup": {"cards": []}}, "")


def test_a_later_version():
    assert "newer" in the_problem({"v": CURRENT + 1}, "/v")


def test_old_versions_are_upgraded_step_by_step(monkeypatch):
    monkeypatch.setattr(versions, "CURRENT", 3)
    steps = {1: lambda d: {**d, "v": 2, "one": True}, 2: lambda d: {**d, "v": 3, "two": True}}
    monkeypatch.setattr(versions, "UPGRADES", steps)
    assert upgrade({"v": 1}) == {"v": 3, "one": True, "two": True}
    assert upgrade({"v": 2}) == {"v": 3, "two": True}
    assert upgrade({"v": 3}) == {"v": 3}
