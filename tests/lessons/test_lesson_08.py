"""Exercises of lesson 8: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_08 as checks
from lessons.mass_points import WEIGHT, Points, body, loader, six_points
from robokit import laws
from robokit.inertia import box, point

m, l, g, q, u, w = checks.m, checks.l, checks.g, checks.q, checks.u, checks.w
F_X = m * g * sp.sin(q) - m * l * u**2 / 2
F_Y = m * g * sp.cos(q) + m * l * w / 2
MU = m * l**2 * w / 3 + m * g * l * sp.cos(q) / 2
S, F, MUS = checks.at_rest()
TRUE = MUS[2]
ARM = checks.ARM
# exercise 3 with a pencil, from the digits that the lesson prints
BY_HAND = (np.array([54.8, -34.4, 0]) + np.cross([0.184, 0.208, -0.137], [0, 0, 235.4])
           - np.cross([-0.061, -0.026, 0.036], [0, 0, 157]))


def moment(J, tau, omega, domega, gyro=1, sign=-1, turned=True):
    """The answer to exercise 1, or with a slip."""
    J = tau @ J @ tau.T if turned else J
    return sign * (J @ domega + gyro * np.cross(omega, J @ omega))


def drive(made):
    """The answer to exercise 4 with a slip of the catalogue."""
    return lambda q, dq, ddq, i: checks.drive(ARM.at(q, dq, ddq), i, made)


RIGHT = [
    (checks.inertia_moment, moment),
    (checks.inertia_moment, lambda *given: moment(*given).tolist()),
    (checks.rod_reaction, [F_X, F_Y, MU]), (checks.rod_reaction, sp.Matrix([F_X, F_Y, MU])),
    (checks.rod_reaction, [F_X, F_Y, m * l**2 / 12 * w + l / 2 * F_Y]),
    (checks.bearings, 3, TRUE), (checks.bearings, 3.0, TRUE.round(1).tolist()),
    (checks.bearings, 3, BY_HAND), (checks.bearings, 3, BY_HAND.round(1).tolist()),
    (checks.one_drive, drive("")), (checks.one_drive, lambda q, dq, ddq, i: ARM.inverse_dynamics(
        q, dq, ddq, WEIGHT)[i - 1]),
    (checks.other_times, 284.3, 208), (checks.other_times, np.float64(284.1), 207.9),
    (checks.balanced, 40, 0.3, 1.9), (checks.balanced, 36, 0.36, 1.88)]
SLIPS = [
    (checks.inertia_moment, lambda *given: moment(*given, sign=1), "the sign"),
    (checks.inertia_moment, lambda *given: moment(*given, gyro=0), "term is missing"),
    (checks.inertia_moment, lambda *given: moment(*given, gyro=2), "counted twice"),
    (checks.inertia_moment, lambda *given: moment(*given, gyro=-1), "wrong sign"),
    (checks.inertia_moment, lambda *given: moment(*given, turned=False), "not turned"),
    (checks.inertia_moment, lambda J, tau, a, b: moment(tau @ J, tau, a, b, turned=False),
     "no tensor"),
    (checks.inertia_moment, lambda J, tau, a, b: moment(J, tau.T, a, b), "wrong way"),
    (checks.inertia_moment, lambda J, tau, a, b: tau.T @ moment(J, tau, a, b), "axes of the link"),
    (checks.inertia_moment, lambda *given: np.zeros(3), "does not hold"),
    (checks.rod_reaction, [F_X - 2 * m * g * sp.sin(q), F_Y - 2 * m * g * sp.cos(q),
                           MU - m * g * l * sp.cos(q)], "holds it up"),
    (checks.rod_reaction, [x.subs(g, 0) for x in (F_X, F_Y, MU)], "weight is missing"),
    (checks.rod_reaction, [F_X + m * l * u**2, F_Y, MU], "points to the joint"),
    (checks.rod_reaction, [F_X.subs(u, 0), F_Y, MU], "centripetal"),
    (checks.rod_reaction, [m * g * sp.sin(q) - m * l * u**2, m * g * sp.cos(q) + m * l * w,
                           m * l**2 * w + m * g * l * sp.cos(q)], "of the tip"),
    (checks.rod_reaction, [F_X, F_Y, l / 2 * F_Y], "J domega is missing"),
    (checks.rod_reaction, [F_X, F_Y, m * l**2 * w / 3 + l / 2 * F_Y], "once more"),
    (checks.rod_reaction, [F_X, F_Y, m * l**2 * w / 12], "lacks the moment"),
    (checks.rod_reaction, [F_X * sp.cos(q) - F_Y * sp.sin(q),
                           F_X * sp.sin(q) + F_Y * sp.cos(q), MU], "frame 1 is asked for"),
    (checks.rod_reaction, [F_Y, F_X, MU], "changed places"),
    (checks.rod_reaction, [-F_X, -F_Y, -MU], "does to the base"),
    (checks.rod_reaction, [0, 0, 0], "does not hold"),
    (checks.rod_reaction, [F_X, F_Y, MU * sp.Symbol("k")], "k is not known"),
    (checks.bearings, 1, TRUE, "row 1 is right"), (checks.bearings, 2, TRUE, "row 2 is right"),
    (checks.bearings, 4, TRUE, "row 4 is right"), (checks.bearings, 5, TRUE, "number of a joint"),
    (checks.bearings, 3, checks.handed_in()[1][2], "as the student"),
    (checks.bearings, 3, -TRUE, "does to link 2"),
    (checks.bearings, 3, TRUE - np.cross(S.t(3, ARM.r[2]) - S.t(2), F[2]), "about the mass centre"),
    (checks.bearings, 3, TRUE - MUS[3], "mu_4, is missing"),
    (checks.bearings, 3, np.cross(S.t(3, ARM.r[2]) - S.t(2), F[2] - F[3]), "link 3 alone"),
    (checks.bearings, 3, TRUE + np.cross(S.t(3, ARM.r[2]) - S.t(3), F[3]), "moment of f_4"),
    (checks.bearings, 3, S.tau(3, 0) @ TRUE, "axes of frame 3"),
    (checks.bearings, 3, np.zeros(3), "another one"),
    (checks.bearings, 3, TRUE + [0.5, 0, 0], "another one"),
    (checks.one_drive, drive("gravity"), "points upwards"),
    (checks.one_drive, drive("weight"), "weights are missing"),
    (checks.one_drive, drive("gyro"), "would not have seen it"),
    (checks.one_drive, drive("turned"), "not turned into frame 0"),
    (checks.one_drive, drive("rest"), "at rest"), (checks.one_drive, drive("origin"), "dV and D"),
    (checks.one_drive, drive("arm"), "D is still"), (checks.one_drive, drive("own"), "only link i"),
    (checks.one_drive, drive("range"), "from 1 to i"),
    (checks.one_drive, drive("minus"), "all signs"),
    (checks.one_drive, lambda *_: 0, "gives other drives"),
    (checks.one_drive, lambda q, dq, ddq, i: q[9], "stops with"),
    (checks.other_times, 446.4, 111.6, "take them off"),
    (checks.other_times, 893, 55.8, "only for what is above"),
    (checks.other_times, 243.6, 213.1, "goes with the square"),
    (checks.other_times, 208, 284.3, "changed places"),
    (checks.other_times, 81.4, 5.1, "added again"),
    (checks.other_times, 223.2, 223.2, "however fast"), (checks.other_times, 0, 0, "a part that"),
    (checks.balanced, 50, 0.3, 1.9, "lies outside"), (checks.balanced, 40, 0.3, 2.0, "no longer"),
    (checks.balanced, 40, 0.3, 1.7, "too fast for the slide"),
    (checks.balanced, 30, 0, 1.9, "takes nothing off"),
    (checks.balanced, 20, 0.3, 1.9, "still reaches"),
    (checks.balanced, 40, 0.5, 1.9, "swing the counterweight")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "08_forces", tuple(f"8.{k}" for k in range(1, 11))
    exercises, displays, predictions, questions = 6, 45, 6, 5


# -- mass points: the second way is a way of its own -----------------------------------------------
def test_six_points_have_mass_centre_and_tensor_of_any_body():
    lump = box(2, (0.3, 0.5, 0.9), r=(0.1, -0.2, 0.3)) + point(0.7, (0.4, 0.1, -0.2))
    arms = six_points(lump)
    np.testing.assert_allclose(arms.mean(0), lump.r, atol=1e-14)
    arms = arms - lump.r
    J = lump.m / 6 * sum(x @ x * np.eye(3) - np.outer(x, x) for x in arms)
    np.testing.assert_allclose(J, lump.J, atol=1e-14)


def test_points_obey_the_change_of_their_own_momentum():
    """Sums over the points against differences of places, which know no acceleration."""
    now, _, _ = checks.moving()
    q_0, dq_0, ddq_0 = now
    points, step = Points(ARM, *now), 1e-4
    def momentum(t):
        later = q_0 + t * dq_0 + t**2 / 2 * ddq_0
        moved = Points(ARM, later, dq_0 + t * ddq_0, ddq_0)
        return np.array([[ARM.m[j - 1] * moved.v[j][1:].mean(0), moved.K(j)] for j in (1, 2, 3, 4)])
    change = (momentum(step) - momentum(-step)) / (2 * step)
    for j in (1, 2, 3, 4):
        np.testing.assert_allclose([-points.F_I(j), -points.M_I(j)], change[j - 1], atol=1e-5)


def test_the_counterweight_is_a_part_of_the_boom():
    heavy = loader(counterweight=point(10, (0, 0, -0.5)))
    assert heavy.m[1] == pytest.approx(ARM.m[1] + 10)
    assert laws.gap(heavy.m[[0, 2, 3]], ARM.m[[0, 2, 3]]) == 0
    whole = body(ARM, 2) + point(10, (0, 0, -0.5))
    np.testing.assert_allclose(heavy.J[1], whole.J, atol=1e-12)


def test_what_the_student_hands_in_escapes_the_laws_of_the_drives():
    """Exercise 3: rows 1 and 3 of the laws hold, the projections too; law 2 alone does not."""
    f, mu = checks.handed_in()
    axes = np.array([S.tau(0, i - 1)[:, 2] for i in (1, 2, 3, 4)])
    drives = np.where(ARM.sigma == 1, (axes * mu).sum(1), (axes * f).sum(1))
    np.testing.assert_allclose(drives, Points(ARM, S.q, 0 * S.q, 0 * S.q, WEIGHT).drives(),
                               atol=1e-9)
    assert np.abs(mu[:, 2]).max() < 1e-12 and np.abs(f[:, :2]).max() < 1e-12
    wrong = [i for i in range(4) if not np.allclose(mu[i], MUS[i])]
    assert wrong == [2]
