"""Mistakes in tasks on base inertial parameters and identification."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit import base_parameters
from robokit.arithmetic import cos, sin

from ..shared import mistakes as shared
from .examples import (
    BODY,
    CHAIN,
    DATA,
    PARTS,
    POINTS,
    STATE,
    TRUTH,
    TURNING,
    UP,
    WEIGHTS,
    A,
    missed_drives,
    pendulum_points,
    planar,
    ranked,
    ten_of,
    work,
)
from .steps import CHOSEN, PAIRS, TEN, G, Steps

INCLUDES = (shared,)


def _by_moments() -> np.ndarray:
    """The ten numbers as they would be if their places held moments of inertia. (10, 10)"""
    turned = np.eye(TEN)
    for k, place in enumerate(PAIRS):
        J = np.zeros((3, 3))
        J[place] = J[place[::-1]] = 1
        second = np.trace(J) / 2 * np.eye(3) - J
        turned[:6, k] = [second[p] for p in PAIRS]
    return turned
MOMENTS = _by_moments()


# -- the ten numbers -----------------------------------------------------------------------------
@mistake("moments_for_seconds", 22, "moments of inertia for second moments",
         "moments of inertia stand for second moments: I_xx is the integral of x^2, not of "
         "y^2 + z^2, and I_xy has no minus.",
         "A thin rod along x has `Iyy = Izz = 0` and all of its second moment in Ixx.")
class MomentsForSeconds(Steps):
    def about_origin(self, second, m, r):
        whole = super().about_origin(second, m, r)
        return np.trace(whole) * np.eye(3) - whole

    def second_columns(self, W):
        return np.hstack([block @ MOMENTS for block in np.split(W, W.shape[-1] // TEN, axis=-1)])


@refutes("moments_for_seconds")
def rod(rules):
    """A rod along x, its mass centre at the origin."""
    yield rules.ten_numbers(2.0, np.zeros(3), np.diag([0, 1.0, 1.0]))[:6] - np.array(
        [1, 0, 0, 0, 0, 0])
    yield pendulum_points(rules)
    yield missed_drives(rules, TURNING)


@mistake("centre_for_origin", 24, "second moments about the mass centre",
         "the second moments are taken about the mass centre; the ten numbers belong to the origin "
         "of the link's frame.",
         "Shift the body along x by d, `r + [d, 0, 0]`: Ixx must change by `m * (2*r[0]*d + d*d)`.")
class CentreForOrigin(Steps):
    def about_origin(self, second, m, r):
        return second


@refutes("centre_for_origin")
def shifted(rules):
    m, r, d, J = 2.0, np.array([0.3, -0.2, 0.1]), np.array([0.5, 0, 0]), np.diag([2.0, 3.0, 4.0])
    step = rules.ten_numbers(m, r + d, J)[0] - rules.ten_numbers(m, r, J)[0]
    yield step - m * (2 * r[0] * d[0] + d[0]**2)


@mistake("products_reversed", 23, "sign of the mixed second moments",
         "the mixed second moments have the wrong sign: J holds the products of inertia with a "
         "minus, the integral of x y has none.",
         "One point of 1 kg at (1, 1, 0) has `Ixy = 1`.")
class ProductsReversed(Steps):
    def about_origin(self, second, m, r):
        whole = super().about_origin(second, m, r)
        return 2 * np.diag(np.diag(whole)) - whole


@refutes("products_reversed")
def one_point(rules):
    yield rules.ten_numbers(1.0, np.array([1.0, 1.0, 0]), np.zeros((3, 3)))[1] - 1


@mistake("centre_for_moment", 27, "mass centre for first moment",
         "the mass centre stands for the first moment, which is mass times it.",
         "Look at units: S is in kg·m. Double the density, and `p` must double as a whole.")
class CentreForMoment(Steps):
    def first_moments(self, m, r):
        return r


@refutes("centre_for_moment")
def density(rules):
    r, J = np.array([0.3, -0.2, 0.1]), np.diag([2.0, 3.0, 4.0])
    yield rules.ten_numbers(4.0, r, 2 * J) - 2 * rules.ten_numbers(2.0, r, J)


# -- rows, columns, base parameters --------------------------------------------------------------
@mistake("field_lost", 25, "weights left out of the regressor",
         "gravity is missing: weight is linear in S and m as well.",
         "Hold the arm still, `dq = ddq = 0`: the columns of S and m must not all vanish.")
class FieldLost(Steps):
    def weight_of(self, m, g):
        return 0 * super().weight_of(m, g)


@refutes("field_lost", "field_reversed")
def held_still(rules):
    """At rest the drive holds the weights."""
    zero = np.zeros(3)
    yield rules.pendulum_row(A, 0.7, 0, 0) @ BODY - work(planar(POINTS, A), PARTS, 0.7, 0, 0, UP)[0]
    yield rules.slide_columns(*STATE[:3], 0, 0, 0, 0, G)[1, 2] - G * np.cos(STATE[0])
    yield missed_drives(rules, (*CHAIN[:4], zero, zero, WEIGHTS))


@mistake("field_reversed", 25, "weights with the opposite sign",
         "the weights have the wrong sign.",
         "Hold the arm still, `dq = ddq = 0`, and lift it a little: the drive does the work by "
         "which the potential energy grows.")
class FieldReversed(Steps):
    def weight_of(self, m, g):
        return -super().weight_of(m, g)


@mistake("energy_row", 20, "energy for drive",
         "these are influence coefficients of the energy, w_L; the row of W_EM gives the drive.",
         "Change `ddq` alone: the drive needs another moment, so `after - before` of the row "
         "must not vanish. Differentiate w_L as (5) says.")
class EnergyRow(Steps):
    def pendulum_row(self, a, q, dq, ddq):
        row = np.zeros(TEN)
        row[[0, 3]] = dq**2 / 2
        row[6], row[7] = a * dq**2 - G * cos(q), G * sin(q)
        row[9] = a**2 * dq**2 / 2 - a * G * cos(q)
        return row


@refutes("energy_row")
def row_of_a_pendulum(rules):
    yield pendulum_points(rules)


@mistake("frame_on_axis", 5, "link's frame thought on the axis",
         "the numbers are used as if the link's frame stood on the axis; it stands at the far "
         "end, a away.",
         "A mass point on the axis, `[-a, 0, 0]` in the link's frame, needs no drive: a pendulum "
         "with `p = [a*a, 0, 0, 0, 0, 0, -a, 0, 0, 1]`.")
class FrameOnAxis(Steps):
    def far_end(self, a):
        return 0 * a


@refutes("frame_on_axis")
def on_axis(rules):
    """A mass point on the axis needs no drive, and has no base parameters."""
    point = np.array([A * A, 0, 0, 0, 0, 0, -A, 0, 0, 1])
    yield rules.pendulum_row(A, 0.7, 1.2, -2.0) @ point
    yield rules.pendulum_base(point, A)


@mistake("mass_square_added", 23, "a^2 m added",
         "a^2 m was added; written by columns 1 and 7, column 10 is -a^2 times one and a times "
         "the other.",
         "Put it back: `row[0]*base[0] + row[6]*base[1] + row[7]*base[2]` must be `row @ p`.")
class MassSquareAdded(Steps):
    def first_from_mass(self, ten, a):
        return a**2 * ten[9]


@refutes("mass_square_added", "by_sight")
def put_back(rules):
    row = TRUTH.pendulum_row(A, 0.7, 1.2, -2.0)
    yield row[CHOSEN] @ rules.pendulum_base(BODY, A) - row @ BODY


@mistake("by_sight", 0, "another basis",
         "this is the moment of inertia about the joint: a base parameter beside other columns, "
         "found by sight. Asked for are those of columns 1, 7 and 8.",
         "Put it back: `row[0]*base[0] + row[6]*base[1] + row[7]*base[2]` must be `row @ p`.")
class BySight(Steps):
    def first_from_mass(self, ten, a):
        return 2 * a * ten[6] + a**2 * ten[9]


@mistake("base_as_inertia", 24, "first base parameter for the moment of inertia",
         "the first base parameter was taken for the moment of inertia about the joint; it need "
         "not even be positive.",
         "For a mass point at distance d from the joint the least mass must be its mass, "
         "`S**2 / (m * d**2)`.")
class BaseAsInertia(Steps):
    def about_joint(self, base, a):
        return base[0]


@refutes("base_as_inertia", "along_only")
def least_of_a_point(rules):
    point = ten_of([[0.2, 0.5, 0]], [3.0])
    yield rules.least_mass(TRUTH.pendulum_base(point, A), A)[1] - 3.0


@mistake("along_only", 24, "first moment along the link only",
         "only the first moment along the link enters; the one across counts too.",
         "Turn the link's frame about the joint: `base[1]**2 + base[2]**2` stays, its parts do "
         "not.")
class AlongOnly(Steps):
    def first_moment_squared(self, base):
        return base[1]**2


@mistake("mass_moved_back", 11, "mass of the slide counted with link 1",
         "mass of link 2 stands in the numbers of link 1, as for two turns; it slides, so its "
         "distance changes.",
         "Hold the arm level and slide out by 1 m: the moment grows by `m_2 * g`, not by anything "
         "of link 1.")
class MassMovedBack(Steps):
    def slide_base(self, base, ten, a):
        shift = np.array([-a**2, a, 0, 0, 0, 0])
        return super().slide_base(base, ten, a) + shift * ten[9]


@refutes("mass_moved_back", "group_forgotten")
def slide_numbers(rules):
    """Slid out by 1 m and held still, and turned from rest: joint 1 by six numbers."""
    second = ten_of(1.3 * POINTS, PARTS)
    six = rules.slide_base(TRUTH.pendulum_base(BODY, A), second, A)
    felt, by_six = [], []
    for q_2, e_1 in ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0)):
        row = np.append(TRUTH.pendulum_row(A, 0.7, 0, e_1)[CHOSEN],
                        TRUTH.slide_columns(0.7, q_2, A, 0, 0, e_1, 0, G)[0])
        by_six.append(row @ six)
        felt.append((work(planar(POINTS, A), PARTS, 0.7, 0, e_1, UP)
                     + work(planar(1.3 * POINTS, A, slides=True), PARTS, (0.7, q_2), (0, 0),
                            (e_1, 0), UP)[0])[0])
    yield np.subtract(by_six, felt)


@mistake("group_forgotten", 20, "second moments of link 2 left out of the group",
         "second moments of link 2 are missing: link 2 turns with link 1, their columns are equal.",
         "Give link 2 more `Ixx`: joint 1 must feel it.")
class GroupForgotten(Steps):
    def slide_base(self, base, ten, a):
        return super().slide_base(base, np.array([0, *ten[1:3], 0, *ten[4:]]), a)


@mistake("slide_rates_once", 20, "Coriolis terms without the 2",
         "the products of two rates have half of their size.",
         "One point of mass m: `m * L**2 * u_1` is the momentum about the axis. Differentiate it "
         "by time.")
class SlideRatesOnce(Steps):
    def coriolis_of_slide(self, part):
        return part / 2


@refutes("slide_rates_once", "slide_rates_lost", "slide_thrown_lost")
def slide_drives(rules):
    """The point at the origin of frame 2, moved by both joints."""
    state = [STATE[:2], STATE[3:5], STATE[5:7]]
    felt = work(planar([(0, 0)], STATE[2], slides=True), [1.0], *state, UP)
    yield rules.slide_columns(*STATE)[:, 2] - felt


@mistake("slide_rates_lost", 20, "Coriolis terms left out",
         "the products of two rates are missing.",
         "One point of mass m: `m * L**2 * u_1` is the momentum about the axis. Differentiate it "
         "by time.")
class SlideRatesLost(Steps):
    def coriolis_of_slide(self, part):
        return 0 * part


@mistake("slide_thrown_lost", 20, "centrifugal terms left out",
         "the square of the turning rate is missing in the row of the slide.",
         "Turn steadily without weight: the slide must be held back, by `m * L * u_1**2`.")
class SlideThrownLost(Steps):
    def centrifugal_of_slide(self, part):
        return 0 * part


# -- estimates -----------------------------------------------------------------------------------
@mistake("unweighted", 26, "all measurements alike",
         "all measurements count alike, good ones and bad ones.",
         "Divide each row and its drive by its own `sd`; all rows then have noise 1.")
class Unweighted(Steps):
    def row_scale(self, sd):
        return np.ones(len(sd))


@refutes("unweighted", "weights_once", "weights_inverted")
def weighed_rest(rules):
    """The divided rest stands at right angles to the divided columns."""
    sd = np.array(DATA["sd"])
    rows = TRUTH.measured_rows(A, DATA) / sd[:, None]
    yield rows.T @ (np.array(DATA["mu"]) / sd - rows @ rules.weighted_estimate(A, DATA))


@mistake("weights_once", 26, "weights 1/sd",
         "each square was weighed by 1/sd; its weight is 1/sd^2, that is, the row is divided by "
         "sd.",
         "After the division all rows must have noise 1: `(mu / weight)` has the deviation `sd / "
         "weight`.")
class WeightsOnce(Steps):
    def row_scale(self, sd):
        return np.sqrt(np.asarray(sd))


@mistake("weights_inverted", 26, "rows multiplied by sd",
         "the bad measurements got the large weights: rows are divided by sd, not multiplied.",
         "Make one `sd` very large: that measurement must lose its say.")
class WeightsInverted(Steps):
    def row_scale(self, sd):
        return 1 / np.asarray(sd)


@mistake("covariance_unscaled", 26, "covariance without the noise",
         "the noise is missing: the covariance is the inverse of W^T W only where each row has "
         "noise 1.",
         "Make all `sd` twice as large: the deviations of the estimate must double.")
class CovarianceUnscaled(Steps):
    def row_scale(self, sd):
        return np.ones(len(sd))


@refutes("covariance_unscaled", "variance_given")
def doubled_noise(rules):
    twice = DATA | {"sd": [2 * x for x in DATA["sd"]]}
    once = rules.estimate_deviations(A, DATA)
    yield rules.estimate_deviations(A, twice) / once - 2


@mistake("variance_given", 27, "variance for deviation",
         "these are variances; the standard deviation is the root.",
         "Make all `sd` twice as large: the deviations must double, not grow fourfold.")
class VarianceGiven(Steps):
    def root_of_variance(self, variance):
        return variance


@mistake("others_known", 26, "each parameter as if the others were known",
         "each number is as sure as if the two others were known: the diagonal was inverted "
         "element by element.",
         "Invert first, then take the diagonal: `np.diag(np.linalg.inv(N))`, not `1 / np.diag(N)`.")
class OthersKnown(Steps):
    def deviation_of(self, information):
        return self.root_of_variance(1 / np.diag(information))


@refutes("others_known")
def inverted_first(rules):
    N = np.array([[2.0, 1.0], [1.0, 2.0]])
    yield rules.deviation_of(N) - np.sqrt(2 / 3)


@mistake("condition_squared", 26, "condition number of W^T W",
         "this is the condition number of W^T W, the square of the one asked for.",
         "For `W = np.diag([3, 1])` it must be 3, the ratio of the singular values.")
class ConditionSquared(Steps):
    def condition_of(self, W):
        return super().condition_of(W)**2


@refutes("condition_squared")
def condition(rules):
    yield rules.condition_of(np.diag([3.0, 1.0])) - 3


# -- any chain -----------------------------------------------------------------------------------
@mistake("rates_dropped", 20, "products of rates left out",
         "the products of two rates are missing; only weights and second derivatives are there.",
         "Set `ddq = 0` and gravity to zero: at constant rates a bent arm still needs its drives.")
class RatesDropped(Steps):
    def chain_regressor(self, angles, l, sigma, q, dq, ddq, gravity):
        return super().chain_regressor(angles, l, sigma, q, 0 * np.asarray(dq), ddq, gravity)


@refutes("rates_dropped")
def steady(rules):
    """Constant rates, no weights: mass points still need drives."""
    zero = np.zeros(3)
    for chain in (CHAIN, TURNING):
        yield missed_drives(rules, (*chain[:5], zero, zero))


@mistake("axes_of_base", 6, "ten numbers on the axes of frame 0",
         "the ten numbers are taken on the axes of frame 0; they are constant only on the axes of "
         "their link.",
         "For a mass point at x of link k, `tau_0k @ x` belongs to frame 0; its drive follows from "
         "positions alone.")
class AxesOfBase(Steps):
    def own_axes(self, s, k):
        return np.eye(3)


@refutes("axes_of_base", "slide_speed_lost", "slide_coriolis_once")
def drives_of_points(rules):
    yield missed_drives(rules, CHAIN)


@mistake("constant_counted", 0, "a constant of the energy counted",
         "what is constant in the energy was counted: it gives a column of Z, but moves nothing.",
         "Take the rank of stacked drives, `np.linalg.matrix_rank(W)`, not of energies.")
class ConstantCounted(Steps):
    def counted_base(self, robot, gravity):
        return len(base_parameters.echelon(base_parameters.coordinate_matrix(robot, gravity)))


@refutes("constant_counted", "groups_counted", "rounding_counted", "one_state", "two_states",
         "three_states", "short_lost")
def counted(rules):
    """The rank of stacked drives, of a chain that shows the slip."""
    yield float(max(abs(rules.base_count(*inputs) - rank) for inputs, rank in ranked()))


@mistake("groups_counted", 20, "every parameter that is felt counted",
         "each column that is not zero was counted; some of them are combinations of others.",
         "A pendulum feels five columns and has three base parameters: take "
         "`np.linalg.matrix_rank(W)`, not the number of columns.")
class GroupsCounted(Steps):
    def counted_base(self, robot, gravity):
        Z = base_parameters.coordinate_matrix(robot, gravity, constant=False)
        return int((np.abs(Z.toarray()).max(axis=0) > 1e-12).sum())


@mistake("rounding_counted", 27, "rounding counted as rank",
         "all 10 n columns are counted: rounding was taken for rank.",
         "Print `np.linalg.svd(W)[1]`: behind a gap of many powers of ten only rounding is left.")
class RoundingCounted(Steps):
    def counted_base(self, robot, gravity):
        return TEN * robot.n


@mistake("one_state", 20, "rank at one state",
         "this is the rank at one state: n equations cannot show more than n numbers.",
         "Stack the matrices of many states, `np.vstack`, until the rank stays.")
class OneState(Steps):
    def counted_base(self, robot, gravity):
        return robot.n


@mistake("two_states", 20, "rank at two states",
         "this is the rank at two states: 2 n equations cannot show more than 2 n numbers.",
         "Take twice as many states, and again, `np.vstack`, until the rank stays.")
class TwoStates(Steps):
    states = 2

    def counted_base(self, robot, gravity):
        return min(self.states * robot.n, super().counted_base(robot, gravity))


@mistake("three_states", 20, "rank at three states",
         "this is the rank at three states: 3 n equations cannot show more than 3 n numbers.",
         "Take twice as many states, and again, `np.vstack`, until the rank stays.")
class ThreeStates(TwoStates):
    states = 3


@mistake("short_lost", 27, "rank by too coarse a tolerance",
         "small lengths are lost, by rounding them or by too coarse a tolerance of the rank.",
         "Print `np.linalg.svd(W)[1]` and set the tolerance into the gap, near rounding, not at "
         "a thousandth.")
class ShortLost(Steps):
    def lengths_that_count(self, l):
        return np.where(abs(l) < 1e-3, 0.0, l)


# -- a misprint ----------------------------------------------------------------------------------
@mistake("gap_reversed", 0, "right minus printed",
         "the difference is taken the other way round: printed minus right is asked for.",
         "Printed is zero here, so `printed - right` is minus the right one.")
class GapReversed(Steps):
    def misprint_gap(self, a_2, dq_2, ddq_2, S_x2):
        return -super().misprint_gap(a_2, dq_2, ddq_2, S_x2)


@refutes("gap_reversed", "gap_halved", "gap_of_energy")
def gap_of_drives(rules):
    yield rules.misprint_gap(0.7, 1.9, -2.3, 1.4) - (0 - 2 * 0.7 * -2.3 * 1.4)


@mistake("gap_halved", 20, "square differentiated without its 2",
         "half is given: a square has a 2 in its derivative by the rate, and what is printed, "
         "a_2 u, brings no drive at all.",
         "Differentiate both with sympy, `sp.diff(a_2 * u, u)` holds no u, and then by time.")
class GapHalved(Steps):
    def misprint_gap(self, a_2, dq_2, ddq_2, S_x2):
        return super().misprint_gap(a_2, dq_2, ddq_2, S_x2) / 2


@mistake("gap_of_energy", 20, "difference of energies",
         "this is the difference of the Lagrange functions; asked for is that of the drives.",
         "At a constant rate, `v.second.ddq` put to 0, both drives agree. Differentiate by the "
         "rate, `sp.diff(L, u)`, and then by time.")
class GapOfEnergy(Steps):
    def misprint_gap(self, a_2, dq_2, ddq_2, S_x2):
        return a_2 * (dq_2 - dq_2**2) * S_x2
