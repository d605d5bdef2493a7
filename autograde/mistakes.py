"""Mistakes as code: the reference computation with one slip.

Each mistake is a subclass of `Rules` that replaces one step. Its registration carries what the
student is told: what we see, and a law with one line of code by which the student can see it
without us. Numbers of the catalogue group mistakes for the class statistics.

What cannot be told apart is said: a task lists the mistakes that are distinguishable there, and
the certificate (see `variants`) holds it to that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robokit import inertia, rotation

from .rules import Rules
from .steps import State

__all__ = ["MISTAKES", "Mistake"]


@dataclass(frozen=True)
class Mistake:
    """One slip: its rules, and what is said about it."""

    name: str
    catalogue: int      # the family of mistakes it belongs to; 0: a printed fault taken over
    title: str          # for the instructor's tables
    sees: str           # what we see in the answer
    law: str            # how to see it oneself, with one line of code
    rules: Rules


MISTAKES: dict[str, Mistake] = {}


def mistake(name: str, catalogue: int, title: str, sees: str, law: str):
    """Register a subclass of Rules as the mistake `name`."""
    def register(rules: type[Rules]) -> type[Rules]:
        MISTAKES[name] = Mistake(name, catalogue, title, sees, law, rules())
        return rules
    return register


# -- section 1 ---------------------------------------------------------------------------------
@mistake("degrees_kept", 7, "angle left in degrees",
         "an angle stands in degrees; here angles are counted in radians.",
         "A quarter turn is `np.radians(90)`, about 1.57: compare the size of the numbers.")
class DegreesKept(Rules):
    def radians(self, degrees):
        return np.asarray(degrees, float)

    def in_radians(self, angles):
        return np.degrees(angles)


@mistake("millimetres", 27, "millimetres left in",
         "a length stands in millimetres; metres are asked for, and squares grow by 10^6.",
         "The link is about one metre long: `length_mm / 1000`. Which of the numbers can be so "
         "large?")
class Millimetres(Rules):
    def metres(self, millimetres):
        return np.asarray(millimetres, float)


@mistake("sigma_swapped", 11, "sigma read the wrong way round",
         "turn and shift are exchanged: sigma is 1 for a revolute joint and 0 for a prismatic one.",
         "With `sigma = 1` nothing may shift, with `sigma = 0` nothing may turn: try both.")
class SigmaSwapped(Rules):
    def coordinates(self, sigma, theta, s):
        return super().coordinates(1 - np.asarray(sigma), theta, s)

    def motion(self, sigma, q):
        return super().motion(1 - sigma, q)


@mistake("always_turns", 11, "prismatic joint turned",
         "every joint turns here; a prismatic joint shifts along Z and turns nothing.",
         "Let a prismatic joint move the origin: `joint_motion(0, 0.1, np.zeros(3))` must be "
         "(0, 0, 0.1).")
class AlwaysTurns(Rules):
    def motion(self, sigma, q):
        return q, 0.0


@mistake("turns_back", 8, "revolute joint turned the other way",
         "the revolute joint turns the other way.",
         "A small positive q carries X towards Y: `joint_motion(1, 0.1, np.array([1, 0, 0]))` "
         "must have a positive second component.")
class TurnsBack(Rules):
    def motion(self, sigma, q):
        theta, s = super().motion(sigma, q)
        return -theta, s


@mistake("full_ball", 0, "hollow part of the workspace overlooked",
         "the least distance is zero, as if the arm could fold onto its own shoulder.",
         "Fold it: `abs(upper - fore)` is what is left, and zero only for links of equal length.")
class FullBall(Rules):
    def shell(self, upper, fore, least, greatest):
        return np.array([0.0, super().shell(upper, fore, least, greatest)[1]])


@mistake("ends_only", 16, "extreme inside the range overlooked",
         "only the limits of the elbow were tried; inside them the arm may stretch or fold.",
         "Try the whole range: `np.linspace(least, greatest, 999)` and the distance at each angle.")
class EndsOnly(Rules):
    def elbows(self, least, greatest):
        return [least, greatest]


@mistake("inner_angle", 15, "cosine law with the inner angle",
         "the cosine has the other sign: at elbow angle zero the arm is stretched, not folded.",
         "At `elbow = 0` the distance must be `upper + fore`.")
class InnerAngle(Rules):
    def reach(self, upper, fore, elbow):
        return super().reach(upper, fore, np.pi - elbow)


@mistake("fixed_axes", 4, "turns about axes that stay",
         "the second and third turn were made about axes that stayed where they were.",
         "Each turn is about the axis as turned so far: put your angles into "
         "`tau_x(alpha) @ tau_y(beta) @ tau_z(gamma)`; its columns are X_i, Y_i, Z_i.")
class FixedAxes(Rules):
    def turns(self, tau):
        return -super().turns(tau.T)


@mistake("mounting_back", 9, "mounting angles of the way back",
         "these angles carry frame i into frame i-1; frame i-1 is the one to be turned.",
         "One turn is enough to see it: if Z_i leans from Z towards -Y, alpha alone is positive, "
         "`tau_x(alpha)[:, 2]`.")
class MountingBack(Rules):
    def turns(self, tau):
        return super().turns(tau.T)


@mistake("mounting_sign", 9, "signs of the mounting angles",
         "the angles have the wrong signs: all three turns go the other way.",
         "Right hand: a positive turn about X carries Y towards Z; "
         "`tau_x(0.1) @ [0, 1, 0]` has a positive z.")
class MountingSign(Rules):
    def turns(self, tau):
        return -super().turns(tau)


@mistake("length_unturned", 6, "link vector left in the frame before",
         "these are the components along the axes of frame i-1; l_i is given along those of "
         "frame i.",
         "A component along X_i is `offset @ x_axis`.")
class LengthUnturned(Rules):
    def length_vector(self, angles, offset):
        return offset


@mistake("half_drives", 0, "halved drives in the mass, whole drives in the sum",
         "the mass counts the drives by halves, as appendix 5 prints it; the sum above it counts "
         "them whole.",
         "Put all parts at one point, `r = (1, 1, 1)`: the mass centre must be that point.")
class HalfDrives(Rules):
    def mass(self, parts):
        body, *drives = parts
        return body.m + sum(drive.m for drive in drives) / 2


@mistake("mean_of_places", 23, "masses left out of the mass centre",
         "the places were averaged without their masses.",
         "Give one part a mass of zero: its place must not matter, `0 * r`.")
class MeanOfPlaces(Rules):
    def mass_centre(self, parts):
        return sum(p.r for p in parts) / len(parts)


@mistake("product_sign", 23, "sign of the products of inertia",
         "off the diagonal the sign is wrong: J_i holds the products of inertia with a minus.",
         "Turn two equal masses at (1, 1, 0) and (-1, -1, 0) about the line through them, "
         "`w = np.array([1, 1, 0])`: `w @ J @ w` must vanish.")
class ProductSign(Rules):
    def products(self, matrix):
        return -matrix


@mistake("own_square", 23, "moment of inertia with the square along its own axis",
         "the moment about an axis was made of the coordinate along it; the distance from the "
         "axis counts.",
         "A mass on the x axis, `[2, 0, 0]`, has no moment about x.")
class OwnSquare(Rules):
    def moment(self, d, k):
        return d[k]**2


@mistake("about_joint", 24, "tensor about the joint",
         "the tensor is taken about the origin of the frame; J_i belongs to the mass centre.",
         "Shift all parts by the same vector, `points + 1`: J_i must stay as it is.")
class AboutJoint(Rules):
    def pole(self, parts):
        return 0 * parts[0].r


@mistake("steiner_printed", 0, "Steiner's theorem as appendix 5 prints it",
         "these are the printed shifts |d|, d_z, d_y: squares and products of inertia are missing.",
         "Double the shift: what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerPrinted(Rules):
    def shift(self, m, d):
        return m * np.diag([np.linalg.norm(d), d[2], d[1]])


@mistake("steiner_square", 23, "Steiner's theorem without the square",
         "the distance between the axes stands without its square, and the products are missing.",
         "Double the shift: what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerSquare(Rules):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k)**0.5 for k in range(3)])


@mistake("steiner_products", 23, "Steiner's theorem without the products",
         "the shift changed the diagonal only; it adds products of inertia too.",
         "A point mass has no moment about the line that leads to it: there `d @ (f(d) - J) @ d` "
         "must vanish.")
class SteinerProducts(Rules):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k) for k in range(3)])


@mistake("steiner_minus", 23, "Steiner's theorem with the wrong sign",
         "the shift was taken away; about the mass centre every moment is least, elsewhere larger.",
         "Compare the traces: `np.trace(shifted) > np.trace(J)`.")
class SteinerMinus(Rules):
    def shift(self, m, d):
        return -super().shift(m, d)


@mistake("no_steiner", 24, "tensors added without moving them",
         "the tensor stands about the mass centre of the body (or of each part): it was not moved.",
         "Two equal point masses far apart have a moment of inertia although each of them, "
         "`np.zeros((3, 3))`, has none.")
class NoSteiner(Rules):
    def shift(self, m, d):
        return 0 * m * np.eye(3)


@mistake("disc_axis", 22, "tensor of the drive not turned",
         "the drive across the link was counted as if its axis ran along Z; it runs along X.",
         "About its own axis a disc has `m * R**2 / 2`: which entry is that for this drive?")
class DiscAxis(Rules):
    def drive(self, m, R, H, r):
        return inertia.disc(m, R, H, "z", r)


# -- section 2 ---------------------------------------------------------------------------------
@mistake("transposed", 1, "rotation matrix transposed",
         "this is the transpose: it takes components the other way.",
         "The columns of tau_ij are the axes of frame j seen from frame i: "
         "compare `tau[:, 0]` with a sketch.")
class Transposed(Rules):
    def answer(self, matrix):
        return matrix.T

    def unanswer(self, matrix):
        return matrix.T

    def rotation_of(self, s, i):
        return s.tau(i, 0)


@mistake("reversed", 3, "product in reverse order",
         "the factors of the rotation matrix stand in reverse order, as for turns about fixed "
         "axes.",
         "Keep only the first two turns and follow one axis by hand: `tau @ [0, 0, 1]`.")
class Reversed(Rules):
    def order(self, factors):
        return factors[::-1]

    class State(State):
        def order(self, factors):
            return factors[::-1]


@mistake("degrees", 7, "degrees put into sine and cosine",
         "degrees went into sine and cosine.",
         "`np.cos` takes radians: `np.cos(np.radians(60))` is one half.")
class Degrees(Rules):
    def radians(self, degrees):
        return np.asarray(degrees, float)


@mistake("radians_again", 7, "radians converted a second time",
         "the angle, already in radians, was converted once more.",
         "A quarter turn must carry an axis onto its neighbour: "
         "try the function at `np.pi / 2`.")
class RadiansAgain(Rules):
    def argument(self, angle):
        return np.radians(angle)


@mistake("section_22", 10, "matrices of section 2.2 where section 2.4's are meant",
         "the factors are the matrices of section 2.2; formula (2.3) means their transposes.",
         "Take alpha alone: at q = 0 Z_i seen from frame i-1 is `eps.T[:, 2]`; "
         "compare it with a sketch.")
class Section22(Rules):
    def turn(self, axis, angle):
        return getattr(rotation, f"tau_{axis}")(angle)

    class State(State):
        def factor(self, axis, angle):
            return getattr(rotation, f"tau_{axis}")(angle)


@mistake("wrong_frame", 6, "vector taken to the wrong frame",
         "the vector was multiplied by the transposed matrix: components went the other way.",
         "The turned X axis is (1, 0, 0) in its own frame and `tau[:, 0]` in the outer one: "
         "put it through the same product.")
class WrongFrame(Rules):
    def components(self, tau, a):
        return tau.T @ np.asarray(a)

    def position_own(self, s, i, point):
        return s.tau(0, i) @ s.t(i, point)

    def relative_omega(self, s, sigma, dq, i):
        return s.tau(i - 1, i)[:, 2] * sigma[i - 1] * dq[i - 1]

    def onto(self, s, i, V):
        return s.tau(0, i) @ V

    def lam_in_j(self, tau_ij, a_i):
        return tau_ij @ rotation.lam(a_i) @ tau_ij.T


@mistake("joint_sign", 8, "sign of the joint angle",
         "the joint turns the other way.",
         "With zero mounting angles a small positive q moves the X axis towards Y: "
         "look at `tau[:, 0]`.")
class JointSign(Rules):
    def joint(self, q):
        return -q


@mistake("slide_turns", 11, "prismatic joint turned",
         "a prismatic joint turns the frame; its sigma is zero.",
         "Change q of a prismatic joint: `after - before` of the rotation matrix must be zero.")
class SlideTurns(Rules):
    def sigma(self, sigma):
        return 1

    class State(State):
        def turned(self, k):
            return 0.0 if self.sigma(k) is None else self.q[k - 1]


@mistake("slide_lost", 11, "shift of a prismatic joint left out",
         "the shift (1 - sigma_j) q_j of a prismatic joint is missing.",
         "Add 0.1 to q of a prismatic joint: `np.linalg.norm(after - before)` must be 0.1, "
         "in any pose.")
class SlideLost(Rules):
    class State(State):
        def shift(self, k):
            return 0.0


@mistake("slide_unturned", 6, "shift of a prismatic joint along the wrong axis",
         "the shift runs along Z_j; joint j slides along Z_{j-1}, which is v_j in frame j.",
         "In frame j the vector `L_j(q_j + 1) - L_j(q_j)` is the axis Z_{j-1}: "
         "turn it into frame j-1 and look.")
class SlideUnturned(Rules):
    class State(State):
        def v(self, j):
            return np.array([0.0, 0.0, 1.0])


@mistake("lam_printed", 6, "vector carried twice",
         "a^(i) was multiplied by tau_ij before lam; tau_ij takes frame j to frame i.",
         "A vector product with itself vanishes: `lam_j @ a_j` must be zero, "
         "a_j being the same vector in frame j.")
class LamPrinted(Rules):
    def lam_in_j(self, tau_ij, a_i):
        return tau_ij.T @ rotation.lam(tau_ij @ a_i) @ tau_ij


@mistake("rate_side", 21, "lam(omega) on the wrong side",
         "lam of omega in frame i stands on the left; there belongs omega in frame 0.",
         "Compare with your own tau_0i: `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`.")
class RateSide(Rules):
    def rate(self, tau, omega):
        return rotation.lam(omega) @ tau


@mistake("omega_last", 19, "relative angular velocity not accumulated",
         "only the last joint's rate enters; the earlier joints turn the link too.",
         "Let only an earlier revolute joint move, `dq[i - 1] = 0`: "
         "the answer must not vanish.")
class OmegaLast(Rules):
    def omega(self, s, sigma, dq, i, frame=None):
        return self.c(s, sigma, i, i if frame is None else frame) * dq[i - 1]


@mistake("omega_unturned", 19, "relative angular velocities added across frames",
         "the relative angular velocities were added without carrying them to one frame.",
         "Compare with the rate of your own tau_0i, `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`: "
         "lam(omega) must make it.")
class OmegaUnturned(Rules):
    def carried(self, s, frame, k):
        return s.v(k)


@mistake("slide_rate", 11, "rate of a prismatic joint taken for a turn",
         "the rate of a prismatic joint enters the angular velocity; its sigma is zero.",
         "Move only prismatic joints, `dq * (1 - sigma)`: the derivative must be zero.")
class SlideRate(Rules):
    def c(self, s, sigma, j, frame=0):
        return self.carried(s, frame, j)


# -- section 3 ---------------------------------------------------------------------------------
@mistake("link_unturned", 5, "link vector added without rotation",
         "the link vectors were added without rotation into the frame of the sum.",
         "Add `np.pi / 2` to the first revolute joint in the formula: the whole sum must turn "
         "with it, x and y change places up to a sign.")
class LinkUnturned(Rules):
    class State(State):
        def link(self, frame, j):
            return self.L(j)

    def point_below(self, s, i, point):
        return s.tau(i - 1, i) @ point + s.L(i)


@mistake("arctg", 13, "arctg instead of atan2",
         "the quadrant is lost: arctg of a ratio cannot tell an angle from the angle plus pi.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Arctg(Rules):
    def orientation(self, t):
        P = np.arctan(-t[1, 2] / t[2, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan(t[0, 2] / (t[2, 2] * c - t[1, 2] * s))
        R = np.arctan((t[1, 0] * c + t[2, 0] * s) / (t[1, 1] * c + t[2, 1] * s))
        return np.array([P, Y, R])


@mistake("atan2_swapped", 13, "arguments of atan2 swapped",
         "the arguments of atan2 are swapped: it takes the sine first, then the cosine.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Atan2Swapped(Rules):
    def orientation(self, t):
        P = np.arctan2(t[2, 2], -t[1, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan2(t[2, 2] * c - t[1, 2] * s, t[0, 2])
        R = np.arctan2(t[1, 1] * c + t[2, 1] * s, t[1, 0] * c + t[2, 0] * s)
        return np.array([P, Y, R])


@mistake("tool_omitted", 12, "tool transform left out",
         "the last stretch to the gripper is missing: this is the origin of frame 6.",
         "Add 0.1 to L_tool: `np.linalg.norm(after - before)` must be 0.1.")
class ToolOmitted(Rules):
    def tool_position(self, s):
        return s.t(s.robot.n, frame="B", origin="B")


@mistake("tool_unturned", 5, "tool vector not turned with the gripper",
         "the gripper's vector was carried with tau_B6; its own mounting angle is missing.",
         "Set alpha of the gripper to `np.radians(30)`: its point must move.")
class ToolUnturned(Rules):
    def tool_position(self, s):
        n = s.robot.n
        return s.t(n, frame="B", origin="B") + s.tau("B", n) @ s.L("tool")


@mistake("as_printed", 0, "printed formula taken over",
         "this is the printed formula; in the copy at hand one sign in it is wrong.",
         "A row of a rotation matrix has length one: put any angles into "
         "`a_11**2 + a_12**2 + a_13**2`.")
class AsPrinted(Rules):
    printed = True


# -- section 4 ---------------------------------------------------------------------------------
@mistake("absolute_angles", 8, "joint angle counted from the x axis",
         "each link was turned by its own joint angle alone; the joints before it turn it too.",
         "Turn the first joint only, `q + [0.3, 0, 0]`: the distance of the tip from the base must "
         "stay.")
class AbsoluteAngles(Rules):
    def directions(self, q):
        return q


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


@mistake("tool_axes", 5, "gripper's vector subtracted on its own axes",
         "the gripper's vector was subtracted as it stands on its own axes, as the copy prints it.",
         "Turn the gripper on the spot, other angles and the same t: origin 6 must move, "
         "`after - before`.")
class ToolAxes(Rules):
    def tool_vector(self, tau_0tool, arrow):
        return arrow


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
         "Put the angles back: elbow to wrist and the upper arm must be parallel, "
         "`np.cross(l_2, l_42)` zero.")
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


# -- section 5 ---------------------------------------------------------------------------------
@mistake("axis_next", 17, "Z_j taken for Z_{j-1}",
         "the axis of joint j was taken along Z_j; joint j turns or slides along Z_{j-1}, which "
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
