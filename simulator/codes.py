"""Codes of scenario links: short, read aloud without mistakes, made from what they name.

>>> first = next(codes("00" * 32))
>>> len(first), is_code(first), is_code("o0il1")
(8, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Lower case only, and without 0 o 1 l i: a code is dictated at a table and typed on a phone.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
SHORTEST = 8
LONGEST = 24

_CODE = re.compile(f"[{ALPHABET}]{{{SHORTEST},{LONGEST}}}")


def codes(sha256: str) -> Iterator[str]:
    """The codes a document may have, best first: each longer by one character than the one before."""
    number = int(sha256, 16)
    characters = ""
    while len(characters) < LONGEST:
        number, rest = divmod(number, len(ALPHABET))
        characters += ALPHABET[rest]
        if len(characters) >= SHORTEST:
            yield characters


def is_code(text: str) -> bool:
    return _CODE.fullmatch(text) is not None
