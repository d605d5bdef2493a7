"""What answers of assignment 7 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws

from ..shared.checks import POINT, RATES, VISIBLE, visible_chain

LAST = 3                                    # the link that the student's own numbers ask about
SECOND = np.array([-0.4, 0.7, 0.5])         # second derivatives of the visible chain


# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
def _called(f, *args):
    """The student's function with copies of its arguments, as three numbers."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    return np.array(f(*copies), float).reshape(-1)


def _lever(v):
    """|R_33|: a turn changes no length, and joint 3 has no slide."""
    return np.linalg.norm(np.array(v["point"]) + np.array(v["l"][LAST - 1]))


def _bounded(size, text):
    """The answer is no longer than something that the student knows."""
    def law(answer, own):
        most = size(own["variant"])
        fits = np.linalg.norm(answer) <= most + 2 * TYPED * max(1, most)
        yield laws.Finding(bool(fits), text)
    return law


def _axis_signal_laws(axis_signal, own):
    """|c_1 x c_3| stands in both: seen from the base it is dq_1 times that, from the link dq_3."""
    other, dq = own.get("axis_rate"), own["variant"]["dq"]
    if not laws.same(other, other):
        yield laws.Finding(None, "Check axis_rate first: the two have something in common.")
    else:
        one, two = (np.linalg.norm(np.array(x, float)) for x in (axis_signal, other))
        yield laws.Finding(bool(abs(one * abs(dq[0]) - two * abs(dq[2])) <= 4 * TYPED),
                           "the axes of joints 1 and 3 turn against each other by one angle: "
                           "lengths are as dq_3 to dq_1 in this answer and axis_rate")


def _acceleration_own_laws(own_axes, own):
    other = own.get("acceleration")
    if not laws.same_length(other, other):
        yield laws.Finding(None, "Check acceleration first: the two have something in common.")
    else:
        length = np.linalg.norm(np.array(other, float))
        yield laws.Finding(bool(abs(np.linalg.norm(own_axes) - length)
                                <= 2 * TYPED * max(1, length)),
                           "it is as long as your acceleration in frame 0")


def _signals_laws(signals, own):
    """Turning axes change the direction of the three numbers, not the speed that they make."""
    other, v = own.get("acceleration_own"), own["variant"]
    if not laws.same_length(other, other):
        yield laws.Finding(None, "Check acceleration_own first: the two have something in common.")
        return
    robot = Mechanism(v["sigma"], np.radians(v["angles_deg"]), v["l"])
    q = np.array([np.radians(x) if turns else x for x, turns in zip(v["q"], v["sigma"])])
    V = robot.at(q).tau(LAST, 0) @ laws.rate(lambda x: robot.at(x).t(LAST, v["point"]), q, v["dq"])
    gain = V @ np.array(other, float).reshape(3)
    yield laws.Finding(bool(abs(V @ signals - gain) <= 8 * TYPED * max(1, abs(gain))),
                       "V times it, the rate of V^2 / 2, is that of your acceleration_own")


def _printed_gap_laws(gap, own):
    dq = own["variant"]["dq"]
    yield laws.Finding(bool(abs(gap[2]) <= 2 * TYPED),
                       "it has no part along Z_0: turns about Z_0 make none")
    yield laws.Finding(bool(np.linalg.norm(gap) <= abs(dq[1]) + 2 * TYPED),
                       "it is no longer than |dq_2|")


def _motion(robot, n):
    """q and dq in one row, as `laws.derivative` moves them."""
    return lambda x: robot.at(x[:n], x[n:])


def _chain_domega_laws(chain_domega, own):
    """It is the rate of the angular velocity of section 5."""
    robot, q = visible_chain()
    at = _motion(robot, 3)
    for i in (2, 3):
        for second in (SECOND, np.zeros(3)):
            yield laws.derivative(
                lambda x: at(x).omega(i),
                lambda x, dx: _called(chain_domega, robot.angles, robot.sigma, x[:3], x[3:],
                                      dx[3:], i), np.r_[q, RATES], np.r_[RATES, second])


def _chain_acceleration_laws(chain_acceleration, own):
    """Turned into frame 0 it is the rate of the velocity of section 5."""
    robot, q = visible_chain()
    at = _motion(robot, 3)
    for i in (2, 3):
        yield laws.derivative(
            lambda x: at(x).V(i, POINT),
            lambda x, dx: robot.at(x[:3]).tau(0, i) @ _called(
                chain_acceleration, robot.angles, robot.l, robot.sigma, x[:3], x[3:], dx[3:], i,
                POINT), np.r_[q, RATES], np.r_[RATES, SECOND])


def _column_rate_laws(column_rate, own):
    """It is the rate of D_ij of section 5."""
    robot, q = visible_chain()
    for i, j in ((2, 1), (3, 1), (3, 2), (3, 3)):
        yield laws.derivative(
            lambda x: robot.at(x).D(i, j, POINT),
            lambda x, dx: _called(column_rate, robot.angles, robot.l, robot.sigma, x, dx, i, j,
                                  POINT), q, RATES)


def _polar_laws(dV):
    """Power, and twice the rates."""
    dV = sp.Matrix(list(dV)).xreplace({x: sp.Symbol(x.name) for x in dV.free_symbols})
    q, u = sp.symbols("q_1:4"), sp.symbols("u_1:4")
    reach = sp.Symbol("a") + q[2]
    V = sp.Matrix([u[2], reach * sp.cos(q[1]) * u[0], reach * u[1]])
    energy = V.dot(V) / 2
    return [laws.same(V.dot(dV), sum(energy.diff(x) * y for x, y in zip(q, u)),
                      "V dV is the rate of V^2 / 2"),
            laws.same(dV.xreplace({x: 2 * x for x in u}), 4 * dV,
                      "twice the rates, four times the acceleration")]


CHECKS = {
    "axis_rate": Check(
        function_laws=_bounded(lambda v: abs(v["dq"][0]), "it is no longer than |dq_1|: "
            "joint 3 does not move its own axis")),
    "domega": Check(
        function_laws=_bounded(lambda v: abs(v["ddq"][0]) + abs(v["ddq"][2])
            + abs(v["dq"][0] * v["dq"][2]),
            "it is no longer than |ddq_1| + |ddq_3| + |dq_1 dq_3|")),
    "axis_signal": Check(function_laws=_axis_signal_laws),
    "pull": Check(
        function_laws=_bounded(lambda v: _lever(v) * v["dq"][2]**2,
            "it is no longer than |R_33| dq_3^2")),
    "coriolis": Check(
        function_laws=_bounded(lambda v: 2 * abs(v["dq"][0] * v["dq"][1]),
            "it is no longer than 2 |dq_1 dq_2|")),
    "gyroscopic": Check(
        function_laws=_bounded(lambda v: 2 * _lever(v) * abs(v["dq"][0] * v["dq"][2]),
            "it is no longer than 2 |R_33| |dq_1 dq_3|")),
    "acceleration_own": Check(function_laws=_acceleration_own_laws),
    "signals": Check(function_laws=_signals_laws),
    "chain_domega": Check(
        function_laws=_chain_domega_laws,
        visible=tuple(Case((*VISIBLE, RATES, SECOND, i)) for i in (1, 3))),
    "column_rate": Check(
        function_laws=_column_rate_laws,
        visible=tuple(Case((angles, np.zeros((3, 3)) + 0.2, sigma, q, RATES, 3, j, POINT))
            for angles, sigma, q in [VISIBLE] for j in (1, 2))),
    "chain_acceleration": Check(
        function_laws=_chain_acceleration_laws,
        visible=tuple(Case((angles, np.zeros((3, 3)) + 0.2, sigma, q, RATES, SECOND, i, POINT))
            for angles, sigma, q in [VISIBLE] for i in (2, 3))),
    "polar_acceleration": Check(symbolic_laws=_polar_laws),
    "printed_gap": Check(function_laws=_printed_gap_laws),
}
