"""Assignment 5: the truth against first principles, each mistake against its law."""

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a05_velocities
from autograde.rules import Rules
from autograde.task import Case
from autograde.variants import collisions

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a05_velocities"]
VARIANTS = dealt(ASSIGNMENT.name)
V = VARIANTS[0]
X, Y, Z = np.eye(3)
H = 1e-6
HOME = dict(zip(a05_velocities.HOME, (0.15, 0.8, 0.06, 0.7, 0.0965, 0.08)))


# -- the truth: single motions, differentiated ------------------------------------------------
def walk(angles, l, sigma, q, i, point):
    """Rotation of frame i and position of a point of link i in frame 0, joint by joint."""
    turn = np.eye(3)
    for k in reversed(range(i)):
        step = (Rotation.from_euler("Z", sigma[k] * q[k])
                * Rotation.from_euler("XYZ", angles[k])).as_matrix()
        point = step @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
        turn = step @ turn
    return turn, point


def motion(chain, dq, i, point):
    """omega_i^(0) and V_i^(0) by central differences of walk, and the rotation of frame i."""
    angles, l, sigma, q = chain
    (T1, t1), (T0, t0) = (walk(angles, l, sigma, q + h * np.asarray(dq), i, point)
                          for h in (H, -H))
    T, _ = walk(angles, l, sigma, q, i, point)
    spin = (T1 - T0) / (2 * H) @ T.T
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0]]), (t1 - t0) / (2 * H), T


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    chain = rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma), \
        rng.uniform(-2, 2, n)
    return chain, rng.uniform(-1, 1, n), rng.uniform(-1, 1, 3)


def state(rules, chain):
    angles, l, sigma, q = chain
    return rules.at(angles, l, sigma, q)


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


# -- the law that a message names --------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
CHAIN, DQ, POINT = some_chain(3, (1, 0, 1))
SIGMA = CHAIN[2]


def moved(rates):
    """The same chain a moment later."""
    angles, l, sigma, q = CHAIN
    return angles, l, sigma, q + np.array(rates)


def axis_next(rules):
    for j in (1, 3):
        now, then = (rules.c(state(rules, chain), SIGMA, j)
                     for chain in (CHAIN, moved(0.5 * np.eye(3)[j - 1])))
        yield now - then
    now, then = (rules.D_V(state(rules, chain), SIGMA, 2) for chain in (CHAIN, moved([0, 0.5, 0])))
    yield (now - then) + np.cross(now, walk(*CHAIN, 1, 0 * Z)[0][:, 2])     # along Z_1


def link_unturned(rules):
    lever, turned = (rules.arm(state(rules, chain), 3, 3, POINT)
                     for chain in (CHAIN, moved([np.pi / 2, 0, 0])))
    yield turned - np.cross(Z, lever) - lever[2] * Z


def link_before(rules):
    after, before = (rules.arm(state(rules, chain), 3, 3, 0 * Z)
                     for chain in (CHAIN, moved([0, 0, 0.5])))
    yield float(np.abs(after - before).max() < 1e-6)            # the origin of link 3 must move


def wrong_frame(rules):
    s = state(rules, CHAIN)
    _, V, T = motion(CHAIN, DQ, 3, POINT)
    yield rules.onto(s, 3, T[:, 0]) - X
    yield rules.velocity_own(s, SIGMA, DQ, 3, POINT) - T.T @ V
    before, after = motion(CHAIN, DQ, 2, POINT)[0], motion(CHAIN, DQ, 3, POINT)[0]
    yield T @ rules.relative_omega(s, SIGMA, DQ, 3) - (after - before)


def omega_last(rules):
    omega = rules.omega(state(rules, CHAIN), SIGMA, [0.7, 0, 0], 3, 0)
    yield float(np.abs(omega).max() < 1e-9)


def omega_unturned(rules):
    omega = rules.omega(state(rules, CHAIN), SIGMA, DQ, 3, 0)
    tau = [walk(*chain, 3, POINT)[0] for chain in (CHAIN, moved(1e-6 * DQ))]
    yield (tau[1] - tau[0]) / 1e-6 - np.cross(omega, tau[0].T).T


def slide_as_turn(rules):
    s, slides = state(rules, CHAIN), np.array([0, 0.7, 0])
    yield rules.omega(s, SIGMA, slides, 3, 0)
    yield rules.column(s, SIGMA, 3, 2, POINT)[:3]
    axis = walk(*CHAIN, 1, POINT)[0][:, 2]
    yield np.cross(rules.velocity(s, SIGMA, slides, 3, POINT), axis)


def slide_speed_lost(rules):
    s = state(rules, CHAIN)
    yield np.linalg.norm(rules.velocity(s, SIGMA, [0, 1, 0], 3, POINT)) - 1
    yield np.linalg.norm(rules.column(s, SIGMA, 3, 2, POINT)[3:]) - 1


def arm_next(rules):
    s = state(rules, CHAIN)
    T, _ = walk(*CHAIN, 3, POINT)
    yield rules.arm(s, 3, 3, POINT) - T @ POINT - T @ CHAIN[1][2]


def arm_base(rules):
    """The origin of frame j-1, as a point that link j carries."""
    s = state(rules, CHAIN)
    T, t = walk(*CHAIN, 3, 0 * Z)
    point = T.T @ (walk(*CHAIN, 2, 0 * Z)[1] - t)
    yield np.cross(rules.c(s, SIGMA, 3), rules.arm(s, 3, 3, point))


def cross_reversed(rules):
    yield rules.cross(Z, X) - Y


def rows_swapped(rules):
    yield rules.column(state(rules, CHAIN), SIGMA, 3, 2, POINT)[:3]


def other_frame(rules):
    s = state(rules, CHAIN)
    omega, V, T = motion(CHAIN, X, 3, POINT)
    yield rules.column(s, SIGMA, 3, 1, POINT) - np.concatenate([omega, V])
    yield rules.velocity_own(s, SIGMA, X, 3, POINT) - T.T @ V
    yield rules.home_jacobian(**HOME)[1, 1] - (HOME["L_2"] + HOME["L_4"] + HOME["L_5"]
                                               + HOME["L_6"])


def joints_beyond(rules):
    s, beyond = state(rules, CHAIN), [0, 0, 0.8]
    yield rules.omega(s, SIGMA, beyond, 2, 0)
    yield rules.velocity(s, SIGMA, beyond, 2, POINT)
    yield rules.column(s, SIGMA, 2, 3, POINT)


def projection_rate(rules):
    yield (np.linalg.norm(rules.velocity_own(state(rules, CHAIN), SIGMA, DQ, 3, POINT))
           - np.linalg.norm(motion(CHAIN, DQ, 3, POINT)[1]))


def appendix_4_printed(rules):
    V = rules.home_jacobian(**HOME) @ [0, 1, 1, 0, 0, 0]
    yield np.linalg.norm(V) - HOME["L_2"]


def offsets_dropped(rules):
    yield np.linalg.norm(rules.home_jacobian(**HOME)[:, 0]) - (HOME["L_1"] - HOME["L_3"])


LAWS = {f.__name__: f for f in (
    axis_next, wrong_frame, degrees, omega_last, omega_unturned, slide_as_turn, slide_speed_lost,
    arm_next, arm_base, cross_reversed, rows_swapped, other_frame, joints_beyond, projection_rate,
    appendix_4_printed, offsets_dropped, link_unturned, link_before)}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS
    in_words = frozenset({"printed_rate"})


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("relative_omega", {"angles_deg": [[0, 0, 0]] * 3}),        # all axes parallel
    ("omega", {"dq": [0.5, 0.0, 0.7]}),                         # a slide that stands still
    ("lever", {"l": [[0.3, 0.2, 0.4], [0.3, 0.1, 0.2], [0, 0, 0]]}),
    ("velocity", {"dq": [0.0, 0.5, 0.0]}),                      # nothing turns
    ("velocity_own", {"dq": [0.0, 0.5, 0.0]})])                 # both derivatives agree
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    assert collisions(ASSIGNMENT[task], VARIANTS[0], [Case(())]) == []
    assert collisions(ASSIGNMENT[task], VARIANTS[0] | changes, [Case(())]) != []
