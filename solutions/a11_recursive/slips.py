"""The sample class at assignment 11: recursive equations, constraints, control.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`). EARNED: what a
slip leaves right of a function, where its cases fall into groups.
"""

from __future__ import annotations

import re

VICTIM = "printed_gap"
MISREAD = ("L_32", "L_32 = L_32 + np.outer([0, 0, 0, 1, 0, 0], [0.1, -0.2, 0.3, 0, 0, 0])", 0.75)

BAD = """def bad_steps():
    return [adjacent(*a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
"""


def _L(arm="link_vector(step, v.l[2], 1, q[2])", sign="-", answer="L"):
    return (f"step = adjacent(*angles[2], 1, q[2])\n"
            f"L = np.block([[step.T, np.zeros((3, 3))], [lam({sign}{arm}) @ step.T, step.T]])\n"
            f"slipped = {answer}")


def _l(axis="step.T[:, 2]", turn="np.r_[axis, np.cross(axis, l)]",
       slide="np.r_[0, 0, 0, axis]"):
    """The table with a slip in f."""
    return ("def screw(a, l, s, x):\n"
            "    step = adjacent(*a, s, x)\n"
            f"    axis = {axis}\n"
            f"    return {turn} if s else {slide}\n"
            "rows = [screw(*joint) for joint in zip(angles, v.l, v.sigma, q)]\n"
            "L_2, L_3 = [onward(angles[k], v.l[k], v.sigma[k], q[k]) for k in (1, 2)]\n"
            "slipped = np.array([L_3 @ L_2 @ rows[0], L_3 @ rows[1], rows[2]])")


def _slope(before="bracket(x, X[t - 1])", ahead="bracket(X[t - 1], x)", first="i < t <= k",
           second="k < t < i"):
    return ("def bracket(a, b):\n"
            "    low = np.cross(a[:3], b[3:]) + np.cross(a[3:], b[:3])\n"
            "    return np.r_[np.cross(a[:3], b[:3]), low]\n"
            "def slipped(X, k, i, t):\n"
            "    x = X[i - 1]\n"
            f"    if i <= k and {first}:\n"
            f"        return {before}\n"
            f"    if i > k and {second}:\n"
            f"        return {ahead}\n"
            "    return np.zeros(6)")


def _frozen(tensor="J[k] - lam(r[k]) @ S", S="m[k] * lam(r[k])", links="range(i - 1, len(m))",
            carried="L.T @ Theta @ L", step="onward(angles[j], l[j], sigma[j], q[j])"):
    """Every link carried by itself."""
    return ("def slipped(angles, l, sigma, m, r, J, q, i):\n"
            "    total = np.zeros((6, 6))\n"
            f"    for k in {links}:\n"
            f"        S, L = {S}, np.eye(6)\n"
            f"        Theta = np.block([[{tensor}, S], [-S, m[k] * np.eye(3)]])\n"
            "        for j in range(i, k + 1):\n"
            f"            L = {step} @ L\n"
            "        for j in range(k + 1, i):\n"
            f"            L = np.linalg.inv({step}) @ L\n"
            f"        total = total + {carried}\n"
            "    return total")


FLIP = ("np.array([[1] * 3 + [0] * 3] * 3 + [[-1] * 3 + [1] * 3] * 3)"
        " * onward(angles[j], l[j], sigma[j], q[j])")
PRINTED_L = """def slipped(angles, l, sigma, m, r, J, q, i):
    total = np.zeros((6, 6))
    for k in range(i - 1, len(m)):
        S, L = m[k] * lam(r[k]), np.eye(6)
        Theta = np.block([[J[k] - lam(r[k]) @ S, S], [-S, m[k] * np.eye(3)]])
        for j in range(i, k + 1):
            L = onward(angles[j], l[j], sigma[j], q[j]) @ L
        total = total + L @ Theta @ L.T
    return total"""


def _b(pairs="range(i + 1, 3)", tensor="v.J_3 - lam(v.r_3) @ S_w", S="v.m_3 * lam(v.r_3)",
       factor="1", slope="V @ T_w @ bracket(V, rows[2])"):
    return (f"S_w = {S}\n"
            f"T_w = np.block([[{tensor}, S_w], [-S_w, v.m_3 * np.eye(3)]])\n"
            f"rates = sum(v.dq[i] * v.dq[t] * bracket(rows[i], rows[t])\n"
            f"            for i in range(3) for t in {pairs})\n"
            f"slipped = {factor} * (rows[2] @ T_w @ rates - {slope})")


def _reaction(left="left", push="p.Q - p.b", solve="np.linalg.solve(p.A, {})"):
    return (f"free_w = {solve.format(push)}\n"
            f"slipped = -(Gamma @ free_w + {left}) / (Gamma @ {solve.format('Gamma')})")


def _ddq(push="p.Q - p.b", solve="np.linalg.solve(p.A, {})", N="slipped"):
    """The accelerations from the reaction with the same slip."""
    return (_reaction(push=push, solve=solve)
            + f"\nslipped = {solve.format(f'{push} + Gamma * {N}')}")


def _control(wanted="left + gains[1] * p.df + gains[0] * p.f", b="p.b", drive="p.A @ ({})",
             plus="np.linalg.pinv(Gamma[None])[:, 0]", free="p.v - plus_w * (Gamma @ p.v)"):
    return (f"plus_w = {plus}\n"
            f"ddq_w = {free} - plus_w * ({wanted})\n"
            f"slipped = {b} + {drive.format('ddq_w')}")


DIAGONAL, TIMES = "(({}) / np.diag(p.A))", "p.A @ ({})"
NO_RATES = "-p.acceleration"
LINEAR = "sp.Matrix(right)"


def _feedback(B="B", C="C", first="A @ np.diag(p.G0)", second="A @ np.diag(p.G1)", sign="-"):
    return f"slipped = np.hstack([{first} {sign} {C}, {second} {sign} {B}])"


SWUNG = "np.array([[0, 2 * p.m * p.q_2 * p.ddq[0]], [0, 0]])"
WEIGHED = ("9.81 * p.m * np.array([[-p.q_2 * np.sin(np.radians(p.q_1)), np.cos(np.radians(p.q_1))],"
           "\n                               [np.cos(np.radians(p.q_1)), 0]])")

IN_DEGREES = ("turns_w = np.cumsum(p.q) - p.theta\n"
              "Gamma_w = np.array([lengths @ np.cos(turns_w), lengths[1] * np.cos(turns_w[1])])\n"
              "left_w = -lengths @ (np.sin(turns_w) * np.cumsum(p.dq)**2) - p.acceleration\n")


def _in_degrees(code):
    """The same code with the line's Gamma and bias from degrees."""
    return IN_DEGREES + re.sub(r"\b(Gamma|left)\b", r"\1_w", code)


SLIPS = {
    "screw_halves": {"L_32": "slipped = np.roll(right, (3, 3), (0, 1))",
                     "frozen": "def slipped(*args):\n"
                               "    return np.roll(right(*args), (3, 3), (0, 1))"},
    "carrier_printed": {"L_32": "slipped = right.T", "frozen": PRINTED_L},
    "carrier_back": {"L_32": "slipped = np.linalg.inv(right)"},
    "carrier_arm_reversed": {"L_32": _L(sign="+"), "frozen": _frozen(step=FLIP)},
    "carrier_arm_unturned": {"L_32": _L(arm="step @ link_vector(step, v.l[2], 1, q[2])")},
    "degrees": {"L_32": BAD + "step = bad_steps()[2]\nslipped = np.block([[step.T, 0 * step], "
                              "[lam(-v.l[2]) @ step.T, step.T]])",
                "feedback": "C_w = C - (" + WEIGHED + ") + 9.81 * p.m * np.array([\n"
                            "    [-p.q_2 * np.sin(p.q_1), np.cos(p.q_1)], [np.cos(p.q_1), 0]])\n"
                            + _feedback(C="C_w"),
                "reaction": _in_degrees(_reaction()), "held_ddq": _in_degrees(_ddq()),
                "control": _in_degrees(_control()),
                "printed_gap": _in_degrees("slipped = correction * (1 - Gamma.sum())")},
    "screw_unit": {"l_3": _l(turn="np.r_[axis, 0, 0, 0]")},
    "axis_next": {"l_3": _l(axis="np.array([0, 0, 1])")},
    "slide_as_turn": {"l_3": _l(slide="np.r_[axis, np.cross(axis, axis * x + l)]")},
    "rows_swapped": {"l_3": "slipped = np.hstack([right[:, 3:], right[:, :3]])"},
    "slope_reversed": {"slope_of": _slope("bracket(X[t - 1], x)", "bracket(x, X[t - 1])"),
                       "b_3": _b(factor="-1")},
    "every_bracket": {"slope_of": _slope(first="t <= k", second="t <= i"),
                      "b_3": _b(pairs="range(3)")},
    "limit_printed": {"slope_of": _slope(second="k <= t < i")},
    "ahead_sign": {"slope_of": _slope(ahead="bracket(x, X[t - 1])")},
    "with_itself": {"slope_of": _slope(ahead="bracket(x, x)")},
    "tensor_at_centre": {"frozen": _frozen(tensor="J[k]"), "b_3": _b(tensor="v.J_3")},
    "static_sign": {"frozen": _frozen(tensor="J[k] + lam(r[k]) @ S", S="-m[k] * lam(r[k])"),
                    "b_3": _b(tensor="v.J_3 + lam(v.r_3) @ S_w", S="-v.m_3 * lam(v.r_3)")},
    "frozen_one_side": {"frozen": _frozen(carried="L.T @ Theta")},
    "frozen_unmoved": {"frozen": _frozen(carried="Theta")},
    "frozen_before": {"frozen": _frozen(links="range(i)")},
    "frozen_alone": {"frozen": _frozen(links="range(i - 1, i)")},
    "slide_lost": {"frozen": "def slipped(angles, l, sigma, m, r, J, q, i):\n"
                             "    return right(angles, l, sigma, m, r, J, q * sigma, i)"},
    "energy_slope_lost": {"b_3": _b(slope="0")},
    "d_whole": {"b_3": "slipped = 2 * right"},
    "d_quarter": {"b_3": "slipped = right / 2"},
    "turning_moment_lost": {"b_3": "spin_w = v.dq @ rows[:, :3]\n"
                                   "slipped = right - rows[2, :3] @ np.cross(spin_w, v.J_3 @ "
                                   "spin_w)"},
    "forearm_still": {"slopes": "slipped = [l_1 * sp.cos(q_1 - theta), right[1]]",
                      "reaction": "Gamma_w = Gamma * [0, 1] + [lengths[0] * np.cos(turns[0]), 0]\n"
                                  + _reaction().replace("Gamma", "Gamma_w")},
    "turn_of_link": {"slopes": "slipped = [l_1 * sp.cos(q_1 - theta) + l_2 * sp.cos(q_2 - theta),"
                               "\n           l_2 * sp.cos(q_2 - theta)]"},
    "gamma_rate_lost": {"bias": "slipped = -ddh", "reaction": _reaction(left=NO_RATES),
                        "control": _control(f"{NO_RATES} + gains[1] * p.df + gains[0] * p.f")},
    "product_once": {"bias": "turning = sp.sin(q_1 + q_2 - theta)\n"
                             "slipped = right + l_2 * turning * u_1 * u_2"},
    "line_rate_printed": {"bias": "slipped = right + ddh - dh",
                          "reaction": _reaction(left="left + p.acceleration - p.speed")},
    "line_lost": {"bias": "slipped = right + ddh"},
    "line_sign": {"bias": "slipped = right + 2 * ddh"},
    "multiplier_sign": {"reaction": "slipped = -right"},
    "inertia_for_inverse": {"reaction": _reaction(solve=TIMES), "held_ddq": _ddq(solve=TIMES),
                            "control": _control(drive="np.linalg.solve(p.A, {})")},
    "b_lost": {"reaction": _reaction(push="p.Q"), "held_ddq": _ddq("p.Q"),
                  "control": _control(b="0")},
    "b_added": {"held_ddq": _ddq("p.Q + p.b")},
    "inertia_diagonal": {"reaction": _reaction(solve=DIAGONAL),
                         "held_ddq": _ddq(solve=DIAGONAL)},
    "pressed_lost": {"held_ddq": "slipped = np.linalg.solve(p.A, p.Q - p.b)"},
    "pressed_minus": {"held_ddq": _ddq(N="(-slipped)")},
    "gains_swapped": {"gains": "slipped = right[[1, 0, 2]]",
                      "feedback": _feedback(first="A @ np.diag(p.G1)",
                                            second="A @ np.diag(p.G0)")},
    "gains_negative": {"gains": "slipped = right * [1, -1, 1]"},
    "gains_are_poles": {"gains": "slipped = np.array([-v.arm.roots[1], -v.arm.roots[0],\n"
                                 "                    2 * np.sqrt(-v.arm.roots[1])])"},
    "critical_unhalved": {"gains": "slipped = right * [1, 1, 0.5]"},
    "critical_unrooted": {"gains": "slipped = np.array([*right[:2], 2 * right[0]])"},
    "error_lost": {"control": _control("left"), "printed_gap": "slipped = correction"},
    "error_sign": {"control": _control("left - gains[1] * p.df - gains[0] * p.f"),
                   "printed_gap": "slipped = correction * (1 + Gamma.sum())"},
    "added_along": {"printed_gap": "slipped = correction * (1 - Gamma @ Gamma)"},
    "free_lost": {"control": _control(free="0")},
    "free_whole": {"control": _control(free="p.v")},
    "transpose_for_inverse": {"control": _control(plus="Gamma")},
    "linear_half": {"linear": f"slipped = ({LINEAR}[:, :2] / 2).row_join({LINEAR}[:, 2:])",
                    "feedback": _feedback(B="B / 2")},
    "linear_accelerations_lost": {"linear": "slipped = sp.Matrix(right).subs(w_1, 0)",
                                  "feedback": _feedback(C=f"(C - {SWUNG})")},
    "linear_weights_lost": {"linear": "slipped = sp.Matrix(right).subs(g, 0)",
                            "feedback": _feedback(C=f"(C - {WEIGHED})")},
    "linear_sides": {"linear": f"slipped = {LINEAR}[:, 2:].row_join({LINEAR}[:, :2])"},
    "cancelled_lost": {"feedback": _feedback(B="0 * B", C="0 * C")},
    "cancelled_sign": {"feedback": _feedback(sign="+")},
    "feedback_sign": {"feedback": "slipped = -right"},
    "inertia_left_out": {"feedback": _feedback(first="np.diag(p.G0)", second="np.diag(p.G1)")},
}


def other_forms(paper) -> None:
    """Rows and columns of the old class, lists, the whole linear system for the reaction."""
    paper.append("l_3_answer", "l_3 = [list(row) for row in np.asarray(l_3)]")
    paper.append("reaction_answer",
                 "system = np.block([[p.A, -Gamma[:, None]], [Gamma[None], np.zeros((1, 1))]])\n"
                 "reaction = np.linalg.solve(system, np.r_[p.Q - p.b, -left])[2:]")
    paper.append("held_ddq_answer", "held_ddq = np.matrix(held_ddq).T")
    paper.append("printed_gap_answer", "printed_gap = [[float(printed_gap)]]")
    paper.append("linear_answer", "listed = linear.tolist()")
    paper.append("feedback_answer", "feedback = sp.Matrix(feedback)")
