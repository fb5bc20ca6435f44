"""Answers from the database when the index cannot be read: slower, the same terms, nothing to keep in step."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.db.models import Max

from glossary.models import Game
from glossary.search import documents
from glossary.search.backend import FIELDS, Candidate, Document, Leaf

_K1 = 1.2
Counted = tuple[Document, dict[str, Counter[str]]]


@lru_cache(maxsize=1)
def _counted(version: int, changed: str) -> list[Counted]:
    """Kept per process for one state of the content."""
    return [
        (document, {field: Counter(terms) for field, terms in document.fields.items()})
        for document in documents.all_documents()
    ]


class DatabaseBackend:
    def _all(self) -> list[Counted]:
        state = Game.objects.aggregate(version=Max("version"), changed=Max("changed"))
        return _counted(state["version"] or 0, str(state["changed"]))

    def generation(self) -> str:
        state = Game.objects.aggregate(version=Max("version"), changed=Max("changed"))
        return f"database/{state['version']}/{state['changed']}"

    def index(self, documents: Iterable[Document]) -> None:
        """Nothing to do: the database is what is read."""

    def delete(self, owners: Iterable[str]) -> None:
        """Nothing to do, as in `index`."""

    def replace(self, owners: Iterable[str], documents: Iterable[Document]) -> None:
        """Nothing to do, as in `index`."""

    def rebuild(self, documents: Iterable[Document]) -> None:
        """Nothing to do, as in `index`."""

    def size(self) -> int:
        return len(self._all())

    def frequencies(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
        found = {}
        for field, term in set(wanted):
            if count := sum(1 for _, fields in self._all() if term in fields.get(field, ())):
                found[field, term] = count
        return found

    def expand(self, field: str, prefix: str, limit: int) -> list[str]:
        counts: Counter[str] = Counter()
        for _, fields in self._all():
            counts.update(term for term in fields.get(field, ()) if term.startswith(prefix))
        return [term for term, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]]

    def candidates(self, leaves: Sequence[Leaf], *, game: str = "") -> list[Candidate]:
        rows = self._all()
        frequency = self.frequencies((leaf.field, leaf.term) for leaf in leaves)
        lengths = _average_lengths(rows)
        found = []
        for document, fields in rows:
            if game and document.game != game:
                continue
            matched = [leaf for leaf in leaves if leaf.term in fields.get(leaf.field, ())]
            if not matched:
                continue
            score = 0.0
            for leaf in matched:
                counts = fields[leaf.field]
                idf = math.log(len(rows) / (frequency[leaf.field, leaf.term] + 1)) + 1
                b = FIELDS[leaf.field][1]
                length = sum(counts.values()) / (lengths[leaf.field] or 1)
                tf = counts[leaf.term]
                score += leaf.weight * idf * tf * (_K1 + 1) / (tf + _K1 * (1 - b + b * length))
            pairs = frozenset((leaf.field, leaf.term) for leaf in matched)
            found.append(Candidate(document.id, document.kind, document.game, score, pairs))
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.id))


def _average_lengths(rows: list[Counted]) -> dict[str, float]:
    averages: dict[str, float] = {}
    if not rows:
        return dict.fromkeys(FIELDS, 0.0)
    for field in FIELDS:
        # Over all documents, also those without the field, as whoosh counts.
        averages[field] = sum(sum(fields[field].values()) for _, fields in rows if field in fields) / len(
            rows
        )
    return averages
