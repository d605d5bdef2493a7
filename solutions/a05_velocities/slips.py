"""The sample class at assignment 5: velocities.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "polar_jacobian"
MISREAD = ("lever", "lever = elementary('x', 0.4) @ lever")

TAUS = """def taus(angles, sigma, q):
    all_taus = [np.eye(3)]
    for a, s, x in zip(angles, sigma, q):
        all_taus.append(all_taus[-1] @ adjacent(*a, s, x))
    return all_taus
"""
BAD = """bad = [adjacent(*a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
bad_02, bad_03 = bad[0] @ bad[1], bad[0] @ bad[1] @ bad[2]
bad_lever = bad_03 @ (v.point + v.l[2])
bad_column = np.cross(bad_02[:, 2], bad_lever)
bad_t = chain_position(v.angles_deg, v.l, v.sigma, v.q, 3, v.point)
bad_velocity = np.cross([0, 0, 1], bad_t) * v.dq[0] + bad[0][:, 2] * v.dq[1] + bad_column * v.dq[2]
"""
TURN, SLIDE = "np.concatenate([z, np.cross(z, R)])", "np.concatenate([0 * z, z])"


def _omega(term="tau[k][:, 2] * sigma[k] * dq[k]", joints="range(i)"):
    return TAUS + ("def slipped(angles, sigma, q, dq, i):\n"
                   "    tau = taus(angles, sigma, q)\n"
                   f"    return sum({term} for k in {joints})")


def _column(axis="j - 1", start="j - 1", turn=TURN, slide=SLIDE, none="j > i"):
    return TAUS + ("def slipped(angles, l, sigma, q, i, j, point):\n"
                   f"    if {none}:\n"
                   "        return np.zeros(6)\n"
                   "    tau = taus(angles, sigma, q)\n"
                   f"    z, own = tau[{axis}][:, 2], tau[i].T\n"
                   "    R = (chain_position(angles, l, sigma, q, i, point)\n"
                   f"         - chain_position(angles, l, sigma, q, {start}, np.zeros(3)))\n"
                   f"    return {turn} if sigma[j - 1] else {slide}")


def _velocity(column, out="own @ V", last="i"):
    return column + ("\ncolumn = slipped\n"
                     "def slipped(angles, l, sigma, q, dq, i, point):\n"
                     "    own = taus(angles, sigma, q)[i].T\n"
                     "    parts = [column(angles, l, sigma, q, i, j, point) * dq[j - 1]\n"
                     f"             for j in range(1, {last} + 1)]\n"
                     "    omega, V = np.split(sum(parts), 2)\n"
                     "    t = chain_position(angles, l, sigma, q, i, point)\n"
                     f"    return {out}")


SIDE = ("z_1 = sp.Matrix([sp.sin(q_1), -sp.cos(q_1), 0])\n"
        "first, second, third = (right[:, k] for k in range(3))\n")

SLIPS = {
    "link_unturned": {"lever": "slipped = tau_03 @ v.point + v.l[2]"},
    "link_before": {"lever": "slipped = tau_03 @ v.point + tau_02 @ v.l[2]"},
    "axis_next": {
        "relative_omega": "slipped = [0, 0, v.dq[2]]",
        "omega": "slipped = tau_01[:, 2] * v.dq[0] + tau_03[:, 2] * v.dq[2]",
        "column": "slipped = np.cross(tau_03[:, 2], lever)",
        "velocity": "slipped = (np.cross(tau_01[:, 2], t_3) * v.dq[0] + tau_02[:, 2] * v.dq[1]\n"
                    "           + np.cross(tau_03[:, 2], lever) * v.dq[2])",
        "chain_omega": _omega("tau[k + 1][:, 2] * sigma[k] * dq[k]"),
        "jacobian_column": _column(axis="j"),
        "chain_velocity": _velocity(_column(axis="j")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(z_1.cross(tip), 0 * second, third)"},
    "wrong_frame": {
        "relative_omega": "slipped = adjacent(*angles[2], 1, np.radians(v.q[2]))[:, 2] * v.dq[2]",
        "velocity_own": "slipped = tau_03 @ velocity",
        "chain_velocity": _velocity(_column(), "own.T @ V")},
    "degrees": {
        "relative_omega": "slipped = adjacent(*v.angles_deg[2], 0, 0)[2] * v.dq[2]",
        "omega": BAD + "slipped = np.array([0, 0, v.dq[0]]) + bad_02[:, 2] * v.dq[2]",
        "lever": BAD + "slipped = bad_lever", "column": BAD + "slipped = bad_column",
        "velocity": BAD + "slipped = bad_velocity",
        "velocity_own": BAD + "slipped = bad_03.T @ bad_velocity"},
    "omega_last": {
        "omega": "slipped = tau_02[:, 2] * v.dq[2]",
        "chain_omega": _omega(joints="[i - 1]")},
    "omega_unturned": {
        "omega": "slipped = adjacent(*angles[0], 0, 0)[2] * v.dq[0] + relative_omega",
        "chain_omega": _omega("adjacent(*angles[k], 0, 0)[2] * sigma[k] * dq[k]")},
    "relative_unturned": {"omega": "slipped = np.array([0, 0, v.dq[0]]) + relative_omega"},
    "slide_as_turn": {
        "omega": "slipped = omega + tau_01[:, 2] * v.dq[1]",
        "velocity": "joint_2 = chain_position(angles, v.l, v.sigma, q, 1, np.zeros(3))\n"
                    "slipped = velocity + (np.cross(tau_01[:, 2], t_3 - joint_2)\n"
                    "                      - tau_01[:, 2]) * v.dq[1]",
        "chain_omega": _omega("tau[k][:, 2] * dq[k]"),
        "jacobian_column": _column(slide=TURN),
        "chain_velocity": _velocity(_column(slide=TURN))},
    "slide_speed_lost": {
        "velocity": "slipped = velocity - tau_01[:, 2] * v.dq[1]",
        "jacobian_column": _column(slide="np.zeros(6)"),
        "chain_velocity": _velocity(_column(slide="np.zeros(6)")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(first, second, 0 * third)"},
    "arm_next": {
        "lever": "slipped = tau_03 @ v.point",
        "velocity": "slipped = (np.cross([0, 0, 1], t_3 - tau_01 @ v.l[0]) * v.dq[0]\n"
                    "           + tau_01[:, 2] * v.dq[1]\n"
                    "           + np.cross(tau_02[:, 2], tau_03 @ v.point) * v.dq[2])",
        "jacobian_column": _column(start="j")},
    "arm_base": {
        "lever": "slipped = chain_position(angles, v.l, v.sigma, q, 3, v.point)",
        "velocity": "slipped = np.cross(omega, t_3) + tau_01[:, 2] * v.dq[1]",
        "jacobian_column": _column(start="0"),
        "chain_velocity": _velocity(_column(start="0")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(first, z_1.cross(tip), third)"},
    "cross_reversed": {
        "column": "slipped = np.cross(lever, tau_02[:, 2])",
        "velocity": "slipped = 2 * tau_01[:, 2] * v.dq[1] - velocity",
        "jacobian_column": _column(turn="np.concatenate([z, np.cross(R, z)])"),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(-first, -second, third)",
        "home_jacobian": "slipped = -right"},
    "rows_swapped": {"jacobian_column": _column(turn="np.concatenate([np.cross(z, R), z])",
                                                slide="np.concatenate([z, 0 * z])")},
    "other_frame": {
        "column": "slipped = tau_03.T @ right",
        "velocity_own": "slipped = velocity",
        "jacobian_column": _column(turn="np.concatenate([own @ z, own @ np.cross(z, R)])",
                                   slide="np.concatenate([0 * z, own @ z])"),
        "chain_velocity": _velocity(_column(), "V"),
        "home_jacobian": "slipped = sp.diag(1, -1, -1) * right"},
    "joints_beyond": {
        "chain_omega": _omega(joints="range(len(q))"),
        "jacobian_column": _column(none="False"),
        "chain_velocity": _velocity(_column(none="False"), last="len(q)")},
    "projection_rate": {
        "velocity_own": "slipped = velocity_own - np.cross(tau_03.T @ omega, tau_03.T @ t_3)",
        "chain_velocity": _velocity(_column(), "own @ V - np.cross(own @ omega, own @ t)")},
    "right_not_taken_off": {"printed_gap": "slipped = right + velocity"},
    "double_sum_alone": {
        "printed_gap": "slipped = (right + velocity - np.cross(omega, tau_03 @ v.point)\n"
                       "           - tau_01[:, 2] * v.dq[1])"},
    "appendix_4_printed": {
        "home_jacobian": "r_62, r_63, r_65 = L_2 + L_4 + L_5 + L_6, L_4 + L_5 + L_6, L_5 + L_6\n"
                         "slipped = sp.Matrix([[0] * 6, [0, r_62, r_63, 0, -r_65, 0], [0] * 6])"},
    "offsets_dropped": {"home_jacobian": "slipped = right.subs({L_1: 0, L_3: 0})"},
}


def other_forms(paper) -> None:
    """Columns and rows of the old class, a Jacobian written as lists."""
    paper.append("velocity_own_answer", "velocity_own = np.matrix(velocity_own).T")
    paper.append("printed_gap_answer", "printed_gap = np.matrix(printed_gap)")
    paper.append("polar_jacobian_answer",
                 "arm = sp.Matrix([sp.cos(q_1) * sp.cos(q_2), sp.sin(q_1) * sp.cos(q_2),\n"
                 "                 sp.sin(q_2)])\n"
                 "axes = [sp.Matrix([0, 0, 1]), sp.Matrix([sp.sin(q_1), -sp.cos(q_1), 0])]\n"
                 "turns = [axis.cross((a + q_3) * arm) for axis in axes]\n"
                 "polar_jacobian = sp.Matrix.hstack(*turns, arm).tolist()")
