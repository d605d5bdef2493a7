"""Assignment 7: angular and linear accelerations of the links (section 7)."""

from __future__ import annotations

import numpy as np

from autograde.judging import Assignment, Case, Choice, Expression, Function, Row, Task, Vector
from robokit import Mechanism

from ..shared.drawing import chain, moving_chain, own_chain
from ..shared.figures import scheme
from .checks import CHECKS, LAST
from .steps import Steps


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: the chain of assignment 5, speeding up."""
    return moving_chain(rng, (0.6, 1.9), (0.5, 2.5))


# -- the student's own chain -------------------------------------------------------------------
def _own(rules, v):
    """State, joint types, rates and second derivatives of the student's chain."""
    return own_chain(rules, v), v["sigma"], v["dq"], v["ddq"]


def _axis_rate(rules, v):
    s, sigma, dq, _ = _own(rules, v)
    return rules.axis_rate(s, sigma, dq, LAST)


def _domega(rules, v, axis_rate=None):
    """domega_3^(0), from the student's own dc_3 if there is one."""
    s, sigma, dq, ddq = _own(rules, v)
    if axis_rate is None:
        return rules.domega(s, sigma, dq, ddq, LAST)
    return rules.pushed(s, sigma, ddq, LAST) + axis_rate * dq[LAST - 1]


def _axis_signal(rules, v):
    s, sigma, dq, _ = _own(rules, v)
    return rules.axis_signal(s, sigma, dq, 1, LAST)


def _part(kind):
    """The centripetal part of joint 3, or all Coriolis or all gyroscopic parts."""
    def reference(rules, v):
        s, sigma, dq, _ = _own(rules, v)
        point = np.array(v["point"])
        if kind == "centripetal":
            return rules.meeting(s, sigma, dq, LAST, LAST, LAST, point)
        return rules.quadratic(s, sigma, dq, LAST, point, (kind,))
    return reference


def _acceleration(rules, v, pull=None, coriolis=None, gyroscopic=None):
    """dV_3^(0), with the student's own parts where there are any."""
    s, sigma, dq, ddq = _own(rules, v)
    point = np.array(v["point"])
    whole = rules.acceleration(s, sigma, dq, ddq, LAST, point)
    for own, kind in ((pull, "centripetal"), (coriolis, "Coriolis"), (gyroscopic, "gyroscopic")):
        if own is not None:
            whole = whole + own - _part(kind)(rules, v)
    return whole


def _acceleration_own(rules, v, acceleration=None):
    s, sigma, dq, ddq = _own(rules, v)
    if acceleration is None:
        return rules.acceleration_own(s, sigma, dq, ddq, LAST, np.array(v["point"]))
    return rules.onto(s, LAST, acceleration)


def _signals(rules, v, acceleration_own=None):
    """Derivative of the numbers V_3^(3), from the student's own acceleration if there is one."""
    s, sigma, dq, ddq = _own(rules, v)
    point = np.array(v["point"])
    whole = rules.signals(s, sigma, dq, ddq, LAST, point)
    if acceleration_own is None:
        return whole
    return whole + acceleration_own - rules.acceleration_own(s, sigma, dq, ddq, LAST, point)


def _printed_gap(rules, v, coriolis=None):
    """dD_31 with the printed last term, less dD_31: half of Coriolis over dq_1, turned back."""
    coriolis = _part("Coriolis")(rules, v) if coriolis is None else coriolis
    return -coriolis / (2 * v["dq"][0])


# -- terms of the functions --------------------------------------------------------------------
def _domega_terms(rules, v, angles, sigma, q, dq, ddq, i):
    """(7.2): what each motor brings, and the products of two rates."""
    s = rules.at(angles, np.zeros((len(sigma), 3)), sigma, q)
    motors = {f"motor of joint {j}": rules.c(s, sigma, j) * ddq[j - 1]
              for j in range(1, i + 1) if sigma[j - 1]}
    return motors | {"gyroscopic": rules.spin(s, sigma, dq, i)}


def _acceleration_terms(rules, v, angles, l, sigma, q, dq, ddq, i, point):
    """(7.5) on the axes of link i: motors, squares of rates, products of two rates."""
    s = rules.at(angles, l, sigma, q)
    terms = {f"motor of joint {j}": rules.D(s, sigma, i, j, point) * ddq[j - 1]
             for j in range(1, i + 1)}
    terms |= {f"centripetal of joint {j}": rules.meeting(s, sigma, dq, i, j, j, point)
              for j in range(1, i + 1) if sigma[j - 1]}
    terms |= {kind: rules.quadratic(s, sigma, dq, i, point, (kind,))
              for kind in ("Coriolis", "gyroscopic")}
    return {name: rules.onto(s, i, a) for name, a in terms.items()}


def _acceleration_links(rules, v, angles, l, sigma, q, dq, ddq, i, point):
    """(7.4') link by link: what turns the link vectors and the point; the rest is slides."""
    s = rules.at(angles, l, sigma, q)
    carried = {"t": [(i, s.tau(0, i) @ point)],
               "L": [(k, s.tau(0, k) @ s.L(k)) for k in range(1, i + 1)]}
    terms = {}
    for name, arms in carried.items():
        square = [np.cross(w, np.cross(w, x)) for k, x in arms
                  for w in [rules.omega(s, sigma, dq, k, 0)]]
        terms[f"lam(omega)^2 {name}"] = sum(square)
        terms[f"lam(domega) {name}"] = sum(
            np.cross(rules.domega(s, sigma, dq, ddq, k), x) for k, x in arms)
    whole = rules.acceleration(s, sigma, dq, ddq, i, point)
    terms["slides"] = whole - sum(terms.values())
    return {name: rules.onto(s, i, a) for name, a in terms.items()}


def _column_terms(rules, v, angles, l, sigma, q, dq, i, j, point):
    """What turns and what grows in D_ij."""
    s = rules.at(angles, l, sigma, q)
    if not sigma[j - 1]:
        return {"turning slide": rules.slide_rate(s, sigma, dq, j)}
    return {"turning axis": np.cross(rules.axis_rate(s, sigma, dq, j), rules.arm(s, i, j, point)),
            "moving arm": np.cross(rules.c(s, sigma, j),
                                   rules.arm_rate(s, sigma, dq, i, j, point))}


# -- hidden inputs -----------------------------------------------------------------------------
TYPES = (("revolute joints", [1, 1, 1, 1], 4), ("revolute joints", [1, 1, 1, 1], 3),
         ("revolute joints", [1, 1, 1], 2), ("prismatic joints too", [1, 0, 1, 0, 1], 5),
         ("prismatic joints too", [1, 1, 0, 1], 4), ("prismatic joints too", [0, 1, 1, 1], 3),
         ("prismatic joints too", [1, 0, 0, 1, 1], 4))


def _moving(rng, sigma):
    return rng.uniform(-2, 2, len(sigma))


def _lengths(rng, sigma):
    return rng.uniform(-0.8, 0.8, (len(sigma), 3))


def _domegas(rng, v):
    return [Case((*chain(rng, sigma), _moving(rng, sigma), _moving(rng, sigma), i), group)
            for group, sigma, i in TYPES]


def _accelerations(rng, v):
    cases = []
    for group, types, i in TYPES:
        angles, sigma, q = chain(rng, types)
        cases.append(Case((angles, _lengths(rng, sigma), sigma, q, _moving(rng, sigma),
                           _moving(rng, sigma), i, rng.uniform(-0.5, 0.5, 3)), group))
    return cases


def _columns(rng, v):
    """Columns of turns with and without slides beyond them, and of slides."""
    cases = []
    for group, types, i, j in (("revolute joint", [1, 1, 1, 1], 4, 2),
                               ("revolute joint", [1, 1, 0, 1], 4, 2),
                               ("revolute joint", [0, 1, 0, 1], 3, 2),
                               ("revolute joint", [1, 0, 1], 3, 1),
                               ("prismatic joint", [1, 0, 1, 0, 1], 5, 4),
                               ("prismatic joint", [1, 1, 0, 1], 3, 3)):
        angles, sigma, q = chain(rng, types)
        cases.append(Case((angles, _lengths(rng, sigma), sigma, q, _moving(rng, sigma), i, j,
                           rng.uniform(-0.5, 0.5, 3)), group))
    return cases


POLAR = ("q_1", "q_2", "q_3", "u_1", "u_2", "u_3", "h", "a")


def _letters(rng, v):
    return [Case(dict(zip(POLAR, map(float, rng.uniform(0.2, 1.4, len(POLAR))))))
            for _ in range(4)]


def polar_state(rules, q, h, a):
    """The spherical arm of assignment 5: column, shoulder, slide; numbers or letters."""
    angles = np.pi / 2 * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]])
    robot = Mechanism([1, 1, 0], angles, np.array([[0, h, 0], [0, 0, 0], [0, 0, a]]))
    return rules.State(robot, (), q=np.array(q))


def polar(rules, v, q_1, q_2, q_3, u_1, u_2, u_3, h, a):
    """dV_3 of its tip at constant rates: along the arm, across to the left, at right angles up."""
    s = polar_state(rules, [q_1, q_2, q_3], h, a)
    along_across_up = np.round(polar_state(rules, np.zeros(3), 0.5, 0.5).tau(0, 3))
    return along_across_up @ rules.acceleration_own(s, [1, 1, 0], [u_1, u_2, u_3], [0, 0, 0], 3,
                                                    np.zeros(3))


RUBRICS = {
    "explain_signals": (
        Row(1, "Names the two quantities: derivative of the numbers V^(i) against projection of "
               "the derivative; the rule between them, with lam(omega_i^(i)) V_i^(i); says that "
               "the accelerometer (gravity apart) and Newton's law take the second.",
            "There are two quantities here. Name both, and the rule between them.",
            "Both are named; say which of them the accelerometer and Newton's law take."),
        Row(1, "Says when they agree: omega of the link zero or parallel to V; a case where one "
               "of them is zero and the other is not; why the question does not matter for "
               "omega_i itself.",
            "When do the two agree? Look at the term by which they differ.",
            "One case in which they agree is right; is there another? And what of omega_i?"),
        Row(1, "Decides by numbers that a reader can repeat: a motion, the numbers at two "
               "instants, both derivatives, and their difference against omega x V.",
            "Numbers are asked for: a motion, two instants, both derivatives.",
            "Both derivatives are there; compare their difference with omega x V."),
    ),
}
ASSIGNMENT = Assignment(
    section="7",
    draw=draw,
    figure=scheme,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("axis_rate", 1, "(7.2), section 7.1", Vector(3, "rad/s"), questions=("7.1",),
             reference=_axis_rate,
             mistakes=("swing_reversed", "axis_next", "axis_by_itself", "degrees"),
             advice="Carry the axis on for a moment: `(c_3(q + h * dq) - c_3(q)) / h` with a small "
                    "h must agree with it."),
        Task("domega", 2, "(7.1), section 7.1", Vector(3, "rad/s^2"), questions=("7.1", "7.2"),
             reference=_domega,
             mistakes=("motors_only", "swing_reversed", "gyroscopic_twice", "slide_as_turn",
                       "axis_next", "frame_own", "degrees"),
             advice="Differentiate your own omega along the motion, in frame 0: `(omega(q + h * "
                    "dq, dq + h * ddq) - omega(q, dq)) / h`.",
             own=("axis_rate",), follow=_domega),
        Task("axis_signal", 1, "(7.4), section 7.1", Vector(3, "rad/s"), questions=("7.2",),
             reference=_axis_signal,
             mistakes=("signal_absolute", "swing_reversed", "frame_zero", "degrees"),
             advice="Write `tau_03(q).T @ c_1` as a function of q, and form its difference "
                    "quotient along dq: c_1 stands still, the three numbers do not."),
        Task("pull", 1, "(7.5), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_part("centripetal"),
             mistakes=("centrifugal_sign", "rate_once", "pull_to_point", "arm_next", "arm_base",
                       "degrees"),
             advice="Let joint 3 alone turn, at a constant rate: the point runs round a circle. "
                    "The centre gives the direction; compare `np.linalg.norm` with the radius."),
        Task("coriolis", 1, "(7.5), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_part("Coriolis"),
             mistakes=("slide_coriolis_once", "meeting_reversed", "whole_omega", "degrees"),
             advice="Only joints before the slide turn it: the part is at right angles to its axis "
                    "and to that of joint 1. Try both scalar products, `coriolis @ c_1`."),
        Task("gyroscopic", 1, "(7.5), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_part("gyroscopic"),
             mistakes=("gyroscopic_once", "meeting_reversed", "columns_exchanged", "arm_next",
                       "degrees"),
             advice="Joint 1 turns the column of joint 3: compare with `(D_33(q_1 + h) - "
                    "D_33(q_1)) / h`, and count how often the pair comes."),
        Task("acceleration", 2, "(7.5), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_acceleration,
             mistakes=("motors_only", "slide_coriolis_once", "gyroscopic_once",
                       "centrifugal_sign", "first_pull_lost", "square_lost", "spin_lost",
                       "slide_speed_lost", "degrees"),
             advice="Set all rates to zero: what is left are the motors, one column each. Then let "
                    "one joint after the other move alone, `ddq = 0`: each turn pulls.",
             own=("pull", "coriolis", "gyroscopic"), follow=_acceleration),
        Task("acceleration_own", 1, "(7.6), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_acceleration_own,
             mistakes=("wrong_frame", "frame_zero", "signal_rate", "degrees"),
             advice="Other axes leave the length alone, `np.linalg.norm`, and a component is the "
                    "scalar product with the unit vector of its axis.",
             own=("acceleration",), follow=_acceleration_own),
        Task("signals", 1, "(7.6), section 7.2", Vector(3, "m/s^2"), questions=("7.2",),
             reference=_signals, mistakes=("signal_absolute", "swing_reversed", "degrees"),
             advice="Work out `tau_03(q).T @ V(q, dq)` a moment before and after, along the motion "
                    "with ddq, and form the difference quotient.",
             own=("acceleration_own",), follow=_signals),
        Task("chain_domega", 2, "(7.1), section 7.1", Function(Vector(3, "rad/s^2")),
             questions=("7.1",),
             reference=lambda rules, v, angles, sigma, q, dq, ddq, i: rules.domega(
                 rules.at(angles, np.zeros((len(sigma), 3)), sigma, q), sigma, dq, ddq, i),
             cases=_domegas, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("motors_only", "swing_reversed", "gyroscopic_twice", "slide_as_turn",
                       "axis_next", "frame_own", "joints_beyond"),
             advice="Compare with your own angular velocity in frame 0: `(omega(q + h * dq, dq + h "
                    "* ddq) - omega(q, dq)) / h`; begin with two turning joints.",
             terms=_domega_terms),
        Task("column_rate", 3, "(7.5), section 7.2", Function(Vector(3)), questions=("7.2",),
             reference=lambda rules, v, angles, l, sigma, q, dq, i, j, point: rules.column_rate(
                 rules.at(angles, l, sigma, q), sigma, dq, i, j, point),
             cases=_columns, shares={"revolute joint": 0.6, "prismatic joint": 0.4},
             mistakes=("column_rate_printed", "axis_still", "arm_still", "start_still"),
             advice="Compare with `(D(q + h * dq) - D(q - h * dq)) / (2 * h)`, one joint moving at "
                    "a time: before j, j itself, a slide beyond. Six digits are needed.",
             terms=_column_terms),
        Task("chain_acceleration", 4, "(7.6), section 7.2", Function(Vector(3, "m/s^2")),
             questions=("7.2",),
             reference=lambda rules, v, angles, l, sigma, q, dq, ddq, i, point:
                 rules.acceleration_own(rules.at(angles, l, sigma, q), sigma, dq, ddq, i, point),
             cases=_accelerations, shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("slide_coriolis_once", "gyroscopic_once", "centrifugal_sign",
                       "square_lost", "spin_lost", "motors_only", "signal_rate", "frame_zero",
                       "wrong_frame", "joints_beyond"),
             advice="Turn it into frame 0 and compare with `(V(t + h) - V(t - h)) / (2 * h)`: "
                    "first with zero rates, then with `ddq = 0`. Six digits are needed.",
             terms=(_acceleration_terms, _acceleration_links)),
        Task("polar_acceleration", 2, "section 7.2", Expression(POLAR, Vector(3)),
             questions=("7.2",), reference=polar, cases=_letters,
             mistakes=("slide_coriolis_once", "gyroscopic_once", "centrifugal_sign",
                       "signal_rate"),
             advice="Let one rate live and set the others to zero, `.subs({u_2: 0, u_3: 0})`: on "
                    "which circle does the tip run, and where is its centre? Then a turn and the "
                    "slide: it has a Coriolis part with each turn."),
        Task("printed_two", 1, "section 7.2", Choice(
            ("a", "b", "c", "d"),
            {"a": "one turn, a slide j behind it: its column is a unit vector that turns with the "
                  "link; how fast does its end move, once or twice |dq_1|?",
             "c": "one turn with a slide behind it: its column is `c_1 x R`. Let only the slide "
                  "move: does R, and with it the column, stay?",
             "d": "a column of joint j that slides is its unit vector alone: which joints turn "
                  "it, those before j or those behind?"}),
             questions=("7.2",), reference=lambda rules, v: "b"),
        Task("printed_gap", 1, "section 7.2", Vector(3), questions=("7.2",),
             advice="Of which joints does the printed last term speak? Compare the printed column "
                    "with `(D_31(q + h * dq) - D_31(q)) / h`.",
             reference=_printed_gap, own=("coriolis",), follow=_printed_gap),
    ),
)
