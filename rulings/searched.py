"""What the search finds of rulings (glossary.hooks.Searched)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from glossary.hooks import SearchText
from glossary.languages import text


class Rulings:
    kind = "ruling"
    most = 5

    def texts(self, owners: Iterable[str] | None) -> Iterator[SearchText]:
        from . import queries  # late: the app is not ready yet when this is registered

        found = queries.current()
        for row in found if owners is None else found.filter(pk__in=list(owners)):
            yield SearchText(row.pk, row.game_id, row.title, [row.question_plain, row.verdict_plain])

    def rows(self, names: list[str], lang: str) -> dict[str, dict[str, Any]]:
        from . import queries, words

        found = {}
        for row in queries.current().filter(pk__in=names):
            title = text(row.title, lang, row.language)
            own = text(row.title, row.language, lang)
            found[row.pk] = {
                "title": title,
                "original": own if own != title else "",
                "url": row.get_absolute_url(),
                "entry": row.cites[0].partition("#")[0] if row.cites else "",
                "lead": words.answer(row.answer),
                "answer": row.answer,
                "game": row.game,
                "plain": [row.verdict_plain, row.question_plain],
            }
        return found


SEARCHED = Rulings()
