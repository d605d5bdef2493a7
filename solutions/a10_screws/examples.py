"""What the laws of assignment 10's mistakes are tried on."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from ..shared.examples import differ
from .steps import Steps
from .tasks import ASSIGNMENT

TRUTH = Steps()

V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
UNIT = np.eye(3)
G = np.array([0.0, 0.0, -9.81])


def of(task, rules, v=V):
    return np.asarray(ASSIGNMENT[task].reference(rules, v))


def pose(v):
    """Axes and origin of frame 1 in frame 0."""
    turn = Rotation.from_euler("XYZ", v["angles_deg"], degrees=True).as_matrix()
    return turn, np.array(v["origin"])


# -- any chain -----------------------------------------------------------------------------------
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, the links' mass points, and q, dq, ddq."""
    rng = np.random.default_rng(seed)
    clouds = rng.normal(0, 0.3, (3, 6, 3))
    m = np.array([1.2, 1.8, 2.4])
    J = [w / 6 * (((x - x.mean(0))**2).sum() * UNIT - (x - x.mean(0)).T @ (x - x.mean(0)))
         for x, w in zip(clouds, m)]
    parameters = (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma), m,
                  clouds.mean(1), np.array(J))
    return parameters, clouds, rng.uniform(-1, 1, (3, 3))


def frames(parameters, q):
    """Axes and origins of frames 0 to 3."""
    angles, l, sigma = parameters[:3]
    turn, origin = [UNIT], [np.zeros(3)]
    for k in range(3):
        slid = origin[-1] + turn[-1][:, 2] * (1 - sigma[k]) * q[k]
        step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
        turn.append(turn[-1] @ step.as_matrix())
        origin.append(slid + turn[-1] @ l[k])
    return turn, origin


def places(parameters, clouds, q):
    """All mass points in frame 0. (18, 3)"""
    turn, origin = frames(parameters, q)
    return np.concatenate([x @ T.T + t for x, T, t in zip(clouds, turn[1:], origin[1:])])


def screws_of(parameters, q):
    """Rows s_j: from the 4x4 matrix of the last link, differentiated by each coordinate."""
    def motion(x):
        turn, origin = frames(parameters, x)
        return np.block([[turn[3], origin[3][:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    hats = [differ(lambda t: motion(q + t * one)) @ np.linalg.inv(motion(q)) for one in UNIT]
    return np.array([[c[2, 1], c[0, 2], c[1, 0], *c[:3, 3]] for c in hats])


def drives_of(parameters, clouds, q, dq, ddq, gravity):
    """By virtual work of m (x'' - g) over all points. (3,)"""
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    acceleration = differ(lambda t: places(parameters, clouds, q + t * dq + t * t / 2 * ddq), 2)
    felt = masses * (acceleration - np.asarray(gravity))
    return np.array([(felt * differ(lambda t: places(parameters, clouds, q + t * one))).sum()
                     for one in UNIT])


def chain(task, rules, parameters, q, *more):
    given = parameters if task == "chain_drives" else parameters[:3]
    return ASSIGNMENT[task].reference(rules, {}, *given, q, *more)


# -- what the laws are tried on ------------------------------------------------------------------
PARAMETERS, CLOUDS, (Q, DQ, DDQ) = some_chain(3)
TURNING = some_chain(5, (1, 1, 1))
STEEP, SHIFT = pose(V)
CENTRE, TENSOR = np.array([0.3, -0.2, 0.4]), np.array(V["J"])
UP = np.array([0, 0, 1.0, 0, 0, 0])
BOOM = {"m": 15.0, "x": 0.5, "y": 0.2, "z": -0.3, "d": 0.5, "J_xy": 0.3, "J_yz": -0.2}
