"""Chromium for the tests that look at pages as a reader does."""

import shutil
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
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


#: Of what axe finds only what is wrong: of the thousands of places where nothing is, it would
#: otherwise tell each, with its path.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
         "resultTypes": ["violations"],
         "preload": False}              # it would read style sheets, which a folder forbids
FORMULAS = {"exclude": [["mjx-container"]]}
#: Formulas are not examined, but axe goes through their letters, tens of thousands a page. So their
#: boxes stay, as large as they are, and are empty; those that give a link or a heading its name,
#: stay whole.
EMPTIED = """() => {
  const boxes = [...document.querySelectorAll("mjx-container")].filter((box) => !box.closest(
    "a, button, summary, label, legend, caption, th, h1, h2, h3, h4, h5, h6"));
  const sizes = boxes.map((box) => box.getBoundingClientRect());
  boxes.forEach((box, k) => {
    Object.assign(box.style, {display: "inline-block", width: `${sizes[k].width}px`,
                              height: `${sizes[k].height}px`});
    box.replaceChildren();
  });
}"""


def inaccessible(page, rules=RULES) -> list[str]:
    """What axe finds wrong with an open page, whose formulas are empty from now on."""
    page.evaluate(EMPTIED)
    found = Axe().run(page, FORMULAS, rules).response["violations"]
    return [f"{v['id']} ({v['impact']}): {n['html'][:120]}" for v in found for n in v["nodes"][:3]]
