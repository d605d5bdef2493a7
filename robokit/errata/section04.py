"""Section 4: forward and inverse position problems, as printed and executed."""

from __future__ import annotations

import numpy as np

from . import oracle
from .forms import Section
from .section02 import product, rising, turn_x, turn_z

section = Section([*(oracle.tooled(k) for k in range(1, 5)), *map(oracle.kawasaki, range(1, 5))])


def is_kawasaki(c) -> bool:
    return c.base is not None


def axis(c, i, k) -> np.ndarray:
    """X_i, Y_i or Z_i (k = 0, 1, 2) in frame 0."""
    return c.axes(i).c[0][:, k]


def vector(c, start, end) -> np.ndarray:
    """From the origin of one frame to that of another, in frame 0."""
    return c.origin(end).c[0] - c.origin(start).c[0]


# -- 4.1 ----------------------------------------------------------------------------------------
@section.holds(85)
def _(c):
    yield product([*rising(c, 0, c.n), c.tau(c.n, "tool")]), c.tau(0, "tool")


@section.without(85)
def _(c):
    yield product([c.tau(c.n, "tool"), *rising(c, 0, c.n)[::-1]]), c.tau(0, "tool")


def gripper_position(c, arrow) -> np.ndarray:
    return c.tau(0, "tool") @ arrow + sum(c.tau(0, j) @ c.L(j) for j in c.links)


@section.holds(86)
def _(c):
    yield gripper_position(c, c.tool[1]), c.origin("tool").c[0]


@section.without(86)
def _(c):
    yield gripper_position(c, np.zeros(3)), c.origin("tool").c[0]


@section.holds("4.1-unique")
def _(c):
    again = c.moving(q=[x + 2 * np.pi * s for x, s in zip(c.q[1:], c.sigma)])
    yield again.tau(0, "tool"), c.tau(0, "tool")
    yield again.origin("tool").c[0], c.origin("tool").c[0]


# -- 4.2: several solutions, infinitely many, none ----------------------------------------------
def pitch_and_roll(a, b, g) -> np.ndarray:
    """Orientation of figure 4.1's arm: yaw about Z, pitch about X, roll about the last link."""
    return turn_z(a) @ turn_x(b) @ turn_z(g)


TILT, HALF = np.radians(30), np.pi


@section.holds("4.2-two-poses")
def _(c):
    yield pitch_and_roll(HALF, TILT, HALF), pitch_and_roll(0, -TILT, 0)


@section.without("4.2-two-poses")
def _(c):
    yield turn_z(HALF) @ turn_x(TILT) @ turn_x(HALF), turn_z(0) @ turn_x(-TILT) @ turn_x(0)


@section.holds("4.2-straight-arm")
def _(c):
    yield pitch_and_roll(c.q[1] + c.dq[1], 0, c.q[2] - c.dq[1]), pitch_and_roll(c.q[1], 0, c.q[2])


def overshoot(c) -> float:
    """How far the gripper's origin lies beyond the sum of the lengths of the links."""
    most = sum(np.linalg.norm(c.l[i]) for i in c.links) + np.linalg.norm(c.tool[1])
    return max(0.0, float(np.linalg.norm(c.origin("tool").c[0]) - most))


@section.holds("4.2-reach")
def _(c):
    if all(c.sigma):
        yield overshoot(c), 0.0


@section.without("4.2-reach")
def _(c):
    if not all(c.sigma):
        yield overshoot(c.moving(q=100 * np.ones(c.n))), 0.0


# -- 4.2: configuration indices of the Kawasaki -------------------------------------------------
def k_s(c) -> float:
    return np.sign(np.cross(vector(c, 0, 4), axis(c, 0, 2)) @ axis(c, 1, 2))


def k_e(c) -> float:
    return np.sign(np.cross(axis(c, 2, 0), axis(c, 3, 2)) @ axis(c, 1, 2))


def k_w(c) -> float:
    return np.sign(axis(c, 4, 2) @ np.cross(axis(c, 6, 2), axis(c, 3, 2)))


def states(c):
    """Some configurations of the Kawasaki."""
    rng = np.random.default_rng(7)
    return [c.moving(q=rng.uniform(-3, 3, 6)) for _ in range(12)] if is_kawasaki(c) else []


def angle(a, b, about) -> float:
    """Angle from a to b about a unit vector across both."""
    return np.arctan2(np.cross(a, b) @ about, a @ b)


@section.holds(87)
def _(c):
    for state in states(c):
        yield k_s(state), np.sign(vector(state, 0, 4) @ axis(state, 1, 1))


def other_elbow(c):
    """The same place of the wrist with the elbow on the other side of the line to it."""
    to_wrist = angle(axis(c, 1, 0), vector(c, 1, 4), axis(c, 1, 2))
    bend = angle(axis(c, 2, 0), vector(c, 2, 4), axis(c, 2, 2))
    q = list(c.q[1:])
    q[1], q[2] = 2 * to_wrist - q[1], q[2] - 2 * bend
    return c.moving(q=q)


def straight_forearm(c):
    """The same states of the Kawasaki with L_3 = 0."""
    l = list(c.l)
    l[3] = np.zeros(3)
    twin = c.moving()
    twin.l = l
    return states(twin) if is_kawasaki(c) else []


@section.holds(88)
def _(c):
    for state in straight_forearm(c):
        other = other_elbow(state)
        yield vector(other, 0, 4), vector(state, 0, 4)
        yield -k_e(other), k_e(state)


@section.without(88)
def _(c):
    for state in states(c):
        yield -k_e(other_elbow(state)), k_e(state)


def other_wrist(c):
    """The same orientation of the gripper with the wrist turned over."""
    q = list(c.q[1:])
    q[3], q[4], q[5] = q[3] + np.pi, -q[4], q[5] + np.pi
    return c.moving(q=q)


@section.holds(89)
def _(c):
    for state in states(c):
        other = other_wrist(state)
        yield other.tau("B", "tool"), state.tau("B", "tool")
        yield other.origin("tool").c[0], state.origin("tool").c[0]
        yield -k_w(other), k_w(state)


@section.erratum("4.2-wrist-back")
def _(c):
    for state in states(c):
        straighter = angle_after_turn(state) < angle_after_turn(state, 0.0)
        yield k_e(state), k_w(state), 1.0 if straighter else -1.0


def angle_after_turn(c, turn: float = 1e-6) -> float:
    """Angle between Z_3 and Z_6 after a small positive turn about Z_4."""
    q = list(c.q[1:])
    q[4] += turn
    moved = c.moving(q=q)
    return np.arccos(axis(moved, 3, 2) @ axis(moved, 6, 2))
