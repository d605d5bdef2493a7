"""Options of the test run."""

import gc
import os
from pathlib import Path

import pytest
from once import keep_in

os.environ["LANGUAGE"] = "en"       # what the tests read on a screen, whatever the system speaks


#: The files that take longest, the longest first: whoever begins one of them last is waited for.
#: Of those that look at the site one comes early, the others when it has been built.
LONGEST = (
    "autograde/test_course.py", "lessons/test_book.py", "autograde/test_judge.py",
    "autograde/test_entries.py", "autograde/test_redteam.py", "autograde/test_runs.py",
    "robokit/test_scene.py", "autograde/test_fairness.py", "lessons/test_slides.py",
    "autograde/test_pairs.py", "autograde/test_shown.py", "robokit/test_codegen.py",
    "lessons/test_practice_page.py", "robokit/test_recursive.py", "test_habits.py",
    "autograde/test_state.py", "autograde/test_wheel.py", "robokit/test_identification.py",
    "robokit/test_errata.py", "robokit/test_page.py", "solutions/test_notebooks.py",
    "solutions/test_every_mistake.py", "autograde/test_lateness.py", "autograde/test_terms.py",
    "autograde/test_formgrader.py", "autograde/test_second.py", "autograde/test_dealing.py",
    "autograde/test_kills.py")


def pytest_addoption(parser):
    parser.addoption(
        "--proof",
        action="store_true",
        default=False,
        help="also run the long form of the proofs (tests marked proof)",
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "proof: the long form of a proof, run with --proof only")


def pytest_collection_modifyitems(config, items):
    here = Path(__file__).parent
    place = {here / name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(place)))
    if config.getoption("--proof"):
        return
    skip = pytest.mark.skip(reason="long form of a proof: run with --proof")
    for item in items:
        if "proof" in item.keywords:
            item.add_marker(skip)


def pytest_collection_finish(session):
    """Thousands of tests and all modules stay to the end: no garbage is looked for among them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def made_once(tmp_path_factory):
    keep_in(tmp_path_factory)
