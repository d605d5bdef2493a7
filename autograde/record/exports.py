"""Marks for other programs: everything as CSV, and a grade file for Moodle."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

from ..course import Course
from ..judging.task import Assignment
from ..library import speaker
from ..words import here
from .rows import rows

__all__ = ["MOODLE_COLUMNS", "write_csv", "write_moodle"]

#: What a folder's name in submitted/ is to Moodle -> the column's name in Moodle's own files.
MOODLE_COLUMNS = {"username": "Username", "idnumber": "ID number", "email": "Email address"}


def write_csv(course: Course, assignments: list[Assignment], path: Path) -> int:
    """The same as CSV, a line a student and assignment; returns the number of lines.

    A task's column has its id; the assignment stands before it where two assignments share one.
    """
    found = [row for a in assignments for row in rows(course, a)]
    columns = [(a.name, t.id) for a in assignments for t in a.tasks]
    often = Counter(task for _, task in columns)
    with open(path, "w", newline="", encoding="utf-8-sig") as f:
        out = csv.writer(f)
        out.writerow(["student", "assignment", "score", "of", "late_penalty",
                      *(task if often[task] == 1 else f"{name}.{task}" for name, task in columns),
                      "mistakes", "flags", "waiting"])
        for row in found:
            out.writerow([_inert(x) for x in (
                row.student, row.assignment, row.score, row.of,
                row.late_penalty, *[row.tasks.get(task, "") if row.assignment == name
                                       else "" for name, task in columns],
                ", ".join(row.mistakes),
                "; ".join(map(here, row.flags)), ", ".join(row.waiting))])
    return len(found)


def write_moodle(course: Course, assignments: list[Assignment], path: Path,
                 who: str = "username") -> int:
    """A grade file for Moodle's CSV import: a line a student, a column an assignment.

    `who` names the column by which Moodle finds the user (see MOODLE_COLUMNS). A student without
    a submission has "-" there, as in Moodle's own exports: no grade, where an empty cell in a new
    column could become a zero. Returns the number of lines.
    """
    marks = {a.name: {row.student: row.score for row in rows(course, a) if row.score is not None}
             for a in assignments}
    students = sorted({s for table in marks.values() for s in table})
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow([_inert(x) for x in (MOODLE_COLUMNS[who], *(
            speaker(a, course.settings.language).say(a.title)
            for a in assignments))])
        for student in students:
            out.writerow([_inert(student), *(marks[a.name].get(student, "-")
                                             for a in assignments)])
    return len(students)


def _inert(value):
    """A cell that a spreadsheet does not take for a formula.

    One that separates by semicolons, or by tabs, sees several cells in it: each is quoted.
    """
    if isinstance(value, str):
        return _FORMULA.sub(r"\1'", value)
    return "" if value is None else value


_FORMULA = re.compile(r"(^|[;\t\r\n|])(?=[ \"']*[=+\-@\t\r\n＝＋－＠])")
