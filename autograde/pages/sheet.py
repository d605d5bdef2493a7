"""A solution sheet: a student's own numbers, and what is right with them."""

from __future__ import annotations

import nbformat
import numpy as np

from ..course import Course
from ..judging.task import Assignment, Task
from ..library import speaker
from ..runner.deal import number_of
from ..words import _, here, said

__all__ = ["solution", "solution_sheet", "written"]


def solution_sheet(course: Course, assignment: Assignment, student: str) -> str:
    """A student's own numbers, and what is right with them, task by task."""
    table = course.variants(assignment)
    number = number_of(student, table)
    variant, cells = table["variants"][number], written(course, assignment)
    say = speaker(assignment).say
    lines = [say(_("{title} ({name}): {student}, variant {number}", title=said(assignment.title),
                   name=assignment.name, student=student, number=number)), ""]
    lines += [f"  {name} = {value}" for name, value in variant.items()]
    for task in assignment.tasks:
        lines += ["", say(_("{task} ({points:g} points), {where}: {accepts}", task=task.id,
                            points=task.points, where=said(task.where),
                            accepts=said(task.kind.accepts)))]
        lines += [f"  {line}" for line in solution(assignment, task, variant, cells)]
    return "\n".join(lines)


def solution(assignment: Assignment, task: Task, variant: dict, cells: dict[str, str]) -> list[str]:
    """What is right with these numbers, in lines; for a function the instructor's own cell."""
    if task.cases is None:
        truth = task.reference(assignment.truth, variant)
        return (truth if isinstance(truth, str) else
                np.array2string(np.asarray(truth), precision=6, suppress_small=True)).splitlines()
    return cells.get(f"{task.id}_answer", here(_("see the instructor's notebook"))).splitlines()


def written(course: Course, assignment: Assignment) -> dict[str, str]:
    """The instructor's answer cells, without nbgrader's markers."""
    path = course.source / assignment.name / f"{assignment.name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    return {c.metadata["nbgrader"]["grade_id"]: "\n".join(
        line for line in c.source.splitlines() if not line.strip().startswith("### "))
        for c in cells if c.metadata.get("nbgrader", {}).get("solution")}
