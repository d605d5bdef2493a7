"""Why there is nothing to compare: what happened is said before what is needed.

"There is no answer yet" is for a cell in which nothing was begun. Facts come from the student's
own cell (see `run.cells`): {"error": name, "text": ..., "line": n}, {"other": name},
{"returns": True or False, "prints": ...}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..foreign import of_sandbox
from ..plainly import plainly
from ..practice.kinds import Function, Problem
from ..practice.types import Encoded
from ..words import _, joined
from .task import Task

__all__ = ["why"]

WRITTEN_WRONG = ("SyntaxError", "IndentationError", "TabError")
LEFT_OUT = "CellLeftOut"
NOT_BEGUN = ("NotImplementedError",)
#: How a SyntaxError ends: the name that IPython gave the cell, and the line, which is said already.
_READ = re.compile(r" \(<?[\w.-]+>?, line \d+\)$")


def why(task: Task, problem: Problem, facts: Mapping[str, Any], values: Sequence[Encoded],
        answered: bool, groups: Sequence[str] = ()) -> Problem:
    """The problem in words that say what happened; unchanged where nothing more is known.

    values: what a function gave at the hidden inputs. answered: did an answer arrive at all?
    groups: of which group each hidden input is, where the task has groups.
    """
    said = (_time(values) or _returned(task, facts, values) or _raised(values, groups)
            if answered and values
            else "" if answered and not problem.silent
            else _cell(task, facts))
    return Problem(said) if said else problem


def _time(values: Sequence[Encoded]) -> str:
    if any(v.get("type") == "error" and v.get("name") == "TimeoutError" for v in values):
        return _("The function was stopped: it used more processor time than a whole cell may. "
                 "Is there a loop that does not end?")
    return ""


def _raised(values: Sequence[Encoded], groups: Sequence[str]) -> str:
    """A function that is stopped by an exception at some inputs, and not at all of them."""
    at = [k for k, v in enumerate(values) if v.get("type") == "error"]
    if not at or len(at) == len(values):
        return ""
    error = values[at[0]]
    names = list(dict.fromkeys(groups[k] for k in at)) if groups else []
    names = names if len(names) < len(set(groups)) else []
    told = {"error": error["name"], "n": len(at), "of": len(values)}
    seen = (_("Your function raised {error} at {n} of {of} inputs ({groups}).",
              groups=joined(", ", names), **told) if names else
            _("Your function raised {error} at {n} of {of} inputs.", **told))
    return joined(" ", [seen, plainly(error["name"], error.get("text", "")) or ""])


def _returned(task: Task, facts: Mapping[str, Any], values: Sequence[Encoded]) -> str:
    """A function that gives nothing, at all inputs or at some."""
    nothing = [v.get("type") == "none" for v in values]
    if not any(nothing) or not isinstance(task.kind, Function):
        return ""
    if facts.get("returns") is False:
        return (_("`{name}` prints its result and returns nothing: end it with `return`.",
                  name=task.id) if facts.get("prints") else
                _("`{name}` computes and returns nothing: end it with `return`.", name=task.id))
    if facts.get("returns") and all(nothing):
        return _("`{name}` returns nothing: no `return` is reached. Check where it stands.",
                 name=task.id)
    if facts.get("returns"):
        return _("`{name}` returns nothing for some inputs: one of its branches ends without "
                 "`return`.", name=task.id)
    return ""


def _cell(task: Task, facts: Mapping[str, Any]) -> str:
    """A cell that ended with an error, or that defines another name."""
    error, line = facts.get("error"), facts.get("line")
    told = {"error": error, "text": _text(facts)} | ({"line": line} if line else {})
    if error in NOT_BEGUN:
        return ""
    plain = plainly(str(error), str(facts.get("text", ""))) or ""
    if error in WRITTEN_WRONG:
        return joined(" ", [
            _("Python could not read the cell in line {line} of your cell ({error}: {text}), so "
              "that nothing in it was run.", **told) if line else
            _("Python could not read the cell ({error}: {text}), so that nothing in it was run.",
              **told), plain])
    if error == "TimeLimit":
        return _("The cell was stopped: {text}. Is there a loop that does not end?",
                 text=_text(facts))
    if error == LEFT_OUT:               # its name is the sandbox's own; the sentence says it all
        return _("{what}.", what=_text(facts))
    if error:
        return joined(" ", [
            _("The cell stopped in line {line} of your cell with {error}: {text}. What stands "
              "behind that line was not run.", **told) if line else
            _("The cell stopped with {error}: {text}. What stands behind that line was not run.",
              **told), plain])
    if facts.get("other"):
        return _("Your cell defines `{other}`, and the answer is looked for under the name "
                 "`{name}`.", other=facts["other"], name=task.id)
    return ""


def _text(facts: Mapping[str, Any]) -> str:
    text = _READ.sub("", str(facts.get("text", ""))).strip().rstrip(".")
    return of_sandbox(text) if text else _("no further words")
