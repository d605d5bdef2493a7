"""Assignment 7: the truth against first principles, each mistake against its law."""

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a07_accelerations
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.task import Case
from autograde.variants import collisions

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a07_accelerations"]
VARIANTS = dealt(ASSIGNMENT.name)
X, Y, Z = np.eye(3)
H = 2e-3                                    # seconds, of difference quotients of fourth order


# -- the truth: single motions, differentiated twice ------------------------------------------
def walk(angles, l, sigma, q, i, point):
    """Rotation of frame i and position of a point of link i in frame 0, joint by joint."""
    turn = np.eye(3)
    for k in reversed(range(i)):
        step = (Rotation.from_euler("Z", sigma[k] * q[k])
                * Rotation.from_euler("XYZ", angles[k])).as_matrix()
        point = step @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
        turn = step @ turn
    return turn, point


def derivatives(f):
    """f(0), f'(0), f''(0) from f at five instants."""
    a, b, c, d, e = (np.asarray(f(k * H)) for k in (-2, -1, 0, 1, 2))
    return c, (a - 8 * b + 8 * d - e) / (12 * H), (-a + 16 * b - 30 * c + 16 * d - e) / (12 * H**2)


def motion(chain, dq, ddq, i, point):
    """omega, domega, V, dV of link i and its point in frame 0, and the rotation of frame i."""
    angles, l, sigma, q = chain

    def at(t):
        return np.column_stack(walk(angles, l, sigma, q + dq * t + ddq * t**2 / 2, i, point))
    now, first, second = derivatives(at)
    T, dT, ddT = now[:, :3], first[:, :3], second[:, :3]
    spin, change = dT @ T.T, ddT @ T.T + dT @ dT.T
    axis = [np.array([m[2, 1], m[0, 2], m[1, 0]]) for m in (spin, change)]
    return *axis, first[:, 3], second[:, 3], T


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    chain = rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma), \
        rng.uniform(-2, 2, n)
    return chain, rng.uniform(-1, 1, n), rng.uniform(-1, 1, n), rng.uniform(-1, 1, 3)


def moved(chain, step):
    angles, l, sigma, q = chain
    return angles, l, sigma, q + np.asarray(step)


def state(rules, chain):
    angles, l, sigma, q = chain
    return rules.at(angles, l, sigma, q)


def column(chain, i, j, point):
    """D_ij^(0): the velocity of the point when joint j alone moves at the rate one."""
    n = len(chain[3])
    return motion(chain, np.eye(n)[j - 1], np.zeros(n), i, point)[2]


def axis(chain, j):
    """c_j^(0)."""
    return walk(*chain, j - 1, 0 * Z)[0][:, 2] * chain[2][j - 1]


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


# -- the law that a message names --------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
CHAIN, DQ, DDQ, POINT = some_chain(3, (1, 0, 1))
SIGMA, ZERO = CHAIN[2], np.zeros(3)
TURNS = some_chain(4, (1, 1, 1))[0]


def coasting(rules, rates, chain=CHAIN):
    s = state(rules, chain)
    return rules.acceleration(s, chain[2], np.asarray(rates, float), ZERO, 3, POINT)


def own_velocity_later(rules):
    """The acceleration is the rate of the velocity, at constant rates."""
    yield coasting(rules, DQ) - motion(CHAIN, DQ, ZERO, 3, POINT)[3]


def gyroscopic_once(rules):
    """Two parallel axes through one point at a and b pull like one at a + b."""
    s = rules.at(np.zeros((2, 3)), np.array([[0, 0, 0.2], [0.5, 0.3, 0]]), [1, 1], [0.4, 0.7])
    R = s.t(2, POINT) * [1, 1, 0]
    yield rules.acceleration(s, [1, 1], [0.7, 0.9], [0, 0], 2, POINT) + (0.7 + 0.9)**2 * R


def centrifugal_sign(rules):
    lever = walk(*CHAIN, 3, POINT)[1]
    yield max(0.0, lever @ coasting(rules, [0.8, 0, 0]))


def rate_once(rules):
    yield coasting(rules, [1.4, 0, 0]) - 4 * coasting(rules, [0.7, 0, 0])


def whole_omega(rules):
    rates = np.array([0, 0.8, 0.9])
    yield rules.quadratic(state(rules, CHAIN), SIGMA, rates, 3, POINT, ("Coriolis",))


def columns_differentiated(rules):
    s, h = state(rules, CHAIN), 1e-5
    later, before = (column(moved(CHAIN, step * X), 3, 3, POINT) for step in (h, -h))
    yield rules.pair_vector(s, SIGMA, 3, 1, 3, POINT) - (later - before) / (2 * h)


def motors_only(rules):
    _, domega, _, dV, _ = motion(CHAIN, DQ, ZERO, 3, POINT)
    yield rules.domega(state(rules, CHAIN), SIGMA, DQ, ZERO, 3) - domega
    yield coasting(rules, DQ) - dV


def square_lost(rules):
    lever = walk(*CHAIN, 3, POINT)[1]
    radius = np.hypot(*lever[:2])
    yield np.linalg.norm(coasting(rules, [0.8, 0, 0])) - radius * 0.8**2


def spin_lost(rules):
    rates = np.array([0.7, -0.9, 0.8])
    yield coasting(rules, rates, TURNS) - motion(TURNS, rates, ZERO, 3, POINT)[3]


def gyroscopic_twice(rules):
    yield rules.domega(state(rules, CHAIN), SIGMA, DQ, DDQ, 3) \
        - motion(CHAIN, DQ, DDQ, 3, POINT)[1]


def swing_reversed(rules):
    yield rules.swing(Z, X) - Y


def axis_by_itself(rules):
    yield rules.axis_rate(state(rules, CHAIN), SIGMA, [0.8, 0, 0], 3) \
        - np.cross(0.8 * Z, axis(CHAIN, 3))


def signal_rate(rules):
    own = rules.acceleration_own(state(rules, CHAIN), SIGMA, DQ, DDQ, 3, POINT)
    yield np.linalg.norm(own) - np.linalg.norm(motion(CHAIN, DQ, DDQ, 3, POINT)[3])


def signal_absolute(rules):
    s = state(rules, CHAIN)
    numbers = [walk(*moved(CHAIN, DQ * t), 3, 0 * Z)[0].T @ Z for t in (1e-5, -1e-5)]
    yield rules.axis_signal(s, SIGMA, DQ, 1, 3) - (numbers[0] - numbers[1]) / 2e-5
    signals = [walk(*moved(CHAIN, DQ * t), 3, 0 * Z)[0].T
               @ motion(moved(CHAIN, DQ * t), DQ, ZERO, 3, POINT)[2] for t in (1e-5, -1e-5)]
    yield rules.signals(s, SIGMA, DQ, ZERO, 3, POINT) - (signals[0] - signals[1]) / 2e-5


def frame_zero(rules):
    _, _, _, dV, T = motion(CHAIN, DQ, DDQ, 3, POINT)
    s = state(rules, CHAIN)
    yield rules.acceleration_own(s, SIGMA, DQ, DDQ, 3, POINT) - T.T @ dV
    yield T @ rules.axis_signal(s, SIGMA, DQ, 1, 3) + np.cross(motion(
        CHAIN, DQ, DDQ, 3, POINT)[0], Z)


def wrong_frame(rules):
    _, _, _, dV, T = motion(CHAIN, DQ, DDQ, 3, POINT)
    yield rules.acceleration_own(state(rules, CHAIN), SIGMA, DQ, DDQ, 3, POINT) - T.T @ dV


def column_rate_printed(rules):
    s, h = state(rules, CHAIN), 1e-5
    later, before = (column(moved(CHAIN, step * DQ), 3, 2, POINT) for step in (h, -h))
    yield rules.column_rate(s, SIGMA, DQ, 3, 2, POINT) - (later - before) / (2 * h)


def axis_still(rules):
    """Moved by joint 1 alone, column 3 keeps its length."""
    s, D = state(rules, CHAIN), column(CHAIN, 3, 3, POINT)
    yield rules.column_rate(s, SIGMA, np.array([0.8, 0, 0]), 3, 3, POINT) - np.cross(0.8 * Z, D)


def arm_still(rules):
    s, D, c = state(rules, CHAIN), column(CHAIN, 3, 3, POINT), axis(CHAIN, 3)
    yield rules.column_rate(s, SIGMA, np.array([0, 0, 0.8]), 3, 3, POINT) - np.cross(0.8 * c, D)


def start_still(rules):
    yield rules.arm_rate(state(rules, CHAIN), SIGMA, np.array([0, 0.8, 0]), 3, 3, POINT)


def axis_next(rules):
    """Joint 1 turns about Z_0, which nothing moves."""
    yield rules.domega(state(rules, CHAIN), SIGMA, [0.6, 0, 0], [0.8, 0, 0], 3) - 0.8 * Z


def slide_as_turn(rules):
    yield rules.domega(state(rules, CHAIN), SIGMA, [0, 0.7, 0], [0, 0.6, 0], 3)


def slide_speed_lost(rules):
    s = state(rules, CHAIN)
    yield np.linalg.norm(rules.acceleration(s, SIGMA, ZERO, [0, 1, 0], 3, POINT)) - 1


def arm_next(rules):
    """A point of the axis of joint 3 is not pulled by its rate."""
    s = state(rules, CHAIN)
    T, t = walk(*CHAIN, 3, 0 * Z)
    on_axis = T.T @ (walk(*CHAIN, 2, 0 * Z)[1] - t)
    yield rules.meeting(s, SIGMA, [0, 0, 0.8], 3, 3, 3, on_axis)


def joints_beyond(rules):
    s, beyond = state(rules, CHAIN), [0, 0, 0.8]
    yield rules.domega(s, SIGMA, ZERO, beyond, 2)
    yield rules.acceleration(s, SIGMA, ZERO, beyond, 2, POINT)


LAWS = {f.__name__: f for f in (
    axis_by_itself, axis_next, arm_next, arm_still, axis_still, centrifugal_sign,
    column_rate_printed, degrees, frame_zero, gyroscopic_once,
    gyroscopic_twice, joints_beyond, motors_only, rate_once, signal_absolute, signal_rate,
    slide_as_turn, slide_speed_lost, spin_lost, square_lost, start_still,
    swing_reversed, whole_omega, wrong_frame)}
LAWS |= {"arm_base": arm_next, "columns_exchanged": columns_differentiated,
         "first_pull_lost": square_lost, "frame_own": axis_next,
         "meeting_reversed": columns_differentiated, "slide_coriolis_once": own_velocity_later}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS
    in_words = frozenset({"printed_two"})


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
    assert collisions(ASSIGNMENT[task], VARIANTS[0], [Case(())]) == []
    assert collisions(ASSIGNMENT[task], VARIANTS[0] | changes, [Case(())]) != []


# -- what the laws of practice expose -----------------------------------------------------------
@pytest.mark.parametrize("task,name", [(t.id, m) for t in ASSIGNMENT.tasks for m in t.mistakes
                                       if t.id in ("chain_domega", "column_rate",
                                                   "chain_acceleration")])
def test_the_laws_of_the_functions_expose_every_slip(task, name):
    task = ASSIGNMENT[task]
    for rules, sound in ((TRUTH, True), (MISTAKES[name].rules, False)):
        found = task.function_laws(lambda *args: task.reference(rules, {}, *args), {})
        assert all(f.holds for f in found) == sound


@pytest.mark.parametrize("number", range(4))
def test_the_laws_of_own_numbers_hold_for_the_truth_and_not_for_others(number):
    v = VARIANTS[number]
    right = {t.id: t.reference(TRUTH, v) for t in ASSIGNMENT.tasks if not t.cases}
    for name, wrong in (("domega", 4.0 * right["domega"] + 9), ("printed_gap", [0.1, 0.2, 0.3]),
                        ("printed_gap", 5.0 * right["printed_gap"]),
                        ("signals", right["signals"] + 0.4),
                        ("signals", MISTAKES["degrees"].rules.signals(
                            *a07_accelerations._own(MISTAKES["degrees"].rules, v), 3,
                            np.array(v["point"])))):
        law = ASSIGNMENT[name].function_laws
        own = right | {"variant": v}
        assert all(f.holds for f in law(right[name], own)), name
        assert any(f.holds is False for f in law(np.array(wrong, float), own)), name


def test_signals_wait_for_the_acceleration_that_they_are_held_against():
    v = VARIANTS[0]
    found, = ASSIGNMENT["signals"].function_laws(np.ones(3), {"variant": v})
    assert found.holds is None and "acceleration_own" in found.text
