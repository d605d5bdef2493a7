"""Sections 2.4 to 3: where the links are and how they are turned.

The accessors take the book's numbers: links and joints 1..n, frames 0..n, "B" for the base
frame and "tool" for the gripper's. They return arrays with the batch first, (..., 3) or
(..., 3, 3). The methods with an underscore hold the formulas, with the batch last.
"""

from __future__ import annotations

import numpy as np

from .arithmetic import apply, inward, is_zero, product, transpose
from .chain import Chain, remembered
from .rotation import angles_of, lam
from .types import Array, ArrayLike, Frame

__all__ = ["Positions"]

ZERO = np.zeros(3, dtype=int)


class Positions(Chain):
    """Rotation matrices (section 2), link positions and orientation angles (section 3)."""

    # -- section 2.4 -----------------------------------------------------------------------
    def tau(self, i: Frame, j: Frame) -> Array:
        """tau_ij: components in frame j to components in frame i, a^(i) = tau_ij a^(j).

        Section 2.4, (2.3) and (2.4). (..., 3, 3)
        """
        return self._out(self._tau(self._frame(i, "i"), self._frame(j, "j")), 2)

    def eps(self, i: Frame) -> Array:
        """eps_i, section 2.4: the constant part of tau_{i i-1}. (3, 3)"""
        return self.robot.eps(i)

    def v(self, i: Frame) -> Array:
        """v_i = eps_i e, section 2.5: the unit vector of Z_{i-1} in frame i. (3,)"""
        return self.robot.v(i)

    @remembered
    def _tau(self, i: int, j: int) -> Array:
        """tau_ij = tau_{i i-1} ... tau_{j+1 j}, (2.4); its transpose when i < j."""
        if i < j:
            return transpose(self._tau(j, i))
        if i == j:
            return np.eye(3, dtype=int).reshape(3, 3, *(1,) * len(self.batch))
        return self._into(i, self._tau(i - 1, j))

    def _seen(self, frame: int, i: int, x: Array) -> Array:
        """A vector given in frame i, in `frame`. (3, ...)"""
        return x if i == frame else apply(self._tau(frame, i), x)

    # -- section 2.5 -----------------------------------------------------------------------
    def dtau(self, i: Frame, j: Frame) -> Array:
        """Time derivative of tau_ij = tau_ij lam(omega), (2.5) to (2.8). (..., 3, 3)

        omega is the angular velocity of frame j relative to frame i, in frame j.
        """
        i, j = self._frame(i, "i"), self._frame(j, "j")
        rate = inward(lam(self._out(self._relative_omega(i, j), 1)), 2)
        return self._out(product(self._tau(i, j), rate), 2)

    def _relative_omega(self, i: int, j: int) -> Array:
        """Sum over k = i+1..j of tau_jk v_k sigma_k dq_k: frame j against frame i, in frame j."""
        if i > j:
            return -self._seen(j, i, self._relative_omega(j, i))
        dq, omega = self._rates(), self._column(ZERO)
        for k in range(i + 1, j + 1):
            omega = self._into(k, omega)
            if self._sigma(k):
                omega = omega + self._v(k) * dq[k - 1]
        return omega

    # -- section 3.1 -----------------------------------------------------------------------
    def L(self, j: Frame) -> Array:
        """L_j = v_j (1 - sigma_j) q_j + l_j, section 3.1: the link vector in frame j. (..., 3)

        j is 1..n, 0 for the base or "tool".
        """
        return self._out(self._L(self._frame(j, "j", 0)), 1)

    def _L(self, k: int) -> Array:
        l = self._column(self.robot._l[k])
        return l if self._sigma(k) != 0 else self._v(k) * self._q[k - 1] + l

    def t(self, i: Frame, point: ArrayLike = (0, 0, 0), frame: Frame = 0,
          origin: Frame = 0) -> Array:
        """t_{i(origin)}^(frame): from the origin of frame `origin` to a point of link i.

        `point` is given in frame i, in metres, and may carry a batch, (..., 3); the result is
        projected on the axes of `frame`. (3.1): frame = origin = i - 1; (3.2): both 0;
        (3.3): frame = i, origin = 0. (..., 3)
        """
        point = self._point(point)
        places = self._frame(i, "i"), self._frame(frame), self._frame(origin, "origin")
        return self._out(self._t(*places, point), 1)

    def _t(self, i: int, frame: int, origin: int, point: Array) -> Array:
        """tau_{frame,i} t_i + the sum of tau_{frame,j} L_j from the origin up to i, (3.2)."""
        span = self._span(frame, origin, i)
        return span if is_zero(point) else self._seen(frame, i, point) + span

    @remembered
    def _span(self, frame: int, start: int, end: int) -> Array:
        """Sum of tau_{frame,j} L_j for j = start+1..end: from one origin to another."""
        if start == end:
            return self._column(ZERO)
        if start > end:
            return -self._span(frame, end, start)
        link = self._seen(frame, start + 1, self._L(start + 1))
        return link + self._span(frame, start + 1, end)

    def _point(self, point: ArrayLike) -> Array:
        return self._given("point", point, 3)

    # -- section 3.2 -----------------------------------------------------------------------
    def angles(self, i: Frame, frame: Frame = 0) -> tuple[Array, Array, Array]:
        """Pitch P, yaw Y and roll R (тангаж, рысканье, крен) of frame i in `frame`, section 3.2.

        tau_{frame,i} = tau_x(P) tau_y(Y) tau_z(R), (3.4). Radians, each of shape (...); see
        `rotation.angles_of` for the quadrants and for Y = +-pi/2.
        """
        return angles_of(self.tau(frame, i))
