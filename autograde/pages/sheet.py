"""A solution sheet: a student's own numbers, and what is right with them."""

from __future__ import annotations

import nbformat
import numpy as np

from ..course import Course
from ..judging.task import Assignment, Task
from ..runner.deal import number_of

__all__ = ["solution_sheet"]


def solution_sheet(course: Course, assignment: Assignment, student: str) -> str:
    """A student's own numbers, and what is right with them, task by task."""
    table = course.variants(assignment)
    number = number_of(student, table)
    variant, written = table["variants"][number], _written(course, assignment)
    lines = [f"{assignment.title} ({assignment.name}): {student}, variant {number}", ""]
    lines += [f"  {name} = {value}" for name, value in variant.items()]
    for task in assignment.tasks:
        lines += ["", f"{task.id} ({task.points:g} points), {task.where}: {task.kind.accepts}"]
        lines += [f"  {line}" for line in _solution(assignment, task, variant, written)]
    return "\n".join(lines)


def _solution(assignment: Assignment, task: Task, variant: dict,
              written: dict[str, str]) -> list[str]:
    if task.cases is None:
        truth = task.reference(assignment.truth, variant)
        return (truth if isinstance(truth, str) else
                np.array2string(np.asarray(truth), precision=6, suppress_small=True)).splitlines()
    return written.get(f"{task.id}_answer", "see the instructor's notebook").splitlines()


def _written(course: Course, assignment: Assignment) -> dict[str, str]:
    """The instructor's answer cells, without nbgrader's markers."""
    path = course.source / assignment.name / f"{assignment.name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    return {c.metadata["nbgrader"]["grade_id"]: "\n".join(
        line for line in c.source.splitlines() if not line.strip().startswith("### "))
        for c in cells if c.metadata.get("nbgrader", {}).get("solution")}
