"""What is nearly right: a trifle is said as such and costs less than a misunderstanding.

SHARES says what is kept of a task's points. The order is a rule of the course and is tested:
accuracy and digits, then one sign or one entry, then order and length, then one named slip.
Nothing is nearly right that zeros and ones alone could be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ..practice.kinds import Choice, JointAngles, Kind, Matrix, Number, SolutionSet, Vector
from ..practice.types import Floats, Value
from ..words import Text, _, ngettext
from .task import ROUNDED, Task, substantial

__all__ = ["SHARES", "Near", "nearly"]

#: What is nearly right -> the part of the points that it earns.
SHARES = {"digits": 0.9, "accuracy": 0.9, "sign": 0.8, "entry": 0.75, "length": 0.7, "order": 0.7,
          "exchanged": 0.7}
TEN = 10            # of so many numbers one may be mistyped; of fewer than FEW none
FEW = 3
ROUGH = 1e-2        # relative: a typed value with roundings in between
SMALL = 0.2         # of the greatest number: what is smaller may miss as much as that
FEW_DECIMALS = 5    # of a function's values that were rounded
COARSE = 1e-3       # relative: a function by a one-sided difference or a coarse step
BESIDE = 0.05       # of one: a factor that is a constant of another value, 10 for 9.81
SHARP = 0.1         # of its distance from one, to which all numbers show that factor
ROWS = 4            # of a matrix whose rows may be out of order


@dataclass(frozen=True)
class Near:
    """How an answer misses what is right by a trifle."""

    what: str       # a key of SHARES
    text: str
    cause: str = ""     # what may be the same in a later answer

    @property
    def share(self) -> float:
        return SHARES[self.what]


def nearly(task: Task, right: Sequence[Value | None], got: Sequence[Value]) -> Near | None:
    """The least trifle by which all answers miss what is right; None if there is none.

    right, got: arrays of one shape, one a case; a case with None in `right` says nothing.
    """
    kind = task.compared
    if isinstance(kind, Choice) or not isinstance(kind, (Number, Vector, Matrix, JointAngles,
                                                         SolutionSet)):
        return None
    pairs = [(np.asarray(t), np.asarray(g)) for t, g in zip(right, got) if t is not None]
    if isinstance(kind, SolutionSet):
        pairs = _each_beside_its_own(kind, pairs)
    if not pairs or any(t.shape != g.shape for t, g in pairs):
        return None
    if not any(substantial(g, ROUNDED, task.scale) for _, g in pairs):
        return None
    return next(_trifles(task, pairs), None)


def _each_beside_its_own(kind: SolutionSet, pairs: Pairs) -> Pairs:
    """The solutions of each case beside those that were given for them, in one order.

    Nothing if one is missing, or one too many is there: then there is more than a trifle.
    """
    found = []
    for truth, got in pairs:
        if len(truth) or len(got):
            if len(truth) == 0 or not kind.distance(truth, got) <= ROUGH:
                return []
            beside = truth[kind.nearest(truth, got)]
            found.append((beside, beside + _angles(kind).apart(beside, got)))
    return found


def _angles(kind: Kind) -> Kind:
    """How single solutions are compared: each is so many joint angles."""
    return JointAngles(kind.size) if isinstance(kind, SolutionSet) else kind


Pairs = list[tuple[Floats, Floats]]


def _trifles(task: Task, pairs: Pairs) -> Iterator[Near]:
    if task.cases is None:
        yield from _digits(task, pairs[0])
    else:
        yield from _accuracy(task, pairs)
    if isinstance(task.compared, SolutionSet):
        return                              # one of several is a part, and counts as such
    if isinstance(task.compared, JointAngles):
        if task.cases is None:          # a function's are found one from another: see its parts
            yield from _places(task, pairs)
    elif not isinstance(task.compared, Number):
        yield from _scaled(task, pairs)
        yield from _places(task, pairs)
        yield from _length(task, pairs)
        yield from _order(task, pairs)


# -- digits --------------------------------------------------------------------------------------
def _digits(task: Task, pair: tuple[Floats, Floats]) -> Iterator[Near]:
    """Rounded too much, or worked out with numbers that were."""
    truth, got = pair
    off = np.abs(_angles(task.compared).apart(truth, got))
    size = float(np.abs(truth).max(initial=0))
    decimals = next((d for d in range(5) if np.abs(got - got.round(d)).max() <= ROUNDED), None)
    told = decimals is not None and size >= 10.0 ** (1 - decimals)      # two digits, at least
    if told and off.max() <= 0.501 * 10.0 ** -float(decimals or 0):
        yield Near("digits", _("right, but rounded too much: give at least four significant "
                             "digits."))
    elif (off <= ROUGH * np.maximum(np.abs(truth), SMALL * size)).all():
        yield Near("accuracy", _("right to about one in a hundred. Numbers were rounded on the "
                                 "way: keep all digits until the end."))


def _accuracy(task: Task, pairs: Pairs) -> Iterator[Near]:
    """Right but not accurate."""
    apart = _angles(task.compared).apart
    if _rounded(apart, pairs):
        yield Near("accuracy", _("right, but rounded. Do not round in a function: give all "
                                 "digits."))
        return
    if not all(np.abs(apart(t, g)).max() <= COARSE * max(np.abs(t).max(), COARSE * task.scale)
               for t, g in pairs):
        return
    if isinstance(task.compared, SolutionSet):
        yield Near("accuracy", _("right to about three digits, and not to more: keep all digits "
                                 "on the way, `np.pi` for 3.14 too."))
        return
    yield Near("accuracy", _("right to about three digits, and not to more. A difference on "
                             "one side, `(f(x + h) - f(x)) / h`, or a coarse step does this; "
                             "`(f(x + h) - f(x - h)) / (2 * h)` is far closer."))


def _rounded(apart: Callable[[Value, Value], Value], pairs: Pairs) -> bool:
    """Are these the right values, rounded to so many decimals that two digits are left?"""
    size = max(float(np.abs(t).max(initial=0)) for t, _ in pairs)
    decimals = next((d for d in range(1, FEW_DECIMALS + 1) if all(
        np.abs(g - g.round(d)).max() <= ROUNDED for _, g in pairs)), None)
    return decimals is not None and size >= 10.0 ** (1 - decimals) and all(
        np.abs(apart(t, g)).max() <= 0.501 * 10.0 ** -decimals for t, g in pairs)


# -- one factor ----------------------------------------------------------------------------------
def _scaled(task: Task, pairs: Pairs) -> Iterator[Near]:
    """All numbers are off by the same factor, near one: a constant has another value."""
    truth, got = (np.concatenate([np.ravel(x) for x in side]) for side in zip(*pairs))
    if min(len(t.ravel()) for t, _ in pairs) < FEW or not np.any(truth):
        return
    factor = float(truth @ got / (truth @ truth))
    sharp = abs(factor - 1) * SHARP * np.abs(truth) + ROUNDED * np.abs(truth).max()
    if abs(factor - 1) <= BESIDE and (np.abs(got - factor * truth) <= sharp).all() and (
            abs(factor - 1) > task.tolerance):
        yield Near("entry", _("all numbers are right but for one and the same factor, "
                              "{factor}: a constant or a given number has another value.",
                              factor=f"{factor:.4g}"), f"factor {factor:.4g}")


# -- one place -----------------------------------------------------------------------------------
def _places(task: Task, pairs: Pairs) -> Iterator[Near]:
    """All is right but one place, the same in every case."""
    shape = pairs[0][0].shape
    size = int(np.prod(shape))
    if size < FEW or any(t.shape != shape for t, _ in pairs):
        return
    off = np.zeros(shape, dtype=bool)
    for t, g in pairs:
        off |= _departs(task, t, g)
    count = int(off.sum())
    if _mirrored(task, pairs, off):
        count = (count + 1) // 2                # one number, which stands in two places
    if not 1 <= count <= max(1, size // TEN):
        return
    # The rest must be work: of [0, 0, 5] the zeros alone are nothing.
    if not any(substantial(g[~off], ROUNDED, task.scale) for _, g in pairs):
        return
    place, twice = _place(off), count < off.sum()
    if not any((_departs(task, t, g) & _departs(task, -t, g)).any() for t, g in pairs):
        yield Near("sign", _("right but for one sign: {place}.", place=place))
    elif twice:
        yield Near("entry", _("right but for {place}, and the same across the diagonal.",
                              place=place))
    else:
        yield Near("entry", ngettext("{n} of {size} numbers is right; {place} is not.",
                                     "{n} of {size} numbers are right; {place} is not.",
                                     size - count, size=size, place=place))


def _departs(task: Task, truth: Floats, got: Floats) -> np.ndarray[tuple[int, ...], np.dtype[
        np.bool_]]:
    """The entries that are not right."""
    size = float(np.abs(truth).max(initial=0)) if task.compared.relative else 0.0
    apart: Floats = np.abs(task.compared.apart(truth, got))
    return apart > task.tolerance * max(1.0, size)


def _mirrored(task: Task, pairs: Pairs, off: Floats) -> bool:
    """A matrix that is its own transpose, wrong in the same way on both sides."""
    return off.ndim == 2 and off.shape[0] == off.shape[1] and bool((off == off.T).all()) and all(
        np.allclose(x, x.T, atol=task.scale * 1e-6) for pair in pairs for x in pair)


def _place(off: Floats) -> Text:
    row = [int(k) + 1 for k in np.argwhere(off)[0]]
    return (_("row {row}, column {column}", row=row[0], column=row[1]) if len(row) == 2 else
            _("number {number}", number=row[0]))


# -- length and order ----------------------------------------------------------------------------
def _length(task: Task, pairs: Pairs) -> Iterator[Near]:
    """The direction is right, and its length is not that which was asked for."""
    if not (task.direction and pairs[0][0].ndim == 1):
        return
    for t, g in pairs:
        long, given = float(np.linalg.norm(t)), float(np.linalg.norm(g))
        if not long or not given or np.abs(g / given - t / long).max() > task.tolerance:
            return
    yield Near("length", _("the direction is right and its length is not: read again which length "
                           "is asked for, and scale with `np.linalg.norm`."))


def _order(task: Task, pairs: Pairs) -> Iterator[Near]:
    """The right numbers, rows or columns in another order, the same in every case."""
    first = pairs[0][0]
    names = ((_("the right numbers, in another order."),) if first.ndim == 1 else
             (_("the right rows, in another order."), _("the right columns, in another order.")))
    for axis, name in enumerate(names):
        for order in _orders(*pairs[0], axis):
            if all(t.shape == first.shape
                   and not _departs(task, np.take(t, order, axis), g).any() for t, g in pairs):
                yield Near("order", name)
                return


def _orders(truth: Floats, got: Floats, axis: int) -> Iterator[list[int]]:
    """The orders in which the first case may stand: every other one, of many numbers one by size.
    """
    count = truth.shape[axis]
    if truth.ndim == 1 and truth.shape == got.shape and count > ROWS + 2:
        places = dict(zip(np.argsort(got).tolist(), np.argsort(truth).tolist()))
        yield [places[k] for k in range(count)]
    elif 2 <= count <= ROWS + 2 * (truth.ndim == 1):
        yield from (list(p) for p in permutations(range(count)) if list(p) != list(range(count)))
