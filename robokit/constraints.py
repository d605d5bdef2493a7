"""Constraints and control of manipulators, after A. T. Zaremba (1990), sections 2 and 3.

A constraint (связь) f(q, t) = 0 adds its reactions to the equations of motion and takes a
condition on the accelerations; a stabilising control makes the error f die out as prescribed:

    A ddq + b = Q + Gamma^T N      Gamma ddq = -Gamma' dq - (df/dt)'
    Q = A (v - Gamma^+ (f'' at ddq = v, plus G1 f' + G0 f)) + b

Zaremba's letters, those here and the textbook's:

    f(q, t), Gamma, N  Constraint, reactions
    Gamma_0, Gamma_1, v  G0, G1, v of `stabilising`
    Q, b               mu_D; Zaremba's b is the textbook's b less gravity and loads

A and b come from section 9 of the book, `Mechanism.forward_dynamics` and `inverse_dynamics`; the
paper's own recursion for them is in `recursive`, which offers all names of this module, too.
SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from .arithmetic import numbers
from .force import NONE, Loads
from .mechanism import Mechanism
from .types import ArrayLike, AtPlace, Control, Floats, InMotion, Program, Pushed

__all__ = ["Constrained", "Constraint", "constrained_motion", "on_coordinates", "on_point",
           "reactions", "stabilising", "transient"]


# -- section 2: holonomic constraints ----------------------------------------------------------
@dataclass(frozen=True)
class Constraint:
    """f(q, t) = 0, (2.16), with what its two derivatives in time need."""

    f: AtPlace                #: (q, t) -> (m,)
    Gamma: AtPlace            #: (q, t) -> df/dq, (m, n)
    rate: InMotion            #: (q, dq, t) -> df/dt = Gamma dq + the partial derivative, (m,)
    bias: InMotion            #: (q, dq, t) -> d2f/dt2 - Gamma ddq, (m,)
    curvature: Pushed         #: (q, t, N) -> derivative of Gamma^T N by q, (n, n)


def on_point(robot: Mechanism, directions: ArrayLike, path: Program,
             point: ArrayLike = (0, 0, 0)) -> Constraint:
    """directions (m, 3) times (the point of the last link minus path(t)) is zero, in frame 0.

    path(t) gives place, velocity and acceleration, (3,) each; `point` stands in frame n.
    """
    e, n = numbers("directions", np.atleast_2d(directions), ("m", 3)), robot.n

    def curvature(q: Floats, t: float, N: Floats) -> Floats:
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


def on_coordinates(program: Program) -> Constraint:
    """q - q_p(t) = 0 for a programmed motion program(t) = (q_p, dq_p, ddq_p)."""
    return Constraint(lambda q, t: q - program(t)[0], lambda q, t: np.eye(len(q)),
                      lambda q, dq, t: dq - program(t)[1], lambda q, dq, t: -program(t)[2],
                      lambda q, t, N: np.zeros((len(q), len(q))))


def reactions(robot: Mechanism, constraint: Constraint, t: float, q: ArrayLike, dq: ArrayLike,
              Q: ArrayLike, loads: Loads | None = None) -> tuple[Floats, Floats]:
    """N (m,) of (2.19) and ddq (n,) of (2.17): drives Q (n,) under a constraint.

    ValueError where the rows of Gamma (m, n) depend on each other: N is then not determined.
    """
    q, dq = numbers("q", q, (robot.n,)), numbers("dq", dq, (robot.n,))
    return _reactions(robot, constraint, t, q, dq, Q, loads, constraint.Gamma(q, t))


def _reactions(robot: Mechanism, constraint: Constraint, t: float, q: Floats, dq: Floats,
               Q: ArrayLike, loads: Loads | None, Gamma: Floats) -> tuple[Floats, Floats]:
    state = robot.at(q, dq)                 # one state: what it has worked out it knows
    A, free = state.A(), state.forward_dynamics(Q, loads)
    if np.linalg.matrix_rank(Gamma) < len(Gamma):
        raise ValueError(f"constraint: got Gamma of rank {np.linalg.matrix_rank(Gamma)}, needs "
                         f"{len(Gamma)} independent rows at q = {np.asarray(q)}")
    inverse = np.linalg.solve(A, Gamma.T)
    N = -np.linalg.solve(Gamma @ inverse, Gamma @ free + constraint.bias(q, dq, t))
    return N, free + inverse @ N


class Constrained(NamedTuple):
    """A motion under constraints at k times; drift is |f| and |df/dt|, the largest of each."""

    t: Floats
    q: Floats             #: (k, n)
    dq: Floats            #: (k, n)
    N: Floats             #: (k, m)
    drift: Floats         #: (k, 2)
    energy_error: Floats  #: (k,) energy gained less the work of drives and reactions, J


def constrained_motion(robot: Mechanism, constraint: Constraint, q0: ArrayLike, dq0: ArrayLike,
                       t: ArrayLike, drives: Control | None = None, loads: Loads | None = None,
                       rtol: float = 1e-9, atol: float = 1e-10) -> Constrained:
    """(2.17) and (2.19) integrated over the times t (k,); drives(t, q, dq), none by default."""
    n, loads, t = robot.n, NONE if loads is None else loads, numbers("t", t, ("k",))
    q0, dq0 = numbers("q0", q0, (n,)), numbers("dq0", dq0, (n,))
    if len(t) < 2 or (np.diff(t) <= 0).any():
        raise ValueError(f"t: got {t}, needs two or more times in rising order")
    push = drives or (lambda t, q, dq: np.zeros(n))

    def rate(time: float, y: Floats) -> Floats:
        q, dq = y[:n], y[n:2 * n]
        Q = push(time, q, dq)
        Gamma = constraint.Gamma(q, time)
        N, ddq = _reactions(robot, constraint, time, q, dq, Q, loads, Gamma)
        return np.concatenate([dq, ddq, [(Q + Gamma.T @ N) @ dq]])

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
                loads: Loads | None = None, v: Control | None = None) -> Control:
    """Q(t, q, dq), (3.1): drives under which f'' + G1 f' + G0 f = 0, (3.5); G0, G1 (m, m).

    v(t, q, dq) (n,), zero by default, is the acceleration that the constraint leaves free, m < n.
    For m > n the pseudoinverse makes the left side of (3.5) least, (3.3). G0 in 1/s^2, G1 in 1/s.
    """
    m = len(numbers("G0", G0, ("m", "m")))
    G0, G1 = numbers("G0", G0, (m, m)), numbers("G1", G1, (m, m))

    def drives(t: float, q: Floats, dq: Floats) -> Floats:
        Gamma = constraint.Gamma(q, t)
        if len(Gamma) != m:
            raise ValueError(f"constraint: got {len(Gamma)} conditions, needs {m} as G0 and G1")
        inverse = np.linalg.pinv(Gamma)
        wanted = np.zeros(len(q)) if v is None else v(t, q, dq)
        error = constraint.bias(q, dq, t) + G1 @ constraint.rate(q, dq, t) \
            + G0 @ constraint.f(q, t)
        return robot.inverse_dynamics(q, dq, wanted - inverse @ (error + Gamma @ wanted), loads)
    return drives


def transient(G0: ArrayLike, G1: ArrayLike, f: ArrayLike, df: ArrayLike,
              t: ArrayLike) -> Floats:
    """The solution f(t) of (3.5) at times t (k,) from f, df (m,) at t = 0; G0, G1 (m, m). (k, m)"""
    f, t = numbers("f", f, ("m",)), numbers("t", t, ("k",))
    m, df = len(f), numbers("df", df, f.shape)
    G0, G1 = numbers("G0", G0, (m, m)), numbers("G1", G1, (m, m))
    matrix = np.block([[np.zeros((m, m)), np.eye(m)], [-G0, -G1]])
    return np.array([(expm(matrix * time) @ np.r_[f, df])[:m] for time in t])
