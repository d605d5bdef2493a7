"""Assignment 2: rotation matrices (section 2 of the book)."""

from __future__ import annotations

import numpy as np

from robokit import rotation

from .. import laws
from ..kinds import Choice, Expression, Function, Matrix, Vector
from ..task import TYPED, Assignment, Case, Task

AXES = "xyz"


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: oblique angles, three different axes, no round values."""
    return {
        "beta_deg": _angle(rng),
        "axes": [str(a) for a in rng.permutation(list(AXES))],
        "angles_deg": [_angle(rng) for _ in AXES],
        "a_uvw": [round(float(x), 2) for x in rng.choice([-1, 1], 3) * rng.uniform(0.4, 2.5, 3)],
    }


def _angle(rng) -> float:
    """An angle well away from the multiples of 90 degrees, in degrees."""
    return round(float(rng.choice([-180, -90, 0, 90]) + rng.uniform(15, 75)), 1)


def chain(rng: np.random.Generator, sigma) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mounting angles, joint types and coordinates of a chain."""
    n = len(sigma)
    return rng.uniform(-2, 2, (n, 3)), np.array(sigma), rng.uniform(-1.5, 1.5, n)


def _elementary(rng, v):
    return [Case((axis, float(a))) for axis in AXES for a in rng.uniform(-3, 3, 2)]


def _adjacent(rng, v):
    return [Case((*map(float, rng.uniform(-3, 3, 3)), sigma, float(rng.uniform(0.3, 2))), group)
            for group, sigma in (("revolute joint", 1), ("prismatic joint", 0)) for _ in range(3)]


def _chains(rng, v):
    return [Case((*chain(rng, sigma), i), group)
            for group, sigma, i in (("revolute joints", [1, 1, 1, 1], 4),
                                    ("revolute joints", [1, 1, 1], 2),
                                    ("prismatic joints too", [1, 0, 1, 0, 1], 5),
                                    ("prismatic joints too", [0, 1, 1], 3))]


def _rates(rng, v):
    return [Case((angles, sigma, q, rng.uniform(-2, 2, len(sigma)), i), case.group)
            for case in _chains(rng, v) for angles, sigma, q, i in [case.inputs]]


def _lams(rng, v):
    return [Case((rotation.tau_x(a) @ rotation.tau_y(b) @ rotation.tau_z(c), rng.uniform(-2, 2, 3)))
            for a, b, c in rng.uniform(-3, 3, (3, 3))]


def _angles_of_mounting(rng, v):
    return [Case({"alpha": float(a), "beta": float(b), "gamma": float(c)})
            for a, b, c in rng.uniform(-3, 3, (4, 3))]


def _composition(rules, v):
    angles = [rules.argument(a) for a in rules.radians(v["angles_deg"])]
    return rules.compose([rules.about(axis, a) for axis, a in zip(v["axes"], angles)])


# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
VISIBLE = (np.array([[0.1, 0.2, 0.3], [-0.4, 0.5, 0.6], [0.9, -0.7, 0.4]]), np.array([1, 0, 1]),
           np.array([0.7, -0.8, 1.1]))
RATES = np.array([0.6, -0.5, 0.9])


def typed_rotation(tau) -> list:
    """Is it a rotation matrix, to the four digits that are asked of typed numbers?"""
    u, _, v = np.linalg.svd(tau)
    if np.abs(tau - u @ v).max() > TYPED or np.linalg.det(tau) < 0:
        return [laws.rotation(tau)]
    return [laws.Finding(True, "tau tau^T = 1 to the digits given, det = +1")]


def _elementary_laws(elementary, own):
    def tau(axis, angle):
        return np.array(elementary(axis, angle), float)
    unit = dict(zip(AXES, np.eye(3)))
    yield from _of_every_axis("an axis stays where it is in a turn about it",
                              lambda x: (tau(x, 0.7) @ unit[x], unit[x]))
    yield from _of_every_axis("two turns about one axis add up",
                              lambda x: (tau(x, 0.3) @ tau(x, 0.4), tau(x, 0.7)))
    yield from _of_every_axis("a full turn (2 pi) changes nothing",
                              lambda x: (tau(x, 2 * np.pi), np.eye(3)))


def _of_every_axis(text: str, sides) -> list:
    """A law's two sides for every axis: those that differ, or one line for all three."""
    found = [laws.same(*sides(axis), f"axis {axis}: {text}") for axis in AXES]
    return [f for f in found if not f] or [laws.Finding(True, text)]


def _components_laws(a, own):
    yield laws.Finding(bool(abs(np.linalg.norm(a) - np.linalg.norm(own["variant"]["a_uvw"]))
                            <= 2 * TYPED), "the vector keeps its length")


def _eps_laws(eps):
    return [laws.rotation(eps),
            laws.same(eps.subs(dict.fromkeys(eps.free_symbols, 0)), np.eye(3),
                      "at zero angles it is the unit matrix")]


def _adjacent_laws(adjacent, own):
    """Laws of the joint: its turns add up, a slide turns nothing."""
    def tau(angles, sigma, q):
        return np.array(adjacent(*angles, sigma, q), float)
    mount, flat = (0.3, -0.5, 1.2), (0, 0, 0)
    yield laws.same(tau(flat, 1, 0), np.eye(3), "at zero angles it is the unit matrix")
    yield laws.same(tau(flat, 1, 0.4) @ tau(mount, 1, 0.3), tau(mount, 1, 0.7),
                    "turns of a revolute joint add up")
    yield laws.same(tau(mount, 0, 0.2), tau(mount, 0, 0.9), "a prismatic joint turns nothing")


def _chain_rotation_laws(chain_rotation, own):
    """A chain of one link, and a chain as the product of its two parts."""
    def tau(first, last):
        angles, sigma, q = (x[first:].copy() for x in VISIBLE)
        return np.array(chain_rotation(angles, sigma, q, last - first), float)
    yield laws.same(tau(0, 3), tau(0, 1) @ tau(1, 3), "tau_03 = tau_01 tau_13, all three yours")
    if callable(own.get("adjacent")):
        links = [own["adjacent"](*angles, int(sigma), q) for angles, sigma, q in zip(*VISIBLE)]
        yield laws.same([tau(k, k + 1) for k in range(3)], np.array(links, float),
                        "for one link it is your own adjacent")


def _lam_laws(lam_in_j, own):
    turn = rotation.tau_x(0.4) @ rotation.tau_y(-0.9)
    a, b = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.8, -1.1])
    yield laws.same(np.array(lam_in_j(np.eye(3), a), float) @ b, np.cross(a, b),
                    "between parallel frames it gives the vector product a x b")
    yield laws.same(np.linalg.norm(np.array(lam_in_j(turn, a), float)), np.linalg.norm(a) * 2**0.5,
                    "a turned frame does not change the size of the matrix")


def _rate_laws(chain_rate, own):
    """Against the difference quotient of the student's own tau_0i."""
    angles, sigma, q = VISIBLE
    tau = own.get("chain_rotation")
    if not callable(tau):
        yield laws.Finding(None, "Check chain_rotation first: your derivative is compared with it.")
        return
    for i in (1, 3):
        yield laws.derivative(lambda x: tau(angles.copy(), sigma.copy(), x, i),
                              lambda x, dx: chain_rate(angles.copy(), sigma.copy(), x, dx, i),
                              q.copy(), RATES.copy())


#: What a good explanation says, for whoever marks it by hand: points and what earns them.
RUBRICS = {"explain_two_meanings": (
    (1, "Names both meanings: in section 2.2 the columns are the turned axes and the matrix takes "
        "components out of the turned frame; in section 2.4 the same letters are the transposes."),
    (1, "Says why (2.3) needs the transposes: tau_{i i-1} goes from frame i-1 to frame i, so each "
        "factor takes components into the frame that has just been turned, the latest leftmost."),
    (1, "Gives a test that tells the two apart, worked on a case: a single small turn and where an "
        "axis goes, with the sign that decides."))}


ASSIGNMENT = Assignment(
    name="a02_rotation",
    title="Rotation matrices",
    section="2",
    draw=draw,
    manual={name: sum(points for points, _ in rows) for name, rows in RUBRICS.items()},
    tasks=(
        Task("elementary_number", 1, "section 2.2", Matrix(), questions=("2.1",),
             advice="Draw both frames along y: the first column is the turned axis u. With a "
                    "small positive beta it leans from x towards minus z, `tau[:, 0]`.",
             reference=lambda rules, v: rules.elementary("y", rules.radians(v["beta_deg"])),
             mistakes=("transposed", "degrees"), laws=typed_rotation),
        Task("elementary", 2, "section 2.2", Function(Matrix()), questions=("2.1",),
             advice="Follow the axes one by one: a small positive turn about x carries y "
                    "towards z, `elementary('x', 0.1) @ [0, 1, 0]`; go on round, x to y to z to "
                    "x.",
             reference=lambda rules, v, axis, angle: rules.elementary(axis, angle),
             cases=_elementary, mistakes=("transposed", "radians_again", "y_sense"),
             laws=lambda x: [laws.rotation(x)], function_laws=_elementary_laws,
             visible=(Case(("x", 0.4)), Case(("y", -1.1)), Case(("z", 2.0)))),
        Task("composition", 2, "section 2.3", Matrix(), questions=("2.2",),
             advice="Turn a frame of pencils. The columns are its axes at the end: where the "
                    "last turn is about z, `tau[:, 2]` follows from the first two turns alone.",
             reference=_composition,
             mistakes=("reversed", "transposed", "degrees", "y_sense"),
             laws=typed_rotation),
        Task("components", 1, "(2.1), section 2.1", Vector(3), questions=("2.2",),
             advice="Compare with the sum over the turned axes, `a[0] * tau[:, 0] + a[1] * "
                    "tau[:, 1] + a[2] * tau[:, 2]`.",
             reference=lambda rules, v: rules.components(_composition(rules, v), v["a_uvw"]),
             mistakes=("wrong_frame", "degrees", "reversed"), own=("composition",),
             follow=lambda rules, v, composition: rules.components(composition, v["a_uvw"]),
             function_laws=_components_laws),
        Task("eps_symbolic", 2, "(2.3), section 2.4", questions=("2.3",),
             advice="Set two angles to zero, `eps_symbolic.subs({beta: 0, gamma: 0})`, and "
                    "follow one fixed vector: which components does the turned frame see?",
             kind=Expression(("alpha", "beta", "gamma"), Matrix()),
             reference=lambda rules, v, alpha, beta, gamma: rules.eps(alpha, beta, gamma),
             cases=_angles_of_mounting,
             mistakes=("section_22", "reversed", "transposed", "y_sense"),
             symbolic_laws=_eps_laws),
        Task("adjacent", 3, "(2.3), section 2.4", Function(Matrix()), questions=("2.3",),
             advice="Its columns are the axes of frame i, seen from frame i-1. With one angle "
                    "alone, `adjacent(0.1, 0, 0, 1, 0)[:, 2]`, a sketch shows where the axis "
                    "goes.",
             reference=lambda rules, v, *args: rules.adjacent(*args),
             cases=_adjacent, shares={"revolute joint": 0.5, "prismatic joint": 0.5},
             mistakes=("transposed", "section_22", "slide_turns", "joint_sign", "y_sense"),
             laws=lambda x: [laws.rotation(x)], function_laws=_adjacent_laws,
             visible=(Case((0.3, -0.5, 1.2, 1, 0.7)), Case((0.3, -0.5, 1.2, 0, 0.7)))),
        Task("chain_rotation", 3, "(2.4), section 2.4", Function(Matrix()), questions=("2.4",),
             advice="Multiply your own matrices one by one, `tau = tau @ adjacent(*angles[k], "
                    "sigma[k], q[k])`, beginning with `np.eye(3)`, and stop at link i.",
             reference=lambda rules, v, angles, sigma, q, i:
                 rules.chain_rotation(angles, sigma, q, i),
             cases=_chains, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("reversed", "transposed", "slide_turns", "section_22", "joint_sign",
                       "y_sense"),
             laws=lambda x: [laws.rotation(x)], function_laws=_chain_rotation_laws,
             visible=tuple(Case((*VISIBLE, i)) for i in (1, 3))),
        Task("order_of_factors", 1, "(2.4), section 2.4", Choice(
            ("a", "b", "c"),
            {"a": "two links suffice: turn joint 1 by 90 degrees about Z, joint 2 about its own X; "
                  "`tau_02[:, 2]` is the axis Z_2 that a sketch shows",
             "c": "multiply both ways, `tau_01 @ tau_12` and `tau_12 @ tau_01`, and compare the "
                  "first columns with a sketch: X_2 points in one direction only"}),
             questions=("2.4",), reference=lambda rules, v: "b"),
        Task("lam_in_j", 2, "section 2.5, property 4", Function(Matrix()), questions=("2.5",),
             advice="Apply it to a vector b of frame j: `lam_in_j(tau, a) @ b` must be the "
                    "vector product of the two, both with their components in frame j.",
             reference=lambda rules, v, tau_ij, a_i: rules.lam_in_j(tau_ij, a_i),
             cases=_lams, mistakes=("lam_printed", "wrong_frame"), laws=lambda x: [laws.skew(x)],
             function_laws=_lam_laws,
             visible=(Case((np.eye(3)[[1, 2, 0]], np.array([1.0, 2.0, 3.0]))),)),
        Task("chain_rate", 3, "(2.6), section 2.5", Function(Matrix()), questions=("2.5",),
             advice="Differentiate your own chain_rotation, `(tau(q + h * dq) - tau(q - h * "
                    "dq)) / (2 * h)` with a small h. Let one joint move at a time.",
             reference=lambda rules, v, *args: rules.chain_rate(*args),
             cases=_rates, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("rate_side", "omega_last", "omega_unturned", "slide_rate"),
             function_laws=_rate_laws,
             visible=tuple(Case((*VISIBLE, RATES, i)) for i in (1, 3))),
    ),
)
