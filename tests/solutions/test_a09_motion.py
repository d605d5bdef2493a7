"""Assignment 9: the truth against first principles, and what a student's notebook sees."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import goes_on, written
from crane import b_from, crane_work
from dealt import NUMBERS, Sets, numbered
from scipy.integrate import solve_ivp

from autograde.judging.ground import Asked, Ground
from autograde.judging.judge import Judge
from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from solutions.a09_motion import tasks as a09_motion
from solutions.a09_motion.examples import UNIT, A_of, b_of, some_chain, work

ASSIGNMENT = book()["a09_motion"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = Sets(ASSIGNMENT.name)


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------
@pytest.mark.parametrize("sigma", [(1, 1, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 1, 0)])
def test_A_b_and_the_forward_problem_are_those_of_mass_points(sigma):
    parameters, clouds, q, dq = some_chain(sum(sigma), sigma)
    rest = work(parameters, clouds, q, dq, 0 * q)
    columns = [work(parameters, clouds, q, dq, one) - rest for one in UNIT]
    assert A_of(TRUTH, parameters, q) == pytest.approx(np.array(columns).T, abs=1e-6)
    assert b_of(TRUTH, parameters, q, dq) == pytest.approx(rest, abs=1e-6)
    mu, g = np.array([2.0, -1.0, 0.5]), np.array([1.0, -3.0, -9.0])
    ddq = ASSIGNMENT["chain_ddq"].reference(TRUTH, {}, *parameters, q, dq, mu, g)
    assert work(parameters, clouds, q, dq, ddq, g) == pytest.approx(mu, abs=1e-5)


def test_the_own_chain_has_the_last_row_of_a_whole_matrix():
    v = VARIANTS[0]
    s = a09_motion.own_chain(TRUTH, v)
    others = [np.array([0.1, 0.2, 0.3])] * 2
    whole = TRUTH.inertia_matrix(s, v["sigma"], [1.0, 2.0, v["m_3"]], [*others, v["r_3"]],
                                 [np.eye(3), np.eye(3), v["J_3"]])
    row = ASSIGNMENT["row_3"].reference(TRUTH, v)
    assert row == pytest.approx(whole[2])
    assert ASSIGNMENT["a_33"].reference(TRUTH, v) == pytest.approx(whole[2, 2])
    assert ASSIGNMENT["printed_sum"].reference(TRUTH, v) == pytest.approx(
        whole[2, 2] * v["ddq"][2] - whole[2] @ v["ddq"])


def crane_by_lagrange():
    """A and b of the crane as the task describes it, from its energy, in letters."""
    q = sp.Matrix(sp.symbols("q_1 q_2"))
    u = sp.Matrix(sp.symbols("u_1 u_2"))
    m, r, e, d, I_1, I_a, I_t = sp.symbols("m r e d I_1 I_a I_t")
    turn, reach = sp.rot_ccw_axis3(q[0]), sp.cos(q[1])
    centre = turn * sp.Matrix([e + r * reach, d, r * sp.sin(q[1])])
    V = centre.jacobian(q) * u
    jib = turn * sp.Matrix([reach, 0, sp.sin(q[1])])
    omega = sp.Matrix([0, 0, u[0]]) - u[1] * turn * sp.Matrix([0, 1, 0])
    along = omega.dot(jib)
    W = (m * V.dot(V) + I_t * (omega.dot(omega) - along**2) + I_a * along**2 + I_1 * u[0]**2) / 2
    momentum = sp.Matrix([W]).jacobian(u).T
    b = momentum.jacobian(q) * u - sp.Matrix([W]).jacobian(q).T
    return momentum.jacobian(u), b


def called(matrix):
    """The matrix as a function of its letters' values, {name: number}."""
    letters = sorted(matrix.free_symbols, key=str)
    function = sp.lambdify(letters, matrix, cse=True)
    return lambda values: np.array(function(*(values[str(x)] for x in letters)), float)


def test_the_crane_is_the_one_described():
    A, b = map(called, crane_by_lagrange())
    for seed in range(3):
        task, rate = ASSIGNMENT["crane_A"], ASSIGNMENT["crane_b"]
        for case in task.drawn(VARIANTS[0], str(seed)):
            values = case.inputs | {"q_1": 0.4}
            assert task.truth(TRUTH, {}, case) == pytest.approx(A(values))
        for case in rate.drawn(VARIANTS[0], str(seed)):
            values = case.inputs | {"q_1": 0.4, "I_1": 1.0}
            assert rate.truth(TRUTH, {}, case) == pytest.approx(b(values).ravel())


@pytest.mark.parametrize("number", range(3))
def test_the_fall_is_that_of_an_integrator_and_keeps_its_energy(number):
    v = VARIANTS[number]
    p, lifted = v["crane"], np.radians(v["crane"]["q_2"])
    run = solve_ivp(lambda t, y: [*y[2:], *TRUTH.crane_ddq(p, y[1], y[2:], np.zeros(2))],
                    (0, a09_motion.SECONDS), [0, lifted, *p["dq"]], rtol=1e-10, atol=1e-12)
    assert ASSIGNMENT["fall"].reference(TRUTH, v) == pytest.approx(run.y[:2, -1], abs=1e-4)
    total = [y[2:] @ TRUTH.crane_A(p, y[1]) @ y[2:] / 2 + p["m"] * 9.81 * p["r"] * np.sin(y[1])
             for y in run.y.T]
    assert np.ptp(total) < 1e-6 * max(map(abs, total))


def test_follow_through_goes_on_from_own_values():
    v = VARIANTS[0]
    for name in ("a_33", "row_3", "printed_sum"):
        goes_on(ASSIGNMENT, name, v)


# -- follow-through from the crane's A and b in letters -------------------------------------------
@pytest.mark.parametrize("slip", ["coupling_lost", "coupling_reversed", "tensor_unturned",
                                  "turning_part_lost"])
def test_a_slip_in_the_cranes_A_is_paid_for_once(slip):
    letters = dict(zip(a09_motion.LETTERS, map(sp.Symbol, a09_motion.LETTERS)))
    A = sp.Matrix(ASSIGNMENT.slipped[slip].crane_A(letters, letters["q_2"]))
    found = crane_work(A, b_from(A))
    assert found["crane_A"].mistake == slip and found["crane_A"].points == 1
    # where the slip leaves b as it is, b is simply right
    assert found["crane_b"].rule in ("follow-through", "right")
    assert found["crane_ddq"].rule == found["fall"].rule == "follow-through"


def test_a_slip_in_the_cranes_b_is_paid_for_once():
    A = crane_by_lagrange()[0].subs("q_1", 0.4)
    b = b_from(A)
    alone = b.subs("u_1", 0) + b.subs("u_2", 0)
    found = crane_work(A, (b + alone) / 2)
    assert [found[name].rule for name in ("crane_A", "crane_b", "crane_ddq", "fall")] == [
        "right", "slip", "follow-through", "follow-through"]
    assert found["crane_b"].mistake == "coriolis_once"


@pytest.mark.parametrize("made,change,named", [
    ("tensor_exchanged", "coriolis_halved", "coriolis_once"),
    ("one_sine_lost", "square_doubled", "step: crane_turned, doubled"),
    ("reach_lost", "lifting_lost", "step: crane_lifted, left out")])
def test_a_slip_in_b_is_named_after_another_in_A(made, change, named):
    """From the student's own A, where nothing of b is right from the true one."""
    m, r, e, q_2, I_a, I_t, u_1, u_2 = sp.symbols("m r e q_2 I_a I_t u_1 u_2")
    A = crane_by_lagrange()[0].subs("q_1", 0.4)
    A[0, 0] += {"tensor_exchanged": (I_a - I_t) * sp.cos(2 * q_2),
                "one_sine_lost": I_t * (sp.cos(q_2) - sp.cos(q_2)**2),
                "reach_lost": -m * (e**2 + 2 * e * r * sp.cos(q_2))}[made]
    b = b_from(A).expand()
    changed = {"coriolis_halved": b - b.diff(u_1, u_2) * u_1 * u_2 / 2,
               "square_doubled": b + b.subs(u_2, 0), "lifting_lost": b - b.subs(u_1, 0)}[change]
    found = crane_work(A, changed)
    assert 0 < found["crane_A"].points < found["crane_A"].of
    assert (found["crane_b"].rule, found["crane_b"].points) == ("slip", 1)
    assert found["crane_b"].mistake == named
    assert found["crane_ddq"].rule == found["fall"].rule == "follow-through"


def test_what_does_not_follow_from_the_own_A_earns_nothing():
    letters = dict(zip(a09_motion.LETTERS, map(sp.Symbol, a09_motion.LETTERS)))
    A = sp.Matrix(ASSIGNMENT.slipped["coupling_lost"].crane_A(letters, letters["q_2"]))
    found = crane_work(A, 1.1 * b_from(A))
    assert found["crane_A"].mistake == "coupling_lost" and found["crane_b"].points == 0
    # What is right from a wrong b of one's own is right: b is charged where it is asked.
    assert {found[name].rule for name in ("crane_ddq", "fall")} == {"follow-through"}
    nothing = crane_work(1.3 * sp.eye(2) * letters["m"], sp.Matrix([0, 0]))
    assert sum(nothing[name].points for name in ("crane_A", "crane_b", "crane_ddq", "fall")) == 0


def test_a_singular_A_of_the_students_leads_nowhere_and_stops_nothing():
    flat = Asked([], [np.ones((2, 2))] * 2 * a09_motion.NODES, 2 * a09_motion.NODES)
    for task in ("crane_ddq", "fall"):
        ground = Ground(ASSIGNMENT, ASSIGNMENT[task], VARIANTS[0], [Case(())], {"crane_A": flat})
        assert ground.answer(TRUTH) is None


@pytest.mark.parametrize("task,own", [("chain_b", ("chain_A",)),
                                      ("chain_ddq", ("chain_A", "chain_b"))])
def test_a_function_is_followed_from_the_own_function_before_it(task, own):
    """With any chain: from the right A follows the right b, from another A another b."""
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    case = judge.cases[task][0]
    follow = ASSIGNMENT[task].follow
    right = {name: written(ASSIGNMENT[name], TRUTH) for name in own}
    truth = ASSIGNMENT[task].reference(TRUTH, {}, *case.inputs)
    assert follow(TRUTH, {}, *case.inputs, **right) == pytest.approx(truth, rel=1e-7, abs=1e-7)
    wrong = {"chain_A": written(ASSIGNMENT["chain_A"], ASSIGNMENT.slipped["mass_at_origin"])}
    assert abs(follow(TRUTH, {}, *case.inputs, **right | wrong) - truth).max() > 1e-2


# -- what a student's own notebook sees ---------------------------------------------------------
EXPOSED = {("chain_A", "tensor_unturned"): "energy", ("chain_A", "tensor_half_turned"): "symmetric",
           ("chain_A", "moving_part_lost"): "energy", ("chain_A", "mass_at_origin"): "energy",
           ("chain_A", "one_link_each"): "energy", ("chain_A", "slide_as_turn"): "energy",
           ("chain_b", "coriolis_once"): "your own chain_A",
           ("chain_b", "centrifugal_lost"): "your own chain_A",
           ("chain_b", "rest_reversed"): "your own chain_A",
           ("chain_ddq", "weights_reversed"): "power", ("chain_ddq", "rest_lost"): "power",
           ("chain_ddq", "rest_added"): "power", ("chain_ddq", "joints_apart"): "power"}


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = {name: written(ASSIGNMENT[name], TRUTH) for name in ("chain_A", "chain_b")}
    law = CHECKS[task].function_laws
    assert all(f.holds for f in law(written(ASSIGNMENT[task], TRUTH), own))
    slipped = written(ASSIGNMENT[task], ASSIGNMENT.slipped[mistake])
    broken = [f.text for f in law(slipped, own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_laws_wait_for_the_functions_that_they_need():
    for task in ("chain_b", "chain_ddq"):
        findings = list(CHECKS[task].function_laws(written(ASSIGNMENT[task], TRUTH), {}))
        assert any(f.holds is None and f.text.startswith("Check chain_A") for f in findings)


# -- certificates -------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("tensor_0", {"J_3": np.diag([0.8, 0.8, 0.8]).tolist()}),       # a ball looks alike all round
    ("a_33", {"r_3": [0.0, 0.0, 0.0]}),                             # mass centre at the origin
    ("row_3", {"m_3": 0.0}),
    ("printed_sum", {"ddq": [0.0, 0.0, 1.3]}),                      # the lost terms vanish
    ("crane_ddq", {"crane": {"dq": [0.0, 0.0]}}),                   # no b
    ("fall", {"crane": {"d": 0.0, "dq": [0.0, 0.0]}})])             # a jib that drops straight
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(VARIANTS[0]))
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers, [Case(())]) == []
    if "crane" in changes:
        changes = {"crane": numbers["crane"] | changes["crane"]}
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers | changes, [Case(())]) != []


@pytest.mark.parametrize("number", NUMBERS)
def test_the_fall_is_followed_far_closer_than_it_is_judged(number):
    """Against an integrator with a bound on its error, for every student's numbers."""
    p = numbered(ASSIGNMENT.name, number)["crane"]

    def rate(t, y):
        return np.concatenate([y[2:], TRUTH.crane_ddq(p, y[1], y[2:], np.zeros(2))])
    start = [0.0, np.radians(p["q_2"]), *p["dq"]]
    exact = solve_ivp(rate, (0, a09_motion.SECONDS), start, method="DOP853", rtol=1e-11,
                      atol=1e-12).y[:2, -1]
    got = ASSIGNMENT["fall"].truth(TRUTH, numbered(ASSIGNMENT.name, number), Case(()))
    assert abs(got - exact).max() < ASSIGNMENT["fall"].tolerance / 20
