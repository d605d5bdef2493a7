"""Assignment 3: link positions and orientation angles (section 3 and appendix 1 of the book)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Angles,
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Matrix,
    Number,
    Row,
    Task,
    Vector,
)
from robokit import rotation
from robokit.kawasaki import fs20n

from ..shared.drawing import SIGMA, chain, own_chain
from ..shared.figures import scheme
from ..shared.steps import Position
from .checks import CHECKS


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a chain revolute - prismatic - revolute, and a Kawasaki pose."""
    def degrees(*shape):
        away = rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape)
        return np.round(away, 1)
    return {
        "sigma": SIGMA,
        "angles_deg": degrees(3, 3).tolist(),
        "l": np.round(rng.choice([-1, 1], (3, 3)) * rng.uniform(0.15, 0.6, (3, 3)), 2).tolist(),
        "q": [float(degrees()), round(float(rng.uniform(0.25, 0.7)), 2), float(degrees())],
        "point": np.round(rng.choice([-1, 1], 3) * rng.uniform(0.1, 0.4, 3), 2).tolist(),
        "kawasaki_q_deg": np.round(rng.uniform(15, 75, 6) * rng.choice([-1, 1], 6), 1).tolist(),
        "kawasaki_lengths": {"L_1": 0.15, "L_2": 0.8, "L_3": 0.06, "L_4": 0.7, "L_5": 0.0965,
                             "L_6": round(float(rng.uniform(0.05, 0.12)), 3),
                             "L_tool": round(float(rng.uniform(0.15, 0.35)), 3)},
    }


def _position_own_steps(rules, v, link_vector=None, rotation_03=None):
    """(3.2) with the student's own L_2 and tau_03 where they stand."""
    s = own_chain(rules, v)
    L_2 = rules.link_vector(s, 2) if link_vector is None else link_vector
    tau = s.tau(0, 3) if rotation_03 is None else rotation_03
    return tau @ (np.array(v["point"]) + s.L(3)) + s.tau(0, 1) @ s.L(1) + s.tau(0, 2) @ L_2


def _position_terms(rules, v, angles, l, sigma, q, i, point):
    """The terms of (3.2): every l_j, every slide and the point, each turned into frame 0."""
    s = rules.at(angles, l, sigma, q)
    terms = {"point": s.tau(0, i) @ point}
    for j in range(1, i + 1):
        terms[f"l of link {j}"] = s.tau(0, j) @ l[j - 1]
        if not sigma[j - 1]:
            terms[f"slide of joint {j}"] = s.tau(0, j) @ s.v(j) * q[j - 1]
    return terms


def _own_tool(rules, v, chain_position):
    """The tool's origin by the student's own function: base, six joints, gripper."""
    robot, q = fs20n(**v["kawasaki_lengths"]), np.radians([0, *v["kawasaki_q_deg"], 0])
    angles, l = (np.array([getattr(robot.base, name), *getattr(robot, name),
                           getattr(robot.tool, name)], dtype=float) for name in ("angles", "l"))
    return chain_position(angles, l, np.ones(8), q, 8, np.zeros(3))


def _positions(rng, v):
    cases = []
    for group, sigma, i in (("revolute joints", [1, 1, 1, 1], 4), ("revolute joints", [1, 1, 1], 2),
                            ("prismatic joints too", [1, 0, 1, 0, 1, 1], 5),
                            ("prismatic joints too", [0, 1, 1], 3)):
        angles, sigma, q = chain(rng, sigma)
        l = rng.uniform(-0.8, 0.8, (len(sigma), 3))
        cases.append(Case((angles, l, sigma, q, i, rng.uniform(-0.5, 0.5, 3)), group))
    return cases


def _orientations(rng, v):
    """Front: every cosine positive, where arctg happens to do. Behind: the other quadrants.

    In both each angle takes both signs: an arccosine loses that of Y.
    """
    def turned(P, Y, R):
        return rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
    signs = rng.choice([-1, 1], (3, 3))
    signs[1] = -signs[0]
    front = rng.uniform(0.2, 1.2, (3, 3)) * signs
    behind = front + np.pi * np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1]])
    return ([Case((turned(*a),), "first quadrants") for a in front]
            + [Case((turned(*a),), "all quadrants") for a in behind])


def _joint_angles(rng, v):
    """Of both signs: the length of the row gives the entry but for its sign."""
    while True:
        places = rng.uniform(-2, 2, (4, 6))
        entry = fs20n().at(places).tau("B", 6)[:, 0, 1]
        if entry.max() > 0.1 and entry.min() < -0.1:
            return [Case({f"q_{k}": float(x) for k, x in enumerate(q, 1)}) for q in places]


def a_12(rules, v, q_1, q_2, q_3, q_4, q_5, q_6):
    """Entry of tau_B6, appendix 1: from the chain, or as the copy prints it."""
    q = [q_1, q_2, q_3, q_4, q_5, q_6]
    if not rules.printed:
        return fs20n().at(q).tau("B", 6)[0, 1]
    (s1, s2, s3, s4, s5, s6), (c1, c2, c3, c4, c5, c6) = np.sin(q), np.cos(q)
    return (-c6 * (s5 * (s1 * c2 * s3 - s1 * s2 * c3)
                   - c5 * (c4 * (s1 * c2 * c3 - s1 * s2 * s3) - c1 * s4))
            - s6 * (s4 * (s1 * c2 * c3 + s1 * s2 * s3) + c1 * c4))


RUBRICS = {
    "explain_angles": (
        Row(1, "Says what arctg of the ratio loses: the signs of sine and cosine apart, so that "
               "an angle and the same angle plus pi look alike; atan2 keeps both.",
            "What does a ratio forget about its two parts? Try two angles that differ by pi.",
            "That something is lost is said; say what, and what atan2 does with it."),
        Row(1, "Shows a case in which it matters, with numbers: a matrix, the wrong angles and "
               "the matrix that they make when put back.",
            "A case is asked for: a matrix in numbers, the angles that arctg gives, and the "
            "matrix that they make.",
            "The numbers are there; put the wrong angles back and show what matrix comes out."),
        Row(1, "Says that two sets of angles make the same matrix, (P, Y, R) and (P + pi, pi - "
               "Y, R + pi), and that at Y = +-90 degrees infinitely many do.",
            "How many sets of angles make the same matrix? Look also at Y = 90 degrees.",
            "One of the two cases is missing: two sets in general, and what happens at Y = +-90 "
            "degrees."),
    ),
}
ASSIGNMENT = Assignment(
    section="3",
    draw=draw,
    figure=scheme,
    rules=Position,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("link_vector", 1, "section 3.1", Vector(3, "m"), questions=("3.1",),
             advice="The slide goes along Z_1: `tau_12 @ (L_2 - v.l[1])` must be (0, 0, q_2).",
             reference=lambda rules, v: rules.link_vector(own_chain(rules, v), 2),
             mistakes=("slide_lost", "slide_unturned", "degrees")),
        Task("rotation_03", 2, "(2.4), section 2.4", Matrix(), questions=("3.1", "2.4"),
             advice="Its columns are the axes of link 3 on those of frame 0. Build it link by "
                    "link, `tau = tau @ adjacent(...)`, angles in radians; the slide turns "
                    "nothing.",
             reference=lambda rules, v: rules.rotation_of(own_chain(rules, v), 3),
             mistakes=("transposed", "reversed", "section_22", "degrees", "slide_turns",
                       "joint_sign")),
        Task("point_below", 2, "(3.1), section 3.1", Vector(3, "m"), questions=("3.1",),
             advice="Take it back into frame 3: `tau_23.T @ t` must be the link vector and the "
                    "point together, as they are given there.",
             reference=lambda rules, v: rules.point_below(own_chain(rules, v), 3,
                                                          np.array(v["point"])),
             mistakes=("link_unturned", "transposed", "degrees", "section_22", "joint_sign")),
        Task("position", 2, "(3.2), section 3.1", Vector(3, "m"), questions=("3.1",),
             advice="Let joint 1 turn by a small h: seen from above the point moves by h times "
                    "its distance from Z_0, `after - before`. Compare with "
                    "`chain_position(...)`.",
             reference=lambda rules, v: rules.position(own_chain(rules, v), 3,
                                                       np.array(v["point"])),
             mistakes=("link_unturned", "link_before", "slide_lost", "slide_unturned",
                       "slide_turns", "reversed", "section_22", "degrees", "joint_sign"),
             own=("link_vector", "rotation_03"), follow=_position_own_steps),
        Task("position_own", 1, "(3.3), section 3.1", Vector(3, "m"), questions=("3.1",),
             advice="Turned back it must be the answer before: `tau_03 @ position_own - "
                    "position` vanishes.",
             reference=lambda rules, v: rules.position_own(own_chain(rules, v), 3,
                                                           np.array(v["point"])),
             mistakes=("wrong_frame", "slide_lost", "degrees"),
             own=("rotation_03", "position"),
             follow=lambda rules, v, rotation_03=None, position=None:
                 (own_chain(rules, v).tau(0, 3) if rotation_03 is None else rotation_03).T
                 @ (rules.position(own_chain(rules, v), 3, np.array(v["point"]))
                    if position is None else position)),
        Task("chain_position", 4, "(3.2), section 3.1", Function(Vector(3, "m")),
             advice="Try what you know: one link with `angles = np.zeros((1, 3))`, then a "
                    "slide, then two links at right angles. Only then the whole sum.",
             questions=("3.1",),
             reference=lambda rules, v, angles, l, sigma, q, i, point:
                 rules.position(rules.at(angles, l, sigma, q), i, point),
             cases=_positions, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("link_unturned", "link_before", "links_beyond", "slide_lost",
                       "slide_unturned", "slide_turns", "reversed", "section_22", "joint_sign"),
             terms=_position_terms),
        Task("orientation", 3, "section 3.2", Function(Angles()), questions=("3.2",),
             advice="Put the angles back: `tau_x(P) @ tau_y(Y) @ tau_z(R)` must be the given "
                    "matrix. Try angles beyond 90 degrees, too.",
             reference=lambda rules, v, tau: rules.in_radians(rules.orientation(tau)),
             cases=_orientations, shares={"first quadrants": 0.4, "all quadrants": 0.6},
             mistakes=("arctg", "atan2_swapped", "base_axes", "order_xzy", "order_yxz",
                       "order_yzx", "order_zxy", "transposed", "degrees_kept")),
        Task("where_angles_fail", 1, "section 3.2", Choice(
            ("a", "b", "c", "d"),
            {"a": "at P = 90 degrees one of sine and cosine is zero, the other is not: "
                  "`np.arctan2(1, 0)` has a value",
             "b": "at Y = 0 the axes of the first and the third turn, X and Z, stand at right "
                  "angles: which entries of the matrix hold P, which R?",
             "d": "put numbers in: `tau_x(0.5) @ tau_y(np.pi / 2) @ tau_z(0.2)` and the same with "
                  "0.6 and 0.3 have the difference in common; are they equal?"}),
             questions=("3.2",), reference=lambda rules, v: "c"),
        Task("kawasaki_tool", 2, "appendix 1", Vector(3, "m"), questions=("3.1",),
             advice="At `q = 0` the arm stands upright over {B}: only heights and side offsets "
                    "remain. Then turn one joint at a time; base and gripper are links that "
                    "stand still.",
             reference=lambda rules, v: rules.kawasaki(rules.radians(v["kawasaki_q_deg"]),
                                                       **v["kawasaki_lengths"]),
             own=("chain_position",), follow=_own_tool,
             mistakes=("tool_omitted", "tool_unturned", "base_left_out", "degrees", "joint_sign",
                       "link_unturned")),
        Task("a_12", 2, "appendix 1, a_12", Expression([f"q_{k}" for k in range(1, 7)], Number()),
             advice="The row of a rotation matrix has length one, `a_11**2 + a_12**2 + "
                    "a_13**2`, at all angles. Try quarter turns of two or three joints together.",
             questions=("3.2",), reference=a_12, cases=_joint_angles, mistakes=("as_printed",)),
    ),
)
