"""What the tests of generated scripts share."""

import numpy as np
import pytest

from robokit.codegen import engine

CALLS = """
const answer = calls => calls.map(([name, rows]) => rows.map(row =>
    Array.from(arm[name](...row.map(x => Float64Array.from(x))))));
"""


def missing() -> str:
    """What is missing to run a script; empty when nothing is."""
    try:
        engine.command()
    except RuntimeError as reason:
        return str(reason)
    return ""


needed = pytest.mark.skipif(bool(missing()), reason=missing())


def called(script, *calls):
    """Results (B, m) of calls (name, (B, n), ...) of the object arm that a script makes."""
    given = [[name, list(zip(*(x.tolist() for x in arrays)))] for name, *arrays in calls]
    return [np.array(x, float) for x in engine.run(script + CALLS, given)]
