import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from glossary import checks, services
from glossary.packs import read_packs
from glossary.problems import Problem

PACKS = Path(__file__).resolve().parents[1] / "data" / "packs"


@pytest.fixture(autouse=True)
def _own_index(settings, tmp_path, monkeypatch):
    """An index folder per test; and the made-up game has no rules engine to play its examples."""
    settings.INDEX_DIR = tmp_path / "index"
    monkeypatch.setattr(checks, "EXAMPLE_CHECKS", [])


@pytest.fixture
def content(tmp_path) -> Path:
    """A copy of the tests' packs, to change."""
    return Path(shutil.copytree(PACKS, tmp_path / "content"))


@pytest.fixture
def change(content) -> Callable[[str, str, str], None]:
    """Replaces words of one file of the made-up game; they must be there."""

    def replace(name: str, old: str, new: str) -> None:
        path = content / "harbour" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def problems(content) -> Callable[[], list[Problem]]:
    def find() -> list[Problem]:
        packs, found = read_packs(content)
        return sorted({*found, *checks.check(packs)})

    return find


@pytest.fixture
def loaded(db, content) -> services.Report:
    return services.load_pack(content)
