"""Assignment 9: the truth against first principles, each mistake against its law."""

import json

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees, differ, unequal, written
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a09_motion
from autograde.judge import Judge
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.runner.encode import encode
from autograde.task import Case
from autograde.variants import collisions

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a09_motion"]
VARIANTS = dealt(ASSIGNMENT.name)
H = 1e-3
UNIT = np.eye(3)


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, and q, dq; the links are clouds of mass points."""
    rng = np.random.default_rng(seed)
    clouds = rng.normal(0, 0.3, (3, 6, 3))
    m, r = np.array([1.2, 1.8, 2.4]), clouds.mean(1)
    J = [tensor(cloud, mass / 6) for cloud, mass in zip(clouds, m)]
    parameters = (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma),
                  m, r, np.array(J))
    return parameters, clouds, rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)


def tensor(points, mass):
    """About the points' own centre. (3, 3)"""
    x = points - points.mean(0)
    return mass * ((x**2).sum() * np.eye(3) - x.T @ x)


def places(parameters, clouds, q):
    """All mass points in frame 0. (18, 3)"""
    angles, l, sigma = parameters[:3]
    turn, origin, found = np.eye(3), np.zeros(3), []
    for k in range(3):
        origin = origin + turn[:, 2] * (1 - sigma[k]) * q[k]
        step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
        turn = turn @ step.as_matrix()
        origin = origin + turn @ l[k]
        found.append(clouds[k] @ turn.T + origin)
    return np.concatenate(found)


def work(parameters, clouds, q, dq, ddq, gravity=(0, 0, 0)):
    """Drives by virtual work of m (x'' - g) over all points. (3,)"""
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    acceleration = differ(lambda t: places(parameters, clouds, q + t * dq + t * t / 2 * ddq), 2)
    felt = masses * (acceleration - np.array(gravity))
    return np.array([(felt * differ(lambda t: places(parameters, clouds, q + t * one))).sum()
                     for one in UNIT])


def energy(parameters, clouds, q, dq):
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    return (masses * differ(lambda t: places(parameters, clouds, q + t * dq))**2).sum() / 2


def A_of(rules, parameters, q):
    return ASSIGNMENT["chain_A"].reference(rules, {}, *parameters, q)


def b_of(rules, parameters, q, dq):
    return ASSIGNMENT["chain_b"].reference(rules, {}, *parameters, q, np.asarray(dq))


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


def test_the_crane_is_the_one_described():
    A, b = crane_by_lagrange()
    for seed in range(3):
        task, rate = ASSIGNMENT["crane_A"], ASSIGNMENT["crane_b"]
        for case in task.drawn(VARIANTS[0], str(seed)):
            values = case.inputs | {"q_1": 0.4}
            assert task.truth(TRUTH, {}, case) == pytest.approx(np.array(A.subs(values), float))
        for case in rate.drawn(VARIANTS[0], str(seed)):
            values = case.inputs | {"q_1": 0.4, "I_1": 1.0}
            assert rate.truth(TRUTH, {}, case) == pytest.approx(
                np.array(b.subs(values), float).ravel())


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
        task = ASSIGNMENT[name]
        assert task.own
        for own in task.own:
            right = ASSIGNMENT[own].reference(TRUTH, v)
            assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(task.reference(TRUTH, v))
            shifted = task.follow(TRUTH, v, **{own: 1.1 * right + 0.2})
            assert np.abs(shifted - task.reference(TRUTH, v)).max() > 1e-2, (name, own)


# -- follow-through from the crane's A and b in letters -------------------------------------------
def crane_work(A, b):
    """Answers and values of a student who goes on from these A and b, in letters."""
    p = VARIANTS[0]["crane"]
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    values = {name: [encode(np.array(expression.subs(case.inputs), float))
                     for case in judge.cases[name]]
              for name, expression in (("crane_A", A), ("crane_b", b))}
    numbers = {name: p[name] for name in ("m", "r", "e", "d", "I_1", "I_a", "I_t")}
    A_of = sp.lambdify(sp.symbols("q_2"), A.subs(numbers))
    b_of = sp.lambdify(sp.symbols("q_2 u_1 u_2"), b.subs(numbers))

    def ddq(q_2, u, mu):
        weight = [0, -9.81 * p["m"] * p["r"] * np.cos(q_2)]
        return np.linalg.solve(A_of(q_2), mu + np.array(weight) - b_of(q_2, *u).ravel())
    q_2 = np.radians(p["q_2"])
    run = solve_ivp(lambda t, y: [*y[2:], *ddq(y[1], y[2:], np.zeros(2))],
                    (0, a09_motion.SECONDS), [0, q_2, *p["dq"]], rtol=1e-9, atol=1e-10)
    answers = {name: {"type": "expression", "shape": [2, 2], "symbols": []} for name in values}
    answers |= {"crane_ddq": encode(ddq(q_2, p["dq"], np.array(p["mu"]))),
                "fall": encode(run.y[:2, -1])}
    return {v.task: v for v in judge.verdicts(answers, values)}


def b_from(A):
    u, q_2 = sp.Matrix(sp.symbols("u_1 u_2")), sp.Symbol("q_2")
    return A.diff(q_2) * u * u[1] - sp.Matrix([0, (u.T * A.diff(q_2) * u)[0] / 2])


@pytest.mark.parametrize("slip", ["coupling_lost", "coupling_reversed", "tensor_unturned",
                                  "turning_part_lost"])
def test_a_slip_in_the_cranes_A_is_paid_for_once(slip):
    letters = dict(zip(a09_motion.LETTERS, map(sp.Symbol, a09_motion.LETTERS)))
    A = sp.Matrix(MISTAKES[slip].rules.crane_A(letters, letters["q_2"]))
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


def test_what_does_not_follow_from_the_own_A_earns_nothing():
    letters = dict(zip(a09_motion.LETTERS, map(sp.Symbol, a09_motion.LETTERS)))
    A = sp.Matrix(MISTAKES["coupling_lost"].rules.crane_A(letters, letters["q_2"]))
    found = crane_work(A, 1.1 * b_from(A))
    assert found["crane_A"].mistake == "coupling_lost" and found["crane_b"].points == 0
    assert found["crane_ddq"].points == found["fall"].points == 0
    nothing = crane_work(1.3 * sp.eye(2) * letters["m"], sp.Matrix([0, 0]))
    assert sum(nothing[name].points for name in ("crane_A", "crane_b", "crane_ddq", "fall")) == 0


def test_a_singular_A_of_the_students_leads_nowhere_and_stops_nothing():
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    flat = [np.ones((2, 2))] * len(judge.cases["crane_A"])
    for task in ("crane_ddq", "fall"):
        assert not judge._follows(ASSIGNMENT[task], [np.array([1.0, 2.0])], {"crane_A": flat})


# -- the law that a message names ---------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
CHAIN, CLOUDS, Q, DQ = some_chain(3)
TURNING = some_chain(5, (1, 1, 1))
CRANE = VARIANTS[0]["crane"]
LIFTED = np.radians(CRANE["q_2"])
RAIL = (np.array([(0, np.pi / 2, 0), (0, 0, 0), (0, 0, 0)]), np.zeros((3, 3)), np.array([1, 0, 0]),
        np.array([0, 2.0, 0]), np.zeros((3, 3)), np.zeros((3, 3, 3)))


def turned_points(rules):
    T = Rotation.from_euler("XYZ", (0.4, -0.7, 1.1)).as_matrix()
    yield rules.tensor_in_base(T, tensor(CLOUDS[0], 1.0)) - tensor(CLOUDS[0] @ T.T, 1.0)


def tensor_half_turned(rules):
    T = Rotation.from_euler("XYZ", (0.4, -0.7, 1.1)).as_matrix()
    J_0 = rules.tensor_in_base(T, CHAIN[5][0])
    yield J_0 - J_0.T


def kinetic(rules):
    yield DQ @ A_of(rules, CHAIN, Q) @ DQ / 2 - energy(CHAIN, CLOUDS, Q, DQ)


def arm_next(rules):
    s = a09_motion.own_chain(rules, VARIANTS[0])
    point = np.array([0.1, 0.2, 0.3])
    link = np.array(VARIANTS[0]["l"][2])
    yield rules.arm(s, 3, 3, point) - s.tau(0, 3) @ (point + link)


def moving_part_lost(rules):
    yield unequal(A_of(rules, (*CHAIN[:5], 0 * CHAIN[5]), Q), 0)
    yield unequal(rules.crane_A(CRANE | {"I_a": 0, "I_t": 0}, LIFTED)[1, 1], 0)


def turning_part_lost(rules):
    yield unequal(A_of(rules, (*CHAIN[:3], 0 * CHAIN[3], *CHAIN[4:]), Q), 0)
    yield unequal(rules.crane_A(CRANE | {"m": 0}, LIFTED)[1, 1], 0)


def mass_at_origin(rules):
    shifted = (*CHAIN[:4], CHAIN[4] + 0.2, CHAIN[5])
    yield unequal(A_of(rules, CHAIN, Q), A_of(rules, shifted, Q))
    yield unequal(b_of(rules, CHAIN, Q, DQ), b_of(rules, shifted, Q, DQ))


def one_link_each(rules):
    heavier = (*CHAIN[:3], CHAIN[3] + [0, 0, 1], *CHAIN[4:])
    yield float(A_of(rules, heavier, Q)[0, 0] <= A_of(rules, CHAIN, Q)[0, 0])


def coupling_reversed(rules):
    yield float(rules.crane_A(CRANE, np.pi / 2)[0, 1] <= 0)


def coupling_lost(rules):
    def centre(t):
        return np.array([CRANE["e"] + CRANE["r"] * np.cos(LIFTED + t), CRANE["d"],
                         CRANE["r"] * np.sin(LIFTED + t)])
    momentum = CRANE["m"] * np.cross(centre(0.0), differ(centre))[2]
    yield rules.crane_A(CRANE, LIFTED)[0, 1] - momentum


def missed(rules):
    a, ddq = np.array([0.7, 0.4, 1.9]), np.array([1.2, 0.8, 0.5])
    yield rules.missed(a, ddq) - (a[2] * ddq[2] - a @ ddq)


def power(rules):
    for parameters, _, q, dq in (some_chain(3), TURNING):
        dA = differ(lambda t: A_of(TRUTH, parameters, q + t * dq))
        yield dq @ b_of(rules, parameters, q, dq) - dq @ dA @ dq / 2
    u = np.array(CRANE["dq"])
    dA = differ(lambda t: TRUTH.crane_A(CRANE, LIFTED + t * u[1]))
    yield u @ rules.crane_b(CRANE, LIFTED, u) - u @ dA @ u / 2


def centrifugal_lost(rules):
    yield unequal(b_of(rules, CHAIN, Q, [1, 0, 0]), 0)
    yield unequal(rules.crane_b(CRANE, LIFTED, (1, 0)), 0)


def points(rules):
    parameters, clouds, q, dq = TURNING
    yield b_of(rules, parameters, q, dq) - work(parameters, clouds, q, dq, 0 * q)


def axes_held(rules):
    """The angular acceleration at constant rates is the derivative of omega."""
    angles, l, sigma = TURNING[0][:3]
    q, dq = TURNING[2:]
    omega = differ(lambda t: TRUTH.omega(TRUTH.at(angles, l, sigma, q + t * dq), sigma, dq, 3, 0))
    yield rules.spin(rules.at(angles, l, sigma, q), sigma, dq, 3) - omega


def slide_coriolis_once(rules):
    yield b_of(rules, RAIL, np.array([0.3, 0.7, 0]), [1.5, 0.8, 0])[0] - 2 * 2.0 * 0.7 * 1.5 * 0.8


def falling(rules):
    g, zero = np.array([1.0, -3.0, -9.0]), np.zeros(3)
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, zero, zero, g)
    yield float(-ddq @ work(CHAIN, CLOUDS, Q, zero, zero, g) < 1e-9)
    lifted = rules.crane_ddq(CRANE, LIFTED, np.zeros(2), np.zeros(2))
    yield float(lifted[1] > -1e-9)


def gravity_fixed(rules):
    """At rest the reaction tilts with gravity: here the weights push a slide along X_0."""
    g = np.array([9.81, 0, 0])
    one = [x[:1] for x in (np.array([(0, np.pi / 2, 0)]), np.zeros((1, 3)), [1], [2.0],
                           np.array([[0.1, 0.2, 0.3]]), np.zeros((1, 3, 3)))]
    s = rules.at(one[0], one[1], one[2], [0.3])
    place = Rotation.from_euler("Z", 0.3) * Rotation.from_euler("Y", np.pi / 2)
    arm = place.apply([0.1, 0.2, 0.3])
    yield rules.pull_of_weights(s, [1], [2.0], one[4], g)[0] - np.cross(arm, 2.0 * g)[2]


def rest_lost(rules):
    zero = np.zeros(3)
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, DQ, zero, zero)
    yield differ(lambda t: energy(CHAIN, CLOUDS, Q + t * DQ + t * t / 2 * ddq, DQ + t * ddq))


def put_back(rules):
    mu, g = np.array([2.0, -1.0, 0.5]), np.array([1.0, -3.0, -9.0])
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, DQ, mu, g)
    pull = -work(CHAIN, CLOUDS, Q, 0 * Q, 0 * Q, g)
    yield A_of(TRUTH, CHAIN, Q) @ ddq + b_of(TRUTH, CHAIN, Q, DQ) - mu - pull
    u, drives = np.array(CRANE["dq"]), np.array(CRANE["mu"])
    weight = np.array([0, -CRANE["m"] * 9.81 * CRANE["r"] * np.cos(LIFTED)])
    yield (TRUTH.crane_A(CRANE, LIFTED) @ rules.crane_ddq(CRANE, LIFTED, u, drives)
           + TRUTH.crane_b(CRANE, LIFTED, u) - drives - weight)


LAWS = {"tensor_unturned": turned_points, "tensor_back": turned_points,
        "tensor_half_turned": tensor_half_turned, "degrees": degrees, "axis_next": kinetic,
        "arm_base": kinetic, "arm_next": arm_next, "joints_beyond": kinetic,
        "slide_as_turn": kinetic, "slide_speed_lost": kinetic,
        "moving_part_lost": moving_part_lost, "turning_part_lost": turning_part_lost,
        "mass_at_origin": mass_at_origin, "one_link_each": one_link_each,
        "coupling_reversed": coupling_reversed, "coupling_lost": coupling_lost,
        "row_from_diagonal": missed, "missed_reversed": missed, "coriolis_once": power,
        "coriolis_lost": power, "rest_reversed": power, "centrifugal_lost": centrifugal_lost,
        "gyro_lost": points, "axes_held": axes_held, "slide_coriolis_once": slide_coriolis_once,
        "gravity_fixed": gravity_fixed, "weights_reversed": falling,
        "weights_lost": falling, "rest_lost": rest_lost,
        "rest_added": put_back, "joints_apart": put_back}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS


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
    law = ASSIGNMENT[task].function_laws
    assert all(f.holds for f in law(written(ASSIGNMENT[task], TRUTH), own))
    slipped = written(ASSIGNMENT[task], MISTAKES[mistake].rules)
    broken = [f.text for f in law(slipped, own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_laws_wait_for_the_functions_that_they_need():
    for task in ("chain_b", "chain_ddq"):
        findings = list(ASSIGNMENT[task].function_laws(written(ASSIGNMENT[task], TRUTH), {}))
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
    assert collisions(ASSIGNMENT[task], numbers, [Case(())]) == []
    if "crane" in changes:
        changes = {"crane": numbers["crane"] | changes["crane"]}
    assert collisions(ASSIGNMENT[task], numbers | changes, [Case(())]) != []


@pytest.mark.parametrize("number", range(24))
def test_the_fall_is_followed_far_closer_than_it_is_judged(number):
    """Against an integrator with a bound on its error, for every student's numbers."""
    p = VARIANTS[number]["crane"]

    def rate(t, y):
        return np.concatenate([y[2:], TRUTH.crane_ddq(p, y[1], y[2:], np.zeros(2))])
    start = [0.0, np.radians(p["q_2"]), *p["dq"]]
    exact = solve_ivp(rate, (0, a09_motion.SECONDS), start, method="DOP853", rtol=1e-11,
                      atol=1e-12).y[:2, -1]
    got = ASSIGNMENT["fall"].truth(TRUTH, VARIANTS[number], Case(()))
    assert abs(got - exact).max() < ASSIGNMENT["fall"].tolerance / 20
