"""The words for answers, states and results, in the language of the page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

ANSWERS = {
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "depends": gettext_noop("It depends"),
}
STATES = {
    "official": gettext_noop("official answer"),
    "judge": gettext_noop("judges' answer"),
    "inferred": gettext_noop("derived from the rules"),
    "unclear": gettext_noop("the rules do not answer"),
}
STATE_WORDS = {
    "official": gettext_noop("The publisher or its rules answer so."),
    "judge": gettext_noop("Judges answer so; the publisher has not spoken."),
    "inferred": gettext_noop("Nobody official was asked; it follows from the clauses named here."),
    "unclear": gettext_noop("The rules leave it open; the verdict tells a reading."),
}
_LABELS = {
    "holds": gettext_noop("holds"),
    "other-clauses": gettext_noop("holds by other clauses"),
}


def answer(name: str) -> str:
    """“Yes”, “No”, “It depends”; nothing where the verdict's own sentence is the answer."""
    return _(ANSWERS[name]) if name in ANSWERS else ""


def state(name: str) -> str:
    return _(STATES.get(name, name))


def state_words(name: str) -> str:
    return _(STATE_WORDS[name]) if name in STATE_WORDS else ""


def result(name: str, step: int | None) -> str:
    """A badge's words: what playing the board again showed."""
    facts = {"n": step}
    if name in _LABELS:
        return _(_LABELS[name])
    if name == "different":
        return _("different") if step is None else _("different at step %(n)s") % facts
    if not step:
        return _("cannot be played today")
    return _("stops at step %(n)s") % facts


def result_sentence(row: Any) -> str:
    """The sentence behind the badge. `row` has result, step and clause."""
    facts = {"n": row.step, "clause": row.clause}
    if row.result == "holds":
        return _("Played again by the engine: it comes out as the ruling says, by the same clauses.")
    if row.result == "other-clauses":
        return (
            _("It still comes out as the ruling says, but from step %(n)s on other clauses bring it about.")
            % facts
        )
    if row.result == "different" and row.step is not None:
        return (
            _(
                "It plays differently from step %(n)s on. The engine or the ruling is wrong: a judge must look."
            )
            % facts
        )
    if row.result == "different":
        return _(
            "It ends otherwise than the ruling says. The engine or the ruling is wrong: a judge must look."
        )
    if not row.step:
        return _("Today's engine cannot read the board.")
    if row.clause:
        return _("It stops at step %(n)s because of this clause:") % facts
    return _("It stops at step %(n)s.") % facts
