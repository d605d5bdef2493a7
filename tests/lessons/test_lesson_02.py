"""Exercises of lesson 2: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import sympy as sp
from derived import Answers, Form

from lessons import checks_02 as checks
from robokit.rotation import lam, tau_x, tau_y, tau_z

QUARTER = np.pi / 2
CAMERA = np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]])
X, Z = tau_x(QUARTER), tau_z(QUARTER)
q, beta, dbeta, dgamma = checks.q, checks.beta, checks.dbeta, checks.dgamma
TAU_01 = sp.Matrix(tau_z(q)) * sp.Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
OMEGA = [-dgamma * sp.sin(beta), dbeta, dgamma * sp.cos(beta)]
BEARING, HEIGHT = checks.true_angles()


def rate_03(now, dq, joints=(1, 2), turned=True, left=False):
    """The derivative of exercise 7, or with a slip."""
    s, omega = checks.ARM.at(now), np.zeros(3)
    for k in joints:
        omega = omega + (s.tau(3, k) if turned else np.eye(3)) @ s.v(k) * dq[k - 1]
    return lam(omega) @ s.tau(0, 3) if left else s.tau(0, 3) @ lam(omega)


RIGHT = [
    (checks.camera, CAMERA), (checks.camera, CAMERA.tolist()),
    (checks.about_y, tau_y), (checks.about_y, lambda b: sp.Matrix(tau_y(b)).tolist()),
    (checks.two_turns, Z @ X), (checks.two_turns, [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    (checks.neighbours, TAU_01), (checks.neighbours, TAU_01.tolist()),
    (checks.slide, BEARING, HEIGHT), (checks.slide, BEARING - np.pi, np.pi - HEIGHT),
    (checks.slide, BEARING + 2 * np.pi, HEIGHT),
    (checks.two_rates, OMEGA), (checks.two_rates, sp.Matrix(OMEGA)),
    (checks.two_rates, [sp.cos(beta + sp.pi / 2) * dgamma, dbeta, dgamma * sp.cos(beta)]),
    (checks.rate_03, rate_03), (checks.rate_03, lambda a, b: checks.ARM.at(a, b).dtau(0, 3))]
SLIPS = [
    (checks.camera, CAMERA.T, "in the rows"), (checks.camera, CAMERA * [1, -1, 1], "with v up"),
    (checks.camera, CAMERA * [1, -1, -1], "w points along x"),
    (checks.camera, np.eye(3), "not that of the camera"),
    (checks.camera, 2 * CAMERA, "not three unit vectors"),
    (checks.about_y, lambda b: tau_y(b).T, "wrong side"), (checks.about_y, tau_x, "about x"),
    (checks.about_y, tau_z, "about z"), (checks.about_y, lambda b: tau_y(np.radians(b)),
                                         "radians already"),
    (checks.about_y, lambda b: np.eye(3), "not of a turn by beta"),
    (checks.about_y, lambda b: b[1], "stops with"),
    (checks.two_turns, X @ Z, "for fixed axes"), (checks.two_turns, (Z @ X).T, "the transpose"),
    (checks.two_turns, Z.T @ X.T, "both turns"), (checks.two_turns, Z @ X.T, "own x' goes"),
    (checks.two_turns, Z, "is missing"), (checks.two_turns, np.eye(3), "not of these turns"),
    (checks.neighbours, TAU_01.T, "tau_10"), (checks.neighbours, tau_z(q), "angle is missing"),
    (checks.neighbours, TAU_01.subs(q, -q), "wrong side"),
    (checks.neighbours, TAU_01 * sp.diag(1, -1, -1), "wrong sign"),
    (checks.neighbours, sp.Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]) * sp.Matrix(tau_z(q)),
     "changed places"), (checks.neighbours, np.eye(3), "not tau_01"),
    (checks.neighbours, TAU_01.subs(q, dbeta), "dbeta is not known"),
    (checks.slide, np.degrees(BEARING), np.degrees(HEIGHT), "in degrees"),
    (checks.slide, HEIGHT, BEARING, "changed places"), (checks.slide, BEARING, -HEIGHT, "down"),
    (checks.slide, -BEARING, HEIGHT, "q_1 has the wrong sign"),
    (checks.slide, BEARING + np.pi, HEIGHT, "opposite side"),
    (checks.slide, 0, 0, "points along (1.00; 0.00; 0.00)"),
    (checks.two_rates, [0, dbeta, 0], "second turn alone"),
    (checks.two_rates, [0, dbeta, dgamma], "yet to be carried"),
    (checks.two_rates, [-OMEGA[0], *OMEGA[1:]], "the sine has the wrong sign"),
    (checks.two_rates, [-x for x in OMEGA], "all signs"),
    (checks.two_rates, [dgamma, dbeta, 0], "does not hold"),
    (checks.rate_03, lambda a, b: np.zeros((3, 3)), "which is zero"),
    (checks.rate_03, lambda a, b: rate_03(a, b, (1,)), "joint 2 is missing"),
    (checks.rate_03, lambda a, b: rate_03(a, b, (2,)), "joint 1 is missing"),
    (checks.rate_03, lambda a, b: rate_03(a, b, turned=False), "carried into frame 3"),
    (checks.rate_03, lambda a, b: rate_03(a, b, left=True), "on the right"),
    (checks.rate_03, lambda a, b: rate_03(a, b, (1, 2, 3)), "joint 3 slides"),
    (checks.rate_03, lambda a, b: -rate_03(a, b), "does not hold")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "02_rotation_matrices", tuple(f"2.{k}" for k in range(1, 9))
    exercises, displays, predictions, questions = 7, 35, 5, 5
