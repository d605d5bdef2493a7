"""What the laws of assignment 8's mistakes are tried on."""

from __future__ import annotations

import numpy as np
import scipy

from robokit.rotation import lam

from ..shared.turned import turned
from .checks import body
from .steps import LinkLoad

X, Y, Z = np.eye(3)
H = 4e-3
DOWN = np.array([0, 0, -9.81])


# -- the truth: mass points, their places differentiated twice ---------------------------------
def walk(angles, l, sigma, q, i, points):
    """Rotation of frame i, and places of points (k, 3) of link i in frame 0."""
    turn, points = np.eye(3), np.atleast_2d(points)
    for k in reversed(range(i)):
        step = turned("Z", sigma[k] * q[k]) @ turned("XYZ", angles[k])
        points = (points + l[k]) @ step.T + Z * (1 - sigma[k]) * q[k]
        turn = step @ turn
    return turn, points


def second(f):
    """Second derivative of f at zero, of fourth order."""
    return (-f(2 * H) + 16 * f(H) - 30 * f(0) + 16 * f(-H) - f(-2 * H)) / (12 * H**2)


def first(f):
    return (f(-2 * H) - 8 * f(-H) + 8 * f(H) - f(2 * H)) / (12 * H)


def some_case(seed, sigma=(1, 0, 1, 1)):
    rng, n = np.random.default_rng(seed), len(sigma)
    chain = rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma), \
        rng.uniform(-2, 2, n)
    bodies = rng.uniform(0.5, 3, n), rng.uniform(-0.4, 0.4, (n, 3)), \
        np.array([body(rng) for _ in range(n)])
    return chain, bodies, *rng.uniform(-1, 1, (2, n)), rng.uniform(-9, 9, 3), \
        *rng.uniform(-10, 10, (2, n, 3))


# -- what the laws are tried on ------------------------------------------------------------------
CHAIN, (MASS, R, J), DQ, DDQ, _, LOAD, _ = some_case(3, (1, 0, 1))
SIGMA = CHAIN[2]
TAU = walk(*CHAIN, 3, X)[0]


def state(rules, q=None):
    angles, l, sigma, own = CHAIN
    return rules.at(angles, l, sigma, own if q is None else q)


def links_of(rules, s, m=MASS, F=None, moving=False):
    motion = {"dV": np.array([1.0, -2.0, 0.5])} if moving else {}
    return [LinkLoad(m[k], R[k], s.tau(0, k + 1), J[k], **motion,
                     **({} if F is None else {"F": F[k]})) for k in range(3)]


def steady(rules):
    """M_I less minus the rate of the angular momentum, at constant omega."""
    omega = np.array([0.7, -1.1, 0.9])

    def momentum(t):
        tau = scipy.linalg.expm(t * lam(omega)) @ TAU
        return tau @ J[2] @ tau.T @ omega
    moment = rules.inertia_moment(TAU, J[2], omega, 0 * omega)
    return moment, moment + first(momentum)


def at_rest(rules, i):
    return rules.joint_force(links_of(rules, state(rules)), i, DOWN) + sum(MASS[i - 1:]) * DOWN


def moment_at_rest(rules, i):
    """What joint i holds of the moment of the weights, and that moment itself."""
    s = state(rules)
    weights = sum(np.cross(reach(i, j), MASS[j - 1] * DOWN) for j in range(i, len(MASS) + 1))
    return rules.joint_moment(s, links_of(rules, s), i, DOWN) + weights


def reach(i, j):
    """From the origin of frame i-1 to the mass centre of link j, in frame 0."""
    (end,), (start,) = walk(*CHAIN, j, R[j - 1])[1], walk(*CHAIN, i - 1, 0 * X)[1]
    return end - start


def changed(before, after):
    return float(np.abs(np.subtract(before, after)).max() < 1e-9)


def shifted(rules, function):
    """function(links) before and after the last mass centre is shifted by 0.1."""
    s = state(rules)
    links, moved = links_of(rules, s), links_of(rules, s)
    moved[2].r = moved[2].r + 0.1
    return changed(function(s, links), function(s, moved))


def moving(rules, dq, ddq):
    return rules.in_motion(CHAIN[0], CHAIN[1], SIGMA, MASS, R, J, CHAIN[3], dq, ddq)[1]
