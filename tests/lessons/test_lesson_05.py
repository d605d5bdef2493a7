"""Exercises of lesson 5: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_05 as checks
from robokit.rotation import lam

ARM = checks.ARM
a, h, b, c, d, q_1, q_2, q_3 = checks.NAMES
SIN, COS, OUT = sp.sin(q_1), sp.cos(q_1), b + q_2
LAMP = sp.Matrix([[OUT * COS - a * SIN, SIN, 0], [OUT * SIN + a * COS, -COS, 0], [0, 0, 0]])
SLIDE = np.sqrt(0.8**2 - 0.15**2) - 0.4                 # of exercise 6, metres


def omega(s, axis=None, sigma=ARM.sigma, joints=(1, 2, 3)):
    """omega_3 as a sum over joints, with the axis of joint j from axis(j)."""
    axis = axis or (lambda j: s.tau(0, j - 1)[:, 2])
    return sum(axis(j) * sigma[j - 1] * s.dq[j - 1] for j in joints)


def V(s, point, omega=None, push=1.0, end=1, order=1, turned=True):
    """(5.8) for a point of link 3, or with a slip."""
    omega = omega or s.omega
    tau = s.tau if turned else (lambda i, j: np.eye(3))
    total = end * lam(omega(3)) @ tau(0, 3) @ point
    for k in (1, 2, 3):
        total = total + lam(omega(k)) @ tau(0, k) @ s.L(k)
    return order * total + push * s.tau(0, 2) @ s.v(2) * s.dq[1]


def with_column(k, *column):
    changed = LAMP.copy()
    changed[:, k] = sp.Matrix(column)
    return changed


RIGHT = [
    (checks.omega_3, omega), (checks.omega_3, lambda s: s.omega(3).tolist()),
    (checks.omega_3, lambda s: s.C(3) @ s.dq),
    (checks.still_links, 20, 15), (checks.still_links, 20.0, np.array(15)),
    (checks.V_3, V), (checks.V_3, lambda s, p: s.V(3, p)),
    (checks.V_3, lambda s, p: s.D_matrix(3, p) @ s.dq),
    (checks.lamp, LAMP), (checks.lamp, LAMP.tolist()),
    (checks.lamp, [[x.expand() for x in LAMP.row(k)] for k in range(3)]),
    (checks.found_slip, 4, [0, -1, 0]), (checks.found_slip, 4.0, np.array([0, -1.0, 0])),
    (checks.wrist_and_slide, 0.2, SLIDE), (checks.wrist_and_slide, 0.2, 0.3858)]
SLIPS = [
    (checks.omega_3, lambda s: omega(s, lambda j: s.tau(0, j)[:, 2]), "its axis is Z_j"),
    (checks.omega_3, lambda s: omega(s, s.v), "in its own frame"),
    (checks.omega_3, lambda s: omega(s, sigma=[1, 1, 1]), "sigma_j is missing"),
    (checks.omega_3, lambda s: omega(s, joints=[3]), "relative to link 2"),
    (checks.omega_3, lambda s: s.omega(3, 3), "axes of frame 3"),
    (checks.omega_3, lambda s: -omega(s), "opposite sense"),
    (checks.omega_3, lambda s: omega(s, joints=[1]), "does not hold"),
    (checks.still_links, -20, 15, "both joints turn"), (checks.still_links, 0, 15, "hands the"),
    (checks.still_links, 20, -15, "wrong sign"), (checks.still_links, 20, 25, "opposite signs"),
    (checks.still_links, 20, 20, "takes back 5"),
    (checks.still_links, *np.radians([20, 15]), "in radians"),
    (checks.still_links, 20, 3, "does not hold: the links still turn at 0.0 and 12.0"),
    (checks.V_3, lambda s, p: V(s, p, push=0), "is missing, the last sum"),
    (checks.V_3, lambda s, p: V(s, p, push=0) + s.v(2) * s.dq[1], "has yet to be carried"),
    (checks.V_3, lambda s, p: V(s, p, end=0), "the term of the point"),
    (checks.V_3, lambda s, p: V(s, p, lambda k: s.omega(3)), "its own link"),
    (checks.V_3, lambda s, p: V(s, p, lambda k: s.c(k) * s.dq[k - 1]), "the relative angular"),
    (checks.V_3, lambda s, p: V(s, p, turned=False), "the link vectors have yet"),
    (checks.V_3, lambda s, p: V(s, p, order=-1), "wrong order"),
    (checks.V_3, lambda s, p: s.V(3, p, frame=3), "axes of frame 3"),
    (checks.V_3, lambda s, p: V(s, -p), "not the derivative"),
    (checks.lamp, with_column(2, d * SIN, -d * COS, 0), "beyond link 2"),
    (checks.lamp, with_column(0, OUT * COS, OUT * SIN, 0), "the offset a"),
    (checks.lamp, with_column(0, *LAMP[:, 0].subs(b, 0)), "the length b"),
    (checks.lamp, with_column(0, *-LAMP[:, 0]), "R x c"),
    (checks.lamp, with_column(1, 0, 0, 0), "D_22 is its unit vector"),
    (checks.lamp, with_column(1, -SIN, COS, 0), "runs in"),
    (checks.lamp, with_column(1, -COS, -SIN, 0), "this is Z_2"),
    (checks.lamp, [[-a, 1, 0], [0, 0, 0], [-OUT, 0, 0]], "axes of frame 2"),
    (checks.lamp, LAMP.T, "changed places"), (checks.lamp, sp.zeros(3), "joint 1 alone"),
    (checks.lamp, with_column(1, 0, 0, 1), "joint 2 alone"),
    (checks.lamp, with_column(0, sp.Symbol("z"), 0, 0), "z is not known"),
    (checks.found_slip, 1, [0, -1, 0], "line 1 is right"),
    (checks.found_slip, 2, [0, -1, 0], "line 2 is right"),
    (checks.found_slip, 3, [0, -1, 0], "line 3 is right"),
    (checks.found_slip, 5, [0, -1, 0], "line 5 is right"),
    (checks.found_slip, 6, [0, -1, 0], "number of a line"),
    (checks.found_slip, 4, [0, 0, 0], "as the student"),
    (checks.found_slip, 4, [0, 1, 0], "run in"), (checks.found_slip, 4, [-1, 0, 0], "this is Z_2"),
    (checks.found_slip, 4, [0, 0, 1], "this is Z_0"),
    (checks.found_slip, 4, [0, -0.5, 0.25], "the lever arm itself"),
    (checks.found_slip, 4, [1, 1, 1], "a part D^V too"),
    (checks.wrist_and_slide, 0.1, SLIDE, "twice the speed"),
    (checks.wrist_and_slide, 0.2, 0.4, "the offset a of the column"),
    (checks.wrist_and_slide, 0.2, SLIDE - 0.1, "only c cos q_3"),
    (checks.wrist_and_slide, 0.2, 0.137584, "length of the lever arm"),
    (checks.wrist_and_slide, 0.2, 0.1, "does not hold: the column"),
    (checks.wrist_and_slide, 0.3, SLIDE, "the wrist moves"),
    (checks.wrist_and_slide, 0.2, -1.186, "cannot be built")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "05_velocities", tuple(f"5.{k}" for k in range(1, 18))
    exercises, displays, predictions, questions = 6, 55, 8, 4


# -- what the exercises take for true, from positions ------------------------------------------
def test_the_lamp_moves_as_its_columns_say():
    """Differentiate the place of the lamp, which is found without any velocity."""
    x, z = sp.Matrix([COS, SIN, 0]), sp.Matrix([SIN, -COS, 0])
    place = a * x + OUT * z + sp.Matrix([0, 0, h - d])
    assert sp.simplify(place.jacobian([q_1, q_2, q_3]) - LAMP) == sp.zeros(3)


def test_the_students_other_lines_are_right():
    s = ARM.at([0, 0.2, np.pi / 2])
    np.testing.assert_allclose(s.C(3).T, [[0, 0, 1], [0, 0, 0], [-1, 0, 0]], atol=1e-12)
    np.testing.assert_allclose([s.R(3, j) for j in (1, 2, 3)], [
        [0.15, -0.5, 0.65], [0, -0.5, 0.25], [0, 0, 0.25]], atol=1e-12)
    np.testing.assert_allclose(s.D_matrix(3).T, [[0.5, 0.15, 0], [0, -1, 0], [0, 0.25, 0]],
                               atol=1e-12)


@pytest.mark.parametrize("rates, link", [([0, 20, 20, 0, 0, 0], 3), ([0, 20, 5, 0, 15, 0], 5)])
def test_the_links_of_exercise_2_stand_still(rates, link):
    from robokit import kawasaki
    s = kawasaki.fs20n().at(np.zeros(6), rates)
    np.testing.assert_allclose(s.omega(link), np.zeros(3), atol=1e-12)
