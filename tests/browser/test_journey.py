"""A judge's way through the site on a phone: a search, its entry, the board of a clause, and back to the clause."""

import re

import pytest
from playwright.sync_api import expect

JOURNEYS = [
    ("ru", "ЗОВ", "/berserk/protection-from-shots/", "table"),
    ("ru", "закрытая карта двигается", "/berserk/close/", "table"),
    ("zh", "貫通", "/gate-ruler/penetrate/", ".board"),
    ("zh", "迎击", "/gate-ruler/intercept/", ".board"),
]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize(
    ("lang", "words", "entry", "board"), JOURNEYS, ids=lambda value: str(value).strip("/")
)
def test_from_a_search_to_a_board_and_back(open_page, lang, words, entry, board, scripts):
    page = open_page(f"/search/?q={words}&lang={lang}", lang=lang, phone=True, scripts=scripts)
    found = page.locator(f"main a[href^='{entry}']").first
    expect(found).to_be_visible()
    page.goto(found.get_attribute("href"))
    example = page.locator("main a[href^='/examples/']").first
    page.goto(example.get_attribute("href"))
    expect(page.locator(board).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth") if scripts else True
    step = page.locator("[data-steps] a[href*='/main.'], main ol a[href*='/main.']").first
    page.goto(step.get_attribute("href"))
    expect(page.locator(board).first).to_be_visible()
    back = page.locator(f"main a[href^='{entry}#']").first
    page.goto(back.get_attribute("href"))
    clause = page.url.split("#")[1]
    assert re.fullmatch(r"[a-z0-9-]+", clause)
    expect(page.locator(f"[id='{clause}']")).to_be_visible()
