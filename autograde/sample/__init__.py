"""The sample class: submissions made by code, with the marks they must earn.

Right ones and honest but odd ones, one student for each catalogued mistake, unfinished and empty
ones, hostile and damaged ones. `write_class` puts them into a course folder as students would
hand them in; every `Student` says what grading has to find, and a test holds the grading to it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass

import nbformat

from ..course import Course, released
from ..judging.task import Assignment
from ..library import part_of
from ..settings import FILE, template
from ..textform import read

__all__ = ["Paper", "Student", "expected", "students", "write_class"]

#: Endless loops are cut sooner than in a real course; honest cells need 4 seconds at the most.
SETTINGS = template().replace("# cell_cpu = 20.0 ", "cell_cpu = 12.0 ")


class Paper:
    """One notebook while it is being filled in."""

    def __init__(self, release, solutions: dict[str, str], name: str):
        self.notebook, self.solutions, self.name = nbformat.from_dict(release), solutions, name
        self.raw: bytes | None = None
        self.write("identity", f'me = "{name}"')

    def cell(self, grade_id: str):
        return next(c for c in self.notebook.cells
                    if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id)

    def write(self, grade_id: str, source: str) -> None:
        self.cell(grade_id).source = source

    def answer(self, task: str, source: str) -> None:
        self.write(f"{task}_answer", source)

    def solve(self, *without: str) -> Paper:
        """Fill in the instructor's solutions, save those of the named tasks."""
        for grade_id, source in self.solutions.items():
            if grade_id != "identity" and grade_id.removesuffix("_answer") not in without:
                self.write(grade_id, source)
        return self

    def insert(self, before: str, source: str) -> None:
        """A cell of the student's own, before the cell `before`."""
        place = self.notebook.cells.index(self.cell(before))
        self.notebook.cells.insert(place, nbformat.v4.new_code_cell(source))

    def append(self, to: str, source: str) -> None:
        """Lines at the end of a cell of the student's, or a cell of their own behind a check."""
        cell = self.cell(to)
        if cell.metadata.nbgrader.get("solution"):
            cell.source += "\n" + source
        else:
            place = self.notebook.cells.index(cell) + 1
            self.notebook.cells.insert(place, nbformat.v4.new_code_cell(source))

    def content(self) -> bytes:
        return self.raw if self.raw is not None else json.dumps(self.notebook).encode()


@dataclass(frozen=True)
class Student:
    """Who hands in what, and what must come of it."""

    name: str
    story: str                                      # what this submission is, in words
    fill: Callable[[Paper], object]
    marks: dict[str, float] | float = 1.0           # task -> points; or one share for all tasks
    mistakes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()                     # beginnings of the flags that must be raised


def solutions_of(assignment: Assignment) -> dict[str, str]:
    """The instructor's answer cells by grade id, without nbgrader's markers."""
    answers = {}
    for cell in read(assignment).cells:
        grader = cell.metadata.get("nbgrader", {})
        if grader.get("solution"):
            lines = [l for l in cell.source.splitlines() if l.strip() not in
                     ("### BEGIN SOLUTION", "### END SOLUTION")]
            answers[grader["grade_id"]] = "\n".join(lines)
    return answers


def facts(assignment: Assignment):
    """The assignment's slips.py: SLIPS, MISREAD, VICTIM, other_forms; all of it optional."""
    return part_of(assignment, "slips")


def students(assignment: Assignment) -> list[Student]:
    """The whole class for one assignment."""
    from . import damaged, honest, hostile, slips
    return [s for part in (honest, slips, hostile, damaged) for s in part.students(assignment)]


def expected(assignment: Assignment, student: Student) -> dict[str, float]:
    """Points by task that grading must find."""
    full = {t.id: t.points for t in assignment.tasks}
    if isinstance(student.marks, dict):
        return full | student.marks
    return {task: points * student.marks for task, points in full.items()}


def write_class(course: Course, of: Callable[[Assignment], list[Student]] = students,
                settings: str = SETTINGS) -> int:
    """Hand in everything of these students; returns how many submissions there are."""
    (course.root / FILE).write_text(settings, encoding="utf-8")
    count = 0
    for assignment in course.assignments():
        release, solutions = released(course, assignment), solutions_of(assignment)
        for student in of(assignment):
            paper = Paper(release, solutions, student.name)
            student.fill(paper)
            folder = course.submitted / student.name / assignment.name
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            (folder / f"{assignment.name}.ipynb").write_bytes(paper.content())
            count += 1
    return count
