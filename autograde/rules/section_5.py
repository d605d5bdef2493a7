"""Velocities (section 5, appendices 3 and 4)."""

from __future__ import annotations

import numpy as np

from robokit.kawasaki import fs20n

__all__ = ["Section5"]


class Section5:
    def relative_omega(self, s, sigma, dq, i):
        """omega_i^(i) relative to link i-1, section 5.1."""
        return self.c(s, sigma, i, i) * dq[i - 1]

    def moving(self, i, n):
        """The joints that move link i of a chain of n links."""
        return range(1, i + 1)

    def c(self, s, sigma, j, frame=0):
        """c_j^(frame), (5.5)."""
        return self.carried(s, frame, j) * sigma[j - 1]

    def arm(self, s, i, j, point, frame=0):
        """R_ij^(frame), (5.15)."""
        return s.t(i, point, frame=frame, origin=j - 1)

    def D_V(self, s, sigma, j, frame=0):
        """D_ij^(frame)V, (5.13)."""
        return self.carried(s, frame, j) * (1 - sigma[j - 1])

    def D(self, s, sigma, i, j, point, frame=0):
        """D_ij^(frame), (5.12) and (5.14)."""
        turning = self.cross(self.c(s, sigma, j, frame), self.arm(s, i, j, point, frame))
        return self.D_V(s, sigma, j, frame) + turning

    def cross(self, c, R):
        return np.cross(c, R)

    def column(self, s, sigma, i, j, point):
        """Column j of the Jacobian matrix of link i, section 5.8."""
        if j not in self.moving(i, len(sigma)):
            return np.zeros(6)
        return self.stacked(self.c(s, sigma, j), self.D(s, sigma, i, j, point))

    def stacked(self, omega, V):
        return np.concatenate([omega, V])

    def velocity(self, s, sigma, dq, i, point):
        """V_i^(0), (5.11)."""
        return sum(self.D(s, sigma, i, j, point) * dq[j - 1] for j in self.moving(i, len(sigma)))

    def velocity_own(self, s, sigma, dq, i, point):
        """V_i^(i), (5.16): the same velocity on the axes of the link itself."""
        return self.onto(s, i, self.velocity(s, sigma, dq, i, point))

    def onto(self, s, i, V):
        return s.tau(i, 0) @ V

    def home_jacobian(self, **lengths):
        """D_6^({B}) of the Kawasaki FS20N with all joints at zero, appendix 4."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.zeros(6))
        return np.column_stack([self.D(s, robot.sigma, 6, j, np.zeros(3), "B")
                                for j in range(1, 7)])
