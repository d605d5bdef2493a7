"""Does an assignment agree with itself? What release asks before it deals, and authors may ask.

The text form agrees with the tasks; every mistake, step, own value and share that is named exists;
the truth has the form that its task asks for; the numbers can be certified; and the instructor's
own solution, run in the sandbox, gets full marks with every set of numbers that is dealt, and in a
notebook `check` has nothing against it; the law of every mistake holds for the truth and notices
the mistake.
"""

from __future__ import annotations

import atexit
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .joining import differences
from .judging.arms import FILE as ARMS
from .judging.arms import drawings
from .judging.ground import Asked, Ground, NotAsked
from .judging.judge import Judge
from .judging.mistakes import Mistake, nearest
from .judging.refuting import unrefuted
from .judging.task import Assignment, Case, Task
from .judging.trivial import unworked
from .judging.variants import certified_cases, make_variants, numbers_of
from .library import BOOK, dealt, in_folder, part_of, where
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
from .practice.types import Answers, Dealt, Numbers, Value
from .proofs import misplaced, slips
from .runner.encode import encode
from .sandbox import Limits, Sandbox
from .textform import behind, libraries, read
from .trial import Trial, begun
from .ways import Way
from .words import Text, _, joined, said

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["Order", "agreed", "all_agreed", "faults"]

SEED = 0                # of the numbers that an author's check draws
PART = 8                # sets that a process draws and tries at a time


@dataclass(frozen=True)
class Order:
    """An assignment of which sets of numbers are wanted, and from what they are drawn."""

    folder: Path
    count: int | None = None        # None: as many as the assignment says
    seed: int = SEED                # of all sets, each with its number
    stream: int | None = None       # the seed of the first ones, where these were dealt when all
    streamed: int = 0               # were drawn in one stream, and how many that is
    way: Way | None = None          # the course's with it

    @property
    def assignment(self) -> Assignment:
        return in_folder(self.folder, self.way)


def all_agreed(orders: Iterable[Order], limits: Limits = Limits(), jobs: int = 1,
               progress: Callable[[int, int, str], None] = lambda done, total, name: None,
               ) -> Iterator[tuple[str, Dealt | str]]:
    """Name of each assignment and what would be dealt (see `agreed`), or what does not agree.

    Several processes draw and try the sets side by side; the assignments come in the order in
    which they are done. progress: sets that are done, of how many, and the assignment.
    """
    orders, done = list(orders), 0
    wrong: dict[Path, str] = {}
    parts = {order.folder: _tried(_parts, order) for order in orders}
    found: dict[Path, dict[int, list[Numbers]]] = {order.folder: {} for order in orders}
    for folder in [folder for folder, fault in parts.items() if isinstance(fault, str)]:
        yield folder.name, parts.pop(folder)
    wanted = [(order, part) for order in orders for part in parts.get(order.folder, [])]
    total = sum(len(part) for _, part in wanted)
    progress(done, total, "")
    for order, part, tried in _side_by_side(wanted, limits, jobs, wrong):
        folder, mine = order.folder, found[order.folder]
        done += len(part)
        progress(done, total, folder.name)
        if folder in wrong:
            pass
        elif isinstance(tried, str):
            wrong[folder] = tried
            yield folder.name, tried
        else:
            mine[part.start] = tried
            if len(mine) == len(parts[folder]):
                sets = [one for start in sorted(mine) for one in mine[start]]
                yield folder.name, _tried(_together, order, sets, limits)


def _parts(order: Order) -> list[range]:
    """Numbers of sets that are drawn and tried by one process at a time."""
    first = range(order.streamed if order.stream is not None else 0)
    wanted = order.assignment.variants if order.count is None else order.count
    rest = [range(k, min(k + PART, wanted)) for k in range(len(first), wanted, PART)]
    return [first, *rest] if first else rest


def _side_by_side(wanted: list[tuple[Order, range]], limits: Limits, jobs: int,
                  wrong: Collection[Path]) -> Iterator[tuple[Order, range, list[Numbers] | str]]:
    """Each part with what came of it; assignments of which something is wrong are left."""
    if jobs == 1 or len(wanted) <= 1:
        for order, part in wanted:
            yield order, part, [] if order.folder in wrong else _tried(_sets, order, part,
                                                                            limits)
        return
    with ProcessPoolExecutor(min(jobs, len(wanted)), get_context("spawn")) as pool:
        waiting = {pool.submit(_tried, _sets, order, part, limits): (order, part)
                   for order, part in wanted}
        try:
            for future in as_completed(waiting):
                yield *waiting[future], [] if future.cancelled() else future.result()
                for other, (order, _numbers) in waiting.items():
                    if order.folder in wrong:
                        other.cancel()
        finally:
            pool.shutdown(cancel_futures=True)


def _tried(run: Callable[..., Any], order: Order, *rest: Any) -> Any:
    """What `run` gives, or what is wrong with the assignment, in words."""
    folder = order.folder
    try:
        return run(order, *rest)
    except (ValueError, RuntimeError) as e:
        return str(e)
    except Exception as e:              # an author's own function may raise anything
        return _("{assignment}, {where}{error}", assignment=folder.name, where=where(e, folder),
                 error=_named(e))


def agreed(assignment: Assignment, seed: int = SEED, limits: Limits = Limits(),
           count: int | None = None) -> Dealt:
    """What would be dealt (see `library.dealt`), once all agrees.

    seed, count: of the sets of numbers. ValueError says where something does not agree, with task
    and cell.
    """
    order = Order(assignment.folder, count, seed, way=assignment.way)
    return _together(order, [one for part in _parts(order) for one in _sets(order, part, limits)],
                     limits)


def _sets(order: Order, numbers: Sequence[int], limits: Limits,
          taken: Sequence[Numbers] = ()) -> list[Numbers]:
    """Certified sets with which the instructor's solution gets full marks; ValueError else."""
    assignment, notebook = _readable(order.folder, order.way)
    if order.stream is not None and numbers[-1] < order.streamed:
        sets = make_variants(assignment, order.stream, order.streamed)
    else:
        sets = [numbers_of(assignment, order.seed, k, taken) for k in numbers]
    for task in assignment.tasks if assignment.adopt is None else ():
        with _about(assignment, task):
            cases = certified_cases(assignment, task, sets[0], "example")
            if easy := next(unworked(assignment, task, sets[0], cases), ""):
                raise ValueError(_("{fault}; draw other hidden cases", fault=said(easy)))
            if fault := _unfollowed(assignment, task, sets[0], cases):
                raise ValueError(fault)
    table = dealt(assignment, sets, assignment.name)
    with _trial(assignment, notebook, table, limits) as trial:
        for number, wrong in zip(numbers, solved(assignment, notebook, table, limits)):
            if wrong:
                raise ValueError(_("{assignment}, set {n} of its numbers: the instructor's "
                                   "solution does not get full marks; {wrong}",
                                   assignment=assignment.name, n=number + 1, wrong=said(wrong)))
        for number, wrong in zip(numbers, _against(assignment, trial) if trial else ()):
            if wrong:
                raise ValueError(_("{assignment}, set {n} of its numbers, {wrong}",
                                   assignment=assignment.name, n=number + 1, wrong=said(wrong)))
    return sets


def _against(assignment: Assignment, trial: Trial) -> list[str]:
    try:
        return trial.found()
    except RuntimeError as e:
        raise RuntimeError(_("{assignment}: {fault}", assignment=assignment.name,
                             fault=said(str(e)))) from e


def _trial(assignment: Assignment, notebook: NotebookNode, table: Dealt,
           limits: Limits) -> AbstractContextManager[Trial | None]:
    """The solution with `check`, where laws go out with the notebook; the book's tests try its own.
    """
    if assignment.folder.parent == BOOK or part_of(assignment, "checks") is None:
        return nullcontext()
    return begun(assignment.folder, table, _cells(assignment, notebook),
                 limits.total_wall * len(table["variants"]))


def _together(order: Order, sets: list[Numbers], limits: Limits) -> Dealt:
    """All sets of an assignment; those that are equal by chance are drawn anew."""
    assignment = order.assignment
    for k in range(order.streamed if order.stream is not None else 0, len(sets)):
        if sets[k] and sets[k] in sets[:k]:
            sets[k], = _sets(order, [k], limits, sets[:k])
    if unseen := list(unrefuted(assignment)):
        raise ValueError(joined("\n", [_("{assignment}, {fault}", assignment=assignment.name,
                                         fault=said(fault)) for fault in unseen]))
    return dealt(assignment, sets, assignment.name)


@cache
def _readable(folder: Path, way: Way | None) -> tuple[Assignment, NotebookNode]:
    """An assignment whose modules fit together, and its notebook; ValueError for a fault."""
    assignment = in_folder(folder, way)
    if unclear := list(slips(assignment)):
        raise ValueError(joined("\n", unclear))
    notebook = read(assignment)
    if fault := next(misplaced(assignment), ""):
        raise ValueError(fault)
    if cells := behind(assignment):
        more = [_("and {n} more", n=len(cells) - 3)] if cells[3:] else []
        raise ValueError(_("{cells}. When the languages say the same again, type autograde check "
                           "{folder} --agreed", cells=joined("; ", [*cells[:3], *more]),
                           folder=folder))
    for fault in chain(faults(assignment), differences(assignment)):
        raise ValueError(_("{assignment}, {fault}", assignment=assignment.name, fault=said(fault)))
    variant = assignment.draw(np.random.default_rng(SEED))
    if not isinstance(variant, dict):
        raise ValueError(_("{assignment}, draw: got {got}, needs a dictionary of one student's "
                           "numbers", assignment=assignment.name, got=type(variant).__name__))
    for task in assignment.tasks:
        with _about(assignment, task):
            if fault := _misshaped(assignment, task, variant):
                raise ValueError(fault)
    return assignment, notebook


# -- what can be seen without running ------------------------------------------------------------
def faults(assignment: Assignment) -> Iterator[str]:
    """What does not fit together in the modules of an assignment, in words."""
    ids = [t.id for t in assignment.tasks]
    dropped = assignment.way.drop if assignment.way else ()
    for name in sorted({i for i in ids if ids.count(i) > 1}):
        yield _("task {task}: stands twice in tasks.py", task=name)
    for name in assignment.checks:
        if name not in ids:
            yield _no_task("checks.py", name, ids)
    for name in drawings(assignment.folder):
        if name not in (*ids, *dropped):
            yield _no_task(ARMS, name, ids)
    for task in assignment.tasks:
        if task.points <= 0:
            yield _("task {task}: got {points:g} points, needs more than 0", task=task.id,
                    points=task.points)
        for own in task.own:
            if own not in ids[:ids.index(task.id)]:
                yield _("task {task}: its own value {own} is no earlier task", task=task.id,
                        own=repr(own))
        if task.own and task.follow is None and task.law is None:
            yield _("task {task}: names own values ({own}) and has no follow that goes on from "
                    "them", task=task.id, own=", ".join(task.own))
        if task.shares and abs(sum(task.shares.values()) - 1) > 1e-9:
            yield _("task {task}: shares {shares} do not make 1 together", task=task.id,
                    shares=str(task.shares))
    for name, rows in assignment.rubrics.items():
        for k, row in enumerate(rows, 1):
            if row.points <= 0:
                yield _("task {task}: row {n} of its rubric: got {points:g} points, needs more "
                        "than 0", task=name, n=k, points=row.points)
        if name in ids:
            yield _("task {task}: has a rubric, so that it is marked by hand, and a Task as well",
                    task=name)
        if not rows:
            yield _("task {task}: its rubric has no row", task=name)
    for name, mistake in assignment.mistakes.items():
        steps = [step for step in sorted(mistake.replaces(assignment.rules))
                 if not step.rpartition(".")[2].startswith("_")]
        if steps and not any(_is_step(assignment.rules, mistake, step) for step in steps):
            yield _("mistake {mistake}: it replaces {steps}, which is no step of {rules}{hint}",
                    mistake=name, steps=", ".join(steps), rules=assignment.rules.__name__,
                    hint=nearest(steps[0], dir(assignment.rules)))


def _no_task(file: str, name: str, ids: list[str]) -> Text:
    return _("{file}: {name} is no task; tasks.py has {tasks}", file=file, name=repr(name),
             tasks=", ".join(ids))


def _is_step(rules: type, mistake: Mistake, step: str) -> bool:
    """Is there something that the mistake's method stands for?"""
    part, _, name = step.rpartition(".")
    if part:
        return any(hasattr(base, name) for base in getattr(mistake.steps, part).__mro__[1:])
    return hasattr(rules, name)


@contextmanager
def _about(assignment: Assignment, task: Task) -> Iterator[None]:
    """Whatever goes wrong is about this task: an author's own function may raise anything."""
    told = {"assignment": assignment.name, "task": task.id}
    try:
        yield
    except (ValueError, RuntimeError) as e:
        raise ValueError(_("{assignment}, task {task}: {fault}", fault=said(str(e)),
                           **told)) from e
    except Exception as e:
        raise ValueError(_("{assignment}, task {task}: {where}{error}", error=_named(e),
                           where=where(e, assignment.folder), **told)) from e


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _misshaped(assignment: Assignment, task: Task, variant: Numbers) -> str:
    """Does the truth have the form that the task asks for?"""
    kind = from_data(as_data(task.kind), part_of(assignment, "checks"))     # as students get it
    compared = kind.returns if isinstance(kind, (Function, Expression)) else kind
    if type(compared).read not in (Kind.read, Choice.read, SolutionSet.read):
        return ""                   # a kind that reads in its own way has its own truth
    cases = task.drawn(variant, "example")
    if not (isinstance(cases, list) and cases and all(isinstance(c, Case) for c in cases)):
        return _("cases: got {got}, needs a list of Case, one at least", got=repr(cases)[:100])
    for case in cases[:1]:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            truth = task.truth(assignment.truth, variant, case)
            found = compared.read(encode(truth))
        if isinstance(found, Problem):
            return _("the reference does not have the kind that is asked for. {found}",
                     found=said(found.text))
        if isinstance(truth, (list, tuple)) and isinstance(found, np.ndarray) \
                and not isinstance(compared, SolutionSet):
            return _("reference: got a {got}, needs an array: np.array(...)",
                     got=type(truth).__name__)
    return ""


def _unfollowed(assignment: Assignment, task: Task, variant: Numbers, cases: list[Case]) -> str:
    """Does what follows from right earlier answers differ from the truth?"""
    if not task.own:
        return ""
    ground = Ground(assignment, task, variant, cases, _right_ones(assignment, task, variant))
    for k, case in enumerate(cases):
        try:
            found = ground.value(assignment.truth, k)
        except NotAsked:
            continue
        right = task.truth(assignment.truth, variant, case)
        if found is not None and (np.shape(found) != np.shape(right) or not (
                task.compared.distance(right, found) <= ground.tolerance)):
            return _("what follows by {name} from right answers to {own} is not the truth",
                     name="law" if task.law else "follow", own=", ".join(task.own))
    return ""


class _Right(Asked):
    """An earlier function, right wherever it is asked."""

    def __init__(self, cases: list[Case], truth: Callable[[Case], Value]):
        super().__init__(cases, [truth(case) for case in cases], len(cases))
        self._truth = truth

    def __call__(self, *inputs: Any, **letters: Any) -> Value:
        return self._truth(Case(letters or inputs))


def _right_ones(assignment: Assignment, task: Task, variant: Numbers) -> dict[str, Any]:
    """The truth of the earlier tasks from which this one goes on, as their answers are read."""
    def right(earlier: Task) -> Any:
        def truth(case: Case) -> Value:
            found = earlier.truth(assignment.truth, variant, case)
            return np.asarray(found) if isinstance(found, list) else found
        return truth(Case(())) if earlier.cases is None else _Right(
            certified_cases(assignment, earlier, variant, "example"), truth)
    return {name: right(assignment[name]) for name in task.own}


# -- the instructor's solution -------------------------------------------------------------------
def solved(assignment: Assignment, notebook: NotebookNode, table: Dealt,
           limits: Limits) -> Iterator[str]:
    """The instructor's notebook, run and judged with every set of numbers; what is not right."""
    cells = _cells(assignment, notebook)
    sandbox = _sandbox(limits, libraries(assignment.folder))
    for number in range(len(table["variants"])):
        judge = Judge(assignment, table["variants"], number, "instructor", b"release")
        course = table | {"numbers": {"instructor": number}}

        def probes(answers: Answers, judge: Judge = judge) -> dict[str, list[dict[str, Any]]]:
            judge.take(answers)
            return judge.probes()
        transcript = sandbox.run(cells, judge.asks(), course, probes)
        verdicts = judge.verdicts(transcript.answers, transcript.values)
        yield next((joined(" ", [_("task {task}: {points:g} of {of:g}. {message}", task=v.task,
                                   points=v.points, of=v.of, message=said(v.message)),
                                 _stopped(notebook, transcript.outputs)])
                    for v in verdicts if v.points < v.of), _stopped(notebook, transcript.outputs))


def _cells(assignment: Assignment, notebook: NotebookNode) -> list[dict[str, Any]]:
    """The code of a notebook; a check cell has the name of its task."""
    checks = {t.id for t in assignment.tasks}
    return [{"id": cell["id"], "source": cell.source,
             "role": "check" if cell.metadata["nbgrader"]["grade_id"] in checks else "student"}
            for cell in notebook.cells if cell.cell_type == "code"]


def _stopped(notebook: NotebookNode, outputs: dict[str, list[dict[str, Any]]]) -> str:
    """The first cell that an exception ended: it may be why a later task has no answer."""
    return next((_("The cell {cell} stopped with {error}",
                   cell=cell["metadata"]["nbgrader"]["grade_id"],
                   error=f"{output.get('ename')}: {str(output.get('evalue'))[:200]}")
                 for cell in notebook.cells for output in outputs.get(cell["id"], [])
                 if output.get("output_type") == "error"), "")


@cache
def _sandbox(limits: Limits, words: tuple[str, ...]) -> Sandbox:
    """One for all assignments with these libraries that this process tries."""
    sandbox = Sandbox(limits, words=words)
    atexit.register(sandbox.close)
    return sandbox
