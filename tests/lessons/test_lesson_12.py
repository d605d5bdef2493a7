"""Exercises of lesson 12: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_12 as checks
from robokit import Mechanism, kawasaki
from robokit import base_parameters as base
from robokit.inertia import box, inertias

a_1, a_2 = checks.a_1, checks.a_2
S_1, m_1, S_2, m_2 = checks.S_1, checks.m_1, checks.S_2, checks.m_2
C, TRUE = checks.matrix(), S_1 + a_1 * (m_1 + m_2)
LENGTHS = [(0.7, 0, 0), (0.5, 0, 0)]


def moved(p, s):
    M = np.eye(4)
    M[:3, 3] = -np.asarray(s)
    return base.ten_parameters(M @ base.pseudo_inertia(p) @ M.T)


def changed(**slip):
    """Another function for exercise 1."""
    return lambda p, s: checks.shifted(p, s, **slip)


def rubbing(first=1, second=-1, spring=1):
    return lambda q, dq: np.column_stack([first * (dq > 0), second * (dq < 0), spring * q])


RIGHT = [
    (checks.moved, moved), (checks.moved, lambda p, s: moved(p, s).tolist()),
    (checks.between, C), (checks.between, C.tolist()),
    (checks.between, np.array(C)),
    (checks.six_lines, 2, TRUE), (checks.six_lines, 2.0, sp.expand(TRUE)),
    (checks.places, 6, 4, 4), (checks.places, 6.0, np.array(4), sp.Integer(4)),
    (checks.rubbing, rubbing()), (checks.rubbing, lambda q, dq: rubbing()(q, dq).tolist()),
    (checks.swinging, 2.2, 4), (checks.swinging, 2.5, 6)]
SLIPS = [
    (checks.moved, lambda p, s: moved(p, -s), "the wrong way"),
    (checks.moved, changed(I=(0, 0)), "the second moments move too"),
    (checks.moved, changed(I=(0, 1)), "from the mass centre"),
    (checks.moved, changed(I=(1, -1)), "wrong sign"),
    (checks.moved, changed(S=0), "S loses m s"),
    (checks.moved, lambda p, s: p, "nothing has moved"),
    (checks.moved, lambda p, s: 2 * p, "write r − s"),
    (checks.between, C.inv(), "the inverse"), (checks.between, C.T, "changed places"),
    (checks.between, checks.matrix(first=(0, 0)), "joint 1 carries link 2"),
    (checks.between, checks.matrix(first=(1, 0)), "in this row too"),
    (checks.between, checks.matrix(second=0), "row 4"),
    (checks.between, checks.matrix((1, a_2), a_1, a_2), "a factor 2"),
    (checks.between, sp.eye(6), "both sets would be one"),
    (checks.between, C + sp.diag(0, 0, 0, 0, 3, 0), "row 5 is the first"),
    (checks.between, sp.eye(6) * sp.Symbol("b"), "b is not known"),
    (checks.six_lines, 1, TRUE, "line 1 is right"), (checks.six_lines, 7, TRUE, "1 to 6"),
    (checks.six_lines, 2, S_1 + a_1 * m_1, "what the student has"),
    (checks.six_lines, 2, S_1 + a_1 * m_1 - a_1 * m_2, "counts double"),
    (checks.six_lines, 2, S_1 + a_1 * m_1 + a_2 * m_2, "the length is a_1"),
    (checks.six_lines, 2, S_1 + a_1 * m_2, "has got lost"),
    (checks.six_lines, 2, TRUE + S_2, "turns with q_2"),
    (checks.six_lines, 2, S_1, "must be a_1 for the kilogram"),
    (checks.places, 6, 6, 4, "no arm about them"), (checks.places, 6, 4, 6, "on the station"),
    (checks.places, 6, 6, 6, "by itself"), (checks.places, 6, 2, 2, "without gravity too"),
    (checks.places, 6, 3, 3, "none of link 1"), (checks.places, 6, 5, 4, "does not count"),
    (checks.places, 20, 20, 20, "elementary"), (checks.places, 5, 4, 4, "has six"),
    (checks.places, 6, 1, 1, "strike out"),
    (checks.rubbing, rubbing(second=1), "drive the joint on"),
    (checks.rubbing, rubbing(spring=-1), "it gives +k q"),
    (checks.rubbing, lambda q, dq: np.column_stack([np.sign(dq), np.sign(dq), q]), "alike"),
    (checks.rubbing, lambda q, dq: np.column_stack([np.maximum(dq, 0), np.minimum(dq, 0), q]),
     "grow with the rate"),
    (checks.rubbing, lambda q, dq: rubbing()(q, dq)[:, [1, 0, 2]], "changed places"),
    (checks.rubbing, lambda q, dq: np.column_stack([dq > 0, -1.0 * (dq < 0), dq]), "spring knows"),
    (checks.rubbing, lambda q, dq: rubbing()(q, dq).T, "shape (3, 40)"),
    (checks.rubbing, rubbing(first=2), "set one number to 1"),
    (checks.swinging, 2.5, 3, "the rate reaches"), (checks.swinging, 1, 2, "the drive must give"),
    (checks.swinging, 1, 4, "too narrow"), (checks.swinging, 2.5, 12, "too slow"),
    (checks.swinging, 3, 4, "up to 2.5 rad")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "12_base_parameters", tuple(str(k) for k in range(1, 19))
    exercises, displays, predictions, questions = 6, 44, 8, 5


@pytest.mark.parametrize("gravity, count", [((-9.81, 0, 0), 6), ((0, 0, -9.81), 4), ((0, 0, 0), 4)])
def test_the_arm_has_as_many_parameters_in_each_place_as_the_exercise_says(gravity, count):
    """By the rank of drives that know no energy."""
    arm = Mechanism([1, 1], np.zeros((2, 3)), LENGTHS)
    states = np.random.default_rng(0).uniform(-2, 2, (3, 60, 2))
    W = base.regressor(arm, *states, gravity).reshape(-1, 20)
    assert np.linalg.matrix_rank(W) == count


def test_the_six_lines_are_the_base_parameters_of_the_arm():
    """The matrix of the exercise leads from the algorithm's set to moments about the joints."""
    arm = Mechanism([1, 1], np.zeros((2, 3)), LENGTHS)
    found = base.base_parameters(arm, (-9.81, 0, 0))
    numbers = np.array(C.subs({a_1: 0.7, a_2: 0.5}), float)
    analytic = numbers @ found.Y
    on_joint_2 = np.zeros(20)
    on_joint_2[9] = 1                                   # a kilogram, as a part of link 1
    other = np.zeros(20)
    other[[10, 16, 19]] = 0.25, -0.5, 1                 # the same, as a part of link 2
    assert np.allclose(analytic @ on_joint_2, [0.49, 0.7, 0, 0, 0, 0])
    assert np.allclose(analytic @ on_joint_2, analytic @ other)


def test_a_narrow_swing_never_parts_inertia_from_weight():
    """However fast: else exercise 6 would have an answer that its solution denies."""
    fast = [checks.experiment(B, T) for B in (0.2, 0.5, 0.8, 1.0) for T in (0.5, 1.0, 2.0, 4.0)]
    assert all(deviation[1] > checks.SURE[1] for deviation, *_ in fast)


BODIES = [box(6, (0.7, 0.1, 0.1), (-0.4, 0.03, 0)), box(3, (0.5, 0.08, 0.08), (-0.3, -0.02, 0))]
BALANCED = [BODIES[0], box(3, (0.5, 0.08, 0.08), (-0.5, 0, 0))]
UP, NOTHING = (-9.81, 0, 0), (0, 0, 0)


@pytest.mark.parametrize("bodies, gravity, seen", [
    (BODIES[:1], UP, 0), (BODIES, UP, 1), (BODIES, NOTHING, 0), (BALANCED, UP, 0)])
def test_the_zero_of_joint_1_is_seen_where_weight_and_coupling_must_agree(bodies, gravity, seen):
    n, h = len(bodies), 1e-5
    arm = Mechanism([1] * n, np.zeros((n, 3)), LENGTHS[:n], **inertias(bodies))
    q, dq, ddq = np.random.default_rng(2).uniform(-2, 2, (3, 100, n))

    def drives(q_1):
        return base.regressor(arm, q + q_1 * np.eye(n)[0], dq, ddq, gravity)
    slope = (drives(h) - drives(-h)) @ base.elementary(arm) / (2 * h)
    W = drives(0).reshape(-1, 10 * n)
    rank = np.linalg.matrix_rank(np.column_stack([W, slope.ravel()]), tol=1e-6)
    assert rank - np.linalg.matrix_rank(W, tol=1e-6) == seen


def test_six_balls_are_a_body_of_any_h_without_negative_eigenvalues():
    half = np.random.default_rng(5).normal(size=(4, 4))
    H = half @ half.T
    m, S = H[3, 3], H[:3, 3]
    squares, axes = np.linalg.eigh(H[:3, :3] - np.outer(S, S) / m)
    arms = np.sqrt(3 * squares / m) * axes
    balls = [np.append(S / m + side * arm, 1) for arm in arms.T for side in (1, -1)]
    assert np.allclose(sum(m / 6 * np.outer(x, x) for x in balls), H)


def test_most_base_parameters_of_the_fs20n_are_zero():
    robot = kawasaki.fs20n(inertias="nominal")
    values = base.base_parameters(robot, (0, 0, 9.81)).of(robot)
    assert (abs(values) < 1e-12).sum() == 21 and len(values) == 36
