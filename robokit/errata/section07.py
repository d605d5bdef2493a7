"""Section 7: angular and linear accelerations of the links, as printed and executed.

A derivative "in frame i" can be the projection of the absolute derivative or the derivative of
the projections; the names here say which.
"""

from __future__ import annotations

import numpy as np

from .forms import Readings, Section
from .section02 import lam, relative
from .section05 import D_V, D, c_j, long, partial, rates, total, upto

section = Section()
ZERO = np.zeros(3)


def each(c):
    """All pairs (link i, frame of projection): frame 0 and i's own."""
    return [(i, f) for i in c.links for f in (0, i)]


def joints(c):
    """All (i, j, f): link, joint up to it, frame 0 or i."""
    return [(i, j, f) for i, f in each(c) for j in upto(i)]


def arm(c, k, f=0) -> np.ndarray:
    """tau_fk (v_k (1 - sigma_k) q_k + l_k^(k))."""
    return c.tau(f, k) @ long(c, k)


# -- what is known from first principles ----------------------------------------------------------
def V(c, i, f=0) -> np.ndarray:
    """Absolute velocity of the point t_i, projected on frame f."""
    return c.V(i, c.t[i], f)


def still_joints(c, dq):
    """The chain with these rates and ddq = 0."""
    return c.moving(dq=dq, ddq=np.zeros(c.n))


def dV(c, i, f=0) -> np.ndarray:
    """Absolute acceleration of the point t_i, projected on frame f."""
    return c.dV(i, c.t[i], f)


def dV_rates(c, i, f=0, dq=None) -> np.ndarray:
    """The same at ddq = 0: a quadratic form of the rates."""
    return dV(still_joints(c, rates(c) if dq is None else dq), i, f)


def dV_of_projection(c, i) -> np.ndarray:
    """Derivative of the components of V_i in frame i."""
    return c.dtau(i, 0) @ V(c, i) + dV(c, i, i)


def dc(c, j, f=0) -> np.ndarray:
    """Absolute derivative of sigma_j Z_{j-1}, projected on frame f."""
    return c.tau(f, 0) @ c.axes(j - 1).derivative(1)[:, 2] * c.s(j)


def dc_of_projection(c, j, f) -> np.ndarray:
    """Derivative of the components of sigma_j Z_{j-1} in frame f."""
    return c.dtau(f, j - 1)[:, 2] * c.s(j)


def dD(c, i, j, f=0) -> np.ndarray:
    """Absolute derivative of D_ij, projected on frame f.

    D_ij is the derivative of the point by q_j, so its rate is the second derivative by q_j and
    along dq: the polar form of the acceleration at ddq = 0.
    """
    unit = np.eye(c.n)[j - 1]
    return (dV_rates(c, i, f, rates(c) + unit) - dV_rates(c, i, f, rates(c) - unit)) / 4


def dD_of_projection(c, i, j) -> np.ndarray:
    """Derivative of the components of D_ij in frame i."""
    return c.dtau(i, 0) @ partial(c, i, j, 0) + dD(c, i, j, i)


def relative_acceleration(c, j) -> np.ndarray:
    """Derivative of the components in frame j of the angular velocity of j against j - 1."""
    d0, d1, d2 = (c.dtau(j - 1, j, k) for k in (0, 1, 2))
    rate = d2 @ d0.T + d1 @ d1.T
    return c.tau(j, j - 1) @ [rate[2, 1], rate[0, 2], rate[1, 0]]


# -- 7.1 -------------------------------------------------------------------------------------------
def gathering(c, i, f) -> np.ndarray:
    """sum_k tau_fk v_k sigma_k ddq_k."""
    return sum((c_j(c, k, f) * c.ddq[k] for k in upto(i)), ZERO)


def by_matrices(c, i, f) -> np.ndarray:
    """sum_j dtau_fj omega_j^(j) + sum_j tau_fj domega_j^(j), omega_j relative to link j - 1."""
    return sum(c.dtau(f, j) @ relative(c, j) for j in upto(i)) + gathering(c, i, f)


def by_omega(c, i, f, step=relative) -> np.ndarray:
    """The same with lambda(omega_j^(f)) tau_fj for dtau_fj; step(c, j) stands for omega_j^(j)."""
    return gathering(c, i, f) \
        + sum(lam(total(c, j, f)) @ c.tau(f, j) @ step(c, j) for j in upto(i))


def absolute(c, j) -> np.ndarray:
    return c.omega(j, j)


@section.holds(131)
def _(c):
    for i in c.links:
        yield by_matrices(c, i, 0), by_omega(c, i, 0), c.domega(i)


@section.without(131)
def _(c):
    for i in c.links:
        yield by_omega(c, i, 0, absolute), c.domega(i)


@section.holds(132)
def _(c):
    for j in c.links:
        yield total(c, j, 0), c.omega(j)


@section.holds(133, 140)
def _(c):
    for j in c.links:
        yield relative(c, j), c.omega(j, j, relative_to=j - 1)


@section.without(133, 140)
def _(c):
    for j in c.links:
        yield relative(c, j), c.omega(j, j)


@section.holds(134, 141)
def _(c):
    for j in c.links:
        yield c.v(j) * c.s(j) * c.ddq[j], relative_acceleration(c, j)


@section.without(134, 141)
def _(c):
    for j in c.links:                             # projection of the absolute derivative
        yield c.v(j) * c.s(j) * c.ddq[j], dc(c, j, j) * c.dq[j] + c_j(c, j, j) * c.ddq[j]


def spinning(c, i, f) -> np.ndarray:
    """sum_k lambda(sum_m tau_fm v_m sigma_m dq_m) tau_fk v_k sigma_k dq_k."""
    return sum((lam(total(c, k, f)) @ c_j(c, k, f) * c.dq[k] for k in upto(i)), ZERO)


@section.holds(135)
def _(c):
    for i in c.links:
        yield spinning(c, i, 0) + gathering(c, i, 0), c.domega(i)


@section.holds(136)
def _(c):
    for i in c.links:
        yield sum(dc(c, j) * c.dq[j] + c_j(c, j) * c.ddq[j] for j in upto(i)), c.domega(i)


def dc_chain(c, j, f):
    """The terms of the display after (7.2) for f = 0, after (7.4) for f = i."""
    return lam(total(c, j, f)) @ c.tau(f, j) @ c.v(j) * c.s(j), \
        lam(c.omega(j, f)) @ c.tau(f, j) @ c.v(j) * c.s(j), lam(c.omega(j, f)) @ c_j(c, j, f), \
        lam(total(c, j, f)) @ c_j(c, j, f)


@section.holds(137)
def _(c):
    for j in c.links:
        yield *dc_chain(c, j, 0), dc(c, j)


@section.erratum("7.1-frame-index")
def _(c):
    for i in range(2, c.n + 1):
        others = range(1, i)
        yield Readings(c.omega(j, i) for j in others), c.omega(i, i), total(c, i, i)
        yield Readings(c.domega(i, j) for j in others), c.domega(i, i), \
            spinning(c, i, i) + gathering(c, i, i)


def both(c, i):
    """d omega_i in frame i, by either meaning: they are equal, omega_i x omega_i being zero."""
    return c.dtau(i, 0) @ c.omega(i) + c.domega(i, i), c.domega(i, i)


@section.holds(138)
def _(c):
    for i in c.links:
        yield by_matrices(c, i, i), by_omega(c, i, i), *both(c, i)


@section.without(138)
def _(c):
    for i in c.links:
        yield by_omega(c, i, i, absolute), c.domega(i, i)


@section.holds(139)
def _(c):
    for i, j, _ in joints(c):
        yield total(c, j, i), c.omega(j, i)


@section.holds(142)
def _(c):
    for i in c.links:
        yield spinning(c, i, i) + gathering(c, i, i), *both(c, i)


@section.holds(143)
def _(c):
    for i in c.links:
        last = gathering(c, i, i)
        yield sum(dc(c, j, i) * c.dq[j] for j in upto(i)) + last, \
            sum(dc_of_projection(c, j, i) * c.dq[j] for j in upto(i)) + last, *both(c, i)


@section.holds(144)
def _(c):
    for i in c.links:
        for j in upto(i):
            yield *dc_chain(c, j, i), dc(c, j, i)


@section.without(144)
def _(c):
    for i in c.links:
        for j in upto(i):
            yield *dc_chain(c, j, i), dc_of_projection(c, j, i)


def is_quadratic(form, c):
    """form(dq) is a quadratic form: homogeneous, and the parallelogram law holds."""
    x, y = rates(c), np.roll(rates(c), 1) + 0.3
    yield form(2 * x), 4 * form(x)
    yield form(x + y) + form(x - y), 2 * form(x) + 2 * form(y)


@section.holds("7.1-linear-and-quadratic")
def _(c):
    for i, f in each(c):
        at_rest = still_joints(c, rates(c)).domega(i, f)
        yield gathering(c, i, f), c.domega(i, f) - at_rest
        yield from is_quadratic(lambda dq: still_joints(c, dq).domega(i, f), c)


# -- 7.2: frame 0 ----------------------------------------------------------------------------------
def shift(c, j, rate) -> np.ndarray:
    """tau_0j v_j (1 - sigma_j) times a rate."""
    return D_V(c, j) * rate[j]


@section.holds(145, 146)
def _(c):
    w, dw = c.omega, c.domega
    for i in c.links:
        x, dx = c.tau(0, i) @ c.t[i], c.dtau(0, i) @ c.t[i]
        yield lam(dw(i)) @ x + lam(w(i)) @ dx \
            + sum(lam(dw(k)) @ arm(c, k) for k in upto(i)) \
            + sum(lam(w(k)) @ c.dtau(0, k) @ long(c, k) for k in upto(i)) \
            + sum(lam(w(k)) @ shift(c, k, c.dq) for k in upto(i)) \
            + sum(c.dtau(0, j) @ c.v(j) * (1 - c.s(j)) * c.dq[j] for j in upto(i)) \
            + sum(shift(c, j, c.ddq) for j in upto(i)), dV(c, i)


@section.holds(147)
def _(c):
    for i in c.links:
        w, dw, x = c.omega, c.domega, c.tau(0, i) @ c.t[i]
        common = lam(dw(i)) @ x + lam(w(i)) @ lam(w(i)) @ x \
            + sum(lam(dw(j)) @ arm(c, j) for j in upto(i)) \
            + sum(lam(w(j)) @ lam(w(j)) @ arm(c, j) for j in upto(i)) \
            + sum(shift(c, j, c.ddq) for j in upto(i))
        twice = sum(lam(w(j)) @ shift(c, j, c.dq) for j in upto(i))
        yield common + twice + twice, common + 2 * twice, dV(c, i)


def turning_axes(c, i) -> np.ndarray:
    """sum_k dtau_0k v_k sigma_k dq_k."""
    return sum((c.dtau(0, k) @ c.v(k) * c.s(k) * c.dq[k] for k in upto(i)), ZERO)


@section.holds(148)
def _(c):
    w = [total(c, k, 0) if k else ZERO for k in range(c.n + 1)]
    dw = [turning_axes(c, k) + gathering(c, k, 0) for k in range(c.n + 1)]
    for i in c.links:
        x = c.tau(0, i) @ c.t[i]
        yield lam(dw[i]) @ x + lam(w[i]) @ lam(w[i]) @ x \
            + sum(lam(dw[j]) @ arm(c, j) for j in upto(i)) \
            + sum(lam(w[j]) @ lam(w[j]) @ arm(c, j) for j in upto(i)) \
            + 2 * sum(lam(w[j]) @ shift(c, j, c.dq) for j in upto(i)) \
            + sum(shift(c, j, c.ddq) for j in upto(i)), dV(c, i)


@section.holds(149)
def _(c):
    for i in c.links:
        yield total(c, i, 0), c.omega(i)
        yield turning_axes(c, i) + gathering(c, i, 0), c.domega(i)


def eight(c, i, f, spin) -> list[np.ndarray]:
    """The eight terms of the second (7.4) for f = 0, of (7.6) for f = i, in their order."""
    x = c.tau(f, i) @ c.t[i]
    w = [total(c, k, f) if k else ZERO for k in range(i + 1)]
    return [lam(spin(i)) @ x,
            lam(gathering(c, i, f)) @ x,
            lam(w[i]) @ lam(w[i]) @ x,
            sum(lam(spin(j)) @ arm(c, j, f) for j in upto(i)),
            sum(lam(gathering(c, j, f)) @ arm(c, j, f) for j in upto(i)),
            sum(lam(w[j]) @ lam(w[j]) @ arm(c, j, f) for j in upto(i)),
            2 * sum(lam(w[j]) @ D_V(c, j, f) * c.dq[j] for j in upto(i)),
            sum(D_V(c, j, f) * c.ddq[j] for j in upto(i))]


def terms(c, i, f) -> list[np.ndarray]:
    """The same with the sums of (7.1) and (7.3) for the derivatives of the axes."""
    return eight(c, i, f, lambda k: spinning(c, k, f))


@section.holds(150)
def _(c):
    for i in c.links:
        yield sum(eight(c, i, 0, lambda k: turning_axes(c, k))), dV(c, i)


@section.holds(151, 152)
def _(c):
    for i in c.links:
        yield sum(terms(c, i, 0)), dV(c, i)


@section.holds("7.2-dtau")
def _(c):
    for k in c.links:
        yield lam(total(c, k, 0)) @ c.tau(0, k), c.dtau(0, k)


@section.erratum("7.4-twice")
def _(c):
    for i in c.links:
        first = sum(dc(c, j, i) * c.dq[j] + c_j(c, j, i) * c.ddq[j] for j in upto(i))
        yield first, sum(terms(c, i, 0)), dV(c, i)


@section.holds(153)
def _(c):
    for i in c.links:
        yield sum(dD(c, i, j) * c.dq[j] + D(c, i, j) * c.ddq[j] for j in upto(i)), dV(c, i)


def D_written_out(c, i, j, f) -> np.ndarray:
    far = c.tau(f, i) @ c.t[i] + sum(arm(c, k, f) for k in range(j, i + 1))
    return D_V(c, j, f) + lam(c_j(c, j, f)) @ far


@section.holds(154)
def _(c):
    for i in c.links:
        for j in upto(i):
            yield D(c, i, j), D_written_out(c, i, j, 0), partial(c, i, j, 0)


@section.holds(162)
def _(c):
    for i in c.links:
        for j in upto(i):
            yield D(c, i, j, i), D_written_out(c, i, j, i), partial(c, i, j, i)


def with_ddq(c, i, f):
    """The four forms of the terms with ddq: printed in frame 0, meant in frame i."""
    x, last = c.tau(f, i) @ c.t[i], sum(D_V(c, j, f) * c.ddq[j] for j in upto(i))
    yield lam(gathering(c, i, f)) @ x \
        + sum(lam(gathering(c, k, f)) @ arm(c, k, f) for k in upto(i)) + last
    yield sum(lam(c_j(c, j, f)) @ x * c.ddq[j] for j in upto(i)) + last \
        + sum(lam(c_j(c, j, f)) @ arm(c, k, f) * c.ddq[j] for k in upto(i) for j in upto(k))
    yield sum((lam(c_j(c, j, f)) @ (x + sum(arm(c, k, f) for k in range(j, i + 1)))
               + D_V(c, j, f)) * c.ddq[j] for j in upto(i))
    yield sum(D(c, i, j, f) * c.ddq[j] for j in upto(i))


def dV_ddq(c, i, f=0) -> np.ndarray:
    """The part of the acceleration that is due to ddq."""
    return dV(c, i, f) - dV_rates(c, i, f)


@section.holds(155)
def _(c):
    for i in c.links:
        yield *with_ddq(c, i, 0), dV_ddq(c, i)


@section.holds("7.2-which-terms")
def _(c):
    for i, f in each(c):
        t = terms(c, i, f)
        yield t[1] + t[4] + t[7], dV_ddq(c, i, f)
        yield t[0] + t[2] + t[3] + t[5] + t[6], dV_rates(c, i, f)


@section.holds(156, 157)
def _(c):
    for i in c.links:
        t = terms(c, i, 0)
        yield t[0] + t[2] + t[3] + t[5] + t[6], \
            sum(dD(c, i, j) * c.dq[j] for j in upto(i)), dV_rates(c, i)


# -- 7.2: sum of dD_ij dq_j and dD_ij itself, in frame 0 and in frame i ----------------------------
def axis_rate(c, j, f) -> np.ndarray:
    """sum_m lambda(tau_fm v_m sigma_m dq_m) tau_fj v_j sigma_j, m = 1..j."""
    return sum(lam(c_j(c, m, f) * c.dq[m]) @ c_j(c, j, f) for m in upto(j))


def coriolis(c, j, f) -> np.ndarray:
    """2 sum_k lambda(tau_fk v_k sigma_k dq_k) tau_fj v_j (1 - sigma_j), k = 1..j."""
    return 2 * sum(lam(c_j(c, k, f) * c.dq[k]) @ D_V(c, j, f) for k in upto(j))


@section.erratum("7.2-square")
def _(c):
    for i, f in each(c):
        x, dq = c.tau(f, i) @ c.t[i], c.dq
        inner = sum(lam(c_j(c, j, f)) @ x * dq[j] for j in upto(i))
        rest = sum(lam(axis_rate(c, j, f)) @ x * dq[j] for j in upto(i)) \
            + sum(lam(c_j(c, j, f)) @ inner * dq[j] for j in upto(i)) \
            + sum(lam(axis_rate(c, j, f)) @ arm(c, k, f) * dq[j]
                  for k in upto(i) for j in upto(k)) \
            + sum(coriolis(c, j, f) * dq[j] for j in upto(i))

        def squared(k):
            bare = sum(lam(c_j(c, j, f)) for j in upto(k))
            return bare @ bare @ arm(c, k, f)

        printed = Readings([                               # to which j the last two rates belong
            rest + sum(squared(k) * dq[k] ** 2 for k in upto(i)),
            rest + sum(squared(k) * dq[i] ** 2 for k in upto(i)),
            rest + sum(squared(k) * dq[j] ** 2 for k in upto(i) for j in upto(k)),
            rest + sum(lam(c_j(c, j, f)) @ lam(c_j(c, j, f)) @ arm(c, k, f) * dq[j] ** 2
                       for k in upto(i) for j in upto(k))])
        full = [sum(lam(c_j(c, j, f)) * dq[j] for j in upto(k)) for k in range(i + 1)]
        corrected = rest + sum(full[k] @ full[k] @ arm(c, k, f) for k in upto(i))
        yield printed, corrected, dV_rates(c, i, f)


def dD_parts(c, i, j, f):
    """dD_ij^(f): its first three terms, the fourth as it should be, the last as it should be."""
    x, beyond = c.tau(f, i) @ c.t[i], range(j, i + 1)
    three = lam(axis_rate(c, j, f)) @ x + lam(c_j(c, j, f)) @ lam(total(c, i, f)) @ x \
        + sum(lam(axis_rate(c, j, f)) @ arm(c, k, f) for k in beyond)
    fourth = lam(c_j(c, j, f)) @ sum(lam(total(c, k, f)) @ arm(c, k, f) for k in beyond)
    last = coriolis(c, j, f) / 2 \
        + lam(c_j(c, j, f)) @ sum(D_V(c, k, f) * c.dq[k] for k in beyond)
    return three, fourth, last


@section.erratum("7.2-dD-square")
def _(c):
    for i, j, f in joints(c):
        three, fourth, last = dD_parts(c, i, j, f)
        number, square = i - j + 1, lam(c_j(c, j, f)) @ lam(c_j(c, j, f))
        whole = sum(arm(c, k, f) for k in range(j, i + 1))
        arms = [whole, number * whole, number ** 2 * whole,                  # k = j..i anywhere,
                *(number ** 2 * arm(c, k, f) for k in range(j, i + 1))]      # or some one k
        printed = [three + square @ a * c.dq[j] + last for a in arms]
        yield Readings(printed), three + fourth + last, dD(c, i, j, f)


@section.erratum("7.2-dD-two")
def _(c):
    for i, j, f in joints(c):
        three, fourth, last = dD_parts(c, i, j, f)
        yield three + fourth + coriolis(c, j, f), three + fourth + last, dD(c, i, j, f)


@section.holds("7.2-two-in-the-sum")
def _(c):
    for i, f in each(c):
        parts = [(j, *dD_parts(c, i, j, f)[:2]) for j in upto(i)]
        yield sum((three + fourth + coriolis(c, j, f)) * c.dq[j] for j, three, fourth in parts), \
            dV_rates(c, i, f)


# -- 7.2: frame i ----------------------------------------------------------------------------------
@section.erratum("7.2-side")
def _(c):
    for i in c.links:
        acceleration = sum(terms(c, i, 0))    # a column has no such product; a row has this one
        yield acceleration @ c.tau(i, 0), c.tau(i, 0) @ acceleration, dV(c, i, i)


@section.holds(160)
def _(c):
    for i in c.links:
        yield sum(terms(c, i, i)), dV(c, i, i)


@section.without(160)
def _(c):
    for i in c.links:
        yield sum(terms(c, i, i)), dV_of_projection(c, i)


@section.erratum("7.2-frame-zero")
def _(c):
    for i in c.links:
        yield dV(c, i), dV(c, i, i), \
            sum(dD(c, i, j, i) * c.dq[j] + D(c, i, j, i) * c.ddq[j] for j in upto(i))


@section.erratum("7.2-derivative-of-projection")
def _(c):
    for i in c.links:
        by_ddq = sum(D(c, i, j, i) * c.ddq[j] for j in upto(i))
        yield sum(dD_of_projection(c, i, j) * c.dq[j] for j in upto(i)) + by_ddq, \
            sum(dD(c, i, j, i) * c.dq[j] for j in upto(i)) + by_ddq, dV(c, i, i)


@section.holds(161)
def _(c):
    for i in c.links:
        by_ddq = sum(D(c, i, j, i) * c.ddq[j] for j in upto(i))
        yield sum(dD(c, i, j, i) * c.dq[j] for j in upto(i)) + by_ddq, dV(c, i, i)
        yield sum(dD_of_projection(c, i, j) * c.dq[j] for j in upto(i)) + by_ddq, \
            dV_of_projection(c, i)


@section.without(161)
def _(c):
    for i in c.links:
        by_ddq = sum(D(c, i, j, i) * c.ddq[j] for j in upto(i))
        yield sum(dD_of_projection(c, i, j) * c.dq[j] for j in upto(i)) + by_ddq, dV(c, i, i)


@section.erratum("7.2-bars")
def _(c):
    for i in c.links:
        def first_line(inside):
            return lam(inside(gathering(c, i, i))) @ c.t[i] \
                + sum(lam(inside(gathering(c, k, i))) @ arm(c, k, i) for k in upto(i)) \
                + sum(D_V(c, j, i) * c.ddq[j] for j in upto(i))
        yield first_line(np.abs), first_line(lambda a: a), dV_ddq(c, i, i)


@section.erratum("7.2-brackets")
def _(c):
    for i in c.links:
        inside = [lam(c_j(c, j, i)) @ c.t[i] + sum(arm(c, k, i) for k in range(j, i + 1))
                  for j in upto(i)]
        own = [D_V(c, j, i) for j in upto(i)]
        printed = [sum(a + b * r for a, b, r in zip(inside, own, c.ddq[1:])),
                   sum((a + b) * r for a, b, r in zip(inside, own, c.ddq[1:]))]
        yield Readings(printed), list(with_ddq(c, i, i))[2], dV_ddq(c, i, i)


@section.erratum("7.2-ddq-lost")
def _(c):
    for i in c.links:
        yield sum(D(c, i, j, i) for j in upto(i)), list(with_ddq(c, i, i))[3], dV_ddq(c, i, i)


@section.holds("7.2-second-form-in-i")
def _(c):
    for i in c.links:
        yield list(with_ddq(c, i, i))[1], dV_ddq(c, i, i)


@section.erratum("7.2-matrix")
def _(c):
    for i in c.links:
        t = terms(c, i, i)
        rest = t[0] + t[2] + t[5] + t[6]
        printed = sum(lam(spinning(c, j, i)) @ c.tau(0, j) @ long(c, j) for j in upto(i))
        yield rest + printed, rest + t[3], dV_rates(c, i, i)


# -- 7.2: what the terms are -----------------------------------------------------------------------
@section.holds("7.2-linear-and-quadratic")
def _(c):
    for i, f in each(c):
        yield sum(D(c, i, j, f) * c.ddq[j] for j in upto(i)), dV_ddq(c, i, f)
        yield from is_quadratic(lambda dq: dV_rates(c, i, f, dq), c)


def mixed(c, i, f) -> np.ndarray:
    """The part of the acceleration with products of a revolute and a prismatic rate."""
    turns = rates(c) * c.sigma
    slides = rates(c) - turns
    return dV_rates(c, i, f) - dV_rates(c, i, f, turns) - dV_rates(c, i, f, slides)


def coriolis_is_mixed(c, i, f):
    return sum(coriolis(c, j, f) * c.dq[j] for j in upto(i)), mixed(c, i, f)


def coriolis_is_part_of_dD(c, i, f):
    for j in upto(i):
        if not c.s(j):                       # D_ij is then the axis, and has no other part
            yield coriolis(c, j, f), dD(c, i, j, f)


@section.holds(167)
def _(c):
    for i in c.links:
        yield coriolis_is_mixed(c, i, 0)


@section.without(167)
def _(c):
    for i in c.links:
        yield from coriolis_is_part_of_dD(c, i, 0)


@section.holds(168)
def _(c):
    for i in c.links:
        yield coriolis_is_mixed(c, i, i)


@section.without(168)
def _(c):
    for i in c.links:
        yield from coriolis_is_part_of_dD(c, i, i)


@section.erratum("7.2-centrifugal")
def _(c):
    for i, k, f in joints(c):
        alone = c.unit(k)                                             # dq_k = 1, the others zero
        components = sum(coriolis(alone, j, f) * alone.dq[j] for j in upto(i))
        yield dV(alone, i, f), ZERO, components
