"""Appendix 2: inverse position problem of the Kawasaki FS20N, as printed and executed.

Each printed step is given what it needs from the moved frames themselves, so a step that fails
does not spoil the next one. O, A, C, D are the book's points: the origin of frame 0, the
horizontal projection of C, the origin of frame 4, the origin of frame 1.
"""

from __future__ import annotations

import numpy as np
from numpy import arctan2, cos, sin

from . import oracle
from .forms import Section
from .section02 import pass_z, turn_x, turn_y, turn_z
from .section03 import arctg
from .section04 import angle, axis, k_e, k_s, k_w, vector

section = Section(oracle.kawasaki(seed, L_0=0.0) for seed in range(1, 13))
E_X, E_Z = np.eye(3)[0], np.eye(3)[2]
norm = np.linalg.norm


# -- from the gripper to frames 6 and 4 ---------------------------------------------------------
@section.erratum("A2-name-of-tau")
def _(c):
    yield c.tau(6, "tool") @ c.tau(6, 0) @ c.t[1], c.tau("tool", 6) @ c.tau(6, 0) @ c.t[1], \
        c.tau("tool", 0) @ c.t[1]


@section.erratum("A2-axes-xyx")
def _(c):
    a, b, g = c.dq[1:4]
    axes, _ = oracle.mounted(np.eye(3), oracle.Series.constant(np.zeros(3)), (a, b, g), np.zeros(3))
    yield turn_x(a) @ turn_y(b) @ turn_x(g), turn_x(a) @ turn_y(b) @ turn_z(g), \
        np.column_stack([vector.c[0] for vector in axes])


@section.holds(285)
def _(c):
    yield c.tau("tool", "B").T @ c.tau("tool", 6), c.tau("B", 6)


@section.holds(286)
def _(c):
    yield c.tau(0, "B") @ c.tau("B", 6), c.tau(0, 6)


@section.erratum("A2-tau06-name")
def _(c):
    formula = c.tau(0, "B") @ c.tau("B", 6)
    yield c.tau(0, "tool") - formula, c.tau(0, 6) - formula, np.zeros((3, 3))


def gripper_from_0(c) -> np.ndarray:
    return c.tau(0, "B") @ (c.tau("B", 0) @ vector(c, "B", "tool"))


@section.holds(287)
def _(c):
    yield gripper_from_0(c), vector(c, 0, "tool")


@section.without(287)
def _(c):
    high = oracle.kawasaki(1)
    yield gripper_from_0(high), vector(high, 0, "tool")


@section.erratum("A2-l60")
def _(c):
    arrow = c.tau(6, 0) @ vector(c, 6, "tool")
    yield vector(c, 0, "tool") - c.tau("tool", 6) @ arrow, \
        vector(c, 0, "tool") - c.tau(0, 6) @ arrow, vector(c, 0, 6)


@section.holds(289)
def _(c):
    yield vector(c, 0, 6) - (norm(c.l[5]) + norm(c.l[6])) * c.tau(0, 6)[:, 2], vector(c, 0, 4)


# -- q_1 ----------------------------------------------------------------------------------------
def towards(c) -> np.ndarray:
    """k_s OA / |OA|."""
    OA = vector(c, 0, 4) * [1, 1, 0]
    return k_s(c) * OA / np.hypot(*OA[:2])


@section.holds(290, 291)
def _(c):
    yield [0, norm(c.l[1]), 0], c.tau(1, 0) @ vector(c, 0, 1)


@section.holds(293)
def _(c):
    yield towards(c) * norm(c.l[1]), vector(c, 0, 1)


@section.holds(294)
def _(c):
    yield towards(c), axis(c, 1, 1)


@section.holds(295)
def _(c):
    yield vector(c, 0, 4) - towards(c) * norm(c.l[1]), vector(c, 1, 4)


@section.holds(296)
def _(c):
    yield np.cross(-axis(c, 0, 2), axis(c, 1, 1)), axis(c, 1, 2)


@section.holds(297)
def _(c):
    yield np.cross(E_X, -axis(c, 1, 2)) @ E_Z, sin(c.q[1])


@section.holds(298)
def _(c):
    yield -axis(c, 1, 2) @ E_X, cos(c.q[1])


@section.holds(300)
def _(c):
    yield E_X, axis(c, 0, 0)
    yield E_Z, axis(c, 0, 2)


@section.holds(301)
def _(c):
    yield (c.still(1) @ pass_z(c.q[1])).T, c.tau(0, 1)


@section.without(301)
def _(c):
    yield (c.still(1) @ turn_z(c.q[1])).T, c.tau(0, 1)


@section.holds(302)
def _(c):
    yield axis(c, 1, 2), -axis(c, 2, 2)
    yield axis(c, 5, 2), axis(c, 6, 2)


@section.holds("A2-columns")
def _(c):
    yield c.tau(0, 1)[:, 2], axis(c, 1, 2), -axis(c, 2, 2)
    yield c.tau(0, 1)[:, 0], axis(c, 1, 0)


@section.holds("A2-elbow-sign")
def _(c):
    yield missed_by(c, elbow=-1.0), np.zeros(6)


@section.without("A2-elbow-sign")
def _(c):
    yield missed_by(c, elbow=1.0), np.zeros(6)


# -- q_2 ----------------------------------------------------------------------------------------
def triangle(c) -> tuple[np.floating, np.floating, np.floating, np.floating]:
    """|l_2|, |l_42|, |l_41| and half of their sum, by the printed formula."""
    a, b, d = norm(c.l[2]), np.sqrt(norm(c.l[3])**2 + norm(c.l[4])**2), norm(vector(c, 1, 4))
    return a, b, d, (a + b + d) / 2


def corner(c) -> float:
    """Angle A between l_2 and l_41, by its cosine."""
    a, d = vector(c, 1, 2), vector(c, 1, 4)
    return np.arccos(a @ d / norm(a) / norm(d))


@section.holds(303)
def _(c):
    yield triangle(c)[3], sum(norm(vector(c, *ends)) for ends in ((1, 2), (2, 4), (1, 4))) / 2


@section.holds(304)
def _(c):
    yield arctg(sin(corner(c) / 2), cos(corner(c) / 2)), corner(c) / 2


@section.holds(305)
def _(c):
    a, _, d, P = triangle(c)
    yield np.sqrt((P - a) * (P - d) / (a * d)), sin(corner(c) / 2)


@section.holds(306)
def _(c):
    a, b, d, P = triangle(c)
    yield np.sqrt(P * (P - b) / (a * d)), cos(corner(c) / 2)


def Q(c) -> float:
    """Angle from X_1 to l_41 about Z_1."""
    return angle(axis(c, 1, 0), vector(c, 1, 4), axis(c, 1, 2))


@section.holds(307)
def _(c):
    yield axis(c, 1, 0) @ vector(c, 1, 4) / norm(vector(c, 1, 4)), cos(Q(c))


@section.erratum("A2-sin-Q")
def _(c):
    x, l, z = axis(c, 1, 0), vector(c, 1, 4), axis(c, 1, 2)
    yield (x @ l) * z / norm(l), np.cross(x, l) @ z / norm(l), sin(Q(c))


def elbow_index(c) -> float:
    """The elbow's index taken from the vector to the wrist instead of Z_3."""
    return np.sign(np.cross(axis(c, 2, 0), vector(c, 2, 4)) @ axis(c, 1, 2))


@section.erratum("A2-q2-sign")
def _(c):
    straight = oracle.kawasaki(1, L_0=0.0, L_3=0.0).moving(q=c.q[1:])
    for state, index in (straight, k_e(straight)), (c, elbow_index(c)):
        truth = [cos(state.q[2]), sin(state.q[2])]
        plus, minus = (Q(state) + sign * index * corner(state) for sign in (1, -1))
        yield [cos(plus), sin(plus)], [cos(minus), sin(minus)], truth


@section.holds(311)
def _(c):
    yield abs(k_e(c)), 1.0


@section.erratum("A2-tau12-argument")
def _(c):
    first = (c.still(1) @ pass_z(c.q[1])).T
    printed, corrected = (first @ (c.still(2) @ pass_z(c.q[k])).T for k in (1, 2))
    yield printed, corrected, c.tau(0, 2)


@section.holds(313)
def _(c):
    yield vector(c, 1, 4) - c.tau(0, 2) @ c.l[2], vector(c, 2, 4)


# -- q_3 ----------------------------------------------------------------------------------------
def M(c) -> float:
    """Angle from X_2 to l_42 about Z_2."""
    return angle(axis(c, 2, 0), vector(c, 2, 4), axis(c, 2, 2))


@section.holds(314)
def _(c):
    yield axis(c, 2, 0) @ vector(c, 2, 4) / norm(vector(c, 2, 4)), cos(M(c))


@section.holds(315)
def _(c):
    l = vector(c, 2, 4)
    yield np.cross(axis(c, 2, 0), l) @ axis(c, 2, 2) / norm(l), sin(M(c))


@section.erratum("A2-from-M-to-Z3")
def _(c):
    offset = arctan2(norm(c.l[3]), norm(c.l[4]))
    candidates = (np.array([cos(x), sin(x)]) for x in (M(c), M(c) - offset))
    yield *candidates, [cos(c.q[3]), sin(c.q[3])]


@section.holds(316)
def _(c):
    x, z = axis(c, 2, 0), axis(c, 3, 2)
    yield [x @ z, np.cross(x, z) @ axis(c, 2, 2)], [cos(c.q[3]), sin(c.q[3])]


# -- q_4, q_5, q_6 ------------------------------------------------------------------------------
@section.holds(318)
def _(c):
    z3, z4, z6 = (axis(c, k, 2) for k in (3, 4, 6))
    between = np.arccos(z6 @ z3)
    sign = np.sign(np.cross(z6, z3) @ z4)
    yield sign * z4 * sin(between), np.cross(z6, z3)


@section.holds(319)
def _(c):
    z3, z4, z6 = (axis(c, k, 2) for k in (3, 4, 6))
    yield k_w(c) * np.cross(z6, z3) / np.sqrt(1 - (z6 @ z3)**2), z4


@section.holds(320)
def _(c):
    yield axis(c, 3, 2), axis(c, 4, 0)
    yield axis(c, 3, 0), -axis(c, 2, 2)


@section.holds(321)
def _(c):
    yield axis(c, 2, 2) @ axis(c, 4, 2), cos(c.q[4])


@section.erratum("A2-sin-q4")
def _(c):
    z2, z3, z4 = (axis(c, k, 2) for k in (2, 3, 4))
    yield (z2 @ z4) * z3, np.cross(z2, z4) @ z3, sin(c.q[4])


@section.holds(324)
def _(c):
    yield axis(c, 3, 2) @ axis(c, 6, 2), cos(c.q[5])


@section.holds(325)
def _(c):
    yield np.cross(axis(c, 3, 2), axis(c, 6, 2)) @ axis(c, 4, 2), sin(c.q[5])


@section.holds(327)
def _(c):
    yield axis(c, 4, 2) @ axis(c, 6, 0), cos(c.q[6])


@section.holds(328)
def _(c):
    yield np.cross(axis(c, 4, 2), axis(c, 6, 0)) @ axis(c, 6, 2), sin(c.q[6])


def from_sine_and_cosine(name: str, true_angle) -> None:
    @section.erratum(f"A2-arctg-{name}")
    def _(c):
        s, k = sin(true_angle(c)), cos(true_angle(c))
        yield arctg(s, k), arctan2(s, k), true_angle(c)


from_sine_and_cosine("Q", Q)
for _k in 1, 3, 4, 5, 6:
    from_sine_and_cosine(f"q{_k}", lambda c, k=_k: c.q[k])


# -- the whole way ------------------------------------------------------------------------------
def solved(c, arc=arctan2, elbow=-1.0) -> np.ndarray:
    """q from the pose of the gripper and the three indices, by the steps of the appendix.

    `arc` is arctg or atan2; `elbow` is the sign before k_e A. The other errata are corrected.
    """
    tau_06 = c.tau(0, "tool") @ c.tau("tool", 6)
    l_40 = vector(c, 0, "tool") - tau_06 @ (c.tau(6, "tool") @ c.tool[1]) \
        - (norm(c.l[5]) + norm(c.l[6])) * tau_06[:, 2]
    y_1 = towards(c)
    l_41, z_1 = l_40 - y_1 * norm(c.l[1]), -np.cross(E_Z, y_1)
    q_1 = arc(-np.cross(E_X, z_1) @ E_Z, -z_1 @ E_X)
    tau_01 = (c.still(1) @ pass_z(q_1)).T
    a, b, d, P = triangle(c)
    A = 2 * arc(np.sqrt((P - a) * (P - d)), np.sqrt(P * (P - b)))
    x_1, z_1 = tau_01[:, 0], tau_01[:, 2]
    q_2 = arc(np.cross(x_1, l_41) @ z_1, x_1 @ l_41) + elbow * elbow_index(c) * A
    tau_02 = tau_01 @ (c.still(2) @ pass_z(q_2)).T
    l_42, x_2, z_2 = l_41 - tau_02 @ c.l[2], tau_02[:, 0], tau_02[:, 2]
    q_3 = arc(np.cross(x_2, l_42) @ z_2, x_2 @ l_42) - arctan2(norm(c.l[3]), norm(c.l[4]))
    z_3, z_6, x_6 = (tau_02 @ (c.still(3) @ pass_z(q_3)).T)[:, 2], tau_06[:, 2], tau_06[:, 0]
    z_4 = k_w(c) * np.cross(z_6, z_3) / np.sqrt(1 - (z_6 @ z_3)**2)
    q_4 = arc(np.cross(z_2, z_4) @ z_3, z_2 @ z_4)
    q_5 = arc(np.cross(z_3, z_6) @ z_4, z_3 @ z_6)
    q_6 = arc(np.cross(z_4, x_6) @ z_6, z_4 @ x_6)
    return np.array([q_1, q_2, q_3, q_4, q_5, q_6])


def missed_by(c, **slips) -> np.ndarray:
    """Differences between the angles found and those set, in (-pi, pi]."""
    return np.angle(np.exp(1j * (solved(c, **slips) - c.q[1:])))


@section.holds("A2-round-trip")
def _(c):
    yield missed_by(c), np.zeros(6)


@section.without("A2-round-trip")
def _(c):
    yield missed_by(c, arc=arctg), np.zeros(6)
