"""What must hold on every page: no sideways scrolling, nothing that axe calls serious, no script needed."""

import pytest

PAGES = [
    "home", "game", "by kind", "entry", "search", "found nothing", "scenario", "stored", "embed", "no step", "new",
    "coverage", "parts", "missing", "rulings", "ruling", "ruling without board", "ask", "report",
]  # fmt: skip


# Links and controls outside running text, board and headings, that are lower than a thumb is wide.
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden])')]
    .filter((each) => each.checkVisibility() && !each.matches('.cover'))
    .filter((each) => !each.closest('p, h1, h3, .rule, .row, .result, .skip, .board, .chip-text, .sheet-text'))
    .filter((each) => each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("lang", ["ru", "zh", "en"])
def test_fits_a_phone_and_a_thumb(open_page, paths, name, lang):
    page = open_page(paths[name], lang=lang, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("html").get_attribute("lang") == lang
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("theme", "phone"), [("light", False), ("dark", True)])
def test_axe_finds_nothing_serious(open_page, paths, serious, name, theme, phone):
    assert serious(open_page(paths[name], theme=theme, phone=phone, lang="ru")) == []


@pytest.mark.parametrize("name", PAGES)
def test_reads_without_scripts(open_page, paths, name):
    page = open_page(paths[name], scripts=False)
    assert page.locator("main h1").count() == (0 if name == "embed" else 1)
    assert page.locator("main").inner_text().strip()
    # what only a script could work is not shown
    assert (
        page.locator("[data-copy]:visible:is(button), [data-flip]:visible, [data-filter]:visible").count()
        == 0
    )
