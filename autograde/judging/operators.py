"""Slips that nobody wrote down: every step of a computation with one of a handful of operators.

An operator changes what a step gives, what it is given, or one call of it: the sign, a factor, a
transpose, an index, a unit, one quantity in the place of another, the order of a product. The
answer that comes of it is worked out when an answer is to be explained, from any ground; the
message is made of the step's own description and the operator. `stepping` watches the steps and
replaces them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..practice.checks import Case
from ..practice.types import Value
from ..words import Text, _, said
from .ground import Ground
from .operator_names import WHOLE
from .stepping import Call, Changed, about, closer, value, watched, with_step

__all__ = ["DEGREE", "FEW", "NEAR", "Change", "Close", "Result", "Tried", "explaining", "is_turn",
           "told_of", "tried", "tried_at"]

SKIPPED = ("at",)       # makes a State: what it holds is changed step by step
FEW = 4                 # factors that may be in any order; words at which a step may differ
DEGREE = np.pi / 180
WHOLES = ("negated", "doubled", "halved", "transposed", "degrees", "radians",
          "component 1 negated", "component 2 negated", "blocks exchanged",
          "upper block negated", "lower block negated", "halves exchanged", "slides as turns")
AXES = ("x", "y", "z")
TYPES = ("sigma", "s")  # what types of joints are called
TURNED = "on other axes"        # of an answer as a whole
NEAR = 1e-9             # of a unit vector's length
Result = Callable[[Any], Any]
Close = Callable[[Value, int], bool]    # is this the answer that was given to the case?
Operator = tuple[str, Text, Changed]    # its name, what is said of it, how it is made


@dataclass(frozen=True)
class Change:
    """One operator on one step."""

    step: str           # name of the method, or of a part's: State.tau; or WHOLE
    operator: str       # its name: "negated", "k +1", see `operator_names`
    said: Text          # in words, after the step: "has the opposite sign"
    about: str          # what the step is: the first sentence of its docstring, or its name

    @property
    def name(self) -> str:
        return f"{self.step}, {self.operator}"

    def __str__(self) -> Text:
        if self.step == WHOLE and (self.operator in RESULTS or self.operator == TURNED):
            return _("the answer {change}", change=self.said)
        if self.step == WHOLE:              # a number or a letter is taken otherwise
            return _("the computation {change}", change=self.said)
        return _("the step “{step}” {change}", step=said(self.about), change=self.said)


@dataclass(frozen=True)
class Tried:
    """A change, how it is made, and the answer to the first case that comes of it.

    at: the answer at any case, where the change is none of a step. fits: whether it is accepted at
    these cases, where no single answer says it.
    """

    change: Change
    made: Changed | None
    first: Value | None
    at: Callable[[int], Value | None] | None = None
    fits: Callable[[Close, Sequence[int]], bool] | None = None
    known: dict[int, Value | None] = field(default_factory=dict)    # the answers at other cases


def tried(ground: Ground) -> list[Tried]:
    """Every change of one step, and what the first case then answers; it fits any answer."""
    seen, found = watched(ground), list[Tried]()
    truth, right = seen.rules, value(ground, ground.assignment.truth, 0)
    for name in WHOLES:
        told, change = RESULTS[name]
        if _numeric(right) and (first := _try(change, right)) is not None:
            found.append(Tried(Change(WHOLE, name, told, ""), None, first,
                               _of_answer(ground, change)))
    found.extend(_of_letters(ground))
    for name, call in seen.calls.items():
        if name in SKIPPED:
            continue
        now: list[Changed] = []         # one class for all changes of a step
        rules = with_step(truth, name, lambda *called, now=now: now[-1](*called), seen)
        what = about(truth, name)
        for operator, told, change in _changes(name, call, brief=seen.long):
            now.append(change)
            found.append(Tried(Change(name, operator, told, what), change,
                               value(ground, rules, 0)))
    return found


def explaining(ground: Ground, close: Close, known: list[Tried] | None = None,
               cases: Sequence[int] | None = None, sharp: Close | None = None) -> list[Change]:
    """The changes of one step whose answer `close` accepts at every case, or at these.

    What is seen in the answer as a whole says enough. Else what a step gives goes before what it
    is given, and the last steps, which are nearest to the answer, before the first.

    known: what `tried` found from this ground, where it is looked through more than once.
    sharp: to all digits; what explains them goes before what comes near.
    """
    cases = range(len(ground.cases)) if cases is None else cases
    found = [one for one in (tried(ground) if known is None else known)
             if _fits(ground, one, close, cases)]
    if sharp is not None and len(found) > 1:
        found = [one for one in found if _fits(ground, one, sharp, cases)] or found
    fitting = [one.change for one in found]
    everywhere = {change.name for change in fitting}        # and so at each single call
    fitting = [change for change in fitting if " at " not in change.operator
               or change.name.rpartition(" at ")[0] not in everywhere]
    if any(change.operator == "negated" for change in fitting):     # and so is what it is given
        fitting = [change for change in fitting if not (
            change.operator.endswith(" negated") and "`" in change.said)]
    whole = [change for change in fitting if change.step == WHOLE and change.operator in RESULTS]
    others = [change for change in fitting if change.step == WHOLE]
    steps = list(dict.fromkeys(change.step for change in fitting))[::-1]
    return whole[:1] or sorted((c for c in fitting if c.step != WHOLE), key=lambda change: (
        "`" in change.said, steps.index(change.step))) or others


def told_of(changes: Sequence[Change]) -> tuple[Text, bool]:
    """What one of these changes explains, or one of the first two; and whether it is one alone.

    A step that has both is described once. Of more than two it is said that these are examples.
    """
    first, *others = {str(change): change for change in changes}.values()
    if not others:
        return _("one slip explains it: {change}.", change=str(first)), True
    other = others[0]
    if other.step == first.step != WHOLE:
        both = _("the step “{step}” {one}, or {other}", step=said(first.about), one=first.said,
                 other=other.said)
    else:
        both = _("{one}, or {other}", one=str(first), other=str(other))
    return (_("one slip explains it, for example: {change}.", change=both) if others[1:] else
            _("one slip explains it: {change}.", change=both)), False


def _fits(ground: Ground, one: Tried, close: Close, cases: Sequence[int]) -> bool:
    if one.fits is not None:
        return one.fits(close, cases)
    if 0 in cases and (one.first is None or not close(one.first, 0)):
        return False
    at = one.at or _with_change(ground, one)
    for k in filter(None, cases):
        if k not in one.known:
            one.known[k] = at(k)
        if (found := one.known[k]) is None or not close(found, k):
            return False
    return True


def _with_change(ground: Ground, one: Tried) -> Callable[[int], Value | None]:
    """The answer at any case with a step changed."""
    assert one.made is not None
    rules = with_step(closer(ground.assignment.truth), one.change.step, one.made)
    return lambda k: value(ground, rules, k)


def _of_answer(ground: Ground, change: Result) -> Callable[[int], Value | None]:
    """The right answer at any case, changed as a whole."""
    def at(k: int) -> Value | None:
        right = value(ground, ground.assignment.truth, k)
        return None if right is None else _try(change, right)
    return at


# -- the operators -------------------------------------------------------------------------------
#: Operator on what a step gives -> what is said of it, and what it makes of it; None: it cannot.
RESULTS: dict[str, tuple[Text, Result]] = {
    "negated": (_("has the opposite sign"), lambda x: -x),
    "left out": (_("is left out"), lambda x: 0 * x),
    "doubled": (_("is taken twice"), lambda x: 2 * x),
    "halved": (_("is taken by half"), lambda x: x / 2),
    "transposed": (_("is transposed"), lambda x: x.T if _square(x) else None),
    "unit": (_("is left out, as if it were the unit matrix"),
             lambda x: np.eye(len(x)) if _square(x) else None),
    "degrees": (_("is taken in degrees"), lambda x: x / DEGREE if np.ndim(x) == 0 else None),
    "radians": (_("is turned into radians once more"),
                lambda x: x * DEGREE if np.ndim(x) == 0 else None),
    "squared": (_("is squared"), lambda x: x * x if np.ndim(x) == 0 else None),
    "root": (_("has a square root taken of it"),
             lambda x: np.sqrt(x) if np.ndim(x) == 0 and x > 0 else None),
    "along Z": (_("is taken for (0, 0, 1)"),
                lambda x: np.array([0.0, 0, 1]) if np.shape(x) == (3,) and _unit(x) else None),
    "diagonal": (_("keeps its diagonal alone"),
                 lambda x: np.diag(np.diag(x)) if _square(x) else None),
    "component 1 negated": (_("has the opposite sign in component {number}", number=1),
                            lambda x: x * [-1, 1] if np.shape(x) == (2,) else None),
    "component 2 negated": (_("has the opposite sign in component {number}", number=2),
                            lambda x: x * [1, -1] if np.shape(x) == (2,) else None),
    "blocks exchanged": (_("has the blocks beside its diagonal exchanged"),
                         lambda x: _blocks(x) if np.shape(x) == (6, 6) else None),
    "upper block negated": (_("has the opposite sign in its upper right block"),
                            lambda x: _signed(x, (0, 3)) if np.shape(x) == (6, 6) else None),
    "lower block negated": (_("has the opposite sign in its lower left block"),
                            lambda x: _signed(x, (3, 0)) if np.shape(x) == (6, 6) else None),
    "halves exchanged": (_("has its upper and its lower three exchanged"),
                         lambda x: np.roll(x, 3) if np.shape(x) == (6,) else None),
    "slides as turns": (_("has the axis of a slide in the half of the turns"),
                        lambda x: _slides(x) if 6 in np.shape(x) else None),
    "beside the diagonal negated": (_("has the opposite sign beside its diagonal"),
                                    lambda x: 2 * np.diag(np.diag(x)) - x if _square(x) else None),
}
#: The same for a step that gives a list or a range.
LISTS: dict[str, tuple[Text, Result]] = {
    "without its first": (_("forgets the first"), lambda x: x[1:]),
    "without its last": (_("forgets the last"), lambda x: x[:-1]),
    "reversed": (_("goes in reverse order"), lambda x: x[::-1]),
}
#: And for a range of links or joints.
RANGES: dict[str, tuple[Text, Result]] = {
    "from one before": (_("begins one too early"), lambda x: range(x.start - 1, x.stop)),
    "to one behind": (_("goes one too far"), lambda x: range(x.start, x.stop + 1)),
    "one before": (_("runs one too low"), lambda x: range(x.start - 1, x.stop - 1)),
    "one behind": (_("runs one too high"), lambda x: range(x.start + 1, x.stop + 1)),
    "from the first": (_("begins with the first of all"), lambda x: range(min(x.start, 1), x.stop)),
    "from 0": (_("begins with the first of all"), lambda x: range(0, x.stop)),
}
#: Of a letter of an expression, wherever it stands.
LETTERS: dict[str, tuple[Callable[[Any], Text], Result]] = {
    "complement": (lambda x: _("counts {name} from the other axis: sine and cosine of it are "
                               "exchanged", name=x), lambda a: np.pi / 2 - a),
    "negated": (lambda x: _("takes {name} with the opposite sign", name=x), lambda a: -a),
    "left out": (lambda x: _("takes nothing for {name}", name=x), lambda a: 0 * a),
    "one": (lambda x: _("leaves {name} out", name=x), lambda a: 1.0),
    "doubled": (lambda x: _("takes {name} twice", name=x), lambda a: 2 * a),
    "halved": (lambda x: _("takes {name} by half", name=x), lambda a: a / 2),
    "not squared": (lambda x: _("does not square {name}", name=x), np.sqrt),
}
#: Those that are tried where each try takes long.
COMMON = ("negated", "left out", "doubled", "halved", "transposed")
#: Those that make nothing of a rotation matrix.
OF_A_SUM = ("negated", "left out", "doubled", "halved", "diagonal", "beside the diagonal negated")
#: Those that a step may have at one of its calls alone: about x, for link 2.
AT_ONE = ("negated", "left out", "transposed", "degrees")


def _changes(name: str, call: Call, brief: bool = False) -> Iterator[Operator]:
    """What can be changed about a step that was called like this: operator, words, change.

    brief: only what is common, where each try is a long computation.
    """
    if _numeric(call.result) and brief:
        for common in COMMON:
            if _try(RESULTS[common][1], call.result) is not None:
                yield common, RESULTS[common][0], _of_result(RESULTS[common][1])
        return
    if _numeric(call.result):
        yield from _of_numbers(call)
    elif isinstance(call.result, (range, list, tuple)) and len(call.result):
        for what, (told, change) in LISTS.items():
            yield what, told, _of_result(change)
        if isinstance(call.result, range):
            for what, (told, change) in RANGES.items():
                yield what, told, _of_result(change)
        if isinstance(call.result, list) and 2 < len(call.result) <= FEW:
            yield from _orders(len(call.result))
    elif _flag(call.result) and name in TYPES:
        yield "other", _("takes a turn for a slide and a slide for a turn"), _of_result(_other)
    elif isinstance(call.result, (bool, np.bool_)):
        yield "always", _("is taken to hold always"), _of_result(lambda x: True)
        yield "never", _("is taken never to hold"), _of_result(lambda x: False)
    elif isinstance(call.result, (int, np.integer)):
        yield ("one more", _("takes every joint for a turn")
               if name.rpartition(".")[2] in TYPES else _("comes out one too high"),
               _of_result(lambda x: x + 1))
        yield "one less", _("comes out one too low"), _of_result(lambda x: x - 1)
    for k, x in enumerate(call.args):
        yield from _of_argument(call, k, x)


def _of_numbers(call: Call) -> Iterator[Operator]:
    """Operators on the numbers that a step gives."""
    for name, (told, change) in RESULTS.items():
        if _try(change, call.result) is not None and not (name in OF_A_SUM and is_turn(
                call.result)) and not name.startswith("component"):
            yield name, told, _of_result(change)
            if name in AT_ONE and not _square(call.result):
                yield from _at_one(call, name, told, change)
            elif name == "transposed":          # of a matrix: for an axis, not for a link
                yield from _at_one(call, name, told, change, str)
    if _quadrant(call):
        yield ("arctangent", _("loses the quadrant, as the arctangent of a ratio does"),
               lambda f, self, args, named: np.arctan(args[0] / args[1]))
    if np.ndim(call.result) == 1 and np.size(call.result) <= FEW:
        yield from _components(np.size(call.result))
    for k, x in enumerate(call.args):
        if _numeric(x) and np.shape(x) == np.shape(call.result):
            name = _quoted(call, k)
            yield (f"argument {k + 1} handed on", _("gives back {name} as it was given", name=name),
                   _handed_on(k))
            if np.ndim(x) == 0:
                yield (f"argument {k + 1} handed on in radians",
                       _("gives back {name}, taken for degrees", name=name), _handed_on(k, DEGREE))


def _at_one(call: Call, name: str, told: Text, change: Result,
            kind: type = object) -> Iterator[Operator]:
    """An operator at the calls with one word or whole number among several."""
    for k, words in enumerate(call.words):
        if 2 <= len(words) <= FEW and all(isinstance(word, kind) for word in words):
            for word in sorted(words, key=str):
                yield (f"{name} at {_called(call, k)} {word}",
                       _("{change} where {name} is {word}", change=told, name=_quoted(call, k),
                         word=word), _where(k, word, change))


def _components(size: int) -> Iterator[Operator]:
    """Two components exchanged, one with the opposite sign."""
    for i, j in combinations(range(size), 2):
        order = [j if k == i else i if k == j else k for k in range(size)]
        yield (f"components {i + 1} and {j + 1} exchanged",
               _("has its components {one} and {other} exchanged", one=i + 1, other=j + 1),
               _of_result(_ordered(order)))
    for i in range(size):
        signs = np.where(np.arange(size) == i, -1, 1)
        yield (f"component {i + 1} negated",
               _("has the opposite sign in component {number}", number=i + 1),
               _of_result(_times(signs)))


def _orders(count: int) -> Iterator[Operator]:
    """A list in any other order but the reverse one."""
    for order in permutations(range(count)):
        if list(order) not in (list(range(count)), list(range(count))[::-1]):
            places = ", ".join(str(k + 1) for k in order)
            yield (f"in the order {places}",
                   _("has its factors in the order {places}", places=places),
                   _of_result(_ordered(order)))


def _of_argument(call: Call, k: int, x: Any) -> Iterator[Operator]:
    """Operators on one of the things that a step is given."""
    name = _quoted(call, k)

    def given(what: str, told: Text, change: Result) -> Operator:
        return f"{_called(call, k)} {what}", told, _with_argument(k, change)
    if isinstance(x, (int, np.integer)) and not isinstance(x, bool):
        yield given("+1", _("takes {name} one too high", name=name), lambda i: i + 1)
        yield given("-1", _("takes the last one for {name}, not the first", name=name)
                    if call.words[k] == {0} else _("takes {name} one too low", name=name),
                    lambda i: i - 1)
        for other, y in enumerate(call.args):
            if other != k and isinstance(y, (int, np.integer)) and not _flag(y):
                yield from _of_two(call, k, other)
    if isinstance(x, str) and x in AXES:
        for axis in AXES:
            if axis != x or len(call.words[k]) > 1:
                yield given(f"as {axis}", _("takes {name} as {axis}", name=name, axis=axis),
                            _always(axis))
    if _flag(x) and _called(call, k) in TYPES:
        yield given("other", _("takes a turn for a slide and a slide for a turn"), _other)
    if _numeric(x) and np.ndim(x) == 0:
        yield given("one", _("leaves {name} out", name=name), lambda a: a / a)
        yield given("radians", _("turns {name} into radians once more", name=name),
                    lambda a: a * DEGREE)
        yield given("degrees", _("takes {name} in degrees", name=name), lambda a: a / DEGREE)
    if _numeric(x) and len(call.args) == 1 and np.ndim(x) < 2:
        yield given("complement", LETTERS["complement"][0](name), LETTERS["complement"][1])
    if _numeric(x) and np.shape(x) == (3,) and any(
            _numeric(y) and np.ndim(y) == 0 for y in call.args):
        yield given("ones", _("takes (1, 1, 1) for {name}", name=name), np.ones_like)
    if _numeric(x) and np.ndim(x) < 2:
        yield given("negated", _("takes {name} with the opposite sign", name=name), lambda a: -a)
        yield given("left out", _("takes nothing for {name}", name=name), lambda a: 0 * a)
    if _numeric(x) and _square(x):
        yield given("transposed", _("takes the transpose of {name}", name=name), np.transpose)
        yield given("unit", _("leaves {name} out", name=name), lambda a: np.eye(len(a)))
    if hasattr(x, "tau") and callable(x.tau):
        yield given("back", _("takes each tau for its transpose"), _turned_back)
    for other in range(len(call.args)):
        if other != k and _numeric(x) and _alike(x, call.args[other]):
            yield from _of_two(call, k, other)
        elif other != k and _numeric(x) and np.shape(x) == (3,) and _numeric(
                call.args[other]) and np.shape(call.args[other]) == (3, 3):
            yield from _turned(call, k, other)


def _of_letters(ground: Ground) -> Iterator[Tried]:
    """What an expression gives where one of its letters is taken for something else."""
    case = ground.cases[0].inputs
    for letter in case if isinstance(case, dict) and ground.task.law is None else ():
        for name, (told, change) in LETTERS.items():
            yield tried_at(Change(WHOLE, f"{letter} {name}", told(f"`{letter}`"), ""),
                            _lettered(ground, letter, change))


def _lettered(ground: Ground, letter: str, change: Result) -> Callable[[int], Value | None]:
    """The answer at any case with another value of a letter."""
    def at(k: int) -> Value | None:
        case = ground.cases[k].inputs
        assert isinstance(case, dict)
        changed = Case(case | {letter: _try(change, case[letter])})
        return value(replace(ground, cases=[changed]), ground.assignment.truth, 0)
    return at


def tried_at(change: Change, at: Callable[[int], Value | None]) -> Tried:
    return Tried(change, None, at(0), at)


def _of_two(call: Call, k: int, other: int) -> Iterator[Operator]:
    """Two quantities of one form: exchanged, or one in the place of the other."""
    mine, theirs = _called(call, k), _called(call, other)
    if k < other:
        yield (f"{mine} and {theirs} swapped",
               _("exchanges {one} and {other}", one=_quoted(call, k), other=_quoted(call, other)),
               _swapped(k, other))
    yield (f"{theirs} for {mine}",
           _("gives its result in frame {other}, not in the frame that is asked for",
             other=_quoted(call, other)) if mine == "frame" else
           _("takes {other} where {name} belongs", other=_quoted(call, other),
             name=_quoted(call, k)),
           lambda f, self, args, named: f(self, *args[:k], args[other], *args[k + 1:], **named))


def _turned(call: Call, k: int, other: int) -> Iterator[Operator]:
    """A vector turned once too often by a matrix that stands beside it."""
    mine, theirs = _called(call, k), _called(call, other)
    for back, what in ((False, theirs), (True, f"{theirs}^T")):
        yield (f"{mine} turned by {what}",
               _("takes {name} on the axes of another frame", name=_quoted(call, k)),
               _turned_by(k, other, back))


def _called(call: Call, k: int) -> str:
    """The name of an argument."""
    return call.names[k] if k < len(call.names) else f"argument {k + 1}"


def _quoted(call: Call, k: int) -> str:
    """The same as it stands in a sentence."""
    return (f"`{call.names[k]}`" if k < len(call.names) else
            _("`argument {number}`", number=k + 1))


# -- kinds of values -----------------------------------------------------------------------------
def _numeric(x: Any) -> bool:
    return isinstance(x, (float, np.floating)) or (
        isinstance(x, np.ndarray) and x.dtype.kind == "f" and x.size > 0)


def is_turn(x: Any) -> bool:
    """Is this a rotation matrix?"""
    return _square(x) and len(x) == 3 and bool(np.abs(x @ x.T - np.eye(3)).max() < NEAR)


def _blocks(x: Any) -> Any:
    """A matrix of four blocks, those beside its diagonal exchanged."""
    made, half = x.copy(), len(x) // 2
    made[:half, half:], made[half:, :half] = x[half:, :half], x[:half, half:]
    return made


def _signed(x: Any, block: tuple[int, int]) -> Any:
    """A matrix of four blocks, one of them with the opposite sign."""
    made, (row, column) = x.copy(), block
    made[row:row + 3, column:column + 3] *= -1
    return made


def _slides(x: Any) -> Any:
    """Screws of joints, in rows or columns of six: those of slides with their halves exchanged."""
    if np.ndim(x) == 1:
        return x if np.abs(x[:3]).max() > NEAR else np.roll(x, 3)
    rows = x if np.shape(x)[1] == 6 and np.shape(x)[0] != 6 else x.T
    made = np.where(np.abs(rows[:, :3]).max(axis=1, keepdims=True) < NEAR,
                    np.roll(rows, 3, axis=1), rows)
    return made if rows is x else made.T


def _quadrant(call: Call) -> bool:
    """Is this the angle of two lengths?"""
    return (len(call.args) == 2 and all(_numeric(x) and np.ndim(x) == 0 for x in call.args)
            and np.ndim(call.result) == 0 and bool(call.result == np.arctan2(*call.args)))


def _unit(x: Any) -> bool:
    return bool(abs(np.linalg.norm(x) - 1) < NEAR)


def _square(x: Any) -> bool:
    return np.ndim(x) == 2 and np.shape(x)[0] == np.shape(x)[1] > 1


def _alike(x: Any, other: Any) -> bool:
    return _numeric(other) and np.shape(x) == np.shape(other)


def _flag(x: Any) -> bool:
    """Types of joints: zeros and ones that are whole numbers."""
    try:
        found = np.asarray(x)
    except ValueError:
        return False
    return found.dtype.kind == "i" and found.size > 0 and bool(np.isin(found, (0, 1)).all())


def _other(x: Any) -> Any:
    return 1 - np.asarray(x) if np.ndim(x) else 1 - x


def _try(change: Result, x: Any) -> Any:
    try:
        with np.errstate(all="ignore"):
            return change(x)
    except (TypeError, ValueError, ArithmeticError):
        return None


# -- how they are made ---------------------------------------------------------------------------
def _of_result(change: Result) -> Changed:
    return lambda f, self, args, named: change(f(self, *args, **named))


def _with_argument(k: int, change: Result) -> Changed:
    return lambda f, self, args, named: f(self, *args[:k], change(args[k]), *args[k + 1:], **named)


def _handed_on(k: int, factor: float = 1.0) -> Changed:
    return lambda f, self, args, named: np.asarray(args[k] * factor)[()]


def _where(k: int, word: Any, change: Result) -> Changed:
    """The change at the calls with this word alone."""
    def made(f: Callable[..., Any], self: Any, args: tuple[Any, ...],
             named: dict[str, Any]) -> Any:
        given = f(self, *args, **named)
        return change(given) if args[k:k + 1] == (word,) else given
    return made


def _turned_by(k: int, other: int, back: bool) -> Changed:
    def made(f: Callable[..., Any], self: Any, args: tuple[Any, ...],
             named: dict[str, Any]) -> Any:
        tau = np.asarray(args[other])
        return f(self, *args[:k], (tau.T if back else tau) @ args[k], *args[k + 1:], **named)
    return made


def _ordered(order: Sequence[int]) -> Result:
    """A vector or a list in this order; one of another length stays as it is."""
    def made(x: Any) -> Any:
        if len(x) != len(order):
            return x
        return x[list(order)] if isinstance(x, np.ndarray) else [x[k] for k in order]
    return made


def _times(factors: Any) -> Result:
    return lambda x: x * factors


def _always(word: str) -> Result:
    return lambda x: word


def _swapped(k: int, other: int) -> Changed:
    def change(f: Callable[..., Any], self: Any, args: tuple[Any, ...],
               named: dict[str, Any]) -> Any:
        made = list(args)
        made[k], made[other] = made[other], made[k]
        return f(self, *made, **named)
    return change


def _turned_back(s: Any) -> Any:
    """A state whose matrices are the transposed ones in the step that is given it."""
    plain, other = type(s).tau, copy(s)
    other._memory = {}          # what the state remembers holds for its own matrices
    other.__class__ = type("Turned", (type(s),), {
        "tau": lambda self, i, j: plain(self, i, j).T})
    return other
