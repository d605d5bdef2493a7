"""autograde: release, grade, feedback, report and export on the command line."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from . import lean  # noqa: F401
from .course import FULL, Course, write_atomically
from .private import closed, narrow
from .settings import FILE, read_settings

__all__ = ["main"]

console = Console()


def main(argv: list[str] | None = None) -> int:
    """Exit status 0 when the run completed, whatever the students did; 2 for a wrong call.

    `verify` ends with 1 when a receipt does not reproduce its marks, `redteam` when an outcome
    is not the safe one.
    """
    args = _parser().parse_args(argv)
    try:
        course = Course(args.course)
        read_settings(course.root)      # a wrong line stops every command, not only grading
        if args.run in (check, package, guides, redteam):       # they leave the course alone
            return args.run(args, course) or 0
        with narrow(course):
            _say(closed(course))
            try:
                return args.run(args, course) or 0
            finally:
                if args.run in (release, demo):
                    closed(course, made=True)
    except (ValueError, RuntimeError) as e:
        return _refused(str(e))
    except OSError as e:
        return _refused(_of_the_disk(e))
    except Exception as e:
        if type(e).__module__.partition(".")[0] not in ("sqlalchemy", "sqlite3", "nbgrader"):
            raise                       # a fault of ours, with its place
        return _refused(f"gradebook: {str(e).splitlines()[0]}. If the disk is full, make room and "
                        "type the same again; autograde verify says what is whole, and autograde "
                        "repair makes the gradebook anew from the receipts")


def _refused(sentence: str) -> int:
    console.print(f"autograde: {sentence}", style="red", markup=False, highlight=False)
    return 2


def _say(sentence: str | None) -> None:
    """What the instructor should know, though the command goes on."""
    if sentence:
        console.print(sentence, style="yellow", markup=False, highlight=False, soft_wrap=True)


def _of_the_disk(error: OSError) -> str:
    """A sentence that says what to do."""
    what = error.filename or "a file"
    return (f"{what}: {error.strerror or error}; " +
            ("make room on the disk and type the same again: what is recorded is whole"
             if error.errno in FULL else
             "the file is missing: put it back, or type autograde verify to see what is whole"
             if error.errno == errno.ENOENT else
             "are you its owner, and may it be written?"
             if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) else
             "look at the disk, then type the same again"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autograde", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, help, assignments=True):
        p = commands.add_parser(name, help=help, description=help)
        p.add_argument("--course", type=Path, default=Path("course"), metavar="DIR",
                       help="the course folder (default: course)")
        if assignments:
            p.add_argument("assignments", nargs="*", metavar="ASSIGNMENT",
                           help="which assignments (default: all)")
        p.set_defaults(run=run)
        return p

    p = command("release", release, "make the students' notebooks and their certified variants")
    p.add_argument("--from", dest="folders", type=Path, action="append", default=[],
                   metavar="DIR", help="a folder of your own assignments; the course remembers it")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help="processes (default: one a processor)")
    p = commands.add_parser("check", help="try assignments as release does: text form, tasks, "
                            "numbers, the instructor's solution with each set of numbers")
    p.add_argument("folders", nargs="*", type=Path, metavar="FOLDER",
                   help="an assignment's folder, or one that holds several (default: the book's)")
    p.add_argument("--variants", type=int, metavar="N", help="sets of numbers to try")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help="processes (default: one a processor)")
    p.set_defaults(run=check, course=Path("course"))
    p = command("grade", grade, "run, judge and record what was handed in")
    p.add_argument("--student", metavar="S", help="only this student")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help="workers (default: one a processor)")
    p.add_argument("--resume", action="store_true", help="leave out what is graded already")
    p.add_argument("--unsafe", action="store_true", help="without a sandbox; marks every result")
    p.add_argument("--dask", metavar="ADDRESS",
                   help="judge on the Dask engine at this address, which sees the course folder")
    p = command("regrade", regrade, "judge again from the receipts, run nothing; show what changes")
    p.add_argument("--student", metavar="S", help="only this student")
    p.add_argument("--task", metavar="T", help="only this task")
    p.add_argument("--apply", action="store_true", help="write the new marks")
    p = command("verify", verify, "check that every receipt reproduces its marks")
    p.add_argument("--student", metavar="S", help="only this student")
    command("repair", repair, "make a lost or damaged gradebook anew from the receipts, and say "
            "what was done", False)
    p = command("variant", variant, "print a student's own numbers with the solution", False)
    p.add_argument("student", metavar="STUDENT")
    p.add_argument("assignment", metavar="ASSIGNMENT")
    command("mistakes", mistakes, "print which mistakes each task looks for, and what cannot be "
            "told apart")
    p = command("comment", comment, "print the rubric of an explanation with ready comments, or "
                "enter marks and comments for a student", False)
    p.add_argument("assignment", metavar="ASSIGNMENT")
    p.add_argument("student", metavar="STUDENT", nargs="?")
    p.add_argument("marks", metavar="ROW", nargs="*",
                   help="a row of the rubric: 2 made, 2a not there, 2b begun (half)")
    p.add_argument("--task", metavar="T", help="which task, where several are marked by hand")
    p.add_argument("--say", metavar="TEXT", default="", help="own words behind the ready comments")
    p.add_argument("--replace", action="store_true", help="change what was entered by hand")
    command("feedback", feedback, "write the students' feedback pages")
    command("report", report, "print the class: marks, mistakes, flags")
    p = command("export", export, "write the marks as CSV, or as a grade file for Moodle")
    p.add_argument("--csv", type=Path, metavar="FILE", help="everything, a line a submission")
    p.add_argument("--moodle", type=Path, metavar="FILE", help="for Moodle's import of grades")
    p.add_argument("--moodle-id", choices=("username", "idnumber", "email"), default="username",
                   help="what the names of the students' folders are to Moodle")
    p = commands.add_parser("package", help="make the package that students install: robokit and "
                            "check, nothing of the grader")
    p.add_argument("--to", type=Path, default=Path("."), metavar="DIR",
                   help="where the wheel goes (default: here)")
    p.set_defaults(run=package, course=Path("course"))
    p = commands.add_parser("guides", help="say where the guides lie: students, instructors")
    p.set_defaults(run=guides, course=Path("course"))
    p = command("demo", demo, "the whole way on a sample class: release to report", False)
    p.add_argument("--all", action="store_true", help="all assignments and 727 submissions")
    p = commands.add_parser("redteam", help="try attacks, mishaps and odd honest work here; "
                            "exit status 0 only if all is safe")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help="workers (default: one a processor)")
    p.add_argument("--brief", action="store_true", help="a quick choice of the trials")
    p.set_defaults(run=redteam, course=Path("course"))
    return parser


def release(args, course: Course) -> None:
    from .library import BOOK, Library
    from .record.release import release as run
    Library(BOOK, *course.settings.folders, *course.folders, *args.folders)     # all can be had
    course.add_folders(args.folders)
    library = course.library
    chosen = [library[name] for name in args.assignments or library]
    began, sets = time.monotonic(), 0
    with _progress("certifying") as progress:
        for name, table, said in run(course, chosen, args.jobs, progress):
            sets += len(table["variants"])
            own = len(table["deal"].get("own", {}))
            console.print(f"released {name}: {len(table['kinds'])} tasks, "
                          f"{len(table['variants'])} certified sets of numbers"
                          + (f", {own} of them for one student each" if own else ""),
                          highlight=False, soft_wrap=True)
            for sentence in said:
                _say(f"{name}: {sentence}")
    console.print(f"{sets} sets certified in {_minutes(time.monotonic() - began)}",
                  highlight=False)
    if not course.settings.roster:
        console.print("There is no roster, so that some students share a set of numbers. To give "
                      f"each an own one, name it in {course.root / FILE}: roster, under [course]",
                      highlight=False, markup=False, soft_wrap=True)


def _minutes(seconds: float) -> str:
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


@contextmanager
def _progress(doing: str) -> Iterator[Callable[[int, int, str], None]]:
    """A bar that a run moves: done, total, what it is at. Not on a terminal it is one line."""
    with Progress(TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  TextColumn("{task.description}", markup=False), console=console) as bar:
        line = bar.add_task("", total=None)
        yield lambda done, total, name: bar.update(line, completed=done, total=total,
                                                   description=name)


def check(args, course: Course) -> int:
    """Status 1 where an assignment would not be released."""
    from .authoring import Order, all_agreed
    from .library import BOOK, TASKS, Library
    folders = [place for folder in args.folders or [BOOK] for place in (
        [folder.resolve()] if (folder / TASKS).exists() else Library(folder).folders.values())]
    wrong = 0
    with _progress("trying") as progress:
        for name, found in all_agreed([Order(folder, args.variants) for folder in folders],
                                      jobs=args.jobs, progress=progress):
            wrong += isinstance(found, str)
            if isinstance(found, str):
                console.print(found, style="red", markup=False, highlight=False)
            else:
                console.print(f"{name}: {len(found['kinds'])} tasks agree; the solution is right "
                              f"with {len(found['variants'])} sets of numbers", highlight=False)
    return int(wrong > 0)


def grade(args, course: Course) -> None:
    from .run.grading import grade as run
    assignments = course.assignments(args.assignments)
    if not assignments:
        raise ValueError(f"assignments: none is released in {course.root}")
    if args.jobs < 1:
        raise ValueError(f"jobs: got {args.jobs}, needs 1 or more")
    with _progress("grading") as progress:
        found = run(course, assignments, args.student, jobs=args.jobs, resume=args.resume,
                    unsafe=args.unsafe, dask=args.dask, progress=progress)
    console.print(f"graded: {found}; gradebook: {course.gradebook}", highlight=False)
    misnamed = sorted({name for a in assignments for name in course.misnamed(a)})
    if misnamed:
        console.print("not graded, no student can have such an id (rename the folder): "
                      + ", ".join(map(ascii, misnamed)), markup=False, highlight=False)


def regrade(args, course: Course) -> None:
    from .run.regrade import apply, judged_again
    assignments = _with_task(course.assignments(args.assignments), args.task)
    found = list(judged_again(course, assignments, args.student, args.task))
    changes = [change for _, change in found if change]
    for change in changes:
        for old, new in change.marks:
            before, rule = (old.points, old.rule) if old else (0, "no task")
            console.print(f"{change.receipt.student}  {change.assignment.name}  {new.task}: "
                          f"{before:g} -> {new.points:g} of {new.of:g}  "
                          f"({rule} -> {new.rule})",
                          highlight=False, markup=False, soft_wrap=True)
    marks = sum(len(change.marks) for change in changes)
    words = sum(len(change.pairs) for change in changes) - marks
    console.print(f"regrade: {len(found)} receipts judged again; {marks} marks change, "
                  f"{words} other verdicts", highlight=False)
    if args.apply:
        console.print(f"regrade: {apply(course, changes)} submissions written; "
                      "make their pages again: autograde feedback", highlight=False)
    elif changes:
        console.print("regrade: nothing is written; to write it: --apply", highlight=False)


def _with_task(assignments, task: str | None):
    """Those that have this task; ValueError if none has."""
    if task is None:
        return assignments
    known = [t.id for a in assignments for t in a.tasks]
    if task not in known:
        raise ValueError(f"task: got {task!r}, needs one of {', '.join(known)}")
    return [a for a in assignments if task in {t.id for t in a.tasks}]


def verify(args, course: Course) -> int:
    from .record.gradebook import scores
    from .record.state import state
    from .run.regrade import judged_again
    from .run.second import of_receipt
    count, wrong, older, settings = 0, [], 0, course.settings
    for assignment in course.assignments(args.assignments):
        found = state(course, assignment)
        for sentence in found.sentences():
            _say(sentence)
        wrong += [(name, assignment.name, "all tasks", flag)
                  for name in (*found.unproved, *found.unentered)
                  if args.student in (None, name) for flag in found.flag(name)]
        book = scores(course, assignment, automatic=True)
        for name, row in scores(course, assignment).items():
            if args.student in (None, name) and row["late_penalty"] != row["recorded_penalty"]:
                older += row["by_hand"]
                wrong += [] if row["by_hand"] else [
                    (name, assignment.name, "late penalty",
                     f"the gradebook holds {row['recorded_penalty']:g}, it follows "
                     f"{row['late_penalty']:g}; to settle it: autograde feedback")]
        for receipt, change in judged_again(course, [assignment], args.student):
            count += 1
            if receipt.student not in book:
                continue                # said already
            held = book[receipt.student]["tasks"]
            wrong += [(*_named(receipt), new.task, "the receipt gives another verdict")
                      for _, new in change.pairs] if change else []
            wrong += [(*_named(receipt), "the attempt that does not count",
                       "the receipt gives another verdict")] if change and not change.pairs else []
            found = of_receipt(receipt, settings, book[receipt.student]["due"])
            if receipt.second != bool(found and found.second_counts):
                wrong.append((*_named(receipt), "attempts",
                              "the other attempt is worth more; to let it count: autograde grade "
                              f"{receipt.assignment} --student {receipt.student}"))
            wrong += [(*_named(receipt), v.task, "the gradebook holds another mark")
                      for v in receipt.verdicts if held.get(v.task) != v.points]
    for student, name, task, what in wrong:
        console.print(f"{student}  {name}  {task}: {what}",
                      highlight=False, markup=False, soft_wrap=True)
    if older:
        console.print(f"verify: {older} late penalties in the gradebook are older than marks by "
                      "hand; exports and reports count them anew, autograde feedback settles "
                      "them for formgrader too", highlight=False, soft_wrap=True)
    console.print(f"verify: {count} receipts, {len(wrong)} marks that do not follow",
                  highlight=False)
    return 1 if wrong else 0


def _named(receipt) -> tuple[str, str]:
    return receipt.student, receipt.assignment


def repair(args, course: Course) -> None:
    from .record.repair import repair as run
    for sentence in run(course):
        console.print(f"repair: {sentence}", highlight=False, markup=False, soft_wrap=True)


def variant(args, course: Course) -> None:
    from .pages.sheet import solution_sheet
    assignment, = course.assignments([args.assignment])
    console.print(solution_sheet(course, assignment, args.student), highlight=False, markup=False,
                  soft_wrap=True)


def mistakes(args, course: Course) -> None:
    from .judging.pairs import described
    library = course.library
    for name in args.assignments or library:
        for line in described(library[name]):
            console.print(line, highlight=False, markup=False, soft_wrap=True)


def comment(args, course: Course) -> None:
    from .judging.rubrics import listed, marked
    from .record.gradebook import Ledger
    if args.student is None:
        for line in listed(course.library[args.assignment]):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        return
    assignment, = course.assignments([args.assignment])
    explanation = _by_hand(assignment, args.task)
    points, text = marked(assignment.rubrics[explanation], args.marks, args.say)
    with course.writing(), Ledger(course) as ledger:
        ledger.mark_by_hand(assignment, args.student, explanation, points, text, args.replace)
    console.print(f"{args.student}  {explanation}: {points:g} of "
                  f"{assignment.manual[explanation]:g}\n{text}", highlight=False, markup=False,
                  soft_wrap=True)


def _by_hand(assignment, task: str | None) -> str:
    """The task that is marked by hand; ValueError where it cannot be told which."""
    known = list(assignment.rubrics)
    if task is None and len(known) == 1:
        return known[0]
    if task not in known:
        raise ValueError(f"{assignment.name}: got {f'task {task!r}' if task else 'no --task'}, "
                         + (f"needs one of {', '.join(known)}" if known else
                            "but nothing in it is marked by hand"))
    return task


def feedback(args, course: Course) -> int:
    """Status 1 where a page could not be made."""
    from .pages.feedback import write_all
    assignments = course.assignments(args.assignments)
    _settle(course, assignments)
    made, failed = write_all(course, assignments)
    console.print(f"feedback: {made} pages in {course.feedback}", highlight=False)
    for sentence in failed:
        _say(f"no page for {sentence}")
    _what_is_missing(course, assignments)
    return int(bool(failed))


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
    from .pages.classreport import write_report
    from .pages.console import show
    assignments = course.assignments(args.assignments)
    for assignment in assignments:
        show(course, assignment, console)
        console.print(f"class report: {write_report(course, assignment)}", highlight=False)
    _what_is_missing(course, assignments)


def _what_is_missing(course: Course, assignments) -> None:
    """What gradebook, receipts and folders do not agree on."""
    from .record.gradebook import keep_copy
    from .record.state import state
    keep_copy(course)
    for assignment in assignments:
        for sentence in state(course, assignment).sentences():
            _say(sentence)


def export(args, course: Course) -> None:
    from .record.exports import write_csv, write_moodle
    if not (args.csv or args.moodle):
        raise ValueError("export: got no file, needs --csv FILE or --moodle FILE")
    assignments = course.assignments(args.assignments)
    if args.csv:
        lines = write_csv(course, assignments, args.csv)
        console.print(f"exported: {lines} lines in {args.csv}", highlight=False)
    if args.moodle:
        lines = write_moodle(course, assignments, args.moodle, args.moodle_id)
        console.print(f"exported: {lines} students in {args.moodle}", highlight=False)
    _what_is_missing(course, assignments)


def package(args, course: Course) -> None:
    from .package import build
    console.print(f"package: {build(args.to)}; students install it: pip install FILE",
                  highlight=False, markup=False, soft_wrap=True)


def guides(args, course: Course) -> None:
    for path in sorted((Path(__file__).resolve().parent / "guides").glob("*.md")):
        console.print(str(path), highlight=False, markup=False, soft_wrap=True)


def redteam(args, course: Course) -> int:
    """In a temporary course of its own; `course` is not touched."""
    from .redteam import all_trials, brief_trials
    from .redteam.table import run
    return int(run(brief_trials() if args.brief else all_trials(), args.jobs, console) > 0)


def demo(args, course: Course) -> None:
    """The whole way on the sample class."""
    from .sample import SETTINGS, showcase, students, write_class
    args.assignments, args.folders = [] if args.all else list(showcase.SHOWN), []
    args.student, args.jobs, args.resume, args.unsafe = None, os.cpu_count() or 1, False, False
    args.dask = args.moodle = None
    settings = SETTINGS if args.all else showcase.settings()
    write_atomically(course.root / FILE, settings)
    release(args, course)
    made = write_class(course, students if args.all else showcase.chosen, settings)
    if not args.all:
        showcase.hand_in_late(course)
    console.print(f"sample class: {made} submissions in {course.submitted}", highlight=False)
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
    console.rule("what to open")
    for what, place in (
            ("the class in one assignment", course.root / "report" / f"{name}.html"),
            ("a slip, named", course.feedback / "slip_transposed" / name / f"{name}.html"),
            ("work carried on from an earlier slip",
             course.feedback / "ilyina" / name / f"{name}.html"),
            ("late work", course.feedback / LATE[0] / name / f"{name}.html"),
            ("an explanation marked by hand",
             course.feedback / MARKED[0] / name / f"{name}.html"),
            ("all marks", course.root / "marks.csv")):
        console.print(f"  {what}: {place}", highlight=False, markup=False, soft_wrap=True)
    console.print(f"  formgrader: cd {course.root} && nbgrader formgrader", highlight=False,
                  markup=False, soft_wrap=True)
    console.print("A course of your own: autograde guides says where the instructor's guide lies.",
                  highlight=False)


if __name__ == "__main__":
    sys.exit(main())
