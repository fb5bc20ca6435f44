"""A question from the board it is about to its private page, as a phone without scripts and a desk show it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_page import SMALL


@pytest.fixture
def asked(open_page, stored):
    """Asks from a scenario's page with one slip on the way; the private page and its path."""

    def ask(**how):
        page = open_page(stored, **how)
        page.get_by_role("link", name="Ask a judge about this").click()
        expect(page.locator("#scenario")).to_have_value(stored)
        page.locator("#question").fill("Why?")
        page.get_by_role("button", name="Send the question").click()
        expect(page.locator("#question-error")).to_contain_text("A few words more")
        expect(page.locator("#question")).to_have_value("Why?")
        assert page.locator("#homepage").bounding_box()["x"] < 0
        page.locator("#question").fill("May the card do what this board shows, and why?")
        page.get_by_role("button", name="Send the question").click()
        page.wait_for_url(re.compile(r"/ask/[\w-]{43}/"))
        return page

    return ask


def test_a_phone_without_scripts_gets_its_link(asked):
    page = asked(phone=True, scripts=False)
    path = page.url
    expect(page.locator(".keep input")).to_have_value(path)
    expect(page.get_by_text("engine, not a judge")).to_be_visible()
    assert page.locator("[data-copy]:visible").count() == 0
    page.locator("[data-go=next]").click()
    assert page.url.startswith(path)
    assert page.url != path
    assert page.locator(".step.current").get_attribute("data-step") == "1"


def test_a_desk_steps_and_copies_the_link(asked, serious):
    page = asked()
    path = page.url
    page.locator(".keep button").click()
    assert page.evaluate("navigator.clipboard.readText()") == path
    page.locator("[data-go=last]").click()
    expect(page.locator("[data-counter]")).not_to_have_text(re.compile(r"^0 /"))
    assert serious(page) == []
    page.goto("/")
    assert path not in page.content()  # the browser's own list of pages does not keep it


@pytest.mark.parametrize("lang", ["ru", "zh", "en"])
def test_the_private_page_fits_a_phone_and_a_thumb(asked, open_page, serious, lang):
    path = asked().url
    page = open_page(path, lang=lang, phone=True, theme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(SMALL) == []
    assert serious(page) == []


def test_faults_of_a_report_are_at_their_field(open_page, stored, serious):
    page = open_page(f"{stored}report/", phone=True)
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#why-error")).to_have_text("Choose what is wrong.")
    assert page.evaluate(SMALL) == []
    assert serious(page) == []
    page.get_by_text("advertising").click()
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
