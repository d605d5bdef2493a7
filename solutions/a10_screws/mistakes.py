"""Mistakes in tasks on screws, after Selig's paper."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from ..shared.examples import differ, unequal
from .examples import (
    BOOM,
    CENTRE,
    CLOUDS,
    DDQ,
    DQ,
    PARAMETERS,
    SHIFT,
    STEEP,
    TENSOR,
    TRUTH,
    TURNING,
    UNIT,
    UP,
    G,
    Q,
    V,
    chain,
    drives_of,
    frames,
    of,
    screws_of,
)
from .steps import Steps

INCLUDES = (shared,)



@mistake("axis_long", 18, "direction of an axis not made a unit vector",
         "the direction was taken as it is given; omega of a joint has length one.",
         "One radian of the joint is one radian: `np.linalg.norm(s[:3])` must be 1.")
class AxisLong(Steps):
    def unit_axis(self, axis):
        return np.asarray(axis)


@refutes("axis_long")
def axis_long(rules):
    yield np.linalg.norm(of("screw", rules)[:3]) - 1


@mistake("pitch_per_turn", 27, "rise of a turn taken for that of a radian",
         "the rise of a whole turn was used; the screw needs that of a radian.",
         "Let the joint turn once, `2 * np.pi * (s[:3] @ s[3:])`: the rise must come out.")
class PitchPerTurn(Steps):
    def screw_pitch(self, rise):
        return rise


@refutes("pitch_per_turn")
def pitch_per_turn(rules):
    s = of("screw", rules)
    yield 2 * np.pi * (s[:3] @ s[3:]) - V["rise"]


@mistake("pitch_lost", 11, "pitch left out",
         "the pitch is missing: this joint only turns, without rising along its axis.",
         "A point of the axis itself moves, `s[3:] + np.cross(s[:3], point)`, and along the axis.")
class PitchLost(Steps):
    def screw_pitch(self, rise):
        return 0 * rise


@refutes("pitch_lost")
def pitch_lost(rules):
    s = of("screw", rules)
    yield unequal(s[3:] + np.cross(s[:3], V["point"]), 0)


@mistake("line_reversed", 18, "moment of the line with the wrong sign",
         "the vector product of the line is reversed: the body's point at the origin has the "
         "velocity point x axis.",
         "A point of the axis of a turn stays: `s[3:] + np.cross(s[:3], point)` must vanish there.")
class LineReversed(Steps):
    def line_moment(self, point, axis):
        return -super().line_moment(point, axis)

    def cross(self, c, R):
        return -super().cross(c, R)


@refutes("line_reversed")
def line_reversed(rules):
    s = rules.screw_of_line(V["axis"], V["point"], 0.0)
    yield s[3:] + np.cross(s[:3], V["point"])
    s, t = chain("chain_screws", rules, PARAMETERS, Q)[2], frames(PARAMETERS, Q)[1][2]
    yield s[3:] + np.cross(s[:3], t)


@mistake("line_through_next", 17, "axis laid through the origin of frame j",
         "the axis of a turn was laid through the origin of frame j; it passes through that of "
         "frame j-1.",
         "Turn joint j alone: `s[3:] + np.cross(s[:3], t)` must vanish for the origin t of frame "
         "j-1.")
class LineThroughNext(Steps):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=j)


@refutes("line_through_next")
def line_through_next(rules):
    s, t = chain("chain_screws", rules, PARAMETERS, Q)[2], frames(PARAMETERS, Q)[1][2]
    yield s[3:] + np.cross(s[:3], t)


@mistake("screw_at_tip", 6, "screw taken at the origin of the last frame",
         "the lower half is the velocity of the last frame's origin, not of the point at the "
         "origin of frame 0.",
         "Lengthen the last link, `l[-1] += 0.1`: no screw may change.")
class ScrewAtTip(Steps):
    def base_point(self, s, n):
        return np.zeros(3)


@refutes("screw_at_tip")
def screw_at_tip(rules):
    angles, l, *rest = PARAMETERS
    longer = (angles, l + np.array([[0], [0], [0.1]]), *rest)
    yield chain("chain_screws", rules, longer, Q) - chain("chain_screws", rules, PARAMETERS, Q)


# -- change of frame -------------------------------------------------------------------------------
@mistake("forces_as_motions", 6, "co-screw moved like a screw",
         "the matrix H of screws was used; co-screws and inertias take (H^T)^-1.",
         "Power stays: for any screw s of the body's frame `r_own @ s` must be `r_0 @ (H @ s)`.")
class ForcesAsMotions(Steps):
    def force_change(self, tau, t):
        return self.motion_change(tau, t)


@refutes("forces_as_motions")
def power_in_both(rules):
    """r* on a screw, in the body's frame and in frame 0."""
    s, r = np.random.default_rng(4).normal(size=(2, 6))
    H = np.block([[STEEP, np.zeros((3, 3))], [-np.cross(SHIFT, UNIT) @ STEEP, STEEP]])
    yield rules.force_change(STEEP, SHIFT) @ r @ (H @ s) - r @ s


@mistake("frame_shift_lost", 12, "frames turned but not shifted",
         "the axes were turned, but the shift of the origin is missing.",
         "Let the frame stand straight, `tau = np.eye(3)`: a force F at its origin t still has "
         "the moment `np.cross(t, F)`.")
class FrameShiftLost(Steps):
    def frame_origin(self, t):
        return 0 * np.asarray(t)


@refutes("frame_shift_lost", "frame_inverse")
def force_at_origin(rules):
    F = np.array([1.0, -2.0, 0.5])
    yield rules.force_change(UNIT, SHIFT) @ [0, 0, 0, *F] - [*np.cross(SHIFT, F), *F]


@mistake("frame_back", 1, "rotation matrix of the frame transposed",
         "the rotation matrix of frame 1 stands transposed.",
         "The columns of tau are the axes of frame 1 seen from frame 0: after a turn about X "
         "alone `tau[:, 1]` is (0, cos, sin).")
class FrameBack(Steps):
    def body_axes(self, angles):
        return super().body_axes(angles).T


@refutes("frame_back")
def turned_columns(rules):
    yield rules.body_axes([0.4, 0, 0])[:, 1] - [0, np.cos(0.4), np.sin(0.4)]


@mistake("frame_inverse", 2, "change of frame the wrong way round",
         "components were taken from frame 0 to frame 1; asked for is the way from 1 to 0.",
         "A force at the origin of frame 1 acts at t in frame 0: with `tau = np.eye(3)` its "
         "moment becomes `+np.cross(t, F)`.")
class FrameInverse(Steps):
    def force_change(self, tau, t):
        return np.linalg.inv(super().force_change(tau, t))


@mistake("couple_alone", 26, "moment of the force forgotten",
         "the upper half is the given moment alone; the force has a moment about the origin too.",
         "Shift the force sideways, `point + [0, 0.1, 0]`: the upper half must change.")
class CoupleAlone(Steps):
    def load_screw(self, point, F, M):
        return super().load_screw(0 * np.asarray(point), F, M)


@refutes("couple_alone")
def couple_alone(rules):
    shifted = rules.load_screw(np.add(V["at"], [0, 0.1, 0]), V["F"], V["M"])
    yield unequal(shifted[:3], rules.load_screw(V["at"], V["F"], V["M"])[:3])


# -- inertia ---------------------------------------------------------------------------------------
@mistake("corner_central", 24, "tensor about the mass centre in the corner of K",
         "the corner holds the tensor about the mass centre; it has to be the one about the "
         "origin, J - m lam(c)^2.",
         "Take a mass point, `J = 0`: turning it about the origin still needs energy.")
class CornerCentral(Steps):
    def parallel_axes(self, m, c):
        return 0 * super().parallel_axes(m, c)


@refutes("corner_central")
def corner_central(rules):
    s = np.array([0.7, -0.4, 1.1, 0, 0, 0])
    yield unequal(s @ rules.body_inertia(2.0, CENTRE, np.zeros((3, 3))) @ s, 0)
    yield unequal(rules.boom_coupling(BOOM | {"J_xy": 0, "J_yz": 0}, 0.4), 0)


@mistake("corner_minus", 23, "Steiner's theorem with the wrong sign",
         "Steiner's part has the wrong sign: lam(c)^2 is negative, and J - m lam(c)^2 is more "
         "than J.",
         "About the mass centre moments are least: `np.trace(K[:3, :3]) > np.trace(J)`, and a "
         "product of inertia gets `-m * x * y`.")
class CornerMinus(Steps):
    def parallel_axes(self, m, c):
        return -super().parallel_axes(m, c)


@refutes("corner_minus")
def corner_minus(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    yield float(np.trace(K[:3, :3]) <= np.trace(TENSOR))
    yield rules.parallel_axes(2.0, CENTRE)[0, 1] + 2 * CENTRE[0] * CENTRE[1]


@mistake("first_moment_sign", 18, "blocks beside the diagonal of K exchanged",
         "the blocks beside the diagonal stand for each other: m lam(c) is above, -m lam(c) below.",
         "Turn the body about X: its momentum `(K @ [1, 0, 0, 0, 0, 0])[3:]` must be "
         "`m * np.cross([1, 0, 0], c)`.")
class FirstMomentSign(Steps):
    def mixed_block(self, m, c):
        return -super().mixed_block(m, c)


@refutes("first_moment_sign")
def first_moment_sign(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    yield (K @ [1, 0, 0, 0, 0, 0])[3:] - 2 * np.cross([1, 0, 0], CENTRE)


@mistake("inertia_one_sided", 22, "inertia changed on one side only",
         "K was multiplied from the left only; the transposed matrix on its right is missing.",
         "Energy has no order: `K - K.T` must vanish.")
class InertiaOneSided(Steps):
    def inertia_change(self, K, tau, t):
        return self.force_change(tau, t) @ K


@refutes("inertia_one_sided")
def inertia_one_sided(rules):
    K = of("K_0", rules)
    yield K - K.T


# -- drives as pairings ----------------------------------------------------------------------------
@mistake("pair_crossed", 26, "halves paired crosswise",
         "M was paired with v and F with omega.",
         "Look at the units: moment goes with angular velocity, `r[:3] @ s[:3] + r[3:] @ s[3:]`, "
         "newton metres and newtons times metres.")
class PairCrossed(Steps):
    def screw_pairing(self, r, s):
        return r[:3] @ s[3:] + r[3:] @ s[:3]


@refutes("pair_crossed")
def pair_crossed(rules):
    r, s = np.random.default_rng(6).normal(size=(2, 6))
    yield rules.screw_pairing(r, s) - (r[:3] @ s[:3] + r[3:] @ s[3:])


@mistake("pair_upper", 26, "force left out of the pairing",
         "only the moment was paired; the force works on the lower half of the screw.",
         "Take a slide, `s[:3] = 0`: its drive holds forces, so that it cannot be zero.")
class PairUpper(Steps):
    def screw_pairing(self, r, s):
        return r[:3] @ s[:3]


@refutes("pair_upper")
def pair_upper(rules):
    slide = np.array([0, 0, 0, 0.6, 0, 0.8])
    yield unequal(rules.screw_pairing(np.array([0.3, 1, 2, 40, -20, 10]), slide), 0)


@mistake("drive_as_load", 25, "load on the joint for the drive that holds it",
         "this is what the loads do to the joint; the drive holds against it.",
         "At rest drive and loads do no work together: `drive + (load + weight) @ s` must vanish.")
class DriveAsLoad(Steps):
    def held_against(self, work):
        return work


@refutes("drive_as_load")
def drive_as_load(rules):
    s, load, K = (of(name, TRUTH) for name in ("screw", "load_0", "K_0"))
    yield rules.held_drive(s, load, K, G) + (load + K @ [0, 0, 0, *G]) @ s


@mistake("gravity_screw_up", 25, "gravity screw upwards",
         "the weight has the wrong sign: the gravity screw is (0; gravity), it points down "
         "(erratum S-6-gravity-screw).",
         "A drive that lifts one body of mass m along the vertical holds `+m * 9.81`.")
class GravityScrewUp(Steps):
    def gravity_screw(self, gravity):
        return -super().gravity_screw(gravity)


@refutes("gravity_screw_up", "gravity_screw_lost")
def lift_of_a_mass(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    up = np.array([0, 0, 0, 0, 0, 1.0])
    yield rules.held_drive(up, np.zeros(6), K, G) - 2 * 9.81
    still = chain("chain_drives", rules, PARAMETERS, Q, 0 * Q, 0 * Q, G)
    yield still - drives_of(PARAMETERS, CLOUDS, Q, 0 * Q, 0 * Q, G)


@mistake("gravity_screw_lost", 25, "weight left out",
         "the weight is missing.",
         "Take the loads away, `0 * F` and `0 * dq`: the drives must still hold the weight, K g.")
class GravityScrewLost(Steps):
    def gravity_screw(self, gravity):
        return 0 * super().gravity_screw(gravity)


# -- derivatives -----------------------------------------------------------------------------------
@mistake("bracket_reversed", 18, "bracket in reverse order",
         "the bracket is reversed: what carries stands first, (velocity) ^ s.",
         "Turn a line along X about Z: it moves towards Y, and `np.cross([0, 0, 1], [1, 0, 0])` is "
         "+Y.")
class BracketReversed(Steps):
    def screw_bracket(self, a, b):
        return -super().screw_bracket(a, b)


@refutes("bracket_reversed")
def line_carried(rules):
    yield rules.screw_bracket(UP, np.array([1.0, 0, 0, 0, 0, 0]))[:3] - [0, 1, 0]


@mistake("bracket_arm_still", 20, "second addend of the bracket left out",
         "the term V x omega is missing in the lower half of the bracket or, which is the same, "
         "V x P in the moments.",
         "Let a slide carry a turn, `a[:3] = 0`: the lower half of the bracket must not vanish.")
class BracketArmStill(Steps):
    def carried_point(self, a, b):
        return np.zeros(3)


@refutes("bracket_arm_still")
def slide_carries(rules):
    slide, turn = np.array([0, 0, 0, 0, 1.0, 0]), UP
    yield unequal(rules.screw_bracket(slide, turn)[3:], 0)


@mistake("bracket_by_halves", 20, "V x V for the lower half of the bracket",
         "the lower half was made of the two lower halves; it is omega x v + V x omega.",
         "Two slides leave each other alone: with `a[:3] = b[:3] = 0` the bracket must vanish.")
class BracketByHalves(Steps):
    def screw_bracket(self, a, b):
        return np.concatenate([np.cross(a[:3], b[:3]), np.cross(a[3:], b[3:])])


@refutes("bracket_by_halves")
def two_slides(rules):
    yield rules.screw_bracket(np.eye(6)[3], np.eye(6)[4])


@mistake("carried_by_last", 19, "every axis carried by the last link",
         "every screw was carried by the velocity of the last link; joints behind s_i do not "
         "move it.",
         "Move only the last joint, `dq[:-1] = 0`: no screw may change.")
class CarriedByLast(Steps):
    def screw_carrier(self, S, dq, i):
        return np.asarray(dq) @ S


@refutes("carried_by_last")
def last_joint_alone(rules):
    yield chain("screw_rates", rules, TURNING[0], TURNING[2][0], UNIT[2])


@mistake("carried_by_one", 19, "axis carried by the joint before only",
         "each screw is carried by the joint before it alone; the velocities of all joints up to "
         "it add up.",
         "Move only joint 1, `dq[1:] = 0`: every later screw must change.")
class CarriedByOne(Steps):
    def screw_carrier(self, S, dq, i):
        return np.asarray(dq)[max(i - 2, 0):i] @ S[max(i - 2, 0):i]


@refutes("carried_by_one")
def first_joint_alone(rules):
    rates = chain("screw_rates", rules, TURNING[0], TURNING[2][0], UNIT[0])
    yield float(min(np.abs(rates[1:]).max(axis=1)) < 1e-9)


@mistake("screws_held", 20, "rates of the joint screws left out",
         "the accelerations lack the rates of the joint screws, ds_j dq_j.",
         "Two crossed axes at constant rates, `ddq = 0`: the velocity screw of link 2 changes all "
         "the same.")
class ScrewsHeld(Steps):
    def moving_screws(self, S, dq):
        return np.zeros_like(S)


@refutes("screws_held")
def constant_rates(rules):
    """What ddq = 0 leaves of an acceleration is the rate of the velocity screw."""
    parameters, _, (q, dq, _) = TURNING
    S = screws_of(parameters, q)
    got = (rules.moving_screws(S, dq) * dq[:, None]).sum(0)
    yield got - differ(lambda t: dq @ screws_of(parameters, q + t * dq))


@mistake("momentum_plus", 0, "printed sign before the bracket",
         "the term v^T K (v ^ s) stands with the printed plus; it needs a minus (erratum "
         "S-5-sign-of-bracket).",
         "One drive without weights is the rate of the momenta `K @ v` on its screw; the power of "
         "all drives does not show this term.")
class MomentumPlus(Steps):
    def momentum_turned(self, term):
        return term


@refutes("momentum_plus", "momentum_still")
def momenta(rules):
    """A drive is the rate of the momenta on its screw; the power does not see the bracket."""
    parameters, _, (q, dq, ddq) = TURNING
    m, r, J = parameters[3:]
    S = screws_of(parameters, q)

    def momentum(t):
        q_t, dq_t = q + t * dq + t**2 / 2 * ddq, dq + t * ddq
        s = TRUTH.at(*parameters[:3], q_t)
        velocities = np.cumsum(screws_of(parameters, q_t) * dq_t[:, None], axis=0)
        return np.einsum("kij,kj->ki", TRUTH.screw_inertias(s, m, r, J), velocities)
    rates = differ(momentum)
    drives = chain("chain_drives", rules, parameters, q, dq, ddq, np.zeros(3))
    yield drives - [rates[i:].sum(0) @ S[i] for i in range(3)]


@mistake("momentum_still", 20, "term v^T K (v ^ s) left out",
         "the term v^T K (v ^ s) is missing: in frame 0 the inertia of a moving body changes.",
         "One drive without weights is the rate of the momenta `K @ v` on its screw; the power of "
         "all drives does not show this term.")
class MomentumStill(Steps):
    def momentum_turned(self, term):
        return 0 * term


@mistake("links_all", 0, "sum over all links",
         "all links were counted, as the paper prints one of its sums; joint i carries links i to "
         "n (erratum S-5-lower-limit).",
         "Make link 1 heavier, `m[0] += 1`: the last drive must not change.")
class LinksAll(Steps):
    def hanging(self, i, n):
        return range(1, n + 1)


@refutes("links_all")
def heavier_first(rules):
    angles, l, sigma, m, r, J = PARAMETERS
    one, two = (chain("chain_drives", rules, (angles, l, sigma, m + x, r, J), Q, DQ, DDQ, G)[2]
                for x in (0, UNIT[0]))
    yield two - one


@mistake("excess_once", 0, "wrong sign counted once",
         "this is the term itself; with the other sign it is missed twice.",
         "Put numbers in: `(3 + 2) - (3 - 2)` is 4, not 2.")
class ExcessOnce(Steps):
    def printed_double(self, term):
        return term


@refutes("excess_once", "excess_reversed")
def excess(rules):
    yield rules.printed_double(2.0) - ((3 + 2) - (3 - 2))


@mistake("excess_reversed", 0, "right minus printed",
         "the sign is turned: asked for is printed minus right, and the bracket is v ^ s_2.",
         "With a positive term the printed drive is too large: `printed - right` is positive.")
class ExcessReversed(Steps):
    def printed_double(self, term):
        return -super().printed_double(term)


# -- the boom --------------------------------------------------------------------------------------
@mistake("beside_dropped", 12, "shoulder's offset left out",
         "the boom's mass is counted from the boom's own origin; the column's axis is d further.",
         "Let the boom's mass lie in its own middle plane, `y = 0`: the offset d alone must "
         "couple.")
class BesideDropped(Steps):
    def boom_beside(self, p, y):
        return y


@refutes("beside_dropped")
def beside_dropped(rules):
    flat = BOOM | {"y": 0.0, "J_xy": 0.0, "J_yz": 0.0}
    yield unequal(rules.boom_coupling(flat, 0.4), 0)


@mistake("own_products_lost", 23, "products of inertia of the boom left out",
         "the boom is counted as a mass point: J_xy and J_yz about its mass centre are missing.",
         "Put the mass on the column's axis, `d + y = 0`: a crooked boom still couples the joints.")
class OwnProductsLost(Steps):
    def boom_own_products(self, p):
        return 0 * super().boom_own_products(p)


@refutes("own_products_lost")
def own_products_lost(rules):
    yield unequal(rules.boom_coupling(BOOM | {"y": -0.5}, 0.4), 0)


@mistake("own_products_sign", 23, "sign of the tensor's elements",
         "J_xy and J_yz enter with the wrong sign: as elements of the tensor they hold their minus "
         "already.",
         "Make the boom of two mass points: `J_xy` is then `-sum(m * x * y)` about their centre.")
class OwnProductsSign(Steps):
    def boom_own_products(self, p):
        return -super().boom_own_products(p)


@refutes("own_products_sign")
def two_points(rules):
    """A boom of two mass points and nothing else, its tensor made of them."""
    a = np.array([0.3, 0.2, -0.1])
    p = BOOM | {"m": 2.0, "J_xy": -2 * a[0] * a[1], "J_yz": -2 * a[1] * a[2]}
    alone = [BOOM | {"m": 1.0, "J_xy": 0, "J_yz": 0}
             | dict(zip("xyz", np.array([p[k] for k in "xyz"]) + sign * a)) for sign in (1, -1)]
    yield rules.boom_coupling(p, 0.4) - sum(TRUTH.boom_coupling(x, 0.4) for x in alone)


@mistake("lift_downwards", 8, "sense of joint 2 turned over",
         "the sign is turned: a positive rate of joint 2 lifts the boom, its axis points against "
         "the side.",
         "Raise a mass point that stands upright, `q_2 = pi / 2`, y = z = 0: it goes inwards, and "
         "its moment of momentum about Z_0 is positive for positive d and x.")
class LiftDownwards(Steps):
    def boom_lifting(self, a_12):
        return -a_12


@refutes("lift_downwards")
def upright(rules):
    point = BOOM | {"y": 0, "z": 0, "J_xy": 0, "J_yz": 0}
    yield float(rules.boom_coupling(point, np.pi / 2) <= 0)


@mistake("balanced_weight", 25, "weight balanced, not the coupling",
         "this brings the mass centre onto the axis of joint 2: it frees the drive of weight, not "
         "the column of the boom.",
         "Put the mass in: `a_12` must vanish for every q_2, with d + y of both masses in it.")
class BalancedWeight(Steps):
    def boom_balanced(self, p, m, y):
        return -p["m"] * np.array([p["x"], p["z"]]) / m


@refutes("balanced_weight", "balanced_double")
def put_in(rules):
    """Boom and counterweight together, at any q_2."""
    x, z = rules.boom_balanced(BOOM, 9.0, -0.9)
    counter = BOOM | {"m": 9.0, "x": x, "y": -0.9, "z": z, "J_xy": 0, "J_yz": 0}
    yield max(abs(TRUTH.boom_coupling(BOOM, q) + TRUTH.boom_coupling(counter, q))
              for q in (0.3, 1.6))


@mistake("balanced_double", 8, "coupling doubled",
         "the mass stands on the other side of the axis: it adds to the coupling, which it should "
         "take away.",
         "Put it in: `a_12` of boom and mass together must vanish.")
class BalancedDouble(Steps):
    def boom_balanced(self, p, m, y):
        return -super().boom_balanced(p, m, y)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("screw_halves")
def screw_halves(rules):
    """Another origin changes the half that is v, or M."""
    a = np.array([0.4, -0.3, 0.8])
    here, there = (rules.screw_of_line(V["axis"], np.add(V["point"], x), V["rise"])
                   for x in (0, -a))
    yield there[:3] - here[:3]
    yield there[3:] - here[3:] - np.cross(here[:3], a)
    here, there = (of("load_0", rules, V | {"origin": np.add(V["origin"], x)}) for x in (0, -a))
    yield there[3:] - here[3:]
    yield np.linalg.norm(chain("chain_screws", rules, PARAMETERS, Q)[1, :3])
    s = np.array([0.7, -0.2, 0.4, 0.3, 0.5, -0.6])
    moved = s + np.concatenate([np.zeros(3), np.cross(s[:3], a)])           # of another origin
    for task, place in (("K_1", "r"), ("K_0", "origin")):
        there = of(task, rules, V | {place: np.subtract(V[place], a)})
        yield (there @ moved - of(task, rules) @ s)[3:]


@refutes("axis_next")
def own_axis(rules):
    """The axis of a joint stands still while the joint alone moves."""
    for at in (Q, Q + 0.4 * UNIT[2]):
        axis = frames(PARAMETERS, at)[0][2][:, 2]
        yield chain("chain_screws", rules, PARAMETERS, at)[2, :3] - axis


@refutes("slide_as_turn", "slide_speed_lost")
def slide_alone(rules):
    s = chain("chain_screws", rules, PARAMETERS, Q)[1]
    yield np.abs(s[:3]).max() + abs(np.linalg.norm(s[3:]) - 1)


@refutes("moment_reversed")
def moment_reversed(rules):
    yield rules.load_screw([1, 0, 0], [0, 1, 0], [0, 0, 0])[:3] - [0, 0, 1]


@refutes("beyond_lost")
def held_weight(rules):
    """Joint 1 of an upright slide holds all links."""
    parameters = (np.zeros((3, 3)), 0.2 * np.ones((3, 3)), np.array([0, 1, 1]), *PARAMETERS[3:])
    yield chain("chain_drives", rules, parameters, Q, 0 * Q, 0 * Q, G)[0] - 5.4 * 9.81
