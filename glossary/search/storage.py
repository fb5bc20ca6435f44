"""Where the index lies, when it is out of date, and who may write it.

The database is the truth. A change leaves rows in `IndexChange` in its own transaction; after the commit the
index takes them over, or whoever writes it just then does, or the next change. A rebuild repairs everything.
"""

import contextlib
import fcntl
import hashlib
import json
import logging
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from glossary.models import Game, IndexChange
from glossary.search import analysis, documents
from glossary.search.backend import FIELDS, SearchBackend, Unavailable
from glossary.search.database_backend import DatabaseBackend
from glossary.search.whoosh_backend import Busy, WhooshBackend

log = logging.getLogger(__name__)
_LAYOUT = 1  # of the index folder itself
_CONTENT = "CONTENT.json"


def fingerprint() -> str:
    """Of everything that decides what an index made from the same content holds."""
    parts = [_LAYOUT, analysis.VERSION, documents.VERSION, sorted((k, list(v)) for k, v in FIELDS.items())]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def root() -> Path:
    return Path(settings.INDEX_DIR)


def embedded() -> WhooshBackend:
    return WhooshBackend(root(), fingerprint())


def fallback() -> SearchBackend:
    return DatabaseBackend()


def generation() -> str:
    """What the results depend on besides the content."""
    with contextlib.suppress(Unavailable):
        return embedded().generation()
    return "none"


def content() -> str:
    """The state of the database that an index is made from."""
    rows = Game.objects.order_by("slug").values_list("slug", "version", "changed")
    return json.dumps([[slug, version, str(changed)] for slug, version, changed in rows])


def up_to_date() -> bool:
    try:
        folder = embedded().folder()
        held = (folder / _CONTENT).read_text(encoding="utf-8")
        embedded().size()
    except (OSError, Unavailable):
        return False
    return held == content() and not IndexChange.objects.exists()


def build(*, force: bool = False) -> bool:
    """Makes the index anew; False when it was up to date already."""
    if not force and up_to_date():
        return False
    with _lock(wait=True):
        if not force and up_to_date():  # another process just did it
            return False
        _rebuild()
        _drain(embedded())
    return True


def refresh() -> None:
    """Takes over what changed. Never waits, and never fails the change that asked: it is a commit already."""
    try:
        with _lock(wait=False):
            try:
                embedded().folder()
            except Unavailable:
                _rebuild()
            _drain(embedded())
    except Busy:
        pass  # whoever writes takes the rows over before it lets go, or the next change does
    except Exception:  # the database answers meanwhile, and `build_index` repairs
        log.exception("the search index was not updated; build_index repairs it")


def _rebuild() -> None:
    # Rows up to here are in what is read next; later ones stay for `_drain`.
    seen = list(IndexChange.objects.values_list("pk", flat=True))
    state = content()
    backend = embedded()
    backend.rebuild(documents.all_documents())
    _note(backend, state)
    IndexChange.objects.filter(pk__in=seen).delete()


def _drain(backend: WhooshBackend) -> None:
    while rows := list(IndexChange.objects.values_list("pk", "owner")[:500]):
        state = content()
        owners = sorted({owner for _, owner in rows})
        try:
            backend.replace(owners, documents.documents_of(owners))
        except Unavailable:
            _rebuild()
            continue
        _note(backend, state)
        IndexChange.objects.filter(pk__in=[pk for pk, _ in rows]).delete()
    state = content()
    _note(backend, state)


def _note(backend: WhooshBackend, state: str) -> None:
    place = backend.folder() / _CONTENT
    part = place.with_suffix(".part")
    part.write_text(state, encoding="utf-8")
    part.replace(place)


@contextlib.contextmanager
def _lock(*, wait: bool) -> Iterator[None]:
    """One writer at a time; the kernel frees the lock of a process that died."""
    folder = root()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "LOCK").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy from None
        yield
