"""The part of a text that answers, with the found words marked."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import escape

from glossary.search import analysis

LENGTH = 220
_SENTENCE = re.compile(r"(?<=[.!?…;])\s+|\n+|(?<=[。！？；])")


def _hits(text: str, wanted: frozenset[str]) -> list[tuple[int, int]]:
    """Places of the words that were asked for; touching ones (pairs of characters) as one."""
    spans = sorted(
        (token.start, token.end)
        for token in analysis.tokens(text)
        if token.surface in wanted or any(term in wanted for term in token.terms)
    )
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(maxsize=20_000)
def _terms(text: str) -> frozenset[str]:
    """A sentence's terms, kept: the same sentences are looked through for every question."""
    return frozenset(term for token in analysis.tokens(text) for term in (token.surface, *token.terms))


def found_in(text: str, wanted: frozenset[str]) -> int:
    """How many different words of the question stand in the text."""
    return len(_terms(text) & wanted)


def marked(text: str, wanted: frozenset[str]) -> str:
    """The whole text as HTML with <mark> around what was found."""
    parts, place = [], 0
    for start, end in _hits(text, wanted):
        parts += [escape(text[place:start]), "<mark>", escape(text[start:end]), "</mark>"]
        place = end
    return "".join([*parts, escape(text[place:])])


def snippet(texts: Iterable[str], wanted: frozenset[str]) -> str:
    """The sentence that holds most of what was asked, with its neighbours as far as they fit."""
    best: tuple[int, list[str], int] = (-1, [""], 0)
    for text in texts:
        sentences = [part for part in _SENTENCE.split(text) if part.strip()]
        for place, sentence in enumerate(sentences):
            if (found := found_in(sentence, wanted)) > best[0]:
                best = (found, sentences, place)
    _, sentences, place = best
    chosen = sentences[place].strip()
    for following in sentences[place + 1 :]:
        if len(chosen) + len(following) > LENGTH:
            break
        chosen = f"{chosen} {following.strip()}"
    return marked(_cut(chosen), wanted)


def _cut(text: str) -> str:
    if len(text) <= LENGTH * 2:
        return text
    return text[: LENGTH * 2].rsplit(" ", 1)[0] + "…"
