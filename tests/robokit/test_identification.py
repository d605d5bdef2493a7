"""Base parameters: the theorem, the paper's examples, known counts; and their identification."""

import itertools
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from robokit_cases import CHAINS, chain, motion

from robokit import Loads, Mechanism
from robokit import base_parameters as base
from robokit.identification import Excitation, excitation, identify, physical
from robokit.kawasaki import fs20n
from robokit.robots import load

G = (0.3, -1.0, -9.0)
DOWN = (0.0, 0.0, -9.81)


# -- the theorem ---------------------------------------------------------------------------------
@pytest.mark.parametrize("n,size", [(1, 8), (2, 84), (3, 777), (4, 6331), (5, 47118),
                                    (6, 328854)])
def test_the_dimension_of_the_paper(n, size):
    assert base.dimension([1] * n) == size


def evaluated(robot, q, dq):
    """The basis functions at one state, from their names."""
    def value(name):
        if name == "1":
            return 1.0
        product = 1.0
        for part in name.split():
            half, part = part.endswith("/2"), part.removesuffix("/2")
            if part.startswith("dq"):
                factor = dq[int(part[2]) - 1] ** (2 if part.endswith("^2") else 1)
            elif part.startswith("q"):
                factor = q[int(part[1]) - 1] ** (2 if part.endswith("^2") else 1)
            else:
                twice = 2 if len(part) == 3 else 1
                factor = (np.cos if part[0] == "c" else np.sin)(twice * q[int(part[-1]) - 1])
            product *= factor / 2 if half else factor
        return product
    return np.array([value(name) for name in base.basis(robot.sigma)])


@pytest.mark.parametrize("kinds", ["".join(k) for n in (1, 2, 3)
                                   for k in itertools.product("RP", repeat=n)]
                         + ["RPRR", "PRRP"])
def test_the_basis_holds_the_lagrange_function(kinds):
    """w_L = basis Z, as numbers, for every joint pattern."""
    robot = chain(kinds)
    Z = base.coordinate_matrix(robot, G)
    assert Z.shape == (base.dimension(robot.sigma), 10 * robot.n)
    assert len(set(base.basis(robot.sigma))) == len(Z.tocsr().indptr) - 1
    for seed in range(3):
        q, dq, _ = motion(robot, seed)
        w = evaluated(robot, q, dq) @ Z
        s = robot.at(q, dq)
        L = s.kinetic_energy() - s.potential_energy(G)
        assert w @ base.elementary(robot) == pytest.approx(L, rel=1e-12, abs=1e-11)


@pytest.mark.parametrize("kinds", ["".join(k) for k in itertools.product("RP", repeat=4)])
def test_patterns_of_four_joints(kinds):
    """Only the size and that L is met: four joints have too many names to evaluate each."""
    robot = chain(kinds)
    Z = base.coordinate_matrix(robot, G)
    assert Z.shape == (base.dimension(robot.sigma), 40)
    columns = base.base_parameters(robot, G).columns
    assert len(columns) == _rank(robot, G)


def test_six_joints_in_little_memory():
    """The promise is 2 GB; it takes a quarter of a GB (benchmark_robokit.py has the time)."""
    robot = chain("RRRRRR")
    tracemalloc.start()
    Z = base.coordinate_matrix(robot, G)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert Z.shape == (328854, 60) and 0 < Z.nnz < 0.01 * 328854 * 60
    assert peak < 5e8
    assert len(base.base_parameters(robot, G).columns) == _rank(robot, G) == 3 + 5 * 7


# -- the paper's examples ------------------------------------------------------------------------
a1, a2, g = 0.7, 0.5, 9.81


def test_one_link_of_the_paper():
    """Entry by entry; gravity along -x, as the paper's potential energy says."""
    one = Mechanism.from_dh([(0, 0, a1, 0)])
    Z = np.zeros((8, 10))
    Z[0, [0, 3, 6, 9]] = 1, 1, 2 * a1, a1**2
    Z[6, [6, 9]] = -g, -a1 * g
    Z[7, 7] = g
    np.testing.assert_allclose(base.coordinate_matrix(one, (-g, 0, 0)).toarray(), Z, atol=1e-14)
    found = base.base_parameters(one, (-g, 0, 0))
    Y = np.zeros((3, 10))
    Y[0, [0, 3, 9]] = 1, 1, -a1**2
    Y[1, [6, 9]] = 1, a1
    Y[2, 7] = 1
    assert found.columns == (0, 6, 7)
    np.testing.assert_allclose(found.Y, Y, atol=1e-14)
    assert found.names == ("Ixx1 + Iyy1 - 0.49 m1", "Sx1 + 0.7 m1", "Sy1")


def test_two_links_of_the_paper():
    two = Mechanism.from_dh([(0, 0, a1, 0), (0, 0, a2, 0)])
    Z = base.coordinate_matrix(two, (-g, 0, 0))
    assert Z.shape == (84, 20) and np.linalg.matrix_rank(Z.toarray()) == 6
    found = base.base_parameters(two, (-g, 0, 0))
    Y = np.zeros((6, 20))
    Y[0, [0, 3, 9, 19]] = 1, 1, -a1**2, -a1**2
    Y[1, [6, 9, 19]] = 1, a1, a1
    Y[2, 7] = 1
    Y[3, [10, 13, 19]] = 1, 1, -a2**2
    Y[4, [16, 19]] = 1, a2
    Y[5, 17] = 1
    np.testing.assert_allclose(found.Y, Y, atol=1e-13)


def test_a_constant_in_the_lagrange_function_takes_the_rank():
    """A height that no joint changes: with the row of "1" a column is kept that moves nothing."""
    turntable = Mechanism.from_dh([(0, 0.3, 0.4, 0)])            # Z up, gravity along it
    with_one = base.echelon(base.coordinate_matrix(turntable, DOWN))
    without = base.echelon(base.coordinate_matrix(turntable, DOWN, constant=False))
    assert len(with_one) == 2 and len(without) == 1
    W = base.regressor(turntable, *motion(turntable, batch=(20,)), DOWN).reshape(-1, 10)
    assert np.linalg.matrix_rank(W[:, with_one]) == 1
    assert np.linalg.matrix_rank(W[:, without]) == 1


# -- counts --------------------------------------------------------------------------------------
def _rank(robot, gravity):
    """Rank of the regressor at random states: from accelerations, not from energies."""
    W = base.regressor(robot, *motion(robot, batch=(12 * robot.n,)), gravity)
    W = W.reshape(-1, 10 * robot.n)
    size = np.linalg.norm(W, axis=0)
    W = W / np.where(size > 1e-9 * size.max(initial=1), size, np.inf)
    values = np.linalg.svd(W, compute_uv=False)
    return int((values > 1e-9 * values[0]).sum())


@pytest.mark.parametrize("name,with_gravity,without", [
    ("puma560", 36, 34), ("stanford", 33, 31), ("scara", 8, 8), ("fs20n", 36, 36)])
def test_known_counts(name, with_gravity, without):
    robot, gravity = (fs20n(), (0, 0, 9.81)) if name == "fs20n" else (load(name), DOWN)
    for field, count in ((gravity, with_gravity), ((0, 0, 0), without)):
        assert len(base.base_parameters(robot, field).columns) == count == _rank(robot, field)


def _rank_by_bodies(robot, gravity):
    """Rank of the drives of section 8 over random states and random bodies; no parameters."""
    rng, n = np.random.default_rng(5), robot.n
    state, columns = rng.uniform(-2, 2, (3, 12 * n, n)), []
    for _ in range(10 * n + 5):
        masses, points = rng.uniform(0.5, 2, (n, 6)), rng.normal(size=(n, 6, 3))
        m = masses.sum(1)
        r = np.einsum("kb,kbx->kx", masses, points) / m[:, None]
        S = np.einsum("kb,kbx,kby->kxy", masses, points - r[:, None], points - r[:, None])
        J = np.trace(S, axis1=1, axis2=2)[:, None, None] * np.eye(3) - S
        bodies = Mechanism(robot.sigma, robot.angles, robot.l, m, r, J)
        columns.append(bodies.inverse_dynamics(*state, Loads(gravity=gravity)).ravel())
    values = np.linalg.svd(np.transpose(columns), compute_uv=False)
    return int((values > 1e-9 * values[0]).sum())


@pytest.mark.parametrize("name", ["puma560", "stanford", "scara", "fs20n"])
def test_counts_need_no_regressor(name):
    robot, gravity = (fs20n(), (0, 0, 9.81)) if name == "fs20n" else (load(name), DOWN)
    for field in (gravity, (0, 0, 0)):
        assert len(base.base_parameters(robot, field).columns) == _rank_by_bodies(robot, field)


def test_lengths_of_a_millimetre_do_not_spoil_the_rank():
    """Columns that are all but dependent: a single pass of Gram and Schmidt kept 13 of rank 12."""
    rng = np.random.default_rng(29)
    robot = Mechanism([0, 0, 1, 1], rng.uniform(-3, 3, (4, 3)), 1e-3 * rng.normal(size=(4, 3)))
    assert len(base.base_parameters(robot).columns) == 12 == _rank(robot, (0, 0, 0))
    assert base.echelon(np.zeros((4, 3))) == []
    assert base.echelon([[1, 2, 1], [0, 0, 1e-7]]) == [0, 2]          # small, yet a step


@pytest.mark.parametrize("kinds", CHAINS)
def test_the_regressor_is_that_of_section_8(kinds):
    robot = chain(kinds)
    q, dq, ddq = motion(robot, batch=(5,))
    W = base.regressor(robot, q, dq, ddq, G)
    want = robot.inverse_dynamics(q, dq, ddq, Loads(gravity=G))
    np.testing.assert_allclose(W @ base.elementary(robot), want, rtol=1e-11, atol=1e-11)


def test_base_parameters_carry_the_whole_drives():
    robot = chain("RRPR")
    found = base.base_parameters(robot, G)
    W = base.regressor(robot, *motion(robot, batch=(30,)), G)
    np.testing.assert_allclose(W[..., found.columns] @ found.of(robot),
                               W @ base.elementary(robot), rtol=1e-9, atol=1e-9)
    chosen = W[..., found.columns].reshape(-1, len(found.columns))
    assert np.linalg.matrix_rank(chosen) == len(found.columns)


def test_bad_input_is_named():
    robot = chain("RP")
    q, dq, ddq = motion(robot)
    for call, text in (
            (lambda: base.elementary(chain("RP", inertias=False)), "m, r, J: got none"),
            (lambda: base.pseudo_inertia([1, 2]), r"p: got shape \(2,\), needs \(..., 10\)"),
            (lambda: base.ten_parameters(np.eye(3)), r"H: got shape \(3, 3\), needs \(..., 4, 4\)"),
            (lambda: base.influence(robot, q, link=3), "link: got 3, needs a number 1..2"),
            (lambda: base.influence(robot, q, link=0), "link: got 0, needs a number 1..2"),
            (lambda: base.influence(robot, q, 9.81), r"gravity: got shape \(\), needs \(3,\)"),
            (lambda: base.regressor(robot, q, dq, ddq, 9.81), r"gravity: got shape \(\)"),
            (lambda: base.base_parameters(robot, [9.81]), r"gravity: got shape \(1,\)")):
        with pytest.raises(ValueError, match=text):
            call()


def test_ten_parameters_and_their_matrices_in_batches():
    """pseudo_inertia and ten_parameters undo each other; the matrix is the integral of x x^T."""
    points, masses = np.random.default_rng(2).normal(size=(7, 3)), np.arange(1.0, 8)
    x = np.column_stack([points, np.ones(7)])
    each = base.ten_parameters(np.einsum("k,ka,kb->kab", masses, x, x))
    np.testing.assert_allclose(base.pseudo_inertia(each), masses[:, None, None]
                               * x[:, :, None] * x[:, None, :], rtol=1e-15)
    np.testing.assert_allclose(base.pseudo_inertia(each.sum(0)), (masses * x.T) @ x, atol=1e-13)


# -- identification ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def measured():
    """A planar arm that swings in the plane of gravity; noise of 2 % of each drive."""
    robot = load("planar2r")
    found = base.base_parameters(robot, (0, -9.81, 0))
    plan = excitation(robot, found, [(-2, 2)] * 2, [3, 3], 5.0, gravity=(0, -9.81, 0), trials=8)
    q, dq, ddq = plan(np.linspace(0, 5, 300, endpoint=False))
    W = base.regressor(robot, q, dq, ddq, (0, -9.81, 0))[..., found.columns]
    mu = robot.inverse_dynamics(q, dq, ddq, Loads(gravity=(0, -9.81, 0)))
    return robot, found, plan, W, mu, 0.02 * abs(mu).max(0)


def test_the_motion_is_its_own_derivative_and_keeps_the_limits(measured):
    plan = measured[2]
    t = np.linspace(0, 5, 1001)
    q, dq, ddq = plan(t)
    h = 1e-6
    np.testing.assert_allclose((plan(t + h)[0] - plan(t - h)[0]) / (2 * h), dq, atol=1e-7)
    np.testing.assert_allclose((plan(t + h)[1] - plan(t - h)[1]) / (2 * h), ddq, atol=1e-6)
    assert abs(q).max() <= 2 and abs(dq).max() <= 3
    np.testing.assert_allclose(plan(0.0)[0], plan(5.0)[0])


def test_a_planned_motion_is_better_conditioned_than_a_slow_one(measured):
    robot, found, plan, W, _, _ = measured
    slow = Excitation(plan.centre, plan.sine, plan.cosine, 50.0)       # almost only weights
    X = base.regressor(robot, *slow(np.linspace(0, 50, 300)), (0, -9.81, 0))[..., found.columns]
    assert plan.condition < 0.5 * np.linalg.cond(X.reshape(-1, X.shape[-1]))


def test_without_noise_the_parameters_come_back(measured):
    robot, found, _, W, mu, _ = measured
    for weighted in (False, True):
        np.testing.assert_allclose(identify(W, mu, weighted).values, found.of(robot),
                                   rtol=1e-9, atol=1e-12)


def test_confidence_intervals_hold_what_they_say(measured):
    """Of 400 experiments about 95 % of the intervals hold the truth, and noise is found."""
    robot, found, _, W, mu, noise = measured
    rng, inside, true = np.random.default_rng(3), [], found.of(robot)
    for _ in range(400):
        estimate = identify(W, mu + noise * rng.normal(size=mu.shape))
        low, high = estimate.interval().T
        inside.append((low < true) & (true < high))
    assert 0.93 < np.mean(inside) < 0.97
    np.testing.assert_allclose(estimate.noise, noise, rtol=0.15)


def test_weights_serve_joints_of_different_noise(measured):
    robot, found, _, W, mu, noise = measured
    rng, true, miss = np.random.default_rng(4), found.of(robot), {True: [], False: []}
    for _ in range(60):
        y = mu + noise * [1, 0.02] * rng.normal(size=mu.shape)
        for weighted in miss:
            miss[weighted].append(identify(W, y, weighted).values - true)
    assert np.std(miss[True], axis=0).sum() < 0.7 * np.std(miss[False], axis=0).sum()


def test_another_motion_validates(measured):
    robot, found, plan, W, mu, noise = measured
    y = mu + noise * np.random.default_rng(5).normal(size=mu.shape)
    other = Excitation(plan.centre, plan.cosine, plan.sine, 6.0)
    q, dq, ddq = other(np.linspace(0, 6, 200))
    X = base.regressor(robot, q, dq, ddq, (0, -9.81, 0))[..., found.columns]
    want = robot.inverse_dynamics(q, dq, ddq, Loads(gravity=(0, -9.81, 0)))
    assert abs(X @ identify(W, y).values - want).max() < 0.02 * abs(want).max()


def test_physical_bodies_behind_an_estimate(measured):
    robot, found, _, W, mu, noise = measured
    y = mu + 5 * noise * np.random.default_rng(6).normal(size=mu.shape)
    estimate = identify(W, y)
    p = physical(found, estimate, base.elementary(robot) * 1.5)
    for ten in p.reshape(-1, 10):
        assert np.linalg.eigvalsh(base.pseudo_inertia(ten)).min() > -1e-9
    deviation = np.sqrt(np.diag(estimate.covariance))
    assert (abs(found.Y @ p - estimate.values) < 3 * deviation).all()


def test_an_estimate_of_no_body_is_moved(measured):
    """A negative moment of inertia about joint 1: the bodies found have none."""
    robot, found, _, W, mu, _ = measured
    estimate = identify(W, mu + np.random.default_rng(7).normal(size=mu.shape))
    about = np.zeros(len(estimate.values))
    about[:2] = 1, 2 * found.Y[1, 9]                   # I + 2 a S, and Y holds S + a m
    values = estimate.values - about * (about @ estimate.values + 1) / (about @ about)
    p = physical(found, replace(estimate, values=values), base.elementary(robot))
    assert about @ values == pytest.approx(-1) and about @ (found.Y @ p) > -1e-6
    assert min(np.linalg.eigvalsh(base.pseudo_inertia(x)).min() for x in p.reshape(-1, 10)) > -1e-9


def test_a_motion_that_shows_too_little_is_refused(measured):
    _, _, _, W, mu, _ = measured
    with pytest.raises(ValueError, match="W: got rank 3, needs 4"):
        identify(np.concatenate([W[..., :3], W[..., :1]], axis=-1), mu)
    with pytest.raises(ValueError, match="W: got 6 equations for 6 parameters"):
        identify(W[:3], mu[:3])
    assert not identify(W, 0 * mu).values.any()                      # no drives at all: no mass
    with pytest.raises(ValueError, match="mu: got shape"):
        identify(W, mu[:, :1])


@pytest.mark.parametrize("wrong,says", [
    ({"limits": [(-1, 1), (2, -2)]}, "limits, upper less lower: got -4, needs more than 0"),
    ({"rates": [3, 0]}, "rates: got 0, needs"), ({"period": -5.0}, "period: got -5, needs"),
    ({"harmonics": 0}, "harmonics: got 0"), ({"trials": 0}, "trials: got 0")])
def test_a_plan_that_cannot_be_is_refused(measured, wrong, says):
    robot, found = measured[:2]
    usual = {"limits": [(-2, 2)] * 2, "rates": [3, 3], "period": 5.0}
    with pytest.raises(ValueError, match=says):
        excitation(robot, found, **(usual | wrong))


def test_a_level_and_a_start_that_cannot_be_are_refused(measured):
    robot, found, _, W, mu, noise = measured
    estimate = identify(W, mu + noise * np.random.default_rng(8).normal(size=mu.shape))
    with pytest.raises(ValueError, match="level: got 95, needs a number between 0 and 1"):
        estimate.interval(95)
    bodies = base.elementary(robot)
    for start, says in ((-bodies, "start: got link 1 with eigenvalue -"),
                        (bodies * np.repeat([1, 0], 10), "start: got link 2 with eigenvalue 0 ")):
        with pytest.raises(ValueError, match=says):
            physical(found, estimate, start)


@pytest.mark.filterwarnings("ignore::robokit.mechanism.PhysicsWarning")   # 1e-12 of a tensor
@pytest.mark.parametrize("unit", [1e-6, pytest.param(1e-3, marks=pytest.mark.proof),
                                  pytest.param(1e3, marks=pytest.mark.proof), 1e6])
@pytest.mark.parametrize("gravity", [(0, 0, -9.81), (0, 0, 0)], ids=["weights", "none"])
def test_the_unit_of_length_decides_nothing(unit, gravity):
    """The PUMA 560 in micrometres or megametres: the same parameters, and they give the drives."""
    robot = load("puma560")
    small = Mechanism(robot.sigma, robot.angles, robot.l * unit, robot.m, robot.r * unit,
                      robot.J * unit ** 2)
    found = base.base_parameters(small, gravity)
    assert found.columns == base.base_parameters(robot, gravity).columns
    q, dq, ddq = np.random.default_rng(4).uniform(-2, 2, (3, 20, 6))
    with_all = small.inverse_dynamics(q, dq, ddq, Loads(gravity=gravity))
    W = base.regressor(small, q, dq, ddq, gravity)[..., list(found.columns)]
    assert np.allclose(W @ found.of(small), with_all, rtol=1e-9, atol=1e-9 * abs(with_all).max())


@pytest.mark.parametrize("unit", [1e-6, 1e-3, 1e6])
def test_no_coordinate_of_a_small_arm_counts_as_rounding(unit):
    """Z of revolute joints grows with the powers of length of its columns, and of weight."""
    full = chain("RRR")
    robot = Mechanism(full.sigma, full.angles, full.l * unit)
    rates = np.array(["dq" in name for name in base.basis(full.sigma)])
    moved = np.tile([1.0] * 6 + [unit] * 3 + [unit ** 2], 3)
    weighed = np.tile([1.0] * 9 + [unit], 3)
    want = base.coordinate_matrix(full, G).toarray()
    got = base.coordinate_matrix(robot, G).toarray()
    size = abs(want).max(0)
    assert np.allclose(got / np.where(rates[:, None], moved, weighed) / size, want / size,
                       rtol=0, atol=1e-12)
    assert ((got != 0) == (want != 0)).all()
