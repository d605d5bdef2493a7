"""Slips that several assignments look for."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes
from robokit import rotation

from .examples import (
    ANGLES,
    DQ,
    FLAT,
    LENGTHS,
    POINT,
    Q6,
    SIGMA,
    TRUTH,
    Q,
    X,
    Y,
    Z,
    one_joint,
    state,
)
from .state import State
from .steps import Acceleration, Force, Position, Rotations, Screws, Velocity, cross
from .turned import turned


@mistake("degrees_kept", 7, "angle left in degrees",
         "an angle stands in degrees; here angles are counted in radians.",
         "A quarter turn is `np.radians(90)`, about 1.57: compare the size of the numbers.")
class DegreesKept(Rotations):
    def radians(self, degrees):
        return np.asarray(degrees, float)

    def in_radians(self, angles):
        return np.degrees(angles)


@refutes("degrees_kept")
def degrees_kept(rules):
    turn = turned("XYZ", [1.1, 0.7, -1.2])
    yield max(0.0, np.abs(rules.in_radians(rules.orientation(turn))).max() - np.pi)


@mistake("absolute_angles", 8, "joint angle counted from the x axis",
         "each link was turned by its own joint angle alone; the joints before it turn it too.",
         "Turn the first joint only, `q + [0.3, 0, 0]`: the distance of the tip from the base must "
         "stay.")
class AbsoluteAngles(Position):
    def directions(self, q):
        return q


@mistake("axis_next", 17, "Z_j taken for Z_(j-1)",
         "the axis of joint j was taken along Z_j; joint j turns or slides along Z_(j-1), which "
         "is v_j in frame j.",
         "Move joint j alone: `tau_0j @ e` then changes, the axis of the joint itself must not.")
class AxisNext(Velocity):
    def carried(self, s, frame, k):
        return s.tau(frame, k)[:, 2]


@mistake("arm_next", 17, "lever arm from the origin of frame j",
         "the lever arm starts at the origin of frame j; R_ij starts at that of frame j-1, which "
         "lies on the axis of joint j.",
         "For a point of link j, `R - tau_0j @ point` must be the link vector, not zero.")
class ArmNext(Velocity):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=j)


@mistake("arm_base", 17, "every lever arm from the base",
         "the lever arm starts at the base, as if all links were one body turning about it; "
         "R_ij starts at the origin of frame j-1.",
         "Turn only joint j: the origin of frame j-1 lies on its axis, and "
         "`np.cross(c_j, arm)` must vanish there.")
class ArmBase(Velocity):
    def arm(self, s, i, j, point, frame=0):
        return s.t(i, point, frame=frame, origin=0)


@mistake("rows_swapped", 18, "rows of omega and V exchanged",
         "the rows of V stand above those of omega; Xi has omega first.",
         "Move a prismatic joint alone: the first three rows, `column[:3]`, must be zero.")
class RowsSwapped(Velocity):
    def stacked(self, omega, V):
        return np.concatenate([V, omega])


@mistake("slide_as_turn", 11, "prismatic joint taken for a revolute one",
         "a prismatic joint is counted as if it turned the links; its sigma is zero.",
         "Move a prismatic joint alone: `omega` must be zero, and every point moves along the "
         "axis.")
class SlideAsTurn(Velocity):
    def c(self, s, sigma, j, frame=0):
        return self.carried(s, frame, j)

    def D_V(self, s, sigma, j, frame=0):
        return np.zeros(3)


@mistake("slide_speed_lost", 11, "speed of a prismatic joint left out",
         "the part D^V of a prismatic joint is missing: it moves the link too.",
         "Move a prismatic joint alone at 1 m/s: `np.linalg.norm(V)` must be 1.")
class SlideSpeedLost(Velocity):
    def D_V(self, s, sigma, j, frame=0):
        return np.zeros(3)


@mistake("joints_beyond", 17, "joints beyond the link counted",
         "joints beyond link i are counted; they do not move it, and their columns are zero.",
         "Move only a joint behind the link, `dq[:i] = 0`: the link must stand still.")
class JointsBeyond(Velocity):
    def moving(self, i, n):
        return range(1, n + 1)


# -- parts of an acceleration ------------------------------------------------------------------
@mistake("slide_coriolis_once", 20, "Coriolis without the 2",
         "the Coriolis part is counted once; its 2 has two sources: the slide's velocity is "
         "turned, and the arm grows.",
         "Compare with your own velocity a moment later: `(V(t + h) - V(t)) / h`.")
class SlideCoriolisOnce(Acceleration):
    def counted(self, kind):
        return 1 if kind == "Coriolis" else super().counted(kind)


@mistake("tensor_unturned", 22, "inertia tensor not turned",
         "the inertia tensor stands as frame j has it, beside vectors of frame 0.",
         "Turn the link further by a matrix R: J_j^(0) must become `R @ J_0 @ R.T`.")
class TensorUnturned(Force):
    def tensor_in_base(self, tau, J):
        return np.asarray(J)


@mistake("tensor_back", 22, "inertia tensor turned the wrong way",
         "the inertia tensor was turned from frame 0 to frame j: tau_0j and tau_j0 are exchanged.",
         "Take the link's own X axis, `x = tau_0j[:, 0]`: about it `x @ J_0 @ x` must be J[0, 0].")
class TensorBack(Force):
    def tensor_in_base(self, tau, J):
        return tau.T @ J @ tau


@mistake("tensor_half_turned", 22, "inertia tensor turned on one side only",
         "the tensor was multiplied by tau_0j from the left only; tau_j0 on its right is missing.",
         "An inertia tensor is symmetric: `J_0 - J_0.T` must vanish.")
class TensorHalfTurned(Force):
    def tensor_in_base(self, tau, J):
        return tau @ J


@mistake("gyro_lost", 20, "gyroscopic term left out",
         "the gyroscopic term lam(omega) J omega is missing.",
         "Turn a lopsided body steadily, `domega = 0`: its angular momentum turns with it, so the "
         "moment is not zero. The power balance does not show this.")
class GyroLost(Force):
    def gyroscopic(self, J, omega):
        return 0 * omega


@mistake("gravity_fixed", 25, "gravity as it was given not used",
         "the weights pull along -Z_0, whatever direction g has.",
         "Tilt it, `g = np.array([9.81, 0, 0])`: at rest the reaction must tilt with it.")
class GravityFixed(Force):
    def weight_of(self, m, g):
        return super().weight_of(m, [0, 0, -np.linalg.norm(g)])


@mistake("beyond_lost", 26, "links beyond left out of the reaction",
         "only link i itself was counted; joint i carries all links from i to n.",
         "At rest `f_1` must hold the weight of the whole arm, `-sum(m) * g`.")
class BeyondLost(Force):
    def hanging(self, i, n):
        return range(i, i + 1)


@mistake("moment_reversed", 18, "force times arm",
         "the vector product is taken in reverse order, force x arm for arm x force.",
         "A force along Y at the end of an arm along X turns from X to Y: "
         "`np.cross([1, 0, 0], [0, 1, 0])` is +Z.")
class MomentReversed(Force):
    def turning(self, arm, force):
        return cross(force, arm)


@mistake("slide_moment", 11, "prismatic drive read off the moment",
         "the drive of a prismatic joint was taken from the moment; it gives a force along the "
         "axis.",
         "Let the arm hang still and empty with a slide upright: its drive holds the weight "
         "beyond, `sum(m[i - 1:]) * 9.81` newton.")
class SlideMoment(Force):
    def asks_moment(self, sigma):
        return True


@mistake("turn_force", 11, "drive of a turn read off the force",
         "the drives of all joints were taken from the force; a turning drive gives a moment.",
         "Units: N·m for a turn. Shift the load sideways, `r[-1] += 0.1`: the moment must change.")
class TurnForce(Force):
    def asks_moment(self, sigma):
        return False


# -- the screw of a joint --------------------------------------------------------------------------
@mistake("screw_halves", 18, "halves of a screw or co-screw exchanged",
         "the halves stand in the wrong order: omega above v in a screw, M above F in a co-screw.",
         "Move the origin by a, `v + np.cross(omega, a)`: the half that stays is omega of a screw, "
         "F of a co-screw.")
class ScrewHalves(Screws):
    def screw_halves(self, first, second):
        return super().screw_halves(second, first)

    def screw_blocks(self, K):
        return np.roll(super().screw_blocks(K), (3, 3), (0, 1))

    def stacked(self, omega, V):
        return super().stacked(V, omega)


@mistake("transposed", 1, "rotation matrix transposed",
         "this is the transpose: it takes components the other way.",
         "The columns of tau_ij are the axes of frame j seen from frame i: "
         "compare `tau[:, 0]` with a sketch.")
class Transposed(Position):
    def answer(self, matrix):
        return matrix.T

    def unanswer(self, matrix):
        return matrix.T

    def rotation_of(self, s, i):
        return s.tau(i, 0)

    def point_below(self, s, i, point):
        return s.tau(i, i - 1) @ (point + s.L(i))


@refutes("transposed")
def transposed(rules):
    turned_x = np.array([np.cos(0.3), np.sin(0.3), 0])          # X after a turn about Z, by sketch
    yield rules.elementary("z", 0.3)[:, 0] - turned_x
    yield rules.compose([turned("Z", 0.3), np.eye(3)])[:, 0] - turned_x
    yield rules.adjacent(0, 0, 0, 1, 0.3)[:, 0] - turned_x
    yield rules.chain_rotation(np.zeros((2, 3)), [1, 1], [0.1, 0.2], 2)[:, 0] - turned_x
    yield rules.rotation_of(one_joint(rules, (0, 0, 0), 0.3), 1)[:, 0] - turned_x
    yield rules.eps(0, 0, 0.3)[:, 0] - turned_x * (1, -1, 1)    # the old X from the turned frame


@mistake("reversed", 3, "product in reverse order",
         "the factors of the rotation matrix stand in reverse order, as for turns about fixed "
         "axes.",
         "Keep only the first two turns and follow one axis by hand: `tau @ [0, 0, 1]`.")
class Reversed(Rotations):
    def order(self, factors):
        return factors[::-1]

    class State(State):
        def order(self, factors):
            return factors[::-1]


@refutes("reversed")
def reversed_(rules):
    by_hand = turned("ZX", [0.3, 0.4]) @ Z
    yield rules.compose([turned(*x) for x in (("Z", 0.3), ("X", 0.4))]
                        ) @ Z - by_hand
    two = np.array([[0, 0, 0], [0.4, 0, 0.0]]), [1, 1], [0.3, 0.0]
    yield rules.chain_rotation(*two, 2) @ Z - by_hand
    yield rules.rotation_of(rules.at(two[0], np.zeros((2, 3)), *two[1:]), 2) @ Z - by_hand
    yield rules.position(rules.at(two[0], np.zeros((2, 3)), *two[1:]), 2, Z) - by_hand
    yield rules.eps(0.3, 0.4, 0) @ Z - turned("XY", [0.3, 0.4]).T @ Z


@mistake("degrees", 7, "degrees put into sine and cosine",
         "degrees went into sine and cosine.",
         "`np.cos` takes radians: `np.cos(np.radians(60))` is one half.")
class Degrees(Rotations):
    def radians(self, degrees):
        return np.asarray(degrees, float)


@refutes("degrees")
def degrees(rules):
    yield np.cos(rules.radians(60)) - 0.5


@mistake("section_22", 10, "matrices of section 2.2 where section 2.4's are meant",
         "the factors are the matrices of section 2.2; formula (2.3) means their transposes.",
         "Take alpha alone: at q = 0 Z_i seen from frame i-1 is `eps.T[:, 2]`; "
         "compare it with a sketch.")
class Section22(Rotations):
    def turn(self, axis, angle):
        return self.about(axis, angle)

    class State(State):
        def factor(self, axis, angle):
            return getattr(rotation, f"tau_{axis}")(angle)


@refutes("section_22")
def section_22(rules):
    leaning = np.array([0, -np.sin(0.3), np.cos(0.3)])          # Z after a turn about X, by sketch
    yield rules.eps(0.3, 0, 0).T[:, 2] - leaning
    yield rules.adjacent(0.3, 0, 0, 1, 0)[:, 2] - leaning
    yield rules.chain_rotation([(0.3, 0, 0)], [1], [0], 1)[:, 2] - leaning
    s = one_joint(rules, (0.3, 0, 0), 0)
    yield rules.rotation_of(s, 1)[:, 2] - leaning
    yield rules.position(s, 1, Z) - leaning
    yield rules.point_below(s, 1, Z) - leaning


@mistake("wrong_frame", 6, "vector taken to the wrong frame",
         "of a matrix and its transpose the wrong one stands at the vector: its components went "
         "the other way.",
         "The turned X axis is (1, 0, 0) in its own frame and `tau[:, 0]` in the outer one: "
         "put it through the same product.")
class WrongFrame(Velocity):
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


@refutes("wrong_frame")
def wrong_frame(rules):
    turn = turned("XYZ", [0.3, -0.8, 1.2])
    yield rules.components(turn, X) - turn[:, 0]
    yield rules.position_own(one_joint(rules, (0.3, -0.8, 1.2), 0.4), 1, X) - X
    yield rules.lam_in_j(turn, turn[:, 0]) @ Y - np.cross(X, Y)


@mistake("joint_sign", 8, "sign of the joint angle",
         "the joint turns the other way.",
         "With zero mounting angles a small positive q moves the X axis towards Y: "
         "look at `tau[:, 0]`.")
class JointSign(Rotations):
    def joint(self, q):
        return -q


@refutes("joint_sign")
def joint_sign(rules):
    def goes_back(tau):
        return float(tau[1, 0] < 0)
    yield goes_back(rules.adjacent(0, 0, 0, 1, 0.01))
    yield goes_back(rules.chain_rotation(FLAT, [1], [0.01], 1))
    s = one_joint(rules, (0, 0, 0), 0.01)
    yield goes_back(rules.rotation_of(s, 1))
    yield float(rules.position(s, 1, X)[1] < 0)
    yield float(rules.point_below(s, 1, X)[1] < 0)


@mistake("slide_turns", 11, "prismatic joint turned",
         "a prismatic joint turns the frame; its sigma is zero.",
         "Change q of a prismatic joint: `after - before` of the rotation matrix must be zero.")
class SlideTurns(Rotations):
    def sigma(self, sigma):
        return 1

    class State(State):
        def turned(self, k):
            return 0.0 if self.sigma(k) is None else self.q[k - 1]


@refutes("slide_turns")
def slide_turns(rules):
    yield rules.adjacent(*ANGLES[0], 0, 0.9) - rules.adjacent(*ANGLES[0], 0, 0.2)
    yield (rules.chain_rotation(ANGLES, SIGMA, Q + (0, 0.7, 0), 3)
           - rules.chain_rotation(ANGLES, SIGMA, Q, 3))
    yield rules.rotation_of(state(rules, (0, 0.7, 0)), 3) - rules.rotation_of(state(rules), 3)


@mistake("slide_lost", 11, "shift of a prismatic joint left out",
         "the shift (1 - sigma_j) q_j of a prismatic joint is missing.",
         "Add 0.1 to q of a prismatic joint: every point beyond it must move by 0.1, "
         "`np.linalg.norm(after - before)`, in any pose.")
class SlideLost(Rotations):
    class State(State):
        def shift(self, k):
            return 0.0


@refutes("slide_lost")
def slide_lost(rules):
    slid = state(rules, (0, 0.1, 0))
    yield np.linalg.norm(rules.link_vector(slid, 2) - rules.link_vector(state(rules), 2)) - 0.1
    yield np.linalg.norm(rules.position(slid, 3, POINT)
                         - rules.position(state(rules), 3, POINT)) - 0.1
    yield np.linalg.norm(rules.position_own(slid, 3, POINT)
                         - rules.position_own(state(rules), 3, POINT)) - 0.1


@mistake("omega_last", 19, "relative angular velocity not accumulated",
         "only the last joint's rate enters; the earlier joints turn the link too.",
         "Let only an earlier revolute joint move, `dq[i - 1] = 0`: "
         "the answer must not vanish.")
class OmegaLast(Velocity):
    def omega(self, s, sigma, dq, i, frame=None):
        return self.c(s, sigma, i, i if frame is None else frame) * dq[i - 1]


@refutes("omega_last")
def omega_last(rules):
    rate = rules.chain_rate(ANGLES, SIGMA, Q, np.array([0.7, 0, 0]), 3)
    yield float(np.abs(rate).max() < 1e-9)


@mistake("omega_unturned", 19, "relative angular velocities added across frames",
         "the relative angular velocities were added without carrying them to one frame.",
         "Compare with the rate of your own tau_0i, `(tau(q + 1e-6 * dq) - tau(q)) / 1e-6`: "
         "lam(omega) must make it.")
class OmegaUnturned(Velocity):
    def carried(self, s, frame, k):
        return s.v(k)


@refutes("omega_unturned")
def difference_quotient(rules):
    tau = [TRUTH.chain_rotation(ANGLES, SIGMA, q, 3) for q in (Q, Q + 1e-6 * DQ)]
    yield rules.chain_rate(ANGLES, SIGMA, Q, DQ, 3) - (tau[1] - tau[0]) / 1e-6


@mistake("link_unturned", 5, "link vector added without rotation",
         "the link vectors were added without rotation into the frame of the sum.",
         "Add `np.pi / 2` to the first revolute joint in the formula: the whole sum must turn "
         "with it, x and y change places up to a sign.")
class LinkUnturned(Position):
    class State(State):
        def link(self, frame, j):
            return self.L(j)

    def point_below(self, s, i, point):
        return s.tau(i - 1, i) @ point + s.L(i)


@refutes("link_unturned")
def link_unturned(rules):
    def swings(before, after):
        """The least of what is missing to a quarter turn about Z, one way or the other."""
        return min(np.abs(after[:2] - np.array([-before[1], before[0]]) * way).max()
                   for way in (1, -1))
    quarter = np.pi / 2
    yield swings(rules.position(state(rules), 3, POINT),
                 rules.position(state(rules, (quarter, 0, 0)), 3, POINT))
    yield swings(rules.point_below(state(rules), 3, POINT),
                 rules.point_below(state(rules, (0, 0, quarter)), 3, POINT))
    yield swings(rules.kawasaki(Q6, **LENGTHS), rules.kawasaki(Q6 + quarter * X.repeat([1, 5, 0]),
                                                               **LENGTHS))


@mistake("link_before", 6, "link vector turned with the matrix before it",
         "every link vector was turned with tau_0,j-1; l_j is given on the axes of frame j.",
         "Turn joint 1 alone, a revolute one: the origin of link 1 must move with it, "
         "`after - before`.")
class LinkBefore(Rotations):
    class State(State):
        def link(self, frame, j):
            k = self._place(j)
            arrow = self.mount(k)[1] + self.shift(k) * np.array([0.0, 0.0, 1.0])
            return self.tau(frame, "B" if k == 0 else self._name(k - 1)) @ arrow


@refutes("link_before")
def link_before(rules):
    before, after = (rules.position(state(rules, dq), 1, 0 * POINT)
                     for dq in ((0, 0, 0), (0.8, 0, 0)))
    yield float(np.abs(after - before).max() < 1e-9)
