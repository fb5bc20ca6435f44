"""The kernel imports nothing it should not, names no noun of any game, and explains itself."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import simulator.engine

ROOT = Path(simulator.engine.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
KERNEL = sorted(
    ROOT / f"{name}.py"
    for name in (
        "decision",
        "drivers",
        "emission",
        "errors",
        "facts",
        "features",
        "game",
        "limits",
        "look",
        "position",
        "record",
        "rulebook",
        "rules",
        "run",
        "runstate",
        "settling",
        "smallest",
        "trace",
        "parts/priority",
    )
)
NOUNS = (
    "armour|armor|artifact|artefact|attacker|auxiliary|battle|battlefield|berserk|blitz|chip|chips|cnt|combat|creature|"
    "creatures|defender|deck|discharge|drive|equipment|exile|flight|flyer|flying|gate|golem|graveyard|hand|"
    "incarnation|leader|lives|luck|mana|melee|poison|power|ruler|shot|soldier|spell|spells|squad|strike|terrain|"
    "token|undying|unit|warrior|wound|wounded|wounds|ammo|crystal|protection|regeneration|vampirism"
)
WORD = re.compile(rf"(?<![a-z])({NOUNS})(?![a-z])", re.IGNORECASE)


def modules():
    yield simulator.engine
    for info in pkgutil.walk_packages([str(ROOT)], "simulator.engine."):
        yield importlib.import_module(info.name)


MODULES = list(modules())


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_engine_imports_only_the_standard_library_msgspec_and_itself(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                package = len(path.relative_to(ROOT).parts)
                assert node.level <= package, f"{path}:{node.lineno} reaches out of the engine"
                continue
            names = [node.module or ""]
        for name in names:
            top = name.split(".")[0]
            inside = name == "simulator.engine" or name.startswith("simulator.engine.")
            assert inside or top == "msgspec" or top in sys.stdlib_module_names, (
                f"{path}:{node.lineno}: {name}"
            )


def code_words(path):
    """Names and strings of the code; docstrings are prose and may give an example."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value, node.lineno
        for field in ("id", "attr", "arg", "name"):
            if isinstance(name := getattr(node, field, None), str):
                yield name, node.lineno


@pytest.mark.parametrize("path", KERNEL, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_kernel_names_no_noun_of_any_game(path):
    found = [
        f"{path.name}:{line}: {word!r}"
        for word, line in code_words(path)
        if WORD.search(word.replace("_", " "))
    ]
    assert found == []


def test_that_check_would_find_one():
    assert WORD.search("deal wounds".replace("_", " "))
    assert WORD.search("is_creature".replace("_", " "))
    assert not WORD.search("handed")


def test_the_kernel_knows_no_game_by_name():
    for path in KERNEL:
        text = path.read_text(encoding="utf-8").lower()
        for game in ("berserk", "gate ruler", "gate-ruler", "django"):
            assert game not in text, f"{path.name} names {game}"


# --- explained ------------------------------------------------------------------------------------------


def public(module):
    """(qualified name, object) of every public function, class, method and property defined in a module."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value) or inspect.isclass(value):
            yield f"{module.__name__}.{name}", value
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                if not inner.startswith("_") and (
                    inspect.isfunction(member) or isinstance(member, (property, classmethod))
                ):
                    yield f"{module.__name__}.{name}.{inner}", member


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__.removeprefix("simulator.engine"))
def test_everything_public_has_a_docstring(module):
    assert (module.__doc__ or "").strip()
    missing = [name for name, value in public(module) if not (inspect.getdoc(value) or "").strip()]
    assert missing == []


def doctested():
    text = []
    for module in MODULES:
        for test in doctest.DocTestFinder().find(module):
            text += [example.source for example in test.examples]
    return "\n".join(text)


def test_everything_public_of_the_kernel_stands_in_an_executable_example():
    """Where a public function has no example, there the bug is. (The hooks of Game are for games to fill, and
    the smallest game is itself the example.)
    """
    shown = set(re.findall(r"\w+", doctested()))
    kernel = {p.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for p in KERNEL} - {"smallest"}
    missing = [
        name
        for module in MODULES
        if module.__name__.removeprefix("simulator.engine.") in kernel
        for name, _ in public(module)
        if name.rsplit(".", 1)[1] not in shown and ".Game" not in name
    ]
    assert missing == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_is_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
