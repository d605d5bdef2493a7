"""Chromium for the tests that look at pages as a reader does."""

import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright
from waiting import LONG

NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Without these Chromium asks hosts of its own for updates and the like.
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic",
         "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def chromium() -> str:
    """Where Chromium is; the test fails when there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail(f"needs one of {', '.join(NAMES)}: run sh tests/install_browser.sh")
    return found


@contextmanager
def browser():
    """A headless Chromium."""
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET),
                                         timeout=1000 * LONG)
        try:
            yield one
        finally:
            one.close()


def watched(context) -> tuple:
    """A page, and the list of what goes wrong on it: console errors, requests to anywhere."""
    context.set_default_timeout(1000 * LONG)
    page, faults = context.new_page(), []
    page.on("console", lambda m: faults.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("pageerror", lambda e: faults.append(f"script: {e}"))
    # What is still under way when the page is left ends as "aborted": no fault of the page.
    page.on("requestfailed", lambda r: faults.append(f"failed: {r.url} ({r.failure})")
            if r.failure != "net::ERR_ABORTED" else None)
    page.on("request", lambda r: faults.append(f"request: {r.url}")
            if not r.url.startswith(("file:", "data:", "blob:")) else None)
    return page, faults
