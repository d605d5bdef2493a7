"""The sample class at assignment 12: base inertial parameters and identification.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "misprint"
MISREAD = ("ten", "ten = np.array([*1.3 * ten[:6], *1.2 * ten[6:9], v.m + 1])")

BY_TENSOR = ("def turned(W):\n"
             "    W = np.array(W, float)\n"
             "    for k in range(0, W.shape[-1], 10):\n"
             "        half = W[..., [k, k + 3, k + 5]].sum(axis=-1) / 2\n"
             "        for p in (0, 3, 5):\n"
             "            W[..., k + p] = half - W[..., k + p]\n"
             "        W[..., [k + 1, k + 2, k + 4]] *= -1\n"
             "    return W\n")


def _row(a="v.a", angle="np.radians(v.q_deg)", g="9.81"):
    """The pendulum's row with a slip."""
    return (f"x, arm = {angle}, {a}\n"
            "slipped = np.zeros(10)\n"
            "slipped[[0, 3]] = v.ddq\n"
            f"slipped[6] = 2 * arm * v.ddq - {g} * np.sin(x)\n"
            f"slipped[7] = -{g} * np.cos(x)\n"
            f"slipped[9] = arm**2 * v.ddq - {g} * arm * np.sin(x)")


def _readings(answer, a="v.a", angle="np.radians(v.data.q_deg)", g="9.81", by="v.data.sd"):
    """The rows of the readings with a slip, X, and what is made of them."""
    return (f"x, arm, by = {angle}, {a}, {by}\n"
            f"X = np.column_stack([v.data.ddq, 2 * arm * v.data.ddq - {g} * np.sin(x),\n"
            f"                     -{g} * np.cos(x)])\n"
            f"slipped = {answer}")


FIT = "np.linalg.lstsq(X / by[:, None], v.data.mu / by, rcond=None)[0]"
SPREAD = "np.sqrt(np.diag(np.linalg.inv((X / by[:, None]).T @ (X / by[:, None]))))"
COND = "[np.linalg.cond(X), np.linalg.cond(X / by[:, None])]"
ALIKE = "np.ones(12)"


def _three(answers, **slip):
    """The same slip in the estimate, its deviations and the condition numbers."""
    made = {"estimate": FIT, "deviations": SPREAD, "condition": COND}
    return {task: _readings(made[task], **slip) for task in answers.split()}


CHAIN = "angles, l, sigma, q, dq, ddq, gravity"


def _regressor(slide="1", turn_twice="2", H="h"):
    """W_EM by matrices 4 x 4, with a slip."""
    return (f"def slipped({CHAIN}):\n"
            "    n = len(sigma)\n"
            "    about, along, pull = np.zeros((3, 4, 4))\n"
            f"    about[0, 1], about[1, 0], along[2, 3], pull[:3, 3] = -1, 1, {slide}, gravity\n"
            "    i = np.array([0, 0, 0, 1, 1, 2, 0, 1, 2, 3])\n"
            "    j = np.array([0, 1, 2, 1, 2, 2, 3, 3, 3, 3])\n"
            "    bodies = np.zeros((10, 4, 4))\n"
            "    bodies[range(10), i, j] = bodies[range(10), j, i] = 1\n"
            "    W, U, (T, dT, ddT) = np.zeros((n, 10 * n)), [], np.zeros((3, 4, 4))\n"
            "    T = np.eye(4)\n"
            "    for k in range(n):\n"
            "        A, D = np.eye(4), about if sigma[k] else along\n"
            "        A[:3, :3] = adjacent(*angles[k], sigma[k], q[k])\n"
            "        A[:3, 3] = A[:3, :3] @ l[k] + [0, 0, (1 - sigma[k]) * q[k]]\n"
            "        dA, ddA = D @ A * dq[k], D @ A * ddq[k] + D @ D @ A * dq[k]**2\n"
            "        U = [X @ A for X in U] + [T @ D @ A]\n"
            f"        ddT = ddT @ A + {turn_twice} * dT @ dA + T @ ddA\n"
            "        T, dT = T @ A, dT @ A + T @ dA\n"
            "        R = T * (np.arange(4) < 3) * (np.arange(4) < 3)[:, None]\n"
            "        R[3, 3] = 1\n"
            "        for row, X in enumerate(U):\n"
            f"            W[row, 10 * k:10 * k + 10] = [np.trace(X @ {H} @ (ddT - pull).T)\n"
            "                                          for h in bodies]\n"
            "    return W")


def _called(*arguments):
    return f"def slipped({CHAIN}):\n    return right({', '.join(arguments)})"


COUNT = ("def slipped(angles, l, sigma, gravity):\n"
         "    rng, n = np.random.default_rng(2), len(sigma)\n"
         "    def state():\n"
         "        return chain_regressor(angles, l, sigma, *rng.uniform(-2, 2, (3, n)), gravity)\n")
ENERGY = COUNT + ("    def energy(q, dq):\n"
                  "        still = chain_regressor(angles, l, sigma, q, 0 * q, dq, 0 * gravity)\n"
                  "        heights, T = [], np.eye(4)\n"
                  "        for k in range(n):\n"
                  "            A = np.eye(4)\n"
                  "            A[:3, :3] = adjacent(*angles[k], sigma[k], q[k])\n"
                  "            A[:3, 3] = A[:3, :3] @ l[k] + [0, 0, (1 - sigma[k]) * q[k]]\n"
                  "            T = T @ A\n"
                  "            heights += [*np.zeros(6), *(gravity @ T[:3])]\n"
                  "        return dq @ still / 2 + np.array(heights)\n"
                  "    W = [energy(*rng.uniform(-2, 2, (2, n))) for _ in range(150)]\n"
                  "    return np.linalg.matrix_rank(np.array(W))")
RATES = "rates = right - right.subs({u_1: 0, u_2: 0})\n"
SINGLE = RATES + "alone = right.subs({u_2: 0}) - right.subs({u_1: 0, u_2: 0})\n"

SLIPS = {
    "moments_for_seconds": {
        "ten": "from_centre = v.r @ v.r * np.eye(3) - np.outer(v.r, v.r)\n"
               "about_joint = v.J + v.m * from_centre\n"
               "slipped = [*about_joint[np.triu_indices(3)], *(v.m * v.r), v.m]",
        "row": BY_TENSOR + "slipped = turned(right)",
        "chain_regressor": BY_TENSOR + f"def slipped({CHAIN}):\n    return turned(right({CHAIN}))"},
    "centre_for_origin": {
        "ten": "central = np.trace(v.J) / 2 * np.eye(3) - v.J\n"
               "slipped = [*central[np.triu_indices(3)], *(v.m * v.r), v.m]"},
    "products_reversed": {"ten": "slipped = np.array(right) * [1, -1, -1, 1, -1, 1, 1, 1, 1, 1]"},
    "centre_for_moment": {"ten": "slipped = [*right[:6], *v.r, v.m]"},
    "field_lost": {
        "row": _row(g="0.0"), "slide_columns": "slipped = right.subs(g, 0)",
        "chain_regressor": _called("angles", "l", "sigma", "q", "dq", "ddq", "0 * gravity"),
        "base_count": "def slipped(angles, l, sigma, gravity):\n"
                      "    return right(angles, l, sigma, 0 * gravity)",
        **_three("estimate", g="0.0")},
    "field_reversed": {
        "row": _row(g="(-9.81)"), "slide_columns": "slipped = right.subs(g, -g)",
        "chain_regressor": _called("angles", "l", "sigma", "q", "dq", "ddq", "-gravity"),
        **_three("estimate condition", g="(-9.81)")},
    "energy_row": {
        "row": "x = np.radians(v.q_deg)\nslipped = np.zeros(10)\n"
               "slipped[[0, 3]] = v.dq**2 / 2\n"
               "slipped[6:8] = v.a * v.dq**2 - 9.81 * np.cos(x), 9.81 * np.sin(x)\n"
               "slipped[9] = v.a**2 * v.dq**2 / 2 - v.a * 9.81 * np.cos(x)"},
    "frame_on_axis": {
        "row": _row(a="0.0"), "base_three": "slipped = [ten[0] + ten[3], ten[6], ten[7]]",
        "slide_columns": "slipped = right.subs(a, 0)",
        **_three("estimate deviations condition", a="0.0")},
    "degrees": {"row": _row(angle="v.q_deg"),
                **_three("estimate deviations condition", angle="v.data.q_deg")},
    "mass_square_added": {
        "base_three": "slipped = [ten[0] + ten[3] + v.a**2 * v.m, right[1], right[2]]"},
    "by_sight": {"base_three": "slipped = [right[0] + 2 * v.a * right[1], right[1], right[2]]"},
    "base_as_inertia": {
        "least_mass": "slipped = [base_three[0], (base_three[1]**2 + base_three[2]**2)"
                      " / base_three[0]]"},
    "along_only": {"least_mass": "slipped = [about_joint, base_three[1]**2 / about_joint]"},
    "mass_moved_back": {
        "slide_base": "slipped = right + v.p_2[9] * np.array([-v.a**2, v.a, 0, 0, 0, 0])"},
    "group_forgotten": {"slide_base": "slipped = [base_three[0], *right[1:]]"},
    "slide_rates_once": {"slide_columns": SINGLE + "slipped = right - (rates - alone) / 2"},
    "slide_rates_lost": {"slide_columns": SINGLE + "slipped = right - (rates - alone)"},
    "slide_thrown_lost": {"slide_columns": SINGLE + "slipped = right - alone"},
    "unweighted": _three("estimate", by=ALIKE),
    "weights_once": _three("estimate deviations condition", by="np.sqrt(v.data.sd)"),
    "weights_inverted": _three("estimate condition", by="1 / v.data.sd"),
    "covariance_unscaled": _three("deviations", by=ALIKE),
    "variance_given": {"deviations": "slipped = right**2"},
    "others_known": {"deviations": "slipped = 1 / np.sqrt((rows**2).sum(axis=0))"},
    "condition_squared": {"condition": "slipped = [np.linalg.cond(x.T @ x) for x in (W, rows)]"},
    "rates_dropped": {
        "chain_regressor": _called("angles", "l", "sigma", "q", "0 * dq", "ddq", "gravity")},
    "axes_of_base": {"chain_regressor": _regressor(H="R.T @ h @ R")},
    "slide_speed_lost": {"chain_regressor": _regressor(slide="0")},
    "slide_coriolis_once": {"chain_regressor": _regressor(turn_twice="(1 + sigma[k])")},
    "constant_counted": {"base_count": ENERGY},
    "groups_counted": {"base_count": COUNT + "    W = np.vstack([state() for _ in range(30)])\n"
                                             "    return (abs(W).max(axis=0) > 1e-12).sum()"},
    "rounding_counted": {"base_count": COUNT + "    return state().shape[1]"},
    "one_state": {"base_count": COUNT + "    return np.linalg.matrix_rank(state())"},
    "two_states": {"base_count": COUNT + "    W = np.vstack([state() for _ in range(2)])\n"
                                         "    return np.linalg.matrix_rank(W)"},
    "three_states": {"base_count": COUNT + "    W = np.vstack([state() for _ in range(3)])\n"
                                           "    return np.linalg.matrix_rank(W)"},
    "short_lost": {"base_count": "def slipped(angles, l, sigma, gravity):\n"
                                 "    return right(angles, np.round(l, 2), sigma, gravity)"},
    "gap_reversed": {"misprint": "slipped = -right"},
    "gap_halved": {"misprint": "slipped = right / 2"},
    "gap_of_energy": {
        "misprint": "slipped = v.second.a * (v.second.dq - v.second.dq**2) * v.second.S_x"},
}


def other_forms(paper) -> None:
    """Rows and columns of the old class, nested lists, the drives by section 8 instead of T."""
    paper.append("ten_answer", "ten = np.matrix(ten).T")
    paper.append("row_answer", "row = row.tolist()")
    paper.append("least_mass_answer", "least_mass = [[float(x)] for x in least_mass]")
    paper.append("slide_columns_answer", "slide_columns = slide_columns.tolist()")
    paper.append("estimate_answer",
                 "sd_2 = np.diag(1 / v.data.sd**2)\n"
                 "estimate = np.linalg.inv(W.T @ sd_2 @ W) @ W.T @ sd_2 @ v.data.mu")
    paper.append("base_count_answer",
                 "one_way = base_count\n"
                 "def base_count(angles, l, sigma, gravity):\n"
                 "    rng = np.random.default_rng(5)\n"
                 "    W = np.vstack([chain_regressor(angles, l, sigma, *rng.normal(size=(3, 3)),\n"
                 "                                   gravity) for _ in range(40)])\n"
                 "    size = np.linalg.norm(W, axis=0)\n"
                 "    felt = size > 1e-12\n"
                 "    s = np.linalg.svd(W[:, felt] / size[felt])[1]\n"
                 "    return np.array([(s > 1e-10 * s[0]).sum()])")
    paper.append("chain_regressor_answer",
                 "def lam(x):\n"
                 "    return np.cross(np.eye(3), x)\n"
                 "def chain_regressor(angles, l, sigma, q, dq, ddq, gravity):\n"
                 "    n, z = len(sigma), np.array([0.0, 0, 1])\n"
                 "    tau, w, e = np.eye(3), np.zeros(3), np.zeros(3)\n"
                 "    v_, a_, t = np.zeros(3), -np.asarray(gravity, float), np.zeros(3)\n"
                 "    W, axes = np.zeros((n, 10 * n)), []\n"
                 "    for k in range(n):\n"
                 "        axis, start = tau @ z, t\n"
                 "        axes.append((axis, start))\n"
                 "        if sigma[k]:\n"
                 "            e = e + axis * ddq[k] + np.cross(w, axis) * dq[k]\n"
                 "            w = w + axis * dq[k]\n"
                 "        tau = tau @ adjacent(*angles[k], sigma[k], q[k])\n"
                 "        step = tau @ l[k] + axis * (1 - sigma[k]) * q[k]\n"
                 "        t, U = t + step, lam(e) + lam(w) @ lam(w)\n"
                 "        slide = (1 - sigma[k]) * axis\n"
                 "        a_ = a_ + U @ step + 2 * np.cross(w, slide) * dq[k] + slide * ddq[k]\n"
                 "        for p in range(10):\n"
                 "            second, first, m = np.zeros((3, 3)), np.zeros(3), float(p == 9)\n"
                 "            if p < 6:\n"
                 "                i, j = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)][p]\n"
                 "                second[i, j] = second[j, i] = 1\n"
                 "            elif p < 9:\n"
                 "                first[p - 6] = 1\n"
                 "            N = tau @ second @ tau.T @ U.T + np.outer(tau @ first, a_)\n"
                 "            force = U @ tau @ first + m * a_\n"
                 "            moment = [N[1, 2] - N[2, 1], N[2, 0] - N[0, 2], N[0, 1] - N[1, 0]]\n"
                 "            for i, (axis_i, start) in enumerate(axes):\n"
                 "                about = moment + np.cross(t - start, force)\n"
                 "                W[i, 10 * k + p] = axis_i @ (about if sigma[i] else force)\n"
                 "    return W.tolist()")
