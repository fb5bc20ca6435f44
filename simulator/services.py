"""Writes: storing a scenario under its link, reporting one, taking one down."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from glossary.services import announce

from . import codes, standing
from .games.playing import canonical
from .models import Report, StoredScenario
from .play import play_shared


class TakenDown(Exception):
    """The document was stored before and has been taken down since."""

    def __init__(self, scenario: StoredScenario) -> None:
        super().__init__(scenario.code)
        self.scenario = scenario


class Stored(NamedTuple):
    """What storing gave: the scenario, whether it is new, and the play of it."""

    scenario: StoredScenario
    created: bool
    play: dict[str, Any]


def store_document(document: Any) -> tuple[StoredScenario, bool]:
    """The stored scenario of a document, and whether it is new (see `store_and_play`)."""
    return store_and_play(document)[:2]


def store_and_play(document: Any) -> Stored:
    """Store a document and give its play too. The same document always has the same link.

    Raises BadScenario with every problem when the document cannot be played at all. One that plays until an
    action is refused is stored: that is what people want to show.
    """
    play = play_shared(document)
    text = canonical(document)
    sha256 = hashlib.sha256(text).hexdigest()
    for code in codes.codes(sha256):
        # Asked again each time round: whoever took the code may have stored this very document.
        if known := _known(sha256):
            if known.hidden:
                raise TakenDown(known)
            return Stored(known, False, play)
        try:
            with transaction.atomic():
                return Stored(_create(code, sha256, text.decode(), play), True, play)
        except IntegrityError:
            continue
    raise RuntimeError(f"every code of {sha256} is taken")  # one in 31 ** 24


def _known(sha256: str) -> StoredScenario | None:
    return StoredScenario.objects.filter(sha256=sha256).first()


def _create(code: str, sha256: str, text: str, play: dict[str, Any]) -> StoredScenario:
    return StoredScenario.objects.create(
        code=code,
        sha256=sha256,
        game=play["game"],
        document=text,
        engine=play["engine"],
        resolved=standing.resolved_answers(play),
        digest=standing.digest_of(play),
    )


@transaction.atomic
def set_hidden(scenarios: QuerySet[StoredScenario], hidden: bool, *, why: str = "", by: str = "") -> int:
    """Take scenarios down (then their open reports are done with), or put them back. How many changed."""
    chosen = list(scenarios.values_list("pk", flat=True))
    found = StoredScenario.objects.filter(pk__in=chosen)
    changed = found.exclude(hidden=hidden).update(hidden=hidden, hidden_why=why if hidden else "")
    if hidden:
        _close(Report.objects.filter(scenario__in=chosen), Report.UPHELD, by)
    if changed:
        announce()  # pages of rulings show their boards
    return changed


@transaction.atomic
def report(scenario: StoredScenario, why: str, words: str = "") -> Report:
    """Somebody reports a scenario. The very same report, still open, is counted once more."""
    same = Report.objects.select_for_update().filter(
        scenario=scenario, why=why, words=words, state=Report.OPEN
    )
    if found := same.first():
        same.filter(pk=found.pk).update(times=F("times") + 1)
        found.refresh_from_db()
        return found
    return Report.objects.create(scenario=scenario, why=why, words=words)


def uphold(reports: QuerySet[Report], by: str) -> int:
    """Take down what these report, each for the reason of its newest report. How many scenarios changed."""
    reasons = {row.scenario_id: row.why for row in reports.order_by("created", "pk")}
    return sum(
        set_hidden(StoredScenario.objects.filter(pk=scenario), True, why=why, by=by)
        for scenario, why in reasons.items()
    )


def dismiss(reports: QuerySet[Report], by: str) -> int:
    """Nothing is wrong with what these report. How many were open."""
    return _close(reports, Report.DISMISSED, by)


def _close(reports: QuerySet[Report], state: str, by: str) -> int:
    open_ones = Report.objects.filter(pk__in=list(reports.values_list("pk", flat=True)), state=Report.OPEN)
    return open_ones.update(state=state, decided=timezone.now(), decided_by=by)
