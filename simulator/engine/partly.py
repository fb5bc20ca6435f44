"""A position of which a part cannot be read: what can be said of the rest all the same.

A slip in one card must not hide that another stands on its cell. So what could not be read is left out, or
stands for itself under a made-up name, and the game is asked about that. Of a card (or whatever lies in a list)
with such a gap only what concerns its own free texts, its id or cell, is told: the rest may rest on the gap.
"""

from __future__ import annotations

import copy
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .game import Game
from .reading import Problem, bare_type, collect

ROUNDS = 12
"""How often what was put in place of a gap is read anew before nothing more is said."""


def problems_of_the_rest(value: Any, game: Game, pointer: str, problems: list[Problem]) -> list[Problem]:
    """What the game finds in a position that was not read as a whole; `problems` are known already."""
    mended = copy.deepcopy(value)
    blamed = [p.pointer for p in problems if p.pointer.startswith(pointer)]
    for _ in range(ROUNDS):
        found: list[Problem] = []
        setup = collect(mended, game.setup_type, "", found)
        if setup is not None:
            break
        changes = [_mend(mended, game.setup_type, problem) for problem in found]
        if not any(changes):
            return []
    else:
        return []
    out = []
    for where, detail in game.setup_problems(setup):
        here = pointer + where
        if any(here == b or here.startswith(f"{b}/") for b in blamed):
            continue
        holder = _holder(value, where)
        if any(_holder(value, b[len(pointer) :]) == holder for b in blamed) and not _is_own(
            value, where, game.setup_type
        ):
            continue
        out.append(Problem(here, detail))
    return out


def _steps(where: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in where.split("/")[1:]]


def _holder(value: Any, where: str) -> str:
    """The pointer of the card (the outermost list item) that a place belongs to."""
    steps = where.split("/")
    for n, step in enumerate(steps):
        if step.isdigit():
            return "/".join(steps[: n + 1])
    return ""


def _at(value: Any, steps: list[str]) -> Any:
    for step in steps:
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return None
    return value


def _wanted(kind: Any, steps: list[str]) -> Any:
    """The type that a record wants at a place, as far as its fields tell."""
    for step in steps:
        parts = [
            p for p in (bare_type(kind), *map(bare_type, get_args(bare_type(kind)))) if p is not type(None)
        ]
        struct = next((p for p in parts if isinstance(p, type) and issubclass(p, msgspec.Struct)), None)
        items = next((get_args(p)[0] for p in parts if get_origin(p) is tuple), None)
        if step.isdigit() and items is not None:
            kind = items
        elif struct is not None:
            kind = get_type_hints(struct, include_extras=True).get(step)
        else:
            return None
    return kind


def _is_own(value: Any, where: str, kind: Any) -> bool:
    """Whether a place holds a free text: an id, a cell, a name."""
    if not isinstance(_at(value, _steps(where)), str):
        return False
    bare = bare_type(_wanted(kind, _steps(where)))
    return not any(get_origin(bare_type(p)) is Literal for p in (bare, *get_args(bare)))


def _mend(value: Any, kind: Any, problem: Problem) -> bool:
    """Take out what a problem is about, or put something in its place. Whether anything changed."""
    steps = _steps(problem.pointer)
    if problem.code == "missing":
        missing = problem.detail.partition('"')[2].partition('"')[0]
        steps = [*steps, missing]
    while steps:
        holder, last = _at(value, steps[:-1]), steps[-1]
        if isinstance(holder, dict):
            stand_in = _stand_in(_wanted(kind, steps), "-".join(s for s in steps if s.isdigit()))
            if last in holder and (stand_in is None or holder[last] == stand_in):
                del holder[last]
                return True
            if stand_in is not None and (last in holder or problem.code == "missing"):
                holder[last] = stand_in
                return True
        elif isinstance(holder, list) and last.isdigit() and int(last) < len(holder):
            if int(last) == len(holder) - 1:
                holder.pop()
                return True
            if (
                len(steps) > 2
            ):  # the other items keep their places only if nothing is taken out: drop the list
                _at(value, steps[:-2]).pop(steps[-2], None)
                return True
            return False
        steps = steps[:-1]
    return False


def _stand_in(wanted: Any, number: str) -> Any:
    """Something readable for a member that must be there (None: it can be left out, or nothing can)."""
    bare = bare_type(wanted)
    if get_origin(bare) is Literal:
        return get_args(bare)[0]
    return f"unread-{number}" if bare is str else None
