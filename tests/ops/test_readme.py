"""README and Makefile tell the truth: commands, files and variables named there exist."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.M))


def test_its_two_commands_come_first() -> None:
    assert re.search(r"^```\nmake run\nmake test\n```$", README, re.M)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+)\b", README))))
def test_make_targets_exist(target: str) -> None:
    assert target in TARGETS


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_make_starts_programs_that_exist(target: str) -> None:
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "scripts/run.py" in done.stdout
    started = done.stdout.split("exec ", 2)[-1].split()
    for word in started:
        if word.endswith((".py", ".sh")):
            assert (ROOT / word).is_file(), word
    if "-m" in started and (module := started[started.index("-m") + 1]) != "pytest":
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*)(?<!-)`", README))))
def test_paths_exist(path: str) -> None:
    made = path.startswith((".venv/", "var/"))
    assert made or (ROOT / path).exists()


@pytest.mark.parametrize("variable", sorted(set(re.findall(r"`(JUDGEBOARD_\w+)`", README))))
def test_variables_are_read(variable: str) -> None:
    files = [path for folder in ("config", "scripts") for path in (ROOT / folder).rglob("*.py")]
    assert any(variable in path.read_text(encoding="utf-8") for path in files)


def test_every_variable_of_the_settings_is_named() -> None:
    settings = [*(ROOT / "config" / "settings").glob("*.py"), ROOT / "config" / "gunicorn.py"]
    read = {
        name
        for path in settings
        for name in re.findall(r"\"(JUDGEBOARD_\w+)\"", path.read_text(encoding="utf-8"))
    }
    assert sorted(name for name in read if f"`{name}`" not in README) == []
