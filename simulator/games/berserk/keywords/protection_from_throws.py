"""Protection from throws (Защита от метаний): nothing of a throw lays an effect on its protected target."""

from __future__ import annotations

from simulator.engine.rulebook import Rules

from .protection import own_words

rules = Rules()
own_words(
    rules,
    "throw",
    "berserk:protection-from-throws#throw-lays-nothing-on-its-target",
    "berserk:protection-from-throws#accompanying-features-lay-nothing-on-the-target",
)
