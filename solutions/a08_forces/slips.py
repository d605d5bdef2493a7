"""The sample class at assignment 8: forces and moments.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`);
a step that only hands an earlier slip on is judged from the own value, and is left out.
"""

from __future__ import annotations

VICTIM = "trolley_drives"
MISREAD = ("tensor", "tensor = elementary('x', 0.4) @ tensor")

NET = "v.m[j - 1] * (v.dV[j - 1] - g) - F[j]"
CENTRE = "origins[j] + taus[j] @ v.r[j - 1]"
ALONG_Y = "g_y = np.array([0, -9.81, 0])\n"


def _force(gravity="-", inertia=""):
    return " + ".join(f"v.m[{k}] * ({inertia}v.dV[{k}] {gravity} g)" for k in (1, 2)) + " - v.F"


def _moment(net=NET, start="origins[1]", end=CENTRE, turn="np.cross(arm, net)", links="(2, 3)"):
    return ("F = {2: np.zeros(3), 3: v.F}\n"
            "slipped = np.zeros(3)\n"
            f"for j in {links}:\n"
            "    J_0, w = taus[j] @ v.J[j - 1] @ taus[j].T, v.omega[j - 1]\n"
            f"    net, arm = {net}, {end} - {start}\n"
            "    slipped = slipped + J_0 @ v.domega[j - 1] + np.cross(w, J_0 @ w)\n"
            f"    slipped = slipped + {turn}")


def _held(weight="v.m[j] * g", F="v.F", at="place", start="origins[i - 1]",
          turns="v.sigma[i - 1]", axis="taus[i - 1][:, 2]"):
    return ("slipped = []\n"
            "for i in (1, 2, 3):\n"
            f"    axis, start = {axis}, {start}\n"
            f"    loads = [(centres[j], {weight}) for j in range(i - 1, 3)] + [({at}, {F})]\n"
            f"    parts = [np.cross(x - start, push) if {turns} else push for x, push in loads]\n"
            "    slipped.append(-axis @ sum(parts))")


def _static(load="m[j] * g + F[j]", M="M[j]", end="origins[j + 1] + taus[j + 1] @ r[j]",
            start="origins[i]", turn="np.cross(arm, load)", turns="s",
            links="range(i, len(sigma))", axis="taus[i][:, 2]"):
    return ("def slipped(angles, l, sigma, m, r, q, g, F, M):\n"
            "    taus, origins = frames(angles, l, sigma, q)\n"
            "    drives = []\n"
            "    for i, s in enumerate(sigma):\n"
            "        total = np.zeros(3)\n"
            f"        for j in {links}:\n"
            f"            load, arm = {load}, {end} - {start}\n"
            f"            total = total + ({turn} + {M} if {turns} else load)\n"
            f"        drives.append(-{axis} @ total)\n"
            "    return np.array(drives)")


def _inverse(net="m[j] * (dV[j] - g)", tensor="tau @ J[j] @ tau.T",
             spin="J_0 @ domega[j] + np.cross(w, J_0 @ w)", centre="r",
             end="origins[j + 1] + tau @ r[j]", start="origins[i]", turn="np.cross(arm, net)",
             turns="s", links="range(i, len(sigma))", axis="taus[i][:, 2]"):
    return ("def slipped(angles, l, sigma, m, r, J, q, dq, ddq, g):\n"
            "    taus, origins = frames(angles, l, sigma, q)\n"
            f"    omega, domega, dV = motion(angles, l, sigma, {centre}, q, dq, ddq)\n"
            "    drives = []\n"
            "    for i, s in enumerate(sigma):\n"
            "        total = np.zeros(3)\n"
            f"        for j in {links}:\n"
            "            w, tau = omega[j], taus[j + 1]\n"
            f"            J_0 = {tensor}\n"
            f"            net, arm = {net}, {end} - {start}\n"
            f"            total = total + ({spin} + {turn} if {turns} else net)\n"
            f"        drives.append({axis} @ total)\n"
            "    return np.array(drives)")


def _turned(spin, tensor="tau @ J @ tau.T"):
    """The function of task 8 with another moment or tensor."""
    return ("def slipped(J, tau, omega, domega):\n"
            f"    J_0 = {tensor}\n"
            f"    return {spin}")


def _own(spin):
    return f"J_0, omega, domega = tensor, v.omega[2], v.domega[2]\nslipped = {spin}"


def _gyroscopic(factor):
    spin = f"-(J_0 @ domega {factor} * np.cross(omega, J_0 @ omega))"
    inner = f"J_0 @ domega[j] {factor} * np.cross(w, J_0 @ w)"
    both = {"inertia_moment": _own(spin), "inertia_moment_of": _turned(spin)}
    return both if factor == "- 1" else both | {"inverse_dynamics": _inverse(spin=inner)}


RIGHT = "-(J_0 @ domega + np.cross(omega, J_0 @ omega))"
NEGATIVE = ("original = right\n"
            "def slipped(*args):\n"
            "    return -np.array(original(*args))")


def _arms(start="origins[1]", end=CENTRE, turn="np.cross(arm, {})", first="i", last=None):
    """A slip in the lever arm or in its product, in the three tasks that all arms are part of."""
    last = last or {"static": "origins[j + 1] + taus[j + 1] @ r[j]",
                    "inverse": "origins[j + 1] + tau @ r[j]"}
    return {"moment": _moment(start=start, end=end, turn=turn.format("net")),
            "static_drives": _static(start=f"origins[{first}]", end=last["static"],
                                     turn=turn.format("load")),
            "inverse_dynamics": _inverse(start=f"origins[{first}]", end=last["inverse"],
                                         turn=turn.format("net"))}


SLIPS = {
    "tensor_unturned": {
        "tensor": "slipped = v.J[2]",
        "inertia_moment_of": _turned(RIGHT, "J"),
        "inverse_dynamics": _inverse(tensor="J[j]")},
    "tensor_back": {
        "tensor": "slipped = taus[3].T @ v.J[2] @ taus[3]",
        "inertia_moment_of": _turned(RIGHT, "tau.T @ J @ tau")},
    "tensor_half_turned": {
        "tensor": "slipped = taus[3] @ v.J[2]",
        "inertia_moment_of": _turned(RIGHT, "tau @ J"),
        "inverse_dynamics": _inverse(tensor="tau @ J[j]")},
    "degrees": {
        "tensor": "bad = frames(v.angles_deg, v.l, v.sigma, v.q)[0][3]\n"
                  "slipped = bad @ v.J[2] @ bad.T"},
    "gyro_lost": _gyroscopic("+ 0"),
    "gyro_twice": _gyroscopic("+ 2"),
    "gyro_reversed": _gyroscopic("- 1"),
    "inertia_sign": {
        "inertia_moment": "slipped = -right",
        "force": f"slipped = {_force(inertia='-')}",
        "inertia_moment_of": NEGATIVE,
        "inverse_dynamics": _inverse(net="-m[j] * (dV[j] + g)",
                                     spin="-(J_0 @ domega[j] + np.cross(w, J_0 @ w))")},
    "gravity_up": {
        "force": f"slipped = {_force(gravity='+')}",
        "moment": _moment(NET.replace("- g", "+ g")),
        "held": _held("-v.m[j] * g"),
        "static_drives": _static("-m[j] * g + F[j]"),
        "inverse_dynamics": _inverse("m[j] * (dV[j] + g)"),
        "trolley_drives": "slipped = right.subs(g_0, -g_0)"},
    "gravity_lost": {
        "force": "slipped = v.m[1] * v.dV[1] + v.m[2] * v.dV[2] - v.F",
        "moment": _moment(NET.replace("- g", "")),
        "held": _held("0 * g"),
        "static_drives": _static("F[j]"),
        "inverse_dynamics": _inverse("m[j] * dV[j]"),
        "trolley_drives": "slipped = right.subs(g_0, 0)"},
    "gravity_twice": {
        "force": f"slipped = {_force(gravity='- 2 *')}",
        "moment": _moment(NET.replace("- g", "- 2 * g")),
        "held": _held("2 * v.m[j] * g"),
        "static_drives": _static("2 * m[j] * g + F[j]"),
        "inverse_dynamics": _inverse("m[j] * (dV[j] - 2 * g)"),
        "trolley_drives": "slipped = right.subs(g_0, 2 * g_0)"},
    "gravity_axis": {
        "force": f"{ALONG_Y}slipped = {_force().replace('- g', '- g_y')}",
        "moment": ALONG_Y + _moment(NET.replace("- g", "- g_y")),
        "held": ALONG_Y + _held("v.m[j] * g_y")},
    "gravity_fixed": {
        "static_drives": _static("m[j] * np.linalg.norm(g) * np.array([0, 0, -1]) + F[j]"),
        "inverse_dynamics": _inverse("m[j] * (dV[j] - [0, 0, -np.sqrt(g @ g)])")},
    "gravity_in_link": {
        "force": "slipped = sum(v.m[k] * (v.dV[k] - taus[k + 1] @ g) for k in (1, 2)) - v.F",
        "moment": _moment(NET.replace("- g", "- taus[j] @ g")),
        "held": _held("v.m[j] * taus[j + 1] @ g"),
        "static_drives": _static("m[j] * taus[j + 1] @ g + F[j]"),
        "inverse_dynamics": _inverse("m[j] * (dV[j] - tau @ g)")},
    "reaction_sign": {
        "force": "slipped = -right", "moment": "slipped = -right",
        "held": "slipped = -np.array(right)",
        "static_drives": NEGATIVE, "inverse_dynamics": NEGATIVE,
        "trolley_drives": "slipped = -right"},
    "load_lost": {
        "force": "slipped = right + v.F",
        "moment": _moment(NET.replace("- F[j]", "")),
        "held": _held(F="0 * v.F"),
        "static_drives": _static("m[j] * g", "0 * M[j]")},
    "load_sign": {
        "moment": _moment(NET.replace("- F", "+ F")),
        "held": _held(F="-v.F"),
        "static_drives": _static("m[j] * g - F[j]", "-M[j]")},
    "beyond_lost": {
        "force": "slipped = net_2",
        "moment": _moment(links="(2,)"),
        "static_drives": _static(links="[i]"),
        "trolley_drives": "slipped = sp.Matrix([m_1 * w_1, right[1]])"},
    "links_before": {
        "force": "slipped = v.m[0] * (v.dV[0] - g) + net_2",
        "static_drives": _static(links="range(i + 1)"),
        "inverse_dynamics": _inverse(links="range(i + 1)")},
    "arm_next": _arms(start="origins[2]", first="i + 1") | {
        "held": _held(start="origins[i]")},
    "arm_base": {"moment": _moment(start="origins[0]"),
                 "static_drives": _static(start="origins[0]")},
    "arm_to_origin": _arms(end="origins[j]", last=dict.fromkeys(("static", "inverse"),
                                                                "origins[j + 1]")) | {
        "trolley_drives": "slipped = sp.Matrix([right[0], I * w_2])"},
    "moment_reversed": _arms(turn="np.cross({}, arm)") | {
        "trolley_drives": "slipped = sp.Matrix([right[0], 2 * I * w_2 - right[1]])"},
    "slide_moment": {
        "along_axis": "slipped = np.array([right[1], right[1]])",
        "held": _held(turns="True"),
        "static_drives": _static(turns="True"),
        "inverse_dynamics": _inverse(turns="True"),
        "trolley_drives": "slipped = sp.Matrix([0, right[1]])"},
    "turn_force": {
        "held": _held(turns="False"), "static_drives": _static(turns="False")},
    "axis_next": {
        "along_axis": "slipped = np.array([taus[2][:, 2] @ force, taus[2][:, 2] @ moment])",
        "held": _held(axis="taus[i][:, 2]"),
        "static_drives": _static(axis="taus[i + 1][:, 2]"),
        "inverse_dynamics": _inverse(axis="taus[i + 1][:, 2]")},
    "origin_acceleration": {"inverse_dynamics": _inverse(centre="0 * r")},
    "centre_spin_lost": {
        "inverse_dynamics": _inverse("m[j] * (dV[j] - np.cross(w, np.cross(w, tau @ r[j])) - g)"),
        "trolley_drives": "slipped = right.subs(dphi, 0)"},
    "not_reduced": {"held": _held(at="centres[2]")},
}


def other_forms(paper) -> None:
    """Columns and rows of the old class, nested lists, another way through the trolley."""
    paper.append("tensor_answer", "tensor = np.matrix(tensor)")
    paper.append("tensor", "tensor = np.array(tensor)")
    paper.append("along_axis_answer", "along_axis = sp.Matrix(along_axis).T")
    paper.append("held_answer", "held = np.matrix(held).T")
    paper.append("printed_gap_answer", "printed_gap = sp.Matrix(printed_gap)")
    paper.append("trolley_drives_answer",
                 "trolley_drives = [(m_1 + m_2) * w_1 + m_2 * d * (w_2 * sp.cos(phi)\n"
                 "                                               - dphi**2 * sp.sin(phi)),\n"
                 "                  (I + m_2 * d**2) * w_2 + m_2 * d * (w_1 * sp.cos(phi)\n"
                 "                                                      + g_0 * sp.sin(phi))]")
