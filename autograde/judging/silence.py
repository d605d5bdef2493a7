"""Why there is nothing to compare: what happened is said before what is needed.

"There is no answer yet" is for a cell in which nothing was begun. Facts come from the student's
own cell (see `run.cells`): {"error": name, "text": ..., "line": n}, {"other": name},
{"returns": True or False, "prints": ...}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..practice.kinds import Function, Problem
from ..practice.types import Encoded
from .task import Task

__all__ = ["why"]

WRITTEN_WRONG = ("SyntaxError", "IndentationError", "TabError")
NOT_BEGUN = ("NotImplementedError",)


def why(task: Task, problem: Problem, facts: Mapping[str, Any], values: Sequence[Encoded],
        answered: bool) -> Problem:
    """The problem in words that say what happened; unchanged where nothing more is known.

    values: what a function gave at the hidden inputs. answered: did an answer arrive at all?
    """
    said = (_time(values) or _returned(task, facts, values) if answered and values
            else "" if answered and not problem.silent
            else _cell(task, facts))
    return Problem(said) if said else problem


def _time(values: Sequence[Encoded]) -> str:
    if any(v.get("type") == "error" and v.get("name") == "TimeoutError" for v in values):
        return ("The function was stopped: it used more processor time than a whole cell may. "
                "Is there a loop that does not end?")
    return ""


def _returned(task: Task, facts: Mapping[str, Any], values: Sequence[Encoded]) -> str:
    """A function that gives nothing, at all inputs or at some."""
    nothing = [v.get("type") == "none" for v in values]
    name = f"`{task.id}`"
    if not any(nothing) or not isinstance(task.kind, Function):
        return ""
    if facts.get("returns") is False:
        return (f"{name} prints its result and returns nothing: end it with `return`."
                if facts.get("prints") else
                f"{name} computes and returns nothing: end it with `return`.")
    if facts.get("returns") and all(nothing):
        return f"{name} returns nothing: no `return` is reached. Check where it stands."
    if facts.get("returns"):
        return (f"{name} returns nothing for some inputs: one of its branches ends without "
                "`return`.")
    return ""


def _cell(task: Task, facts: Mapping[str, Any]) -> str:
    """A cell that ended with an error, or that defines another name."""
    error, line = facts.get("error"), facts.get("line")
    where = f" in line {line} of your cell" if line else ""
    if error in NOT_BEGUN:
        return ""
    if error in WRITTEN_WRONG:
        return (f"Python could not read the cell{where} ({error}: {_text(facts)}), so that "
                "nothing in it was run.")
    if error == "TimeLimit":
        return f"The cell was stopped: {_text(facts)}. Is there a loop that does not end?"
    if error:
        return (f"The cell stopped{where} with {error}: {_text(facts)}. What stands behind that "
                "line was not run.")
    if facts.get("other"):
        return (f"Your cell defines `{facts['other']}`, and the answer is looked for under the "
                f"name `{task.id}`.")
    return ""


def _text(facts: Mapping[str, Any]) -> str:
    return str(facts.get("text", "")).strip().rstrip(".") or "no further words"
