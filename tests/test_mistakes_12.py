"""Assignment 12: the truth against first principles, each mistake against its law."""

import json
from functools import cache

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees, differ
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a12_base_parameters
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.rules.section_12 import CHOSEN, G, PAIRS
from autograde.task import Case
from autograde.variants import certified_cases, collisions
from robokit import Mechanism
from robokit.base_parameters import pseudo_inertia

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a12_base_parameters"]
VARIANTS = dealt(ASSIGNMENT.name)
H = 1e-3
UNIT = np.eye(3)


# -- the truth: mass points, moved joint by joint and differentiated ----------------------------


def work(places, masses, q, dq, ddq, gravity):
    """Drives by virtual work of m (x'' - g) over all points; places: q -> (N, 2 or 3)."""
    q, dq, ddq = (np.atleast_1d(np.asarray(x, float)) for x in (q, dq, ddq))
    acceleration = differ(lambda t: places(q + t * dq + t * t / 2 * ddq), 2)
    felt = np.asarray(masses)[:, None] * (acceleration - np.asarray(gravity))
    return np.array([(felt * differ(lambda t: places(q + t * one))).sum()
                     for one in np.eye(len(q))])


def ten_of(points, masses):
    """The ten numbers of mass points, summed. (10,)"""
    x, m = np.asarray(points), np.asarray(masses)
    second = np.einsum("k,ki,kj->ij", m, x, x)
    return np.array([*(second[k] for k in PAIRS), *(m @ x), m.sum()])


def chain_places(angles, l, sigma, clouds):
    """All mass points of a chain in frame 0, as a function of q."""
    def places(q):
        turn, origin, found = np.eye(3), np.zeros(3), []
        for k in range(len(sigma)):
            origin = origin + turn[:, 2] * (1 - sigma[k]) * q[k]
            step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
            turn = turn @ step.as_matrix()
            origin = origin + turn @ l[k]
            found.append(clouds[k] @ turn.T + origin)
        return np.concatenate(found)
    return places


def planar(points, a, slides=False):
    """Points of the pendulum, or of the link that slides along it: up and aside."""
    x, y = np.asarray(points)[:, :2].T

    def places(q):
        out = a + x + (q[1] if slides else 0)
        c, s = np.cos(q[0]), np.sin(q[0])
        return np.column_stack([c * out - s * y, s * out + c * y])
    return places


RNG = np.random.default_rng(4)
POINTS, PARTS = RNG.normal(0, 0.4, (5, 3)), RNG.uniform(0.5, 1.5, 5)
UP = np.array([-G, 0])                                           # X_0 points up
CLOUDS = RNG.normal(0, 0.3, (3, 5, 3))
WEIGHTS = np.array([1.5, -4.0, -8.0])


def some_chain(seed, sigma=(1, 0, 1)):
    """angles, l, sigma, q, dq, ddq, gravity."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma),
            *rng.uniform(-1, 1, (3, 3)), WEIGHTS)


def missed_drives(rules, chain):
    """W p of the clouds less their drives by virtual work."""
    p = np.concatenate([ten_of(cloud, PARTS) for cloud in CLOUDS])
    felt = work(chain_places(*chain[:3], CLOUDS), np.tile(PARTS, 3), *chain[3:])
    return rules.chain_regressor(*chain) @ p - felt


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


def ranks(f, chain, count=40):
    """f of the regressors of many states, stacked."""
    (angles, l, sigma, gravity), rng = chain, np.random.default_rng(8)
    return f(np.vstack([TRUTH.chain_regressor(angles, l, sigma, *rng.uniform(-2, 2, (3, 3)),
                                              gravity) for _ in range(count)]))


def test_the_count_is_the_rank_of_drives():
    for seed in range(2):
        for case in certified_cases(ASSIGNMENT["base_count"], {}, f"rank {seed}"):
            assert ranks(np.linalg.matrix_rank, case.inputs) == ASSIGNMENT["base_count"].truth(
                TRUTH, {}, case)


def test_a_coarse_tolerance_loses_what_short_lengths_show():
    short = ASSIGNMENT["base_count"].drawn({}, "coarse")[2].inputs
    assert abs(short[1]).max() < 1e-3
    values = ranks(lambda W: np.linalg.svd(W)[1], short)
    lost = MISTAKES["short_lost"].rules.base_count(*short)
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
    more = {name: MISTAKES["constant_counted"].rules.counted_base(*machine)
            - TRUTH.counted_base(*machine) for name, machine in machines.items()}
    right = ASSIGNMENT["constant"].reference(TRUTH, {})
    assert more == {name: int(name == right) for name in "abcd"}


def test_follow_through_goes_on_from_own_values():
    v = VARIANTS[0]
    for name in ("base_three", "least_mass", "slide_base"):
        task = ASSIGNMENT[name]
        for own in task.own:
            right = ASSIGNMENT[own].reference(TRUTH, v)
            assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(task.reference(TRUTH, v))
            shifted = task.follow(TRUTH, v, **{own: 1.1 * right + 0.2})
            assert np.abs(shifted - task.reference(TRUTH, v)).max() > 1e-2, (name, own)


# -- the law that a message names ---------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
V = VARIANTS[0]
A = V["a"]
BODY = ten_of(POINTS, PARTS)
STATE = (0.7, 0.4, 0.6, 1.2, -0.8, -2.0, 1.5, G)                 # of the slide, in LETTERS' order
DATA = V["data"]
CHAIN, TURNING = some_chain(3), some_chain(5, (1, 1, 1))


def rod(rules):
    """A rod along x, its mass centre at the origin."""
    yield rules.ten_numbers(2.0, np.zeros(3), np.diag([0, 1.0, 1.0]))[:6] - np.array(
        [1, 0, 0, 0, 0, 0])
    yield pendulum_points(rules)
    yield missed_drives(rules, TURNING)


def shifted(rules):
    m, r, d, J = 2.0, np.array([0.3, -0.2, 0.1]), np.array([0.5, 0, 0]), np.diag([2.0, 3.0, 4.0])
    step = rules.ten_numbers(m, r + d, J)[0] - rules.ten_numbers(m, r, J)[0]
    yield step - m * (2 * r[0] * d[0] + d[0]**2)


def one_point(rules):
    yield rules.ten_numbers(1.0, np.array([1.0, 1.0, 0]), np.zeros((3, 3)))[1] - 1


def density(rules):
    r, J = np.array([0.3, -0.2, 0.1]), np.diag([2.0, 3.0, 4.0])
    yield rules.ten_numbers(4.0, r, 2 * J) - 2 * rules.ten_numbers(2.0, r, J)


def pendulum_points(rules):
    """The row, in two states, against one mass point's drive by elementary means."""
    states = ((0.7, 1.2, -2.0), (2.1, -0.5, 1.0))
    return np.array([rules.pendulum_row(A, *x) @ BODY - work(planar(POINTS, A), PARTS, *x, UP)[0]
                     for x in states])


def held_still(rules):
    """At rest the drive holds the weights."""
    zero = np.zeros(3)
    yield rules.pendulum_row(A, 0.7, 0, 0) @ BODY - work(planar(POINTS, A), PARTS, 0.7, 0, 0, UP)[0]
    yield rules.slide_columns(*STATE[:3], 0, 0, 0, 0, G)[1, 2] - G * np.cos(STATE[0])
    yield missed_drives(rules, (*CHAIN[:4], zero, zero, WEIGHTS))


def on_axis(rules):
    """A mass point on the axis needs no drive, and has no base parameters."""
    point = np.array([A * A, 0, 0, 0, 0, 0, -A, 0, 0, 1])
    yield rules.pendulum_row(A, 0.7, 1.2, -2.0) @ point
    yield rules.pendulum_base(point, A)


def put_back(rules):
    row = TRUTH.pendulum_row(A, 0.7, 1.2, -2.0)
    yield row[CHOSEN] @ rules.pendulum_base(BODY, A) - row @ BODY


def least_of_a_point(rules):
    point = ten_of([[0.2, 0.5, 0]], [3.0])
    yield rules.least_mass(TRUTH.pendulum_base(point, A), A)[1] - 3.0


def slide_drives(rules):
    """The point at the origin of frame 2, moved by both joints."""
    state = [STATE[:2], STATE[3:5], STATE[5:7]]
    felt = work(planar([(0, 0)], STATE[2], slides=True), [1.0], *state, UP)
    yield rules.slide_columns(*STATE)[:, 2] - felt


def slide_numbers(rules):
    """Slid out by 1 m and held still, and turned from rest: joint 1 by six numbers."""
    second = ten_of(1.3 * POINTS, PARTS)
    six = rules.slide_base(TRUTH.pendulum_base(BODY, A), second, A)
    felt, by_six = [], []
    for q_2, e_1 in ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0)):
        row = np.append(TRUTH.pendulum_row(A, 0.7, 0, e_1)[CHOSEN],
                        TRUTH.slide_columns(0.7, q_2, A, 0, 0, e_1, 0, G)[0])
        by_six.append(row @ six)
        felt.append((work(planar(POINTS, A), PARTS, 0.7, 0, e_1, UP)
                     + work(planar(1.3 * POINTS, A, slides=True), PARTS, (0.7, q_2), (0, 0),
                            (e_1, 0), UP)[0])[0])
    yield np.subtract(by_six, felt)


def weighed_rest(rules):
    """The divided rest stands at right angles to the divided columns."""
    sd = np.array(DATA["sd"])
    rows = TRUTH.measured_rows(A, DATA) / sd[:, None]
    yield rows.T @ (np.array(DATA["mu"]) / sd - rows @ rules.weighted_estimate(A, DATA))


def doubled_noise(rules):
    twice = DATA | {"sd": [2 * x for x in DATA["sd"]]}
    once = rules.estimate_deviations(A, DATA)
    yield rules.estimate_deviations(A, twice) / once - 2


def inverted_first(rules):
    N = np.array([[2.0, 1.0], [1.0, 2.0]])
    yield rules.deviation_of(N) - np.sqrt(2 / 3)


def condition(rules):
    yield rules.condition_of(np.diag([3.0, 1.0])) - 3


def steady(rules):
    """Constant rates, no weights: mass points still need drives."""
    zero = np.zeros(3)
    for chain in (CHAIN, TURNING):
        yield missed_drives(rules, (*chain[:5], zero, zero))


def drives_of_points(rules):
    yield missed_drives(rules, CHAIN)


@cache
def ranked():
    """Hidden cases and the ranks of their stacked drives."""
    cases = ASSIGNMENT["base_count"].drawn({}, "law")
    return [(case.inputs, ranks(np.linalg.matrix_rank, case.inputs)) for case in cases]


def counted(rules):
    """The rank of stacked drives, of a chain that shows the slip."""
    yield float(max(abs(rules.base_count(*inputs) - rank) for inputs, rank in ranked()))


def gap_of_drives(rules):
    yield rules.misprint_gap(0.7, 1.9, -2.3, 1.4) - (0 - 2 * 0.7 * -2.3 * 1.4)


LAWS = {"moments_for_seconds": rod, "centre_for_origin": shifted, "products_reversed": one_point,
        "centre_for_moment": density, "field_lost": held_still, "field_reversed": held_still,
        "energy_row": lambda rules: [pendulum_points(rules)], "frame_on_axis": on_axis,
        "degrees": degrees, "mass_square_added": put_back, "by_sight": put_back,
        "base_as_inertia": least_of_a_point, "along_only": least_of_a_point,
        "mass_moved_back": slide_numbers, "group_forgotten": slide_numbers,
        "slide_rates_once": slide_drives, "slide_rates_lost": slide_drives,
        "slide_thrown_lost": slide_drives, "unweighted": weighed_rest,
        "weights_once": weighed_rest, "weights_inverted": weighed_rest,
        "covariance_unscaled": doubled_noise, "variance_given": doubled_noise,
        "others_known": inverted_first, "condition_squared": condition, "rates_dropped": steady,
        "axes_of_base": drives_of_points, "slide_speed_lost": drives_of_points,
        "slide_coriolis_once": drives_of_points, "constant_counted": counted,
        "groups_counted": counted, "rounding_counted": counted, "one_state": counted,
        "short_lost": counted, "gap_reversed": gap_of_drives, "gap_halved": gap_of_drives,
        "gap_of_energy": gap_of_drives}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS


# -- what a student's own notebook sees ---------------------------------------------------------
def seen(task, rules, own=()):
    """What the laws of the notebook say of a slip, with the own answers to the tasks `own`."""
    v, law = VARIANTS[0], ASSIGNMENT[task].function_laws
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
    broken = [f.text for f in seen(task, MISTAKES[mistake].rules, own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_the_laws_of_the_slide_see_a_coupling_lost_and_a_rate_unsquared():
    law, x = ASSIGNMENT["slide_columns"].symbolic_laws, sp.symbols(a12_base_parameters.LETTERS)
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
    assert collisions(ASSIGNMENT[task], numbers, [Case(())]) == []
    changes = {k: numbers[k] | x if isinstance(x, dict) else x for k, x in changes.items()}
    assert collisions(ASSIGNMENT[task], numbers | changes, [Case(())]) != []


@pytest.mark.parametrize("number", range(24))
def test_the_dealt_bodies_exist_and_the_readings_fit(number):
    """Both links have bodies, and what the weighted estimate leaves is noise."""
    v = VARIANTS[number]
    for ten in (ASSIGNMENT["ten"].reference(TRUTH, v), v["p_2"]):
        assert np.linalg.eigvalsh(pseudo_inertia(ten)).min() > 0
    assert TRUTH.least_mass(ASSIGNMENT["base_three"].reference(TRUTH, v), v["a"])[1] < v["m"]
    rest = (np.array(v["data"]["mu"]) - TRUTH.measured_rows(v["a"], v["data"])
            @ TRUTH.weighted_estimate(v["a"], v["data"])) / v["data"]["sd"]
    assert np.sqrt(np.mean(rest**2)) < 2
