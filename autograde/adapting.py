"""An assignment in the course's way: with the points, tasks and words that the settings say.

The folder of the assignment stays as it is: `adapted` makes another `Assignment` of it, and all
that is made from one follows. Tasks keep their numbers, so that words which name one stay true.
`ways` has the tables of the settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .judging.mistakes import Mistake, nearest
from .mentions import named
from .ways import Way
from .ways import told as spoken
from .words import Text, _

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from .judging.rubrics import Row
    from .judging.task import Assignment, Task

__all__ = ["adapted", "mentions"]


def adapted(assignment: Assignment, way: Way) -> Assignment:
    """The assignment as the course has it; ValueError names what does not fit, and where."""
    ids = [t.id for t in assignment.tasks]
    known = [*ids, *assignment.rubrics]
    for key, names, of in (("drop", way.drop, known), ("points", dict(way.points), known),
                           ("advice", dict(way.advice), ids)):
        for name in names:
            _is_one_of(way, key, name, of)
    if set(way.drop) >= set(ids):
        raise way.wrong(_("no task that the judge marks is left"), "drop")
    _nothing_needs(way, assignment)
    kept = [t for t in assignment.tasks if t.id not in way.drop]
    rubrics = {name: rows for name, rows in assignment.rubrics.items() if name not in way.drop}
    return replace(
        assignment, way=way, numbers={name: k for k, name in enumerate(ids, 1)},
        tasks=tuple(_with_advice(way, _with_points(way, t)) for t in kept),
        rubrics={name: _weighed(way, name, rows) for name, rows in rubrics.items()},
        checks={name: c for name, c in assignment.checks.items() if name not in way.drop},
        catalogue=_catalogue(way, assignment))


def _is_one_of(way: Way, key: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise way.wrong(_("got {got}, needs one of {known}{hint}", got=repr(name),
                          known=", ".join(known), hint=nearest(name, known)), key)


def _nothing_needs(way: Way, assignment: Assignment) -> None:
    """A task that goes on from another's answer cannot do without it."""
    for task in assignment.tasks:
        gone = [name for name in task.own if name in way.drop]
        if task.id not in way.drop and gone:
            raise way.wrong(_(
                "{task} goes on from the student's own answer to {gone}: drop {task} too, or leave "
                "{gone} in", task=task.id, gone=", ".join(gone)), "drop")


def _with_points(way: Way, task: Task) -> Task:
    return replace(task, points=dict(way.points).get(task.id, task.points))


def _with_advice(way: Way, task: Task) -> Task:
    found = dict(way.advice).get(task.id)
    return task if found is None else replace(task, advice=spoken(found))


def _weighed(way: Way, name: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows of a rubric, each with its part of the points that there are now."""
    before = sum(row.points for row in rows)
    share = dict(way.points).get(name, before) / before
    return rows if share == 1 else tuple(replace(row, points=row.points * share) for row in rows)


def _catalogue(way: Way, assignment: Assignment) -> dict[str, Mistake]:
    found = dict(assignment.catalogue)
    for name, key, wording in way.slips:
        _is_one_of(way, "slips", name, found)
        found[name] = replace(found[name], **{key: spoken(wording)})
    return found


# -- words that name a task ----------------------------------------------------------------------
def mentions(assignment: Assignment, notebook: NotebookNode) -> Iterator[Text]:
    """Cells whose words name a task that is dropped by its number: somebody has to read them."""
    way = assignment.way
    if way is None:
        return
    gone = {assignment.numbers[name]: name for name in way.drop if name in assignment.numbers}
    for cell in notebook.cells:
        for number in sorted(set(named(cell.source)) & set(gone)):
            told = _("the cell {cell} names task {number}, {task}, which {place} drops",
                     cell=cell.metadata["nbgrader"]["grade_id"], number=number,
                     task=gone[number], place=way.place)
            yield told if cell.cell_type == "code" else _(
                "{named}; if that is wrong now, other words for it go under {table}", named=told,
                table=f"[assignments.{assignment.name}.words]")
