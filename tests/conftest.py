"""Options of the test run."""

import gc
import os

import pytest
from once import keep_in

os.environ["LANGUAGE"] = "en"       # what the tests read on a screen, whatever the system speaks


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
