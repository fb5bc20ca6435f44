"""Writes: playing what is kept and noting how it stands, and accepting how it stands now."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from glossary.models import Example
from glossary.services import announce
from simulator.coverage.services import rules_digest
from simulator.engine import VERSION

from . import verifying
from .models import Check, PastCheck, Ruling
from .verifying import Judged


@dataclass(frozen=True)
class Subject:
    """Something whose board is played again: a ruling or an example."""

    id: str
    game: str
    scenario: dict[str, Any]

    @property
    def digest(self) -> str:
        text = json.dumps(self.scenario, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class NotAccepted(ValueError):
    """What does not show what it should cannot be accepted; the message says why."""


def subjects(wanted: Iterable[str] = (), game: str = "") -> list[Subject]:
    """Every live ruling that has a board, then every live example."""
    rulings = Ruling.objects.filter(live=True, scenario__isnull=False).order_by("game__order", "slug")
    examples = Example.objects.filter(live=True).order_by("game__order", "slug")
    found = []
    for rows in (rulings, examples):
        for pk, slug, scenario in rows.values_list("pk", "game_id", "scenario"):
            if scenario is not None and (not game or slug == game):
                found.append(Subject(pk, slug, scenario))
    only = set(wanted)
    return [each for each in found if each.id in only] if only else found


def verify(chosen: Iterable[Subject] | None = None) -> list[Check]:
    """Play these (all, when none are named) and note how each stands."""
    everything = chosen is None
    chosen = subjects() if chosen is None else list(chosen)
    held = {row.pk: row for row in Check.objects.all()}
    judged = [(subject, *_judge(subject, held.get(subject.id))) for subject in chosen]
    rows = []
    with transaction.atomic():
        changed = False
        for subject, result, digest in judged:
            row, differs = _note(subject, result, digest, held.get(subject.id))
            rows.append(row)
            changed |= differs
        if everything:
            gone = held.keys() - {subject.id for subject in chosen}
            changed |= bool(Check.objects.filter(pk__in=gone).delete()[0])
        if changed:
            announce()
    return rows


def verify_changed() -> str:
    """Play what is new, or whose document or rules changed; what was done, in words ("" for nothing)."""
    held = {row.pk: row for row in Check.objects.all()}
    found = subjects()
    stale = [subject for subject in found if not _fresh(subject, held.get(subject.id))]
    gone = held.keys() - {subject.id for subject in found}
    if gone:
        Check.objects.filter(pk__in=gone).delete()
        announce()
    if not stale:
        return ""
    results = Counter(row.result for row in verify(stale))
    told = ", ".join(f"{results[result]} {result}" for result in verifying.RESULTS if results[result])
    return f"rulings and examples played: {told}"


def verify_one(subject_id: str) -> Check | None:
    """Play one ruling or example now; None when it has no board."""
    found = subjects([subject_id])
    return verify(found)[0] if found else None


@transaction.atomic
def accept(subject_id: str) -> Check:
    """Take today's play of a ruling or example for the one that later plays are compared with.

    Raises NotAccepted when today's play does not show what the document claims.
    """
    found = subjects([subject_id])
    if not found:
        raise NotAccepted(f"{subject_id} has no board")
    subject = found[0]
    result, proof = verifying.judge(subject.scenario, None)
    if proof is None or result.result != "holds":
        raise NotAccepted(f"{subject_id} does not hold today: {told(result)}")
    row, _ = _note(subject, result, None, Check.objects.filter(pk=subject_id).first())
    _accept(row, proof.digest)
    row.save()
    announce()
    return row


def told(result: Judged | Check) -> str:
    """“holds”, “holds by other clauses”, “different at step 3 of main”, “stops at step 3 of main because of …”."""
    if result.result == "holds":
        return "holds"
    where = f" in line {result.line}" if result.line else ""
    if result.step is not None:
        where = f" at step {result.step}" + (f" of line {result.line}" if result.line else "")
    if result.result == "other-clauses":
        return f"holds by other clauses{where.replace(' at ', ' from ', 1)}"
    because = f" because of {result.clause}" if result.clause else ""
    return f"{result.result}{where}{because}"


def _fresh(subject: Subject, row: Check | None) -> bool:
    return row is not None and row.document == subject.digest and row.rules == rules_digest(subject.game)


def _judge(subject: Subject, row: Check | None) -> tuple[Judged, dict[str, Any] | None]:
    """The result, and the digest of today's play when it is the first of this document that holds."""
    accepted = row.accepted if row and row.document == subject.digest else None
    result, proof = verifying.judge(subject.scenario, accepted)
    first = accepted is None and proof is not None and result.result == "holds"
    return result, proof.digest if proof and first else None


def _note(
    subject: Subject, result: Judged, digest: dict[str, Any] | None, row: Check | None
) -> tuple[Check, bool]:
    """Write how a subject stands now; the old result goes into its history. Whether pages show something else."""
    now = timezone.now()
    fields = {"result": result.result, "line": result.line, "step": result.step, "clause": result.clause}
    fresh = row is None
    if row is None:
        row = Check(subject=subject.id, game=subject.game, since=now, **fields)
    elif any(getattr(row, name) != value for name, value in fields.items()):
        PastCheck.objects.create(
            subject=row.pk,
            engine=row.engine,
            since=row.since,
            until=now,
            **{name: getattr(row, name) for name in fields},
        )
        for name, value in fields.items():
            setattr(row, name, value)
        row.since = now
        fresh = True
    if row.document and row.document != subject.digest:  # another document: nothing of it was accepted yet
        row.accepted, row.accepted_at, row.accepted_engine = None, None, ""
    another_day = row.at is None or row.at.date() != now.date()
    row.game, row.document, row.rules = subject.game, subject.digest, rules_digest(subject.game)
    row.engine, row.at = VERSION, now
    if digest is not None:
        _accept(row, digest)
    row.save()
    return row, fresh or another_day


def _accept(row: Check, digest: dict[str, Any]) -> None:
    row.accepted, row.accepted_at, row.accepted_engine = digest, timezone.now(), VERSION
