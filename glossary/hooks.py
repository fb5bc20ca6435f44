"""What other apps add to the glossary, which knows none of them. They fill these lists when they are ready."""

from collections.abc import Callable
from typing import Any

from glossary.models import Clause

# Called with clauses: by their ids, what stands beside them ({state, label, words, url}, in the page's language).
CLAUSE_BADGES: list[Callable[[list[Clause]], dict[str, dict[str, Any]]]] = []

# Called after content was loaded, changed or not: what was done, in words ("" for nothing).
AFTER_LOAD: list[Callable[[], str]] = []


def clause_badges(clauses: list[Clause]) -> dict[str, dict[str, Any]]:
    return {name: badge for each in CLAUSE_BADGES for name, badge in each(clauses).items()}
