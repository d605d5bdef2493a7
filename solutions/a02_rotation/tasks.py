"""Assignment 2: rotation matrices (section 2 of the book)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Matrix,
    Row,
    Task,
    Vector,
    on_own,
)
from robokit import rotation

from ..shared.drawing import chain
from ..shared.steps import Velocity, product, rate_of
from .checks import AXES, CHECKS


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


def _elementary(rng, v):
    return [Case((axis, float(a))) for axis in AXES for a in rng.uniform(-3, 3, 2)]


def _adjacent(rng, v):
    return [Case((*map(float, rng.uniform(-3, 3, 3)), sigma, float(rng.uniform(0.3, 2))), group)
            for group, sigma in (("revolute joint", 1), ("prismatic joint", 0)) for _ in range(3)]


def _chains(rng, v):
    return [Case((*chain(rng, sigma), i), group)
            for group, sigma, i in (("revolute joints", [1, 1, 1, 1], 4),
                                    ("revolute joints", [1, 1, 1], 2),
                                    ("prismatic joints too", [1, 0, 1, 0, 1], 4),
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


def _own_chain(rules, v, angles, sigma, q, i, adjacent):
    """tau_0i from the student's own matrices of adjacent links; of frame 0 the unit matrix."""
    steps = [adjacent(*angles[k], sigma[k], q[k]) for k in range(i)]
    return rules.answer(product(rules.order([rules.unanswer(step) for step in steps])))


def _own_rate(rules, v, angles, sigma, q, dq, i, chain_rotation=None, lam_in_j=None):
    """The rate of the student's own tau_0i; or (2.6) from the unit matrix on.

    The own lam is known at the right matrices alone.
    """
    q, dq = np.asarray(q), np.asarray(dq)
    if lam_in_j is None:
        return rate_of(lambda t: chain_rotation(angles, sigma, q + t * dq, i))
    lam = lam_in_j if chain_rotation is None else None
    return _by_omega(rules, v, angles, sigma, q, dq, i, chain_rotation, lam, np.eye(3))


def _by_omega(rules, v, angles, sigma, q, dq, i, chain_rotation=None, lam_in_j=None, tau=None):
    """(2.6) with omega_i from the axes of the student's own matrices.

    tau: of frame 0, if it is not what the student's own function gives for it.
    """
    matrices = rules.chain_rotation if chain_rotation is None else chain_rotation
    if tau is None:
        try:
            tau = matrices(angles, sigma, q, 0)
        except LookupError:             # it gives nothing there
            tau = np.eye(3)
    omega = np.zeros(3)
    for k in range(i):
        omega = omega + sigma[k] * dq[k] * tau[:, 2]
        tau = matrices(angles, sigma, q, k + 1)
    return tau @ (rotation.lam(tau.T @ omega) if lam_in_j is None else lam_in_j(tau, omega))


def _own_adjacent(rules, v, *args, elementary):
    return on_own(rules, about=elementary).adjacent(*args)


def _composition(rules, v, elementary=None):
    rules = rules if elementary is None else on_own(rules, about=elementary)
    angles = [rules.argument(a) for a in rules.radians(v["angles_deg"])]
    return rules.compose([rules.about(axis, a) for axis, a in zip(v["axes"], angles)])


RUBRICS = {
    "explain_two_meanings": (
        Row(1, "Names both meanings: in section 2.2 the columns are the turned axes and the "
               "matrix takes components out of the turned frame; in section 2.4 the same letters "
               "are the transposes.",
            "Put the two matrices of the same letter side by side, from section 2.2 and from "
            "section 2.4: what are the columns of each?",
            "One of the two meanings is clear. Say of the other, too, from which frame to which "
            "it takes components."),
        Row(1, "Says why (2.3) needs the transposes: tau_{i i-1} goes from frame i-1 to frame i, "
               "so each factor takes components into the frame that has just been turned, the "
               "latest leftmost.",
            "Follow the components of one vector through (2.3), factor by factor: in which frame "
            "are they after each?",
            "The direction is right; say what follows from it for each factor and for their "
            "order."),
        Row(1, "Gives a test that tells the two apart, worked on a case: a single small turn and "
               "where an axis goes, with the sign that decides.",
            "A test is asked for: one small turn, one axis, and the sign that decides.",
            "The test is right but stays general. Work it on one turn, to a sign."),
    ),
}
ASSIGNMENT = Assignment(
    section="2",
    draw=draw,
    rules=Velocity,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("elementary_number", 1, "section 2.2", Matrix(), questions=("2.1",),
             advice="Draw both frames along y: the first column is the turned axis u. With a "
                    "small positive beta it leans from x towards minus z, `tau[:, 0]`, w from z "
                    "towards x, and the axis of the turn stays.",
             reference=lambda rules, v: rules.elementary("y", rules.radians(v["beta_deg"])),
             mistakes=("transposed", "degrees")),
        Task("elementary", 2, "section 2.2", Function(Matrix()), questions=("2.1",),
             advice="Follow the axes one by one: a small positive turn about x carries y "
                    "towards z, `elementary('x', 0.1) @ [0, 1, 0]`; go on round, x to y to z to "
                    "x.",
             reference=lambda rules, v, axis, angle: rules.elementary(axis, angle),
             cases=_elementary, mistakes=("transposed", "radians_again", "y_sense")),
        Task("composition", 2, "section 2.3", Matrix(), questions=("2.2",),
             advice="Turn a frame of pencils. The columns are its axes at the end: where the "
                    "last turn is about z, `tau[:, 2]` follows from the first two turns alone.",
             reference=_composition,
             mistakes=("reversed", "transposed", "degrees", "y_sense"),
             own=("elementary",), follow=_composition),
        Task("components", 1, "(2.1), section 2.1", Vector(3), questions=("2.2",),
             advice="Compare with the sum over the turned axes, `a[0] * tau[:, 0] + a[1] * "
                    "tau[:, 1] + a[2] * tau[:, 2]`.",
             reference=lambda rules, v: rules.components(_composition(rules, v), v["a_uvw"]),
             mistakes=("wrong_frame", "degrees", "reversed"), own=("composition",),
             follow=lambda rules, v, composition: rules.components(composition, v["a_uvw"])),
        Task("eps_symbolic", 2, "(2.3), section 2.4", questions=("2.3",),
             advice="Set two angles to zero, `eps_symbolic.subs({beta: 0, gamma: 0})`, and "
                    "follow one fixed vector: which components does the turned frame see?",
             kind=Expression(("alpha", "beta", "gamma"), Matrix()),
             reference=lambda rules, v, alpha, beta, gamma: rules.eps(alpha, beta, gamma),
             cases=_angles_of_mounting,
             mistakes=("section_22", "reversed", "transposed", "y_sense")),
        Task("adjacent", 3, "(2.3), section 2.4", Function(Matrix()), questions=("2.3",),
             advice="Its columns are the axes of frame i, seen from frame i-1. With one angle "
                    "alone, `adjacent(0.1, 0, 0, 1, 0)[:, 2]`, a sketch shows where the axis "
                    "goes.",
             reference=lambda rules, v, *args: rules.adjacent(*args),
             cases=_adjacent, shares={"revolute joint": 0.5, "prismatic joint": 0.5},
             mistakes=("transposed", "section_22", "slide_turns", "joint_sign", "y_sense",
                       "joint_last", "mounting_reversed"),
             own=("elementary",), follow=_own_adjacent),
        Task("chain_rotation", 3, "(2.4), section 2.4", Function(Matrix()), questions=("2.4",),
             advice="Multiply your own matrices one by one, `tau = tau @ adjacent(*angles[k], "
                    "sigma[k], q[k])`, beginning with `np.eye(3)`, and stop at link i.",
             reference=lambda rules, v, angles, sigma, q, i:
                 rules.chain_rotation(angles, sigma, q, i),
             cases=_chains, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("reversed", "transposed", "slide_turns", "section_22", "joint_sign",
                       "y_sense"),
             own=("adjacent",), follow=_own_chain),
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
             cases=_lams, mistakes=("lam_printed", "wrong_frame")),
        Task("chain_rate", 3, "(2.6), section 2.5", Function(Matrix()), questions=("2.5",),
             advice="Differentiate your own chain_rotation, `(tau(q + h * dq) - tau(q - h * "
                    "dq)) / (2 * h)` with a small h. Let one joint move at a time.",
             reference=lambda rules, v, *args: rules.chain_rate(*args),
             cases=_rates, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("rate_side", "omega_last", "omega_unturned", "slide_rate"),
             own=("chain_rotation", "lam_in_j"), follow=_own_rate, otherwise=_by_omega),
    ),
)
