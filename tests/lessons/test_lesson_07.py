"""Exercises of lesson 7: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_07 as checks
from robokit.rotation import lam

r, dr, ddr, dq, ddq = checks.r, checks.dr, checks.ddr, checks.dq, checks.ddq
q_1, GLASS = checks.q_1, checks.GLASS
(d_1, dd_1), (d_2, dd_2), (d_4, dd_4) = (checks.RATES[j] for j in (1, 2, 4))
S, C = sp.sin(q_1), sp.cos(q_1)


def tray(push, pairs, first=dd_1):
    """domega_4 with these second derivatives and products of rates."""
    return [push * S + pairs * C, -push * C + pairs * S, first]


PUSH, PAIRS = dd_2 + dd_4, d_1 * (d_2 + d_4)
LINE_2 = [ddr, dr * dq + r * ddq, 0]


def absolute(signals, omega, V, once=1, spun=0):
    return signals + once * np.cross(omega, V) + spun * np.cross(omega, np.cross(omega, V))


def column(s, j, axis=True, arm=True, joint=True, growth=True, slide=1):
    """dD_4j of the glass, or with a slip."""
    if j == 3:
        return slide * np.cross(s.omega(3), s.D(4, 3))
    found = np.zeros(3)
    if axis:
        found = found + np.cross(s.dc(j), s.R(4, j, GLASS))
    if arm:
        found = found + np.cross(s.c(j), s.V(4, GLASS) - (s.V(j - 1) if joint else 0))
    if not growth and j < 3:
        found = found - np.cross(s.c(j), s.D(4, 3) * s.dq[2])
    return found


RIGHT = [
    (checks.tray, tray(PUSH, PAIRS)), (checks.tray, sp.Matrix(tray(PUSH, PAIRS))),
    (checks.tray, [sp.diff(0, q_1) + PUSH * S + PAIRS * sp.sin(q_1 + sp.pi / 2),
                   *tray(PUSH, PAIRS)[1:]]),
    (checks.turntable, [0, 1.2, 0], [-1.6, 1.2, 0]),
    (checks.turntable, np.array([0, 1.2, 0]), (-1.6, 1.2, 0)),
    (checks.absolute, absolute), (checks.absolute, lambda a, w, V: (a + lam(w) @ V).tolist()),
    (checks.student, 2, LINE_2), (checks.student, 2.0, sp.Matrix(LINE_2)),
    (checks.column, column), (checks.column, lambda s, j: s.dD(4, j, GLASS)),
    (checks.serve, 2.58, 0.38), (checks.serve, 2.6, 0.4)]
SLIPS = [
    (checks.tray, tray(PUSH, 0), "only what the motors do"),
    (checks.tray, tray(PUSH, d_1 * d_2), "the wrist is missing among the pairs"),
    (checks.tray, tray(dd_2, d_1 * d_2), "this is link 2"),
    (checks.tray, tray(PUSH, -PAIRS), "opposite sign"),
    (checks.tray, tray(PUSH, 2 * PAIRS), "pairs count once"),
    (checks.tray, tray(0, PAIRS, 0), "second derivatives are missing"),
    (checks.tray, tray(PUSH + 1, PAIRS), "at right angles"),
    (checks.tray, tray(PUSH, PAIRS, sp.Symbol("x")), "x is not known"),
    (checks.turntable, [-1.6, 1.2, 0], [0, 1.2, 0], "changed places"),
    (checks.turntable, [0, 0, 0], [-1.6, 1.2, 0], "the rate grows"),
    (checks.turntable, [-1.6, 1.2, 0], [-1.6, 1.2, 0], "do not know that their axes"),
    (checks.turntable, [0, -1.2, 0], [-1.6, 1.2, 0], "speeds up"),
    (checks.turntable, [0, 3, 0], [-1.6, 1.2, 0], "times the radius"),
    (checks.turntable, [1, 1, 1], [-1.6, 1.2, 0], "number by number"),
    (checks.turntable, [0, 1.2, 0], [0, 1.2, 0], "omega x V is missing"),
    (checks.turntable, [0, 1.2, 0], [1.6, 1.2, 0], "a passenger"),
    (checks.turntable, [0, 1.2, 0], [-1.6, 0, 0], "along v, which"),
    (checks.turntable, [0, 1.2, 0], [-1.6, 2.4, 0], "no 2 here"),
    (checks.turntable, [0, 1.2, 0], [-0.8, 1.2, 0], "square of the rate"),
    (checks.turntable, [0, 1.2, 0], [7, 7, 7], "add omega x V"),
    (checks.absolute, lambda a, w, V: a, "the signals themselves"),
    (checks.absolute, lambda a, w, V: absolute(a, w, V, -1), "wrong sign"),
    (checks.absolute, lambda a, w, V: np.cross(w, V), "derivative of the signals is missing"),
    (checks.absolute, lambda a, w, V: absolute(a, w, V, 2), "stands once"),
    (checks.absolute, lambda a, w, V: absolute(a, w, V, 0, 1), "that the link carries"),
    (checks.absolute, lambda a, w, V: a + V, "zero signals on a turntable"),
    (checks.student, 1, LINE_2, "line 1 is right"), (checks.student, 3, LINE_2, "line 3 is right"),
    (checks.student, 4, LINE_2, "wrong already"), (checks.student, 5, LINE_2, "number of a line"),
    (checks.student, 2, [ddr, r * ddq, 0], "what the student has"),
    (checks.student, 2, [ddr - r * dq**2, r * ddq + 2 * dr * dq, 0], "whole acceleration"),
    (checks.student, 2, [ddr, r * ddq + 2 * dr * dq, 0], "only one half"),
    (checks.student, 2, [ddr, dr * dq, 0], "r ddq is missing"),
    (checks.student, 2, [dr, dq, 0], "as a product"),
    (checks.column, lambda s, j: column(s, j, slide=2), "column 3 is twice too large"),
    (checks.column, lambda s, j: column(s, j, slide=0), "turns with its link"),
    (checks.column, lambda s, j: column(s, j, slide=-1), "factors have changed places"),
    (checks.column, lambda s, j: column(s, j, arm=False), "the arrow R changes"),
    (checks.column, lambda s, j: column(s, j, axis=False), "the axis c changes"),
    (checks.column, lambda s, j: column(s, j, joint=False), "R begins at the joint"),
    (checks.column, lambda s, j: np.cross(s.omega(j), s.D(4, j, GLASS)), "as long as nothing"),
    (checks.column, lambda s, j: column(s, j, growth=False), "this half of Coriolis"),
    (checks.column, lambda s, j: s.dD(4, j, GLASS, frame=4), "stands in frame 4"),
    (checks.column, lambda s, j: s.D(4, j, GLASS), "differs from the difference quotient"),
    (checks.serve, 2.58, 0.25, "1.29 m away"), (checks.serve, 2.9, 0.38, "comes late"),
    (checks.serve, 2.3, 0.38, "the rates count"), (checks.serve, 1.6, 0.38, "the bowl slides"),
    (checks.serve, 26, 0.38, "between 0.5 and 10")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "07_accelerations", (*(f"7.{k}" for k in range(1, 7)), "7.4′")
    exercises, displays, predictions, questions = 6, 40, 7, 2


@pytest.mark.parametrize("boom", [0.37, 0.45])
def test_some_time_serves_the_soup_and_the_motors_alone_would_allow_too_short_a_one(boom):
    """Else the exercise has no answer, or its slip is none."""
    times = np.linspace(1.5, 3, 31)
    needs = np.array([checks.needs(seconds, boom) for seconds in times])
    first_whole, first_push = (times[np.argmax(needs[:, k] <= checks.SOUP)] for k in (0, 1))
    assert first_push + 0.2 < first_whole
    assert (first_whole <= checks.MOST) == (boom < 0.42)
