"""Writes: storing a scenario under its link, taking one down."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from . import codes, standing
from .games.playing import canonical
from .models import StoredScenario
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


def set_hidden(scenarios: QuerySet[StoredScenario], hidden: bool) -> int:
    """Take scenarios down, or put them back. How many changed."""
    return scenarios.exclude(hidden=hidden).update(hidden=hidden)
