"""Section 2: rotation matrices, as printed and executed.

The book writes tau_x, tau_y, tau_z for two things: `turn_*` are section 2.2's matrices and
`pass_*` section 2.4's, both typed in as printed.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy import cos, sin

from . import oracle
from .forms import Readings, Section
from .oracle import e

section = Section()


def turn_x(a):
    return np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])


def turn_y(a):
    return np.array([[cos(a), 0, sin(a)], [0, 1, 0], [-sin(a), 0, cos(a)]])


def turn_z(a):
    return np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])


def pass_x(a):
    return np.array([[1, 0, 0], [0, cos(a), sin(a)], [0, -sin(a), cos(a)]])


def pass_y(a):
    return np.array([[cos(a), 0, -sin(a)], [0, 1, 0], [sin(a), 0, cos(a)]])


def pass_z(a):
    return np.array([[cos(a), sin(a), 0], [-sin(a), cos(a), 0], [0, 0, 1]])


def lam(a):
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def eps(c, i):
    alpha, beta, gamma = c.angles[i]
    return pass_z(gamma) @ pass_y(beta) @ pass_x(alpha)


def product(factors) -> np.ndarray:
    """Factors written from left to right; the unit matrix when there are none."""
    return reduce(np.matmul, factors, np.eye(3))


def turned(turns) -> np.ndarray:
    """Axes (columns) after turns (axis number, angle) about the frame's own axes."""
    axes = list(np.eye(3))
    for k, angle in turns:
        axes = [axis.c[0] for axis in oracle.turned(axes, k, angle)]
    return np.column_stack(axes)


def pairs(c):
    """All i < j among frames 0..n."""
    return [(i, j) for i in range(c.n + 1) for j in range(i + 1, c.n + 1)]


def argument(c, i) -> float:
    """sigma_i q_i."""
    return c.s(i) * c.q[i]


# -- 2.1: what a rotation matrix is -------------------------------------------------------------
def two_frames(c):
    """Unit vectors of {xyz} and {uvw} (rows) and a vector, all in one further frame."""
    xyz, uvw = c.axes(1).c[0].T, c.axes(c.n).c[0].T
    return xyz, uvw, c.t[1]


@section.holds(10)
def _(c):
    for axes in two_frames(c)[:2]:
        a = c.t[1]
        yield sum((a @ unit) * unit for unit in axes), a


@section.holds(11, 12, 13)
def _(c):
    xyz, uvw, a = two_frames(c)
    for unit in xyz:
        yield unit @ sum((a @ w) * w for w in uvw), a @ unit


@section.holds(15, 16, 17)
def _(c):
    xyz, uvw, a = two_frames(c)
    for unit in uvw:
        yield unit @ sum((a @ w) * w for w in xyz), a @ unit


@section.holds(14)
def _(c):
    xyz, uvw, a = two_frames(c)
    cosines = np.array([[u @ x for u in uvw] for x in xyz])
    yield cosines @ (uvw @ a), xyz @ a
    yield cosines, c.tau(1, c.n)


@section.holds(18)
def _(c):
    xyz, uvw, a = two_frames(c)
    cosines = np.array([[u @ x for x in xyz] for u in uvw])
    yield cosines @ (xyz @ a), uvw @ a
    yield cosines, c.tau(c.n, 1)


@section.holds(19)
def _(c):
    forward = c.tau(1, c.n)
    yield np.linalg.inv(forward), forward.T, c.tau(c.n, 1)


@section.holds("2.1-determinant")
def _(c):
    for i, j in pairs(c):
        yield np.linalg.det(c.tau(i, j)), 1.0


@section.holds("2.1-operator")
def _(c):
    fixed = c.t[1]                                     # components in the turning frame
    for i in c.links:
        yield c.tau(0, i) @ fixed, sum(x * axis.c[0] for x, axis in zip(fixed, c.frame(i)[0]))


# -- 2.2 and 2.3: elementary turns and their composition ----------------------------------------
@section.holds(20, 21, 22)
def _(c):
    for k, matrix in enumerate((turn_x, turn_y, turn_z)):
        yield matrix(c.q[1]), turned([(k, c.q[1])])


@section.holds(23, "2.3-order-of-operators")
def _(c):
    a, b, g = c.angles[1]
    yield turn_x(a) @ turn_y(b) @ turn_z(g), turned([(0, a), (1, b), (2, g)])


@section.erratum("2.3-inverse")
def _(c):
    a, b, g = c.angles[1]
    yield turn_z(g) @ turn_y(b) @ turn_x(a), turn_z(g).T @ turn_y(b).T @ turn_x(a).T, \
        turned([(0, a), (1, b), (2, g)]).T


# -- 2.4: the matrices of the chain -------------------------------------------------------------
@section.erratum("2.4-two-meanings")
def _(c):
    for k, typed in enumerate((pass_x, pass_y, pass_z)):
        yield typed(c.q[1]), typed(c.q[1]).T, turned([(k, c.q[1])])


@section.erratum("2.3-lost-index")
def _(c):
    for i in range(2, c.n + 1):
        alpha, beta, gamma = c.angles[i]
        right = turn_z(gamma).T @ turn_y(beta).T @ turn_x(alpha).T @ turn_z(argument(c, i)).T
        printed = Readings([c.tau(i - 1, i), c.tau(0, i - 1), c.tau(i - 1, 0)])
        yield printed, right, c.tau(i, i - 1)


@section.holds(28)
def _(c):
    for i in c.links:
        yield eps(c, i), c.still(i)


@section.without(28)
def _(c):
    for i in c.links:
        alpha, beta, gamma = c.angles[i]
        yield turn_z(gamma) @ turn_y(beta) @ turn_x(alpha), c.still(i)


@section.holds("2.4-four-constants")
def _(c):
    for i in c.links:
        other = c.moving(q=[x if k == i else 0.0 for k, x in enumerate(c.q) if k])
        yield other.tau(i, i - 1), c.tau(i, i - 1)
        yield eps(c, i), c.still(i)


@section.erratum("2.4-own-inverse")
def _(c):
    for i in c.links:
        m = c.tau(i, i - 1)
        yield m @ m, m @ c.tau(i - 1, i), np.eye(3)


@section.erratum("2.4-axis-lost")
def _(c):
    for i in c.links:
        rest = eps(c, i).T
        about_x, about_y, about_z = (m(argument(c, i)).T @ rest for m in (pass_x, pass_y, pass_z))
        yield Readings([about_x, about_y]), about_z, c.tau(i - 1, i)


@section.holds(31)
def _(c):
    turns = [(0, c.q[1]), (2, c.q[2]), (1, c.q[3]), (0, c.q[4])]
    yield product([turned([turn]) for turn in turns]), turned(turns)


@section.erratum("2.4-factor-names")
def _(c):
    turns = [(0, c.q[1]), (2, c.q[2]), (1, c.q[3]), (0, c.q[4])]
    factors = [turned([turn]) for turn in turns]
    yield product([m.T for m in factors]), product(factors), turned(turns)


def rising(c, i, j):
    """tau_{k-1 k} for k = i+1 .. j."""
    return [c.tau(k - 1, k) for k in range(i + 1, j + 1)]


def falling(c, i, j):
    """tau_{k k-1} for k = i+1 .. j."""
    return [c.tau(k, k - 1) for k in range(i + 1, j + 1)]


@section.holds(32)
def _(c):
    for i in c.links:
        yield product(rising(c, 0, i)), c.tau(0, i)


@section.without(32)
def _(c):
    for i in range(2, c.n + 1):
        yield product(rising(c, 0, i)[::-1]), c.tau(0, i)


@section.erratum("2.4-order")
def _(c):
    for i, j in pairs(c):
        factors = rising(c, i, j)
        yield product(factors[::-1]), product(factors), c.tau(i, j)


@section.erratum("2.4-last-factor")
def _(c):
    for i in c.links:
        yield product(rising(c, 0, c.n)), product(rising(c, 0, i)), c.tau(0, i)


@section.holds(34)
def _(c):
    for i in c.links:
        yield c.tau(0, i).T, c.tau(i, 0)


@section.holds(35)
def _(c):
    for i in c.links:
        yield product(falling(c, 0, i)[::-1]), c.tau(i, 0)


@section.without(35)
def _(c):
    for i in range(2, c.n + 1):
        yield product(falling(c, 0, i)), c.tau(i, 0)


@section.holds(36)
def _(c):
    for i, j in pairs(c):
        yield product(rising(c, i, j)), c.tau(i, j)


@section.without(36)
def _(c):
    for i, j in pairs(c):
        yield product(rising(c, i, j)[::-1]), c.tau(i, j)


@section.holds(37)
def _(c):
    for i, j in pairs(c):
        yield product([c.tau(k, k - 1) for k in range(j, i, -1)]), c.tau(j, i)


@section.without(37)
def _(c):
    for i, j in pairs(c):
        if j > i + 1:
            yield product([c.tau(k, k - 1) for k in range(j, i + 2)]), c.tau(j, i)


@section.holds(38)
def _(c):
    for i, j in pairs(c):
        yield np.linalg.inv(c.tau(i, j)), c.tau(i, j).T, c.tau(j, i)


@section.holds(39)
def _(c):
    for i, j in pairs(c):
        down = [c.tau(k, k - 1) for k in range(j, i, -1)]
        yield np.linalg.inv(c.tau(j, i)), c.tau(j, i).T, product(down).T, \
            product([m.T for m in down[::-1]]), product(rising(c, i, j)), c.tau(i, j)


# -- 2.5: the cross-product matrix --------------------------------------------------------------
@section.holds(41)
def _(c):
    yield lam(c.t[1]).T, -lam(c.t[1])


@section.holds(42)
def _(c):
    yield lam(c.t[1]) @ c.t[2], np.cross(c.t[1], c.t[2])


@section.holds(43)
def _(c):
    yield -lam(c.t[2]) @ c.t[1], np.cross(c.t[1], c.t[2])


def two_vectors(c, i):
    """a and b in frame i, the same two vectors for every i, and their vector product."""
    a, b = c.tau(i, 0) @ c.t[1], c.tau(i, 0) @ c.t[2]
    return a, b, c.tau(i, 0) @ np.cross(c.t[1], c.t[2])


@section.holds(44)
def _(c):
    for i, j in pairs(c):
        (ai, bi, truth), (aj, bj, _), t = two_vectors(c, i), two_vectors(c, j), c.tau(i, j)
        yield lam(ai) @ bi, t @ lam(aj) @ bj, lam(t @ aj) @ t @ bj, truth


@section.holds(45)
def _(c):
    for i, j in pairs(c):
        (ai, bi, _), (aj, bj, truth), t = two_vectors(c, i), two_vectors(c, j), c.tau(j, i)
        yield lam(aj) @ bj, t @ lam(ai) @ bi, lam(t @ ai) @ t @ bi, truth


@section.holds(47)
def _(c):
    for i, j in pairs(c):
        (ai, bi, _), (aj, bj, truth), t = two_vectors(c, i), two_vectors(c, j), c.tau(i, j).T
        yield lam(aj) @ bj, t @ lam(ai) @ bi, lam(t @ ai) @ t @ bi, truth


@section.erratum("2.5-lost-index")
def _(c):
    for i, j in pairs(c):
        if 0 < i and j > i + 1:
            (a, b, _), truth = two_vectors(c, i), two_vectors(c, j)[2]
            printed = [m.T @ lam(a) @ b for m in (c.tau(i - 1, i), c.tau(0, i), c.tau(i, i + 1))]
            yield Readings(printed), np.linalg.inv(c.tau(i, j)) @ lam(a) @ b, truth


@section.erratum("2.5-lambda-frames")
def _(c):
    for i, j in pairs(c):
        ai, aj, t = two_vectors(c, i)[0], two_vectors(c, j)[0], c.tau(i, j)
        yield t.T @ lam(t @ ai) @ t, t.T @ lam(t @ aj) @ t, oracle.lam(aj)


@section.holds("2.5-lambda-turned")
def _(c):
    for i, j in pairs(c):
        a, t = two_vectors(c, j)[0], c.tau(i, j)
        yield t @ lam(a) @ t.T, oracle.lam(t @ a)


@section.holds(49)
def _(c):
    yield sum(map(lam, c.t[1:])), oracle.lam(sum(c.t[1:]))


# -- 2.5: time derivatives ----------------------------------------------------------------------
def relative(c, i) -> np.ndarray:
    """v_i sigma_i dq_i: link i against link i-1, in frame i."""
    return c.v(i) * c.s(i) * c.dq[i]


@section.holds(50)
def _(c):
    for i in c.links:
        yield c.tau(i - 1, i) @ lam(relative(c, i)), c.dtau(i - 1, i)
        yield relative(c, i), c.omega(i, i, relative_to=i - 1)


def pass_z_rate(c, i) -> np.ndarray:
    """Time derivative of section 2.4's tau_z(sigma_i q_i), transposed, from the turning axes."""
    motion = oracle.Series([argument(c, i), c.s(i) * c.dq[i], 0, 0])
    return np.column_stack([axis.derivative(1) for axis in oracle.turned(np.eye(3), 2, motion)])


@section.erratum("2.5-argument-dot")
def _(c):
    for i in c.links:
        a, rest, rate = argument(c, i), eps(c, i).T, c.s(i) * c.dq[i]
        yield pass_z_rate(c, i) * a @ rest, pass_z_rate(c, i) @ rest, c.dtau(i - 1, i)
        chain = pass_z(a).T @ rest @ lam(c.v(i)) * rate
        yield chain * a, chain, c.dtau(i - 1, i)
        last = pass_z(a).T @ lam(e) @ rest * rate
        yield last * a, last, c.dtau(i - 1, i)


@section.erratum("2.5-derivative-dot")
def _(c):
    for i in c.links:
        turn = pass_z(argument(c, i)).T
        right = turn @ lam(e) * c.s(i) * c.dq[i]
        yield turn - right, pass_z_rate(c, i) - right, np.zeros((3, 3))


@section.holds(54)
def _(c):
    for i in c.links:
        a = argument(c, i)
        left = [[-sin(a), -cos(a), 0], [cos(a), -sin(a), 0], [0, 0, 0]]
        right = turn_z(a) @ [[0, -1, 0], [1, 0, 0], [0, 0, 0]]
        x, y, _ = turned([(2, a)]).T
        yield left, right, np.column_stack([y, -x, 0 * x])


@section.holds("2.5-v-constant")
def _(c):
    for i in c.links:
        yield eps(c, i) @ e, c.v(i)
        yield eps(c, i).T @ c.v(i), e


@section.erratum("2.6-omega")
def _(c):
    for i in c.links:
        total = sum(c.tau(i, k) @ relative(c, k) for k in range(1, i + 1))
        yield c.tau(0, i) @ lam(relative(c, i)), c.tau(0, i) @ lam(total), c.dtau(0, i)


@section.erratum("2.6-reference")
def _(c):
    for i in c.links:
        steps = sum(c.tau(0, k - 1) @ c.dtau(k - 1, k) @ c.tau(k, i) for k in range(1, i + 1))
        yield c.dtau(0, i, order=2), c.dtau(0, i), steps


@section.holds(58)
def _(c):
    for i in c.links:
        t, w0, wi = c.tau(0, i), c.omega(i), c.omega(i, i)
        yield t @ lam(wi), t @ lam(t.T @ w0), t @ t.T @ lam(w0) @ t, lam(w0) @ t, c.dtau(0, i)


@section.holds(59)
def _(c):
    for i in c.links:
        yield lam(c.omega(i)) @ c.tau(0, i), c.dtau(0, i)


@section.without(58, 59)
def _(c):
    for i in range(2, c.n + 1):
        yield lam(c.omega(i, relative_to=i - 1)) @ c.tau(0, i), c.dtau(0, i)


@section.erratum("2.8-omega")
def _(c):
    for i, j in pairs(c):
        if i:
            t, total = c.tau(i, j), sum(c.tau(j, k) @ relative(c, k) for k in range(i + 1, j + 1))
            against = relative(c, j), c.omega(j, j)          # link j - 1, the base
            yield Readings(t @ lam(w) for w in against), t @ lam(total), c.dtau(i, j)


@section.erratum("2.8-reference")
def _(c):
    for i, j in pairs(c):
        steps = sum(c.tau(i, k - 1) @ c.dtau(k - 1, k) @ c.tau(k, j) for k in range(i + 1, j + 1))
        yield c.dtau(i, j, order=2), c.dtau(i, j), steps


@section.erratum("2.8-middle")
def _(c):
    for i, j in pairs(c):
        t, w = c.tau(i, j), c.omega(j, i, relative_to=i)
        yield t @ t.T @ lam(c.omega(i)) @ t, t @ t.T @ lam(w) @ t, c.dtau(i, j)


@section.holds(63)
def _(c):
    for i, j in pairs(c):
        yield lam(c.omega(j, i, relative_to=i)) @ c.tau(i, j), c.dtau(i, j)


@section.without(63)
def _(c):
    for i, j in pairs(c):
        if i:
            yield lam(c.omega(j, i)) @ c.tau(i, j), c.dtau(i, j)
