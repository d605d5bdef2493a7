"""Assignment 6: the truth against first principles, and what a student's notebook sees."""

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from scipy.spatial.transform import Rotation

from autograde.judging.task import Case
from autograde.judging.variants import certified_cases, collisions
from autograde.library import book
from solutions.a06_velocity_problems import tasks as a06_velocity_problems
from solutions.a06_velocity_problems.examples import H, X, Z, chain_moves, own_q, tip

ASSIGNMENT = book()["a06_velocity_problems"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = dealt(ASSIGNMENT.name)
V = VARIANTS[0]
FEW = pytest.mark.parametrize("v", VARIANTS[:4], ids=range(4))


# -- the truth: single motions, differentiated ------------------------------------------------
def tip_moves(v, q, dq):
    return (tip(v, q + H * np.asarray(dq)) - tip(v, q - H * np.asarray(dq))) / (2 * H)


def answer(name, v):
    return ASSIGNMENT[name].reference(TRUTH, v)


@FEW
def test_the_forward_problem_and_the_inverse_one_of_the_planar_arm(v):
    assert answer("tip_velocity", v) == pytest.approx(tip_moves(v, own_q(v), v["dq"]), abs=1e-7)
    assert tip_moves(v, own_q(v, 2), answer("rates", v)) == pytest.approx(v["V"], abs=1e-7)


@FEW
def test_the_stretched_arm(v):
    q, u = np.radians([v["stretched_deg"], 0]), answer("lost_direction", v)
    moves = [tip_moves(v, q, dq) for dq in ([1, 0], [0, 1], [0.3, -2])]
    assert np.abs(moves @ u).max() < 1e-8 and np.linalg.norm(u) == pytest.approx(1) and u[0] > 0
    way = moves[0] / np.linalg.norm(moves[0])          # all that the tip can do is a multiple
    assert answer("nearest", v) == pytest.approx(way * (way @ v["V"]), abs=1e-7)


@FEW
def test_the_ellipse_is_measured(v):
    turns = np.linspace(0, np.pi, 20001)
    columns = [tip_moves(v, own_q(v, 2), dq) for dq in np.eye(2)]
    speeds = np.linalg.norm(np.outer(np.cos(turns), columns[0])
                            + np.outer(np.sin(turns), columns[1]), axis=1)
    assert answer("half_axes", v) == pytest.approx([speeds.max(), speeds.min()], abs=1e-6)


@FEW
def test_self_motion_and_the_shortest_rates(v):
    z, dq = answer("self_motion", v), answer("shortest", v)
    assert z[2] == 1 and tip_moves(v, own_q(v), z) == pytest.approx([0, 0], abs=1e-8)
    assert tip_moves(v, own_q(v), dq) == pytest.approx(v["V"], abs=1e-8)
    lengths = [np.linalg.norm(dq + k * z) for k in np.linspace(-1, 1, 201)]
    assert np.argmin(lengths) == 100


def test_the_count_is_that_of_gauss():
    """Row by row in exact fractions, without singular values."""
    for seed in range(20):
        for case in certified_cases(ASSIGNMENT, ASSIGNMENT["how_many"], VARIANTS[0], str(seed)):
            A, v = map(sp.Matrix, case.inputs)
            _, pivots = sp.Matrix.hstack(A, v).rref()
            rank = sum(k < A.cols for k in pivots)
            free = -1 if A.cols in pivots else A.cols - rank
            assert TRUTH.how_many(*case.inputs).tolist() == [rank, free]


@pytest.mark.parametrize("seed", range(3))
def test_rates_of_chains_by_differences_and_by_search(seed):
    task = ASSIGNMENT["chain_rates"]
    for case in certified_cases(ASSIGNMENT, task, VARIANTS[0], str(seed)):
        angles, l, sigma, q, rows, velocity, point = case.inputs
        dq = task.truth(TRUTH, {}, case)
        A = np.column_stack([chain_moves((angles, l, sigma, q, point), unit)[rows]
                             for unit in np.eye(4)])
        rng = np.random.default_rng(seed)
        if case.group == "no solution":
            steps = dq + rng.normal(size=(500, 4)) * np.geomspace(1e-3, 1, 500)[:, None]
            assert (np.linalg.norm(steps @ A.T - velocity, axis=1)
                    > np.linalg.norm(A @ dq - velocity)).all()
            continue
        assert A @ dq == pytest.approx(velocity, abs=1e-7)
        for _ in range(20 * (case.group == "many solutions")):
            z = rng.normal(size=4)
            z -= A.T @ np.linalg.solve(A @ A.T, A @ z)                # moves nothing
            assert np.linalg.norm(dq + 0.1 * z) > np.linalg.norm(dq)


def test_damped_rates_by_search():
    for case in certified_cases(ASSIGNMENT, ASSIGNMENT["damped_rates"], VARIANTS[0], "damped"):
        A, v, lam = case.inputs
        dq = TRUTH.damped(A, v, lam)
        found = np.linalg.lstsq(np.vstack([A, lam * np.eye(6)]), np.append(v, np.zeros(6)))[0]
        assert dq == pytest.approx(found)
        assert np.linalg.norm(dq) < np.linalg.norm(v) / (2 * lam)


def test_the_determinant_is_that_of_the_derivative():
    q = q_1, q_2, q_3 = sp.symbols("q_1:4")
    h, a = sp.symbols("h a")
    place = sp.Matrix([(a + q_3) * sp.cos(q_2) * sp.cos(q_1), (a + q_3) * sp.cos(q_2) * sp.sin(q_1),
                       h + (a + q_3) * sp.sin(q_2)])
    mine = a06_velocity_problems.polar_det(TRUTH, {}, *q, h, a)
    assert sp.simplify(place.jacobian(q).det() - mine) == 0
    at = dict(zip((*q, h, a), (0.4, 0.7, 0.2, 0.9, 0.5)))
    assert a06_velocity_problems.polar_det(TRUTH, {}, *at.values()) == pytest.approx(
        float(mine.subs(at)))


@FEW
def test_the_wrist_turns_the_hand_as_wanted(v):
    """Turns one by one, by the table of the task."""
    def hand(q_4, q_5, q_6):
        return (Rotation.from_euler("Z", q_4) * Rotation.from_euler("Y", -90, degrees=True)
                * Rotation.from_euler("Z", q_5)
                * Rotation.from_euler("XY", (180, 90), degrees=True)
                * Rotation.from_euler("Z", q_6)).as_matrix()
    q, dq = np.radians([*v["wrist_deg"], 35]), answer("wrist_rates", v)
    spin = (hand(*(q + H * dq)) - hand(*(q - H * dq))) / (2 * H) @ hand(*q).T
    assert [spin[2, 1], spin[0, 2], spin[1, 0]] == pytest.approx(v["w"], abs=1e-7)


def home(v):
    """The chain of the Kawasaki at home with L_1 = L_3 = 0, the turn of the base as link 0."""
    L = v["lengths"]
    angles = np.radians([(180, 0, 0), (180, -90, 0), (180, 0, 0), (0, 90, 0), (0, -90, 0),
                         (180, 90, 0), (0, 0, 0)])
    l = np.array([Z * 0, Z * 0, L["L_2"] * X, Z * 0, L["L_4"] * X, L["L_5"] * Z, L["L_6"] * Z])
    return angles, l, np.ones(7), np.zeros(7), np.zeros(3)


@FEW
def test_the_kawasaki_at_home_moves_as_wanted(v):
    dq = answer("home_rates", v)
    assert chain_moves(home(v), [0, *dq])[3:] == pytest.approx([0, v["speed"], 0], abs=1e-7)
    assert dq[[0, 3, 5]] == pytest.approx(0, abs=1e-9), "the shortest has idle joints at rest"


@FEW
def test_follow_through_goes_on_from_own_values(v):
    for name, own in (("nearest", "lost_direction"), ("shortest", "self_motion")):
        task, right = ASSIGNMENT[name], answer(own, v)
        assert task.own == (own,)
        assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(answer(name, v))
        shifted = right + np.array([0.1, -0.2, 0.3])[:len(right)]
        assert np.abs(task.follow(TRUTH, v, **{own: shifted}) - answer(name, v)).max() > 1e-3


# -- the laws of practice ----------------------------------------------------------------------
EXPOSED = [("rates", "jacobian_transposed"), ("rates", "degrees"), ("how_many", "v_forgotten"),
           ("how_many", "sizes_counted"), ("how_many", "singular_refused"),
           ("half_axes", "axes_squared"), ("self_motion", "still_sign"),
           ("self_motion", "own_link_only"), ("shortest", "basic_solution"),
           ("shortest", "jacobian_transposed"), ("chain_rates", "basic_solution"),
           ("chain_rates", "equations_dropped"), ("chain_rates", "slide_as_turn"),
           ("chain_rates", "rows_swapped"), ("damped_rates", "damping_unsquared"),
           ("damped_rates", "damping_dropped"), ("wrist_rates", "axis_unturned"),
           ("home_rates", "r_63_printed")]


@pytest.mark.parametrize("name,slip", EXPOSED)
def test_a_law_of_practice_exposes_the_slip_and_lets_the_truth_pass(name, slip):
    task = ASSIGNMENT[name]
    own = {"variant": V, "self_motion": answer("self_motion", V)}
    findings = {}
    for rules in (TRUTH, ASSIGNMENT.slipped[slip]):
        given = (lambda *args, rules=rules: task.reference(rules, V, *args)) if task.cases else (
            task.reference(rules, V))
        findings[rules] = [f.holds for f in CHECKS[name].function_laws(given, own)]
    right, slipped = findings.values()
    assert right and all(right) and False in slipped


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("tip_velocity", {"q_deg": [0, 0, 0]}),                     # all links on one line
    ("rates", {"V": [0.0, 0.0]}),
    ("half_axes", {"l": [1.0, 0.0, 0.5]}),                      # an axis of length zero
    ("self_motion", {"l": [0.5, 0.5, 0.0]}),                    # joint 3 moves nothing
    ("shortest", {"V": [0.0, 0.0]}),
    ("wrist_rates", {"w": [0.0, 0.0, 0.0]}),
    ("home_rates", {"speed": 0.0})])
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], V, [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], V | changes, [Case(())]) != []
