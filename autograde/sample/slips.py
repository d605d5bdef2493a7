"""One student for each catalogued mistake, each written out as a student would write it.

These are not the mutants by which the judge knows the mistakes; they are programs of their own.
In the sources `right` is the student's right answer to the task; `slipped` is handed in instead,
and behind the check the right answer is taken back, so that one slip stays one slip.
"""

from __future__ import annotations

from ..task import Assignment, Task
from . import Paper, Student

SPREAD = '''def spread(d, sign=-1.0, moment=lambda d, k: d @ d - d[k]**2):
    x, y, z = d
    return (np.diag([moment(d, k) for k in range(3)])
            + sign * np.array([[0, x * y, x * z], [x * y, 0, y * z], [x * z, y * z, 0]]))
def arm_only(d, k):
    return (d @ d - d[k]**2)**0.5
def distances(d):
    return spread(d, 0, arm_only)
'''
CLOUD = SPREAD + '''def centred(masses, points):
    return points - masses @ points / masses.sum()
'''
PARTS = SPREAD + '''def added(moved):
    return sum(J + moved(mass, arm) for J, mass, arm in zip(own, masses, arms))
'''
MOVED = "def slipped(J, m, d):\n    return J + m * spread(d, {})"

A01 = {
    "degrees_kept": {
        "coordinates": "slipped = np.where(v.sigma == 1, v.theta_deg, v.s_mm / 1000)",
        "mounting": "slipped = np.rad2deg(right)"},
    "millimetres": {
        "coordinates": "slipped = np.where(v.sigma == 1, np.radians(v.theta_deg), v.s_mm)",
        "length_vector": "slipped = [v.offset_mm @ axes[:, k] for k in range(3)]",
        "mass_centre": "slipped = 1000 * masses @ places / masses.sum()",
        "link_tensor": "slipped = 1e6 * np.array(right)"},
    "sigma_swapped": {
        "coordinates": "slipped = np.where(v.sigma == 0, np.radians(v.theta_deg), v.s_mm / 1000)",
        "joint_motion": "def slipped(sigma, q, point):\n    return right(1 - sigma, q, point)"},
    "always_turns": {
        "joint_motion": "def slipped(sigma, q, point):\n    return right(1, q, point)"},
    "turns_back": {
        "joint_motion": "def slipped(sigma, q, point):\n"
                        "    return right(sigma, -q if sigma else q, point)"},
    "full_ball": {"shell": "def slipped(a, b, low, high):\n"
                           "    return [0, right(a, b, low, high)[1]]"},
    "ends_only": {"shell": '''def slipped(a, b, low, high):
    ends = [np.sqrt(a**2 + b**2 + 2 * a * b * np.cos(x)) for x in (low, high)]
    return [min(ends), max(ends)]'''},
    "inner_angle": {"shell": '''def slipped(a, b, low, high):
    x = np.array([low, high] + [k * np.pi for k in (-1, 0, 1) if low < k * np.pi < high])
    reach = np.sqrt(a**2 + b**2 - 2 * a * b * np.cos(x))
    return [reach.min(), reach.max()]'''},
    "fixed_axes": {"mounting": '''x_i, y_i, z_i = v.x_axis, np.cross(v.z_axis, v.x_axis), v.z_axis
slipped = [np.arctan2(y_i[2], z_i[2]), np.arcsin(-x_i[2]), np.arctan2(x_i[1], x_i[0])]
if abs(x_i[2]) > 0.999:
    slipped = [np.arctan2(-z_i[1], y_i[1]), np.arcsin(-x_i[2]), 0]'''},
    "mounting_back": {"mounting": '''x_i, z_i = v.x_axis, v.z_axis
rows = np.array([x_i, np.cross(z_i, x_i), z_i])
slipped = [np.arctan2(-rows[1, 2], rows[2, 2]), np.arcsin(rows[0, 2]),
           np.arctan2(-rows[0, 1], rows[0, 0])]
if abs(rows[0, 2]) > 0.999:
    slipped = [np.arctan2(rows[2, 1], rows[1, 1]), np.arcsin(rows[0, 2]), 0]'''},
    "mounting_sign": {"mounting": "slipped = -right"},
    "length_unturned": {"length_vector": "slipped = v.offset_mm / 1000"},
    "wrong_frame": {"length_vector": "slipped = axes @ v.offset_mm / 1000"},
    "half_drives": {"mass_centre": "slipped = masses @ places / (masses @ [1, 0.5, 0.5])"},
    "mean_of_places": {"mass_centre": "slipped = places.mean(axis=0)"},
    "product_sign": {
        "tensor": CLOUD + '''def slipped(masses, points):
    return sum(w * spread(d, 1.0) for w, d in zip(masses, centred(masses, points)))''',
        "box_corner": "slipped = right.applyfunc(abs)",
        "steiner": SPREAD + MOVED.format(1.0),
        "link_tensor": PARTS + "slipped = added(lambda m, d: m * spread(d, 1.0))"},
    "own_square": {"tensor": CLOUD + '''def slipped(masses, points):
    return sum(w * spread(d, moment=lambda d, k: d[k]**2)
               for w, d in zip(masses, centred(masses, points)))'''},
    "about_joint": {
        "tensor": CLOUD + '''def slipped(masses, points):
    return sum(w * spread(d) for w, d in zip(masses, points))''',
        "link_tensor": PARTS + "arms = places\nslipped = added(lambda m, d: m * spread(d))"},
    "steiner_printed": {
        "steiner": "def slipped(J, m, d):\n"
                   "    return J + np.diag([m * np.linalg.norm(d), m * d[2], m * d[1]])",
        "link_tensor": PARTS + "slipped = added(lambda m, d: np.diag(\n"
                               "    [m * np.linalg.norm(d), m * d[2], m * d[1]]))"},
    "steiner_square": {
        "steiner": SPREAD + "def slipped(J, m, d):\n    return J + m * distances(d)",
        "link_tensor": PARTS + "slipped = added(lambda m, d: m * distances(d))"},
    "steiner_products": {
        "box_corner": "slipped = sp.diag(*right.diagonal())",
        "steiner": SPREAD + MOVED.format(0),
        "link_tensor": PARTS + "slipped = added(lambda m, d: m * spread(d, 0))"},
    "steiner_minus": {
        "steiner": SPREAD + "def slipped(J, m, d):\n    return J - m * spread(d)"},
    "no_steiner": {
        "box_corner": "slipped = m * sp.diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 12",
        "link_tensor": "slipped = sum(own)"},
    "disc_axis": {
        "link_tensor": "slipped = right + solid(drive_2, 2) - solid(drive_2, 0)"},
}

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

TAUS = """def taus(angles, sigma, q):
    all_taus = [np.eye(3)]
    for a, s, x in zip(angles, sigma, q):
        all_taus.append(all_taus[-1] @ adjacent(*a, s, x))
    return all_taus
"""
BAD = """bad = [adjacent(*a, s, x) for a, s, x in zip(v.angles_deg, v.sigma, v.q)]
bad_02, bad_03 = bad[0] @ bad[1], bad[0] @ bad[1] @ bad[2]
bad_lever = bad_03 @ (v.point + v.l[2])
bad_column = np.cross(bad_02[:, 2], bad_lever)
bad_t = chain_position(v.angles_deg, v.l, v.sigma, v.q, 3, v.point)
bad_velocity = np.cross([0, 0, 1], bad_t) * v.dq[0] + bad[0][:, 2] * v.dq[1] + bad_column * v.dq[2]
"""
TURN, SLIDE = "np.concatenate([z, np.cross(z, R)])", "np.concatenate([0 * z, z])"


def _omega(term="tau[k][:, 2] * sigma[k] * dq[k]", joints="range(i)"):
    return TAUS + ("def slipped(angles, sigma, q, dq, i):\n"
                   "    tau = taus(angles, sigma, q)\n"
                   f"    return sum({term} for k in {joints})")


def _column(axis="j - 1", start="j - 1", turn=TURN, slide=SLIDE, none="j > i"):
    return TAUS + ("def slipped(angles, l, sigma, q, i, j, point):\n"
                   f"    if {none}:\n"
                   "        return np.zeros(6)\n"
                   "    tau = taus(angles, sigma, q)\n"
                   f"    z, own = tau[{axis}][:, 2], tau[i].T\n"
                   "    R = (chain_position(angles, l, sigma, q, i, point)\n"
                   f"         - chain_position(angles, l, sigma, q, {start}, np.zeros(3)))\n"
                   f"    return {turn} if sigma[j - 1] else {slide}")


def _velocity(column, out="own @ V", last="i"):
    return column + ("\ncolumn = slipped\n"
                     "def slipped(angles, l, sigma, q, dq, i, point):\n"
                     "    own = taus(angles, sigma, q)[i].T\n"
                     "    parts = [column(angles, l, sigma, q, i, j, point) * dq[j - 1]\n"
                     f"             for j in range(1, {last} + 1)]\n"
                     "    omega, V = np.split(sum(parts), 2)\n"
                     "    t = chain_position(angles, l, sigma, q, i, point)\n"
                     f"    return {out}")


SIDE = ("z_1 = sp.Matrix([sp.sin(q_1), -sp.cos(q_1), 0])\n"
        "first, second, third = (right[:, k] for k in range(3))\n")

A05 = {
    "axis_next": {
        "relative_omega": "slipped = [0, 0, v.dq[2]]",
        "omega": "slipped = tau_01[:, 2] * v.dq[0] + tau_03[:, 2] * v.dq[2]",
        "column": "slipped = np.cross(tau_03[:, 2], lever)",
        "velocity": "slipped = (np.cross(tau_01[:, 2], t_3) * v.dq[0] + tau_02[:, 2] * v.dq[1]\n"
                    "           + np.cross(tau_03[:, 2], lever) * v.dq[2])",
        "chain_omega": _omega("tau[k + 1][:, 2] * sigma[k] * dq[k]"),
        "jacobian_column": _column(axis="j"),
        "chain_velocity": _velocity(_column(axis="j")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(z_1.cross(tip), 0 * second, third)"},
    "wrong_frame": {
        "relative_omega": "slipped = adjacent(*angles[2], 1, np.radians(v.q[2]))[:, 2] * v.dq[2]",
        "velocity_own": "slipped = tau_03 @ velocity",
        "chain_velocity": _velocity(_column(), "own.T @ V")},
    "degrees": {
        "relative_omega": "slipped = adjacent(*v.angles_deg[2], 0, 0)[2] * v.dq[2]",
        "omega": BAD + "slipped = np.array([0, 0, v.dq[0]]) + bad_02[:, 2] * v.dq[2]",
        "lever": BAD + "slipped = bad_lever", "column": BAD + "slipped = bad_column",
        "velocity": BAD + "slipped = bad_velocity",
        "velocity_own": BAD + "slipped = bad_03.T @ bad_velocity"},
    "omega_last": {
        "omega": "slipped = tau_02[:, 2] * v.dq[2]",
        "chain_omega": _omega(joints="[i - 1]")},
    "omega_unturned": {
        "omega": "slipped = adjacent(*angles[0], 0, 0)[2] * v.dq[0] + relative_omega",
        "chain_omega": _omega("adjacent(*angles[k], 0, 0)[2] * sigma[k] * dq[k]")},
    "slide_as_turn": {
        "omega": "slipped = omega + tau_01[:, 2] * v.dq[1]",
        "velocity": "joint_2 = chain_position(angles, v.l, v.sigma, q, 1, np.zeros(3))\n"
                    "slipped = velocity + (np.cross(tau_01[:, 2], t_3 - joint_2)\n"
                    "                      - tau_01[:, 2]) * v.dq[1]",
        "chain_omega": _omega("tau[k][:, 2] * dq[k]"),
        "jacobian_column": _column(slide=TURN),
        "chain_velocity": _velocity(_column(slide=TURN))},
    "slide_speed_lost": {
        "velocity": "slipped = velocity - tau_01[:, 2] * v.dq[1]",
        "jacobian_column": _column(slide="np.zeros(6)"),
        "chain_velocity": _velocity(_column(slide="np.zeros(6)")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(first, second, 0 * third)"},
    "arm_next": {
        "lever": "slipped = tau_03 @ v.point",
        "velocity": "slipped = (np.cross([0, 0, 1], t_3 - tau_01 @ v.l[0]) * v.dq[0]\n"
                    "           + tau_01[:, 2] * v.dq[1]\n"
                    "           + np.cross(tau_02[:, 2], tau_03 @ v.point) * v.dq[2])",
        "jacobian_column": _column(start="j")},
    "arm_base": {
        "lever": "slipped = chain_position(angles, v.l, v.sigma, q, 3, v.point)",
        "velocity": "slipped = np.cross(omega, t_3) + tau_01[:, 2] * v.dq[1]",
        "jacobian_column": _column(start="0"),
        "chain_velocity": _velocity(_column(start="0")),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(first, z_1.cross(tip), third)"},
    "cross_reversed": {
        "column": "slipped = np.cross(lever, tau_02[:, 2])",
        "velocity": "slipped = 2 * tau_01[:, 2] * v.dq[1] - velocity",
        "jacobian_column": _column(turn="np.concatenate([z, np.cross(R, z)])"),
        "polar_jacobian": SIDE + "slipped = sp.Matrix.hstack(-first, -second, third)",
        "home_jacobian": "slipped = -right"},
    "rows_swapped": {"jacobian_column": _column(turn="np.concatenate([np.cross(z, R), z])",
                                                slide="np.concatenate([z, 0 * z])")},
    "other_frame": {
        "velocity_own": "slipped = velocity",
        "jacobian_column": _column(turn="np.concatenate([own @ z, own @ np.cross(z, R)])",
                                   slide="np.concatenate([0 * z, own @ z])"),
        "chain_velocity": _velocity(_column(), "V"),
        "home_jacobian": "slipped = sp.diag(1, -1, -1) * right"},
    "joints_beyond": {
        "chain_omega": _omega(joints="range(len(q))"),
        "jacobian_column": _column(none="False"),
        "chain_velocity": _velocity(_column(none="False"), last="len(q)")},
    "projection_rate": {
        "velocity_own": "slipped = velocity_own - np.cross(tau_03.T @ omega, tau_03.T @ t_3)",
        "chain_velocity": _velocity(_column(), "own @ V - np.cross(own @ omega, own @ t)")},
    "appendix_4_printed": {
        "home_jacobian": "r_62, r_63, r_65 = L_2 + L_4 + L_5 + L_6, L_4 + L_5 + L_6, L_5 + L_6\n"
                         "slipped = sp.Matrix([[0] * 6, [0, r_62, r_63, 0, -r_65, 0], [0] * 6])"},
    "offsets_dropped": {"home_jacobian": "slipped = right.subs({L_1: 0, L_3: 0})"},
}

TWO_LINKS = '''def two_links(l_1, l_2, x, y, sign=1, angle=np.arctan2, last=lambda c: c, out=1):
    c = last(sign * (x**2 + y**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2))
    if abs(c) > 1:
        return []
    root = (1 - c**2)**0.5
    return [[out * (angle(y, x) - angle(l_2 * s, l_1 + l_2 * c)), out * angle(s, c)]
            for s in (root, -root)]
def cut(c):
    return max(-1, min(1, c))
def swapped(s, c):
    return np.arctan2(c, s)
def ratio(s, c):
    return np.arctan(s / c)
'''
SLIPPED_LINKS = TWO_LINKS + "def slipped(*args):\n    return two_links(*args, {})"
FLANGE = '''rad = np.radians(v.angles_deg)
turn = elementary("x", rad[0]) @ elementary("y", rad[1]) @ elementary("z", rad[2])
down, tip_6 = np.diag([1, -1, -1]), np.array([0, 0, v.lengths.L_tool])
behind = v.lengths.L_5 + v.lengths.L_6
mounted = elementary("x", np.radians(-30))
'''
IN_DEGREES = FLANGE + '''P, Y, R = v.angles_deg
turn = elementary("x", P) @ elementary("y", Y) @ elementary("z", R)
'''
PLANE = '''def branch(C, L, k_s, k_e, angle=np.arctan2, inner=1, lean=1, last=lambda c: c):
    """The arm in its plane, up and out; sides a, b and the line d to the wrist."""
    out, up = k_s * (C[0]**2 + C[1]**2)**0.5 - L[0], -C[2]
    a, b, d = L[1], (L[2]**2 + L[3]**2)**0.5, (out**2 + up**2)**0.5
    c = last(inner * (a * a + d * d - b * b) / (2 * a * d))
    if abs(c) > 1:
        return None
    q_2 = angle(out, up) - k_e * np.arccos(c)
    x, y = up - a * np.cos(q_2), out - a * np.sin(q_2)
    M = angle(x * np.sin(q_2) - y * np.cos(q_2), x * np.cos(q_2) + y * np.sin(q_2))
    return [angle(k_s * C[0], -k_s * C[1]), q_2, M - lean * np.arctan2(L[2], L[3])]
def branches(C, L, **slip):
    every = [branch(C, L, s, e, **slip) for s in (1, -1) for e in (1, -1)]
    return [q for q in every if q is not None]
''' + TWO_LINKS
SLIPPED_ARM = PLANE + "def slipped(C, L, k_s, k_e):\n    return branch(C, L, {})"
SLIPPED_ARMS = PLANE + "def slipped(C, L):\n    return branches(C, L, {})"

A04 = {
    "pose_forward": {
        "point_in_base": "slipped = elementary('z', np.radians(v.turn_deg)) @ v.point + v.base_t"},
    "inverse_unturned": {
        "point_in_base": "slipped = elementary('z', -np.radians(v.turn_deg)) @ v.point - v.base_t"},
    "degrees": {
        "point_in_base": "slipped = elementary('z', v.turn_deg).T @ (v.point - v.base_t)",
        "tip": "a = np.cumsum(v.q_deg)\nslipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]",
        "origin_6": IN_DEGREES + "slipped = down @ (v.target - turn @ tip_6)",
        "wrist_centre": IN_DEGREES + "slipped = down @ (v.target - turn @ tip_6\n"
                                     "                  - behind * (turn @ mounted.T)[:, 2])"},
    "absolute_angles": {
        "tip": "a = np.radians(v.q_deg)\nslipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]"},
    "joint_sign": {
        "tip": "a = -np.radians(np.cumsum(v.q_deg))\n"
               "slipped = [sum(v.l * np.cos(a)), sum(v.l * np.sin(a))]"},
    "inner_cosine": {
        "cos_elbow": "slipped = (l_1**2 + l_2**2 - x**2 - y**2) / (2 * l_1 * l_2)",
        "elbows": SLIPPED_LINKS.format("sign=-1"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, inner=-1")},
    "joint_arctg": {
        "elbows": SLIPPED_LINKS.format("angle=ratio"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, angle=ratio"),
        "arm_solutions": SLIPPED_ARMS.format("angle=ratio")},
    "joint_atan2": {
        "elbows": SLIPPED_LINKS.format("angle=swapped"),
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, angle=swapped")},
    "unreachable": {
        "elbows": SLIPPED_LINKS.format("last=cut"),
        "arm_solutions": SLIPPED_ARMS.format("last=cut")},
    "degrees_kept": {
        "elbows": SLIPPED_LINKS.format("out=180 / np.pi"),
        "singular_elbow": "slipped = np.degrees(right)",
        "other_wrist": "slipped = np.degrees(right)"},
    "tool_axes": {
        "origin_6": FLANGE + "slipped = down @ v.target - tip_6"},
    "base_omitted": {
        "origin_6": FLANGE + "slipped = v.target - turn @ tip_6",
        "wrist_centre": FLANGE + "slipped = (v.target - turn @ tip_6\n"
                                 "           - behind * (turn @ mounted.T)[:, 2])"},
    "mount_omitted": {
        "wrist_centre": FLANGE + "slipped = origin_6 - behind * (down @ turn)[:, 2]"},
    "mount_back": {
        "wrist_centre": FLANGE + "slipped = origin_6 - behind * (down @ turn @ mounted)[:, 2]"},
    "lean_missing": {
        "singular_elbow": "slipped = [[np.radians(v.Q_deg), 0], [np.radians(v.Q_deg), np.pi]]",
        "arm_branch": SLIPPED_ARM.format("k_s, k_e, lean=0"),
        "arm_solutions": SLIPPED_ARMS.format("lean=0")},
    "lean_sign": {
        "singular_elbow": "slipped = [[right[0][0], lean], [right[0][0], np.pi + lean]]"},
    "elbow_other": {
        "upper_arm": "slipped = Q + k_e * A",
        "arm_branch": SLIPPED_ARM.format("k_s, -k_e")},
    "shoulder_other": {
        "arm_branch": SLIPPED_ARM.format("-k_s, k_e")},
    "wrist_unbent": {
        "other_wrist": "slipped = [*q[:3], q[3] + np.pi, q[4], q[5] - np.pi]"},
    "wrist_half": {
        "other_wrist": "slipped = [*q[:3], q[3] + np.pi, -q[4], q[5]]"},
}

SLIPS = {"a01_parameters": A01, "a02_rotation": A02, "a03_positions": A03,
         "a04_inverse": A04, "a05_velocities": A05}


def _makes(slips: dict[str, str]):
    """Right work with this slip in the named tasks."""
    def fill(paper: Paper) -> None:
        paper.solve()
        for task, source in slips.items():
            paper.append(f"{task}_answer", f"right = {task}\n{source}\n{task} = slipped")
            paper.append(task, f"{task} = right")
    return fill


def _part(task: Task, name: str) -> float:
    """A slip about slides leaves chains that only turn right; that part is earned at least."""
    turning = [share for group, share in task.shares.items() if group.startswith("revolute")]
    return max([task.slip, *turning] if name.startswith("slide") else [task.slip])


def students(assignment: Assignment) -> list[Student]:
    def student(name, slips):
        marks = {task: _part(assignment[task], name) * assignment[task].points for task in slips}
        return Student(f"slip_{name}", f"makes the mistake {name}", _makes(slips), marks, (name,))
    return [student(name, slips) for name, slips in SLIPS[assignment.name].items()]
