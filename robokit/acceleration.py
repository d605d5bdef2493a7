"""Section 7: angular and linear accelerations of the links.

A derivative "in frame i" is the absolute derivative, projected on the axes of frame i. It is
not the derivative of the projections: those differ by lam(omega_i) times the vector. The
book's (7.3) to (7.6) hold in this reading; its step from (5.3) by differentiating tau_ij does
not (the derivative of tau_ij takes the angular velocity of link j against link i).
"""

from __future__ import annotations

import numpy as np

from .arithmetic import cross
from .chain import remembered
from .position import ZERO
from .types import Array, ArrayLike, Frame, Scalar
from .velocity import ORIGIN, Velocities

__all__ = ["Accelerations"]


class Accelerations(Velocities):
    """Angular and linear accelerations (section 7)."""

    # -- section 7.1 -----------------------------------------------------------------------
    def dc(self, j: int, frame: Frame = 0) -> Array:
        """Derivative of c_j: lam(omega_j) c_j, section 7.1. (..., 3)"""
        return self._out(self._dc(self._joint(j), self._frame(frame)), 1)

    def _dc(self, j: int, frame: int) -> Array:
        return cross(self._seen(frame, j, self._omega(j)), self._c(j, frame))

    def domega(self, i: Frame, frame: Frame = 0) -> Array:
        """Angular acceleration of link i, (7.1) to (7.4), rad/s^2. (..., 3)"""
        i, frame = self._frame(i, "i"), self._frame(frame)
        return self._out(self._seen(frame, i, self._domega(i)), 1)

    @remembered
    def _domega(self, i: int) -> Array:
        """tau_{i i-1} domega_{i-1} + v_i sigma_i ddq_i + lam(omega_i) v_i sigma_i dq_i."""
        dq, ddq = self._rates(), self._second_rates()
        if i <= 0:
            return self._column(ZERO)
        carried = self._into(i, self._domega(i - 1))
        if not self._sigma(i):
            return carried
        return carried + self._v(i) * ddq[i - 1] + cross(self._omega(i), self._v(i)) * dq[i - 1]

    # -- section 7.2 -----------------------------------------------------------------------
    def dD(self, i: Frame, j: int, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """Derivative of D_ij: dc_j x R_ij + c_j x dR_ij for a revolute joint, section 7.2. (..., 3)

        dR_ij is the velocity of the point minus that of the origin of frame j-1. For a
        prismatic joint D_ij turns with link j: lam(omega_j) D_ij. Zero when j > i.
        """
        return self._part(self._dD, i, j, point, frame)

    def _dD(self, i: int, j: int, frame: int, point: Array) -> Array:
        if not self._sigma(j):
            return cross(self._seen(frame, j, self._omega(j)), self._Z(j, frame))
        R = self._t(i, frame, j - 1, point)
        dR = self._seen(frame, i, self._V(i) + cross(self._omega(i), point)) \
            - self._seen(frame, j - 1, self._V(j - 1))
        return cross(self._dc(j, frame), R) + cross(self._c(j, frame), dR)

    def dV(self, i: Frame, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """Acceleration of a point of link i, (7.4′) to (7.6), m/s^2. (..., 3)

        `point` is given in frame i, (..., 3).
        """
        i, frame, point = self._frame(i, "i"), self._frame(frame), self._point(point)
        return self._out(self._seen(frame, i, self._dV(i, ORIGIN) + self._spin(i, point)), 1)

    @remembered
    def _dV(self, i: int, start: tuple[Scalar, ...]) -> Array:
        """Acceleration of the origin of frame i, in frame i, when frame 0 accelerates by `start`.

        tau_{i i-1} dV_{i-1} + (lam(domega_i) + lam(omega_i)^2) L_i, and for a prismatic joint
        v_i ddq_i + 2 lam(omega_i) v_i dq_i: the last is the acceleration of Coriolis.
        """
        dq, ddq = self._rates(), self._second_rates()
        if i <= 0:
            return self._seen(i, 0, self._column(np.array(start)))
        dV = self._into(i, self._dV(i - 1, start)) + self._spin(i, self._L(i))
        if self._sigma(i) == 0:
            dV = dV + self._v(i) * ddq[i - 1] + cross(self._omega(i), self._v(i)) * (2 * dq[i - 1])
        return dV

    def _spin(self, i: int, x: Array) -> Array:
        """(lam(domega_i) + lam(omega_i)^2) x: acceleration of the end of x, a vector of link i."""
        omega = self._omega(i)
        return cross(self._domega(i), x) + cross(omega, cross(omega, x))
