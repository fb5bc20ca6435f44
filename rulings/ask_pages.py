"""What the templates of /ask/ get, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.forms.utils import ErrorDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from glossary import languages
from glossary import queries as glossary
from simulator.play import play_stored
from simulator.queries import Shown

from . import board_link, pages, questions, verifying
from .ask_forms import LONGEST, LONGEST_NAME, AskForm
from .models import Question


def prefilled(query: Mapping[str, str]) -> AskForm:
    """The form with what the link that led here knows. A board that cannot be asked about is said at its field."""
    scenario = query.get("scenario", "").strip()[: board_link.LONGEST]
    given = {
        "game": query.get("game", "").strip(),
        "question": (query.get("question") or query.get("q", "")).strip()[:LONGEST],
        "scenario": scenario,
        "name": "",
        "sending": questions.new_sending(),
    }
    if given["game"] not in glossary.game_slugs():
        given["game"] = ""
    form = AskForm(initial=given)
    if scenario:
        try:
            form.board = board_link.find(scenario, given["game"])
            form.initial["game"] = form.board.game
        except board_link.BadLink as bad:
            form = AskForm(given)
            form._errors = ErrorDict()  # type: ignore[attr-defined]  # only this: the rest is not sent yet
            form.cleaned_data = {}
            form.add_error("scenario", str(bad))
    return form


def form_page(form: AskForm) -> dict[str, Any]:
    return {
        "form": form,
        "board": form.board,
        "longest": LONGEST,
        "longest_name": LONGEST_NAME,
        "longest_link": board_link.LONGEST,
    }


def shown(question: Question, lang: str) -> Shown | None:
    """The question's board, with its steps below the private link; None without one, or when it was taken down."""
    stored = question.stored
    if stored is None or stored.hidden:
        return None
    # A ruling of the same board has names for its lines.
    named = stored.rulings.filter(live=True).first()
    titles = named.line_titles.items() if named else ()
    return Shown(
        text=stored.document,
        title=_("The board of this question"),
        about="",
        url=question.get_absolute_url(),
        origin=stored.code,
        code=stored.code,
        line_titles={name: languages.text(each, lang, question.game.language) for name, each in titles},
    )


def question_page(question: Question, lang: str) -> dict[str, Any]:
    """Everything of a question but its board."""
    stored, ruling = question.stored, question.ruling
    board_url = place_url = ""
    if stored and not stored.hidden:
        board_url = stored.get_absolute_url()
        if question.step:
            place_url = reverse("rulings:asked-step", args=[question.token, question.step])
        if question.line:
            place_url = f"{place_url or question.get_absolute_url()}?{urlencode({'line': question.line})}"
    return {
        "question": question,
        "game": glossary.game_context(question.game, lang),
        "board_url": board_url,
        "place_url": place_url,
        "board_gone": stored is not None and stored.hidden,
        "answered": pages.rows([ruling], lang)[0] if ruling and ruling.live else None,
        "successor": pages.successor(ruling, lang) if ruling else None,
        "withdrawn": ruling is not None and not ruling.live,
        "declined": languages.text(question.declined, lang, question.language),
        "private_url": question.get_absolute_url(),
    }


def engine_says(text: str, lang: str) -> dict[str, Any]:
    """The engine's own result of a board: not a judge's. `state` is holds, fails or plays."""
    play = play_stored(text)
    failures = [
        {
            "lead": _("Line “%(line)s” stops at step %(n)s:") % {"line": each.line, "n": each.step}
            if each.result == "stops"
            else _("This does not hold:"),
            "words": each.words[lang],
        }
        for each in verifying.failures(play)
    ]
    claims = len(play["claims"])
    if failures:
        state = "fails"
        sentence = _("It does not come out as the scenario says:")
    elif claims:
        state = "holds"
        sentence = ngettext(
            "What the scenario claims comes out.",
            "All %(count)s things that the scenario claims come out.",
            claims,
        ) % {"count": claims}
    else:
        state = "plays"
        sentence = _("It plays to its end. It claims nothing: the answer is what the board shows.")
    return {"state": state, "sentence": sentence, "failures": failures}
