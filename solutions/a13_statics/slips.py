"""The sample class at assignment 13: statics written out.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`);
a step that only hands an earlier slip on is judged from the own value, and is left out.
"""

from __future__ import annotations

VICTIM = "column"
MISREAD = ("cosines", "cosines = elementary('x', 0.4) @ cosines")

BACK = ("def back(axis, s, c):\n"
        "    a, b, m = (axis + 1) % 3, (axis + 2) % 3, sp.eye(3)\n"
        "    m[a, a], m[b, b], m[a, b], m[b, a] = c, c, -s, s\n"
        "    return m\n"
        "first, second, third = back(1, s1, c1), back(2, s23, c23), back(1, s4, c4)\n")


def _function(call):
    """The right function, called in a wrong way."""
    return f"def slipped(pattern, q, i, j, right=right):\n    return {call}"


def _loop(update, taken="list(zip(pattern.split(), q))[i:j]"):
    return ("def slipped(pattern, q, i, j):\n"
            "    tau = np.eye(3)\n"
            f"    for word, x in {taken}:\n"
            "        if word[0] == 'R':\n"
            "            turn = elementary(word[-1], -x if '-' in word else x)\n"
            f"            tau = {update}\n"
            "    return tau")


def _moment(hanging="hanging", pole="poles[2]", up="9.81", frame="taus[2].T @ "):
    return (f"M = sum(np.cross(place - {pole}, [0, {up} * mass, 0]) for mass, place in {hanging})\n"
            f"slipped = {frame}M")


def _drives(torque, force):
    """Two drives; a and b are the axes of joints 2 and 3 by number."""
    return ("a, b = ('xyz'.index(words[k][-1]) for k in (1, 2))\n"
            f"slipped = [{torque}, {force}]")


def _about(hanging, pole, axis):
    return (f"{axis} @ sum(np.cross(place - {pole}, [0, 9.81 * mass, 0])"
            f" for mass, place in {hanging})")


def _function_of_drives(factor):
    """The right drives, each times a factor that follows from its word."""
    return ("def slipped(pattern, *rest, right=right):\n"
            f"    factors = [{factor} for word in pattern.split()]\n"
            "    return np.array(right(pattern, *rest)) * factors")


def _holding(links="weights[k:]", up="[0, 9.81 * mass, 0]", pole="poles[k + 1]", sense="-1",
             frame="after", link="before", way="q[k]", centre="after @ r[k]",
             tip="after @ point", load="load",
             turns="word[0] == 'R'", angles="pattern, q"):
    return ("def slipped(pattern, q, l, m, r, load, point):\n"
            "    words, axes, poles, weights = pattern.split(), [], [np.zeros(3)], []\n"
            "    for k, word in enumerate(words):\n"
            f"        before, after = (direction_cosines({angles}, 0, i) for i in (k, k + 1))\n"
            f"        sense = {sense} if '-' in word else 1\n"
            f"        axes.append(sense * {frame}[:, 'xyz'.index(word[-1])])\n"
            f"        slide = sense * {way} * after[:, 'xyz'.index(word[-1])]\n"
            f"        poles.append(poles[-1] + {link} @ l[k] + slide * (word[0] == 'P'))\n"
            f"        weights.append([(m[k], poles[-1] + {centre})])\n"
            f"    weights[-1].append(({load}, poles[-1] + {tip}))\n"
            "    drives = []\n"
            "    for k, word in enumerate(words):\n"
            f"        held = [(np.array({up}), place - {pole})\n"
            f"                for link in {links} for mass, place in link]\n"
            f"        total = sum(np.cross(arm, up) if {turns} else up for up, arm in held)\n"
            "        drives.append(axes[k] @ total)\n"
            "    return np.array(drives)")


CENTRES = "[(v.m[k - 1], poles[k]{}) for k in (2, 3, 4)]"

def _walked(link="k", way="slide"):
    """Poles and weights of the own arm, with a slip in the step from pole to pole."""
    return ("at = [np.zeros(3)]\n"
            "for k in range(4):\n"
            f"    step = np.array(v.l[k]) + ({way} if k == 2 else 0)\n"
            f"    at.append(at[-1] + taus[{link}] @ step)\n"
            "heavy = [(v.m[k - 1], at[k] + taus[k] @ v.r[k - 1]) for k in (2, 3, 4)]\n"
            "heavy.append((v.load, at[4] + taus[4] @ v.point))\n")


IN_DEGREES = ("bad = [direction_cosines(v.pattern, v.q, 0, k) for k in range(5)]\n"
              "at = [np.zeros(3)]\n"
              "for k in range(4):\n"
              "    at.append(at[-1] + bad[k] @ (np.array(v.l[k]) + (slide if k == 2 else 0)))\n"
              "heavy = [(v.m[k - 1], at[k] + bad[k] @ v.r[k - 1]) for k in (2, 3, 4)]\n"
              "heavy.append((v.load, at[4] + bad[4] @ v.point))\n")
ALL = "[(v.m[0], poles[1] + taus[1] @ v.r[0]), *hanging]"

SLIPS = {
    "transposed": {
        "cosines": "slipped = right.T",
        "column": BACK + "slipped = (first * second * third).T[:, 0]",
        "direction_cosines": _function("right(pattern, q, i, j).T")},
    "reversed": {
        "cosines": "slipped = elementary(words[3][-1], q[3]) @ elementary(words[0][-1], "
                   "q[0] + q[1])",
        "column": BACK + "slipped = (third * second * first)[:, 0]",
        "direction_cosines": _loop("turn @ tau")},
    "degrees": {
        "cosines": "slipped = elementary(words[0][-1], v.q[0] + v.q[1]) @ "
                   "elementary(words[3][-1], v.q[3])",
        "moment": IN_DEGREES + _moment("heavy", "at[2]", frame="bad[2].T @ "),
        "printed_show": "q_2, q_3, q_4, q_5 = v.y51_deg\n"
                        "x_53, y_53, z_53 = direction_cosines('Ry Rz', [q_4, q_5], 0, 2)[:, 1]\n"
                        "s, c = np.sin(q_2 + q_3), np.cos(q_2 + q_3)\n"
                        "bad = [c * x_53 - s * y_53, c * y_53 - s * x_53, z_53]\n"
                        "slipped = [np.linalg.norm(bad), -2 * s * x_53]"},
    "sine_sign": {
        "cosines": "slipped = elementary(words[0][-1], -q[0] - q[1]) @ "
                   "elementary(words[3][-1], -q[3])",
        "column": "slipped = right.subs({s1: -s1, s23: -s23, s4: -s4}, simultaneous=True)",
        "direction_cosines": _function("right(pattern, -np.asarray(q), i, j)")},
    "slide_turns": {
        "cosines": "slipped = elementary(words[0][-1], q[0] + q[1]) @ "
                   "elementary(words[2][-1], -q[2]) @ elementary(words[3][-1], q[3])",
        "direction_cosines": _function("right(pattern.replace('P', 'R'), q, i, j)")},
    "last_turn_only": {
        "cosines": "slipped = elementary(words[3][-1], q[3])",
        "direction_cosines": _loop("turn")},
    "sense_lost": {
        "direction_cosines": _function("right(pattern.replace('-', ''), q, i, j)"),
        "holding_drives": _holding(sense="1", angles="pattern.replace('-', ''), q")},
    "drive_sense_lost": {
        "drives": "slipped = [right[0], -right[1]]",
        "holding_drives": _function_of_drives("1 if '-' not in word else -1")},
    "from_frame_0": {"direction_cosines": _function("right(pattern, q, 0, j)")},
    "parallel_apart": {
        "operations": "def slipped(pattern, axis, right=right):\n"
                      "    entries, found = ['1' if a == axis else '0' for a in 'xyz'], [0, 0]\n"
                      "    for word in reversed(pattern.split()):\n"
                      "        k = 'xyz'.index(word[-1])\n"
                      "        pair = [entries[k - 2], entries[k - 1]]\n"
                      "        if word[0] == 'R' and pair != ['0', '0']:\n"
                      "            found[0] += 2 * pair.count('letter')\n"
                      "            found[1] += 2 * ('0' not in pair)\n"
                      "            entries[k - 2] = entries[k - 1] = 'letter'\n"
                      "    return found + list(right(pattern, axis))[2:]"},
    "zeros_counted": {
        "operations": "def slipped(pattern, axis, right=right):\n"
                      "    axes = [word[-1] for word in pattern.split() if word[0] == 'R']\n"
                      "    turns = sum(a != b for a, b in zip(axes, [None, *axes]))\n"
                      "    return [4 * turns, 2 * turns, *list(right(pattern, axis))[2:]]"},
    "slides_multiplied": {
        "operations": "def slipped(pattern, axis, right=right):\n"
                      "    joints = len(pattern.split())\n"
                      "    return [*list(right(pattern, axis))[:2], 9 * joints, 6 * joints]"},
    "last_matrix_free": {
        "operations": "def slipped(pattern, axis, right=right):\n"
                      "    products, sums, *full = right(pattern, axis)\n"
                      "    return [products, sums, full[0] - 9, full[1] - 6]"},
    "own_weight_only": {
        "force": "slipped = 9.81 * v.m[2] * cosines[1]",
        "moment": _moment("hanging[:1]"),
        "plane_drives": "slipped = g * sp.Matrix([m_1 * b * sp.cos(q_1), m_2 * d * sp.cos(q_1 + "
                        "q_2), m_3 * lean])",
        "holding_drives": _holding(links="weights[k:k + 1]")},
    "all_weights": {
        "force": "slipped = 9.81 * (sum(v.m) + v.load) * cosines[1]",
        "moment": _moment(ALL),
        "holding_drives": _holding(links="weights")},
    "payload_lost": {
        "force": "slipped = 9.81 * (v.m[2] + v.m[3]) * cosines[1]",
        "moment": _moment("hanging[:-1]"),
        "holding_drives": _holding(load="0")},
    "weights_pushed": {
        "force": "slipped = -right", "moment": "slipped = -right",
        "plane_drives": "slipped = -right",
        "holding_drives": _holding(up="[0, -9.81 * mass, 0]")},
    "row_by_column": {"force": "slipped = weight * cosines[:, 1]"},
    "up_along_z": {"holding_drives": _holding(up="[0, 0, 9.81 * mass]")},
    "pole_before": {
        "moment": _moment(pole="poles[1]"),
        "plane_drives": "slipped = right + sp.Matrix([0, g * (m_2 + m_3) * a * sp.cos(q_1), 0])",
        "holding_drives": _holding(pole="poles[k]")},
    "pole_base": {
        "moment": _moment(pole="poles[0]"), "holding_drives": _holding(pole="poles[0]")},
    "step_in_own_frame": {
        "moment": _walked(link="k + 1") + _moment("heavy", "at[2]"),
        "holding_drives": _holding(link="after")},
    "textbook_frames": {"holding_drives": _holding(link="after", pole="poles[k]")},
    "slide_forgotten": {
        "moment": _walked(way="0") + _moment("heavy", "at[2]"),
        "holding_drives": _holding(way="0")},
    "centre_at_pole": {
        "moment": _moment(f"{CENTRES.format('')} + hanging[3:]"),
        "plane_drives": "slipped = right.subs({b: 0, d: 0})",
        "holding_drives": _holding(centre="0 * r[k]")},
    "centre_unturned": {
        "moment": _moment(f"{CENTRES.format(' + v.r[k - 1]')} + [(v.load, poles[4] + v.point)]"),
        "holding_drives": _holding(centre="r[k]", tip="point")},
    "moment_in_base": {"moment": "slipped = M_0"},
    "axis_fixed": {
        "drives": _drives("M_0[a]", "-weight * (b == 1)"),
        "holding_drives": _holding(frame="np.eye(3)")},
    "axis_of_last": {"drives": _drives("(taus[4].T @ M_0)[a]", "-force[b]")},
    "slide_moment": {
        "drives": _drives("right[0]", _about("hanging[1:]", "poles[3]", "-taus[3][:, b]")),
        "plane_drives": "slipped = sp.Matrix([right[0], right[1], 0])",
        "holding_drives": _holding(turns="True")},
    "turn_force": {
        "plane_drives": "slipped = sp.Matrix([0, 0, right[2]])",
        "holding_drives": _holding(turns="False")},
    "angle_not_added": {
        "plane_drives": "slipped = g * sp.Matrix([(m_1 * b + (m_2 + m_3) * a) * sp.cos(q_1),\n"
                        "                         (m_2 * d + m_3 * q_3) * sp.cos(q_2),\n"
                        "                         m_3 * sp.sin(q_2)])"},
}


def other_forms(paper) -> None:
    """Matrices of the old class, columns and rows, torques by hand."""
    paper.append("cosines_answer", "cosines = np.matrix(cosines)")
    paper.append("cosines", "cosines = np.array(cosines)")
    paper.append("column_answer", "column = [c1*c23*c4 - s1*s4, s23*c4, -s1*c23*c4 - c1*s4]")
    paper.append("moment_answer", "moment = sp.Matrix(moment).T")
    paper.append("moment", "moment = np.array(moment, float).ravel()")
    paper.append("plane_drives_answer",
                 "lever = m_2 * d + m_3 * q_3\n"
                 "torque = g * lever * (sp.cos(q_1) * sp.cos(q_2) - sp.sin(q_1) * sp.sin(q_2))\n"
                 "plane_drives = [g * (m_1 * b + (m_2 + m_3) * a) * sp.cos(q_1) + torque, torque,\n"
                 "                m_3 * g * sp.sin(q_1 + q_2)]")
