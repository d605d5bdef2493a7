"""What the laws of assignment 12's mistakes are tried on."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

from ..shared.examples import differ
from .steps import PAIRS, G, Steps
from .tasks import ASSIGNMENT

TRUTH = Steps()


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------
def work(places, masses, q, dq, ddq, gravity):
    """Drives by virtual work of m (x'' - g) over all points; places: q -> (N, 2 or 3)."""
    q, dq, ddq = (np.atleast_1d(np.asarray(x, float)) for x in (q, dq, ddq))
    acceleration = differ(lambda t: places(q + t * dq + t * t / 2 * ddq), 2)
    felt = np.asarray(masses)[:, None] * (acceleration - np.asarray(gravity))
    return np.array([(felt * differ(lambda t: places(q + t * one))).sum()
                     for one in np.eye(len(q))])


def ten_of(points, masses):
    """The ten numbers of mass points, summed. (10,)"""
    x, m = np.asarray(points), np.asarray(masses)
    second = np.einsum("k,ki,kj->ij", m, x, x)
    return np.array([*(second[k] for k in PAIRS), *(m @ x), m.sum()])


def chain_places(angles, l, sigma, clouds):
    """All mass points of a chain in frame 0, as a function of q."""
    def places(q):
        turn, origin, found = np.eye(3), np.zeros(3), []
        for k in range(len(sigma)):
            origin = origin + turn[:, 2] * (1 - sigma[k]) * q[k]
            step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
            turn = turn @ step.as_matrix()
            origin = origin + turn @ l[k]
            found.append(clouds[k] @ turn.T + origin)
        return np.concatenate(found)
    return places


def planar(points, a, slides=False):
    """Points of the pendulum, or of the link that slides along it: up and aside."""
    x, y = np.asarray(points)[:, :2].T

    def places(q):
        out = a + x + (q[1] if slides else 0)
        c, s = np.cos(q[0]), np.sin(q[0])
        return np.column_stack([c * out - s * y, s * out + c * y])
    return places


RNG = np.random.default_rng(4)
POINTS, PARTS = RNG.normal(0, 0.4, (5, 3)), RNG.uniform(0.5, 1.5, 5)
UP = np.array([-G, 0])                                           # X_0 points up
CLOUDS = RNG.normal(0, 0.3, (3, 5, 3))
WEIGHTS = np.array([1.5, -4.0, -8.0])


def some_chain(seed, sigma=(1, 0, 1)):
    """angles, l, sigma, q, dq, ddq, gravity."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma),
            *rng.uniform(-1, 1, (3, 3)), WEIGHTS)


def missed_drives(rules, chain):
    """W p of the clouds less their drives by virtual work."""
    p = np.concatenate([ten_of(cloud, PARTS) for cloud in CLOUDS])
    felt = work(chain_places(*chain[:3], CLOUDS), np.tile(PARTS, 3), *chain[3:])
    return rules.chain_regressor(*chain) @ p - felt


def ranks(f, chain, count=40):
    """f of the regressors of many states, stacked."""
    (angles, l, sigma, gravity), rng = chain, np.random.default_rng(8)
    return f(np.vstack([TRUTH.chain_regressor(angles, l, sigma, *rng.uniform(-2, 2, (3, 3)),
                                              gravity) for _ in range(count)]))


# -- what the laws are tried on ------------------------------------------------------------------
V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
A = V["a"]
BODY = ten_of(POINTS, PARTS)
STATE = (0.7, 0.4, 0.6, 1.2, -0.8, -2.0, 1.5, G)                 # of the slide, in LETTERS' order
DATA = V["data"]
CHAIN, TURNING = some_chain(3), some_chain(5, (1, 1, 1))


def pendulum_points(rules):
    """The row, in two states, against one mass point's drive by elementary means."""
    states = ((0.7, 1.2, -2.0), (2.1, -0.5, 1.0))
    return np.array([rules.pendulum_row(A, *x) @ BODY - work(planar(POINTS, A), PARTS, *x, UP)[0]
                     for x in states])


@cache
def ranked():
    """Hidden cases and the ranks of their stacked drives."""
    cases = ASSIGNMENT["base_count"].drawn({}, "law")
    return [(case.inputs, ranks(np.linalg.matrix_rank, case.inputs)) for case in cases]
