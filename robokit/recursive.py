"""Recursive equations of motion, constraints, control, linearisation, after A. T. Zaremba (1990).

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
    f(q, t), Gamma, N  Constraint, reactions
    Gamma_0, Gamma_1, v  G0, G1, v of `stabilising`

Columns are (angular; linear), as in Xi, and f^i = (c_i; D_ii) in frame i is constant; it is a unit
column where the origin of the frame lies on the axis. SI units.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.linalg import expm, solve_continuous_are

from .arithmetic import numbers
from .chain import remembered
from .force import NONE, Loads
from .mechanism import Mechanism
from .rotation import lam
from .screws import H, ad, bracket, composite, joint_screws, pair, times
from .state import State

__all__ = ["Constrained", "Constraint", "Recursion", "constrained_motion", "feedback",
           "linearised", "on_coordinates", "on_point", "reactions", "stabilising", "tracking",
           "transient"]


class Recursion:
    """The coefficients of the equations of motion at one state, and their derivatives.

    Gravity is joint 0: l_k^0 is the gravity screw (0; g) in frame k, and a(i, 0) the weights' f_gi.
    The last arguments t of a method are the numbers of the coordinates to differentiate by, in any
    order and as often as they are named. i, j, s, t and frames k are 1..n, i = 0 being gravity;
    ValueError for others.
    """

    def __init__(self, state: State, loads: Loads | None = None):
        self.state, self.n, self.loads = state, state.robot.n, NONE if loads is None else loads
        self._memory: dict = {}

    # -- section 1 of the paper ----------------------------------------------------------------
    def L(self, i: int, k: int) -> np.ndarray:
        """L_k^i: co-screws in frame k to frame i; its transpose takes screws from i to k."""
        return H(self.state, k, i).swapaxes(-1, -2)

    @remembered
    def _screw(self, k: int, i: int) -> np.ndarray:
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
    def _screws(self, k: int) -> np.ndarray:
        return joint_screws(self.state, k)

    def f(self, i: int) -> np.ndarray:
        """f^i: the screw of joint i in the frame of its link, a constant. (..., 6)"""
        return self._screw(i, i)

    @remembered
    def l(self, k: int, i: int, *t: int) -> np.ndarray:
        """l_k^i, (1.5), and (1.16), theorem 1: <l_k^tp>^T .. <l_k^t1>^T l_k^i. (..., 6)"""
        x = self._screw(k, i)
        self._check(*t)
        if i > k or not all(i < s <= k for s in t):
            return 0 * x
        for s in sorted(t):
            x = bracket(x, self._screw(k, s))
        return x

    @remembered
    def g(self, k: int, i: int, *t: int) -> np.ndarray:
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
    def _composite(self, i: int) -> np.ndarray:
        return composite(self.state, i)

    def Theta(self, i: int, *t: int, s: int | None = None) -> np.ndarray:
        """Theta_i^s*, (2.10), (2.12); theorem 3, (2.11), and (2.13) for any order. (..., 6, 6)

        s = i unless it is given; <g_i^t> X + X <g_i^t>^T from the greatest t downwards.
        """
        return self._Theta(i, i if s is None else s, *sorted(t))

    @remembered
    def _Theta(self, i: int, s: int, *t: int) -> np.ndarray:
        self._check(i, s, *t)
        X = self._composite(i)[..., max(s, *t, 1) - 1, :, :]
        if not all(k > i for k in t):
            return 0 * X
        for k in reversed(t):
            half = X @ ad(self._screw(i, k))
            X = -half - half.swapaxes(-1, -2)
        return X

    @remembered
    def a(self, i: int, j: int, *t: int) -> np.ndarray:
        """a_ij, (2.9), or its derivative; a(i, 0) is f_gi, (2.8). (...)"""
        i, j = max(i, j), min(i, j)
        later, earlier = ([s for s in t if (s > i) is side] for side in (True, False))
        return pair(self.f(i), times(self.Theta(i, *later), self.l(i, j, *earlier)))

    def d(self, s: int, j: int, i: int) -> np.ndarray:
        """d_sj^i, (2.14): half of (a_ij)^s + (a_is)^j - (a_sj)^i. (...)"""
        return (self.a(i, j, s) + self.a(i, s, j) - self.a(s, j, i)) / 2

    def terms(self, s: int, j: int, i: int) -> np.ndarray:
        """The twelve terms in the braces of (2.14). At most two of them are not zero. (..., 12)

        A derivative (a_ij)^s takes s > min(i, j); of three indices one is the least.
        """
        def four(i, j, s):
            f, Theta, l = self.f, self.Theta, self.l
            return [pair(f(i), times(Theta(i), l(i, j, s))),
                    pair(f(i), times(Theta(i, s), l(i, j))),
                    pair(l(j, i, s), times(Theta(j), f(j))),
                    pair(l(j, i), times(Theta(j, s), f(j))) * (i != j)]
        return np.stack([*four(i, j, s), *four(i, s, j), *(-x for x in four(s, j, i))], axis=-1)

    def A(self) -> np.ndarray:
        """The matrix of a_ij, (2.9). (..., n, n)"""
        return self._table(self.a, 2)

    def loads_at_joints(self) -> np.ndarray:
        """f_g + f_e, (2.8): sums of l_k^iT times the weights and loads of the links. (..., n)"""
        state, total = self.state, self._table(lambda i: self.a(i, 0), 1)
        for k, r in enumerate(state.robot.r, 1):
            F, M = (np.zeros(3, dtype=int) if x is None else x[..., k - 1, :]
                    for x in (self.loads.F, self.loads.M))
            F, M = times(state.tau(k, 0), F), times(state.tau(k, 0), M)
            load = np.concatenate([M + times(lam(r), F), F], -1)
            total = total + self._table(lambda i: pair(self.l(k, i), load), 1)
        return total

    def b(self) -> np.ndarray:
        """b, (2.15): the sum of d_sj^i dq_s dq_j less f_g and f_e. (..., n)"""
        d, dq = self._table(lambda i, s, j: self.d(s, j, i), 3), self.state.dq
        return np.einsum("...isj,...s,...j->...i", d, dq, dq) - self.loads_at_joints()

    # -- section 4 -----------------------------------------------------------------------------
    def slopes(self) -> tuple[np.ndarray, np.ndarray]:
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

    def _table(self, entry: Callable, rank: int) -> np.ndarray:
        """entry(i, j, ..) for all indices 1..n. (..., n, n, ..)"""
        shape = (self.n,) * rank
        entries = np.stack([entry(*(k + 1 for k in ks)) for ks in np.ndindex(shape)], axis=-1)
        return entries.reshape(*entries.shape[:-1], *shape)


# -- section 2: holonomic constraints ----------------------------------------------------------
@dataclass(frozen=True)
class Constraint:
    """f(q, t) = 0, (2.16), with what its two derivatives in time need."""

    f: Callable               #: (q, t) -> (m,)
    Gamma: Callable           #: (q, t) -> df/dq, (m, n)
    rate: Callable            #: (q, dq, t) -> df/dt = Gamma dq + the partial derivative, (m,)
    bias: Callable            #: (q, dq, t) -> d2f/dt2 - Gamma ddq, (m,)
    curvature: Callable       #: (q, t, N) -> derivative of Gamma^T N by q, (n, n)


def on_point(robot: Mechanism, directions: ArrayLike, path: Callable,
             point: ArrayLike = (0, 0, 0)) -> Constraint:
    """directions (m, 3) times (the point of the last link minus path(t)) is zero, in frame 0.

    path(t) gives place, velocity and acceleration, (3,) each; `point` stands in frame n.
    """
    e, n = np.atleast_2d(np.asarray(directions, dtype=float)), robot.n

    def curvature(q, t, N):
        s = robot.at(q)
        D, force = s.D_matrix(n, point), np.asarray(N) @ e
        half = np.array([[s.c(j) @ np.cross(D[:, i - 1], force) for j in range(1, n + 1)]
                         for i in range(1, n + 1)])                     # (c_j x D_i) force, j <= i
        return np.tril(half) + np.tril(half, -1).T

    return Constraint(
        lambda q, t: e @ (robot.at(q).t(n, point) - path(t)[0]),
        lambda q, t: e @ robot.at(q).D_matrix(n, point),
        lambda q, dq, t: e @ (robot.at(q, dq).V(n, point) - path(t)[1]),
        lambda q, dq, t: e @ (robot.at(q, dq, 0 * np.asarray(dq)).dV(n, point) - path(t)[2]),
        curvature)


def on_coordinates(program: Callable) -> Constraint:
    """q - q_p(t) = 0 for a programmed motion program(t) = (q_p, dq_p, ddq_p)."""
    return Constraint(lambda q, t: q - program(t)[0], lambda q, t: np.eye(len(q)),
                      lambda q, dq, t: dq - program(t)[1], lambda q, dq, t: -program(t)[2],
                      lambda q, t, N: np.zeros((len(q), len(q))))


def reactions(robot: Mechanism, constraint: Constraint, t: float, q: ArrayLike, dq: ArrayLike,
              Q: ArrayLike, loads: Loads | None = None) -> tuple[np.ndarray, np.ndarray]:
    """N (m,) of (2.19) and ddq (n,) of (2.17): drives Q (n,) under a constraint.

    ValueError where the rows of Gamma (m, n) depend on each other: N is then not determined.
    """
    A, free = robot.A(q), robot.forward_dynamics(q, dq, Q, loads)
    Gamma = constraint.Gamma(q, t)
    if np.linalg.matrix_rank(Gamma) < len(Gamma):
        raise ValueError(f"constraint: got Gamma of rank {np.linalg.matrix_rank(Gamma)}, needs "
                         f"{len(Gamma)} independent rows at q = {np.asarray(q)}")
    inverse = np.linalg.solve(A, Gamma.T)
    N = -np.linalg.solve(Gamma @ inverse, Gamma @ free + constraint.bias(q, dq, t))
    return N, free + inverse @ N


class Constrained(NamedTuple):
    """A motion under constraints at k times; drift is |f| and |df/dt|, the largest of each."""

    t: np.ndarray
    q: np.ndarray             #: (k, n)
    dq: np.ndarray            #: (k, n)
    N: np.ndarray             #: (k, m)
    drift: np.ndarray         #: (k, 2)
    energy_error: np.ndarray  #: (k,) energy gained less the work of drives and reactions, J


def constrained_motion(robot: Mechanism, constraint: Constraint, q0: ArrayLike, dq0: ArrayLike,
                       t: ArrayLike, drives: Callable | None = None, loads: Loads | None = None,
                       rtol: float = 1e-9, atol: float = 1e-10) -> Constrained:
    """(2.17) and (2.19) integrated over the times t (k,); drives(t, q, dq), none by default."""
    n, loads = robot.n, NONE if loads is None else loads
    push = drives or (lambda t, q, dq: np.zeros(n))

    def rate(time, y):
        q, dq = y[:n], y[n:2 * n]
        Q = push(time, q, dq)
        N, ddq = reactions(robot, constraint, time, q, dq, Q, loads)
        return np.r_[dq, ddq, (Q + constraint.Gamma(q, time).T @ N) @ dq]

    run = solve_ivp(rate, (t[0], t[-1]), np.r_[q0, dq0, 0], "DOP853", t, rtol=rtol, atol=atol)
    if not run.success:
        raise RuntimeError(f"constrained_motion: the integrator stopped: {run.message}")
    q, dq = run.y[:n].T, run.y[n:2 * n].T
    states, rows = robot.at(q, dq), list(zip(run.t, q, dq))
    energy = states.kinetic_energy() + states.potential_energy(loads.gravity)
    N = [reactions(robot, constraint, *row, push(*row), loads)[0] for row in rows]
    drift = [[np.abs(constraint.f(q, t)).max(), np.abs(constraint.rate(q, dq, t)).max()]
             for t, q, dq in rows]
    return Constrained(run.t, q, dq, np.array(N), np.array(drift), energy - energy[0] - run.y[-1])


# -- section 3: stabilising control --------------------------------------------------------------
def stabilising(robot: Mechanism, constraint: Constraint, G0: ArrayLike, G1: ArrayLike,
                loads: Loads | None = None, v: Callable | None = None) -> Callable:
    """Q(t, q, dq), (3.1): drives under which f'' + G1 f' + G0 f = 0, (3.5); G0, G1 (m, m).

    v(t, q, dq) (n,), zero by default, is the acceleration that the constraint leaves free, m < n.
    For m > n the pseudoinverse makes the left side of (3.5) least, (3.3). G0 in 1/s^2, G1 in 1/s.
    """
    G0, G1 = numbers("G0", G0, ("m", "m")), numbers("G1", G1, ("m", "m"))

    def drives(t, q, dq):
        Gamma = constraint.Gamma(q, t)
        inverse = np.linalg.pinv(Gamma)
        wanted = np.zeros(len(q)) if v is None else v(t, q, dq)
        error = constraint.bias(q, dq, t) + G1 @ constraint.rate(q, dq, t) \
            + G0 @ constraint.f(q, t)
        return robot.inverse_dynamics(q, dq, wanted - inverse @ (error + Gamma @ wanted), loads)
    return drives


def transient(G0: ArrayLike, G1: ArrayLike, f: ArrayLike, df: ArrayLike,
              t: ArrayLike) -> np.ndarray:
    """The solution f(t) of (3.5) at times t (k,) from f, df (m,) at t = 0; G0, G1 (m, m). (k, m)"""
    m = len(f)
    G0, G1 = numbers("G0", G0, (m, m)), numbers("G1", G1, (m, m))
    matrix = np.block([[np.zeros((m, m)), np.eye(m)], [-G0, -G1]])
    return np.array([(expm(matrix * time) @ np.r_[f, df])[:m] for time in t])


# -- section 4: linearisation ----------------------------------------------------------------------
def linearised(robot: Mechanism, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike,
               gravity: ArrayLike = (0, 0, 0), curvature: ArrayLike = 0) -> tuple[np.ndarray, ...]:
    """A, B, C (n, n) of A x'' + B x' + C x = dQ + Gamma^T dN, (4.1), for small x = q - q_p.

    gravity (3,) in frame 0, m/s^2; other loads are not covered (ValueError for a `Loads`).
    curvature (n, n): the derivative of Gamma^T N by q, with the reactions of the programmed motion.
    """
    gravity = numbers("gravity", gravity, (3,))
    recursion = Recursion(robot.at(q, dq, ddq), Loads(gravity=tuple(gravity)))
    by_q, by_dq = recursion.slopes()
    return recursion.A(), by_dq, by_q - curvature


def feedback(A, B, C, cost: ArrayLike, price: ArrayLike) -> np.ndarray:
    """Gains K (n, 2n) of dQ = -K (x; x') with the least integral of cost (2n,) and price (n,)."""
    n = len(A)
    inverse = np.linalg.inv(A)
    plant = np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ C, -inverse @ B]])
    entry = np.vstack([np.zeros((n, n)), inverse])
    P = solve_continuous_are(plant, entry, np.diag(cost), np.diag(price))
    return entry.T @ P / np.asarray(price, dtype=float)[:, None]


def tracking(robot: Mechanism, program: Callable, at: ArrayLike, cost: ArrayLike,
             price: ArrayLike, gravity: ArrayLike = (0, 0, 0)) -> Callable:
    """Q(t, q, dq) = Q_p(t) - K(t) (x; x') about program(t), the gains designed at `at` (k,).

    Between those times the gains are interpolated; the equations count as constant at each of them,
    so that stability of the motion is to be looked at, not implied. Gravity as in `linearised`.
    """
    at = numbers("at", at, ("k",))
    if len(at) < 2 or (np.diff(at) <= 0).any():
        raise ValueError(f"at: got {at}, needs two or more times in rising order")
    gains = [feedback(*linearised(robot, *program(t), gravity), cost, price) for t in at]
    loads = Loads(gravity=tuple(gravity))

    def drives(t, q, dq):
        qp, dqp, ddqp = program(t)
        k = np.clip(np.searchsorted(at, t) - 1, 0, len(at) - 2)
        share = (t - at[k]) / (at[k + 1] - at[k])
        K = (1 - share) * gains[k] + share * gains[k + 1]
        return robot.inverse_dynamics(qp, dqp, ddqp, loads) - K @ np.r_[q - qp, dq - dqp]
    return drives
