"""The files of a download: a zip archive or a folder, and whose each of them claims to be.

A download is what somebody sent. Names in it only tell who and what: no file is written where a
name says, no link is followed, and what is larger than a notebook may be is not read.
"""

from __future__ import annotations

import csv
import io
import re
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from urllib.parse import parse_qs, unquote, urlsplit

from ..foreign import of_error
from ..run.rebuild import MOST_BYTES
from ..words import _
from . import moodle

__all__ = ["FORMS", "Download", "Piece", "opened"]

MOST_FILES = 100_000
#: "lastnamefirstname_LATE_1234_56789_file.ipynb": lib/content_zipper.rb of Canvas, `get_filename`,
#: `add_upload_submission` and `sanitize_file_name`.
CANVAS = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.+)")
#: "[1] - username - file.ipynb", or the file's first name is missing: openassessment/data.py of
#: edx-ora2, `OraDownloadData._submission_filename`.
EDX = re.compile(r"\[(?:\d+|x)\] - (?P<user>.+?)(?: - (?P<rest>.+)|(?P<suffix>\.\w+))")
EDX_LISTING = "submissions.csv"         # of what is in the archive
NOTEBOOK = ".ipynb"


@dataclass(frozen=True)
class Piece:
    """One file of a download."""

    path: str                           # inside the download
    name: str                           # as the student called it
    read: Callable[[], bytes]           # ValueError where it is no file, or too large
    clues: dict[str, str] = field(default_factory=dict)     # of the sender: see `Roster.who`
    owner: str = ""                     # what tells senders apart: a folder, a number, a name
    late: bool = False                  # the platform says so
    when: datetime | None = None        # handed in, where the download says it
    sender: str = ""                    # Open edX's anonymised id, and the problem that is
    problem: str = ""                   # answered, where the archive has its own list

    @property
    def is_notebook(self) -> bool:
        return self.name.casefold().endswith(NOTEBOOK)


@dataclass(frozen=True)
class Download:
    form: str                           # one of `FORMS`
    pieces: list[Piece]
    worksheet: moodle.Worksheet | None = None       # where one lies among the files


# -- the files -------------------------------------------------------------------------------------
def opened(place: Path, form: str | None = None) -> Download:
    """What a zip archive or a folder holds; `form` where its names do not tell the platform."""
    files = list(_zipped(place) if place.is_file() else _lying(place))
    if len(files) > MOST_FILES:
        raise ValueError(_("collect: {path}: got {count} files, needs {most} at most", path=place,
                           count=len(files), most=MOST_FILES))
    form = form or _form(name for name, _read in files)
    pieces = [piece for name, read in files if (piece := FORMS[form](name, read))]
    listing = next((read() for name, read in files if name == EDX_LISTING), None)
    return Download(form, _as_listed(pieces, listing) if form == "edx" and listing else pieces)


def _as_listed(pieces: list[Piece], listing: bytes) -> list[Piece]:
    """Open edX's pieces with what the list in their archive says of them.

    The list also names the files that the platform could not find for the archive.
    """
    rows = csv.DictReader(io.StringIO(listing.decode("utf-8-sig", "replace")))
    says = {row.get("file_path") or "": row for row in rows}
    lost = [piece for path, row in says.items() if row.get("file_found") == "False"
            if path not in {p.path for p in pieces} and (piece := _of_edx(path, _not_found))]
    return [replace(piece, sender=says[piece.path].get("student_id") or "",
                    problem=says[piece.path].get("block_id") or "")
            if piece.path in says else piece for piece in [*pieces, *lost]]


def _not_found() -> bytes:
    raise ValueError(_("handed in, but Open edX did not find the file for its archive"))


def _zipped(place: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    try:
        archive = zipfile.ZipFile(place)
    except (zipfile.BadZipFile, OSError) as e:
        raise ValueError(_("collect: {path}: not a zip archive ({error}); needs the archive that "
                           "the platform offers, or the folder it was unpacked into", path=place,
                           error=of_error(e))) from None
    for member in archive.infolist():
        if not member.is_dir() and not stat.S_ISLNK(member.external_attr >> 16):
            yield member.filename, lambda member=member: _inflated(archive, member)


def _inflated(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    try:
        with archive.open(member) as file:
            return _bounded(file.read(MOST_BYTES + 1))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError) as e:
        raise ValueError(_("cannot be unpacked ({error})", error=of_error(e))) from None


def _lying(place: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    if not place.is_dir():
        raise ValueError(_("collect: {path} is not there; needs a zip archive or a folder",
                           path=place))
    for path in sorted(place.rglob("*")):
        if path.is_file() and not path.is_symlink() and not any(
                p.is_symlink() for p in path.relative_to(place).parents if p.name):
            yield path.relative_to(place).as_posix(), lambda path=path: _loaded(path)


def _loaded(path: Path) -> bytes:
    with open(path, "rb") as file:
        return _bounded(file.read(MOST_BYTES + 1))


def _bounded(raw: bytes) -> bytes:
    if len(raw) > MOST_BYTES:
        raise ValueError(_("larger than {size} MB", size=MOST_BYTES // 10**6))
    return raw


# -- whose they are --------------------------------------------------------------------------------
def _form(names: Iterator[str]) -> str:
    """The platform whose names most of the files have."""
    parts = [PurePosixPath(unicodedata.normalize("NFC", name)).parts for name in names]
    fits = {
        "moodle": sum(any(moodle.FOLDER.fullmatch(part) for part in path) for path in parts),
        "edx": sum(bool(EDX.fullmatch(path[-1])) for path in parts),
        "canvas": sum(len(path) == 1 and bool(CANVAS.fullmatch(path[0])) for path in parts)}
    best = max(fits, key=lambda form: fits[form])
    return best if fits[best] else "folder"


def _of_moodle(path: str, read: Callable[[], bytes]) -> Piece | None:
    parts = PurePosixPath(unicodedata.normalize("NFC", path)).parts
    for k, part in enumerate(parts):
        if found := moodle.FOLDER.fullmatch(part):
            if found["plugin"] != "file":
                return None                 # a text typed into the page
            inside = parts[k + 1:]
            name = inside[-1] if inside else found["rest"] or ""
            return Piece(path, name, read, {"name": found["name"], "number": found["number"]},
                         found["number"])
    return Piece(path, parts[-1], read)


def _of_canvas(path: str, read: Callable[[], bytes]) -> Piece | None:
    name = unicodedata.normalize("NFC", PurePosixPath(path).name)
    if not (found := CANVAS.fullmatch(name)):
        return Piece(path, name, read)
    return Piece(path, found["rest"], read, {"joined": found["name"], "canvas": found["user"]},
                 found["user"], late=bool(found["late"]))


def _of_edx(path: str, read: Callable[[], bytes]) -> Piece | None:
    name = unicodedata.normalize("NFC", PurePosixPath(path).name)
    if name == EDX_LISTING:
        return None
    if not (found := EDX.fullmatch(name)):
        return Piece(path, name, read)
    return Piece(path, found["rest"] or found["suffix"], read, {"edx": found["user"]},
                 found["user"])


def _of_folder(path: str, read: Callable[[], bytes]) -> Piece | None:
    """A folder for each student, or a file that is called like one."""
    parts = PurePosixPath(unicodedata.normalize("NFC", path)).parts
    if any(part.startswith((".", "__MACOSX")) for part in parts):
        return None
    owner = parts[-2] if len(parts) > 1 else PurePosixPath(parts[-1]).stem
    return Piece(path, parts[-1], read, {"id": owner, "email": owner, "name": owner}, owner)


#: Name of a form -> what it makes of a file's path.
FORMS: dict[str, Callable[[str, Callable[[], bytes]], Piece | None]] = {
    "moodle": _of_moodle, "canvas": _of_canvas, "edx": _of_edx, "folder": _of_folder}


# -- a form's table --------------------------------------------------------------------------------
#: A column of a form's table -> how its heading may begin, in lower case; the first that fits.
COLUMNS = {"when": ("completion time", "время завершения", "время выполнения", "timestamp",
                    "отметка времени", "время создания", "дата"),
           "email": ("email", "e-mail", "адрес электронной почты", "почта", "электронная почта"),
           "name": ("name", "full name", "фио", "имя и фамилия", "фамилия"),
           "id": ("id", "студент", "логин")}
LINK = re.compile(r"https?://\S+")


def of_table(path: Path, folder: Path,
             when: Callable[[Sequence[str]], list[datetime | None]]) -> Download:
    """The answers to a form, a line a student with links to files, which lie in the folder.

    when: reads a column of times. A link tells its file by its last part, or by the number in it
    (`id=` of a shared disk), which then stands in the file's name.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("collect: {path} cannot be read: {error}; needs the table of a form as "
                           "CSV (UTF-8)", path=path, error=of_error(e))) from None
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    lines, heads = list(rows), list(rows.fieldnames or [])
    places = {column: _place(heads, starts) for column, starts in COLUMNS.items()}
    mails = [h for h in heads if re.search("mail|почт", h, re.IGNORECASE)]
    if mails:                           # the form's own, or a question for it
        places["email"] = max(mails, key=lambda h: sum("@" in (x[h] or "") for x in lines))
    if places["id"] == heads[0] and (places["email"] or places["name"]):
        places["id"] = None             # the number of the answer
    if not any(places[column] for column in ("email", "name", "id")):
        raise ValueError(_("collect: {path}: got the columns {columns}, needs one for the id, the "
                           "e-mail or the name of the student", path=path,
                           columns=", ".join(heads)))
    clock = places["when"]
    whens = when([(line[clock] or "") if clock else "" for line in lines])
    files = dict(_lying(folder))
    pieces = []
    for number, (row, time) in enumerate(zip(lines, whens), 2):
        says = {column: (row.get(h) or "").strip() if h else "" for column, h in places.items()}
        clues = {column: says[column] for column in ("id", "email", "name")}
        for link in LINK.findall(" ".join(str(x) for x in row.values())):
            name = _file_of(link.rstrip(",;"), files)
            where = _("line {line}: {link}", line=number, link=link)
            pieces.append(Piece(where, Path(name).name if name else "", files.get(name, _missing),
                                clues, "\0".join(clues.values()), when=time))
    return Download("table", pieces)


def _place(heads: Sequence[str], starts: tuple[str, ...]) -> str | None:
    return next((h for start in starts for h in heads if h.strip().casefold().startswith(start)),
                None)


def _missing() -> bytes:
    raise ValueError(_("its file is not in the folder"))


def _file_of(link: str, files: dict[str, Callable[[], bytes]]) -> str:
    """The file in the folder to which a link leads; "" where none, or several, can be meant."""
    address = urlsplit(link)
    last = PurePosixPath(unquote(address.path)).name
    told = parse_qs(address.query).get("id", [""])[0]
    exact = [name for name in files if last and Path(name).name == last]
    by_number = [name for name in files if told and told in Path(name).name]
    found = exact or by_number
    return found[0] if len(found) == 1 else ""
