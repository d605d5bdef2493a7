"""The recursions, on scalars of any kind: of a tape, or numpy's arrays over a batch.

Every link's own motion is held in two quantities of its frame: omega, and the matrix
U = lam(domega) + lam(omega)^2, which takes a vector of the link to its second derivative. What
saves operations:

* a turn about Z leaves the third component alone, and U's third column is turned like a vector,
  because the turn's own derivatives do not move Z: domega is never carried from link to link;
* with u = U e_3 at hand and the products of omega, the rest of U is sums:
  U_31 = 2 w_1 w_3 - U_13, U_22 = -(w_1^2 + w_3^2), U_11 = U_33 + w_1^2 - w_3^2;
* the moment of inertia forces is the skew part of U S with S the integral of x x^T dm;
* parallel axes: omega, u and the moments pass between a whole group of links and the frame before
  it by one turn through the sum of the angles.

A link's ten parameters are m, h = m r and S, all about the origin of its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..types import ArrayLike, Floats
from .frames import Link, Skeleton, clean

__all__ = ["Inertia", "Motion", "frames", "inertia_matrix", "inverse_dynamics", "jacobian",
           "position", "solve"]

#: A scalar of the tape, an array over a batch, or a plain number that stands beside either.
Real = Any
Vector = list[Real]                     # (3,)
Matrix = list[Vector]                   # (3, 3), row by row
Function = Callable[[Real], Real]       # sin or cos

ZERO: Vector = [0, 0, 0]
Z: Vector = [0, 0, 1]


@dataclass
class Inertia:
    """m, h (3) and S (3 x 3, symmetric) of one link about the origin of its frame."""

    m: Real
    h: Vector
    S: Matrix

    @classmethod
    def of(cls, values: Iterable[Real]) -> Inertia:
        """From (m, h_1, h_2, h_3, S_11, S_12, S_13, S_22, S_23, S_33)."""
        m, h_1, h_2, h_3, a, b, c, d, e, f = values
        return cls(m, [h_1, h_2, h_3], [[a, b, c], [b, d, e], [c, e, f]])


# -- vectors and constant matrices ---------------------------------------------------------------
def _plus(a: Vector, b: Vector) -> Vector:
    return [x + y for x, y in zip(a, b)]


def _dot(a: Sequence[Real], b: Sequence[Real]) -> Real:
    total = 0
    for x, y in zip(a, b):
        total = total + _times(x, y)
    return total


def _times(x: Real, y: Real) -> Real:
    return 0 if _is(x, 0) or _is(y, 0) else y if _is(x, 1) else -y if _is(x, -1) else x * y


def _is(x: Real, value: int) -> bool:
    return _number(x) and x == value


def _number(x: Real) -> bool:
    return isinstance(x, (int, float))


def _cross(a: Vector, b: Vector) -> Vector:
    return [_times(a[1], b[2]) - _times(a[2], b[1]), _times(a[2], b[0]) - _times(a[0], b[2]),
            _times(a[0], b[1]) - _times(a[1], b[0])]


def _apply(matrix: Matrix, x: Sequence[Real]) -> Vector:
    return [_dot(row, x) for row in matrix]


def _plain(a: Floats) -> list[Any]:
    """A constant array as lists of numbers, whole ones as integers."""
    return [_plain(x) if np.ndim(x) else int(x) if x == int(x) else float(x) for x in a]


def _onto(c: Real, s: Real, x: Vector) -> Vector:
    """Rz^T x: into the turned frame."""
    return [_times(c, x[0]) + _times(s, x[1]), _times(c, x[1]) - _times(s, x[0]), x[2]]


def _back(c: Real, s: Real, x: Vector) -> Vector:
    """Rz x: out of the turned frame."""
    return [_times(c, x[0]) - _times(s, x[1]), _times(s, x[0]) + _times(c, x[1]), x[2]]


# -- the joints ----------------------------------------------------------------------------------
class Joint:
    """A link's constants and its joint's state on the scalars at hand."""

    angle: Real             # of the turn through the whole group: what moves of it,
    rest: float             # its constant part,
    rate: Real              # and its two derivatives
    second: Real

    def __init__(self, link: Link, q: Real, dq: Real, ddq: Real, before: Joint | None,
                 sin: Function, cos: Function, merge: bool = True):
        self.sigma, self.sign, self.link = link.sigma, link.sign, link
        self.turn, self.p = _plain(link.turn), _plain(link.p)
        self.turn_back = _plain(link.turn.T)
        self.q, self.dq, self.ddq = ([_times(link.sign, x) for x in (q, dq, ddq)])
        self.grouped = bool(merge and link.parallel and before and not _is(before.angle, 0))
        self.sin, self.cos = sin, cos
        self.c, self.s = self._trig(self.q if self.sigma else None, link.rest)
        # The turn through the whole group, from the frame before it.
        if before and self.grouped:
            rest = before.rest + link.rest
            if self.sigma:
                self.angle, self.rest = before.angle + self.q, rest
                self.rate, self.second = before.rate + self.dq, before.second + self.ddq
                self.c_all, self.s_all = self._trig(self.angle, rest)
            else:
                self.angle, self.rest, self.rate, self.second = (before.angle, rest, before.rate,
                                                                 before.second)
                self.c_all, self.s_all = (before.c_all, before.s_all) if link.rest == 0 else \
                    self._trig(self.angle, rest)
        else:
            self.c_all, self.s_all, self.rest = self.c, self.s, link.rest
            self.angle, self.rate, self.second = ((self.q, self.dq, self.ddq) if self.sigma
                                                  else (0, 0, 0))

    def _trig(self, angle: Real | None, rest: float) -> tuple[Real, Real]:
        """cos and sin of angle + rest; quarter turns cost nothing."""
        quarters = rest / (np.pi / 2)
        turns = round(quarters)
        if abs(quarters - turns) > 1e-12:
            if angle is None:
                return float(np.cos(rest)), float(np.sin(rest))
            return self.cos(angle + rest), self.sin(angle + rest)
        c, s = (1, 0) if angle is None else (self.cos(angle), self.sin(angle))
        for _ in range(turns % 4):
            c, s = (-s if not _is(s, 0) else 0), c
        return c, s

    @property
    def arm(self) -> Vector:
        """From the origin before to this one, in the frame before."""
        return self.p if self.sigma else [
            p + _times(column, self.q) for p, column in zip(self.p, [r[2] for r in self.turn])]

    def into(self, x: Vector) -> Vector:
        """From the frame before into this link's."""
        return _onto(self.c, self.s, _apply(self.turn_back, x))

    def out(self, x: Vector) -> Vector:
        """From this link's frame into the one before."""
        return _apply(self.turn, _back(self.c, self.s, x))


class Motion:
    """The joints of a skeleton at one state; sin and cos of the scalars at hand."""

    def __init__(self, skeleton: Skeleton, q: Sequence[Real], dq: Sequence[Real],
                 ddq: Sequence[Real], sin: Function, cos: Function, merge: bool = True):
        self.skeleton = skeleton
        self.joints: list[Joint] = []
        before = None
        for k, link in enumerate(skeleton.links):
            before = Joint(link, q[k], dq[k], ddq[k], before, sin, cos, merge)
            self.joints.append(before)

    def into_frame_0(self, vector: ArrayLike) -> Vector:
        """A constant vector of the book's frame 0 in the skeleton's frame 0."""
        return _plain(clean(self.skeleton.base[0].T @ np.asarray(vector, float)))


# -- inverse dynamics ------------------------------------------------------------------------------
Products = tuple[Real, Real, Real]
Force = tuple[Vector, Vector]           # on a link, with its moment about the link's origin
Group = tuple[Vector, Vector, Real]     # omega, u and domega_3, on the axes of its first joint


@dataclass
class Moving:
    """How a link moves: omega, U, and the acceleration of its origin, in its frame."""

    omega: Vector
    U: Matrix
    domega: Vector
    products: Products       # w_2 w_3, w_1 w_3, w_1 w_2
    a: Vector


def _link_motion(joint: Joint, before: Moving, group: Group) -> Moving:
    """This link's motion from that of the link before; `group` as it enters the group."""
    omega, u, spin = group                       # of the frame before, on the joint's axes
    if not joint.sigma and not joint.grouped:
        w = joint.into(before.omega)
        U, domega = _turned(joint, before)
        products = (_times(w[1], w[2]), _times(w[0], w[2]), _times(w[0], w[1]))
    else:
        w = _onto(joint.c_all, joint.s_all, omega)
        w = [w[0], w[1], w[2] + joint.rate]
        u = _onto(joint.c_all, joint.s_all, u)
        U, domega, products = _matrix(w, u, spin + joint.second)
    lifted = _plus(before.a, _apply(before.U, joint.p))
    a = joint.into(lifted)
    if not joint.sigma:
        slide = [_times(U[k][2], joint.q) for k in range(3)]
        twice = joint.dq + joint.dq
        a = _plus(a, slide)
        a = [a[0] + _times(w[1], twice), a[1] - _times(w[0], twice), a[2] + joint.ddq]
    return Moving(w, U, domega, products, a)


def _turned(joint: Joint, before: Moving) -> tuple[Matrix, Vector]:
    """U and domega on other axes that stand still in the link."""
    columns = [joint.into([before.U[i][j] for i in range(3)]) for j in range(3)]
    U = [joint.into([columns[j][i] for j in range(3)]) for i in range(3)]
    return U, joint.into(before.domega)


def _matrix(w: Vector, u: Vector, spin: Real) -> tuple[Matrix, Vector, Products]:
    """U = lam(domega) + lam(omega)^2 from omega, its third column u and domega_3.

    With it domega and the products w_i w_j, i != j.
    """
    w_13, w_23, w_12 = _times(w[0], w[2]), _times(w[1], w[2]), _times(w[0], w[1])
    w_11, w_33 = _times(w[0], w[0]), _times(w[2], w[2])
    domega = [w_23 - u[1], u[0] - w_13, spin]
    difference = w_11 - w_33
    return [[u[2] + difference, w_12 - spin, u[0]],
            [w_12 + spin, -(w_11 + w_33), u[1]],
            [w_13 - domega[1], w_23 + domega[0], u[2]]], domega, (w_23, w_13, w_12)


def _moment(moving: Moving, S: Matrix) -> Vector:
    """The moment of inertia forces about the origin at rest: twice the skew part of U S."""
    U = moving.U

    def entry(i: int, j: int) -> Real:          # (U S)_ij - (U S)_ji
        k = 3 - i - j
        return (_diagonal(i, j, k) + _times(U[i][i] - U[j][j], S[i][j])
                + _times(U[i][k], S[k][j]) - _times(U[j][k], S[k][i]))

    def _diagonal(i: int, j: int, k: int) -> Real:     # U_ij S_jj - U_ji S_ii
        a, b = S[j][j], S[i][i]
        if _number(a) and _number(b) and a == b:
            return _times(moving.domega[k], a + b)
        if _number(a) and _number(b) and a == -b:
            return _times(moving.products[k], a - b)
        return _times(U[i][j], a) - _times(U[j][i], b)
    return [entry(2, 1), entry(0, 2), entry(1, 0)]


def inverse_dynamics(motion: Motion, inertias: list[Inertia], gravity: ArrayLike) -> list[Real]:
    """The drives, section 8.4: N m or N. gravity: (3,) numbers in the book's frame 0."""
    joints = motion.joints
    moved: list[Moving] = []
    upwards = [_times(-1, g) for g in motion.into_frame_0(gravity)]
    moving = Moving(ZERO, [ZERO] * 3, ZERO, (0, 0, 0), upwards)
    for joint in joints:
        if not joint.grouped:
            axis = [row[2] for row in joint.turn]
            column = [_dot(row, axis) for row in moving.U]
            group = (_apply(joint.turn_back, moving.omega), _apply(joint.turn_back, column),
                     _dot(axis, moving.domega))
        moving = _link_motion(joint, moving, group)
        moved.append(moving)
    forces: list[Force] = []
    for moving, body in zip(moved, inertias):
        f = [_times(a, body.m) + x for a, x in zip(moving.a, _apply(moving.U, body.h))]
        forces.append((f, _plus(_moment(moving, body.S), _cross(body.h, moving.a))))
    return _collect(joints, forces)


def _collect(joints: list[Joint], forces: list[Force]) -> list[Real]:
    """Drives from each link's own (force, moment about its origin), from the last to the first."""
    drives, f, n = [], ZERO, ZERO                # from the links behind, in this link's frame
    group = ZERO                                 # moments in the frame before the group
    for k in reversed(range(len(joints))):
        joint = joints[k]
        f, n = _plus(forces[k][0], f), _plus(forces[k][1], n)
        group = _plus(_back(joint.c_all, joint.s_all, n), group)
        drives.append(_times(joint.sign, group[2] if joint.sigma else f[2]))
        f = joint.out(f)
        shift = _cross(joint.arm, f)
        if joint.grouped:
            n = shift
        else:
            n, group = _plus(_apply(joint.turn, group), shift), ZERO
    return drives[::-1]


# -- inertia matrix ------------------------------------------------------------------------------
def inertia_matrix(motion: Motion, inertias: list[Inertia]) -> list[list[Real]]:
    """A of (9.5), (n, n): the drives of unit accelerations on composite bodies."""
    joints, n = motion.joints, len(motion.joints)
    A: list[list[Real]] = [[0] * n for _ in range(n)]
    body = Inertia.of([0] * 10)
    for i in reversed(range(n)):
        body = _together(inertias[i], body)
        for j, drive in enumerate(_collect(joints[:i + 1], _pushed(joints, i, body))):
            A[i][j] = A[j][i] = drive
        body = _before(joints[i], body)
    return A


def _pushed(joints: list[Joint], i: int, body: Inertia) -> list[Force]:
    """Force and moment of a unit acceleration of joint i, on links 1..i."""
    h, S = body.h, body.S
    f, n = (([-h[1], h[0], 0], [-S[0][2], -S[1][2], S[0][0] + S[1][1]]) if joints[i].sigma
            else ([0, 0, body.m], [h[1], -h[0], 0]))
    sign = joints[i].sign
    return [(ZERO, ZERO)] * i + [([_times(sign, x) for x in f], [_times(sign, x) for x in n])]


def _together(a: Inertia, b: Inertia) -> Inertia:
    return Inertia(a.m + b.m, _plus(a.h, b.h), [_plus(x, y) for x, y in zip(a.S, b.S)])


def _before(joint: Joint, body: Inertia) -> Inertia:
    """The same body about the origin before, in the frame before."""
    h = joint.out(body.h)
    turned = _turned_about_z(joint.c, joint.s, body.S)
    half = [_apply(joint.turn, row) for row in turned]
    S = [_apply(joint.turn, column) for column in zip(*half)]
    p = joint.arm
    for i in range(3):
        for j in range(3):
            S[i][j] = S[i][j] + (_times(p[i], h[j]) + _times(h[i], p[j])
                                 + _times(body.m, _times(p[i], p[j])))
    return Inertia(body.m, _plus(h, [_times(x, body.m) for x in p]), S)


def _turned_about_z(c: Real, s: Real, S: Matrix) -> Matrix:
    """Rz S Rz^T; with t = s (S_11 - S_22) + 2 c S_12 the upper corner is S_11 - s t, ..."""
    x, y = S[0][2], S[1][2]
    xz, yz = _times(c, x) - _times(s, y), _times(s, x) + _times(c, y)
    # Of the turn by +q: S_11' = S_11 - s t, S_22' = S_22 + s t, S_12' = c t - S_12.
    t = _times(s, S[0][0] - S[1][1]) + _times(c, S[0][1] + S[0][1])
    st, ct = _times(s, t), _times(c, t)
    return [[S[0][0] - st, ct - S[0][1], xz], [ct - S[0][1], S[1][1] + st, yz],
            [xz, yz, S[2][2]]]


def solve(A: list[list[Real]], b: list[Real]) -> list[Real]:
    """x of A x = b by A = L D L^T, for symmetric positive definite A."""
    n, rows, b = len(b), [list(row) for row in A], list(b)
    inverse = [0] * n
    for k in range(n):
        inverse[k] = 1 / rows[k][k]
        for i in range(k + 1, n):
            ratio = _times(rows[k][i], inverse[k])
            for j in range(i, n):
                rows[i][j] = rows[i][j] - _times(ratio, rows[k][j])
            b[i] = b[i] - _times(ratio, b[k])
    for k in reversed(range(n)):
        rest = b[k]
        for j in range(k + 1, n):
            rest = rest - _times(rows[k][j], b[j])
        b[k] = _times(rest, inverse[k])
    return b


# -- positions and velocities --------------------------------------------------------------------
def _poses(motion: Motion, frame: Floats, origin: Floats) -> list[tuple[Matrix, Vector]]:
    """Axes (three columns) and origin of every link, seen from where frame 0 is (frame, origin)."""
    axes = before = [list(c) for c in zip(*_plain(frame))]
    found: list[tuple[Matrix, Vector]] = []
    place = _plain(origin)
    for joint in motion.joints:
        shift = joint.p if joint.sigma else joint.arm
        place = [place[k] + _dot([c[k] for c in axes], shift) for k in range(3)]
        if not joint.grouped:
            before = [[_dot([c[k] for c in axes], [row[j] for row in joint.turn])
                       for k in range(3)] for j in range(3)]
        x, y, z = before
        c, s = joint.c_all, joint.s_all
        axes = [[_times(c, a) + _times(s, b) for a, b in zip(x, y)],
                [_times(c, b) - _times(s, a) for a, b in zip(x, y)], z]
        found.append((axes, place))
    return found


def _seen(axes: Matrix, place: Vector, vector: Vector) -> Vector:
    return [place[k] + _dot([c[k] for c in axes], vector) for k in range(3)]


def frames(motion: Motion) -> list[tuple[Vector, Matrix]]:
    """(t, tau) of the book's frames 0..n and of the tool in {B}: (3,) and (3, 3) each."""
    sk = motion.skeleton
    start, offset = sk.world[0] @ sk.base[0], sk.world[1] + sk.world[0] @ sk.base[1]
    poses = _poses(motion, clean(start), offset)
    books = [(turn.T, -turn.T @ origin) for turn, origin in (link.own for link in sk.links)]
    return [(_plain(sk.world[1]), _plain(sk.world[0])),
            *(_mounted(pose, *book) for pose, book in zip(poses, books)),
            _mounted(poses[-1], *sk.tool)]


def _mounted(pose: tuple[Matrix, Vector], turn: Floats, origin: Floats) -> tuple[Vector, Matrix]:
    """(t, tau) of a frame that stands still in that of a link. turn, origin: seen from there."""
    axes, rows = pose[0], _plain(clean(turn))
    tau = [[_dot([c[k] for c in axes], [row[j] for row in rows]) for j in range(3)]
           for k in range(3)]
    return _seen(*pose, _plain(clean(origin))), tau


def position(motion: Motion) -> tuple[Vector, Matrix]:
    """(t, tau) of the tool in {B}: (3,) and (3, 3)."""
    return frames(motion)[-1]


def jacobian(motion: Motion) -> list[list[Real]]:
    """Xi of the last link's origin, in frame 0: six rows, omega first. (6, n)"""
    sk = motion.skeleton
    poses = _poses(motion, sk.base[0], sk.base[1])
    turn, origin = sk.links[-1].own
    axes, place = poses[-1]
    tip = _seen(axes, place, _plain(clean(-turn.T @ origin)))
    columns = []
    for joint, (axes, place) in zip(motion.joints, poses):
        z = [_times(joint.sign, x) for x in axes[2]]
        arm = [a - b for a, b in zip(tip, place)]
        columns.append([*z, *_cross(z, arm)] if joint.sigma else [0, 0, 0, *z])
    return [list(row) for row in zip(*columns)]
