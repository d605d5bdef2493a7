"""Assignment 12: the truth against first principles, and what a student's notebook sees."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import goes_on
from dealt import NUMBERS, dealt, numbered

from autograde.judging.task import Case
from autograde.judging.variants import certified_cases, collisions
from autograde.library import book
from robokit import Mechanism
from robokit.base_parameters import pseudo_inertia
from solutions.a12_base_parameters import tasks as a12_base_parameters
from solutions.a12_base_parameters.examples import (
    PARTS,
    POINTS,
    UP,
    missed_drives,
    planar,
    ranks,
    some_chain,
    ten_of,
    work,
)
from solutions.a12_base_parameters.steps import CHOSEN, G

ASSIGNMENT = book()["a12_base_parameters"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = dealt(ASSIGNMENT.name)


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------
@pytest.mark.parametrize("sigma", [(1, 1, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 0, 1)])
def test_the_regressor_gives_the_drives_of_mass_points(sigma):
    assert np.abs(missed_drives(TRUTH, some_chain(sum(sigma), sigma))).max() < 1e-6


def test_the_ten_numbers_are_those_of_mass_points():
    m, r = PARTS.sum(), PARTS @ POINTS / PARTS.sum()
    d = POINTS - r
    J = sum(w * (x @ x * np.eye(3) - np.outer(x, x)) for w, x in zip(PARTS, d))
    assert TRUTH.ten_numbers(m, r, J) == pytest.approx(ten_of(POINTS, PARTS))


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_pendulums_row_base_and_least_mass_are_those_of_points(v):
    q, a = np.radians(v["q_deg"]), v["a"]
    felt = work(planar(POINTS, a), PARTS, q, v["dq"], v["ddq"], UP)[0]
    row, ten = ASSIGNMENT["row"].reference(TRUTH, v), ten_of(POINTS, PARTS)
    assert row @ ten == pytest.approx(felt, abs=1e-6)
    base = TRUTH.pendulum_base(ten, a)
    assert row[CHOSEN] @ base == pytest.approx(felt, abs=1e-6)
    inertia, least = TRUTH.least_mass(base, a)
    assert inertia == pytest.approx(PARTS @ ((POINTS[:, 0] + a)**2 + POINTS[:, 1]**2))
    point = np.array([base[1] / least - a, base[2] / least, 0])      # it is one point then
    assert TRUTH.pendulum_base(ten_of([point], [least]), a) == pytest.approx(base)
    assert least < PARTS.sum()


def test_the_columns_of_the_slide_are_those_of_points():
    task = ASSIGNMENT["slide_columns"]
    for case in task.drawn({}, "points"):
        x = case.inputs
        W = task.truth(TRUTH, {}, case)
        state = [(x["q_1"], x["q_2"]), (x["u_1"], x["u_2"]), (x["e_1"], x["e_2"]), (-x["g"], 0)]
        for y in ((0.3, 0.0), (0.0, 0.4), (0.2, -0.5)):
            felt = work(planar([y], x["a"], slides=True), [1.0], *state)
            spin = np.array([(y[0]**2 + y[1]**2) * x["e_1"], 0])
            assert W @ [*y, 1] + spin == pytest.approx(felt, abs=1e-6)


def test_six_numbers_make_the_drives_of_both_links():
    v = VARIANTS[1]
    a, state = v["a"], [(0.7, 0.4), (1.2, -0.8), (-2.0, 1.5)]
    first, second = ten_of(POINTS, PARTS), ten_of(1.3 * POINTS, PARTS)
    six = TRUTH.slide_base(TRUTH.pendulum_base(first, a), second, a)
    (q_1, q_2), (u_1, u_2), (e_1, e_2) = state
    row = np.append(TRUTH.pendulum_row(a, q_1, u_1, e_1)[CHOSEN], TRUTH.slide_columns(
        q_1, q_2, a, u_1, u_2, e_1, e_2, G)[0])
    felt = (work(planar(POINTS, a), PARTS, q_1, u_1, e_1, UP)
            + work(planar(1.3 * POINTS, a, slides=True), PARTS, *state, UP)[0])
    assert row @ six == pytest.approx(felt[0], abs=1e-6)


@pytest.mark.parametrize("v", VARIANTS[:2])
def test_estimate_and_deviations_are_those_of_repeated_experiments(v):
    data, a = v["data"], v["a"]
    rows, sd = TRUTH.measured_rows(a, data), np.array(data["sd"])
    base = TRUTH.weighted_estimate(a, data)
    rest = (np.array(data["mu"]) - rows @ base) / sd
    assert np.abs((rows / sd[:, None]).T @ rest).max() < 1e-8
    rng = np.random.default_rng(1)
    found = [TRUTH.weighted_estimate(a, data | {"mu": rows @ base + sd * rng.normal(size=12)})
             for _ in range(800)]
    assert np.std(found, axis=0) == pytest.approx(TRUTH.estimate_deviations(a, data), rel=0.12)
    values = [np.linalg.svd(W)[1] for W in (rows, rows / sd[:, None])]
    assert TRUTH.excitation_condition(a, data) == pytest.approx([x[0] / x[-1] for x in values])


def test_the_count_is_the_rank_of_drives():
    for seed in range(2):
        for case in certified_cases(ASSIGNMENT, ASSIGNMENT["base_count"], {}, f"rank {seed}"):
            assert ranks(np.linalg.matrix_rank, case.inputs) == ASSIGNMENT["base_count"].truth(
                TRUTH, {}, case)


def test_a_coarse_tolerance_loses_what_short_lengths_show():
    drawn = [case.inputs for case in ASSIGNMENT["base_count"].drawn({}, "coarse")]
    short = next(given for given in drawn if 0 < abs(given[1]).max() < 1e-3)
    values = ranks(lambda W: np.linalg.svd(W)[1], short)
    lost = ASSIGNMENT.slipped["short_lost"].base_count(*short)
    assert (values > 1e-3 * values[0]).sum() == lost < TRUTH.base_count(*short)


def test_the_misprint_by_lagranges_equation():
    t, a, S = sp.symbols("t a S")
    u = sp.Function("u")(t)
    printed, right = [sp.diff(sp.diff(S * term, u), t) for term in (a * u, a * u**2)]
    e = sp.Symbol("e")
    gap = (printed - right).subs(sp.diff(u, t), e)
    assert TRUTH.misprint_gap(0.7, 1.9, -2.3, 1.4) == pytest.approx(
        float(gap.subs({a: 0.7, S: 1.4, e: -2.3})))


def test_the_constant_is_counted_for_the_carriage_alone():
    """The choice: where Z has one independent column more than the regressor."""
    pendulum, two = (Mechanism.from_dh([(0, 0, x, 0) for x in a]) for a in ([0.6], [0.6, 0.5]))
    carriage = Mechanism([0], [[0.3, 0.2, 0.4]], [[0.3, 0.2, 0.5]])     # along Z_0, which is level
    machines = {"a": (pendulum, (-G, 0, 0)), "b": (two, (-G, 0, 0)),
                "c": (carriage, (-G, 0, 0)), "d": (carriage, (0, 0, 0))}
    more = {name: ASSIGNMENT.slipped["constant_counted"].counted_base(*machine)
            - TRUTH.counted_base(*machine) for name, machine in machines.items()}
    right = ASSIGNMENT["constant"].reference(TRUTH, {})
    assert more == {name: int(name == right) for name in "abcd"}


def test_follow_through_goes_on_from_own_values():
    v = VARIANTS[0]
    for name in ("base_three", "least_mass", "slide_base"):
        goes_on(ASSIGNMENT, name, v)


# -- what a student's own notebook sees ---------------------------------------------------------
def seen(task, rules, own=()):
    """What the laws of the notebook say of a slip, with the own answers to the tasks `own`."""
    v, law = VARIANTS[0], CHECKS[task].function_laws
    answers = {"variant": v} | {name: ASSIGNMENT[name].reference(TRUTH, v) for name in own}
    if ASSIGNMENT[task].cases:
        return list(law(lambda *x: ASSIGNMENT[task].reference(rules, {}, *x), answers))
    return list(law(ASSIGNMENT[task].reference(rules, v), answers))


EXPOSED = {("row", "frame_on_axis"): "on the axis",
           ("base_three", "mass_square_added"): "by your row",
           ("base_three", "by_sight"): "by your row",
           ("base_three", "frame_on_axis"): "by your row",
           ("slide_base", "mass_moved_back"): "held still",
           ("estimate", "field_reversed"): "noise", ("estimate", "degrees"): "noise",
           ("chain_regressor", "field_lost"): "power",
           ("chain_regressor", "rates_dropped"): "power",
           ("chain_regressor", "axes_of_base"): "power",
           ("chain_regressor", "slide_speed_lost"): "power",
           ("chain_regressor", "moments_for_seconds"): "power"}
NEEDS = {"base_three": ("row", "ten"), "slide_base": ("ten",)}


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = NEEDS.get(task, ())
    assert all(f.holds for f in seen(task, TRUTH, own))
    broken = [f.text for f in seen(task, ASSIGNMENT.slipped[mistake], own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_the_laws_of_the_slide_see_a_coupling_lost_and_a_rate_unsquared():
    law, x = CHECKS["slide_columns"].symbolic_laws, sp.symbols(a12_base_parameters.LETTERS)
    W = sp.Matrix(ASSIGNMENT["slide_columns"].reference(
        TRUTH, {}, **dict(zip(a12_base_parameters.LETTERS, x))))
    assert all(f.holds for f in law(W))
    for wrong in (W.subs(x[6], 0), W.subs(x[3]**2, x[3])):
        assert any(f.holds is False for f in law(wrong))


def test_laws_wait_for_the_answers_that_they_need():
    for task in NEEDS:
        findings = seen(task, TRUTH)
        assert [f.holds for f in findings] == [None] and "Check ten" in findings[0].text


# -- certificates -------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("ten", {"r": [0.0, 0.0, 0.0]}),                              # mass centre at the origin
    ("ten", {"J": np.diag([0.8, 0.8, 0.8]).tolist(), "r": [0.2, 0.0, 0.0]}),     # no products
    ("row", {"ddq": 0.0}),                                        # at rest a is a factor of weights
    ("least_mass", {"r": [-0.3, 0.0, 0.1]}),                      # first moment along the link
    ("slide_base", {"p_2": [0.0] * 6 + [0.3, 0.2, 0.1, 2.0]}),    # nothing that turns along
    ("estimate", {"data": {"sd": [5.0] * 12}}),                   # all readings alike
    ("misprint", {"second": {"ddq": 0.0}})])
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(VARIANTS[0]))
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers, [Case(())]) == []
    changes = {k: numbers[k] | x if isinstance(x, dict) else x for k, x in changes.items()}
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers | changes, [Case(())]) != []


@pytest.mark.parametrize("number", NUMBERS)
def test_the_dealt_bodies_exist_and_the_readings_fit(number):
    """Both links have bodies, and what the weighted estimate leaves is noise."""
    v = numbered(ASSIGNMENT.name, number)
    for ten in (ASSIGNMENT["ten"].reference(TRUTH, v), v["p_2"]):
        assert np.linalg.eigvalsh(pseudo_inertia(ten)).min() > 0
    assert TRUTH.least_mass(ASSIGNMENT["base_three"].reference(TRUTH, v), v["a"])[1] < v["m"]
    rest = (np.array(v["data"]["mu"]) - TRUTH.measured_rows(v["a"], v["data"])
            @ TRUTH.weighted_estimate(v["a"], v["data"])) / v["data"]["sd"]
    assert np.sqrt(np.mean(rest**2)) < 2
