"""Variants: each student's own numbers, made and certified at release.

A set of numbers is dealt only with a certificate: under it the truth and every mistake that a
task knows give answers that differ from one another by far more than the tolerance. Angles at
multiples of 90 degrees fail it; so do lengths that vanish or agree. The hidden inputs of
functions are drawn under the same certificate.
"""

from __future__ import annotations

import warnings
from itertools import combinations

import numpy as np

from ..practice.scale import MARGIN
from ..practice.types import Numbers, Value
from .task import Assignment, Case, Task

__all__ = ["Worked", "answers_of", "certified", "certified_cases", "collisions", "make_variants"]

Worked = dict[str, list[Value]]     # "truth" and every mistake -> its answers, one a case


def answers_of(assignment: Assignment, task: Task, variant: Numbers,
               cases: list[Case]) -> Worked:
    """The truth and every mistake of a task, worked out for all cases."""
    rules = {"truth": assignment.truth} | {name: assignment.slipped[name]
                                           for name in task.mistakes}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return {name: [task.truth(r, variant, case) for case in cases]
                for name, r in rules.items()}


def apart(task: Task, one: list[Value], other: list[Value]) -> float:
    """Greatest distance of two answers over the cases."""
    return max(task.compared.distance(a, b) for a, b in zip(one, other))


def collisions(assignment: Assignment, task: Task, variant: Numbers,
               cases: list[Case]) -> list[tuple[str, str]]:
    """Pairs of answers (truth and mistakes) that these numbers do not tell apart."""
    return _alike(task, answers_of(assignment, task, variant, cases))


def _alike(task: Task, answers: Worked) -> list[tuple[str, str]]:
    return [(a, b) for a, b in combinations(answers, 2)
            if not apart(task, answers[a], answers[b]) > MARGIN * task.tolerance]


def make_variants(assignment: Assignment, seed: int, count: int | None = None) -> list[Numbers]:
    """As many certified sets as the assignment deals, or `count`; the same for the same seed.

    Raises RuntimeError naming the pair that stays indistinguishable when the assignment's
    numbers cannot be certified.
    """
    rng = np.random.default_rng(seed)
    typed = [t for t in assignment.tasks if t.cases is None]
    sets: list[Numbers] = []
    wanted = assignment.variants if count is None else count
    for _ in range(100 * wanted):
        variant = assignment.draw(rng)
        failed = [(t.id, pair) for t in typed
                  for pair in collisions(assignment, t, variant, [Case(())])]
        if not failed:
            sets.append(variant)
        if len(sets) == wanted:
            return sets
    raise RuntimeError(f"{assignment.name}: no certificate; for instance {failed[:3]}")


def certified_cases(assignment: Assignment, task: Task, variant: Numbers, seed: str) -> list[Case]:
    """The judge's hidden cases for one student, drawn again until they tell all mistakes apart."""
    return certified(assignment, task, variant, seed)[0]


def certified(assignment: Assignment, task: Task, variant: Numbers,
              seed: str) -> tuple[list[Case], Worked]:
    """The hidden cases (see `certified_cases`), and with them the truth and every mistake."""
    for attempt in range(50):
        cases = task.drawn(variant, f"{seed}/{attempt}")
        answers = answers_of(assignment, task, variant, cases)
        if task.cases is None or not _alike(task, answers):
            return cases, answers
    raise RuntimeError(f"{task.id}: no hidden cases tell {_alike(task, answers)} apart")
