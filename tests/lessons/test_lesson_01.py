"""Exercises of lesson 1: right answers pass, slips are told apart, nothing ends in a traceback.

And the form of the lesson: what it displays, folds, and how its code reads.
"""

from pathlib import Path
from statistics import median

import nbformat
import numpy as np
import pytest
import sympy as sp

from autograde import parallel_text
from lessons import checks_01 as checks
from lessons import words
from robokit.laws import by_turns

m, a, b = checks.m, checks.a, checks.b
WAY = 2 * m


@pytest.fixture
def said(capsys):
    """What a check says about answers, in one line."""
    def one(check, *answers):
        check(*answers)
        out, err = capsys.readouterr()
        assert out.count("\n") == 1 and err == ""
        return out.strip()
    return one


def reached(x, y, z):
    return np.arctan2(y, x), z, np.hypot(x, y)


PAIR = WAY * sp.Matrix([[b**2, -a * b, 0], [-a * b, a**2, 0], [0, 0, a**2 + b**2]])
Q = np.array([np.pi / 2, 0.2, -np.pi / 4])
TABLE = np.array([[0, 0.5, 0], [0.1, 0, 0.5], [0, 0, 0.3]])


def row_2(*row):
    return [TABLE[0], row, TABLE[2]]


RIGHT = [
    (checks.coordinates, lambda p: reached(*p)),
    (checks.coordinates, lambda p: np.array(reached(*p)) + [2 * np.pi, 0, 0]),
    (checks.readings, Q), (checks.readings, [1.5708, 0.2, -0.7854]),
    (checks.lengths, TABLE), (checks.lengths, TABLE.tolist()),
    (checks.camera, np.radians([90, 0, 90])), (checks.camera, np.radians([-90, 180, -90])),
    (checks.pair, PAIR), (checks.pair, PAIR.tolist()), (checks.pair, np.array(PAIR)),
    (checks.pair, sp.Matrix(PAIR).subs({x: sp.Symbol(x.name) for x in (m, a, b)})),
    (checks.counterweight, 9, 1.08), (checks.counterweight, 9.0, sp.Rational(27, 25))]
SLIPS = [
    (checks.coordinates, lambda p: (reached(*p)[0], reached(*p)[2], p[2]), "changed places"),
    (checks.coordinates, lambda p: (np.arctan(p[1] / p[0]), *reached(*p)[1:]), "one side"),
    (checks.coordinates, lambda p: (np.arccos(p[0] / reached(*p)[2]), *reached(*p)[1:]),
     "one side"),
    (checks.coordinates, lambda p: (*reached(*p)[:2], p[0]**2 + p[1]**2), "root is missing"),
    (checks.coordinates, lambda p: (np.degrees(reached(*p)[0]), *reached(*p)[1:]), "in degrees"),
    (checks.coordinates, lambda p: (*reached(*p)[:2], np.linalg.norm(p)), "not from the floor"),
    (checks.coordinates, lambda p: p, "0.58 m from the column"),
    (checks.coordinates, lambda p: p[5], "stops with IndexError"),
    (checks.readings, [90, 0.2, -45], "in degrees"),
    (checks.readings, [0.3, np.radians(20), 0.1], "wrong way round"),
    (checks.readings, Q + [0.3, np.radians(20), 0.1], "not added"),
    (checks.readings, [0, 0, 0], "does not hold"),
    (checks.lengths, row_2(0.5, 0, 0.1), "seen from frame 0"),
    (checks.lengths, row_2(0.5, 0.1, 0), "seen from frame 1"),
    (checks.lengths, row_2(-0.1, 0, 0.5), "lower than"),
    (checks.lengths, row_2(0, 0.1, 0.5), "Y_2 is horizontal"),
    (checks.lengths, 1000 * TABLE, "needs metres"),
    (checks.lengths, TABLE[::-1], "rows 1 and 3 were right"),
    (checks.camera, [90, 0, 90], "in degrees"),
    (checks.camera, np.radians([-90, 0, 90]), "sign of alpha"),
    (checks.camera, np.radians([90, -90, 0]), "axes that stay"),
    (checks.camera, np.radians([-90, 90, 0]), "the way back"),
    (checks.camera, [0, 0, 0], "third column"),
    (checks.pair, 2 * sp.diag(*PAIR.diagonal()) - PAIR, "stands a minus"),
    (checks.pair, PAIR / 2, "one of the two"),
    (checks.pair, sp.diag(*PAIR.diagonal()), "products are missing"),
    (checks.pair, WAY * sp.diag(a**2, b**2, a**2 + b**2), "distances from the axis"),
    (checks.pair, sp.zeros(3), "not in it"), (checks.pair, PAIR + sp.Matrix(3, 3, range(9)),
                                              "symmetric"),
    (checks.pair, sp.Symbol("c") * PAIR, "c is not known"), (checks.pair, PAIR * a, "b = 0"),
    (checks.counterweight, 4, 1.08, "upside down"),
    (checks.counterweight, 18, 1.08, "acts at its middle"),
    (checks.counterweight, 9000, 1.08, "needs kilograms"),
    (checks.counterweight, 6, 1.08, "x = 0.050 m"), (checks.counterweight, -1, 1.08, "above zero"),
    (checks.counterweight, 9, 0.72, "lacks the counterweight"),
    (checks.counterweight, 9, 0.54, "Steiner's term is missing"),
    (checks.counterweight, 9, 3.78, "not squared"),
    (checks.counterweight, 9, 5, "does not hold")]


@pytest.mark.parametrize("check,answers", [(c, a) for c, *a in RIGHT])
def test_right_answers_hold(said, check, answers):
    assert said(check, *answers).startswith("holds: ")


@pytest.mark.parametrize("check,answers,says", [(c, a, says) for c, *a, says in SLIPS])
def test_slips_are_told_apart(said, check, answers, says):
    line = said(check, *answers)
    assert says in line and not line.startswith("holds")


def test_the_slips_are_those_that_they_are_named_after():
    """Independent of the checks: turns about axes that stay, and the camera's own axes."""
    wanted = by_turns("xyz", np.radians([90, 0, 90]))
    assert np.allclose(wanted[:, 0], [0, 0, 1]) and np.allclose(wanted[:, 2], [0, -1, 0])
    assert np.allclose(by_turns("xyz", np.radians([90, -90, 0]), moving=False), wanted)


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def raises(*_):
    raise KeyError("x")


STRANGE = [..., None, "text", "0.4", b"x", [], [[]], {}, {1, 2}, object, Hostile(), raises, np.nan,
           np.inf, 1j, True, 10**400, [None, 1], [[1, 2], [3]], np.zeros((0, 3)), np.zeros((2, 3)),
           np.array(["a"]), sp.Matrix([1, 2]), sp.oo, sp.nan, sp.zoo, sp.Symbol("z"), sp.true,
           [[..., 1, 2]] * 3, np.full((3, 3), np.nan), sp.ones(3) * sp.zoo, [["a"] * 3] * 3,
           lambda: 1, lambda a: ..., lambda a: None, lambda a: "x", lambda a: a.reshape(3, 1)]
ONE = [checks.coordinates, checks.readings, checks.lengths, checks.camera, checks.pair]


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("check", ONE)
def test_no_answer_ends_in_a_traceback(said, check, language):
    words.speak(language)
    try:
        for answer in STRANGE:
            line = said(check, answer)
            assert line and not line.startswith(("holds", "выполняется")), answer
    finally:
        words.speak(None)


def test_no_pair_of_answers_ends_in_a_traceback(said):
    for answer in STRANGE:
        assert not said(checks.counterweight, answer, 1.08).startswith("holds")
        assert not said(checks.counterweight, 9, answer).startswith("holds")


# -- the lesson ----------------------------------------------------------------------------------
TEXT = Path(checks.__file__).parent / "01_coordinates_and_parameters.md"
SPOKEN = [(language, *marks) for language, *marks in (
    ("en", "Hint", "Solution", "Answer", "holds: "),
    ("ru", "Подсказка", "Решение", "Ответ", "выполняется: "))
    if language in parallel_text.languages(TEXT)]


def cells(language="en"):
    folder = TEXT.parent if language == "en" else TEXT.parent / language
    return nbformat.read(folder / f"{TEXT.stem}.ipynb", as_version=4).cells


def prose(language="en"):
    return "\n".join(c.source for c in cells(language) if c.cell_type == "markdown")


@pytest.mark.parametrize("language,hint,solution,answer,holds", SPOKEN)
def test_exercises_have_folded_hints_and_solutions_that_hold(language, hint, solution, answer,
                                                             holds):
    found = cells(language)
    places = [k for k, c in enumerate(found) if "exercise" in c.metadata.get("tags", [])]
    assert 5 <= len(places) <= 7
    for k in places:
        before, stub, words_, solved = found[k - 1:k + 3]
        assert f"<details><summary>{hint}</summary>" in before.source and "..." in stub.source
        assert words_.source.startswith(f"<details><summary>{solution}</summary>")
        assert solved.metadata.tags[0] == "solution" and solved.metadata.jupyter.source_hidden
        assert solved.outputs[0].text.startswith(holds)
        assert stub.source.splitlines()[-1] in solved.source            # the same check
    assert prose(language).count(f"<details><summary>{answer}</summary>") == 5     # of the book


@pytest.mark.parametrize("kind", ["write", "predict", "find the slip", "derive", "design"])
def test_exercises_are_of_five_kinds(kind):
    assert f"({kind}).**" in prose()


def test_numbered_formulas_are_displayed():
    for number in ("1.1", "1.2", "1.3"):
        assert prose().count(rf"\tag{{{number}}}$$") == 1
    assert prose().count("$$") // 2 >= 30


def test_the_code_reads_aloud():
    code = [c for c in cells() if c.cell_type == "code"]
    assert median(len(c.source) for c in code) <= 160
    assert [line for c in code for line in c.source.splitlines() if len(line) > 79] == []
    verdicts = [c for c in code if "laws.report" in c.source and "checks." not in c.source]
    assert len(verdicts) <= len(code) / 3


def test_what_is_folded_shows_no_answer_in_its_first_line():
    """JupyterLab shows the first line of a folded output, and of a folded source."""
    folded = [c for c in cells() if {"predict", "solution"} & set(c.metadata.get("tags", []))]
    assert len(folded) >= 10
    for cell in folded:
        if "solution" in cell.metadata.tags:
            assert cell.source.startswith("# Solution\n")
        else:
            first = cell.outputs[0].text.splitlines()[0]
            assert f'print("{first}")' in cell.source and first.endswith(":")
