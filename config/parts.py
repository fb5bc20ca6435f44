"""/parts/: every part of the pages in every state, on made-up matter (parts.json). For whoever changes the looks."""

import datetime
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from config.language import NAMES, current
from rulings import words as rulings
from rulings.ruling_file import ANSWERS, STATES
from rulings.verifying import RESULTS
from simulator.coverage.standing import LABELS, label, words

DAY = datetime.datetime(2026, 1, 31, tzinfo=datetime.UTC)
TOKENS = "paper sheet sunk line edge ink ink-soft accent accent-soft good bad near far mark".split()


def parts(request: HttpRequest) -> HttpResponse:
    return render(request, "parts.html", context(current()))


def context(lang: str) -> dict[str, Any]:
    """What parts.html shows: the contexts of the pages' parts, as their views would give them."""
    matter = _matter()
    boards = _boards(matter, lang)
    shown = _in(lang, {name: part for name, part in matter.items() if name not in ("picture", "changes")})
    urls = [f"/parts/#step-{n}" for n in range(len(boards))]
    return shown | {
        "tokens": TOKENS,
        "states": [{"state": state, "label": label(state), "words": words(state)} for state in LABELS],
        "entry": {"text_lang": lang},
        "badges": [{"state": state, "label": rulings.result(state, 3), "at": DAY} for state in RESULTS]
        + [{"state": "not-played", "label": shown["ruling"]["not_played"], "at": None}],
        "rulings": _rulings(shown["ruling"], lang),
        "step": 1,
        "count": len(boards) - 1,
        "start_url": urls[0],
        "previous_url": urls[0],
        "next_url": urls[2],
        "end_url": urls[-1],
        "inline_boards": True,
        "first_board_html": boards[0],
        "board_html": boards[1],
        "steps": [
            {"id": f"step-{n}", "n": n, "url": urls[n], "current": n == 1, "board_html": boards[n]}
            | {"chips": [shown["chip"]], "lifted": [], "dice": None, "default": False}
            | step
            for n, step in enumerate(shown["steps"], 1)
        ],
    }


def _rulings(matter: dict[str, Any], lang: str) -> list[dict[str, Any]]:
    """A row for every answer, with every state and every result among them."""
    results = [*RESULTS, ""]
    return [
        {
            "url": "/parts/#rulings",
            "game": matter["game"],
            "title": matter["title"],
            "verdict": matter["verdict"],
            "answer": answer,
            "lead": rulings.answer(answer),
            "text_lang": lang,
            "state": state,
            "state_label": rulings.state(state),
            "badge": {"state": result, "label": rulings.result(result, 3), "at": DAY}
            if result
            else {"state": "not-played", "label": matter["not_played"], "at": None},
        }
        for answer, state, result in zip((*ANSWERS, "yes"), (*STATES, "official"), results, strict=True)
    ]


@cache
def _matter() -> dict[str, Any]:
    matter: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return matter


def _boards(matter: dict[str, Any], lang: str) -> list[SafeString]:
    """The board before the first step and after each; a step's change says which cards get which values."""
    picture, boards = matter["picture"], []
    cards = picture["cards"]
    for change in [{}, *matter["changes"]]:
        cards = cards | {name: cards[name] | values for name, values in change.items()}
        cells = {card["cell"]: {"card": name, "marks": []} for name, card in cards.items() if card["cell"]}
        given = {
            "picture": picture | {"cards": cards, "cells": picture["cells"] | cells},
            "step": {"diff": [{"path": ["cards", name]} for name in change]},
            "lang": lang,
        }
        boards.append(render_to_string("simulator/boards/berserk.html", given))
    return boards


def _in(lang: str, matter: Any) -> Any:
    """The matter with every text in one language."""
    if isinstance(matter, dict):
        return (
            matter[lang]
            if matter.keys() == NAMES.keys()
            else {key: _in(lang, each) for key, each in matter.items()}
        )
    return [_in(lang, each) for each in matter] if isinstance(matter, list) else matter
