"""Right work in every form it comes in, unfinished work, and no work."""

from __future__ import annotations

from ..judging.task import Assignment, Task
from . import Paper, Student, facts

LISTS = "\n{name} = np.array({name}, dtype=float).tolist()"
LISTED = ("\ndef listed(function):\n"
          "    return lambda *args: np.asarray(function(*args), dtype=float).tolist()\n"
          "right = {name}\n{name} = listed({name})")
SYMPY = "\n{name} = sp.Matrix(np.array({name}, dtype=float))"
SYMPIFIED = ("\ndef sympified(function):\n"
             "    return lambda *args: sp.Matrix(np.atleast_1d(function(*args)).astype(float))\n"
             "right = {name}\n{name} = sympified({name})")


def _in_form(values: str, functions: str):
    """Right answers, each put into another form for its check, and taken back behind it."""
    def fill(paper: Paper, assignment: Assignment) -> None:
        paper.solve()
        for task in assignment.tasks:
            if task.kind.ask not in ("value", "function"):
                continue
            name = task.id
            form = values if task.kind.ask == "value" else functions
            source = paper.solutions[f"{name}_answer"]
            paper.answer(name, source + (form if form is functions else f"\nright = {name}" + form
                                         ).format(name=name))
            paper.append(name, f"{name} = right")
    return fill


def _typed(paper: Paper, assignment: Assignment) -> None:
    """Numbers as read off a calculator, with five digits behind the point."""
    paper.solve()
    for task in _values(assignment):
        paper.append(f"{task.id}_answer", f"{task.id} = np.round(np.array({task.id}, float), 5)")


def _untidy(paper: Paper, assignment: Assignment) -> None:
    """Own cells, warnings, loud functions, names used again for something else at the end."""
    paper.solve()
    first = assignment.tasks[0].id
    paper.insert(f"{first}_answer", "import warnings\nwarnings.warn('careful')\nnp.zeros(2) / 0")
    paper.insert(f"{first}_answer", "this cell is not python at all")
    for task in assignment.tasks:
        if task.kind.ask == "function":
            paper.append(f"{task.id}_answer",
                         f"import sys\nprint('trying', {task.id}, file=sys.stderr)")
    last = assignment.tasks[-1].id
    functions = [t.id for t in assignment.tasks if t.kind.ask == "function"]
    paper.append(last, "\n".join(f"{name} = None" for name in functions)
                 + "\nelementary = adjacent = np = None")


def _other_forms(paper: Paper, assignment: Assignment) -> None:
    """Another branch where the task allows it, matrices of the old class, lists."""
    paper.solve()
    getattr(facts(assignment), "other_forms", lambda paper: None)(paper)


def _half(paper: Paper, assignment: Assignment) -> None:
    """The second half is left as it was released."""
    paper.solve(*[t.id for t in assignment.tasks[5:]], *assignment.manual)


def _misread(paper: Paper, assignment: Assignment) -> None:
    """One number misread in an early step; the later steps go on from there."""
    task, line, *_ = facts(assignment).MISREAD
    paper.solve().append(f"{task}_answer", line)


def _kept(assignment: Assignment, task: str, line: str, share: float = 0.0) -> float:
    """What the misread answer keeps: without that line it is right, and it may be a trifle."""
    return max(share, assignment[task].slip) * assignment[task].points


def _empty(paper: Paper, assignment: Assignment) -> None:
    paper.write("identity", 'me = "your_id"')


def _values(assignment: Assignment) -> list[Task]:
    return [t for t in assignment.tasks if t.kind.ask == "value"]


def students(assignment: Assignment) -> list[Student]:
    told = facts(assignment)
    half = {t.id: 0 for t in assignment.tasks[5:]}

    def student(name, story, fill, *more, **fields):
        return Student(name, story, lambda paper: fill(paper, assignment), *more, **fields)
    return [
        student("akimova", "honest: the instructor's solution", lambda p, a: p.solve()),
        student("borisov", "honest: nested lists", _in_form(LISTS, LISTED)),
        student("vasin", "honest: sympy matrices instead of arrays", _in_form(SYMPY, SYMPIFIED)),
        student("galkina", "honest: untidy", _untidy),
        student("egorov", "honest: the other branch, old matrices", _other_forms),
        student("zaitseva", "honest: typed numbers", _typed),
        student("dunaev", "half done", _half, half, flags=("no answer",)),
        *([student("ilyina", "one number misread, carried on rightly", _misread,
                   {told.MISREAD[0]: _kept(assignment, *told.MISREAD)})]
          if hasattr(told, "MISREAD") else []),
        student("zimin", "the released notebook, untouched", _empty, 0.0, flags=("no answer",)),
        *getattr(told, "students", lambda assignment: [])(assignment),
    ]
