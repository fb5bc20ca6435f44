"""JSON that people paste: read strictly, with every error at its line and column.

>>> read('{"v": 1}')
{'v': 1}
>>> try: read('{"v": 1,}')
... except MalformedJson as error: error.line, error.column
(1, 9)
>>> place('{"setup": {"cards": [1, 2]}}', "/setup/cards/1")
(1, 25)
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

DEEPEST = 60

# The json module's own words, and what a reader is told instead.
_WORDS = {
    "Expecting value": gettext_noop("A value is expected here."),
    "Expecting property name": gettext_noop("A name in double quotes is expected here."),
    "Expecting ':'": gettext_noop("A colon is expected here."),
    "Expecting ','": gettext_noop("A comma or a closing bracket is expected here."),
    "Illegal trailing comma": gettext_noop("A comma may not stand before a closing bracket."),
    "Unterminated string": gettext_noop("A text that begins here has no closing quote."),
    "Invalid control character": gettext_noop("A line break or control character inside a text."),
    "Invalid \\": gettext_noop("An escape sequence that JSON does not know."),
    "Extra data": gettext_noop("The document has ended before this place."),
}

_TOKEN = re.compile(r'[\s,:]*(?:([{}\[\]])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))')


class MalformedJson(ValueError):
    """The text is not JSON; `line` and `column` count from 1."""

    def __init__(self, detail: str, line: int, column: int) -> None:
        super().__init__(detail)
        self.detail, self.line, self.column = detail, line, column


class Member(NamedTuple):
    pointer: str
    key_at: int
    value_at: int


class _Unusable(ValueError):
    """Valid for the json module, not for us; `find` tells where in the text."""

    def __init__(self, detail: str, find: Callable[[str], int]) -> None:
        super().__init__(detail)
        self.find = find


def read(text: str | bytes) -> Any:
    """What the text says. A repeated name, NaN, an infinite number or half a character is an error too."""
    if isinstance(text, bytes):
        text = _decoded(text)
    text = text.removeprefix("\ufeff")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number)
        _check(text, value)
    except json.JSONDecodeError as error:
        raise MalformedJson(_in_words(error.msg), error.lineno, error.colno) from None
    except RecursionError:
        raise MalformedJson(_("Brackets inside brackets, too deep to read."), 1, 1) from None
    except _Unusable as error:
        raise MalformedJson(str(error), *_line_column(text, error.find(text))) from None
    except ValueError:  # int() refuses thousands of digits
        raise MalformedJson(_("A number is too long."), 1, 1) from None
    return value


def place(text: str, pointer: str) -> tuple[int, int]:
    """Line and column of what a JSON pointer names in this text; of its nearest container if it is missing."""
    text = text.removeprefix("\ufeff")
    best, at = -1, 0
    for member in _members(text):
        if pointer == member.pointer or pointer.startswith(member.pointer + "/"):
            if len(member.pointer) > best:
                best, at = len(member.pointer), member.value_at
    return _line_column(text, at)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        raise MalformedJson(_("The text is not valid UTF-8."), *_line_column(before, len(before))) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Unusable(_("A name stands twice in one object."), _first_repeated)
    return found


def _constant(name: str) -> float:
    raise _Unusable(_("%(name)s is not a JSON number.") % {"name": name}, lambda text: _bare(text, name))


def _number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        detail = _("The number %(name)s is too large.") % {"name": digits}
        raise _Unusable(detail, lambda text: _bare(text, digits))
    return number


def _check(text: str, value: Any) -> None:
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise _Unusable(_("An escape sequence names half a character."), _half_character) from None
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise RecursionError
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]


def _in_words(message: str) -> str:
    return next((_(words) for start, words in _WORDS.items() if message.startswith(start)), message)


def _line_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _members(text: str) -> Iterator[Member]:
    """Every member and element of a JSON text that `read` accepts, or would accept but for what _Unusable says."""
    path: list[str | int] = []  # for each open bracket the current name, or the current index
    expects_key: list[bool | None] = []  # None: in an array
    key_at = 0
    for token in _TOKEN.finditer(text):
        bracket, string, _bare_word = token.groups()
        at = token.start(token.lastindex or 0)
        if bracket and bracket in "}]":
            path.pop()
            expects_key.pop()
            continue
        if expects_key and expects_key[-1]:
            path[-1], key_at, expects_key[-1] = json.loads(string, strict=False), at, False
            continue
        if expects_key:
            if expects_key[-1] is None:
                path[-1], key_at = int(path[-1]) + 1, at
            else:
                expects_key[-1] = True
            yield Member(_pointer(path), key_at, at)
        if bracket:
            path.append(-1 if bracket == "[" else "")
            expects_key.append(None if bracket == "[" else True)


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _first_repeated(text: str) -> int:
    seen = set()
    for member in _members(text):
        if member.pointer in seen:
            return member.key_at
        seen.add(member.pointer)
    raise AssertionError("called only when a name is repeated")


def _bare(text: str, word: str) -> int:
    return next(token.start(3) for token in _TOKEN.finditer(text) if token.group(3) == word)


def _half_character(text: str) -> int:
    pairs_gone = re.sub(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..", " " * 12, re.sub(r"\\[^u]", "  ", text))
    found = re.search(r"\\u[dD][89a-fA-F]", pairs_gone)
    return found.start() if found else 0
