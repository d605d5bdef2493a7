"""Deadlines: the common one of an assignment, and those of groups and of single students.

A student's own goes before that of the group, that before the common one. An extension that was
granted in nbgrader's gradebook holds where the settings say nothing of the student.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from .course import Course
from .roster import by_id
from .runner.deal import normalise
from .words import _

__all__ = ["Deadlines", "deadlines", "naive"]


@dataclass(frozen=True)
class Deadlines:
    """Of one assignment, as the settings say it; with their time zones."""

    common: datetime | None
    own: Mapping[str, datetime]         # id as it is dealt -> the student's own

    def own_of(self, student: str) -> datetime | None:
        return self.own.get(normalise(student))

    def latest(self) -> datetime | None:
        return max([self.common, *self.own.values()]) if self.common else None


def deadlines(course: Course, assignment: str) -> Deadlines:
    """ValueError names a group or a student of the settings whom the roster does not know."""
    settings = course.settings
    people = by_id(course.people)
    groups = {person.group for person in people.values() if person.group}
    for group in settings.due_groups:
        if group not in groups:
            raise ValueError(_("[due.groups]: got {got}, needs a group of the roster: {known}",
                               got=repr(group), known=", ".join(sorted(groups)) or "-"))
    for student in settings.due_students:
        if people and normalise(student) not in people:
            raise ValueError(_("[due.students]: got {got}, who is not on the roster",
                               got=repr(student)))
    own = dict(_of_groups(settings.due_groups, people, assignment))
    own |= {normalise(student): dates[assignment]
            for student, dates in settings.due_students.items() if assignment in dates}
    return Deadlines(settings.due.get(assignment), own)


def _of_groups(due_groups, people, assignment: str) -> Iterator[tuple[str, datetime]]:
    for key, person in people.items():
        if assignment in due_groups.get(person.group, {}):
            yield key, due_groups[person.group][assignment]


def naive(when: datetime) -> datetime:
    """In UTC without saying so, as nbgrader keeps its times."""
    return when.astimezone(UTC).replace(tzinfo=None)
