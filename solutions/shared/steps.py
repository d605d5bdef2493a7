"""The steps of the book that several assignments compute with, section by section.

A step is a method, so that a mistake can replace just that one. An assignment's own steps.py goes
on from the class that it needs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from autograde.judging import Steps
from robokit import Mechanism, State, rotation
from robokit.kawasaki import fs20n

from .state import Closer

#: What two rates make together, and how often their pair is counted.
KINDS = {"centripetal": 1, "Coriolis": 2, "gyroscopic": 2}


def cross(a, b):
    """a x b of two vectors (3,). The judge needs many: numpy's own takes ten times as long."""
    (a1, a2, a3), (b1, b2, b3) = np.asarray(a).tolist(), np.asarray(b).tolist()
    return np.array([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1])


def chain(sigma, angles, l):
    """A chain without masses; a step asks for the same one again and again."""
    return _chain(*(tuple(map(tuple, np.asarray(x).tolist())) for x in (angles, l)),
                  tuple(np.asarray(sigma).tolist()))


@lru_cache(64)
def _chain(angles, l, sigma):
    return Mechanism(sigma, angles, l)


@lru_cache(4096)
def _turn(axis, angle):
    """The truth and every mistake turn by the same angles. Nobody may write into it."""
    matrix = getattr(rotation, f"tau_{axis}")(angle)
    matrix.flags.writeable = False
    return matrix


def _orientation(self, tau):
    """P, Y, R of section 3.2."""
    tau = self.unanswer(tau)
    return np.array([self.pitch(-tau[1, 2], tau[2, 2]),
                     self.yaw(tau[0, 2], np.hypot(tau[1, 2], tau[2, 2])),
                     self.roll(-tau[0, 1], tau[0, 0])])


class Rotations(Steps):
    """Section 2, and the angles that every section takes."""

    State = State
    # the same in finer steps, for slips that nobody wrote down
    closer = {"State": Closer, "orientation": _orientation}

    def answer(self, matrix):
        """The matrix that is handed in; the mistake "transposed" acts here."""
        return matrix

    def unanswer(self, matrix):
        """A matrix used inside a longer computation, before `answer` acted on it."""
        return matrix

    def in_radians(self, angles):
        """Angles as they are handed in."""
        return angles

    def radians(self, degrees):
        """An angle of the task sheet, made ready for sine and cosine."""
        return np.radians(degrees)

    def argument(self, angle):
        """What a function does with an angle it is given in radians."""
        return angle

    def about(self, axis: str, angle):
        """The matrix of one turn, section 2.2."""
        if isinstance(angle, float) and angle:          # not 0: it may be -0
            return _turn(axis, angle)
        return getattr(rotation, f"tau_{axis}")(angle)

    def elementary(self, axis: str, angle):
        """tau_x, tau_y, tau_z of section 2.2."""
        return self.answer(self.about(axis, self.argument(angle)))

    def compose(self, factors):
        """Turns about moving axes, section 2.3: the first turn is the first factor."""
        return self.answer(product(self.order(list(factors))))

    def order(self, factors: list):
        """The factors of the product, from the left."""
        return factors

    def components(self, tau, a):
        """a^(xyz) = tau a^(uvw), section 2.1."""
        return tau @ np.asarray(a)

    def eps(self, alpha, beta, gamma):
        """eps_i of (2.3), section 2.4."""
        turns = zip("zyx", (gamma, beta, alpha))
        return self.answer(product(self.order([self.turn(axis, a) for axis, a in turns])))

    def turn(self, axis: str, angle):
        """tau_x, tau_y, tau_z as section 2.4 means them: section 2.2's transposed."""
        return self.about(axis, angle).T

    def sigma(self, sigma):
        """The joint types that the rotation matrices are built with."""
        return sigma

    def joint(self, q):
        """The joint coordinate as it enters."""
        return q

    def adjacent(self, alpha, beta, gamma, sigma, q):
        """tau_{i-1 i}, the transpose of (2.3)."""
        factors = [self.turn(axis, a) for axis, a in
                   (("z", gamma), ("y", beta), ("x", alpha),
                    ("z", self.sigma(sigma) * self.joint(q)))]
        return self.answer(product(self.adjacent_factors(factors)).T)

    def adjacent_factors(self, factors: list):
        """The factors tau_z(gamma), tau_y(beta), tau_x(alpha), tau_z(sigma q) of (2.3)."""
        return factors

    def chain_rotation(self, angles, sigma, q, i):
        """tau_0i of (2.4)."""
        steps = [Rotations.adjacent(self, *angles[k], sigma[k], q[k])
                 for k in self.links_to(i, len(sigma))]
        steps = [self.unanswer(step) for step in steps]
        return self.answer(product(self.order(steps)))

    def links_to(self, i, n):
        """The links of a product up to link i, counted from 0."""
        return range(i)

    def lam_in_j(self, tau_ij, a_i):
        """lam(a^(j)) from a^(i), section 2.5, property 4."""
        return tau_ij.T @ rotation.lam(a_i) @ tau_ij

    def rate(self, tau, omega):
        """tau lam(omega), (2.6)."""
        return tau @ rotation.lam(omega)


class Position(Rotations):
    """Section 3: a chain at one q."""

    printed = False             # is a formula taken over as the copy at hand prints it?

    def at(self, angles, l, sigma, q, dq=None):
        robot = chain(sigma, angles, l)
        q = [self.joint(x) if s else x for x, s in zip(q, sigma)]
        return self.State(robot, (), q=np.asarray(q, float),
                          dq=None if dq is None else np.asarray(dq, float))

    def link_vector(self, s, j):
        """L_j, section 3.1."""
        return s.L(j)

    def rotation_of(self, s, i):
        """tau_0i."""
        return self.answer(s.tau(0, i))

    def point_below(self, s, i, point):
        """t_{i(i-1)}^(i-1), (3.1)."""
        return s.t(i, point, frame=i - 1, origin=i - 1)

    def position(self, s, i, point):
        """t_{i(0)}^(0), (3.2)."""
        return s.t(i, point)

    def position_own(self, s, i, point):
        """t_{i(0)}^(i), (3.3)."""
        return s.t(i, point, frame=i)

    def orientation(self, tau):
        """P, Y, R of section 3.2."""
        return np.array(rotation.angles_of(self.unanswer(tau)), dtype=float)

    def pitch(self, sine, cosine):
        """P, from two entries of the matrix."""
        return self.quarter(sine, cosine)

    def yaw(self, sine, cosine):
        """Y, from its sine and a root."""
        return self.quarter(sine, cosine)

    def roll(self, sine, cosine):
        """R, from two entries of the matrix."""
        return self.quarter(sine, cosine)

    def quarter(self, sine, cosine):
        """An angle from its sine and cosine."""
        return np.arctan2(sine, cosine)

    def kawasaki(self, q, **lengths):
        """The tool's origin of the Kawasaki FS20N in {B}, appendix 1."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.asarray([self.joint(x) for x in q], float))
        return self.tool_position(s)

    def tool_position(self, s):
        return s.t("tool", frame="B", origin="B")

    def directions(self, q):
        """The angles of the links against the x axis."""
        return np.cumsum(q)


def _carried(self, s, frame, k):
    """The axis Z_{k-1} in `frame`."""
    axis = s.tau(frame, k) @ s.v(k)
    return axis if self.axis_is_column() else s.tau(frame, k - 1)[2]


def _axis_is_column(self):
    """Is the axis a column of tau, and not a row?"""
    return True


class Velocity(Position):
    """Section 5: axes, arms, columns."""

    closer = {**Position.closer, "carried": _carried, "axis_is_column": _axis_is_column}

    def chain_rate(self, angles, sigma, q, dq, i):
        """d tau_0i / dt = tau_0i lam(omega_i^(i)), (2.6)."""
        s = self.at(angles, np.zeros((len(sigma), 3)), sigma, q, dq)
        return self.rate(s.tau(0, i), self.omega(s, sigma, dq, i))

    def omega(self, s, sigma, dq, i, frame=None):
        """omega_i in its own frame or in `frame`: the relative ones carried there, section 5.1."""
        frame = i if frame is None else frame
        return sum((self.c(s, sigma, k, frame) * dq[k - 1] for k in self.moving(i, len(sigma))),
                   start=np.zeros(3))

    def carried(self, s, frame, k):
        """The axis Z_{k-1} in `frame`."""
        return s.tau(frame, k) @ s.v(k)

    def relative_omega(self, s, sigma, dq, i):
        """omega_i^(i) relative to link i-1, section 5.1."""
        return self.c(s, sigma, i, i) * dq[i - 1]

    def moving(self, i, n):
        """The joints that move link i of a chain of n links."""
        return range(1, i + 1)

    def c(self, s, sigma, j, frame=0):
        """c_j^(frame), (5.5)."""
        return self.carried(s, frame, j) * sigma[j - 1]

    def arm(self, s, i, j, point, frame=0):
        """R_ij^(frame), (5.15)."""
        return s.t(i, point, frame=frame, origin=j - 1)

    def D_V(self, s, sigma, j, frame=0):
        """D_ij^(frame)V, (5.13)."""
        return self.carried(s, frame, j) * (1 - sigma[j - 1])

    def D(self, s, sigma, i, j, point, frame=0):
        """D_ij^(frame), (5.12) and (5.14)."""
        turning = self.cross(self.c(s, sigma, j, frame), self.arm(s, i, j, point, frame))
        return self.D_V(s, sigma, j, frame) + turning

    def cross(self, c, R):
        """c x R."""
        return cross(c, R)

    def column(self, s, sigma, i, j, point):
        """Column j of the Jacobian matrix of link i, section 5.8."""
        if j not in self.moving(i, len(sigma)):
            return np.zeros(6)
        return self.stacked(self.c(s, sigma, j), self.D(s, sigma, i, j, point))

    def stacked(self, omega, V):
        """omega and V, one above the other."""
        return np.concatenate([omega, V])

    def velocity(self, s, sigma, dq, i, point):
        """V_i^(0), (5.11)."""
        return sum(self.D(s, sigma, i, j, point) * dq[j - 1] for j in self.moving(i, len(sigma)))

    def velocity_own(self, s, sigma, dq, i, point):
        """V_i^(i), (5.16): the same velocity on the axes of the link itself."""
        return self.onto(s, i, self.velocity(s, sigma, dq, i, point))

    def onto(self, s, i, V):
        """A vector of frame 0 on the axes of link i."""
        return s.tau(i, 0) @ V

    def home_jacobian(self, **lengths):
        """D_6^({B}) of the Kawasaki FS20N with all joints at zero, appendix 4."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.zeros(6))
        return np.column_stack([self.D(s, robot.sigma, 6, j, np.zeros(3), "B")
                                for j in range(1, 7)])


def _turning_axis(self, s, sigma, dq, j, frame):
    """What turns the axis of joint j: omega_j, the rates of all joints up to it."""
    return sum((self.carried(s, frame, k) * dq[k - 1] for k in range(1, j + 1)
                if self.turns_links(sigma[k - 1])), start=np.zeros(3))


def _turns_links(self, sigma):
    """Does this joint turn the links behind it?"""
    return bool(sigma)


def _pair_vector(self, s, sigma, i, j, k, point):
    """Second derivative of the point of link i by q_j and q_k, j <= k."""
    if not sigma[k - 1]:
        return cross(self.c(s, sigma, j), self.D_V(s, sigma, k))
    return self.both_axes(self.c(s, sigma, j), self.c(s, sigma, k), self.arm(s, i, k, point))


def _both_axes(self, outer, inner, arm):
    """c_j x (c_k x R_ik), the earlier axis outside."""
    return cross(outer, cross(inner, arm))


class Acceleration(Velocity):
    """Section 7."""

    closer = {**Velocity.closer, "turning_axis": _turning_axis, "turns_links": _turns_links,
              "pair_vector": _pair_vector, "both_axes": _both_axes}

    # -- section 7.1 -----------------------------------------------------------------------
    def swing(self, omega, a):
        """How a vector that turns with omega changes."""
        return cross(omega, a)

    def axis_rate(self, s, sigma, dq, j, frame=0):
        """dc_j^(frame), section 7.1: the absolute derivative, projected."""
        return self.swing(self.turning_axis(s, sigma, dq, j, frame), self.c(s, sigma, j, frame))

    def turning_axis(self, s, sigma, dq, j, frame):
        """What turns the axis of joint j: omega_j, the rates of all joints up to it."""
        return sum((self.c(s, sigma, k, frame) * dq[k - 1] for k in range(1, j + 1)),
                   start=np.zeros(3))

    def pushed(self, s, sigma, ddq, i):
        """The part of domega_i^(0) that the motors make."""
        return sum((self.c(s, sigma, j) * ddq[j - 1] for j in self.moving(i, len(sigma))),
                   start=np.zeros(3))

    def spin(self, s, sigma, dq, i):
        """The part of domega_i^(0) from products of two rates."""
        return sum((self.axis_rate(s, sigma, dq, j) * dq[j - 1]
                    for j in self.moving(i, len(sigma))), start=np.zeros(3))

    def domega(self, s, sigma, dq, ddq, i):
        """domega_i^(0), (7.2)."""
        return self.pushed(s, sigma, ddq, i) + self.spin(s, sigma, dq, i)

    # -- section 7.2 -----------------------------------------------------------------------
    def motors(self, s, sigma, ddq, i, point):
        """The part of dV_i^(0) that the motors make: the second sum of (7.5)."""
        return sum(self.D(s, sigma, i, j, point) * ddq[j - 1]
                   for j in self.moving(i, len(sigma)))

    def kind_of_pair(self, sigma, j, k):
        """What the rates of joints j <= k make together."""
        return "centripetal" if j == k else "gyroscopic" if sigma[k - 1] else "Coriolis"

    def counted(self, kind):
        """How often a product of two rates counts."""
        return KINDS[kind]

    def rate_squared(self, rate):
        """The square of a rate."""
        return rate**2

    def meeting(self, s, sigma, dq, i, j, k, point):
        """The part of dV_i^(0) with dq_j dq_k, j <= k: c_j x D_ik, twice when j < k."""
        rates = self.rate_squared(dq[j - 1]) if j == k else dq[j - 1] * dq[k - 1]
        often = self.counted(self.kind_of_pair(sigma, j, k))
        return often * rates * self.pair_vector(s, sigma, i, j, k, point)

    def pair_vector(self, s, sigma, i, j, k, point):
        """Second derivative of the point of link i by q_j and q_k, j <= k."""
        return cross(self.c(s, sigma, j), self.D(s, sigma, i, k, point))

    def quadratic(self, s, sigma, dq, i, point, kinds=tuple(KINDS)):
        """The parts of dV_i^(0) with two rates, of these kinds."""
        joints = self.moving(i, len(sigma))
        return sum((self.meeting(s, sigma, dq, i, j, k, point) for k in joints for j in joints
                    if j <= k and self.kind_of_pair(sigma, j, k) in kinds), start=np.zeros(3))

    def acceleration(self, s, sigma, dq, ddq, i, point):
        """dV_i^(0), (7.5)."""
        return self.motors(s, sigma, ddq, i, point) + self.quadratic(s, sigma, dq, i, point)


def _tensor_in_base(self, tau, J):
    """J_j^(0) = tau_0j J_j^(j) tau_j0."""
    return tau @ J @ self.turned_back(tau)


def _turned_back(self, tau):
    """tau_j0, behind the tensor."""
    return tau.T


class Force(Velocity):
    """Section 8: what acts on a link."""

    closer = {**Velocity.closer, "tensor_in_base": _tensor_in_base, "turned_back": _turned_back}

    # -- section 8.1 -----------------------------------------------------------------------
    def weight_of(self, m, g):
        """The weight of a link, a part of F_Bj."""
        return m * np.asarray(g)

    def hanging(self, i, n):
        """The links that hang on joint i."""
        return range(i, n + 1)

    # -- section 8.2 -----------------------------------------------------------------------
    def tensor_in_base(self, tau, J):
        """J_j^(0) = tau_0j J_j^(j) tau_j0."""
        return tau @ J @ tau.T

    def gyroscopic(self, J, omega):
        """lam(omega_j) J_j omega_j, the second term of (8.5)."""
        return cross(omega, J @ omega)

    def turning(self, arm, force):
        """lam(R) f: the moment of a force."""
        return cross(arm, force)

    def asks_moment(self, sigma):
        """Is the drive read off the moment?"""
        return sigma == 1


class Screws(Velocity):
    """Screws: omega over the velocity at the origin."""

    def screw_blocks(self, K):
        """A 6x6 matrix as it stands: the half of omega and M first."""
        return K


def rate_of(function, h=1e-3):
    """The derivative of function(t) at t = 0, from four values: the error is of order h^4."""
    return (8 * (function(h) - function(-h)) - function(2 * h) + function(-2 * h)) / (12 * h)


def product(factors):
    """Of 3x3 matrices from the left; of none the unit matrix."""
    result, *others = factors or [np.eye(3)]
    for factor in others:
        result = result @ factor
    return result
