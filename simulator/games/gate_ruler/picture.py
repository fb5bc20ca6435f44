"""The board as JSON for drawing: what a person sees, nothing that must be worked out by rules."""

from __future__ import annotations

from functools import partial
from typing import Any

from simulator.engine.look import Look
from simulator.engine.sentences import Catalogue

from .attack import attacker_of, target_of
from .board import PLAYERS, Card, Table, other
from .text_words import text_label, text_name
from .texts import Keyword, Text

WORDS = (
    "attack", "defence", "ruler", "hand", "deck", "graveyard", "gate", "waiting", "damage", "life", "souls", "ready",
    "exhausted", "attacks", "left", "centre", "right", "empty", "turn", "text", "lost",
)  # fmt: skip
"""Words of the drawn board, in every language."""


def picture(look: Look, catalogue: Catalogue) -> dict[str, Any]:
    """The whole board. `sides`: for each player the attack zones (side lines), the defence zones and the ruler
    (centre line); `gate`: abilities that wait, the next one last.
    """
    board: Table = look.board
    return {
        "clock": {"turn": board.turn, "active": board.active, "phase": board.phase},
        "sides": {p: _side(board, p) for p in PLAYERS},
        "zones": {p: _zones(board, p) for p in PLAYERS},
        "cards": {
            card: look.remembered(("card", card), look.working(), partial(_card, look, card, catalogue))
            for card in board.cards
        },
        "battle": _battle(board),
        "gate": [_frame(look, f, catalogue) for f in board.pile if getattr(f.action, "in_gate", False)],
        "waiting": [{"card": a.card, "sentence": catalogue.action(board, a)} for a in board.waiting],
        "words": {w: catalogue.every(f"board.{w}", {}) for w in WORDS},
        "players": {p: _player(board, p, catalogue) for p in PLAYERS},
    }


def _side(board: Table, player: str) -> dict[str, Any]:
    rows: dict[str, Any] = {
        zone: [
            {"spot": s, "card": there.id if (there := board.at(s)) else None}
            for s in board.spots(player, zone)
        ]
        for zone in ("attack", "defence")
    }
    rows["ruler"] = board.ruler(player).id
    return rows


def _zones(board: Table, player: str) -> dict[str, Any]:
    zones: dict[str, Any] = {"hand": [], "graveyard": [], "damage": [], "deck": board.count(player, "deck")}
    for card in board.cards.values():
        if card.owner == player and card.zone in ("hand", "graveyard", "damage"):
            zones[card.zone].append(card.id)
    return zones


def _player(board: Table, player: str, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "name": catalogue.every(f"player.{player}", {}),
        "life": board.ruler(player).life,
        "taken": board.count(player, "damage"),
        "lost": player in board.lost,
    }


def _battle(board: Table) -> dict[str, Any] | None:
    battle, attacker = board.battle, attacker_of(board)
    if battle is None:
        return None
    target = target_of(board)
    if target is None and battle.target not in board.cards and attacker is not None:
        target = board.ruler(other(attacker.controller))
    return {
        "attacker": attacker.id if attacker else None,
        "target": target.id if target else None,
        "line": None if battle.target in board.cards else battle.target,
    }


def _card(look: Look, of: str, catalogue: Catalogue) -> dict[str, Any]:
    card: Card = look.board.cards[of]
    shown: dict[str, Any] = {
        "id": card.id,
        "name": card.name,
        "type": card.kind,
        "owner": card.owner,
        "controller": card.controller,
        "zone": card.zone,
        "cell": card.spot if card.zone in ("attack", "defence") else None,
        "ready": card.ready,
        "labels": [{"text": text_label(catalogue, t), "feature": _feature(t)} for t in card.texts],
        "marks": [],
    }
    if card.kind in ("unit", "ruler"):
        shown |= {v: look.value(v, card.id) for v in ("atk", "stk")}
        shown |= {"printed": {"atk": card.atk, "stk": card.stk}, "attacks": card.attacks}
    if card.kind == "unit":
        hp = look.value("hp", card.id)
        shown |= {"hp": hp, "damage": card.damage, "left": max(0, hp - card.damage), "level": card.level}
        shown["printed"]["hp"] = card.hp
        shown["souls"] = list(look.board.souls(card.id))
    if card.kind == "ruler":
        shown |= {"life": card.life, "taken": look.board.count(card.controller, "damage")}
    return shown


def _feature(text: Text) -> str:
    """The entry of a keyword; of another text its name on the card."""
    return f"gate-ruler:{text.keyword}" if isinstance(text, Keyword) else text_name(text)


def _frame(look: Look, frame: Any, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "id": frame.id,
        "sentence": catalogue.action(look.board, frame.action),
        "card": frame.action.card,
        "targets": list(getattr(frame.action, "targets", ())),
    }
