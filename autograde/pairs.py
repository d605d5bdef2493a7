"""Two catalogued mistakes in one answer, and what cannot be told apart.

Two mistakes are composed as their rules are: a class with both as parents. Where both replace
the same step, one hides the other. What comes of every pair in every task is found by trying it
as an answer; `table` says it, and a test holds the judge to it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from .mistakes import MISTAKES, TOGETHER
from .rules import Rules
from .steps import State as Chain
from .task import Assignment, Case, Task, substantial
from .terms import explained
from .variants import TRUTH, answers_of, certified_cases, make_variants

__all__ = ["Composed", "Pair", "both", "described", "example", "lookalikes", "table"]

#: What comes of two mistakes in one answer.
OWN, HIDES, UNDONE, THIRD, AMBIGUOUS, HOLLOW, IMPOSSIBLE = (
    "told apart", "one hides the other", "they undo each other", "looks like a third mistake",
    "looks like another pair", "leaves too little to be named", "cannot both be made")


@dataclass(frozen=True)
class Pair:
    """Two mistakes of a task, and what their answer looks like."""

    names: tuple[str, str]
    outcome: str
    like: tuple[str, ...] = ()      # the mistakes, or pairs, that give the same answer
    answer: tuple = ()              # its values, one a case


@cache
def both(one: str, other: str) -> tuple[Rules, ...]:
    """The rules with both mistakes; two of them where the order of the slips matters."""
    first, second = (type(MISTAKES[name].rules) for name in (one, other))
    orders = [(first, second), (second, first)]
    if not _steps(first) & _steps(second):
        orders = orders[:1]
    return tuple(type("Both", order, {"State": _state(*order)})() for order in orders
                 if not issubclass(*order[::-1]))       # one made of the other stands first


def _state(*rules: type) -> type:
    """The chain worked out with the slips of both."""
    own = [r.State for r in rules if r.State is not Rules.State]
    if len(own) == 2 and not issubclass(*own[::-1]):
        return type("State", tuple(own), {})
    return (own or [Rules.State])[-1]


def _steps(rules: type) -> set[str]:
    """The methods that a mistake replaces, of its rules and of its State."""
    mine = {name for cls in rules.__mro__ if issubclass(cls, Rules) and cls is not Rules
            for name in vars(cls) if not name.startswith("__") and name != "State"}
    state = {f"State.{name}" for cls in rules.State.__mro__ if cls not in Rules.State.__mro__
             if cls is not Chain for name in vars(cls) if not name.startswith("__")}
    return mine | state


class Composed:
    """The answers of all pairs of a task's mistakes, each case worked out when it is looked at."""

    def __init__(self, task: Task, variant: dict, cases: list[Case]):
        self.task, self.variant, self.cases = task, variant, cases
        self.made = [(names, rules) for names in combinations(task.mistakes, 2)
                     for rules in both(*names)]
        self._known: dict[tuple[int, int], Any] = {}

    def value(self, number: int, k: int):
        """The answer of pair `number` at case k; None where two slips leave nothing to compute."""
        if (number, k) not in self._known:
            self._known[number, k] = _value(self.task, self.made[number][1], self.variant,
                                            self.cases[k])
        return self._known[number, k]

    def explaining(self, close: Callable[[Any, int], bool]) -> list[tuple[str, str]]:
        """The pairs whose answer `close` accepts at every case."""
        def fits(number: int) -> bool:
            return all((value := self.value(number, k)) is not None and close(value, k)
                       for k in range(len(self.cases)))
        return list(dict.fromkeys(names for number, (names, _) in enumerate(self.made)
                                  if fits(number)))

    def answers(self) -> list[tuple[tuple[str, str], tuple]]:
        return [(names, tuple(self.value(number, k) for k in range(len(self.cases))))
                for number, (names, _) in enumerate(self.made)]


def _value(task: Task, rules: Rules, variant: dict, case: Case):
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return task.truth(rules, variant, case)
    except (ArithmeticError, ValueError, TypeError, IndexError):
        return None


# -- the table ---------------------------------------------------------------------------------
def table(task: Task, variant: dict, cases: list[Case]) -> list[Pair]:
    """What comes of every pair of the task's mistakes with these numbers; each order a row."""
    single = answers_of(task, variant, cases)
    made = Composed(task, variant, cases).answers()
    parts = task.parts(TRUTH, variant, cases) if task.terms else []
    return [_outcome(task, names, answer, single, made, parts) for names, answer in made]


def _outcome(task: Task, names, answer, single: dict, made: list, parts: list) -> Pair:
    if any(x is None for x in answer):
        return Pair(names, IMPOSSIBLE)
    like = [name for name, other in single.items() if _same(task, answer, other)]
    if "truth" in like:
        return Pair(names, UNDONE, answer=answer)
    if like:
        hidden = all(name in names for name in like)
        return Pair(names, HIDES if hidden else THIRD, tuple(like), answer)
    found = explained(parts, single["truth"], answer, task.tolerance)
    if not any(substantial(x) for x in answer) or found is not None and found.hollow:
        return Pair(names, HOLLOW, answer=answer)
    like = dict.fromkeys(TOGETHER.join(others) for others, other in made
                         if others != names and _same(task, answer, other))
    return Pair(names, AMBIGUOUS if like else OWN, tuple(like), answer)


def lookalikes(task: Task, variant: dict, cases: list[Case]) -> dict[str, list[str]]:
    """Mistakes of the task -> others of the catalogue that give the very same answer in it."""
    single, found = answers_of(task, variant, cases), {}
    for name, mistake in MISTAKES.items():
        if name not in task.mistakes:
            answer = [_value(task, mistake.rules, variant, case) for case in cases]
            for known, other in single.items():
                if known != "truth" and _same(task, answer, other):
                    found.setdefault(known, []).append(name)
    return found


def _same(task: Task, one, other) -> bool:
    with np.errstate(all="ignore"):
        return all(a is not None and b is not None and task.compared.distance(a, b)
                   <= task.tolerance for a, b in zip(one, other))


def example(assignment: Assignment, task: Task, seed: int = 0) -> tuple[dict, list[Case]]:
    """Numbers and hidden cases under the certificate, as some student has them."""
    variant, = make_variants(replace(assignment, variants=1), seed)
    return variant, certified_cases(task, variant, f"example {seed}")


# -- in words ----------------------------------------------------------------------------------
def described(assignment: Assignment) -> Iterator[str]:
    """What the judge looks for in each task and what it cannot tell apart, a line each."""
    yield f"{assignment.title} ({assignment.name})"
    for task in assignment.tasks:
        if task.mistakes:
            variant, cases = example(assignment, task)
            yield f"\n{task.id}, {task.where}: {', '.join(task.mistakes)}"
            yield from (f"  {name}: the same numbers as {', '.join(others)}"
                        for name, others in lookalikes(task, variant, cases).items())
            yield from _of_pairs(table(task, variant, cases))
    yield ""


def _of_pairs(rows: list[Pair]) -> Iterator[str]:
    found: dict[tuple, dict[str, dict]] = {}
    for row in rows:
        found.setdefault(row.names, {}).setdefault(row.outcome, {}).update(dict.fromkeys(row.like))
    apart = [names for names, outcomes in found.items() if list(outcomes) == [OWN]]
    if found:
        yield f"  pairs: {len(apart)} of {len(found)} told apart"
    for names, outcomes in found.items():
        if names not in apart:
            yield f"  {TOGETHER.join(names)}: " + "; ".join(
                f"{outcome} ({' or '.join(like)})" if like else outcome
                for outcome, like in outcomes.items())
