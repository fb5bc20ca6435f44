import pytest

from glossary import markup
from glossary.markup import Target

TARGETS = {
    "a:ship": Target("/a/ship/", {"ru": "Корабль", "en": "Ship & co"}, "ru"),
    "a:ship#big": Target("/a/ship/#big", {"ru": "Корабль", "en": "Ship"}, "ru", 3),
}


def render(text, lang="en"):
    return markup.render(text, lang, TARGETS.get)


def test_a_link_to_an_id_keeps_its_own_words():
    assert render("No [ships](a:ship#big)!") == (
        '<p>No <a class="clause-link" data-id="a:ship#big" href="/a/ship/#big">ships</a>!</p>'
    )


def test_an_empty_link_takes_the_title_in_the_language_of_the_text():
    assert ">Ship &amp; co</a>" in render("[](a:ship)")
    assert ">Корабль</a>" in render("[](a:ship)", "ru")
    assert ">Корабль</a>" in render("[](a:ship)", "zh"), "the game's own language where the title lacks one"
    assert ">Ship, § 3</a>" in render("[](a:ship#big)")


def test_the_subset_is_drawn():
    html = render("*a* **b** `c`\n\n- one\n- two\n\n3. three")
    assert html.replace("\n", "") == (
        "<p><em>a</em> <strong>b</strong> <code>c</code></p><ul><li>one</li><li>two</li></ul>"
        '<ol start="3"><li>three</li></ol>'
    )


def test_a_web_link_says_that_it_leaves():
    html = render("[rules](https://example.org/?a=1&b=2)")
    assert html == '<p><a href="https://example.org/?a=1&amp;b=2" rel="external noopener">rules</a></p>'


@pytest.mark.parametrize(
    "text",
    ["<script>x()</script>", "[a](javascript:x)", "[a](data:text/html,x)", '[a](https://x"onload=y)', "<b>a"],
)
def test_nothing_of_a_text_becomes_markup_of_its_own(text):
    html = render(text)
    assert "<script" not in html
    assert "<b>" not in html
    assert '"onload=' not in html
    assert 'href="javascript' not in html
    assert 'href="data' not in html


def test_a_short_text_has_no_paragraph():
    assert markup.render_line("a [ship](a:ship)", "en", TARGETS.get).startswith("a <a ")


def test_plain_words_have_titles_and_lines_but_no_marks():
    text = "A *big* [](a:ship) and [its crew](a:ship#big).\nGo on.\n\n- `one`\n- two"
    assert markup.plain(text, "en", TARGETS.get) == "A big Ship & co and its crew. Go on.\none\ntwo"


def test_links_are_the_ids_once_each_in_order():
    assert markup.links("[x](a:b#c) [](a:b) [y](https://e.org) [z](a:b#c)") == ["a:b#c", "a:b"]


def test_a_faults_line_is_counted_in_the_text():
    found = markup.faults("fine\n\n> quoted\n\n[x]()\n![p](a:b)")
    assert [(fault.line, fault.message) for fault in found] == [
        (2, "a quotation (>) is not used in texts"),
        (5, "an image is not used in texts"),
        (4, "a link without a target"),
    ]


def test_comparison_signs_are_no_html():
    assert markup.faults("a < b and b > c, 1<2") == []
    assert render("1 < 2") == "<p>1 &lt; 2</p>"
