"""The steps of the project; what they compute stands in checks.py, in robokit's own words."""

from __future__ import annotations

import numpy as np

from ..shared.state import Closer, State
from .checks import OwnRobot


# -- the same in finer steps, for slips that nobody wrote down ------------------------------------
def _finely(self, v, q):
    """The robot at q, its positions a step at a time."""
    return self.State(self.own_robot(v), (), q=np.asarray(q, float))


def _own_place(self, v, q):
    """The origin of the last frame."""
    return self.finely(v, q).t(self.last_frame(len(q)))


def _own_attitude(self, v, q):
    """tau of the last frame."""
    return self.finely(v, q).tau(0, self.last_frame(len(q)))


def _last_frame(self, n):
    """The number of the last frame."""
    return n


def _own_matrix(self, v, q):
    """A, (9.3)."""
    robot, n = self.own_robot(v), len(q)
    s, A = robot.at(q), np.zeros((n, n))
    for k in range(1, n + 1):
        centre, C, D = s.t(k, self.own_centre(robot.r[k - 1])), np.zeros((3, n)), np.zeros((3, n))
        for j in range(1, k + 1):
            z = s.tau(0, j - 1)[:, 2]
            if self.turning_joint(robot.sigma[j - 1]):
                C[:, j - 1] = z
                D[:, j - 1] = np.cross(z, self.own_arm(centre, s.t(j - 1)))
            else:
                D[:, j - 1] = z
        A += robot.m[k - 1] * D.T @ D + C.T @ self.own_tensor(s.tau(0, k), robot.J[k - 1]) @ C
    return A


def _turning_joint(self, sigma):
    """Does this joint turn?"""
    return bool(sigma)


def _own_arm(self, centre, start):
    """The lever arm from a joint to a mass centre."""
    return centre - start


def _own_tensor(self, tau, J):
    """The tensor of a link on the axes of frame 0."""
    return tau @ np.asarray(J, float) @ tau.T


def _own_potential(self, v, q):
    """The potential energy of the weights."""
    robot = self.own_robot(v)
    s = robot.at(q)
    return -sum(self.own_mass(float(robot.m[k])) * (
        self.own_gravity(v) @ s.t(k + 1, self.own_centre(robot.r[k]))) for k in range(len(q)))


def _own_centre(self, r):
    """The mass centre of a link in its own frame."""
    return np.asarray(r, float)


def _own_mass(self, m):
    """The mass of a link."""
    return m


class Steps(OwnRobot):
    """What the functions of a student's own robot must give, one step a method."""

    State = State
    closer = {"State": Closer, "finely": _finely, "own_place": _own_place,
              "own_attitude": _own_attitude, "last_frame": _last_frame, "own_matrix": _own_matrix,
              "turning_joint": _turning_joint, "own_centre": _own_centre, "own_arm": _own_arm,
              "own_tensor": _own_tensor,
              "own_potential": _own_potential, "own_mass": _own_mass}

    def own_matrix(self, v, q):
        """A as it is asked for."""
        return self.own_inertia(v, q)
