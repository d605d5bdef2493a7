"""Base inertial parameters and identification (the paper of lesson 12).

The ten numbers of a link stand in the order of `robokit.base_parameters.PARAMETERS`:
Ixx, Ixy, Ixz, Iyy, Iyz, Izz, Sx, Sy, Sz, m about the origin of the link's frame.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from robokit import Mechanism, base_parameters
from robokit.arithmetic import cos, sin

from ..shared.steps import Acceleration, Force
from .checks import CHOSEN, TEN, G

PAIRS = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
UNITS = [base_parameters.pseudo_inertia(one) for one in np.eye(TEN)]


class Steps(Acceleration, Force):
    """The computations of the assignment, each step a method."""

    # -- the ten numbers of a link -------------------------------------------------------------
    def ten_numbers(self, m, r, J):
        """Second moments, first moments and mass about the origin, from J about the centre."""
        r = np.asarray(r)
        second = self.about_origin(self.second_moments(np.asarray(J)), m, r)
        return np.array([*(second[k] for k in PAIRS), *self.first_moments(m, r), m])

    def second_moments(self, J):
        """The integrals of u v dm, from moments and products of inertia. (3, 3)"""
        return np.trace(J) / 2 * np.eye(3) - J

    def about_origin(self, second, m, r):
        """Second moments about the origin, from those about the mass centre."""
        return second + m * np.outer(r, r)

    def first_moments(self, m, r):
        return m * r

    # -- one link that turns about a horizontal axis, its frame at the far end -------------------
    def far_end(self, a):
        """How far from the axis the link's frame stands."""
        return a

    def pendulum_row(self, a, q, dq, ddq):
        """The row of W_EM: what each of the ten numbers asks of the drive; q from the vertical."""
        a, weight = self.far_end(a), self.weight_of(1, [G])[0]
        row = np.zeros(TEN)
        row[[0, 3]] = ddq
        row[6] = 2 * a * ddq - weight * sin(q)
        row[7] = -weight * cos(q)
        row[9] = a**2 * ddq - weight * a * sin(q)
        return self.second_columns(row)

    def second_columns(self, W):
        """The columns that belong to second moments. (..., 10 n)"""
        return W

    def pendulum_base(self, ten, a):
        """Its base parameters for the columns 1, 7, 8, by (15)."""
        a = self.far_end(a)
        return np.array([ten[0] + ten[3] + self.first_from_mass(ten, a), ten[6] + a * ten[9],
                         ten[7]])

    def first_from_mass(self, ten, a):
        """What the column of the mass leaves in the first base parameter."""
        return -a**2 * ten[9]

    def least_mass(self, base, a):
        """J of a body with these base parameters, and its least mass |S|^2 / J, at the joint."""
        J = self.about_joint(base, a)
        return np.array([J, self.first_moment_squared(base) / J])

    def first_moment_squared(self, base):
        return base[1]**2 + base[2]**2

    def about_joint(self, base, a):
        """The moment of inertia about the joint."""
        return base[0] + 2 * a * base[1]

    # -- a turn and a slide: link 2 slides outwards along link 1 -------------------------------
    def slide_columns(self, q_1, q_2, a, u_1, u_2, e_1, e_2, g):
        """What S_x, S_y and m of link 2 ask of both drives. (2, 3)"""
        return sum(self.slide_parts(q_1, q_2, a, u_1, u_2, e_1, e_2, g).values())

    def slide_parts(self, q_1, q_2, a, u_1, u_2, e_1, e_2, g):
        """The same by their causes."""
        c, s, L, g = cos(q_1), sin(q_1), self.far_end(a) + q_2, self.weight_of(1, [g])[0]
        return {"second derivatives": np.array([[2 * L * e_1, -e_2, L**2 * e_1], [0, -e_1, e_2]]),
                "Coriolis terms": self.coriolis_of_slide(
                    np.array([[2 * u_1 * u_2, 0, 2 * L * u_1 * u_2], [0, 0, 0]])),
                "centrifugal terms": self.centrifugal_of_slide(
                    np.array([[0, 0, 0], [-u_1**2, 0, -L * u_1**2]])),
                "weights": np.array([[-g * s, -g * c, -g * L * s], [0, 0, g * c]])}

    def coriolis_of_slide(self, part):
        return part

    def centrifugal_of_slide(self, part):
        return part

    def slide_base(self, base, ten, a):
        """The six base parameters, from the three of link 1 and the ten numbers of link 2."""
        turned = ten[0] + ten[3]
        return np.array([base[0] + turned, base[1], base[2], ten[6], ten[7], ten[9]])

    # -- measurements of a pendulum --------------------------------------------------------------
    def measured_rows(self, a, data):
        """The regressor of the three base parameters, a row for each measurement. (N, 3)"""
        q = self.radians(np.asarray(data["q_deg"]))
        return np.array([self.pendulum_row(a, *x)[CHOSEN]
                         for x in zip(q, data["dq"], data["ddq"])])

    def row_scale(self, sd):
        """By what the rows of the measurements are divided."""
        return np.asarray(sd)

    def weighted_estimate(self, a, data):
        """Weighted least squares. (3,)"""
        weight = self.row_scale(data["sd"])
        rows = self.measured_rows(a, data) / weight[:, None]
        return np.linalg.lstsq(rows, np.asarray(data["mu"]) / weight, rcond=None)[0]

    def estimate_deviations(self, a, data):
        """Standard deviations of the weighted estimate. (3,)"""
        rows = self.measured_rows(a, data) / self.row_scale(data["sd"])[:, None]
        return self.deviation_of(rows.T @ rows)

    def deviation_of(self, information):
        return self.root_of_variance(np.diag(np.linalg.inv(information)))

    def root_of_variance(self, variance):
        return np.sqrt(variance)

    def excitation_condition(self, a, data):
        """How much worse the worst combination is seen than the best: as measured; weighted."""
        W = self.measured_rows(a, data)
        return np.array([self.condition_of(W),
                         self.condition_of(W / self.row_scale(data["sd"])[:, None])])

    def condition_of(self, W):
        return np.linalg.cond(W)

    # -- any chain -------------------------------------------------------------------------------
    def chain_regressor(self, angles, l, sigma, q, dq, ddq, gravity):
        """W_EM of (7), block by block, from accelerations. (n, 10 n)"""
        s = self.at(angles, l, sigma, q)
        return self.second_columns(np.hstack([self.regressor_block(s, sigma, dq, ddq, gravity, k)
                                          for k in range(1, len(sigma) + 1)]))

    def regressor_block(self, s, sigma, dq, ddq, gravity, k):
        """What the ten numbers of link k ask of the drives. (n, 10)"""
        origin, tau = np.zeros(3), self.own_axes(s, k)
        omega, spin = self.omega(s, sigma, dq, k, 0), self.domega(s, sigma, dq, ddq, k)
        felt = self.acceleration(s, sigma, dq, ddq, k, origin) - self.weight_of(1, gravity)
        felt_by = np.column_stack([self.column(s, sigma, k, j, origin)
                                   for j in range(1, len(sigma) + 1)])
        return felt_by.T @ np.column_stack([
            np.concatenate(self.moment_and_force(tau, H, omega, spin, felt)) for H in UNITS])

    def own_axes(self, s, k):
        """tau_0k: the ten numbers are counted on the axes of the link."""
        return s.tau(0, k)

    def moment_and_force(self, tau, H, omega, spin, felt):
        """Integrals of place x acceleration dm and of the acceleration dm, in frame 0."""
        second, first, m = tau @ H[:3, :3] @ tau.T, tau @ H[:3, 3], H[3, 3]
        U = _lam(spin) + _lam(omega) @ _lam(omega)
        N = second @ U.T + np.outer(first, felt)              # place times acceleration
        moment = np.array([N[1, 2] - N[2, 1], N[2, 0] - N[0, 2], N[0, 1] - N[1, 0]])
        return moment, U @ first + m * felt

    def base_count(self, angles, l, sigma, gravity):
        """How many base parameters a chain has."""
        robot = Mechanism(sigma, angles, self.lengths_that_count(np.asarray(l)))
        return float(self.counted_base(robot, self.weight_of(1, gravity)))

    def lengths_that_count(self, l):
        return l

    def counted_base(self, robot, gravity):
        return _number_of_columns(*(tuple(np.ravel(x)) for x in (robot.sigma, robot.angles, robot.l,
                                                                 gravity)))

    # -- a misprint --------------------------------------------------------------------------------
    def misprint_gap(self, a_2, dq_2, ddq_2, S_x2):
        """Printed drive 2 less the right one: a_2 dq_2 for a_2 dq_2^2 in the Lagrange function.

        The printed term brings nothing: its derivative by the rate is a constant.
        """
        return -2 * a_2 * ddq_2 * S_x2


@lru_cache(maxsize=1000)
def _number_of_columns(sigma, angles, l, gravity):
    """The judge asks for the same chain many times over: flat tuples."""
    robot = Mechanism(sigma, np.reshape(angles, (-1, 3)), np.reshape(l, (-1, 3)))
    return len(base_parameters.base_parameters(robot, gravity).columns)


def _lam(x):
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
