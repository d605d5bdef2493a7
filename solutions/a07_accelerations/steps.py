"""Accelerations (section 7)."""

from __future__ import annotations

import numpy as np

from ..shared.steps import Acceleration


class Steps(Acceleration):
    """The computations of section 7, a step of the book a method."""

    def axis_signal(self, s, sigma, dq, j, i):
        """Derivative of the three numbers c_j^(i), section 7.1."""
        return (self.axis_rate(s, sigma, dq, j, i)
                - self.swing(self.omega(s, sigma, dq, i), self.c(s, sigma, j, i)))

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
        """The velocity of the origin from which the lever arm starts."""
        return self.velocity(s, sigma, dq, j - 1, np.zeros(3)) if j > 1 else np.zeros(3)
