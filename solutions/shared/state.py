"""A chain worked out step by step, as by hand with the formulas of sections 2 and 3.

robokit arranges the same computation for speed and for batches. Here every step of the book is
a method of its own, so that a mistake can replace just that one (see `mistakes`). Without a slip
the results are robokit's; the tests hold the two to it.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

import robokit
from robokit import rotation
from robokit.chain import remembered

__all__ = ["Closer", "State"]

FOUR = ("gamma", "beta", "alpha", "q")      # whose matrices (2.3) multiplies


class _Positions:
    """The positions of one chain at one q, a step of the book a method."""

    # -- one joint -------------------------------------------------------------------------
    def sigma(self, k):
        """Joint type; None for the base and the tool, which have no joint."""
        return int(self.robot.sigma[k - 1]) if 1 <= k <= self.robot.n else None

    def mount(self, k):
        """Mounting angles and l of place k in the chain; 0 the base, 1..n, n + 1 the tool."""
        if k in (0, self.robot.n + 1):
            part = self.robot.tool if k else self.robot.base
            return part.angles, part.l
        return self.robot.angles[k - 1], self.robot.l[k - 1]

    @remembered
    def mounting(self, axis, k):
        """A mounting angle of link k."""
        return self.mount(k)[0]["xyz".index(axis)]

    def length(self, k):
        """l_k, the constant part of L_k."""
        return self.mount(k)[1]

    @remembered
    def factor(self, axis, angle):
        """tau_x, tau_y, tau_z as (2.3) means them: section 2.2's transposed."""
        return getattr(rotation, f"tau_{axis}")(angle).T

    def turned(self, k):
        """The angle sigma_k q_k."""
        return self.q[k - 1] if self.sigma(k) else 0.0

    def shift(self, k):
        """The displacement (1 - sigma_k) q_k."""
        return self.q[k - 1] if self.sigma(k) == 0 else 0.0

    @remembered
    def eps(self, k):
        """eps_k of section 2.4."""
        return reduce(np.matmul, self.turns(k))

    def turns(self, k):
        """The factors tau_z(gamma), tau_y(beta), tau_x(alpha) of eps_k, section 2.4."""
        return [self.factor(axis, self.mounting(axis, k)) for axis in "zyx"]

    @remembered
    def step(self, k):
        """tau_{k-1 k}, the transpose of (2.3)."""
        return (self.eps(k) @ self.factor("z", self.turned(k))).T

    # -- the chain -------------------------------------------------------------------------
    def order(self, factors):
        """The factors of tau_ij, from the left."""
        return factors

    @remembered
    def tau(self, i, j):
        """tau_ij, (2.4)."""
        first, last = self._place(i), self._place(j)
        if first > last:
            return self.tau(j, i).T
        product = np.eye(3)
        for factor in self.order([self.step(k) for k in range(first + 1, last + 1)]):
            product = product @ factor
        return product

    @remembered
    def v(self, j):
        """v_j = eps_j e, section 2.5."""
        return self.eps(self._place(j))[:, 2]

    @remembered
    def L(self, j):
        """L_j, section 3.1."""
        return self.slide(j) + self.length(self._place(j))

    def slide(self, j):
        """v_j (1 - sigma_j) q_j, what a slide adds to L_j."""
        return self.v(j) * self.shift(self._place(j))

    @remembered
    def link(self, frame, j):
        """tau_{frame,j} L_j, a term of (3.2)."""
        return self.tau(frame, j) @ self.L(j)

    def t(self, i, point=(0, 0, 0), frame=0, origin=0):
        """t_{i(origin)}^(frame) for an origin not above i, (3.1) to (3.3)."""
        return self.beyond(frame, i, np.asarray(point, float)) + sum(
            self.link(frame, self._name(k)) for k in self.between(origin, i))

    def between(self, origin, i):
        """The links from one origin to another."""
        return range(self._place(origin) + 1, self._place(i) + 1)

    def beyond(self, frame, i, point):
        """tau_{frame,i} t_i, the first term of (3.2)."""
        return self.tau(frame, i) @ point

    def _place(self, frame):
        return {"B": -1, "tool": self.robot.n + 1}.get(frame, frame)

    def _name(self, place):
        return "tool" if place == self.robot.n + 1 else place


class State(_Positions):
    """Made, named and asked like `robokit.State`, for origins not above i."""

    def __init__(self, robot, batch=(), q=None, dq=None):
        self.robot, self.q, self._memory = robot, q, {}


class Closer(_Positions, robokit.State):
    """`robokit.State`, its positions a step at a time: for slips that nobody wrote down.

    Whoever has one function for the matrix of a joint takes the axis of the joint from it, too,
    and a slip in it shows in both. So some steps stand here twice, with what follows from them
    and without it.
    """

    @remembered
    def step(self, k):
        """tau_{k-1 k}, the transpose of (2.3)."""
        return self.joint_matrix(k)

    @remembered
    def joint_matrix(self, k):
        """tau_{k-1 k}, the transpose of (2.3)."""
        own = self.factor("z", self.turned(k))
        if self.order_of_four() == FOUR[::-1]:
            return reduce(np.matmul, [own, *self.turns(k)[::-1]]).T
        return (self.eps(k) @ own).T

    def order_of_four(self):
        """The factors tau_z(gamma), tau_y(beta), tau_x(alpha), tau_z(sigma q) of (2.3)."""
        return FOUR

    def turned(self, k):
        """The angle sigma_k q_k."""
        return self.q[k - 1] if self.slides_turn() and self.sigma(k) == 0 else super().turned(k)

    def slides_turn(self):
        """Does a prismatic joint turn its frame?"""
        return False

    @remembered
    def v(self, j):
        """v_j = eps_j e, section 2.5."""
        return self.joint_matrix(self._place(j))[2]

    @remembered
    def link(self, frame, j):
        """tau_{frame,j} L_j, from one origin to the next."""
        whole = self.tau(frame, self.axes_of(j)) @ self.L(j)
        other = self.axes_of_l(j) if self.l_is_turned() else frame
        return whole if other == j else whole + (
            self.tau(frame, other) - self.tau(frame, j)) @ self.length(self._place(j))

    def axes_of(self, j):
        """The frame on whose axes L_j is given."""
        return j

    def axes_of_l(self, j):
        """The frame on whose axes l_j is given."""
        return j

    def l_is_turned(self):
        """Is l_j turned onto the axes on which the sum stands?"""
        return True

    def t(self, i, point=(0, 0, 0), frame=0, origin=0):
        """From the origin of one frame to a point of link i, (3.1) to (3.3)."""
        if self._place(origin) > self._place(i):
            return robokit.State.t(self, i, point, frame, origin)
        return self.beyond(frame, i, np.asarray(point, float)) + sum(
            self.term(frame, self._name(k)) for k in self.between(origin, i))

    def term(self, frame, j):
        """tau_{frame,j} L_j, a term of (3.2)."""
        return self.link(frame, j)

    # -- motion, from the same steps and on the axes of the base, as by hand; not from the sums
    # of links, in which a function may go wrong for itself ------------------------------------
    @remembered
    def omega(self, i, frame=0):
        """omega_i^(frame), (5.1) to (5.4): angular velocity of link i, rad/s."""
        return self._onto(frame, sum((self.axis(j) * self.dq[j - 1] for j in self.turning(i)),
                                     start=np.zeros(3)))

    @remembered
    def domega(self, i, frame=0):
        """Angular acceleration of link i, (7.1) to (7.4), rad/s^2."""
        return self._onto(frame, sum(
            (self.axis(j) * self.ddq[j - 1]
             + np.cross(self.omega(j), self.axis(j)) * self.dq[j - 1] for j in self.turning(i)),
            start=np.zeros(3)))

    def dV(self, i, point=(0, 0, 0), frame=0):
        """Acceleration of a point of link i, (7.4′) to (7.6), m/s^2."""
        total = self.spun(i, self.tau(0, i) @ np.asarray(point, float))
        for k in range(1, self._place(i) + 1):
            total = total + self.spun(k, self.link(0, k))
            if self.sigma(k) == 0:
                total = total + (self.axis(k) * self.ddq[k - 1]
                                 + 2 * np.cross(self.omega(k), self.axis(k)) * self.dq[k - 1])
        return self._onto(frame, total)

    def turning(self, i):
        """The revolute joints up to link i."""
        return [j for j in range(1, self._place(i) + 1) if self.sigma(j)]

    @remembered
    def axis(self, j):
        """Z_{j-1} in frame 0, the axis of joint j."""
        return self.tau(0, j) @ self.v(j)

    def spun(self, i, x):
        """(lam(domega_i) + lam(omega_i)^2) x, with x and the result in frame 0."""
        omega = self.omega(i)
        return np.cross(self.domega(i), x) + np.cross(omega, np.cross(omega, x))

    def _onto(self, frame, x):
        return self.tau(frame, 0) @ x
