"""Section 1.4 and appendix 5: masses, mass centres and inertia tensors of composite links.

A link is a sum of simple bodies, each placed in the link's frame:

>>> link = cylinder(5, R=0.06, H=0.4, axis="z", r=(0, 0, -0.2)) + disc(2, R=0.08, H=0.1, axis="x")
>>> print(f"{link.m} kg, mass centre at z = {link.r[2]:.6f} m")
7.0 kg, mass centre at z = -0.142857 m

Lengths in metres, masses in kilograms; any number may be a sympy expression.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .arithmetic import exact, is_symbolic, numbers
from .types import Array, ArrayLike, Axis, Scalar

__all__ = ["Body", "box", "cylinder", "disc", "inertias", "point"]

AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass m, mass centre r (3,), tensor J (3, 3) about the mass centre.

    r and J are given in one frame; J has the products of inertia with a minus, (1.2), (1.3).
    """

    m: Scalar
    r: Array
    J: Array

    def __add__(self, other: Body) -> Body:
        """Both bodies as one: the sum of appendix 5, each tensor moved to the common centre."""
        m = self.m + other.m
        if m == 0:
            return Body(m, 0 * self.r, self.J + other.J)
        r = (self.m * self.r + other.m * other.r) / m
        return Body(m, r, self.about(r) + other.about(r))

    def about(self, place: ArrayLike) -> Array:
        """The tensor about another point, Steiner's theorem: J + m (d^T d E - d d^T). (3, 3)

        Appendix 5 prints distances where their squares belong, and leaves out d d^T off the
        diagonal.
        """
        d = self.r - numbers("place", place, (3,))
        return self.J + self.m * (d @ d * np.eye(3, dtype=int) - np.outer(d, d))

    def turned(self, tau: ArrayLike) -> Body:
        """The same body in other axes: r becomes tau r and J becomes tau J tau^T. tau: (3, 3)"""
        tau = numbers("tau", tau, (3, 3))
        return Body(self.m, tau @ self.r, tau @ self.J @ tau.T)

    def moved(self, by: ArrayLike) -> Body:
        """The body shifted by a vector (3,)."""
        return Body(self.m, self.r + numbers("by", by, (3,)), self.J)


def point(m: Scalar, r: ArrayLike = (0, 0, 0)) -> Body:
    """A point of mass m at r."""
    return _body(m, r, np.zeros((3, 3), dtype=int))


def cylinder(m: Scalar, R: Scalar, H: Scalar, axis: Axis = "z",
             r: ArrayLike = (0, 0, 0)) -> Body:
    """A solid cylinder: radius R, length H along `axis` ("x", "y", "z" or a vector), centre r.

    m R^2 / 2 about the axis and m (H^2 + 3 R^2) / 12 across it (appendix 5).
    """
    u = _direction(axis)
    along, across = m * _size("R", R)**2 / 2, m * (_size("H", H)**2 + 3 * R**2) / 12
    return _body(m, r, across * np.eye(3, dtype=int) + (along - across) * np.outer(u, u))


def disc(m: Scalar, R: Scalar, H: Scalar = 0, axis: Axis = "z",
         r: ArrayLike = (0, 0, 0)) -> Body:
    """A flat cylinder (a drive of appendix 5): radius R, thickness H."""
    return cylinder(m, R, H, axis, r)


def box(m: Scalar, sides: ArrayLike, r: ArrayLike = (0, 0, 0)) -> Body:
    """A solid rectangular block with sides (3,) along the axes, centre r."""
    x, y, z = (_size("sides", side)**2 for side in numbers("sides", sides, (3,)))
    return _body(m, r, m * np.diag([y + z, x + z, x + y]) / 12)


def inertias(bodies: Iterable[Body]) -> dict[str, Array]:
    """m, r, J of several links, as `Mechanism(..., **inertias(links))` takes them."""
    bodies = list(bodies)
    return {key: np.array([getattr(body, key) for body in bodies]) for key in ("m", "r", "J")}


def _direction(axis: Axis) -> Array:
    if isinstance(axis, str) and axis in AXES:
        return np.array(AXES[axis])
    u = numbers("axis", axis, (3,))
    if is_symbolic(u) or not u.any():
        raise ValueError(f"axis: got {axis!r}, needs \"x\", \"y\", \"z\" or a vector (3,)")
    return u / np.linalg.norm(u)


def _body(m: Scalar, r: ArrayLike, J: Array) -> Body:
    r, m = numbers("r", r, (3,)), numbers("m", m, ())[()]
    if not is_symbolic(m) and m < 0:
        raise ValueError(f"m: got {m}, needs a mass that is not negative")
    return Body(m, exact(r) if is_symbolic(J) else r.copy(), J)


def _size(name: str, x: Scalar) -> Scalar:
    if not is_symbolic(numbers(name, x, ())) and x < 0:
        raise ValueError(f"{name}: got {x}, needs a length that is not negative")
    return x
