"""Mistakes in tasks on statics written out (lesson 13)."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit.arithmetic import cos, sin

from ..shared import mistakes as shared
from .examples import TRUTH, X, Y, Z, arm_of, changed, full, moved, some_arm
from .steps import Steps

INCLUDES = (shared,)



# -- direction cosines -----------------------------------------------------------------------------
@mistake("sine_sign", 9, "sine with the wrong sign",
         "every turn goes the wrong way: the two sines of its matrix have exchanged their signs.",
         "A quarter turn about z carries x onto y: the matrix of `Rz` at `np.pi / 2` must have the "
         "first column (0, 1, 0).")
class SineSign(Steps):
    def sine(self, s):
        return -s


@refutes("sine_sign")
def sine_sign(rules):
    yield rules.cosines("Rz", [np.pi / 2], 1)[:, 0] - Y


@mistake("sense_lost", 8, "sense of a joint left out",
         "a joint against its axis, such as `P-y` or `R-x`, counts as one along it.",
         "`R-z` at -q is `Rz` at q: the matrices must agree, and what the drive of that joint "
         "holds changes its sign. `P-y` and `Py` alike.")
class SenseLost(Steps):
    def sense(self, word):
        return 1


@refutes("sense_lost")
def sense_lost(rules):
    yield rules.cosines("Rz", [0.4], 1) @ rules.cosines("R-z", [0.4], 1) - np.eye(3)


@mistake("last_turn_only", 19, "angle of one joint for the sum",
         "a link stands at its own joint's angle; the turns before it carry it too. Angles about "
         "parallel axes add.",
         "Set the own angle to zero, `q[k - 1] = 0`: the link must still turn with the one before.")
class LastTurnOnly(Steps):
    def cosines(self, pattern, q, j, i=0):
        turning = [k for k, word in enumerate(pattern.split()[:j]) if k >= i and word[0] == "R"]
        return super().cosines(pattern, q, j, turning[-1]) if turning else np.eye(3)


@refutes("last_turn_only")
def last_turn_only(rules):
    one, other = (rules.cosines("Rz Rz", [x, 0.0], 2) for x in (0.2, 0.9))
    yield changed(one, other)


@mistake("from_frame_0", 6, "direction cosines in frame 0",
         "the axes of frame j are seen from frame 0; frame i is asked for.",
         "Take i = j: an axis has the components 1, 0, 0 in its own frame, "
         "`tau - np.eye(3)` must vanish.")
class FromFrame0(Steps):
    def first_frame(self, i):
        return 0


@refutes("from_frame_0")
def from_frame_0(rules):
    yield rules.cosines("Rz Rx", [0.4, 0.7], 2, 2) - np.eye(3)


# -- counting --------------------------------------------------------------------------------------
@mistake("parallel_apart", 20, "parallel turns not gathered",
         "turns about parallel neighbours were written out one by one; they are one turn through "
         "the sum of the angles, also across a slide.",
         "Compare a pattern `Rz Rz` with `Rz`: written out, both take as many products "
         "and sums.")
class ParallelApart(Steps):
    def gathered(self, words):
        return ["xyz".index(w[-1]) for w in words]


@refutes("parallel_apart")
def parallel_apart(rules):
    """A pattern before, so that there is something to write out."""
    yield rules.count("Rz Rz Rx", "y")[:2] - rules.count("Rz Rx", "y")[:2]


@mistake("zeros_counted", 20, "products with 0 and 1 counted",
         "every turn was given four products and two sums; a product with 0 or 1 and a sum with 0 "
         "cost nothing.",
         "Write the first step by hand: an axis of the last frame has the components 1, 0, 0 "
         "there, and `s * 1` is no product.")
class ZerosCounted(Steps):
    def costs(self, entry):
        return True

    def adds(self, touched):
        return True


@refutes("zeros_counted")
def zeros_counted(rules):
    yield rules.count("Rz", "x")[:2]


@mistake("last_matrix_free", 20, "last matrix not multiplied",
         "the full product has a matrix too few: that of the last revolute joint is multiplied, "
         "too.",
         "Let the pattern be `Rz` alone: one matrix, so the last two of "
         "`operations(\"Rz\", \"x\")` are 9 and 6.")
class LastMatrixFree(Steps):
    def multiplied(self, words):
        return super().multiplied(words)[1:]


@refutes("last_matrix_free")
def last_matrix_free(rules):
    yield rules.count("Rz", "x")[2:] - [9, 6]


@mistake("slides_multiplied", 11, "slides counted as factors of the product",
         "slides were given a matrix of the full product; by (5) they turn nothing.",
         "Let the pattern be `Px` alone: there is nothing to multiply, all four counts are 0.")
class SlidesMultiplied(Steps):
    def multiplied(self, words):
        return words


@refutes("slides_multiplied")
def slides_multiplied(rules):
    yield rules.count("Px", "y")


# -- forces ----------------------------------------------------------------------------------------
@mistake("own_weight_only", 26, "weight of the own link only",
         "only link k's own weight is held; joint k carries all links from k to n, and the load.",
         "Give the last link more mass, `m[-1] += 1`: what every joint before it holds must "
         "change.")
class OwnWeightOnly(Steps):
    def hung_on(self, k, n):
        return range(k, k + 1)


@refutes("own_weight_only")
def own_weight_only(rules):
    heavier = full(m=full().m + np.eye(4)[3])
    yield changed(rules.drive_held(full(), 1), rules.drive_held(heavier, 1))


@mistake("all_weights", 0, "weights of all links",
         "the links before the joint were counted too; joint k carries links k to n.",
         "Give link 1 more mass, `m[0] += 1`: what joint 2 holds must not change.")
class AllWeights(Steps):
    def hung_on(self, k, n):
        return range(1, n + 1)


@refutes("all_weights")
def all_weights(rules):
    heavier = full(m=full().m + np.eye(4)[0])
    yield rules.force_on(full(), 2, 2) - rules.force_on(heavier, 2, 2)


@mistake("payload_lost", 26, "load left out",
         "the load on the last link is missing.",
         "Double the load: every joint that it hangs on must hold more, `2 * load`.")
class PayloadLost(Steps):
    def payload(self, load):
        return 0 * load


@refutes("payload_lost")
def payload_lost(rules):
    yield changed(*(rules.force_on(full(load=x), 1, 1) for x in (1.7, 3.4)))


@mistake("weights_pushed", 26, "weights for what holds them",
         "everything has the wrong sign: what holds the weights points up, and in a moment the arm "
         "stands before the force.",
         "A mass m at x = 1 m, held by `Rz` at q = 0: the force is along +y, moment and drive are "
         "`+9.81 * m`.")
class WeightsPushed(Steps):
    def held(self, x):
        return -x


@refutes("weights_pushed")
def weights_pushed(rules):
    arm = arm_of("Rz", m=[2.0], r=[X])
    yield rules.force_on(arm, 1, 1) - 2 * 9.81 * Y
    yield rules.moment_on(arm, 1) - 2 * 9.81 * Z
    yield rules.drives_held(arm) - 2 * 9.81


@mistake("row_by_column", 1, "column for row of the direction cosines",
         "the column of y was taken for its row: (4) asks what every axis of the frame has along y "
         "of frame 0.",
         "Turn the frame by a quarter about z: its x axis points up, so all of F_k must stand in "
         "the first component of `F_k`.")
class RowByColumn(Steps):
    def vertical(self, tau):
        return tau @ self.upwards()


@refutes("row_by_column")
def row_by_column(rules):
    arm = arm_of("Rz", q=[np.pi / 2], m=[2.0])
    yield rules.force_on(arm, 1, 1) - 2 * 9.81 * X


@mistake("up_along_z", 25, "vertical along z",
         "the weights act along z; in the paper's frames the vertical is y.",
         "Let `Py` alone hold a mass: its drive gives the whole weight, `m * 9.81`; `Pz` gives "
         "none.")
class UpAlongZ(Steps):
    def upwards(self):
        return np.array([0, 0, 1])


@refutes("up_along_z")
def up_along_z(rules):
    yield rules.drives_held(arm_of("Py", m=[2.0])) - 2 * 9.81
    yield rules.drives_held(arm_of("Pz", m=[2.0]))


# -- moments ---------------------------------------------------------------------------------------
@mistake("pole_before", 17, "arm from the pole of the joint before",
         "the arms start at O_(k-1), as in the textbook's mu_k; M_k is taken about O_k.",
         "Let link k's mass centre lie in O_k and nothing hang beyond: `M_k` must vanish.")
class PoleBefore(Steps):
    def pole_of(self, k):
        return k - 1


@refutes("pole_before")
def pole_before(rules):
    l = some_arm("Rz Rx P-y Rz")[2]
    yield rules.moment_on(arm_of("Rz Rx P-y Rz", l=l, m=np.eye(4)[3]), 4)


@mistake("pole_base", 17, "every arm from the base",
         "the arms start at O_0; M_k is taken about O_k, on the axis of joint k.",
         "Move the base, `l[0] += 1`: no `M_k` may change.")
class PoleBase(Steps):
    def pole_of(self, k):
        return 0


@refutes("pole_base")
def pole_base(rules):
    moved = full().l + np.eye(4)[:, :1] * [1.0, 2.0, 3.0]
    yield rules.moment_on(full(), 2) - rules.moment_on(full(l=moved), 2)


@mistake("step_in_own_frame", 6, "link vector on the axes of its own link",
         "l_k was put on the axes of frame k, as in the textbook; here it is given on those of "
         "frame k-1.",
         "Turn joint k alone, `q[k - 1] += 1`: its own pole O_k lies on its axis and must stay "
         "where it is.")
class StepInOwnFrame(Steps):
    def step_frame(self, k):
        return k


@refutes("step_in_own_frame")
def step_in_own_frame(rules):
    yield moved(rules, 2)


@mistake("textbook_frames", 6, "frames of the textbook",
         "the textbook's frames: joint k through O_(k-1), l_k on the axes of frame k; here joint k "
         "goes through O_k, and l_k is given in frame k-1.",
         "Turn joint k alone, `q[k - 1] += 1`: its own pole O_k lies on its axis and must stay "
         "where it is.")
class TextbookFrames(PoleBefore, StepInOwnFrame):
    pass


@refutes("textbook_frames")
def textbook_frames(rules):
    yield moved(rules, 2)


@mistake("slide_forgotten", 11, "way of the slide left out",
         "the way that the slide has come is missing: all poles from its own on stand q_k further "
         "along its axis.",
         "Move the slide alone, `q[k - 1] += 1`: O_k must move by 1 m.")
class SlideForgotten(Steps):
    def slid(self, q):
        return 0 * q


@refutes("slide_forgotten")
def slide_forgotten(rules):
    yield moved(rules, 3) - 1


@mistake("centre_at_pole", 26, "arm to the pole for the arm to the mass centre",
         "the links' weights act at the poles O_j; they act at the mass centres, r_j away.",
         "Shift a mass centre, `r[j - 1] += 0.1`: the moments must change.")
class CentreAtPole(Steps):
    def centre_in_link(self, r):
        return 0 * np.asarray(r)


@refutes("centre_at_pole")
def centre_at_pole(rules):
    yield changed(rules.moment_on(full(), 2), rules.moment_on(full(r=full().r + 0.1), 2))


@mistake("centre_unturned", 5, "mass centre not turned with its link",
         "r_j was added as it stands in frame j; on the axes of frame 0 it is tau_0j r_j.",
         "Turn the last joint only: its mass centre must move, "
         "`before - after` of its place is not zero.")
class CentreUnturned(Steps):
    def from_link(self, tau, x):
        return np.asarray(x)


@refutes("centre_unturned")
def centre_unturned(rules):
    one, other = (rules.moment_held(arm_of("Rz", q=[x], m=[2.0], r=[X]), 1) for x in (0.2, 0.9))
    yield changed(one, other)


@mistake("moment_in_base", 6, "components left in frame 0",
         "this is M_k on the axes of frame 0; its components on those of frame k are asked for.",
         "`tau_0k.T @ [0, 1, 0]` is the vertical in frame k, and weights have no moment about it: "
         "its product with M_k must vanish.")
class MomentInBase(Steps):
    def on_axes_of(self, tau, vector):
        return vector


@refutes("moment_in_base")
def moment_in_base(rules):
    arm = full()
    yield rules.moment_on(arm, 3) @ TRUTH.frame(arm, 3).T @ Y


# -- drives ----------------------------------------------------------------------------------------
@mistake("drive_sense_lost", 8, "sense of the drive left out",
         "the drive of a joint against its axis, such as `P-y`, was read off along the axis.",
         "Let `P-y` alone hold a mass: pushing down does not hold it, so the drive is `-m * 9.81`.")
class DriveSenseLost(Steps):
    def reading(self, word):
        return 1


@refutes("drive_sense_lost")
def drive_sense_lost(rules):
    yield rules.drives_held(arm_of("P-y", m=[2.0])) + 2 * 9.81


@mistake("axis_fixed", 17, "axis of the joint as at q = 0",
         "the axis of the joint was taken as it stands at q = 0; the joints before have turned it.",
         "Turn joint 1 only: the axis `tau_0k[:, a]` must turn with it, a being the axis in the "
         "pattern.")
class AxisFixed(Steps):
    def axis_frame(self, k, n):
        return 0


@refutes("axis_fixed")
def axis_fixed(rules):
    one, other = (rules.joint_axis(full(q=np.array([x, 0.4, 0.3, 0.2])), 2) for x in (0.2, 0.9))
    yield changed(one, other)


@mistake("axis_of_last", 17, "axis of the last frame",
         "the axis was taken from the last frame; joint k's axis is one of frame k.",
         "Turn the last joint: what a slide before it must hold, `p_k @ F_k`, may not change.")
class AxisOfLast(Steps):
    def axis_frame(self, k, n):
        return n


@refutes("axis_of_last")
def axis_of_last(rules):
    one, other = (rules.drive_held(full(q=np.array([0.5, 0.4, 0.3, x])), 3) for x in (0.2, 0.9))
    yield one - other


@mistake("angle_not_added", 19, "angle of link 2 without q_1",
         "link 2 was given the angle q_2; it leans by q_1 + q_2, angles about parallel axes add.",
         "Hold `q_2 = 0` and turn joint 1: the arm is straight, so drive 1 must contain all masses "
         "with their whole distances.")
class AngleNotAdded(Steps):
    def plane_arm(self, q, a, b, d, m_1, m_2, m_3, g):
        """The slopes of an energy in which link 2 leans by q_2."""
        q_1, q_2, q_3 = q
        return g * np.array([(m_1 * b + (m_2 + m_3) * a) * cos(q_1),
                             (m_2 * d + m_3 * q_3) * cos(q_2), m_3 * sin(q_2)])


@refutes("angle_not_added")
def angle_not_added(rules):
    """All masses at the end of a straight arm: drive 1 is that of one rod."""
    held = rules.plane_arm([0.4, 0.0, 0.5], 0.7, 0.0, 0.5, 0.0, 0.0, 2.0, 9.81)
    yield held[0] - 2 * 9.81 * 1.2 * np.cos(0.4)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("transposed")
def transposed(rules):
    """Columns are the turned axes: by Rz at 90 degrees x goes onto y."""
    yield rules.cosines_asked("Rz", [np.pi / 2], 1)[:, 0] - Y


@refutes("reversed")
def reversed_(rules):
    """By Rx at 90 degrees, z points to -y, whatever Rx turns before y."""
    yield rules.cosines("Rx Rz", [np.pi / 2, 0.4], 2) @ Z + Y


@refutes("slide_turns")
def slide_turns(rules):
    yield np.subtract(*(rules.cosines("Py", [x], 1) for x in (0.2, 0.9)))


@refutes("slide_moment")
def slide_moment(rules):
    yield rules.drive_held(arm_of("Py", m=[3.0], r=[X]), 1) - 3 * 9.81


@refutes("turn_force")
def turn_force(rules):
    one, other = (rules.drive_held(full(r=x), 4) for x in (full().r, full().r + 0.1))
    yield changed(one, other)
