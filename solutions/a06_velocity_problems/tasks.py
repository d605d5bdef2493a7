"""Assignment 6: the forward and the inverse velocity problem (section 6, appendix 4)."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Number,
    Row,
    Task,
    Vector,
)
from robokit import Mechanism

from .checks import ALL, CHECKS, JOINTS, POLAR, SHORT, SIX, V_ROWS
from .steps import Steps

CLEAR = 0.15                        # least singular value of a matrix that is not singular


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a planar arm, a wrist, and the lengths of a Kawasaki."""
    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)

    def oblique(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 1)

    def length(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)
    return {
        "l": [length(0.3, 0.7) for _ in range(3)],
        "q_deg": [float(oblique(20, 160)), *oblique(35, 145, 2).tolist()],
        "dq": away(0.4, 1.6, 3).tolist(),
        "V": away(0.2, 0.8, 2).tolist(),
        "stretched_deg": float(oblique(15, 75)),
        "wrist_deg": [float(oblique(20, 160)), float(oblique(10, 30))],
        "w": away(0.2, 0.6, 3).tolist(),
        "lengths": {"L_2": length(0.6, 0.9), "L_4": length(0.5, 0.75), "L_5": length(0.1, 0.2, 3),
                    "L_6": length(0.05, 0.12, 3)},
        "speed": float(away(0.7, 1.6)),
    }


# -- the student's own numbers -----------------------------------------------------------------
def own_jacobian(rules, v, links=3):
    meant = list(rules.links_of_arm(links))
    return rules.planar_jacobian(np.array(v["l"])[meant],
                                 rules.radians(np.array(v["q_deg"])[meant]))


def stretched(rules, v):
    return rules.planar_jacobian(v["l"][:SHORT], rules.radians(np.array([v["stretched_deg"], 0])))


def _nearest(rules, v, lost_direction=None):
    return rules.nearest(stretched(rules, v), np.array(v["V"]), lost_direction)


def _shortest(rules, v, self_motion=None):
    """The shortest rates of the whole arm; by the student's own self-motion if there is one."""
    A, V = own_jacobian(rules, v), np.array(v["V"])
    if self_motion is None:
        return rules.solve(A, V)
    some = np.append(np.linalg.solve(A[:, :2], V), 0)
    return some - self_motion * (self_motion @ some) / (self_motion @ self_motion)


def _wrist_rates(rules, v):
    q_4, q_5 = rules.radians(np.array(v["wrist_deg"]))
    return rules.solve(rules.wrist_axes(q_4, q_5), np.array(v["w"]))


def polar_det(rules, v, q_1, q_2, q_3, h, a):
    """det D_3 of the spherical arm of assignment 5, in numbers or letters."""
    given = (q_1, q_2, q_3, h, a)
    quarter = sp.pi / 2 if any(isinstance(x, sp.Expr) for x in given) else np.pi / 2
    robot = Mechanism([1, 1, 0], quarter * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]]),
                      [[0, h, 0], [0, 0, 0], [0, 0, a]])
    s = rules.State(robot, (), q=np.array([q_1, q_2, q_3]))
    first, second, third = (rules.D(s, robot.sigma, 3, j, np.zeros(3)) for j in (1, 2, 3))
    return first @ np.cross(second, third)


# -- hidden inputs -----------------------------------------------------------------------------
def _whole(rng, rows, columns, rank):
    """A matrix of small whole numbers with this rank, well away from a lower one."""
    while True:
        A = rng.integers(-3, 4, (rows, rank)) @ rng.integers(-3, 4, (rank, columns))
        S = np.linalg.svd(A, compute_uv=False)
        if S[rank - 1] > 0.5:
            return A


def _systems(rng, v):
    """A dq = v with all, some or no solutions; the v of the last kind stands off the columns."""
    cases = []
    for group, (rows, columns, rank), kinds in (
            ("independent rows or columns", (4, 4, 4), (True,)),
            ("independent rows or columns", (2, 4, 2), (True,)),
            ("independent rows or columns", (6, 4, 4), (True, False)),
            ("neither", (4, 4, 3), (True, False)), ("neither", (3, 5, 2), (True, False))):
        for solvable in kinds:
            A = _whole(rng, rows, columns, rank)
            wanted = A @ rng.integers(-3, 4, columns)
            while not solvable and np.linalg.matrix_rank(np.column_stack([A, wanted])) == rank:
                wanted = rng.integers(-5, 6, rows)
            cases.append(Case((A, wanted), group))
    return cases


def _chain(rng, sigma, rows, solvable=True):
    """A chain, the rows that are asked for, and a velocity of a point of its last link."""
    while True:
        angles, l = rng.uniform(-2, 2, (JOINTS, 3)), rng.uniform(-0.8, 0.8, (JOINTS, 3))
        q, point = rng.uniform(-1.5, 1.5, JOINTS), rng.uniform(-0.5, 0.5, 3)
        Xi = Mechanism(sigma, angles, l).at(q).Xi(0, point)[rows]
        if np.linalg.svd(Xi, compute_uv=False)[-1] > CLEAR:
            dq, free = rng.uniform(-1, 1, JOINTS), rng.uniform(-1, 1, len(rows))
            velocity = Xi @ dq if solvable else free
            return angles, l, np.array(sigma), q, np.array(rows), velocity, point


def _chains(rng, v):
    return [Case(_chain(rng, sigma, rows, solvable), group) for group, sigma, rows, solvable in (
        ("one solution", [1, 0, 1, 1], [2, 3, 4, 5], True),
        ("one solution", [1, 1, 0, 1], ALL, True),
        ("many solutions", [1, 0, 1, 1], V_ROWS, True),
        ("many solutions", [0, 1, 1, 1], [5, 3], True),
        ("no solution", [1, 1, 0, 1], ALL, False),
        ("no solution", [1, 0, 1, 1], [0, 2, 3, 4, 5], False))]


def _damped(rng, v):
    cases = []
    for group, rank in (("regular", SIX), ("regular", SIX), ("singular", SIX - 1),
                        ("singular", SIX - 1)):
        A = _whole(rng, SIX, SIX, rank) / 10
        cases.append(Case((A, rng.uniform(-1, 1, SIX), float(rng.uniform(0.05, 0.4))), group))
    return cases


def _letters(rng, v):
    return [Case(dict(zip(POLAR, map(float, rng.uniform(0.2, 1.4, len(POLAR)))))) for _ in range(4)]


RUBRICS = {
    "explain_passage": (
        Row(1, "Says why: the rates are those of the wanted velocity along the half axes, each "
               "divided by its singular value; one of these goes to zero, so only the part of "
               "the velocity along that half axis asks for large rates. At the singular position "
               "itself: none, or many.",
            "Which part of the wanted velocity asks for large rates? Take it apart along the "
            "half axes.",
            "That the rates grow is said; say for which part of the velocity, and what holds at "
            "the singular position itself."),
        Row(1, "Shows it with numbers that a reader can repeat: one arm, two or three positions "
               "nearer and nearer, the rates for a velocity along the lost direction and for one "
               "across it.",
            "Numbers are asked for: one arm, positions nearer and nearer, the rates at each.",
            "One direction is worked out; take the other one, across it, as well."),
        Row(1, "Names a remedy with its price, in numbers or formulas: damping bounds the rates "
               "by |v| / (2 lambda) and leaves a miss; another path, a slower one, or one row "
               "less; and says that the forward problem has one solution all the while.",
            "A remedy and its price are asked for, in numbers or formulas.",
            "The remedy is right; say what it costs, and how it stands with the forward problem."),
    ),
}
ASSIGNMENT = Assignment(
    section="6",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("tip_velocity", 1, "section 6.1", Vector(2, "m/s"), questions=("6.1", "6.3"),
             reference=lambda rules, v: own_jacobian(rules, v) @ np.array(v["dq"]),
             mistakes=("own_link_only", "absolute_angles", "degrees"),
             advice="Turn all joints by `1e-6 * dq`, see how far the tip goes, divide by 1e-6."),
        Task("rates", 2, "section 6.2", Vector(2, "rad/s"), questions=("6.2",),
             reference=lambda rules, v: rules.solve(own_jacobian(rules, v, SHORT),
                                                    np.array(v["V"]))[:SHORT],
             mistakes=("jacobian_transposed", "whole_arm", "own_link_only", "absolute_angles",
                       "degrees"),
             advice="Put the rates into the forward problem of the short arm, `D @ dq`: is it "
                    "v.V? Mind rad/s."),
        Task("how_many", 2, "section 6.2", Function(Vector(2)), questions=("6.3",),
             reference=lambda rules, v, A, wanted: rules.how_many(A, wanted),
             cases=_systems, shares={"independent rows or columns": 0.5, "neither": 0.5},
             mistakes=("v_forgotten", "sizes_counted", "singular_refused"),
             advice="Take two equations in two unknowns that you can draw as lines, with one, many "
                    "and no common points, and compare: the rank first, then the free rates."),
        Task("lost_direction", 1, "section 6.2", Vector(2), questions=("6.2", "6.3"),
             direction=True,
             reference=lambda rules, v: rules.lost(stretched(rules, v)),
             mistakes=("reached_direction", "degrees"),
             advice="Check all three: `u @ D` is zero for the stretched arm, the length is 1, the "
                    "x component is positive."),
        Task("nearest", 1, "section 6.2", Vector(2, "m/s"), questions=("6.2",),
             reference=_nearest, mistakes=("reached_direction", "degrees"),
             own=("lost_direction",), follow=_nearest,
             advice="Some rates must give it, and what is missed, `nearest - v.V`, must stand "
                    "across all columns of D."),
        Task("half_axes", 2, "section 6.2", Vector(2), questions=("6.2",),
             reference=lambda rules, v: rules.half_axes(own_jacobian(rules, v, SHORT)),
             mistakes=("axes_squared", "whole_arm", "own_link_only", "degrees"),
             advice="Let rates of length 1 run round a circle: the greatest and the least speed "
                    "`np.linalg.norm(D @ dq)` are the half axes."),
        Task("self_motion", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.3",),
             direction=True,
             reference=lambda rules, v: rules.still(own_jacobian(rules, v)),
             mistakes=("still_sign", "own_link_only", "absolute_angles", "degrees"),
             advice="Put the rates back, `D @ dq` for the whole arm, and look at the last of them: "
                    "it must be +1."),
        Task("shortest", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.2", "6.3"),
             reference=_shortest,
             mistakes=("basic_solution", "jacobian_transposed", "own_link_only",
                       "absolute_angles", "degrees"),
             own=("self_motion",), follow=_shortest,
             advice="Two tests: `D @ dq` is v.V, and `z @ dq` is zero for your self-motion z."),
        Task("chain_rates", 4, "section 6.2", Function(Vector(JOINTS)), questions=("6.2", "6.3"),
             reference=lambda rules, v, angles, l, sigma, q, rows, velocity, point:
                 rules.chain_rates(rules.at(angles, l, sigma, q), sigma, rows, velocity, point),
             cases=_chains,
             shares={"one solution": 0.4, "many solutions": 0.3, "no solution": 0.3},
             mistakes=("jacobian_transposed", "basic_solution", "equations_dropped",
                       "slide_as_turn", "axis_next", "arm_base", "rows_swapped"),
             advice="Try one joint and one row by hand first, then a point away from the origin "
                    "and rows in another order."),
        Task("damped_rates", 2, "section 6.2", Function(Vector(SIX)), questions=("6.2",),
             reference=lambda rules, v, A, wanted, lam: rules.damped(A, wanted, lam),
             cases=_damped, shares={"regular": 0.5, "singular": 0.5},
             mistakes=("damping_unsquared", "damping_dropped", "right_side_bare"),
             advice="For numbers, A = [[s]], the rate is s v / (s**2 + lam**2); try that first."),
        Task("polar_det", 2, "section 6.2", Expression(POLAR, Number()), questions=("6.3",),
             reference=polar_det, cases=_letters, mistakes=("arm_base",),
             advice="At q = 0 the three columns stand along the axes: multiply their lengths, and "
                    "mind the sign that their order gives."),
        Task("wrist_rates", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.2",),
             reference=_wrist_rates, mistakes=("axis_unturned", "jacobian_transposed", "degrees"),
             advice="Build the axes one by one: c_4 is Z, c_5 turns with q_4, c_6 with q_4 and "
                    "q_5; then add up `c_4 * dq_4 + ...`."),
        Task("printed_unknown", 1, "section 6.2", Choice(
            ("a", "b", "c", "d"),
            {"a": "an arm may stand in two places with the same velocity of its tip; the velocity "
                  "does not tell in which",
             "c": "move the base elsewhere, and no entry of the system changes; and what the "
                  "formula gives has a dot",
             "d": "count for six joints the equations that the last link gives, and the unknown "
                  "rates"}),
             questions=("6.2",), reference=lambda rules, v: "b"),
        Task("home_rates", 2, "appendix 4", Vector(6, "rad/s"), questions=("6.2", "6.3"),
             reference=lambda rules, v: rules.home_rates([0, v["speed"], 0], **v["lengths"]),
             mistakes=("r_63_printed", "basic_solution", "jacobian_transposed"),
             advice="Does each joint carry frame 6 along Y_B or against it, `np.cross(axis, arm)`? "
                    "With that row `row @ dq` must be v.speed; the shortest solution is a multiple "
                    "of the row."),
    ),
)
