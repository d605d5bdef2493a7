"""Mistakes in tasks on section 2."""

from __future__ import annotations

import numpy as np

from robokit import rotation

from ..rules import Rules
from ..steps import State
from .registry import mistake


@mistake("transposed", 1, "rotation matrix transposed",
         "this is the transpose: it takes components the other way.",
         "The columns of tau_ij are the axes of frame j seen from frame i: "
         "compare `tau[:, 0]` with a sketch.")
class Transposed(Rules):
    def answer(self, matrix):
        return matrix.T

    def unanswer(self, matrix):
        return matrix.T

    def rotation_of(self, s, i):
        return s.tau(i, 0)

    def point_below(self, s, i, point):
        return s.tau(i, i - 1) @ (point + s.L(i))


@mistake("reversed", 3, "product in reverse order",
         "the factors of the rotation matrix stand in reverse order, as for turns about fixed "
         "axes.",
         "Keep only the first two turns and follow one axis by hand: `tau @ [0, 0, 1]`.")
class Reversed(Rules):
    def order(self, factors):
        return factors[::-1]

    class State(State):
        def order(self, factors):
            return factors[::-1]


@mistake("degrees", 7, "degrees put into sine and cosine",
         "degrees went into sine and cosine.",
         "`np.cos` takes radians: `np.cos(np.radians(60))` is one half.")
class Degrees(Rules):
    def radians(self, degrees):
        return np.asarray(degrees, float)


@mistake("radians_again", 7, "radians converted a second time",
         "the angle, already in radians, was converted once more.",
         "A quarter turn must carry an axis onto its neighbour: "
         "try the function at `np.pi / 2`.")
class RadiansAgain(Rules):
    def argument(self, angle):
        return np.radians(angle)


@mistake("y_sense", 9, "turn about Y the wrong way",
         "the turns about Y go the wrong way: the signs of the sines in tau_y are exchanged.",
         "A quarter turn about Y carries Z onto X: look at `tau_y(np.pi / 2) @ [0, 0, 1]`.")
class YSense(Rules):
    def about(self, axis, angle):
        return super().about(axis, -angle if axis == "y" else angle)


@mistake("section_22", 10, "matrices of section 2.2 where section 2.4's are meant",
         "the factors are the matrices of section 2.2; formula (2.3) means their transposes.",
         "Take alpha alone: at q = 0 Z_i seen from frame i-1 is `eps.T[:, 2]`; "
         "compare it with a sketch.")
class Section22(Rules):
    def turn(self, axis, angle):
        return self.about(axis, angle)

    class State(State):
        def factor(self, axis, angle):
            return getattr(rotation, f"tau_{axis}")(angle)


@mistake("wrong_frame", 6, "vector taken to the wrong frame",
         "the vector was multiplied by the transposed matrix: components went the other way.",
         "The turned X axis is (1, 0, 0) in its own frame and `tau[:, 0]` in the outer one: "
         "put it through the same product.")
class WrongFrame(Rules):
    def components(self, tau, a):
        return tau.T @ np.asarray(a)

    def position_own(self, s, i, point):
        return s.tau(0, i) @ s.t(i, point)

    def relative_omega(self, s, sigma, dq, i):
        return s.tau(i - 1, i)[:, 2] * sigma[i - 1] * dq[i - 1]

    def onto(self, s, i, V):
        return s.tau(0, i) @ V

    def lam_in_j(self, tau_ij, a_i):
        return tau_ij @ rotation.lam(a_i) @ tau_ij.T


@mistake("joint_sign", 8, "sign of the joint angle",
         "the joint turns the other way.",
         "With zero mounting angles a small positive q moves the X axis towards Y: "
         "look at `tau[:, 0]`.")
class JointSign(Rules):
    def joint(self, q):
        return -q


@mistake("slide_turns", 11, "prismatic joint turned",
         "a prismatic joint turns the frame; its sigma is zero.",
         "Change q of a prismatic joint: `after - before` of the rotation matrix must be zero.")
class SlideTurns(Rules):
    def sigma(self, sigma):
        return 1

    class State(State):
        def turned(self, k):
            return 0.0 if self.sigma(k) is None else self.q[k - 1]


@mistake("slide_lost", 11, "shift of a prismatic joint left out",
         "the shift (1 - sigma_j) q_j of a prismatic joint is missing.",
         "Add 0.1 to q of a prismatic joint: every point beyond it must move by 0.1, "
         "`np.linalg.norm(after - before)`, in any pose.")
class SlideLost(Rules):
    class State(State):
        def shift(self, k):
            return 0.0


@mistake("slide_unturned", 6, "shift of a prismatic joint along the wrong axis",
         "the shift runs along Z_j; joint j slides along Z_(j-1), which is v_j in frame j.",
         "In frame j the vector `L_j(q_j + 1) - L_j(q_j)` is the axis Z_(j-1): "
         "turn it into frame j-1 and look.")
class SlideUnturned(Rules):
    class State(State):
        def v(self, j):
            return np.array([0.0, 0.0, 1.0])


@mistake("lam_printed", 6, "vector carried twice",
         "a^(i) was multiplied by tau_ij before lam; tau_ij takes frame j to frame i.",
         "A vector product with itself vanishes: `lam_j @ a_j` must be zero, "
         "a_j being the same vector in frame j.")
class LamPrinted(Rules):
    def lam_in_j(self, tau_ij, a_i):
        return tau_ij.T @ rotation.lam(tau_ij @ a_i) @ tau_ij


@mistake("rate_side", 21, "lam(omega) on the wrong side",
         "lam of omega in frame i stands on the left; there belongs omega in frame 0.",
         "Compare with your own tau_0i: `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`.")
class RateSide(Rules):
    def rate(self, tau, omega):
        return rotation.lam(omega) @ tau


@mistake("omega_last", 19, "relative angular velocity not accumulated",
         "only the last joint's rate enters; the earlier joints turn the link too.",
         "Let only an earlier revolute joint move, `dq[i - 1] = 0`: "
         "the answer must not vanish.")
class OmegaLast(Rules):
    def omega(self, s, sigma, dq, i, frame=None):
        return self.c(s, sigma, i, i if frame is None else frame) * dq[i - 1]


@mistake("omega_unturned", 19, "relative angular velocities added across frames",
         "the relative angular velocities were added without carrying them to one frame.",
         "Compare with the rate of your own tau_0i, `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`: "
         "lam(omega) must make it.")
class OmegaUnturned(Rules):
    def carried(self, s, frame, k):
        return s.v(k)


@mistake("slide_rate", 11, "rate of a prismatic joint taken for a turn",
         "the rate of a prismatic joint enters the angular velocity; its sigma is zero.",
         "Move only prismatic joints, `dq * (1 - sigma)`: the derivative must be zero.")
class SlideRate(Rules):
    def c(self, s, sigma, j, frame=0):
        return self.carried(s, frame, j)
