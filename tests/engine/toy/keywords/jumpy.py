"""Jumpy: it may be fetched out of the box in answer to something, too."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance
from simulator.engine.rulebook import Rules

from ..actions import Fetch

rules = Rules()


@rules.offers("respond", "toy:jumpy#in-answer", of="jumpy", at={"box"})
def in_answer(look: Look, player: str, jumpy: Instance) -> list[Fetch]:
    return [Fetch(toy=jumpy.bearer)] if look.board.toys[jumpy.bearer].owner == player else []


@rules.lifts("toy:fetch#on-an-empty-pile", "toy:jumpy#in-answer", of="jumpy", at={"box"})
def although_something_lies_there(look: Look, lifted: Any, ability: Any, event: Any, jumpy: Instance) -> bool:
    return isinstance(event, Fetch) and event.toy == jumpy.bearer
