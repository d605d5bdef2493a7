"""Mistakes in tasks on section 9."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from ..shared.examples import differ, unequal
from . import tasks as a09_motion
from .examples import (
    ASSIGNMENT,
    CHAIN,
    CLOUDS,
    CRANE,
    DQ,
    LIFTED,
    RAIL,
    TRUTH,
    TURNING,
    A_of,
    Q,
    V,
    b_of,
    energy,
    some_chain,
    tensor,
    work,
)
from .steps import Steps

INCLUDES = (shared,)


# -- b -------------------------------------------------------------------------------------------
class Rates(Steps):
    """b sorted: what single rates give, and what needs two of them."""

    def by_rates(self, b, rates):
        """From a function b of the rates: centrifugal and Coriolis terms, as they are counted."""
        alone = sum(b(one * np.asarray(rates)) for one in np.eye(len(rates)))
        return self.counted_terms(alone, b(rates) - alone)

    def crane_b(self, p, q_2, u):
        return self.by_rates(lambda u: super(Rates, self).crane_b(p, q_2, u), u)

    def chain_b(self, s, sigma, dq, m, r, J):
        return self.by_rates(lambda u: super(Rates, self).chain_b(s, sigma, u, m, r, J), dq)


# -- A -------------------------------------------------------------------------------------------
@mistake("moving_part_lost", 24, "D^T m D left out",
         "only the turning of the link counts here; its mass is moved as well, D^T m D.",
         "Put all mass into one point, `J = 0`: the matrix must not vanish.")
class MovingPartLost(Steps):
    def moving_part(self, D, m):
        return 0 * D.T @ D


@refutes("moving_part_lost")
def moving_part_lost(rules):
    yield unequal(A_of(rules, (*CHAIN[:5], 0 * CHAIN[5]), Q), 0)
    yield unequal(rules.crane_A(CRANE | {"I_a": 0, "I_t": 0}, LIFTED)[1, 1], 0)


@mistake("turning_part_lost", 24, "c^T J c left out",
         "the link counts as a mass point; what its own turning needs, c^T J c, is missing.",
         "Let the mass centre lie on the axis, `D = 0`: turning the link must still need a moment.")
class TurningPartLost(Steps):
    def turning_part(self, C, J):
        return 0 * C.T @ C


@refutes("turning_part_lost")
def turning_part_lost(rules):
    yield unequal(A_of(rules, (*CHAIN[:3], 0 * CHAIN[3], *CHAIN[4:]), Q), 0)
    yield unequal(rules.crane_A(CRANE | {"m": 0}, LIFTED)[1, 1], 0)


@mistake("mass_at_origin", 26, "mass thought at the origin of the link's frame",
         "the mass was put at the origin of frame k; D belongs to the mass centre, r_k away.",
         "Shift r_k in a single link that turns: `m * R @ R`, and the moment with it, must change.")
class MassAtOrigin(Steps):
    def mass_place(self, r):
        return np.zeros(3)


@refutes("mass_at_origin")
def mass_at_origin(rules):
    shifted = (*CHAIN[:4], CHAIN[4] + 0.2, CHAIN[5])
    yield unequal(A_of(rules, CHAIN, Q), A_of(rules, shifted, Q))
    yield unequal(b_of(rules, CHAIN, Q, DQ), b_of(rules, shifted, Q, DQ))


@mistake("one_link_each", 20, "only the first link of the sum counted",
         "each element has one link only, k = max(i, j); the sum goes on to the last link.",
         "Make the last link heavier: a_11 must grow, `A(m + [0, 0, 1])[0, 0]`.")
class OneLinkEach(Steps):
    def of_link(self, k, part):
        i, j = np.indices(part.shape) + 1
        return np.where(np.maximum(i, j) == k, part, 0)


@refutes("one_link_each")
def one_link_each(rules):
    heavier = (*CHAIN[:3], CHAIN[3] + [0, 0, 1], *CHAIN[4:])
    yield float(A_of(rules, heavier, Q)[0, 0] <= A_of(rules, CHAIN, Q)[0, 0])


@mistake("coupling_reversed", 20, "sign of the coupling a_12",
         "the element off the diagonal has the wrong sign.",
         "With the jib upright, `q_2 = pi / 2`, both joints draw the mass centre inwards: D_1 "
         "times D_2 is then positive.")
class CouplingReversed(Steps):
    def crane_A(self, p, q_2):
        return super().crane_A(p, q_2) * np.array([[1, -1], [-1, 1]])


@refutes("coupling_reversed")
def coupling_reversed(rules):
    yield float(rules.crane_A(CRANE, np.pi / 2)[0, 1] <= 0)


@mistake("coupling_lost", 20, "coupling a_12 left out",
         "the element off the diagonal is missing: the jib stands aside of the column's axis.",
         "Lift the jib alone and find the momentum about the column: `A[0, 1] * u_2`.")
class CouplingLost(Steps):
    def crane_A(self, p, q_2):
        return super().crane_A(p, q_2) * np.eye(2)


@refutes("coupling_lost")
def coupling_lost(rules):
    def centre(t):
        return np.array([CRANE["e"] + CRANE["r"] * np.cos(LIFTED + t), CRANE["d"],
                         CRANE["r"] * np.sin(LIFTED + t)])
    momentum = CRANE["m"] * np.cross(centre(0.0), differ(centre))[2]
    yield rules.crane_A(CRANE, LIFTED)[0, 1] - momentum


@mistake("row_from_diagonal", 0, "printed limits of the sum taken over",
         "what is given is the part that the printed sum keeps; asked for is what it misses.",
         "Printed minus right: `a[2] * ddq[2] - a @ ddq`.")
class RowFromDiagonal(Steps):
    def missed(self, row, ddq):
        return row[-1] * ddq[-1]


@refutes("row_from_diagonal", "missed_reversed")
def missed(rules):
    a, ddq = np.array([0.7, 0.4, 1.9]), np.array([1.2, 0.8, 0.5])
    yield rules.missed(a, ddq) - (a[2] * ddq[2] - a @ ddq)


@mistake("missed_reversed", 0, "right minus printed",
         "the difference is taken the other way round; asked for is the printed sum minus the "
         "right one.",
         "With all accelerations and elements positive the printed sum is too small: "
         "`printed - right` is negative.")
class MissedReversed(Steps):
    def missed(self, row, ddq):
        return -super().missed(row, ddq)


@mistake("coriolis_once", 20, "Coriolis terms without the 2",
         "the Coriolis terms have half of their size: each product of two rates occurs twice.",
         "Power: `dq @ b` must be half of `dq @ dA @ dq`, dA being the rate of your own A.")
class CoriolisOnce(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return centrifugal + coriolis / 2


@refutes("coriolis_once", "coriolis_lost", "rest_reversed")
def power(rules):
    for parameters, _, q, dq in (some_chain(3), TURNING):
        dA = differ(lambda t: A_of(TRUTH, parameters, q + t * dq))
        yield dq @ b_of(rules, parameters, q, dq) - dq @ dA @ dq / 2
    u = np.array(CRANE["dq"])
    dA = differ(lambda t: TRUTH.crane_A(CRANE, LIFTED + t * u[1]))
    yield u @ rules.crane_b(CRANE, LIFTED, u) - u @ dA @ u / 2


@mistake("centrifugal_lost", 20, "centrifugal terms left out",
         "the terms with the square of one rate are missing.",
         "Let one joint move alone, `dq = [1, 0, 0]`: b must not vanish for the others.")
class CentrifugalLost(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return coriolis


@refutes("centrifugal_lost")
def centrifugal_lost(rules):
    yield unequal(b_of(rules, CHAIN, Q, [1, 0, 0]), 0)
    yield unequal(rules.crane_b(CRANE, LIFTED, (1, 0)), 0)


@mistake("coriolis_lost", 20, "Coriolis terms left out",
         "the terms with products of two different rates are missing.",
         "Power: `dq @ b` must be half of `dq @ dA @ dq`, dA being the rate of your own A.")
class CoriolisLost(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return centrifugal


@mistake("rest_reversed", 20, "b with the opposite sign",
         "b has the opposite sign: it stands on the left of (9.5), with A ddq.",
         "Power: `dq @ b` must be plus half of `dq @ dA @ dq`, dA being the rate of your own A.")
class RestReversed(Steps):
    def crane_b(self, p, q_2, u):
        return -super().crane_b(p, q_2, u)

    def chain_b(self, s, sigma, dq, m, r, J):
        return -super().chain_b(s, sigma, dq, m, r, J)


@mistake("axes_held", 20, "axes of the joints taken as at rest",
         "J is multiplied by an angular acceleration without products of rates: the joints before "
         "turn the axis c_k, its derivative is missing.",
         "Two crossed axes at constant rates: `np.cross(w_1, c_2) * dq_2` is an angular "
         "acceleration.")
class AxesHeld(Steps):
    def spin(self, s, sigma, dq, i):
        return np.zeros(3)


@refutes("axes_held")
def axes_held(rules):
    """The angular acceleration at constant rates is the derivative of omega."""
    angles, l, sigma = TURNING[0][:3]
    q, dq = TURNING[2:]
    omega = differ(lambda t: TRUTH.omega(TRUTH.at(angles, l, sigma, q + t * dq), sigma, dq, 3, 0))
    yield rules.spin(rules.at(angles, l, sigma, q), sigma, dq, 3) - omega


# -- the forward problem -------------------------------------------------------------------------
@mistake("weights_reversed", 25, "weights with the opposite sign",
         "the weights have the opposite sign; they are forces F on the right of (9.5).",
         "From rest without drives the links must fall: the power of the weights, "
         "`m * gravity @ V`, begins to grow.")
class WeightsReversed(Steps):
    def weight_of(self, m, g):
        return -super().weight_of(m, g)


@refutes("weights_reversed", "weights_lost")
def falling(rules):
    g, zero = np.array([1.0, -3.0, -9.0]), np.zeros(3)
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, zero, zero, g)
    yield float(-ddq @ work(CHAIN, CLOUDS, Q, zero, zero, g) < 1e-9)
    lifted = rules.crane_ddq(CRANE, LIFTED, np.zeros(2), np.zeros(2))
    yield float(lifted[1] > -1e-9)


@mistake("weights_lost", 25, "weights left out",
         "the weights are missing.",
         "From rest without drives nothing would move: `ddq` must not be zero then.")
class WeightsLost(Steps):
    def weight_of(self, m, g):
        return 0 * super().weight_of(m, g)


@mistake("rest_lost", 20, "b left out of the forward problem",
         "b is missing on the right side: ddq = A^-1 (mu + weights - b).",
         "Free motion without weights keeps its energy: watch `dq @ A @ dq`.")
class RestLost(Steps):
    def rest_term(self, b):
        return 0 * super().rest_term(b)


@refutes("rest_lost")
def rest_lost(rules):
    zero = np.zeros(3)
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, DQ, zero, zero)
    yield differ(lambda t: energy(CHAIN, CLOUDS, Q + t * DQ + t * t / 2 * ddq, DQ + t * ddq))


@mistake("rest_added", 20, "b added in the forward problem",
         "b was added; brought to the right side of (9.5) it gets a minus.",
         "Put your ddq back: `A @ ddq + b` must be the drives and weights.")
class RestAdded(Steps):
    def rest_term(self, b):
        return -super().rest_term(b)


@refutes("rest_added", "joints_apart")
def put_back(rules):
    mu, g = np.array([2.0, -1.0, 0.5]), np.array([1.0, -3.0, -9.0])
    ddq = ASSIGNMENT["chain_ddq"].reference(rules, {}, *CHAIN, Q, DQ, mu, g)
    pull = -work(CHAIN, CLOUDS, Q, 0 * Q, 0 * Q, g)
    yield A_of(TRUTH, CHAIN, Q) @ ddq + b_of(TRUTH, CHAIN, Q, DQ) - mu - pull
    u, drives = np.array(CRANE["dq"]), np.array(CRANE["mu"])
    weight = np.array([0, -CRANE["m"] * 9.81 * CRANE["r"] * np.cos(LIFTED)])
    yield (TRUTH.crane_A(CRANE, LIFTED) @ rules.crane_ddq(CRANE, LIFTED, u, drives)
           + TRUTH.crane_b(CRANE, LIFTED, u) - drives - weight)


@mistake("joints_apart", 20, "each joint divided by its own a_ii",
         "each joint was treated by itself, as if A were diagonal.",
         "Put your ddq back: `A @ ddq + b` must be the drives and weights, in every row.")
class JointsApart(Steps):
    def solved(self, A, push):
        return push / np.diag(A)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("tensor_unturned", "tensor_back")
def turned_points(rules):
    T = Rotation.from_euler("XYZ", (0.4, -0.7, 1.1)).as_matrix()
    yield rules.tensor_in_base(T, tensor(CLOUDS[0], 1.0)) - tensor(CLOUDS[0] @ T.T, 1.0)


@refutes("tensor_half_turned")
def tensor_half_turned(rules):
    T = Rotation.from_euler("XYZ", (0.4, -0.7, 1.1)).as_matrix()
    J_0 = rules.tensor_in_base(T, CHAIN[5][0])
    yield J_0 - J_0.T


@refutes("axis_next", "arm_base", "joints_beyond", "slide_as_turn", "slide_speed_lost")
def kinetic(rules):
    yield DQ @ A_of(rules, CHAIN, Q) @ DQ / 2 - energy(CHAIN, CLOUDS, Q, DQ)


@refutes("arm_next")
def arm_next(rules):
    s = a09_motion.own_chain(rules, V)
    point = np.array([0.1, 0.2, 0.3])
    link = np.array(V["l"][2])
    yield rules.arm(s, 3, 3, point) - s.tau(0, 3) @ (point + link)


@refutes("gyro_lost")
def points(rules):
    parameters, clouds, q, dq = TURNING
    yield b_of(rules, parameters, q, dq) - work(parameters, clouds, q, dq, 0 * q)


@refutes("slide_coriolis_once")
def slide_coriolis_once(rules):
    yield b_of(rules, RAIL, np.array([0.3, 0.7, 0]), [1.5, 0.8, 0])[0] - 2 * 2.0 * 0.7 * 1.5 * 0.8


@refutes("gravity_fixed")
def gravity_fixed(rules):
    """At rest the reaction tilts with gravity: here the weights push a slide along X_0."""
    g = np.array([9.81, 0, 0])
    one = [x[:1] for x in (np.array([(0, np.pi / 2, 0)]), np.zeros((1, 3)), [1], [2.0],
                           np.array([[0.1, 0.2, 0.3]]), np.zeros((1, 3, 3)))]
    s = rules.at(one[0], one[1], one[2], [0.3])
    place = Rotation.from_euler("Z", 0.3) * Rotation.from_euler("Y", np.pi / 2)
    arm = place.apply([0.1, 0.2, 0.3])
    yield rules.pull_of_weights(s, [1], [2.0], one[4], g)[0] - np.cross(arm, 2.0 * g)[2]
