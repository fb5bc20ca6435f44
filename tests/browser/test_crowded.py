"""Little room and long words: the board leaves room for the steps, nothing hides behind it, nothing sticks out."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE

LONG = "Щ" * 300


@pytest.fixture(scope="session")
def crowded(site, playwright) -> str:
    """The path of a stored scenario: a name and a remark of one long word, a strike on the stack, failing claims."""
    scout = {
        "id": "scout",
        "controller": "p1",
        "cell": "C1",
        "life": 9,
        "strike": [1, 2, 3],
        "name": LONG[:40],
    }
    foe = {"id": "foe", "controller": "p2", "cell": "D1'", "life": 9, "strike": [1, 1, 1]}
    take = {"type": "simple-strike", "card": "scout", "target": "foe"}
    document = {
        "v": 1,
        "game": "berserk",
        "setup": {"cards": [scout, foe]},
        "lines": [
            {
                "name": "main",
                "answers": [{"at": {"kind": "act"}, "take": take}],
                "comments": [{"at": "main.1.declared.1", "text": LONG}],
            }
        ],
        "claims": [{"kind": "place", "of": "foe", "place": "A1", "at": "main.1.declared.1"}],
    }
    request = playwright.request.new_context(base_url=site)
    answer = request.post(
        "/api/v1/scenarios/", data=json.dumps(document), headers={"Content-Type": "application/json"}
    )
    assert answer.ok, answer.text()
    code = answer.json()["code"]
    request.dispose()
    return f"/s/{code}/main.1.declared.1/"


def test_a_long_word_does_not_widen_the_page(open_page, crowded):
    page = open_page(crowded, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("[data-card=scout]").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_board_leaves_more_than_half_of_a_phone_to_the_steps(open_page, crowded):
    page = open_page(crowded, phone=True, lang="ru")
    assert page.locator(".pile").is_visible()
    assert page.locator(".stage").bounding_box()["height"] <= 0.45 * PHONE["height"]


def test_what_has_the_focus_is_not_behind_the_board(open_page, crowded):
    page = open_page(crowded, phone=True)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    stage = page.locator(".stage").bounding_box()
    for link in page.locator(".step > a").all()[::-1]:
        link.focus()
        assert link.bounding_box()["y"] >= stage["height"] - 1


def test_the_stack_unfolds_over_the_steps(open_page, crowded):
    page = open_page(crowded, phone=True)
    before = page.locator(".stage").bounding_box()["height"]
    expect(page.locator("[data-slot] .pile ol")).to_be_hidden()
    page.locator("[data-slot] .pile summary").click()
    expect(page.locator("[data-slot] .pile ol")).to_be_visible()
    assert page.locator(".stage").bounding_box()["height"] == before


@pytest.mark.parametrize("phone", [True, False])
def test_an_arrow_leads_from_the_attacker_to_its_target_also_on_a_turned_board(open_page, crowded, phone):
    page = open_page(crowded, phone=phone)

    def ends():
        return page.evaluate("""() => {
            const middle = (name) => {
                const box = document.querySelector(`[data-slot] [data-cell="${name}"]`).getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            };
            const box = document.querySelector("[data-slot] .arrow line").getBoundingClientRect();
            const [[x, y], [to, up]] = [middle("C1"), middle("D1'")];
            const inside = (a, b, from, till) => a >= Math.min(from, till) - 1 && b <= Math.max(from, till) + 1;
            return box.width > 8 && inside(box.left, box.right, x, to) && inside(box.top, box.bottom, y, up);
        }""")

    assert page.locator("[data-slot] .arrow text").text_content() == "simple strike"
    assert ends()
    page.keyboard.press("f")
    assert ends()


def test_a_claim_that_fails_tells_what_is_so(open_page, crowded):
    page = open_page(crowded)
    expect(page.locator(".claims [data-state=fails] .found")).to_contain_text("D1'")


def test_what_may_be_shared_follows_the_step(open_page, crowded):
    page = open_page(crowded)
    page.locator(".share summary").click()
    page.keyboard.press("0")
    link, text, code = (page.locator("textarea[data-share]").nth(n).input_value() for n in range(3))
    assert link == page.url
    assert text.endswith(f"\n{page.url}")
    assert f'src="{page.url}embed/"' in code
    page.keyboard.press("ArrowRight")
    expect(page.locator("textarea[data-share]").nth(0)).to_have_value(page.url)
    assert "?step=main.1.declared.1" in page.locator("textarea[data-share]").nth(2).input_value()


def test_many_clauses_fold(open_page):
    page = open_page("/examples/berserk/incarnation-step-by-step/")
    fold = page.locator(".more-chips").first
    step = page.locator(".step", has=fold)
    every = step.locator(".chip").count()
    assert every > 5
    expect(fold.locator("> summary")).to_have_text(f"+{every - 4}")
    assert step.locator(".chip:visible").count() == 4
    fold.locator("> summary").click()
    assert step.locator(".chip:visible").count() == every
