"""Slides on paper: each deck as PDF, a slide a page with all of its steps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from autograde.pages.printing import BROWSERS

#: Milliseconds of the page's own clock after which formulas, figures and scenes are laid out; a
#: browser that printed before they were is given the next.
LAID_OUT = (10_000, 30_000, 90_000)
TIME_LIMIT = 300                                             # seconds for one deck
SLIDE = re.compile(r"<section[^>]*>\s*<section\b")
PAGE = re.compile(rb"/Type\s*/Page\b")
BOX = re.compile(rb"/MediaBox\s*\[([^\]]*)\]")
SIZE = b"0 0 960 540"                                        # points: 1280 x 720 pixels


def printed(decks: Iterable[Path], folder: Path) -> list[Path]:
    """The PDF of each deck in `folder`.

    RuntimeError where no browser is found, or a slide is not on a page of its own.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise RuntimeError("handouts: found no Chromium, Chrome or Edge on the PATH; open a deck "
                           "in any browser, with ?print-pdf behind its address, and print it")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as profile:
        return [_one(browser, deck, folder / f"{deck.stem}.pdf", profile) for deck in decks]


def _one(browser: str, deck: Path, target: Path, profile: str) -> Path:
    slides, pages = len(SLIDE.findall(deck.read_text(encoding="utf-8"))), 0
    for wait in LAID_OUT:
        pages = _pages(browser, deck, target, profile, wait)
        if pages == slides:
            return target
    target.unlink(missing_ok=True)                           # nobody hands out half a deck
    raise RuntimeError(f"handouts: {target.name} has {pages} pages of a slide's "
                       f"size, needs {slides}, a page a slide")


def _pages(browser: str, deck: Path, target: Path, profile: str, wait: int) -> int:
    """Print a deck after `wait` milliseconds; how many pages it has, 0 where none has its size."""
    target.unlink(missing_ok=True)
    root = ["--no-sandbox"] if sys.platform != "win32" and os.geteuid() == 0 else []
    subprocess.run([browser, "--headless", "--disable-gpu", *root, "--no-first-run",
                    f"--user-data-dir={profile}", "--no-pdf-header-footer",
                    f"--virtual-time-budget={wait}", "--run-all-compositor-stages-before-draw",
                    f"--print-to-pdf={target}", deck.resolve().as_uri() + "?print-pdf"],
                   capture_output=True, timeout=TIME_LIMIT)
    made = target.read_bytes() if target.is_file() else b""
    return len(PAGE.findall(made)) if set(BOX.findall(made)) == {SIZE} else 0
