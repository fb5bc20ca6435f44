"""The embedded engine: a whoosh index on disk. The only module that knows whoosh.

Whoosh's family has known faults, so only what was measured to be right is used: flat Or queries with boosted
terms, `limit=None`, fresh searchers. Never `Searcher.refresh()` (it duplicates documents), never a compound
query with a boost, DisjunctionMax, Require or AndNot.
"""

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from whoosh import index as whoosh_index
from whoosh import query, scoring
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, KEYWORD, TEXT, Schema
from whoosh.index import LockError

from glossary.search.backend import FIELDS, Candidate, Document, Leaf, Unavailable

T = TypeVar("T")
CURRENT = "CURRENT"
_OPENINGS = 3  # a writer may remove a file between our reading of the list and the opening
_local = threading.local()


class Busy(Exception):
    """Another process is writing."""


def _schema() -> Schema:
    # Only classes of whoosh go into the pickled schema; our analysis happens before.
    words = {name: TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False) for name in FIELDS}
    return Schema(
        id=ID(stored=True, unique=True),
        owner=ID(stored=True),
        kind=ID(stored=True),
        game=KEYWORD(stored=True),
        **words,
    )


def _weighting() -> scoring.BM25F:
    lengths = {f"{name}_B": b for name, (_, b) in FIELDS.items()}
    return scoring.BM25F(B=0.75, K1=1.2, **lengths)


@dataclass(frozen=True)
class _Held:
    folder: str
    generation: int
    index: Any
    searcher: Any


class WhooshBackend:
    """`root` holds one folder per build and a file that names the one in use."""

    def __init__(self, root: Path, fingerprint: str):
        self.root, self.fingerprint = root, fingerprint

    # --- reading ---

    def folder(self) -> Path:
        try:
            name = (self.root / CURRENT).read_text(encoding="ascii").strip()
        except OSError as error:
            raise Unavailable(f"no index is in use: {error.strerror}") from None
        if not name.startswith(f"{self.fingerprint}-") or "/" in name:
            raise Unavailable("the index was made by other code")
        return self.root / name

    def generation(self) -> str:
        folder = self.folder()
        return f"{folder.name}/{self._safe(lambda: whoosh_index.open_dir(str(folder)).latest_generation())}"

    def _safe(self, read: Callable[[], T]) -> T:
        """A cut-off file gives any of EOFError, UnpicklingError, IndexError, …: all mean the same to the site."""
        try:
            return read()
        except Unavailable:
            raise
        except Exception as error:
            raise Unavailable(f"the index cannot be read: {error!r}") from error

    def _searcher(self) -> Any:
        """This thread's searcher, opened anew whenever the index changed."""
        folder = str(self.folder())
        held = getattr(_local, "held", None)
        for attempt in range(_OPENINGS):
            try:
                if held and held.folder == folder and held.index.latest_generation() == held.generation:
                    return held.searcher
                opened = whoosh_index.open_dir(folder)
                generation = opened.latest_generation()
                searcher = opened.searcher(weighting=_weighting())
            except FileNotFoundError as error:
                if attempt + 1 == _OPENINGS:
                    raise Unavailable(f"the index cannot be opened: {error}") from error
            except Exception as error:
                raise Unavailable(f"the index cannot be opened: {error!r}") from error
            else:
                if held:
                    with contextlib.suppress(Exception):
                        held.searcher.close()
                _local.held = _Held(folder, generation, opened, searcher)
                return searcher
        raise Unavailable("the index cannot be opened")

    def size(self) -> int:
        return self._safe(lambda: self._searcher().doc_count())

    def frequencies(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
        def read() -> dict[tuple[str, str], int]:
            reader = self._searcher().reader()
            found = {pair: reader.doc_frequency(*pair) for pair in set(wanted)}
            return {pair: count for pair, count in found.items() if count}

        return self._safe(read)

    def expand(self, field: str, prefix: str, limit: int) -> list[str]:
        def read() -> list[str]:
            reader = self._searcher().reader()
            found = [term.decode() for term in reader.expand_prefix(field, prefix)]
            return sorted(found, key=lambda term: (-reader.doc_frequency(field, term), term))[:limit]

        return self._safe(read)

    def candidates(self, leaves: Sequence[Leaf], *, game: str = "") -> list[Candidate]:
        if not leaves:
            return []

        def read() -> list[Candidate]:
            wanted = query.Or([query.Term(leaf.field, leaf.term, boost=leaf.weight) for leaf in leaves])
            chosen = query.Term("game", game) if game else None
            hits = self._searcher().search(wanted, limit=None, terms=True, filter=chosen)
            return [
                Candidate(
                    id=hit["id"],
                    kind=hit["kind"],
                    game=hit["game"],
                    score=float(hit.score),
                    matched=frozenset((field, term.decode()) for field, term in hit.matched_terms()),
                )
                for hit in hits
            ]

        return self._safe(read)

    # --- writing ---

    def index(self, documents: Iterable[Document]) -> None:
        self.replace((), documents)

    def delete(self, owners: Iterable[str]) -> None:
        self.replace(owners, ())

    def replace(self, owners: Iterable[str], documents: Iterable[Document]) -> None:
        opened = self._safe(lambda: whoosh_index.open_dir(str(self.folder())))
        try:
            writer = opened.writer(timeout=0)
        except LockError:
            raise Busy from None
        try:
            for owner in owners:
                writer.delete_by_term("owner", owner)
            for document in documents:
                writer.update_document(**_row(document))
        except BaseException:
            writer.cancel()
            raise
        writer.commit()

    def rebuild(self, documents: Iterable[Document]) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        self.root.chmod(0o700)  # an index is unpickled: nobody else may put files here
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        folder = self.root / f"{self.fingerprint}-{now}"
        folder.mkdir(mode=0o700)
        writer = whoosh_index.create_in(str(folder), _schema()).writer()
        for document in documents:
            writer.add_document(**_row(document))
        writer.commit()
        pointer = self.root / f"{CURRENT}.{os.getpid()}.{now}"
        pointer.write_text(f"{folder.name}\n", encoding="ascii")
        before = self._in_use()
        pointer.replace(self.root / CURRENT)
        # The one that readers may still hold stays until the next build.
        for old in self.root.iterdir():
            if old.is_dir() and old.name not in (folder.name, before):
                shutil.rmtree(old, ignore_errors=True)

    def _in_use(self) -> str:
        with contextlib.suppress(OSError):
            return (self.root / CURRENT).read_text(encoding="ascii").strip()
        return ""


def _row(document: Document) -> dict[str, str]:
    fields = {name: " ".join(terms) for name, terms in document.fields.items() if terms}
    return {
        "id": document.id,
        "owner": document.owner,
        "kind": document.kind,
        "game": document.game,
        **fields,
    }
