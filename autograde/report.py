"""What instructors see: the table of the class, and the same as CSV."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from .course import Course
from .grading import receipts
from .mistakes import MISTAKES
from .record import scores
from .task import Assignment

__all__ = ["rows", "show", "write_csv"]


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
            "tasks": {t.id: entry["tasks"].get(t.id) for t in assignment.tasks},
            "mistakes": list(dict.fromkeys(v["mistake"] for v in receipt["verdicts"]
                                           if v["mistake"])),
            "flags": receipt["flags"], "waiting": entry["waiting"], "verdicts": receipt["verdicts"],
            "auto": sum(v["points"] for v in receipt["verdicts"])})
    return table


def show(course: Course, assignment: Assignment, console: Console | None = None) -> None:
    """Print the class as a table, and which mistakes it makes."""
    console = console or Console()
    table = Table(title=f"{assignment.title} ({assignment.name})", show_lines=False)
    table.add_column("student", no_wrap=True)
    for number, task in enumerate(assignment.tasks, 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    table.add_column("sum", justify="right", no_wrap=True)
    table.add_column("mistake found")
    table.add_column("flags")
    found = rows(course, assignment)
    for row in found:
        marks = [f"{x:g}" if x is not None else "-" for x in row["tasks"].values()]
        table.add_row(row["student"], *marks, f"{row['score']:g}", ", ".join(row["mistakes"]),
                      _printable("; ".join(row["flags"])))
    console.print(table)
    names = ", ".join(f"{k} {t.id} ({t.points:g})" for k, t in enumerate(assignment.tasks, 1))
    console.print(f"Tasks: {names}. Explanations wait for a reader: "
                  f"{sum(bool(r['waiting']) for r in found)} of {len(found)}.", highlight=False)
    counts = Counter(m for row in found for m in row["mistakes"])
    for name, count in counts.most_common():
        console.print(f"  {count:3d} x {MISTAKES[name].title}", highlight=False)


def write_csv(course: Course, assignments: list[Assignment], path: Path) -> int:
    """The same as CSV, a line a student and assignment; returns the number of lines."""
    found = [row for a in assignments for row in rows(course, a)]
    tasks = [t.id for a in assignments for t in a.tasks]
    with open(path, "w", newline="", encoding="utf-8-sig") as f:
        out = csv.writer(f)
        out.writerow(["student", "assignment", "score", "of", *tasks, "mistakes", "flags", "waiting"])
        for row in found:
            out.writerow([_inert(x) for x in (
                row["student"], row["assignment"], row["score"], row["of"],
                *[row["tasks"].get(t, "") for t in tasks], ", ".join(row["mistakes"]),
                "; ".join(row["flags"]), ", ".join(row["waiting"]))])
    return len(found)


def _inert(value):
    """A cell that a spreadsheet does not take for a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value


def _printable(text: str) -> str:
    """Flags may quote a submission: no control characters, no console markup."""
    return "".join(c if c.isprintable() else "?" for c in text).replace("[", r"\[")
