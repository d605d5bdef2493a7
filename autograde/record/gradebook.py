"""The record: nbgrader's own gradebook and autograded notebooks, written from verdicts.

Gradebook, autograded notebooks, late penalties, feedback and formgrader stay nbgrader's. Its
preprocessor that runs a notebook is replaced: here the outputs come from the runner, and every
check cell's output is the verdict, in the form nbgrader reads as partial credit. Its other
preprocessors run as they are, over a notebook in memory and over one session of the gradebook:
submissions that are recorded together are one transaction, and a submission goes into the gradebook
as a whole or not at all.
"""

from __future__ import annotations

import html
import json
import logging
import os
import re
import shutil
import sqlite3
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace

import nbformat
import nbgrader.api
from nbconvert.preprocessors import Preprocessor
from nbformat.v4.rwbase import strip_transient
from nbgrader.api import Assignment as BookAssignment
from nbgrader.api import (
    Base,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.api import Course as BookCourse
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.exchange.default import ExchangeReleaseFeedback
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    Execute,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from nbgrader.utils import find_all_files, parse_utc
from sqlalchemy import create_engine, func, inspect, make_url, select
from sqlalchemy.exc import SAWarning, SQLAlchemyError
from sqlalchemy.pool import NullPool
from traitlets import Float
from traitlets.config import Config

from ..course import Course, write_atomically
from ..dates import deadlines, naive
from ..judging.rubrics import table_of
from ..judging.task import Assignment
from ..judging.verdict import NOT_JUDGED, Verdict
from ..library import speaker
from ..notebook_words import stub
from ..run.receipt import Graded, Receipt, receipts
from ..settings import Late
from ..words import Speaker, Text, _, said

__all__ = ["LatePolicy", "Ledger", "configuration", "damage", "doubt", "entering", "for_formgrader",
           "keep_copy", "last_deadline", "lost", "opened", "place_of", "quiet", "scores", "served",
           "verdict_html", "with_code", "without_rubrics"]

REPAIR = _("to make it anew from the receipts: autograde repair")

def configuration(course: Course) -> Config:
    c, late = Config(), course.settings.late
    c.CourseDirectory.root = str(course.root.resolve())
    c.CourseDirectory.db_url = course.gradebook_url
    code, c.ClearSolutions.text_stub = stub(course.settings.language)
    c.ClearSolutions.code_stub = {"python": code}
    c.IncludeHeaderFooter.header = c.IncludeHeaderFooter.footer = ""
    for converter in (c.GenerateAssignment, c.Autograde, c.GenerateFeedback):
        converter.permissions = 660 if course.settings.group else 600
    c.AssignLatePenalties.plugin_class = LatePolicy
    c.LatePolicy.per_day, c.LatePolicy.most = late.per_day, late.most
    c.LatePolicy.grace_hours = late.grace_hours
    return c


def for_formgrader(course: Course) -> Config:
    """The same, with the page's Markdown drawn by us: mathematics needs no network then."""
    c = configuration(course)
    c.ExchangeFactory.release_feedback = ReleasedFeedback
    c.HTMLExporter.filters = {"markdown2html": "autograde.pages.feedback.as_html"}
    return c


class ReleasedFeedback(ExchangeReleaseFeedback):
    """Pages in the exchange may be read by whoever knows their names, which are secrets.

    nbgrader's copies keep the mode of the pages in the course folder, which is closed.
    """

    def copy_files(self):
        super().copy_files()
        for page in Path(self.dest_path).glob("*.html"):
            with suppress(PermissionError):             # another instructor's
                page.chmod(0o644)


class LatePolicy(LateSubmissionPlugin):
    """The course's late policy (see `settings.Late`) where nbgrader asks for it."""

    per_day = Float(0.0).tag(config=True)
    grace_hours = Float(0.0).tag(config=True)
    most = Float(1.0).tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        """The points lost by `score` points, None for none."""
        late = Late(self.per_day, self.grace_hours, self.most)
        return round(late.share(total_seconds_late) * score, 4) or None


@contextmanager
def quiet() -> Iterator[None]:
    """nbgrader reports every step; only what went wrong is wanted here."""
    log = logging.getLogger("traitlets")
    level = log.level
    log.setLevel(logging.ERROR)
    path = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), path])
    try:                    # nbgrader starts alembic by its name, which stands beside python
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)
            yield
    finally:
        os.environ["PATH"] = path
        log.setLevel(level)


# -- a gradebook that is there and whole ---------------------------------------------------------
def damage(course: Course) -> str:
    """What is wrong with the gradebook as a file; "" for nothing, or before anything is graded.

    RuntimeError where it lies on a server that cannot be asked.
    """
    if served(course):
        return "" if _served_assignments(course) or not course.graded else _("holds no assignment")
    path = course.gradebook
    if not path.exists() or path.stat().st_size == 0:
        if not course.graded:
            return ""
        return _("is empty") if path.exists() else _("is gone")
    try:
        with closing(sqlite3.connect(path)) as db:
            found, = db.execute("PRAGMA quick_check(1)").fetchone()
            known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'assignment'").fetchone()
    except sqlite3.OperationalError as e:
        if "locked" in str(e):
            raise RuntimeError(_("gradebook: {path} is in use by another program; wait for its "
                                 "end, or close formgrader", path=path)) from None
        return _("cannot be read ({error})", error=str(e))
    except sqlite3.DatabaseError as e:
        return _("is damaged ({error})", error=str(e))
    if found != "ok":
        return _("is damaged ({error})", error=found.splitlines()[0][:80])
    return "" if known or not course.graded else _("holds no assignment")


def served(course: Course) -> bool:
    """Whether the gradebook lies on a database server, not in the course folder."""
    return not course.gradebook_url.startswith("sqlite")


def place_of(course: Course) -> str:
    """Where the gradebook is, as a person may read it: without a password."""
    if served(course):
        return make_url(course.gradebook_url).render_as_string(hide_password=True)
    return str(course.gradebook)


def _served_assignments(course: Course) -> int:
    """How many assignments the gradebook on a server knows."""
    try:
        engine = create_engine(course.gradebook_url, poolclass=NullPool)
        if not inspect(engine).has_table(BookAssignment.__tablename__):
            return 0
        with engine.connect() as db:
            return db.scalar(select(func.count()).select_from(BookAssignment)) or 0
    except ModuleNotFoundError as e:
        raise RuntimeError(_("gradebook: {path} needs the package {name}, which is not installed; "
                             "for PostgreSQL: pip install \"psycopg[binary]\"",
                             path=place_of(course), name=str(e.name))) from None
    except (SQLAlchemyError, ValueError) as e:
        raise RuntimeError(_("gradebook: {path} cannot be asked ({error}); start the server, or "
                             "mend `gradebook` in autograde.toml", path=place_of(course),
                             error=str(e).splitlines()[0])) from None


@cache
def _newest_tables() -> str:
    """The version of nbgrader's tables, for a new gradebook."""
    from alembic.script import ScriptDirectory
    return ScriptDirectory(ALEMBIC_DIR).get_current_head()


# It asks the command `alembic` for it, in a process that takes seconds and has to be in PATH.
nbgrader.api.get_alembic_version = _newest_tables


def lost(course: Course, wrong: str) -> Text:
    """What is wrong with the gradebook (see `damage`), and what to do."""
    return _("gradebook: {path} {wrong}; {repair} --course {root}", path=place_of(course),
             wrong=said(wrong), repair=REPAIR, root=course.root)


def entering(course: Course) -> Config:
    """The configuration with which nbgrader enters an assignment into the gradebook.

    It enters it for a course without a name, of which SQLite does not ask whether it is there.
    """
    if served(course):
        _served_assignments(course)             # says what is wrong with the server
        with quiet(), Gradebook(course.gradebook_url) as book:
            if book.db.get(BookCourse, "") is None:
                book.db.add(BookCourse(id=""))
                book.db.commit()
    return configuration(course)


def opened(course: Course) -> Gradebook:
    """nbgrader's gradebook; RuntimeError says what to do where it is lost or damaged."""
    if wrong := damage(course):
        raise RuntimeError(lost(course, wrong))
    with quiet():
        return Gradebook(course.gradebook_url)


def keep_copy(course: Course) -> None:
    """A copy of the whole gradebook for `autograde repair`: marks by hand stand nowhere else.

    Where there is no room for it the gradebook itself goes first.
    """
    path, copy = course.gradebook, course.kept_gradebook
    if damage(course):
        return
    if served(course):
        _copy_from_server(course)
        return
    if not path.exists():
        return
    found = path.stat()
    if copy.exists() and copy.stat().st_mtime_ns == found.st_mtime_ns:
        return                      # not "newer": a clock may have been set back
    scratch = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(scratch)) as to:
            db.backup(to)
        os.utime(scratch, ns=(found.st_atime_ns, found.st_mtime_ns))
        os.replace(scratch, copy)
    except (sqlite3.Error, OSError):
        scratch.unlink(missing_ok=True)


def _copy_from_server(course: Course) -> None:
    """All tables as they are at one moment, in a file of SQLite."""
    copy = course.kept_gradebook
    scratch, tables = copy.with_name(f".{copy.name}.{os.getpid()}"), Base.metadata.sorted_tables
    if not _served_assignments(course):
        return
    source = create_engine(course.gradebook_url, poolclass=NullPool)
    target = create_engine(f"sqlite:///{scratch}", poolclass=NullPool)
    try:
        Base.metadata.create_all(target)
        one_moment = source.connect().execution_options(isolation_level="REPEATABLE READ")
        with one_moment as db, target.begin() as to:
            for table in tables:
                for rows in db.execute(table.select()).mappings().partitions(1000):
                    to.execute(table.insert(), [dict(row) for row in rows])
        scratch.chmod(0o660 if course.settings.group else 0o600)
        os.replace(scratch, copy)
    except (SQLAlchemyError, OSError):
        scratch.unlink(missing_ok=True)


# -- one gradebook for many submissions ----------------------------------------------------------
class Ledger:
    """nbgrader's gradebook and autograded folder, open for any number of submissions."""

    def __init__(self, course: Course):
        self.course, self.forms = course, {}

    def __enter__(self) -> Ledger:
        path = self.course.gradebook
        if not served(self.course) and path.exists() and not os.access(path, os.W_OK):
            raise RuntimeError(_("gradebook: {path} is read-only for you; to write marks: chmod "
                                 "u+w {path}, or work as its owner", path=path))
        keep_copy(self.course)
        self.book = opened(self.course)
        self.book.db = _OneTransaction(self.book.db)
        return self

    def __exit__(self, *_) -> None:
        self.book.close()

    def record(self, *entries: tuple[Assignment, Graded]) -> None:
        """Write graded submissions, all of them or, with an exception, none."""
        with self._transaction():
            for assignment, graded in entries:
                folder = self.course.rebuilt / graded.receipt.student / assignment.name
                write_atomically(folder / f"{assignment.name}.ipynb", json.dumps(graded.notebook),
                                 lasting=False)
                self._write(assignment, graded)

    def restate(self, assignment: Assignment, receipt: Receipt) -> None:
        """Write other verdicts into what is recorded already; nothing is run."""
        path = (self.course.autograded / receipt.student / assignment.name
                / f"{assignment.name}.ipynb")
        notebook = nbformat.read(path, as_version=4)
        outputs = {c["id"]: c.outputs for c in notebook.cells if c.cell_type == "code"}
        with self._transaction():
            self._write(assignment, Graded(receipt, notebook, outputs), read=True)

    def restore(self, assignment: Assignment, graded: Graded) -> None:
        """Write the entry of a submission that the gradebook has lost."""
        with self._transaction():
            self._write(assignment, graded)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """What is written goes into the gradebook as a whole, or not at all."""
        with quiet():
            try:
                yield
                self.book.db.settle()
            except BaseException:
                self.book.db.rollback()
                raise

    def _write(self, assignment: Assignment, graded: Graded, read: bool = False) -> None:
        """`read`: the work is the same, so that nobody has to look again at marks by hand."""
        if assignment.name not in self.forms:
            self.forms[assignment.name] = _Form(self.course, self.book, assignment)
        form, receipt = self.forms[assignment.name], graded.receipt
        entry = _Entry(self.book, form.rows, receipt.student, receipt.timestamp)
        judged = {v.task for v in receipt.verdicts}
        done = [grade for name, grade in entry.grades.items()
                if read and name not in judged and not grade.needs_manual_grade]
        text = form.filled(entry, graded)
        for grade in done:
            grade.needs_manual_grade = False
        form.write(receipt.student, text, receipt.timestamp)

    def mark_by_hand(self, assignment: Assignment, student: str, explanation: str,
                     points: float, comment: str, replace: bool = False) -> None:
        """Points and comment of an explanation, stored as formgrader stores them.

        ValueError when the student has no entry, or there is one by hand and `replace` is not set.
        """
        place = explanation, assignment.name, assignment.name, student
        try:
            grade, entered = self.book.find_grade(*place), self.book.find_comment(*place)
        except MissingEntry:
            raise ValueError(_("student: got {student}, who has no graded {assignment}",
                               student=repr(student), assignment=assignment.name)) from None
        if not replace and (grade.manual_score is not None or entered.manual_comment):
            words = " ".join((entered.manual_comment or "").split())
            told = {"student": student, "points": grade.manual_score or 0}
            raise ValueError(_("{student} has {points:g} points and a comment by hand already: "
                               "\"{comment}\"; to change: --replace", comment=words, **told)
                             if words else
                             _("{student} has points by hand already: {points:g}; to change: "
                               "--replace", **told))
        grade.manual_score, grade.needs_manual_grade = points, False
        entered.manual_comment = comment or None
        self.settle(assignment)

    def settle(self, assignment: Assignment) -> list[str]:
        """Bring late penalties in line with the final marks; returns whose penalty has changed.

        nbgrader works a penalty out when it grades; marks by hand, extensions and settings come
        later.
        """
        self._set_due(assignment)
        table = _table(self.course, assignment, self.book.db)
        changed = [name for name, row in table.items()
                   if row["late_penalty"] != row["recorded_penalty"]]
        for name in changed:
            notebook, = self.book.find_submission(assignment.name, name).notebooks
            notebook.late_submission_penalty = table[name]["late_penalty"] or None
        self.book.db.settle()
        return changed

    def due(self, assignment: Assignment) -> dict[str, object]:
        """Deadlines in UTC by student who has an extension, and under "" the common one."""
        self._set_due(assignment)
        entry = self.book.find_assignment(assignment.name)
        if entry.duedate is None:
            return {"": None}
        own = deadlines(self.course, assignment.name)
        theirs = {name: naive(when) for name in self.course.submissions(assignment)
                  if (when := own.own_of(name)) is not None}
        granted = self.book.db.query(SubmittedAssignment).filter(
            SubmittedAssignment.assignment_id == entry.id,
            SubmittedAssignment.extension.is_not(None))
        return {s.student_id: s.duedate for s in granted} | theirs | {"": entry.duedate}

    def _set_due(self, assignment: Assignment) -> None:
        """The deadline of the settings goes before the one set in formgrader."""
        due = self.course.settings.due.get(assignment.name)
        if due and self.book.find_assignment(assignment.name).duedate != parse_utc(due):
            self.book.update_or_create_assignment(assignment.name, duedate=due)
            self.book.db.settle()

    def students(self, assignment: Assignment) -> set[str]:
        """Those who have an entry for this assignment."""
        return {name for name, in self.book.db.query(SubmittedAssignment.student_id).join(
            BookAssignment).filter(BookAssignment.name == assignment.name)}


class _OneTransaction:
    """A session whose commits wait for `settle`, so that a submission is one transaction.

    What a query needs goes to the database before it of itself, all else with `settle` at once.
    """

    def __init__(self, session):
        self._session = session

    def __getattr__(self, name):
        return getattr(self._session, name)

    def commit(self):
        pass

    def settle(self):
        self._session.commit()


RUBRIC = {"autograde": "rubric"}        # metadata of a cell that is for instructors alone


def without_rubrics(notebook):
    """A notebook as students may see it."""
    notebook.cells = [c for c in notebook.cells if c.metadata.get("autograde") != "rubric"]
    return notebook


class _Form:
    """What is the same for all submissions of an assignment: nbgrader's passes and its cells."""

    def __init__(self, course: Course, book: Gradebook, assignment: Assignment):
        self.course, self.name, config = course, assignment.name, configuration(course)
        self.speaker = speaker(assignment, course.settings.language)
        self.rubrics = {name: table_of(assignment, name, self.speaker.say)
                        for name in assignment.rubrics}
        self.directory = CourseDirectory(config=config, assignment_id=self.name)
        converter = Autograde(coursedir=self.directory, config=config)
        self.mode = int(str(converter.permissions), 8)
        self.passes = [_OURS.get(step, step)(parent=converter) for step in
                       converter.sanitize_preprocessors + converter.autograde_preprocessors]
        self.master, self.rows = _Master(book, self.name), _Rows(book, self.name)
        self.late = _Lateness(course, assignment, book.find_assignment(self.name).duedate)
        folder = course.source / self.name
        skip = self.directory.ignore + ["*.ipynb"]
        self.files = [Path(f) for f in find_all_files(str(folder), skip)]

    def filled(self, entry: _Entry, graded: Graded) -> str:
        """The autograded notebook; on the way the marks go into the gradebook."""
        notebook = without_rubrics(nbformat.from_dict(graded.notebook))
        resources = {"nbgrader": {"student": entry.student, "assignment": self.name,
                                  "notebook": self.name, "db_url": self.directory.db_url},
                     "master": self.master, "entry": entry, "graded": graded,
                     "speaker": self.speaker, "late": self.late}
        for step in self.passes:
            notebook, resources = step(notebook, resources)
        self._show_rubrics(notebook)
        nbformat.validate(notebook)
        # nbformat.writes copies all of it first, asks once more whether it is valid, and indents
        # it, which Python's fast encoder cannot.
        return json.dumps(strip_transient(notebook), ensure_ascii=False, sort_keys=True) + "\n"

    def _show_rubrics(self, notebook) -> None:
        """Behind each explanation its rubric, for whoever reads it in formgrader."""
        cells = []
        for cell in notebook.cells:
            cells.append(cell)
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in self.rubrics:
                cells.append(nbformat.from_dict({
                    "cell_type": "markdown", "metadata": RUBRIC, "source": self.rubrics[name],
                    "id": f"rubric-{len(cells)}"}))
        notebook.cells = cells

    def write(self, student: str, text: str, timestamp: str | None) -> None:
        folder = self.course.autograded / student / self.name
        write_atomically(folder / f"{self.name}.ipynb", text, self.mode, lasting=False)
        if timestamp:
            write_atomically(folder / "timestamp.txt", timestamp, self.mode, lasting=False)
        for path in self.files:
            copy = folder / path.relative_to(self.course.source / self.name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.unlink(missing_ok=True)
            shutil.copy(path, copy)
            copy.chmod(self.mode)


class _Master:
    """What the passes ask the gradebook about the released notebook, read once."""

    def __init__(self, book: Gradebook, name: str):
        notebook = book.find_notebook(name, name)
        self.kernelspec = json.loads(notebook.kernelspec) if notebook.kernelspec else None
        self.cells = {c.name: SimpleNamespace(name=c.name, cell_type=c.cell_type, locked=c.locked,
                                              source=c.source, checksum=c.checksum)
                      for c in notebook.source_cells}
        self.graded = {c.name: SimpleNamespace(max_score=c.max_score)
                       for c in [*notebook.grade_cells, *notebook.task_cells]}

    def find_source_cell(self, name: str, *_):
        return _found(self.cells, name)

    def find_graded_cell(self, name: str, *_):
        return _found(self.graded, name)


class _Rows:
    """What an entry refers to, read once, so that a new one can be made at once."""

    def __init__(self, book: Gradebook, name: str):
        assignment, notebook = book.find_assignment(name), book.find_notebook(name, name)
        self.assignment, self.notebook = assignment.id, notebook.id
        tasks = notebook.task_cells
        self.graded = {c.name: c.id for c in [*notebook.grade_cells, *tasks]}
        self.commented = {c.name: c.id for c in [*notebook.solution_cells, *tasks]}


class _Entry:
    """One submission's rows in the gradebook, found or made.

    nbgrader's own `update_or_create_submission` makes the same rows, and asks the database ten
    times on the way. Here a new entry goes there with all that are recorded together.
    """

    def __init__(self, book: Gradebook, rows: _Rows, name: str, timestamp: str | None):
        self.student, self.db = name, book.db
        with self.db.no_autoflush:
            student = self.db.get(Student, name) or book.add_student(name)
            found = self.db.query(SubmittedAssignment).filter_by(
                assignment_id=rows.assignment, student_id=name).one_or_none()
        if found is None:
            self._make(rows, student)
        else:
            self.submission, (self.notebook,) = found, found.notebooks
            self.grades, self.comments = self._rows(Grade), self._rows(Comment)
        if timestamp:
            self.submission.timestamp = parse_utc(timestamp)

    def _make(self, rows: _Rows, student: Student) -> None:
        self.submission = SubmittedAssignment(assignment_id=rows.assignment, student=student)
        self.notebook = SubmittedNotebook(notebook_id=rows.notebook, assignment=self.submission)
        self.grades = {name: Grade(cell_id=cell, notebook=self.notebook)
                       for name, cell in rows.graded.items()}
        self.comments = {name: Comment(cell_id=cell, notebook=self.notebook)
                         for name, cell in rows.commented.items()}
        self.db.add(self.submission)

    def _rows(self, table) -> dict:
        rows = self.db.query(table, BaseCell.name).join(BaseCell, BaseCell.id == table.cell_id)
        return {name: row for row, name in rows.filter(table.notebook_id == self.notebook.id)}

    def find_grade(self, name: str, *_):
        return _found(self.grades, name)

    def find_comment(self, name: str, *_):
        return _found(self.comments, name)


def _found(table: dict, name: str):
    if name not in table:
        raise MissingEntry(f"No such cell: {name}")
    return table[name]


# -- nbgrader's passes, over what is open already ------------------------------------------------
class _Kernelspec(OverwriteKernelspec):
    def preprocess(self, nb, resources):
        if resources["master"].kernelspec:
            nb.metadata["kernelspec"] = resources["master"].kernelspec
        return nb, resources


class _Cells(OverwriteCells):
    def preprocess(self, nb, resources):
        self.gradebook = resources["master"]
        self.notebook_id = self.assignment_id = resources["nbgrader"]["assignment"]
        return Preprocessor.preprocess(self, nb, resources)


class _Metadata(CheckCellMetadata):
    """The same metadata are checked once."""

    @cached_property
    def passed(self) -> set:
        return set()

    def preprocess(self, nb, resources):
        key = json.dumps([[c.cell_type, c.metadata["nbgrader"]] for c in nb.cells
                          if "nbgrader" in c.metadata], sort_keys=True)
        if key not in self.passed:
            super().preprocess(nb, resources)
            self.passed.add(key)
        return nb, resources


class _Outcome(Preprocessor):
    """In place of running: each cell's outputs, and in each check cell the verdict."""

    enabled = True

    def preprocess(self, nb, resources):
        outputs = resources["graded"].outputs
        verdicts = {v.task: v for v in resources["graded"].receipt.verdicts}
        for cell in nb.cells:
            if cell.cell_type != "code":
                continue
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.outputs = ([_verdict_output(verdicts[name], resources["speaker"])]
                            if name in verdicts else
                            [nbformat.from_dict(o) for o in outputs.get(cell["id"], [])])
        return nb, resources


class _Marks(SaveAutoGrades):
    def preprocess(self, nb, resources):
        self.gradebook, names = resources["entry"], resources["nbgrader"]
        self.student_id = names["student"]
        self.notebook_id = self.assignment_id = names["assignment"]
        return Preprocessor.preprocess(self, nb, resources)

    def _add_score(self, cell, resources):
        super()._add_score(cell, resources)
        place = cell.metadata["nbgrader"]["grade_id"]
        if any(v.task == place and v.rule == NOT_JUDGED
               for v in resources["graded"].receipt.verdicts):
            self.gradebook.find_grade(place, self.notebook_id, self.assignment_id,
                                      self.student_id).needs_manual_grade = True


class _Penalty(AssignLatePenalties):
    def preprocess(self, nb, resources):
        entry = resources["entry"]
        late, entry.notebook.late_submission_penalty = resources["late"].seconds(
            entry.submission), None
        if late > 0:
            self.init_plugin()
            entry.db.flush()
            entry.db.expire(entry.notebook, ["score"])
            penalty = self.plugin_inst.late_submission_penalty(
                entry.student, entry.notebook.score, late)
            if penalty is not None:
                entry.notebook.late_submission_penalty = self._check_late_penalty(
                    entry.notebook, penalty)
        return nb, resources


_OURS = {Execute: _Outcome, OverwriteKernelspec: _Kernelspec, OverwriteCells: _Cells,
         SaveAutoGrades: _Marks, AssignLatePenalties: _Penalty, CheckCellMetadata: _Metadata}


def _verdict_output(verdict: Verdict, speaker: Speaker):
    """nbgrader reads the plain text as the points; people read the HTML."""
    return nbformat.from_dict({"output_type": "execute_result", "execution_count": 1,
                               "metadata": {}, "data": {
        "text/plain": repr(float(verdict.points)),
        "text/html": verdict_html(verdict, lambda text: with_code(speaker.say(text)))}})


def verdict_html(verdict: Verdict, told: Callable[[str], str]) -> str:
    """A verdict as people read it; `told` says a text in their language, as HTML."""
    state = ("right" if verdict.points == verdict.of else
             "part" if verdict.points > 0 else "open")
    points = (_("No points.") if verdict.rule == NOT_JUDGED else
              _("{points:g} of {of:g} points.", points=verdict.points, of=verdict.of))
    message = _BEGINNING.sub(lambda found: found[1] + found[2].upper(), told(verdict.message))
    return (f'<div class="verdict verdict-{state}"><strong>{told(points)}</strong> '
            f"{message}</div>")


#: The first letter of what is said in one language, where it begins a word and no name or code.
_BEGINNING = re.compile(r'(^|<span class="said" lang="[a-z]{2}">)([^\W\d_])(?=[^\W\d_]+[ ,.:;])')


def with_code(text: str) -> str:
    """A sentence as HTML; what stands between ` is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(text))


class _Lateness:
    """What lateness costs in one assignment: a share of the final mark, whoever gave its parts.

    A second attempt that counts is not late: it costs its share of the judge's tasks.
    """

    def __init__(self, course: Course, assignment: Assignment, duedate: datetime | None):
        settings, dates = course.settings, deadlines(course, assignment.name)
        self.late, self.own = settings.late, dates
        self.due = naive(dates.common) if dates.common else duedate
        self.share, self.judged = settings.penalty, {t.id for t in assignment.tasks}
        self.second = ({r.student for r in receipts(course, [assignment]) if r.second}
                       if assignment.name in settings.second else set())

    def seconds(self, submission: SubmittedAssignment) -> float:
        if submission.timestamp is None or self.due is None:
            return 0.0
        return max(0.0, (submission.timestamp - self.due_of(submission)).total_seconds())

    def due_of(self, submission: SubmittedAssignment) -> datetime | None:
        own = self.own.own_of(submission.student_id)
        return naive(own) if own else self.due and self.due + (submission.extension or timedelta())

    def penalty(self, submission: SubmittedAssignment, tasks: dict[str, float | None]) -> float:
        """The points lost by these marks."""
        if submission.student_id in self.second:
            judged = sum(points or 0.0 for task, points in tasks.items() if task in self.judged)
            return round(self.share * judged, 4)
        whole = sum(points or 0.0 for points in tasks.values())
        return round(self.late.share(self.seconds(submission)) * whole, 4)


def doubt(course: Course, assignment: Assignment) -> None:
    """Marks by hand of tasks whose points a release is about to change wait for another look.

    The gradebook still knows of how many points they were given, for the last time.
    """
    with quiet(), opened(course) as book:
        marked = book.db.query(Grade).join(SubmittedNotebook).join(SubmittedAssignment).join(
            BookAssignment).filter(BookAssignment.name == assignment.name,
                                   Grade.manual_score.is_not(None))
        for grade in marked:
            if grade.max_score != assignment.points.get(grade.name, grade.max_score):
                grade.needs_manual_grade = True
        book.db.commit()


def last_deadline(course: Course, assignment: Assignment) -> datetime | None:
    """Of anybody, with extensions and second attempts, in UTC; None where there is none."""
    settings, name = course.settings, assignment.name
    with quiet(), opened(course) as book:
        entry = book.find_assignment(name)
        latest = deadlines(course, name).latest()
        due = naive(latest) if latest else entry.duedate
        granted = [s.extension for s in book.db.query(SubmittedAssignment).filter(
            SubmittedAssignment.assignment_id == entry.id,
            SubmittedAssignment.extension.is_not(None))]
    if due is None:
        return None
    second = [parse_utc(settings.second[name])] if name in settings.second else []
    return max([due, *(due + more for more in granted), *second])


def scores(course: Course, assignment: Assignment, automatic: bool = False) -> dict[str, dict]:
    """What the gradebook holds: student -> score, most, tasks, what waits for a reader or was read,
    and what a reader wrote, by cell.

    `score` is what remains of the final mark after `late_penalty`, which is worked out here from
    that mark, the time of handing in, the deadline and the settings; `recorded_penalty` is what
    nbgrader's tools show, and `by_hand` whether a reader has given marks. With `automatic` the
    tasks' marks are those of the judge, whatever a reader has put in their place.
    """
    with quiet(), opened(course) as book:
        return _table(course, assignment, book.db, automatic)


def _table(course: Course, assignment: Assignment, db, automatic: bool = False) -> dict[str, dict]:
    """See `scores`; `db` is a session of the gradebook."""
    table: dict[str, dict] = {}
    entry = db.query(BookAssignment).filter(BookAssignment.name == assignment.name).one_or_none()
    if entry is None:
        raise RuntimeError(_("gradebook: {path} does not know {assignment}; {repair} --course "
                             "{root}", path=place_of(course), assignment=assignment.name,
                             repair=REPAIR, root=course.root))
    late = _Lateness(course, assignment, entry.duedate)
    of_it = SubmittedAssignment.assignment_id == entry.id
    submitted = db.query(SubmittedAssignment).filter(of_it).all()
    lost = dict(db.query(SubmittedAssignment.student_id,
                         func.sum(SubmittedNotebook.late_submission_penalty)).join(
        SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id).filter(
        of_it).group_by(SubmittedAssignment.student_id).all())
    grades = db.query(SubmittedAssignment.student_id, BaseCell.name,
                      Grade.auto_score if automatic else Grade.score, Grade.needs_manual_grade,
                      Grade.manual_score, Grade.extra_credit)
    marks = grades.select_from(SubmittedAssignment).join(
        SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id).join(
        Grade, Grade.notebook_id == SubmittedNotebook.id).join(
        BaseCell, BaseCell.id == Grade.cell_id).filter(of_it)
    for submission in submitted:
        table[submission.student_id] = {
            "max_score": entry.max_score, "seconds_late": late.seconds(submission),
            "due": late.due_of(submission),
            "recorded_penalty": lost[submission.student_id] or 0.0, "by_hand": False,
            "tasks": {}, "waiting": [], "read": {}, "comments": {}}
    for student, task, score, waits, manual, extra in marks:
        row = table[student]
        row["tasks"][task] = score
        row["waiting"] += [task] if waits else []
        row["by_hand"] |= manual is not None or bool(extra)
        if manual is not None:
            row["read"][task] = manual
    comments = db.query(SubmittedAssignment.student_id, BaseCell.name, Comment.manual_comment)
    for student, cell, comment in comments.select_from(SubmittedAssignment).join(
            SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id).join(
            Comment, Comment.notebook_id == SubmittedNotebook.id).join(
            BaseCell, BaseCell.id == Comment.cell_id).filter(of_it, Comment.manual_comment != ""):
        table[student]["comments"][cell] = comment
    for submission in submitted:
        row = table[submission.student_id]
        whole = sum(x or 0.0 for x in row["tasks"].values())
        row["late_penalty"] = late.penalty(submission, row["tasks"])
        row["score"] = max(0.0, whole - row["late_penalty"])
        row["waiting"].sort()
    return table
