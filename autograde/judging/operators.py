"""Slips that nobody wrote down: every step of a computation with one of a handful of operators.

A step is a method of the rules, or of a part of them such as State. An operator turns its sign,
doubles it, leaves it out, transposes it, hands on an argument unchanged, moves an index by one,
swaps two arguments, or forgets the first or last of a list. The answer that comes of it is worked
out when an answer is to be explained, from any ground; the message is made of the step's own
description and the operator.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from ..practice.types import Value
from .ground import Ground, NotAsked
from .mistakes import Steps

__all__ = ["Change", "Tried", "explaining", "steps_of", "tried"]

SHAPE = re.compile(r"\s*\((\d+,|n,|\d, ?\d|n, ?n)[^()]*\)\.?$")
SENTENCE = re.compile(r"(?<![.\d])(?<!fig)\. |; ")
LONGEST = 16                    # words on a step
SKIPPED = ("at",)               # makes a State: what it holds is changed step by step


@dataclass(frozen=True)
class Change:
    """One operator on one step."""

    step: str           # name of the method, or of a part's: State.tau
    operator: str       # its name: "negated", "argument 2 plus 1"
    said: str           # in words, after the step: "has the opposite sign"
    about: str          # what the step is: the first sentence of its docstring

    @property
    def name(self) -> str:
        return f"{self.step}, {self.operator}"

    def __str__(self) -> str:
        return f"the step “{self.about or self.step.replace('_', ' ')}” {self.said}"


Changed = Callable[[Callable[..., Any], Any, tuple[Any, ...], dict[str, Any]], Any]


@dataclass(frozen=True)
class Tried:
    """A change, how it is made, and the answer to the first case that comes of it."""

    change: Change
    made: Changed
    first: Value | None


Result = Callable[[Any], Any]
#: Operator -> what is said of it, and what it makes of a step's result; None where it cannot be.
RESULTS: dict[str, tuple[str, Result]] = {
    "negated": ("has the opposite sign", lambda x: -x),
    "left out": ("is left out", lambda x: 0 * x),
    "doubled": ("is taken twice", lambda x: 2 * x),
    "halved": ("is taken by half", lambda x: x / 2),
    "transposed": ("is transposed",
                   lambda x: x.T if np.ndim(x) == 2 and np.shape(x)[0] == np.shape(x)[1] else None),
}
LISTS: dict[str, tuple[str, Result]] = {
    "without its first": ("forgets the first", lambda x: x[1:]),
    "without its last": ("forgets the last", lambda x: x[:-1]),
}


def steps_of(ground: Ground) -> dict[str, list[Any]]:
    """Step -> the arguments of its first call, while the truth is worked out for the first case."""
    seen: dict[str, list[Any]] = {}

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def called(self: Any, *args: Any, **named: Any) -> Any:
            result = function(self, *args, **named)
            seen.setdefault(name, [args, result])
            return result
        return called
    _value(ground, _changed(ground.assignment.truth, watched), 0)
    return {name: call for name, call in seen.items() if name not in SKIPPED}


def tried(ground: Ground) -> list[Tried]:
    """Every change of one step, and what the first case then answers; it fits any answer."""
    truth = ground.assignment.truth
    return [Tried(Change(name, operator, said, _about(truth, name)), change,
                  _value(ground, _with(truth, name, change), 0))
            for name, (args, result) in steps_of(ground).items()
            for operator, said, change in _changes(args, result)]


def explaining(ground: Ground, close: Callable[[Value, int], bool],
               known: list[Tried] | None = None) -> list[Change]:
    """The changes of one step whose answer `close` accepts at every case.

    known: what `tried` found from this ground, where it is looked through more than once.
    """
    return [one.change for one in (tried(ground) if known is None else known)
            if one.first is not None and close(one.first, 0) and _fits(ground, one, close)]


def _fits(ground: Ground, one: Tried, close: Callable[[Value, int], bool]) -> bool:
    rules = _with(ground.assignment.truth, one.change.step, one.made)
    return all((value := _value(ground, rules, k)) is not None and close(value, k)
               for k in range(1, len(ground.cases)))


def _value(ground: Ground, rules: Steps, k: int) -> Value | None:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            value = ground.value(rules, k)
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, NotAsked,
            RecursionError):        # a step that asks itself with an index that never ends
        return None
    return value


# -- the operators -------------------------------------------------------------------------------
def _changes(args: tuple[Any, ...], result: Any) -> Iterator[tuple[str, str, Changed]]:
    """What can be changed about a step that was called like this: operator, words, change."""
    if _numeric(result):
        for name, (said, change) in RESULTS.items():
            if _try(change, result) is not None:
                yield name, said, _of_result(change)
        for k, x in enumerate(args):
            if _numeric(x) and np.ndim(x) <= 1 and np.shape(x) == np.shape(result):
                what = "a vector" if np.ndim(x) else "a number"
                yield f"argument {k + 1} handed on", f"hands {what} on as it came", _handed_on(k)
    elif isinstance(result, (range, list, tuple)) and len(result) > 1:
        for name, (said, change) in LISTS.items():
            yield name, said, _of_result(change)
    for k, x in enumerate(args):
        if isinstance(x, (int, np.integer)) and not isinstance(x, bool):
            for by, said in ((1, "one too high"), (-1, "one too low")):
                yield (f"argument {k + 1} {by:+d}", f"has an index {said}",
                       _of_argument(k, _moved(by)))
        if _numeric(x) and np.ndim(x) == 2 and np.shape(x)[0] == np.shape(x)[1] > 1:
            yield (f"argument {k + 1} transposed", "takes the transpose of a matrix",
                   _of_argument(k, np.transpose))
        for other in range(k + 1, len(args)):
            if _numeric(x) and _numeric(args[other]) and np.ndim(x) and (
                    np.shape(x) == np.shape(args[other])):
                yield (f"arguments {k + 1} and {other + 1} swapped", "exchanges two quantities",
                       _swapped(k, other))


def _numeric(x: Any) -> bool:
    return isinstance(x, (float, np.floating)) or (
        isinstance(x, np.ndarray) and x.dtype.kind == "f" and x.size > 0)


def _try(change: Result, x: Any) -> Any:
    try:
        return change(x)
    except (TypeError, ValueError, ArithmeticError):
        return None


def _of_result(change: Result) -> Changed:
    return lambda f, self, args, named: change(f(self, *args, **named))


def _of_argument(k: int, change: Result) -> Changed:
    return lambda f, self, args, named: f(self, *args[:k], change(args[k]), *args[k + 1:], **named)


def _moved(by: int) -> Result:
    return lambda index: index + by


def _handed_on(k: int) -> Changed:
    return lambda f, self, args, named: np.asarray(args[k])[()]


def _swapped(k: int, other: int) -> Changed:
    def change(f: Callable[..., Any], self: Any, args: tuple[Any, ...],
               named: dict[str, Any]) -> Any:
        made = list(args)
        made[k], made[other] = made[other], made[k]
        return f(self, *made, **named)
    return change


# -- steps replaced ------------------------------------------------------------------------------
def _methods(cls: type) -> dict[str, Callable[..., Any]]:
    """The public methods of a class, down to the ground that all rules share."""
    return {name: value for part in reversed(cls.__mro__[:-1]) if part is not Steps
            for name, value in vars(part).items()
            if not name.startswith("_") and callable(value) and not isinstance(value, type)}


def _parts(rules: Steps) -> dict[str, type]:
    """Parts of the rules that are classes of their own."""
    return {name: part for name in dir(type(rules)) if not name.startswith("_")
            and isinstance(part := getattr(type(rules), name), type)}


def _changed(rules: Steps, watched: Callable[[str, Callable[..., Any]], Callable[..., Any]]
             ) -> Steps:
    """Rules each of whose steps is what `watched` makes of it."""
    own: dict[str, Any] = {name: watched(name, f) for name, f in _methods(type(rules)).items()}
    for part, cls in _parts(rules).items():
        own[part] = type(cls.__name__, (cls,), {
            name: watched(f"{part}.{name}", f) for name, f in _methods(cls).items()
            if not isinstance(_held(cls, name), (staticmethod, classmethod, property))})
    made: Steps = type("Watched", (type(rules),), own)()
    return made


def _held(cls: type, name: str) -> Any:
    """An attribute as its class holds it."""
    return next((vars(part)[name] for part in cls.__mro__ if name in vars(part)), None)


def _with(rules: Steps, step: str, change: Changed) -> Steps:
    """Rules with one step changed."""
    part, _, name = step.rpartition(".")
    cls = _parts(rules)[part] if part else type(rules)
    function = _methods(cls)[name]

    @wraps(function)
    def replaced(self: Any, *args: Any, **named: Any) -> Any:
        return change(function, self, args, named)
    made = type(cls.__name__, (cls,), {name: replaced})
    if not part:
        whole: Steps = made()
    else:
        whole = type("Changed", (type(rules),), {part: made})()
    return whole


def _about(rules: Steps, step: str) -> str:
    """The first sentence of a step's docstring, without the shape at its end, at most so long."""
    part, _, name = step.rpartition(".")
    cls = _parts(rules)[part] if part else type(rules)
    lines = (getattr(_methods(cls)[name], "__doc__", None) or "").strip().splitlines()
    said = SHAPE.sub("", SENTENCE.split(lines[0])[0]).rstrip(".") if lines else ""
    words = said.split()
    return said if len(words) <= LONGEST else " ".join(words[:LONGEST]) + " ..."
