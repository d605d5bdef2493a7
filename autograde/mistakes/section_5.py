"""Mistakes in tasks on section 5."""

from __future__ import annotations

import numpy as np

from robokit import rotation

from ..rules import Rules
from .registry import mistake


@mistake("axis_next", 17, "Z_j taken for Z_(j-1)",
         "the axis of joint j was taken along Z_j; joint j turns or slides along Z_(j-1), which "
         "is v_j in frame j.",
         "Move joint j alone: `tau_0j @ e` then changes, the axis of the joint itself must not.")
class AxisNext(Rules):
    def carried(self, s, frame, k):
        return s.tau(frame, k)[:, 2]


@mistake("arm_next", 17, "lever arm from the origin of frame j",
         "the lever arm starts at the origin of frame j; R_ij starts at that of frame j-1, which "
         "lies on the axis of joint j.",
         "For a point of link j, `R - tau_0j @ point` must be the link vector, not zero.")
class ArmNext(Rules):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=j)


@mistake("arm_base", 17, "every lever arm from the base",
         "the lever arm starts at the base, as if all links were one body turning about it; "
         "R_ij starts at the origin of frame j-1.",
         "Turn only joint j: the origin of frame j-1 lies on its axis, and "
         "`np.cross(c_j, arm)` must vanish there.")
class ArmBase(Rules):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=0)


@mistake("cross_reversed", 18, "vector product in reverse order",
         "the vector product is taken in reverse order, R x c for c x R.",
         "A small positive q carries X towards Y: `np.cross([0, 0, 1], [1, 0, 0])` is +Y.")
class CrossReversed(Rules):
    def cross(self, c, R):
        return np.cross(R, c)


@mistake("rows_swapped", 18, "rows of omega and V exchanged",
         "the rows of V stand above those of omega; Xi has omega first.",
         "Move a prismatic joint alone: the first three rows, `column[:3]`, must be zero.")
class RowsSwapped(Rules):
    def stacked(self, omega, V):
        return np.concatenate([V, omega])


@mistake("other_frame", 18, "right vector in another frame",
         "the vector is right, but its components belong to another frame than the one asked for.",
         "Mark the frame of every term: in `tau_i0 @ V` the inner index 0 must meet components "
         "in frame 0.")
class OtherFrame(Rules):
    def column(self, s, sigma, i, j, point):
        parts = np.split(super().column(s, sigma, i, j, point), 2)
        return np.concatenate([s.tau(i, 0) @ x for x in parts])

    def velocity_own(self, s, sigma, dq, i, point):
        return self.velocity(s, sigma, dq, i, point)

    def home_jacobian(self, **lengths):
        return rotation.tau_x(np.pi) @ super().home_jacobian(**lengths)


@mistake("slide_as_turn", 11, "prismatic joint taken for a revolute one",
         "a prismatic joint is counted as if it turned the links; its sigma is zero.",
         "Move a prismatic joint alone: `omega` must be zero, and every point moves along the "
         "axis.")
class SlideAsTurn(Rules):
    def c(self, s, sigma, j, frame=0):
        return self.carried(s, frame, j)

    def D_V(self, s, sigma, j, frame=0):
        return np.zeros(3)


@mistake("slide_speed_lost", 11, "speed of a prismatic joint left out",
         "the part D^V of a prismatic joint is missing: it moves the link too.",
         "Move a prismatic joint alone at 1 m/s: `np.linalg.norm(V)` must be 1.")
class SlideSpeedLost(Rules):
    def D_V(self, s, sigma, j, frame=0):
        return np.zeros(3)


@mistake("joints_beyond", 17, "joints beyond the link counted",
         "joints beyond link i are counted; they do not move it, and their columns are zero.",
         "Move only a joint behind the link, `dq[:i] = 0`: the link must stand still.")
class JointsBeyond(Rules):
    def moving(self, i, n):
        return range(1, n + 1)


@mistake("projection_rate", 21, "derivative of a projection for projection of a derivative",
         "this is the derivative of the components t^(i); asked for is the velocity itself, "
         "projected on frame i.",
         "A projection keeps the length: `np.linalg.norm` must be that of V^(0).")
class ProjectionRate(Rules):
    def velocity_own(self, s, sigma, dq, i, point):
        turning = np.cross(Rules.omega(self, s, sigma, dq, i), s.t(i, point, frame=i))
        return super().velocity_own(s, sigma, dq, i, point) - turning


@mistake("appendix_4_printed", 0, "printed matrix of appendix 4 taken over",
         "this is the printed matrix: the sign of r_63 is wrong, and it drops L_1 and L_3.",
         "Turn joints 2 and 3 alike, `dq = [0, 1, 1, 0, 0, 0]`: the forearm does not turn, so "
         "the wrist moves as the elbow does, by L_2.")
class Appendix4Printed(Rules):
    def home_jacobian(self, L_2, L_4, L_5, L_6, **offsets):
        r_62, r_63, r_65 = L_2 + L_4 + L_5 + L_6, L_4 + L_5 + L_6, L_5 + L_6
        return np.array([[0] * 6, [0, r_62, r_63, 0, -r_65, 0], [0] * 6])


@mistake("offsets_dropped", 0, "side offsets left out",
         "the offsets L_1 and L_3 are missing, as in appendix 4.",
         "With L_1 and L_3 the wrist stands beside the axis of joint 1: `columns[:, 0]` is zero "
         "only when it stands on it.")
class OffsetsDropped(Rules):
    def home_jacobian(self, **lengths):
        return super().home_jacobian(**lengths | {"L_1": 0.0, "L_3": 0.0})
