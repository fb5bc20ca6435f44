"""Which rules carry which clauses: read from the rulebooks that run."""

from __future__ import annotations

from collections import defaultdict
from typing import TypedDict

from simulator.engine.game import Game
from simulator.engine.rules import ROWS, Rule


class Carrier(TypedDict):
    """One rule: its verb, the function (or data row) that is it, what it is about."""

    verb: str
    rule: str
    about: str


def carriers(game: Game) -> dict[str, list[Carrier]]:
    """For every clause that a rule of any edition carries: those rules, each once, in a fixed order."""
    found: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
    for book in game.editions.values():
        for rule in book.rules:
            for clause in rule.cites:
                found[clause].add((rule.verb, _name(rule), _about(rule)))
    return {
        clause: [Carrier(verb=verb, rule=name, about=about) for verb, name, about in sorted(rows)]
        for clause, rows in sorted(found.items())
    }


def _name(rule: Rule) -> str:
    name = rule.fn.__qualname__
    is_row = rule.verb in ROWS or name.startswith("bundle:")
    return name if is_row else f"{rule.fn.__module__}.{name}"


def _about(rule: Rule) -> str:
    key = rule.key.__name__ if isinstance(rule.key, type) else str(rule.key)
    return f"{key}: {rule.step.replace('|', ' < ')}" if rule.step else key
