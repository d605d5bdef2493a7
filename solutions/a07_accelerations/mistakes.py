"""Mistakes in tasks on section 7."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from .examples import (
    CHAIN,
    DDQ,
    DQ,
    POINT,
    SIGMA,
    TURNS,
    ZERO,
    X,
    Y,
    Z,
    axis,
    coasting,
    column,
    motion,
    moved,
    state,
    walk,
)
from .steps import Steps

INCLUDES = (shared,)


def _arms(s, i, point):
    """Links 1..i and the vectors that each of them carries, in frame 0; the point with link i."""
    yield i, s.tau(0, i) @ point
    for k in range(1, i + 1):
        yield k, s.tau(0, k) @ s.L(k)


@mistake("gyroscopic_once", 20, "product of two revolute rates without the 2",
         "the product of two revolute rates is counted once; the pair j, k comes as k, j too.",
         "Two parallel axes at rates a and b pull like one at a + b: `(a + b)**2` has `2 * a * b`.")
class GyroscopicOnce(Steps):
    def counted(self, kind):
        return 1 if kind == "gyroscopic" else super().counted(kind)


@refutes("gyroscopic_once")
def gyroscopic_once(rules):
    """Two parallel axes through one point at a and b pull like one at a + b."""
    s = rules.at(np.zeros((2, 3)), np.array([[0, 0, 0.2], [0.5, 0.3, 0]]), [1, 1], [0.4, 0.7])
    R = s.t(2, POINT) * [1, 1, 0]
    yield rules.acceleration(s, [1, 1], [0.7, 0.9], [0, 0], 2, POINT) + (0.7 + 0.9)**2 * R


@mistake("centrifugal_sign", 20, "centripetal part with the wrong sign",
         "the centripetal part points away from the axis.",
         "Turn one joint alone at a constant rate: `R @ dV` must be negative.")
class CentrifugalSign(Steps):
    def counted(self, kind):
        return -1 if kind == "centripetal" else super().counted(kind)


@refutes("centrifugal_sign")
def centrifugal_sign(rules):
    lever = walk(*CHAIN, 3, POINT)[1]
    yield max(0.0, lever @ coasting(rules, [0.8, 0, 0]))


@mistake("first_pull_lost", 20, "centripetal part of joint 1 left out",
         "the part with dq_1^2 is missing: joint 1 turns the whole arm, and pulls the point too.",
         "Turn joint 1 alone at a constant rate: `np.linalg.norm(dV)` is radius times `dq[0]**2`.")
class FirstPullLost(Steps):
    def acceleration(self, s, sigma, dq, ddq, i, point):
        return (super().acceleration(s, sigma, dq, ddq, i, point)
                - self.meeting(s, sigma, dq, i, 1, 1, point))


@refutes("square_lost", "first_pull_lost")
def square_lost(rules):
    lever = walk(*CHAIN, 3, POINT)[1]
    radius = np.hypot(*lever[:2])
    yield np.linalg.norm(coasting(rules, [0.8, 0, 0])) - radius * 0.8**2


@mistake("rate_once", 20, "rate not squared",
         "the centripetal part has its rate once, not squared.",
         "Its unit must be m/s^2, so twice the rate makes four times the part: try `2 * dq`.")
class RateOnce(Steps):
    def rate_squared(self, rate):
        return rate


@refutes("rate_once")
def rate_once(rules):
    yield coasting(rules, [1.4, 0, 0]) - 4 * coasting(rules, [0.7, 0, 0])


@mistake("pull_to_point", 20, "lever arm with its part along the axis",
         "the pull leads to a point on the axis that stands aside: the part of the lever arm along "
         "the axis was not taken off.",
         "The point runs round a circle across the axis: `pull @ c_3` must be zero.")
class PullToPoint(Steps):
    def pair_vector(self, s, sigma, i, j, k, point):
        if j == k and sigma[j - 1]:
            return -self.arm(s, i, j, point)
        return super().pair_vector(s, sigma, i, j, k, point)


@refutes("pull_to_point")
def pull_to_point(rules):
    yield coasting(rules, [1.4, 0, 0]) @ Z


@mistake("whole_omega", 20, "Coriolis with the angular velocity of the last link",
         "the slide's velocity was turned with omega of the last link; joints beyond the slide "
         "do not turn it.",
         "Let only the slide and joints beyond it move, `dq[:k] = 0`: the Coriolis part must be "
         "zero.")
class WholeOmega(Steps):
    def quadratic(self, s, sigma, dq, i, point, kinds=("centripetal", "Coriolis", "gyroscopic")):
        beyond = np.zeros(3)
        for k in range(1, i + 1):
            for j in range(k + 1, i + 1):
                beyond = beyond + 2 * dq[j - 1] * dq[k - 1] * np.cross(
                    self.c(s, sigma, j), self.D_V(s, sigma, k))
        return super().quadratic(s, sigma, dq, i, point, kinds) + beyond * ("Coriolis" in kinds)


@refutes("whole_omega")
def whole_omega(rules):
    rates = np.array([0, 0.8, 0.9])
    yield rules.quadratic(state(rules, CHAIN), SIGMA, rates, 3, POINT, ("Coriolis",))


@mistake("columns_exchanged", 20, "axis of the later joint with the column of the earlier",
         "the axis of the later joint stands with the column of the earlier one; only the earlier "
         "joint turns the other's column.",
         "Differentiate your own column: `(D_33(q_1 + h) - D_33(q_1)) / h`.")
class ColumnsExchanged(Steps):
    def pair_vector(self, s, sigma, i, j, k, point):
        if j == k or not sigma[j - 1]:
            return super().pair_vector(s, sigma, i, j, k, point)
        return np.cross(self.c(s, sigma, k), self.D(s, sigma, i, j, point))


@refutes("columns_exchanged", "meeting_reversed")
def columns_differentiated(rules):
    s, h = state(rules, CHAIN), 1e-5
    later, before = (column(moved(CHAIN, step * X), 3, 3, POINT) for step in (h, -h))
    yield rules.pair_vector(s, SIGMA, 3, 1, 3, POINT) - (later - before) / (2 * h)


@mistake("meeting_reversed", 18, "vector product in reverse order, column x axis",
         "the vector product is taken in reverse order, D x c for c x D.",
         "Differentiate your own column by the earlier coordinate, `(D(q + h) - D(q)) / h`: "
         "the sign shows.")
class MeetingReversed(Steps):
    def pair_vector(self, s, sigma, i, j, k, point):
        return -super().pair_vector(s, sigma, i, j, k, point)


@mistake("motors_only", 20, "products of rates left out",
         "only second derivatives enter; products of two rates are missing.",
         "Set `ddq = 0`: at constant rates the velocities of the links still change.")
class MotorsOnly(Steps):
    def domega(self, s, sigma, dq, ddq, i):
        return self.pushed(s, sigma, ddq, i)

    def quadratic(self, s, sigma, dq, i, point, kinds=()):
        return np.zeros(3)


@refutes("motors_only")
def motors_only(rules):
    _, domega, _, dV, _ = motion(CHAIN, DQ, ZERO, 3, POINT)
    yield rules.domega(state(rules, CHAIN), SIGMA, DQ, ZERO, 3) - domega
    yield coasting(rules, DQ) - dV


@mistake("square_lost", 20, "lam(omega)^2 left out",
         "the terms lam(omega)^2 times arm are missing.",
         "Turn one joint alone at a constant rate: the point runs round a circle, and "
         "`np.linalg.norm(dV)` is radius times `dq**2`.")
class SquareLost(Steps):
    def acceleration(self, s, sigma, dq, ddq, i, point):
        whole = super().acceleration(s, sigma, dq, ddq, i, point)
        for k, arm in _arms(s, i, point):
            omega = self.omega(s, sigma, dq, k, 0)
            whole = whole - np.cross(omega, np.cross(omega, arm))
        return whole


@mistake("spin_lost", 20, "angular acceleration without products of rates",
         "inside the linear acceleration the angular one has only its motors' part.",
         "Set `ddq = 0`: the derivative of your own omega, `(omega(t + h) - omega(t)) / h`, does "
         "not vanish.")
class SpinLost(Steps):
    def acceleration(self, s, sigma, dq, ddq, i, point):
        whole = super().acceleration(s, sigma, dq, ddq, i, point)
        return whole - sum(np.cross(self.spin(s, sigma, dq, k), arm)
                           for k, arm in _arms(s, i, point))


@refutes("spin_lost")
def spin_lost(rules):
    rates = np.array([0.7, -0.9, 0.8])
    yield coasting(rules, rates, TURNS) - motion(TURNS, rates, ZERO, 3, POINT)[3]


@mistake("gyroscopic_twice", 20, "gyroscopic part of the angular acceleration doubled",
         "products of two rates enter twice; in an angular acceleration each pair stands once.",
         "Compare with your own omega a moment later: `(omega(t + h) - omega(t)) / h`.")
class GyroscopicTwice(Steps):
    def domega(self, s, sigma, dq, ddq, i):
        return self.pushed(s, sigma, ddq, i) + 2 * self.spin(s, sigma, dq, i)


@refutes("gyroscopic_twice")
def gyroscopic_twice(rules):
    yield rules.domega(state(rules, CHAIN), SIGMA, DQ, DDQ, 3) \
        - motion(CHAIN, DQ, DDQ, 3, POINT)[1]


# -- which derivative, on which axes ------------------------------------------------------------
@mistake("swing_reversed", 18, "a x omega for omega x a",
         "the vector product is taken in reverse order: a turning vector changes by omega x a.",
         "Turn X about Z: `np.cross([0, 0, 1], [1, 0, 0])` is +Y, the way X goes.")
class SwingReversed(Steps):
    def swing(self, omega, a):
        return np.cross(a, omega)


@refutes("swing_reversed")
def swing_reversed(rules):
    yield rules.swing(Z, X) - Y


@mistake("axis_by_itself", 19, "axis turned with the relative angular velocity",
         "the axis was turned with the angular velocity relative to the link before, along which "
         "it lies: nothing comes of it.",
         "Let only joint 1 move: it carries the axis round, and `dc_3` must not vanish.")
class AxisByItself(Steps):
    def turning_axis(self, s, sigma, dq, j, frame):
        return self.c(s, sigma, j, frame) * dq[j - 1]


@refutes("axis_by_itself")
def axis_by_itself(rules):
    yield rules.axis_rate(state(rules, CHAIN), SIGMA, [0.8, 0, 0], 3) \
        - np.cross(0.8 * Z, axis(CHAIN, 3))


@mistake("signal_rate", 21, "derivative of the velocity's projections",
         "this is the derivative of the three numbers V^(i); asked for is the acceleration "
         "itself, projected on frame i.",
         "A projection keeps the length: `np.linalg.norm` must be that of dV^(0).")
class SignalRate(Steps):
    def acceleration_own(self, s, sigma, dq, ddq, i, point):
        turning = self.swing(self.omega(s, sigma, dq, i), self.velocity_own(s, sigma, dq, i, point))
        return super().acceleration_own(s, sigma, dq, ddq, i, point) - turning


@refutes("signal_rate")
def signal_rate(rules):
    own = rules.acceleration_own(state(rules, CHAIN), SIGMA, DQ, DDQ, 3, POINT)
    yield np.linalg.norm(own) - np.linalg.norm(motion(CHAIN, DQ, DDQ, 3, POINT)[3])


@mistake("signal_absolute", 21, "projection of the derivative for derivative of the projection",
         "this is the absolute derivative, projected; asked for is the derivative of the three "
         "numbers themselves.",
         "Work the three numbers out a moment later, and form `(later - now) / h`.")
class SignalAbsolute(Steps):
    def axis_signal(self, s, sigma, dq, j, i):
        return self.axis_rate(s, sigma, dq, j, i)

    def signals(self, s, sigma, dq, ddq, i, point):
        return self.acceleration_own(s, sigma, dq, ddq, i, point)


@refutes("signal_absolute")
def signal_absolute(rules):
    s = state(rules, CHAIN)
    numbers = [walk(*moved(CHAIN, DQ * t), 3, 0 * Z)[0].T @ Z for t in (1e-5, -1e-5)]
    yield rules.axis_signal(s, SIGMA, DQ, 1, 3) - (numbers[0] - numbers[1]) / 2e-5
    signals = [walk(*moved(CHAIN, DQ * t), 3, 0 * Z)[0].T
               @ motion(moved(CHAIN, DQ * t), DQ, ZERO, 3, POINT)[2] for t in (1e-5, -1e-5)]
    yield rules.signals(s, SIGMA, DQ, ZERO, 3, POINT) - (signals[0] - signals[1]) / 2e-5


@mistake("frame_zero", 6, "components left in frame 0",
         "the vector is right, but its components are those of frame 0.",
         "Mark the frame of every term: `tau_i0 @ a` takes components in frame 0 to frame i.")
class FrameZero(Steps):
    def acceleration_own(self, s, sigma, dq, ddq, i, point):
        return self.acceleration(s, sigma, dq, ddq, i, point)

    def axis_signal(self, s, sigma, dq, j, i):
        return s.tau(0, i) @ super().axis_signal(s, sigma, dq, j, i)


@refutes("frame_zero")
def frame_zero(rules):
    _, _, _, dV, T = motion(CHAIN, DQ, DDQ, 3, POINT)
    s = state(rules, CHAIN)
    yield rules.acceleration_own(s, SIGMA, DQ, DDQ, 3, POINT) - T.T @ dV
    yield T @ rules.axis_signal(s, SIGMA, DQ, 1, 3) + np.cross(motion(
        CHAIN, DQ, DDQ, 3, POINT)[0], Z)


@mistake("frame_own", 6, "components in the frame of the link",
         "the vector is right, but its components are those of the link's own frame.",
         "Push joint 1 alone, from rest: `domega` must be `[0, 0, ddq[0]]`, along Z_0.")
class FrameOwn(Steps):
    def domega(self, s, sigma, dq, ddq, i):
        return self.onto(s, i, super().domega(s, sigma, dq, ddq, i))


@refutes("axis_next", "frame_own")
def axis_next(rules):
    """Joint 1 turns about Z_0, which nothing moves."""
    yield rules.domega(state(rules, CHAIN), SIGMA, [0.6, 0, 0], [0.8, 0, 0], 3) - 0.8 * Z


# -- the derivative of a column -----------------------------------------------------------------
@mistake("column_rate_printed", 0, "printed last term of dD_ij taken over",
         "the last term is the printed one: it gives both halves of Coriolis to the slide and "
         "none to the turn.",
         "Differentiate a slide's own column, `(D(q + h * dq) - D(q)) / h`: it is omega x D, once.")
class ColumnRatePrinted(Steps):
    def slide_rate(self, s, sigma, dq, j):
        return 2 * super().slide_rate(s, sigma, dq, j)

    def arm_rate(self, s, sigma, dq, i, j, point):
        growth = sum(self.D_V(s, sigma, k) * dq[k - 1] for k in range(j, i + 1))
        return super().arm_rate(s, sigma, dq, i, j, point) - growth


@refutes("column_rate_printed")
def column_rate_printed(rules):
    s, h = state(rules, CHAIN), 1e-5
    later, before = (column(moved(CHAIN, step * DQ), 3, 2, POINT) for step in (h, -h))
    yield rules.column_rate(s, SIGMA, DQ, 3, 2, POINT) - (later - before) / (2 * h)


@mistake("axis_still", 20, "derivative of the axis left out of dD_ij",
         "only the arm was differentiated; c_j turns too.",
         "Move only a joint before j: the whole column turns with it, "
         "`np.linalg.norm(D)` stays.")
class AxisStill(Steps):
    def axis_rate(self, s, sigma, dq, j, frame=0):
        return np.zeros(3)


@refutes("axis_still")
def axis_still(rules):
    """Moved by joint 1 alone, column 3 keeps its length."""
    s, D = state(rules, CHAIN), column(CHAIN, 3, 3, POINT)
    yield rules.column_rate(s, SIGMA, np.array([0.8, 0, 0]), 3, 3, POINT) - np.cross(0.8 * Z, D)


@mistake("arm_still", 20, "derivative of the arm left out of dD_ij",
         "only the axis was differentiated; the arm R_ij changes too.",
         "Move only joint j: c_j stays, and the column changes by `np.cross(c, D)`.")
class ArmStill(Steps):
    def arm_rate(self, s, sigma, dq, i, j, point):
        return np.zeros(3)


@refutes("arm_still")
def arm_still(rules):
    s, D, c = state(rules, CHAIN), column(CHAIN, 3, 3, POINT), axis(CHAIN, 3)
    yield rules.column_rate(s, SIGMA, np.array([0, 0, 0.8]), 3, 3, POINT) - np.cross(0.8 * c, D)


@mistake("start_still", 17, "velocity of the origin of frame j-1 forgotten",
         "dR_ij is the velocity of the point less that of the origin of frame j-1, from which the "
         "arm starts.",
         "Move only a slide before joint j: the arm is carried along, and "
         "`(R(q + h * dq) - R(q)) / h` is zero.")
class StartStill(Steps):
    def start_rate(self, s, sigma, dq, j):
        return np.zeros(3)


@refutes("start_still")
def start_still(rules):
    yield rules.arm_rate(state(rules, CHAIN), SIGMA, np.array([0, 0.8, 0]), 3, 3, POINT)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("arm_next", "arm_base")
def arm_next(rules):
    """A point of the axis of joint 3 is not pulled by its rate."""
    s = state(rules, CHAIN)
    T, t = walk(*CHAIN, 3, 0 * Z)
    on_axis = T.T @ (walk(*CHAIN, 2, 0 * Z)[1] - t)
    yield rules.meeting(s, SIGMA, [0, 0, 0.8], 3, 3, 3, on_axis)


@refutes("joints_beyond")
def joints_beyond(rules):
    s, beyond = state(rules, CHAIN), [0, 0, 0.8]
    yield rules.domega(s, SIGMA, ZERO, beyond, 2)
    yield rules.acceleration(s, SIGMA, ZERO, beyond, 2, POINT)


@refutes("slide_as_turn")
def slide_as_turn(rules):
    yield rules.domega(state(rules, CHAIN), SIGMA, [0, 0.7, 0], [0, 0.6, 0], 3)


@refutes("slide_speed_lost")
def slide_speed_lost(rules):
    s = state(rules, CHAIN)
    yield np.linalg.norm(rules.acceleration(s, SIGMA, ZERO, [0, 1, 0], 3, POINT)) - 1


@refutes("wrong_frame")
def wrong_frame(rules):
    _, _, _, dV, T = motion(CHAIN, DQ, DDQ, 3, POINT)
    yield rules.acceleration_own(state(rules, CHAIN), SIGMA, DQ, DDQ, 3, POINT) - T.T @ dV


@refutes("slide_coriolis_once")
def own_velocity_later(rules):
    """The acceleration is the rate of the velocity, at constant rates."""
    yield coasting(rules, DQ) - motion(CHAIN, DQ, ZERO, 3, POINT)[3]
