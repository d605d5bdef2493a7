"""Judging again from the receipts: nothing is run.

A receipt holds the answers and values that a submission gave, its variant and the seeds of its
hidden inputs; the rules of today make verdicts of them again. `judged_again` compares, `apply`
writes what has changed into gradebook, notebook and receipt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..course import Course
from ..judging.judge import Judge
from ..judging.task import Assignment
from ..judging.variants import Sets
from ..judging.verdict import Verdict
from ..record.gradebook import Ledger
from .receipt import Receipt, receipts, write_receipt

__all__ = ["Change", "apply", "judged_again"]


@dataclass(frozen=True)
class Change:
    """One receipt whose verdicts are others now."""

    assignment: Assignment
    receipt: Receipt
    verdicts: list[Verdict]
    other: dict[str, Any] | None = None         # of the attempt that does not count

    @property
    def marks(self) -> list[tuple[Verdict | None, Verdict]]:
        """Old and new verdict of every task whose points have changed."""
        return [(old, new) for old, new in self.pairs if old is None or old.points != new.points]

    @property
    def pairs(self) -> list[tuple[Verdict | None, Verdict]]:
        """Old and new verdict of every task with any change; None for a task that was not there."""
        before = {v.task: v for v in self.receipt.verdicts}
        return [(before.get(v.task), v) for v in self.verdicts if before.get(v.task) != v]


def judged_again(course: Course, assignments: Iterable[Assignment], student: str | None = None,
                 task: str | None = None) -> Iterator[tuple[Receipt, Change | None]]:
    """Every receipt, and its change if the verdicts are no longer the same."""
    for assignment in assignments:
        if task is not None and task not in {t.id for t in assignment.tasks}:
            continue
        sets, secret = Sets(assignment, course.variants(assignment)["variants"]), course.secret
        for receipt in receipts(course, [assignment], student):
            verdicts, other = _verdicts(assignment, sets, secret, receipt, task), receipt.other
            if other is not None:
                again = Receipt.from_data(other)
                again.verdicts = _verdicts(assignment, sets, secret, again, task)
                other = again.as_data()
            same = verdicts == receipt.verdicts and _points(other) == _points(receipt.other)
            yield receipt, None if same else Change(assignment, receipt, verdicts, other)


def _points(other: dict[str, Any] | None) -> list[Any] | None:
    """What a receipt inside a receipt says of each task."""
    return other and Receipt.from_data(other).verdicts


def _verdicts(assignment: Assignment, sets: Sets, secret: bytes, receipt: Receipt,
              task: str | None) -> list[Verdict]:
    judge = Judge(assignment, sets, receipt.variant, receipt.student, secret)
    new = judge.verdicts(receipt.answers, receipt.values, receipt.facts)
    if task is None:
        return new
    before = {v.task: v for v in receipt.verdicts}
    return [v if v.task == task else before[v.task] for v in new
            if v.task == task or v.task in before]


def apply(course: Course, changes: Iterable[Change]) -> int:
    """Write the new verdicts; manual marks stay. Returns how many submissions were written."""
    count, changes = 0, list(changes)
    with course.writing(), Ledger(course) as ledger:
        for change in changes:
            receipt = _restated(change)
            ledger.restate(change.assignment, receipt)
            write_receipt(course, receipt)
            count += 1
        for assignment in {c.assignment.name: c.assignment for c in changes}.values():
            ledger.settle(assignment)
    return count


def _restated(change: Change) -> Receipt:
    """The receipt with the new verdicts and the flags that follow from them."""
    said = {f for v in change.receipt.verdicts for f in v.flags}
    flags = [f for f in change.receipt.flags if f not in said]
    flags += [f for v in change.verdicts for f in v.flags if f not in flags]
    return replace(change.receipt, verdicts=change.verdicts, other=change.other,
                   flags=list(dict.fromkeys(flags)))
