"""Assignment 14: the recursion for the drives, and its derivatives (lesson 14)."""

from __future__ import annotations

import numpy as np

from autograde.judging import Assignment, Case, Choice, Function, Matrix, Number, Row, Task, Vector

from ..shared.checks import body
from ..shared.drawing import chain
from .checks import CHECKS
from .steps import Steps


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: two links in a plane, and one state of them."""
    def away(low, high, digits=2):
        return round(float(rng.choice([-1, 1]) * rng.uniform(low, high)), digits)

    def positive(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)

    def angle():
        return round(float(rng.choice([-180, -90, 0, 90]) + rng.uniform(20, 70)), 1)
    a = [positive(0.4, 0.7), positive(0.3, 0.6)]
    return {"a": a, "c": [round(x * float(rng.uniform(0.35, 0.65)), 3) for x in a],
            "m": [positive(4, 9, 1), positive(2, 5, 1)],
            "I": [positive(0.1, 0.3, 3), positive(0.05, 0.15, 3)],
            "q_deg": [angle(), angle()], "dq": [away(1.2, 2.5), away(1.2, 2.5)],
            "ddq": [away(2, 6), away(2, 6)]}


def _linear(rules, v, slopes=None):
    """From the student's own slopes where there are such."""
    return rules.linear(v, rules.slopes(v) if slopes is None else slopes)


def _chain_drives(rules, v, *arguments):
    return rules.chain_drives(*arguments)


def _chain_cases(rng, v):
    for kind in ("held still", "moving", "moving"):
        angles, _sigma, q = chain(rng, [1, 1, 1])
        motion = rng.uniform(-2, 2, (2, 3)) * (kind == "moving")
        yield Case((angles, rng.uniform(-0.8, 0.8, (3, 3)), rng.uniform(1, 4, 3),
                    rng.uniform(-0.4, 0.4, (3, 3)), np.array([body(rng) for _ in range(3)]), q,
                    *motion, rng.uniform(2, 9, 3)), kind)


WEIGHTS = ("weight_lost", "weight_reversed")
RUBRICS = {
    "explain_derivatives": (
        Row(1, "Says what joint j carries along: turned by a small angle, all links behind it keep "
               "their inertia and only their accelerations change; so nothing is differentiated.",
            "Turn one joint a little and look on from axes that turn with it: what has changed?",
            "It is said that the links behind turn together; say what changes for them and why "
            "that is a product."),
        Row(1, "Compares the cost of a difference quotient, a complex step and the generated "
               "derivatives, in runs of the recursion and in digits.",
            "How many runs does each way take for six joints, and how many digits are right?",
            "The runs are counted; say of each way, too, how many digits it can give."),
        Row(1, "Names one use with its equation: stability of a held arm by eigenvalues, feedback, "
               "or identification, and a limit of the linear equations.",
            "What can one decide about an arm with d(ddq)/dq in hand?",
            "The use is right; name a limit of linear equations."),
    ),
}
ASSIGNMENT = Assignment(
    section="14",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("far_end", 1, "(14.3) of lesson 14", Vector(2, "m/s^2"), questions=("7.2", "8.1"),
             reference=lambda rules, v: rules.far_end(v),
             mistakes=(*WEIGHTS, "outwards", "degrees"),
             advice="Held still, `dq = ddq = 0`, it is the weight turned upwards: (g sin q_1, "
                    "g cos q_1)."),
        Task("planar_drives", 3, "(14.1)-(14.7) of lesson 14", Vector(2, "N·m"),
             questions=("8.2", "8.4"), reference=lambda rules, v: rules.planar_drives(v),
             mistakes=(*WEIGHTS, "outwards", "relative_rate", "lever_lost", "degrees"),
             advice="One thing at a time: held still first, `dq = ddq = 0`, then accelerations, "
                    "then rates. Drive 2 alone is a pendulum on a moving pivot."),
        Task("slopes", 2, "(14.18) of lesson 14", Matrix(2, 2), questions=("9.1", "9.2"),
             reference=lambda rules, v: rules.slopes(v),
             mistakes=(*WEIGHTS, "weights_alone", "relative_rate", "by_columns", "degrees"),
             advice="A complex step subtracts nothing: `mu(q + 1e-20j * e).imag / 1e-20`, e a "
                    "column of `np.eye(2)`, is column j."),
        Task("rate_slopes", 2, "(14.18) of lesson 14", Matrix(2, 2), questions=("9.2",),
             reference=lambda rules, v: rules.rate_slopes(v),
             mistakes=("square_kept", "relative_rate", "by_columns", "degrees"),
             advice="The drives are quadratic in the rates: `rate_slopes @ dq / 2` must be the "
                    "part of b that comes from them."),
        Task("linear", 2, "(14.22) of lesson 14", Matrix(2, 2), questions=("9.1", "9.3"),
             reference=_linear, own=("slopes",), follow=_linear,
             mistakes=("sign_kept", "inertia_kept", "inverse_behind"),
             advice="Put it back: `A @ linear + slopes` must vanish, A from unit accelerations by "
                    "(14.9)."),
        Task("growth", 2, 'lesson 14, "Does it fall?"', Number("1/s"), questions=("9.3",),
             reference=lambda rules, v: rules.growth(v),
             mistakes=("root_lost", "slower_taken"),
             advice="For one rod it must be `np.sqrt(m * g * c / (I + m * c**2))`: try your lines "
                    "on `m_1 = 0`, `a_1 = 0`."),
        Task("chain_drives", 4, "(14.1)-(14.7) of lesson 14", Function(Vector(3)),
             questions=("8.2", "8.4"), reference=_chain_drives,
             cases=lambda rng, v: list(_chain_cases(rng, v)),
             shares={"held still": 0.4, "moving": 0.6},
             mistakes=(*WEIGHTS, "lever_lost", "swing_lost", "momentum_fixed"),
             advice="Held still first, `chain_drives(angles, l, m, r, J, q, 0 * dq, 0 * ddq, "
                    "gravity)`, then one link alone, then all."),
        Task("cheapest", 1, 'lesson 14, "Searching, and numbers instead of letters"', Choice(
            ("a", "b", "c", "d"),
            {"a": "a recursion in vectors computes each vector once: count the lines that a memory "
                  "saves, `on_tape` with and without it",
             "c": "operations that are saved by a unit of length are products by one length: count "
                  "the components of `l` that are equal",
             "d": "axes that are merged save one turn of a few vectors: compare "
                  "`Choice(merge=True)` and `Choice(merge=False)`"}),
             questions=("8.5",), reference=lambda rules, v: "b"),
    ),
)
