"""How far a clause has come: its state, and the words for it."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.language import DJANGO_CODES

PROVED, SHOWN, RULE, CITED, MISSING = "proved", "shown", "rule", "cited", "missing"
MECHANICAL = (PROVED, SHOWN, RULE, CITED, MISSING)  # the furthest first

# state -> a word or two for the badge, and the sentence behind it
LABELS = {
    PROVED: gettext_noop("proved"),
    SHOWN: gettext_noop("shown"),
    RULE: gettext_noop("rule only"),
    CITED: gettext_noop("no rule of its own"),
    MISSING: gettext_noop("not modelled"),
    "definition": gettext_noop("definition"),
    "used": gettext_noop("definition, used"),
    "reference": gettext_noop("reference"),
    "example": gettext_noop("example"),
    "played": gettext_noop("example, played"),
}
WORDS = {
    PROVED: gettext_noop(
        "Shown on a board and proved by a knock-out: without it, things come out otherwise."
    ),
    SHOWN: gettext_noop("The engine has a rule and a board shows it; no knock-out proves it yet."),
    RULE: gettext_noop("The engine has a rule for it; no example shows it yet."),
    CITED: gettext_noop("A board shows it, but no rule of its own carries it out yet."),
    MISSING: gettext_noop("The engine does not model it yet."),
    "definition": gettext_noop("It says what a word means; nothing happens because of it."),
    "used": gettext_noop("It says what a word means; rules of the engine go by it."),
    "reference": gettext_noop("It only points to another place."),
    "example": gettext_noop("It tells a situation; no example plays it yet."),
    "played": gettext_noop("It tells a situation, and an example plays it."),
}


class Standing(NamedTuple):
    """A row of the matrix as far as its state goes."""

    kind: str
    rule: bool
    shown: bool
    load_bearing: bool

    @property
    def state(self) -> str:
        if self.kind == "mechanical":
            if self.rule:
                return (PROVED if self.load_bearing else SHOWN) if self.shown else RULE
            return CITED if self.shown else MISSING
        if self.kind == "example" and self.shown:
            return "played"
        return "used" if self.kind == "definition" and self.rule else self.kind


def label(state: str) -> str:
    return _(LABELS.get(state, state))


def words(state: str) -> str:
    return _(WORDS[state]) if state in WORDS else ""


def reason(standing: Standing, own: dict[str, str]) -> dict[str, Any] | None:
    """Why a clause is not carried out, in every language: the pack's own reason, or what its kind says."""
    if own:
        return own
    return None if standing.kind == "mechanical" else dict(_in_every_language(standing.state))


@cache
def _in_every_language(state: str) -> tuple[tuple[str, str], ...]:
    said = []
    for lang, code in DJANGO_CODES.items():
        with translation.override(code):
            said.append((lang, words(state)))
    return tuple(said)
