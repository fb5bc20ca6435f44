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


def drill() -> dict[str, Any]:
    """A walk with a remark; a second line departs from the first one's second question."""
    document = walk(then=("D2",))
    document["setup"]["cards"][0]["name"] = "Барабанщик"
    document["lines"][0]["comments"] = [{"at": "main.1.moved.1", "text": "Здесь <он> платит."}]
    departs = {"kind": "act", "nth": 2}
    back = {"at": {"kind": "act"}, "take": {"type": "move", "card": "scout", "to": "B2"}}
    document["lines"].append({"name": "left", "from": ["main", departs], "answers": [back]})
    return document


def hurl() -> dict[str, Any]:
    """A mage wounds a foe by its own text."""
    text = {
        "text": "playable",
        "name": "hurl",
        "cost": {"close": True},
        "effects": [{"do": "wound", "amount": 1}],
    }
    name = {"ru": "Колдун", "zh": "法师", "en": "Mage"}
    mage = {"id": "mage", "controller": "p1", "cell": "C2", "name": name, "life": 4, "texts": [text]}
    foe = {"id": "foe", "controller": "p2", "cell": "C2'", "life": 4}
    take = {"type": "use-feature", "card": "mage", "feature": "hurl", "targets": ["foe"]}
    return walk() | {
        "setup": {"cards": [mage, foe]},
        "lines": [{"name": "main", "answers": [{"at": {"clock": "turn 1", "kind": "act"}, "take": take}]}],
    }
