"""The roster of a course: who gets a set of numbers of the own."""

from __future__ import annotations

import csv
from pathlib import Path

from .runner.deal import PLACEHOLDERS, normalise

__all__ = ["is_id", "read_roster"]

LONGEST_ID = 100        # bytes of a student's id
COLUMN = "id"           # as nbgrader's own list of students has it


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
        raise ValueError(f"roster: {path} cannot be read: {e}; needs a text file (UTF-8) with "
                         f"one id a line, or a table with a column {COLUMN!r}") from None
    found: dict[str, str] = {}          # as it is dealt -> as it is written
    for number, name in _ids(path, lines):
        if not is_id(name):
            raise ValueError(f"roster: {path}, line {number}: got {name!r}, needs the id of a "
                             "student, the name of the folder in submitted/")
        if normalise(name) in found:
            raise ValueError(f"roster: {path}, line {number}: {name!r} stands there already as "
                             f"{found[normalise(name)]!r}; each student once")
        found[normalise(name)] = name
    if not found:
        raise ValueError(f"roster: {path} has no id in it")
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
        raise ValueError(f"roster: {path}: got the columns {', '.join(columns)}, needs one that "
                         f"is called {COLUMN!r}, or one id a line and nothing else")
    place = columns.index(COLUMN)
    return [(rows.line_num, row[place].strip() if place < len(row) else "")
            for row in rows if any(cell.strip() for cell in row)]
