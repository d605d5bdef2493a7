"""The sandboxed runner: honest notebooks keep everything, hostile ones gain nothing.

One fork server serves all files of this folder, which is itself a test: what one submission
does must not be felt by the next.
"""

import dataclasses
from textwrap import dedent

import pytest
from submissions import COURSE

from autograde.sandbox import Limits, Sandbox


@pytest.fixture(scope="session")
def sandbox():
    with Sandbox() as warm:
        yield warm


@pytest.fixture
def run(sandbox):
    """run("student source", check("check source"), ...) with any limits and probes.

    A source may be indented like the test around it.
    """
    def run(*sources, asks=None, probes=None, **limits):
        sandbox.limits = dataclasses.replace(Limits(), **limits)
        cells = [{"id": f"c{k}", "role": "student", "source": dedent(source).strip("\n")}
                 if isinstance(source, str)
                 else {"id": f"c{k}", "role": "check", "source": source[1]}
                 for k, source in enumerate(sources)]
        return sandbox.run(cells, asks or {}, COURSE, probes)
    return run
