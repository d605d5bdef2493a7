"""Sections 2.4 to 3: where the links are and how they are turned.

The accessors take the book's numbers: links and joints 1..n, frames 0..n, "B" for the base
frame and "tool" for the gripper's. They return arrays with the batch first, (..., 3) or
(..., 3, 3). The methods with an underscore hold the formulas, with the batch last.
"""

from __future__ import annotations

import numpy as np

from .arithmetic import apply, cos, inward, product, sin, transpose
from .chain import Chain, remembered
from .rotation import angles_of, lam

__all__ = ["Positions"]


class Positions(Chain):
    """Rotation matrices (section 2), link positions and orientation angles (section 3)."""

    # -- section 2.4 -----------------------------------------------------------------------
    def tau(self, i, j) -> np.ndarray:
        """tau_ij: components in frame j to components in frame i, a^(i) = tau_ij a^(j).

        Section 2.4, (2.3) and (2.4). (..., 3, 3)
        """
        return self._out(self._tau(self._frame(i, "i"), self._frame(j, "j")), 2)

    def eps(self, i) -> np.ndarray:
        """eps_i, section 2.4: the constant part of tau_{i i-1}. (3, 3)"""
        return self.robot.eps(i)

    def v(self, i) -> np.ndarray:
        """v_i = eps_i e, section 2.5: the unit vector of Z_{i-1} in frame i. (3,)"""
        return self.robot.v(i)

    @remembered
    def _step(self, k: int) -> np.ndarray:
        """tau_{k-1 k} = tau_z(sigma_k q_k) eps_k^T, (2.3) transposed."""
        eps_T = transpose(self.robot._eps[..., k])
        if not (1 <= k <= self.robot.n and self.robot.sigma[k - 1]):
            return eps_T
        c, s = cos(self._q[k - 1]), sin(self._q[k - 1])
        x, y, z = (row.reshape(3, *(1,) * c.ndim) for row in eps_T)
        return np.stack([c * x - s * y, s * x + c * y, z + 0 * c])

    @remembered
    def _tau(self, i: int, j: int) -> np.ndarray:
        """tau_ij = tau_{i i+1} ... tau_{j-1 j}, (2.4); its transpose when i > j."""
        if i > j:
            return transpose(self._tau(j, i))
        if i == j:
            return np.eye(3, dtype=int)
        if j == i + 1:
            return self._step(j)
        return product(self._tau(i, j - 1), self._step(j))

    # -- section 2.5 -----------------------------------------------------------------------
    def dtau(self, i, j) -> np.ndarray:
        """Time derivative of tau_ij = tau_ij lam(omega), (2.5) to (2.8). (..., 3, 3)

        omega is the angular velocity of frame j relative to frame i, in frame j.
        """
        i, j = self._frame(i, "i"), self._frame(j, "j")
        rate = inward(lam(self._out(self._relative_omega(i, j), 1)), 2)
        return self._out(product(self._tau(i, j), rate), 2)

    @remembered
    def _relative_omega(self, i: int, j: int) -> np.ndarray:
        """Sum over k = i+1..j of tau_jk v_k sigma_k dq_k: frame j against frame i, in frame j."""
        if i > j:
            return -apply(self._tau(j, i), self._relative_omega(j, i))
        dq = self._rate()
        joints = [k for k in range(max(i, 0) + 1, min(j, self.robot.n) + 1) if self._sigma(k)]
        return sum((apply(self._tau(j, k), self.robot._eps[:, 2, k]) * dq[k - 1] for k in joints),
                   start=np.zeros((3, *dq.shape[1:]), dtype=int))

    # -- section 3.1 -----------------------------------------------------------------------
    def L(self, j) -> np.ndarray:
        """L_j = v_j (1 - sigma_j) q_j + l_j, section 3.1: the link vector in frame j. (..., 3)

        j is 1..n, 0 for the base or "tool".
        """
        return self._out(self._L(self._frame(j, "j", 0)), 1)

    @remembered
    def _L(self, k: int) -> np.ndarray:
        l = self.robot._l[:, k].reshape(3, *(1,) * (self._q.ndim - 1))
        if self._sigma(k):
            return l
        return self.robot._eps[:, 2, k].reshape(l.shape) * self._q[k - 1] + l

    def t(self, i, point=(0, 0, 0), frame=0, origin=0) -> np.ndarray:
        """t_{i(origin)}^(frame): from the origin of frame `origin` to a point of link i.

        `point` is given in frame i, in metres, and may carry a batch, (..., 3); the result is
        projected on the axes of `frame`. (3.1): frame = origin = i - 1; (3.2): both 0;
        (3.3): frame = i, origin = 0. (..., 3)
        """
        point = self._point(point)
        places = self._frame(i, "i"), self._frame(frame), self._frame(origin, "origin")
        return self._out(self._t(*places, point), 1)

    def _t(self, i: int, frame: int, origin: int, point: np.ndarray) -> np.ndarray:
        """tau_{frame,i} t_i + the sum of tau_{frame,j} L_j from the origin up to i, (3.2)."""
        up = sum(self._link(frame, j) for j in range(origin + 1, i + 1))
        down = sum(self._link(frame, j) for j in range(i + 1, origin + 1))
        return apply(self._tau(frame, i), point) + up - down

    @remembered
    def _link(self, frame: int, j: int) -> np.ndarray:
        return apply(self._tau(frame, j), self._L(j))

    def _point(self, point) -> np.ndarray:
        try:
            x = inward(point, 1)
        except (TypeError, ValueError):
            x = np.empty(0)
        if x.shape[:1] != (3,):
            raise ValueError(f"point: got {np.asarray(point).shape}, needs (..., 3) numbers")
        return x

    # -- section 3.2 -----------------------------------------------------------------------
    def angles(self, i, frame=0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pitch P, yaw Y and roll R (тангаж, рысканье, крен) of frame i in `frame`, section 3.2.

        tau_{frame,i} = tau_x(P) tau_y(Y) tau_z(R), (3.4). Radians, each of shape (...); see
        `rotation.angles_of` for the quadrants and for Y = +-pi/2.
        """
        return angles_of(self.tau(frame, i))
