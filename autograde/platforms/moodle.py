"""What Moodle's assignment calls its files and columns.

Folders of a download: mod/assign/classes/downloader.php, `get_zip_foldername` and
`load_submissionplugin_filelist` (before Moodle 4.1 with an underscore at the end); the grading
worksheet: mod/assign/gradingtable.php as mod/assign/feedback/offline uses it; how both are read
back: mod/assign/feedback/offline/importgradeslib.php (the columns are found by their headings in
the language of whoever uploads, rows by the number in the first) and
mod/assign/feedback/file/importziplib.php (folders by the number in their names).
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import reduce
from pathlib import Path

from dateutil import parser

from ..foreign import of_error
from ..words import Text, _

__all__ = ["FOLDER", "Worksheet", "read_worksheet", "written"]

#: "Surname Name_123_assignsubmission_file", or with the file's name behind it.
FOLDER = re.compile(r"(?P<name>[^/]+)_(?P<number>\d+)_assignsubmission_(?P<plugin>[a-z]+)"
                    r"(?:_(?P<rest>[^/]*))?")
#: A column -> its headings, in lower case: English, Russian.
HEADINGS = {
    "identifier": ("identifier", "идентификатор"),
    "name": ("full name", "полное имя", "фамилия и имя", "имя и фамилия", "имя / фамилия"),
    "email": ("email address", "адрес электронной почты"),
    "idnumber": ("id number", "индивидуальный номер"),
    "username": ("username", "логин"),
    "grade": ("grade", "оценка"),
    "most": ("maximum grade", "максимальная оценка"),
    "handed_in": ("last modified (submission)", "последнее изменение (ответ)"),
    "graded": ("last modified (grade)", "последнее изменение (оценка)"),
    "comment": ("feedback comments", "отзыв в виде комментария", "комментарии"),
}
MONTHS = ("январ", "феврал", "март", "апрел", "ма", "июн", "июл", "август", "сентябр", "октябр",
          "ноябр", "декабр")
_MONTH = re.compile(r"\b(" + "|".join(f"{m}[а-яё]*" for m in MONTHS) + r")\b", re.IGNORECASE)


@dataclass(frozen=True)
class Worksheet:
    """A grading worksheet, as it was downloaded."""

    path: Path
    head: list[str]
    lines: list[list[str]]
    place: dict[str, int]               # column, as in `HEADINGS` -> where it stands
    separator: str

    def entry(self, line: list[str], column: str) -> str:
        """What stands there; "" where the worksheet has no such column."""
        k = self.place.get(column)
        return line[k].strip() if k is not None and k < len(line) else ""

    def number(self, line: list[str]) -> str:
        """The participant's number: "Participant 123" is 123."""
        found = re.search(r"\d+$", self.entry(line, "identifier"))
        return found[0] if found else ""

    def written(self, rows: dict[str, dict[str, str]], to: Path) -> int:
        """The same worksheet with these entries; number -> column -> entry. Returns the lines."""
        filled = 0
        with open(to, "w", newline="", encoding="utf-8") as f:
            out = csv.writer(f, delimiter=self.separator)
            out.writerow(self.head)
            for line in self.lines:
                new = rows.get(self.number(line), {})
                filled += bool(new)
                out.writerow([new.get(column, line[k]) for k, column in enumerate(
                    self._columns(len(line)))])
        return filled

    def _columns(self, count: int) -> list[str]:
        names = {k: column for column, k in self.place.items()}
        return [names.get(k, "") for k in range(count)]


def read_worksheet(path: Path, needed: tuple[str, ...] = ("identifier",)) -> Worksheet:
    """ValueError says which column is missing, and how it may be called."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("worksheet: {path} cannot be read: {error}; needs the file that Moodle "
                           "offers as grading worksheet", path=path, error=of_error(e))) from None
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    head, *lines = list(csv.reader(text.splitlines(), delimiter=separator)) or [[]]
    names = [name.strip().casefold() for name in head]
    place = {column: names.index(heading) for column, headings in HEADINGS.items()
             for heading in headings if heading in names}
    for column in needed:
        if column not in place:
            raise ValueError(_("worksheet: {path}: got the columns {columns}, needs one that is "
                               "called {needed}", path=path, columns=", ".join(head),
                               needed=reduce(_or, map(repr, HEADINGS[column]))))
    return Worksheet(path, head, [line for line in lines if any(line)], place, separator)


def _or(one: str, other: str) -> Text:
    return _("{one} or {other}", one=one, other=other)


def written(text: str, zone: tzinfo) -> datetime | None:
    """A time as Moodle writes it in English or Russian, in words; None for none."""
    english = _MONTH.sub(lambda found: datetime(2000, _month(found[0]), 1).strftime("%B"), text)
    try:
        when = parser.parse(re.sub("[а-яёА-ЯЁ.]+", " ", english))
    except (ValueError, OverflowError):
        return None
    return when if when.tzinfo else when.replace(tzinfo=zone)


def _month(word: str) -> int:
    """The number of a month; "мая" is not March: the longest beginning counts."""
    fits = [k for k, start in enumerate(MONTHS, 1) if word.casefold().startswith(start)]
    return max(fits, key=lambda k: len(MONTHS[k - 1]))
