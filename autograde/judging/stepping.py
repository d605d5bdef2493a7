"""The steps of a computation watched, and one of them replaced.

A step is a method of the rules, or of a part of them that is a class of its own, such as State.
Watching says how each step was called, which steps it needed, and what it gave. When one step is
replaced, all steps that do not need it give what they gave before: they are looked up.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any

import numpy as np

from ..practice.types import Value
from ..words import _, said
from .ground import Ground, NotAsked
from .mistakes import Steps, title_of
from .task import Assignment

__all__ = ["Call", "Changed", "Watched", "about", "at_one_call", "closer", "slip_title", "value",
           "watched", "with_step"]

SHAPE = re.compile(r"\s*\((\d+,|n,|\d, ?\d|n, ?n|\.\.\.,)[^()]*\)\.?$")
SENTENCE = re.compile(r"(?<![.\d])(?<!fig)\. |; ")
LONGEST = 16                    # words on a step
MOST_KEPT = 800                 # results of one computation; of more, looking up takes longer

Step = Callable[..., Any]
#: (the step, its object, positional arguments, named ones) -> what is given instead
Changed = Callable[[Step, Any, tuple[Any, ...], dict[str, Any]], Any]


@dataclass
class Call:
    """How a step was called: first arguments and result, and the whole numbers and words later."""

    args: tuple[Any, ...]
    result: Any
    names: tuple[str, ...]              # of the parameters
    words: list[set[Any]]               # by the place of the argument: indices, axes


@dataclass
class Watched:
    """One computation of the truth: its steps, which needs which, and what each gave."""

    rules: Steps
    calls: dict[str, Call] = field(default_factory=dict)
    needs: dict[str, set[str]] = field(default_factory=dict)        # step -> steps inside it
    known: dict[Hashable, Any] = field(default_factory=dict)        # step and arguments -> result
    kept: dict[int, Any] = field(default_factory=dict)  # objects known by their identity
    long: bool = False

    def look_up(self, name: str, function: Step, owner: Any, args: tuple[Any, ...],
                named: dict[str, Any]) -> Any:
        """What the step gave for the same arguments, or gives now."""
        key = None if self.long else _key(self, name, owner, args, named)
        found = self.known.get(key, self) if key is not None else self
        if found is self:
            return function(owner, *args, **named)
        return found.copy() if isinstance(found, np.ndarray) else found

    def keep(self, name: str, owner: Any, args: tuple[Any, ...], named: dict[str, Any],
             result: Any) -> None:
        """Remember what a step gave; of a long computation nothing is kept."""
        if not self.long and not isinstance(result, Iterator) and (
                key := _key(self, name, owner, args, named)):
            self.known[key] = result
        if len(self.known) > MOST_KEPT:
            self.long = True
            self.known.clear()

    def needing(self, step: str) -> set[str]:
        """The step, and all that would not be the same without it."""
        return {step} | {name for name, inside in self.needs.items() if step in inside}


def watched(ground: Ground, k: int = 0) -> Watched:
    """The steps of the truth at case k, in the order in which they end."""
    rules, open_steps = closer(ground.assignment.truth), list[str]()
    seen = Watched(rules)
    parts = tuple(_parts(rules).values())

    def watch(name: str, function: Step) -> Step:
        names = _parameters(function)[0]

        @wraps(function)
        def called(self: Any, *args: Any, **named: Any) -> Any:
            args, named = _placed(function, args, named)
            open_steps.append(name)
            try:
                result = function(self, *args, **named)
            finally:
                open_steps.pop()
            _note(seen, name, names, args, result)
            for outer in open_steps:
                seen.needs.setdefault(outer, set()).update({name}, seen.needs.get(name, ()))
            if _holds(result, parts):       # who asks it later asks steps of the part
                made = {f"{part}.{inner}" for part, cls in _parts(rules).items()
                        for inner in _methods(cls)}
                for outer in [*open_steps, name]:
                    seen.needs.setdefault(outer, set()).update(made)
            seen.keep(name, self, args, named, result)
            return result
        return called
    watching = _all_changed(rules, watch)
    value(ground, watching, k)
    for one in seen.kept.values():      # nobody watches a state that is handed on from here
        for name, cls in _parts(rules).items():
            if type(one) is getattr(watching, name):
                one.__class__ = cls
    return seen


def _note(seen: Watched, name: str, names: tuple[str, ...], args: tuple[Any, ...],
          result: Any) -> None:
    call = seen.calls.setdefault(name, Call(args, result, names, [set() for _ in args]))
    for x, words in zip(args, call.words):
        if isinstance(x, (str, int, np.integer)) and not isinstance(x, bool):
            words.add(x)


@cache
def _parameters(function: Step) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The parameters of a step without the object, and their defaults; () where it takes any."""
    found = list(inspect.signature(function).parameters.values())[1:]
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in found):
        return (), ()
    return tuple(p.name for p in found), tuple(p.default for p in found)


def _placed(function: Step, args: tuple[Any, ...],
            named: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """All arguments by their place, defaults too."""
    names, defaults = _parameters(function)
    if len(args) == len(names) or not names:
        return args, named
    rest = tuple(named.get(name, default) for name, default in zip(names, defaults))[len(args):]
    return (*args, *rest), {}


def _holds(result: Any, parts: tuple[type, ...]) -> bool:
    return isinstance(result, parts) or isinstance(result, tuple) and any(
        isinstance(x, parts) for x in result)


def value(ground: Ground, rules: Steps, k: int) -> Value | None:
    """What these rules answer to case k; None where they leave nothing to compute."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            found = ground.value(rules, k)
            return None if _holed(found) else found
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, NotAsked,
            RecursionError):        # a step that asks itself with an index that never ends
        return None


def _holed(found: Value | None) -> bool:
    """An array of which a changed step left a part out, as the root of a negative number does."""
    return (isinstance(found, np.ndarray) and found.dtype == object
            and any(x is None for x in found.flat))


# -- what is known already -----------------------------------------------------------------------
def _key(seen: Watched, name: str, owner: Any, args: tuple[Any, ...],
         named: dict[str, Any]) -> Hashable | None:
    """The same for the same step with the same numbers; None where that cannot be said."""
    try:
        part = () if isinstance(owner, Steps) else (id(owner),)
        if part:
            seen.kept[id(owner)] = owner
        key = (name, part, *[_same(seen, x) for x in args])
        return (*key, *((word, _same(seen, x)) for word, x in sorted(named.items()))
                ) if named else key
    except TypeError:
        return None


def _same(seen: Watched, x: Any) -> Hashable:
    if isinstance(x, np.ndarray) and x.dtype.char != "O":
        return x.shape, x.dtype.char, x.tobytes()
    if isinstance(x, (str, int, float, np.generic, type(None))):
        return type(x), x
    if isinstance(x, (list, tuple, range)):
        return tuple(_same(seen, part) for part in x)
    if isinstance(x, dict):
        return tuple((key, _same(seen, part)) for key, part in x.items())
    seen.kept[id(x)] = x
    return id(x)


# -- steps replaced ------------------------------------------------------------------------------
def closer(rules: Steps) -> Steps:
    """The same rules in finer steps, where they have them."""
    finer = getattr(rules, "closer", {})        # rules of an author's own may be any class
    return type("Closer", (type(rules),), dict(finer))() if finer else rules


def with_step(rules: Steps, step: str, change: Changed, seen: Watched | None = None) -> Steps:
    """Rules with one step changed; steps that do not need it are looked up in `seen`."""
    dependent = seen.needing(step) if seen else set()

    def made(name: str, function: Step) -> Step:
        if name == step:
            @wraps(function)
            def replaced(self: Any, *args: Any, **named: Any) -> Any:
                return change(function, self, *_placed(function, args, named))
            return replaced
        if (seen is None or seen.long or name in dependent or name not in seen.calls
                or "." in name):            # a state remembers by itself
            return function
        known = seen

        @wraps(function)
        def looked_up(self: Any, *args: Any, **named: Any) -> Any:
            return known.look_up(name, function, self, *_placed(function, args, named))
        return looked_up
    return _all_changed(rules, made, [step] if seen is None or seen.long else None)


def at_one_call(ground: Ground, name: str) -> Iterator[Steps]:
    """Rules that make a mistake of one step with one whole number alone: for joint 3, say."""
    assignment = ground.assignment
    steps = list(assignment.mistakes[name].replaces(assignment.rules))
    call = watched(ground).calls.get(steps[0]) if len(steps) == 1 else None
    if call is None or "." in steps[0]:
        return
    right = getattr(type(assignment.truth), steps[0])
    for k, words in enumerate(call.words):
        if len(words) > 1 and all(isinstance(word, (int, np.integer)) for word in words):
            for word in sorted(words):
                yield with_step(assignment.slipped[name], steps[0], _where(k, word, right))


def _where(k: int, word: int, right: Step) -> Changed:
    """The step as it is where argument k is this word, else the right one."""
    return lambda f, self, args, named: (f if args[k:k + 1] == (word,) else right)(
        self, *args, **named)


def _all_changed(rules: Steps, made: Callable[[str, Step], Step],
                 only: list[str] | None = None) -> Steps:
    """Rules each of whose steps, or only these, is what `made` makes of it."""
    own: dict[str, Any] = {name: now for name, f in _methods(type(rules)).items()
                           if (only is None or name in only) and (now := made(name, f)) is not f}
    for part, cls in _parts(rules).items():
        methods = {name: f for name, f in _methods(cls).items()
                   if (only is None or f"{part}.{name}" in only) and not isinstance(
                       _held(cls, name), (staticmethod, classmethod, property))}
        changed = {name: now for name, f in methods.items()
                   if (now := made(f"{part}.{name}", f)) is not f}
        if changed:
            own[part] = type(cls.__name__, (cls,), changed)
    whole: Steps = type("Changed", (type(rules),), own)()
    return whole


def _methods(cls: type) -> dict[str, Step]:
    """The public methods of a class, down to the ground that all rules share."""
    return {name: item for part in reversed(cls.__mro__[:-1]) if part is not Steps
            for name, item in vars(part).items()
            if not name.startswith("_") and callable(item)
            and not isinstance(item, (type, staticmethod, classmethod))}


def _parts(rules: Steps) -> dict[str, type]:
    """Parts of the rules that are classes of their own."""
    return {name: part for name in dir(type(rules)) if not name.startswith("_")
            and isinstance(part := getattr(type(rules), name), type)}


def _held(cls: type, name: str) -> Any:
    """An attribute as its class holds it."""
    return next((vars(part)[name] for part in cls.__mro__ if name in vars(part)), None)


def about(rules: Steps, step: str) -> str:
    """The first sentence of a step's docstring, without the shape at its end, at most so long.

    A step without one is called by its name.
    """
    part, _dot, name = step.rpartition(".")
    method = _methods(_parts(rules).get(part, type(rules))).get(name)
    lines = (method.__doc__ or "").strip().splitlines() if method else []
    first = SHAPE.sub("", SENTENCE.split(lines[0])[0]).rstrip(".") if lines else ""
    words = first.split() or step.split("_")
    return " ".join(words[:LONGEST]) + " ..." * (len(words) > LONGEST)


def slip_title(assignment: Assignment, name: str) -> str:
    """A slip for the instructor's tables; a step that it changes is called as in messages."""
    rules = closer(assignment.truth)
    return title_of(name, assignment.catalogue,
                    lambda step: _("“{step}”", step=said(about(rules, step))))
