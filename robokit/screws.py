"""Screws (винты) in the dynamics of manipulators, after J. M. Selig (1991).

A screw is a column (omega; V): the angular velocity of a body and the velocity of its point at
the origin of the frame. A co-screw (ковинт) is a column (M; F): moment about that origin and
force, or angular momentum and momentum. Rows stand as in `Xi`, section 5.8: a column of Xi, taken
at the origin of the frame, is the screw of a joint, s_j = (c_j; D_nj). Three facts carry the rest:

    a change of frame           s' = H s,  r' = H^-T r,  K' = H^-T K H^-1
    derivatives are brackets    ds_i/dq_j = s_j ^ s_i for j < i, else zero
    links add up                velocities from the base, co-screws and inertias from the tip

Selig's letters, the functions here and the textbook's letters:

    R, x, X          tau_ij, t, lam(t): frame j seen from frame i
    H, (H^T)^-1      adjoint, coadjoint
    s = (omega, v)   screw; of link i at the origin: omega_i, V_i
    s_1 ^ s_2, Q     bracket, ad
    r* = (M, p)      co-screw; {r*, s} is cobracket, {r*, s}(x) = r*(s ^ x)
    theta_j, tau_i   q_j, mu_Di
    s_j, J_i         joint_screws: (c_j; D_nj), the columns 1..i of Xi
    q_i, q_i''       velocities, accelerations: the screw of link i and its derivative
    m, c, A          m_k, r_k, J_k - m_k lam(r_k)^2, the tensor about the origin
    K_i, m_i*, W_i*  inertias, momenta, wrenches

Screws stand in frame 0, about its origin, unless `frame` says otherwise; sets of screws have shape
(..., n, 6), entry j-1 belonging to joint or link j. SI units. Numbers, batches and symbols alike.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import sympy
from numpy.typing import ArrayLike

from . import rotation
from .arithmetic import cos, exact, is_symbolic, numbers, sin
from .chain import Frame
from .force import NONE, Loads
from .mechanism import Mechanism
from .state import State

__all__ = ["A", "H", "accelerations", "ad", "adjoint", "bracket", "coadjoint", "cobracket",
           "composite", "decoupled", "dinertias", "dmomenta", "drives", "drives_by_energy",
           "drives_by_rates", "drives_by_velocities", "dscrews", "exp", "inertia", "inertias",
           "joint_screws", "momenta", "moved", "newton_euler", "pair", "partials",
           "product_of_exponentials", "screw", "velocities", "wrenches"]


# -- screws and co-screws, sections 1 and 2 of the paper -------------------------------------
def screw(axis: ArrayLike, point: ArrayLike, pitch: ArrayLike = 0) -> np.ndarray:
    """Screw of a turn about an axis (..., 3) through a point (..., 3), pitch (...) in m/rad."""
    axis = numbers("axis", axis, (..., 3))
    return np.concatenate([axis, times(lam(point), axis) + np.asarray(pitch)[..., None] * axis], -1)


def adjoint(tau: ArrayLike, t: ArrayLike) -> np.ndarray:
    """H = [tau 0; lam(t) tau tau]: screws of a frame seen from another one. (..., 6, 6)

    tau (..., 3, 3), t (..., 3): its axes and origin in the other one.
    """
    return _blocks(tau, 0 * tau, lam(t) @ tau, tau)


def coadjoint(tau: ArrayLike, t: ArrayLike) -> np.ndarray:
    """(H^T)^-1 = [tau lam(t) tau; 0 tau]: the same change of frame for co-screws. (..., 6, 6)"""
    return _blocks(tau, lam(t) @ tau, 0 * tau, tau)


def H(state: State, i: Frame, j: Frame) -> np.ndarray:
    """The adjoint matrix from frame j to frame i; its transpose takes co-screws from i to j."""
    return adjoint(state.tau(i, j), state.t(j, frame=i, origin=i))


def ad(s: ArrayLike) -> np.ndarray:
    """[lam(omega) 0; lam(V) lam(omega)], the matrix of the bracket: ad(s) x = s ^ x. (..., 6, 6)"""
    s = numbers("s", s, (..., 6))
    turn = lam(s[..., :3])
    return _blocks(turn, 0 * turn, lam(s[..., 3:]), turn)


def bracket(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    """Lie bracket a ^ b = (omega_a x omega_b; omega_a x V_b + V_a x omega_b). (..., 6)"""
    return times(ad(a), b)


def cobracket(r: ArrayLike, s: ArrayLike) -> np.ndarray:
    """{r*, s} = (M x omega + F x V; F x omega): {r*, s}(x) = r*(s ^ x) for every x. (..., 6)"""
    return times(_turned(ad(s)), r)


def pair(r: ArrayLike, s: ArrayLike) -> np.ndarray:
    """r*(s) = M omega + F V: power, or twice an energy; the same in every frame. (...)"""
    return (np.asarray(r) * s).sum(-1)


def exp(s: ArrayLike, theta: ArrayLike = 1) -> tuple[np.ndarray, np.ndarray]:
    """exp(theta s), the motion along a screw, as (tau, t): it takes x to tau x + t.

    s (..., 6) and theta (...); Rodrigues's formula and its integral.
    """
    s, theta = numbers("s", s, (..., 6)), numbers("theta", theta, (...,))
    w, turn, E = _length(s[..., :3]), lam(s[..., :3]), np.eye(3, dtype=int)
    a = w * theta
    versine = 1 - cos(a) if is_symbolic(a) else 2 * sin(a / 2)**2         # of small angles, too
    zeroth, first, second, third = (np.asarray(x)[..., None, None] for x in (
        theta, sin(a) / w, versine / w**2, (a - sin(a)) / w**3))
    shift = zeroth * E + second * turn + third * turn @ turn
    return E + first * turn + second * turn @ turn, times(shift, s[..., 3:])


# -- kinematics, section 4 -------------------------------------------------------------------
def joint_screws(state: State, frame: Frame = 0) -> np.ndarray:
    """s_1 .. s_n: the columns (c_j; D_nj) of Xi at the origin of `frame`. (..., n, 6)"""
    n = state.robot.n
    return _turned(state.Xi(frame, state.t(frame, frame=n, origin=n)))


def product_of_exponentials(robot: Mechanism, q: ArrayLike, i: int | None = None,
                            home: ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
    """(tau, t) of link i (the last by default) in frame 0: exp(s_1 dq_1) .. exp(s_i dq_i) at home.

    The screws are those of one position, home (n,), zeros by default; dq = q - home.
    """
    i = robot.n if i is None else i
    q = numbers("q", q, (..., robot.n))
    start = robot.at(0 * q + (0 if home is None else np.asarray(home)))
    tau, t, angles, screws = start.tau(0, i), start.t(i), q - start.q, joint_screws(start)
    for j in reversed(range(i)):
        turn, shift = exp(screws[..., j, :], angles[..., j])
        tau, t = turn @ tau, times(turn, t) + shift
    return tau, t


def velocities(state: State, frame: Frame = 0) -> np.ndarray:
    """Velocity screws of the links 1..n: sums of s_j dq_j over j <= i. (..., n, 6)"""
    return np.cumsum(joint_screws(state, frame) * state.dq[..., None], axis=-2)


def partials(state: State) -> np.ndarray:
    """Entry [i-1, j-1] is ds_i/dq_j: s_j ^ s_i for j < i, zero for the rest. (..., n, n, 6)"""
    s, earlier = joint_screws(state), np.tri(state.robot.n, k=-1, dtype=int)
    return earlier[..., None] * bracket(s[..., None, :, :], s[..., :, None, :])


def dscrews(state: State) -> np.ndarray:
    """Derivatives of the joint screws in time: (velocity of link i) ^ s_i. (..., n, 6)"""
    return bracket(velocities(state), joint_screws(state))


def accelerations(state: State) -> np.ndarray:
    """Derivatives of the velocity screws: sums of s_j ddq_j + ds_j dq_j, j <= i. (..., n, 6)"""
    return np.cumsum(joint_screws(state) * state.ddq[..., None]
                     + dscrews(state) * state.dq[..., None], axis=-2)


# -- inertia, section 2 ----------------------------------------------------------------------
def inertia(m: ArrayLike, r: ArrayLike, J: ArrayLike) -> np.ndarray:
    """K = [J - m lam(r)^2, m lam(r); -m lam(r), m E]: takes a screw to its co-screw. (..., 6, 6)

    m (...), kg; r (..., 3): the mass centre; J (..., 3, 3): the tensor about the mass centre.
    """
    m, J = numbers("m", m, (...,))[..., None, None], numbers("J", J, (..., 3, 3))
    arm = lam(r)
    return _blocks(J - m * arm @ arm, m * arm, -m * arm, m * np.eye(3, dtype=int))


def moved(K: ArrayLike, tau: ArrayLike, t: ArrayLike) -> np.ndarray:
    """H^-T K H^-1: K in a frame where its own has axes tau and origin t; Steiner for tau = E."""
    change = coadjoint(tau, t)
    return change @ K @ _turned(change)


def inertias(state: State, frame: Frame = 0) -> np.ndarray:
    """K_1 .. K_n of the links about the origin of `frame`. (..., n, 6, 6)"""
    state.robot.check_inertias()
    own = inertia(state.robot.m, state.robot.r, state.robot.J)
    return np.stack([moved(K, state.tau(frame, k), state.t(k, frame=frame, origin=frame))
                     for k, K in enumerate(own, 1)], axis=-3)


def composite(state: State, frame: Frame = 0) -> np.ndarray:
    """Inertias of the links i..n frozen together: sums of K_k over k >= i. (..., n, 6, 6)"""
    return _from_tip(inertias(state, frame), -3)


def dinertias(state: State) -> np.ndarray:
    """Derivatives of K_i in time: -Q_i^T K_i - K_i Q_i, Q_i = ad(velocity). (..., n, 6, 6)"""
    half = inertias(state) @ ad(velocities(state))
    return -_turned(half) - half


def A(state: State) -> np.ndarray:
    """a_ij = s_i^T (sum of K_k over k >= max(i, j)) s_j, (9.3). (..., n, n)"""
    s = joint_screws(state)
    a = pair(times(composite(state), s)[..., :, None, :], s[..., None, :, :])
    return np.where(np.tri(state.robot.n, dtype=bool), a, _turned(a))


# -- dynamics, sections 3, 5 and 6 -----------------------------------------------------------
def newton_euler(K: ArrayLike, s: ArrayLike, f: ArrayLike) -> np.ndarray:
    """ds from K ds = {K s, s} + f: a free body under a co-screw f, in its own frame. (..., 6)

    K (..., 6, 6), s and f (..., 6), all about the origin of that frame; m > 0 and J regular.
    """
    return np.linalg.solve(K, (cobracket(times(K, s), s) + f)[..., None])[..., 0]


def momenta(state: State) -> np.ndarray:
    """m_i* = K_i v_i of the links' velocity screws v_i. (..., n, 6)"""
    return times(inertias(state), velocities(state))


def dmomenta(state: State) -> np.ndarray:
    """Derivatives of the momenta: K_i dv_i - {m_i*, v_i}. (..., n, 6)"""
    return times(inertias(state), accelerations(state)) \
        - cobracket(momenta(state), velocities(state))


def wrenches(state: State, loads: Loads | None = None) -> np.ndarray:
    """W_i*: the loads of the links, (M + t x F; F), and their weights K_i g. (..., n, 6)

    The gravity screw is g = (0; gravity).
    """
    loads = NONE if loads is None else loads
    F, M = (np.zeros(3, dtype=int) if x is None else x for x in (loads.F, loads.M))
    t = np.stack([state.t(k, r) for k, r in enumerate(state.robot.r, 1)], axis=-2)
    weights = times(inertias(state), np.r_[0, 0, 0, loads.gravity])
    return np.concatenate([M + times(lam(t), F + 0 * t), F + 0 * t], -1) + weights


def drives(state: State, loads: Loads | None = None) -> np.ndarray:
    """mu_Di by momenta: (dm_j* - W_j*)(s_i), summed over the links j >= i, (8.10). (..., n)"""
    return _carried(state, dmomenta(state) - wrenches(state, loads))


def drives_by_energy(state: State, loads: Loads | None = None) -> np.ndarray:
    """mu_Di by Lagrange: d/dt of dE/d(dq_i), minus dE/dq_i, minus the loads. (..., n)

    dE/d(dq_i) is the sum of m_j*(s_i), dE/dq_i that of m_j*(v_i ^ s_i), over j >= i.
    """
    rate = _carried(state, dmomenta(state)) \
        + pair(_from_tip(momenta(state), -2), dscrews(state))
    slope = pair(_from_tip(momenta(state), -2), bracket(velocities(state), joint_screws(state)))
    return rate - slope - _carried(state, wrenches(state, loads))


def drives_by_velocities(state: State, loads: Loads | None = None) -> np.ndarray:
    """mu_Di = sum over j >= i of (dv_j - g)^T K_j s_i - v_j^T K_j (v_j ^ s_i). (..., n)

    Gravity is felt as an acceleration; the other loads are subtracted as in `drives`.
    """
    loads = NONE if loads is None else loads
    K, v, g = inertias(state), velocities(state), np.r_[0, 0, 0, loads.gravity]
    inertial = times(K, accelerations(state) - g) - cobracket(times(K, v), v)
    return _carried(state, inertial - wrenches(state, Loads(loads.F, loads.M)))


def drives_by_rates(state: State, loads: Loads | None = None) -> np.ndarray:
    """mu_Di written out in the rates: sums over j >= i and k, e <= j, (..., n), of

    s_i^T K_j (s_k ddq_k + [e < k] (s_e ^ s_k) dq_k dq_e) - s_k^T K_j (s_e ^ s_i) dq_k dq_e.
    """
    s, K, dq, ddq = joint_screws(state), inertias(state), state.dq, state.ddq
    mu = -_carried(state, wrenches(state, loads))
    for i, j in zip(*np.triu_indices(state.robot.n)):
        Ks = times(K[..., j, None, :, :], s[..., :j + 1, :])
        mu[..., i] += (pair(Ks, s[..., i, None, :]) * ddq[..., :j + 1]).sum(-1)
        for k, e in np.ndindex(j + 1, j + 1):
            gain = -pair(Ks[..., k, :], bracket(s[..., e, :], s[..., i, :]))
            if e < k:
                gain = gain + pair(Ks[..., i, :], bracket(s[..., e, :], s[..., k, :]))
            mu[..., i] += gain * dq[..., k] * dq[..., e]
    return mu


# -- decoupling, section 6 -------------------------------------------------------------------
def decoupled(robot: Mechanism, pairs: Iterable[tuple[int, int]], q: ArrayLike,
              links: Iterable[int] | None = None) -> tuple[Mechanism, float]:
    """Mass centres of `links` (all by default) near the given ones, with a_ij = 0 for all q (k, n).

    Returns the mechanism and the largest |a_ij| that is left: not zero where the axes forbid it.
    The mean of a_in over q_n is c_i^T c_n times the inertia about axis n, so that a revolute
    last joint is free of joint i everywhere only if their axes stay perpendicular.
    """
    from scipy.optimize import least_squares
    robot.check_inertias()
    rows, columns = numbers("pairs", list(pairs), ("k", 2)).astype(int).T - 1
    if min(rows.min(), columns.min()) < 0 or max(rows.max(), columns.max()) >= robot.n:
        raise ValueError(f"pairs: got {rows + 1} with {columns + 1}, needs joints 1..{robot.n}")
    q = numbers("q", q, ("k", robot.n))
    moving = np.arange(robot.n) if links is None else np.array(list(links)) - 1
    given = robot.r[moving].ravel()

    def at(x) -> Mechanism:
        r = robot.r.copy()
        r[moving] = x.reshape(-1, 3)
        return Mechanism.from_dict(robot.to_dict() | {"r": r})

    def left(x) -> np.ndarray:
        return A(at(x).at(q))[..., rows, columns].ravel()

    x = given
    for nearness in (1e-1, 1e-3, 1e-5, 0):                 # near the given ones, then exactly
        x = least_squares(lambda x: np.r_[left(x), nearness * (x - given)], x, xtol=3e-16,
                          ftol=3e-16, gtol=3e-16).x
    return at(x), float(np.abs(left(x)).max())


# -- pieces ----------------------------------------------------------------------------------
def times(matrix: ArrayLike, x: ArrayLike) -> np.ndarray:
    """Matrices (..., k, l) times columns (..., l). (..., k)"""
    return (np.asarray(matrix) @ np.asarray(x)[..., None])[..., 0]


def lam(x: ArrayLike) -> np.ndarray:
    """rotation.lam, without floats beside letters. (..., 3, 3)"""
    return exact(rotation.lam(x)) if is_symbolic(x) else rotation.lam(x)


def _turned(a: np.ndarray) -> np.ndarray:
    return a.swapaxes(-1, -2)


def _from_tip(x: np.ndarray, axis: int) -> np.ndarray:
    """Sums over the links i..n, for every i."""
    return np.flip(np.cumsum(np.flip(x, axis), axis), axis)


def _carried(state: State, forces: np.ndarray) -> np.ndarray:
    """What the drives do against co-screws on the links: (sum over j >= i)(s_i). (..., n)"""
    return pair(_from_tip(forces, -2), joint_screws(state))


def _blocks(a, b, c, d) -> np.ndarray:
    a, b, c, d = np.broadcast_arrays(a, b, c, d)
    return np.concatenate([np.concatenate([a, b], -1), np.concatenate([c, d], -1)], -2)


def _length(x: np.ndarray) -> np.ndarray:
    """|x|, and 1 for a zero vector, where it divides nothing but zeros. (...)"""
    square = (x * x).sum(-1)
    root = np.vectorize(lambda y: sympy.sqrt(sympy.simplify(y)), otypes=[object]) \
        if is_symbolic(x) else np.sqrt
    return np.where(square == 0, 1, root(square))
