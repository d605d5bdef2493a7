"""`check` and `variant` in a student's own notebook.

Here laws and visible cases answer at once: is the matrix a rotation, do both sides of a formula
agree on your own numbers, is the shape what the task needs. They give no answer away. The marks
come later, from the judge, with other inputs. In the grading sandbox the same two names belong
to the runner; what an answer may look like is decided by the same `runner.encode` in both.

What a task accepts is dealt with the notebook, in variants.json; its laws are a module checks.py,
beside the notebook or installed. Neither holds a reference, a mistake or a hidden case.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..plainly import plainly
from ..refusals import below_tracebacks, of_refusal
from ..runner.deal import listed, number_of
from ..runner.encode import encode, evaluate_safely
from ..runner.variant import as_variant
from ..words import SOURCE, Speaker, _, here, joined, of_law, said
from .checks import Check
from .kinds import Choice, Expression, Function, Kind, Problem, from_data, unusable
from .types import Dealt, Encoded, Inputs, Value

if TYPE_CHECKING:
    import sympy

    from robokit.laws import Finding

__all__ = ["begin", "check", "objections", "variant"]

NOTHING = _("Nothing to check yet.")
LATER = _("This does not prove it right yet: the judge looks at the values.")
POINTS = (0.3, -1.2)        # values of the letters at which an expression is tried
DEALT = Path("variants.json")
CHECKS = Path("checks.py")


@dataclass
class _Session:
    """The notebook that is being worked on."""

    table: Dealt                                # numbers and kinds
    checks: Mapping[str, Check]
    kinds: dict[str, Kind]
    variant: Any = None
    answers: dict[str, Any] = field(default_factory=dict)
    speaker: Speaker = field(default_factory=Speaker)


_session: _Session | None = None


def _language() -> str:
    """That of the release in this folder."""
    try:
        table = _session.table if _session else json.loads(DEALT.read_text(encoding="utf-8"))
        return Speaker(table.get("language", SOURCE)).language
    except (OSError, ValueError):
        return SOURCE


below_tracebacks(_language)             # what robokit refuses is said in it too


def variant(name: str) -> Any:
    """Your own numbers for this assignment, by your course id.

    Reads the release's variants.json beside the notebook; works offline. ValueError when the
    name is still the placeholder.
    """
    global _session
    session = _opened()
    if not isinstance(name, str):
        raise TypeError(session.speaker.say(_(
            "variant: got {got}, needs your course id between quotation marks", got=repr(name))))
    try:
        number = number_of(name, session.table)
    except ValueError:
        raise ValueError(session.speaker.say(_(
            "type your own name or student number first, for example variant(\"ana.kovac\"): your "
            "numbers follow from it"))) from None
    if not listed(name, session.table):
        print(session.speaker.say(_(
            "{name} is not on the list of this course, so these numbers are shared with others. "
            "Is it your course id, letter for letter? If it is, tell your instructor.", name=name)))
    session.variant = session.table["variants"][number]
    _session = session
    return as_variant(session.variant)


def check(task_id: str, answer: Any = None) -> None:
    """Hold an answer against laws and visible cases; prints what was found."""
    global _session
    _session = _session or _opened()
    if task_id not in _session.kinds:
        raise ValueError(_session.speaker.say(
            _("check: got task {got}, needs one of {known}", got=repr(task_id),
              known=", ".join(_session.kinds))))
    _session.answers[task_id] = answer
    for line in _findings(_session, task_id, answer):
        print(_session.speaker.say(line))


# -- for authors -------------------------------------------------------------------------------
def begin() -> None:
    """Forget the notebook of before, and read anew what is dealt in this folder."""
    global _session
    _session = None
    _session = _opened()


def objections(task_id: str, answer: Any) -> Iterator[tuple[str, str]]:
    """What `check` says against an answer: the name of the law, "" where it is none, and the line.

    Each law is asked by itself, so that it can be named.
    """
    global _session
    session = _session = _session or _opened()
    session.answers[task_id] = answer
    told = session.checks.get(task_id, Check())
    for part in (None, "laws", "function_laws", "symbolic_laws"):
        law = getattr(told, part) if part else None
        if part and law is None:
            continue
        alone = Check(visible=told.visible, **({part: law} if part else {}))
        lines = _findings(replace(session, checks={task_id: alone}), task_id, answer)
        if lines == [NOTHING] or lines[-1] == LATER:
            continue
        yield from ((getattr(law, "__name__", ""), line) for line in lines)
        if law is None:
            return                      # it could not be read, so that no law is asked


# -- what was dealt ----------------------------------------------------------------------------
def _opened() -> _Session:
    """The assignment of this folder: as it was released, or an author's own before release."""
    table, module = _released() if DEALT.exists() else _unreleased()
    speaker = _speaker(table)
    try:
        kinds = {task: from_data(data, module) for task, data in table["kinds"].items()}
    except ValueError as e:
        raise ValueError(speaker.say(e.args[0])) from None
    return _Session(table, getattr(module, "CHECKS", {}), kinds, speaker=speaker)


def _speaker(table: Dealt) -> Speaker:
    """In the language of the release, with its words; English where nothing is said."""
    return Speaker(table.get("language", SOURCE), words=table.get("words"))


def _released() -> tuple[Dealt, ModuleType | None]:
    table: Dealt = json.loads(DEALT.read_text(encoding="utf-8"))
    return table, _checks_of(table["assignment"])


def _checks_of(name: str) -> ModuleType | None:
    """The module of an assignment's checks; None where it has none."""
    if CHECKS.exists():
        spec = importlib.util.spec_from_file_location(f"checks_{name}", CHECKS)
        assert spec and spec.loader, "a file in Python has both"
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    try:
        return importlib.import_module(f"solutions.{name}.checks")
    except ModuleNotFoundError as e:
        if e.name and name.startswith(e.name.rpartition(".")[2]) or e.name == "solutions":
            return None
        raise


def _unreleased() -> tuple[Dealt, ModuleType | None]:
    """What would be dealt, where the grader is installed too: for authors of assignments."""
    try:
        from ..library import dealt_here
    except ModuleNotFoundError:
        raise ValueError(here(_("this folder: got {folder} without a variants.json; open the "
                                "notebook in the folder that was released to you",
                                folder=repr(Path.cwd().name)))) from None
    return dealt_here(Path.cwd())


# -- what is said ------------------------------------------------------------------------------
def _findings(session: _Session, task: str, answer: Any) -> list[str]:
    """What is said about an answer, a line each."""
    kind, told = session.kinds[task], session.checks.get(task, Check())
    if answer is None or answer is Ellipsis:
        return [NOTHING]
    if isinstance(kind, Function):
        values = _of_function(kind, told, answer)
    elif isinstance(kind, Expression):
        values = _of_expression(kind, answer)
    else:
        values = [encode(answer)]
    compared = kind.returns if isinstance(kind, (Function, Expression)) else kind
    read = compared.read_all(values)
    problem = next((x for x in read if isinstance(x, Problem)), None)
    if problem:
        return [NOTHING if problem.silent else problem.text]
    return _lines(kind, list(_laws(session, kind, told, answer, read)))


def _lines(kind: Kind, findings: list[Finding]) -> list[str]:
    """The laws that are broken, or else all that hold; each said once."""
    broken = [f for f in findings if f.holds is False]
    first = {str(f).split(", off by")[0]: of_law(f.whole) for f in reversed(broken or findings)}
    lines: list[str] = [*reversed(first.values())]
    if lines == [NOTHING]:
        return lines
    if not lines:
        lines = [_("The answer is one of the choices.") if isinstance(kind, Choice) else
                 _("The answer has the right form: {form}.", form=said(kind.accepts))]
    return lines if broken else [*lines, LATER]


# -- the answer's values at inputs that anyone may see -----------------------------------------
def _of_function(kind: Function, told: Check, answer: Any) -> Sequence[Encoded | Problem]:
    if not callable(answer):
        return [Problem(_("This is not a function. Needed: {needed}.",
                          needed=said(kind.accepts)))]
    return [_called(answer, case.inputs) for case in told.visible]


def _called(function: Callable[..., Any], inputs: Inputs) -> Encoded | Problem:
    try:
        value = function(*[np.copy(x) if isinstance(x, np.ndarray) else x for x in inputs])
        return encode(None if value is Ellipsis else value)
    except Exception as e:           # a student's own function may raise anything
        given = ", ".join(_shown(x) for x in inputs)
        name, refused = type(e).__name__, of_refusal(e)
        return Problem(joined(" ", [
            _("Your function raised {error}: {text}. It was called with ({given}).",
              error=name, text=refused or str(e).strip(), given=given),
            "" if refused else plainly(name, str(e)) or ""]))


def _shown(x: Any) -> str:
    return f"array{x.shape}" if isinstance(x, np.ndarray) else repr(x)


def _of_expression(kind: Expression, answer: Any) -> Sequence[Encoded | Problem]:
    if callable(answer) and not hasattr(answer, "free_symbols"):
        return [Problem(_("This is a function. Needed: {needed}.", needed=said(kind.accepts)))]
    values = [evaluate_safely(answer, dict.fromkeys(kind.symbols, x)) for x in POINTS]
    if "reason" in values[0]:
        return [unusable(values[0]["reason"], kind.accepts)]
    return values


# -- laws --------------------------------------------------------------------------------------
def _laws(session: _Session, kind: Kind, told: Check, answer: Any,
          read: list[Value]) -> Iterator[Finding]:
    """The findings of a task's laws on an answer that could be read."""
    for value in read:
        yield from _safely(told.laws, value) if told.laws else ()
    own = {task: _of_its_shape(session.kinds[task], x) for task, x in session.answers.items()}
    own["variant"] = session.variant
    if told.function_laws:
        whole = _of_its_shape(kind, answer) if isinstance(kind, Function) else read[0]
        yield from _safely(told.function_laws, whole, own)
    if laws := told.symbolic_laws:
        yield from _safely(lambda: laws(_symbolic(answer)))


def _of_its_shape(kind: Kind, answer: Any) -> Any:
    """An answer as the judge reads it: a column is a vector, a 1 x 1 matrix a number."""
    if isinstance(kind, (Choice, Expression)) or answer is None or answer is Ellipsis:
        return answer
    if not isinstance(kind, Function):
        read = kind.read(encode(answer))
        return answer if isinstance(read, Problem) else read
    if not callable(answer):
        return answer

    def shaped(*inputs: Any, **named: Any) -> Any:
        value = answer(*inputs, **named)
        read = kind.returns.read(encode(value))
        return value if isinstance(read, Problem) else read
    return shaped


def _symbolic(answer: Any) -> sympy.Basic | sympy.MatrixBase:
    import sympy
    return answer if isinstance(answer, (sympy.Expr, sympy.MatrixBase)) else (
        sympy.Matrix(answer) if np.ndim(answer) else sympy.sympify(answer))


def _safely(laws: Callable[..., Iterable[Finding]], *answers: Any) -> list[Finding]:
    """The findings of laws that call a student's function; what it raises is a finding too."""
    from robokit.laws import Finding
    try:
        return list(laws(*answers))
    except Exception as e:           # a student's own function may raise anything
        return [Finding(False, "a law could not be tried, {error}: {text}",
                        error=type(e).__name__, text=str(e).strip())]
