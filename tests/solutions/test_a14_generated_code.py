"""Assignment 14: the truth against first principles, and what a student's notebook sees."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import goes_on
from dealt import NUMBERS, dealt, numbered

from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from robokit import Loads, Mechanism
from solutions.a14_generated_code.steps import G

ASSIGNMENT = book()["a14_generated_code"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = dealt(ASSIGNMENT.name)


# -- the truth: energies of two links, and Lagrange's equations ----------------------------------
def lagrange(v):
    """mu_1 and mu_2 as functions of (q, dq, ddq), from places alone, and the place of O_1."""
    t = sp.Symbol("t")
    q = [sp.Function(f"q_{k}")(t) for k in (1, 2)]
    letters = sp.symbols("q1:3 u1:3 e1:3")
    c, a, m, inertia = (v[k] for k in ("c", "a", "m", "I"))
    elbow = sp.Matrix([sp.cos(q[0]), sp.sin(q[0])]) * a[0]
    places = [sp.Matrix([sp.cos(q[0]), sp.sin(q[0])]) * c[0],
              elbow + sp.Matrix([sp.cos(q[0] + q[1]), sp.sin(q[0] + q[1])]) * c[1]]
    turns = q[0].diff(t), q[0].diff(t) + q[1].diff(t)
    L = sum(w * x.diff(t).dot(x.diff(t)) / 2 + J * u**2 / 2 - w * sp.Float(G) * x[1]
            for w, x, J, u in zip(m, places, inertia, turns))
    mu = [L.diff(x.diff(t)).diff(t) - L.diff(x) for x in q]

    def plain(expression):
        for k, x in enumerate(q):
            expression = expression.subs(x.diff(t, 2), letters[4 + k])
        for k, x in enumerate(q):
            expression = expression.subs(x.diff(t), letters[2 + k])
        return expression.subs(dict(zip(q, letters[:2])))
    return letters, [plain(x) for x in mu], [plain(x) for x in elbow.diff(t, 2)]


@pytest.fixture(scope="module", params=[0, 1])
def arm(request):
    """Numbers, letters, the drives by Lagrange, the acceleration of O_1 in frame 0, the state."""
    v = VARIANTS[request.param]
    letters, mu, elbow = lagrange(v)
    state = dict(zip(letters, [*np.radians(v["q_deg"]), *v["dq"], *v["ddq"]]))
    return v, letters, sp.Matrix(mu), sp.Matrix(elbow), state


def number(expression, state):
    return np.array(sp.Matrix(expression).subs(state), float)


def test_the_far_end_is_the_second_derivative_of_a_place(arm):
    v, _letters, _mu, elbow, state = arm
    x = np.radians(v["q_deg"][0])
    turn = np.array([[np.cos(x), np.sin(x)], [-np.sin(x), np.cos(x)]])
    want = turn @ (number(elbow, state).ravel() + [0, G])
    assert ASSIGNMENT["far_end"].reference(TRUTH, v) == pytest.approx(want)


def test_the_drives_and_their_slopes_are_lagranges(arm):
    v, letters, mu, _elbow, state = arm
    drives = ASSIGNMENT["planar_drives"].reference(TRUTH, v)
    assert drives == pytest.approx(number(mu, state).ravel())
    for task, first in (("slopes", 0), ("rate_slopes", 2)):
        want = number(mu.jacobian(letters[first:first + 2]), state)
        assert ASSIGNMENT[task].reference(TRUTH, v) == pytest.approx(want, abs=1e-9)


def test_linear_keeps_the_drives_and_growth_is_the_faster_fall(arm):
    v, letters, mu, _elbow, state = arm
    A = number(mu.jacobian(letters[4:]), state)
    linear = ASSIGNMENT["linear"].reference(TRUTH, v)
    assert A @ linear == pytest.approx(-number(mu.jacobian(letters[:2]), state))
    up = dict(zip(letters, [np.pi / 2, 0, 0, 0, 0, 0]))
    table = -np.linalg.solve(number(mu.jacobian(letters[4:]), up),
                             number(mu.jacobian(letters[:2]), up))
    squares = np.sort(np.linalg.eigvals(table).real)
    assert squares[0] > 0
    assert ASSIGNMENT["growth"].reference(TRUTH, v) == pytest.approx(np.sqrt(squares[1]))


@pytest.mark.parametrize("seed", [0, 1])
def test_the_chain_is_that_of_section_8(seed):
    """Section 8 sums over all links for every joint; the recursion passes on."""
    for case in ASSIGNMENT["chain_drives"].drawn({}, f"chain {seed}"):
        angles, l, m, r, J, q, dq, ddq, g = case.inputs
        robot = Mechanism([1, 1, 1], angles, l, m, r, J)
        assert TRUTH.chain_drives(*case.inputs) == pytest.approx(
            robot.inverse_dynamics(q, dq, ddq, Loads(gravity=tuple(g))))


def test_zeros_and_ones_saved_most():
    """The steps of lesson 14: 1758, 756 and so on."""
    totals = {"a": 756 - 756, "b": 1758 - 756, "c": 453 - 443, "d": 464 - 453}
    assert max(totals, key=totals.get) == ASSIGNMENT["cheapest"].reference(TRUTH, {})


def test_follow_through_goes_on_from_own_values():
    goes_on(ASSIGNMENT, "linear", VARIANTS[0])


# -- what a student's own notebook sees ---------------------------------------------------------
def seen(task, rules, own=()):
    """What the laws of the notebook say of a slip, with the own answers to the tasks `own`."""
    v, law = VARIANTS[0], CHECKS[task].function_laws
    answers = {"variant": v} | {name: ASSIGNMENT[name].reference(TRUTH, v) for name in own}
    if ASSIGNMENT[task].cases:
        return list(law(lambda *x: ASSIGNMENT[task].reference(rules, {}, *x), answers))
    return list(law(ASSIGNMENT[task].reference(rules, v), answers))


EXPOSED = {("far_end", "outwards"): "towards the joint",
           ("planar_drives", "weight_lost"): "power", ("planar_drives", "outwards"): "power",
           ("planar_drives", "relative_rate"): "power", ("planar_drives", "lever_lost"): "power",
           ("planar_drives", "degrees"): "power",
           ("slopes", "weight_lost"): "weights", ("slopes", "weight_reversed"): "weights",
           ("slopes", "by_columns"): "weights",
           ("rate_slopes", "square_kept"): "work", ("rate_slopes", "degrees"): "work",
           ("linear", "sign_kept"): "your slopes", ("linear", "inertia_kept"): "your slopes",
           ("linear", "inverse_behind"): "your slopes",
           ("chain_drives", "weight_reversed"): "power", ("chain_drives", "lever_lost"): "power",
           ("chain_drives", "swing_lost"): "power"}
NEEDS = {"linear": ("slopes",)}


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = NEEDS.get(task, ())
    assert all(f.holds for f in seen(task, TRUTH, own))
    broken = [f.text for f in seen(task, ASSIGNMENT.slipped[mistake], own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_laws_wait_for_the_answers_that_they_need():
    findings = seen("linear", TRUTH)
    assert [f.holds for f in findings] == [None] and "Check slopes" in findings[0].text


# -- certificates -------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("far_end", {"dq": [0.0, 1.0]}),                              # nothing points outwards
    ("planar_drives", {"dq": [0.0, 1.0], "ddq": [0.0, 1.0]}),     # link 1 carries nothing along
    ("slopes", {"dq": [0.0, 0.0], "ddq": [0.0, 0.0]}),            # the weights are all there is
    ("rate_slopes", {"dq": [0.0, 1.0]}),                          # joint 1 carries nothing along
    ("growth", {"I": [0.0, 0.0], "m": [0.0, 2.0]})])              # no inertia at joint 1
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(VARIANTS[0]))
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers, [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers | changes, [Case(())]) != []


@pytest.mark.parametrize("n", NUMBERS)
def test_the_dealt_arm_is_one_that_can_be_built(n):
    """Mass centres on their links, no rod stiffer than a rod of that length can be."""
    v = numbered(ASSIGNMENT.name, n)
    assert all(0 < c < a for c, a in zip(v["c"], v["a"]))
    assert np.linalg.eigvalsh(TRUTH.inertia_matrix(v, 0.3)).min() > 0
    assert ASSIGNMENT["growth"].reference(TRUTH, v) > 0
