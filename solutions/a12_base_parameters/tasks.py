"""Assignment 12: base inertial parameters and identification (a paper beside the book)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Matrix,
    Number,
    Row,
    Task,
    Vector,
)
from robokit import Mechanism, base_parameters

from ..shared.checks import body
from ..shared.drawing import chain
from .checks import CHECKS, LETTERS
from .steps import TEN, Steps

READINGS = 12                               # of the pendulum's drive
STATES = 12                                 # in which an own regressor is asked for its rank
SHORT = 8e-4                                # lengths of the chain that hides its first moments, m


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a pendulum, a link that slides along it, a table of measurements."""
    def away(low, high, digits=2):
        return round(float(rng.choice([-1, 1]) * rng.uniform(low, high)), digits)

    def positive(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)

    def angle():
        return round(float(rng.choice([-180, -90, 0, 90]) + rng.uniform(15, 75)), 1)
    a = positive(0.55, 0.95)
    aside = [away(0.08, 0.2, 3) for _ in range(4)]
    sliding = Steps().ten_numbers(positive(4, 9, 1), [away(0.1, 0.3, 3), *aside[:2]], body(rng) / 2)
    return {
        "a": a,
        "m": positive(8, 20, 1),
        "r": [round(-a * float(rng.uniform(0.35, 0.75)), 3), *aside[2:]],
        "J": np.round(body(rng), 3).tolist(),
        "q_deg": angle(), "dq": away(1.3, 2.6), "ddq": away(2, 6),
        "p_2": np.round(sliding, 3).tolist(),
        "data": measured(rng, a, angle),
        "second": {"a": positive(0.4, 0.9), "dq": away(1.3, 2.6), "ddq": away(2, 6),
                   "S_x": away(0.8, 2.5)},
    }


def measured(rng: np.random.Generator, a: float, angle) -> dict:
    """Readings of the drive of another pendulum of length a, by two instruments."""
    along, across = rng.uniform(15, 30), rng.choice([-1, 1]) * rng.uniform(5, 10)
    base = np.array([rng.uniform(25, 45) - 2 * a * along, along, across])
    sd = rng.permutation(np.repeat(np.round(rng.uniform((3, 24), (6, 40)), 1), READINGS // 2))
    found = {"q_deg": [angle() for _ in sd], "sd": sd.tolist()}
    for name, low, high in (("dq", 0.5, 3), ("ddq", 2, 8)):
        found[name] = np.round(rng.choice([-1, 1], READINGS)
                               * rng.uniform(low, high, READINGS), 2).tolist()
    mu = Steps().measured_rows(a, found) @ base + sd * rng.normal(size=READINGS)
    return found | {"mu": np.round(mu, 1).tolist()}


# -- the pendulum and the link that slides along it ------------------------------------------------
def _ten(rules, v):
    return rules.ten_numbers(v["m"], v["r"], np.array(v["J"]))


def _row(rules, v):
    return rules.pendulum_row(v["a"], rules.radians(v["q_deg"]), v["dq"], v["ddq"])


def _base_three(rules, v, ten=None):
    """Columns 1, 7, 8, from the student's own ten numbers where there are such."""
    return rules.pendulum_base(_ten(rules, v) if ten is None else ten, v["a"])


def _least_mass(rules, v, base_three=None):
    base = _base_three(rules, v) if base_three is None else base_three
    return rules.least_mass(base, v["a"])


def _slide_base(rules, v, base_three=None):
    base = _base_three(rules, v) if base_three is None else base_three
    return rules.slide_base(base, np.array(v["p_2"]), v["a"])


def _slide_terms(rules, v, **letters):
    """Each cause, column by column: the entries that a slip may spoil by itself."""
    return {f"{cause} in the column of {name}": part * np.eye(3)[k]
            for cause, part in rules.slide_parts(**letters).items()
            for k, name in enumerate(("S_x", "S_y", "m")) if part[:, k].any()}


def _misprint(rules, v):
    p = v["second"]
    return rules.misprint_gap(p["a"], p["dq"], p["ddq"], p["S_x"])


# -- any chain -------------------------------------------------------------------------------------
def _chain_regressor(rules, v, *args):
    return rules.chain_regressor(*args)


def _regressor_columns(rules, v, angles, l, sigma, q, dq, ddq, gravity):
    """Column by column."""
    W = base_parameters.regressor(Mechanism(sigma, angles, l), q, dq, ddq, gravity)
    return {f"column {base_parameters.PARAMETERS[k % TEN]} of link {k // TEN + 1}":
            W * (np.arange(W.shape[1]) == k) for k in range(W.shape[1])}


def _regressor_causes(rules, v, angles, l, sigma, q, dq, ddq, gravity):
    """Weights, second derivatives, products of rates."""
    robot, none = Mechanism(sigma, angles, l), np.zeros(3)
    return {name: base_parameters.regressor(robot, q, *motion)
            for name, motion in (("weights", (none, none, gravity)),
                                 ("second derivatives", (none, ddq, none)),
                                 ("products of rates", (dq, none, none)))}


def _regressor_cases(rng, v):
    return [Case((angles, rng.uniform(-0.8, 0.8, (3, 3)), sigma, q, *rng.uniform(-2, 2, (2, 3)),
                  rng.uniform(-9, 9, 3)), group)
            for group, joints in (("revolute joints", [1, 1, 1]), ("revolute joints", [1, 1, 1]),
                                  ("prismatic joints too", [1, 0, 1]),
                                  ("prismatic joints too", [0, 1, 1]))
            for angles, sigma, q in [chain(rng, joints)]]


def _count_cases(rng, v):
    """Oblique axes, parallel ones, some in one line, short lengths; two chains that slide."""
    turning, sliding, upright = "revolute joints", "prismatic joints too", np.array([0, 0, -9.81])
    lengths = [rng.uniform(0.2, 0.8, (3, 3)) * rng.choice([-1, 1], (3, 3)) for _ in range(5)]
    angles = [chain(rng, [1, 1, 1])[0] for _ in range(5)]
    oblique = rng.uniform(2, 9, 3)
    return [Case((angles[0], lengths[0], np.array([1, 1, 1]), oblique), turning),
            Case((0 * angles[1], lengths[1], np.array([1, 1, 1]), upright), turning),
            Case((0 * angles[1], 0 * lengths[1], np.array([1, 1, 1]), oblique), turning),
            Case((angles[2], SHORT * lengths[2] / 0.8, np.array([1, 1, 1]), 0 * upright), turning),
            Case((angles[3], lengths[3], np.array([1, 0, 1]), oblique), sliding),
            Case((angles[4], lengths[4], np.array([0, 1, 1]), upright), sliding)]


def _base_count(rules, v, angles, l, sigma, gravity, chain_regressor=None):
    """By the rank of the student's own matrix in STATES states, where there is such a matrix."""
    if chain_regressor is None:
        return rules.base_count(angles, l, sigma, gravity)
    rng = np.random.default_rng(1)
    rows = [chain_regressor(angles, l, sigma, *rng.uniform(-2, 2, (3, len(sigma))), gravity)
            for _ in range(STATES)]
    return float(np.linalg.matrix_rank(np.vstack(rows)))


def _letters(rng, v):
    return [Case(dict(zip(LETTERS, map(float, rng.uniform(0.3, 1.6, len(LETTERS))))))
            for _ in range(8)]


TEN_SLIPS = ("moments_for_seconds", "centre_for_origin", "products_reversed", "centre_for_moment")
FIELD = ("field_lost", "field_reversed")
CONSTANT = {"a": "write `П = g * (cos(q) * (S_x + a * m) - sin(q) * S_y)` and take its mean over a "
                 "whole turn: a constant would be left",
            "b": "take the mean of `cos(q_1)` and of `cos(q_1 + q_2)` over whole turns of both "
                 "joints: a constant would be left",
            "d": "with `g = 0` there is no П at all; look for a constant in `dq**2`"}
RUBRICS = {
    "explain_masses": (
        Row(1, "Says why a perfect fit proves nothing here: the regressor has not full rank, all "
               "p that differ by a vector of its null space give equal drives; pinv takes the "
               "shortest of them, which has nothing to do with the bodies.",
            "How many numbers do the columns of W hold apart? Count its rank, and ask what else "
            "fits.",
            "That several p fit is said; say too why another motion does not help, and which of "
            "them `pinv` takes."),
        Row(1, "Says which of the claimed numbers can be trusted and which cannot: base "
               "parameters can; the mass of a turning link cannot, the mass of a sliding one "
               "can; and what a controller or a new load needs of them.",
            "Go through the claim number by number: which may be trusted, alone or in a group?",
            "Trusted combinations are named; say of the mass of a link that turns, and of one "
            "that slides, what becomes of it."),
        Row(1, "Gives a test worked on numbers that a reader can repeat: two unlike bodies with "
               "equal drives, or a negative eigenvalue of H of the fitted link, or a prediction "
               "for a changed arm that fails.",
            "Numbers are asked for: one small body, its drives, and another body that has the "
            "same.",
            "The numbers are begun; carry them to a contradiction, or to two bodies with equal "
            "drives."),
    ),
}
ASSIGNMENT = Assignment(
    section="12",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("ten", 2, "the ten parameters, lesson 12", Vector(TEN), questions=("1.4",),
             reference=_ten, mistakes=TEN_SLIPS,
             advice="Replace the body by mass points of your choice and sum: `m * np.outer(x, x)` "
                    "over the points, x from the origin of the frame."),
        Task("row", 2, "(7) of the paper, lesson 12", Vector(TEN), questions=("8.4", "9.2"),
             reference=_row,
             mistakes=("moments_for_seconds", *FIELD, "energy_row", "frame_on_axis", "degrees"),
             advice="Put a single point of 1 kg at (x, y) of the link: `row @ [x*x, x*y, 0, y*y, "
                    "0, 0, x, y, 0, 1]` must be its drive, found by elementary means."),
        Task("base_three", 1, "(15) of the paper, lesson 12", Vector(3), questions=("9.2",),
             reference=_base_three,
             mistakes=("mass_square_added", "by_sight", "frame_on_axis", "centre_for_origin"),
             advice="With any row of yours `row[[0, 6, 7]] @ base` must be `row @ p`, whatever the "
                    "state.",
             own=("ten",), follow=_base_three),
        Task("least_mass", 1, "bodies that can exist, lesson 12", Vector(2),
             questions=("1.4",), reference=_least_mass,
             mistakes=("base_as_inertia", "along_only"),
             advice="About the joint: a body of mass m with the first moment S has at least "
                    "`S @ S / m` for its moment of inertia.",
             own=("base_three",), follow=_least_mass),
        Task("slide_columns", 3, "(5) and (7) of the paper, lesson 12",
             Expression(LETTERS, Matrix(2, 3)), questions=("8.4", "9.2"),
             reference=lambda rules, v, **x: rules.slide_columns(**x), cases=_letters,
             mistakes=(*FIELD, "frame_on_axis", "slide_rates_once", "slide_rates_lost",
                       "slide_thrown_lost"),
             advice="Write the place of a point (x, y) of link 2 with sympy, both energies, and "
                    "Lagrange's equations; `sp.diff(drive, x).subs({x: 0, y: 0})` is a column.",
             terms=_slide_terms),
        Task("slide_base", 2, "(11) of the paper, lesson 12", Vector(6), questions=("9.2",),
             reference=_slide_base,
             mistakes=("mass_moved_back", "group_forgotten", "mass_square_added", "by_sight"),
             advice="Change one of the twenty numbers, `p_2[k] += 1`: which of the six must "
                    "answer for its column?",
             own=("base_three",), follow=_slide_base),
        Task("estimate", 2, "(8) of the paper, lesson 12", Vector(3), questions=("8.4",),
             reference=lambda rules, v: rules.weighted_estimate(v["a"], v["data"]),
             mistakes=("unweighted", "weights_once", "weights_inverted", *FIELD, "frame_on_axis",
                       "degrees"),
             advice="What is left, divided by `sd`, stands at right angles to every divided "
                    "column: `rows.T @ (drives - rows @ base)` must vanish."),
        Task("deviations", 2, "intervals, lesson 12", Vector(3), questions=("8.4",),
             reference=lambda rules, v: rules.estimate_deviations(v["a"], v["data"]),
             mistakes=("covariance_unscaled", "weights_once", "variance_given", "others_known",
                       "frame_on_axis", "degrees"),
             advice="Repeat the experiment in the computer: add `sd * rng.normal(size=12)` to the "
                    "drives a thousand times and look how far the estimates spread."),
        Task("condition", 1, "a motion that shows them, lesson 12", Vector(2), questions=("8.4",),
             reference=lambda rules, v: rules.excitation_condition(v["a"], v["data"]),
             mistakes=("condition_squared", "weights_once", "weights_inverted", "field_reversed",
                       "frame_on_axis", "degrees"),
             advice="It is the ratio of the largest and least singular value, "
                    "`np.linalg.svd(W)[1]`, of twelve rows and three columns; then of `W` with its "
                    "rows divided."),
        Task("chain_regressor", 4, "(7) of the paper, lesson 12", Function(Matrix(3, 3 * TEN)),
             questions=("8.4", "8.5", "9.1"), reference=_chain_regressor, cases=_regressor_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("moments_for_seconds", *FIELD, "rates_dropped", "axes_of_base",
                       "slide_speed_lost", "slide_coriolis_once"),
             advice="One thing at a time: the column of m first (a mass point at the origin of "
                    "frame k), then S; rest before motion, `dq = ddq = 0`.",
             terms=(_regressor_columns, _regressor_causes)),
        Task("base_count", 3, "the theorem and (12) of the paper, lesson 12", Function(Number()),
             questions=("9.1",), reference=_base_count, cases=_count_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("field_lost", "constant_counted", "groups_counted", "rounding_counted",
                       "one_state", "two_states", "three_states", "short_lost"),
             advice="Try chains whose count you know: a pendulum has 3, the paper's two links 6. "
                    "Then print `np.linalg.svd(W)[1]` and look for the gap, and take twice as "
                    "many states: the count must stay.",
             own=("chain_regressor",), follow=_base_count),
        Task("misprint", 2, "w_L of two links, lesson 12", Number("N·m"),
             questions=("9.1",), reference=_misprint,
             mistakes=("gap_reversed", "gap_halved", "gap_of_energy"),
             advice="Take both terms through (5) by hand: first by the rate, then by time, "
                    "`sp.diff(term, u)`; then times S_x."),
        Task("constant", 1, "the statement after (12), lesson 12", Choice(
            ("a", "b", "c", "d"), CONSTANT), questions=("9.1",),
             reference=lambda rules, v: "c"),
    ),
)
