"""The site is built once a run, for all who look at it."""

import shutil
import subprocess
import sys

import pytest
from browser import browser
from once import once

from lessons.book import facts


@pytest.fixture(scope="session")
def built():
    """The whole site, built from nothing, below site/, where one test builds again.

    book/ and slides/ are copies that stay as they are. A warning of the build is an error.
    """
    def make(folder):
        ran = subprocess.run([sys.executable, "-m", "lessons.book", "--output", folder / "site"],
                             cwd=facts.ROOT, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        for part in ("book", "slides"):
            shutil.copytree(folder / "site" / part, folder / part)
    return once("site", make)


@pytest.fixture(scope="session")
def site(built):
    """The pages of the site."""
    return built / "book"


@pytest.fixture(scope="module")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture(autouse=True)
def closed(request):
    """Pages that a test opens for itself end with it: an arm on one that nobody looks at goes on
    moving, which takes a processor."""
    one = request.getfixturevalue("chromium") if "chromium" in request.fixturenames else None
    kept = list(one.contexts) if one else []
    yield
    for context in [x for x in one.contexts if x not in kept] if one else []:
        context.close()
