"""Exercises of lesson 9: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_09 as checks
from lessons.tools import boom

m_2, l_1, l_2, q_2 = checks.m_2, checks.l_1, checks.l_2, checks.q_2
dq_1, dq_2 = checks.dq_1, checks.dq_2
H = m_2 * l_1 * l_2 * sp.sin(q_2)
B_1 = -H * (2 * dq_1 * dq_2 + dq_2**2)
CORIOLIS = 2 * m_2 * q_2 * dq_1 * dq_2


def coefficient(**how):
    return lambda q, i, j: checks.coefficient(q, i, j, **how)


def accelerations(**how):
    return lambda q, dq, mu: checks.accelerations(q, dq, mu, **how)


def by_robokit(q, dq, mu):
    return boom().forward_dynamics(q, dq, mu, checks.DOWN)


RIGHT = [
    (checks.inertia_coefficient, coefficient()),
    (checks.inertia_coefficient, lambda q, i, j: checks.loader_with_bodies().at(q).a(i, j)),
    (checks.inertia_coefficient, lambda q, i, j: [coefficient()(q, i, j)][0]),
    (checks.two_links, B_1), (checks.two_links, sp.expand(B_1)),
    (checks.two_links, H.diff(q_2).diff(q_2) * dq_2 * (2 * dq_1 + dq_2)),
    (checks.lagrange_lines, 2, CORIOLIS), (checks.lagrange_lines, 2.0, CORIOLIS.diff(q_2) * q_2),
    (checks.twice_as_fast, 80, 24, 50), (checks.twice_as_fast, 80.0, np.float64(24), 50),
    (checks.forward, accelerations()), (checks.forward, by_robokit),
    (checks.forward, lambda *state: by_robokit(*state).tolist()),
    (checks.waiting, 15, -20, 15), (checks.waiting, 20, -10, 20), (checks.waiting, 25, 0, 15)]
SLIPS = [
    (checks.inertia_coefficient, coefficient(first=lambda i, j: i), "before joint j"),
    (checks.inertia_coefficient, coefficient(first=lambda i, j: j), "before joint i"),
    (checks.inertia_coefficient, coefficient(first=lambda i, j: 1), "counted too"),
    (checks.inertia_coefficient, coefficient(turned=False), "has to be turned"),
    (checks.inertia_coefficient, coefficient(centre=False), "belongs to the mass centre"),
    (checks.inertia_coefficient, coefficient(parts="c"), "products of D"),
    (checks.inertia_coefficient, coefficient(parts="D"), "products of c"),
    (checks.inertia_coefficient, coefficient(last_only=True), "last link alone"),
    (checks.inertia_coefficient, lambda q, i, j: i, "is not symmetric"),
    (checks.inertia_coefficient, lambda q, i, j: 7, "not the kinetic energy"),
    (checks.inertia_coefficient, lambda q, i, j: [1, 2], "has the shape"),
    (checks.inertia_coefficient, 3, "needs a function"),
    (checks.two_links, -B_1, "turned round"), (checks.two_links, B_1 / 2, "factor of two"),
    (checks.two_links, -H * (dq_1 * dq_2 + dq_2**2), "stands once"),
    (checks.two_links, -2 * H * dq_1 * dq_2, "centrifugal term of joint 2"),
    (checks.two_links, -H * dq_2**2, "Coriolis term is missing"),
    (checks.two_links, H * dq_1**2, "this is b_2"),
    (checks.two_links, B_1 + H * dq_1**2, "too much"),
    (checks.two_links, B_1 / sp.tan(q_2), "yet to be differentiated"),
    (checks.two_links, m_2, "does not hold"),
    (checks.two_links, sp.Symbol("m_1") * B_1, "m_1 is not known"),
    (checks.lagrange_lines, 1, CORIOLIS, "line 1 is right"),
    (checks.lagrange_lines, 3, CORIOLIS, "line 3 is right"),
    (checks.lagrange_lines, 4, CORIOLIS, "line 4 is right"),
    (checks.lagrange_lines, 5, CORIOLIS, "line 5 follows"),
    (checks.lagrange_lines, 6, CORIOLIS, "number of a line"),
    (checks.lagrange_lines, 2, CORIOLIS / 2, "factor 2"),
    (checks.lagrange_lines, 2, 0, "as the student has it"),
    (checks.lagrange_lines, 2, -CORIOLIS, "opposite one"),
    (checks.lagrange_lines, 2, -m_2 * q_2 * dq_1**2, "this is b_2"),
    (checks.lagrange_lines, 2, 2 * m_2 * q_2 * dq_2, "first rate is missing"),
    (checks.lagrange_lines, 2, m_2, "another one"),
    (checks.twice_as_fast, 40, 24, 50, "time squared"),
    (checks.twice_as_fast, 80, 12, 50, "four times b"),
    (checks.twice_as_fast, 40, 12, 50, "doubled are"),
    (checks.twice_as_fast, 20, 24, 50, "grow too"),
    (checks.twice_as_fast, 80, 24, 200, "do not know"),
    (checks.twice_as_fast, 80, 48, 50, "not three"),
    (checks.twice_as_fast, 5, 1.5, 50, "twice as slow"),
    (checks.twice_as_fast, 9, 9, 9, "differentiate twice"),
    (checks.forward, accelerations(b=0), "b is missing"),
    (checks.forward, accelerations(b=-1), "changes its sign"),
    (checks.forward, accelerations(weights=0), "weights are missing"),
    (checks.forward, accelerations(weights=-1), "weights have the wrong sign"),
    (checks.forward, accelerations(b=-1, weights=-1), "both b and"),
    (checks.forward, accelerations(apart=True), "by itself"),
    (checks.forward, accelerations(solved=False), "yet to be solved"),
    (checks.forward, lambda q, dq, mu: 0 * mu, "does not hold"),
    (checks.forward, lambda q, dq, mu: mu[:1], "has the shape"),
    (checks.forward, lambda q, dq, mu: mu[2], "stops with IndexError"),
    (checks.waiting, 0, -90, 15, "the wrist centre sinks by"),
    (checks.waiting, 0, 0, 15, "too near"),
    (checks.waiting, 15, -20, 0, "bend joint 5"),
    (checks.waiting, 200, 0, 15, "joint 2 is beyond"), (checks.waiting, 15, -20, -60, "falling"),
    (checks.waiting, 0.3, -0.3, 0.3, "not radians")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "09_equations_of_motion", tuple(f"9.{k}" for k in range(1, 6))
    exercises, displays, predictions, questions = 6, 40, 10, 3


@pytest.mark.parametrize("q", checks.POSES)
def test_the_coefficient_of_exercise_1_is_that_of_the_kinetic_energy(q):
    """Positions differentiated: the energy of each link from its own velocities."""
    robot, dq = checks.loader_with_bodies(), np.array([0.8, -0.5, 0.3, 1.1])
    A = np.array([[checks.coefficient(q, i, j) for j in range(1, 5)] for i in range(1, 5)])
    assert abs(dq @ A @ dq / 2 - robot.at(q, dq).kinetic_energy()) < 1e-12


@pytest.mark.parametrize("state", checks.STATES)
def test_the_truth_of_exercise_5_needs_the_given_drives(state):
    q, dq, mu = state
    ddq = checks.accelerations(q, dq, mu)
    np.testing.assert_allclose(boom().inverse_dynamics(q, dq, ddq, checks.DOWN), mu, atol=1e-9)


def test_b_of_exercise_2_has_the_power_that_its_matrix_demands():
    """W of two point masses from their places, by sympy; then half dq dA/dt dq = dq b."""
    q = sp.Matrix([sp.Symbol("q_1", real=True), q_2])
    dq, m_1 = sp.Matrix([dq_1, dq_2]), sp.Symbol("m_1", positive=True)
    elbow = l_1 * sp.Matrix([sp.cos(q[0]), sp.sin(q[0])])
    tip = elbow + l_2 * sp.Matrix([sp.cos(q[0] + q_2), sp.sin(q[0] + q_2)])
    W = sum(m * (x.jacobian(q) * dq).dot(x.jacobian(q) * dq) / 2
            for m, x in ((m_1, elbow), (m_2, tip)))
    momentum = sp.Matrix([W]).jacobian(dq).T
    b = momentum.jacobian(q) * dq - sp.Matrix([W]).jacobian(q).T
    assert sp.simplify(b[0] - B_1) == 0 and sp.simplify(b[1] - H * dq_1**2) == 0
