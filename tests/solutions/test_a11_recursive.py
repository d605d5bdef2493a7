"""Assignment 11: the truth against first principles, and what a student's notebook sees."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import goes_on, handed_in
from dealt import NUMBERS, Sets, numbered

from autograde.judging.judge import Judge
from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from autograde.runner.encode import encode
from autograde.runner.variant import as_variant
from solutions.a11_recursive import tasks as a11_recursive
from solutions.a11_recursive.examples import (
    UNIT,
    closed_loop,
    gradient,
    moving,
    own_energy,
    own_geometry,
    polar_by_lagrange,
    poses,
    some_chain,
)
from solutions.shared.examples import differ

ASSIGNMENT = book()["a11_recursive"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = Sets(ASSIGNMENT.name)
H = 1e-3


# -- chains moved joint by joint; links are clouds of mass points ---------------------------------
def seen_screw(geometry, q, k, i):
    """The screw of joint i as frame k sees it now: how a body on it moves, by differences."""
    def body(t):
        (turn, origin), (base, start) = (poses(*geometry, x)[j] for x, j in
                                         ((q + t * np.eye(len(q))[i - 1], max(i, k)), (q, k)))
        return base.T @ turn, base.T @ (origin - start)
    turn, place = body(0.0)
    spin = differ(lambda t: body(t)[0]) @ turn.T
    omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    return np.r_[omega, differ(lambda t: body(t)[1]) - np.cross(omega, place)]


@pytest.mark.parametrize("number", range(3))
def test_the_own_screws_are_motions_seen_from_frame_3(number):
    v = VARIANTS[number]
    geometry, q = own_geometry(v)
    seen = [[seen_screw(geometry, q, k, i) for i in (1, 2)] for k in (2, 3)]
    assert ASSIGNMENT["l_3"].reference(TRUTH, v) == pytest.approx(
        np.array([*seen[1], seen_screw(geometry, q, 3, 3)]), abs=1e-8)
    L = ASSIGNMENT["L_32"].reference(TRUTH, v)
    assert np.array(seen[0]) @ L.T == pytest.approx(np.array(seen[1]), abs=1e-8)


@pytest.mark.parametrize("sigma", [(1, 1, 1, 1), (1, 0, 1, 0), (0, 1, 0, 1)])
def test_slopes_of_screws_are_differences_for_all_indices(sigma):
    (angles, l, sigma, *_), _, q = some_chain(sum(sigma), sigma)
    geometry, every = (angles, l, sigma), (1, 2, 3, 4)
    for k in every:
        X = np.array([seen_screw(geometry, q, k, i) for i in every])
        for t in every:
            ahead, back = (np.array([seen_screw(geometry, q + h * np.eye(4)[t - 1], k, i)
                                     for i in every]) for h in (1e-4, -1e-4))
            for i in every:
                assert TRUTH.screw_slope(X, k, i, t) == pytest.approx(
                    (ahead - back)[i - 1] / 2e-4, abs=1e-6), (k, i, t)


@pytest.mark.parametrize("sigma", [(1, 1, 1), (1, 0, 1), (0, 1, 0)])
def test_composite_inertia_is_that_of_the_mass_points(sigma):
    parameters, clouds, q = some_chain(sum(sigma), sigma)
    frames = poses(*parameters[:3], q)
    for i in (1, 2, 3):
        turn, origin = frames[i]
        total = np.zeros((6, 6))
        for k in range(i, 4):
            for point in clouds[k - 1]:
                x = turn.T @ (frames[k][0] @ point + frames[k][1] - origin)
                motion = np.hstack([-np.cross(x, np.eye(3)).T, np.eye(3)])   # omega x r + V
                motion[:, :3] = np.array([np.cross(e, x) for e in UNIT]).T
                total += parameters[3][k - 1] / 6 * motion.T @ motion
        assert ASSIGNMENT["frozen"].reference(TRUTH, {}, *parameters, q, i) == pytest.approx(total)


@pytest.mark.parametrize("number", range(3))
def test_b_3_is_that_of_lagrange(number):
    """d/dt dW/dq_3' - dW/dq_3 at constant rates."""
    v = VARIANTS[number]
    (_, q), dq = own_geometry(v), np.array(v["dq"])

    def momentum(t):
        ahead, back = (own_energy(v, q + t * dq, dq + h * UNIT[2]) for h in (1, -1))
        return (ahead - back) / 2
    slope = differ(lambda t: own_energy(v, q + t * UNIT[2], dq))
    assert ASSIGNMENT["b_3"].reference(TRUTH, v) == pytest.approx(
        differ(momentum) - slope, rel=1e-6)


# -- the arm at the line --------------------------------------------------------------------------
def together(p, bias):
    """ddq and N from (2.17) and (2.18) at once."""
    Gamma = gradient(p)[None]
    system = np.block([[np.array(p["A"]), -Gamma.T], [Gamma, np.zeros((1, 1))]])
    return np.linalg.solve(system, [*np.subtract(p["Q"], p["b"]), -bias])


@pytest.mark.parametrize("number", range(5))
def test_reaction_and_motion_solve_the_whole_system(number):
    v = VARIANTS[number]
    p = v["arm"]
    assert differ(moving(p, np.zeros(2))) == pytest.approx(0, abs=1e-4), "the tip follows the line"
    *ddq, N = together(p, differ(moving(p, np.zeros(2)), 2))
    assert ASSIGNMENT["reaction"].reference(TRUTH, v) == pytest.approx(N, rel=1e-6)
    assert ASSIGNMENT["held_ddq"].reference(TRUTH, v) == pytest.approx(ddq, rel=1e-6)
    assert differ(moving(p, ddq), 2) == pytest.approx(0, abs=1e-6)


def test_A_and_b_of_the_two_link_arm_are_those_of_mass_points():
    """Each link a rod of two half masses, weights and inertia by virtual work."""
    l, m = np.array([0.7, 0.5]), np.array([3.0, 2.0])
    q, u, ddq = np.array([0.4, -0.9]), np.array([1.3, -0.8]), np.array([0.6, 1.7])

    def points(x):
        turns, start, found = np.cumsum(x), np.zeros(2), []
        for turn, length in zip(turns, l):
            along = np.array([np.cos(turn), np.sin(turn)])
            found += [start + (0.45 + s / np.sqrt(12)) * length * along for s in (-1, 1)]
            start = start + length * along
        return np.array(found)
    felt = differ(lambda t: points(q + t * u + t * t / 2 * ddq), 2) + [0, 9.81]
    felt = felt * np.repeat(m / 2, 2)[:, None]
    drives = [(felt * differ(lambda t: points(q + t * one))).sum() for one in np.eye(2)]
    A, b = a11_recursive.two_link_dynamics(l, m, q, u)
    assert A @ ddq + b == pytest.approx(drives, rel=1e-7)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_arm_is_an_arm(number):
    """Its A is positive, its roots are two and stable, and Gamma is not lost."""
    p = numbered(ASSIGNMENT.name, number)["arm"]
    assert np.linalg.eigvalsh(p["A"]).min() > 0 and np.allclose(p["A"], np.transpose(p["A"]))
    assert max(p["roots"]) < 0 and np.ptp(p["roots"]) > 1 and np.linalg.norm(gradient(p)) > 0.05


def test_the_bias_in_letters_is_the_derivative():
    t = sp.Symbol("t")
    x = {name: sp.Symbol(name) for name in a11_recursive.LINE_LETTERS}
    q = [x[f"q_{j}"] + x[f"u_{j}"] * t for j in (1, 2)]
    f = (x["l_1"] * sp.sin(q[0] - x["theta"]) + x["l_2"] * sp.sin(sum(q) - x["theta"])
         - x["dh"] * t - x["ddh"] * t**2 / 2)
    task = ASSIGNMENT["bias"]
    for case in task.drawn({}, "seed"):
        assert task.truth(TRUTH, {}, case) == pytest.approx(
            float(f.diff(t, 2).subs(t, 0).subs(case.inputs)))


@pytest.mark.parametrize("number", range(5))
def test_the_control_makes_the_error_equation_and_the_printed_one_does_not(number):
    v = VARIANTS[number]
    p = v["arm"]
    G0, G1, critical = ASSIGNMENT["gains"].reference(TRUTH, v)
    assert sorted(np.roots([1, G1, G0])) == pytest.approx(sorted(p["roots"]))
    assert np.ptp(np.roots([1, critical, G0])) < 1e-6
    correction = G1 * p["df"] + G0 * p["f"]
    ddq = np.linalg.solve(p["A"], ASSIGNMENT["control"].reference(TRUTH, v) - p["b"])
    assert differ(moving(p, ddq), 2) + correction == pytest.approx(0, abs=1e-5)
    across = np.array([[0, 1], [-1, 0]]) @ gradient(p)
    assert ddq @ across == pytest.approx(p["v"] @ across), "along the line it is v's"
    Gamma = gradient(p)
    bias = differ(moving(p, np.zeros(2)), 2)
    printed = -Gamma / (Gamma @ Gamma) * bias - correction            # a number added to two
    assert ASSIGNMENT["printed_gap"].reference(TRUTH, v) == pytest.approx(
        differ(moving(p, printed), 2) + correction, abs=1e-5)


# -- the polar arm --------------------------------------------------------------------------------
def test_the_linear_equations_are_those_of_the_energy():
    drives = polar_by_lagrange()
    blocks = [drives.jacobian(sp.symbols(f"{x}_1 {x}_2")) for x in "uq"]
    task = ASSIGNMENT["linear"]
    for case in task.drawn({}, "seed"):
        found = np.hstack([np.array(block.subs(case.inputs), float) for block in blocks])
        assert task.truth(TRUTH, {}, case) == pytest.approx(found)


@pytest.mark.parametrize("number", range(5))
def test_under_the_feedback_each_coordinate_dies_out_by_itself(number):
    v = VARIANTS[number]
    p = v["polar"]
    loop = closed_loop(v, ASSIGNMENT["feedback"].reference(TRUTH, v))
    assert loop[2:] == pytest.approx(-np.hstack([np.diag(p["G0"]), np.diag(p["G1"])]))


def test_the_condition_that_can_be_met_is_b():
    rng = np.random.default_rng(0)
    dependent = rng.normal(size=(2, 3))
    cases = {"a": rng.normal(size=(6, 4)), "b": rng.normal(size=(2, 4)),
             "c": np.vstack([dependent, dependent.sum(0)]), "d": np.zeros((1, 2))}
    met = [name for name, G in cases.items() for wanted in [rng.normal(size=len(G))]
           if np.abs(G @ np.linalg.pinv(G) @ wanted - wanted).max() < 1e-9]
    assert met == [ASSIGNMENT["conditions"].reference(TRUTH, {})]


@pytest.mark.parametrize("name", [t.id for t in ASSIGNMENT.tasks if t.own])
def test_follow_through_goes_on_from_own_values(name):
    goes_on(ASSIGNMENT, name, VARIANTS[0])


@pytest.mark.parametrize("slip", ["forearm_still", "turn_of_link"])
def test_a_slip_in_the_slopes_is_charged_there_alone(slip):
    """What builds on Gamma goes on from the student's own."""
    v, rules = VARIANTS[0], ASSIGNMENT.slipped[slip]
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    slopes = ASSIGNMENT["slopes"]
    own = {"slopes": handed_in(slopes, rules, v)}
    answers = {name: encode(ASSIGNMENT[name].follow(TRUTH, v, **own)) for name in
               ("reaction", "control", "printed_gap")}
    N = ASSIGNMENT["reaction"].follow(TRUTH, v, **own)
    answers["held_ddq"] = encode(ASSIGNMENT["held_ddq"].follow(TRUTH, v, reaction=N, **own))
    answers["slopes"] = {"type": "expression"}
    values = {"slopes": [encode(slopes.truth(rules, v, case)) for case in
                         (*judge.cases["slopes"], *judge.asked["slopes"])]}
    found = {x.task: x for x in judge.verdicts(answers, values)}
    assert found["slopes"].mistake == slip and found["slopes"].points < found["slopes"].of
    for name in ("reaction", "held_ddq", "control", "printed_gap"):
        assert found[name].points == found[name].of, name


def test_the_check_says_of_a_wrong_reaction_where_the_fault_is():
    v = VARIANTS[0]
    N = 1.2 * ASSIGNMENT["reaction"].reference(TRUTH, v)
    ddq = np.asarray(ASSIGNMENT["held_ddq"].follow(TRUTH, v, reaction=N))
    for own, holds in (({"reaction": N}, None), ({}, False)):
        finding, = CHECKS["held_ddq"].function_laws(ddq, {"variant": v} | own)
        assert finding.holds is holds
    assert "look at the reaction" in next(iter(CHECKS["held_ddq"].function_laws(
        ddq, {"variant": v, "reaction": N}))).text


def test_every_piece_of_advice_shows_a_line_of_code():
    for task in ASSIGNMENT.tasks:
        pieces = [task.advice, *getattr(task.kind, "checks", {}).values()]
        assert all("`" in advice for advice in filter(None, pieces))


# -- what a student's own notebook sees -----------------------------------------------------------
EXPOSED = {("L_32", "carrier_printed"): "does not turn", ("l_3", "rows_swapped"): "a slide",
           ("l_3", "slide_as_turn"): "a slide", ("slope_of", "slope_reversed"): "finite",
           ("slope_of", "every_bracket"): "finite", ("slope_of", "limit_printed"): "ahead",
           ("slope_of", "ahead_sign"): "ahead", ("slope_of", "with_itself"): "ahead",
           ("frozen", "tensor_at_centre"): "energy", ("frozen", "static_sign"): "energy",
           ("frozen", "frozen_one_side"): "symmetric", ("frozen", "frozen_unmoved"): "energy",
           ("frozen", "frozen_before"): "mass", ("frozen", "frozen_alone"): "mass",
           ("L_32", "screw_halves"): "does not turn", ("frozen", "screw_halves"): "mass",
           ("slopes", "forearm_still"): "finite", ("slopes", "turn_of_link"): "finite",
           ("bias", "line_rate_printed"): "twice as fast",
           ("held_ddq", "degrees"): "on the line", ("control", "degrees"): "your own gains",
           ("held_ddq", "pressed_lost"): "on the line",
           ("held_ddq", "pressed_minus"): "on the line",
           ("gains", "gains_negative"): "dies out", ("control", "error_lost"): "your own gains",
           ("control", "error_sign"): "your own gains", ("control", "b_lost"): "your own gains",
           ("control", "free_whole"): "your own gains",
           ("control", "gamma_rate_lost"): "your own gains", ("linear", "linear_sides"): "at rest",
           ("feedback", "cancelled_lost"): "roots", ("feedback", "cancelled_sign"): "roots",
           ("feedback", "feedback_sign"): "roots",
           ("feedback", "linear_half"): "roots", ("feedback", "gains_swapped"): "roots"}


def findings(task, rules, own):
    """What the laws of a task say of an answer that was made with these rules."""
    task, check = ASSIGNMENT[task], CHECKS[task]
    if task.kind.ask == "expression":
        letters = {name: sp.Symbol(name) for name in task.kind.symbols}
        answer = task.reference(rules, VARIANTS[0], **letters)
        return list(check.symbolic_laws(sp.Matrix(answer) if np.ndim(answer) else answer))
    if task.kind.ask == "function":
        return list(check.function_laws(
            lambda *args: task.reference(rules, VARIANTS[0], *args), own))
    return list(check.function_laws(np.asarray(task.reference(rules, VARIANTS[0])), own))


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = {"variant": as_variant(json.loads(json.dumps(VARIANTS[0]))),
           "gains": ASSIGNMENT["gains"].reference(TRUTH, VARIANTS[0]).tolist()}
    assert all(f.holds for f in findings(task, TRUTH, own))
    broken = [f.text for f in findings(task, ASSIGNMENT.slipped[mistake], own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_the_law_of_the_control_waits_for_the_gains():
    finding, = findings("control", TRUTH, {"variant": VARIANTS[0]})
    assert finding.holds is None and finding.text.startswith("Check gains first")


# -- certificates ---------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("L_32", {"l": [[0.3, 0.2, 0.4], [0.2, 0.5, 0.3], [0, 0, 0]]}),     # nothing to shift by
    ("l_3", {"l": [[0, 0, 0]] * 3}),                                    # every f a unit column
    ("b_3", {"dq": [0.0, 0.0, 1.3]}),                                   # the last joint alone
    ("b_3", {"r_3": [0.0, 0.0, 0.0]}),                                  # mass centre at the origin
    ("reaction", {"arm": {"dq": [0.0, 0.0]}}),                          # no rates
    ("control", {"arm": {"f": 0.0, "df": 0.0}}),                        # no error
    ("control", {"arm": {"v": [0.0, 0.0]}}),                            # nothing left free
    ("gains", {"arm": {"roots": [-1.0, -1.0]}}),
    ("feedback", {"polar": {"dq": [0.0, 0.0], "ddq": [0.0, 0.0]}})])    # an arm that rests
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(VARIANTS[0]))
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers, [Case(())]) == []
    for name in ("arm", "polar"):
        if name in changes:
            changes = {name: numbers[name] | changes[name]}
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers | changes, [Case(())]) != []
