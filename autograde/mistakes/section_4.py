"""Mistakes in tasks on section 4."""

from __future__ import annotations

import numpy as np

from robokit import rotation

from ..rules import Rules
from .registry import mistake


@mistake("absolute_angles", 8, "joint angle counted from the x axis",
         "each link was turned by its own joint angle alone; the joints before it turn it too.",
         "Turn the first joint only, `q + [0.3, 0, 0]`: the distance of the tip from the base must "
         "stay.")
class AbsoluteAngles(Rules):
    def directions(self, q):
        return q


@mistake("zero_offset", 8, "joint angle counted from another zero",
         "the first angle was counted from the y axis: the arm stands a right angle farther on.",
         "At `q = [0, 0, 0]` the arm lies along x: the tip must be `(sum(l), 0)`.")
class ZeroOffset(Rules):
    def directions(self, q):
        return super().directions(q) + np.pi / 2


@mistake("pose_forward", 2, "pose applied instead of its inverse",
         "the pose was applied forwards: this takes a point of {B} to the cell.",
         "The origin of {B} itself, `point = t`, must become zero.")
class PoseForward(Rules):
    def seen_from(self, t, tau, point):
        return tau @ point + t


@mistake("inverse_unturned", 2, "inverse of a pose without -R^T t",
         "the inverse is incomplete: the shift must be turned too, it becomes -tau^T t.",
         "The origin of {B} itself, `point = t`, must become zero.")
class InverseUnturned(Rules):
    def seen_from(self, t, tau, point):
        return tau.T @ point - t


@mistake("base_omitted", 12, "base transform left out",
         "these are the axes of {B}; the vector is asked for in frame 0, whose Z points down.",
         "A point above the base has a negative third component in frame 0: "
         "`tau_0B @ [0, 0, 1]`.")
class BaseOmitted(Rules):
    def to_frame_0(self, vector):
        return np.asarray(vector)


@mistake("section_24", 10, "matrices of section 2.4 where section 2.2's are meant",
         "tau_x, tau_y, tau_z are those of section 2.4, the transposes of section 2.2's.",
         "A pitch of a right angle alone must raise the gripper's Y: "
         "`tau_x(np.pi / 2) @ [0, 1, 0]` is (0, 0, 1).")
class Section24(Rules):
    def elementary_22(self, axis, angle):
        return super().elementary_22(axis, angle).T


@mistake("tool_axes", 5, "gripper's vector subtracted on its own axes",
         "the gripper's vector was subtracted as it stands on its own axes, as the copy prints it.",
         "Turn the gripper on the spot, other angles and the same t: origin 6 must move, "
         "`after - before`.")
class ToolAxes(Rules):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return arrow


@mistake("l60_printed", 0, "printed l_60 taken over",
         "the printed l_60 was taken over: tau_tool,6 leaves the vector on the gripper's axes, "
         "and it was subtracted from one in frame 0.",
         "Turn the gripper on the spot, other angles and the same t: origin 6 must move, "
         "`after - before`.")
class L60Printed(Rules):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return self.to_tool(mounting) @ arrow


@mistake("arrow_in_6", 6, "gripper's vector taken for one in frame 6",
         "tau_06 turned the gripper's vector as if it were given in frame 6; it is given on the "
         "gripper's axes.",
         "Seen from the gripper frame 6 lies straight behind: `tau_0tool.T @ (l_tool0 - origin_6)` "
         "must be (0, 0, L_tool).")
class ArrowIn6(Rules):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return tau_0tool @ self.to_tool(mounting) @ arrow


@mistake("wrist_ahead", 8, "wrist centre ahead of frame 6",
         "the way along Z_6 has the wrong sign: this point lies ahead of frame 6, towards the "
         "gripper.",
         "Seen from frame 6 the wrist centre lies behind: `tau_06.T @ (C - origin_6)` has a "
         "negative third component.")
class WristAhead(Rules):
    def back(self, length):
        return -length


@mistake("mount_omitted", 12, "mounting of the gripper left out",
         "the wrist was sought along the gripper's Z axis; Z_6 is turned from it by the mounting.",
         "With `mounting = 0` nothing changes in this answer: it should.")
class MountOmitted(Rules):
    def to_tool(self, mounting):
        return np.eye(3)


@mistake("mount_back", 1, "mounting of the gripper the wrong way round",
         "tau_6,tool stands where tau_tool,6 belongs: the gripper's mounting was applied twice.",
         "With tau_B,tool = `tau_x(mounting)` frame 6 stands as {B} does: Z_6 must be vertical.")
class MountBack(Rules):
    def to_tool(self, mounting):
        return rotation.tau_x(mounting)


@mistake("inner_cosine", 15, "cosine law with the inner angle of the triangle",
         "this is the inner angle of the triangle; the joint angle is the outer one, pi minus it.",
         "The stretched arm, `x = l_1 + l_2` and `y = 0`, needs cos q_2 = 1 and q_2 = 0.")
class InnerCosine(Rules):
    def cos_elbow(self, x, y, l_1, l_2):
        return -super().cos_elbow(x, y, l_1, l_2)

    def shoulder_cosine(self, L_2, forearm, l_41):
        return -super().shoulder_cosine(L_2, forearm, l_41)


@mistake("joint_arctg", 13, "joint angle by arctg",
         "the quadrant is lost: arctg of a ratio cannot tell an angle from the angle plus pi.",
         "Put the angles back into the forward problem, `forward(*q) - target`; `np.arctan2` keeps "
         "both signs.")
class JointArctg(Rules):
    def quadrant(self, sine, cosine):
        return np.arctan(sine / cosine)


@mistake("joint_atan2", 13, "arguments of atan2 swapped in a joint angle",
         "the arguments of atan2 are swapped: it takes the sine first, then the cosine.",
         "Put the angles back into the forward problem, `forward(*q) - target`; "
         "`np.arctan2(1, 0)` is a right angle.")
class JointAtan2(Rules):
    def quadrant(self, sine, cosine):
        return np.arctan2(cosine, sine)


@mistake("unreachable", 16, "unreachable target not noticed",
         "an answer is given where there is none: the cosine beyond 1 was cut off.",
         "Put the angles back into the forward problem: `forward(*q) - target` is not zero.")
class Unreachable(Rules):
    def within(self, cosine):
        return np.clip(cosine, -1, 1)


@mistake("lean_missing", 0, "lean of the forearm left out",
         "the offset L_3 is missing: the line from elbow to wrist leans from Z_3, which the "
         "printed step passes over.",
         "At q_3 = 0 the wrist lies beside Z_3 by L_3: `np.arctan2(L_3, L_4)`.")
class LeanMissing(Rules):
    def lean(self, L_3, L_4):
        return 0.0


@mistake("lean_sign", 8, "lean of the forearm to the wrong side",
         "the lean of the forearm was added to the wrong side.",
         "At q_3 = 0 the wrist lies beside Z_3 on the side of Z_2 x Z_3: the sign of "
         "`np.cross(Z_3, l_42) @ Z_2` must be plus.")
class LeanSign(Rules):
    def lean(self, L_3, L_4):
        return -super().lean(L_3, L_4)


@mistake("elbow_other", 14, "other elbow: the printed sign of k_e A",
         "this is the other elbow, as the printed q_2 = Q + k_e A has it.",
         "Put the angles back and look at the index: the sign of `np.cross(X_2, l_42) @ Z_1` must "
         "be the k_e that was asked for.")
class ElbowOther(Rules):
    def q_2(self, Q, A, k_e):
        return Q + k_e * A


@mistake("shoulder_other", 14, "other shoulder: sign of k_s",
         "this is the solution for the other shoulder, k_s with the other sign.",
         "Put the angles back and look at the index: the sign of `C @ Y_1` must be the k_s that "
         "was asked for.")
class ShoulderOther(Rules):
    def shoulder(self, k_s):
        return -k_s


@mistake("offset_missing", 12, "offset of the shoulder left out",
         "the shoulder was put on the axis of joint 1: L_1, the way from there along Y_1, is "
         "missing.",
         "Put the angles back into the forward problem: the wrist centre misses C, "
         "`forward(*q) - C`.")
class OffsetMissing(Rules):
    def offset(self, L_1):
        return 0.0


@mistake("upright", 8, "height with the wrong sign",
         "the height of C has the wrong sign: Z_0 points down and X_1 up, so the part along X_1 "
         "is minus the third component.",
         "Put the angles back into the forward problem: the wrist centre misses C, "
         "`forward(*q) - C`.")
class Upright(Rules):
    def height(self, C):
        return C[2]


@mistake("wrist_unbent", 14, "wrist turned over without bending it back",
         "q_5 kept its sign: the half turn of axis 4 then tips the gripper to the other side.",
         "Follow Z_6 in frame 3: `sin(q_5) * cos(q_4)` and `sin(q_5) * sin(q_4)` must stay.")
class WristUnbent(Rules):
    def bent(self, q_5):
        return q_5


@mistake("wrist_half", 14, "wrist turned over, gripper not turned back",
         "q_6 stayed: the gripper has been turned about its own axis by half a turn.",
         "Where q_5 is small only `q_4 + q_6` counts: it must stay, up to whole turns.")
class WristHalf(Rules):
    def rolled(self, q_6):
        return q_6
