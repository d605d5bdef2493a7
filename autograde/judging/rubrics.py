"""Marking explanations by hand: rows of a rubric, ready comments, and how they are entered.

An assignment's tasks.py says what a good explanation says, a `Row` for each point that it makes.
Each row has two comments for whoever marks: `a` where the point is not made, `b` where it is begun
and earns half. They say what to add and give no answer away. Formgrader shows what is entered, and
the feedback page too; both take Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..words import Text, _, ngettext, said

if TYPE_CHECKING:
    from .task import Assignment

__all__ = ["Row", "example", "listed", "marked", "table_of"]

Say = Callable[[str], str]
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


def listed(assignment: Assignment, say: Say = str, task: str | None = None) -> Iterator[Text]:
    """The rubrics, or that of one task, and the ready comments, a line each.

    say: how students get to read the comments.
    """
    for name, rows in assignment.rubrics.items():
        if task not in (None, name):
            continue
        yield _("{task}, points: {points:g}", task=name, points=sum(row.points for row in rows))
        for number, row in enumerate(rows, 1):
            yield _("\n  {number}   {points:g}    {text}", number=number, points=row.points,
                    text=said(row.text))
            yield from (_("  {number}  {points:<4g} {text}", number=f"{number}{letter}",
                          points=row.points * SHARES[letter], text=say(row.said(letter)))
                        for letter in "ab")


def example(rows: Sequence[Row]) -> str:
    """Words that would mark these rows: the first made, the second begun, the third not there."""
    return " ".join(f"{k}{('', 'b', 'a')[(k - 1) % 3]}" for k in range(1, len(rows) + 1))


def table_of(assignment: Assignment, name: str, say: Say) -> str:
    """One explanation's rubric and ready comments as a table in Markdown."""
    lines = ["", say(_("points")), say(_("what a good answer says")), say(_("where it is missing")),
             say(_("where it is begun"))]
    rows = [(str(k), say(_("{x:g}", x=row.points)), say(row.text), say(row.missing), say(row.begun))
            for k, row in enumerate(assignment.rubrics[name], 1)]
    told = say(_("**Rubric** (not on the student's page). Enter it with: autograde comment "
                 "{assignment} STUDENT --task {task} {marks}", assignment=assignment.name,
                 task=name, marks=example(assignment.rubrics[name])))
    return "\n".join([told, "", _line(lines), "|" + " --- |" * len(lines), *map(_line, rows)])


def _line(cells: Sequence[str]) -> str:
    """A row; formgrader sets no room between the columns of a table."""
    shown = (cell.replace("|", r"\|").replace("\n", " ") for cell in cells)
    return "| " + " | ".join(f"{cell}&emsp;" for cell in shown) + " |"


def marked(rows: Sequence[Row], marks: list[str], own: str = "",
           say: Say = str) -> tuple[float, str]:
    """Points and comment for marks such as "1", "2b", "3a", every row once, and own words.

    say: puts the ready comments into the students' language. Raises ValueError that names the
    wrong mark or the row without one.
    """
    letters = {}
    for mark in marks:
        found = re.fullmatch(r"([0-9]+)([ab]?)", mark)
        if not found or not 1 <= int(found[1]) <= len(rows) or int(found[1]) in letters:
            raise ValueError(_("marks: got {got}, needs each of 1 to {last} once, with a (not "
                               "there) or b (begun) behind it, or alone", got=repr(mark),
                               last=len(rows)))
        letters[int(found[1])] = found[2]
    left = [str(number) for number in range(1, len(rows) + 1) if number not in letters]
    if left:
        raise ValueError(ngettext(
            "marks: got none for row {rows}, needs one for each, as in {marks}",
            "marks: got none for rows {rows}, needs one for each, as in {marks}",
            len(left), rows=", ".join(left), marks=example(rows)))
    points = sum(row.points * SHARES[letters[k]] for k, row in enumerate(rows, 1))
    told = [row.said(letters[k]) for k, row in enumerate(rows, 1)]
    return points, "\n\n".join([*map(say, filter(None, told)), *filter(None, [own])])
