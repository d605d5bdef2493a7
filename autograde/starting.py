"""A new course: its folder, its settings and its roster, ready to be released."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any

from .course import Course, write_atomically
from .foreign import of_error
from .roster import read_people
from .settings import FILE, as_typed, dates_in, read_settings, template
from .words import SOURCE, Text, _, here, joined, languages, spoken

__all__ = ["Answers", "ask", "begin", "is_new", "read_answers"]

ROSTER = "students.csv"
MOST_DAYS = 366         # from one deadline to the next


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
        raise ValueError(_("{path}: cannot be read: {error}{dates}", path=path, error=of_error(e),
                           dates=dates_in(path, e, "2030-10-01"))) from None
    known = {f.name for f in fields(Answers)}
    for key in data:
        if key not in known:
            raise ValueError(_("{path}: got the key {got}, needs some of {known}", path=path,
                               got=repr(key), known=", ".join(sorted(known))))
    if not isinstance(data.get("roster", ""), str):
        raise ValueError(_("{path}: {key}: got {got}, needs {needed}", path=path, key="roster",
                           got=as_typed(data["roster"]),
                           needed=_('the name of a file, such as "students.csv"')))
    for key in ("assignments", "folders"):
        given = data.get(key, [])
        if not isinstance(given, list) or not all(isinstance(x, str) for x in given):
            raise ValueError(_("{path}: {key}: got {got}, needs {needed}", path=path, key=key,
                               got=as_typed(given),
                               needed=_("a list of names, each between quotation marks")))
    if data.get("roster"):
        data["roster"] = str(path.parent / Path(data["roster"]).expanduser())
    return _checked(Answers(**{key: tuple(x) if isinstance(x, list) else x
                               for key, x in data.items()}))


def ask(say: Callable[[Text], str]) -> Answers:
    """One question after another; `say` shows one and gives back what was typed.

    An answer that does not fit is said to be wrong at once, and the question comes again.
    """
    def asked(question: Text, read: Callable[[str], Any]) -> Any:
        told = question
        while True:
            try:
                return read(say(told))
            except ValueError as e:
                told = joined("\n", [e.args[0], question])

    roster = asked(_("File with the students (id, name, email, group as columns; empty for "
                     "none): "),
                   _a_roster)
    language = asked(_("Language of what students read, {known} (empty for {default}): ",
                       known=", ".join(languages()), default=spoken()), _a_language)
    names = asked(_("Assignments, with blanks between (empty for all): "), _some_names)
    first = asked(_("First deadline, such as 2030-10-01 (empty for none): "), _a_day)
    days, lost = 7, 0.0
    if first:
        days = asked(_("Days from one deadline to the next (empty for {days}): ", days=7),
                     lambda typed: int(_a_number(typed or "7", MOST_DAYS)))
        lost = asked(_("Per cent of the mark that each begun day of lateness costs (empty for "
                       "0): "), lambda typed: _a_number(typed or "0", 100))
    return _checked(Answers(roster, language, names, first, days, lost / 100))


def _a_roster(typed: str) -> str:
    if typed:
        try:
            read_people(Path(typed).expanduser())
        except OSError as e:
            raise ValueError(_("{path}: cannot be read: {error}", path=typed,
                               error=of_error(e))) from None
    return typed


def _a_language(typed: str) -> str:
    return _checked(Answers(language=typed or spoken())).language


def _some_names(typed: str) -> tuple[str, ...]:
    from .library import BOOK, Library
    library, names = Library(BOOK), tuple(typed.split())
    for name in names:
        library[name]                   # says which there are
    return names


def _a_day(typed: str) -> date | None:
    """As 2030-10-01 or 01.10.2030."""
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return datetime.strptime(typed, form).date() if typed else None
        except ValueError:
            continue
    raise ValueError(_("got {got}, needs a day such as 2030-10-01", got=repr(typed)))


def _a_number(typed: str, most: float) -> float:
    """With a point or a comma, and a sign for per cent or none."""
    try:
        number = float(typed.rstrip(" %").replace(",", "."))
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise ValueError(_("got {got}, needs a number from 0 to {most:g}", got=repr(typed),
                           most=most))
    return number


def _checked(answers: Answers) -> Answers:
    if type(answers.first_deadline) not in (date, type(None)):
        raise ValueError(_("first_deadline: got {got}, needs a day such as 2030-10-01",
                           got=as_typed(answers.first_deadline)))
    if type(answers.days_between) is not int or not 0 <= answers.days_between <= MOST_DAYS:
        raise ValueError(_("days_between: got {got}, needs a whole number from 0 to {most}",
                           got=as_typed(answers.days_between), most=MOST_DAYS))
    if type(answers.per_day) not in (int, float):
        raise ValueError(_("per_day: got {got}, needs a share of the mark from 0 to 1",
                           got=as_typed(answers.per_day)))
    if answers.language not in languages():
        raise ValueError(_("language: got {got}, needs one of {known}",
                           got=repr(answers.language), known=", ".join(languages())))
    return answers


def is_new(course: Course) -> None:
    """ValueError where the folder has settings already."""
    if (course.root / FILE).exists():
        raise ValueError(_("new-course: {path} is there already; change it, or name another folder "
                           "with --course", path=course.root / FILE))


def begin(course: Course, answers: Answers, zone: tzinfo) -> list[str]:
    """Write the settings and the roster; returns the names of the assignments to release.

    ValueError where the folder has settings already, or an answer does not fit; nothing is written
    then.
    """
    is_new(course)
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
