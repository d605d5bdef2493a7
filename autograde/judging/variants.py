"""Variants: each student's own numbers, made and certified at release.

A set of numbers is dealt only with a certificate: under it the truth and every mistake that a
task knows give answers that differ from one another by far more than the tolerance, and no right
answer is so small that zero passes for it. Angles at multiples of 90 degrees fail it; so do lengths
that vanish or agree. The hidden inputs of functions are drawn under the same certificate.

Every set is drawn from a seed of its own, so that it stays what it is when more are added.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, islice
from typing import Any, overload

import numpy as np

from ..practice.scale import MARGIN
from ..practice.types import Numbers, Value
from ..words import Text, _, joined
from .task import Assignment, Case, Task
from .trivial import guessed

__all__ = ["Sets", "Worked", "answers_of", "certified", "certified_cases", "collisions",
           "make_variants", "numbers_of", "told_apart"]

DRAWS = 100         # of numbers, a set that is wanted, before they are said not to be certifiable
MOST_SMALL = 2      # of them, one after the other, with an answer that zero passes for
Worked = dict[str, list[Value]]     # "truth" and every mistake -> its answers, one a case


def answers_of(assignment: Assignment, task: Task, variant: Numbers,
               cases: list[Case]) -> Worked:
    """The truth and every mistake of a task, worked out for all cases."""
    return dict(_answers(assignment, task, variant, cases))


def _answers(assignment: Assignment, task: Task, variant: Numbers,
             cases: list[Case]) -> Iterator[tuple[str, list[Value]]]:
    """The same one after the other."""
    rules = {"truth": assignment.truth} | {name: assignment.slipped[name]
                                           for name in task.mistakes}
    for name, r in rules.items():
        with _silent():
            found = [task.truth(r, variant, case) for case in cases]
        yield name, found


@contextmanager
def _silent() -> Iterator[None]:
    """What a slip computes may be anything."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def apart(task: Task, one: list[Value], other: list[Value]) -> float:
    """Greatest distance of two answers over the cases."""
    return max(task.compared.distance(a, b) for a, b in zip(one, other))


def collisions(assignment: Assignment, task: Task, variant: Numbers,
               cases: list[Case]) -> list[tuple[str, str]]:
    """Pairs of answers (truth and mistakes) that these numbers do not tell apart."""
    return _alike(task, answers_of(assignment, task, variant, cases))


def _alike(task: Task, answers: Worked) -> list[tuple[str, str]]:
    return [(a, b) for a, b in combinations(answers, 2)
            if not _told(task, answers[a], answers[b])]


def _told(task: Task, one: list[Value], other: list[Value]) -> bool:
    return apart(task, one, other) > MARGIN * task.tolerance


def told_apart(assignment: Assignment, task: Task, variant: Numbers, cases: list[Case]) -> bool:
    """Are there no `collisions`? The first one found decides, and nothing more is worked out."""
    known: list[list[Value]] = []
    for _name, answer in _answers(assignment, task, variant, cases):
        if not all(_told(task, earlier, answer) for earlier in known):
            return False
        known.append(answer)
    return True


def _vanishing(assignment: Assignment, task: Task, variant: Numbers) -> Text | str:
    """Is the right answer, not zero, so small that zero is right, too? In words; else nothing."""
    truth = task.truth(assignment.truth, variant, Case(()))
    if not isinstance(truth, (int, float, np.number, np.ndarray)) or not np.any(truth):
        return ""
    if task.compared.distance(truth, np.zeros_like(truth)) > task.tolerance:
        return ""
    return _("its right answer, {truth}, cannot be told from zero: an answer may miss it by "
             "{tolerance:g}. Ask for it in smaller units", tolerance=task.tolerance,
             truth=np.array2string(
                 np.asarray(truth), formatter={"float": "{:.3g}".format}))


# -- sets of numbers -----------------------------------------------------------------------------
def numbers_of(assignment: Assignment, seed: int, number: int,
               taken: Sequence[Numbers] = ()) -> Numbers:
    """The certified set with this number; the same for the same seed, however many there are.

    taken: sets that it must differ from. Where `draw` makes none that does, it is one of them.
    Raises RuntimeError naming the pair that stays indistinguishable when the assignment's
    numbers cannot be certified, or the answer that is often too small.
    """
    text = f"{seed}/{assignment.name}/{number}"
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()))
    repeated = None
    drawn_small = 0
    for variant in _certified(assignment, rng, DRAWS):
        if fault := _small(assignment, variant):
            if (drawn_small := drawn_small + 1) > MOST_SMALL:
                raise RuntimeError(fault)
            continue
        if variant not in taken:
            return variant
        repeated = variant if repeated is None else repeated
    if repeated is None:
        raise _no_certificate(assignment, rng)
    return repeated


def make_variants(assignment: Assignment, seed: int, count: int | None = None) -> list[Numbers]:
    """As many certified sets as the assignment deals, or `count`, from one stream of draws.

    So releases dealt before every set had a seed of its own, and before small answers were drawn
    anew: what was dealt stays. RuntimeError as in `numbers_of`.
    """
    rng = np.random.default_rng(seed)
    wanted = assignment.variants if count is None else count
    sets = list(islice(_certified(assignment, rng, DRAWS * wanted), wanted))
    if len(sets) < wanted:
        raise _no_certificate(assignment, rng)
    return sets


def _certified(assignment: Assignment, rng: np.random.Generator,
               draws: int) -> Iterator[Numbers]:
    """Those of so many draws whose numbers tell all mistakes of all tasks apart."""
    for _draw in range(draws):
        variant = assignment.draw(rng)
        if all(told_apart(assignment, t, variant, [Case(())]) for t in _typed(assignment)):
            yield variant


def _small(assignment: Assignment, variant: Numbers) -> Text | str:
    """The first task whose right answer is too small with these numbers, in words; else nothing.

    Of data that a student brings no other draw can be had.
    """
    return next((_("{assignment}, task {task}: {fault}", assignment=assignment.name, task=t.id,
                   fault=fault) for t in _typed(assignment) if assignment.adopt is None
                 if (fault := _vanishing(assignment, t, variant))), "")


def _no_certificate(assignment: Assignment, rng: np.random.Generator) -> RuntimeError:
    tried = [assignment.draw(rng) for k in range(DRAWS)]
    failed = next((found for variant in tried if (found := [
        (t.id, pair) for t in _typed(assignment)
        for pair in collisions(assignment, t, variant, [Case(())])])), [])
    if not failed and (small := next(filter(None, (_small(assignment, v) for v in tried)), "")):
        return RuntimeError(small)
    pairs = joined("; ", [_("task {task}: {one} and {other}", task=task, one=a, other=b)
                          for task, (a, b) in failed[:3]])
    return RuntimeError(_("{assignment}: no certificate: draw finds no numbers that tell all "
                          "answers apart, for instance {pairs}. Draw other numbers, or take a "
                          "mistake that changes nothing out of the task",
                          assignment=assignment.name, pairs=pairs))


def _typed(assignment: Assignment) -> Iterable[Task]:
    """Tasks whose answers are about the dealt numbers alone."""
    return (t for t in assignment.tasks if t.cases is None)


class Sets(Sequence[Numbers]):
    """All sets dealt for an assignment, and what is right with each: worked out once, if asked."""

    def __init__(self, assignment: Assignment, sets: Sequence[Numbers]):
        self.assignment, self._sets = assignment, sets
        self._truths: dict[str, list[Value]] = {}

    @overload
    def __getitem__(self, index: int) -> Numbers: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Numbers]: ...

    def __getitem__(self, index: Any) -> Any:
        return self._sets[index]

    def __len__(self) -> int:
        return len(self._sets)

    def truths(self, task: Task) -> list[Value]:
        """The right answer to a task under each set."""
        if task.id not in self._truths:
            with _silent():
                self._truths[task.id] = [task.reference(self.assignment.truth, variant)
                                         for variant in self._sets]
        return self._truths[task.id]


# -- hidden cases --------------------------------------------------------------------------------
def certified_cases(assignment: Assignment, task: Task, variant: Numbers, seed: str) -> list[Case]:
    """The judge's hidden cases for one student, drawn again until they tell all mistakes apart."""
    return certified(assignment, task, variant, seed)[0]


def certified(assignment: Assignment, task: Task, variant: Numbers,
              seed: str) -> tuple[list[Case], Worked]:
    """The hidden cases (see `certified_cases`), and with them the truth and every mistake."""
    for attempt in range(50):
        cases = task.drawn(variant, f"{seed}/{attempt}")
        answers = answers_of(assignment, task, variant, cases)
        if task.cases is None:
            return cases, answers
        # Of data that a student brings no other draw can be had: see `brought`.
        idle = [] if assignment.adopt else list(guessed(task, cases, answers["truth"]))
        if not idle and not _alike(task, answers):
            return cases, answers
    if idle:
        raise RuntimeError(_("{assignment}, task {task}: with all hidden cases that were drawn "
                             "{fault}. Draw other cases, or other groups of them",
                             assignment=assignment.name, task=task.id, fault=idle[0]))
    pairs = joined("; ", [_("{one} and {other}", one=a, other=b)
                          for a, b in _alike(task, answers)])
    raise RuntimeError(_("{assignment}, task {task}: no hidden cases tell these apart: {pairs}. A "
                         "mistake that is like the truth changes nothing in this task: take it "
                         "out of the task's mistakes, or draw other cases",
                         assignment=assignment.name, task=task.id, pairs=pairs))
