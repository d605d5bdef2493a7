"""Does an assignment agree with itself? What release asks before it deals, and authors may ask.

The text form agrees with the tasks; every mistake, step, own value and share that is named exists;
the truth has the form that its task asks for; the numbers can be certified; and the instructor's
own solution, run in the sandbox, gets full marks with every set of numbers that is dealt.
"""

from __future__ import annotations

import atexit
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .judging.judge import Judge
from .judging.mistakes import Mistake, nearest
from .judging.task import Assignment, Task
from .judging.variants import make_variants
from .library import dealt, in_folder, part_of, where
from .practice.kinds import (
    Choice,
    Expression,
    Function,
    Kind,
    Problem,
    SolutionSet,
    as_data,
    from_data,
)
from .practice.types import Answers, Dealt, Numbers
from .runner.encode import encode
from .sandbox import Limits, Sandbox
from .textform import read

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["agreed", "all_agreed", "faults"]

SEED = 0                # of the numbers that an author's check draws


def all_agreed(folders: Iterable[Path], seed: int = SEED, limits: Limits = Limits(),
               count: int | None = None, jobs: int = 1) -> Iterator[tuple[str, Dealt | str]]:
    """Name of each assignment and what would be dealt (see `agreed`), or what does not agree.

    Several processes try them side by side; they come in the order in which they are done.
    """
    folders = list(folders)
    if jobs == 1 or len(folders) == 1:
        yield from (_tried(folder, seed, limits, count) for folder in folders)
        return
    with ProcessPoolExecutor(min(jobs, len(folders)), get_context("spawn")) as pool:
        waiting = [pool.submit(_tried, folder, seed, limits, count) for folder in folders]
        for done in as_completed(waiting):
            yield done.result()


def _tried(folder: Path, seed: int, limits: Limits, count: int | None) -> tuple[str, Dealt | str]:
    try:
        return folder.name, agreed(in_folder(folder), seed, limits, count)
    except (ValueError, RuntimeError) as e:
        return folder.name, str(e)
    except Exception as e:              # an author's own function may raise anything
        return folder.name, f"{folder.name}, {where(e, folder)}{type(e).__name__}: {e}"


def agreed(assignment: Assignment, seed: int = SEED, limits: Limits = Limits(),
           count: int | None = None) -> Dealt:
    """What would be dealt (see `library.dealt`), once all agrees.

    seed, count: of the sets of numbers. ValueError says where something does not agree, with task
    and cell.
    """
    notebook = read(assignment)
    for fault in faults(assignment):
        raise ValueError(f"{assignment.name}, {fault}")
    sets = make_variants(assignment, seed, count)
    table = dealt(assignment, sets, assignment.name)
    for task in assignment.tasks:
        if fault := _misshaped(assignment, task, sets[0]):
            raise ValueError(f"{assignment.name}, task {task.id}: {fault}")
    for number, found in enumerate(solved(assignment, notebook, table, limits), 1):
        if found:
            raise ValueError(f"{assignment.name}, numbers {number} of {len(sets)}: the "
                             f"instructor's solution does not get full marks; {found}")
    return table


# -- what can be seen without running ------------------------------------------------------------
def faults(assignment: Assignment) -> Iterator[str]:
    """What does not fit together in the modules of an assignment, in words."""
    ids = [t.id for t in assignment.tasks]
    for name in sorted({i for i in ids if ids.count(i) > 1}):
        yield f"task {name}: stands twice in tasks.py"
    for name in assignment.checks:
        if name not in ids:
            yield f"checks.py: {name!r} is no task; tasks.py has {', '.join(ids)}"
    for task in assignment.tasks:
        if task.points <= 0:
            yield f"task {task.id}: got {task.points:g} points, needs more than 0"
        for own in task.own:
            if own not in ids[:ids.index(task.id)]:
                yield f"task {task.id}: its own value {own!r} is no earlier task"
        if task.shares and abs(sum(task.shares.values()) - 1) > 1e-9:
            yield f"task {task.id}: shares {task.shares} do not make 1 together"
    for name, rows in assignment.rubrics.items():
        if name in ids:
            yield f"task {name}: has a rubric, so that it is marked by hand, and a Task as well"
        if not rows:
            yield f"task {name}: its rubric has no row"
    for name, mistake in assignment.mistakes.items():
        steps = [step for step in sorted(mistake.replaces(assignment.rules))
                 if not step.rpartition(".")[2].startswith("_")]
        if steps and not any(_is_step(assignment.rules, mistake, step) for step in steps):
            yield (f"mistake {name}: it replaces {', '.join(steps)}, which is no step of "
                   f"{assignment.rules.__name__}{nearest(steps[0], dir(assignment.rules))}")


def _is_step(rules: type, mistake: Mistake, step: str) -> bool:
    """Is there something that the mistake's method stands for?"""
    part, _, name = step.rpartition(".")
    if part:
        return any(hasattr(base, name) for base in getattr(mistake.steps, part).__mro__[1:])
    return hasattr(rules, name)


def _misshaped(assignment: Assignment, task: Task, variant: Numbers) -> str:
    """Does the truth have the form that the task asks for?"""
    kind = from_data(as_data(task.kind), part_of(assignment, "checks"))     # as students get it
    compared = kind.returns if isinstance(kind, (Function, Expression)) else kind
    if type(compared).read not in (Kind.read, Choice.read, SolutionSet.read):
        return ""                   # a kind that reads in its own way has its own truth
    for case in task.drawn(variant, "example")[:1]:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            found = compared.read(encode(task.truth(assignment.truth, variant, case)))
        if isinstance(found, Problem):
            return f"the reference does not have the kind that is asked for. {found.text}"
    return ""


# -- the instructor's solution -------------------------------------------------------------------
def solved(assignment: Assignment, notebook: NotebookNode, table: Dealt,
           limits: Limits) -> Iterator[str]:
    """The instructor's notebook, run and judged with every set of numbers; what is not right."""
    checks = {t.id for t in assignment.tasks}
    cells = [{"id": cell["id"], "source": cell.source,
              "role": "check" if cell.metadata["nbgrader"]["grade_id"] in checks else "student"}
             for cell in notebook.cells if cell.cell_type == "code"]
    for number in range(len(table["variants"])):
        judge = Judge(assignment, table["variants"], number, "instructor", b"release")
        course = table | {"numbers": {"instructor": number}}

        def probes(answers: Answers, judge: Judge = judge) -> dict[str, list[dict[str, Any]]]:
            judge.take(answers)
            return judge.probes()
        transcript = _sandbox(limits).run(cells, judge.asks(), course, probes)
        verdicts = judge.verdicts(transcript.answers, transcript.values)
        yield next((f"task {v.task}: {v.points:g} of {v.of:g}. {v.message}"
                    for v in verdicts if v.points < v.of), "")


@cache
def _sandbox(limits: Limits) -> Sandbox:
    """One for all assignments that this process tries."""
    sandbox = Sandbox(limits)
    atexit.register(sandbox.close)
    return sandbox
