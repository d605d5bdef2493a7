"""Sections 5 to 9 on random mixed chains, against first principles.

Positions are differentiated; A and b come from Lagrange's equations; the drives satisfy
virtual work and the balance of power. robokit's position accessors, tested by themselves in
test_robokit_position.py, are the only part of it that the expected values use.
"""

import numpy as np
import pytest
import sympy
from robokit_cases import CHAINS, chain, derivative, motion

from robokit import Loads, Mechanism
from robokit.rotation import lam

FRAMES = [0, "B", 1, "tool"]


@pytest.fixture(params=CHAINS)
def moving(request):
    robot = chain(request.param, seed=3)
    q, dq, ddq = motion(robot)
    path = lambda h: robot.at(q + dq * h + ddq * h * h / 2)
    return robot, robot.at(q, dq, ddq), path


def links(robot):
    return [*range(robot.n + 1), "tool"]


def vee(W):
    return np.array([W[2, 1], W[0, 2], W[1, 0]])


def numeric_omega(path, i, h=0.0):
    """Angular velocity of link i in frame 0 at the time h, from the matrix tau_0i alone."""
    rate = derivative(lambda e: path(h + e).tau(0, i))
    return vee(rate @ path(h).tau(0, i).T)


POINT = np.array([0.3, -0.2, 0.5])


# -- section 5 ------------------------------------------------------------------------------
def test_velocities_are_derivatives_of_positions(moving):
    robot, s, path = moving
    for i in links(robot):
        V = derivative(lambda h: path(h).t(i, POINT))
        omega = numeric_omega(path, i)
        for frame in FRAMES:
            to_frame = s.tau(frame, 0)
            np.testing.assert_allclose(s.V(i, POINT, frame), to_frame @ V, atol=1e-8)
            np.testing.assert_allclose(s.omega(i, frame), to_frame @ omega, atol=1e-8)


def test_dtau(moving):
    robot, s, path = moving
    for i in ["B", 0, 1, robot.n, "tool"]:
        for j in ["B", 0, robot.n, "tool"]:
            rate = derivative(lambda h: path(h).tau(i, j))
            np.testing.assert_allclose(s.dtau(i, j), rate, atol=1e-8)


def test_columns_are_partial_derivatives(moving):
    robot, s, _ = moving
    q = s.q
    for i in links(robot):
        for j in range(1, robot.n + 1):
            along = lambda h: robot.at(q + h * np.eye(robot.n)[j - 1])
            D = derivative(lambda h: along(h).t(i, POINT))
            c = numeric_omega(along, i)
            reached = 1 if i == "tool" or j <= i else 0
            for frame in FRAMES:
                to_frame = s.tau(frame, 0)
                np.testing.assert_allclose(s.D(i, j, POINT, frame), to_frame @ D, atol=1e-8)
                np.testing.assert_allclose(s.c(j, frame) * reached, to_frame @ c, atol=1e-8)


def test_parts_of_D(moving):
    robot, s, _ = moving
    for j, sigma in enumerate(robot.sigma, 1):
        for frame in FRAMES:
            axis = s.tau(frame, j - 1)[:, 2]
            np.testing.assert_allclose(s.c(j, frame), sigma * axis, atol=1e-14)
            np.testing.assert_allclose(
                s.D_V("tool", j, frame=frame), (1 - sigma) * axis, atol=1e-14
            )
            R = s.t("tool", POINT, frame, j - 1)
            np.testing.assert_allclose(s.R("tool", j, POINT, frame), R, atol=1e-14)
            np.testing.assert_allclose(
                s.D_omega("tool", j, POINT, frame), lam(s.c(j, frame)) @ R, atol=1e-13
            )
            np.testing.assert_allclose(
                s.D("tool", j, POINT, frame),
                s.D_V("tool", j, POINT, frame) + s.D_omega("tool", j, POINT, frame),
                atol=1e-14,
            )


def test_matrices_times_rates(moving):
    robot, s, _ = moving
    n, dq = robot.n, s.dq
    for frame in FRAMES:
        for i in links(robot):
            np.testing.assert_allclose(s.C(i, frame) @ dq, s.omega(i, frame), atol=1e-12)
            np.testing.assert_allclose(
                s.D_matrix(i, POINT, frame) @ dq, s.V(i, POINT, frame), atol=1e-12
            )
            np.testing.assert_allclose(
                s.Xi(frame, POINT, i) @ dq,
                np.r_[s.omega(i, frame), s.V(i, POINT, frame)],
                atol=1e-12,
            )
        np.testing.assert_allclose(s.Xi(frame), s.Xi(frame, link=n), atol=0)
    for frame in [0, "link"]:
        where = [i if frame == "link" else frame for i in range(1, n + 1)]
        omega = np.concatenate([s.omega(i, f) for i, f in enumerate(where, 1)])
        V = np.concatenate([s.V(i, robot.r[i - 1], f) for i, f in enumerate(where, 1)])
        assert s.C_block(frame).shape == s.D_block(frame).shape == (3 * n, n)
        np.testing.assert_allclose(s.C_block(frame) @ dq, omega, atol=1e-12)
        np.testing.assert_allclose(s.D_block(frame, robot.r) @ dq, V, atol=1e-12)


# -- section 6 ------------------------------------------------------------------------------
def test_inverse_velocity_counts_solutions():
    arm = chain("RRRRRR")
    s = arm.at(motion(arm)[0])
    wanted = np.arange(6.0)
    one = s.inverse_velocity(wanted)
    assert (one.kind, one.rank) == ("one", 6)
    np.testing.assert_allclose(s.Xi() @ one.dq, wanted, atol=1e-9)

    long = chain("PRPRPRP")
    s = long.at(motion(long)[0])
    many = s.inverse_velocity(wanted[3:], rows=[3, 4, 5])
    assert many.kind == "many" and many.rank == 3
    Xi = s.Xi()[3:]
    np.testing.assert_allclose(Xi @ many.dq, wanted[3:], atol=1e-9)
    free = np.linalg.svd(Xi)[2][3:]
    np.testing.assert_allclose(free @ many.dq, 0, atol=1e-9)  # the shortest of them

    short = chain("RR")
    s = short.at(motion(short)[0])
    none = s.inverse_velocity(wanted)
    assert none.kind == "none" and none.rank == 2
    np.testing.assert_allclose(s.Xi().T @ none.residual, 0, atol=1e-9)  # least squares


def test_inverse_velocity_of_a_batch():
    arm = chain("RRRRRR")
    q = motion(arm, batch=(2, 3))[0]
    wanted = np.random.default_rng(0).normal(size=(2, 3, 6))
    s = arm.at(q)
    together = s.inverse_velocity(wanted, "tool", (0.1, 0, 0), "tool", damping=0.01)
    for k in np.ndindex(2, 3):
        one = arm.at(q[k]).inverse_velocity(wanted[k], "tool", (0.1, 0, 0), "tool", damping=0.01)
        for field, value in zip(together, one, strict=True):
            if field.dtype.kind == "U":
                assert field[k] == value
            else:
                np.testing.assert_allclose(field[k], value, atol=1e-10)
    np.testing.assert_allclose(s.manipulability(), np.abs(np.linalg.det(s.Xi())), rtol=1e-9)
    assert (s.rank() == 6).all()


def test_one_state_and_many_wanted_velocities():
    s = chain("RRRRRR").at(np.ones(6))
    wanted = np.random.default_rng(0).normal(size=(4, 6))
    answer = s.inverse_velocity(wanted)
    assert answer.rank.shape == answer.kind.shape == (4,) and answer.dq.shape == (4, 6)
    np.testing.assert_allclose(answer.dq @ s.Xi().T, wanted, atol=1e-9)


def test_symbols_only_in_the_point_or_the_angles():
    x = sympy.Symbol("x")
    arm = chain("RP")
    assert arm.at([0.1, 0.2]).Xi(point=[x, 0, 0])[3, 0].has(x)
    tilted = Mechanism([1, 1], [(x, 0, 0), (0, 0, 0)], zeros := np.zeros((2, 3)), [1, 1],
                       zeros + 1, [np.eye(3)] * 2)
    assert tilted.at([0.1, 0.2]).Xi()[0, 1].has(x) and tilted.A([0.1, 0.2]).dtype == object


def test_inverse_velocity_near_a_singular_configuration():
    arm = Mechanism([1, 1], np.zeros((2, 3)), [(1, 0, 0), (1, 0, 0)])
    wanted = [-1.0, 0.3]  # along the stretched arm
    plane = dict(rows=[3, 4])
    for gap in [1e-2, 1e-4, 1e-6]:
        s = arm.at([0.0, gap])
        assert np.isclose(s.manipulability(**plane), np.sin(gap))
        assert np.abs(s.inverse_velocity(wanted, **plane).dq).max() > 0.5 / gap
        assert np.abs(s.inverse_velocity(wanted, damping=0.05, **plane).dq).max() < 12
    s = arm.at([0.0, 0.0])
    assert s.rank(**plane) == 1 and s.inverse_velocity(wanted, **plane).kind == "none"
    assert s.inverse_velocity([0.0, 0.3], **plane).kind == "many"


def test_inverse_velocity_damping_is_the_regularised_least_square():
    arm = chain("RPR")
    s, wanted, damping = arm.at(motion(arm)[0]), np.arange(6.0), 0.3
    Xi = s.Xi()
    expected = np.linalg.solve(Xi.T @ Xi + damping**2 * np.eye(3), Xi.T @ wanted)
    np.testing.assert_allclose(s.inverse_velocity(wanted, damping=damping).dq, expected, atol=1e-10)


# -- section 7 ------------------------------------------------------------------------------
def test_accelerations_are_second_derivatives(moving):
    robot, s, path = moving
    for i in links(robot):
        dV = derivative(lambda h: path(h).t(i, POINT), order=2)
        domega = derivative(lambda h: numeric_omega(path, i, h))
        for frame in FRAMES:
            to_frame = s.tau(frame, 0)
            np.testing.assert_allclose(s.dV(i, POINT, frame), to_frame @ dV, atol=2e-6, rtol=1e-7)
            np.testing.assert_allclose(s.domega(i, frame), to_frame @ domega, atol=2e-6, rtol=1e-7)


def test_dc_and_dD_are_absolute_derivatives(moving):
    robot, s, path = moving
    for j in range(1, robot.n + 1):
        dc = derivative(lambda h: path(h).c(j))
        for frame in FRAMES:
            np.testing.assert_allclose(s.dc(j, frame), s.tau(frame, 0) @ dc, atol=1e-8)
        for i in links(robot):
            dD = derivative(lambda h: path(h).D(i, j, POINT))
            for frame in FRAMES:
                np.testing.assert_allclose(
                    s.dD(i, j, POINT, frame), s.tau(frame, 0) @ dD, atol=1e-7
                )


def test_accelerations_by_the_sums(moving):
    """(7.2) and (7.5): dc dq + c ddq, dD dq + D ddq."""
    robot, s, _ = moving
    for i in range(1, robot.n + 1):
        joints = range(1, i + 1)
        domega = sum(s.dc(j, i) * s.dq[j - 1] + s.c(j, i) * s.ddq[j - 1] for j in joints)
        dV = sum(
            s.dD(i, j, POINT, i) * s.dq[j - 1] + s.D(i, j, POINT, i) * s.ddq[j - 1] for j in joints
        )
        np.testing.assert_allclose(s.domega(i, i), domega, atol=1e-11)
        np.testing.assert_allclose(s.dV(i, POINT, i), dV, atol=1e-10)


# -- sections 8 and 9 -----------------------------------------------------------------------
def energy(robot, q, dq):
    """Kinetic energy from the velocities of the mass centres and of the links."""
    s = robot.at(q, dq)
    W = 0
    for i in range(1, robot.n + 1):
        V, omega, J = s.V(i, robot.r[i - 1]), s.omega(i, i), robot.J[i - 1]
        W = W + (robot.m[i - 1] * V @ V + omega @ J @ omega) / 2
    return W


def random_loads(robot, seed=0, batch=()):
    rng = np.random.default_rng([seed, 77])
    return Loads(
        rng.normal(size=(*batch, robot.n, 3)),
        rng.normal(size=(*batch, robot.n, 3)),
        rng.normal(size=3) * 5,
    )


def test_A_and_b_are_lagranges(moving):
    """A = d2W/d(dq)2; A ddq + b = d/dt dW/d(dq) - dW/dq, by differences of the energy."""
    robot, s, _ = moving
    n, q, dq = robot.n, s.q, s.dq
    unit = np.eye(n)
    W = lambda x, v: energy(robot, x, v)
    A = [[W(q, a + b) - W(q, a) - W(q, b) for a in unit] for b in unit]  # W is quadratic in dq
    np.testing.assert_allclose(s.A(), A, atol=1e-11)
    momentum = lambda x: np.array([W(x, dq + e) - W(x, dq) - W(x, e) for e in unit])
    b = derivative(lambda h: momentum(q + dq * h))
    b = b - [derivative(lambda h: W(q + h * e, dq)) for e in unit]
    np.testing.assert_allclose(s.b(), b, atol=2e-7, rtol=1e-8)
    assert np.isclose(s.kinetic_energy(), W(q, dq), rtol=1e-12)
    for i in range(1, n + 1):
        assert s.b_i(i) == s.b()[i - 1]
        for j in range(1, n + 1):
            assert s.a(i, j) == s.A()[i - 1, j - 1]


def test_A_is_symmetric_and_positive(moving):
    robot, s, _ = moving
    A = s.A()
    assert (A == A.T).all() and np.linalg.eigvalsh(A)[0] > 0
    assert np.isclose(s.dq @ A @ s.dq / 2, s.kinetic_energy(), rtol=1e-12)


def test_equation_of_motion(moving):
    """(9.5): A ddq + b = mu_D + C^T M + D^T F, with D at the mass centres and weights in F."""
    robot, s, _ = moving
    loads = random_loads(robot)
    F = loads.F + np.outer(robot.m, loads.gravity)
    pull = s.C_block().T @ loads.M.ravel() + s.D_block(points=robot.r).T @ F.ravel()
    np.testing.assert_allclose(s.A() @ s.ddq + s.b(), s.drives(loads) + pull, atol=1e-10)
    np.testing.assert_allclose(s.load_drives(loads), pull, atol=1e-11)
    np.testing.assert_allclose(robot.static_drives(s.q, loads), -pull, atol=1e-11)


def test_balance_of_power(moving):
    """Power of drives and loads = dW/dt, for a random motion."""
    robot, s, path = moving
    loads, q, dq, ddq = random_loads(robot), s.q, s.dq, s.ddq
    W = derivative(lambda h: energy(robot, q + dq * h + ddq * h * h / 2, dq + ddq * h))
    power = s.drives(loads) @ dq
    for i in range(1, robot.n + 1):
        F = loads.F[i - 1] + robot.m[i - 1] * np.array(loads.gravity)
        power += F @ s.V(i, robot.r[i - 1]) + loads.M[i - 1] @ s.omega(i)
    assert np.isclose(power, W, rtol=1e-7, atol=1e-6)


def test_virtual_work(moving):
    """Static drives: no virtual work of drives, loads and weights in any displacement."""
    robot, s, _ = moving
    loads, q = random_loads(robot), s.q
    mu = robot.static_drives(q, loads)
    for j, e in enumerate(np.eye(robot.n)):
        along = lambda h: robot.at(q + h * e)
        work = mu[j]
        for i in range(1, robot.n + 1):
            F = loads.F[i - 1] + robot.m[i - 1] * np.array(loads.gravity)
            work += F @ derivative(lambda h: along(h).t(i, robot.r[i - 1]))
            work += loads.M[i - 1] @ numeric_omega(along, i)
        assert abs(work) < 1e-7


def test_reactions_balance_each_link(moving):
    """Newton and Euler for each link by itself, about its mass centre, in frame 0."""
    robot, s, _ = moving
    loads, n = random_loads(robot), robot.n
    for i in range(1, n + 1):
        m, r, J = robot.m[i - 1], robot.r[i - 1], s.tau(0, i) @ robot.J[i - 1] @ s.tau(i, 0)
        f, mu = s.f(i, loads=loads), s.mu(i, loads=loads)
        f_next = s.f(i + 1, loads=loads) if i < n else np.zeros(3)
        mu_next = s.mu(i + 1, loads=loads) if i < n else np.zeros(3)
        force = f - f_next + loads.F[i - 1] + m * np.array(loads.gravity)
        np.testing.assert_allclose(force, m * s.dV(i, r), atol=1e-10)
        center = s.t(i, r)
        moment = (
            mu
            - mu_next
            + loads.M[i - 1]
            + np.cross(s.t(i - 1) - center, f)
            - np.cross(s.t(i) - center, f_next)
        )
        euler = J @ s.domega(i) + np.cross(s.omega(i), J @ s.omega(i))
        np.testing.assert_allclose(moment, euler, atol=1e-9)
        axis = s.tau(0, i - 1)[:, 2]
        assert np.isclose(s.f_Z(i, loads), axis @ f) and np.isclose(s.mu_Z(i, loads), axis @ mu)
        drive = s.mu_Z(i, loads) if robot.sigma[i - 1] else s.f_Z(i, loads)
        assert np.isclose(drive, s.drives(loads)[i - 1])
        np.testing.assert_allclose(s.f(i, i, loads), s.tau(i, 0) @ f, atol=1e-11)
        np.testing.assert_allclose(s.mu(i, "B", loads), s.tau("B", 0) @ mu, atol=1e-11)


def test_forward_and_inverse_dynamics_are_inverse(moving):
    robot, s, _ = moving
    loads = random_loads(robot)
    mu = robot.inverse_dynamics(s.q, s.dq, s.ddq, loads)
    np.testing.assert_allclose(robot.forward_dynamics(s.q, s.dq, mu, loads), s.ddq, atol=1e-9)
    np.testing.assert_allclose(s.forward_dynamics(mu, loads), s.ddq, atol=1e-9)
    np.testing.assert_allclose(robot.A(s.q), s.A(), atol=0)
    np.testing.assert_allclose(robot.b(s.q, s.dq), s.b(), atol=0)


def test_potential_energy_is_minus_the_work_of_weights(moving):
    robot, s, _ = moving
    g = np.array([1.0, -3.0, 9.0])
    slope = [
        derivative(lambda h: robot.at(s.q + h * e).potential_energy(g)) for e in np.eye(robot.n)
    ]
    np.testing.assert_allclose(robot.static_drives(s.q, Loads(gravity=g)), slope, atol=1e-8)


# -- one arithmetic ---------------------------------------------------------------------------
ACCESSORS = {
    "omega": lambda s, p: s.omega("tool", 1),
    "c": lambda s, p: s.c(1, "B"),
    "R": lambda s, p: s.R("tool", 1, p),
    "D": lambda s, p: s.D("tool", 1, p, 1),
    "D_V": lambda s, p: s.D_V(1, 1),
    "D_omega": lambda s, p: s.D_omega("tool", 1, p),
    "D_matrix": lambda s, p: s.D_matrix("tool", p),
    "C": lambda s, p: s.C("tool", 1),
    "C_block": lambda s, p: s.C_block(),
    "D_block": lambda s, p: s.D_block("link"),
    "Xi": lambda s, p: s.Xi("tool", p, "tool"),
    "V": lambda s, p: s.V("tool", p, 1),
    "dc": lambda s, p: s.dc(1),
    "dD": lambda s, p: s.dD("tool", 1, p),
    "domega": lambda s, p: s.domega("tool"),
    "dV": lambda s, p: s.dV(1, p, 1),
    "drives": lambda s, p: s.drives(Loads(gravity=(1, 2, 3))),
    "A": lambda s, p: s.A(),
    "b": lambda s, p: s.b(),
    "kinetic_energy": lambda s, p: s.kinetic_energy(),
    "potential_energy": lambda s, p: s.potential_energy((1, 2, 3)),
    "f": lambda s, p: s.f(1),
    "mu": lambda s, p: s.mu(1, "tool"),
    "f_Z": lambda s, p: s.f_Z(1),
    "mu_Z": lambda s, p: s.mu_Z(1),
    "a": lambda s, p: s.a(1, 1),
    "b_i": lambda s, p: s.b_i(1),
    "t": lambda s, p: s.t("tool", p),
    "tau": lambda s, p: s.tau("B", "tool"),
    "L": lambda s, p: s.L(1),
    "dtau": lambda s, p: s.dtau("B", "tool"),
    "load_drives": lambda s, p: s.load_drives(Loads(gravity=(1, 2, 3))),
    "forward_dynamics": lambda s, p: s.forward_dynamics(s.ddq, Loads(gravity=(1, 2, 3))),
}


@pytest.mark.parametrize("name", ACCESSORS)
@pytest.mark.parametrize("batch", [(1,), (5,), (2, 3), (0,)])
def test_batch_is_a_loop(name, batch):
    robot = chain("RPRR")
    q, dq, ddq = motion(robot, batch=batch)
    points = np.random.default_rng(1).normal(size=(*batch, 3))
    get = ACCESSORS[name]
    together = get(robot.at(q, dq, ddq), points)
    shape = get(robot.at(*motion(robot)), POINT).shape
    assert together.shape == batch + shape
    for k in np.ndindex(*batch):
        one = get(robot.at(q[k], dq[k], ddq[k]), points[k])
        np.testing.assert_allclose(together[k], one, rtol=1e-11, atol=1e-12)
    assert together.flags.writeable


def symbolic(kinds):
    robot = chain(kinds)
    exact = np.vectorize(lambda v: sympy.Rational(int(10 * v), 10), otypes=[object])
    n = robot.n
    angles = np.vectorize(lambda v: sympy.pi / 2 * int(v), otypes=[object])(robot.angles)
    J = exact(robot.J + 3 * np.eye(3))
    letters = Mechanism(
        robot.sigma,
        angles,
        exact(robot.l),
        exact(robot.m),
        exact(robot.r),
        (J + J.swapaxes(1, 2)) / 2,
    )
    numbers = Mechanism(
        robot.sigma,
        *[np.array(getattr(letters, k), dtype=float) for k in ("angles", "l", "m", "r", "J")],
    )
    names = sympy.symbols([f"{x}_{i}" for x in ("q", "dq", "ddq") for i in range(1, n + 1)])
    return (
        letters,
        numbers,
        np.array(names).reshape(3, n),
        dict(zip(names, np.ravel(motion(robot)))),
    )


@pytest.mark.parametrize("kinds", ["RP", "PRR"])
def test_symbols_give_the_same_numbers(kinds):
    letters, numbers, names, values = symbolic(kinds)
    s = letters.at(*names)
    n = numbers.at(*np.array(list(values.values())).reshape(3, -1))
    for name, get in ACCESSORS.items():
        expression = get(s, np.array([1, 2, 3], dtype=object))
        assert expression.dtype == object, name
        number = np.array([float(sympy.sympify(e).subs(values)) for e in expression.flat])
        number = number.reshape(expression.shape)
        np.testing.assert_allclose(number, get(n, [1, 2, 3]), atol=1e-9, err_msg=name)


def test_lagrange_in_symbols():
    """A and b of a small mixed chain equal those of sympy's own differentiation of the energy."""
    letters, _, (q, dq, ddq), values = symbolic("RPR")
    s = letters.at(q, dq, ddq)
    positions = letters.at(q)
    W = 0
    for i in range(1, 4):
        t, tau = positions.t(i, letters.r[i - 1]), positions.tau(0, i)
        rate = lambda x: sum(sympy.diff(x, a) * b for a, b in zip(q, dq))
        V = sympy.Matrix([rate(x) for x in t])
        W_i = sympy.Matrix(3, 3, [rate(x) for x in tau.ravel()])
        omega = sympy.Matrix(vee(np.array((sympy.Matrix(tau).T * W_i).tolist())))
        W += (
            letters.m[i - 1] * V.dot(V) + (omega.T * sympy.Matrix(letters.J[i - 1]) * omega)[0]
        ) / 2
    momentum = [sympy.diff(W, v) for v in dq]
    for k in range(3):
        left = sum(sympy.diff(momentum[k], x) * v for x, v in zip(q, dq))
        left += sum(sympy.diff(momentum[k], v) * a for v, a in zip(dq, ddq))
        left -= sympy.diff(W, q[k])
        assert abs(float((left - s.drives()[k]).subs(values))) < 1e-9
