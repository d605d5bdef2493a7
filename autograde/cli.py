"""autograde: release, grade, feedback, report and export on the command line."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from . import lean  # noqa: F401
from .course import FULL, Course, write_atomically
from .private import closed, narrow
from .settings import FILE, read_settings
from .words import (
    SOURCE,
    Text,
    _,
    asked,
    here,
    joined,
    languages,
    ngettext,
    said,
    speak,
    spoken,
)

__all__ = ["main", "speak_in_help"]

console = Console()
ABOUT = _("autograde: release, grade, feedback, report and export on the command line.")
ANOTHER = _("the receipt gives another verdict")
#: What stands in the help for what is to be typed; TOML, CSV, ZIP and N are so in every language.
PLACES = (_("COMMAND"), _("LANGUAGE"), _("DIR"), _("FOLDER"), _("FILE"), _("ASSIGNMENT"),
          _("STUDENT"), _("TASK"), _("ROW"), _("CELL"), _("ZONE"), _("CODE"), _("ADDRESS"),
          _("FROM"), _("IN"), _("OUT"), _("TEXT"))
#: Words of argparse, as far as an instructor meets them.
THEIRS = (_("usage: "), _("positional arguments"), _("options"),
          _("show this help message and exit"), _("%(prog)s: error: %(message)s\n"),
          _("the following arguments are required: %s"), _("unrecognized arguments: %s"),
          _("argument %(argument_name)s: %(message)s"), _("expected one argument"),
          _("expected at least one argument"), _("expected at most one argument"),
          ngettext("expected %s argument", "expected %s arguments", 2),
          _("ignored explicit argument %r"),
          _("ambiguous option: %(option)s could match %(matches)s"),
          _("invalid %(type)s value: %(value)r"),
          _("invalid choice: %(value)r (choose from %(choices)s)"))


def main(argv: list[str] | None = None) -> int:
    """Exit status 0 when the run completed, whatever the students did; 2 for a wrong call.

    `verify` ends with 1 when a receipt does not reproduce its marks, `redteam` when an outcome
    is not the safe one.
    """
    try:
        argv = _spoken_to(sys.argv[1:] if argv is None else argv)
        args = _parsed(argv)
        course = Course(args.course)
        _is_a_course(args, course)
        read_settings(course.root)      # a wrong line stops every command, not only grading
        if args.run in (check, *AWAY):
            return args.run(args, course) or 0
        with narrow(course):
            _say(closed(course))
            try:
                status = args.run(args, course) or 0
                if args.run in NEXT:
                    _next(NEXT[args.run], course)
                return status
            finally:
                if args.run in (release, demo, new_course):
                    closed(course, made=True)
    except KeyboardInterrupt:
        _tell(_("autograde: stopped by you. What was finished is kept; to go on type the "
                "same again, "
                "grade with --resume"), style="red")
        return 130
    except (ValueError, RuntimeError) as e:
        return _refused(e.args[0] if e.args and isinstance(e.args[0], str) else str(e))
    except OSError as e:
        return _refused(_of_the_disk(e))
    except Exception as e:
        if type(e).__module__.partition(".")[0] not in ("sqlalchemy", "sqlite3", "nbgrader"):
            raise                       # a fault of ours, with its place
        return _refused(_("gradebook: {error}. If the disk is full, make room and type the same "
                          "again; autograde verify says what is whole, and autograde repair makes "
                          "the gradebook anew from the receipts", error=str(e).splitlines()[0]))


def _is_a_course(args, course: Course) -> None:
    """ValueError where a command would take another folder, or a file, for the course.

    The first release and a new course may begin one. What asks the assignments alone needs none,
    but one that is named has to be there.
    """
    root = course.root
    if args.run in AWAY:
        return
    if root.exists() and not root.is_dir():
        raise ValueError(_("course: got {folder}, which is a file; needs the folder of a course"
                           "{near}", folder=root, near=_near(course)))
    if args.run in (new_course, demo):
        return
    if args.run is release:
        if not root.resolve().parent.is_dir():
            raise ValueError(_("course: got {folder}, and there is no folder {above} to begin it "
                               "in; make it first{near}", folder=root,
                               above=root.parent, near=_near(course)))
        if not course.begun and course.near:
            _say(_("course: there was none in {folder}, and this release begins one{near}",
                   folder=root, near=_near(course)))
        return
    alone = args.run in (check, mistakes) or args.run is comment and args.student is None
    if not course.begun and not (alone and (root.is_dir() or root == Path("course"))):
        raise ValueError(_("course: there is none in {folder}: it has no {file}, and nothing is "
                           "released there; needs the folder of a course{near}. To begin one: "
                           "autograde new-course", folder=root, file=FILE, near=_near(course)))


def _near(course: Course) -> Text:
    """Where courses are, for whoever has misspelt one; nothing where there are none."""
    found = ", ".join(map(str, course.near))
    return _(" (there is one in {folders})", folders=found) if found else said("")


def _parsed(argv: list[str]) -> argparse.Namespace:
    """The call. Rows of a rubric may stand behind an option too, where argparse takes no more."""
    parser = _parser()
    args, left = parser.parse_known_args(argv)
    if left and (args.run is not comment or any(word.startswith("-") for word in left)):
        parser.parse_args(argv)         # says which are unknown, and ends
    if left:
        args.marks += left
    return args


def _spoken_to(argv: list[str]) -> list[str]:
    """Takes --language out of the arguments: the help is said in it, too."""
    left, given = [], None
    rest = iter(argv)
    for word in rest:
        if word == "--language":
            given = next(rest, "")
        elif word.startswith("--language="):
            given = word.partition("=")[2]
        else:
            left.append(word)
    speak(given)
    return left


def _refused(sentence: str) -> int:
    _tell(_("autograde: {sentence}", sentence=said(sentence)), style="red")
    return 2


def _say(sentence: str | None) -> None:
    """What the instructor should know, though the command goes on."""
    if sentence:
        _tell(sentence, style="yellow")


def _tell(sentence: str, **how) -> None:
    """To the instructor, in the language of the screen."""
    console.print(here(sentence), markup=False, highlight=False, soft_wrap=True, **how)


def _next(sentence: str, course: Course) -> None:
    """The last line of a command: what comes after it, in this course."""
    _tell(sentence if course.root == Path("course") else
          _("{next} (with --course {folder})", next=said(sentence), folder=course.root))


def _what_comes(course: Course, assignments) -> None:
    """The last line of a command after which something may be missing yet."""
    from .record.status import next_step, standings
    _next(next_step(standings(course, assignments)), course)


def _of_the_disk(error: OSError) -> str:
    """A sentence that says what to do."""
    do = (_("make room on the disk and type the same again: what is recorded is whole")
          if error.errno in FULL else
          _("the file is missing: put it back, or type autograde verify to see what is whole")
          if error.errno == errno.ENOENT else
          _("are you its owner, and may it be written?")
          if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) else
          _("look at the disk, then type the same again"))
    return _("{file}: {error}; {do}", file=error.filename or _("a file"),
             error=said(error.args[0]) if len(error.args) == 1 else
             said(error.strerror or str(error)),
             do=do)


class _Parser(argparse.ArgumentParser):
    """Its help is said in the language of the screen."""

    def add_argument(self, *names, help=None, metavar=None, **kwargs):
        if metavar:
            kwargs["metavar"] = here(metavar) if isinstance(metavar, str) else tuple(
                map(here, metavar))
        return super().add_argument(*names, help=help and here(help), **kwargs)


def speak_in_help() -> None:
    """argparse's own words in the language of the screen: it asks gettext in nobody's domain."""
    if spoken() != SOURCE:
        argparse._, argparse.ngettext = here, lambda *told: here(ngettext(*told))


def _parser() -> argparse.ArgumentParser:
    speak_in_help()
    parser = _Parser(prog="autograde", description=here(ABOUT))
    told = _("of this screen: {known} (default: that of the system)", known=", ".join(languages()))
    parser.add_argument("--language", metavar="LANGUAGE", help=told)
    commands = parser.add_subparsers(required=True, metavar=here(_("COMMAND")))

    def alone(name, run, help):
        p = commands.add_parser(name, help=here(help), description=here(help))
        p.add_argument("--language", metavar="LANGUAGE", help=told)     # see `_spoken_to`
        p.set_defaults(run=run, course=Path("course"))
        return p

    def command(name, run, help, assignments=True):
        p = alone(name, run, help)
        p.add_argument("--course", type=Path, default=Path("course"), metavar="DIR",
                       help=_("the course folder (default: course)"))
        if assignments:
            p.add_argument("assignments", nargs="*", metavar="ASSIGNMENT",
                           help=_("which assignments (default: all)"))
        return p

    p = command("new-course", new_course, _("begin a course: its settings and roster, from a file "
                                            "or from questions"), False)
    p.add_argument("--file", type=Path, metavar="TOML", help=_(
        "answers instead of questions: roster, language, assignments, first_deadline, "
        "days_between, per_day, folders"))
    p.add_argument("--zone", metavar="ZONE", help=_(
        "time zone of the deadlines, such as Europe/Moscow (default: that of this machine)"))
    command("status", status, _("print what is released, handed in, graded, waiting and missing, "
                                "and what to do next"))
    p = command("why", why, _("print how one mark came about: answers, rules, dates, what would "
                              "have earned more"), False)
    p.add_argument("code", metavar="CODE", help=_("the code on the student's page"))
    p = command("release", release, _("make the students' notebooks and their certified variants"))
    p.add_argument("--from", dest="folders", type=Path, action="append", default=[],
                   metavar="DIR",
                   help=_("a folder of your own assignments; the course remembers it"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help=_("processes (default: one a processor)"))
    p = alone("check", check, _("try assignments as release does: text form, tasks, numbers, the "
                                "instructor's solution with each set of numbers"))
    p.add_argument("folders", nargs="*", type=Path, metavar="FOLDER",
                   help=_("an assignment's folder or its name, or a folder that holds several "
                          "(default: the book's)"))
    p.add_argument("--course", type=Path, default=Path("course"), metavar="DIR",
                   help=_("the course in whose way they are tried (default: course)"))
    p.add_argument("--variants", type=int, metavar="N", help=_("sets of numbers to try"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help=_("processes (default: one a processor)"))
    p.add_argument("--agreed", type=int, nargs="?", const=0, metavar="CELL", help=_(
        "only note that the languages of an assignment say the same as they stand: in one cell, or "
        "in all"))
    p = command("collect", collect, _("bring in what was handed in elsewhere: an archive of "
                                      "Moodle, Canvas or Open edX, a folder of files, the table of "
                                      "a form"), False)
    p.add_argument("assignment", metavar="ASSIGNMENT", help=_("which assignment"))
    p.add_argument("place", type=Path, metavar="FROM", help=_("a zip archive or a folder"))
    p.add_argument("--form", choices=("moodle", "canvas", "edx", "folder"), help=_(
        "whose names the files have (default: what most of them look like)"))
    p.add_argument("--worksheet", type=Path, metavar="CSV", help=_(
        "Moodle's grading worksheet, for addresses and times of handing in"))
    p.add_argument("--table", type=Path, metavar="CSV", help=_(
        "the table of a form, with links to the files that lie in FROM"))
    p.add_argument("--edx", type=Path, nargs="+", default=[], metavar="CSV", help=_(
        "Open edX's reports: ORA data, for times, and anonymised ids, for names"))
    p.add_argument("--dates", choices=("dmy", "mdy"), help=_(
        "whether the day or the month stands first in a form's table, where that cannot be told"))
    p.add_argument("--zone", metavar="ZONE", help=_(
        "time zone of times that name none, such as Europe/Moscow (default: that of this machine)"))
    p = command("grade", grade, _("run, judge and record what was handed in"))
    p.add_argument("--student", metavar="STUDENT", help=_("only this student"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help=_("workers (default: one a processor)"))
    p.add_argument("--resume", action="store_true", help=_("leave out what is graded already"))
    p.add_argument("--unsafe", action="store_true", help=_("without a sandbox; marks every result"))
    p.add_argument("--dask", metavar="ADDRESS",
                   help=_("judge on the Dask engine at this address, which sees the course folder"))
    p = command("regrade", regrade, _("judge again from the receipts, run nothing; show what "
                                      "changes"))
    p.add_argument("--student", metavar="STUDENT", help=_("only this student"))
    p.add_argument("--task", metavar="TASK", help=_("only this task"))
    p.add_argument("--apply", action="store_true", help=_("write the new marks"))
    p = command("verify", verify, _("check that every receipt reproduces its marks"))
    p.add_argument("--student", metavar="STUDENT", help=_("only this student"))
    command("repair", repair, _("make a lost or damaged gradebook anew from the receipts, and say "
            "what was done"), False)
    p = command("variant", variant, _("print a student's own numbers with the solution"), False)
    p.add_argument("student", metavar="STUDENT", help=_("the student's id"))
    p.add_argument("assignment", metavar="ASSIGNMENT", help=_("which assignment"))
    p = command("sheet", sheet, _("make a task sheet on paper (PDF, A4) for each student, from the "
                                  "numbers that are dealt, and the instructor's key"), False)
    p.add_argument("assignment", metavar="ASSIGNMENT", help=_("which assignment"))
    p.add_argument("--student", metavar="STUDENT", action="append", default=[],
                   help=_("only this student; may stand several times (default: the roster)"))
    p.add_argument("--task", metavar="TASK", action="append", default=[],
                   help=_("only this task; may stand several times (default: all)"))
    p.add_argument("--html", action="store_true", help=_("pages to print yourself, no PDF"))
    command("mistakes", mistakes, _("print which mistakes each task looks for, and what cannot be "
            "told apart"))
    p = command("comment", comment, _("print the rubric of an explanation with ready comments, or "
                "enter marks and comments for a student"), False)
    p.add_argument("assignment", metavar="ASSIGNMENT", help=_("which assignment"))
    p.add_argument("student", metavar="STUDENT", nargs="?", help=_("the student's id"))
    p.add_argument("marks", metavar="ROW", nargs="*",
                   help=_("a row of the rubric: 2 made, 2a not there, 2b begun (half)"))
    p.add_argument("--task", metavar="TASK", help=_("which task, where several are marked by hand"))
    p.add_argument("--say", metavar="TEXT", default="",
                   help=_("own words behind the ready comments"))
    p.add_argument("--replace", action="store_true", help=_("change what was entered by hand"))
    command("feedback", feedback, _("write the students' feedback pages"))
    command("report", report, _("print the class: marks, mistakes, flags"))
    p = command("export", export, _("write marks and pages for spreadsheets, for Moodle, Canvas "
                                    "and Open edX, and for a server"))
    p.add_argument("--csv", type=Path, metavar="FILE", help=_("everything, a line a submission"))
    p.add_argument("--table", type=Path, metavar="FILE", help=_(
        "a line a student, as a spreadsheet of the course's language reads it"))
    p.add_argument("--moodle", type=Path, metavar="FILE", help=_("for Moodle's import of grades"))
    p.add_argument("--moodle-id", choices=("username", "idnumber", "email"), default="username",
                   help=_("by which column of the roster Moodle finds a student"))
    p.add_argument("--worksheet", type=Path, nargs=2, metavar=("IN", "OUT"), help=_(
        "fill in Moodle's grading worksheet: marks and comments of one assignment"))
    p.add_argument("--moodle-pages", type=Path, metavar="ZIP", help=_(
        "feedback pages of one assignment, for Moodle's upload of several feedback files"))
    p.add_argument("--canvas", type=Path, metavar="FILE", help=_("for Canvas's import of grades"))
    p.add_argument("--edx", type=Path, nargs=2, metavar=("IN", "OUT"), help=_(
        "fill in Open edX's CSV of points or of grades for one assignment"))
    p.add_argument("--pages", type=Path, metavar="DIR", help=_(
        "feedback pages for a server, each under a code, and the class as a table"))
    p.add_argument("--english", action="store_true", help=_(
        "with --csv and --pages: English names of columns, for programs that read the file"))
    p = alone("package", package, _("make the package that students install: robokit and check, "
                                    "nothing of the grader"))
    p.add_argument("--to", type=Path, default=Path("."), metavar="DIR",
                   help=_("where the wheel goes (default: here)"))
    p = alone("words", words, _("bring the catalogues of translations up to date with what is "
                                "said, and name what they lack; status 1 if anything"))
    p.add_argument("folders", nargs="*", type=Path, metavar="FOLDER",
                   help=_("an assignment's folder, one that assignments share, or one with several "
                   "assignments in it (default: the grader itself)"))
    p.add_argument("--to", default="ru", metavar="LANGUAGE",
                   help=_("the language of the translation (default: ru)"))
    p.add_argument("--check", action="store_true", help=_("write nothing"))
    p.add_argument("--read", action="store_true", help=_(
        "write nothing; print each message as its reader sees it, its fields filled in, below the "
        "English one and the file that says it"))
    alone("guides", guides, _("say where the guides lie: students, instructors, lecturers, "
                              "authors"))
    p = command("demo", demo, _("the whole way on a sample class: release to report"), False)
    p.add_argument("--all", action="store_true", help=_("all assignments and 727 submissions"))
    p = alone("redteam", redteam, _("try attacks, mishaps and odd honest work here; exit status 0 "
                                    "only if all is safe"))
    p.add_argument("--jobs", type=int, default=1 + (os.cpu_count() or 1), metavar="N",
                   help=_("workers (default: one more than processors, since some trials wait)"))
    p.add_argument("--brief", action="store_true", help=_("a quick choice of the trials"))
    p.add_argument("assignment", nargs="?", type=Path, metavar="FOLDER",
                   help=_("the folder of an assignment of your own (default: a02 of the book)"))
    return parser


def new_course(args, course: Course) -> None:
    from .starting import ask, begin, is_new, read_answers
    is_new(course)
    if args.file is None and not sys.stdin.isatty():
        raise ValueError(_("new-course: nobody is there to be asked; needs --file"))
    answers = read_answers(args.file) if args.file else ask(
        lambda question: console.input(here(question), markup=False).strip())
    names = begin(course, answers, _zone(args.zone))
    _tell(_("course: {folder}, with {file}", folder=course.root, file=FILE))
    _tell(_("next: autograde release {names} --course {folder}", names=" ".join(names),
            folder=course.root))


def status(args, course: Course) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from .record.gradebook import served
    from .record.status import next_step, standings
    chosen = course.assignments(args.assignments)
    found = standings(course, chosen)
    _out_of_place(course)
    if not found:
        _tell(_("nothing is released in {folder}", folder=course.root))
        _next(next_step([], course.settings.due), course)
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for k, head in enumerate((_("assignment"), _("handed in"), _("graded"), _("waiting"),
                              _("missing"), _("unreadable"), _("pages"))):
        table.add_column(here(head), justify="right" if k else "left", overflow="fold")
    for one in found:
        table.add_row(one.name, one.handed_in_of, str(one.graded), str(one.waiting),
                      str(one.absent), str(one.unreadable), str(one.pages))
    console.print(table)
    if served(course) or course.gradebook.exists():
        _what_is_missing(course, chosen)
    for one in found:
        for sentence in one.sentences():
            _say(sentence)
    _next(next_step(found), course)


def why(args, course: Course) -> None:
    from .library import speaker
    from .pages.console import in_letters
    from .pages.story import story
    from .record.codes import found_by
    assignment, receipt = found_by(course, args.code, course.assignments())
    say = speaker(assignment).say
    for line in story(course, assignment, receipt):
        console.print(in_letters(say(line)), markup=False, highlight=False, soft_wrap=True)


def release(args, course: Course) -> None:
    from .library import BOOK, Library
    from .record.release import release as run
    Library(BOOK, *course.settings.folders, *course.folders, *args.folders)     # all can be had
    course.add_folders(args.folders)
    library = course.library
    chosen = [library[name] for name in args.assignments or _to_be_dealt(args, course)]
    began, sets = time.monotonic(), 0
    with _progress(_("certifying")) as progress:
        for name, table, sentences in run(course, chosen, args.jobs, progress):
            sets += len(table["variants"])
            own = len(table["deal"].get("own", {}))
            counted = {"name": name, "tasks": len(table["kinds"]), "own": own}
            _tell(ngettext("released {name}: {tasks} tasks, {n} certified set of numbers, {own} "
                           "of them for one student each",
                           "released {name}: {tasks} tasks, {n} certified sets of numbers, {own} "
                           "of them for one student each", len(table["variants"]), **counted)
                  if own else
                  ngettext("released {name}: {tasks} tasks, {n} certified set of numbers",
                           "released {name}: {tasks} tasks, {n} certified sets of numbers",
                           len(table["variants"]), **counted))
            for sentence in sentences:
                _say(_("{name}: {sentence}", name=name, sentence=said(sentence)))
    _tell(ngettext("{n} set certified in {time}", "{n} sets certified in {time}", sets,
                   time=_minutes(time.monotonic() - began)))
    if not course.settings.roster:
        _tell(_("There is no roster, so that some students share a set of numbers. To give each an "
                "own one, name it in {file}: roster, under [course]", file=course.root / FILE))
    graded = any(path for a in chosen for path in (course.receipts / a.name).glob("*.json"))
    _next(_("next: hand out what lies in release/ anew; autograde regrade says what it changes in "
            "marks that are given") if graded else
          _("next: hand out what lies in release/; when work comes in, autograde collect "
            "ASSIGNMENT FROM"), course)


def _to_be_dealt(args, course: Course) -> list[str]:
    """What a release without a name deals: all there is in a course that names none itself.

    A course that does has its own folders dealt, too: they hold nothing but what it wants.
    """
    from .library import Library
    mine = {*course.settings.due} | {a.name for a in course.assignments()}
    if mine or args.folders:
        mine |= {name for folder in (*course.settings.folders, *course.folders, *args.folders)
                 for name in Library(folder)}
    return [name for name in course.library if name in mine] or list(course.library)


def _minutes(seconds: float) -> str:
    return _("{minutes} min {seconds:.0f} s", minutes=int(seconds // 60), seconds=seconds % 60)


@contextmanager
def _progress(doing: str) -> Iterator[Callable[[int, int, str], None]]:
    """A bar that a run moves: done, total, what it is at. Not on a terminal it is one line."""
    with Progress(TextColumn(here(doing)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  TextColumn("{task.description}", markup=False), console=console) as bar:
        line = bar.add_task("", total=None)
        yield lambda done, total, name: bar.update(line, completed=done, total=total,
                                                   description=name)


def check(args, course: Course) -> int:
    """Status 1 where an assignment would not be released."""
    from .adapting import mentions
    from .authoring import Order, all_agreed
    from .library import BOOK, TASKS, Library
    from .textform import read
    library = course.library
    named = [library.folders.get(str(folder), folder) for folder in args.folders or [BOOK]]
    folders = [place for folder in named for place in (
        [folder.resolve()] if (folder / TASKS).exists() else Library(folder).folders.values())]
    ways = {library.folders[name]: way for name, way in library.ways.items()}
    if args.agreed is not None:
        return _agree(folders, args.agreed or None)
    Library(BOOK, *(folder.parent for folder in folders))       # each name may stand once
    wrong = 0
    with _progress(_("trying")) as progress:
        orders = [Order(folder, args.variants, way=ways.get(folder)) for folder in folders]
        for name, found in all_agreed(orders, jobs=args.jobs, progress=progress):
            wrong += isinstance(found, str)
            if isinstance(found, str):
                _tell(found, style="red")
            else:
                _tell(ngettext("{name}: its tasks ({tasks}) agree; the solution is right with {n} "
                               "set of numbers",
                               "{name}: its tasks ({tasks}) agree; the solution is right with {n} "
                               "sets of numbers", len(found["variants"]), name=name,
                               tasks=len(found["kinds"])))
    for order in [] if wrong else orders:
        for sentence in mentions(order.assignment, read(order.assignment)):
            _say(_("{name}: {sentence}", name=order.folder.name, sentence=said(sentence)))
    return int(wrong > 0)


def _agree(folders: list[Path], cell: int | None) -> int:
    """Note in a text form that its languages agree."""
    from .parallel_text import agreed
    if len(folders) != 1:
        raise ValueError(_("--agreed: got {count} assignments, needs the folder of one",
                           count=len(folders)))
    path = folders[0] / f"{folders[0].name}.md"
    text, names = agreed(path, cell)
    path.write_text(text, encoding="utf-8")
    for name in names:
        _tell(_("agreed: {name}", name=name))
    return 0


def grade(args, course: Course) -> None:
    with _workers(args, course):
        _grade(args, course)


def _workers(args, course: Course):
    """Workers begin at once where it is certain that there is work for all of them."""
    from .run.ahead import begun
    names = args.assignments or sorted(p.name for p in course.release.glob("*") if p.is_dir())
    if args.dask or args.resume or args.student or args.jobs < 1 or not names:
        return nullcontext()
    handed_in = sum(1 for _each in course.submitted.glob(f"*/{names[0]}"))
    return begun(course.root.resolve(), names[0], min(args.jobs, handed_in), args.unsafe)


def _grade(args, course: Course) -> None:
    from .record.gradebook import place_of
    from .record.state import state
    from .run.grading import grade as run
    assignments = course.assignments(args.assignments)
    if not assignments:
        raise ValueError(_("assignments: none is released in {folder}", folder=course.root))
    if args.jobs < 1:
        raise ValueError(_("jobs: got {got}, needs 1 or more", got=args.jobs))
    with _progress(_("grading")) as progress:
        found = run(course, assignments, args.student, jobs=args.jobs, resume=args.resume,
                    unsafe=args.unsafe, dask=args.dask, progress=progress)
    _tell(_("graded: {found}; gradebook: {path}", found=found.told, path=place_of(course)))
    _out_of_place(course)
    misnamed = sorted({name for a in assignments for name in course.misnamed(a)})
    if misnamed:
        _tell(_("not graded, no student can have such an id (rename the folder): {names}",
                names=", ".join(map(ascii, misnamed))))
    for assignment in assignments:
        for sentence in state(course, assignment).changed_points():
            _say(sentence)


def _out_of_place(course: Course) -> None:
    """Names work that nobody would find: in the table it is as if nothing was handed in."""
    from .record.state import listed
    if names := course.strays:
        _say(_("{folder}: {count} x in a place where nothing is looked for: {names}; needs "
               "STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, with an assignment that is released",
               folder=course.submitted, count=len(names), names=listed(names)))


def collect(args, course: Course) -> int:
    """Status 1 where something was left."""
    from .platforms.collecting import collect as run
    assignment, = course.assignments([args.assignment])
    found = run(course, assignment, args.place, _zone(args.zone), form=args.form,
                worksheet=args.worksheet, table=args.table, reports=args.edx, order=args.dates)
    told, *rest = found.sentences()
    _tell(told)
    for sentence in rest:
        _say(sentence)
    _next(_("next: autograde grade --resume {assignment}", assignment=assignment.name), course)
    return int(bool(found.left))


def _zone(name: str | None):
    """A time zone; ValueError for a name of none."""
    from datetime import datetime
    from zoneinfo import ZoneInfo
    if name is None:
        return datetime.now().astimezone().tzinfo
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(_("--zone: got {got}, needs a time zone such as Europe/Moscow",
                           got=repr(name))) from None


def regrade(args, course: Course) -> None:
    from .pages.story import rule_told
    from .run.regrade import apply, judged_again
    assignments = _with_task(course.assignments(args.assignments), args.task)
    found = list(judged_again(course, assignments, args.student, args.task))
    if args.student and not found:
        _nobody(course, assignments, args.student)
    changes = [change for _, change in found if change]
    for change in changes:
        for old, new in change.marks:
            _tell(_("{student}  {assignment}  {task}: {before:g} -> {points:g} of {of:g}  "
                    "({rule} -> {new})", student=change.receipt.student,
                    assignment=change.assignment.name, task=new.task, points=new.points, of=new.of,
                    before=old.points if old else 0, new=rule_told(new.rule),
                    rule=rule_told(old.rule) if old else _("no task")))
    marks = sum(len(change.marks) for change in changes)
    words = sum(len(change.pairs) for change in changes) - marks
    counts = {"receipts": len(found), "marks": marks, "words": words}
    graded = {receipt.assignment for receipt, _ in found}
    _marked_above(course, [a for a in assignments if a.name in graded])
    if not args.apply:
        _tell(_("regrade: {receipts} receipts judged again; {marks} marks change, {words} other "
                "verdicts", **counts))
        _next(_("next: nothing is written yet; the same with --apply writes it") if changes else
              _("next: autograde status says what else is to do"), course)
        return
    _tell(_("regrade: {receipts} receipts judged again; {marks} marks and {words} other verdicts "
            "have changed", **counts))
    _tell(ngettext("regrade: {n} submission written", "regrade: {n} submissions written",
                   apply(course, changes)))
    _next(_("next: autograde feedback, which makes their pages again") if changes else
          _("next: autograde status says what else is to do"), course)


def _nobody(course: Course, assignments, student: str) -> None:
    """ValueError for a student of whom there is no receipt."""
    from .roster import meant
    from .run.receipt import receipts
    known = course.known(sorted({r.student for r in receipts(course, assignments)}))
    raise ValueError(_("student: got {student}, of whom nothing is graded in {assignments}{hint}",
                       student=repr(student), assignments=", ".join(a.name for a in assignments),
                       hint=meant([student], known)))


def _marked_above(course: Course, assignments) -> None:
    """Names marks by hand that points, lowered since, have left above the maximum."""
    from .record.gradebook import damage
    from .record.state import state
    for assignment in [] if damage(course) else assignments:    # receipts need no gradebook
        for sentence in state(course, assignment).marked_above():
            _say(sentence)


def _with_task(assignments, task: str | None):
    """Those that have this task; ValueError if none has."""
    if task is None:
        return assignments
    known = [t.id for a in assignments for t in a.tasks]
    if task not in known:
        raise ValueError(_("task: got {got}, needs one of {known}", got=repr(task),
                           known=", ".join(known)))
    return [a for a in assignments if task in {t.id for t in a.tasks}]


def verify(args, course: Course) -> int:
    from .record.gradebook import scores
    from .record.state import state
    from .run.regrade import judged_again
    from .run.second import of_receipt
    count, wrong, older, settings = 0, [], 0, course.settings
    assignments = course.assignments(args.assignments)
    _as_released(course, assignments)
    for assignment in assignments:
        found = state(course, assignment)
        for sentence in found.sentences():
            _say(sentence)
        wrong += [(name, assignment.name, _("all tasks"), flag)
                  for name in (*found.unproved, *found.unentered)
                  if args.student in (None, name) for flag in found.flag(name)]
        wrong += [(name, assignment.name, task, _("marked by hand, {mark}: more than it is worth "
                                                  "now", mark=mark))
                  for name, task, mark in found.above if args.student in (None, name)]
        book = scores(course, assignment, automatic=True)
        for name, row in scores(course, assignment).items():
            if args.student in (None, name) and row["late_penalty"] != row["recorded_penalty"]:
                older += row["by_hand"]
                wrong += [] if row["by_hand"] else [
                    (name, assignment.name, _("late penalty"),
                     _("the gradebook holds {held:g}, it follows {follows:g}; to settle it: "
                       "autograde feedback", held=row["recorded_penalty"],
                       follows=row["late_penalty"]))]
        for receipt, change in judged_again(course, [assignment], args.student):
            count += 1
            if receipt.student not in book:
                continue                # said already
            held = book[receipt.student]["tasks"]
            wrong += [(*_named(receipt), new.task, _follows(old, new))
                      for old, new in change.pairs] if change else []
            wrong += [(*_named(receipt), _("the attempt that does not count"), ANOTHER)
                      ] if change and not change.pairs else []
            found = of_receipt(receipt, settings, book[receipt.student]["due"])
            if receipt.second != bool(found and found.second_counts):
                wrong.append((*_named(receipt), _("attempts"),
                              _("the other attempt is worth more; to let it count: autograde grade "
                                "{assignment} --student {student}", assignment=receipt.assignment,
                                student=receipt.student)))
            wrong += [(*_named(receipt), v.task, _("the gradebook holds another mark"))
                      for v in receipt.verdicts if held.get(v.task) != v.points]
    if args.student and not count and not wrong:
        _nobody(course, assignments, args.student)
    for student, name, task, what in wrong:
        _tell(_("{student}  {assignment}  {task}: {what}", student=student, assignment=name,
                task=task, what=said(what)))
    if older:
        _tell(ngettext("verify: {n} late penalty in the gradebook is older than marks by hand; "
                       "exports and reports count them anew, autograde feedback settles them for "
                       "formgrader too",
                       "verify: {n} late penalties in the gradebook are older than marks by hand; "
                       "exports and reports count them anew, autograde feedback settles them for "
                       "formgrader too", older))
    _tell(_("verify: {receipts} receipts, {wrong} marks that do not follow", receipts=count,
            wrong=len(wrong)))
    return 1 if wrong else 0


def _follows(old, new) -> Text:
    """In what the verdict that follows from a receipt differs from the one that it holds."""
    if old is not None and old.points == new.points:
        return ANOTHER
    return _("another mark follows from the receipt: {before:g} -> {points:g} of {of:g}",
             before=old.points if old else 0, points=new.points, of=new.of)


def _named(receipt) -> tuple[str, str]:
    return receipt.student, receipt.assignment


def repair(args, course: Course) -> None:
    from .record.repair import repair as run
    for sentence in run(course):
        _tell(_("repair: {sentence}", sentence=said(sentence)))


def variant(args, course: Course) -> None:
    """Who is on no roster has shared numbers, and is known by work that was handed in."""
    from .pages.sheet import solution_sheet
    from .roster import are_listed
    assignment, = course.assignments([args.assignment])
    if not (course.submitted / args.student).is_dir():
        are_listed(course.people, [args.student], course.settings.roster, "variant")
    console.print(solution_sheet(course, assignment, args.student), highlight=False, markup=False,
                  soft_wrap=True)


def sheet(args, course: Course) -> None:
    """On paper in the language that is asked for, else in the course's."""
    from .pages.printing import print_pdf
    from .pages.tasksheet import chosen, write_sheets
    assignment, = course.assignments([args.assignment])
    language = asked() or course.settings.language
    made = write_sheets(course, assignment, chosen(course, args.student), language, args.task)
    made = made if args.html else print_pdf(made)
    _tell(ngettext("sheet: {n} sheet and the key in {folder}", "sheet: {n} sheets and the key in "
                   "{folder}", len(made) - 1, folder=made[0].parent))


def mistakes(args, course: Course) -> None:
    from .judging.pairs import described
    from .library import speaker
    library = course.library
    for name in args.assignments or library:
        say = speaker(library[name]).say
        for line in described(library[name]):
            console.print(say(line), highlight=False, markup=False, soft_wrap=True)


def comment(args, course: Course) -> None:
    from .judging.rubrics import listed, marked
    from .library import speaker
    from .record.gradebook import Ledger
    if args.student is None:
        assignment = course.library[args.assignment]
        _by_hand(assignment, args.task or next(iter(assignment.rubrics), None))
        theirs, mine = speaker(assignment, course.settings.language), speaker(assignment)
        for line in listed(assignment, theirs.say, args.task):
            console.print(mine.say(line), highlight=False, markup=False, soft_wrap=True)
        return
    assignment, = course.assignments([args.assignment])
    _as_released(course, [assignment])
    explanation = _by_hand(assignment, args.task)
    if not args.marks:
        _to_be_read(course, assignment, args.student, explanation)
        return
    points, text = marked(assignment.rubrics[explanation], args.marks, args.say,
                          speaker(assignment, course.settings.language).say)
    with course.writing(), Ledger(course) as ledger:
        ledger.mark_by_hand(assignment, args.student, explanation, points, text, args.replace)
    _tell(_("{student}  {task}: {points:g} of {of:g}\n{text}", student=args.student,
            task=explanation, points=points, of=assignment.manual[explanation], text=text))


def _to_be_read(course: Course, assignment, student: str, explanation: str) -> None:
    """What the student wrote, and the rubric to read it by."""
    import nbformat

    from .judging.rubrics import example, listed
    from .library import speaker
    path = course.autograded / student / assignment.name / f"{assignment.name}.ipynb"
    if not path.is_file():
        raise ValueError(_("student: got {got}, of whom no {assignment} is graded",
                           got=repr(student),
                           assignment=assignment.name))
    for cell in nbformat.read(path, 4).cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == explanation:
            console.print(cell.source, highlight=False, markup=False, soft_wrap=True)
            if any("image/png" in output.get("data", {}) for output in cell.get("outputs", ())):
                _tell(_("to see its picture: formgrader, or autograde feedback, which makes {page}",
                        page=course.feedback / student / assignment.name /
                        f"{assignment.name}.html"))
    theirs, mine = speaker(assignment, course.settings.language), speaker(assignment)
    for line in listed(assignment, theirs.say, explanation):
        console.print(mine.say(line), highlight=False, markup=False, soft_wrap=True)
    _tell(_("to mark it: autograde comment {assignment} {student} --task {task} {marks}, a word "
            "for each row", assignment=assignment.name, student=student, task=explanation,
            marks=example(assignment.rubrics[explanation])))


def _by_hand(assignment, task: str | None) -> str:
    """The task that is marked by hand; ValueError where it cannot be told which."""
    known = list(assignment.rubrics)
    if task is None and len(known) == 1:
        return known[0]
    if task not in known:
        if not known:
            raise ValueError(_("{assignment}: nothing in it is marked by hand",
                               assignment=assignment.name))
        told = {"assignment": assignment.name, "known": ", ".join(known)}
        raise ValueError(
            _("{assignment}: got task {task}, needs one of {known}", task=repr(task), **told)
            if task else _("{assignment}: got no --task, needs one of {known}", **told))
    return task


def feedback(args, course: Course) -> int:
    """Status 1 where a page could not be made."""
    from .pages.feedback import write_all
    assignments = course.assignments(args.assignments)
    _as_released(course, assignments)
    _settle(course, assignments)
    made, failed = write_all(course, assignments)
    _tell(ngettext("feedback: {n} page in {folder}", "feedback: {n} pages in {folder}", made,
                   folder=course.feedback))
    for sentence in failed:
        _say(_("no page for {student}", student=said(sentence)))
    _what_is_missing(course, assignments)
    if args.run is feedback:
        _what_comes(course, assignments)
    return int(bool(failed))


def _as_released(course: Course, assignments) -> None:
    """ValueError, which says what to type, where points have changed since the release."""
    for assignment in assignments:
        course.variants(assignment)


def _settle(course: Course, assignments) -> None:
    """Late penalties follow the final marks; nothing is written where they do already."""
    from .record.gradebook import Ledger, scores
    stale = [a for a in assignments if any(row["late_penalty"] != row["recorded_penalty"]
                                           for row in scores(course, a).values())]
    if stale:
        with course.writing(), Ledger(course) as ledger:
            for assignment in stale:
                ledger.settle(assignment)


def report(args, course: Course) -> None:
    from .pages.classreport import write_overview, write_report
    from .pages.console import show
    assignments = course.assignments(args.assignments)
    for assignment in assignments:
        show(course, assignment, console)
        _tell(_("class report: {path}", path=write_report(course, assignment)))
    if len(assignments) > 1:
        _tell(_("the whole course: {path}", path=write_overview(course, assignments)))
    _out_of_place(course)
    _what_is_missing(course, assignments)
    if args.run is report:              # not within a demonstration
        _what_comes(course, assignments)


def _what_is_missing(course: Course, assignments) -> None:
    """What gradebook, receipts and folders do not agree on."""
    from .record.gradebook import keep_copy
    from .record.state import state
    keep_copy(course)
    for assignment in assignments:
        for sentence in state(course, assignment).sentences():
            _say(sentence)


def export(args, course: Course) -> None:
    from .platforms import marks, pages
    from .record.exports import write_csv
    assignments = course.assignments(args.assignments)
    asked_for = [name for name in EXPORTS if getattr(args, name)]
    if not asked_for:
        raise ValueError(_("export: got no file, needs one of {options}",
                           options=", ".join(f"--{x.replace('_', '-')}" for x in EXPORTS)))
    _have_their_folders(args)
    _none_above(course, assignments)
    if args.csv:
        lines = write_csv(course, assignments, args.csv, args.english)
        _tell(ngettext("exported: {n} line in {path}", "exported: {n} lines in {path}", lines,
                       path=args.csv))
    for path, write in ((args.table, marks.write_table), (args.canvas, marks.write_canvas),
                        (args.moodle, lambda *given: marks.write_moodle(*given, args.moodle_id))):
        if path:
            lines = write(course, assignments, path)
            _tell(ngettext("exported: {n} student in {path}", "exported: {n} students in {path}",
                           lines, path=path))
    for pair, fill in ((args.worksheet, marks.fill_worksheet), (args.edx, marks.fill_edx)):
        if pair:
            lines, left = fill(course, _one(assignments), *pair)
            _tell(ngettext("exported: {n} student in {path}", "exported: {n} students in {path}",
                           lines, path=pair[1]))
            _say(left and _("graded, but not in {path}: {names}", path=pair[0],
                            names=", ".join(left)))
    if args.moodle_pages:
        made, left = pages.write_feedback_zip(course, _one(assignments), args.moodle_pages,
                                              args.worksheet and args.worksheet[0])
        _tell(ngettext("exported: {n} page in {path}", "exported: {n} pages in {path}", made,
                       path=args.moodle_pages))
        _say(left and _("without a folder of Moodle's, since they were not collected from it and "
                        "stand on no --worksheet: {names}", names=", ".join(left)))
    if args.pages:
        made = pages.write_site(course, assignments, args.pages, args.english)
        _tell(ngettext("exported: {n} page in {path}", "exported: {n} pages in {path}", made,
                       path=args.pages / "pages"))
        _tell(_("Only {path} is for the server; class.html and links.csv beside it name everybody.",
                path=args.pages / "pages"))
    _what_is_missing(course, assignments)
    _without_a_reader(course, assignments)


def _have_their_folders(args) -> None:
    """ValueError where a file would go into a folder that is not there."""
    for path in (args.csv, args.table, args.moodle, args.moodle_pages, args.canvas,
                 *(pair[1] for pair in (args.worksheet, args.edx) if pair)):
        if path and not path.parent.is_dir():
            raise ValueError(_("export: got {path}, and there is no folder {folder}; make it "
                               "first, or name another", path=path, folder=path.parent))


def _none_above(course: Course, assignments) -> None:
    """ValueError where a mark by hand is more than its task is worth: no platform takes it."""
    from .record.state import state
    found = [sentence for a in assignments for sentence in state(course, a).marked_above()]
    if found:
        raise ValueError(_("export: {sentence}", sentence=joined("; ", found)))


def _without_a_reader(course: Course, assignments) -> None:
    """Marks that go out although an explanation has no points yet."""
    from .record.gradebook import scores
    from .record.state import listed
    for assignment in assignments:
        names = sorted(n for n, row in scores(course, assignment).items()
                       if {*row["waiting"]} - {*row["read"]})
        if names:
            _say(ngettext("{assignment}: {n} mark is still without its explanation, which "
                          "nobody has "
                          "read: {names}",
                          "{assignment}: {n} marks are still without their explanations, which "
                          "nobody has read: {names}", len(names), assignment=assignment.name,
                          names=listed(names)))


#: Options of `export`, each a file or a folder.
EXPORTS = ("csv", "table", "moodle", "worksheet", "moodle_pages", "canvas", "edx", "pages")


def _one(assignments):
    """The only assignment; ValueError where there are several."""
    if len(assignments) != 1:
        raise ValueError(_("export: got {count} assignments, needs one for a file of this kind",
                           count=len(assignments)))
    return assignments[0]


def package(args, course: Course) -> None:
    from .package import build
    _tell(_("package: {path}; students install it: pip install FILE", path=build(args.to)))


def words(args, course: Course) -> int:
    """Status 1 where a catalogue is not whole."""
    from .catalogues import of_engine, of_folder, problems, update
    from .read_aloud import read_aloud
    from .redteam import sentences
    wrong = 0
    for messages in ([m for folder in args.folders for m in of_folder(folder)]
                     or [of_engine(sentences())]):
        if args.read:
            for line in read_aloud(messages, args.to):
                console.print(line, highlight=False, markup=False, soft_wrap=True)
            continue
        path = messages.folder / f"{args.to}.po"
        if not args.check:
            update(messages, args.to)
        found = problems(messages, args.to)
        wrong += bool(found)
        for sentence in found:
            _say(_("{path}: {sentence}", path=path, sentence=said(sentence)))
        _tell(_("{path}: {messages} messages, {wrong} to look at", path=path,
                messages=len(messages.found), wrong=len(found)))
    return int(wrong > 0)


def guides(args, course: Course) -> None:
    from .parallel_pages import guides as pages
    for path in pages(spoken()):
        console.print(str(path), highlight=False, markup=False, soft_wrap=True)


def redteam(args, course: Course) -> int:
    """In a temporary course of its own; `course` is not touched."""
    from .library import BOOK, TASKS, in_folder
    from .redteam import all_trials, brief_trials
    from .redteam.table import run
    folder = args.assignment
    if folder and str(folder) == folder.name and (BOOK / folder / TASKS).exists():
        folder = BOOK / folder          # the name of one of the book's
    if folder and not (folder / TASKS).exists():
        raise ValueError(_("redteam: got {folder}, needs the folder of an assignment, one with a "
                           "{file}", folder=folder, file=TASKS))
    assignment = in_folder(folder.resolve()) if folder else None
    trials = brief_trials() if args.brief else all_trials()
    return int(run(trials, args.jobs, console, assignment) > 0)


def demo(args, course: Course) -> None:
    """The whole way on the sample class."""
    from .sample import SETTINGS, showcase, students, write_class
    args.assignments, args.folders = [] if args.all else list(showcase.SHOWN), []
    args.student, args.jobs, args.resume, args.unsafe = None, os.cpu_count() or 1, False, False
    args.dask, args.english = None, False
    for name in EXPORTS:
        setattr(args, name, None)
    settings = SETTINGS if args.all else showcase.settings()
    write_atomically(course.root / FILE, settings)
    release(args, course)
    made = write_class(course, students if args.all else showcase.chosen, settings)
    if not args.all:
        showcase.hand_in_late(course)
    _tell(ngettext("sample class: {n} submission in {folder}",
                   "sample class: {n} submissions in {folder}", made, folder=course.submitted))
    grade(args, course)
    if not args.all:
        showcase.mark_by_hand(course)
    feedback(args, course)
    report(args, course)
    args.csv = course.root / "marks.csv"
    export(args, course)
    _what_to_open(course)


def _what_to_open(course: Course) -> None:
    """The last screen: where to look, and what to do next."""
    from .sample.showcase import LATE, MARKED, SHOWN
    name = SHOWN[0]
    console.rule(here(_("what to open")))
    for what, place in (
            (_("the class in one assignment"), course.root / "report" / f"{name}.html"),
            (_("a slip, named"), course.feedback / "slip_transposed" / name / f"{name}.html"),
            (_("work carried on from an earlier slip"),
             course.feedback / "ilyina" / name / f"{name}.html"),
            (_("late work"), course.feedback / LATE[0] / name / f"{name}.html"),
            (_("an explanation marked by hand"),
             course.feedback / MARKED[0] / name / f"{name}.html"),
            (_("all marks"), course.root / "marks.csv")):
        _tell(_("  {what}: {place}", what=what, place=place))
    _tell(f"  formgrader: cd {course.root} && nbgrader formgrader")
    _tell(_("A course of your own: autograde guides says where the instructor's guide lies."))


#: Commands that leave the course alone.
AWAY = (package, guides, redteam, words)

#: A command -> its last line: what comes after it.
NEXT = {
    grade: _("next: autograde report, then explanations by hand (autograde comment), then "
             "autograde feedback"),
    why: _("next: where a rule was wrong, autograde regrade; where an explanation was misread, "
           "autograde comment with --replace; then autograde feedback"),
    export: _("next: bring the file to where it belongs; autograde status says what else is to do"),
    comment: _("next: autograde status says who still waits"),
    repair: _("next: autograde verify"),
}


if __name__ == "__main__":
    sys.exit(main())
