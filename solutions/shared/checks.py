"""The arm that anyone may see, and laws that the checks of several assignments use."""

from __future__ import annotations

import numpy as np

from autograde.practice import TYPED
from robokit import Mechanism, laws, robots

ARM, _AT = robots.load("chain3"), robots.example("chain3")
VISIBLE = (ARM.angles, ARM.sigma, _AT["q"])         # mounting angles, joint types, coordinates
RATES, POINT, DOWN = _AT["dq"], _AT["point"], _AT["gravity"]
L, MASSES, CENTRES, BODIES = ARM.l, ARM.m, ARM.r, ARM.J


def visible_chain():
    """The arm without its masses, for positions: section 3 is behind us."""
    return Mechanism(ARM.sigma, ARM.angles, ARM.l), _AT["q"]


def visible_arguments():
    """The parameters of the arm in the order of the tasks, and its coordinates."""
    return (ARM.angles, L, ARM.sigma, MASSES, CENTRES, BODIES), _AT["q"]


def typed_rotation(tau) -> list:
    """Is it a rotation matrix, to the four digits that are asked of typed numbers?"""
    u, _, v = np.linalg.svd(tau)
    if np.abs(tau - u @ v).max() > TYPED or np.linalg.det(tau) < 0:
        return [laws.rotation(tau)]
    return [laws.Finding(True, "tau tau^T = 1 to the digits given, det = +1")]


def body(rng: np.random.Generator) -> np.ndarray:
    """The tensor of a lopsided cloud of mass points about its centre, kg·m². (3, 3)"""
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    spread = turn @ np.diag(rng.uniform((0.9, 0.35, 0.1), (1.3, 0.55, 0.25))) @ turn.T
    return np.trace(spread) * np.eye(3) - spread
