"""Answers of every wrong kind, to every task: a message, no crash, no points."""

import numpy as np
import pytest
import sympy as sp
from answers import told
from each import each
from test_judge import NAMES, judge_of

from autograde.judging.judge import WORDS
from autograde.runner.encode import encode, evaluate_safely


class Odd:
    """An object of the student's own that raises whatever one does with it."""

    def __array__(self, *args, **kwargs):
        raise RuntimeError("no array")

    def __len__(self):
        raise RuntimeError("no length")

    def __float__(self):
        raise RuntimeError("no number")

    def __repr__(self):
        raise RuntimeError("no text")


def objects() -> np.ndarray:
    a = np.empty(3, dtype=object)
    for k in range(3):
        a[k] = Odd()
    return a


ODD = {
    "nan": np.full((3, 3), np.nan), "infinity": [np.inf, 0, 0], "complex": [1j, 2, 3],
    "huge": 1e308 * np.ones((3, 3)), "beyond float": [10**400, 1, 1], "many": np.zeros(60_000),
    "wrong shape": np.ones((2, 7)), "rank 5": np.ones((1, 1, 1, 1, 5)), "empty": [],
    "empties": [[], []], "empty array": np.zeros((0, 3)), "ragged": [[1, 2], [3]],
    "deep": [[[[[[[[1]]]]]]]], "text": "about 3", "texts": ["a", "b", "c"], "bytes": b"123",
    "map": {"x": 1.0, "y": [2]}, "set": {0.25, 7.5}, "True": True, "type": int, "module": np,
    "function": lambda *args: None, "generator": (x for x in range(3)),
    "letters": sp.Symbol("nobody") * sp.eye(3), "sympy nan": sp.nan,
    "infinite letters": sp.oo * sp.Symbol("x"), "equation": sp.Eq(sp.Symbol("x"), 1),
    "object": Odd(), "objects": objects(), "dates": np.array(["2020-01-01"], "datetime64[D]"),
    "records": np.zeros(3, dtype=[("a", float)]), "error": ValueError("x"),
    "masked": np.ma.masked_array([1.0, 2, 3], mask=[1, 0, 0]), "tiny": [5e-324, 0, 0],
    "zero-dimensional": np.array("word"),
}


def answered(judge, task, value):
    """What the judge gets of `value` as the answer to a task: itself, or what it returns."""
    if task.kind.ask == "function" and not callable(value):
        return {"type": "function"}, [encode(value)] * len(judge.cases[task.id])
    encoded = encode(value, task.kind.ask)
    if task.kind.ask == "expression" and encoded["type"] in ("expression", "list"):
        return encoded, [evaluate_safely(value, case.inputs) for case in judge.cases[task.id]]
    return encoded, [{"type": "none"}] * len(judge.cases[task.id])


@each("name,odd", [(name, odd) for name in NAMES for odd in ODD], by="name")
def test_every_odd_answer_to_every_task_gets_a_message_and_no_points(name, odd):
    judge = judge_of(name)
    answers, values = {}, {}
    for task in judge.assignment.tasks:
        answers[task.id], values[task.id] = answered(judge, task, ODD[odd])
    for verdict in judge.verdicts(answers, values):
        assert verdict.points == 0 and verdict.rule not in ("right", "follow-through")
        assert verdict.message and len(verdict.message.split()) <= WORDS
        assert "nan" not in verdict.message.replace("NaN", "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore")               # of numpy's and sympy's about such values
def test_check_says_something_of_every_odd_answer(name):
    judge = judge_of(name)
    for task in judge.assignment.tasks:
        for odd, value in ODD.items():
            value = (lambda *args, value=value: value) if task.kind.ask == "function" else value
            said = told(judge.assignment, task.id, value, judge.variant)
            assert said and all(said), (task.id, odd)
