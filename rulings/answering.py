"""Rulings made on the site: written by a judge, mostly as the answer to a question; changed, withdrawn, brought back.

They obey the checks of ruling files, but need one language only: the game's or the asker's.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from glossary import checks as glossary_checks
from glossary import ids, linking, markup
from glossary.languages import LANGUAGES
from glossary.loading import mark_for_index
from glossary.models import Clause, Game, Redirect
from glossary.services import announce
from simulator.engine.scenario import BadScenario

from . import board_link, loading, questions, services
from .checks import LONGEST_TITLE, is_web_address
from .faults import BadAnswer, Fault, tidy
from .models import Question, Ruling, RulingRevision
from .ruling_file import ANSWERS, SECTIONS, STATES
from .verifying import prove

LONGEST_SLUG = 80
LONGEST = {"title": LONGEST_TITLE, "verdict": 600, "question": 6000, "why": 12000, "source_title": 200}
# What a ruling without a board says when its judge gave no reason.
NO_BOARD = {
    "ru": "Доски к этому вопросу пока нет.",
    "zh": "这个问题还没有对应的演示。",
    "en": "There is no board for this question yet.",
}


@dataclass(frozen=True)
class Draft:
    """What a judge writes. A value per language is {ru, zh, en}; what is missing or blank is not said."""

    game: str
    slug: str
    answer: str
    state: str
    title: Mapping[str, str]
    question: Mapping[str, str]
    verdict: Mapping[str, str]
    why: Mapping[str, str]
    cites: tuple[str, ...]
    source_kind: str
    source_title: Mapping[str, str]
    source_url: str = ""
    source_date: datetime.date | None = None
    board: str = ""  # whatever board_link reads; empty: none
    not_played: Mapping[str, str] = field(default_factory=dict)
    superseded_by: str = ""

    def texts(self) -> dict[str, dict[str, str]]:
        """The texts that every language must have all of, tidied."""
        return {name: tidy(getattr(self, name)) for name in ("title", *SECTIONS, "source_title")}


# --- checks --------------------------------------------------------------------------------------------------


def faults_of(draft: Draft, languages: Iterable[str], held: Ruling | None = None) -> list[Fault]:
    """Everything that keeps a draft from being a ruling. One of `languages` must be complete; `held` is the
    ruling that it changes."""
    game = Game.objects.filter(pk=draft.game).first()
    if game is None:
        return [Fault("game", f"there is no game “{draft.game}”")]
    known = glossary_checks.published([], linking.targets_of_site())
    found = _name_faults(draft, held)
    found += [
        Fault(name, f"must be one of {', '.join(allowed)}")
        for name, value, allowed in (("answer", draft.answer, ANSWERS), ("state", draft.state, STATES))
        if value not in allowed
    ]
    found += _language_faults(draft.texts(), list(languages))
    for name, texts in draft.texts().items():
        for lang, text in texts.items():
            found += [Fault(f"{name}_{lang}", message) for message in _text_faults(name, text, known)]
    found += _cite_faults(draft, known)
    if draft.source_kind not in game.origins:
        found.append(Fault("source_kind", f"must be one of {', '.join(game.origins)}"))
    if draft.source_url and not is_web_address(draft.source_url):
        found.append(Fault("source_url", "must be a web address: https://…"))
    if draft.board:
        try:
            board_link.find(draft.board, draft.game)
        except board_link.BadLink as bad:
            found.append(Fault("board", str(bad)))
    return found + _successor_faults(draft, known)


def _name_faults(draft: Draft, held: Ruling | None) -> list[Fault]:
    if held is not None:
        return [] if draft.slug == held.slug else [Fault("slug", "is permanent")]
    if not ids.is_slug(draft.slug) or len(draft.slug) > LONGEST_SLUG:
        return [Fault("slug", f"small Latin letters, digits, single hyphens; at most {LONGEST_SLUG}")]
    if not is_free(draft.slug):
        return [Fault("slug", "is taken, or was used before; a name is never given twice")]
    return []


def is_free(slug: str) -> bool:
    name = ids.ruling_id(slug)
    return not (Ruling.objects.filter(pk=name).exists() or Redirect.objects.filter(pk=name).exists())


def suggested_slug(question: Question) -> str:
    """A neutral name that is free."""
    base = f"{question.game_id}-q{question.pk}"
    return next(name for name in (base, *(f"{base}-{n}" for n in range(2, 1000))) if is_free(name))


def _language_faults(texts: dict[str, dict[str, str]], languages: list[str]) -> list[Fault]:
    """One of the languages must be complete; any other is complete or not begun."""
    begun = [lang for lang in LANGUAGES if any(lang in each for each in texts.values())]
    lacking = {lang: [name for name, each in texts.items() if lang not in each] for lang in LANGUAGES}
    incomplete = [lang for lang in begun if lacking[lang]]
    if not any(not lacking[lang] for lang in languages):
        wanted = next((lang for lang in languages if lang in begun), languages[0])
        incomplete = list(dict.fromkeys([wanted, *incomplete]))
    return [
        Fault(f"{name}_{lang}", f"is missing: the {lang} texts are complete, or there are none")
        for lang in incomplete
        for name in lacking[lang]
    ]


def _text_faults(name: str, text: str, known: glossary_checks.Published) -> Iterable[str]:
    if len(text) > LONGEST[name]:
        yield f"has {len(text)} characters; at most {LONGEST[name]}"
    if "\0" in text:
        yield "holds a null character"
    if name in ("title", "verdict", "source_title") and "\n" in text:
        yield "must be one line"
    if name not in SECTIONS:
        return
    for fault in markup.faults(text):
        yield f"line {fault.line + 1}: {fault.message}"
    for target in markup.links(text):
        if target not in known and glossary_checks.is_id(target):
            yield _unknown(target, known)


def _cite_faults(draft: Draft, known: glossary_checks.Published) -> list[Fault]:
    if not draft.cites:
        return [Fault("cites", "name at least one clause")]
    return [Fault("cites", _unknown(cite, known)) for cite in draft.cites if cite not in known.clauses]


def _unknown(wanted: str, known: glossary_checks.Published) -> str:
    near = known.near(wanted)
    return f"there is no {wanted}" + (f"; did you mean {near}?" if near else "")


def _successor_faults(draft: Draft, known: glossary_checks.Published) -> list[Fault]:
    target = draft.superseded_by
    if not target:
        return []
    if target not in known.rulings:
        return [Fault("superseded_by", _unknown(target, known))]
    own, seen = ids.ruling_id(draft.slug), set()
    while target and target not in seen:
        if target == own:
            return [Fault("superseded_by", "leads back to this ruling")]
        seen.add(target)
        target = Ruling.objects.filter(pk=target).values_list("superseded_by", flat=True).first() or ""
    return []


# --- writes --------------------------------------------------------------------------------------------------


def answer_question(question_id: int, draft: Draft, author: str) -> Ruling:
    """The draft becomes a ruling that answers the question. Raises BadAnswer with every fault."""
    with transaction.atomic():
        question = questions.open_question(question_id)
        if draft.game != question.game_id:
            raise BadAnswer([Fault("game", f"the question is about {question.game_id}")])
        ruling = _create(
            draft, (question.game.language, question.language), author, f"question {question_id}"
        )
        question.ruling = ruling
        questions.close(question, Question.ANSWERED, author)
    services.verify_one(ruling.pk)
    return ruling


def make_ruling(draft: Draft, author: str, reason: str) -> Ruling:
    """A ruling that nobody asked for here. Raises BadAnswer with every fault."""
    with transaction.atomic():
        ruling = _create(draft, LANGUAGES, author, reason)
    services.verify_one(ruling.pk)
    return ruling


def edit_ruling(
    ruling_id: str, draft: Draft, author: str, reason: str, *, gone: Mapping[str, str] | None = None
) -> RulingRevision | None:
    """Change a ruling made on the site; None when nothing differs. With `gone` (why, per language) it is withdrawn:
    its page says so from then on; without, it is shown (again). Raises BadAnswer with every fault."""
    with transaction.atomic():
        row = Ruling.objects.select_for_update().get(pk=ruling_id, made=Ruling.SITE)
        languages = (row.game.language, row.language)
        faults = faults_of(draft, languages, held=row)
        words = None if gone is None else tidy(gone)
        if words is not None and not words.keys() & set(languages):
            faults.append(Fault(f"gone_{languages[0]}", "say why it is withdrawn"))
        if not reason.strip():
            faults.append(Fault("reason", "is missing"))
        if faults:
            raise BadAnswer(faults)
        before = content_of(row)
        row.live, row.gone = words is None, words or {}
        _fill(row, draft, languages)
        if content_of(row) == before:
            return None
        row.date = timezone.localdate()
        row.save()
        loading.cite(row)
        revision = _revise(row, author, reason)
        mark_for_index([row.pk])
        announce()
    if row.live:
        services.verify_one(row.pk)
    return revision


def _create(draft: Draft, languages: Iterable[str], author: str, reason: str) -> Ruling:
    languages = list(languages)
    faults = faults_of(draft, languages)
    if faults:
        raise BadAnswer(faults)
    row = Ruling(pk=ids.ruling_id(draft.slug), slug=draft.slug, made=Ruling.SITE, date=timezone.localdate())
    _fill(row, draft, languages)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise BadAnswer([Fault("slug", "was taken just now; choose another one")]) from None
    loading.cite(row)
    _revise(row, author, reason)
    mark_for_index([row.pk])
    announce()
    return row


def _fill(row: Ruling, draft: Draft, languages: Iterable[str]) -> None:
    texts = draft.texts()
    row.game_id = draft.game
    row.answer, row.state = draft.answer, draft.state
    row.language = next(lang for lang in languages if all(lang in each for each in texts.values()))
    row.title = texts["title"]
    sections = {name: texts[name] for name in SECTIONS}
    for name, value in (sections | loading.rendered(sections, linking.targets_of_site().get)).items():
        setattr(row, name, value)
    date = draft.source_date
    row.source = {
        "kind": draft.source_kind,
        "title": texts["source_title"],
        "url": draft.source_url,
        "date": date.isoformat() if date else "",
    }
    row.cites = list(dict.fromkeys(draft.cites))
    row.superseded_by = draft.superseded_by
    before = row.stored
    if draft.board:
        try:
            row.stored = board_link.find(draft.board, draft.game).keep()
        except board_link.BadLink as bad:
            raise BadAnswer([Fault("board", str(bad))]) from None
        row.scenario, row.not_played = json.loads(row.stored.document), {}
        row.line_titles = _line_titles(row, row.line_titles if row.stored == before else {})
    else:
        row.stored, row.scenario, row.line_titles = None, None, {}
        row.not_played = tidy(draft.not_played) or NO_BOARD


def _line_titles(row: Ruling, held: dict[str, Any]) -> dict[str, Any]:
    """The names of the board's lines: those it has, or those that another ruling of the same board has."""
    others = Ruling.objects.filter(stored=row.stored, live=True).exclude(pk=row.pk)
    return held or next((each.line_titles for each in others if each.line_titles), {})


def content_of(row: Ruling) -> dict[str, Any]:
    """What a revision holds: everything that a judge wrote."""
    written = ("answer", "state", "language", "title", *SECTIONS, "source", "cites", "not_played")
    return {name: getattr(row, name) for name in written} | {
        "board": row.stored.code if row.stored else "",
        "superseded_by": row.superseded_by,
        "live": row.live,
        "gone": row.gone,
    }


def _revise(row: Ruling, author: str, reason: str) -> RulingRevision:
    last = row.revisions.aggregate(models.Max("number"))["number__max"] or 0
    return RulingRevision.objects.create(
        ruling=row,
        number=last + 1,
        content=content_of(row),
        author=author,
        reason=reason,
        date=timezone.now(),
    )


# --- what playing shows --------------------------------------------------------------------------------------


def remarks(row: Ruling) -> list[str]:
    """What a judge should know of a ruling's board: what does not hold, which cited clauses it does not show."""
    if row.scenario is None:
        return []
    try:
        proof = prove(row.scenario)
    except BadScenario as bad:
        return [f"The board cannot be played: {each.pointer} {each.detail}" for each in bad.problems]
    found = [] if proof.play["claims"] else ["The scenario claims nothing: nobody can tell whether it holds."]
    for failure in proof.failures:
        verb = "stops" if failure.result == "stops" else "does not show what it claims"
        where = f"Line “{failure.line}” {verb}, step {failure.step}"
        found.append(f"{where}: {failure.words['en']}")
    mechanical = Clause.objects.filter(pk__in=row.cites, kind="mechanical").values_list("pk", flat=True)
    return found + [
        f"{cite} is cited, but no step or refusal of the board shows it."
        for cite in row.cites
        if cite in set(mechanical) - proof.cited
    ]
