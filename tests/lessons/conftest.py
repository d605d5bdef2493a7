"""The site is built once a run, for all who look at it."""

import shutil
import subprocess
import sys

import pytest
from browser import browser
from once import once

from lessons.book import facts


def build(output):
    """All pages and slides, below output/. A warning of the build is an error."""
    ran = subprocess.run([sys.executable, "-m", "lessons.book", "--output", output],
                         cwd=facts.ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def brought_up_to_date(kept):
    """The site of the run before, if that came to its end, with what has changed since built."""
    whole = kept.with_name(f"{kept.name}.whole")
    if not whole.exists():
        shutil.rmtree(kept, ignore_errors=True)
    whole.unlink(missing_ok=True)
    build(kept)
    whole.touch()


@pytest.fixture(scope="session")
def built(pytestconfig):
    """The whole site: book/ and slides/.

    It is kept from run to run, and pages that have not changed are not built again. With --proof
    it is built from nothing, below site/, where one test builds a lesson again.
    """
    def make(folder):
        site = folder / "site"
        if pytestconfig.getoption("--proof"):
            build(site)
        else:
            site = pytestconfig.cache.mkdir("site") / "all"
            brought_up_to_date(site)
        for part in ("book", "slides"):
            shutil.copytree(site / part, folder / part)
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
