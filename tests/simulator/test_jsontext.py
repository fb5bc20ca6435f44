"""Pasted JSON: what is wrong is named at its line and column."""

import pytest
from django.utils import translation

from config.jsontext import MalformedJson, place, read


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "A value"),
        ("nope", 1, 1, "A value"),
        ('{"a": 1,}', 1, 9, ""),  # 3.13 puts it on the comma: see below
        ('{"a" 1}', 1, 6, "colon"),
        ('{"a": 1\n "b": 2}', 2, 2, "comma"),
        ('{"a": 1} x', 1, 10, "ended"),
        ('{\n  "a": "one\ntwo"}', 2, 12, "line break"),
        ('{"a": "\\q"}', 1, 8, "escape"),
        ('{"a":\n [NaN]}', 2, 3, "NaN"),
        ('{"a": [1e999]}', 1, 8, "too large"),
        ('{"a": 1,\n "b": {"c": 1, "c": 2}}', 2, 16, "twice"),
        ('{"a":\n"x\\ud800y"}', 2, 3, "half a character"),
        ("[" * 30000, 1, 1, "too deep"),
        ("[" * 80 + "]" * 80, 1, 1, "too deep"),
        ("9" * 5000, 1, 1, "too long"),
        (b'{"a":\n"\xff"}', 2, 2, "UTF-8"),
    ],
)
def test_every_fault_at_its_place(text, line, column, words):
    with translation.override("en"), pytest.raises(MalformedJson) as caught:
        read(text)
    found = caught.value
    assert found.line == line
    assert abs(found.column - column) <= (1 if text == '{"a": 1,}' else 0)
    assert words in found.detail


def test_what_is_read():
    assert read('\ufeff{"имя": "Гидра \\ud83d\\udc09", "n": [1, 2.5, null, true]}') == {
        "имя": "Гидра 🐉",
        "n": [1, 2.5, None, True],
    }
    assert read("{}".encode("utf-8-sig")) == {}


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("", (1, 1)),
        ("/setup", (2, 12)),
        ("/setup/cards/1/cell", (4, 22)),
        ("/setup/cards/1/missing", (4, 13)),
        ("/setup/cards/7", (2, 22)),
        ("/a~1b/~0", (5, 20)),
        ("/nothing/here", (1, 1)),
        ("/set", (1, 1)),
    ],
)
def test_a_pointer_is_found_in_the_text_as_pasted(pointer, expected):
    text = """{
  "setup": {"cards": [
            {"cell": "]}"},
            {"cell": "C2", "n": 1}
  ]}, "a/b": {"~": 5}
}"""
    assert place(text, pointer) == expected
