"""A document's members in the order in which people read them. The stored text has them by alphabet."""

from typing import Any

# One order for all objects of a document: those of the whole, then of its parts. What is not named here follows.
ORDER = (
    "v", "game", "edition", "options", "setup", "lines", "claims",
    "type", "kind", "at", "take", "do", "text",
    "id", "name", "controller", "owner", "cell", "zone", "from", "answers", "comments",
    "line", "clock", "player", "of", "card", "feature", "to", "target", "targets",
    "ru", "zh", "en",
)  # fmt: skip
_RANK = {name: rank for rank, name in enumerate(ORDER)}


def arranged(value: Any) -> Any:
    """The same value; members of its objects in the order of reading.

    >>> list(arranged({"claims": [], "game": "berserk", "lines": [], "v": 1}))
    ['v', 'game', 'lines', 'claims']
    """
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: _RANK.get(name, len(ORDER)))
        return {name: arranged(value[name]) for name in names}
    if isinstance(value, list):
        return [arranged(each) for each in value]
    return value
