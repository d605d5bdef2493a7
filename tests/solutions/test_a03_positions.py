"""Assignment 3: the truth against first principles."""

import numpy as np
import pytest
from chains import chain_position, chain_rotation

from autograde.library import book
from solutions.a03_positions import tasks as a03_positions
from solutions.shared.examples import LENGTHS, Q6, moved, some_chain

TRUTH = book()["a03_positions"].truth


@pytest.mark.parametrize("seed", range(5))
def test_positions_are_walked_link_by_link(seed):
    angles, l, sigma, q, point = some_chain(seed)
    point = point[:3]
    s = TRUTH.at(angles, l, sigma, q)
    for i in range(1, 6):
        here = chain_position(angles, l, sigma, q, i, point)
        assert TRUTH.position(s, i, point) == pytest.approx(here, abs=1e-12)
        assert TRUTH.position_own(s, i, point) == pytest.approx(
            chain_rotation(angles, sigma, q, i).T @ here, abs=1e-12)
        k = i - 1
        assert TRUTH.point_below(s, i, point) == pytest.approx(
            chain_position(angles[k:], l[k:], sigma[k:], q[k:], 1, point), abs=1e-12)
        assert TRUTH.link_vector(s, i) == pytest.approx(moved(*angles[k], sigma[k], q[k]).T @ (
            chain_position(angles[k:], l[k:], sigma[k:], q[k:], 1, np.zeros(3))), abs=1e-12)


def test_the_kawasaki_is_walked_link_by_link():
    """The parameters of appendix 1, with base and gripper as links that stand still."""
    L = LENGTHS
    angles = np.radians([(180, 0, 0), (180, -90, 0), (180, 0, 0), (0, 90, 0), (0, -90, 0),
                         (180, 90, 0), (0, 0, 0), (-30, 0, 0)])
    l = [(0, 0, 0), (0, L["L_1"], 0), (L["L_2"], 0, 0), (0, L["L_3"], 0), (L["L_4"], 0, 0),
         (0, 0, L["L_5"]), (0, 0, L["L_6"]), (0, 0, L["L_tool"])]
    q, ones = np.array([0, *Q6, 0]), np.ones(8, int)
    assert TRUTH.kawasaki(Q6, **L) == pytest.approx(
        chain_position(angles, np.array(l), ones, q, 8, np.zeros(3)), abs=1e-12)
    assert a03_positions.a_12(TRUTH, {}, *Q6) == pytest.approx(
        chain_rotation(angles, ones, q, 7)[0, 1], abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_both_groups_of_orientations_have_angles_of_both_signs(seed):
    """Else a yaw from an arccosine, which has lost its sign, would pass for right."""
    cases = a03_positions._orientations(np.random.default_rng(seed), {})
    for group in {case.group for case in cases}:
        tau = np.array([case.inputs[0] for case in cases if case.group == group])
        assert len(tau) == 3 and (tau[:, 0, 2] > 0).any() and (tau[:, 0, 2] < 0).any()
