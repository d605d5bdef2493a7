"""A solution sheet: a student's own numbers, and what is right with them."""

from __future__ import annotations

import re

import numpy as np

from ..course import Course
from ..judging.task import Assignment, Task
from ..library import speaker
from ..runner.deal import number_of
from ..textform import read
from ..words import _, here, said

__all__ = ["same_for_all", "solution", "solution_sheet", "written"]

#: What a solution takes the place of: `angle = ...    # degrees`, or three dots alone.
_OPEN = re.compile(r"\s*(\w+ = )?\.\.\.\s*(#.*)?")


def solution_sheet(course: Course, assignment: Assignment, student: str) -> str:
    """A student's own numbers, and what is right with them, task by task."""
    table = course.variants(assignment)
    number = number_of(student, table)
    speaks = speaker(assignment)
    variant, cells = table["variants"][number], written(assignment, speaks.language)
    say = speaks.say
    lines = [say(_("{title} ({name}): {student}, variant {number}", title=said(assignment.title),
                   name=assignment.name, student=student, number=number)), ""]
    lines += [f"  {name} = {value}" for name, value in variant.items()]
    for task in assignment.tasks:
        lines += ["", say(_("{task} (points: {points:g}), {where}: {accepts}", task=task.id,
                            points=task.points, where=said(task.where),
                            accepts=said(task.kind.accepts)))]
        lines += [f"  {line}" for line in solution(assignment, task, variant, cells)]
    return "\n".join(lines)


def same_for_all(assignment: Assignment, task: Task) -> bool:
    """Whether the instructor's cell is what is right: for functions, and data of one's own."""
    return task.cases is not None or assignment.adopt is not None


def solution(assignment: Assignment, task: Task, variant: dict, cells: dict[str, str]) -> list[str]:
    """What is right with these numbers, in lines; or else the instructor's own cell."""
    if not same_for_all(assignment, task):
        truth = task.reference(assignment.truth, variant)
        return (truth if isinstance(truth, str) else
                np.array2string(np.asarray(truth), precision=6, suppress_small=True)).splitlines()
    return cells.get(f"{task.id}_answer", here(_("see the instructor's notebook"))).splitlines()


def written(assignment: Assignment, language: str) -> dict[str, str]:
    """The instructor's answer cells, without nbgrader's markers and without what they replace."""
    return {c.metadata["nbgrader"]["grade_id"]: _solved(c.source)
            for c in read(assignment, language).cells
            if c.metadata.get("nbgrader", {}).get("solution")}


def _solved(source: str) -> str:
    kept = (line for line in source.splitlines()
            if not line.strip().startswith("### ") and not _OPEN.fullmatch(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip("\n")
