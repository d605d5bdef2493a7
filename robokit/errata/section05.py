"""Section 5: angular and linear velocities of the links, as printed and executed."""

from __future__ import annotations

import numpy as np

from .forms import Readings, Section
from .oracle import e, lam
from .section02 import relative

section = Section()


def upto(i):
    """1 .. i."""
    return range(1, i + 1)


def below(c):
    """All j <= i among links."""
    return [(i, j) for i in c.links for j in upto(i)]


def slide(c, j) -> np.ndarray:
    """v_j (1 - sigma_j) dq_j."""
    return c.v(j) * (1 - c.s(j)) * c.dq[j]


def long(c, k) -> np.ndarray:
    """v_k (1 - sigma_k) q_k + l_k^(k)."""
    return c.v(k) * (1 - c.s(k)) * c.q[k] + c.l[k]


# -- 5.1 ----------------------------------------------------------------------------------------
@section.holds(90)
def _(c):
    for i in c.links:
        yield e * c.s(i) * c.dq[i], c.omega(i, i - 1, relative_to=i - 1)


@section.holds(91)
def _(c):
    for i in c.links:
        yield c.tau(i, i - 1) @ e * c.s(i) * c.dq[i], relative(c, i), \
            c.omega(i, i, relative_to=i - 1)


@section.holds(92)
def _(c):
    for i in c.links:
        yield c.tau(0, i) @ relative(c, i), c.omega(i, 0, relative_to=i - 1)


def total(c, i, frame) -> np.ndarray:
    """Sum over j = 1..i of tau_{frame,j} v_j sigma_j dq_j."""
    return sum(c.tau(frame, j) @ relative(c, j) for j in upto(i))


def one_meaning(c, i, frame) -> Readings:
    """Sum of omega_1..omega_i less omega_i: all absolute, or all relative to the link before."""
    absolute = [c.omega(j, frame) for j in upto(i)]
    steps = [c.omega(j, frame, relative_to=j - 1) for j in upto(i)]
    return Readings(sum(x) - x[-1] for x in (absolute, steps))


@section.erratum("5.1-omega")
def _(c):
    for i in c.links:
        yield one_meaning(c, i, 0), total(c, i, 0) - c.omega(i), np.zeros(3)


@section.erratum("5.3-omega")
def _(c):
    for i in c.links:
        yield one_meaning(c, i, i), total(c, i, i) - c.omega(i, i), np.zeros(3)


@section.erratum("5.3-relative")
def _(c):
    for i in c.links:
        yield c.omega(i, i, relative_to=i - 1), c.omega(i, i), total(c, i, i)


@section.holds(94, 107)
def _(c):
    for i in c.links:
        yield total(c, i, 0), c.omega(i)


@section.without(94)
def _(c):
    for i in c.links:
        yield total(c, i, 0), c.omega(i, 0, relative_to=i - 1)


@section.holds(96, 110)
def _(c):
    for i in c.links:
        yield total(c, i, i), c.omega(i, i)


@section.without(96)
def _(c):
    for i in c.links:
        yield total(c, i, i), c.omega(i, i, relative_to=i - 1)


# -- 5.2, 5.3 -----------------------------------------------------------------------------------
def c_j(c, j, frame=0) -> np.ndarray:
    """c_j^(frame) = tau_{frame,j} v_j sigma_j."""
    return c.tau(frame, j) @ c.v(j) * c.s(j)


def frames_of(c, j):
    """Frame 0 and every link's frame that c_j can be asked for in."""
    return [0, *range(j, c.n + 1)]


@section.holds("5.2-unit-vector")
def _(c):
    for j in c.links:
        for frame in frames_of(c, j):
            if c.s(j):
                yield c_j(c, j, frame), c.tau(frame, 0) @ c.frame(j - 1)[0][2].c[0]


@section.without("5.2-unit-vector")
def _(c):
    for j in c.links:
        yield c_j(c, j), c.frame(j - 1)[0][2].c[0]


@section.holds("5.2-lengths")
def _(c):
    for j in c.links:
        for frame in frames_of(c, j):
            yield np.linalg.norm(c_j(c, j, frame)), float(c.s(j))


@section.holds(99)
def _(c):
    for i in c.links:
        yield sum(c_j(c, j) * c.dq[j] for j in upto(i)), c.omega(i)


@section.holds(100)
def _(c):
    for i in c.links:
        yield sum(c_j(c, j, i) * c.dq[j] for j in upto(i)), c.omega(i, i)


def C(c, i, frame) -> np.ndarray:
    """C_i^(frame), (3, n), columns after i zero."""
    return np.column_stack([c_j(c, j, frame) if j <= i else np.zeros(3) for j in c.links])


def rates(c) -> np.ndarray:
    return np.array(c.dq[1:])


@section.holds(101)
def _(c):
    yield C(c, c.n, 0) @ rates(c), c.omega(c.n)


@section.holds(102)
def _(c):
    yield C(c, c.n, c.n) @ rates(c), c.omega(c.n, c.n)


@section.holds("5.3-sizes")
def _(c):
    yield C(c, c.n, 0).shape, (3, c.n)
    yield np.vstack([C(c, i, 0) for i in c.links]).shape, (3 * c.n, c.n)


@section.holds(103)
def _(c):
    yield np.vstack([C(c, i, 0) for i in c.links]) @ rates(c), \
        np.concatenate([c.omega(i) for i in c.links])


@section.holds(104)
def _(c):
    yield np.vstack([C(c, i, i) for i in c.links]) @ rates(c), \
        np.concatenate([c.omega(i, i) for i in c.links])


def all_omega(c, frame) -> np.ndarray:
    """[omega_1; ..; omega_n], link k's in frame(k). (3n,)"""
    return np.concatenate([c.omega(k, frame(k)) for k in c.links])


@section.without(104)
def _(c):
    for i in c.links:
        yield np.vstack([C(c, k, k) for k in c.links]) @ rates(c), all_omega(c, lambda k: i)


@section.erratum("5.3-block-frames")
def _(c):
    printed = Readings(all_omega(c, lambda k: i) for i in c.links)
    yield printed, all_omega(c, lambda k: k), np.vstack([C(c, k, k) for k in c.links]) @ rates(c)


@section.holds("5.3-zeros")
def _(c):
    yield np.vstack([C(c, i, 0) for i in c.links]) @ rates(c), \
        np.concatenate([c.omega(i) for i in c.links])


@section.without("5.3-zeros")
def _(c):
    yield np.vstack([C(c, c.n, 0) for i in c.links]) @ rates(c), \
        np.concatenate([c.omega(i) for i in c.links])


# -- 5.4 ----------------------------------------------------------------------------------------
@section.erratum("5.4-point-frame")
def _(c):
    for i in c.links:
        rest = sum(c.dtau(0, k) @ long(c, k) + c.tau(0, k) @ slide(c, k) for k in upto(i))
        yield c.dtau(0, i) @ c.tau(0, i) @ c.t[i] + rest, c.dtau(0, i) @ c.t[i] + rest, \
            c.V(i, c.t[i])


def V_by_omega(c, i, frame, omega_k) -> np.ndarray:
    """(5.8) in any frame: omega_k(k) is what stands under the sum."""
    return lam(c.omega(i, frame)) @ c.tau(frame, i) @ c.t[i] \
        + sum(lam(omega_k(k)) @ c.tau(frame, k) @ long(c, k) + c.tau(frame, k) @ slide(c, k)
              for k in upto(i))


@section.holds(106)
def _(c):
    for i in c.links:
        yield V_by_omega(c, i, 0, c.omega), c.V(i, c.t[i])


@section.holds(109)
def _(c):
    for i in c.links:
        yield V_by_omega(c, i, i, lambda k: c.omega(k, i)), c.V(i, c.t[i], i)


@section.erratum("5.4-omega-kk")
def _(c):
    for i in c.links:
        yield V_by_omega(c, i, i, lambda k: total(c, k, k)), \
            V_by_omega(c, i, i, lambda k: total(c, k, i)), c.V(i, c.t[i], i)


@section.erratum("5.4-from-the-right")
def _(c):
    for i in c.links:
        yield c.V(i, c.t[i]) @ c.tau(i, 0), c.tau(i, 0) @ c.V(i, c.t[i]), c.V(i, c.t[i], i)


def V_by_rates(c, i, frame, rate) -> np.ndarray:
    """(5.9), (5.10): rate(j, k) is the rate in the double sum."""
    first = sum(lam(c_j(c, j, frame)) @ c.tau(frame, i) @ c.t[i] * c.dq[j] for j in upto(i))
    double = sum(lam(c_j(c, j, frame)) @ c.tau(frame, k) @ long(c, k) * rate(j, k)
                 for k in upto(i) for j in upto(k))
    return first + double + sum(c.tau(frame, j) @ slide(c, j) for j in upto(i))


@section.erratum("5.9-rate")
def _(c):
    for i in c.links:
        yield V_by_rates(c, i, 0, lambda j, k: c.dq[k]), \
            V_by_rates(c, i, 0, lambda j, k: c.dq[j]), c.V(i, c.t[i])


@section.erratum("5.10-rate")
def _(c):
    for i in c.links:
        yield V_by_rates(c, i, i, lambda j, k: c.dq[k]), \
            V_by_rates(c, i, i, lambda j, k: c.dq[j]), c.V(i, c.t[i], i)


# -- 5.5, 5.6 -----------------------------------------------------------------------------------
def R(c, i, j, frame=0, point=None) -> np.ndarray:
    """R_ij^(frame) by the sums of (5.15) and section 5.6."""
    point = c.t[i] if point is None else point
    return c.tau(frame, i) @ point + sum(c.tau(frame, k) @ long(c, k) for k in range(j, i + 1))


def D_V(c, j, frame=0) -> np.ndarray:
    return c.tau(frame, j) @ c.v(j) * (1 - c.s(j))


def D_omega(c, i, j, frame=0) -> np.ndarray:
    return lam(c_j(c, j, frame)) @ R(c, i, j, frame)


def D(c, i, j, frame=0) -> np.ndarray:
    return D_V(c, j, frame) + D_omega(c, i, j, frame)


def arm(c, i, j, frame) -> np.ndarray:
    """From the origin of frame j-1 to the point of link i, in `frame`."""
    return c.tau(frame, 0) @ (c.point(i, c.t[i]).c[0] - c.origin(j - 1).c[0])


def partial(c, i, j, frame) -> np.ndarray:
    """Velocity of the point of link i when dq_j = 1 and all other joints rest, in `frame`."""
    return c.unit(j).V(i, c.t[i], frame)


@section.holds(112)
def _(c):
    for i in c.links:
        yield sum(D(c, i, j) * c.dq[j] for j in upto(i)), c.V(i, c.t[i])


@section.holds(113)
def _(c):
    for i, j in below(c):
        yield D_V(c, j) + D_omega(c, i, j), partial(c, i, j, 0)


@section.holds(114)
def _(c):
    for i, j in below(c):
        if not c.s(j):
            yield D_V(c, j), partial(c, i, j, 0)


@section.holds(115)
def _(c):
    for i, j in below(c):
        if c.s(j):
            yield D_omega(c, i, j), partial(c, i, j, 0)


@section.holds(116, "5.5-arm")
def _(c):
    for i, j in below(c):
        yield R(c, i, j), arm(c, i, j, 0)


@section.without(116)
def _(c):
    for i, j in below(c):
        yield R(c, i, j, point=c.l[i]), arm(c, i, j, 0)


def term(c, j, k) -> np.ndarray:
    return lam(c_j(c, j)) @ c.tau(0, k) @ long(c, k)


@section.holds(117)
def _(c):
    for i in c.links:
        yield sum(term(c, j, k) * c.dq[k] for k in upto(i) for j in upto(k)), \
            sum(term(c, j, k) * c.dq[k] for j in upto(i) for k in range(j, i + 1)), \
            sum(lam(c_j(c, j)) @ sum(c.tau(0, k) @ long(c, k) * c.dq[k] for k in range(j, i + 1))
                for j in upto(i))


@section.erratum("5.5-conclusion")
def _(c):
    for i in c.links:
        pairs = [(j, k) for j in upto(i) for k in range(j, i + 1)]
        first = sum(lam(c_j(c, j)) @ c.tau(0, i) @ c.t[i] * c.dq[j] for j in upto(i))
        turning = c.V(i, c.t[i]) - sum(c.tau(0, j) @ slide(c, j) for j in upto(i))
        yield first + sum(term(c, j, k) * c.dq[k] for j, k in pairs), \
            first + sum(term(c, j, k) * c.dq[j] for j, k in pairs), turning


@section.holds("5.5-unit-vector")
def _(c):
    for i, j in below(c):
        for frame in 0, i:
            if not c.s(j):
                yield D_V(c, j, frame), c.tau(frame, 0) @ c.frame(j - 1)[0][2].c[0]
    yield 0.0, 0.0                                    # a chain without such joints


@section.without("5.5-unit-vector")
def _(c):
    for j in c.links:
        yield D_V(c, j), c.frame(j - 1)[0][2].c[0]


@section.holds("5.5-zero-or-unit")
def _(c):
    for i, j in below(c):
        for frame in 0, i:
            yield np.linalg.norm(D_V(c, j, frame)), 1.0 - c.s(j)
            yield D_omega(c, i, j, frame) * (1 - c.s(j)), np.zeros(3)


def distance(c, i, j) -> float:
    """From the point of link i to the axis of joint j."""
    line, to_point = c.axes(j - 1).c[0][:, 2], arm(c, i, j, 0)
    return float(np.linalg.norm(to_point - (to_point @ line) * line))


def area(a, b) -> float:
    """Area of the parallelogram on two vectors, by Gram's determinant."""
    return np.sqrt(max(0.0, (a @ a) * (b @ b) - (a @ b)**2))


def rectangle(frame_of):
    def form(c):
        for i, j in below(c):
            a, b = c_j(c, j, frame_of(i)), R(c, i, j, frame_of(i))
            yield np.linalg.norm(a) * np.linalg.norm(b), area(a, b), \
                np.linalg.norm(D_omega(c, i, j, frame_of(i)))
    return form


section.erratum("5.5-rectangle")(rectangle(lambda i: 0))
section.erratum("5.6-rectangle")(rectangle(lambda i: i))


@section.holds("5.5-perpendicular", "5.6-perpendicular")
def _(c):
    for i, j in below(c):
        if c.s(j):
            yield np.linalg.norm(D_omega(c, i, j)), distance(c, i, j)


@section.without("5.6-perpendicular")
def _(c):
    for i, j in below(c):                             # a parallel line through the base instead
        if c.s(j) and j > 1:
            line, place = c.axes(j - 1).c[0][:, 2], c.point(i, c.t[i]).c[0]
            yield np.linalg.norm(D_omega(c, i, j)), np.linalg.norm(np.cross(line, place))


@section.holds(118)
def _(c):
    for i in c.links:
        yield sum(D(c, i, j, i) * c.dq[j] for j in upto(i)), c.V(i, c.t[i], i)


@section.holds(119)
def _(c):
    for i, j in below(c):
        yield D_V(c, j, i) + D_omega(c, i, j, i), partial(c, i, j, i)


@section.holds(120)
def _(c):
    for i, j in below(c):
        if not c.s(j):
            yield D_V(c, j, i), partial(c, i, j, i)


@section.holds(121)
def _(c):
    for i, j in below(c):
        if c.s(j):
            yield D_omega(c, i, j, i), partial(c, i, j, i)


@section.holds(122)
def _(c):
    for i, j in below(c):
        yield R(c, i, j, i), arm(c, i, j, i)


# -- 5.7, 5.8 -----------------------------------------------------------------------------------
def D_matrix(c, i, frame=0, last=None) -> np.ndarray:
    """D_i^(frame), (3, n): the columns after `last` (link i unless given) are zero."""
    last = i if last is None else last
    return np.column_stack([D(c, i, j, frame) if j <= last else np.zeros(3) for j in c.links])


@section.holds(123)
def _(c):
    yield D_matrix(c, c.n) @ rates(c), c.V(c.n, c.t[c.n])


@section.holds(124)
def _(c):
    yield D_matrix(c, c.n, c.n) @ rates(c), c.V(c.n, c.t[c.n], c.n)


def all_V(c, own=False) -> np.ndarray:
    return np.concatenate([c.V(i, c.t[i], i if own else 0) for i in c.links])


@section.erratum("5.7-zeros")
def _(c):
    full = np.vstack([D_matrix(c, i, last=c.n) for i in c.links])
    lower = np.vstack([D_matrix(c, i) for i in c.links])
    yield full @ rates(c), lower @ rates(c), all_V(c)


@section.holds(125, "5.7-sizes")
def _(c):
    block = np.vstack([D_matrix(c, i) for i in c.links])
    yield block @ rates(c), all_V(c)
    yield block.shape, (3 * c.n, c.n)


@section.holds(126)
def _(c):
    yield np.vstack([D_matrix(c, i, i) for i in c.links]) @ rates(c), all_V(c, own=True)


def in_frames(c, frame) -> np.ndarray:
    """[V_1; ..; V_n], link k's in frame(k). (3n,)"""
    return np.concatenate([c.V(k, c.t[k], frame(k)) for k in c.links])


@section.without(126)
def _(c):
    for i in c.links:
        yield np.vstack([D_matrix(c, k, k) for k in c.links]) @ rates(c), \
            in_frames(c, lambda k: i)


@section.erratum("5.7-block-frames")
def _(c):
    printed = Readings(in_frames(c, lambda k: i) for i in c.links)
    yield printed, in_frames(c, lambda k: k), \
        np.vstack([D_matrix(c, k, k) for k in c.links]) @ rates(c)


@section.holds(127)
def _(c):
    yield C(c, c.n, 0) @ rates(c), c.omega(c.n)
    yield D_matrix(c, c.n) @ rates(c), c.V(c.n, c.t[c.n])


def Xi(c, i, frame=0) -> np.ndarray:
    return np.vstack([C(c, i, frame), D_matrix(c, i, frame)])


def velocity(c, i, frame=0) -> np.ndarray:
    return np.concatenate([c.omega(i, frame), c.V(i, c.t[i], frame)])


@section.holds(129)
def _(c):
    yield Xi(c, c.n) @ rates(c), velocity(c, c.n)


@section.holds("5.8-own-frame")
def _(c):
    yield Xi(c, c.n, c.n) @ rates(c), velocity(c, c.n, c.n)


@section.erratum("5.8-arbitrary")
def _(c):
    yield Xi(c, c.n) @ np.array(c.q[1:]), Xi(c, c.n) @ rates(c), velocity(c, c.n)


@section.erratum("5.8-linear")
def _(c):
    """Whether adding up coordinates, or rates, adds up places, or velocities."""
    at_zero = c.moving(q=np.zeros(c.n))
    other = c.moving(q=c.ddq[1:], dq=c.ddq[1:])
    both = c.moving(q=np.array(c.q[1:]) + c.ddq[1:])
    start = at_zero.point(c.n, c.t[c.n]).c[0]
    places = [k.point(c.n, c.t[c.n]).c[0] - start for k in (c, other, both)]
    velocities = [c.moving(dq=dq).V(c.n, c.t[c.n])
                  for dq in (rates(c), np.array(c.ddq[1:]), rates(c) + c.ddq[1:])]
    yield places[0] + places[1] - places[2], velocities[0] + velocities[1] - velocities[2], \
        np.zeros(3)


@section.erratum("5.8-other-links")
def _(c):
    for i in c.links[:-1]:
        yield Xi(c, c.n) @ rates(c), Xi(c, i) @ rates(c), velocity(c, i)
