"""PDF by a browser without a window, from pages of HTML that are ready for paper."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ..words import _, ngettext

__all__ = ["BROWSERS", "print_pdf"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
            "msedge", "microsoft-edge")
TIME_LIMIT = 600            # seconds for one file: for a browser that hangs, not for a busy machine


def print_pdf(pages: Iterable[Path]) -> list[Path]:
    """A PDF beside each page of HTML, which is then removed.

    RuntimeError where no browser is found, or it makes no file; the pages then stay.
    """
    pages = list(pages)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise RuntimeError(ngettext(
            "sheet: {n} page is in {folder}; to make PDF of it needs Chromium, Chrome or Edge on "
            "the PATH, found none: install one (Debian, Ubuntu: apt install chromium), or open the "
            "page in any browser and print it",
            "sheet: {n} pages are in {folder}; to make PDF of them needs Chromium, Chrome or Edge "
            "on the PATH, found none: install one (Debian, Ubuntu: apt install chromium), or open "
            "the pages in any browser and print them", len(pages), folder=pages[0].parent))
    with tempfile.TemporaryDirectory() as profile:
        return [_printed(browser, page, profile) for page in pages]


def _printed(browser: str, page: Path, profile: str) -> Path:
    target = page.with_suffix(".pdf")
    target.unlink(missing_ok=True)
    root = ["--no-sandbox"] if os.geteuid() == 0 else []        # Chromium's own; it reads our pages
    # Paper needs no picture of the screen, which is half of the work for a long page.
    done = subprocess.run([browser, "--headless", "--disable-gpu", "--disable-software-rasterizer",
                           *root, "--no-first-run",
                           f"--user-data-dir={profile}", "--no-pdf-header-footer",
                           f"--print-to-pdf={target}", page.resolve().as_uri()],
                          capture_output=True, text=True, timeout=TIME_LIMIT)
    if not target.is_file():
        last = (done.stderr.strip().splitlines() or [_("it said nothing")])[-1]
        raise RuntimeError(_("sheet: {browser} made no {name}: {said}; the page stays in {page}",
                             browser=browser, name=target.name, said=last, page=page))
    page.unlink()
    return target
