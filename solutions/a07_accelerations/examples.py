"""What the laws of assignment 7's mistakes are tried on."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

X, Y, Z = np.eye(3)
H = 2e-3                                    # seconds, of difference quotients of fourth order


# -- the truth: single motions, differentiated twice ------------------------------------------
def walk(angles, l, sigma, q, i, point):
    """Rotation of frame i and position of a point of link i in frame 0, joint by joint."""
    turn = np.eye(3)
    for k in reversed(range(i)):
        step = (Rotation.from_euler("Z", sigma[k] * q[k])
                * Rotation.from_euler("XYZ", angles[k])).as_matrix()
        point = step @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
        turn = step @ turn
    return turn, point


def derivatives(f):
    """f(0), f'(0), f''(0) from f at five instants."""
    a, b, c, d, e = (np.asarray(f(k * H)) for k in (-2, -1, 0, 1, 2))
    return c, (a - 8 * b + 8 * d - e) / (12 * H), (-a + 16 * b - 30 * c + 16 * d - e) / (12 * H**2)


def motion(chain, dq, ddq, i, point):
    """omega, domega, V, dV of link i and its point in frame 0, and the rotation of frame i."""
    angles, l, sigma, q = chain

    def at(t):
        return np.column_stack(walk(angles, l, sigma, q + dq * t + ddq * t**2 / 2, i, point))
    now, first, second = derivatives(at)
    T, dT, ddT = now[:, :3], first[:, :3], second[:, :3]
    spin, change = dT @ T.T, ddT @ T.T + dT @ dT.T
    axis = [np.array([m[2, 1], m[0, 2], m[1, 0]]) for m in (spin, change)]
    return *axis, first[:, 3], second[:, 3], T


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    chain = rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma), \
        rng.uniform(-2, 2, n)
    return chain, rng.uniform(-1, 1, n), rng.uniform(-1, 1, n), rng.uniform(-1, 1, 3)


def moved(chain, step):
    angles, l, sigma, q = chain
    return angles, l, sigma, q + np.asarray(step)


def state(rules, chain):
    angles, l, sigma, q = chain
    return rules.at(angles, l, sigma, q)


def column(chain, i, j, point):
    """D_ij^(0): the velocity of the point when joint j alone moves at the rate one."""
    n = len(chain[3])
    return motion(chain, np.eye(n)[j - 1], np.zeros(n), i, point)[2]


def axis(chain, j):
    """c_j^(0)."""
    return walk(*chain, j - 1, 0 * Z)[0][:, 2] * chain[2][j - 1]


# -- what the laws are tried on ------------------------------------------------------------------
CHAIN, DQ, DDQ, POINT = some_chain(3, (1, 0, 1))
SIGMA, ZERO = CHAIN[2], np.zeros(3)
TURNS = some_chain(4, (1, 1, 1))[0]


def coasting(rules, rates, chain=CHAIN):
    s = state(rules, chain)
    return rules.acceleration(s, chain[2], np.asarray(rates, float), ZERO, 3, POINT)
