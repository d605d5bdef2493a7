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
    """Exit status 0 when the run completed, whatever the students did; 2 for a wrong call."""
    args = _parser().parse_args(argv)
    try:
        args.run(args, Course(args.course))
    except (ValueError, RuntimeError) as e:
        console.print(f"autograde: {e}", style="red", markup=False, highlight=False)
        return 2
    return 0


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
    command("feedback", feedback, "write the students' feedback pages")
    command("report", report, "print the class: marks, mistakes, flags")
    p = command("export", export, "write the marks as CSV")
    p.add_argument("--csv", type=Path, required=True, metavar="FILE")
    command("demo", demo, "the whole way on the sample class: release to report", False)
    return parser


def release(args, course: Course) -> None:
    from .assignments import ASSIGNMENTS, find
    from .record import release_notebook
    from .variants import make_variants
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
                  TextColumn("{task.description}"), console=console) as bar:
        line = bar.add_task("", total=None)
        found = run(course, assignments, args.student, jobs=args.jobs, resume=args.resume,
                    unsafe=args.unsafe, progress=lambda done, total, name: bar.update(
                        line, completed=done, total=total, description=name))
    flagged = sum(bool(r["flags"]) for r in found)
    console.print(f"graded: {len(found)} submissions, {flagged} with flags; "
                  f"gradebook: {course.gradebook}", highlight=False)


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
    from .report import write_csv
    lines = write_csv(course, course.assignments(args.assignments), args.csv)
    console.print(f"exported: {lines} lines in {args.csv}", highlight=False)


def demo(args, course: Course) -> None:
    """The whole way on the sample class."""
    from .sample import write_class
    args.assignments, args.solutions = [], SOLUTIONS
    args.student, args.jobs, args.resume, args.unsafe = None, os.cpu_count() or 1, False, False
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
