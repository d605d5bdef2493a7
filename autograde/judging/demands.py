"""What the fields of a task and of a row must be, before anything is worked out with them.

A text where a number is due goes through Python unnoticed until two are added up, far from the
line that was typed; a part of the points above one is refused by nbgrader when a class is graded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from ..practice.checks import Check
from ..practice.kinds import Expression, Function, Kind
from ..words import Text, _
from .rubrics import Row

if TYPE_CHECKING:
    from .task import Assignment, Task

__all__ = ["number", "unmet"]

NAMES = "mistakes", "own", "questions"      # fields of a task that are tuples of names


def unmet(assignment: Assignment) -> Iterator[Text]:
    """What the fields of this assignment's tasks and rubrics are and may not be, in words."""
    if not (isinstance(assignment.variants, Integral) and assignment.variants >= 1):
        yield _("variants: got {got}, needs a whole number, {least} or more",
                got=repr(assignment.variants), least=1)
    if not isinstance(assignment.rules, type):
        yield _("rules: got {got}, needs a class, and none made of it", got=repr(assignment.rules))
    for task in assignment.tasks:
        for fault in _of_task(task):
            yield _("task {task}: {fault}", task=task.id, fault=fault)
    for name, check in assignment.checks.items():
        if not isinstance(check, Check):
            yield _("task {task}: {fault}", task=name, fault=_(
                "its entry in CHECKS: got {got}, needs a Check", got=repr(check)))
    for name, rows in assignment.rubrics.items():
        if not (isinstance(rows, tuple) and all(isinstance(row, Row) for row in rows)):
            yield _("task {task}: its rubric: got {got}, needs a tuple of rows: {example}",
                    task=name, got=repr(rows), example="(Row(...), Row(...))  (Row(...),)")
            continue
        for k, row in enumerate(rows, 1):
            if not number(row.points):
                yield _("task {task}: row {n} of its rubric: {fault}", task=name, n=k,
                        fault=_("points: got {got}, needs a number", got=repr(row.points)))


def _of_task(task: Task) -> Iterator[Text]:
    if not isinstance(task.kind, Kind):
        yield _("kind: got {got}, needs a kind of answer, such as {example}", got=repr(task.kind),
                example='Number("m")')
    elif isinstance(task.kind, (Function, Expression)) and task.cases is None:
        yield _("cases: got none, and a function is asked at cases; needs a function (rng, "
                "variant) that draws them")
    if not callable(task.reference):
        yield _("reference: got {got}, needs a function", got=repr(task.reference))
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
