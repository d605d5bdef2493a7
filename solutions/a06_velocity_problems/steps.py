"""Problems of velocities (section 6, the end of appendix 4)."""

from __future__ import annotations

import numpy as np

from robokit.kawasaki import fs20n

from ..shared.steps import Velocity

NOTHING = 1e-9          # singular values below this part of the greatest count as zero


# -- the same in finer steps, for slips that nobody wrote down ------------------------------------
def _planar_jacobian(self, l, q):
    """D_n of the tip of a planar arm: links l, each turned by q_k against the one before."""
    angles = self.directions([self.joint(x) for x in q])
    across = np.asarray(l, float) * np.array([-self.sines(angles), self.cosines(angles)])
    return np.stack([across[:, self.carries(j, len(l))].sum(axis=1) for j in range(len(l))], 1)


def _sines(self, angles):
    """The sines of the links' directions, which make V_x."""
    return np.sin(angles)


def _cosines(self, angles):
    """The cosines of the links' directions, which make V_y."""
    return np.cos(angles)


def _free(self, A, rank, extended):
    """How many rates may be chosen freely."""
    return self.unknowns(A) - rank if extended == rank else -1


def _unknowns(self, A):
    """The number of unknowns."""
    return self.rows_and_columns(A)[1]


def _rows_and_columns(self, A):
    """The pair of rows and columns."""
    return [int(x) for x in np.shape(A)]


def _along(self, u, v):
    """The part of v in the direction of u."""
    return self.in_direction(u, float(u @ v))


def _in_direction(self, u, length):
    """A length in the direction of u."""
    return u * length


class Steps(Velocity):
    """The computations of section 6, a step of the book a method."""

    closer = {**Velocity.closer, "planar_jacobian": _planar_jacobian, "sines": _sines,
              "cosines": _cosines, "free": _free, "unknowns": _unknowns,
              "rows_and_columns": _rows_and_columns, "along": _along,
              "in_direction": _in_direction}

    def links_of_arm(self, links):
        """The links of the planar arm that is meant."""
        return range(links)

    def planar_jacobian(self, l, q):
        """D_n of the tip of a planar arm: links l, each turned by q_k against the one before."""
        angles = self.directions([self.joint(x) for x in q])
        across = np.asarray(l, float) * np.array([-np.sin(angles), np.cos(angles)])
        return np.stack([across[:, self.carries(j, len(l))].sum(axis=1) for j in range(len(l))], 1)

    def carries(self, j, n):
        """The links that joint j moves, both counted from 0."""
        return range(j, n)

    # -- section 6.2 -----------------------------------------------------------------------
    def solve(self, A, v):
        """The rates: least squares, and of those the shortest."""
        return self.inverse_of(A) @ v

    def inverse_of(self, A):
        """The inverse of the matrix, or what stands for it."""
        return np.linalg.pinv(A, rcond=NOTHING)

    def how_many(self, A, v):
        """The rank, and how many rates may be chosen freely; -1 when nothing solves A dq = v."""
        rank = _rank(A)
        return np.array([rank, self.free(A, rank, _rank(np.column_stack([A, v])))], float)

    def free(self, A, rank, extended):
        return A.shape[1] - rank if extended == rank else -1

    def lost(self, A):
        """The unit vector at right angles to all columns, its x positive."""
        u = self.of_columns(np.linalg.svd(A)[0])
        return u * np.sign(u[0])

    def of_columns(self, U):
        """The direction that no column has."""
        return U[:, -1]

    def nearest(self, A, v, lost=None):
        """What is left of v without its part in the lost direction."""
        u = self.lost(A) if lost is None else lost
        return v - self.along(u, v)

    def along(self, u, v):
        """The part of v in the direction of u."""
        return u * (u @ v)

    def half_axes(self, A):
        """Half axes of the ellipse of velocities for |dq| = 1, the greater first."""
        return np.linalg.svd(A, compute_uv=False)

    def still(self, A):
        """Rates that move nothing, the last of them 1."""
        return np.append(np.linalg.solve(A[:, :-1], self.brought_over(A[:, -1])), 1.0)

    def brought_over(self, column):
        """A column that goes from the left side of A dq = 0 to the right."""
        return -column

    def damped(self, A, v, damping):
        """The least |A dq - v|^2 + damping^2 |dq|^2."""
        left = A.T @ A + self.weight(damping) * np.eye(A.shape[1])
        return np.linalg.pinv(left, rcond=NOTHING) @ self.right_side(A, v)

    def weight(self, damping):
        """What the damping adds to the diagonal."""
        return damping**2

    def right_side(self, A, v):
        """The right side, A^T v."""
        return A.T @ v

    # -- chains ----------------------------------------------------------------------------
    def chain_rates(self, s, sigma, rows, velocity, point):
        """Rates of a chain that give its last link these components of omega and V."""
        n = len(sigma)
        Xi = np.column_stack([self.column(s, sigma, n, j, point) for j in range(1, n + 1)])
        return self.solve(Xi[np.asarray(rows, int)], np.asarray(velocity, float))

    def wrist_axes(self, q_4, q_5):
        """c_4, c_5, c_6 of the Kawasaki FS20N on the axes of frame 3. (3, 3)"""
        s = self.State(fs20n(), (), q=np.array([0, 0, 0, self.joint(q_4), self.joint(q_5), 0]))
        return np.column_stack([self.wrist_axis(s, k) for k in (4, 5, 6)])

    def wrist_axis(self, s, k):
        """The axis of joint k of the wrist, on the axes of frame 3."""
        return self.carried(s, 3, k)

    def home_rates(self, velocity, **lengths):
        """The shortest rates that give frame 6 this velocity at home, with L_1 = L_3 = 0."""
        return self.solve(self.home_matrix(**lengths), np.array(velocity))

    def home_matrix(self, **lengths):
        """The matrix of appendix 4 for its own lengths, with the sign of r_63 corrected."""
        return self.home_jacobian(L_1=0.0, L_3=0.0, **lengths)


def _rank(A):
    return np.linalg.matrix_rank(A, tol=1e-9 * max(1.0, np.abs(A).max()))
