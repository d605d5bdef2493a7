"""Exercises of lesson 11: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_11 as checks
from robokit.screws import bracket

phi, m, g = checks.phi, checks.m, checks.g
L_42, G_46, A_42 = [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 1, 1, 1, 1]
N = -m * g * sp.cos(2 * phi) / sp.tan(phi) / (1 + 4 * sp.cos(phi)**2)
ALONE = m * g / sp.tan(phi)                          # joint 1 clamped
RISING = ALONE * (1 + 6 * sp.cos(phi)**2 / (1 + 4 * sp.cos(phi)**2))


def second(l1, l2, l4):
    return bracket(bracket(l1, l2), l4)


def mended(r):
    return bracket(r.l(4, 2), r.l(4, 3))


def control(A, b, Gamma, bias, wanted, v, sign=-1, whole=False):
    plus = np.linalg.pinv(Gamma)
    return A @ (sign * plus @ (bias + wanted) + v - (0 if whole else plus @ Gamma @ v)) + b


def accelerations(A, b, *rest):
    return np.linalg.solve(A, control(A, b, *rest) - b)


RIGHT = [
    (checks.second, second), (checks.second, lambda a, b, c: list(second(a, b, c))),
    (checks.depends, L_42, G_46, A_42), (checks.depends, np.array(L_42), tuple(G_46), A_42),
    (checks.student, 3, mended), (checks.student, 3.0, lambda r: r.l(4, 2, 3)),
    (checks.reaction, N, 45), (checks.reaction, N.rewrite(sp.exp), 45.0),
    (checks.reaction, sp.Symbol("m") * N.subs(m, 1), 45),
    (checks.gains, 100, 20), (checks.gains, 69, 2 * np.sqrt(69)),
    (checks.control, control)]
SLIPS = [
    (checks.second, lambda a, b, c: -second(a, b, c), "the opposite sign"),
    (checks.second, lambda a, b, c: second(a, c, b), "the greatest number belongs outermost"),
    (checks.second, lambda a, b, c: bracket(a, b), "by q_2; one bracket is missing"),
    (checks.second, lambda a, b, c: bracket(a, c), "by q_4; one bracket is missing"),
    (checks.second, lambda a, b, c: bracket(bracket(b, c), a), "innermost column is l_5^1"),
    (checks.second, lambda a, b, c: bracket(a, bracket(b, c)), "one of two terms"),
    (checks.second, lambda a, b, c: a, "give something else"),
    (checks.depends, [0, 1, 1, 1, 0, 0], G_46, A_42, "l_42: joint 2 does not change"),
    (checks.depends, [0, 0, 1, 0, 0, 0], G_46, A_42, "which joint 4 moves"),
    (checks.depends, [1, 1, 1, 1, 0, 0], G_46, A_42, "carries joint 2 and link 4"),
    (checks.depends, [0, 0, 1, 1, 1, 1], G_46, A_42, "beyond link 4"),
    (checks.depends, [0, 0, 3, 4, 0, 0], G_46, A_42, "six times 0 or 1"),
    (checks.depends, [0, 0, 0, 0, 0, 0], G_46, A_42, "l_42: differences"),
    (checks.depends, L_42, [0, 0, 0, 0, 1, 1], A_42, "g_46: joint 6 does not change"),
    (checks.depends, L_42, [0, 0, 0, 1, 1, 0], A_42, "moves frame 4 and joint 6 alike"),
    (checks.depends, L_42, [0, 0, 0, 1, 1, 1], A_42, "alike, and joint 6"),
    (checks.depends, L_42, G_46, [0, 0, 1, 1, 0, 0], "the joints beyond 4"),
    (checks.depends, L_42, G_46, [0, 0, 0, 0, 1, 1], "the joints between 2 and 4"),
    (checks.depends, L_42, G_46, [0, 1, 1, 1, 1, 1], "a_42: joint 2 carries"),
    (checks.depends, L_42, G_46, [1] * 6, "a_42: joints 1 and 2 carry"),
    (checks.student, 1, mended, "line 1 is right"), (checks.student, 2, mended, "line 2 is right"),
    (checks.student, 4, mended, "line 4 is right"), (checks.student, 5, mended, "line 5 is right"),
    (checks.student, 7, mended, "1 to 5"),
    (checks.student, 3, lambda r: -mended(r), "what the student has"),
    (checks.student, 3, lambda r: r.l(4, 2), "not its derivative"),
    (checks.student, 3, lambda r: r.l(4, 2, 4), "derivative by q_4"),
    (checks.student, 3, lambda r: np.zeros(6), "is not zero"),
    (checks.student, 3, lambda r: r.l(4, 3), "differs from the differences"),
    (checks.reaction, -N, 45, "the opposite sign"), (checks.reaction, N * sp.sin(phi), 45, "arm"),
    (checks.reaction, ALONE, 45, "clamped"), (checks.reaction, N / m, 45, "the mass is missing"),
    (checks.reaction, RISING, 45, "the sign of ddq_1"),
    (checks.reaction, N * sp.tan(phi), 45, "not cos(phi)"),
    (checks.reaction, N + m, 45, "the second row"),
    (checks.reaction, N, sp.pi / 4, "in degrees"), (checks.reaction, N, 90, "another zero"),
    (checks.reaction, N, 60, "1.416 N"), (checks.reaction, N, 30, "where cos(2 phi) does"),
    (checks.reaction, N * sp.Symbol("x"), 45, "x is not known"),
    (checks.gains, 400, 40, "12.0 m/s²"), (checks.gains, 100, 10, "changes its sign"),
    (checks.gains, 100, 60, "creeps"), (checks.gains, 30, 11, "too slow"),
    (checks.gains, -1, 3, "above zero"),
    (checks.control, lambda A, b, *x: control(A, 0 * b, *x), "b is missing"),
    (checks.control, accelerations, "these are the accelerations"),
    (checks.control, lambda *x: control(*x[:5], 0 * x[5]), "v is missing"),
    (checks.control, lambda *x: control(*x, whole=True), "v as a whole"),
    (checks.control, lambda *x: control(*x, sign=1), "f would grow"),
    (checks.control, lambda A, b, G, bias, *x: control(A, b, G, 0 * bias, *x), "bias is missing"),
    (checks.control, lambda A, b, G, bias, w, v: control(A, b, G, bias, 0 * w, v),
     "wanted is missing"),
    (checks.control, lambda A, b, *x: b, "with 1 conditions")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, exercises, displays, predictions, questions = "11_recursive", 6, 70, 6, 5
    numbered = (*(f"1.{k}" for k in range(1, 24)), "2.1", *(f"2.{k}" for k in range(3, 20)),
                *(f"3.{k}" for k in range(1, 6)), "4.1", "4.2")


def test_the_paper_has_48_numbered_formulas():
    assert len(TestForm.numbered) == 48


@pytest.mark.parametrize("angle", [0.6, 1.0, 1.4])
def test_the_reaction_of_the_rods_is_that_of_the_general_equations(angle):
    """The truth of exercise 4, from masses in a plane and the package's reactions."""
    from robokit import Loads, Mechanism, recursive
    flat = np.zeros((2, 3))
    rods = Mechanism([1, 1], flat, [(1, 0, 0)] * 2, [2, 2], flat, np.zeros((2, 3, 3)))
    place = np.array([2 * np.cos(angle), 0, 0])
    line = recursive.on_point(rods, [1, 0, 0], lambda t: (place, 0 * place, 0 * place))
    found, _ = recursive.reactions(rods, line, 0, [angle, -2 * angle], [0, 0], [0, 0],
                                   Loads(gravity=(0, -9.81, 0)))
    assert found[0] == pytest.approx(float(N.subs({phi: angle, m: 2, g: 9.81})))
