"""A query becomes ONE flat list of weighted terms; each word of the query is a group of alternatives."""

from dataclasses import dataclass

from glossary.search import analysis
from glossary.search.backend import FIELDS, Leaf, SearchBackend

LONGEST_QUERY = 300  # characters: more is a pasted text, not a question
_PREFIXES = 12  # words that an unfinished last word may be completed to
_SHORTEST_PREFIX = 2
ONE_WORD_NAME = 2.0


@dataclass(frozen=True)
class Rewritten:
    leaves: list[Leaf]
    words: list[str]  # by group: what stands in the query
    key: str  # the whole query as a name
    skey: str
    completed: frozenset[str]  # surfaces that the last word was completed to


def rewrite(text: str, backend: SearchBackend) -> Rewritten:
    text = text[:LONGEST_QUERY]
    found = list(analysis.tokens(text))
    leaves: list[Leaf] = []
    words: list[str] = []
    for token in found:
        group = len(words)
        words.append(token.surface)
        for term in token.terms:
            leaves += [
                Leaf(field, term, FIELDS[field][0], group) for field in ("title", "alias", "body", "clause")
            ]
        if not token.cjk:
            # One word of a question may be the whole name of an entry.
            leaves += [Leaf("skey", term, ONE_WORD_NAME, group) for term in token.terms]
            leaves.append(Leaf("acronym", token.surface, FIELDS["acronym"][0], group))
    completed = _completions(text, found, backend)
    last = len(words) - 1
    for word in completed:
        leaves.append(Leaf("tword", word, FIELDS["tword"][0], last))
        leaves.append(Leaf("bword", word, FIELDS["bword"][0], last))
    key, skey = analysis.key(text), analysis.stem_key(text)
    everywhere = -1  # a hit on a whole name covers every word
    if key:
        leaves += [
            Leaf("key", key, FIELDS["key"][0], everywhere),
            Leaf("skey", skey, FIELDS["skey"][0], everywhere),
        ]
    return Rewritten(leaves, words, key, skey, frozenset(completed))


def _completions(text: str, found: list[analysis.Token], backend: SearchBackend) -> list[str]:
    """The last word may be unfinished, unless something stands after it."""
    if not found or found[-1].cjk or found[-1].end != len(text.rstrip("\"'»”)")):
        return []
    word = found[-1].surface
    if len(word) < _SHORTEST_PREFIX:
        return []
    names = backend.expand("tword", word, _PREFIXES)
    return [w for w in (names or backend.expand("bword", word, _PREFIXES)) if w != word]
