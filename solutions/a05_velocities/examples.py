"""What the laws of assignment 5's mistakes are tried on."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from . import tasks as a05_velocities

X, Y, Z = np.eye(3)
H = 1e-6
HOME = dict(zip(a05_velocities.HOME, (0.15, 0.8, 0.06, 0.7, 0.0965, 0.08)))


# -- the truth: single motions, differentiated ------------------------------------------------
def walk(angles, l, sigma, q, i, point):
    """Rotation of frame i and position of a point of link i in frame 0, joint by joint."""
    turn = np.eye(3)
    for k in reversed(range(i)):
        step = (Rotation.from_euler("Z", sigma[k] * q[k])
                * Rotation.from_euler("XYZ", angles[k])).as_matrix()
        point = step @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
        turn = step @ turn
    return turn, point


def motion(chain, dq, i, point):
    """omega_i^(0) and V_i^(0) by central differences of walk, and the rotation of frame i."""
    angles, l, sigma, q = chain
    (T1, t1), (T0, t0) = (walk(angles, l, sigma, q + h * np.asarray(dq), i, point)
                          for h in (H, -H))
    T, _ = walk(angles, l, sigma, q, i, point)
    spin = (T1 - T0) / (2 * H) @ T.T
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0]]), (t1 - t0) / (2 * H), T


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    chain = rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma), \
        rng.uniform(-2, 2, n)
    return chain, rng.uniform(-1, 1, n), rng.uniform(-1, 1, 3)


def state(rules, chain):
    angles, l, sigma, q = chain
    return rules.at(angles, l, sigma, q)


# -- what the laws are tried on ------------------------------------------------------------------
CHAIN, DQ, POINT = some_chain(3, (1, 0, 1))
SIGMA = CHAIN[2]


def moved(rates):
    """The same chain a moment later."""
    angles, l, sigma, q = CHAIN
    return angles, l, sigma, q + np.array(rates)


def printed_gap(rules, dq):
    """The answer to the task of that name, with other rates."""
    angles, l, sigma, q = CHAIN
    v = {"angles_deg": np.degrees(angles), "l": l, "sigma": sigma, "dq": dq, "point": POINT,
         "q": np.where(sigma == 1, np.degrees(q), q)}
    return a05_velocities.ASSIGNMENT["printed_gap"].reference(rules, v)
