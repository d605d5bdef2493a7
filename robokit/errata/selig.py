"""Selig's paper on screws in the dynamics of robots, as printed and executed.

Screws are columns (omega; v) in frame 0, about its origin. The truth is the oracle's: the axes of
the joints as they move, velocities of points, momenta and works of mass points. In section 3 of
the paper the frame Sigma is frame 0 and Sigma' the frame of the last link.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from . import oracle
from .forms import Readings, Section
from .oracle import Series, lam

section = Section([*oracle.samples(), oracle.kawasaki(1)])

G, UP = 9.81, np.array([0.0, 0.0, 1.0])
E3, ZERO = np.eye(3), np.zeros((3, 3))


# -- series ---------------------------------------------------------------------------------------
def cross(a: Series, b: Series) -> Series:
    return a._times(b, np.cross)


def skew(x: Series) -> Series:
    return Series([lam(k) for k in x.c])


def stacked(*parts: Series) -> Series:
    return Series(np.concatenate([part.c for part in parts], axis=-1))


def block(rows) -> Series:
    """A matrix of matrices, each a Series or a constant."""
    rows = [[x if isinstance(x, Series) else Series.constant(x) for x in row] for row in rows]
    return Series([np.block([[x.c[k] for x in row] for row in rows]) for k in range(3)])


def flipped(x: Series) -> Series:
    return Series(x.c.swapaxes(-1, -2))


def rate(x: Series) -> Series:
    """Derivative of a series; good for one more derivative."""
    return Series([x.c[1], 2 * x.c[2], 0 * x.c[0]])


# -- the algebra by 4x4 matrices ------------------------------------------------------------------
def four(s) -> np.ndarray:
    return np.block([[lam(s[:3]), np.reshape(s[3:], (3, 1))], [np.zeros((1, 4))]])


def six(matrix) -> np.ndarray:
    turn = matrix[:3, :3] - matrix[:3, :3].T
    return np.array([turn[2, 1], turn[0, 2], turn[1, 0], *(2 * matrix[:3, 3])]) / 2


def wedge(a, b) -> np.ndarray:
    """s_1 ^ s_2: the commutator of the 4x4 matrices."""
    return six(four(a) @ four(b) - four(b) @ four(a))


def ad(s) -> np.ndarray:
    return np.column_stack([wedge(s, unit) for unit in np.eye(6)])


def brace(r, s) -> np.ndarray:
    """{r*, s} by its definition, {r*, s}(x) = r*(s ^ x)."""
    return np.array([r @ wedge(s, unit) for unit in np.eye(6)])


def pose(c, i) -> np.ndarray:
    return np.block([[c.axes(i).c[0], c.origin(i).c[0].reshape(3, 1)], [np.zeros((1, 3)), 1]])


def moved(R, x) -> np.ndarray:
    """H = [R 0; XR R]."""
    return np.block([[R, ZERO], [lam(x) @ R, R]])


def exponential(matrix) -> np.ndarray:
    total, term = np.eye(len(matrix)), np.eye(len(matrix))
    for k in range(1, 60):
        term = term @ matrix / k
        total = total + term
    return total


@cache
def some(c) -> tuple[np.ndarray, ...]:
    """Three screws."""
    return tuple(np.random.default_rng(c.n).normal(size=(3, 6)))


# -- screws, inertias and momenta of the chain ----------------------------------------------------
@cache
def screw(c, j) -> Series:
    """s_j: a turn about the moving Z_{j-1}, or a slide along it."""
    z, o = Series(c.axes(j - 1).c[..., 2]), c.origin(j - 1)
    return stacked(z, cross(o, z)) if c.s(j) else stacked(z * 0.0, z)


@cache
def velocity(c, i) -> Series:
    """q_i': the velocity screw of link i."""
    total = Series.constant(np.zeros(6))
    for j in range(1, i + 1):
        total = total + screw(c, j) * Series([c.dq[j], c.ddq[j], 0])
    return total


def seen(c, i) -> np.ndarray:
    """The same from the motion of the axes, and of the link's point at the origin."""
    at_origin = -c.axes(i).c[0].T @ c.origin(i).c[0]
    return np.concatenate([c.omega(i), c.V(i, at_origin)])


def points(c, i):
    return [(w, c.point(i, x)) for w, x in zip(c.masses[i], c.points[i])]


@cache
def K(c, i) -> Series:
    """Inertia of link i about the origin of frame 0, from its points."""
    total = Series.constant(np.zeros((6, 6)))
    for w, x in points(c, i):
        X = skew(x)
        total = total + block([[X @ X * -1.0, X], [X * -1.0, E3]]) * w
    return total


@cache
def momentum(c, i) -> Series:
    """m_i*: angular momentum about the origin of frame 0, and momentum, of its points."""
    total = Series.constant(np.zeros(6))
    for w, x in points(c, i):
        total = total + stacked(cross(x, rate(x)), rate(x)) * w
    return total


def now(x: Series) -> np.ndarray:
    return x.derivative()


def s(c, j):
    return now(screw(c, j))


def q(c, i):
    return now(velocity(c, i))


def dq(c, i):
    return velocity(c, i).derivative(1)


def m(c, i):
    return now(momentum(c, i))


def dm(c, i):
    return momentum(c, i).derivative(1)


@cache
def turning(c, j):
    """The chain while q_j alone changes, at rate one."""
    return c.unit(j)


def frozen(c, i, j) -> Series:
    """q_i' with the rates of the chain and the screws as q_j changes."""
    total = Series.constant(np.zeros(6))
    for k in range(1, i + 1):
        total = total + screw(turning(c, j), k) * c.dq[k]
    return total


def momentum_in_q(c, i, j) -> Series:
    return K(turning(c, j), i) @ frozen(c, i, j)


def slope(c, i) -> float:
    """dE/dtheta_i at fixed rates."""
    total = Series.constant(0.0)
    for j in c.links:
        total = total + frozen(c, j, i) @ momentum_in_q(c, j, i) * 0.5
    return float(total.derivative(1))


@cache
def inertial(c) -> np.ndarray:
    return c.drives(loads=False)


@cache
def weighted(c) -> np.ndarray:
    """Drives when gravity, against Z_0, is the only load."""
    twin = c.moving()
    twin.F = [None, *(-c.m[k] * G * UP for k in c.links)]
    twin.M = [None, *(np.zeros(3) for _ in c.links)]
    return twin.drives()


def centre(c, j) -> np.ndarray:
    return now(c.point(j, c.r[j]))


def W(c, j) -> np.ndarray:
    """Weight of link j as a co-screw: force and its moment about the origin."""
    force = -c.m[j] * G * UP
    return np.concatenate([np.cross(centre(c, j), force), force])


def tip(c, i):
    return range(i, c.n + 1)


# -- section 1 ------------------------------------------------------------------------------------
@section.holds(1)
def _(c):
    for i in c.links:
        yield (pose(c, i) @ [*c.t[i], 1])[:3], now(c.point(i, c.t[i]))


def gamma(c) -> tuple[Series, Series]:
    return c.axes(c.n), c.origin(c.n)


def tangent(c) -> np.ndarray:
    """gamma' gamma^-1 as a 4x4 matrix."""
    R, x = gamma(c)
    first = np.block([[R.derivative(1), x.derivative(1).reshape(3, 1)], [np.zeros((1, 4))]])
    return first @ np.linalg.inv(pose(c, c.n))


@section.holds("S-1-skew", 3)
def _(c):
    R, _ = gamma(c)
    yield R.derivative(1).T @ now(R) + now(R).T @ R.derivative(1), ZERO
    found = tangent(c)
    yield found[:3, :3] + found[:3, :3].T, ZERO
    yield found[3], np.zeros(4)


@section.holds(4)
def _(c):
    a, b, d = (four(x) for x in some(c))
    total = 0
    for x, y, z in ((a, b, d), (b, d, a), (d, a, b)):
        inner = y @ z - z @ y
        total = total + x @ inner - inner @ x
    yield total, np.zeros((4, 4))


@section.holds(6)
def _(c):
    x, y, z = w = some(c)[0][:3]
    yield np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]]) @ c.t[1], np.cross(w, c.t[1])


@section.holds(8)
def _(c):
    a, b, _ = some(c)
    yield np.concatenate([np.cross(a[:3], b[:3]),
                          np.cross(a[:3], b[3:]) + np.cross(a[3:], b[:3])]), wedge(a, b)


@section.holds(9, 10)
def _(c):
    R, x = gamma(c)
    turn = R.derivative(1) @ now(R).T
    yield np.block([[turn, (x.derivative(1) - turn @ now(x)).reshape(3, 1)], [np.zeros((1, 4))]]), \
        tangent(c), four(seen(c, c.n))
    yield np.concatenate([c.omega(c.n), c.V(c.n) - np.cross(c.omega(c.n), now(x))]), seen(c, c.n)


@section.holds(11)
def _(c):
    (R, x), a = map(now, gamma(c)), some(c)[0]
    Omega, v = lam(a[:3]), a[3:]
    inverse = np.block([[R.T, -(R.T @ x).reshape(3, 1)], [np.zeros((1, 3)), 1]])
    result = np.block([[R @ Omega @ R.T, (-R @ Omega @ R.T @ x + R @ v).reshape(3, 1)],
                       [np.zeros((1, 4))]])
    yield result, pose(c, c.n) @ four(a) @ inverse, \
        pose(c, c.n) @ four(a) @ np.linalg.inv(pose(c, c.n))


@section.holds(12, 16)
def _(c):
    """The velocity of a link against frame n, in frame n and in frame 0."""
    (R, x), a = map(now, gamma(c)), some(c)[0]
    yield moved(R, x) @ a, six(pose(c, c.n) @ four(a) @ np.linalg.inv(pose(c, c.n)))


@section.holds(13, "S-1-constant")
def _(c):
    """A joint turned from zero: the exponential of its screw times the angle."""
    for j in c.links:
        start = c.moving(q=[0.0 if k == j else c.q[k] for k in c.links])
        relative = pose(c, j) @ np.linalg.inv(pose(start, j))
        yield exponential(c.q[j] * four(s(c, j))), relative
        yield s(start, j), s(c, j)


# -- section 2 ------------------------------------------------------------------------------------
def energy(c, i) -> float:
    return sum(w * x.derivative(1) @ x.derivative(1) for w, x in points(c, i)) / 2


@section.holds(14)
def _(c):
    for i in c.links:
        yield (m(c, i)[3:] @ q(c, i)[3:] + m(c, i)[:3] @ q(c, i)[:3]) / 2, energy(c, i)


@section.holds(15)
def _(c):
    for i in c.links:
        yield m(c, i) @ q(c, i), 2 * energy(c, i)


@section.holds(17)
def _(c):
    R, x = map(now, gamma(c))
    yield np.block([[R, lam(x) @ R], [ZERO, R]]), np.linalg.inv(moved(R, x).T)


@section.holds("S-2-rows-of-inverse")
def _(c):
    if c.n == 6:
        J = np.column_stack([s(c, j) for j in c.links])
        H = np.linalg.inv(moved(*map(now, gamma(c))))                  # from frame 0 to frame n
        for row, there in zip(np.linalg.inv(J), np.linalg.inv(H @ J)):
            yield np.linalg.inv(H.T) @ row, there


UNIT = dict(zip(("i", "j", "k", "ei", "ej", "ek"), np.eye(6)))


@section.erratum("S-2-basis-example")
def _(c):
    yield -1.0, 1.0, UNIT["ei"] @ wedge(UNIT["ej"], UNIT["k"])
    yield -UNIT["k"], UNIT["k"], brace(UNIT["ei"], UNIT["ej"])


@section.holds(23)
def _(c):
    for name in set(UNIT) - {"k"}:
        yield brace(UNIT["ei"], UNIT["ej"]) @ UNIT[name], \
            UNIT["ei"] @ wedge(UNIT["ej"], UNIT[name]), 0.0


@section.erratum("S-2-brace-sign")
def _(c):
    r, x, _ = some(c)
    (M, p), (w, v) = np.split(r, 2), np.split(x, 2)
    printed = np.concatenate([np.cross(w, M) + np.cross(v, p), np.cross(w, p)])
    yield printed, -printed, brace(r, x)


def columns(tensor, c, i) -> np.ndarray:
    """K of link i by (26), with a tensor."""
    C = lam(centre(c, i))
    return np.block([[tensor, c.m[i] * C], [c.m[i] * C.T, c.m[i] * E3]])


def own_tensor(c, i) -> np.ndarray:
    return c.tau(0, i) @ c.J[i] @ c.tau(i, 0)


def tensor(c, i) -> np.ndarray:
    """About the origin of frame 0."""
    return sum(w * lam(now(x)).T @ lam(now(x)) for w, x in points(c, i))


@section.holds(25, 26)
def _(c):
    for i in c.links:
        w, v, A = q(c, i)[:3], q(c, i)[3:], tensor(c, i)
        yield np.concatenate([A @ w + c.m[i] * np.cross(centre(c, i), v),
                              c.m[i] * v + c.m[i] * np.cross(w, centre(c, i))]), m(c, i)
        yield columns(A, c, i) @ q(c, i), m(c, i)


@section.without(25, 26)
def _(c):
    for i in c.links:
        yield columns(own_tensor(c, i), c, i) @ q(c, i), m(c, i)


def in_link(c, i) -> np.ndarray:
    """K of link i in its own frame, from its points."""
    return sum(w * np.block([[lam(x).T @ lam(x), lam(x)], [-lam(x), E3]])
               for w, x in zip(c.masses[i], c.points[i]))


@section.holds(27)
def _(c):
    for i in c.links:
        H = np.linalg.inv(moved(c.tau(0, i), now(c.origin(i))))
        yield H.T @ in_link(c, i) @ H, now(K(c, i))


@section.holds(28, 29, "S-2-square")
def _(c):
    for i in c.links:
        x = centre(c, i)
        A, mass, X = own_tensor(c, i), c.m[i] * E3, lam(x)
        middle = np.block([[A, ZERO], [ZERO, mass]])
        yield np.block([[E3, X], [ZERO, E3]]) @ middle @ np.block([[E3, ZERO], [-X, E3]]), \
            np.block([[A - c.m[i] * X @ X, c.m[i] * X], [-c.m[i] * X, mass]]), now(K(c, i))
        yield np.outer(x, x) - x @ x * E3, X @ X


# -- section 3 ------------------------------------------------------------------------------------
@cache
def passage(c) -> tuple[Series, Series, Series]:
    """R, x and H from frame 0 to the frame of the last link: s' = H s."""
    R = flipped(c.axes(c.n))
    x = R @ c.origin(c.n) * -1.0
    return R, x, block([[R, ZERO], [skew(x) @ R, R]])


def drift(c) -> np.ndarray:
    """H' H^-1."""
    _, _, H = passage(c)
    return H.derivative(1) @ np.linalg.inv(now(H))


@section.holds(32, 33, 34)
def _(c):
    """The velocity screw of the last link, by its components in both frames."""
    H, here = passage(c)[2], velocity(c, c.n)
    there, Dq = H @ here, now(H) @ here.derivative(1)
    yield now(there), np.concatenate([c.omega(c.n, c.n), c.V(c.n, frame=c.n)])
    yield Dq + H.derivative(1) @ now(here), Dq + drift(c) @ now(there), there.derivative(1)


@section.holds(35)
def _(c):
    R, x, _ = passage(c)
    turn, X, dX = R.derivative(1) @ now(R).T, lam(now(x)), lam(x.derivative(1))
    yield np.block([[turn, ZERO], [dX + X @ turn - turn @ X, turn]]), drift(c)


@section.erratum("S-3-coriolis-sign")
def _(c):
    """s: the velocity of frame n against frame 0, in either frame's coordinates."""
    here = seen(c, c.n)
    there = np.concatenate([c.omega(c.n, c.n), c.V(c.n, frame=c.n)])
    yield Readings((ad(there), ad(here))), -ad(there), drift(c)


def own_momentum(c) -> Series:
    """m* of the last link in its own frame."""
    H = passage(c)[2]
    inverse = np.linalg.inv(now(H))
    back = inverse.T @ momentum(c, c.n).c[0]
    slide = -inverse.T @ H.derivative(1).T @ inverse.T
    return Series([back, inverse.T @ momentum(c, c.n).c[1] + slide @ momentum(c, c.n).c[0],
                   0 * back])


def own_velocity(c) -> Series:
    return passage(c)[2] @ velocity(c, c.n)


def own_force(c) -> np.ndarray:
    """The rate of the last link's momentum in frame 0, seen from its own frame."""
    return np.linalg.inv(now(passage(c)[2])).T @ dm(c, c.n)


@section.erratum("S-3-two-letters")
def _(c):
    truth = own_momentum(c).derivative(1)
    speed, other = now(own_velocity(c)), some(c)[0]
    corrected = own_force(c) + brace(now(own_momentum(c)), speed)
    yield own_force(c) + brace(other, speed), corrected, truth


@section.holds(39)
def _(c):
    yield brace(now(own_momentum(c)), now(own_velocity(c))) + own_force(c), \
        own_momentum(c).derivative(1)


@section.holds(40)
def _(c):
    speed = own_velocity(c)
    yield brace(in_link(c, c.n) @ now(speed), now(speed)) + own_force(c), \
        in_link(c, c.n) @ speed.derivative(1)


# -- section 4 ------------------------------------------------------------------------------------
def home(c):
    return c.moving(q=[0.0] * c.n)


def product(c, i, angles=None) -> np.ndarray:
    """exp(theta_1 s_1(0)) .. exp(theta_i s_i(0))."""
    total, angles = np.eye(4), c.q if angles is None else angles
    for j in range(1, i + 1):
        total = total @ exponential(angles[j] * four(s(home(c), j)))
    return total


@section.holds(41)
def _(c):
    for i in c.links:
        yield product(c, i), pose(c, i) @ np.linalg.inv(pose(home(c), i))


@section.holds(42, 44)
def _(c):
    for i in c.links:
        yield sum(s(c, j) * c.dq[j] for j in range(1, i + 1)), seen(c, i)
    yield sum(s(c, j) * c.dq[j] for j in c.links), six(tangent(c))


@section.holds(43, 52)
def _(c):
    twin = home(c)
    yield sum(four(s(twin, j)) * c.dq[j] for j in c.links), tangent(twin)
    yield sum(ad(s(c, j)) * c.dq[j] for j in c.links), ad(seen(c, c.n))


@section.holds(45)
def _(c):
    for i in c.links:
        for j in c.links:
            before = j <= i
            yield before * wedge(s(c, j), s(c, i)), screw(turning(c, j), i).derivative(1)
            yield before * wedge(s(c, j), q(c, i) - q(c, j)), frozen(c, i, j).derivative(1)


@section.erratum("S-4-angle-at-zero")
def _(c):
    for i in range(2, c.n + 1):
        still = {k: 0.0 if k == i - 1 else c.q[k] for k in c.links}
        forms = []
        for angles in (still, c.q):
            H = product(c, i - 1, angles)
            forms.append(six(H @ four(s(home(c), i)) @ np.linalg.inv(product(c, i - 1))))
        yield *forms, s(c, i)


@section.erratum("S-4-momentum-derivative")
def _(c):
    for i in c.links:
        for j in c.links:
            if j > i:
                continue
            carried = brace(m(c, i), s(c, j))
            yield Readings((carried, -carried)), \
                -carried - now(K(c, i)) @ wedge(s(c, j), q(c, j)), \
                momentum_in_q(c, i, j).derivative(1)


@section.holds(48, 49)
def _(c):
    for i in c.links:
        yield sum(c.dq[j] * screw(turning(c, j), i).derivative(1) for j in c.links), \
            wedge(q(c, i), s(c, i)), screw(c, i).derivative(1)


@section.holds(50)
def _(c):
    for i in c.links:
        H = product(c, i)
        back = np.linalg.inv(moved(H[:3, :3], H[:3, 3]))
        yield back.T @ now(K(home(c), i)) @ back, now(K(c, i))


@section.holds(51, 53)
def _(c):
    for i in c.links:
        Q = sum(ad(s(c, j)) * c.dq[j] for j in range(1, i + 1))
        yield -Q.T @ now(K(c, i)) - now(K(c, i)) @ Q, K(c, i).derivative(1)


@section.holds(54, "S-5-own-bracket")
def _(c):
    a, b, _ = some(c)
    Q = np.block([[lam(a[:3]), ZERO], [lam(a[3:]), lam(a[:3])]])
    yield Q @ b, wedge(a, b)
    yield Q @ a, wedge(a, a), np.zeros(6)


# -- section 5 ------------------------------------------------------------------------------------
def matrix(c) -> np.ndarray:
    """Sum of J_i^T K_i J_i."""
    total = np.zeros((c.n, c.n))
    for i in c.links:
        J = np.column_stack([s(c, j) * (j <= i) for j in c.links])
        total = total + J.T @ now(K(c, i)) @ J
    return total


@section.erratum("S-5-lost-dots")
def _(c):
    theta, rates = np.array(c.q[1:]), np.array(c.dq[1:])
    yield theta @ matrix(c) @ theta / 2, rates @ matrix(c) @ rates / 2, c.kinetic_energy()
    for i in c.links:
        ahead = c.moving(dq=rates + np.eye(c.n)[i - 1])
        behind = c.moving(dq=rates - np.eye(c.n)[i - 1])
        by_rate = (ahead.kinetic_energy() - behind.kinetic_energy()) / 2       # E is quadratic
        yield slope(c, i), by_rate, sum(m(c, j) @ s(c, i) for j in tip(c, i))


@section.erratum("S-5-energy-slope")
def _(c):
    for i in c.links:
        printed = sum(m(c, j) @ wedge(s(c, i), q(c, j) - q(c, i) / 2) for j in tip(c, i))
        corrected = -sum(m(c, j) @ wedge(s(c, i), q(c, i)) for j in tip(c, i))
        yield printed, corrected, slope(c, i)


@section.erratum("S-5-extra-brackets")
def _(c):
    for i in c.links:
        plain = sum(dm(c, j) @ s(c, i) for j in tip(c, i))
        extra = sum(m(c, j) @ wedge(q(c, j) + q(c, i), s(c, i)) for j in tip(c, i))
        without_dot = sum(m(c, j) @ s(c, i) for j in tip(c, i)) + extra
        yield Readings((plain + extra, without_dot)), plain, inertial(c)[i - 1]


def four_mass(c, j) -> np.ndarray:
    return np.array([*(c.m[j] * centre(c, j)), c.m[j]])


@section.erratum("S-5-rho")
def _(c):
    for j in c.links:
        printed = np.array([*(c.m[j] * centre(c, j)), *centre(c, j)])
        H, start = product(c, j), home(c)
        yield printed, H @ four_mass(start, j), np.append(c.m[j] * centre(c, j), c.m[j])


@section.holds(59)
def _(c):
    for j in c.links:
        yield product(c, j) @ four_mass(home(c), j), four_mass(c, j)


HEIGHT = np.array([0.0, 0.0, 1.0, 0.0])


@section.holds(60)
def _(c):
    yield G * HEIGHT @ sum(four_mass(c, j) for j in c.links), \
        sum(w * G * now(x)[2] for j in c.links for w, x in points(c, j))


def lifted(c, i, j) -> float:
    """Derivative of link j's potential energy by theta_i."""
    return sum(w * G * x.derivative(1)[2] for w, x in points(turning(c, i), j))


@section.holds(61)
def _(c):
    for i in c.links:
        yield G * HEIGHT @ four(s(c, i)) @ sum(four_mass(c, j) for j in tip(c, i)), \
            sum(lifted(c, i, j) for j in c.links)


@section.erratum("S-5-typical-term")
def _(c):
    for i in c.links:
        for j in range(i + 1, c.n + 1):
            mg, (w, v), (wj, vj) = c.m[j] * G, np.split(s(c, i), 2), np.split(s(c, j), 2)
            corrected = mg * UP @ (np.cross(w, centre(c, j)) + v)
            for v_there in (vj, v):
                yield mg * UP @ (np.cross(wj, centre(c, j)) + v_there), corrected, lifted(c, i, j)


@section.holds(64)
def _(c):
    for j in c.links:
        mg = c.m[j] * G
        yield np.concatenate([-mg * np.cross(centre(c, j), UP), -mg * UP]), W(c, j)
        for i in range(1, j + 1):
            yield -np.concatenate([-mg * np.cross(centre(c, j), UP), -mg * UP]) @ s(c, i), \
                lifted(c, i, j)


@section.erratum("S-5-lower-limit")
def _(c):
    for i in range(2, c.n + 1):
        printed, corrected = (sum((dm(c, j) - W(c, j)) @ s(c, i) for j in range(low, c.n + 1))
                              for low in (1, i))
        yield printed, corrected, weighted(c)[i - 1]


@section.erratum("S-5-sign-of-weight")
def _(c):
    for i in c.links:
        printed, corrected = (sum((dm(c, j) + sign * W(c, j)) @ s(c, i) for j in tip(c, i))
                              for sign in (1, -1))
        yield printed, corrected, weighted(c)[i - 1]


@section.holds(66, 67)
def _(c):
    for j in c.links:
        yield K(c, j).derivative(1) @ q(c, j) + now(K(c, j)) @ dq(c, j), \
            now(K(c, j)) @ dq(c, j) - ad(q(c, j)).T @ now(K(c, j)) @ q(c, j), dm(c, j)


@section.holds(68)
def _(c):
    for j in c.links:
        for i in c.links:
            yield dq(c, j) @ now(K(c, j)) @ s(c, i) \
                - q(c, j) @ now(K(c, j)) @ wedge(q(c, j), s(c, i)), dm(c, j) @ s(c, i)


@section.erratum("S-5-sign-of-bracket")
def _(c):
    for i in c.links:
        printed, corrected = (sum(
            dq(c, j) @ now(K(c, j)) @ s(c, i)
            + sign * q(c, j) @ now(K(c, j)) @ wedge(q(c, j), s(c, i)) for j in tip(c, i))
            for sign in (1, -1))
        yield printed, corrected, inertial(c)[i - 1]


@section.erratum("S-5-jacobian-rate")
def _(c):
    J = np.column_stack([s(c, j) for j in c.links])
    dJ = np.column_stack([screw(c, j).derivative(1) for j in c.links])
    first = J @ np.array(c.ddq[1:])
    yield first + J @ np.array(c.dq[1:]), first + dJ @ np.array(c.dq[1:]), dq(c, c.n)


@section.erratum("S-5-last-sum")
def _(c):
    for i in c.links:
        first, printed, corrected = 0.0, 0.0, 0.0
        for j in tip(c, i):
            Ks = [None, *(now(K(c, j)) @ s(c, k) for k in range(1, j + 1))]
            links = range(1, j + 1)
            first += sum(Ks[i] @ s(c, k) * c.ddq[k] for k in links)
            first += sum(Ks[i] @ wedge(s(c, e), s(c, k)) * c.dq[k] * c.dq[e]
                         for k in links for e in range(1, k))
            printed += sum(Ks[k] @ wedge(s(c, e), s(c, i)) * c.dq[k] * c.dq[e]
                           for k in links for e in range(1, i))
            corrected -= sum(Ks[k] @ wedge(s(c, e), s(c, i)) * c.dq[k] * c.dq[e]
                             for k in links for e in links)
        yield first + printed, first + corrected, inertial(c)[i - 1]


# -- section 6 ------------------------------------------------------------------------------------
@section.erratum("S-6-gravity-screw")
def _(c):
    up = np.concatenate([np.zeros(3), G * UP])
    for j in c.links:
        yield now(K(c, j)) @ up, now(K(c, j)) @ -up, W(c, j)
    for i in c.links:
        printed, corrected = (sum(
            (dq(c, j) - g) @ now(K(c, j)) @ s(c, i)
            - q(c, j) @ now(K(c, j)) @ wedge(q(c, j), s(c, i)) for j in tip(c, i))
            for g in (up, -up))
        yield printed, corrected, weighted(c)[i - 1]


@section.holds("S-6-decoupled")
def _(c):
    for j in c.links:
        alone = c.moving(ddq=np.eye(c.n)[j - 1]).drives(loads=False) - c.b()
        yield c.inertia()[:, j - 1], alone


@section.erratum("S-6-limits")
def _(c):
    for i in c.links:
        for j in c.links:
            if i == j:
                continue
            printed, corrected = (sum(s(c, j) @ now(K(c, k)) @ s(c, i) for k in range(low, high))
                                  for low, high in ((i, j + 1), (max(i, j), c.n + 1)))
            yield printed, corrected, c.inertia()[i - 1, j - 1]
