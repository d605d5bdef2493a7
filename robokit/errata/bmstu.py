"""The BMSTU paper on base inertial parameters, as printed and executed.

The truth is the oracle's mass points. What a parameter contributes is found from ten points of
mass 1 on a link: the energy of such a point is linear in its ten numbers (xx, xy, .., z, 1).
Gravity is some vector in frame 0; in the paper's examples it acts along -x.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations, product

import numpy as np

from . import oracle
from .forms import Section

#: chains of one to three joints, in every order of a turn and a slide
KINDS = ((1,), (0,), (1, 1), (1, 0), (0, 1), (0, 0), (1, 0, 1))
PLACES = np.random.default_rng(12).normal(size=(10, 3))
GRAVITY = np.array([2.0, -3.0, 9.0])
LAST = np.array([0, 0, 0, 1.0])
INDICES = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3)]


def _chain(kind, seed) -> oracle.Case:
    rng = np.random.default_rng(seed)
    n = len(kind)
    return oracle.make(kind, rng.uniform(-3, 3, (n, 3)), rng.normal(size=(n, 3)), rng)


section = Section([_chain(kind, k) for k, kind in enumerate(KINDS, 1)])


# -- parameters and their truth --------------------------------------------------------------------
def ten(x) -> np.ndarray:
    """The ten numbers of a point of mass 1."""
    x = np.r_[x, 1.0]
    return np.array([x[i] * x[j] for i, j in INDICES])


TENS = np.array([ten(x) for x in PLACES])


@cache
def parameters(c) -> np.ndarray:
    """p, from the points of the links."""
    return np.concatenate([c.masses[k] @ [ten(x) for x in c.points[k]] for k in c.links])


def DH(l) -> np.ndarray:
    H = np.zeros((4, 4))
    i, j = INDICES[l]
    H[i, j] = H[j, i] = 1
    return H


def H(p) -> np.ndarray:
    return sum(x * DH(l) for l, x in enumerate(p))


def by_points(c, value) -> np.ndarray:
    """Contribution of each of the 10 N parameters, value(k, x) being that of a point. (.., 10 N)"""
    return np.concatenate([np.linalg.solve(TENS, [value(k, x) for x in PLACES]).T
                           for k in c.links], axis=-1)


def w_K(c):
    return by_points(c, lambda k, x: c.V(k, x) @ c.V(k, x) / 2)


def w_Pi(c, g=GRAVITY):
    return by_points(c, lambda k, x: -g @ c.point(k, x).c[0])


def w_L(c, g=GRAVITY):
    return w_K(c) - w_Pi(c, g)


def W_EM(c, g=GRAVITY):
    """By virtual work, (N, 10 N)."""
    return by_points(c, lambda k, x: [(c.dV(k, x) - g) @ c.unit(i).V(k, x) for i in c.links])


def energies(c, g=GRAVITY):
    return c.kinetic_energy(), -sum(w * g @ x.c[0] for w, x in c.each_point())


def drives(c, g=GRAVITY):
    return np.array([sum(w * (x.derivative(2) - g) @ y.derivative(1)
                         for (w, x), (_, y) in zip(c.each_point(), c.unit(i).each_point()))
                     for i in c.links])


STENCIL = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}


def slope(f, h=0.02):
    """Derivative at 0, of the eighth order."""
    return sum(a * (f(k * h) - f(-k * h)) for k, a in STENCIL.items()) / h


def lagrange(c, f):
    """d/dt (df/dq') - df/dq for f(case) of second degree in the rates, one row a joint."""
    q, dq, ddq = (np.array(x[1:]) for x in (c.q, c.dq, c.ddq))

    def momentum(t, unit):
        place, rate = q + dq * t + ddq * t * t / 2, dq + ddq * t
        return (f(c.moving(q=place, dq=rate + unit)) - f(c.moving(q=place, dq=rate - unit))) / 2
    return np.array([slope(lambda t: momentum(t, unit))
                     - slope(lambda t: f(c.moving(q=q + t * unit))) for unit in np.eye(c.n)])


# -- homogeneous matrices --------------------------------------------------------------------------
def T(c, k, order=0):
    """T_k, or its rate."""
    top = np.column_stack([c.axes(k).derivative(order), c.origin(k).derivative(order)])
    return np.vstack([top, LAST * (order == 0)])


def U(c, k, j):
    return T(c.unit(j), k, 1)


def A(c, k):
    return np.linalg.inv(T(c, k - 1)) @ T(c, k)


@section.holds(2)
def _(c):
    K = sum(np.trace(sum(U(c, k, j).T @ U(c, k, i) @ H(parameters(c)[10 * k - 10:10 * k])
                         for k in range(max(i, j), c.n + 1))) * c.dq[i] * c.dq[j]
            for i in c.links for j in c.links) / 2
    yield K, energies(c)[0]


@section.holds(4)
def _(c):
    yield (-np.r_[GRAVITY, 0] @ sum(T(c, k) @ H(parameters(c)[10 * k - 10:10 * k]) @ LAST
                                    for k in c.links), energies(c)[1])


@section.holds(5)
def _(c):
    yield [sum(np.trace(U(c, k, j).T @ U(c, k, i) @ DH(l)) * c.dq[i] * c.dq[j]
               for i in c.links for j in c.links) / 2
           for k in c.links for l in range(10)], w_K(c)


@section.holds(6)
def _(c):
    yield [-np.r_[GRAVITY, 0] @ T(c, k) @ DH(l) @ LAST
           for k in c.links for l in range(10)], w_Pi(c)


@section.holds(7)
def _(c):
    yield w_K(c) @ parameters(c), energies(c)[0]


@section.holds(8)
def _(c):
    yield w_Pi(c) @ parameters(c), energies(c)[1]


@section.holds(9)
def _(c):
    yield lagrange(c, lambda x: np.subtract(*energies(x))), drives(c)


@section.holds(11)
def _(c):
    yield w_L(c) @ parameters(c), np.subtract(*energies(c))


@section.holds(12, 13)
def _(c):
    yield lagrange(c, w_L) @ parameters(c), W_EM(c) @ parameters(c), drives(c)


@cache
def measured(c, count=15):
    """The chain in many states."""
    rng = np.random.default_rng(c.n)
    return [c.moving(*rng.uniform(-2, 2, (3, c.n))) for _ in range(count)]


@section.holds(15)
def _(c):
    yield (np.vstack([W_EM(x) for x in measured(c)]) @ parameters(c),
           np.concatenate([drives(x) for x in measured(c)]))


def rank(matrix) -> int:
    size = np.linalg.norm(matrix, axis=0)
    return int(np.linalg.matrix_rank(matrix / np.where(size > 1e-9, size, np.inf), tol=1e-8))


@section.holds("B-rank-of-W")
def _(c):
    yield float(rank(np.vstack([W_EM(x) for x in measured(c)])) < 10 * c.n), 1.0


# -- the base --------------------------------------------------------------------------------------
def factors(c, k, twice):
    """The functions of joint k: x of (16), or y of the theorem."""
    q = c.q[k]
    if c.s(k):
        return [1, np.cos(q), np.sin(q), *([np.cos(2 * q), np.sin(2 * q)] if twice else [])]
    return [1, q, *([q * q] if twice else [])]


def b(c) -> np.ndarray:
    """The functions of the theorem at one state."""
    rates = [c.dq[i]**2 / 2 for i in c.links] + [c.dq[i] * c.dq[j]
                                                 for i, j in combinations(c.links, 2)]
    with_rates, without = ([np.prod(x) for x in product(*(factors(c, k, t) for k in c.links))]
                           for t in (True, False))
    return np.array([r * x for r in rates for x in with_rates] + without)


@cache
def Z(c, g=tuple(GRAVITY)):
    """Coordinates of w_L in b, fitted at some states and true at others (display 24)."""
    states = measured(c, len(b(c)) + 20)
    return np.linalg.lstsq(np.array([b(x) for x in states]),
                           np.array([w_L(x, np.array(g)) for x in states]), rcond=None)[0]


def small(c):
    """The set of a third joint has hundreds of functions: up to two are enough."""
    return c.n < 3


def steps(matrix) -> list[int]:
    """Columns that depend on none before them."""
    kept: list[int] = []
    for k in range(matrix.shape[1]):
        if rank(matrix[:, [*kept, k]]) > len(kept):
            kept.append(k)
    return kept


def Y(c):
    chosen = Z(c)[:, steps(Z(c))]
    return np.linalg.inv(chosen.T @ chosen) @ chosen.T @ Z(c)


@section.holds(16, 18)
def _(c):
    if small(c):
        yield w_L(c)[steps(Z(c))] @ (Y(c) @ parameters(c)), np.subtract(*energies(c))


@section.holds(17)
def _(c):
    if small(c):
        yield w_L(c)[steps(Z(c))] @ Y(c), w_L(c)


@section.holds(19, 20)
def _(c):
    if small(c):
        columns = steps(Z(c))
        yield (lagrange(c, lambda x: w_L(x)[columns]) @ Y(c) @ parameters(c),
               W_EM(c)[:, columns] @ Y(c) @ parameters(c), drives(c))


@section.holds(21, 24)
def _(c):
    if small(c):
        yield b(c) @ Z(c), w_L(c)


@section.holds(22)
def _(c):
    if small(c):
        yield b(c) @ Z(c)[:, steps(Z(c))], w_L(c)[steps(Z(c))]


@section.holds(23)
def _(c):
    if small(c):
        yield Z(c)[:, steps(Z(c))] @ Y(c), Z(c)


@section.holds("B-size")
def _(c):
    n, nu = c.n, sum(c.sigma)
    size = (n * n + n) * 5**nu * 3**(n - nu) / 2 + 3**nu * 2**(n - nu)
    yield size, float(len(b(c)))
    if small(c):
        yield size, float(rank(np.array([b(x) for x in measured(c, len(b(c)) + 20)])))


@section.holds("B-rank-of-Y")
def _(c):
    if small(c):
        yield float(rank(Y(c).T)), float(len(steps(Z(c)))), float(rank(Z(c)))


def independent(c, g=tuple(GRAVITY)):
    columns = steps(Z(c, g))
    W = np.vstack([W_EM(x, np.array(g))[:, columns] for x in measured(c)])
    return float(rank(W)), float(len(columns))


@section.holds("B-independent")
def _(c):
    if small(c) and not _has_constant(c, tuple(GRAVITY)):
        yield independent(c)
    yield independent(planar(c, 1), (-9.81, 0.0, 0.0))


@section.without("B-independent")
def _(c):
    yield independent(planar(c, 1, 0.3), (0.0, 0.0, -9.81))


def _has_constant(c, g):
    """Whether 1 is a combination of w_L."""
    one = np.zeros((len(b(c)), 1))
    one[-np.prod([3 if s else 2 for s in c.sigma])] = 1
    return rank(np.hstack([Z(c, g), one])) == rank(Z(c, g))


# -- the examples ----------------------------------------------------------------------------------
G = 9.81
DOWN = (-G, 0.0, 0.0)


@cache
def planar(c, n, height=0.0):
    """One or two links in a plane, frame i at the far end of link i."""
    rng = np.random.default_rng(len(KINDS) * c.n + c.sigma[0])
    return oracle.make([1] * n, np.zeros((n, 3)),
                       [(a, 0, height) for a in rng.uniform(0.3, 1, n)], rng)


def _symbols(c):
    """a, cosines, sines, rates and the parameters of links 1 and 2 by name."""
    p = parameters(c).reshape(-1, 10)
    a, q = [x[0] for x in c.l[1:]], np.cumsum(c.q[1:])
    return a, np.cos(q), np.sin(q), c.dq[1:], p


def _axial(p):
    """p with axial moments of inertia in place of I_xx, I_yy and I_zz."""
    p = p.copy()
    x, y, z = p[:, 0].copy(), p[:, 3].copy(), p[:, 5].copy()
    p[:, 0], p[:, 3], p[:, 5] = y + z, x + z, x + y
    return p


def _K_1(c, p):
    (a,), _, _, (w,), _ = _symbols(c)
    I = p[0]
    return w**2 / 2 * (I[0] + I[3] + 2 * a * I[6] + a**2 * I[9])


def _K_2(c, p):
    (a1, a2), _, _, (w1, w2), _ = _symbols(c)
    c2, s2, (P, R) = np.cos(c.q[2]), np.sin(c.q[2]), p
    return (w1**2 / 2 * (P[0] + P[3] + 2 * a1 * P[6] + a1**2 * P[9] + R[0] + R[3]
                         + 2 * (a1 * c2 + a2) * R[6] - 2 * a1 * s2 * R[7]
                         + (a1**2 + a2**2 + 2 * a1 * a2 * c2) * R[9])
            + w1 * w2 * (R[0] + R[3] + (a1 * c2 + 2 * a2) * R[6] - a1 * s2 * R[7]
                         + (a2**2 + a1 * a2 * c2) * R[9])
            + w2**2 / 2 * (R[0] + R[3] + 2 * a2 * R[6] + a2**2 * R[9]))


for _n, _number, _K in ((1, 25, _K_1), (2, 35, _K_2)):
    def _true(c, n=_n, K=_K):
        x = planar(c, n)
        yield K(x, parameters(x).reshape(-1, 10)), energies(x)[0]

    def _false(c, n=_n, K=_K):
        x = planar(c, n)
        yield K(x, _axial(parameters(x).reshape(-1, 10))), energies(x)[0]

    section.holds(_number)(_true)
    section.without(_number)(_false)


@section.holds(26)
def _(c):
    x = planar(c, 1)
    (a,), (c1,), (s1,), _, (P,) = _symbols(x)
    yield G * (c1 * P[6] - s1 * P[7] + a * c1 * P[9]), energies(x, np.array(DOWN))[1]


@section.holds(36)
def _(c):
    x = planar(c, 2)
    (a1, a2), (c1, c12), (s1, s12), _, (P, R) = _symbols(x)
    yield (G * (c1 * P[6] - s1 * P[7] + a1 * c1 * P[9] + c12 * R[6] - s12 * R[7]
                + (a1 * c1 + a2 * c12) * R[9]), energies(x, np.array(DOWN))[1])


@section.holds(28)
def _(c):
    x = planar(c, 1)
    (a,), (c1,), (s1,), (w,), _ = _symbols(x)
    yield ([w**2 / 2, 0, 0, w**2 / 2, 0, 0, a * w**2 - G * c1, G * s1, 0,
            a**2 * w**2 / 2 - a * G * c1], w_L(x, np.array(DOWN)))


@section.holds(29)
def _(c):
    x = planar(c, 1)
    (a,), (c1,), (s1,), (w,), (P,) = _symbols(x)
    base = [P[0] + P[3] + 2 * a * P[6] + a**2 * P[9], P[6] + a * P[9], P[7]]
    yield np.dot([w**2 / 2, -G * c1, G * s1], base), np.subtract(*energies(x, np.array(DOWN)))


@section.holds(30)
def _(c):
    x = planar(c, 1)
    q, w = x.q[1], x.dq[1]
    yield ([w**2 / 2, w**2 / 2 * np.cos(q), w**2 / 2 * np.sin(q), w**2 / 2 * np.cos(2 * q),
            w**2 / 2 * np.sin(2 * q), 1, np.cos(q), np.sin(q)], b(x))


def _Z_1(a):
    found = np.zeros((8, 10))
    found[0, [0, 3, 6, 9]] = 1, 1, 2 * a, a**2
    found[6, [6, 9]] = -G, -a * G
    found[7, 7] = G
    return found


def _Y_1(a):
    return np.array([[1, 0, 0, 1, 0, 0, 0, 0, 0, -a**2], [0, 0, 0, 0, 0, 0, 1, 0, 0, a],
                     [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]])


@section.holds(31)
def _(c):
    x = planar(c, 1)
    yield _Z_1(x.l[1][0]), Z(x, DOWN)


@section.holds(32)
def _(c):
    a = planar(c, 1).l[1][0]
    yield (np.array([[1, 0, 0, 0, 0, 0, 0, 0], [2 * a, 0, 0, 0, 0, 0, -G, 0],
                     [0, 0, 0, 0, 0, 0, 0, G]]).T, Z(planar(c, 1), DOWN)[:, [0, 6, 7]])


@section.holds(33)
def _(c):
    a = planar(c, 1).l[1][0]
    kept = Z(planar(c, 1), DOWN)[:, [0, 6, 7]]
    yield _Y_1(a), np.linalg.lstsq(kept, Z(planar(c, 1), DOWN), rcond=None)[0]


@section.holds(34)
def _(c):
    x = planar(c, 1)
    (a,), _, _, _, (P,) = _symbols(x)
    base = [P[0] + P[3] - a**2 * P[9], P[6] + a * P[9], P[7]]
    yield _Y_1(a) @ P, base
    yield w_L(x, np.array(DOWN))[[0, 6, 7]] @ base, np.subtract(*energies(x, np.array(DOWN)))


@section.holds("B-columns")
def _(c):
    rows = Z(planar(c, 1), DOWN)[[0, 6, 7, 3, 4, 5, 1, 2]]
    yield [np.flatnonzero(abs(row) > 1e-9)[0] for row in rows[:3]], [0, 6, 7]
    yield rows[3:], np.zeros((5, 10))


@section.holds("B-two-links")
def _(c):
    found = Z(planar(c, 2), DOWN)
    yield [*map(float, found.shape), float(rank(found))], [84.0, 20.0, 6.0]


def _coefficients(c, last):
    """w_L of two links; last: what stands for the square of the second rate in column S_x^2."""
    (a1, a2), (c1, c12), (s1, s12), (w1, w2), _ = _symbols(c)
    c2, s2 = np.cos(c.q[2]), np.sin(c.q[2])
    all_rates = w1**2 / 2 + w1 * w2 + w2**2 / 2
    return np.array([
        w1**2 / 2, 0, 0, w1**2 / 2, 0, 0, a1 * w1**2 - G * c1, G * s1, 0,
        a1**2 * w1**2 / 2 - a1 * G * c1, all_rates, 0, 0, all_rates, 0, 0,
        (a1 * c2 + a2) * w1**2 + (a1 * c2 + 2 * a2) * w1 * w2 + a2 * last - G * c12,
        -a1 * s2 * w1**2 - a1 * s2 * w1 * w2 + G * s12, 0,
        (a1**2 + a2**2 + 2 * a1 * a2 * c2) * w1**2 / 2 + (a2**2 + a1 * a2 * c2) * w1 * w2
        + a2**2 * w2**2 / 2 - (a1 * c1 + a2 * c12) * G])


SIX = [0, 6, 7, 10, 16, 17]


@section.erratum("B-square")
def _(c):
    x = planar(c, 2)
    truth = w_L(x, np.array(DOWN))
    printed, corrected = (_coefficients(x, x.dq[2]**power) for power in (1, 2))
    yield printed, corrected, truth
    yield printed[SIX], corrected[SIX], truth[SIX]


@section.holds(38, 39)
def _(c):
    x = planar(c, 2)
    (a1, a2), (c1, c12), (s1, s12), (w1, w2), (P, R) = _symbols(x)
    c2, s2, mixed = np.cos(x.q[2]), np.sin(x.q[2]), w1**2 + w1 * w2
    row = [w1**2 / 2, -G * c1, G * s1, w1 * w2 + w2**2 / 2, a1 * c2 * mixed - G * c12,
           -a1 * s2 * mixed + G * s12]
    base = [P[0] + P[3] + 2 * a1 * P[6] + a1**2 * P[9] + R[0] + R[3] + 2 * a2 * R[6]
            + (a1**2 + a2**2) * R[9], P[6] + a1 * P[9] + a1 * R[9], P[7],
            R[0] + R[3] + 2 * a2 * R[6] + a2**2 * R[9], R[6] + a2 * R[9], R[7]]
    yield np.dot(row, base), np.subtract(*energies(x, np.array(DOWN)))


@section.holds(41)
def _(c):
    x = planar(c, 2)
    (a1, a2), _, _, _, (P, R) = _symbols(x)
    base = [P[0] + P[3] - a1**2 * P[9] - a1**2 * R[9], P[6] + a1 * P[9] + a1 * R[9], P[7],
            R[0] + R[3] - a2**2 * R[9], R[6] + a2 * R[9], R[7]]
    yield w_L(x, np.array(DOWN))[SIX] @ base, np.subtract(*energies(x, np.array(DOWN)))


# -- the appendix ----------------------------------------------------------------------------------
def parts(c, k):
    """A~_k^l of (16): the constant matrices, from A_k at as many places as there are functions."""
    places = np.array([0.1, 1.2, 2.9] if c.s(k) else [0.1, 1.2])
    states = [c.moving(q=[*c.q[1:k], x, *c.q[k + 1:]]) for x in places]
    functions = np.array([factors(x, k, False) for x in states])
    return np.tensordot(np.linalg.inv(functions), np.array([A(x, k) for x in states]), 1)


D = {1: np.array([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0.0]]),
     0: np.array([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0.0]])}


@cache
def constants(c, k, i=0) -> dict:
    """T~_k^(l_1..l_k), or U~_ki when i is given: products of the constant matrices."""
    sets = [[D[c.s(j)] @ x for x in parts(c, j)] if j == i else list(parts(c, j))
            for j in range(1, k + 1)]
    return {ls: reduce(np.matmul, [sets[j][l] for j, l in enumerate(ls)])
            for ls in product(*(range(len(x)) for x in sets))}


def times(c, ls, twice=False):
    """x_1^(l_1) .. x_k^(l_k), or y."""
    return np.prod([factors(c, j, twice)[l] for j, l in enumerate(ls, 1)])


def summed(c, k, i=0):
    """A product of sums, factor by factor."""
    return reduce(np.matmul, [(D[c.s(j)] if j == i else np.eye(4))
                              @ sum(x * f for x, f in zip(parts(c, j), factors(c, j, False)))
                              for j in range(1, k + 1)])


@section.holds(42)
def _(c):
    for k in c.links:
        yield sum(x * f for x, f in zip(parts(c, k), factors(c, k, False))), A(c, k)


@section.holds(43, 44, 45)
def _(c):
    for k in c.links:
        yield summed(c, k), sum(m * times(c, ls) for ls, m in constants(c, k).items()), T(c, k)


@section.holds(46, 47)
def _(c):
    yield [-sum(np.r_[GRAVITY, 0] @ m @ DH(l) @ LAST * times(c, ls)
                for ls, m in constants(c, k).items()) for k in c.links for l in range(10)], w_Pi(c)


@section.holds(48)
def _(c):
    for k, i in product(c.links, c.links):
        A_s = [A(c, j) for j in range(1, k + 1)]
        if k >= i:
            A_s.insert(i - 1, D[c.s(i)])
        yield reduce(np.matmul, A_s) if k >= i else np.zeros((4, 4)), U(c, k, i)


@section.holds(49, 50, 51)
def _(c):
    for k in c.links:
        for i in range(1, k + 1):
            yield (summed(c, k, i), sum(m * times(c, ls) for ls, m in constants(c, k, i).items()),
                   U(c, k, i))


@section.holds(52, 53)
def _(c):
    for k in c.links:
        for i, j in product(range(1, k + 1), repeat=2):
            yield (summed(c, k, j).T @ summed(c, k, i),
                   sum(a.T @ b * times(c, s) * times(c, r) for s, a in constants(c, k, j).items()
                       for r, b in constants(c, k, i).items()), U(c, k, j).T @ U(c, k, i))


def doubled(s):
    """gamma: x^l' x^l by the functions y, (m, m, r)."""
    table: dict[tuple[int, int], dict[int, float]]
    if s:
        table = {(0, 0): {0: 1}, (0, 1): {1: 1}, (0, 2): {2: 1}, (1, 1): {0: 1 / 2, 3: 1 / 2},
                 (1, 2): {4: 1 / 2}, (2, 2): {0: 1 / 2, 3: -1 / 2}}
    else:
        table = {(0, 0): {0: 1}, (0, 1): {1: 1}, (1, 1): {2: 1}}
    found = np.zeros((3, 3, 5) if s else (2, 2, 3))
    for (i, j), row in table.items():
        for m, x in row.items():
            found[i, j, m] = found[j, i, m] = x
    return found


@section.holds(54, 55)
def _(c):
    rng = np.random.default_rng(c.n)
    for k in c.links:
        x = np.array(factors(c, k, False))
        alpha, beta = rng.normal(size=(2, len(x)))
        gamma = np.einsum("i,j,ijm->m", alpha, beta, doubled(c.s(k)))
        yield gamma @ factors(c, k, True), (alpha @ x) * (beta @ x)


@cache
def hats(c, k, j, i) -> dict:
    """U^_kji^(l_1..l_k)."""
    tables = [doubled(c.s(a)) for a in range(1, k + 1)]
    found: dict = {}
    for s, a in constants(c, k, j).items():
        for r, b in constants(c, k, i).items():
            rows = [table[x, y] for table, x, y in zip(tables, s, r)]
            for ls in product(*(np.flatnonzero(row) for row in rows)):
                weight = np.prod([row[l] for row, l in zip(rows, ls)])
                found[ls] = found.get(ls, 0) + weight * a.T @ b
    return found


@section.holds(56)
def _(c):
    for k in c.links:
        for i, j in product(range(1, k + 1), repeat=2):
            yield (sum(m * times(c, ls, True) for ls, m in hats(c, k, j, i).items()),
                   U(c, k, j).T @ U(c, k, i))


def _term(c, k, l, i, j):
    """The sum over l_1..l_k of tr(U^ DH) y..y; zero where link k does not move with a joint."""
    if max(i, j) > k:
        return 0.0
    return sum(np.trace(m @ DH(l)) * times(c, ls, True) for ls, m in hats(c, k, j, i).items())


@section.holds(57, 58)
def _(c):
    every, apart = [], []
    for k, l in product(c.links, range(10)):
        every.append(sum(_term(c, k, l, i, j) * c.dq[i] * c.dq[j]
                         for i in c.links for j in c.links) / 2)
        apart.append(sum(_term(c, k, l, i, i) * c.dq[i]**2 / 2 for i in c.links)
                     + sum(_term(c, k, l, i, j) * c.dq[i] * c.dq[j]
                           for i in range(2, c.n + 1) for j in range(1, i)))
    yield every, apart, w_K(c)


@section.erratum("B-tilde")
def _(c):
    if small(c):
        truth = w_L(c)
        yield truth[steps(Z(c))], b(c) @ Z(c), truth
