"""`check` and `variant` in a student's own notebook.

Here laws and visible cases answer at once: is the matrix a rotation, do both sides of a formula
agree on your own numbers, is the shape what the task needs. They give no answer away. The marks
come later, from the judge, with other inputs. In the grading sandbox the same two names belong
to the runner.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from .assignments import ASSIGNMENTS, find
from .kinds import Expression, Function, Problem
from .runner.deal import number_of
from .runner.encode import encode
from .variants import make_variants

__all__ = ["check", "variant"]

_session = SimpleNamespace(assignment=None, variant=None, answers={})


def variant(name: str):
    """Your own numbers for this assignment, by your course id.

    Reads the release's variants.json beside the notebook; works offline. ValueError when the
    name is still the placeholder.
    """
    from .runner.deal import Numbers
    released = Path("variants.json")
    if released.exists():
        table = json.loads(released.read_text())
        _session.assignment = find(table["assignment"])
    else:
        _session.assignment = _by_folder()
        table = {"deal": {"count": _session.assignment.variants, "salt": "unreleased"},
                 "variants": make_variants(_session.assignment, seed=0)}
    _session.answers = {}
    _session.variant = table["variants"][number_of(name, table)]
    return Numbers(_session.variant)


def check(task_id: str, answer=None) -> None:
    """Hold an answer against laws and visible cases; prints what was found."""
    if _session.assignment is None:
        _session.assignment = _by_folder()
    known = [t.id for t in _session.assignment.tasks]
    if task_id not in known:
        raise ValueError(f"check: got task {task_id!r}, needs one of {', '.join(known)}")
    task = _session.assignment[task_id]
    _session.answers[task_id] = answer
    for line in _findings(task, answer):
        print(line)


def _findings(task, answer) -> list[str]:
    if answer is None or answer is Ellipsis:
        return ["Nothing to check yet."]
    if isinstance(task.kind, Function):
        if not callable(answer):
            return [f"This is not a function. Needed: {task.kind.accepts}."]
        values = [_call(answer, case.inputs) for case in task.visible]
    elif isinstance(task.kind, Expression):
        return _expression(task, answer)
    else:
        values = [encode(answer)]
    read = [task.compared.read(v) for v in values]
    problems = [x.text for x in read if isinstance(x, Problem)]
    if problems:
        return problems[:1]
    found = [f for value in read for f in (task.laws(value) if task.laws else [])]
    if task.function_laws:
        found += task.function_laws(answer, _session.answers)
    broken = [f for f in found if f.holds is False]
    lines = list(dict.fromkeys(str(f) for f in (broken or found)))
    return lines or ["The form is right: " + task.kind.accepts + ". The judge looks at the values."]


def _call(function, inputs) -> dict:
    try:
        return encode(function(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in inputs]))
    except Exception as e:           # a student's own function may raise anything
        return {"type": "error", "name": f"{type(e).__name__}: {e}"}


def _expression(task, answer) -> list[str]:
    import sympy
    try:
        given = sympy.Matrix(answer) if task.compared.shape else sympy.sympify(answer)
        names = {s.name for s in given.free_symbols}
        shape = tuple(given.shape) if task.compared.shape else ()
    except Exception as e:           # whatever sympy says of it
        return [f"This cannot be read as sympy: {type(e).__name__}. Needed: {task.kind.accepts}."]
    if names - set(task.kind.symbols):
        return [f"Unknown symbols: {', '.join(sorted(names - set(task.kind.symbols)))}. "
                f"Needed: {task.kind.accepts}."]
    if shape != task.compared.shape:
        return [f"The shape is {shape}. Needed: {task.kind.accepts}."]
    if task.symbolic_laws:
        return [str(f) for f in task.symbolic_laws(given)]
    return [f"The form is right: {task.kind.accepts}. The judge looks at the values."]


def _by_folder():
    name = Path.cwd().name
    if name not in ASSIGNMENTS:
        raise ValueError(f"this folder: got {name!r} without a variants.json; open the notebook in "
                         "the folder that was released to you")
    return find(name)
