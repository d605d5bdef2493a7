"""One student for each catalogued mistake, each written out as a student would write it.

These are not the mutants by which the judge knows the mistakes; they are programs of their own.
In the sources `right` is the student's right answer to the task; `slipped` is handed in instead,
and behind the check the right answer is taken back, so that one slip stays one slip.
"""

from __future__ import annotations

from ..task import Assignment
from . import Paper, Student

TRANSPOSED = "slipped = right.T"
TRANSPOSES = "def slipped(*args):\n    return right(*args).T"

ROTATIONS_22 = '''def step_22(a, s, x):
    alpha, beta, gamma = a
    return (elementary("z", gamma) @ elementary("y", beta) @ elementary("x", alpha)
            @ elementary("z", s * x)).T
'''

A02 = {
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
    "wrong_frame": {"components": "slipped = composition.T @ v.a_uvw"},
    "joint_sign": {
        "adjacent": "def slipped(al, be, ga, s, x):\n    return right(al, be, ga, s, -x)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    return right(angles, sigma, -q, i)"},
    "slide_turns": {
        "adjacent": "def slipped(al, be, ga, s, x):\n    return right(al, be, ga, 1, x)",
        "chain_rotation": "def slipped(angles, sigma, q, i):\n"
                          "    return right(angles, np.ones(len(q)), q, i)"},
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
A02 |= {
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

CHAIN = '''def chain(steps):
    """tau_01, tau_02, ..."""
    taus = [steps[0]]
    for step in steps[1:]:
        taus.append(taus[-1] @ step)
    return taus
def links(angles, l, sigma, q, i):
    """L_1 .. L_i, each in its own frame."""
    return [adjacent(*angles[k], 0, 0)[2] * (1 - sigma[k]) * q[k] + l[k] for k in range(i)]
def steps_of(angles, sigma, q, i):
    return [adjacent(*angles[k], sigma[k], q[k]) for k in range(i)]
'''
DEGREES = '''def wrong(a, s, x):
    return adjacent(*a, s, x)
bad = [wrong(a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
'''

A03 = {
    "slide_lost": {
        "link_vector": "slipped = v.l[1]",
        "chain_position": "def slipped(angles, l, sigma, q, i, point):\n"
                          "    return right(angles, l, sigma, np.where(sigma == 1, q, 0), i, point)"},
    "slide_unturned": {
        "link_vector": "slipped = np.array([0, 0, v.q[1]]) + v.l[1]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, sigma, q, i))
    e = np.array([0, 0, 1])
    return taus[-1] @ point + sum(taus[k] @ (l[k] + e * (1 - sigma[k]) * q[k]) for k in range(i))'''},
    "degrees": {
        "link_vector": DEGREES + "slipped = bad[1].T @ [0, 0, v.q[1]] + v.l[1]",
        "rotation_03": DEGREES + "slipped = bad[0] @ bad[1] @ bad[2]",
        "point_below": DEGREES + "slipped = bad[2] @ (v.point + v.l[2])",
        "kawasaki_tool": "mount_deg = np.degrees(mount)\n"
                         "slipped = chain_position(mount, l, np.ones(8),\n"
                         "                         np.array([0, *v.kawasaki_q_deg, 0]), 8, np.zeros(3))"},
    "transposed": {"rotation_03": TRANSPOSED},
    "reversed": {
        "rotation_03": "slipped = steps[2] @ steps[1] @ steps[0]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    tau, total = np.eye(3), np.zeros(3)
    for step, L in zip(steps_of(angles, sigma, q, i), links(angles, l, sigma, q, i)):
        tau = step @ tau
        total = total + tau @ L
    return tau @ point + total'''},
    "section_22": {
        "rotation_03": ROTATIONS_22 + "a = np.radians(v.angles_deg)\n"
                       "x = [step_22(a[k], v.sigma[k], q[k]) for k in range(3)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "point_below": ROTATIONS_22 + "slipped = (step_22(np.radians(v.angles_deg[2]), 1, q[2])\n"
                                      "           @ (v.point + v.l[2]))"},
    "slide_turns": {
        "rotation_03": "x = [adjacent(*np.radians(a), 1, x) for a, x in zip(v.angles_deg, q)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, np.ones(len(q)), q, i))
    return taus[-1] @ point + sum(t @ L for t, L in zip(taus, links(angles, l, sigma, q, i)))'''},
    "joint_sign": {
        "rotation_03": "x = [adjacent(*np.radians(a), s, -x)\n"
                       "     for a, s, x in zip(v.angles_deg, v.sigma, q)]\n"
                       "slipped = x[0] @ x[1] @ x[2]",
        "point_below": "slipped = (adjacent(*np.radians(v.angles_deg[2]), 1, -q[2])\n"
                       "           @ (v.point + v.l[2]))"},
    "link_unturned": {
        "point_below": "slipped = steps[2] @ v.point + v.l[2]",
        "chain_position": CHAIN + '''def slipped(angles, l, sigma, q, i, point):
    taus = chain(steps_of(angles, sigma, q, i))
    return taus[-1] @ point + sum(links(angles, l, sigma, q, i))'''},
    "wrong_frame": {"position_own": "slipped = rotation_03 @ position"},
    "arctg": {"orientation": '''def slipped(t):
    P = np.arctan(-t[1, 2] / t[2, 2])
    Y = np.arctan(t[0, 2] / (t[2, 2] * np.cos(P) - t[1, 2] * np.sin(P)))
    R = np.arctan((t[1, 0] * np.cos(P) + t[2, 0] * np.sin(P))
                  / (t[1, 1] * np.cos(P) + t[2, 1] * np.sin(P)))
    return P, Y, R'''},
    "atan2_swapped": {"orientation": '''def slipped(t):
    P = np.arctan2(t[2, 2], -t[1, 2])
    Y = np.arctan2(t[2, 2] * np.cos(P) - t[1, 2] * np.sin(P), t[0, 2])
    R = np.arctan2(t[1, 1] * np.cos(P) + t[2, 1] * np.sin(P),
                   t[1, 0] * np.cos(P) + t[2, 0] * np.sin(P))
    return P, Y, R'''},
    "tool_omitted": {
        "kawasaki_tool": "slipped = chain_position(mount, l, np.ones(8), angles_q, 7, np.zeros(3))"},
    "tool_unturned": {
        "kawasaki_tool": "slipped = chain_position(mount, l, np.ones(8), angles_q, 7, l[7])"},
    "as_printed": {"a_12": '''sn = [None] + [sp.sin(x) for x in (q_1, q_2, q_3, q_4, q_5, q_6)]
c = [None] + [sp.cos(x) for x in (q_1, q_2, q_3, q_4, q_5, q_6)]
slipped = (-c[6] * (sn[5] * (sn[1] * c[2] * sn[3] - sn[1] * sn[2] * c[3])
                    - c[5] * (c[4] * (sn[1] * c[2] * c[3] - sn[1] * sn[2] * sn[3])
                              - c[1] * sn[4]))
           - sn[6] * (sn[4] * (sn[1] * c[2] * c[3] + sn[1] * sn[2] * sn[3]) + c[1] * c[4]))'''},
}

SLIPS = {"a02_rotation": A02, "a03_positions": A03}


def _makes(slips: dict[str, str]):
    """Right work with this slip in the named tasks."""
    def fill(paper: Paper) -> None:
        paper.solve()
        for task, source in slips.items():
            paper.append(f"{task}_answer", f"right = {task}\n{source}\n{task} = slipped")
            paper.append(task, f"{task} = right")
    return fill


def students(assignment: Assignment) -> list[Student]:
    def student(name, slips):
        marks = {task: assignment[task].slip * assignment[task].points for task in slips}
        return Student(f"slip_{name}", f"makes the mistake {name}", _makes(slips), marks, (name,))
    return [student(name, slips) for name, slips in SLIPS[assignment.name].items()]
