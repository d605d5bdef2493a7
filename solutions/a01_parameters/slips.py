"""The sample class at assignment 1: coordinates, parameters, inertia.

VICTIM: the task whose cell hostile work attacks. MISREAD: the answer cell, and the line that
spoils its value. SLIPS: mistake -> task -> the code that makes it (see `slips`).
"""

from __future__ import annotations

VICTIM = "box_corner"
LOOP = "endless"               # one student is caught in a loop
MISREAD = ("mounting", "mounting = mounting + [0.4, 0, 0]")

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

SLIPS = {
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
    "both_motions": {
        "coordinates": "slipped = np.radians(v.theta_deg) + v.s_mm / 1000",
        "joint_motion": "def slipped(sigma, q, point):\n"
                        "    return right(1, q, point) + np.array([0, 0, q])"},
    "turns_back": {
        "joint_motion": "def slipped(sigma, q, point):\n"
                        "    return right(sigma, -q if sigma else q, point)"},
    "full_ball": {"shell": "def slipped(a, b, low, high):\n"
                           "    return [0, right(a, b, low, high)[1]]"},
    "limits_ignored": {"shell": "def slipped(a, b, low, high):\n"
                                "    return abs(a - b), a + b"},
    "ends_only": {"shell": '''def slipped(a, b, low, high):
    ends = [np.sqrt(a**2 + b**2 + 2 * a * b * np.cos(x)) for x in (low, high)]
    return [min(ends), max(ends)]'''},
    "one_fold": {"shell": '''def slipped(a, b, low, high):
    x = np.array([low, high] + [k * np.pi for k in (0, 1) if low < k * np.pi < high])
    reach = np.sqrt(a**2 + b**2 + 2 * a * b * np.cos(x))
    return [reach.min(), reach.max()]'''},
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
    "left_handed": {
        "mounting": '''x_i, y_i, z_i = v.x_axis, np.cross(v.x_axis, v.z_axis), v.z_axis
slipped = [np.arctan2(-z_i[1], z_i[2]), np.arcsin(z_i[0]), np.arctan2(-y_i[0], x_i[0])]
if abs(z_i[0]) > 0.999:
    slipped = [np.arctan2(y_i[2], y_i[1]), np.arcsin(np.sign(z_i[0])), 0]''',
        "length_vector": "slipped = np.array(right) * [1, -1, 1]"},
    "length_unturned": {"length_vector": "slipped = v.offset_mm / 1000"},
    "wrong_frame": {"length_vector": "slipped = axes @ v.offset_mm / 1000"},
    "half_drives": {"mass_centre": "slipped = masses @ places / (masses @ [1, 0.5, 0.5])"},
    "mean_of_places": {
        "mass_centre": "slipped = places.mean(axis=0)",
        "tensor": CLOUD + '''def slipped(masses, points):
    return sum(w * spread(d) for w, d in zip(masses, points - points.mean(axis=0)))'''},
    "no_products": {
        "tensor": CLOUD + '''def slipped(masses, points):
    return sum(w * spread(d, 0) for w, d in zip(masses, centred(masses, points)))''',
        "box_corner": "slipped = sp.diag(*right.diagonal())"},
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
        "steiner": SPREAD + MOVED.format(0),
        "link_tensor": PARTS + "slipped = added(lambda m, d: m * spread(d, 0))"},
    "steiner_minus": {
        "steiner": SPREAD + "def slipped(J, m, d):\n    return J - m * spread(d)"},
    "no_steiner": {
        "box_corner": "slipped = m * sp.diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 12",
        "link_tensor": "slipped = sum(own)"},
    "origin_unmoved": {
        "link_tensor": PARTS + "arms = [arm if place.any() else 0 * arm "
                               "for place, arm in zip(places, arms)]\n"
                               "slipped = added(lambda m, d: m * spread(d))"},
    "disc_axis": {
        "link_tensor": "slipped = right + solid(drive_2, 2) - solid(drive_2, 0)"},
}


def other_forms(paper) -> None:
    """The other angles of the same orientation; a matrix of the old class."""
    paper.append("mounting_answer", "alpha, beta, gamma = mounting\n"
                 "mounting = [alpha + np.pi, np.pi - beta, gamma - np.pi]")
    paper.append("link_tensor_answer", "link_tensor = np.matrix(link_tensor)")
