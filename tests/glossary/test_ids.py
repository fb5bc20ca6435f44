import pytest
from django.urls import get_resolver

from glossary import ids


@pytest.mark.parametrize(
    ("text", "kind", "entry", "url"),
    [
        ("berserk:close", "entry", "berserk:close", "/berserk/close/"),
        ("gate-ruler:x-attacks#again", "clause", "gate-ruler:x-attacks", "/gate-ruler/x-attacks/#again"),
        ("example:berserk/closed-scout", "example", "", "/examples/berserk/closed-scout/"),
    ],
)
def test_an_id_reads_back_as_it_was(text, kind, entry, url):
    parsed = ids.parse(text)
    assert (parsed.kind, parsed.entry, parsed.url, str(parsed)) == (kind, entry, url, text)


@pytest.mark.parametrize(
    "text",
    ["", "close", "berserk:", "Berserk:close", "berserk:close#", "berserk:a--b", "berserk:-a", "berserk:a b", "a:b:c",
     "example:berserk", "berserk:close#a#b", "закрыть:x", "berserk:close\n"],
)  # fmt: skip
def test_what_is_no_id_is_refused_with_its_text(text):
    with pytest.raises(ids.BadId, match="is no id"):
        ids.parse(text)


def test_the_nearest_clause_is_looked_for_in_its_entry_first():
    known = ["a:move#only-open", "a:close#only-opened", "a:move", "a:close"]
    assert ids.nearest("a:move#only-opend", known) == "a:move#only-open"


def test_a_clause_that_stands_in_another_entry_is_found_there():
    known = ["a:move", "a:move#only-creatures", "a:close", "a:close#symbol"]
    assert ids.nearest("a:close#only-creatures", known) == "a:move#only-creatures"


def test_the_same_name_in_another_game_is_near():
    assert ids.nearest("zzzzzzzz:close", ["berserk:close", "berserk:move"]) == "berserk:close"


def test_nothing_is_near_a_strange_name():
    assert ids.nearest("a:qqqqqqqqqq", ["berserk:close"]) == ""


def test_every_first_path_segment_of_the_site_is_reserved():
    first = set()

    def walk(patterns, prefix=""):
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if hasattr(pattern, "url_patterns") and not route:
                walk(pattern.url_patterns, route)
            else:
                first.add(route.lstrip("^").partition("/")[0])

    walk(get_resolver().url_patterns)
    fixed = {segment for segment in first if segment and "<" not in segment and ids.is_slug(segment)}
    assert {"admin", "api", "search"} <= fixed <= ids.RESERVED
