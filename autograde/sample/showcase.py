"""The sample class as it is shown: about a hundred submissions in which everything occurs.

Three assignments: right and odd work, a slip of every family, an earlier slip carried on,
unfinished, damaged, hostile and late work, and an explanation that has been marked by hand.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from ..course import Course
from ..judging.rubrics import marked
from ..judging.task import Assignment
from ..record.gradebook import Ledger
from . import SETTINGS, Student, students

__all__ = ["LATE", "MARKED", "SHOWN", "VARIANTS", "chosen", "hand_in_late", "mark_by_hand",
           "settings"]

SHOWN = ("a02_rotation", "a08_forces", "project")
VARIANTS = 4                                    # sets of numbers; a real course deals more
DUE = "2026-10-01T23:59:00+03:00"               # of the first of them
LATE = ("galkina", "2026-10-03 06:00:00 UTC")   # a student of it, and when the work came in
MARKED = ("akimova", ["1", "2", "3b"])          # a student of it, and the rows of the rubric


def settings() -> str:
    """The text of the course's settings."""
    return (SETTINGS.replace("per_day = 0.0 ", "per_day = 0.1 ")
            .replace("# a02_rotation = 2030-10-01T23:59:00+03:00", f"{SHOWN[0]} = {DUE}")
            .replace("# variants = 24 ", f"variants = {VARIANTS}  "))


def chosen(assignment: Assignment) -> list[Student]:
    """Everybody, but of those who slip one from each family of mistakes."""
    found, families = [], set()
    for student in students(assignment):
        family = {assignment.mistakes[m].catalogue for m in student.mistakes}
        if not student.name.startswith("slip_") or not family <= families:
            families |= family
            found.append(student)
    return found


def hand_in_late(course: Course) -> None:
    """One of the right submissions came after the deadline, all others on the day before it."""
    student, when = LATE
    before = (datetime.fromisoformat(DUE) - timedelta(days=1)).timestamp()
    for path in course.submitted.glob(f"*/{SHOWN[0]}/*"):
        os.utime(path, (before, before), follow_symlinks=False)
    (course.submitted / student / SHOWN[0] / "timestamp.txt").write_text(when)


def mark_by_hand(course: Course) -> None:
    """One explanation is read and marked, as `autograde comment` does it."""
    student, rows = MARKED
    assignment = course.library[SHOWN[0]]
    (explanation, rubric), = assignment.rubrics.items()
    points, text = marked(rubric, rows)
    with course.writing(), Ledger(course) as ledger:
        ledger.mark_by_hand(assignment, student, explanation, points, text)
