"""Mistakes in tasks on section 2."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit import rotation

from ..shared import mistakes as shared
from ..shared.examples import ANGLES, DQ, POINT, SIGMA, Q, X, Y, Z
from ..shared.steps import Velocity
from ..shared.turned import turned

INCLUDES = (shared,)


@mistake("radians_again", 7, "radians converted a second time",
         "the angle, already in radians, was converted once more.",
         "A quarter turn must carry an axis onto its neighbour: "
         "try the function at `np.pi / 2`.")
class RadiansAgain(Velocity):
    def argument(self, angle):
        return np.radians(angle)


@refutes("radians_again")
def radians_again(rules):
    yield rules.elementary("x", np.pi / 2) @ Y - Z
    yield rules.elementary("y", np.pi / 2) @ Z - X
    yield rules.elementary("z", np.pi / 2) @ X - Y


@mistake("y_sense", 9, "turn about Y the wrong way",
         "the turns about Y go the wrong way: the signs of the sines in tau_y are exchanged.",
         "A quarter turn about Y carries Z onto X: look at `tau_y(np.pi / 2) @ [0, 0, 1]`.")
class YSense(Velocity):
    def about(self, axis, angle):
        return super().about(axis, -angle if axis == "y" else angle)


@refutes("y_sense")
def y_sense(rules):
    yield rules.elementary("y", np.pi / 2) @ Z - X
    yield rules.about("y", np.pi / 2) @ Z - X
    yield rules.eps(0, np.pi / 2, 0).T @ Z - X
    yield rules.adjacent(0, np.pi / 2, 0, 1, 0) @ Z - X
    yield rules.chain_rotation([(0, np.pi / 2, 0)], [1], [0], 1) @ Z - X


@mistake("joint_last", 3, "turn of the joint behind the mounting angles",
         "the turn of the joint stands behind the mounting angles; it is about Z of frame i-1 and "
         "comes before them.",
         "How frame i sees the axis of the joint, `adjacent(0.3, 0, 0, 1, q)[2]`, must be the same "
         "for every q.")
class JointLast(Velocity):
    def adjacent_factors(self, factors):
        return [*factors[3:], *factors[:3]]


@refutes("joint_last")
def joint_last(rules):
    yield rules.adjacent(0.3, 0, 0, 1, 0.2)[2] - rules.adjacent(0.3, 0, 0, 1, 1.1)[2]


@mistake("mounting_reversed", 4, "mounting angles in reverse order",
         "the turns by the mounting angles stand in reverse order, gamma first.",
         "beta turns about Y as alpha has left it: `adjacent(0.3, beta, 0, 1, 0)[:, 1]` must be "
         "the same for every beta.")
class MountingReversed(Velocity):
    def adjacent_factors(self, factors):
        return [*factors[2::-1], *factors[3:]]


@refutes("mounting_reversed")
def mounting_reversed(rules):
    yield rules.adjacent(0.3, 0.2, 0, 1, 0)[:, 1] - rules.adjacent(0.3, 1.1, 0, 1, 0)[:, 1]


@mistake("lam_printed", 6, "vector carried into the wrong frame",
         "a^(i) was multiplied by tau_ij before lam; tau_ij takes frame j to frame i.",
         "A vector product with itself vanishes: `lam_j @ a_j` must be zero, "
         "a_j being the same vector in frame j.")
class LamPrinted(Velocity):
    def lam_in_j(self, tau_ij, a_i):
        return tau_ij.T @ rotation.lam(tau_ij @ a_i) @ tau_ij


@refutes("lam_printed")
def lam_printed(rules):
    turn = turned("XYZ", [0.3, -0.8, 1.2])
    yield rules.lam_in_j(turn, POINT) @ (turn.T @ POINT)


@mistake("rate_side", 21, "lam(omega) on the wrong side",
         "lam of omega in frame i stands on the left; there belongs omega in frame 0.",
         "Compare with your own tau_0i: `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`.")
class RateSide(Velocity):
    def rate(self, tau, omega):
        return rotation.lam(omega) @ tau


@refutes("rate_side")
def rate_of_a_matrix(rules):
    return shared.difference_quotient(rules)


@mistake("slide_rate", 11, "rate of a prismatic joint taken for a turn",
         "the rate of a prismatic joint enters the angular velocity; its sigma is zero.",
         "Move only prismatic joints, `dq * (1 - sigma)`: the derivative must be zero.")
class SlideRate(Velocity):
    def c(self, s, sigma, j, frame=0):
        return self.carried(s, frame, j)


@refutes("slide_rate")
def slide_rate(rules):
    yield rules.chain_rate(ANGLES, SIGMA, Q, DQ * (1 - SIGMA), 3)
