"""Are the hidden cases of a function wrong for answers that need no work?

A group of cases earns its share by itself. So each group has to be wrong for a constant, for an
argument handed back and for the numbers of the truth in the order of their size; and every
argument has to matter in some group: with another one in its place the truth has to change.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..practice.kinds import Function
from ..practice.types import Numbers, Value
from ..words import Text, _, said
from .task import Assignment, Case, Task

__all__ = ["guessed", "idle", "unworked"]

FEW = 3             # numbers whose order is not one of two by chance


def unworked(assignment: Assignment, task: Task, variant: Numbers,
             cases: Sequence[Case]) -> Iterator[Text]:
    """What would be right for a whole group of these cases, or for all, without work; in words."""
    if task.cases is None:
        return
    truth = [task.truth(assignment.truth, variant, case) for case in cases]
    yield from guessed(task, cases, truth)
    if isinstance(task.kind, Function):         # letters may be there that do not enter
        for k in range(len(cases[0].inputs)):
            if not _matters(assignment, task, variant, cases, truth, k):
                yield _("a function that ignores its argument {number} is right for all cases",
                        number=k + 1)


def guessed(task: Task, cases: Sequence[Case], truth: Sequence[Value]) -> Iterator[Text]:
    """The same for a constant, an argument handed back, and an order by size; group by group."""
    for group in dict.fromkeys(case.group for case in cases):
        mine = [k for k, case in enumerate(cases) if case.group == group]
        if not idle([truth[k] for k in mine]):
            yield from (_right_for(what, group) for what, guesses in _guesses(
                [cases[k] for k in mine], [truth[k] for k in mine])
                if all(_close(task, truth[k], x) for k, x in zip(mine, guesses)))


def _right_for(what: Text, group: str) -> Text:
    return (_("{guess} is right for {group}", guess=what, group=said(group)) if group else
            _("{guess} is right for all cases", guess=what))


def idle(truth: Sequence[Value]) -> bool:
    """Is nothing right throughout, as where a problem has no solution? See `Judge._earned`."""
    return all(isinstance(x, np.ndarray) and not x.size for x in truth)


def _guesses(cases: list[Case], truth: list[Value]) -> Iterator[tuple[Text, list[Any]]]:
    """What needs no work, and its values."""
    if not all(isinstance(t, np.ndarray) or np.isscalar(t) for t in truth):
        return
    if len(cases) > 1:
        yield _("a constant"), [truth[0]] * len(truth)
    for constant in (0.0, 1.0):
        yield (_("{number:g} throughout", number=constant),
               [np.full(np.shape(t), constant) for t in truth])
    first = cases[0].inputs
    for name in first if isinstance(first, dict) else range(len(first)):
        yield (_("the argument {name} handed back",
                 name=name if isinstance(name, str) else name + 1),
               [_input(case, name) for case in cases])
    if np.ndim(truth[0]) == 1 and np.size(truth[0]) >= FEW:
        yield _("the order by size"), [np.sort(t) for t in truth]
        yield (_("the order by size, the greatest first"), [np.sort(t)[::-1] for t in truth])


def _input(case: Case, name: Any) -> Any:
    inputs: Any = case.inputs           # by letter, or by place
    return inputs[name]


def _close(task: Task, truth: Value, guess: Any) -> bool:
    if isinstance(guess, str) or np.shape(guess) != np.shape(truth):
        return False
    with np.errstate(all="ignore"):
        return bool(task.compared.distance(truth, np.asarray(guess, float)) <= task.tolerance)


def _matters(assignment: Assignment, task: Task, variant: Numbers, cases: Sequence[Case],
             truth: list[Value], k: int) -> bool:
    """Does the truth change somewhere with another case's argument in the place of this one's?

    Yes where no other case has one of its form: then nothing is known.
    """
    def inputs(one: Case) -> tuple[Any, ...]:
        return tuple(one.inputs)
    compared = False
    for case, right in zip(cases, truth):
        for other in cases:
            given, now = inputs(case)[k], inputs(other)[k]
            if np.shape(given) != np.shape(now) or np.array_equal(given, now):
                continue
            compared, changed = True, (*inputs(case)[:k], now, *inputs(case)[k + 1:])
            try:
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")
                    found = task.truth(assignment.truth, variant, Case(changed))
            except Exception:           # an index beyond the chain: it is looked at
                return True
            if np.shape(found) != np.shape(right) or not _close(task, right, found):
                return True
    return not compared
