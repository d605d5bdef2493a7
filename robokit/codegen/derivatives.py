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
turned with its body, is carried there. External forces do not turn with the body; what they lack is
gathered in the sum of x F^T. All quantities are in SI units, on the axes of their link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..types import ArrayLike
from .recursions import (
    Force,
    Inertia,
    Joint,
    Motion,
    Moving,
    before,
    forces,
    gathered,
    matrix_before,
    moving,
    together,
    unit_force,
)
from .vectors import ZERO, Matrix, Real, Vector, cross, dot, plus, scaled, times

__all__ = ["Load", "slopes"]

Table = list[list[Real]]                # (n, n)


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
def _field(body: Inertia, flow: Flow, b: Vector, c: Vector, d: Vector) -> Force:
    """Force and moment of b x y + c x y' / 2 + d on a body; `flow` of v = 2 y'."""
    S = body.S
    turned = [[S[1][1] + S[2][2], times(-1, S[0][1]), times(-1, S[0][2])],
              [times(-1, S[0][1]), S[0][0] + S[2][2], times(-1, S[1][2])],
              [times(-1, S[0][2]), times(-1, S[1][2]), S[0][0] + S[1][1]]]
    f = plus(plus(cross(b, body.h), cross(c, flow.p)), scaled(body.m, d))
    n = plus([dot(row, b) for row in turned], cross(body.h, d))
    for k in range(3):
        n = plus(n, scaled(c[k], flow.about(k)))
    return f, n


def slopes(motion: Motion, inertias: list[Inertia], gravity: ArrayLike,
           loads: Sequence[Load] | None = None) -> tuple[Table, Table, Table]:
    """d(mu)/dq, d(mu)/d(dq) and A = d(mu)/d(ddq), each [i][j] of drive i by joint j, (n, n).

    gravity: (3,) numbers in the book's frame 0; loads: those of every link.
    """
    joints, n = motion.joints, len(motion.joints)
    by_q, by_dq, A = ([[0] * n for _ in range(n)] for _ in range(3))
    moved, groups = moving(motion, gravity)
    passed = gathered(joints, forces(moved, inertias))
    slips = _slips(joints, moved)
    body, flow, load = Inertia.of([0] * 10), Flow([ZERO] * 3, ZERO), NO_LOAD
    for i in reversed(range(n)):
        joint = joints[i]
        body, flow = together(inertias[i], body), _own(inertias[i], moved[i]) + flow
        load = load if loads is None else loads[i] + load

        def carried(force: Force, turned: Vector = ZERO,
                    arms: Sequence[Vector] | None = None) -> list[Force]:
            alone = [(ZERO, ZERO)] * i + [force]
            return gathered(joints[:i + 1], alone, turned, arms)

        (f, m), (f_rate, m_rate), turned = _behind(joint, moved[i], body, flow, passed[i])
        front = carried((f, plus(m, load.turned(joint))), turned)
        front_rate = carried((f_rate, m_rate))
        g = unit_force(joint, body)
        r = flow.along_z() if joint.sigma else _quarter(flow.p)
        moment = plus(load.turned(joint), _quarter(load.M) if joint.sigma else ZERO)
        behind = zip(carried(g), carried((g[0], r), arms=slips), carried((ZERO, moment)))
        for j, (at, (_, r), (_, lacking)) in enumerate(behind):
            sign = joint.sign * joints[j].sign
            A[i][j] = A[j][i] = times(sign, _along(joints[j], at))
            by_q[j][i] = times(sign, _along(joints[j], front[j]))
            by_dq[j][i] = times(sign, _along(joints[j], front_rate[j]))
            if j < i:
                slope, rate = _ahead(joints[j], moved[j], groups[j][:2], at, r)
                by_q[i][j] = times(sign, slope + (lacking[2] if joints[j].sigma else 0))
                by_dq[i][j] = times(sign, rate)
        flow = flow.before(joint, slips[i], body.m, body.h)
        body, load = before(joint, body), load.before(joint)
    return by_q, by_dq, A


def _along(joint: Joint, force: Force) -> Real:
    return force[1][2] if joint.sigma else force[0][2]


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


def _behind(joint: Joint, moving: Moving, body: Inertia, flow: Flow,
            passed: Force) -> tuple[Force, Force, Vector]:
    """Of q_i and dq_i: the force of the joint's field, in the link's frame; a moment on the axes of
    the group that belongs to the first."""
    spin, bend = _quarter(moving.omega), [row[2] for row in moving.U]
    twice = plus(spin, spin)
    if not joint.sigma:
        f, m = _field(body, flow, ZERO, ZERO, bend)
        return (f, plus(m, _turn(passed[0]))), _field(body, flow, ZERO, ZERO, twice), ZERO
    f, m = _field(body, flow, bend, spin, _quarter(moving.a))
    return ((plus(f, _turn(passed[0])), m), _field(body, flow, twice, [0, 0, 1], ZERO),
            _turn(passed[1]))


def _ahead(joint: Joint, moving: Moving, group: tuple[Vector, Vector], at: Force,
           r: Vector) -> tuple[Real, Real]:
    """Of q_j and dq_j: what a drive behind, seen here as (force, moment) and r, does."""
    f, m = at
    if not joint.sigma:
        spin = _quarter(moving.omega)
        return (dot(f, [row[2] for row in moving.U]), dot(f, plus(spin, spin)))
    omega, bend = group
    spin = _quarter(omega)
    return (dot(r, spin) + dot(m, bend) + dot(f, _quarter(moving.a)),
            r[2] + dot(m, plus(spin, spin)))
