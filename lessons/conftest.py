"""What nbval runs here: the English notebooks. The code of the others is the same, cell by cell."""

import pytest

collect_ignore_glob = ["[a-z][a-z]/*.ipynb"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol():
    """Pictures, which nbval does not compare, are drawn coarse: that takes half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROBOKIT_DPI", "48")
        return (yield)
