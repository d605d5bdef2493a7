"""autograde: release, grade, feedback, report and export on the command line."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .course import Course, write_atomically

__all__ = ["main"]

SOLUTIONS = Path(__file__).resolve().parent.parent / "solutions"
console = Console()


def main(argv: list[str] | None = None) -> int:
    """Exit status 0 when the run completed, whatever the students did; 2 for a wrong call.

    `verify` ends with 1 when a receipt does not reproduce its marks, `redteam` when an outcome
    is not the safe one.
    """
    args = _parser().parse_args(argv)
    try:
        course = Course(args.course)
        course.settings                 # a wrong line stops every command, not only grading
        return args.run(args, course) or 0
    except (ValueError, RuntimeError) as e:
        console.print(f"autograde: {e}", style="red", markup=False, highlight=False)
        return 2


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
    p.add_argument("--solutions", type=Path, default=SOLUTIONS, metavar="DIR",
                   help="where the instructor notebooks lie")
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
    p.add_argument("--say", metavar="TEXT", default="", help="own words behind the ready comments")
    p.add_argument("--replace", action="store_true", help="change what was entered by hand")
    command("feedback", feedback, "write the students' feedback pages")
    command("report", report, "print the class: marks, mistakes, flags")
    p = command("export", export, "write the marks as CSV, or as a grade file for Moodle")
    p.add_argument("--csv", type=Path, metavar="FILE", help="everything, a line a submission")
    p.add_argument("--moodle", type=Path, metavar="FILE", help="for Moodle's import of grades")
    p.add_argument("--moodle-id", choices=("username", "idnumber", "email"), default="username",
                   help="what the names of the students' folders are to Moodle")
    command("demo", demo, "the whole way on the sample class: release to report", False)
    p = commands.add_parser("redteam", help="try attacks, mishaps and odd honest work here; "
                            "exit status 0 only if all is safe")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                   help="workers (default: one a processor)")
    p.add_argument("--brief", action="store_true", help="a quick choice of the trials")
    p.set_defaults(run=redteam, course=Path("course"))
    return parser


def release(args, course: Course) -> None:
    from .assignments import ASSIGNMENTS, find
    from .record import release_notebook
    from .settings import FILE, TEMPLATE
    from .variants import make_variants
    if not (course.root / FILE).exists():
        write_atomically(course.root / FILE, TEMPLATE)
    for assignment in [find(n) for n in args.assignments] or ASSIGNMENTS.values():
        notebook = args.solutions / assignment.name / f"{assignment.name}.ipynb"
        if not notebook.exists():
            raise ValueError(f"solutions: no {notebook}")
        release_notebook(course, assignment, notebook)
        sets = make_variants(assignment, seed=int.from_bytes(course.secret[:4]))
        table = {"assignment": assignment.name, "variants": sets,
                 "deal": {"count": len(sets), "salt": assignment.name}}
        write_atomically(course.release / assignment.name / "variants.json", json.dumps(table))
        console.print(f"released {assignment.name}: {len(assignment.tasks)} tasks, "
                      f"{len(sets)} certified variants", highlight=False)


def grade(args, course: Course) -> None:
    from .grading import grade as run
    assignments = course.assignments(args.assignments)
    if not assignments:
        raise ValueError(f"assignments: none is released in {course.root}")
    if args.jobs < 1:
        raise ValueError(f"jobs: got {args.jobs}, needs 1 or more")
    with Progress(TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  TextColumn("{task.description}", markup=False), console=console) as bar:
        line = bar.add_task("", total=None)
        found = run(course, assignments, args.student, jobs=args.jobs, resume=args.resume,
                    unsafe=args.unsafe, dask=args.dask,
                    progress=lambda done, total, name: bar.update(
                        line, completed=done, total=total, description=name))
    console.print(f"graded: {found}; gradebook: {course.gradebook}", highlight=False)
    misnamed = sorted({name for a in assignments for name in course.misnamed(a)})
    if misnamed:
        console.print("not graded, no student can have such an id (rename the folder): "
                      + ", ".join(map(ascii, misnamed)), markup=False, highlight=False)


def regrade(args, course: Course) -> None:
    from .regrade import apply, judged_again
    assignments = _with_task(course.assignments(args.assignments), args.task)
    found = list(judged_again(course, assignments, args.student, args.task))
    changes = [change for _, change in found if change]
    for change in changes:
        for old, new in change.marks:
            console.print(f"{change.receipt['student']}  {change.assignment.name}  {new['task']}: "
                          f"{old.get('points', 0):g} -> {new['points']:g} of {new['of']:g}  "
                          f"({old.get('rule', 'no task')} -> {new['rule']})",
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
    from .record import scores
    from .regrade import judged_again
    count, wrong = 0, []
    for assignment in course.assignments(args.assignments):
        book = scores(course, assignment, automatic=True)
        for receipt, change in judged_again(course, [assignment], args.student):
            count += 1
            held = book.get(receipt["student"], {"tasks": {}})["tasks"]
            wrong += [(receipt, new["task"], "the receipt gives another verdict")
                      for _, new in change.pairs] if change else []
            wrong += [(receipt, v["task"], "the gradebook holds another mark")
                      for v in receipt["verdicts"] if held.get(v["task"]) != v["points"]]
    for receipt, task, what in wrong:
        console.print(f"{receipt['student']}  {receipt['assignment']}  {task}: {what}",
                      highlight=False, markup=False, soft_wrap=True)
    console.print(f"verify: {count} receipts, {len(wrong)} marks that do not follow",
                  highlight=False)
    return 1 if wrong else 0


def variant(args, course: Course) -> None:
    from .report import solution_sheet
    assignment, = course.assignments([args.assignment])
    console.print(solution_sheet(course, assignment, args.student), highlight=False, markup=False,
                  soft_wrap=True)


def mistakes(args, course: Course) -> None:
    from .assignments import ASSIGNMENTS, find
    from .pairs import described
    for assignment in [find(name) for name in args.assignments] or ASSIGNMENTS.values():
        for line in described(assignment):
            console.print(line, highlight=False, markup=False, soft_wrap=True)


def comment(args, course: Course) -> None:
    from .assignments import find
    from .record import Ledger
    from .rubrics import listed, marked, rubric
    if args.student is None:
        for line in listed(find(args.assignment)):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        return
    assignment, = course.assignments([args.assignment])
    (explanation, rows), = rubric(assignment).items()
    points, text = marked(rows, args.marks, args.say)
    with course.writing(), Ledger(course) as ledger:
        ledger.mark_by_hand(assignment, args.student, explanation, points, text, args.replace)
    console.print(f"{args.student}  {explanation}: {points:g} of "
                  f"{assignment.manual[explanation]:g}\n{text}", highlight=False, markup=False,
                  soft_wrap=True)


def feedback(args, course: Course) -> None:
    from .feedback import write_feedback
    from .grading import receipts
    assignments = {a.name: a for a in course.assignments(args.assignments)}
    found = receipts(course, assignments.values())
    for receipt in found:
        write_feedback(course, assignments[receipt["assignment"]], receipt["student"])
    console.print(f"feedback: {len(found)} pages in {course.feedback}", highlight=False)


def report(args, course: Course) -> None:
    from .classreport import write_report
    from .report import show
    for assignment in course.assignments(args.assignments):
        show(course, assignment, console)
        console.print(f"class report: {write_report(course, assignment)}", highlight=False)


def export(args, course: Course) -> None:
    from .report import write_csv, write_moodle
    if not (args.csv or args.moodle):
        raise ValueError("export: got no file, needs --csv FILE or --moodle FILE")
    assignments = course.assignments(args.assignments)
    if args.csv:
        lines = write_csv(course, assignments, args.csv)
        console.print(f"exported: {lines} lines in {args.csv}", highlight=False)
    if args.moodle:
        lines = write_moodle(course, assignments, args.moodle, args.moodle_id)
        console.print(f"exported: {lines} students in {args.moodle}", highlight=False)


def redteam(args, course: Course) -> int:
    """In a temporary course of its own; `course` is not touched."""
    from .redteam import all_trials, brief_trials
    from .redteam.table import run
    return int(run(brief_trials() if args.brief else all_trials(), args.jobs, console) > 0)


def demo(args, course: Course) -> None:
    """The whole way on the sample class."""
    from .sample import write_class
    args.assignments, args.solutions = [], SOLUTIONS
    args.student, args.jobs, args.resume, args.unsafe = None, os.cpu_count() or 1, False, False
    args.dask = args.moodle = None
    release(args, course)
    made = write_class(course)
    console.print(f"sample class: {made} submissions in {course.submitted}", highlight=False)
    grade(args, course)
    feedback(args, course)
    report(args, course)
    args.csv = course.root / "marks.csv"
    export(args, course)
    console.print(f"gradebook: {course.gradebook}", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
