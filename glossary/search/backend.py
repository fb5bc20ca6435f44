"""What a search engine has to do for the site. Terms are already made; it stores, counts and scores them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

# The fields of a document: how much a term in it counts, and how far its length matters.
FIELDS: Mapping[str, tuple[float, float]] = {
    "title": (1.5, 0.75),  # stems of the titles
    "alias": (4.0, 0.3),
    "body": (1.0, 0.4),  # an entry: its definition and clauses; an example: its sentence
    "clause": (1.0, 0.4),  # a clause document's own text
    "acronym": (20.0, 0.0),  # exact abbreviations
    "key": (1.0, 0.0),  # whole names as one term; `ranking` decides what a hit is worth
    "skey": (1.0, 0.0),  # whole names as a set of stems
    "tword": (1.5, 0.75),  # words of names as they are written: for prefixes
    "bword": (0.5, 0.4),  # words of bodies as they are written
}


@dataclass(frozen=True)
class Document:
    id: str
    owner: str  # the entry, example or other thing that it is made again with
    kind: str  # entry | clause | example, or that of another app (hooks.SEARCHED)
    game: str
    fields: Mapping[str, Sequence[str]]  # field -> terms


@dataclass(frozen=True)
class Leaf:
    """One weighted term of a query; `group` is the word of the query it stands for."""

    field: str
    term: str
    weight: float
    group: int


@dataclass(frozen=True)
class Candidate:
    id: str
    kind: str
    game: str
    score: float
    matched: frozenset[tuple[str, str]]  # (field, term)


class Unavailable(Exception):
    """The index cannot be read now; the site goes on with another backend."""


class SearchBackend(Protocol):
    def index(self, documents: Iterable[Document]) -> None:
        """Adds documents, or puts them in place of those with the same id."""

    def delete(self, owners: Iterable[str]) -> None:
        """Takes out every document of these owners."""

    def replace(self, owners: Iterable[str], documents: Iterable[Document]) -> None:
        """`delete` and `index` as one change: no reader sees the one without the other."""

    def rebuild(self, documents: Iterable[Document]) -> None:
        """Makes everything anew, beside what is being read, and then takes its place."""

    def generation(self) -> str:
        """Changes with every change of what can be found."""

    def frequencies(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
        """In how many documents each (field, term) stands; unknown ones are left out."""

    def size(self) -> int:
        """How many documents there are."""

    def expand(self, field: str, prefix: str, limit: int) -> list[str]:
        """Terms of a field that begin with `prefix`, the most frequent first."""

    def candidates(self, leaves: Sequence[Leaf], *, game: str = "") -> list[Candidate]:
        """Documents with any of the terms, the best first."""
