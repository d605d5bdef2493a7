"""Assignment 4: forward and inverse position problems (section 4 and appendix 2 of the book)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    JointAngles,
    NotAsked,
    Number,
    Row,
    SolutionSet,
    Task,
    Vector,
    on_own,
)
from robokit import rotation

from .checks import CHECKS
from .steps import Steps

MOUNTING = np.radians(-30)          # of the gripper about X_6, appendix 1
BEYOND = np.array([9.0, 9.0, 9.0])  # a wrist centre that no arm of the assignment reaches
TRUTH = Steps()
EDGE = 0.04                         # cosines this near to 1 are too near a singular configuration


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a planar arm, a cell, and a Kawasaki with a pose to reach."""
    def between(low, high, size=None, digits=2):
        return np.round(rng.choice([-1, 1], size) * rng.uniform(low, high, size), digits)

    def lengths(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)
    return {
        "l": [lengths(0.2, 0.6) for _ in range(3)],
        "q_deg": between(15, 75, 3, 1).tolist(),
        "base_t": between(0.3, 1.5, 3).tolist(),
        "turn_deg": float(between(20, 160, digits=1)),
        "point": between(0.3, 1.5, 3).tolist(),
        "target": [*between(0.3, 0.7, 2).tolist(), lengths(0.2, 0.9)],
        "angles_deg": (rng.choice([-90, 0, 90], 3) + between(15, 75, 3, 1)).round(1).tolist(),
        "Q_deg": float(between(15, 75, digits=1)),
        "kawasaki_q_deg": between(15, 75, 6, 1).tolist(),
        "lengths": {"L_1": 0.15, "L_2": 0.8, "L_3": lengths(0.06, 0.15, 3),
                    "L_4": lengths(0.55, 0.72), "L_5": 0.0965, "L_6": lengths(0.05, 0.12, 3),
                    "L_tool": lengths(0.15, 0.35)},
    }


def orientation(rules, v):
    """tau_B,tool of the wanted pose."""
    P, Y, R = rules.radians(np.array(v["angles_deg"]))
    return rules.pitch_yaw_roll(P, Y, R)


def point_in_base(rules, v):
    tau = rotation.tau_z(rules.radians(v["turn_deg"]))
    return rules.seen_from(np.array(v["base_t"]), tau, np.array(v["point"]))


def origin_6(rules, v):
    return rules.origin_6(np.array(v["target"]), orientation(rules, v),
                          np.array([0, 0, v["lengths"]["L_tool"]]), MOUNTING)


def wrist_centre(rules, v, origin=None):
    """l_40^(0) from the true origin of frame 6, or from the student's own."""
    origin = origin_6(rules, v) if origin is None else origin
    return rules.wrist_centre(origin, orientation(rules, v), MOUNTING,
                              v["lengths"]["L_5"] + v["lengths"]["L_6"])


def singular_elbow(rules, v):
    return rules.in_radians(rules.singular_elbows(np.radians(v["Q_deg"]), v["lengths"]["L_3"],
                                                  v["lengths"]["L_4"]))


# -- what the judge asks functions and expressions ---------------------------------------------
def _own_branches(rules, v, C, L, arm_branch):
    """What the student's own function gives for all indices; out of reach it gives nothing.

    A function that answers everywhere cannot say what is out of reach: the geometry does.
    """
    def own(*asked):
        try:
            return arm_branch(*asked)
        except NotAsked:
            return None
    everywhere = own(BEYOND, L, 1, 1) is not None

    def branch(C, L, k_s, k_e):
        found = own(C, L, k_s, k_e)
        return None if everywhere and TRUTH.arm_branch(C, L, k_s, k_e) is None else found
    return on_own(rules, arm_branch=branch).arm_branches(C, L)


def _triangles(rng, v):
    return [Case({"x": float(x), "y": float(y), "l_1": float(a), "l_2": float(b)})
            for x, y, a, b in rng.uniform(0.3, 0.9, (4, 4))]


def _upper_arms(rng, v):
    return [Case({"Q": float(Q), "A": float(A), "k_e": k_e})
            for k_e, (Q, A) in zip((1, -1, 1, -1), rng.uniform(0.2, 1.4, (4, 2)))]


def _targets(rng, v):
    """In reach: where arctg fails, behind the base or beyond a right angle at the elbow."""
    cases = []
    while len(cases) < 6:
        l_1, l_2 = rng.uniform(0.3, 0.9, 2)
        x, y = rng.uniform(-1.4, 1.4, 2)
        c = Steps().cos_elbow(x, y, l_1, l_2)
        if abs(c) < 1 - EDGE and min(abs(c), abs(x), abs(y)) > 0.1 and (x < 0 or c < 0):
            cases.append(Case((l_1, l_2, x, y), "in reach"))
    for l_1, l_2, share in ((0.6, 0.5, 1.3), (0.4, 0.7, 1.15), (0.9, 0.4, 0.3)):
        r, angle = share * (l_1 + l_2), rng.uniform(-np.pi, np.pi)
        cases.append(Case((l_1, l_2, r * np.cos(angle), r * np.sin(angle)), "out of reach"))
    return cases


def _place(rng, branches):
    """A wrist centre with so many solutions, none of them near a singular configuration."""
    while True:
        L = np.array([rng.uniform(0.1, 0.2), rng.uniform(0.6, 0.9), rng.uniform(0.06, 0.15),
                      rng.uniform(0.5, 0.75)])
        C, forearm = rng.uniform(-1.5, 1.5, 3), np.hypot(L[2], L[3])
        l_41 = np.hypot(C[2], np.hypot(C[0], C[1]) - [L[0], -L[0]])     # k_s = 1, -1
        c = np.abs((L[1]**2 + forearm**2 - l_41**2) / (2 * L[1] * forearm))
        if branches == 2:
            C[1] = abs(C[1])            # where arctg fails
        if (np.hypot(C[0], C[1]) > 0.3 and np.abs(C).min() > 0.1 and np.abs(c - 1).min() > EDGE
                and 2 * np.sum(c < 1) == branches):
            return C, L


def _branches(rng, v):
    return [Case((*_place(rng, 4), k_s, k_e),
                 "shoulder in front" if k_s > 0 else "shoulder behind")
            for k_s in (1, -1) for k_e in (1, -1, 1)]


def _arms(rng, v):
    return [Case(_place(rng, count), "in reach" if count else "out of reach")
            for count in (4, 4, 2, 4, 0, 0)]


RUBRICS = {
    "explain_singular": (
        Row(1, "Says what becomes of the solutions: at the stretched elbow two of them meet in "
               "one, at the shoulder and at the wrist infinitely many appear because two axes do "
               "the same.",
            "Count the solutions: how many away from the singular configuration, how many in it?",
            "One singular configuration is described. Say of the others, too, how many solutions "
            "there are."),
        Row(1, "Shows it with numbers that can be repeated: joint angles near and at a singular "
               "configuration, and a joint that runs far for a small step of the gripper.",
            "Numbers are asked for: two configurations, near and at the singular one, and a "
            "small step of the gripper.",
            "The numbers are there; say how far each joint runs for the small step."),
        Row(1, "Names the measures of section 4.2 and what each of them is against: limits and "
               "workspace (no solution), paths around singular configurations (infinitely many), "
               "indices (several).",
            "Section 4.2 names measures. Which of them helps against no solution, which against "
            "too many?",
            "The measures are named; say of each what it is against."),
    ),
}
ASSIGNMENT = Assignment(
    section="4",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("point_in_base", 1, "section 4.1", Vector(3, "m"), questions=("4.1",),
             advice="Take the way back: `tau @ point_in_base + v.base_t` must be the point that "
                    "the camera reported.",
             reference=point_in_base, mistakes=("pose_forward", "inverse_unturned", "degrees")),
        Task("tip", 1, "(3.2), section 4.1", Vector(2, "m"), questions=("4.1",),
             advice="Put the links end to end: the direction of link k is the sum of the first "
                    "k angles, `np.cumsum(q)`. A sketch shows the quadrant.",
             reference=lambda rules, v: rules.tip(v["l"], rules.radians(v["q_deg"])),
             mistakes=("absolute_angles", "zero_offset", "degrees", "joint_sign")),
        Task("how_many", 1, "section 4.2", Choice(
            ("a", "b", "c", "d"),
            {"a": "three angles and two conditions: turn the last link about the target by a "
                  "little, can the first two links follow?",
             "c": "take the last link away: the wrist is then given, and two links remain; how "
                  "many elbows has their triangle?",
             "d": "without a direction for the last link count the unknowns, three angles, and "
                  "the conditions, x and y"}), questions=("4.1", "4.2"),
             reference=lambda rules, v: "b"),
        Task("cos_elbow", 2, "section 4.2", Expression(["x", "y", "l_1", "l_2"], Number()),
             advice="Stretched and folded arms are known, `cos_elbow.subs({x: l_1 + l_2, y: "
                    "0})` is 1; and at a right angle at the elbow Pythagoras holds.",
             questions=("4.4",), reference=lambda rules, v, **at: rules.cos_elbow(**at),
             cases=_triangles, mistakes=("inner_cosine", "shoulder_cosine")),
        Task("elbows", 4, "section 4.2", Function(SolutionSet(2)), questions=("4.1", "4.4"),
             advice="Put each pair back, `l_1 * np.cos(q_1) + l_2 * np.cos(q_1 + q_2)` and the "
                    "same with sines: x and y must come out. Then try a target beyond both "
                    "links.",
             reference=lambda rules, v, l_1, l_2, x, y:
                 rules.in_radians(rules.two_links(l_1, l_2, x, y)),
             cases=_targets, shares={"in reach": 0.6, "out of reach": 0.4}, slip=0.6,
             mistakes=("joint_arctg", "joint_atan2", "inner_cosine", "unreachable",
                       "degrees_kept")),
        Task("origin_6", 2, "appendix 2, l_60", Vector(3, "m"), questions=("4.4",),
             advice="Seen from the gripper, origin 6 lies straight behind: `tau_0tool.T @ "
                    "(l_tool0 - origin_6)` must be (0, 0, L_tool), all in frame 0, whose Z "
                    "points down.",
             reference=origin_6,
             mistakes=("tool_axes", "l60_printed", "arrow_in_6", "base_omitted", "reversed",
                       "transposed", "section_24", "degrees")),
        Task("wrist_centre", 2, "appendix 2, l_40", Vector(3, "m"), questions=("4.4",),
             advice="Seen from frame 6, the wrist centre lies straight behind: `tau_06.T @ "
                    "(origin_6 - wrist_centre)` must be (0, 0, L_5 + L_6).",
             reference=wrist_centre,
             mistakes=("mount_omitted", "mount_back", "wrist_ahead", "tool_axes", "l60_printed",
                       "arrow_in_6", "base_omitted", "reversed", "transposed", "section_24",
                       "degrees"),
             own=("origin_6",),
             follow=lambda rules, v, origin_6=None: wrist_centre(rules, v, origin_6)),
        Task("singular_elbow", 2, "section 4.2", SolutionSet(2), questions=("4.2",),
             advice="Put each pair into the forward problem: `np.cross(elbow - shoulder, wrist "
                    "- elbow)` must vanish. Draw both, stretched and folded, with L_3.",
             reference=singular_elbow, mistakes=("lean_missing", "lean_sign", "degrees_kept")),
        Task("upper_arm", 2, "appendix 2, q_2", Expression(["Q", "A", "k_e"], Number()),
             advice="Draw it for Q = 0: on which side of the line to C does the elbow lie for "
                    "k_e = 1? `upper_arm.subs({Q: 0, k_e: 1})` says what your sign does.",
             questions=("4.3", "4.4"), reference=lambda rules, v, **at: rules.q_2(**at),
             cases=_upper_arms, mistakes=("elbow_other",)),
        Task("arm_branch", 4, "appendix 2, q_1 to q_3", Function(JointAngles(3, credit=0.45)),
             advice="Put the angles back: `forward(*q) - C` must vanish. If q_1 is right, look "
                    "at q_2 in the plane of the arm, then at q_3.",
             questions=("4.3", "4.4"),
             reference=lambda rules, v, *given: rules.in_radians(rules.arm_branch(*given)),
             cases=_branches, shares={"shoulder in front": 0.5, "shoulder behind": 0.5},
             mistakes=("joint_arctg", "joint_atan2", "inner_cosine", "elbow_other",
                       "shoulder_other", "lean_missing", "lean_sign", "offset_missing",
                       "upright", "degrees_kept")),
        Task("arm_solutions", 3, "section 4.2", Function(SolutionSet(3)),
             advice="Ask your arm_branch for all indices, put every answer back, `forward(*q) - "
                    "C`, and keep what reaches C. What does it say beyond reach?",
             questions=("4.1", "4.3"),
             reference=lambda rules, v, *given: rules.arm_branches(*given),
             own=("arm_branch",), follow=_own_branches,
             cases=_arms, shares={"in reach": 0.5, "out of reach": 0.5},
             mistakes=("unreachable", "lean_missing", "lean_sign", "offset_missing", "upright",
                       "joint_arctg")),
        Task("other_wrist", 2, "section 4.2", JointAngles(6), questions=("4.3",),
             advice="Both must give one pose: `tau_36(q) - tau_36(other_wrist)` vanishes. Begin "
                    "with joint 4: which q_5 then gives Z_6 its direction back?",
             reference=lambda rules, v:
                 rules.in_radians(rules.other_wrist(np.radians(v["kawasaki_q_deg"]))),
             mistakes=("wrist_unbent", "wrist_half", "wrist_half_at_5", "degrees_kept")),
    ),
)
