"""Slips outside the steps: what was dealt misread, one term of an expression, other axes.

They are looked for last, where no step explains an answer (see `operators`), since there are
hundreds of ways. What makes no difference is left out, and so is all of a long computation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np

from ..practice.checks import Case
from ..practice.types import Terms, Value
from ..words import Text, _, numbered
from .ground import Ground
from .operator_names import WHOLE
from .operators import DEGREE, FEW, NEAR, TURNED, Change, Close, Result, Tried, is_turn, tried_at
from .stepping import value, watched

__all__ = ["elsewhere"]

MOST = 12           # numbers of one kind among those dealt, each of which may be misread
QUARTER = np.pi / 2


def elsewhere(ground: Ground) -> list[Tried]:
    """Every slip of these kinds from this ground; the terms are those of the truth."""
    if ground.assignment.adopt is not None or ground.task.law is not None:
        return []
    return [*_misread(ground), *(_in_terms(ground) if ground.true else ()),
            *_on_other_axes(ground)]


# -- the dealt numbers ---------------------------------------------------------------------------
def _misread(ground: Ground) -> Iterator[Tried]:
    """What a typed answer is where dealt numbers are read as something else."""
    if ground.task.cases is not None or watched(ground).long:
        return
    right, fields = value(ground, ground.assignment.truth, 0), dict(_fields(ground.variant))
    for name, x in fields.items():
        if not _same(right, _with_numbers(ground, name, 1.1 * x + 0.1)(0)):
            idle = ""               # a number of several that makes no difference
            for operator, told, change in _readings(name, x, fields):
                spot = operator.rpartition("] ")[0]
                if spot and spot == idle:
                    continue
                one = tried_at(Change(WHOLE, operator, told, ""),
                               _with_numbers(ground, name, change(x)))
                idle = spot if spot and _same(right, one.first) else idle
                yield one


def _same(one: Any, other: Any) -> bool:
    return one is not None and other is not None and bool(np.array_equal(one, other))


def _fields(numbers: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Every kind of dealt number under its name in the notebook: q, lengths.L_2."""
    for name, given in numbers.items():
        if isinstance(given, dict) and not within:
            yield from _fields(given, f"{name}.")
        elif _numbers(x := _array(given)):
            yield within + name, x


def _with_numbers(ground: Ground, name: str, x: Any) -> Callable[[int], Value | None]:
    """The answer with other numbers under this name."""
    outer, _dot, inner = name.rpartition(".")
    mine = ground.variant
    read = mine | ({outer: mine[outer] | {inner: x.tolist()}} if outer else {name: x.tolist()})
    return lambda k: value(replace(ground, variant=read), ground.assignment.truth, k)


def _readings(name: str, x: Any, fields: dict[str, Any]) -> Iterator[tuple[str, Text, Result]]:
    """Operators on dealt numbers: one of them, all of them, others in their place."""
    quoted = f"`v.{name}`"
    for operator, told, change in (
            ("negated", _("takes {name} with the opposite sign", name=quoted), np.negative),
            ("left out", _("takes nothing for {name}", name=quoted), np.zeros_like),
            ("radians", _("turns {name} into radians once more", name=quoted),
             lambda a: a * DEGREE),
            ("degrees", _("takes {name} in degrees", name=quoted), lambda a: a / DEGREE)):
        yield f"{name} {operator}", told, change
    for other, y in fields.items():
        if other != name and np.shape(y) == np.shape(x):
            yield (f"{other} for {name}", _("takes {other} where {name} belongs",
                                            other=f"`v.{other}`", name=quoted), _always(y))
        elif (np.ndim(x) == 0 and np.ndim(y) == 1 and len(y) <= FEW
              and name.rpartition(".")[0] == other.rpartition(".")[0]):
            for k, one in enumerate(y):
                yield (f"{other}[{k}] for {name}", _("takes {other} where {name} belongs",
                                                     other=f"`v.{other}[{k}]`", name=quoted),
                       _always(one))
    for one, two in permutations(range(len(x)), 2) if np.ndim(x) and len(x) <= FEW else ():
        yield (f"{name}[{one}] for {name}[{two}]",
               _("takes {other} where {name} belongs", other=f"`v.{name}[{one}]`",
                 name=f"`v.{name}[{two}]`"), _row_for(one, two))
    for place in np.ndindex(x.shape) if 0 < np.ndim(x) and x.size <= MOST else ():
        part = f"`v.{name}[{', '.join(map(str, place))}]`"
        spot = f"{name}[{', '.join(map(str, place))}]"
        yield (f"{spot} negated", _("takes {name} with the opposite sign", name=part),
               _at_place(place, np.negative))
        yield f"{spot} left out", _("takes nothing for {name}", name=part), _at_place(
            place, np.zeros_like)
        yield f"{spot} degrees", _("takes {name} in degrees", name=part), _at_place(
            place, lambda a: a / DEGREE)
        yield f"{spot} one", _("leaves {name} out", name=part), _at_place(place, np.ones_like)


def _array(x: Any) -> Any:
    """Dealt numbers as an array; None where they are none. A single whole number is a count."""
    if not isinstance(x, (float, list, tuple, np.ndarray)):
        return None
    try:
        found = np.asarray(x)
    except ValueError:
        return None
    return found.astype(float) if found.dtype.kind in "if" else None


def _numbers(x: Any) -> bool:
    """Are these dealt numbers that may be misread? Types of joints are none."""
    return x is not None and x.size > 0 and not (
        x.ndim < 2 and bool(np.isin(x, (0, 1)).all()))


def _always(y: Any) -> Result:
    return lambda x: y


def _row_for(one: int, two: int) -> Result:
    """The numbers of one link in the place of another's."""
    return lambda x: np.stack([x[one] if k == two else x[k] for k in range(len(x))])


def _at_place(place: tuple[int, ...], change: Result) -> Result:
    """One number of several, changed."""
    def made(x: Any) -> Any:
        found = x.copy()
        found[place] = change(x[place])
        return found
    return made


# -- one term of an expression -------------------------------------------------------------------
#: What may happen to a letter in one term: name of the operator, what is said, what it makes.
IN_A_TERM: tuple[tuple[str, Callable[[str, Text], Text], tuple[Result, ...]], ...] = (
    ("sine for cosine", lambda x, term: _(
        "exchanges sine and cosine of {name} in the term “{term}”", name=x, term=term),
     (lambda a: QUARTER - a,)),
    ("sine for cosine", lambda x, term: _(
        "is a quarter of a turn off with {name} in the term “{term}”: its sine and cosine change "
        "places, and one of them its sign", name=x, term=term),
     (lambda a: a + QUARTER, lambda a: a - QUARTER)),
    ("left out", lambda x, term: _(
        "takes nothing for {name} in the term “{term}”", name=x, term=term), (lambda a: 0 * a,)),
    ("one", lambda x, term: _("leaves {name} out in the term “{term}”", name=x, term=term),
     (lambda a: 1.0,)),
    ("negated", lambda x, term: _(
        "takes {name} with the opposite sign in the term “{term}”", name=x, term=term),
     (lambda a: -a,)),
    ("not squared", lambda x, term: _(
        "does not square {name} in the term “{term}”", name=x, term=term), (np.sqrt,)),
)


def _in_terms(ground: Ground) -> Iterator[Tried]:
    """What an expression is where a letter is taken for something else in one of its terms."""
    case = ground.cases[0].inputs
    if not ground.task.terms or not isinstance(case, dict):
        return
    met = set[bytes]()
    for operator, told, read in _letters(case):
        before, after = (_parts(ground, 0, reading) for reading in (None, read))
        for way, (old, new) in enumerate(zip(before, after)):
            for term in (one for one in old if one in new):
                gained = np.asarray(new[term], float) - np.asarray(old[term], float)
                if np.abs(gained).max() <= NEAR or (
                        same := gained.round(9).tobytes()) in met:
                    continue
                met.add(same)
                yield tried_at(Change(WHOLE, f"{operator} in {term}", told(numbered(term)), ""),
                               _one_term(ground, way, term, read))


def _letters(case: dict[str, Any]) -> Iterator[tuple[str, Callable[[Text], Text], Result]]:
    """Every letter as something else: name of the operator, what is said of a term, the letters."""
    def with_letter(letter: str, change: Result) -> Result:
        return lambda letters: letters | {letter: change(letters[letter])}

    def another(letter: str, other: str) -> Result:
        return lambda letters: letters | {letter: letters[other]}

    def of_letter(letter: str, told: Callable[[str, Text], Text]) -> Callable[[Text], Text]:
        return lambda term: told(f"`{letter}`", term)

    def of_two(letter: str, other: str) -> Callable[[Text], Text]:
        return lambda term: _("takes {other} where {name} belongs in the term “{term}”",
                              other=f"`{other}`", name=f"`{letter}`", term=term)

    for letter in case:
        for operator, told, changes in IN_A_TERM:
            for change in changes:
                yield f"{letter} {operator}", of_letter(letter, told), with_letter(letter, change)
        for other in case:
            if other != letter:
                yield f"{other} for {letter}", of_two(letter, other), another(letter, other)


def _parts(ground: Ground, k: int, read: Result | None) -> list[Terms]:
    """For each way of making terms, those of case k, its letters read otherwise.

    Nothing where nobody can compute with them so, as with a mass below zero.
    """
    case = ground.cases[k]
    try:
        with np.errstate(all="ignore"):
            changed = case if read is None else Case(read(case.inputs), case.group)
            return [way[0] for way in ground.task.parts(ground.assignment.truth, ground.variant,
                                                        [changed])]
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return []


def _one_term(ground: Ground, way: int, term: str, read: Result
              ) -> Callable[[int], Value | None]:
    def at(k: int) -> Value | None:
        right = value(ground, ground.assignment.truth, k)
        parts = [_parts(ground, k, reading) for reading in (None, read)]
        if right is None or not all(parts) or any(term not in made[way] for made in parts):
            return None
        old, new = (np.asarray(made[way][term], float) for made in parts)
        return np.asarray(right - old + new)
    return at


# -- other axes ----------------------------------------------------------------------------------
def _on_other_axes(ground: Ground) -> Iterator[Tried]:
    """Vectors or a tensor, right but on the axes of a frame that stands on the way."""
    right = value(ground, ground.assignment.truth, 0)
    if (not isinstance(right, np.ndarray) or right.size % 3 or right.dtype.kind != "f"
            or not right.size or right.ndim > 2 or is_turn(right)):
        return
    turned: dict[int, list[Value]] = {}

    def fits(close: Close, cases: Sequence[int]) -> bool:
        for k in cases:
            if k not in turned:
                turned[k] = list(_turned(ground, k))
            if not any(close(x, k) for x in turned[k]):
                return False
        return bool(cases)
    yield Tried(Change(WHOLE, TURNED, _("is right on the axes of another frame"), ""),
                None, None, fits=fits)


def _turned(ground: Ground, k: int) -> Iterator[Value]:
    """The right answer on all other axes that the computation knows."""
    right, given = value(ground, ground.assignment.truth, k), ground.cases[k].inputs
    if not isinstance(right, np.ndarray):
        return
    met = [*watched(ground, k).known.values(), *(given.values() if isinstance(given, dict)
                                                 else given)]
    turns = {x.tobytes(): x for x in met
             if isinstance(x, np.ndarray) and x.dtype.kind == "f" and is_turn(x)}
    for tau in [turn for x in turns.values() for turn in (x, x.T)]:
        for x in _on(tau, right):
            if np.abs(x - right).max() > NEAR:
                yield x


def _on(tau: Any, x: Any) -> Iterator[Value]:
    """Numbers of three that are vectors, each turned; a tensor, or a matrix of four blocks."""
    if np.shape(x) in ((3, 3), (6, 6)):
        both = np.kron(np.eye(len(x) // 3), tau)
        yield both @ x @ both.T
        if len(x) == 3:
            yield tau @ x
    elif np.shape(x)[-1] % 3 == 0:
        yield (x.reshape(-1, 3) @ tau.T).reshape(x.shape)
