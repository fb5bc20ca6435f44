"""Reads: scenarios by code, examples, and the clauses that a play cites."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from glossary import hooks, ids
from glossary import queries as glossary

from . import codes
from .arranging import arranged
from .models import StoredScenario


@dataclass(frozen=True)
class Shown:
    """A scenario that has pages: a stored one, or an example of a pack."""

    text: str  # the document, as JSON
    title: str
    about: str  # a sentence for the reader; empty for a stored scenario
    url: str
    origin: str  # what /new/?from= takes
    code: str = ""
    cites: tuple[str, ...] = ()
    stored: StoredScenario | None = None
    badge: Mapping[str, Any] | None = None  # how its board came out when it was last played
    line_titles: Mapping[str, str] = field(default_factory=dict)  # an example's lines, named for readers

    def line_title(self, name: str) -> str:
        return self.line_titles.get(name) or name

    @property
    def hidden(self) -> bool:
        return self.stored is not None and self.stored.hidden

    @property
    def embed_url(self) -> str:
        return reverse("simulator:embed", args=[self.code]) if self.code else ""

    @property
    def document_url(self) -> str:
        return reverse("simulator:api-scenario", args=[self.code]) if self.code else ""

    @property
    def pretty(self) -> str:
        """The document laid out for people to read and change."""
        return json.dumps(arranged(json.loads(self.text)), ensure_ascii=False, indent=2)

    def step_url(self, step: str) -> str:
        return f"{self.url}{step}/"


def stored_scenario(code: str) -> StoredScenario | None:
    return StoredScenario.objects.filter(code=code).first() if codes.is_code(code) else None


def stored(code: str) -> Shown | None:
    scenario = stored_scenario(code)
    if scenario is None:
        return None
    return Shown(
        text=scenario.document,
        title=_("Scenario %(code)s") % {"code": code},
        about="",
        url=scenario.get_absolute_url(),
        origin=code,
        code=code,
        stored=scenario,
    )


def example(game: str, slug: str, lang: str) -> Shown | None:
    found = glossary.example(ids.example_id(game, slug), lang)
    if found is None:
        return None
    return Shown(
        text=json.dumps(found["scenario"], ensure_ascii=False),
        title=found["title"],
        about=found["text"],
        url=reverse("simulator:example", args=[game, slug]),
        origin=found["id"],
        line_titles=found["line_titles"],
        cites=tuple(found["cites"]),
        badge=hooks.board_checks([found["id"]]).get(found["id"], {}).get("badge"),
    )


def source(origin: str, lang: str) -> Shown | None:
    """What `?from=` names: the code of a stored scenario, or the id of an example."""
    try:
        name = ids.parse(origin)
    except ids.BadId:
        shown = stored(origin.lower())
        return None if shown is None or shown.hidden else shown
    return example(name.game, name.slug, lang) if name.kind == "example" else None


def examples(lang: str) -> list[dict[str, Any]]:
    """Every example, as something to start a new scenario from."""
    rows = [glossary.example_context(row, lang) for row in glossary.examples()]
    new = reverse("simulator:new")
    return [
        {"id": row["id"], "title": row["title"], "url": f"{new}?{urlencode({'from': row['id']})}"}
        for row in rows
    ]
