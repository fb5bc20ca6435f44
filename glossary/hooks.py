"""What other apps add to the glossary, which knows none of them. They fill these lists when they are ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from glossary.checks import Published
    from glossary.markup import Resolve, Target
    from glossary.models import Clause
    from glossary.packs import Pack
    from glossary.problems import Problem


class PackPart(Protocol):
    """Files of packs that another app owns: read, judged and loaded together with the rest of their pack.

    `read` is whatever its own `read` gave; the glossary hands it back and looks at nothing in it.
    """

    pattern: str  # of its files below the folder of packs

    def read(self, content: Path, packs: list[Pack], problems: list[Problem]) -> Any: ...

    def targets(self, read: Any, packs: list[Pack]) -> dict[str, Target]:
        """What texts may link to, by id."""

    def held(self, games: Iterable[str] | None) -> dict[str, Target]:
        """The same of what the database holds (of these games only)."""

    def made_here(self, games: Iterable[str]) -> dict[str, Target]:
        """The same of what was made on the site and stands in no pack."""

    def check(self, read: Any, packs: list[Pack], known: Published) -> list[Problem]:
        """Every problem of what the files say."""

    def played(self, read: Any, packs: list[Pack]) -> list[Problem]:
        """The problems that playing their scenarios shows; asked once their shape is right."""

    def clashes(self, read: Any, packs: list[Pack]) -> list[Problem]:
        """Problems with what the database holds: published ids that are gone, or taken."""

    def store(self, read: Any, packs: list[Pack], resolve: Resolve) -> Counter[str]:
        """Bring the database up to date, in the transaction of the load; what was done, counted in words."""

    def summary(self, read: Any) -> str:
        """How much was read, in words: “12 rulings”."""


PACK_PARTS: list[PackPart] = []

# Called with clauses: by their ids, what stands beside them ({state, label, words, url}, in the page's language).
CLAUSE_BADGES: list[Callable[[list[Clause]], dict[str, dict[str, Any]]]] = []

# Called with an entry's id and the page's language: what other apps hold that cites it or its clauses, each
# {kind, id, title, lead, url, cites, badge: {state, label, words}}, the likeliest wanted first.
CITED_IN: list[Callable[[str, str], list[dict[str, Any]]]] = []

# Kind of an id that is not the glossary's -> the fragment for hover and tap, None when the id is not live.
PREVIEWS: dict[str, Callable[[str, str], dict[str, Any] | None]] = {}

# Called with a language: what stands on the home page ({name of the context's variable: value}).
HOME_PARTS: list[Callable[[str], dict[str, Any]]] = []


class Searched(Protocol):
    """A kind of thing of another app that the search finds beside entries, clauses and examples."""

    kind: str
    most: int  # how many of them one question is answered with

    def texts(self, owners: Iterable[str] | None) -> Iterator[SearchText]:
        """What can be found: all of it, or that of these owners."""

    def rows(self, names: list[str], lang: str) -> dict[str, dict[str, Any]]:
        """By id, a row as results have it: {title, original, url, entry, lead, answer, game (its row), plain}."""


class SearchText(NamedTuple):
    id: str
    game: str
    title: dict[str, str]
    body: list[dict[str, str]]


SEARCHED: list[Searched] = []

# Called with ids of examples: by id, how each came out when it was last played, {badge, document}: for pages in the
# page's language, for programs.
BOARD_CHECKS: list[Callable[[list[str]], dict[str, dict[str, Any]]]] = []

# Called with a game's slug and a language: cases that are answered but not played on a board, each {title, url, why}.
NOT_PLAYED: list[Callable[[str, str], list[dict[str, Any]]]] = []

# Called after content was loaded, changed or not: what was done, in words ("" for nothing).
AFTER_LOAD: list[Callable[[], str]] = []


def clause_badges(clauses: list[Clause]) -> dict[str, dict[str, Any]]:
    return {name: badge for each in CLAUSE_BADGES for name, badge in each(clauses).items()}


def cited_in(entry: str, lang: str) -> list[dict[str, Any]]:
    return [row for each in CITED_IN for row in each(entry, lang)]


def board_checks(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    wanted = list(names)
    return {name: check for each in BOARD_CHECKS for name, check in each(wanted).items()} if wanted else {}


def not_played(game: str, lang: str) -> list[dict[str, Any]]:
    return [row for each in NOT_PLAYED for row in each(game, lang)]


def read_parts(content: Path, packs: list[Pack], problems: list[Problem]) -> Iterator[tuple[PackPart, Any]]:
    for part in PACK_PARTS:
        yield part, part.read(content, packs, problems)
