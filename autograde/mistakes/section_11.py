"""Mistakes in tasks on recursive equations, constraints and control (lesson 11)."""

from __future__ import annotations

import numpy as np

from ..rules import Rules
from .registry import mistake


# -- screws from frame to frame ------------------------------------------------------------------
@mistake("carrier_printed", 1, "L for its transpose",
         "this is L itself, which takes co-screws back; the copy prints it under the name of its "
         "transpose.",
         "A slide has no angular half and keeps none: `(L @ [0, 0, 0, 0, 0, 1])[:3]` must vanish.")
class CarrierPrinted(Rules):
    def carrier(self, s, k, i):
        return super().carrier(s, k, i).T


@mistake("carrier_back", 2, "screws taken the wrong way",
         "this takes screws from the later frame back to the earlier one.",
         "Its angular block carries the axes: `L[:3, :3] @ e`, e an axis of the earlier frame, "
         "must be that axis as the later frame sees it.")
class CarrierBack(Rules):
    def carrier(self, s, k, i):
        return super().carrier(s, i, k)


@mistake("carrier_arm_reversed", 8, "lever arm of a screw with the wrong sign",
         "the shift between the origins has the wrong sign: needed is the origin left behind, seen "
         "from the new frame.",
         "A turn about an axis through the old origin must leave that origin at rest: "
         "`V + np.cross(omega, place)` is zero there.")
class CarrierArmReversed(Rules):
    def lever(self, s, k, i):
        return -super().lever(s, k, i)


@mistake("carrier_arm_unturned", 6, "lever arm of a screw on the wrong axes",
         "the shift between the origins stands on the axes of the old frame, beside vectors of the "
         "new one.",
         "A turn about an axis through the old origin must leave that origin at rest: "
         "`V + np.cross(omega, place)` is zero there.")
class CarrierArmUnturned(Rules):
    def lever(self, s, k, i):
        return s.tau(i, k) @ super().lever(s, k, i)


@mistake("screw_unit", 26, "linear half of f left out",
         "f^i was taken as a unit column; in the book's frames the origin of frame i stands beside "
         "the axis of joint i, and moves.",
         "The last row is the motion of frame 3 itself: `np.cross(row[:3], l_vector)` is its "
         "velocity.")
class ScrewUnit(Rules):
    def constant_screw(self, s, sigma, i):
        return np.concatenate([self.c(s, sigma, i, i), self.D_V(s, sigma, i, i)])


# -- derivatives of screws -----------------------------------------------------------------------
@mistake("slope_reversed", 18, "bracket of a derivative in reverse order",
         "the factors of the bracket are exchanged, which turns its sign.",
         "A positive q_t turns an axis from X towards Y about Z: the derivative of "
         "`[1, 0, 0]` is +Y when the joint turns it, and -Y when it turns the frame.")
class SlopeReversed(Rules):
    def wedge(self, a, b):
        return super().wedge(b, a)


@mistake("every_bracket", 19, "bracket with joints that change nothing",
         "the bracket was taken for joints, too, that move the joint and the frame alike.",
         "Move a joint before both, `q[t - 1] += 0.1`: what the frame sees of the joint must not "
         "change.")
class EveryBracket(Rules):
    def felt(self, k, i, t):
        return t <= max(i, k)


@mistake("limit_printed", 0, "printed limit of theorem 2 taken over",
         "t = k was counted for a joint ahead, as (1.21) prints it; q_k moves frame k and all "
         "ahead of it alike.",
         "Put q_k to `q_k + 0.1` in a chain: what frame k sees ahead must not change.")
class LimitPrinted(Rules):
    def felt(self, k, i, t):
        return super().felt(k, i, t) or k == t < i


@mistake("ahead_sign", 8, "minus of theorem 2 left out",
         "for a joint ahead the sign is wrong: q_t moves that joint and not the frame which looks "
         "at it.",
         "Let joint t turn about Z: it carries an axis `[1, 0, 0]` ahead of it towards +Y.")
class AheadSign(Rules):
    def ahead(self, own, other):
        return self.wedge(own, other)


@mistake("with_itself", 0, "printed bracket of a screw with itself",
         "for a joint ahead the screw stands in the bracket with itself, as (1.23) ends; that is "
         "zero always.",
         "Move joint t alone by 0.1: the screw of a joint beyond it, `after - before`, must "
         "change.")
class WithItself(Rules):
    def partner(self, X, k, i, t):
        return X[(t if i <= k else i) - 1]


# -- inertia -------------------------------------------------------------------------------------
@mistake("tensor_at_centre", 24, "tensor about the mass centre in Theta",
         "the 3x3 tensor in Theta is the one about the mass centre; it belongs about the origin of "
         "the frame.",
         "A mass point has `J = 0`, and turning about an axis beside it still takes energy: the "
         "upper block must not vanish.")
class TensorAtCentre(Rules):
    def moved_to_origin(self, J, m, r):
        return np.asarray(J)


@mistake("static_sign", 8, "sign of the mixed block of Theta",
         "m lam(r) has the wrong sign, or the blocks beside the diagonal are exchanged.",
         "Turning at `omega`, the mass centre moves: the lower half of `Theta @ [omega, 0]` is "
         "`m * np.cross(omega, r)`.")
class StaticSign(Rules):
    def static_moment(self, m, r):
        return -super().static_moment(m, r)


@mistake("frozen_one_side", 22, "Theta carried on one side only",
         "the inertia of the links beyond was multiplied by L on the left only.",
         "Inertia is symmetric: `Theta - Theta.T` must vanish.")
class FrozenOneSide(Rules):
    def carried_inertia(self, L, Theta):
        return L @ Theta


@mistake("frozen_unmoved", 24, "inertias added without carrying them",
         "the inertias of the links were added as each stands in its own frame.",
         "Turn a joint beyond, `q[-1] += 0.5`: what frame i sees must change.")
class FrozenUnmoved(Rules):
    def carried_inertia(self, L, Theta):
        return Theta


@mistake("frozen_before", 20, "links before the joint frozen instead of those after",
         "links 1 to i were added; joint i carries links i to n.",
         "For i = n only the last link is left: make link 1 heavier, `m[0] += 1`, and nothing may "
         "change.")
class FrozenBefore(Rules):
    def frozen_links(self, i, n):
        return range(1, i + 1)


@mistake("frozen_alone", 20, "only link i in the composite inertia",
         "only link i was counted; all links from i on are frozen together.",
         "The lower right block is the mass carried: `Theta[5, 5]` must be `sum(m[i - 1:])`.")
class FrozenAlone(Rules):
    def frozen_links(self, i, n):
        return range(i, i + 1)


# -- products of rates ---------------------------------------------------------------------------
@mistake("energy_slope_lost", 20, "slope of the energy left out of b",
         "only the rate of A times the rates is there; the slope of the kinetic energy by q_3, the "
         "minus in d, is missing.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class EnergySlopeLost(Rules):
    def slope_of_energy(self, x):
        return 0 * x


@mistake("d_whole", 20, "half of d left out",
         "everything stands twice: the half in front of the three derivatives is missing.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class DWhole(Rules):
    def halved(self, b):
        return 2 * b


@mistake("d_quarter", 20, "half of d counted twice",
         "everything stands at half its size: the half in front of the three derivatives counts "
         "once, for the pair s, j and the pair j, s together.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class DQuarter(Rules):
    def halved(self, b):
        return b / 2


# -- constraints ---------------------------------------------------------------------------------
@mistake("gamma_rate_lost", 20, "rate of Gamma left out",
         "Gamma' dq is missing: at constant rates the tip does not run straight on.",
         "Turn both joints steadily, `ddq = 0`, before a line at rest: the second difference of f "
         "is not zero.")
class GammaRateLost(Rules):
    def rates_counted(self, pull):
        return 0 * pull


@mistake("product_once", 20, "product of the two rates without its 2",
         "the product of the rates stands once; the forearm turns at their sum, and the square of "
         "a sum has it twice.",
         "At equal rates the forearm turns twice as fast: `(1 + 1)**2` is 4, not 3.")
class ProductOnce(Rules):
    def squared(self, u):
        return u[0]**2 + u[0] * u[1] + u[1]**2


@mistake("line_rate_printed", 0, "partial derivative for its rate",
         "the speed of the line stands where its acceleration belongs, as (2.18) is printed.",
         "Units: every term is m/s^2. A line at constant speed, `h = v * t`, must not push.")
class LineRatePrinted(Rules):
    def of_line(self, speed, acceleration):
        return -speed


@mistake("line_lost", 20, "acceleration of the line left out",
         "the line counts as resting; its own acceleration is missing.",
         "Let the arm stand still and the line start off: f must get `-a` as second derivative.")
class LineLost(Rules):
    def of_line(self, speed, acceleration):
        return 0 * acceleration


@mistake("line_sign", 8, "acceleration of the line with the wrong sign",
         "the acceleration of the line has the wrong sign; f counts from the line to the tip.",
         "Let the arm stand still and the line start off towards the tip: f shrinks, `-a`.")
class LineSign(Rules):
    def of_line(self, speed, acceleration):
        return acceleration


@mistake("multiplier_sign", 26, "sign of the multiplier",
         "the reaction has the opposite sign: in (2.17) Gamma^T N stands on the right, beside Q.",
         "Let it act alone, `Q - b = 0` and a line that starts off at a: the reaction pushes the "
         "tip along with it, `Gamma @ ddq = a`.")
class MultiplierSign(Rules):
    def multiplier(self, N):
        return -N


@mistake("inertia_for_inverse", 18, "A for its inverse",
         "A and its inverse are exchanged.",
         "Make the arm twice as heavy, `2 * A`: the same push accelerates it half as much, the "
         "same acceleration takes twice the push.")
class InertiaForInverse(Rules):
    def answered(self, A, push):
        return A @ push

    def driven(self, A, acceleration):
        return np.linalg.solve(A, acceleration)


@mistake("inertia_diagonal", 20, "each joint divided by its own a_ii",
         "each joint was divided by its own a_ii, as if A were diagonal.",
         "Multiply back: `A @ x` must be the push again, in every row.")
class InertiaDiagonal(Rules):
    def answered(self, A, push):
        return push / np.diag(A)


@mistake("b_lost", 20, "b left out beside A ddq",
         "b is missing; it holds the weights and what the rates ask.",
         "Hold the arm by drives `Q = b`, without a line: it must not accelerate.")
class BLost(Rules):
    def beside(self, b):
        return 0 * b


@mistake("b_added", 20, "b with the wrong sign beside A ddq",
         "b has the wrong sign: it stands on the side of A ddq, with a plus.",
         "Hold the arm by drives `Q = b`, without a line: it must not accelerate.")
class BAdded(Rules):
    def beside(self, b):
        return -b


@mistake("pressed_lost", 26, "reaction left out of the motion",
         "these are the accelerations of the free arm; the reaction is missing.",
         "The tip must stay on the line: `Gamma @ ddq` plus what the rates and the line give must "
         "be zero.")
class PressedLost(Rules):
    def pressed(self, push):
        return 0 * push


@mistake("pressed_minus", 26, "reaction subtracted from the drives",
         "the reaction was subtracted; Gamma^T N stands beside Q with a plus.",
         "The tip must stay on the line: `Gamma @ ddq` plus what the rates and the line give must "
         "be zero.")
class PressedMinus(Rules):
    def pressed(self, push):
        return -push


# -- control -------------------------------------------------------------------------------------
@mistake("gains_swapped", 18, "gains exchanged",
         "Gamma_0 and Gamma_1 are exchanged: Gamma_0 multiplies f, Gamma_1 its rate.",
         "Units: Gamma_0 in 1/s^2, Gamma_1 in 1/s. The sum of the roots is `-G1`, their product "
         "`G0`.")
class GainsSwapped(Rules):
    def placed(self, G0, G1):
        return G1, G0


@mistake("gains_negative", 8, "sign of the rate's gain",
         "the gain of the rate is negative, and with it the error grows.",
         "Multiply out `(x + p_1) * (x + p_2)`: both coefficients are positive.")
class GainsNegative(Rules):
    def poles_to_gains(self, fast, slow):
        return fast * slow, -(fast + slow)


@mistake("gains_are_poles", 18, "roots taken for gains",
         "the roots themselves were taken for gains, without their sum and product.",
         "Put them back: `np.roots([1, G1, G0])` must be the roots asked for.")
class GainsArePoles(Rules):
    def poles_to_gains(self, fast, slow):
        return slow, fast


@mistake("critical_unhalved", 18, "critical damping without the 2",
         "the critical gain is too small by half: the discriminant is G1^2 - 4 G0.",
         "`np.roots([1, G1, G0])` must be two equal real numbers.")
class CriticalUnhalved(Rules):
    def critical(self, G0):
        return np.sqrt(G0)


@mistake("critical_unrooted", 18, "critical damping without the root",
         "the root of Gamma_0 was not drawn.",
         "Units: Gamma_1 in 1/s, Gamma_0 in 1/s^2; `np.roots([1, G1, G0])` must be two equal "
         "numbers.")
class CriticalUnrooted(Rules):
    def critical(self, G0):
        return 2 * G0


@mistake("error_lost", 20, "motion not stabilised",
         "the terms with Gamma_0 and Gamma_1 are missing from the drives: f'' = 0 lets every error "
         "drift on.",
         "Put your drives into (2.15) and work out f'': it must be `-(G1 * df + G0 * f)`.")
class ErrorLost(Rules):
    def fed_back(self, x):
        return 0 * x


@mistake("error_sign", 8, "error fed back with the wrong sign",
         "the error is fed back with the wrong sign, which drives it on.",
         "Put your drives into (2.15) and work out f'': with f > 0 and df = 0 it must be negative, "
         "`-G0 * f`.")
class ErrorSign(Rules):
    def fed_back(self, x):
        return -x


@mistake("free_lost", 20, "free acceleration v left out",
         "v is missing: what the line leaves free is not asked of the drives.",
         "Double v: `after - before` of the drives must not vanish.")
class FreeLost(Rules):
    def along_line(self, v, across):
        return 0 * v


@mistake("free_whole", 20, "v added whole",
         "v was added whole; only its part along the line is free, (E - Gamma^+ Gamma) v.",
         "Put your drives into (2.15) and work out f'': v must not enter, `-(G1 * df + G0 * f)`.")
class FreeWhole(Rules):
    def along_line(self, v, across):
        return v


@mistake("transpose_for_inverse", 18, "transposed Gamma for its pseudoinverse",
         "the transposed Gamma stands where the pseudoinverse belongs.",
         "For a single row `Gamma @ plus` must be 1.")
class TransposeForInverse(Rules):
    def pseudoinverse(self, Gamma):
        return Gamma


# -- linear equations ----------------------------------------------------------------------------
@mistake("linear_half", 0, "printed half before B",
         "B stands at half its size, as the second line of (4.2) prints it; b is quadratic in the "
         "rates.",
         "Change one rate by 0.001 in `b` and divide: the slope of u**2 is 2 u.")
class LinearHalf(Rules):
    def whole_slope(self, B):
        return B / 2


@mistake("linear_accelerations_lost", 20, "slope of A left out of C",
         "C lacks dA/dq times the programmed accelerations.",
         "Let the arm start off from rest, `u_1 = u_2 = 0`: a longer one needs more, so dQ_1/dq_2 "
         "is not the weight's alone.")
class LinearAccelerationsLost(Rules):
    def of_accelerations(self, part):
        return 0 * part


@mistake("linear_weights_lost", 25, "slope of the weights left out of C",
         "C lacks the slope of the weights: they turn with the arm.",
         "Hold the arm still at two neighbouring q_1, `0.3` and `0.301`: the drives differ.")
class LinearWeightsLost(Rules):
    def of_weights(self, part):
        return 0 * part


@mistake("linear_sides", 18, "B and C exchanged",
         "the blocks are exchanged: asked for is B, by rates, and right of it C, by coordinates.",
         "At rest, `u_1 = u_2 = 0`, the left block must vanish.")
class LinearSides(Rules):
    def sides(self, B, C):
        return [C, B]


@mistake("cancelled_lost", 20, "linear terms of the arm left standing",
         "K places the gains on the acceleration only; B and C of the arm still act.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class CancelledLost(Rules):
    def cancelled(self, part):
        return 0 * part


@mistake("cancelled_sign", 8, "linear terms of the arm with the wrong sign",
         "B and C have the wrong sign in K: with dQ = -K (x; x') they are to be taken away.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class CancelledSign(Rules):
    def cancelled(self, part):
        return -part


@mistake("feedback_sign", 8, "feedback with the opposite sign",
         "the sign of K is turned: dQ = -K (x; x') has its minus already.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class FeedbackSign(Rules):
    def with_minus(self, K):
        return -K


@mistake("inertia_left_out", 20, "A left out of the feedback",
         "the gains stand without A: an acceleration was handed to the drives as a moment.",
         "Make the arm twice as heavy, `2 * m` and `2 * J`: K must double.")
class InertiaLeftOut(Rules):
    def driven(self, A, acceleration):
        return acceleration
