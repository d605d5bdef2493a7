"""Assignment 7: the truth against first principles, and what a student's notebook sees."""

import numpy as np
import pytest
import sympy as sp
from dealt import Sets

from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from solutions.a07_accelerations import tasks as a07_accelerations
from solutions.a07_accelerations.examples import (
    Z,
    axis,
    column,
    derivatives,
    motion,
    moved,
    some_chain,
    state,
    walk,
)

ASSIGNMENT = book()["a07_accelerations"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = Sets(ASSIGNMENT.name)


# -- the truth: single motions, differentiated twice ------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_accelerations_are_second_difference_quotients(seed):
    chain, dq, ddq, point = some_chain(seed)
    s, sigma = state(TRUTH, chain), chain[2]
    for i in range(1, 6):
        _, domega, _, dV, T = motion(chain, dq, ddq, i, point)
        assert TRUTH.domega(s, sigma, dq, ddq, i) == pytest.approx(domega, abs=1e-7)
        assert TRUTH.acceleration(s, sigma, dq, ddq, i, point) == pytest.approx(dV, abs=1e-7)
        assert TRUTH.acceleration_own(s, sigma, dq, ddq, i, point) == pytest.approx(
            T.T @ dV, abs=1e-7)


@pytest.mark.parametrize("seed", range(4))
def test_both_derivatives_of_axes_columns_and_velocities(seed):
    chain, dq, ddq, point = some_chain(seed)
    s, sigma = state(TRUTH, chain), chain[2]

    def later(t):
        return moved(chain, dq * t + ddq * t**2 / 2)

    def on_link(vector, i):
        return derivatives(lambda t: walk(*later(t), i, 0 * Z)[0].T @ vector(t))[1]
    for i, j in ((2, 1), (3, 2), (4, 3), (5, 1), (5, 4), (5, 5)):
        assert TRUTH.axis_rate(s, sigma, dq, j) == pytest.approx(
            derivatives(lambda t: axis(later(t), j))[1], abs=1e-7)
        assert TRUTH.axis_signal(s, sigma, dq, j, i) == pytest.approx(
            on_link(lambda t: axis(later(t), j), i), abs=1e-7)
        assert TRUTH.column_rate(s, sigma, dq, i, j, point) == pytest.approx(
            derivatives(lambda t: column(later(t), i, j, point))[1], abs=1e-7)
        assert TRUTH.signals(s, sigma, dq, ddq, i, point) == pytest.approx(
            on_link(lambda t: motion(later(t), dq + ddq * t, 0 * ddq, i, point)[2], i), abs=1e-7)


@pytest.mark.parametrize("number", range(3))
def test_the_three_parts_are_what_single_rates_and_pairs_make(number):
    v = VARIANTS[number]
    chain = np.radians(v["angles_deg"]), np.array(v["l"]), np.array(v["sigma"]), np.array(
        [np.radians(v["q"][0]), v["q"][1], np.radians(v["q"][2])])
    dq, point, zero = np.array(v["dq"]), np.array(v["point"]), np.zeros(3)

    def coasting(*joints):
        rates = np.where(np.isin([1, 2, 3], joints), dq, 0)
        return motion(chain, rates, zero, 3, point)[3]
    parts = {"pull": coasting(3),
             "coriolis": coasting(1, 2) - coasting(1) + coasting(2, 3) - coasting(3),
             "gyroscopic": coasting(1, 3) - coasting(1) - coasting(3)}
    for task, part in parts.items():
        assert ASSIGNMENT[task].reference(TRUTH, v) == pytest.approx(part, abs=1e-6)
    pushed = motion(chain, zero, np.array(v["ddq"]), 3, point)[3]
    assert ASSIGNMENT["acceleration"].reference(TRUTH, v) == pytest.approx(
        pushed + coasting(1) + sum(parts.values()), abs=1e-6)


@pytest.mark.parametrize("number", range(3))
def test_the_printed_gap_is_the_growing_arm(number):
    """dD_31 with and without the slide's rate: the printed last term leaves out the difference."""
    v = VARIANTS[number]
    chain = np.radians(v["angles_deg"]), np.array(v["l"]), np.array(v["sigma"]), np.array(
        [np.radians(v["q"][0]), v["q"][1], np.radians(v["q"][2])])
    dq, point = np.array(v["dq"]), np.array(v["point"])
    with_slide, without = (derivatives(lambda t: column(moved(chain, rates * t), 3, 1, point))[1]
                           for rates in (dq, dq * [1, 0, 1]))
    gap = ASSIGNMENT["printed_gap"].reference(TRUTH, v)
    assert gap == pytest.approx(without - with_slide, abs=1e-6)
    assert np.abs(gap).max() > 0.02, "what is wrong must be seen"


def test_the_spherical_arm_is_the_one_described():
    q, u, t = sp.symbols("q_1:4"), sp.symbols("u_1:4"), sp.Symbol("t")
    h, a = 0.9, 0.5
    values = dict(zip((*q, *u), (0.4, 0.7, 0.2, 0.8, -0.6, 0.5)))
    reach = a + q[2]
    tip = sp.Matrix([reach * sp.cos(q[1]) * sp.cos(q[0]), reach * sp.cos(q[1]) * sp.sin(q[0]),
                     h + reach * sp.sin(q[1])])
    dV = tip.subs({x: x + y * t for x, y in zip(q, u)}).diff(t, 2).subs(t, 0)
    axes = tip.diff(q[2]), tip.diff(q[0]) / (reach * sp.cos(q[1])), tip.diff(q[1]) / reach
    expected = [float(dV.dot(direction).subs(values)) for direction in axes]
    numbers = {str(x): y for x, y in values.items()}
    assert a07_accelerations.polar(TRUTH, {}, **numbers, h=h, a=a) == pytest.approx(expected)


def test_follow_through_goes_on_from_own_values():
    v, shift = VARIANTS[0], np.array([0.1, -0.2, 0.3])
    followed = [t for t in ASSIGNMENT.tasks if t.own]
    assert {t.id for t in followed} == {"domega", "acceleration", "acceleration_own", "signals",
                                        "printed_gap"}
    for task in followed:
        for own in task.own:
            right = ASSIGNMENT[own].reference(TRUTH, v)
            assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(
                task.reference(TRUTH, v)), (task.id, own)
            assert np.abs(task.follow(TRUTH, v, **{own: right + shift})
                          - task.reference(TRUTH, v)).max() > 1e-3, (task.id, own)


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("axis_rate", {"angles_deg": [[0, 0, 0]] * 3}),             # all axes parallel
    ("domega", {"dq": [0.5, 0.4, 0.0]}),                        # no product of rates is left
    ("axis_signal", {"dq": [0.5, 0.4, 0.0]}),                   # the base keeps its place
    ("pull", {"dq": [0.5, 0.4, 1.0]}),                          # a rate that is its own square
    ("coriolis", {"dq": [0.5, 0.0, 0.7]}),                      # the slide rests
    ("gyroscopic", {"dq": [0.0, 0.5, 0.7]}),
    ("acceleration", {"dq": [0.0, 0.0, 0.0]}),                  # motors only
    ("acceleration_own", {"dq": [0.0, 0.5, 0.0]}),              # both derivatives agree
    ("signals", {"dq": [0.0, 0.5, 0.0]})])
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], VARIANTS[0], [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], VARIANTS[0] | changes, [Case(())]) != []


# -- what the laws of practice expose -----------------------------------------------------------
@pytest.mark.parametrize("task,name", [(t.id, m) for t in ASSIGNMENT.tasks for m in t.mistakes
                                       if t.id in ("chain_domega", "column_rate",
                                                   "chain_acceleration")])
def test_the_laws_of_the_functions_expose_every_slip(task, name):
    task = ASSIGNMENT[task]
    for rules, sound in ((TRUTH, True), (ASSIGNMENT.slipped[name], False)):
        found = CHECKS[task.id].function_laws(lambda *args: task.reference(rules, {}, *args), {})
        assert all(f.holds for f in found) == sound


@pytest.mark.parametrize("number", range(4))
def test_the_laws_of_own_numbers_hold_for_the_truth_and_not_for_others(number):
    v = VARIANTS[number]
    right = {t.id: t.reference(TRUTH, v) for t in ASSIGNMENT.tasks if not t.cases}
    for name, wrong in (("domega", 4.0 * right["domega"] + 9), ("printed_gap", [0.1, 0.2, 0.3]),
                        ("printed_gap", 5.0 * right["printed_gap"]),
                        ("signals", right["signals"] + 0.4),
                        ("signals", ASSIGNMENT.slipped["degrees"].signals(
                            *a07_accelerations._own(ASSIGNMENT.slipped["degrees"], v), 3,
                            np.array(v["point"])))):
        law = CHECKS[name].function_laws
        own = right | {"variant": v}
        assert all(f.holds for f in law(right[name], own)), name
        assert any(f.holds is False for f in law(np.array(wrong, float), own)), name


def test_signals_wait_for_the_acceleration_that_they_are_held_against():
    v = VARIANTS[0]
    found, = CHECKS["signals"].function_laws(np.ones(3), {"variant": v})
    assert found.holds is None and "acceleration_own" in found.text
