"""The inverse position problem (section 4, appendix 2)."""

from __future__ import annotations

import numpy as np

from robokit import rotation

from ..shared.steps import Position


class Steps(Position):
    """The computations of section 4, a step of the book a method."""

    def tip(self, l, q):
        """The tip of a planar arm: links l, each turned by q_k against the one before."""
        angles = self.directions([self.joint(x) for x in q])
        return sum(l[k] * self.unit(angles[k]) for k in self.links_to(len(l), len(l)))

    def unit(self, angle):
        """A unit vector in the plane."""
        return np.array([np.cos(angle), np.sin(angle)])

    def seen_from(self, t, tau, point):
        """A point seen from a frame whose pose is (t, tau)."""
        return tau.T @ (point - t)

    def to_frame_0(self, vector):
        """From {B} to frame 0, which stands on its head (appendix 1); vectors or matrices."""
        return rotation.tau_x(np.pi) @ vector

    def pitch_yaw_roll(self, P, Y, R):
        """tau_B,tool of section 3.2, of the elementary rotations of section 2.2."""
        return self.compose([self.elementary_22(axis, angle)
                             for axis, angle in zip("xyz", (P, Y, R))])

    def elementary_22(self, axis, angle):
        """A turn of section 2.2."""
        return getattr(rotation, f"tau_{axis}")(angle)

    def origin_6(self, t, tau, arrow, mounting=0.0):
        """l_60^(0) of appendix 2: from the gripper's pose in {B} back to the origin of frame 6."""
        return self.to_frame_0(t) - self.tool_vector(self.to_frame_0(tau), arrow, mounting)

    def tool_vector(self, tau_0tool, arrow, mounting):
        """The gripper's vector, known on its own axes, in frame 0."""
        return tau_0tool @ arrow

    def wrist_centre(self, origin_6, tau, mounting, length):
        """l_40^(0) of appendix 2: from the origin of frame 6 back along Z_6."""
        return origin_6 - self.back(length) * (self.to_frame_0(tau) @ self.to_tool(mounting))[:, 2]

    def back(self, length):
        """From frame 6 to the wrist centre it is this far back along Z_6."""
        return length

    def to_tool(self, mounting):
        """tau_tool,6 of a gripper mounted by a turn about X_6."""
        return rotation.tau_x(mounting).T

    def quadrant(self, sine, cosine):
        """An angle from its sine and cosine, or from two lengths in their ratio."""
        return np.arctan2(sine, cosine)

    def within(self, cosine):
        """The cosine of a triangle's angle; None where there is no such triangle."""
        return cosine if abs(cosine) <= 1 else None

    def cos_elbow(self, x, y, l_1, l_2):
        """cos q_2 of the planar arm of two links, by the law of cosines."""
        return (x**2 + y**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2)

    def two_links(self, l_1, l_2, x, y):
        """All (q_1, q_2) that bring the tip of the planar arm to (x, y). (m, 2)"""
        c = self.within(self.cos_elbow(x, y, l_1, l_2))
        if c is None:
            return np.empty((0, 2))
        sines = [sign * np.sqrt(1 - c**2) for sign in self.both_elbows()]
        return np.array([[self.bearing(y, x) - self.quadrant(l_2 * s, l_1 + l_2 * c),
                          self.quadrant(s, c)] for s in sines])

    def bearing(self, y, x):
        """The direction of the target."""
        return self.quadrant(y, x)

    def both_elbows(self):
        """The signs of the two elbows."""
        return [1, -1]

    def both_shoulders(self):
        """The signs of the two shoulders."""
        return [1, -1]

    def lean(self, L_3, L_4):
        """The angle between Z_3 and the line from elbow to wrist, which appendix 2 leaves out."""
        return np.arctan2(L_3, L_4)

    def forearm(self, L_3, L_4):
        """The length from elbow to wrist."""
        return np.hypot(L_3, L_4)

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
        """The cosine of the angle at the shoulder."""
        return (L_2**2 + l_41**2 - forearm**2) / (2 * L_2 * l_41)

    def shoulder(self, k_s):
        """The index of the shoulder, k_s."""
        return k_s

    def offset(self, L_1):
        """From the axis of joint 1 to the shoulder."""
        return L_1

    def height(self, C):
        """The wrist centre's height over the base: Z_0 points down."""
        return -C[2]

    def arm_branch(self, C, L, k_s, k_e):
        """q_1, q_2, q_3 of the Kawasaki from its wrist centre in frame 0; None: out of reach."""
        (L_1, L_2, L_3, L_4), k_s = L, self.shoulder(k_s)
        OA, forearm = np.hypot(C[0], C[1]), self.forearm(L_3, L_4)
        q_1 = self.quadrant(k_s * C[0], -k_s * C[1])
        x, y = self.height(C), k_s * OA - self.offset(L_1)      # l_41 on X_1 and Y_1
        A = self.corner(L_2, forearm, np.hypot(x, y))
        if A is None:
            return None
        q_2 = self.q_2(self.quadrant(y, x), A, k_e)
        c, s = np.cos(q_2), np.sin(q_2)                         # l_42 on X_2 and Y_2
        M = self.quadrant(s * x - c * y, c * x + s * y - L_2)
        return np.array([q_1, q_2, M - self.lean(L_3, L_4)])

    def arm_branches(self, C, L):
        """All (q_1, q_2, q_3) that bring the wrist centre to C. (m, 3)"""
        found = [self.arm_branch(C, L, k_s, k_e)
                 for k_s in self.both_shoulders() for k_e in self.both_elbows()]
        return np.array([q for q in found if q is not None]).reshape(-1, 3)

    def other_wrist(self, q):
        """The other solution with the same arm, k_w changed."""
        return np.array([*q[:3], q[3] + np.pi, self.bent(q[4]), self.rolled(q[5])])

    def bent(self, q_5):
        """q_5 of the other solution for the wrist."""
        return -q_5

    def rolled(self, q_6):
        """q_6 of the other solution for the wrist."""
        return q_6 + np.pi
