"""Where a course stands: what is released, handed in, graded, waiting and missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..course import Course
from ..judging.task import Assignment
from ..words import Text, _
from .state import State, state

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


def standings(course: Course, assignments: Iterable[Assignment]) -> list[Standing]:
    return [_standing(course, a) for a in assignments]


def _standing(course: Course, assignment: Assignment) -> Standing:
    name, people = assignment.name, course.people
    expected = len(people) if people else None
    if not (course.release / name).is_dir():
        return Standing(name, False, expected, 0, 0, 0, 0, 0, 0, None)
    if not course.gradebook.exists():
        handed_in = course.submissions(assignment)
        return Standing(name, True, expected, len(handed_in), 0, 0,
                        (expected or 0) - len(handed_in) if people else 0, 0, 0, None)
    found = state(course, assignment)
    return Standing(name, True, expected, len(found.handed_in), len(found.receipts),
                    sum(bool(row["waiting"]) for row in found.book.values()), len(found.absent),
                    sum(any(flag.startswith("not a notebook") for flag in r.flags)
                        for r in found.receipts.values()),
                    sum(_is_new(course, name, student) for student in found.receipts), found)


def _is_new(course: Course, name: str, student: str) -> bool:
    """Is the feedback page younger than what it shows?"""
    page = course.feedback / student / name / f"{name}.html"
    graded = course.autograded / student / name / f"{name}.ipynb"
    return page.exists() and graded.exists() and _time(page) >= _time(graded)


def _time(path: Path) -> float:
    return path.stat().st_mtime


def next_step(found: list[Standing]) -> Text:
    """What to do now, the most urgent first."""
    if not any(one.released for one in found):
        return _("next: autograde release")
    for one in found:
        if one.state is not None and one.state.unentered:
            return _("next: autograde repair")
        if one.released and one.handed_in > one.graded:
            return _("next: autograde grade --resume {assignment}", assignment=one.name)
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
