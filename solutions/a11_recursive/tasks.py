"""Assignment 11: recursive equations, constraints, control (Zaremba's paper, lesson 11)."""

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

from ..shared.checks import body
from ..shared.drawing import SIGMA, chain, own_chain
from ..shared.figures import scheme
from .checks import CHECKS
from .steps import Steps

SLOPE_LETTERS = ("q_1", "q_2", "l_1", "l_2", "theta")
LINE_LETTERS = ("q_1", "q_2", "u_1", "u_2", "l_1", "l_2", "theta", "dh", "ddh")
POLAR_LETTERS = ("q_1", "q_2", "u_1", "u_2", "w_1", "w_2", "m", "J", "g")


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a chain turn - slide - turn, a two-link arm, a polar arm."""
    def degrees(*shape):
        return np.round(rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape), 1)

    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)

    def positive(low, high, *shape):
        return np.round(rng.uniform(low, high, shape), 2)
    return {
        "sigma": SIGMA,
        "angles_deg": degrees(3, 3).tolist(),
        "l": away(0.15, 0.6, 3, 3).tolist(),
        "q": [float(degrees()), float(positive(0.25, 0.7)), float(degrees())],
        "dq": away(0.9, 2.5, 3).tolist(),
        "m_3": float(positive(4, 8)),
        "r_3": away(0.18, 0.45, 3).tolist(),
        "J_3": np.round(body(rng), 3).tolist(),
        "arm": two_link_arm(rng, away, positive),
        "polar": {"m": float(positive(4, 9)), "J": float(positive(0.8, 2.5)),
                  "q_1": float(positive(20, 65)), "q_2": float(positive(0.4, 0.9)),
                  "dq": away(0.6, 1.8, 2).tolist(), "ddq": away(0.8, 3, 2).tolist(),
                  "G0": positive(8, 14, 2).tolist(), "G1": positive(8, 12, 2).tolist()},
    }


def two_link_arm(rng, away, positive) -> dict:
    """A, b and the state of an arm in a vertical plane, its tip on a line that moves."""
    Gamma = np.zeros(2)
    while min(abs(Gamma[0]), abs(1 - Gamma.sum())) < 0.3:        # a line that the joints can follow
        l, q, theta = positive(0.4, 0.8, 2), away(20, 70, 2), float(away(20, 70))
        Gamma = _gamma(l, np.radians(q), np.radians(theta))
    u = away(1.2, 2.4, 2)
    A, b = two_link_dynamics(l, positive(2, 6, 2), np.radians(q), u)
    return {"l": l.tolist(), "q": q.tolist(), "dq": u.tolist(), "theta": theta,
            "A": np.round(A, 4).tolist(), "b": np.round(b, 3).tolist(),
            "Q": away(5, 25, 2).tolist(), "speed": round(float(Gamma @ u), 4),
            "acceleration": float(away(3, 8)), "f": round(float(away(30, 80)) / 1000, 3),
            "df": float(away(0.1, 0.4)), "v": away(4, 12, 2).tolist(),
            "roots": [float(-positive(6, 9)), float(-positive(2, 4))]}


def two_link_dynamics(l, m, q, u):
    """A and the paper's b of two uniform links under gravity, mass centres at 0.45 of them."""
    r, own = 0.45 * l, m * l**2 / 12
    swing, fore = m[1] * l[0] * r[1], own[1] + m[1] * r[1]**2
    a_12 = fore + swing * np.cos(q[1])
    a_11 = own[0] + m[0] * r[0]**2 + m[1] * l[0]**2 + 2 * a_12 - fore
    heavy = 9.81 * m[1] * r[1] * np.cos(q[0] + q[1])
    thrown = swing * np.sin(q[1])
    b = [heavy + 9.81 * (m[0] * r[0] + m[1] * l[0]) * np.cos(q[0])
         - thrown * (2 * u[0] + u[1]) * u[1], heavy + thrown * u[0]**2]
    return np.array([[a_11, a_12], [a_12, fore]]), np.array(b)


def _gamma(l, q, theta):
    directions = l * np.cos(np.cumsum(q) - theta)
    return np.array([directions.sum(), directions[1]])


# -- the student's own chain ----------------------------------------------------------------------
def _L_32(rules, v):
    return rules.screw_blocks(rules.carrier(own_chain(rules, v), 3, 2))


def _l_3(rules, v, L_32=None):
    return rules.seen_before(own_chain(rules, v), v["sigma"], 3, L_32)


def _b_3(rules, v, l_3=None):
    X = _l_3(rules, v) if l_3 is None else l_3
    return rules.last_b(X, rules.link_inertia(v["m_3"], v["r_3"], v["J_3"]), v["dq"])


# -- the two-link arm -----------------------------------------------------------------------------
def _at_line(rules, v, slopes=None, bias=None):
    """A, b, Q, Gamma and the bias of the student's arm; the latter two by own expressions."""
    p = v["arm"]
    q, theta = rules.radians(np.array(p["q"])), rules.radians(p["theta"])
    A, b, Q = (np.array(p[name], float) for name in ("A", "b", "Q"))
    at = dict(zip(LINE_LETTERS, (*q, *p["dq"], *p["l"], theta, p["speed"], p["acceleration"])))
    Gamma = (rules.line_gamma(p["l"], q, theta) if slopes is None else
             np.asarray(slopes(**{x: at[x] for x in SLOPE_LETTERS}), float))
    left = (rules.line_bias(p["l"], q, p["dq"], theta, p["speed"], p["acceleration"])
            if bias is None else float(np.asarray(bias(**at))))
    return A, b, Q, Gamma, left


def _reaction(rules, v, slopes=None, bias=None):
    return rules.reaction(*_at_line(rules, v, slopes, bias))


def _held_ddq(rules, v, slopes=None, reaction=None):
    A, b, Q, Gamma, bias = _at_line(rules, v, slopes)
    N = rules.reaction(A, b, Q, Gamma, bias) if reaction is None else reaction
    return rules.held_motion(A, b, Q, Gamma, N)


def _gains(rules, v):
    fast, slow = (-x for x in v["arm"]["roots"])
    return rules.gains(fast, slow)


def _control(rules, v, slopes=None, bias=None, gains=None):
    A, b, _, Gamma, left = _at_line(rules, v, slopes, bias)
    gains = _gains(rules, v) if gains is None else gains
    return rules.control(A, b, Gamma, left, gains, *(v["arm"][x] for x in ("f", "df", "v")))


def _printed_gap(rules, v, slopes=None, gains=None):
    gains = _gains(rules, v) if gains is None else gains
    return rules.left_over(_at_line(rules, v, slopes)[3], gains, v["arm"]["f"], v["arm"]["df"])


# -- expressions, and the polar arm ---------------------------------------------------------------
def _line_slopes(rules, v, q_1, q_2, l_1, l_2, theta):
    return rules.line_gamma((l_1, l_2), (q_1, q_2), theta)


def _slope_terms(rules, v, q_1, q_2, l_1, l_2, theta):
    upper, fore = l_1 * np.cos(q_1 - theta), l_2 * np.cos(q_1 + q_2 - theta)
    return {"upper arm by q_1": np.array([upper, 0]), "forearm by q_1": np.array([fore, 0]),
            "forearm by q_2": np.array([0, fore])}


def _line_bias(rules, v, q_1, q_2, u_1, u_2, l_1, l_2, theta, dh, ddh):
    return rules.line_bias((l_1, l_2), (q_1, q_2), (u_1, u_2), theta, dh, ddh)


def _line_terms(rules, v, q_1, q_2, u_1, u_2, l_1, l_2, theta, dh, ddh):
    upper, fore = -l_1 * np.sin(q_1 - theta), -l_2 * np.sin(q_1 + q_2 - theta)
    return {"pull of the upper arm": upper * u_1**2, "pull of the forearm by u_1": fore * u_1**2,
            "pull of the forearm by u_2": fore * u_2**2,
            "product of the rates": 2 * fore * u_1 * u_2, "acceleration of the line": -ddh}


def _linear(rules, v, q_1, q_2, u_1, u_2, w_1, w_2, m, J, g):
    return rules.linear((q_1, q_2), (u_1, u_2), (w_1, w_2), m, g)


def _linear_terms(rules, v, q_1, q_2, u_1, u_2, w_1, w_2, m, J, g):
    def in_C(part):
        return np.hstack([np.zeros((2, 2)), part])
    c, s = np.cos(q_1), np.sin(q_1)
    return {"B by the rates": np.array([[2 * m * q_2 * u_2, 2 * m * q_2 * u_1, 0, 0],
                                        [-2 * m * q_2 * u_1, 0, 0, 0]]),
            "Coriolis in C": in_C([[0, 2 * m * u_1 * u_2], [0, 0]]),
            "centrifugal in C": in_C([[0, 0], [0, -m * u_1**2]]),
            "accelerations in C": in_C([[0, 2 * m * q_2 * w_1], [0, 0]]),
            "weight by its lever in C": in_C([[-m * g * q_2 * s, 0], [0, 0]]),
            "weight by its direction in C": in_C([[0, m * g * c], [m * g * c, 0]])}


def _linear_entries(rules, v, **p):
    """Each entry of B and C by itself; two of them are terms of `_linear_terms`."""
    whole = _linear(rules, v, **p)
    names = ("entry B_11", "entry B_12", "weight by its lever in C", "entry C_12",
             "entry B_21", "", "entry C_21", "centrifugal in C")        # B_22 is zero
    return {name: np.where(np.arange(8).reshape(2, 4) == place, whole, 0)
            for place, name in enumerate(names) if name}


def _feedback(rules, v):
    p = v["polar"]
    q = (rules.radians(p["q_1"]), p["q_2"])
    A = rules.polar_A(p["J"], p["m"], p["q_2"])
    B = rules.linear_rates(q, p["dq"], p["m"])
    C = rules.linear_places(q, p["dq"], p["ddq"], p["m"], 9.81)
    return rules.state_feedback(A, B, C, np.diag(p["G0"]), np.diag(p["G1"]))


def _own_feedback(rules, v, linear):
    """K from the student's own B and C."""
    p = v["polar"]
    A = rules.polar_A(p["J"], p["m"], p["q_2"])
    places = zip(POLAR_LETTERS, (rules.radians(p["q_1"]), p["q_2"], *p["dq"], *p["ddq"], p["m"],
                                 p["J"], 9.81))
    B, C = np.hsplit(np.asarray(linear(**dict(places))), 2)
    return rules.state_feedback(A, B, C, np.diag(p["G0"]), np.diag(p["G1"]))


# -- any chain ------------------------------------------------------------------------------------
def _slope_of(rules, v, X, k, i, t):
    return rules.screw_slope(X, k, i, t)


def _frozen(rules, v, angles, l, sigma, m, r, J, q, i):
    return rules.screw_blocks(rules.frozen(rules.at(angles, l, sigma, q), m, r, J, i))


def _frozen_terms(rules, v, angles, l, sigma, m, r, J, q, i):
    """The mass and the tensor of each link."""
    parts = {}
    for k in (1, 2, 3):
        only = np.arange(1, 4) == k
        for name, masses, tensors in (("mass", m * only, 0 * J),
                                      ("tensor", 0 * m, J * only[:, None, None])):
            parts[f"{name} of link {k}"] = _frozen(rules, v, angles, l, sigma, masses, r, tensors,
                                                   q, i)
    return parts


# -- hidden inputs --------------------------------------------------------------------------------
BEFORE = ((4, 1, 2), (4, 1, 3), (4, 2, 4), (4, 3, 1), (4, 2, 2), (2, 1, 4))         # k, i, t
AHEAD = ((1, 4, 2), (1, 4, 3), (1, 3, 3), (1, 3, 4), (1, 4, 1), (2, 4, 1))


def _slope_cases(rng, v):
    return [Case((rng.uniform(-1.5, 1.5, (4, 6)), *where), group)
            for group, places in (("joints before the link", BEFORE),
                                  ("joints ahead", AHEAD)) for where in places]


def _frozen_cases(rng, v):
    cases = []
    for group, sigma, i in (("revolute joints", [1, 1, 1], 1), ("revolute joints", [1, 1, 1], 2),
                            ("prismatic joints too", [1, 0, 1], 1),
                            ("prismatic joints too", [0, 1, 0], 2)):
        angles, sigma, q = chain(rng, sigma)
        cases.append(Case((angles, rng.uniform(-0.8, 0.8, (3, 3)), sigma, rng.uniform(1, 4, 3),
                           rng.uniform(-0.4, 0.4, (3, 3)), np.array([body(rng) for _ in range(3)]),
                           q, i), group))
    return cases


def _letters(names):
    def cases(rng, v):
        return [Case(dict(zip(names, map(float, rng.uniform(0.3, 1.4, len(names))))))
                for _ in range(10)]
    return cases


SHIFT = ("carrier_printed", "carrier_back", "carrier_arm_reversed", "carrier_arm_unturned")
BRACKETS = ("slope_reversed", "every_bracket")
SLOPES = ("forearm_still", "turn_of_link")
LINE = ("gamma_rate_lost", "product_once", "line_rate_printed", "line_lost", "line_sign")
CONDITIONS = {
    "a": "six numbers from four: count what `np.linalg.pinv(G) @ wanted` leaves of "
         "`G @ x - wanted`",
    "c": "let the row that depends on the others ask for something else than they do: `G @ x` "
         "cannot have it",
    "d": "a condition that no joint changes has a row of zeros; `G @ x` is zero there, whatever "
         "x is"}
RUBRICS = {
    "explain_drift": (
        Row(1, "Solves the equation that the program fulfils, f'' = 0: f = f_0 + f'_0 t. Nothing "
               "brings the tip back; a wrong start or rounding stays, and its rate lets it grow "
               "with time.",
            "Write the equation that f obeys in the colleague's program and solve it, with two "
            "constants.",
            "The equation is right; say what its two constants are after a start that misses a "
            "little."),
        Row(1, "Says what the two terms of (3.5) do: Gamma_0 f pulls back, Gamma_1 f' damps; how "
               "the gains follow from the roots, and what speaks against very large ones "
               "(drives, noise, steps).",
            "What does each of the two terms push against? Take one of them away, and then the "
            "other.",
            "The terms are explained; say also how large they may be, and what hinders larger "
            "ones."),
        Row(1, "Decides by numbers that a reader can repeat: one error followed with and without "
               "the terms, at an instant that is stated, and what may be read off it.",
            "A computation is asked for: one error, its rate, the gains, and f after a stated "
            "time.",
            "There are numbers for one of the two cases. Give the other beside it, for the same "
            "start."),
    ),
}
ASSIGNMENT = Assignment(
    section="11",
    draw=draw,
    figure=scheme,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("L_32", 1, "Zaremba 1.5, lesson 11", Matrix(6, 6), questions=("5.3",),
             reference=_L_32, mistakes=("screw_halves", *SHIFT, "degrees"),
             advice="Take a turn about an axis through the origin of frame 2: `L_32 @ screw` must "
                    "leave that point at rest, seen from frame 3."),
        Task("l_3", 2, "Zaremba 1.5, lesson 11", Matrix(3, 6), questions=("5.2", "5.3"),
             reference=_l_3,
             mistakes=("screw_unit", "axis_next", "slide_as_turn", "rows_swapped",
                       "carrier_arm_reversed", "carrier_printed"),
             advice="It is the Jacobian matrix of frame 3 on its own axes, row by row: compare "
                    "with `np.cross(axis, arm)`, the arm ending at the origin of frame 3.",
             own=("L_32",), follow=_l_3),
        Task("slope_of", 2, "Zaremba 1.14 and 1.23, lesson 11", Function(Vector(6)),
             questions=("7.2",), reference=_slope_of, cases=_slope_cases,
             shares={"joints before the link": 0.5, "joints ahead": 0.5},
             mistakes=(*BRACKETS, "limit_printed", "ahead_sign", "with_itself"),
             advice="Take a chain of your own, change one q by a small h, and compare "
                    "`(after - before) / h` of each screw. First ask which of them change at all."),
        Task("frozen", 3, "Zaremba 2.10, lesson 11", Function(Matrix(6, 6)), questions=("9.3",),
             reference=_frozen, cases=_frozen_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("screw_halves", "tensor_at_centre", "static_sign", "frozen_one_side",
                       "frozen_unmoved", "frozen_before", "frozen_alone", "carrier_printed",
                       "carrier_arm_reversed", "slide_lost"),
             advice="Give one link a mass and nothing else, `J = 0 * J`: half of `x @ Theta @ x` "
                    "must be its energy in the motion x. Then a tensor alone, `m = 0 * m`.",
             terms=_frozen_terms),
        Task("b_3", 2, "Zaremba 2.14 and 2.15, lesson 11", Number("N·m"), questions=("9.2",),
             reference=_b_3,
             mistakes=("energy_slope_lost", "d_whole", "d_quarter", "turning_moment_lost",
                       *BRACKETS, "tensor_at_centre", "static_sign"),
             advice="Let two of the three joints rest: `dq = [1, 0, 0]` leaves minus half the "
                    "slope of a_11 by q_3, and `[0, 0, 1]` nothing.",
             own=("l_3",), follow=_b_3),
        Task("slopes", 1, "Zaremba 2.17, lesson 11", Expression(SLOPE_LETTERS, Vector(2)),
             questions=("6.3",), reference=_line_slopes, cases=_letters(SLOPE_LETTERS),
             mistakes=SLOPES, terms=_slope_terms,
             advice="Change one angle by a small h, `(f.subs(q_1, a + h) - f.subs(q_1, a)) / h`, "
                    "with numbers: does your slope say the same?"),
        Task("bias", 2, "Zaremba 2.18, lesson 11", Expression(LINE_LETTERS), questions=("7.2",),
             reference=_line_bias, cases=_letters(LINE_LETTERS), mistakes=(*LINE, "turn_of_link"),
             terms=_line_terms,
             advice="Write f with `q_1(t)`, `q_2(t)` and h(t), differentiate twice with sympy, "
                    "and put the second derivatives of q to zero."),
        Task("reaction", 2, "Zaremba 2.19, lesson 11", Number("N"), questions=("8.2",),
             reference=_reaction,
             own=("slopes", "bias"), follow=_reaction,
             mistakes=("multiplier_sign", "gamma_rate_lost", "line_rate_printed", "b_lost",
                       "inertia_diagonal", "inertia_for_inverse", "forearm_still", "degrees"),
             advice="Solve (2.17) and (2.18) together for ddq and N, "
                    "`np.block([[A, -G.T], [G, 0]])`: both ways must agree."),
        Task("held_ddq", 1, "Zaremba 2.17, lesson 11", Vector(2, "rad/s^2"), questions=("9.1",),
             reference=_held_ddq,
             mistakes=("pressed_lost", "pressed_minus", "b_lost", "b_added", "inertia_diagonal",
                       "inertia_for_inverse", "degrees"),
             advice="Put it back: `A @ ddq + b - Q` must be your N times Gamma.",
             own=("slopes", "reaction"), follow=_held_ddq),
        Task("gains", 1, "Zaremba 3.5, lesson 11", Vector(3), questions=("8.5",), reference=_gains,
             mistakes=("gains_swapped", "gains_negative", "gains_are_poles", "critical_unhalved",
                       "critical_unrooted"),
             advice="Look at `np.roots([1, G1, G0])`: first the roots asked for, then two equal "
                    "ones."),
        Task("control", 2, "Zaremba 3.1, lesson 11", Vector(2, "N·m"), questions=("8.5",),
             reference=_control,
             mistakes=("error_lost", "error_sign", "gains_swapped", "free_lost", "free_whole",
                       "transpose_for_inverse", "gamma_rate_lost", "b_lost",
                       "inertia_for_inverse", "degrees"),
             advice="Find ddq from your drives, `np.linalg.solve(A, Q - b)`: across the line it "
                    "makes f'' = -(G1 f' + G0 f), along it, where Gamma is zero, it is v's.",
             own=("slopes", "bias", "gains"), follow=_control),
        Task("printed_gap", 1, "Zaremba 3.1, lesson 11", Number("m/s^2"), questions=("8.5",),
             reference=_printed_gap,
             mistakes=("error_lost", "error_sign", "added_along", "degrees"),
             advice="Under the right drives nothing is left over. Work both out with numbers: "
                    "f'' is `Gamma @ ddq + bias`.",
             own=("slopes", "gains"), follow=_printed_gap),
        Task("conditions", 1, "Zaremba 3.3, lesson 11", Choice(("a", "b", "c", "d"), CONDITIONS),
             questions=("6.3",), reference=lambda rules, v: "b"),
        Task("linear", 2, "Zaremba 4.2, lesson 11", Expression(POLAR_LETTERS, Matrix(2, 4)),
             questions=("9.2",), reference=_linear, cases=_letters(POLAR_LETTERS),
             mistakes=("linear_half", "linear_accelerations_lost", "linear_weights_lost",
                       "linear_sides"),
             advice="Write Q with sympy and let it differentiate, `sp.Matrix(Q).jacobian([u_1, "
                    "u_2])`; the accelerations stay as they are.",
             terms=(_linear_terms, _linear_entries)),
        Task("feedback", 2, "Zaremba 4.1, lesson 11", Matrix(2, 4), questions=("8.4",),
             reference=_feedback,
             own=("linear",), follow=_own_feedback,
             mistakes=("cancelled_lost", "cancelled_sign", "feedback_sign", "gains_swapped",
                       "inertia_left_out", "linear_half", "linear_accelerations_lost",
                       "linear_weights_lost", "degrees"),
             advice="Put dQ = -K (x; x') into (4.1) and sort by x'' and x' and x: "
                    "`A @ G1` must stand with x', `A @ G0` with x."),
    ),
)
