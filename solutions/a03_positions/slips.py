"""The sample class at assignment 3: positions and orientation angles.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

from ..shared.phrases import ROTATIONS_22, TRANSPOSED

VICTIM = "orientation"
MISREAD = ("rotation_03", "rotation_03 = rotation_03 @ elementary('x', 0.4)")

CHAIN = '''def chain(steps):
    """tau_01, tau_02, ..."""
    taus = [steps[0]]
    for step in steps[1:]:
        taus.append(taus[-1] @ step)
    return taus
def links(angles, l, sigma, q, i):
    """L_1 .. L_i, each in its own frame."""
    return [adjacent(*angles[k], 0, 0)[2] * (1 - sigma[k]) * q[k] + l[k] for k in range(i)]
def steps_of(angles, sigma, q, i):
    return [adjacent(*angles[k], sigma[k], q[k]) for k in range(i)]
'''
DEGREES = '''def wrong(a, s, x):
    return adjacent(*a, s, x)
bad = [wrong(a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
'''

def _order(P, Y, R):
    """P, Y, R of turns in another order, from the entries of the matrix t."""
    return f"def slipped(t):\n    return [{P},\n            {Y},\n            {R}]"


SLIPS = {
    "slide_lost": {
        "link_vector": "slipped = v.l[1]",
        "chain_position": "def slipped(angles, l, sigma, q, i, point):\n"
                          "    return right(angles, l, sigma, np.where(sigma == 1, q, 0), i, point)"},
    "slide_unturned": {
        "link_vector": "slipped = np.array([0, 0, v.q[1]]) + v.l[1]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, sigma, q, i))
    e = np.array([0, 0, 1])
    return taus[-1] @ point + sum(taus[k] @ (l[k] + e * (1 - sigma[k]) * q[k]) for k in range(i))'''},
    "degrees": {
        "link_vector": DEGREES + "slipped = bad[1].T @ [0, 0, v.q[1]] + v.l[1]",
        "rotation_03": DEGREES + "slipped = bad[0] @ bad[1] @ bad[2]",
        "point_below": DEGREES + "slipped = bad[2] @ (v.point + v.l[2])",
        "kawasaki_tool": "mount_deg = np.degrees(mount)\n"
                         "slipped = chain_position(mount, l, np.ones(8),\n"
                         "                         np.array([0, *v.kawasaki_q_deg, 0]), 8, np.zeros(3))"},
    "transposed": {
        "rotation_03": TRANSPOSED,
        "point_below": "slipped = steps[2].T @ (v.point + v.l[2])",
        "orientation": "def slipped(tau):\n    return right(tau.T)"},
    "base_axes": {"orientation": '''def slipped(t):
    flat = (t[2, 1]**2 + t[2, 2]**2)**0.5
    return np.arctan2(t[2, 1], t[2, 2]), np.arctan2(-t[2, 0], flat), np.arctan2(t[1, 0], t[0, 0])'''},
    "order_xzy": {"orientation": _order(
        "np.arctan2(t[2, 1], t[1, 1])", "np.arctan2(t[0, 2], t[0, 0])", "np.arcsin(-t[0, 1])")},
    "order_yxz": {"orientation": _order(
        "np.arcsin(-t[1, 2])", "np.arctan2(t[0, 2], t[2, 2])", "np.arctan2(t[1, 0], t[1, 1])")},
    "order_yzx": {"orientation": _order(
        "np.arctan2(-t[1, 2], t[1, 1])", "np.arctan2(-t[2, 0], t[0, 0])", "np.arcsin(t[1, 0])")},
    "order_zxy": {"orientation": _order(
        "np.arcsin(t[2, 1])", "np.arctan2(-t[2, 0], t[2, 2])", "np.arctan2(-t[0, 1], t[1, 1])")},
    "degrees_kept": {
        "orientation": "def slipped(tau):\n    return np.degrees(right(tau))"},
    "base_left_out": {"kawasaki_tool": "slipped = right * [1, -1, -1]"},
    "reversed": {
        "rotation_03": "slipped = steps[2] @ steps[1] @ steps[0]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    tau, total = np.eye(3), np.zeros(3)
    for step, L in zip(steps_of(angles, sigma, q, i), links(angles, l, sigma, q, i)):
        tau = step @ tau
        total = total + tau @ L
    return tau @ point + total'''},
    "section_22": {
        "rotation_03": ROTATIONS_22 + "a = np.radians(v.angles_deg)\n"
                       "x = [step_22(a[k], v.sigma[k], q[k]) for k in range(3)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "point_below": ROTATIONS_22 + "slipped = (step_22(np.radians(v.angles_deg[2]), 1, q[2])\n"
                                      "           @ (v.point + v.l[2]))"},
    "slide_turns": {
        "rotation_03": "x = [adjacent(*np.radians(a), 1, x) for a, x in zip(v.angles_deg, q)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, np.ones(len(q)), q, i))
    return taus[-1] @ point + sum(t @ L for t, L in zip(taus, links(angles, l, sigma, q, i)))'''},
    "joint_sign": {
        "rotation_03": "x = [adjacent(*np.radians(a), s, -x)\n"
                       "     for a, s, x in zip(v.angles_deg, v.sigma, q)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "point_below": "slipped = (adjacent(*np.radians(v.angles_deg[2]), 1, -q[2])\n"
                       "           @ (v.point + v.l[2]))"},
    "link_unturned": {
        "point_below": "slipped = steps[2] @ v.point + v.l[2]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, sigma, q, i))
    return taus[-1] @ point + sum(links(angles, l, sigma, q, i))'''},
    "link_before": {
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = [np.eye(3), *chain(steps_of(angles, sigma, q, i))]
    e = np.array([0, 0, 1])
    return taus[-1] @ point + sum(taus[k] @ (l[k] + e * (1 - sigma[k]) * q[k]) for k in range(i))'''},
    "links_beyond": {
        "chain_position": "def slipped(angles, l, sigma, q, i, point):\n"
                          "    return right(angles, l, sigma, q, len(sigma), point)"},
    "wrong_frame": {"position_own": "slipped = rotation_03 @ position"},
    "arctg": {"orientation": '''def slipped(t):
    P = np.arctan(-t[1, 2] / t[2, 2])
    Y = np.arctan(t[0, 2] / (t[2, 2] * np.cos(P) - t[1, 2] * np.sin(P)))
    R = np.arctan((t[1, 0] * np.cos(P) + t[2, 0] * np.sin(P))
                  / (t[1, 1] * np.cos(P) + t[2, 1] * np.sin(P)))
    return P, Y, R'''},
    "atan2_swapped": {"orientation": '''def slipped(t):
    P = np.arctan2(t[2, 2], -t[1, 2])
    Y = np.arctan2(t[2, 2] * np.cos(P) - t[1, 2] * np.sin(P), t[0, 2])
    R = np.arctan2(t[1, 1] * np.cos(P) + t[2, 1] * np.sin(P),
                   t[1, 0] * np.cos(P) + t[2, 0] * np.sin(P))
    return P, Y, R'''},
    "tool_omitted": {
        "kawasaki_tool": "slipped = chain_position(mount, l, np.ones(8), angles_q, 7, np.zeros(3))"},
    "tool_unturned": {
        "kawasaki_tool": "slipped = chain_position(mount, l, np.ones(8), angles_q, 7, l[7])"},
    "as_printed": {"a_12": '''sn = [None] + [sp.sin(x) for x in (q_1, q_2, q_3, q_4, q_5, q_6)]
c = [None] + [sp.cos(x) for x in (q_1, q_2, q_3, q_4, q_5, q_6)]
slipped = (-c[6] * (sn[5] * (sn[1] * c[2] * sn[3] - sn[1] * sn[2] * c[3])
                    - c[5] * (c[4] * (sn[1] * c[2] * c[3] - sn[1] * sn[2] * sn[3])
                              - c[1] * sn[4]))
           - sn[6] * (sn[4] * (sn[1] * c[2] * c[3] + sn[1] * sn[2] * sn[3]) + c[1] * c[4]))'''},
}


def other_forms(paper) -> None:
    """The second solution of the orientation problem."""
    paper.append("orientation_answer", "first = orientation\n"
                 "def orientation(tau):\n"
                 "    P, Y, R = first(tau)\n"
                 "    return [P + np.pi, np.pi - Y, R - np.pi]")
