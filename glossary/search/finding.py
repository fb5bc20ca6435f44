"""One question answered: rewritten, looked up, ranked. Which texts are shown is for `queries` to decide."""

import logging
from dataclasses import dataclass, field

from glossary import hooks
from glossary.search import storage
from glossary.search.backend import SearchBackend, Unavailable
from glossary.search.ranking import Ranked, rank, without_tail
from glossary.search.rewrite import rewrite

log = logging.getLogger(__name__)
ENTRIES, CLAUSES, EXAMPLES = 20, 10, 5  # how many of each are answered


@dataclass(frozen=True)
class Found:
    entries: list[Ranked] = field(default_factory=list)
    clauses: list[Ranked] = field(default_factory=list)
    examples: list[Ranked] = field(default_factory=list)
    others: dict[str, list[Ranked]] = field(default_factory=dict)  # by kind: what other apps hold
    wanted: frozenset[str] = frozenset()  # the terms to mark in texts
    engine: str = ""


def search(text: str, *, game: str = "") -> Found:
    """An empty question has no answers. A broken index is not the reader's trouble: the database answers."""
    if not text.strip():
        return Found()
    try:
        return _search(text, game, storage.embedded(), "index")
    except Unavailable as error:
        log.warning("search answers from the database: %s", error)
        return _search(text, game, storage.fallback(), "database")


def _search(text: str, game: str, backend: SearchBackend, engine: str) -> Found:
    query = rewrite(text, backend)
    ranked = rank(backend.candidates(query.leaves, game=game), query, backend)
    kinds = {
        kind: without_tail([row for row in ranked if row.candidate.kind == kind][:limit])
        for kind, limit in (
            ("entry", ENTRIES),
            ("clause", CLAUSES),
            ("example", EXAMPLES),
            *((searched.kind, searched.most) for searched in hooks.SEARCHED),
        )
    }
    plain = {leaf.term for leaf in query.leaves if leaf.group >= 0}
    wanted = frozenset(plain | query.completed)
    own = [kinds.pop(kind) for kind in ("entry", "clause", "example")]
    return Found(*own, kinds, wanted, engine)
