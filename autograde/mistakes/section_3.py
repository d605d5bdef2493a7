"""Mistakes in tasks on section 3."""

from __future__ import annotations

import numpy as np

from scipy.spatial.transform import Rotation

from ..rules import Rules
from ..steps import State
from .registry import mistake


@mistake("link_unturned", 5, "link vector added without rotation",
         "the link vectors were added without rotation into the frame of the sum.",
         "Add `np.pi / 2` to the first revolute joint in the formula: the whole sum must turn "
         "with it, x and y change places up to a sign.")
class LinkUnturned(Rules):
    class State(State):
        def link(self, frame, j):
            return self.L(j)

    def point_below(self, s, i, point):
        return s.tau(i - 1, i) @ point + s.L(i)


@mistake("link_before", 6, "link vector turned with the matrix before it",
         "every link vector was turned with tau_0,j-1; l_j is given on the axes of frame j.",
         "Turn joint 1 alone, a revolute one: the origin of link 1 must move with it, "
         "`after - before`.")
class LinkBefore(Rules):
    class State(State):
        def link(self, frame, j):
            k = self._place(j)
            arrow = self.mount(k)[1] + self.shift(k) * np.array([0.0, 0.0, 1.0])
            return self.tau(frame, "B" if k == 0 else self._name(k - 1)) @ arrow


@mistake("links_beyond", 17, "links beyond the asked one counted",
         "the sum runs over all links; it ends at link i.",
         "Change q of a joint beyond link i: `after - before` must be zero.")
class LinksBeyond(Rules):
    def position(self, s, i, point):
        return s.t(s.robot.n, point)


@mistake("base_axes", 4, "angles of turns about the axes of the base",
         "these angles belong to turns about the axes of the base, tau_z(R) tau_y(Y) tau_x(P).",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class BaseAxes(Rules):
    def orientation(self, t):
        return np.array([np.arctan2(t[2, 1], t[2, 2]),
                         np.arctan2(-t[2, 0], np.hypot(t[2, 1], t[2, 2])),
                         np.arctan2(t[1, 0], t[0, 0])])


class OtherOrder(Rules):
    """Turns about the moving X, Y, Z made in another order of the three."""

    order = "XYZ"

    def orientation(self, tau):
        angles = Rotation.from_matrix(tau).as_euler(self.order)
        return angles[[self.order.index(axis) for axis in "XYZ"]]


for _order in ("XZY", "YXZ", "YZX", "ZXY"):             # base_axes is ZYX
    mistake(f"order_{_order.lower()}", 4, f"angles of turns in the order {', '.join(_order)}",
            f"these angles make the matrix when the turns are made in the order "
            f"{', '.join(_order)}; section 3.2 has X, Y, Z.",
            "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.",
            )(type(f"Order{_order}", (OtherOrder,), {"order": _order}))


@mistake("base_left_out", 12, "vector left in frame 0",
         "these are the axes of frame 0, whose Z points down; the vector is asked for in {B}.",
         "At q = 0 the arm stands upright: the third component must be positive, `t[2] > 0`.")
class BaseLeftOut(Rules):
    def tool_position(self, s):
        return s.t("tool")


@mistake("arctg", 13, "arctg instead of atan2",
         "the quadrant is lost: arctg of a ratio cannot tell an angle from the angle plus pi.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Arctg(Rules):
    def orientation(self, t):
        P = np.arctan(-t[1, 2] / t[2, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan(t[0, 2] / (t[2, 2] * c - t[1, 2] * s))
        R = np.arctan((t[1, 0] * c + t[2, 0] * s) / (t[1, 1] * c + t[2, 1] * s))
        return np.array([P, Y, R])


@mistake("atan2_swapped", 13, "arguments of atan2 swapped",
         "the arguments of atan2 are swapped: it takes the sine first, then the cosine.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Atan2Swapped(Rules):
    def orientation(self, t):
        P = np.arctan2(t[2, 2], -t[1, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan2(t[2, 2] * c - t[1, 2] * s, t[0, 2])
        R = np.arctan2(t[1, 1] * c + t[2, 1] * s, t[1, 0] * c + t[2, 0] * s)
        return np.array([P, Y, R])


@mistake("tool_omitted", 12, "tool transform left out",
         "the last stretch to the gripper is missing: this is the origin of frame 6.",
         "Add 0.1 to L_tool: `np.linalg.norm(after - before)` must be 0.1.")
class ToolOmitted(Rules):
    def tool_position(self, s):
        return s.t(s.robot.n, frame="B", origin="B")


@mistake("tool_unturned", 5, "tool vector not turned with the gripper",
         "the gripper's vector was carried with tau_B6; its own mounting angle is missing.",
         "Set alpha of the gripper to `np.radians(30)`: its point must move.")
class ToolUnturned(Rules):
    def tool_position(self, s):
        n = s.robot.n
        return s.t(n, frame="B", origin="B") + s.tau("B", n) @ s.L("tool")


@mistake("as_printed", 0, "printed formula taken over",
         "this is the printed formula; in the copy at hand one sign in it is wrong.",
         "A row of a rotation matrix has length one: put any angles into "
         "`a_11**2 + a_12**2 + a_13**2`.")
class AsPrinted(Rules):
    printed = True
