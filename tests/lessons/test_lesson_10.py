"""Exercises of lesson 10: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_10 as checks
from lessons.tools import odd_arm
from robokit import Loads, Mechanism, screws
from robokit.rotation import lam

q_1, a, h = checks.q_1, checks.a, checks.h
S, C = sp.sin(q_1), sp.cos(q_1)


def screw(axis, point):
    return np.r_[axis, np.cross(point, axis)]


def inertia(m, r, J, steiner=-1.0, side=1.0):
    return np.block([[J + steiner * m * lam(r) @ lam(r), side * m * lam(r)],
                     [-side * m * lam(r), m * np.eye(3)]])


LOAD, MOTION = [0, 20, 0, 10, 0, 0], [0, 3, 0, -6, 0, 0]
AXIS, RATE = [-S, C, 0, -h * C, -h * S, a], [-C, -S, 0, h * S, -h * C, 0]

RIGHT = [
    (checks.screw, screw), (checks.screw, lambda e, p: screws.screw(e, p).tolist()),
    (checks.both_kinds, LOAD, MOTION), (checks.both_kinds, np.array(LOAD, float), tuple(MOTION)),
    (checks.boom_axis, AXIS, RATE), (checks.boom_axis, sp.Matrix(AXIS), sp.Matrix(AXIS).diff(q_1)),
    (checks.inertia, inertia), (checks.inertia, screws.inertia),
    (checks.student, 4, [3, -1, 2]), (checks.student, 4.0, np.array([3, -1, 2.0])),
    (checks.counterweight, 1.5, 0.3, -0.45), (checks.counterweight, 2, -0.4, 0.01875)]
SLIPS = [
    (checks.screw, lambda e, p: np.r_[e, np.cross(e, p)], "wrong sign"),
    (checks.screw, lambda e, p: np.r_[np.cross(p, e), e], "changed places"),
    (checks.screw, lambda e, p: np.r_[e, p], "the point itself"),
    (checks.screw, lambda e, p: np.r_[e, 0, 0, 0], "lower half is missing"),
    (checks.screw, lambda e, p: np.r_[0, 0, 0, e], "a slide"),
    (checks.screw, lambda e, p: np.r_[e, 1, 2, 3], "stand still"),
    (checks.both_kinds, MOTION, LOAD, "changed places"),
    (checks.both_kinds, [0, 0, 0, 10, 0, 0], MOTION, "load: it is carried by H"),
    (checks.both_kinds, [0, -20, 0, 10, 0, 0], MOTION, "load: the origin"),
    (checks.both_kinds, [10, 0, 0, 0, 20, 0], MOTION, "load: the moment stands first"),
    (checks.both_kinds, [1, 0, 0, 0, 0, 0], MOTION, "load: M' ="),
    (checks.both_kinds, LOAD, [0, 3, 0, 0, 0, 0], "screw: it is carried by the coadjoint"),
    (checks.both_kinds, LOAD, [0, 3, 0, 6, 0, 0], "screw: the origin"),
    (checks.both_kinds, LOAD, [-6, 0, 0, 0, 3, 0], "screw: omega stands first"),
    (checks.both_kinds, LOAD, [1, 0, 0, 0, 0, 0], "screw: v' ="),
    (checks.boom_axis, [-S, C, 0, h * C, h * S, -a], RATE, "not e × p"),
    (checks.boom_axis, [-S, C, 0, a * C, a * S, h], RATE, "not the point"),
    (checks.boom_axis, [-S, C, 0, 0, 0, 0], RATE, "through the origin"),
    (checks.boom_axis, [S, C, 0, 0, 0, 0], RATE, "(10.5) with e_2"),
    (checks.boom_axis, AXIS, [-x for x in RATE], "factors have changed places"),
    (checks.boom_axis, AXIS, [*RATE[:3], 0, 0, 0], "the lower half changes"),
    (checks.boom_axis, AXIS, [0, 0, 0, *RATE[3:]], "the direction of the axis changes"),
    (checks.boom_axis, AXIS, AXIS, "s_2 itself"),
    (checks.boom_axis, AXIS, [1, 2, 3, 4, 5, 6], "number by number"),
    (checks.boom_axis, AXIS, [*RATE[:5], sp.Symbol("x")], "x is not known"),
    (checks.inertia, lambda m, r, J: inertia(m, r, J, 0), "Steiner's term is missing"),
    (checks.inertia, lambda m, r, J: inertia(m, r, J, 1), "Steiner's term has the wrong sign"),
    (checks.inertia, lambda m, r, J: inertia(m, r, J, -1, -1), "have the wrong signs"),
    (checks.inertia, lambda m, r, J: inertia(m, r, J, -1, 0), "corner are missing"),
    (checks.inertia, lambda m, r, J: np.roll(inertia(m, r, J), 3, (0, 1)), "halves have changed"),
    (checks.inertia, lambda m, r, J: np.eye(6), "another momentum"),
    (checks.student, 1, [3, -1, 2], "line 1 is right"),
    (checks.student, 2, [3, -1, 2], "line 2 is right"),
    (checks.student, 3, [3, -1, 2], "line 3 is right"),
    (checks.student, 5, [3, -1, 2], "wrong already"),
    (checks.student, 6, [3, -1, 2], "number of a line"),
    (checks.student, 4, [1, -1, 1], "r counts from joint 2"),
    (checks.student, 4, [2, -1, 2], "all three parts"),
    (checks.student, 4, [3, 0, 1], "here v alone"),
    (checks.student, 4, [-1, 2, 1], "belong to line 5"),
    (checks.student, 4, [7, 7, 7], "r = (1, 1)"),
    (checks.counterweight, 5, 0.3, -0.45, "0 to 2.0 kg"),
    (checks.counterweight, 1.5, 0.3, 0.15, "doubles the coupling"),
    (checks.counterweight, 1.5, 0.3, -0.3, "counts from the column"),
    (checks.counterweight, 1.5, 0.1, -0.45, "in the plane of the column"),
    (checks.counterweight, 1, 0.3, -0.3, "67 per cent of the coupling")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "10_screws", tuple(f"10.{k}" for k in range(1, 54))
    exercises, displays, predictions, questions = 6, 72, 6, 5


# -- what the checks rest on ---------------------------------------------------------------------
def with_counterweight(m_c, x_c, y_c):
    """The plain crane with the counterweight as a part of its boom."""
    m, boom, point = checks.BOOM, np.array([checks.REACH, 0, 0]), np.array([x_c, y_c, 0])
    r = (m * boom + m_c * point) / (m + m_c)
    J = np.diag([0.02, 0.09, 0.1]) - sum(w * lam(x - r) @ lam(x - r)
                                        for w, x in ((m, boom), (m_c, point)))
    return Mechanism.from_axes([1, 1], [(0, 0, 0.4), (0, checks.OFFSET, 0)], [np.eye(3)] * 2,
                               [(0, 0, 1), (0, 1, 0)], m=[5, m + m_c], r=[(0, 0, 0.1), r],
                               J=[np.eye(3), J])


@pytest.mark.parametrize("place,frees", [((1.5, 0.3, -0.45), True), ((2, -0.4, 0.01875), True),
                                         ((1.5, 0.3, 0.15), False), ((1.5, 0.1, -0.45), False)])
def test_the_counterweight_frees_the_column_of_a_mechanism(place, frees):
    around = np.stack([np.zeros(25), np.linspace(-np.pi, np.pi, 25)], -1)
    left = np.abs(with_counterweight(*place).A(around)[:, 0, 1]).max()
    assert (left < 1e-9) == frees


def test_six_points_have_the_mass_centre_and_the_tensor():
    m, r, J = 2.5, np.array([0.3, -0.2, 0.5]), np.diag([0.1, 0.2, 0.25])
    points, masses = checks.six_points(m, r, J)
    assert masses.sum() == pytest.approx(m)
    np.testing.assert_allclose(masses @ points / m, r)
    np.testing.assert_allclose(sum(w * lam(x - r).T @ lam(x - r) for w, x in zip(masses, points)),
                               J, atol=1e-12)


def test_the_students_arm():
    """Drives of 3 and 4 N·m, and the mended line, from a mechanism."""
    arm = Mechanism([1, 1], np.zeros((2, 3)), [(1, 0, 0)] * 2, m=[1, 1], r=np.zeros((2, 3)),
                    J=np.zeros((2, 3, 3)))
    s = arm.at([0, np.pi / 2], [2, -1], [0, 0])
    np.testing.assert_allclose(screws.momenta(s)[1, [2, 3, 4]], [3, -1, 2], atol=1e-12)
    np.testing.assert_allclose(s.drives(), [3, 4], atol=1e-12)


# -- pairs with a slide --------------------------------------------------------------------------
@pytest.mark.parametrize("sigma", [(1, 0), (0, 0), (1, 0, 1), (1, 1, 0), (0, 1, 0, 1)])
def test_the_coupling_of_a_slide_is_that_of_the_kinetic_energy(sigma):
    """(10.53) from axes and mass centres, beside A of section 9."""
    robot, n = odd_arm(np.random.default_rng(7), sigma), len(sigma)
    s = robot.at(np.linspace(-0.7, 0.9, n))
    centres = np.array([s.t(k) + s.tau(0, k) @ robot.r[k - 1] for k in range(1, n + 1)])
    axes = [s.tau(0, k)[:, 2] for k in range(n)]
    for j in range(1, n):
        if sigma[j]:
            continue
        m, r = robot.m[j:].sum(), robot.m[j:] @ centres[j:] / robot.m[j:].sum()
        for i in range(j):
            arm = np.cross(r - s.t(i), axes[j]) if sigma[i] else axes[j]
            assert s.A()[i, j] == pytest.approx(m * axes[i] @ arm, abs=1e-12)


@pytest.mark.parametrize("centre", [(0, 0, 0), (0.1, 0.2, 0), (-0.7, 0.4, 0.3)])
def test_no_placement_frees_a_slide_from_a_turn_before_a_parallel_turn(centre):
    """Over a turn of joint 2 a_13 swings by m d either way, wherever the mass centre lies."""
    flat, mass, d = np.zeros((3, 3)), 2.0, 0.5
    robot = Mechanism.from_axes([1, 1, 0], [(0, 0, 0), (d, 0, 0), (0, 0, 0)], [np.eye(3)] * 3,
                                [(0, 0, 1), (0, 0, 1), (1, 0, 0)], m=[1, 1, mass],
                                r=[*flat[:2], centre], J=[np.eye(3)] * 3)
    turn = np.zeros((73, 3))
    turn[:, 1] = np.linspace(-np.pi, np.pi, 73)
    assert np.ptp(robot.A(turn)[:, 0, 2]) / 2 == pytest.approx(mass * d)


def test_loads_reach_a_joint_by_their_power():
    """The drives less those without loads, times the rates, take the power of the loads."""
    robot, rng = odd_arm(np.random.default_rng(8)), np.random.default_rng(9)
    s = robot.at(*rng.uniform(-1, 1, (3, 5)))
    force, moment = rng.normal(size=(2, 5, 3))
    power = sum(force[k - 1] @ s.V(k, robot.r[k - 1]) + moment[k - 1] @ s.omega(k)
                for k in range(1, 6))
    for form in (screws.drives_by_energy, screws.drives, screws.drives_by_velocities,
                 screws.drives_by_rates):
        asked = form(s, Loads(force, moment)) - form(s, Loads())
        assert asked @ s.dq == pytest.approx(-power)
