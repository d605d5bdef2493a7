"""A gradebook made anew from the receipts, which hold every mark of the judge.

Marks and comments by hand, extensions and deadlines stand in the gradebook alone. They are taken
from the damaged file where it can still be read, or from the copy that every run keeps.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError

from ..course import Course, released
from ..judging.task import Assignment
from ..run.rebuild import rebuild
from ..run.receipt import Graded, Receipt, not_whole, receipts
from ..words import Text, _, said
from .gradebook import Ledger, damage, entering, quiet, served

__all__ = ["repair"]


def repair(course: Course) -> Iterator[str]:
    """Put gradebook and receipts in agreement; sentences that say what was done and what is left.

    ValueError where the secret is lost: the receipts would prove nothing.
    """
    assert course.secret
    assignments = course.assignments()
    if not assignments:
        raise ValueError(_("repair: nothing is released in {folder}; put back release/ and "
                           "source/, or release again", folder=course.root))
    with course.writing():
        wrong = damage(course)
        if wrong:
            yield _("the gradebook {wrong}", wrong=said(wrong))
            yield from (_filled_anew if served(course) else _made_anew)(course, assignments)
        else:
            missing = [a for a in assignments if not _known(course, a)]
            for assignment in missing:
                _enter(course, assignment)
            if missing:
                yield _entered(missing)
            yield from _entries(course, assignments)
        with Ledger(course) as ledger:
            for assignment in assignments:
                ledger.settle(assignment)
        for assignment in assignments:
            for student in not_whole(course, assignment):
                yield _("the receipt of {student} is not whole, and no mark follows from it: "
                        "autograde grade {assignment} --student {student}", student=student,
                        assignment=assignment.name)


def _entered(assignments: list[Assignment]) -> Text:
    return _("entered from source/: {names}", names=", ".join(a.name for a in assignments))


class _Making(Course):
    """The same course with another gradebook, which takes its place when it is whole."""

    gradebook = property(lambda self: self.root / "gradebook.new.db")
    kept_gradebook = property(lambda self: self.root / "gradebook.new.kept.db")
    gradebook_url = property(lambda self: f"sqlite:///{self.gradebook.resolve()}")


def _made_anew(course: Course, assignments: list[Assignment]) -> Iterator[str]:
    new, aside = _Making(course.root), _free(course.root / "gradebook.damaged.db")
    new.gradebook.unlink(missing_ok=True)       # of a repair that was cut off
    for assignment in assignments:
        _enter(new, assignment)
    yield _entered(assignments)
    yield from _entries(new, assignments)
    yield from _by_hand(new, [course.gradebook, course.kept_gradebook])
    new.kept_gradebook.unlink(missing_ok=True)
    if course.gradebook.exists():
        os.replace(course.gradebook, aside)
        yield _("the damaged file is kept as {name}", name=aside.name)
    course.gradebook.with_name("gradebook.db-journal").unlink(missing_ok=True)
    os.replace(new.gradebook, course.gradebook)


def _filled_anew(course: Course, assignments: list[Assignment]) -> Iterator[str]:
    """The same on a server, whose database is there and holds nothing."""
    aside = _free(course.root / "gradebook.before.db")
    if course.kept_gradebook.exists():          # the next copy would take its place
        os.replace(course.kept_gradebook, aside)
    for assignment in assignments:
        _enter(course, assignment)
    yield _entered(assignments)
    yield from _entries(course, assignments)
    yield from _by_hand(course, [aside])


def _free(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}{k or ''}{path.suffix}") for k in range(1000))
    return next(p for p in names if not p.exists())


def _known(course: Course, assignment: Assignment) -> bool:
    with quiet(), Gradebook(course.gradebook_url) as book:
        return assignment.name in [a.name for a in book.assignments]


def _enter(course: Course, assignment: Assignment) -> None:
    """The assignment and its cells, from the notebook that was released; release/ stays."""
    if not (course.source / assignment.name / f"{assignment.name}.ipynb").is_file():
        raise ValueError(_("repair: {folder} is gone; type autograde release {assignment} and then "
                           "autograde repair", folder=course.source / assignment.name,
                           assignment=assignment.name))
    with tempfile.TemporaryDirectory(dir=course.root, prefix=".repair-") as place, quiet():
        config = entering(course)
        config.CourseDirectory.release_directory = Path(place).name
        directory = CourseDirectory(config=config, assignment_id=assignment.name)
        GenerateAssignment(coursedir=directory, config=config, force=True).start()


def _entries(course: Course, assignments: list[Assignment]) -> Iterator[str]:
    with Ledger(course) as ledger:
        for assignment in assignments:
            ledger.due(assignment)
            there, made, bare = ledger.students(assignment), 0, []
            for receipt in receipts(course, [assignment]):
                if receipt.student in there:
                    continue
                graded, whole = _graded(course, assignment, receipt)
                ledger.restore(assignment, graded)
                made += 1
                bare += [] if whole else [receipt.student]
            yield _("{assignment}: {made} entries made from receipts, {there} were there",
                    assignment=assignment.name, made=made, there=len(there))
            if bare:
                yield _("{assignment}: their own work is not in autograded/ or rebuilt/ any more, "
                        "grade them again: {students}", assignment=assignment.name,
                        students=", ".join(bare))


def _graded(course: Course, assignment: Assignment, receipt: Receipt) -> tuple[Graded, bool]:
    """What was graded, with its outputs where they are kept; and whether the work is there."""
    place = Path(receipt.student) / assignment.name / f"{assignment.name}.ipynb"
    for folder in (course.autograded, course.rebuilt):
        try:
            notebook = nbformat.read(folder / place, as_version=4)
        except (OSError, ValueError, nbformat.reader.NotJSONError):
            continue
        outputs = {c["id"]: c.outputs for c in notebook.cells if c.cell_type == "code"}
        return Graded(receipt, notebook, outputs), True
    empty = rebuild(Path(os.devnull), released(course, assignment)).notebook
    return Graded(receipt, empty, {}), False


def _by_hand(course: Course, sources: list[Path]) -> Iterator[str]:
    """Marks, comments, extensions and deadlines of the first source that can be read."""
    for source in sources:
        if not source.exists():
            continue
        with tempfile.TemporaryDirectory(dir=course.root, prefix=".repair-") as place:
            copy = Path(place) / "copy.db"
            shutil.copy(source, copy)
            try:
                with quiet(), Gradebook(f"sqlite:///{copy}") as old:
                    if not old.assignments:
                        continue
                    marks = _carry(course, old)
            except (SQLAlchemyError, MissingEntry, ValueError):
                continue
        yield _("{marks} marks and comments by hand taken from {file}", marks=marks,
                file=source.name)
        return
    yield _("no copy of marks and comments by hand, extensions and deadlines set in formgrader can "
            "be read: enter them again")


def _carry(course: Course, old: Gradebook) -> int:
    count = 0
    with Ledger(course) as ledger:
        new = ledger.book
        for theirs in old.assignments:
            try:
                mine = new.find_assignment(theirs.name)
            except MissingEntry:
                continue
            mine.duedate = mine.duedate or theirs.duedate
            for submission in theirs.submissions:
                try:
                    entry = new.find_submission(theirs.name, submission.student_id)
                except MissingEntry:
                    continue
                entry.extension = submission.extension
                count += sum(_carried(new, theirs.name, submission.student_id, notebook)
                             for notebook in submission.notebooks)
        new.db.settle()
    return count


def _carried(new: Gradebook, name: str, student: str, notebook) -> int:
    count = 0
    for grade in notebook.grades:
        if grade.manual_score is None and not grade.extra_credit:
            continue
        mine = new.find_grade(grade.name, notebook.name, name, student)
        mine.manual_score, mine.extra_credit = grade.manual_score, grade.extra_credit
        mine.needs_manual_grade = grade.needs_manual_grade
        count += 1
    for comment in notebook.comments:
        if comment.manual_comment:
            mine = new.find_comment(comment.name, notebook.name, name, student)
            mine.manual_comment = comment.manual_comment
            count += 1
    return count
