"""Mistakes in tasks on section 4."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit import rotation

from ..shared import mistakes as shared
from . import tasks as a04_inverse
from .examples import ARROW, CONFIGURATIONS, POSE, REACH, ROBOT, L, centre, two_link_tip
from .steps import Steps

INCLUDES = (shared,)



@mistake("zero_offset", 8, "joint angle counted from another zero",
         "the first angle was counted from the y axis: the arm stands a right angle farther on.",
         "At `q = [0, 0, 0]` the arm lies along x: the tip must be `(sum(l), 0)`.")
class ZeroOffset(Steps):
    def directions(self, q):
        return super().directions(q) + np.pi / 2


@refutes("zero_offset")
def along_x_at_zero(rules):
    yield rules.tip((0.5, 0.4, 0.3), np.zeros(3)) - [1.2, 0]


@mistake("pose_forward", 2, "pose applied instead of its inverse",
         "the pose was applied forwards: this takes a point of {B} to the cell.",
         "The origin of {B} itself, `point = t`, must become zero.")
class PoseForward(Steps):
    def seen_from(self, t, tau, point):
        return tau @ point + t


@refutes("pose_forward", "inverse_unturned")
def origin_becomes_zero(rules):
    t = np.array([0.4, -0.7, 1.1])
    yield rules.seen_from(t, rotation.tau_z(0.8), t)


@mistake("inverse_unturned", 2, "inverse of a pose without -R^T t",
         "the inverse is incomplete: the shift must be turned too, it becomes -tau^T t.",
         "The origin of {B} itself, `point = t`, must become zero.")
class InverseUnturned(Steps):
    def seen_from(self, t, tau, point):
        return tau.T @ point - t


@mistake("base_omitted", 12, "base transform left out",
         "these are the axes of {B}; the vector is asked for in frame 0, whose Z points down.",
         "A point above the base has a negative third component in frame 0: "
         "`tau_0B @ [0, 0, 1]`.")
class BaseOmitted(Steps):
    def to_frame_0(self, vector):
        return np.asarray(vector)


@refutes("base_omitted")
def above_is_negative(rules):
    yield max(0.0, rules.to_frame_0(np.array([0.1, 0.2, 0.9]))[2])
    yield max(0.0, rules.origin_6(np.array([0.1, 0.2, 0.9]), np.eye(3), 0 * ARROW)[2])


@mistake("section_24", 10, "matrices of section 2.4 where section 2.2's are meant",
         "tau_x, tau_y, tau_z are those of section 2.4, the transposes of section 2.2's.",
         "A pitch of a right angle alone must raise the gripper's Y: "
         "`tau_x(np.pi / 2) @ [0, 1, 0]` is (0, 0, 1).")
class Section24(Steps):
    def elementary_22(self, axis, angle):
        return super().elementary_22(axis, angle).T


@refutes("section_24")
def raises_Y(rules):
    yield rules.pitch_yaw_roll(np.pi / 2, 0, 0) @ [0, 1, 0] - np.array([0, 0, 1])


@mistake("tool_axes", 5, "gripper's vector subtracted on its own axes",
         "the gripper's vector was subtracted as it stands on its own axes, as the copy prints it.",
         "Turn the gripper on the spot, other angles and the same t: origin 6 must move, "
         "`after - before`.")
class ToolAxes(Steps):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return arrow


@refutes("tool_axes", "l60_printed")
def turned_on_the_spot(rules):
    before, after = (rules.origin_6(POSE[0], tau, ARROW) for tau in (np.eye(3), POSE[1]))
    yield float(np.abs(after - before).max() < 1e-9)


@mistake("l60_printed", 0, "printed l_60 taken over",
         "the printed l_60 was taken over: tau_tool,6 leaves the vector on the gripper's axes, "
         "and it was subtracted from one in frame 0.",
         "Turn the gripper on the spot, other angles and the same t: origin 6 must move, "
         "`after - before`.")
class L60Printed(Steps):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return self.to_tool(mounting) @ arrow


@mistake("arrow_in_6", 6, "gripper's vector taken for one in frame 6",
         "tau_06 turned the gripper's vector as if it were given in frame 6; it is given on the "
         "gripper's axes.",
         "Seen from the gripper frame 6 lies straight behind: `tau_0tool.T @ (l_tool0 - origin_6)` "
         "must be (0, 0, L_tool).")
class ArrowIn6(Steps):
    def tool_vector(self, tau_0tool, arrow, mounting):
        return tau_0tool @ self.to_tool(mounting) @ arrow


@refutes("arrow_in_6")
def straight_behind(rules):
    for tau in (np.eye(3), POSE[1]):
        back = rules.origin_6(POSE[0], tau, ARROW, a04_inverse.MOUNTING)
        tau_0tool = rules.to_frame_0(tau)
        yield tau_0tool.T @ (rules.to_frame_0(POSE[0]) - back) - ARROW


@mistake("wrist_ahead", 8, "wrist centre ahead of frame 6",
         "the way along Z_6 has the wrong sign: this point lies ahead of frame 6, towards the "
         "gripper.",
         "Seen from frame 6 the wrist centre lies behind: `tau_06.T @ (C - origin_6)` has a "
         "negative third component.")
class WristAhead(Steps):
    def back(self, length):
        return -length


@refutes("wrist_ahead")
def behind_frame_6(rules):
    C = rules.wrist_centre(np.zeros(3), rotation.tau_x(0.0), 0.0, REACH)
    yield max(0.0, (rotation.tau_x(np.pi).T @ C)[2])


@mistake("mount_omitted", 12, "mounting of the gripper left out",
         "the wrist was sought along the gripper's Z axis; Z_6 is turned from it by the mounting.",
         "With `mounting = 0` nothing changes in this answer: it should.")
class MountOmitted(Steps):
    def to_tool(self, mounting):
        return np.eye(3)


@refutes("mount_omitted")
def mounting_counts(rules):
    one, other = (rules.wrist_centre(np.zeros(3), POSE[1], m, REACH) for m in (0, -0.5))
    yield float(np.abs(one - other).max() < 1e-9)


@mistake("mount_back", 1, "mounting of the gripper the wrong way round",
         "tau_6,tool stands where tau_tool,6 belongs: the gripper's mounting was applied twice.",
         "With tau_B,tool = `tau_x(mounting)` frame 6 stands as {B} does: Z_6 must be vertical.")
class MountBack(Steps):
    def to_tool(self, mounting):
        return rotation.tau_x(mounting)


@refutes("mount_back")
def mounting_undone(rules):
    m = a04_inverse.MOUNTING
    yield rules.wrist_centre(np.zeros(3), rotation.tau_x(m), m, REACH)[:2]


@mistake("shoulder_cosine", 15, "angle at the shoulder for that at the elbow",
         "this is the cosine of the triangle's angle at the shoulder; q_2 is the angle at the "
         "elbow, opposite to the line from shoulder to target.",
         "With a right angle at the elbow, `x**2 + y**2 == l_1**2 + l_2**2`, it must be zero.")
class ShoulderCosine(Steps):
    def cos_elbow(self, x, y, l_1, l_2):
        return (x**2 + y**2 + l_1**2 - l_2**2) / (2 * l_1 * (x**2 + y**2)**0.5)


@refutes("shoulder_cosine")
def right_angle(rules):
    yield rules.cos_elbow(0.5, 0, 0.3, 0.4)


@mistake("inner_cosine", 15, "cosine law with the inner angle of the triangle",
         "this is the inner angle of the triangle; the joint angle is the outer one, pi minus it.",
         "The stretched arm, `x = l_1 + l_2` and `y = 0`, needs cos q_2 = 1 and q_2 = 0.")
class InnerCosine(Steps):
    def cos_elbow(self, x, y, l_1, l_2):
        return -super().cos_elbow(x, y, l_1, l_2)

    def shoulder_cosine(self, L_2, forearm, l_41):
        return -super().shoulder_cosine(L_2, forearm, l_41)


@refutes("inner_cosine")
def stretched(rules):
    yield rules.cos_elbow(0.9, 0, 0.5, 0.4) - 1
    yield min(abs(q[1]) for q in [*rules.two_links(0.5, 0.4, 0.9 - 1e-13, 0), (9, 9)])


@mistake("joint_arctg", 13, "joint angle by arctg",
         "the quadrant is lost: arctg of a ratio cannot tell an angle from the angle plus pi.",
         "Put the angles back into the forward problem, `forward(*q) - target`; `np.arctan2` keeps "
         "both signs.")
class JointArctg(Steps):
    def quadrant(self, sine, cosine):
        return np.arctan(sine / cosine)


@refutes("joint_arctg")
def back_into_forward(rules):
    places = [(0.5, 0.4, -0.3, -0.5), (0.5, 0.4, 0.1, 0.3)]
    yield np.array([two_link_tip(l_1, l_2, q) - [x, y] for l_1, l_2, x, y in places
                    for q in rules.two_links(l_1, l_2, x, y)])


@mistake("joint_atan2", 13, "arguments of atan2 swapped in a joint angle",
         "the arguments of atan2 are swapped: it takes the sine first, then the cosine.",
         "Put the angles back into the forward problem, `forward(*q) - target`; "
         "`np.arctan2(1, 0)` is a right angle.")
class JointAtan2(Steps):
    def quadrant(self, sine, cosine):
        return np.arctan2(cosine, sine)


@refutes("joint_atan2")
def quarter_turn(rules):
    yield rules.quadrant(1.0, 1e-300) - np.pi / 2
    yield from back_into_forward(rules)


@mistake("unreachable", 16, "unreachable target not noticed",
         "an answer is given where there is none: the cosine beyond 1 was cut off.",
         "Put the angles back into the forward problem: `forward(*q) - target` is not zero.")
class Unreachable(Steps):
    def within(self, cosine):
        return np.clip(cosine, -1, 1)


@refutes("unreachable")
def unreachable(rules):
    yield np.array([*(two_link_tip(0.5, 0.4, q) - [0.8, 0.7]
                      for q in rules.two_links(0.5, 0.4, 0.8, 0.7)), np.zeros(2)])
    C = np.array([1.4, 0.9, -0.8])
    yield np.array([*(centre(q) - C for q in rules.arm_branches(C, L)), np.zeros(3)])


@mistake("lean_missing", 0, "lean of the forearm left out",
         "the offset L_3 is missing: the line from elbow to wrist leans from Z_3, which the "
         "printed step passes over.",
         "At q_3 = 0 the wrist lies beside Z_3 by L_3: `np.arctan2(L_3, L_4)`.")
class LeanMissing(Steps):
    def lean(self, L_3, L_4):
        return 0.0


@refutes("lean_missing")
def beside_Z_3(rules):
    s = ROBOT.at(np.zeros(6))
    beside = np.linalg.norm(np.cross(s.t(4, origin=2), s.tau(0, 3)[:, 2]))
    yield rules.lean(L[2], L[3]) - np.arcsin(beside / np.hypot(L[2], L[3]))


@mistake("lean_sign", 8, "lean of the forearm to the wrong side",
         "the lean of the forearm was added to the wrong side.",
         "At q_3 = 0 the wrist lies beside Z_3 on the side of Z_2 x Z_3: the sign of "
         "`np.cross(Z_3, l_42) @ Z_2` must be plus.")
class LeanSign(Steps):
    def lean(self, L_3, L_4):
        return -super().lean(L_3, L_4)


@refutes("lean_sign")
def on_the_side_of_L_3(rules):
    s = ROBOT.at(np.zeros(6))
    beside = np.cross(s.tau(0, 3)[:, 2], s.t(4, origin=2)) @ s.tau(0, 2)[:, 2]
    yield rules.lean(L[2], L[3]) - np.arcsin(beside / np.hypot(L[2], L[3]))
    for q_2, q_3 in rules.singular_elbows(0.7, L[2], L[3]):
        s = ROBOT.at([0.4, q_2, q_3, 0, 0, 0])
        yield np.cross(s.t(2, origin=1), s.t(4, origin=2))


@mistake("elbow_other", 14, "other elbow: the printed sign of k_e A",
         "this is the other elbow, as the printed q_2 = Q + k_e A has it.",
         "Put the angles back and look at the index: the sign of `np.cross(X_2, l_42) @ Z_1` must "
         "be the k_e that was asked for.")
class ElbowOther(Steps):
    def q_2(self, Q, A, k_e):
        return Q + k_e * A


@refutes("elbow_other")
def elbow_index(rules):
    for k_e in (1, -1):
        s = ROBOT.at([*rules.arm_branch(np.array([0.5, -0.4, -0.7]), L, 1, k_e), 0, 0, 0])
        found = np.cross(s.tau(0, 2)[:, 0], s.t(4, origin=2)) @ s.tau(0, 1)[:, 2]
        yield np.sign(found) - k_e


@mistake("shoulder_other", 14, "other shoulder: sign of k_s",
         "this is the solution for the other shoulder, k_s with the other sign.",
         "Put the angles back and look at the index: the sign of `C @ Y_1` must be the k_s that "
         "was asked for.")
class ShoulderOther(Steps):
    def shoulder(self, k_s):
        return -k_s


@refutes("shoulder_other")
def shoulder_index(rules):
    C = np.array([0.5, -0.4, -0.7])
    for k_s in (1, -1):
        s = ROBOT.at([*rules.arm_branch(C, L, k_s, 1), 0, 0, 0])
        yield np.sign(C @ s.tau(0, 1)[:, 1]) - k_s


@mistake("offset_missing", 12, "offset of the shoulder left out",
         "the shoulder was put on the axis of joint 1: L_1, the way from there along Y_1, is "
         "missing.",
         "Put the angles back into the forward problem: the wrist centre misses C, "
         "`forward(*q) - C`.")
class OffsetMissing(Steps):
    def offset(self, L_1):
        return 0.0


@refutes("offset_missing", "upright")
def back_at_C(rules):
    for C in (np.array([0.5, -0.4, -0.7]), np.array([-0.3, 0.6, -0.2])):
        yield centre(rules.arm_branch(C, L, 1, 1)) - C


@mistake("upright", 8, "height with the wrong sign",
         "the height of C has the wrong sign: Z_0 points down and X_1 up, so the part along X_1 "
         "is minus the third component.",
         "Put the angles back into the forward problem: the wrist centre misses C, "
         "`forward(*q) - C`.")
class Upright(Steps):
    def height(self, C):
        return C[2]


@mistake("wrist_unbent", 14, "wrist turned over without bending it back",
         "q_5 kept its sign: the half turn of axis 4 then tips the gripper to the other side.",
         "Follow Z_6 in frame 3: `sin(q_5) * cos(q_4)` and `sin(q_5) * sin(q_4)` must stay.")
class WristUnbent(Steps):
    def bent(self, q_5):
        return q_5


@refutes("wrist_unbent")
def axis_6_stays(rules):
    q = CONFIGURATIONS[0]
    other = rules.other_wrist(q)
    for f in (np.cos, np.sin):
        yield np.sin(other[4]) * f(other[3]) - np.sin(q[4]) * f(q[3])


@mistake("wrist_half_at_5", 14, "half turn given to joint 5",
         "the half turn that undoes that of joint 4 was given to joint 5; it belongs to joint 6.",
         "Follow Z_6 in frame 3: its third component `cos(q_5)` must stay.")
class WristHalfAt5(Steps):
    def bent(self, q_5):
        return np.pi - q_5

    def rolled(self, q_6):
        return q_6


@refutes("wrist_half_at_5")
def height_stays(rules):
    q = CONFIGURATIONS[0]
    yield np.cos(rules.other_wrist(q)[4]) - np.cos(q[4])


@mistake("wrist_half", 14, "wrist turned over, gripper not turned back",
         "q_6 stayed: the gripper has been turned about its own axis by half a turn.",
         "Where q_5 is small only `q_4 + q_6` counts: it must stay, up to whole turns.")
class WristHalf(Steps):
    def rolled(self, q_6):
        return q_6


@refutes("wrist_half")
def sum_stays(rules):
    q = CONFIGURATIONS[0]
    other = rules.other_wrist(q)
    yield np.exp(1j * (other[3] + other[5])) - np.exp(1j * (q[3] + q[5]))


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("absolute_angles")
def first_joint_only(rules):
    l, q = (0.5, 0.4, 0.3), np.array([0.3, 0.8, -1.1])
    yield np.linalg.norm(rules.tip(l, q + [0.3, 0, 0])) - np.linalg.norm(rules.tip(l, q))
