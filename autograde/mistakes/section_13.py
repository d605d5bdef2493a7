"""Mistakes in tasks on statics written out (lesson 13)."""

from __future__ import annotations

import numpy as np

from robokit.arithmetic import cos, sin

from ..rules import Rules
from .registry import mistake


# -- direction cosines -----------------------------------------------------------------------------
@mistake("sine_sign", 9, "sine with the wrong sign",
         "every turn goes the wrong way: the two sines of its matrix have exchanged their signs.",
         "A quarter turn about z carries x onto y: the matrix of `Rz` at `np.pi / 2` must have the "
         "first column (0, 1, 0).")
class SineSign(Rules):
    def sine(self, s):
        return -s


@mistake("sense_lost", 8, "sense of a joint left out",
         "a joint against its axis, such as `P-y` or `R-x`, counts as one along it.",
         "`R-z` turned by a must undo `Rz` turned by a: multiply the two matrices.")
class SenseLost(Rules):
    def sense(self, word):
        return 1


@mistake("last_turn_only", 19, "angle of one joint for the sum",
         "a link stands at its own joint's angle; the turns before it carry it too. Angles about "
         "parallel axes add.",
         "Set the own angle to zero, `q[k - 1] = 0`: the link must still turn with the one before.")
class LastTurnOnly(Rules):
    def cosines(self, pattern, q, j, i=0):
        turning = [k for k, word in enumerate(pattern.split()[:j]) if k >= i and word[0] == "R"]
        return super().cosines(pattern, q, j, turning[-1]) if turning else np.eye(3)


@mistake("from_frame_0", 6, "direction cosines in frame 0",
         "the axes of frame j are seen from frame 0; frame i is asked for.",
         "Take i = j: an axis has the components 1, 0, 0 in its own frame, "
         "`tau - np.eye(3)` must vanish.")
class FromFrame0(Rules):
    def first_frame(self, i):
        return 0


# -- counting --------------------------------------------------------------------------------------
@mistake("parallel_apart", 20, "parallel turns not gathered",
         "turns about parallel neighbours were written out one by one; they are one turn through "
         "the sum of the angles, also across a slide.",
         "Compare a pattern `Rz Rz` with `Rz`: written out, both take as many products "
         "and sums.")
class ParallelApart(Rules):
    def gathered(self, words):
        return ["xyz".index(w[-1]) for w in words]


@mistake("zeros_counted", 20, "products with 0 and 1 counted",
         "every turn was given four products and two sums; a product with 0 or 1 and a sum with 0 "
         "cost nothing.",
         "Write the first step by hand: an axis of the last frame has the components 1, 0, 0 "
         "there, and `s * 1` is no product.")
class ZerosCounted(Rules):
    def costs(self, entry):
        return True

    def adds(self, touched):
        return True


@mistake("last_matrix_free", 20, "last matrix not multiplied",
         "the full product has a matrix too few: that of the last revolute joint is multiplied, "
         "too.",
         "Let the pattern be `Rz` alone: one matrix, so the last two of "
         "`operations(\"Rz\", \"x\")` are 9 and 6.")
class LastMatrixFree(Rules):
    def multiplied(self, words):
        return super().multiplied(words)[1:]


@mistake("slides_multiplied", 11, "slides counted as factors of the product",
         "slides were given a matrix of the full product; by (5) they turn nothing.",
         "Let the pattern be `Px` alone: there is nothing to multiply, all four counts are 0.")
class SlidesMultiplied(Rules):
    def multiplied(self, words):
        return words


# -- forces ----------------------------------------------------------------------------------------
@mistake("own_weight_only", 26, "weight of the own link only",
         "only link k's own weight is held; joint k carries all links from k to n, and the load.",
         "Give the last link more mass, `m[-1] += 1`: what every joint before it holds must "
         "change.")
class OwnWeightOnly(Rules):
    def hung_on(self, k, n):
        return range(k, k + 1)


@mistake("all_weights", 0, "weights of all links",
         "the links before the joint were counted too; joint k carries links k to n.",
         "Give link 1 more mass, `m[0] += 1`: what joint 2 holds must not change.")
class AllWeights(Rules):
    def hung_on(self, k, n):
        return range(1, n + 1)


@mistake("payload_lost", 26, "load left out",
         "the load on the last link is missing.",
         "Double the load: every joint that it hangs on must hold more, `2 * load`.")
class PayloadLost(Rules):
    def payload(self, load):
        return 0 * load


@mistake("weights_pushed", 26, "weights for what holds them",
         "everything has the wrong sign: what holds the weights points up, and in a moment the arm "
         "stands before the force.",
         "A mass m at x = 1 m, held by `Rz` at q = 0: the force is along +y, moment and drive are "
         "`+9.81 * m`.")
class WeightsPushed(Rules):
    def held(self, x):
        return -x


@mistake("row_by_column", 1, "column for row of the direction cosines",
         "the column of y was taken for its row: (4) asks what every axis of the frame has along y "
         "of frame 0.",
         "Turn the frame by a quarter about z: its x axis points up, so all of F_k must stand in "
         "the first component of `F_k`.")
class RowByColumn(Rules):
    def vertical(self, tau):
        return tau @ self.upwards()


@mistake("up_along_z", 25, "vertical along z",
         "the weights act along z; in the paper's frames the vertical is y.",
         "Let `Py` alone hold a mass: its drive gives the whole weight, `m * 9.81`; `Pz` gives "
         "none.")
class UpAlongZ(Rules):
    def upwards(self):
        return np.array([0, 0, 1])


# -- moments ---------------------------------------------------------------------------------------
@mistake("pole_before", 17, "arm from the pole of the joint before",
         "the arms start at O_(k-1), as in the textbook's mu_k; M_k is taken about O_k.",
         "Let link k's mass centre lie in O_k and nothing hang beyond: `M_k` must vanish.")
class PoleBefore(Rules):
    def pole_of(self, k):
        return k - 1


@mistake("pole_base", 17, "every arm from the base",
         "the arms start at O_0; M_k is taken about O_k, on the axis of joint k.",
         "Move the base, `l[0] += 1`: no `M_k` may change.")
class PoleBase(Rules):
    def pole_of(self, k):
        return 0


@mistake("step_in_own_frame", 6, "link vector on the axes of its own link",
         "l_k was put on the axes of frame k, as in the textbook; here it is given on those of "
         "frame k-1.",
         "Turn joint k alone, `q[k - 1] += 1`: its own pole O_k lies on its axis and must stay "
         "where it is.")
class StepInOwnFrame(Rules):
    def step_frame(self, k):
        return k


@mistake("textbook_frames", 6, "frames of the textbook",
         "the textbook's frames: joint k through O_(k-1), l_k on the axes of frame k; here joint k "
         "goes through O_k, and l_k is given in frame k-1.",
         "Turn joint k alone, `q[k - 1] += 1`: its own pole O_k lies on its axis and must stay "
         "where it is.")
class TextbookFrames(PoleBefore, StepInOwnFrame):
    pass


@mistake("slide_forgotten", 11, "way of the slide left out",
         "the way that the slide has come is missing: all poles from its own on stand q_k further "
         "along its axis.",
         "Move the slide alone, `q[k - 1] += 1`: O_k must move by 1 m.")
class SlideForgotten(Rules):
    def slid(self, q):
        return 0 * q


@mistake("centre_at_pole", 26, "arm to the pole for the arm to the mass centre",
         "the links' weights act at the poles O_j; they act at the mass centres, r_j away.",
         "Shift a mass centre, `r[j - 1] += 0.1`: the moments must change.")
class CentreAtPole(Rules):
    def centre_in_link(self, r):
        return 0 * np.asarray(r)


@mistake("centre_unturned", 5, "mass centre not turned with its link",
         "r_j was added as it stands in frame j; on the axes of frame 0 it is tau_0j r_j.",
         "Turn the last joint only: its mass centre must move, "
         "`before - after` of its place is not zero.")
class CentreUnturned(Rules):
    def from_link(self, tau, x):
        return np.asarray(x)


@mistake("moment_in_base", 6, "components left in frame 0",
         "this is M_k on the axes of frame 0; its components on those of frame k are asked for.",
         "`tau_0k.T @ [0, 1, 0]` is the vertical in frame k, and weights have no moment about it: "
         "its product with M_k must vanish.")
class MomentInBase(Rules):
    def on_axes_of(self, tau, vector):
        return vector


# -- drives ----------------------------------------------------------------------------------------
@mistake("drive_sense_lost", 8, "sense of the drive left out",
         "the drive of a joint against its axis, such as `P-y`, was read off along the axis.",
         "Let `P-y` alone hold a mass: pushing down does not hold it, so the drive is `-m * 9.81`.")
class DriveSenseLost(Rules):
    def reading(self, word):
        return 1


@mistake("axis_fixed", 17, "axis of the joint as at q = 0",
         "the axis of the joint was taken as it stands at q = 0; the joints before have turned it.",
         "Turn joint 1 only: the axis `tau_0k[:, a]` must turn with it, a being the axis in the "
         "pattern.")
class AxisFixed(Rules):
    def axis_frame(self, k, n):
        return 0


@mistake("axis_of_last", 17, "axis of the last frame",
         "the axis was taken from the last frame; joint k's axis is one of frame k.",
         "Turn the last joint: what a slide before it must hold, `p_k @ F_k`, may not change.")
class AxisOfLast(Rules):
    def axis_frame(self, k, n):
        return n


@mistake("angle_not_added", 19, "angle of link 2 without q_1",
         "link 2 was given the angle q_2; it leans by q_1 + q_2, angles about parallel axes add.",
         "Hold `q_2 = 0` and turn joint 1: the arm is straight, so drive 1 must contain all masses "
         "with their whole distances.")
class AngleNotAdded(Rules):
    def plane_arm(self, q, a, b, d, m_1, m_2, m_3, g):
        """The slopes of an energy in which link 2 leans by q_2."""
        q_1, q_2, q_3 = q
        return g * np.array([(m_1 * b + (m_2 + m_3) * a) * cos(q_1),
                             (m_2 * d + m_3 * q_3) * cos(q_2), m_3 * sin(q_2)])
