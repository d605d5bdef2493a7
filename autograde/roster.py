"""The roster of a course: who gets a set of numbers of the own."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from .runner.deal import PLACEHOLDERS, normalise
from .words import _

__all__ = ["Person", "is_id", "read_people", "read_roster"]

LONGEST_ID = 100        # bytes of a student's id
COLUMN = "id"           # as nbgrader's own list of students has it


class Person(NamedTuple):
    """A student as a printed sheet names one; what the list does not say is empty."""

    id: str
    name: str = ""
    group: str = ""


def is_id(name: str) -> bool:
    """Can it stand in a path, a pattern, the gradebook and a table, and be dealt numbers?"""
    return (name.isprintable() and len(name.encode()) <= LONGEST_ID and not name.startswith(".")
            and not set(name) & set("*?[]/") and normalise(name) not in PLACEHOLDERS)


def read_roster(path: Path) -> list[str]:
    """The ids in a file: one a line, or a table with a column `id`, by commas or semicolons.

    ValueError names the line that is wrong, and what is needed.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("roster: {path} cannot be read: {error}; needs a text file (UTF-8) with "
                           "one id a line, or a table with a column {column}", path=path,
                           error=str(e), column=repr(COLUMN))) from None
    found: dict[str, str] = {}          # as it is dealt -> as it is written
    for number, name in _ids(path, lines):
        if not is_id(name):
            raise ValueError(_("roster: {path}, line {line}: got {got}, needs the id of a student, "
                               "the name of the folder in submitted/", path=path, line=number,
                               got=repr(name)))
        if normalise(name) in found:
            raise ValueError(_("roster: {path}, line {line}: {name} stands there already as "
                               "{other}; each student once", path=path, line=number,
                               name=repr(name), other=repr(found[normalise(name)])))
        found[normalise(name)] = name
    if not found:
        raise ValueError(_("roster: {path} has no id in it", path=path))
    return list(found.values())


def _ids(path: Path, lines: list[str]) -> list[tuple[int, str]]:
    """Number of the line, and the id in it."""
    head = lines[0] if lines else ""
    separator = next((c for c in ",;\t" if c in head), None)
    if separator is None and head.strip().strip('"') != COLUMN:
        return [(k, line.strip()) for k, line in enumerate(lines, 1) if line.strip()]
    rows = csv.reader(lines, delimiter=separator or ",")
    columns = [name.strip() for name in next(rows)]
    if COLUMN not in columns:
        raise ValueError(_("roster: {path}: got the columns {columns}, needs one that is called "
                           "{needed}, or one id a line and nothing else", path=path,
                           columns=", ".join(columns), needed=repr(COLUMN)))
    place = columns.index(COLUMN)
    return [(rows.line_num, row[place].strip() if place < len(row) else "")
            for row in rows if any(cell.strip() for cell in row)]


def read_people(path: Path) -> list[Person]:
    """The students in a file, with what its columns say of them.

    The name is that of the column `name`, or of `last_name` and `first_name`, as nbgrader has them;
    the group that of `group`. ValueError as `read_roster` raises it.
    """
    known = dict.fromkeys(read_roster(path))
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    separator = next((c for c in ",;\t" if c in lines[0]), None)
    if separator is None:
        return [Person(name) for name in known]
    found = []
    for row in csv.DictReader(lines, delimiter=separator):
        says = {(key or "").strip(): (x or "").strip() for key, x in row.items()
                if isinstance(x, str)}
        if says.get(COLUMN) in known:
            name = says.get("name") or " ".join(
                filter(None, (says.get("last_name"), says.get("first_name"))))
            found.append(Person(says[COLUMN], name, says.get("group", "")))
    return found
