"""The sample class at assignment 6: the velocity problems.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. It is by 0.15 rad, less than any angle that is dealt: else it may
be that of a slip. SLIPS: mistake -> task -> the code that makes it (see `slips`). EARNED: what a
slip earns by the groups of cases that it leaves right.
"""

from __future__ import annotations

VICTIM = "polar_det"
MISREAD = ("lost_direction", "lost_direction = np.array([[0.9888, -0.1494], [0.1494, 0.9888]]) "
                             "@ lost_direction")

SINGLE = """own = np.array(v.l) * np.array([-np.sin(np.cumsum({q})), np.cos(np.cumsum({q}))])
"""
PLAIN = """alone = np.array(v.l) * np.array([-np.sin({q}), np.cos({q})])
own = np.column_stack([alone[:, j:].sum(axis=1) for j in range(3)])
"""
BAD = "own = planar(v.l, v.q_deg)\n"
MOVES = "slipped = own @ v.dq"
SOLVES = "slipped = np.linalg.solve(own[:, :2], v.V)"
SHORT_ARM = {"own_link_only": "own = own[:, :2]\n", "absolute_angles":
             "own = own[:, :2] - alone[:, 2:]\n", "degrees": "own = planar(v.l[:2], v.q_deg[:2])\n"}
RESTS = "slipped = np.append(np.linalg.solve(own[:, :2], -own[:, 2]), 1)"
LEAST = "slipped = np.linalg.pinv(own) @ v.V"
GEOMETRY = """def turn(k, a):
    m, i, j = np.eye(3), (k + 1) % 3, (k + 2) % 3
    m[i, i] = m[j, j] = np.cos(a)
    m[j, i], m[i, j] = np.sin(a), -np.sin(a)
    return m
def places(angles, l, sigma, q):
    taus, origins = [np.eye(3)], [np.zeros(3)]
    for (x, y, z), link, s, c in zip(angles, l, sigma, q):
        taus.append(taus[-1] @ turn(2, s * c) @ turn(0, x) @ turn(1, y) @ turn(2, z))
        origins.append(origins[-1] + taus[-2][:, 2] * (1 - s) * c + taus[-1] @ link)
    return taus, origins
"""
LOST = "wrong = np.array([np.cos(v.stretched_deg), np.sin(v.stretched_deg)])\n"


def _arm(name, start):
    """One slip of the planar arm in all the tasks that it shows in."""
    short = start + SHORT_ARM[name]
    found = {"tip_velocity": start + MOVES, "rates": short + SOLVES,
             "self_motion": start + RESTS, "shortest": start + LEAST}
    if name != "absolute_angles":
        found["half_axes"] = short + "slipped = np.linalg.svd(own)[1]"
    return found


def _count(free):
    return ("def slipped(A, v):\n"
            "    rank = int(np.linalg.matrix_rank(A, tol=1e-9))\n"
            "    has = np.linalg.matrix_rank(np.column_stack([A, v]), tol=1e-9) == rank\n"
            f"    return rank, {free}")


def _chain(answer="np.linalg.pinv(X) @ velocity", axis="j", start="j", slide="0 * z, z"):
    return GEOMETRY + (
        "def slipped(angles, l, sigma, q, rows, velocity, point):\n"
        "    taus, origins = places(angles, l, sigma, q)\n"
        "    tip, columns = origins[-1] + taus[-1] @ point, []\n"
        "    for j in range(len(q)):\n"
        f"        z, R = taus[{axis}][:, 2], tip - origins[{start}]\n"
        "        turns = z, np.cross(z, R)\n"
        f"        columns.append(np.concatenate(turns if sigma[j] else ({slide})))\n"
        "    whole = np.column_stack(columns)\n"
        "    X = whole[rows]\n"
        f"    return {answer}")


def _damped(left, right="A.T @ v"):
    return ("def slipped(A, v, lam):\n"
            f"    return np.linalg.pinv({left}, rcond=1e-9) @ ({right})")


#: (mistake, task) -> share, where a slip leaves more groups of cases right than it costs.
EARNED = {("basic_solution", "chain_rates"): 0.7, ("equations_dropped", "chain_rates"): 0.7}

SLIPS = {
    "own_link_only": _arm("own_link_only", SINGLE.format(q="q")),
    "absolute_angles": _arm("absolute_angles", PLAIN.format(q="q")),
    "degrees": _arm("degrees", BAD) | {
        "lost_direction": LOST + "slipped = wrong * np.sign(wrong[0])",
        "wrist_rates": "(c_4, c_5), (s_4, s_5) = np.cos(v.wrist_deg), np.sin(v.wrist_deg)\n"
                       "wrong = np.column_stack([[0, 0, 1], [-c_4, -s_4, 0],\n"
                       "                         [-s_4 * s_5, c_4 * s_5, c_5]])\n"
                       "slipped = np.linalg.solve(wrong, v.w)"},
    "whole_arm": {"rates": "slipped = (np.linalg.pinv(D) @ v.V)[:2]",
                  "half_axes": "slipped = np.linalg.svd(D)[1]"},
    "jacobian_transposed": {
        "rates": "slipped = D_short.T @ v.V", "shortest": "slipped = D.T @ v.V",
        "chain_rates": _chain("X.T @ velocity"),
        "wrist_rates": "slipped = axes.T @ v.w", "home_rates": "slipped = row * v.speed"},
    "basic_solution": {
        "shortest": "slipped = [*np.linalg.solve(D[:, :2], v.V), 0]",
        "chain_rates": _chain("np.append(np.linalg.pinv(X[:, :len(rows)]) @ velocity,\n"
                              "                     np.zeros(max(0, len(q) - len(rows))))"),
        "home_rates": "slipped = [0, v.speed / row[1], 0, 0, 0, 0]"},
    "v_forgotten": {"how_many": _count("A.shape[1] - rank")},
    "sizes_counted": {"how_many": _count("max(A.shape[1] - A.shape[0], -1)")},
    "singular_refused": {
        "how_many": _count("A.shape[1] - rank if has and rank == min(A.shape) else -1")},
    "reached_direction": {
        "lost_direction": "across = np.array([lost_direction[1], -lost_direction[0]])\n"
                          "slipped = across * np.sign(across[0])"},
    "axes_squared": {"half_axes": "slipped = np.array(half_axes)**2"},
    "still_sign": {"self_motion": "slipped = [*-self_motion[:2], 1]"},
    "damping_unsquared": {"damped_rates": _damped("A.T @ A + lam * np.eye(6)")},
    "damping_dropped": {"damped_rates": _damped("A.T @ A")},
    "right_side_bare": {"damped_rates": _damped("A.T @ A + lam**2 * np.eye(6)", "v")},
    "axis_unturned": {
        "wrist_rates": "mixed = np.column_stack([axes[:, 0], axes[:, 1], tau_45[:, 2]])\n"
                       "slipped = np.linalg.solve(mixed, v.w)"},
    "equations_dropped": {"chain_rates": _chain("np.linalg.pinv(X[:4]) @ velocity[:4]")},
    "axis_next": {"chain_rates": _chain(axis="j + 1")},
    "slide_as_turn": {"chain_rates": _chain(slide="*turns,")},
    "rows_swapped": {
        "chain_rates": _chain("np.linalg.pinv(np.roll(whole, 3, axis=0)[rows]) @ velocity")},
    "arm_base": {
        "chain_rates": _chain(start="0"),
        "polar_det": "side = sp.Matrix([sp.sin(q_1), -sp.cos(q_1), 0])\n"
                     "J = tip.jacobian([q_1, q_2, q_3])\n"
                     "slipped = sp.Matrix.hstack(J[:, 0], side.cross(tip), J[:, 2]).det()"},
    "r_63_printed": {
        "home_rates": "row = row * [1, 1, -1, 1, 1, 1]\n"
                      "slipped = row * v.speed / (row @ row)"},
}


def other_forms(paper) -> None:
    """Columns of the old class, tuples, another way to the determinant, rows in a list."""
    paper.append("rates_answer", "rates = np.matrix(rates).T")
    paper.append("half_axes_answer", "half_axes = tuple(np.linalg.svd(D_short)[1])")
    paper.append("polar_det_answer", "polar_det = (a**2 + 2 * a * q_3 + q_3**2) * sp.cos(q_2)")
    paper.append("damped_rates_answer",
                 "def damped_rates(A, v, lam):\n"
                 "    taller = np.vstack([A, lam * np.eye(A.shape[1])])\n"
                 "    return np.linalg.lstsq(taller, np.append(v, np.zeros(A.shape[1])))[0]")
