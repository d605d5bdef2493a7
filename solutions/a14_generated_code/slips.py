"""The sample class at assignment 14: the recursion and its derivatives.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "growth"
MISREAD = ("rate_slopes", "rate_slopes = np.array([[1.3, 0.2], [0.4, 2.1]]) * rate_slopes + 1")


def _planar(answer, g="9.81", inwards="-", whole="v.dq[0] + v.dq[1]",
            second="v.ddq[0] + v.ddq[1]", lever="v.a[0]", angles="np.radians(v.q_deg)"):
    """The recursion in a plane with a slip."""
    return (f"q_, w, e = {angles}, {whole}, {second}\n"
            "def seen(x, angle):\n"
            "    c, s = np.cos(angle), np.sin(angle)\n"
            "    return np.array([c * x[0] + s * x[1], c * x[1] - s * x[0]])\n"
            "def point(start, u, du, d):\n"
            f"    return start + np.array([{inwards}u**2 * d, du * d])\n"
            f"near_ = seen([0, {g}], q_[0])\n"
            "far_ = point(near_, v.dq[0], v.ddq[0], v.a[0])\n"
            "F_1 = v.m[0] * point(near_, v.dq[0], v.ddq[0], v.c[0])\n"
            "F_2 = v.m[1] * point(seen(far_, q_[1]), w, e, v.c[1])\n"
            "mu_2 = v.I[1] * e + v.c[1] * F_2[1]\n"
            "mu_1 = v.I[0] * v.ddq[0] + v.c[0] * F_1[1] + mu_2\n"
            f"mu_1 = mu_1 + {lever} * seen(F_2, -q_[1])[1]\n"
            f"slipped = {answer}")


FAR, DRIVES = "far_", "[mu_1, mu_2]"


def _slopes(g="9.81", moving="1", whole="v.dq[0] + v.dq[1]", second="v.ddq[0] + v.ddq[1]",
            angles="np.radians(v.q_deg)", turned=""):
    return (f"(x, y), h_ = {angles}, v.m[1] * v.a[0] * v.c[1]\n"
            f"far_ = -v.m[1] * {g} * v.c[1] * np.sin(x + y)\n"
            f"near_ = -(v.m[0] * v.c[0] + v.m[1] * v.a[0]) * {g} * np.sin(x)\n"
            f"two_ = {moving} * h_ * (np.cos(y) * v.dq[0]**2 - np.sin(y) * v.ddq[0])\n"
            f"one_ = two_ - {moving} * h_ * (np.sin(y) * ({second})\n"
            f"                               + np.cos(y) * ({whole})**2)\n"
            "slipped = np.array([[near_ + far_, far_ + one_], [far_, far_ + two_]])" + turned)


def _rates(two="2", whole="(v.dq[0] + v.dq[1])", angle="np.radians(v.q_deg[1])", turned=""):
    return (f"h_ = v.m[1] * v.a[0] * v.c[1] * np.sin({angle})\n"
            f"one_, all_ = {two} * v.dq[0], {two} * {whole}\n"
            "slipped = h_ * np.array([[one_ - all_, -all_], [one_, 0]])" + turned)


def _chain(g="gravity", arm="l[k]", swing="1", gyro="1"):
    """The recursion for a chain with a slip."""
    return ("def slipped(angles, l, m, r, J, q, dq, ddq, gravity):\n"
            f"    w, dw, a, needs = np.zeros(3), np.zeros(3), -1.0 * np.asarray({g}), []\n"
            "    for k in range(3):\n"
            "        tau = adjacent(*angles[k], 1, q[k]).T\n"
            "        axis = tau[:, 2]\n"
            "        w = tau @ w + axis * dq[k]\n"
            f"        dw = tau @ dw + axis * ddq[k] + {swing} * np.cross(w, axis * dq[k])\n"
            "        a = tau @ a + np.cross(dw, l[k]) + np.cross(w, np.cross(w, l[k]))\n"
            "        F = m[k] * (a + np.cross(dw, r[k]) + np.cross(w, np.cross(w, r[k])))\n"
            f"        N = J[k] @ dw + {gyro} * np.cross(w, J[k] @ w) + np.cross(r[k], F)\n"
            "        needs.append((tau, axis, F, N))\n"
            "    f, n, mu = np.zeros(3), np.zeros(3), np.zeros(3)\n"
            "    for k in (2, 1, 0):\n"
            "        tau, axis, F, N = needs[k]\n"
            "        f = f + F\n"
            f"        n = n + N + np.cross({arm}, f)\n"
            "        mu[k] = axis @ n\n"
            "        f, n = tau.T @ f, tau.T @ n\n"
            "    return mu")


LOST, TURNED, DEGREES = "0.0", "(-9.81)", "v.q_deg"
SLIPS = {
    "weight_lost": {"far_end": _planar(FAR, g=LOST), "planar_drives": _planar(DRIVES, g=LOST),
                    "slopes": _slopes(g=LOST), "chain_drives": _chain(g="0 * gravity")},
    "weight_reversed": {
        "far_end": _planar(FAR, g=TURNED), "planar_drives": _planar(DRIVES, g=TURNED),
        "slopes": _slopes(g=TURNED), "chain_drives": _chain(g="-gravity")},
    "outwards": {"far_end": _planar(FAR, inwards=""), "planar_drives": _planar(DRIVES, inwards="")},
    "relative_rate": {
        "planar_drives": _planar(DRIVES, whole="v.dq[1]", second="v.ddq[1]"),
        "slopes": _slopes(whole="v.dq[1]", second="v.ddq[1]"),
        "rate_slopes": _rates(whole="v.dq[1]")},
    "lever_lost": {"planar_drives": _planar(DRIVES, lever="0"),
                   "chain_drives": _chain(arm="0 * l[k]")},
    "degrees": {"far_end": _planar(FAR, angles=DEGREES),
                "planar_drives": _planar(DRIVES, angles=DEGREES),
                "slopes": _slopes(angles=DEGREES), "rate_slopes": _rates(angle="v.q_deg[1]")},
    "weights_alone": {"slopes": _slopes(moving="0")},
    "by_columns": {"slopes": _slopes(turned=".T"), "rate_slopes": _rates(turned=".T")},
    "square_kept": {"rate_slopes": _rates(two="1")},
    "sign_kept": {"linear": "slipped = -right"},
    "inertia_kept": {"linear": "slipped = -A @ slopes"},
    "inverse_behind": {"linear": "slipped = -slopes @ np.linalg.inv(A)"},
    "root_lost": {"growth": "slipped = right**2"},
    "slower_taken": {"growth": "slipped = np.sqrt(min(np.linalg.eigvals(table).real))"},
    "swing_lost": {"chain_drives": _chain(swing="0")},
    "momentum_fixed": {"chain_drives": _chain(gyro="0")},
}


def other_forms(paper) -> None:
    """Rows of the old class, nested lists, columns as sympy has them."""
    paper.append("far_end_answer", "far_end = np.matrix(far_end).T")
    paper.append("planar_drives_answer", "planar_drives = [[float(x)] for x in planar_drives]")
    paper.append("slopes_answer", "slopes = np.array(slopes).tolist()")
    paper.append("slopes", "slopes = np.array(slopes)")
    paper.append("rate_slopes_answer", "rate_slopes = sp.Matrix(rate_slopes)")
    paper.append("growth_answer", "growth = np.array([[growth]])")
    paper.append("chain_drives_answer",
                 "one_way = chain_drives\n"
                 "def chain_drives(*arguments):\n"
                 "    return sp.Matrix(one_way(*arguments))")
