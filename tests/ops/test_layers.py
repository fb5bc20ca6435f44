"""Who may import whom: engine <- games <- simulator <- rulings, and the glossary knows none of them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = ("simulator/engine", "simulator/games")

IMPORT_ALL = """
import importlib, pkgutil, sys
for name in ("simulator.engine", "simulator.games"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
others = {"django", "rest_framework", "glossary", "rulings"}
loaded = sorted({name.partition(".")[0] for name in sys.modules} & others)
sys.exit("imported too: " + ", ".join(loaded) if loaded else 0)
"""


def imported(path: Path) -> Iterator[str]:
    """Full names of the modules that a file imports; of `from a import b` both a and a.b."""
    package = list(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def offences(folder: str, *forbidden: str) -> list[str]:
    files = sorted((ROOT / folder).rglob("*.py"))
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files
        for name in imported(path)
        if any(within(name, other) for other in forbidden)
    ]


def test_engine_and_games_run_without_django() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", PURE)
def test_engine_and_games_need_nothing_but_msgspec(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    known = sys.stdlib_module_names | {"msgspec", "simulator"}
    strangers = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files
        for name in imported(path)
        if name.partition(".")[0] not in known
    ]
    assert strangers == []


def test_engine_knows_no_game_and_no_app() -> None:
    outside = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "simulator/engine").rglob("*.py"))
        for name in imported(path)
        if within(name, "simulator") and name != "simulator" and not within(name, "simulator.engine")
    ]
    assert outside == []


def test_games_know_the_engine_only() -> None:
    outside = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "simulator/games").rglob("*.py"))
        for name in imported(path)
        if within(name, "simulator")
        and name != "simulator"
        and not within(name, "simulator.engine")
        and not within(name, "simulator.games")
    ]
    assert outside == []


def test_no_game_knows_another() -> None:
    games = [path.name for path in (ROOT / "simulator/games").iterdir() if (path / "__init__.py").exists()]
    for game in games:
        others = [f"simulator.games.{other}" for other in games if other != game]
        assert offences(f"simulator/games/{game}", *others) == []


def test_glossary_knows_neither_simulator_nor_rulings() -> None:
    assert offences("glossary", "simulator", "rulings") == []


def test_simulator_does_not_know_rulings() -> None:
    assert offences("simulator", "rulings") == []


def test_a_forbidden_import_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "glossary").mkdir()
    (tmp_path / "glossary" / "bad.py").write_text("from simulator import queries\n", encoding="utf-8")
    (tmp_path / "glossary" / "worse.py").write_text("from .. import rulings\n", encoding="utf-8")
    assert offences("glossary", "simulator") == [
        "glossary/bad.py imports simulator",
        "glossary/bad.py imports simulator.queries",
    ]
