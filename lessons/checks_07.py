"""What lesson 7 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit import Mechanism
from robokit.laws import rate

q_1 = sp.Symbol("q_1")
r, dr, ddr, dq, ddq = sp.symbols(r"r \dot{r} \ddot{r} \dot{q} \ddot{q}")
RATES = {j: (sp.Symbol(rf"\dot{{q}}_{j}"), sp.Symbol(rf"\ddot{{q}}_{j}")) for j in range(1, 5)}
GLASS = np.array([0.1, 0, 0.05])                     # on the tray, metres
STATES = (((0.3, 0.5, 0.2, -0.4), (0.9, -0.8, 0.4, 0.6), (0.5, 0.7, -0.3, 0.2)),
          ((-0.7, 0.2, 0.3, 0.5), (0.6, 0.7, -0.5, -0.9), (-0.4, 0.3, 0.6, 0.8)))
START = np.array([0, np.radians(50), 0.05, -np.radians(50)])
WAY = np.array([np.radians(90), -np.radians(60), 0.4, np.radians(60)])
MOST, REACH, SOUP = 2.6, 1.4, 0.25                   # seconds, metres, friction


def waiter(boom=0.25) -> Mechanism:
    """The arm of the lesson; boom: length of link 3, metres."""
    quarter = np.pi / 2
    return Mechanism([1, 1, 0, 1], [(quarter, 0, 0), (0, quarter, 0), (0, -quarter, 0), (0, 0, 0)],
                     [(0, 0.7, 0), (0, 0, 0.3), (boom, 0, 0), (0.2, 0, 0)])


ARM = waiter()


# -- the axes ------------------------------------------------------------------------------------
@check
def tray(answer):
    """Exercise 1: domega_4^(0) of the serving arm, in letters. (3,)"""
    known = [q_1, *(RATES[j][k] for j in (1, 2, 4) for k in (0, 1))]
    found = letters(answer, (3,), known)
    for q, dq, ddq in STATES:
        values = {"q_1": q[0]}
        for j in (1, 2, 4):
            values |= {RATES[j][0].name: dq[j - 1], RATES[j][1].name: ddq[j - 1]}
        got = at(found, **values)
        c_1, c_2 = np.array([0, 0, 1]), np.array([np.sin(q[0]), -np.cos(q[0]), 0])
        push = c_1 * ddq[0] + c_2 * (ddq[1] + ddq[3])
        turn = np.cross(c_1, c_2) * dq[0]
        true = push + turn * (dq[1] + dq[3])
        said = slip(got, (
            (push, _("only what the motors do: the product of the column's rate and the others "
                     "is missing")),
            (push + turn * dq[1], _("the wrist is missing among the pairs: it turns about an axis "
                                    "that the column swings, too")),
            (c_1 * ddq[0] + c_2 * ddq[1] + turn * dq[1], _("this is link 2: the wrist is missing")),
            (push - turn * (dq[1] + dq[3]), _("the pairs have the opposite sign: the joint that "
                                              "comes first stands first in the product")),
            (push + 2 * turn * (dq[1] + dq[3]), _("the pairs count once: a sum over j < k has no "
                                                  "factor 2 here")),
            (turn * (dq[1] + dq[3]), _("the second derivatives are missing")),
            (ARM.at(q, dq, ddq).domega(4, 4), _("these are the components in frame 4; frame 0 is "
                                                "asked for"))))
        if said:
            return said
        if not near(got, true):
            return _("does not hold: with constant rates it must be horizontal and at right angles "
                     "to the axis about which the boom tilts")
    return _("holds: with the wrist turning back what the boom tilts, the pairs cancel")


# -- two derivatives -----------------------------------------------------------------------------
@check
def turntable(signals, felt):
    """Exercise 2: 2 rad/s growing by 3 rad/s^2, 0.4 m: derivative of the numbers, acceleration."""
    signals, felt = numbers(signals, 3), numbers(felt, 3)
    drift, pull = np.array([0, 1.2, 0]), np.array([-1.6, 1.2, 0])
    if near(signals, drift) and near(felt, pull):
        return _("holds: they differ by omega x V, which points to the centre")
    if near(signals, pull) and near(felt, drift):
        return _("the two have changed places: who turns with the table sees no pull in the "
                 "numbers")
    if not near(signals, drift):
        return slip(signals, (
            (np.zeros(3), _("signals: the rate grows, and with it r times it along v")),
            (pull, _("signals: this is the acceleration; the three numbers do not know that their "
                     "axes turn")),
            (-drift, _("signals: the table speeds up")),
            (np.array([0, 3, 0]), _("signals: rad/s² times the radius")))) or _(
            "signals: differentiate (0, r dq, 0) number by number, r stays")
    return slip(felt, (
        (drift, _("felt: omega x V is missing, the axes turn")),
        (drift - (pull - drift), _("felt: outwards is what a passenger believes; omega x V points "
                                   "to the centre")),
        (pull - drift, _("felt: the part along v, which speeds the point up, is missing")),
        (np.array([-1.6, 2.4, 0]), _("felt: nothing slides along the radius, no 2 here")),
        (np.array([-0.8, 1.2, 0]), _("felt: the radius times the square of the rate, not times the "
                                     "rate")))) or _(
        "felt: add omega x V to the signals, omega = (0, 0, 2), V = (0, 0.8, 0)")


@check
def absolute(function):
    """Exercise 3: the acceleration from signals of a computer on the tray."""
    cases = [(np.zeros(3), np.array([0, 0, 2.0]), np.array([0, 0.8, 0]))]
    for q, dq, ddq in STATES:
        s = ARM.at(q, dq, ddq)
        omega, V = s.omega(4, 4), s.V(4, GLASS, frame=4)
        cases.append((s.dV(4, GLASS, frame=4) - np.cross(omega, V), omega, V))
    for drift, omega, V in reversed(cases):
        found = numbers(value(function, drift.copy(), omega.copy(), V.copy()), 3)
        swing = np.cross(omega, V)
        if near(found, drift + swing):
            continue
        return slip(found, (
            (drift, _("these are the signals themselves; their axes turn")),
            (drift - swing, _("omega x V has the wrong sign: on the turntable this pushes "
                              "outwards")),
            (swing, _("the derivative of the signals is missing")),
            (drift + 2 * swing, _("omega x V stands once: the 2 of Coriolis belongs to a relative "
                                  "velocity, V is absolute")),
            (drift + np.cross(omega, swing), _("omega x (omega x ..) is for an arrow that the link "
                                               "carries; here V itself is given")))) or _(
                "does not hold: zero signals on a turntable must give omega x V")
    return _("holds: also on the turntable, where the signals are zero")


@check
def student(line, mended):
    """Exercise 4: which line of the polar arm's acceleration is wrong, and its right side. (3,)"""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: along the arm the slide, across it the turn"),
             3: _("line 3 is right: (0, 0, dq) x (dr, r dq, 0)"),
             4: _("line 4 adds as the rule of two derivatives says; what it adds is wrong already")}
    if chosen in right:
        return right[chosen]
    if chosen != 2:
        return _("the answer needs the number of a line, 1 to 4")
    found = letters(mended, (3,), (r, dr, ddr, dq, ddq))
    numbers_ = {"r": 0.7, r"\dot{r}": 0.4, r"\ddot{r}": -0.3, r"\dot{q}": 1.1, r"\ddot{q}": 0.9}
    got = at(found, **numbers_)
    forms = {"true": (ddr, dr * dq + r * ddq, 0), "given": (ddr, r * ddq, 0),
             "whole": (ddr - r * dq**2, r * ddq + 2 * dr * dq, 0),
             "two": (ddr, r * ddq + 2 * dr * dq, 0), "growth": (ddr, dr * dq, 0)}
    known = {name: at(np.array([sp.sympify(x) for x in form]), **numbers_)
             for name, form in forms.items()}
    if near(got, known["true"]):
        return _("holds: both factors of r dq change, and Coriolis gets its second half")
    return slip(got, (
        (known["given"], _("the line is found; this is what the student has: r was taken for a "
                           "constant")),
        (known["whole"], _("the line is found; this is the whole acceleration, line 4; line 2 is "
                           "the derivative of the three numbers")),
        (known["two"], _("the line is found; here only one half of Coriolis arises, the other one "
                         "comes in line 3")),
        (known["growth"], _("the line is found; now r ddq is missing")))) or _(
        "the line is found; differentiate r dq as a product")


# -- columns -------------------------------------------------------------------------------------
@check
def column(function):
    """Exercise 5: dD_4j^(0) of the glass, from a state and j."""
    for q, dq, _ddq in STATES:
        s = ARM.at(q, dq)
        for j in (1, 2, 4, 3):
            found = numbers(value(function, s, j), 3)
            true = rate(lambda x, j=j: ARM.at(x).D(4, j, GLASS), q, dq)
            said = (_slide if j == 3 else _turn)(s, j, true, found)
            if said:
                return said
            if not near(found, true):
                return _("does not hold: column {j} differs from the difference quotient of "
                         "D_4{j}").format(j=j)
    return _("holds: all four columns follow the difference quotients")


def _slide(s, j, true, found):
    """What is said of the column of the slide."""
    return slip(found, (
        (2 * true, _("column 3 is twice too large: one half of Coriolis belongs to the turns")),
        (np.zeros(3), _("column 3: the direction of the slide turns with its link")),
        (np.cross(s.D(4, j), s.omega(j)), _("column 3: the factors have changed places"))))


def _turn(s, j, true, found):
    """What is said of the column of a turn."""
    c, R, D = s.c(j), s.R(4, j, GLASS), s.D(4, j, GLASS)
    dR = s.V(4, GLASS) - s.V(j - 1)
    growth = np.cross(c, s.D(4, 3) * s.dq[2]) if j < 3 else np.zeros(3)
    told = {"j": j}
    return "" if near(found, true) else slip(found, (
        (np.cross(s.dc(j), R), _("column {j}: the arrow R changes, too").format(**told)),
        (np.cross(c, dR), _("column {j}: the axis c changes, too").format(**told)),
        (np.cross(s.dc(j), R) + np.cross(c, s.V(4, GLASS)),
         _("column {j}: R begins at the joint, whose own velocity is taken off").format(**told)),
        (np.cross(s.omega(j), D), _("column {j}: D turns with link {j} only as long as nothing "
                                    "beyond it moves").format(**told)),
        (true - growth, _("column {j}: the arm grows through the slide; this half of Coriolis is "
                          "missing").format(**told)),
        (s.tau(4, 0) @ true, _("column {j} stands in frame 4; frame 0 is asked for").format(
            **told))))


# -- serving -------------------------------------------------------------------------------------
def serving(seconds, count=401):
    """q, dq, ddq (count, 4) of the serving motion, from rest to rest."""
    x = np.linspace(0, 1, count)[:, None]
    return (START + WAY * (10 * x**3 - 15 * x**4 + 6 * x**5),
            WAY * (30 * x**2 - 60 * x**3 + 30 * x**4) / seconds,
            WAY * (60 * x - 180 * x**2 + 120 * x**3) / seconds**2)


def friction(a):
    """The greatest coefficient that accelerations (count, 3) on the axes of the tray need."""
    return float((np.hypot(a[:, 0], a[:, 2]) / (9.81 + a[:, 1])).max())


def needs(seconds, boom):
    """Friction that the whole acceleration needs, and the motors' part; distance at the end."""
    s = waiter(boom).at(*serving(seconds))
    push = sum(s.D(4, j, GLASS, frame=4) * s.ddq[:, [j - 1]] for j in range(1, 5))
    end = s.t(4, GLASS)[-1]
    return friction(s.dV(4, GLASS, frame=4)), friction(push), float(np.hypot(*end[:2]))


@check
def serve(seconds, boom):
    """Exercise 6: a serving time and a length of the boom for a bowl of soup."""
    seconds, boom = float(numbers(seconds)), float(numbers(boom))
    if not (0.5 <= seconds <= 10 and 0 <= boom <= 1):
        return _("the serving time lies between 0.5 and 10 s, the length between 0 and 1 m")
    whole, push, far = needs(seconds, boom)
    if far < REACH:
        return _("does not hold: at the end the bowl is {far} m away from the column, the guest "
                 "sits at {needed} m").format(far=number(far), needed=number(REACH))
    if seconds > MOST:
        return _("does not hold: the soup comes late, {needed} s are allowed").format(
            needed=number(MOST, 1))
    if whole <= SOUP:
        return _("holds: the bowl needs {whole} and stays").format(whole=number(whole, 3))
    if push <= SOUP:
        return _("does not hold: the motors' part alone needs {push}, but the whole acceleration "
                 "{whole}: the rates count").format(push=number(push, 3), whole=number(whole, 3))
    return _("does not hold: the bowl slides, it needs {whole}, and the motors' part alone "
             "{push}").format(whole=number(whole, 3), push=number(push, 3))
