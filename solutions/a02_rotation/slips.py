"""The sample class at assignment 2: rotation matrices.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

from ..shared.phrases import ROTATIONS_22, TRANSPOSED, TRANSPOSES

VICTIM = "eps_symbolic"
LOOP = "stubborn"               # one student is caught in a loop
MISREAD = ("composition", "composition = composition @ elementary('x', 0.4)")

SLIPS = {
    "transposed": {
        "elementary_number": TRANSPOSED, "elementary": TRANSPOSES, "composition": TRANSPOSED,
        "eps_symbolic": TRANSPOSED, "adjacent": TRANSPOSES, "chain_rotation": TRANSPOSES},
    "degrees": {
        "elementary_number": "c, s = np.cos(v.beta_deg), np.sin(v.beta_deg)\n"
                             "slipped = [[c, 0, s], [0, 1, 0], [-s, 0, c]]",
        "composition": "a, b, c = [elementary(k, x) for k, x in zip(v.axes, v.angles_deg)]\n"
                       "slipped = a @ b @ c"},
    "radians_again": {
        "elementary": "def slipped(axis, angle):\n    return right(axis, angle * np.pi / 180)"},
    "reversed": {
        "composition": "slipped = turns[2] @ turns[1] @ turns[0]",
        "eps_symbolic": "slipped = sp.rot_axis1(alpha) * sp.rot_axis2(beta) * sp.rot_axis3(gamma)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    tau = np.eye(3)\n"
                          "    for k in range(i):\n"
                          "        tau = adjacent(*angles[k], sigma[k], q[k]) @ tau\n"
                          "    return tau"},
    "section_22": {
        "eps_symbolic": "slipped = (sp.rot_axis3(-gamma) * sp.rot_axis2(-beta)\n"
                        "           * sp.rot_axis1(-alpha))",
        "adjacent": ROTATIONS_22 + "def slipped(al, be, ga, s, x):\n"
                                   "    return step_22((al, be, ga), s, x)",
        "chain_rotation": ROTATIONS_22 + "def slipped(angles, sigma, q, i):\n"
                                         "    tau = np.eye(3)\n"
                                         "    for k in range(i):\n"
                                         "        tau = tau @ step_22(angles[k], sigma[k], q[k])\n"
                                         "    return tau"},
    "wrong_frame": {
        "components": "slipped = composition.T @ v.a_uvw",
        "lam_in_j": "def slipped(tau_ij, a_i):\n    return right(tau_ij.T, a_i)"},
    "y_sense": {
        "elementary": "def slipped(axis, angle):\n"
                      "    return right(axis, -angle if axis == 'y' else angle)",
        "composition": "slipped = np.linalg.multi_dot([tau.T if axis == 'y' else tau\n"
                       "                               for axis, tau in zip(v.axes, turns)])",
        "eps_symbolic": "slipped = right.subs(beta, -beta)",
        "adjacent": "def slipped(al, be, ga, s, x):\n    return right(al, -be, ga, s, x)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    return right(np.array(angles) * [1, -1, 1], sigma, q, i)"},
    "joint_sign": {
        "adjacent": "def slipped(al, be, ga, s, x):\n    return right(al, be, ga, s, -x)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    return right(angles, sigma, -q, i)"},
    "slide_turns": {
        "adjacent": "def slipped(al, be, ga, s, x):\n    return right(al, be, ga, 1, x)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    return right(angles, np.ones(len(q)), q, i)"},
    "joint_last": {
        "adjacent": "def slipped(al, be, ga, s, x):\n"
                    "    return right(al, be, ga, s, 0) @ elementary('z', s * x)"},
    "mounting_reversed": {
        "adjacent": "def slipped(al, be, ga, s, x):\n"
                    "    return (elementary('z', s * x) @ elementary('z', ga)\n"
                    "            @ elementary('y', be) @ elementary('x', al))"},
    "lam_printed": {
        "lam_in_j": "def lam(a):\n"
                    "    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])\n"
                    "def slipped(tau_ij, a_i):\n"
                    "    return tau_ij.T @ lam(tau_ij @ a_i) @ tau_ij"},
}

RATE = '''def lam(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
def parts(angles, sigma, q, dq, i):
    """v_k sigma_k dq_k of every joint, each in its own frame k."""
    return [adjacent(*angles[k], 0, 0)[2] * sigma[k] * dq[k] for k in range(i)]
def to_own(angles, sigma, q, i, k):
    return chain_rotation(angles, sigma, q, i).T @ chain_rotation(angles, sigma, q, k)
'''
SLIPS |= {
    "rate_side": {"chain_rate": RATE + '''def slipped(angles, sigma, q, dq, i):
    omega = sum(to_own(angles, sigma, q, i, k) @ p
                for k, p in enumerate(parts(angles, sigma, q, dq, i), 1))
    return lam(omega) @ chain_rotation(angles, sigma, q, i)'''},
    "omega_last": {"chain_rate": RATE + '''def slipped(angles, sigma, q, dq, i):
    return chain_rotation(angles, sigma, q, i) @ lam(parts(angles, sigma, q, dq, i)[-1])'''},
    "omega_unturned": {"chain_rate": RATE + '''def slipped(angles, sigma, q, dq, i):
    return chain_rotation(angles, sigma, q, i) @ lam(sum(parts(angles, sigma, q, dq, i)))'''},
    "slide_rate": {"chain_rate": RATE + '''def slipped(angles, sigma, q, dq, i):
    ones = np.ones(len(q))
    omega = sum(to_own(angles, sigma, q, i, k) @ p
                for k, p in enumerate(parts(angles, ones, q, dq, i), 1))
    return chain_rotation(angles, sigma, q, i) @ lam(omega)'''},
}


def other_forms(paper) -> None:
    """Matrices of the old class."""
    paper.append("composition_answer", "composition = np.matrix(composition)")
    paper.answer("components", "components = composition @ np.matrix(v.a_uvw).T")
