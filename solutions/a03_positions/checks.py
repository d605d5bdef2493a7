"""What answers of assignment 3 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import laws, rotation

from ..shared.checks import POINT, VISIBLE, L, typed_rotation

TURNS = tuple(rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
              for P, Y, R in ((0.5, -0.4, 0.9), (2.6, 0.7, -2.2)))


def _slide_laws(L_2, own):
    v = own["variant"]
    yield laws.Finding(bool(abs(np.linalg.norm(L_2 - v["l"][1]) - v["q"][1]) <= 2 * TYPED),
                       "it differs from l_2 by a vector as long as the slide")


def _below_laws(t, own):
    v = own["variant"]
    length = np.linalg.norm(np.add(v["point"], v["l"][2]))
    yield laws.Finding(bool(abs(np.linalg.norm(t) - length) <= 2 * TYPED),
                       "it is as long as point and link vector of link 3 together")


def _position_own_laws(t, own):
    """The same vector seen from another frame has the same length."""
    other = own.get("position")
    if not laws.same_length(other, other):
        yield laws.Finding(None, "Check position first: the two have something in common.")
    else:
        length = np.linalg.norm(np.array(other, float))
        yield laws.Finding(bool(abs(np.linalg.norm(t) - length) <= 2 * TYPED * max(1, length)),
                           "it is as long as your position")


def _chain_position_laws(chain_position, own):
    """A link is rigid; joint 1 turns about the origin; a slide moves by what it slides."""
    angles, sigma, q = VISIBLE

    def t(dq=(0, 0, 0), i=3, point=POINT):
        return np.array(chain_position(angles.copy(), L.copy(), sigma.copy(), q + dq, i,
                                       np.array(point, float)), float).reshape(3)
    yield laws.same(np.linalg.norm(t() - t(point=(0, 0, 0))), np.linalg.norm(POINT),
                    "two points of one link keep their distance")
    yield laws.same(np.linalg.norm(t((0.8, 0, 0))), np.linalg.norm(t()),
                    "turning joint 1 keeps the distance from the origin")
    yield laws.same(np.linalg.norm(t((0, 0.1, 0)) - t()), 0.1,
                    "a slide by 0.1 moves the point by 0.1")
    yield laws.same(t((0, 0, 0.8), i=2), t(i=2), "joint 3 does not move link 2")


def _orientation_laws(orientation, own):
    """Put back into (3.4) the angles make the matrix that they came from."""
    for tau in TURNS:
        P, Y, R = np.array(orientation(tau.copy()), float).reshape(3)
        back = rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
        yield laws.same(back, tau, "tau_x(P) tau_y(Y) tau_z(R) gives the matrix back")


def _reach_laws(t, own):
    reach = sum(own["variant"]["kawasaki_lengths"].values())
    yield laws.Finding(bool(np.linalg.norm(t) <= reach), "the gripper is no farther from {B} than "
                       "all lengths together")


def _row_laws(a_12):
    """With a_11 and a_13, which hold as they are printed, it makes a row of length one."""
    q = sp.symbols("q_1:7")
    s1, s2, s3, s4, s5, s6 = map(sp.sin, q)
    c1, c2, c3, c4, c5, c6 = map(sp.cos, q)
    lean, rise = s1 * c2 * s3 - s1 * s2 * c3, s1 * c2 * c3 + s1 * s2 * s3
    a_11 = c6 * (s4 * rise + c1 * c4) - s6 * (s5 * lean - c5 * (c4 * rise - c1 * s4))
    a_13 = -c5 * lean - s5 * (c4 * rise - c1 * s4)
    a_12 = a_12.xreplace({x: sp.Symbol(x.name) for x in a_12.free_symbols})
    return [laws.same(a_11**2 + a_12**2 + a_13**2, 1, "the first row has length one")]


CHECKS = {
    "link_vector": Check(function_laws=_slide_laws),
    "rotation_03": Check(laws=typed_rotation),
    "point_below": Check(function_laws=_below_laws),
    "position_own": Check(function_laws=_position_own_laws),
    "chain_position": Check(
        function_laws=_chain_position_laws,
        visible=tuple(Case((angles, L, sigma, q, i, POINT))
            for angles, sigma, q in [VISIBLE] for i in (1, 3))),
    "orientation": Check(
        function_laws=_orientation_laws,
        visible=tuple(Case((tau,)) for tau in TURNS)),
    "kawasaki_tool": Check(function_laws=_reach_laws),
    "a_12": Check(symbolic_laws=_row_laws),
}
