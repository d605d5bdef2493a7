"""What the fields of a task and of a row must be, before anything is worked out with them.

A text where a number is due goes through Python unnoticed until two are added up, far from the
line that was typed; a part of the points above one is refused by nbgrader when a class is graded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..words import Text, _

if TYPE_CHECKING:
    from .task import Assignment, Task

__all__ = ["number", "unmet"]

NAMES = "mistakes", "own", "questions"      # fields of a task that are tuples of names


def unmet(assignment: Assignment) -> Iterator[Text]:
    """What the fields of this assignment's tasks and rubrics are and may not be, in words."""
    for task in assignment.tasks:
        for fault in _of_task(task):
            yield _("task {task}: {fault}", task=task.id, fault=fault)
    for name, rows in assignment.rubrics.items():
        for k, row in enumerate(rows, 1):
            if not number(row.points):
                yield _("task {task}: row {n} of its rubric: {fault}", task=name, n=k,
                        fault=_("points: got {got}, needs a number", got=repr(row.points)))


def _of_task(task: Task) -> Iterator[Text]:
    if not number(task.points):
        yield _("points: got {got}, needs a number", got=repr(task.points))
    if not (number(task.slip) and 0 <= task.slip <= 1):
        yield _("slip: got {got}, needs a number from 0 to 1", got=repr(task.slip))
    for field in NAMES:
        names = getattr(task, field)
        if isinstance(names, str):
            yield _("{field}: got {got}, needs a tuple of names, {example}", field=field,
                    got=repr(names), example=f"({names!r},)")


def number(value: Any) -> bool:
    """Is it a finite number, and neither a text nor True?"""
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
