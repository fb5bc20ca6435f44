"""Reads: rulings, what they cite, how they stand."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from glossary.languages import text
from simulator.queries import Shown

from .models import Check, Citation, PastCheck, Question, Ruling


def rulings(game: str = "") -> QuerySet[Ruling]:
    """Live rulings, the newest first."""
    found = Ruling.objects.filter(live=True).select_related("game", "stored")
    return found.filter(game=game) if game else found


def current(game: str = "") -> QuerySet[Ruling]:
    """Live rulings that no newer one took the place of."""
    return rulings(game).filter(superseded_by="")


def ruling(slug: str) -> Ruling | None:
    return rulings().filter(slug=slug).first()


def withdrawn(slug: str) -> Ruling | None:
    """A ruling that was shown once and is not any more."""
    return Ruling.objects.filter(slug=slug, live=False).first()


def question(token: str) -> Question | None:
    return Question.objects.filter(token=token).select_related("game", "stored", "ruling").first()


def citing(entry: str) -> list[Ruling]:
    """Live rulings that cite an entry or a clause of it."""
    named = Citation.objects.filter(entry=entry).values("ruling")
    return list(rulings().filter(pk__in=named).order_by("-date", "slug"))


def citing_game(game: str) -> dict[str, list[str]]:
    """Clause -> ids of the live rulings that cite it."""
    found: dict[str, list[str]] = {}
    rows = Citation.objects.filter(ruling__live=True, entry__startswith=f"{game}:")
    for clause, name in rows.order_by("ruling").values_list("clause", "ruling"):
        found.setdefault(clause, []).append(name)
    return found


def checks(subjects: Iterable[str]) -> dict[str, Check]:
    return {row.pk: row for row in Check.objects.filter(pk__in=list(subjects))}


def history(subject: str) -> list[PastCheck]:
    return list(PastCheck.objects.filter(subject=subject))


def predecessors(name: str) -> list[Ruling]:
    """The rulings that this one took the place of."""
    return list(rulings().filter(superseded_by=name))


def shown(row: Ruling, lang: str) -> Shown | None:
    """The ruling's board, as the simulator's pages show one; None when it has none or it was taken down."""
    if row.scenario is None or row.stored is None or row.stored.hidden:
        return None

    def say(texts: dict[str, Any]) -> str:
        return str(text(texts, lang, row.language))

    return Shown(
        text=json.dumps(row.scenario, ensure_ascii=False),
        title=say(row.title),
        about=say(row.verdict_plain),
        url=reverse("rulings:ruling", args=[row.slug]),
        origin=row.stored.code,
        code=row.stored.code,
        cites=tuple(row.cites),
        line_titles={name: str(text(titles, lang, row.language)) for name, titles in row.line_titles.items()},
    )


def hidden_boards() -> str:
    """Which rulings' boards were taken down: pages made before are old then."""
    found = Ruling.objects.filter(stored__hidden=True).order_by("pk").values_list("pk", flat=True)
    return " ".join(found)
