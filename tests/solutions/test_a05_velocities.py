"""Assignment 5: the truth against first principles."""

import numpy as np
import pytest
import sympy as sp
from dealt import Sets

from autograde.judging.judge import Judge
from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from autograde.runner.encode import encode
from solutions.a05_velocities import tasks as a05_velocities
from solutions.a05_velocities.examples import HOME, motion, some_chain, state, walk

ASSIGNMENT = book()["a05_velocities"]
TRUTH = ASSIGNMENT.truth
VARIANTS = Sets(ASSIGNMENT.name)


# -- the truth: single motions, differentiated ------------------------------------------------
@pytest.mark.parametrize("seed", range(5))
def test_velocities_are_difference_quotients(seed):
    chain, dq, point = some_chain(seed)
    s, sigma = state(TRUTH, chain), chain[2]
    for i in range(1, 6):
        omega, V, T = motion(chain, dq, i, point)
        assert TRUTH.omega(s, sigma, dq, i, 0) == pytest.approx(omega, abs=1e-7)
        assert TRUTH.omega(s, sigma, dq, i) == pytest.approx(T.T @ omega, abs=1e-7)
        assert TRUTH.velocity(s, sigma, dq, i, point) == pytest.approx(V, abs=1e-7)
        assert TRUTH.velocity_own(s, sigma, dq, i, point) == pytest.approx(T.T @ V, abs=1e-7)
        before, _, _ = motion(chain, dq, i - 1, point)
        assert TRUTH.relative_omega(s, sigma, dq, i) == pytest.approx(T.T @ (omega - before),
                                                                      abs=1e-7)
        for j in range(1, 6):
            turned, moved, _ = motion(chain, np.eye(5)[j - 1], i, point)
            assert TRUTH.column(s, sigma, i, j, point) == pytest.approx(
                np.concatenate([turned, moved]), abs=1e-7)
        j = min(i, 3)
        assert TRUTH.arm(s, i, j, point) == pytest.approx(
            walk(*chain, i, point)[1] - walk(*chain, j - 1, 0 * point)[1])


def test_the_spherical_arm_is_the_one_described():
    q_1, q_2, q_3, h, a = 0.4, 0.7, 0.2, 0.9, 0.5
    q = sp.symbols("q_1:4")
    reach = a + q[2]
    tip = sp.Matrix([reach * sp.cos(q[1]) * sp.cos(q[0]), reach * sp.cos(q[1]) * sp.sin(q[0]),
                     h + reach * sp.sin(q[1])])
    D = np.array(tip.jacobian(q).subs(dict(zip(q, (q_1, q_2, q_3)))), float)
    assert a05_velocities.polar(TRUTH, {}, q_1, q_2, q_3, h, a) == pytest.approx(D)


def test_the_kawasaki_at_home():
    L = HOME
    angles = np.radians([(180, 0, 0), (180, -90, 0), (180, 0, 0), (0, 90, 0), (0, -90, 0),
                         (180, 90, 0), (0, 0, 0)])
    l = np.array([(0, 0, 0), (0, L["L_1"], 0), (L["L_2"], 0, 0), (0, L["L_3"], 0),
                  (L["L_4"], 0, 0), (0, 0, L["L_5"]), (0, 0, L["L_6"])])
    chain = angles, l, np.ones(7), np.zeros(7)
    columns = [motion(chain, rates, 7, np.zeros(3))[1] for rates in np.eye(7)[1:]]
    assert TRUTH.home_jacobian(**L) == pytest.approx(np.column_stack(columns), abs=1e-8)


@pytest.mark.parametrize("number", range(3))
def test_the_printed_gap_is_what_printed_rates_add(number):
    """(5.9) with dq_k less (5.9) with dq_j: the double sum of their differences."""
    v = VARIANTS[number]
    s, dq = a05_velocities.own_chain(TRUTH, v), v["dq"]
    too_much = sum(np.cross(s.tau(0, j - 1)[:, 2] * v["sigma"][j - 1], s.tau(0, k) @ s.L(k))
                   * (dq[k - 1] - dq[j - 1]) for k in (1, 2, 3) for j in range(1, k + 1))
    assert ASSIGNMENT["printed_gap"].reference(TRUTH, v) == pytest.approx(too_much)
    assert np.abs(too_much).max() > 0.02, "what is wrong must be seen"


def test_follow_through_goes_on_from_own_values():
    v, (task, shift) = VARIANTS[0], (ASSIGNMENT, np.array([0.1, -0.2, 0.3]))
    for name in ("omega", "column", "velocity", "velocity_own", "printed_gap"):
        for own in task[name].own:
            right = task[own].reference(TRUTH, v)
            follow = task[name].follow
            assert follow(TRUTH, v, **{own: right}) == pytest.approx(
                task[name].reference(TRUTH, v)), (name, own)
            assert np.abs(follow(TRUTH, v, **{own: right + shift})
                          - task[name].reference(TRUTH, v)).max() > 1e-3, (name, own)


def test_a_column_whose_first_axis_alone_is_wrong_is_not_right():
    """X_0 in the place of Z_0, which no column of another joint shows."""
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "ivanova", b"a course secret for tests only")
    task, axis = ASSIGNMENT["jacobian_column"], np.array([1.0, 0, 0])

    def wrong(angles, l, sigma, q, i, j, point):
        if j > 1:
            return task.reference(TRUTH, {}, angles, l, sigma, q, i, j, point)
        R = walk(angles, l, sigma, q, i, point)[1]
        return np.r_[axis, np.cross(axis, R)] if sigma[0] else np.r_[0 * axis, axis]
    values = [encode(wrong(*case.inputs)) for case in judge.cases[task.id]]
    asked = {"type": task.kind.ask, "shape": [], "symbols": []}
    found = {v.task: v for v in judge.verdicts({task.id: asked}, {task.id: values})}[task.id]
    assert found.rule != "right" and 0 < found.points < found.of


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("relative_omega", {"angles_deg": [[0, 0, 0]] * 3}),        # all axes parallel
    ("omega", {"dq": [0.5, 0.0, 0.7]}),                         # a slide that stands still
    ("lever", {"l": [[0.3, 0.2, 0.4], [0.3, 0.1, 0.2], [0, 0, 0]]}),
    ("velocity", {"dq": [0.0, 0.5, 0.0]}),                      # nothing turns
    ("velocity_own", {"dq": [0.0, 0.5, 0.0]})])                 # both derivatives agree
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], VARIANTS[0], [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], VARIANTS[0] | changes, [Case(())]) != []
