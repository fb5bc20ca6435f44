"""Which lines of the kernel each game exercises: `python -m tests.engine.kernel_lines` prints them.

Every example of a game is played with a tracer on; comprehensions count as part of their function.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "simulator" / "engine"
KERNEL = tuple(
    ENGINE / f"{name}.py"
    for name in (
        "run", "runstate", "emission", "settling", "look", "facts", "features", "rulebook", "drivers", "position",
    )
)  # fmt: skip

Lines = dict[str, set[int]]


def lines_run(work: Callable[[], Any]) -> Lines:
    """The lines of the kernel files that some work runs, by file name."""
    names = {str(path): path.name for path in KERNEL}
    found: Lines = {name: set() for name in names.values()}

    def tracer(frame: Any, event: str, _: Any) -> Any:
        name = names.get(frame.f_code.co_filename)
        if name is None:
            return None
        if event == "line":
            found[name].add(frame.f_lineno)
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        work()
    finally:
        sys.settrace(before)
    return found


def play_examples(game: str) -> None:
    """Play every example of a game."""
    from simulator.engine.playback import Playback
    from simulator.games.playing import parse
    from tests.games.examples import EXAMPLES, document

    for path in EXAMPLES:
        if path.parts[-3] == game:
            Playback(parse(document(path)))


def functions(path: Path) -> dict[str, set[int]]:
    """The functions of a kernel file, each with the lines of its body."""
    out: dict[str, set[int]] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                visit(child, f"{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                body = child.body[1:] if ast.get_docstring(child) and len(child.body) > 1 else child.body
                out[prefix + child.name] = {
                    n for s in body for n in range(s.lineno, (s.end_lineno or s.lineno) + 1)
                }

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return out


def reached(lines: Lines) -> set[str]:
    """The kernel functions of which some line ran."""
    return {
        f"{path.stem}.{name}"
        for path in KERNEL
        for name, body in functions(path).items()
        if body & lines[path.name]
    }


def every_function() -> set[str]:
    """All functions of the kernel files."""
    return {f"{path.stem}.{name}" for path in KERNEL for name in functions(path)}


def main() -> None:
    """Print, for each game, the lines of each kernel file that its examples run."""
    from simulator.games.registry import games

    for game in games():
        print(game)
        for name, lines in lines_run(lambda game=game: play_examples(game)).items():
            print(f"  {name}: {_ranges(lines)}")


def _ranges(lines: set[int]) -> str:
    spans: list[list[int]] = []
    for line in sorted(lines):
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans) or "none"


if __name__ == "__main__":
    main()
