"""Tests that every lesson shares whose formulas are derived on the page.

A module of tests takes the two classes and says what its lesson has:

    from derived import Answers, Form

    class TestAnswers(Answers):
        right = [(checks.camera, CAMERA)]                   # check, answers
        slips = [(checks.camera, CAMERA.T, "in the rows")]  # check, answers, part of what is said

    class TestForm(Form):
        lesson, exercises, displays, predictions, questions = "02_rotation_matrices", 7, 35, 5, 5
        numbered = ("2.1", "2.2")
"""

import re
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import sympy as sp

from lessons import words

LESSONS = Path(words.__file__).parent
KINDS = "derive", "predict", "find the slip", "write", "design"
#: What a notebook of a language calls a hint, a solution, an answer, and how a check agrees.
SAID = {"en": ("Hint", "Solution", "Answer", "holds: "),
        "ru": ("Подсказка", "Решение", "Ответ", "выполняется: ")}


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def raises(*_):
    raise KeyError("x")


#: Answers of odd shapes and types. None of them is right anywhere.
STRANGE: list[Any] = [
    ..., None, "text", "0.07", b"x", [], [[]], {}, {1, 2}, object, Hostile(), raises, np.nan,
    np.inf, 1j, True, 10**400, [None, 1], [[1, 2], [3]], [[..., 1, 2]] * 3, [["a"] * 3] * 3,
    np.zeros((0, 3)), np.zeros((2, 3)), np.zeros((3, 3)), np.full((3, 3), np.nan), np.array(["a"]),
    sp.Matrix([1, 2]), sp.ones(3) * sp.zoo, sp.oo, sp.nan, sp.zoo, sp.Symbol("z"), sp.true,
    [sp.zoo, 1, 1], [[sp.nan] * 3] * 3, lambda: 1, lambda *_: 10**400, lambda *_: ...,
    lambda *_: None, lambda *_: "x",
    lambda *_: [[1, 2], [3]], lambda *_: sp.nan, lambda a: a.reshape(3, 1)]


def said(capsys, check, *answers) -> str:
    """What a check says about answers: one line."""
    check(*answers)
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and err == ""
    return out.strip()


def parametrize(metafunc, **cases):
    """Give the arguments of a test their values, where it has them."""
    for name, values in cases.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values, ids=[
                f"{case[0].__name__}-{k}" if isinstance(case, tuple) else case
                for k, case in enumerate(values)])


class Answers:
    """Right answers pass, slips are told apart, nothing ends in a traceback."""

    right: list[tuple] = []                         # check, answers
    slips: list[tuple] = []                         # check, answers, part of what is said

    def pytest_generate_tests(self, metafunc):
        first = {check: answers for check, *answers in reversed(self.right)}
        places = [(check, k) for check, answers in first.items() for k in range(len(answers))]
        parametrize(metafunc, right=self.right, slip=self.slips, place=places,
                    language=words.languages())

    def test_right_answers_hold(self, capsys, right):
        check, *answers = right
        assert said(capsys, check, *answers).startswith("holds: ")

    def test_slips_are_told_apart(self, capsys, slip):
        check, *answers, says = slip
        line = said(capsys, check, *answers)
        assert says in line and not line.startswith("holds")

    def test_every_exercise_tells_three_slips_apart(self):
        for check in {check for check, *_ in self.right}:
            assert len({says for one, *_, says in self.slips if one is check}) >= 3, check

    def test_no_answer_ends_in_a_traceback(self, capsys, place, language):
        check, k = place
        right = next(answers for one, *answers in self.right if one is check)
        words.speak(language)
        try:
            for answer in STRANGE:
                line = said(capsys, check, *right[:k], answer, *right[k + 1:])
                assert line and not line.startswith(SAID[language][3]), answer
        finally:
            words.speak(None)


def spoken(lesson: str) -> list[str]:
    """The languages of a lesson, by its notebooks, which are held to its text form elsewhere."""
    return ["en", *sorted(path.parent.name for path in LESSONS.glob(f"*/{lesson}.ipynb"))]


class Form:
    """What a lesson folds, displays and asks, in each of its languages."""

    lesson = ""                                     # the name of its text form
    exercises, displays, predictions, questions = 5, 30, 5, 0
    numbered: tuple[str, ...] = ()                  # formulas with their numbers, "2.1"

    def pytest_generate_tests(self, metafunc):
        if "language" in metafunc.fixturenames:
            parametrize(metafunc, language=spoken(self.lesson))

    def cells(self, language):
        folder = LESSONS if language == "en" else LESSONS / language
        return nbformat.read(folder / f"{self.lesson}.ipynb", as_version=4).cells

    def prose(self, language):
        return "\n".join(c.source for c in self.cells(language) if c.cell_type == "markdown")

    def tagged(self, language, tag):
        return [k for k, cell in enumerate(self.cells(language))
                if tag in cell.metadata.get("tags", [])]

    def test_exercises_have_folded_hints_and_solutions_that_hold(self, language):
        cells, (hint, solution, _, holds) = self.cells(language), SAID[language]
        places = self.tagged(language, "exercise")
        assert len(places) == self.exercises
        for k in places:
            before, stub, words_, solved = cells[k - 1:k + 3]
            assert f"<details><summary>{hint}</summary>" in before.source and "..." in stub.source
            assert words_.source.startswith(f"<details><summary>{solution}</summary>")
            assert solved.metadata.tags[0] == "solution" and solved.metadata.jupyter.source_hidden
            assert solved.outputs[0].text.startswith(holds)
            assert stub.source.splitlines()[-1] in solved.source            # the same check

    def test_exercises_are_of_five_kinds(self):
        assert [kind for kind in KINDS if f"({kind}).**" not in self.prose("en")] == []

    def test_control_questions_have_folded_answers(self, language):
        answer = SAID[language][2]
        assert self.prose(language).count(f"<details><summary>{answer}</summary>") == self.questions

    def test_what_is_folded_shows_no_answer_in_its_first_line(self, language):
        """JupyterLab shows the first line of a folded output, and of a folded source."""
        cells, predicted = self.cells(language), self.tagged(language, "predict")
        assert len(predicted) >= self.predictions
        for k in self.tagged(language, "solution"):
            title = {"en": "# Solution\n", "ru": "# Решение\n"}[language]
            assert cells[k].source.startswith(title)
        for k in predicted:
            shown = cells[k].outputs[0]
            if shown.output_type != "stream":               # a table, of which the head shows
                assert re.match(r"(\| [^|\d]+)+\|\n\| ---", shown.data["text/markdown"])
                continue
            first = shown.text.splitlines()[0]
            assert f'print("{first}")' in cells[k].source and first.endswith(":")

    def test_formulas_are_displayed(self, language):
        text = self.prose(language)
        assert [n for n in self.numbered if text.count(rf"\tag{{{n}}}") != 1] == []
        assert text.count("$$") // 2 >= self.displays
