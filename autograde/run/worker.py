"""A worker: the judge of one submission after the other, with its own sandbox.

It reads the submission, rebuilds the notebook, lets the runner execute it and judges the answers;
it never runs the student's code itself. Started as a process of its own (see `served`) it takes
jobs as JSON lines and gives results as JSON lines, and ends with the process that has started it.
"""

from __future__ import annotations

import gc
import hashlib
import importlib.metadata
import json
import os
import sys
import threading
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from .. import lean  # noqa: F401
from ..course import Course, other_languages, released
from ..judging.judge import Judge
from ..judging.task import Assignment
from ..judging.variants import Sets
from ..runner.deal import listed, normalise, number_of
from ..sandbox import SandboxUnavailable
from ..settings import Settings
from ..textform import libraries
from ..words import _, said
from . import ahead
from .again import MOST_CPU, searched
from .cells import facts
from .rebuild import handed_in, rebuild
from .receipt import Graded, Receipt
from .second import FIRST, both, chosen, remains, utc

__all__ = ["Job", "answer", "attempt_digests", "attempts", "digest", "grade_one", "guarded",
           "handed_in_at", "serve", "settle", "ungraded"]

MOST_ATTEMPTS = 50      # of one student's earlier attempts that are graded
LATE_BY_SAVE = _("no time stamp: late by the time at which the notebook was saved")
AT_ONCE = 3.0           # seconds in which a file and its folder are made
NO_TIME = _("no time stamp, and no time at which the notebook was saved: counted as on time")
NOT_LISTED = _("not on the roster: has numbers that are shared")
MOST_OF_NAME = 40       # characters of a name that was typed, in a flag
LINK = _("the folder is a link: not followed")
#: What the sandbox may report, as an instructor reads it.
EVENTS = (_("cell timed out"), _("memory"), _("too many processes"), _("total time"),
          _("cell ended the interpreter"), _("output cut"), _("answers too large"),
          _("channel garbage"), _("channel flood"), _("unsafe"))
REFUSED = "refused"     # a result with this key alone: there is no sandbox


@dataclass(frozen=True)
class Job:
    """One submission to grade."""

    root: Path
    assignment: str
    student: str
    unsafe: bool = False
    due: str | None = None      # the deadline (UTC), where attempts are weighed against lateness
    stamp: str = ""             # of what the assignment was released with

    @property
    def folder(self) -> Path:
        return Course(self.root).submitted / self.student / self.assignment

    @property
    def notebook(self) -> Path:
        return self.file_in(self.folder)

    @property
    def kept(self) -> Path:
        """Where grading keeps the first attempt, if there may be a second."""
        return Course(self.root).attempts / self.student / self.assignment / FIRST

    def file_in(self, folder: Path) -> Path:
        """The notebook in a folder of this student; where a link leads there, a file of none."""
        if Course(self.root).linked(folder):
            return folder / "a link, not followed"
        return _notebook_in(folder, self.assignment)

    def as_line(self) -> str:
        return json.dumps(asdict(self) | {"root": str(self.root)})

    @classmethod
    def from_line(cls, line: str) -> Job:
        job = json.loads(line)
        return cls(**job | {"root": Path(job["root"])})


def guarded(job: Job) -> Graded:
    """One submission never stops the class: our own failure is a flag for the instructor."""
    try:
        return grade_one(job)
    except SandboxUnavailable:
        raise                       # without a sandbox nothing is graded at all
    except Exception as e:
        return ungraded(job, _("not graded: {error} in the grader, {place}",
                               error=type(e).__name__, place=_place(e)))


def _place(error: Exception) -> str:
    """File and line at which our own code failed, for a report of the fault."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return _("{file} line {line}", file=Path(last.filename).name, line=last.lineno)


def ungraded(job: Job, flag: str) -> Graded:
    """The released notebook with no answers, so that the gradebook has an entry to correct."""
    course = Course(job.root)
    assignment, release, table, sets, *_limits = _setting(job.root, job.assignment, job.stamp)
    number = number_of(job.student, table)
    judge = Judge(assignment, sets, number, job.student, course.secret)
    timestamp, dated, doubt = handed_in_at(job, job.folder)
    receipt = Receipt(job.student, job.assignment, number, digest(job.notebook),
                      judge.verdicts({}, {}), [flag, *doubt], _versions(), timestamp, dated,
                      attempts=attempt_digests(job, course.settings))
    return Graded(receipt, rebuild(Path(os.devnull), release).notebook, {})


# -- one submission ----------------------------------------------------------------------------
def grade_one(job: Job) -> Graded:
    """Run and judge one submission, or the best of its attempts."""
    settings, due = Course(job.root).settings, job.due and datetime.fromisoformat(job.due)
    weighed = attempts(job, settings)
    found = [_graded(job, folder) for folder in weighed]
    if settings.second and weighed[1:] == [job.kept]:
        last, first = found
        receipt = chosen(both(first.receipt, last.receipt, settings, due))
        best = replace(last if receipt.attempt == "" else first, receipt=receipt)
    else:
        best = max(found, key=lambda g: remains(g.receipt, settings.late, due))  # latest of equals
    best.receipt.submission = found[0].receipt.submission
    best.receipt.attempts = attempt_digests(job, settings)
    if best.receipt.attempt:
        best.receipt.flags.append(_("an earlier attempt counts: {attempt}",
                                    attempt=best.receipt.attempt))
    return best


def attempts(job: Job, settings: Settings) -> list[Path]:
    """What was handed in last, and the earlier attempts that are weighed with it, newest first."""
    if settings.policy == "last":
        return [job.folder, job.kept] if _second(job, settings) else [job.folder]
    earlier = Course(job.root).earlier(job.assignment, job.student)
    return [job.folder, *earlier[::-1][:MOST_ATTEMPTS]]


def _second(job: Job, settings: Settings) -> bool:
    """Is there a first attempt, and something else that was handed in after the deadline?"""
    if job.due is None or job.assignment not in settings.second:
        return False
    first, last = digest(job.file_in(job.kept)), digest(job.notebook)
    when = utc(handed_in_at(job, job.folder)[0])
    return ("none" not in (first, last) and first != last and when is not None
            and when > datetime.fromisoformat(job.due))


def attempt_digests(job: Job, settings: Settings) -> dict[str, str]:
    return {folder.name: digest(job.file_in(folder))
            for folder in attempts(job, settings)[1:]}


def _graded(job: Job, folder: Path) -> Graded:
    course = Course(job.root)
    assignment, release, table, sets, limits, others = _setting(job.root, job.assignment, job.stamp)
    path = job.file_in(folder)
    clean = rebuild(path, release, others)
    clean.notebook.metadata["handed_in"] = clean.flags          # for the student's page
    number = number_of(job.student, table)
    judge = Judge(assignment, sets, number, job.student, course.secret)
    drawn: list[Future] = []

    def draw() -> None:
        """While the notebook runs; a project's own data come with its answers."""
        if not assignment.adopt:
            drawn.append(_helper().submit(judge.probes))

    def probes(answers: dict) -> dict:
        if drawn:
            return drawn[0].result()
        judge.take(answers)
        return judge.probes()

    sandbox = ahead.sandbox(job.unsafe, limits, job.root, libraries(assignment.folder))
    cells = _cells(clean.notebook, assignment)
    transcript = sandbox.run(cells, judge.asks(), table, probes, draw)
    told = facts(clean.notebook, transcript.outputs, assignment)
    verdicts = judge.verdicts(transcript.answers, transcript.values, told)
    if judge.unexplained and transcript.cpu < MOST_CPU:
        places = searched(judge, sandbox, cells, table)
        for task, place in places.items():
            told.setdefault(task, {})["place"] = place
        if places:
            verdicts = judge.verdicts(transcript.answers, transcript.values, told)
    timestamp, dated, doubt = handed_in_at(job, folder)
    renamed = path.is_file() and path.name != f"{job.assignment}.ipynb"
    damage = clean.flags + doubt + [_("notebook under another name")] * renamed
    damage += _late_save(job, path, timestamp) + _shared(job, path)
    receipt = Receipt(
        job.student, job.assignment, number, digest(path), verdicts,
        _flags(job, table, number, damage, transcript.events, verdicts), _versions(),
        timestamp, dated, "" if folder == job.folder else folder.name,
        seeds={t.id: assignment.seed(course.secret, job.student, t)
               for t in assignment.tasks if t.cases},
        counted=transcript.counted, answers=transcript.answers, values=transcript.values,
        facts=told)
    return Graded(receipt, clean.notebook, transcript.outputs)


@lru_cache(maxsize=8)
def _setting(root: Path, name: str, stamp: str):
    """What a worker keeps: the assignment, its release, what was dealt, its sets, the limits, and
    the released cells in other languages."""
    course = Course(root)
    assignment = course.library[name]
    table = course.variants(assignment)
    return assignment, released(course, assignment), table, \
        Sets(assignment, table["variants"]), course.settings.limits, \
        other_languages(course, assignment)


_own = threading.local()


def _helper() -> ThreadPoolExecutor:
    """A thread beside this one."""
    if not hasattr(_own, "helper"):
        _own.helper = ThreadPoolExecutor(1)
    return _own.helper


def _notebook_in(folder: Path, assignment: str) -> Path:
    """The submitted notebook; under another name when it is the only one."""
    path = folder / f"{assignment}.ipynb"
    if path.is_file():
        return path
    others = [p for p in sorted(folder.glob("*.ipynb")) if p.is_file()]
    return others[0] if len(others) == 1 else path


def _timestamp(folder: Path) -> tuple[str | None, list[str]]:
    """When it was handed in, as nbgrader's exchange notes it, and a flag if that is unreadable."""
    path = folder / "timestamp.txt"
    if path.is_symlink() or not path.is_file():
        return None, []
    from nbgrader.utils import parse_utc
    try:
        with open(path, encoding="utf-8") as f:
            text = f.read(200).strip()
        return (text, []) if text and parse_utc(text) else (None, [])
    except (ValueError, OverflowError, OSError):
        return None, [_("timestamp unreadable")]


def handed_in_at(job: Job, folder: Path) -> tuple[str | None, str, list[str]]:
    """When it was handed in by the best evidence, what that evidence is, and flags.

    The exchange's time stamp comes first. Where there is a deadline and no stamp, the time at
    which the notebook was saved decides; that costs marks only with a flag. A notebook that is as
    old as its place here was copied by hand: when it was saved, nothing says, and nothing is lost.
    """
    from datetime import UTC
    path = job.file_in(folder)
    if Course(job.root).linked(folder):
        return None, "", [LINK]
    stamp, flags = _timestamp(folder)
    if stamp is not None or job.due is None or path.is_symlink() or not path.is_file():
        return stamp, "stamp" * (stamp is not None), flags
    try:
        if _copied(path):
            return None, "copied", flags
        saved = datetime.fromtimestamp(int(path.stat().st_mtime), UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        return None, "", [*flags, NO_TIME]
    late = saved > datetime.fromisoformat(job.due)
    return f"{saved} UTC", "saved", flags + [LATE_BY_SAVE] * late


def _copied(path: Path) -> bool:
    """Is the file as old as its place here? Then its time is that of a copy, and of no saving."""
    file, folder = path.stat(), path.parent.stat()
    return min(abs(file.st_mtime - file.st_ctime), abs(file.st_mtime - folder.st_mtime)) < AT_ONCE


def _late_save(job: Job, path: Path, timestamp: str | None) -> list[str]:
    """A time stamp is a file that its sender may have written: does the notebook's age fit it?"""
    if job.due is None or timestamp is None or not path.is_file():
        return []
    from datetime import UTC

    from nbgrader.utils import parse_utc
    saved = datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(tzinfo=None)
    due = datetime.fromisoformat(job.due)
    return [_("saved after the deadline, stamped before it")] * (
        parse_utc(timestamp) <= due < saved)


def _shared(job: Job, path: Path) -> list[str]:
    """A hard link: the same file has another name. Whose it was first cannot be told."""
    if path.is_symlink() or not path.is_file() or path.stat().st_nlink < 2:
        return []
    others = [p.parent.parent.name
              for p in sorted(Course(job.root).submitted.glob(f"*/{job.assignment}/*.ipynb"))
              if p != path and p.is_file() and p.samefile(path)]
    return [_("hard link: the same file as {students}", students=", ".join(others)) if others else
            _("hard link")]


def digest(path: Path) -> str:
    try:
        return hashlib.sha256(handed_in(path)).hexdigest()
    except (ValueError, OSError):
        return "none"


def _cells(notebook, assignment: Assignment) -> list[dict]:
    """Code cells for the runner; only the release's own check cells count as checks."""
    checks = {t.id for t in assignment.tasks}
    answers = {f"{name}_answer" for name in checks}
    made = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            told = cell.metadata.get("nbgrader", {})
            name = told.get("grade_id", "")
            made.append({"id": cell["id"], "source": cell.source, "name": name,
                         "role": "check" if name in checks else "student",
                         "helps": told.get("solution", True) and name not in answers})
    return made


def _flags(job: Job, table, number, damage, events, verdicts) -> list[str]:
    """What an instructor should look at, in words."""
    flags = list(damage)
    if not listed(job.student, table):
        flags.append(NOT_LISTED)
    typed = [e["name"] for e in events if e["event"] == "identity"]
    if typed and normalise(typed[-1]) != normalise(job.student):
        try:
            other = number_of(typed[-1], table)
            shown = typed[-1][:MOST_OF_NAME]
            flags.append(_("another name typed: {name}", name=shown) if other == number else
                         _("another name typed, other numbers: {name}", name=shown))
        except (TypeError, ValueError):
            flags.append(_("no name typed"))
    for event in events:
        text = said(event["event"].replace("_", " "))
        if event["event"] != "identity" and text not in flags:
            flags.append(text)
    for verdict in verdicts:
        flags += [f for f in verdict.flags if f not in flags]
    return flags


@cache
def _versions() -> dict[str, str]:
    names = ("robokit-course", "numpy", "sympy", "nbgrader")
    return {"python": sys.version.split()[0]} | {n: importlib.metadata.version(n) for n in names}


# -- as a process ------------------------------------------------------------------------------
def answer(line: str) -> str:
    """The result of the job in `line`, both as JSON."""
    try:
        return guarded(Job.from_line(line)).as_line()
    except SandboxUnavailable as refusal:
        return json.dumps({REFUSED: said(str(refusal)).node})


def settle() -> None:
    """What is loaded stays: the collector need not go through it again, nor look for more so often.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


def serve(first: str | None = None) -> None:
    """Take jobs from standard input until it ends; nothing else may write to standard output.

    first: a job that was read from there already.
    """
    settle()
    gc.enable()
    results = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    try:
        for line in chain([first] if first else [], iter(sys.stdin.readline, "")):
            print(answer(line), file=results, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), results.fileno())     # nobody listens any more
