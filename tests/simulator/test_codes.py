"""Codes of links: short enough, unambiguous, made from the document alone."""

import hashlib

from simulator import codes


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_link_fits_thirty_characters_after_the_host():
    assert len(f"/s/{next(codes.codes(sha('x')))}/") <= 30
    assert len(f"/s/{'x' * codes.LONGEST}/") <= 30


def test_no_character_is_taken_for_another():
    assert not set(codes.ALPHABET) & set("01oOlI")
    assert codes.ALPHABET == codes.ALPHABET.lower()


def test_codes_come_from_the_hash_and_grow_by_one_character():
    found = list(codes.codes(sha("x")))
    assert found == list(codes.codes(sha("x")))
    assert [len(code) for code in found] == list(range(codes.SHORTEST, codes.LONGEST + 1))
    assert all(longer.startswith(shorter) for shorter, longer in zip(found, found[1:], strict=False))
    assert all(map(codes.is_code, found))


def test_different_documents_have_different_codes():
    assert len({next(codes.codes(sha(str(n)))) for n in range(2000)}) == 2000


def test_words_that_are_no_codes():
    for word in ("", "abc", "a" * 25, "abcdefg0", "ABCDEFGH", "абвгдежз", "abcdefgh\n"):
        assert not codes.is_code(word)
