"""The reference computations that tasks are judged by, one step of the book a method.

`Rules` is the truth: robokit, called the way the book computes. A mistake is a subclass that
replaces one method (see `mistakes`), so that one definition serves detection, message, test,
statistics and the certificate of a variant.
"""

from __future__ import annotations

import numpy as np

from robokit import Mechanism, State, coordinates, inertia, rotation
from robokit.kawasaki import fs20n

__all__ = ["Rules"]


class Rules:
    """The book's computations at one state; numbers or symbols."""

    State = State

    # -- section 1 -------------------------------------------------------------------------
    def metres(self, millimetres):
        """A length of the task sheet."""
        return np.asarray(millimetres, float) / 1000

    def in_radians(self, angles):
        """Angles as they are handed in."""
        return angles

    def coordinates(self, sigma, theta, s):
        """q of (1.1)."""
        return coordinates.coordinates(sigma, theta, s)

    def joint_motion(self, sigma, q, point):
        """Where joint i carries a point of link i that frame i-1 saw at `point` at q_i = 0."""
        theta, s = self.motion(sigma, q)
        return rotation.tau_z(theta) @ point + s * np.array([0, 0, 1])

    def motion(self, sigma, q):
        """theta_i and s_i, section 1.3."""
        return coordinates.theta(sigma, q), coordinates.s(sigma, q)

    def shell(self, upper, fore, least, greatest):
        """Least and greatest distance from the shoulder, the elbow between its limits."""
        reach = [self.reach(upper, fore, elbow) for elbow in self.elbows(least, greatest)]
        return np.array([min(reach), max(reach)])

    def elbows(self, least, greatest):
        """The elbow angles at which the distance may be extreme: limits, stretched, folded."""
        inside = [k * np.pi for k in (-2, -1, 0, 1, 2) if least < k * np.pi < greatest]
        return [least, *inside, greatest]

    def reach(self, upper, fore, elbow):
        return np.hypot(upper + fore * np.cos(elbow), fore * np.sin(elbow))

    def mounting(self, x_axis, z_axis):
        """alpha_i, beta_i, gamma_i from the axes X_i and Z_i, seen from frame i-1 at q_i = 0."""
        tau = np.column_stack([x_axis, np.cross(z_axis, x_axis), z_axis])
        return self.in_radians(self.turns(tau))

    def turns(self, tau):
        """Angles about X, the moved Y and the moved Z that make tau_{i-1 i}, section 1.4."""
        return np.array(rotation.angles_of(tau), float)

    def length_vector(self, angles, offset):
        """l_i^(i) from the same vector seen from frame i-1, at q_i = 0."""
        alpha, beta, gamma = angles
        tau = rotation.tau_x(alpha) @ rotation.tau_y(beta) @ rotation.tau_z(gamma)
        return self.components(tau.T, offset)

    def mass_centre(self, parts):
        """r_i of a link made of bodies, appendix 5."""
        return sum(p.m * p.r for p in parts) / self.mass(parts)

    def mass(self, parts):
        return sum(p.m for p in parts)

    def drive(self, m, R, H, r):
        """A drive across the link: a disc with its axis along X (drive 2 of appendix 5)."""
        return inertia.disc(m, R, H, "x", r)

    def link_tensor(self, parts, centre=None):
        """J_i of a link made of bodies, about its mass centre, or about `centre`."""
        centre = self.pole(parts) if centre is None else centre
        return sum(p.J + self.shift(p.m, p.r - centre) for p in parts)

    def pole(self, parts):
        """The point that a tensor is taken about."""
        return Rules.mass_centre(self, parts)

    def spread(self, d):
        """(1.2) and (1.3) for a unit mass at d: the matrix that J_i is made of."""
        moments = np.diag([self.moment(d, k) for k in range(3)])
        x, y, z = d
        return moments - self.products(np.array([[0, x * y, x * z], [x * y, 0, y * z],
                                                 [x * z, y * z, 0]]))

    def moment(self, d, k):
        """The square of the distance from axis k, (1.2)."""
        return d @ d - d[k]**2

    def products(self, matrix):
        """The products of inertia, (1.3), which J_i holds with a minus."""
        return matrix

    def shift(self, m, d):
        """What Steiner's theorem adds for a shift d."""
        return m * self.spread(d)

    def tensor(self, masses, points):
        """J_i of point masses about their common mass centre, section 1.4."""
        bodies = [inertia.point(m, r) for m, r in zip(masses, points)]
        return sum(b.m * self.spread(b.r - self.pole(bodies)) for b in bodies)

    def steiner(self, J, m, d):
        """The tensor about a point at d from the mass centre."""
        return J + self.shift(m, np.asarray(d))

    def box_corner(self, m, a, b, c):
        """The tensor of a block about its corner, edges a, b, c along x, y, z."""
        return self.steiner(inertia.box(m, (a, b, c)).J, m, np.array([a, b, c]) / 2)

    # -- section 2 -------------------------------------------------------------------------
    def radians(self, degrees):
        """An angle of the task sheet, made ready for sine and cosine."""
        return np.radians(degrees)

    def argument(self, angle):
        """What a function does with an angle it is given in radians."""
        return angle

    def elementary(self, axis: str, angle):
        """tau_x, tau_y, tau_z of section 2.2."""
        return self.answer(getattr(rotation, f"tau_{axis}")(self.argument(angle)))

    def compose(self, factors):
        """Turns about moving axes, section 2.3: the first turn is the first factor."""
        return self.answer(_product(self.order(list(factors))))

    def order(self, factors: list):
        return factors

    def components(self, tau, a):
        """a^(xyz) = tau a^(uvw), section 2.1."""
        return tau @ np.asarray(a)

    def eps(self, alpha, beta, gamma):
        """eps_i of (2.3), section 2.4."""
        turns = zip("zyx", (gamma, beta, alpha))
        return self.answer(_product(self.order([self.turn(axis, a) for axis, a in turns])))

    def turn(self, axis: str, angle):
        """tau_x, tau_y, tau_z as section 2.4 means them: section 2.2's transposed."""
        return getattr(rotation, f"tau_{axis}")(angle).T

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
        return self.answer(_product(factors).T)

    def chain_rotation(self, angles, sigma, q, i):
        """tau_0i of (2.4)."""
        steps = [Rules.adjacent(self, *angles[k], sigma[k], q[k]) for k in range(i)]
        steps = [self.unanswer(step) for step in steps]
        return self.answer(_product(self.order(steps)))

    def lam_in_j(self, tau_ij, a_i):
        """lam(a^(j)) from a^(i), section 2.5, property 4."""
        return tau_ij.T @ rotation.lam(a_i) @ tau_ij

    def chain_rate(self, angles, sigma, q, dq, i):
        """d tau_0i / dt = tau_0i lam(omega_i^(i)), (2.6)."""
        s = self.at(angles, np.zeros((len(sigma), 3)), sigma, q, dq)
        return self.rate(s.tau(0, i), self.omega(s, sigma, dq, i))

    def rate(self, tau, omega):
        return tau @ rotation.lam(omega)

    def omega(self, s, sigma, dq, i, frame=None):
        """omega_i in its own frame or in `frame`: the relative ones carried there, section 5.1."""
        frame = i if frame is None else frame
        return sum((self.c(s, sigma, k, frame) * dq[k - 1] for k in self.moving(i, len(sigma))),
                   start=np.zeros(3))

    def carried(self, s, frame, k):
        """The axis Z_{k-1} in `frame`."""
        return s.tau(frame, k) @ s.v(k)

    # -- section 3 -------------------------------------------------------------------------
    def at(self, angles, l, sigma, q, dq=None):
        robot = Mechanism(sigma, angles, l)
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
        return np.array(rotation.angles_of(tau), dtype=float)

    def kawasaki(self, q, **lengths):
        """The tool's origin of the Kawasaki FS20N in {B}, appendix 1."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.asarray([self.joint(x) for x in q], float))
        return self.tool_position(s)

    def tool_position(self, s):
        return s.t("tool", frame="B", origin="B")

    # -- section 4 -------------------------------------------------------------------------
    def tip(self, l, q):
        """The tip of a planar arm: links l, each turned by q_k against the one before."""
        return sum(length * np.array([np.cos(a), np.sin(a)])
                   for length, a in zip(l, self.directions([self.joint(x) for x in q])))

    def directions(self, q):
        """The angles of the links against the x axis."""
        return np.cumsum(q)

    def seen_from(self, t, tau, point):
        """A point seen from a frame whose pose is (t, tau)."""
        return tau.T @ (point - t)

    def to_frame_0(self, vector):
        """From {B} to frame 0, which stands on its head (appendix 1); vectors or matrices."""
        return rotation.tau_x(np.pi) @ vector

    def origin_6(self, t, tau, arrow):
        """l_60^(0) of appendix 2: from the gripper's pose in {B} back to the origin of frame 6."""
        return self.to_frame_0(t) - self.tool_vector(self.to_frame_0(tau), arrow)

    def tool_vector(self, tau_0tool, arrow):
        """The gripper's vector, known on its own axes, in frame 0."""
        return tau_0tool @ arrow

    def wrist_centre(self, origin_6, tau, mounting, length):
        """l_40^(0) of appendix 2: from the origin of frame 6 back along Z_6."""
        return origin_6 - length * (self.to_frame_0(tau) @ self.to_tool(mounting))[:, 2]

    def to_tool(self, mounting):
        """tau_tool,6 of a gripper mounted by a turn about X_6."""
        return rotation.tau_x(mounting).T

    def quadrant(self, sine, cosine):
        """An angle from its sine and cosine, or from two lengths in their ratio."""
        return np.arctan2(sine, cosine)

    def within(self, cosine):
        """The cosine of a triangle's angle, or None: there is no such triangle."""
        return cosine if abs(cosine) <= 1 else None

    def cos_elbow(self, x, y, l_1, l_2):
        """cos q_2 of the planar arm of two links, by the law of cosines."""
        return (x**2 + y**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2)

    def two_links(self, l_1, l_2, x, y):
        """All (q_1, q_2) that bring the tip of the planar arm to (x, y). (m, 2)"""
        c = self.within(self.cos_elbow(x, y, l_1, l_2))
        if c is None:
            return np.empty((0, 2))
        sines = [sign * np.sqrt(1 - c**2) for sign in (1, -1)]
        return np.array([[self.quadrant(y, x) - self.quadrant(l_2 * s, l_1 + l_2 * c),
                          self.quadrant(s, c)] for s in sines])

    def lean(self, L_3, L_4):
        """The angle between Z_3 and the line from elbow to wrist, which appendix 2 leaves out."""
        return np.arctan2(L_3, L_4)

    def singular_elbows(self, Q, L_3, L_4):
        """(q_2, q_3) with elbow and wrist in one line, the wrist in the direction Q. (2, 2)

        The upper arm is the longer one, so that the wrist lies before the shoulder either way.
        """
        return np.array([[Q, x - self.lean(L_3, L_4)] for x in (0, np.pi)])

    def q_2(self, Q, A, k_e):
        """The angle of the upper arm, appendix 2."""
        return Q - k_e * A

    def corner(self, L_2, forearm, l_41):
        """The angle A at the shoulder (fig. P.3), by the law of cosines; None: out of reach."""
        c = self.within(self.shoulder_cosine(L_2, forearm, l_41))
        return None if c is None else np.arccos(c)

    def shoulder_cosine(self, L_2, forearm, l_41):
        return (L_2**2 + l_41**2 - forearm**2) / (2 * L_2 * l_41)

    def shoulder(self, k_s):
        return k_s

    def arm_branch(self, C, L, k_s, k_e):
        """q_1, q_2, q_3 of the Kawasaki from its wrist centre in frame 0; None: out of reach."""
        (L_1, L_2, L_3, L_4), k_s = L, self.shoulder(k_s)
        OA, forearm = np.hypot(C[0], C[1]), np.hypot(L_3, L_4)
        q_1 = self.quadrant(k_s * C[0], -k_s * C[1])
        x, y = -C[2], k_s * OA - L_1                            # l_41 on X_1 and Y_1
        A = self.corner(L_2, forearm, np.hypot(x, y))
        if A is None:
            return None
        q_2 = self.q_2(self.quadrant(y, x), A, k_e)
        c, s = np.cos(q_2), np.sin(q_2)                         # l_42 on X_2 and Y_2
        M = self.quadrant(s * x - c * y, c * x + s * y - L_2)
        return np.array([q_1, q_2, M - self.lean(L_3, L_4)])

    def arm_branches(self, C, L):
        """All (q_1, q_2, q_3) that bring the wrist centre to C. (m, 3)"""
        found = [self.arm_branch(C, L, k_s, k_e) for k_s in (1, -1) for k_e in (1, -1)]
        return np.array([q for q in found if q is not None]).reshape(-1, 3)

    def other_wrist(self, q):
        """The other solution with the same arm, k_w changed."""
        return np.array([*q[:3], q[3] + np.pi, self.bent(q[4]), self.rolled(q[5])])

    def bent(self, q_5):
        return -q_5

    def rolled(self, q_6):
        return q_6 + np.pi

    # -- section 5 -------------------------------------------------------------------------
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
        return np.cross(c, R)

    def column(self, s, sigma, i, j, point):
        """Column j of the Jacobian matrix of link i, section 5.8."""
        if j not in self.moving(i, len(sigma)):
            return np.zeros(6)
        return self.stacked(self.c(s, sigma, j), self.D(s, sigma, i, j, point))

    def stacked(self, omega, V):
        return np.concatenate([omega, V])

    def velocity(self, s, sigma, dq, i, point):
        """V_i^(0), (5.11)."""
        return sum(self.D(s, sigma, i, j, point) * dq[j - 1] for j in self.moving(i, len(sigma)))

    def velocity_own(self, s, sigma, dq, i, point):
        """V_i^(i), (5.16): the same velocity on the axes of the link itself."""
        return self.onto(s, i, self.velocity(s, sigma, dq, i, point))

    def onto(self, s, i, V):
        return s.tau(i, 0) @ V

    def home_jacobian(self, **lengths):
        """D_6^({B}) of the Kawasaki FS20N with all joints at zero, appendix 4."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.zeros(6))
        return np.column_stack([self.D(s, robot.sigma, 6, j, np.zeros(3), "B")
                                for j in range(1, 7)])

    # -- what leaves a computation -----------------------------------------------------------
    def answer(self, matrix):
        """The matrix that is handed in; the mistake "transposed" acts here."""
        return matrix

    def unanswer(self, matrix):
        """A matrix used inside a longer computation, before `answer` acted on it."""
        return matrix


def _product(factors):
    result = factors[0]
    for factor in factors[1:]:
        result = result @ factor
    return result
