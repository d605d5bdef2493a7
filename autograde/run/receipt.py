"""The receipt of a graded submission: from what its marks follow, bit for bit.

It is written last: a submission that has one is done. This module alone reads and writes the
files in receipts/.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from ..course import Course, write_atomically
from ..judging.task import Assignment
from ..judging.verdict import Verdict
from ..practice.types import Answers, Values
from ..words import _, restored, table

__all__ = ["Graded", "Receipt", "not_whole", "read_receipt", "receipts", "write_receipt",
           "write_receipts"]


@dataclass
class Receipt:
    """One graded submission, without its notebook."""

    student: str
    assignment: str
    variant: int                        # number of the set of numbers that was dealt
    submission: str                     # digest of the file handed in
    verdicts: list[Verdict]
    flags: list[str]                    # what an instructor should look at, in words
    versions: dict[str, str]            # of Python and of the packages that graded
    timestamp: str | None = None        # when it was handed in, as far as is known
    dated: str = ""                     # by what that is known: "stamp" or "saved"; "copied" where
                                        # nothing but the copy has a time; "" for nothing
    attempt: str = ""                   # folder of the earlier attempt that counts, "" for none
    attempts: dict[str, str] = field(default_factory=dict)      # earlier attempts -> digest
    second: bool = False                # whether a second attempt counts, at its cost
    other: dict[str, Any] | None = None         # the receipt of the first attempt where the second
                                                # counts, else of the second; see `second`
    seeds: dict[str, str] = field(default_factory=dict)         # task -> seed of its hidden inputs
    counted: str = ""                   # who counted processor time: "cgroup", or "proc" for us
    answers: Answers = field(default_factory=dict)
    values: Values = field(default_factory=dict)
    facts: dict[str, dict[str, Any]] = field(default_factory=dict)      # task -> see `cells`

    @property
    def points(self) -> float:
        return sum(v.points for v in self.verdicts)

    @property
    def of(self) -> float:
        """Points that the judge could give."""
        return sum(v.of for v in self.verdicts)

    def as_data(self) -> dict[str, Any]:
        """As JSON has it: in English, and beside it what each sentence was made of."""
        data = vars(self) | {"verdicts": [vars(v) for v in self.verdicts]}
        return data | {"words": table([data["verdicts"], data["flags"]])}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Receipt:
        """ValueError says which part is missing."""
        known = {f.name for f in fields(cls)}
        needed = {"student", "assignment", "variant", "submission", "verdicts", "flags",
                  "versions", "attempts"}
        if not isinstance(data, dict) or needed - set(data):
            raise ValueError(_("receipt: without {parts}", parts=", ".join(sorted(
                needed - set(data)))) if isinstance(data, dict) else _("receipt: not an object"))
        words = data.get("words", {})           # receipts of before have none
        verdicts = [Verdict(**restored(v, words)) for v in data["verdicts"]]
        return cls(**{k: v for k, v in data.items() if k in known} | {
            "verdicts": verdicts, "flags": restored(data["flags"], words)})


@dataclass
class Graded:
    """What a worker gives back: the receipt, the rebuilt notebook and its cells' outputs."""

    receipt: Receipt
    notebook: dict[str, Any]
    outputs: dict[str, list[dict[str, Any]]]

    def as_line(self) -> str:
        return json.dumps({"receipt": self.receipt.as_data(), "notebook": self.notebook,
                           "outputs": self.outputs})

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Graded:
        return cls(Receipt.from_data(data["receipt"]), data["notebook"], data["outputs"])


def write_receipt(course: Course, receipt: Receipt) -> None:
    write_atomically(course.receipt(receipt.assignment, receipt.student),
                     _in_lines(receipt.as_data()))


def _in_lines(data: dict[str, Any]) -> str:
    """As JSON, each part on a line of its own: Python's fast encoder knows no indentation."""
    lines = (f"{json.dumps(part)}: {json.dumps(data[part], sort_keys=True)}"
             for part in sorted(data))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write_receipts(course: Course, receipts: Iterable[Receipt]) -> None:
    """Each waits for the disk: they wait together."""
    with ThreadPoolExecutor() as threads:       # kept ones would be missing in a fork
        list(threads.map(partial(write_receipt, course), receipts))


def read_receipt(path: Path) -> Receipt | None:
    """A receipt; None when there is none, or none that is whole."""
    try:
        return Receipt.from_data(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def not_whole(course: Course, assignment: Assignment) -> list[str]:
    """The students whose receipts cannot be read: cut off, changed, or somebody else's."""
    return [p.stem for p in sorted((course.receipts / assignment.name).glob("*.json"))
            if _own(p) is None]


def _own(path: Path) -> Receipt | None:
    """The receipt at its own place; None where it names another student or assignment."""
    receipt = read_receipt(path)
    named = receipt and (receipt.student, receipt.assignment) == (path.stem, path.parent.name)
    return receipt if named else None


def receipts(course: Course, assignments: Iterable[Assignment],
             student: str | None = None) -> list[Receipt]:
    """The receipts of what has been graded."""
    found = (_own(p) for a in assignments
             for p in sorted((course.receipts / a.name).glob("*.json"))
             if student in (None, p.stem))
    return [receipt for receipt in found if receipt is not None]
