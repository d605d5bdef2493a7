"""Releasing: the notebook of students and their certified numbers go into the course."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbgrader.converters import GenerateAssignment, NbGraderException
from nbgrader.coursedir import CourseDirectory

from ..authoring import all_agreed
from ..course import Course, write_atomically
from ..judging.task import Assignment
from ..library import BOOK
from ..settings import FILE, TEMPLATE
from ..textform import read
from .gradebook import REPAIR, configuration, damage, quiet

__all__ = ["release"]

WHOLE = "whole secret"          # how the sets were drawn, noted beside them

NBGRADER_CONFIG = """\
# formgrader and nbgrader's other tools read this when they are started in this folder.
from pathlib import Path
from autograde.course import Course
from autograde.record.gradebook import configuration
get_config().merge(configuration(Course(Path(__file__).resolve().parent)))
"""


def release(course: Course, assignments: Iterable[Assignment],
            jobs: int = 1) -> Iterator[tuple[str, dict]]:
    """Release assignments into the course; the name of each, and what is dealt.

    ValueError names task and cell where one does not agree with itself (see `authoring`).
    """
    if not (course.root / FILE).exists():
        write_atomically(course.root / FILE, TEMPLATE)
    wanted = {a.name: a for a in assignments}
    if wrong := damage(course):
        raise RuntimeError(f"gradebook: {course.gradebook} {wrong}; {REPAIR} "
                           f"--course {course.root}")
    for seed, those in _seeds(course, wanted.values()).items():
        yield from _released(course, those, seed, jobs)


def _seeds(course: Course, assignments: Iterable[Assignment]) -> dict[int, list[Assignment]]:
    """The seed of the sets -> the assignments that draw from it.

    It is the whole secret. What was dealt when it was its first four bytes keeps its numbers.
    """
    found: dict[int, list[Assignment]] = {}
    for assignment in assignments:
        dealt = course.release / assignment.name / "variants.json"
        old = dealt.exists() and json.loads(dealt.read_text("utf-8")).get("seed") != WHOLE
        seed = int.from_bytes(course.secret[:4] if old else course.secret)
        found.setdefault(seed, []).append(assignment)
    return found


def _released(course: Course, assignments: list[Assignment], seed: int,
              jobs: int) -> Iterator[tuple[str, dict]]:
    settings, whole = course.settings, seed == int.from_bytes(course.secret)
    for assignment in assignments:
        for folder in _folders(course, assignment.name):
            _restore(folder)            # a run that was killed
    wanted = {a.name: a for a in assignments}
    for name, found in all_agreed([a.folder for a in assignments], seed, settings.limits,
                                  settings.variants, jobs):
        if isinstance(found, str):
            raise ValueError(found)
        with _or_as_before(_folders(course, name)):
            _notebook(course, wanted[name])
            write_atomically(course.release / name / "variants.json",
                             json.dumps(found | ({"seed": WHOLE} if whole else {})))
        yield name, found


def _folders(course: Course, name: str) -> tuple[Path, Path]:
    return course.source / name, course.release / name


@contextmanager
def _or_as_before(folders: Iterable[Path]) -> Iterator[None]:
    """Folders made anew, or as they were: renaming needs no room on a full disk."""
    for folder in folders:
        if folder.exists():
            folder.rename(_aside(folder))
    try:
        yield
    except BaseException as e:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
            _restore(folder)
        if isinstance(e, NbGraderException):
            raise RuntimeError(f"release: {folder.name} could not be written; the release of "
                               "before, if there was one, is as it was. Is there room on the "
                               f"disk, and is {folder.parent} yours?") from None
        raise
    for folder in folders:
        shutil.rmtree(_aside(folder), ignore_errors=True)


def _restore(folder: Path) -> None:
    """Put back what was set aside, where nothing whole has taken its place."""
    aside = _aside(folder)
    if aside.exists():
        shutil.rmtree(folder, ignore_errors=True)
        aside.rename(folder)


def _aside(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.before")


def _notebook(course: Course, assignment: Assignment) -> None:
    """Make source/ and release/ for one assignment through nbgrader's generate_assignment."""
    source = course.source / assignment.name
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    nbformat.write(read(assignment), source / f"{assignment.name}.ipynb")
    _own_checks(assignment, source)
    with quiet():
        directory = CourseDirectory(config=configuration(course), assignment_id=assignment.name)
        GenerateAssignment(coursedir=directory, config=configuration(course), force=True).start()
    write_atomically(course.root / "nbgrader_config.py", NBGRADER_CONFIG)


def _own_checks(assignment: Assignment, source: Path) -> None:
    """An instructor's own checks go out with the notebook; the book's are in the package."""
    path = assignment.folder / "checks.py"
    if assignment.folder.parent != BOOK and path.exists():
        shutil.copy(path, source / path.name)
