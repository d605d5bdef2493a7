"""What Open edX writes of a course: who is who, when something was handed in, files for marks.

The list of students: lms/djangoapps/instructor_task/tasks_helper/enrollments.py of edx-platform,
`upload_students_csv`, with the columns of lms/djangoapps/instructor/views/api.py,
`get_students_features`. Anonymized ids: tasks_helper/misc.py, `generate_anonymous_ids`. Answers to
open responses: openassessment/data.py of edx-ora2, `OraAggregateData.collect_ora2_data`, and the
list in the archive of files, `OraDownloadData.SUBMISSIONS_CSV_HEADER`. Files for marks:
bulk_grades/api.py of edx-bulk-grades, `ScoreCSVProcessor` (points of one component; before 0.6
with the columns "points" and "csum") and `GradeCSVProcessor` (the grades of subsections).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from dateutil import parser

from ..foreign import of_error
from ..words import _
from .downloads import Download, Piece

__all__ = ["POINTS", "Reports", "override_column", "read_reports", "with_reports"]

IDS = ("User ID", "Course Specific Anonymized User ID")
ANSWERS = ("Anonymized Student ID", "Location", "Date/Time Response Submitted")
POINTS = ("New Points", "points")       # where a mark is entered, today and before
OVERRIDE, SUBSECTION = "new_override-", "name-"


@dataclass
class Reports:
    """What several reports say together."""

    users: dict[str, str] = field(default_factory=dict)     # anonymised id -> Open edX's number
    times: dict[tuple[str, str], datetime] = field(default_factory=dict)    # id, problem -> last

    def when(self, sender: str, problem: str) -> datetime | None:
        """When this sender answered; of the only problem where the archive does not say which."""
        known = {at for (who, at), _time in self.times.items() if who == sender}
        if not problem and len(known) == 1:
            problem, = known
        return self.times.get((sender, problem))


def read_reports(paths: Iterable[Path]) -> Reports:
    """Open edX's CSV of anonymised ids and of answers to open responses, known by their columns."""
    found = Reports()
    for path in paths:
        try:
            table = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))
        except (OSError, UnicodeDecodeError) as e:
            raise ValueError(_("collect: {path} cannot be read: {error}; needs a report of Open "
                               "edX as CSV (UTF-8)", path=path, error=of_error(e))) from None
        columns = table.fieldnames or []
        if set(IDS) <= set(columns):
            found.users |= {line[IDS[1]]: line[IDS[0]] for line in table}
        elif set(ANSWERS) <= set(columns):
            for line in table:
                _answer(found, line)
        else:
            raise ValueError(_("collect: {path}: got the columns {columns}, needs those of {one} "
                               "or of {other}", path=path, columns=", ".join(columns),
                               one=", ".join(IDS), other=", ".join(ANSWERS)))
    return found


def _answer(found: Reports, line: dict[str, str]) -> None:
    """The time of one answer, under the anonymised id and, where it is told, the login."""
    try:
        when = parser.isoparse(line[ANSWERS[2]].strip().replace(" ", "T", 1))
    except ValueError:
        return
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    for sender in filter(None, (line[ANSWERS[0]], line.get("Username"))):
        key = sender, line[ANSWERS[1]]
        found.times[key] = max(when, found.times.get(key, when))


def with_reports(found: Download, reports: Reports) -> Download:
    """The pieces with their times, and with Open edX's number of who stands under another name."""
    return replace(found, pieces=[_known(piece, reports) for piece in found.pieces])


def _known(piece: Piece, reports: Reports) -> Piece:
    sender = piece.sender or piece.owner
    clues = dict(piece.clues)
    if number := reports.users.get(sender):
        clues["edx_id"] = number
    return replace(piece, clues=clues, when=reports.when(sender, piece.problem)
                   or reports.when(piece.owner, piece.problem))


def override_column(lines: list[dict[str, str]], columns: list[str],
                    called: Iterable[str]) -> str | None:
    """The column for new grades of the subsection that is called so, or of the only one."""
    names = {OVERRIDE + column.removeprefix(SUBSECTION): {line[column] for line in lines}
             for column in columns if column.startswith(SUBSECTION)}
    fits = [column for column, told in names.items() if told & set(called)] or (
        list(names) if len(names) == 1 else [])
    return fits[0] if len(fits) == 1 and fits[0] in columns else None
