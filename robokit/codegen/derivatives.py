"""Derivatives of the drives by coordinates and rates, as single products on composite bodies.

Zaremba's theorems (1990, see `recursive`): a frozen chain keeps its inertia, and a derivative by
q_j is a bracket with the screw of joint j. So all links behind a joint are one body in every
derivative, and what the motion brings to it takes one more matrix, gathered as inertias are:

    m, h, S                       the links from i to n as one body, about the origin O_i
    K = 2 int y y'^T dm           with p = 2 int y' dm; y from O_i, y' as O_i sees it

Turn joint j by a small angle and look on from axes that turn with it. A place y from O_j then gains
the acceleration, by q_j and by dq_j,

    e'' x y + 2 e' x y' - e x a    and    2 e' x y + 2 e x y',

with e the unit vector of the axis, e' = omega x e, e'' = U e, a the acceleration of O_j less
gravity and U = lam(domega) + lam(omega)^2; a place shifted along a prismatic axis gains e'' and
2 e'. The force and the moment of a field b x y + c x y' + d on the composite body are

    b x h + c x p / 2 + m d    and    (tr S - S) b + (tr K - K^T) c / 2 + h x d.

For a joint i behind, its drive in the field of joint j is one product with the force g_i of a unit
acceleration of joint i (which gives the column of A) and the part r_i of K that its axis sees, both
carried to joint j as forces are. For a joint in front, the force of the field of joint i, and what
turned with its body, is carried there, half the way: from links far behind to the last one that has
the axes in front at hand; these come there the other way, once for all forces. External forces do
not turn with the body; what they lack is gathered in the sum of x F^T. All quantities are in SI
units, on the axes of their link.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..types import ArrayLike
from .recursions import (
    Factors,
    Force,
    Group,
    Inertia,
    Joint,
    Motion,
    Moving,
    before,
    force,
    gathered,
    matrix_before,
    motions,
    passing,
    together,
    unit_force,
)
from .vectors import ZERO, Matrix, Real, Vector, apply, cross, dot, onto, plus, scaled, times

__all__ = ["Load", "forward_slopes", "slopes"]

Table = list[list[Real]]                # (n, n)


class Behind(NamedTuple):
    """Of a drive, seen at joint j: the force of a unit acceleration of its own joint, the part of
    the flow that its axis sees, and what external forces lack.
    """

    j: int
    at: Force
    r: Vector
    lacking: Vector


@dataclass
class Flow:
    """What the points x of a body carry, vectors v: K, the sum of x v^T, and p, that of v."""

    K: Matrix
    p: Vector

    def __add__(self, other: Flow) -> Flow:
        return Flow([plus(a, b) for a, b in zip(self.K, other.K)], plus(self.p, other.p))

    def before(self, joint: Joint, slip: Vector = ZERO, m: Real = 0, h: Vector = ZERO) -> Flow:
        """The same about the origin before, in the frame before.

        slip: what every v gains there, with m, the sum of 1, and h, that of x, in this frame.
        """
        K, h, p = matrix_before(joint, self.K), joint.out(h), joint.out(self.p)
        p = plus(p, scaled(m, slip))
        return Flow([plus(plus(row, scaled(x, slip)), scaled(y, p))
                     for row, x, y in zip(K, h, joint.arm)], p)

    def about(self, k: int) -> Vector:
        """The sum of x x (e_k x v): column k of tr K - K^T."""
        K = self.K
        trace = sum(K[i][i] for i in range(3) if i != k)
        return [trace if i == k else times(-1, K[k][i]) for i in range(3)]

    def along_z(self) -> Vector:
        """The product of this and b is the third component of the sum of x x (b x v)."""
        K = self.K
        return [times(-1, K[0][2]), times(-1, K[1][2]), K[0][0] + K[1][1]]


@dataclass
class Load:
    """External forces on links, F at x, whose `flow` is of v = F, and moments M."""

    flow: Flow
    M: Vector

    @classmethod
    def of(cls, F: Vector, M: Vector, r: Vector) -> Load:
        """A force at r and a moment, in the link's frame."""
        return cls(Flow([scaled(x, F) for x in r], F), M)

    def __add__(self, other: Load) -> Load:
        return Load(self.flow + other.flow, plus(self.M, other.M))

    def before(self, joint: Joint) -> Load:
        return Load(self.flow.before(joint), joint.out(self.M))

    @property
    def force(self) -> Force:
        """F and its moment about the origin together with M."""
        K = self.flow.K
        return self.flow.p, plus(self.M, [K[1][2] - K[2][1], K[2][0] - K[0][2], K[0][1] - K[1][0]])

    def turned(self, joint: Joint) -> Vector:
        """The moment that is lacking when the joint carries the places on and leaves F as it is."""
        return self.flow.along_z() if joint.sigma else _quarter(self.flow.p)


NO_LOAD = Load(Flow([ZERO] * 3, ZERO), ZERO)


def _quarter(x: Vector) -> Vector:
    """x x e_3; of omega that is e', of the acceleration - e x a."""
    return [x[1], times(-1, x[0]), 0]


def _turn(x: Vector) -> Vector:
    """e_3 x x"""
    return [times(-1, x[1]), x[0], 0]


# -- fields on the composite body ----------------------------------------------------------------
def _field(tail: Tail, b: Vector, c: Vector, d: Vector) -> Force:
    """Force and moment of b x y + c x y' / 2 + d on a body; its flow is of v = 2 y'."""
    body, flow, S = tail.body, tail.flow, tail.body.S
    turned = [[S[1][1] + S[2][2], times(-1, S[0][1]), times(-1, S[0][2])],
              [times(-1, S[0][1]), S[0][0] + S[2][2], times(-1, S[1][2])],
              [times(-1, S[0][2]), times(-1, S[1][2]), S[0][0] + S[1][1]]]
    f, n = cross(c, flow.p), ZERO
    for k in range(3):
        n = plus(n, scaled(c[k], flow.about(k)))
    for k in (2, 0, 1):
        n = plus(n, scaled(b[k], turned[k]))
    return (plus(f, plus(cross(b, body.h), scaled(body.m, d))), plus(n, cross(body.h, d)))


@dataclass
class Tail:
    """The links from one on as one body, in the frame of the first; it knows no acceleration.

    i: the number of its joint.
    """

    i: int
    body: Inertia
    flow: Flow
    load: Load


class Slopes:
    """The tables of one motion, filled tail by tail; A and the tails know no acceleration.

    by_q, by_dq, A : (n, n) d(mu)/dq, d(mu)/d(dq) and d(mu)/d(ddq), [i][j] of drive i by joint j
    """

    def __init__(self, motion: Motion, inertias: list[Inertia], gravity: ArrayLike,
                 loads: Sequence[Load] | None = None):
        self.motion, self.inertias, self.gravity, self.loads = motion, inertias, gravity, loads
        self.joints, n = motion.joints, len(motion.joints)
        self.moved: list[Moving] = []
        self.groups: list[Group] = []
        self.forces: list[Force] = []
        for (here, group), body in zip(motions(motion, gravity), inertias):
            self.moved.append(here)
            self.groups.append(group)
            self.forces.append(force(here, body))
        self.slips = _slips(self.joints, self.moved)
        self.reach = (2 * n + 2) // 3         # links whose axes in front are at hand
        self.by_q, self.by_dq, self.A = ([[0] * n for _ in range(n)] for _ in range(3))

    @functools.cached_property
    def axes(self) -> list[list[Force]]:
        return _axes(self.joints, self.reach)

    def tails(self) -> Iterator[Tail]:
        """From the last joint to the first."""
        body, flow, load = Inertia.of([0] * 10), Flow([ZERO] * 3, ZERO), NO_LOAD
        for i, joint in reversed(list(enumerate(self.joints))):
            body = together(self.inertias[i], body)
            flow = _own(self.inertias[i], self.moved[i]) + flow
            load = load if self.loads is None else self.loads[i] + load
            yield Tail(i, body, flow, load)
            flow = flow.before(joint, self.slips[i], body.m, body.h)
            body, load = before(joint, body), load.before(joint)

    def behind(self, tail: Tail) -> Iterator[Behind]:
        """Of the drive of a tail, at its own joint and those in front, from there to the first."""
        i, joint = tail.i, self.joints[tail.i]
        g = unit_force(joint, tail.body)
        r = tail.flow.along_z() if joint.sigma else _quarter(tail.flow.p)
        moment = plus(tail.load.turned(joint), _quarter(tail.load.M) if joint.sigma else ZERO)
        parts = zip(self._carried(i, g), self._carried(i, (g[0], r), arms=self.slips),
                    self._carried(i, (ZERO, moment)))
        for (j, at), (_, (_, r)), (_, (_, lacking)) in parts:
            yield Behind(j, at, r, lacking)

    def _carried(self, i: int, alone: Force, turned: Vector = ZERO,
                 arms: Sequence[Vector] | None = None) -> Iterator[tuple[int, Force]]:
        """A force on link i at joint i and all in front, from there to the first; see `passing`."""
        given = [(ZERO, ZERO)] * i + [alone]
        return zip(reversed(range(i + 1)), passing(self.joints[:i + 1], given, turned, arms))

    def _drives(self, i: int, alone: Force, turned: Vector = ZERO) -> Iterator[tuple[int, Real]]:
        """What a force on link i asks of joint i and of all in front.

        It is carried to the joint whose link has the axes in front at hand, where it is not there.
        """
        for j, at in self._carried(i, alone, turned):
            yield j, _along(self.joints[j], at)
            if j < self.reach:
                f, n = at
                yield from ((k, dot(e, n) + dot(v, f)) for k, (e, v) in enumerate(self.axes[j]))
                return

    def _put(self, table: Table, i: int, j: int, value: Real) -> None:
        table[i][j] = times(self.joints[i].sign * self.joints[j].sign, value)

    def rates_in_front(self, tail: Tail) -> None:
        """by_dq: of joint i, the drives up to its own."""
        i = tail.i
        for j, drive in self._drives(i, _by_rate(self.joints[i], self.moved[i], tail)):
            self._put(self.by_dq, j, i, drive)

    def rate_behind(self, tail: Tail, seen: Behind) -> None:
        """by_dq and A: of a joint in front of joint i or of itself, its drive."""
        i, j, joint = tail.i, seen.j, self.joints[seen.j]
        self._put(self.A, i, j, _along(joint, seen.at))
        self.A[j][i] = self.A[i][j]
        if j < i:
            self._put(self.by_dq, i, j, _ahead_by_rate(
                joint, self.moved[j], self.groups[j][0], seen.at, seen.r))

    def places_in_front(self, tail: Tail, passed: Force) -> None:
        """by_q: of joint i, the drives up to its own. passed: what moves the tail, at its joint."""
        i, joint = tail.i, self.joints[tail.i]
        (f, m), turned = _by_place(joint, self.moved[i], tail, passed)
        m = plus(m, tail.load.turned(joint))
        for j, drive in self._drives(i, (f, m), turned):
            self._put(self.by_q, j, i, drive)

    def place_behind(self, tail: Tail, seen: Behind) -> None:
        """by_q: of a joint in front of joint i, its drive."""
        i, j, joint = tail.i, seen.j, self.joints[seen.j]
        if j < i:
            slope = _ahead_by_place(joint, self.moved[j], self.groups[j][:2], seen.at, seen.r)
            self._put(self.by_q, i, j, slope + (seen.lacking[2] if joint.sigma else 0))

    def passed(self, drives: Sequence[Real] | None = None) -> list[Force]:
        """What moves the links behind each joint; its axial parts are `drives` where known."""
        return gathered(self.joints, self.forces, drives=drives)


def slopes(motion: Motion, inertias: list[Inertia], gravity: ArrayLike,
           loads: Sequence[Load] | None = None) -> tuple[Table, Table, Table]:
    """d(mu)/dq, d(mu)/d(dq) and A = d(mu)/d(ddq), each [i][j] of drive i by joint j, (n, n).

    gravity: (3,) numbers in the book's frame 0; loads: those of every link.
    """
    found = Slopes(motion, inertias, gravity, loads)
    passed = found.passed()
    for tail in found.tails():
        found.places_in_front(tail, passed[tail.i])
        found.rates_in_front(tail)
        for seen in found.behind(tail):
            found.rate_behind(tail, seen)
            found.place_behind(tail, seen)
    return found.by_q, found.by_dq, found.A


def forward_slopes(motion: Motion, inertias: list[Inertia], gravity: ArrayLike,
                   loads: Sequence[Load] | None, mu: Sequence[Real]
                   ) -> tuple[Table, Table, Factors]:
    """d(mu)/dq, d(mu)/d(dq), both (n, n), and A, of the motion with these drives.

    With them d(ddq)/dq = - A^-1 d(mu)/dq, and so by dq. motion: its ddq are not asked.

    What is quadratic in the rates is half their product with its slope, so b is that product, and
    the drives at rest.
    """
    still = Slopes(motion, inertias, gravity, loads)
    tails, behind = [], []
    for tail in still.tails():
        still.rates_in_front(tail)
        tails.append(tail)
        for seen in still.behind(tail):
            still.rate_behind(tail, seen)
            behind.append((tail, seen))
    half = [times(0.5, rate) for rate in motion.dq]
    b = [x + dot(row, half) for x, row in zip(_at_rest(motion, tails, gravity), still.by_dq)]
    factors = Factors.of(still.A)
    ddq = factors.solve([x - y for x, y in zip(mu, b)])
    found = Slopes(motion.accelerated(ddq), inertias, gravity)
    along = [times(joint.sign, x) + _along(joint, tail.load.force)       # without the loads
             for joint, tail, x in zip(motion.joints, reversed(tails), mu)]
    passed = found.passed(along)
    for tail in tails:
        found.places_in_front(tail, passed[tail.i])
    for tail, seen in behind:
        found.place_behind(tail, seen)
    return found.by_q, still.by_dq, factors


def _at_rest(motion: Motion, tails: list[Tail], gravity: ArrayLike) -> Vector:
    """The drives of an arm at rest, under its weight and the loads, (n,)."""
    found, a = [], motion.upwards(gravity)
    for joint, tail in zip(motion.joints, reversed(tails)):
        a, body = joint.into(a), tail.body
        weight = scaled(body.m, a), cross(body.h, a)
        found.append(times(joint.sign, _along(joint, weight) - _along(joint, tail.load.force)))
    return found


def _along(joint: Joint, force: Force) -> Real:
    return force[1][2] if joint.sigma else force[0][2]


def _axes(joints: list[Joint], count: int) -> list[list[Force]]:
    """Of the first links, `count`, the axes of all joints in front, as the screws of unit rates:
    the turn, on the axes that the link's group begins with, and the velocity of the link's origin,
    in its frame.
    """
    found: list[list[tuple[Vector, Vector]]] = []
    for k, joint in enumerate(joints[:count]):
        screws = []
        if k:
            last = joints[k - 1]
            own = ([0, 0, 1], ZERO) if last.sigma else (ZERO, [0, 0, 1])
            for e, v in [*found[-1], own]:
                turned = onto(last.c_all, last.s_all, e)
                v = joint.into(plus(v, cross(turned, joint.arm)))
                screws.append((e if joint.grouped else apply(joint.turn_back, turned), v))
        found.append(screws)
    return found


def _slips(joints: list[Joint], moved: list[Moving]) -> list[Vector]:
    """Twice the velocity of every origin as seen from the one before, in the frame before."""
    found = [ZERO]
    for joint, here in zip(joints[1:], moved):
        twice = joint.dq + joint.dq
        along = ZERO if joint.sigma else [times(row[2], twice) for row in joint.turn]
        found.append(plus(cross(plus(here.omega, here.omega), joint.arm), along))
    return found


def _own(body: Inertia, moving: Moving) -> Flow:
    """Of one link: v = 2 omega x y."""
    twice = plus(moving.omega, moving.omega)
    return Flow([cross(twice, row) for row in body.S], cross(twice, body.h))


def _by_place(joint: Joint, moving: Moving, tail: Tail, passed: Force) -> tuple[Force, Vector]:
    """Of q_i: the force of the joint's field, in the link's frame; a moment on the group's axes."""
    spin, bend = _quarter(moving.omega), [row[2] for row in moving.U]
    if not joint.sigma:
        f, m = _field(tail, ZERO, ZERO, bend)
        return (f, plus(m, _turn(passed[0]))), ZERO
    f, m = _field(tail, bend, spin, _quarter(moving.a))
    return (plus(f, _turn(passed[0])), m), _turn(passed[1])


def _by_rate(joint: Joint, moving: Moving, tail: Tail) -> Force:
    """Of dq_i: the force of the joint's field, in the link's frame."""
    spin = _quarter(moving.omega)
    twice = plus(spin, spin)
    return _field(tail, twice, [0, 0, 1], ZERO) if joint.sigma else _field(tail, ZERO, ZERO, twice)


def _ahead_by_place(joint: Joint, moving: Moving, group: tuple[Vector, Vector], at: Force,
                    r: Vector) -> Real:
    """Of q_j: what a drive behind, seen here as (force, moment) and r, does."""
    f, m = at
    if not joint.sigma:
        return dot(f, [row[2] for row in moving.U])
    omega, bend = group
    known = dot(r, _quarter(omega)) + times(m[2], bend[2])
    return known + dot(m[:2], bend) + dot(f, _quarter(moving.a))


def _ahead_by_rate(joint: Joint, moving: Moving, group: Vector, at: Force, r: Vector) -> Real:
    """Of dq_j: the same. group: omega before the group, on the axes of its first joint."""
    f, m = at
    spin = _quarter(group if joint.sigma else moving.omega)
    twice = plus(spin, spin)
    return r[2] + dot(m, twice) if joint.sigma else dot(f, twice)
