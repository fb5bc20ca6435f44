"""What people write to name a board: a link of this site under whatever host, a code, or an id.

/s/CODE/, /s/CODE/STEP/, /s/CODE/embed/, /examples/GAME/NAME/, /rulings/NAME/ and their steps, the bare code,
example:GAME/NAME and ruling:NAME all do.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from django.utils.translation import gettext as _

from config.language import current
from glossary import ids
from simulator import codes, services
from simulator import pages as boards
from simulator import queries as scenarios
from simulator.engine.scenario import BadScenario
from simulator.models import StoredScenario

from . import queries

LONGEST = 500
_STEP = r"(?:/(?P<step>[\w.'-]+))?/?"
_STORED = re.compile(rf"/?s/(?P<code>[A-Za-z0-9]{{4,24}}){_STEP}")
_EXAMPLE = re.compile(rf"/?examples/(?P<game>{ids.SLUG})/(?P<slug>{ids.SLUG}){_STEP}")
# A link without its scheme begins with the host.
_HOST = re.compile(r"(?:[^/\s:]+\.[^/\s:]+|localhost)(?::\d+)?/")
_IN_TEXT = re.compile(r"https?://\S+")
_RULING = re.compile(rf"/?rulings/(?P<slug>{ids.SLUG}){_STEP}")


class BadLink(ValueError):
    """Nothing to show is named; the message says why, in the language of the page."""


@dataclass(frozen=True)
class Board:
    """A board that was named, and the place in it."""

    game: str
    title: str
    url: str  # of its own page
    text: str  # the document, as JSON
    line: str
    step: str
    stored: StoredScenario | None  # None: an example whose document has no link yet

    def keep(self) -> StoredScenario:
        """The stored scenario of the document; it gets its permanent link now if it had none. Raises BadLink."""
        if self.stored is not None:
            return self.stored
        try:
            return services.store_document(json.loads(self.text))[0]
        except services.TakenDown:
            raise BadLink(_taken_down()) from None
        except BadScenario:
            raise BadLink(_("Today's engine cannot play this scenario.")) from None


def find(given: str, game: str = "") -> Board:
    """The board that `given` names; it must be of `game` when that is told. Raises BadLink."""
    links = _IN_TEXT.findall(given)  # a text for a chat, as this site makes it, holds one
    found = _find(links[0] if len(links) == 1 else " ".join(given.split()))
    if game and found.game != game:
        raise BadLink(_("This scenario is of another game."))
    if found.step or found.line:
        try:
            boards.place(boards.play_stored(found.text), found.step, found.line)
        except boards.NoSuchStep:
            raise BadLink(_("This scenario has no such step.")) from None
        except BadScenario:
            raise BadLink(_("Today's engine cannot play this scenario.")) from None
    return found


def _find(given: str) -> Board:
    if len(given) > LONGEST:
        raise BadLink(_no_link())
    try:
        parts = urlsplit(f"//{given}" if _HOST.match(given) else given)
        query = parse_qs(parts.query, max_num_fields=20)
    except ValueError:
        raise BadLink(_no_link()) from None
    line = query.get("line", [""])[0]
    path = unquote(parts.path)
    if match := _STORED.fullmatch(path):
        step = match["step"] or ""
        if step == "embed":
            step = query.get("step", [""])[0]
        return _stored(match["code"].lower(), line, step)
    if match := _EXAMPLE.fullmatch(path):
        return _example(match["game"], match["slug"], line, match["step"] or "")
    if match := _RULING.fullmatch(path):
        return _ruling(match["slug"], line, match["step"] or "")
    if codes.is_code(given.lower()):
        return _stored(given.lower(), "", "")
    try:
        name = ids.parse(given)
    except ids.BadId:
        raise BadLink(_no_link()) from None
    if name.kind == "example":
        return _example(name.game, name.slug, "", "")
    if name.kind == "ruling":
        return _ruling(name.slug, "", "")
    raise BadLink(_no_link())


def _stored(code: str, line: str, step: str) -> Board:
    shown = scenarios.stored(code)
    if shown is None or shown.stored is None:
        raise BadLink(_("There is no scenario with this code: %(code)s.") % {"code": code})
    if shown.hidden:
        raise BadLink(_taken_down())
    return Board(shown.stored.game, shown.title, shown.url, shown.text, line, step, shown.stored)


def _example(game: str, slug: str, line: str, step: str) -> Board:
    shown = scenarios.example(game, slug, current())
    if shown is None:
        raise BadLink(_("There is no such example: %(name)s.") % {"name": ids.example_id(game, slug)})
    return Board(game, shown.title, shown.url, shown.text, line, step, None)


def _ruling(slug: str, line: str, step: str) -> Board:
    row = queries.ruling(slug)
    if row is None:
        raise BadLink(_("There is no such ruling: %(name)s.") % {"name": ids.ruling_id(slug)})
    if row.stored is not None and row.stored.hidden:
        raise BadLink(_taken_down())
    shown = queries.shown(row, current())
    if shown is None or row.stored is None:
        raise BadLink(_("This ruling has no board."))
    return Board(row.game_id, shown.title, shown.url, row.stored.document, line, step, row.stored)


def _no_link() -> str:
    return _("This is no link of a scenario, such as /s/abcd2345/.")


def _taken_down() -> str:
    return _("This scenario was taken down.")
