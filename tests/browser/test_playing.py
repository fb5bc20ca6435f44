"""A scenario: stepping by keys, buttons and links, refusals, the exact step's link, and a form's errors."""

import re

import pytest
from playwright.sync_api import expect


def counter(page):
    return page.locator("[data-counter]")


def board(page):
    return page.locator("[data-slot]").inner_html()


def test_keys_step_and_the_address_follows(open_page, example):
    page = open_page(example)
    last = page.locator("li[data-step]").count() - 1
    start = board(page)
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(f"1 / {last}")
    assert page.url.rstrip("/").rsplit("/", 1)[1] == page.locator("li[data-step='1']").get_attribute("id")
    assert page.locator("li[data-step='1'] > a").get_attribute("aria-current") == "step"
    page.keyboard.press("End")
    expect(counter(page)).to_have_text(f"{last} / {last}")
    assert board(page) != start
    page.keyboard.press("k")
    expect(counter(page)).to_have_text(f"{last - 1} / {last}")
    page.keyboard.press("j")
    page.keyboard.press("0")
    expect(counter(page)).to_have_text(f"0 / {last}")
    assert board(page) == start
    page.keyboard.press("Shift+Digit4")
    expect(counter(page)).to_have_text(f"{last} / {last}")
    page.keyboard.press("Home")
    expect(counter(page)).to_have_text(f"0 / {last}")


def test_keys_go_by_their_place_on_the_keyboard_and_never_while_typing(open_page, example):
    page = open_page(example)
    page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyJ', key: 'о', bubbles: true}))"
    )
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    page.locator("[name=q]").press_sequentially("jj0")
    expect(counter(page)).to_have_text(re.compile("^1 /"))


def test_the_address_of_a_step_opens_that_very_step(open_page, example):
    page = open_page(example)
    page.keyboard.press("End")
    expect(counter(page)).not_to_have_text(re.compile("^0 /"))
    shown = {card: page.locator(f"[data-slot] [data-card='{card}']").inner_text() for card in cards(page)}
    page.goto(page.url)
    assert {
        card: page.locator(f"[data-slot] [data-card='{card}']").inner_text() for card in cards(page)
    } == shown
    assert page.locator(".step.current").count() == 1


def cards(page):
    return page.locator("[data-slot] [data-card]").evaluate_all("all => all.map((each) => each.dataset.card)")


def test_the_board_flips_and_stays_flipped(open_page, example):
    page = open_page(example)
    rows = page.locator("[data-slot] tbody tr")
    first = rows.first.get_attribute("data-row")
    page.keyboard.press("f")
    assert rows.last.get_attribute("data-row") == first
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    assert rows.last.get_attribute("data-row") == first
    assert page.locator("[data-slot] thead th").first.inner_text() == "E"


def test_the_board_is_a_table_that_says_every_card(open_page, example):
    page = open_page(example)
    table = page.locator("[data-slot] table")
    assert table.locator("caption").inner_text()
    assert table.locator("th[scope=col]").count() == 5
    assert table.locator("th[scope=row]").count() == 6
    words = table.locator("[data-card] .visually-hidden").first.text_content()
    assert "open" in words or "closed" in words
    card = table.locator("[data-card]").first
    card.click()
    expect(page.locator("[popover]:popover-open")).to_contain_text(card.locator(".card-name").inner_text())


def test_a_chip_unfolds_its_clause_and_a_refusal_its_reason(open_page, example):
    page = open_page(example, scripts=False)
    chip = page.locator(".step .chip").first
    chip.locator("summary").click()
    expect(chip.locator(".chip-text a").last).to_be_visible()
    refusal = page.locator(".refusal").first
    refusal.locator("summary").first.click()
    expect(refusal.locator(".fact-line").first).to_be_visible()
    expect(refusal.locator(".chip summary").first).to_be_visible()


def test_steps_without_scripts_are_pages(open_page, example):
    page = open_page(example, scripts=False)
    page.locator("[data-go=next]").click()
    assert page.locator("[aria-current=step]").count() == 1
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    page.locator("li[data-step='0'] > a").click()
    expect(counter(page)).to_have_text(re.compile("^0 /"))


@pytest.mark.parametrize("scripts", [True, False])
def test_change_this_keeps_the_document_and_gives_a_link(open_page, example, scripts):
    page = open_page(example, scripts=scripts)
    page.locator(".about a[href^='/new/']").click()
    document = page.locator("#document").input_value()
    assert '"berserk"' in document
    page.locator("#new button[type=submit]").click()
    page.wait_for_url(re.compile(r"/s/[^/]+/$"))
    assert len(re.sub(r"^https?://[^/]+", "", page.url)) <= 30
    expect(page.locator("[data-slot] table")).to_be_visible()


def test_errors_name_their_place_and_lead_there(open_page):
    page = open_page("/new/")
    page.locator("#document").fill('{\n  "v": 1,\n  "game": "berserk",\n  "lines": 7\n}')
    page.locator("#new button[type=submit]").click()
    place = page.locator(".problems button[data-line]").first
    expect(place).to_be_visible()
    place.click()
    assert page.evaluate("document.activeElement.id") == "document"
    line = page.evaluate(
        "document.activeElement.value.slice(0, document.activeElement.selectionStart).split('\\n').length"
    )
    assert line == int(place.get_attribute("data-line"))


def test_copying_gives_the_step_that_is_shown(open_page, example, site):
    page = open_page(example)
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    page.locator("[data-copy-step]").click()
    expect(page.locator("[data-copy-step]")).to_have_class(re.compile("copied"))
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_on_a_phone_the_board_stays_while_the_steps_scroll(open_page, example):
    page = open_page(example, phone=True)
    page.locator("li[data-step]").last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)
    stage = page.locator(".stage").bounding_box()
    assert stage["y"] == pytest.approx(0, abs=1)
    dock = page.locator(".controls").bounding_box()
    assert dock["y"] + dock["height"] == pytest.approx(740, abs=1)
    page.locator("[data-go=next]").tap()
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    step = page.locator(".step.current").bounding_box()
    assert step["y"] >= stage["height"] - 1
    assert step["y"] < dock["y"]
