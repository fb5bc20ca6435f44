"""Entries, previews, search, languages, links: what a reader's fingers do."""

import re

from playwright.sync_api import expect

LINK = ".rule a[data-id], .short a[data-id]"


def test_the_search_box_has_the_focus(open_page):
    page = open_page("/")
    assert page.evaluate("document.activeElement.name") == "q"


def test_results_come_while_typing_and_the_page_still_searches_without_scripts(open_page):
    page = open_page("/", lang="ru")
    page.locator("[name=q]").press_sequentially("запас")
    expect(page.locator("#results .result").first).to_be_visible()
    expect(page.locator("#games-title")).to_be_hidden()

    page = open_page("/", lang="ru", scripts=False)
    page.locator("[name=q]").fill("запас")
    page.locator("[name=q]").press("Enter")
    expect(page.locator("#results .result").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/search/\?q="))


def test_slash_goes_to_the_search_box_but_not_while_typing(open_page):
    page = open_page("/berserk/close/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("a/b")
    assert page.locator("[name=q]").input_value() == "a/b"


def test_a_preview_opens_on_hover_and_esc_closes_it(open_page):
    page = open_page("/berserk/close/")
    link = page.locator(LINK).first
    link.hover()
    box = page.locator("#preview")
    expect(box).to_be_visible()
    expect(box.locator(".sheet-title")).not_to_be_empty()
    assert link.get_attribute("aria-describedby") == "preview"
    box.hover()  # one may go into it
    page.wait_for_timeout(400)
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_a_preview_opens_on_keyboard_focus(open_page):
    page = open_page("/berserk/close/")
    page.keyboard.press("Tab")
    page.locator(LINK).first.focus()
    expect(page.locator("#preview")).to_be_visible()


def test_a_tap_opens_a_sheet_and_a_second_tap_follows(open_page):
    page = open_page("/berserk/close/", phone=True)
    link = page.locator(LINK).first
    target = link.get_attribute("href")
    link.tap()
    box = page.locator("#preview.bottom")
    expect(box).to_be_visible()
    bottom = box.bounding_box()
    assert bottom["y"] + bottom["height"] >= 738  # it lies at the foot of the screen
    assert "/berserk/close/" in page.url
    expect(box.locator(".sheet-more a")).to_be_visible()
    link.tap()
    page.wait_for_url(lambda url: url.endswith(target))


def test_the_language_is_remembered(open_page):
    page = open_page("/berserk/close/", lang="en")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator(".languages a[lang=zh]").click()
    assert page.locator("html").get_attribute("lang") == "zh"
    page.goto("/berserk/move/")
    assert page.locator("html").get_attribute("lang") == "zh"
    # the text in the game's own language folds out, and says which language it is
    fold = page.locator(".clause .fold").first
    fold.locator("summary").click()
    expect(fold.locator(".fold-text[lang=ru]")).to_be_visible()


def test_the_theme_is_kept_and_follows_the_system_until_chosen(open_page):
    page = open_page("/", theme="dark")
    dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    toggle = page.locator("[data-theme-toggle]")
    toggle.click()
    light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    assert dark != light
    page.goto("/berserk/")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def test_a_clause_copies_its_link(open_page, site):
    page = open_page("/berserk/close/?lang=ru")
    sign = page.locator(".clause .sign").nth(2)
    sign.click()
    expect(sign).to_have_class(re.compile("copied"))
    clause = page.locator(".clause").nth(2).get_attribute("id")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/berserk/close/#{clause}"
    assert page.url.endswith(f"#{clause}")


def test_a_games_entries_are_filtered_while_typing(open_page):
    page = open_page("/berserk/", lang="ru")
    rows = page.locator(".row:visible")
    everything = rows.count()
    page.locator("#filter").fill("запас дв")
    expect(rows.filter(has_text="Запас движения").first).to_be_visible()
    assert 0 < rows.count() < everything
    page.locator("#filter").fill("qqq")
    expect(page.locator("[data-filter-empty]")).to_be_visible()
    page.locator("#filter").press("Escape")
    assert rows.count() == everything


def test_what_was_looked_at_is_on_the_home_page(open_page):
    page = open_page("/berserk/close/", lang="en")
    title = page.locator("h1").inner_text()
    page.goto("/")
    expect(page.locator("[data-recent] a").first).to_contain_text(title.split("\n")[0])


def test_a_board_opens_beside_its_clause(open_page):
    page = open_page("/berserk/move/", lang="en")
    fold = page.locator("[data-play-url]").first
    fold.locator("summary").first.click()
    play = fold.locator("[data-play]")
    expect(play.locator("table.board-grid")).to_be_visible()
    expect(play.locator("[data-counter]")).to_have_text(re.compile(r"^0 / "))
    play.locator("[data-go=next]").click()
    expect(play.locator("[data-counter]")).to_have_text(re.compile(r"^1 / "))
    assert "/berserk/move/" in page.url


def test_a_clause_says_how_far_it_has_come(open_page):
    page = open_page("/berserk/close/")
    badge = page.locator(".clause .state").first
    assert badge.locator(".tip").bounding_box()["width"] <= 1
    badge.hover()
    assert badge.locator(".tip").bounding_box()["width"] > 100
    badge.click()
    page.wait_for_url("**/coverage/?game=berserk#close.*")
    row = page.locator("tr:target, li:target")
    expect(row).to_be_in_viewport()
    row.get_by_role("link", name="§").click()
    page.wait_for_url("**/berserk/close/#*")


def test_the_matrix_is_narrowed_while_typing(open_page):
    page = open_page("/coverage/?game=berserk", lang="en")
    entries = page.locator("section.covered:visible")
    before = entries.count()
    page.locator("#filter").fill("incarnation")
    assert 0 < entries.count() < before
    expect(page.locator("#of-incarnation")).to_be_visible()
