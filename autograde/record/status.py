"""Where a course stands: what is released, handed in, graded, waiting and missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..course import Course
from ..judging.task import Assignment
from ..roster import by_id
from ..run.receipt import Receipt, receipts
from ..run.worker import Job, digest
from ..runner.deal import normalise
from ..words import Text, _, ngettext
from .gradebook import served
from .state import UNREAD, State, listed, state

__all__ = ["Standing", "next_step", "standings"]


@dataclass(frozen=True)
class Standing:
    """One assignment."""

    name: str
    released: bool
    expected: int | None                # students on the roster; None without one
    handed_in: int
    graded: int
    waiting: int                        # submissions with an explanation that nobody has read
    absent: int
    unreadable: int                     # what was handed in is no notebook
    pages: int                          # feedback pages that are of the last marks
    state: State | None
    lost: bool = False                  # there are receipts, and no gradebook
    again: list[str] = field(default_factory=list)      # handed in anew since it was graded
    readers: list[str] = field(default_factory=list)    # whose explanations wait
    strangers: list[str] = field(default_factory=list)  # handed in, and are not on the roster

    @property
    def handed_in_of(self) -> str:
        """How many handed in, of how many on the roster, and how many besides."""
        if self.expected is None:
            return str(self.handed_in)
        besides = f" + {len(self.strangers)}" if self.strangers else ""
        return f"{self.handed_in - len(self.strangers)}/{self.expected}{besides}"

    def sentences(self) -> Iterator[Text]:
        """Who is behind the numbers of the table."""
        if self.again:
            yield ngettext("{assignment}: {n} handed in again since it was graded: {names}",
                           "{assignment}: {n} handed in again since they were graded: {names}",
                           len(self.again), assignment=self.name, names=listed(self.again))
        if self.strangers:
            yield ngettext("{assignment}: {n} is not on the roster and has handed in: {names}",
                           "{assignment}: {n} are not on the roster and have handed in: {names}",
                           len(self.strangers), assignment=self.name,
                           names=listed(self.strangers))
        if self.readers:
            yield ngettext("{assignment}: {n} waits for a reader: {names}",
                           "{assignment}: {n} wait for a reader: {names}", len(self.readers),
                           assignment=self.name, names=listed(self.readers))


def standings(course: Course, assignments: Iterable[Assignment]) -> list[Standing]:
    return [_standing(course, a) for a in assignments]


def _standing(course: Course, assignment: Assignment) -> Standing:
    name, people = assignment.name, course.people
    expected = len(people) if people else None
    if not (course.release / name).is_dir():
        return Standing(name, False, expected, 0, 0, 0, 0, 0, 0, None)
    handed_in, known = course.submissions(assignment), by_id(people)
    strangers = [s for s in handed_in if people and normalise(s) not in known]
    if not served(course) and not course.gradebook.exists():
        return Standing(name, True, expected, len(handed_in), 0, 0,
                        len(known.keys() - set(map(normalise, handed_in))), 0, 0, None,
                        any(True for _r in receipts(course, [assignment])), strangers=strangers)
    found = state(course, assignment)
    readers = sorted(student for student, row in found.book.items() if row["waiting"])
    return Standing(name, True, expected, len(found.handed_in), len(found.receipts),
                    len(readers), len(found.absent),
                    sum(any(flag.startswith(UNREAD) for flag in r.flags)
                        for r in found.receipts.values()),
                    sum(_is_new(course, name, student) for student in found.receipts), found,
                    again=sorted(r.student for r in found.receipts.values()
                                 if r.student in found.handed_in and _is_other(course, r)),
                    readers=readers, strangers=strangers)


def _is_other(course: Course, receipt: Receipt) -> bool:
    """Has something else been handed in since?"""
    job = Job(course.root, receipt.assignment, receipt.student)
    return receipt.submission != digest(job.notebook)


def _is_new(course: Course, name: str, student: str) -> bool:
    """Is the feedback page younger than what it shows?"""
    page = course.feedback / student / name / f"{name}.html"
    graded = course.autograded / student / name / f"{name}.ipynb"
    return page.exists() and graded.exists() and _time(page) >= _time(graded)


def _time(path: Path) -> float:
    return path.stat().st_mtime


def next_step(found: list[Standing], planned: Iterable[str] = ()) -> Text:
    """What to do now, the most urgent first; `planned` are the names with a deadline."""
    if not any(one.released for one in found):
        names = " ".join(planned)
        return (_("next: autograde release {names}", names=names) if names else
                _("next: autograde release"))
    if any(one.lost for one in found):
        return _("next: autograde repair")
    for one in found:
        if one.state is not None and one.state.outdated:
            return _("next: autograde release {names}", names=one.name)
    for one in found:
        if one.state is not None and one.state.unentered:
            return _("next: autograde repair")
        if one.released and (one.handed_in > one.graded or one.again):
            return _("next: autograde grade --resume {assignment}", assignment=one.name)
    for one in found:
        if one.state is not None and one.state.stale:
            return _("next: autograde regrade {assignment} --apply", assignment=one.name)
    for one in found:
        if one.waiting:
            return _("next: autograde comment {assignment}, or formgrader: {n} wait for a reader",
                     assignment=one.name, n=one.waiting)
    for one in found:
        if one.pages < one.graded:
            return _("next: autograde feedback {assignment}", assignment=one.name)
    if not any(one.graded for one in found):
        return _("next: autograde collect, when work is handed in")
    return _("next: autograde export")
