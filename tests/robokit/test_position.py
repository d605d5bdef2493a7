"""Sections 2 to 4: rotation matrices, positions and orientation angles, as laws."""

import numpy as np
import pytest
import sympy
from robokit_cases import CHAINS, chain, derivative, motion

from robokit import Mechanism, Mount, rotation
from robokit.rotation import angles_of, eps, lam, tau_x, tau_y, tau_z

TURNS = {"x": tau_x, "y": tau_y, "z": tau_z}


def is_rotation(tau, atol=1e-13):
    np.testing.assert_allclose(
        tau @ tau.swapaxes(-1, -2), np.broadcast_to(np.eye(3), tau.shape), atol=atol
    )
    np.testing.assert_allclose(np.linalg.det(tau), 1, atol=atol)


# -- section 2 ------------------------------------------------------------------------------
@pytest.mark.parametrize("axis", "xyz")
def test_elementary_rotations(axis):
    turn, k = TURNS[axis], "xyz".index(axis)
    a, b = np.random.default_rng(0).uniform(-4, 4, (2, 7))
    is_rotation(turn(a))
    np.testing.assert_allclose(turn(a) @ turn(b), turn(a + b), atol=1e-13)
    np.testing.assert_allclose(turn(a)[:, :, k], np.tile(np.eye(3)[k], (7, 1)), atol=0)
    e, f = np.eye(3)[(k + 1) % 3], np.eye(3)[(k + 2) % 3]
    np.testing.assert_allclose(turn(np.pi / 2) @ e, f, atol=1e-15)  # right-handed
    rate = derivative(lambda h: turn(a + h))
    np.testing.assert_allclose(rate, lam(np.eye(3)[k]) @ turn(a), atol=1e-9)


def test_lam():
    a, b = np.random.default_rng(0).normal(size=(2, 5, 3))
    np.testing.assert_allclose((lam(a) @ b[..., None])[..., 0], np.cross(a, b), atol=1e-15)
    assert (lam(a).swapaxes(-1, -2) == -lam(a)).all()
    tau = tau_x(0.3) @ tau_y(1.2) @ tau_z(-0.7)
    np.testing.assert_allclose(lam(tau @ a[0]), tau @ lam(a[0]) @ tau.T, atol=1e-14)


def test_eps_is_the_product_of_the_transposes():
    alpha, beta, gamma = np.random.default_rng(0).uniform(-3, 3, (3, 6))
    for a, b, c in zip(alpha, beta, gamma):
        np.testing.assert_allclose(eps(a, b, c), (tau_x(a) @ tau_y(b) @ tau_z(c)).T, atol=1e-14)
    is_rotation(eps(alpha, beta, gamma))


@pytest.mark.parametrize("kinds", CHAINS)
def test_tau_laws(kinds):
    robot = chain(kinds)
    s = robot.at(motion(robot, batch=(4,))[0])
    frames = ["B", *range(robot.n + 1), "tool"]
    for i in frames:
        for j in frames:
            is_rotation(s.tau(i, j))
            np.testing.assert_allclose(s.tau(i, j), s.tau(j, i).swapaxes(-1, -2), atol=0)
            k = frames[(frames.index(i) * 3 + 1) % len(frames)]
            np.testing.assert_allclose(s.tau(i, j), s.tau(i, k) @ s.tau(k, j), atol=1e-13)
    for i in range(1, robot.n + 1):
        turned = tau_z(robot.sigma[i - 1] * s.q[:, i - 1])  # (2.3) transposed
        np.testing.assert_allclose(s.tau(i - 1, i), turned @ robot.eps(i).T, atol=1e-14)
        np.testing.assert_allclose(s.v(i), robot.eps(i) @ [0, 0, 1], atol=0)
        np.testing.assert_allclose(s.tau(i, i - 1)[..., 2], np.tile(s.v(i), (4, 1)), atol=1e-15)


# -- section 3.1 ----------------------------------------------------------------------------
@pytest.mark.parametrize("kinds", CHAINS)
def test_positions_by_homogeneous_matrices(kinds):
    """Each joint as a 4 x 4 matrix: turn or slide along Z, then the mounting."""
    robot = chain(kinds)
    s = robot.at(motion(robot)[0])
    point = np.array([0.2, -0.4, 0.7])

    def step(angles, l, turn=0.0, slide=0.0):
        T = np.eye(4)
        T[:3, :3] = tau_x(angles[0]) @ tau_y(angles[1]) @ tau_z(angles[2])
        T[:3, 3] = T[:3, :3] @ l
        Z = np.eye(4)
        Z[:3, :3], Z[2, 3] = tau_z(turn), slide
        return Z @ T

    T = [step(robot.base.angles, robot.base.l)]
    for i in range(robot.n):
        q, sigma = s.q[i], robot.sigma[i]
        T.append(T[-1] @ step(robot.angles[i], robot.l[i], sigma * q, (1 - sigma) * q))
    T.append(T[-1] @ step(robot.tool.angles, robot.tool.l))
    T = dict(zip(["B", *range(robot.n + 1), "tool"], [np.eye(4), *T]))
    for i in T:
        for origin in T:
            place = (T[i] @ [*point, 1])[:3] - T[origin][:3, 3]
            for frame in ["B", 0, robot.n, "tool"]:
                np.testing.assert_allclose(
                    s.t(i, point, frame, origin), T[frame][:3, :3].T @ place, atol=1e-12
                )
    t, tau = robot.forward_kinematics(s.q)
    np.testing.assert_allclose(t, T["tool"][:3, 3], atol=1e-12)
    np.testing.assert_allclose(tau, T["tool"][:3, :3], atol=1e-12)


def test_L_and_its_recurrence():
    robot = chain("PRPRPRP")
    s = robot.at(motion(robot, batch=(3,))[0])
    for i in range(1, robot.n + 1):
        free = (1 - robot.sigma[i - 1]) * s.q[:, i - 1, None]
        np.testing.assert_allclose(s.L(i), s.v(i) * free + robot.l[i - 1], atol=1e-14)
        span = (s.tau(0, i) @ s.L(i)[..., None])[..., 0]
        np.testing.assert_allclose(s.t(i) - s.t(i - 1), span, atol=1e-13)


# -- section 3.2 ----------------------------------------------------------------------------
def recomposed(P, Y, R):
    return tau_x(P) @ tau_y(Y) @ tau_z(R)


def test_angles_in_all_quadrants():
    grid = np.radians([-180, -135, -90, -45, -30, 0, 45, 60, 90, 120, 135, 170])
    P, Y, R = (x.ravel() for x in np.meshgrid(grid, grid, grid))
    tau = recomposed(P, Y, R)
    found = angles_of(tau)
    np.testing.assert_allclose(recomposed(*found), tau, atol=1e-12)
    assert all((np.abs(x) <= np.pi + 1e-15).all() for x in found)
    assert (np.abs(found[1]) <= np.pi / 2 + 1e-15).all()
    main = np.abs(Y) < np.pi / 2 - 1e-3
    for given, got in zip((P, Y, R), found):
        gap = np.abs((given - got + np.pi) % (2 * np.pi) - np.pi)
        assert gap[main].max() < 1e-12


@pytest.mark.parametrize("sign", [1, -1])
def test_angles_at_the_poles(sign):
    for P, R in np.random.default_rng(0).uniform(-3, 3, (20, 2)):
        tau = recomposed(P, sign * np.pi / 2, R)
        found = angles_of(tau)
        np.testing.assert_allclose(recomposed(*found), tau, atol=1e-12)
        assert found[0] == 0 and np.isclose(found[1], sign * np.pi / 2)


def test_angles_of_random_rotations_and_of_a_state():
    robot = chain("RRRRRR")
    s = robot.at(motion(robot, batch=(500,))[0])
    for frame in [0, "B", 2]:
        tau = s.tau(frame, "tool")
        np.testing.assert_allclose(recomposed(*s.angles("tool", frame)), tau, atol=1e-12)


def test_symbolic_angles():
    P, Y, R = sympy.symbols("P Y R")
    tau = recomposed(P, Y, R)
    values = {P: 0.4, Y: -0.3, R: 1.1}
    for got, letter in zip(angles_of(tau), (P, Y, R)):
        assert np.isclose(float(sympy.sympify(got[()]).subs(values)), values[letter])


# -- one arithmetic ---------------------------------------------------------------------------
def test_symbols_and_numbers_agree_on_positions():
    robot, q = chain("RPR"), sympy.symbols("q_1:4")
    value = motion(robot)[0]
    s, n = robot.at(list(q)), robot.at(value)
    subs = np.vectorize(lambda e: float(sympy.sympify(e).subs(dict(zip(q, value)))))
    for get in (
        lambda s: s.tau("B", "tool"),
        lambda s: s.t("tool", (1, 2, 3), 1),
        lambda s: s.L(2),
    ):
        assert get(s).dtype == object
        np.testing.assert_allclose(subs(get(s)), get(n), atol=1e-12)


# -- other descriptions -----------------------------------------------------------------------
def dh_matrix(theta, d, a, alpha):
    T = np.eye(4)
    T[:3, :3] = tau_z(theta) @ tau_x(alpha)
    T[:3, 3] = [a * np.cos(theta), a * np.sin(theta), d]
    return T


def modified_dh_matrix(alpha, a, theta, d):
    T = np.eye(4)
    T[:3, :3] = tau_x(alpha) @ tau_z(theta)
    T[:3, 3] = [a, -d * np.sin(alpha), d * np.cos(alpha)]
    return T


@pytest.mark.parametrize("modified", [False, True])
def test_from_dh(modified):
    rng = np.random.default_rng(4)
    rows, sigma = rng.uniform(-2, 2, (5, 4)), [1, 0, 1, 1, 0]
    m, r, J = chain("RPRRP").m, chain("RPRRP").r, chain("RPRRP").J
    robot = Mechanism.from_dh(rows, sigma, modified=modified, m=m, r=r, J=J)
    q, dq = rng.uniform(-2, 2, (2, 5))
    T, matrix, column = (
        [np.eye(4)],
        modified_dh_matrix if modified else dh_matrix,
        2 if modified else 0,
    )
    for i, row in enumerate(rows):
        row = row.copy()
        row[column if sigma[i] else (3 if modified else 1)] += q[i]
        T.append(T[-1] @ matrix(*row))
    s = robot.at(q, dq)
    np.testing.assert_allclose(s.t(5, frame="B", origin="B"), T[-1][:3, 3], atol=1e-12)
    np.testing.assert_allclose(s.tau("B", 5), T[-1][:3, :3], atol=1e-12)
    for i in range(1, 6):  # mass centres and tensors lie where they were given
        got = s.t(i, robot.r[i - 1], "B", "B")
        np.testing.assert_allclose(got, (T[i] @ [*r[i - 1], 1])[:3], atol=1e-12)
        tau = s.tau("B", i)
        np.testing.assert_allclose(
            tau @ robot.J[i - 1] @ tau.T, T[i][:3, :3] @ J[i - 1] @ T[i][:3, :3].T, atol=1e-12
        )


def test_from_dh_in_letters():
    a, d, q = sympy.symbols("a d q")
    robot = Mechanism.from_dh([[0, d, a, sympy.pi / 2]])
    t = robot.at([q]).t(1)
    assert [sympy.simplify(x - y) for x, y in zip(t, (a * sympy.cos(q), a * sympy.sin(q), d))] == [
        0
    ] * 3


def test_rotation_accepts_lists_and_batches():
    assert rotation.tau_x([0.1, 0.2]).shape == (2, 3, 3)
    assert rotation.lam(np.zeros((4, 5, 3))).shape == (4, 5, 3, 3)
    mount = Mount((0.1, 0.2, 0.3), (1, 2, 3))
    assert eval(repr(mount)) == mount != Mount()
