"""Answers as students would hand them in, and what must follow from a student's own values."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

from autograde.judging import Case, Expression, Function
from autograde.library import book, part_of
from autograde.practice import session
from autograde.practice.kinds import as_data, from_data


def handed_in(task, rules, v):
    """The answer of a student with these rules and numbers: a value, or the function itself."""
    return (lambda *args, **letters: task.reference(rules, v, *args, **letters)) if task.cases \
        else task.reference(rules, v)


def written(task, rules):
    """The function of a task as a student would have written it, with these rules."""
    return lambda *args: task.reference(rules, {}, *args)


def goes_on(assignment, name, v):
    """A step follows its own earlier answers: right ones to the truth, wrong ones elsewhere."""
    task, truth = assignment[name], assignment.truth
    assert task.own
    for own in task.own:
        right, wrong = _right_and_shifted(assignment[own], truth, v)
        assert task.follow(truth, v, **{own: right}) == pytest.approx(task.reference(truth, v))
        shifted = task.follow(truth, v, **{own: wrong})
        assert np.abs(shifted - task.reference(truth, v)).max() > 1e-2, (name, own)


def _right_and_shifted(task, rules, v):
    """The right answer of a task and one that is off: values, or functions that return them."""
    def shifted(value):
        return 1.1 * np.asarray(value) + 0.2

    if not task.cases:
        right = task.reference(rules, v)
        return right, shifted(right)
    right = handed_in(task, rules, v)
    return right, lambda *args, **letters: shifted(right(*args, **letters))


def told(assignment, task_id, answer, v=None):
    """What a student's own notebook says of an answer, a line each: by the kinds as dealt."""
    module = part_of(assignment, "checks")
    kinds = {t.id: from_data(as_data(t.kind), module) for t in assignment.tasks}
    here = session._Session({}, assignment.checks, kinds, variant=v)
    return session._findings(here, task_id, answer)


def entry_a_12(sign):
    """a_12 of appendix 1: with -1 as it is printed, with +1 as it holds."""
    q = sp.symbols("q_1:7")
    s1, s2, s3, s4, s5, s6 = map(sp.sin, q)
    c1, c2, c3, c4, c5, c6 = map(sp.cos, q)
    rise = s1 * c2 * c3 + sign * s1 * s2 * s3
    return (-c6 * (s5 * (s1 * c2 * s3 - s1 * s2 * c3) - c5 * (c4 * rise - c1 * s4))
            - s6 * (s4 * (s1 * c2 * c3 + s1 * s2 * s3) + c1 * c4))


def polar_jacobian():
    """D_3 of the spherical arm in letters: its tip differentiated."""
    q_1, q_2, q_3, h, a = sp.symbols("q_1 q_2 q_3 h a")
    across = (a + q_3) * sp.cos(q_2)
    tip = sp.Matrix([across * sp.cos(q_1), across * sp.sin(q_1), h + (a + q_3) * sp.sin(q_2)])
    return tip.jacobian([q_1, q_2, q_3])


# Expressions whose reference needs numbers.
WRITTEN_OUT = {"polar_jacobian": polar_jacobian, "a_12": lambda: entry_a_12(+1)}


def fallen(numbers):
    """The project's table of a motion without drives."""
    v, rules = {"robot": numbers["robot"]}, book()["project"].truth
    n, times = len(v["robot"]["sigma"]), np.linspace(0, 1, 101)

    def rate(t, y):
        return [*y[n:], *rules.own_accelerations(v, y[:n], y[n:], np.zeros(n))]
    run = solve_ivp(rate, (0, 1), np.full(2 * n, 0.4), "DOP853", times, rtol=1e-9)
    return np.column_stack([times, run.y.T])


# Answers of the project, whose references are descriptions of robots.
OF_ROBOTS = {"robot": lambda numbers: numbers["robot"], "motion": fallen}


def typed_in(task, rules, numbers):
    """The answer to a task, with these rules and numbers, as it is handed to check."""
    if task.id in OF_ROBOTS:
        return OF_ROBOTS[task.id](numbers)
    if isinstance(task.kind, Function):
        return lambda *args: task.reference(rules, numbers, *args)
    if task.id in WRITTEN_OUT:
        return WRITTEN_OUT[task.id]()
    if isinstance(task.kind, Expression):
        symbols = {name: sp.Symbol(name) for name in task.kind.symbols}
        return task.reference(rules, numbers, **symbols)
    return task.truth(rules, numbers, Case(()))
