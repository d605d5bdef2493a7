"""Assignment 10: screws in dynamics (Selig's paper of 1991, lesson 10)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Expression,
    Function,
    Matrix,
    Number,
    Row,
    Task,
    Vector,
    on_own,
)
from robokit import Loads, Mechanism

from ..shared import terms
from ..shared.checks import body
from ..shared.drawing import chain
from ..shared.steps import rate_of
from .checks import CHECKS, LETTERS, WEIGHT, boom
from .steps import Steps


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a helical joint with a body on it, a load, and a boom."""
    def away(low, high, *shape, digits=2):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), digits).tolist()

    def positive(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)
    degrees = np.round(rng.choice([-90, 0, 90], 3) + rng.uniform(15, 75, 3), 1)
    return {
        "axis": away(0.5, 1.6, 3), "point": away(0.25, 0.8, 3), "rise": positive(0.8, 2.2),
        "angles_deg": degrees.tolist(), "origin": away(0.25, 0.8, 3),
        "F": away(12, 40, 3, digits=1), "at": away(0.15, 0.5, 3), "M": away(3, 12, 3),
        "m": positive(3, 7), "r": away(0.12, 0.4, 3), "J": np.round(body(rng), 3).tolist(),
        "dq": away(0.8, 2, 2),
        "boom": {"m": positive(12, 22, 1), "d": positive(0.4, 0.6),
                 "r": [*away(0.2, 0.6, 1), *away(0.1, 0.3, 1), *away(0.2, 0.6, 1)],
                 "J": np.round(1.5 * body(rng), 3).tolist(),
                 "m_c": positive(14, 24, 1), "y_c": -positive(0.75, 1)},
    }


# -- the body on a helical joint -----------------------------------------------------------------
def _screw(rules, v):
    return rules.screw_of_line(v["axis"], v["point"], v["rise"])


def _frame(rules, v):
    """Axes and origin of frame 1, seen from frame 0."""
    return rules.body_axes(rules.radians(v["angles_deg"])), v["origin"]


def _load(rules, v):
    return rules.carried_load(*_frame(rules, v), v["at"], v["F"], v["M"])


def _K_1(rules, v):
    return rules.screw_blocks(rules.body_inertia(v["m"], v["r"], v["J"]))


def _K_0(rules, v, K_1=None):
    """K in frame 0, from the student's own K_1 if there is one."""
    frame = _frame(rules, v)
    return rules.screw_blocks(rules.base_inertia(v["m"], v["r"], v["J"], *frame)
                              if K_1 is None else rules.inertia_change(K_1, *frame))


def _hold(rules, v, screw=None, load_0=None, K_0=None):
    return rules.held_drive(*_own(rules, v, screw, load_0, K_0), WEIGHT)


def _own(rules, v, screw, load_0, K_0):
    """The student's own values, and the right ones where there are none."""
    return (_screw(rules, v) if screw is None else screw,
            _load(rules, v) if load_0 is None else load_0,
            _K_0(rules, v) if K_0 is None else K_0)


def _printed_gap(rules, v, screw=None, K_0=None):
    s, _, K = _own(rules, v, screw, None, K_0)
    return rules.printed_excess(s, K, v["dq"])


def _counterweight(rules, v):
    return rules.boom_balanced(boom(v), v["boom"]["m_c"], v["boom"]["y_c"])


def _own_counterweight(rules, v, coupling):
    """Where the student's own coupling, that of the boom and the counterweight's, vanishes."""
    def products(p):
        letters = {name: float(p.get(name, 0)) for name in LETTERS}
        return -np.array([float(coupling(**letters | {"q_2": q_2})) for q_2 in (np.pi / 2, 0.0)])

    def moved(p, m, x, y, z):
        return products(p | {"m": m, "x": x, "y": y, "z": z, "J_xy": 0, "J_yz": 0})
    return _counterweight(on_own(rules, boom_products=products, moved_products=moved), v)


def _coupling_terms(rules, v, q_2, m, x, y, z, d, e, J_xy, J_yz):
    lift, reach = np.sin(q_2), np.cos(q_2)
    return {"J_xy": -J_xy * lift, "J_yz": -J_yz * reach,
            "offset of x": m * d * x * lift, "offset of z": m * d * z * reach,
            "mass m x y": m * y * x * lift, "mass m y z": m * y * z * reach}


def _coupling_halves(rules, v, q_2, m, x, y, z, d, e, J_xy, J_yz):
    """By the mass, wherever it stands, and by the body's own products."""
    lift, reach = np.sin(q_2), np.cos(q_2)
    return {"mass of the boom": m * (d + y) * (x * lift + z * reach),
            "own products of inertia": -J_xy * lift - J_yz * reach}


# -- any chain -----------------------------------------------------------------------------------
def _chain_screws(rules, v, angles, l, sigma, q):
    return rules.chain_screws(rules.at(angles, l, sigma, q), sigma)


def _screw_rates(rules, v, angles, l, sigma, q, dq):
    return rules.screw_rates(_chain_screws(rules, v, angles, l, sigma, q), dq)


def _own_rates(rules, v, angles, l, sigma, q, dq, chain_screws):
    """The rates of the student's own screws."""
    q, dq = np.asarray(q), np.asarray(dq)
    return rate_of(lambda t: chain_screws(angles, l, sigma, q + t * dq))


def _own_brackets(rules, v, angles, l, sigma, q, dq, chain_screws):
    """The brackets of the student's own screws."""
    return rules.screw_rates(chain_screws(angles, l, sigma, q), dq)


def _chain_drives(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, gravity):
    return rules.screw_drives(rules.at(angles, l, sigma, q), sigma, m, r, J, dq, ddq, gravity)


def _own_drives(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, gravity, chain_screws=None,
                screw_rates=None):
    """The drives with the student's own screws, their rates, or both."""
    own = {}
    if chain_screws is not None:
        own["chain_screws"] = lambda s, sigma: chain_screws(angles, l, sigma, q)
    if screw_rates is not None:
        own["moving_screws"] = lambda S, dq: screw_rates(angles, l, sigma, q, dq)
    return _chain_drives(on_own(rules, **own), v, angles, l, sigma, m, r, J, q, dq, ddq, gravity)


def _screw_terms(rules, v, angles, l, sigma, q):
    """Axes and moments of the lines of turns, directions of slides."""
    S, turns = _chain_screws(rules, v, angles, l, sigma, q), np.array(sigma)[:, None]
    upper = np.arange(6) < 3
    return {"axes of the turns": S * turns * upper, "lower half of the turns": S * turns * ~upper,
            "directions of the slides": S * (1 - turns)}


def _rate_terms(rules, v, angles, l, sigma, q, dq):
    """By the joints that carry, and by the addends of the bracket."""
    S = _chain_screws(rules, v, angles, l, sigma, q)
    return {f"bracket with joint {j}": rules.screw_rates(S, np.where(np.arange(1, 4) == j, dq, 0))
            for j in (1, 2)}


def _addend_terms(rules, v, angles, l, sigma, q, dq):
    S = _chain_screws(rules, v, angles, l, sigma, q)
    carrier, zero = np.cumsum(S * np.asarray(dq)[:, None], axis=0), np.zeros((3, 3))
    (W, V), (w, x) = np.split(carrier, 2, axis=1), np.split(S, 2, axis=1)
    return {name: np.hstack(both) for name, both in (
        ("addend omega x omega", (np.cross(W, w), zero)),
        ("addend omega x v", (zero, np.cross(W, x))),
        ("addend V x omega", (zero, np.cross(V, w))))}


def _drive_terms(way):
    """By motion (0) or by links (1), see `terms.of_drives`."""
    def parts(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, gravity):
        robot = Mechanism(sigma, angles, l, m, r, J)
        return terms.of_drives(robot, q, dq, ddq, Loads(gravity=tuple(map(float, gravity))))[way]
    return parts


# -- hidden inputs -----------------------------------------------------------------------------
def _groups(rng):
    for group, sigma in (("revolute joints", [1, 1, 1]), ("revolute joints", [1, 1, 1]),
                         ("prismatic joints too", [1, 0, 1]), ("prismatic joints too", [0, 1, 1]),
                         ("prismatic joints too", [1, 1, 0])):
        angles, sigma, q = chain(rng, sigma)
        yield group, angles, rng.uniform(-0.8, 0.8, (3, 3)), sigma, q


def _chains(rng, v):
    return [Case(args, group) for group, *args in _groups(rng)]


def _moving(rng, v):
    return [Case((*args, rng.uniform(-2, 2, 3)), group) for group, *args in _groups(rng)]


def _loaded(rng, v):
    return [Case((angles, l, sigma, rng.uniform(1, 4, 3), rng.uniform(-0.4, 0.4, (3, 3)),
                  np.array([body(rng) for _ in range(3)]), q, *rng.uniform(-2, 2, (2, 3)),
                  rng.uniform(-9, 9, 3)), group) for group, angles, l, sigma, q in _groups(rng)]


def _letters(rng, v):
    return [Case(dict(zip(LETTERS, map(float, rng.uniform(0.3, 1.4, len(LETTERS))))))
            for _ in range(10)]


FRAMES = ("frame_shift_lost", "frame_back", "frame_inverse", "degrees")
CORNERS = ("corner_central", "corner_minus")
LINES = ("axis_next", "line_through_next", "line_reversed", "screw_at_tip", "slide_as_turn")
BRACKETS = ("bracket_reversed", "bracket_arm_still", "bracket_by_halves")
GRAVITY = ("gravity_screw_up", "gravity_screw_lost")
SHARES = {"revolute joints": 0.6, "prismatic joints too": 0.4}
RUBRICS = {
    "explain_limits": (
        Row(1, "Says which links count and why: a_24 is what the links 4 and 5 bring, since only "
               "they are moved by both joints; links 2 and 3 are moved by joint 2 alone and "
               "cannot couple.",
            "Let joint 4 alone speed up: which links have to be accelerated, and which of them "
            "hang on joint 2?",
            "The links that count are named; say why the others cannot couple the two joints."),
        Row(1, "Takes the printed sum apart: it leaves link 5 out and counts 2 and 3; s_4 is not "
               "the motion of link 3, so that its term says nothing; the sum is not even "
               "symmetric in i and j.",
            "Go through the printed sum term by term: does link 3 move as s_4 says? And what of "
            "the sum with i and j exchanged?",
            "One fault of the sum is seen; there are more: links too many, links left out, the "
            "symmetry."),
        Row(1, "Decides by numbers that a reader can repeat: both sums against the change of "
               "drive 2 with the acceleration of joint 4, or a balanced arm that still couples.",
            "Numbers are asked for: one arm, both sums, and what drive 2 feels.",
            "Both sums are there; decide between them by the accelerations of the masses."),
    ),
}
ASSIGNMENT = Assignment(
    section="10",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("screw", 1, "Selig's display 5, lesson 10", Vector(6),
             questions=("5.2", "5.4"), reference=_screw,
             mistakes=("screw_halves", "axis_long", "pitch_per_turn", "pitch_lost",
                       "line_reversed"),
             advice="At unit rate a point p of the body moves at `s[3:] + np.cross(s[:3], p)`: for "
                    "`v.point` that is the pitch along the axis."),
        Task("load_0", 2, "Selig's display 17, lesson 10", Vector(6), questions=("8.1",),
             reference=_load,
             mistakes=("forces_as_motions", "screw_halves", *FRAMES, "couple_alone",
                       "moment_reversed"),
             advice="Without matrices: carry point and vectors, `tau @ v.at + v.origin`, "
                    "`tau @ v.F`, `tau @ v.M`, and take the moment about the origin of frame 0."),
        Task("K_1", 1, "Selig's display 26, lesson 10", Matrix(6, 6), questions=("1.4",),
             reference=_K_1, mistakes=("screw_halves", *CORNERS, "first_moment_sign"),
             advice="Energy: for a screw s of your own `s @ K_1 @ s` must be "
                    "`m * V @ V + omega @ J @ omega`, V being the velocity of the mass centre."),
        Task("K_0", 2, "Selig's display 27, lesson 10", Matrix(6, 6), questions=("1.4",),
             reference=_K_0,
             mistakes=("forces_as_motions", "screw_halves", "inertia_one_sided", *FRAMES, *CORNERS,
                       "first_moment_sign"),
             advice="The other way: turn J, carry the mass centre, `tau @ v.r + v.origin`, and "
                    "build K from them as in task 3.",
             own=("K_1",), follow=_K_0),
        Task("hold", 2, "Selig's displays 64 and 71, lesson 10", Number("N·m"),
             questions=("8.4",), reference=_hold,
             mistakes=("drive_as_load", *GRAVITY, "pair_crossed", "pair_upper"),
             advice="Load and weight one after the other: a drive of power against each, with "
                    "`r[:3] @ s[:3] + r[3:] @ s[3:]`.",
             own=("screw", "load_0", "K_0"), follow=_hold),
        Task("printed_gap", 2, "Selig's display 69, lesson 10", Number("N·m"),
             questions=("8.4", "9.2"), reference=_printed_gap,
             mistakes=("excess_once", "excess_reversed", "bracket_arm_still",
                       "bracket_by_halves"),
             advice="v is `dq_1 * s_1 + dq_2 * s_2`, all of it in both places. Check the bracket: "
                    "v ^ v must vanish.",
             own=("screw", "K_0"), follow=_printed_gap),
        Task("coupling", 2, "Selig's display 72, lesson 10", Expression(LETTERS),
             questions=("9.3",),
             reference=lambda rules, v, q_2, **p: rules.boom_coupling(p, q_2), cases=_letters,
             mistakes=(*CORNERS, "own_products_lost", "own_products_sign", "beside_dropped",
                       "lift_downwards"),
             advice="Without screws: let joint 2 alone move at the rate 1 and find the boom's "
                    "moment of momentum about Z_0. A mass point first, `J_xy = J_yz = 0`.",
             terms=(_coupling_terms, _coupling_halves)),
        Task("counterweight", 2, "Selig's display 72, lesson 10", Vector(2, "m"),
             questions=("9.3", "9.2"), reference=_counterweight,
             mistakes=("balanced_weight", "balanced_double", "own_products_sign",
                       "own_products_lost", "beside_dropped"),
             advice="Add the counterweight's a_12 to the boom's: the factors of `sin(q_2)` and "
                    "`cos(q_2)` must vanish one by one.",
             own=("coupling",), follow=_own_counterweight),
        Task("chain_screws", 3, "Selig's display 44, lesson 10", Function(Matrix(3, 6)),
             questions=("5.2", "5.4"), reference=_chain_screws, cases=_chains, shares=SHARES,
             mistakes=("screw_halves", *LINES, "slide_speed_lost"),
             advice="Move one joint alone: a point p of the last link has the velocity "
                    "`s[3:] + np.cross(s[:3], p)`. Compare with a small step of q.",
             terms=_screw_terms),
        Task("screw_rates", 2, "Selig's display 48, lesson 10", Function(Matrix(3, 6)),
             questions=("7.2",), reference=_screw_rates, cases=_moving, shares=SHARES,
             mistakes=(*BRACKETS, "carried_by_last", "carried_by_one", *LINES),
             advice="Take a small step along dq: `(chain_screws(.., q + h * dq) - "
                    "chain_screws(.., q)) / h`.",
             own=("chain_screws",), follow=_own_rates, otherwise=_own_brackets,
             terms=(_rate_terms, _addend_terms)),
        Task("chain_drives", 4, "Selig's display 71, lesson 10", Function(Vector(3)),
             questions=("8.4", "8.5"), reference=_chain_drives, cases=_loaded, shares=SHARES,
             own=("chain_screws", "screw_rates"), follow=_own_drives,
             mistakes=("forces_as_motions", *CORNERS, *GRAVITY, "momentum_plus", "momentum_still",
                       "screws_held", "carried_by_one", "bracket_arm_still", "beyond_lost",
                       "links_all", *LINES),
             advice="One thing at a time: rest under gravity, then `0 * gravity` with ddq alone, "
                    "then one rate. Drive i is the rate of the momenta of links i to n on s_i.",
             terms=(_drive_terms(0), _drive_terms(1))),
    ),
)
