"""What a student's own cells say of an answer that is missing: facts for the judge's words.

Nothing is executed here. The source of an answer's cell is parsed, and the errors that it showed
when it ran are read. The receipt keeps the facts, so that judging again says the same.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..judging.task import Assignment
from ..practice.kinds import Function

__all__ = ["Facts", "bound", "defined", "facts", "parsed"]

Facts = dict[str, Any]              # what is known of one answer's cell; see `judging.silence`
_Function = ast.FunctionDef | ast.AsyncFunctionDef
LONG = 20_000                       # characters of source beyond which nothing is parsed
SHOWN = 160                         # characters of an error's text
_BEGINS = re.compile(r"^(?:def\s+(\w+)|([A-Za-z_]\w*)\s*=(?!=))", re.MULTILINE)
_LINE = re.compile(r"(?:Cell In\[\d+\], line |-+> ?)(\d+)")


def facts(notebook: Any, outputs: Mapping[str, list[dict[str, Any]]],
          assignment: Assignment) -> dict[str, Facts]:
    """Task -> what its cell says; tasks whose cell says nothing are left out.

    notebook: rebuilt, its cells with nbgrader's names. outputs: what each cell showed, by its id.
    """
    cells = {c.metadata.get("nbgrader", {}).get("grade_id"): c
             for c in notebook.cells if c.cell_type == "code"}
    ours = {task.id for task in assignment.tasks}       # check cells: the release's own words
    trees = {name: parsed(c.source) for name, c in cells.items() if name not in ours}
    functions = {node.name: node for tree in trees.values() if tree is not None
                 for node in tree.body if isinstance(node, _Function)}
    own = [c for c in notebook.cells if c.cell_type == "code"
           and c.metadata.get("nbgrader", {}).get("grade_id") not in ours]
    found = {}
    for task in assignment.tasks:
        cell = cells.get(f"{task.id}_answer")
        if cell is not None and not cell.source.strip():        # the answer stands elsewhere
            cell = next((c for c in own if task.id in bound(c.source)), cell)
        if cell is not None:
            told = _of_cell(cell.source, outputs.get(cell.get("id", ""), []))
            told |= _of_names(task.id, parsed(cell.source),
                              functions if isinstance(task.kind, Function) else {})
            if told:
                found[task.id] = told
    return found


def _of_cell(source: str, outputs: Iterable[Mapping[str, Any]]) -> Facts:
    """The error that the cell ended with, and its line."""
    for output in outputs:
        if output.get("output_type") == "error":
            name = str(output.get("ename", ""))
            lines = [int(n) for n in _LINE.findall("\n".join(output.get("traceback", [])))]
            line = _wrong_line(source) if name in ("SyntaxError", "IndentationError", "TabError") \
                else next((n for n in lines if n <= source.count("\n") + 1), None)
            return {"error": name, "text": str(output.get("evalue", ""))[:SHOWN]} | (
                {"line": line} if line else {})
    return {}


def _of_names(name: str, tree: ast.Module | None, functions: Mapping[str, _Function]) -> Facts:
    """What the cell defines under the answer's name, or under another one.

    functions: those of all cells, where the answer is to be a function.
    """
    if tree is None:
        return {}
    if name in functions:
        return _of_function(functions[name])
    here = [target for node in tree.body for target in _targets(node)]
    others = [x for x in dict.fromkeys(here) if x != name]
    if name not in here and others:
        near = difflib.get_close_matches(name, others, 1) or (others if len(others) == 1 else [])
        return {"other": near[0]} if near else {}
    return {}


def _of_function(node: _Function) -> Facts:
    """Does it return, print, or end without either?"""
    if all(isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
           for part in node.body):
        return {}                                   # words and "..." only: not begun
    inside = list(ast.walk(node))
    if any(isinstance(x, ast.Return) and x.value is not None for x in inside):
        return {"returns": True}
    prints = any(isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id == "print"
                 for x in inside)
    return {"returns": False, "prints": prints}


def _targets(node: ast.stmt) -> list[str]:
    if isinstance(node, _Function):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [x.id for t in node.targets for x in ast.walk(t) if isinstance(x, ast.Name)]
    return []


def bound(source: str) -> set[str]:
    """Names that a cell binds outside its functions; read off its lines where nothing else can be.
    """
    tree = parsed(source)
    if tree is None:
        return defined(source)
    names, parts = set(), [*tree.body]
    while parts:
        part: ast.AST = parts.pop()
        if isinstance(part, _Function | ast.ClassDef):
            names.add(part.name)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        elif not isinstance(part, ast.comprehension):           # its names are its own
            parts += ast.iter_child_nodes(part)
    return names


def defined(source: str) -> set[str]:
    """Names that stand alone before `=` or behind `def` at the beginning of a line."""
    return {of_function or name for of_function, name in _BEGINS.findall(source)}


def parsed(source: str) -> ast.Module | None:
    """The cell as Python, without lines for IPython alone; None where it cannot be read."""
    if len(source) > LONG:
        return None
    plain = "\n".join("" if line.startswith(("%", "!")) else line for line in source.split("\n"))
    try:
        return ast.parse(plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _wrong_line(source: str) -> int | None:
    if len(source) > LONG:
        return None
    try:
        ast.parse(source)
    except SyntaxError as e:
        return e.lineno
    except (ValueError, RecursionError, MemoryError):
        return None
    return None
