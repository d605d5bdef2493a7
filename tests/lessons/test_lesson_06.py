"""Exercises of lesson 6: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import pytest
from derived import Answers, Form

from lessons import checks_06 as checks

ROW = np.array([0.85, 0.35])
ACROSS = ROW * 0.17 / (ROW @ ROW)
PLUS = np.linalg.pinv(checks.BOW)
N = np.eye(3) - PLUS @ checks.BOW


def by(weight):
    """The rates that exercise 6 asks for, with weights that went through a function."""
    def rates(A, v, w):
        B = A / weight(w)
        return B.T @ np.linalg.inv(B @ A.T) @ v
    return rates


def column(A):
    return np.linalg.svd(A)[0][:, -1]


def by_lagrange(A, v, w):
    m, n = A.shape
    system = np.block([[np.diag(w), -A.T], [A, np.zeros((m, m))]])
    return np.linalg.solve(system, np.concatenate([np.zeros(n), v]))[:n]


def by_lstsq(A, v):
    """The answer of exercise 2 without ranks of a longer matrix: what do the best rates miss?"""
    missed = np.linalg.norm(A @ np.linalg.lstsq(A, v)[0] - v)
    if missed > 1e-9:
        return "none"
    return "one" if np.linalg.svd(A)[1].min() > 1e-9 and A.shape[0] >= A.shape[1] else "many"


RIGHT = [
    (checks.across, ACROSS), (checks.across, [0.171, 0.0704]), (checks.across, (0.1710, 0.0704)),
    (checks.how_many, checks.RULES["right"]), (checks.how_many, by_lstsq),
    (checks.how_many, lambda A, v: np.str_(by_lstsq(A, v))),
    (checks.lost, column), (checks.lost, lambda A: list(-column(A))),
    (checks.lost, lambda A: np.linalg.eigh(A @ A.T)[1][:, 0]),
    (checks.lengths, 0.5, 0.35, 135), (checks.lengths, 0.498, 0.352, -135.0),
    (checks.unnoticed, 2, N), (checks.unnoticed, 2.0, N.tolist()),
    (checks.unnoticed, 2, np.outer(*2 * [np.linalg.svd(checks.BOW)[2][2]])),
    (checks.cheapest, by(lambda w: w)), (checks.cheapest, by_lagrange),
    (checks.slowed, checks.WAYS["right"]),
    (checks.slowed, lambda dq, limit: list(dq * min(1, *(limit / np.maximum(np.abs(dq), 1e-9)))))]
SLIPS = [
    (checks.across, [0.2, 0], "by joint 1 alone"), (checks.across, [0.0, 0.17 / 0.35], "shorter"),
    (checks.across, 2 * [0.17 / 1.2], "equal rates"), (checks.across, ACROSS[::-1], "changed"),
    (checks.across, np.degrees(ACROSS), "in degrees"), (checks.across, -ACROSS, "other way"),
    (checks.across, [0.34, 0.34], "has to be 0.17"), (checks.across, [0.2], "shape"),
    (checks.how_many, checks.RULES["rank"], "not looked at"),
    (checks.how_many, checks.RULES["shape"], "shape alone"),
    (checks.how_many, checks.RULES["full"], "low rank"),
    (checks.how_many, checks.RULES["rows"], "number of rows"),
    (checks.how_many, checks.RULES["smaller"], "stay free"),
    (checks.how_many, lambda A, v: "none", "has a solution"),
    (checks.how_many, lambda A, v: "one", "never one"),
    (checks.how_many, lambda A, v: "many", "no solution"),
    (checks.how_many, lambda A, v: "two", "one of the words"),
    (checks.how_many, lambda A, v: checks.RULES["right"](A, v).replace("one", "many").replace(
        "nmany", "none"), "no freedom"),
    (checks.lost, lambda A: np.linalg.svd(A)[2][-1], "a row of V^T"),
    (checks.lost, lambda A: np.linalg.svd(A)[0][:, 0], "moves best"),
    (checks.lost, lambda A: np.linalg.svd(A)[0][-1], "row of U"),
    (checks.lost, lambda A: 2 * column(A), "length is 2.00"),
    (checks.lost, lambda A: 0 * column(A), "zero vector"),
    (checks.lost, lambda A: np.ones(len(A)), "every column"),
    (checks.lengths, 0.5, 0.35, 90, "product"), (checks.lengths, 0.6, 0.4, 135, "0.85 m"),
    (checks.lengths, 0.35, 0.5, 135, "changed places"), (checks.lengths, 0.5, 0.35, 45, "angle"),
    (checks.lengths, 0.5, 0.35, 2.36, "in radians"), (checks.lengths, 0.5, 0.35, 0, "is 0.000"),
    (checks.lengths, 0.425, 0.425, 120, "is 0.301"),
    (checks.lengths, -0.5, 0.35, 135, "greater than zero"),
    (checks.lengths, 0.5, 0.35, 1350, "between"),
    (checks.unnoticed, 1, N, "line 1 is right"), (checks.unnoticed, 3, N, "line 3 is right"),
    (checks.unnoticed, 4, N, "line 4 is right"), (checks.unnoticed, 7, N, "number of a line"),
    (checks.unnoticed, 2, np.eye(2) - checks.BOW @ PLUS, "2 by 2"),
    (checks.unnoticed, 2, PLUS @ checks.BOW, "keeps the part"),
    (checks.unnoticed, 2, -N, "turned round"), (checks.unnoticed, 2, np.eye(3), "everything"),
    (checks.unnoticed, 2, np.zeros((3, 3)), "nothing through"),
    (checks.unnoticed, 2, np.eye(3) - checks.BOW.T @ checks.BOW, "transpose"),
    (checks.unnoticed, 2, np.ones((3, 3)), "another one"),
    (checks.cheapest, lambda A, v, w: np.linalg.pinv(A) @ v, "no part"),
    (checks.cheapest, by(lambda w: 1 / w), "wrong way"),
    (checks.cheapest, by(lambda w: w**2), "squared"), (checks.cheapest, by(np.sqrt), "root"),
    (checks.cheapest, lambda A, v, w: A.T @ np.linalg.inv((A / w) @ A.T) @ v, "A dq = v"),
    (checks.cheapest, by(lambda w: w + 1), "cost less"),
    (checks.slowed, checks.WAYS["cut"], "cut by itself"),
    (checks.slowed, checks.WAYS["up"], "grow"),
    (checks.slowed, checks.WAYS["signs"], "not found"),
    (checks.slowed, checks.WAYS["largest"], "another joint"),
    (checks.slowed, checks.WAYS["strictest"], "slower than needed"),
    (checks.slowed, checks.WAYS["unchanged"], "as before"),
    (checks.slowed, lambda dq, limit: dq / 10, "slower than needed"),
    (checks.slowed, lambda dq, limit: limit, "ratio"), (checks.slowed, lambda dq, limit: 9 * dq,
                                                        "beyond its limit")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson = "06_velocity_problems"
    exercises, displays, predictions, questions = 7, 40, 12, 3


def test_a_row_of_V_is_told_apart_whatever_its_length(capsys):
    """Of a square matrix it has the right length, of a tall one it has not."""
    def row(A):
        return np.linalg.svd(A)[2][-1]
    def only_for_square(A):
        return row(A) if A.shape[0] == A.shape[1] else column(A)
    for answer in (row, only_for_square):
        checks.lost(answer)
        assert "V^T" in capsys.readouterr().out


@pytest.mark.parametrize("rules", [checks.RULES, checks.WAYS])
def test_each_slip_errs_in_a_case(rules):
    """Else an answer that makes it would pass."""
    places = [case[:2] for case in (checks._systems() if rules is checks.RULES else checks._CASES)]
    for name in set(rules) - {"right"}:
        assert any(not np.array_equal(rules[name](*p), rules["right"](*p)) for p in places), name


def test_the_systems_have_the_solutions_that_they_are_said_to_have():
    """By what the best rates miss, and by whether the matrix has a null space."""
    for A, v, word in checks._systems():
        assert by_lstsq(A, v) == word


def test_the_fattest_ellipse_is_a_circle_of_the_radius_b():
    """a = b sqrt 2 and an elbow of 135 degrees: no lengths within 0.85 m do better."""
    b = checks.REACH / (1 + np.sqrt(2))
    np.testing.assert_allclose(checks.half_axes(b * np.sqrt(2), b, np.radians(135)), [b, b])
    a = np.linspace(0.05, 0.8, 40)
    elbows = np.radians(np.linspace(1, 179, 60))
    best = max(checks.half_axes(x, checks.REACH - x, e)[1] for x in a for e in elbows)
    assert checks.LEAST < best <= b + 1e-12
