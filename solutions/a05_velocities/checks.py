"""What answers of assignment 5 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import laws
from robokit.rotation import lam

from ..shared.checks import POINT, RATES, VISIBLE, L, visible_chain

LAST = 3                                    # the link that the student's own numbers ask about


def _called(f, *args):
    """The student's function with copies of its arguments, as three or six numbers."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    return np.array(f(*copies), float).reshape(-1)


def _size_law(size, text):
    """The answer has the length of something that the student knows."""
    def law(answer, own):
        length = size(own["variant"])
        fits = abs(np.linalg.norm(answer) - length) <= 2 * TYPED * max(1, length)
        yield laws.Finding(bool(fits), text)
    return law


def _column_laws(column, own):
    """A point moves at right angles to its lever arm."""
    lever = own.get("lever")
    if not laws.same(lever, lever):
        yield laws.Finding(None, "Check lever first: the two have something in common.")
    else:
        lean = abs(np.array(lever, float).reshape(3) @ column)
        yield laws.Finding(bool(lean <= 2 * TYPED), "D_33 is at right angles to your lever arm")


def _velocity_own_laws(V, own):
    other = own.get("velocity")
    if not laws.same_length(other, other):
        yield laws.Finding(None, "Check velocity first: the two have something in common.")
    else:
        length = np.linalg.norm(np.array(other, float))
        yield laws.Finding(bool(abs(np.linalg.norm(V) - length) <= 2 * TYPED * max(1, length)),
                           "it is as long as your velocity in frame 0")


def _chain_omega_laws(chain_omega, own):
    """lam(omega) tau_0i is the rate of tau_0i, (2.7)."""
    robot, q = visible_chain()
    for i in (1, 3):
        yield laws.derivative(
            lambda x: robot.at(x).tau(0, i),
            lambda x, dx: lam(_called(chain_omega, robot.angles, robot.sigma, x, dx, i))
            @ robot.at(x).tau(0, i), q, RATES)


def _jacobian_column_laws(jacobian_column, own):
    """Columns times rates: both halves against finite differences."""
    robot, q = visible_chain()

    def rates(x, dx, i):
        return sum(_called(jacobian_column, robot.angles, robot.l, robot.sigma, x, i, j, POINT)
                   * dx[j - 1] for j in (1, 2, 3))
    for i in (2, 3):
        yield laws.derivative(lambda x: robot.at(x).tau(0, i),
                              lambda x, dx: lam(rates(x, dx, i)[:3]) @ robot.at(x).tau(0, i),
                              q, RATES)
        yield laws.derivative(lambda x: robot.at(x).t(i, POINT),
                              lambda x, dx: rates(x, dx, i)[3:], q, RATES)


def _chain_velocity_laws(chain_velocity, own):
    """Turned into frame 0 it is the rate of the point's position."""
    robot, q = visible_chain()
    for i in (2, 3):
        yield laws.derivative(
            lambda x: robot.at(x).t(i, POINT),
            lambda x, dx: robot.at(x).tau(0, i) @ _called(
                chain_velocity, robot.angles, robot.l, robot.sigma, x, dx, i, POINT), q, RATES)


def _polar_laws(D):
    """Columns are derivatives of one position by q_j: mixed derivatives agree."""
    D = D.xreplace({x: sp.Symbol(x.name) for x in D.free_symbols})
    q = sp.symbols("q_1:4")
    return [laws.same(D[:, j].diff(q[k]), D[:, k].diff(q[j]),
                      laws.Finding(None, "column {j} by q_{k} is column {k} by q_{j}", j=j + 1,
                                   k=k + 1))
            for j, k in ((0, 1), (0, 2), (1, 2))]


def _home_laws(D):
    """Joints 2 and 3 have opposite axes: turning alike they carry the forearm unturned."""
    beyond = {sp.Symbol(name) for name in ("L_4", "L_5", "L_6")}
    D = D.xreplace({x: sp.Symbol(x.name) for x in D.free_symbols})
    together = D[:, 1] + D[:, 2]
    slopes = [entry.diff(x).subs(dict.fromkeys(entry.free_symbols, 0.7))
              for entry in together for x in beyond]
    return [laws.Finding(all(abs(slope) < 1e-9 for slope in slopes),
                         "the sum of columns 2 and 3 holds no L_4, L_5, L_6")]


def _of_point(v):
    """|R_33|: a turn changes no length, and joint 3 has no slide."""
    return np.linalg.norm(np.array(v["point"]) + np.array(v["l"][LAST - 1]))


CHECKS = {
    "relative_omega": Check(
        function_laws=_size_law(lambda v: abs(v["dq"][LAST - 1]),
            "it is as long as the rate of joint 3")),
    "lever": Check(
        function_laws=_size_law(_of_point, "turning changes no length: it is as long as "
            "the sum of point and link vector")),
    "column": Check(function_laws=_column_laws),
    "velocity_own": Check(function_laws=_velocity_own_laws),
    "chain_omega": Check(
        function_laws=_chain_omega_laws,
        visible=tuple(Case((*VISIBLE, RATES, i)) for i in (1, 3))),
    "jacobian_column": Check(
        function_laws=_jacobian_column_laws,
        visible=tuple(Case((angles, L, sigma, q, 3, j, POINT))
            for angles, sigma, q in [VISIBLE] for j in (1, 2))),
    "chain_velocity": Check(
        function_laws=_chain_velocity_laws,
        visible=tuple(Case((angles, L, sigma, q, RATES, i, POINT))
            for angles, sigma, q in [VISIBLE] for i in (2, 3))),
    "polar_jacobian": Check(symbolic_laws=_polar_laws),
    "home_jacobian": Check(symbolic_laws=_home_laws),
}
