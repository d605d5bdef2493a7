"""The sample class at assignment 10: screws.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "printed_gap"
MISREAD = ("screw", "screw = np.concatenate([screw[:3], screw[3:] + 0.3 * screw[:3]])",
           0.25)        # half of it is right

HELIX = "slipped = np.concatenate([{axis}, {moment} + {pitch} * np.array({axis})])"
MOVED = "slipped = {change} @ load_1"
TURNED = "around = {change}\nslipped = around @ K_1 @ around.T"
MOTION = "np.block([[tau, np.zeros((3, 3))], [lam(v.origin) @ tau, tau]])"
DEGREES = ("x_d, y_d, z_d = (elementary(*pair) for pair in zip('xyz', v.angles_deg))\n"
           "wrong = coadjoint(x_d @ y_d @ z_d, v.origin)\n")
CORNER = "slipped = np.array(K_1, float)\nslipped[:3, :3] = "


def _helix(axis="a", moment="np.cross(v.point, {axis})", pitch="v.rise / (2 * np.pi)"):
    return HELIX.format(axis=axis, moment=moment.format(axis=axis), pitch=pitch)


def _frame(change, first=""):
    """A co-screw and an inertia taken to frame 0 with another matrix."""
    return {"load_0": first + MOVED.format(change=change),
            "K_0": first + TURNED.format(change=change)}


def _screws(axis="j - 1", start="t[j - 1]", slide="[0 * axis, axis]", turn=""):
    """The screws of a chain, with a slip."""
    return ("def slipped(angles, l, sigma, q):\n"
            "    tau, t, rows = [np.eye(3)], [np.zeros(3)], []\n"
            "    for a_k, l_k, s_k, x_k in zip(angles, l, sigma, q):\n"
            "        tau.append(tau[-1] @ adjacent(*a_k, s_k, x_k))\n"
            "        t.append(t[-1] + tau[-2][:, 2] * (1 - s_k) * x_k + tau[-1] @ l_k)\n"
            "    for j, s_k in enumerate(sigma, 1):\n"
            f"        axis, start = tau[{axis}][:, 2], {start}\n"
            f"        rows.append(np.concatenate([axis, {turn}np.cross(start, axis)] if s_k\n"
            f"                                   else {slide}))\n"
            "    return np.array(rows)")


STILL = ("def slipped_bracket(a, b):\n"
         "    return np.concatenate([np.cross(a[:3], b[:3]), np.cross(a[:3], b[3:])])\n")
HALVES = ("def slipped_bracket(a, b):\n"
          "    return np.concatenate([np.cross(a[:3], b[:3]), np.cross(a[3:], b[3:])])\n")
GAP = "slipped = 2 * v_2 @ K_0 @ slipped_bracket(v_2, screw)"


def _rates(carrier="S[:i] * dq[:i, None]", bracket="bracket", first="", name="slipped"):
    """The rates of the screws, with a slip."""
    return (f"{first}def {name}(angles, l, sigma, q, dq):\n"
            "    S, rows = chain_screws(angles, l, sigma, q), []\n"
            "    for i in range(1, len(sigma) + 1):\n"
            f"        rows.append({bracket}(({carrier}).sum(axis=0), S[i - 1]))\n"
            "    return np.array(rows)\n")


ONE = "S[max(i - 2, 0):i] * dq[max(i - 2, 0):i, None]"


def _drives(change="coadjoint(tau, t)", K="inertia(m[k], r[k], J[k])", weight="g", term="- turned",
            links="range(k + 1)", rates="screw_rates", bracket="bracket", still="1", first=""):
    """The drives of a chain, with a slip."""
    return (first + "def slipped(angles, l, sigma, m, r, J, q, dq, ddq, gravity):\n"
            "    n, tau, t, mu = len(sigma), np.eye(3), np.zeros(3), np.zeros(len(sigma))\n"
            "    S = chain_screws(angles, l, sigma, q)\n"
            f"    dS = {still} * {rates}(angles, l, sigma, q, dq)\n"
            "    links = np.cumsum(S * dq[:, None], axis=0)\n"
            "    felt = np.cumsum(S * ddq[:, None] + dS * dq[:, None], axis=0)\n"
            "    g = np.concatenate([np.zeros(3), gravity])\n"
            "    for k in range(n):\n"
            "        t = t + tau[:, 2] * (1 - sigma[k]) * q[k]\n"
            "        tau = tau @ adjacent(*angles[k], sigma[k], q[k])\n"
            "        t = t + tau @ l[k]\n"
            f"        around = {change}\n"
            f"        K = around @ {K} @ around.T\n"
            f"        for i in {links}:\n"
            f"            turned = links[k] @ K @ {bracket}(links[k], S[i])\n"
            f"            mu[i] += (felt[k] - {weight}) @ K @ S[i] {term}\n"
            "    return mu")


def _lines(**slip):
    """A slip in the screws, and the rates and drives that are built on them."""
    screws = _screws(**slip)
    first = screws.replace("def slipped", "def slipped_screws") + "\n"
    built = {"screw_rates": _rates(first=first), "chain_drives": _drives(
        rates="slipped_rates", first=_rates(first=first, name="slipped_rates"))}
    return {"chain_screws": screws} | {
        task: source.replace("chain_screws(", "slipped_screws(") for task, source in built.items()}


def _block(corner):
    return ("np.block([[" + corner + ", m[k] * lam(r[k])], "
            "[-m[k] * lam(r[k]), m[k] * np.eye(3)]])")


def _balance(J="1", m="p.m", side="p.d + p.r[1]", side_c="p.d + p.y_c", sign=""):
    return (f"side = {side}\nleft = np.array([{J} * p.J[0][1] - {m} * side * p.r[0],\n"
            f"                 {J} * p.J[1][2] - {m} * side * p.r[2]])\n"
            f"slipped = {sign}left / (p.m_c * ({side_c}))")


SLIPS = {
    "screw_halves": {
        "screw": "slipped = np.roll(screw, 3)", "load_0": "slipped = np.roll(load_0, 3)",
        "K_1": "slipped = np.roll(K_1, (3, 3), (0, 1))",
        "K_0": "slipped = np.roll(K_0, (3, 3), (0, 1))",
        "chain_screws": "def slipped(*args):\n    return np.roll(right(*args), 3, axis=1)"},
    "axis_long": {"screw": _helix(axis="v.axis")},
    "pitch_per_turn": {"screw": _helix(pitch="v.rise")},
    "pitch_lost": {"screw": _helix(pitch="0")},
    "line_reversed": {"screw": _helix(moment="np.cross({axis}, v.point)"),
                      **_lines(turn="-")},
    "line_through_next": _lines(start="t[j]"),
    "screw_at_tip": _lines(start="t[j - 1] - t[-1]"),
    "axis_next": _lines(axis="j"),
    "slide_as_turn": _lines(slide="[axis, np.cross(start, axis)]"),
    "slide_speed_lost": {"chain_screws": _screws(slide="[0 * axis, 0 * axis]")},
    "forces_as_motions": {
        **_frame(MOTION), "chain_drives": _drives(
            change="np.block([[tau, np.zeros((3, 3))], [lam(t) @ tau, tau]])")},
    "frame_shift_lost": _frame("coadjoint(tau, np.zeros(3))"),
    "frame_back": _frame("coadjoint(tau.T, v.origin)"),
    "frame_inverse": _frame("np.linalg.inv(coadjoint(tau, v.origin))"),
    "degrees": _frame("wrong", DEGREES),
    "couple_alone": {"load_0": "slipped = coadjoint(tau, v.origin) @ np.concatenate([v.M, v.F])"},
    "moment_reversed": {"load_0": "wrong = np.concatenate([np.cross(v.F, v.at) + v.M, v.F])\n"
                                  "slipped = coadjoint(tau, v.origin) @ wrong"},
    "corner_central": {"K_1": CORNER + "v.J", "coupling": "slipped = right.subs(m, 0)",
                       "chain_drives": _drives(K=_block("J[k]"))},
    "corner_minus": {"K_1": CORNER + "v.J + v.m * lam(v.r) @ lam(v.r)",
                     "coupling": "slipped = right.subs(m, -m)",
                     "chain_drives": _drives(K=_block("J[k] + m[k] * lam(r[k]) @ lam(r[k])"))},
    "first_moment_sign": {"K_1": "slipped = np.array(K_1, float)\nslipped[:3, 3:] *= -1\n"
                                 "slipped[3:, :3] *= -1"},
    "inertia_one_sided": {"K_0": "slipped = coadjoint(tau, v.origin) @ K_1"},
    "drive_as_load": {"hold": "slipped = -hold"},
    "gravity_screw_up": {"hold": "slipped = -(load_0 - weight) @ screw",
                         "chain_drives": _drives(weight="-g")},
    "gravity_screw_lost": {"hold": "slipped = -load_0 @ screw",
                           "chain_drives": _drives(weight="0")},
    "pair_crossed": {"hold": "slipped = -(load_0 + weight) @ np.roll(screw, 3)"},
    "pair_upper": {"hold": "slipped = -(load_0 + weight)[:3] @ screw[:3]"},
    "excess_once": {"printed_gap": "slipped = right / 2"},
    "excess_reversed": {"printed_gap": "slipped = -right"},
    "bracket_arm_still": {
        "printed_gap": STILL + GAP, "screw_rates": _rates(bracket="slipped_bracket", first=STILL),
        "chain_drives": _drives(bracket="slipped_bracket", rates="slipped_rates", first=_rates(
            bracket="slipped_bracket", first=STILL, name="slipped_rates"))},
    "bracket_by_halves": {
        "printed_gap": HALVES + GAP,
        "screw_rates": _rates(bracket="slipped_bracket", first=HALVES)},
    "bracket_reversed": {"screw_rates": "def slipped(*args):\n    return -right(*args)"},
    "carried_by_last": {"screw_rates": _rates(carrier="S * dq[:, None]")},
    "carried_by_one": {
        "screw_rates": _rates(carrier=ONE),
        "chain_drives": _drives(rates="slipped_rates",
                                first=_rates(carrier=ONE, name="slipped_rates"))},
    "screws_held": {"chain_drives": _drives(still="0")},
    "momentum_plus": {"chain_drives": _drives(term="+ turned")},
    "momentum_still": {"chain_drives": _drives(term="")},
    "beyond_lost": {"chain_drives": _drives(links="[k]")},
    "links_all": {"chain_drives": _drives(links="range(n)")},
    "own_products_lost": {"coupling": "slipped = right.subs({J_xy: 0, J_yz: 0})",
                          "counterweight": _balance(J="0")},
    "own_products_sign": {"coupling": "slipped = right.subs({J_xy: -J_xy, J_yz: -J_yz}, "
                                      "simultaneous=True)",
                          "counterweight": _balance(J="-1")},
    "beside_dropped": {"coupling": "slipped = right.subs(d, 0)",
                       "counterweight": _balance(side="p.r[1]", side_c="p.y_c")},
    "lift_downwards": {"coupling": "slipped = -right"},
    "balanced_weight": {"counterweight": "slipped = -p.m / p.m_c * np.array([p.r[0], p.r[2]])"},
    "balanced_double": {"counterweight": "slipped = -np.array(right)"},
}


def other_forms(paper) -> None:
    """Rows and columns of the old class, nested lists, an expression in another form."""
    paper.append("screw_answer", "screw = np.matrix(screw).T\nold = screw")
    paper.append("screw", "screw = np.asarray(old).ravel()")
    paper.append("K_1_answer", "K_1 = np.matrix(K_1)")
    paper.append("K_1", "K_1 = np.asarray(K_1)")
    paper.append("hold_answer", "hold = [[float(hold)]]")
    paper.append("coupling_answer", "coupling = sp.factor(coupling)")
    paper.append("counterweight_answer", "counterweight = sp.Matrix(counterweight)")
    paper.append("chain_screws_answer",
                 "by_array = chain_screws\n"
                 "def chain_screws(angles, l, sigma, q):\n"
                 "    return by_array(angles, l, sigma, q).tolist()")
    paper.append("chain_screws", "chain_screws = by_array")
