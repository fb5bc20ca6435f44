"""The engine's candidates in the order people see: by what part of the question they answer.

The same for every engine: it uses only scores and matched terms.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from glossary.search.backend import Candidate, SearchBackend
from glossary.search.rewrite import Rewritten

KEY_BONUS = 40.0  # the query is a name of the entry
STEM_KEY_BONUS = 20.0  # … in another form or order
COVERAGE_FLOOR = 0.3  # what a hit keeps that answers next to nothing of the question
TAIL = 0.08  # hits below this part of the best one are noise


@dataclass(frozen=True)
class Ranked:
    candidate: Candidate
    score: float
    coverage: float


def rank(candidates: Iterable[Candidate], query: Rewritten, backend: SearchBackend) -> list[Ranked]:
    """All candidates of all kinds, best first; each kind on its own scale."""
    candidates = list(candidates)
    groups = _groups(query)
    weights = _weights(query, backend)
    total = sum(weights.values()) or 1.0
    ranked = []
    for candidate in candidates:
        hit = set().union(*(groups.get(pair, set()) for pair in candidate.matched))
        whole = -1 in hit
        coverage = 1.0 if whole else sum(weights[group] for group in hit) / total
        score = candidate.score * (COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * coverage)
        score += KEY_BONUS * (("key", query.key) in candidate.matched)
        score += STEM_KEY_BONUS * (("skey", query.skey) in candidate.matched)
        ranked.append(Ranked(candidate, score, coverage))
    ranked.sort(key=lambda row: (-row.score, row.candidate.id))
    return ranked


def without_tail(ranked: list[Ranked]) -> list[Ranked]:
    return [row for row in ranked if row.score >= ranked[0].score * TAIL]


def _groups(query: Rewritten) -> dict[tuple[str, str], set[int]]:
    groups: dict[tuple[str, str], set[int]] = defaultdict(set)
    for leaf in query.leaves:
        groups[leaf.field, leaf.term].add(leaf.group)
    return groups


def _weights(query: Rewritten, backend: SearchBackend) -> dict[int, float]:
    """How much each word of the query tells: the rarer, the more. A word that stands nowhere tells the most."""
    pairs = {(leaf.field, leaf.term) for leaf in query.leaves if leaf.group >= 0}
    frequencies = backend.frequencies(pairs)
    size = max(backend.size(), 1)
    best: dict[int, int] = defaultdict(int)
    for leaf in query.leaves:
        if leaf.group >= 0:
            best[leaf.group] = max(best[leaf.group], frequencies.get((leaf.field, leaf.term), 0))
    return {group: math.log(1 + size / (1 + count)) for group, count in best.items()}
