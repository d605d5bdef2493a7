"""Mistakes in tasks on section 3."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from autograde.judging import mistake, refutes
from robokit import Mechanism, Mount
from robokit.kawasaki import fs20n

from ..shared import mistakes as shared
from ..shared.examples import ANGLES, LENGTHS, POINT, Q6, Z, moved, state
from ..shared.state import State
from ..shared.steps import Position
from . import tasks

INCLUDES = (shared,)


@mistake("slide_unturned", 6, "shift of a prismatic joint along the wrong axis",
         "the shift runs along Z_j; joint j slides along Z_(j-1), which is v_j in frame j.",
         "In frame j the vector `L_j(q_j + 1) - L_j(q_j)` is the axis Z_(j-1): "
         "turn it into frame j-1 and look.")
class SlideUnturned(Position):
    class State(State):
        def v(self, j):
            return np.array([0.0, 0.0, 1.0])


@refutes("slide_unturned")
def slide_unturned(rules):
    shift = rules.link_vector(state(rules, (0, 1, 0)), 2) - rules.link_vector(state(rules), 2)
    yield moved(*ANGLES[1], 0, 0) @ shift - Z


@mistake("links_beyond", 17, "links beyond the asked one counted",
         "the sum runs over all links; it ends at link i.",
         "Change q of a joint beyond link i: `after - before` must be zero.")
class LinksBeyond(Position):
    def position(self, s, i, point):
        return s.t(s.robot.n, point)


@refutes("links_beyond")
def links_beyond(rules):
    yield (rules.position(state(rules, (0, 0, 0.8)), 2, POINT)
           - rules.position(state(rules), 2, POINT))


@mistake("base_axes", 4, "angles of turns about the axes of the base",
         "these angles belong to turns about the axes of the base, tau_z(R) tau_y(Y) tau_x(P).",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class BaseAxes(Position):
    def orientation(self, t):
        return np.array([np.arctan2(t[2, 1], t[2, 2]),
                         np.arctan2(-t[2, 0], np.hypot(t[2, 1], t[2, 2])),
                         np.arctan2(t[1, 0], t[0, 0])])


@refutes("arctg", "atan2_swapped", "base_axes", "order_xzy", "order_yxz", "order_yzx", "order_zxy")
def put_back(rules):
    turn = Rotation.from_euler("XYZ", [2.5, 0.7, -2.2]).as_matrix()
    yield Rotation.from_euler("XYZ", rules.orientation(turn)).as_matrix() - turn


class OtherOrder(Position):
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
class BaseLeftOut(Position):
    def tool_position(self, s):
        return s.t("tool")


@refutes("base_left_out")
def base_left_out(rules):
    yield max(0.0, -rules.kawasaki(np.zeros(6), **LENGTHS)[2])


@mistake("arctg", 13, "arctg instead of atan2",
         "the quadrant is lost: arctg of a ratio cannot tell an angle from the angle plus pi.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Arctg(Position):
    def orientation(self, t):
        P = np.arctan(-t[1, 2] / t[2, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan(t[0, 2] / (t[2, 2] * c - t[1, 2] * s))
        R = np.arctan((t[1, 0] * c + t[2, 0] * s) / (t[1, 1] * c + t[2, 1] * s))
        return np.array([P, Y, R])


@mistake("atan2_swapped", 13, "arguments of atan2 swapped",
         "the arguments of atan2 are swapped: it takes the sine first, then the cosine.",
         "Put your angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given matrix.")
class Atan2Swapped(Position):
    def orientation(self, t):
        P = np.arctan2(t[2, 2], -t[1, 2])
        c, s = np.cos(P), np.sin(P)
        Y = np.arctan2(t[2, 2] * c - t[1, 2] * s, t[0, 2])
        R = np.arctan2(t[1, 1] * c + t[2, 1] * s, t[1, 0] * c + t[2, 0] * s)
        return np.array([P, Y, R])


@mistake("tool_omitted", 12, "tool transform left out",
         "the last stretch to the gripper is missing: this is the origin of frame 6.",
         "Add 0.1 to L_tool: `np.linalg.norm(after - before)` must be 0.1.")
class ToolOmitted(Position):
    def tool_position(self, s):
        return s.t(s.robot.n, frame="B", origin="B")


@refutes("tool_omitted")
def tool_omitted(rules):
    longer = LENGTHS | {"L_tool": LENGTHS["L_tool"] + 0.1}
    yield np.linalg.norm(rules.kawasaki(Q6, **longer) - rules.kawasaki(Q6, **LENGTHS)) - 0.1


@mistake("tool_unturned", 5, "tool vector not turned with the gripper",
         "the gripper's vector was carried with tau_B6; its own mounting angle is missing.",
         "Set alpha of the gripper to `np.radians(30)`: its point must move.")
class ToolUnturned(Position):
    def tool_position(self, s):
        n = s.robot.n
        return s.t(n, frame="B", origin="B") + s.tau("B", n) @ s.L("tool")


@refutes("tool_unturned")
def tool_unturned(rules):
    robot, other = fs20n(**LENGTHS), fs20n(**LENGTHS)
    other = Mechanism(other.sigma, other.angles, other.l, base=other.base,
                      tool=Mount(angles=(np.radians(30), 0, 0), l=other.tool.l))
    here, there = (rules.tool_position(rules.State(r, (), q=Q6)) for r in (robot, other))
    yield float(np.abs(there - here).max() < 1e-9)


@mistake("as_printed", 0, "printed formula taken over",
         "this is the printed formula; in the copy at hand one sign in it is wrong.",
         "A row of a rotation matrix has length one: put any angles into "
         "`a_11**2 + a_12**2 + a_13**2`.")
class AsPrinted(Position):
    printed = True


@refutes("as_printed")
def as_printed(rules):
    row = fs20n().at(Q6).tau("B", 6)[0]
    yield row[0]**2 + tasks.a_12(rules, {}, *Q6)**2 + row[2]**2 - 1
