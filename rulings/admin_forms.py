"""The fields of a ruling as judges write it, and the forms of the admin that hold them.

Nothing is decided here: a form makes a draft of its fields, and answering.py says what is wrong with it.
"""

from __future__ import annotations

from typing import Any

from django import forms

from glossary.languages import LANGUAGES
from glossary.models import Game

from . import answering, questions
from .faults import BadAnswer, Fault
from .models import Question, Ruling
from .ruling_file import ANSWERS, STATES

_ROWS = {"title": 1, "question": 4, "verdict": 2, "why": 8, "source_title": 1}
_HELP = {
    "title": "The question in short, with its question mark.",
    "verdict": "One sentence after the word Yes, No, It depends; with “other” it is the answer.",
    "why": "Clause by clause, with links: [words](game:entry#clause).",
}
TEXTS = tuple(_ROWS)


def per_language(name: str) -> list[str]:
    return [f"{name}_{lang}" for lang in LANGUAGES]


class DraftForm(forms.ModelForm):
    """All fields of a ruling but its game; nothing is required of the browser, everything of the service."""

    def add_fields(self, game: Game | None, start: dict[str, Any]) -> None:
        origins = {key: labels.get("en", key) for key, labels in game.origins.items()} if game else {}
        self.fields["slug"] = _text(start.get("slug", ""), help="Permanent: /rulings/NAME/, ruling:NAME.")
        self.fields["answer"] = _choice(ANSWERS, start.get("answer", ""))
        self.fields["state"] = _choice(STATES, start.get("state", "judge"))
        for name, rows in _ROWS.items():
            for lang in LANGUAGES:
                value = start.get(name, {}).get(lang, "")
                self.fields[f"{name}_{lang}"] = _text(value, rows=rows, lang=lang, help=_HELP.get(name, ""))
        cites = "\n".join(start.get("cites", ()))
        self.fields["cites"] = _text(cites, rows=4, help="Ids of clauses, one a line; at least one.")
        if origins:
            kinds = [("", "—"), *origins.items()]
            kind = forms.ChoiceField(required=False, choices=kinds, initial=start.get("source_kind", ""))
        else:  # a new ruling: its game is chosen on the same page
            kind = _text("", help="An origin of the game: official-answer, players, …")
        self.fields["source_kind"] = kind
        self.fields["source_url"] = _text(start.get("source_url", ""))
        self.fields["source_date"] = forms.DateField(
            required=False,
            initial=start.get("source_date"),
            help_text="YYYY-MM-DD, where the source has one.",
        )
        self.fields["board"] = _text(
            start.get("board", ""), help="A link of a scenario, example or ruling, or a code."
        )
        for lang in LANGUAGES:
            help = "Without a board: why. Empty: “there is no board yet”." if lang == LANGUAGES[0] else ""
            value = start.get("not_played", {}).get(lang, "")
            self.fields[f"not_played_{lang}"] = _text(value, rows=1, lang=lang, help=help)
        self.fields["superseded_by"] = _text(
            start.get("superseded_by", ""), help="ruling:NAME of the newer one that stands in its place."
        )

    def _post_clean(self) -> None:
        """The instance is not filled from the form, so there is nothing of it to check: the service writes it."""

    def texts(self, name: str) -> dict[str, str]:
        return {lang: self.cleaned_data.get(f"{name}_{lang}") or "" for lang in LANGUAGES}

    def draft(self, game: str, slug: str = "") -> answering.Draft:
        given = self.cleaned_data
        return answering.Draft(
            game=game,
            slug=slug or given.get("slug") or "",
            answer=given.get("answer") or "",
            state=given.get("state") or "",
            **{name: self.texts(name) for name in TEXTS},
            cites=tuple((given.get("cites") or "").split()),
            source_kind=given.get("source_kind") or "",
            source_url=given.get("source_url") or "",
            source_date=given.get("source_date"),
            board=given.get("board") or "",
            not_played=self.texts("not_played"),
            superseded_by=given.get("superseded_by") or "",
        )

    def show(self, faults: list[Fault]) -> None:
        """Every fault at its field, or above them all."""
        for fault in faults:
            self.add_error(fault.field if fault.field in self.fields else None, fault.message)

    @staticmethod
    def fieldsets(*left_out: str) -> list[tuple[str | None, dict[str, Any]]]:
        texts = [*TEXTS[:-1]]
        groups: list[tuple[str | None, list[str]]] = [
            ("The answer", ["slug", "answer", "state"]),
            *((name.capitalize(), per_language(name)) for name in texts),
            ("What it rests on", ["cites"]),
            ("Source", ["source_kind", *per_language("source_title"), "source_url", "source_date"]),
            ("Board", ["board", *per_language("not_played")]),
            ("Outdated", ["superseded_by"]),
        ]
        return [
            (title, {"fields": [name for name in names if name not in left_out]}) for title, names in groups
        ]


class QuestionForm(DraftForm):
    """A question answered, pointed at a ruling that is there, or declined: the button that was pressed says which."""

    class Meta:
        model = Question
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        question = self.instance
        self.add_fields(question.game, _of_question(question))
        self.fields["existing"] = _text("", help="ruling:NAME")
        for lang in LANGUAGES:
            self.fields[f"declined_{lang}"] = _text(question.declined.get(lang, ""), rows=2, lang=lang)

    @property
    def wanted(self) -> str:
        return next((name for name in ("decline", "existing") if f"_{name}" in self.data), "answer")

    def clean(self) -> dict[str, Any]:
        question = self.instance
        if question.state == Question.ANSWERED:  # by another judge, while this one wrote
            self.show([questions.answered_already(question)])
        elif self.wanted == "answer":
            languages = (question.game.language, question.language)
            self.show(answering.faults_of(self.draft(question.game_id), languages))
        elif self.wanted == "decline":
            self.show(questions.faults_of_declining(question, self.texts("declined")))
        else:
            try:
                questions.ruling_for(question, self.cleaned_data.get("existing") or "")
            except BadAnswer as bad:
                self.show(bad.faults)
        return self.cleaned_data


class RulingForm(DraftForm):
    """A ruling made on the site, new or changed."""

    class Meta:
        model = Ruling
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = self.instance
        self.new = not row.pk
        self.add_fields(None if self.new else row.game, {} if self.new else _of_ruling(row))
        self.fields["reason"] = _text("", help="Why it is written or changed: kept with its history.")
        if self.new:
            games = [(game.pk, str(game)) for game in Game.objects.all()]
            self.fields["game"] = forms.ChoiceField(choices=games)
            return
        self.fields["withdrawn"] = forms.BooleanField(
            required=False, initial=not row.live, help_text="Its page answers “gone”, with these words."
        )
        for lang in LANGUAGES:
            self.fields[f"gone_{lang}"] = _text(row.gone.get(lang, ""), rows=2, lang=lang)

    def made(self) -> answering.Draft:
        if self.new:
            return self.draft(self.cleaned_data.get("game", ""))
        return self.draft(self.instance.game_id, self.instance.slug)

    def gone(self) -> dict[str, str] | None:
        return self.texts("gone") if self.cleaned_data.get("withdrawn") else None

    def clean(self) -> dict[str, Any]:
        held = None if self.new else self.instance
        languages = LANGUAGES if held is None else (held.game.language, held.language)
        faults = answering.faults_of(self.made(), languages, held=held)
        if not self.cleaned_data.get("reason"):
            faults.append(Fault("reason", "is missing"))
        gone = None if self.new else self.gone()
        if held and gone is not None and not (gone.get(held.language) or gone.get(held.game.language)):
            faults.append(Fault(f"gone_{held.language}", "say why it is withdrawn"))
        self.show(faults)
        return self.cleaned_data


def _text(value: str, *, rows: int = 0, lang: str = "", help: str = "") -> forms.CharField:
    attrs: dict[str, Any] = {"lang": lang} if lang else {}
    if rows:
        widget: forms.Widget = forms.Textarea(attrs=attrs | {"rows": rows, "cols": 90})
    else:
        widget = forms.TextInput(attrs=attrs | {"size": 90})
    return forms.CharField(required=False, initial=value, help_text=help, widget=widget)


def _choice(names: tuple[str, ...], start: str) -> forms.ChoiceField:
    choices = [("", "—"), *((name, name) for name in names)]
    return forms.ChoiceField(required=False, choices=choices, initial=start)


def _of_question(question: Question) -> dict[str, Any]:
    """What the asker gave is where the judge begins."""
    board = question.stored.code if question.stored and not question.stored.hidden else ""
    return {
        "slug": answering.suggested_slug(question),
        "question": {question.language: question.text},
        "board": board,
    }


def _of_ruling(row: Ruling) -> dict[str, Any]:
    source = row.source
    return {
        **{name: getattr(row, name) for name in ("slug", "answer", "state", *TEXTS[:-1])},
        **{name: getattr(row, name) for name in ("cites", "not_played", "superseded_by")},
        "source_title": source.get("title", {}),
        "source_kind": source.get("kind", ""),
        "source_url": source.get("url", ""),
        "source_date": source.get("date") or None,
        "board": row.stored.code if row.stored else "",
    }
