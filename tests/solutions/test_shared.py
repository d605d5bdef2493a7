"""What several assignments share: the chain step by step, and the common mistakes."""

import numpy as np
import pytest

from autograde.judging.mistakes import mistake, registered
from robokit import Mechanism, Mount
from solutions.shared import mistakes
from solutions.shared.state import State


@pytest.mark.parametrize("seed", range(8))
def test_the_chain_step_by_step_is_robokits(seed):
    rng = np.random.default_rng(seed)
    n = 5
    robot = Mechanism(rng.integers(0, 2, n), rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)),
                      base=Mount(rng.uniform(-3, 3, 3), rng.uniform(-1, 1, 3)),
                      tool=Mount(rng.uniform(-3, 3, 3), rng.uniform(-1, 1, 3)))
    q, point = rng.uniform(-2, 2, n), rng.uniform(-1, 1, 3)
    ours, theirs = State(robot, q=q), robot.at(q)
    for i in range(1, n + 1):
        assert ours.L(i) == pytest.approx(theirs.L(i))
        assert ours.v(i) == pytest.approx(theirs.v(i))
        assert ours.t(i, point) == pytest.approx(theirs.t(i, point))
        assert ours.t(i, point, frame=i) == pytest.approx(theirs.t(i, point, frame=i))
        assert ours.t(i, point, frame=i - 1, origin=i - 1) == pytest.approx(
            theirs.t(i, point, frame=i - 1, origin=i - 1))
        assert ours.tau("B", i) == pytest.approx(theirs.tau("B", i))
        assert ours.tau(i, 0) == pytest.approx(theirs.tau(i, 0))
    assert ours.tau("B", "tool") == pytest.approx(theirs.tau("B", "tool"))
    assert ours.t("tool", point, frame="B", origin="B") == pytest.approx(
        theirs.t("tool", point, frame="B", origin="B"))


def test_a_name_is_registered_once():
    before = registered(mistakes)
    with pytest.raises(ValueError, match="'transposed' is registered already"):
        mistake("transposed", 1, "title", "sees", "law")(mistakes.Transposed)
    assert before == registered(mistakes)
