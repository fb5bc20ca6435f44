"""A picture of a grid board, laid out for a template: rows of cells, sides with their zones, cards in words.

It says again what the picture holds, in one language; it knows no rule.
"""

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

Picture = Mapping[str, Any]

NEAR, FAR = "p1", "p2"
# A name with a longer word than this is set smaller, so that a tile on a phone still holds it.
LONG_WORD = 8
ZONES = {
    "auxiliary": pgettext_lazy("zone", "Auxiliary"),
    "graveyard": pgettext_lazy("zone", "Graveyard"),
    "exile": pgettext_lazy("zone", "Exile"),
    "hand": pgettext_lazy("zone", "Hand"),
    "deck": pgettext_lazy("zone", "Deck"),
}
# Always named, so that nothing jumps when the first card gets there; the others only when something lies in them.
ALWAYS_SHOWN = {"auxiliary", "graveyard", "exile"}
TYPES = {
    "creature": pgettext_lazy("card type", "creature"),
    "artifact": pgettext_lazy("card type", "artifact"),
    "terrain": pgettext_lazy("card type", "terrain"),
}
PHASES = {
    "before-turn": pgettext_lazy("phase", "before the turn"),
    "start": pgettext_lazy("phase", "start of turn"),
    "choice": pgettext_lazy("phase", "sub-phase of Choice"),
    "end": pgettext_lazy("phase", "end of turn"),
}


def say(texts: Any, lang: str) -> str:
    """The text of a language out of {"ru", "zh", "en"}; plain text as it is."""
    if isinstance(texts, Mapping):
        return str(texts.get(lang) or next(iter(texts.values()), ""))
    return "" if texts is None else str(texts)


def address(name: str) -> str:
    """Where an id's page is: `berserk:close#symbol` is at /berserk/close/#symbol."""
    entry, _hash, clause = name.partition("#")
    game, _colon, slug = entry.partition(":")
    return f"/{game}/{slug}/{'#' + clause if clause else ''}" if slug else ""


def present(picture: Picture, step: Mapping[str, Any] | None, lang: str) -> dict[str, Any]:
    """What templates/simulator/boards/ draw."""
    touched = changed_cards(step)
    cards = {name: _card(card, picture, name in touched, lang) for name, card in picture["cards"].items()}
    clock = picture["clock"]
    arrows = attack_arrows(picture, lang)
    return {
        "columns": picture["columns"],
        "rows": [
            {
                "name": row,
                "cells": [
                    _cell(f"{column}{row}", picture, cards, lang)
                    | {"arrows": arrows.get(f"{column}{row}", [])}
                    for column in picture["columns"]
                ],
            }
            for row in picture["rows"]
        ],
        "far": _side(FAR, picture, cards, lang),
        "near": _side(NEAR, picture, cards, lang),
        "turn": clock["turn"],
        "active": player_name(picture, clock["active"], lang),
        "phase": PHASES.get(clock["phase"], clock["phase"]),
        "pile": [
            {
                "sentence": say(item.get("sentence"), lang),
                "card": cards[item["card"]]["name"] if item.get("card") in cards else "",
            }
            for item in picture.get("pile") or []
        ],
        "cards": list(cards.values()),
    }


# An arrow leaves this share of a cell free at its card, and at its target.
TAIL, HEAD = 0.2, 0.3


def attack_arrows(picture: Picture, lang: str) -> dict[str, list[dict[str, Any]]]:
    """By the cell of its card: an arrow to each target of what lies on the stack, in widths and heights of a cell.

    What is in no cell (a flyer in the auxiliary zone, say) has no arrow; the stack says it in words.
    """
    columns, rows = list(picture["columns"]), list(picture["rows"])
    spots = {f"{column}{row}": (x, y) for x, column in enumerate(columns) for y, row in enumerate(rows)}
    found: dict[str, list[dict[str, Any]]] = {}
    for item in picture.get("pile") or []:
        if not item.get("kind"):
            continue
        start = (picture["cards"].get(item["card"]) or {}).get("cell")
        for n, target in enumerate(item["targets"]):
            end = (picture["cards"].get(target) or {}).get("cell") if target in picture["cards"] else target
            if start not in spots or end not in spots or start == end:
                continue
            found.setdefault(start, []).append(
                _arrow(spots[start], spots[end], len(columns))
                | {"id": f"{item['id']}-{n}", "label": "" if n else say(item["kind"], lang)}
            )
    return found


def _arrow(start: tuple[int, int], end: tuple[int, int], columns: int) -> dict[str, Any]:
    """Its ends and the place of its label, in per cent of the cell it starts in."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)

    def at(share: float) -> tuple[str, str]:
        return f"{50 + 100 * dx * share:.1f}%", f"{50 + 100 * dy * share:.1f}%"

    (x1, y1), (x2, y2), (x, y) = at(TAIL / length), at(1 - HEAD / length), at(0.5)
    level = dy == 0
    # The label stands beside a steep arrow, on the side where the board has room, and above a level one.
    left = start[0] + dx / 2 > (columns - 1) / 2
    normal = (dx if (dy > 0) is left else -dx) / length  # down or up, clear of both cards
    return {
        "x1": x1, "y1": y1, "x2": x2, "y2": y2, "x": x, "y": y,
        "anchor": "middle" if level else "end" if left else "start",
        "dx": 0 if level else -9 if left else 9,
        "dy": -9 if level else round(4 + 9 * normal),
    }  # fmt: skip


def changed_cards(step: Mapping[str, Any] | None) -> set[str]:
    """The cards that a step changed."""
    diff: Iterable[Mapping[str, Any]] = (step or {}).get("diff") or ()
    return {change["path"][1] for change in diff if len(change["path"]) > 1 and change["path"][0] == "cards"}


def player_name(picture: Picture, player: str, lang: str) -> str:
    named = (picture.get("players") or {}).get(player) or {}
    return say(named.get("name"), lang) or _("Player %(number)s") % {"number": player.removeprefix("p")}


def _cell(name: str, picture: Picture, cards: Mapping[str, dict[str, Any]], lang: str) -> dict[str, Any]:
    held = (picture.get("cells") or {}).get(name) or {}
    return {"name": name, "card": cards.get(held.get("card") or ""), "marks": _marks(held.get("marks"), lang)}


def _side(player: str, picture: Picture, cards: Mapping[str, dict[str, Any]], lang: str) -> dict[str, Any]:
    zones = []
    for name, title in ZONES.items():
        held = (picture.get("zones") or {}).get(player, {}).get(name)
        names = held if isinstance(held, list) else []
        count = held if isinstance(held, int) else len(names)
        if count or name in ALWAYS_SHOWN:
            lying = [cards[each] for each in names if each in cards]
            zones.append({"id": name, "title": title, "count": count, "cards": lying})
    return {
        "player": player,
        "name": player_name(picture, player, lang),
        "active": picture["clock"]["active"] == player,
        "zones": zones,
    }


def _marks(marks: Any, lang: str) -> list[dict[str, Any]]:
    return [
        {
            "glyph": mark.get("glyph", "•"),
            "count": mark.get("count", ""),
            "label": say(mark.get("label"), lang),
        }
        for mark in marks or []
    ]


def _card(card: Mapping[str, Any], picture: Picture, touched: bool, lang: str) -> dict[str, Any]:
    side = card.get("controller") or card["owner"]
    life, lives, wounds = card.get("life"), card.get("lives"), card.get("wounds") or 0
    supply, left = card.get("movement") or 0, card.get("supply") or 0
    shown = {
        "id": card["id"],
        "name": say(card["name"], lang),
        "type": card["type"],
        "type_name": TYPES.get(card["type"], card["type"]),
        "side": "near" if side == NEAR else "far",
        "side_name": player_name(picture, side, lang),
        "owner_name": player_name(picture, card["owner"], lang) if card["owner"] != side else "",
        "cell": card.get("cell") or "",
        "open": bool(card.get("open", True)),
        "lives": lives,
        "life": life,
        "wounds": wounds,
        "maximum": card.get("maximum", life),
        "extra": card.get("additional") or 0,
        "fewer": card.get("fewer") or 0,
        "supply": supply,
        "left": left,
        "pips": [n < left for n in range(max(supply, left))] if max(supply, left) <= 6 else [],
        "chips": card.get("chips") or 0,
        "strike": "–".join(str(value) for value in card.get("strike") or ()),
        "labels": [
            {"text": say(label["text"], lang), "url": address(label.get("feature") or "")}
            for label in card.get("labels") or []
        ],
        "marks": _marks(card.get("marks"), lang),
        "acted": bool(card.get("acted")),
        "touched": touched,
        "long": max(map(len, say(card["name"], lang).split()), default=0) > LONG_WORD,
    }
    shown["words"] = _words(shown)
    return shown


def _words(card: Mapping[str, Any]) -> str:
    """The whole card in one spoken line."""
    parts = [card["name"], str(card["type_name"]), card["side_name"]]
    parts.append(pgettext("card", "open") if card["open"] else pgettext("card", "closed"))
    if card["lives"] is not None:
        of = card["maximum"] not in (None, card["lives"])
        parts.append((_("lives %(lives)s of %(maximum)s") if of else _("lives %(lives)s")) % card)
    if card["wounds"]:
        parts.append(_("wounds %(wounds)s") % card)
    if card["supply"] or card["left"]:
        parts.append(_("movement %(left)s of %(supply)s") % card)
    if card["strike"]:
        parts.append(_("strike %(strike)s") % card)
    if card["chips"]:
        parts.append(_("chips %(chips)s") % card)
    parts += [label["text"] for label in card["labels"]]
    parts += [f"{mark['label']} {mark['count']}".strip() for mark in card["marks"]]
    return pgettext("between the parts of a card's description", ", ").join(parts)
