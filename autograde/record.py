"""The record: nbgrader's own converters, with the execution replaced by what the judge wrote.

Gradebook, autograded notebooks, late penalties, feedback and formgrader stay nbgrader's. Its
preprocessor that runs a notebook is the only one replaced: here the outputs come from the
runner, and every check cell's output is the verdict, in the form nbgrader reads as partial
credit.
"""

from __future__ import annotations

import html
import json
import logging
import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from sqlalchemy.exc import SAWarning
from traitlets.config import Config

from .course import Course
from .task import Assignment

__all__ = ["configuration", "quiet", "record", "release_notebook", "released", "scores"]

STUB = "...  # your code here"


def configuration(course: Course) -> Config:
    c = Config()
    c.CourseDirectory.root = str(course.root.resolve())
    c.ClearSolutions.code_stub = {"python": STUB}
    c.IncludeHeaderFooter.header = c.IncludeHeaderFooter.footer = ""
    return c


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


def release_notebook(course: Course, assignment: Assignment, notebook: Path) -> None:
    """Make source/ and release/ for one assignment through nbgrader's generate_assignment."""
    source = course.source / assignment.name
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    shutil.copy(notebook, source / f"{assignment.name}.ipynb")
    with quiet():
        directory = CourseDirectory(config=configuration(course), assignment_id=assignment.name)
        GenerateAssignment(coursedir=directory, config=configuration(course), force=True).start()


def released(course: Course, assignment: Assignment):
    """The released notebook."""
    return nbformat.read(course.release / assignment.name / f"{assignment.name}.ipynb", as_version=4)


def record(course: Course, assignment: Assignment, student: str, result: dict) -> None:
    """Write one graded submission into nbgrader's gradebook and autograded folder."""
    folder = course.rebuilt / student / assignment.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / f"{assignment.name}.ipynb").write_text(json.dumps(result["notebook"]), encoding="utf-8")
    stamp = course.submitted / student / assignment.name / "timestamp.txt"
    if stamp.is_file() and not stamp.is_symlink() and stamp.stat().st_size < 200:
        shutil.copy(stamp, folder)
    config = configuration(course)
    config.CourseDirectory.submitted_directory = course.rebuilt.name
    with quiet():
        directory = CourseDirectory(config=config, assignment_id=assignment.name,
                                    student_id=student)
        converter = Autograde(coursedir=directory, config=config, force=True)
        converter.autograde_preprocessors = [
            _Outcome(result) if step is Execute else step
            for step in converter.autograde_preprocessors]
        converter.start()


class _Outcome:
    """In place of running: each cell's outputs, and in each check cell the verdict."""

    enabled = True

    def __init__(self, result: dict):
        self.outputs = result["outputs"]
        self.verdicts = {v["task"]: v for v in result["verdicts"]}

    def __call__(self, nb, resources):
        for cell in nb.cells:
            if cell.cell_type != "code":
                continue
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in self.verdicts:
                cell.outputs = [_verdict_output(self.verdicts[name])]
            else:
                cell.outputs = [nbformat.from_dict(o) for o in self.outputs.get(cell["id"], [])]
        return nb, resources


def _verdict_output(verdict: dict):
    """nbgrader reads the plain text as the points; people read the HTML."""
    state = ("right" if verdict["points"] == verdict["of"] else
             "part" if verdict["points"] > 0 else "open")
    text = html.escape(verdict["message"])
    points = f"{verdict['points']:g} of {verdict['of']:g}"
    return new_output("execute_result", execution_count=1, data={
        "text/plain": repr(float(verdict["points"])),
        "text/html": f'<div class="verdict verdict-{state}"><strong>{points} points.</strong> '
                     f"{text}</div>"})


def scores(course: Course, assignment: Assignment) -> dict[str, dict]:
    """What the gradebook holds: student -> score, most, tasks, and what waits for a reader."""
    table: dict[str, dict] = {}
    with quiet(), Gradebook(f"sqlite:///{course.gradebook.resolve()}") as book:
        for submission in book.assignment_submissions(assignment.name):
            grades = [g for notebook in submission.notebooks for g in notebook.grades]
            table[submission.student.id] = {
                "score": submission.score, "max_score": submission.max_score,
                "late_penalty": submission.total_seconds_late,
                "tasks": {g.name: g.score for g in grades},
                "waiting": sorted(g.name for g in grades if g.needs_manual_grade)}
    return table
