"""Section 8: forces and moments, as printed and executed.

Reactions, drives, inertia forces and angular momenta are summed over the mass points of the
chain: Newton's law, virtual work and the definitions, no formula of the book.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .forms import Readings, Section
from .oracle import ORDER, Series, e
from .section02 import lam

section = Section()


# -- what the letters stand for ------------------------------------------------------------------
@cache
def reaction(c, i) -> tuple[np.ndarray, np.ndarray]:
    """f_i^(0), mu_i^(0); zero beyond the last link."""
    return c.reaction(i) if i <= c.n else (np.zeros(3), np.zeros(3))


def f(c, i) -> np.ndarray:
    return reaction(c, i)[0]


def mu(c, i) -> np.ndarray:
    return reaction(c, i)[1]


@cache
def drives(c) -> np.ndarray:
    """mu_D by virtual work."""
    return c.drives()


@cache
def unit(c, i):
    return c.unit(i)


@cache
def col_c(c, i) -> np.ndarray:
    """c_i^(0): angular velocity of the links from i on per unit of dq_i."""
    return unit(c, i).omega(c.n)


@cache
def col_D(c, j, i) -> np.ndarray:
    """D_ji^(0): velocity of the centre of mass of link j per unit of dq_i."""
    return unit(c, i).V(j, c.r[j])


@cache
def acceleration(c, j) -> np.ndarray:
    """dV_j^(0) of the centre of mass."""
    return c.dV(j, c.r[j])


def of_points(c, j, order) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """(mass, arm from the centre of mass, derivative of the position) of the points of link j."""
    centre = c.point(j, c.r[j])
    series = [c.point(j, x) for x in c.points[j]]
    return [(w, (x - centre).c[0], x.derivative(order)) for w, x in zip(c.masses[j], series)]


@cache
def inertia_force(c, j) -> np.ndarray:
    """F_Ij^(0): minus mass times acceleration, over the points."""
    return -sum((w * a for w, _, a in of_points(c, j, 2)), np.zeros(3))


@cache
def inertia_moment(c, j) -> np.ndarray:
    """M_Ij^(0): the moment of those forces about the centre of mass."""
    return -sum((np.cross(arm, w * a) for w, arm, a in of_points(c, j, 2)), np.zeros(3))


@cache
def momentum(c, j) -> np.ndarray:
    """Angular momentum of link j about its centre of mass, in frame 0."""
    return sum((np.cross(arm, w * v) for w, arm, v in of_points(c, j, 1)), np.zeros(3))


@cache
def momentum_rate_in_link(c, j) -> np.ndarray:
    """Derivative of its components in frame j, turned to frame 0."""
    total = Series.constant(np.zeros(3))
    for weight, x in zip(c.masses[j], c.points[j]):
        place = c.point(j, x)
        arm = place - c.point(j, c.r[j])
        velocity = Series([k * place.c[k] for k in range(1, ORDER + 1)] + [np.zeros(3)])
        total = total + Series([weight * lam(a) for a in arm.c]) @ velocity
    return c.tau(0, j) @ (Series(c.axes(j).c.swapaxes(-1, -2)) @ total).derivative(1)


@cache
def J0(c, j) -> np.ndarray:
    """J_j^(0) by its definition, from the arms of the points in frame 0."""
    return sum(w * lam(arm) @ lam(arm).T for w, arm, _ in of_points(c, j, 0))


def outer(c, j) -> np.ndarray:
    """F_Bj + F_Ij."""
    return c.F[j] + inertia_force(c, j)


def moments(c, j) -> np.ndarray:
    """M_Bj + M_Ij."""
    return c.M[j] + inertia_moment(c, j)


def length(c, j) -> np.ndarray:
    """v_j (1 - sigma_j) q_j + l_j^(j)."""
    return c.v(j) * (1 - c.s(j)) * c.q[j] + c.l[j]


@cache
def lever(c, j) -> np.ndarray:
    """lambda(tau_0j (v_j (1 - sigma_j) q_j + l_j^(j)))."""
    return lam(c.tau(0, j) @ length(c, j))


@cache
def lever_r(c, j) -> np.ndarray:
    """lambda(tau_0j r_j^(j))."""
    return lam(c.tau(0, j) @ c.r[j])


@cache
def R(c, j, i) -> np.ndarray:
    """R_ji^(0): from the origin of frame i-1 to the centre of mass of link j."""
    return (c.point(j, c.r[j]) - c.origin(i - 1)).c[0]


def net_force(c, j) -> np.ndarray:
    """m_j dV_j^(0) - F_Bj^(0)."""
    return c.m[j] * acceleration(c, j) - c.F[j]


@cache
def net_moment(c, j) -> np.ndarray:
    """J_j dw_j + lambda(w_j) J_j w_j - M_Bj, all in frame 0."""
    w = c.omega(j)
    return J0(c, j) @ c.domega(j) + lam(w) @ J0(c, j) @ w - c.M[j]


def up(c, i) -> range:
    """i..n."""
    return range(i, c.n + 1)


# -- 8.1: forces ---------------------------------------------------------------------------------
@section.holds(169)
def _(c):
    for i in c.links:
        yield c.F[i] + inertia_force(c, i) + f(c, i) - f(c, i + 1), np.zeros(3)


@section.holds(170)
def _(c):
    for i in c.links:
        yield -outer(c, i) + f(c, i + 1), f(c, i)


@section.erratum("8.1-lost-terms")
def _(c):
    for i in range(1, c.n):
        yield -outer(c, i) - outer(c, i + 1), -sum(outer(c, j) for j in up(c, i)), f(c, i)


@section.holds(172)
def _(c):
    for i in c.links:
        yield -sum(c.F[j] + inertia_force(c, j) for j in up(c, i)), f(c, i)


@section.holds(173)
def _(c):
    for j in c.links:
        yield -c.m[j] * acceleration(c, j), inertia_force(c, j)


@section.without(173)
def _(c):
    for j in c.links:
        yield -c.m[j] * c.dV(j, c.t[j]), inertia_force(c, j)


@section.holds(174)
def _(c):
    for i in c.links:
        yield sum(c.m[j] * acceleration(c, j) - c.F[j] for j in up(c, i)), f(c, i)


@section.erratum("8.4-frame")
def _(c):
    for i in c.links:
        printed = sum(c.tau(i, j) @ net_force(c, j) for j in up(c, i))
        yield printed, sum(c.tau(i, 0) @ net_force(c, j) for j in up(c, i)), c.tau(i, 0) @ f(c, i)


# -- 8.2: moments --------------------------------------------------------------------------------
def balance(c, i) -> np.ndarray:
    """Left side of the balance of moments about the centre of mass of link i."""
    arm = lam(c.tau(0, i) @ (length(c, i) + c.r[i]))
    left = moments(c, i) + mu(c, i) - arm @ f(c, i)
    if i < c.n:
        left = left - mu(c, i + 1) + lam(c.tau(0, i) @ -c.r[i]) @ -f(c, i + 1)
    return left


@section.holds(176)
def _(c):
    yield balance(c, c.n), np.zeros(3)


@section.holds(177)
def _(c):
    yield balance(c, c.n - 1), np.zeros(3)


@section.holds(178)
def _(c):
    for i in range(1, c.n):
        yield balance(c, i), np.zeros(3)


@section.holds(179)
def _(c):
    yield balance(c, 1), np.zeros(3)


def step(c, i) -> np.ndarray:
    """mu_i from mu_{i+1}, f_i and f_{i+1}."""
    arm = lam(c.tau(0, i) @ (length(c, i) + c.r[i]))
    value = -moments(c, i) + arm @ f(c, i)
    if i < c.n:
        value = value + mu(c, i + 1) - lever_r(c, i) @ f(c, i + 1)
    return value


@section.holds(180)
def _(c):
    yield step(c, c.n), mu(c, c.n)


@section.holds(181)
def _(c):
    yield step(c, c.n - 1), mu(c, c.n - 1)


@section.holds(182)
def _(c):
    for i in range(1, c.n):
        yield step(c, i), mu(c, i)


@section.erratum("8.2-first-link")
def _(c):
    begun = -moments(c, 1) + mu(c, 2) + (lever(c, 1) + lever_r(c, 1)) @ f(c, 1)
    yield begun - lever_r(c, 1) @ f(c, 1), begun - lever_r(c, 1) @ f(c, 2), mu(c, 1)


def summed(c, i) -> np.ndarray:
    """mu_i by the reactions f_j of all the links from i on."""
    arms = {j: lam(c.tau(0, j) @ (length(c, j) + c.r[j])) for j in up(c, i)}
    return -sum(moments(c, j) for j in up(c, i)) + sum(arms[j] @ f(c, j) for j in up(c, i)) \
        - sum((lever_r(c, j) @ f(c, j + 1) for j in range(i, c.n)), np.zeros(3))


@section.holds(184)
def _(c):
    yield summed(c, c.n), mu(c, c.n)


@section.holds(185)
def _(c):
    yield summed(c, c.n - 1), mu(c, c.n - 1)


@section.holds(186)
def _(c):
    for i in c.links:
        yield summed(c, i), mu(c, i)


@section.holds(187)
def _(c):
    yield summed(c, 1), mu(c, 1)


def forces_from(c, j) -> np.ndarray:
    """Sum over k = j..n of F_Bk + F_Ik."""
    return sum((outer(c, k) for k in up(c, j)), np.zeros(3))


@section.holds(188)
def _(c):
    for i in c.links:
        torque = -sum(moments(c, j) for j in up(c, i))
        inner = sum((lever_r(c, j) @ forces_from(c, j + 1) for j in range(i, c.n)), np.zeros(3))
        together = torque - sum(lam(c.tau(0, j) @ (length(c, j) + c.r[j])) @ forces_from(c, j)
                                for j in up(c, i)) + inner
        apart = torque - sum(lever(c, j) @ forces_from(c, j) for j in up(c, i)) \
            - sum(lever_r(c, j) @ forces_from(c, j) for j in up(c, i)) + inner
        yield together, apart, mu(c, i)


@section.holds(189)
def _(c):
    a, b = c.q, c.dq                                   # any (j) and (k)
    for i in c.links:
        left = -sum(a[j] * sum(b[k] for k in up(c, j)) for j in up(c, i)) \
            + sum(a[j] * sum(b[k] for k in up(c, j + 1)) for j in range(i, c.n))
        yield left, -sum(a[j] * b[j] for j in up(c, i))


@section.holds(190)
def _(c):
    for i in c.links:
        left = -sum(lever_r(c, j) @ forces_from(c, j) for j in up(c, i)) \
            + sum((lever_r(c, j) @ forces_from(c, j + 1) for j in range(i, c.n)), np.zeros(3))
        yield left, -sum(lever_r(c, j) @ outer(c, j) for j in up(c, i))


@section.holds(191)
def _(c):
    for i in c.links:
        yield -sum(moments(c, j) for j in up(c, i)) \
            - sum(lever(c, j) @ forces_from(c, j) for j in up(c, i)) \
            - sum(lever_r(c, j) @ outer(c, j) for j in up(c, i)), mu(c, i)


@section.holds(192)
def _(c):
    for j in c.links:
        yield -momentum_rate_in_link(c, j) - lam(c.omega(j)) @ momentum(c, j), inertia_moment(c, j)


@section.without(192)
def _(c):
    for j in c.links:
        absolute = momentum_rate_in_link(c, j) + lam(c.omega(j)) @ momentum(c, j)
        yield -absolute - lam(c.omega(j)) @ momentum(c, j), inertia_moment(c, j)


@section.holds(193)
def _(c):
    for j in c.links:
        t, w = c.tau(0, j), c.omega(j)
        yield t @ (c.J[j] @ c.omega(j, j)), t @ (c.J[j] @ t.T @ w), (t @ c.J[j] @ t.T) @ w, \
            J0(c, j) @ w, momentum(c, j)


@section.holds("8.2-tensor-turned")
def _(c):
    for j in c.links:
        yield c.tau(0, j) @ c.J[j] @ c.tau(j, 0), J0(c, j)


@section.holds(194)
def _(c):
    for j in c.links:
        yield J0(c, j) @ c.domega(j), momentum_rate_in_link(c, j)


@section.without(194)
def _(c):
    for j in c.links:
        yield J0(c, j) @ c.domega(j), -inertia_moment(c, j)


@section.erratum("8.2-tensor-steps")
def _(c):
    for j in c.links:
        t = c.tau(0, j)
        arms = [(w, lam(x - c.r[j])) for w, x in zip(c.masses[j], c.points[j])]
        third = sum(t @ a * w @ t @ a.T for w, a in arms)
        fourth = t @ sum(a * w @ a.T for w, a in arms) @ t
        right = sum(t @ a @ t.T * w @ t @ a.T @ t.T for w, a in arms)
        for printed in third, fourth:
            yield printed, right, J0(c, j)


def tensor(c, j, origin) -> np.ndarray:
    """Sum of lambda(r) m lambda^T(r) with r counted from a point of frame j."""
    return sum(w * lam(x - origin) @ lam(x - origin).T
               for w, x in zip(c.masses[j], c.points[j]))


def spun(c, j) -> np.ndarray:
    """Angular momenta of link j about its centre of mass, turning at 1 rad/s about each axis."""
    return np.column_stack([sum(w * np.cross(x - c.r[j], np.cross(axis, x - c.r[j]))
                                for w, x in zip(c.masses[j], c.points[j])) for axis in np.eye(3)])


@section.holds("8.2-radius-vector")
def _(c):
    for j in c.links:
        yield tensor(c, j, c.r[j]), spun(c, j)


@section.without("8.2-radius-vector")
def _(c):
    for j in c.links:
        yield tensor(c, j, np.zeros(3)), spun(c, j)


@section.holds(196)
def _(c):
    for i in c.links:
        yield sum(net_moment(c, j) for j in up(c, i)) \
            + sum(lever(c, j) @ sum(net_force(c, k) for k in up(c, j)) for j in up(c, i)) \
            + sum(lever_r(c, j) @ net_force(c, j) for j in up(c, i)), mu(c, i)


@section.holds(197)
def _(c):
    for i in c.links:
        own = sum(lever_r(c, j) @ net_force(c, j) for j in up(c, i))
        by_k = sum(lever(c, k) @ sum(net_force(c, j) for j in up(c, k)) for k in up(c, i))
        by_j = sum(lever(c, k) @ net_force(c, j) for j in up(c, i) for k in range(i, j + 1))
        arms = [sum(c.tau(0, k) @ length(c, k) for k in range(i, j + 1)) + c.tau(0, j) @ c.r[j]
                for j in up(c, i)]
        yield by_k + own, by_j + own, sum(lam(arm) @ net_force(c, j)
                                          for j, arm in zip(up(c, i), arms)), \
            sum(np.cross(R(c, j, i), net_force(c, j)) for j in up(c, i))


@section.holds(198)
def _(c):
    for i in c.links:
        for j in up(c, i):
            yield c.tau(0, j) @ c.r[j] + sum(c.tau(0, k) @ length(c, k)
                                             for k in range(i, j + 1)), R(c, j, i)


def term(c, j, i) -> np.ndarray:
    """Addend of (8.6)."""
    return net_moment(c, j) + lam(R(c, j, i)) @ net_force(c, j)


@section.holds(199)
def _(c):
    for i in c.links:
        yield sum(term(c, j, i) for j in up(c, i)), mu(c, i)


@section.erratum("8.7-frame")
def _(c):
    for i in c.links:
        printed = sum(c.tau(i, j) @ term(c, j, i) for j in up(c, i))
        yield printed, sum(c.tau(i, 0) @ term(c, j, i) for j in up(c, i)), c.tau(i, 0) @ mu(c, i)


# -- 8.3: along the axes -------------------------------------------------------------------------
def along(c, i, vector) -> float:
    """Projection of a vector in frame 0 on Z_{i-1}."""
    return vector @ c.frame(i - 1)[0][2].c[0]


@section.erratum("8.8-lost-index")
def _(c):
    for i in range(2, c.n + 1):                 # for the first link tau_{0 i-1} is the unit matrix
        total = c.tau(i, 0) @ sum(net_force(c, j) for j in up(c, i))
        readings = c.tau(i, i - 1), c.tau(0, i - 1), c.tau(i - 1, 0)
        yield Readings(e @ t @ total for t in readings), e @ c.tau(i - 1, i) @ total, \
            along(c, i, f(c, i))


@section.erratum("8.8-transpose")
def _(c):
    for i in c.links:
        v = c.v(i).reshape(3, 1)
        yield v, v.T, e.reshape(1, 3) @ c.tau(i - 1, i)


@section.holds("8.8-last-form")
def _(c):
    for i in c.links:
        yield c.v(i) @ c.tau(i, 0) @ sum(net_force(c, j) for j in up(c, i)), along(c, i, f(c, i))


@section.holds(202)
def _(c):
    for i in c.links:
        yield c.v(i) @ c.tau(i, 0) @ sum(term(c, j, i) for j in up(c, i)), along(c, i, mu(c, i))


# -- 8.4: drives ---------------------------------------------------------------------------------
@section.holds(205)
def _(c):
    for i in c.links:
        yield (1 - c.s(i)) * along(c, i, f(c, i)) + c.s(i) * along(c, i, mu(c, i)), drives(c)[i - 1]


@section.holds(206)
def _(c):
    for i in c.links:
        axis = c.v(i) @ c.tau(i, 0)
        yield (1 - c.s(i)) * axis @ sum(net_force(c, j) for j in up(c, i)) \
            + c.s(i) * axis @ sum(net_moment(c, j) for j in up(c, i)) \
            + c.s(i) * axis @ sum(lam(R(c, j, i)) @ net_force(c, j) for j in up(c, i)), \
            drives(c)[i - 1]


@section.holds(207)
def _(c):
    for i in c.links:
        yield c.s(i) * c.v(i) @ c.tau(i, 0), col_c(c, i)


def D_V(c, j, i) -> np.ndarray:
    """The part of D_ji due to a prismatic joint."""
    return (1 - c.s(i)) * col_D(c, j, i)


def D_omega(c, j, i) -> np.ndarray:
    """The part of D_ji due to a revolute joint."""
    return c.s(i) * col_D(c, j, i)


@section.holds(208)
def _(c):
    for i in c.links:
        for j in up(c, i):
            yield (1 - c.s(i)) * c.v(i) @ c.tau(i, 0), D_V(c, j, i)


@section.holds(209)
def _(c):
    for i in c.links:
        for j in up(c, i):
            yield c.s(i) * c.v(i) @ c.tau(i, 0) @ lam(R(c, j, i)), D_omega(c, j, i)


@section.erratum("8.4-misplaced-index")
def _(c):
    for i in c.links:
        for j in up(c, i):
            axis = c.tau(0, i) @ c.v(i)
            yield lam(axis) @ R(c, j, i), lam(axis * c.s(i)) @ R(c, j, i), D_omega(c, j, i)


@section.holds("8.4-D-omega-transposed")
def _(c):
    for i in c.links:
        for j in up(c, i):
            yield -lam(R(c, j, i)) @ col_c(c, i), col_c(c, i) @ -lam(R(c, j, i)).T, \
                c.s(i) * c.v(i) @ c.tau(i, 0) @ lam(R(c, j, i)), D_omega(c, j, i)


@section.holds(211)
def _(c):
    for i in c.links:
        yield sum(D_V(c, j, i) @ net_force(c, j) for j in up(c, i)) \
            + col_c(c, i) @ sum(net_moment(c, j) for j in up(c, i)) \
            + sum(D_omega(c, j, i) @ net_force(c, j) for j in up(c, i)), drives(c)[i - 1]


def summed_products(c, i, links) -> float:
    """c_i and D_ji multiplied by what acts on the given links j; D_ji = 0 for j < i."""
    return sum(col_c(c, i) @ net_moment(c, j) + col_D(c, j, i) @ net_force(c, j) for j in links)


@section.holds(212)
def _(c):
    for i in c.links:
        yield summed_products(c, i, up(c, i)), drives(c)[i - 1]


@section.erratum("8.4-range")
def _(c):
    for i in c.links:
        yield summed_products(c, i, range(1, i + 1)), summed_products(c, i, up(c, i)), \
            drives(c)[i - 1]


@section.holds("8.4-symmetry")
def _(c):
    for j in c.links:
        yield sum(col_c(c, i) * c.dq[i] for i in range(1, j + 1)), c.omega(j)
        yield sum(col_D(c, j, i) * c.dq[i] for i in range(1, j + 1)), c.V(j, c.r[j])
    for i in c.links:
        yield summed_products(c, i, up(c, i)), drives(c)[i - 1]


@section.holds("8.4-scalar-product")
def _(c):
    for i in c.links:
        a, b = c.F[i], c.M[i]
        cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
        yield (c.tau(i, 0) @ a) @ (c.tau(i, 0) @ b), \
            cosine * np.linalg.norm(c.tau(i, 0) @ a) * np.linalg.norm(c.tau(i, 0) @ b)


# -- 8.5: statics --------------------------------------------------------------------------------
@cache
def at_rest(c):
    return c.moving(dq=np.zeros(c.n), ddq=np.zeros(c.n))


@section.holds(213)
def _(c):
    c = at_rest(c)
    for i in c.links:
        yield -col_c(c, i) @ sum(c.M[j] for j in up(c, i)) \
            - sum(col_D(c, j, i) @ c.F[j] for j in up(c, i)), drives(c)[i - 1]
