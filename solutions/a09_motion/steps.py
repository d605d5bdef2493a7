"""Equations of motion (section 9): A, b and the forward problem.

m, r, J hold a row for each link: mass, mass centre and tensor about it, both in the link's frame.
"""

from __future__ import annotations

import numpy as np

from robokit.arithmetic import cos, sin

from ..shared.steps import Acceleration, Force


# -- the fall in finer steps, for slips that nobody wrote down ------------------------------------
def _crane_fall(self, p, q, u, seconds, steps=40):
    """q after the drives have been off for some seconds, by Runge and Kutta."""
    h, y = seconds / steps, np.concatenate([q, self.rates_at_start(u)])
    mu = np.asarray(p["mu"], float) if self.driven_in_fall() else np.zeros(2)

    def rate(y):
        return np.concatenate([y[2:], self.crane_ddq(p, y[1], y[2:], mu)])
    for _ in range(steps):
        k_1 = rate(y)
        k_2 = rate(y + h / 2 * k_1)
        k_3 = rate(y + h / 2 * k_2)
        y = y + h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + rate(y + h * k_3))
    return self.angles_and_rates(y)[0]


def _rates_at_start(self, u):
    """The rates at which the fall begins."""
    return np.asarray(u, float)


def _driven_in_fall(self):
    """Do the drives work during the fall?"""
    return False


def _angles_and_rates(self, y):
    """Angles and rates at the end, of which the angles are asked for."""
    return [y[:2], y[2:]]


def _about_centre(self, J, m, r):
    """The tensor about the mass centre, as it is given."""
    r = np.asarray(r)
    return J + m * (r @ r * np.eye(3) - np.outer(r, r)) if self.steiner_added() else J


def _steiner_added(self):
    """Is Steiner's term added to a tensor about the mass centre?"""
    return False


def _felt_by(self, s, sigma, k, r):
    """What the moment and the force of link k's mass bring to the joints."""
    C, D = self.unit_motions(s, sigma, k, r)
    if self.moments_about_joints():
        return C, D
    turning = np.cross(C.T, s.t(k, self.mass_place(r))).T
    return C, np.where(np.asarray(sigma), turning, D)


def _moments_about_joints(self):
    """Are the moments of forces taken about the joint's own axis?"""
    return True


class Steps(Acceleration, Force):
    """The computations of section 9, a step of the book a method."""

    closer = {**Acceleration.closer, **Force.closer, "crane_fall": _crane_fall,
              "rates_at_start": _rates_at_start, "driven_in_fall": _driven_in_fall,
              "angles_and_rates": _angles_and_rates, "about_centre": _about_centre,
              "steiner_added": _steiner_added, "felt_by": _felt_by,
              "moments_about_joints": _moments_about_joints}

    # -- the matrix A, (9.3) -------------------------------------------------------------------
    def unit_motions(self, s, sigma, k, r):
        """C_k and D_k at the mass centre of link k: columns c_j^(0) and D_kj^(0). (3, n) each"""
        Xi = np.column_stack([self.column(s, sigma, k, j, self.mass_place(r))
                              for j in range(1, len(sigma) + 1)])
        return Xi[:3], Xi[3:]

    def mass_place(self, r):
        """The point of a link at which its mass is thought."""
        return np.asarray(r)

    def turning_part(self, C, J):
        """c_i^T J_k c_j for all i and j."""
        return C.T @ J @ C

    def moving_part(self, D, m):
        """D_ki^T m_k D_kj for all i and j."""
        return m * D.T @ D

    def about_centre(self, J, m, r):
        """The tensor about the mass centre, as it is given."""
        return J

    def of_link(self, k, part):
        """What link k adds to A, for all i and j."""
        return part

    def inertia_matrix(self, s, sigma, m, r, J):
        """A, (9.3). (n, n)"""
        A = np.zeros((len(sigma), len(sigma)))
        for k in range(1, len(sigma) + 1):
            C, D = self.unit_motions(s, sigma, k, r[k - 1])
            own = self.about_centre(np.asarray(J[k - 1]), m[k - 1], r[k - 1])
            part = (self.turning_part(C, self.tensor_in_base(s.tau(0, k), own))
                    + self.moving_part(D, m[k - 1]))
            A = A + self.of_link(k, part)
        return A

    def last_row(self, s, sigma, m, r, J_0):
        """Row n of A: only link n takes part in it. m, r, J_0: of link n, J_0 in frame 0."""
        C, D = self.unit_motions(s, sigma, len(sigma), r)
        return (self.turning_part(C, J_0) + self.moving_part(D, m))[-1]

    def missed(self, row, ddq):
        """What the sum over a_ij ddq_j from j = i leaves out in the last row, with a minus."""
        return -row[:-1] @ np.asarray(ddq)[:-1]

    # -- the vector b, (9.1) -------------------------------------------------------------------
    def chain_b(self, s, sigma, dq, m, r, J):
        """b, (9.1), link by link: the drives of the unloaded mechanism at ddq = 0. (n,)"""
        total = np.zeros(len(sigma))
        for k in range(1, len(sigma) + 1):
            J_0 = self.tensor_in_base(s.tau(0, k), np.asarray(J[k - 1]))
            C, D = self.felt_by(s, sigma, k, r[k - 1])
            moment = (J_0 @ self.spin(s, sigma, dq, k)
                      + self.gyroscopic(J_0, self.omega(s, sigma, dq, k, 0)))
            centre = self.quadratic(s, sigma, dq, k, self.mass_place(r[k - 1]))
            total = total + C.T @ moment + D.T @ (m[k - 1] * centre)
        return total

    def felt_by(self, s, sigma, k, r):
        """What the moment and the force of link k's mass bring to the joints."""
        return self.unit_motions(s, sigma, k, r)

    # -- the forward problem, (9.5) ------------------------------------------------------------
    def pull_of_weights(self, s, sigma, m, r, gravity):
        """D^T F with the weights for F. (n,)"""
        return sum(self.unit_motions(s, sigma, k, r[k - 1])[1].T
                   @ self.weight_of(m[k - 1], gravity) for k in range(1, len(sigma) + 1))

    def solved_motion(self, A, b, pull, mu):
        """ddq of (9.5)."""
        return self.solved(A, np.asarray(mu) + pull - self.rest_term(b))

    def rest_term(self, b):
        """b as it enters the forward problem."""
        return b

    def solved(self, A, push):
        """The accelerations, from A and from what is left to them."""
        return np.linalg.solve(A, push)

    def chain_ddq(self, s, sigma, dq, m, r, J, mu, gravity):
        """The forward problem for a chain. (n,)"""
        return self.solved_motion(self.inertia_matrix(s, sigma, m, r, J),
                                  self.chain_b(s, sigma, dq, m, r, J),
                                  self.pull_of_weights(s, sigma, m, r, gravity), mu)

    # -- the jib crane of the assignment, in closed form -----------------------------------------
    # p: m, r, e, d, I_1, I_a, I_t. Joint 1 turns the column, joint 2 lifts the jib.
    def crane_A(self, p, q_2):
        """A by (9.3): the mass centre stands at e + r cos q_2, d, r sin q_2. (2, 2)"""
        C, D = self.crane_motions(p, q_2)
        column = np.array([[p["I_1"], 0], [0, 0]])
        jib = self.turning_part(C, self.jib_tensor(p, q_2)) + self.moving_part(D, p["m"])
        return column + jib

    def crane_motions(self, p, q_2):
        """C and D of the jib, on the axes outwards, aside and up."""
        c, s = cos(q_2), sin(q_2)
        D = np.array([[-p["d"], -p["r"] * s], [p["e"] + p["r"] * c, 0], [0, p["r"] * c]])
        return np.array([[0, 0], [0, -1], [1, 0]]), D

    def jib_tensor(self, p, q_2):
        """The jib's tensor on the axes outwards, aside and up."""
        c, s = cos(q_2), sin(q_2)
        tau = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
        return self.tensor_in_base(tau, np.diag([p["I_a"], p["I_t"], p["I_t"]]))

    def crane_slope(self, p, q_2):
        """The derivative of A by q_2. (2, 2)"""
        c, s = cos(q_2), sin(q_2)
        turn = 2 * (p["I_a"] - p["I_t"]) * s * c - 2 * p["m"] * p["r"] * s * (
            p["e"] + p["r"] * c)
        aside = p["m"] * p["d"] * p["r"] * c
        return np.array([[turn, aside], [aside, 0]])

    def crane_b(self, p, q_2, u):
        """b of the crane: the rate of A times u, less half of the slope of u A u. (2,)"""
        slope = self.crane_slope(p, q_2)
        return (self.crane_coriolis(slope, u) + self.crane_turned(slope, u)
                + self.crane_lifted(slope, u))

    def crane_coriolis(self, slope, u):
        """The part of b with u_1 u_2."""
        return np.array([slope[0, 0], (slope[1, 0] - slope[0, 1]) / 2]) * u[0] * u[1]

    def crane_turned(self, slope, u):
        """The part of b with the square of u_1."""
        return np.array([0, -slope[0, 0] / 2]) * u[0]**2

    def crane_lifted(self, slope, u):
        """The part of b with the square of u_2."""
        return np.array([slope[0, 1], slope[1, 1] / 2]) * u[1]**2

    def crane_pull(self, p, q_2):
        """What the jib's weight brings to the joints. (2,)"""
        _, D = self.crane_motions(p, q_2)
        return D.T @ self.weight_of(p["m"], [0, 0, -9.81])

    def crane_ddq(self, p, q_2, u, mu):
        return self.solved_motion(self.crane_A(p, q_2), self.crane_b(p, q_2, u),
                                  self.crane_pull(p, q_2), mu)

    def crane_fall(self, p, q, u, seconds, steps=40):
        """q after the drives have been off for some seconds, by Runge and Kutta."""
        h, y = seconds / steps, np.concatenate([q, u])

        def rate(y):
            return np.concatenate([y[2:], self.crane_ddq(p, y[1], y[2:], np.zeros(2))])
        for _ in range(steps):
            k_1 = rate(y)
            k_2 = rate(y + h / 2 * k_1)
            k_3 = rate(y + h / 2 * k_2)
            y = y + h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + rate(y + h * k_3))
        return y[:2]
