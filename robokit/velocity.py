"""Sections 5 and 6: angular and linear velocities of the links, and the velocity problems.

The methods with an underscore carry a link's own velocities from link to link in the link's
own frame; the accessors project them on the frame that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

import numpy as np

from .arithmetic import cross, is_symbolic, numbers, together
from .chain import remembered
from .position import ZERO, Positions
from .types import Array, ArrayLike, Frame

__all__ = ["Velocities", "VelocitySolution"]

ORIGIN = (0, 0, 0)
SIX = set(range(6))        # rows of the Jacobian matrix
REACHED = 1e-6             # a velocity counts as reached when it is missed by less, relatively


class VelocitySolution(NamedTuple):
    """Answer to the inverse velocity problem, section 6.2; every field carries the batch."""

    dq: Array         #: (..., n): least squares, and of those the shortest
    residual: Array   #: (..., rows): what Xi dq leaves of the wanted velocity
    rank: Array       #: (...) of the Jacobian's rows that were used
    kind: Array       #: (...) "one", "many" or "none": how many solutions there are


class Velocities(Positions):
    """Velocities and Jacobian matrices (section 5), the velocity problems (section 6)."""

    # -- section 5.1 -----------------------------------------------------------------------
    def omega(self, i: Frame, frame: Frame = 0) -> Array:
        """omega_i^(frame), (5.1) to (5.4): angular velocity of link i, rad/s. (..., 3)"""
        i, frame = self._frame(i, "i"), self._frame(frame)
        return self._out(self._seen(frame, i, self._omega(i)), 1)

    @remembered
    def _omega(self, i: int) -> Array:
        """omega_i^(i) = tau_{i i-1} omega_{i-1}^(i-1) + v_i sigma_i dq_i: (5.3) link by link."""
        dq = self._rates()
        if i <= 0:
            return self._column(ZERO)
        carried = self._into(i, self._omega(i - 1))
        return carried + self._v(i) * dq[i - 1] if self._sigma(i) else carried

    # -- section 5.2 -----------------------------------------------------------------------
    def c(self, j: int, frame: Frame = 0) -> Array:
        """c_j^(frame) = tau_{frame,j} v_j sigma_j, (5.5): what dq_j adds to omega. (..., 3)

        The unit vector of Z_{j-1} when joint j is revolute, zero when it is prismatic.
        """
        return self._out(self._c(self._joint(j), self._frame(frame)), 1)

    def _c(self, j: int, frame: int) -> Array:
        return self._Z(j, frame) if self._sigma(j) else self._column(ZERO)

    def _Z(self, j: int, frame: int) -> Array:
        """The axis of joint j: tau_{frame,j} v_j, which is the third column of tau_{frame,j-1}."""
        return self._tau(frame, j - 1)[:, 2]

    # -- section 5.3 -----------------------------------------------------------------------
    def C(self, i: Frame, frame: Frame = 0) -> Array:
        """C_i^(frame) = [c_1 .. c_i 0 .. 0], section 5.3: omega_i = C_i dq. (..., 3, n)"""
        i, frame = self._frame(i, "i"), self._frame(frame)
        return self._side_by_side([self._c(j, frame) for j in self._before(i)])

    def C_block(self, frame: Frame | Literal["link"] = 0) -> Array:
        """The block matrix C of section 5.3: C_1, .., C_n one above the other. (..., 3n, n)

        frame="link" takes each block row in the frame of its own link (the book's C^(i)).
        """
        return np.concatenate([self.C(i, i if frame == "link" else frame)
                               for i in range(1, self.robot.n + 1)], axis=-2)

    def _before(self, i: int) -> range:
        """The joints that move link i: 1..i (all of them for the tool)."""
        return range(1, min(i, self.robot.n) + 1)

    def _side_by_side(self, columns: Iterable[Array]) -> Array:
        """Columns (3, ...) as a matrix (..., 3, n), with zeros for the joints j > i."""
        columns = [self._out(x, 1) for x in columns]
        columns += [np.zeros_like(self._out(self._column(ZERO), 1))] * (self.robot.n - len(columns))
        return np.stack(columns, axis=-1)

    # -- section 5.4 -----------------------------------------------------------------------
    def V(self, i: Frame, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """V_i^(frame), (5.8) to (5.16): velocity of a point of link i, m/s. (..., 3)

        `point` is given in frame i, (..., 3).
        """
        i, frame, point = self._frame(i, "i"), self._frame(frame), self._point(point)
        return self._out(self._seen(frame, i, self._V(i) + cross(self._omega(i), point)), 1)

    @remembered
    def _V(self, i: int) -> Array:
        """Of the origin: tau_{i i-1} V_{i-1} + lam(omega_i) L_i + v_i (1 - sigma_i) dq_i."""
        dq = self._rates()
        if i <= 0:
            return self._column(ZERO)
        V = self._into(i, self._V(i - 1)) + cross(self._omega(i), self._L(i))
        return V + self._v(i) * dq[i - 1] if self._sigma(i) == 0 else V

    # -- sections 5.5 and 5.6 --------------------------------------------------------------
    def R(self, i: Frame, j: int, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """R_ij^(frame), (5.15): from the origin of frame j-1 to a point of link i. (..., 3)"""
        return self._out(self._t(self._frame(i, "i"), self._frame(frame), self._joint(j) - 1,
                                 self._point(point)), 1)

    def D_V(self, i: Frame, j: int, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """D_ij^(frame)V = tau_{frame,j} v_j (1 - sigma_j), (5.13): the prismatic part of D_ij.

        Zero when joint j is revolute or j > i. (The same for every point of link i.) (..., 3)
        """
        return self._part(self._D_V, i, j, point, frame)

    def D_omega(self, i: Frame, j: int, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """D_ij^(frame)omega = lam(c_j) R_ij, (5.14): the revolute part of D_ij. (..., 3)

        Zero when joint j is prismatic or j > i.
        """
        return self._part(self._D_omega, i, j, point, frame)

    def D(self, i: Frame, j: int, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """D_ij^(frame) = D_ij^V + D_ij^omega, (5.12): what dq_j adds to the velocity of a point
        of link i. Zero when j > i. (..., 3)
        """
        return self._part(self._D, i, j, point, frame)

    def _part(self, formula: Callable[[int, int, int, Array], Array], i: Frame, j: int,
              point: ArrayLike, frame: Frame) -> Array:
        i, j, frame = self._frame(i, "i"), self._joint(j), self._frame(frame)
        point = self._point(point)
        return self._out(formula(i, j, frame, point) if j <= i else self._column(ZERO), 1)

    def _D_V(self, i: int, j: int, frame: int, point: Array) -> Array:
        return self._column(ZERO) if self._sigma(j) else self._Z(j, frame)

    def _D_omega(self, i: int, j: int, frame: int, point: Array) -> Array:
        if not self._sigma(j):
            return self._column(ZERO)
        return cross(self._c(j, frame), self._t(i, frame, j - 1, point))

    def _D(self, i: int, j: int, frame: int, point: Array) -> Array:
        return (self._D_omega if self._sigma(j) else self._D_V)(i, j, frame, point)

    # -- section 5.7 -----------------------------------------------------------------------
    def D_matrix(self, i: Frame, point: ArrayLike = ORIGIN, frame: Frame = 0) -> Array:
        """D_i^(frame) = [D_i1 .. D_ii 0 .. 0], section 5.7: V_i = D_i dq. (..., 3, n)"""
        i, frame, point = self._frame(i, "i"), self._frame(frame), self._point(point)
        return self._side_by_side([self._D(i, j, frame, point) for j in self._before(i)])

    def D_block(self, frame: Frame | Literal["link"] = 0,
                points: ArrayLike | None = None) -> Array:
        """The block matrix D of section 5.7: D_1, .., D_n one above the other. (..., 3n, n)

        points: (n, 3), one point of each link in its own frame, the origins by default;
        (9.5) needs the mass centres, points=robot.r. frame="link" takes each block row in the
        frame of its own link (the book's D^(i)).
        """
        n = self.robot.n
        points = numbers("points", np.zeros((n, 3)) if points is None else points, (n, 3))
        return np.concatenate([self.D_matrix(i, points[i - 1], i if frame == "link" else frame)
                               for i in range(1, n + 1)], axis=-2)

    # -- section 5.8 -----------------------------------------------------------------------
    def Xi(self, frame: Frame = 0, point: ArrayLike = ORIGIN,
           link: Frame | None = None) -> Array:
        """Xi^(frame), section 5.8: the Jacobian matrix, [omega; V] = Xi dq. (..., 6, n)

        Rows omega_x, omega_y, omega_z, V_x, V_y, V_z of a point of the last link, or of
        `link` (a number or "tool"), with `point` in the frame of that link.
        """
        i = self.robot.n if link is None else self._frame(link, "link")
        frame, point = self._frame(frame), self._point(point)
        kind = np.result_type(self._q, self.robot._l, self.robot._eps, point)
        columns = np.zeros((6, self.robot.n, *self.batch), kind)
        for j in self._before(i):
            columns[:3, j - 1], columns[3:, j - 1] = self._c(j, frame), self._D(i, j, frame, point)
        return self._out(columns, 2)

    # -- section 6 -------------------------------------------------------------------------
    def inverse_velocity(self, velocity: ArrayLike, frame: Frame = 0, point: ArrayLike = ORIGIN,
                         link: Frame | None = None, rows: Iterable[int] = range(6),
                         damping: float = 0.0, tolerance: float = 1e-9) -> VelocitySolution:
        """Rates dq that give a link the wanted velocity (обратная задача), section 6.2.

        velocity: (..., rows) in the order of `Xi`; `rows` picks some of the six, say
        rows=[5, 3] for V_z and V_x of a planar arm. When there is no solution, dq has the
        least |Xi dq - velocity|; when there are many, it is the shortest. damping > 0
        minimises |Xi dq - velocity|^2 + damping^2 |dq|^2 instead, which keeps dq bounded near
        singular configurations. Singular values below tolerance times the greatest count as
        zero. SI units.
        """
        Xi = self._rows_of_Xi(frame, point, link, rows)
        wanted = numbers("velocity", velocity, (..., Xi.shape[-2]))
        if is_symbolic(wanted):
            raise ValueError("velocity: got symbols, needs numbers")
        for name, x in (("damping", damping), ("tolerance", tolerance)):
            if not numbers(name, x, ()) >= 0:
                raise ValueError(f"{name}: got {x}, needs a number that is not negative")
        batch = together(velocity=wanted.shape[:-1], q=self.batch)
        U, S, Vt = np.linalg.svd(Xi, full_matrices=False)
        counts = S > tolerance * S[..., :1]
        gain = np.where(counts, S / np.where(counts, S**2 + damping**2, 1), 0)
        along = _times(U.swapaxes(-1, -2), wanted)
        dq = _times(Vt.swapaxes(-1, -2), gain * along)
        rank = np.broadcast_to(counts.sum(-1), batch)
        misses = np.linalg.norm(wanted - _times(U, counts * along), axis=-1)
        solvable = misses <= REACHED * np.linalg.norm(wanted, axis=-1)
        kind = np.where(solvable, np.where(rank == self.robot.n, "one", "many"), "none")
        return VelocitySolution(dq, wanted - _times(Xi, dq), rank, kind)

    def rank(self, frame: Frame = 0, point: ArrayLike = ORIGIN, link: Frame | None = None,
             rows: Iterable[int] = range(6), tolerance: float = 1e-9) -> Array:
        """Rank of the Jacobian matrix (or of some of its rows), section 6.2. (...)"""
        S = np.linalg.svd(self._rows_of_Xi(frame, point, link, rows), compute_uv=False)
        return (S > tolerance * S[..., :1]).sum(-1)

    def manipulability(self, frame: Frame = 0, point: ArrayLike = ORIGIN,
                       link: Frame | None = None, rows: Iterable[int] = range(6)) -> Array:
        """Product of the singular values of Xi: zero at singular configurations. (...)

        |det Xi| of a square Xi, sqrt(det(Xi Xi^T)) of a wide one, sqrt(det(Xi^T Xi)) of a tall
        one. Its unit mixes radians and metres; compare it with itself only.
        """
        S = np.linalg.svd(self._rows_of_Xi(frame, point, link, rows), compute_uv=False)
        return S.prod(-1)

    def _rows_of_Xi(self, frame: Frame, point: ArrayLike, link: Frame | None,
                    rows: Iterable[int]) -> Array:
        rows = np.asarray(list(rows) if np.iterable(rows) else rows)
        if rows.ndim != 1 or rows.size == 0 or rows.dtype.kind != "i" or not set(rows) <= SIX:
            raise ValueError(f"rows: got {rows.tolist()}, needs some of 0..5: omega_x .. V_z")
        Xi = self.Xi(frame, point, link)
        if is_symbolic(Xi):
            raise ValueError("q: got symbols, needs numbers: singular values are numbers")
        return Xi[..., rows, :]


def _times(matrices: Array, vectors: Array) -> Array:
    return (matrices @ vectors[..., None])[..., 0]
