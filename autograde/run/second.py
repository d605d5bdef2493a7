"""A second attempt: what is handed in after the deadline, until its own, by who has a first one.

The better of the two counts: the judge's points of the first after its lateness, or those of the
second without its penalty; a second attempt is not late. Explanations are read in the attempt that
counts and lose nothing by it. The receipt of the other one is kept in that of the one that counts.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from ..course import Course, write_atomically
from ..settings import Late, Settings
from ..words import Text, _, joined
from .rebuild import handed_in
from .receipt import Receipt

__all__ = ["FIRST", "OVER", "Both", "both", "chosen", "keep", "of_receipt", "remains", "utc"]

FIRST = "first"         # the folder in attempts/STUDENT/ASSIGNMENT that grading keeps
OVER = _("second attempt after its last moment: does not count")


@dataclass(frozen=True)
class Both:
    """Two attempts of one student."""

    first: Receipt
    second: Receipt
    worth: tuple[float, float]          # what remains of the judge's points
    penalty: float                      # of the second, a share
    over: bool                          # whether the second came too late

    @property
    def second_counts(self) -> bool:
        return not self.over and self.worth[1] > self.worth[0]

    @property
    def told(self) -> Text:
        """How the mark of the judge came about, for the student's page."""
        late = self.first.points - self.worth[0]
        marks = {"points": self.first.points, "of": self.first.of, "left": self.worth[0]}
        first = (_("First attempt: {points:.4g} of {of:g} points from the judge, {left:.4g} after "
                   "its lateness.", **marks) if late > 0 else
                 _("First attempt: {points:.4g} of {of:g} points from the judge.", **marks))
        if self.over:
            return joined(" ", [first, _("Second attempt: {points:.4g} of {of:g}, but after its "
                                         "last moment. The first attempt counts.",
                                         points=self.second.points, of=self.second.of)])
        second = _("Second attempt: {points:.4g} of {of:g}, less {share:g} per cent: {left:.4g}.",
                   points=self.second.points, of=self.second.of, share=100 * self.penalty,
                   left=self.worth[1])
        return joined(" ", [first, second, _("The second attempt counts.") if self.second_counts
                            else _("The first attempt counts.")])

    def __str__(self) -> Text:
        return self.told


def remains(receipt: Receipt, late: Late, due: datetime | None) -> float:
    """The judge's points of an attempt after what its lateness costs; `due` in UTC."""
    when = utc(receipt.timestamp)
    if due is None or when is None:
        return receipt.points
    return receipt.points * (1 - late.share((when - due).total_seconds()))


def both(first: Receipt, second: Receipt, settings: Settings, due: datetime | None) -> Both:
    """The two attempts under the settings of today."""
    until, when = settings.second.get(first.assignment), utc(second.timestamp)
    over = until is None or when is None or when > until.astimezone(UTC).replace(tzinfo=None)
    return Both(first, second, (remains(first, settings.late, due),
                                second.points * (1 - settings.penalty)), settings.penalty, over)


def chosen(attempts: Both) -> Receipt:
    """The receipt of the attempt that counts, with that of the other in it."""
    counts, other = ((attempts.second, attempts.first) if attempts.second_counts else
                     (attempts.first, attempts.second))
    said = [OVER] * attempts.over
    return replace(counts, second=attempts.second_counts, other=other.as_data(),
                   flags=[*counts.flags, *said])


def of_receipt(receipt: Receipt, settings: Settings, due: datetime | None) -> Both | None:
    """Both attempts, from the receipt of the one that counts; None where there is one only."""
    if receipt.other is None:
        return None
    pair = (Receipt.from_data(receipt.other), receipt)
    return both(*(pair if receipt.second else pair[::-1]), settings, due)


def keep(course: Course, receipt: Receipt, notebook: Path) -> None:
    """Put aside what was handed in first, before a second attempt takes its place.

    notebook: the path of the file that the receipt is about.
    """
    folder = course.attempts / receipt.student / receipt.assignment / FIRST
    if (receipt.assignment not in course.settings.second or receipt.attempts
            or course.linked(folder)):
        return
    try:
        text, when = handed_in(notebook), notebook.stat().st_mtime
    except (OSError, ValueError):
        return
    if hashlib.sha256(text).hexdigest() != receipt.submission:
        return                      # another came meanwhile: the next run sees it
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{receipt.assignment}.ipynb"
    scratch = path.with_name(f".{path.name}.new")
    scratch.write_bytes(text)
    os.utime(scratch, (when, when))
    os.replace(scratch, path)
    if receipt.dated == "stamp" and receipt.timestamp:
        write_atomically(folder / "timestamp.txt", receipt.timestamp)
    else:
        (folder / "timestamp.txt").unlink(missing_ok=True)


def utc(stamp: str | None) -> datetime | None:
    """A time stamp as nbgrader reads it."""
    if stamp is None:
        return None
    from nbgrader.utils import parse_utc
    return parse_utc(stamp)
