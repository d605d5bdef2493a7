"""Mistakes in tasks on the recursion and its derivatives (lesson 14)."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from .examples import CHAIN, LEVEL, STILL, TRUTH, G, V, at_rest, missed, quotient
from .steps import Steps

INCLUDES = (shared,)


# -- the recursion -------------------------------------------------------------------------------
@mistake("weight_lost", 25, "weight left out",
         "the weight is missing: the base has to accelerate by -g.",
         "Hold the arm still, `dq = ddq = 0`: its drives must carry the weights.")
class WeightLost(Steps):
    def upwards(self, g):
        return 0 * np.asarray(g)


@mistake("weight_reversed", 25, "weight with the wrong sign",
         "the weight pulls upwards: the base accelerates by -g, against gravity.",
         "Hold a level arm still: drive 2 must be `+9.81 * m_2 * c_2`.")
class WeightReversed(Steps):
    def upwards(self, g):
        return np.asarray(g)


@refutes("weight_lost", "weight_reversed")
def weights_held(rules):
    yield rules.far_end(LEVEL) - [0, G]
    yield rules.planar_drives(LEVEL)[1] - G * V["m"][1] * V["c"][1]
    yield rules.slopes(STILL) - TRUTH.slopes(STILL)
    yield missed(rules, at_rest(CHAIN))


@mistake("outwards", 20, "centripetal acceleration outwards",
         "the part of the squared rate points away from the joint; it points to it.",
         "A stone on a string: the string pulls it in, `a[0] = -dq**2 * length`.")
class Outwards(Steps):
    def towards(self, rate):
        return rate**2


@refutes("outwards")
def stone(rules):
    yield rules.at_distance(np.zeros(2), 2.0, 0.0, 0.5) - [-2.0, 0]


@mistake("relative_rate", 8, "rate of joint 2 for the rate of link 2",
         "link 2 was given the rate of joint 2 alone; link 1 carries it, and the rates add.",
         "Hold joint 2, `dq_2 = 0`: link 2 still turns, with `dq_1`.")
class RelativeRate(Steps):
    def absolute(self, first, second):
        return second


@refutes("relative_rate")
def carried_along(rules):
    yield rules.absolute(1.5, 0.0) - 1.5


@mistake("lever_lost", 18, "moment of the force passed on left out",
         "the force that the next joint passes on has an arm, the whole link: l x f is missing.",
         "Hang all mass at the tip of a level arm, `I = 0`: drive 1 must be its weight times the "
         "whole reach.")
class LeverLost(Steps):
    def lever(self, length):
        return 0 * np.asarray(length)


@refutes("lever_lost")
def reach(rules):
    tip = LEVEL | {"m": [0.0, 2.0], "c": [0.3, 0.4], "I": [0.0, 0.0]}
    yield rules.planar_drives(tip)[0] - 2.0 * G * 0.9
    yield missed(rules, at_rest(CHAIN))


@mistake("swing_lost", 20, "turning of the joint axis left out",
         "the part omega x v dq of the angular acceleration is missing: the axis of a joint is "
         "carried along.",
         "Let two joints turn steadily, `ddq = 0`: the angular acceleration of link 2 is not zero.")
class SwingLost(Steps):
    def swung(self, w, axis):
        return 0 * axis


@mistake("momentum_fixed", 20, "omega x J omega left out",
         "the gyroscopic moment omega x J omega is missing.",
         "Turn a lopsided body steadily about a tilted axis: its bearings feel a moment, "
         "`np.cross(w, J @ w)`.")
class MomentumFixed(Steps):
    def gyroscopic(self, w, momentum):
        return 0 * momentum


@refutes("swing_lost", "momentum_fixed")
def steady(rules):
    yield missed(rules, (*CHAIN[:7], 0 * CHAIN[7], 0 * CHAIN[8]))


# -- derivatives ---------------------------------------------------------------------------------
@mistake("weights_alone", 0, "only the weights differentiated",
         "only the weights were differentiated; rates and accelerations bring a part as well.",
         "Leave gravity out, `g = 0`: drive 1 still changes with q_2.")
class WeightsAlone(Steps):
    def motion_slopes(self, v, q):
        return 0 * super().motion_slopes(v, q)


@refutes("weights_alone")
def quotient_by_angles(rules):
    yield rules.slopes(V) - quotient(TRUTH, "q_deg", np.radians(1.0))


@mistake("by_columns", 10, "rows and columns exchanged",
         "rows and columns are exchanged: row i belongs to drive i, column j to joint j.",
         "Drive 2 does not feel its own rate: `rate_slopes[1, 1]` and nothing else vanishes there; "
         "of the slopes, try a quotient of one drive.")
class ByColumns(Steps):
    def laid_out(self, table):
        return np.asarray(table).T


@refutes("by_columns")
def one_drive(rules):
    yield rules.slopes(V) - quotient(TRUTH, "q_deg", np.radians(1.0))
    yield rules.rate_slopes(V) - quotient(TRUTH, "dq")


@mistake("square_kept", 0, "derivative of a square without its 2",
         "the derivative of the square of a rate is twice the rate.",
         "Compare with `(mu(dq + h) - mu(dq - h)) / (2 * h)`: it is twice as large.")
class SquareKept(Steps):
    def doubled(self, rate):
        return rate


@refutes("square_kept")
def quotient_by_rates(rules):
    yield rules.rate_slopes(V) - quotient(TRUTH, "dq")


@mistake("sign_kept", 0, "minus of the linear equations lost",
         "the minus is missing: the accelerations have to undo what the drives would change by.",
         "A hanging pendulum comes back: both eigenvalues of its `linear` are negative.")
class SignKept(Steps):
    def undone(self, table):
        return table


@mistake("inertia_kept", 0, "multiplied by A instead of its inverse",
         "the slopes were multiplied by A; accelerations follow from drives by its inverse.",
         "Look at the units: slopes are N·m/rad, `linear` is 1/s^2; `A @ linear + slopes` must "
         "vanish.")
class InertiaKept(Steps):
    def answered(self, A, table):
        return A @ table


@mistake("inverse_behind", 0, "inverse of A behind the slopes",
         "A^-1 stands behind the slopes; it belongs in front of them.",
         "`A @ linear + slopes` must vanish: multiply, and look which order does it.")
class InverseBehind(Steps):
    def answered(self, A, table):
        return table @ np.linalg.inv(A)


@refutes("sign_kept", "inertia_kept", "inverse_behind")
def drives_stay(rules):
    slopes = TRUTH.slopes(V)
    A = TRUTH.inertia_matrix(V, np.radians(V["q_deg"][1]))
    yield A @ rules.linear(V, slopes) + slopes


@mistake("root_lost", 0, "eigenvalue for the growth rate",
         "this is the eigenvalue of d(ddq)/dq; the deviation grows as exp of its root times t.",
         "Look at the unit: the eigenvalue is in 1/s^2, a rate in 1/s; `x = exp(k * t)` has "
         "`x'' = k**2 * x`.")
class RootLost(Steps):
    def rate_of(self, square):
        return square


@mistake("slower_taken", 0, "slower of two growths",
         "this is the slower of the two growths; the faster one wins in time.",
         "Print both roots, `np.sqrt(np.linalg.eigvals(linear))`, and take the larger.")
class SlowerTaken(Steps):
    def of_two(self, squares):
        return min(squares)


@refutes("root_lost", "slower_taken")
def falls(rules):
    A = TRUTH.inertia_matrix(V, 0.0)
    slopes = TRUTH.weight_slopes(V, (np.pi / 2, 0.0))
    rates = np.sqrt(np.linalg.eigvals(-np.linalg.inv(A) @ slopes).real)
    yield rules.growth(V) - rates.max()
