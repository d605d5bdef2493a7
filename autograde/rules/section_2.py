"""Rotation matrices (section 2)."""

from __future__ import annotations

import numpy as np

from robokit import rotation

__all__ = ["Section2"]


class Section2:
    def radians(self, degrees):
        """An angle of the task sheet, made ready for sine and cosine."""
        return np.radians(degrees)

    def argument(self, angle):
        """What a function does with an angle it is given in radians."""
        return angle

    def about(self, axis: str, angle):
        """The matrix of one turn, section 2.2."""
        return getattr(rotation, f"tau_{axis}")(angle)

    def elementary(self, axis: str, angle):
        """tau_x, tau_y, tau_z of section 2.2."""
        return self.answer(self.about(axis, self.argument(angle)))

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
        return self.about(axis, angle).T

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
        steps = [Section2.adjacent(self, *angles[k], sigma[k], q[k]) for k in range(i)]
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

    def omega(self, s, sigma, dq, i, frame=None):
        """omega_i in its own frame or in `frame`: the relative ones carried there, section 5.1."""
        frame = i if frame is None else frame
        return sum((self.c(s, sigma, k, frame) * dq[k - 1] for k in self.moving(i, len(sigma))),
                   start=np.zeros(3))

    def carried(self, s, frame, k):
        """The axis Z_{k-1} in `frame`."""
        return s.tau(frame, k) @ s.v(k)


def _product(factors):
    result = factors[0]
    for factor in factors[1:]:
        result = result @ factor
    return result
