"""Section 2: rotation matrices (матрицы поворота) as functions of their angles.

The book writes tau_x, tau_y, tau_z for two different things.

Section 2.2: columns are the unit vectors of the turned frame seen from the old one;
the matrix takes components in the turned frame to components in the old frame.
These are the functions of this module.

Section 2.4, formula (2.3): the same letters stand for the transposes, which take
components in the old frame to components in the turned one. In this module they
are always written as what they are, `tau_x(alpha).T` and so on; the one place that
needs them is `eps`.

Angles are in radians, have any shape (...), and may be sympy expressions; results
have shape (..., 3, 3).
"""

from __future__ import annotations

from math import isfinite

import numpy as np

from .arithmetic import (
    atan2,
    cos,
    inward,
    is_symbolic,
    matrix,
    numbers,
    outward,
    product,
    sin,
    transpose,
)
from .types import Array, ArrayLike, Rows, Shape

__all__ = ["angles_of", "eps", "lam", "tau_x", "tau_y", "tau_z"]


def tau_x(alpha: ArrayLike) -> Array:
    """Elementary rotation about x, section 2.2 (columns: the turned axes in the old frame).

    >>> tau_x(np.pi / 2).round(12) @ [0, 1, 0]     # y turns into z
    array([0., 0., 1.])
    """
    c, s = _cos_sin("alpha", alpha)
    return _outside([[1, 0, 0],
                     [0, c, -s],
                     [0, s, c]])


def tau_y(beta: ArrayLike) -> Array:
    """Elementary rotation about y, section 2.2 (columns: the turned axes in the old frame).

    >>> tau_y(np.pi / 2).round(12) @ [0, 0, 1]     # z turns into x
    array([1., 0., 0.])
    """
    c, s = _cos_sin("beta", beta)
    return _outside([[c, 0, s],
                     [0, 1, 0],
                     [-s, 0, c]])


def tau_z(gamma: ArrayLike) -> Array:
    """Elementary rotation about z, section 2.2 (columns: the turned axes in the old frame).

    >>> tau_z(np.pi / 2).round(12) @ [1, 0, 0]     # x turns into y
    array([0., 1., 0.])
    """
    c, s = _cos_sin("gamma", gamma)
    return _outside([[c, -s, 0],
                     [s, c, 0],
                     [0, 0, 1]])


def eps(alpha: ArrayLike, beta: ArrayLike, gamma: ArrayLike) -> Array:
    """eps_i = tau_z(gamma_i) tau_y(beta_i) tau_x(alpha_i), section 2.4, formula (2.3).

    The three factors are section 2.4's, that is, the transposes of this module's
    functions. eps_i takes components in frame i-1 to components in frame i when q_i = 0.

    >>> eps(np.pi, -np.pi / 2, 0).round(12) + 0.    # eps_1 of the Kawasaki, appendix 1
    array([[ 0.,  0., -1.],
           [ 0., -1.,  0.],
           [-1.,  0.,  0.]])
    """
    x, y, z = (inward(turn(angle), 2) for turn, angle in
               ((tau_x, alpha), (tau_y, beta), (tau_z, gamma)))
    result = product(product(transpose(z), transpose(y)), transpose(x))
    return outward(result, 2, result.shape[2:])


def lam(a: ArrayLike) -> Array:
    """Cross-product matrix lambda(a) (матрица векторного произведения), section 2.5.

    a has shape (..., 3); lam(a) @ b is a x b, and lam(a).T is -lam(a).

    >>> lam([1, 2, 3]) @ [4, 5, 6]
    array([-3.,  6., -3.])
    """
    x, y, z = inward(numbers("a", a, (..., 3)), 1)
    return _outside([[0, -z, y],
                     [z, 0, -x],
                     [-y, x, 0]])


def angles_of(tau: ArrayLike) -> tuple[Array, Array, Array]:
    """Pitch P, yaw Y, roll R of a rotation matrix, section 3.2.

    (тангаж, рысканье, крен.) They solve tau = tau_x(P) tau_y(Y) tau_z(R), (3.4), with
    the matrices of section 2.2. Both arguments of atan2 are kept, where the book prints
    arctg of their ratio and loses the quadrant. Of the two solutions this is the one
    with cos(Y) >= 0. At Y = +-pi/2 only P +- R is determined; then P = 0 is returned.

    tau: (..., 3, 3). Returns three arrays of shape (...), radians, P and R in (-pi, pi],
    Y in [-pi/2, pi/2].

    >>> P, Y, R = angles_of(tau_x(2.5) @ tau_y(-1.0) @ tau_z(0.3))
    >>> print(f"{P:.6f} {Y:.6f} {R:.6f}")
    2.500000 -1.000000 0.300000
    """
    t = inward(numbers("tau", tau, (..., 3, 3)), 2)
    P = atan2(-t[1, 2], t[2, 2])
    if not is_symbolic(t):
        P = np.where(np.hypot(t[1, 2], t[2, 2]) < 1e-12, 0.0, P)
    c, s = cos(P), sin(P)
    Y = atan2(t[0, 2], t[2, 2] * c - t[1, 2] * s)
    R = atan2(t[1, 0] * c + t[2, 0] * s, t[1, 1] * c + t[2, 1] * s)
    return P, Y, R


def checked(name: str, tau: ArrayLike, shape: Shape) -> Array:
    """Rotation matrices from a caller: ValueError unless tau tau^T = E and det tau = 1."""
    tau = numbers(name, tau, shape)
    if not is_symbolic(tau) and not (
            np.abs(tau @ tau.swapaxes(-1, -2) - np.eye(3)).max(initial=0) <= 1e-6
            and (np.linalg.det(tau) > 0).all()):
        raise ValueError(f"{name}: got a matrix that is not a rotation, "
                         f"needs {name} {name}^T = E, det 1")
    return tau


def _cos_sin(name: str, angle: ArrayLike) -> tuple[Array, Array]:
    if not (isinstance(angle, float) and isfinite(angle)):      # one number: the common case
        angle = numbers(name, angle, (...,))
    return cos(angle), sin(angle)


def _outside(rows: Rows) -> Array:
    m = matrix(rows)
    return m if m.ndim == 2 else outward(m, 2, m.shape[2:])
