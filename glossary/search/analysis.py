"""Text to terms: the same for what is indexed and for what is asked.

Cyrillic and Latin words are stemmed, runs of CJK give characters and pairs, traditional characters as the
simplified ones. Every term keeps its place in the text as it was written; nothing is converted as a whole, so
places stay true.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import local

import snowballstemmer

# Change this when terms of the same text change: indexes made before are then rebuilt.
VERSION = 2

_DOTTED = r"(?:[^\W\d_]\.){2,}[^\W\d_]?"  # З.О.В.
_TOKEN = re.compile(rf"{_DOTTED}|[^\W_][^\W_\u0300\u0301]*(?:[\u0300\u0301][^\W_]*)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
# Letters that look alike; the Latin ones get into Russian words from a keyboard left in the other layout.
_LOOKALIKES = str.maketrans("abcehkmoptxy", "авсенкмортху")
_STRESS = dict.fromkeys((0x0300, 0x0301))
_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]")
_VARIANT = re.compile(r"\s*[/,;，、／]\s*")
# What the Russian stemmer tears apart: имя, имени, именем; игнорирует, игнорировать, игнорируя.
_NEUTER_MYA = re.compile(r"(им|врем|плам|знам|плем|сем)(?:я|ени|енем|ена|ен|енам|енами|енах)")
_IROVAT = re.compile(r"(?<=..)ир(?:у|ова|ован)$")
_BARE_NOUN = re.compile(r"[а-я]{3}[лн]$")
_threads = local()


def _simplified() -> dict[int, str]:
    """Traditional characters and the simplified ones: one for one, so that no place in a text moves."""
    rows = Path(__file__).with_name("traditional.txt").read_text(encoding="utf-8").splitlines()
    words = [word for row in rows if not row.startswith("#") for word in row.split()]
    return {ord(other): word[0] for word in words for other in word[1:]}


_SIMPLIFIED = _simplified()


@dataclass(frozen=True)
class Token:
    """One word of a text: its surface (normalised), its terms, and where it stands."""

    surface: str
    terms: tuple[str, ...]
    start: int
    end: int
    cjk: bool = False


def normal(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).lower().translate(_STRESS).replace("ё", "е").replace(".", "")
    if _CYRILLIC.search(word) and any("a" <= c <= "z" for c in word):
        word = word.translate(_LOOKALIKES)
    return word


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    if not hasattr(_threads, "russian"):  # a stemmer holds the word it works on
        _threads.russian = snowballstemmer.stemmer("russian")
        _threads.english = snowballstemmer.stemmer("english")
    if _CYRILLIC.search(word):
        if match := _NEUTER_MYA.fullmatch(word):
            return f"{match.group(1)}ен"
        return _IROVAT.sub("ир", _threads.russian.stemWord(word))
    return _threads.english.stemWord(word) if word.isascii() and word.isalpha() else word


def stems(word: str) -> tuple[str, ...]:
    """The stem, and for причал also the word itself: its last letter is no ending, whatever the stemmer thinks."""
    found = stem(word)
    return (found, word) if _BARE_NOUN.search(word) and len(found) < len(word) else (found,)


def tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        raw, start = match.group(), match.start()
        place = 0
        for run in _CJK.finditer(raw):
            yield from _word(raw[place : run.start()], start + place)
            yield from _run(run.group(), start + run.start())
            place = run.end()
        yield from _word(raw[place:], start + place)


def _word(raw: str, start: int) -> Iterator[Token]:
    surface = normal(raw)
    if surface:
        yield Token(surface, stems(surface), start, start + len(raw))


def _run(raw: str, start: int) -> Iterator[Token]:
    """Each character, and with the next one as a pair: a pair belongs to the place of its first character."""
    raw = raw.translate(_SIMPLIFIED)
    for place, character in enumerate(raw):
        yield Token(character, (character,), start + place, start + place + 1, cjk=True)
        if place + 1 < len(raw):
            pair = raw[place : place + 2]
            yield Token(pair, (pair,), start + place, start + place + 2, cjk=True)


def terms(text: str) -> list[str]:
    return [term for token in tokens(text) for term in token.terms]


def surfaces(text: str) -> list[str]:
    return [token.surface for token in tokens(text) if not token.cjk]


def key(text: str) -> str:
    """A whole name as one term: equal for names that differ only in case, ё, width, dots or hyphens."""
    return "_".join(token.surface for token in tokens(text) if not (token.cjk and len(token.surface) > 1))


def stem_key(text: str) -> str:
    """As `key`, but also equal for other forms and another order of the words."""
    return "_".join(sorted({stems(part)[-1] for part in key(text).split("_")} - {""}))


def names(title: str) -> list[str]:
    """The ways a title may be asked for: whole, without brackets, and each of its variants."""
    bare = " ".join(_BRACKETS.sub(" ", title).split())
    inner = [part[1:-1] for part in _BRACKETS.findall(title) if _is_acronym(part[1:-1])]
    return _once([title, bare, *_VARIANT.split(bare), *inner])


def acronyms(texts: Iterable[str]) -> list[str]:
    """Words written as abbreviations, and bracketed ones: ЗОВ, ЗОМет, OD."""
    return _once(
        normal(token) for text in texts for token in re.findall(r"[^\W_]+", text) if _is_acronym(token)
    )


def _is_acronym(word: str) -> bool:
    return (
        2 <= len(word) <= 6
        and word.isalpha()
        and not _CJK.search(word)
        and sum(c.isupper() for c in word) >= 2
    )


def _once(items: Iterable[str]) -> list[str]:
    return [item for item in dict.fromkeys(item.strip() for item in items) if item]
