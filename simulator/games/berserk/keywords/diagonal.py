"""Diagonal (Диагональ): neighbouring cells touching only at corners, on one straight line."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.rulebook import Rules

from ..actions import UseText
from ..declaring import text_of
from ..relations import STRAIGHT, TOUCHING, is_straight, touches_at_corners

rules = Rules()


def _line(look: Look, action: UseText) -> tuple[str, ...]:
    text = text_of(look, action)
    if text is None or not any(e.do == "wound-diagonal" for e in text.effects):
        return ()
    return action.targets[:3]


@rules.forbids(UseText, TOUCHING)
def only_at_corners(look: Look, action: UseText) -> Any:
    cells = _line(look, action)
    return None if touches_at_corners(cells) else ("not-at-corners", {"cells": cells})


@rules.forbids(UseText, STRAIGHT)
def on_one_line(look: Look, action: UseText) -> Any:
    cells = _line(look, action)
    return None if is_straight(cells) else ("not-straight", {"cells": cells})
