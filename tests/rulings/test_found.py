"""Where rulings stand among what the search page shows."""

import re

import pytest

from glossary import pages, search
from glossary.search.backend import Candidate
from glossary.search.finding import Found
from glossary.search.ranking import Ranked


def ranked(name, coverage):
    return Ranked(Candidate(name, "ruling", "berserk", 1.0, frozenset()), 1.0, coverage)


@pytest.fixture
def rows(monkeypatch):
    names = ["a", "b", "c", "d", "ruling:good", "ruling:weak", "example:x/y"]
    monkeypatch.setattr(pages, "results", lambda found, lang: [{"id": name} for name in names])
    return names


def test_a_ruling_that_answers_comes_after_the_first_entries_and_one_that_hardly_does_stays(rows):
    found = Found(others={"ruling": [ranked("ruling:good", 0.9), ranked("ruling:weak", 0.3)]})
    shown = [row["id"] for row in pages.results_page(found, "en")]
    assert shown == ["a", "b", "c", "ruling:good", "d", "ruling:weak", "example:x/y"]


def test_without_rulings_the_order_stays(rows):
    assert [row["id"] for row in pages.results_page(Found(), "en")] == rows


def test_the_page_shows_a_ruling_once(loaded, client):
    search.build(force=True)
    html = client.get("/search/", {"q": "closed card", "lang": "en"}).content.decode()
    assert len(re.findall(r'href="/rulings/a-closed-card/"', html)) == 1
