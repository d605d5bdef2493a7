"""The sample class at assignment 9: equations of motion.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`). EARNED: what a
slip leaves where it is not the usual part.
"""

from __future__ import annotations

VICTIM = "printed_sum"
MISREAD = ("tensor_0", "tensor_0 = elementary('y', 0.9) @ tensor_0 @ elementary('y', 0.9).T")

BAD = """bad_03 = np.eye(3)
for a, s_k, x_k in zip(v.angles_deg, v.sigma, v.q):
    bad_03 = bad_03 @ adjacent(*a, s_k, x_k)
"""
BAD_ROW = BAD + """bad = [jacobian_column(v.angles_deg, v.l, v.sigma, v.q, 3, j, v.r_3)
       for j in (1, 2, 3)]
bad_C, bad_D = np.split(np.column_stack(bad), 2)
slipped = bad_C.T @ bad_03 @ v.J_3 @ bad_03.T @ bad_C[:, 2] + v.m_3 * bad_D.T @ bad_D[:, 2]"""


def _column(axis="j - 1", start="j - 1", slide="[0 * z, z]", none="j > k"):
    """A column of a Jacobian matrix, with a slip."""
    return ("def column(angles, l, sigma, q, k, j, point):\n"
            f"    if {none}:\n"
            "        return np.zeros(6)\n"
            "    tau, t = [np.eye(3)], [np.zeros(3)]\n"
            "    for a, b, s_k, x_k in zip(angles, l, sigma, q):\n"
            "        tau.append(tau[-1] @ adjacent(*a, s_k, x_k))\n"
            "        t.append(t[-1] + tau[-2][:, 2] * (1 - s_k) * x_k + tau[-1] @ b)\n"
            f"    z = tau[{axis}][:, 2]\n"
            f"    R = t[k] + tau[k] @ point - t[{start}]\n"
            f"    return np.concatenate([z, np.cross(z, R)] if sigma[j - 1] else {slide})\n")


def _A(column="column = jacobian_column\n", point="r[k - 1]", J="tau @ J[k - 1] @ tau.T",
       turning="C.T @ J_0 @ C", moving="m[k - 1] * D.T @ D", part="part"):
    """The matrix of a chain, with a slip."""
    return column + ("def slipped(angles, l, sigma, m, r, J, q):\n"
                     "    n = len(sigma)\n"
                     "    A, tau, later = 0, np.eye(3), np.maximum(*np.indices((n, n)) + 1)\n"
                     "    for k in range(1, n + 1):\n"
                     "        tau = tau @ adjacent(*angles[k - 1], sigma[k - 1], q[k - 1])\n"
                     f"        Xi = [column(angles, l, sigma, q, k, j, {point})\n"
                     "              for j in range(1, n + 1)]\n"
                     "        C, D = np.split(np.column_stack(Xi), 2)\n"
                     f"        J_0 = {J}\n"
                     f"        part = {turning} + {moving}\n"
                     f"        A = A + {part}\n"
                     "    return A")


def _own(column, task):
    """a_33 or row 3 of the own chain, with a slip in the column."""
    return column + ("wrong = [column(angles, v.l, v.sigma, q, 3, j, v.r_3) for j in (1, 2, 3)]\n"
                     "C_w, D_w = np.split(np.column_stack(wrong), 2)\n"
                     "row = C_w.T @ tensor_0 @ C_w[:, 2] + v.m_3 * D_w.T @ D_w[:, 2]\n"
                     f"slipped = row{'[2]' * (task == 'a_33')}")


ORIGIN = ("D_o = np.column_stack([jacobian_column(angles, v.l, v.sigma, q, 3, j, np.zeros(3))\n"
          "                       for j in (1, 2, 3)])[3:]\n"
          "slipped = C.T @ tensor_0 @ C[:, 2] + v.m_3 * D_o.T @ D_o[:, 2]")
MOTION = "angles, l, sigma, m, r, J, q, dq"
ALONE = (f"def slipped({MOTION}):\n"
         f"    b = right({MOTION})\n"
         f"    alone = sum(right({MOTION[:-4]}, one * dq) for one in np.eye(len(dq)))\n")
LINKS = (f"def parts({MOTION}, turned=True):\n"
         "    n, tau, gyro, held, coriolis = len(sigma), np.eye(3), 0, 0, 0\n"
         "    for k in range(1, n + 1):\n"
         "        tau = tau @ adjacent(*angles[k - 1], sigma[k - 1], q[k - 1])\n"
         "        Xi = [jacobian_column(angles, l, sigma, q, k, j, r[k - 1])\n"
         "              for j in range(1, n + 1)]\n"
         "        C, D = np.split(np.column_stack(Xi), 2)\n"
         "        J_0 = tau @ J[k - 1] @ tau.T if turned else J[k - 1]\n"
         "        omegas = np.cumsum(C * dq, axis=1).T\n"
         "        spin = np.cross(omegas, (C * dq).T).sum(axis=0)\n"
         "        slides = D * (1 - np.array(sigma)) * dq\n"
         "        carried = np.cross(omegas, slides.T).sum(axis=0)\n"
         "        gyro = gyro + C.T @ np.cross(omegas[-1], J_0 @ omegas[-1])\n"
         "        held = held + C.T @ J_0 @ spin\n"
         "        coriolis = coriolis + m[k - 1] * D.T @ carried\n"
         "    return gyro, held, coriolis\n"
         f"def slipped({MOTION}):\n"
         f"    b, (gyro, held, coriolis) = right({MOTION}), parts({MOTION})\n")
FORWARD = f"{MOTION}, mu, gravity"


def _ddq(answer):
    return (f"def slipped({FORWARD}):\n"
            f"    A, b = chain_A({MOTION[:-4]}), chain_b({MOTION})\n"
            f"    return {answer}")


def _crane(weight="weight", b="b", solve="np.linalg.solve(A, push)", lifted="np.radians(p.q_2)"):
    """The crane's forward problem with a slip: at one instant, and for a while."""
    law = ("def wrong_ddq(lifted, rates, drives):\n"
           "    A, weight = A_of(lifted), np.array([0, -p.m * 9.81 * p.r * np.cos(lifted)])\n"
           "    b = b_of(lifted, *rates).ravel()\n"
           "    alone = (b_of(lifted, rates[0], 0) + b_of(lifted, 0, rates[1])).ravel()\n"
           f"    push = drives + {weight} - {b}\n"
           f"    return {solve}\n")
    way = ("from scipy.integrate import solve_ivp\n"
           "def wrong_rate(t, y):\n"
           "    return [*y[2:], *wrong_ddq(y[1], y[2:], np.zeros(2))]\n"
           f"run = solve_ivp(wrong_rate, (0, 0.6), [0, {lifted}, *p.dq], rtol=1e-8, atol=1e-9)\n"
           "slipped = run.y[:2, -1]")
    return {"crane_ddq": law + f"slipped = wrong_ddq({lifted}, p.dq, p.mu)", "fall": law + way}


SINGLE = "alone = (sp.Matrix(right).subs(u_1, 0) + sp.Matrix(right).subs(u_2, 0))\n"

SLIPS = {
    "tensor_unturned": {
        "tensor_0": "slipped = v.J_3",
        "crane_A": "slipped = right + sp.diag(I_t - I_a * s**2 - I_t * c**2, 0)",
        "chain_A": _A(J="J[k - 1]"),
        "chain_b": LINKS + f"    return b - gyro - held + sum(parts({MOTION}, False)[:2])"},
    "tensor_back": {"tensor_0": "slipped = tau_03.T @ v.J_3 @ tau_03",
                    "chain_A": _A(J="tau.T @ J[k - 1] @ tau")},
    "tensor_half_turned": {"tensor_0": "slipped = tau_03 @ v.J_3",
                           "chain_A": _A(J="tau @ J[k - 1]")},
    "degrees": {"tensor_0": BAD + "slipped = bad_03 @ v.J_3 @ bad_03.T", "row_3": BAD_ROW,
                **_crane(lifted="p.q_2")},
    "moving_part_lost": {
        "a_33": "slipped = C[:, 2] @ tensor_0 @ C[:, 2]",
        "row_3": "slipped = C.T @ tensor_0 @ C[:, 2]",
        "crane_A": "slipped = right.subs(m, 0)", "chain_A": _A(moving="0")},
    "turning_part_lost": {
        "a_33": "slipped = v.m_3 * D[:, 2] @ D[:, 2]", "row_3": "slipped = v.m_3 * D.T @ D[:, 2]",
        "crane_A": "slipped = right.subs({I_a: 0, I_t: 0})", "chain_A": _A(turning="0")},
    "mass_at_origin": {
        "a_33": ORIGIN + "\nslipped = slipped[2]", "row_3": ORIGIN,
        "chain_A": _A(point="np.zeros(3)"),
        "chain_b": "def slipped(angles, l, sigma, m, r, J, q, dq):\n"
                   "    return right(angles, l, sigma, m, 0 * r, J, q, dq)",
        "chain_ddq": f"def slipped({FORWARD}):\n"
                     "    return right(angles, l, sigma, m, 0 * r, J, q, dq, mu, gravity)"},
    "one_link_each": {"chain_A": _A(part="np.where(later == k, part, 0)")},
    "axis_next": {"a_33": _own(_column(axis="j"), "a_33"), "row_3": _own(_column(axis="j"), ""),
                  "chain_A": _A(_column(axis="j"))},
    "arm_next": {"a_33": _own(_column(start="j"), "a_33"), "row_3": _own(_column(start="j"), "")},
    "arm_base": {"row_3": _own(_column(start="0"), ""), "chain_A": _A(_column(start="0"))},
    "joints_beyond": {"chain_A": _A(_column(none="False"))},
    "slide_as_turn": {"row_3": _own(_column(slide="[z, np.cross(z, R)]"), ""),
                      "chain_A": _A(_column(slide="[z, np.cross(z, R)]"))},
    "slide_speed_lost": {"row_3": _own(_column(slide="[0 * z, 0 * z]"), ""),
                         "chain_A": _A(_column(slide="[0 * z, 0 * z]"))},
    "row_from_diagonal": {"printed_sum": "slipped = row_3[2] * v.ddq[2]"},
    "missed_reversed": {"printed_sum": "slipped = -right"},
    "coupling_reversed": {"crane_A": "slipped = sp.Matrix([[right[0, 0], -right[0, 1]],\n"
                                     "                     [-right[1, 0], right[1, 1]]])"},
    "coupling_lost": {"crane_A": "slipped = sp.diag(right[0, 0], right[1, 1])"},
    "coriolis_once": {"crane_b": SINGLE + "slipped = (sp.Matrix(right) + alone) / 2",
                      "chain_b": ALONE + "    return (b + alone) / 2"},
    "coriolis_lost": {"crane_b": SINGLE + "slipped = alone", "chain_b": ALONE + "    return alone"},
    "centrifugal_lost": {"crane_b": SINGLE + "slipped = sp.Matrix(right) - alone",
                         "chain_b": ALONE + "    return b - alone"},
    "rest_reversed": {"crane_b": "slipped = -sp.Matrix(right)",
                      "chain_b": ALONE + "    return -b"},
    "gyro_lost": {"chain_b": LINKS + "    return b - gyro"},
    "axes_held": {"chain_b": LINKS + "    return b - held"},
    "slide_coriolis_once": {"chain_b": LINKS + "    return b - coriolis"},
    "weights_reversed": {"chain_ddq": _ddq(f"right({MOTION}, mu, -np.asarray(gravity))"),
                         **_crane(weight="-weight")},
    "gravity_fixed": {
        "chain_ddq": _ddq(f"right({MOTION}, mu, [0, 0, -np.linalg.norm(gravity)])")},
    "weights_lost": {"chain_ddq": _ddq(f"right({MOTION}, mu, 0 * np.asarray(gravity))"),
                     **_crane(weight="0 * weight")},
    "rest_lost": {"chain_ddq": _ddq(f"right({FORWARD}) + np.linalg.solve(A, b)"),
                  **_crane(b="0 * b")},
    "rest_added": {"chain_ddq": _ddq(f"right({FORWARD}) + 2 * np.linalg.solve(A, b)"),
                   **_crane(b="(-b)")},
    "joints_apart": {"chain_ddq": _ddq(f"A @ right({FORWARD}) / np.diag(A)"),
                     **_crane(solve="push / np.diag(A)")},
}


def other_forms(paper) -> None:
    """Rows and columns of the old class, expressions as lists, another integrator."""
    paper.append("row_3_answer", "row_3 = row_3.tolist()")
    paper.append("crane_ddq_answer", "crane_ddq = np.matrix(crane_ddq).T")
    paper.append("printed_sum_answer", "printed_sum = [[float(printed_sum)]]")
    paper.append("crane_A_answer", "listed = crane_A.tolist()")
    paper.append("crane_b_answer", "crane_b = [sp.expand(x) for x in crane_b]")
    paper.append("fall_answer",
                 "from scipy.integrate import solve_ivp\n"
                 "start = [0, np.radians(p.q_2), *p.dq]\n"
                 "run = solve_ivp(lambda t, y: rate_of(y), (0, 0.6), start, rtol=1e-7, atol=1e-8)\n"
                 "fall = run.y[:2, -1:]")

# What was given, handed back: named, and no work.
EARNED = {("tensor_unturned", "tensor_0"): 0.0}
