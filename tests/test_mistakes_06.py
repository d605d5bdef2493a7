"""Assignment 6: the truth against first principles, each mistake against its law."""

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a06_velocity_problems
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.task import Case
from autograde.variants import certified_cases, collisions

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a06_velocity_problems"]
VARIANTS = dealt(ASSIGNMENT.name)
X, Y, Z = np.eye(3)
H = 1e-6
FEW = pytest.mark.parametrize("v", VARIANTS[:4], ids=range(4))


# -- the truth: single motions, differentiated ------------------------------------------------
def tip(v, q):
    """The tip of the student's planar arm, one link after the other."""
    turn, place = 0.0, 0j
    for l, x in zip(v["l"], q):
        turn += x
        place += l * np.exp(1j * turn)
    return np.array([place.real, place.imag])


def tip_moves(v, q, dq):
    return (tip(v, q + H * np.asarray(dq)) - tip(v, q - H * np.asarray(dq))) / (2 * H)


def own_q(v, n=3):
    return np.radians(v["q_deg"][:n])


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
        for case in certified_cases(ASSIGNMENT["how_many"], VARIANTS[0], str(seed)):
            A, v = map(sp.Matrix, case.inputs)
            _, pivots = sp.Matrix.hstack(A, v).rref()
            rank = sum(k < A.cols for k in pivots)
            free = -1 if A.cols in pivots else A.cols - rank
            assert TRUTH.how_many(*case.inputs).tolist() == [rank, free]


def chain_moves(chain, dq):
    """omega and V of a point of the last link by central differences. (6,)"""
    angles, l, sigma, q, point = chain

    def walk(q):
        turn, place = np.eye(3), point
        for k in reversed(range(len(q))):
            step = (Rotation.from_euler("Z", sigma[k] * q[k])
                    * Rotation.from_euler("XYZ", angles[k])).as_matrix()
            place = step @ (place + l[k]) + Z * (1 - sigma[k]) * q[k]
            turn = step @ turn
        return turn, place
    (T1, t1), (T0, t0), (T, _) = (walk(q + h * np.asarray(dq)) for h in (H, -H, 0))
    spin = (T1 - T0) / (2 * H) @ T.T
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0], *(t1 - t0) / (2 * H)])


@pytest.mark.parametrize("seed", range(3))
def test_rates_of_chains_by_differences_and_by_search(seed):
    task = ASSIGNMENT["chain_rates"]
    for case in certified_cases(task, VARIANTS[0], str(seed)):
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
    for case in certified_cases(ASSIGNMENT["damped_rates"], VARIANTS[0], "damped"):
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


# -- the law that a message names --------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
V = VARIANTS[0]
WIDE = np.array([[1.0, 2, 0.5, -1], [0.3, -1, 2, 0.7]])
TALL = WIDE.T
LOW = np.array([[1, 2, 3], [2, 4, 6], [1, 0, 1]])
SQUARE = np.diag([1.5, 1.0, 0.02]) + np.diag([0.3, 0.2], 1)
POLAR = {"q_1": 0.4, "q_2": 0.7, "q_3": 0.2, "h": 0.9, "a": 0.5}


def own_link_only(rules):
    D, end = rules.planar_jacobian(V["l"], own_q(V)), tip(V, own_q(V))
    yield D[:, 0] @ end


def absolute_angles(rules):
    q = [np.array(x) for x in ([0.2, 0.5, -0.4], [0.5, 0.5, -0.4])]
    columns = [np.linalg.norm(rules.planar_jacobian(V["l"], x)[:, 0]) for x in q]
    yield columns[0] - columns[1]                     # the distance of the tip from the base


def jacobian_transposed(rules):
    yield WIDE @ rules.solve(WIDE, np.array([0.4, -0.7])) - [0.4, -0.7]


def basic_solution(rules):
    dq = rules.solve(WIDE, np.array([0.4, -0.7]))
    assert WIDE @ dq == pytest.approx([0.4, -0.7]), "it solves all the same"
    yield np.linalg.svd(WIDE)[2][2:] @ dq


def equations_dropped(rules):
    v = np.array([0.3, -0.5, 0.8, 0.2])
    yield TALL.T @ (TALL @ rules.solve(TALL, v) - v)


def v_forgotten(rules):
    off = np.cross(LOW[:, 0], LOW[:, 2])
    yield rules.how_many(LOW, off)[1] + 1


def sizes_counted(rules):
    v = LOW @ [1, -2, 1]
    yield rules.how_many(np.vstack([LOW, LOW[:1]]), np.append(v, v[0]))[1] - 1


def singular_refused(rules):
    yield rules.how_many(LOW, LOW @ [1, -2, 1])[1] - 1


def reached_direction(rules):
    D = a06_velocity_problems.stretched(rules, V)
    yield rules.lost(D) @ D


def axes_squared(rules):
    D = a06_velocity_problems.own_jacobian(rules, V, 2)
    yield rules.half_axes(2 * D) - 2 * rules.half_axes(D)


def still_sign(rules):
    D = a06_velocity_problems.own_jacobian(rules, V)
    yield D @ rules.still(D)


def damping_unsquared(rules):
    """Lengths in other units: A, v and lambda are ten times as large, the rates are not."""
    v = np.array([0.3, -0.4, 0.5])
    yield rules.damped(10 * SQUARE, 10 * v, 2.0) - rules.damped(SQUARE, v, 0.2)


def damping_dropped(rules):
    v = np.array([0.3, -0.4, 0.5])
    yield max(0, np.linalg.norm(rules.damped(SQUARE, v, 0.2)) - np.linalg.norm(v) / 0.4)


def right_side_bare(rules):
    v = np.array([0.3, -0.4, 0.5])
    yield rules.damped(SQUARE, v, 0.0) - np.linalg.solve(SQUARE, v)


def axis_unturned(rules):
    for q_4 in (0.4, 1.1):
        axes = rules.wrist_axes(q_4, 0.3)
        yield axes[:, 1] @ axes[:, 2]


def r_63_printed(rules):
    V_6 = rules.home_matrix(**V["lengths"]) @ [0, 1, 1, 0, 0, 0]
    yield np.linalg.norm(V_6) - V["lengths"]["L_2"]


CHAIN = (np.array([[0.4, -0.9, 1.2], [1.1, 0.3, -0.6], [-0.7, 1.3, 0.5]]),
         np.array([[0.3, -0.2, 0.4], [0.1, 0.5, -0.3], [-0.4, 0.2, 0.3]]), np.array([1, 0, 1]),
         np.array([0.5, 0.3, -0.8]), np.array([0.2, -0.1, 0.3]))


def column(rules, j):
    angles, l, sigma, q, point = CHAIN
    return rules.column(rules.at(angles, l, sigma, q), sigma, 3, j, point)


def slide_as_turn(rules):
    yield column(rules, 2)[:3]


def rows_swapped(rules):
    yield column(rules, 2)[:3]


def axis_next(rules):
    yield column(rules, 1)[:3] - Z


def arm_base(rules):
    yield column(rules, 3)[3:] - chain_moves(CHAIN, Z)[3:]
    yield a06_velocity_problems.polar_det(rules, {}, **POLAR) - 0.7**2 * np.cos(0.7)


LAWS = {f.__name__: f for f in (
    own_link_only, absolute_angles, degrees, jacobian_transposed, basic_solution,
    equations_dropped, v_forgotten, sizes_counted, singular_refused, reached_direction,
    axes_squared, still_sign, damping_unsquared, damping_dropped, right_side_bare, axis_unturned,
    r_63_printed, slide_as_turn, rows_swapped, axis_next, arm_base)}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS
    in_words = frozenset({"chain_rates", "damped_rates", "how_many", "polar_det", "printed_unknown"})


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
    for rules in (TRUTH, MISTAKES[slip].rules):
        given = (lambda *args, rules=rules: task.reference(rules, V, *args)) if task.cases else (
            task.reference(rules, V))
        findings[rules] = [f.holds for f in task.function_laws(given, own)]
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
    assert collisions(ASSIGNMENT[task], V, [Case(())]) == []
    assert collisions(ASSIGNMENT[task], V | changes, [Case(())]) != []
