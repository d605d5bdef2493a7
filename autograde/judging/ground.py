"""From what a task is judged: the truth, or what follows from the student's own earlier answers.

A task that builds on earlier ones says what follows from them (`Task.follow`, `Task.law`). All
that the judge knows of a task is worked out on every ground: its right answer, each slip, two
slips at once, what is nearly right. So a slip is found in the same way whether the answer before
it was right or wrong.

A ground is used only where it tells: if nothing, ones or the numbers of the task itself follow
from it, whoever did no work would be right.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from ..practice.checks import Case, plain
from ..practice.types import Numbers, Value
from ..words import _
from .mistakes import Steps
from .task import Assignment, Task

__all__ = ["Asked", "Ground", "NotAsked", "grounds", "places"]

BY_LAW = 2e-5       # what a function may miss of a finite difference of another
MOST = 200          # inputs at which one function is asked for the sake of later ones
Own = dict[str, Any]            # task -> the student's own value, or function


class NotAsked(LookupError):
    """A function is not known at this input."""


class Asked(Sequence[Value]):
    """A student's function as far as it is known: at the inputs at which it was asked.

    As a sequence it is its values at the judged inputs, which come first.
    """

    def __init__(self, cases: list[Case], values: list[Value | None], judged: int):
        self._values = values[:judged]
        self._asked = cases, values

    @cached_property
    def _known(self) -> dict[str, Value | None]:
        return {_key(case.inputs): x for case, x in zip(*self._asked)}

    def __call__(self, *inputs: Any, **letters: Any) -> Value:
        """Its value there; NotAsked where it is not known."""
        value = self._known.get(_key(letters or inputs))
        if value is None:
            raise NotAsked("not asked there")
        return value

    def __getitem__(self, index: Any) -> Any:
        return self._values[index]

    def __len__(self) -> int:
        return len(self._values)


def _key(inputs: Any) -> str:
    """The same for the same numbers, whatever holds them."""
    listed = inputs if isinstance(inputs, dict) else list(inputs)
    return json.dumps(listed, default=lambda x: np.asarray(x).tolist())


@dataclass
class Ground:
    """What follows from some of a student's own earlier answers; from none of them, the truth."""

    assignment: Assignment
    task: Task
    variant: Numbers
    cases: list[Case]
    own: Own = field(default_factory=dict)
    otherwise: bool = False         # in the second of two ways, see `Task.otherwise`
    fine: float = 1.0               # of the tolerance: what is left where own values are absurd
    _law: list[Value | None] | None = None

    @property
    def true(self) -> bool:
        return not self.own

    @property
    def tolerance(self) -> float:
        """Differences of a student's function are less sharp than its values."""
        return self.fine * (BY_LAW * self.task.scale if self.own and self.task.cases
                            else self.task.tolerance)

    def value(self, rules: Steps, k: int) -> Value | None:
        """What these rules answer to case k from here; None where nothing can be said.

        Raises what a computation may raise on numbers of a student's: see `answer`.
        """
        if self.true:
            return self.task.truth(rules, self.variant, self.cases[k])
        if self.task.law is not None:
            return self._by_law(rules, k)
        follow = self.task.otherwise if self.otherwise else self.task.follow
        assert follow is not None
        return self.task.asked(follow, rules, self.variant, self.cases[k], **self.own)

    def _by_law(self, rules: Steps, k: int) -> Value | None:
        assert self.task.law is not None
        if rules is not self.assignment.truth:
            return None
        if self._law is None:
            self._law = list(self.task.law(self.variant, self.own))
        return None if self._law[k] is None else np.asarray(self._law[k], dtype=float)

    def answer(self, rules: Steps) -> list[Value | None] | None:
        """The answer at every case; None where it cannot be worked out, or says nothing."""
        with np.errstate(all="ignore"):
            try:
                values = [self.value(rules, k) for k in range(len(self.cases))]
            except (ArithmeticError, ValueError, TypeError, IndexError, NotAsked):
                return None
        said = [x for x in values if x is not None]
        return values if said and all(_usable(x) for x in said) else None

    def answers_as(self, rules: Steps, agrees: Callable[[Value, int], bool]) -> bool:
        """Does `answer(rules)` agree at every case that it says something of?

        The first case that does not agree decides; the others are not worked out.
        """
        something = False
        for k in range(len(self.cases)):
            with np.errstate(all="ignore"):
                try:
                    value = self.value(rules, k)
                except (ArithmeticError, ValueError, TypeError, IndexError, NotAsked):
                    return False
            if value is not None:
                if not _usable(value) or not agrees(value, k):
                    return False
                something = True
        return something

    def tells(self, right: list[Value | None]) -> bool:
        """Is there work left? Not where zeros, ones or numbers of the task would be right."""
        return self.true or not self.without_work(right)

    def without_work(self, values: Sequence[Value | None]) -> bool:
        """Are these zeros, ones, or numbers of the task handed back?"""
        return (self.handed_back(values, self.own)
                or self._all_close(values, self._constant(values)))

    def handed_back(self, values: Sequence[Value | None], idle: Collection[str]) -> bool:
        """Are these numbers that the task gives, or one of these earlier answers once more?"""
        return self._all_close(values, self._given(values, idle))

    def _all_close(self, values: Sequence[Value | None], guesses: Iterator[list[Any]]) -> bool:
        return any(all(x is None or self._close(x, guess) for x, guess in zip(values, guessed))
                   for guessed in guesses)

    def _close(self, x: Value, guess: Value) -> bool:
        return np.shape(x) == np.shape(guess) and bool(
            self.task.compared.distance(x, guess) <= self.fine * self.task.tolerance)

    def _constant(self, values: Sequence[Value | None]) -> Iterator[list[Any]]:
        """The same throughout: nothing, ones, or the unit matrix."""
        shape = _shape(values)
        for constant in (0.0, 1.0):
            yield [np.full(shape, constant)] * len(values)
        if len(shape) == 2 and shape[0] == shape[1]:
            yield [np.eye(shape[0])] * len(values)

    def _given(self, values: Sequence[Value | None], own: Collection[str]) -> Iterator[list[Any]]:
        """What was given, and these earlier answers, where they have the right shape."""
        shape = _shape(values)
        if self.task.cases is None and self.assignment.adopt is None:   # there they are one's own
            given = [*_numbers(self.variant), *(x for name, x in self.own.items()
                                                if name in own and isinstance(x, np.ndarray))]
            yield from ([x] for x in given if np.shape(x) == shape != ())
        elif self.task.cases is not None:
            inputs = [list(c.inputs.values()) if isinstance(c.inputs, dict) else list(c.inputs)
                      for c in self.cases]
            yield from (list(column) for column in zip(*inputs))


def _shape(values: Sequence[Value | None]) -> tuple[int, ...]:
    return next((np.shape(x) for x in values if x is not None), ())


def _numbers(variant: Any) -> Iterator[Any]:
    """Every array among the dealt numbers."""
    for x in variant.values() if isinstance(variant, dict) else variant:
        if isinstance(x, dict):
            yield from _numbers(x)
        elif isinstance(x, (list, tuple, np.ndarray)):
            try:
                yield np.asarray(x, dtype=float)
            except (TypeError, ValueError):
                continue


def _usable(x: Value) -> bool:
    return not isinstance(x, np.ndarray) or bool(np.isfinite(x).all())


def grounds(assignment: Assignment, task: Task, variant: Numbers, cases: list[Case],
            own: Own) -> Iterator[Ground]:
    """Own earlier answers, as many of them as can be used together first; the truth last."""
    used = [name for name in task.own if name in own]
    if task.law is not None:
        used = used if len(used) == len(task.own) else []
        sizes = [len(used)]
    else:
        sizes = list(range(len(used), 0, -1)) if task.follow is not None else []
    for size in sizes:
        for part in combinations(used, size):
            if part:
                given = {n: own[n] for n in part}
                yield Ground(assignment, task, variant, cases, given)
                for name in part:
                    if _lopsided(assignment, name, variant, own[name]):     # u J for J u
                        yield Ground(assignment, task, variant, cases,
                                     given | {name: own[name].T})
                if task.otherwise is not None:
                    yield Ground(assignment, task, variant, cases, given, otherwise=True)
    yield Ground(assignment, task, variant, cases)


def _lopsided(assignment: Assignment, name: str, variant: Numbers, own: Any) -> bool:
    """A matrix that is symmetric if it is right, and is not: rows and columns may be taken."""
    if assignment[name].cases is not None or not _square(own) or np.allclose(own, own.T):
        return False
    right = assignment[name].truth(assignment.truth, variant, Case(()))
    return _square(right) and np.allclose(right, right.T)


def _square(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.ndim == 2 and x.shape[0] == x.shape[1] > 1


class _Recorder(Sequence[Value]):
    """An earlier function, right, which notes the inputs at which it is asked."""

    def __init__(self, assignment: Assignment, task: Task, variant: Numbers,
                 found: dict[str, Case]):
        self._assignment, self._task, self._variant = assignment, task, variant
        self._found = found
        self._known: dict[str, Value] = {}      # input -> the truth there, worked out once

    def __call__(self, *inputs: Any, **letters: Any) -> Value:
        key = _key(letters or inputs)
        if key not in self._known:
            self._found[key] = Case(letters or tuple(plain(x) for x in inputs))
            self._known[key] = self._task.truth(self._assignment.truth, self._variant,
                                                Case(letters or inputs))
        return copy(self._known[key])           # whoever asks may change what is given

    def __getitem__(self, index: Any) -> Any:
        raise NotAsked("a value of the judged cases")

    def __len__(self) -> int:
        return 0


# -- where a student's functions have to be asked ------------------------------------------------
def places(assignment: Assignment, task: Task, variant: Numbers,
           cases: list[Case]) -> dict[str, list[Case]]:
    """Earlier function -> the inputs at which it has to be known for this task to follow it."""
    earlier = [name for name in task.own if assignment[name].cases is not None]
    if task.follow is None or not earlier:
        return {}
    found: dict[str, dict[str, Case]] = {name: {} for name in earlier}
    values = {name: assignment[name].truth(assignment.truth, variant, Case(()))
              for name in task.own if name not in earlier}
    own = {name: _Recorder(assignment, assignment[name], variant, found[name]) for name in earlier}
    for follow in filter(None, (task.follow, task.otherwise)):
        for names in (earlier, *([name] for name in earlier if len(earlier) > 1)):
            for case in cases:
                with contextlib.suppress(NotAsked):     # by its judged values alone
                    task.asked(follow, assignment.truth, variant, case, **values,
                               **{name: own[name] for name in names})
    if any(len(asked) > MOST for asked in found.values()):
        raise ValueError(_("task {task}: asks an earlier function at more than {most} inputs",
                           task=task.id, most=MOST))
    return {name: list(asked.values()) for name, asked in found.items()}
