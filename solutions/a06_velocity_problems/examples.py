"""What the laws of assignment 6's mistakes are tried on."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from .tasks import ASSIGNMENT

X, Y, Z = np.eye(3)
H = 1e-6


# -- the truth: single motions, differentiated ------------------------------------------------
def tip(v, q):
    """The tip of the student's planar arm, one link after the other."""
    turn, place = 0.0, 0j
    for l, x in zip(v["l"], q):
        turn += x
        place += l * np.exp(1j * turn)
    return np.array([place.real, place.imag])


def own_q(v, n=3):
    return np.radians(v["q_deg"][:n])


def chain_moves(chain, dq):
    """omega and V of a point of the last link by central differences. (6,)"""
    angles, l, sigma, q, point = chain

    def walk(q):
        turn, place = np.eye(3), point
        for k in reversed(range(len(q))):
            step = (Rotation.from_euler("Z", sigma[k] * q[k])
                    * Rotation.from_euler("XYZ", angles[k])).as_matrix()
            place = step @ (place + l[k]) + Z * (1 - sigma[k]) * q[k]
            turn = step @ turn
        return turn, place
    (T1, t1), (T0, t0), (T, _) = (walk(q + h * np.asarray(dq)) for h in (H, -H, 0))
    spin = (T1 - T0) / (2 * H) @ T.T
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0], *(t1 - t0) / (2 * H)])


# -- what the laws are tried on ------------------------------------------------------------------
V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
WIDE = np.array([[1.0, 2, 0.5, -1], [0.3, -1, 2, 0.7]])
TALL = WIDE.T
LOW = np.array([[1, 2, 3], [2, 4, 6], [1, 0, 1]])
SQUARE = np.diag([1.5, 1.0, 0.02]) + np.diag([0.3, 0.2], 1)
POLAR = {"q_1": 0.4, "q_2": 0.7, "q_3": 0.2, "h": 0.9, "a": 0.5}
CHAIN = (np.array([[0.4, -0.9, 1.2], [1.1, 0.3, -0.6], [-0.7, 1.3, 0.5]]),
         np.array([[0.3, -0.2, 0.4], [0.1, 0.5, -0.3], [-0.4, 0.2, 0.3]]), np.array([1, 0, 1]),
         np.array([0.5, 0.3, -0.8]), np.array([0.2, -0.1, 0.3]))


def column(rules, j):
    angles, l, sigma, q, point = CHAIN
    return rules.column(rules.at(angles, l, sigma, q), sigma, 3, j, point)
