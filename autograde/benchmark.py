"""How fast grading is beside stock nbgrader: the same assignment, the same submissions, one run.

    python -m autograde.benchmark [--students 12] [--rounds 2]

Each command runs over a few submissions and over all of them; the difference, divided by the
number of submissions between, is what one more submission costs, start-up left out. Both run
students' code: `nbgrader autograde` in an ordinary kernel beside the gradebook, `autograde grade`
in the sandbox, with hidden inputs. The smallest of the rounds counts, so that other load on the
machine disturbs least.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import sample
from .assignments import find
from .course import Course, released

__all__ = ["Bench", "hand_in", "main", "prepare"]

FEW = 2             # submissions of the shorter run
STORIES = ("honest", "slip")


def prepare(root: Path, assignment: str) -> Course:
    """A course in which this assignment is released."""
    from .cli import main as autograde
    if autograde(["release", assignment, "--course", str(root)]):
        raise RuntimeError(f"benchmark: {assignment} cannot be released in {root}")
    return Course(root)


def hand_in(course: Course, assignment: str, count: int, every: bool = False) -> int:
    """`count` submissions made from the sample class, each with a name of its own.

    Without `every` only honest work, right or with slips; else damaged and empty work too, in
    turn. What attacks or hangs on purpose is left out: it takes the time that it likes.
    """
    task, release = find(assignment), released(course, find(assignment))
    solutions = sample.solutions_of(task)
    from .sample import damaged, honest, slips
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


class Bench:
    """One course handed in, and the commands that are timed on copies of it."""

    def __init__(self, folder: Path, assignment: str, students: int):
        self.folder, self.assignment, self.students = folder, assignment, students
        self.course = prepare(folder / "course", assignment)
        hand_in(self.course, assignment, students)

    def seconds(self, command: list[str], count: int) -> float:
        """How long `command` takes over the first `count` submissions."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.course.root, copy)
        for folder in sorted((copy / "submitted").iterdir())[count:]:
            shutil.rmtree(folder)
        for folder in (copy / "submitted").iterdir():       # what the exchange would have left
            shutil.copy(copy / "release" / self.assignment / "variants.json",
                        folder / self.assignment)
        began = time.monotonic()
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True,
                              env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}"
                                                        f"{os.environ['PATH']}"})
        took = time.monotonic() - began
        graded = len(list((copy / "autograded").glob(f"*/{self.assignment}/*.ipynb")))
        if graded != count:
            raise RuntimeError(f"benchmark: {command[0]} graded {graded} of {count}: "
                               f"{done.stderr[-2000:]}")
        return took

    def stock(self, count: int) -> float:
        return self.seconds(["nbgrader", "autograde", self.assignment], count)

    def ours(self, count: int, jobs: int) -> float:
        return self.seconds([sys.executable, "-m", "autograde.cli", "grade", self.assignment,
                             "--course", ".", "--jobs", str(jobs)], count)


def measure(folder: Path, assignment: str, students: int, rounds: int) -> dict[str, float]:
    """Seconds a submission: "nbgrader", "1 worker", "2 workers"."""
    bench = Bench(folder, assignment, students)
    ways = {"nbgrader": lambda n: bench.stock(n), "1 worker": lambda n: bench.ours(n, 1),
            "2 workers": lambda n: bench.ours(n, 2)}
    few, all_ = ({name: [] for name in ways} for _ in range(2))
    for _ in range(rounds):
        for name, run in ways.items():          # in turn, so that load hits all alike
            few[name].append(run(FEW))
            all_[name].append(run(students))
    for name in ways:
        print(f"{name:10}: whole command over {students} submissions {min(all_[name]):.1f} s, "
              f"over {FEW} {min(few[name]):.1f} s")
    return {name: (min(all_[name]) - min(few[name])) / (students - FEW) for name in ways}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m autograde.benchmark",
                                     description="Time grading beside stock nbgrader.")
    parser.add_argument("--assignment", default="a02_rotation")
    parser.add_argument("--students", type=int, default=12, metavar="N")
    parser.add_argument("--rounds", type=int, default=2, metavar="N")
    args = parser.parse_args(argv)
    if args.students <= FEW:
        parser.error(f"students: got {args.students}, needs more than {FEW}")
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        found = measure(Path(folder), args.assignment, args.students, args.rounds)
    for name, seconds in found.items():
        print(f"{name:10}: {seconds:.3f} s a submission, "
              f"{found['nbgrader'] / seconds:.1f} times the throughput of nbgrader")
    print(f"2 workers against 1: {found['1 worker'] / found['2 workers']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
