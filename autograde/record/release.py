"""Releasing: the notebook of students and their certified numbers go into the course."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbgrader.converters import GenerateAssignment, NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearSolutions
from traitlets.config import Config

from ..adapting import mentions
from ..authoring import all_agreed
from ..catalogues import dealt_words
from ..course import OTHERS, Course, write_atomically
from ..judging.task import Assignment
from ..library import BOOK
from ..notebook_words import stub
from ..settings import FILE, template
from ..textform import languages, read
from ..words import _, here, ngettext
from .dealing import dealing
from .gradebook import damage, doubt, entering, lost, quiet, scores

__all__ = ["release"]

NBGRADER_CONFIG = """\
# formgrader and nbgrader's other tools read this when they are started in this folder.
from pathlib import Path
from autograde.course import Course
from autograde.record.gradebook import for_formgrader
get_config().merge(for_formgrader(Course(Path(__file__).resolve().parent)))
"""


def release(course: Course, assignments: Iterable[Assignment], jobs: int = 1,
            progress: Callable[[int, int, str], None] = lambda done, total, name: None,
            ) -> Iterator[tuple[str, dict, list[str]]]:
    """Release assignments into the course: name, what is dealt, and what there is to say of it.

    progress: sets of numbers that are certified, of how many, and the assignment. ValueError names
    task and cell where an assignment does not agree with itself (see `authoring`).
    """
    if not (course.root / FILE).exists():
        write_atomically(course.root / FILE, template(here))
    wanted = {a.name: a for a in assignments}
    if wrong := damage(course):
        raise RuntimeError(lost(course, wrong))
    for assignment in wanted.values():
        for folder in _folders(course, assignment.name):
            _restore(folder)            # a run that was killed
    for assignment in wanted.values():
        _has_the_tasks_of_the_marks(course, assignment)
    dealings = {name: dealing(course, a) for name, a in wanted.items()}
    for name, found in all_agreed([d.order for d in dealings.values()], course.settings.limits,
                                  jobs, progress):
        if isinstance(found, str):
            raise ValueError(found)
        language = course.settings.language
        found |= {"deal": dealings[name].deal, "language": language,
                  "points": wanted[name].points,
                  "words": dealt_words(wanted[name], language)} | dealings[name].note
        with _or_as_before(_folders(course, name)):
            _notebook(course, wanted[name])
            write_atomically(course.release / name / "variants.json", json.dumps(found))
        yield name, found, [*dealings[name].said, *_repeated(found["variants"]),
                            *mentions(wanted[name], read(wanted[name], language))]


def _has_the_tasks_of_the_marks(course: Course, assignment: Assignment) -> None:
    """ValueError where the gradebook has marks of other tasks: it takes none out and none in."""
    graded = any((course.receipts / assignment.name).glob("*.json"))
    held = next((row["tasks"] for row in scores(course, assignment).values()), None
                ) if graded else None
    if held is not None and set(held) != set(assignment.points):
        raise ValueError(_("release: {assignment} has marks already, for the tasks {held}; now it "
                           "has {now}. Tasks may be dropped and taken in until the first work is "
                           "graded", assignment=assignment.name, held=", ".join(held),
                           now=", ".join(assignment.points)))


def _repeated(sets: list[dict]) -> Iterator[str]:
    """That an assignment has fewer sets than are dealt; where it has no numbers nobody minds."""
    kinds = {json.dumps(one, sort_keys=True) for one in sets if one}
    if kinds and len(kinds) < len(sets):
        yield ngettext("its draw makes only {n} different set of numbers, and {wanted} are "
                       "wanted: some students share one. Draw from more numbers, or finer ones",
                       "its draw makes only {n} different sets of numbers, and {wanted} are "
                       "wanted: some students share one. Draw from more numbers, or finer ones",
                       len(kinds), wanted=len(sets))


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
            raise RuntimeError(_("release: {name} could not be written; the release of before, if "
                                 "there was one, is as it was. Is there room on the disk, and is "
                                 "{folder} yours?", name=folder.name, folder=folder.parent)
                               ) from None
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
    language = course.settings.language
    nbformat.write(read(assignment, language), source / f"{assignment.name}.ipynb")
    _own_checks(assignment, source)
    if any((course.receipts / assignment.name).glob("*.json")):
        doubt(course, assignment)
    with quiet():
        config = entering(course)
        directory = CourseDirectory(config=config, assignment_id=assignment.name)
        GenerateAssignment(coursedir=directory, config=config, force=True).start()
    others = {one: _given(assignment, one) for one in languages(assignment) if one != language}
    write_atomically(source / OTHERS, json.dumps(others, ensure_ascii=False))
    write_atomically(course.root / "nbgrader_config.py", NBGRADER_CONFIG)


def _given(assignment: Assignment, language: str) -> dict[str, str]:
    """Each cell as students get it in a language that is not the course's; they may have it all
    the same, from another group or from before."""
    config = Config()
    code, config.ClearSolutions.text_stub = stub(language)
    config.ClearSolutions.code_stub = {"python": code}
    notebook, _ = ClearSolutions(config=config).preprocess(read(assignment, language), {})
    return {cell.metadata["nbgrader"]["grade_id"]: cell.source for cell in notebook.cells}


def _own_checks(assignment: Assignment, source: Path) -> None:
    """An instructor's own checks go out with the notebook; the book's are in the package."""
    path = assignment.folder / "checks.py"
    if assignment.folder.parent != BOOK and path.exists():
        shutil.copy(path, source / path.name)
