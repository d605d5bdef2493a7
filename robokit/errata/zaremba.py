"""Zaremba's paper on the dynamics of manipulators with constraints, as printed and executed.

His frames E_k sit on the axes of the joints: E_k is the oracle's frame k-1 moved by joint k.
Columns are (linear; angular). The truth is the oracle's: places of the axes, velocities of the
frames, virtual work of mass points. Partial derivatives are taken from values at five places a
coordinate: the entries are polynomials of the slides and trigonometric polynomials, of
frequencies up to two, of the angles, so that this is exact. Letters that carry a rate are read as
rates where the copy has lost their dots.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np

from . import oracle
from .forms import Readings, Section
from .oracle import Series, lam

section = Section(oracle.samples(3))

E3, ZERO, E6 = np.eye(3), np.zeros((3, 3)), np.eye(6)
G = np.block([[ZERO, E3], [E3, ZERO]])
g = np.array([2.0, -1.0, -9.0])                          # gravity in frame 0


# -- frames and screws, by places alone -----------------------------------------------------------
def frame(c, i) -> tuple[Series, Series]:
    """Axes (as columns) and origin of E_i."""
    return c._once(("E", i), lambda: placed(c, i))


def placed(c, i) -> tuple[Series, Series]:
    if i == 0:
        return Series.constant(E3), Series.constant(np.zeros(3))
    axes, origin = c.frame(i - 1)
    motion = Series([c.q[i], c.dq[i], c.ddq[i] / 2])
    if c.s(i):
        axes = oracle.turned(axes, 2, motion)
    else:
        origin = origin + motion * axes[2]
    return Series(np.stack([axis.c for axis in axes], axis=-1)), origin


def C(c, k, i) -> np.ndarray:
    """C_k^i: components in E_k to components in E_i."""
    return frame(c, i)[0].c[0].T @ frame(c, k)[0].c[0]


def O(c, k, i) -> np.ndarray:
    """From O_i to O_k, in E_i."""
    return frame(c, i)[0].c[0].T @ (frame(c, k)[1].c[0] - frame(c, i)[1].c[0])


def L(c, k, i) -> np.ndarray:
    """L_k^i: force and moment in E_k to those in E_i."""
    return np.block([[C(c, k, i), ZERO], [lam(O(c, k, i)) @ C(c, k, i), C(c, k, i)]])


def screw(c, k, i) -> np.ndarray:
    """The screw of joint i in E_k: velocity of the point at O_k, and angular velocity."""
    axis, place = c.axes(i - 1).c[0][:, 2], c.origin(i - 1).c[0]
    turn, here = frame(c, k)[0].c[0].T, frame(c, k)[1].c[0]
    if not c.s(i):
        return np.concatenate([turn @ axis, np.zeros(3)])
    return np.concatenate([turn @ np.cross(axis, here - place), turn @ axis])


def f(c, i) -> np.ndarray:
    """f^i: a one at place 3 or 6."""
    return E6[5 if c.s(i) else 2]


def l(c, k, i) -> np.ndarray:
    return screw(c, k, i) if i <= k else np.zeros(6)


def gg(c, k, i) -> np.ndarray:
    """g_k^i."""
    return screw(c, k, i) if i >= k else np.zeros(6)


def angle(x) -> np.ndarray:
    """<x> of (1.6)."""
    return np.block([[lam(x[3:]), ZERO], [lam(x[:3]), lam(x[3:])]])


def V(c, j, k) -> Series:
    """V_k^jk: velocity of E_k against E_j in E_k, as a series good for one derivative."""
    (Aj, oj), (Ak, ok) = frame(c, j), frame(c, k)
    back, turn = (Series(x.c.swapaxes(-1, -2)) for x in (Aj, Ak))
    R, p = back @ Ak, back @ (ok - oj)
    inverse = turn @ Aj
    omega = inverse @ rate(R)
    vector = Series(np.stack([(x - x.T)[[2, 0, 1], [1, 2, 0]] / 2 for x in omega.c]))
    return Series(np.concatenate([(inverse @ rate(p)).c, vector.c], axis=-1))


def rate(x: Series) -> Series:
    return Series([x.c[1], 2 * x.c[2], 0 * x.c[0]])


def now(x: Series) -> np.ndarray:
    return x.c[0]


def Phi(c, i, k) -> np.ndarray:
    """Phi_k^ik."""
    return angle(now(V(c, i, k)))


# -- exact partial derivatives --------------------------------------------------------------------
@cache
def rule(turning: int, order: int) -> tuple[np.ndarray, np.ndarray]:
    """Five places, and the weights of the derivative of that order at zero."""
    if turning:
        x, quarter = 2 * np.pi * np.arange(5) / 5, order * np.pi / 2
        basis = [x**0, np.cos(x), np.sin(x), np.cos(2 * x), np.sin(2 * x)]
        wanted = [0, np.cos(quarter), np.sin(quarter), 2**order * np.cos(quarter),
                  2**order * np.sin(quarter)]
    else:
        x = np.arange(-2.0, 3)
        basis = [x**k for k in range(5)]
        wanted = [np.prod(np.arange(1, order + 1)) * (k == order) for k in range(5)]
    return x, np.linalg.solve(basis, np.array(wanted, dtype=float))


def partial(c, function, *t):
    """Derivative of function(case) by the coordinates of the numbers t."""
    names = sorted(set(t))
    rules, total = [rule(c.s(j), t.count(j)) for j in names], 0.0
    for ks in product(range(5), repeat=len(names)):
        q = list(c.q[1:])
        for j, k, (x, _) in zip(names, ks, rules):
            q[j - 1] += x[k]
        weight = np.prod([w[k] for k, (_, w) in zip(ks, rules)])
        total = total + weight * function(c.moving(q=q))
    return total


# -- inertia --------------------------------------------------------------------------------------
def in_E(c, k, x) -> np.ndarray:
    """A point of link k, given in frame k, in E_k (it does not depend on q)."""
    return frame(c, k)[0].c[0].T @ (c.point(k, x).c[0] - frame(c, k)[1].c[0])


@cache
def Theta(c, k) -> np.ndarray:
    """The 6x6 matrix of link k in E_k, from its points."""
    total = np.zeros((6, 6))
    for w, x in zip(c.masses[k], c.points[k]):
        X = lam(in_E(c, k, x))
        total = total + w * np.block([[E3, -X], [X, -X @ X]])
    return total


@cache
def constant(c) -> dict:
    """k -> Theta_k^k"""
    return {k: Theta(c, k) for k in c.links}


def composite(c, base, s, i) -> np.ndarray:
    """Theta_i^s* of the case c; base is a case of the same chain, for the links' own matrices."""
    return sum(L(c, k, i) @ constant(base)[k] @ L(c, k, i).T for k in range(s, c.n + 1))


def T(c, s, i=None) -> np.ndarray:
    """Theta_i^s*, i = s by default."""
    return composite(c, c, s, s if i is None else i)


@cache
def dT(c, s, i, *t) -> np.ndarray:
    return partial(c, lambda x: composite(x, c, s, i), *t)


@cache
def dl(c, k, i, *t) -> np.ndarray:
    return partial(c, lambda x: l(x, k, i), *t)


@cache
def inertia(c) -> np.ndarray:
    return c.inertia()


@cache
def da(c, *t) -> np.ndarray:
    """Derivative of the matrix A."""
    return partial(c, lambda x: x.inertia(), *t)


def d(c, s, j, i) -> float:
    return (da(c, s)[i - 1, j - 1] + da(c, j)[i - 1, s - 1] - da(c, i)[s - 1, j - 1]) / 2


def rates(c) -> np.ndarray:
    return np.array(c.dq[1:])


def orders(c) -> tuple[int, ...]:
    """Orders of derivatives to try; the third on the shorter chains alone."""
    return (1, 2, 3) if c.n == 4 else (1, 2)


def ends(c):
    """Pairs i < k."""
    return [(i, k) for k in c.links for i in range(1, k)]


@cache
def some(c) -> np.ndarray:
    return np.random.default_rng(c.n).normal(size=(4, 6))


# -- section 1 ------------------------------------------------------------------------------------
def turn(k, alpha) -> np.ndarray:
    """C_k(alpha), by axes turned."""
    return np.stack([x.c[0] for x in oracle.turned([*E3], k, alpha)], axis=-1)


@section.holds(1)
def _(c):
    for i in range(2, c.n + 1):
        a, b, last = c.angles[i - 1]
        yield turn(0, a) @ turn(1, b) @ turn(2, last + c.s(i) * c.q[i]), C(c, i, i - 1)


@section.erratum("Z-1.1-angle")
def _(c):
    for k in range(3):
        alpha, e = c.q[1], lam(E3[k])
        first = E3 + (1 - np.cos(alpha)) * e @ e
        yield first + np.sin(alpha) * alpha * e, first + np.sin(alpha) * e, turn(k, alpha)


@section.erratum("Z-1.2-transpose")
def _(c):
    for j, k in ends(c):
        plain = transposed = np.zeros(6)
        for i in range(j + 1, k + 1):
            own = L(c, k, i).T @ f(c, i)
            plain = plain + own * c.ddq[i] + Phi(c, i, k) @ own * c.dq[i]
            transposed = transposed + own * c.ddq[i] + Phi(c, i, k).T @ own * c.dq[i]
        yield plain, transposed, V(c, j, k).derivative(1)


@section.holds("Z-1.2-velocity")
def _(c):
    for j, k in ends(c):
        yield sum(L(c, k, i).T @ f(c, i) * c.dq[i] for i in range(j + 1, k + 1)), now(V(c, j, k))


@section.erratum("Z-1.2-L")
def _(c):
    for i, k in ends(c):
        forms = [np.block([[C(c, k, i), ZERO], [lam(x) @ C(c, k, i), C(c, k, i)]])
                 for x in (O(c, k, i - 1), O(c, k, i))]
        yield Readings([form @ f(c, i) for form in forms]), forms[1].T @ f(c, i), screw(c, k, i)


@section.erratum("Z-1-G-rule")
def _(c):
    for i, k in ends(c):
        a = some(c)[0]
        yield L(c, k, k) @ G @ a, L(c, i, k) @ G @ a, G @ L(c, k, i).T @ a


@section.holds("Z-1-G-rules")
def _(c):
    a, b = some(c)[:2]
    yield G @ (a + b), G @ a + G @ b, np.concatenate([(a + b)[3:], (a + b)[:3]])
    yield G @ G @ a, a
    for i, k in ends(c):
        yield G @ Phi(c, i, k).T @ a, -Phi(c, i, k) @ G @ a


@section.holds(7)
def _(c):
    for i, k in ends(c):
        back = L(c, i, k).T
        yield -back @ now(V(c, i, k)), now(V(c, k, i))
        yield -back @ V(c, i, k).derivative(1) - Phi(c, k, i).T @ back @ now(V(c, i, k)), \
            V(c, k, i).derivative(1)


@section.holds(8)
def _(c):
    for k, j in ends(c):
        yield -sum(L(c, i, k) @ G @ f(c, i) * c.dq[i] for i in range(k + 1, j + 1)), \
            G @ now(V(c, j, k))
        yield -sum(L(c, i, k) @ (G @ f(c, i) * c.ddq[i] + Phi(c, k, i) @ G @ f(c, i) * c.dq[i])
                   for i in range(k + 1, j + 1)), G @ V(c, j, k).derivative(1)


@section.holds(9)
def _(c):
    for i in c.links:
        for k in c.links:
            if i <= k:
                yield L(c, k, i).T @ f(c, i), l(c, k, i)
            else:
                yield l(c, k, i), now(V(c.unit(i), 0, k))
            if i >= k:
                yield L(c, k, i).T @ f(c, i), G @ L(c, i, k) @ G @ f(c, i), gg(c, k, i)


@section.erratum("Z-1.7-indices")
def _(c):
    a, b = some(c)[:2]
    yield Readings((-angle(a).T @ a + a * 0, -angle(a).T @ b)), -angle(b).T @ a, angle(a).T @ b
    yield angle(a) @ angle(a) - angle(a) @ angle(a), angle(a) @ angle(b) - angle(b) @ angle(a), \
        -angle(angle(a).T @ b)
    for i, k in ends(c):
        yield L(c, k, k) @ angle(a) @ L(c, k, i), L(c, i, k) @ angle(a) @ L(c, k, i), \
            angle(L(c, k, i).T @ a)


@section.holds(12)
def _(c):
    for i, k in ends(c):
        between = range(i + 1, k + 1)
        yield sum(angle(l(c, k, s)) * c.dq[s] for s in between), Phi(c, i, k)
        yield -sum(angle(gg(c, i, s)) * c.dq[s] for s in between), Phi(c, k, i)


@section.erratum("Z-1.9-sums")
def _(c):
    for j, k in ends(c):
        spans = {i: range(i + 1, k + 1) for i in range(j + 1, k + 1)}
        quadratic = sum(angle(l(c, k, s)).T @ l(c, k, i) * c.dq[i] * c.dq[s]
                        for i, span in spans.items() for s in span)
        counted = sum((l(c, k, i) * c.ddq[i] for i, span in spans.items() for _ in span),
                      np.zeros(6))
        yield counted + quadratic, \
            sum(l(c, k, i) * c.ddq[i] for i in spans) + quadratic, V(c, j, k).derivative(1)


@section.erratum("Z-1.9-signs")
def _(c):
    for k, j in ends(c):
        spans = {i: range(k + 1, i + 1) for i in range(k + 1, j + 1)}

        def quadratic(index):
            return sum(angle(gg(c, k, s)).T @ gg(c, k, i) * c.dq[i] * c.dq[index(s)]
                       for i, span in spans.items() for s in span)

        inside = sum(gg(c, k, i) * c.ddq[i] for i, span in spans.items() for _ in span)
        outside = sum(gg(c, k, i) * c.ddq[i] for i in spans)
        yield Readings([first - quadratic(index) for first in (inside, outside)
                        for index in (lambda s: k, lambda s: s)]), \
            quadratic(lambda s: s) - outside, V(c, j, k).derivative(1)


@section.holds(14, 15)
def _(c):
    for j, k in ends(c):
        for i in range(j + 1, k + 1):
            only = c.moving(dq=np.zeros(c.n), ddq=np.eye(c.n)[i - 1])
            yield now(V(c.unit(i), j, k)), V(only, j, k).derivative(1), l(c, k, i)
            yield -now(V(c.unit(i), k, j)), -V(only, k, j).derivative(1), gg(c, j, i)


@section.erratum("Z-1.12-index")
def _(c):
    for i, k in ends(c):
        for t in range(i + 1, k + 1):
            step = partial(c, lambda x: L(x, t, t - 1).T, t) @ L(c, t - 1, i).T @ f(c, i)
            truth = dl(c, k, i, t)
            yield L(c, k, i).T @ step, L(c, k, t).T @ step, truth
            inside = angle(f(c, t)).T @ L(c, t, k).T
            yield L(c, k, i).T @ inside @ L(c, k, i).T @ L(c, t, i).T @ f(c, i), \
                L(c, k, t).T @ inside @ L(c, k, t).T @ L(c, t, i).T @ f(c, i), truth


@section.holds("Z-1.14")
def _(c):
    for i, k in ends(c):
        for t in range(i + 1, k + 1):
            yield angle(L(c, k, t).T @ f(c, t)).T @ L(c, k, i).T @ f(c, i), \
                angle(l(c, k, t)).T @ l(c, k, i), dl(c, k, i, t)


@section.holds(17)
def _(c):
    for t in c.links:
        yield L(c, t, t - 1) @ angle(f(c, t)), partial(c, lambda x: L(x, t, t - 1), t)


def ladder(c, k, i, t) -> np.ndarray:
    """(1.16): the matrices of t, the greatest first, on l_k^i."""
    x = l(c, k, i)
    for s in sorted(t):
        x = angle(l(c, k, s)).T @ x
    return x


@section.holds(20, 21, 22)
def _(c):
    """Orders one to three; (1.17) and (1.18) say that a further index falls into its place."""
    for i, k in ((1, 4), (2, c.n)):
        for p in orders(c):
            for t in combinations_with_replacement(range(i, k + 1), p):
                yield ladder(c, k, i, t), dl(c, k, i, *t)


@section.holds("Z-1.16-zero")
def _(c):
    for i, k in ((2, 3), (1, 2)):
        for t in c.links:
            if not i < t <= k:
                yield dl(c, k, i, t), dl(c, k, i, t, i + 1), np.zeros(6)


@section.erratum("Z-1-lost-vector")
def _(c):
    """t_1 = t_j, then t_{p+1}, then t_2 = t_{j+1}."""
    k, i, t1, t3, t2 = c.n, 1, 2, 3, 4
    braces = angle(angle(l(c, k, t3)).T @ l(c, k, t1)).T \
        + angle(l(c, k, t1)).T @ angle(l(c, k, t3)).T
    printed = angle(l(c, k, t2)).T @ braces
    yield printed, printed @ l(c, k, i), dl(c, k, i, t1, t2, t3)


def dL_back(c, t, by) -> np.ndarray:
    return partial(c, lambda x: L(x, t - 1, t), by)


@section.erratum("Z-1.19-index")
def _(c):
    for t in c.links:
        for i in c.links:
            if i != t:
                yield -angle(f(c, i)) @ L(c, t - 1, t), 0 * E6, dL_back(c, t, i)


@section.holds("Z-1.20")
def _(c):
    for t in c.links:
        before = L(c, t - 1, t)
        yield -angle(f(c, t)) @ before, dL_back(c, t, t)
        yield before @ angle(now(V(c, t, t - 1))), \
            -before @ angle(L(c, t - 1, t).T @ f(c, t) * c.dq[t]), \
            -angle(f(c, t)) @ before * c.dq[t], dL_back(c, t, t) * c.dq[t]


def chute(c, k, i, t) -> np.ndarray:
    """(1.22)."""
    x = gg(c, k, i)
    for s in sorted(t, reverse=True):
        x = -angle(gg(c, k, s)).T @ x
    return x


def dg(c, k, i, *t) -> np.ndarray:
    return partial(c, lambda x: gg(x, k, i), *t)


@section.erratum("Z-1.21-limit")
def _(c):
    """Printed with t_1 = k; corrected, such a derivative is none of (1.22)'s, and is zero."""
    for k, i in ends(c):
        for t in range(k, i + 1):
            yield chute(c, k, i, (t,)), chute(c, k, i, (t,)) * (t > k), dg(c, k, i, t)


@section.holds(27)
def _(c):
    for k, i in ((1, 4), (2, c.n)):
        for p in orders(c):
            for t in combinations_with_replacement(range(k + 1, i + 1), p):
                yield chute(c, k, i, t), dg(c, k, i, *t)


@section.erratum("Z-1.23-index")
def _(c):
    for k, i in ends(c):
        for t in range(k + 1, i + 1):
            yield -angle(gg(c, k, i)).T @ gg(c, k, i), -angle(gg(c, k, t)).T @ gg(c, k, i), \
                dg(c, k, i, t)


@section.holds("Z-1.23")
def _(c):
    for k, i in ends(c):
        for t in range(k + 1, i + 1):
            yield L(c, k, t - 1).T @ partial(c, lambda x: L(x, t - 1, t).T, t) \
                @ L(c, t, i).T @ f(c, i), \
                -L(c, k, t).T @ angle(f(c, t)).T @ L(c, t, i).T @ f(c, i), dg(c, k, i, t)


@section.holds("Z-1.22-zero")
def _(c):
    for k, i in ((2, 4), (1, 3)):
        for t in c.links:
            if not k <= t <= i - 1:
                yield dg(c, k, i, t), np.zeros(6)


# -- section 2 ------------------------------------------------------------------------------------
def mises(c, k, tensor) -> np.ndarray:
    r = lam(in_E(c, k, c.r[k]))
    return np.block([[E3 * c.m[k], r.T * c.m[k]], [r * c.m[k], tensor]])


def energy(c, matrix) -> float:
    return sum(now(V(c, 0, k)) @ matrix(k) @ now(V(c, 0, k)) for k in c.links) / 2


def tensor(c, k, pole) -> np.ndarray:
    return sum(w * lam(in_E(c, k, x) - pole).T @ lam(in_E(c, k, x) - pole)
               for w, x in zip(c.masses[k], c.points[k]))


@section.holds(29)
def _(c):
    for k in c.links:
        yield mises(c, k, tensor(c, k, np.zeros(3))), Theta(c, k)
    yield sum(l(c, k, i) @ Theta(c, k) @ l(c, k, j) * c.dq[i] * c.dq[j]
              for k in c.links for i in c.links for j in c.links) / 2, c.kinetic_energy()
    yield energy(c, lambda k: mises(c, k, tensor(c, k, np.zeros(3)))), c.kinetic_energy()


@section.without(29)
def _(c):
    yield energy(c, lambda k: mises(c, k, tensor(c, k, in_E(c, k, c.r[k])))), c.kinetic_energy()


def external(c, k) -> np.ndarray:
    """F_ek^k: the load of link k in E_k, about O_k."""
    into = frame(c, k)[0].c[0].T
    force = into @ c.F[k]
    return np.concatenate([force, into @ c.M[k] + np.cross(in_E(c, k, c.r[k]), force)])


def weight(c, k) -> np.ndarray:
    """F_gk^k by (2.4)."""
    z = frame(c, k)[0].c[0].T @ g / np.linalg.norm(g)
    matrix = np.block([[E3, ZERO], [ZERO, lam(in_E(c, k, c.r[k]))]])
    return c.m[k] * np.linalg.norm(g) * matrix @ np.concatenate([z, z])


def heavy(c):
    """The chain under gravity beside its loads."""
    twin = c.moving()
    twin.F = [None, *(c.F[k] + c.m[k] * g for k in c.links)]
    return twin


def f_all(c) -> np.ndarray:
    """f_g + f_e of (2.8)."""
    return np.array([sum(l(c, k, i) @ (weight(c, k) + external(c, k)) for k in range(i, c.n + 1))
                     for i in c.links])


@section.holds(30, 31, 35)
def _(c):
    yield f_all(c), c.drives(loads=False) - heavy(c).drives()


def quadratic(c, entry) -> np.ndarray:
    return np.array([sum(entry(s, j, i) * c.dq[s] * c.dq[j] for s in c.links for j in c.links)
                     for i in c.links])


@section.erratum("Z-2-second-rate")
def _(c):
    b = quadratic(c, lambda s, j, i: d(c, s, j, i)) - f_all(c)
    yield inertia(c) @ rates(c) + b, inertia(c) @ np.array(c.ddq[1:]) + b, heavy(c).drives()


@section.holds(45)
def _(c):
    yield quadratic(c, lambda s, j, i: d(c, s, j, i)) - f_all(c), \
        heavy(c).moving(ddq=np.zeros(c.n)).drives()


@section.holds(33)
def _(c):
    yield [[sum(l(c, k, i) @ Theta(c, k) @ l(c, k, j) for k in range(max(i, j), c.n + 1))
            for j in c.links] for i in c.links], inertia(c)


@section.erratum("Z-2.7-last-term")
def _(c):
    n = c.n
    for s, j, i in ((1, n, n - 1), (2, n, 1), (n, 2, n - 1), (2, 2, n), (1, 3, 2)):
        printed = corrected = 0.0
        for k in range(max(i, j), n + 1):
            M = Theta(c, k)
            common = l(c, k, i) @ M @ dl(c, k, j, s) + dl(c, k, i, s) @ M @ l(c, k, j) \
                + dl(c, k, s, j) @ M @ l(c, k, i) + l(c, k, s) @ M @ dl(c, k, i, j) \
                - dl(c, k, s, i) @ M @ l(c, k, j)
            printed += (common - dl(c, k, s, j) @ M @ dl(c, k, i, i)) / 2
            corrected += (common - l(c, k, s) @ M @ dl(c, k, j, i)) / 2
        yield printed, corrected, d(c, s, j, i)


@section.erratum("Z-2.9-index")
def _(c):
    for i in c.links:
        for j in c.links:
            first = f(c, i) @ T(c, i) @ l(c, i, j)
            yield first + l(c, j, i) @ T(c, j) @ f(c, i) * (i != j), \
                first + l(c, j, i) @ T(c, j) @ f(c, j) * (i != j), inertia(c)[i - 1, j - 1]


@section.holds(37)
def _(c):
    """Energy of the links i..n when they move as one body with velocity x at O_i."""
    x = some(c)[0]
    for i in c.links:
        o, axes = frame(c, i)[1].c[0], frame(c, i)[0].c[0]
        v, w = axes @ x[:3], axes @ x[3:]
        yield x @ sum(L(c, k, i) @ Theta(c, k) @ L(c, k, i).T for k in range(i, c.n + 1)) @ x, \
            sum(weight * np.sum((v + np.cross(w, p.c[0] - o))**2) for weight, p in c.each_point(i))


@section.erratum("Z-2.11-index")
def _(c):
    for i in c.links:
        for s in range(i + 1, c.n + 1):
            forms = [angle(gg(c, i, s)) @ X + X @ angle(gg(c, i, s)).T
                     for X in (T(c, i), T(c, s, i))]
            yield *forms, dT(c, i, i, s)


@section.holds("Z-2.11-zero")
def _(c):
    for i in c.links:
        for s in range(1, i + 1):
            yield dT(c, i, i, s), 0 * E6


@section.holds(39)
def _(c):
    for i in c.links:
        for s in range(i, c.n + 1):
            yield L(c, s, i) @ T(c, s) @ L(c, s, i).T, T(c, s, i)


@section.erratum("Z-2.11-proof")
def _(c):
    """The first half of the derivative; the second half is its transpose."""
    for i in c.links:
        for s in range(i + 1, c.n + 1):
            step = L(c, s - 1, i) @ partial(c, lambda x: L(x, s, s - 1), s)
            printed, corrected = (sum(step @ inner(k) @ Theta(c, k) @ L(c, k, i).T
                                      for k in range(s, c.n + 1))
                                  for inner in (lambda k: L(c, s, s), lambda k: L(c, k, s)))
            yield printed + printed.T, corrected + corrected.T, dT(c, i, i, s)


@section.holds(41)
def _(c):
    for i in c.links:
        for s in range(i + 1, c.n + 1):
            X, own = T(c, s), T(c, s, i)
            half = sum(L(c, k, i) @ Theta(c, k) @ L(c, k, s).T for k in range(s, c.n + 1)) \
                @ partial(c, lambda x: L(x, s, s - 1).T, s) @ L(c, s - 1, i).T
            yield half + half.T, \
                L(c, s, i) @ (angle(f(c, s)) @ X + X @ angle(f(c, s)).T) @ L(c, s, i).T, \
                angle(gg(c, i, s)) @ own + own @ angle(gg(c, i, s)).T, dT(c, i, i, s)


@section.holds(42)
def _(c):
    i = 1
    for p in orders(c):
        for t in combinations_with_replacement((2, 3, c.n), p):
            X = T(c, t[-1], i)
            for s in reversed(t):
                X = angle(gg(c, i, s)) @ X + X @ angle(gg(c, i, s)).T
            yield X, dT(c, i, i, *t)


def triples(c):
    return [(s, j, i) for s in c.links for j in c.links for i in c.links]


@cache
def twelve(c, s, j, i, as_printed: bool) -> tuple[float, ...]:
    """The terms in the braces of (2.14); as printed, with the indices that are printed."""
    def four(i, j, s, one, two, own, other, top):
        """f^i Theta_own l_one ^two by s; then the column of j."""
        return [f(c, i) @ T(c, own) @ dl(c, *two, s), f(c, i) @ dT(c, own, own, s) @ l(c, *two),
                dl(c, *one, s) @ T(c, other) @ f(c, j),
                l(c, *one) @ dT(c, other, other, s) @ f(c, j) * (top[0] != top[1])]

    if as_printed:
        parts = four(i, j, s, (j, i), (j, i), i, i, (i, j)) \
            + four(i, s, j, (s, i), (i, s), i, i, (i, s))
        last = [f(c, s) @ T(c, i) @ dl(c, s, i, j), f(c, s) @ dT(c, i, i, j) @ l(c, s, i),
                dl(c, j, i, i) @ T(c, i) @ f(c, j),
                l(c, j, i) @ dT(c, i, i, i) @ f(c, j) * (j != s)]
    else:
        parts = four(i, j, s, (j, i), (i, j), i, j, (i, j)) \
            + four(i, s, j, (s, i), (i, s), i, s, (i, s))
        last = four(s, j, i, (j, s), (s, j), s, j, (s, j))
    return (*parts, *(-x for x in last))


@section.erratum("Z-2.14-indices")
def _(c):
    for s, j, i in triples(c) if c.n == 4 else ():
        yield *(sum(twelve(c, s, j, i, printed)) / 2 for printed in (True, False)), d(c, s, j, i)


def not_zero(terms) -> int:
    return int(np.sum(np.abs(terms) > 1e-9))


@section.holds("Z-2.14-count")
def _(c):
    if c.n == 4:
        most = max(not_zero(twelve(c, s, j, i, False)) for s, j, i in triples(c))
        yield float(most <= 3), 1.0
        yield float(most), 2.0


@section.erratum("Z-2-algorithm")
def _(c):
    for i, k in ends(c):
        for j in range(i + 1, k + 1):
            yield *(angle(l(c, k, index)).T @ l(c, k, i) for index in (i, j)), dl(c, k, i, j)


@section.holds("Z-2-forward")
def _(c):
    for i, k in ends(c):
        yield L(c, k, k - 1).T @ l(c, k - 1, i), l(c, k, i)


@section.holds("Z-2-backward")
def _(c):
    for i in range(1, c.n):
        for k in range(i + 1, c.n + 1):
            yield G @ L(c, i + 1, i) @ G @ gg(c, i + 1, k), gg(c, i, k)
            p, step = C(c, k, i) @ in_E(c, k, c.r[k]) + O(c, k, i), O(c, i + 1, i)
            yield C(c, i + 1, i) @ (C(c, k, i + 1) @ in_E(c, k, c.r[k]) + O(c, k, i + 1)) + step, p
            P, S, turned = lam(p), lam(step), C(c, i + 1, i)
            yield c.m[k] * (-P @ S - S @ P + S @ S) + turned @ about(c, k, i + 1) @ turned.T, \
                about(c, k, i)
            if k > i + 1:
                own = L(c, k - 1, i) @ Theta(c, k - 1) @ L(c, k - 1, i).T
                yield own + T(c, k, i), T(c, k - 1, i)


def about(c, k, i) -> np.ndarray:
    """The tensor of link k about O_i, in E_i."""
    o, axes = frame(c, i)[1].c[0], frame(c, i)[0].c[0]
    arms = [axes.T @ (c.point(k, x).c[0] - o) for x in c.points[k]]
    return sum(w * lam(x).T @ lam(x) for w, x in zip(c.masses[k], arms))


# -- constraints: the end of the chain, in two or three directions --------------------------------
def Gamma(c, m) -> np.ndarray:
    """Rows: the first m coordinates of the point t_n of the last link."""
    return np.column_stack([c.unit(j).V(c.n, c.t[c.n]) for j in c.links])[:m]


def coast(c, m) -> np.ndarray:
    """Gamma' q': the acceleration of the point at ddq = 0."""
    return c.moving(ddq=np.zeros(c.n)).dV(c.n, c.t[c.n])[:m]


def speeding(c, ddq, m) -> np.ndarray:
    return c.moving(ddq=ddq).dV(c.n, c.t[c.n])[:m]


def b(c) -> np.ndarray:
    return c.moving(ddq=np.zeros(c.n)).drives()


PATH = (np.array([1.0, 2, -1]), np.array([0.3, -0.4, 0.2]), np.array([-0.7, 0.5, 1.1]))


def reaction(c, Q, last, m) -> np.ndarray:
    """N of (2.19), `last` standing for (df/dt)'."""
    J, A = Gamma(c, m), inertia(c)
    D = J @ np.linalg.solve(A, J.T)
    return -np.linalg.solve(D, J @ np.linalg.solve(A, Q - b(c)) + coast(c, m) + last)


def motion(c, Q, N, m) -> np.ndarray:
    """ddq of (2.17)."""
    return np.linalg.solve(inertia(c), Q + Gamma(c, m).T @ N - b(c))


@section.holds(47)
def _(c):
    """A force N at the point, beside the drives."""
    N = some(c)[0][:3]
    twin = c.moving()
    twin.F = [*c.F[:-1], c.F[c.n] + N]
    arm = c.point(c.n, c.t[c.n]).c[0] - c.point(c.n, c.r[c.n]).c[0]
    twin.M = [*c.M[:-1], c.M[c.n] + np.cross(arm, N)]
    yield inertia(c) @ np.array(c.ddq[1:]) + b(c) - Gamma(c, 3).T @ N, twin.drives()


@section.holds(48)
def _(c):
    n = c.n
    for i in c.links:
        yield sum(dl(c, n, i, s) * c.dq[s] for s in range(i, n + 1)), \
            sum(partial(c, lambda x: screw(x, n, i), s) * c.dq[s] for s in c.links)


def angles_of(R, dR) -> tuple[np.ndarray, np.ndarray]:
    """The angles of C_1 C_2 C_3 = R, and their rates from that of R."""
    (a, b), k = np.arctan2([-R[1, 2], -R[0, 1]], [R[2, 2], R[0, 0]]), np.hypot(R[0, 0], R[0, 1])
    da = (R[1, 2] * dR[2, 2] - R[2, 2] * dR[1, 2]) / k**2
    db = (R[0, 1] * dR[0, 0] - R[0, 0] * dR[0, 1]) / k**2
    return np.array([a, np.arcsin(R[0, 2]), b]), np.array([da, dR[0, 2] / k, db])


@section.erratum("Z-2-gamma")
def _(c):
    n = c.n
    for i in c.links:
        A, o = frame(c.unit(i), n)
        (_, middle, last), rates_of = angles_of(A.c[0], A.c[1])
        back = turn(2, last).T
        spins = np.column_stack([back @ turn(1, middle).T @ E3[0], back @ E3[1], E3[2]])
        x = l(c, n, i)
        yield x, np.concatenate([A.c[0] @ x[:3], np.linalg.solve(spins, x[3:])]), \
            np.concatenate([o.c[1], rates_of])


@section.erratum("Z-2.18-rate")
def _(c):
    """The point follows a path p(t): df/dt is -p', its rate -p''."""
    for m in (1, 2, 3):
        dp, ddp = (x[:m] for x in PATH[1:])
        truth = speeding(c, motion(c, rates(c), reaction(c, rates(c), -ddp, m), m), m)
        yield *(speeding(c, motion(c, rates(c), reaction(c, rates(c), -x, m), m), m)
                for x in (dp, ddp)), ddp
        ddq = motion(c, rates(c), reaction(c, rates(c), -ddp, m), m)
        yield -coast(c, m) + dp, -coast(c, m) + truth, Gamma(c, m) @ ddq


# -- section 3 ------------------------------------------------------------------------------------
G0 = np.array([[9.0, 1, 0], [0, 16, 2], [1, 0, 12]])
G1 = np.array([[5.0, 0, 1], [1, 6, 0], [0, 0, 7]])


def errors(c, m) -> tuple[np.ndarray, np.ndarray]:
    """f and f' of the point against the path."""
    point = c.point(c.n, c.t[c.n])
    return point.c[0][:m] - PATH[0][:m], point.c[1][:m] - PATH[1][:m]


def left(c, ddq, m) -> np.ndarray:
    """f'' + G1 f' + G0 f."""
    e, de = errors(c, m)
    return speeding(c, ddq, m) - PATH[2][:m] + G1[:m, :m] @ de + G0[:m, :m] @ e


def drive(c, m, as_printed=False) -> np.ndarray:
    """Q_e of (3.1)."""
    J, v = Gamma(c, m), some(c)[1][:c.n]
    inverse, (e, de) = J.T @ np.linalg.inv(J @ J.T), errors(c, m)
    gain, bias = G1[:m, :m] @ de + G0[:m, :m] @ e, coast(c, m) - PATH[2][:m]
    free = (np.eye(c.n) - inverse @ J) @ v
    if as_printed and m != c.n:
        return np.full(c.n, np.nan)                      # (n,) plus (m,)
    return b(c) - inertia(c) @ (inverse @ (bias + gain) - free)


def answer(c, Q) -> np.ndarray:
    """ddq under the drives Q."""
    return np.linalg.solve(inertia(c), Q - b(c))


@section.erratum("Z-3.1-brackets")
def _(c):
    for m in (1, 2, 3):
        yield *(left(c, answer(c, drive(c, m, printed)), m) for printed in (True, False)), \
            np.zeros(m)


@section.holds(52, 54, 55)
def _(c):
    for m in (1, 2, 3):
        J, v, ddq = Gamma(c, m), some(c)[1][:c.n], answer(c, drive(c, m))
        inverse = np.linalg.pinv(J)
        yield inertia(c) @ ((np.eye(c.n) - inverse @ J) @ (ddq - v) + inverse @ left(c, ddq, m)), \
            inertia(c) @ inverse @ left(c, ddq, m), np.zeros(c.n)
        yield left(c, ddq, m), np.zeros(m)


def derivation(c, m):
    """Both sides of the way from N at Q = 0 to the drives, without the stabilising terms."""
    J, A, bias = Gamma(c, m), inertia(c), coast(c, m) - PATH[2][:m]
    D = J @ np.linalg.solve(A, J.T)
    P = J.T @ np.linalg.solve(D, J)
    N = reaction(c, np.zeros(c.n), -PATH[2][:m], m)
    return A @ np.linalg.pinv(P) @ J.T @ N, b(c) - A @ np.linalg.pinv(J) @ bias


@cache
def short(c):
    """The first three links of a chain, with three conditions for the end."""
    rng = np.random.default_rng(c.n)
    return oracle.make([1, c.s(2), 1], [c.angles[i] for i in (1, 2, 3)],
                       [c.l[i] for i in (1, 2, 3)], rng)


@section.holds("Z-3-derivation")
def _(c):
    yield derivation(short(c), 3)


@section.without("Z-3-derivation")
def _(c):
    yield derivation(c, 2)


def pseudo(J) -> np.ndarray | float:
    square = J @ J.T
    return J.T @ np.linalg.inv(square) if np.linalg.matrix_rank(square) == len(square) else np.nan


@section.holds("Z-3-pseudoinverse")
def _(c):
    yield pseudo(Gamma(c, 3)), np.linalg.pinv(Gamma(c, 3))


@section.without("Z-3-pseudoinverse")
def _(c):
    J = Gamma(c, 3)[:, :2]
    yield pseudo(J), np.linalg.pinv(J)


@section.holds("Z-3-free-part")
def _(c):
    J, v = Gamma(c, 2), some(c)[1][:c.n]
    free = (np.eye(c.n) - np.linalg.pinv(J) @ J) @ v
    yield J @ free, np.zeros(2)
    yield (np.eye(c.n) - np.linalg.pinv(J) @ J) @ free, free


def best(c, gain) -> tuple[np.ndarray, np.ndarray]:
    """J^T times the residual of (2.18), for two coordinates and three conditions: zero if least."""
    J, bias = Gamma(c, 3)[:, :2], coast(c, 3) - PATH[2]
    ddq = -np.linalg.pinv(J) @ (bias + gain)
    return J.T @ (J @ ddq + bias), np.zeros(2)


@section.holds("Z-3-least")
def _(c):
    yield best(c, np.zeros(3))


@section.without("Z-3-least")
def _(c):
    e, de = errors(c, 3)
    yield best(c, G1 @ de + G0 @ e)


# -- section 4 ------------------------------------------------------------------------------------
def by_coordinates(c, function) -> np.ndarray:
    """Columns: derivatives by q_j from six values; the step leaves an error below 1e-11."""
    weights, h = {1: 45, 2: -9, 3: 1}, 2e-3
    return np.column_stack([sum(w * (function(shift(c, j, k * h)) - function(shift(c, j, -k * h)))
                                for k, w in weights.items()) / (60 * h) for j in c.links])


def shift(c, j, by):
    q = list(c.q[1:])
    q[j - 1] += by
    return c.moving(q=q)


def gravity_only(c):
    twin = c.moving()
    twin.F = [None, *(c.m[k] * g for k in c.links)]
    twin.M = [None, *(np.zeros(3) for _ in c.links)]
    return twin


@cache
def stiffness(c) -> np.ndarray:
    """db/dq under gravity alone, exactly enough."""
    still = gravity_only(c).moving(ddq=np.zeros(c.n))
    return by_coordinates(still, lambda x: x.drives())


def table(c, entry) -> np.ndarray:
    return np.array([[entry(i, j) for j in c.links] for i in c.links])


@section.erratum("Z-4.1-reactions")
def _(c):
    """Drives less reactions, at the programmed ddq and N, as q alone changes."""
    N, ddq = some(c)[0][:3], np.array(c.ddq[1:])
    swing = sum(np.stack([da(c, j)[:, s - 1] * ddq[s - 1] for j in c.links], axis=-1)
                for s in c.links)
    bent = partial_of_reactions(c, N)
    truth = by_coordinates(gravity_only(c), lambda x: x.drives() - Gamma(x, 3).T @ N)
    yield stiffness(c) + swing, stiffness(c) + swing - bent, truth


def partial_of_reactions(c, N) -> np.ndarray:
    return np.column_stack([partial(c, lambda x: Gamma(x, 3).T @ N, j) for j in c.links])


@section.holds("Z-4.2-A")
def _(c):
    """The first of (4.2)."""
    if c.n != 4:
        return
    ddq = c.ddq
    yield table(c, lambda i, j: sum((
        f(c, i) @ (dT(c, i, i, j) @ l(c, i, s) + T(c, i) @ dl(c, i, s, j))
        + (dl(c, s, i, j) @ T(c, s) + l(c, s, i) @ dT(c, s, s, j)) @ f(c, s) * (i != s)) * ddq[s]
        for s in c.links)), \
        table(c, lambda i, j: sum(da(c, j)[i - 1, s - 1] * ddq[s] for s in c.links))


@section.erratum("Z-4.2-half")
def _(c):
    def entry(i, j):
        return sum((da(c, s)[i - 1, j - 1] + da(c, j)[i - 1, s - 1] - da(c, i)[s - 1, j - 1])
                   * c.dq[s] for s in c.links)

    whole = table(c, entry)
    still = c.moving(ddq=np.zeros(c.n))
    unit = np.eye(c.n)
    truth = np.column_stack([(still.moving(dq=rates(c) + unit[j - 1]).drives()
                              - still.moving(dq=rates(c) - unit[j - 1]).drives()) / 2
                             for j in c.links])          # b is quadratic in the rates
    yield whole / 2, whole, truth


def product_rule(c, k, i, s, j) -> float:
    """Second derivative of f^k Theta_k l_k^i by s and j."""
    return f(c, k) @ (dT(c, k, k, s, j) @ l(c, k, i) + dT(c, k, k, s) @ dl(c, k, i, j)
                      + dT(c, k, k, j) @ dl(c, k, i, s) + T(c, k) @ dl(c, k, i, s, j))


@section.erratum("Z-4.2-index")
def _(c):
    """The part of db/dq that is quadratic in the rates: the third line of (4.2), three links."""
    if c.n != 4:
        return
    c = short(c)

    def entry(i, j, last):
        total = 0.0
        for s in c.links:
            for t in c.links:
                term = product_rule(c, i, t, s, j) - product_rule(c, s, t, i, j)
                term += product_rule(c, t, i, s, last(i, j))
                if i == t:
                    term -= f(c, i) @ dT(c, i, i, s, j) @ f(c, i)
                if s == t:
                    term += f(c, s) @ dT(c, s, s, i, j) @ f(c, s) / 2
                total += term * c.dq[s] * c.dq[t]
        return total

    yield *(table(c, lambda i, j: entry(i, j, last))
            for last in (lambda i, j: i, lambda i, j: j)), \
        by_coordinates(c.moving(ddq=np.zeros(c.n)), lambda x: x.drives(loads=False))


@section.erratum("Z-4.2-weight")
def _(c):
    """Minus the derivative of f_g by q: gravity turns in the frames of the links."""
    fixed = table(c, lambda i, j: -sum(dl(c, k, i, j) @ weight(c, k)
                                       for k in range(i, c.n + 1)))
    turning = table(c, lambda i, j: -sum(l(c, k, i) @ partial(c, lambda x: weight(x, k), j)
                                         for k in range(i, c.n + 1)))
    held = gravity_only(c).moving(dq=np.zeros(c.n), ddq=np.zeros(c.n))
    yield fixed, fixed + turning, by_coordinates(held, lambda x: x.drives())
