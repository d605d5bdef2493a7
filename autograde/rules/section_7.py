"""Accelerations (section 7)."""

from __future__ import annotations

import numpy as np

__all__ = ["KINDS", "Section7"]

#: What two rates make together, and how often their pair is counted.
KINDS = {"centripetal": 1, "Coriolis": 2, "gyroscopic": 2}


class Section7:
    # -- section 7.1 -----------------------------------------------------------------------
    def swing(self, omega, a):
        """How a vector that turns with omega changes."""
        return np.cross(omega, a)

    def axis_rate(self, s, sigma, dq, j, frame=0):
        """dc_j^(frame), section 7.1: the absolute derivative, projected."""
        return self.swing(self.turning_axis(s, sigma, dq, j, frame), self.c(s, sigma, j, frame))

    def turning_axis(self, s, sigma, dq, j, frame):
        """What turns the axis of joint j: omega_j, the rates of all joints up to it."""
        return sum((self.c(s, sigma, k, frame) * dq[k - 1] for k in range(1, j + 1)),
                   start=np.zeros(3))

    def axis_signal(self, s, sigma, dq, j, i):
        """Derivative of the three numbers c_j^(i), section 7.1."""
        return (self.axis_rate(s, sigma, dq, j, i)
                - self.swing(self.omega(s, sigma, dq, i), self.c(s, sigma, j, i)))

    def pushed(self, s, sigma, ddq, i):
        """The part of domega_i^(0) that the motors make."""
        return sum((self.c(s, sigma, j) * ddq[j - 1] for j in self.moving(i, len(sigma))),
                   start=np.zeros(3))

    def spin(self, s, sigma, dq, i):
        """The part of domega_i^(0) from products of two rates."""
        return sum((self.axis_rate(s, sigma, dq, j) * dq[j - 1]
                    for j in self.moving(i, len(sigma))), start=np.zeros(3))

    def domega(self, s, sigma, dq, ddq, i):
        """domega_i^(0), (7.2)."""
        return self.pushed(s, sigma, ddq, i) + self.spin(s, sigma, dq, i)

    # -- section 7.2 -----------------------------------------------------------------------
    def motors(self, s, sigma, ddq, i, point):
        """The part of dV_i^(0) that the motors make: the second sum of (7.5)."""
        return sum(self.D(s, sigma, i, j, point) * ddq[j - 1]
                   for j in self.moving(i, len(sigma)))

    def kind_of_pair(self, sigma, j, k):
        """What the rates of joints j <= k make together."""
        return "centripetal" if j == k else "gyroscopic" if sigma[k - 1] else "Coriolis"

    def counted(self, kind):
        return KINDS[kind]

    def rate_squared(self, rate):
        return rate**2

    def meeting(self, s, sigma, dq, i, j, k, point):
        """The part of dV_i^(0) with dq_j dq_k, j <= k: c_j x D_ik, twice when j < k."""
        rates = self.rate_squared(dq[j - 1]) if j == k else dq[j - 1] * dq[k - 1]
        often = self.counted(self.kind_of_pair(sigma, j, k))
        return often * rates * self.pair_vector(s, sigma, i, j, k, point)

    def pair_vector(self, s, sigma, i, j, k, point):
        """Second derivative of the point of link i by q_j and q_k, j <= k."""
        return np.cross(self.c(s, sigma, j), self.D(s, sigma, i, k, point))

    def quadratic(self, s, sigma, dq, i, point, kinds=tuple(KINDS)):
        """The parts of dV_i^(0) with two rates, of these kinds."""
        joints = self.moving(i, len(sigma))
        return sum((self.meeting(s, sigma, dq, i, j, k, point) for k in joints for j in joints
                    if j <= k and self.kind_of_pair(sigma, j, k) in kinds), start=np.zeros(3))

    def acceleration(self, s, sigma, dq, ddq, i, point):
        """dV_i^(0), (7.5)."""
        return self.motors(s, sigma, ddq, i, point) + self.quadratic(s, sigma, dq, i, point)

    def acceleration_own(self, s, sigma, dq, ddq, i, point):
        """dV_i^(i), (7.6): the absolute acceleration on the axes of the link."""
        return self.onto(s, i, self.acceleration(s, sigma, dq, ddq, i, point))

    def signals(self, s, sigma, dq, ddq, i, point):
        """Derivative of the three numbers V_i^(i)."""
        return (self.acceleration_own(s, sigma, dq, ddq, i, point)
                - self.swing(self.omega(s, sigma, dq, i),
                             self.velocity_own(s, sigma, dq, i, point)))

    def column_rate(self, s, sigma, dq, i, j, point):
        """dD_ij^(0), section 7.2, j <= i."""
        if not sigma[j - 1]:
            return self.slide_rate(s, sigma, dq, j)
        return (np.cross(self.axis_rate(s, sigma, dq, j), self.arm(s, i, j, point))
                + np.cross(self.c(s, sigma, j), self.arm_rate(s, sigma, dq, i, j, point)))

    def slide_rate(self, s, sigma, dq, j):
        """dD_ij^(0) of a prismatic joint: its axis turns with link j."""
        return self.swing(self.turning_axis(s, sigma, dq, j, 0), self.D_V(s, sigma, j))

    def arm_rate(self, s, sigma, dq, i, j, point):
        """dR_ij^(0): velocity of the point less that of the origin of frame j-1."""
        return self.velocity(s, sigma, dq, i, point) - self.start_rate(s, sigma, dq, j)

    def start_rate(self, s, sigma, dq, j):
        return self.velocity(s, sigma, dq, j - 1, np.zeros(3)) if j > 1 else np.zeros(3)
