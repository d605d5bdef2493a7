"""What answers of assignment 4 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import EMPTY, TYPED, Case, Check, JointAngles, SolutionSet
from autograde.runner.encode import encode
from robokit import laws
from robokit.kawasaki import fs20n

# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
FAR = np.array([1.4, 0.9, -0.8])
NEAR = np.array([0.5, -0.4, -0.7])
ARM = np.array([0.15, 0.8, 0.06, 0.7])
SEEN = ((0.5, 0.4, -0.3, 0.5), (0.5, 0.4, 0.2, -0.4))
OUTSIDE = (0.5, 0.4, 0.8, 0.7)


def _kawasaki(L):
    return fs20n(**dict(zip(("L_1", "L_2", "L_3", "L_4"), L)))


def _distance(name, of, length):
    """The law that a point stands at the right distance from what it was made from."""
    def law(answer, own):
        v = own["variant"]
        here = np.linalg.norm(answer - of(v, own))
        wanted = length(v)
        yield laws.Finding(bool(abs(here - wanted) <= 2 * TYPED * max(1, wanted)), name)
    return law


def _tip_laws(tip, own):
    reach = sum(own["variant"]["l"])
    yield laws.Finding(bool(np.linalg.norm(tip) <= reach + TYPED),
                       "the tip is no farther from the base than all links together")


def _wrist_laws(centre, own):
    origin = own.get("origin_6")
    if not laws.same_length(origin, origin):
        yield laws.Finding(None, "Check origin_6 first: the two have something in common.")
    else:
        v = own["variant"]["lengths"]
        yield from _distance("it stands at L_5 + L_6 from your origin_6",
                             lambda v, own: np.array(origin, float).reshape(3),
                             lambda _: v["L_5"] + v["L_6"])(centre, own)


def _elbow_laws(expression):
    """The stretched and the folded arm."""
    x, y, l_1, l_2 = sp.symbols("x y l_1 l_2")
    plain = expression.xreplace({s: sp.Symbol(s.name) for s in expression.free_symbols})
    yield laws.same(plain.subs({x: l_1 + l_2, y: 0}), 1, "the stretched arm has cos q_2 = 1")
    yield laws.same(plain.subs({x: 0, y: l_1 - l_2}), -1, "the folded arm has cos q_2 = -1")


def _tip_of(l_1, l_2, q_1, q_2):
    return [l_1 * turn(q_1) + l_2 * turn(q_1 + q_2) for turn in (np.cos, np.sin)]


def _elbows_laws(elbows, own):
    """Put back into the forward problem every solution reaches the target."""
    for l_1, l_2, x, y in SEEN:
        found = _read(SolutionSet(2), elbows(l_1, l_2, x, y))
        yield laws.Finding(len(found) > 0, "this target has solutions")
        for q in found:
            yield laws.same(_tip_of(l_1, l_2, *q), [x, y], "the tip stands at the target")
        yield laws.Finding(SolutionSet(2).distance(found[:1], found[1:]) > 1e-3,
                           "the solutions differ")
    none = _read(SolutionSet(2), elbows(*OUTSIDE))
    yield laws.Finding(len(none) == 0, "a target beyond both links has no solution")


def _read(kind, value):
    """An answer of the student's own function, as the judge would read it."""
    return kind.read(EMPTY if value is None else encode(value))


def _singular_laws(pairs, own):
    v = own["variant"]
    robot = fs20n(**v["lengths"])
    for q_2, q_3 in pairs:
        s = robot.at([0, q_2, q_3, 0, 0, 0])
        upper, line = s.t(2, origin=1), s.t(4, origin=1)
        flat = np.linalg.norm(np.cross(upper, line)) <= 2 * TYPED
        yield laws.Finding(bool(flat), "shoulder, elbow and wrist centre lie in one line")
        angle = np.arctan2(s.tau(0, 1)[:, 1] @ line, s.tau(0, 1)[:, 0] @ line)
        turn = JointAngles(1).distance(np.array([angle]), np.radians([v["Q_deg"]]))
        yield laws.Finding(bool(turn <= 2 * TYPED), "the line has the angle Q to X_1")


def _q_2_laws(expression):
    plain = expression.xreplace({s: sp.Symbol(s.name) for s in expression.free_symbols})
    Q, A = sp.symbols("Q A")
    yield laws.same(plain.subs(A, 0), Q, "without a triangle, A = 0, q_2 is Q")


def _arm_laws(arm_branch, own):
    """Put back into the forward problem the angles reach C."""
    for k_s, k_e in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        q = np.array(arm_branch(NEAR.copy(), ARM.copy(), k_s, k_e), float).reshape(3)
        robot = _kawasaki(ARM)
        yield laws.same(robot.at([*q, 0, 0, 0]).t(4), NEAR, "the wrist centre stands at C")
        yield laws.same(np.array(robot.kci([*q, 0, 0.5, 0])[:2]), [k_s, k_e],
                        "the configuration has the indices that were asked for")


def _arms_laws(arm_solutions, own):
    found = _read(SolutionSet(3), arm_solutions(NEAR.copy(), ARM.copy()))
    yield laws.Finding(len(found) > 0, "this wrist centre has solutions")
    for q in found:
        yield laws.same(_kawasaki(ARM).at([*q, 0, 0, 0]).t(4), NEAR, "the wrist centre stands at C")
    none = _read(SolutionSet(3), arm_solutions(FAR.copy(), ARM.copy()))
    yield laws.Finding(len(none) == 0, "a wrist centre beyond the stretched arm has no solution")


def _same_pose_laws(q, own):
    v = own["variant"]
    robot, given = fs20n(**v["lengths"]), np.radians(v["kawasaki_q_deg"])
    for a, b, what in zip(robot.forward_kinematics(q), robot.forward_kinematics(given),
                          ("the gripper keeps its position", "the gripper keeps its orientation")):
        yield laws.Finding(bool(np.abs(a - b).max() <= 4 * TYPED), what)
    yield laws.Finding(JointAngles(6).distance(given, q) > 10 * TYPED, "the angles are other ones")


CHECKS = {
    "point_in_base": Check(
        function_laws=_distance(
            "it is as far from {B} in these axes as in those of the cell",
            lambda v, own: np.zeros(3),
            lambda v: np.linalg.norm(np.subtract(v["point"], v["base_t"])))),
    "tip": Check(function_laws=_tip_laws),
    "cos_elbow": Check(symbolic_laws=_elbow_laws),
    "elbows": Check(function_laws=_elbows_laws, visible=tuple(Case(x) for x in (*SEEN, OUTSIDE))),
    "origin_6": Check(
        function_laws=_distance(
            "it stands at L_tool from the gripper",
            lambda v, own: np.array(v["target"]) * [1, -1, -1],
            lambda v: v["lengths"]["L_tool"])),
    "wrist_centre": Check(function_laws=_wrist_laws),
    "singular_elbow": Check(function_laws=_singular_laws),
    "upper_arm": Check(symbolic_laws=_q_2_laws),
    "arm_branch": Check(
        function_laws=_arm_laws,
        visible=tuple(Case((NEAR, ARM, k_s, k_e)) for k_s, k_e in ((1, 1), (-1, 1)))),
    "arm_solutions": Check(
        function_laws=_arms_laws,
        visible=(Case((NEAR, ARM)), Case((FAR, ARM)))),
    "other_wrist": Check(function_laws=_same_pose_laws),
}
