"""`check` and `variant` in a student's own notebook.

Here laws and visible cases answer at once: is the matrix a rotation, do both sides of a formula
agree on your own numbers, is the shape what the task needs. They give no answer away. The marks
come later, from the judge, with other inputs. In the grading sandbox the same two names belong
to the runner; what an answer may look like is decided by the same `runner.encode` in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from .assignments import ASSIGNMENTS, find
from .kinds import Choice, Expression, Function, Problem
from .runner.deal import number_of
from .runner.encode import encode, evaluate_safely
from .runner.variant import as_variant
from .task import Task
from .variants import make_variants

__all__ = ["check", "variant"]

NOTHING = "Nothing to check yet."
LATER = "This does not prove it right yet: the judge looks at the values."
POINTS = (0.3, -1.2)        # values of the letters at which an expression is tried

_session = SimpleNamespace(assignment=None, variant=None, answers={})


def variant(name: str):
    """Your own numbers for this assignment, by your course id.

    Reads the release's variants.json beside the notebook; works offline. ValueError when the
    name is still the placeholder.
    """
    released = Path("variants.json")
    if released.exists():
        table = json.loads(released.read_text())
        assignment = find(table["assignment"])
    else:                                       # the instructor's notebook, not yet released
        assignment = _by_folder()
        table = {"deal": {"count": assignment.variants, "salt": "unreleased"}}
    number = number_of(name, table)
    sets = table["variants"] if released.exists() else make_variants(assignment, seed=0)
    _session.assignment, _session.variant, _session.answers = assignment, sets[number], {}
    return as_variant(sets[number])


def check(task_id: str, answer=None) -> None:
    """Hold an answer against laws and visible cases; prints what was found."""
    if _session.assignment is None:
        _session.assignment = _by_folder()
    known = [t.id for t in _session.assignment.tasks]
    if task_id not in known:
        raise ValueError(f"check: got task {task_id!r}, needs one of {', '.join(known)}")
    _session.answers[task_id] = answer
    for line in _findings(_session.assignment[task_id], answer):
        print(line)


def _findings(task: Task, answer) -> list[str]:
    """What is said about an answer, a line each."""
    if answer is None or answer is Ellipsis:
        return [NOTHING]
    if isinstance(task.kind, Function):
        values = _of_function(task, answer)
    elif isinstance(task.kind, Expression):
        values = _of_expression(task, answer)
    else:
        values = [encode(answer)]
    read = task.compared.read_all(values)
    problem = next((x for x in read if isinstance(x, Problem)), None)
    if problem:
        return [NOTHING if problem.silent else problem.text]
    return _lines(task, list(_laws(task, answer, read)))


def _lines(task: Task, findings: list) -> list[str]:
    """The laws that are broken, or else all that hold; each said once."""
    broken = [f for f in findings if f.holds is False]
    first = {str(f).split(", off by")[0]: str(f) for f in reversed(broken or findings)}
    lines = list(first.values())[::-1]
    if lines == [NOTHING]:
        return lines
    if not lines:
        lines = ["The answer is one of the choices." if isinstance(task.kind, Choice) else
                 f"The answer has the right form: {task.kind.accepts}."]
    return lines if broken else [*lines, LATER]


# -- the answer's values at inputs that anyone may see -----------------------------------------
def _of_function(task: Task, answer) -> list:
    if not callable(answer):
        return [Problem(f"This is not a function. Needed: {task.kind.accepts}.")]
    return [_called(answer, case.inputs) for case in task.visible]


def _called(function, inputs) -> dict | Problem:
    try:
        value = function(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in inputs])
        return encode(None if value is Ellipsis else value)
    except Exception as e:           # a student's own function may raise anything
        given = ", ".join(_shown(x) for x in inputs)
        return Problem(f"Your function raised {type(e).__name__}: {e}. "
                       f"It was called with ({given}).")


def _shown(x) -> str:
    return f"array{x.shape}" if isinstance(x, np.ndarray) else repr(x)


def _of_expression(task: Task, answer) -> list:
    if callable(answer) and not hasattr(answer, "free_symbols"):
        return [Problem(f"This is a function. Needed: {task.kind.accepts}.")]
    values = [evaluate_safely(answer, dict.fromkeys(task.kind.symbols, x)) for x in POINTS]
    if "reason" in values[0]:
        return [Problem(f"The answer cannot be used: {values[0]['reason']}. "
                        f"Needed: {task.kind.accepts}.")]
    return values


# -- laws --------------------------------------------------------------------------------------
def _laws(task: Task, answer, read: list) -> Iterator:
    """The findings of a task's laws on an answer that could be read."""
    for value in read:
        yield from _safely(lambda: task.laws(value)) if task.laws else ()
    own = _session.answers | {"variant": _session.variant}
    if task.function_laws:
        whole = answer if isinstance(task.kind, Function) else read[0]
        yield from _safely(lambda: task.function_laws(whole, own))
    if task.symbolic_laws:
        yield from _safely(lambda: task.symbolic_laws(_symbolic(answer)))


def _symbolic(answer):
    import sympy
    return answer if isinstance(answer, (sympy.Expr, sympy.MatrixBase)) else (
        sympy.Matrix(answer) if np.ndim(answer) else sympy.sympify(answer))


def _safely(laws) -> Iterable:
    """The findings of laws that call a student's function; what it raises is a finding too."""
    from .laws import Finding
    try:
        return list(laws())
    except Exception as e:           # a student's own function may raise anything
        return [Finding(False, f"a law could not be tried, {type(e).__name__}: {e}")]


def _by_folder():
    """The assignment of this folder, by the release's file or by the folder's name."""
    if Path("variants.json").exists():
        return find(json.loads(Path("variants.json").read_text())["assignment"])
    name = Path.cwd().name
    if name not in ASSIGNMENTS:
        raise ValueError(f"this folder: got {name!r} without a variants.json; open the notebook in "
                         "the folder that was released to you")
    return find(name)
