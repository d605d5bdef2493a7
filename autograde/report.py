"""What instructors see: the class as a table, as CSV, for Moodle, and a solution sheet."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import nbformat
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .course import Course
from .grading import receipts
from .mistakes import single, title_of
from .record import scores
from .runner.deal import number_of
from .task import Assignment, Task
from .variants import TRUTH

__all__ = ["MOODLE_COLUMNS", "rows", "show", "solution_sheet", "write_csv", "write_moodle"]

#: What a folder's name in submitted/ is to Moodle -> the column's name in Moodle's own files.
MOODLE_COLUMNS = {"username": "Username", "idnumber": "ID number", "email": "Email address"}


def rows(course: Course, assignment: Assignment) -> list[dict]:
    """One row a student: marks by task, the mistakes found, the flags."""
    book = scores(course, assignment)
    table = []
    for receipt in receipts(course, [assignment]):
        entry = book.get(receipt["student"])
        if entry is None:
            continue
        table.append({
            "student": receipt["student"], "assignment": assignment.name,
            "score": entry["score"], "of": entry["max_score"],
            "late_penalty": entry["late_penalty"],
            "tasks": {t.id: entry["tasks"].get(t.id) for t in assignment.tasks},
            "mistakes": list(dict.fromkeys(m for v in receipt["verdicts"]
                                           for m in single(v["mistake"]))),
            "flags": receipt["flags"], "waiting": entry["waiting"], "verdicts": receipt["verdicts"],
            "auto": sum(v["points"] for v in receipt["verdicts"])})
    return table


def show(course: Course, assignment: Assignment, console: Console | None = None) -> None:
    """Print the class as a table, who made which mistake and who is flagged; 80 columns will do."""
    console, found = console or Console(), rows(course, assignment)
    table = Table(title=f"{assignment.title} ({assignment.name})", box=SIMPLE_HEAD,
                  padding=(0, 1, 0, 0))
    table.add_column("student", overflow="fold")
    marks = [[row["tasks"][t.id] for row in found] for t in assignment.tasks]
    for name, column in zip([*map(str, range(1, len(marks) + 1)), "sum"],
                            [*marks, [row["score"] for row in found]]):
        widest = max((len(_mark(points)) for points in column), default=1)
        table.add_column(name, justify="right", min_width=widest)
    for row in found:
        table.add_row(_printable(row["student"]), *map(_mark, row["tasks"].values()),
                      _mark(row["score"]))
    console.print(table)
    names = ", ".join(f"{k} {t.id} ({t.points:g})" for k, t in enumerate(assignment.tasks, 1))
    console.print(f"Tasks: {names}. Explanations wait for a reader: "
                  f"{sum(bool(r['waiting']) for r in found)} of {len(found)}.", highlight=False)
    _who(console, "Mistakes found", [(title_of(m), row["student"]) for row in found
                                     for m in row["mistakes"]])
    _who(console, "Flags", [(flag, row["student"]) for row in found for flag in row["flags"]])


def _mark(points: float | None) -> str:
    """As short as can be: 1.5 is 1½."""
    if points is None:
        return "-"
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{whole:.0f}½".lstrip("0")
    return f"{points:g}"


def _who(console: Console, title: str, pairs: list[tuple[str, str]]) -> None:
    """What was found, the commonest first, and with whom."""
    found: dict[str, list[str]] = {}
    for what, student in pairs:
        found.setdefault(what, []).append(student)
    if found:
        console.print(f"{title}:", highlight=False)
    for what, students in sorted(found.items(), key=lambda item: -len(item[1])):
        line = _printable(f"{len(students):3d} x {what}: {', '.join(students)}")
        console.print(Padding(line, (0, 0, 0, 2), expand=False))


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
                row["student"], row["assignment"], row["score"], row["of"],
                row["late_penalty"], *[row["tasks"].get(task, "") if row["assignment"] == name
                                       else "" for name, task in columns],
                ", ".join(row["mistakes"]),
                "; ".join(row["flags"]), ", ".join(row["waiting"]))])
    return len(found)


def write_moodle(course: Course, assignments: list[Assignment], path: Path,
                 who: str = "username") -> int:
    """A grade file for Moodle's CSV import: a line a student, a column an assignment.

    `who` names the column by which Moodle finds the user (see MOODLE_COLUMNS). A student without
    a submission has "-" there, as in Moodle's own exports: no grade, where an empty cell in a new
    column could become a zero. Returns the number of lines.
    """
    marks = {a.name: {row["student"]: row["score"] for row in rows(course, a)} for a in assignments}
    students = sorted({s for table in marks.values() for s in table})
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow([_inert(x) for x in (MOODLE_COLUMNS[who], *(a.title for a in assignments))])
        for student in students:
            out.writerow([_inert(student), *(marks[a.name].get(student, "-")
                                             for a in assignments)])
    return len(students)


def _inert(value):
    """A cell that a spreadsheet does not take for a formula."""
    if isinstance(value, str) and value[:1] in tuple("=+-@\t\r\n＝＋－＠"):
        return "'" + value
    return "" if value is None else value


def _printable(text: str) -> Text:
    """Flags may quote a submission: no control characters, and markup is not read."""
    return Text("".join(c if c.isprintable() else "?" for c in text))


def solution_sheet(course: Course, assignment: Assignment, student: str) -> str:
    """A student's own numbers, and what is right with them, task by task."""
    table = course.variants(assignment)
    number = number_of(student, table)
    variant, written = table["variants"][number], _written(course, assignment)
    lines = [f"{assignment.title} ({assignment.name}): {student}, variant {number}", ""]
    lines += [f"  {name} = {value}" for name, value in variant.items()]
    for task in assignment.tasks:
        lines += ["", f"{task.id} ({task.points:g} points), {task.where}: {task.kind.accepts}"]
        lines += [f"  {line}" for line in _solution(task, variant, written)]
    return "\n".join(lines)


def _solution(task: Task, variant: dict, written: dict[str, str]) -> list[str]:
    if task.cases is None:
        truth = task.reference(TRUTH, variant)
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
