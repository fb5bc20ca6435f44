"""Ids: the permanent names of entries, clauses, examples and rulings, and the paths of their pages.

`{game}:{slug}` is an entry, `{game}:{slug}#{clause}` a clause, `example:{game}/{slug}` an example, `ruling:{slug}`
a ruling of whatever game.
An id never changes its meaning and is never reused; a renamed one leaves a redirect.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_SLUG = re.compile(SLUG)
_ENTRY = re.compile(rf"(?P<game>{SLUG}):(?P<slug>{SLUG})(?:#(?P<clause>{SLUG}))?")
_EXAMPLE = re.compile(rf"example:(?P<game>{SLUG})/(?P<slug>{SLUG})")
_RULING = re.compile(rf"ruling:(?P<slug>{SLUG})")

# A game's slug is the first segment of its pages and the prefix of its ids, so none of these can be one.
RESERVED = frozenset(
    "admin api ask card coverage embed example examples media new parts preview ruling rulings s search static".split()
)


_PREFIXES = frozenset(["example", "ruling", "card"])  # of ids that are no entry's


class BadId(ValueError):
    """The text is no id; the message says why."""


@dataclass(frozen=True)
class Id:
    kind: str  # entry | clause | example | ruling
    game: str  # empty for a ruling: its name says nothing of its game
    slug: str
    clause: str = ""

    def __str__(self) -> str:
        if self.kind == "example":
            return f"example:{self.game}/{self.slug}"
        if self.kind == "ruling":
            return f"ruling:{self.slug}"
        return f"{self.game}:{self.slug}" + (f"#{self.clause}" if self.clause else "")

    @property
    def entry(self) -> str:
        """The id of the entry this belongs to (an example or a ruling belongs to none: empty)."""
        return "" if self.kind in ("example", "ruling") else f"{self.game}:{self.slug}"

    @property
    def url(self) -> str:
        if self.kind == "example":
            return f"/examples/{self.game}/{self.slug}/"
        if self.kind == "ruling":
            return f"/rulings/{self.slug}/"
        return f"/{self.game}/{self.slug}/" + (f"#{self.clause}" if self.clause else "")


def parse(text: str) -> Id:
    if match := _EXAMPLE.fullmatch(text):
        return Id("example", match["game"], match["slug"])
    if match := _RULING.fullmatch(text):
        return Id("ruling", "", match["slug"])
    match = _ENTRY.fullmatch(text)
    if match and match["game"] not in _PREFIXES:
        clause = match["clause"] or ""
        return Id("clause" if clause else "entry", match["game"], match["slug"], clause)
    raise BadId(
        f"“{text}” is no id: game:entry, game:entry#clause, example:game/name or ruling:name, "
        "of small Latin letters, digits and single hyphens"
    )


def is_slug(text: str) -> bool:
    return _SLUG.fullmatch(text) is not None


def entry_id(game: str, slug: str) -> str:
    return f"{game}:{slug}"


def clause_id(game: str, slug: str, clause: str) -> str:
    return f"{game}:{slug}#{clause}"


def example_id(game: str, slug: str) -> str:
    return f"example:{game}/{slug}"


def ruling_id(slug: str) -> str:
    return f"ruling:{slug}"


def nearest_all(wanted: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Known names that `wanted` was probably meant to be, the likeliest first."""
    names = list(known)
    entry, mark, clause = wanted.partition("#")
    if mark:
        # A slip in the clause is likelier than one in the entry: look among that entry's clauses first.
        siblings = {name.partition("#")[2]: name for name in names if name.startswith(f"{entry}#")}
        close = difflib.get_close_matches(clause, siblings, count, 0.5)
        if close:
            return [siblings[name] for name in close]
        same = [name for name in names if name.partition("#")[2] == clause]
        if same:
            return difflib.get_close_matches(wanted, same, count, 0.0)
        if entry in names:
            return [entry]
    close = difflib.get_close_matches(wanted, names, count, 0.6)
    tail = wanted.rpartition(":")[2]
    return close or [name for name in names if name.rpartition(":")[2] == tail][:count]


def nearest(wanted: str, known: Iterable[str]) -> str:
    found = nearest_all(wanted, known, 1)
    return found[0] if found else ""
