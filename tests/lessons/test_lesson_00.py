"""Exercises of lesson 0: right answers pass, slips are told apart, nothing ends in a traceback."""

from pathlib import Path

import nbformat
import numpy as np
import pytest
import sympy as sp

from lessons import checks_00 as checks
from lessons import words

l_1, l_2, d = checks.l_1, checks.l_2, checks.d


@pytest.fixture
def said(capsys):
    """What a check says about answers, in one line."""
    def one(check, *answers):
        check(*answers)
        out, err = capsys.readouterr()
        assert out.count("\n") == 1 and err == ""
        return out.strip()
    return one


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


@pytest.mark.parametrize("check,answers", [(c, a) for c, *a in RIGHT])
def test_right_answers_hold(said, check, answers):
    assert said(check, *answers).startswith("holds: ")


@pytest.mark.parametrize("check,answers,says", [(c, a, says) for c, *a, says in SLIPS])
def test_slips_are_told_apart(said, check, answers, says):
    line = said(check, *answers)
    assert says in line and not line.startswith("holds")


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def raises(*_):
    raise KeyError("x")


STRANGE = [..., None, "text", "0.4", b"x", [], [[]], {}, {1, 2}, object, Hostile(), raises, np.nan,
           np.inf, 1j, True, 10**400, [None, 1], [[1, 2], [3]], np.zeros((0, 3)), np.zeros((3, 3)),
           np.array(["a"]), sp.Matrix([1, 2]), sp.oo, sp.nan, sp.zoo, sp.Symbol("z"), sp.true,
           lambda: 1, lambda a: ..., lambda a: None, lambda a: "x", lambda a: a.reshape(3, 1)]


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("check", [checks.direction, checks.pen, checks.elbow, checks.axes])
def test_no_answer_ends_in_a_traceback(said, check, language):
    words.speak(language)
    try:
        for answer in STRANGE:
            line = said(check, answer)
            assert line and not line.startswith(("holds", "выполняется")), answer
    finally:
        words.speak(None)


def test_no_length_ends_in_a_traceback(said):
    for answer in STRANGE:
        assert not said(checks.reach, answer, 0.4).startswith("holds")
        assert not said(checks.reach, 0.4, answer).startswith("holds")


LESSONS = Path(checks.__file__).parent


@pytest.mark.parametrize("name,hint,solution,holds", [
    ("00_first_steps.ipynb", "Hint", "Solution", "holds: "),
    ("ru/00_first_steps.ipynb", "Подсказка", "Решение", "выполняется: ")])
def test_exercises_have_folded_hints_and_solutions_that_hold(name, hint, solution, holds):
    cells = nbformat.read(LESSONS / name, as_version=4).cells
    places = [k for k, c in enumerate(cells) if "exercise" in c.metadata.get("tags", [])]
    assert len(places) == 5
    for k in places:
        before, stub, words_, solved = cells[k - 1:k + 3]
        assert f"<details><summary>{hint}</summary>" in before.source and "..." in stub.source
        assert words_.source.startswith(f"<details><summary>{solution}</summary>")
        assert solved.metadata.tags[0] == "solution" and solved.metadata.jupyter.source_hidden
        assert solved.outputs[0].text.startswith(holds)
        assert stub.source.splitlines()[-1] in solved.source            # the same check


def test_what_is_folded_shows_no_answer_in_its_first_line():
    """JupyterLab shows the first line of a folded output, and of a folded source."""
    cells = nbformat.read(LESSONS / "00_first_steps.ipynb", as_version=4).cells
    folded = [c for c in cells if {"predict", "solution"} & set(c.metadata.get("tags", []))]
    assert len(folded) == 10
    for cell in folded:
        if "solution" in cell.metadata.tags:
            assert cell.source.startswith("# Solution\n")
        else:
            first = cell.outputs[0].text.splitlines()[0]
            assert f'print("{first}")' in cell.source and first.endswith(":")


def test_checks_speak_the_language_of_the_notebook(said):
    words.speak("ru")
    try:
        assert said(checks.pen, ...) == "пока нечего проверять"
        assert said(checks.reach, 0.5, 0.4) == ("не выполняется: перо достигает расстояний от "
                                                "0,10 м до 0,90 м")
    finally:
        words.speak(None)
