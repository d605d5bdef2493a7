"""Grading a class: runner, judge and record, one submission after the other.

A worker process is a judge with its own sandbox. It reads the submission, rebuilds the notebook,
lets the runner execute it and judges the answers; it never runs the student's code itself. The
main process writes the record, so that there is one writer to the gradebook. A receipt, written
last, says that a submission is done and from what its marks follow.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nbgrader.converters import NbGraderException
from sqlalchemy.exc import SQLAlchemyError

from . import record as books
from .assignments import find
from .course import Course, write_atomically
from .judge import Judge
from .rebuild import rebuild
from .runner.deal import normalise, number_of
from .sandbox import Sandbox, SandboxUnavailable
from .task import Assignment

__all__ = ["Job", "grade", "grade_one", "receipts"]

TRIES = 3           # of writing one submission into the gradebook


@dataclass(frozen=True)
class Job:
    """One submission to grade."""

    root: Path
    assignment: str
    student: str
    unsafe: bool = False

    @property
    def path(self) -> Path:
        return Course(self.root).submitted / self.student / self.assignment / f"{self.assignment}.ipynb"


def grade(course: Course, assignments: Iterable[Assignment], student: str | None = None, *,
          jobs: int = 1, resume: bool = False, unsafe: bool = False,
          progress: Callable[[int, int, str], None] = lambda done, total, name: None) -> list[dict]:
    """Grade the submissions of a course; returns the receipts, in the order of students."""
    todo = [Job(course.root, a.name, s, unsafe) for a in assignments
            for s in course.submissions(a, student)]
    if resume:
        todo = [job for job in todo if not _done(course, job)]
    failed = []
    progress(0, len(todo), "")
    for done, (job, result) in enumerate(_results(todo, jobs), 1):
        if not _recorded(course, job, result):
            failed.append(f"{job.student} ({job.assignment})")
        progress(done, len(todo), job.student)
    if failed:
        raise RuntimeError(f"not recorded, grade again with --resume: {', '.join(failed)}")
    return receipts(course, assignments, student)


def _recorded(course: Course, job: Job, result: dict) -> bool:
    """Write gradebook and receipt; a failure of the gradebook is tried again, then left open."""
    for _ in range(TRIES):
        try:
            books.record(course, find(job.assignment), job.student, result)
        except (NbGraderException, SQLAlchemyError, OSError):
            continue
        receipt = {k: v for k, v in result.items() if k not in ("notebook", "outputs")}
        write_atomically(course.receipt(job.assignment, job.student),
                         json.dumps(receipt, indent=1, sort_keys=True))
        return True
    return False


def receipts(course: Course, assignments: Iterable[Assignment], student: str | None = None) -> list[dict]:
    """The receipts of what has been graded."""
    found = [p for a in assignments for p in sorted((course.receipts / a.name).glob("*.json"))
             if student in (None, p.stem)]
    return [json.loads(p.read_text()) for p in found]


def _results(todo: list[Job], jobs: int):
    """Each job's result as it comes, from this process or from workers."""
    if jobs <= 1:
        yield from ((job, _guarded(job)) for job in todo)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(todo, pool.map(_guarded, todo))


def _guarded(job: Job) -> dict:
    """One submission never stops the class: our own failure is a flag for the instructor."""
    try:
        return grade_one(job)
    except SandboxUnavailable:
        raise                       # without a sandbox nothing is graded at all
    except Exception as e:
        return _ungraded(job, f"not graded: {type(e).__name__} in the grader")


def _ungraded(job: Job, flag: str) -> dict:
    """The released notebook with no answers, so that the gradebook has an entry to correct."""
    course = Course(job.root)
    assignment, release, table, _ = _setting(job.root, job.assignment, job.unsafe)
    number = number_of(job.student, table)
    judge = Judge(assignment, table["variants"], number, job.student, course.secret)
    return {"student": job.student, "assignment": job.assignment, "variant": number,
            "submission": _digest(job.path), "seeds": {}, "answers": {}, "values": {},
            "verdicts": [v.as_dict() for v in judge.verdicts({}, {})], "flags": [flag],
            "versions": _versions(), "notebook": rebuild(Path(os.devnull), release).notebook,
            "outputs": {}}


def _done(course: Course, job: Job) -> bool:
    """Graded already, from the same file?"""
    receipt = course.receipt(job.assignment, job.student)
    return receipt.exists() and json.loads(receipt.read_text())["submission"] == _digest(job.path)


def _digest(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return "none"
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


# -- one submission ----------------------------------------------------------------------------------
def grade_one(job: Job) -> dict:
    """Run and judge one submission; the result is plain data."""
    course = Course(job.root)
    assignment, release, table, sandbox = _setting(job.root, job.assignment, job.unsafe)
    path = _notebook_of(job)
    clean = rebuild(path, release)
    number = number_of(job.student, table)
    judge = Judge(assignment, table["variants"], number, job.student, course.secret)
    transcript = sandbox.run(_cells(clean.notebook, assignment), judge.asks(), table,
                             lambda answers: judge.probes())
    verdicts = judge.verdicts(transcript.answers, transcript.values)
    return {"student": job.student, "assignment": job.assignment, "variant": number,
            "submission": _digest(path),
            "seeds": {t.id: assignment.seed(course.secret, job.student, t)
                      for t in assignment.tasks if t.cases},
            "answers": transcript.answers, "values": transcript.values,
            "verdicts": [v.as_dict() for v in verdicts],
            "flags": _flags(job, table, number, clean.flags, transcript.events, verdicts),
            "versions": _versions(),
            "notebook": clean.notebook, "outputs": transcript.outputs}


@cache
def _setting(root: Path, name: str, unsafe: bool):
    """What a worker keeps: the assignment, its release, and a warm sandbox."""
    course, assignment = Course(root), find(name)
    return assignment, books.released(course, assignment), course.variants(assignment), _sandbox(unsafe)


@cache
def _sandbox(unsafe: bool):
    sandbox = Sandbox(unsafe=unsafe)
    sandbox.__enter__()
    atexit.register(sandbox.__exit__, None, None, None)
    return sandbox


def _notebook_of(job: Job) -> Path:
    """The submitted notebook; under another name when it is the only one."""
    if job.path.is_file():
        return job.path
    others = [p for p in sorted(job.path.parent.glob("*.ipynb")) if p.is_file()]
    return others[0] if len(others) == 1 else job.path


def _cells(notebook, assignment: Assignment) -> list[dict]:
    """Code cells for the runner; only the release's own check cells count as checks."""
    checks = {t.id for t in assignment.tasks}
    return [{"id": cell["id"], "source": cell.source,
             "role": "check" if cell.metadata.get("nbgrader", {}).get("grade_id") in checks
             else "student"}
            for cell in notebook.cells if cell.cell_type == "code"]


def _flags(job, table, number, damage, events, verdicts) -> list[str]:
    """What an instructor should look at, in words."""
    flags = list(damage)
    if _notebook_of(job) != job.path:
        flags.append("notebook under another name")
    typed = [e["name"] for e in events if e["event"] == "identity"]
    if typed and normalise(typed[-1]) != normalise(job.student):
        try:
            other = number_of(typed[-1], table)
            flags.append("another name typed" + ("" if other == number else ", other numbers"))
        except (TypeError, ValueError):
            flags.append("no name typed")
    for event in events:
        text = event["event"].replace("_", " ")
        if event["event"] != "identity" and text not in flags:
            flags.append(text)
    for verdict in verdicts:
        flags += [f for f in verdict.flags if f not in flags]
    return flags


def _versions() -> dict[str, str]:
    names = ("robokit-course", "numpy", "sympy", "nbgrader")
    return {"python": sys.version.split()[0]} | {n: importlib.metadata.version(n) for n in names}
