"""The roster of a course: who its students are, and by what names other programs know them."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from .foreign import of_error
from .runner.deal import PLACEHOLDERS, normalise
from .words import Text, _, said

__all__ = ["KEYS", "Person", "are_listed", "by_id", "is_id", "meant",
           "read_people"]

LONGEST_ID = 100        # bytes of a student's id
COLUMN = "id"           # as nbgrader's own list of students has it


@dataclass(frozen=True)
class Person:
    """A student as the roster knows one; what it does not say is empty."""

    id: str                     # the folder's name in submitted/
    name: str = ""              # first name and surname, in either order
    group: str = ""
    email: str = ""
    username: str = ""          # the login in Moodle
    idnumber: str = ""          # Moodle's "ID number"
    canvas: str = ""            # Canvas's number, its column "ID"
    sis_login: str = ""         # Canvas's "SIS Login ID"
    sis_user: str = ""          # Canvas's "SIS User ID"
    section: str = ""           # Canvas's "Section"
    edx: str = ""               # the login in Open edX
    edx_id: str = ""            # Open edX's number, its "User ID"


#: Columns that name one student, so that nobody may share an entry.
KEYS = ("email", "username", "idnumber", "canvas", "sis_login", "sis_user", "edx",
        "edx_id")
#: What a column may be called beside its own name.
ALSO = {"e-mail": "email", "фио": "name", "имя и фамилия": "name", "фамилия": "last_name",
        "имя": "first_name", "группа": "group", "почта": "email"}


#: What only Open edX's own list of students has together (edx-platform, `get_students_features` of
#: lms/djangoapps/instructor/views/api.py); its `id` is a number of its own.
EDX = {"id", "username", "email", "enrollment_mode"}
NO_COHORT = "[unassigned]"      # lms/djangoapps/instructor_analytics/basic.py


def is_id(name: str) -> bool:
    """Can it stand in a path, a pattern, the gradebook and a table, and be dealt numbers?"""
    return (name.isprintable() and len(name.encode()) <= LONGEST_ID and not name.startswith(".")
            and not set(name) & set("*?[]/") and normalise(name) not in PLACEHOLDERS)


def by_id(people: Iterable[Person]) -> dict[str, Person]:
    """Who has an id, as it is dealt: capitals may be small there, and a dot may be a hyphen."""
    return {normalise(person.id): person for person in people}


def are_listed(people: Collection[Person], students: Iterable[str], roster: str | None,
               command: str) -> None:
    """ValueError where there is a roster and one of these students is not on it."""
    listed = by_id(people)
    strangers = [name for name in students if normalise(name) not in listed]
    if listed and strangers:
        raise ValueError(_("{command}: got {got}, not on the roster {roster}; needs ids that stand "
                           "there{hint}", command=command, got=", ".join(map(repr, strangers)),
                           roster=roster, hint=meant(strangers, people)))


def meant(names: Iterable[str], people: Iterable[Person]) -> Text:
    """A hint at who of these may have been meant, or nothing."""
    listed = by_id(people)
    near = ", ".join(repr(id) for name in names for id in _near(name, listed))
    return _("; is {name} meant?", name=near) if near else said("")


def _near(name: str, listed: dict[str, Person]) -> list[str]:
    """Ids that look alike, or those of students who are called so."""
    alike = difflib.get_close_matches(normalise(name), listed, 2)
    return [listed[key].id for key in alike] or [
        person.id for person in listed.values() if name.casefold() in person.name.casefold()][:2]


def read_people(path: Path) -> list[Person]:
    """The students in a file: one id a line, or a table by commas, semicolons or tabs.

    A table needs a column `id`; the others are those of `Person`, with the name also as `last_name`
    and `first_name`, as nbgrader has them. Columns that are called otherwise are left alone. Open
    edX's own list of students is taken as it is: the login is the id, the cohort the group.
    ValueError names the line that is wrong, and what is needed.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("roster: {path} cannot be read: {error}; needs a text file (UTF-8) with "
                           "one id a line, or a table with a column {column}", path=path,
                           error=of_error(e), column=repr(COLUMN))) from None
    found: dict[str, Person] = {}           # id as it is dealt -> who it is
    taken: dict[tuple[str, str], str] = {}  # column and entry -> whose it is
    for number, says in _rows(path, lines):
        person = _person(says)
        if not is_id(person.id):
            raise ValueError(_("roster: {path}, line {line}: got {got}, needs the id of a student, "
                               "the name of the folder in submitted/", path=path, line=number,
                               got=repr(person.id)))
        if normalise(person.id) in found:
            raise ValueError(_("roster: {path}, line {line}: {name} stands there already as "
                               "{other}; each student once", path=path, line=number,
                               name=repr(person.id), other=repr(found[normalise(person.id)].id)))
        for key in KEYS:
            entry = getattr(person, key).casefold()
            if entry and taken.setdefault((key, entry), person.id) != person.id:
                raise ValueError(_("roster: {path}, line {line}: {got} in the column {column} is "
                                   "that of {other} already; each student has an own one",
                                   path=path, line=number, got=repr(getattr(person, key)),
                                   column=repr(key), other=repr(taken[key, entry])))
        found[normalise(person.id)] = person
    if not found:
        raise ValueError(_("roster: {path} has no id in it", path=path))
    return list(found.values())


def _person(says: dict[str, str]) -> Person:
    parts = filter(None, (says.get("last_name"), says.get("first_name")))
    return Person(**{f.name: says.get(f.name, "") for f in fields(Person)} | {
        "name": says.get("name") or " ".join(parts)})


def _rows(path: Path, lines: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Number of the line, and what stands in its columns."""
    head = lines[0] if lines else ""
    separator = next((c for c in ",;\t" if c in head), None)
    if separator is None and head.strip().strip('"') != COLUMN:
        yield from ((k, {COLUMN: line.strip()}) for k, line in enumerate(lines, 1) if line.strip())
        return
    rows = csv.reader(lines, delimiter=separator or ",")
    columns = [ALSO.get(name.strip().casefold(), name.strip()) for name in next(rows)]
    from_edx = set(columns) >= EDX
    if COLUMN not in columns:
        raise ValueError(_("roster: {path}: got the columns {columns}, needs one that is called "
                           "{needed}, or one id a line and nothing else", path=path,
                           columns=", ".join(columns), needed=repr(COLUMN)))
    for row in rows:
        if any(cell.strip() for cell in row):
            says = {COLUMN: ""} | {name: cell.strip() for name, cell in zip(columns, row)}
            yield rows.line_num, _of_edx(says) if from_edx else says


def _of_edx(says: dict[str, str]) -> dict[str, str]:
    group = says.get("cohort", "")
    return {"id": says["username"], "edx": says["username"], "edx_id": says["id"],
            "name": says.get("name", ""), "email": says["email"],
            "group": "" if group == NO_COHORT else group}
