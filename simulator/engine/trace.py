"""The trace: every step that happened, its cause and the clauses that made it happen."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from .record import Blocked, Cancelled, Chosen, Declared, Lifted, kebab, to_json


class Step(msgspec.Struct, frozen=True):
    """One thing that happened.

    `n`: its place in the run. `cause`: the place of the step that triggered it. `cites`: the clauses that
    made it happen (never empty). `lifted`: rules that were taken away. `answers`: how many own answers of the
    line were used before it; `count`: how many events of this kind came since that answer, this one included.

    >>> Step(7, Chosen("roll", "chance", 4), None, ("toy:roll#die",), None, None).name
    'roll'
    """

    n: int
    event: Any
    cause: int | None
    cites: tuple[str, ...]
    before: Any
    after: Any
    lifted: tuple[Lifted, ...] = ()
    answers: int = 0
    count: int = 1

    @property
    def name(self) -> str:
        """The event's name in links and claims."""
        return event_name(self.event)

    def address(self, line: str) -> str:
        """The permanent name of the step in a line: own answers used so far, event, count.

        >>> step = Step(7, Chosen("roll", "chance", 4), None, ("toy:roll#die",), None, None, answers=2)
        >>> step.address("main")
        'main.2.roll.1'
        """
        return f"{line}.{self.answers}.{self.name}.{self.count}"


def event_name(event: Any) -> str:
    """The name of an event in kebab case; a choice is named by its kind.

    >>> event_name(Chosen("roll", "chance", 4)), event_name(Declared(None, 3))
    ('roll', 'declared')
    """
    if isinstance(event, Chosen):
        return event.kind
    return kebab(type(event).__name__)


def digest(step: Step) -> str:
    """A short digest of what a step says: its event, a dot, its citations. Never its boards or frame ids, nor
    whether a choice was made by nobody: an answer written out is the same as that default.

    Kept beside a saved scenario, so that a later run can tell at which step it went another way.

    >>> one = Step(7, Declared("push", 3), None, ("toy:push#is-an-action",), None, None)
    >>> digest(one) == digest(Step(9, Declared("push", 8), 4, ("toy:push#is-an-action",), None, None))
    True
    """
    said = step.event.action if isinstance(step.event, (Declared, Cancelled, Blocked)) else step.event
    if isinstance(said, Chosen):
        said = said.but(default=False)
    body = msgspec.json.encode([step.name, to_json(said)])
    return hashlib.sha256(body).hexdigest()[:8] + "." + _short("|".join(sorted(step.cites)))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def difference(before: Any, after: Any, path: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What must be set or removed to turn one JSON value into another.

    >>> difference({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}, "d": 4})
    [{'path': ['b', 'c'], 'value': 3}, {'path': ['d'], 'value': 4}]
    >>> difference({"a": 1}, {})
    [{'path': ['a'], 'gone': True}]
    """
    if before == after:
        return []
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [{"path": list(path), "value": after}]
    out: list[dict[str, Any]] = []
    for key in sorted(before.keys() | after.keys()):
        here = (*path, key)
        if key not in after:
            out.append({"path": list(here), "gone": True})
        elif key not in before:
            out.append({"path": list(here), "value": after[key]})
        elif before[key] != after[key]:
            out += difference(before[key], after[key], here)
    return out


def applied(board: Any, changes: list[dict[str, Any]]) -> Any:
    """Apply a difference to a JSON value (the inverse of `difference`).

    >>> applied({"a": 1}, [{"path": ["b"], "value": 2}])
    {'a': 1, 'b': 2}
    """
    for change in changes:
        path = change["path"]
        if not path:
            board = change["value"]
            continue
        board = _set_in(board, path, change)
    return board


def _set_in(board: Any, path: list[str], change: dict[str, Any]) -> Any:
    head, rest = path[0], path[1:]
    if rest:
        return {**board, head: _set_in(board[head], rest, change)}
    if change.get("gone"):
        return {k: v for k, v in board.items() if k != head}
    return {**board, head: change["value"]}
