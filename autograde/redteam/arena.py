"""The arena: a temporary course, all trials handed in, graded through the real pipeline."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import secrets
import shutil
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from html.parser import HTMLParser
from multiprocessing import get_context
from pathlib import Path

import nbformat
from rich.console import Console

from ..course import Course, released
from ..judging.task import Assignment
from ..judging.variants import certified_cases
from ..library import BOOK, book
from ..pages.console import show
from ..record.exports import write_csv
from ..record.gradebook import Ledger, keep_copy, scores
from ..record.release import release
from ..run.grading import grade
from ..run.receipt import read_receipt, receipts
from ..sample import Paper, solutions_of
from ..words import _, languages
from . import ASSIGNMENT, Aim, Field, Seen, Trial, all_trials

__all__ = ["APART", "EARLY", "STAMPS", "TARDY", "Arena"]

SETTINGS = """\
[assignments]
variants = 4
folders = {folders}

[sandbox]
cell_cpu = {seconds}
cell_wall = {waiting}
total_cpu = 25.0
total_wall = 25.0
memory = 1_500_000_000

[late]
per_day = 0.1

[due]
{name} = 2100-01-01T00:00:00Z
"""
EARLY, TARDY = "early", "tardy"
STAMPS = {EARLY: "2099-12-31 12:00:00 UTC", TARDY: "2100-01-02 12:00:00 UTC"}
BOOKS_SECONDS, SECONDS = 1.0, 3.0   # that a cell may take: of a02, and of any other assignment
WAITING = 4.0           # that a cell may wait: a cold disk takes a second for a large library
PAGE_SECONDS = 30       # of processor time for a feedback page
#: Processes of our own, forked from one that has loaded once what they need.
APART = get_context("forkserver")
APART.set_forkserver_preload(["autograde.redteam.state", "autograde.pages.feedback"])
NEIGHBOURS = ("abramov", "yakovleva")       # graded first and last; right work


class Arena:
    """Use as a context; `run` returns what came of every trial."""

    def __init__(self, assignment: Assignment | None = None):
        """assignment: what is handed in; a02 of the book if none is named."""
        self.assignment = assignment or book()[ASSIGNMENT]
        self.aim = Aim(self.assignment)

    def __enter__(self) -> Arena:
        self.root = Path(tempfile.mkdtemp(prefix="redteam-"))
        self.course = Course(self.root / "course")
        self.token = secrets.token_hex(8)
        self.survivors, self.orphaned = [], False
        return self

    def __exit__(self, *_) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, trials: Iterable[Trial], jobs: int,
            progress: Callable[[int, int, str], None] = lambda *_: None) -> dict[str, Seen]:
        """Hand in, grade, make feedback, report and table; then look."""
        trials = list(trials)
        self.release()
        harms = [trial for trial in trials if trial.harm]
        trials = [trial for trial in trials if not trial.harm]
        with ProcessPoolExecutor(jobs, APART) as pool:
            small = self.small() if harms else None
            apart = {trial.id: pool.submit(_harmed, small, trial.id)
                     for trial in harms if not trial.alone}
            with self.targets() as places:
                for trial in trials:
                    self.hand_in(trial.id, trial.hand_in, places)
                for name in NEIGHBOURS:
                    self.hand_in(name, lambda at: (at.paper.solve(), at.put()), places)
                self.summary = grade(self.course, [self.assignment], jobs=jobs,
                                     progress=lambda *at: (self.look_for_survivors(at[2]),
                                                           progress(*at)))
                self.visitors = places["visitors"]
            found = self.look([trial.id for trial in trials], pool)
            said = {name: words.result() for name, words in apart.items()}
        # What loads the machine has it to itself.
        said |= {trial.id: _harmed(small, trial.id) for trial in harms if trial.alone}
        return found | {name: Seen({}, self.aim, harmed=words) for name, words in said.items()}

    # -- a course that comes to harm -------------------------------------------------------------
    def small(self) -> Course:
        """A course of its own with two graded students, one late, one marked by hand."""
        course = Course(self.root / "small" / "course")
        shutil.copytree(self.course.root, course.root)
        for student in (EARLY, TARDY):
            folder = course.submitted / student / self.assignment.name
            paper = Paper(self.form, self.solutions, student).solve()
            folder.mkdir(parents=True)
            (folder / f"{self.assignment.name}.ipynb").write_bytes(paper.content())
            (folder / "timestamp.txt").write_text(STAMPS[student])
        grade(course, [self.assignment])
        (name, most), = self.assignment.manual.items()
        with course.writing(), Ledger(course) as ledger:
            ledger.mark_by_hand(self.assignment, EARLY, name, most, "Seen.")
        keep_copy(course)
        return course

    def release(self) -> None:
        self.course.root.mkdir()
        seconds = BOOKS_SECONDS if self.assignment.name == ASSIGNMENT else SECONDS
        own = [] if self.assignment.folder.parent == BOOK else [str(self.assignment.folder.parent)]
        (self.course.root / "autograde.toml").write_text(SETTINGS.format(
            name=self.assignment.name, seconds=seconds, waiting=WAITING,
            folders=json.dumps(own)))
        list(release(self.course, [self.assignment], os.cpu_count() or 1))
        self.form = released(self.course, self.assignment)
        self.solutions = solutions_of(self.assignment)

    def hand_in(self, student: str, how: Callable[[Field], object], places: dict) -> None:
        folder = self.course.submitted / student / self.assignment.name
        how(Field(folder, Paper(self.form, self.solutions, student), places, self.aim))

    @contextmanager
    def targets(self):
        """What the attacks aim at: real paths, processes, a server, a variable of this machine."""
        package = Path(__file__).resolve().parents[1]
        import robokit
        name = self.assignment.name
        neighbour = self.course.submitted / NEIGHBOURS[0] / name / f"{name}.ipynb"
        visitors: list = []
        with socket.create_server(("127.0.0.1", 0)) as server, _in_environment(self.token):
            threading.Thread(target=_count, args=(server, visitors), daemon=True).start()
            local = socket.socket(socket.AF_UNIX)
            local.bind(str(self.root / "socket"))
            local.listen()
            yield {
                "course": [str(self.course.root / name) for name in
                           ("", "secret.key", "gradebook.db", "autograde.toml", "receipts")],
                "others": [str(neighbour), str(self.course.autograded), str(self.course.feedback),
                           str(self.course.receipts), str(self.course.rebuilt)],
                "sources": [str(Path(robokit.__file__).parent), str(package),
                            str(package / "judging" / "judge.py"),
                            str(package.parent / "solutions"), str(package.parent / "tests")],
                "backwards": str(package.parent)[::-1],
                "home": str(Path.home()), "pids": [os.getpid(), os.getppid()],
                "canary": self.token, "marker": self.token, "port": server.getsockname()[1],
                "socket": str(self.root / "socket"), "neighbour": str(neighbour),
                "neighbour_name": NEIGHBOURS[0], "visitors": visitors}
            local.close()

    def look_for_survivors(self, judged: str) -> None:
        """The orphans, once their submission is judged: they carry the token in their command."""
        self.orphaned |= judged == "orphans"
        if not self.orphaned:
            return
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if f": '{self.token}'".encode() in path.read_bytes():
                    self.survivors.append(path.parent.name)
            except OSError:
                pass

    # -- looking ---------------------------------------------------------------------------------
    def look(self, students: list[str], pool: Executor) -> dict[str, Seen]:
        full = {t.id: t.points for t in self.assignment.tasks}
        found = {name: Seen(full, self.aim) for name in students}
        graded = receipts(self.course, [self.assignment])
        shown = pool.map(partial(_shown, self.course.root, self.assignment.name),
                         [r.student for r in graded])
        for receipt, (page, outputs, faults) in zip(graded, shown):
            seen = found.setdefault(receipt.student, Seen(full, self.aim))
            seen.marks = {v.task: v.points for v in receipt.verdicts}
            seen.flags, seen.page, seen.shown = receipt.flags, page, outputs
            seen.faults += faults
        self.faults = self.faults_of_the_whole(found)
        return found

    def faults_of_the_whole(self, found: dict[str, Seen]) -> list[str]:
        faults = []
        for name in NEIGHBOURS:
            seen = found.pop(name, None)
            if seen is None or seen.marks != seen.full or seen.flags:
                has = seen and (seen.marks, seen.flags)
                faults.append(_("the honest neighbour {name} has {has}", name=name, has=has))
        if self.survivors:
            faults.append(_("processes outlived their submission: {survivors}",
                            survivors=self.survivors))
        if self.visitors:
            faults.append(_("a submission reached a server on this machine"))
        book = scores(self.course, self.assignment)
        for name, row in book.items():
            whole = sum(x or 0 for x in row["tasks"].values())
            if name in found and whole:
                found[name].late = row["late_penalty"] / whole
        for name, seen in found.items():
            if seen.marks is not None:
                inside = {t: book[name]["tasks"][t] for t in seen.marks}
                if inside != seen.marks:
                    seen.faults.append(_("the gradebook says {inside}", inside=inside))
        return faults + self.faults_of_the_tables()

    def faults_of_the_tables(self) -> list[str]:
        path, text = self.root / "marks.csv", io.StringIO()
        write_csv(self.course, [self.assignment], path)
        cells = [c for row in csv.reader(open(path, encoding="utf-8-sig", newline="")) for c in row]
        faults = [_("a formula in the table: {text}", text=repr(c[:40])) for c in cells
                  if re.search(r"(^|[;\t\r\n])\s*[=+\-@\t\r]", c)
                  and not re.fullmatch(r"-?[\d.]+", c)]
        show(self.course, self.assignment, Console(file=text, width=200, force_terminal=False))
        if re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text.getvalue()):
            faults.append(_("control characters in the report"))
        return faults


def _harmed(small: Course, name: str) -> str:
    """What came of a trial that does its harm to a copy of a graded course."""
    trial, = (trial for trial in all_trials() if trial.id == name)
    with tempfile.TemporaryDirectory(dir=small.root.parent) as place:
        course = Course(Path(shutil.copytree(small.root, Path(place) / "course")))
        try:
            return trial.harm(course)
        except Exception as e:
            return f"{type(e).__name__}: {e}"


def _shown(root: Path, name: str, student: str) -> tuple[str, str, list[str]]:
    """What a student receives, page and outputs, and what is wrong with it."""
    from ..pages.feedback import write_feedback
    warnings.simplefilter("ignore")         # of outputs that a page cannot show: an attack's
    course = Course(root)
    assignment, began = course.library[name], time.process_time()
    page = write_feedback(course, assignment, student, _book(root, name)).read_text("utf-8")
    spent = time.process_time() - began
    outputs = _outputs(course, assignment, student)
    slow = [_("its page takes {spent:.0f} s", spent=spent)] if spent > PAGE_SECONDS else []
    faults = slow + _leaks(course, assignment, student, page + outputs) + _unsafe_html(page)
    return page, outputs, faults


@cache
def _book(root: Path, name: str) -> dict[str, dict]:
    """What the gradebook holds when all is graded; read once in each process."""
    course = Course(root)
    return scores(course, course.library[name])


def _outputs(course: Course, assignment: Assignment, student: str) -> str:
    """What the student's own cells show."""
    name = assignment.name
    checks = {t.id for t in assignment.tasks}
    path = course.autograded / student / name / f"{name}.ipynb"
    return "\n".join(json.dumps(output, ensure_ascii=False)
                     for cell in nbformat.read(path, as_version=4).cells
                     if cell.cell_type == "code"
                     and cell.metadata.get("nbgrader", {}).get("grade_id") not in checks
                     for output in cell.outputs)


def _leaks(course: Course, assignment: Assignment, student: str, text: str) -> list[str]:
    """Hidden inputs and the secret in what this student receives."""
    receipt = read_receipt(course.receipt(assignment.name, student))
    assert receipt is not None
    variant, faults = course.variants(assignment)["variants"][receipt.variant], []
    for task in assignment.tasks:
        if not task.cases:
            continue
        cases = certified_cases(assignment, task, variant,
                                assignment.seed(course.secret, student, task))
        inputs = json.dumps([c.probe() for c in cases])
        said = next(v.message for v in receipt.verdicts if v.task == task.id)
        # Three digits behind the point are enough to know an input again in its message.
        told = {n for n in re.findall(r"\d\.\d{3}", said) if n in inputs}
        told |= {n for n in re.findall(r"\d\.\d{6,}", inputs) if n[:9] in text}
        faults += [_("hidden inputs of {task}: {inputs}", task=task.id,
                     inputs=", ".join(sorted(told)[:3]))] if told else []
    if course.secret.hex() in text:
        faults.append(_("the course secret is on the page"))
    return faults


@contextmanager
def _in_environment(token: str):
    os.environ["AUTOGRADE_CANARY"] = token
    try:
        yield
    finally:
        del os.environ["AUTOGRADE_CANARY"]


def _count(server: socket.socket, visitors: list) -> None:
    while True:
        try:
            visitors.append(server.accept()[1])
        except OSError:
            return


class _Page(HTMLParser):
    """Notes what a page could do besides being read."""

    ACTIVE = {"script", "iframe", "frame", "object", "embed", "form", "input", "button", "base",
              "link", "applet", "audio", "video", "source", "template", "foreignobject"}

    def __init__(self):
        super().__init__()
        self.faults: set[str] = set()
        self.languages: list[tuple] = []        # the page's own switch, a button a language

    def handle_starttag(self, tag, attrs):
        if tag == "input" and {("type", "radio"), ("name", "language")} <= set(attrs):
            self.languages.append(tuple(attrs))
        elif tag in self.ACTIVE:
            self.faults.add(_("<{tag}> on the page", tag=tag))
        for name, value in attrs:
            value = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if name.startswith("on"):
                self.faults.add(_("{name} on the page", name=name))
            if name in ("href", "src", "action", "formaction", "xlink:href") and re.match(
                    r"(javascript|vbscript|data(?!:image/(png|jpeg);base64)|file):", value):
                self.faults.add(_("{name} {value} on the page", name=name, value=value[:20]))
            if name == "src" and not value.startswith("data:image/"):
                self.faults.add(_("a picture from elsewhere on the page"))
            if tag == "meta" and name == "http-equiv" and value != "content-security-policy":
                self.faults.add(_("<meta {value}> on the page", value=value))

    handle_startendtag = handle_starttag


def _unsafe_html(text: str) -> list[str]:
    page = _Page()
    page.feed(text)
    faults = sorted(page.faults)
    if len(page.languages) > len(languages()):
        faults.append(_("<input> on the page"))
    if len(re.findall(r"<h1[ >]", text)) != text.count("</h1>") or "</html>" not in text:
        faults.append(_("the page is broken"))
    if re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", text):
        faults.append(_("control characters on the page"))
    return faults
