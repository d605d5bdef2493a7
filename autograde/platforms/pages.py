"""Feedback pages for a platform or a server."""

from __future__ import annotations

import csv
import hashlib
import hmac
import html
import shutil
import zipfile
from pathlib import Path

from ..course import Course, write_atomically
from ..judging.task import Assignment
from ..library import speaker
from ..pages.shown import FOLDER
from ..record.exports import inert
from ..record.rows import rows
from ..words import SOURCE, Speaker, Text, _
from . import moodle
from .collecting import collected_from
from .who import Roster

__all__ = ["page_of", "write_feedback_zip", "write_site"]

CODE_DIGITS = 20


def page_of(course: Course, assignment: str, student: str) -> Path:
    return course.feedback / student / assignment / f"{assignment}.html"


def write_feedback_zip(course: Course, assignment: Assignment, path: Path,
                       worksheet: Path | None = None) -> tuple[int, list[str]]:
    """Feedback pages in the folders of Moodle's own archive; how many, and who has no folder.

    ValueError, and no archive, where there is none.

    Moodle takes a student from the number in the folder's name: that of the archive that was
    collected, or of the worksheet.
    """
    folders = collected_from(course, assignment.name, "moodle")
    if worksheet:
        folders = folders | _of_worksheet(course, worksheet)
    found, left = [], []
    for row in rows(course, assignment):
        page = page_of(course, assignment.name, row.student)
        folder = folders.get(row.person.id or row.student)
        if page.is_file() and folder:
            found.append((page, folder))
        elif page.is_file():
            left.append(row.student)
    if not found:
        raise ValueError(_("export: no page has a folder of Moodle's: needs work that was "
                           "collected from Moodle, or --worksheet") if left else
                         _("export: {assignment} has no feedback page yet; type autograde feedback "
                           "{assignment} first", assignment=assignment.name))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for page, folder in found:
            for file in _shown(page):
                archive.write(file, f"{folder}/{file.relative_to(page.parent).as_posix()}")
    return len(found), left


def _shown(page: Path) -> list[Path]:
    """The page, and the pages on which its answers move."""
    return [page, *sorted(p for p in (page.parent / FOLDER).rglob("*") if p.is_file())]


def _of_worksheet(course: Course, path: Path) -> dict[str, str]:
    sheet, roster = moodle.read_worksheet(path), Roster(course.people)
    found = {}
    for line in sheet.lines:
        person, _why = roster.who(**{c: sheet.entry(line, c) for c in (
            "email", "idnumber", "username", "name")})
        if person:
            name = sheet.entry(line, "name").replace("_", " ")
            found[person.id] = f"{name}_{sheet.number(line)}_assignsubmission_file"
    return found


def write_site(course: Course, assignments: list[Assignment], folder: Path,
               english: bool = False) -> int:
    """Pages for a server, each student's under a code that nobody can guess; how many.

    `pages/` is for the server. `class.html` and `links.csv` beside it name everybody and are for
    instructors only. ValueError where the folder holds something else.
    english: names of the columns of links.csv, for programs that read them.
    """
    if folder.exists() and any(p.name not in ("pages", "class.html", "links.csv")
                               for p in folder.iterdir()):
        raise ValueError(_("export: {path} is not empty; needs a new folder, or one that was "
                           "written by this command", path=folder))
    shutil.rmtree(folder / "pages", ignore_errors=True)
    (folder / "pages").mkdir(parents=True)
    marks: dict[str, dict[str, str]] = {}
    names, made = {}, 0
    say = Speaker(course.settings.language)
    for assignment in assignments:
        for row in rows(course, assignment):
            names[row.student] = row.person
            page = page_of(course, assignment.name, row.student)
            own = marks.setdefault(row.student, {})
            own[assignment.name] = "-" if row.score is None else say.number(round(row.score, 2))
            if page.is_file():
                to = folder / "pages" / _code(course, row.student) / assignment.name
                for file in _shown(page):
                    copy = to / file.relative_to(page.parent)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file, copy)
                made += 1
    _links(course, folder, assignments, names, Speaker(SOURCE) if english else say)
    write_atomically(folder / "class.html", _class(course, say, folder, assignments, names, marks),
                     lasting=False)
    return made


def _code(course: Course, student: str) -> str:
    return hmac.new(course.secret, f"page of {student}".encode(), hashlib.sha256
                    ).hexdigest()[:CODE_DIGITS]


def _address(course: Course, student: str, assignment: str) -> str:
    return f"pages/{_code(course, student)}/{assignment}/{assignment}.html"


def _links(course: Course, folder: Path, assignments: list[Assignment], names: dict,
           say: Speaker) -> None:
    with open(folder / "links.csv", "w", newline="", encoding="utf-8-sig") as f:
        out = csv.writer(f)
        out.writerow([*map(say, (_("student"), _("name"), _("email"))),
                      *(a.name for a in assignments)])
        for student, person in sorted(names.items()):
            links = [_address(course, student, a.name) for a in assignments]
            out.writerow([inert(x) for x in (student, person.name, person.email, *(
                link if (folder / link).exists() else "" for link in links))])


def _class(course: Course, say: Speaker, folder: Path, assignments: list[Assignment], names: dict,
           marks: dict[str, dict[str, str]]) -> str:
    """The class as one table of HTML, with links to the pages."""
    def cell(student: str, name: str) -> str:
        link, mark = _address(course, student, name), html.escape(marks[student].get(name, ""))
        return f'<td><a href="{link}">{mark}</a></td>' if (folder / link).exists() else (
            f"<td>{mark}</td>")

    def told(text: Text) -> str:
        return html.escape(say(text))
    heads = "".join(f'<th scope="col">{html.escape(speaker(a, say.language).say(a.title))}</th>'
                    for a in assignments)
    lines = "\n".join(
        f'<tr><th scope="row">{html.escape(s)}</th><td>{html.escape(names[s].name)}</td>'
        f"<td>{html.escape(names[s].group)}</td>"
        + "".join(cell(s, a.name) for a in assignments) + "</tr>" for s in sorted(names))
    return _PAGE.format(language=say.language, title=told(_("The class")), heads=heads, lines=lines,
                        student=told(_("student")), name=told(_("name")), group=told(_("group")),
                        only=told(_("For instructors only: this table names everybody.")))


_PAGE = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
body {{ margin: 1rem auto; max-width: 68rem; padding: 0 1rem; color: #1b1f24;
       font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }}
.scroll {{ overflow-x: auto; }} table {{ border-collapse: collapse; }}
th, td {{ text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #d0d7de; }}
</style></head><body><main><h1>{title}</h1><p>{only}</p>
<div class="scroll" tabindex="0" role="region" aria-label="{title}"><table>
<thead><tr><th scope="col">{student}</th><th scope="col">{name}</th><th scope="col">{group}</th>
{heads}</tr></thead><tbody>
{lines}
</tbody></table></div></main></body></html>
"""
