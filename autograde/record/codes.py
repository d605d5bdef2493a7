"""A short code for one mark: on the student's page, and for `autograde why`.

It follows from the course's secret, so that nobody can make up that of another student.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from ..course import Course
from ..judging.task import Assignment
from ..run.receipt import Receipt, receipts
from ..words import _

__all__ = ["code_of", "found_by"]

DIGITS = 9


def code_of(course: Course, assignment: str, student: str) -> str:
    """Such as 482-109-371."""
    message = f"the mark of {student} in {assignment}".encode()
    number = int.from_bytes(hmac.new(course.secret, message, hashlib.sha256).digest())
    digits = f"{number % 10**DIGITS:0{DIGITS}d}"
    return "-".join(digits[k:k + 3] for k in range(0, DIGITS, 3))


def found_by(course: Course, code: str, assignments: Iterable[Assignment]
             ) -> tuple[Assignment, Receipt]:
    """Whose mark it is; ValueError where the code is of no graded submission."""
    def plain(text: str) -> str:
        return "".join(c for c in text if c.isdigit())
    for assignment in assignments:
        for receipt in receipts(course, [assignment]):
            if plain(code_of(course, assignment.name, receipt.student)) == plain(code):
                return assignment, receipt
    raise ValueError(_("code: got {got}, which is of no graded submission in {folder}; needs the "
                       "code on the student's page, such as 482-109-371", got=repr(code),
                       folder=course.root))
