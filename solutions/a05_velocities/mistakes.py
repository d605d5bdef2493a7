"""Mistakes in tasks on section 5."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit import rotation

from ..shared import mistakes as shared
from . import examples
from .examples import CHAIN, DQ, HOME, POINT, SIGMA, X, Y, Z, motion, moved, state, walk
from .steps import Steps

INCLUDES = (shared,)


@mistake("relative_unturned", 19, "relative angular velocity left in its own frame",
         "the relative angular velocity was added as frame 3 has it; the sum stands in frame 0.",
         "Let joint 3 alone turn: omega must lie along its axis, `np.cross(omega, tau_02[:, 2])` "
         "vanishes.")
class RelativeUnturned(Steps):
    def omega(self, s, sigma, dq, i, frame=None):
        before = super().omega(s, sigma, dq, i - 1, frame)
        return before + self.relative_omega(s, sigma, dq, i)


@refutes("relative_unturned")
def relative_unturned(rules):
    omega = rules.omega(state(rules, CHAIN), SIGMA, [0, 0, 0.7], 3, 0)
    yield np.cross(omega, walk(*CHAIN, 2, POINT)[0][:, 2])


@mistake("cross_reversed", 18, "vector product in reverse order",
         "the vector product is taken in reverse order, R x c for c x R.",
         "A small positive q carries X towards Y: `np.cross([0, 0, 1], [1, 0, 0])` is +Y.")
class CrossReversed(Steps):
    def cross(self, c, R):
        return np.cross(R, c)


@refutes("cross_reversed")
def cross_reversed(rules):
    yield rules.cross(Z, X) - Y


@mistake("other_frame", 18, "right vector in another frame",
         "the vector is right, but its components belong to another frame than the one asked for.",
         "Mark the frame of every term: in `tau_i0 @ V` the inner index 0 must meet components "
         "in frame 0.")
class OtherFrame(Steps):
    def frame_asked(self, i):
        return i

    def column(self, s, sigma, i, j, point):
        parts = np.split(super().column(s, sigma, i, j, point), 2)
        return np.concatenate([s.tau(i, 0) @ x for x in parts])

    def velocity_own(self, s, sigma, dq, i, point):
        return self.velocity(s, sigma, dq, i, point)

    def home_jacobian(self, **lengths):
        return rotation.tau_x(np.pi) @ super().home_jacobian(**lengths)


@refutes("other_frame")
def other_frame(rules):
    s = state(rules, CHAIN)
    omega, V, T = motion(CHAIN, X, 3, POINT)
    yield rules.column(s, SIGMA, 3, 1, POINT) - np.concatenate([omega, V])
    yield rules.velocity_own(s, SIGMA, X, 3, POINT) - T.T @ V
    yield rules.frame_asked(3)
    yield rules.home_jacobian(**HOME)[1, 1] - (HOME["L_2"] + HOME["L_4"] + HOME["L_5"]
                                               + HOME["L_6"])


@mistake("projection_rate", 21, "derivative of a projection for projection of a derivative",
         "this is the derivative of the components t^(i); asked for is the velocity itself, "
         "projected on frame i.",
         "A projection keeps the length: `np.linalg.norm` must be that of V^(0).")
class ProjectionRate(Steps):
    def velocity_own(self, s, sigma, dq, i, point):
        turning = np.cross(Steps.omega(self, s, sigma, dq, i), s.t(i, point, frame=i))
        return super().velocity_own(s, sigma, dq, i, point) - turning


@refutes("projection_rate")
def projection_rate(rules):
    yield (np.linalg.norm(rules.velocity_own(state(rules, CHAIN), SIGMA, DQ, 3, POINT))
           - np.linalg.norm(motion(CHAIN, DQ, 3, POINT)[1]))


@mistake("appendix_4_printed", 0, "printed matrix of appendix 4 taken over",
         "this is the printed matrix: the sign of r_63 is wrong, and it drops L_1 and L_3.",
         "Turn joints 2 and 3 alike, `dq = [0, 1, 1, 0, 0, 0]`: the forearm does not turn, so "
         "the wrist moves as the elbow does, by L_2.")
class Appendix4Printed(Steps):
    def home_jacobian(self, L_2, L_4, L_5, L_6, **offsets):
        r_62, r_63, r_65 = L_2 + L_4 + L_5 + L_6, L_4 + L_5 + L_6, L_5 + L_6
        return np.array([[0] * 6, [0, r_62, r_63, 0, -r_65, 0], [0] * 6])


@refutes("appendix_4_printed")
def appendix_4_printed(rules):
    V = rules.home_jacobian(**HOME) @ [0, 1, 1, 0, 0, 0]
    yield np.linalg.norm(V) - HOME["L_2"]


@mistake("offsets_dropped", 0, "side offsets left out",
         "the offsets L_1 and L_3 are missing, as in appendix 4.",
         "With L_1 and L_3 the wrist stands beside the axis of joint 1: `columns[:, 0]` is zero "
         "only when it stands on it.")
class OffsetsDropped(Steps):
    def home_jacobian(self, **lengths):
        return super().home_jacobian(**lengths | {"L_1": 0.0, "L_3": 0.0})


@refutes("offsets_dropped")
def offsets_dropped(rules):
    yield np.linalg.norm(rules.home_jacobian(**HOME)[:, 0]) - (HOME["L_1"] - HOME["L_3"])


@mistake("right_not_taken_off", 0, "printed right side without the velocity taken off",
         "this is the printed right side itself; asked for is what is too much in it.",
         "Where all rates are the same number, nothing is too much: with `[1, 1, 1]` for the rates "
         "your answer must vanish.")
class RightNotTakenOff(Steps):
    def too_much(self, double, rest, velocity):
        return double + rest


@mistake("double_sum_alone", 0, "printed double sum alone",
         "this is the printed double sum alone; asked for is what is too much in it, since a part "
         "of it is right.",
         "Where all rates are the same number, nothing is too much: with `[1, 1, 1]` for the rates "
         "your answer must vanish.")
class DoubleSumAlone(Steps):
    def too_much(self, double, rest, velocity):
        return double


@refutes("right_not_taken_off", "double_sum_alone")
def all_rates_alike(rules):
    yield examples.printed_gap(rules, np.ones(3))


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("axis_next")
def axis_next(rules):
    for j in (1, 3):
        now, then = (rules.c(state(rules, chain), SIGMA, j)
                     for chain in (CHAIN, moved(0.5 * np.eye(3)[j - 1])))
        yield now - then
    now, then = (rules.D_V(state(rules, chain), SIGMA, 2) for chain in (CHAIN, moved([0, 0.5, 0])))
    yield (now - then) + np.cross(now, walk(*CHAIN, 1, 0 * Z)[0][:, 2])     # along Z_1


@refutes("wrong_frame")
def wrong_frame(rules):
    s = state(rules, CHAIN)
    _, V, T = motion(CHAIN, DQ, 3, POINT)
    yield rules.onto(s, 3, T[:, 0]) - X
    yield rules.velocity_own(s, SIGMA, DQ, 3, POINT) - T.T @ V
    before, after = motion(CHAIN, DQ, 2, POINT)[0], motion(CHAIN, DQ, 3, POINT)[0]
    yield T @ rules.relative_omega(s, SIGMA, DQ, 3) - (after - before)


@refutes("omega_last")
def omega_last(rules):
    omega = rules.omega(state(rules, CHAIN), SIGMA, [0.7, 0, 0], 3, 0)
    yield float(np.abs(omega).max() < 1e-9)


@refutes("omega_unturned")
def omega_unturned(rules):
    omega = rules.omega(state(rules, CHAIN), SIGMA, DQ, 3, 0)
    tau = [walk(*chain, 3, POINT)[0] for chain in (CHAIN, moved(1e-6 * DQ))]
    yield (tau[1] - tau[0]) / 1e-6 - np.cross(omega, tau[0].T).T


@refutes("slide_as_turn")
def slide_as_turn(rules):
    s, slides = state(rules, CHAIN), np.array([0, 0.7, 0])
    yield rules.omega(s, SIGMA, slides, 3, 0)
    yield rules.column(s, SIGMA, 3, 2, POINT)[:3]
    axis = walk(*CHAIN, 1, POINT)[0][:, 2]
    yield np.cross(rules.velocity(s, SIGMA, slides, 3, POINT), axis)


@refutes("slide_speed_lost")
def slide_speed_lost(rules):
    s = state(rules, CHAIN)
    yield np.linalg.norm(rules.velocity(s, SIGMA, [0, 1, 0], 3, POINT)) - 1
    yield np.linalg.norm(rules.column(s, SIGMA, 3, 2, POINT)[3:]) - 1


@refutes("arm_next")
def arm_next(rules):
    s = state(rules, CHAIN)
    T, _ = walk(*CHAIN, 3, POINT)
    yield rules.arm(s, 3, 3, POINT) - T @ POINT - T @ CHAIN[1][2]


@refutes("arm_base")
def arm_base(rules):
    """The origin of frame j-1, as a point that link j carries."""
    s = state(rules, CHAIN)
    T, t = walk(*CHAIN, 3, 0 * Z)
    point = T.T @ (walk(*CHAIN, 2, 0 * Z)[1] - t)
    yield np.cross(rules.c(s, SIGMA, 3), rules.arm(s, 3, 3, point))


@refutes("rows_swapped")
def rows_swapped(rules):
    yield rules.column(state(rules, CHAIN), SIGMA, 3, 2, POINT)[:3]


@refutes("joints_beyond")
def joints_beyond(rules):
    s, beyond = state(rules, CHAIN), [0, 0, 0.8]
    yield rules.omega(s, SIGMA, beyond, 2, 0)
    yield rules.velocity(s, SIGMA, beyond, 2, POINT)
    yield rules.column(s, SIGMA, 2, 3, POINT)


@refutes("link_unturned")
def link_unturned(rules):
    lever, turned = (rules.arm(state(rules, chain), 3, 3, POINT)
                     for chain in (CHAIN, moved([np.pi / 2, 0, 0])))
    yield turned - np.cross(Z, lever) - lever[2] * Z


@refutes("link_before")
def link_before(rules):
    after, before = (rules.arm(state(rules, chain), 3, 3, 0 * Z)
                     for chain in (CHAIN, moved([0, 0, 0.5])))
    yield float(np.abs(after - before).max() < 1e-6)            # the origin of link 3 must move
