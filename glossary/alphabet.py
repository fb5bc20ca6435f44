"""The order of titles in the alphabet of a language, and the letter each stands under."""

from bisect import bisect_right

# GB 2312 lists its common characters in the order of their pinyin, so the code alone gives order and letter.
_PINYIN = [
    (0xB0A1, "A"), (0xB0C5, "B"), (0xB2C1, "C"), (0xB4EE, "D"), (0xB6EA, "E"), (0xB7A2, "F"), (0xB8C1, "G"),
    (0xB9FE, "H"), (0xBBF7, "J"), (0xBFA6, "K"), (0xC0AC, "L"), (0xC2E8, "M"), (0xC4C3, "N"), (0xC5B6, "O"),
    (0xC5BE, "P"), (0xC6DA, "Q"), (0xC8BB, "R"), (0xC8F6, "S"), (0xCBFA, "T"), (0xCDDA, "W"), (0xCEF4, "X"),
    (0xD1B9, "Y"), (0xD4D1, "Z"),
]  # fmt: skip
_LAST = 0xD7F9
_STARTS = [start for start, _ in _PINYIN]


def _bare(title: str) -> str:
    return title.lstrip("".join(c for c in title if not c.isalnum()))


def sort_key(title: str, language: str) -> tuple[bytes, str]:
    bare = _bare(title).casefold()
    if language == "zh":
        return bare.encode("gb18030"), title
    # ё stands after е and before ж, which its code does not say.
    return bare.replace("ё", "е\uffff").encode("utf-16-be"), title


def letter(title: str, language: str) -> str:
    first = _bare(title)[:1].upper()
    if language == "zh" and first and not first.isascii():
        code = int.from_bytes(first.encode("gb18030")[:2], "big")
        if _STARTS[0] <= code <= _LAST:
            return _PINYIN[bisect_right(_STARTS, code) - 1][1]
    return "Е" if first == "Ё" else first
