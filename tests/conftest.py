"""What every test shares: compiled catalogues, clean caches, the browser, and no silent skips."""

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
FORBID_SKIPS = os.environ.get("JUDGEBOARD_FORBID_SKIPS") == "1"
# The last five keep a browser under test from asking the network for anything of its own.
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium() -> str | None:
    """The system's chromium; JUDGEBOARD_CHROMIUM names another."""
    if named := os.environ.get("JUDGEBOARD_CHROMIUM"):
        return named
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def pytest_configure(config: pytest.Config) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    from compile_catalogues import compile_all
    from django.utils.translation.reloader import translation_file_changed

    for path in compile_all():
        translation_file_changed(None, path)  # Django was set up before this, perhaps with the old texts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # A running browser keeps an event loop in this thread, and Django refuses its database while one runs:
    # so the browser's tests come last.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if chromium() is None:
        missing = pytest.mark.skip(reason="no chromium found; install it, or name it in JUDGEBOARD_CHROMIUM")
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(missing)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser"):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def _forbid_skip(report: Any) -> None:
    if FORBID_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"JUDGEBOARD_FORBID_SKIPS=1 and this was skipped: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _forbid_skip(report)
    return report


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": chromium(), "args": CHROMIUM_FLAGS}


@pytest.fixture(autouse=True)
def _clean_cache() -> Iterator[None]:
    """Cached answers and counted requests of one test are not seen by the next."""
    yield
    from django.core.cache import cache

    from glossary import queries
    from glossary.conditional import PAGES

    cache.clear()
    PAGES.clear()
    queries.games_at.cache_clear()
