"""Mistakes in tasks on section 9."""

from __future__ import annotations

import numpy as np

from ..rules import Rules
from .registry import mistake


# -- A -------------------------------------------------------------------------------------------
@mistake("moving_part_lost", 24, "D^T m D left out",
         "only the turning of the link counts here; its mass is moved as well, D^T m D.",
         "Put all mass into one point, `J = 0`: the matrix must not vanish.")
class MovingPartLost(Rules):
    def moving_part(self, D, m):
        return 0 * D.T @ D


@mistake("turning_part_lost", 24, "c^T J c left out",
         "the link counts as a mass point; what its own turning needs, c^T J c, is missing.",
         "Let the mass centre lie on the axis, `D = 0`: turning the link must still need a moment.")
class TurningPartLost(Rules):
    def turning_part(self, C, J):
        return 0 * C.T @ C


@mistake("mass_at_origin", 26, "mass thought at the origin of the link's frame",
         "the mass was put at the origin of frame k; D belongs to the mass centre, r_k away.",
         "Shift r_k in a single link that turns: `m * R @ R`, and the moment with it, must change.")
class MassAtOrigin(Rules):
    def mass_place(self, r):
        return np.zeros(3)


@mistake("one_link_each", 20, "only the first link of the sum counted",
         "each element has one link only, k = max(i, j); the sum goes on to the last link.",
         "Make the last link heavier: a_11 must grow, `A(m + [0, 0, 1])[0, 0]`.")
class OneLinkEach(Rules):
    def of_link(self, k, part):
        i, j = np.indices(part.shape) + 1
        return np.where(np.maximum(i, j) == k, part, 0)


@mistake("coupling_reversed", 20, "sign of the coupling a_12",
         "the element off the diagonal has the wrong sign.",
         "With the jib upright, `q_2 = pi / 2`, both joints draw the mass centre inwards: D_1 "
         "times D_2 is then positive.")
class CouplingReversed(Rules):
    def crane_A(self, p, q_2):
        return super().crane_A(p, q_2) * np.array([[1, -1], [-1, 1]])


@mistake("coupling_lost", 20, "coupling a_12 left out",
         "the element off the diagonal is missing: the jib stands aside of the column's axis.",
         "Lift the jib alone and find the momentum about the column: `A[0, 1] * u_2`.")
class CouplingLost(Rules):
    def crane_A(self, p, q_2):
        return super().crane_A(p, q_2) * np.eye(2)


@mistake("row_from_diagonal", 0, "printed limits of the sum taken over",
         "what is given is the part that the printed sum keeps; asked for is what it misses.",
         "Printed minus right: `a[2] * ddq[2] - a @ ddq`.")
class RowFromDiagonal(Rules):
    def missed(self, row, ddq):
        return row[-1] * ddq[-1]


@mistake("missed_reversed", 0, "right minus printed",
         "the difference is taken the other way round; asked for is the printed sum minus the "
         "right one.",
         "With all accelerations and elements positive the printed sum is too small: "
         "`printed - right` is negative.")
class MissedReversed(Rules):
    def missed(self, row, ddq):
        return -super().missed(row, ddq)


# -- b -------------------------------------------------------------------------------------------
class Rates(Rules):
    """b sorted: what single rates give, and what needs two of them."""

    def by_rates(self, b, rates):
        """From a function b of the rates: centrifugal and Coriolis terms, as they are counted."""
        alone = sum(b(one * np.asarray(rates)) for one in np.eye(len(rates)))
        return self.counted_terms(alone, b(rates) - alone)

    def crane_b(self, p, q_2, u):
        return self.by_rates(lambda u: super(Rates, self).crane_b(p, q_2, u), u)

    def chain_b(self, s, sigma, dq, m, r, J):
        return self.by_rates(lambda u: super(Rates, self).chain_b(s, sigma, u, m, r, J), dq)


@mistake("coriolis_once", 20, "Coriolis terms without the 2",
         "the Coriolis terms have half of their size: each product of two rates occurs twice.",
         "Power: `dq @ b` must be half of `dq @ dA @ dq`, dA being the rate of your own A.")
class CoriolisOnce(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return centrifugal + coriolis / 2


@mistake("centrifugal_lost", 20, "centrifugal terms left out",
         "the terms with the square of one rate are missing.",
         "Let one joint move alone, `dq = [1, 0, 0]`: b must not vanish for the others.")
class CentrifugalLost(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return coriolis


@mistake("coriolis_lost", 20, "Coriolis terms left out",
         "the terms with products of two different rates are missing.",
         "Power: `dq @ b` must be half of `dq @ dA @ dq`, dA being the rate of your own A.")
class CoriolisLost(Rates):
    def counted_terms(self, centrifugal, coriolis):
        return centrifugal


@mistake("rest_reversed", 20, "b with the opposite sign",
         "b has the opposite sign: it stands on the left of (9.5), with A ddq.",
         "Power: `dq @ b` must be plus half of `dq @ dA @ dq`, dA being the rate of your own A.")
class RestReversed(Rules):
    def crane_b(self, p, q_2, u):
        return -super().crane_b(p, q_2, u)

    def chain_b(self, s, sigma, dq, m, r, J):
        return -super().chain_b(s, sigma, dq, m, r, J)


@mistake("axes_held", 20, "axes of the joints taken as at rest",
         "J is multiplied by an angular acceleration without products of rates: the joints before "
         "turn the axis c_k, its derivative is missing.",
         "Two crossed axes at constant rates: `np.cross(w_1, c_2) * dq_2` is an angular "
         "acceleration.")
class AxesHeld(Rules):
    def spin(self, s, sigma, dq, i):
        return np.zeros(3)


# -- the forward problem -------------------------------------------------------------------------
@mistake("weights_reversed", 25, "weights with the opposite sign",
         "the weights have the opposite sign; they are forces F on the right of (9.5).",
         "From rest without drives the links must fall: the power of the weights, "
         "`m * gravity @ V`, begins to grow.")
class WeightsReversed(Rules):
    def weight_of(self, m, g):
        return -super().weight_of(m, g)


@mistake("weights_lost", 25, "weights left out",
         "the weights are missing.",
         "From rest without drives nothing would move: `ddq` must not be zero then.")
class WeightsLost(Rules):
    def weight_of(self, m, g):
        return 0 * super().weight_of(m, g)


@mistake("rest_lost", 20, "b left out of the forward problem",
         "b is missing on the right side: ddq = A^-1 (mu + weights - b).",
         "Free motion without weights keeps its energy: watch `dq @ A @ dq`.")
class RestLost(Rules):
    def rest_term(self, b):
        return 0 * super().rest_term(b)


@mistake("rest_added", 20, "b added in the forward problem",
         "b was added; brought to the right side of (9.5) it gets a minus.",
         "Put your ddq back: `A @ ddq + b` must be the drives and weights.")
class RestAdded(Rules):
    def rest_term(self, b):
        return -super().rest_term(b)


@mistake("joints_apart", 20, "each joint divided by its own a_ii",
         "each joint was treated by itself, as if A were diagonal.",
         "Put your ddq back: `A @ ddq + b` must be the drives and weights, in every row.")
class JointsApart(Rules):
    def solved(self, A, push):
        return push / np.diag(A)
