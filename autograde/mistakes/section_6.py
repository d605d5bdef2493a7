"""Mistakes in tasks on section 6."""

from __future__ import annotations

import numpy as np

from ..rules import Rules
from .registry import mistake


@mistake("own_link_only", 19, "joint moves its own link only",
         "each column holds one link: joint j was let move link j alone; it carries all links "
         "beyond it.",
         "Move joint 1 alone: the tip runs round the base, `D[:, 0] @ tip` must be zero.")
class OwnLinkOnly(Rules):
    def carries(self, j, n):
        return [j]


@mistake("jacobian_transposed", 18, "transposed Jacobian for the inverse one",
         "the wanted velocity was multiplied by the transposed matrix, not by an inverse.",
         "Put the rates back: `A @ dq` must be the wanted velocity.")
class JacobianTransposed(Rules):
    def inverse_of(self, A):
        return A.T


@mistake("basic_solution", 18, "some rates set to zero",
         "this solves, with as many rates set to zero as are free; the shortest solution uses "
         "all joints.",
         "Find z with `A @ z` zero: a shortest dq has `z @ dq` zero.")
class BasicSolution(Rules):
    def inverse_of(self, A):
        used = []
        for j in range(A.shape[1]):
            if np.linalg.matrix_rank(A[:, [*used, j]], tol=1e-9) > len(used):
                used.append(j)
        inverse = np.zeros(A.T.shape)
        inverse[used] = np.linalg.pinv(A[:, used])
        return inverse


@mistake("equations_dropped", 16, "equations left out to make the matrix square",
         "with more equations than joints only the first were used; the nearest velocity takes "
         "all of them into account.",
         "What is missed must stand across all columns: `A.T @ (A @ dq - v)` must be zero.")
class EquationsDropped(Rules):
    def solve(self, A, v):
        n = min(A.shape)
        return super().solve(A[:n], v[:n])


@mistake("v_forgotten", 16, "wanted velocity left out of the count",
         "only the matrix was counted; whether v can be had at all depends on v too.",
         "Take a v, not zero, across all columns, `A.T @ v` zero: nothing solves it, the answer "
         "must be -1.")
class VForgotten(Rules):
    def free(self, A, rank, extended):
        return A.shape[1] - rank


@mistake("sizes_counted", 16, "rows and columns counted for the rank",
         "unknowns and equations were counted, not the rank; equations may repeat one another.",
         "Write one equation twice, `np.vstack([A, A[:1]])`: the number of solutions must stay.")
class SizesCounted(Rules):
    def free(self, A, rank, extended):
        return max(A.shape[1] - A.shape[0], -1)


@mistake("singular_refused", 16, "no solution for any matrix of low rank",
         "a matrix of low rank was said to have no solution; for some v it has many.",
         "Take `v = A @ x` with any x: x solves it, so the answer cannot be -1.")
class SingularRefused(Rules):
    def free(self, A, rank, extended):
        return super().free(A, rank, extended) if rank == min(A.shape) else -1


@mistake("reached_direction", 18, "direction that is left for the one that is lost",
         "the direction in which the tip can still move stands where the lost one belongs.",
         "The lost direction u stands across both columns: `u @ D` must be zero.")
class ReachedDirection(Rules):
    def of_columns(self, U):
        return U[:, 0]


@mistake("axes_squared", 18, "half axes not rooted",
         "these are the squares of the half axes, the eigenvalues of D D^T.",
         "Double all lengths: half axes double, squares grow fourfold; `np.sqrt` of the "
         "eigenvalues is missing.")
class AxesSquared(Rules):
    def half_axes(self, A):
        return super().half_axes(A)**2


@mistake("still_sign", 8, "sign lost on the way to the other side",
         "the column of the last joint went to the other side with its sign unchanged.",
         "Put the rates back: `D @ dq` must be zero.")
class StillSign(Rules):
    def brought_over(self, column):
        return column


@mistake("axis_unturned", 6, "axis of joint 6 left on the axes of frame 4",
         "the axis of joint 6 was left on the axes of frame 4; joint 4 turns it, so on those of "
         "frame 3 it contains q_4.",
         "Change q_4 alone: c_5 and c_6 must turn together, `c_5 @ c_6` must stay zero.")
class AxisUnturned(Rules):
    def wrist_axis(self, s, k):
        return self.carried(s, 4 if k == 6 else 3, k)


@mistake("r_63_printed", 0, "printed sign of r_63 taken over",
         "r_63 stands with the printed plus; joint 3 turns about +X_B, against joint 2.",
         "Turn joints 2 and 3 alike, `row @ [0, 1, 1, 0, 0, 0]`: the forearm does not turn, so "
         "the wrist moves as the elbow does, by L_2.")
class R63Printed(Rules):
    def home_matrix(self, **lengths):
        return super().home_matrix(**lengths) * [1, 1, -1, 1, 1, 1]


@mistake("damping_unsquared", 18, "damping not squared",
         "lambda stands where its square belongs.",
         "Count units: A^T A has those of A twice, so what is added to it must be "
         "`lam**2 * np.eye(n)`.")
class DampingUnsquared(Rules):
    def weight(self, damping):
        return damping


@mistake("damping_dropped", 18, "no damping",
         "the damping has no effect: these are the rates without it.",
         "However small a singular value is, `np.linalg.norm(dq)` must stay below "
         "|v| / (2 lambda).")
class DampingDropped(Rules):
    def weight(self, damping):
        return 0.0


@mistake("right_side_bare", 18, "right side not multiplied by the transposed matrix",
         "A^T stands on the left side only; the slope of |A dq - v|^2 has it before v too.",
         "Without damping a regular A must give `np.linalg.solve(A, v)`.")
class RightSideBare(Rules):
    def right_side(self, A, v):
        return v
