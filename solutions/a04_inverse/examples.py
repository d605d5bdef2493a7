"""What the laws of assignment 4's mistakes are tried on."""

from __future__ import annotations

import numpy as np

from robokit.kawasaki import fs20n

L = np.array([0.15, 0.8, 0.06, 0.7])
ARROW = np.array([0, 0, 0.25])
ROBOT = fs20n(L_6=0.05, L_tool=0.25)
REACH = ROBOT.l[4, 2] + ROBOT.l[5, 2]
CONFIGURATIONS = np.random.default_rng(4).uniform(-3, 3, (40, 6))


def centre(q):
    """The wrist centre in frame 0 of the first three angles."""
    return ROBOT.at([*q[:3], 0, 0, 0]).t(4)


def two_link_tip(l_1, l_2, q):
    return np.array([l_1 * f(q[0]) + l_2 * f(q[0] + q[1]) for f in (np.cos, np.sin)])


# -- what the laws are tried on ------------------------------------------------------------------
POSE = ROBOT.forward_kinematics(CONFIGURATIONS[0])
