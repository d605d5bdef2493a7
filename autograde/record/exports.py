"""All marks as CSV, with everything that is known of each."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

from ..course import Course
from ..judging.task import Assignment
from ..words import SOURCE, Speaker, _
from .rows import rows

__all__ = ["inert", "write_csv"]

BEFORE = (_("student"), _("name"), _("group"), _("assignment"), _("score"), _("of"),
          _("late_penalty"))
BEHIND = (_("mistakes"), _("flags"), _("waiting"))


def write_csv(course: Course, assignments: list[Assignment], path: Path,
              english: bool = False) -> int:
    """A line a student and assignment; returns the number of lines.

    The tasks' columns, those that are marked by hand among them, and the late penalty add up to the
    score. A task's has its id; the assignment stands before it where two assignments share one.
    english: for programs, which find a column by its name; else in the course's language.
    """
    say = Speaker(SOURCE if english else course.settings.language)
    found = [row for a in assignments for row in rows(course, a)]
    columns = [(a.name, task) for a in assignments for task in a.points]
    often = Counter(task for _, task in columns)
    with open(path, "w", newline="", encoding="utf-8-sig") as f:
        out = csv.writer(f)
        out.writerow([*map(say, BEFORE),
                      *(task if often[task] == 1 else f"{name}.{task}" for name, task in columns),
                      *map(say, BEHIND)])
        for row in found:
            out.writerow([inert(x) for x in (
                row.student, row.person.name, row.person.group, row.assignment, row.score, row.of,
                row.late_penalty, *[{**row.tasks, **row.explained}.get(task, "")
                                    if row.assignment == name else "" for name, task in columns],
                ", ".join(row.mistakes),
                "; ".join(map(say, row.flags)), ", ".join(row.waiting))])
    return len(found)


def inert(value: Any) -> Any:
    """A cell that a spreadsheet does not take for a formula.

    One that separates by semicolons, or by tabs, sees several cells in it: each is quoted.
    """
    if isinstance(value, str):
        return _FORMULA.sub(r"\1'", value)
    return "" if value is None else value


_FORMULA = re.compile(r"(^|[;\t\r\n|])(?=[ \"']*[=+\-@\t\r\n＝＋－＠])")
