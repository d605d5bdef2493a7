"""Screws (винты) in the dynamics of manipulators, after J. M. Selig (1991), sections 4 to 6.

A column of Xi, section 5.8, taken at the origin of the frame, is the screw of a joint,
s_j = (c_j; D_nj); what six numbers can do by themselves is in `screw_algebra`, and offered here
too. Three facts carry the rest:

    a change of frame           s' = H s,  r' = H^-T r,  K' = H^-T K H^-1
    derivatives are brackets    ds_i/dq_j = s_j ^ s_i for j < i, else zero
    links add up                velocities from the base, co-screws and inertias from the tip

Selig's letters, the functions here and the textbook's letters:

    R, x             tau_ij, t of frame j seen from frame i; H(state, i, j) is made of them
    theta_j, tau_i   q_j, mu_Di
    s_j, J_i         joint_screws: (c_j; D_nj), the columns 1..i of Xi
    q_i, q_i''       velocities, accelerations: the screw of link i (omega_i, V_i at the origin)
                     and its derivative
    m, c, A          m_k, r_k, J_k - m_k lam(r_k)^2, the tensor about the origin
    K_i, m_i*, W_i*  inertias, momenta, wrenches

Screws stand in frame 0, about its origin, unless `frame` says otherwise; sets of screws have shape
(..., n, 6), entry j-1 belonging to joint or link j. SI units. Numbers, batches and symbols alike.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .arithmetic import numbers
from .force import Loads
from .mechanism import Mechanism
from .screw_algebra import (
    ad,
    adjoint,
    bracket,
    coadjoint,
    cobracket,
    exp,
    inertia,
    lam,
    moved,
    newton_euler,
    pair,
    screw,
    times,
    transposed,
)
from .state import State
from .types import Array, ArrayLike, Floats, Frame

__all__ = ["A", "H", "accelerations", "ad", "adjoint", "bracket", "coadjoint", "cobracket",
           "composite", "decoupled", "dinertias", "dmomenta", "drives", "drives_by_energy",
           "drives_by_rates", "drives_by_velocities", "dscrews", "exp", "inertia", "inertias",
           "joint_screws", "lam", "momenta", "moved", "newton_euler", "pair", "partials",
           "product_of_exponentials", "screw", "times", "velocities", "wrenches"]


# -- kinematics, section 4 -------------------------------------------------------------------
def H(state: State, i: Frame, j: Frame) -> Array:
    """The adjoint matrix from frame j to frame i; its transpose takes co-screws from i to j."""
    return adjoint(state.tau(i, j), state.t(j, frame=i, origin=i))


def joint_screws(state: State, frame: Frame = 0) -> Array:
    """s_1 .. s_n: the columns (c_j; D_nj) of Xi at the origin of `frame`. (..., n, 6)"""
    n = state.robot.n
    return transposed(state.Xi(frame, state.t(frame, frame=n, origin=n)))


def product_of_exponentials(robot: Mechanism, q: ArrayLike, i: int | None = None,
                            home: ArrayLike | None = None) -> tuple[Array, Array]:
    """(tau, t) of link i (the last by default) in frame 0: exp(s_1 dq_1) .. exp(s_i dq_i) at home.

    The screws are those of one position, home (n,), zeros by default; dq = q - home. q (..., n).
    """
    i = robot.n if i is None else i
    if i not in range(robot.n + 1):
        raise ValueError(f"i: got {i!r}, needs a link 0..{robot.n}")
    q = numbers("q", q, (..., robot.n))
    start = robot.at(0 * q + (0 if home is None else numbers("home", home, (robot.n,))))
    tau, t, angles, screws = start.tau(0, i), start.t(i), q - start.q, joint_screws(start)
    for j in reversed(range(i)):
        turn, shift = exp(screws[..., j, :], angles[..., j])
        tau, t = turn @ tau, times(turn, t) + shift
    return tau, t


def velocities(state: State, frame: Frame = 0) -> Array:
    """Velocity screws of the links 1..n: sums of s_j dq_j over j <= i. (..., n, 6)"""
    return np.cumsum(joint_screws(state, frame) * state.dq[..., None], axis=-2)


def partials(state: State) -> Array:
    """Entry [i-1, j-1] is ds_i/dq_j: s_j ^ s_i for j < i, zero for the rest. (..., n, n, 6)"""
    s, earlier = joint_screws(state), np.tri(state.robot.n, k=-1, dtype=int)
    return earlier[..., None] * bracket(s[..., None, :, :], s[..., :, None, :])


def dscrews(state: State) -> Array:
    """Derivatives of the joint screws in time: (velocity of link i) ^ s_i. (..., n, 6)"""
    return bracket(velocities(state), joint_screws(state))


def accelerations(state: State) -> Array:
    """Derivatives of the velocity screws: sums of s_j ddq_j + ds_j dq_j, j <= i. (..., n, 6)"""
    return np.cumsum(joint_screws(state) * state.ddq[..., None]
                     + dscrews(state) * state.dq[..., None], axis=-2)


# -- inertia, section 2 ----------------------------------------------------------------------
def inertias(state: State, frame: Frame = 0) -> Array:
    """K_1 .. K_n of the links about the origin of `frame`. (..., n, 6, 6)"""
    state.robot.check_inertias()
    own = inertia(state.robot.m, state.robot.r, state.robot.J)
    return np.stack([moved(K, state.tau(frame, k), state.t(k, frame=frame, origin=frame))
                     for k, K in enumerate(own, 1)], axis=-3)


def composite(state: State, frame: Frame = 0) -> Array:
    """Inertias of the links i..n frozen together: sums of K_k over k >= i. (..., n, 6, 6)"""
    return _from_tip(inertias(state, frame), -3)


def dinertias(state: State) -> Array:
    """Derivatives of K_i in time: -Q_i^T K_i - K_i Q_i, Q_i = ad(velocity). (..., n, 6, 6)"""
    half = inertias(state) @ ad(velocities(state))
    return -transposed(half) - half


def A(state: State) -> Array:
    """a_ij = s_i^T (sum of K_k over k >= max(i, j)) s_j, (9.3). (..., n, n)"""
    s = joint_screws(state)
    a = pair(times(composite(state), s)[..., :, None, :], s[..., None, :, :])
    return np.where(np.tri(state.robot.n, dtype=bool), a, transposed(a))


# -- dynamics, sections 3, 5 and 6 -----------------------------------------------------------
def momenta(state: State) -> Array:
    """m_i* = K_i v_i of the links' velocity screws v_i. (..., n, 6)"""
    return times(inertias(state), velocities(state))


def dmomenta(state: State) -> Array:
    """Derivatives of the momenta: K_i dv_i - {m_i*, v_i}. (..., n, 6)"""
    return times(inertias(state), accelerations(state)) \
        - cobracket(momenta(state), velocities(state))


def wrenches(state: State, loads: Loads | None = None) -> Array:
    """W_i*: the loads of the links, (M + t x F; F), and their weights K_i g. (..., n, 6)

    The gravity screw is g = (0; gravity).
    """
    loads = state._loads(loads)
    F, M = (np.zeros(3, dtype=int) if x is None else x for x in (loads.F, loads.M))
    t = np.stack([state.t(k, r) for k, r in enumerate(state.robot.r, 1)], axis=-2)
    weights = times(inertias(state), np.r_[0, 0, 0, loads.gravity])
    return np.concatenate([M + times(lam(t), F + 0 * t), F + 0 * t], -1) + weights


def drives(state: State, loads: Loads | None = None) -> Array:
    """mu_Di by momenta: (dm_j* - W_j*)(s_i), summed over the links j >= i, (8.10). (..., n)"""
    return _carried(state, dmomenta(state) - wrenches(state, loads))


def drives_by_energy(state: State, loads: Loads | None = None) -> Array:
    """mu_Di by Lagrange: d/dt of dE/d(dq_i), minus dE/dq_i, minus the loads. (..., n)

    dE/d(dq_i) is the sum of m_j*(s_i), dE/dq_i that of m_j*(v_i ^ s_i), over j >= i.
    """
    rate = _carried(state, dmomenta(state)) \
        + pair(_from_tip(momenta(state), -2), dscrews(state))
    slope = pair(_from_tip(momenta(state), -2), bracket(velocities(state), joint_screws(state)))
    return rate - slope - _carried(state, wrenches(state, loads))


def drives_by_velocities(state: State, loads: Loads | None = None) -> Array:
    """mu_Di = sum over j >= i of (dv_j - g)^T K_j s_i - v_j^T K_j (v_j ^ s_i). (..., n)

    Gravity is felt as an acceleration; the other loads are subtracted as in `drives`.
    """
    loads = state._loads(loads)
    K, v, g = inertias(state), velocities(state), np.r_[0, 0, 0, loads.gravity]
    inertial = times(K, accelerations(state) - g) - cobracket(times(K, v), v)
    return _carried(state, inertial - wrenches(state, Loads(loads.F, loads.M)))


def drives_by_rates(state: State, loads: Loads | None = None) -> Array:
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
    rows, columns = _places("pairs", numbers("pairs", list(pairs), ("k", 2)), robot.n).T
    moving = np.arange(robot.n) if links is None else _places("links", list(links), robot.n)
    q, given = numbers("q", q, ("k", robot.n)), robot.r[moving].ravel()

    def at(x: Floats) -> Mechanism:
        r = robot.r.copy()
        r[moving] = x.reshape(-1, 3)
        return Mechanism.from_dict(robot.to_dict() | {"r": r})

    def left(x: Floats) -> Floats:
        return A(at(x).at(q))[..., rows, columns].ravel()

    x = given
    for nearness in (1e-1, 1e-3, 1e-5, 0):                 # near the given ones, then exactly
        x = least_squares(lambda x: np.r_[left(x), nearness * (x - given)], x, xtol=3e-16,
                          ftol=3e-16, gtol=3e-16).x
    return at(x), float(np.abs(left(x)).max())


# -- pieces ----------------------------------------------------------------------------------
def _places(name: str, given: ArrayLike, n: int) -> Array:
    """Numbers 1..n of joints or links as places in an array."""
    if not np.size(given) or not np.isin(given, range(1, n + 1)).all():
        raise ValueError(f"{name}: got {np.array(given).tolist()}, needs some of 1..{n}")
    return np.array(given, dtype=int) - 1


def _from_tip(x: Array, axis: int) -> Array:
    """Sums over the links i..n, for every i."""
    return np.flip(np.cumsum(np.flip(x, axis), axis), axis)


def _carried(state: State, forces: Array) -> Array:
    """What the drives do against co-screws on the links: (sum over j >= i)(s_i). (..., n)"""
    return pair(_from_tip(forces, -2), joint_screws(state))
