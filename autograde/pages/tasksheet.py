"""Task sheets for paper: each student's own numbers and tasks on A4, and the instructor's key.

The numbers are those that the release dealt. A sheet is a page of HTML, with its mathematics drawn
by the browser, and a browser without a window makes the PDF of it (`printing`).
"""

from __future__ import annotations

import base64
import contextlib
import io
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from jinja2 import Environment, FileSystemLoader

from ..course import Course, write_atomically
from ..judging.task import Assignment
from ..library import speaker
from ..roster import Person, are_listed, by_id
from ..runner.deal import normalise, number_of
from ..runner.variant import as_variant
from ..textform import read
from ..words import _
from .feedback import as_html
from .sheet import same_for_all, solution, written

__all__ = ["WORDS", "chosen", "write_sheets"]

TEMPLATES = Path(__file__).parent / "templates"
SMALLEST, LARGEST = 6.0, 8.6           # points: code and numbers on paper
ADVANCE, MM = 0.603, 0.3528             # of DejaVu Sans Mono, in its size; millimetres in a point
KEY = "key"                             # name of the instructor's file; no student is called so

#: What the sheet itself says.
WORDS = {"name": _("Name"), "group": _("Group"), "id": _("Id"), "variant": _("Variant"),
         "numbers": _("Your numbers"), "figure": _("Your mechanism"), "points": _("points"),
         "answer": _("Answer"), "date": _("Date"), "signature": _("Signature"),
         "marked": _("Marked by"), "key": _("Key"), "code": _("Solutions")}


class Asked(NamedTuple):
    """A task as it is printed."""

    id: str
    heading: str                        # HTML, as is the statement
    statement: str
    points: float
    space: str                          # small for a value, large for words and functions


# -- who and what ----------------------------------------------------------------------------------
def chosen(course: Course, students: Collection[str] = ()) -> list[Person]:
    """The students of the roster, or those that are named; ValueError where there are none.

    Where there is a roster, who is named must be on it: a slip of the pen would otherwise become
    the sheet of nobody, with the numbers of somebody else.
    """
    listed = by_id(course.people)
    if students:
        are_listed(course.people, students, course.settings.roster, "sheet")
        return [*dict.fromkeys(listed.get(normalise(name), Person(name)) for name in students)]
    if not listed:
        raise ValueError(_("sheet: got no student: the course has no roster; needs one, named in "
                           "autograde.toml as roster under [course], or --student"))
    return [*listed.values()]


def _asked(assignment: Assignment, tasks: Collection[str], language: str) -> list[Asked]:
    """The tasks in the order of the notebook, or those that are named."""
    points = {task.id: task.points for task in assignment.tasks} | assignment.manual
    wrong = [name for name in tasks if name not in points]
    if wrong:
        raise ValueError(_("task: got {got}, needs one of {known}", got=repr(wrong[0]),
                           known=", ".join(points)))
    valued = {task.id for task in assignment.tasks if task.cases is None}
    found = []
    for cell in read(assignment, language).cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("_task")
        if cell.cell_type != "markdown" or name not in points or not cell.source.startswith("## ") \
                or tasks and name not in tasks:
            continue
        heading, statement = cell.source.split("\n", 1)
        found.append(Asked(name, _line(heading[3:], language),
                           as_html(_bare(statement), language), points[name],
                           "small" if name in valued else "large"))
    return found


def _line(heading: str, language: str) -> str:
    """A heading as HTML, with its formulas; its number begins no list."""
    words = re.sub(r"\A\s*\d+\.\s+", "", heading)
    return heading.removesuffix(words) + re.sub(r"\A\s*<p>|</p>\s*\Z", "",
                                                as_html(words, language))


def _bare(statement: str) -> str:
    """The words of a task without the line of points, difficulty and place before them."""
    return re.sub(r"\A\s*\*[^*\n]*\.\*\s*", "", statement)


def _numbers(assignment: Assignment, numbers: dict[str, Any], student: str, language: str) -> str:
    """What the notebook's own cells print of a student's numbers; or else names and values."""
    mine = as_variant(numbers)
    cells = [c for c in read(assignment, language).cells if c.cell_type == "code"
             and re.match(r"numbers(_|\Z)", c.metadata.get("nbgrader", {}).get("grade_id", ""))]
    if not cells:
        return repr(mine)
    said, names = io.StringIO(), {"np": np, "me": student, "variant": lambda name: mine}
    try:
        with contextlib.redirect_stdout(said):
            for cell in cells:
                exec(cell.source, names)
        return said.getvalue().rstrip()
    except Exception:                   # they need more of its notebook than the numbers
        return repr(mine)


# -- pages -----------------------------------------------------------------------------------------
def write_sheets(course: Course, assignment: Assignment, people: Iterable[Person], language: str,
                 tasks: Collection[str] = (), folder: Path | None = None) -> list[Path]:
    """A page of HTML for each student and the instructor's key, in sheets/NAME/; the key is last.

    tasks: these alone. ValueError for a language, task or release that is not there.
    """
    say = speaker(assignment, language).say         # ValueError for a language that is not there
    folder = folder or course.root / "sheets" / assignment.name
    table, asked = course.variants(assignment), _asked(assignment, tasks, language)
    page = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
                       lstrip_blocks=True)
    page.filters["fits"] = _fits
    same = {"words": {key: say(text) for key, text in WORDS.items()}, "language": language,
            "title": say(assignment.title), "asked": asked}
    made, rows = [], []
    for person in people:
        number = number_of(person.id, table)
        numbers = table["variants"][number]
        text = page.get_template("tasksheet.html.j2").render(
            **same, person=person, number=number, figure=_figure(assignment, numbers),
            numbers=_numbers(assignment, numbers, person.id, language))
        made.append(folder / f"{person.id}.html")
        write_atomically(made[-1], text, lasting=False)
        rows.append((person, number, numbers))
    text = page.get_template("taskkey.html.j2").render(
        **same, rows=_answers(assignment, language, asked, rows))
    write_atomically(folder / f"{KEY}.html", text, lasting=False)
    return [*made, folder / f"{KEY}.html"]


def _fits(text: str, width: float) -> str:
    """The size of letters, in points, in which the longest line stands on one line of so many mm.

    Numbers that wrap are read in the wrong column. Below the smallest size lines wrap all the same.
    """
    longest = max(map(len, text.splitlines()), default=0)
    return f"{max(SMALLEST, min(LARGEST, width / MM / ADVANCE / max(longest, 1))):.2f}pt"


def _figure(assignment: Assignment, numbers: dict[str, Any]) -> str:
    """The student's own mechanism as a picture in the page; nothing where there is none."""
    if assignment.figure is None:
        return ""
    return "data:image/png;base64," + base64.b64encode(assignment.figure(numbers)).decode()


def _answers(assignment: Assignment, language: str, asked: list[Asked],
             rows: list[tuple[Person, int, dict[str, Any]]]) -> dict[str, Any]:
    """What is right: values for each student, and once the code that is the same for all."""
    cells, wanted = written(assignment, language), {one.id for one in asked}
    tasks = [task for task in assignment.tasks if task.id in wanted]
    own = [task for task in tasks if not same_for_all(assignment, task)]
    return {"students": [(person, number, {
                task.id: "\n".join(solution(assignment, task, numbers, cells)) for task in own})
                         for person, number, numbers in rows] if own else [],
            "code": {task.id: "\n".join(solution(assignment, task, {}, cells))
                     for task in tasks if task not in own}}
