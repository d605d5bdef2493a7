"""Sections 1.1 and 1.3: joint coordinates, and the four classical position structures.

The structures are mechanisms of three joints whose end point moves in rectangular,
cylindrical, spherical or angular (anthropomorphic) coordinates. {B} has its Z axis up.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .arithmetic import is_symbolic, numbers
from .mechanism import Mechanism
from .types import Array, ArrayLike, Floats

__all__ = ["Structure", "angular", "cartesian", "coordinates", "cylindrical", "s", "spherical",
           "theta"]

Range = tuple[float, float]             # least and greatest coordinate of a joint


# -- section 1.3 -----------------------------------------------------------------------------
def theta(sigma: ArrayLike, q: ArrayLike) -> Array:
    """theta_i = sigma_i q_i: angles of the revolute joints, zero for the prismatic. (..., n)"""
    return _indicators(sigma) * numbers("q", q, (...,))


def s(sigma: ArrayLike, q: ArrayLike) -> Array:
    """s_i = (1 - sigma_i) q_i: slides of the prismatic joints, zero for the revolute. (..., n)"""
    return (1 - _indicators(sigma)) * numbers("q", q, (...,))


def coordinates(sigma: ArrayLike, theta: ArrayLike, s: ArrayLike) -> Array:
    """q_i = sigma_i theta_i + (1 - sigma_i) s_i, (1.1). (..., n)"""
    sigma = _indicators(sigma)
    return sigma * numbers("theta", theta, (...,)) + (1 - sigma) * numbers("s", s, (...,))


def _indicators(sigma: ArrayLike) -> Array:
    a = numbers("sigma", sigma, (...,))
    if not is_symbolic(a) and not np.isin(a, (0, 1)).all():
        raise ValueError(f"sigma: got {sigma!r}, needs 1 (revolute) or 0 (prismatic)")
    return a


# -- section 1.1 -----------------------------------------------------------------------------
class Structure(Mechanism):
    """One of the four position structures: a mechanism whose workspace is known in closed form."""

    @classmethod
    def _make(cls, name: str, sigma: list[int], axes: list[tuple[int, int, int]],
              xyz: ArrayLike, limits: list[Range]) -> Structure:
        """Joints at xyz (4, 3), the last row the end point, with axes (3, 3), all along {B}."""
        xyz = np.array(xyz, dtype=float)
        robot = Mechanism.from_axes(sigma, xyz[:3], np.tile(np.eye(3), (3, 1, 1)), axes)
        l = robot.l.copy()
        l[2] += xyz[3]                                       # frame 3 is parallel to {B} at q = 0
        return cls(sigma, robot.angles, l, base=robot.base, limits=limits, name=name)

    def solve(self, point: ArrayLike) -> Array:
        """q of every branch that takes the end to a point (..., 3) of {B}, (branches, ..., 3).

        NaN where a branch does not exist; joint limits are not looked at.
        """
        x, y, z = np.moveaxis(numbers("point", point, (..., 3)), -1, 0)
        return np.stack([np.stack(q, -1) for q in self._branches(x, y, z)])

    def _branches(self, x: Floats, y: Floats,
                  z: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
        """The joint coordinates, told apart by the number of revolute joints.

        k = -1 turns the arm to the other side and leans it back, e = -1 is the other elbow.
        """
        home = self.at([0, 0, 0])
        shoulder = home.t(0, frame="B", origin="B")
        upper, fore = (home.t(i, frame="B", origin=i - 1) for i in (2, 3))
        r, h = np.hypot(x, y), z - shoulder[2]
        turns, branches = self.sigma.sum(), [(k, e) for k in (1, -1) for e in (1, -1)]
        if turns == 0:
            yield x, z, y
        if turns == 1:
            for k in (1, -1):
                yield np.arctan2(k * y, k * x), z, k * r
        if turns == 2:
            for k, e in branches:
                yield np.arctan2(k * y, k * x), np.arctan2(e * h, k * e * r), e * np.hypot(r, h)
        if turns == 3:
            a, b = np.linalg.norm(upper), np.linalg.norm(fore)
            cosine = (r**2 + h**2 - a**2 - b**2) / (2 * a * b)
            inner = np.arccos(np.where(np.abs(cosine) <= 1 + 1e-12, np.clip(cosine, -1, 1), np.nan))
            lean = np.arctan2(b * np.sin(inner), a + b * np.cos(inner))
            for k, e in branches:
                yield np.arctan2(k * y, k * x), np.arctan2(h, k * r) - e * lean, e * inner

    def reaches(self, point: ArrayLike) -> Array:
        """Which points (..., 3) of {B} lie in the workspace (рабочее пространство). (...)"""
        if self.limits is None:
            raise ValueError("limits: got None, needs a structure that has limits")
        q = self.solve(point)
        least, greatest = self.limits.T
        turn = 2 * np.pi * self.sigma
        q = q + turn * np.where(turn > 0, np.ceil((least - 1e-12 - q) / (2 * np.pi)), 0)
        return ((q >= least - 1e-12) & (q <= greatest + 1e-12)).all(-1).any(0)


def cartesian(x: Range = (0, 1), z: Range = (0, 1), y: Range = (0, 1)) -> Structure:
    """Rectangular coordinates (fig. 1.1): slides along X, Z and Y. A block.

    x, z, y: limits of the joints 1, 2, 3, metres.
    """
    return Structure._make("rectangular", [0, 0, 0], [(1, 0, 0), (0, 0, 1), (0, 1, 0)],
                           np.zeros((4, 3)), [x, z, y])


def cylindrical(turn: Range = (-np.pi, np.pi), z: Range = (0, 1),
                reach: Range = (0.4, 1)) -> Structure:
    """Cylindrical coordinates (fig. 1.2): a turn about Z, slides along Z and along the arm.

    A cylinder without its inner part. (The text puts both slides in the horizontal plane;
    then the end would stay in that plane.)
    """
    return Structure._make("cylindrical", [1, 0, 0], [(0, 0, 1), (0, 0, 1), (1, 0, 0)],
                           np.zeros((4, 3)), [turn, z, reach])


def spherical(turn: Range = (-np.pi, np.pi), lift: Range = (-0.5, 1.2),
              reach: Range = (0.4, 1), height: float = 0.5) -> Structure:
    """Spherical coordinates (fig. 1.3): turns about Z and about a horizontal axis, a slide.

    A part of a hollow ball about (0, 0, height). lift: elevation, positive upwards.
    """
    return Structure._make("spherical", [1, 1, 0], [(0, 0, 1), (0, -1, 0), (1, 0, 0)],
                           [(0, 0, height), (0, 0, 0), (0, 0, 0), (0, 0, 0)],
                           [turn, lift, reach])


def angular(turn: Range = (-np.pi, np.pi), shoulder: Range = (-np.pi, np.pi),
            elbow: Range = (-np.pi, np.pi), upper: float = 0.5, fore: float = 0.4,
            height: float = 0.5) -> Structure:
    """Angular coordinates (fig. 1.4): a turn about Z and two about horizontal axes.

    With full turns a ball of radius upper + fore about (0, 0, height), hollow inside
    |upper - fore|. shoulder, elbow: positive upwards.
    """
    return Structure._make("angular", [1, 1, 1], [(0, 0, 1), (0, -1, 0), (0, -1, 0)],
                           [(0, 0, height), (0, 0, 0), (upper, 0, 0), (fore, 0, 0)],
                           [turn, shoulder, elbow])
