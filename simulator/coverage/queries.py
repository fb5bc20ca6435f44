"""Reads of the clause matrix: rows for the API, badges for entries, the page of a game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from glossary import hooks, ids
from glossary import queries as glossary
from glossary.languages import pick, text
from glossary.models import Clause, Game
from simulator.models import ClauseCoverage

from .standing import MECHANICAL, PROVED, Standing, label, reason, words

FILTERS = ("all", "gaps", PROVED)
_PARTS = re.compile(r"[^._]*[._]|[^._]+")
NAMED = 2  # examples named beside a clause; the clause's own page and the API have them all


def clauses(game: str = "") -> list[Clause]:
    """Every clause, in the order of the games' alphabets."""
    found = Clause.objects.filter(live=True, entry__live=True).select_related("entry")
    if game:
        found = found.filter(entry__game=game)
    return list(found.order_by("entry__game__order", "entry__game", "entry__place", "number"))


def coverage(game: str = "") -> dict[str, ClauseCoverage]:
    found = ClauseCoverage.objects.all()
    return {row.pk: row for row in (found.filter(game=game) if game else found)}


def standing(clause: Clause, row: ClauseCoverage | None) -> Standing:
    return Standing(clause.kind, *_flags(row))


def documents(game: str = "") -> list[dict[str, Any]]:
    """The matrix as the API gives it."""
    rows = coverage(game)
    return [_document(clause, rows.get(clause.pk)) for clause in clauses(game)]


def _document(clause: Clause, row: ClauseCoverage | None) -> dict[str, Any]:
    return {
        "clause": clause.pk,
        "mechanical": clause.kind == "mechanical",
        "reason": reason(standing(clause, row), clause.reason),
        "implemented_by": row.implemented_by if row else [],
        "shown_by": row.shown_by if row else [],
        "load_bearing": row.load_bearing if row else [],
    }


def badges(wanted: list[Clause]) -> dict[str, dict[str, Any]]:
    """What stands beside a clause on its entry's page. Clauses of which nothing was computed have no badge."""
    rows = ClauseCoverage.objects.in_bulk([clause.pk for clause in wanted])
    found = {}
    for clause in wanted:
        if clause.pk in rows:
            state = standing(clause, rows[clause.pk]).state
            found[clause.pk] = {
                "state": state,
                "label": label(state),
                "words": words(state),
                "url": f"{reverse('simulator:coverage')}?game={ids.parse(clause.pk).game}#{anchor(clause)}",
            }
    return found


def anchor(clause: Clause) -> str:
    return clause.pk.partition(":")[2].replace("#", ".")


# --- the page ----------------------------------------------------------------------------------------------


def page(game: Game | None, chosen: str, lang: str) -> dict[str, Any]:
    """How far every game has come, and of one game every entry with its clauses."""
    entries = _entries(game, chosen, lang) if game else []
    return {
        "totals": totals(lang),
        "game": glossary.game_context(game, lang) if game else None,
        "entries": [entry for entry in entries if entry["rows"]],
        # Entries that only define words, where every clause is listed.
        "definitions": [entry for entry in entries if not entry["mechanical"]] if chosen == "all" else [],
        "not_played": hooks.not_played(game.pk, lang) if game and chosen != PROVED else [],
        "show": chosen,
    }


def totals(lang: str) -> list[dict[str, Any]]:
    """Per game: how many mechanical clauses have come how far."""
    rows = coverage()
    counts: dict[str, Counter[str]] = {}
    for pk, kind in Clause.objects.filter(live=True, entry__live=True).values_list("pk", "kind"):
        if kind == "mechanical":
            state = Standing(kind, *_flags(rows.get(pk))).state
            counts.setdefault(ids.parse(pk).game, Counter())[state] += 1
    found = []
    for game in glossary.games(lang):
        count = counts.get(game["slug"], Counter())
        whole, states, x = count.total(), [], 0.0
        for state in MECHANICAL:
            if count[state]:
                width = round(100 * count[state] / whole, 2)
                # `x` and `width`: its part of a bar 100 wide
                states.append(
                    {"state": state, "label": label(state), "count": count[state], "x": x, "width": width}
                )
                x += width
        found.append({"game": game, "mechanical": whole, "proved": count[PROVED], "states": states})
    return found


def _flags(row: ClauseCoverage | None) -> tuple[bool, bool, bool]:
    if row is None:
        return False, False, False
    return bool(row.implemented_by), bool(row.shown_by), bool(row.load_bearing)


def _entries(game: Game, chosen: str, lang: str) -> list[dict[str, Any]]:
    rows = coverage(game.pk)
    titles = {
        row.pk: {"title": text(row.title, lang, game.language), "url": ids.parse(row.pk).url}
        for row in glossary.examples(game.pk)
    }
    entries: dict[str, dict[str, Any]] = {}
    for clause in clauses(game.pk):
        entry = entries.setdefault(
            clause.entry_id,
            {
                "id": clause.entry_id,
                "slug": clause.entry.slug,
                "url": ids.parse(clause.entry_id).url,
                "title": text(clause.entry.title, lang, game.language),
                "original": text(clause.entry.title, game.language, lang),
                "rows": [],
                "others": [],
                "mechanical": 0,
                "proved": 0,
            },
        )
        shown = _row(clause, rows.get(clause.pk), titles, game, lang)
        if clause.kind != "mechanical":
            entry["others"].append(shown)
            continue
        entry["mechanical"] += 1
        entry["proved"] += shown["state"] == PROVED
        if chosen == "all" or (shown["state"] == PROVED) == (chosen == PROVED):
            entry["rows"].append(shown)
    return list(entries.values())


def _row(
    clause: Clause, row: ClauseCoverage | None, titles: dict[str, dict[str, str]], game: Game, lang: str
) -> dict[str, Any]:
    state = standing(clause, row).state
    said, text_lang = pick(clause.plain, lang, game.language)
    shown_by = [titles[name] for name in (row.shown_by if row else []) if name in titles]
    bearing = row.load_bearing if row else []
    return {
        "id": clause.pk,
        "anchor": anchor(clause),
        "number": clause.number,
        "url": ids.parse(clause.pk).url,
        "text": Truncator(said).chars(150),
        "text_lang": text_lang,
        "state": state,
        "label": label(state),
        "reason_html": text(clause.reason_html, lang, game.language),
        "reason": words(state),
        "rules": rules(row.implemented_by if row else []),
        "examples": shown_by[:NAMED],
        "more": len(shown_by[NAMED:]),
        "bearing": len(bearing),
    }


def rules(implemented_by: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    """The rules, with their names as they are read inside their game: keywords.move.only_open."""
    named = dict.fromkeys((verb_word(each["verb"]), _name(each)) for each in implemented_by)
    return [{"verb": verb, "name_html": name} for verb, name in named]  # one function may have several rows


def _name(rule: dict[str, str]) -> str:
    if rule["verb"] == "flag":
        return ""  # it has no other name than the clause itself
    name = rule["about"] if rule["verb"] == "precedes" else rule["rule"]
    for prefix in ("simulator.games.", "simulator.engine."):
        if name.startswith(prefix):
            name = name.removeprefix(prefix).partition(".")[2]
    # Where a long name may go on in the next line.
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in _PARTS.findall(name)))


def verb_word(verb: str) -> str:
    return {
        "happens": _("happens"),
        "unfolds": _("unfolds"),
        "forbids": _("forbids"),
        "lifts": _("lifts"),
        "instead": _("instead"),
        "after": _("after"),
        "modifies": _("modifies"),
        "offers": _("offers"),
        "precedes": _("precedes"),
        "flag": _("flag"),
    }.get(verb, verb)


# --- what is missing ----------------------------------------------------------------------------------------


def gaps(game: str = "") -> dict[str, list[str]]:
    """Mechanical clauses by what they lack: state -> ids."""
    rows = coverage(game)
    found: dict[str, list[str]] = {state: [] for state in MECHANICAL if state != PROVED}
    for clause in clauses(game):
        state = standing(clause, rows.get(clause.pk)).state
        if state in found:
            found[state].append(clause.pk)
    return found
