"""Grading a class: workers judge, this process writes the record.

There is one writer to the gradebook. A receipt, written last, says that a submission is done and
from what its marks follow: a run that is cut off at any moment is completed by the next one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.converters import NbGraderException
from sqlalchemy.exc import SQLAlchemyError

from .assignments import find
from .course import Course, write_atomically
from .pool import results
from .record import Ledger
from .task import Assignment
from .worker import Job, attempt_digests, digest, grade_one

__all__ = ["Job", "Summary", "grade", "grade_one", "read_receipt", "receipts", "write_receipt"]

TRIES = 3           # of writing one submission into the gradebook


@dataclass
class Summary:
    """What a run did."""

    graded: int = 0
    flagged: int = 0
    points: float = 0.0
    of: float = 0.0
    seconds: float = 0.0
    failed: list[str] = field(default_factory=list)     # could not be recorded

    def add(self, result: dict) -> None:
        self.graded += 1
        self.flagged += bool(result["flags"])
        self.points += sum(v["points"] for v in result["verdicts"])
        self.of += sum(v["of"] for v in result["verdicts"])

    def __str__(self) -> str:
        pace = f" ({self.graded / self.seconds:.1f} a second)" if self.seconds else ""
        share = f", {self.points / self.of:.0%} of the points" if self.of else ""
        return (f"{self.graded} submissions in {_duration(self.seconds)}{pace}, "
                f"{self.flagged} with flags{share}")


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def grade(course: Course, assignments: Iterable[Assignment], student: str | None = None, *,
          jobs: int = 1, resume: bool = False, unsafe: bool = False, dask: str | None = None,
          progress: Callable[[int, int, str], None] = lambda done, total, name: None) -> Summary:
    """Grade the submissions of a course; RuntimeError names what could not be recorded."""
    summary = Summary()
    with course.writing(), Ledger(course) as ledger:
        todo = [job for a in _handed_in(course, list(assignments), student)
                for job in _jobs(course, ledger, a, student, unsafe)]
        done = set(_done(course, ledger, todo)) if resume else ()
        todo = [job for job in todo if job not in done]
        progress(0, len(todo), "")
        began = time.monotonic()
        for done, (job, result) in enumerate(
                results(todo, max(1, min(jobs, len(todo))), dask), 1):
            if _recorded(course, ledger, job, result):
                summary.add(result)
            else:
                summary.failed.append(f"{job.student} ({job.assignment})")
            summary.seconds = time.monotonic() - began
            progress(done, len(todo), job.student)
    if summary.failed:
        raise RuntimeError("not recorded, grade again with --resume: " + ", ".join(summary.failed))
    return summary


def _handed_in(course: Course, assignments: list[Assignment],
               student: str | None) -> list[Assignment]:
    """Of several assignments, those for which this one student handed something in."""
    found = [a for a in assignments if student is None or student in course.submissions(a)]
    return found or assignments             # where none is left, `submissions` says what is wrong


def _jobs(course: Course, ledger: Ledger, assignment: Assignment, student: str | None,
          unsafe: bool) -> Iterator[Job]:
    students, stamp = course.submissions(assignment, student), course.stamp(assignment)
    course.variants(assignment)             # says so when the assignment is not released
    due = ledger.due(assignment)
    for name in students:
        when = due.get(name, due[""])
        yield Job(course.root.resolve(), assignment.name, name, unsafe,
                  when and when.isoformat(), stamp)


def _recorded(course: Course, ledger: Ledger, job: Job, result: dict) -> bool:
    """Write gradebook and receipt; a failure of the gradebook is tried again, then left open."""
    assignment = find(job.assignment)
    # Until the new receipt is there, the submission counts as not done.
    course.receipt(job.assignment, job.student).unlink(missing_ok=True)
    for _ in range(TRIES):
        try:
            ledger.record(assignment, job.student, result)
        except (NbGraderException, SQLAlchemyError, OSError):
            continue
        write_receipt(course, result)
        return True
    return False


def _done(course: Course, ledger: Ledger, jobs: Iterable[Job]) -> Iterator[Job]:
    """Those graded already from the same files, with an entry in the gradebook."""
    entered = {}
    for job in jobs:
        if job.assignment not in entered:
            entered[job.assignment] = ledger.students(find(job.assignment))
        receipt = read_receipt(course.receipt(job.assignment, job.student))
        if (receipt is not None and job.student in entered[job.assignment]
                and receipt["submission"] == digest(job.notebook)
                and receipt["attempts"] == attempt_digests(job)):
            yield job


# -- receipts ----------------------------------------------------------------------------------
def write_receipt(course: Course, result: dict) -> None:
    receipt = {k: v for k, v in result.items() if k not in ("notebook", "outputs")}
    write_atomically(course.receipt(result["assignment"], result["student"]),
                     json.dumps(receipt, indent=1, sort_keys=True))


def read_receipt(path: Path) -> dict | None:
    """A receipt; None when there is none, or none that is whole."""
    try:
        receipt = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return receipt if isinstance(receipt, dict) and "attempts" in receipt else None


def receipts(course: Course, assignments: Iterable[Assignment],
             student: str | None = None) -> list[dict]:
    """The receipts of what has been graded."""
    found = (read_receipt(p) for a in assignments
             for p in sorted((course.receipts / a.name).glob("*.json"))
             if student in (None, p.stem))
    return [receipt for receipt in found if receipt is not None]
