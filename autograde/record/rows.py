"""One row a student: marks by task, the mistakes found, the flags.

Here gradebook and receipts meet; tables, pages and exports are made of these rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..course import Course
from ..judging.mistakes import single
from ..judging.task import Assignment
from ..judging.verdict import Verdict
from ..roster import Person
from .state import state

__all__ = ["Row", "rows"]


@dataclass(frozen=True)
class Row:
    """One student at one assignment."""

    student: str
    assignment: str
    score: float | None                 # what remains after lateness, with marks by hand;
                                        # None without an entry in the gradebook
    of: float
    late_penalty: float | None
    tasks: dict[str, float | None]      # task -> mark; None before it has one
    mistakes: list[str]                 # named in any task, each once
    flags: list[str]
    waiting: list[str]                  # explanations that nobody has read yet
    verdicts: list[Verdict]
    auto: float                         # points by the judge
    person: Person = Person("")         # what the roster says of the student
    variant: int | None = None          # number of the set of numbers; None without a receipt
    read: Mapping[str, float] = field(default_factory=dict)     # task -> what a reader gave for it
    explained: Mapping[str, float | None] = field(default_factory=dict)     # the same of tasks that
                                        # the judge does not mark; None before one has been read
    comments: Mapping[str, str] = field(default_factory=dict)       # task -> what a reader wrote
    late: float = 0.0                   # hours after the deadline; a second attempt is not late

    @property
    def graded(self) -> bool:
        return self.score is not None


def rows(course: Course, assignment: Assignment) -> list[Row]:
    """The class in one assignment, in the order of the students' ids.

    Nobody is left out: whoever is on the roster and handed in nothing has a row, too.
    """
    found, table = state(course, assignment), []
    for student in found.students:
        entry, receipt = found.book.get(student), found.receipts.get(student)
        marks = entry["tasks"] if entry else {}
        verdicts = receipt.verdicts if receipt else []
        table.append(Row(
            student, assignment.name, entry["score"] if entry else None,
            entry["max_score"] if entry else assignment.most + sum(assignment.manual.values()),
            entry["late_penalty"] if entry else None,
            {t.id: marks.get(t.id) for t in assignment.tasks},
            list(dict.fromkeys(m for v in verdicts for m in single(v.mistake))),
            (receipt.flags if receipt else []) + found.flag(student),
            entry["waiting"] if entry else [], verdicts,
            receipt.points if receipt else
            sum(marks.get(t.id) or 0 for t in assignment.tasks), found.person(student),
            receipt.variant if receipt else None, entry["read"] if entry else {},
            {name: marks.get(name) if entry and (
                name in entry["read"] or name not in entry["waiting"]) else None
             for name in assignment.manual}, _comments(assignment, entry),
            entry["seconds_late"] / 3600 if entry and not (receipt and receipt.second) else 0.0))
    return table


def _comments(assignment: Assignment, entry: Mapping[str, Any] | None) -> dict[str, str]:
    """What a reader wrote on each task: on an explanation, or on the answer to a judged task."""
    written = entry["comments"] if entry else {}
    return {task: written[cell] for task in assignment.points
            for cell in (task, f"{task}_answer") if cell in written}
