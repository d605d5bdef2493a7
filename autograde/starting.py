"""A new course: its folder, its settings and its roster, ready to be released."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import TypeVar

from .course import Course, write_atomically
from .foreign import of_error
from .roster import read_people
from .settings import FILE, read_settings, template
from .words import SOURCE, Text, _, here, languages, said, spoken

__all__ = ["Answers", "ask", "begin", "read_answers"]

ROSTER = "students.csv"


@dataclass(frozen=True)
class Answers:
    """What a new course has to know; every part may be left out."""

    roster: str = ""                    # a file with the students, copied into the course
    language: str = SOURCE              # of what students read
    assignments: tuple[str, ...] = ()   # in the order in which they are due; none: all
    first_deadline: date | None = None  # at the end of this day
    days_between: int = 7               # from one deadline to the next
    per_day: float = 0.0                # share of the mark that each begun day costs
    folders: tuple[str, ...] = ()       # of assignments of one's own


def read_answers(path: Path) -> Answers:
    """From a TOML file with the names of `Answers` as keys; ValueError says what is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise ValueError(_("{path}: cannot be read: {error}", path=path,
                           error=of_error(e))) from None
    known = {f.name for f in fields(Answers)}
    for key in data:
        if key not in known:
            raise ValueError(_("{path}: got the key {got}, needs some of {known}", path=path,
                               got=repr(key), known=", ".join(sorted(known))))
    if data.get("roster"):
        data["roster"] = str(path.parent / Path(data["roster"]).expanduser())
    return _checked(Answers(**{key: tuple(x) if isinstance(x, list) else x
                               for key, x in data.items()}))


def ask(say: Callable[[Text], str]) -> Answers:
    """One question after another; `say` shows one and gives back what was typed."""
    roster = say(_("File with the students (id, name, email, group as columns; empty for none): "))
    language = say(_("Language of what students read, {known} (empty for {default}): ",
                     known=", ".join(languages()), default=spoken()))
    names = say(_("Assignments, with blanks between (empty for all): "))
    first = say(_("First deadline, such as 2030-10-01 (empty for none): "))
    days = lost = ""
    if first:
        days = say(_("Days from one deadline to the next (empty for {days}): ", days=7))
        lost = say(_("Per cent of the mark that each begun day of lateness costs (empty for 0): "))
    try:
        return _checked(Answers(
            roster, language or spoken(), tuple(names.split()),
            _read(date.fromisoformat, first, _("a day such as 2030-10-01")) if first else None,
            _read(int, days or "7", _("a whole number of days")),
            _read(float, (lost or "0").replace(",", "."), _("a number of per cent")) / 100))
    except ValueError as e:
        raise ValueError(_("new-course: {error}", error=said(str(e)))) from None


T = TypeVar("T")


def _read(as_what: Callable[[str], T], typed: str, needed: Text) -> T:
    """What was typed, as what was asked for; ValueError says what is needed."""
    try:
        return as_what(typed)
    except ValueError:
        raise ValueError(_("got {got}, needs {needed}", got=repr(typed), needed=needed)) from None


def _checked(answers: Answers) -> Answers:
    if type(answers.first_deadline) not in (date, type(None)):
        raise ValueError(_("first_deadline: got {got}, needs a day such as 2030-10-01",
                           got=repr(answers.first_deadline)))
    if answers.language not in languages():
        raise ValueError(_("language: got {got}, needs one of {known}",
                           got=repr(answers.language), known=", ".join(languages())))
    return answers


def begin(course: Course, answers: Answers, zone: tzinfo) -> list[str]:
    """Write the settings and the roster; returns the names of the assignments to release.

    ValueError where the folder has settings already, or an answer does not fit; nothing is written
    then.
    """
    if (course.root / FILE).exists():
        raise ValueError(_("new-course: {path} is there already; change it, or name another folder "
                           "with --course", path=course.root / FILE))
    people = Path(answers.roster).expanduser() if answers.roster else None
    if people is not None:
        read_people(people)
    from .library import BOOK, Library
    library = Library(BOOK, *(Path(x).expanduser() for x in answers.folders))
    names = list(answers.assignments or library)
    for name in names:
        library[name]                   # says which there are
    text = _settings(answers, names, zone)
    course.root.mkdir(parents=True, exist_ok=True)
    write_atomically(course.root / FILE, text)
    try:
        read_settings(course.root)
        if people is not None:
            write_atomically(course.root / ROSTER, people.read_text(encoding="utf-8-sig"))
    except BaseException:
        (course.root / FILE).unlink()
        raise
    return names


def _settings(answers: Answers, names: list[str], zone: tzinfo) -> str:
    """The template with the answers in their places."""
    text = _set(template(here), "language", f'"{answers.language}"')
    text = _set(text, "per_day", f"{answers.per_day:g}" if answers.per_day else "0.0")
    if answers.roster:
        text = _set(text, "roster", f'"{ROSTER}"')
    if answers.folders:
        listed = ", ".join(f'"{Path(x).expanduser().resolve()}"' for x in answers.folders)
        text = _set(text, "folders", f"[{listed}]")
    if answers.first_deadline:
        lines = "\n".join(f"{name} = {_end_of(answers, k, zone).isoformat()}"
                          for k, name in enumerate(names))
        text = text.replace("# a02_rotation = 2030-10-01T23:59:00+03:00", lines, 1)
    return text


def _end_of(answers: Answers, k: int, zone: tzinfo) -> datetime:
    assert answers.first_deadline is not None
    day = answers.first_deadline + timedelta(days=k * answers.days_between)
    return datetime.combine(day, time(23, 59), zone)


def _set(text: str, key: str, value: str) -> str:
    """The template with this line in force; its comment stays."""
    return re.sub(rf"^(?:# )?{key} = \S+", f"{key} = {value}", text, count=1, flags=re.MULTILINE)
