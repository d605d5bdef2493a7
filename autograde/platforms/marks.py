"""Marks for other programs: grade files for Moodle, Canvas and Open edX, and a spreadsheet.

The roster says by what name a program knows a student. Whoever it does not say it of stops the
export, with the name: a file with a gap would be refused, or lose a mark, where nobody looks.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..course import Course
from ..foreign import of_error
from ..judging.task import Assignment
from ..library import speaker
from ..pages.console import in_letters
from ..record.exports import inert
from ..record.rows import Row, rows
from ..record.state import AGAIN, NOTHING, UNREAD
from ..roster import Person
from ..words import Speaker, _, joined, said
from . import edx, moodle
from .who import Roster

__all__ = ["MOODLE_COLUMNS", "fill_edx", "fill_worksheet", "write_canvas", "write_moodle",
           "write_table"]

#: A column of the roster -> the heading of the user fields that Moodle can find users by.
MOODLE_COLUMNS = {"username": "Username", "idnumber": "ID number", "email": "Email address"}
#: As lib/gradebook_importer.rb of Canvas finds them; "Section" has to be the last.
CANVAS_COLUMNS = {"Student": "name", "ID": "canvas", "SIS User ID": "sis_user",
                  "SIS Login ID": "sis_login", "Section": "section"}
NO_GRADE = "-"          # in Moodle


class _Class:
    """The class in several assignments: who is in it, and everybody's marks."""

    def __init__(self, course: Course, assignments: Iterable[Assignment]):
        self.assignments = list(assignments)
        self.rows = {a.name: {row.student: row for row in rows(course, a)}
                     for a in self.assignments}
        self.people = {name: row.person if row.person.id else Person(name)
                       for table in self.rows.values() for name, row in table.items()}

    @property
    def students(self) -> list[str]:
        return sorted(self.people)

    @property
    def settled(self) -> list[str]:
        """Those with a mark, and those who handed in nothing at all.

        Work that waits to be graded is not "no grade", which would wipe out an earlier mark.
        """
        return [s for s in self.students if self.has_mark(s) or all(
            NOTHING in table[s].flags for table in self.rows.values() if s in table)]

    def has_mark(self, student: str) -> bool:
        return any(student in table and table[student].graded for table in self.rows.values())

    def mark(self, student: str, assignment: str, nothing: str = "") -> float | str:
        row = self.rows[assignment].get(student)
        return nothing if row is None or row.score is None else row.score

    def known_as(self, column: str) -> dict[str, str]:
        """Student -> the roster's entry in this column, which nobody may lack.

        Where the roster has no such column at all, the folder's name is the entry; for an e-mail
        address it has to be one.
        """
        entries = {s: getattr(self.people[s], column) for s in self.settled}
        if not any(entries.values()):
            entries = {s: s if column != "email" or "@" in s else "" for s in entries}
        lacking = [s for s, entry in entries.items() if not entry]
        if lacking:
            raise ValueError(_("export: the roster says no {column} of {names}; needs a column "
                               "{column} with an entry for each", column=column,
                               names=", ".join(lacking)))
        return entries


def _title(course: Course, assignment: Assignment) -> str:
    return speaker(assignment, course.settings.language).say(assignment.title)


def write_moodle(course: Course, assignments: list[Assignment], path: Path,
                 who: str = "username") -> int:
    """A grade file for Moodle's CSV import: a line a student, a column an assignment.

    `who` names the column by which Moodle finds the user (see MOODLE_COLUMNS). A student without
    a submission has "-" there, as in Moodle's own exports: no grade, where an empty cell in a new
    column could become a zero. Returns the number of lines.
    """
    found = _Class(course, assignments)
    known = found.known_as(who)
    return _table(path, [MOODLE_COLUMNS[who], *(_title(course, a) for a in assignments)],
                  ([known[s], *(found.mark(s, a.name, NO_GRADE) for a in assignments)]
                   for s in found.settled))


def write_canvas(course: Course, assignments: list[Assignment], path: Path) -> int:
    """A grade file for Canvas: its five columns of a student, then an assignment each.

    The second line has the points possible. Canvas finds a student by its own number, else by the
    names of the institution, else by the name.
    """
    found = _Class(course, assignments)
    people = {s: found.people[s] for s in found.settled}
    named = {s: (p.canvas or p.sis_user or p.sis_login or p.name) for s, p in people.items()}
    lacking = [s for s, entry in named.items() if not entry]
    if lacking:
        raise ValueError(_("export: the roster says no {column} of {names}; needs a column "
                           "{column} with an entry for each",
                           column="canvas, sis_user, sis_login, name", names=", ".join(lacking)))
    most = [a.most + sum(a.manual.values()) for a in assignments]
    lines: list[list[object]] = [["    Points Possible", "", "", "", "", *most]]
    lines += [[*(getattr(person, c) or (s if c == "name" else "")
                 for c in CANVAS_COLUMNS.values()),
               *(found.mark(s, a.name) for a in assignments)] for s, person in people.items()]
    return _table(path, [*CANVAS_COLUMNS, *(_title(course, a) for a in assignments)], lines) - 1


def write_table(course: Course, assignments: list[Assignment], path: Path) -> int:
    """A spreadsheet in the course's language: a line a student, with the sum of the marks.

    In Russian numbers have a comma and columns a semicolon between them, as a spreadsheet with
    Russian settings reads them without being asked.
    """
    found, say = _Class(course, assignments), Speaker(course.settings.language)
    whole = sum(a.most + sum(a.manual.values()) for a in assignments)
    head = [say(_("student")), say(_("name")), say(_("group")),
            *(_title(course, a) for a in assignments), say(_("sum")), say(_("of"))]

    def number(x: float | str) -> str:
        return x if isinstance(x, str) else say.number(round(x, 4))
    lines = []
    for s in found.students:
        marks = [found.mark(s, a.name) for a in assignments]
        lines.append([s, found.people[s].name, found.people[s].group, *map(number, marks),
                      number(sum(x for x in marks if not isinstance(x, str))), number(whole)])
    comma = say.number(0.5) == "0,5"
    return _table(path, head, lines, ";" if comma else ",", "utf-8-sig")


def _table(path: Path, head: list[str], lines: Iterable[Iterable[object]], separator: str = ",",
           encoding: str = "utf-8") -> int:
    count = 0
    with open(path, "w", newline="", encoding=encoding) as f:
        out = csv.writer(f, delimiter=separator)
        out.writerow(map(inert, head))
        for line in lines:
            out.writerow([x if x == NO_GRADE else inert(x) for x in line])
            count += 1
    return count


# -- files of a platform, filled in --------------------------------------------------------------
def fill_worksheet(course: Course, assignment: Assignment, downloaded: Path,
                   path: Path) -> tuple[int, list[str]]:
    """Moodle's grading worksheet with marks and comments; how many lines, and who is not in it.

    Everything else stays as Moodle wrote it, so that it can be uploaded again.
    """
    sheet = moodle.read_worksheet(downloaded, ("identifier", "grade", "graded"))
    roster, say = Roster(course.people), speaker(assignment, course.settings.language)
    graded = {row.student: row for row in rows(course, assignment) if row.graded}
    new, left = {}, dict(graded)
    for line in sheet.lines:
        _same_maximum(assignment, sheet.entry(line, "most"))
    for line in sheet.lines:
        person, _why = roster.who(**{c: sheet.entry(line, c) for c in (
            "email", "idnumber", "username", "name")})
        row = left.pop(person.id, None) if person else None
        if row is not None:
            new[sheet.number(line)] = {"grade": _plain(row.score or 0.0),
                                       "comment": in_letters(say(_comment(assignment, row)))}
    return sheet.written(new, path), sorted(left)


def _same_maximum(assignment: Assignment, entry: str) -> None:
    """ValueError where the worksheet counts to another number of points than the assignment."""
    points = sum(t.points for t in assignment.tasks) + sum(assignment.manual.values())
    try:
        most = float(entry.replace(",", "."))
    except ValueError:
        return                          # a scale, or no such column
    if most != points:
        raise ValueError(_("worksheet: its maximum grade is {most:g}, {assignment} has {points:g} "
                           "points; set the maximum in Moodle to {points:g} and download the "
                           "worksheet again", most=most, points=points,
                           assignment=assignment.name))


def _plain(points: float) -> str:
    return f"{round(points, 4):g}"


def _comment(assignment: Assignment, row: Row) -> str:
    """What a student should read first: the points, and where some were lost, with why.

    Of a file that could not be read that alone, and not that every answer is missing.
    """
    unread = [flag for flag in row.flags if flag.startswith(UNREAD)]
    why = [_("Your file was not as the course gave it out:"), _("{text}.", text=joined(
        "; ", unread)), AGAIN]
    late = [_("Lateness, or a second attempt, cost {lost:g} points.", lost=row.late_penalty)
            ] if row.late_penalty else []
    lost = [_("{task}: {points:g} of {of:g}. {message}", task=_words(assignment, v.task),
              points=v.points, of=v.of, message=said(v.message))
            for v in row.verdicts if v.points < v.of]
    return joined(" ", [_("{points:g} of {of:g} points.", points=row.score or 0.0, of=row.of),
                        *late, *(why if unread else lost), *_by_hand(assignment, row)])


def _by_hand(assignment: Assignment, row: Row) -> Iterator[str]:
    """What a reader wrote, behind the points that an explanation got."""
    for task, comment in row.comments.items():
        points, told = row.explained.get(task), {
            "task": _words(assignment, task), "message": " ".join(comment.split())}
        yield (_("{task}: {message}", **told) if points is None else
               _("{task}: {points:g} of {of:g}: {message}", points=points,
                 of=assignment.manual[task], **told))


def _words(assignment: Assignment, task: str) -> str:
    return said(assignment.heading(task))


def fill_edx(course: Course, assignment: Assignment, downloaded: Path,
             path: Path) -> tuple[int, list[str]]:
    """Open edX's CSV of points or of grades with the marks; lines filled, and who is not in it.

    See `edx` for both. ValueError where neither can be told from the columns.
    """
    try:
        text = downloaded.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("export: {path} cannot be read: {error}", path=downloaded,
                           error=of_error(e))) from None
    table = csv.DictReader(io.StringIO(text))
    columns, lines = list(table.fieldnames or []), list(table)
    points = next((c for c in edx.POINTS if c in columns), None) or edx.override_column(
        lines, columns, {assignment.name, assignment.title, _title(course, assignment)})
    if points is None or "username" not in columns:
        raise ValueError(_("export: {path}: got the columns {columns}, needs {username} and "
                           "{points}, or the grades of one subsection that is called like the "
                           "assignment", path=downloaded, columns=", ".join(columns),
                           username=repr("username"), points=repr(edx.POINTS[0])))
    graded = {r.student: r for r in rows(course, assignment) if r.graded}
    by_login: dict[str, Callable[[], Row | None]] = {}
    known = _Class(course, [assignment]).known_as("edx")
    for student, login in known.items():
        by_login[login.casefold()] = lambda student=student: graded.pop(student, None)
    filled = 0
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.DictWriter(f, columns)
        out.writeheader()
        for line in lines:
            row = by_login.get(line["username"].casefold(), lambda: None)()
            filled += row is not None
            out.writerow(line | ({points: _plain(row.score or 0.0)} if row else {}))
    return filled, sorted(graded)
