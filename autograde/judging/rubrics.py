"""Marking explanations by hand: rows of a rubric, ready comments, and how they are entered.

An assignment's tasks.py says what a good explanation says, a `Row` for each point that it makes.
Each row has two comments for whoever marks: `a` where the point is not made, `b` where it is begun
and earns half. They say what to add and give no answer away. Formgrader shows what is entered, and
the feedback page too; both take Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .task import Assignment

__all__ = ["Row", "listed", "marked"]

SHARES = {"": 1.0, "a": 0.0, "b": 0.5}      # of a row's points, by the letter behind its number


@dataclass(frozen=True)
class Row:
    """One point that a good explanation makes."""

    points: float
    text: str
    missing: str        # said where it is not made
    begun: str          # said where it is begun

    def said(self, letter: str) -> str:
        return {"": "", "a": self.missing, "b": self.begun}[letter]


def listed(assignment: Assignment) -> Iterator[str]:
    """The rubric and the ready comments, a line each."""
    for name, rows in assignment.rubrics.items():
        yield f"{name}: {sum(row.points for row in rows):g} points"
        for number, row in enumerate(rows, 1):
            yield f"\n  {number}   {row.points:g}    {row.text}"
            yield from (f"  {number}{letter}  {row.points * SHARES[letter]:<4g} {row.said(letter)}"
                        for letter in "ab")


def marked(rows: Sequence[Row], marks: list[str], own: str = "") -> tuple[float, str]:
    """Points and comment for marks such as "1", "2b", "3a", every row once, and own words.

    Raises ValueError that names the wrong mark or the row without one.
    """
    letters = {}
    for mark in marks:
        found = re.fullmatch(r"([0-9]+)([ab]?)", mark)
        if not found or not 1 <= int(found[1]) <= len(rows) or int(found[1]) in letters:
            raise ValueError(f"marks: got {mark!r}, needs each of 1 to {len(rows)} once, "
                             "with a (not there) or b (begun) behind it, or alone")
        letters[int(found[1])] = found[2]
    left = [str(number) for number in range(1, len(rows) + 1) if number not in letters]
    if left:
        raise ValueError(f"marks: got none for row {', '.join(left)}")
    points = sum(row.points * SHARES[letters[k]] for k, row in enumerate(rows, 1))
    said = [row.said(letters[k]) for k, row in enumerate(rows, 1)] + [own]
    return points, "\n\n".join(filter(None, said))
