"""Screws (винты) and co-screws (ковинты) as six numbers, after J. M. Selig (1991), sections 1 to 3.

A screw is a column (omega; V): the angular velocity of a body and the velocity of its point at
the origin of the frame. A co-screw is a column (M; F): moment about that origin and force, or
angular momentum and momentum. Rows stand as in `Xi`, section 5.8. A body's inertia K takes the one
to the other, and a change of frame H keeps their pairing:

    s' = H s,  r' = H^-T r,  K' = H^-T K H^-1

Selig's letters and the functions here:

    H, (H^T)^-1      adjoint, coadjoint
    s = (omega, v)   screw
    s_1 ^ s_2, Q     bracket, ad
    r* = (M, p)      co-screw; {r*, s} is cobracket, {r*, s}(x) = r*(s ^ x)
    R, x, X          tau, t, lam(t): the axes and the origin of a frame seen from another one
    m, c, A          m, r, J - m lam(r)^2, the tensor about the origin

No mechanism is needed here; what a mechanism makes of it is in `screws`. SI units. Numbers,
batches and symbols alike; ValueError names an argument of the wrong shape.
"""

from __future__ import annotations

import numpy as np
import sympy

from . import rotation
from .arithmetic import cos, exact, is_symbolic, numbers, sin
from .types import Array, ArrayLike

__all__ = ["ad", "adjoint", "bracket", "coadjoint", "cobracket", "exp", "inertia", "lam", "moved",
           "newton_euler", "pair", "screw", "times", "transposed"]


# -- sections 1 and 2: screws and co-screws ----------------------------------------------------
def screw(axis: ArrayLike, point: ArrayLike, pitch: ArrayLike = 0) -> Array:
    """Screw of a turn about an axis (..., 3) through a point (..., 3), pitch (...) in m/rad."""
    axis, point = numbers("axis", axis, (..., 3)), numbers("point", point, (..., 3))
    numbers("pitch", pitch, (...,))
    return np.concatenate([axis, times(lam(point), axis) + np.asarray(pitch)[..., None] * axis], -1)


def adjoint(tau: ArrayLike, t: ArrayLike) -> Array:
    """H = [tau 0; lam(t) tau tau]: screws of a frame seen from another one. (..., 6, 6)

    tau (..., 3, 3), t (..., 3): its axes and origin in the other one.
    """
    tau, shift = _frame(tau, t)
    return _blocks(tau, 0 * tau, shift @ tau, tau)


def coadjoint(tau: ArrayLike, t: ArrayLike) -> Array:
    """(H^T)^-1 = [tau lam(t) tau; 0 tau]: the same change of frame for co-screws. (..., 6, 6)"""
    tau, shift = _frame(tau, t)
    return _blocks(tau, shift @ tau, 0 * tau, tau)


def ad(s: ArrayLike) -> Array:
    """[lam(omega) 0; lam(V) lam(omega)], the matrix of the bracket: ad(s) x = s ^ x. (..., 6, 6)"""
    s = numbers("s", s, (..., 6))
    turn = lam(s[..., :3])
    return _blocks(turn, 0 * turn, lam(s[..., 3:]), turn)


def bracket(a: ArrayLike, b: ArrayLike) -> Array:
    """Lie bracket a ^ b = (omega_a x omega_b; omega_a x V_b + V_a x omega_b). (..., 6)"""
    return times(ad(a), b)


def cobracket(r: ArrayLike, s: ArrayLike) -> Array:
    """{r*, s} = (M x omega + F x V; F x omega): {r*, s}(x) = r*(s ^ x) for every x. (..., 6)"""
    return times(transposed(ad(s)), r)


def pair(r: ArrayLike, s: ArrayLike) -> Array:
    """r*(s) = M omega + F V: power, or twice an energy; the same in every frame. (...)"""
    return (np.asarray(r) * s).sum(-1)


def exp(s: ArrayLike, theta: ArrayLike = 1) -> tuple[Array, Array]:
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


# -- sections 2 and 3: a body ------------------------------------------------------------------
def inertia(m: ArrayLike, r: ArrayLike, J: ArrayLike) -> Array:
    """K = [J - m lam(r)^2, m lam(r); -m lam(r), m E]: takes a screw to its co-screw. (..., 6, 6)

    m (...), kg; r (..., 3): the mass centre; J (..., 3, 3): the tensor about the mass centre.
    """
    m, r = numbers("m", m, (...,))[..., None, None], numbers("r", r, (..., 3))
    J, arm = numbers("J", J, (..., 3, 3)), lam(r)
    return _blocks(J - m * arm @ arm, m * arm, -m * arm, m * np.eye(3, dtype=int))


def moved(K: ArrayLike, tau: ArrayLike, t: ArrayLike) -> Array:
    """H^-T K H^-1: K in a frame where its own has axes tau and origin t; Steiner for tau = E."""
    change = coadjoint(tau, t)
    return change @ numbers("K", K, (..., 6, 6)) @ transposed(change)


def newton_euler(K: ArrayLike, s: ArrayLike, f: ArrayLike) -> Array:
    """ds from K ds = {K s, s} + f: a free body under a co-screw f, in its own frame. (..., 6)

    K (..., 6, 6), s and f (..., 6), all about the origin of that frame; m > 0 and J regular.
    """
    K, f = numbers("K", K, (..., 6, 6)), numbers("f", f, (..., 6))
    return np.linalg.solve(K, (cobracket(times(K, s), s) + f)[..., None])[..., 0]


# -- pieces ------------------------------------------------------------------------------------
def times(matrix: ArrayLike, x: ArrayLike) -> Array:
    """Matrices (..., k, l) times columns (..., l). (..., k)"""
    return (np.asarray(matrix) @ np.asarray(x)[..., None])[..., 0]


def lam(x: ArrayLike) -> Array:
    """rotation.lam, without floats beside letters. (..., 3, 3)"""
    return exact(rotation.lam(x)) if is_symbolic(x) else rotation.lam(x)


def transposed(a: Array) -> Array:
    """Matrices (..., k, l) as (..., l, k)."""
    return a.swapaxes(-1, -2)


def _frame(tau: ArrayLike, t: ArrayLike) -> tuple[Array, Array]:
    """tau and lam(t), checked; whole numbers stay whole beside letters."""
    numbers("tau", tau, (..., 3, 3))
    return np.asarray(tau), lam(numbers("t", t, (..., 3)))


def _blocks(a: Array, b: Array, c: Array, d: Array) -> Array:
    a, b, c, d = np.broadcast_arrays(a, b, c, d)
    return np.concatenate([np.concatenate([a, b], -1), np.concatenate([c, d], -1)], -2)


def _length(x: Array) -> Array:
    """|x|, and 1 for a zero vector, where it divides nothing but zeros. (...)"""
    square = (x * x).sum(-1)
    root = np.vectorize(lambda y: sympy.sqrt(sympy.simplify(y)), otypes=[object]) \
        if is_symbolic(x) else np.sqrt
    return np.where(square == 0, 1, root(square))
