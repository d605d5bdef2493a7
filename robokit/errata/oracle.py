"""First principles, to judge printed formulas by: nothing here comes from the rest of robokit.

A random chain is a set of point masses carried by frames. A frame is three unit vectors and an
origin, all in frame 0, and is moved only by elementary motions: a turn about one of its own axes
and a shift. Joint motions are exact Taylor series in time, q + dq t + ddq t^2/2, so that every
time derivative below is a coefficient of a series, and no formula of the book takes part in it.

>>> c = sample(1)
>>> c.sigma, c.tau(0, 2).shape              # the book's tau_02, from the axes themselves
((1, 0, 1, 1, 0), (3, 3))

The names follow the book: indices from 1, `c.links` is 1..n. Everything is a number at t = 0,
except the methods `axes`, `origin` and `point`, which give a `Series`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np

__all__ = ["Case", "Series", "cosine", "e", "kawasaki", "lam", "make", "mounted", "sample",
           "samples", "sine", "tooled", "turned"]

ORDER = 2                                     # powers t^0, t^1, t^2: two derivatives
e = np.array([0.0, 0.0, 1.0])


class Series:
    """A quantity as its Taylor coefficients in t, an array (ORDER + 1, ...)."""

    def __init__(self, coefficients):
        self.c = np.asarray(coefficients, dtype=float)

    @classmethod
    def constant(cls, x) -> Series:
        x = np.asarray(x, dtype=float)
        return cls(np.stack([x] + [np.zeros_like(x)] * ORDER))

    def __add__(self, other) -> Series:
        return Series(self.c + _series(other).c)

    def __sub__(self, other) -> Series:
        return Series(self.c - _series(other).c)

    def __mul__(self, other) -> Series:
        """Product, entry by entry, with a constant or a series; a scalar may meet a vector."""
        if not isinstance(other, Series):
            return self._times(other, np.multiply)
        a, b = self.c, other.c
        if a.ndim != b.ndim:
            one, more = sorted((a, b), key=np.ndim)
            if one.ndim > 1:
                return self._times(other, np.multiply)
            one = one.reshape(-1, *(1,) * (more.ndim - 1))
            a, b = (one, b) if a.ndim == 1 else (a, one)
        product = a[0] * b                          # its powers, and what a's higher ones add
        for i in range(1, ORDER + 1):
            product[i:] += a[i] * b[:-i]
        return Series(product)

    def __matmul__(self, other) -> Series:
        return self._times(other, np.matmul)

    def _times(self, other, times) -> Series:
        if isinstance(other, float):
            return Series(self.c * other)
        if not isinstance(other, Series):
            return Series([times(x, other) for x in self.c])
        a, b, powers = self.c, other.c, []
        for k in range(ORDER + 1):
            power = times(a[0], b[k])
            for i in range(1, k + 1):
                power = power + times(a[i], b[k - i])
            powers.append(power)
        return Series(powers)

    def derivative(self, order: int = 0):
        """Value of the derivative of that order at t = 0."""
        return self.c[order] * factorial(order)


def _series(x) -> Series:
    return x if isinstance(x, Series) else Series.constant(x)


def _sine_cosine(x: Series) -> tuple[Series, Series]:
    """From (sin x)' = cos x x' and (cos x)' = -sin x x', power by power."""
    s, c = [np.sin(x.c[0])], [np.cos(x.c[0])]
    for k in range(1, ORDER + 1):
        rate = [j * x.c[j] for j in range(k + 1)]
        s.append(sum(rate[j] * c[k - j] for j in range(1, k + 1)) / k)
        c.append(-sum(rate[j] * s[k - j] for j in range(1, k + 1)) / k)
    return Series(s), Series(c)


def sine(x: Series) -> Series:
    return _sine_cosine(x)[0]


def cosine(x: Series) -> Series:
    return _sine_cosine(x)[1]


def turned(axes: Iterable, k: int, angle) -> list[Series]:
    """Three unit vectors turned about the k-th of them (0, 1, 2 for x, y, z).

    Seen from the tip of the axis the next vector moves towards the one after it: about z, x
    becomes x cos + y sin, and y becomes y cos - x sin. This is all that is assumed of a turn.
    """
    s, c = _sine_cosine(angle) if isinstance(angle, Series) else (np.sin(angle), np.cos(angle))
    new = [_series(axis) for axis in axes]
    a, b = new[(k + 1) % 3], new[(k + 2) % 3]
    new[(k + 1) % 3], new[(k + 2) % 3] = a * c + b * s, b * c - a * s
    return new


def lam(a) -> np.ndarray:
    """The matrix that multiplies b into a x b, column by column from numpy's cross product."""
    return np.cross(a, np.eye(3)).T


class Case:
    """A chain at one state. `links` is 1..n; arrays indexed from 1 carry a dummy 0th entry.

    sigma (n,), angles, l: the parameters of section 1; q, dq, ddq: the state; masses[i] and
    points[i]: the points of link i in frame i; m[i], r[i], J[i]: mass, centre of mass and
    tensor about it, by their definitions; t[i]: some point of link i in frame i;
    F[i], M[i]: an external force at the centre of mass and an external moment, in frame 0.
    base, tool: (angles, l) of frame 0 in the base frame "B" and of the frame "tool" on link n.
    """

    parts: dict[str, Any]           # the solids of the third link, where appendix 5 has set them

    def __init__(self, sigma, angles, l, q, dq, ddq, rng, base=None, tool=None):
        self.n, self.sigma = len(sigma), tuple(int(s) for s in sigma)
        self.links = range(1, self.n + 1)
        self.angles, self.l = [None, *map(np.asarray, angles)], [None, *map(np.asarray, l)]
        self.q, self.dq, self.ddq = ([0.0, *x] for x in (q, dq, ddq))
        self.base, self.tool = base, tool
        self.masses = [None] + [rng.uniform(0.2, 1.0, 5) for _ in self.links]
        self.points = [None] + [rng.normal(size=(5, 3)) for _ in self.links]
        self.t = [np.zeros(3)] + [rng.normal(size=3) for _ in self.links]
        self.F = [None] + [rng.normal(size=3) for _ in self.links]
        self.M = [None] + [rng.normal(size=3) for _ in self.links]
        self.m, self.r, self.J = [None], [None], [None]
        for i in self.links:
            weight, place = self.masses[i], self.points[i]
            self.m.append(weight.sum())
            self.r.append(weight @ place / weight.sum())
            arms = [lam(x - self.r[i]) for x in place]
            self.J.append(sum(w * a.T @ a for w, a in zip(weight, arms)))
        self._frames: dict = {}

    def s(self, i: int) -> int:
        """sigma_i: 1 for a revolute joint, 0 for a prismatic one."""
        return self.sigma[i - 1]

    def moving(self, q=None, dq=None, ddq=None) -> Case:
        """The same chain in another state; what is not given stays. Entries from 1, as self.q.

        Frames before the first joint that moves otherwise are those of this chain. Where nothing is
        given none are, so that other things of the chain may be changed then.
        """
        twin = object.__new__(Case)
        twin.__dict__ = self.__dict__ | {
            name: [0.0, *x] for name, x in (("q", q), ("dq", dq), ("ddq", ddq)) if x is not None}
        if q is dq is ddq is None:
            twin._frames = {}
            return twin
        same = 0                                # joints from the first on that move as before
        while same < self.n and all(getattr(twin, name)[same + 1] == getattr(self, name)[same + 1]
                                    for name in ("q", "dq", "ddq")):
            same += 1
        kept = {key for i in range(same + 1) for key in (i, ("axes", i), ("points", i), ("E", i))}
        twin._frames = {key: self._frames[key] for key in kept & self._frames.keys()}
        return twin

    # -- frames ------------------------------------------------------------------------------
    def frame(self, i: int | str) -> tuple[list, Series]:
        """Unit vectors X_i, Y_i, Z_i and the origin of frame i, in frame 0, as series.

        i is 0..n, "B" or "tool".
        """
        return self._once(i, lambda: self._placed(i))

    def _placed(self, i) -> tuple[list, Series]:
        if i == "tool":
            return mounted(*self.frame(self.n), *self.tool)
        if i == "B":
            axes, origin = mounted(*_rest(), *self.base)       # frame 0, seen from {B}
            turn = np.stack([axis.c[0] for axis in axes])
            return [Series.constant(x) for x in turn.T], Series.constant(-turn @ origin.c[0])
        return self._moved(i) if i else _rest()

    def _moved(self, i: int) -> tuple[list, Series]:
        axes, origin = self.frame(i - 1)
        motion = Series([self.q[i], self.dq[i], self.ddq[i] / 2] + [0.0] * (ORDER - 2))
        if self.s(i):
            axes = turned(axes, 2, motion)
        else:
            origin = origin + motion * axes[2]
        return mounted(axes, origin, self.angles[i], self.l[i])

    def axes(self, i: int) -> Series:
        """Matrix whose columns are X_i, Y_i, Z_i in frame 0."""
        return self._once(("axes", i), lambda: Series(
            np.stack([axis.c for axis in self.frame(i)[0]], axis=-1)))

    def _once(self, key, make):
        """What `make` gives, made once for this state."""
        if key not in self._frames:
            self._frames[key] = make()
        return self._frames[key]

    def origin(self, i: int) -> Series:
        """Origin of frame i in frame 0."""
        return self.frame(i)[1]

    def point(self, i: int, x=(0.0, 0.0, 0.0)) -> Series:
        """A point of link i, given in frame i, in frame 0."""
        return self.origin(i) + self.axes(i) @ np.asarray(x)

    # -- the book's quantities, by their meaning ----------------------------------------------
    def tau(self, i: int, j: int) -> np.ndarray:
        """tau_ij: entry (a, b) is the cosine between axis a of frame i and axis b of frame j."""
        return self._once(("tau", i, j), lambda: self.axes(i).c[0].T @ self.axes(j).c[0])

    def dtau(self, i: int, j: int, order: int = 1) -> np.ndarray:
        """Derivative of tau_ij as a matrix."""
        transposed = Series(self.axes(i).c.swapaxes(-1, -2))
        return (transposed @ self.axes(j)).derivative(order)

    def still(self, i: int) -> np.ndarray:
        """tau_{i i-1} with joint i at zero (the book's eps_i)."""
        q = list(self.q[1:])
        q[i - 1] = 0.0
        return self.moving(q=q).tau(i, i - 1)

    def v(self, i: int) -> np.ndarray:
        """v_i: the unit vector of Z_{i-1} in frame i."""
        return self.tau(i, i - 1) @ e

    def L(self, i: int) -> np.ndarray:
        """From the origin of frame i-1 to that of frame i, in frame i."""
        return self.axes(i).c[0].T @ (self.origin(i) - self.origin(i - 1)).c[0]

    def omega(self, i: int, frame: int = 0, relative_to: int = 0) -> np.ndarray:
        """Angular velocity of link i against link `relative_to`, in `frame`.

        Read off the motion of the axes themselves: w x = d/dt of the matrix times its transpose.
        """
        rate = self.dtau(relative_to, i) @ self.tau(i, relative_to)
        return self.tau(frame, relative_to) @ _vector(rate)

    def domega(self, i: int, frame: int = 0) -> np.ndarray:
        """Absolute angular acceleration of link i, projected on `frame`."""
        d0, d1, d2 = (self.dtau(0, i, k) for k in (0, 1, 2))
        return self.tau(frame, 0) @ _vector(d2 @ d0.T + d1 @ d1.T)

    def V(self, i: int, x=(0.0, 0.0, 0.0), frame: int = 0) -> np.ndarray:
        """Absolute velocity of a point of link i (given in frame i), projected on `frame`."""
        return self.tau(frame, 0) @ self.point(i, x).derivative(1)

    def dV(self, i: int, x=(0.0, 0.0, 0.0), frame: int = 0) -> np.ndarray:
        """Absolute acceleration of a point of link i, projected on `frame`."""
        return self.tau(frame, 0) @ self.point(i, x).derivative(2)

    # -- dynamics: every point mass obeys Newton's law ------------------------------------------
    def each_point(self, lowest: int = 1):
        """(mass, position series in frame 0) of every point of links lowest..n."""
        for i in range(lowest, self.n + 1):
            yield from self._once(("points", i), lambda: [
                (weight, self.point(i, x)) for weight, x in zip(self.masses[i], self.points[i])])

    def unit(self, i: int) -> Case:
        """The same position with dq_i = 1 and every other rate zero."""
        return self._once(("unit", i), lambda: self.moving(dq=np.eye(self.n)[i - 1],
                                                           ddq=np.zeros(self.n)))

    def inertia(self) -> np.ndarray:
        """A: sum over the points of m (dx/dq_i . dx/dq_j). (n, n)"""
        rates = [np.stack([np.sqrt(w) * x.derivative(1) for w, x in self.unit(i).each_point()])
                 for i in self.links]
        return np.array([[np.sum(a * b) for b in rates] for a in rates])

    def drives(self, loads: bool = True) -> np.ndarray:
        """Drives by virtual work (Lagrange's equations): sum of m a . dx/dq_i less loads. (n,)"""
        return np.array([self._virtual_work(i, loads) for i in self.links])

    def _virtual_work(self, i: int, loads: bool) -> float:
        twin = self.unit(i)
        work = sum(w * x.derivative(2) @ y.derivative(1)
                   for (w, x), (_, y) in zip(self.each_point(), twin.each_point()))
        if loads:
            work -= sum(self.F[k] @ twin.V(k, self.r[k]) + self.M[k] @ twin.omega(k)
                        for k in self.links)
        return work

    def b(self) -> np.ndarray:
        """b: the drives that hold ddq = 0 without loads. (n,)"""
        return self.moving(ddq=np.zeros(self.n)).drives(loads=False)

    def kinetic_energy(self) -> float:
        """Half the sum of m v^2 over all points."""
        return sum(w * x.derivative(1) @ x.derivative(1) for w, x in self.each_point()) / 2

    def reaction(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """Force and moment of link i-1 on link i at the origin of frame i-1, in frame 0.

        From Newton's law for every point of links i..n and the loads on them.
        """
        pole = self.origin(i - 1).c[0]
        force, moment = np.zeros(3), np.zeros(3)
        for weight, x in self.each_point(i):
            force = force + weight * x.derivative(2)
            moment = moment + np.cross(x.c[0] - pole, weight * x.derivative(2))
        for k in range(i, self.n + 1):
            arm = self.point(k, self.r[k]).c[0] - pole
            force, moment = force - self.F[k], moment - self.M[k] - np.cross(arm, self.F[k])
        return force, moment


def mounted(axes, origin: Series, angles, l) -> tuple[list, Series]:
    """Turn a frame about its own X, then Y, then Z (section 2.4), then shift it by l.

    l is given in the new frame (section 1.4).
    """
    for k in range(3):
        axes = turned(axes, k, angles[k])
    for k in range(3):
        origin = origin + axes[k] * l[k]
    return axes, origin


def _rest() -> tuple[list, Series]:
    return [Series.constant(unit) for unit in np.eye(3)], Series.constant(np.zeros(3))


def _vector(skew: np.ndarray) -> np.ndarray:
    return np.array([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]]) / 2


# -- chains to try formulas on ------------------------------------------------------------------
TYPES = ((1, 0, 1, 1, 0), (0, 1, 1, 0, 1), (1, 1, 0, 1), (1, 1, 1, 1))


def make(sigma, angles, l, rng, **ends) -> Case:
    """A chain of given geometry at a random state."""
    n = len(sigma)
    return Case(sigma, angles, l, rng.uniform(-3, 3, n), rng.normal(size=n), rng.normal(size=n),
                rng, **ends)


@lru_cache
def sample(seed: int) -> Case:
    """Random mixed chain number `seed`, 1, 2, ...; the same one every time."""
    rng = np.random.default_rng(seed)
    sigma = TYPES[(seed - 1) % len(TYPES)]
    n = len(sigma)
    return make(sigma, rng.uniform(-3, 3, (n, 3)), rng.normal(size=(n, 3)), rng)


def samples(count: int = 4) -> list[Case]:
    """Chains of every make-up in TYPES: three mixed, one of revolute joints alone."""
    return [sample(k) for k in range(1, count + 1)]


@lru_cache
def tooled(seed: int) -> Case:
    """Random mixed chain number `seed` with a gripper."""
    rng = np.random.default_rng(seed)
    chain = sample(seed).moving()
    chain.tool = (rng.uniform(-3, 3, 3), rng.normal(size=3))
    return chain


#: l_i^(i) by letters and mounting angles in degrees, the first display of appendix 1
KAWASAKI = (((0, "L_1", 0), (180, -90, 0)), (("L_2", 0, 0), (180, 0, 0)),
            ((0, "L_3", 0), (0, 90, 0)), (("L_4", 0, 0), (0, -90, 0)),
            ((0, 0, "L_5"), (180, 90, 0)), ((0, 0, "L_6"), (0, 0, 0)))


@lru_cache
def kawasaki(seed: int, L_0: float | None = None, L_3: float | None = None) -> Case:
    """The six revolute joints of the appendices with random lengths, at a random state."""
    rng = np.random.default_rng(seed)
    L = dict(zip(("L_0", "L_1", "L_2", "L_3", "L_4", "L_5", "L_6", "L_tool"),
                 rng.uniform(0.2, 1.0, 8))) | {0: 0.0}
    L |= {name: x for name, x in (("L_0", L_0), ("L_3", L_3)) if x is not None}
    l = [[L[x] for x in letters] for letters, _ in KAWASAKI]
    return make([1] * 6, np.radians([angles for _, angles in KAWASAKI]), l, rng,
                base=(np.radians([180, 0, 0]), [0, L["L_0"], 0]),
                tool=(np.radians([-30, 0, 0]), [0, 0, L["L_tool"]]))
