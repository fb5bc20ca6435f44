"""Brings the rulings of the packs into the database. Those made on the site are left alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from glossary import ids, markup
from glossary.checks import redirected
from glossary.loading import mark_for_index
from glossary.packs import Pack
from glossary.problems import Problem
from simulator import services as scenarios

from .models import Citation, Ruling
from .ruling_file import PackRuling


def clashes(read: Iterable[PackRuling], packs: Iterable[Pack]) -> list[Problem]:
    """Published rulings that the packs neither have nor redirect, and names that the site or another game took."""
    packs = list(packs)
    given = {ruling.id: ruling for ruling in read}
    by_slug = {pack.slug: pack for pack in packs}
    problems = []
    for row in Ruling.objects.only("id", "game_id", "made"):
        ruling = given.get(row.pk)
        if ruling and (row.made == Ruling.SITE or row.game_id != ruling.game):
            where = "made on the site" if row.made == Ruling.SITE else f"of {row.game_id}"
            message = f"{row.pk} is taken by a ruling {where}; name this one otherwise"
            problems.append(Problem(ruling.path, ruling.lines["slug"], message))
        gone = ruling is None and row.made == Ruling.PACK and row.game_id in by_slug
        if gone and not redirected(row.pk, packs):
            message = (
                f"{row.pk} was published and is gone: bring it back, or say in redirects.toml where it went"
            )
            near = ids.nearest(row.pk, sorted(given))
            problems.append(Problem(f"{by_slug[row.game_id].folder}/redirects.toml", 1, message, near))
    return problems


def store(read: Iterable[PackRuling], packs: Iterable[Pack], resolve: markup.Resolve) -> Counter[str]:
    """Rows are compared with what stands, and only differing ones are written."""
    languages = {pack.slug: pack.language for pack in packs}
    held = {row.pk: row for row in Ruling.objects.filter(game__in=languages, made=Ruling.PACK)}
    done: Counter[str] = Counter()
    touched: set[str] = set()  # what the search must read again
    for ruling in read:
        fields = _fields(ruling, languages[ruling.game], resolve)
        row = held.pop(ruling.id, None)
        if row is None:
            row = Ruling(pk=ruling.id, slug=ruling.slug, made=Ruling.PACK, **fields)
            link_board(row)
            row.save(force_insert=True)
            done["rulings new"] += 1
        else:
            differing = [name for name, value in fields.items() if getattr(row, name) != value]
            if not differing:
                continue
            for name in differing:
                setattr(row, name, fields[name])
            link_board(row)
            row.save(update_fields=[*differing, "stored"])
            done["rulings changed"] += 1
        cite(row)
        touched.add(row.pk)
    for row in held.values():
        if row.live:
            row.live = False
            row.save(update_fields=["live"])
            row.citations.all().delete()
            done["rulings retired"] += 1
            touched.add(row.pk)
    mark_for_index(touched)
    return done


def link_board(row: Ruling) -> None:
    """Give the ruling's board its permanent link. One that was taken down as a scenario keeps none."""
    if row.scenario is None:
        row.stored = None
        return
    try:
        row.stored = scenarios.store_document(json.loads(json.dumps(row.scenario)))[0]
    except scenarios.TakenDown:
        row.stored = None


def cite(row: Ruling) -> None:
    """Set the ruling's backlinks."""
    row.citations.all().delete()
    Citation.objects.bulk_create(
        Citation(ruling=row, clause=clause, entry=ids.parse(clause).entry)
        for clause in dict.fromkeys(row.cites)
    )


def rendered(texts: dict[str, dict[str, str]], resolve: markup.Resolve) -> dict[str, Any]:
    """What is made from the texts of a ruling: `texts` has question, verdict and why, each per language."""
    return {
        "question_html": markup.render_all(texts["question"], resolve),
        "question_plain": markup.plain_all(texts["question"], resolve),
        "verdict_html": markup.render_all(texts["verdict"], resolve, line=True),
        "verdict_plain": markup.plain_all(texts["verdict"], resolve),
        "why_html": markup.render_all(texts["why"], resolve),
    }


def _fields(ruling: PackRuling, language: str, resolve: markup.Resolve) -> dict[str, Any]:
    texts = {section: ruling.texts(section) for section in ("question", "verdict", "why")}
    return {
        "game_id": ruling.game,
        "answer": ruling.answer,
        "state": ruling.state,
        "date": ruling.date,
        "language": language,
        "title": ruling.title,
        **texts,
        **rendered(texts, resolve),
        "source": {
            "kind": ruling.source_kind,
            "title": ruling.source_title,
            "url": ruling.source_url,
            "date": ruling.source_date.isoformat() if ruling.source_date else "",
        },
        "cites": list(ruling.cites),
        "line_titles": ruling.line_titles,
        "not_played": ruling.not_played,
        "scenario": ruling.scenario,
        "superseded_by": ruling.superseded_by,
        "path": ruling.path,
        "live": True,
    }
