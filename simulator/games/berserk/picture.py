"""The board as JSON for drawing: what a person sees, nothing that must be worked out by rules."""

from __future__ import annotations

from functools import partial
from typing import Any

from simulator.engine.look import Look
from simulator.engine.sentences import Catalogue

from .actions import SimpleStrike, UseText
from .board import PLAYERS, Battle, Card, other
from .cells import COLUMNS, ROWS
from .declaring import part_text
from .lives import laid
from .text_words import text_label

GLYPHS = {"vulnerability": "⊕", "curse": "☠"}


def picture(look: Look, catalogue: Catalogue) -> dict[str, Any]:
    """The whole board (see the scenario schema for what a card may hold)."""
    board: Battle = look.board
    cells: dict[str, Any] = {}
    for card in board.cards.values():
        if card.zone == "battlefield" and card.cell:
            cells[card.cell] = {"card": card.id, "marks": []}
    for cell in board.cells:
        entry = cells.setdefault(cell, {"card": None, "marks": []})
        entry["marks"].append({"glyph": "⛶", "label": catalogue.every("mark.occupied", {})})
    return {
        "clock": _clock(board),
        "columns": list(COLUMNS),
        "rows": list(reversed(ROWS)),
        "cells": dict(sorted(cells.items())),
        "zones": {p: _zones(board, p) for p in PLAYERS},
        "cards": {
            card: look.remembered(("card", card), look.working(), partial(_card, look, card, catalogue))
            for card in board.cards
        },
        "pile": [_frame(look, f, catalogue) for f in board.pile[2:]],
        "players": {p: {"name": catalogue.every(f"player.{p}", {})} for p in PLAYERS},
    }


def _clock(board: Battle) -> dict[str, Any]:
    """Whose turn it is; before the first one, whose turn is about to begin."""
    if board.phase == "before-turn":
        return {"turn": board.turn + 1, "active": other(board.active), "phase": board.phase}
    return {"turn": board.turn, "active": board.active, "phase": board.phase}


def _zones(board: Battle, player: str) -> dict[str, Any]:
    zones: dict[str, Any] = {"auxiliary": [], "graveyard": [], "exile": [], "hand": [], "deck": 0}
    for card in board.cards.values():
        if card.zone == "auxiliary" and card.controller == player:
            zones["auxiliary"].append(card.id)
        elif card.zone in ("graveyard", "exile", "hand") and card.owner == player:
            zones[card.zone].append(card.id)
        elif card.zone == "deck" and card.owner == player:
            zones["deck"] += 1
    return zones


def _card(look: Look, of: str, catalogue: Catalogue) -> dict[str, Any]:
    card: Card = look.board.cards[of]
    more, fewer = (laid(look, card.id, name) for name in ("additional-lives", "fewer-lives"))
    return {
        "id": card.id,
        "name": card.name,
        "type": card.kind,
        "owner": card.owner,
        "controller": card.controller,
        "zone": card.zone,
        "cell": card.cell,
        "open": card.open,
        "supply": card.supply,
        "movement": look.value("movement", card.id),
        "life": card.life,
        "wounds": card.wounds,
        "lives": look.value("lives", card.id),
        "maximum": look.value("maximum-lives", card.id) if more or fewer else card.life,
        "additional": more,
        "fewer": fewer,
        "chips": card.chips,
        "acted": card.acted,
        "strike": list(card.strike) if card.strike else None,
        "flying": card.flying,
        "tokens": card.tokens,
        "labels": [{"text": text_label(catalogue, text), "feature": text.name} for text in card.texts],
        "marks": [
            {"glyph": GLYPHS[name], "n": n, "label": catalogue.every(f"word.{name}", {})}
            for name, n in sorted(card.markers.items())
        ]
        + (
            [{"glyph": "⟳", "n": card.tokens, "label": catalogue.every("word.tokens", {})}]
            if card.tokens
            else []
        ),
    }


def _frame(look: Look, frame: Any, catalogue: Catalogue) -> dict[str, Any]:
    action = frame.action
    kind = _kind(look.board, action)
    return {
        "id": frame.id,
        "sentence": catalogue.action(look.board, action),
        "card": getattr(action, "card", None),
        "targets": list(getattr(action, "targets", ()))
        or [t for t in (getattr(action, "target", None), getattr(action, "to", None)) if t],
        "kind": catalogue.every(f"text.kind-{kind}", {}) if kind else None,
    }


def _kind(board: Battle, action: Any) -> str | None:
    """What kind of ability is being used; None for what is none (a movement, say)."""
    if isinstance(action, SimpleStrike):
        return "simple-strike"
    if isinstance(action, UseText):
        text = part_text(board.cards[action.card], action)
        return text.kind if text is not None else None
    return None
