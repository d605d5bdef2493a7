"""What the laws of the project are tried on: the robot that is dealt as an example."""

from __future__ import annotations

import numpy as np

from .checks import OwnRobot
from .tasks import ASSIGNMENT

V = ASSIGNMENT.draw(np.random.default_rng(7))
ROBOT = OwnRobot().own_robot(V)
GRAVITY = OwnRobot().own_gravity(V)
Q, DQ, DDQ = np.random.default_rng(5).uniform(-1, 1, (3, ROBOT.n))
STEP = 1e-5


def height(q):
    """Potential energy: minus the work of the weights up to q."""
    s = ROBOT.at(q)
    return -sum(m * GRAVITY @ s.t(j, r) for j, (m, r) in enumerate(zip(ROBOT.m, ROBOT.r), 1))


def lifted(q):
    """What holds the weights: the slope of the potential energy. (n,)"""
    return np.array([(height(q + STEP * unit) - height(q - STEP * unit)) / (2 * STEP)
                     for unit in np.eye(ROBOT.n)])


def energy_rate(q, dq, ddq):
    """The rate of kinetic and potential energy along a motion, W."""
    def energy(t):
        now = q + t * dq + t**2 / 2 * ddq
        return ROBOT.at(now, dq + t * ddq).kinetic_energy() + height(now)
    return (energy(STEP) - energy(-STEP)) / (2 * STEP)


def place_rate(q, dq):
    """The velocity of the last frame's origin in frame 0, m/s."""
    n = ROBOT.n
    return (ROBOT.at(q + STEP * dq).t(n) - ROBOT.at(q - STEP * dq).t(n)) / (2 * STEP)
