"""Assignment 1: coordinates and parameters (section 1 of the book)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Coordinates,
    Expression,
    Function,
    Matrix,
    Row,
    Task,
    Vector,
)
from robokit import inertia

from .checks import CHECKS, MountingAngles, Reach, turned
from .steps import Steps

#: Own values nearer to "no turn" or "no shift" than this leave the next step nothing to do;
#: a centre of mass farther out than a link can be, in metres, hides the parts themselves.
UNTURNED, OUTSIDE = 0.1, 3.0


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: sensor readings, a surveyed joint, a link of three parts."""
    x_axis, z_axis = _surveyed(rng)
    return {
        "sigma": [int(s) for s in rng.permutation([1, 1, 1, 0, 0])],
        "theta_deg": [round(float(a), 1) for a in rng.choice([-1, 1], 5) * rng.uniform(15, 165, 5)],
        "s_mm": [int(s) for s in rng.integers(150, 950, 5)],
        "x_axis": x_axis, "z_axis": z_axis,
        "offset_mm": [int(d) for d in rng.choice([-1, 1], 3) * rng.integers(90, 600, 3)],
        "link": {
            "body": _cylinder(rng, (40, 70), (60, 120), (700, 1100)),
            "drive_2": _cylinder(rng, (18, 35), (200, 300), (80, 160))
            | {"r_mm": [int(x) for x in rng.choice([-1, 1], 3) * rng.integers(180, 460, 3)]},
            "drive_3": _cylinder(rng, (12, 25), (120, 220), (80, 160))},
    }


def _surveyed(rng) -> tuple[list, list]:
    """X_i and Z_i of a frame that two turns make, one of them a quarter turn."""
    angles = rng.choice([-1, 1], 3) * np.array([np.pi / 2, np.radians(rng.uniform(20, 70)), 0])
    turn = rng.permutation(angles)
    tau = turned(turn)
    return ((tau[:, 0].round(4) + 0.0).tolist(), (tau[:, 2].round(4) + 0.0).tolist())


def _cylinder(rng, mass, radius, height) -> dict:
    return {"m": round(float(rng.uniform(*mass)), 1), "R_mm": int(rng.integers(*radius)),
            "H_mm": int(rng.integers(*height))}


def link(rules, v) -> list[inertia.Body]:
    """The link of appendix 5: body along Z_i, drive 2 across it, drive 3 at the origin."""
    def sizes(name):
        part = v["link"][name]
        return part["m"], float(rules.metres(part["R_mm"])), float(rules.metres(part["H_mm"]))
    m, R, H = sizes("body")
    return [inertia.cylinder(m, R, H, "z", (0, 0, -H / 2)),
            rules.drive(*sizes("drive_2"), rules.metres(v["link"]["drive_2"]["r_mm"])),
            inertia.disc(*sizes("drive_3"), "z")]


def _mounting(rules, v):
    return rules.mounting(np.array(v["x_axis"]), np.array(v["z_axis"]))


def _length_vector(rules, v, mounting=None):
    """With the student's own mounting angles, if there are any that turn the frame at all."""
    if mounting is None or np.abs(turned(mounting) - np.eye(3)).max() < UNTURNED:
        mounting = type(rules).turns(rules, _axes(v))
    return rules.length_vector(mounting, rules.metres(v["offset_mm"]))


def _link_tensor(rules, v, mass_centre=None):
    """About the student's own centre of mass, if it is neither the origin nor out of sight."""
    if mass_centre is not None and not UNTURNED <= np.abs(mass_centre).max() <= OUTSIDE:
        mass_centre = None
    return rules.link_tensor(link(rules, v), mass_centre)


def _axes(v) -> np.ndarray:
    """tau_{i-1 i} at q_i = 0: its columns are X_i, Y_i, Z_i."""
    x, z = np.array(v["x_axis"]), np.array(v["z_axis"])
    return np.column_stack([x, np.cross(z, x), z])


def _by_diagonal(J) -> dict:
    """The terms of an inertia tensor, (1.2) and (1.3)."""
    moments = np.diag(np.diag(J))
    return {"moments of inertia": moments, "products of inertia": J - moments}


def _tensor_terms(rules, v, masses, points):
    return _by_diagonal(rules.tensor(masses, points))


# -- hidden inputs -----------------------------------------------------------------------------
def _motions(rng, v):
    return [Case((sigma, float(rng.uniform(0.3, 2.5) * rng.choice([-1, 1])),
                  rng.uniform(-0.8, 0.8, 3)), group)
            for group, sigma in (("revolute joint", 1), ("prismatic joint", 0)) for _ in range(3)]


def _shells(rng, v):
    """The elbow bent to one side throughout, or stretched or folded between its limits."""
    cases = []
    for _ in range(2):
        upper, fore = rng.uniform(0.3, 0.6), rng.uniform(0.65, 0.95)
        low, high = np.sort(rng.uniform(0.4, 2.7, 2)) + (0, 0.3)
        both = [("limits on one side", (low, high)), ("limits on one side", (-high, -low)),
                ("stretched or folded inside", (-low, high)),
                ("stretched or folded inside", (low, 2 * np.pi - high / 2)),
                ("stretched or folded inside", (high / 2 - 2 * np.pi, -low)),
                ("stretched or folded inside", (-high, 2 * np.pi - 2 * high / 3))]
        cases += [Case((float(upper), float(fore), float(a), float(b)), group)
                  for group, (a, b) in both]
    return cases


def _clouds(rng, v):
    return [Case((rng.uniform(0.5, 3, n), rng.uniform(-1, 1, (n, 3)) + (0.4, -0.6, 0.5)))
            for n in (3, 5, 7)]                 # two points have no moment about their line


def _shifts(rng, v):
    cases = []
    for _ in range(3):
        bodies = [inertia.point(*body) for body in zip(rng.uniform(1, 3, 4),
                                                       rng.normal(size=(4, 3)))]
        body = sum(bodies[1:], bodies[0])
        cases.append(Case((body.J, float(body.m), rng.choice([-1, 1], 3) * rng.uniform(0.2, 2, 3))))
    return cases


def _boxes(rng, v):
    return [Case(dict(zip("mabc", map(float, rng.uniform(0.5, 3, 4))))) for _ in range(4)]


RUBRICS = {
    "explain_parameters": (
        Row(1, "Sorts what is given: n and sigma fix the scheme, the mounting angles and l_i the "
               "geometry, m_i, r_i, J_i the inertia; q is a coordinate and no parameter. "
               "Constant for rigid links.",
            "Sort the letters first: which belong to the scheme, which to the geometry, which to "
            "the inertia, and which is no parameter at all?",
            "The groups are there; say too which of the letters is a coordinate, and why the "
            "others are constant."),
        Row(1, "Says which numbers change when frame i is placed or turned otherwise (mounting "
               "angles, l_i, r_i, the entries of J_i) and which cannot (n, sigma, m_i, the "
               "principal moments).",
            "Place one frame elsewhere, on paper, and go through the list again: which numbers "
            "change, which cannot?",
            "Some of the numbers that change are named. Go through all of them, and name those "
            "that no choice of frames can change."),
        Row(1, "Gives a test that decides whether J is about the mass centre or about the joint, "
               "and works it out on numbers: by the difference m (d^T d E - d d^T), or by a case "
               "where it is known.",
            "A test is asked for: numbers, and what they would be about the one point and about "
            "the other.",
            "The test is right but not worked out. Put numbers in and say what decides."),
    ),
}
ASSIGNMENT = Assignment(
    section="1",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("open_chain", 1, "section 1.1", Choice(
                 ("a", "b", "c", "d"),
                 {"a": "follow the links from the ceiling to the platform: in how many ways can "
                       "you get there? Section 1.1 asks for a chain that is open",
                  "c": "follow the links from joint to joint: over a second bar one comes back to "
                       "where one was. Section 1.1 asks for a chain that is open",
                  "d": "compare the arm with and without its load: do l_i and r_i stay what they "
                       "were? Section 1.4 wants constants"}),
             questions=("1.1", "1.3"), reference=lambda rules, v: "b"),
        Task("coordinates", 1, "(1.1), section 1.3", Coordinates(5), questions=("1.5",),
             advice="Take the joints one by one: where `v.sigma[i]` is 1 the angle counts, in "
                    "radians, where it is 0 the shift, in metres.",
             reference=lambda rules, v: rules.coordinates(
                 np.array(v["sigma"]), rules.in_radians(np.radians(v["theta_deg"])),
                 rules.metres(v["s_mm"])),
             mistakes=("degrees_kept", "millimetres", "sigma_swapped", "both_motions")),
        Task("joint_motion", 2, "(1.1), section 1.3", Function(Vector(3, "m")),
             questions=("1.5",),
             advice="Try a point that is easy to follow: `joint_motion(0, 0, np.array([1, 2, "
                    "3]))` must leave it where it is, and so must a turn by 0. Where must a "
                    "quarter turn carry it, and where a slide by 0.1?",
             reference=lambda rules, v, sigma, q, point: rules.joint_motion(sigma, q, point),
             cases=_motions, shares={"revolute joint": 0.5, "prismatic joint": 0.5},
             mistakes=("always_turns", "turns_back", "sigma_swapped", "both_motions")),
        Task("cylindrical_slides", 1, "section 1.1", Choice(
            ("a", "b", "c"),
            {"a": "turn about the vertical, slide along X and Y, all level: what heights does the "
                  "gripper reach? A cylinder has a height",
             "b": "a turn about a level axis and two slides along X and Y: build it of a pencil "
                  "and look whether the axis of that cylinder is the Z_1 of the text"}),
             questions=("1.2",), reference=lambda rules, v: "c"),
        Task("shell", 2, "section 1.1", Function(Reach(2, "m")), questions=("1.2",),
             advice="Send the elbow through its range, `np.linspace(least, greatest, 999)`, and "
                    "look at the distance of the gripper from the shoulder at each angle.",
             reference=lambda rules, v, *args: rules.shell(*args),
             cases=_shells,
             shares={"limits on one side": 0.5, "stretched or folded inside": 0.5},
             mistakes=("full_ball", "limits_ignored", "ends_only", "one_fold", "inner_angle")),
        Task("mounting", 2, "section 1.4", MountingAngles(), questions=("1.3",),
             advice="Turn a pencil cross by one angle after the other, each about its own axis as"
                    " it then stands, and compare it with the measured directions.",
             reference=_mounting,
             mistakes=("degrees_kept", "fixed_axes", "mounting_back", "mounting_sign",
                       "left_handed")),
        Task("length_vector", 1, "section 1.4", Vector(3, "m"), questions=("1.3",),
             advice="Turned axes leave the length alone, `np.linalg.norm`, and a component is the"
                    " scalar product with the unit vector of its axis.",
             reference=_length_vector,
             mistakes=("length_unturned", "wrong_frame", "left_handed", "millimetres"),
             own=("mounting",), follow=_length_vector),
        Task("mass_centre", 1, "section 1.4, appendix 5", Vector(3, "m"), questions=("1.4",),
             advice="Let one part become very heavy, `m = 1e9`: the centre must go to the place "
                    "of that part, and there alone. Try it with each of the three.",
             reference=lambda rules, v: rules.mass_centre(link(rules, v)),
             mistakes=("half_drives", "mean_of_places", "millimetres")),
        Task("printed_products", 1, "(1.3), section 1.4", Choice(
            ("a", "b", "c"),
            {"b": "with opposite signs the two entries cancel in w^T J w, and the products would "
                  "never matter. Try masses at (1, 1, 0) and (-1, -1, 0), w = (1, 1, 0)",
             "c": "with zeros below the diagonal w^T J w counts each product once. Try masses at "
                  "(1, 1, 0) and (-1, -1, 0), w = (1, 1, 0): nothing moves"}),
             questions=("1.4",), reference=lambda rules, v: "a"),
        Task("tensor", 3, "(1.2), (1.3), section 1.4", Function(Matrix()), questions=("1.4",),
             advice="Turn the points about an axis w: `w @ J @ w` must be the sum of `m * "
                    "np.sum(np.cross(w, d)**2)`, d counted from the centre of mass.",
             reference=lambda rules, v, masses, points: rules.tensor(masses, points),
             cases=_clouds, terms=_tensor_terms,
             mistakes=("product_sign", "no_products", "own_square", "about_joint",
                       "mean_of_places")),
        Task("box_corner", 2, "(1.2), (1.3), section 1.4", questions=("1.4",),
             kind=Expression(("m", "a", "b", "c"), Matrix()),
             advice="A thin rod is known to you, `box_corner.subs({b: 0, c: 0})`: about its end "
                    "m a^2 / 3 across, nothing along. Change the letters round, a to b to c to a: "
                    "the entries must go round alike.",
             reference=lambda rules, v, m, a, b, c: rules.box_corner(m, a, b, c), cases=_boxes,
             terms=lambda rules, v, m, a, b, c: _by_diagonal(rules.box_corner(m, a, b, c)),
             mistakes=("product_sign", "no_products", "no_steiner")),
        Task("steiner", 2, "section 1.4, appendix 5", Function(Matrix()), questions=("1.4",),
             advice="Work out a point mass by hand: `steiner(np.zeros((3, 3)), 3.0, np.array([0, "
                    "0, 2.0]))` has 12 about X and Y, 0 about Z. Whatever d is, `d @ J @ d` "
                    "vanishes.",
             reference=lambda rules, v, J, m, d: rules.steiner(J, m, d), cases=_shifts,
             terms=lambda rules, v, J, m, d: {"J": J, "m d^T d E": m * d @ d * np.eye(3),
                                              "m d d^T": -m * np.outer(d, d)},
             mistakes=("steiner_printed", "steiner_square", "steiner_products", "steiner_minus",
                       "product_sign")),
        Task("link_tensor", 3, "section 1.4, appendix 5", Matrix(), questions=("1.4",),
             advice="Do one part at a time: about its own centre and along the right axis, "
                    "`np.diag(...)`, then moved by `place - mass_centre`. Compare the parts by "
                    "size.",
             reference=_link_tensor,
             mistakes=("steiner_printed", "steiner_square", "steiner_products", "product_sign",
                       "about_joint", "no_steiner", "origin_unmoved", "disc_axis", "millimetres"),
             own=("mass_centre",),
             follow=_link_tensor),
    ),
)
