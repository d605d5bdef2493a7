"""Recursive equations of motion and their linearisation, after A. T. Zaremba (1990).

Everything is made of the screws of the joints in the frames of the links: l_k^i is that of joint
i in frame k for i <= k, g_k^i for i >= k. A derivative by q_t is a bracket with the screw of joint
t, a frozen chain keeps its inertia, and so the derivative of a_ij of any order is one product:

    (a_ij)^{t..} = f_i^T (Theta_i)^{t > i} (l_i^j)^{t <= i},  i >= j; zero unless every t > j

Zaremba's letters (his columns stand linear half first), those here and the textbook's:

    E_k, C_k^i       frame k, tau_ik
    L_k^i, L_k^iT    Recursion.L(i, k): co-screws from frame k to i, screws from i to k
    f^i, l_k^i, g_k^i  f, l, g: the column (c_i; D_ki) of Xi for link k at the origin of frame k
    <x>              minus ad(x) transposed; <x>^T y is the bracket y ^ x
    Theta_k^k        screws.inertia: m_k, r_k, J_k - m_k lam(r_k)^2
    Theta_i^s*       Theta(i, s=s): links s..n frozen together, about the origin of frame i
    a_ij, d_sj^i, b  a, d, b; Zaremba's b is the textbook's b less gravity and loads
    Q, T             mu_D, W

The paper's constraints and its control, sections 2 and 3, are in `constraints`, and offered here
too: `on_point`, `reactions`, `stabilising` and others.

Columns are (angular; linear), as in Xi, and f^i = (c_i; D_ii) in frame i is constant; it is a unit
column where the origin of the frame lies on the axis. SI units.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import solve_continuous_are

from .arithmetic import numbers
from .chain import Memory, remembered
from .constraints import (
    Constrained,
    Constraint,
    constrained_motion,
    on_coordinates,
    on_point,
    reactions,
    stabilising,
    transient,
)
from .force import NONE, Loads
from .mechanism import Mechanism
from .rotation import lam
from .screws import H, ad, bracket, composite, joint_screws, pair, times
from .state import State
from .types import Array, ArrayLike, Control, Floats, Program

__all__ = ["Constrained", "Constraint", "Recursion", "constrained_motion", "feedback",
           "linearised", "on_coordinates", "on_point", "reactions", "stabilising", "tracking",
           "transient"]


class Recursion:
    """The coefficients of the equations of motion at one state, and their derivatives.

    Gravity is joint 0: l_k^0 is the gravity screw (0; g) in frame k, and a(i, 0) the weights' f_gi.
    The last arguments t of a method are the numbers of the coordinates to differentiate by, in any
    order and as often as they are named. i, j, s, t and frames k are 1..n, i = 0 being gravity;
    ValueError for others, and for loads that are no `Loads`.
    """

    def __init__(self, state: State, loads: Loads | None = None):
        self.state, self.n, self.loads = state, state.robot.n, NONE if loads is None else loads
        if not isinstance(self.loads, Loads):
            raise ValueError(f"loads: got {loads!r}, needs Loads(F=..., M=..., gravity=...)")
        self._memory: Memory = {}

    # -- section 1 of the paper ----------------------------------------------------------------
    def L(self, i: int, k: int) -> Array:
        """L_k^i: co-screws in frame k to frame i; its transpose takes screws from i to k."""
        return H(self.state, k, i).swapaxes(-1, -2)

    @remembered
    def _screw(self, k: int, i: int) -> Array:
        """Screw of joint i, or of gravity, in frame k; of joint i when every joint is counted."""
        self._check(k)
        self._check(i, least=0)
        if i == 0:
            return times(H(self.state, k, 0), np.r_[0, 0, 0, self.loads.gravity])
        return self._screws(k)[..., i - 1, :]

    def _check(self, *indices: int, least: int = 1) -> None:
        for k in indices:
            if not least <= k <= self.n:
                raise ValueError(f"index: got {k}, needs {least}..{self.n}")

    @remembered
    def _screws(self, k: int) -> Array:
        return joint_screws(self.state, k)

    def f(self, i: int) -> Array:
        """f^i: the screw of joint i in the frame of its link, a constant. (..., 6)"""
        return self._screw(i, i)

    @remembered
    def l(self, k: int, i: int, *t: int) -> Array:
        """l_k^i, (1.5), and (1.16), theorem 1: <l_k^tp>^T .. <l_k^t1>^T l_k^i. (..., 6)"""
        x = self._screw(k, i)
        self._check(*t)
        if i > k or not all(i < s <= k for s in t):
            return 0 * x
        for s in sorted(t):
            x = bracket(x, self._screw(k, s))
        return x

    @remembered
    def g(self, k: int, i: int, *t: int) -> Array:
        """g_k^i, (1.5), and (1.22), theorem 2: (-1)^p <g_k^t1>^T .. <g_k^tp>^T g_k^i. (..., 6)"""
        x = self._screw(k, i)
        self._check(*t)
        if i < k or not all(k < s <= i for s in t):
            return 0 * x
        for s in sorted(t, reverse=True):
            x = bracket(self._screw(k, s), x)
        return x

    # -- section 2 -----------------------------------------------------------------------------
    @remembered
    def _composite(self, i: int) -> Array:
        return composite(self.state, i)

    def Theta(self, i: int, *t: int, s: int | None = None) -> Array:
        """Theta_i^s*, (2.10), (2.12); theorem 3, (2.11), and (2.13) for any order. (..., 6, 6)

        s = i unless it is given; <g_i^t> X + X <g_i^t>^T from the greatest t downwards. ValueError
        for s < i: links before frame i move against it with the coordinates up to i as well.
        """
        return self._Theta(i, i if s is None else s, *sorted(t))

    @remembered
    def _Theta(self, i: int, s: int, *t: int) -> Array:
        self._check(i, *t)
        self._check(s, least=i)
        X = self._composite(i)[..., max(s, *t, 1) - 1, :, :]
        if not all(k > i for k in t):
            return 0 * X
        for k in reversed(t):
            half = X @ ad(self._screw(i, k))
            X = -half - half.swapaxes(-1, -2)
        return X

    @remembered
    def a(self, i: int, j: int, *t: int) -> Array:
        """a_ij, (2.9), or its derivative; a(i, 0) is f_gi, (2.8). (...)"""
        i, j = max(i, j), min(i, j)
        later, earlier = ([s for s in t if (s > i) is side] for side in (True, False))
        return pair(self.f(i), times(self.Theta(i, *later), self.l(i, j, *earlier)))

    def d(self, s: int, j: int, i: int) -> Array:
        """d_sj^i, (2.14): half of (a_ij)^s + (a_is)^j - (a_sj)^i. (...)"""
        return (self.a(i, j, s) + self.a(i, s, j) - self.a(s, j, i)) / 2

    def terms(self, s: int, j: int, i: int) -> Array:
        """The twelve terms in the braces of (2.14). At most two of them are not zero. (..., 12)

        A derivative (a_ij)^s takes s > min(i, j); of three indices one is the least.
        """
        def four(i: int, j: int, s: int) -> list[Array]:
            f, Theta, l = self.f, self.Theta, self.l
            return [pair(f(i), times(Theta(i), l(i, j, s))),
                    pair(f(i), times(Theta(i, s), l(i, j))),
                    pair(l(j, i, s), times(Theta(j), f(j))),
                    pair(l(j, i), times(Theta(j, s), f(j))) * (i != j)]
        return np.stack([*four(i, j, s), *four(i, s, j), *(-x for x in four(s, j, i))], axis=-1)

    def A(self) -> Array:
        """The matrix of a_ij, (2.9). (..., n, n)"""
        return self._table(self.a, 2)

    def loads_at_joints(self) -> Array:
        """f_g + f_e, (2.8): sums of l_k^iT times the weights and loads of the links. (..., n)"""
        state, total = self.state, self._table(lambda i: self.a(i, 0), 1)
        for k, r in enumerate(state.robot.r, 1):
            F, M = (np.zeros(3, dtype=int) if x is None else x[..., k - 1, :]
                    for x in (self.loads.F, self.loads.M))
            F, M = times(state.tau(k, 0), F), times(state.tau(k, 0), M)
            load = np.concatenate([M + times(lam(r), F), F], -1)
            total = total + self._table(lambda i: pair(self.l(k, i), load), 1)
        return total

    def b(self) -> Array:
        """b, (2.15): the sum of d_sj^i dq_s dq_j less f_g and f_e. (..., n)"""
        d, dq = self._table(lambda i, s, j: self.d(s, j, i), 3), self.state.dq
        return np.einsum("...isj,...s,...j->...i", d, dq, dq) - self.loads_at_joints()

    # -- section 4 -----------------------------------------------------------------------------
    def slopes(self) -> tuple[Array, Array]:
        """d(A ddq + b)/dq and db/d(dq), (4.2), [i-1, j-1] by q_j, dq_j. (..., n, n) each

        Weights are in it. ValueError under F or M: how they follow q is not known here.
        """
        if self.loads.F is not None or self.loads.M is not None:
            raise ValueError("loads: got F or M, needs gravity alone; (4.2) holds no derivatives "
                             "of other loads")
        a, dq, ddq = self.a, self.state.dq, self.state.ddq
        first = self._table(lambda i, j, s: a(i, s, j), 3)                  # (a_is)^j
        second = self._table(lambda i, j, s, t: a(i, t, s, j) - a(s, t, i, j) / 2, 4)
        by_q = np.einsum("...ijs,...s->...ij", first, ddq) \
            + np.einsum("...ijst,...s,...t->...ij", second, dq, dq) \
            - self._table(lambda i, j: a(i, 0, j), 2)
        by_dq = 2 * np.einsum("...isj,...s->...ij", self._table(lambda i, s, j: self.d(s, j, i), 3),
                              dq)
        return by_q, by_dq

    def _table(self, entry: Callable[..., Array], rank: int) -> Array:
        """entry(i, j, ..) for all indices 1..n. (..., n, n, ..)"""
        shape = (self.n,) * rank
        entries = np.stack([entry(*(k + 1 for k in ks)) for ks in np.ndindex(shape)], axis=-1)
        return entries.reshape(*entries.shape[:-1], *shape)


# -- section 4: linearisation ----------------------------------------------------------------------
def linearised(robot: Mechanism, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike,
               gravity: ArrayLike = (0, 0, 0),
               curvature: ArrayLike = 0) -> tuple[Array, Array, Array]:
    """A, B, C (n, n) of A x'' + B x' + C x = dQ + Gamma^T dN, (4.1), for small x = q - q_p.

    gravity (3,) in frame 0, m/s^2; other loads are not covered (ValueError for a `Loads`).
    curvature (n, n): the derivative of Gamma^T N by q, with the reactions of the programmed motion.
    """
    gravity = numbers("gravity", gravity, (3,))
    if np.ndim(curvature):
        curvature = numbers("curvature", curvature, (robot.n, robot.n))
    recursion = Recursion(robot.at(q, dq, ddq), Loads(gravity=tuple(gravity)))
    by_q, by_dq = recursion.slopes()
    return recursion.A(), by_dq, by_q - curvature


def feedback(A: Floats, B: Floats, C: Floats, cost: ArrayLike, price: ArrayLike) -> Floats:
    """Gains K (n, 2n) of dQ = -K (x; x') with the least integral of cost (2n,) and price (n,)."""
    n, inverse = len(A), np.linalg.inv(A)
    cost, price = numbers("cost", cost, (2 * n,)), numbers("price", price, (n,))
    if (price <= 0).any():
        raise ValueError(f"price: got {price}, needs numbers above zero")
    plant = np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ C, -inverse @ B]])
    entry = np.vstack([np.zeros((n, n)), inverse])
    P = solve_continuous_are(plant, entry, np.diag(cost), np.diag(price))
    return entry.T @ P / price[:, None]


def tracking(robot: Mechanism, program: Program, at: ArrayLike, cost: ArrayLike,
             price: ArrayLike, gravity: ArrayLike = (0, 0, 0)) -> Control:
    """Q(t, q, dq) = Q_p(t) - K(t) (x; x') about program(t), the gains designed at `at` (k,).

    Between those times the gains are interpolated; the equations count as constant at each of them,
    so that stability of the motion is to be looked at, not implied. Gravity as in `linearised`.
    """
    at, gravity = numbers("at", at, ("k",)), numbers("gravity", gravity, (3,))
    if len(at) < 2 or (np.diff(at) <= 0).any():
        raise ValueError(f"at: got {at}, needs two or more times in rising order")
    gains = [feedback(*linearised(robot, *program(t), gravity), cost, price) for t in at]
    loads = Loads(gravity=tuple(gravity))

    def drives(t: float, q: Floats, dq: Floats) -> Floats:
        qp, dqp, ddqp = program(t)
        k = np.clip(np.searchsorted(at, t) - 1, 0, len(at) - 2)
        share = (t - at[k]) / (at[k + 1] - at[k])
        K = (1 - share) * gains[k] + share * gains[k + 1]
        return robot.inverse_dynamics(qp, dqp, ddqp, loads) - K @ np.r_[q - qp, dq - dqp]
    return drives
