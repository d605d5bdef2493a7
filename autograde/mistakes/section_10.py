"""Mistakes in tasks on screws, after Selig's paper."""

from __future__ import annotations

import numpy as np

from ..rules import Rules
from .registry import mistake


# -- the screw of a joint --------------------------------------------------------------------------
@mistake("screw_halves", 18, "halves of a screw or co-screw exchanged",
         "the halves stand in the wrong order: omega above v in a screw, M above F in a co-screw.",
         "Move the origin by a, `v + np.cross(omega, a)`: the half that stays is omega of a screw, "
         "F of a co-screw.")
class ScrewHalves(Rules):
    def screw_halves(self, first, second):
        return super().screw_halves(second, first)

    def screw_blocks(self, K):
        return np.roll(super().screw_blocks(K), (3, 3), (0, 1))

    def stacked(self, omega, V):
        return super().stacked(V, omega)


@mistake("axis_long", 18, "direction of an axis not made a unit vector",
         "the direction was taken as it is given; omega of a joint has length one.",
         "One radian of the joint is one radian: `np.linalg.norm(s[:3])` must be 1.")
class AxisLong(Rules):
    def unit_axis(self, axis):
        return np.asarray(axis)


@mistake("pitch_per_turn", 27, "rise of a turn taken for that of a radian",
         "the rise of a whole turn was used; the screw needs that of a radian.",
         "Let the joint turn once, `2 * np.pi * (s[:3] @ s[3:])`: the rise must come out.")
class PitchPerTurn(Rules):
    def screw_pitch(self, rise):
        return rise


@mistake("pitch_lost", 11, "pitch left out",
         "the pitch is missing: this joint only turns, without rising along its axis.",
         "A point of the axis itself moves, `s[3:] + np.cross(s[:3], point)`, and along the axis.")
class PitchLost(Rules):
    def screw_pitch(self, rise):
        return 0 * rise


@mistake("line_reversed", 18, "moment of the line with the wrong sign",
         "the vector product of the line is reversed: the body's point at the origin has the "
         "velocity point x axis.",
         "A point of the axis of a turn stays: `s[3:] + np.cross(s[:3], point)` must vanish there.")
class LineReversed(Rules):
    def line_moment(self, point, axis):
        return -super().line_moment(point, axis)

    def cross(self, c, R):
        return -super().cross(c, R)


@mistake("line_through_next", 17, "axis laid through the origin of frame j",
         "the axis of a turn was laid through the origin of frame j; it passes through that of "
         "frame j-1.",
         "Turn joint j alone: `s[3:] + np.cross(s[:3], t)` must vanish for the origin t of frame "
         "j-1.")
class LineThroughNext(Rules):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=j)


@mistake("screw_at_tip", 6, "screw taken at the origin of the last frame",
         "the lower half is the velocity of the last frame's origin, not of the point at the "
         "origin of frame 0.",
         "Lengthen the last link, `l[-1] += 0.1`: no screw may change.")
class ScrewAtTip(Rules):
    def base_point(self, s, n):
        return np.zeros(3)


# -- change of frame -------------------------------------------------------------------------------
@mistake("forces_as_motions", 6, "co-screw moved like a screw",
         "the matrix H of screws was used; co-screws and inertias take (H^T)^-1.",
         "Power stays: for any screw s of the body's frame `r_own @ s` must be `r_0 @ (H @ s)`.")
class ForcesAsMotions(Rules):
    def force_change(self, tau, t):
        return self.motion_change(tau, t)


@mistake("frame_shift_lost", 12, "frames turned but not shifted",
         "the axes were turned, but the shift of the origin is missing.",
         "Let the frame stand straight, `tau = np.eye(3)`: a force F at its origin t still has "
         "the moment `np.cross(t, F)`.")
class FrameShiftLost(Rules):
    def frame_origin(self, t):
        return 0 * np.asarray(t)


@mistake("frame_back", 1, "rotation matrix of the frame transposed",
         "the rotation matrix of frame 1 stands transposed.",
         "The columns of tau are the axes of frame 1 seen from frame 0: after a turn about X "
         "alone `tau[:, 1]` is (0, cos, sin).")
class FrameBack(Rules):
    def body_axes(self, angles):
        return super().body_axes(angles).T


@mistake("frame_inverse", 2, "change of frame the wrong way round",
         "components were taken from frame 0 to frame 1; asked for is the way from 1 to 0.",
         "A force at the origin of frame 1 acts at t in frame 0: with `tau = np.eye(3)` its "
         "moment becomes `+np.cross(t, F)`.")
class FrameInverse(Rules):
    def force_change(self, tau, t):
        return np.linalg.inv(super().force_change(tau, t))


@mistake("couple_alone", 26, "moment of the force forgotten",
         "the upper half is the given moment alone; the force has a moment about the origin too.",
         "Shift the force sideways, `point + [0, 0.1, 0]`: the upper half must change.")
class CoupleAlone(Rules):
    def load_screw(self, point, F, M):
        return super().load_screw(0 * np.asarray(point), F, M)


# -- inertia ---------------------------------------------------------------------------------------
@mistake("corner_central", 24, "tensor about the mass centre in the corner of K",
         "the corner holds the tensor about the mass centre; it has to be the one about the "
         "origin, J - m lam(c)^2.",
         "Take a mass point, `J = 0`: turning it about the origin still needs energy.")
class CornerCentral(Rules):
    def parallel_axes(self, m, c):
        return 0 * super().parallel_axes(m, c)


@mistake("corner_minus", 23, "Steiner's theorem with the wrong sign",
         "Steiner's part has the wrong sign: lam(c)^2 is negative, and J - m lam(c)^2 is more "
         "than J.",
         "About the mass centre moments are least: `np.trace(K[:3, :3]) > np.trace(J)`, and a "
         "product of inertia gets `-m * x * y`.")
class CornerMinus(Rules):
    def parallel_axes(self, m, c):
        return -super().parallel_axes(m, c)


@mistake("first_moment_sign", 18, "blocks beside the diagonal of K exchanged",
         "the blocks beside the diagonal stand for each other: m lam(c) is above, -m lam(c) below.",
         "Turn the body about X: its momentum `(K @ [1, 0, 0, 0, 0, 0])[3:]` must be "
         "`m * np.cross([1, 0, 0], c)`.")
class FirstMomentSign(Rules):
    def mixed_block(self, m, c):
        return -super().mixed_block(m, c)


@mistake("inertia_one_sided", 22, "inertia changed on one side only",
         "K was multiplied from the left only; the transposed matrix on its right is missing.",
         "Energy has no order: `K - K.T` must vanish.")
class InertiaOneSided(Rules):
    def inertia_change(self, K, tau, t):
        return self.force_change(tau, t) @ K


# -- drives as pairings ----------------------------------------------------------------------------
@mistake("pair_crossed", 26, "halves paired crosswise",
         "M was paired with v and F with omega.",
         "Look at the units: moment goes with angular velocity, `r[:3] @ s[:3] + r[3:] @ s[3:]`, "
         "newton metres and newtons times metres.")
class PairCrossed(Rules):
    def screw_pairing(self, r, s):
        return r[:3] @ s[3:] + r[3:] @ s[:3]


@mistake("pair_upper", 26, "force left out of the pairing",
         "only the moment was paired; the force works on the lower half of the screw.",
         "Take a slide, `s[:3] = 0`: its drive holds forces, so that it cannot be zero.")
class PairUpper(Rules):
    def screw_pairing(self, r, s):
        return r[:3] @ s[:3]


@mistake("drive_as_load", 25, "load on the joint for the drive that holds it",
         "this is what the loads do to the joint; the drive holds against it.",
         "At rest drive and loads do no work together: `drive + (load + weight) @ s` must vanish.")
class DriveAsLoad(Rules):
    def held_against(self, work):
        return work


@mistake("gravity_screw_up", 25, "gravity screw upwards",
         "the weight has the wrong sign: the gravity screw is (0; gravity), it points down "
         "(erratum S-6-gravity-screw).",
         "A drive that lifts one body of mass m along the vertical holds `+m * 9.81`.")
class GravityScrewUp(Rules):
    def gravity_screw(self, gravity):
        return -super().gravity_screw(gravity)


@mistake("gravity_screw_lost", 25, "weight left out",
         "the weight is missing.",
         "Take the loads away, `0 * F` and `0 * dq`: the drives must still hold the weight, K g.")
class GravityScrewLost(Rules):
    def gravity_screw(self, gravity):
        return 0 * super().gravity_screw(gravity)


# -- derivatives -----------------------------------------------------------------------------------
@mistake("bracket_reversed", 18, "bracket in reverse order",
         "the bracket is reversed: what carries stands first, (velocity) ^ s.",
         "Turn a line along X about Z: it moves towards Y, and `np.cross([0, 0, 1], [1, 0, 0])` is "
         "+Y.")
class BracketReversed(Rules):
    def screw_bracket(self, a, b):
        return -super().screw_bracket(a, b)


@mistake("bracket_arm_still", 20, "second addend of the bracket left out",
         "the term V x omega is missing below: the line is turned, but its place is not carried "
         "along.",
         "Let a slide carry a turn, `a[:3] = 0`: the lower half of the bracket must not vanish.")
class BracketArmStill(Rules):
    def carried_point(self, a, b):
        return np.zeros(3)


@mistake("bracket_by_halves", 20, "V x V for the lower half of the bracket",
         "the lower half was made of the two lower halves; it is omega x v + V x omega.",
         "Two slides leave each other alone: with `a[:3] = b[:3] = 0` the bracket must vanish.")
class BracketByHalves(Rules):
    def screw_bracket(self, a, b):
        return np.concatenate([np.cross(a[:3], b[:3]), np.cross(a[3:], b[3:])])


@mistake("carried_by_last", 19, "every axis carried by the last link",
         "every screw was carried by the velocity of the last link; joints behind s_i do not "
         "move it.",
         "Move only the last joint, `dq[:-1] = 0`: no screw may change.")
class CarriedByLast(Rules):
    def screw_carrier(self, S, dq, i):
        return np.asarray(dq) @ S


@mistake("carried_by_one", 19, "axis carried by the joint before only",
         "each screw is carried by the joint before it alone; the velocities of all joints up to "
         "it add up.",
         "Move only joint 1, `dq[1:] = 0`: every later screw must change.")
class CarriedByOne(Rules):
    def screw_carrier(self, S, dq, i):
        return np.asarray(dq)[max(i - 2, 0):i] @ S[max(i - 2, 0):i]


@mistake("screws_held", 20, "rates of the joint screws left out",
         "the accelerations lack the rates of the joint screws, ds_j dq_j.",
         "Two crossed axes at constant rates, `ddq = 0`: the velocity screw of link 2 changes all "
         "the same.")
class ScrewsHeld(Rules):
    def moving_screws(self, S, dq):
        return np.zeros_like(S)


@mistake("momentum_plus", 0, "printed sign before the bracket",
         "the term v^T K (v ^ s) stands with the printed plus; it needs a minus (erratum "
         "S-5-sign-of-bracket).",
         "One drive without weights is the rate of the momenta `K @ v` on its screw; the power of "
         "all drives does not show this term.")
class MomentumPlus(Rules):
    def momentum_turned(self, term):
        return term


@mistake("momentum_still", 20, "term v^T K (v ^ s) left out",
         "the term v^T K (v ^ s) is missing: in frame 0 the inertia of a moving body changes.",
         "One drive without weights is the rate of the momenta `K @ v` on its screw; the power of "
         "all drives does not show this term.")
class MomentumStill(Rules):
    def momentum_turned(self, term):
        return 0 * term


@mistake("links_all", 0, "sum over all links",
         "all links were counted, as the paper prints one of its sums; joint i carries links i to "
         "n (erratum S-5-lower-limit).",
         "Make link 1 heavier, `m[0] += 1`: the last drive must not change.")
class LinksAll(Rules):
    def hanging(self, i, n):
        return range(1, n + 1)


@mistake("excess_once", 0, "wrong sign counted once",
         "this is the term itself; with the other sign it is missed twice.",
         "Put numbers in: `(3 + 2) - (3 - 2)` is 4, not 2.")
class ExcessOnce(Rules):
    def printed_double(self, term):
        return term


@mistake("excess_reversed", 0, "right minus printed",
         "the sign is turned: asked for is printed minus right, and the bracket is v ^ s_2.",
         "With a positive term the printed drive is too large: `printed - right` is positive.")
class ExcessReversed(Rules):
    def printed_double(self, term):
        return -super().printed_double(term)


# -- the boom --------------------------------------------------------------------------------------
@mistake("beside_dropped", 12, "shoulder's offset left out",
         "the boom's mass is counted from the boom's own origin; the column's axis is d further.",
         "Let the boom's mass lie in its own middle plane, `y = 0`: the offset d alone must "
         "couple.")
class BesideDropped(Rules):
    def boom_beside(self, p, y):
        return y


@mistake("own_products_lost", 23, "products of inertia of the boom left out",
         "the boom is counted as a mass point: J_xy and J_yz about its mass centre are missing.",
         "Put the mass on the column's axis, `d + y = 0`: a crooked boom still couples the joints.")
class OwnProductsLost(Rules):
    def boom_own_products(self, p):
        return 0 * super().boom_own_products(p)


@mistake("own_products_sign", 23, "sign of the tensor's elements",
         "J_xy and J_yz enter with the wrong sign: as elements of the tensor they hold their minus "
         "already.",
         "Make the boom of two mass points: `J_xy` is then `-sum(m * x * y)` about their centre.")
class OwnProductsSign(Rules):
    def boom_own_products(self, p):
        return -super().boom_own_products(p)


@mistake("lift_downwards", 8, "sense of joint 2 turned over",
         "the sign is turned: a positive rate of joint 2 lifts the boom, its axis points against "
         "the side.",
         "Raise a mass point that stands upright, `q_2 = pi / 2`, y = z = 0: it goes inwards, and "
         "its moment of momentum about Z_0 is positive for positive d and x.")
class LiftDownwards(Rules):
    def boom_lifting(self, a_12):
        return -a_12


@mistake("balanced_weight", 25, "weight balanced, not the coupling",
         "this brings the mass centre onto the axis of joint 2: it frees the drive of weight, not "
         "the column of the boom.",
         "Put the mass in: `a_12` must vanish for every q_2, with d + y of both masses in it.")
class BalancedWeight(Rules):
    def boom_balanced(self, p, m, y):
        return -p["m"] * np.array([p["x"], p["z"]]) / m


@mistake("balanced_double", 8, "coupling doubled",
         "the mass stands on the other side of the axis: it adds to the coupling, which it should "
         "take away.",
         "Put it in: `a_12` of boom and mass together must vanish.")
class BalancedDouble(Rules):
    def boom_balanced(self, p, m, y):
        return -super().boom_balanced(p, m, y)
