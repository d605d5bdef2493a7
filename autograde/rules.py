"""The reference computations that tasks are judged by, one step of the book a method.

`Rules` is the truth: robokit, called the way the book computes. A mistake is a subclass that
replaces one method (see `mistakes`), so that one definition serves detection, message, test,
statistics and the certificate of a variant.
"""

from __future__ import annotations

import numpy as np

from robokit import Mechanism, State, rotation
from robokit.kawasaki import fs20n

__all__ = ["Rules"]


class Rules:
    """The book's computations at one state; numbers or symbols."""

    State = State

    # -- section 2 -------------------------------------------------------------------------
    def radians(self, degrees):
        """An angle of the task sheet, made ready for sine and cosine."""
        return np.radians(degrees)

    def argument(self, angle):
        """What a function does with an angle it is given in radians."""
        return angle

    def elementary(self, axis: str, angle):
        """tau_x, tau_y, tau_z of section 2.2."""
        return self.answer(getattr(rotation, f"tau_{axis}")(self.argument(angle)))

    def compose(self, factors):
        """Turns about moving axes, section 2.3: the first turn is the first factor."""
        return self.answer(_product(self.order(list(factors))))

    def order(self, factors: list):
        return factors

    def components(self, tau, a):
        """a^(xyz) = tau a^(uvw), section 2.1."""
        return tau @ np.asarray(a)

    def eps(self, alpha, beta, gamma):
        """eps_i of (2.3), section 2.4."""
        turns = zip("zyx", (gamma, beta, alpha))
        return self.answer(_product(self.order([self.turn(axis, a) for axis, a in turns])))

    def turn(self, axis: str, angle):
        """tau_x, tau_y, tau_z as section 2.4 means them: section 2.2's transposed."""
        return getattr(rotation, f"tau_{axis}")(angle).T

    def sigma(self, sigma):
        """The joint types that the rotation matrices are built with."""
        return sigma

    def joint(self, q):
        """The joint coordinate as it enters."""
        return q

    def adjacent(self, alpha, beta, gamma, sigma, q):
        """tau_{i-1 i}, the transpose of (2.3)."""
        factors = [self.turn(axis, a) for axis, a in
                   (("z", gamma), ("y", beta), ("x", alpha),
                    ("z", self.sigma(sigma) * self.joint(q)))]
        return self.answer(_product(factors).T)

    def chain_rotation(self, angles, sigma, q, i):
        """tau_0i of (2.4)."""
        steps = [Rules.adjacent(self, *angles[k], sigma[k], q[k]) for k in range(i)]
        steps = [self.unanswer(step) for step in steps]
        return self.answer(_product(self.order(steps)))

    def lam_in_j(self, tau_ij, a_i):
        """lam(a^(j)) from a^(i), section 2.5, property 4."""
        return tau_ij.T @ rotation.lam(a_i) @ tau_ij

    def chain_rate(self, angles, sigma, q, dq, i):
        """d tau_0i / dt = tau_0i lam(omega_i^(i)), (2.6)."""
        s = self.at(angles, np.zeros((len(sigma), 3)), sigma, q, dq)
        return self.rate(s.tau(0, i), self.omega(s, sigma, dq, i))

    def rate(self, tau, omega):
        return tau @ rotation.lam(omega)

    def omega(self, s, sigma, dq, i):
        """The angular velocity of link i in frame i: the relative ones, carried to frame i."""
        return sum((self.carried(s, i, k) * sigma[k - 1] * dq[k - 1] for k in range(1, i + 1)),
                   start=np.zeros(3))

    def carried(self, s, i, k):
        return s.tau(i, k) @ s.v(k)

    # -- section 3 -------------------------------------------------------------------------
    def at(self, angles, l, sigma, q, dq=None):
        robot = Mechanism(sigma, angles, l)
        q = [self.joint(x) if s else x for x, s in zip(q, sigma)]
        return self.State(robot, (), q=np.asarray(q, float),
                          dq=None if dq is None else np.asarray(dq, float))

    def link_vector(self, s, j):
        """L_j, section 3.1."""
        return s.L(j)

    def rotation_of(self, s, i):
        """tau_0i."""
        return self.answer(s.tau(0, i))

    def point_below(self, s, i, point):
        """t_{i(i-1)}^(i-1), (3.1)."""
        return s.t(i, point, frame=i - 1, origin=i - 1)

    def position(self, s, i, point):
        """t_{i(0)}^(0), (3.2)."""
        return s.t(i, point)

    def position_own(self, s, i, point):
        """t_{i(0)}^(i), (3.3)."""
        return s.t(i, point, frame=i)

    def orientation(self, tau):
        """P, Y, R of section 3.2."""
        return np.array(rotation.angles_of(tau), dtype=float)

    def kawasaki(self, q, **lengths):
        """The tool's origin of the Kawasaki FS20N in {B}, appendix 1."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.asarray([self.joint(x) for x in q], float))
        return self.tool_position(s)

    def tool_position(self, s):
        return s.t("tool", frame="B", origin="B")

    # -- what leaves a computation -----------------------------------------------------------
    def answer(self, matrix):
        """The matrix that is handed in; the mistake "transposed" acts here."""
        return matrix

    def unanswer(self, matrix):
        """A matrix used inside a longer computation, before `answer` acted on it."""
        return matrix


def _product(factors):
    result = factors[0]
    for factor in factors[1:]:
        result = result @ factor
    return result
