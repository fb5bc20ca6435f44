"""One running site for all browser tests, with the real content; pages open as a reader's browser opens them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

LOCALES = {"ru": "ru-RU", "zh": "zh-CN", "en": "en-GB"}
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 860}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a site as `make run` starts it, on a data folder of its own."""
    import shots  # scripts/, put on the path by tests/conftest.py

    with shots.site() as address:
        yield address


@pytest.fixture(scope="session")
def example(site: str, playwright: Any) -> str:
    """The path of an example of Berserk whose play has the most steps, and refuses something."""
    request = playwright.request.new_context(base_url=site)
    rows = request.get("/api/v1/examples/?game=berserk").json()["results"]
    assert rows, "the content has no example"
    best, most = "", -1
    for row in rows:
        play = request.post(
            "/api/v1/play/", data=json.dumps(row["scenario"]), headers={"Content-Type": "application/json"}
        ).json()
        line = play["lines"][0]
        refused = len((line["decision"] or {}).get("refused", []))
        if refused and len(line["steps"]) > most:
            game, slug = row["id"].removeprefix("example:").split("/")
            best, most = f"/examples/{game}/{slug}/", len(line["steps"])
    request.dispose()
    assert most > 1, "no example has two steps and a refused action"
    return best


@pytest.fixture(scope="session")
def stored(site: str, example: str, playwright: Any) -> str:
    """The path of a stored scenario."""
    request = playwright.request.new_context(base_url=site)
    name = "example:" + "/".join(example.strip("/").split("/")[1:])
    rows = request.get("/api/v1/examples/").json()["results"]
    document = next(row["scenario"] for row in rows if row["id"] == name)
    answer = request.post(
        "/api/v1/scenarios/", data=json.dumps(document), headers={"Content-Type": "application/json"}
    )
    code = answer.json()["code"]
    request.dispose()
    return f"/s/{code}/"


@pytest.fixture(scope="session")
def rulings(site: str, playwright: Any) -> list[dict[str, Any]]:
    """Every ruling, as the API tells them."""
    request = playwright.request.new_context(base_url=site)
    rows: list[dict[str, Any]] = request.get("/api/v1/rulings/").json()["results"]
    request.dispose()
    assert rows, "the content has no ruling"
    return rows


@pytest.fixture(scope="session")
def ruling(rulings: list[dict[str, Any]]) -> str:
    """The path of a ruling of Berserk with a board of several lines, a verdict's word, and the longest text."""
    found = [
        row
        for row in rulings
        if row["game"] == "berserk" and row["answer"] != "other" and row["scenario"]
        if len(row["scenario"]["lines"]) > 1
    ]
    assert found, "no ruling of Berserk has a board with two lines"
    return str(max(found, key=lambda row: len(row["why"]["ru"]))["url"])


@pytest.fixture(scope="session")
def unplayed(rulings: list[dict[str, Any]]) -> str:
    """The path of a ruling that no board shows yet."""
    found = [row["url"] for row in rulings if row["scenario"] is None]
    assert found, "every ruling is played: test its looks with one made for it"
    return str(found[0])


@pytest.fixture(scope="session")
def paths(example: str, stored: str, ruling: str, unplayed: str) -> dict[str, str]:
    """Every kind of page."""
    return {
        "home": "/",
        "game": "/berserk/",
        "by kind": "/berserk/?by=kind",
        "entry": "/berserk/close/",
        "search": "/search/?q=%D0%BA%D0%B0%D1%80%D1%82%D0%B0",
        "found nothing": "/search/?q=qqqqqq",
        "scenario": example,
        "stored": stored,
        "embed": f"{stored}embed/",
        "no step": f"{stored}main.99.nothing.1/",
        "new": "/new/",
        "coverage": "/coverage/",
        "parts": "/parts/",
        "missing": "/no/such/page/here/",
        "rulings": "/rulings/",
        "ruling": ruling,
        "ruling without board": unplayed,
        "ask": "/ask/",
        "report": f"{stored}report/",
    }


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Callable[..., Page]]:
    """Opens a path: `lang`, `theme`, `phone` (touch, 360 px), `scripts` (JavaScript on)."""
    contexts: list[BrowserContext] = []

    def open_one(
        path: str, *, lang: str = "en", theme: str = "light", phone: bool = False, scripts: bool = True
    ) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            color_scheme=theme,
            locale=LOCALES[lang],
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.faults = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.faults.append(str(error)))  # type: ignore[attr-defined]
        page.goto(path)
        if scripts:
            expect(page.locator("[data-flip][hidden], [data-filter][hidden]")).to_have_count(0)
        return page

    yield open_one
    faults = [fault for context in contexts for page in context.pages for fault in page.faults]  # type: ignore[attr-defined]
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="session")
def serious() -> Callable[[Page], list[str]]:
    """What axe-core calls serious or critical on a page."""
    axe = Axe()

    def find(page: Page) -> list[str]:
        found = axe.run(page).response["violations"]
        return [
            f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]

    return find
