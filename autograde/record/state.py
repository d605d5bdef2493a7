"""What is there: gradebook, receipts and folders of an assignment, held against one another.

Every export, report and verification begins here. What one of them has and another has not is
named; nothing is left out silently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..course import Course
from ..judging.task import Assignment
from ..roster import Person, by_id
from ..run.receipt import Receipt, not_whole, receipts
from ..runner.deal import normalise
from ..words import Text, _, joined, ngettext, said
from .gradebook import scores

__all__ = ["AGAIN", "NOTHING", "NO_ENTRY", "NO_RECEIPT", "UNGRADED", "UNREAD", "State", "listed",
           "state"]

NO_RECEIPT = _("no whole receipt: grade again")
NO_ENTRY = _("not in the gradebook: autograde repair")
UNGRADED = _("handed in, not graded")
NOTHING = _("handed in nothing")
UNREAD = "not a notebook"   # what the flag begins with, see `run.rebuild`
AGAIN = _("Save your notebook once more and hand it in again, or ask your instructor how.")
SHOWN = 10          # names in a sentence
ROUNDED = 1e-9      # of points that are sums of parts


@dataclass(frozen=True)
class State:
    """One assignment; students' ids, each list in their order."""

    assignment: str
    book: dict[str, dict]               # the gradebook: see `scores`
    receipts: dict[str, Receipt]        # those that are whole
    cut: list[str]                      # there is a receipt, but no whole one
    handed_in: list[str]
    misnamed: list[str]                 # folders that can be no student's
    roster: dict[str, Person] = field(default_factory=dict)     # see `by_id`; {} without one
    points: dict[str, float] = field(default_factory=dict)      # task -> what it is worth now
    outdated: str = ""                  # why it has to be released again; see `Course.variants`

    @property
    def students(self) -> list[str]:
        """Everybody of whom anything is known, and whoever handed in nothing."""
        return sorted([*self._present, *self.absent])

    @property
    def _present(self) -> set[str]:
        return {*self.book, *self.receipts, *self.cut, *self.handed_in}

    @property
    def absent(self) -> list[str]:
        """On the roster, and no trace of them in this assignment."""
        there = set(map(normalise, self._present))
        return sorted(who.id for key, who in self.roster.items() if key not in there)

    def person(self, student: str) -> Person:
        """What the roster says of a student; nothing but the id where it says nothing."""
        return self.roster.get(normalise(student), Person(student))

    @property
    def unproved(self) -> list[str]:
        """With marks in the gradebook that no whole receipt shows."""
        return sorted({*self.book, *self.cut} - set(self.receipts))

    @property
    def unentered(self) -> list[str]:
        """With a receipt that the gradebook does not know."""
        return sorted(set(self.receipts) - set(self.book))

    @property
    def ungraded(self) -> list[str]:
        return sorted(set(self.handed_in) - set(self.book) - set(self.receipts) - set(self.cut))

    @property
    def gone(self) -> list[str]:
        """Graded once, and nothing in submitted/ any more."""
        return sorted(set(self.receipts) - set(self.handed_in))

    @property
    def dated_by_saving(self) -> list[str]:
        return sorted(name for name, r in self.receipts.items() if r.dated == "saved")

    @property
    def undated(self) -> list[str]:
        return sorted(name for name, r in self.receipts.items() if r.dated == "copied")

    @property
    def above(self) -> list[tuple[str, str, Text]]:
        """Student, task and mark, where one by hand is more than the task is worth now.

        For how many points a mark was given stands nowhere. Where they are others now, the release
        has made it wait: see `doubtful`.
        """
        return [(student, task, _("{points:g} of {of:g}", points=mark, of=self.points[task]))
                for student, row in sorted(self.book.items())
                for task, mark in sorted(row["read"].items())
                if mark > self.points.get(task, mark) + ROUNDED]

    @property
    def doubtful(self) -> list[tuple[str, str]]:
        """Student and task of marks by hand that wait for another look: since one was given, the
        task's points or the work have changed."""
        above = [(student, task) for student, task, _mark in self.above]
        return [(student, task) for student, row in sorted(self.book.items())
                for task in sorted({*row["read"]} & {*row["waiting"]})
                if (student, task) not in above]

    @property
    def stale(self) -> list[str]:
        """Tasks that some work was graded for when they had other points."""
        return sorted({v.task for r in self.receipts.values() for v in r.verdicts
                       if abs(v.of - self.points.get(v.task, v.of)) > ROUNDED})

    @property
    def whole(self) -> bool:
        """Whether every mark in the gradebook has its receipt, and every receipt its mark."""
        return not (self.unproved or self.unentered)

    def flag(self, student: str) -> list[str]:
        """What is missing of one student, as a flag."""
        return ([NO_RECEIPT] if student in self.unproved else
                [NO_ENTRY] if student in self.unentered else
                [UNGRADED] if student in self.ungraded else
                [NOTHING] if student in self.absent else [])

    def sentences(self) -> Iterator[Text]:
        """What is missing or no longer true, and what to do about it."""
        yield from self.changed_points()
        for names, what in (
                (self.unproved, _("no whole receipt; their marks do not follow from anything: "
                                  "autograde grade --resume {assignment}",
                                  assignment=self.assignment)),
                (self.unentered, _("a receipt, but no entry in the gradebook, and therefore no "
                                   "mark here: autograde repair")),
                (self.ungraded, _("handed in and not graded: autograde grade --resume "
                                  "{assignment}", assignment=self.assignment)),
                (self.misnamed, _("folders in submitted/ with names that no student can have: "
                                  "rename them")),
                (self.gone, _("graded, but no longer in submitted/")),
                (self.dated_by_saving, _("no time stamp: the time at which the notebook was saved "
                                         "says when it was handed in")),
                (self.undated, _("no time stamp, and the notebook is as old as its copy here: "
                                 "counted as on time")),
                ([f"{student} {task}" for student, task in self.doubtful],
                 _("marked by hand before the task's points or the work changed; look again: "
                   "autograde comment {assignment} STUDENT --task TASK ROW --replace, or "
                   "formgrader", assignment=self.assignment))):
            yield from self._told(names, what)
        yield from self.marked_above()

    def changed_points(self) -> Iterator[Text]:
        """That the course gives other points now than some work was graded for, and what to do."""
        if self.outdated:
            yield said(self.outdated)
        elif self.stale:
            yield _("{assignment}: points of {tasks} have changed since it was graded, and marks "
                    "are still the old ones: autograde regrade {assignment} --apply",
                    assignment=self.assignment, tasks=", ".join(self.stale))

    def marked_above(self) -> Iterator[Text]:
        """That marks by hand are `above` what their tasks are worth, and what to do."""
        yield from self._told(
            [_("{student} {task} ({mark})", student=student, task=task, mark=mark)
             for student, task, mark in self.above],
            _("marked by hand above what the task is worth now; mark it again: autograde comment "
              "{assignment} STUDENT --task TASK ROW --replace, or formgrader",
              assignment=self.assignment))

    def _told(self, names: Sequence[str], what: Text) -> Iterator[Text]:
        if names:
            yield _("{assignment}: {count} x {what}: {names}", assignment=self.assignment,
                    count=len(names), what=what, names=listed(names))


def listed(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    shown, more = joined(", ", map(_plain, names[:SHOWN])), len(names) - SHOWN
    return ngettext("{names} and {n} more", "{names} and {n} more", more,
                    names=shown) if more > 0 else shown


def _plain(name: str) -> Text:
    """A name as it is, also one that a message has, such as "right"; it is not translated."""
    return name if isinstance(name, Text) else Text(name if name.isprintable() else ascii(name))


def _outdated(course: Course, assignment: Assignment) -> str:
    """Why it has to be released again; "" for nothing."""
    try:
        course.variants(assignment)
    except ValueError as e:
        return str(e)
    return ""


def state(course: Course, assignment: Assignment) -> State:
    found = receipts(course, [assignment])
    return State(assignment.name, scores(course, assignment), {r.student: r for r in found},
                 not_whole(course, assignment), course.submissions(assignment),
                 course.misnamed(assignment), by_id(course.people), assignment.points,
                 _outdated(course, assignment))
