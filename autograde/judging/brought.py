"""Data that a student brings (`Assignment.adopt`): judged on their own scale, and where they tell.

Numbers that are dealt have a certificate (see `variants`). Data of a student's own have none, so
each right answer is asked the same questions: would zeros, ones, what the function was given, or
a catalogued mistake have been right, too? Then nobody can say that the work was done: it is left
to a person.

    A right answer to case k misses the truth by no more than
        tolerance * max(scale, |truth_k|),  scale the greatest entry over all cases, at most 1,
    and in each entry by no more than a hundredth of that entry's own greatest size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..practice.checks import Case
from ..practice.scale import MARGIN, scale_of, slighted
from ..practice.types import Numbers, Value
from ..words import _, said
from .ground import Ground
from .task import Assignment, Task
from .variants import Worked

__all__ = ["on_own_scale", "untold"]

def on_own_scale(task: Task, truth: Sequence[Value]) -> Task:
    """The task with its tolerance relative to what its true answers measure, where that is small.

    truth: its right answers, one a case.
    """
    scale = scale_of(truth) if task.compared.relative else 1.0
    return replace(task, scale=scale) if scale < 1 else task


def untold(assignment: Assignment, task: Task, variant: Numbers, cases: list[Case],
           worked: Worked, got: Sequence[Any]) -> str:
    """Why the student's data do not tell this right answer from others; "" where they do."""
    wide = replace(task, scale=MARGIN * task.scale)
    if Ground(assignment, wide, variant, cases).without_work(got):
        return _("zeros, ones, or what is given would be right too")
    for name in task.mistakes:
        if all(wide.compared.distance(x, g) <= wide.tolerance
               for x, g in zip(worked[name], got)) and not any(slighted(got, worked[name])):
            return _("a wrong way would give the same ({mistake})",
                     mistake=said(assignment.mistakes[name].title))
    return ""
