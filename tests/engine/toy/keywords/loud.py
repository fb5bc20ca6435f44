"""Loud: when it leaves the shelf, however, it rings."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..events import Left, Rang

rules = Rules()


@rules.after(Left, "toy:loud#rings", of="loud", kind="triggered")
def rings(before: Look, after: Look, event: Left, loud: Instance) -> Any:
    return Rang(loud.bearer) if event.toy == loud.bearer else None
