"""Options of the test run."""

import gc
import os
from pathlib import Path

import pytest
from once import keep_in
from xdist.scheduler import LoadScopeScheduling

os.environ["LANGUAGE"] = "en"       # what the tests read on a screen, whatever the system speaks
# Matrices here are small and processes are as many as processors: threads of a library would only
# wait for one another, and waiting takes a quarter of the time of whoever solves equations.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")


#: Files whose tests ask the same judges: one process runs them, one after the other, and what a
#: judge has worked out for the first it knows for the others.
SAME_JUDGES = ("autograde/test_judge.py", "autograde/test_entries.py",
               "autograde/test_fairness.py", "autograde/test_pairs.py",
               "autograde/test_odd_answers.py")

#: The files that take longest, the longest first: whoever begins one of them last is waited for.
#: Of those that look at the site one comes early, the others when it has been built.
LONGEST = (
    "autograde/test_course.py", "lessons/test_book.py", *SAME_JUDGES,
    "autograde/test_redteam.py", "autograde/test_runs.py", "robokit/test_scene.py",
    "autograde/test_one_place.py", "lessons/test_slides.py", "solutions/test_project.py",
    "autograde/test_shown.py", "robokit/test_codegen.py",
    "lessons/test_practice_page.py", "robokit/test_recursive.py", "test_habits.py",
    "autograde/test_state.py", "autograde/test_wheel.py", "robokit/test_identification.py",
    "robokit/test_errata.py", "robokit/test_page.py", "solutions/test_notebooks.py",
    "solutions/test_every_mistake.py", "autograde/test_lateness.py", "autograde/test_terms.py",
    "autograde/test_formgrader.py", "autograde/test_second.py", "autograde/test_dealing.py",
    "autograde/test_kills.py")


class ByFile(LoadScopeScheduling):
    """A file is a piece of work, and so are the files of SAME_JUDGES together."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        return "judges" if file.removeprefix("tests/") in SAME_JUDGES else file


def pytest_xdist_make_scheduler(config, log):
    if config.getoption("dist") == "loadfile":
        return ByFile(config, log)
    return None


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


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder for one course after the other: the sandbox that hides it is started once."""
    return tmp_path_factory.mktemp("desk") / "course"
