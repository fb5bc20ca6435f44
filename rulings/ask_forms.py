"""The form of /ask/. Every fault stands at its field, in the language of the page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from glossary import queries as glossary
from glossary.models import Game

from . import board_link

SHORTEST, LONGEST, LONGEST_NAME = 10, 4000, 60


class AskForm(forms.Form):
    game = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose the game."),
            "invalid_choice": gettext_lazy("Choose the game."),
        }
    )
    question = forms.CharField(
        min_length=SHORTEST,
        max_length=LONGEST,
        error_messages={
            "required": gettext_lazy("Write the question."),
            "min_length": gettext_lazy("A few words more: describe the situation and what is not clear."),
        },
    )
    scenario = forms.CharField(required=False, max_length=board_link.LONGEST)
    name = forms.CharField(required=False, max_length=LONGEST_NAME)
    sending = forms.CharField(required=False, max_length=100)
    # People do not see this field; programs that fill in everything do.
    homepage = forms.CharField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board: board_link.Board | None = None
        self.fields["game"].choices = [(slug, slug) for slug in glossary.game_slugs()]  # type: ignore[attr-defined]

    def clean_question(self) -> str:
        text: str = self.cleaned_data["question"]
        if sum(map(str.isalnum, text)) < SHORTEST // 2:  # signs and invisible characters ask nothing
            raise forms.ValidationError(self.fields["question"].error_messages["min_length"])
        return text

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_homepage(self) -> str:
        if self.cleaned_data["homepage"]:
            raise forms.ValidationError(_("Leave this field empty: it is there to catch robots."))
        return ""

    def clean_scenario(self) -> str:
        given: str = self.cleaned_data["scenario"]
        if given:
            try:
                self.board = board_link.find(given, self.cleaned_data.get("game", ""))
            except board_link.BadLink as bad:
                raise forms.ValidationError(str(bad)) from None
        return given

    def chosen_game(self) -> Game:
        return Game.objects.get(pk=self.cleaned_data["game"])
