"""The sample class at assignment 4: the inverse problem.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "elbows"
MISREAD = ("origin_6", "origin_6 = origin_6 + 0.1")

TWO_LINKS = '''def two_links(l_1, l_2, x, y, sign=1, angle=np.arctan2, last=lambda c: c, out=1):
    c = last(sign * (x**2 + y**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2))
    if abs(c) > 1:
        return []
    root = (1 - c**2)**0.5
    return [[out * (angle(y, x) - angle(l_2 * s, l_1 + l_2 * c)), out * angle(s, c)]
            for s in (root, -root)]
def cut(c):
    return max(-1, min(1, c))
def swapped(s, c):
    return np.arctan2(c, s)
def ratio(s, c):
    return np.arctan(s / c)
'''
SLIPPED_LINKS = TWO_LINKS + "def slipped(*args):\n    return two_links(*args, {})"
FLANGE = '''rad = np.radians(v.angles_deg)
turn = elementary("x", rad[0]) @ elementary("y", rad[1]) @ elementary("z", rad[2])
down, tip_6 = np.diag([1, -1, -1]), np.array([0, 0, v.lengths.L_tool])
behind = v.lengths.L_5 + v.lengths.L_6
mounted = elementary("x", np.radians(-30))
'''
FIXED = 'turn = elementary("z", rad[2]) @ elementary("y", rad[1]) @ elementary("x", rad[0])\n'
BACKWARDS = ('turn = elementary("x", -rad[0]) @ elementary("y", -rad[1])\n'
             'turn = turn @ elementary("z", -rad[2])\n')
IN_DEGREES = FLANGE + '''P, Y, R = v.angles_deg
turn = elementary("x", P) @ elementary("y", Y) @ elementary("z", R)
'''
PLANE = '''def branch(C, L, k_s, k_e, angle=np.arctan2, inner=1, lean=1, last=lambda c: c):
    """The arm in its plane, up and out; sides a, b and the line d to the wrist."""
    out, up = k_s * (C[0]**2 + C[1]**2)**0.5 - L[0], -C[2]
    a, b, d = L[1], (L[2]**2 + L[3]**2)**0.5, (out**2 + up**2)**0.5
    c = last(inner * (a * a + d * d - b * b) / (2 * a * d))
    if abs(c) > 1:
        return None
    q_2 = angle(out, up) - k_e * np.arccos(c)
    x, y = up - a * np.cos(q_2), out - a * np.sin(q_2)
    M = angle(x * np.sin(q_2) - y * np.cos(q_2), x * np.cos(q_2) + y * np.sin(q_2))
    return [angle(k_s * C[0], -k_s * C[1]), q_2, M - lean * np.arctan2(L[2], L[3])]
def branches(C, L, **slip):
    every = [branch(C, L, s, e, **slip) for s in (1, -1) for e in (1, -1)]
    return [q for q in every if q is not None]
''' + TWO_LINKS
SLIPPED_ARM = PLANE + "def slipped(C, L, k_s, k_e):\n    return branch(C, L, {})"
OTHER_ARM = PLANE + "def slipped(C, L, k_s, k_e):\n    return branch({}, k_s, k_e)"
OTHER_ARMS = PLANE + "def slipped(C, L):\n    return branches({})"
SLIPPED_ARMS = PLANE + "def slipped(C, L):\n    return branches(C, L, {})"

SLIPS = {
    "pose_forward": {
        "point_in_base": "slipped = elementary('z', np.radians(v.turn_deg)) @ v.point + v.base_t"},
    "inverse_unturned": {
        "point_in_base": "slipped = elementary('z', -np.radians(v.turn_deg)) @ v.point - v.base_t"},
    "degrees": {
        "point_in_base": "slipped = elementary('z', v.turn_deg).T @ (v.point - v.base_t)",
        "tip": "a = np.cumsum(v.q_deg)\nslipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]",
        "origin_6": IN_DEGREES + "slipped = down @ (v.target - turn @ tip_6)",
        "wrist_centre": IN_DEGREES + "slipped = down @ (v.target - turn @ tip_6\n"
                                     "                  - behind * (turn @ mounted.T)[:, 2])"},
    "absolute_angles": {
        "tip": "a = np.radians(v.q_deg)\nslipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]"},
    "joint_sign": {
        "tip": "a = -np.radians(np.cumsum(v.q_deg))\n"
               "slipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]"},
    "zero_offset": {
        "tip": "a = np.radians(np.cumsum(v.q_deg))\n"
               "slipped = [-sum(v.l * np.sin(a)), sum(v.l * np.cos(a))]"},
    "shoulder_cosine": {
        "cos_elbow": "slipped = (x**2 + y**2 + l_1**2 - l_2**2) / (2 * l_1 * sp.sqrt(x**2 + y**2))"},
    "inner_cosine": {
        "cos_elbow": "slipped = (l_1**2 + l_2**2 - x**2 - y**2) / (2 * l_1 * l_2)",
        "elbows": SLIPPED_LINKS.format("sign=-1"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, inner=-1")},
    "joint_arctg": {
        "elbows": SLIPPED_LINKS.format("angle=ratio"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, angle=ratio"),
        "arm_solutions": SLIPPED_ARMS.format("angle=ratio")},
    "joint_atan2": {
        "elbows": SLIPPED_LINKS.format("angle=swapped"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, angle=swapped")},
    "unreachable": {
        "elbows": SLIPPED_LINKS.format("last=cut"),
        "arm_solutions": SLIPPED_ARMS.format("last=cut")},
    "degrees_kept": {
        "elbows": SLIPPED_LINKS.format("out=180 / np.pi"),
        "singular_elbow": "slipped = np.degrees(right)",
        "arm_branch": PLANE + "def slipped(*given):\n    return np.degrees(branch(*given))",
        "other_wrist": "slipped = np.degrees(right)"},
    "tool_axes": {
        "origin_6": FLANGE + "slipped = down @ v.target - tip_6"},
    "l60_printed": {
        "origin_6": FLANGE + "slipped = down @ v.target - mounted.T @ tip_6"},
    "arrow_in_6": {
        "origin_6": FLANGE + "slipped = down @ (v.target - turn @ mounted.T @ tip_6)"},
    "reversed": {
        "origin_6": FLANGE + FIXED + "slipped = down @ (v.target - turn @ tip_6)",
        "wrist_centre": FLANGE + FIXED + "slipped = down @ (v.target - turn @ tip_6\n"
                                         "           - behind * (turn @ mounted.T)[:, 2])"},
    "transposed": {
        "origin_6": FLANGE + "slipped = down @ (v.target - turn.T @ tip_6)",
        "wrist_centre": FLANGE + "slipped = down @ (v.target - turn.T @ tip_6\n"
                                 "                  - behind * (turn.T @ mounted.T)[:, 2])"},
    "section_24": {
        "origin_6": FLANGE + BACKWARDS + "slipped = down @ (v.target - turn @ tip_6)",
        "wrist_centre": FLANGE + BACKWARDS + "slipped = down @ (v.target - turn @ tip_6\n"
                                             "           - behind * (turn @ mounted.T)[:, 2])"},
    "wrist_ahead": {
        "wrist_centre": FLANGE + "slipped = origin_6 + behind * (down @ turn @ mounted.T)[:, 2]"},
    "base_omitted": {
        "origin_6": FLANGE + "slipped = v.target - turn @ tip_6",
        "wrist_centre": FLANGE + "slipped = (v.target - turn @ tip_6\n"
                                 "           - behind * (turn @ mounted.T)[:, 2])"},
    "mount_omitted": {
        "wrist_centre": FLANGE + "slipped = origin_6 - behind * (down @ turn)[:, 2]"},
    "mount_back": {
        "wrist_centre": FLANGE + "slipped = origin_6 - behind * (down @ turn @ mounted)[:, 2]"},
    "lean_missing": {
        "singular_elbow": "slipped = [[np.radians(v.Q_deg), 0], [np.radians(v.Q_deg), np.pi]]",
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, lean=0"),
        "arm_solutions": SLIPPED_ARMS.format("lean=0")},
    "lean_sign": {
        "singular_elbow": "slipped = [[right[0][0], lean], [right[0][0], np.pi + lean]]",
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, lean=-1"),
        "arm_solutions": SLIPPED_ARMS.format("lean=-1")},
    "offset_missing": {
        "arm_branch": OTHER_ARM.format("C, [0, *L[1:]]"),
        "arm_solutions": OTHER_ARMS.format("C, [0, *L[1:]]")},
    "upright": {
        "arm_branch": OTHER_ARM.format("[C[0], C[1], -C[2]], L"),
        "arm_solutions": OTHER_ARMS.format("[C[0], C[1], -C[2]], L")},
    "elbow_other": {
        "upper_arm": "slipped = Q + k_e * A",
        "arm_branch": SLIPPED_ARM.format("k_s, -k_e")},
    "shoulder_other": {
        "arm_branch": SLIPPED_ARM.format("-k_s, k_e")},
    "wrist_unbent": {
        "other_wrist": "slipped = [*q[:3], q[3] + np.pi, q[4], q[5] - np.pi]"},
    "wrist_half_at_5": {
        "other_wrist": "slipped = q + [0, 0, 0, np.pi, np.pi - 2 * q[4], 0]"},
    "wrist_half": {
        "other_wrist": "slipped = [*q[:3], q[3] + np.pi, -q[4], q[5]]"},
}


def other_forms(paper) -> None:
    """Sets of solutions in other orders and kinds, with whole turns added."""
    paper.append("elbows_answer", "found = elbows\n"
                 "def elbows(*args):\n"
                 "    return {k: [a + 2 * np.pi, b] for k, (a, b) in enumerate(found(*args))}")
    paper.append("arm_solutions_answer", "every = arm_solutions\n"
                 "def arm_solutions(C, L):\n"
                 "    return {tuple(q - 2 * np.pi) for q in every(C, L)}")
    paper.append("singular_elbow_answer",
                 "singular_elbow = np.matrix(singular_elbow)[::-1] + 2 * np.pi")
    paper.append("other_wrist_answer",
                 "other_wrist = [[a % (2 * np.pi)] for a in other_wrist]")
