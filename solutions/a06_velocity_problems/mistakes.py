"""Mistakes in tasks on section 6."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from . import tasks as a06_velocity_problems
from .examples import CHAIN, LOW, POLAR, SQUARE, TALL, WIDE, V, Z, chain_moves, column, own_q, tip
from .steps import Steps

INCLUDES = (shared,)



@mistake("own_link_only", 19, "joint moves its own link only",
         "each column holds one link: joint j was let move link j alone; it carries all links "
         "beyond it.",
         "Move joint 1 alone: the tip runs round the base, `D[:, 0] @ tip` must be zero.")
class OwnLinkOnly(Steps):
    def carries(self, j, n):
        return [j]


@refutes("own_link_only")
def own_link_only(rules):
    D, end = rules.planar_jacobian(V["l"], own_q(V)), tip(V, own_q(V))
    yield D[:, 0] @ end


@mistake("whole_arm", 16, "whole arm for the short one",
         "the whole arm was taken, with all three links; the task asks for the short one, of the "
         "first two.",
         "Two joints have two columns: `D.shape` of the short arm is (2, 2), and its inverse is "
         "all that is needed.")
class WholeArm(Steps):
    def links_of_arm(self, links):
        return super().links_of_arm(len(V["l"]))


@refutes("whole_arm")
def whole_arm(rules):
    yield a06_velocity_problems.own_jacobian(rules, V, 2).shape[1] - 2


@mistake("jacobian_transposed", 18, "transposed Jacobian for the inverse one",
         "the wanted velocity was multiplied by the transposed matrix, not by an inverse.",
         "Put the rates back: `A @ dq` must be the wanted velocity.")
class JacobianTransposed(Steps):
    def inverse_of(self, A):
        return A.T


@refutes("jacobian_transposed")
def jacobian_transposed(rules):
    yield WIDE @ rules.solve(WIDE, np.array([0.4, -0.7])) - [0.4, -0.7]


@mistake("basic_solution", 18, "some rates set to zero",
         "this solves, with as many rates set to zero as are free; the shortest solution uses "
         "all joints.",
         "Find z with `A @ z` zero: a shortest dq has `z @ dq` zero.")
class BasicSolution(Steps):
    def inverse_of(self, A):
        used = []
        for j in range(A.shape[1]):
            if np.linalg.matrix_rank(A[:, [*used, j]], tol=1e-9) > len(used):
                used.append(j)
        inverse = np.zeros(A.T.shape)
        inverse[used] = np.linalg.pinv(A[:, used])
        return inverse


@refutes("basic_solution")
def basic_solution(rules):
    dq = rules.solve(WIDE, np.array([0.4, -0.7]))
    assert np.allclose(WIDE @ dq, [0.4, -0.7], 1e-6, 1e-12), "it solves all the same"
    yield np.linalg.svd(WIDE)[2][2:] @ dq


@mistake("equations_dropped", 16, "equations left out to make the matrix square",
         "with more equations than joints only the first were used; the nearest velocity takes "
         "all of them into account.",
         "What is missed must stand across all columns: `A.T @ (A @ dq - v)` must be zero.")
class EquationsDropped(Steps):
    def solve(self, A, v):
        n = min(A.shape)
        return super().solve(A[:n], v[:n])


@refutes("equations_dropped")
def equations_dropped(rules):
    v = np.array([0.3, -0.5, 0.8, 0.2])
    yield TALL.T @ (TALL @ rules.solve(TALL, v) - v)


@mistake("v_forgotten", 16, "wanted velocity left out of the count",
         "only the matrix was counted; whether v can be had at all depends on v too.",
         "Take a v, not zero, across all columns, `A.T @ v` zero: nothing solves it, the answer "
         "must be -1.")
class VForgotten(Steps):
    def free(self, A, rank, extended):
        return A.shape[1] - rank


@refutes("v_forgotten")
def v_forgotten(rules):
    off = np.cross(LOW[:, 0], LOW[:, 2])
    yield rules.how_many(LOW, off)[1] + 1


@mistake("sizes_counted", 16, "rows and columns counted for the rank",
         "unknowns and equations were counted, not the rank; equations may repeat one another.",
         "Write one equation twice, `np.vstack([A, A[:1]])`: the number of solutions must stay.")
class SizesCounted(Steps):
    def free(self, A, rank, extended):
        return max(A.shape[1] - A.shape[0], -1)


@refutes("sizes_counted")
def sizes_counted(rules):
    v = LOW @ [1, -2, 1]
    yield rules.how_many(np.vstack([LOW, LOW[:1]]), np.append(v, v[0]))[1] - 1


@mistake("singular_refused", 16, "no solution for any matrix of low rank",
         "a matrix of low rank was said to have no solution; for some v it has many.",
         "Take `v = A @ x` with any x: x solves it, so the answer cannot be -1.")
class SingularRefused(Steps):
    def free(self, A, rank, extended):
        return super().free(A, rank, extended) if rank == min(A.shape) else -1


@refutes("singular_refused")
def singular_refused(rules):
    yield rules.how_many(LOW, LOW @ [1, -2, 1])[1] - 1


@mistake("reached_direction", 18, "direction that is left for the one that is lost",
         "the direction in which the tip can still move stands where the lost one belongs.",
         "The lost direction u stands across both columns: `u @ D` must be zero.")
class ReachedDirection(Steps):
    def of_columns(self, U):
        return U[:, 0]


@refutes("reached_direction")
def reached_direction(rules):
    D = a06_velocity_problems.stretched(rules, V)
    yield rules.lost(D) @ D


@mistake("axes_squared", 18, "half axes not rooted",
         "these are the squares of the half axes, the eigenvalues of D D^T.",
         "Double all lengths: half axes double, squares grow fourfold; `np.sqrt` of the "
         "eigenvalues is missing.")
class AxesSquared(Steps):
    def half_axes(self, A):
        return super().half_axes(A)**2


@refutes("axes_squared")
def axes_squared(rules):
    D = a06_velocity_problems.own_jacobian(rules, V, 2)
    yield rules.half_axes(2 * D) - 2 * rules.half_axes(D)


@mistake("still_sign", 8, "sign lost on the way to the other side",
         "the column of the last joint went to the other side with its sign unchanged.",
         "Put the rates back: `D @ dq` must be zero.")
class StillSign(Steps):
    def brought_over(self, column):
        return column


@refutes("still_sign")
def still_sign(rules):
    D = a06_velocity_problems.own_jacobian(rules, V)
    yield D @ rules.still(D)


@mistake("axis_unturned", 6, "axis of joint 6 left on the axes of frame 4",
         "the axis of joint 6 was left on the axes of frame 4; joint 4 turns it, so on those of "
         "frame 3 it contains q_4.",
         "Change q_4 alone: c_5 and c_6 must turn together, `c_5 @ c_6` must stay zero.")
class AxisUnturned(Steps):
    def wrist_axis(self, s, k):
        return self.carried(s, 4 if k == 6 else 3, k)


@refutes("axis_unturned")
def axis_unturned(rules):
    for q_4 in (0.4, 1.1):
        axes = rules.wrist_axes(q_4, 0.3)
        yield axes[:, 1] @ axes[:, 2]


@mistake("r_63_printed", 0, "printed sign of r_63 taken over",
         "r_63 stands with the printed plus; joint 3 turns about +X_B, against joint 2.",
         "Turn joints 2 and 3 alike, `row @ [0, 1, 1, 0, 0, 0]`: the forearm does not turn, so "
         "the wrist moves as the elbow does, by L_2.")
class R63Printed(Steps):
    def home_matrix(self, **lengths):
        return super().home_matrix(**lengths) * [1, 1, -1, 1, 1, 1]


@refutes("r_63_printed")
def r_63_printed(rules):
    V_6 = rules.home_matrix(**V["lengths"]) @ [0, 1, 1, 0, 0, 0]
    yield np.linalg.norm(V_6) - V["lengths"]["L_2"]


@mistake("damping_unsquared", 18, "damping not squared",
         "lambda stands where its square belongs.",
         "Count units: A^T A has those of A twice, so what is added to it must be "
         "`lam**2 * np.eye(n)`.")
class DampingUnsquared(Steps):
    def weight(self, damping):
        return damping


@refutes("damping_unsquared")
def damping_unsquared(rules):
    """Lengths in other units: A, v and lambda are ten times as large, the rates are not."""
    v = np.array([0.3, -0.4, 0.5])
    yield rules.damped(10 * SQUARE, 10 * v, 2.0) - rules.damped(SQUARE, v, 0.2)


@mistake("damping_dropped", 18, "no damping",
         "the damping has no effect: these are the rates without it.",
         "However small a singular value is, `np.linalg.norm(dq)` must stay below "
         "|v| / (2 lambda).")
class DampingDropped(Steps):
    def weight(self, damping):
        return 0.0


@refutes("damping_dropped")
def damping_dropped(rules):
    v = np.array([0.3, -0.4, 0.5])
    yield max(0, np.linalg.norm(rules.damped(SQUARE, v, 0.2)) - np.linalg.norm(v) / 0.4)


@mistake("right_side_bare", 18, "right side not multiplied by the transposed matrix",
         "A^T stands on the left side only; the slope of |A dq - v|^2 has it before v too.",
         "Without damping a regular A must give `np.linalg.solve(A, v)`.")
class RightSideBare(Steps):
    def right_side(self, A, v):
        return v


@refutes("right_side_bare")
def right_side_bare(rules):
    v = np.array([0.3, -0.4, 0.5])
    yield rules.damped(SQUARE, v, 0.0) - np.linalg.solve(SQUARE, v)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("absolute_angles")
def absolute_angles(rules):
    q = [np.array(x) for x in ([0.2, 0.5, -0.4], [0.5, 0.5, -0.4])]
    columns = [np.linalg.norm(rules.planar_jacobian(V["l"], x)[:, 0]) for x in q]
    yield columns[0] - columns[1]                     # the distance of the tip from the base


@refutes("slide_as_turn")
def slide_as_turn(rules):
    yield column(rules, 2)[:3]


@refutes("rows_swapped")
def rows_swapped(rules):
    yield column(rules, 2)[:3]


@refutes("axis_next")
def axis_next(rules):
    yield column(rules, 1)[:3] - Z


@refutes("arm_base")
def arm_base(rules):
    yield column(rules, 3)[3:] - chain_moves(CHAIN, Z)[3:]
    yield a06_velocity_problems.polar_det(rules, {}, **POLAR) - 0.7**2 * np.cos(0.7)
