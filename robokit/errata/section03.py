"""Section 3: positions and orientation angles of the links, as printed and executed."""

from __future__ import annotations

import numpy as np
from numpy import arctan, arctan2, cos, sin
from scipy.spatial.transform import Rotation

from .forms import Readings, Section
from .oracle import e
from .section02 import argument, eps, pass_z, turn_x, turn_y, turn_z

section = Section()


def seen_from(c, i, point, origin, frame) -> np.ndarray:
    """t_{i(origin)}^(frame): from the origin of frame `origin` to a point of link i."""
    arrow = c.point(i, point).c[0] - c.origin(origin).c[0]
    return c.tau(frame, 0) @ arrow


def slide(c, i) -> float:
    """(1 - sigma_i) q_i."""
    return (1 - c.s(i)) * c.q[i]


# -- 3.1 ----------------------------------------------------------------------------------------
@section.erratum("3.1-next-frame")
def _(c):
    for i in range(2, c.n + 1):
        x = c.t[i - 1] - e * slide(c, i)
        printed = [m @ x - c.l[i] for m in (c.tau(i - 1, i), c.tau(0, i - 1), c.tau(i - 1, 0))]
        yield Readings(printed), c.tau(i, i - 1) @ x - c.l[i], seen_from(c, i - 1, c.t[i - 1], i, i)


@section.erratum("3.1-previous-frame")
def _(c):
    for i in range(2, c.n + 1):
        x, s = c.t[i] + c.l[i], e * slide(c, i)
        printed = [m @ x + s for m in (c.tau(i, i - 1), c.tau(0, i - 1), c.tau(i - 1, 0))]
        yield Readings(printed), c.tau(i - 1, i) @ x + s, seen_from(c, i, c.t[i], i - 1, i - 1)


@section.erratum("3.1-whose-point")
def _(c):
    elsewhere = c.moving(q=c.dq[1:])
    for i in c.links:                  # a point of link i - 1 stays where it is when q_i changes
        right = [k.tau(i - 1, i) @ (c.t[i] + c.l[i]) + e * slide(k, i) for k in (c, elsewhere)]
        of_link = [seen_from(k, i, c.t[i], i - 1, i - 1) for k in (c, elsewhere)]
        yield np.zeros(3), of_link[1] - of_link[0], right[1] - right[0]


def chain_of(c, i) -> list[np.ndarray]:
    """t_{i(i-1)}^(i-1), t_{i(i-2)}^(i-2), ..., t_{i(0)}^(0) by the recurrence."""
    steps = [c.t[i]]
    for k in range(i, 0, -1):
        steps.append(c.tau(k - 1, k) @ (steps[-1] + c.l[k]) + e * slide(c, k))
    return steps[1:]


@section.holds(66)
def _(c):
    for i in c.links:
        for step, k in zip(chain_of(c, i), range(i - 1, -1, -1)):
            yield step, seen_from(c, i, c.t[i], k, k)


@section.holds("3.1-number-of-equations")
def _(c):
    yield len(chain_of(c, c.n)), c.n


@section.without("3.1-number-of-equations")
def _(c):
    yield len(chain_of(c, c.n - 1)), c.n


@section.holds(67)
def _(c):
    for i in range(3, c.n + 1):
        inner = c.tau(i - 1, i) @ (c.t[i] + c.l[i]) + e * slide(c, i)
        for k in range(i - 1, 0, -1):
            inner = c.tau(k - 1, k) @ (inner + c.l[k]) + e * slide(c, k)
        yield inner, seen_from(c, i, c.t[i], 0, 0)


@section.holds(68)
def _(c):
    for i in c.links:
        yield c.tau(0, i) @ c.t[i] + sum(c.tau(0, j - 1) @ e * slide(c, j) + c.tau(0, j) @ c.l[j]
                                         for j in range(1, i + 1)), seen_from(c, i, c.t[i], 0, 0)


def printed_v(c, j) -> np.ndarray:
    """v_j = eps_j e."""
    return eps(c, j) @ e


@section.holds(69)
def _(c):
    for i in c.links:
        yield c.tau(0, i) @ c.t[i] + sum(c.tau(0, j) @ (printed_v(c, j) * slide(c, j) + c.l[j])
                                         for j in range(1, i + 1)), seen_from(c, i, c.t[i], 0, 0)


@section.holds(70)
def _(c):
    for j in c.links:
        yield eps(c, j) @ pass_z(argument(c, j)) @ e, eps(c, j) @ e, c.tau(j, j - 1) @ e
        yield c.moving(q=c.dq[1:]).v(j), c.v(j)


@section.holds(71)
def _(c):
    for i in c.links:
        yield c.tau(0, i) @ c.t[i] + sum(c.tau(0, j) @ c.L(j) for j in range(1, i + 1)), \
            seen_from(c, i, c.t[i], 0, 0)


@section.holds(72)
def _(c):
    for j in c.links:
        yield printed_v(c, j) * slide(c, j) + c.l[j], c.L(j)


@section.holds(73)
def _(c):
    for i in c.links:
        yield c.t[i] + sum(c.tau(i, j) @ (printed_v(c, j) * slide(c, j) + c.l[j])
                           for j in range(1, i + 1)), seen_from(c, i, c.t[i], 0, i)


@section.holds(74)
def _(c):
    for i in c.links:
        yield c.t[i] + sum(c.tau(i, j) @ c.L(j) for j in range(1, i + 1)), \
            seen_from(c, i, c.t[i], 0, i)


# -- 3.2 ----------------------------------------------------------------------------------------
def angles(tau) -> tuple[float, float, float]:
    """P, Y, R of tau as turns about the moving axes X, Y, Z, from scipy."""
    return tuple(Rotation.from_matrix(tau).as_euler("XYZ"))


def composed(P, Y, R) -> np.ndarray:
    return turn_x(P) @ turn_y(Y) @ turn_z(R)


@section.erratum("3.2-cosines")
def _(c):
    for i in c.links:
        base, own = np.eye(3), c.axes(i).c[0].T
        same = np.array([[base[a] @ own[a] for b in range(3)] for a in range(3)])
        each = np.array([[base[a] @ own[b] for b in range(3)] for a in range(3)])
        yield same, each, c.tau(0, i)


@section.holds("3.2-columns")
def _(c):
    for i in c.links:
        yield np.column_stack([axis.c[0] for axis in c.frame(i)[0]]), c.tau(0, i)


@section.holds(75, 76)
def _(c):
    for i in c.links:
        yield composed(*angles(c.tau(0, i))), c.tau(0, i)


@section.holds(78)
def _(c):
    for i in c.links:
        P, Y, R = angles(c.tau(0, i))
        yield turn_x(P).T @ composed(P, Y, R), turn_x(P).T @ c.tau(0, i)


@section.holds(79)
def _(c):
    for i in c.links:
        P, Y, R = angles(c.tau(0, i))
        yield turn_y(Y) @ turn_z(R), turn_x(P).T @ c.tau(0, i)


@section.holds(80)
def _(c):
    for i in c.links:
        P, Y, R = angles(c.tau(0, i))
        left = np.array([[1, 0, 0], [0, cos(P), sin(P)], [0, -sin(P), cos(P)]]) @ c.tau(0, i)
        right = np.array([[cos(Y), 0, sin(Y)], [0, 1, 0], [-sin(Y), 0, cos(Y)]]) \
            @ np.array([[cos(R), -sin(R), 0], [sin(R), cos(R), 0], [0, 0, 1]])
        yield left, right


@section.erratum("3.2-left-product")
def _(c):
    for i in c.links:
        t = c.tau(0, i)
        P = angles(t)[0]
        rows = [t[0], t[1] * cos(P) + t[2] * sin(P), t[2] * cos(P) - t[1] * sin(P)]
        printed = np.array(rows)
        printed[2, 0] = t[2, 1] * cos(P) - t[1, 1] * sin(P)
        yield printed, np.array(rows), turn_x(P).T @ t


@section.erratum("3.2-right-product")
def _(c):
    for i in c.links:
        P, Y, R = angles(c.tau(0, i))
        rows = [cos(Y) * cos(R), -cos(Y) * sin(R), sin(Y)], [sin(R), cos(R), 0]
        printed = [*rows, [-sin(Y) * sin(R), sin(Y) * cos(R), cos(Y)]]
        corrected = [*rows, [-sin(Y) * cos(R), sin(Y) * sin(R), cos(Y)]]
        yield printed, corrected, turn_x(P).T @ c.tau(0, i)


@section.holds(82)
def _(c):
    for i in c.links:
        t = c.tau(0, i)
        P = arctan(-t[1, 2] / t[2, 2])
        yield t[1, 2] * cos(P) + t[2, 2] * sin(P), 0.0


@section.without(82)
def _(c):
    for i in c.links:                                  # as the P of the turns with cos Y > 0
        t = c.tau(0, i)
        yield arctan(-t[1, 2] / t[2, 2]), angles(t)[0]


def arctg(sine: float, cosine: float) -> float:
    """The principal value of the ratio, as the book writes it."""
    return arctan(sine / cosine)


def steps(t, arc) -> tuple[float, float, float]:
    """P, Y, R by the last formulas of section 3.2 with arc(sine, cosine) for arctg."""
    P = arctan(-t[1, 2] / t[2, 2])
    Y = arc(t[0, 2], t[2, 2] * cos(P) - t[1, 2] * sin(P))
    R = arc(t[1, 0] * cos(P) + t[2, 0] * sin(P), t[1, 1] * cos(P) + t[2, 1] * sin(P))
    return P, Y, R


@section.erratum("3.2-yaw-branch")
def _(c):
    for i in c.links:
        t = c.tau(0, i)
        P, Y, _ = steps(t, arctg)
        right = steps(t, arctan2)[1]
        yield [sin(Y), cos(Y)], [sin(right), cos(right)], (turn_x(P).T @ t)[[0, 2], 2]


@section.erratum("3.2-roll-branch")
def _(c):
    for i in c.links:
        t = c.tau(0, i)
        P, _, R = steps(t, arctg)
        right = steps(t, arctan2)[2]
        yield [sin(R), cos(R)], [sin(right), cos(right)], (turn_x(P).T @ t)[1, :2]


@section.holds("3.2-three-angles")
def _(c):
    for i in c.links:
        t = c.tau(0, i)
        yield composed(*steps(t, arctan2)), t
        P, Y, R = angles(t)
        if min(t[2, 2], cos(Y), cos(R)) > 0:
            yield composed(*steps(t, arctg)), t


@section.without("3.2-three-angles")
def _(c):
    for i in c.links:
        yield composed(*steps(c.tau(0, i), arctg)), c.tau(0, i)
