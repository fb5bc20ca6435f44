"""A ruling's page: the answer comes first, its board is stepped through in place, what it says is copied in one tap."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE


def counter(page):
    return page.locator("[data-counter]")


def top(locator):
    return locator.bounding_box()["y"]


@pytest.mark.parametrize("phone", [True, False])
def test_the_answer_comes_before_question_board_and_reasons(open_page, ruling, phone):
    page = open_page(ruling, phone=phone)
    word, verdict = page.locator(".answer .verdict-word"), page.locator(".answer .verdict")
    expect(word).to_have_text(re.compile("^(Yes|No|It depends)$"))
    sizes = [
        float(each.evaluate("one => getComputedStyle(one).fontSize.slice(0, -2)")) for each in (word, verdict)
    ]
    assert sizes[0] > 1.5 * sizes[1] > 1.5 * 17
    expect(word).to_be_in_viewport()
    expect(verdict).to_be_in_viewport()
    expect(page.locator("h1")).to_be_in_viewport()
    places = [
        top(page.locator(each).first)
        for each in (".answer .verdict-word", ".answer .verdict", ".stage", "#why")
    ]
    assert places == sorted(places)
    assert top(page.locator("h1")) < places[2]


def test_it_is_stepped_through_in_place(open_page, ruling):
    page = open_page(ruling)
    last = page.locator("li[data-step]").count() - 1
    start = page.locator("[data-slot]").inner_html()
    page.evaluate("window.stayed = true")
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(f"1 / {last}")
    step = page.locator("li[data-step='1']").get_attribute("id")
    assert page.url.endswith(f"{ruling}{step}/")
    page.locator("[data-go=last]").click()
    expect(counter(page)).to_have_text(f"{last} / {last}")
    expect(page.locator(f"li[data-step='{last}']")).to_be_in_viewport()
    assert page.locator("[data-slot]").inner_html() != start
    assert page.evaluate("window.stayed")
    # the page of a step opens with that step in sight, also where the steps scroll by themselves
    page.goto(page.url)
    expect(counter(page)).to_have_text(f"{last} / {last}")
    story, step = page.locator(".story").bounding_box(), page.locator(".step.current").bounding_box()
    assert story["y"] <= step["y"] + 1
    assert step["y"] < story["y"] + story["height"]


def test_a_line_is_chosen_by_its_link(open_page, ruling):
    page = open_page(ruling)
    page.locator(".ruling-board .pills a:not([aria-current])").first.click()
    page.wait_for_url(re.compile(r"\?line="))
    expect(page.locator(".ruling-board .pills a[aria-current]")).to_have_count(1)
    expect(counter(page)).to_have_text(re.compile("^0 /"))


def test_without_scripts_its_steps_are_pages(open_page, ruling):
    page = open_page(ruling, scripts=False)
    page.locator("[data-go=next]").click()
    page.wait_for_url(re.compile(re.escape(ruling) + r"[^/?]+/$"))
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    expect(page.locator(".answer .verdict-word")).to_be_visible()
    # nothing is hidden in a box that only a script would scroll
    assert page.locator(".story").evaluate("one => getComputedStyle(one).overflowY") == "visible"
    chip = page.locator(".ruling-why .chip").first
    chip.locator("summary").click()
    expect(chip.locator(".chip-text a").last).to_be_visible()


def test_on_a_phone_the_board_stays_while_the_steps_scroll(open_page, ruling):
    page = open_page(ruling, phone=True)
    page.locator(".jump a").first.tap()
    page.locator("li[data-step]").last.scroll_into_view_if_needed()
    assert top(page.locator(".stage")) == pytest.approx(0, abs=1)
    dock = page.locator(".controls").bounding_box()
    assert dock["y"] + dock["height"] == pytest.approx(PHONE["height"], abs=1)
    page.locator(".jump a[href='#why']").evaluate("one => one.click()")
    expect(page.locator("#why-title")).to_be_in_viewport()


@pytest.mark.parametrize(("lang", "end"), [("en", ". "), ("ru", ". "), ("zh", "。")])
def test_one_tap_copies_the_answer_for_a_chat(open_page, ruling, site, lang, end):
    page = open_page(ruling, lang=lang, phone=True)
    button = page.locator("[data-copy-from]")
    button.tap()
    expect(button).to_have_class(re.compile("copied"))
    title, answer, clauses, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert title == page.locator("h1").inner_text()
    word, sentence = (page.locator(f".answer .{name}").inner_text() for name in ("verdict-word", "verdict"))
    assert answer.replace(" ", "") == f"{word}{end}{sentence}".replace(" ", "")
    assert clauses.split(" · ") == page.locator(".ruling-why .chip summary").all_inner_texts()
    assert link == f"{site}{ruling}"


def test_what_may_be_shared(open_page, ruling, site):
    page = open_page(ruling)
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    page.locator(".share summary").click()
    link, _text, markdown, bbcode, code = (
        each.input_value() for each in page.locator(".share textarea").all()
    )
    assert link == page.url
    assert f"]({site}{ruling})" in markdown
    assert f"[url={site}{ruling}]" in bbcode
    assert re.search(r'src="[^"]+/s/[a-z0-9]+/embed/\?step=[^"]+"', code)


def test_the_list_is_narrowed_while_typing_and_leads_to_a_ruling(open_page, ruling):
    page = open_page("/rulings/", lang="ru")
    rows = page.locator(".ruling-row:visible")
    everything, groups = rows.count(), page.locator(".ruling-group:visible").count()
    page.goto("/rulings/?lang=ru")
    row = page.locator(f".ruling-row:has(a[href='{ruling}'])")
    page.locator("#filter").fill(row.locator("h3").inner_text()[:24])
    expect(row).to_be_visible()
    assert 0 < rows.count() < everything
    page.locator("#filter").fill("qqqq")
    expect(page.locator("[data-filter-empty]")).to_be_visible()
    assert page.locator(".ruling-group:visible").count() == 0
    page.locator("#filter").press("Escape")
    assert page.locator(".ruling-group:visible").count() == groups
    row.locator(".verdict-word").click(force=True)  # the whole row is its link
    page.wait_for_url(f"**{ruling}")


def test_rulings_of_a_clause_fold_and_show_themselves(open_page, rulings):
    cited = [clause for row in rulings for clause in row["cites"]]
    most = max(sorted(set(cited)), key=cited.count)
    assert cited.count(most) > 2, "no clause has three rulings"
    entry, anchor = most.split("#")
    page = open_page(f"/{entry.replace(':', '/')}/#{anchor}")
    clause = page.locator(f"[id='{anchor}']")
    link = clause.locator(".ruled .ruling-link").first
    expect(link).to_be_hidden()
    clause.locator(".ruled summary").click()
    link.hover()
    sheet = page.locator("#preview")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".sheet-title")).to_have_text(link.locator("span").last.inner_text())
    link.click()
    page.wait_for_url("**/rulings/*/")


def test_a_tap_on_a_ruling_opens_a_sheet(open_page, rulings):
    entry = rulings[0]["cites"][0].partition("#")[0].replace(":", "/")
    page = open_page(f"/{entry}/", phone=True)
    page.locator("aside .ruling-link").first.tap()
    expect(page.locator("#preview.bottom")).to_be_visible()


def test_a_ruling_without_a_board_says_why(open_page, unplayed):
    page = open_page(unplayed)
    expect(page.locator(".unplayed")).to_contain_text("Not played on a board yet")
    assert page.locator("[data-play]").count() == 0
    expect(page.locator("[data-copy-from]")).to_be_visible()


def test_what_was_looked_at_is_the_ruling_not_its_step(open_page, ruling):
    page = open_page(ruling)
    page.keyboard.press("ArrowRight")
    expect(counter(page)).to_have_text(re.compile("^1 /"))
    page.goto(page.url)
    page.goto("/")
    expect(page.locator(f"[data-recent] a[href='{ruling}']")).to_have_count(1)


@pytest.mark.parametrize("phone", [True, False])
def test_one_long_word_does_not_widen_the_page(open_page, ruling, phone):
    page = open_page(ruling, phone=phone)
    page.evaluate("""
        for (const one of document.querySelectorAll("h1, .verdict, .rule, .ruling-link span span, .facts dd"))
            one.textContent = "Д".repeat(110);
    """)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
