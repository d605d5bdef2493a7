"""What the laws of assignment 9's mistakes are tried on."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from ..shared.examples import differ
from .steps import Steps
from .tasks import ASSIGNMENT

TRUTH = Steps()

UNIT = np.eye(3)


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, and q, dq; the links are clouds of mass points."""
    rng = np.random.default_rng(seed)
    clouds = rng.normal(0, 0.3, (3, 6, 3))
    m, r = np.array([1.2, 1.8, 2.4]), clouds.mean(1)
    J = [tensor(cloud, mass / 6) for cloud, mass in zip(clouds, m)]
    parameters = (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma),
                  m, r, np.array(J))
    return parameters, clouds, rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)


def tensor(points, mass):
    """About the points' own centre. (3, 3)"""
    x = points - points.mean(0)
    return mass * ((x**2).sum() * np.eye(3) - x.T @ x)


def places(parameters, clouds, q):
    """All mass points in frame 0. (18, 3)"""
    angles, l, sigma = parameters[:3]
    turn, origin, found = np.eye(3), np.zeros(3), []
    for k in range(3):
        origin = origin + turn[:, 2] * (1 - sigma[k]) * q[k]
        step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
        turn = turn @ step.as_matrix()
        origin = origin + turn @ l[k]
        found.append(clouds[k] @ turn.T + origin)
    return np.concatenate(found)


def work(parameters, clouds, q, dq, ddq, gravity=(0, 0, 0)):
    """Drives by virtual work of m (x'' - g) over all points. (3,)"""
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    acceleration = differ(lambda t: places(parameters, clouds, q + t * dq + t * t / 2 * ddq), 2)
    felt = masses * (acceleration - np.array(gravity))
    return np.array([(felt * differ(lambda t: places(parameters, clouds, q + t * one))).sum()
                     for one in UNIT])


def energy(parameters, clouds, q, dq):
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    return (masses * differ(lambda t: places(parameters, clouds, q + t * dq))**2).sum() / 2


def A_of(rules, parameters, q):
    return ASSIGNMENT["chain_A"].reference(rules, {}, *parameters, q)


def b_of(rules, parameters, q, dq):
    return ASSIGNMENT["chain_b"].reference(rules, {}, *parameters, q, np.asarray(dq))


# -- what the laws are tried on ------------------------------------------------------------------
CHAIN, CLOUDS, Q, DQ = some_chain(3)
TURNING = some_chain(5, (1, 1, 1))
V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
CRANE = V["crane"]
LIFTED = np.radians(CRANE["q_2"])
RAIL = (np.array([(0, np.pi / 2, 0), (0, 0, 0), (0, 0, 0)]), np.zeros((3, 3)), np.array([1, 0, 0]),
        np.array([0, 2.0, 0]), np.zeros((3, 3)), np.zeros((3, 3, 3)))
