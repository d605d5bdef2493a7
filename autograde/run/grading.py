"""Grading a class: workers judge, this process writes the record.

There is one writer to the gradebook. A receipt, written last, says that a submission is done and
from what its marks follow: a run that is cut off at any moment is completed by the next one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from nbgrader.converters import NbGraderException
from sqlalchemy.exc import SQLAlchemyError

from ..course import FULL, Course
from ..judging.task import Assignment
from ..record.gradebook import Ledger
from ..words import Text, _, joined, ngettext
from .pool import results
from .receipt import Graded, Receipt, read_receipt, write_receipts
from .second import keep
from .worker import Job, attempt_digests, digest, handed_in_at, settle

__all__ = ["Summary", "grade"]

TRIES = 2           # more, of writing one submission into the gradebook


@dataclass
class Summary:
    """What a run did."""

    graded: int = 0
    flagged: int = 0
    points: float = 0.0
    of: float = 0.0
    seconds: float = 0.0
    failed: list[str] = field(default_factory=list)     # could not be recorded

    @property
    def done(self) -> int:
        """Submissions so far, those that could not be recorded among them."""
        return self.graded + len(self.failed)

    def add(self, receipt: Receipt, recorded: bool) -> None:
        if not recorded:
            self.failed.append(f"{receipt.student} ({receipt.assignment})")
            return
        self.graded += 1
        self.flagged += bool(receipt.flags)
        self.points += receipt.points
        self.of += receipt.of

    @property
    def told(self) -> Text:
        counted = ngettext("{n} submission in {time} ({pace:.1f} a second)",
                           "{n} submissions in {time} ({pace:.1f} a second)", self.graded,
                           time=_duration(self.seconds),
                           pace=self.graded / self.seconds if self.seconds else 0.0)
        share = (_("{share:.0f}% of the points", share=100 * self.points / self.of)
                 if self.of else "")
        return joined(", ", [counted, _("{flagged} with flags", flagged=self.flagged), share])

    def __str__(self) -> Text:
        return self.told


def _duration(seconds: float) -> Text:
    minutes, seconds = divmod(round(seconds), 60)
    return (_("{minutes} min {seconds} s", minutes=minutes, seconds=seconds) if minutes else
            _("{seconds} s", seconds=seconds))


def grade(course: Course, assignments: Iterable[Assignment], student: str | None = None, *,
          jobs: int = 1, resume: bool = False, unsafe: bool = False, dask: str | None = None,
          progress: Callable[[int, int, str], None] = lambda done, total, name: None) -> Summary:
    """Grade the submissions of a course; RuntimeError names what could not be recorded."""
    summary, assignments = Summary(), list(assignments)
    known = {a.name: a for a in assignments}
    with course.writing(), Ledger(course) as ledger:
        todo = [job for a in _handed_in(course, assignments, student)
                for job in _jobs(course, ledger, a, student, unsafe)]
        done = set(_done(course, ledger, known, todo)) if resume else ()
        todo = [job for job in todo if job not in done]
        progress(0, len(todo), "")
        settle()
        began = time.monotonic()
        for found in results(todo, max(1, min(jobs, len(todo))), dask):
            group = [_Entry(course, known[job.assignment], job, graded) for job, graded in found]
            for entry, recorded in zip(group, _recorded(ledger, group)):
                summary.add(entry.graded.receipt, recorded)
                summary.seconds = time.monotonic() - began
                progress(summary.done, len(todo), entry.job.student)
        for assignment in assignments:
            ledger.settle(assignment)
    if summary.failed:
        raise RuntimeError(_("not recorded, grade again with --resume: {students}",
                             students=", ".join(summary.failed)))
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


@dataclass
class _Entry:
    """A graded submission on its way into the record.

    Until the new receipt is there, the submission counts as not done; where nothing new can be
    recorded, the old one comes back.
    """

    course: Course
    assignment: Assignment
    job: Job
    graded: Graded
    entered: bool = False           # into the gradebook

    def __post_init__(self) -> None:
        self.receipt = self.course.receipt(self.job.assignment, self.job.student)
        self.aside = self.receipt.with_name(f".{self.receipt.name}.before")

    def begin(self) -> None:
        if self.receipt.exists():
            os.replace(self.receipt, self.aside)
        keep(self.course, self.graded.receipt, self.job.notebook)

    def give_up(self) -> None:
        if self.aside.exists() and not self.entered:
            os.replace(self.aside, self.receipt)


def _recorded(ledger: Ledger, group: list[_Entry]) -> list[bool]:
    """Write gradebook and receipts of what came together; which of them are recorded.

    One that cannot be written costs the others nothing: then each is written by itself.
    """
    if _failure(ledger, group) is None:
        return [True] * len(group)
    try:
        return [_recorded_alone(ledger, entry) for entry in group]
    finally:
        for entry in group:
            entry.give_up()


def _recorded_alone(ledger: Ledger, entry: _Entry) -> bool:
    """A failure of the gradebook is tried again, then left open."""
    for _try in range(TRIES):
        failure = _failure(ledger, [entry])
        if failure is None:
            return True
    if isinstance(failure, OSError) and failure.errno in FULL or "disk is full" in str(failure):
        raise RuntimeError(_("{folder}: no room on the disk for the marks of {student}; what was "
                             "recorded before is whole. Make room, then: autograde grade --resume",
                             folder=entry.course.root, student=entry.job.student))
    return False


def _failure(ledger: Ledger, group: list[_Entry]) -> Exception | None:
    """Write these in one transaction, the receipts last; what went wrong."""
    try:
        for entry in group:
            entry.begin()
        ledger.record(*((entry.assignment, entry.graded) for entry in group))
        for entry in group:
            entry.entered = True
        write_receipts(ledger.course, [entry.graded.receipt for entry in group])
        for entry in group:
            entry.aside.unlink(missing_ok=True)
    except (NbGraderException, SQLAlchemyError, OSError) as e:
        return e
    return None


def _done(course: Course, ledger: Ledger, known: dict[str, Assignment],
          jobs: Iterable[Job]) -> Iterator[Job]:
    """Those graded already from the same files, with an entry in the gradebook."""
    entered, settings = {}, course.settings
    for job in jobs:
        if job.assignment not in entered:
            entered[job.assignment] = ledger.students(known[job.assignment])
        receipt = read_receipt(course.receipt(job.assignment, job.student))
        if (receipt is not None and job.student in entered[job.assignment]
                and receipt.submission == digest(job.notebook)
                and receipt.attempts == attempt_digests(job, settings)
                and receipt.timestamp == _handed_in_at(course, job, receipt.attempt)):
            yield job


def _handed_in_at(course: Course, job: Job, attempt: str) -> str | None:
    """When the attempt that counts was handed in, by today's evidence."""
    earlier = course.attempts / job.student / job.assignment / attempt
    return handed_in_at(job, earlier if attempt else job.folder)[0]
