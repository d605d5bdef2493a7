"""How fast grading is beside stock nbgrader: the same assignment, the same submissions, one run.

    python -m autograde.run.benchmark [--students 12] [--rounds 2]

Both run the students' code: `nbgrader autograde` in an ordinary kernel beside the gradebook,
`autograde grade` in the sandbox, with hidden inputs. What counts is the time between the first
and the last autograded notebook of a command, divided by the number of those between, so that
start-up is left out; the whole command is printed too. The commands take turns, and the smallest
of the rounds counts, so that other load on the machine disturbs least. Processor time, start-up
included, is printed beside it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .. import sample
from ..course import Course, released
from ..words import _, here

__all__ = ["Bench", "Timing", "hand_in", "main", "measure", "prepare"]

WAYS = {"nbgrader": _("nbgrader"), "1 worker": _("1 worker"), "2 workers": _("2 workers")}


def prepare(root: Path, assignment: str) -> Course:
    """A course in which this assignment is released."""
    from ..cli import main as autograde
    if autograde(["release", assignment, "--course", str(root)]):
        raise RuntimeError(f"benchmark: {assignment} cannot be released in {root}")
    return Course(root)


def hand_in(course: Course, assignment: str, count: int, every: bool = False) -> int:
    """`count` submissions made from the sample class, each with a name of its own.

    Without `every` only honest work, right or with slips; else damaged and empty work too, in
    turn. What attacks or hangs on purpose is left out: it takes the time that it likes.
    """
    task = course.library[assignment]
    release = released(course, task)
    solutions = sample.solutions_of(task)
    from ..sample import damaged, honest, slips
    people = [s for part in (honest, slips, *([damaged] if every else []))
              for s in part.students(task)]
    for k in range(count):
        person = people[k % len(people)]
        name = f"student{k:04d}"
        paper = sample.Paper(release, solutions, name)
        person.fill(paper)
        folder = course.submitted / name / assignment
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{assignment}.ipynb").write_bytes(paper.content())
    return count


@dataclass(frozen=True)
class Timing:
    """One command over all submissions, in seconds."""

    whole: float            # from start to end
    each: float             # between two submissions, once it runs
    processor: float        # of the command and its children, over the number of submissions

    @classmethod
    def least(cls, timings: list[Timing]) -> Timing:
        return cls(*(min(getattr(t, name) for t in timings)
                     for name in ("whole", "each", "processor")))


class Bench:
    """One course handed in, and the commands that are timed on copies of it."""

    def __init__(self, folder: Path, assignment: str, students: int):
        self.folder, self.assignment, self.students = folder, assignment, students
        self.course = prepare(folder / "course", assignment)
        hand_in(self.course, assignment, students)
        for submission in self.course.submitted.iterdir():   # what a student's folder holds too
            shutil.copy(self.course.release / assignment / "variants.json",
                        submission / assignment)

    def time(self, *command: str) -> Timing:
        """Time `command` over a fresh copy of the course."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.course.root, copy)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        used, began = _processor(), time.monotonic()
        done = subprocess.run(command, cwd=copy, env=os.environ | {"PATH": path},
                              capture_output=True, text=True)
        whole, used = time.monotonic() - began, _processor() - used
        ends = sorted(p.stat().st_mtime
                      for p in (copy / "autograded").glob(f"*/{self.assignment}/*.ipynb"))
        if len(ends) != self.students:
            raise RuntimeError(f"benchmark: {command[0]} graded {len(ends)} of {self.students}: "
                               f"{done.stderr[-2000:]}")
        return Timing(whole, (ends[-1] - ends[0]) / (self.students - 1), used / self.students)

    def nbgrader(self) -> Timing:
        return self.time("nbgrader", "autograde", self.assignment)

    def ours(self, jobs: int) -> Timing:
        return self.time(sys.executable, "-m", "autograde.cli", "grade", self.assignment,
                         "--course", ".", "--jobs", str(jobs))


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(folder: Path, assignment: str, students: int, rounds: int) -> dict[str, Timing]:
    """The best of the rounds by way: "nbgrader", "1 worker", "2 workers"."""
    bench = Bench(folder, assignment, students)
    ways = {"nbgrader": bench.nbgrader, "1 worker": lambda: bench.ours(1),
            "2 workers": lambda: bench.ours(2)}
    found: dict[str, list[Timing]] = {name: [] for name in ways}
    for k in range(rounds):
        for name in [*ways][::-1 if k % 2 else 1]:      # in turn, there and back
            found[name].append(ways[name]())
    return {name: Timing.least(timings) for name, timings in found.items()}


def main(argv: list[str] | None = None) -> int:
    from ..cli import speak_in_help
    speak_in_help()
    parser = argparse.ArgumentParser(prog="python -m autograde.run.benchmark", description=here(
        _("Time grading beside stock nbgrader.")))
    parser.add_argument("--assignment", default="a02_rotation", help=here(_("which assignment")))
    parser.add_argument("--students", type=int, default=12, metavar="N",
                        help=here(_("how many submissions")))
    parser.add_argument("--rounds", type=int, default=2, metavar="N",
                        help=here(_("how often; the best time counts")))
    args = parser.parse_args(argv)
    if args.students < 2:
        parser.error(here(_("students: got {got}, needs 2 or more", got=args.students)))
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        found = measure(Path(folder), args.assignment, args.students, args.rounds)
    stock = found["nbgrader"]
    print(here(_("{students} submissions of {assignment}, best of {rounds} rounds; times "
                 "nbgrader's throughput in brackets", students=args.students,
                 assignment=args.assignment, rounds=args.rounds)))
    for name, t in found.items():
        print(f"{here(WAYS[name]):18}", here(_(
            "a submission {each:.3f} s ({each_times:.1f} x)   processor {processor:.2f} s "
            "({processor_times:.1f} x)   whole command {whole:.1f} s ({whole_times:.1f} x)",
            each=t.each, each_times=stock.each / t.each, processor=t.processor,
            processor_times=stock.processor / t.processor, whole=t.whole,
            whole_times=stock.whole / t.whole)))
    print(here(_("2 workers against 1: {times:.2f} x",
                 times=found["1 worker"].each / found["2 workers"].each)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
