"""Eager: in its owner's round it must poke, if it can."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Action, Instance
from simulator.engine.rulebook import Rules

from ..actions import Poke

rules = Rules()


@rules.duty(Action, "toy:eager#must-poke", of="eager", kind="obliging")
def must_poke(look: Look, action: Action, eager: Instance) -> Any:
    owner = look.board.toys[eager.bearer].owner
    if action.by != owner or look.board.active != owner or len(look.board.pile) > 1:
        return None
    others = [t.id for t in look.board.on_shelf() if t.id != eager.bearer]
    return [Poke(toy=eager.bearer, at=o) for o in others], "must-poke", {"toy": eager.bearer}
