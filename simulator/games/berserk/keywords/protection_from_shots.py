"""Protection from shots (Защита от выстрелов): nothing of a shot lays an effect on its protected target."""

from __future__ import annotations

from simulator.engine.rulebook import Rules

from .protection import own_words

rules = Rules()
own_words(
    rules,
    "shot",
    "berserk:protection-from-shots#shot-lays-nothing-on-its-target",
    "berserk:protection-from-shots#accompanying-features-lay-nothing-on-the-target",
)
