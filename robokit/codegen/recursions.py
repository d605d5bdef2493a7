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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..types import ArrayLike, Floats
from .frames import Link, Skeleton, clean, clear
from .vectors import (
    ZERO,
    Function,
    Matrix,
    Real,
    Vector,
    apply,
    back,
    cross,
    dot,
    equals,
    is_number,
    minus,
    onto,
    plain,
    plus,
    scaled,
    times,
)

__all__ = ["Inertia", "Motion", "frames", "inertia_matrix", "inverse_dynamics", "jacobian",
           "position"]

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
        self.turn, self.p = plain(link.turn), plain(link.p)
        self.turn_back = plain(link.turn.T)
        self.q, self.dq, self.ddq = ([times(link.sign, x) for x in (q, dq, ddq)])
        self.grouped = bool(merge and link.parallel and before and not equals(before.angle, 0))
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
            c, s = (-s if not equals(s, 0) else 0), c
        return c, s

    @property
    def arm(self) -> Vector:
        """From the origin before to this one, in the frame before."""
        return self.p if self.sigma else [
            p + times(column, self.q) for p, column in zip(self.p, [r[2] for r in self.turn])]

    def into(self, x: Vector) -> Vector:
        """From the frame before into this link's."""
        return onto(self.c, self.s, apply(self.turn_back, x))

    def out(self, x: Vector) -> Vector:
        """From this link's frame into the one before."""
        return apply(self.turn, back(self.c, self.s, x))


class Motion:
    """The joints of a skeleton at one state; sin and cos of the scalars at hand."""

    def __init__(self, skeleton: Skeleton, q: Sequence[Real], dq: Sequence[Real],
                 ddq: Sequence[Real], sin: Function, cos: Function, merge: bool = True):
        self.skeleton, self.q, self.dq = skeleton, q, dq
        self._rest = sin, cos, merge
        self.joints: list[Joint] = []
        before = None
        for k, link in enumerate(skeleton.links):
            before = Joint(link, q[k], dq[k], ddq[k], before, sin, cos, merge)
            self.joints.append(before)

    def accelerated(self, ddq: Sequence[Real]) -> Motion:
        """The same with other accelerations."""
        return Motion(self.skeleton, self.q, self.dq, ddq, *self._rest)

    def into_frame_0(self, vector: ArrayLike) -> Vector:
        """A constant vector of the book's frame 0 in the skeleton's frame 0."""
        return plain(clear(self.skeleton.base[0].T @ np.asarray(vector, float)))

    def upwards(self, gravity: ArrayLike) -> Vector:
        """The acceleration that weighs like gravity, (3,) in frame 0, in the skeleton's frame 0."""
        return scaled(-1, self.into_frame_0(gravity))


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
        products = (times(w[1], w[2]), times(w[0], w[2]), times(w[0], w[1]))
    else:
        w = onto(joint.c_all, joint.s_all, omega)
        w = [w[0], w[1], w[2] + joint.rate]
        u = onto(joint.c_all, joint.s_all, u)
        U, domega, products = _matrix(w, u, spin + joint.second)
    lifted = plus(before.a, apply(before.U, joint.p))
    a = joint.into(lifted)
    if not joint.sigma:
        slide = [times(U[k][2], joint.q) for k in range(3)]
        twice = joint.dq + joint.dq
        a = plus(a, slide)
        a = [a[0] + times(w[1], twice), a[1] - times(w[0], twice), a[2] + joint.ddq]
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
    w_13, w_23, w_12 = times(w[0], w[2]), times(w[1], w[2]), times(w[0], w[1])
    w_11, w_33 = times(w[0], w[0]), times(w[2], w[2])
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
        return (_diagonal(i, j, k) + times(U[i][i] - U[j][j], S[i][j])
                + times(U[i][k], S[k][j]) - times(U[j][k], S[k][i]))

    def _diagonal(i: int, j: int, k: int) -> Real:     # U_ij S_jj - U_ji S_ii
        a, b = S[j][j], S[i][i]
        if is_number(a) and is_number(b) and a == b:
            return times(moving.domega[k], a + b)
        if is_number(a) and is_number(b) and a == -b:
            return times(moving.products[k], a - b)
        return times(U[i][j], a) - times(U[j][i], b)
    return [entry(2, 1), entry(0, 2), entry(1, 0)]


def inverse_dynamics(motion: Motion, inertias: list[Inertia], gravity: ArrayLike,
                     loads: Sequence[Force] | None = None) -> list[Real]:
    """The drives, section 8.4: N·m or N. gravity: (3,) numbers in the book's frame 0.

    loads: of every link, the force and its moment about the origin, in the link's frame.
    """
    moved, _ = moving(motion, gravity)
    return drives(motion.joints, gathered(motion.joints, forces(moved, inertias, loads)))


def moving(motion: Motion, gravity: ArrayLike) -> tuple[list[Moving], list[Group]]:
    """How every link moves, and what came to it from before its group of parallel axes."""
    moved, groups = zip(*motions(motion, gravity))
    return list(moved), list(groups)


def motions(motion: Motion, gravity: ArrayLike) -> Iterator[tuple[Moving, Group]]:
    """The same, link by link."""
    here = Moving(ZERO, [ZERO] * 3, ZERO, (0, 0, 0), motion.upwards(gravity))
    for joint in motion.joints:
        if not joint.grouped:
            axis = [row[2] for row in joint.turn]
            column = [dot(row, axis) for row in here.U]
            omega, u = (apply(joint.turn_back, x) for x in (here.omega, column))
            if sum(map(bool, axis)) > 1:         # else an entry of U as it stands
                u[2] = times(-1, times(omega[0], omega[0]) + times(omega[1], omega[1]))
            group = omega, u, dot(axis, here.domega)
        here = _link_motion(joint, here, group)
        yield here, group


def forces(moved: list[Moving], inertias: list[Inertia],
           loads: Sequence[Force] | None = None) -> list[Force]:
    """What moves each link, less its load: force and moment about its origin, in its frame."""
    found = [force(here, body) for here, body in zip(moved, inertias)]
    return found if loads is None else [
        (minus(f, F), minus(n, M)) for (f, n), (F, M) in zip(found, loads)]


def force(here: Moving, body: Inertia) -> Force:
    """What moves one link: force and moment about its origin, in its frame."""
    f = [times(a, body.m) + x for a, x in zip(here.a, apply(here.U, body.h))]
    return f, plus(_moment(here, body.S), cross(body.h, here.a))


def drives(joints: list[Joint], at_joints: list[Force]) -> list[Real]:
    """The drives among the forces and moments at the joints, as `gathered` has them."""
    return [times(joint.sign, n[2] if joint.sigma else f[2])
            for joint, (f, n) in zip(joints, at_joints)]


def gathered(joints: list[Joint], forces: Sequence[Force], turned: Vector = ZERO,
             arms: Sequence[Vector] | None = None,
             drives: Sequence[Real] | None = None) -> list[Force]:
    """What is passed on at each joint, from the first to the last; see `passing`."""
    return list(passing(joints, forces, turned, arms, drives))[::-1]


def passing(joints: list[Joint], forces: Sequence[Force], turned: Vector = ZERO,
            arms: Sequence[Vector] | None = None,
            drives: Sequence[Real] | None = None) -> Iterator[Force]:
    """What is passed on at each joint, from the last to the first: the sum of the forces behind, in
    the link's frame, and of their moments about its origin, on the axes of its group.

    turned: a moment about the last origin that stands on the axes of its group already.
    arms: in place of those from origin to origin, each in the frame before.
    drives: what every joint takes along its axis, where that is known already.
    """
    arms = [joint.arm for joint in joints] if arms is None else arms
    f, n = ZERO, ZERO                            # from the links behind, in this link's frame
    group = turned                               # moments in the frame before the group
    for k in reversed(range(len(joints))):
        joint = joints[k]
        f, n = plus(forces[k][0], f), plus(forces[k][1], n)
        group = plus(back(joint.c_all, joint.s_all, n), group)
        if drives is not None:
            axial = group if joint.sigma else f
            axial[2] = drives[k]
        yield f, group
        f = joint.out(f)
        shift = cross(arms[k], f)
        if joint.grouped:
            n = shift
        else:
            n, group = plus(apply(joint.turn, group), shift), ZERO


# -- inertia matrix ------------------------------------------------------------------------------
def inertia_matrix(motion: Motion, inertias: list[Inertia]) -> list[list[Real]]:
    """A of (9.5), (n, n): the drives of unit accelerations on composite bodies."""
    joints, n = motion.joints, len(motion.joints)
    A: list[list[Real]] = [[0] * n for _ in range(n)]
    body = Inertia.of([0] * 10)
    for i in reversed(range(n)):
        body = together(inertias[i], body)
        alone = [(ZERO, ZERO)] * i + [unit_force(joints[i], body)]
        for j, drive in enumerate(drives(joints[:i + 1], gathered(joints[:i + 1], alone))):
            A[i][j] = A[j][i] = times(joints[i].sign, drive)
        body = before(joints[i], body)
    return A


def unit_force(joint: Joint, body: Inertia) -> Force:
    """Force and moment of a unit acceleration of a joint on the body behind it, its sign apart."""
    h, S = body.h, body.S
    if joint.sigma:
        return [times(-1, h[1]), h[0], 0], [times(-1, S[0][2]), times(-1, S[1][2]),
                                            S[0][0] + S[1][1]]
    return [0, 0, body.m], [h[1], times(-1, h[0]), 0]


def together(a: Inertia, b: Inertia) -> Inertia:
    return Inertia(a.m + b.m, plus(a.h, b.h), [plus(x, y) for x, y in zip(a.S, b.S)])


def regrouped(joints: list[Joint], inertias: Sequence[Inertia]) -> list[Inertia]:
    """Other inertias that ask for the same drives: what of a link its joint leaves where it is, or
    as it stands, goes to the link before. Of one that turns these are m, h_3 and S_33, as if they
    lay on the axis; of one that slides S. No state is in it: it is done with the parameters.
    """
    found = list(inertias)
    for k, joint in reversed(list(enumerate(joints))):
        m, (x, y, z), S = found[k].m, found[k].h, found[k].S
        if joint.sigma:
            still = Inertia(m, [0, 0, z], [ZERO, ZERO, [0, 0, S[2][2]]])
            found[k] = Inertia(0, [x, y, 0], [S[0], S[1], [*S[2][:2], 0]])
        else:
            still = Inertia(0, ZERO, S)
            found[k] = Inertia(m, [x, y, z], [ZERO] * 3)
        if k:
            found[k - 1] = together(found[k - 1], before(joint, still))
    return found


def before(joint: Joint, body: Inertia) -> Inertia:
    """The same body about the origin before, in the frame before."""
    h, S = joint.out(body.h), matrix_before(joint, body.S)
    p = joint.arm
    for i in range(3):
        for j in range(3):
            S[i][j] = S[i][j] + (times(p[i], h[j]) + times(h[i], p[j])
                                 + times(body.m, times(p[i], p[j])))
    return Inertia(body.m, plus(h, [times(x, body.m) for x in p]), S)


def matrix_before(joint: Joint, S: Matrix) -> Matrix:
    """The same matrix on the axes of the frame before."""
    S, turn = _turned_about_z(joint.c, joint.s, S), joint.turn
    if turn[0][0] == 1:                          # about X: the same about Z, the axes renamed
        S = [[S[i - 2][j - 2] for j in range(3)] for i in range(3)]
        S = _turned_about_z(turn[1][1], turn[2][1], S)
        return [[S[i - 1][j - 1] for j in range(3)] for i in range(3)]
    half = [apply(turn, row) for row in S]
    return [list(row) for row in zip(*[apply(turn, column) for column in zip(*half)])]


def _turned_about_z(c: Real, s: Real, S: Matrix) -> Matrix:
    """Rz S Rz^T; with t = s (S_11 - S_22) + c (S_12 + S_21) the upper corner is S_11 - s t, ..."""
    across, along = S[0][0] - S[1][1], S[0][1] + S[1][0]
    if is_number(c) and is_number(s) and s:      # with t / s one product fewer
        t = across + times(c / s, along)
        st, ct = times(s * s, t), times(c * s, t)
    else:
        t = times(s, across) + times(c, along)
        st, ct = times(s, t), times(c, t)
    xz, yz, _ = back(c, s, [S[0][2], S[1][2], 0])
    zx, zy, _ = back(c, s, [S[2][0], S[2][1], 0])
    return [[S[0][0] - st, ct - S[1][0], xz], [ct - S[0][1], S[1][1] + st, yz],
            [zx, zy, S[2][2]]]


@dataclass
class Factors:
    """A = L D L^T, for symmetric positive definite A: L^T beside its diagonal, and 1 / D."""

    ratios: Matrix
    inverse_D: Vector

    @classmethod
    def of(cls, A: Matrix) -> Factors:
        rows, ratios, inverse = [list(row) for row in A], [], []
        for k in range(len(rows)):
            inverse.append(1 / rows[k][k])
            ratios.append([0] * (k + 1) + [times(x, inverse[k]) for x in rows[k][k + 1:]])
            for i in range(k + 1, len(rows)):
                for j in range(i, len(rows)):
                    rows[i][j] = rows[i][j] - times(ratios[k][i], rows[k][j])
        return cls(ratios, inverse)

    def solve(self, b: Sequence[Real], first: int = 0) -> Vector:
        """x of A x = b, from number `first` on."""
        n, x = len(b), list(b)
        for k in range(n):
            for i in range(k + 1, n):
                x[i] = x[i] - times(self.ratios[k][i], x[k])
        for k in reversed(range(first, n)):
            x[k] = times(x[k], self.inverse_D[k])
            for j in range(k + 1, n):
                x[k] = x[k] - times(self.ratios[k][j], x[j])
        return x[first:]

    def less(self, B: Matrix) -> Matrix:
        """- A^-1 B"""
        columns = [self.solve(scaled(-1, list(column))) for column in zip(*B)]
        return [list(row) for row in zip(*columns)]

    def inverse(self) -> Matrix:
        """A^-1"""
        n = len(self.inverse_D)
        found: Matrix = [[0] * n for _ in range(n)]
        for j in range(n):
            for i, x in enumerate(self.solve([int(k == j) for k in range(n)], j), j):
                found[i][j] = found[j][i] = x
        return found


# -- positions and velocities --------------------------------------------------------------------
def _poses(motion: Motion, frame: Floats, origin: Floats) -> list[tuple[Matrix, Vector]]:
    """Axes (three columns) and origin of every link, seen from where frame 0 is (frame, origin)."""
    axes = before = [list(c) for c in zip(*plain(frame))]
    found: list[tuple[Matrix, Vector]] = []
    place = plain(origin)
    for joint in motion.joints:
        shift = joint.p if joint.sigma else joint.arm
        place = [place[k] + dot([c[k] for c in axes], shift) for k in range(3)]
        if not joint.grouped:
            before = [[dot([c[k] for c in axes], [row[j] for row in joint.turn])
                       for k in range(3)] for j in range(3)]
        x, y, z = before
        c, s = joint.c_all, joint.s_all
        axes = [[times(c, a) + times(s, b) for a, b in zip(x, y)],
                [times(c, b) - times(s, a) for a, b in zip(x, y)], z]
        found.append((axes, place))
    return found


def _seen(axes: Matrix, place: Vector, vector: Vector) -> Vector:
    return [place[k] + dot([c[k] for c in axes], vector) for k in range(3)]


def frames(motion: Motion) -> list[tuple[Vector, Matrix]]:
    """(t, tau) of the book's frames 0..n and of the tool in {B}: (3,) and (3, 3) each."""
    sk = motion.skeleton
    start, offset = sk.world[0] @ sk.base[0], sk.world[1] + sk.world[0] @ sk.base[1]
    poses = _poses(motion, clean(start), offset)
    books = [(turn.T, -turn.T @ origin) for turn, origin in (link.own for link in sk.links)]
    return [(plain(sk.world[1]), plain(sk.world[0])),
            *(_mounted(pose, *book) for pose, book in zip(poses, books)),
            _mounted(poses[-1], *sk.tool)]


def _mounted(pose: tuple[Matrix, Vector], turn: Floats, origin: Floats) -> tuple[Vector, Matrix]:
    """(t, tau) of a frame that stands still in that of a link. turn, origin: seen from there."""
    axes, rows = pose[0], plain(clean(turn))
    tau = [[dot([c[k] for c in axes], [row[j] for row in rows]) for j in range(3)]
           for k in range(3)]
    return _seen(*pose, plain(clear(origin))), tau


def position(motion: Motion) -> tuple[Vector, Matrix]:
    """(t, tau) of the tool in {B}: (3,) and (3, 3)."""
    return frames(motion)[-1]


def into_links(motion: Motion, vectors: Sequence[Vector]) -> list[Vector]:
    """Vectors of the book's frame 0, one a link, in the frames of their links."""
    sk = motion.skeleton
    return [[dot(axis, x) for axis in axes]
            for x, (axes, _) in zip(vectors, _poses(motion, sk.base[0], sk.base[1]))]


def jacobian(motion: Motion) -> list[list[Real]]:
    """Xi of the last link's origin, in frame 0: six rows, omega first. (6, n)"""
    sk = motion.skeleton
    poses = _poses(motion, sk.base[0], sk.base[1])
    turn, origin = sk.links[-1].own
    axes, place = poses[-1]
    tip = _seen(axes, place, plain(clear(-turn.T @ origin)))
    columns = []
    for joint, (axes, place) in zip(motion.joints, poses):
        z = [times(joint.sign, x) for x in axes[2]]
        arm = [a - b for a, b in zip(tip, place)]
        columns.append([*z, *cross(z, arm)] if joint.sigma else [0, 0, 0, *z])
    return [list(row) for row in zip(*columns)]
