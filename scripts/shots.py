"""Pictures of every page, into var/shots/: `make shots`, or `make shots ARGS="entry scenario --lang ru"`.

A site of its own is started on a database of its own, with the content loaded.
"""

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "var" / "shots"
SIZES = {360: 740, 768: 1024, 1280: 860}
LOCALES = {"ru": "ru-RU", "zh": "zh-CN", "en": "en-GB"}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
BROKEN = '{\n  "v": 1,\n  "game": "berserk",\n  "lines": 7\n}'


def pages(site: str) -> dict[str, str]:
    """Name and path of what is pictured; a scenario at its start, in its middle and at its end."""
    found = {
        "home": "/",
        "game": "/berserk/",
        "game-by-kind": "/berserk/?by=kind",
        "entry": "/berserk/close/",
        "entry-move": "/berserk/move/",
        "search": "/search/?q=%D0%B4%D0%B2%D0%B8%D0%B6%D0%B5%D0%BD%D0%B8%D0%B5",
        "search-nothing": "/search/?q=zzzz",
        "new": "/new/",
        "coverage": "/coverage/",
        "parts": "/parts/",
        "404": "/nothing/here/at/all/",
        "rulings": "/rulings/",
        "ask": "/ask/",
    }
    found |= _rulings(site)
    with urllib.request.urlopen(f"{site}/api/v1/examples/", timeout=20) as answer:  # noqa: S310
        examples = json.load(answer)["results"]
    if examples:
        game, slug = str(examples[0]["id"]).removeprefix("example:").split("/")
        start = f"/examples/{game}/{slug}/"
        with urllib.request.urlopen(site + start, timeout=20) as answer:  # noqa: S310
            steps = list(dict.fromkeys(re.findall(rf'href="({start}[^"/?#]+/)"', answer.read().decode())))
        found |= {"scenario-start": start}
        if steps:
            found |= {"scenario-middle": steps[len(steps) // 2], "scenario-end": steps[-1]}
    return found


def _rulings(site: str) -> dict[str, str]:
    """A ruling of each game with its board, one without a lead word, one that is not played, a report's form."""
    with urllib.request.urlopen(f"{site}/api/v1/rulings/", timeout=20) as answer:  # noqa: S310
        rows = json.load(answer)["results"]
    found: dict[str, str] = {}
    for row in rows:
        played = row["scenario"] is not None
        found.setdefault(f"ruling-{row['game']}" if played else "ruling-unplayed", row["url"])
        if row["answer"] == "other":
            found.setdefault("ruling-other", row["url"])
        if row["scenario_url"]:
            found.setdefault("report", f"{row['scenario_url']}report/")
    return found


@contextmanager
def site() -> Iterator[str]:
    """The address of a running site with everything loaded."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as var:
        environment = os.environ | {
            "JUDGEBOARD_VAR": var,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "PYTHONPATH": str(ROOT),
        }
        subprocess.run([sys.executable, "scripts/prepare.py"], cwd=ROOT, env=environment, check=True)
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "-b",
            f"127.0.0.1:{port}",
            "--threads",
            "4",
            "config.wsgi",
        ]
        server = subprocess.Popen(command, cwd=ROOT, env=environment)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, server)
            yield address
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, server: "subprocess.Popen[bytes]") -> None:
    for _try in range(100):
        if server.poll() is not None:
            raise RuntimeError("the site stopped at once")
        try:
            urllib.request.urlopen(address, timeout=2).close()  # noqa: S310
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"nothing answers at {address}")


def special(page: Page, name: str) -> None:
    """States that no address has: an opened refusal, a form sent with errors, the ways to share."""
    if name in ("ask", "report"):
        page.locator("main form button[type=submit]").click()
        page.wait_for_load_state("networkidle")
    elif name == "new":
        page.locator("#document").fill(BROKEN)
        page.locator("#new button[type=submit]").click()
        page.wait_for_load_state("networkidle")
    else:
        page.evaluate(
            "document.querySelectorAll('.after, .refusal, .refusal .chip, .share').forEach((each) => each.open = true)"
        )


def shoot(browser: Browser, address: str, wanted: list[str], langs: list[str], themes: list[str]) -> int:
    OUT.mkdir(parents=True, exist_ok=True)
    known = pages(address)
    chosen = {
        name: path for name, path in known.items() if not wanted or any(each in name for each in wanted)
    }
    taken = 0
    for lang in langs:
        for theme in themes:
            for width, height in SIZES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    locale=LOCALES[lang],
                    bypass_csp=True,
                )
                page = context.new_page()
                for name, path in chosen.items():
                    page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
                    page.wait_for_load_state("networkidle")
                    taken += _take(page, f"{name}-{width}-{theme}-{lang}")
                    if name in ("new", "ask", "report") or page.locator(".refusal, .share").count():
                        special(page, name)
                        taken += _take(page, f"{name}-opened-{width}-{theme}-{lang}")
                context.close()
    return taken


def _take(page: Page, name: str) -> int:
    # The bar at the foot would lie across the middle of a whole-page picture.
    style = ".dock { position: relative !important; inset: auto !important }"
    page.screenshot(path=OUT / f"{name}.png", full_page=True, style=style)
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help="parts of the names of the pages wanted; all without it")
    parser.add_argument("--lang", action="append", choices=LOCALES)
    parser.add_argument("--theme", action="append", choices=["light", "dark"])
    parser.add_argument("--site", help="the address of a site that already runs")
    given = parser.parse_args()
    chromium = (
        os.environ.get("JUDGEBOARD_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    )
    if not chromium:
        sys.exit("shots: no chromium found; install it, or name it in JUDGEBOARD_CHROMIUM")
    langs, themes = given.lang or list(LOCALES), given.theme or ["light", "dark"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if given.site:
            taken = shoot(browser, given.site.rstrip("/"), given.pages, langs, themes)
        else:
            with site() as address:
                taken = shoot(browser, address, given.pages, langs, themes)
        browser.close()
    print(f"{taken} pictures in {OUT.relative_to(ROOT)}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
