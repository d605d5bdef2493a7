"""Exercises of lesson 0: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import sympy as sp
from derived import Answers, Form, said

from lessons import checks_00 as checks
from lessons import words

l_1, l_2, d = checks.l_1, checks.l_2, checks.d


TRUE = (d**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2)
RIGHT = [
    (checks.direction, lambda a: a / np.linalg.norm(a)),
    (checks.direction, lambda a: list(a / np.sqrt(sum(a**2)))),
    (checks.pen, (0.4, 0.5)), (checks.pen, np.array([0.4, 0.5])), (checks.pen, [0.4001, 0.5]),
    (checks.elbow, TRUE), (checks.elbow, sp.expand(TRUE)),
    (checks.elbow, (d**2 - (l_1 - l_2)**2) / (2 * l_1 * l_2) - 1),
    (checks.axes, [[0, -1, 0], [1, 0, 0], [0, 0, 1]]), (checks.axes, sp.rot_ccw_axis3(sp.pi / 2)),
    (checks.reach, 0.6, 0.4), (checks.reach, 0.4, 0.6)]
SLIPS = [
    (checks.direction, lambda a: np.linalg.norm(a), "this is the length"),
    (checks.direction, lambda a: -a / np.linalg.norm(a), "points the other way"),
    (checks.direction, lambda a: a / (a @ a), "the root is missing"),
    (checks.direction, lambda a: a / a.sum(), "add up to 1"),
    (checks.direction, lambda a: a, "the length of the result is 5.00"),
    (checks.direction, lambda a: a[5], "stops with IndexError"),
    (checks.pen, (0.5, 0.4), "changed places"), (checks.pen, (0, 0.1), "counted from X_0"),
    (checks.pen, (-0.4, 0.5), "clockwise"), (checks.pen, (0, 0.9), "not stretched"),
    (checks.pen, (400, 500), "needs metres"), (checks.pen, (0.3, 0.3), "does not hold"),
    (checks.elbow, -TRUE, "inside of the triangle"), (checks.elbow, 2 * TRUE, "double product"),
    (checks.elbow, sp.acos(TRUE), "its cosine"),
    (checks.elbow, (d - l_1**2 - l_2**2) / (2 * l_1 * l_2), "not squared"),
    (checks.elbow, sp.Symbol("q_1"), "q_1 is not known"), (checks.elbow, 0.5, "does not hold"),
    (checks.axes, [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], "in the rows"),
    (checks.axes, [[0, 1, 0], [1, 0, 0], [0, 0, 1]], "left-handed"),
    (checks.axes, [[0, 1, 0], [1, 0, 0], [0, 0, -1]], "not that of link 2"),
    (checks.axes, [[0, -2, 0], [1, 0, 0], [0, 0, 1]], "not three unit vectors"),
    (checks.reach, 600, 400, "needs metres"), (checks.reach, 1.2, -0.2, "above zero"),
    (checks.reach, 0.5, 0.4, "from 0.10 m to 0.90 m")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson = "00_first_steps"
    exercises, displays, predictions, questions = 5, 7, 5, 5

    def test_nothing_else_is_folded(self, language):
        assert len(self.tagged(language, "predict") + self.tagged(language, "solution")) == 10


def test_checks_speak_the_language_of_the_notebook(capsys):
    words.speak("ru")
    try:
        assert said(capsys, checks.pen, ...) == "пока нечего проверять"
        assert said(capsys, checks.reach, 0.5, 0.4) == (
            "не выполняется: перо достигает расстояний от 0,10 м до 0,90 м")
    finally:
        words.speak(None)
