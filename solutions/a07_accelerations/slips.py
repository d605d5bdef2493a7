"""The sample class at assignment 7: accelerations.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "polar_acceleration"
MISREAD = ("coriolis", "coriolis = elementary('x', 0.4) @ coriolis")

TAUS = """def taus(angles, sigma, q):
    all_taus = [np.eye(3)]
    for a, s, x in zip(angles, sigma, q):
        all_taus.append(all_taus[-1] @ adjacent(*a, s, x))
    return all_taus
"""
BAD = """bad = [adjacent(*a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
b_1, b_2, b_3 = bad[0], bad[0] @ bad[1], bad[0] @ bad[1] @ bad[2]
d_3, e_1 = b_2[:, 2], b_1[:, 2]
bad_omega = c_1 * v.dq[0] + d_3 * v.dq[2]
E_33 = np.cross(d_3, b_3 @ (v.point + v.l[2]))
E_31 = np.cross(c_1, chain_position(v.angles_deg, v.l, v.sigma, v.q, 3, v.point))
bad_pull = np.cross(d_3, E_33) * v.dq[2]**2
bad_coriolis = 2 * np.cross(c_1, e_1) * v.dq[0] * v.dq[1]
bad_gyro = 2 * np.cross(c_1, E_33) * v.dq[0] * v.dq[2]
bad_dV = (E_31 * v.ddq[0] + e_1 * v.ddq[1] + E_33 * v.ddq[2]
          + np.cross(c_1, E_31) * v.dq[0]**2 + bad_pull + bad_coriolis + bad_gyro)
bad_V = E_31 * v.dq[0] + e_1 * v.dq[1] + E_33 * v.dq[2]
"""
#: All centripetal parts of the student's own point.
PULLS = "pulls = pull + np.cross(c_1, D_31) * v.dq[0]**2\n"
#: What lam(omega)^2 and the rates in domega do to the arms of the own chain.
ARMS = """arms = [(c_1 * v.dq[0], 0 * c_1, tau_01 @ v.l[0]),
        (c_1 * v.dq[0], 0 * c_1, tau_02 @ v.l[1] + z_1 * q[1]),
        (omega, axis_rate * v.dq[2], tau_03 @ (v.l[2] + v.point))]
"""


def _domega(spin="np.cross(w, c) * dq[k]", axis="k", sigma="sigma[k]", last="i", out="dw"):
    return TAUS + ("def slipped(angles, sigma, q, dq, ddq, i):\n"
                   "    tau, w, dw = taus(angles, sigma, q), np.zeros(3), np.zeros(3)\n"
                   f"    for k in range({last}):\n"
                   f"        c = tau[{axis}][:, 2] * {sigma}\n"
                   f"        dw = dw + c * ddq[k] + {spin}\n"
                   "        w = w + c * dq[k]\n"
                   f"    return {out}")


def _links(spin="np.cross(w, c) * dq[k]", square="np.cross(w, np.cross(w, x))", two="2",
           out="own @ a"):
    """dV link by link, in frame 0."""
    return TAUS + ("def slipped(angles, l, sigma, q, dq, ddq, i, point):\n"
                   "    tau, zero = taus(angles, sigma, q), np.zeros(3)\n"
                   "    w, dw, a, V, own = zero, zero, zero, zero, tau[i].T\n"
                   "    for k in range(i):\n"
                   "        z, slides = tau[k][:, 2], 1 - sigma[k]\n"
                   "        c = z * sigma[k]\n"
                   f"        dw = dw + c * ddq[k] + {spin}\n"
                   "        w = w + c * dq[k]\n"
                   "        x = tau[k + 1] @ l[k] + z * slides * q[k]\n"
                   "        x = x + tau[i] @ point * (k == i - 1)\n"
                   f"        a = a + np.cross(dw, x) + {square}\n"
                   f"        a = a + slides * (z * ddq[k] + {two} * np.cross(w, z) * dq[k])\n"
                   "        V = V + np.cross(w, x) + slides * z * dq[k]\n"
                   f"    return {out}")


def _pairs(often="(1 if j == k else 2)", last="i"):
    """dV by pairs of joints."""
    return TAUS + ("def slipped(angles, l, sigma, q, dq, ddq, i, point):\n"
                   "    tau = taus(angles, sigma, q)\n"
                   "    t = chain_position(angles, l, sigma, q, i, point)\n"
                   "    c, D = [], []\n"
                   f"    for j in range({last}):\n"
                   "        start = chain_position(angles, l, sigma, q, j, np.zeros(3))\n"
                   "        c.append(tau[j][:, 2] * sigma[j])\n"
                   "        D.append(tau[j][:, 2] - c[j] + np.cross(c[j], t - start))\n"
                   f"    a = sum(D[j] * ddq[j] for j in range({last}))\n"
                   f"    for k in range({last}):\n"
                   "        for j in range(k + 1):\n"
                   f"            a = a + {often} * np.cross(c[j], D[k]) * dq[j] * dq[k]\n"
                   "    return tau[i].T @ a")


TURN = "np.cross(np.cross(w(j), c), R) + np.cross(c, V(i, point) - V(j - 1, np.zeros(3)))"


def _column(turn=TURN, slide="np.cross(w(j), c)"):
    return TAUS + ("def slipped(angles, l, sigma, q, dq, i, j, point):\n"
                   "    tau = taus(angles, sigma, q)\n"
                   "    def t(k, x):\n"
                   "        return chain_position(angles, l, sigma, q, k, x)\n"
                   "    def w(k):\n"
                   "        return sum((tau[m][:, 2] * sigma[m] * dq[m] for m in range(k)),\n"
                   "                   np.zeros(3))\n"
                   "    def V(k, x, h=1e-5):\n"
                   "        step = h * np.array(dq)\n"
                   "        return (chain_position(angles, l, sigma, q + step, k, x)\n"
                   "                - chain_position(angles, l, sigma, q - step, k, x)) / (2 * h)\n"
                   "    c, R = tau[j - 1][:, 2], t(i, point) - t(j - 1, np.zeros(3))\n"
                   "    growth = sum((tau[k - 1][:, 2] * (1 - sigma[k - 1]) * dq[k - 1]\n"
                   "                  for k in range(j, i + 1)), np.zeros(3))\n"
                   f"    return {turn} if sigma[j - 1] else {slide}")


POLAR = ("reach, s_2, k_2 = a + q_3, sp.sin(q_2), sp.cos(q_2)\n"
         "slipped = [{pull} * reach * (u_2**2 + k_2**2 * u_1**2),\n"
         "           {two} * u_3 * u_1 * k_2 - {pair} * reach * s_2 * u_1 * u_2,\n"
         "           {two} * u_3 * u_2 - {pull} * reach * s_2 * k_2 * u_1**2]")


def _polar(pull=-1, two=2, pair=2):
    return POLAR.format(pull=pull, two=two, pair=pair)


#: Zeros come of these, as of no work: named, without points.
EARNED = {("axis_by_itself", "axis_rate"): 0.0, ("signal_absolute", "axis_signal"): 0.0}

SLIPS = {
    "swing_reversed": {
        "axis_rate": "slipped = np.cross(c_3, omega)",
        "axis_signal": "slipped = np.cross(tau_03.T @ omega, tau_03.T @ c_1)",
        "signals": "slipped = acceleration_own + np.cross(tau_03.T @ omega, tau_03.T @ V)",
        "chain_domega": _domega("np.cross(c, w) * dq[k]")},
    "axis_next": {
        "axis_rate": "slipped = np.cross(tau_01[:, 2] * v.dq[0], tau_03[:, 2])",
        "domega": "slipped = (tau_01[:, 2] * v.ddq[0] + tau_03[:, 2] * v.ddq[2]\n"
                  "           + np.cross(tau_01[:, 2], tau_03[:, 2]) * v.dq[0] * v.dq[2])",
        "chain_domega": _domega(axis="k + 1")},
    "axis_by_itself": {"axis_rate": "slipped = np.cross(c_3 * v.dq[2], c_3)"},
    "degrees": {
        "axis_rate": BAD + "slipped = np.cross(bad_omega, d_3)",
        "domega": BAD + "slipped = (c_1 * v.ddq[0] + d_3 * v.ddq[2]\n"
                        "           + np.cross(bad_omega, d_3) * v.dq[2])",
        "axis_signal": BAD + "slipped = -np.cross(b_3.T @ bad_omega, b_3.T @ c_1)",
        "pull": BAD + "slipped = bad_pull",
        "coriolis": BAD + "slipped = bad_coriolis", "gyroscopic": BAD + "slipped = bad_gyro",
        "acceleration": BAD + "slipped = bad_dV",
        "acceleration_own": BAD + "slipped = b_3.T @ bad_dV",
        "signals": BAD + "slipped = b_3.T @ (bad_dV - np.cross(bad_omega, bad_V))"},
    "motors_only": {
        "domega": "slipped = c_1 * v.ddq[0] + c_3 * v.ddq[2]",
        "acceleration": "slipped = D_31 * v.ddq[0] + z_1 * v.ddq[1] + D_33 * v.ddq[2]",
        "chain_domega": _domega("0 * c"),
        "chain_acceleration": _pairs("0")},
    "gyroscopic_twice": {
        "domega": "slipped = domega + axis_rate * v.dq[2]",
        "chain_domega": _domega("2 * np.cross(w, c) * dq[k]")},
    "slide_as_turn": {
        "domega": "slipped = (domega + z_1 * v.ddq[1] + np.cross(c_1, z_1) * v.dq[0] * v.dq[1]\n"
                  "           + np.cross(z_1, c_3) * v.dq[1] * v.dq[2])",
        "chain_domega": _domega(sigma="1")},
    "joints_beyond": {
        "chain_domega": _domega(last="len(q)"),
        "chain_acceleration": _pairs(last="len(q)")},
    "signal_absolute": {
        "axis_signal": "slipped = np.zeros(3)",
        "signals": "slipped = acceleration_own"},
    "frame_zero": {
        "axis_signal": "slipped = -np.cross(omega, c_1)",
        "acceleration_own": "slipped = acceleration",
        "chain_acceleration": _links(out="a")},
    "frame_own": {
        "domega": "slipped = tau_03.T @ domega",
        "chain_domega": _domega(out="tau[i].T @ dw")},
    "wrong_frame": {
        "acceleration_own": "slipped = tau_03 @ acceleration",
        "chain_acceleration": _links(out="tau[i] @ a")},
    "signal_rate": {
        "acceleration_own": "V = D_31 * v.dq[0] + z_1 * v.dq[1] + D_33 * v.dq[2]\n"
                            "slipped = tau_03.T @ (acceleration - np.cross(omega, V))",
        "chain_acceleration": _links(out="own @ (a - np.cross(w, V))"),
        "polar_acceleration":
            "reach, k_2 = a + q_3, sp.cos(q_2)\n"
            "slipped = [0, u_1 * (u_3 * k_2 - reach * sp.sin(q_2) * u_2), u_3 * u_2]"},
    "centrifugal_sign": {
        "pull": "slipped = -pull",
        "acceleration": PULLS + "slipped = acceleration - 2 * pulls",
        "chain_acceleration": _pairs("(-1 if j == k else 2)"),
        "polar_acceleration": _polar(pull=1)},
    "first_pull_lost": {
        "acceleration": "slipped = (D_31 * v.ddq[0] + z_1 * v.ddq[1] + D_33 * v.ddq[2]\n"
                        "           + pull + coriolis + gyroscopic)"},
    "pull_to_point": {"pull": "arm_w = tau_03 @ (v.point + v.l[2])\n"
                              "slipped = right - (arm_w @ c_3) * c_3 * v.dq[2]**2"},
    "rate_once": {"pull": "slipped = np.cross(c_3, D_33) * v.dq[2]"},
    "arm_next": {
        "pull": "slipped = np.cross(c_3, np.cross(c_3, tau_03 @ v.point)) * v.dq[2]**2",
        "gyroscopic": "slipped = 2 * np.cross(c_1, np.cross(c_3, tau_03 @ v.point)) "
                      "* v.dq[0] * v.dq[2]"},
    "arm_base": {
        "pull": "t_3 = chain_position(angles, v.l, v.sigma, q, 3, v.point)\n"
                "slipped = np.cross(c_3, np.cross(c_3, t_3)) * v.dq[2]**2"},
    "slide_coriolis_once": {
        "coriolis": "slipped = np.cross(omega - c_3 * v.dq[2], z_1) * v.dq[1]",
        "chain_acceleration": _links(two="1"),
        "polar_acceleration": _polar(two=1)},
    "gyroscopic_once": {
        "gyroscopic": "slipped = np.cross(c_1, D_33) * v.dq[0] * v.dq[2]",
        "chain_acceleration": _pairs("(2 if j < k and sigma[k] == 0 else 1)"),
        "polar_acceleration": _polar(pair=1)},
    "meeting_reversed": {
        "coriolis": "slipped = 2 * np.cross(z_1, c_1) * v.dq[0] * v.dq[1]",
        "gyroscopic": "slipped = 2 * np.cross(D_33, c_1) * v.dq[0] * v.dq[2]"},
    "whole_omega": {"coriolis": "slipped = 2 * np.cross(omega, z_1) * v.dq[1]"},
    "columns_exchanged": {
        "gyroscopic": "t_3 = chain_position(angles, v.l, v.sigma, q, 3, v.point)\n"
                      "slipped = 2 * np.cross(c_3, np.cross(c_1, t_3)) * v.dq[0] * v.dq[2]"},
    "square_lost": {
        "acceleration": ARMS + "slipped = acceleration - sum(np.cross(w, np.cross(w, x))\n"
                               "                             for w, _, x in arms)",
        "chain_acceleration": _links(square="0 * x")},
    "spin_lost": {
        "acceleration": ARMS + "slipped = acceleration - sum(np.cross(spin, x)\n"
                               "                             for _, spin, x in arms)",
        "chain_acceleration": _links(spin="0 * c")},
    "slide_speed_lost": {"acceleration": "slipped = acceleration - z_1 * v.ddq[1] - coriolis"},
    "column_rate_printed": {
        "column_rate": _column(turn=f"{TURN} - np.cross(c, growth)",
                               slide="2 * np.cross(w(j), c)")},
    "axis_still": {"column_rate": _column("np.cross(c, V(i, point) - V(j - 1, np.zeros(3)))")},
    "arm_still": {"column_rate": _column("np.cross(np.cross(w(j), c), R)")},
    "start_still": {"column_rate": _column("np.cross(np.cross(w(j), c), R) "
                                           "+ np.cross(c, V(i, point))")},
}


def other_forms(paper) -> None:
    """Columns and rows of the old class, an acceleration in letters as a column."""
    paper.append("axis_signal_answer", "axis_signal = np.matrix(axis_signal).T")
    paper.append("signals_answer", "signals = np.matrix(signals).reshape(1, 3)")
    paper.append("printed_gap_answer", "printed_gap = np.matrix(printed_gap)")
    paper.append("polar_acceleration_answer",
                 "reach = a + q_3\n"
                 "polar_acceleration = [[-reach * (u_2**2 + (sp.cos(q_2) * u_1)**2)],\n"
                 "    [2 * u_1 * (u_3 * sp.cos(q_2) - reach * sp.sin(q_2) * u_2)],\n"
                 "    [2 * u_3 * u_2 + reach * sp.sin(2 * q_2) / 2 * u_1**2]]")
