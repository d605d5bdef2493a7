"""Mistakes in tasks on recursive equations, constraints and control (lesson 11)."""

from __future__ import annotations

import json

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from ..shared.examples import differ, unequal
from .examples import (
    ARM,
    ASSIGNMENT,
    CHAIN,
    CLOUDS,
    TABLE,
    TRUTH,
    UNIT,
    Z_TURN,
    A,
    Q,
    V,
    blocks,
    carrier,
    closed_loop,
    frames_2_and_3,
    frozen,
    gains,
    gradient,
    line_bias,
    linear,
    moving,
    own_energy,
    own_geometry,
    poses,
    some_chain,
    table,
    tensor,
)
from .steps import Steps

INCLUDES = (shared,)



# -- screws from frame to frame ------------------------------------------------------------------
@mistake("carrier_printed", 1, "L for its transpose",
         "this is L itself, which takes co-screws back; the copy prints it under the name of its "
         "transpose.",
         "A slide has no angular half and keeps none: `(L @ [0, 0, 0, 0, 0, 1])[:3]` must vanish.")
class CarrierPrinted(Steps):
    def carrier(self, s, k, i):
        return super().carrier(s, k, i).T


@refutes("carrier_printed")
def carrier_printed(rules):
    yield (carrier(rules) @ [0, 0, 0, 0, 0, 1])[:3]


@mistake("carrier_back", 2, "screws taken the wrong way",
         "this takes screws from the later frame back to the earlier one.",
         "Its angular block carries the axes: `L[:3, :3] @ e`, e an axis of the earlier frame, "
         "must be that axis as the later frame sees it.")
class CarrierBack(Steps):
    def carrier(self, s, k, i):
        return super().carrier(s, i, k)


@refutes("carrier_back")
def carrier_back(rules):
    two, three, _ = frames_2_and_3()
    yield carrier(rules)[:3, :3] @ UNIT[0] - three.T @ two[:, 0]


@mistake("carrier_arm_reversed", 8, "lever arm of a screw with the wrong sign",
         "the shift between the origins has the wrong sign: needed is the origin left behind, seen "
         "from the new frame.",
         "A turn about an axis through the old origin must leave that origin at rest: "
         "`V + np.cross(omega, place)` is zero there.")
class CarrierArmReversed(Steps):
    def lever(self, s, k, i):
        return -super().lever(s, k, i)


@refutes("carrier_arm_reversed", "carrier_arm_unturned")
def old_origin(rules):
    x = carrier(rules) @ [0.3, -0.7, 0.5, 0, 0, 0]
    yield x[3:] + np.cross(x[:3], frames_2_and_3()[2])


@mistake("carrier_arm_unturned", 6, "lever arm of a screw on the wrong axes",
         "the shift between the origins stands on the axes of the old frame, beside vectors of the "
         "new one.",
         "A turn about an axis through the old origin must leave that origin at rest: "
         "`V + np.cross(omega, place)` is zero there.")
class CarrierArmUnturned(Steps):
    def lever(self, s, k, i):
        return s.tau(i, k) @ super().lever(s, k, i)


@mistake("screw_unit", 26, "linear half of f left out",
         "f^i was taken as a unit column; in the book's frames the origin of frame i stands beside "
         "the axis of joint i, and moves.",
         "The last row is the motion of frame 3 itself: `np.cross(row[:3], l_vector)` is its "
         "velocity.")
class ScrewUnit(Steps):
    def constant_screw(self, s, sigma, i):
        return np.concatenate([self.c(s, sigma, i, i), self.D_V(s, sigma, i, i)])


@refutes("screw_unit")
def screw_unit(rules):
    row = table(rules)[2]
    yield row[3:] - np.cross(row[:3], V["l"][2])


# -- derivatives of screws -----------------------------------------------------------------------
@mistake("slope_reversed", 18, "bracket of a derivative in reverse order",
         "the factors of the bracket are exchanged, which turns its sign.",
         "A positive q_t turns an axis from X towards Y about Z: the derivative of "
         "`[1, 0, 0]` is +Y when the joint turns it, and -Y when it turns the frame.")
class SlopeReversed(Steps):
    def wedge(self, a, b):
        return super().wedge(b, a)


@refutes("slope_reversed")
def slope_reversed(rules):
    yield rules.screw_slope(Z_TURN, 4, 1, 2)[:3] + UNIT[1]
    yield rules.screw_slope(Z_TURN, 1, 3, 2)[:3] - UNIT[1]


@mistake("every_bracket", 19, "bracket with joints that change nothing",
         "the bracket was taken for joints, too, that move the joint and the frame alike.",
         "Move a joint before both, `q[t - 1] += 0.1`: what the frame sees of the joint must not "
         "change.")
class EveryBracket(Steps):
    def felt(self, k, i, t):
        return t <= max(i, k)


@refutes("every_bracket")
def every_bracket(rules):
    yield rules.screw_slope(TABLE, 4, 2, 1)
    yield rules.screw_slope(TABLE, 2, 4, 1)


@mistake("limit_printed", 0, "printed limit of theorem 2 taken over",
         "t = k was counted for a joint ahead, as (1.21) prints it; q_k moves frame k and all "
         "ahead of it alike.",
         "Put q_k to `q_k + 0.1` in a chain: what frame k sees ahead must not change.")
class LimitPrinted(Steps):
    def felt(self, k, i, t):
        return super().felt(k, i, t) or k == t < i


@refutes("limit_printed")
def limit_printed(rules):
    yield rules.screw_slope(TABLE, 1, 4, 1)


@mistake("ahead_sign", 8, "minus of theorem 2 left out",
         "for a joint ahead the sign is wrong: q_t moves that joint and not the frame which looks "
         "at it.",
         "Let joint t turn about Z: it carries an axis `[1, 0, 0]` ahead of it towards +Y.")
class AheadSign(Steps):
    def ahead(self, own, other):
        return self.wedge(own, other)


@refutes("ahead_sign")
def ahead_sign(rules):
    yield rules.screw_slope(Z_TURN, 1, 3, 2)[:3] - UNIT[1]


@mistake("with_itself", 0, "printed bracket of a screw with itself",
         "for a joint ahead the screw stands in the bracket with itself, as (1.23) ends; that is "
         "zero always.",
         "Move joint t alone by 0.1: the screw of a joint beyond it, `after - before`, must "
         "change.")
class WithItself(Steps):
    def partner(self, X, k, i, t):
        return X[(t if i <= k else i) - 1]


@refutes("with_itself")
def with_itself(rules):
    yield unequal(rules.screw_slope(TABLE, 1, 4, 2), 0)


# -- inertia -------------------------------------------------------------------------------------
@mistake("tensor_at_centre", 24, "tensor about the mass centre in Theta",
         "the 3x3 tensor in Theta is the one about the mass centre; it belongs about the origin of "
         "the frame.",
         "A mass point has `J = 0`, and turning about an axis beside it still takes energy: the "
         "upper block must not vanish.")
class TensorAtCentre(Steps):
    def moved_to_origin(self, J, m, r):
        return np.asarray(J)


@refutes("tensor_at_centre")
def tensor_at_centre(rules):
    yield unequal(rules.link_inertia(2.0, [0.1, 0.2, -0.3], np.zeros((3, 3)))[:3, :3], 0)


@mistake("static_sign", 8, "sign of the mixed block of Theta",
         "m lam(r) has the wrong sign, or the blocks beside the diagonal are exchanged.",
         "Turning at `omega`, the mass centre moves: the lower half of `Theta @ [omega, 0]` is "
         "`m * np.cross(omega, r)`.")
class StaticSign(Steps):
    def static_moment(self, m, r):
        return -super().static_moment(m, r)


@refutes("static_sign")
def static_sign(rules):
    omega, r = np.array([0.4, -0.3, 0.8]), np.array([0.1, 0.2, -0.3])
    Theta = rules.link_inertia(2.0, r, tensor(CLOUDS[0], 1.0))
    yield (Theta @ [*omega, 0, 0, 0])[3:] - 2.0 * np.cross(omega, r)


@mistake("frozen_one_side", 22, "Theta carried on one side only",
         "the inertia of the links beyond was multiplied by L on the left only.",
         "Inertia is symmetric: `Theta - Theta.T` must vanish.")
class FrozenOneSide(Steps):
    def carried_inertia(self, L, Theta):
        return L @ Theta


@refutes("frozen_one_side")
def frozen_one_side(rules):
    yield frozen(rules, 1) - frozen(rules, 1).T


@mistake("frozen_unmoved", 24, "inertias added without carrying them",
         "the inertias of the links were added as each stands in its own frame.",
         "Turn a joint beyond, `q[-1] += 0.5`: what frame i sees must change.")
class FrozenUnmoved(Steps):
    def carried_inertia(self, L, Theta):
        return Theta


@refutes("frozen_unmoved")
def frozen_unmoved(rules):
    yield unequal(frozen(rules, 1), frozen(rules, 1, Q + [0, 0, 0.5]))


@mistake("frozen_before", 20, "links before the joint frozen instead of those after",
         "links 1 to i were added; joint i carries links i to n.",
         "For i = n only the last link is left: make link 1 heavier, `m[0] += 1`, and nothing may "
         "change.")
class FrozenBefore(Steps):
    def frozen_links(self, i, n):
        return range(1, i + 1)


@refutes("frozen_before")
def frozen_before(rules):
    yield frozen(rules, 3, heavier=np.array([1, 0, 0])) - frozen(rules, 3)


@mistake("frozen_alone", 20, "only link i in the composite inertia",
         "only link i was counted; all links from i on are frozen together.",
         "The lower right block is the mass carried: `Theta[5, 5]` must be `sum(m[i - 1:])`.")
class FrozenAlone(Steps):
    def frozen_links(self, i, n):
        return range(i, i + 1)


@refutes("frozen_alone")
def frozen_alone(rules):
    yield frozen(rules, 1)[5, 5] - CHAIN[3].sum()


# -- products of rates ---------------------------------------------------------------------------
@mistake("energy_slope_lost", 20, "slope of the energy left out of b",
         "only the rate of A times the rates is there; the slope of the kinetic energy by q_3, the "
         "minus in d, is missing.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class EnergySlopeLost(Steps):
    def slope_of_energy(self, x):
        return 0 * x


@mistake("turning_moment_lost", 21, "omega x J omega left out of b",
         "the gyroscopic part is missing: by Newton and Euler the turning link asks for the moment "
         "omega x J omega, too.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class TurningMomentLost(Steps):
    def last_b(self, X, Theta, dq):
        S, m = Theta[:3, 3:], Theta[5, 5]
        J, omega = Theta[:3, :3] + S @ S / m, np.asarray(dq, float) @ X[:, :3]
        return super().last_b(X, Theta, dq) - X[-1, :3] @ np.cross(omega, J @ omega)


@refutes("energy_slope_lost", "d_whole", "d_quarter", "turning_moment_lost")
def spun(rules):
    v = json.loads(json.dumps(V)) | {"dq": [1, 0, 0]}
    _, q = own_geometry(v)
    slope = differ(lambda t: own_energy(v, q + t * UNIT[2], UNIT[0]))
    yield ASSIGNMENT["b_3"].reference(rules, v) + slope


@mistake("d_whole", 20, "half of d left out",
         "everything stands twice: the half in front of the three derivatives is missing.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class DWhole(Steps):
    def halved(self, b):
        return 2 * b


@mistake("d_quarter", 20, "half of d counted twice",
         "everything stands at half its size: the half in front of the three derivatives counts "
         "once, for the pair s, j and the pair j, s together.",
         "Spin joint 1 alone, `dq = [1, 0, 0]`: b_3 must be minus half of the slope of a_11 by "
         "q_3.")
class DQuarter(Steps):
    def halved(self, b):
        return b / 2


# -- constraints ---------------------------------------------------------------------------------
@mistake("forearm_still", 0, "the forearm does not turn with the upper arm",
         "q_1 moves the upper arm alone: the forearm, which hangs on it and turns with it, is "
         "missing in Gamma_1.",
         "Turn joint 1 alone, `f.subs(q_1, q_1 + h) - f`: the whole arm turns, and f changes by "
         "both links.")
class ForearmStill(Steps):
    def taken_along(self, fore):
        return 0 * fore


@mistake("turn_of_link", 0, "angle of the forearm without q_1",
         "the forearm's direction is taken for q_2; q_2 is counted from the upper arm.",
         "Put `q_2 = 0`: the forearm must go on in the direction of the upper arm.")
class TurnOfLink(Steps):
    def forearm_turn(self, q):
        return q[1]


@refutes("forearm_still", "turn_of_link")
def slopes_of_the_tip(rules):
    p = ARM
    yield rules.line_gamma(p["l"], np.radians(p["q"]), np.radians(p["theta"])) - gradient(p)


@mistake("gamma_rate_lost", 20, "rate of Gamma left out",
         "Gamma' dq is missing: at constant rates the tip does not run straight on.",
         "Turn both joints steadily, `ddq = 0`, before a line at rest: the second difference of f "
         "is not zero.")
class GammaRateLost(Steps):
    def rates_counted(self, pull):
        return 0 * pull


@refutes("gamma_rate_lost")
def gamma_rate_lost(rules):
    resting = ARM | {"speed": 0.0, "acceleration": 0.0}
    yield line_bias(rules, speed=0, acceleration=0) - differ(moving(resting, np.zeros(2)), 2)


@mistake("product_once", 20, "product of the two rates without its 2",
         "the product of the rates stands once; the forearm turns at their sum, and the square of "
         "a sum has it twice.",
         "At equal rates the forearm turns twice as fast: `(1 + 1)**2` is 4, not 3.")
class ProductOnce(Steps):
    def squared(self, u):
        return u[0]**2 + u[0] * u[1] + u[1]**2


@refutes("product_once")
def product_once(rules):
    yield rules.squared((1, 1)) - 4


@mistake("line_rate_printed", 0, "partial derivative for its rate",
         "the speed of the line stands where its acceleration belongs, as (2.18) is printed.",
         "Units: every term is m/s^2. A line at constant speed, `h = v * t`, must not push.")
class LineRatePrinted(Steps):
    def of_line(self, speed, acceleration):
        return -speed


@refutes("line_rate_printed")
def line_rate_printed(rules):
    yield line_bias(rules, (0, 0), speed=0.7, acceleration=0)


@mistake("line_lost", 20, "acceleration of the line left out",
         "the line counts as resting; its own acceleration is missing.",
         "Let the arm stand still and the line start off: f must get `-a` as second derivative.")
class LineLost(Steps):
    def of_line(self, speed, acceleration):
        return 0 * acceleration


@refutes("line_lost", "line_sign")
def line_starts(rules):
    yield line_bias(rules, (0, 0), speed=0, acceleration=0.7) + 0.7


@mistake("line_sign", 8, "acceleration of the line with the wrong sign",
         "the acceleration of the line has the wrong sign; f counts from the line to the tip.",
         "Let the arm stand still and the line start off towards the tip: f shrinks, `-a`.")
class LineSign(Steps):
    def of_line(self, speed, acceleration):
        return acceleration


@mistake("multiplier_sign", 26, "sign of the multiplier",
         "the reaction has the opposite sign: in (2.17) Gamma^T N stands on the right, beside Q.",
         "Let it act alone, `Q - b = 0` and a line that starts off at a: the reaction pushes the "
         "tip along with it, `Gamma @ ddq = a`.")
class MultiplierSign(Steps):
    def multiplier(self, N):
        return -N


@refutes("multiplier_sign")
def multiplier_sign(rules):
    Gamma = gradient(ARM)
    N = rules.reaction(A, np.ones(2), np.ones(2), Gamma, -0.7)
    yield Gamma @ np.linalg.solve(A, Gamma * N) - 0.7


@mistake("inertia_for_inverse", 18, "A for its inverse",
         "A and its inverse are exchanged.",
         "Make the arm twice as heavy, `2 * A`: the same push accelerates it half as much, the "
         "same acceleration takes twice the push.")
class InertiaForInverse(Steps):
    def answered(self, A, push):
        return A @ push

    def driven(self, A, acceleration):
        return np.linalg.solve(A, acceleration)


@refutes("inertia_for_inverse")
def heavier(rules):
    push = np.array([3.0, -2.0])
    yield 2 * rules.answered(2 * A, push) - rules.answered(A, push)
    yield rules.driven(2 * A, push) - 2 * rules.driven(A, push)


@mistake("inertia_diagonal", 20, "each joint divided by its own a_ii",
         "each joint was divided by its own a_ii, as if A were diagonal.",
         "Multiply back: `A @ x` must be the push again, in every row.")
class InertiaDiagonal(Steps):
    def answered(self, A, push):
        return push / np.diag(A)


@refutes("inertia_diagonal")
def multiplied_back(rules):
    push = np.array([3.0, -2.0])
    yield A @ rules.answered(A, push) - push


@mistake("b_lost", 20, "b left out beside A ddq",
         "b is missing; it holds the weights and what the rates ask.",
         "Hold the arm by drives `Q = b`, without a line: it must not accelerate.")
class BLost(Steps):
    def beside(self, b):
        return 0 * b


@refutes("b_lost", "b_added")
def held_by_drives(rules):
    b = np.array([2.0, -1.0])
    yield rules.held_motion(A, b, b, np.ones(2), 0.0)


@mistake("b_added", 20, "b with the wrong sign beside A ddq",
         "b has the wrong sign: it stands on the side of A ddq, with a plus.",
         "Hold the arm by drives `Q = b`, without a line: it must not accelerate.")
class BAdded(Steps):
    def beside(self, b):
        return -b


@mistake("pressed_lost", 26, "reaction left out of the motion",
         "these are the accelerations of the free arm; the reaction is missing.",
         "The tip must stay on the line: `Gamma @ ddq` plus what the rates and the line give must "
         "be zero.")
class PressedLost(Steps):
    def pressed(self, push):
        return 0 * push


@refutes("pressed_lost", "pressed_minus")
def on_the_line(rules):
    yield differ(moving(ARM, ASSIGNMENT["held_ddq"].reference(rules, V)), 2)


@mistake("pressed_minus", 26, "reaction subtracted from the drives",
         "the reaction was subtracted; Gamma^T N stands beside Q with a plus.",
         "The tip must stay on the line: `Gamma @ ddq` plus what the rates and the line give must "
         "be zero.")
class PressedMinus(Steps):
    def pressed(self, push):
        return -push


# -- control -------------------------------------------------------------------------------------
@mistake("gains_swapped", 18, "gains exchanged",
         "Gamma_0 and Gamma_1 are exchanged: Gamma_0 multiplies f, Gamma_1 its rate.",
         "Units: Gamma_0 in 1/s^2, Gamma_1 in 1/s. The sum of the roots is `-G1`, their product "
         "`G0`.")
class GainsSwapped(Steps):
    def placed(self, G0, G1):
        return G1, G0


@refutes("gains_swapped")
def gains_swapped(rules):
    G0, G1 = gains(rules)[:2]
    yield sum(ARM["roots"]) + G1
    yield np.prod(ARM["roots"]) - G0


@mistake("gains_negative", 8, "sign of the rate's gain",
         "the gain of the rate is negative, and with it the error grows.",
         "Multiply out `(x + p_1) * (x + p_2)`: both coefficients are positive.")
class GainsNegative(Steps):
    def poles_to_gains(self, fast, slow):
        return fast * slow, -(fast + slow)


@refutes("gains_negative")
def gains_negative(rules):
    yield max(0.0, -gains(rules)[:2].min())


@mistake("gains_are_poles", 18, "roots taken for gains",
         "the roots themselves were taken for gains, without their sum and product.",
         "Put them back: `np.roots([1, G1, G0])` must be the roots asked for.")
class GainsArePoles(Steps):
    def poles_to_gains(self, fast, slow):
        return slow, fast


@refutes("gains_are_poles")
def gains_are_poles(rules):
    G0, G1 = gains(rules)[:2]
    yield np.sort_complex(np.roots([1, G1, G0])) - np.sort(ARM["roots"])


@mistake("critical_unhalved", 18, "critical damping without the 2",
         "the critical gain is too small by half: the discriminant is G1^2 - 4 G0.",
         "`np.roots([1, G1, G0])` must be two equal real numbers.")
class CriticalUnhalved(Steps):
    def critical(self, G0):
        return np.sqrt(G0)


@refutes("critical_unhalved", "critical_unrooted")
def critical(rules):
    G0, _, G1 = gains(rules)
    yield np.sqrt(abs(np.ptp(np.roots([1, G1, G0]))))**4


@mistake("critical_unrooted", 18, "critical damping without the root",
         "the root of Gamma_0 was not drawn.",
         "Units: Gamma_1 in 1/s, Gamma_0 in 1/s^2; `np.roots([1, G1, G0])` must be two equal "
         "numbers.")
class CriticalUnrooted(Steps):
    def critical(self, G0):
        return 2 * G0


@mistake("error_lost", 20, "motion not stabilised",
         "the terms with Gamma_0 and Gamma_1 are missing from the drives: f'' = 0 lets every error "
         "drift on.",
         "Put your drives into (2.15) and work out f'': it must be `-(G1 * df + G0 * f)`.")
class ErrorLost(Steps):
    def fed_back(self, x):
        return 0 * x


@refutes("error_lost", "error_sign", "free_whole")
def put_into_motion(rules):
    ddq = np.linalg.solve(A, ASSIGNMENT["control"].reference(rules, V) - ARM["b"])
    G0, G1 = gains(TRUTH)[:2]
    yield differ(moving(ARM, ddq), 2) + G1 * ARM["df"] + G0 * ARM["f"]


@mistake("error_sign", 8, "error fed back with the wrong sign",
         "the error is fed back with the wrong sign, which drives it on.",
         "Put your drives into (2.15) and work out f'': with f > 0 and df = 0 it must be negative, "
         "`-G0 * f`.")
class ErrorSign(Steps):
    def fed_back(self, x):
        return -x


@mistake("added_along", 20, "number added along Gamma instead of to each",
         "the number counts as if it were added along Gamma, in proportion to its two entries; as "
         "printed it is added to each of the two alike.",
         "Two equal numbers x give `Gamma @ [x, x]`, which is `x * Gamma.sum()`.")
class AddedAlong(Steps):
    def added_to_each(self, Gamma):
        return Gamma @ Gamma


@refutes("added_along")
def added_to_each(rules):
    """What the accelerations as printed leave over, found from the motion."""
    G0, G1 = gains(TRUTH)[:2]
    number, Gamma = G1 * ARM["df"] + G0 * ARM["f"], gradient(ARM)
    ddq = -Gamma / (Gamma @ Gamma) * line_bias(TRUTH) - number
    yield (rules.left_over(Gamma, gains(TRUTH), ARM["f"], ARM["df"])
           - differ(moving(ARM, ddq), 2) - number)


@mistake("free_lost", 20, "free acceleration v left out",
         "v is missing: what the line leaves free is not asked of the drives.",
         "Double v: `after - before` of the drives must not vanish.")
class FreeLost(Steps):
    def along_line(self, v, across):
        return 0 * v


@refutes("free_lost")
def free_lost(rules):
    twice = V | {"arm": ARM | {"v": [2 * x for x in ARM["v"]]}}
    yield unequal(*(ASSIGNMENT["control"].reference(rules, v) for v in (V, twice)))


@mistake("free_whole", 20, "v added whole",
         "v was added whole; only its part along the line is free, (E - Gamma^+ Gamma) v.",
         "Put your drives into (2.15) and work out f'': v must not enter, `-(G1 * df + G0 * f)`.")
class FreeWhole(Steps):
    def along_line(self, v, across):
        return v


@mistake("transpose_for_inverse", 18, "transposed Gamma for its pseudoinverse",
         "the transposed Gamma stands where the pseudoinverse belongs.",
         "For a single row `Gamma @ plus` must be 1.")
class TransposeForInverse(Steps):
    def pseudoinverse(self, Gamma):
        return Gamma


@refutes("transpose_for_inverse")
def transpose_for_inverse(rules):
    Gamma = gradient(ARM)
    yield Gamma @ rules.pseudoinverse(Gamma) - 1


# -- linear equations ----------------------------------------------------------------------------
@mistake("linear_half", 0, "printed half before B",
         "B stands at half its size, as the second line of (4.2) prints it; b is quadratic in the "
         "rates.",
         "Change one rate by 0.001 in `b` and divide: the slope of u**2 is 2 u.")
class LinearHalf(Steps):
    def whole_slope(self, B):
        return B / 2


@refutes("linear_half")
def linear_half(rules):
    yield linear(rules)[:, :2] - blocks()[0]


@mistake("linear_accelerations_lost", 20, "slope of A left out of C",
         "C lacks dA/dq times the programmed accelerations.",
         "Let the arm start off from rest, `u_1 = u_2 = 0`: a longer one needs more, so dQ_1/dq_2 "
         "is not the weight's alone.")
class LinearAccelerationsLost(Steps):
    def of_accelerations(self, part):
        return 0 * part


@refutes("linear_accelerations_lost")
def linear_start(rules):
    rest = {"u_1": 0.0, "u_2": 0.0}
    yield linear(rules, **rest)[0, 3] - blocks(**rest)[1][0, 1]


@mistake("linear_weights_lost", 25, "slope of the weights left out of C",
         "C lacks the slope of the weights: they turn with the arm.",
         "Hold the arm still at two neighbouring q_1, `0.3` and `0.301`: the drives differ.")
class LinearWeightsLost(Steps):
    def of_weights(self, part):
        return 0 * part


@refutes("linear_weights_lost")
def linear_held(rules):
    still = dict.fromkeys(("u_1", "u_2", "w_1", "w_2"), 0.0)
    yield linear(rules, **still)[:, 2] - blocks(**still)[1][:, 0]


@mistake("linear_sides", 18, "B and C exchanged",
         "the blocks are exchanged: asked for is B, by rates, and right of it C, by coordinates.",
         "At rest, `u_1 = u_2 = 0`, the left block must vanish.")
class LinearSides(Steps):
    def sides(self, B, C):
        return [C, B]


@refutes("linear_sides")
def linear_sides(rules):
    yield linear(rules, u_1=0.0, u_2=0.0)[:, :2]


@mistake("cancelled_lost", 20, "linear terms of the arm left standing",
         "K places the gains on the acceleration only; B and C of the arm still act.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class CancelledLost(Steps):
    def cancelled(self, part):
        return 0 * part


@refutes("cancelled_lost", "cancelled_sign", "feedback_sign")
def loop(rules):
    roots = np.concatenate([np.roots([1, G1, G0]) for G0, G1 in zip(V["polar"]["G0"],
                                                                   V["polar"]["G1"])])
    found = np.linalg.eigvals(closed_loop(V, ASSIGNMENT["feedback"].reference(rules, V)))
    yield np.poly(found) - np.poly(roots)


@mistake("cancelled_sign", 8, "linear terms of the arm with the wrong sign",
         "B and C have the wrong sign in K: with dQ = -K (x; x') they are to be taken away.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class CancelledSign(Steps):
    def cancelled(self, part):
        return -part


@mistake("feedback_sign", 8, "feedback with the opposite sign",
         "the sign of K is turned: dQ = -K (x; x') has its minus already.",
         "Close the loop: `np.linalg.eigvals` of `[[0, 1], [-A^-1 (C + K_x), -A^-1 (B + K_v)]]` "
         "must be the roots.")
class FeedbackSign(Steps):
    def with_minus(self, K):
        return -K


@mistake("inertia_left_out", 20, "A left out of the feedback",
         "the gains stand without A: an acceleration was handed to the drives as a moment.",
         "Make the arm twice as heavy, `2 * m` and `2 * J`: K must double.")
class InertiaLeftOut(Steps):
    def driven(self, A, acceleration):
        return acceleration


@refutes("inertia_left_out")
def doubled(rules):
    B, C, G0, G1 = np.random.default_rng(2).normal(size=(4, 2, 2))
    yield (rules.state_feedback(2 * A, 2 * B, 2 * C, G0, G1)
           - 2 * rules.state_feedback(A, B, C, G0, G1))


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("screw_halves")
def screw_halves(rules):
    """Another origin changes the half that is v, and not the one that is F."""
    yield (carrier(rules) @ [0, 0, 0, 0, 0, 1])[:3]
    parameters, _, q = some_chain(3)
    a, s = np.array([0.4, -0.3, 0.8]), np.array([0.7, -0.2, 0.4, 0.3, 0.5, -0.6])
    angles, l, sigma, m, r, J = parameters
    here, there = (ASSIGNMENT["frozen"].reference(rules, V, angles, l + x, sigma, m, r + x, J, q, 3)
                   for x in (0, -a))
    yield (there @ (s + np.concatenate([np.zeros(3), np.cross(s[:3], a)])) - here @ s)[3:]


@refutes("axis_next")
def axis_next(rules):
    geometry, q = own_geometry(V)
    for i in (1, 2, 3):                 # as the joint moves, its axis stays where it is in frame 0
        axis = table(rules)[i - 1][:3] if V["sigma"][i - 1] else table(rules)[i - 1][3:]
        yield poses(*geometry, q)[3][0] @ axis - poses(*geometry, q)[i - 1][0][:, 2]


@refutes("slide_as_turn", "rows_swapped")
def slide_alone(rules):
    yield table(rules)[1][:3]


@refutes("slide_lost")
def slide_lost(rules):
    """What frame 1 sees of the origin of frame 2 shifts by 0.1 with the slide."""
    def seen(q):
        return rules.place(rules.at(*CHAIN[:3], q), 1, 2)
    yield np.linalg.norm(seen(Q + [0, 0.1, 0]) - seen(Q)) - 0.1
