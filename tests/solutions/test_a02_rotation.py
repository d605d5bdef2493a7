"""Assignment 2: the truth against first principles."""

import numpy as np
import pytest
from chains import chain_rotation
from scipy.spatial.transform import Rotation

from autograde.library import book
from solutions.shared.examples import moved, some_chain

TRUTH = book()["a02_rotation"].truth


@pytest.mark.parametrize("seed", range(5))
def test_rotations_are_composed_of_single_turns(seed):
    angles, _, sigma, q, _ = some_chain(seed)
    alpha, beta, gamma = angles[0]
    for axis, euler in zip("xyz", "XYZ"):
        assert TRUTH.elementary(axis, alpha) == pytest.approx(
            Rotation.from_euler(euler, alpha).as_matrix(), abs=1e-12)
    turns = [TRUTH.elementary(axis, a) for axis, a in zip("zxy", angles[1])]
    assert TRUTH.compose(turns) == pytest.approx(
        Rotation.from_euler("ZXY", angles[1]).as_matrix(), abs=1e-12)
    assert TRUTH.eps(alpha, beta, gamma) == pytest.approx(
        moved(alpha, beta, gamma, 0, 0).T, abs=1e-12)
    for k in range(5):
        assert TRUTH.adjacent(*angles[k], sigma[k], q[k]) == pytest.approx(
            moved(*angles[k], sigma[k], q[k]), abs=1e-12)
        assert TRUTH.chain_rotation(angles, sigma, q, k + 1) == pytest.approx(
            chain_rotation(angles, sigma, q, k + 1), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_rate_is_the_difference_quotient(seed):
    angles, _, sigma, q, dq = some_chain(seed)
    for i in range(1, 6):
        ahead, back = (chain_rotation(angles, sigma, q + h * dq, i) for h in (1e-6, -1e-6))
        assert TRUTH.chain_rate(angles, sigma, q, dq, i) == pytest.approx(
            (ahead - back) / 2e-6, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_vectors_and_angles(seed):
    rng = np.random.default_rng(seed)
    turn = Rotation.from_euler("XYZ", rng.uniform(-3, 3, 3)).as_matrix()
    a, b = rng.uniform(-2, 2, (2, 3))
    assert TRUTH.components(turn, a) == pytest.approx(sum(x * c for x, c in zip(a, turn.T)))
    assert turn @ (TRUTH.lam_in_j(turn, a) @ (turn.T @ b)) == pytest.approx(np.cross(a, b))
    assert Rotation.from_euler("XYZ", TRUTH.orientation(turn)).as_matrix() == pytest.approx(turn)
