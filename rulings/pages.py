"""What the templates of rulings get, in one language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from glossary import ids, languages
from glossary import queries as glossary

from . import queries, words
from .models import Check, Ruling

NEWEST = 6


def _say(row: Ruling, texts: dict[str, Any], lang: str) -> str:
    return str(languages.text(texts, lang, row.language))


def _lang(row: Ruling, texts: dict[str, Any], lang: str) -> str:
    """The language that `_say` answers in."""
    return languages.pick(texts, lang, row.language)[1]


def badge(row: Ruling, check: Check | None) -> dict[str, Any]:
    """What stands beside a ruling: how its board came out when it was last played, and when."""
    if row.scenario is None:
        return {"state": "not-played", "label": _("not played"), "words": "", "at": None}
    if row.stored is None or row.stored.hidden:
        return {"state": "not-played", "label": _("board taken down"), "words": "", "at": None}
    return badge_of(check)


def badge_of(check: Check | None) -> dict[str, Any]:
    if check is None:
        return {"state": "not-played", "label": _("not played yet"), "words": "", "at": None}
    return {
        "state": check.result,
        "label": words.result(check.result, check.step),
        "words": words.result_sentence(check),
        "at": check.at,
        "clause": check.clause,
        "step": check.step,
        "line": check.line,
    }


def ruling_row(row: Ruling, check: Check | None, lang: str) -> dict[str, Any]:
    """A ruling in a list."""
    game = glossary.game_context(row.game, lang)
    return {
        "id": row.pk,
        "slug": row.slug,
        "url": row.get_absolute_url(),
        "title": _say(row, row.title, lang),
        "title_lang": _lang(row, row.title, lang),
        "answer": row.answer,
        "lead": words.answer(row.answer),
        "verdict": _say(row, row.verdict_plain, lang),
        "verdict_html": _say(row, row.verdict_html, lang),
        "text_lang": _lang(row, row.verdict_plain, lang),
        "state": row.state,
        "state_label": words.state(row.state),
        "state_words": words.state_words(row.state),
        "date": row.date,
        "game": game,
        "badge": badge(row, check),
        "superseded": bool(row.superseded_by),
    }


def successor(row: Ruling, lang: str) -> dict[str, Any] | None:
    """The ruling that stands in this one's place."""
    newer = queries.ruling(ids.parse(row.superseded_by).slug) if row.superseded_by else None
    return newer and ruling_row(newer, None, lang)


def rows(found: list[Ruling], lang: str) -> list[dict[str, Any]]:
    checks = queries.checks(row.pk for row in found)
    return [ruling_row(row, checks.get(row.pk), lang) for row in found]


def list_page(game: str, lang: str) -> dict[str, Any]:
    """Every ruling: those of one game, or game by game."""
    found = [row for row in rows(list(queries.rulings(game)), lang) if not row["superseded"]]
    by_game: dict[str, list[dict[str, Any]]] = {}
    for row in found:
        by_game.setdefault(row["game"]["slug"], []).append(row)
    groups = [
        {"game": each, "rulings": by_game[each["slug"]]}
        for each in glossary.games(lang)
        if each["slug"] in by_game
    ]
    return {"groups": groups, "chosen": game, "count": len(found)}


def ruling_page(row: Ruling, lang: str) -> dict[str, Any]:
    """Everything of a ruling but its board."""
    check = queries.checks([row.pk]).get(row.pk)
    clauses = glossary.clauses([*row.cites, *filter(None, [check.clause if check else ""])], lang)
    source = row.source
    related = [
        {**each, "shared": [clauses[clause]["label"] for clause in shared if clause in clauses]}
        for each, shared in _related(row, lang)
    ]
    return {
        "ruling": {
            **ruling_row(row, check, lang),
            "question_html": _say(row, row.question_html, lang),
            "question_lang": _lang(row, row.question_html, lang),
            "why_html": _say(row, row.why_html, lang),
            "why_lang": _lang(row, row.why_html, lang),
            "not_played": _say(row, row.not_played, lang),
            "not_played_lang": _lang(row, row.not_played, lang),
            "source": {
                "kind": source.get("kind", ""),
                "label": _say(row, row.game.origins.get(source.get("kind", ""), {}), lang),
                "title": _say(row, source.get("title", {}), lang),
                "lang": _lang(row, source.get("title", {}), lang),
                "url": source.get("url", ""),
                "date": source.get("date", ""),
            },
            "chip": clauses.get(check.clause) if check and check.clause else None,
            "successor": successor(row, lang),
            "predecessors": rows(queries.predecessors(row.pk), lang),
            "cited": [clauses[clause] for clause in row.cites if clause in clauses],
        },
        "game": glossary.game_context(row.game, lang),
        "check": check,
        "history": [
            {
                "label": words.result(past.result, past.step),
                "state": past.result,
                "since": past.since,
                "until": past.until,
                "engine": past.engine,
            }
            for past in queries.history(row.pk)
        ],
        "related": related,
    }


def _related(row: Ruling, lang: str) -> list[tuple[dict[str, Any], list[str]]]:
    """Other rulings that cite the same clauses, those with most of them first."""
    cited = set(row.cites)
    shared: dict[str, list[str]] = {}
    for entry in {ids.parse(clause).entry for clause in cited}:
        for other in queries.citing(entry):
            common = [clause for clause in other.cites if clause in cited]
            if common and other.pk != row.pk:
                shared[other.pk] = common
    found = [each for each in queries.rulings().filter(pk__in=shared) if not each.superseded_by]
    found.sort(key=lambda each: (-len(shared[each.pk]), each.slug))
    return [(each, shared[each["id"]]) for each in rows(found[:NEWEST], lang)]


# --- for the glossary's pages --------------------------------------------------------------------------------


def cited_in(entry: str, lang: str) -> list[dict[str, Any]]:
    """The rulings on an entry's page (glossary.hooks.CITED_IN)."""
    found = [row for row in queries.citing(entry) if not row.superseded_by]
    shown = rows(found, lang)
    return [
        {
            "kind": "ruling",
            "id": row.pk,
            "title": each["title"],
            "title_lang": each["title_lang"],
            "lead": each["lead"],
            "text": each["verdict"],
            "answer": each["answer"],
            "url": each["url"],
            "cites": [clause for clause in row.cites if ids.parse(clause).entry == entry],
            "badge": each["badge"],
        }
        for row, each in zip(found, shown, strict=True)
    ]


def newest(lang: str) -> list[dict[str, Any]]:
    return rows(list(queries.current()[:NEWEST]), lang)


def board_checks(names: list[str]) -> dict[str, dict[str, Any]]:
    """How examples came out (glossary.hooks.BOARD_CHECKS)."""
    found = queries.checks(names)
    return {
        name: {"badge": badge_of(check), "document": check_document(check)} for name, check in found.items()
    }


def check_document(check: Check) -> dict[str, Any]:
    """A check as the API tells it."""
    return {
        "result": check.result,
        "line": check.line,
        "step": check.step,
        "clause": check.clause or None,
        "at": check.at,
        "since": check.since,
        "engine": check.engine,
    }


def not_played(game: str, lang: str) -> list[dict[str, Any]]:
    """Cases for the page of the clause matrix (glossary.hooks.NOT_PLAYED)."""
    found = queries.rulings(game).filter(scenario__isnull=True).order_by("slug")
    return [
        {
            "title": _say(row, row.title, lang),
            "url": row.get_absolute_url(),
            "why": _say(row, row.not_played, lang),
        }
        for row in found
    ]


def preview(name: str, lang: str) -> dict[str, Any] | None:
    row = queries.ruling(ids.parse(name).slug)
    if row is None:
        return None
    lead, verdict = words.answer(row.answer), _say(row, row.verdict_html, lang)
    said = _("%(word)s.") % {"word": lead}
    return {
        "id": name,
        "title": _say(row, row.title, lang),
        "short_html": f'<strong lang="{lang}">{said}</strong> {verdict}' if lead else verdict,
        "text_lang": _lang(row, row.verdict_html, lang),
        "html": "",
        "url": row.get_absolute_url(),
        "accent": row.game.accent,
    }
