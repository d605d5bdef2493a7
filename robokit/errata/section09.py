"""Section 9: equations of motion, as printed and executed.

The truth is virtual work and kinetic energy over the mass points; the vectors c and D are unit
rates, as in section 8. Centres of mass take the place of the points t_j throughout.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .forms import Readings, Section
from .section02 import lam
from .section08 import J0, col_c, col_D, drives, length, up

section = Section()


# -- what the letters stand for ------------------------------------------------------------------
@cache
def unloaded(c) -> np.ndarray:
    """Drives without external forces and moments: the left side of the equations."""
    return c.drives(loads=False)


@cache
def inertia(c) -> np.ndarray:
    return c.inertia()


@cache
def b(c) -> np.ndarray:
    return c.b()


def inertial(c) -> np.ndarray:
    """The part of the drives due to the second derivatives."""
    return unloaded(c) - b(c)


def a(c, i, j) -> float:
    return inertia(c)[i - 1, j - 1]


@cache
def dc(c, k) -> np.ndarray:
    """Derivative of c_k^(0), the unit vector of Z_{k-1} for a revolute joint."""
    return c.s(k) * c.axes(k - 1).derivative(1)[:, 2]


@cache
def squares(c, rates) -> dict:
    """Accelerations of the centres of mass at ddq = 0: quadratic forms of the rates."""
    state = c.moving(dq=rates, ddq=np.zeros(c.n))
    return {j: state.dV(j, c.r[j]) for j in c.links}


@cache
def dD(c, j, k) -> np.ndarray:
    """Derivative of D_jk^(0): half of what dq and a unit rate of joint k add to their squares."""
    dq, one = np.array(c.dq[1:]), np.eye(c.n)[k - 1]
    both, first, second = (squares(c, tuple(x))[j] for x in (dq + one, dq, one))
    return (both - first - second) / 2


def times(left, right) -> np.ndarray | float:
    """Matrix product; NaN where the sizes forbid it."""
    return left @ right if left.shape[1] == right.shape[0] else np.nan


def column(x) -> np.ndarray:
    return x.reshape(3, 1)


# -- 9.1 -----------------------------------------------------------------------------------------
def substituted(c, i) -> float:
    """(8.10) with the accelerations written out, left side."""
    total = 0.0
    for j in up(c, i):
        w, first = c.omega(j), range(1, j + 1)
        turning = sum(dc(c, k) * c.dq[k] for k in first) \
            + sum(col_c(c, k) * c.ddq[k] for k in first)
        moving = sum(dD(c, j, k) * c.dq[k] for k in first) \
            + sum(col_D(c, j, k) * c.ddq[k] for k in first)
        total += col_c(c, i) @ (J0(c, j) @ turning + lam(w) @ J0(c, j) @ w) \
            + col_D(c, j, i) @ moving * c.m[j]
    return total


def loads(c, i) -> float:
    """Sum of c_i^T M_Bj and D_ji^T F_Bj."""
    return sum(col_c(c, i) @ c.M[j] + col_D(c, j, i) @ c.F[j] for j in up(c, i))


@section.erratum("9.1-transpose")
def _(c):
    for i in c.links:
        forces = drives(c)[i - 1] + sum(col_D(c, j, i) @ c.F[j] for j in up(c, i))
        axis = column(col_c(c, i))
        printed, corrected = (forces + sum(times(x, column(c.M[j])) for j in up(c, i))
                              for x in (axis, axis.T))
        yield printed, corrected, np.array([[unloaded(c)[i - 1]]])


@section.holds("9.1-substituted")
def _(c):
    for i in c.links:
        yield substituted(c, i), drives(c)[i - 1] + loads(c, i), unloaded(c)[i - 1]


@section.holds(215)
def _(c):
    for i in c.links:
        yield sum(col_c(c, i) @ (J0(c, j) @ sum(dc(c, k) * c.dq[k] for k in range(1, j + 1))
                                 + lam(c.omega(j)) @ J0(c, j) @ c.omega(j)) for j in up(c, i)) \
            + sum(col_D(c, j, i) @ sum(dD(c, j, k) * c.dq[k] for k in range(1, j + 1)) * c.m[j]
                  for j in up(c, i)), b(c)[i - 1]


def pair(c, k, i, j) -> float:
    """c_i^T J_k c_j + D_ki^T m_k D_kj, in frame 0."""
    return col_c(c, i) @ J0(c, k) @ col_c(c, j) + col_D(c, k, i) @ col_D(c, k, j) * c.m[k]


def start(i, k) -> int:
    """i if k <= i, k if k > i."""
    return i if k <= i else k


@section.erratum("9.1-upper-limit")
def _(c):
    for i in c.links:
        printed = sum(pair(c, start(i, k), i, k) * c.ddq[k] for k in c.links)
        corrected = sum(pair(c, j, i, k) * c.ddq[k] for k in c.links for j in up(c, start(i, k)))
        yield printed, corrected, inertial(c)[i - 1]


@section.holds("9.1-order-of-sums")
def _(c):
    for i in c.links:
        grouped = sum(
            col_c(c, i) @ J0(c, j) @ sum(col_c(c, k) * c.ddq[k] for k in range(1, j + 1))
            + col_D(c, j, i) @ sum(col_D(c, j, k) * c.ddq[k] for k in range(1, j + 1)) * c.m[j]
            for j in up(c, i))
        yield grouped, sum(pair(c, j, i, k) * c.ddq[k] for j in up(c, i)
                           for k in range(1, j + 1)), inertial(c)[i - 1]


@section.holds(217)
def _(c):
    for i in c.links:
        by_k = sum(pair(c, j, i, k) * c.ddq[k] for k in c.links for j in up(c, start(i, k)))
        by_j = sum(pair(c, k, i, j) * c.ddq[j] for j in c.links for k in up(c, start(i, j)))
        yield by_k, by_j, sum(a(c, i, j) * c.ddq[j] for j in c.links), inertial(c)[i - 1]


@section.holds(218)
def _(c):
    for i in c.links:
        for j in c.links:
            yield sum(pair(c, k, i, j) for k in up(c, start(i, j))), \
                sum(pair(c, k, i, j) for k in up(c, max(i, j))), a(c, i, j)


@section.erratum("9.4-reference")
def _(c):
    for i in c.links:
        yield [a(c, i, j) for j in c.links], substituted(c, i), drives(c)[i - 1] + loads(c, i)


@section.holds(219)
def _(c):
    for i in c.links:
        yield sum(a(c, i, j) * c.ddq[j] for j in c.links) + b(c)[i - 1], \
            drives(c)[i - 1] + sum(col_c(c, i) @ c.M[j] for j in up(c, i)) \
            + sum(col_D(c, j, i) @ c.F[j] for j in up(c, i))


@section.erratum("9.1-inertial-limits")
def _(c):
    for i in c.links:
        yield sum(a(c, i, j) * c.ddq[j] for j in up(c, i)), \
            sum(a(c, i, j) * c.ddq[j] for j in c.links), inertial(c)[i - 1]


@section.erratum("9.1-size")
def _(c):
    for block in c.M, c.F:
        stacked = np.vstack([column(block[j]) for j in c.links])
        yield np.zeros((3 * c.n, c.n)), np.zeros((3 * c.n, 1)), 0 * stacked


def blocks(c, vector) -> np.ndarray:
    """(3n, n) of the columns vector(j, i), zero above the diagonal."""
    zero = np.zeros(3)
    return np.block([[column(vector(j, i) if i <= j else zero) for i in c.links] for j in c.links])


@section.holds(220)
def _(c):
    C, D = blocks(c, lambda j, i: col_c(c, i)), blocks(c, lambda j, i: col_D(c, j, i))
    M, F = np.concatenate(c.M[1:]), np.concatenate(c.F[1:])
    yield inertia(c) @ c.ddq[1:] + b(c), drives(c) + C.T @ M + D.T @ F


@section.holds("9.1-forward-problem")
def _(c):
    known = drives(c) + [loads(c, i) for i in c.links] - b(c)
    yield np.linalg.solve(inertia(c), known), c.ddq[1:]


# -- 9.2 -----------------------------------------------------------------------------------------
def scalar_product(x, y) -> float:
    """By lengths and the angle, the latter from the sides of the triangle."""
    return (x @ x + y @ y - (x - y) @ (x - y)) / 2


def triples(c):
    """(i, j, k) with k from max(i, j) to n."""
    return [(i, j, k) for i in c.links for j in c.links for k in up(c, max(i, j))]


@section.holds(221)
def _(c):
    for i, j, k in triples(c):
        yield col_c(c, i) @ J0(c, k) @ col_c(c, j), \
            scalar_product(col_c(c, i), J0(c, k) @ col_c(c, j))


@section.holds(222)
def _(c):
    for i, j, k in triples(c):
        yield col_D(c, k, i) * c.m[k] @ col_D(c, k, j), \
            scalar_product(col_D(c, k, i), c.m[k] * col_D(c, k, j))


@section.holds("9.2-number-of-products")
def _(c):
    for i in c.links:
        for j in c.links:
            count = c.n - max(i, j) + 1
            last = [pair(c, k, i, j) for k in range(c.n, c.n - count, -1)]
            yield sum(last), a(c, i, j)


@section.holds(223, 225, 226)
def _(c):
    for i, j, k in triples(c):
        value = col_c(c, i) @ J0(c, k) @ col_c(c, j)
        swapped = col_c(c, j) @ J0(c, k).T @ col_c(c, i)
        yield np.transpose(value), swapped, col_c(c, j) @ J0(c, k) @ col_c(c, i), value


@section.holds(224)
def _(c):
    for i, j, k in triples(c):
        yield col_D(c, k, i) * c.m[k] @ col_D(c, k, j), col_D(c, k, j) * c.m[k] @ col_D(c, k, i)


def responses(c) -> np.ndarray:
    """What the drives gain from a unit second derivative of each joint, by columns."""
    return np.column_stack([c.moving(ddq=one).drives(loads=False) for one in np.eye(c.n)]) \
        - b(c)[:, None]


@section.holds("9.2-symmetric")
def _(c):
    yield responses(c).T, responses(c)


def positive(c) -> float:
    """1 if A is positive definite."""
    return float(np.linalg.eigvalsh(c.inertia()).min() > 1e-12)


@section.holds("9.2-positive-definite")
def _(c):
    yield positive(c), 1.0


@section.without("9.2-positive-definite")
def _(c):
    rod = c.moving()                                   # the last link thinned to its joint's axis
    along = np.linspace(-1, 1, len(c.masses[c.n]))[:, None]
    rod.points = [*c.points[:c.n], along * c.v(c.n) - c.l[c.n]]
    yield positive(rod), 1.0


def energy_sum(c, lowest) -> float:
    """Half the triple sum over k, l and the links j from lowest(k, l) on."""
    return sum(pair(c, j, k, l) * c.dq[k] * c.dq[l] for k in c.links for l in c.links
               for j in up(c, lowest(k, l))) / 2


@section.holds(227)
def _(c):
    links = c.links
    first = sum(c.V(j, c.r[j]) @ c.V(j, c.r[j]) * c.m[j]
                + c.omega(j) @ J0(c, j) @ c.omega(j) for j in links) / 2
    second = sum(pair(c, j, k, l) * c.dq[k] * c.dq[l] for j in links
                 for k in range(1, j + 1) for l in range(1, j + 1)) / 2
    yield first, second, c.kinetic_energy()


@section.erratum("9.2-energy-limit")
def _(c):
    yield energy_sum(c, lambda k, l: max(k, 1)), energy_sum(c, max), c.kinetic_energy()


@section.holds("9.2-quadratic-form")
def _(c):
    yield sum(a(c, k, l) * c.dq[k] * c.dq[l] for k in c.links for l in c.links) / 2, \
        c.kinetic_energy()


# -- 9.3 -----------------------------------------------------------------------------------------
def turning(c, l) -> np.ndarray:
    """Sum over k = 1..l of lambda(w_k) tau_0k v_k sigma_k dq_k."""
    return sum(lam(c.omega(k)) @ c.tau(0, k) @ c.v(k) * c.s(k) * c.dq[k] for k in range(1, l + 1))


def expanded(c, i, rate_of_arm) -> float:
    """b_i of section 9.3, with the fourth addend of the large bracket given."""
    total = 0.0
    for j in up(c, i):
        w, first = c.omega(j), range(1, j + 1)
        angular = J0(c, j) @ sum(lam(c.omega(k)) @ col_c(c, k) * c.dq[k] for k in first) \
            + lam(w) @ J0(c, j) @ w
        linear = lam(w) @ lam(w) @ c.tau(0, j) @ c.r[j] \
            + sum(lam(c.omega(k)) @ lam(c.omega(k)) @ c.tau(0, k) @ length(c, k) for k in first) \
            + 2 * sum(lam(c.omega(k)) @ c.tau(0, k) @ c.v(k) * (1 - c.s(k)) * c.dq[k]
                      for k in first) \
            + rate_of_arm(j) \
            + sum(lam(turning(c, l)) @ c.tau(0, l) @ length(c, l) for l in first)
        total += col_c(c, i) @ angular + col_D(c, j, i) @ linear * c.m[j]
    return total


@section.erratum("9.3-index")
def _(c):
    def inside(j):
        return sum(lam(lam(c.omega(k)) @ c.tau(0, k) @ c.v(k) * c.s(k) * c.dq[k])
                   @ c.tau(0, k) @ c.r[j] for k in range(1, j + 1))

    for i in c.links:
        printed = [expanded(c, i, inside),
                   expanded(c, i, lambda j: lam(turning(c, j)) @ c.tau(0, i) @ c.r[j])]
        yield Readings(printed), \
            expanded(c, i, lambda j: lam(turning(c, j)) @ c.tau(0, j) @ c.r[j]), b(c)[i - 1]


def remainder(c) -> np.ndarray:
    """The drives less their part with the second derivatives."""
    return c.drives(loads=False) - inertia(c) @ c.ddq[1:]


@section.erratum("9.3-second-derivatives")
def _(c):
    twice = [2 * np.array(x[1:]) for x in (c.dq, c.ddq)]
    yield remainder(c.moving(ddq=twice[1])), remainder(c.moving(dq=twice[0])), 4 * remainder(c)


# -- 9.4: in link frames -------------------------------------------------------------------------
def seen(c, k, vector) -> np.ndarray:
    """Components in frame k: scalar products with its axes."""
    return np.array([vector @ axis.c[0] for axis in c.frame(k)[0]])


def c_in(c, k, i) -> np.ndarray:
    """c_i^(k)."""
    return seen(c, k, col_c(c, i))


def D_in(c, k, i) -> np.ndarray:
    """D_ki^(k)."""
    return seen(c, k, col_D(c, k, i))


@section.holds(230)
def _(c):
    for k in c.links:
        yield c.tau(k, 0) @ J0(c, k) @ c.tau(0, k), c.J[k]


@section.holds(231)
def _(c):
    for k in c.links:
        for j in c.links:
            yield c.tau(0, k) @ c_in(c, k, j), col_c(c, j)


@section.holds(232)
def _(c):
    for k in c.links:
        for j in range(1, k + 1):
            yield c.tau(0, k) @ D_in(c, k, j), col_D(c, k, j)


def loads_in_links(c, i) -> float:
    """Right side of the equations in link frames, without the drive."""
    return sum(c_in(c, j, i) @ seen(c, j, c.M[j]) + D_in(c, j, i) @ seen(c, j, c.F[j])
               for j in up(c, i))


@section.holds("9.4-loads")
def _(c):
    for i in c.links:
        yield loads_in_links(c, i), unloaded(c)[i - 1] - drives(c)[i - 1]


@section.without("9.4-loads")
def _(c):
    for i in c.links:
        yield sum(c_in(c, j, i) @ seen(c, j, c.M[j]) + col_D(c, j, i) @ seen(c, j, c.F[j])
                  for j in up(c, i)), unloaded(c)[i - 1] - drives(c)[i - 1]


@section.erratum("9.4-sum-limit")
def _(c):
    for i in c.links:
        yield sum(a(c, i, j) * c.ddq[j] for j in up(c, i)) + b(c)[i - 1], \
            sum(a(c, i, j) * c.ddq[j] for j in c.links) + b(c)[i - 1], \
            drives(c)[i - 1] + loads_in_links(c, i)


@section.erratum("9.4-second-derivative")
def _(c):
    for i in c.links:
        yield sum(a(c, i, j) * c.dq[j] for j in c.links) + b(c)[i - 1], \
            sum(a(c, i, j) * c.ddq[j] for j in c.links) + b(c)[i - 1], \
            drives(c)[i - 1] + loads_in_links(c, i)


@section.holds(234)
def _(c):
    for i in c.links:
        for j in c.links:
            first = sum(c_in(c, k, i) @ c.tau(k, 0) @ J0(c, k) @ c.tau(0, k) @ c_in(c, k, j)
                        + D_in(c, k, i) @ c.tau(k, 0) * c.m[k] @ c.tau(0, k) @ D_in(c, k, j)
                        for k in up(c, max(i, j)))
            second = sum(c_in(c, k, i) @ c.J[k] @ c_in(c, k, j)
                         + D_in(c, k, i) * c.m[k] @ D_in(c, k, j) for k in up(c, max(i, j)))
            yield first, second, a(c, i, j)


@cache
def w(c, k) -> np.ndarray:
    """lambda(w_k), the absolute angular velocity in the link's own frame."""
    return lam(c.omega(k, k))


def spin(c, j, matrix=None) -> np.ndarray:
    """Sum over k = 1..j of tau_jk lambda(w_k) c_k^(k) dq_k; matrix replaces tau_jk."""
    return sum((c.tau(j, k) if matrix is None else matrix) @ w(c, k) @ c_in(c, k, k) * c.dq[k]
               for k in range(1, j + 1))


def own(c, i, j, k) -> np.ndarray:
    """lambda(w_j) J_k w_j."""
    return w(c, j) @ c.J[k] @ c.omega(j, j)


def centripetal(c, k, q=None) -> np.ndarray:
    """lambda(w_k) lambda(w_k) (v_k (1 - sigma_k) q_k + l_k) in frame k."""
    q = c.q if q is None else q
    return w(c, k) @ w(c, k) @ (c.v(k) * (1 - c.s(k)) * q[k] + c.l[k])


def coriolis(c, k) -> np.ndarray:
    """lambda(w_k) v_k (1 - sigma_k) dq_k in frame k."""
    return w(c, k) @ c.v(k) * (1 - c.s(k)) * c.dq[k]


def axis_rate(c, k) -> np.ndarray:
    """lambda(w_k) v_k sigma_k dq_k in frame k."""
    return w(c, k) @ c.v(k) * c.s(k) * c.dq[k]


def swung(c, j) -> np.ndarray:
    """The two addends with the derivatives of the axes, all turned to frame j."""
    turned = [sum(c.tau(j, k) @ axis_rate(c, k) for k in range(1, l + 1)) for l in range(1, j + 1)]
    return lam(turned[j - 1]) @ c.r[j] \
        + sum(lam(turned[l - 1]) @ c.tau(j, l) @ length(c, l) for l in range(1, j + 1))


def in_links(c, i, **instead) -> float:
    """b_i in link frames; a keyword puts a function of j in the place of one part."""
    parts = {
        "spin": lambda j: spin(c, j),
        "gyroscopic": lambda j: own(c, i, j, j),
        "centripetal": lambda j: sum(c.tau(j, k) @ centripetal(c, k) for k in range(1, j + 1)),
        "coriolis": lambda j: 2 * sum(c.tau(j, k) @ coriolis(c, k) for k in range(1, j + 1)),
        "swung": lambda j: swung(c, j)} | instead
    total = 0.0
    for j in up(c, i):
        angular = c.J[j] @ parts["spin"](j) + parts["gyroscopic"](j)
        linear = w(c, j) @ w(c, j) @ c.r[j] + parts["centripetal"](j) + parts["coriolis"](j) \
            + parts["swung"](j)
        total += c_in(c, j, i) @ angular + D_in(c, j, i) @ linear * c.m[j]
    return total


@section.erratum("9.4-b-index")
def _(c):
    vector = [in_links(c, i) for i in c.links]
    yield np.column_stack([vector] * c.n), vector, b(c)


@section.erratum("9.4-inertia-index")
def _(c):
    for i in c.links:
        inside = in_links(c, i, gyroscopic=lambda j: sum(own(c, i, j, k) for k in range(1, j + 1)))
        yield Readings([inside, in_links(c, i, gyroscopic=lambda j: own(c, i, j, i))]), \
            in_links(c, i), b(c)[i - 1]


@section.erratum("9.4-coordinate")
def _(c):
    for i in c.links:
        printed = in_links(c, i, centripetal=lambda j: sum(
            c.tau(j, k) @ centripetal(c, k, c.dq) for k in range(1, j + 1)))
        yield printed, in_links(c, i), b(c)[i - 1]


@section.erratum("9.4-coriolis-limits")
def _(c):
    for i in c.links:
        by_k = in_links(c, i, coriolis=lambda j: 2 * sum(
            c.tau(j, k) @ coriolis(c, k) for k in up(c, i)))
        by_j = in_links(c, i, coriolis=lambda j: 2 * sum(
            c.tau(j, i) @ coriolis(c, i) for _ in up(c, i)))
        yield Readings([by_k, by_j]), in_links(c, i), b(c)[i - 1]


@section.erratum("9.4-spin-frames")
def _(c):
    for i in c.links:
        yield in_links(c, i, spin=lambda j: spin(c, j, np.eye(3))), in_links(c, i), b(c)[i - 1]


def bracket(c, j, k_outside) -> np.ndarray:
    """The large bracket as printed, tau_jk before it; k_outside is the k of tau_jk and tau_kl."""
    first = range(1, j + 1)
    def swing(l):
        return lam(sum(axis_rate(c, k) for k in range(1, l + 1)))
    return c.tau(j, k_outside) @ (
        sum(centripetal(c, k) + 2 * coriolis(c, k) for k in first) + swing(j) @ c.r[j]
        + sum(swing(l) @ c.tau(k_outside, l) @ length(c, l) for l in first))


def spread(c, j) -> np.ndarray:
    """The large bracket with tau_jk taken under each sum over k."""
    first = range(1, j + 1)
    return sum(c.tau(j, k) @ (centripetal(c, k) + 2 * coriolis(c, k)
                              + lam(axis_rate(c, k)) @ c.r[j]) for k in first) \
        + sum(c.tau(j, k) @ lam(axis_rate(c, k)) @ c.tau(k, l) @ length(c, l)
              for l in first for k in range(1, l + 1))


@section.erratum("9.4-tau-scope")
def _(c):
    for i in c.links:
        forms = (lambda j: bracket(c, j, i)), (lambda j: bracket(c, j, 1)), \
            (lambda j: bracket(c, j, j)), (lambda j: spread(c, j))
        none = np.zeros(3)
        yield Readings(in_links(c, i, centripetal=form, coriolis=lambda j: none,
                                swung=lambda j: none) for form in forms), \
            in_links(c, i), b(c)[i - 1]
