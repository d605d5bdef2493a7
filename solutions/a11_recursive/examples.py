"""What the laws of assignment 11's mistakes are tried on."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.spatial.transform import Rotation

from ..shared.examples import differ
from . import tasks as a11_recursive
from .steps import Steps
from .tasks import ASSIGNMENT

TRUTH = Steps()

UNIT = np.eye(3)


# -- chains moved joint by joint; links are clouds of mass points ---------------------------------
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, the clouds in the frames of the links, and q."""
    rng, n = np.random.default_rng(seed), len(sigma)
    clouds = rng.normal(0, 0.3, (n, 6, 3))
    m = rng.uniform(1, 3, n)
    J = [tensor(cloud, mass / 6) for cloud, mass in zip(clouds, m)]
    return ((rng.uniform(-2, 2, (n, 3)), rng.uniform(-0.8, 0.8, (n, 3)), np.array(sigma), m,
             clouds.mean(1), np.array(J)), clouds, rng.uniform(-1, 1, n))


def tensor(points, mass):
    """About the points' own centre. (3, 3)"""
    x = points - points.mean(0)
    return mass * ((x**2).sum() * np.eye(3) - x.T @ x)


def poses(angles, l, sigma, q):
    """Axes and origin of the frames 0..n in frame 0."""
    found = [(np.eye(3), np.zeros(3))]
    for a, link, s, x in zip(angles, l, sigma, q):
        turn, origin = found[-1]
        origin = origin + turn[:, 2] * (1 - s) * x
        turn = turn @ (Rotation.from_euler("Z", s * x)
                       * Rotation.from_euler("XYZ", a)).as_matrix()
        found.append((turn, origin + turn @ link))
    return found


def own_geometry(v):
    q = [np.radians(x) if s else x for x, s in zip(v["q"], v["sigma"])]
    return (np.radians(v["angles_deg"]), np.array(v["l"]), v["sigma"]), np.array(q)


def own_energy(v, x, dq):
    """Kinetic energy of link 3 of the own chain, at coordinates x; positions differentiated."""
    geometry, _ = own_geometry(v)
    J, r = np.array(v["J_3"]), np.array(v["r_3"])

    def at(t):
        turn, origin = poses(*geometry, x + t * np.asarray(dq))[3]
        return turn, origin + turn @ r
    V, turn = differ(lambda t: at(t)[1]), at(0.0)[0]
    spin = turn.T @ differ(lambda t: at(t)[0])
    omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    return (v["m_3"] * V @ V + omega @ J @ omega) / 2


# -- the arm at the line --------------------------------------------------------------------------
def tip(p, q, t=0.0):
    """f of tasks 6 and 7 at time t, the line moving from where the tip is on it."""
    theta = np.radians(p["theta"])
    x = p["l"][0] * np.cos(q[0]) + p["l"][1] * np.cos(q[0] + q[1])
    y = p["l"][0] * np.sin(q[0]) + p["l"][1] * np.sin(q[0] + q[1])
    return (-x * np.sin(theta) + y * np.cos(theta) - p["speed"] * t
            - p["acceleration"] * t * t / 2)


def moving(p, ddq):
    """f(t) of the arm on its way."""
    q, u = np.radians(p["q"]), np.array(p["dq"])
    return lambda t: tip(p, q + t * u + t * t / 2 * np.asarray(ddq), t)


def gradient(p):
    q = np.radians(p["q"])
    return np.array([differ(lambda t: tip(p, q + t * one)) for one in np.eye(2)])


# -- the polar arm --------------------------------------------------------------------------------
def polar_by_lagrange():
    """Drives of the polar arm from its energy, in letters."""
    t = sp.Symbol("t")
    x = {name: sp.Symbol(name) for name in a11_recursive.POLAR_LETTERS}
    q = [sp.Function(f"q_{j}")(t) for j in (1, 2)]
    W = (x["J"] + x["m"] * q[1]**2) * q[0].diff(t)**2 / 2 + x["m"] * q[1].diff(t)**2 / 2
    height = x["m"] * x["g"] * q[1] * sp.sin(q[0])
    drives = [W.diff(y.diff(t)).diff(t) - W.diff(y) + height.diff(y) for y in q]
    put = [(q[j - 1].diff(t, order), x[f"{letter}_{j}"]) for order, letter in ((2, "w"), (1, "u"))
           for j in (1, 2)] + [(q[j - 1], x[f"q_{j}"]) for j in (1, 2)]
    return sp.Matrix([d.subs(put) for d in drives])


def closed_loop(v, K):
    """Matrix of (x; x') with the feedback K, the drives differentiated."""
    p = v["polar"]
    letters = dict(zip(("m", "J", "g", "q_1", "q_2", "u_1", "u_2", "w_1", "w_2"),
                       (p["m"], p["J"], 9.81, np.radians(p["q_1"]), p["q_2"], *p["dq"],
                        *p["ddq"])))
    A, B, C = (np.array(DRIVES.jacobian(sp.symbols(f"{x}_1 {x}_2")).subs(letters), float)
               for x in "wuq")
    return np.block([[np.zeros((2, 2)), np.eye(2)],
                     [-np.linalg.solve(A, C + K[:, :2]), -np.linalg.solve(A, B + K[:, 2:])]])


DRIVES = polar_by_lagrange()


# -- what the laws are tried on ------------------------------------------------------------------
V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
ARM = V["arm"]
CHAIN, CLOUDS, Q = some_chain(3)
TABLE = np.random.default_rng(1).uniform(-1, 1, (4, 6))
A, U = np.array(ARM["A"]), np.array(ARM["dq"])
Z_TURN = np.array([[1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]],
                  dtype=float)


def carrier(rules):
    return ASSIGNMENT["L_32"].reference(rules, V)


def frames_2_and_3():
    geometry, q = own_geometry(V)
    (two, here), (three, there) = poses(*geometry, q)[2:]
    return two, three, three.T @ (here - there)


def table(rules):
    return ASSIGNMENT["l_3"].reference(rules, V)


def frozen(rules, i, q=Q, heavier=0.0):
    angles, l, sigma, m, r, J = CHAIN
    return ASSIGNMENT["frozen"].reference(rules, {}, angles, l, sigma, m + heavier, r, J, q, i)


def line_bias(rules, u=tuple(U), speed=ARM["speed"], acceleration=ARM["acceleration"]):
    return rules.line_bias(ARM["l"], np.radians(ARM["q"]), u, np.radians(ARM["theta"]), speed,
                           acceleration)


def gains(rules):
    return ASSIGNMENT["gains"].reference(rules, V)


POLAR = dict(zip(a11_recursive.POLAR_LETTERS, (0.4, 0.7, 1.1, -0.6, 0.8, 0.5, 2.0, 1.3, 9.81)))


def linear(rules, **other):
    return ASSIGNMENT["linear"].reference(rules, {}, **(POLAR | other))


def blocks(**other):
    return [np.array(DRIVES.jacobian(sp.symbols(f"{x}_1 {x}_2")).subs(POLAR | other), float)
            for x in "uq"]
