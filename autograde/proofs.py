"""Slips of the pen in a text form, which nothing else would stumble over before students do.

A solution whose marks are misspelt is dealt with the notebook, or nothing is; a field in braces
that nobody fills in stands there as it was typed; a difficulty of another name is said in no
language.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .judging.demands import number
from .judging.mistakes import nearest
from .notebook_words import LEVELS
from .parallel_text import Cell, cells
from .textform import path_of
from .words import Text, _, said

if TYPE_CHECKING:
    from .judging.task import Assignment

__all__ = ["misplaced", "slips"]

FIELDS = "tasks", "points", "minutes"                   # filled in, in a cell with the tag "cell"
BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"           # as nbgrader looks for them
ALIKE = 0.75                                            # of what may be meant by a mark
_COMMENT = re.compile(r"\s*#+\s*([A-Za-z]+[\s_-]+[A-Za-z]+)\W*\Z")
#: Braces with one name in them, where they are no code, no formula and no role of MyST.
_FIELD = re.compile(r"(?<![\\\w^_{}$])\{\s*([A-Za-z_]{3,})\s*\}(?![`}])")
_ASIDE = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$|\$\$.*?\$\$|(`+)(?!`).+?(?<!`)\2(?!`)|"
                    r"\$(?:[^$\n]|\n(?!\n))+\$|\\begin\{(\w+\*?)\}.*?\\end\{\3\}|"
                    r"<(style|script)\b.*?</\4>|<[^<>\n]*>",
                    re.MULTILINE | re.DOTALL)


def slips(assignment: Assignment) -> Iterator[Text]:
    """What is misspelt or forgotten in the cells of an assignment, each with its cell."""
    path = path_of(assignment)
    for cell in cells(path):
        if cell.taken:
            continue                    # it is looked at where it stands
        for fault in (*_marks(cell), *_tags(cell), *_fields(cell)):
            yield _("{cell}: {what}", cell=_named(cell, path.name), what=fault)


def misplaced(assignment: Assignment) -> Iterator[Text]:
    """Solutions in cells that are no answers: nobody would take them out."""
    path = path_of(assignment)
    for cell in cells(path):
        lines = cell.source.source.splitlines()
        if "answer" not in cell.source.metadata and not cell.taken:
            yield from (_("{cell}: line {n}: a solution begins, and only a cell with the tag "
                          "answer may have one", cell=_named(cell, path.name), n=n)
                        for n, line in enumerate(lines, 1) if BEGIN in line)


def _named(cell: Cell, file: str) -> Text:
    """File and tag of a cell, or its number where it has none."""
    kinds = [(kind, cell.source.metadata[kind]) for kind in ("cell", "task", "answer")
             if kind in cell.source.metadata]
    kind, name = kinds[0] if kinds else (_("cell"), cell.number)
    return _("{file}, {kind} {name}", file=file, kind=said(kind), name=name)


# -- what hides a solution -----------------------------------------------------------------------
def _marks(cell: Cell) -> Iterator[Text]:
    """Marks around a solution that are misspelt, or stand alone."""
    begun = 0
    for n, line in enumerate(cell.source.source.splitlines(), 1):
        if BEGIN in line:
            if begun:
                yield _("line {n}: a solution begins, and that of line {begun} has not ended; "
                        "{mark} is needed before it", n=n, begun=begun, mark=f"### {END}")
            begun = n
        elif END in line:
            if not begun:
                yield _("line {n}: a solution ends that has not begun; {mark} is needed before it",
                        n=n, mark=f"### {BEGIN}")
            begun = 0
        elif meant := _meant(line):
            yield _("line {n}: got {got}, needs {mark}; without it students would get the "
                    "solution, or nothing", n=n, got=repr(line.strip()), mark=f"### {meant}")
            begun = n if meant == BEGIN else 0
    if begun:
        yield _("line {n}: the solution that begins here has no end; {mark} is needed", n=begun,
                mark=f"### {END}")


def _meant(line: str) -> str:
    """The mark that a comment was to be, or nothing."""
    if not (found := _COMMENT.match(line)):
        return ""
    words = " ".join(re.split(r"[\s_-]+", found[1].upper()))
    return next(iter(difflib.get_close_matches(words, (BEGIN, END), 1, ALIKE)), "")


# -- tags ----------------------------------------------------------------------------------------
def _tags(cell: Cell) -> Iterator[Text]:
    """Difficulty and time of a task."""
    tag: dict[str, Any] = cell.source.metadata
    if "task" not in tag:
        return
    if "level" in tag and tag["level"] not in LEVELS:
        yield _("level: got {got}, needs one of {known}{hint}", got=repr(tag["level"]),
                known=", ".join(LEVELS), hint=nearest(str(tag["level"]), LEVELS))
    if "minutes" not in tag:
        yield _("minutes: got none, needs a number, such as {example}", example='"minutes": 5')
    elif not (number(tag["minutes"]) and tag["minutes"] > 0):
        yield _("minutes: got {got}, needs a number more than 0", got=repr(tag["minutes"]))


# -- fields --------------------------------------------------------------------------------------
def _fields(cell: Cell) -> Iterator[Text]:
    """Names in braces that nobody fills in, in every language of a cell of words."""
    filled = "cell" in cell.source.metadata
    for one in (cell.source, *cell.others.values()):
        if one.cell_type != "markdown" or cell.source.cell_type != "markdown":
            continue
        for name in dict.fromkeys(_FIELD.findall(_ASIDE.sub("`code`", one.source))):
            if filled and name not in FIELDS:
                yield _("{got} is filled in by nobody, needs one of {known}{hint}",
                        got=f"{{{name}}}", known=", ".join(f"{{{one}}}" for one in FIELDS),
                        hint=nearest(name, FIELDS))
            elif not filled and (meant := difflib.get_close_matches(name, FIELDS, 1)):
                yield _("{got} is filled in by nobody here; {field} may stand in a cell with the "
                        "tag cell", got=f"{{{name}}}", field=f"{{{meant[0]}}}")
