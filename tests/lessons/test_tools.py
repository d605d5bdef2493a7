"""What several lessons share: a second way that agrees with robokit, and words on open answers."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from robokit_cases import chain, motion

from robokit import laws

sys.path.insert(0, str(Path(__file__).parents[2] / "lessons"))
tools = importlib.import_module("tools")


@pytest.mark.parametrize("sigma", [(1, 0, 1, 1, 0), (0, 1), (1, 1, 1)])
def test_the_second_way_finds_the_same_places_and_velocities(sigma):
    robot = tools.oblique(np.random.default_rng(1), sigma)
    q, dq, _ = motion(robot)
    s, point = robot.at(q, dq), np.array([0.3, -0.2, 0.4])
    for i in range(1, robot.n + 1):
        tau, t = tools.place(robot, q, i, point)
        np.testing.assert_allclose(tau, s.tau(0, i), atol=1e-13)
        np.testing.assert_allclose(t, s.t(i, point), atol=1e-13)
        np.testing.assert_allclose(tools.by_positions(robot, q, dq, i, point),
                                   [s.omega(i), s.V(i, point)], atol=1e-12)


def test_it_starts_from_frame_0_whatever_the_base():
    robot = chain("RPR")                                        # on a tilted base
    q = motion(robot)[0]
    np.testing.assert_allclose(tools.place(robot, q, 3)[1], robot.at(q).t(3), atol=1e-13)


def test_what_vanishes_and_what_does_not():
    a, b = sp.symbols("a b")
    double = sp.sin(a) * sp.cos(b) + sp.cos(a) * sp.sin(b)
    assert tools.vanishes([sp.sin(a)**2 + sp.cos(a)**2 - 1, double * b - b * double])
    assert not tools.vanishes([sp.sin(a)**2 + sp.cos(a)**2 - 1, sp.sin(a) - sp.sin(b)])


def test_open_answers_wait_with_one_word(capsys):
    assert tools.is_open(...) and tools.is_open(1, None) and not tools.is_open(0, np.zeros(3))
    assert capsys.readouterr().out == ""
    assert tools.waits(...) and capsys.readouterr().out == "nothing to check yet\n"
    assert not tools.waits(0.0, np.eye(3)) and capsys.readouterr().out == ""


@pytest.mark.parametrize("given, said", [
    ((..., 3), "nothing to check yet"),
    (([1, None, 2], 3), "nothing to check yet"),
    (("text", 3), "does not hold: the first must hold numbers or expressions"),
    (([1, 2], 3), "does not hold: the answer needs 3 numbers"),
    (([1, 2], 6, "six numbers, moment first"),
     "does not hold: the answer needs six numbers, moment first"),
])
def test_answers_that_do_not_fit_are_told_what_is_needed(given, said, capsys):
    assert tools.numbers(*given) is False
    assert capsys.readouterr().out == said + "\n"


def test_answers_that_fit_are_passed_over_in_silence(capsys):
    assert tools.numbers([1, 2, 3], 3) is True and tools.numbers(np.eye(3)) is True
    assert capsys.readouterr().out == ""


def test_laws_speak_the_language_of_the_notebook(capsys):
    importlib.import_module("lessons.reading")          # gives laws their voice
    words = importlib.import_module("lessons.words")
    words.speak("ru")
    try:
        laws.report(laws.rotation(np.diag([1, 1, 2])))
    finally:
        words.speak(None)
    laws.report(laws.rotation(np.eye(3)))
    russian, english = capsys.readouterr().out.splitlines()
    assert russian.startswith("не выполняется: tau tau^T")
    assert english == "holds: tau tau^T = 1 to 1e-12, det = +1"
