"""Rulings as a part of content packs (glossary.hooks.PackPart): content/<game>/rulings/*.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from glossary import ids
from glossary.checks import Published
from glossary.markup import Resolve, Target
from glossary.packs import Pack, read_text
from glossary.problems import Problem

from . import checks
from .ruling_file import PackRuling, read_ruling


class Rulings:
    pattern = "*/rulings/*.md"

    def read(self, content: Path, packs: list[Pack], problems: list[Problem]) -> list[PackRuling]:
        found = []
        for pack in packs:
            for path in sorted((content / pack.slug / "rulings").glob("*.md")):
                read = read_text(content, path, problems)
                ruling = read and read_ruling(read[0], pack.slug, path.stem, read[1], problems)
                if ruling:
                    found.append(ruling)
        return found

    def targets(self, read: list[PackRuling], packs: list[Pack]) -> dict[str, Target]:
        languages = {pack.slug: pack.language for pack in packs}
        return {
            ruling.id: Target(_url(ruling.id), ruling.title, languages[ruling.game])
            for ruling in read
            if ids.is_slug(ruling.slug)
        }

    def held(self, games: Iterable[str] | None) -> dict[str, Target]:
        return self._targets(games)

    def made_here(self, games: Iterable[str]) -> dict[str, Target]:
        return self._targets(games, made="site")

    def _targets(self, games: Iterable[str] | None, **only: str) -> dict[str, Target]:
        from .models import Ruling

        rows = Ruling.objects.filter(live=True, **only)
        if games is not None:
            rows = rows.filter(game__in=list(games))
        found = rows.values_list("id", "title", "language")
        return {name: Target(_url(name), title, language) for name, title, language in found}

    def check(self, read: list[PackRuling], packs: list[Pack], known: Published) -> list[Problem]:
        return checks.check(read, packs, known)

    def played(self, read: list[PackRuling], packs: list[Pack]) -> list[Problem]:
        mechanical = frozenset(
            entry.clause_id(clause)
            for pack in packs
            for entry in pack.entries
            for clause in entry.clauses
            if clause.kind == "mechanical"
        )
        return [problem for ruling in read for problem in checks.played(ruling, mechanical)]

    def clashes(self, read: list[PackRuling], packs: list[Pack]) -> list[Problem]:
        from . import loading

        return loading.clashes(read, packs)

    def store(self, read: list[PackRuling], packs: list[Pack], resolve: Resolve) -> Counter[str]:
        from . import loading

        return loading.store(read, packs, resolve)

    def summary(self, read: list[PackRuling]) -> str:
        return f"{len(read)} rulings"


def _url(name: str) -> str:
    return ids.parse(name).url


PACK_PART = Rulings()
