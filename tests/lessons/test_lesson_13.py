"""Exercises of lesson 13: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_13 as checks
from robokit import Loads, kawasaki
from robokit.statics import Arm

s, c, x, y, z = checks.s, checks.c, checks.v_x, checks.v_y, checks.v_z
s1, c1, s34, c34 = (checks.LETTERS[k] for k in ("s1", "c1", "s34", "c34"))
s2, c2, s3, c3 = (checks.LETTERS[k] for k in ("s2", "c2", "s3", "c3"))

BACK = [c * x - s * z, y, s * x + c * z]
FIRST, LAST = (sp.Matrix(rows) for rows in (
    [[1, 0, 0], [0, c1, s1], [0, -s1, c1]], [[c34, -s34, 0], [s34, c34, 0], [0, 0, 1]]))
TABLE = FIRST * LAST
MINUS_1, MINUS_34 = {s1: -s1}, {s34: -s34}
HELD = [882.9, 0, 0, -127.53]
MENDED = [c2 * c3, s3, -s2 * c3]


def vertical(s23, c23, s4, c4, s5, c5, s6, c6, four=True, six=True):
    """The vertical in frame 6, or in another one."""
    v = (c4 * s23, c23, s4 * s23) if four else (s23, c23, 0)
    v = (c5 * v[0] + s5 * v[1], c5 * v[1] - s5 * v[0], v[2])
    return (c6 * v[0] - s6 * v[2], v[1], s6 * v[0] + c6 * v[2]) if six else v


def signed(*signs):
    """The vertical with sines of other signs."""
    def function(*given):
        turned = [sign * sine for sign, sine in zip(signs, given[::2])]
        return vertical(*(part for pair in zip(turned, given[1::2]) for part in pair))
    return function


def wasteful(s23, c23, s4, c4, s5, c5, s6, c6):
    """Every component written out to the end."""
    first = c5 * c4 * s23 + s5 * c23
    third = s4 * s23
    return (c6 * c5 * c4 * s23 + c6 * s5 * c23 - s6 * third, c5 * c23 - s5 * c4 * s23,
            s6 * first + c6 * third)


def column(s23, c23, s4, c4, s5, c5, s6, c6):
    """y_6 in frame 1."""
    v = (-c4 * s5, c5, s4 * s5)
    return c23 * v[0] - s23 * v[1], s23 * v[0] + c23 * v[1], v[2]


RIGHT = [
    (checks.against, BACK), (checks.against, sp.Matrix(BACK)),
    (checks.unseen, TABLE), (checks.unseen, TABLE.tolist()),
    (checks.gantry, HELD), (checks.gantry, [883, 0, 0, -127.5]),
    (checks.student, 2, MENDED), (checks.student, 2.0, sp.Matrix(MENDED)),
    (checks.forward, vertical), (checks.forward, lambda *given: np.array(vertical(*given))),
    (checks.spring, 7560, 0.3, 0.3), (checks.spring, 7950, 0.29, 0.29)]
SLIPS = [
    (checks.against, [c * x + s * z, y, c * z - s * x], "this is (7)"),
    (checks.against, [x, c * y + s * z, c * z - s * y], "against x"),
    (checks.against, [c * x + s * y, c * y - s * x, z], "against z"),
    (checks.against, [c * x - s * z, y, c * z - s * x], "both signs are minus"),
    (checks.against, [s * x + c * z, y, s * z - c * x], "changed places"),
    (checks.against, [s * x - c * z, y, s * z + c * x], "changed places"),
    (checks.against, [c * x, y, z], "sum of their squares"),
    (checks.against, [sp.Symbol("w"), y, z], "w is not known"),
    (checks.unseen, TABLE.T, "transposed"),
    (checks.unseen, TABLE.subs(MINUS_1), "joint 1 turns against x"),
    (checks.unseen, TABLE.subs(MINUS_34), "joints 3 and 4 turn about +z"),
    (checks.unseen, TABLE.subs(MINUS_1 | MINUS_34), "both sines"),
    (checks.unseen, LAST * FIRST, "the order is the other one"),
    (checks.unseen, LAST, "joint 1 is missing"),
    (checks.unseen, FIRST, "joints 3 and 4 are missing"),
    (checks.unseen, sp.Matrix([[c1, 0, -s1], [0, 1, 0], [s1, 0, c1]]) * LAST, "this is y"),
    (checks.unseen, TABLE + sp.diag(0, 1, 0), "column of y has the length"),
    (checks.unseen, TABLE * sp.diag(1, 1, -1), "column of z has the length 1 and another"),
    (checks.unseen, TABLE.subs({s34: sp.Symbol("s3")}), "s3 is not known"),
    (checks.gantry, [882.9, 490.5, 0, -127.53], "across its axis"),
    (checks.gantry, [882.9, 0, 0, 127.53], "drive 4: its axis points down"),
    (checks.gantry, [882.9, 490.5, 0, 127.53], "that the joints carry"),
    (checks.gantry, [882.9, 0, 245.25, -127.53], "about which no weight"),
    (checks.gantry, [392.4, 0, 0, -58.86], "the body itself"),
    (checks.gantry, [90, 0, 0, -13], "kilograms"),
    (checks.gantry, [-882.9, 0, 0, 127.53], "what the weights do"),
    (checks.gantry, [1, 2, 3, 4], "the cosine between"),
    (checks.student, 1, MENDED, "line 1 is right"), (checks.student, 3, MENDED, "wrong already"),
    (checks.student, 4, MENDED, "line 4 is right"), (checks.student, 5, MENDED, "number of a line"),
    (checks.student, 2, [c2 * c3, s3, s2 * c3], "what the student has"),
    (checks.student, 2, [c2 * c3 - s2 * s3, s2 * c3 + c2 * s3, 0], "this is (8)"),
    (checks.student, 2, [c3, c2 * s3, s2 * s3], "this is (6)"),
    (checks.student, 2, [-c2 * c3, s3, -s2 * c3], "at q = 0"),
    (checks.student, 2, [c1 * c2 * c3 - s1 * s3, s1 * c2 * c3 + c1 * s3, -s2 * c3],
     "line 3 already"),
    (checks.student, 2, [c3, s3, 0], "let joint 2 alone"),
    (checks.forward, signed(-1, -1, -1, -1), "every step goes back"),
    (checks.forward, signed(-1, 1, 1, 1), "the first step goes back"),
    (checks.forward, lambda *given: column(*given), "y_6 seen from the floor"),
    (checks.forward, lambda *given: vertical(*given, six=False), "joint 6 is missing"),
    (checks.forward, lambda *given: vertical(*given, four=False), "joint 4 is missing"),
    (checks.forward, lambda *given: (given[0], given[1], 1), "the vertical has the length"),
    (checks.forward, lambda *given: (0, 1, 0), "another direction"),
    (checks.forward, wasteful, "right, but with"),
    (checks.spring, 7000, 0.3, 0.3, "is too little"), (checks.spring, 8600, 0.3, 0.3, "too much"),
    (checks.spring, 11250, 0.25, 0.25, "farther out"), (checks.spring, 11400, 0.2, 0.3, "alike"),
    (checks.spring, 7560, 0.35, 0.25, "between 0.1 and 0.3"),
    (checks.spring, 7.56, 0.3, 0.3, "in N/m"), (checks.spring, 7560, 30, 30, "in metres"),
    (checks.spring, -7560, 0.3, 0.3, "positive")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "13_statics", tuple(map(str, range(1, 19)))
    exercises, displays, predictions, questions = 6, 40, 6, 5


def test_the_table_of_the_unseen_arm_is_the_programs():
    assert sp.simplify(TABLE - Arm("R-x Py Rz Rz").cosines(4)) == sp.zeros(3)


def test_the_checks_robot_is_the_one_of_appendix_1():
    """In parallel frames, typed with the lesson's numbers, and in the book's own frames."""
    book = kawasaki.fs20n(inertias="nominal")
    assert np.array(book.limits, float) == pytest.approx(checks.LIMITS)
    drives = book.static_drives(checks.postures(), Loads(gravity=(0, 0, 9.81)))[:, 1]
    assert drives == pytest.approx(checks.bare(0), abs=1e-8)


def test_some_springs_serve_both_loads_and_all_that_do_pull_hard():
    """Else the design has no answer, or one of its three demands is none."""
    serves = [K for K in range(500, 900, 5)
              if max(checks.worst(K, load) for load in (0, 20)) <= checks.MOST]
    assert 660 < min(serves) < max(serves) < 750
    assert checks.pull(min(serves) / 0.3**2, 0.3, 0.3) < checks.PULL - 150
    assert checks.pull(min(serves) / 0.27**2, 0.27, 0.27) > checks.PULL


@pytest.mark.parametrize("load,most", [(0, 635.5), (20, 966.9)])
def test_the_postures_come_near_to_the_largest_drive_of_all(load, most):
    assert most - 2 < checks.worst(0, load) <= most + 0.05
