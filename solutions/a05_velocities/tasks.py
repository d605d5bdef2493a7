"""Assignment 5: angular and linear velocities of the links (section 5, appendices 3 and 4)."""

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
)

from ..shared.drawing import chain, moving_chain, own_chain
from ..shared.figures import scheme
from .checks import CHECKS, LAST
from .steps import Steps

HOME = ("L_1", "L_2", "L_3", "L_4", "L_5", "L_6")


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers."""
    return moving_chain(rng, (0.35, 1.6))


# -- the student's own chain -------------------------------------------------------------------
def _omega(rules, v, relative_omega=None):
    """omega_3^(0), the last term from the student's own relative velocity."""
    s, sigma, dq = own_chain(rules, v), v["sigma"], v["dq"]
    if relative_omega is None:
        return rules.omega(s, sigma, dq, LAST, 0)
    return rules.omega(s, sigma, dq, LAST - 1, 0) + s.tau(0, LAST) @ relative_omega


def _lever(rules, v):
    return rules.arm(own_chain(rules, v), LAST, LAST, np.array(v["point"]))


def _column(rules, v, lever=None):
    """D_33^(0), from the student's own lever arm if there is one."""
    s = own_chain(rules, v)
    frame = rules.frame_asked(LAST)
    if lever is None:
        return rules.D(s, v["sigma"], LAST, LAST, np.array(v["point"]), frame)
    return rules.cross(rules.c(s, v["sigma"], LAST, frame), s.tau(frame, 0) @ lever)


def _velocity(rules, v, column=None):
    """V_3^(0), with the student's own D_33 if there is one."""
    s, sigma, dq, point = own_chain(rules, v), v["sigma"], v["dq"], np.array(v["point"])
    if column is None:
        return rules.velocity(s, sigma, dq, LAST, point)
    rest = rules.velocity(s, sigma, [*dq[:-1], 0.0], LAST, point)
    return rest + column * dq[-1]


def _velocity_own(rules, v, velocity=None):
    s = own_chain(rules, v)
    if velocity is None:
        return rules.velocity_own(s, v["sigma"], v["dq"], LAST, np.array(v["point"]))
    return rules.onto(s, LAST, velocity)


def _printed_gap(rules, v, omega=None, velocity=None):
    """The right side of (5.9) as printed, with dq_k in the double sum, less the velocity."""
    s, sigma, dq, point = own_chain(rules, v), v["sigma"], v["dq"], np.array(v["point"])
    c = [rules.c(s, sigma, j) for j in range(1, LAST + 1)]
    omega = _omega(rules, v) if omega is None else omega
    rest, double = np.cross(omega, s.tau(0, LAST) @ point), np.zeros(3)
    for k in range(1, LAST + 1):
        link = s.t(k, origin=k - 1)
        double = double + sum(np.cross(c[j], link) for j in range(k)) * dq[k - 1]
        rest = rest + rules.D_V(s, sigma, k) * dq[k - 1]
    velocity = _velocity(rules, v) if velocity is None else velocity
    return rules.too_much(double, rest, velocity)


def _omega_terms(rules, v, angles, sigma, q, dq, i):
    """The terms of (5.2): what each revolute joint turns."""
    s = rules.at(angles, np.zeros((len(sigma), 3)), sigma, q)
    return {f"turn of joint {j}": rules.c(s, sigma, j) * dq[j - 1]
            for j in range(1, i + 1) if sigma[j - 1]}


def _velocity_terms(rules, v, angles, l, sigma, q, dq, i, point):
    """The terms of (5.16): what each joint brings, on the axes of link i."""
    s = rules.at(angles, l, sigma, q)
    return {f"{'turn' if sigma[j - 1] else 'slide'} of joint {j}":
            rules.onto(s, i, rules.D(s, sigma, i, j, point) * dq[j - 1]) for j in range(1, i + 1)}


def _own_velocity(rules, v, angles, l, sigma, q, dq, i, point, jacobian_column):
    """V_i^(i) from the student's own columns."""
    s = rules.at(angles, l, sigma, q)
    columns = (jacobian_column(angles, l, sigma, q, i, j, point)[3:] * dq[j - 1]
               for j in range(1, i + 1))
    return rules.onto(s, i, sum(columns))


# -- hidden inputs -----------------------------------------------------------------------------
def _chains(rng):
    """Chains of revolute joints, and chains that also slide; link i the last one or before."""
    for group, sigma, i in (("revolute joints", [1, 1, 1, 1], 4), ("revolute joints", [1, 1, 1], 2),
                            ("prismatic joints too", [1, 0, 1, 0, 1], 5),
                            ("prismatic joints too", [0, 1, 1, 1], 3)):
        yield group, *chain(rng, sigma), i


def _lengths(rng, sigma):
    return rng.uniform(-0.8, 0.8, (len(sigma), 3))


def _omegas(rng, v):
    return [Case((angles, sigma, q, rng.uniform(-2, 2, len(sigma)), i), group)
            for group, angles, sigma, q, i in _chains(rng)]


def _velocities(rng, v):
    return [Case((angles, _lengths(rng, sigma), sigma, q, rng.uniform(-2, 2, len(sigma)), i,
                  rng.uniform(-0.5, 0.5, 3)), group)
            for group, angles, sigma, q, i in _chains(rng)]


def _columns(rng, v):
    """Columns of joints before link i (joint 1, too), of its own joint, and of one beyond it."""
    cases = []
    for group, types, i, j in (("revolute joint", [1, 1, 1, 1], 4, 2),
                               ("revolute joint", [1, 0, 1, 1], 3, 3),
                               ("revolute joint", [1, 1, 0, 1], 2, 4),
                               ("revolute joint", [1, 1, 1], 3, 1),
                               ("prismatic joint", [1, 0, 1, 0, 1], 5, 4),
                               ("prismatic joint", [1, 0, 1], 3, 2),
                               ("prismatic joint", [1, 1, 0, 1], 2, 3),
                               ("prismatic joint", [0, 1], 2, 1)):
        angles, sigma, q = chain(rng, types)
        cases.append(Case((angles, _lengths(rng, sigma), sigma, q, i, j,
                           rng.uniform(-0.5, 0.5, 3)), group))
    return cases


def _letters(names):
    def cases(rng, v):
        return [Case(dict(zip(names, map(float, rng.uniform(0.2, 1.4, len(names))))))
                for _ in range(4)]
    return cases


POLAR = ("q_1", "q_2", "q_3", "h", "a")


def polar(rules, v, q_1, q_2, q_3, h, a):
    """D_3^(0) of a spherical arm: column, shoulder and slide; h and a as in the task."""
    angles = np.pi / 2 * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]])
    s = rules.at(angles, np.array([[0, h, 0], [0, 0, 0], [0, 0, a]]), [1, 1, 0], [q_1, q_2, q_3])
    return np.column_stack([rules.D(s, [1, 1, 0], 3, j, np.zeros(3)) for j in (1, 2, 3)])


RUBRICS = {
    "explain_area": (
        Row(1, "Names the vectors and the figure: D^omega = c x R, at right angles to both; its "
               "length is the area of the parallelogram on c and R, |R| times the sine of the "
               "angle between them; the rectangle is the case of a right angle.",
            "Which two vectors span the figure, and what has its area to do with the sine of the "
            "angle between them?",
            "The vectors are right; say when the figure is a rectangle and when it is not."),
        Row(1, "Reads it as motion: |D^omega| is the distance of the point from the axis of "
               "joint j, the speed at 1 rad/s; zero for a point on the axis; for a prismatic "
               "joint D^omega is zero and D^V is the unit vector of the axis.",
            "Read the length as motion: how far is the point from the axis, and how fast does it "
            "move at 1 rad/s?",
            "The speed is right; say too what becomes of it on the axis and for a prismatic "
            "joint."),
        Row(1, "Decides by numbers that a reader can repeat: c and R that are not at right "
               "angles, both areas, the length of c x R, and the speed by another way (circle or "
               "finite difference).",
            "Numbers are asked for: c and R not at right angles, both areas, the length of c x R.",
            "The areas are there; find the speed in a second way and compare."),
    ),
}
ASSIGNMENT = Assignment(
    section="5",
    draw=draw,
    figure=scheme,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("relative_omega", 1, "section 5.1", Vector(3, "rad/s"), questions=("5.1",),
             advice="Frame 2 sees this vector along its Z alone: carry yours there, `tau_23 @ "
                    "relative_omega`, and look at all three. Its length is the size of the rate.",
             reference=lambda rules, v: rules.relative_omega(own_chain(rules, v), v["sigma"],
                                                             v["dq"], LAST),
             mistakes=("axis_next", "wrong_frame", "degrees")),
        Task("omega", 2, "(5.2), section 5.1", Vector(3, "rad/s"), questions=("5.1", "5.3"),
             advice="Differentiate your own matrix: `(tau_03(q + h * dq) - tau_03(q - h * dq)) / "
                    "(2 * h) @ tau_03(q).T` must be skew and holds omega.",
             reference=_omega,
             mistakes=("omega_last", "omega_unturned", "relative_unturned", "slide_as_turn",
                       "axis_next", "degrees"),
             own=("relative_omega",), follow=_omega),
        Task("lever", 1, "(5.15), section 5.5", Vector(3, "m"), questions=("5.4",),
             advice="It joins two places: the origin of frame 2 and the point. Subtract their "
                    "positions, each by `chain_position(...)`.",
             reference=_lever,
             mistakes=("arm_next", "arm_base", "link_unturned", "link_before", "degrees")),
        Task("column", 1, "(5.14), section 5.5", Vector(3, "m"), questions=("5.2", "5.4"),
             advice="Turn joint 3 alone by a small h: the point must move by `h * column`. Two "
                    "calls of `chain_position(...)` show it.",
             reference=_column,
             mistakes=("cross_reversed", "arm_next", "arm_base", "axis_next", "other_frame",
                       "degrees"),
             own=("lever",), follow=_column),
        Task("velocity", 2, "(5.11), section 5.5", Vector(3, "m/s"), questions=("5.3", "5.4"),
             advice="Let all joints move for a moment: `(place(q + h * dq) - place(q - h * dq)) /"
                    " (2 * h)`, with place by `chain_position`, is the velocity.",
             reference=_velocity,
             mistakes=("slide_speed_lost", "slide_as_turn", "arm_base", "arm_next", "axis_next",
                       "cross_reversed", "degrees"),
             own=("column",), follow=_velocity),
        Task("velocity_own", 2, "(5.16), section 5.6", Vector(3, "m/s"), questions=("5.3",),
             advice="Along each axis of frame 3 stands a scalar product: `tau_03[:, 0] @ "
                    "velocity` is the first. Its length is that of the velocity in frame 0.",
             reference=_velocity_own,
             mistakes=("wrong_frame", "projection_rate", "other_frame", "degrees"),
             own=("velocity",), follow=_velocity_own),
        Task("chain_omega", 2, "(5.2), section 5.1", Function(Vector(3, "rad/s")),
             questions=("5.1", "5.3"),
             advice="Move one joint at a time, `dq = np.eye(n)[j]`, and hold `lam(omega) @ "
                    "tau_0i` against the rate of your own tau_0i.",
             reference=lambda rules, v, angles, sigma, q, dq, i: rules.omega(
                 rules.at(angles, np.zeros((len(sigma), 3)), sigma, q), sigma, dq, i, 0),
             cases=_omegas, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("omega_last", "omega_unturned", "slide_as_turn", "axis_next",
                       "joints_beyond"),
             terms=_omega_terms),
        Task("jacobian_column", 4, "section 5.8", Function(Vector(6)), questions=("5.2", "5.4"),
             advice="Move joint j alone by h: the point moves by `h * column[3:]`, the link turns"
                    " by `h * column[:3]`. Try a turn, a slide, and j > i.",
             reference=lambda rules, v, angles, l, sigma, q, i, j, point:
                 rules.column(rules.at(angles, l, sigma, q), sigma, i, j, point),
             cases=_columns, shares={"revolute joint": 0.6, "prismatic joint": 0.4},
             mistakes=("axis_next", "arm_next", "arm_base", "cross_reversed", "rows_swapped",
                       "other_frame", "slide_as_turn", "slide_speed_lost", "joints_beyond")),
        Task("chain_velocity", 3, "(5.16), section 5.6", Function(Vector(3, "m/s")),
             questions=("5.3", "5.4"),
             advice="Turn the answer back into frame 0, `tau_0i @ V`: it must be the rate of "
                    "`chain_position(...)`. Try one joint at a time.",
             reference=lambda rules, v, angles, l, sigma, q, dq, i, point:
                 rules.velocity_own(rules.at(angles, l, sigma, q), sigma, dq, i, point),
             cases=_velocities, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("other_frame", "wrong_frame", "projection_rate", "arm_base", "axis_next",
                       "slide_speed_lost", "slide_as_turn", "joints_beyond"),
             own=("jacobian_column",), follow=_own_velocity,
             terms=_velocity_terms),
        Task("polar_jacobian", 2, "section 5.7", Expression(POLAR, Matrix()),
             questions=("5.2", "5.4"),
             advice="Which way does the tip go when one joint alone moves a little from `q = 0`? "
                    "Compare each column with a sketch of the arm.",
             reference=polar, cases=_letters(POLAR),
             mistakes=("cross_reversed", "arm_base", "axis_next", "slide_speed_lost")),
        Task("printed_rate", 1, "(5.9), section 5.4", Choice(
            ("a", "b", "c", "d"),
            {"a": "let only the last joint of a planar arm turn: about how many axes does the "
                  "double sum swing the last link vector, and how many turn?",
             "b": "let joint k slide: which unit has a term of the double sum that stands with "
                  "its rate? Another matrix does not change a unit",
             "d": "let only joint 1 turn: which link vectors does it swing, and which of them "
                  "stand in the double sum with the rate of joint 1?"}),
             questions=("5.4",), reference=lambda rules, v: "c"),
        Task("printed_gap", 2, "(5.9), section 5.4", Vector(3), questions=("5.4",),
             advice="If all rates were the same number, print and truth would agree: with `[1, 1,"
                    " 1]` for the rates your gap must vanish.",
             reference=_printed_gap, own=("omega", "velocity"), follow=_printed_gap,
             mistakes=("right_not_taken_off", "double_sum_alone")),
        Task("home_jacobian", 2, "appendix 4", Expression(HOME, Matrix(3, 6)),
             questions=("5.2", "5.4"),
             advice="Move one joint alone: frame 6 goes at right angles to its axis, as fast as "
                    "it stands beside it. Where does `home_jacobian[:, 0]` carry it?",
             reference=lambda rules, v, **lengths: rules.home_jacobian(**lengths),
             cases=_letters(HOME),
             mistakes=("appendix_4_printed", "offsets_dropped", "cross_reversed", "other_frame")),
    ),
)
