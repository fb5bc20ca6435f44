"""The battle that is measured: six cards a side with the texts that the game models."""

from __future__ import annotations

from typing import Any


def _card(player: str, n: int, **more: Any) -> dict[str, Any]:
    prime = "" if player == "p1" else "'"
    cell = f"{'ABCDE'[n % 5]}{2 + n // 5}{prime}"
    name = {"ru": f"Боец {n}", "zh": f"战士 {n}", "en": f"Fighter {n}"}
    return {"id": f"{player}-{n}", "controller": player, "cell": cell, "name": name, "life": 99, **more}


def _texts(*, sudden: bool) -> list[dict[str, Any]]:
    enemy = {"what": "creature", "whose": "enemy"}
    strike = {"name": "strike", "cost": {"close": True}, "effects": [{"do": "wound", "on": enemy}]}
    shove = {
        "name": "shove",
        "cost": {"chips": 1},
        "effects": [{"do": "close", "on": enemy}],
        "sudden": sudden,
    }
    return [{"text": "playable", **strike}, {"text": "playable", **shove}]


def battle(*, sudden: bool = True) -> dict[str, Any]:
    """The scenario's document, without answers. `sudden`: some features may be declared in answer."""
    cards = [
        _card(player, n, movement=1 + n % 2, chips=n % 3, texts=_texts(sudden=sudden) if n % 3 == 0 else [])
        for player in ("p1", "p2")
        for n in range(6)
    ]
    return {"v": 1, "game": "berserk", "setup": {"cards": cards}, "lines": []}


def ruling() -> dict[str, Any]:
    """The battle with five answers: two steps, a strike, a pass and the other player's step."""

    def answer(turn: int, take: dict[str, Any]) -> dict[str, Any]:
        return {"at": {"clock": f"turn {turn}", "kind": "act"}, "take": take}

    answers = [
        answer(1, {"type": "move", "card": "p1-1", "to": "B1"}),
        answer(1, {"type": "move", "card": "p1-2", "to": "C1"}),
        answer(1, {"type": "use-feature", "card": "p1-3", "feature": "strike", "targets": ["p2-2"]}),
        answer(1, {"type": "pass"}),
        answer(2, {"type": "move", "card": "p2-1", "to": "B1'"}),
    ]
    return battle() | {"lines": [{"name": "main", "answers": answers}]}
