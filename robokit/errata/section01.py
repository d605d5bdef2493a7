"""Section 1: coordinates and parameters, as printed and executed."""

from __future__ import annotations

import numpy as np

from . import oracle
from .forms import Section
from .oracle import e

section = Section()


# -- 1.1: the four classical structures ---------------------------------------------------------
GRID = np.linspace(-1.2, 1.3, 5)
LENGTHS = (0.7, 0.4)


def extents(place) -> np.ndarray:
    """Largest spreads of radius and height over a grid of joint coordinates."""
    points = np.array([place(a, b, c) for a in GRID for b in GRID for c in GRID])
    radius = np.hypot(points[:, 0], points[:, 1])
    return np.array([np.ptp(radius) > 1e-9, np.ptp(points[:, 2]) > 1e-9], dtype=float)


def after(motions, point) -> np.ndarray:
    """A point carried by (kind, axis, value): turns and shifts about the moving frame's axes."""
    axes, origin = list(np.eye(3)), np.zeros(3)
    for kind, k, value in motions:
        if kind == "turn":
            axes = [axis.c[0] for axis in oracle.turned(axes, k, value)]
        else:
            origin = origin + value * axes[k]
    return origin + np.column_stack(axes) @ point


def slides(*directions):
    """Turn about the vertical axis, then slides along two axes of the turned frame."""
    return lambda a, b, c: after([("turn", 2, a), ("slide", directions[0], b + 2),
                                  ("slide", directions[1], c)], np.zeros(3))


@section.erratum("1.1-cylindrical")
def _(c):
    yield extents(slides(0, 1)), extents(slides(0, 2)), np.array([1.0, 1.0])


@section.holds("1.1-cartesian")
def _(c):
    for a, b, d in c.q[1:4], c.dq[1:4]:
        yield after([("slide", 0, a), ("slide", 2, b), ("slide", 1, d)], np.zeros(3)), \
            np.array([a, d, b])


def spherical(second: float) -> np.ndarray:
    """Direction of the slide of the spherical structure after its two turns."""
    return after([("turn", 2, 0.4), ("turn", 1, second)], np.array([1.0, 0.0, 0.0]))


@section.holds("1.1-spherical-slide")
def _(c):
    yield spherical(0.0)[2], 0.0


@section.without("1.1-spherical-slide")
def _(c):
    yield spherical(0.5)[2], 0.0


@section.holds("1.1-spherical-radius")
def _(c):
    for second in GRID:
        yield np.linalg.norm(after([("turn", 2, 0.4), ("turn", 1, second), ("slide", 0, 0.8)],
                                   np.zeros(3))), 0.8


def inner_radius(upper: float, fore: float) -> float:
    """Least distance from the shoulder that two links reach, over all elbow angles."""
    ends = [after([("turn", 1, 0.3), ("slide", 0, upper), ("turn", 1, angle), ("slide", 0, fore)],
                  np.zeros(3)) for angle in np.linspace(0, np.pi, 9)]
    return float(min(map(np.linalg.norm, ends)))


@section.holds("1.1-anthropomorphic-sphere")
def _(c):
    yield inner_radius(0.7, 0.7), 0.0


@section.without("1.1-anthropomorphic-sphere")
def _(c):
    yield inner_radius(0.7, 0.4), 0.0


# -- 1.3: joint coordinates --------------------------------------------------------------------
def measured(c, i) -> tuple[float, float]:
    """Turn about and shift along Z_{i-1} that carry link i from its place at q_i = 0."""
    q = list(c.q[1:])
    q[i - 1] = 0.0
    rest, moved = (x.tau(i - 1, i) for x in (c.moving(q=q), c))
    turn = moved @ rest.T
    shift = c.tau(i - 1, 0) @ (c.point(i).c[0] - c.origin(i - 1).c[0]) \
        - turn @ c.tau(i - 1, 0) @ (c.moving(q=q).point(i).c[0] - c.origin(i - 1).c[0])
    return float(np.arctan2(turn[1, 0], turn[0, 0])), float(shift @ e)


@section.holds(1, 2, 3)
def _(c):
    for i in c.links:
        (theta, s), sigma = measured(c, i), c.s(i)
        yield sigma * c.q[i], theta
        yield (1 - sigma) * c.q[i], s
        yield sigma * theta + (1 - sigma) * s, c.q[i]


# -- 1.4: parameters ----------------------------------------------------------------------------
def turned(order, angles, own: bool) -> np.ndarray:
    """Axes (columns) after turns about the frame's own axes, or about the axes it started from."""
    result = np.eye(3)
    for k in order:
        turn = np.column_stack([a.c[0] for a in oracle.turned(np.eye(3), k, angles[k])])
        result = result @ turn if own else turn @ result
    return result


@section.holds("1.4-mounting-angles")
def _(c):
    for i in c.links:
        yield turned((0, 1, 2), c.angles[i], own=True), c.still(i).T


@section.without("1.4-mounting-angles")
def _(c):
    for i in c.links:                                  # about fixed axes; frame i turned back
        yield turned((0, 1, 2), c.angles[i], own=False), c.still(i).T
        yield turned((2, 1, 0), -c.angles[i], own=False), c.still(i).T


@section.holds("1.4-length-vector")
def _(c):
    for i in c.links:
        q = list(c.q[1:])
        q[i - 1] = 0.0
        yield c.l[i], c.moving(q=q).L(i)


def moment(c, i, pole, k) -> float:
    """Moment of inertia about the line through `pole` parallel to axis k of frame i."""
    arms = np.cross(c.points[i] - pole, np.eye(3)[k])
    return c.masses[i] @ np.sum(arms**2, axis=1)


def products(c, i) -> dict[str, float]:
    """Sums of m x y, m x z, m y z with coordinates counted from the centre of mass."""
    x, y, z = (c.points[i] - c.r[i]).T
    w = c.masses[i]
    return {"xy": w @ (x * y), "xz": w @ (x * z), "yz": w @ (y * z)}


def tensor(c, i, defined: dict[str, float]) -> np.ndarray:
    """The matrix J_i of section 1.4, NaN where a symbol in it has not been defined."""
    d = {key: defined.get(key, np.nan) for key in ("xy", "yx", "xz", "zx", "yz", "zy")}
    xx, yy, zz = (moment(c, i, c.r[i], k) for k in range(3))
    return np.array([[xx, -d["xy"], -d["xz"]], [-d["yx"], yy, -d["yz"]], [-d["zx"], -d["zy"], zz]])


@section.erratum("1.3-products")
def _(c):
    for i in c.links:
        printed = products(c, i)
        corrected = printed | {k[::-1]: x for k, x in printed.items()}
        yield tensor(c, i, printed), tensor(c, i, corrected), c.J[i]


@section.holds(6)
def _(c):
    for i in c.links:
        full = products(c, i)
        J = tensor(c, i, full | {k[::-1]: x for k, x in full.items()})
        for w in np.eye(3), np.ones((1, 3)):          # energy of a turn about the centre of mass
            for axis in w:
                speeds = np.cross(axis, c.points[i] - c.r[i])
                yield axis @ J @ axis, c.masses[i] @ np.sum(speeds**2, axis=1)


@section.holds(7)
def _(c):
    for i in c.links:
        x, y, z = (c.points[i] - c.r[i]).T
        w = c.masses[i]
        sums = [w @ (y**2 + z**2), w @ (x**2 + z**2), w @ (x**2 + y**2)]
        yield sums, [moment(c, i, c.r[i], k) for k in range(3)]


@section.holds("1.4-moments-about-axes")
def _(c):
    for i in c.links:
        shifted = c.points[i] - c.r[i]                # a link whose frame has its origin there
        arms = shifted[:, 1]**2 + shifted[:, 2]**2
        yield c.masses[i] @ arms, c.J[i][0, 0]


@section.without("1.4-moments-about-axes")
def _(c):
    for i in c.links:
        yield moment(c, i, np.zeros(3), 0), c.J[i][0, 0]
