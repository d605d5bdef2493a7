"""From a download into submitted/: whose notebook it is, and when it was handed in.

The roster decides who is who. What fits nobody is named, with the reason, and left where it is;
what lies in submitted/ already goes into attempts/ when something else comes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path, PurePosixPath

from ..course import Course, write_atomically
from ..dates import deadlines
from ..judging.task import Assignment
from ..roster import Person
from ..run.receipt import read_receipt
from ..run.second import FIRST
from ..runner.deal import normalise
from ..words import Text, _, ngettext, said
from . import edx, moodle
from .downloads import Download, Piece, of_table, opened
from .times import times
from .who import Roster

__all__ = ["KEPT", "Collected", "collect", "collected_from"]

KEPT = "collected.json"         # in the course: assignment -> id -> what its platform calls it
STAMP = "timestamp.txt"         # as nbgrader's exchange writes it
AGAIN = re.compile(r"( ?\(\d+\)|-\d+)$")        # what a browser or a platform adds to a name


@dataclass
class Collected:
    """What came of one download; ids of students, and files with a reason."""

    form: str
    taken: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)       # something else lay there before
    same: list[str] = field(default_factory=list)           # it lay there already
    without_time: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)           # so says the platform, not how late
    left: list[tuple[str, Text]] = field(default_factory=list)      # file or sender, and why

    def sentences(self) -> Iterator[Text]:
        yield _("collected from {form}: {taken} new, {replaced} in place of earlier ones, {same} "
                "that were there already", form=FORM_NAMES[self.form], taken=len(self.taken),
                replaced=len(self.replaced), same=len(self.same))
        if self.without_time:
            yield ngettext("{n} without the time of handing in; nothing will be counted as late: "
                           "{names}", "{n} without the time of handing in; nothing will be counted "
                           "as late: {names}", len(self.without_time),
                           names=", ".join(self.without_time))
        if self.late:
            yield ngettext("{n} handed in late, says {form}, and not when: {names}",
                           "{n} handed in late, says {form}, and not when: {names}",
                           len(self.late), form=FORM_NAMES[self.form], names=", ".join(self.late))
        for what, why in self.left:
            yield _("not collected: {what}: {why}", what=what, why=why)
        if self.left:
            yield _("what was not collected is left where it was: mend the roster, or give "
                    "the file "
                    "the student's id for a name and collect it from a folder")


FORM_NAMES = {"moodle": "Moodle", "canvas": "Canvas", "edx": "Open edX",
              "folder": _("a folder"), "table": _("a form's table")}


def collect(course: Course, assignment: Assignment, place: Path, zone: tzinfo, *,
            form: str | None = None, worksheet: Path | None = None,
            table: Path | None = None, reports: Iterable[Path] = (),
            order: str | None = None) -> Collected:
    """Bring an assignment's notebooks from a download into the course.

    place: a zip archive or a folder. worksheet: Moodle's, for addresses and times. table: a form's,
    for files that lie in the folder. reports: Open edX's, for times and names. zone: of times that
    are written without one. order: of day and month in the table, see `times`. ValueError where
    nothing can be brought in at all.
    """
    if not course.people:
        raise ValueError(_("collect: the course has no roster, so that nobody can be told from the "
                           "names in {path}; needs one, named in autograde.toml as roster under "
                           "[course]", path=place))
    found = (of_table(table, place, lambda texts: times(texts, zone, order)) if table else
             opened(place, form))
    if reports := list(reports):
        found = edx.with_reports(found, edx.read_reports(reports))
    if worksheet:
        found = _with_worksheet(found, moodle.read_worksheet(worksheet), zone)
    if not found.pieces:
        raise ValueError(_("collect: {path}: there is no file in it", path=place))
    done = Collected(found.form)
    kept = _kept(course)
    with course.writing():
        others = {name for name in course.library if name != assignment.name}
        for person, piece, raw in _chosen(Roster(course.people), assignment, others, found, done):
            _put(course, assignment, person, piece, raw, done)
            kept.setdefault(assignment.name, {})[person.id] = {
                "form": found.form, "folder": _folder_of(piece)}
        write_atomically(course.root / KEPT, json.dumps(kept, ensure_ascii=False, indent=1))
    return done


def _kept(course: Course) -> dict[str, dict[str, dict[str, str]]]:
    path = course.root / KEPT
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def collected_from(course: Course, assignment: str, form: str) -> dict[str, str]:
    """Id -> the folder in the platform's archive, for whoever was collected from this platform."""
    return {name: says["folder"] for name, says in _kept(course).get(assignment, {}).items()
            if says["form"] == form}


def _folder_of(piece: Piece) -> str:
    """Of Moodle's: the folder's name, whether it is one or stands before the file's."""
    for part in PurePosixPath(piece.path).parts:
        if found := moodle.FOLDER.fullmatch(part):
            tail = "_" * (found["rest"] == "")      # before 4.1, which takes no other folder back
            return f"{found['name']}_{found['number']}_assignsubmission_file{tail}"
    return ""


def _with_worksheet(found: Download, sheet: moodle.Worksheet, zone: tzinfo) -> Download:
    """The pieces with what the worksheet says of their senders."""
    lines = {sheet.number(line): line for line in sheet.lines}
    pieces = []
    for piece in found.pieces:
        line = lines.get(piece.clues.get("number", ""))
        if line is not None:
            says = {c: sheet.entry(line, c) for c in ("email", "idnumber", "username")}
            piece = replace(piece, when=moodle.written(sheet.entry(line, "handed_in"), zone),
                            clues=piece.clues | {c: x for c, x in says.items() if x})
        pieces.append(piece)
    return Download(found.form, pieces, sheet)


def _chosen(roster: Roster, assignment: Assignment, others: set[str], found: Download,
            done: Collected) -> Iterator[tuple[Person, Piece, bytes]]:
    """One notebook of each sender; what is not taken goes into `done.left`.

    others: the names of the other assignments. What is called like one is theirs; the archive of
    Open edX is that of a whole course, and there this is nothing to tell.
    """
    senders: dict[str, list[Piece]] = {}
    for piece in found.pieces:
        senders.setdefault(piece.owner or piece.path, []).append(piece)
    whose: dict[str, str] = {}          # id -> the sender it was found for
    for pieces in senders.values():
        clues = {k: x for k, x in pieces[0].clues.items() if k != "number"}
        person, why = roster.who(**clues) if clues else (None, _("its name tells no sender"))
        if person is None:
            done.left.append((pieces[0].path, said(why)))
            continue
        if person.id in whose:
            done.left.append((pieces[0].path, _("{student} has handed in already, as {other}",
                                                student=person.id, other=whose[person.id])))
            continue
        own = [p for p in pieces if not p.is_notebook or _called(p) not in others]
        piece = _the_notebook(assignment.name, own)
        if piece is None and len(own) < len(pieces) and not any(p.is_notebook for p in own):
            if found.form != "edx":
                done.left.append((person.id, _("called like another assignment: {names}",
                                               names=", ".join(p.name for p in pieces
                                                               if p.is_notebook))))
            continue
        if piece is None:
            done.left.append((person.id, _several(own)))
            continue
        try:
            raw = piece.read()
        except (ValueError, OSError) as e:
            done.left.append((piece.path, said(e.args[0] if e.args else str(e))))
            continue
        whose[person.id] = pieces[0].path
        yield person, piece, raw


def _the_notebook(name: str, pieces: list[Piece]) -> Piece | None:
    """The only notebook, or the only one of the assignment's name; the newest of several times."""
    books = [p for p in pieces if p.is_notebook or not p.name]
    named = [p for p in books if _called(p) == name]
    fits = named or books
    if len(fits) > 1 and all(p.when for p in fits):
        fits = [max(fits, key=lambda p: p.when or datetime.min.replace(tzinfo=UTC))]
    return fits[0] if len(fits) == 1 else None


def _called(piece: Piece) -> str:
    """The name of the file without its ending, and without what a browser adds to a copy."""
    return AGAIN.sub("", PurePosixPath(piece.name).stem)


def _several(pieces: list[Piece]) -> Text:
    names = [p.name for p in pieces]
    if any(p.is_notebook for p in pieces):
        return _("several notebooks, and which one counts is not told: {names}",
                 names=", ".join(names))
    return _("no notebook among: {names}", names=", ".join(names))


# -- into the course -------------------------------------------------------------------------------
def _put(course: Course, assignment: Assignment, person: Person, piece: Piece, raw: bytes,
         done: Collected) -> None:
    folder = course.submitted / _written_as(course, person) / assignment.name
    if course.linked(folder):
        done.left.append((person.id, _("its folder in submitted/ is a link")))
        return
    path = folder / f"{assignment.name}.ipynb"
    before = path.read_bytes() if path.is_file() and not path.is_symlink() else None
    known = before == raw and (folder / STAMP).is_file()       # since it was collected before
    if piece.when is None and not known:
        done.without_time.append(person.id)
    if piece.late:
        done.late.append(person.id)
    if before == raw:
        done.same.append(person.id)
    elif before is not None:
        _put_aside(course, folder, path, before)
        done.replaced.append(person.id)
    else:
        done.taken.append(person.id)
    if before != raw:
        folder.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f".{path.name}.new")
        scratch.write_bytes(raw)
        os.replace(scratch, path)
    if piece.when is not None:
        when = piece.when.astimezone(UTC)
        write_atomically(folder / STAMP, f"{when:%Y-%m-%d %H:%M:%S} UTC", lasting=False)
        os.utime(path, (when.timestamp(), when.timestamp()))
    elif before != raw:
        (folder / STAMP).unlink(missing_ok=True)


def _written_as(course: Course, person: Person) -> str:
    """The name that the student's folder has already, in capitals or not; else the roster's."""
    key = normalise(person.id)
    there = [p.name for p in course.submitted.glob("*") if normalise(p.name) == key]
    return there[0] if len(there) == 1 else person.id


def _put_aside(course: Course, folder: Path, path: Path, before: bytes) -> None:
    """What was handed in earlier, with its time, into attempts/ under a name made from it.

    Where the course allows a second attempt, the first of the two has a name of its own.
    """
    stamp = folder / STAMP
    when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    first = _is_first(course, folder.name, folder.parent.name, before, when)
    name = FIRST if first else f"{when:%Y%m%d-%H%M%S}-{hashlib.sha256(before).hexdigest()[:6]}"
    aside = course.attempts / folder.parent.name / folder.name / name
    aside.mkdir(parents=True, exist_ok=True)
    (aside / path.name).write_bytes(before)
    os.utime(aside / path.name, (when.timestamp(), when.timestamp()))
    if stamp.is_file():
        write_atomically(aside / STAMP, stamp.read_text("utf-8", "replace"), lasting=False)


def _is_first(course: Course, name: str, student: str, before: bytes, when: datetime) -> bool:
    """Is it the first of two attempts: in time, or late and graded before anything else came?"""
    if name not in course.settings.second:
        return False
    found = deadlines(course, name)
    due = found.own_of(student) or found.common
    if due is not None and when <= due:
        return True
    receipt = read_receipt(course.receipt(name, student))
    return (receipt is not None and receipt.submission == hashlib.sha256(before).hexdigest()
            and not (course.attempts / student / name / FIRST).exists())
