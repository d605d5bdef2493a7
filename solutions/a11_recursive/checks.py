"""What answers of assignment 11 obey, on inputs that anyone may see."""

from __future__ import annotations

from itertools import product

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws, screws

from ..shared.checks import body, typed_rotation

# -- laws: what a right answer obeys, on inputs that anyone may see --------------------------------
ANGLES = np.array([[0.1, 0.2, 0.3], [-0.4, 0.5, 0.6], [0.9, -0.7, 0.4], [-0.3, 0.8, -0.6]])
LENGTHS = np.array([[0.3, 0.1, 0.2], [0.2, -0.1, 0.4], [0.5, 0.2, -0.1], [0.1, 0.3, 0.2]])
TYPES, PLACE = np.array([1, 0, 1, 1]), np.array([0.7, 0.4, 1.1, -0.5])
MASSES, CENTRES = np.array([2.0, 1.5, 1.2]), LENGTHS[:3] - 0.15
BODIES = np.array([body(np.random.default_rng(seed)) for seed in (4, 5, 6)])
LINKS = (ANGLES[:3], LENGTHS[:3], TYPES[:3], MASSES, CENTRES, BODIES)


def seen(k, q=PLACE):
    """The screws of the visible chain of four joints in frame k. (4, 6)"""
    return screws.joint_screws(Mechanism(TYPES, ANGLES, LENGTHS).at(q), k)


def _called(f, *args):
    """The student's function with copies of its arguments."""
    return np.array(f(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in args]), float)


def _L_laws(L, own):
    yield from typed_rotation(L[:3, :3])
    yield laws.Finding(bool(np.abs(L[:3, :3] - L[3:, 3:]).max() <= 2 * TYPED),
                       "both halves of a screw are turned alike")
    yield laws.Finding(bool(np.abs(L[:3, 3:]).max() <= TYPED),
                       "what only shifts does not turn, from wherever it is seen")
    arm = L[3:, :3] @ L[:3, :3].T
    yield laws.Finding(bool(np.abs(arm + arm.T).max() <= 4 * TYPED),
                       "the block below is a vector product after a turn")


def _l_laws(rows, own):
    """A turn is a line with a direction of length 1, a slide a direction alone."""
    for row, turns in zip(rows, own["variant"]["sigma"]):
        axis = row[:3] if turns else row[3:]
        rest = row[:3] @ row[3:] if turns else np.abs(row[:3]).max()
        right = abs(axis @ axis - 1) <= 4 * TYPED and abs(rest) <= 4 * TYPED
        yield laws.Finding(bool(right), "a turn has an axis of length 1 and no speed along it"
                           if turns else "a slide turns nothing and goes 1 m a second")


def _slope_laws(slope_of, own):
    """Against finite differences of a chain that anyone may see."""
    for law, before in (("joints before the link: as the finite differences of a chain", True),
                        ("joints ahead: as the finite differences of a chain", False)):
        found, numeric = [], []
        for k, i, t in product((1, 2, 3, 4), repeat=3):
            if (i <= k) is before:
                found.append(_called(slope_of, seen(k), k, i, t).ravel())
                numeric.append(laws.rate(lambda q: seen(k, q)[i - 1], PLACE, np.eye(4)[t - 1]))
        yield laws.same(np.round(found, 7), np.round(numeric, 7), law)


def _frozen_laws(frozen, own):
    """Inertia is symmetric and positive; the mass; the energy of the links that joint i moves."""
    angles, l, sigma, m, r, J = LINKS
    robot = Mechanism(sigma, angles, l, m, r, J)
    for i in (1, 2):
        Theta = _called(frozen, *LINKS, PLACE[:3], i)
        yield laws.symmetric_positive(Theta, "Theta")
        yield laws.same(Theta[3:, 3:], m[i - 1:].sum() * np.eye(3),
                        "below on the right stands the mass of the links from i on")
        f = robot.at(PLACE[:3]).Xi(frame=i, link=i)[:, i - 1]
        yield laws.same(f @ Theta @ f / 2, _energy(robot, np.eye(3)[i - 1]),
                        "joint i alone at the rate 1: half f Theta f is the energy")


def _energy(robot, dq):
    """Kinetic energy of the visible links, positions and rotations differentiated."""
    q, W = PLACE[:3], 0.0
    for i, (m, r, J) in enumerate(zip(MASSES, CENTRES, BODIES), 1):
        V = laws.rate(lambda x: robot.at(x).t(i, r), q, dq)
        spin = robot.at(q).tau(i, 0) @ laws.rate(lambda x: robot.at(x).tau(0, i), q, dq)
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        W += (m * V @ V + omega @ J @ omega) / 2
    return W


def _second(p, ddq):
    """f'' of the tip of the two-link arm at these accelerations, by differences."""
    q, u, theta = np.radians(p["q"]), np.array(p["dq"]), np.radians(p["theta"])
    h = 1e-3

    def f(t):
        turns = np.cumsum(q + t * u + t * t / 2 * ddq) - theta
        return np.array(p["l"]) @ np.sin(turns) - p["acceleration"] * t * t / 2
    return (f(h) - 2 * f(0) + f(-h)) / h**2


def _slopes_laws(answer):
    """Against differences of f at a place that anyone may see."""
    at = {"q_1": 0.4, "q_2": 0.7, "l_1": 0.6, "l_2": 0.5, "theta": 1.1}
    found = sp.Matrix(answer)
    found = found.subs({x: at[x.name] for x in found.free_symbols if x.name in at})
    numeric = _slopes({"l": [at["l_1"], at["l_2"]], "q": np.degrees([at["q_1"], at["q_2"]]),
                       "theta": np.degrees(at["theta"])})
    off = np.abs(np.array(found, float).ravel() - numeric).max()
    yield laws.Finding(bool(off <= 1e-6), "Gamma is as the finite differences of f")


def _bias_laws(bias):
    """At twice the rates and four times the accelerations everything goes twice as fast."""
    letters = {x: sp.Symbol(x.name) for x in bias.free_symbols}
    bias = bias.xreplace(letters)
    u_1, u_2, dh, ddh = map(sp.Symbol, ("u_1", "u_2", "dh", "ddh"))
    faster = bias.subs({u_1: 2 * u_1, u_2: 2 * u_2, dh: 2 * dh, ddh: 4 * ddh},
                       simultaneous=True)
    yield laws.same(faster, 4 * bias, "arm and line twice as fast: four times as much")


def _held_laws(ddq, own):
    """At rest on the line; what follows from a wrong reaction leaves it, and is no fault here."""
    p, N, ddq = own["variant"]["arm"], own.get("reaction"), np.array(ddq, float).ravel()
    stays = abs(_second(p, ddq)) <= 0.02
    if not stays and laws.same(N, N):
        pushed = np.array(p["A"]) @ ddq + p["b"] - p["Q"]
        rest = pushed - float(np.squeeze(N)) * _slopes(p)
        if np.abs(rest).max() <= 20 * TYPED * np.abs(pushed).max():
            yield laws.Finding(None, "It follows from your reaction, but with it the tip leaves "
                                     "the line: look at the reaction again.")
            return
    yield laws.Finding(bool(stays), "the tip stays on the line: f'' is zero")


def _slopes(p):
    """Gamma of the two-link arm, by differences."""
    return np.array([laws.rate(lambda q: np.array(p["l"]) @ np.sin(
        np.cumsum(q) - np.radians(p["theta"])), np.radians(p["q"]), one) for one in np.eye(2)])


def _gains_laws(gains, own):
    for G1 in gains[1:]:
        roots = np.roots([1, G1, gains[0]])
        yield laws.Finding(bool(roots.real.max() < 0), "an error dies out")


def _control_laws(Q, own):
    """The error equation with the student's own gains."""
    gains = own.get("gains")
    if not laws.same(gains, gains):
        yield laws.Finding(None, "Check gains first: the error equation needs them.")
        return
    p, (G0, G1, _) = own["variant"]["arm"], np.array(gains, float).ravel()
    ddq = np.linalg.solve(p["A"], np.array(Q, float).ravel() - p["b"])
    left = _second(p, ddq) + G1 * p["df"] + G0 * p["f"]
    yield laws.Finding(bool(abs(left) <= 0.02 * max(1, abs(G1 * p["df"]), abs(G0 * p["f"]))),
                       "f'' + G1 f' + G0 f is zero, with your own gains")


def _linear_laws(answer):
    letters = {x.name: sp.Symbol(x.name) for x in answer.free_symbols}
    answer = sp.Matrix(answer).xreplace({x: letters[x.name] for x in answer.free_symbols})
    rest = answer.subs({sp.Symbol(x): 0 for x in ("u_1", "u_2", "w_1", "w_2")})
    yield laws.same(rest[:, :2], sp.zeros(2, 2), "at rest b does not depend on the rates at first")
    yield laws.same(rest[:, 2:], rest[:, 2:].T, "held still, C is the slope of a slope: symmetric")


def _polar_drives(p, q, dq):
    """Q of the polar arm at the programmed accelerations."""
    m, (w_1, w_2) = p["m"], p["ddq"]
    return np.array([(p["J"] + m * q[1]**2) * w_1 + 2 * m * q[1] * dq[0] * dq[1]
                     + 9.81 * m * q[1] * np.cos(q[0]),
                     m * w_2 - m * q[1] * dq[0]**2 + 9.81 * m * np.sin(q[0])])


def _feedback_laws(K, own):
    """The closed loop, linearised by differences, has the roots asked for."""
    p = own["variant"]["polar"]
    q, dq = np.array([np.radians(p["q_1"]), p["q_2"]]), np.array(p["dq"], float)
    B = np.array([laws.rate(lambda x: _polar_drives(p, q, x), dq, one) for one in np.eye(2)]).T
    C = np.array([laws.rate(lambda x: _polar_drives(p, x, dq), q, one) for one in np.eye(2)]).T
    A = np.diag([p["J"] + p["m"] * p["q_2"]**2, p["m"]])
    loop = np.block([[np.zeros((2, 2)), np.eye(2)],
                     [-np.linalg.solve(A, C + K[:, :2]), -np.linalg.solve(A, B + K[:, 2:])]])
    asked = np.poly(np.concatenate([np.roots([1, G1, G0]) for G0, G1 in zip(p["G0"], p["G1"])]))
    off = np.abs(np.poly(loop) / asked.real - 1).max()
    yield laws.Finding(bool(off <= 5 * TYPED), "the closed loop has the roots asked for")


CHECKS = {
    "L_32": Check(function_laws=_L_laws),
    "l_3": Check(function_laws=_l_laws),
    "slope_of": Check(function_laws=_slope_laws, visible=(Case((seen(4), 4, 1, 3)),)),
    "frozen": Check(function_laws=_frozen_laws, visible=(Case((*LINKS, PLACE[:3], 2)),)),
    "slopes": Check(symbolic_laws=_slopes_laws),
    "bias": Check(symbolic_laws=_bias_laws),
    "held_ddq": Check(function_laws=_held_laws),
    "gains": Check(function_laws=_gains_laws),
    "control": Check(function_laws=_control_laws),
    "linear": Check(symbolic_laws=_linear_laws),
    "feedback": Check(function_laws=_feedback_laws),
}
