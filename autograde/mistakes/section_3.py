"""Mistakes in tasks on section 3."""

from __future__ import annotations

import numpy as np

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
