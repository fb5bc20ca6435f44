"""Scenarios that the tests of the site use."""

from typing import Any


def walk(
    to: str = "C2", *, name: str | None = None, closed: bool = False, then: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A scout with a movement supply of 2 steps from C1 to `to`, and on to each of `then`."""
    scout: dict[str, Any] = {"id": "scout", "controller": "p1", "cell": "C1", "movement": 2, "life": 4}
    if name:
        scout["name"] = name
    if closed:
        scout["open"] = False
    answers = [
        {"at": {"kind": "act"}, "take": {"type": "move", "card": "scout", "to": cell}} for cell in (to, *then)
    ]
    return {
        "v": 1,
        "game": "berserk",
        "setup": {"cards": [scout]},
        "lines": [{"name": "main", "answers": answers}],
    }
